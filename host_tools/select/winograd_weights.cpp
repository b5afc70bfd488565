// PaysByTiles: what both ways cost, in multiplications of a vector. TakeByTiles: the transform in f64, rounded once.
#include "select/winograd_weights.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "schema/winograd_layout.h"

namespace mote {
namespace {

constexpr int64_t kLeastChannels = 16;  // with fewer, transforms take what products save
constexpr int kTaps = 3, kPositions = kMoteTiledPositions;
constexpr int64_t kAllPositions = kPositions * kPositions, kAllTaps = kTaps * kTaps;

// Of a tap in each position's weight: its power at the point, over the products of the point's distances from the others.
std::array<std::array<double, kTaps>, kPositions> WeightTransform() {
  const std::array<double, kPositions - 1> points = {0, MOTE_TILED_POINT_A, -MOTE_TILED_POINT_A, MOTE_TILED_POINT_B, -MOTE_TILED_POINT_B};
  std::array<std::array<double, kTaps>, kPositions> rows{};
  for (size_t i = 0; i < points.size(); ++i) {
    double distances = 1;
    for (size_t k = 0; k < points.size(); ++k) {
      if (k != i) distances *= points[i] - points[k];
    }
    rows[i] = {1 / distances, points[i] / distances, points[i] * points[i] / distances};
  }
  rows.back() = {0, 0, 1};
  return rows;
}

bool IsOfFloats(const RoutineRow& row) {
  return row.geometry == &kMoteConvolutionGeometry && row.lhs == ElementType::kF32 && row.rhs == ElementType::kF32;
}

bool IsOneOfTiles(const IdVector<int64_t>& f) {
  const auto all = [&](std::initializer_list<int> fields, int64_t value) {
    return std::all_of(fields.begin(), fields.end(), [&](int field) { return f[field] == value; });
  };
  return all({kMoteConvKernelH, kMoteConvKernelW}, kTaps) &&
         all({kMoteConvStrideY, kMoteConvStrideX, kMoteConvDilationY, kMoteConvDilationX, kMoteConvGroups}, 1);
}

// In multiplications of vectors of eight, as measured with AVX2: a direct one loses a third where windows are cut and register tiles not
// full; a vector of weights that no cache near has takes the time of four; a tile's transforms some five hundred for eight channels.
struct Cost {
  double direct, tiles;
};
Cost CostOf(const IdVector<int64_t>& f) {
  constexpr double kLanes = 8, kCut = 1.3, kRead = 4, kInput = 500, kOutput = 400, kSide = kMoteTiledOutputs;
  const auto number = [&](int field) { return static_cast<double>(f[field]); };
  const double in = number(kMoteConvInPerGroup), out = number(kMoteConvOutPerGroup), batch = number(kMoteConvBatch);
  const double down = std::ceil(number(kMoteConvOutH) / kSide), across = std::ceil(number(kMoteConvOutW) / kSide);
  const double products = in * out / kLanes;
  const double transforms = kInput * std::ceil(in / kLanes) + kOutput * std::ceil(out / kLanes);
  return {kAllTaps * products * (kCut * batch * number(kMoteConvOutH) * number(kMoteConvOutW) + kRead),
          kAllPositions * products * (batch * down * across + kRead) + batch * down * across * transforms};
}

// Finite, also when they are transformed, which makes no weight twice as large as the largest of its taps.
bool AllFinite(const Literal& weights) {
  for (int64_t i = 0; i < weights.shape().ElementCount(); ++i) {
    if (!(std::fabs(weights.RealAt(i)) < 0x1p126)) return false;
  }
  return true;
}

}  // namespace

bool PaysByTiles(const BoundRoutine& form, const Literal& weights) {
  const IdVector<int64_t>& f = form.fields;
  if (!IsOfFloats(*form.row) || !IsOneOfTiles(f)) return false;
  if (std::min(f[kMoteConvInPerGroup], f[kMoteConvOutPerGroup]) < kLeastChannels || f[kMoteConvInPerGroup] > kMoteTiledMostChannels) {
    return false;
  }
  const Cost cost = CostOf(f);
  return cost.tiles < 0.9 * cost.direct && AllFinite(weights);
}

Literal TakeByTiles(BoundRoutine* form, const Literal& weights) {
  IdVector<int64_t>& f = form->fields;
  const auto transform = WeightTransform();
  const int64_t in = f[kMoteConvInPerGroup], out = f[kMoteConvOutPerGroup];
  Literal made(Shape::Array(ElementType::kF32, {kAllPositions, in * out}));
  auto* const to = reinterpret_cast<float*>(made.mutable_bytes().data());
  for (int64_t i = 0; i < in; ++i) {
    for (int64_t o = 0; o < out; ++o) {
      const int64_t first = f[kMoteConvRhsOffset] + i * f[kMoteConvRhsC] + o * f[kMoteConvRhsO];
      const int64_t panel = o / kMoteTiledPanel * kMoteTiledPanel, width = std::min<int64_t>(kMoteTiledPanel, out - panel);
      const int64_t place = panel * in + i * width + o - panel;
      std::array<std::array<double, kTaps>, kTaps> taps;
      for (int y = 0; y < kTaps; ++y) {
        for (int x = 0; x < kTaps; ++x) taps[y][x] = weights.RealAt(first + y * f[kMoteConvRhsY] + x * f[kMoteConvRhsX]);
      }
      for (int u = 0; u < kPositions; ++u) {
        for (int v = 0; v < kPositions; ++v) {
          double sum = 0;
          for (int y = 0; y < kTaps; ++y) {
            for (int x = 0; x < kTaps; ++x) sum += transform[u][y] * transform[v][x] * taps[y][x];
          }
          to[(u * kPositions + v) * in * out + place] = static_cast<float>(sum);
        }
      }
    }
  }
  form->row = &RowOf(Routine::kWinogradF32);
  f[kMoteConvKernelH] = f[kMoteConvKernelW] = kPositions;
  f[kMoteConvRhsX] = in * out, f[kMoteConvRhsC] = 1;
  f[kMoteConvRhsY] = f[kMoteConvRhsO] = f[kMoteConvRhsOffset] = 0;
  return made;
}

}  // namespace mote
