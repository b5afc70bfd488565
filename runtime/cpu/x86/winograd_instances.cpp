// By the numbers of isas.cpp.
#include "cpu/winograd/winograd.h"

namespace mote::runtime {

extern const WinogradInstance kAvx2Winograd, kAvx512Winograd;

const WinogradInstance* const kWinogradInstances[] = {&kPortableWinograd, &kAvx2Winograd, &kAvx512Winograd, &kAvx2Winograd,
                                                      &kAvx512Winograd};

}  // namespace mote::runtime
