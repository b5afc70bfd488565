// The planner on graphs by hand, where the best plan can be found by arithmetic.
#include "plan/plan.h"

#include <gtest/gtest.h>

#include "graph_maker.h"
#include "plan/allocate.h"
#include "plan/report.h"
#include "schema/vulkan_layout.h"

namespace mote {
namespace {

TargetFacts Host() {
  TargetFacts t = *FindTarget("linux");
  t.buffer_alignment = 16;
  return t;
}
TargetFacts Firmware() { return *FindTarget("cortex-m4"); }

Plan Planned(StepGraph graph, const TargetFacts& target) {
  Result<Plan> plan = MakePlan(std::move(graph), target);
  EXPECT_TRUE(plan.ok()) << (plan.ok() ? "" : plan.error().text);
  return plan.ok() ? std::move(*plan) : Plan{};
}

size_t StepsOf(const Plan& plan) {
  size_t count = 0;
  for (const Block& b : plan.graph.blocks) count += b.steps.size();
  return count;
}

TEST(MakePlan, ElementWiseChainRunsInOneBuffer) {
  GraphMaker g;
  const BufferId in = g.Input(1000), a = g.Temporary(1000), b = g.Temporary(1000), c = g.Temporary(1000), out = g.Output(1000);
  g.Sum({in}, a);
  g.Sum({a}, b);
  g.Sum({b}, c);
  g.Reverse(c, out);
  const Plan plan = Planned(g.graph, Host());
  EXPECT_EQ(plan.peak_bytes, 4000);
  EXPECT_EQ(plan.live_bound_bytes, 4000);
}

// The buffers that most steps touch lie in the first region that takes them.
TEST(MakePlan, RegionsTakeWhatIsUsedMost) {
  GraphMaker g;
  const BufferId in = g.Input(1000), often = g.Temporary(1000), out = g.Output(1000);
  const BufferId first = g.Temporary(1000);
  BufferId last = first;
  g.Reverse(in, often);
  g.Reverse(often, last);
  for (int i = 0; i < 4; ++i) {
    const BufferId next = i == 3 ? out : g.Temporary(1000);
    g.Sum({often, last}, next);
    last = next;
  }
  const Result<Plan> plan = MakePlan(g.graph, Firmware(), {{"fast", 5000}, {"slow", 100000}});
  ASSERT_TRUE(plan.ok());
  ASSERT_EQ(plan->regions.size(), 2u);
  EXPECT_EQ(plan->regions[0].bytes, 4000);  // one buffer of 4 000 bytes, no two
  EXPECT_EQ(plan->arena_bytes, plan->regions[0].bytes + plan->regions[1].bytes);
  // Three of the sums are one buffer with what they begin with, touched eight times; `often` and the last sum another, seven times.
  EXPECT_EQ(plan->views[static_cast<size_t>(first)].number, 0);
  EXPECT_EQ(plan->views[static_cast<size_t>(often)].number, 1);
  for (const View& view : plan->views) {
    if (view.space != Space::kArena) continue;
    EXPECT_EQ(view.number, view.offset < 4000 ? 0 : 1);
    EXPECT_TRUE(view.offset >= 4000 || view.offset + view.bytes <= 4000);
  }
  // All in one: no regions at all.
  const Result<Plan> one = MakePlan(g.graph, Firmware(), {{"fast", 100000}, {"slow", 100000}});
  ASSERT_TRUE(one.ok());
  EXPECT_TRUE(one->regions.empty());
  EXPECT_EQ(one->arena_bytes, Planned(g.graph, Firmware()).arena_bytes);
  const Result<Plan> none = MakePlan(g.graph, Firmware(), {{"dtcm", 3000}, {"sram", 7000}});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().rule, Rule::kLimit);
  EXPECT_NE(none.error().text.find("dtcm of 3000, sram of 7000"), std::string::npos) << none.error().text;
}

TEST(MakePlan, InputsAndOutputsInTheArenaOfFirmware) {
  GraphMaker g;
  const BufferId in = g.Input(1000), a = g.Temporary(1000), out = g.Output(1000);
  g.Sum({in}, a);
  g.Reverse(a, out);
  const Plan plan = Planned(g.graph, Firmware());
  // Input and `a` share a place, the output lies beside it.
  EXPECT_EQ(plan.peak_bytes, 8000);
  const EntryPoint& entry = plan.graph.entries[0];
  for (BufferId b : {entry.inputs[0], entry.outputs[0]}) EXPECT_EQ(plan.views[static_cast<size_t>(b)].space, Space::kArena);
}

TEST(MakePlan, NeverWritesOverWhatIsStillRead) {
  GraphMaker g;
  const BufferId in = g.Input(100), a = g.Temporary(100), b = g.Temporary(100), out = g.Output(100);
  g.Sum({in}, a);
  g.Sum({a}, b);
  g.Sum({a, b}, out);
  const Plan plan = Planned(g.graph, Host());
  const std::vector<Step>& steps = plan.graph.blocks[0].steps;
  ASSERT_EQ(steps.size(), 3u);
  const View& va = plan.views[static_cast<size_t>(steps[1].operands[0])];
  const View& vb = plan.views[static_cast<size_t>(steps[1].operands[1])];
  EXPECT_TRUE(va.space != vb.space || va.offset != vb.offset);
}

TEST(MakePlan, OrdersStepsForTheLowestPeak) {
  // Four large values each reduced to a small one: in the given order all four are live at once, in the best one only one.
  GraphMaker g;
  const BufferId in = g.Input(1);
  std::vector<BufferId> large, small;
  for (int i = 0; i < 4; ++i) large.push_back(g.Temporary(1000)), small.push_back(g.Temporary(4));
  const BufferId out = g.Output(4);
  for (int i = 0; i < 4; ++i) g.Sum({in}, large[static_cast<size_t>(i)]);
  for (int i = 0; i < 4; ++i) g.Sum({large[static_cast<size_t>(i)]}, small[static_cast<size_t>(i)]);
  g.Sum(small, out);
  const Plan plan = Planned(g.graph, Host());
  EXPECT_EQ(plan.live_bound_bytes, 4000 + 3 * 16);  // the last small one is made in the output's memory
  EXPECT_EQ(plan.peak_bytes, plan.live_bound_bytes);
}

// for (i = in; i < 1; i += step): cache[at] = window; a cache that exists once whatever the loop does.
TEST(MakePlan, CacheOfALoopExistsOnce) {
  GraphMaker g;
  const BufferId start = g.Input(1), at = g.Constant(1), step = g.Constant(1, 1);
  const BufferId initial = g.Temporary(10000, "initial"), cache = g.Temporary(10000, "cache"), next = g.Temporary(10000, "next");
  const BufferId i = g.Temporary(1, "i"), i_next = g.Temporary(1, "i_next"), window = g.Temporary(100, "window");
  const BufferId predicate = g.Predicate(), out = g.Output(10000);
  g.Sum({start}, initial);
  g.Copy(start, i);
  g.Copy(initial, cache);
  const int32_t condition = g.Block(), body = g.Block();
  g.While(predicate, condition, body);
  g.Test(i, predicate, condition);
  g.Sum({i}, window, body);
  g.Copy(cache, next, body);
  g.Update(window, at, next, body);
  g.Sum({i, step}, i_next, body);
  g.Copy(next, cache, body);
  g.Copy(i_next, i, body);
  g.Reverse(cache, out);
  const Plan plan = Planned(g.graph, Host());
  EXPECT_EQ(plan.live_bound_bytes, 40000 + 400 + 4);
  EXPECT_LE(plan.peak_bytes, 40000 + 400 + 64);
  size_t copies = 0;
  for (const Block& b : plan.graph.blocks) {
    for (const Step& s : b.steps) copies += s.kind == StepKind::kCopy ? 1 : 0;
  }
  EXPECT_EQ(copies, 1u);  // start → i: the caller's input must not be written
}

TEST(MakePlan, KeepsTheCopyWhenTheOldValueIsStillNeeded) {
  GraphMaker g;
  const BufferId in = g.Input(100), at = g.Constant(1), window = g.Input(10), old = g.Temporary(100), next = g.Temporary(100),
                 out = g.Output(100);
  g.Reverse(in, old);
  g.Copy(old, next);
  g.Update(window, at, next);
  g.Sum({old, next}, out);
  const Plan plan = Planned(g.graph, Host());
  EXPECT_EQ(StepsOf(plan), 4u);
}

TEST(MakePlan, ReadersOfTheOldValueGoBeforeTheUpdate) {
  GraphMaker g;
  const BufferId in = g.Input(1000), at = g.Constant(1), window = g.Input(10), old = g.Temporary(1000), next = g.Temporary(1000),
                 probe = g.Temporary(10), out = g.Output(1000), out2 = g.Output(10);
  g.Reverse(in, old);
  g.Copy(old, next);
  g.Update(window, at, next);
  g.Sum({old}, probe);
  g.Reverse(next, out);
  g.Sum({probe}, out2);
  const Plan plan = Planned(g.graph, Host());
  // The copy is elided, and the value that is copied lies in the output's memory or once in the arena.
  EXPECT_EQ(StepsOf(plan), 5u);
  EXPECT_EQ(plan.live_bound_bytes, 4000);
}

TEST(MakePlan, BranchesShareMemory) {
  GraphMaker g;
  const BufferId in = g.Input(1), flag = g.Predicate(), a = g.Temporary(1000), b = g.Temporary(1000), result = g.Temporary(8),
                 out = g.Output(8);
  g.Test(in, flag);
  const int32_t yes = g.Block(), no = g.Block();
  g.If(flag, {yes, no});
  g.Sum({in}, a, yes);
  g.Sum({a}, result, yes);
  g.Sum({in}, b, no);
  g.Sum({b}, result, no);
  g.Reverse(result, out);
  const Plan plan = Planned(g.graph, Host());
  EXPECT_EQ(plan.live_bound_bytes, 4000 + 32);
  EXPECT_EQ(plan.peak_bytes, 4000 + 32);
}

// Whatever the order of the targets: 100 floats, up to the widest alignment, 64 bytes of linux, and 100 others.
TEST(PlaceConstants, EqualContentHasOnePlaceForAllTargets) {
  GraphMaker g;
  const BufferId a = g.Constant(100, 1), b = g.Constant(100, 1), c = g.Constant(100, 2), out = g.Output(100);
  g.Sum({a, b, c}, out);
  const Plan hosted = Planned(g.graph, *FindTarget("linux")), board = Planned(g.graph, *FindTarget("cortex-m4"));
  for (const std::vector<Plan>& plans : {std::vector<Plan>{hosted, board}, std::vector<Plan>{board, hosted}}) {
    const ProgramPlan program = PlaceConstants(plans);
    EXPECT_EQ(program.constants.size(), 448u + 400u);
    for (const Plan& plan : program.plans) {
      EXPECT_EQ(plan.constants_bytes, 448 + 400);
      EXPECT_EQ(plan.views[a].offset, 0);
      EXPECT_EQ(plan.views[b].offset, 0);
      EXPECT_EQ(plan.views[c].offset, 448);
    }
  }
  EXPECT_EQ(PlaceConstants({board}).plans[0].views[c].offset, 400);
}

TEST(MakePlan, BarriersOnlyWhereAHazardIs) {
  GraphMaker g;
  const BufferId in = g.Input(100), a = g.Temporary(100), b = g.Temporary(100), out = g.Output(100);
  g.Reverse(in, a);
  g.Reverse(in, b);
  g.Sum({a, b}, out);
  const Plan plan = Planned(g.graph, *FindTarget("vulkan"));
  EXPECT_EQ(plan.barrier_before[0], (std::vector<bool>{false, false, true}));
}

TEST(MakePlan, WriteAfterReadIsAHazard) {
  GraphMaker g;
  const BufferId in = g.Input(1000), a = g.Temporary(1000), b = g.Temporary(1000), c = g.Temporary(1000), out = g.Output(1000);
  g.Reverse(in, a);   // a
  g.Reverse(a, b);    // a → b
  g.Reverse(b, c);    // c takes a's place
  g.Reverse(c, out);
  const Plan plan = Planned(g.graph, *FindTarget("vulkan"));
  EXPECT_EQ(plan.peak_bytes, 8000);
  EXPECT_EQ(plan.barrier_before[0], (std::vector<bool>{false, true, true, true}));
}

TEST(MakePlan, ScratchLiesBelowTheBuffers) {
  GraphMaker g;
  const BufferId in = g.Input(1000), a = g.Temporary(2000), b = g.Temporary(2000), out = g.Output(10);
  g.Sum({in}, a).scratch_bytes = 128;
  g.Reverse(a, b).scratch_bytes = 6000;
  g.Sum({b}, out);
  const Plan plan = Planned(g.graph, Host());
  EXPECT_EQ(plan.peak_bytes, 16000);
  EXPECT_EQ(plan.scratch_offset, 0);
  EXPECT_EQ(plan.scratch_bytes, 6000);
  EXPECT_EQ(plan.arena_bytes, 22000);
  for (const View& v : plan.views) EXPECT_TRUE(v.space != Space::kArena || v.offset >= 6000);
}

TEST(MakePlan, RefusesABudgetAndNamesThePeak) {
  GraphMaker g;
  const BufferId in = g.Input(1000), big = g.Temporary(5000, "the_big_one"), out = g.Output(10);
  g.Sum({in}, big);
  g.Sum({big}, out);
  const Plan plan = Planned(g.graph, Host());
  EXPECT_TRUE(CheckRam(plan, plan.arena_bytes).ok());
  const Status refused = CheckRam(plan, plan.arena_bytes - 1);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().rule, Rule::kLimit);
  EXPECT_NE(refused.error().text.find("the_big_one f32[5000] (20000)"), std::string::npos) << refused.error().text;
}

TEST(MakePlan, ExplainsTheShaderOfALaunch) {
  GraphMaker g;
  Step& step = g.Sum({g.Input(1000)}, g.Output(1000));
  ShaderForm tiled = step.forms[0];
  tiled.tiles = {{0, 8}};
  tiled.tier = kMoteStorage16;
  step.forms = {tiled, step.forms[0]};
  EXPECT_NE(ExplainPlan(Planned(g.graph, *FindTarget("vulkan"))).find("shader: flat, tiles of 8, 16-bit storage; else flat\n"),
            std::string::npos);
}

TEST(MakePlan, ReportDrawsEveryBuffer) {
  GraphMaker g;
  const BufferId in = g.Input(1000), a = g.Temporary(1000, "first"), b = g.Temporary(2000, "second"), out = g.Output(1000);
  g.Reverse(in, a);
  g.Sum({a}, b);
  g.Sum({b}, out);
  const Plan plan = Planned(g.graph, Host());
  const std::string text = DrawPlan(plan);
  EXPECT_NE(text.find("1.000 of the live-set bound 12 000"), std::string::npos) << text;
  EXPECT_NE(text.find("second f32[2000]"), std::string::npos) << text;
  EXPECT_NE(ExplainPlan(plan).find("launch reverse"), std::string::npos);
}

// A12: what runs in 16 frames is planned, one level more is refused here and not when it runs.
TEST(MakePlan, RefusesBlocksThatNestTooDeep) {
  for (const int levels : {16, 17}) {
    GraphMaker g;
    const BufferId in = g.Input(100), out = g.Output(100), predicate = g.Temporary(1);
    g.graph.buffers[static_cast<size_t>(predicate)].type = ElementType::kPred;
    g.graph.buffers[static_cast<size_t>(predicate)].bytes = 1;
    int32_t block = 0;
    for (int level = 1; level < levels; ++level) {
      const int32_t inner = g.Block();
      g.If(predicate, {inner}, block);
      block = inner;
    }
    g.Copy(in, out, block);
    const Result<Plan> plan = MakePlan(g.graph, Host());
    ASSERT_EQ(plan.ok(), levels == 16);
    if (plan.ok()) {
      EXPECT_EQ(plan->levels.back(), 15);
    } else {
      EXPECT_EQ(plan.error().rule, Rule::kLimit);
      EXPECT_NE(plan.error().text.find("nest deeper than 15"), std::string::npos) << plan.error().text;
    }
  }
}

TEST(AllocatePieces, ReachesTheBoundOfAStaircase) {
  // Pieces i..i+1 of sizes that a first-come order fragments.
  std::vector<Piece> pieces;
  const std::vector<int64_t> sizes = {64, 32, 96, 16, 80, 48, 64, 32};
  int64_t bound = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    Piece p;
    p.bytes = sizes[i];
    p.points = Bits(sizes.size() + 1);
    p.points.Set(i);
    p.points.Set(i + 1);
    pieces.push_back(p);
    if (i > 0) bound = std::max(bound, sizes[i - 1] + sizes[i]);
  }
  const Allocation a = AllocatePieces(pieces, 16, bound);
  EXPECT_EQ(a.bytes, bound);
  for (size_t i = 0; i + 1 < sizes.size(); ++i) {
    EXPECT_TRUE(a.offsets[i] + sizes[i] <= a.offsets[i + 1] || a.offsets[i + 1] + sizes[i + 1] <= a.offsets[i]);
  }
}

}  // namespace
}  // namespace mote
