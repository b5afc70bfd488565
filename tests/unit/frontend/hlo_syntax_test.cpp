// Spellings of HLO text: each is read, checked, and evaluated or compared with the plain spelling of the same program.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "evaluate/evaluate.h"
#include "frontend/frontend.h"
#include "hlo/print.h"

namespace mote {
namespace {

Module Read(const std::string& text) {
  Result<Module> module = ReadHloText(text, "case.hlo");
  if (!module.ok()) {
    ADD_FAILURE() << FormatDiagnostic(module.error()) << "\n" << text;
    return Module();
  }
  return *std::move(module);
}

Rule RuleOf(const std::string& text) {
  const Result<Module> module = ReadHloText(text, "case.hlo");
  if (!module.ok()) return module.error().rule;
  ADD_FAILURE() << "accepted: " << text;
  return Rule::kIo;
}

std::string InEntry(const std::string& lines) { return "HloModule m\nENTRY e {\n" + lines + "\n}\n"; }

// Both spellings are one program, which survives printing.
void ExpectSame(const std::string& spelling, const std::string& plain) {
  const Module a = Read(spelling), b = Read(plain);
  std::string why;
  EXPECT_TRUE(Equal(a, b, &why)) << spelling << why;
  const Result<std::string> printed = PrintHlo(a);
  ASSERT_TRUE(printed.ok()) << FormatDiagnostic(printed.error());
  EXPECT_TRUE(Equal(Read(*printed), a, &why)) << *printed << why;
}

std::vector<Literal> Evaluated(const std::string& text, std::vector<Literal> inputs) {
  const Module module = Read(text);
  std::vector<RuntimeValue> values;
  for (Literal& input : inputs) values.emplace_back().literal = std::move(input);
  Result<std::vector<RuntimeValue>> results = Evaluate(module, std::move(values));
  std::vector<Literal> out;
  if (!results.ok()) {
    ADD_FAILURE() << FormatDiagnostic(results.error());
    return out;
  }
  for (RuntimeValue& value : *results) out.push_back(value.literal);
  return out;
}

TEST(HloSyntax, ShapesThatFollowMayBeLeftOut) {
  ExpectSame(InEntry("x = f32[2,3] parameter(0)\ny = negate(x)\nt = tuple(x, y)\ng = get-tuple-element(t), index=1\nROOT r = transpose(g), "
                     "dimensions={1,0}"),
             InEntry("x = f32[2,3] parameter(0)\ny = f32[2,3] negate(x)\nt = (f32[2,3], f32[2,3]) tuple(x, y)\ng = f32[2,3] "
                     "get-tuple-element(t), index=1\n"
                     "ROOT r = f32[3,2] transpose(g), dimensions={1,0}"));
  EXPECT_EQ(RuleOf(InEntry("x = parameter(0)")), Rule::kResult);
  EXPECT_EQ(RuleOf(InEntry("x = f32[2] parameter(0)\nROOT r = custom-call(x), custom_call_target=\"t\"")), Rule::kResult);
}

TEST(HloSyntax, OperandsMayBeInstructions) {
  ExpectSame(InEntry("ROOT r = f32[2] add(f32[2] parameter(0), abs(f32[2] constant({-1, 2})))"),
             InEntry("x = f32[2] parameter(0)\nc = f32[2] constant({-1, 2})\na = f32[2] abs(c)\nROOT r = f32[2] add(x, a)"));
}

TEST(HloSyntax, OperandsMayBeElements) {
  ExpectSame(InEntry("t = (f32[2], (s32[], f32[3])) parameter(0)\nROOT r = f32[3] negate(t#1#1)"),
             InEntry("t = (f32[2], (s32[], f32[3])) parameter(0)\nu = (s32[], f32[3]) get-tuple-element(t), index=1\nv = f32[3] "
                     "get-tuple-element(u), index=1\nROOT r = f32[3] negate(v)"));
  EXPECT_EQ(RuleOf(InEntry("t = (f32[2], f32[]) parameter(0)\nROOT r = f32[2] negate(t#2)")), Rule::kDimension);
}

TEST(HloSyntax, ComputationsMayBeWrittenInPlace) {
  const std::string sum = "{ a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b), metadata={op_name=\"x\"} }";
  const std::string body = "x = f32[3] parameter(0)\nz = f32[] constant(0)\nROOT r = f32[] reduce(x, z), dimensions={0}, to_apply=";
  ExpectSame(InEntry(body + sum), "HloModule m\nsum " + sum + "\nENTRY e {\n" + body + "sum\n}\n");
}

TEST(HloSyntax, OneInstructionIsAProgram) {
  const std::string plain = "ENTRY entry {\nx = f32[4] parameter(0)\ny = f32[4] parameter(1)\nROOT r = f32[4] add(x, y)\n}\n";
  ExpectSame("%r = f32[4] add(f32[4] %x, f32[4] %y)", plain);
  ExpectSame("f32[4] add(f32[4], f32[4])", plain);
}

TEST(HloSyntax, HeadersAndTablesOfDumps) {
  const std::string plain = InEntry("ROOT x = f32[] parameter(0)");
  ExpectSame("HloModule m:\nENTRY e { ROOT x = f32[] parameter(0), sharding={devices=[1,4]<=[4]} }\n", plain);
  ExpectSame(
      "HloModule m, buffer_donor={ (0, {}) }\n\nFileNames\n1 \"a.py\"\n\nFunctionNames\n1 \"f\"\n\nFileLocations\n1 {file_name_id=1 "
      "function_name_id=1 line=3}\n\n"
      "StackFrames\n1 {file_location_id=1 parent_frame_id=1}\n\nENTRY e { ROOT x = f32[] parameter(0), metadata={stack_frame_id=1} }\n",
      plain);
}

TEST(HloSyntax, GroupsOfAMesh) {
  const auto groups = [](const std::string& text) {
    const Module module = Read(
        "HloModule m, replica_count=8\nENTRY e {\nx = f32[2] parameter(0)\nROOT r = f32[4] all-gather(x), dimensions={0}, replica_groups=" +
        text + "\n}\n");
    return module.entry < 0 ? IntMatrix() : module.main().instructions.back().Matrix(Attr::kReplicaGroups);
  };
  EXPECT_EQ(groups("mesh['x'=4,'y'=2] {'y'}"), (IntMatrix{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
  EXPECT_EQ(groups("mesh['x'=4,'y'=2] {'x':(1)2}"), (IntMatrix{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
  EXPECT_EQ(groups("mesh['x'=4,'y'=2], device_ids=([2,4]T(1,0)) {'1'}"), (IntMatrix{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
  const std::string bad =
      "HloModule m\nENTRY e {\nx = f32[2] parameter(0)\nROOT r = f32[4] all-gather(x), dimensions={0}, replica_groups=mesh['x'=2] "
      "{'z'}\n}\n";
  EXPECT_EQ(RuleOf(bad), Rule::kGroup);
}

TEST(HloSyntax, ListsMayHoldComments) {
  ExpectSame(InEntry("x = f32[2,3] parameter(0)\nROOT r = f32[3,2] transpose(x), dimensions={/*a*/1,/*b*/0}"),
             InEntry("x = f32[2,3] parameter(0)\nROOT r = f32[3,2] transpose(x), dimensions={1,0}"));
}

TEST(HloSyntax, DefaultsOfLists) {
  ExpectSame(InEntry("x = f32[] parameter(0)\nROOT r = f32[2,2] broadcast(x)"),
             InEntry("x = f32[] parameter(0)\nROOT r = f32[2,2] broadcast(x), dimensions={}"));
  const std::string neg = "neg { a = f32[] parameter(0) ROOT n = f32[] negate(a) }\n";
  ExpectSame("HloModule m\n" + neg + "ENTRY e {\nx = f32[2,2] parameter(0)\nROOT r = f32[2,2] map(x), to_apply=neg\n}\n",
             "HloModule m\n" + neg + "ENTRY e {\nx = f32[2,2] parameter(0)\nROOT r = f32[2,2] map(x), dimensions={0,1}, to_apply=neg\n}\n");
}

TEST(HloSyntax, NanKeepsSignAndPayload) {
  const Module module = Read(InEntry("ROOT c = f32[3] constant({nan, -nan, nan(0x1234)})"));
  const std::span<const uint32_t> bits = module.main().instructions[0].LiteralValue().data<uint32_t>();
  EXPECT_EQ(bits[0], 0x7FC00000u);
  EXPECT_EQ(bits[1], 0xFFC00000u);
  EXPECT_EQ(bits[2], 0x7F801234u);
  const Result<std::string> printed = PrintHlo(module);
  ASSERT_TRUE(printed.ok());
  EXPECT_NE(printed->find("constant({nan, -nan, nan(0x1234)})"), std::string::npos) << *printed;
  EXPECT_EQ(RuleOf(InEntry("ROOT c = f32[] constant(nan(0x800000))")), Rule::kAttribute);
  EXPECT_EQ(RuleOf(InEntry("ROOT c = f8e4m3fn[] constant(nan(0x1))")), Rule::kAttribute);
}

TEST(HloSyntax, ConstantsBeyondTheirTypeAreRefused) {
  for (const char* bad : {"s4[] constant(8)", "s8[] constant(255)", "u8[] constant(256)", "f16[] constant(-65520)",
                          "bf16[] constant(1e100)", "f64[] constant(1.8e308)", "c64[] constant((1e100, 0))"}) {
    EXPECT_EQ(RuleOf(InEntry("ROOT c = " + std::string(bad))), Rule::kAttribute) << bad;
  }
  for (const char* good : {"s4[] constant(-8)", "s4[] constant(7)", "f16[] constant(65504)", "f16[] constant(-inf)",
                           "u64[] constant(18446744073709551615)", "f32[] constant(1e-60)"}) {
    Read(InEntry("ROOT c = " + std::string(good)));
  }
}

// XLA's parser reads digits without a point as a 64-bit integer, and names of types as types.
TEST(HloSyntax, PrintedForOtherParsers) {
  const Result<Module> module = ReadStablehlo(
      "func.func @main() -> tensor<f64> {\n  %r = func.call @f16() : () -> tensor<f64>\n  return %r : tensor<f64>\n}\n"
      "func.func private @f16() -> tensor<f64> {\n  %c = stablehlo.constant dense<18446744073709551616.0> : tensor<f64>\n  return %c : "
      "tensor<f64>\n}\n",
      "f.mlir");
  ASSERT_TRUE(module.ok()) << FormatDiagnostic(module.error());
  const Result<std::string> printed = PrintHlo(*module);
  ASSERT_TRUE(printed.ok());
  EXPECT_NE(printed->find("constant(18446744073709551616.0)"), std::string::npos) << *printed;
  EXPECT_NE(printed->find("f_f16 {"), std::string::npos) << *printed;
}

TEST(HloSyntax, OneElementForAnArray) {
  EXPECT_EQ(Evaluated(InEntry("ROOT c = f32[1] constant(42)"), {})[0].RealAt(0), 42);
  EXPECT_EQ(Evaluated(InEntry("ROOT c = s32[2,2] constant(0)"), {})[0].IntegerAt(3), 0);
  EXPECT_EQ(RuleOf(InEntry("ROOT c = f32[2] constant(1)")), Rule::kSize);  // XLA's parser would leave the second one zero
}

// Column-major [2,3] in memory: 0 3 1 4 2 5 of the logical 0 1 2 / 3 4 5.
TEST(HloSyntax, BitcastReadsMemory) {
  Literal x(Shape::Array(ElementType::kF32, {2, 3}));
  for (int64_t i = 0; i < 6; ++i) x.SetReal(i, static_cast<double>(i));
  const Literal bits = Evaluated(InEntry("x = f32[2,3]{0,1} parameter(0)\nROOT b = s32[6]{0} bitcast(x)"), {x})[0];
  const float order[] = {0, 3, 1, 4, 2, 5};
  for (int64_t i = 0; i < 6; ++i) EXPECT_EQ(bits.data<float>()[static_cast<size_t>(i)], order[i]);
  const Literal bytes = Evaluated(InEntry("x = f32[2,3]{0,1} parameter(0)\nROOT b = u8[3,8]{1,0} bitcast(x)"), {x})[0];
  EXPECT_EQ(bytes.data<uint8_t>()[6], 0x40);  // 3.0f = 0x40400000, little-endian behind 0.0f
  EXPECT_EQ(RuleOf(InEntry("x = f32[4] parameter(0)\nROOT b = f32[3] bitcast(x)")), Rule::kSize);
}

TEST(HloSyntax, PredIsAByteInBitcastConvert) {
  Literal x(Shape::Array(ElementType::kPred, {1, 4}));
  for (const int64_t i : {0, 3}) x.SetInteger(i, 1);
  EXPECT_EQ(Evaluated(InEntry("x = pred[1,4] parameter(0)\nROOT b = s32[1] bitcast-convert(x)"), {x})[0].IntegerAt(0), 0x01000001);
}

TEST(HloSyntax, DotAlgorithmsHaveOneWord) {
  const Module module =
      Read(InEntry("x = f32[2,2] parameter(0)\nROOT d = f32[2,2] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}, "
                   "algorithm=dot_bf16_bf16_f32_x3"));
  const Result<std::string> printed = PrintHlo(module);
  ASSERT_TRUE(printed.ok());
  EXPECT_NE(printed->find("algorithm=dot_bf16_bf16_f32_x3"), std::string::npos) << *printed;
  const Result<Module> stablehlo = ReadStablehlo(PrintStablehlo(module), "printed.mlir");
  ASSERT_TRUE(stablehlo.ok()) << FormatDiagnostic(stablehlo.error());
  EXPECT_EQ(
      RuleOf(InEntry(
          "x = f32[2,2] parameter(0)\nROOT d = f32[2,2] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}, algorithm=dot_x")),
      Rule::kAttribute);
}

TEST(HloSyntax, CollectivesOfSeveralOperands) {
  ExpectSame(InEntry("x = f32[2] parameter(0)\ny = s32[3] parameter(1)\nROOT p = (f32[2], s32[3]) collective-permute(x, y), "
                     "source_target_pairs={{0,1}}"),
             InEntry("x = f32[2] parameter(0)\ny = s32[3] parameter(1)\np = f32[2] collective-permute(x), source_target_pairs={{0,1}}\n"
                     "q = s32[3] collective-permute(y), source_target_pairs={{0,1}}\nROOT t = (f32[2], s32[3]) tuple(p, q)"));
  EXPECT_EQ(RuleOf(InEntry("x = f32[2] parameter(0)\ny = f32[2] parameter(1)\ni = s32[] parameter(2)\n"
                           "ROOT p = f32[2] collective-permute(x, y, i, i), source_target_pairs={{0,1}}, slice_sizes={{1}}")),
            Rule::kUnsupported);
}

TEST(HloSyntax, TransfersAsStablehlo) {
  const Module module =
      Read(InEntry("x = f32[2] parameter(0)\nt = token[] after-all()\ns = (f32[2], u32[], token[]) send(x, t), channel_id=1\nd = token[] "
                   "send-done(s), channel_id=1\n"
                   "r = (f32[2], u32[], token[]) recv(d), channel_id=2\ne = (f32[2], token[]) recv-done(r), channel_id=2\nROOT v = f32[2] "
                   "get-tuple-element(e), index=0"));
  ASSERT_TRUE(CheckStablehlo(module).ok());
  for (const bool generic : {false, true}) {
    PrintOptions options;
    options.generic = generic;
    const std::string text = PrintStablehlo(module, options);
    const Result<Module> again = ReadStablehlo(text, "printed.mlir");
    ASSERT_TRUE(again.ok()) << FormatDiagnostic(again.error()) << text;
    EXPECT_EQ(PrintStablehlo(*again, options), text);
  }
  EXPECT_FALSE(CheckStablehlo(Read(InEntry("ROOT s = u64[1] rng-get-and-update-state(), delta=1"))).ok());
}

TEST(HloSyntax, TransfersHaveAContext) {
  EXPECT_EQ(RuleOf(InEntry("t = token[] after-all()\nROOT r = f32[2] recv(t), channel_id=2")), Rule::kResult);
}

TEST(HloSyntax, DynamicReshapeAsStablehlo) {
  const Module module = Read(
      InEntry("x = f32[6] parameter(0)\nn = s32[] parameter(1)\nm = s32[] parameter(2)\nROOT r = f32[<=2,3] dynamic-reshape(x, n, m)"));
  const Result<Module> again = ReadStablehlo(PrintStablehlo(module), "printed.mlir");
  ASSERT_TRUE(again.ok()) << FormatDiagnostic(again.error());
}

TEST(HloSyntax, AliasesInBothDialects) {
  const Module module = Read(InEntry(
      "x = f32[2] parameter(0)\nROOT c = f32[2] custom-call(x), custom_call_target=\"t\", output_to_operand_aliasing={{}: (0, {})}"));
  const Result<std::string> printed = PrintHlo(module);
  ASSERT_TRUE(printed.ok());
  EXPECT_NE(printed->find("output_to_operand_aliasing={{}: (0, {})}"), std::string::npos) << *printed;
  const Result<Module> again = ReadStablehlo(PrintStablehlo(module), "printed.mlir");
  ASSERT_TRUE(again.ok()) << FormatDiagnostic(again.error());
}

TEST(HloSyntax, WhatContradictsItselfIsRefused) {
  EXPECT_EQ(RuleOf("HloModule m\nENTRY e (x: f32[2]) -> f32[3] { ROOT x = f32[2] parameter(0) }\n"), Rule::kResult);
  EXPECT_EQ(RuleOf(InEntry("x = f32[2] parameter(0)\nROOT r = f32[2] negate(f32[3] x)")), Rule::kShape);
  EXPECT_EQ(RuleOf(InEntry("x = f32[2] parameter(0)\nROOT r = f32[2] reverse(x), dimensions={0}, dimensions={0}")), Rule::kDuplicate);
}

}  // namespace
}  // namespace mote
