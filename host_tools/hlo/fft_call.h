// The custom call that stands for a Fourier transform of f32 along the middle axis of an array where hosts have a routine for it
// (schema/known_calls.def) and GPUs launches (lower/fft_stages.h). Operands: real parts [outer, n, inner], imaginary parts where there are
// any, table; results: both parts.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hlo/module.h"

namespace mote {

struct FftCall {
  int64_t outer = 1, n = 1, inner = 1;
  std::vector<int64_t> radices;

  // Whether it is within what schema/fft_layout.h says.
  bool HasRoutine() const;
  int64_t TableSize() const;  // elements
  // The call of `values`, both parts or the real one, and of the table.
  Instruction Call(IdVector<Value> values, Value table) const;
  // The runtime's configuration, for up to so many threads, and what scratch it takes, in elements.
  std::string Configuration(int64_t workers, int64_t* scratch) const;
};

// Nothing for any other instruction, its operands of these shapes.
std::optional<FftCall> FftCallOf(const Instruction& instruction, std::span<const Shape> operands);

}  // namespace mote
