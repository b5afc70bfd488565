// MergeGraphs: entries made one by one, in one program.
#include <algorithm>
#include <map>

#include "select/step.h"

namespace mote {
namespace {

class Merger {
 public:
  Status Add(StepGraph graph) {
    MOTE_CHECK_OK(AddBuffers(graph));
    IdVector<int32_t> kernels, calls;
    for (Kernel& kernel : graph.kernels) {
      const auto [at, fresh] = kernels_.try_emplace(ContentHash(kernel), merged_.kernels.count());
      if (fresh) merged_.kernels.push_back(std::move(kernel));
      kernels.push_back(at->second);
    }
    for (CallTarget& call : graph.calls) {
      const auto known = std::find(merged_.calls.begin(), merged_.calls.end(), call);
      calls.push_back(static_cast<int32_t>(known - merged_.calls.begin()));
      if (known == merged_.calls.end()) merged_.calls.push_back(std::move(call));
    }
    const auto first_block = merged_.blocks.count();
    for (Block& block : graph.blocks) {
      for (Step& step : block.steps) {
        if (step.kernel >= 0) step.kernel = kernels[step.kernel];
        if (step.kind == StepKind::kCall) step.fields[kMoteCallNumber] = calls[step.fields[kMoteCallNumber]];
        for (BufferId& b : step.operands) b = buffers_[b];
        for (int32_t& inner : step.blocks) inner += first_block;
      }
      merged_.blocks.push_back(std::move(block));
    }
    for (EntryPoint& entry : graph.entries) {
      entry.block += first_block;
      for (BufferId& b : entry.inputs) b = buffers_[b];
      for (BufferId& b : entry.outputs) b = buffers_[b];
      merged_.entries.push_back(std::move(entry));
    }
    return Ok();
  }

  StepGraph Take() { return std::move(merged_); }

 private:
  Status AddBuffers(StepGraph& graph) {
    buffers_.clear();
    for (Buffer& buffer : graph.buffers) {
      const auto next = merged_.buffers.count();
      if (buffer.kind == Buffer::Kind::kState) {
        const auto [at, fresh] = states_.try_emplace(buffer.name, next);
        if (!fresh) {
          const Shape first = merged_.buffers[at->second].TensorShape(), second = buffer.TensorShape();
          if (!(first == second)) {
            return Error(Rule::kShape, "state " + buffer.name + " is " + ToString(first) + " in one entry, " + ToString(second) +
                                           " in another");
          }
          buffers_.push_back(at->second);
          continue;
        }
      }
      buffers_.push_back(next);
      merged_.buffers.push_back(std::move(buffer));
    }
    return Ok();
  }

  StepGraph merged_;
  IdVector<BufferId> buffers_;  // of the graph that is being added
  std::map<std::string, BufferId> states_;
  std::map<uint64_t, int32_t> kernels_;
};

}  // namespace

bool StepGraph::IsEntryBlock(int32_t block) const {
  return std::any_of(entries.begin(), entries.end(), [&](const EntryPoint& entry) { return entry.block == block; });
}

Result<StepGraph> MergeGraphs(std::vector<StepGraph> graphs) {
  if (graphs.size() == 1) return std::move(graphs.front());
  Merger merger;
  for (StepGraph& graph : graphs) MOTE_CHECK_OK(merger.Add(std::move(graph)));
  return merger.Take();
}

}  // namespace mote
