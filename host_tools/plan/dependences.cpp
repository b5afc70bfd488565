// Dependences between the steps of a block.
#include "plan/dependences.h"

#include <algorithm>
#include <set>

#include "plan/hold_outputs.h"

namespace mote {
namespace {

void Collect(const StepGraph& graph, const Step& step, Uses& uses) {
  for (const Touch& t : TouchesOf(graph, step)) {
    Use& use = uses.try_emplace(t.buffer, Use{t.buffer, false, false}).first->second;
    use.read |= t.read;
    use.written |= t.written;
  }
  for (int32_t block : step.blocks) {
    for (const Step& inner : graph.blocks[block].steps) Collect(graph, inner, uses);
  }
}

bool CallsHost(const StepGraph& graph, const Step& step) {
  if (step.kind == StepKind::kCall) return true;
  return std::any_of(step.blocks.begin(), step.blocks.end(), [&](int32_t block) {
    const auto& inner = graph.blocks[block].steps;
    return std::any_of(inner.begin(), inner.end(), [&](const Step& s) { return CallsHost(graph, s); });
  });
}

}  // namespace

Uses UsesOf(const StepGraph& graph, const Step& step) {
  Uses uses;
  Collect(graph, step, uses);
  return uses;
}

std::vector<std::vector<int32_t>> DependencesOf(const StepGraph& graph, const TargetFacts& target, const std::vector<Step>& steps,
                                                const std::vector<Uses>& uses) {
  std::map<BufferId, int32_t> writer;
  std::map<BufferId, std::vector<int32_t>> readers;
  int32_t call = -1;      // the application sees in which order it is called
  int32_t exchange = -1;  // all members come to all exchanges in one order, whatever their targets
  std::vector<std::vector<int32_t>> all;
  for (size_t s = 0; s < steps.size(); ++s) {
    const auto step = static_cast<int32_t>(s);
    std::set<int32_t> before;
    if (CallsHost(graph, steps[s])) {
      before.insert(call);
      call = step;
    }
    if (Exchanges(graph, steps[s])) {
      before.insert(exchange);
      exchange = step;
    } else if (std::any_of(uses[s].begin(), uses[s].end(), [&](const auto& use) {
                 return use.second.written && Outlives(graph.buffers[use.first], target);
               })) {
      before.insert(exchange);  // HoldOutputs has put it behind the last one
    }
    for (const auto& [buffer, use] : uses[s]) {
      const auto found = writer.find(buffer);
      if (found != writer.end()) before.insert(found->second);
      if (use.written) {
        before.insert(readers[buffer].begin(), readers[buffer].end());
        readers[buffer].clear();
        writer[buffer] = step;
      }
      if (use.read) readers[buffer].push_back(step);
    }
    before.erase(-1), before.erase(step);
    all.emplace_back(before.begin(), before.end());
  }
  return all;
}

}  // namespace mote
