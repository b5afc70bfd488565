// ChannelsLast: convolutions of every layout as routines read them, with the values that the evaluator gives both; what stands between two
// of them moves nothing.
#include <gtest/gtest.h>

#include <cmath>

#include "pass_testing.h"

namespace mote {
namespace {

std::string Tensor(const std::vector<int64_t>& dims) {
  std::string text = "tensor<";
  for (const int64_t d : dims) text += std::to_string(d) + "x";
  return text + "f32>";
}

struct Layout {
  std::string numbers;  // "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]"
  std::vector<int64_t> input, kernel, output;
  std::string window;   // "{pad = [[1, 1], [1, 1]]}"
  int64_t groups = 1;
};

std::string Convolution(const Layout& l, const std::string& name, const std::string& x, const std::string& w) {
  return "%" + name + " = stablehlo.convolution(" + x + ", " + w + ") dim_numbers = " + l.numbers + ", window = " + l.window +
         " {batch_group_count = 1 : i64, feature_group_count = " + std::to_string(l.groups) + " : i64} : (" + Tensor(l.input) + ", " +
         Tensor(l.kernel) + ") -> " + Tensor(l.output) + "\n";
}

std::string Program(const Layout& l) {
  return "func.func @main(%x: " + Tensor(l.input) + ", %w: " + Tensor(l.kernel) + ") -> " + Tensor(l.output) + " {\n" +
         Convolution(l, "y", "%x", "%w") + "return %y : " + Tensor(l.output) + "\n}";
}

// Small whole numbers, whose sums are exact in any order.
RuntimeValue Numbers(const std::vector<int64_t>& dims, int64_t seed) {
  int64_t count = 1;
  for (const int64_t d : dims) count *= d;
  std::vector<double> numbers;
  for (int64_t i = 0; i < count; ++i) numbers.push_back(static_cast<double>((i * 7919 + seed) % 13 - 6));
  return Array(ElementType::kF32, dims, numbers);
}

bool IsLaid(const Module& module) {
  for (const Instruction& i : module.main().instructions) {
    if (i.op != Op::kConvolution) continue;
    const auto spatial = static_cast<int64_t>(i.Ints(Attr::kInputSpatialDimensions).size());
    if (i.Int(Attr::kInputFeatureDimension) != spatial + 1 || i.Int(Attr::kOutputFeatureDimension) != spatial + 1) return false;
    for (const int64_t d : i.IntsOr(Attr::kLhsDilation, static_cast<size_t>(spatial), 1)) {
      if (d != 1) return false;
    }
  }
  return true;
}

const std::vector<Layout> kLayouts = {
    {"[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", {2, 16, 14, 15}, {24, 16, 3, 3}, {2, 24, 14, 15}, "{pad = [[1, 1], [1, 1]]}"},
    {"[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", {1, 32, 20, 21}, {32, 1, 5, 5}, {1, 32, 20, 21}, "{pad = [[2, 2], [2, 2]]}", 32},
    {"[f, 0, 1, b]x[i, 0, 1, o]->[0, b, f, 1]", {16, 14, 15, 2}, {16, 3, 3, 24}, {7, 2, 24, 15},
     "{stride = [2, 1], pad = [[1, 0], [1, 1]]}"},
    {"[b, 0, 1, f]x[0, 1, i, o]->[b, f, 1, 0]", {2, 14, 15, 16}, {3, 3, 16, 24}, {2, 24, 15, 14}, "{pad = [[1, 1], [1, 1]]}"},
    {"[b, f, 0]x[o, i, 0]->[b, f, 0]", {2, 16, 150}, {24, 16, 5}, {2, 24, 150}, "{pad = [[2, 2]]}"},
    {"[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", {1, 10, 11, 16}, {3, 3, 16, 24}, {1, 19, 31, 24},
     "{pad = [[1, 1], [1, 1]], lhs_dilate = [2, 3]}"},
    {"[b, f, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1]", {2, 16, 10, 11}, {16, 24, 4, 2}, {2, 24, 22, 23},
     "{pad = [[3, 3], [2, 1]], lhs_dilate = [2, 2]}"},
    // Phases without taps, and windows that begin and end inside.
    {"[b, 0, f]x[0, i, o]->[b, 0, f]", {2, 60, 32}, {2, 32, 24}, {2, 236, 24}, "{pad = [[-3, 3]], lhs_dilate = [4]}"},
    {"[b, f, 0]x[o, i, 0]->[b, f, 0]", {2, 32, 60}, {24, 8, 5}, {2, 24, 182}, "{pad = [[9, -1]], lhs_dilate = [3]}", 4}};

TEST(ChannelsLast, EveryLayoutKeepsItsValues) {
  for (const Layout& l : kLayouts) {
    SCOPED_TRACE(l.numbers + l.window);
    const Module before = Parse(Program(l));
    ASSERT_TRUE(HasChannelsFirst(before));
    const Module after = Applied(ChannelsLast, before);
    EXPECT_TRUE(IsLaid(after));
    EXPECT_FALSE(HasChannelsFirst(after));
    ExpectSame(before, after, {Numbers(l.input, 1), Numbers(l.kernel, 5)});
  }
}

// A product with infinity would be NaN there.
TEST(ChannelsLast, HolesAreNoZeros) {
  const Layout& l = kLayouts[5];
  ASSERT_NE(l.window.find("lhs_dilate"), std::string::npos);
  const Module before = Parse(Program(l)), after = Applied(ChannelsLast, before);
  std::vector<double> weights(3 * 3 * 16 * 24, 0.5);
  weights[7] = HUGE_VAL;
  const std::vector<double> ones(10 * 11 * 16, 1.0);
  ExpectSame(before, after, {Array(ElementType::kF32, l.input, ones), Array(ElementType::kF32, l.kernel, weights)});
  const auto results = Evaluate(after, {Array(ElementType::kF32, l.input, ones), Array(ElementType::kF32, l.kernel, weights)});
  ASSERT_TRUE(results.ok());
  int infinite = 0;
  for (int64_t i = 0; i < (*results)[0].literal.size(); ++i) {
    ASSERT_FALSE(std::isnan((*results)[0].literal.RealAt(i))) << i;
    infinite += std::isinf((*results)[0].literal.RealAt(i));
  }
  EXPECT_GT(infinite, 0);
}

TEST(ChannelsLast, NothingIsMovedBetweenTwo) {
  const std::string numbers = "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", pad = "{pad = [[1, 1], [1, 1]]}";
  const Layout l{numbers, {1, 16, 24, 24}, {16, 16, 3, 3}, {1, 16, 24, 24}, pad};
  Layout half = l;
  half.input = half.output = {1, 16, 12, 12};
  const std::string all = Tensor(l.input), small = Tensor(half.input), row = "tensor<16xf32>", column = "tensor<1x16x1x1xf32>";
  const Module before = Parse(
      "func.func @main(%x: " + all + ", %w: " + Tensor(l.kernel) + ", %b: " + row + ") -> " + small + " {\n" +
      Convolution(l, "0", "%x", "%w") + "%c = stablehlo.reshape %b : (" + row + ") -> " + column +
      "\n%1 = stablehlo.broadcast_in_dim %c, dims = [0, 1, 2, 3] : (" + column +
      ") -> " + all + "\n%2 = stablehlo.add %0, %1 : " + all + "\n%z = stablehlo.constant dense<0.0> : " + all +
      "\n%3 = stablehlo.maximum %2, %z : " + all + "\n" + Convolution(l, "4", "%3", "%w") + "%5 = stablehlo.add %4, %3 : " + all +
      "\n%l = stablehlo.constant dense<-1000.0> : tensor<f32>\n%6 = \"stablehlo.reduce_window\"(%5, %l) ({\n^bb0(%p: tensor<f32>, "
      "%q: tensor<f32>):\n%m = stablehlo.maximum %p, %q : tensor<f32>\nstablehlo.return %m : tensor<f32>\n}) {window_dimensions = "
      "array<i64: 1, 1, 2, 3>, window_strides = array<i64: 1, 1, 2, 2>, padding = dense<[[0, 0], [0, 0], [0, 0], [0, 1]]> : "
      "tensor<4x2xi64>} : (" + all + ", tensor<f32>) -> " + small + "\n" + Convolution(half, "7", "%6", "%w") +
      "return %7 : " + small + "\n}");
  const Module after = Applied(ChannelsLast, before);
  EXPECT_TRUE(IsLaid(after));
  int moved = 0;
  for (const Instruction& i : after.main().instructions) moved += i.op == Op::kTranspose && i.shape().dims[0] == 1;
  EXPECT_EQ(moved, 2);  // the input and the output
  ExpectSame(before, after, {Numbers(l.input, 1), Numbers(l.kernel, 5), Numbers({16}, 3)});
}

TEST(ChannelsLast, WhatLiesWellOrIsSmallStays) {
  const std::string pad = "{pad = [[1, 1], [1, 1]]}";
  const Layout well{"[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", {1, 28, 28, 16}, {3, 3, 16, 24}, {1, 28, 28, 24}, pad};
  const Layout small{"[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", {1, 4, 6, 6}, {4, 4, 3, 3}, {1, 4, 6, 6}, pad};
  for (const Layout& l : {well, small}) {
    EXPECT_FALSE(HasChannelsFirst(Parse(Program(l))));
  }
}

}  // namespace
}  // namespace mote
