// Which steps of a block must stay behind which others, whoever orders them.
#pragma once

#include <map>
#include <vector>

#include "plan/flow.h"

namespace mote {

// What a step does to a buffer, nested blocks included.
struct Use {
  BufferId buffer;
  bool read, written;
};
using Uses = std::map<BufferId, Use>;
Uses UsesOf(const StepGraph& graph, const Step& step);

// Of every step those in front of it that it must stay behind: by buffers (read after write, write after read, write after write), calls
// of the application and exchanges in their order, and what outlives a run that fails behind the exchanges that came before it.
// `uses`: of every step.
std::vector<std::vector<int32_t>> DependencesOf(const StepGraph& graph, const TargetFacts& target, const std::vector<Step>& steps,
                                                const std::vector<Uses>& uses);

}  // namespace mote
