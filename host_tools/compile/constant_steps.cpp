// Launches and copies in their order; every buffer that counts has one writer.
#include "compile/constant_steps.h"

#include <algorithm>
#include <map>
#include <set>

#include "kernel/interpret.h"
#include "plan/flow.h"

namespace mote {
namespace {

constexpr int64_t kMostBytes = int64_t{1} << 22;  // of a buffer: the interpreter is slow

using Bytes = std::vector<uint8_t>;

class Folder {
 public:
  explicit Folder(const StepGraph& graph) : graph_(graph), writers_(graph.buffers.size()), made_(graph.buffers.size()) {
    for (const Block& block : graph.blocks) {
      for (const Step& step : block.steps) {
        for (const Touch& touch : TouchesOf(graph, step)) writers_[touch.buffer] += touch.written ? 1 : 0;
      }
    }
    for (const EntryPoint& entry : graph.entries) {
      for (const Step& step : graph.blocks[entry.block].steps) {
        if (!IsConstant(step)) continue;
        for (const Touch& touch : TouchesOf(graph, step)) {
          if (touch.written) made_[touch.buffer] = &step;
        }
      }
    }
  }

  // The step that makes it of constants; null: none does.
  const Step* MadeBy(BufferId buffer) const { return made_[buffer]; }
  bool IsConstant(const Step& step) const {
    if (step.kind != StepKind::kLaunch && step.kind != StepKind::kCopy) return false;
    for (const Touch& touch : TouchesOf(graph_, step)) {
      const Buffer& buffer = graph_.buffers[touch.buffer];
      const bool whole = buffer.bytes == StorageBytes(buffer.type) * Shape::Array(buffer.type, buffer.dims).ElementCount();
      const bool writes = touch.full && !touch.read && writers_[touch.buffer] == 1 && buffer.kind == Buffer::Kind::kTemporary &&
                          buffer.bytes <= kMostBytes && whole;
      if (touch.written ? !writes : buffer.kind != Buffer::Kind::kConstant && made_[touch.buffer] == nullptr) return false;
    }
    return true;
  }

  Result<Bytes> ValueOf(BufferId buffer) {
    const Buffer& b = graph_.buffers[buffer];
    if (b.kind == Buffer::Kind::kConstant) return Bytes(b.constant.bytes().begin(), b.constant.bytes().end());
    const auto found = values_.find(buffer);
    if (found != values_.end()) return found->second;
    const Step& step = *made_[buffer];
    std::vector<Bytes> operands;
    IdVector<bool> written(step.operands.size());
    for (const Touch& touch : TouchesOf(graph_, step)) written[touch.operand] = written[touch.operand] || touch.written;
    for (size_t o = 0; o < step.operands.size(); ++o) {
      operands.emplace_back(graph_.buffers[step.operands[o]].bytes);
      if (written[o]) continue;
      MOTE_ASSIGN(operands.back(), ValueOf(step.operands[o]));
    }
    if (step.kind == StepKind::kCopy) operands[1] = operands[0];
    else MOTE_CHECK_OK(InterpretKernel(graph_.kernels[step.kernel], step.params, operands));
    for (size_t o = 0; o < step.operands.size(); ++o) {
      if (written[o]) values_[step.operands[o]] = operands[o];
    }
    return values_.at(buffer);
  }

 private:
  const StepGraph& graph_;
  IdVector<int32_t> writers_;
  IdVector<const Step*> made_;
  std::map<BufferId, Bytes> values_;
};

// Without constant steps whose results nobody reads.
void DropUnread(StepGraph& graph, const std::set<BufferId>& folded) {
  for (bool changed = true; changed;) {
    changed = false;
    const Folder folder(graph);
    std::set<BufferId> read;
    for (const EntryPoint& entry : graph.entries) read.insert(entry.outputs.begin(), entry.outputs.end());
    for (const Block& block : graph.blocks) {
      for (const Step& step : block.steps) {
        for (const Touch& touch : TouchesOf(graph, step)) {
          if (touch.read) read.insert(touch.buffer);
        }
      }
    }
    for (const EntryPoint& entry : graph.entries) {
      std::vector<Step>& steps = graph.blocks[entry.block].steps;
      std::vector<Step> kept;
      for (Step& step : steps) {
        bool drop = true, writes = false;
        for (const Touch& touch : TouchesOf(graph, step)) {
          if (!touch.written) continue;
          writes = true;
          drop = drop && (folded.count(touch.buffer) != 0 || (folder.MadeBy(touch.buffer) != nullptr && read.count(touch.buffer) == 0));
        }
        if (!writes || !drop) kept.push_back(std::move(step));
      }
      changed = changed || kept.size() != steps.size();
      steps = std::move(kept);
    }
  }
}

}  // namespace

std::vector<BufferId> ConstantBuffers(const StepGraph& graph) {
  const Folder folder(graph);
  std::set<BufferId> read;
  for (const Block& block : graph.blocks) {
    for (const Step& step : block.steps) {
      if (folder.IsConstant(step)) continue;
      for (const Touch& touch : TouchesOf(graph, step)) {
        if (touch.read && folder.MadeBy(touch.buffer) != nullptr) read.insert(touch.buffer);
      }
    }
  }
  std::vector<BufferId> list(read.begin(), read.end());
  std::stable_sort(list.begin(), list.end(), [&](BufferId a, BufferId b) { return graph.buffers[a].bytes < graph.buffers[b].bytes; });
  return list;
}

Result<StepGraph> FoldSteps(StepGraph graph, const std::vector<BufferId>& buffers) {
  Folder folder(graph);
  std::map<BufferId, Bytes> values;
  for (const BufferId buffer : buffers) {
    for (const Touch& touch : TouchesOf(graph, *folder.MadeBy(buffer))) {
      if (!touch.written) continue;
      MOTE_ASSIGN(values[touch.buffer], folder.ValueOf(touch.buffer));
    }
  }
  std::set<BufferId> folded;
  for (auto& [buffer, bytes] : values) {
    Buffer& b = graph.buffers[buffer];
    b.kind = Buffer::Kind::kConstant;
    b.constant = Literal(Shape::Array(b.type, b.dims), std::move(bytes));
    folded.insert(buffer);
  }
  DropUnread(graph, folded);
  return graph;
}

}  // namespace mote
