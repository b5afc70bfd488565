// The tiles that make the fewest loads, by a count of what a point costs.
#include "select/choose_forms.h"

#include <algorithm>
#include <limits>

#include "kernel/trips.h"
#include "print/printers.h"
#include "schema/vulkan_layout.h"

namespace mote {
namespace {

using Tiles = std::vector<ShaderForm::Tile>;

constexpr int32_t kTileSizes[] = {1, 2, 4, 8};
constexpr double kLoadCost = 8;             // of a load, where an arithmetic operation costs 1
constexpr double kDivisionCost = 24;        // of finding an axis' coordinate
constexpr int64_t kEnoughInvocations = 256;  // below it, parallelism counts more than reuse
constexpr double kMostUnrolled = 1024;      // operations: a driver compiles every one of them
constexpr double kMostPoints = 16;          // of a tile without loops, where little is left to share

// What a point costs where it costs most: in its loops, or in all of its body when it has none.
struct PointCost {
  std::vector<uint64_t> loads;  // the axes each depends on, as bits
  int operations = 0;
  bool loops = false;
};

PointCost CostOfPoint(const Kernel& kernel) {
  const std::vector<uint64_t> on = AxesOfNodes(kernel);
  PointCost found;
  found.loops = !kernel.loops.empty();
  int depth = 0;
  for (size_t id = 0; id < kernel.nodes.size(); ++id) {
    const Scalar op = kernel.nodes[id].op;
    depth += op == Scalar::kLoopBegin ? 1 : op == Scalar::kLoopEnd ? -1 : 0;
    if (found.loops && depth == 0) continue;
    if (op == Scalar::kLoad) found.loads.push_back(on[id]);
    if (static_cast<int>(op) >= 16) ++found.operations;
  }
  return found;
}

Tiles BestTiles(const Kernel& kernel, const IdVector<ParamValue>& values) {
  if (!IsFlat(kernel) || kernel.axes.size() > 64) return {};
  const PointCost point = CostOfPoint(kernel);
  if (point.loads.empty()) return {};
  const std::vector<AxisId>& axes = kernel.stages[0].axes;
  const auto extent = [&](AxisId axis) { return values[kernel.axes[axis].extent]; };
  int64_t points = 1;
  for (const AxisId axis : axes) points *= extent(axis);
  const auto cost = [&](const Tiles& tiles) {
    double tile = 1, waste = 1;
    for (const ShaderForm::Tile& t : tiles) {
      tile *= t.size;
      waste *= static_cast<double>((extent(t.axis) + t.size - 1) / t.size * t.size) / static_cast<double>(extent(t.axis));
    }
    const bool too_long = tile > 1 && (tile * point.operations > kMostUnrolled || (!point.loops && tile > kMostPoints));
    if (too_long) return std::numeric_limits<double>::infinity();
    double total = point.operations;
    if (!point.loops) total += kDivisionCost * static_cast<double>(axes.size() - 1) / tile;
    for (const uint64_t on : point.loads) {
      double served = tile;
      for (const ShaderForm::Tile& t : tiles) {
        if (on & (uint64_t{1} << t.axis)) served /= t.size;
      }
      total += kLoadCost / served;
    }
    const double invocations = static_cast<double>(points) / tile;
    return total * waste * std::max(1.0, kEnoughInvocations / std::max(invocations, 1.0));
  };
  Tiles best;
  double least = cost(best) * 0.9;  // tiles must be worth their longer text
  for (size_t a = 0; a < axes.size(); ++a) {
    for (size_t b = a + 1; b <= axes.size(); ++b) {  // b == size: one axis alone
      for (const int32_t size_a : kTileSizes) {
        for (const int32_t size_b : kTileSizes) {
          Tiles tiles;
          if (size_a > 1) tiles.push_back({axes[a], size_a});
          if (size_b > 1 && b < axes.size()) tiles.push_back({axes[b], size_b});
          if (cost(tiles) >= least) continue;
          least = cost(tiles);
          best = tiles;
        }
      }
    }
  }
  return best;
}

}  // namespace

ShaderForm WithNarrowStores(const Kernel& kernel, ShaderForm form) {
  for (const KernelOperand& operand : kernel.operands) {
    const int bytes = StorageBytes(operand.type);
    if (operand.written && bytes <= 2) form.tier |= bytes == 2 ? kMoteStorage16 : kMoteStorage8;
  }
  return form;
}

std::vector<ShaderForm> ChooseForms(const Kernel& kernel, const IdVector<ParamValue>& values) {
  constexpr int64_t kManyPoints = 1024;  // that are worth a second shader in the file
  ShaderForm plain = PlainForm(kernel);
  plain.tiles = BestTiles(kernel, values);
  const ShaderForm narrow = WithNarrowStores(kernel, plain);
  return narrow == plain || PointsOf(kernel, values) < kManyPoints ? std::vector{plain} : std::vector{narrow, plain};
}

}  // namespace mote
