// Uniformity, lifetimes and the register file of print_microcode.cpp.
#include "print/microcode_registers.h"

#include <algorithm>

namespace mote {

int32_t RegisterFile::Take(bool pair) {
  for (const int32_t index : free_) {
    if (pair && (index % 2 != 0 || free_.count(index + 1) == 0)) continue;
    free_.erase(index);
    if (pair) free_.erase(index + 1);
    return index;
  }
  if (pair && next_ % 2 != 0) free_.insert(next_++);
  const int32_t index = next_;
  next_ += pair ? 2 : 1;
  size_ = std::max(size_, next_);
  return index;
}

void RegisterFile::Give(int32_t index, bool pair) {
  free_.insert(index);
  if (pair) free_.insert(index + 1);
}

Lifetimes::Lifetimes(const Kernel& kernel)
    : k_(kernel),
      uniform_(kernel.nodes.size(), false),
      last_use_(kernel.nodes.size(), kNone),
      begin_(kernel.loops.size(), kNone),
      end_(kernel.loops.size(), kNone),
      stage_(kernel.nodes.size(), kNone),
      loop_(kernel.nodes.size(), kNone),
      parent_(kernel.loops.size(), kNone) {
  for (size_t i = 0; i < kernel.stages.size(); ++i) {
    for (const NodeRange range : {kernel.stages[i].body, kernel.stages[i].combiner}) {
      std::fill(stage_.begin() + range.first, stage_.begin() + range.last, static_cast<int32_t>(i));
    }
  }
  FindLoops();
  FindUniform();
  FindUses();
}

void Lifetimes::FindLoops() {
  int32_t open = kNone;
  for (size_t i = 0; i < k_.nodes.size(); ++i) {
    const Node& node = k_.nodes[i];
    if (node.op == Scalar::kLoopEnd) {
      end_[node.index] = static_cast<NodeId>(i);
      open = parent_[node.index];
    }
    // A carried value stands in front of the loop as far as lifetimes go.
    loop_[i] = node.op == Scalar::kCarried ? parent_[node.index] : open;
    if (node.op == Scalar::kLoopBegin) {
      begin_[node.index] = static_cast<NodeId>(i);
      parent_[node.index] = open;
      open = node.index;
    }
  }
}

bool Lifetimes::IsUniform(const Node& node) const {
  switch (node.op) {
    case Scalar::kConstant:
    case Scalar::kParam:
    case Scalar::kReduced:
      return true;
    case Scalar::kAxis:
      return k_.axes[node.index].kind != Axis::Kind::kLane;
    case Scalar::kStore:
    case Scalar::kLoopBegin:
    case Scalar::kLoopEnd:
    case Scalar::kCombinerInput:
    case Scalar::kAccumulator:
      return false;
    case Scalar::kLoad:
      for (const Access::Term& term : k_.accesses[node.index].terms) {
        if (k_.axes[term.axis].kind == Axis::Kind::kLane) return false;
      }
      break;
    default:
      break;
  }
  return std::all_of(node.in.begin(), node.in.end(), [&](NodeId in) { return in == kNone || uniform(in); });
}

void Lifetimes::FindUniform() {
  std::vector<bool> varying(k_.nodes.size(), false);  // carried values found not to be uniform
  for (bool changed = true; changed;) {
    for (size_t i = 0; i < k_.nodes.size(); ++i) uniform_[i] = !varying[i] && IsUniform(k_.nodes[i]);
    changed = false;
    for (size_t i = 0; i < k_.nodes.size(); ++i) {
      const Node& node = k_.nodes[i];
      if (node.op != Scalar::kCarried || !uniform_[i]) continue;
      if (!uniform(k_.loops[node.index].next[node.bits])) varying[i] = changed = true;
    }
  }
}

bool Lifetimes::InsideLoop(NodeId id, int32_t loop) const {
  for (int32_t at = loop_[id]; at != kNone; at = parent_[at]) {
    if (at == loop) return true;
  }
  return false;
}

void Lifetimes::Use(NodeId id, NodeId at) {
  NodeId last = at;
  for (int32_t open = at < loop_.count() ? loop_[at] : kNone; open != kNone;
       open = parent_[open]) {
    if (!InsideLoop(id, open)) last = std::max(last, end_of_loop(open));
  }
  NodeId& known = last_use_[id];
  known = std::max(known, last);
}

void Lifetimes::FindUses() {
  for (size_t i = 0; i < k_.nodes.size(); ++i) {
    const Node& node = k_.nodes[i];
    const NodeId id = static_cast<NodeId>(i);
    for (const NodeId in : node.in) {
      // An initial value is read where its loop begins.
      if (in != kNone) Use(in, node.op == Scalar::kCarried ? begin_of_loop(node.index) : id);
    }
    if (node.op == Scalar::kCarried) Use(id, end_of_loop(node.index));
    if (node.op == Scalar::kLoopEnd) {
      for (const NodeId next : k_.loops[node.index].next) Use(next, id);
    }
  }
  for (const Stage& stage : k_.stages) {
    for (const NodeId value : stage.values) Use(value, stage.combiner.last);
    for (const NodeId combined : stage.combined) Use(combined, stage.combiner.last);
    for (const NodeId init : stage.inits) Use(init, stage.combiner.last);
  }
}

bool Lifetimes::MayReplace(NodeId carried, NodeId next) const {
  const Node& node = k_.nodes[carried];
  const Node& value = k_.nodes[next];
  const Loop& loop = k_.loops[node.index];
  if (value.op == Scalar::kCarried || value.op == Scalar::kAxis) return false;
  if (static_cast<uint8_t>(value.op) < 16 && value.op != Scalar::kLoad) return false;
  if (loop_[next] != node.index || uniform(next) != uniform(carried)) return false;
  if (std::count(loop.next.begin(), loop.next.end(), next) != 1) return false;
  // Every reader of the old value inside the loop stands before `next` or is `next`; at the loop's end only its own exchange may read it.
  for (NodeId at = begin_of_loop(node.index); at < end_of_loop(node.index); ++at) {
    const Node& reader = k_.nodes[at];
    const bool reads = std::find(reader.in.begin(), reader.in.end(), carried) != reader.in.end();
    if (!reads) continue;
    if (at > next) return false;
    // A reader in an inner loop reads until that loop ends; it ended before `next`, which stands in this loop itself.
  }
  return std::find(loop.next.begin(), loop.next.end(), carried) == loop.next.end();
}

}  // namespace mote
