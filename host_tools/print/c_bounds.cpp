// Interval arithmetic over the nodes of a kernel with known parameter values.
#include "print/c_bounds.h"

#include <algorithm>

namespace mote {
namespace {

constexpr int kDeepest = 24;  // of the node graph that is looked at
constexpr Range kAnything{INT32_MIN, INT32_MAX};

bool Fits(Range range) { return range.low >= INT32_MIN && range.high <= INT32_MAX; }

}  // namespace

Coordinate Bounds::AffineOf(NodeId id, int depth) const {
  const Node& node = k_.nodes[id];
  const auto in = [&](size_t i) { return AffineOf(node.in[i], depth + 1); };
  Coordinate out;
  if (depth > kDeepest) return Coordinate::Node(id);
  switch (node.op) {
    case Scalar::kConstant: return Coordinate::Of(static_cast<int32_t>(node.bits));
    case Scalar::kParam: return Coordinate::Of(static_cast<int32_t>(Value(node.index)));
    case Scalar::kAxis: return Coordinate::Axis(node.index);
    case Scalar::kAddI: out = in(0) + in(1); break;
    case Scalar::kSubI: out = in(0) + in(1) * -1; break;
    case Scalar::kMulI: {
      const Coordinate a = in(0), b = in(1);
      if (!a.IsConstant() && !b.IsConstant()) return Coordinate::Node(id);
      out = a.IsConstant() ? b * a.constant : a * b.constant;
      break;
    }
    default: return Coordinate::Node(id);
  }
  return Fits(RangeOf(out, depth + 1)) ? out : Coordinate::Node(id);
}

Range Bounds::RangeOf(const Coordinate& coordinate, int depth) const {
  Range range{coordinate.constant, coordinate.constant};
  const auto add = [&](Range term, int64_t factor) {
    range.low += factor * (factor > 0 ? term.low : term.high);
    range.high += factor * (factor > 0 ? term.high : term.low);
  };
  for (const auto& [axis, factor] : coordinate.axes) add({0, std::max<int64_t>(Extent(axis) - 1, 0)}, factor);
  for (const auto& [node, factor] : coordinate.nodes) add(RangeOf(node, depth + 1), factor);
  return range;
}

Range Bounds::RangeOf(NodeId id, int depth) const {
  const Node& node = k_.nodes[id];
  if (depth > kDeepest) return kAnything;
  const auto in = [&](size_t i) { return RangeOf(node.in[i], depth + 1); };
  switch (node.op) {
    case Scalar::kMinSI: return {std::min(in(0).low, in(1).low), std::min(in(0).high, in(1).high)};
    case Scalar::kMaxSI: return {std::max(in(0).low, in(1).low), std::max(in(0).high, in(1).high)};
    case Scalar::kDivUI: {
      const Range a = in(0), b = in(1);
      return a.low >= 0 && b.low > 0 ? Range{a.low / b.high, a.high / b.low} : kAnything;
    }
    case Scalar::kRemUI: return in(1).low > 0 ? Range{0, in(1).high - 1} : kAnything;
    case Scalar::kConstant: case Scalar::kParam: case Scalar::kAxis: case Scalar::kAddI: case Scalar::kSubI: case Scalar::kMulI: {
      const Coordinate affine = AffineOf(id, depth + 1);
      if (affine == Coordinate::Node(id)) return kAnything;
      const Range range = RangeOf(affine, depth + 1);
      return Fits(range) ? range : kAnything;
    }
    default: return kAnything;
  }
}

void Bounds::Conjuncts(NodeId predicate, std::vector<std::pair<Coordinate, int64_t>>* out) const {
  if (predicate == kNone) return;
  const Node& node = k_.nodes[predicate];
  if (node.op == Scalar::kAndI) {
    Conjuncts(node.in[0], out);
    Conjuncts(node.in[1], out);
  }
  if (node.op != Scalar::kLtUI) return;
  const Coordinate count = AffineOf(node.in[1], 0);
  if (count.IsConstant() && count.constant > 0) out->emplace_back(AffineOf(node.in[0], 0), count.constant);
}

bool Bounds::Inside(const Node& node, int64_t elements) const {
  const bool load = node.op == Scalar::kLoad;
  const NodeId offset = load ? node.in[0] : node.in[1], predicate = load ? node.in[1] : node.in[2];
  const Access& access = k_.accesses[node.index];
  Coordinate place = Coordinate::Of(Value(access.offset));
  for (const Access::Term& term : access.terms) place = place + Coordinate::Axis(term.axis) * Value(term.stride);
  if (offset != kNone) place = place + AffineOf(offset, 0);
  // Take multiples of what the predicate bounds out of the place: what is left must be bounded by itself.
  std::vector<std::pair<Coordinate, int64_t>> known;
  Conjuncts(predicate, &known);
  Range range{0, 0};
  for (const auto& [bounded, count] : known) {
    int64_t factor = 0;
    const auto take = [&](const auto& from, const auto& of) {
      for (const auto& part : of) {
        const auto found = std::find_if(from.begin(), from.end(), [&](const auto& term) { return term.first == part.first; });
        if (factor == 0 && found != from.end() && found->second % part.second == 0) factor = found->second / part.second;
      }
    };
    take(place.axes, bounded.axes);
    take(place.nodes, bounded.nodes);
    if (factor == 0) continue;
    place = place + bounded * -factor;
    (factor > 0 ? range.high : range.low) += factor * (count - 1);
  }
  const Range rest = RangeOf(place, 0);
  return rest.low + range.low >= 0 && rest.high + range.high < elements;
}

}  // namespace mote
