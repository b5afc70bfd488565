// Real models from source to audited bytes: the audit accepts every plan, peaks stay near the live-set bound, budgets hold.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

#include "audit/audit.h"
#include "emit/emit.h"
#include "frontend/frontend.h"
#include "passes/pipeline.h"
#include "plan/plan.h"
#include "plan/report.h"

namespace mote {
namespace {

std::string SharedFolder() {
  const char* given = std::getenv("MOTE_SHARED");
  return given != nullptr ? given : MOTE_SOURCE_DIR "/../shared";
}

struct ModelCase {
  const char* name;
  const char* target;
  int64_t most_peak = 0;   // bytes, 0: only the ratio
  int64_t most_arena = 0;
  int64_t most_file = 0;   // stripped
};

class Models : public testing::TestWithParam<ModelCase> {};

TEST_P(Models, PlanIsProvenAndTight) {
  const ModelCase& c = GetParam();
  std::ifstream file(SharedFolder() + "/models/" + c.name + "/model.mlir", std::ios::binary);
  if (!file) {
    GTEST_SKIP() << "no folder shared/models beside the sources";
  }
  std::stringstream text;
  text << file.rdbuf();
  const auto module = ReadProgram(text.str(), c.name);
  ASSERT_TRUE(module.ok()) << module.error().text;
  const auto optimised = OptimiseForKernels(*module);
  ASSERT_TRUE(optimised.ok()) << optimised.error().text;
  const TargetFacts& target = *FindTarget(c.target);
  auto graph = SelectSteps(*optimised, target);
  ASSERT_TRUE(graph.ok()) << FormatDiagnostic(graph.error());
  const auto plan = MakePlan(std::move(*graph), target);
  ASSERT_TRUE(plan.ok()) << plan.error().text;
  if (std::getenv("MOTE_SHOW_PLANS") != nullptr) std::cout << DrawPlan(*plan) << ExplainPlan(*plan);
  EmitOptions options;
  options.strip = true;
  const auto bytes = EmitProgram(PlaceConstants({*plan}), options);
  ASSERT_TRUE(bytes.ok()) << FormatDiagnostic(bytes.error());
  const AuditReport report = AuditProgram(*bytes);
  for (const std::string& problem : report.problems) ADD_FAILURE() << problem;
  ASSERT_EQ(report.variants.size(), 1u);
  const AuditReport::VariantFacts& facts = report.variants[0];
  std::cout << c.name << " " << c.target << ": arena " << facts.arena_bytes << ", peak " << facts.peak_bytes << ", bound "
            << facts.live_bound_bytes << ", scratch " << facts.scratch_bytes << ", steps " << facts.steps << ", file " << bytes->size()
            << ", constants " << plan->constants_bytes << "\n";
  EXPECT_EQ(facts.peak_bytes, plan->peak_bytes);
  EXPECT_EQ(facts.live_bound_bytes, plan->live_bound_bytes);
  EXPECT_LE(static_cast<double>(facts.peak_bytes), 1.05 * static_cast<double>(facts.live_bound_bytes));
  EXPECT_LE(facts.scratch_bytes / target.workers, std::max<int64_t>(facts.arena_bytes / 10, 64 << 10));  // for each
  if (c.most_peak > 0) {
    EXPECT_LE(facts.peak_bytes, c.most_peak);
  }
  if (c.most_arena > 0) {
    EXPECT_LE(facts.arena_bytes, c.most_arena);
  }
  if (c.most_file > 0) {
    EXPECT_LE(static_cast<int64_t>(bytes->size()), c.most_file);
  }
}

std::string CaseName(const testing::TestParamInfo<ModelCase>& info) {
  std::string name = std::string(info.param.name) + "_" + info.param.target;
  for (char& ch : name) {
    if (std::isalnum(static_cast<unsigned char>(ch)) == 0) ch = '_';
  }
  return name;
}

// gpt_decode's cache of 4·2·128·4·32 floats is 524 288 bytes: twice of it would not fit the limit.
INSTANTIATE_TEST_SUITE_P(
    All, Models,
    testing::Values(ModelCase{"digits_cnn", "linux"}, ModelCase{"digits_cnn", "vulkan"},
                    ModelCase{"digits_cnn", "cortex-m4", 0, 14 << 10, 88300}, ModelCase{"kws_f32", "linux"}, ModelCase{"kws_f32", "vulkan"},
                    ModelCase{"kws_f32", "cortex-m4", 67200}, ModelCase{"vww_f32", "linux"}, ModelCase{"vww_f32", "vulkan"},
                    ModelCase{"vww_f32", "cortex-m4", 232243}, ModelCase{"ic_f32", "linux"}, ModelCase{"ic_f32", "vulkan"},
                    ModelCase{"ic_f32", "cortex-m4", 206438}, ModelCase{"ad_f32", "linux"}, ModelCase{"ad_f32", "vulkan"},
                    ModelCase{"ad_f32", "cortex-m4", 3226}, ModelCase{"mobilenet_v2_f32", "linux"}, ModelCase{"mobilenet_v2_f32", "vulkan"},
                    ModelCase{"gpt_prefill", "linux"}, ModelCase{"gpt_prefill", "vulkan"}, ModelCase{"gru_sensor", "linux"},
                    ModelCase{"image_pipeline", "linux"}, ModelCase{"image_pipeline", "vulkan"},
                    ModelCase{"gpt_decode", "linux", 2 * 524288 - 1}),
    CaseName);

}  // namespace
}  // namespace mote
