// The audit accepts the plans of random graphs, with loops, branches and updates in place, and agrees with the planner on every figure.
#include <gtest/gtest.h>

#include "../plan/random_graph.h"
#include "audit/audit.h"
#include "emit/emit.h"
#include "print/printers.h"
#include "plan/plan.h"

namespace mote {
namespace {

StepGraph GraphFor(const TargetFacts& target, uint32_t seed, bool control) {
  StepGraph graph = RandomGraph(seed, control).graph();
  for (Block& block : graph.blocks) {
    for (Step& step : block.steps) {
      if (step.kernel >= 0 && target.path == TargetFacts::Path::kCpu) {
        step.scratch_bytes = MicrocodeScratchBytes(graph.kernels[static_cast<size_t>(step.kernel)], target.strip);
      }
    }
  }
  return graph;
}

void AuditSeeds(const char* name, bool control, uint32_t seeds) {
  const TargetFacts& target = *FindTarget(name);
  for (uint32_t seed = 1; seed <= seeds; ++seed) {
    StepGraph graph = GraphFor(target, seed, control);
    const auto plan = MakePlan(std::move(graph), target);
    ASSERT_TRUE(plan.ok());
    const auto bytes = EmitProgram(PlaceConstants({*plan}));
    ASSERT_TRUE(bytes.ok()) << bytes.error().text;
    const AuditReport report = AuditProgram(*bytes);
    ASSERT_TRUE(report.problems.empty()) << "seed " << seed << ": " << report.problems[0];
    EXPECT_EQ(report.variants[0].peak_bytes, plan->peak_bytes) << "seed " << seed;
    EXPECT_EQ(report.variants[0].live_bound_bytes, plan->live_bound_bytes) << "seed " << seed;
  }
}

// Cut into two or three memories that together hold a little more than the arena of one.
TEST(RandomPlans, Regions) {
  int cut = 0;
  for (uint32_t seed = 1; seed <= 300; ++seed) {
    const TargetFacts& target = *FindTarget(seed % 2 == 0 ? "linux" : "cortex-m4");
    StepGraph graph = GraphFor(target, seed, true);
    const auto whole = MakePlan(graph, target);
    ASSERT_TRUE(whole.ok());
    const int64_t part = whole->scratch_bytes + (whole->arena_bytes - whole->scratch_bytes) / (2 + seed % 3) + 64;
    const auto plan = MakePlan(std::move(graph), target, {{"a", part}, {"b", part}, {"c", 2 * whole->arena_bytes}});
    ASSERT_TRUE(plan.ok());
    const auto bytes = EmitProgram(PlaceConstants({*plan}));
    ASSERT_TRUE(bytes.ok()) << bytes.error().text;
    const AuditReport report = AuditProgram(*bytes);
    ASSERT_TRUE(report.problems.empty()) << "seed " << seed << ": " << report.problems[0];
    if (plan->regions.empty()) continue;
    ++cut;
    ASSERT_LE(plan->regions[0].bytes, part) << seed;
    EXPECT_EQ(report.variants[0].arena_bytes, plan->arena_bytes);
  }
  EXPECT_GT(cut, 200);
}

TEST(RandomPlans, Linux) { AuditSeeds("linux", true, 300); }
TEST(RandomPlans, Firmware) { AuditSeeds("cortex-m4", true, 300); }
TEST(RandomPlans, Vulkan) { AuditSeeds("vulkan", false, 12); }

}  // namespace
}  // namespace mote
