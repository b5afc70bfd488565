// Einsum, scaled_dot and torch_index_select as reductions, products and gathers. Ragged products stand in expand_ragged_dot.cpp.
#include <algorithm>
#include <map>

#include "hlo/einsum.h"
#include "passes/expansions.h"

namespace mote {
namespace {

// Short floats are summed in f32, as dots do, and rounded once.
ElementType SumType(ElementType type) { return IsFloat(type) && BitWidth(type) < 32 ? ElementType::kF32 : type; }

Value Transposed(ModuleEmitter& e, Value x, const std::vector<int64_t>& permutation) {
  if (std::is_sorted(permutation.begin(), permutation.end())) return x;
  const Shape& shape = e.shape(x);
  Dims dims;
  for (const int64_t d : permutation) dims.push_back(shape.dims[d]);
  return e.Make(Op::kTranspose, Shape::Array(shape.element_type, dims), {x}, {{Attr::kPermutation, permutation}});
}

// An operand with a label for each dimension.
struct Labelled {
  Value value;
  std::string labels;
};

bool Has(const std::string& labels, char label) { return labels.find(label) != std::string::npos; }

// Dimensions of size 1 whose label is larger elsewhere stretch: they go away here.
void DropStretched(ModuleEmitter& e, Labelled& x, const std::map<char, int64_t>& sizes) {
  Dims dims;
  std::string labels;
  for (size_t d = 0; d < x.labels.size(); ++d) {
    const int64_t size = e.shape(x.value).dims[d];
    if (size != sizes.at(x.labels[d])) continue;
    dims.push_back(size);
    labels += x.labels[d];
  }
  x = {e.Reshape(x.value, dims), labels};
}

// The diagonal of two dimensions n of one label: of n · n elements and n behind them, n rows of n + 1, the first column.
void TakeDiagonals(ModuleEmitter& e, Labelled& x) {
  for (size_t first = 0; first < x.labels.size(); ++first) {
    const size_t second = x.labels.find(x.labels[first], first + 1);
    if (second == std::string::npos) continue;
    std::vector<int64_t> order;
    for (size_t d = 0; d < x.labels.size(); ++d) {
      if (d != first && d != second) order.push_back(static_cast<int64_t>(d));
    }
    order.insert(order.end(), {static_cast<int64_t>(first), static_cast<int64_t>(second)});
    const Value last = Transposed(e, x.value, order);
    Shape shape = e.shape(last);
    const int64_t n = shape.dims.back();
    Dims dims(shape.dims.begin(), shape.dims.end() - 2);
    const size_t rank = dims.size();
    std::vector<int64_t> low(rank + 1, 0), high(rank + 1, 0), start(rank + 2, 0);
    high.back() = n;
    dims.push_back(n * n);
    const Value flat = e.Reshape(last, dims);
    dims.back() += n;
    const Value zero = e.Splat(Shape::Scalar(shape.element_type), 0);
    const Value padded = e.Make(Op::kPad, Shape::Array(shape.element_type, dims), {flat, zero},
                                {{Attr::kEdgePaddingLow, low}, {Attr::kEdgePaddingHigh, high}, {Attr::kInteriorPadding, low}});
    dims.back() = n;
    dims.push_back(n + 1);
    const Value rows = e.Reshape(padded, dims);
    dims.back() = 1;
    const Value column =
        e.Make(Op::kSlice, Shape::Array(shape.element_type, dims), {rows}, {{Attr::kStartIndices, start}, {Attr::kLimitIndices, dims}});
    dims.pop_back();
    const char label = x.labels[first];
    x.labels.erase(second, 1);
    x.labels.erase(first, 1);
    x = {e.Reshape(column, dims), x.labels + label};
    first = static_cast<size_t>(-1);  // from the beginning again
  }
}

// Sums over the labels that nobody else has.
void SumOver(ModuleEmitter& e, Labelled& x, const std::string& kept) {
  std::vector<int64_t> dimensions;
  std::string labels;
  for (size_t d = 0; d < x.labels.size(); ++d) {
    if (Has(kept, x.labels[d])) labels += x.labels[d];
    else dimensions.push_back(static_cast<int64_t>(d));
  }
  if (!dimensions.empty()) x = {e.Reduce(Op::kAdd, x.value, 0, dimensions), labels};
}

Labelled Product(ModuleEmitter& e, const Labelled& a, const Labelled& b, const std::string& result) {
  std::vector<int64_t> batch[2], contract[2];
  Dims dims;
  std::string labels, free;
  for (size_t d = 0; d < a.labels.size(); ++d) {
    const size_t other = b.labels.find(a.labels[d]);
    if (other == std::string::npos) continue;
    const bool kept = Has(result, a.labels[d]);
    (kept ? batch : contract)[0].push_back(static_cast<int64_t>(d));
    (kept ? batch : contract)[1].push_back(static_cast<int64_t>(other));
    if (!kept) continue;
    labels += a.labels[d];
    dims.push_back(e.shape(a.value).dims[d]);
  }
  for (const Labelled* x : {&a, &b}) {
    const std::string& others = x == &a ? b.labels : a.labels;
    for (size_t d = 0; d < x->labels.size(); ++d) {
      if (Has(others, x->labels[d])) continue;
      labels += x->labels[d];
      dims.push_back(e.shape(x->value).dims[d]);
    }
  }
  const Value dot = e.Make(Op::kDotGeneral, Shape::Array(e.shape(a.value).element_type, dims), {a.value, b.value},
                           {{Attr::kLhsBatchingDimensions, batch[0]},
                            {Attr::kRhsBatchingDimensions, batch[1]},
                            {Attr::kLhsContractingDimensions, contract[0]},
                            {Attr::kRhsContractingDimensions, contract[1]}});
  return {dot, labels};
}

}  // namespace

Results ExpandEinsum(ModuleEmitter& e, const Instruction& i) {
  const auto count = static_cast<size_t>(i.declared_operands());
  std::vector<int> ranks;
  for (size_t o = 0; o < count; ++o) ranks.push_back(static_cast<int>(e.shape(i.operands[o]).rank()));
  const Result<EinsumLabels> labels = ReadEinsum(i.Text(Attr::kEinsumConfig), ranks);
  const ElementType type = i.shape().element_type;
  if (!labels.ok() || type == ElementType::kPred) return std::nullopt;
  std::map<char, int64_t> sizes;
  for (size_t o = 0; o < count; ++o) {
    for (size_t d = 0; d < labels->operands[o].size(); ++d) {
      const auto [at, fresh] = sizes.emplace(labels->operands[o][d], e.shape(i.operands[o]).dims[d]);
      if (!fresh && at->second == 1) at->second = e.shape(i.operands[o]).dims[d];
    }
  }
  std::vector<Labelled> operands;
  for (size_t o = 0; o < count; ++o) {
    operands.push_back({e.Convert(i.operands[o], SumType(type)), labels->operands[o]});
    DropStretched(e, operands[o], sizes);
    TakeDiagonals(e, operands[o]);
  }
  for (size_t o = 0; o < count; ++o) SumOver(e, operands[o], labels->result + (count == 2 ? operands[1 - o].labels : ""));
  const Labelled made = count == 2 ? Product(e, operands[0], operands[1], labels->result) : operands[0];
  std::vector<int64_t> order;
  for (const char label : labels->result) {
    const size_t at = made.labels.find(label);
    if (at == std::string::npos) return std::nullopt;
    order.push_back(static_cast<int64_t>(at));
  }
  return {{e.Convert(Transposed(e, made.value, order), type)}};
}

// result[b…, a…, i…, c…] = operand[b…, a…, index[b…, i…], c…]
Results ExpandTorchIndexSelect(ModuleEmitter& e, const Instruction& i) {
  const Shape operand = e.shape(i.operands[0]), index = e.shape(i.operands[1]);
  const int64_t rank = operand.rank(), batch = i.Int(Attr::kBatchDims), dim = i.Int(Attr::kDimension), picked = index.rank() - batch;
  std::vector<int64_t> batching, offsets, slice = operand.dims;
  for (int64_t d = 0; d < batch; ++d) batching.push_back(d);
  for (int64_t d = 0; d < rank; ++d) {
    if (d <= dim ? d >= batch && d != dim : true) offsets.push_back(d < dim ? d : d - 1 + picked);
    if (d == dim || d < batch) slice[static_cast<size_t>(d)] = 1;
  }
  return {{e.Make(Op::kGather, i.shape(), {i.operands[0], i.operands[1]},
                  {{Attr::kOffsetDims, offsets},
                   {Attr::kCollapsedSliceDims, std::vector<int64_t>{dim}},
                   {Attr::kOperandBatchingDims, batching},
                   {Attr::kStartIndicesBatchingDims, batching},
                   {Attr::kStartIndexMap, std::vector<int64_t>{dim}},
                   {Attr::kIndexVectorDim, index.rank()},
                   {Attr::kSliceSizes, slice}})}};
}

namespace {

// Each scale stands for a block of elements, as many along a dimension as the sizes say.
Value Scaled(ModuleEmitter& e, Value values, Value scales) {
  const Dims dims = e.shape(values).dims, blocks = e.shape(scales).dims;
  Dims split;
  std::vector<int64_t> places;
  for (size_t d = 0; d < dims.size(); ++d) {
    places.push_back(static_cast<int64_t>(split.size()));
    split.insert(split.end(), {blocks[d], blocks[d] == 0 ? 0 : dims[d] / blocks[d]});
  }
  const Value wide = e.Convert(values, ElementType::kF32), factors = e.Convert(scales, ElementType::kF32);
  const Shape blocked = Shape::Array(ElementType::kF32, split);
  const Value spread = e.Make(Op::kBroadcastInDim, blocked, {factors}, {{Attr::kBroadcastDimensions, places}});
  return e.Binary(Op::kMultiply, wide, e.Reshape(spread, dims));
}

}  // namespace

Results ExpandScaledDot(ModuleEmitter& e, const Instruction& i) {
  Instruction dot = i;
  dot.op = Op::kDotGeneral;
  const Value lhs = Scaled(e, i.operands[0], i.operands[2]);
  dot.operands = {lhs, Scaled(e, i.operands[1], i.operands[3])};
  dot.shapes = {Shape::Array(ElementType::kF32, i.shape().dims)};
  return {{e.Convert(e.Add(std::move(dot)), i.shape().element_type)}};
}

}  // namespace mote
