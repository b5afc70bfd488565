// fma with one rounding in integers, for cores without an FPU: bits of floats in, bits out, to the nearest, ties to even.
#ifndef MOTE_CPU_INTEGER_FMA_H_
#define MOTE_CPU_INTEGER_FMA_H_

#include <stdint.h>

namespace mote::runtime {

// Any operands; every NaN is 0x7fc00000.
uint32_t IntegerFma(uint32_t a, uint32_t b, uint32_t c);

}  // namespace mote::runtime

#endif
