// sort and top_k expanded: what is sorted, stably, along any dimension; what a comparator that orders nothing may not do; what is left
// alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pass_testing.h"

namespace mote {
namespace {

std::string SortProgram(const std::string& types, int64_t dim, const std::string& direction) {
  return "func.func @main(%a: tensor<" + types + "xf32>, %b: tensor<" + types + "xi32>) -> (tensor<" + types + "xf32>, tensor<" + types +
         "xi32>) {\n" + "  %0:2 = \"stablehlo.sort\"(%a, %b) <{dimension = " + std::to_string(dim) + R"( : i64, is_stable = true}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
      %c = stablehlo.compare )" +
         direction + R"(, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<)" +
         types + "xf32>, tensor<" + types + "xi32>) -> (tensor<" + types + "xf32>, tensor<" + types + R"(xi32>)
  return %0#0, %0#1 : tensor<)" +
         types + "xf32>, tensor<" + types + "xi32>\n}";
}

std::vector<double> Numbers(int64_t count, int64_t values) {
  std::vector<double> out;
  for (int64_t i = 0; i < count; ++i) out.push_back(static_cast<double>((i * 7919 + 13) % values));
  return out;
}
std::vector<double> Positions(int64_t count) {
  std::vector<double> out;
  for (int64_t i = 0; i < count; ++i) out.push_back(static_cast<double>(i));
  return out;
}

// Against std::stable_sort of the same numbers, for sizes around powers of two, with many equal keys.
TEST(ExpandSort, OneDimension) {
  for (int64_t n : {1, 2, 3, 4, 5, 7, 8, 9, 31, 33, 100}) {
    const std::string type = std::to_string(n);
    const Module after = Applied(ExpandOperations, Parse(SortProgram(type, 0, "GT")));
    EXPECT_EQ(Count(after, Op::kSort), 0);
    const std::vector<double> keys = Numbers(n, 5);
    const auto results = Evaluate(after, {Array(ElementType::kF32, {n}, keys), Array(ElementType::kS32, {n}, Positions(n))});
    ASSERT_TRUE(results.ok()) << FormatDiagnostic(results.error());
    std::vector<double> order = Positions(n);
    std::stable_sort(order.begin(), order.end(),
                     [&](double a, double b) { return keys[static_cast<size_t>(a)] > keys[static_cast<size_t>(b)]; });
    for (int64_t i = 0; i < n; ++i) {
      const double from = order[static_cast<size_t>(i)];
      EXPECT_EQ((*results)[0].literal.RealAt(i), keys[static_cast<size_t>(from)]) << n << " at " << i;
      EXPECT_EQ((*results)[1].literal.IntegerAt(i), static_cast<int64_t>(from)) << n << " at " << i;
    }
  }
}

TEST(ExpandSort, AnyDimension) {
  for (int64_t dim : {0, 1, 2}) {
    const Module before = Parse(SortProgram("3x5x2", dim, "LT"));
    ExpectSame(before, Applied(ExpandOperations, before),
               {Array(ElementType::kF32, {3, 5, 2}, Numbers(30, 4)), Array(ElementType::kS32, {3, 5, 2}, Positions(30))});
  }
}

// A network of log²: 3 merges of 8 elements take 1 + 2 + 3 stages, each one instruction with several results.
TEST(ExpandSort, StagesOfOneReduction) {
  const Module after = Applied(ExpandOperations, Parse(SortProgram("8", 0, "LT")));
  EXPECT_EQ(Count(after, Op::kReduce), 6);
  const Module odd = Applied(ExpandOperations, Parse(SortProgram("5", 0, "LT")));
  EXPECT_EQ(Count(odd, Op::kReduce), 6);
}

// "Not equal" is no order: the result has to be the same elements all the same.
TEST(ExpandSort, NoOrderAtAll) {
  for (const char* direction : {"NE", "GE", "EQ"}) {
    const Module after = Applied(ExpandOperations, Parse(SortProgram("13", 0, direction)));
    const auto results = Evaluate(after, {Array(ElementType::kF32, {13}, Numbers(13, 3)), Array(ElementType::kS32, {13}, Positions(13))});
    ASSERT_TRUE(results.ok()) << FormatDiagnostic(results.error());
    std::vector<int64_t> seen;
    for (int64_t i = 0; i < 13; ++i) seen.push_back((*results)[1].literal.IntegerAt(i));
    std::sort(seen.begin(), seen.end());
    for (int64_t i = 0; i < 13; ++i) EXPECT_EQ(seen[static_cast<size_t>(i)], i) << direction;
  }
}

TEST(ExpandSort, CapturedScalar) {
  const Module before = Parse(R"(
func.func @main(%a: tensor<6xi32>, %sign: tensor<i32>) -> tensor<6xi32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %p = stablehlo.multiply %x, %sign : tensor<i32>
      %q = stablehlo.multiply %y, %sign : tensor<i32>
      %c = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<6xi32>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
})");
  const Module after = Applied(ExpandOperations, before);
  EXPECT_EQ(Count(after, Op::kSort), 0);
  const auto results = Evaluate(after, {Array(ElementType::kS32, {6}, {3, -7, 0, 5, 1, 2}), Array(ElementType::kS32, {}, {-1})});
  ASSERT_TRUE(results.ok()) << FormatDiagnostic(results.error());
  const int64_t expected[] = {5, 3, 2, 1, 0, -7};
  for (int64_t i = 0; i < 6; ++i) EXPECT_EQ((*results)[0].literal.IntegerAt(i), expected[i]);
}

// Total order: +0 above -0; equal keys by index.
TEST(ExpandSort, TopK) {
  const Module before = Parse(R"(
func.func @main(%a: tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %0, %1 = chlo.top_k(%a, k = 3) : tensor<2x5xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xi32>
})");
  const Module after = Applied(ExpandOperations, before);
  EXPECT_EQ(Count(after, Op::kTopK), 0);
  const RuntimeValue input = Array(ElementType::kF32, {2, 5}, {-0.0, 4, 0.0, -2, 4, 1, 2, 3, 2, 1});
  const auto results = Evaluate(after, {input});
  ASSERT_TRUE(results.ok()) << FormatDiagnostic(results.error());
  const double values[] = {4, 4, 0.0, 3, 2, 2};
  const int64_t indices[] = {1, 4, 2, 2, 1, 3};
  for (int64_t i = 0; i < 6; ++i) {
    EXPECT_EQ((*results)[0].literal.RealAt(i), values[i]) << i;
    EXPECT_EQ((*results)[1].literal.IntegerAt(i), indices[i]) << i;
  }
  EXPECT_FALSE(std::signbit((*results)[0].literal.RealAt(2)));
}

TEST(ExpandSort, TakesComplexValuesAlong) {
  const Module before = Parse(R"(
func.func @main(%re: tensor<3xf32>, %im: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %a = stablehlo.complex %re, %im : tensor<3xcomplex<f32>>
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
    ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
      %p = stablehlo.real %x : (tensor<complex<f32>>) -> tensor<f32>
      %q = stablehlo.real %y : (tensor<complex<f32>>) -> tensor<f32>
      %c = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  %2 = stablehlo.imag %0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  return %1, %2 : tensor<3xf32>, tensor<3xf32>
})");
  const std::vector<RuntimeValue> inputs = {Array(ElementType::kF32, {3}, {3, 1, 2}), Array(ElementType::kF32, {3}, {30, 10, 20})};
  const Module network = Applied(ExpandOperations, before);
  EXPECT_EQ(Count(network, Op::kSort), 0);
  for (const Module& form : {before, network, Applied(SplitComplex, before), Applied(SplitComplex, network)}) {
    const auto values = Evaluate(form, inputs);
    ASSERT_TRUE(values.ok()) << FormatDiagnostic(values.error());
    for (int64_t i = 0; i < 3; ++i) {
      EXPECT_EQ((*values)[0].literal.RealAt(i), static_cast<double>(i + 1));
      EXPECT_EQ((*values)[1].literal.RealAt(i), 10 * static_cast<double>(i + 1));
    }
  }
}

// What a target keeps reaches its steps whole; for others the same module becomes the network. What nobody keeps is gone before.
TEST(ExpandFor, KeepsWhatTheTargetKeeps) {
  const Module before = Parse(SortProgram("3x5", 1, "LT"));
  const Result<Module> canonical = Canonicalise(before);
  ASSERT_TRUE(canonical.ok());
  EXPECT_EQ(Keepable(*canonical), std::set<Op>{Op::kSort});
  EXPECT_EQ(Count(*canonical, Op::kSort), 1);
  PassOptions whole;
  whole.kept = {Op::kSort};
  const std::vector<RuntimeValue> inputs = {Array(ElementType::kF32, {3, 5}, Numbers(15, 4)),
                                            Array(ElementType::kS32, {3, 5}, Positions(15))};
  const Module kept = Applied([&](const Module& m) { return ExpandFor(m, whole); }, *canonical);
  EXPECT_EQ(Count(kept, Op::kSort), 1);
  EXPECT_EQ(Count(kept, Op::kReduce), 0);
  ExpectSame(before, kept, inputs);
  const Module network = Applied([](const Module& m) { return ExpandFor(m); }, *canonical);
  EXPECT_EQ(Count(network, Op::kSort), 0);
  EXPECT_EQ(Count(network, Op::kReduce), 6);  // 3 stages of 8 elements: 1 + 2 + 3 comparators deep
  ExpectSame(before, network, inputs);
}

// The program has no other sort that would be kept.
TEST(TopK, IsASortWhereTheTargetHasOne) {
  const std::string x = "tensor<3x100xf32>", values = "tensor<3x5xf32>", places = "tensor<3x5xi32>";
  const Module module = Parse("func.func @main(%x: " + x + ") -> (" + values + ", " + places + ") {\n%0, %1 = chlo.top_k(%x, k = 5) : " +
                              x + " -> (" + values + ", " + places + ")\nreturn %0, %1 : " + values + ", " + places + "\n}");
  const Result<Module> canonical = Canonicalise(module);
  ASSERT_TRUE(canonical.ok());
  EXPECT_TRUE(Keepable(*canonical).count(Op::kSort));
  PassOptions options;
  EXPECT_EQ(Count(*ExpandFor(*canonical, options), Op::kSort), 0);
  options.kept = {Op::kSort};
  EXPECT_EQ(Count(*ExpandFor(*canonical, options), Op::kSort), 1);
}

}  // namespace
}  // namespace mote
