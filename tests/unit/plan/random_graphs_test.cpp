// Random graphs with branches, loops, updates in place and exchanged carried values: run step by step with a buffer each, and again as
// planned, over the plan's arena. Outputs must be equal bit by bit, whatever the arena held before.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "kernel/interpret.h"
#include "random_graph.h"
#include "print/printers.h"
#include "plan/plan.h"

namespace mote {
namespace {

// Runs a graph over memory that `place` gives for every buffer.
class Runner {
 public:
  using Place = std::function<uint8_t*(BufferId)>;
  Runner(const StepGraph& graph, Place place) : graph_(graph), place_(std::move(place)) {}
  void Run() { RunBlock(graph_.entries[0].block); }

 private:
  void RunBlock(int32_t block) {
    for (const Step& step : graph_.blocks[static_cast<size_t>(block)].steps) RunStep(step);
  }
  int64_t Bytes(BufferId b) const { return graph_.buffers[static_cast<size_t>(b)].bytes; }

  void RunStep(const Step& step) {
    switch (step.kind) {
      case StepKind::kCopy:
        std::memmove(place_(step.operands[1]), place_(step.operands[0]), static_cast<size_t>(Bytes(step.operands[0])));
        return;
      case StepKind::kWhile:
        for (int turn = 0; turn < 10; ++turn) {
          RunBlock(step.blocks[0]);
          if (*place_(step.operands[0]) == 0) return;
          RunBlock(step.blocks[1]);
        }
        ADD_FAILURE() << "a loop without end";
        return;
      case StepKind::kConditional:
        RunBlock(step.blocks[*place_(step.operands[0]) != 0 ? 0 : 1]);
        return;
      default: break;
    }
    const Kernel& kernel = graph_.kernels[static_cast<size_t>(step.kernel)];
    std::vector<std::vector<uint8_t>> operands;
    for (BufferId b : step.operands) operands.emplace_back(place_(b), place_(b) + Bytes(b));
    ASSERT_TRUE(InterpretKernel(kernel, step.params, operands).ok());
    for (size_t o = 0; o < operands.size(); ++o) {
      if (kernel.operands[o].written) std::memcpy(place_(step.operands[o]), operands[o].data(), operands[o].size());
    }
  }

  const StepGraph& graph_;
  Place place_;
};

using Outputs = std::vector<std::vector<uint8_t>>;

std::vector<uint8_t> InputBytes(const Buffer& b) {
  std::vector<uint8_t> bytes(static_cast<size_t>(b.bytes));
  for (size_t i = 0; i < bytes.size() / 4; ++i) {
    const float value = static_cast<float>(static_cast<int>(i % 7) - b.number) * 0.25f;
    std::memcpy(bytes.data() + i * 4, &value, 4);
  }
  return bytes;
}

Outputs RunUnplanned(const StepGraph& graph) {
  std::vector<std::vector<uint8_t>> memory;
  for (const Buffer& b : graph.buffers) {
    memory.push_back(b.kind == Buffer::Kind::kInput ? InputBytes(b) : std::vector<uint8_t>(static_cast<size_t>(b.bytes), 0x5a));
    if (b.kind == Buffer::Kind::kConstant) memory.back().assign(b.constant.bytes().begin(), b.constant.bytes().end());
  }
  Runner(graph, [&](BufferId b) { return memory[static_cast<size_t>(b)].data(); }).Run();
  Outputs outputs;
  for (BufferId b : graph.entries[0].outputs) outputs.push_back(memory[static_cast<size_t>(b)]);
  return outputs;
}

Outputs RunPlanned(const StepGraph& original, const Plan& plan) {
  std::vector<uint8_t> arena(static_cast<size_t>(plan.arena_bytes), 0xa5);
  std::vector<std::vector<uint8_t>> inputs, outputs, constants;
  for (BufferId b : original.entries[0].inputs) inputs.push_back(InputBytes(original.buffers[static_cast<size_t>(b)]));
  const auto bytes = [&](BufferId b) { return static_cast<size_t>(original.buffers[static_cast<size_t>(b)].bytes); };
  for (BufferId b : original.entries[0].outputs) outputs.emplace_back(bytes(b), 0x5a);
  for (const Buffer& b : plan.graph.buffers) constants.emplace_back(b.constant.bytes().begin(), b.constant.bytes().end());
  const auto place = [&](BufferId b) -> uint8_t* {
    const View& v = plan.views[static_cast<size_t>(b)];
    switch (v.space) {
      case Space::kConstant: return constants[static_cast<size_t>(b)].data();
      case Space::kInput: return inputs[static_cast<size_t>(v.number)].data() + v.offset;
      case Space::kOutput: return outputs[static_cast<size_t>(v.number)].data() + v.offset;
      default: return arena.data() + v.offset;
    }
  };
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (plan.target.io_in_arena) std::memcpy(place(plan.graph.entries[0].inputs[i]), inputs[i].data(), inputs[i].size());
  }
  const std::vector<std::vector<uint8_t>> given = inputs;
  Runner(plan.graph, place).Run();
  EXPECT_EQ(inputs, given) << "the caller's inputs were written";
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (plan.target.io_in_arena) std::memcpy(outputs[i].data(), place(plan.graph.entries[0].outputs[i]), outputs[i].size());
  }
  return outputs;
}

TEST(RandomGraphs, PlannedRunsGiveTheSameBits) {
  for (uint32_t seed = 1; seed <= 400; ++seed) {
    const StepGraph graph = RandomGraph(seed).graph();
    const Outputs expected = RunUnplanned(graph);
    for (const char* target : {"linux", "cortex-m4"}) {
      const auto plan = MakePlan(graph, *FindTarget(target));
      ASSERT_TRUE(plan.ok()) << "seed " << seed;
      EXPECT_EQ(RunPlanned(graph, *plan), expected) << "seed " << seed << ", target " << target;
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace mote
