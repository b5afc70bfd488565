// What is made of dots and slices (OPS.md section 3): ragged_dot, scaled-dot, einsum, unary_einsum, torch_index_select, and scan.
#include <algorithm>
#include <cstring>
#include <map>
#include <span>

#include "evaluate/accumulate.h"
#include "evaluate/dot.h"
#include "evaluate/indices.h"
#include "evaluate/reducer.h"
#include "evaluate/shape_ops.h"
#include "evaluate/strided.h"
#include "hlo/einsum.h"

namespace mote::evaluation {
namespace {

bool Contains(const std::vector<int64_t>& list, int64_t value) { return std::find(list.begin(), list.end(), value) != list.end(); }

// Elements [begin, begin + size) along a dimension.
Literal Part(const Literal& from, int64_t dim, int64_t begin, int64_t size) {
  Shape shape = from.shape();
  shape.dims[dim] = size;
  Literal out(shape);
  Dims strides = RowMajorStrides(from.shape().dims);
  Move(from, begin * strides[dim], strides, out);
  return out;
}

void Place(const Literal& part, int64_t dim, int64_t begin, Literal& into) {
  Dims strides = RowMajorStrides(into.shape().dims);
  int bytes = StorageBytes(into.type());
  CopyStrided(bytes, part.shape().dims, part.bytes().data(), RowMajorStrides(part.shape().dims),
              into.mutable_bytes().data() + begin * strides[dim] * bytes, strides);
}

Literal WithoutDimension(const Literal& literal, int64_t dim) {
  Shape shape = literal.shape();
  shape.dims.erase(shape.dims.begin() + dim);
  return literal.WithShape(shape);
}

std::vector<int64_t> Below(std::vector<int64_t> dims, int64_t removed) {
  for (int64_t& d : dims) d -= d > removed ? 1 : 0;
  return dims;
}

struct Groups {
  std::vector<int64_t> begin, size;
};

// Group boundaries along a ragged dimension of `extent` elements; what lies beyond it is cut off.
Groups GroupsOf(std::span<const int64_t> sizes, int64_t extent) {
  Groups g;
  int64_t at = 0;
  for (int64_t size : sizes) {
    int64_t taken = std::clamp<int64_t>(size, 0, extent - at);
    g.begin.push_back(at);
    g.size.push_back(taken);
    at += taken;
  }
  return g;
}

// One ragged_dot, or the part of one that a row of group sizes describes.
struct Ragged {
  const DotDimensions& dims;
  int64_t dimension, group_dim;  // of lhs, of rhs; the latter only where the ragged dimension is a free one
};

// The ragged dimension is a free one of lhs: each group of rows meets its own rhs. Rows of no group are zero.
Literal RaggedFree(const Ragged& r, const Literal& lhs, const Literal& rhs, const Groups& groups, const Shape& result) {
  const DotDimensions& dims = r.dims;
  int64_t result_dim = static_cast<int64_t>(dims.lhs_batch.size());
  for (int64_t d = 0; d < r.dimension; ++d) result_dim += !Contains(dims.lhs_batch, d) && !Contains(dims.lhs_contract, d) ? 1 : 0;
  DotDimensions inner{dims.lhs_batch, Below(dims.rhs_batch, r.group_dim), dims.lhs_contract, Below(dims.rhs_contract, r.group_dim)};
  Literal out(result);
  for (size_t g = 0; g < groups.size.size(); ++g) {
    if (groups.size[g] == 0) continue;
    Shape shape = result;
    shape.dims[result_dim] = groups.size[g];
    Literal weights = WithoutDimension(Part(rhs, r.group_dim, static_cast<int64_t>(g), 1), r.group_dim);
    Place(Contract(Part(lhs, r.dimension, groups.begin[g], groups.size[g]), weights, inner, shape), result_dim, groups.begin[g], out);
  }
  return out;
}

// The ragged dimension is contracted: one result per group, stacked in front.
Literal RaggedContracted(const Ragged& r, const Literal& lhs, const Literal& rhs, const Groups& groups, const Shape& result) {
  const DotDimensions& dims = r.dims;
  size_t position = std::find(dims.lhs_contract.begin(), dims.lhs_contract.end(), r.dimension) - dims.lhs_contract.begin();
  Literal out(result);
  for (size_t g = 0; g < groups.size.size(); ++g) {
    Shape shape = result;
    shape.dims.erase(shape.dims.begin());
    Literal sums = Contract(Part(lhs, r.dimension, groups.begin[g], groups.size[g]),
                            Part(rhs, dims.rhs_contract[position], groups.begin[g], groups.size[g]), dims, shape);
    shape.dims.insert(shape.dims.begin(), 1);
    Place(sums.WithShape(shape), 0, static_cast<int64_t>(g), out);
  }
  return out;
}

// A dimension along which the group sizes have rows of their own.
struct RowDimension {
  int64_t lhs, rhs, result;  // rhs: -1 where it has none
};

// What the leading dimensions of group_sizes stand for: the batch dimensions, then the free ones of lhs before the ragged one.
std::vector<RowDimension> RowDimensions(const Ragged& r, bool contracted) {
  std::vector<RowDimension> rows;
  const DotDimensions& dims = r.dims;
  for (size_t i = 0; i < dims.lhs_batch.size(); ++i) {
    rows.push_back({dims.lhs_batch[i], dims.rhs_batch[i], static_cast<int64_t>(i) + (contracted ? 1 : 0)});
  }
  for (int64_t d = 0; d < r.dimension && !contracted; ++d) {
    if (!Contains(dims.lhs_batch, d) && !Contains(dims.lhs_contract, d)) rows.push_back({d, -1, static_cast<int64_t>(rows.size())});
  }
  return rows;
}

Literal RaggedRows(const Ragged& r, std::span<const RowDimension> rows, const Literal& lhs, const Literal& rhs, const Literal& sizes,
                   const Shape& result) {
  if (rows.empty()) {
    const Groups groups = GroupsOf(Indices(sizes), lhs.shape().dims[r.dimension]);
    return Contains(r.dims.lhs_contract, r.dimension) ? RaggedContracted(r, lhs, rhs, groups, result)
                                                      : RaggedFree(r, lhs, rhs, groups, result);
  }
  const RowDimension& row = rows.front();
  Literal out(result);
  for (int64_t i = 0; i < lhs.shape().dims[row.lhs]; ++i) {
    Shape part = result;
    part.dims[row.result] = 1;
    const Literal own = WithoutDimension(Part(sizes, 0, i, 1), 0);
    Place(RaggedRows(r, rows.subspan(1), Part(lhs, row.lhs, i, 1), row.rhs < 0 ? rhs : Part(rhs, row.rhs, i, 1), own, part), row.result, i,
          out);
  }
  return out;
}

// The elements of group g, zero elsewhere. The leading dimensions of `sizes` go with `rows`, dimensions of `from`, the boundaries with
// `ragged`.
Literal OnlyGroup(const Literal& from, const std::vector<int64_t>& rows, int64_t ragged, const Literal& sizes, size_t g) {
  const Dims &dims = from.shape().dims, row_strides = RowMajorStrides(sizes.shape().dims);
  const int64_t count = sizes.shape().dims.back();
  const std::vector<int64_t> all = Indices(sizes);
  IdVector<Groups> groups;
  for (int64_t row = 0; row < (count == 0 ? 0 : sizes.size() / count); ++row) {
    groups.push_back(GroupsOf(std::span(all).subspan(row * count, count), dims[ragged]));
  }
  Literal out(from.shape());
  const int bytes = StorageBytes(from.type());
  Dims index(dims.size(), 0);
  for (int64_t i = 0; i < from.size(); ++i, NextIndex(index, dims)) {
    int64_t row = 0;
    for (size_t r = 0; r < rows.size(); ++r) row += index[rows[r]] * row_strides[r] / count;
    const Groups& own = groups[row];
    if (index[ragged] < own.begin[g] || index[ragged] >= own.begin[g] + own.size[g]) continue;
    std::memcpy(out.mutable_bytes().data() + i * bytes, from.bytes().data() + i * bytes, bytes);
  }
  return out;
}

// Contracted, with boundaries that differ along the contracting dimensions before the ragged one: each group is a dot of what belongs to
// it.
Result<Literal> RaggedAlongContracted(Call& call, const DotDimensions& dims, size_t position) {
  const Literal &lhs = call.operand(0), &rhs = call.operand(1), &sizes = call.operand(2);
  std::vector<int64_t> lhs_rows = dims.lhs_batch, rhs_rows = dims.rhs_batch;
  lhs_rows.insert(lhs_rows.end(), dims.lhs_contract.begin(), dims.lhs_contract.begin() + static_cast<int64_t>(position));
  rhs_rows.insert(rhs_rows.end(), dims.rhs_contract.begin(), dims.rhs_contract.begin() + static_cast<int64_t>(position));
  Literal out(call.shape());
  Shape shape = call.shape();
  shape.dims[0] = 1;
  for (int64_t g = 0; g < call.shape().dims[0]; ++g) {
    MOTE_CHECK_OK(call.context.Spend(static_cast<uint64_t>(lhs.size() + rhs.size()) + ContractWork(lhs, dims, shape)));
    Literal a = OnlyGroup(lhs, lhs_rows, dims.lhs_contract[position], sizes, g);
    Literal b = OnlyGroup(rhs, rhs_rows, dims.rhs_contract[position], sizes, g);
    Place(Contract(a, b, dims, shape), 0, g, out);
  }
  return out;
}

Result<Literal> RaggedDot(Call& call) {
  const DotDimensions dims = DotDimensionsOf(call.instruction);
  const int64_t dimension = call.instruction.Ints(Attr::kRaggedDims)[0];
  MOTE_CHECK_OK(call.context.Spend(ContractWork(call.operand(0), dims, call.shape())));
  if (Contains(dims.lhs_batch, dimension)) return Contract(call.operand(0), call.operand(1), dims, call.shape());
  const bool contracted = Contains(dims.lhs_contract, dimension), by_row = call.operand(2).shape().rank() > 1;
  const size_t position = std::find(dims.lhs_contract.begin(), dims.lhs_contract.end(), dimension) - dims.lhs_contract.begin();
  if (contracted && by_row && position > 0) return RaggedAlongContracted(call, dims, position);
  const Ragged ragged{dims, dimension, contracted ? -1 : call.instruction.Ints(Attr::kGroupDims)[0]};
  const std::vector<RowDimension> rows = by_row ? RowDimensions(ragged, contracted) : std::vector<RowDimension>();
  return RaggedRows(ragged, rows, call.operand(0), call.operand(1), call.operand(2), call.shape());
}

// Each scale belongs to a block of elements, as many along a dimension as the sizes say.
Literal Scaled(const Literal& values, const Literal& scales) {
  Shape shape = values.shape();
  shape.element_type = ElementType::kF32;
  Literal out(shape);
  Dims strides = RowMajorStrides(scales.shape().dims), index(shape.dims.size(), 0);
  for (int64_t i = 0; i < out.size(); ++i, NextIndex(index, shape.dims)) {
    int64_t at = 0;
    for (size_t d = 0; d < strides.size(); ++d) at += index[d] / (shape.dims[d] / scales.shape().dims[d]) * strides[d];
    out.SetReal(i, values.RealAt(i) * scales.RealAt(at));
  }
  return out;
}

// lhs, rhs and their scales, block by block.
Result<Literal> ScaledDot(Call& call) {
  const DotDimensions dims = DotDimensionsOf(call.instruction);
  MOTE_CHECK_OK(call.context.Spend(ContractWork(call.operand(0), dims, call.shape())));
  return Contract(Scaled(call.operand(0), call.operand(2)), Scaled(call.operand(1), call.operand(3)), dims, call.shape());
}

// Sums over the labels that the result lacks, in order of their first appearance; a repeated label walks a diagonal.
Result<Literal> Einsum(Call& call) {
  size_t count = call.instruction.declared_operands();
  std::vector<int> ranks;
  for (size_t o = 0; o < count; ++o) ranks.push_back(call.operand(o).shape().rank());
  const Result<EinsumLabels> read = ReadEinsum(call.instruction.Text(Attr::kEinsumConfig), ranks);
  if (!read.ok()) return call.Fail(read.error().rule, read.error().text);
  const std::vector<std::string>& labels = read->operands;
  std::string order = read->result;
  std::map<char, int64_t> sizes;
  for (size_t o = 0; o < count; ++o) {
    for (size_t d = 0; d < labels[o].size(); ++d) {
      char label = labels[o][d];
      const auto [at, added] = sizes.emplace(label, call.operand(o).shape().dims[d]);
      if (!added && at->second == 1) at->second = call.operand(o).shape().dims[d];
      if (order.find(label) == std::string::npos) order += label;
    }
  }
  Dims dims;
  std::vector<Dims> strides(count, Dims(order.size(), 0));
  for (size_t l = 0; l < order.size(); ++l) dims.push_back(sizes.count(order[l]) != 0 ? sizes[order[l]] : 1);
  for (size_t o = 0; o < count; ++o) {
    Dims own = RowMajorStrides(call.operand(o).shape().dims);
    for (size_t d = 0; d < labels[o].size(); ++d) {
      if (call.operand(o).shape().dims[d] != 1) strides[o][order.find(labels[o][d])] += own[d];
    }
  }
  MOTE_CHECK_OK(call.context.Spend(static_cast<uint64_t>(Count(dims))));
  return VisitAccumulator(call.shape().element_type, [&](auto tag, auto) {
    using A = decltype(tag);
    std::vector<std::vector<A>> in;
    for (size_t o = 0; o < count; ++o) in.push_back(LoadWide<A>(call.operand(o)));
    std::vector<A> out(call.shape().ElementCount());
    int64_t summed = out.empty() ? 0 : Count(dims) / static_cast<int64_t>(out.size());
    Dims index(dims.size(), 0);
    for (A& value : out) {
      for (int64_t s = 0; s < summed; ++s, NextIndex(index, dims)) {
        A term = in[0][Offset(index, strides[0])];
        if (count == 2) term = Product(term, in[1][Offset(index, strides[1])]);
        value += term;
      }
    }
    return StoreWide(call.shape(), out);
  });
}

// result[a, i…, b] = operand[a, index[i…], b], the index's batch dimensions being the operand's first ones.
Result<Literal> TorchIndexSelect(Call& call) {
  const Literal& operand = call.operand(0);
  int64_t dim = call.instruction.Int(Attr::kDimension), batch = call.instruction.Int(Attr::kBatchDims);
  const Dims &dims = operand.shape().dims, &index_dims = call.operand(1).shape().dims;
  IdVector<int64_t> indices = Indices(call.operand(1));
  Dims strides = RowMajorStrides(dims), index_strides = RowMajorStrides(index_dims), at(call.shape().dims.size(), 0);
  Literal out(call.shape());
  int bytes = StorageBytes(out.type());
  int64_t picked = static_cast<int64_t>(index_dims.size()) - batch;
  for (int64_t i = 0; i < out.size(); ++i, NextIndex(at, out.shape().dims)) {
    int64_t which = 0, from = 0;
    for (int64_t d = 0; d < batch; ++d) which += at[d] * index_strides[d];
    for (int64_t d = 0; d < picked; ++d) which += at[dim + d] * index_strides[batch + d];
    for (int64_t d = 0; d < dim; ++d) from += at[d] * strides[d];
    from += std::clamp<int64_t>(indices[which], 0, dims[dim] - 1) * strides[dim];
    for (size_t d = static_cast<size_t>(dim) + 1; d < dims.size(); ++d) from += at[d - 1 + static_cast<size_t>(picked)] * strides[d];
    std::memcpy(out.mutable_bytes().data() + i * bytes, operand.bytes().data() + from * bytes, bytes);
  }
  return out;
}

// The body takes one slice of each input and the carried values; it gives one slice of each output and the next carried values.
Result<Values> Scan(Call& call) {
  const Instruction& instruction = call.instruction;
  size_t count = instruction.declared_operands(), carried_count = instruction.Int(Attr::kNumCarries);
  size_t inputs = count - carried_count, outputs = instruction.shapes.size() - carried_count;
  int64_t dim = instruction.Int(Attr::kDimension), length = inputs == 0 ? 0 : call.operand(0).shape().dims[dim];
  Values carried(call.operands.begin() + static_cast<int64_t>(inputs), call.operands.begin() + static_cast<int64_t>(count));
  std::vector<Literal> stacked;
  for (size_t o = 0; o < outputs; ++o) stacked.emplace_back(ResultLeaf(call, o));
  for (int64_t step = 0; step < length; ++step) {
    int64_t at = instruction.Bool(Attr::kIsReverse) ? length - 1 - step : step;
    Values arguments;
    for (size_t i = 0; i < inputs; ++i) arguments.push_back(ArrayValue(WithoutDimension(Part(call.operand(i), dim, at, 1), dim)));
    arguments.insert(arguments.end(), carried.begin(), carried.end());
    Values captures = call.Captures();
    arguments.insert(arguments.end(), captures.begin(), captures.end());
    MOTE_ASSIGN(Values results, RunComputation(call.context, instruction.called[0], std::move(arguments)));
    if (results.size() != outputs + carried_count) return call.Fail(Rule::kSignature, "the body returns another number of values");
    for (size_t o = 0; o < outputs; ++o) {
      Shape slice = stacked[o].shape();
      slice.dims[dim] = 1;
      Place(results[o].literal.WithShape(slice), dim, at, stacked[o]);
    }
    carried.assign(results.begin() + static_cast<int64_t>(outputs), results.end());
  }
  Values values;
  for (Literal& literal : stacked) values.push_back(ArrayValue(std::move(literal)));
  values.insert(values.end(), carried.begin(), carried.end());
  return PackResults(call, std::move(values));
}

}  // namespace

std::span<const OperationRow> ContractionOperations() {
  static const OperationRow rows[] = {
      {Op::kRaggedDot, RaggedDot},
      {Op::kScaledDot, ScaledDot},
      {Op::kEinsum, Einsum},
      {Op::kUnaryEinsum, Einsum},
      {Op::kTorchIndexSelect, TorchIndexSelect, nullptr, Quantized::kStorage},
      {Op::kScan, nullptr, Scan, Quantized::kStorage},
  };
  return rows;
}

}  // namespace mote::evaluation
