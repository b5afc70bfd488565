// PlaceParts: large concatenations and pads as windows that are written, with the values that the evaluator gives both forms.
#include <gtest/gtest.h>

#include "pass_testing.h"

namespace mote {
namespace {

RuntimeValue Counting(const Dims& dims) {
  int64_t count = 1;
  for (const int64_t d : dims) count *= d;
  std::vector<double> numbers;
  for (int64_t i = 0; i < count; ++i) numbers.push_back(static_cast<double>(i * 7919 % 20011));
  return Array(ElementType::kS32, dims, numbers);
}

struct Pad {
  const char *operand, *result, *numbers;  // as the text has them
  Dims dims;
  int written;  // windows
};

TEST(PlaceParts, Pads) {
  for (const Pad& p : {Pad{"120x130xi32", "128x140xi32", "low = [8, 3], high = [0, 7], interior = [0, 0]", {120, 130}, 1},
                       Pad{"90x100xi32", "181x102xi32", "low = [1, 2], high = [1, 0], interior = [1, 0]", {90, 100}, 2},
                       Pad{"60x50x4xi32", "119x148x4xi32", "low = [0, 0, 0], high = [0, 0, 0], interior = [1, 2, 0]", {60, 50, 4}, 2},
                       Pad{"9000xi32", "17999xi32", "low = [0], high = [0], interior = [1]", {9000}, 1},
                       Pad{"120x130xi32", "118x140xi32", "low = [-2, 3], high = [0, 7], interior = [0, 0]", {120, 130}, 0},
                       Pad{"4000x4xi32", "4000x5xi32", "low = [0, 1], high = [0, 0], interior = [0, 0]", {4000, 4}, 0},
                       Pad{"12x13xi32", "13x14xi32", "low = [1, 0], high = [0, 1], interior = [0, 0]", {12, 13}, 0}}) {
    SCOPED_TRACE(p.numbers);
    const std::string x = std::string("tensor<") + p.operand + ">", y = std::string("tensor<") + p.result + ">";
    const Module before = Parse("func.func @main(%x: " + x + ") -> " + y + " {\n%v = stablehlo.constant dense<-7> : tensor<i32>\n" +
                                "%0 = stablehlo.pad %x, %v, " + p.numbers + " : (" + x + ", tensor<i32>) -> " + y +
                                "\nreturn %0 : " + y + "\n}");
    EXPECT_EQ(HasLargeParts(before), p.written > 0);
    const Module after = Applied(PlaceParts, before);
    EXPECT_EQ(Count(after, Op::kDynamicUpdateSlice), p.written);
    EXPECT_EQ(Count(after, Op::kPad), p.written == 0 ? 1 : 0);
    ExpectSame(before, after, {Counting(p.dims)});
  }
}

TEST(PlaceParts, Concatenations) {
  const auto text = [](const std::string& a, const std::string& b, const std::string& dim, const std::string& y) {
    const std::string x = "tensor<" + a + "xi32>", w = "tensor<" + b + "xi32>", all = "tensor<" + y + "xi32>";
    return "func.func @main(%x: " + x + ", %w: " + w + ") -> " + all + " {\n%0 = stablehlo.concatenate %x, %w, %x, dim = " + dim +
           " : (" + x + ", " + w + ", " + x + ") -> " + all + "\nreturn %0 : " + all + "\n}";
  };
  struct Case {
    std::string a, b, dim, y;
    Dims a_dims, b_dims;
    int written;
  };
  for (const Case& c : {Case{"64x100", "64x90", "1", "64x290", {64, 100}, {64, 90}, 3},
                        Case{"70x100", "40x100", "0", "180x100", {70, 100}, {40, 100}, 3},
                        Case{"8x70x20", "8x60x20", "1", "8x200x20", {8, 70, 20}, {8, 60, 20}, 3},
                        Case{"3000x3", "3000x2", "1", "3000x8", {3000, 3}, {3000, 2}, 0},
                        Case{"10x10", "10x5", "1", "10x25", {10, 10}, {10, 5}, 0}}) {
    SCOPED_TRACE(c.y);
    const Module before = Parse(text(c.a, c.b, c.dim, c.y)), after = Applied(PlaceParts, before);
    EXPECT_EQ(Count(after, Op::kDynamicUpdateSlice), c.written);
    ExpectSame(before, after, {Counting(c.a_dims), Counting(c.b_dims)});
  }
}

}  // namespace
}  // namespace mote
