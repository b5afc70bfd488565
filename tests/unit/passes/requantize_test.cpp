// Requantize: the evaluator by definition against the decomposition in s64 StableHLO, over ends of ranges, ties, every shift and rounding;
// values worked out by hand; text there and back; what is refused.
#include "hlo/requantize.h"

#include <gtest/gtest.h>

#include "hlo/builder.h"
#include "hlo/print.h"
#include "hlo/verify.h"
#include "frontend/frontend.h"
#include "pass_testing.h"

namespace mote {
namespace {

constexpr Rounding kAll[] = {Rounding::kSingle, Rounding::kAway, Rounding::kEven, Rounding::kDouble, Rounding::kReal};

// Sums of s32, in rows of one value a channel.
RuntimeValue Rows(const std::vector<int64_t>& values, int64_t channels) {
  RuntimeValue rows;
  rows.literal = Literal(Shape::Array(ElementType::kS32, {static_cast<int64_t>(values.size()), channels}));
  for (int64_t i = 0; i < rows.literal.size(); ++i) rows.literal.SetInteger(i, values[static_cast<size_t>(i / channels)]);
  return rows;
}

Module Program(const Shape& operand, ElementType result, const Requantization& r) {
  Builder b("main");
  Result<Module> module = b.Build(b.Requantize(b.Parameter(0, operand), result, r));
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text);
  return module.ok() ? *module : Module();
}

// Both ways on these sums, every channel.
void ExpectAlike(const std::vector<int64_t>& values, ElementType type, const Requantization& r) {
  const auto channels = static_cast<int64_t>(std::max(r.multipliers.size(), r.shifts.size()));
  const RuntimeValue rows = Rows(values, channels);
  const Module whole = Program(rows.literal.shape(), type, r);
  const Result<Module> formula = Decomposition(rows.literal.shape(), type, r);
  const Result<Module> halves = Decomposition(rows.literal.shape(), type, r, ProductWidth::k32);
  ASSERT_TRUE(formula.ok() && halves.ok());
  ASSERT_TRUE(Verify(*formula).empty() && Verify(*halves).empty());
  EXPECT_EQ(Count(Applied(ExpandOperations, whole), Op::kRequantize), 0);
  const auto want = Evaluate(whole, {rows}), got = Evaluate(*formula, {rows}), by_halves = Evaluate(*halves, {rows});
  ASSERT_TRUE(want.ok() && got.ok() && by_halves.ok());
  for (int64_t i = 0; i < rows.literal.size(); ++i) {
    ASSERT_EQ((*got)[0].literal.IntegerAt(i), (*want)[0].literal.IntegerAt(i))
        << NameOf(r.rounding) << ", " << rows.literal.IntegerAt(i) << " times " << r.multiplier(i % channels) << " / 2^"
        << r.shift(i % channels);
    ASSERT_EQ((*by_halves)[0].literal.IntegerAt(i), (*want)[0].literal.IntegerAt(i))
        << "by halves: " << NameOf(r.rounding) << ", " << rows.literal.IntegerAt(i) << " times " << r.multiplier(i % channels) << " / 2^"
        << r.shift(i % channels);
  }
}

// Ends, and what lies about multiples of powers of two: ties of every multiplier below that is one.
std::vector<int64_t> Sums() {
  std::vector<int64_t> sums;
  for (int bit = 0; bit <= 31; ++bit) {
    for (const int64_t around : {-2, -1, 0, 1, 2}) {
      for (const int64_t times : {1, 3, 5, -1, -3, -5}) {
        const int64_t sum = times * (int64_t{1} << bit) + around;
        if (sum >= INT32_MIN && sum <= INT32_MAX) sums.push_back(sum);
      }
    }
  }
  sums.insert(sums.end(), {INT32_MIN, INT32_MIN + 1, INT32_MAX, INT32_MAX - 1, 123456789, -987654321});
  return sums;
}

TEST(Requantize, EvaluatorIsTheDecomposition) {
  const std::vector<int64_t> sums = Sums();
  for (const Rounding rounding : kAll) {
    for (int64_t shift = 0; shift <= 62; ++shift) {
      // One shift, so that constants are uniform where they can be; the wide range shows rounding, not clamping.
      Requantization r = {{0, 1, 2, 3, int64_t{1} << 15, int64_t{1} << 30, (int64_t{1} << 30) + 1, 1518500250, INT32_MAX, INT32_MAX - 1},
                          {shift}, 0, -32768, 32767, rounding};
      ExpectAlike(sums, ElementType::kS16, r);
      r.multipliers = {int64_t{1} << 30};
      r.zero_point = -7, r.min = -128, r.max = 100;
      ExpectAlike(sums, ElementType::kS8, r);
      if (HasFatalFailure()) return;
    }
    Requantization r = {{}, {}, 128, 3, 250, rounding};
    for (int64_t shift = 0; shift <= 62; ++shift) r.shifts.push_back(shift), r.multipliers.push_back(2147483647 - shift * 12345677);
    ExpectAlike(sums, ElementType::kU8, r);
    r.shifts.erase(r.shifts.begin(), r.shifts.begin() + 31), r.multipliers.resize(r.shifts.size());
    ExpectAlike(sums, ElementType::kS16, {r.multipliers, r.shifts, 0, -32768, 32767, rounding});
  }
}

// x · 2^30 / 2^31 is a half of x; twice 2^30 / 2^32 a quarter, by two roundings in TFLite's form.
TEST(Requantize, RoundsAsDefined) {
  const struct {
    Rounding rounding;
    int64_t shift;
    std::vector<int64_t> sums, want;
  } cases[] = {
      {Rounding::kSingle, 31, {5, 3, 1, -1, -3, -5}, {3, 2, 1, 0, -1, -2}},
      {Rounding::kAway, 31, {5, 3, 1, -1, -3, -5}, {3, 2, 1, -1, -2, -3}},
      {Rounding::kEven, 31, {5, 3, 1, -1, -3, -5}, {2, 2, 0, 0, -2, -2}},
      {Rounding::kDouble, 31, {5, 3, 1, -1, -3, -5}, {3, 2, 1, 0, -1, -2}},
      // A quarter: 5/4 = 1.25 becomes 2.5 → 3, then 1.5 → 2 by two roundings, 1 by one; -5/4: -2.5 → -2, -1; -7/4: -3.5 → -3, -1.5 → -2.
      {Rounding::kDouble, 32, {5, -5, -7, 6, -6}, {2, -1, -2, 2, -2}},
      {Rounding::kSingle, 32, {5, -5, -7, 6, -6}, {1, -1, -2, 2, -1}},
      {Rounding::kAway, 32, {5, -5, -7, 6, -6}, {1, -1, -2, 2, -2}},
      {Rounding::kEven, 32, {5, -5, -7, 6, -6, 2, -2, 10}, {1, -1, -2, 2, -2, 0, 0, 2}},
      // 2^30 shifted left by 3 is 0 modulo 2^32 in TFLite's form; in the others 2^32, clamped.
      {Rounding::kDouble, 28, {int64_t{1} << 30, INT32_MIN, 3}, {0, 0, 12}},
      {Rounding::kSingle, 28, {int64_t{1} << 30, INT32_MIN, 3}, {32767, -32768, 12}},
  };
  for (const auto& c : cases) {
    const RuntimeValue rows = Rows(c.sums, 1);
    const Requantization r = {{int64_t{1} << 30}, {c.shift}, 0, -32768, 32767, c.rounding};
    const auto got = Evaluate(Program(rows.literal.shape(), ElementType::kS16, r), {rows});
    ASSERT_TRUE(got.ok());
    for (size_t i = 0; i < c.sums.size(); ++i) {
      const int64_t value = (*got)[0].literal.IntegerAt(static_cast<int64_t>(i));
      EXPECT_EQ(value, c.want[i]) << NameOf(c.rounding) << " " << c.shift << " " << c.sums[i];
    }
  }
}

// 0.3 of f64 lies below 3/10, yet its product with 5 is 1.5 once rounded to f64.
TEST(Requantize, RealRoundsTheProductOfDoubles) {
  const RuntimeValue rows = Rows({5, -5, 15, 4, 6, 25, INT32_MIN, INT32_MAX}, 1);
  const Requantization r = {{5404319552844595}, {54}, 3, -100, 32767, Rounding::kReal};
  const Module module = Program(rows.literal.shape(), ElementType::kS16, r);
  const auto got = Evaluate(module, {rows});
  ASSERT_TRUE(got.ok());
  const std::vector<int64_t> want = {5, 1, 8, 4, 5, 11, -100, 32767};
  for (size_t i = 0; i < want.size(); ++i) EXPECT_EQ((*got)[0].literal.IntegerAt(static_cast<int64_t>(i)), want[i]) << i;
  ExpectAlike({5, -5, 15, 25, 35, -45, 1, 0, INT32_MIN, INT32_MAX}, ElementType::kS8,
              {{5404319552844595, int64_t{1} << 53, 1, 6004799503160661}, {54, 53, 1022, 60}, -7, -128, 127, Rounding::kReal});
  const std::string text = PrintStablehlo(module);
  EXPECT_NE(text.find("multiplier = array<i64: 5404319552844595>, rounding = \"real\", shift = array<i32: 54>"), std::string::npos) << text;
  std::string why;
  EXPECT_TRUE(Equal(module, Parse(text), &why)) << why;
}

TEST(Requantize, IsACompositeInText) {
  const Requantization r = {{1 << 30, 7}, {33, 40}, 3, -100, 127, Rounding::kEven};
  const Module module = Program(Shape::Array(ElementType::kS32, {4, 2}), ElementType::kS8, r);
  for (const bool generic : {false, true}) {
    PrintOptions options;
    options.generic = generic;
    const std::string text = PrintStablehlo(module, options);
    EXPECT_NE(text.find("stablehlo.composite"), std::string::npos) << text;
    EXPECT_NE(text.find("multiplier = array<i32: 1073741824, 7>, rounding = \"even\", shift = array<i32: 33, 40>, zero_point = 3 : i64"),
              std::string::npos)
        << text;
    const Module again = Parse(text);
    std::string why;
    EXPECT_TRUE(Equal(module, again, &why)) << why << "\n" << text;
    EXPECT_EQ(PrintStablehlo(again, options), text);
  }
  EXPECT_TRUE(PrintHlo(module).ok());  // a call of the decomposition
  // Another version is only what its decomposition says.
  std::string newer = PrintStablehlo(module);
  newer.replace(newer.find("{composite_attributes"), 1, "{version = 1 : i32, ");
  const Result<Module> read = ReadStablehlo(newer, "test.mlir");
  ASSERT_TRUE(read.ok()) << read.error().text << "\n" << newer;
  EXPECT_EQ(Count(*read, Op::kRequantize), 0);
  EXPECT_EQ(Count(*read, Op::kComposite), 1);
}

TEST(Requantize, RefusesWhatIsOutOfRange) {
  const Requantization good = {{5, 6}, {31}, 0, -128, 127, Rounding::kSingle};
  const auto rule = [](const Shape& shape, ElementType result, const Requantization& r) -> std::optional<Rule> {
    Builder b("main");
    const Result<Module> module = b.Build(b.Requantize(b.Parameter(0, shape), result, r));
    return module.ok() ? std::nullopt : std::optional(module.error().rule);
  };
  const Shape sums = Shape::Array(ElementType::kS32, {3, 2});
  const auto with = [&](auto change) {
    Requantization r = good;
    change(r);
    return rule(sums, ElementType::kS8, r);
  };
  EXPECT_EQ(rule(sums, ElementType::kS8, good), std::nullopt);
  EXPECT_EQ(rule(Shape::Array(ElementType::kS64, {3, 2}), ElementType::kS8, good), Rule::kElementType);
  EXPECT_EQ(rule(sums, ElementType::kS32, good), Rule::kElementType);
  EXPECT_EQ(with([](Requantization& r) { r.multipliers = {1, 2, 3}; }), Rule::kCount);
  EXPECT_EQ(with([](Requantization& r) { r.multipliers = {}; }), Rule::kCount);
  EXPECT_EQ(with([](Requantization& r) { r.multipliers[1] = -1; }), Rule::kAttribute);
  EXPECT_EQ(with([](Requantization& r) { r.multipliers[1] = int64_t{1} << 31; }), Rule::kAttribute);
  EXPECT_EQ(with([](Requantization& r) { r.shifts = {63}; }), Rule::kAttribute);
  EXPECT_EQ(with([](Requantization& r) { r.shifts = {-1}; }), Rule::kAttribute);
  EXPECT_EQ(with([](Requantization& r) { r.zero_point = 128; }), Rule::kAttribute);
  EXPECT_EQ(with([](Requantization& r) { r.min = 5, r.max = 4; }), Rule::kAttribute);
  EXPECT_EQ(with([](Requantization& r) { r.max = 128; }), Rule::kAttribute);
}

}  // namespace
}  // namespace mote
