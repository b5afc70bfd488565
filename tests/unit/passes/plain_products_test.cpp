// PlainProducts: halves as f32, dimensions that lie apart laid anew; the values of both forms by the evaluator, sums being exact.
#include <gtest/gtest.h>

#include "pass_testing.h"

namespace mote {
namespace {

struct Product {
  std::string lhs, rhs, result, numbers;
  Dims lhs_dims, rhs_dims;
  bool apart;  // a factor is laid anew
};

const std::vector<Product> kProducts = {
    {"16x12x24xf32", "24x12x20xf32", "16x20xf32", "contracting_dims = [1, 2] x [1, 0]", {16, 12, 24}, {24, 12, 20}, true},
    {"16x12x24xf32", "12x24x20xf32", "16x20xf32", "contracting_dims = [1, 2] x [0, 1]", {16, 12, 24}, {12, 24, 20}, false},
    {"4x6x5x7x8xf32", "5x7x64xf32", "4x6x8x64xf32", "contracting_dims = [2, 3] x [0, 1]", {4, 6, 5, 7, 8}, {5, 7, 64}, true},
    {"3x8x5x6x8xf32", "5x30x3x8xf32", "3x8x6x30xf32", "batching_dims = [0] x [2], contracting_dims = [2, 4] x [0, 3]", {3, 8, 5, 6, 8},
     {5, 30, 3, 8}, true},
    {"1x32x1x64xf32", "64x40xf32", "1x32x1x40xf32", "contracting_dims = [3] x [0]", {1, 32, 1, 64}, {64, 40}, false}};

std::string Text(const Product& p) {
  const std::string types = "(tensor<" + p.lhs + ">, tensor<" + p.rhs + ">) -> tensor<" + p.result + ">";
  return "func.func @main(%x: tensor<" + p.lhs + ">, %w: tensor<" + p.rhs + ">) -> tensor<" + p.result +
         "> {\n%0 = stablehlo.dot_general %x, %w, " + p.numbers + " : " + types + "\nreturn %0 : tensor<" + p.result + ">\n}";
}

std::vector<double> Small(const Dims& dims) {
  int64_t count = 1;
  for (const int64_t d : dims) count *= d;
  std::vector<double> numbers;
  for (int64_t i = 0; i < count; ++i) numbers.push_back(static_cast<double>(i * 7919 % 13 - 6));
  return numbers;
}

TEST(PlainProducts, DimensionsThatLieApartAreLaid) {
  for (const Product& p : kProducts) {
    SCOPED_TRACE(p.numbers);
    const Module before = Parse(Text(p)), after = Applied(PlainProducts, before);
    EXPECT_EQ(HasOtherProducts(before), p.apart);
    EXPECT_EQ(Count(after, Op::kTranspose) > 0, p.apart);
    EXPECT_FALSE(HasOtherProducts(after));
    const RuntimeValue x = Array(ElementType::kF32, p.lhs_dims, Small(p.lhs_dims));
    ExpectSame(before, after, {x, Array(ElementType::kF32, p.rhs_dims, Small(p.rhs_dims))});
  }
}

TEST(PlainProducts, HalvesAreF32) {
  for (const auto& [name, type] : {std::pair{"f16", ElementType::kF16}, std::pair{"bf16", ElementType::kBF16}}) {
    const std::string half = name, x = "tensor<32x64x" + half + ">", w = "tensor<64x48x" + half + ">", y = "tensor<32x48x" + half + ">";
    const Module before = Parse("func.func @main(%x: " + x + ", %w: " + w + ") -> " + y +
                                " {\n%0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (" + x + ", " + w + ") -> " + y +
                                "\nreturn %0 : " + y + "\n}");
    const Module after = Applied(PlainProducts, before);
    EXPECT_TRUE(HasOtherProducts(before));
    EXPECT_FALSE(HasOtherProducts(after));
    EXPECT_EQ(Count(after, Op::kConvert), 3);
    ExpectSame(before, after, {Array(type, {32, 64}, Small({32, 64})), Array(type, {64, 48}, Small({64, 48}))});
  }
}

}  // namespace
}  // namespace mote
