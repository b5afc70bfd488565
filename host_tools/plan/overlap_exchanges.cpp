// List scheduling of a block with two resources, the member itself and its links: what the next exchanges wait for runs beside the one that
// is under way.
#include "plan/overlap_exchanges.h"

#include <algorithm>
#include <set>

#include "plan/dependences.h"
#include "plan/hold_outputs.h"
#include "plan/schedule.h"
#include "plan/step_weight.h"

namespace mote {
namespace {

constexpr size_t kMostSteps = 4000;  // of a block: sets of steps are kept for each step
constexpr size_t kMostTries = 48;    // of exchanges one by one, where all at once take too much memory

// Element operations that are worth a start and a done: some tens of microseconds on a host, a millisecond on a microcontroller, whose
// links are slower by more than that.
double LeastWork(const TargetFacts& target) { return target.io_in_arena ? 1 << 12 : 1 << 16; }

struct Placed {
  size_t step;
  MoteExchangePart part;
};

class BlockOverlapper {
 public:
  BlockOverlapper(const StepGraph& graph, const TargetFacts& target, const std::vector<Step>& steps)
      : graph_(graph), target_(target), steps_(steps) {
    std::vector<Uses> uses;
    for (const Step& step : steps) uses.push_back(UsesOf(graph, step));
    before_ = DependencesOf(graph, target, steps, uses);
    for (size_t s = 0; s < steps.size(); ++s) {
      Bits needs(steps.size());
      for (const int32_t earlier : before_[s]) {
        needs.Set(static_cast<size_t>(earlier));
        needs.Unite(needs_[static_cast<size_t>(earlier)]);
      }
      needs_.push_back(std::move(needs));
      weights_.push_back(StepWeight(graph, steps[s]));
      movable_.push_back(steps[s].blocks.empty() && steps[s].kind != StepKind::kCall && !Exchanges(graph, steps[s]) &&
                         std::none_of(uses[s].begin(), uses[s].end(), [&](const auto& use) {
                           return use.second.written && Outlives(graph.buffers[use.first], target);
                         }));
      if (Exchanges(graph, steps[s])) exchanges_.push_back(s);
    }
  }

  // Exchanges of the block itself.
  std::set<size_t> Candidates() const {
    std::set<size_t> candidates;
    for (const size_t s : exchanges_) {
      if (steps_[s].kind == StepKind::kExchange) candidates.insert(s);
    }
    return candidates;
  }

  // The order in which those of `split` that something can run beside do so; leaves the others out of `split`.
  std::vector<Placed> Order(std::set<size_t>& split) {
    while (true) {
      std::set<size_t> done;
      std::vector<Placed> order = Try(split, done);
      if (done == split) return order;
      split = std::move(done);  // the steps of those that stay whole stay where they are
    }
  }

 private:
  std::vector<Placed> Try(const std::set<size_t>& split, std::set<size_t>& done) {
    placed_ = Bits(steps_.size());
    order_.clear();
    for (size_t e = 0; e < exchanges_.size(); ++e) {
      const size_t exchange = exchanges_[e];
      const bool wanted = split.count(exchange) != 0;
      for (size_t s = 0; s < steps_.size(); ++s) {
        if (!placed_.Has(s) && (wanted ? needs_[exchange].Has(s) : s < exchange)) Place(s);
      }
      const std::vector<size_t> beside = wanted ? StepsBeside(e, split) : std::vector<size_t>();
      if (beside.empty()) {
        Place(exchange);
        continue;
      }
      done.insert(exchange);
      order_.push_back({exchange, kMoteExchangeStart});
      for (const size_t s : beside) Place(s);
      Place(exchange, kMoteExchangeDone);
    }
    for (size_t s = 0; s < steps_.size(); ++s) {
      if (!placed_.Has(s)) Place(s);
    }
    return std::move(order_);
  }

  void Place(size_t step, MoteExchangePart part = kMoteExchangeWhole) {
    order_.push_back({step, part});
    placed_.Set(step);
  }

  // Steps to come that could run while `exchange` is under way, in their order.
  std::vector<size_t> Independent(size_t exchange) const {
    std::vector<size_t> steps;
    Bits ready = placed_;
    for (size_t s = 0; s < steps_.size(); ++s) {
      if (placed_.Has(s) || !movable_[s] || needs_[s].Has(exchange)) continue;
      if (!std::all_of(before_[s].begin(), before_[s].end(), [&](int32_t b) { return ready.Has(static_cast<size_t>(b)); })) continue;
      ready.Set(s);
      steps.push_back(s);
    }
    return steps;
  }

  // Those that the next exchanges wait for, as far as it takes to find some that are worth it; where there are none, a share of the others:
  // exchanges to come want some, too. None: what there is is not worth it.
  std::vector<size_t> StepsBeside(size_t e, const std::set<size_t>& split) const {
    const std::vector<size_t> free = Independent(exchanges_[e]);
    const double least = LeastWork(target_);
    Bits taken(steps_.size());
    double weight = 0;
    for (size_t later = e + 1; later < exchanges_.size() && weight < least; ++later) {
      for (const size_t s : free) {
        if (!taken.Has(s) && needs_[exchanges_[later]].Has(s)) taken.Set(s), weight += weights_[s];
      }
    }
    double others = 0;
    for (const size_t s : free) others += taken.Has(s) ? 0 : weights_[s];
    const double share = weight < least ? std::max(least - weight, others * ShareOf(e, split)) : 0;
    double shared = 0;
    for (const size_t s : free) {
      if (taken.Has(s) || shared >= share) continue;
      for (const size_t needed : free) {
        if (!taken.Has(needed) && (needed == s || needs_[s].Has(needed))) taken.Set(needed), shared += weights_[needed];
      }
    }
    std::vector<size_t> beside;
    taken.ForEach([&](size_t s) { beside.push_back(s); });
    return weight + shared < least ? std::vector<size_t>() : beside;
  }

  // Of an exchange among those of `split` that are to come, by their bytes.
  double ShareOf(size_t e, const std::set<size_t>& split) const {
    const auto bytes = [&](size_t s) { return static_cast<double>(graph_.buffers[steps_[s].operands.back()].bytes); };
    double all = 0;
    for (size_t later = e; later < exchanges_.size(); ++later) all += split.count(exchanges_[later]) != 0 ? bytes(exchanges_[later]) : 0;
    return all > 0 ? bytes(exchanges_[e]) / all : 1;
  }

  const StepGraph& graph_;
  const TargetFacts& target_;
  const std::vector<Step>& steps_;
  std::vector<std::vector<int32_t>> before_;
  std::vector<Bits> needs_;     // of every step, all that come before it
  std::vector<double> weights_;
  std::vector<bool> movable_;
  std::vector<size_t> exchanges_;
  Bits placed_;
  std::vector<Placed> order_;
};

IdVector<Step> Ordered(const std::vector<Step>& steps, const std::vector<Placed>& order) {
  IdVector<Step> ordered;
  for (const Placed& placed : order) {
    ordered.push_back(steps[placed.step]);
    if (placed.part != kMoteExchangeWhole) ordered.back().fields[kMoteExchangePart] = placed.part;
  }
  return ordered;
}

class Overlapper {
 public:
  Overlapper(StepGraph& graph, const TargetFacts& target) : graph_(graph), target_(target) {
    const int64_t peak = LivePeak(graph, AnalyseFlow(graph), target);
    most_ = peak + MayGrow(peak, target);
  }

  // All of the block's exchanges, or one after the other as far as memory goes.
  bool Run(size_t block) {
    const std::vector<Step> steps = graph_.blocks[block].steps;
    if (steps.size() > kMostSteps) return false;
    BlockOverlapper overlapper(graph_, target_, steps);
    std::set<size_t> all = overlapper.Candidates();
    const std::vector<size_t> candidates(all.begin(), all.end());
    if (Fits(block, steps, overlapper, all)) return !all.empty();
    std::set<size_t> kept;
    for (size_t i = 0; i < candidates.size() && i < kMostTries; ++i) {
      std::set<size_t> more = kept;
      more.insert(candidates[i]);
      if (Fits(block, steps, overlapper, more)) kept = std::move(more);
    }
    graph_.blocks[block].steps = Ordered(steps, overlapper.Order(kept));
    return !kept.empty();
  }

 private:
  bool Fits(size_t block, const std::vector<Step>& steps, BlockOverlapper& overlapper, std::set<size_t>& split) {
    graph_.blocks[block].steps = Ordered(steps, overlapper.Order(split));
    return split.empty() || LivePeak(graph_, AnalyseFlow(graph_), target_) <= most_;
  }

  StepGraph& graph_;
  const TargetFacts& target_;
  int64_t most_ = 0;
};

bool MovesData(const Step& step) { return step.kind == StepKind::kExchange && step.operands.size() == 2; }

}  // namespace

void JoinExchanges(StepGraph& graph) {
  for (Block& block : graph.blocks) {
    std::erase_if(block.steps, [](const Step& s) { return MovesData(s) && s.fields[kMoteExchangePart] == kMoteExchangeDone; });
    for (Step& step : block.steps) {
      if (MovesData(step)) step.fields[kMoteExchangePart] = kMoteExchangeWhole;
    }
  }
}

std::optional<StepGraph> OverlapExchanges(const StepGraph& graph, const TargetFacts& target) {
  if (target.path != TargetFacts::Path::kCpu || !target.overlaps) return std::nullopt;
  const auto exchanges = [&](const Block& block) { return std::any_of(block.steps.begin(), block.steps.end(), MovesData); };
  if (std::none_of(graph.blocks.begin(), graph.blocks.end(), exchanges)) return std::nullopt;
  StepGraph beside = graph;
  Overlapper overlapper(beside, target);
  bool any = false;
  for (size_t b = 0; b < graph.blocks.size(); ++b) {
    if (exchanges(graph.blocks[b])) any = overlapper.Run(b) || any;
  }
  return any ? std::optional(std::move(beside)) : std::nullopt;
}

int64_t MayGrow(int64_t bytes, const TargetFacts& target) { return target.io_in_arena ? 0 : bytes / 32; }

}  // namespace mote
