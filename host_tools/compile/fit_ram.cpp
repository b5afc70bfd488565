// Chains one by one, the largest first; of each the most rows that fit, by halving what is left to try.
#include "compile/fit_ram.h"

#include <algorithm>
#include <optional>

#include "compile/constant_steps.h"
#include "passes/row_loops.h"

namespace mote {
namespace {

constexpr size_t kMostLoops = 3;
constexpr int64_t kLeastShare = 16;  // a chain that spares less than this part of what is too much is no help

class Fitter {
 public:
  Fitter(Plan plan, std::vector<Module> entries, int64_t ram, const GraphMaker& make)
      : target_(plan.target), best_(std::move(plan)), entries_(std::move(entries)), ram_(ram), make_(make) {}

  Result<Plan> Run() {
    for (Module& entry : entries_) {
      MOTE_ASSIGN(entry, Simplify(entry));
      MOTE_ASSIGN(entry, Fold(entry, {}, nullptr));
      MOTE_ASSIGN(entry, Simplify(entry));
    }
    MOTE_CHECK_OK(Try(true));
    while (best_.arena_bytes > ram_ && loops_.size() < kMostLoops) {
      MOTE_ASSIGN(const bool better, AddLoop());
      if (!better) break;
    }
    return std::move(best_);
  }

 private:
  struct Loop {
    size_t entry = 0;
    RowChain chain;  // of the entry with the loops before this one, whatever their rows
    int64_t rows = 1;
  };

  std::vector<Module> Rolled() const {
    std::vector<Module> entries = entries_;
    for (const Loop& loop : loops_) entries[loop.entry] = RollRowChain(entries[loop.entry], loop.chain, loop.rows);
    return entries;
  }

  // The smallest arena with such loops; what is smaller than all before is kept. `fold`: tables may become constants, which takes flash.
  Result<int64_t> Try(bool fold) {
    MOTE_ASSIGN(const StepGraph graph, make_(Rolled()));
    MOTE_ASSIGN(int64_t bytes, Place(graph));
    if (bytes <= ram_ || !fold) return bytes;
    const std::vector<BufferId> tables = ConstantBuffers(graph);
    for (const BufferId table : tables) {
      MOTE_ASSIGN(StepGraph folded, FoldSteps(graph, {table}));
      MOTE_ASSIGN(const int64_t with, Place(std::move(folded)));
      bytes = std::min(bytes, with);
      if (bytes <= ram_) return bytes;
    }
    if (tables.size() > 1) {
      MOTE_ASSIGN(StepGraph folded, FoldSteps(graph, tables));
      MOTE_ASSIGN(const int64_t with, Place(std::move(folded)));
      bytes = std::min(bytes, with);
    }
    return bytes;
  }

  Result<int64_t> Place(StepGraph graph) {
    MOTE_ASSIGN(Plan plan, MakePlan(std::move(graph), target_));
    const int64_t bytes = plan.arena_bytes;
    const bool fits = bytes <= ram_, fitted = best_.arena_bytes <= ram_;
    if (fits || (!fitted && bytes < best_.arena_bytes)) best_ = std::move(plan);
    return bytes;
  }

  // One loop more, of single rows; with as many as fit, all of them, where it is the last. False: none makes the arena smaller.
  Result<bool> AddLoop() {
    const std::vector<Module> entries = Rolled();
    int64_t smallest = best_.arena_bytes;
    const int64_t least = std::max<int64_t>(1, (smallest - ram_) / kLeastShare);
    std::optional<Loop> chosen;
    for (size_t e = 0; e < entries.size(); ++e) {
      for (const RowChain& chain : FindRowChains(entries[e], least)) {
        loops_.push_back({e, chain, 1});
        for (const bool fold : {false, true}) {
          MOTE_ASSIGN(const int64_t bytes, Try(fold));
          if (bytes <= ram_) {
            for (Loop& loop : loops_) MOTE_CHECK_OK(TakeMostRows(loop, fold));
            return true;
          }
          if (bytes < smallest) smallest = bytes, chosen = loops_.back();
        }
        loops_.pop_back();
      }
    }
    if (chosen) loops_.push_back(std::move(*chosen));
    return chosen.has_value();
  }

  // More rows a turn are fewer turns.
  Status TakeMostRows(Loop& loop, bool fold) {
    const int64_t all = loop.chain.rows;
    std::vector<int64_t> rows;  // that make a turn fewer, ascending
    for (int64_t turns = all; turns > 1; --turns) {
      if (const int64_t each = (all + turns - 1) / turns; rows.empty() || rows.back() != each) rows.push_back(each);
    }
    size_t fits = 0, end = rows.size();
    while (end - fits > 1) {
      const size_t middle = fits + (end - fits) / 2;
      loop.rows = rows[middle];
      MOTE_ASSIGN(const int64_t bytes, Try(fold));
      (bytes <= ram_ ? fits : end) = middle;
    }
    loop.rows = rows[fits];
    return Ok();
  }

  const TargetFacts target_;
  Plan best_;
  std::vector<Module> entries_;
  std::vector<Loop> loops_;
  const int64_t ram_;
  const GraphMaker& make_;
};

}  // namespace

Result<Plan> FitRam(Plan plan, std::vector<Module> canonical, int64_t ram, const GraphMaker& make) {
  return Fitter(std::move(plan), std::move(canonical), ram, make).Run();
}

}  // namespace mote
