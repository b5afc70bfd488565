// See tiled_convolution.h. The transforms are those of runtime/cpu/winograd, node by node.
#include "lower/tiled_convolution.h"

#include <algorithm>

#include "lower/epilogue.h"
#include "schema/routine_geometry.h"
#include "schema/winograd_layout.h"

namespace mote {
namespace {

constexpr int kTile = kMoteTiledOutputs, kSide = kMoteTiledPositions, kPositions = kSide * kSide;
constexpr auto kPointA = static_cast<float>(MOTE_TILED_POINT_A), kPointB = static_cast<float>(MOTE_TILED_POINT_B);
constexpr float kPointA2 = kPointA * kPointA, kPointB2 = kPointB * kPointB;

using Six = std::array<NodeId, kSide>;

class Transforms {
 public:
  explicit Transforms(KernelBuilder& b) : b_(b) {}

  // Six values of the input to the coefficients of the points 0, a, -a, b, -b and infinity.
  Six ToPoints(const Six& d) {
    const NodeId zero = Fma(kPointA2 * kPointB2, d[0], Fma(-(kPointA2 + kPointB2), d[2], d[4]));
    const NodeId infinity = Fma(kPointA2 * kPointB2, d[1], Fma(-(kPointA2 + kPointB2), d[3], d[5]));
    const NodeId even_a = Fma(-kPointB2, d[2], d[4]), odd_a = Fma(-kPointB2, d[1], d[3]);
    const NodeId even_b = Fma(-kPointA2, d[2], d[4]), odd_b = Fma(-kPointA2, d[1], d[3]);
    return {zero, Fma(kPointA, odd_a, even_a), Fma(-kPointA, odd_a, even_a), Fma(kPointB, odd_b, even_b),
            Fma(-kPointB, odd_b, even_b), infinity};
  }

  // The products of six points to four outputs.
  std::array<NodeId, kTile> FromPoints(const Six& m) {
    const NodeId even_a = Add(m[1], m[2]), odd_a = b_.Op(Scalar::kSubF, m[1], m[2]);
    const NodeId even_b = Add(m[3], m[4]), odd_b = b_.Op(Scalar::kSubF, m[3], m[4]);
    return {Add(Add(m[0], even_a), even_b), Fma(kPointB, odd_b, Times(kPointA, odd_a)), Fma(kPointB2, even_b, Times(kPointA2, even_a)),
            Fma(kPointB2 * kPointB, odd_b, Fma(kPointA2 * kPointA, odd_a, m[5]))};
  }

 private:
  NodeId Add(NodeId a, NodeId b) { return b_.Op(Scalar::kAddF, a, b); }
  NodeId Times(float factor, NodeId a) { return b_.Op(Scalar::kMulF, b_.F32(factor), a); }
  NodeId Fma(float factor, NodeId a, NodeId b) { return b_.Op(Scalar::kFmaF, b_.F32(factor), a, b); }

  KernelBuilder& b_;
};

ParamId Param(KernelBuilder& b, Parameter::Role role, int64_t value) { return b.AddParam(role, Reg::kI32, value); }
ParamId Stride(KernelBuilder& b, int64_t value) { return Param(b, Parameter::Role::kStride, value); }
ParamId Offset(KernelBuilder& b, int64_t value) { return value == 0 ? kNone : Param(b, Parameter::Role::kOffset, value); }

// Whether the tile's position `first` and its multiples of four lie in [0, extent); kNone: always.
NodeId Inside(KernelBuilder& b, AxisId tile, int64_t tiles, int64_t first, int64_t extent) {
  if (first >= 0 && first + kTile * (tiles - 1) < extent) return kNone;
  const NodeId offset = b.ParamNode(Param(b, Parameter::Role::kOffset, first));
  const NodeId limit = b.ParamNode(Param(b, Parameter::Role::kExtent, extent));
  return b.Op(Scalar::kLtUI, b.Op(Scalar::kAddI, b.Op(Scalar::kMulI, b.AxisNode(tile), b.I32(kTile)), offset), limit);
}

NodeId Both(KernelBuilder& b, NodeId x, NodeId y) {
  if (x == kNone || y == kNone) return x == kNone ? y : x;
  return b.Op(Scalar::kAndI, x, y);
}

}  // namespace

TiledShape::TiledShape(const IdVector<int64_t>& f)
    : fields(f), batch(f[kMoteConvBatch]), down((f[kMoteConvOutH] + kTile - 1) / kTile), across((f[kMoteConvOutW] + kTile - 1) / kTile),
      in(f[kMoteConvInPerGroup]), out(f[kMoteConvOutPerGroup]) {}

int64_t TiledShape::Panels() const { return (out + kMoteTiledPanel - 1) / kMoteTiledPanel; }

int64_t TiledShape::InputStep() const { return MoteTiledStride(Tiles() * in); }

int64_t TiledShape::ProductStep() const { return MoteTiledStride(Tiles() * out); }

bool TiledShape::HasWholePanels() const { return out < kMoteTiledPanel || out % kMoteTiledPanel == 0; }

MadeKernel TiledInputs(const TiledShape& s) {
  const IdVector<int64_t>& f = s.fields;
  KernelBuilder b("tiled_inputs");
  const int32_t from = b.AddOperand(ElementType::kF32, true, false), to = b.AddOperand(ElementType::kF32, false, true);
  const AxisId image = b.AddAxis(Axis::Kind::kLane, s.batch), y = b.AddAxis(Axis::Kind::kLane, s.down),
               x = b.AddAxis(Axis::Kind::kLane, s.across), channel = b.AddAxis(Axis::Kind::kLane, s.in);
  b.BeginStage(Stage::Kind::kMap, {image, y, x, channel});
  const IdVector<Access::Term> read = {{image, Stride(b, f[kMoteConvLhsB])}, {y, Stride(b, kTile * f[kMoteConvLhsY])},
                                       {x, Stride(b, kTile * f[kMoteConvLhsX])}, {channel, Stride(b, f[kMoteConvLhsC])}};
  const IdVector<Access::Term> written = {{image, Stride(b, s.down * s.across * s.in)}, {y, Stride(b, s.across * s.in)},
                                          {x, Stride(b, s.in)}, {channel, Stride(b, 1)}};
  const auto load = [&](int64_t i, int64_t j) {
    const int64_t row = i - f[kMoteConvPadY], column = j - f[kMoteConvPadX];
    const ParamId offset = Offset(b, f[kMoteConvLhsOffset] + row * f[kMoteConvLhsY] + column * f[kMoteConvLhsX]);
    const int32_t access = b.AddAccess({from, offset, read});
    const NodeId in_row = Inside(b, y, s.down, row, f[kMoteConvInH]), in_column = Inside(b, x, s.across, column, f[kMoteConvInW]);
    return b.Load(access, Reg::kF32, kNone, Both(b, in_row, in_column));
  };
  Transforms transforms(b);
  std::array<Six, kSide> rows;
  for (int j = 0; j < kSide; ++j) {
    Six d;
    for (int i = 0; i < kSide; ++i) d[i] = load(i, j);
    d = transforms.ToPoints(d);
    for (int i = 0; i < kSide; ++i) rows[i][j] = d[i];
  }
  for (int i = 0; i < kSide; ++i) {
    const Six made = transforms.ToPoints(rows[i]);
    for (int j = 0; j < kSide; ++j) {
      b.Store(b.AddAccess({to, Offset(b, (kSide * i + j) * s.InputStep()), written}), made[j]);
    }
  }
  return b.EndAndTake();
}

MadeKernel TiledProducts(const TiledShape& s) {
  KernelBuilder b("tiled_products");
  const int32_t inputs = b.AddOperand(ElementType::kF32, true, false), weights = b.AddOperand(ElementType::kF32, true, false),
                made = b.AddOperand(ElementType::kF32, false, true);
  const int64_t width = std::min<int64_t>(s.out, kMoteTiledPanel);
  const AxisId position = b.AddAxis(Axis::Kind::kLane, kPositions), tile = b.AddAxis(Axis::Kind::kLane, s.Tiles()),
               panel = b.AddAxis(Axis::Kind::kLane, s.Panels()), output = b.AddAxis(Axis::Kind::kLane, width),
               channel = b.AddAxis(Axis::Kind::kLoop, s.in);
  b.BeginStage(Stage::Kind::kMap, {position, tile, panel, output});
  const int32_t input = b.AddAccess({inputs, kNone, {{position, Stride(b, s.InputStep())}, {tile, Stride(b, s.in)},
                                                     {channel, Stride(b, 1)}}});
  const int32_t weight = b.AddAccess({weights, kNone, {{position, Stride(b, s.in * s.out)}, {panel, Stride(b, width * s.in)},
                                                       {output, Stride(b, 1)}, {channel, Stride(b, width)}}});
  const int32_t product = b.AddAccess({made, kNone, {{position, Stride(b, s.ProductStep())}, {tile, Stride(b, s.out)},
                                                     {panel, Stride(b, width)}, {output, Stride(b, 1)}}});
  const NodeId zero = b.F32(0);
  const int32_t loop = b.BeginLoop(channel);
  const NodeId sum = b.Carried(loop, zero);
  b.EndLoop(loop, {b.Op(Scalar::kFmaF, b.Load(input, Reg::kF32), b.Load(weight, Reg::kF32), sum)});
  b.Store(product, b.CarriedOf(loop)[0]);
  return b.EndAndTake();
}

std::optional<BoundKernel> TiledOutputs(const Module& module, const Computation& computation, const Group& group, const TiledShape& s,
                                        std::string* why) {
  int32_t at = -1;
  const Instruction& convolution = *AnchorOf(computation, group, &at);
  const auto sums = [&](Emitter& e, const std::vector<Coordinate>& axes) {
    e.ShareStrides();
    Transforms transforms(e.b);
    const Coordinate tile = axes[0] * (s.down * s.across) + axes[1] * s.across + axes[2];
    std::array<Six, kTile> rows;
    for (int j = 0; j < kSide; ++j) {
      Six m;
      for (int i = 0; i < kSide; ++i) {
        m[i] = e.LoadAt(0, ElementType::kF32, tile * s.out + axes[3] + (kSide * i + j) * s.ProductStep());
      }
      const std::array<NodeId, kTile> made = transforms.FromPoints(m);
      for (int i = 0; i < kTile; ++i) rows[i][j] = made[i];
    }
    std::vector<SumAt> points;
    for (int i = 0; i < kTile; ++i) {
      const std::array<NodeId, kTile> made = transforms.FromPoints(rows[i]);
      const Coordinate y = axes[1] * kTile + i;
      for (int j = 0; j < kTile; ++j) {
        const Coordinate x = axes[2] * kTile + j;
        const NodeId there = e.And(e.InRange(y, 0, s.fields[kMoteConvOutH]), e.InRange(x, 0, s.fields[kMoteConvOutW]));
        points.push_back({PlaceOfConvolution(convolution, {axes[0], y, x, axes[3]}), made[j], there});
      }
    }
    return points;
  };
  return Epilogue(module, computation, group, at, {s.batch, s.down, s.across, s.out}, 1, sums, why);
}

}  // namespace mote
