// ShortDot: a complex dot_general whose sums have few terms, term by term: products of complex numbers, rounded and added in order, as
// XLA's loop does it. Not for long sums: those are four real products, which have routines.
#include <algorithm>

#include "passes/split_complex.h"

namespace mote {
namespace {

constexpr int64_t kMostTerms = 8;

// One operand of the dot: its slices by contracted index, spread over the result.
class Side {
 public:
  // The operand's dimensions `batch` and the remaining ones go to the result's from 0 and from `free_at` on.
  Side(ModuleEmitter& e, const Halves& value, std::vector<int64_t> batch, std::vector<int64_t> contracted, const Shape& result,
       size_t free_at)
      : e_(e), value_(value), contracted_(std::move(contracted)), result_(result) {
    const size_t rank = e_.shape(value.re).dims.size();
    for (size_t d = 0; d < rank; ++d) {
      const auto at = std::find(batch.begin(), batch.end(), static_cast<int64_t>(d));
      if (std::find(contracted_.begin(), contracted_.end(), static_cast<int64_t>(d)) != contracted_.end()) continue;
      to_.push_back(at != batch.end() ? at - batch.begin() : static_cast<int64_t>(free_at++));
    }
  }

  Complex Term(int64_t index) const {
    const Real re = Spread(value_.re, index);
    return {re, value_.complex ? Spread(value_.im, index) : re.Constant(0)};
  }

 private:
  Real Spread(Value v, int64_t index) const {
    Shape shape = e_.shape(v);
    std::vector<int64_t> start(shape.dims.size(), 0), limit = shape.dims;
    for (size_t c = contracted_.size(); c-- > 0;) {
      const size_t d = contracted_[c];
      start[d] = index % shape.dims[d];
      index /= shape.dims[d];
      limit[d] = start[d] + 1;
    }
    Dims kept;
    for (size_t d = 0; d < shape.dims.size(); ++d) {
      if (std::find(contracted_.begin(), contracted_.end(), static_cast<int64_t>(d)) == contracted_.end()) kept.push_back(shape.dims[d]);
    }
    for (const int64_t d : contracted_) shape.dims[d] = 1;
    const Value slice = e_.Make(Op::kSlice, shape, {v}, {{Attr::kStartIndices, start}, {Attr::kLimitIndices, limit}});
    const Value converted = e_.Convert(e_.Reshape(slice, kept), result_.element_type);
    return {&e_, e_.Make(Op::kBroadcastInDim, result_, {converted}, {{Attr::kBroadcastDimensions, to_}})};
  }

  ModuleEmitter& e_;
  const Halves& value_;
  const std::vector<int64_t> contracted_;
  const Shape& result_;
  std::vector<int64_t> to_;
};

}  // namespace

std::optional<Halves> ShortDot(ModuleEmitter& e, const Instruction& i, const std::vector<Halves>& operands) {
  const std::vector<int64_t>& contracted = i.Ints(Attr::kLhsContractingDimensions);
  const Shape& lhs = e.shape(operands[0].re);
  int64_t terms = 1;
  for (const int64_t d : contracted) terms *= lhs.dims[d];
  if (terms == 0 || terms > kMostTerms || !i.shape().IsStatic() || (!operands[0].complex && !operands[1].complex)) return std::nullopt;
  const Shape result = PartShape(i.shape());
  const std::vector<int64_t>& batch = i.Ints(Attr::kLhsBatchingDimensions);
  const size_t rhs_free = lhs.dims.size() - contracted.size();
  const Side a(e, operands[0], batch, contracted, result, batch.size());
  const Side b(e, operands[1], i.Ints(Attr::kRhsBatchingDimensions), i.Ints(Attr::kRhsContractingDimensions), result, rhs_free);
  const auto term = [&](int64_t k) {
    const Complex x = a.Term(k), y = b.Term(k);
    if (!operands[0].complex) return Complex{x.re * y.re, x.re * y.im};
    if (!operands[1].complex) return Complex{x.re * y.re, x.im * y.re};
    return Multiply(x, y);
  };
  Complex sum = term(0);
  for (int64_t k = 1; k < terms; ++k) {
    const Complex next = term(k);
    sum = {sum.re + next.re, sum.im + next.im};
  }
  return Halves{sum.re.value, sum.im.value, true};
}

}  // namespace mote
