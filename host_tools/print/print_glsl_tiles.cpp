// GlslTiles, and the choice of a schedule.
#include "print/print_glsl_tiles.h"

#include <algorithm>
#include <limits>

namespace mote {
namespace {

bool IsInline(Scalar op) {
  return op == Scalar::kConstant || op == Scalar::kParam || op == Scalar::kAxis || op == Scalar::kReduced || op == Scalar::kCombinerInput;
}

// What each node depends on, as a set of axes given by `bit_of`.
template <typename Bits, typename BitOf>
std::vector<Bits> Dependences(const Kernel& kernel, const BitOf& bit_of) {
  std::vector<Bits> bits(kernel.nodes.size(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t id = 0; id < kernel.nodes.size(); ++id) {
      const Node& node = kernel.nodes[id];
      Bits all = bits[id];
      for (const NodeId in : node.in) {
        if (in != kNone) all |= bits[in];
      }
      if (node.op == Scalar::kAxis) all |= bit_of(node.index);
      if (node.op == Scalar::kLoad || node.op == Scalar::kStore) {
        for (const Access::Term& term : kernel.accesses[node.index].terms) all |= bit_of(term.axis);
      }
      if (node.op == Scalar::kCarried) all |= bits[kernel.loops[node.index].next[node.bits]];
      changed |= all != bits[id];
      bits[id] = all;
    }
  }
  return bits;
}

}  // namespace

GlslTiles::GlslTiles(const Kernel& kernel, const GlslSchedule& schedule)
    : kernel_(kernel), schedule_(schedule), masks_(kernel.nodes.size(), 0), last_use_(kernel.nodes.size(), kNone) {
  if (schedule_.tiles.empty()) return;
  masks_ = Dependences<Mask>(kernel, [this](AxisId axis) { return MaskOfAxis(axis); });
  for (size_t id = 0; id < kernel.nodes.size(); ++id) {
    const Node& node = kernel.nodes[id];
    for (const NodeId in : node.in) {
      if (in != kNone) last_use_[in] = static_cast<NodeId>(id);
    }
    if (node.op != Scalar::kLoopEnd) continue;
    for (const NodeId next : kernel.loops[node.index].next) last_use_[next] = static_cast<NodeId>(id);
  }
}

GlslTiles::Mask GlslTiles::MaskOfAxis(AxisId axis) const {
  for (size_t t = 0; t < schedule_.tiles.size(); ++t) {
    if (schedule_.tiles[t].axis == axis) return static_cast<Mask>(1u << t);
  }
  return 0;
}

int32_t GlslTiles::SizeOf(AxisId axis) const {
  for (const GlslSchedule::Tile& tile : schedule_.tiles) {
    if (tile.axis == axis) return tile.size;
  }
  return 1;
}

GlslTiles::Run GlslTiles::RunFrom(NodeId first, NodeId last) const {
  const auto stands_alone = [this](NodeId id) {
    const Scalar op = kernel_.nodes[id].op;
    return op == Scalar::kLoopBegin || op == Scalar::kLoopEnd || op == Scalar::kCarried;
  };
  if (stands_alone(first) || IsInline(kernel_.nodes[first].op) || masks_[first] == 0) return {first, first + 1, 0};
  NodeId end = first + 1;
  while (end < last && !stands_alone(end) && (IsInline(kernel_.nodes[end].op) || masks_[end] == masks_[first])) ++end;
  return {first, end, masks_[first]};
}

std::string GlslTiles::Subscript(Mask mask) const {
  std::string text;
  for (size_t t = 0; t < schedule_.tiles.size(); ++t) {
    if (mask & (1u << t)) text += "[t" + std::to_string(t) + "]";
  }
  return text;
}

std::string GlslTiles::Dimensions(Mask mask) const {
  std::string text;
  for (size_t t = 0; t < schedule_.tiles.size(); ++t) {
    if (mask & (1u << t)) text += "[" + std::to_string(schedule_.tiles[t].size) + "]";
  }
  return text;
}

std::vector<std::string> GlslTiles::LoopHeads(Mask mask) const {
  std::vector<std::string> heads;
  for (size_t t = 0; t < schedule_.tiles.size(); ++t) {
    const std::string name = "t" + std::to_string(t), size = std::to_string(schedule_.tiles[t].size);
    if (mask & (1u << t)) heads.push_back("[[unroll]] for (int " + name + " = 0; " + name + " < " + size + "; ++" + name + ") {");
  }
  return heads;
}

std::vector<std::string> GlslTiles::InsideConditions(Mask mask) const {
  std::vector<std::string> conditions;
  for (size_t t = schedule_.tiles.size(); t-- > 0;) {
    if (!(mask & (1u << t))) continue;
    const AxisId axis = schedule_.tiles[t].axis;
    conditions.push_back("first_i" + std::to_string(axis) + " + t" + std::to_string(t) + " < extent" +
                         std::to_string(kernel_.axes[axis].extent));
  }
  return conditions;
}

std::vector<AxisId> GlslTiles::axes() const {
  std::vector<AxisId> all;
  for (const GlslSchedule::Tile& tile : schedule_.tiles) all.push_back(tile.axis);
  return all;
}

namespace {

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
  const std::vector<uint64_t> on = Dependences<uint64_t>(kernel, [](AxisId axis) { return uint64_t{1} << (axis & 63); });
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

}  // namespace

GlslSchedule ScheduleGlsl(const Kernel& kernel, const std::vector<ParamValue>& values) {
  if (!IsFlat(kernel) || kernel.axes.size() > 64) return {};
  const PointCost point = CostOfPoint(kernel);
  if (point.loads.empty()) return {};
  const std::vector<AxisId>& axes = kernel.stages[0].axes;
  const auto extent = [&](AxisId axis) { return values[kernel.axes[axis].extent]; };
  int64_t points = 1;
  for (const AxisId axis : axes) points *= extent(axis);
  const auto cost = [&](const GlslSchedule& schedule) {
    double tile = 1, waste = 1;
    for (const GlslSchedule::Tile& t : schedule.tiles) {
      tile *= t.size;
      waste *= static_cast<double>((extent(t.axis) + t.size - 1) / t.size * t.size) / static_cast<double>(extent(t.axis));
    }
    const bool too_long = tile > 1 && (tile * point.operations > kMostUnrolled || (!point.loops && tile > kMostPoints));
    if (too_long) return std::numeric_limits<double>::infinity();
    double total = point.operations;
    if (!point.loops) total += kDivisionCost * static_cast<double>(axes.size() - 1) / tile;
    for (const uint64_t on : point.loads) {
      double served = tile;
      for (const GlslSchedule::Tile& t : schedule.tiles) {
        if (on & (uint64_t{1} << t.axis)) served /= t.size;
      }
      total += kLoadCost / served;
    }
    const double invocations = static_cast<double>(points) / tile;
    return total * waste * std::max(1.0, kEnoughInvocations / std::max(invocations, 1.0));
  };
  GlslSchedule best;
  double least = cost(best) * 0.9;  // a schedule must be worth its longer text
  for (size_t a = 0; a < axes.size(); ++a) {
    for (size_t b = a + 1; b <= axes.size(); ++b) {  // b == size: one axis alone
      for (const int32_t size_a : kTileSizes) {
        for (const int32_t size_b : kTileSizes) {
          GlslSchedule schedule;
          if (size_a > 1) schedule.tiles.push_back({axes[a], size_a});
          if (size_b > 1 && b < axes.size()) schedule.tiles.push_back({axes[b], size_b});
          if (cost(schedule) >= least) continue;
          least = cost(schedule);
          best = schedule;
        }
      }
    }
  }
  return best;
}

}  // namespace mote
