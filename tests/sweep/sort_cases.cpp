// Sorts of one to three arrays by comparators of many kinds, with NaNs, zeros of both signs, infinities and equal keys. All comparators
// order what they are given, so that every stable sort gives the same.
#include <algorithm>
#include <limits>

#include "case_maker.h"

namespace mote {
namespace {

enum Kind { kByNumber, kByTotalOrder, kByCanonicalOrder, kByTwo, kBySize, kKinds };

// As frameworks compare floats: one zero, one NaN, behind everything else.
Operand Canonical(Builder& b, Operand x, ElementType type) {
  const Operand zero = b.ConstantR0(type, 0);
  Literal nan(Shape::Scalar(type));
  nan.SetReal(0, std::numeric_limits<double>::quiet_NaN());
  return b.Select(b.Ne(x, x), b.ConstantLiteral(nan), b.Select(b.Eq(x, zero), zero, x));
}

Result<Module> Comparator(CaseMaker& m, Kind kind, const std::vector<ElementType>& types, size_t key) {
  Builder less("less");
  std::vector<Operand> lhs, rhs;
  for (size_t k = 0; k < types.size(); ++k) {
    lhs.push_back(less.Parameter(static_cast<int64_t>(2 * k), Shape::Scalar(types[k])));
    rhs.push_back(less.Parameter(static_cast<int64_t>(2 * k + 1), Shape::Scalar(types[k])));
  }
  Operand l = lhs[key], r = rhs[key];
  if (m.OneIn(2)) std::swap(l, r);
  const Direction direction = m.OneIn(2) ? Direction::kLt : Direction::kGt;
  const bool floats = IsFloat(types[key]);
  const auto order = floats && kind != kByNumber ? Comparison::kTotalOrder : Comparison::kByType;
  if (kind == kByCanonicalOrder && floats) l = Canonical(less, l, types[key]), r = Canonical(less, r, types[key]);
  if (kind == kBySize) l = less.Neg(l), r = less.Neg(r);
  Operand before = less.Compare(l, r, {}, direction, order);
  if (kind == kByTwo && types.size() > 1) {
    const size_t second = (key + 1) % types.size();
    before = less.Or(before, less.And(less.Compare(l, r, {}, Direction::kEq, order), less.Lt(lhs[second], rhs[second])));
  }
  return less.Build(before);
}

// Few numbers, so that many are equal; floats that only some comparators order.
Literal Values(CaseMaker& m, const Shape& shape, bool odd) {
  Literal values(shape);
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (int64_t i = 0; i < values.size(); ++i) {
    values.SetReal(i, static_cast<double>(m.In(0, 9)));
    if (!IsFloat(shape.element_type)) continue;
    values.SetReal(i, static_cast<double>(m.In(-5, 5)) / 2);
    if (m.OneIn(6)) values.SetReal(i, m.Pick({-0.0, 0.0, infinity, -infinity}));
    if (odd && m.OneIn(6)) values.SetReal(i, m.Pick({nan, -nan}));
  }
  return values;
}

Operands Sort(CaseMaker& m) {
  const auto kind = static_cast<Kind>(m.Below(kKinds));
  Ints extents = m.Extents(m.In(1, 3));
  const auto dim = m.Below(static_cast<uint32_t>(extents.size()));
  if (m.OneIn(3)) extents[dim] = m.Pick<int64_t>({2, 31, 32, 33, 64, 100, 257, 600});
  if (m.OneIn(40)) extents.assign(1, 5000);
  std::vector<ElementType> types;
  for (int64_t k = m.In(1, 3); k > 0; --k) {
    types.push_back(m.OneIn(5) ? m.Pick({ElementType::kU32, ElementType::kS16, ElementType::kPred}) : m.OrderedType());
  }
  const size_t key = m.Below(static_cast<uint32_t>(types.size()));
  if (kind == kBySize && !IsFloat(types[key])) types[key] = ElementType::kF32;
  const Result<Module> comparator = Comparator(m, kind, types, key);
  if (!comparator.ok()) return {};
  std::vector<CaseMaker::Wish> wishes;
  for (const ElementType type : types) wishes.push_back({Shape::Array(type, extents)});
  const bool odd = kind == kByTotalOrder || kind == kByCanonicalOrder;
  std::vector<Literal> values;
  for (size_t k = 0; k < types.size(); ++k) values.push_back(Values(m, wishes[k].shape, odd && k == key));
  return m.b().Sort(m.Parameters(std::move(values)), *comparator, extents.size() == 1 ? 0 : dim, true);
}

}  // namespace

const std::vector<CaseFamily> kSortFamilies = {{"sort", Sort}};

}  // namespace mote
