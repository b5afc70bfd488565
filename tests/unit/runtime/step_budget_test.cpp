// The budget that emit writes is what a run works: one element operation less ends it, and the host's count is the runtime's.
#include <gtest/gtest.h>

#include "emit/emit.h"
#include "frontend/frontend.h"
#include "mote/mote.h"
#include "passes/pipeline.h"
#include "schema/file_layout.h"
#include "schema/program_generated.h"
#include "select/kept_operations.h"

namespace mote {
namespace {

std::vector<uint64_t> Compiled(const std::string& text) {
  Result<Module> module = ReadStablehlo(text, "test.mlir");
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text);
  if (!module.ok()) return {};
  const TargetFacts& target = *FindTarget("linux");
  PassOptions passes;
  passes.kept = KeptOperations(target);
  Result<Module> optimised = OptimiseForKernels(*module, passes);
  EXPECT_TRUE(optimised.ok());
  Result<StepGraph> graph = SelectSteps(*optimised, target, {});
  EXPECT_TRUE(graph.ok());
  Result<Plan> plan = MakePlan(std::move(*graph), target);
  EXPECT_TRUE(plan.ok());
  Result<std::vector<uint8_t>> bytes = EmitProgram(PlaceConstants({*plan}));
  EXPECT_TRUE(bytes.ok());
  std::vector<uint64_t> file(bytes->size() / 8 + 1);
  std::memcpy(file.data(), bytes->data(), bytes->size());
  return file;
}

struct Outcome {
  mote_code code = MOTE_OK;
  uint64_t budget = 0, work = 0;
  float first = 0;  // of output 0
};

// Runs the only entry on inputs of ones, its budget made `less` smaller.
Outcome RunWith(std::vector<uint64_t> file, uint64_t less) {
  Outcome outcome;
  auto* flat = reinterpret_cast<uint8_t*>(file.data()) + sizeof(MoteFileHeader);
  fb::Entry* entry = fb::GetMutableProgram(flat)->mutable_variants()->GetMutableObject(0)->mutable_entries()->GetMutableObject(0);
  outcome.budget = entry->step_budget();
  EXPECT_TRUE(entry->mutate_step_budget(outcome.budget - less));
  std::vector<uint64_t> memory(mote_program_size() / 8 + 1);
  const mote_program* program = nullptr;
  EXPECT_EQ(mote_open(memory.data(), memory.size() * 8, file.data(), file.size() * 8, nullptr, &program).code, MOTE_OK);
  mote_sizes sizes;
  EXPECT_EQ(mote_query_sizes(program, &sizes).code, MOTE_OK);
  outcome.work = sizes.work;
  std::vector<uint64_t> instance_memory(sizes.instance / 8 + 1), arena_memory(sizes.arena / 8 + 9);
  void* arena = reinterpret_cast<void*>((reinterpret_cast<uintptr_t>(arena_memory.data()) + 63) / 64 * 64);
  mote_instance* instance = nullptr;
  const mote_memory given = {.instance = instance_memory.data(), .instance_size = instance_memory.size() * 8, .arena = arena,
                             .arena_size = sizes.arena, .state = nullptr, .state_size = 0};
  EXPECT_EQ(mote_instance_init(&given, program, 0, &instance).code, MOTE_OK);
  std::vector<std::vector<float>> tensors;
  for (const bool output : {false, true}) {
    for (uint32_t i = 0; i < (output ? mote_output_count(program, 0) : mote_input_count(program, 0)); ++i) {
      mote_tensor tensor;
      EXPECT_EQ((output ? mote_output(program, 0, i, &tensor) : mote_input(program, 0, i, &tensor)).code, MOTE_OK);
      tensors.emplace_back(tensor.bytes / 4 + 1, 1.0f);
      float* data = tensors.back().data();
      EXPECT_EQ((output ? mote_bind_output(instance, i, data, tensor.bytes) : mote_bind_input(instance, i, data, tensor.bytes)).code,
                MOTE_OK);
    }
  }
  outcome.code = mote_run(instance, 0).code;
  outcome.first = tensors[mote_input_count(program, 0)][0];
  return outcome;
}

constexpr char kStraight[] = R"(func.func @main(%x: tensor<6x40xf32>, %w: tensor<40x8xf32>) -> tensor<6x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<6x40xf32>, tensor<40x8xf32>) -> tensor<6x8xf32>
  %1 = stablehlo.exponential %0 : tensor<6x8xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.add across dimensions = [1] : (tensor<6x8xf32>, tensor<f32>) -> tensor<6xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<6xf32>) -> tensor<6x8xf32>
  %4 = stablehlo.divide %1, %3 : tensor<6x8xf32>
  return %4 : tensor<6x8xf32>
})";

TEST(StepBudget, IsTheWorkOfAProgramWithoutLoops) {
  const std::vector<uint64_t> file = Compiled(kStraight);
  const Outcome whole = RunWith(file, 0), less = RunWith(file, 1);
  EXPECT_EQ(whole.budget, whole.work);
  EXPECT_GE(whole.work, 6u * 8 * 40);
  EXPECT_EQ(whole.code, MOTE_OK);
  EXPECT_NEAR(whole.first, 0.125f, 1e-6);
  EXPECT_EQ(less.code, MOTE_BUDGET);
}

// 3 lines of 100 elements: 7 levels, ⌊100 / 128⌋ + 1 strips of 128 questions asked twice, and what moves one array in its order.
TEST(StepBudget, CountsWhatASortAsks) {
  const std::vector<uint64_t> file = Compiled(R"(func.func @main(%x: tensor<3x100xf32>) -> tensor<3x100xf32> {
    %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.compare LE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }) : (tensor<3x100xf32>) -> tensor<3x100xf32>
    return %0 : tensor<3x100xf32>
  })");
  const Outcome whole = RunWith(file, 0), less = RunWith(file, 1);
  EXPECT_EQ(whole.budget, whole.work);
  EXPECT_EQ((whole.work - 1) % 3, 0u);
  EXPECT_EQ(((whole.work - 1) / 3 - 200) % 14, 0u);
  EXPECT_GE(((whole.work - 1) / 3 - 200) / 14, 128u * 5);  // two loads of pairs, two of elements, a store for each lane
  EXPECT_EQ(whole.code, MOTE_OK);
  EXPECT_EQ(less.code, MOTE_BUDGET);
}

constexpr char kCounted[] = R"(func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<16xf32>
    cond {
      %n = stablehlo.constant dense<7> : tensor<i32>
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %w = stablehlo.add %v, %v : tensor<16xf32>
      stablehlo.return %j, %w : tensor<i32>, tensor<16xf32>
    }
  return %r#1 : tensor<16xf32>
})";

TEST(StepBudget, CountsTheTurnsOfLoops) {
  const std::vector<uint64_t> file = Compiled(kCounted);
  const Outcome whole = RunWith(file, 0), less = RunWith(file, 1);
  EXPECT_EQ(whole.code, MOTE_OK);
  EXPECT_EQ(whole.first, 128.0f);
  EXPECT_GT(whole.budget, whole.work);  // which counts the body once
  EXPECT_LT(whole.budget, 10 * whole.work);
  EXPECT_EQ(less.code, MOTE_BUDGET);
}

TEST(StepBudget, EndsLoopsThatOnlyARunCounts) {
  std::string text = kCounted;
  text.replace(text.find("stablehlo.compare LT"), 20, "stablehlo.compare NE");
  text.replace(text.find("dense<1>"), 8, "dense<2>");  // 7 is stepped over: the counter wraps around for ever
  const std::vector<uint64_t> file = Compiled(text);
  const Outcome outcome = RunWith(file, (uint64_t{1} << 36) + 10000000);
  EXPECT_GT(outcome.budget, uint64_t{1} << 36);
  EXPECT_EQ(outcome.code, MOTE_BUDGET);
}

}  // namespace
}  // namespace mote
