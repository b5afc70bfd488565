// The simulated grid: collectives by group order, transfers, deadlocks reported with their cycle.
#include "text_module.h"

namespace mote {
namespace {

RuntimeValue Floats(const std::vector<double>& values) {
  RuntimeValue value;
  value.literal = Literal(Shape::Array(ElementType::kF32, {static_cast<int64_t>(values.size())}));
  for (size_t i = 0; i < values.size(); ++i) value.literal.SetReal(static_cast<int64_t>(i), values[i]);
  return value;
}

std::vector<double> Values(const RuntimeValue& value) {
  std::vector<double> values;
  for (int64_t i = 0; i < value.literal.size(); ++i) values.push_back(value.literal.RealAt(i));
  return values;
}

std::string OnTwoFloats(const std::string& body, const std::string& result) {
  return "func.func @main(%x: tensor<2xf32>) -> " + result + " {\n" + body + "\n  return %r : " + result + "\n}\n";
}

const char* const kAllReduce = R"(
  %r = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>)";

// OPS.md V1, V2, V25.
TEST(Grid, V1AllGather) {
  Module module = test::ReadText(OnTwoFloats(R"(
  %r = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<4xf32>)",
                                             "tensor<4xf32>"));
  auto results = EvaluateGrid(module, {{Floats({1, 2.5})}, {Floats({3, 5.25})}}, 2, 1);
  ASSERT_TRUE(results.ok()) << results.error().text;
  for (const auto& process : *results) EXPECT_EQ(Values(process[0]), (std::vector<double>{1, 2.5, 3, 5.25}));
}

TEST(Grid, V2AllReduce) {
  Module module = test::ReadText(OnTwoFloats(kAllReduce, "tensor<2xf32>"));
  auto results = EvaluateGrid(module, {{Floats({1, 2.5})}, {Floats({3, 5.25})}}, 2, 1);
  ASSERT_TRUE(results.ok()) << results.error().text;
  for (const auto& process : *results) EXPECT_EQ(Values(process[0]), (std::vector<double>{4, 7.75}));
}

TEST(Grid, V25ReduceScatter) {
  Module module = test::ReadText(OnTwoFloats(R"(
  %r = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<1xf32>)",
                                             "tensor<1xf32>"));
  auto results = EvaluateGrid(module, {{Floats({1, 2.25})}, {Floats({3, 5.25})}}, 2, 1);
  ASSERT_TRUE(results.ok()) << results.error().text;
  EXPECT_EQ(Values((*results)[0][0]), (std::vector<double>{4}));
  EXPECT_EQ(Values((*results)[1][0]), (std::vector<double>{7.5}));
}

// OPS.md V37: pairs 1→0, 0→1, 2→2; nobody sends to 3.
TEST(Grid, V37CollectivePermute) {
  Module module = test::ReadText(OnTwoFloats(R"(
  %r = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[1, 0], [0, 1], [2, 2]]> : tensor<3x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>)",
                                             "tensor<2xf32>"));
  auto results = EvaluateGrid(module, {{Floats({10, 10})}, {Floats({11, 11})}, {Floats({12, 12})}, {Floats({13, 13})}}, 4, 1);
  ASSERT_TRUE(results.ok()) << results.error().text;
  const double expected[] = {11, 10, 12, 0};
  for (size_t r = 0; r < 4; ++r) EXPECT_EQ(Values((*results)[r][0]), (std::vector<double>{expected[r], expected[r]}));
}

TEST(Grid, CollectivesOfOneBranchDeadlockWithTheirCycle) {
  Module module = test::ReadText(R"(
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %first = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %r = "stablehlo.if"(%first) ({
    %g = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %g : tensor<2xf32>
  }, {
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %r : tensor<2xf32>
})");
  auto results = EvaluateGrid(module, {{Floats({1, 2})}, {Floats({3, 4})}}, 2, 1);
  ASSERT_FALSE(results.ok());
  EXPECT_EQ(results.error().rule, Rule::kChannel);
  EXPECT_NE(results.error().text.find("deadlock: process 0 waits in stablehlo.all_reduce for process 1, which has finished"),
            std::string::npos)
      << results.error().text;
}

TEST(Grid, SendAndReceiveBetweenDevices) {
  Module module = test::ReadText(R"(
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %token = stablehlo.after_all : !stablehlo.token
  %id = stablehlo.replica_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %first = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %r = "stablehlo.if"(%first) ({
    %t = "stablehlo.send"(%x, %token) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    stablehlo.return %x : tensor<2xf32>
  }, {
    %v, %t = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    stablehlo.return %v : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %r : tensor<2xf32>
})");
  auto results = EvaluateGrid(module, {{Floats({1, 2})}, {Floats({3, 4})}}, 2, 1);
  ASSERT_TRUE(results.ok()) << results.error().text;
  EXPECT_EQ(Values((*results)[1][0]), (std::vector<double>{1, 2}));
}

// What arrives for somebody who waits in a collective must not hide the deadlock.
TEST(Grid, AReceiveThatNeverComesIsReported) {
  Module module = test::ReadText(R"(
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %token = stablehlo.after_all : !stablehlo.token
  %id = stablehlo.replica_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %first = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %r = "stablehlo.if"(%first) ({
    %t = "stablehlo.send"(%x, %token) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    %v, %u = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    stablehlo.return %v : tensor<2xf32>
  }, {
    %v, %u = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    stablehlo.return %v : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %r : tensor<2xf32>
})");
  auto results = EvaluateGrid(module, {{Floats({1, 2})}, {Floats({3, 4})}}, 2, 1);
  ASSERT_FALSE(results.ok());
  EXPECT_EQ(results.error().text,
            "deadlock: process 0 waits in recv on channel 6 for process 1, which waits in recv on channel 7 for process 0");
  EXPECT_TRUE(results.error().location.known());
}

TEST(Grid, InfeedTakesTheNextItem) {
  Module module = test::ReadText(R"(
func.func @main() -> tensor<2xf32> {
  %token = stablehlo.after_all : !stablehlo.token
  %a, %t = "stablehlo.infeed"(%token) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  %b, %u = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  %r = stablehlo.subtract %b, %a : tensor<2xf32>
  return %r : tensor<2xf32>
})");
  EvaluateOptions options;
  options.infeed = {{Floats({1, 2})}, {Floats({10, 20})}};
  auto results = Evaluate(module, {}, options);
  ASSERT_TRUE(results.ok()) << results.error().text;
  EXPECT_EQ(Values((*results)[0]), (std::vector<double>{9, 18}));
  options.infeed.pop_back();
  EXPECT_FALSE(Evaluate(module, {}, options).ok());
  options.infeed.push_back({Floats({1, 2, 3})});
  results = Evaluate(module, {}, options);
  ASSERT_FALSE(results.ok());
  EXPECT_EQ(results.error().rule, Rule::kShape) << results.error().text;
}

TEST(Grid, AGroupOutsideTheGridIsAnError) {
  Module module = test::ReadText(OnTwoFloats(kAllReduce, "tensor<2xf32>"));
  EXPECT_FALSE(Evaluate(module, {Floats({1, 2})}).ok());
}

}  // namespace
}  // namespace mote
