// Shape and data movement of OPS.md 2.3 with sizes known from the program: every function lays out strides and leaves the moving to
// CopyStrided.
#include <algorithm>

#include "evaluate/elements.h"
#include "evaluate/indices.h"
#include "evaluate/operation.h"
#include "evaluate/shape_ops.h"
#include "evaluate/strided.h"

namespace mote::evaluation {
namespace {

Result<Literal> Constant(Call& call) { return call.instruction.LiteralValue().WithShape(call.shape()); }

Result<Literal> Broadcast(Call& call) {
  size_t added = call.shape().dims.size() - call.operand(0).shape().dims.size();
  std::vector<int64_t> mapped;
  for (size_t d = 0; d < call.operand(0).shape().dims.size(); ++d) mapped.push_back(static_cast<int64_t>(added + d));
  return BroadcastTo(call.operand(0), call.shape(), mapped);
}

Result<Literal> BroadcastInDim(Call& call) {
  return BroadcastTo(call.operand(0), call.shape(), call.instruction.Ints(Attr::kBroadcastDimensions));
}

Result<Literal> Reshape(Call& call) {
  if (call.operand(0).size() != call.shape().ElementCount()) return call.Fail(Rule::kSize, "element counts differ at run time");
  return call.operand(0).WithShape(call.shape());
}

Result<Literal> Transpose(Call& call) {
  const Literal& operand = call.operand(0);
  Literal out(call.shape());
  Dims strides = Pick(RowMajorStrides(operand.shape().dims), call.instruction.Ints(Attr::kPermutation));
  Move(operand, 0, strides, out);
  return out;
}

Result<Literal> Reverse(Call& call) {
  const Literal& operand = call.operand(0);
  Literal out(call.shape());
  Dims strides = RowMajorStrides(operand.shape().dims);
  int64_t first = 0;
  for (int64_t d : call.instruction.Ints(Attr::kDimensions)) {
    first += strides[d] * std::max<int64_t>(operand.shape().dims[d] - 1, 0);
    strides[d] = -strides[d];
  }
  Move(operand, first, strides, out);
  return out;
}

Result<Literal> Concatenate(Call& call) {
  size_t dim = call.instruction.Int(Attr::kDimension);
  Literal out(call.shape());
  Dims strides = RowMajorStrides(call.shape().dims);
  int bytes = StorageBytes(out.type());
  int64_t at = 0;
  for (const RuntimeValue& value : call.operands) {
    const Literal& piece = value.literal;
    CopyStrided(bytes, piece.shape().dims, piece.bytes().data(), RowMajorStrides(piece.shape().dims),
                out.mutable_bytes().data() + at * strides[dim] * bytes, strides);
    at += piece.shape().dims[dim];
  }
  return out;
}

Result<Literal> Slice(Call& call) {
  const Literal& operand = call.operand(0);
  const std::vector<int64_t>& starts = call.instruction.Ints(Attr::kStartIndices);
  std::vector<int64_t> steps = call.instruction.IntsOr(Attr::kStrides, starts.size(), 1);
  Literal out(call.shape());
  Dims strides = RowMajorStrides(operand.shape().dims);
  int64_t first = Offset(starts, strides);
  for (size_t d = 0; d < strides.size(); ++d) strides[d] *= steps[d];
  Move(operand, first, strides, out);
  return out;
}

Result<Literal> DynamicSlice(Call& call) {
  const Literal& operand = call.operand(0);
  const Dims& sizes = call.shape().dims;
  Dims starts = ScalarIndices(call, 1);
  for (size_t d = 0; d < starts.size(); ++d) starts[d] = std::clamp<int64_t>(starts[d], 0, operand.shape().dims[d] - sizes[d]);
  Literal out(call.shape());
  Dims strides = RowMajorStrides(operand.shape().dims);
  Move(operand, Offset(starts, strides), strides, out);
  return out;
}

// Takes over the operand's bytes when nobody else holds them.
Result<Literal> DynamicUpdateSlice(Call& call) {
  const Literal update = call.operand(1);
  Dims starts = ScalarIndices(call, 2);
  Literal out = std::move(call.operands[0].literal);
  Dims strides = RowMajorStrides(out.shape().dims);
  for (size_t d = 0; d < starts.size(); ++d) {
    starts[d] = std::clamp<int64_t>(starts[d], 0, out.shape().dims[d] - update.shape().dims[d]);
  }
  int bytes = StorageBytes(out.type());
  CopyStrided(bytes, update.shape().dims, update.bytes().data(), RowMajorStrides(update.shape().dims),
              out.mutable_bytes().data() + Offset(starts, strides) * bytes, strides);
  return out;
}

// The width-changing forms group low-order bits first (little-endian).
Result<Literal> BitcastConvert(Call& call) {
  const Literal& operand = call.operand(0);
  int from = BitWidth(operand.type()), to = BitWidth(call.shape().element_type);
  if (from % 8 == 0 && to % 8 == 0) return operand.WithShape(call.shape());
  Literal out(call.shape());
  if (out.size() * to != operand.size() * from) return call.Fail(Rule::kShape, "bit counts differ at run time");
  std::span<const uint8_t> in_bytes = operand.bytes();
  std::span<uint8_t> out_bytes = out.mutable_bytes();
  int in_storage = StorageBytes(operand.type()) * 8, out_storage = StorageBytes(out.type()) * 8;
  auto bit_of = [](int64_t bit, int width, int storage) { return bit / width * storage + bit % width; };
  for (int64_t bit = 0; bit < out.size() * to; ++bit) {
    int64_t source = bit_of(bit, from, in_storage), target = bit_of(bit, to, out_storage);
    out_bytes[target / 8] |= static_cast<uint8_t>((in_bytes[source / 8] >> (source % 8) & 1) << (target % 8));
  }
  if (IsSigned(out.type())) return Narrow(out.shape(), [&] {
    std::vector<int64_t> values = Widen<int64_t>(out);
    for (int64_t& value : values) value = Rounded(out.type(), value);
    return values;
  }());
  return out;
}

Result<Literal> Copy(Call& call) { return std::move(call.operands[0].literal); }

Result<Literal> GetDimensionSize(Call& call) {
  size_t dim = call.instruction.Int(Attr::kDimension);
  const RuntimeValue& operand = call.operands[0];
  Literal out(call.shape());
  out.SetInteger(0, operand.sizes.empty() ? operand.literal.shape().dims[dim] : operand.sizes[dim]);
  return out;
}

// Data passes through whole: a later, larger size shows what a smaller one hid (OPS.md V20).
Result<Values> SetDimensionSize(Call& call) {
  size_t dim = call.instruction.Int(Attr::kDimension);
  RuntimeValue value = std::move(call.operands[0]);
  int64_t size = call.operand(1).IntegerAt(0), bound = value.literal.shape().dims[dim];
  if (size < 0 || size > bound) {
    return call.Fail(Rule::kSize, "size " + std::to_string(size) + " is outside [0, " + std::to_string(bound) + "]");
  }
  if (value.sizes.empty()) value.sizes = value.literal.shape().dims;
  value.sizes[dim] = size;
  Shape shape = call.shape();
  shape.dims = value.literal.shape().dims;
  value.literal = value.literal.WithShape(shape);
  if (value.sizes == shape.dims && call.shape().IsStatic()) value.sizes.clear();
  return One(std::move(value));
}

}  // namespace

void Move(const Literal& from, int64_t first, const Dims& strides, Literal& to) {
  int bytes = StorageBytes(to.type());
  CopyStrided(bytes, to.shape().dims, from.bytes().data() + first * bytes, strides, to.mutable_bytes().data(),
              RowMajorStrides(to.shape().dims));
}

Result<Literal> BroadcastTo(const Literal& operand, const Shape& shape, const std::vector<int64_t>& mapped) {
  Literal out(shape);
  const Dims& dims = operand.shape().dims;
  Dims own = RowMajorStrides(dims), strides(shape.dims.size(), 0);
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] != 1 && dims[d] != shape.dims[mapped[d]]) return Error(Rule::kShape, "broadcast: sizes differ at run time");
    if (dims[d] != 1) strides[mapped[d]] = own[d];
  }
  Move(operand, 0, strides, out);
  return out;
}

Result<Literal> Iota(Call& call) {
  size_t dim = call.instruction.Int(Attr::kIotaDimension);
  const Shape& shape = call.shape();
  Shape line = Shape::Array(shape.element_type, {shape.dims[dim]});
  Literal values = VisitForm(shape.element_type, [&](auto tag) {
    using T = decltype(tag);
    std::vector<T> counted;
    for (int64_t i = 0; i < shape.dims[dim]; ++i) counted.push_back(static_cast<T>(i));
    return Narrow(line, counted);
  });
  Literal out(shape);
  Dims strides(shape.dims.size(), 0);
  strides[dim] = 1;
  Move(values, 0, strides, out);
  return out;
}

// Everything takes the padding value first; then the elements that negative padding leaves are laid in their places.
Result<Literal> Pad(Call& call) {
  const Literal &operand = call.operand(0), &value = call.operand(1);
  const std::vector<int64_t>& low = call.instruction.Ints(Attr::kEdgePaddingLow);
  const std::vector<int64_t>& interior = call.instruction.Ints(Attr::kInteriorPadding);
  Literal out = Literal::Splat(call.shape(), value);
  Dims dims = operand.shape().dims, from_strides = RowMajorStrides(dims), to_strides = RowMajorStrides(out.shape().dims);
  int64_t from = 0, to = 0;
  for (size_t d = 0; d < dims.size(); ++d) {
    int64_t step = interior[d] + 1, size = out.shape().dims[d];
    int64_t begin = low[d] >= 0 ? 0 : (-low[d] + step - 1) / step;
    int64_t room = size - 1 - low[d];
    int64_t end = room < 0 ? 0 : std::min(dims[d], room / step + 1);
    dims[d] = std::max<int64_t>(end - begin, 0);
    from += begin * from_strides[d];
    to += (low[d] + begin * step) * to_strides[d];
    to_strides[d] *= step;
  }
  if (Count(dims) == 0) return out;
  int bytes = StorageBytes(out.type());
  CopyStrided(bytes, dims, operand.bytes().data() + from * bytes, from_strides, out.mutable_bytes().data() + to * bytes, to_strides);
  return out;
}

std::span<const OperationRow> ShapeOperations() {
  constexpr Quantized kStored = Quantized::kStorage;
  static const OperationRow rows[] = {
      {Op::kConstant, Constant, nullptr, kStored},
      {Op::kChloConstant, Constant, nullptr, kStored},
      {Op::kIota, Iota},
      {Op::kBroadcast, Broadcast, nullptr, kStored},
      {Op::kBroadcastInDim, BroadcastInDim, nullptr, kStored},
      {Op::kReshape, Reshape, nullptr, kStored},
      {Op::kBitcast, Reshape, nullptr, kStored},
      {Op::kTranspose, Transpose, nullptr, kStored},
      {Op::kReverse, Reverse, nullptr, kStored},
      {Op::kConcatenate, Concatenate, nullptr, kStored},
      {Op::kSlice, Slice, nullptr, kStored},
      {Op::kDynamicSlice, DynamicSlice, nullptr, kStored},
      {Op::kDynamicUpdateSlice, DynamicUpdateSlice, nullptr, kStored},
      {Op::kPad, Pad, nullptr, kStored},
      {Op::kBitcastConvert, BitcastConvert, nullptr, kStored},
      {Op::kGetDimensionSize, GetDimensionSize, nullptr, kStored, RunTimeSizes::kWhole},
      {Op::kSetDimensionSize, nullptr, SetDimensionSize, kStored, RunTimeSizes::kWhole},
      {Op::kCopy, Copy, nullptr, kStored},
  };
  return rows;
}

}  // namespace mote::evaluation
