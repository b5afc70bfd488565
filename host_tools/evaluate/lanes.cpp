// Finding the lane function of an operation and type, and rounding runs of results. The functions themselves stand in arithmetic.cpp,
// logic.cpp, elementary.cpp, special_functions.cpp and conversion.cpp.
#include "evaluate/lanes.h"

#include <map>

namespace mote::evaluation {
namespace {

void UnaryReal(const Lanes& l) {
  auto f = l.row->unary;
  for (int64_t i = 0; i < l.n; ++i) l.output<double>()[i] = f(l.input<double>(0)[i]);
}

void UnaryWide(const Lanes& l) {
  auto f = l.row->wide_unary;
  for (int64_t i = 0; i < l.n; ++i) l.output<double>()[i] = static_cast<double>(f(l.input<double>(0)[i]));
}

// c64 gets results rounded to odd, so that the store's rounding to f32 is the only one.
Complex ToComplex(LongComplex z, ElementType type) {
  if (type == ElementType::kC128) return {static_cast<double>(z.real()), static_cast<double>(z.imag())};
  return {ToOddDouble(z.real()), ToOddDouble(z.imag())};
}

void UnaryComplex(const Lanes& l) {
  auto f = l.row->complex_unary;
  for (int64_t i = 0; i < l.n; ++i) l.output<Complex>()[i] = ToComplex(f(LongComplex(l.input<Complex>(0)[i])), l.result);
}

void BinaryReal(const Lanes& l) {
  auto f = l.row->binary;
  for (int64_t i = 0; i < l.n; ++i) l.output<double>()[i] = f(l.input<double>(0)[i], l.input<double>(1)[i]);
}

void BinaryWide(const Lanes& l) {
  auto f = l.row->wide_binary;
  for (int64_t i = 0; i < l.n; ++i) l.output<double>()[i] = static_cast<double>(f(l.input<double>(0)[i], l.input<double>(1)[i]));
}

void BinaryComplex(const Lanes& l) {
  auto f = l.row->complex_binary;
  for (int64_t i = 0; i < l.n; ++i) {
    l.output<Complex>()[i] = ToComplex(f(LongComplex(l.input<Complex>(0)[i]), LongComplex(l.input<Complex>(1)[i])), l.result);
  }
}

LaneFunction FunctionFor(const LaneRow& row, ElementType type) {
  switch (ClassOf(type)) {
    case TypeClass::kPred: return row.pred;
    case TypeClass::kSigned: return row.signed_integer;
    case TypeClass::kUnsigned: return row.unsigned_integer;
    case TypeClass::kComplex:
      if (row.complex != nullptr) return row.complex;
      return row.complex_unary != nullptr ? UnaryComplex : row.complex_binary != nullptr ? BinaryComplex : nullptr;
    case TypeClass::kFloat: break;
  }
  if (row.real != nullptr) return row.real;
  bool wide = type == ElementType::kF64;
  if (row.unary != nullptr) return wide && row.wide_unary != nullptr ? UnaryWide : UnaryReal;
  if (row.binary != nullptr) return wide && row.wide_binary != nullptr ? BinaryWide : BinaryReal;
  return nullptr;
}

template <typename T>
void RoundAll(ElementType type, void* buffer, int64_t n) {
  T* values = static_cast<T*>(buffer);
  for (int64_t i = 0; i < n; ++i) values[i] = Rounded(type, values[i]);
}

}  // namespace

std::vector<std::span<const LaneRow>> AllLanes() {
  return {ArithmeticLanes(), LogicLanes(), ElementaryLanes(), SpecialLanes(), ConversionLanes()};
}

std::optional<LaneKernel> FindLanes(Op op, ElementType operand) {
  static const std::map<Op, const LaneRow*> rows = [] {
    std::map<Op, const LaneRow*> all;
    for (std::span<const LaneRow> table : AllLanes()) {
      for (const LaneRow& row : table) all[row.op] = &row;
    }
    return all;
  }();
  auto found = rows.find(PlainOp(op));
  if (found == rows.end()) return std::nullopt;
  LaneFunction run = FunctionFor(*found->second, operand);
  if (run == nullptr) return std::nullopt;
  return LaneKernel{run, found->second};
}

void RoundLanes(ElementType type, void* buffer, int64_t n) {
  VisitForm(type, [&](auto tag) { RoundAll<decltype(tag)>(type, buffer, n); });
}

}  // namespace mote::evaluation
