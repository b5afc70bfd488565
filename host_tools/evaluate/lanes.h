// Element-wise operations on runs of elements in compute form (elements.h). Arrays and scalar bodies of regions share them; the caller
// rounds the results into the result's type.
#pragma once

#include <optional>
#include <span>

#include "evaluate/elements.h"
#include "hlo/module.h"

namespace mote::evaluation {

struct LaneRow;

struct Lanes {
  int64_t n = 0;
  const void* in[3] = {nullptr, nullptr, nullptr};
  void* out = nullptr;
  const Instruction* instruction = nullptr;
  ElementType operand{};  // of the first operand; of the second for select
  ElementType result{};
  const LaneRow* row = nullptr;

  template <typename T>
  const T* input(int i) const { return static_cast<const T*>(in[i]); }
  template <typename T>
  T* output() const { return static_cast<T*>(out); }
};

using LaneFunction = void (*)(const Lanes&);
using LongComplex = std::complex<long double>;

// One operation: a function per class of operand, null where OPS.md does not allow the class. The elementary functions are given
// per element instead: in double for floats up to f32, in long double for f64 and complex.
struct LaneRow {
  Op op;
  LaneFunction pred = nullptr, signed_integer = nullptr, unsigned_integer = nullptr, real = nullptr, complex = nullptr;
  double (*unary)(double) = nullptr;
  long double (*wide_unary)(long double) = nullptr;
  LongComplex (*complex_unary)(LongComplex) = nullptr;
  double (*binary)(double, double) = nullptr;
  long double (*wide_binary)(long double, long double) = nullptr;
  LongComplex (*complex_binary)(LongComplex, LongComplex) = nullptr;
};

std::span<const LaneRow> ArithmeticLanes();
std::span<const LaneRow> LogicLanes();
std::span<const LaneRow> ElementaryLanes();
std::span<const LaneRow> SpecialLanes();
std::span<const LaneRow> ConversionLanes();
std::vector<std::span<const LaneRow>> AllLanes();

struct LaneKernel {
  LaneFunction run = nullptr;
  const LaneRow* row = nullptr;
};
// The function of `op` for operands of this type; nullopt when it has none.
std::optional<LaneKernel> FindLanes(Op op, ElementType operand);
// A CHLO operation with implicit broadcasting is this one after broadcasting.
Op PlainOp(Op op);

// Rounds n elements in compute form into `type`.
void RoundLanes(ElementType type, void* buffer, int64_t n);

}  // namespace mote::evaluation
