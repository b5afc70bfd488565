// ZeroPointPads: which pads of stored integers a convolution takes over, and that its values stay.
#include <gtest/gtest.h>

#include "pass_testing.h"

namespace mote {
namespace {

struct Case {
  std::string low = "0, 1, 2, 0", high = "0, 1, 0, 0", between = "0, 0, 0, 0";
  int pad = 3, zero = 3;  // what is padded with, what is subtracted; 0: nothing is
  std::string window = "stride = [1, 1]";
  std::string padded = "1x7x7x2", out = "1x5x5x3";
  bool folds = true;
};

Module Text(const Case& c) {
  const std::string wide = "tensor<" + c.padded + "xi32>";
  std::string text = "func.func @main(%x: tensor<1x5x5x2xi8>, %w: tensor<3x3x2x3xi32>) -> tensor<" + c.out + "xi32> {\n";
  text += "  %p = stablehlo.constant dense<" + std::to_string(c.pad) + "> : tensor<i8>\n";
  text += "  %0 = stablehlo.pad %x, %p, low = [" + c.low + "], high = [" + c.high + "], interior = [" + c.between +
          "] : (tensor<1x5x5x2xi8>, tensor<i8>) -> tensor<" + c.padded + "xi8>\n";
  text += "  %1 = stablehlo.convert %0 : (tensor<" + c.padded + "xi8>) -> " + wide + "\n";
  text += "  %z = stablehlo.constant dense<" + std::to_string(c.zero) + "> : " + wide + "\n";
  text += "  %2 = stablehlo.subtract %1, %z : " + wide + "\n";
  text += "  %3 = stablehlo.convolution(%" + std::string(c.zero == 0 ? "1" : "2") +
          ", %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {" + c.window +
          "} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (" + wide + ", tensor<3x3x2x3xi32>) -> tensor<" + c.out +
          "xi32>\n";
  return Parse(text + "  return %3 : tensor<" + c.out + "xi32>\n}\n");
}

std::vector<double> Counting(int64_t n) {
  std::vector<double> values;
  for (int64_t i = 0; i < n; ++i) values.push_back(static_cast<double>(i * 37 % 251 - 125));
  return values;
}

TEST(ZeroPointPads, AreTheConvolutionsOwn) {
  const std::vector<Case> cases = {
      {},
      {.pad = 0, .zero = 0},
      {.pad = -128, .zero = -128},
      {.window = "stride = [2, 2]", .out = "1x3x3x3"},
      {.window = "stride = [1, 1], pad = [[1, 0], [0, 2]]", .out = "1x6x7x3"},
      {.window = "stride = [1, 1], pad = [[-1, -1], [-1, 0]]", .out = "1x3x4x3"},  // takes away what was added, and more
      {.window = "stride = [1, 1], rhs_dilate = [2, 2]", .out = "1x3x3x3"},
      {.pad = 4, .folds = false},
      {.pad = 3, .zero = 0, .folds = false},
      {.low = "0, 0, 0, 0", .high = "0, 0, 0, 0", .between = "0, 1, 1, 0", .padded = "1x9x9x2", .out = "1x7x7x3", .folds = false},
      {.low = "0, -1, 2, 0", .high = "0, 3, 0, 0", .folds = false},
      {.window = "stride = [1, 1], lhs_dilate = [2, 1]", .out = "1x11x5x3", .folds = false}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.low + " " + c.high + " " + std::to_string(c.pad) + " " + std::to_string(c.zero) + " " + c.window);
    const Module before = Text(c), after = Applied(Simplify, Applied(ZeroPointPads, Applied(Simplify, before)));
    EXPECT_EQ(Count(after, Op::kPad), c.folds ? 0 : 1);
    ExpectSame(before, after, {Array(ElementType::kS8, {1, 5, 5, 2}, Counting(50)), Array(ElementType::kS32, {3, 3, 2, 3}, Counting(54))});
  }
}

}  // namespace
}  // namespace mote
