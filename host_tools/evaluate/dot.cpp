// Dot and DotGeneral of OPS.md 2.4, and their deprecated relatives. Operands are laid out as [batch, m, k] and [batch, k, n]; the loop adds
// rows of the second, so that every sum runs over ascending k.
#include "evaluate/dot.h"

#include <map>

#include "evaluate/accumulate.h"
#include "evaluate/shape_ops.h"
#include "evaluate/strided.h"

namespace mote::evaluation {
namespace {

std::vector<int64_t> FreeDims(size_t rank, const std::vector<int64_t>& batch, const std::vector<int64_t>& contract) {
  IdVector<bool> taken(rank, false);
  for (int64_t d : batch) taken[d] = true;
  for (int64_t d : contract) taken[d] = true;
  std::vector<int64_t> free;
  for (size_t d = 0; d < rank; ++d) {
    if (!taken[d]) free.push_back(static_cast<int64_t>(d));
  }
  return free;
}

Literal Permuted(const Literal& literal, const IdVector<int64_t>& a, const std::vector<int64_t>& b, const std::vector<int64_t>& c) {
  std::vector<int64_t> order = a;
  order.insert(order.end(), b.begin(), b.end());
  order.insert(order.end(), c.begin(), c.end());
  Literal out(Shape::Array(literal.type(), Pick(literal.shape().dims, order)));
  Move(literal, 0, Pick(RowMajorStrides(literal.shape().dims), order), out);
  return out;
}

template <typename A>
Literal Multiply(const Literal& lhs, const Literal& rhs, int64_t batches, int64_t m, int64_t k, int64_t n, const Shape& shape) {
  IdVector<A> a = LoadWide<A>(lhs), b = LoadWide<A>(rhs), out(batches * m * n);
  for (int64_t batch = 0; batch < batches; ++batch) {
    for (int64_t i = 0; i < m; ++i) {
      A* row = out.data() + (batch * m + i) * n;
      for (int64_t j = 0; j < k; ++j) {
        A factor = a[(batch * m + i) * k + j];
        const A* from = b.data() + (batch * k + j) * n;
        for (int64_t c = 0; c < n; ++c) row[c] += Product(factor, from[c]);
      }
    }
  }
  return StoreWide(shape, out);
}

Result<Literal> DotGeneral(Call& call) {
  DotDimensions dims = DotDimensionsOf(call.instruction);
  MOTE_CHECK_OK(call.context.Spend(ContractWork(call.operand(0), dims, call.shape())));
  return Contract(call.operand(0), call.operand(1), dims, call.shape());
}

Result<Literal> Dot(Call& call) {
  DotDimensions dims;
  dims.lhs_contract = {call.operand(0).shape().rank() > 1 ? 1 : 0};
  dims.rhs_contract = {0};
  MOTE_CHECK_OK(call.context.Spend(ContractWork(call.operand(0), dims, call.shape())));
  return Contract(call.operand(0), call.operand(1), dims, call.shape());
}

}  // namespace

DotDimensions DotDimensionsOf(const Instruction& instruction) {
  return {instruction.Ints(Attr::kLhsBatchingDimensions), instruction.Ints(Attr::kRhsBatchingDimensions),
          instruction.Ints(Attr::kLhsContractingDimensions), instruction.Ints(Attr::kRhsContractingDimensions)};
}

uint64_t ContractWork(const Literal& lhs, const DotDimensions& dims, const Shape& shape) {
  return static_cast<uint64_t>(shape.ElementCount()) * static_cast<uint64_t>(Count(Pick(lhs.shape().dims, dims.lhs_contract)));
}

Literal Contract(const Literal& lhs, const Literal& rhs, const DotDimensions& dims, const Shape& shape) {
  std::vector<int64_t> lhs_free = FreeDims(lhs.shape().dims.size(), dims.lhs_batch, dims.lhs_contract);
  std::vector<int64_t> rhs_free = FreeDims(rhs.shape().dims.size(), dims.rhs_batch, dims.rhs_contract);
  Literal a = Permuted(lhs, dims.lhs_batch, lhs_free, dims.lhs_contract);
  Literal b = Permuted(rhs, dims.rhs_batch, dims.rhs_contract, rhs_free);
  int64_t batches = Count(Pick(lhs.shape().dims, dims.lhs_batch)), m = Count(Pick(lhs.shape().dims, lhs_free));
  int64_t k = Count(Pick(lhs.shape().dims, dims.lhs_contract)), n = Count(Pick(rhs.shape().dims, rhs_free));
  return VisitAccumulator(shape.element_type, [&](auto tag, auto) {
    return Multiply<decltype(tag)>(a, b, batches, m, k, n, shape);
  });
}

std::span<const OperationRow> DotOperations() {
  static const OperationRow rows[] = {
      {Op::kDot, Dot, nullptr, Quantized::kExpressed},
      {Op::kDotGeneral, DotGeneral, nullptr, Quantized::kExpressed},
  };
  return rows;
}

}  // namespace mote::evaluation
