// Greedy merging of buffers: two groups become one when at every point where both take up memory the step there permits the overlap.
#include "plan/coalesce.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "plan/hold_outputs.h"

namespace mote {
namespace {

class Merger {
 public:
  Merger(const StepGraph& graph, const TargetFacts& target) : graph_(graph), target_(target), flow_(AnalyseFlow(graph)) {
    const size_t count = graph.buffers.size();
    group_.resize(count);
    value_.resize(count);
    std::iota(group_.begin(), group_.end(), 0);
    std::iota(value_.begin(), value_.end(), 0);
    for (size_t b = 0; b < count; ++b) {
      members_.push_back({static_cast<BufferId>(b)});
      occupied_.push_back(flow_.occupied[b]);
    }
    CollectCandidates();
    FindEarlyWrites();
  }

  void Run() {
    // Copies first, in loops before outside, large before small; then results in place of operands.
    std::stable_sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) {
      return std::tuple(!a.copy, -a.depth, -a.bytes) < std::tuple(!b.copy, -b.depth, -b.bytes);
    });
    for (const Candidate& c : candidates_) {
      if (c.copy ? TryCopy(c) : TryMerge(c.from, c.to)) {
        if (c.copy) UniteValues(c.from, c.to);
      }
    }
    // A copy inside a group that came together by other ways disappears too.
    for (const Candidate& c : candidates_) {
      if (c.copy && group_[c.from] == group_[c.to]) UniteValues(c.from, c.to);
    }
  }

  BufferId ValueOf(BufferId b) const { return value_[b]; }
  int32_t GroupOf(BufferId b) const { return group_[b]; }

 private:
  struct Candidate {
    BufferId from, to;
    bool copy;
    int32_t depth;
    int64_t bytes;
    int32_t point;
  };

  const Buffer& At(BufferId b) const { return graph_.buffers[b]; }

  // Constants and, on hosts, inputs and outputs have a place that is not ours to choose.
  bool Fixed(BufferId b) const {
    const Buffer::Kind kind = At(b).kind;
    const bool given = kind == Buffer::Kind::kConstant || kind == Buffer::Kind::kState;
    return given || (kind != Buffer::Kind::kTemporary && !target_.io_in_arena);
  }
  bool ReadOnly(BufferId b) const {
    return Fixed(b) && At(b).kind != Buffer::Kind::kOutput && At(b).kind != Buffer::Kind::kState;
  }

  void CollectCandidates() {
    std::map<int32_t, int32_t> depth;
    for (const EntryPoint& entry : graph_.entries) AssignDepth(entry.block, 0, depth);
    writes_.resize(graph_.buffers.size());
    for (size_t p = 0; p < flow_.points.size(); ++p) {
      const Point& point = flow_.points[p];
      std::map<BufferId, int> times;
      for (const Touch& t : point.touches) {
        ++times[t.buffer];
        if (t.written) ++writes_[t.buffer];
      }
      if (point.block < 0) continue;
      const Step& step = graph_.blocks[point.block].steps[point.step];
      const auto consider = [&](int32_t in, int32_t out, bool copy) {
        const BufferId a = step.operands[in], b = step.operands[out];
        if (a == b || times[a] != 1 || times[b] != 1 || At(a).bytes != At(b).bytes || At(a).bytes == 0) return;
        if (StorageBytes(At(a).type) != StorageBytes(At(b).type) || (copy && At(a).type != At(b).type)) return;
        candidates_.push_back({a, b, copy, depth[point.block], At(a).bytes, static_cast<int32_t>(p)});
        const bool fresh = std::any_of(point.touches.begin(), point.touches.end(),
                                       [&](const Touch& t) { return t.buffer == b && t.full && !t.read; });
        if (fresh && !flow_.LiveAfter(static_cast<int32_t>(p), a)) permitted_.insert({static_cast<int32_t>(p), a, b});
      };
      if (step.kind == StepKind::kCopy) consider(0, 1, true);
      for (const auto& [in, out] : step.in_place) consider(in, out, false);
    }
  }

  // Buffers that are written where an exchange is still to come, or by one: what outlives a failing run may not lie there.
  void FindEarlyWrites() {
    std::vector<std::vector<int32_t>> before(flow_.points.size());
    std::vector<int32_t> open;
    for (size_t p = 0; p < flow_.points.size(); ++p) {
      const Point& point = flow_.points[p];
      for (const int32_t next : point.next) before[static_cast<size_t>(next)].push_back(static_cast<int32_t>(p));
      if (point.block >= 0 && Exchanges(graph_, graph_.blocks[point.block].steps[point.step])) open.push_back(static_cast<int32_t>(p));
    }
    std::vector<bool> early(flow_.points.size());
    while (!open.empty()) {
      const auto p = static_cast<size_t>(open.back());
      open.pop_back();
      if (early[p]) continue;
      early[p] = true;
      open.insert(open.end(), before[p].begin(), before[p].end());
    }
    written_early_.resize(graph_.buffers.size());
    for (size_t p = 0; p < flow_.points.size(); ++p) {
      if (!early[p] || flow_.points[p].block < 0) continue;
      for (const Touch& t : flow_.points[p].touches) {
        if (t.written) written_early_[t.buffer] = true;
      }
    }
  }

  void AssignDepth(int32_t block, int32_t depth, std::map<int32_t, int32_t>& depths) const {
    depths[block] = depth;
    for (const Step& step : graph_.blocks[block].steps) {
      for (int32_t inner : step.blocks) AssignDepth(inner, depth + (step.kind == StepKind::kWhile ? 1 : 0), depths);
    }
  }

  bool Permitted(int32_t point, BufferId a, BufferId b) const {
    return permitted_.count({point, a, b}) != 0 || permitted_.count({point, b, a}) != 0;
  }

  // A destination that only this copy ever writes holds what a read-only source holds: one name for both.
  bool TryCopy(const Candidate& c) {
    if (ReadOnly(c.from) && members_[group_[c.to]].size() == 1 && writes_[c.to] == 1 && !Fixed(c.to) &&
        At(c.to).kind == Buffer::Kind::kTemporary) {
      Unite(c.from, c.to);
      return true;
    }
    return TryMerge(c.from, c.to);
  }

  bool TryMerge(BufferId from, BufferId to) {
    const int32_t a = group_[from], b = group_[to];
    if (a == b) return false;
    int fixed = 0;
    bool outlives = false, early = false;
    for (int32_t g : {a, b}) {
      for (BufferId m : members_[g]) {
        if (ReadOnly(m)) return false;
        outlives = outlives || Outlives(At(m), target_);
        early = early || written_early_[m];
        fixed += Fixed(m) ? 1 : 0;
      }
    }
    if (fixed > 1 || (outlives && early)) return false;
    bool fits = true;
    occupied_[a].ForEachCommon(occupied_[b], [&](size_t p) {
      for (BufferId x : members_[a]) {
        if (!fits || !flow_.occupied[x].Has(p)) continue;
        for (BufferId y : members_[b]) {
          if (flow_.occupied[y].Has(p)) fits &= Permitted(static_cast<int32_t>(p), x, y);
        }
      }
    });
    if (fits) Unite(from, to);
    return fits;
  }

  void Unite(BufferId from, BufferId to) {
    const int32_t a = group_[from], b = group_[to];
    for (BufferId m : members_[b]) {
      group_[m] = a;
      members_[a].push_back(m);
    }
    members_[b].clear();
    occupied_[a].Unite(occupied_[b]);
  }

  // One buffer for both names: the one whose place is given, else the entry point's, else the lower. Two tensors of the entry point stay
  // two where callers know them by different shapes; they may still lie in one place.
  void UniteValues(BufferId from, BufferId to) {
    const BufferId a = value_[from], b = value_[to];
    if (a == b) return;
    const bool tensors = At(a).kind != Buffer::Kind::kTemporary && At(b).kind != Buffer::Kind::kTemporary;
    if (tensors && !(At(a).TensorShape() == At(b).TensorShape())) return;
    const auto rank = [&](BufferId v) { return std::tuple(!Fixed(v), At(v).kind == Buffer::Kind::kTemporary, v); };
    const BufferId kept = rank(a) < rank(b) ? a : b, gone = kept == a ? b : a;
    for (BufferId& v : value_) {
      if (v == gone) v = kept;
    }
  }

  const StepGraph& graph_;
  const TargetFacts& target_;
  Flow flow_;
  IdVector<int32_t> group_;
  IdVector<BufferId> value_;
  IdVector<std::vector<BufferId>> members_;
  IdVector<Bits> occupied_;
  IdVector<int> writes_;
  IdVector<bool> written_early_;
  std::vector<Candidate> candidates_;
  std::set<std::tuple<int32_t, BufferId, BufferId>> permitted_;
};

template <typename Visit>
void ForEachTensor(StepGraph& graph, Visit visit) {
  for (EntryPoint& entry : graph.entries) {
    for (BufferId& b : entry.inputs) visit(b);
    for (BufferId& b : entry.outputs) visit(b);
  }
}

// Renames operands, drops copies of a buffer to itself, then buffers nobody names.
void Rename(StepGraph& graph, const Merger& merger) {
  for (Block& block : graph.blocks) {
    for (Step& step : block.steps) {
      for (BufferId& b : step.operands) b = merger.ValueOf(b);
    }
    std::erase_if(block.steps, [](const Step& s) { return s.kind == StepKind::kCopy && s.operands[0] == s.operands[1]; });
  }
  ForEachTensor(graph, [&](BufferId& b) { b = merger.ValueOf(b); });
}

std::vector<BufferId> DropUnused(StepGraph& graph) {
  std::set<BufferId> used;
  ForEachTensor(graph, [&](BufferId b) { used.insert(b); });
  for (const Block& block : graph.blocks) {
    for (const Step& step : block.steps) used.insert(step.operands.begin(), step.operands.end());
  }
  std::vector<BufferId> kept(used.begin(), used.end());
  std::map<BufferId, BufferId> renumbered;
  IdVector<Buffer> buffers;
  for (BufferId b : kept) {
    renumbered[b] = buffers.count();
    buffers.push_back(std::move(graph.buffers[b]));
  }
  graph.buffers = std::move(buffers);
  for (Block& block : graph.blocks) {
    for (Step& step : block.steps) {
      for (BufferId& b : step.operands) b = renumbered[b];
    }
  }
  ForEachTensor(graph, [&](BufferId& b) { b = renumbered[b]; });
  return kept;
}

}  // namespace

Coalesced CoalesceBuffers(StepGraph graph, const TargetFacts& target) {
  IdVector<int32_t> group_of_old;
  {
    Merger merger(graph, target);
    merger.Run();
    for (size_t b = 0; b < graph.buffers.size(); ++b) group_of_old.push_back(merger.GroupOf(static_cast<BufferId>(b)));
    StepGraph renamed = graph;
    Rename(renamed, merger);
    graph = std::move(renamed);
  }
  const std::vector<BufferId> kept = DropUnused(graph);
  Coalesced result;
  std::map<int32_t, int32_t> dense;
  for (BufferId old : kept) {
    const int32_t group = group_of_old[old];
    result.group.push_back(dense.try_emplace(group, static_cast<int32_t>(dense.size())).first->second);
  }
  result.groups = static_cast<int32_t>(dense.size());
  result.graph = std::move(graph);
  return result;
}

}  // namespace mote
