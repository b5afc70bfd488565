// Every code of every float type up to 16 bits against the format's definition, worked out here apart from the code under test:
// decoding by the formula (-1)^s · 2^(e-bias) · (1.f or 0.f), encoding by the midpoints between neighbouring values.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

#include "hlo/literal.h"

namespace mote {
namespace {

enum class Ends { kInfinityAndNaN, kOneNaN, kNaNIsMinusZero, kNothing };

struct Format {
  ElementType type;
  int exponent, mantissa, bias;
  Ends ends;
};

constexpr Format kFormats[] = {
    {ElementType::kF16, 5, 10, 15, Ends::kInfinityAndNaN},       {ElementType::kBF16, 8, 7, 127, Ends::kInfinityAndNaN},
    {ElementType::kF8E5M2, 5, 2, 15, Ends::kInfinityAndNaN},     {ElementType::kF8E4M3, 4, 3, 7, Ends::kInfinityAndNaN},
    {ElementType::kF8E3M4, 3, 4, 3, Ends::kInfinityAndNaN},      {ElementType::kF8E4M3FN, 4, 3, 7, Ends::kOneNaN},
    {ElementType::kF8E4M3B11FNUZ, 4, 3, 11, Ends::kNaNIsMinusZero}, {ElementType::kF8E5M2FNUZ, 5, 2, 16, Ends::kNaNIsMinusZero},
    {ElementType::kF8E4M3FNUZ, 4, 3, 8, Ends::kNaNIsMinusZero},  {ElementType::kF6E2M3FN, 2, 3, 1, Ends::kNothing},
    {ElementType::kF6E3M2FN, 3, 2, 3, Ends::kNothing},           {ElementType::kF4E2M1FN, 2, 1, 1, Ends::kNothing},
};

// Codes of the non-negative finite values, in ascending order of both.
std::vector<double> Magnitudes(const Format& f) {
  std::vector<double> values;
  for (int e = 0; e < 1 << f.exponent; ++e) {
    for (int m = 0; m < 1 << f.mantissa; ++m) {
      const bool last_exponent = e == (1 << f.exponent) - 1, last = last_exponent && m == (1 << f.mantissa) - 1;
      if (f.ends == Ends::kInfinityAndNaN && last_exponent) return values;
      if (f.ends == Ends::kOneNaN && last) return values;
      const double fraction = static_cast<double>(m) / (1 << f.mantissa);
      values.push_back(e == 0 ? fraction * std::pow(2.0, 1 - f.bias) : (1 + fraction) * std::pow(2.0, e - f.bias));
    }
  }
  return values;
}

class FloatFormat : public ::testing::TestWithParam<Format> {};
INSTANTIATE_TEST_SUITE_P(All, FloatFormat, ::testing::ValuesIn(kFormats),
                         [](const auto& info) { return std::string(HloName(info.param.type)); });

TEST_P(FloatFormat, DecodesEveryCode) {
  const Format f = GetParam();
  const std::vector<double> values = Magnitudes(f);
  const uint64_t sign = uint64_t{1} << (f.exponent + f.mantissa);
  for (uint64_t code = 0; code < sign; ++code) {
    const double plus = DecodeFloat(f.type, code), minus = DecodeFloat(f.type, code | sign);
    if (code < values.size()) {
      EXPECT_EQ(plus, values[code]) << code;
      EXPECT_FALSE(std::signbit(plus)) << code;
      if (code == 0 && f.ends == Ends::kNaNIsMinusZero) {
        EXPECT_TRUE(std::isnan(minus));
      } else {
        EXPECT_EQ(minus, -values[code]) << code;
        EXPECT_TRUE(std::signbit(minus)) << code;
      }
    } else if (f.ends == Ends::kInfinityAndNaN && code == values.size()) {
      EXPECT_EQ(plus, INFINITY);
      EXPECT_EQ(minus, -INFINITY);
    } else {
      EXPECT_TRUE(std::isnan(plus)) << code;
      EXPECT_TRUE(std::isnan(minus)) << code;
    }
  }
}

TEST_P(FloatFormat, EncodesEveryValueAndRoundsEveryMidpointToEven) {
  const Format f = GetParam();
  const std::vector<double> values = Magnitudes(f);
  const uint64_t sign = uint64_t{1} << (f.exponent + f.mantissa);
  for (uint64_t code = 0; code < values.size(); ++code) {
    EXPECT_EQ(EncodeFloat(f.type, values[code]), code);
    if (code > 0) {
      EXPECT_EQ(EncodeFloat(f.type, -values[code]), code | sign);
    }
    if (code + 1 == values.size()) break;
    const double middle = (values[code] + values[code + 1]) / 2;
    const uint64_t even = code % 2 == 0 ? code : code + 1;
    EXPECT_EQ(EncodeFloat(f.type, middle), even) << code;
    EXPECT_EQ(EncodeFloat(f.type, std::nextafter(middle, 0.0)), code);
    EXPECT_EQ(EncodeFloat(f.type, std::nextafter(middle, INFINITY)), code + 1);
  }
  EXPECT_EQ(EncodeFloat(f.type, -0.0), f.ends == Ends::kNaNIsMinusZero ? 0 : sign);
}

TEST_P(FloatFormat, EncodesWhatIsBeyondTheRange) {
  const Format f = GetParam();
  const std::vector<double> values = Magnitudes(f);
  const uint64_t sign = uint64_t{1} << (f.exponent + f.mantissa), last = values.size() - 1;
  const double step = values[last] - values[last - 1];
  // The first value that rounds to the code after the last finite one.
  const double limit = values[last] + step / 2;
  const uint64_t below = EncodeFloat(f.type, std::nextafter(limit, 0.0));
  EXPECT_EQ(below, last);
  const bool last_is_odd = last % 2 == 1;
  for (const double huge : {last_is_odd ? limit : std::nextafter(limit, INFINITY), 1e300, static_cast<double>(INFINITY)}) {
    const uint64_t code = EncodeFloat(f.type, huge), negative = EncodeFloat(f.type, -huge);
    switch (f.ends) {
      case Ends::kInfinityAndNaN: EXPECT_EQ(code, last + 1); EXPECT_EQ(negative, (last + 1) | sign); break;
      case Ends::kOneNaN: EXPECT_EQ(code, sign - 1); EXPECT_EQ(negative, 2 * sign - 1); break;
      case Ends::kNaNIsMinusZero: EXPECT_EQ(code, sign); EXPECT_EQ(negative, sign); break;
      case Ends::kNothing: EXPECT_EQ(code, last); EXPECT_EQ(negative, last | sign); break;
    }
  }
  if (f.ends != Ends::kNothing) {
    EXPECT_TRUE(std::isnan(DecodeFloat(f.type, EncodeFloat(f.type, NAN))));
    EXPECT_TRUE(std::isnan(DecodeFloat(f.type, EncodeFloat(f.type, -NAN))));
  }
}

TEST_P(FloatFormat, NaNPayloadsSurvive) {
  const Format f = GetParam();
  if (f.ends != Ends::kInfinityAndNaN) return;
  for (uint64_t code = 0; code < uint64_t{2} << (f.exponent + f.mantissa); ++code) {
    EXPECT_EQ(EncodeFloat(f.type, DecodeFloat(f.type, code)), code);
  }
}

TEST(FloatFormatE8M0, IsAPowerOfTwoPerCode) {
  const ElementType type = ElementType::kF8E8M0FNU;
  for (int code = 0; code < 255; ++code) {
    const double value = std::ldexp(1.0, code - 127);
    EXPECT_EQ(DecodeFloat(type, static_cast<uint64_t>(code)), value);
    EXPECT_EQ(EncodeFloat(type, value), static_cast<uint64_t>(code));
    EXPECT_EQ(EncodeFloat(type, value * 1.4999), static_cast<uint64_t>(code));
    EXPECT_EQ(EncodeFloat(type, value * 1.5001), static_cast<uint64_t>(code + 1));
    // Ties go up and zero is NaN, as golden/convert/*_to_f8c.mlir state XLA does.
    EXPECT_EQ(EncodeFloat(type, value * 1.5), static_cast<uint64_t>(code + 1));
  }
  EXPECT_TRUE(std::isnan(DecodeFloat(type, 255)));
  for (const double value : {0.0, -1.0, static_cast<double>(INFINITY), static_cast<double>(NAN)}) EXPECT_EQ(EncodeFloat(type, value), 255u);
}

TEST(FloatFormatF32, RoundsFromDoubleOnce) {
  // 1 + 2^-24 is halfway between two floats; a hair above it must go up, which rounding through f32 for f16 would lose.
  EXPECT_EQ(EncodeFloat(ElementType::kF32, 1.0 + std::ldexp(1.0, -24)), std::bit_cast<uint32_t>(1.0f));
  EXPECT_EQ(EncodeFloat(ElementType::kF32, 1.0 + std::ldexp(1.0, -24) + std::ldexp(1.0, -50)), std::bit_cast<uint32_t>(1.0f) + 1);
  EXPECT_EQ(EncodeFloat(ElementType::kF16, 1.0 + std::ldexp(1.0, -11) + std::ldexp(1.0, -40)), 0x3C01u);
  EXPECT_EQ(EncodeFloat(ElementType::kF32, 1e-45), 1u);
  EXPECT_EQ(EncodeFloat(ElementType::kF32, 1e40), 0x7F800000u);
  for (uint32_t i = 0; i < 100000; ++i) {
    const uint32_t bits = i * 42949u;
    const float value = std::bit_cast<float>(bits);
    if (std::isnan(value)) continue;
    EXPECT_EQ(DecodeFloat(ElementType::kF32, bits), static_cast<double>(value));
    EXPECT_EQ(EncodeFloat(ElementType::kF32, static_cast<double>(value)), bits);
  }
}

}  // namespace
}  // namespace mote
