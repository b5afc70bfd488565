// CutLoops: cuts a kernel in two, in front of an iteration of a loop, until every piece is short enough. The first part ends with stores of
// what its loops carry, the second begins with loads of it. A loop of one long iteration is taken apart into that iteration.
#include "lower/cut_loops.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "kernel/arrange.h"
#include "kernel/trips.h"
#include "lower/merge_axes.h"

namespace mote {
namespace {

// A loop that stands in no other one.
struct OuterLoop {
  NodeId begin, end;  // of its LoopBegin and LoopEnd
  int32_t loop;
  int64_t extent, iteration;  // trips of one iteration, this one included
};

ElementType StoredType(Reg reg) {
  switch (reg) {
    case Reg::kI32: return ElementType::kS32;
    case Reg::kI64: return ElementType::kS64;
    case Reg::kF32: return ElementType::kF32;
    case Reg::kF64: return ElementType::kF64;
  }
  return ElementType::kS32;
}

int64_t ExtentOf(const KernelPiece& piece, AxisId axis) {
  return piece.values[piece.kernel.axes[axis].extent];
}

// One piece being made from another.
class Rebuild {
 public:
  explicit Rebuild(const KernelPiece& old) : old_(old), p_(old), map_(old.kernel.nodes.size(), kNone) { p_.kernel.nodes.clear(); }

  const Node& Old(NodeId id) const { return old_.kernel.nodes[id]; }
  NodeId& New(NodeId id) { return map_[id]; }

  NodeId Append(Node node) {
    p_.kernel.nodes.push_back(node);
    return p_.kernel.nodes.count() - 1;
  }

  ParamId AddParam(Parameter::Role role, int64_t value) {
    p_.kernel.params.push_back({Reg::kI32, role});
    p_.values.push_back(value);
    return p_.kernel.params.count() - 1;
  }

  // The node with its operands, under the axis that stands for an old loop axis.
  void Copy(NodeId id) {
    Node node = Old(id);
    for (NodeId& in : node.in) in = in == kNone ? kNone : New(in);
    if (node.op == Scalar::kLoad || node.op == Scalar::kStore) node.index = Shifted(node.index);
    if (node.op == Scalar::kAxis && node.index == shifted_axis_) {
      New(id) = Append(AxisNode());
      return;
    }
    New(id) = Append(node);
  }

  // From now on `axis` begins at `start`: it is `fresh` plus that, or only that when `fresh` is kNone.
  void ShiftAxis(AxisId axis, AxisId fresh, int64_t start) {
    shifted_axis_ = axis;
    fresh_axis_ = fresh;
    start_ = start;
    accesses_.clear();
  }

  AxisId AddLoopAxis(int64_t extent) {
    p_.kernel.axes.push_back({Axis::Kind::kLoop, AddParam(Parameter::Role::kExtent, extent)});
    return p_.kernel.axes.count() - 1;
  }

  // An element for every point of the domain, in an array of carried values.
  int32_t AddArrayAccess(int32_t array, ElementType type, bool written) {
    const Stage& stage = p_.kernel.stages[0];
    Access access;
    access.operand = p_.kernel.operands.count();
    p_.kernel.operands.push_back({type, !written, written});
    p_.operands.push_back(array);
    int64_t stride = 1;
    for (size_t i = stage.axes.size(); i-- > 0;) {
      access.terms.push_back({stage.axes[i], AddParam(Parameter::Role::kStride, stride)});
      stride *= ExtentOf(p_, stage.axes[i]);
    }
    std::sort(access.terms.begin(), access.terms.end(), [](const Access::Term& a, const Access::Term& b) { return a.axis < b.axis; });
    p_.kernel.accesses.push_back(std::move(access));
    return p_.kernel.accesses.count() - 1;
  }

  Loop& LoopOf(int32_t loop) { return p_.kernel.loops[loop]; }

  // What was built, without what nothing uses any more, operands included.
  KernelPiece Take() {
    p_.kernel.stages[0].body = {0, p_.kernel.nodes.count()};
    p_.kernel.stages[0].combiner = {p_.kernel.stages[0].body.last, p_.kernel.stages[0].body.last};
    ArrangeNodes(p_.kernel);
    DropUnused(p_.kernel, p_.values);
    DropOperands();
    return std::move(p_);
  }

 private:
  Node AxisNode() {
    const Node start{Scalar::kConstant, Reg::kI32, {kNone, kNone, kNone}, kNone, static_cast<uint32_t>(start_)};
    if (fresh_axis_ == kNone) return start;
    const Node axis{Scalar::kAxis, Reg::kI32, {kNone, kNone, kNone}, fresh_axis_, 0};
    if (start_ == 0) return axis;
    const NodeId by = Append({Scalar::kParam, Reg::kI32, {kNone, kNone, kNone}, AddParam(Parameter::Role::kOffset, start_), 0});
    return {Scalar::kAddI, Reg::kI32, {Append(axis), by, kNone}, kNone, 0};
  }

  int32_t Shifted(int32_t index) {
    const Access& old = old_.kernel.accesses[index];
    const auto term = std::find_if(old.terms.begin(), old.terms.end(), [&](const Access::Term& t) { return t.axis == shifted_axis_; });
    if (term == old.terms.end()) return index;
    const auto [at, added] = accesses_.try_emplace(index, p_.kernel.accesses.count());
    if (!added) return at->second;
    Access access = old;
    const int64_t by = start_ * p_.values[term->stride];
    const int64_t offset = (old.offset == kNone ? 0 : p_.values[old.offset]) + by;
    access.offset = offset == 0 ? kNone : AddParam(Parameter::Role::kOffset, offset);
    access.terms.erase(access.terms.begin() + (term - old.terms.begin()));
    if (fresh_axis_ != kNone) access.terms.push_back({fresh_axis_, term->stride});  // the highest axis so far
    p_.kernel.accesses.push_back(std::move(access));
    return at->second;
  }

  void DropOperands() {
    IdVector<int32_t> renamed(p_.kernel.operands.size(), kNone);
    for (const Access& access : p_.kernel.accesses) renamed[access.operand] = 0;
    int32_t next = 0;
    for (size_t o = 0; o < renamed.size(); ++o) {
      if (renamed[o] == kNone) continue;
      renamed[o] = next;
      p_.kernel.operands[next] = p_.kernel.operands[o];
      p_.operands[next++] = p_.operands[o];
    }
    p_.kernel.operands.resize(next);
    p_.operands.resize(next);
    for (Access& access : p_.kernel.accesses) access.operand = renamed[access.operand];
  }

  const KernelPiece& old_;
  KernelPiece p_;
  IdVector<NodeId> map_;
  AxisId shifted_axis_ = kNone, fresh_axis_ = kNone;
  int64_t start_ = 0;
  std::map<int32_t, int32_t> accesses_;  // shifted ones, by the old one
};

class Cutter {
 public:
  Cutter(int32_t operands, int64_t most) : operands_(operands), most_(most) {}

  bool Cut(KernelPiece whole) {
    todo_.push_back(std::move(whole));
    while (!todo_.empty()) {
      KernelPiece piece = std::move(todo_.back());
      todo_.pop_back();
      if (TripsOf(piece.kernel, piece.values) <= most_) {
        out.pieces.push_back(std::move(piece));
      } else if (!CutOnce(piece)) {
        return false;
      }
    }
    return true;
  }

  CutKernel out;

 private:
  // In front of the first iteration that would be too much.
  bool CutOnce(const KernelPiece& piece) {
    const std::vector<OuterLoop> loops = OuterLoops(piece);
    int64_t left = most_;
    for (size_t i = 0; i < loops.size(); ++i) {
      const int64_t trips = loops[i].extent * loops[i].iteration, fit = left / loops[i].iteration;
      if (trips <= left) {
        left -= trips;
        continue;
      }
      if (fit == 0 && i > 0) return CutAt(piece, loops, i - 1, loops[i - 1].extent);
      if (fit > 0 || loops[i].extent > 1) return CutAt(piece, loops, i, std::max<int64_t>(fit, 1));
      todo_.push_back(TakenApart(piece, loops[i]));
      return true;
    }
    return false;
  }

  static std::vector<OuterLoop> OuterLoops(const KernelPiece& piece) {
    std::vector<OuterLoop> loops;
    std::vector<int64_t> inside;  // trips of the loops that are open
    for (size_t id = 0; id < piece.kernel.nodes.size(); ++id) {
      const Node& node = piece.kernel.nodes[id];
      if (node.op == Scalar::kLoopBegin) {
        if (inside.empty()) loops.push_back({static_cast<NodeId>(id), kNone, node.index, 0, 0});
        inside.push_back(1);
      } else if (node.op == Scalar::kLoopEnd) {
        const int64_t extent = ExtentOf(piece, piece.kernel.loops[node.index].axis), iteration = inside.back();
        inside.pop_back();
        if (!inside.empty()) inside.back() += extent * iteration;
        else loops.back() = {loops.back().begin, static_cast<NodeId>(id), node.index, extent, iteration};
      }
    }
    return loops;
  }

  // In front of iteration `at` of loop number `number`; behind the loop when that is its extent.
  bool CutAt(const KernelPiece& piece, const std::vector<OuterLoop>& loops, size_t number, int64_t at) {
    const bool last = number + 1 == loops.size() && at < loops[number].extent;
    for (NodeId id = 0; id < loops[number].end; ++id) {
      if (piece.kernel.nodes[id].op == Scalar::kStore && !(last && id > loops[number].begin)) return false;
    }
    if (ReadsAround(piece, loops[number])) return false;
    const int32_t first_array = operands_ + out.carried.count();
    std::map<NodeId, int32_t> arrays;  // of carried values
    for (size_t i = 0; i <= number; ++i) {
      for (NodeId id = loops[i].begin + 1; piece.kernel.nodes[id].op == Scalar::kCarried; ++id) {
        arrays[id] = first_array + static_cast<int32_t>(arrays.size());
        out.carried.push_back(StoredType(piece.kernel.nodes[id].type));
      }
    }
    KernelPiece after = After(piece, loops, number, at, arrays);
    const std::vector<int32_t>& read = after.operands;
    std::erase_if(arrays, [&](const auto& entry) { return std::find(read.begin(), read.end(), entry.second) == read.end(); });
    todo_.push_back(std::move(after));
    todo_.push_back(Before(piece, loops[number], at, arrays));
    return true;
  }

  // Whether what a loop stores is read outside of it: pieces repeat what stands around a loop.
  static bool ReadsAround(const KernelPiece& piece, const OuterLoop& loop) {
    std::set<int32_t> stored;
    const auto operand = [&](const Node& node) { return piece.kernel.accesses[node.index].operand; };
    for (NodeId id = loop.begin; id < loop.end; ++id) {
      if (piece.kernel.nodes[id].op == Scalar::kStore) stored.insert(operand(piece.kernel.nodes[id]));
    }
    for (NodeId id = 0; id < piece.kernel.nodes.count(); ++id) {
      const bool outside = id < loop.begin || id > loop.end;
      if (outside && piece.kernel.nodes[id].op == Scalar::kLoad && stored.count(operand(piece.kernel.nodes[id])) != 0) return true;
    }
    return false;
  }

  ElementType TypeOf(int32_t array) const { return out.carried[array - operands_]; }

  // All up to the end of the loop, of which only the first `at` iterations run.
  KernelPiece Before(const KernelPiece& piece, const OuterLoop& last, int64_t at, const std::map<NodeId, int32_t>& arrays) {
    Rebuild b(piece);
    const AxisId axis = b.LoopOf(last.loop).axis;
    b.LoopOf(last.loop).axis = b.AddLoopAxis(at);
    b.ShiftAxis(axis, b.LoopOf(last.loop).axis, 0);
    for (NodeId id = 0; id <= last.end; ++id) b.Copy(id);
    RenameNext(piece, b);
    for (const auto& [carried, array] : arrays) {
      const int32_t access = b.AddArrayAccess(array, TypeOf(array), true);
      b.Append({Scalar::kStore, b.Old(carried).type, {b.New(carried), kNone, kNone}, access, 0});
    }
    return b.Take();
  }

  // The rest: loops that have run are what they left behind, the one that was cut goes on from there.
  KernelPiece After(const KernelPiece& piece, const std::vector<OuterLoop>& loops, size_t number, int64_t at,
                    const std::map<NodeId, int32_t>& arrays) {
    Rebuild b(piece);
    const auto load = [&](NodeId carried) {
      const int32_t array = arrays.at(carried);
      const int32_t access = b.AddArrayAccess(array, TypeOf(array), false);
      return b.Append({Scalar::kLoad, b.Old(carried).type, {kNone, kNone, kNone}, access, 0});
    };
    const OuterLoop& cut = loops[number];
    size_t next = 0;
    for (NodeId id = 0; id < piece.kernel.nodes.count(); ++id) {
      if (next > number || id != loops[next].begin) {
        b.Copy(id);
        continue;
      }
      const bool goes_on = next == number && at < cut.extent;
      IdVector<NodeId> carried;
      for (NodeId c = id + 1; b.Old(c).op == Scalar::kCarried; ++c) carried.push_back(c);
      std::vector<NodeId> loaded;
      for (NodeId c : carried) loaded.push_back(load(c));
      if (goes_on) {
        const AxisId axis = b.LoopOf(cut.loop).axis;
        b.LoopOf(cut.loop).axis = b.AddLoopAxis(cut.extent - at);
        b.ShiftAxis(axis, b.LoopOf(cut.loop).axis, at);
        b.Copy(id);
        for (size_t c = 0; c < carried.size(); ++c) {
          Node node = b.Old(carried[c]);
          node.in[0] = loaded[c];
          b.New(carried[c]) = b.Append(node);
        }
        id += carried.count();
      } else {
        for (size_t c = 0; c < carried.size(); ++c) b.New(carried[c]) = loaded[c];
        id = loops[next].end;
      }
      ++next;
    }
    RenameNext(piece, b);
    return b.Take();
  }

  // A loop of one iteration without the loop, so that those inside it can be cut.
  KernelPiece TakenApart(const KernelPiece& piece, const OuterLoop& outer) {
    Rebuild b(piece);
    b.ShiftAxis(b.LoopOf(outer.loop).axis, kNone, 0);
    for (NodeId id = 0; id < piece.kernel.nodes.count(); ++id) {
      const Node& node = b.Old(id);
      if (id == outer.begin) continue;
      if (node.op == Scalar::kCarried && node.index == outer.loop) {
        b.New(id) = b.New(node.in[0]);
      } else if (id == outer.end) {
        const std::vector<NodeId>& next = piece.kernel.loops[outer.loop].next;
        std::vector<NodeId> final;
        for (NodeId value : next) final.push_back(b.New(value));
        for (size_t c = 0; c < final.size(); ++c) b.New(outer.begin + 1 + static_cast<NodeId>(c)) = final[c];
      } else {
        b.Copy(id);
      }
    }
    RenameNext(piece, b, outer.loop);
    return b.Take();
  }

  // Next values of the loops that were copied.
  static void RenameNext(const KernelPiece& piece, Rebuild& b, int32_t gone = kNone) {
    for (size_t loop = 0; loop < piece.kernel.loops.size(); ++loop) {
      std::vector<NodeId>& next = b.LoopOf(static_cast<int32_t>(loop)).next;
      if (static_cast<int32_t>(loop) == gone) next.clear();
      for (NodeId& id : next) id = id == kNone ? kNone : b.New(id);
    }
  }

  const int32_t operands_;
  const int64_t most_;
  std::vector<KernelPiece> todo_;  // the last runs first
};

}  // namespace

std::optional<CutKernel> CutLoops(const Kernel& kernel, const IdVector<ParamValue>& values, int64_t most) {
  if (!IsFlat(kernel)) return std::nullopt;
  KernelPiece whole{kernel, values, {}};
  for (size_t o = 0; o < kernel.operands.size(); ++o) whole.operands.push_back(static_cast<int32_t>(o));
  Cutter cutter(kernel.operands.count(), most);
  cutter.out.points = 1;
  for (const AxisId axis : kernel.stages[0].axes) cutter.out.points *= ExtentOf(whole, axis);
  if (!cutter.Cut(std::move(whole))) return std::nullopt;
  return std::move(cutter.out);
}

}  // namespace mote
