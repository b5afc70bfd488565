// Beam search over the orders a block's dependences allow, block by block; the whole program's live peak judges the result.
#include "plan/schedule.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "plan/dependences.h"

namespace mote {
namespace {

// A block as a graph of dependences over its steps, and the memory each step takes and frees.
struct BlockModel {
  struct StepNode {
    std::vector<int32_t> buffers;                      // dense numbers of what it touches
    std::vector<std::pair<int32_t, int32_t>> overlap;  // {dying, born} that may share memory
    std::vector<int32_t> after;                        // steps that must come later
    int32_t before = 0;                                // how many must come earlier
    int64_t inner_bytes = 0;                           // what only nested blocks use
  };
  IdVector<StepNode> nodes;
  IdVector<int64_t> bytes;      // of the dense buffers
  IdVector<int32_t> uses;       // steps that touch each
  std::vector<bool> live_in, live_out;
};

bool Reaches(const IdVector<BlockModel::StepNode>& nodes, int32_t from, int32_t to) {
  IdVector<bool> seen(nodes.size());
  std::vector<int32_t> stack = {from};
  while (!stack.empty()) {
    const int32_t at = stack.back();
    stack.pop_back();
    if (at == to) return true;
    if (seen[at]) continue;
    seen[at] = true;
    for (int32_t n : nodes[at].after) stack.push_back(n);
  }
  return false;
}

class ModelMaker {
 public:
  ModelMaker(const StepGraph& graph, const Flow& flow, const TargetFacts& target, int32_t block)
      : graph_(graph), flow_(flow), target_(target), steps_(graph.blocks[block].steps), block_(block) {}

  BlockModel Make() {
    model_.nodes.resize(steps_.size());
    for (const Step& step : steps_) uses_.push_back(UsesOf(graph_, step));
    const std::vector<std::vector<int32_t>> before = DependencesOf(graph_, target_, steps_, uses_);
    for (size_t s = 0; s < before.size(); ++s) {
      for (const int32_t earlier : before[s]) AddEdge(earlier, static_cast<int32_t>(s));
    }
    AddBuffers();
    AddOverlaps();
    PreferElidedCopies();
    return std::move(model_);
  }

 private:
  void AddEdge(int32_t from, int32_t to) {
    if (from < 0 || from == to || !edges_.insert({from, to}).second) return;
    model_.nodes[from].after.push_back(to);
    ++model_.nodes[to].before;
  }

  void AddBuffers() {
    Bits outside(graph_.buffers.size()), live_in(graph_.buffers.size()), live_out(graph_.buffers.size());
    FindBorders(outside, live_in, live_out);
    for (size_t s = 0; s < steps_.size(); ++s) {
      for (const auto& [buffer, use] : uses_[s]) {
        const int64_t bytes = ArenaBytes(graph_.buffers[buffer], target_);
        if (bytes == 0) continue;
        if (!steps_[s].blocks.empty() && !outside.Has(buffer)) {
          model_.nodes[s].inner_bytes += bytes;  // an upper bound: nested values need not live together
          continue;
        }
        const auto [at, fresh] = dense_.try_emplace(buffer, model_.bytes.count());
        if (fresh) {
          model_.bytes.push_back(bytes);
          model_.uses.push_back(0);
          model_.live_in.push_back(live_in.Has(buffer));
          model_.live_out.push_back(live_out.Has(buffer));
        }
        ++model_.uses[at->second];
        model_.nodes[s].buffers.push_back(at->second);
      }
    }
  }

  // `outside`: buffers that this block's own steps touch or that live across its borders.
  void FindBorders(Bits& outside, Bits& live_in, Bits& live_out) {
    std::set<int32_t> inside;
    for (size_t p = 0; p < flow_.points.size(); ++p) {
      if (InThisBlock(flow_.points[p].block)) inside.insert(static_cast<int32_t>(p));
    }
    for (size_t p = 0; p < flow_.points.size(); ++p) {
      const bool from_inside = inside.count(static_cast<int32_t>(p)) != 0;
      for (int32_t n : flow_.points[p].next) {
        const bool to_inside = inside.count(n) != 0;
        if (from_inside && !to_inside) live_out.Unite(flow_.live_out[p]);
        if (!from_inside && to_inside) live_in.Unite(flow_.live_out[p]);
      }
      if (flow_.points[p].block != block_) continue;
      for (const Touch& t : flow_.points[p].touches) outside.Set(t.buffer);
    }
    outside.Unite(live_in);
    outside.Unite(live_out);
  }

  bool InThisBlock(int32_t block) {
    if (nested_.empty()) CollectNested(block_);
    return nested_.count(block) != 0;
  }
  void CollectNested(int32_t block) {
    nested_.insert(block);
    for (const Step& step : graph_.blocks[block].steps) {
      for (int32_t inner : step.blocks) CollectNested(inner);
    }
  }

  void AddOverlaps() {
    for (size_t s = 0; s < steps_.size(); ++s) {
      std::vector<std::pair<int32_t, int32_t>> pairs = steps_[s].in_place;
      if (steps_[s].kind == StepKind::kCopy) pairs.push_back({0, 1});
      for (const auto& [in, out] : pairs) {
        const BufferId a = steps_[s].operands[in], b = steps_[s].operands[out];
        if (dense_.count(a) == 0 || dense_.count(b) == 0) continue;
        if (graph_.buffers[a].bytes != graph_.buffers[b].bytes) continue;
        model_.nodes[s].overlap.push_back({dense_[a], dense_[b]});
      }
    }
  }

  // A copy can be elided when nobody reads its source later: other readers go first where no dependence forbids it.
  void PreferElidedCopies() {
    for (size_t c = 0; c < steps_.size(); ++c) {
      if (steps_[c].kind != StepKind::kCopy) continue;
      const BufferId source = steps_[c].operands[0];
      if (graph_.buffers[source].kind == Buffer::Kind::kConstant) continue;
      for (size_t s = 0; s < steps_.size(); ++s) {
        const auto use = uses_[s].find(source);
        if (s == c || use == uses_[s].end() || use->second.written) continue;
        const auto reader = static_cast<int32_t>(s), copy = static_cast<int32_t>(c);
        if (!Reaches(model_.nodes, copy, reader)) AddEdge(reader, copy);
      }
    }
  }

  const StepGraph& graph_;
  const Flow& flow_;
  const TargetFacts& target_;
  const std::vector<Step>& steps_;
  int32_t block_;
  BlockModel model_;
  std::vector<Uses> uses_;
  std::set<std::pair<int32_t, int32_t>> edges_;
  std::map<BufferId, int32_t> dense_;
  std::set<int32_t> nested_;
};

// One partial order of the beam.
struct State {
  int64_t peak = 0, live = 0;
  std::vector<int32_t> order;
  Bits done;
  IdVector<int32_t> before;     // of every step: predecessors not done
  std::vector<int32_t> remaining;  // of every buffer: uses not done
  IdVector<bool> alive;
};

State Extend(const BlockModel& model, const State& from, int32_t step) {
  State to = from;
  const BlockModel::StepNode& node = model.nodes[step];
  std::vector<int32_t> dying;
  int64_t born = 0;
  for (int32_t b : node.buffers) {
    if (!to.alive[b]) born += model.bytes[b];
    if (--to.remaining[b] == 0 && !model.live_out[b]) dying.push_back(b);
  }
  int64_t shared = 0;
  std::set<int32_t> used;
  for (const auto& [in, out] : node.overlap) {
    const bool dies = std::find(dying.begin(), dying.end(), in) != dying.end() && from.alive[in];
    if (dies && !from.alive[out] && used.count(in) == 0 && used.count(out) == 0) {
      shared += model.bytes[out];
      used.insert({in, out});
    }
  }
  to.peak = std::max(from.peak, from.live + born - shared + node.inner_bytes);
  to.live = from.live + born;
  for (int32_t b : node.buffers) to.alive[b] = true;
  for (int32_t b : dying) {
    to.live -= model.bytes[b];
    to.alive[b] = false;
  }
  for (int32_t n : node.after) --to.before[n];
  to.done.Set(step);
  to.order.push_back(step);
  return to;
}

std::vector<int32_t> BeamSearch(const BlockModel& model) {
  const size_t count = model.nodes.size();
  const size_t width = count <= 64 ? 48 : count <= 256 ? 16 : 4;
  State start;
  start.done = Bits(count);
  start.remaining = model.uses;
  start.alive = model.live_in;
  for (size_t b = 0; b < model.bytes.size(); ++b) start.live += model.live_in[b] ? model.bytes[b] : 0;
  for (const BlockModel::StepNode& node : model.nodes) start.before.push_back(node.before);
  start.peak = start.live;
  std::vector<State> beam = {std::move(start)};
  for (size_t length = 0; length < count; ++length) {
    std::map<Bits, State> best;  // by the set of steps done
    for (const State& state : beam) {
      for (size_t s = 0; s < count; ++s) {
        if (state.done.Has(s) || state.before[s] != 0) continue;
        State next = Extend(model, state, static_cast<int32_t>(s));
        const auto found = best.find(next.done);
        if (found == best.end()) {
          best.emplace(next.done, std::move(next));
        } else if (std::tie(next.peak, next.live, next.order) < std::tie(found->second.peak, found->second.live, found->second.order)) {
          found->second = std::move(next);
        }
      }
    }
    beam.clear();
    for (auto& [done, state] : best) beam.push_back(std::move(state));
    std::sort(beam.begin(), beam.end(), [](const State& a, const State& b) {
      return std::tie(a.peak, a.live, a.order) < std::tie(b.peak, b.live, b.order);
    });
    if (beam.size() > width) beam.resize(width);
  }
  return beam.front().order;
}

}  // namespace

int64_t LivePeak(const StepGraph& graph, const Flow& flow, const TargetFacts& target) {
  int64_t peak = 0;
  for (size_t p = 0; p < flow.points.size(); ++p) {
    const Point& point = flow.points[p];
    int64_t live = 0;
    for (size_t b = 0; b < graph.buffers.size(); ++b) {
      if (flow.occupied[b].Has(p)) live += ArenaBytes(graph.buffers[b], target);
    }
    if (point.block >= 0) {
      const Step& step = graph.blocks[point.block].steps[point.step];
      std::vector<std::pair<int32_t, int32_t>> pairs = step.in_place;
      if (step.kind == StepKind::kCopy) pairs.push_back({0, 1});
      std::set<BufferId> used;
      for (const auto& [in, out] : pairs) {
        const BufferId a = step.operands[in], b = step.operands[out];
        const int64_t bytes = ArenaBytes(graph.buffers[b], target);
        if (a == b || used.count(a) != 0 || used.count(b) != 0 || flow.LiveAfter(static_cast<int32_t>(p), a)) continue;
        if (ArenaBytes(graph.buffers[a], target) != bytes) continue;
        live -= bytes;
        used.insert({a, b});
      }
    }
    peak = std::max(peak, live);
  }
  return peak;
}

void ScheduleSteps(StepGraph& graph, const TargetFacts& target) {
  constexpr size_t kMostSteps = 600;  // above, the given order stays: the search is quadratic
  for (size_t b = 0; b < graph.blocks.size(); ++b) {
    if (graph.blocks[b].steps.size() < 3 || graph.blocks[b].steps.size() > kMostSteps) continue;
    const Flow flow = AnalyseFlow(graph);
    const BlockModel model = ModelMaker(graph, flow, target, static_cast<int32_t>(b)).Make();
    std::vector<Step> reordered;
    for (int32_t s : BeamSearch(model)) reordered.push_back(graph.blocks[b].steps[s]);
    std::swap(graph.blocks[b].steps, reordered);
    if (LivePeak(graph, AnalyseFlow(graph), target) >= LivePeak(graph, flow, target)) std::swap(graph.blocks[b].steps, reordered);
  }
}

}  // namespace mote
