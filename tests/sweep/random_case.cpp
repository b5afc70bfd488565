#include "random_case.h"

#include <algorithm>
#include <numeric>

#include "case_maker.h"

namespace mote {

Ints CaseMaker::Extents(size_t rank) {
  Ints extents(rank);
  for (int64_t& extent : extents) extent = Extent();
  return extents;
}

Ints CaseMaker::Permutation(size_t rank) {
  Ints order(rank);
  std::iota(order.begin(), order.end(), 0);
  for (size_t i = rank; i > 1; --i) std::swap(order[i - 1], order[Below(static_cast<uint32_t>(i))]);
  return order;
}

Ints CaseMaker::Some(size_t rank, size_t count) {
  Ints chosen = Permutation(rank);
  chosen.resize(count);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

Operands CaseMaker::MakeOperands(const std::vector<Wish>& wishes) {
  std::vector<Literal> literals;
  std::vector<bool> constant;
  for (const Wish& wish : wishes) {
    Literal literal(wish.shape);
    for (int64_t i = 0; i < literal.size(); ++i) {
      if (IsComplex(wish.shape.element_type))
        literal.SetComplex(i, {static_cast<double>(In(wish.low, wish.high)), static_cast<double>(In(-2, 2))});
      else literal.SetReal(i, static_cast<double>(In(wish.low, wish.high)));
    }
    constant.push_back(!literals.empty() && OneIn(3));
    literals.push_back(std::move(literal));
  }
  Operands operands(wishes.size());
  for (size_t i = 0; i < wishes.size(); ++i) {
    if (constant[i]) continue;
    operands[i] = builder_.Parameter(static_cast<int64_t>(inputs_.size()), wishes[i].shape);
    inputs_.push_back(literals[i]);
  }
  for (size_t i = 0; i < wishes.size(); ++i) {
    if (constant[i]) operands[i] = builder_.ConstantLiteral(literals[i]);
  }
  return operands;
}

Operands CaseMaker::Parameters(std::vector<Literal> values) {
  Operands operands;
  for (Literal& value : values) {
    operands.push_back(builder_.Parameter(static_cast<int64_t>(inputs_.size()), value.shape()));
    inputs_.push_back(std::move(value));
  }
  return operands;
}

Operand CaseMaker::Before(Operand x) {
  if (!x.valid() || !OneIn(3)) return x;
  if (OneIn(2)) return builder_.Neg(x);
  const auto rank = static_cast<size_t>(builder_.shape(x).rank());
  return builder_.Rev(x, Some(rank, Below(static_cast<uint32_t>(rank) + 1)));
}

Operand CaseMaker::After(Operand x) {
  if (!x.valid() || !OneIn(3)) return x;
  const ElementType type = builder_.shape(x).element_type;
  if (OneIn(3)) return builder_.Add(x, builder_.ConstantR0(type, 1));
  if (OneIn(2)) return builder_.Transpose(x, Permutation(static_cast<size_t>(builder_.shape(x).rank())));
  return IsComplex(type) ? builder_.Neg(x) : builder_.Max(x, builder_.ConstantR0(type, 0));
}

std::optional<RandomCase> MakeRandomCase(uint32_t seed) {
  static const std::vector<CaseFamily> kFamilies = [] {
    std::vector<CaseFamily> all;
    for (const auto* families : {&kWindowFamilies, &kMovementFamilies, &kIndexFamilies, &kSortFamilies}) {
      all.insert(all.end(), families->begin(), families->end());
    }
    return all;
  }();
  // Convolutions have the most attributes: a third of all cases.
  const CaseFamily& family = seed % 3 == 0 ? kFamilies[0] : kFamilies[seed % kFamilies.size()];
  CaseMaker m(seed);
  Operands results = family.make(m);
  if (results.empty() || m.b().error().has_value()) return std::nullopt;
  for (Operand& result : results) result = m.After(result);
  Result<Module> module = m.b().Build(results);
  if (!module.ok()) return std::nullopt;
  return RandomCase{family.operation, std::move(module).value(), m.TakeInputs()};
}

}  // namespace mote
