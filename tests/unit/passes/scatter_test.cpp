// scatter expanded, in both forms, and brought to the one that has a kernel: what is hit and in which order, windows that lie partly
// outside by the rules of both languages, indices of every type, batching dimensions, several operands.
#include <gtest/gtest.h>

#include "hlo/row_scatter.h"
#include "pass_testing.h"

namespace mote {
namespace {

struct Case {
  std::string operand, indices, updates;  // "3x4xf32"
  std::string numbers;                    // of the dimension numbers
  std::string combiner = "add";           // or "" for the update itself
};

std::string Program(const Case& c) {
  const auto element = [](const std::string& type) { return "tensor<" + type.substr(type.rfind('x') + 1) + ">"; };
  const std::string scalar = element(c.operand), array = "tensor<" + c.operand + ">";
  const std::string types = "(" + array + ", tensor<" + c.indices + ">, tensor<" + c.updates + ">) -> " + array;
  return "func.func @main(%a: " + array + ", %i: tensor<" + c.indices + ">, %u: tensor<" + c.updates + ">) -> " + array +
         " {\n  %0 = \"stablehlo.scatter\"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<" + c.numbers +
         ">, indices_are_sorted = false, unique_indices = false}> ({\n    ^bb0(%x: " + scalar + ", %y: " + scalar + "):\n" +
         (c.combiner.empty() ? "" : "      %s = stablehlo." + c.combiner + " %x, %y : " + scalar + "\n") + "      stablehlo.return " +
         (c.combiner.empty() ? "%y" : "%s") + " : " + scalar + "\n  }) : " + types + "\n  return %0 : " + array + "\n}";
}

std::vector<double> Upwards(int64_t count) {
  std::vector<double> out;
  for (int64_t i = 1; i <= count; ++i) out.push_back(static_cast<double>(i));
  return out;
}

Result<Module> ToRows(const Module& program) { return ExpandOthersThan({Op::kScatter}, program); }

// The results expanded, which those for targets that have the kernel are held against; `rows`: whether those keep a scatter.
std::vector<double> Scattered(const Module& program, const std::vector<RuntimeValue>& inputs, bool rows = true) {
  const Module kept = Applied(ToRows, program);
  EXPECT_EQ(Count(kept, Op::kScatter), rows ? 1 : 0);
  for (const Instruction& i : kept.main().instructions) {
    EXPECT_TRUE(i.op != Op::kScatter || IsRowScatter(kept.main(), i));
  }
  EXPECT_EQ(Count(Applied(ToRows, kept), Op::kReshape), Count(kept, Op::kReshape)) << "brought to the form twice";
  ExpectSame(program, kept, inputs);
  const Module after = Applied(ExpandOperations, program);
  EXPECT_EQ(Count(after, Op::kScatter), 0);
  ExpectSame(program, after, inputs);
  const auto results = Evaluate(after, inputs);
  std::vector<double> out;
  if (!results.ok()) return out;
  for (int64_t i = 0; i < (*results)[0].literal.size(); ++i) out.push_back((*results)[0].literal.RealAt(i));
  return out;
}

constexpr const char* kRows =
    "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1";
constexpr const char* kElements = "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1";

TEST(ExpandScatter, DuplicatesInTheOrderOfUpdates) {
  const Module set = Parse(Program({"4xf32", "3x1xi32", "3xf32", kElements, ""}));
  const RuntimeValue a = Array(ElementType::kF32, {4}, {10, 20, 30, 40}), u = Array(ElementType::kF32, {3}, {1, 2, 3});
  EXPECT_EQ(Scattered(set, {a, Array(ElementType::kS32, {3, 1}, {2, 0, 2}), u}), (std::vector<double>{2, 20, 3, 40}));
  const Module subtract = Parse(Program({"4xf32", "3x1xi32", "3xf32", kElements, "subtract"}));
  EXPECT_EQ(Scattered(subtract, {a, Array(ElementType::kS32, {3, 1}, {2, 2, 2}), u}), (std::vector<double>{10, 20, 24, 40}));
}

TEST(ExpandScatter, OutsideIsDropped) {
  const Module rows = Parse(Program({"3x2xf32", "4x1xi32", "4x2xf32", kRows}));
  const std::vector<RuntimeValue> inputs{Array(ElementType::kF32, {3, 2}, {0}), Array(ElementType::kS32, {4, 1}, {-1, 3, 2, 2147483647}),
                                         Array(ElementType::kF32, {4, 2}, Upwards(8))};
  EXPECT_EQ(Scattered(rows, inputs), (std::vector<double>{0, 0, 0, 0, 5, 6}));
}

// An index beyond the signed range is outside, not negative; 64 bits do not wrap into 32.
TEST(ExpandScatter, IndicesInTheirOwnType) {
  const RuntimeValue a = Array(ElementType::kF32, {4}, {0}), u = Array(ElementType::kF32, {3}, {1, 2, 4});
  const double high = 4294967296.0;
  const Module wide = Parse(Program({"4xf32", "3x1xi64", "3xf32", kElements}));
  EXPECT_EQ(Scattered(wide, {a, Array(ElementType::kS64, {3, 1}, {high + 1, -high, 1}), u}), (std::vector<double>{0, 4, 0, 0}));
  const Module unsigned_wide = Parse(Program({"4xf32", "3x1xui64", "3xf32", kElements}));
  EXPECT_EQ(Scattered(unsigned_wide, {a, Array(ElementType::kU64, {3, 1}, {-4, 3, high + 2}), u}), (std::vector<double>{0, 0, 0, 2}));
  const Module bytes = Parse(Program({"4xf32", "3x1xui8", "3xf32", kElements}));
  EXPECT_EQ(Scattered(bytes, {a, Array(ElementType::kU8, {3, 1}, {255, 0, 3}), u}), (std::vector<double>{2, 0, 0, 4}));
}

// OPS.md section 5, V36: the second row of the update would lie outside.
TEST(ExpandScatter, WindowPartlyOutside) {
  const std::vector<RuntimeValue> inputs{Array(ElementType::kF32, {3, 3, 2}, {-1, 1, -2, 2, -3, 3}), Array(ElementType::kS32, {2}, {0, 2}),
                                         Array(ElementType::kF32, {2, 2}, {-10, 10, -40, 40})};
  Module program = Parse(Program(
      {"3x3x2xf32", "2xi32", "2x2xf32",
       "update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 0", ""}));
  std::vector<double> expected;
  for (int row = 0; row < 3; ++row) expected.insert(expected.end(), {-1, 1, -2, 2, -3, 3});
  program.from_hlo_text = true;
  EXPECT_EQ(Scattered(program, inputs, false), expected);
  program.from_hlo_text = false;
  expected[4] = -10;
  expected[5] = 10;
  EXPECT_EQ(Scattered(program, inputs, false), expected);
}

TEST(ExpandScatter, BatchingDimensions) {
  const Module program = Parse(Program({"2x3xf32", "2x2x1xi32", "2x2xf32",
                                        "input_batching_dims = [0], inserted_window_dims = [1], scatter_indices_batching_dims = [0], "
                                        "scatter_dims_to_operand_dims = [1], index_vector_dim = 2"}));
  const std::vector<RuntimeValue> inputs{Array(ElementType::kF32, {2, 3}, {0}), Array(ElementType::kS32, {2, 2, 1}, {0, 2, 1, 1}),
                                         Array(ElementType::kF32, {2, 2}, {1, 2, 4, 8})};
  EXPECT_EQ(Scattered(program, inputs), (std::vector<double>{1, 0, 2, 0, 12, 0}));
}

// Two operands and a captured scalar: the smaller value stays, with where it came from.
TEST(ExpandScatter, SeveralOperands) {
  const Module program = Parse(R"(
func.func @main(%a: tensor<3xf32>, %b: tensor<3xi32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>, %v: tensor<3xi32>, %s: tensor<f32>) -> (tensor<3xf32>, tensor<3xi32>) {
  %0:2 = "stablehlo.scatter"(%a, %b, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %m: tensor<i32>, %y: tensor<f32>, %n: tensor<i32>):
      %z = stablehlo.multiply %y, %s : tensor<f32>
      %c = stablehlo.compare LT, %z, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %p = stablehlo.select %c, %z, %x : tensor<i1>, tensor<f32>
      %q = stablehlo.select %c, %n, %m : tensor<i1>, tensor<i32>
      stablehlo.return %p, %q : tensor<f32>, tensor<i32>
  }) : (tensor<3xf32>, tensor<3xi32>, tensor<3x1xi32>, tensor<3xf32>, tensor<3xi32>) -> (tensor<3xf32>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi32>
})");
  const std::vector<RuntimeValue> inputs{Array(ElementType::kF32, {3}, {9, 9, 9}),    Array(ElementType::kS32, {3}, {-1}),
                                         Array(ElementType::kS32, {3, 1}, {1, 1, 0}), Array(ElementType::kF32, {3}, {2, 1, 6}),
                                         Array(ElementType::kS32, {3}, {0, 1, 2}),    Array(ElementType::kF32, {}, {2})};
  EXPECT_EQ(Scattered(program, inputs, false), (std::vector<double>{9, 2, 9}));
}

// 65 536 visits are too many for the reduction: a loop, in which windows that lie partly outside lose exactly their outer elements.
TEST(ExpandScatter, LoopOverManyUpdates) {
  Module program = Parse(Program(
      {"300x300xf32", "3x2xi32", "3x2x4xf32", "update_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1"}));
  EXPECT_EQ(Count(Applied(ExpandOperations, program), Op::kWhile), 1);
  const std::vector<RuntimeValue> inputs{Array(ElementType::kF32, {300, 300}, {0}),
                                         Array(ElementType::kS32, {3, 2}, {-1, 299, 7, 5, 298, -1}),
                                         Array(ElementType::kF32, {3, 2, 4}, Upwards(24))};
  const auto sum = [](const std::vector<double>& values) { double total = 0; for (double v : values) total += v; return total; };
  // First update: row 0 of two, columns 1 to 3 of four (2 + 3 + 4); the second whole (9 … 16); of the third row 1, columns 0 and 1 (21 +
  // 22).
  const std::vector<double> result = Scattered(program, inputs, false);
  EXPECT_EQ(result[299 * 300], 2);
  EXPECT_EQ(result[5 * 300 + 7], 9);
  EXPECT_EQ(result[298], 21);
  EXPECT_EQ(sum(result), 9 + 100 + 43);
  program.from_hlo_text = true;
  EXPECT_EQ(sum(Scattered(program, inputs, false)), 100);
}

// The update array is u[place, t]: its element [0, 1], update 1 at place 0, comes before [1, 0], though update 0 comes before update 1.
TEST(ExpandScatter, WindowDimensionInFront) {
  Module program = Parse(
      Program({"4xf32", "2x1xi32", "2x2xf32", "update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1", ""}));
  const RuntimeValue a = Array(ElementType::kF32, {4}, {0}), u = Array(ElementType::kF32, {2, 2}, {1, 2, 3, 4});
  const std::vector<RuntimeValue> overlapping{a, Array(ElementType::kS32, {2, 1}, {0, 1}), u},
      outside{a, Array(ElementType::kS32, {2, 1}, {3, -1}), u};
  EXPECT_EQ(Scattered(program, overlapping), (std::vector<double>{1, 3, 4, 0}));
  EXPECT_EQ(Scattered(program, outside), (std::vector<double>{4, 0, 0, 1}));
  program.from_hlo_text = true;
  EXPECT_EQ(Scattered(program, overlapping), (std::vector<double>{1, 3, 4, 0}));
  EXPECT_EQ(Scattered(program, outside), (std::vector<double>{0, 0, 0, 0}));
}

TEST(ExpandScatter, NothingToScatter) {
  const Module program = Parse(Program({"3x2xf32", "0x1xi32", "0x2xf32", kRows}));
  const std::vector<RuntimeValue> inputs{Array(ElementType::kF32, {3, 2}, Upwards(6)), Array(ElementType::kS32, {0, 1}, {0}),
                                         Array(ElementType::kF32, {0, 2}, {0})};
  EXPECT_EQ(Scattered(program, inputs, false), Upwards(6));
}

}  // namespace
}  // namespace mote
