// What the C printer may leave out: bounds of computed and predicated accesses that follow from the parameter values.
#pragma once

#include <span>

#include "kernel/index.h"
#include "kernel/kernel.h"

namespace mote {

class Bounds {
 public:
  Bounds(const Kernel& kernel, const IdVector<ParamValue>& values) : k_(kernel), values_(values) {}

  // Whether every element the load or store `node` touches, its predicate granted, lies in [0, elements).
  bool Inside(const Node& node, int64_t elements) const;

 private:
  // An i32 node as a sum over axes and other nodes, none of which wraps.
  Coordinate AffineOf(NodeId id, int depth) const;
  Range RangeOf(NodeId id, int depth) const;
  Range RangeOf(const Coordinate& coordinate, int depth) const;
  int64_t Value(ParamId id) const { return id == kNone ? 0 : values_[id]; }
  int64_t Extent(AxisId axis) const { return Value(k_.axes[axis].extent); }
  // The conjuncts `node < count` (unsigned) of a predicate.
  void Conjuncts(NodeId predicate, std::vector<std::pair<Coordinate, int64_t>>* out) const;

  const Kernel& k_;
  const IdVector<ParamValue>& values_;
};

}  // namespace mote
