// LaneFacts: two walks over a stage's body.
#include "print/c_lanes.h"

#include <algorithm>

namespace mote {
namespace {

class Walk {
 public:
  Walk(const Kernel& kernel, const Stage& stage, LaneFacts* facts)
      : k_(kernel), stage_(stage), f_(*facts), inner_(stage.axes.empty() ? kNone : stage.axes.back()) {}

  // Carried values vary when what is carried does, so the walk is repeated until nothing changes.
  void FindVarying() {
    for (bool changed = true; changed;) {
      changed = false;
      int depth = 0;
      for (NodeId id = stage_.body.first; id < stage_.body.last; ++id) {
        if (At(id).op == Scalar::kLoopEnd) --depth;
        f_.depth[id] = depth;
        if (At(id).op == Scalar::kLoopBegin) ++depth;
        const bool varied = f_.varies[id], moved = f_.moves[id];
        Update(id);
        changed = changed || f_.varies[id] != varied || f_.moves[id] != moved;
      }
    }
  }

  void FindGuards() {
    for (NodeId begin = stage_.body.first; begin < stage_.body.last; ++begin) {
      if (At(begin).op == Scalar::kLoopBegin) f_.guard[At(begin).index] = GuardOf(begin);
    }
  }

 private:
  const Node& At(NodeId id) const { return k_.nodes[id]; }
  bool IsLane(AxisId axis) const { return std::find(stage_.axes.begin(), stage_.axes.end(), axis) != stage_.axes.end(); }

  void Update(NodeId id) {
    const Node& node = At(id);
    bool varies = node.op == Scalar::kStore, moves = varies;
    const auto follow = [&](NodeId from) {
      if (from == kNone) return;
      varies = varies || f_.varies[from];
      moves = moves || f_.moves[from];
    };
    const auto along = [&](AxisId axis) {
      varies = varies || axis == inner_;
      moves = moves || IsLane(axis);
    };
    for (NodeId in : node.in) follow(in);
    if (node.op == Scalar::kCarried) follow(k_.loops[node.index].next[node.bits]);
    if (node.op == Scalar::kAxis) along(node.index);
    if (node.op == Scalar::kLoad || node.op == Scalar::kStore) {
      for (const Access::Term& term : k_.accesses[node.index].terms) along(term.axis);
    }
    f_.varies[id] = varies;
    f_.moves[id] = moves;
  }

  NodeId GuardOf(NodeId begin) const {
    const int32_t loop = At(begin).index;
    const auto is_result = [&](NodeId id) { return id != kNone && At(id).op == Scalar::kCarried && At(id).index == loop; };
    const auto keeps_none = [&](const std::vector<NodeId>& list) { return std::none_of(list.begin(), list.end(), is_result); };
    NodeId end = begin, guard = kNone;
    while (At(end).op != Scalar::kLoopEnd || At(end).index != loop) ++end;
    for (NodeId id = end + 1; id < stage_.body.last; ++id) {
      const Node& user = At(id);
      for (NodeId in : user.in) {
        if (!is_result(in)) continue;
        const bool kept = IsSelect(user.op) && user.in[1] == in && user.in[2] == At(in).in[0] && user.in[0] < begin;
        if (!kept || (guard != kNone && guard != user.in[0])) return kNone;
        guard = user.in[0];
      }
    }
    if (!keeps_none(stage_.values)) return kNone;
    for (const Loop& other : k_.loops) {
      if (!keeps_none(other.next)) return kNone;
    }
    return guard;
  }

  const Kernel& k_;
  const Stage& stage_;
  LaneFacts& f_;
  AxisId inner_;
};

}  // namespace

bool IsSelect(Scalar op) {
  return op == Scalar::kSelectI || op == Scalar::kSelectL || op == Scalar::kSelectF || op == Scalar::kSelectD;
}

void LaneFacts::Add(const Kernel& kernel, const Stage& stage) {
  Walk walk(kernel, stage, this);
  walk.FindVarying();
  walk.FindGuards();
}

}  // namespace mote
