// RaggedDot: a product whose rows, or whose contracted elements, belong to groups of sizes that run time knows. What a row multiplies is
// gathered by its group where that is no more than the weights themselves; else, and where groups are contracted, each group is a product.
#include <algorithm>

#include "passes/expansions.h"

namespace mote {
namespace {

constexpr int64_t kGathered = int64_t{1} << 22;  // elements of gathered weights that any product may take

bool Contains(const std::vector<int64_t>& list, int64_t value) { return std::find(list.begin(), list.end(), value) != list.end(); }

class RaggedProduct {
 public:
  RaggedProduct(ModuleEmitter& e, const Instruction& i)
      : e_(e), i_(i), lhs_(e.shape(i.operands[0])), rhs_(e.shape(i.operands[1])), sizes_(e.shape(i.operands[2])),
        lhs_batch_(i.Ints(Attr::kLhsBatchingDimensions)), rhs_batch_(i.Ints(Attr::kRhsBatchingDimensions)),
        lhs_contract_(i.Ints(Attr::kLhsContractingDimensions)), rhs_contract_(i.Ints(Attr::kRhsContractingDimensions)),
        ragged_(i.Ints(Attr::kRaggedDims)[0]), groups_(sizes_.dims.back()) {}

  Results Run() {
    if (Contains(lhs_batch_, ragged_)) return {{Plain()}};
    if (lhs_.dims[static_cast<size_t>(ragged_)] * groups_ > INT32_MAX) return std::nullopt;
    return {{e_.Reshape(Contains(lhs_contract_, ragged_) ? Contracted() : Free(), i_.shape().dims)}};
  }

 private:
  // Dimensions as one, their number of elements.
  struct Part {
    std::vector<int64_t> dims;
    int64_t size = 1;
  };
  static Part PartOf(const Shape& shape, std::vector<int64_t> dims) {
    Part part{std::move(dims), 1};
    for (const int64_t d : part.dims) part.size *= shape.dims[static_cast<size_t>(d)];
    return part;
  }
  // The operand with one dimension a part, in their order.
  Value Arranged(Value x, const std::vector<Part>& parts) {
    const Shape shape = e_.shape(x);
    std::vector<int64_t> order;
    Dims moved, merged;
    for (const Part& part : parts) {
      order.insert(order.end(), part.dims.begin(), part.dims.end());
      merged.push_back(part.size);
    }
    for (const int64_t d : order) moved.push_back(shape.dims[static_cast<size_t>(d)]);
    const Value transposed = std::is_sorted(order.begin(), order.end())
                                 ? x
                                 : e_.Make(Op::kTranspose, Shape::Array(shape.element_type, moved), {x}, {{Attr::kPermutation, order}});
    return e_.Reshape(transposed, merged);
  }
  static std::vector<int64_t> Others(const Shape& shape, const std::vector<int64_t>& a, const std::vector<int64_t>& b, int64_t but = -1) {
    std::vector<int64_t> dims;
    for (int64_t d = 0; d < shape.rank(); ++d) {
      if (d != but && !Contains(a, d) && !Contains(b, d)) dims.push_back(d);
    }
    return dims;
  }

  Value Dot(Value a, Value b, const Dims& dims, std::vector<int64_t> lhs_batch, std::vector<int64_t> rhs_batch, std::vector<int64_t> lhs,
            std::vector<int64_t> rhs) {
    Attributes attributes = {{Attr::kLhsBatchingDimensions, std::move(lhs_batch)},
                             {Attr::kRhsBatchingDimensions, std::move(rhs_batch)},
                             {Attr::kLhsContractingDimensions, std::move(lhs)},
                             {Attr::kRhsContractingDimensions, std::move(rhs)}};
    if (i_.Has(Attr::kPrecisionConfig)) attributes[Attr::kPrecisionConfig] = i_.attributes.at(Attr::kPrecisionConfig);
    return e_.Make(Op::kDotGeneral, Shape::Array(i_.shape().element_type, dims), {a, b}, std::move(attributes));
  }
  Value Plain() {
    return Dot(i_.operands[0], i_.operands[1], i_.shape().dims, lhs_batch_, rhs_batch_, lhs_contract_, rhs_contract_);
  }

  // The group of each element of the ragged dimension, [outer, rows, extent] of s32: how many groups end at it or before.
  Value GroupOf(int64_t outer, int64_t rows, int64_t extent) {
    const ElementType index = ElementType::kS32, own_type = sizes_.element_type;
    const Shape one = Shape::Array(BitWidth(own_type) < 32 ? index : own_type, sizes_.dims);
    Literal longest(Shape::Scalar(one.element_type));
    longest.SetInteger(0, extent);
    const Value least = e_.Splat(one, 0), most = e_.Broadcast(e_.Constant(longest), one, {});
    const Value kept = e_.Make(Op::kClamp, one, {least, e_.Convert(i_.operands[2], one.element_type), most});
    const Value taken = e_.Convert(kept, index);
    const bool own = sizes_.rank() > 1;
    const Shape square = Shape::Array(index, {own ? outer : 1, own ? rows : 1, groups_, groups_});
    const Value spread = e_.Broadcast(e_.Reshape(taken, {square.dims[0], square.dims[1], groups_}), square, {0, 1, 3});
    const Value last = e_.Make(Op::kIota, square, {}, {{Attr::kIotaDimension, int64_t{2}}});
    const Value before = e_.Make(Op::kIota, square, {}, {{Attr::kIotaDimension, int64_t{3}}});
    const Value added = e_.Make(Op::kSelect, square, {e_.Compare("LE", before, last), spread, e_.Splat(square, 0)});
    const Value ends = e_.Reduce(Op::kAdd, added, 0, {3});
    const Shape all = Shape::Array(index, {square.dims[0], square.dims[1], extent, groups_});
    const Value at = e_.Make(Op::kIota, all, {}, {{Attr::kIotaDimension, int64_t{2}}});
    const Value behind = e_.Convert(e_.Compare("GE", at, e_.Broadcast(ends, all, {0, 1, 3})), index);
    const Value group = e_.Reduce(Op::kAdd, behind, 0, {3});
    if (own) return group;
    return e_.Broadcast(e_.Reshape(group, {extent}), Shape::Array(index, {outer, rows, extent}), {2});
  }

  Value Number(int64_t group, const Shape& shape) {
    Literal number(Shape::Scalar(ElementType::kS32));
    number.SetInteger(0, group);
    return e_.Broadcast(e_.Constant(number), Shape::Array(ElementType::kS32, shape.dims), {});
  }
  // Where the group of the ragged dimension compares so with a number, spread over `shape`, whose first dimensions are those of the groups.
  Value Where(const char* direction, Value group, int64_t number, const Shape& shape) {
    const Value found = e_.Compare(direction, group, Number(number, e_.shape(group)));
    return e_.Broadcast(found, Shape::Array(ElementType::kPred, shape.dims), {0, 1, 2});
  }

  // lhs [B, F1, R, F2, K] and rhs [B, G, K, N] to [B, F1, R, F2, N]; rows of no group are zeros.
  Value Free() {
    const std::vector<int64_t> free = Others(lhs_, lhs_batch_, lhs_contract_, ragged_);
    const auto split = std::partition_point(free.begin(), free.end(), [&](int64_t d) { return d < ragged_; });
    const int64_t group_dim = i_.Ints(Attr::kGroupDims)[0];
    const Part batch = PartOf(lhs_, lhs_batch_), before = PartOf(lhs_, {free.begin(), split}), rows = PartOf(lhs_, {ragged_}),
               after = PartOf(lhs_, {split, free.end()}), inner = PartOf(lhs_, lhs_contract_);
    const Part columns = PartOf(rhs_, Others(rhs_, rhs_batch_, rhs_contract_, group_dim));
    const Value a = Arranged(i_.operands[0], {batch, before, rows, after, inner});
    const Value b = Arranged(i_.operands[1], {PartOf(rhs_, rhs_batch_), PartOf(rhs_, {group_dim}), PartOf(rhs_, rhs_contract_), columns});
    const Value group = GroupOf(batch.size, before.size, rows.size);
    const Shape result = Shape::Array(i_.shape().element_type, {batch.size, before.size, rows.size, after.size, columns.size});
    const Value none = e_.Splat(result, 0);
    const int64_t gathered = batch.size * before.size * rows.size * inner.size * columns.size;
    if (gathered <= std::max(kGathered, e_.shape(b).ElementCount())) {
      const Shape chosen = Shape::Array(rhs_.element_type, {batch.size, before.size, rows.size, inner.size, columns.size});
      const Value own = e_.Make(Op::kGather, chosen, {b, group},
                                {{Attr::kOffsetDims, std::vector<int64_t>{3, 4}},
                                 {Attr::kCollapsedSliceDims, std::vector<int64_t>{1}},
                                 {Attr::kOperandBatchingDims, std::vector<int64_t>{0}},
                                 {Attr::kStartIndicesBatchingDims, std::vector<int64_t>{0}},
                                 {Attr::kStartIndexMap, std::vector<int64_t>{1}},
                                 {Attr::kIndexVectorDim, int64_t{3}},
                                 {Attr::kSliceSizes, std::vector<int64_t>{1, 1, inner.size, columns.size}}});
      const Value product = Dot(a, own, result.dims, {0, 1, 2}, {0, 1, 2}, {4}, {3});
      return e_.Make(Op::kSelect, result, {Where("LT", group, groups_, result), product, none});
    }
    Value sum = none;
    for (int64_t g = 0; g < groups_; ++g) {
      const Value own = e_.Reshape(Slice(b, 1, g), {batch.size, inner.size, columns.size});
      const Value product = Dot(a, own, result.dims, {0}, {0}, {4}, {1});
      sum = e_.Make(Op::kSelect, result, {Where("EQ", group, g, result), product, sum});
    }
    return sum;
  }

  // lhs [B, K1, R, K2, M] and rhs [B, K1, R, K2, N] to [G, B, M, N]: what is of another group is zero on both sides.
  Value Contracted() {
    const auto position = std::find(lhs_contract_.begin(), lhs_contract_.end(), ragged_) - lhs_contract_.begin();
    const auto parts = [&](const Shape& shape, const std::vector<int64_t>& batch, const std::vector<int64_t>& contract) {
      const auto at = contract.begin() + position;
      return std::vector<Part>{PartOf(shape, batch), PartOf(shape, {contract.begin(), at}), PartOf(shape, {*at}),
                               PartOf(shape, {at + 1, contract.end()}), PartOf(shape, Others(shape, batch, contract))};
    };
    const std::vector<Part> left = parts(lhs_, lhs_batch_, lhs_contract_), right = parts(rhs_, rhs_batch_, rhs_contract_);
    const Value a = Arranged(i_.operands[0], left), b = Arranged(i_.operands[1], right);
    const Value group = GroupOf(left[0].size, left[1].size, left[2].size);
    const Dims dims = {left[0].size, left[4].size, right[4].size};
    IdVector<Value> sums;
    const auto only = [&](Value x, int64_t g) {
      const Shape shape = e_.shape(x);
      const Value member = Where("EQ", group, g, shape);
      return e_.Make(Op::kSelect, shape, {member, x, e_.Splat(shape, 0)});
    };
    for (int64_t g = 0; g < groups_; ++g) {
      const Value lhs = only(a, g), rhs = only(b, g);
      sums.push_back(e_.Reshape(Dot(lhs, rhs, dims, {0}, {0}, {1, 2, 3}, {1, 2, 3}), {1, dims[0], dims[1], dims[2]}));
    }
    const Shape all = Shape::Array(i_.shape().element_type, {groups_, dims[0], dims[1], dims[2]});
    if (sums.empty()) return e_.Splat(all, 0);
    return sums.size() == 1 ? sums[0] : e_.Make(Op::kConcatenate, all, sums, {{Attr::kDimension, int64_t{0}}});
  }

  Value Slice(Value x, size_t dim, int64_t at) {
    Shape shape = e_.shape(x);
    std::vector<int64_t> start(shape.dims.size(), 0), limit = shape.dims;
    start[dim] = at;
    limit[dim] = at + 1;
    shape.dims[dim] = 1;
    return e_.Make(Op::kSlice, shape, {x}, {{Attr::kStartIndices, start}, {Attr::kLimitIndices, limit}});
  }

  ModuleEmitter& e_;
  const Instruction& i_;
  const Shape lhs_, rhs_, sizes_;
  const std::vector<int64_t> lhs_batch_, rhs_batch_, lhs_contract_, rhs_contract_;
  const int64_t ragged_, groups_;
};

}  // namespace

Results ExpandRaggedDot(ModuleEmitter& e, const Instruction& i) {
  if (e.shape(i.operands[2]).rank() < 1) return std::nullopt;
  return RaggedProduct(e, i).Run();
}

}  // namespace mote
