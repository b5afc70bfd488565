// MergeAxes and InPlacePairs: what can be said about a kernel only once the parameter values are known.
#include "lower/merge_axes.h"

#include <algorithm>
#include <map>

#include "kernel/arrange.h"

namespace mote {
namespace {

class Merger {
 public:
  Merger(Kernel& kernel, IdVector<ParamValue>& values) : k_(kernel), values_(values) {}

  void Run() {
    while (MergeNest()) ArrangeNodes(k_);
    MergeList(&k_.group_axes);
    for (Stage& stage : k_.stages) MergeList(&stage.axes);
    DropEmptyStages();
    Compact();
  }

  // Drops what nothing uses.
  void Compact();

 private:
  int64_t Value(ParamId id) const { return values_[id]; }
  ParamId ExtentParam(AxisId axis) const { return k_.axes[axis].extent; }
  int64_t Stride(const Access& access, AxisId axis) const {
    for (const Access::Term& term : access.terms) {
      if (term.axis == axis) return Value(term.stride);
    }
    return 0;
  }

  bool CanMerge(AxisId outer, AxisId inner) const {
    for (const Node& node : k_.nodes) {
      if (node.op == Scalar::kAxis && (node.index == outer || node.index == inner)) return false;
      if (node.op != Scalar::kLoad && node.op != Scalar::kStore) continue;
      const Access& access = k_.accesses[node.index];
      if (Stride(access, outer) != Stride(access, inner) * Value(ExtentParam(inner))) return false;
    }
    return true;
  }

  // `inner` then runs over both.
  void Merge(AxisId outer, AxisId inner) {
    for (Access& access : k_.accesses) {
      std::erase_if(access.terms, [&](const Access::Term& term) { return term.axis == outer; });
    }
    values_[ExtentParam(inner)] *= Value(ExtentParam(outer));
  }

  void MergeList(IdVector<AxisId>* axes) {
    for (size_t i = axes->size(); i-- > 1;) {
      const AxisId outer = (*axes)[i - 1], inner = (*axes)[i];
      if (!CanMerge(outer, inner)) continue;
      Merge(outer, inner);
      axes->erase(axes->begin() + static_cast<std::ptrdiff_t>(i) - 1);
    }
  }

  // Joins one pair of loops where nothing but the inner loop stands in the outer one and the carried values are handed through.
  bool MergeNest() {
    for (size_t i = 0; i < k_.nodes.size(); ++i) {
      if (k_.nodes[i].op != Scalar::kLoopBegin) continue;
      const int32_t outer = k_.nodes[i].index;
      const Loop& outer_loop = k_.loops[outer];
      const size_t count = outer_loop.next.size(), inner_begin = i + 1 + count;
      if (inner_begin >= k_.nodes.size() || k_.nodes[inner_begin].op != Scalar::kLoopBegin) continue;
      const int32_t inner = k_.nodes[inner_begin].index;
      if (!HandsThrough(i, inner_begin, count)) continue;
      const AxisId outer_axis = outer_loop.axis, inner_axis = k_.loops[inner].axis;
      if (!CanMerge(outer_axis, inner_axis)) continue;
      Merge(outer_axis, inner_axis);
      Unnest(i, inner_begin, count);
      return true;
    }
    return false;
  }

  bool HandsThrough(size_t outer_begin, size_t inner_begin, size_t count) const {
    const Loop& outer = k_.loops[k_.nodes[outer_begin].index];
    const int32_t inner = k_.nodes[inner_begin].index;
    if (k_.loops[inner].next.size() != count) return false;
    for (size_t j = 0; j < count; ++j) {
      if (k_.nodes[inner_begin + 1 + j].in[0] != static_cast<NodeId>(outer_begin + 1 + j)) return false;
      if (outer.next[j] != static_cast<NodeId>(inner_begin + 1 + j)) return false;
    }
    for (size_t i = inner_begin; i < k_.nodes.size(); ++i) {
      if (k_.nodes[i].op == Scalar::kLoopEnd && k_.nodes[i].index == inner) {
        return i + 1 < k_.nodes.size() && k_.nodes[i + 1].op == Scalar::kLoopEnd && k_.nodes[i + 1].index == k_.nodes[outer_begin].index &&
               !UsedInside(outer_begin, inner_begin, i, count);
      }
    }
    return false;
  }

  // Whether the inner loop's body uses the outer loop's carried values other than as its own initial ones.
  bool UsedInside(size_t outer_begin, size_t inner_begin, size_t inner_end, size_t count) const {
    for (size_t i = inner_begin + 1 + count; i < inner_end; ++i) {
      for (NodeId in : k_.nodes[i].in) {
        if (in > static_cast<NodeId>(outer_begin) && in <= static_cast<NodeId>(outer_begin + count)) return true;
      }
    }
    return false;
  }

  // Takes the outer loop's nodes out; its carried values become the inner loop's.
  void Unnest(size_t outer_begin, size_t inner_begin, size_t count) {
    const int32_t outer = k_.nodes[outer_begin].index;
    IdVector<NodeId> renamed(k_.nodes.size());
    IdVector<Node> nodes;
    for (size_t i = 0; i < k_.nodes.size(); ++i) {
      Node node = k_.nodes[i];
      const bool gone =
          (node.op == Scalar::kLoopBegin || node.op == Scalar::kLoopEnd || node.op == Scalar::kCarried) && node.index == outer;
      renamed[i] = nodes.count();
      if (gone) continue;
      if (i > inner_begin && i <= inner_begin + count) node.in[0] = k_.nodes[outer_begin + (i - inner_begin)].in[0];
      nodes.push_back(node);
    }
    for (size_t j = 0; j < count; ++j) renamed[outer_begin + 1 + j] = renamed[inner_begin + 1 + j];
    for (Node& node : nodes) Rename(renamed, node.in);
    k_.loops[outer].next.clear();
    for (Loop& loop : k_.loops) Rename(renamed, loop.next);
    for (Stage& stage : k_.stages) {
      for (NodeRange* range : {&stage.body, &stage.combiner}) {
        range->first = range->first < renamed.count() ? renamed[range->first] : nodes.count();
        range->last = range->last < renamed.count() ? renamed[range->last] : nodes.count();
      }
      Rename(renamed, stage.values);
      Rename(renamed, stage.inits);
      Rename(renamed, stage.combined);
    }
    k_.nodes = std::move(nodes);
  }

  template <typename List>
  static void Rename(const IdVector<NodeId>& renamed, List& list) {
    for (NodeId& id : list) id = id == kNone ? kNone : renamed[id];
  }

  // ---- dropping what nothing uses ----

  void DropEmptyStages() {
    std::vector<bool> used;
    for (const Stage& stage : k_.stages) used.push_back(stage.kind != Stage::Kind::kScalar || stage.body.first != stage.body.last);
    const IdVector<int32_t> renamed = Kept(used);
    Keep(renamed, &k_.stages);
    for (Node& node : k_.nodes) {
      if (node.op == Scalar::kReduced) node.index = renamed[node.index];
    }
  }

  static std::vector<int32_t> Kept(const std::vector<bool>& used) {
    IdVector<int32_t> renamed(used.size(), kNone);
    int32_t next = 0;
    for (size_t i = 0; i < used.size(); ++i) {
      if (used[i]) renamed[i] = next++;
    }
    return renamed;
  }

  template <typename T>
  static void Keep(const IdVector<int32_t>& renamed, std::vector<T>* list) {
    std::vector<T> out;
    for (size_t i = 0; i < renamed.size(); ++i) {
      if (renamed[i] != kNone) out.push_back(std::move((*list)[i]));
    }
    *list = std::move(out);
  }

  void Renumber(const IdVector<int32_t>& accesses, const IdVector<int32_t>& axes, const IdVector<int32_t>& loops,
                const IdVector<int32_t>& params) {
    Keep(accesses, &k_.accesses);
    Keep(axes, &k_.axes);
    Keep(loops, &k_.loops);
    Keep(params, &k_.params);
    Keep(params, &values_);
    const auto rename = [](const IdVector<int32_t>& renamed, int32_t* id) {
      *id = *id == kNone ? kNone : renamed[*id];
    };
    for (Access& access : k_.accesses) {
      rename(params, &access.offset);
      for (Access::Term& term : access.terms) {
        rename(axes, &term.axis);
        rename(params, &term.stride);
      }
    }
    for (Axis& axis : k_.axes) rename(params, &axis.extent);
    for (Loop& loop : k_.loops) rename(axes, &loop.axis);
    for (AxisId& axis : k_.group_axes) rename(axes, &axis);
    for (Stage& stage : k_.stages) {
      for (AxisId& axis : stage.axes) rename(axes, &axis);
    }
    for (Node& node : k_.nodes) {
      if (node.op == Scalar::kLoad || node.op == Scalar::kStore) rename(accesses, &node.index);
      if (node.op == Scalar::kLoopBegin || node.op == Scalar::kLoopEnd || node.op == Scalar::kCarried) rename(loops, &node.index);
      if (node.op == Scalar::kAxis) rename(axes, &node.index);
      if (node.op == Scalar::kParam) rename(params, &node.index);
    }
  }

  Kernel& k_;
  IdVector<ParamValue>& values_;
};

void Merger::Compact() {
  IdVector<bool> accesses(k_.accesses.size()), axes(k_.axes.size()), loops(k_.loops.size()), params(k_.params.size());
  for (const Node& node : k_.nodes) {
    if (node.op == Scalar::kLoad || node.op == Scalar::kStore) accesses[node.index] = true;
    if (node.op == Scalar::kLoopBegin) loops[node.index] = true;
    if (node.op == Scalar::kParam) params[node.index] = true;
  }
  for (AxisId axis : k_.group_axes) axes[axis] = true;
  for (const Stage& stage : k_.stages) {
    for (AxisId axis : stage.axes) axes[axis] = true;
  }
  for (size_t i = 0; i < loops.size(); ++i) {
    if (loops[i]) axes[k_.loops[i].axis] = true;
  }
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i]) params[k_.axes[i].extent] = true;
  }
  for (size_t i = 0; i < accesses.size(); ++i) {
    if (!accesses[i]) continue;
    if (k_.accesses[i].offset != kNone) params[k_.accesses[i].offset] = true;
    for (const Access::Term& term : k_.accesses[i].terms) params[term.stride] = true;
  }
  Renumber(Kept(accesses), Kept(axes), Kept(loops), Kept(params));
}

// One load or store: where it stands and its offset as {axis place → stride}; a lane axis is named by its place in its stage.
struct Touch {
  size_t stage;
  NodeId node;
  bool plain;  // no computed offset, no predicate
  std::map<int64_t, int64_t> terms;  // 0: the constant; group axes 1…; lane axes 1000…; loop axes 2000…
  std::vector<int64_t> extents;      // of the stage's axes
  bool operator==(const Touch& other) const { return plain && other.plain && terms == other.terms && extents == other.extents; }
};

int64_t PlaceOf(const Kernel& kernel, const Stage& stage, AxisId axis) {
  const auto find = [&](const std::vector<AxisId>& list) { return std::find(list.begin(), list.end(), axis) - list.begin(); };
  if (const auto i = find(kernel.group_axes); i < static_cast<std::ptrdiff_t>(kernel.group_axes.size())) return 1 + i;
  if (const auto i = find(stage.axes); i < static_cast<std::ptrdiff_t>(stage.axes.size())) return 1000 + i;
  return 2000 + axis;
}

void Collect(const Kernel& kernel, const IdVector<ParamValue>& values, std::vector<IdVector<Touch>>* loads,
             std::vector<IdVector<Touch>>* stores) {
  for (size_t s = 0; s < kernel.stages.size(); ++s) {
    const Stage& stage = kernel.stages[s];
    for (NodeId id = stage.body.first; id < stage.body.last; ++id) {
      const Node& node = kernel.nodes[id];
      if (node.op != Scalar::kLoad && node.op != Scalar::kStore) continue;
      const Access& access = kernel.accesses[node.index];
      Touch touch{s, id, true, {}, {}};
      touch.plain = node.op == Scalar::kLoad ? node.in[0] == kNone && node.in[1] == kNone : node.in[1] == kNone && node.in[2] == kNone;
      touch.terms[0] = access.offset == kNone ? 0 : values[access.offset];
      for (const Access::Term& term : access.terms) {
        touch.terms[PlaceOf(kernel, stage, term.axis)] = values[term.stride];
      }
      for (AxisId axis : stage.axes) touch.extents.push_back(values[kernel.axes[axis].extent]);
      (node.op == Scalar::kLoad ? loads : stores)->at(access.operand).push_back(std::move(touch));
    }
  }
}

bool MayShare(const IdVector<Touch>& loads, const IdVector<Touch>& stores) {
  if (loads.empty() || stores.empty()) return false;
  for (const Touch& store : stores) {
    if (!(store == stores[0])) return false;
  }
  for (const Touch& load : loads) {
    if (!(load == stores[0]) || load.stage > stores[0].stage) return false;
    if (load.stage == stores[0].stage && load.node > stores[0].node) return false;
  }
  return true;
}

}  // namespace

void MergeAxes(Kernel& kernel, IdVector<ParamValue>& values) { Merger(kernel, values).Run(); }
void DropUnused(Kernel& kernel, IdVector<ParamValue>& values) { Merger(kernel, values).Compact(); }

std::vector<std::pair<int32_t, int32_t>> InPlacePairs(const Kernel& kernel, const IdVector<ParamValue>& values) {
  std::vector<IdVector<Touch>> loads(kernel.operands.size()), stores(kernel.operands.size());
  Collect(kernel, values, &loads, &stores);
  std::vector<std::pair<int32_t, int32_t>> pairs;
  for (size_t i = 0; i < kernel.operands.size(); ++i) {
    for (size_t o = 0; o < kernel.operands.size(); ++o) {
      if (kernel.operands[i].written || !kernel.operands[o].written) continue;
      if (StorageBytes(kernel.operands[i].type) != StorageBytes(kernel.operands[o].type) || !MayShare(loads[i], stores[o])) continue;
      pairs.emplace_back(static_cast<int32_t>(i), static_cast<int32_t>(o));
    }
  }
  return pairs;
}

bool ReadsOnlyOwnStores(const Kernel& kernel, const IdVector<ParamValue>& values) {
  std::vector<IdVector<Touch>> loads(kernel.operands.size()), stores(kernel.operands.size());
  Collect(kernel, values, &loads, &stores);
  for (size_t i = 0; i < kernel.operands.size(); ++i) {
    if (!kernel.operands[i].written) continue;
    for (const Touch& load : loads[i]) {
      const bool own =
          std::any_of(stores[i].begin(), stores[i].end(), [&](const Touch& store) { return store.stage < load.stage && store == load; });
      if (!own) return false;
    }
  }
  return true;
}

}  // namespace mote
