// select_and_scatter expanded: the vectors of OPS.md section 5 (V30), padding that is never selected, ties, windows that overlap.
#include <gtest/gtest.h>

#include "pass_testing.h"

namespace mote {
namespace {

struct Case {
  Dims operand, source, window, strides;
  std::string padding;  // of the attribute, or empty
  const char* direction = "GE";
  std::vector<double> x, y, expected;
  const char* scatter = "add";
  double init = 0;
};

std::string Type(const Dims& dims) {
  std::string text = "tensor<";
  for (int64_t d : dims) text += std::to_string(d) + "x";
  return text + "f32>";
}
std::string List(const Dims& dims) {
  std::string text;
  for (int64_t d : dims) text += (text.empty() ? "" : ", ") + std::to_string(d);
  return "array<i64: " + text + ">";
}

void Check(const Case& c) {
  const std::string text = "func.func @main(%x: " + Type(c.operand) + ", %y: " + Type(c.source) + ", %i: tensor<f32>) -> " +
                           Type(c.operand) + " {\n  %0 = \"stablehlo.select_and_scatter\"(%x, %y, %i) <{" +
                           (c.padding.empty() ? "" : "padding = " + c.padding + ", ") + "window_dimensions = " + List(c.window) +
                           ", window_strides = " + List(c.strides) + R"(}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare )" +
                           c.direction + R"(, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.)" + c.scatter +
                           R"( %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : ()" + Type(c.operand) +
                           ", " + Type(c.source) + ", tensor<f32>) -> " + Type(c.operand) + "\n  return %0 : " + Type(c.operand) + "\n}";
  const Module after = Applied(ExpandOperations, Parse(text));
  EXPECT_EQ(Count(after, Op::kSelectAndScatter), 0);
  const auto results = Evaluate(
      after, {Array(ElementType::kF32, c.operand, c.x), Array(ElementType::kF32, c.source, c.y), Array(ElementType::kF32, {}, {c.init})});
  ASSERT_TRUE(results.ok()) << FormatDiagnostic(results.error());
  for (size_t i = 0; i < c.expected.size(); ++i) {
    EXPECT_EQ((*results)[0].literal.RealAt(static_cast<int64_t>(i)), c.expected[i]) << "element " << i;
  }
}

TEST(ExpandSelectAndScatter, Vectors) {
  Check({{6}, {4}, {3}, {1}, "", "GE", {1, 9, 3, 7, 5, 6}, {34, 42, 53, 19}, {0, 76, 0, 72, 0, 0}});
  Check({{2, 6}, {1, 2}, {2, 3}, {2, 3}, "", "GE", {7, 2, 5, 3, 10, 2, 3, 8, 9, 3, 4, 2}, {2, 6}, {0, 0, 0, 0, 6, 0, 0, 0, 2, 0, 0, 0}});
  Check({{4, 2},
         {2, 2},
         {3, 1},
         {2, 1},
         "dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>",
         "GE",
         {1, 5, 2, 5, 3, 6, 4, 4},
         {5, 6, 7, 8},
         {0, 0, 0, 0, 5, 14, 7, 0}});
}

// Elements below every padding value are selected all the same; a window that lies in padding selects nothing.
TEST(ExpandSelectAndScatter, PaddingIsNeverSelected) {
  Check({{2}, {4}, {2}, {2}, "dense<[[3, 3]]> : tensor<1x2xi64>", "GE", {-5, -7}, {100, 2, 30, 1000}, {2, 30}});
}

// GE keeps the first of equals, GT goes on to the last.
TEST(ExpandSelectAndScatter, Ties) {
  Check({{4}, {1}, {4}, {1}, "", "GE", {3, 3, 3, 1}, {8}, {8, 0, 0, 0}});
  Check({{4}, {1}, {4}, {1}, "", "GT", {3, 3, 3, 1}, {8}, {0, 0, 8, 0}});
}

// Windows in row-major order: ((10 - 1) - 2) - 4 where all three choose the middle element.
TEST(ExpandSelectAndScatter, OrderAndInit) {
  Check({{5}, {3}, {3}, {1}, "", "GE", {0, 0, 9, 0, 0}, {1, 2, 4}, {10, 10, 3, 10, 10}, "subtract", 10});
}

// Negative padding leaves elements out; strides beyond the window leave gaps.
TEST(ExpandSelectAndScatter, NegativePaddingAndGaps) {
  Check({{7}, {2}, {2}, {3}, "dense<[[-1, -1]]> : tensor<1x2xi64>", "GE", {99, 1, 2, 98, 4, 3, 97}, {5, 6}, {0, 0, 5, 0, 6, 0, 0}});
}

}  // namespace
}  // namespace mote
