// How many kernels programs become, and that fused groups still compute what the evaluator says.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "frontend/frontend.h"
#include "kernel_runner.h"
#include "passes/pipeline.h"
#include "random_program.h"

namespace mote::testing {
namespace {

struct Fused {
  int kernels = 0;
  std::string listing;
  std::vector<Group::Kind> kinds;
};

// Runs the program fused and one by one on random inputs; both must agree with the evaluator.
Fused RunBoth(const std::string& text) {
  const Module module = Parse(text);
  Fused out;
  if (module.entry < 0) return out;
  std::vector<Literal> inputs;
  for (size_t i = 0; i < module.main().parameters.size(); ++i) {
    inputs.push_back(RandomLiteral(module.main().parameters[i], static_cast<uint32_t>(i + 1)));
  }
  for (bool fuse : {false, true}) {
    RunOptions options;
    options.lower.fuse = fuse;
    const RunReport report = RunByKernels(module, module.main(), inputs, options);
    EXPECT_EQ(report.unsupported, "");
    EXPECT_EQ(report.odd, "");
    EXPECT_EQ(report.wrong, "");
    out.kernels = report.kernels;
    out.kinds.clear();
    for (const Group& group : report.groups) {
      out.kinds.push_back(group.kind);
      out.listing += group.why + "\n";
    }
    for (const BoundKernel& bound : report.bound) out.listing += PrintKernel(bound.kernel, &bound.values);
  }
  return out;
}

constexpr const char* kSoftmax = R"(
func.func @main(%x: tensor<4x40xf32>) -> tensor<4x40xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<4x40xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.maximum %1, %0 : tensor<4xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x40xf32>
  %5 = stablehlo.subtract %x, %4 : tensor<4x40xf32>
  %6 = stablehlo.exponential %5 : tensor<4x40xf32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x40xf32>, tensor<f32>) -> tensor<4xf32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x40xf32>
  %10 = stablehlo.divide %6, %9 : tensor<4x40xf32>
  return %10 : tensor<4x40xf32>
})";

TEST(Fusion, SoftmaxIsOneKernel) {
  const Fused fused = RunBoth(kSoftmax);
  EXPECT_EQ(fused.kernels, 1) << fused.listing;
  EXPECT_EQ(fused.kinds[0], Group::Kind::kRow);
}

// Heads by queries by keys: the results of the reductions are found again although a row has two numbers.
TEST(Fusion, SoftmaxOverTwoRowDimensionsReducesOnce) {
  const Fused fused = RunBoth(R"(
func.func @main(%x: tensor<3x5x40xf32>) -> tensor<3x5x40xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<3x5x40xf32>, tensor<f32>) -> tensor<3x5xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<3x5xf32>) -> tensor<3x5x1xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<3x5x1xf32>) -> tensor<3x5x40xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<3x5x40xf32>
  %4 = stablehlo.exponential %3 : tensor<3x5x40xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<3x5x40xf32>, tensor<f32>) -> tensor<3x5xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<3x5xf32>) -> tensor<3x5x1xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<3x5x1xf32>) -> tensor<3x5x40xf32>
  %8 = stablehlo.divide %4, %7 : tensor<3x5x40xf32>
  return %8 : tensor<3x5x40xf32>
})");
  EXPECT_EQ(fused.kernels, 1) << fused.listing;
  const size_t kernel = fused.listing.rfind("kernel ");
  EXPECT_EQ(fused.listing.find("loop", kernel), std::string::npos) << fused.listing;
}

TEST(Fusion, LayerNormIsOneKernel) {
  const Fused fused = RunBoth(R"(
func.func @main(%x: tensor<4x40xf32>, %gamma: tensor<40xf32>, %beta: tensor<40xf32>) -> tensor<4x40xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %count = stablehlo.constant dense<40.0> : tensor<4x1xf32>
  %eps = stablehlo.constant dense<1.0e-5> : tensor<4x1xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x40xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
  %2 = stablehlo.divide %1, %count : tensor<4x1xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x40xf32>
  %4 = stablehlo.subtract %x, %3 : tensor<4x40xf32>
  %5 = stablehlo.multiply %4, %4 : tensor<4x40xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x40xf32>, tensor<f32>) -> tensor<4xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
  %8 = stablehlo.divide %7, %count : tensor<4x1xf32>
  %9 = stablehlo.add %8, %eps : tensor<4x1xf32>
  %10 = stablehlo.rsqrt %9 : tensor<4x1xf32>
  %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x40xf32>
  %12 = stablehlo.multiply %4, %11 : tensor<4x40xf32>
  %13 = stablehlo.broadcast_in_dim %gamma, dims = [1] : (tensor<40xf32>) -> tensor<4x40xf32>
  %14 = stablehlo.multiply %12, %13 : tensor<4x40xf32>
  %15 = stablehlo.broadcast_in_dim %beta, dims = [1] : (tensor<40xf32>) -> tensor<4x40xf32>
  %16 = stablehlo.add %14, %15 : tensor<4x40xf32>
  return %16 : tensor<4x40xf32>
})");
  EXPECT_EQ(fused.kernels, 1) << fused.listing;
}

// Loads of softmax's one kernel.
struct RowLoads {
  int from_input = 0, from_output = 0;
};
void CountRowLoads(const LowerOptions& options, RowLoads* loads) {
  const Module module = Parse(kSoftmax);
  const Result<Grouping> grouping = FormGroups(module, module.main());
  ASSERT_TRUE(grouping.ok());
  ASSERT_EQ(grouping->groups.size(), 1u);
  const Result<BoundKernel> bound = LowerGroup(module, module.main(), grouping->groups[0], options);
  ASSERT_TRUE(bound.ok());
  for (const Node& node : bound->kernel.nodes) {
    if (node.op != Scalar::kLoad) continue;
    const int32_t operand = bound->kernel.accesses[static_cast<size_t>(node.index)].operand;
    ++(bound->kernel.operands[static_cast<size_t>(operand)].read ? loads->from_input : loads->from_output);
  }
  EXPECT_EQ(bound->kernel.stages.size(), 3u + 1u);  // the maximum with -inf is a scalar stage
  EXPECT_EQ(bound->in_place, (std::vector<std::pair<int32_t, int32_t>>{{0, 1}}));
}

TEST(Fusion, ExponentialIsEvaluatedOnceAnElement) {
  // The row is loaded for the maximum and for the exponential; the last stage loads what the second one stored.
  RowLoads loads;
  CountRowLoads({}, &loads);
  EXPECT_EQ(loads.from_input, 2);
  EXPECT_EQ(loads.from_output, 1);
}

// Devices read storage slowly: each stage computes from the row itself.
TEST(Fusion, ExponentialIsEvaluatedAgainWhereItIsNotKept) {
  LowerOptions options;
  options.keep_exponentials = false;
  RowLoads loads;
  CountRowLoads(options, &loads);
  EXPECT_EQ(loads.from_input, 3);
  EXPECT_EQ(loads.from_output, 0);
}

TEST(Fusion, RowsOverSeveralDimensionsReduceOnce) {
  std::string text = kSoftmax;
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"4x40x", "2x3x40x"},
                                 {"4x1x", "2x3x1x"},
                                 {"<4x", "<2x3x"},
                                 {"dimensions = [1]", "dimensions = [2]"},
                                 {"dims = [0, 1]", "dims = [0, 1, 2]"},
                                 {"dims = [0] ", "dims = [0, 1] "}}) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
  }
  const Fused fused = RunBoth(text);
  EXPECT_EQ(fused.kernels, 1) << fused.listing;
  const Module module = Parse(text);
  const Result<Grouping> grouping = FormGroups(module, module.main());
  ASSERT_TRUE(grouping.ok());
  const Result<BoundKernel> bound = LowerGroup(module, module.main(), grouping->groups[0]);
  ASSERT_TRUE(bound.ok());
  EXPECT_TRUE(bound->kernel.loops.empty()) << PrintKernel(bound->kernel, &bound->values);
  EXPECT_EQ(bound->kernel.group_axes.size(), 1u);  // the two leading dimensions are walked as one
}

TEST(Fusion, ElementwiseChainsAreFlatAndInPlace) {
  const Module module = Parse(R"(
func.func @main(%x: tensor<3x4x5xf32>, %y: tensor<60xf32>) -> tensor<3x4x5xf32> {
  %0 = stablehlo.reshape %y : (tensor<60xf32>) -> tensor<3x4x5xf32>
  %1 = stablehlo.add %x, %0 : tensor<3x4x5xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<3x4x5xf32>
  return %2 : tensor<3x4x5xf32>
})");
  const Result<Grouping> grouping = FormGroups(module, module.main());
  ASSERT_TRUE(grouping.ok());
  ASSERT_EQ(grouping->groups.size(), 1u);
  const Result<BoundKernel> bound = LowerGroup(module, module.main(), grouping->groups[0]);
  ASSERT_TRUE(bound.ok());
  EXPECT_EQ(bound->kernel.stages[0].axes.size(), 1u);
  EXPECT_EQ(bound->in_place.size(), 2u);
}

TEST(Fusion, DotTakesBiasAndRelu) {
  const Fused fused = RunBoth(R"(
func.func @main(%x: tensor<5x8xf32>, %w: tensor<8x6xf32>, %b: tensor<6xf32>, %r: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<5x6xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<5x8xf32>, tensor<8x6xf32>) -> tensor<5x6xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<6xf32>) -> tensor<5x6xf32>
  %2 = stablehlo.add %0, %1 : tensor<5x6xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<5x6xf32>
  %4 = stablehlo.add %3, %r : tensor<5x6xf32>
  return %4 : tensor<5x6xf32>
})");
  EXPECT_EQ(fused.kernels, 1) << fused.listing;
  EXPECT_EQ(fused.kinds[0], Group::Kind::kDot);
}

// In front of a sum of rows, which would take what is element-wise otherwise; one of two values that leave is nobody's epilogue.
TEST(Fusion, DotTakesWhatComesTogetherAgain) {
  const std::string head = R"(
func.func @main(%x: tensor<4x8xi32>, %w: tensor<8x40xi32>) -> (tensor<4xi32>RESULT) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<4x40xi32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xi32>, tensor<8x40xi32>) -> tensor<4x40xi32>
  %1 = stablehlo.shift_right_arithmetic %0, %one : tensor<4x40xi32>
  %2 = stablehlo.multiply %0, %0 : tensor<4x40xi32>
  %3 = stablehlo.subtract %2, %1 : tensor<4x40xi32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x40xi32>, tensor<i32>) -> tensor<4xi32>
)";
  const auto with = [&](const char* result, const char* returned) {
    std::string text = head + returned;
    return RunBoth(text.replace(text.find("RESULT"), 6, result));
  };
  const Fused one = with("", "return %4 : tensor<4xi32>\n}");
  EXPECT_EQ(one.kernels, 2) << one.listing;
  EXPECT_NE(one.listing.find("dot_general_shift_right_arithmetic_multiply"), std::string::npos) << one.listing;
  const Fused two = with(", tensor<4x40xi32>", "return %4, %1 : tensor<4xi32>, tensor<4x40xi32>\n}");
  EXPECT_EQ(two.kernels, 3) << two.listing;
  EXPECT_EQ(two.listing.find("dot_general_shift_right_arithmetic_multiply"), std::string::npos) << two.listing;
}

TEST(Fusion, ExpensiveWorkIsNotRepeated) {
  // exp over 8 elements used by 8×16 of them stays a step of its own; a cheap negation joins.
  const Fused costly = RunBoth(R"(
func.func @main(%x: tensor<8xf32>, %y: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.exponential %x : tensor<8xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  %2 = stablehlo.add %1, %y : tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
})");
  EXPECT_EQ(costly.kernels, 2) << costly.listing;
  const Fused cheap = RunBoth(R"(
func.func @main(%x: tensor<8xf32>, %y: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.negate %x : tensor<8xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  %2 = stablehlo.add %1, %y : tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
})");
  EXPECT_EQ(cheap.kernels, 1) << cheap.listing;
}

TEST(Fusion, SharedValuesAreStoredByTheGroupThatComputesThem) {
  const Fused fused = RunBoth(R"(
func.func @main(%x: tensor<6x7xf32>, %w: tensor<7x3xf32>) -> (tensor<6x7xf32>, tensor<6x3xf32>) {
  %0 = stablehlo.tanh %x : tensor<6x7xf32>
  %1 = stablehlo.add %0, %x : tensor<6x7xf32>
  %2 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<6x7xf32>, tensor<7x3xf32>) -> tensor<6x3xf32>
  return %1, %2 : tensor<6x7xf32>, tensor<6x3xf32>
})");
  EXPECT_EQ(fused.kernels, 2) << fused.listing;
}

TEST(Fusion, GroupsDoNotDependOnEachOtherInACircle) {
  // tanh feeds the sum and, through the dot, the sum again: storing it from the sum's group would need the group before itself.
  RunBoth(R"(
func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.tanh %x : tensor<4x4xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.tanh %1 : tensor<4x4xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.add %0, %3 : tensor<4x4xf32>
  %5 = stablehlo.multiply %4, %2 : tensor<4x4xf32>
  return %5 : tensor<4x4xf32>
})");
}

TEST(Fusion, UpdateWritesItsWindow) {
  const Fused fused = RunBoth(R"(
func.func @main(%cache: tensor<6x4xf32>, %row: tensor<1x4xf32>, %at: tensor<i64>) -> tensor<6x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.add %row, %row : tensor<1x4xf32>
  %1 = stablehlo.dynamic_update_slice %cache, %0, %at, %zero : (tensor<6x4xf32>, tensor<1x4xf32>, tensor<i64>, tensor<i64>) -> tensor<6x4xf32>
  return %1 : tensor<6x4xf32>
})");
  EXPECT_EQ(fused.kernels, 1) << fused.listing;
  EXPECT_EQ(fused.kinds[0], Group::Kind::kUpdate);
}

TEST(Fusion, RandomProgramsAgreeWithTheEvaluator) {
  for (uint32_t seed = 1; seed <= 300 && !HasFailure(); ++seed) {
    SCOPED_TRACE("RandomProgram(" + std::to_string(seed) + ")\n" + RandomProgram(seed));
    RunBoth(RandomProgram(seed));
  }
}

// A transpose that would leave the contracted dimensions without a common stride stays in front of a routine; where there is none, the
// dot reads through it.
TEST(Fusion, GroupsAreShapedForRoutinesThatTheTargetHas) {
  const Module module = Parse(R"(
func.func @main(%a: tensor<4x8x6xf32>, %w: tensor<24x5xf32>) -> tensor<8x5xf32> {
  %0 = stablehlo.negate %a : tensor<4x8x6xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0, 2] : (tensor<4x8x6xf32>) -> tensor<8x4x6xf32>
  %2 = stablehlo.reshape %1 : (tensor<8x4x6xf32>) -> tensor<8x24xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<8x24xf32>, tensor<24x5xf32>) -> tensor<8x5xf32>
  return %3 : tensor<8x5xf32>
})");
  const std::vector<Literal> inputs = {RandomLiteral(module.main().parameters[0], 1), RandomLiteral(module.main().parameters[1], 2)};
  RunOptions options;
  EXPECT_EQ(RunByKernels(module, module.main(), inputs, options).kernels, 2);
  const auto grouping = [&](RoutineSet rows) {
    options.lower.routines = rows;
    const RunReport report = RunByKernels(module, module.main(), inputs, options);
    EXPECT_EQ(report.wrong, "");
    size_t members = 0;
    for (const Group& group : report.groups) members = std::max(members, group.instructions.size());
    return members;
  };
  const size_t shaped = grouping({Routine::kDotF32});
  EXPECT_GT(grouping({}), shaped);
  EXPECT_GT(grouping({Routine::kConvolutionF32}), shaped);
}

TEST(Fusion, ModelsFormGroupsThatLower) {
  const char* given = std::getenv("MOTE_SHARED");
  const std::filesystem::path folder =
      (given != nullptr ? std::filesystem::path(given) : std::filesystem::path(MOTE_SOURCE_DIR) / ".." / "shared") / "models";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no folder shared/models beside the clone";
  for (const char* name : {"digits_cnn", "kws_f32", "vww_f32", "ic_f32", "ad_f32", "mobilenet_v2_f32", "gpt_prefill", "gru_sensor",
                           "image_pipeline", "gpt_decode"}) {
    std::ifstream in(folder / name / "model.mlir");
    std::stringstream text;
    text << in.rdbuf();
    Result<Module> read = ReadStablehlo(text.str(), name);
    ASSERT_TRUE(read.ok()) << name << ": " << read.error().text;
    Result<Module> module = OptimiseForKernels(*read);
    ASSERT_TRUE(module.ok()) << name << ": " << module.error().text;
    int steps = 0, generic = 0, anchors = 0;
    for (const Computation& computation : module->computations) {
      if (&computation != &module->main() && computation.parameters.size() < 3) continue;  // scalar regions
      const Result<Grouping> grouping = FormGroups(*module, computation);
      ASSERT_TRUE(grouping.ok()) << name << ": " << grouping.error().text;
      for (const Group& group : grouping->groups) {
        if (group.kind == Group::Kind::kControl) continue;
        ++steps;
        const Result<BoundKernel> bound = LowerGroup(*module, computation, group);
        EXPECT_TRUE(bound.ok()) << name << ": " << bound.error().text;
        std::string why;
        if (group.kind == Group::Kind::kDot || group.kind == Group::Kind::kConvolution) {
          ++anchors;
          if (!AsRoutine(*module, computation, group, RoutineSet::All(), &why)) {
            ++generic;
            std::printf("  %s: %s: %s\n", name, bound.ok() ? bound->kernel.name.c_str() : "", why.c_str());
          }
        }
        if (std::getenv("MOTE_PRINT") != nullptr && bound.ok()) {
          std::printf("%s(%s)\n", PrintKernel(bound->kernel, &bound->values).c_str(), group.why.c_str());
        }
        if (std::getenv("MOTE_WHY") != nullptr && bound.ok()) std::printf("%s: %s\n", bound->kernel.name.c_str(), group.why.c_str());
      }
    }
    std::printf("%s: %d compute steps, %d dots and convolutions, %d of them without a routine\n", name, steps, anchors, generic);
    EXPECT_LE(steps, std::string(name) == "digits_cnn" ? 6 : 1000);
  }
}

}  // namespace
}  // namespace mote::testing
