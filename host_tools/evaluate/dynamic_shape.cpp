// Operations whose result sizes are run-time values (OPS.md section 3). Each reads its sizes, then runs the static operation it stands for.
#include "evaluate/convolution.h"
#include "evaluate/gather.h"
#include "evaluate/indices.h"
#include "evaluate/shape_ops.h"

namespace mote::evaluation {
namespace {

// The declared result type with the sizes found at run time; they must agree where the type is static.
Result<Shape> SizedResult(const Call& call, const Dims& dims) {
  Shape shape = call.shape();
  if (dims.size() != shape.dims.size()) return call.Fail(Rule::kRank, "the run-time shape has another rank than " + ToString(shape));
  for (size_t d = 0; d < dims.size(); ++d) {
    bool fits = shape.dims[d] == kDynamic || (shape.IsBounded(d) ? dims[d] <= shape.dims[d] : dims[d] == shape.dims[d]);
    if (dims[d] < 0 || !fits) {
      return call.Fail(Rule::kSize, "run-time size " + std::to_string(dims[d]) + " of dimension " + std::to_string(d) + " does not fit " +
                                        ToString(shape));
    }
    shape.dims[d] = dims[d];
  }
  shape.bounded.clear();
  MOTE_CHECK_OK(call.context.Reserve(shape));
  MOTE_CHECK_OK(call.context.Spend(static_cast<uint64_t>(shape.ElementCount())));
  return shape;
}

Dims SizesFrom(const Call& call, size_t first) { return ScalarIndices(call, static_cast<int>(first)); }

Result<Literal> DynamicReshape(Call& call) {
  MOTE_ASSIGN(Shape shape, SizedResult(call, SizesFrom(call, 1)));
  if (shape.ElementCount() != call.operand(0).size()) return call.Fail(Rule::kSize, "element counts differ at run time");
  return call.operand(0).WithShape(shape);
}

Result<Literal> DynamicBroadcastInDim(Call& call) {
  MOTE_ASSIGN(Shape shape, SizedResult(call, SizesFrom(call, 1)));
  return BroadcastTo(call.operand(0), shape, call.instruction.Ints(Attr::kBroadcastDimensions));
}

Result<Literal> DynamicIota(Call& call) {
  MOTE_ASSIGN(Shape shape, SizedResult(call, SizesFrom(call, 0)));
  Call iota{call.context, call.instruction, {}, {shape}};
  return Iota(iota);
}

Result<Literal> DynamicPad(Call& call) {
  const Dims& dims = call.operand(0).shape().dims;
  std::vector<int64_t> low = Indices(call.operand(2)), high = Indices(call.operand(3)), interior = Indices(call.operand(4));
  Dims sizes;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (interior[d] < 0) return call.Fail(Rule::kAttribute, "negative interior padding at run time");
    sizes.push_back(dims[d] + low[d] + high[d] + std::max<int64_t>(dims[d] - 1, 0) * interior[d]);
  }
  MOTE_ASSIGN(Shape shape, SizedResult(call, sizes));
  Instruction fixed = call.instruction;
  fixed.attributes[Attr::kEdgePaddingLow] = low;
  fixed.attributes[Attr::kEdgePaddingHigh] = high;
  fixed.attributes[Attr::kInteriorPadding] = interior;
  Call pad{call.context, fixed, {call.operands[0], call.operands[1]}, {shape}};
  return Pad(pad);
}

Result<Literal> RealDynamicSlice(Call& call) {
  const Literal& operand = call.operand(0);
  const Dims& dims = operand.shape().dims;
  std::vector<int64_t> starts = Indices(call.operand(1)), limits = Indices(call.operand(2)), steps = Indices(call.operand(3));
  Dims sizes, strides = RowMajorStrides(dims);
  int64_t first = 0;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (starts[d] < 0 || starts[d] > limits[d] || limits[d] > dims[d] || steps[d] < 1) {
      return call.Fail(Rule::kSize, "slice outside the operand at run time in dimension " + std::to_string(d));
    }
    sizes.push_back((limits[d] - starts[d] + steps[d] - 1) / steps[d]);
    first += starts[d] * strides[d];
    strides[d] *= steps[d];
  }
  MOTE_ASSIGN(Shape shape, SizedResult(call, sizes));
  Literal out(shape);
  Move(operand, first, strides, out);
  return out;
}

Result<Literal> DynamicGather(Call& call) {
  std::vector<int64_t> slice_sizes = Indices(call.operand(2));
  const Instruction& i = call.instruction;
  IdVector<bool> absent(slice_sizes.size(), false);
  for (int64_t d : i.Ints(Attr::kCollapsedSliceDims)) absent[d] = true;
  for (int64_t d : i.Ints(Attr::kOperandBatchingDims)) absent[d] = true;
  Dims batch = call.operand(1).shape().dims;
  int64_t vector_dim = i.Int(Attr::kIndexVectorDim);
  if (vector_dim < static_cast<int64_t>(batch.size())) batch.erase(batch.begin() + vector_dim);
  for (size_t d = 0; d < slice_sizes.size(); ++d) {
    if (slice_sizes[d] < 0 || slice_sizes[d] > call.operand(0).shape().dims[d]) {
      return call.Fail(Rule::kSize, "slice larger than the operand at run time");
    }
  }
  Dims sizes(call.shape().dims.size(), 0);
  const std::vector<int64_t>& offset_dims = i.Ints(Attr::kOffsetDims);
  size_t next_offset = 0, next_batch = 0, slice = 0;
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (next_offset < offset_dims.size() && offset_dims[next_offset] == static_cast<int64_t>(d)) {
      while (slice < slice_sizes.size() && absent[slice]) ++slice;
      sizes[d] = slice < slice_sizes.size() ? slice_sizes[slice++] : 1;
      ++next_offset;
    } else {
      sizes[d] = next_batch < batch.size() ? batch[next_batch++] : 1;
    }
  }
  MOTE_ASSIGN(Shape shape, SizedResult(call, sizes));
  return GatherSlices(call, slice_sizes, shape);
}

Result<Literal> DynamicConv(Call& call) {
  std::vector<int64_t> flat = Indices(call.operand(2));
  IntMatrix padding;
  for (size_t d = 0; 2 * d + 1 < flat.size(); ++d) padding.push_back({flat[2 * d], flat[2 * d + 1]});
  Instruction fixed = call.instruction;
  fixed.op = Op::kConvolution;
  fixed.operands.resize(2);
  fixed.captures = 0;
  fixed.attributes[Attr::kPadding] = padding;
  MOTE_ASSIGN(Values values, RunInstruction(call.context, fixed, {call.operands[0], call.operands[1]}));
  return std::move(values[0].literal);
}

}  // namespace

std::span<const OperationRow> DynamicShapeOperations() {
  constexpr Quantized kStored = Quantized::kStorage;
  constexpr RunTimeSizes kResult = RunTimeSizes::kResult;
  static const OperationRow rows[] = {
      {Op::kDynamicReshape, DynamicReshape, nullptr, kStored, kResult},
      {Op::kDynamicBroadcastInDim, DynamicBroadcastInDim, nullptr, kStored, kResult},
      {Op::kDynamicIota, DynamicIota, nullptr, Quantized::kExpressed, kResult},
      {Op::kDynamicPad, DynamicPad, nullptr, kStored, kResult},
      {Op::kRealDynamicSlice, RealDynamicSlice, nullptr, kStored, kResult},
      {Op::kDynamicGather, DynamicGather, nullptr, kStored, kResult},
      {Op::kDynamicConv, DynamicConv, nullptr, Quantized::kOwn, kResult},
  };
  return rows;
}

}  // namespace mote::evaluation
