// WordPixels: which convolutions of bytes get four channels and by which taps, and that their values stay.
#include <gtest/gtest.h>

#include "pass_testing.h"

namespace mote {
namespace {

struct Case {
  std::string type = "i8", x_dims = "b, 0, 1, f", w_dims = "o, 0, 1, i", y_dims = "b, 0, 1, f";
  Dims x = {2, 19, 31, 3}, w = {40, 3, 3, 3}, y = {2, 19, 31, 40};
  std::string window = "stride = [1, 1], pad = [[1, 1], [1, 1]]";
  int zero = -128, weights_zero = 0;
  Dims made = {40, 3, 3, 4};  // of the weights then; empty: the convolution stays
  bool constant = true;
  int groups = 1;
};

std::string Tensor(const Dims& dims, const std::string& type) {
  std::string text = "tensor<";
  for (const int64_t d : dims) text += std::to_string(d) + "x";
  return text + type + ">";
}

int64_t CountOf(const Dims& dims) { return Shape::Array(ElementType::kS8, dims).ElementCount(); }

// As bytes.
std::string Hex(int64_t count) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text = "0x";
  for (int64_t i = 0; i < count; ++i) {
    const int64_t byte = i * 29 % 253;
    text += {kDigits[byte / 16], kDigits[byte % 16]};
  }
  return text;
}

Module Text(const Case& c) {
  const std::string x = Tensor(c.x, c.type), w = Tensor(c.w, c.type), y = Tensor(c.y, "i32");
  const auto widened = [&c](const std::string& name, const Dims& dims, int zero) {
    const std::string from = Tensor(dims, c.type), wide = Tensor(dims, "i32"), n = "%" + name;
    std::string text = "  " + n + "1 = stablehlo.convert " + n + " : (" + from + ") -> " + wide + "\n";
    text += "  " + n + "2 = stablehlo.constant dense<" + std::to_string(zero) + "> : " + wide + "\n";
    return text + "  " + n + "3 = stablehlo.subtract " + n + "1, " + n + "2 : " + wide + "\n";
  };
  std::string text = "func.func @main(%x: " + x + (c.constant ? "" : ", %w: " + w) + ") -> " + y + " {\n";
  if (c.constant) text += "  %w = stablehlo.constant dense<\"" + Hex(CountOf(c.w)) + "\"> : " + w + "\n";
  text += widened("x", c.x, c.zero) + widened("w", c.w, c.weights_zero);
  text += "  %y = stablehlo.convolution(%x3, %w3) dim_numbers = [" + c.x_dims + "]x[" + c.w_dims + "]->[" + c.y_dims + "], window = {" +
          c.window + "} {batch_group_count = 1 : i64, feature_group_count = " + std::to_string(c.groups) + " : i64} : (" +
          Tensor(c.x, "i32") + ", " + Tensor(c.w, "i32") + ") -> " + y + "\n";
  return Parse(text + "  return %y : " + y + "\n}\n");
}

// Of the weights of the module's convolution.
Dims WeightsOf(const Module& module) {
  for (const Computation& computation : module.computations) {
    for (const Instruction& i : computation.instructions) {
      if (i.op == Op::kConvolution) return computation.shape(i.operands[1]).dims;
    }
  }
  return {};
}

std::vector<double> Bytes(const Case& c) {
  std::vector<double> values;
  for (int64_t i = 0; i < CountOf(c.x); ++i) values.push_back(static_cast<double>(i * 37 % 256) - (c.type == "i8" ? 128 : 0));
  return values;
}

void ExpectMade(const Case& c) {
  SCOPED_TRACE(Tensor(c.x, c.type) + " " + Tensor(c.w, c.type) + " " + c.window + " zero " + std::to_string(c.zero));
  const Module before = Text(c), after = Applied(Simplify, Applied(WordPixels, Applied(Simplify, before)));
  EXPECT_EQ(WeightsOf(after), c.made.empty() ? c.w : c.made);
  if (!c.constant) return;
  ExpectSame(before, after, {Array(c.type == "i8" ? ElementType::kS8 : ElementType::kU8, c.x, Bytes(c))});
}

TEST(WordPixels, AreOfFewerThanFourChannels) {
  ExpectMade({});
  ExpectMade({.zero = 0});
  ExpectMade({.type = "ui8", .zero = 7, .weights_zero = 131});
  ExpectMade({.x = {2, 19, 31, 2}, .w = {40, 3, 3, 2}});
  ExpectMade({.y = {2, 10, 16, 40}, .window = "stride = [2, 2], pad = [[1, 1], [1, 1]]"});
  ExpectMade({.y = {2, 15, 29, 40}, .window = "stride = [1, 1], pad = [[-1, -1], [0, 0]]"});
  ExpectMade({.y = {2, 8, 31, 40}, .window = "stride = [2, 1], pad = [[-1, 0], [1, 1]]"});  // and the last row is left over
  ExpectMade({.x_dims = "b, f, 0, 1", .w_dims = "0, 1, i, o", .y_dims = "f, b, 0, 1", .x = {2, 3, 19, 31}, .w = {3, 3, 3, 40},
              .y = {40, 2, 19, 31}});
}

TEST(WordPixels, TakeNeighboursThatStridesJumpOver) {
  ExpectMade({.x = {1, 49, 10, 1}, .w = {64, 10, 4, 1}, .y = {1, 25, 5, 64}, .window = "stride = [2, 2], pad = [[4, 5], [1, 1]]",
              .zero = 83, .made = {64, 5, 2, 4}});
  ExpectMade({.x = {2, 40, 40, 1}, .w = {40, 3, 3, 1}, .y = {2, 20, 20, 40}, .window = "stride = [2, 2], pad = [[0, 1], [0, 1]]",
              .made = {40, 2, 2, 4}});
  ExpectMade({.x = {2, 19, 31, 2}, .w = {40, 3, 3, 2}, .y = {2, 19, 16, 40}, .window = "stride = [1, 2], pad = [[1, 1], [1, 1]]",
              .made = {40, 3, 2, 4}});
  ExpectMade({.x = {2, 39, 31, 1}, .w = {40, 5, 5, 1}, .y = {2, 13, 27, 40}, .window = "stride = [3, 1], pad = [[2, 1], [0, 0]]",
              .made = {40, 2, 5, 4}});  // three, and zeros
}

TEST(WordPixels, LeaveOthers) {
  ExpectMade({.x = {2, 19, 31, 4}, .w = {40, 3, 3, 4}, .made = {}});
  ExpectMade({.x = {2, 39, 31, 1}, .w = {40, 5, 5, 1}, .y = {2, 39, 31, 40}, .window = "stride = [1, 1], pad = [[2, 2], [2, 2]]",
              .made = {}});
  ExpectMade({.x = {1, 9, 9, 3}, .y = {1, 9, 9, 40}, .made = {}});  // too little work
  ExpectMade({.zero = 128, .made = {}});
  ExpectMade({.weights_zero = -129, .made = {}});
  ExpectMade({.window = "stride = [1, 1], pad = [[2, 2], [2, 2]], rhs_dilate = [2, 2]", .made = {}});
  ExpectMade({.y = {2, 37, 31, 40}, .window = "stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [2, 1]", .made = {}});
  ExpectMade({.w = {60, 3, 3, 1}, .y = {2, 19, 31, 60}, .made = {}, .groups = 3});
  ExpectMade({.made = {}, .constant = false});
}

}  // namespace
}  // namespace mote
