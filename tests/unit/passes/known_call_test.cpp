// Custom calls that stand for operations: read by the evaluator, expanded for kernels, refused where unknown.
#include <gtest/gtest.h>

#include <cmath>

#include "pass_testing.h"

namespace mote {
namespace {

std::string Potrf(char type, const std::string& element, const std::string& configuration) {
  return "func.func @main(%a: tensor<2x2x2x" + element + ">) -> (tensor<2x2x2x" + element + ">, tensor<2xi32>) {\n  %0:2 = stablehlo.custom_call @lapack_" + type +
         "potrf_ffi(%a) {" + configuration + "} : (tensor<2x2x2x" + element + ">) -> (tensor<2x2x2x" + element + ">, tensor<2xi32>)\n  return %0#0, %0#1 : tensor<2x2x2x" +
         element + ">, tensor<2xi32>\n}\n";
}

// [[4,2],[2,5]] is [[2,0],[1,2]] times its transpose; [[1,2],[2,1]] is not positive definite.
TEST(KnownCall, CholeskyOfLapackSaysWhichMatricesFailed) {
  for (const char* configuration : {"mhlo.backend_config = {uplo = 76 : ui8}", "api_version = 4 : i32, backend_config = {uplo = 76 : ui8}"}) {
    const Module module = Parse(Potrf('d', "f64", configuration));
    const std::vector<RuntimeValue> input = {Array(ElementType::kF64, {2, 2, 2}, {4, 2, 2, 5, 1, 2, 2, 1})};
    const auto values = Evaluate(module, input);
    ASSERT_TRUE(values.ok()) << FormatDiagnostic(values.error());
    const Literal& factor = (*values)[0].literal;
    for (int64_t i = 0; i < 4; ++i) EXPECT_EQ(factor.RealAt(i), (std::vector<double>{2, 0, 1, 2})[static_cast<size_t>(i)]);
    EXPECT_EQ((*values)[1].literal.IntegerAt(0), 0);
    EXPECT_EQ((*values)[1].literal.IntegerAt(1), 1);
    const Module after = Applied(ExpandOperations, module);
    EXPECT_EQ(Count(after, Op::kCustomCall), 0);
    ExpectSame(module, after, input);
  }
}

// Upper, unit diagonal, transposed: [[1,0],[3,1]]·X = {{1},{5}} has X = {{1},{2}}.
TEST(KnownCall, TriangularSolveOfLapack) {
  const Module module = Parse(R"(func.func @main(%a: tensor<2x2xf32>, %b: tensor<2x1xf32>) -> tensor<2x1xf32> {
  %0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 85 : ui8}} : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
})");
  const std::vector<RuntimeValue> inputs = {Array(ElementType::kF32, {2, 2}, {9, 3, 9, 9}), Array(ElementType::kF32, {2, 1}, {1, 5})};
  const auto values = Evaluate(module, inputs);
  ASSERT_TRUE(values.ok()) << FormatDiagnostic(values.error());
  EXPECT_EQ((*values)[0].literal.RealAt(0), 1);
  EXPECT_EQ((*values)[0].literal.RealAt(1), 2);
  ExpectSame(module, Applied(ExpandOperations, module), inputs);
}

TEST(KnownCall, WrappedOperations) {
  const Module module = Parse(R"(func.func @main(%a: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>, tensor<4xf32>) {
  %0:2 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 2 : i64, largest = false}, mhlo.version = 1 : i64} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  %1 = stablehlo.custom_call @mhlo.erf(%a) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return %0#0, %0#1, %1 : tensor<2xf32>, tensor<2xi32>, tensor<4xf32>
})");
  const std::vector<RuntimeValue> inputs = {Array(ElementType::kF32, {4}, {3, 1, 2, 0})};
  const auto values = Evaluate(module, inputs);
  ASSERT_TRUE(values.ok()) << FormatDiagnostic(values.error());
  EXPECT_EQ((*values)[0].literal.RealAt(0), 0);
  EXPECT_EQ((*values)[0].literal.RealAt(1), 1);
  EXPECT_EQ((*values)[1].literal.IntegerAt(0), 3);
  EXPECT_EQ((*values)[1].literal.IntegerAt(1), 1);
  EXPECT_FLOAT_EQ(static_cast<float>((*values)[2].literal.RealAt(1)), 0.84270079f);
  const Module after = Applied(ExpandOperations, module);
  EXPECT_EQ(Count(after, Op::kCustomCall), 0);
}

TEST(KnownCall, OthersAreRefusedByName) {
  const Module module = Parse(Potrf('s', "f32", "mhlo.backend_config = {}"));
  const auto values = Evaluate(module, {Array(ElementType::kF32, {2, 2, 2}, {1})});
  ASSERT_FALSE(values.ok());
  EXPECT_EQ(values.error().rule, Rule::kUnsupported);
  EXPECT_NE(values.error().text.find("lapack_spotrf_ffi"), std::string::npos) << values.error().text;
}

}  // namespace
}  // namespace mote
