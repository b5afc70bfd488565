// Which products have their weights in panels, and what stands there.
#include "select/panel_weights.h"

#include <gtest/gtest.h>

#include <string>

#include "frontend/frontend.h"
#include "passes/pipeline.h"
#include "schema/step_layout.h"
#include "select/kept_operations.h"
#include "select/step.h"

namespace mote {
namespace {

constexpr int kDepth = 6;

// x[m, 6] · w[6, n] (or w[n, 6]), w[k][c] = 1000 · k + c; `twice`: w goes into the result as well.
std::string Product(int m, int n, bool transposed, bool twice) {
  const auto tensor = [](int a, int b) { return "tensor<" + std::to_string(a) + "x" + std::to_string(b) + "xf32>"; };
  const std::string w = transposed ? tensor(n, kDepth) : tensor(kDepth, n), x = tensor(m, kDepth), y = tensor(m, n);
  std::string numbers = "[";
  for (int i = 0; i < (transposed ? n : kDepth); ++i) {
    numbers += i == 0 ? "[" : ", [";
    for (int j = 0; j < (transposed ? kDepth : n); ++j) {
      numbers += (j == 0 ? "" : ", ") + std::to_string(transposed ? 1000 * j + i : 1000 * i + j) + ".0";
    }
    numbers += "]";
  }
  return "func.func @main(%x: " + x + ") -> (" + y + (twice ? ", " + w : "") + ") {\n  %w = stablehlo.constant dense<" + numbers + "]> : " +
         w + "\n  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [" + (transposed ? "1" : "0") + "] : (" + x + ", " + w +
         ") -> " + y + "\n  return %y" + (twice ? ", %w" : "") + " : " + y + (twice ? ", " + w : "") + "\n}\n";
}

StepGraph Selected(const std::string& text, const SelectOptions& options = {}) {
  Result<Module> module = ReadStablehlo(text, "test.mlir");
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text);
  const TargetFacts& target = *FindTarget("linux");
  PassOptions passes;
  passes.kept = KeptOperations(target);
  Result<Module> optimised = OptimiseForKernels(*module, passes);
  Result<StepGraph> graph = SelectSteps(*optimised, target, options);
  EXPECT_TRUE(graph.ok());
  return std::move(*graph);
}

const Step& Dot(const StepGraph& graph) {
  for (const Step& step : graph.blocks[0].steps) {
    if (step.kind == StepKind::kRoutine) return step;
  }
  ADD_FAILURE() << "no routine";
  return graph.blocks[0].steps[0];
}

bool HasPanels(const std::string& text, const SelectOptions& options = {}) {
  return Dot(Selected(text, options)).routine == Routine::kDotPanelsF32;
}

TEST(PanelWeights, HaveEveryColumnInItsPlace) {
  for (const bool transposed : {false, true}) {
    const int n = 300;
    const StepGraph graph = Selected(Product(32, n, transposed, false));
    const Step& step = Dot(graph);
    ASSERT_EQ(step.routine, Routine::kDotPanelsF32);
    const IdVector<int64_t>& f = step.fields;
    const int64_t width = f[kMotePanelDotColumns];
    EXPECT_EQ(f[kMotePanelDotN], n);
    EXPECT_EQ(f[kMotePanelDotPanels], (n + width - 1) / width);
    const Literal& made = graph.buffers[step.operands[1]].constant;
    ASSERT_EQ(made.shape().ElementCount(), f[kMotePanelDotPanels] * width * kDepth);
    EXPECT_LE(made.shape().ElementCount() * 20, 21 * n * kDepth);
    for (int64_t k = 0; k < kDepth; ++k) {
      for (int64_t c = 0; c < n; ++c) {
        const int64_t place = c / width * f[kMotePanelDotRhsPanel] + k * f[kMotePanelDotRhsK] + c % width * f[kMotePanelDotRhsN];
        ASSERT_EQ(made.RealAt(place), 1000.0 * static_cast<double>(k) + static_cast<double>(c));
      }
    }
  }
}

TEST(PanelWeights, AreThoseThatEveryRunWouldPack) {
  EXPECT_TRUE(HasPanels(Product(32, 300, false, false)));
  EXPECT_FALSE(HasPanels(Product(8, 300, false, false))) << "few rows read them where they lie";
  EXPECT_FALSE(HasPanels(Product(32, 96, false, false))) << "they lie well";
  EXPECT_TRUE(HasPanels(Product(32, 96, true, false)));
  EXPECT_FALSE(HasPanels(Product(32, 300, false, true))) << "somebody else reads them";
  SelectOptions others;
  others.panels = false;
  EXPECT_FALSE(HasPanels(Product(32, 300, false, false), others));
}

TEST(PanelWeights, AreHardlyLonger) {
  for (const int n : {256, 260, 300, 512, 1000, 1024}) {
    const StepGraph graph = Selected(Product(32, n, false, false));
    EXPECT_LE(graph.buffers[Dot(graph).operands[1]].constant.shape().ElementCount() * 20, 21 * n * kDepth) << n;
  }
}

}  // namespace
}  // namespace mote
