// Fourier transforms of known calls (schema/fft_layout.h), hosts only: one loop in vector extensions, once an instruction set. The same
// bits everywhere: those of the products and sums that SPEC.md section 3 lists, in its order.
#ifndef MOTE_CPU_FFT_FFT_H_
#define MOTE_CPU_FFT_FFT_H_

#include <stddef.h>
#include <stdint.h>

#include "core/program.h"
#include "mote/call.h"
#include "schema/fft_layout.h"

namespace mote::runtime {

struct FftJob {
  MoteFft shape;
  const float *re, *im;  // im null: real
  const float* table;
  float *to_re, *to_im;
  float* scratch;  // shape.blocks parts
};

// Units [begin, end) of MoteFftUnits: what goes through the stages together; scratch of one block.
using FftUnits = void (*)(const FftJob& job, int64_t begin, int64_t end, float* scratch);
// By the number of the instruction set; each architecture's folder has its own.
extern const FftUnits kFftInstances[];
void RunFftUnits(const FftJob& job, int64_t begin, int64_t end, float* scratch);  // on every machine

// False: the configuration is none, or the operands, `inputs` of which are read, have other types or sizes.
bool FitsFft(const FlatVector& config, uint32_t inputs, uint32_t operands, const ViewInfo* views);
mote_code RunFft(const mote_call* call);

}  // namespace mote::runtime

#endif
