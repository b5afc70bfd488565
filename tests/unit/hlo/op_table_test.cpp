// The op table's lookups, and the display form of diagnostics.
#include <gtest/gtest.h>

#include <set>

#include "hlo/diagnostic.h"
#include "hlo/op.h"

namespace mote {
namespace {

TEST(OpTable, RowsStandAtTheirIndexAndReadBack) {
  for (const OpInfo& info : OpTable()) {
    EXPECT_EQ(&Info(info.op), &info);
    EXPECT_TRUE(info.stablehlo.empty() || OpFromStablehlo(info.stablehlo) == info.op) << info.stablehlo;
    EXPECT_TRUE(info.hlo.empty() || OpFromHlo(info.hlo).has_value()) << info.hlo;
    // What no text has is made for a target.
    EXPECT_EQ(info.stablehlo.empty() && info.hlo.empty(), info.op == Op::kFixed) << info.id;
    EXPECT_NE(std::string(OpName(info.op)), "");
    std::set<Attr> seen;
    for (const OpAttribute& attribute : info.attributes) EXPECT_TRUE(seen.insert(attribute.attr).second) << info.id;
  }
}

TEST(OpTable, NamesOfBothDialects) {
  EXPECT_EQ(OpFromStablehlo("stablehlo.abs"), Op::kAbs);
  EXPECT_EQ(OpFromStablehlo("call"), Op::kCall);
  EXPECT_EQ(OpFromHlo("broadcast"), Op::kBroadcastInDim);
  EXPECT_EQ(OpFromHlo("dot"), Op::kDotGeneral);
  EXPECT_FALSE(OpFromStablehlo("stablehlo.frobnicate").has_value());
}

TEST(OpTable, AttributesOfARow) {
  const OpInfo& iota = Info(Op::kIota);
  ASSERT_EQ(iota.attributes.size(), 1u);
  EXPECT_EQ(iota.attributes[0].attr, Attr::kIotaDimension);
  EXPECT_TRUE(iota.attributes[0].required);
  EXPECT_FALSE(Info(Op::kExponential).attributes[0].required);
  EXPECT_EQ(Info(Attr::kWindowStrides).stablehlo, "window_strides");
  EXPECT_EQ(Info(Attr::kPadding).kind, AttrKind::kMatrix);
}

TEST(OpTable, DidYouMean) {
  EXPECT_EQ(NearestStablehloName("stablehlo.mulitply"), "stablehlo.multiply");
  EXPECT_EQ(NearestHloName("transpos"), "transpose");
  EXPECT_EQ(NearestStablehloName("stablehlo.frobnicate"), "");
}

TEST(Diagnostic, ShowsPlaceRuleCaretAndHint) {
  Diagnostic d = Error(Rule::kShape, "sizes differ", {3, 5, 0});
  d.file = "a.mlir";
  d.line_text = "\t%0 = add";
  d.hint = "broadcast first";
  EXPECT_EQ(FormatDiagnostic(d), "a.mlir:3:5: error [R-SHAPE]: sizes differ\n  \t%0 = add\n  \t   ^\nhint: broadcast first");
  EXPECT_EQ(FormatDiagnostic(Error(Rule::kIo, "no such file")), "error [IO]: no such file");
}

TEST(Diagnostic, LongLinesAreCutAroundTheCaret) {
  Diagnostic d = Error(Rule::kSyntax, "unexpected character", {1, 1000, 0});
  d.line_text = std::string(5000, 'x');
  const std::string text = FormatDiagnostic(d);
  EXPECT_LT(text.size(), 400u);
  EXPECT_EQ(text.back(), '^');
}

TEST(Diagnostic, TwoRulesMeanUnsupported) {
  EXPECT_TRUE(IsUnsupported(Rule::kUnsupported));
  EXPECT_TRUE(IsUnsupported(Rule::kLimit));
  EXPECT_FALSE(IsUnsupported(Rule::kOverflow));
  EXPECT_STREQ(RuleCode(Rule::kElementMix), "R-EMIX");
}

}  // namespace
}  // namespace mote
