// Each rule code at least once: a program with one violation, the code of OPS.md, and both shapes in the message.
#include "hlo/verify.h"

#include <gtest/gtest.h>

#include "frontend/frontend.h"

namespace mote {
namespace {

struct Violation {
  const char* name;
  Rule rule;
  const char* parameters;
  const char* body;
  std::vector<const char*> mentions;
};

std::string Program(const char* parameters, const char* body) {
  return std::string("func.func @main(") + parameters + ") {\n" + body + "\n  return\n}\n";
}

constexpr const char* kAdder =
    R"(({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %s = stablehlo.add %a, %b : tensor<f32> stablehlo.return %s : tensor<f32> }))";

const Violation kViolations[] = {
    {"Array",
     Rule::kArray,
     "%x: tuple<tensor<2xf32>>",
     R"(%0 = "stablehlo.negate"(%x) : (tuple<tensor<2xf32>>) -> tensor<2xf32>)",
     {"tuple<tensor<2xf32>>"}},
    {"ElementType",
     Rule::kElementType,
     "%x: tensor<2xi1>",
     R"(%0 = "stablehlo.negate"(%x) : (tensor<2xi1>) -> tensor<2xi1>)",
     {"tensor<2xi1>"}},
    {"ElementMix",
     Rule::kElementMix,
     "%x: tensor<2xf32>, %y: tensor<2xi32>",
     R"(%0 = "stablehlo.add"(%x, %y) : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>)",
     {"tensor<2xf32>", "tensor<2xi32>"}},
    {"Rank",
     Rule::kRank,
     "%x: tensor<2xf32>, %y: tensor<2x1xf32>",
     R"(%0 = "stablehlo.add"(%x, %y) : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<2xf32>)",
     {"tensor<2xf32>", "tensor<2x1xf32>"}},
    {"Shape",
     Rule::kShape,
     "%x: tensor<2xf32>, %y: tensor<3xf32>",
     R"(%0 = "stablehlo.add"(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>)",
     {"tensor<2xf32>", "tensor<3xf32>"}},
    {"Dimension",
     Rule::kDimension,
     "%x: tensor<2xf32>",
     R"(%0 = "stablehlo.concatenate"(%x, %x) <{dimension = 1 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>)",
     {"tensor<2xf32>", "1"}},
    {"Duplicate",
     Rule::kDuplicate,
     "%x: tensor<2x3xf32>",
     R"(%0 = "stablehlo.reverse"(%x) <{dimensions = array<i64: 1, 1>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>)",
     {"[1, 1]"}},
    {"Order",
     Rule::kOrder,
     "%x: tensor<2x3xf32>",
     R"(%0 = "stablehlo.transpose"(%x) <{permutation = array<i64: 1, 1>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>)",
     {"tensor<2x3xf32>", "[1, 1]"}},
    {"Count",
     Rule::kCount,
     "%x: tensor<2x3xf32>",
     R"(%0 = "stablehlo.slice"(%x) <{start_indices = array<i64: 0>, limit_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2x3xf32>) -> tensor<1x3xf32>)",
     {"tensor<2x3xf32>"}},
    {"Size",
     Rule::kSize,
     "%x: tensor<2x3xf32>",
     R"(%0 = "stablehlo.reshape"(%x) : (tensor<2x3xf32>) -> tensor<7xf32>)",
     {"tensor<2x3xf32>", "tensor<7xf32>"}},
    {"Divisible",
     Rule::kDivisible,
     "%x: tensor<4x3xf32>",
     R"(%0 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x3xf32>) -> tensor<8x1xf32>)",
     {"tensor<4x3xf32>"}},
    {"Attribute",
     Rule::kAttribute,
     "%x: tensor<2xf32>",
     R"(%0 = "stablehlo.reduce_precision"(%x) <{exponent_bits = 0 : i32, mantissa_bits = 3 : i32}> : (tensor<2xf32>) -> tensor<2xf32>)",
     {"exponent_bits"}},
    {"MissingAttribute",
     Rule::kAttribute,
     "%x: tensor<2xf32>",
     R"(%0 = "stablehlo.transpose"(%x) : (tensor<2xf32>) -> tensor<2xf32>)",
     {"permutation"}},
    {"Group",
     Rule::kGroup,
     "%x: tensor<4xf32>",
     R"(%0 = "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>)",
     {"0"}},
    {"Arity", Rule::kArity, "%x: tensor<2xf32>", R"(%0 = "stablehlo.add"(%x) : (tensor<2xf32>) -> tensor<2xf32>)", {"2"}},
    {"Result",
     Rule::kResult,
     "%x: tensor<2xf32>",
     R"(%0 = "stablehlo.negate"(%x) : (tensor<2xf32>) -> tensor<3xf32>)",
     {"tensor<2xf32>", "tensor<3xf32>"}},
    {"ResultCount",
     Rule::kResult,
     "%x: tensor<2xf32>",
     R"(%0:2 = "stablehlo.negate"(%x) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>))",
     {"tensor<2xf32>"}},
    {"Overflow",
     Rule::kOverflow,
     "%x: tensor<f32>",
     R"(%0 = "stablehlo.broadcast"(%x) <{broadcast_sizes = array<i64: 4294967296, 4294967296>}> : (tensor<f32>) -> tensor<?x?xf32>)",
     {"64 bits"}},
    {"GatherWindow",
     Rule::kSize,
     "%x: tensor<3xf32>, %i: tensor<1xi32>",
     R"(%0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 4>}> : (tensor<3xf32>, tensor<1xi32>) -> tensor<4xf32>)",
     {"tensor<3xf32>"}},
    {"ConvolutionFeatures",
     Rule::kShape,
     "%x: tensor<1x4x3xf32>, %k: tensor<2x5x7xf32>",
     R"(%0 = "stablehlo.convolution"(%x, %k) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x4x3xf32>, tensor<2x5x7xf32>) -> tensor<1x3x7xf32>)",
     {"tensor<1x4x3xf32>", "tensor<2x5x7xf32>"}},
    {"DotContraction",
     Rule::kShape,
     "%x: tensor<2x3xf32>, %y: tensor<4x5xf32>",
     R"(%0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>)",
     {"tensor<2x3xf32>", "tensor<4x5xf32>"}},
    {"Quantized",
     Rule::kElementMix,
     "%x: tensor<2x!quant.uniform<i8:f32, 1.0>>, %y: tensor<2xf32>",
     R"(%0 = "stablehlo.add"(%x, %y) : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2xf32>) -> tensor<2xf32>)",
     {"!quant.uniform<i8:f32, 1.000000e+00>"}},
};

class Violations : public ::testing::TestWithParam<Violation> {};
INSTANTIATE_TEST_SUITE_P(All, Violations, ::testing::ValuesIn(kViolations), [](const auto& info) { return std::string(info.param.name); });

TEST_P(Violations, AreReportedWithCodeLineAndShapes) {
  const Violation& v = GetParam();
  const std::string text = Program(v.parameters, v.body);
  const Result<Module> module = ReadStablehlo(text, "test.mlir");
  ASSERT_FALSE(module.ok());
  const Diagnostic& d = module.error();
  EXPECT_EQ(RuleCode(d.rule), std::string(RuleCode(v.rule))) << d.text;
  EXPECT_EQ(d.location.line, 2u);
  for (const char* mention : v.mentions) EXPECT_NE(d.text.find(mention), std::string::npos) << d.text;
}

void ExpectRule(Rule rule, const std::string& parameters, const std::string& body) {
  const std::string text = Program(parameters.c_str(), body.c_str());
  const Result<Module> module = ReadStablehlo(text, "test.mlir");
  ASSERT_FALSE(module.ok()) << body;
  EXPECT_EQ(RuleCode(module.error().rule), std::string(RuleCode(rule))) << module.error().text;
}

TEST(Verify, SignaturesOfRegions) {
  ExpectRule(Rule::kSignature, "%x: tensor<4xi32>, %i: tensor<i32>",
             std::string("%0 = \"stablehlo.reduce\"(%x, %i) <{dimensions = array<i64: 0>}> ") + kAdder +
                 " : (tensor<4xi32>, tensor<i32>) -> tensor<f32>");
  ExpectRule(Rule::kSignature, "%x: tensor<4xf32>",
             std::string("%0 = \"stablehlo.sort\"(%x) <{dimension = 0 : i64}> ") + kAdder + " : (tensor<4xf32>) -> tensor<4xf32>");
}

TEST(Verify, ChannelsOfGlobalIds) {
  ExpectRule(
      Rule::kChannel, "%x: tensor<4xf32>",
      std::string("%0 = \"stablehlo.all_reduce\"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ") +
          kAdder + " : (tensor<4xf32>) -> tensor<4xf32>");
}

TEST(Verify, RankLimit) {
  std::string dims;
  for (int i = 0; i < kMaxRank + 1; ++i) dims += "1x";
  const Result<Module> module = ReadStablehlo("func.func @main(%x: tensor<" + dims + "f32>) { return }", "test.mlir");
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().rule, Rule::kLimit);
}

TEST(Verify, SizeLimitIsNamed) {
  const auto rule = [](const std::string& size) {
    const Result<Module> module = ReadStablehlo("func.func @main(%x: tensor<" + size + "xf32>) { return }", "test.mlir");
    return module.ok() ? std::string("accepted") : RuleCode(module.error().rule) + (" " + module.error().text);
  };
  EXPECT_EQ(rule("68719476736"), "accepted");
  EXPECT_EQ(rule("68719476737").substr(0, 7), "R-LIMIT");
  EXPECT_NE(rule("274877906944").find("274877906944"), std::string::npos);  // both the size and the limit, 2^38 bytes
  EXPECT_EQ(rule("4294967296x4294967296").substr(0, 10), "R-OVERFLOW");
}

TEST(Verify, FindsEveryViolationInSourceOrder) {
  const std::string text = Program("%x: tensor<2xi1>", R"(%0 = "stablehlo.negate"(%x) : (tensor<2xi1>) -> tensor<2xi1>
  %1 = "stablehlo.exponential"(%x) : (tensor<2xi1>) -> tensor<2xi1>)");
  FrontendOptions options;
  options.verify = false;
  const Result<Module> module = ReadStablehlo(text, "test.mlir", options);
  ASSERT_TRUE(module.ok());
  const std::vector<Diagnostic> found = Verify(*module);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].location.line, 2u);
  EXPECT_EQ(found[1].location.line, 3u);
  EXPECT_EQ(Verify(*module, 1).size(), 1u);
}

TEST(Verify, DynamicSizesAgreeWithAny) {
  const std::string text = Program("%x: tensor<?x3xf32>, %y: tensor<2x?xf32>",
                                   R"(%0 = "stablehlo.add"(%x, %y) : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<2x3xf32>)");
  EXPECT_TRUE(ReadStablehlo(text, "test.mlir").ok());
}

// The builder asks for result shapes without having declared any.
TEST(InferShapes, GivesResultsFromOperandsAlone) {
  Module module;
  Instruction dot;
  dot.op = Op::kDotGeneral;
  dot.attributes[Attr::kLhsContractingDimensions] = std::vector<int64_t>{1};
  dot.attributes[Attr::kRhsContractingDimensions] = std::vector<int64_t>{0};
  const Shape operands[] = {Shape::Array(ElementType::kF32, {2, 3}), Shape::Array(ElementType::kF32, {3, 5})};
  const auto shapes = InferShapes(module, dot, operands, {});
  ASSERT_TRUE(shapes.ok());
  EXPECT_EQ(ToString((*shapes)[0]), "f32[2,5]");
  Instruction reshape;
  reshape.op = Op::kReshape;
  const auto undetermined = InferShapes(module, reshape, std::span(operands, 1), {});
  ASSERT_FALSE(undetermined.ok());
  EXPECT_EQ(undetermined.error().rule, Rule::kResult);
}

}  // namespace
}  // namespace mote
