// A Fourier transform of f32 as kernels for devices, one for each radix: an invocation takes a radix's values together. The sums are those
// of SPEC.md section 3 (`mote.fft`), all of them, so that infinities and NaNs too are what the expansion (passes/expand_fft.cpp) makes.
#pragma once

#include <vector>

#include "hlo/fft_call.h"
#include "kernel/kernel_builder.h"

namespace mote {

// Values lie as [outer, rows, radix, left, inner] and become [outer, radix, rows, left, inner].
struct FftStage {
  int64_t outer = 1, rows = 1, radix = 2, left = 1, inner = 1;
  bool real = false;           // no imaginary parts come in
  std::vector<float> roots;    // cosines, then sines, of one turn in `radix` steps
  int64_t roots_at = 0, factors_at = 0;  // in the call's table
};

// The stages of a call with this table.
std::vector<FftStage> StagesOf(const FftCall& call, bool real, const Literal& table);

bool ReadsTable(const FftStage& stage);
// Operands: real parts, imaginary parts unless it is of reals, the table where it is read, both parts of the results.
MadeKernel TransformStage(const FftStage& stage);

}  // namespace mote
