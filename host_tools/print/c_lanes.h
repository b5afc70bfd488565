// What the C printer must know of a stage: which nodes change from lane to lane, and which loops run only under a predicate.
#pragma once

#include <vector>

#include "kernel/kernel.h"

namespace mote {

struct LaneFacts {
  IdVector<bool> varies;   // per node: changes along the innermost lane axis; stores always
  IdVector<bool> moves;    // per node: changes along any lane axis
  std::vector<int> depth;     // per node: sequential loops around it
  // Per loop: a predicate under which alone its results are kept, Select(p, final, initial) for each of them, so that it need not run
  // otherwise.
  IdVector<NodeId> guard;

  explicit LaneFacts(const Kernel& kernel)
      : varies(kernel.nodes.size()), moves(kernel.nodes.size()), depth(kernel.nodes.size()), guard(kernel.loops.size(), kNone) {}
  // Adds the facts of one stage.
  void Add(const Kernel& kernel, const Stage& stage);
};

bool IsSelect(Scalar op);

}  // namespace mote
