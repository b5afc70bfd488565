// Operators that read elements at computed or tabled places: GATHER, GATHER_ND, ARG_MAX, ONE_HOT, RESIZE_*.
#include <algorithm>
#include <cmath>

#include "frontend/tflite/families.h"

namespace mote::tfl {
namespace {

constexpr int64_t kMostSize = 1 << 20;  // of a resized side: its places are a table

// The place of the largest or smallest element, the first of several.
Status ReadExtremePlace(Node& n, bool largest) {
  MOTE_ASSIGN(const int64_t axis, n.Axis(1, n.rank(0)));
  const ElementType type = n.type(0), index = n.Out().shape.element_type;
  if (index != ElementType::kS32 && index != ElementType::kS64) return n.Fail(Rule::kElementType, "places must be s32 or s64");
  if (n.dims(0)[static_cast<size_t>(axis)] < 1) return n.Fail(Rule::kSize, "the largest of nothing");
  Builder c("better");
  const Operand value = c.Parameter(0, Shape::Scalar(type)), at = c.Parameter(1, Shape::Scalar(index));
  const Operand other = c.Parameter(2, Shape::Scalar(type)), its = c.Parameter(3, Shape::Scalar(index));
  const Operand better = largest ? c.Gt(value, other) : c.Lt(value, other);
  const Operand first = c.Or(better, c.And(c.Eq(value, other), c.Lt(at, its)));
  MOTE_ASSIGN(const Module computation, c.Build(Operands{c.Select(first, value, other), c.Select(first, at, its)}));
  const double infinity = std::numeric_limits<double>::infinity();
  const Range range = RangeOf(type);
  const Operand start = IsFloat(type) ? n.Real(type, largest ? -infinity : infinity) : n.Scalar(type, largest ? range.low : range.high);
  const Operand places = n.b.Iota(Shape::Array(index, n.dims(0)), axis);
  const Operand last = n.Scalar(index, INT32_MAX);
  const Operands results = n.b.Reduce({n.x(0), places}, {start, last}, computation, {axis});
  if (results.size() != 2) return *n.b.error();
  return n.Set(n.b.Reshape(results[1], n.Out().shape.dims));
}

// ---- resizing


Operand Rows(Node& n, Operand x, const std::vector<int64_t>& places, int64_t dimension) {
  if (n.b.error()) return {};
  GatherDimensions g;
  Ints sizes = n.b.shape(x).dims;
  for (int64_t d = 0; d < static_cast<int64_t>(sizes.size()); ++d) {
    if (d != dimension) g.offset_dims.push_back(d);
  }
  sizes[static_cast<size_t>(dimension)] = 1;
  g.collapsed_slice_dims = g.start_index_map = {dimension};
  g.index_vector_dim = 1;
  return n.b.Gather(x, n.Constant(ElementType::kS32, {static_cast<int64_t>(places.size())}, places), g, sizes);
}

struct Side {
  std::vector<int64_t> low, high;
  std::vector<double> fraction;  // of the way from low to high: a float, or in 1024ths
};

Side RealSide(int64_t in, int64_t out, bool corners, bool half) {
  float scale = static_cast<float>(in) / static_cast<float>(out);
  if (corners && out > 1) scale = static_cast<float>(in - 1) / static_cast<float>(out - 1);
  Side side;
  for (int64_t i = 0; i < out; ++i) {
    const float at = half ? (static_cast<float>(i) + 0.5f) * scale - 0.5f : static_cast<float>(i) * scale;
    const int64_t low = std::max<int64_t>(static_cast<int64_t>(std::floor(at)), 0);
    side.low.push_back(std::min(low, in - 1));
    side.high.push_back(std::clamp<int64_t>(static_cast<int64_t>(std::ceil(at)), 0, in - 1));
    side.fraction.push_back(at - static_cast<float>(low));
  }
  return side;
}

Side FixedSide(int64_t in, int64_t out, bool corners, bool half) {
  int64_t scale = (1024 * in + out / 2) / out;
  if (corners && out > 1) scale = (1024 * (in - 1) + (out - 1) / 2) / (out - 1);
  Side side;
  for (int64_t i = 0; i < out; ++i) {
    const int64_t at = half ? i * scale + scale / 2 - 512 : i * scale;
    const int64_t low = std::max<int64_t>(at / 1024, 0);
    side.low.push_back(std::min(low, in - 1));
    side.high.push_back(std::clamp<int64_t>((at + 1023) / 1024, 0, in - 1));
    side.fraction.push_back(static_cast<double>(at - 1024 * low));
  }
  return side;
}

Status CheckResize(Node& n) {
  if (n.rank(0) != 4 || n.Out().shape.rank() != 4) return n.Fail(Rule::kRank, "input and output must have four dimensions");
  for (size_t d = 1; d < 3; ++d) {
    if (n.dims(0)[d] < 1 || n.Out().shape.dims[d] < 1 || n.Out().shape.dims[d] > kMostSize || n.dims(0)[d] > kMostSize) {
      return n.Fail(Rule::kSize, "sides from 1 to " + std::to_string(kMostSize) + " are wanted");
    }
  }
  return n.Spend(static_cast<uint64_t>(n.Out().shape.dims[1] + n.Out().shape.dims[2]) * 16);
}

// Four neighbours, each by its two weights, in the order of TFLite's sum.
Operand Interpolated(Node& n, Operand x, const Side& rows, const Side& columns, ElementType type, double one) {
  const Dims& dims = n.Out().shape.dims;
  const auto weights = [&](const Side& side, int64_t d, bool high) {
    Literal literal(Shape::Array(type, {dims[static_cast<size_t>(d)]}));
    for (size_t i = 0; i < side.fraction.size(); ++i) {
      const double far = side.fraction[i], near = IsFloat(type) ? 1 - static_cast<float>(far) : one - far;
      literal.SetReal(static_cast<int64_t>(i), high ? far : near);
    }
    return n.b.BroadcastInDim(n.b.ConstantLiteral(literal), dims, {d});
  };
  const auto part = [&](bool lower, bool right) {
    const Operand corner = Rows(n, Rows(n, x, lower ? rows.high : rows.low, 1), right ? columns.high : columns.low, 2);
    return n.b.Mul(n.b.Mul(corner, weights(rows, 1, lower)), weights(columns, 2, right));
  };
  return n.b.Add(n.b.Add(n.b.Add(part(false, false), part(true, false)), part(false, true)), part(true, true));
}

}  // namespace

Status ReadArgMax(Node& n) { return ReadExtremePlace(n, true); }
Status ReadArgMin(Node& n) { return ReadExtremePlace(n, false); }

Status ReadResizeBilinear(Node& n) {
  MOTE_ASSIGN(const file::ResizeBilinearOptions* o, n.Options<file::ResizeBilinearOptions>(15));
  MOTE_CHECK_OK(CheckResize(n));
  const Dims &in = n.dims(0), &out = n.Out().shape.dims;
  const bool corners = o->align_corners(), half = o->half_pixel_centers();
  if (corners && half) return n.Fail(Rule::kAttribute, "aligned corners and half pixels exclude each other");
  if (IsFloat(n.type(0))) {
    const Side rows = RealSide(in[1], out[1], corners, half), columns = RealSide(in[2], out[2], corners, half);
    return n.Set(Interpolated(n, n.x(0), rows, columns, n.type(0), 1));
  }
  if (n.type(0) != ElementType::kS8 && n.type(0) != ElementType::kS16) return n.Unsupported("elements of this type");
  const ElementType type = n.type(0) == ElementType::kS8 ? ElementType::kS32 : ElementType::kS64;
  const Operand wide = n.b.ConvertElementType(n.x(0), type);
  const Side rows = FixedSide(in[1], out[1], corners, half), columns = FixedSide(in[2], out[2], corners, half);
  const Operand sum = Interpolated(n, wide, rows, columns, type, 1024);
  const Operand away =
      n.b.Select(n.b.Gt(sum, n.Scalar(type, 0)), n.b.Add(sum, n.Scalar(type, 1 << 19)), n.b.Sub(sum, n.Scalar(type, 1 << 19)));
  return n.Set(n.b.ConvertElementType(n.b.Div(away, n.Scalar(type, 1 << 20)), n.type(0)));
}

Status ReadResizeNearest(Node& n) {
  MOTE_ASSIGN(const file::ResizeNearestOptions* o, n.Options<file::ResizeNearestOptions>(74));
  MOTE_CHECK_OK(CheckResize(n));
  const auto places = [&](size_t d) {
    const int64_t in = n.dims(0)[d], out = n.Out().shape.dims[d];
    const bool corners = o->align_corners() && out > 1;
    const float scale =
        corners ? static_cast<float>(in - 1) / static_cast<float>(out - 1) : static_cast<float>(in) / static_cast<float>(out);
    std::vector<int64_t> list;
    for (int64_t i = 0; i < out; ++i) {
      const float at = (static_cast<float>(i) + (o->half_pixel_centers() ? 0.5f : 0.0f)) * scale;
      list.push_back(std::clamp<int64_t>(static_cast<int64_t>(o->align_corners() ? std::round(at) : std::floor(at)), 0, in - 1));
    }
    return list;
  };
  return n.Set(Rows(n, Rows(n, n.x(0), places(1), 1), places(2), 2));
}

Status ReadGather(Node& n) {
  MOTE_ASSIGN(const file::GatherOptions* o, n.Options<file::GatherOptions>(23));
  MOTE_ASSIGN(const int64_t axis, n.AxisOf(o->axis(), n.rank(0)));
  int64_t batch = o->batch_dims() < 0 ? o->batch_dims() + n.rank(1) : o->batch_dims();
  if (batch < 0 || batch > axis || batch > n.rank(1))
    return n.Fail(Rule::kAttribute, "batch dimensions " + std::to_string(o->batch_dims()));
  GatherDimensions g;
  Ints sizes = n.dims(0);
  for (int64_t d = 0; d < batch; ++d) {
    g.operand_batching_dims.push_back(d);
    g.start_indices_batching_dims.push_back(d);
    sizes[static_cast<size_t>(d)] = 1;
  }
  sizes[static_cast<size_t>(axis)] = 1;
  g.collapsed_slice_dims = g.start_index_map = {axis};
  g.index_vector_dim = n.rank(1);
  const int64_t index_dims = n.rank(1) - batch;
  for (int64_t d = batch; d < n.rank(0); ++d) {
    if (d != axis) g.offset_dims.push_back(d < axis ? d : d - 1 + index_dims);
  }
  return n.Set(n.b.Gather(n.x(0), n.x(1), g, sizes));
}

Status ReadGatherNd(Node& n) {
  if (n.rank(1) < 1) return n.Fail(Rule::kRank, "indices must have a last dimension");
  const int64_t depth = n.dims(1).back();
  if (depth < 1 || depth > n.rank(0)) return n.Fail(Rule::kShape, "indices of " + std::to_string(depth) + " dimensions");
  GatherDimensions g;
  Ints sizes = n.dims(0);
  for (int64_t d = 0; d < n.rank(0); ++d) {
    if (d < depth) {
      g.collapsed_slice_dims.push_back(d);
      g.start_index_map.push_back(d);
      sizes[static_cast<size_t>(d)] = 1;
    } else {
      g.offset_dims.push_back(n.rank(1) - 1 + d - depth);
    }
  }
  g.index_vector_dim = n.rank(1) - 1;
  return n.Set(n.b.Gather(n.x(0), n.x(1), g, sizes));
}

Status ReadOneHot(Node& n) {
  MOTE_ASSIGN(const file::OneHotOptions* o, n.Options<file::OneHotOptions>(61));
  const int64_t rank = n.rank(0) + 1;
  MOTE_ASSIGN(const int64_t axis, n.AxisOf(o->axis(), rank));
  const ElementType type = n.type(0);
  if (n.Out().shape.rank() != rank || (type != ElementType::kS32 && type != ElementType::kS64))
    return n.Fail(Rule::kShape, "one dimension more than the indices of s32 or s64 is wanted");
  for (size_t i = 2; i < 4; ++i) {
    if (n.In(i).shape.ElementCount() != 1 || n.type(i) != n.Out().shape.element_type)
      return n.Fail(Rule::kShape, "the values must be one element of the output's type");
  }
  const Dims& dims = n.Out().shape.dims;
  Ints at;
  for (int64_t d = 0; d < rank; ++d) {
    if (d == axis) continue;
    if (dims[static_cast<size_t>(d)] != n.dims(0)[at.size()]) return n.Fail(Rule::kShape, "the output has other sizes than the indices");
    at.push_back(d);
  }
  const Operand here = n.b.Eq(n.b.BroadcastInDim(n.x(0), dims, at), n.b.Iota(Shape::Array(type, dims), axis));
  const auto value = [&](size_t i) { return n.b.BroadcastInDim(n.b.Reshape(n.x(i), {}), dims, {}); };
  return n.Set(n.b.Select(here, value(2), value(3)));
}

Status ReadTopK(Node& n) {
  MOTE_ASSIGN(const std::vector<int64_t> k, n.Integers(1));
  if (k.size() != 1 || n.outputs() != 2) return n.Fail(Rule::kCount, "one k and two outputs are wanted");
  const Operands results = n.b.TopK(n.x(0), k[0]);
  if (results.size() != 2) return *n.b.error();
  MOTE_CHECK_OK(n.Set(0, results[0]));
  return n.Set(1, results[1]);
}

Status ReadCumsum(Node& n) {
  MOTE_ASSIGN(const file::CumsumOptions* o, n.Options<file::CumsumOptions>(102));
  MOTE_ASSIGN(const int64_t axis, n.Axis(1, n.rank(0)));
  const ElementType type = n.type(0);
  if (IsQuantized(n.In(0)) && !IsFloat(type)) return n.Unsupported("integers with a scale");
  const int64_t size = n.dims(0)[static_cast<size_t>(axis)];
  if (size < 1) return n.Fail(Rule::kSize, "a sum of nothing");
  Ints window(static_cast<size_t>(n.rank(0)), 1), ones = window;
  IntMatrix pads(static_cast<size_t>(n.rank(0)), {0, 0});
  window[static_cast<size_t>(axis)] = size;
  // Exclusive: the window ends one before; reversed: it lies behind.
  const int64_t before = o->exclusive() ? size : size - 1, behind = o->exclusive() ? -1 : 0;
  pads[static_cast<size_t>(axis)] = o->reverse() ? std::vector<int64_t>{behind, before} : std::vector<int64_t>{before, behind};
  return n.Set(n.b.ReduceWindowWithGeneralPadding(n.x(0), n.Scalar(type, 0), Combiner(Op::kAdd, type), window, ones, {}, {}, pads));
}

Status ReadL2Normalization(Node& n) {
  if (!IsFloat(n.type(0)) || n.rank(0) < 1) return n.Unsupported("elements of this type");
  const Operand x = n.x(0), square = SumOver(n, n.b.Mul(x, x), {n.rank(0) - 1});
  const Operand length = n.b.Max(n.b.Sqrt(square), n.Real(n.type(0), 1e-6f));
  Ints at;
  for (int64_t d = 0; d + 1 < n.rank(0); ++d) at.push_back(d);
  return n.Set(n.b.Div(x, n.b.BroadcastInDim(length, n.dims(0), at)));
}

Status ReadLogSoftmax(Node& n) {
  if (!IsFloat(n.type(0)) || n.rank(0) < 1) return n.Unsupported("elements of this type");
  const Ints last = {n.rank(0) - 1};
  Ints at;
  for (int64_t d = 0; d + 1 < n.rank(0); ++d) at.push_back(d);
  const auto over = [&](Operand rows) { return n.b.BroadcastInDim(rows, n.dims(0), at); };
  const Operand moved = n.b.Sub(n.x(0), over(Extreme(n, n.x(0), true, last)));
  return n.Set(n.b.Sub(moved, over(n.b.Log(SumOver(n, n.b.Exp(moved), last)))));
}

}  // namespace mote::tfl
