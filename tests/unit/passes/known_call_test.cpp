// Custom calls that stand for operations: read by the evaluator, expanded for kernels, refused where unknown.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pass_testing.h"

namespace mote {
namespace {

std::string Potrf(char type, const std::string& element, const std::string& configuration) {
  return "func.func @main(%a: tensor<2x2x2x" + element + ">) -> (tensor<2x2x2x" + element +
         ">, tensor<2xi32>) {\n  %0:2 = stablehlo.custom_call @lapack_" + type + "potrf_ffi(%a) {" + configuration + "} : (tensor<2x2x2x" +
         element + ">) -> (tensor<2x2x2x" + element + ">, tensor<2xi32>)\n  return %0#0, %0#1 : tensor<2x2x2x" + element +
         ">, tensor<2xi32>\n}\n";
}

// [[4,2],[2,5]] is [[2,0],[1,2]] times its transpose; [[1,2],[2,1]] is not positive definite.
TEST(KnownCall, CholeskyOfLapackSaysWhichMatricesFailed) {
  for (const char* configuration :
       {"mhlo.backend_config = {uplo = 76 : ui8}", "api_version = 4 : i32, backend_config = {uplo = 76 : ui8}"}) {
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

std::string LinearAlgebra(const std::string& target, const std::string& attributes, const std::string& operand,
                          const std::string& results) {
  const size_t count = static_cast<size_t>(std::count(results.begin(), results.end(), '<'));
  std::string values;
  for (size_t r = 0; r < count; ++r) values += (r > 0 ? ", %0#" : "%0#") + std::to_string(r);
  const std::string type = " : (" + operand + ") -> (" + results + ")\n";
  return "func.func @main(%a: " + operand + ") -> (" + results + ") {\n  %0:" + std::to_string(count) + " = stablehlo.custom_call @" +
         target + "(%a) {" + attributes + "}" + type + "  return " + values + " : " + results + "\n}\n";
}

std::vector<double> Reals(const RuntimeValue& value) {
  std::vector<double> reals;
  for (int64_t i = 0; i < value.literal.size(); ++i) reals.push_back(value.literal.RealAt(i));
  return reals;
}

// By hand: [[1, 2], [4, 2]] takes its second row first, the factor is 1/4 and what is left of 2 is 1.5; a column of zeros is named.
TEST(KnownCall, LuOfLapack) {
  const std::string results = "tensor<2x2x2xf64>, tensor<2x2xi32>, tensor<2xi32>";
  const Module module = Parse(LinearAlgebra("lapack_dgetrf_ffi", "mhlo.backend_config = {}", "tensor<2x2x2xf64>", results));
  const std::vector<RuntimeValue> input = {Array(ElementType::kF64, {2, 2, 2}, {1, 2, 4, 2, 0, 2, 0, 3})};
  for (const Module& form : {module, Applied(ExpandOperations, module)}) {
    const auto values = Evaluate(form, input);
    ASSERT_TRUE(values.ok()) << FormatDiagnostic(values.error());
    EXPECT_EQ(Reals((*values)[0]), (std::vector<double>{4, 2, 0.25, 1.5, 0, 2, 0, 3}));
    const Literal &pivots = (*values)[1].literal, &info = (*values)[2].literal;
    EXPECT_EQ(pivots.IntegerAt(0), 2);
    EXPECT_EQ(pivots.IntegerAt(1), 2);
    EXPECT_EQ(info.IntegerAt(0), 0);
    EXPECT_EQ(info.IntegerAt(1), 1);
  }
}

// [[2, 1], [1, 2]] has 1 and 3; [[0, 3], [3, 0]] -3 and 3; NaN is said.
TEST(KnownCall, EigenvaluesOfLapack) {
  const std::string results = "tensor<3x2x2xf32>, tensor<3x2xf32>, tensor<3xi32>";
  const std::string lower = "mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}";
  const Module module = Parse(LinearAlgebra("lapack_ssyevd_ffi", lower, "tensor<3x2x2xf32>", results));
  const std::vector<RuntimeValue> input = {Array(ElementType::kF32, {3, 2, 2}, {2, 9, 1, 2, 0, 9, 3, 0, NAN, 0, 0, 0})};
  for (const Module& form : {module, Applied(ExpandOperations, module)}) {
    const auto values = Evaluate(form, input);
    ASSERT_TRUE(values.ok()) << FormatDiagnostic(values.error());
    const std::vector<double> found = Reals((*values)[1]), expected = {1, 3, -3, 3};
    for (size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-6);
    EXPECT_TRUE(std::isnan(found[4]) && std::isnan(found[5]));
    EXPECT_EQ((*values)[2].literal.IntegerAt(0), 0);
    EXPECT_NE((*values)[2].literal.IntegerAt(2), 0);
  }
}

testing::AssertionResult Said(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos ? testing::AssertionSuccess() : testing::AssertionFailure() << "in: " << text;
}

// What a call says that nobody knows is named.
TEST(KnownCall, LinearAlgebraIsRefusedByName) {
  const auto refusal = [](const std::string& target, const std::string& attributes, const std::string& results) {
    const Module module = Parse(LinearAlgebra(target, attributes, "tensor<2x2xf32>", results));
    const auto values = Evaluate(module, std::vector<RuntimeValue>{Array(ElementType::kF32, {2, 2}, {1, 1, 1, 1})});
    return values.ok() ? std::string() : FormatDiagnostic(values.error());
  };
  const std::string lu = "tensor<2x2xf32>, tensor<2xi32>, tensor<i32>", three = "tensor<2x2xf32>, tensor<3xi32>, tensor<i32>";
  const std::string eigh = "tensor<2x2xf32>, tensor<2xf32>, tensor<i32>", plain = "tensor<2x2xf32>, tensor<2xf32>";
  EXPECT_TRUE(Said(refusal("lapack_sgetrf_ffi", "mhlo.backend_config = {fast = 1 : i32}", lu), "with the unknown attribute 'fast'"));
  EXPECT_TRUE(Said(refusal("lapack_dgetrf_ffi", "", lu), "@lapack_dgetrf_ffi of elements of type f32"));
  EXPECT_TRUE(Said(refusal("lapack_sgetrf_ffi", "", three), "result 1"));
  EXPECT_TRUE(Said(refusal("lapack_ssyevd_ffi", "mhlo.backend_config = {mode = 86 : ui8}", eigh), "'uplo'"));
  EXPECT_TRUE(Said(refusal("lapack_ssyevd_ffi", "mhlo.backend_config = {mode = 86 : ui8, uplo = 70 : ui8}", eigh), "'uplo' = 70"));
  EXPECT_TRUE(Said(refusal("lapack_sgees_ffi", "", lu), "@lapack_sgees_ffi, which is not known"));
  EXPECT_TRUE(Said(refusal("Eigh", "backend_config = \"1,1\"", plain), "lower,sorted,iterations,tolerance"));
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

// approx_min_k over rows, as JAX 0.10 writes it. Values by hand: columns 3 1 2 0 and 5 5 4 6, ties in the order of the rows.
std::string ApproximateTopK(const std::string& target, const std::string& configuration, int rows) {
  const std::string results = "(tensor<" + std::to_string(rows) + "x2xf32>, tensor<" + std::to_string(rows) + "x2xi32>)";
  return R"(func.func @top_k_lt_f32_comparator(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %0 : tensor<i1>
}
func.func public @main(%a: tensor<4x2xf32>) -> )" +
         results + R"( {
  %0 = stablehlo.iota dim = 0 : tensor<4x2xi32>
  %c = stablehlo.constant dense<-1> : tensor<i32>
  %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %1:2 = stablehlo.custom_call @)" +
         target + "(%a, %0, %cst, %c) {backend_config = \"\", called_computations = [@top_k_lt_f32_comparator], mhlo.backend_config = {" +
         configuration + "}} : (tensor<4x2xf32>, tensor<4x2xi32>, tensor<f32>, tensor<i32>) -> " + results +
         "\n  return %1#0, %1#1 : " + results.substr(1, results.size() - 2) + "\n}\n";
}

const std::string kRest =
    ", is_fallback = true, recall_target = 0.9 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 2 : i64";

TEST(KnownCall, ApproximateTopKIsExact) {
  const std::vector<RuntimeValue> inputs = {Array(ElementType::kF32, {4, 2}, {3, 5, 1, 5, 2, 4, 0, 6})};
  const std::vector<double> values = {0, 4, 1, 5, 2, 5}, indices = {3, 2, 1, 0, 2, 1};
  for (const auto& [text, rows] : {std::pair{ApproximateTopK("ApproxTopK", "aggregate_to_topk = true" + kRest, 2), 2},
                                   {ApproximateTopK("ApproxTopK", "aggregate_to_topk = false" + kRest, 3), 3},
                                   {ApproximateTopK("PartialReduce", "log2_reduction = 0 : i64" + kRest, 3), 3}}) {
    const Module module = Parse(text);
    const auto results = Evaluate(module, inputs);
    ASSERT_TRUE(results.ok()) << FormatDiagnostic(results.error());
    for (int i = 0; i < 2 * rows; ++i) {
      EXPECT_EQ((*results)[0].literal.RealAt(i), values[static_cast<size_t>(i)]) << i;
      EXPECT_EQ((*results)[1].literal.IntegerAt(i), indices[static_cast<size_t>(i)]) << i;
    }
    Module inlined = Applied(InlineCalls, module);
    const Module after = Applied(ExpandOperations, inlined);
    EXPECT_EQ(Count(after, Op::kCustomCall), 0);
    ExpectSame(module, after, inputs);
  }
}

// The same in HLO text, whose configurations are JSON.
TEST(KnownCall, PartialReduceOfHloText) {
  const Module module = Parse(R"(HloModule m
gt {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  i = s32[] parameter(2)
  j = s32[] parameter(3)
  ROOT r = pred[] compare(a, b), direction=GT
}
ENTRY e {
  x = f32[4] parameter(0)
  i = s32[4] iota(), iota_dimension=0
  low = f32[] constant(-inf)
  none = s32[] constant(-1)
  ROOT r = (f32[3], s32[3]) custom-call(x, i, low, none), custom_call_target="PartialReduce", called_computations={gt}, backend_config="{\"log2_reduction\": 1, \"reduction_dim\": 0, \"to_apply_type\": \"comparator\", \"top_k\": 2, \"recall_target\": 0.95}"
})");
  const std::vector<RuntimeValue> input = {Array(ElementType::kF32, {4}, {3, 7, 2, 9})};
  const auto results = Evaluate(module, input);
  ASSERT_TRUE(results.ok()) << FormatDiagnostic(results.error());
  ASSERT_EQ((*results)[0].elements.size(), 2u);
  const Module after = Applied(ExpandOperations, Applied(FlattenTuples, Applied(InlineCalls, module)));
  EXPECT_EQ(Count(after, Op::kCustomCall), 0);
  const auto expanded = Evaluate(after, input);
  ASSERT_TRUE(expanded.ok() && expanded->size() == 2);
  for (const std::vector<RuntimeValue>& pair : {(*results)[0].elements, *expanded}) {
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(pair[0].literal.RealAt(i), (std::vector<double>{9, 7, 3})[static_cast<size_t>(i)]);
      EXPECT_EQ(pair[1].literal.IntegerAt(i), (std::vector<int64_t>{3, 1, 0})[static_cast<size_t>(i)]);
    }
  }
}

// Results that are not the first elements of what is sorted: fewer or more than k that are to be k, or more than there are.
TEST(KnownCall, ApproximateTopKOfAnotherShapeIsRefusedByName) {
  for (const std::string& text : {ApproximateTopK("ApproxTopK", "aggregate_to_topk = true" + kRest, 3),
                                  ApproximateTopK("ApproxTopK", "aggregate_to_topk = true" + kRest, 1),
                                  ApproximateTopK("ApproxTopK", "aggregate_to_topk = false" + kRest, 8),
                                  ApproximateTopK("ApproxTopK", "aggregate_to_topk = true", 2)}) {
    const auto values = Evaluate(Parse(text), {Array(ElementType::kF32, {4, 2}, {1})});
    ASSERT_FALSE(values.ok()) << text;
    EXPECT_EQ(values.error().rule, Rule::kUnsupported);
    EXPECT_NE(values.error().text.find("@ApproxTopK"), std::string::npos) << values.error().text;
    EXPECT_TRUE(values.error().location.known());
  }
}

// What placement annotations of JAX stand for on one device, and a mesh of one for collectives: their operands.
TEST(KnownCall, AnnotationsAndCollectivesOfOneDeviceDisappear) {
  const Module module = Parse(
      R"(func.func @main(%a: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<ui32>) {
  %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{replicated}"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<0> : tensor<1x1xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %3 = "stablehlo.collective_permute"(%2) <{source_target_pairs = dense<0> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %4 = "stablehlo.collective_permute"(%2) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %5 = "stablehlo.all_to_all"(%3) <{concat_dimension = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>, split_count = 1 : i64, split_dimension = 0 : i64}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %6 = stablehlo.partition_id : tensor<ui32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<ui32>
})");
  const std::vector<RuntimeValue> inputs = {Array(ElementType::kF32, {2, 2}, {1, 2, 3, 4})};
  const Module after = Applied(Canonicalise, module);
  EXPECT_EQ(Count(after, Op::kCustomCall) + Count(after, Op::kAllReduce) + Count(after, Op::kAllGather) +
                Count(after, Op::kCollectivePermute) + Count(after, Op::kAllToAll),
            0);
  ExpectSame(module, after, inputs);
  const auto values = Evaluate(after, inputs);
  ASSERT_TRUE(values.ok());
  for (size_t r = 0; r < 6; ++r) EXPECT_EQ((*values)[r].literal.RealAt(3), r == 4 ? 0 : 4) << r;  // nothing is sent in %4
}

// With two partitions they are no identities, and stay as exchanges.
TEST(KnownCall, CollectivesOfTwoDevicesStay) {
  const Module module = Parse(R"(module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%a: tensor<2xf32>) -> (tensor<4xf32>, tensor<ui32>) {
    %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
    %1 = stablehlo.partition_id : tensor<ui32>
    return %0, %1 : tensor<4xf32>, tensor<ui32>
  }
})");
  const Module after = Applied(Canonicalise, module);
  EXPECT_EQ(Count(after, Op::kAllGather) + Count(after, Op::kPartitionId), 2);
}

TEST(KnownCall, CallbacksIntoPythonAreRefusedByThatName) {
  for (const char* target :
       {"xla_python_cpu_callback", "xla_ffi_python_cpu_callback", "xla_ffi_partitioned_python_cpu_callback", "xla_python_gpu_callback"}) {
    const Module module = Parse(std::string("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  stablehlo.custom_call @") + target +
                                "(%a) {has_side_effect = true, mhlo.backend_config = {index = 0 : ui64}} : (tensor<4xf32>) -> ()\n  return "
                                "%a : tensor<4xf32>\n}\n");
    const auto values = Evaluate(module, {Array(ElementType::kF32, {4}, {1})});
    ASSERT_FALSE(values.ok());
    EXPECT_EQ(values.error().rule, Rule::kUnsupported);
    EXPECT_NE(values.error().text.find("a callback into Python (@" + std::string(target) + ")"), std::string::npos) << values.error().text;
    EXPECT_NE(values.error().hint.find("jax.debug.print"), std::string::npos);
  }
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
