// ArrangeNodes: dead node removal and loop-invariant motion, per stage body and combiner.
#include "kernel/arrange.h"

#include <utility>

namespace mote {
namespace {

struct Arranger {
  const Kernel& old;
  IdVector<bool> live;
  IdVector<int> depth;       // loop depth at which a node must stand; 0 outside loops
  IdVector<NodeId> renamed;
  IdVector<Node> nodes;

  explicit Arranger(const Kernel& kernel)
      : old(kernel), live(kernel.nodes.size()), depth(kernel.nodes.size()), renamed(kernel.nodes.size(), kNone) {}

  const Node& at(NodeId id) const { return old.nodes[id]; }

  void Mark(NodeId id) {
    std::vector<NodeId> open{id};
    while (!open.empty()) {
      const NodeId next = open.back();
      open.pop_back();
      if (next == kNone || live[next]) continue;
      live[next] = true;
      const Node& node = at(next);
      for (NodeId in : node.in) open.push_back(in);
      if (node.op == Scalar::kCarried) {
        for (NodeId value : old.loops[node.index].next) open.push_back(value);
      }
    }
  }

  void MarkAll() {
    for (size_t i = 0; i < old.nodes.size(); ++i) {
      if (old.nodes[i].op == Scalar::kStore) Mark(static_cast<NodeId>(i));
    }
    for (const Stage& stage : old.stages) {
      for (const auto* list : {&stage.values, &stage.inits, &stage.combined}) {
        for (NodeId id : *list) Mark(id);
      }
    }
    // A loop in use keeps all its carried values: their positions are fixed. Their operands may bring further loops into use.
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t loop = 0; loop < old.loops.size(); ++loop) {
        if (!LoopIsLive(static_cast<int32_t>(loop))) continue;
        for (size_t i = 0; i < old.nodes.size(); ++i) {
          const Node& node = old.nodes[i];
          if (node.index != static_cast<int32_t>(loop) || live[i]) continue;
          if (node.op != Scalar::kCarried && node.op != Scalar::kLoopBegin && node.op != Scalar::kLoopEnd) continue;
          Mark(static_cast<NodeId>(i));
          changed = true;
        }
      }
    }
  }

  bool LoopIsLive(int32_t loop) const {
    bool inside = false;
    for (size_t i = 0; i < old.nodes.size(); ++i) {
      const Node& node = old.nodes[i];
      if (node.op == Scalar::kLoopBegin && node.index == loop) inside = true;
      if (node.op == Scalar::kLoopEnd && node.index == loop) return false;
      if (inside && live[i] && (node.op == Scalar::kStore || (node.op == Scalar::kCarried && node.index == loop))) return true;
    }
    return false;
  }

  // The loop depth each node needs, from its operands, its axis and its place.
  void FindDepths(NodeRange range) {
    std::vector<int32_t> open;  // loops around the current node
    const auto depth_of_axis = [&](AxisId axis) {
      for (size_t i = open.size(); i-- > 0;) {
        if (old.loops[open[i]].axis == axis) return static_cast<int>(i) + 1;
      }
      return 0;
    };
    for (NodeId id = range.first; id < range.last; ++id) {
      const Node& node = at(id);
      int need = 0;
      for (NodeId in : node.in) {
        if (in == kNone) continue;
        need = std::max(need, std::min(depth[in], static_cast<int>(open.size())));
      }
      if (node.op == Scalar::kLoopBegin) open.push_back(node.index);
      const int here = static_cast<int>(open.size());
      if (node.op == Scalar::kAxis) need = depth_of_axis(node.index);
      if (node.op == Scalar::kLoad) {
        const Access& access = old.accesses[node.index];
        for (const Access::Term& term : access.terms) need = std::max(need, depth_of_axis(term.axis));
        if (old.operands[access.operand].written) need = here;
      }
      if (node.op == Scalar::kStore || node.op == Scalar::kCarried || node.op == Scalar::kLoopBegin || node.op == Scalar::kLoopEnd) {
        need = here;
      }
      depth[id] = need;
      if (node.op == Scalar::kLoopEnd) open.pop_back();
    }
  }

  // Emits the live nodes of [first, last) that may stand at `level`, an enclosing loop's hoisted nodes right before its LoopBegin.
  void EmitRange(NodeRange range) {
    for (NodeId id = range.first; id < range.last; ++id) {
      if (!live[id]) continue;
      const Node& node = at(id);
      if (node.op == Scalar::kLoopBegin) EmitInvariants(id, range.last, depth[id] - 1);
      Emit(id);
    }
  }

  // Everything inside the loop that begins at `begin` and needs no more than `level` loops around it.
  void EmitInvariants(NodeId begin, NodeId last, int level) {
    for (NodeId id = begin + 1; id < last; ++id) {
      const Node& node = at(id);
      if (node.op == Scalar::kLoopEnd && node.index == at(begin).index) return;
      if (live[id] && depth[id] <= level) Emit(id);
    }
  }

  void Emit(NodeId id) {
    if (renamed[id] != kNone) return;
    renamed[id] = nodes.count();
    Node node = at(id);
    for (NodeId& in : node.in) {
      if (in != kNone) in = renamed[in];
    }
    nodes.push_back(node);
  }

  NodeRange Arrange(NodeRange range) {
    FindDepths(range);
    const NodeId first = nodes.count();
    EmitRange(range);
    return {first, nodes.count()};
  }
};

}  // namespace

void ArrangeNodes(Kernel& kernel) {
  SortNodes(kernel);
  Arranger arranger(kernel);
  arranger.MarkAll();
  std::vector<std::pair<NodeRange, NodeRange>> ranges;
  for (const Stage& stage : kernel.stages) {
    const NodeRange body = arranger.Arrange(stage.body);
    ranges.emplace_back(body, arranger.Arrange(stage.combiner));
  }
  const auto rename = [&](std::vector<NodeId>& list) {
    for (NodeId& id : list) id = arranger.renamed[id];
  };
  for (size_t i = 0; i < kernel.stages.size(); ++i) {
    Stage& stage = kernel.stages[i];
    stage.body = ranges[i].first;
    stage.combiner = ranges[i].second;
    rename(stage.values);
    rename(stage.inits);
    rename(stage.combined);
  }
  for (Loop& loop : kernel.loops) {
    for (NodeId& id : loop.next) id = id == kNone ? kNone : arranger.renamed[id];
  }
  kernel.nodes = std::move(arranger.nodes);
}

}  // namespace mote
