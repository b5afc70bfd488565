// Operators that move elements and compute nothing: RESHAPE, TRANSPOSE, PAD and their kin. Scales of integers must stay what they are.
#include <algorithm>
#include <cstdlib>

#include "frontend/tflite/families.h"
#include "frontend/tflite/importer.h"

namespace mote::tfl {
namespace {

Status CheckSameScale(Node& n, size_t i = 0) {
  if (!IsQuantized(n.In(i)) || !IsQuantized(n.Out())) return Ok();
  MOTE_ASSIGN(const Scale in, n.In1(i));
  MOTE_ASSIGN(const Scale out, n.ScaleOf(n.Out()));
  if (in.scale == out.scale && in.zero == out.zero) return Ok();
  return n.Unsupported("moves integers between different scales");
}

// Where a slice along one dimension begins, in steps, and how many it takes.
struct Steps {
  int64_t start, count, stride;
};

// A part of x, one entry a dimension; negative strides reverse.
Operand Taken(Node& n, Operand x, const std::vector<Steps>& steps) {
  Ints start, limit, stride, reversed;
  for (size_t d = 0; d < steps.size(); ++d) {
    const Steps& s = steps[d];
    const int64_t span = s.count == 0 ? 0 : (s.count - 1) * std::abs(s.stride) + 1;
    const int64_t from = s.count == 0 ? 0 : s.stride > 0 ? s.start : s.start - (s.count - 1) * -s.stride;
    start.push_back(from);
    limit.push_back(from + span);
    stride.push_back(std::abs(s.stride));
    if (s.stride < 0) reversed.push_back(static_cast<int64_t>(d));
  }
  const Operand slice = n.b.Slice(x, start, limit, stride);
  return reversed.empty() ? slice : n.b.Rev(slice, reversed);
}

// Indices of one dimension as the operator counts them: from the end when negative, clamped.
Steps StepsOf(int64_t size, int64_t begin, int64_t end, int64_t stride, bool whole_begin, bool whole_end) {
  const int64_t low = stride > 0 ? 0 : -1, high = stride > 0 ? size : size - 1;
  const auto place = [&](int64_t i) { return std::clamp(i < 0 ? i + size : i, low, std::max(low, high)); };
  const int64_t from = whole_begin ? (stride > 0 ? 0 : size - 1) : place(begin), to = whole_end ? (stride > 0 ? size : -1) : place(end);
  const int64_t span = stride > 0 ? to - from : from - to;
  return {from, span <= 0 ? 0 : (span + std::abs(stride) - 1) / std::abs(stride), stride};
}

bool IsBlockable(Node& n, int64_t block) { return n.rank(0) == 4 && block >= 1; }

Status ConcatenateScales(Node& n) {
  for (size_t i = 0; i < n.inputs(); ++i) MOTE_CHECK_OK(CheckSameScale(n, i));
  return Ok();
}

// The inputs that are there, whatever their number.
Result<Operands> AllInputs(Node& n) {
  Operands all;
  for (size_t i = 0; i < n.inputs(); ++i) {
    if (!n.Has(i)) return n.Fail(Rule::kCount, "input " + std::to_string(i) + " is left out");
    if (n.type(i) != n.type(0)) return n.Fail(Rule::kElementMix, "the inputs must have one type");
    all.push_back(n.x(i));
  }
  return all;
}

// Pieces along a dimension, one an output.
Status SetPieces(Node& n, size_t input, int64_t axis, const std::vector<int64_t>& sizes) {
  int64_t at = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 0 || at > n.dims(input)[static_cast<size_t>(axis)] - sizes[i])
      return n.Fail(Rule::kSize, "the pieces are larger than the input");
    MOTE_CHECK_OK(n.Set(i, n.b.SliceInDim(n.x(input), at, at + sizes[i], 1, axis)));
    at += sizes[i];
  }
  return Ok();
}

}  // namespace

Status ReadReshape(Node& n) {
  if (n.In(0).shape.ElementCount() != n.Out().shape.ElementCount())
    return n.Fail(Rule::kSize, "input and output have different numbers of elements");
  MOTE_CHECK_OK(CheckSameScale(n));
  if (const std::optional<Literal> known = n.Known(0)) n.importer().Fold(n.graph(), n.OutputTensor(0), known->WithShape(n.Out().shape));
  return n.Set(n.b.Reshape(n.x(0), n.Out().shape.dims));
}

Status ReadTranspose(Node& n) {
  MOTE_ASSIGN(std::vector<int64_t> permutation, n.Integers(1));
  for (int64_t& d : permutation) {
    MOTE_ASSIGN(d, n.AxisOf(d, n.rank(0)));
  }
  return n.Set(n.b.Transpose(n.x(0), permutation));
}

Status ReadPad(Node& n) {
  MOTE_ASSIGN(const std::vector<int64_t> pads, n.Integers(1));
  if (static_cast<int64_t>(pads.size()) != 2 * n.rank(0)) return n.Fail(Rule::kCount, "two numbers a dimension are wanted");
  Ints low, high;
  for (size_t d = 0; d < pads.size(); d += 2) {
    if (pads[d] < 0 || pads[d + 1] < 0) return n.Fail(Rule::kSize, "padding below 0");
    low.push_back(pads[d]);
    high.push_back(pads[d + 1]);
  }
  const ElementType type = n.type(0);
  Operand value = n.Scalar(type, 0);
  if (n.Has(2)) {
    if (n.type(2) != type || n.In(2).shape.ElementCount() != 1)
      return n.Fail(Rule::kShape, "the value must be one element of the input's type");
    value = n.b.Reshape(n.x(2), {});
  } else if (IsQuantized(n.Out())) {
    MOTE_ASSIGN(const Scale out, n.ScaleOf(n.Out()));
    value = n.Scalar(type, out.zero);
  }
  MOTE_CHECK_OK(CheckSameScale(n));
  return n.Set(n.b.Pad(n.x(0), value, low, high));
}

// The border's rows and columns again, without (REFLECT) or with (SYMMETRIC) the outermost.
Status ReadMirrorPad(Node& n) {
  MOTE_ASSIGN(const file::MirrorPadOptions* o, n.Options<file::MirrorPadOptions>(77));
  MOTE_ASSIGN(const std::vector<int64_t> pads, n.Integers(1));
  if (static_cast<int64_t>(pads.size()) != 2 * n.rank(0)) return n.Fail(Rule::kCount, "two numbers a dimension are wanted");
  MOTE_CHECK_OK(CheckSameScale(n));
  const int64_t skipped = o->mode() == file::MirrorMode::SYMMETRIC ? 0 : 1;
  Operand x = n.x(0);
  for (int64_t d = 0; d < n.rank(0); ++d) {
    const int64_t size = n.dims(0)[static_cast<size_t>(d)], low = pads[static_cast<size_t>(2 * d)],
                  high = pads[static_cast<size_t>(2 * d + 1)];
    if (low < 0 || high < 0 || low > size - skipped || high > size - skipped)
      return n.Fail(Rule::kSize, "padding larger than what it mirrors");
    Operands parts;
    if (low > 0) parts.push_back(n.b.Rev(n.b.SliceInDim(x, skipped, skipped + low, 1, d), {d}));
    parts.push_back(x);
    if (high > 0) parts.push_back(n.b.Rev(n.b.SliceInDim(x, size - skipped - high, size - skipped, 1, d), {d}));
    if (parts.size() > 1) x = n.b.ConcatInDim(parts, d);
  }
  return n.Set(x);
}

Status ReadConcatenation(Node& n) {
  MOTE_ASSIGN(const file::ConcatenationOptions* o, n.Options<file::ConcatenationOptions>(10));
  MOTE_ASSIGN(const int64_t axis, n.AxisOf(o->axis(), n.Out().shape.rank()));
  MOTE_ASSIGN(const Operands all, AllInputs(n));
  MOTE_CHECK_OK(ConcatenateScales(n));
  if (o->activation() != file::Activation::NONE && !IsFloat(n.type(0))) return n.Unsupported("a fused activation of integers");
  MOTE_ASSIGN(const Operand result, Activated(n, n.b.ConcatInDim(all, axis), o->activation()));
  return n.Set(result);
}

Status ReadPack(Node& n) {
  MOTE_ASSIGN(const file::AxisOptions* o, n.Options<file::AxisOptions>(59));
  MOTE_ASSIGN(const int64_t axis, n.AxisOf(o->axis(), n.rank(0) + 1));
  MOTE_ASSIGN(Operands all, AllInputs(n));
  MOTE_CHECK_OK(ConcatenateScales(n));
  Dims dims = n.dims(0);
  dims.insert(dims.begin() + axis, 1);
  for (Operand& one : all) one = n.b.Reshape(one, dims);
  return n.Set(n.b.ConcatInDim(all, axis));
}

Status ReadUnpack(Node& n) {
  MOTE_ASSIGN(const file::AxisOptions* o, n.Options<file::AxisOptions>(64));
  MOTE_ASSIGN(const int64_t axis, n.AxisOf(o->axis(), n.rank(0)));
  if (static_cast<int64_t>(n.outputs()) != n.dims(0)[static_cast<size_t>(axis)])
    return n.Fail(Rule::kCount, "one output for each index is wanted");
  for (size_t i = 0; i < n.outputs(); ++i) {
    const int64_t at = static_cast<int64_t>(i);
    const Operand slice = n.b.SliceInDim(n.x(0), at, at + 1, 1, axis);
    if (n.b.error()) return *n.b.error();
    if (n.Out(i).shape.ElementCount() != n.b.shape(slice).ElementCount())
      return n.Fail(Rule::kShape, "output " + std::to_string(i) + " has another shape");
    MOTE_CHECK_OK(n.Set(i, n.b.Reshape(slice, n.Out(i).shape.dims)));
  }
  return Ok();
}

Status ReadSplit(Node& n) {
  MOTE_ASSIGN(const int64_t axis, n.Axis(0, n.rank(1)));
  const int64_t size = n.dims(1)[static_cast<size_t>(axis)], count = static_cast<int64_t>(n.outputs());
  if (count == 0 || size % count != 0)
    return n.Fail(Rule::kDivisible, std::to_string(size) + " are no multiple of " + std::to_string(count) + " pieces");
  return SetPieces(n, 1, axis, std::vector<int64_t>(static_cast<size_t>(count), size / count));
}

Status ReadSplitV(Node& n) {
  MOTE_ASSIGN(std::vector<int64_t> sizes, n.Integers(1));
  MOTE_ASSIGN(const int64_t axis, n.Axis(2, n.rank(0)));
  if (sizes.size() != n.outputs()) return n.Fail(Rule::kCount, "one size for each output is wanted");
  int64_t rest = n.dims(0)[static_cast<size_t>(axis)];
  for (const int64_t size : sizes) rest -= std::max<int64_t>(size, 0);
  for (int64_t& size : sizes) size = size == -1 ? rest : size;
  return SetPieces(n, 0, axis, sizes);
}

Status ReadSlice(Node& n) {
  MOTE_ASSIGN(const std::vector<int64_t> begin, n.Integers(1));
  MOTE_ASSIGN(const std::vector<int64_t> sizes, n.Integers(2));
  if (static_cast<int64_t>(begin.size()) != n.rank(0) || sizes.size() != begin.size())
    return n.Fail(Rule::kCount, "one begin and one size a dimension are wanted");
  Ints limit;
  for (size_t d = 0; d < begin.size(); ++d) {
    const int64_t size = n.dims(0)[d];
    if (begin[d] < 0 || begin[d] > size || sizes[d] < -1 || sizes[d] > size - begin[d])
      return n.Fail(Rule::kSize, "the slice does not lie inside dimension " + std::to_string(d));
    limit.push_back(sizes[d] == -1 ? size : begin[d] + sizes[d]);
  }
  return n.Set(n.b.Slice(n.x(0), begin, limit));
}

Status ReadStridedSlice(Node& n) {
  MOTE_ASSIGN(const file::StridedSliceOptions* o, n.Options<file::StridedSliceOptions>(32));
  MOTE_ASSIGN(const std::vector<int64_t> begin, n.Integers(1));
  MOTE_ASSIGN(const std::vector<int64_t> end, n.Integers(2));
  MOTE_ASSIGN(const std::vector<int64_t> stride, n.Integers(3));
  if (begin.size() != end.size() || begin.size() != stride.size() || begin.size() > 31)
    return n.Fail(Rule::kCount, "as many begins as ends and strides are wanted");
  const auto bit = [](int32_t mask, size_t i) { return (static_cast<uint32_t>(mask) >> i & 1) != 0; };
  bool ellipsis = false;
  for (size_t i = 0; i < begin.size(); ++i) {
    if (bit(o->ellipsis_mask(), i) && ellipsis) return n.Fail(Rule::kAttribute, "a second ellipsis");
    ellipsis = ellipsis || bit(o->ellipsis_mask(), i);
  }
  std::vector<Steps> steps;
  for (size_t i = 0; i < begin.size(); ++i) {
    const size_t d = steps.size();
    if (bit(o->ellipsis_mask(), i)) {  // all dimensions that the others leave
      int64_t left = n.rank(0) - static_cast<int64_t>(d);
      for (size_t k = i + 1; k < begin.size(); ++k) left -= !bit(o->new_axis_mask(), k);
      for (int64_t e = 0; e < left; ++e) steps.push_back({0, n.dims(0)[steps.size()], 1});
      continue;
    }
    if (bit(o->new_axis_mask(), i)) continue;
    if (static_cast<int64_t>(d) >= n.rank(0)) return n.Fail(Rule::kCount, "more begins than dimensions");
    if (stride[i] == 0) return n.Fail(Rule::kAttribute, "a stride of 0");
    const int64_t size = n.dims(0)[d];
    if (bit(o->shrink_axis_mask(), i)) {
      const int64_t at = bit(o->begin_mask(), i) ? 0 : begin[i] < 0 ? begin[i] + size : begin[i];
      if (at < 0 || at >= size) return n.Fail(Rule::kSize, "index " + std::to_string(begin[i]) + " of dimension " + std::to_string(d));
      steps.push_back({at, 1, 1});
      continue;
    }
    const Steps from = StepsOf(size, begin[i], 0, stride[i], bit(o->begin_mask(), i), true);
    steps.push_back(
        StepsOf(size, begin[i], o->offset() ? end[i] + from.start : end[i], stride[i], bit(o->begin_mask(), i), bit(o->end_mask(), i)));
  }
  while (static_cast<int64_t>(steps.size()) < n.rank(0)) steps.push_back({0, n.dims(0)[steps.size()], 1});
  const Operand taken = Taken(n, n.x(0), steps);
  if (n.b.error()) return *n.b.error();
  if (n.b.shape(taken).ElementCount() != n.Out().shape.ElementCount())
    return n.Fail(Rule::kShape, "gives the elements of " + ToString(n.b.shape(taken)));
  return n.Set(n.b.Reshape(taken, n.Out().shape.dims));
}

Status ReadReverse(Node& n) {
  MOTE_ASSIGN(Ints axes, n.Integers(1));
  for (int64_t& axis : axes) {
    MOTE_ASSIGN(axis, n.AxisOf(axis, n.rank(0)));
  }
  return n.Set(n.b.Rev(n.x(0), axes));
}

Status ReadTile(Node& n) {
  MOTE_ASSIGN(const std::vector<int64_t> times, n.Integers(1));
  if (static_cast<int64_t>(times.size()) != n.rank(0)) return n.Fail(Rule::kCount, "one number a dimension is wanted");
  Dims wide;
  Ints at;
  for (size_t d = 0; d < times.size(); ++d) {
    if (times[d] < 0) return n.Fail(Rule::kSize, "a number of copies below 0");
    wide.push_back(times[d]);
    at.push_back(static_cast<int64_t>(wide.size()));
    wide.push_back(n.dims(0)[d]);
  }
  if (n.Out().shape.rank() != n.rank(0)) return n.Fail(Rule::kShape, "output and input must have as many dimensions");
  for (size_t d = 0; d < times.size(); ++d) {  // __int128: both sides come from the file
    if (static_cast<__int128>(times[d]) * n.dims(0)[d] != n.Out().shape.dims[d]) return n.Fail(Rule::kShape, "copies give another size");
  }
  return n.Set(n.b.Reshape(n.b.BroadcastInDim(n.x(0), wide, at), n.Out().shape.dims));
}

Status ReadBroadcastTo(Node& n) {
  const Dims &from = n.dims(0), &to = n.Out().shape.dims;
  bool fits = from.size() <= to.size();
  for (size_t d = 0; fits && d < from.size(); ++d) fits = from[d] == 1 || from[d] == to[to.size() - from.size() + d];
  if (!fits) return n.Fail(Rule::kShape, "the input cannot be stretched to the output");
  return n.Set(n.Like(n.x(0), to));
}

Status ReadSpaceToDepth(Node& n) {
  MOTE_ASSIGN(const file::BlockOptions* o, n.Options<file::BlockOptions>(19));
  const int64_t block = o->block_size();
  if (!IsBlockable(n, block) || n.dims(0)[1] % block != 0 || n.dims(0)[2] % block != 0)
    return n.Fail(Rule::kDivisible, "blocks of " + std::to_string(block) + " do not divide the input");
  const Dims& d = n.dims(0);
  const Operand parts = n.b.Reshape(n.x(0), {d[0], d[1] / block, block, d[2] / block, block, d[3]});
  return n.Set(n.b.Reshape(n.b.Transpose(parts, {0, 1, 3, 2, 4, 5}), n.Out().shape.dims));
}

Status ReadDepthToSpace(Node& n) {
  MOTE_ASSIGN(const file::BlockOptions* o, n.Options<file::BlockOptions>(94));
  const int64_t block = o->block_size();
  if (!IsBlockable(n, block) || block > INT32_MAX / block || n.dims(0)[3] % (block * block) != 0)
    return n.Fail(Rule::kDivisible, "blocks of " + std::to_string(block) + " do not divide the input");
  const Dims& d = n.dims(0);
  const Operand parts = n.b.Reshape(n.x(0), {d[0], d[1], d[2], block, block, d[3] / (block * block)});
  return n.Set(n.b.Reshape(n.b.Transpose(parts, {0, 1, 3, 2, 4, 5}), n.Out().shape.dims));
}

Status ReadShape(Node& n) {
  Literal sizes(Shape::Array(n.Out().shape.element_type, {n.rank(0)}));
  for (int64_t d = 0; d < n.rank(0); ++d) sizes.SetInteger(d, n.dims(0)[static_cast<size_t>(d)]);
  n.importer().Fold(n.graph(), n.OutputTensor(0), sizes);
  return n.Set(n.b.ConstantLiteral(sizes));
}

Status ReadFill(Node& n) {
  if (n.In(1).shape.ElementCount() != 1) return n.Fail(Rule::kShape, "the value must be one element");
  return n.Set(n.b.BroadcastInDim(n.b.Reshape(n.x(1), {}), n.Out().shape.dims, {}));
}

Status ReadZerosLike(Node& n) { return n.Set(n.b.BroadcastInDim(n.Scalar(n.type(0), 0), n.dims(0), {})); }

}  // namespace mote::tfl
