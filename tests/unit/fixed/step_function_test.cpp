// FindFinish: the device's form against Requantize by the evaluator, for every sum of a range, all roundings; what it must not find.
#include "fixed/step_function.h"

#include <gtest/gtest.h>

#include <random>

#include "evaluate/evaluate.h"
#include "fixed/fixed_operation.h"
#include "hlo/builder.h"

namespace mote {
namespace {

// As a 32-bit machine computes it.
int64_t OnDevice(int64_t sum, const Finish& finish, size_t channel, int64_t least, int64_t most) {
  const FinishChannel& c = finish.channels[channel];
  const auto shifted = static_cast<int32_t>(static_cast<uint32_t>(sum) << c.shift);
  uint32_t value = static_cast<uint32_t>((int64_t{shifted} * c.multiplier) >> 32) + static_cast<uint32_t>(c.addend);
  if (finish.is_signed && sum < 0) value -= (uint32_t{1} << c.shift) >> 1;
  return std::clamp<int64_t>(static_cast<int32_t>(value) >> finish.shift, least, most);
}

// Every sum, one channel.
Literal ByEvaluator(const Requantization& r, int64_t low, int64_t high) {
  Literal sums(Shape::Array(ElementType::kS32, {high - low + 1, 1}));
  for (int64_t i = 0; i < sums.size(); ++i) sums.SetInteger(i, low + i);
  Builder b("main");
  const Result<Module> module = b.Build(b.Requantize(b.Parameter(0, sums.shape()), ElementType::kS8, r));
  EXPECT_TRUE(module.ok());
  RuntimeValue x;
  x.literal = sums;
  const auto results = Evaluate(*module, {x});
  EXPECT_TRUE(results.ok());
  return (*results)[0].literal;
}

class Finishes : public testing::TestWithParam<Rounding> {};
INSTANTIATE_TEST_SUITE_P(Roundings, Finishes,
                         testing::Values(Rounding::kSingle, Rounding::kAway, Rounding::kEven, Rounding::kDouble, Rounding::kReal),
                         [](const auto& info) { return std::string(NameOf(info.param)); });

TEST_P(Finishes, AgreeForEverySum) {
  std::mt19937_64 random(7);
  const auto below = [&](int64_t n) { return static_cast<int64_t>(random() % static_cast<uint64_t>(n)); };
  int found = 0;
  for (int round = 0; round < 60; ++round) {
    const int64_t width = int64_t{1} << (8 + below(9)), zero = below(256) - 128, shift = 29 + below(12);
    const bool relu = below(2) == 0;
    const Requantization r = {{(int64_t{1} << 30) + below(int64_t{1} << 30)}, {shift}, zero, relu ? zero : -128, 127, GetParam()};
    const int64_t low = below(width) - width, high = low + width;
    const auto steps = StepsOf(r, 0, low, high);
    if (!steps) continue;
    const Literal want = ByEvaluator(r, low, high);
    for (int64_t sum = low; sum <= high; ++sum) ASSERT_EQ(steps->value(sum), want.IntegerAt(sum - low)) << sum;
    const auto finish = FindFinish({*steps}, r.min, r.max);
    if (!finish) continue;
    ++found;
    for (int64_t sum = low; sum <= high; ++sum) {
      ASSERT_EQ(OnDevice(sum, *finish, 0, r.min, r.max), want.IntegerAt(sum - low)) << sum << " in round " << round;
    }
  }
  EXPECT_GE(found, 50) << "of 60";
}

TEST(FindFinish, OneShiftForChannelsOfOtherScales) {
  Requantization r = {{}, {}, -5, -128, 127, Rounding::kDouble};
  for (int64_t c = 0; c < 40; ++c) r.multipliers.push_back((int64_t{1} << 30) + c * 26843545), r.shifts.push_back(36 + c % 5);
  std::vector<StepFunction> functions;
  for (int64_t c = 0; c < 40; ++c) functions.push_back(*StepsOf(r, c, -40000 - c, 50000 + 7 * c));
  const auto finish = FindFinish(functions, r.min, r.max);
  ASSERT_TRUE(finish.has_value());
  for (int64_t c = 0; c < 40; ++c) {
    for (int64_t sum = -40000 - c; sum <= 50000 + 7 * c; ++sum) {
      ASSERT_EQ(OnDevice(sum, *finish, static_cast<size_t>(c), r.min, r.max), functions[static_cast<size_t>(c)].value(sum))
          << c << " " << sum;
    }
  }
}

TEST(FindFinish, AConstantChannelIsOne) {
  const StepFunction constant = {-1000, 1000, 0.25, [](int64_t) { return int64_t{-17}; }};
  const StepFunction other = {-1000, 1000, 0.25, [](int64_t sum) { return std::clamp<int64_t>(sum >> 2, -128, 127); }};
  const auto finish = FindFinish({constant, other}, -128, 127);
  ASSERT_TRUE(finish.has_value());
  for (int64_t sum = -1000; sum <= 1000; ++sum) ASSERT_EQ(OnDevice(sum, *finish, 0, -128, 127), -17);
}

// Steps at places that no line meets: every third is late.
TEST(FindFinish, RefusesWhatIsNoLine) {
  const StepFunction crooked = {0, 3000, 1.0 / 32,
                                [](int64_t sum) { return std::min<int64_t>(sum / 32 - (sum / 32 % 3 == 1 && sum % 32 < 20 ? 1 : 0), 90); }};
  EXPECT_FALSE(FindFinish({crooked}, -128, 127).has_value());
  const StepFunction wide = {INT64_C(-3000000000), 3000, 1.0 / 32, [](int64_t) { return int64_t{0}; }};
  EXPECT_FALSE(FindFinish({wide}, -128, 127).has_value());
}

}  // namespace
}  // namespace mote
