// SplitReduce: what is split and what is not, that nothing long is left, and values that the evaluator says of both forms. The order of
// floats is tests/tool/long_reductions.py's, which runs it on every backend.
#include <gtest/gtest.h>

#include <cmath>

#include "pass_testing.h"

namespace mote {
namespace {

std::string Text(const std::string& type, const std::string& dims, const std::string& over, const std::string& result,
                 const std::string& operation) {
  const std::string operand = "tensor<" + dims + "x" + type + ">", scalar = "tensor<" + type + ">", out = "tensor<" + result + type + ">";
  return "func.func @main(%x: " + operand + ", %z: " + scalar + ") -> " + out +
         " {\n  %r = stablehlo.reduce(%x init: %z) applies stablehlo." + operation + " across dimensions = [" + over + "] : (" + operand +
         ", " + scalar + ") -> " + out + "\n  return %r : " + out + "\n}";
}

// The most elements that a result of a reduction is made of.
int64_t LongestReduction(const Module& module) {
  int64_t longest = 0;
  for (const Computation& computation : module.computations) {
    for (const Instruction& i : computation.instructions) {
      if (i.op != Op::kReduce) continue;
      int64_t elements = 1;
      for (const int64_t d : i.Ints(Attr::kDimensions)) elements *= computation.shape(i.operands[0]).dims[static_cast<size_t>(d)];
      longest = std::max(longest, elements);
    }
  }
  return longest;
}

std::vector<double> Counting(int64_t n) {
  std::vector<double> out;
  for (int64_t i = 0; i < n; ++i) out.push_back(static_cast<double>(i * 7919 % 1009 - 500));
  return out;
}

TEST(SplitReduce, OnlyMoreThan65536ElementsAResult) {
  for (const std::string dims : {"65536", "65536x3", "256x256", "5x65536"}) {
    const std::string over = dims == "256x256" ? "0, 1" : dims == "5x65536" ? "1" : "0";
    const Module before = Parse(Text("f32", dims, over, dims == "65536x3" ? "3x" : dims == "5x65536" ? "5x" : "", "add"));
    EXPECT_TRUE(Equal(before, Applied(SplitReduce, before))) << dims;
  }
  for (const std::string n : {"65537", "69632", "70000", "1000000"}) {
    const Module after = Applied(SplitReduce, Parse(Text("f32", n, "0", "", "add")));
    EXPECT_LE(LongestReduction(after), 128) << n;  // a partial of a block, or what is left of a million elements in 32 partials
    EXPECT_GE(Count(after, Op::kReduce), 2);
  }
}

TEST(SplitReduce, EverySizeAndLayoutKeepsIntegers) {
  struct Case {
    const char *dims, *over, *result;
    Dims shape;
  };
  for (const Case& c : {Case{"65537", "0", "", {65537}}, Case{"69631", "0", "", {69631}}, Case{"69632", "0", "", {69632}},
                        Case{"69633", "0", "", {69633}}, Case{"65537x2", "0", "2x", {65537, 2}}, Case{"2x65537", "1", "2x", {2, 65537}},
                        Case{"300x2x300", "0, 2", "2x", {300, 2, 300}}, Case{"1x260x1x260", "1, 3", "1x1x", {1, 260, 1, 260}},
                        Case{"3x70000x2", "1", "3x2x", {3, 70000, 2}}, Case{"40x2x41x1x42", "0, 2, 4", "2x1x", {40, 2, 41, 1, 42}},
                        Case{"0x70000", "1", "0x", {0, 70000}}, Case{"70000x0", "0", "0x", {70000, 0}}}) {
    SCOPED_TRACE(c.dims);
    const Module before = Parse(Text("i32", c.dims, c.over, c.result, "add"));
    const Module after = Applied(SplitReduce, before);
    int64_t elements = 1;
    for (int64_t d : c.shape) elements *= d;
    EXPECT_TRUE(elements == 0 || LongestReduction(after) <= 128);
    ExpectSame(before, after, {Array(ElementType::kS32, c.shape, Counting(1009)), Array(ElementType::kS32, {}, {11})});
  }
}

// More than 65 536 blocks: the rule is applied to the blocks again. Only the shapes: 2^28 elements are too many to run here.
TEST(SplitReduce, BlocksOfBlocks) {
  const Module after = Applied(SplitReduce, Parse(Text("i8", "268439553", "0", "", "add")));  // 65 538 blocks, the last of one element
  EXPECT_LE(LongestReduction(after), 128);
  int64_t blocks = 0;
  for (const Instruction& i : after.main().instructions) blocks += i.op == Op::kOptimizationBarrier;
  EXPECT_EQ(blocks, 2);
}

// The value that changes nothing under `operation`: found by looking at all codes of small types, not by the pass's rules.
Literal Neutral(ElementType type, const std::string& operation) {
  Literal value(Shape::Scalar(type));
  const bool extreme = operation == "maximum" || operation == "minimum", low = operation == "maximum";
  if (!extreme) {
    value.SetReal(0, operation == "multiply" ? 1 : -0.0);
  } else if (IsPred(type)) {
    value.SetInteger(0, low ? 0 : 1);
  } else if (!IsFloat(type)) {
    const int64_t lowest = IsSigned(type) ? int64_t{-1} << (BitWidth(type) - 1) : 0;
    value.SetInteger(0, low ? lowest : ~lowest);
  } else if (BitWidth(type) > 8) {
    value.SetReal(0, low ? -HUGE_VAL : HUGE_VAL);
  } else {
    double found = NAN;
    for (int code = 0; code < 1 << BitWidth(type); ++code) {
      const double real = DecodeFloat(type, static_cast<uint64_t>(code));
      if (!std::isnan(real) && (std::isnan(found) || (low ? real < found : real > found))) found = real;
    }
    value.SetReal(0, found);
  }
  return value;
}

// Where a partial has no element stands a value that changes nothing: the last block holds one element a result, all others what is
// neutral.
TEST(SplitReduce, FillersAreExactInEveryType) {
  const std::vector<double> specials{0.0, -0.0, 1, -1, 0.5, -2, HUGE_VAL, -HUGE_VAL, 1e-40, 3};
  const auto columns = static_cast<int64_t>(specials.size());
  int checked = 0;
  for (int code = 1; code <= static_cast<int>(ElementType::kF4E2M1FN); ++code) {
    const auto type = static_cast<ElementType>(code);
    if (IsComplex(type)) continue;
    for (const std::string operation : {"add", "multiply", "maximum", "minimum"}) {
      if (type == ElementType::kF8E8M0FNU && operation == "add") continue;  // has no zero
      SCOPED_TRACE(MlirName(type) + (" " + operation));
      const Literal neutral = Neutral(type, operation);
      RuntimeValue x, init;
      x.literal = Literal::Splat(Shape::Array(type, {65537, columns}), neutral);
      init.literal = neutral;
      for (int64_t c = 0; c < columns; ++c) {
        const double special = specials[static_cast<size_t>(c)];
        if (IsFloat(type)) x.literal.SetReal(65536 * columns + c, special);
        else {
          x.literal.SetInteger(65536 * columns + c,
                               std::isinf(special) ? (special > 0 ? INT64_MAX : INT64_MIN) : static_cast<int64_t>(special));
        }
      }
      const Module before = Parse(Text(MlirName(type), "65537x" + std::to_string(columns), "0", std::to_string(columns) + "x", operation));
      const Module after = Applied(SplitReduce, before);
      EXPECT_LE(LongestReduction(after), 128);
      ExpectSame(before, after, {x, init});
      ++checked;
    }
  }
  EXPECT_EQ(checked, 4 * 28 - 1);
}

// A reducer that is associative and no more: no element may change places. Composition of x → a·x + b; the last element; the first NaN.
TEST(SplitReduce, OtherReducersKeepTheOrder) {
  const Module before = Parse(R"(func.func @main(%a: tensor<70001xui32>, %b: tensor<70001xui32>) -> (tensor<ui32>, tensor<ui32>) {
  %one = stablehlo.constant dense<1> : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %r:2 = stablehlo.reduce(%a init: %one), (%b init: %zero) across dimensions = [0] : (tensor<70001xui32>, tensor<70001xui32>, tensor<ui32>, tensor<ui32>) -> (tensor<ui32>, tensor<ui32>)
    reducer(%f: tensor<ui32>, %g: tensor<ui32>) (%u: tensor<ui32>, %v: tensor<ui32>) {
      %s = stablehlo.multiply %f, %g : tensor<ui32>
      %m = stablehlo.multiply %u, %g : tensor<ui32>
      %t = stablehlo.add %m, %v : tensor<ui32>
      stablehlo.return %s, %t : tensor<ui32>, tensor<ui32>
    }
  return %r#0, %r#1 : tensor<ui32>, tensor<ui32>
})");
  const Module after = Applied(SplitReduce, before);
  EXPECT_LE(LongestReduction(after), 128);
  ExpectSame(before, after, {Array(ElementType::kU32, {70001}, Counting(1009)), Array(ElementType::kU32, {70001}, Counting(1013))});
}

// Several plain reducers at once are plain; their operands are exchanged by nobody.
TEST(SplitReduce, SeveralPlainReducersAtOnce) {
  const Module before = Parse(R"(func.func @main(%x: tensor<70001xi32>) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %s = stablehlo.constant dense<5> : tensor<i32>
  %r:3 = stablehlo.reduce(%x init: %s), (%x init: %s), (%x init: %s) across dimensions = [0] : (tensor<70001xi32>, tensor<70001xi32>, tensor<70001xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>)
    reducer(%a: tensor<i32>, %b: tensor<i32>) (%c: tensor<i32>, %d: tensor<i32>) (%e: tensor<i32>, %f: tensor<i32>) {
      %p = stablehlo.add %a, %b : tensor<i32>
      %q = stablehlo.maximum %d, %c : tensor<i32>
      %t = stablehlo.xor %e, %f : tensor<i32>
      stablehlo.return %p, %q, %t : tensor<i32>, tensor<i32>, tensor<i32>
    }
  return %r#0, %r#1, %r#2 : tensor<i32>, tensor<i32>, tensor<i32>
})");
  const Module after = Applied(SplitReduce, before);
  ExpectSame(before, after, {Array(ElementType::kS32, {70001}, Counting(1009))});
  for (const Instruction& i : after.main().instructions) {
    for (const Shape& shape : i.shapes) EXPECT_FALSE(IsPred(shape.element_type)) << "a flag for a plain reducer";
  }
}

TEST(SplitReduce, CapturedValuesReachEveryPart) {
  const Module before = Parse(R"(func.func @main(%x: tensor<70001xui32>, %k: tensor<ui32>) -> tensor<ui32> {
  %zero = stablehlo.constant dense<3> : tensor<ui32>
  %r = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<70001xui32>, tensor<ui32>) -> tensor<ui32>
    reducer(%a: tensor<ui32>, %b: tensor<ui32>) {
      %s = stablehlo.maximum %a, %b : tensor<ui32>
      %t = stablehlo.minimum %s, %k : tensor<ui32>
      stablehlo.return %t : tensor<ui32>
    }
  return %r : tensor<ui32>
})");
  const Module after = Applied(SplitReduce, before);
  EXPECT_LE(LongestReduction(after), 128);
  std::vector<double> numbers;
  for (int i = 0; i < 1009; ++i) numbers.push_back(i * 31 % 1009);
  ExpectSame(before, after, {Array(ElementType::kU32, {70001}, numbers), Array(ElementType::kU32, {}, {900})});
}

// Accumulators of another type than the elements: in one piece.
TEST(SplitReduce, MixedTypesStay) {
  const Module before = Parse(R"(HloModule m

widen {
  a = f32[] parameter(0)
  b = bf16[] parameter(1)
  c = f32[] convert(b)
  ROOT s = f32[] add(a, c)
}

ENTRY main {
  x = bf16[70000] parameter(0)
  z = f32[] constant(0)
  ROOT r = f32[] reduce(x, z), dimensions={0}, to_apply=widen
})");
  ASSERT_GE(before.entry, 0);
  EXPECT_TRUE(Equal(before, *SplitReduce(before)));
}

}  // namespace
}  // namespace mote
