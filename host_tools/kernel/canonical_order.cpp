// SortNodes: the one order of a kernel's nodes that depends on what is computed alone. Expansions and lowering make nodes inside C++
// expressions, whose operands each compiler evaluates in an order of its own; the same program must give the same bytes from every
// compiler.
#include "kernel/arrange.h"

namespace mote {
namespace {

class Sorter {
 public:
  explicit Sorter(Kernel& kernel) : k_(kernel), renamed_(kernel.nodes.size(), kNone) {}

  void Run() {
    FindForeignUses();
    size_t number = 0;
    for (Stage& stage : k_.stages) {
      SortRange(stage.body, number++);
      SortRange(stage.combiner, number++);
    }
    for (Stage& stage : k_.stages) {
      Rename(stage.values);
      Rename(stage.inits);
      Rename(stage.combined);
    }
    for (Loop& loop : k_.loops) Rename(loop.next);
    k_.nodes = std::move(sorted_);
  }

 private:
  const Node& At(NodeId id) const { return k_.nodes[id]; }

  // Nodes with an effect, or that must not move across one, keep their order; everything else comes right before its first use.
  bool IsFixed(const Node& node) const {
    switch (node.op) {
      case Scalar::kStore: case Scalar::kLoopBegin: case Scalar::kLoopEnd: case Scalar::kCarried: return true;
      case Scalar::kLoad: return k_.operands[k_.accesses[node.index].operand].written;
      default: return false;
    }
  }

  // What the fixed nodes of a range need, in their order, then what its stages name; `visit(id)` for each.
  template <typename Visit>
  void ForEachRoot(NodeRange range, Visit visit) const {
    for (NodeId id = range.first; id < range.last; ++id) {
      const Node& node = At(id);
      if (!IsFixed(node)) continue;
      if (node.op == Scalar::kLoopBegin) {  // initial values stand before the loop
        for (NodeId next = id + 1; next < range.last; ++next) {
          if (At(next).op == Scalar::kCarried && At(next).index == node.index) visit(At(next).in[0]);
        }
      }
      if (node.op == Scalar::kLoopEnd) {
        for (NodeId next : k_.loops[node.index].next) visit(next);
      }
      visit(id);
    }
    for (const Stage& stage : k_.stages) {
      for (const auto* list : {&stage.values, &stage.inits, &stage.combined}) {
        for (NodeId id : *list) visit(id);
      }
    }
  }

  // Uniform values that later stages use are roots of their own range, in the order in which those stages come to need them.
  void FindForeignUses() {
    std::vector<NodeRange> ranges;
    for (const Stage& stage : k_.stages) ranges.insert(ranges.end(), {stage.body, stage.combiner});
    foreign_.resize(ranges.size());
    IdVector<size_t> range_of(k_.nodes.size());
    for (size_t r = 0; r < ranges.size(); ++r) {
      for (NodeId id = ranges[r].first; id < ranges[r].last; ++id) range_of[id] = r;
    }
    IdVector<bool> seen(k_.nodes.size());
    for (size_t r = 0; r < ranges.size(); ++r) {
      ForEachRoot(ranges[r], [&](NodeId root) {
        if (root == kNone) return;
        if (const size_t home = range_of[root]; home != r) {  // named by a loop or a stage alone, no node's operand
          foreign_[home].push_back(root);
          return;
        }
        Walk(root, seen, [&](NodeId user, NodeId used) {
          const size_t home = range_of[used];
          if (home != range_of[user]) foreign_[home].push_back(used);
        });
      });
    }
  }

  // Depth first, operands from left to right; `edge(user, used)` for every operand of every node below `root` that was not seen before.
  template <typename Edge>
  void Walk(NodeId root, IdVector<bool>& seen, Edge edge) const {
    std::vector<NodeId> stack{root};
    while (!stack.empty()) {
      const NodeId id = stack.back();
      stack.pop_back();
      if (seen[id]) continue;
      seen[id] = true;
      const Node& node = At(id);
      for (size_t i = node.in.size(); i-- > 0;) {
        if (node.in[i] != kNone && !seen[node.in[i]]) stack.push_back(node.in[i]);
      }
      for (NodeId in : node.in) {
        if (in != kNone) edge(id, in);
      }
    }
  }

  void SortRange(NodeRange& range, size_t number) {
    const NodeId first = sorted_.count();
    ForEachRoot(range, [&](NodeId id) { Append(id, range); });
    for (NodeId id : foreign_[number]) Append(id, range);
    range = {first, sorted_.count()};
  }

  // The node after all it needs, operands from left to right; nothing when it stands already or belongs to another range.
  void Append(NodeId root, NodeRange range) {
    struct Open {
      NodeId id;
      size_t next = 0;
    };
    std::vector<Open> stack;
    const auto open = [&](NodeId id) {
      if (id >= range.first && id < range.last && renamed_[id] == kNone) stack.push_back({id});
    };
    open(root);
    while (!stack.empty()) {
      Open& top = stack.back();
      if (top.next < At(top.id).in.size()) {
        open(At(top.id).in[top.next++]);
        continue;
      }
      Place(top.id);
      stack.pop_back();
    }
  }

  void Place(NodeId id) {
    if (renamed_[id] != kNone) return;
    renamed_[id] = sorted_.count();
    Node node = At(id);
    for (NodeId& in : node.in) {
      if (in != kNone) in = renamed_[in];
    }
    sorted_.push_back(node);
  }

  void Rename(std::vector<NodeId>& list) const {
    for (NodeId& id : list) id = id == kNone ? kNone : renamed_[id];
  }

  Kernel& k_;
  IdVector<NodeId> renamed_;
  IdVector<Node> sorted_;
  std::vector<std::vector<NodeId>> foreign_;  // per range: its nodes that other ranges use
};

}  // namespace

void SortNodes(Kernel& kernel) { Sorter(kernel).Run(); }

}  // namespace mote
