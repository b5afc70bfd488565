// What is refused, with which rule and where. Places count lines and columns by hand from the text.
#include <gtest/gtest.h>

#include "frontend/frontend.h"

namespace mote {
namespace {

struct Refused {
  const char* name;
  const char* text;
  Rule rule;
  uint32_t line, column;
  const char* part;  // of the text or the hint
};

class Refusals : public testing::TestWithParam<Refused> {};

TEST_P(Refusals, NameRuleAndPlace) {
  const Refused& c = GetParam();
  const Result<Module> module = ReadProgram(c.text, "f.mlir");
  ASSERT_FALSE(module.ok());
  const Diagnostic& error = module.error();
  EXPECT_EQ(RuleCode(error.rule), std::string(RuleCode(c.rule))) << FormatDiagnostic(error);
  EXPECT_EQ(error.location.line, c.line) << FormatDiagnostic(error);
  EXPECT_EQ(error.location.column, c.column) << FormatDiagnostic(error);
  EXPECT_NE((error.text + "\n" + error.hint).find(c.part), std::string::npos) << FormatDiagnostic(error);
  EXPECT_EQ(error.file, "f.mlir");
}

const Refused kRefused[] = {
    {"empty", "", Rule::kSyntax, 0, 0, "no program"},
    {"function_twice", "func.func @f() { return }\nfunc.func @f() { return }", Rule::kSyntax, 2, 1, "@f is defined twice"},
    {"open_string", "func.func @main() {\n  \"stablehlo.add(\n  return\n}", Rule::kSyntax, 2, 3, "a string that its line does not end"},
    {"wrong_byte", "func.func @main() {\n  \xFF\n  return\n}", Rule::kSyntax, 2, 3, "the byte 0xFF"},
    {"neither", "hello", Rule::kSyntax, 1, 1, "neither"},
    {"unknown_operation", "func.func @main(%a: tensor<f32>) {\n  %0 = stablehlo.tanhh %a : tensor<f32>\n  return\n}", Rule::kSyntax, 2, 8,
     "did you mean 'stablehlo.tanh'?"},
    {"unknown_dialect", "func.func @main() {\n  \"tosa.add\"() : () -> ()\n  return\n}", Rule::kUnsupported, 2, 3, "tosa.add"},
    {"misspelt_attribute",
     "func.func @main(%a: tensor<2xf32>) {\n  %0 = \"stablehlo.reverse\"(%a) {dimension = array<i64: 0>} : (tensor<2xf32>) -> "
     "tensor<2xf32>\n  return\n}",
     Rule::kAttribute, 2, 33, "did you mean 'dimensions'?"},
    {"undefined_value", "func.func @main(%arg0: tensor<f32>) {\n  %0 = stablehlo.tanh %arg1 : tensor<f32>\n  return\n}", Rule::kSyntax, 2,
     23, "did you mean %arg0?"},
    {"undefined_result", "func.func @main(%a: tensor<f32>) {\n  %0 = stablehlo.tanh %a#1 : tensor<f32>\n  return\n}", Rule::kSyntax, 2, 23,
     "does not have"},
    {"defined_twice", "func.func @main(%a: tensor<f32>) {\n  %a = stablehlo.tanh %a : tensor<f32>\n  return\n}", Rule::kSyntax, 2, 3,
     "twice"},
    {"other_type_than_written",
     "func.func @main(%a: tensor<f32>) {\n  %0 = stablehlo.convert %a : (tensor<2xf32>) -> tensor<2xf64>\n  return\n}", Rule::kSyntax, 2, 8,
     "tensor<2xf32>"},
    {"unknown_function", "func.func @main() {\n  call @mian() : () -> ()\n  return\n}", Rule::kSignature, 2, 8, "did you mean @main?"},
    {"declared_function", "func.func private @f()\nfunc.func @main() {\n  call @f() : () -> ()\n  return\n}", Rule::kUnsupported, 3, 8,
     "body"},
    {"returned_type", "func.func @main(%a: tensor<f32>) -> tensor<2xf32> {\n  return %a : tensor<f32>\n}", Rule::kResult, 2, 3,
     "tensor<2xf32>"},
    {"missing_brace", "func.func @main() {\n  return\n", Rule::kSyntax, 3, 1, "'}'"},
    {"missing_return", "func.func @main() {\n}", Rule::kSyntax, 2, 1, "return"},
    {"element_type", "func.func @main(%a: tensor<2xf99>) { return }", Rule::kElementType, 1, 30, "f99"},
    {"size_overflow", "func.func @main(%a: tensor<4294967296x4294967296xf32>) { return }", Rule::kOverflow, 1, 21, "64 bits"},
    {"dimension_overflow", "func.func @main(%a: tensor<99999999999999999999xf32>) { return }", Rule::kOverflow, 1, 28, "64 bits"},
    {"size_limit", "func.func @main(%a: tensor<1048576x4194304xf32>) { return }", Rule::kLimit, 1, 21, "elements"},
    {"constant_limit", "func.func @main() {\n  %0 = stablehlo.constant dense<0.0> : tensor<274877906944xf32>\n  return\n}", Rule::kLimit, 2,
     27, "bytes"},
    {"rank_limit", "func.func @main(%a: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) { return }",
     Rule::kLimit, 1, 28, "32"},
    {"negative_dimension", "func.func @main(%a: tensor<-2xf32>) { return }", Rule::kSize, 1, 28, "negative"},
    {"element_out_of_range", "func.func @main() {\n  %0 = stablehlo.constant dense<[1, 300]> : tensor<2xi8>\n  return\n}", Rule::kAttribute,
     2, 37, "300"},
    {"too_few_elements", "func.func @main() {\n  %0 = stablehlo.constant dense<[1, 2]> : tensor<3xi8>\n  return\n}", Rule::kSize, 2, 33,
     "3"},
    {"odd_hex", "func.func @main() {\n  %0 = stablehlo.constant dense<\"0x123\"> : tensor<2xi8>\n  return\n}", Rule::kSyntax, 2, 33, "hex"},
    {"hex_length", "func.func @main() {\n  %0 = stablehlo.constant dense<\"0x010203\"> : tensor<4xi32>\n  return\n}", Rule::kSize, 2, 33,
     "3 bytes"},
    {"wide_pattern", "func.func @main() {\n  %0 = stablehlo.constant dense<0x7FC00000> : tensor<f16>\n  return\n}", Rule::kAttribute, 2, 33,
     "0x7FC00000 is not a bit pattern of f16, which has 16 bits\nwrite 0x and at most 4 hex digits"},
    {"wide_pattern_in_a_list", "func.func @main() {\n  %0 = stablehlo.constant dense<[1.0, 0x1FF]> : tensor<2xf8E5M2>\n  return\n}",
     Rule::kAttribute, 2, 39, "not a bit pattern of f8E5M2"},
    {"wide_pattern_of_a_part",
     "func.func @main() {\n  %0 = stablehlo.constant dense<(1.0, 0x100000000)> : tensor<2xcomplex<f32>>\n  return\n}", Rule::kAttribute, 2,
     39, "not a bit pattern of f32"},
    {"wide_pattern_of_a_scalar",
     "func.func @main(%a: tensor<2xf16>) {\n  %0 = \"chlo.constant_like\"(%a) {value = 0x7FC00000 : f16} : (tensor<2xf16>) -> "
     "tensor<2xf16>\n  return\n}",
     Rule::kAttribute, 2, 42, "not a bit pattern of f16"},
    {"signed_pattern",
     "func.func @main(%a: tensor<2xf16>) {\n  %0 = \"chlo.constant_like\"(%a) {value = -0x7E00 : f16} : (tensor<2xf16>) -> tensor<2xf16>\n "
     " return\n}",
     Rule::kAttribute, 2, 42, "without a sign"},
    {"hlo_pattern", "HloModule m\nENTRY e {\n  ROOT a = f16[] constant(0x7FC00000)\n}", Rule::kAttribute, 3, 27,
     "0x7FC00000 is not a number"},
    {"hlo_wide_payload", "HloModule m\nENTRY e {\n  ROOT a = f16[] constant(nan(0x400))\n}", Rule::kAttribute, 3, 31,
     "payload of a NaN of f16"},
    {"hlo_wide_integer", "HloModule m\nENTRY e {\n  ROOT a = u8[] constant(0x100)\n}", Rule::kAttribute, 3, 26, "not a value of u8"},
    {"unranked", "func.func @main(%a: tensor<*xf32>) { return }", Rule::kUnsupported, 1, 28, "rank"},
    {"two_modules", "module {\n}\nmodule {\n}", Rule::kSyntax, 3, 1, "-----"},
    {"two_blocks", "func.func @main() {\n  return\n^bb1:\n  return\n}", Rule::kUnsupported, 3, 1, "block"},
    {"verifier_keeps_the_line",
     "func.func @main(%a: tensor<2xf32>, %b: tensor<3xf32>) {\n\n  %0 = \"stablehlo.add\"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> "
     "tensor<2xf32>\n  return\n}",
     Rule::kShape, 3, 8, "add"},
    {"hlo_unknown_opcode", "HloModule m\nENTRY e {\n  a = f32[] parameter(0)\n  ROOT b = f32[] tanhh(a)\n}", Rule::kSyntax, 4, 18,
     "did you mean 'tanh'?"},
    {"hlo_undefined", "HloModule m\nENTRY e {\n  alpha = f32[] parameter(0)\n  ROOT b = f32[] tanh(alpah)\n}", Rule::kSyntax, 4, 23,
     "did you mean alpha?"},
    {"hlo_unknown_computation", "HloModule m\nENTRY e {\n  a = f32[] parameter(0)\n  ROOT b = f32[] call(a), to_apply=f\n}",
     Rule::kSignature, 4, 27, "f"},
    {"hlo_recursion", "HloModule m\nENTRY e {\n  a = f32[] parameter(0)\n  ROOT b = f32[] call(a), to_apply=e\n}", Rule::kSignature, 2, 7,
     "itself"},
    {"hlo_layout", "HloModule m\nENTRY e {\n  ROOT a = f32[2,3]{1,1} parameter(0)\n}", Rule::kOrder, 3, 20, "permutation"},
    {"hlo_parameter_gap", "HloModule m\nENTRY e {\n  ROOT a = f32[] parameter(1)\n}", Rule::kArity, 2, 7, "parameter(0)"},
    {"hlo_overflow", "HloModule m\nENTRY e {\n  ROOT a = f32[4294967296,4294967296] parameter(0)\n}", Rule::kOverflow, 3, 12, "64 bits"},
    {"hlo_elided", "HloModule m\nENTRY e {\n  ROOT a = f32[4] constant({...})\n}", Rule::kUnsupported, 3, 28, "left out"},
    {"hlo_attribute", "HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n  ROOT b = f32[2] reverse(a), dimension={0}\n}", Rule::kAttribute,
     4, 31, "did you mean 'dimensions'?"},
    {"other_dialect", "func.func @main(%a: tensor<f32>) {\n  %0 = mhlo.tanh %a : tensor<f32>\n  return\n}", Rule::kUnsupported, 2, 8,
     "did you mean 'stablehlo.tanh'?"},
    {"shortened_operation", "func.func @main(%a: tensor<f32>) {\n  %0 = stablehlo.mul %a, %a : tensor<f32>\n  return\n}", Rule::kSyntax, 2,
     8, "did you mean 'stablehlo.multiply'?"},
    {"misspelt_type", "func.func @main(%a: tensor<3xint8>) {\n  return\n}", Rule::kElementType, 1, 30, "did you mean 'i8'?"},
    {"attribute_of_another_name",
     "func.func @main(%a: tensor<2xf32>) {\n  %0 = \"stablehlo.concatenate\"(%a) {axis = 0 : i64} : (tensor<2xf32>) -> tensor<2xf32>\n  "
     "return\n}",
     Rule::kAttribute, 2, 8, "'axis' is not an attribute of stablehlo.concatenate"},
    {"one_operand",
     "func.func @main(%a: tensor<f32>) {\n  %0 = \"stablehlo.tanh\"(%a, %a) : (tensor<f32>, tensor<f32>) -> tensor<f32>\n  return\n}",
     Rule::kArity, 2, 8, "takes 1 operand, but has 2"},
    {"hlo_misspelt_type", "HloModule m\nENTRY e {\n  ROOT a = i32[2] parameter(0)\n}", Rule::kElementType, 3, 12, "did you mean 's32'?"},
    {"hlo_missing_attribute", "HloModule m\nENTRY e {\n  a = f32[] parameter(0)\n  ROOT b = pred[] compare(a, a)\n}", Rule::kAttribute, 4,
     19, "compare needs the attribute 'direction'"},
    {"hlo_names", "HloModule m\nENTRY e {\n  a = f32[3] parameter(0)\n  ROOT b = f32[4] exponential-minus-one(a)\n}", Rule::kResult, 4, 19,
     "exponential-minus-one gives f32[3], but is declared as f32[4]"},
};
INSTANTIATE_TEST_SUITE_P(All, Refusals, testing::ValuesIn(kRefused), [](const auto& info) { return std::string(info.param.name); });

// Every float type takes as many bits as it has and not one more; the widest pattern is kept to the bit, leading zeros do not count.
TEST(Diagnostics, BitPatternsFillTheirTypeAndNoMore) {
  const auto read = [](const std::string& pattern, const std::string& type) {
    return ReadStablehlo("func.func @main() -> tensor<" + type + "> {\n  %0 = stablehlo.constant dense<" + pattern + "> : tensor<" + type +
                             ">\n  return %0 : tensor<" + type + ">\n}",
                         "f.mlir");
  };
  constexpr std::pair<const char*, int> kWidths[] = {{"f64", 64},       {"f32", 32},       {"f16", 16},          {"bf16", 16},
                                                     {"f8E5M2", 8},     {"f8E4M3", 8},     {"f8E4M3FN", 8},      {"f8E3M4", 8},
                                                     {"f8E4M3FNUZ", 8}, {"f8E5M2FNUZ", 8}, {"f8E4M3B11FNUZ", 8}, {"f8E8M0FNU", 8},
                                                     {"f6E2M3FN", 6},   {"f6E3M2FN", 6},   {"f4E2M1FN", 4}};
  for (const auto& [type, width] : kWidths) {
    char most[32], more[32];
    std::snprintf(most, sizeof most, "0x00%llX", ~0ull >> (64 - width));
    std::snprintf(more, sizeof more, "0x1%0*d", width / 4, 0);
    if (width % 4 != 0) std::snprintf(more, sizeof more, "0x%X", 1u << width);
    const Result<Module> full = read(most, type);
    ASSERT_TRUE(full.ok()) << type << " " << FormatDiagnostic(full.error());
    for (const uint8_t byte : full->main().instructions[0].LiteralValue().bytes()) {
      EXPECT_EQ(byte, width < 8 ? (1 << width) - 1 : 255) << type;
    }
    const Result<Module> wider = read(more, type);
    ASSERT_FALSE(wider.ok()) << type << " took " << more;
    EXPECT_TRUE(wider.error().rule == Rule::kAttribute && wider.error().location.line == 2) << FormatDiagnostic(wider.error());
  }
}

// Strings of bytes hold whole elements, one element, or packed ones; any other length is refused.
TEST(Diagnostics, StringsOfBytesOfAnotherLengthAreRefused) {
  constexpr std::pair<const char*, const char*> kWrong[] = {{"2xf16", "0x00"},
                                                            {"2xf16", "0x000102"},
                                                            {"2xf16", "0x0001020304"},
                                                            {"2xf16", "0x"},
                                                            {"3xf64", "0x0000000000000000FF"},
                                                            {"4xcomplex<f32>", "0x00000000"},
                                                            {"0xf32", "0x00000000"},
                                                            {"9xi1", "0xFFFFFF"},
                                                            {"3xi4", "0xFFFFFFFF"},
                                                            {"2xf8E5M2", "0x010203"},
                                                            {"5xf4E2M1FN", "0x0102"}};
  for (const auto& [type, bytes] : kWrong) {
    const std::string tensor = std::string("tensor<") + type + ">";
    const Result<Module> module = ReadStablehlo("func.func @main() -> " + tensor + " {\n  %0 = stablehlo.constant dense<\"" + bytes +
                                                    "\"> : " + tensor + "\n  return %0 : " + tensor + "\n}",
                                                "f.mlir");
    ASSERT_FALSE(module.ok()) << type << " took " << bytes;
    EXPECT_TRUE(module.error().rule == Rule::kSize && module.error().location.column == 33) << FormatDiagnostic(module.error());
  }
}

TEST(Diagnostics, ANameOfOneLetterResemblesNoOther) {
  const Result<Module> module =
      ReadStablehlo("func.func @main(%a: tensor<f32>) {\n  %0 = stablehlo.tanh %b : tensor<f32>\n  return\n}", "f.mlir");
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().hint, "");
}

TEST(Diagnostics, SeveralErrorsOfOneFileAreReported) {
  FrontendOptions options;
  options.max_errors = 10;
  options.first_line = 101;
  const Result<Module> module = ReadStablehlo(
      "func.func @f(%a: tensor<f32>) -> tensor<f32> {\n"
      "  %0 = stablehlo.tanhh %a : tensor<f32>\n"
      "  %1 = stablehlo.tanh %0 : tensor<f32>\n"  // a consequence: not reported
      "  %2 = stablehlo.slice %a [0:] : (tensor<f32>) -> tensor<f32>\n"
      "  %3 = \"stablehlo.if\"(%c) ({\n"
      "    stablehlo.return %a : tensor<f32>\n"
      "  }) : (tensor<i1>) -> tensor<f32>\n"
      "  return %1 : tensor<f32>\n"
      "}\n"
      "func.func @g() {\n"
      "  %0 = stablehlo.iota dimm : tensor<4xf32>\n"
      "  return\n"
      "}\n",
      "f.mlir", options);
  ASSERT_FALSE(module.ok());
  std::vector<uint32_t> lines;
  for (const Diagnostic& error : module.errors().list) lines.push_back(error.location.line);
  EXPECT_EQ(lines, (std::vector<uint32_t>{102, 104, 105, 111}));
}

TEST(Diagnostics, VerifierReportsSeveralErrors) {
  FrontendOptions options;
  options.max_errors = 10;
  const Result<Module> module = ReadStablehlo(
      "func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) {\n"
      "  %0 = \"stablehlo.add\"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>\n"
      "  %1 = stablehlo.reverse %a, dims = [7] : tensor<2xf32>\n"
      "  return\n"
      "}\n",
      "f.mlir", options);
  ASSERT_FALSE(module.ok());
  ASSERT_EQ(module.errors().list.size(), 2u);
  EXPECT_EQ(module.errors().list[1].location.line, 3u);
  EXPECT_EQ(module.errors().list[1].line_text, "  %1 = stablehlo.reverse %a, dims = [7] : tensor<2xf32>");
}

TEST(Diagnostics, DeepNestingIsALimit) {
  std::string types = "func.func @main(%a: ", attributes = "module attributes {a = ", regions = "func.func @main(%p: tensor<i1>) {\n",
              shapes = "HloModule m\nENTRY e { a = ";
  for (int i = 0; i < 100000; ++i) {
    types += "tuple<";
    attributes += "[";
    regions += "%" + std::to_string(i) + " = \"stablehlo.if\"(%p) ({\n";
    shapes += "(";
  }
  for (const std::string& text : {types, attributes, regions, shapes}) {
    const Result<Module> module = ReadProgram(text, "deep");
    ASSERT_FALSE(module.ok());
    EXPECT_EQ(module.error().rule, Rule::kLimit) << FormatDiagnostic(module.error());
  }
}

}  // namespace
}  // namespace mote
