// Chains of fixed-point steps that hold a few rows of each value: the evaluator's bytes, rows and turns by arithmetic, damage that the
// audit and the runtime find.
#include "plan/pipeline_rows.h"

#include "byte_networks.h"
#include "target/fixed_table.h"

namespace mote {
namespace {

TEST(Pipelines, AreTheEvaluatorsBytes) {
  Random random(23);
  Ran all;
  int64_t saved = 0, networks = 0;
  for (int n = 0; n < 140; ++n) {
    SCOPED_TRACE("network " + std::to_string(n));
    Network network(random, {1, random.Between(3, 30), random.Between(1, 9), random.Between(1, 6)});
    const Dims in = network.dims();
    for (int64_t layers = random.Between(2, 8); layers > 0; --layers) {
      switch (random.Between(0, 11)) {
        case 0:
        case 1:
        case 2: network.Convolution(false); break;
        case 3: network.Convolution(true); break;
        case 4: network.Pool(random.Maybe()); break;
        case 5: network.AddToItself(); break;
        case 6: network.Softmax(); break;
        case 7: network.Function(); break;
        case 8: network.MultiplyByItself(); break;
        case 9: network.ByChannel(); break;
        default: network.Residual(); break;
      }
    }
    if (random.Maybe()) network.Pool(false, true);
    const Result<Module> module = network.Build();
    ASSERT_TRUE(module.ok()) << module.error().text;
    const Literal input = random.Bytes(in);
    const std::vector<uint8_t> expected = Evaluated(*module, input);
    const TargetFacts& target = *FindTarget("cortex-m3");
    const Ran layers = CompileAndRun(*module, target, input, 0);
    ASSERT_EQ(layers.output, expected);
    for (const int64_t ram : {int64_t{1}, layers.arena * 3 / 4}) {
      const Ran run = CompileAndRun(*module, target, input, random.Maybe() ? 0 : 100, ram);
      ASSERT_EQ(run.output, expected) << ram;
      EXPECT_LE(run.arena, layers.arena);
      all.members += run.members;
      networks += run.members > 0 ? 1 : 0;
      saved += layers.arena - run.arena;
    }
  }
  EXPECT_GT(networks, 80);
  EXPECT_GT(all.members, 400);
  EXPECT_GT(saved, 20000);
}

std::vector<int64_t> Fields(FixedRoutine routine, int64_t height, int64_t out, int64_t kernel, int64_t stride, int64_t pad) {
  std::vector<int64_t> f(kMoteFixedFields, 1);
  f[kMoteFixedRoutine] = static_cast<int64_t>(routine);
  f[kMoteFixedInH] = height, f[kMoteFixedOutH] = out;
  f[kMoteFixedInW] = f[kMoteFixedOutW] = 10, f[kMoteFixedInC] = f[kMoteFixedOutC] = 4;
  f[kMoteFixedKernelH] = kernel, f[kMoteFixedKernelW] = 1, f[kMoteFixedStrideY] = stride, f[kMoteFixedPadY] = pad, f[kMoteFixedPadX] = 0;
  f[kMoteFixedPadValue] = 0, f[kMoteFixedShift] = 0, f[kMoteFixedLow] = -128, f[kMoteFixedHigh] = 127, f[kMoteFixedSigned] = 0;
  return f;
}

// Three windows of 3 rows: what is between them is two rows that stay and the one that comes; the output is two rows behind.
TEST(Pipelines, HoldTheRowsOfAWindow) {
  const std::vector<int64_t> window = Fields(FixedRoutine::kDepthwise, 20, 20, 3, 1, 1);
  const std::vector<ChainMember> chain = {{window, {-1, -1}}, {window, {0, 0}}, {window, {1, 1}}};
  const auto one = RollChain(chain, 1), four = RollChain(chain, 4);
  ASSERT_TRUE(one && four);
  EXPECT_EQ(one->turns, 23) << "row r of the output is made when input row r + 3 has come, or is behind the end";
  for (const size_t m : {0u, 1u}) {
    EXPECT_EQ(one->values[m].capacity, 3);
    EXPECT_EQ(four->values[m].capacity, 6);
    EXPECT_EQ(one->values[m].kept, 2);
    EXPECT_EQ(four->values[m].kept, 2);
  }
  EXPECT_EQ(four->turns, 6);  // 24 rows: those of the input, and three behind its end
  for (const auto* rolled : {&*one, &*four}) {
    for (const std::vector<int64_t>& calls : rolled->calls) {
      int64_t rows = 0;
      for (const int64_t call : calls) {
        EXPECT_LE(call, rolled->rows);
        rows += call;
      }
      EXPECT_EQ(rows, 20) << "nothing twice";
    }
  }
  // Row r of the output is written when rows up to r + 3 of the input have been read: of those the last member's input rows follow. The
  // output may begin where the input does.
  EXPECT_EQ(one->below[0], 0);
}

// A sum of all rows is written when the last of them has been read: it may lie anywhere over the input, its end too.
TEST(Pipelines, SumsAreWrittenAtTheEnd) {
  std::vector<int64_t> sums = Fields(FixedRoutine::kAveragePoolRows, 20, 1, 20, 1, 0);
  sums[kMoteFixedKernelW] = 10, sums[kMoteFixedOutW] = 1;
  const std::vector<int64_t> window = Fields(FixedRoutine::kDepthwise, 20, 20, 3, 1, 1);
  for (const int64_t rows : {1, 3, 20}) {
    const auto rolled = RollChain({{window, {-1, -1}}, {window, {0, 0}}, {sums, {1, 1}}}, rows);
    ASSERT_TRUE(rolled);
    EXPECT_EQ(rolled->below[0], 0) << rows;
  }
}

// A shortcut around two windows waits for them: rows r to r + 2 of it are there when row r of the sum is made.
TEST(Pipelines, ShortcutsWait) {
  const std::vector<int64_t> window = Fields(FixedRoutine::kDepthwise, 16, 16, 3, 1, 1);
  const std::vector<int64_t> sum = Fields(FixedRoutine::kAdd, 16, 16, 1, 1, 0);
  const std::vector<ChainMember> chain = {{window, {-1, -1}}, {window, {0, 0}}, {window, {1, 1}}, {sum, {0, 2}}};
  const auto rolled = RollChain(chain, 1);
  ASSERT_TRUE(rolled);
  EXPECT_EQ(rolled->values[0].capacity, 3);
  EXPECT_EQ(rolled->values[1].capacity, 3);
  EXPECT_EQ(rolled->values[2].capacity, 1);
  EXPECT_EQ(rolled->values[2].kept, 0);
}

// Two rows of the input a row, strides one behind the other.
TEST(Pipelines, StridesAskForMoreRows) {
  const std::vector<ChainMember> chain = {{Fields(FixedRoutine::kDepthwise, 64, 64, 1, 1, 0), {-1, -1}},
                                          {Fields(FixedRoutine::kMaxPool, 64, 32, 2, 2, 0), {0, 0}},
                                          {Fields(FixedRoutine::kMaxPool, 32, 16, 2, 2, 0), {1, 1}}};
  const auto four = RollChain(chain, 4), one = RollChain(chain, 1);
  ASSERT_TRUE(four && one);
  EXPECT_EQ(four->values[0].capacity, 4);
  EXPECT_EQ(four->values[1].capacity, 2);
  EXPECT_EQ(four->values[0].kept + four->values[1].kept, 0);
  EXPECT_EQ(one->values[0].capacity, 2) << "a row at a time, two are enough for a row of what reads them";
  EXPECT_EQ(one->values[1].capacity, 2);
  EXPECT_EQ(one->turns, 64);
}

TEST(Pipelines, TakeNoOtherSteps) {
  const std::vector<int64_t> window = Fields(FixedRoutine::kDepthwise, 16, 16, 3, 1, 1);
  const auto refused = [&](std::vector<int64_t> fields, std::vector<int64_t> first) {
    return !RollChain({{first, {-1, -1}}, {fields, {0, 0}}}, 1);
  };
  EXPECT_FALSE(refused(window, window));
  std::vector<int64_t> two = window;
  two[kMoteFixedBatch] = 2;
  EXPECT_TRUE(refused(two, two));
  EXPECT_TRUE(refused(Fields(FixedRoutine::kDepthwise, 15, 15, 3, 1, 1), window)) << "another height";
  EXPECT_TRUE(refused(Fields(FixedRoutine::kDepthwise, 16, 20, 3, 1, 1), window)) << "windows behind the input";
  EXPECT_TRUE(refused(Fields(FixedRoutine::kDepthwise, 16, 16, 3, 1, 3), window)) << "a window in front of it";
  std::vector<int64_t> host = window;
  host[kMoteFixedRoutine] = static_cast<int64_t>(FixedRoutine::kDepthwiseHost);
  EXPECT_TRUE(refused(host, window));
}

// A rolled network whose words are changed one by one: the audit finds what would give other numbers, the runtime what would leave memory.
TEST(Pipelines, DamageIsFound) {
  Random random(5);
  Network network(random, {1, 24, 6, 4});
  for (int i = 0; i < 3; ++i) network.Residual();
  const Result<Module> module = network.Build();
  PassOptions passes;
  const TargetFacts& target = *FindTarget("cortex-m3");
  passes.kept = KeptOperations(target);
  Result<StepGraph> graph = SelectSteps(*ExpandFor(FormFixed(*Canonicalise(*module)), passes), target);
  ASSERT_TRUE(graph.ok());
  const Result<Plan> plan = RollRows(*MakePlan(std::move(*graph), target), 1);
  ASSERT_TRUE(plan.ok());
  const std::vector<Step>& steps = plan->graph.blocks[0].steps;
  const auto at = std::find_if(steps.begin(), steps.end(), [](const Step& step) { return step.kind == StepKind::kPipeline; });
  ASSERT_NE(at, steps.end());
  const Step whole = *at;
  const auto found = [&](size_t field, int64_t change) {
    Plan damaged = *plan;
    damaged.graph.blocks[0].steps[static_cast<size_t>(at - steps.begin())].fields[field] += change;
    const auto bytes = EmitProgram(PlaceConstants({damaged}));
    EXPECT_TRUE(bytes.ok());
    const bool audited = !AuditProgram(*bytes).problems.empty();
    std::vector<uint64_t> file(bytes->size() / 8 + 8), memory(mote_program_size() / 8 + 1);
    std::memcpy(file.data(), bytes->data(), bytes->size());
    const mote_program* program = nullptr;
    const bool refused = mote_open(memory.data(), memory.size() * 8, file.data(), bytes->size(), nullptr, &program).code != MOTE_OK;
    return std::pair(audited, refused);
  };
  const auto both = std::pair(true, true);
  EXPECT_EQ(found(kMotePipelineMembers, 0), std::pair(false, false));
  for (const int64_t change : {-1, 1, 1 << 20}) EXPECT_EQ(found(kMotePipelineMembers, change), both);
  EXPECT_EQ(found(kMotePipelineRows, 8), both) << "more rows than there is room for";
  EXPECT_EQ(found(kMotePipelineTurns, -1), both) << "the last row is not made";
  EXPECT_EQ(found(kMotePipelineTurns, 1 << 20), both);
  EXPECT_EQ(found(kMotePipelineScratch, 1 << 20), both);
  const std::vector<std::vector<int64_t>> members = PipelineMembers(whole);
  int64_t silent = 0;
  for (size_t m = 0; m < members.size(); ++m) {
    const size_t word = kMotePipelineFields + m * kMotePipelineMemberWords;
    EXPECT_EQ(found(word + kMoteFixedBatch, 1), both);
    EXPECT_EQ(found(word + kMoteFixedOutH, -1), both);
    EXPECT_EQ(found(word + kMotePipelineInput, 500), both);
    EXPECT_EQ(found(word + kMotePipelineInput, -1000), both);
    EXPECT_EQ(found(word + kMotePipelineStream, 1000), both);
    if (m + 1 == members.size()) continue;
    EXPECT_EQ(found(word + kMotePipelineCapacity, -1), both) << m;
    EXPECT_EQ(found(word + kMotePipelineCapacity, 1 << 20), both) << m;
    EXPECT_EQ(found(word + kMotePipelineAt, 1 << 20), both) << m;
    EXPECT_EQ(found(word + kMotePipelineKept, 1 << 20), both) << m;
    EXPECT_EQ(found(word + kMotePipelineAt, -members[m][kMotePipelineAt]), both) << "over scratch";
    // Over other rows: nothing that the runtime would have to know.
    for (const int64_t change : {-4, 4, 24, -24}) silent += found(word + kMotePipelineAt, change).first ? 1 : 0;
  }
  EXPECT_GT(silent, static_cast<int64_t>(members.size()));
}

}  // namespace
}  // namespace mote
