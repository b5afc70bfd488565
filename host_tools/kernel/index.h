// Index expressions of the lowering: coordinates that are affine in kernel axes plus computed nodes, and the index of a whole array.
// Not part of the kernel: they end up as accesses, offsets and predicates.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "hlo/shape.h"
#include "kernel/kernel.h"

namespace mote {

// constant + Σ factor·axis + Σ factor·node, each list ascending and without zero factors.
struct Coordinate {
  int64_t constant = 0;
  std::vector<std::pair<AxisId, int64_t>> axes;
  std::vector<std::pair<NodeId, int64_t>> nodes;

  static Coordinate Of(int64_t value) { return {value, {}, {}}; }
  static Coordinate Axis(AxisId axis) { return {0, {{axis, 1}}, {}}; }
  static Coordinate Node(NodeId node) { return {0, {}, {{node, 1}}}; }
  bool IsConstant() const { return axes.empty() && nodes.empty(); }
  bool operator==(const Coordinate&) const = default;
};

Coordinate operator+(const Coordinate& a, const Coordinate& b);
Coordinate operator*(const Coordinate& a, int64_t factor);
inline Coordinate operator+(const Coordinate& a, int64_t constant) { return a + Coordinate::Of(constant); }

// Where in an array: by its dimensions, by its row-major position, or both. A reshape keeps the position; dimensions are found when asked
// for.
struct Index {
  std::optional<std::vector<Coordinate>> dims;
  std::optional<Coordinate> linear;

  static Index Of(std::vector<Coordinate> dims) { return {std::move(dims), std::nullopt}; }
  static Index Linear(Coordinate linear) { return {std::nullopt, std::move(linear)}; }
  static Index Scalar() { return {std::vector<Coordinate>(), Coordinate()}; }
};

// Inclusive bounds.
struct Range {
  int64_t low = 0, high = 0;
};

// A key for maps: equal for equal expressions.
std::vector<int64_t> KeyOf(const Coordinate& coordinate);

}  // namespace mote
