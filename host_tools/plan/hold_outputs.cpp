// Which steps of an entry's block an exchange needs, by the dependences through buffers.
#include "plan/hold_outputs.h"

#include <algorithm>
#include <set>

#include "plan/dependences.h"

namespace mote {
namespace {

// Whether `later`, further down, must stay behind `earlier`.
bool Depends(const Uses& later, const Uses& earlier) {
  return std::any_of(later.begin(), later.end(), [&](const auto& use) {
    const auto found = earlier.find(use.first);
    return found != earlier.end() && (use.second.written || found->second.written);
  });
}

class EntryHolder {
 public:
  EntryHolder(StepGraph& graph, const TargetFacts& target, const EntryPoint& entry) : graph_(graph), target_(target), block_(entry.block) {}

  void Run() {
    if (!HasExchange()) return;
    HoldWhatExchangesNeed();
    PutOthersBehind();
  }

 private:
  IdVector<Step>& Steps() { return graph_.blocks[block_].steps; }
  bool HasExchange() {
    return std::any_of(Steps().begin(), Steps().end(), [&](const Step& s) { return Exchanges(graph_, s); });
  }
  std::vector<Uses> AllUses() {
    std::vector<Uses> uses;
    for (const Step& step : Steps()) uses.push_back(UsesOf(graph_, step));
    return uses;
  }

  // Steps that an exchange depends on, exchanges themselves among them.
  std::vector<bool> Needed(const std::vector<Uses>& uses) {
    std::vector<bool> needed(uses.size());
    for (size_t s = uses.size(); s-- > 0;) {
      needed[s] = Exchanges(graph_, Steps()[s]);
      for (size_t later = s + 1; later < uses.size() && !needed[s]; ++later) needed[s] = needed[later] && Depends(uses[later], uses[s]);
    }
    return needed;
  }

  // Until nothing that outlives the run is written by a step that an exchange needs. Copies at the end need nothing to be held.
  void HoldWhatExchangesNeed() {
    const std::vector<Uses> uses = AllUses();
    const std::vector<bool> needed = Needed(uses);
    std::set<BufferId> held;
    for (size_t s = 0; s < uses.size(); ++s) {
      if (!needed[s]) continue;
      for (const auto& [b, use] : uses[s]) {
        if (use.written && Outlives(graph_.buffers[b], target_)) held.insert(b);
      }
    }
    for (const BufferId b : held) Hold(b);
  }

  // Of the entry; the next one's begin there.
  int32_t EndOfBlocks() const {
    auto end = static_cast<int32_t>(graph_.blocks.size());
    for (const EntryPoint& entry : graph_.entries) {
      if (entry.block > block_) end = std::min(end, entry.block);
    }
    return end;
  }

  void Hold(BufferId b) {
    Buffer own = graph_.buffers[b];
    own.kind = Buffer::Kind::kTemporary;
    own.name += ", until the last exchange";
    graph_.buffers.push_back(std::move(own));
    const BufferId temporary = graph_.buffers.count() - 1;
    for (int32_t block = block_; block < EndOfBlocks(); ++block) {
      for (Step& step : graph_.blocks[block].steps) {
        for (BufferId& operand : step.operands) operand = operand == b ? temporary : operand;
      }
    }
    const bool state = graph_.buffers[b].kind == Buffer::Kind::kState;
    if (state)
      Steps().insert(Steps().begin(), Copy(b, temporary, "a state that is not written in place: an exchange needs its next value"));
    Steps().push_back(Copy(temporary, b, "complete or untouched: an exchange, which may fail, comes before"));
  }

  Step Copy(BufferId from, BufferId to, const char* why) const {
    Step step;
    step.kind = StepKind::kCopy;
    step.operands = {from, to};
    step.name = "copy";
    step.why = why;
    return step;
  }

  // What writes such buffers, and what depends on that, in their order behind all else: no exchange is among them.
  void PutOthersBehind() {
    const std::vector<Uses> uses = AllUses();
    std::vector<bool> behind(uses.size());
    for (size_t s = 0; s < uses.size(); ++s) {
      behind[s] = std::any_of(uses[s].begin(), uses[s].end(), [&](const auto& use) {
        return use.second.written && Outlives(graph_.buffers[use.first], target_);
      });
      for (size_t earlier = 0; earlier < s && !behind[s]; ++earlier) behind[s] = behind[earlier] && Depends(uses[s], uses[earlier]);
    }
    IdVector<Step> ordered;
    for (const bool last : {false, true}) {
      for (size_t s = 0; s < uses.size(); ++s) {
        if (behind[s] == last) ordered.push_back(Steps()[s]);
      }
    }
    Steps() = std::move(ordered);
  }

  StepGraph& graph_;
  const TargetFacts& target_;
  const int32_t block_;
};

}  // namespace

bool Exchanges(const StepGraph& graph, const Step& step) {
  if (step.kind == StepKind::kExchange) return step.operands.size() == 2;
  for (const int32_t block : step.blocks) {
    for (const Step& inner : graph.blocks[block].steps) {
      if (Exchanges(graph, inner)) return true;
    }
  }
  return false;
}

bool Outlives(const Buffer& buffer, const TargetFacts& target) {
  return buffer.kind == Buffer::Kind::kState || (buffer.kind == Buffer::Kind::kOutput && !target.io_in_arena);
}

void HoldOutputs(StepGraph& graph, const TargetFacts& target) {
  for (size_t e = 0; e < graph.entries.size(); ++e) EntryHolder(graph, target, graph.entries[e]).Run();
}

}  // namespace mote
