// Largest error of every math function in every float type, against the C library's functions in a wider type (double for f32 and shorter,
// the 64-bit mantissa of long double for f64): their own error is below 1/1000 of the unit measured. Prints one table. MOTE_TEST_ALL=1
// takes 2^24 points for f32 and 2^20 for f64; the default run 2^17 and 2^14. f16 and bf16 are always exhaustive.
#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "expand_harness.h"
#include "hlo/literal.h"

namespace mote {
namespace {

using Wide = long double;
using Reference = Wide (*)(Wide, Wide);

// Winitzki's elementary approximation, then Halley steps on erf, or on erfc where that is the small one.
double ErfInverse(double x) {
  const double a = std::fabs(x);
  if (a == 0 || !(a < 1)) return a == 0 ? x : a == 1 ? std::copysign(HUGE_VAL, x) : std::nan("");
  const double log = std::log1p(-a * a), middle = 2 / (3.14159265358979 * 0.147) + log / 2;
  double y = a < 1e-4 ? a * 0.886226925452758014 : std::sqrt(std::sqrt(middle * middle - log / 0.147) - middle);
  for (int step = 0; step < 3; ++step) {
    const double error = a < 0.5 ? std::erf(y) - a : (1 - a) - std::erfc(y);
    const double move = error / (1.12837916709551257 * std::exp(-y * y));
    y -= move / (1 + y * move);
  }
  return std::copysign(y, x);
}

struct Function {
  Op op;
  const char* name;
  int operands;
  Reference wide;                     // for f64; none: the function is one of f32 and shorter
  double (*narrow)(double, double);   // for f32 and shorter
  double limit32, limit64;            // allowed error in units of the last place
};
#define MOTE_UNARY(op, name, expression, l32, l64)                                                                      \
  Function{Op::k##op, name, 1, [](Wide x, [[maybe_unused]] Wide y) -> Wide { return expression; },                       \
           [](double x, [[maybe_unused]] double y) -> double { return expression; }, l32, l64}
#define MOTE_BINARY(op, name, expression, l32, l64)                                                                     \
  Function{Op::k##op, name, 2, [](Wide x, Wide y) -> Wide { return expression; },                                        \
           [](double x, double y) -> double { return expression; }, l32, l64}
using std::exp, std::expm1, std::log, std::log1p, std::sin, std::cos, std::tan, std::tanh, std::sqrt, std::cbrt, std::pow, std::atan2,
    std::acos, std::acosh, std::asin, std::asinh, std::atan, std::atanh, std::cosh, std::sinh, std::erf, std::erfc, std::fmod;

const Function kFunctions[] = {
    MOTE_UNARY(Exponential, "exponential", exp(x), 2, 3),
    MOTE_UNARY(ExponentialMinusOne, "exponential_minus_one", expm1(x), 2, 3),
    MOTE_UNARY(Log, "log", log(x), 2, 3),
    MOTE_UNARY(LogPlusOne, "log_plus_one", log1p(x), 2, 3),
    MOTE_UNARY(Logistic, "logistic", x < 0 ? exp(x) / (1 + exp(x)) : 1 / (1 + exp(-x)), 2, 3),
    MOTE_UNARY(Tanh, "tanh", tanh(x), 2, 3),
    MOTE_UNARY(Sqrt, "sqrt", sqrt(x), 0.5, 0.501),
    MOTE_UNARY(Rsqrt, "rsqrt", 1 / sqrt(x), 2, 3),
    MOTE_UNARY(Cbrt, "cbrt", cbrt(x), 2, 3),
    MOTE_UNARY(Sine, "sine", sin(x), 2, 3),
    MOTE_UNARY(Cosine, "cosine", cos(x), 2, 3),
    MOTE_UNARY(Tan, "tan", tan(x), 2, 3),
    MOTE_UNARY(Asin, "asin", asin(x), 2, 3),
    MOTE_UNARY(Acos, "acos", acos(x), 2, 3),
    MOTE_UNARY(Atan, "atan", atan(x), 2, 3),
    MOTE_UNARY(Sinh, "sinh", sinh(x), 2, 3),
    MOTE_UNARY(Cosh, "cosh", cosh(x), 2, 3),
    MOTE_UNARY(Asinh, "asinh", asinh(x), 2, 3),
    MOTE_UNARY(Acosh, "acosh", acosh(x), 2, 3),
    MOTE_UNARY(Atanh, "atanh", atanh(x), 2, 3),
    MOTE_UNARY(Erf, "erf", erf(x), 2, 3),
    MOTE_UNARY(Erfc, "erfc", erfc(x), 2, 3),
    Function{Op::kErfInv, "erf_inv", 1, nullptr, [](double x, double) -> double { return ErfInverse(x); }, 1.5, 0},
    MOTE_BINARY(Power, "power", pow(x, y), 2, 3),
    MOTE_BINARY(Atan2, "atan2", atan2(x, y), 2, 3),
    MOTE_BINARY(Remainder, "remainder", fmod(x, y), 0, 0),
};

bool All() { return std::getenv("MOTE_TEST_ALL") != nullptr; }

struct Precision {
  int mantissa, smallest;  // stored bits; exponent of the smallest normal number
  int largest;             // exponent of the largest
};
Precision PrecisionOf(ElementType type) {
  switch (type) {
    case ElementType::kF16: return {10, -14, 15};
    case ElementType::kBF16: return {7, -126, 127};
    case ElementType::kF32: return {23, -126, 127};
    default: return {52, -1022, 1023};
  }
}

constexpr double kWrong = 1e30;

// |got - expected| in units of the last place of the expected value; kWrong where NaN, infinity or the sign of zero differ.
double UlpError(const Precision& p, double got, Wide expected) {
  if (std::isnan(expected)) return std::isnan(got) ? 0 : kWrong;
  if (std::isnan(got)) return kWrong;
  if (expected == 0) return got == 0 && std::signbit(got) == std::signbit(expected) ? 0 : got == 0 ? kWrong : kWrong;
  const Wide overflow = std::ldexp(Wide{2} - std::ldexp(Wide{1}, -p.mantissa - 1), p.largest);
  if (std::isinf(expected)) expected = std::copysign(std::ldexp(Wide{1}, p.largest + 1), expected);
  if (std::isinf(got)) {
    if (std::fabs(expected) >= overflow && (got > 0) == (expected > 0)) return 0;
    got = std::copysign(std::ldexp(1.0, p.largest), got);  // counted against the next power of two
    expected = expected / 2;
  } else if (std::fabs(expected) >= overflow) {
    expected = std::copysign(std::ldexp(Wide{1}, p.largest + 1), expected);
  }
  if (got == 0 && std::signbit(got) != std::signbit(expected)) return kWrong;
  const int exponent = std::max(std::ilogb(expected), p.smallest);
  return static_cast<double>(std::fabs(got - expected) / std::ldexp(Wide{1}, exponent - p.mantissa));
}

// Bit patterns that sweep the whole type, then the edges, then points of moderate size.
std::vector<uint64_t> Points(ElementType type, int log_count, uint64_t seed) {
  std::mt19937_64 random(seed);
  const int width = BitWidth(type);
  const uint64_t count = uint64_t{1} << std::min(log_count, width);
  std::vector<uint64_t> points;
  const int step = width - std::min(log_count, width);
  for (uint64_t i = 0; i < count; ++i) points.push_back((i << step) | (step ? random() >> (64 - step) : 0));
  if (width == 16) return points;
  for (double edge : {0.0,
                      1.0,
                      0.5,
                      2.0,
                      3.0,
                      1e-3,
                      88.72283,
                      87.33654,
                      103.9,
                      104.0,
                      709.782712893384,
                      745.1332,
                      1.5707963267948966,
                      3.141592653589793,
                      0.7853981633974483,
                      1e5,
                      1e22,
                      1e300,
                      4.9e-324,
                      2.2250738585072014e-308,
                      1.1754943508222875e-38,
                      1.4e-45,
                      9.0,
                      10.05,
                      26.5,
                      27.2,
                      0x1p127,
                      0x1.fffffep127,
                      0x1p1023,
                      0x1.fffffffffffffp1023,
                      HUGE_VAL,
                      std::nan("")}) {
    for (double sign : {1.0, -1.0}) {
      for (int64_t d = -3; d <= 3; ++d) points.push_back(EncodeFloat(type, sign * edge) + static_cast<uint64_t>(d));
    }
  }
  std::uniform_real_distribution<double> moderate(-30, 30), near(-2, 2), far(-800, 800);
  for (uint64_t i = 0; i < count / 2; ++i) {
    points.push_back(EncodeFloat(type, i % 3 == 0 ? moderate(random) : i % 3 == 1 ? near(random) : far(random)));
  }
  if (width == 32) for (uint64_t& point : points) point &= 0xffffffffu;
  return points;
}

struct Worst {
  double error = 0;
  double x = 0, y = 0, got = 0;
  Wide expected = 0;
};

Worst Measure(const Function& f, ElementType type, int log_count) {
  const ExpansionProgram program = ExpansionProgram::Of(f.op, type, f.operands, type);
  std::vector<std::vector<uint64_t>> inputs{Points(type, log_count, 1)};
  if (f.operands == 2) {
    inputs.push_back(Points(type, log_count, 2));
    std::mt19937_64 random(3);
    std::shuffle(inputs[1].begin(), inputs[1].end(), random);
    if (f.op == Op::kPower) {  // bases near 1 and exponents that bring the result near the limits
      for (size_t i = 0; i < inputs[0].size(); i += 3) {
        const double x = std::fabs(DecodeFloat(type, inputs[0][i])), limit = type == ElementType::kF64 ? 745 : 104;
        if (!(x > 0) || std::isinf(x) || x == 1) continue;
        inputs[0][i] = EncodeFloat(type, x);
        inputs[1][i] = EncodeFloat(type, limit * (static_cast<double>(random() >> 11) * 0x1p-52 - 1) / std::log(x));
      }
    }
  }
  if (f.op == Op::kErfInv) {  // distances of all sizes from 1
    std::mt19937_64 random(4);
    std::uniform_real_distribution<double> distance(-26, 0);
    for (size_t i = 0; i < inputs[0].size() && type == ElementType::kF32; i += 3) {
      inputs[0][i] = EncodeFloat(type, (i % 2 == 0 ? 1 : -1) * (1 - std::exp2(distance(random))));
    }
  }
  const std::vector<uint64_t> got = program.Run(inputs);
  const Precision precision = PrecisionOf(type);
  Worst worst;
  for (size_t i = 0; i < got.size(); ++i) {
    const double x = DecodeFloat(type, inputs[0][i]), y = f.operands == 2 ? DecodeFloat(type, inputs[1][i]) : 0;
    const Wide expected = type == ElementType::kF64 ? f.wide(x, y) : Wide{f.narrow(x, y)};
    const double g = DecodeFloat(type, got[i]), error = UlpError(precision, g, expected);
    if (error > worst.error) worst = {error, x, y, g, expected};
  }
  return worst;
}

TEST(ExpandAccuracy, LargestErrorPerFunctionAndType) {
  std::printf("%-22s %5s %10s %10s %10s %10s   (largest error in ULP)\n", "function", "ops", "f16", "bf16", "f32", "f64");
  const char* only = std::getenv("MOTE_ACCURACY_ONLY");
  for (const Function& f : kFunctions) {
    if (only && std::string(only) != f.name) continue;
    std::printf("%-22s %5d", f.name, ExpansionProgram::Of(f.op, ElementType::kF32, f.operands, ElementType::kF32).operations());
    std::string detail;
    for (ElementType type : {ElementType::kF16, ElementType::kBF16, ElementType::kF32, ElementType::kF64}) {
      if (type == ElementType::kF64 && f.wide == nullptr) continue;
      const int log_count = type == ElementType::kF64 ? (All() ? 20 : 14) : type == ElementType::kF32 ? (All() ? 24 : 17) : 16;
      const Worst worst = Measure(f, type, log_count);
      const double limit = f.limit32 == 0 ? 0 : type == ElementType::kF64 ? f.limit64 : type == ElementType::kF32 ? f.limit32 : 1;
      std::printf(" %10.4g", worst.error);
      char text[300];
      std::snprintf(text, sizeof text, "%s %s: %.4g ULP at (%.17g [%a], %.17g): got %.17g, expected %.20Lg", f.name, HloName(type),
                    worst.error, worst.x, worst.x, worst.y, worst.got, worst.expected);
      EXPECT_LE(worst.error, limit) << text;
    }
    std::printf("\n");
  }
}

}  // namespace
}  // namespace mote
