// The audit accepts the plans of random graphs, with loops, branches and updates in place, and agrees with the planner on every figure.
#include <gtest/gtest.h>

#include "../plan/random_graph.h"
#include "audit/audit.h"
#include "emit/emit.h"
#include "print/printers.h"
#include "plan/plan.h"

namespace mote {
namespace {

void AuditSeeds(const char* name, bool control, uint32_t seeds) {
  const TargetFacts& target = *FindTarget(name);
  for (uint32_t seed = 1; seed <= seeds; ++seed) {
    StepGraph graph = RandomGraph(seed, control).graph();
    for (Block& block : graph.blocks) {
      for (Step& step : block.steps) {
        if (step.kernel >= 0 && target.path == TargetFacts::Path::kCpu) {
          step.scratch_bytes = MicrocodeScratchBytes(graph.kernels[static_cast<size_t>(step.kernel)], target.strip);
        }
      }
    }
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

TEST(RandomPlans, Linux) { AuditSeeds("linux", true, 300); }
TEST(RandomPlans, Firmware) { AuditSeeds("cortex-m4", true, 300); }
TEST(RandomPlans, Vulkan) { AuditSeeds("vulkan", false, 12); }

}  // namespace
}  // namespace mote
