// Elementary functions of complex arguments that need more than the library's own.
#include "evaluate/complex_functions.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace mote::evaluation {
namespace {

constexpr long double kInfinity = std::numeric_limits<long double>::infinity();
constexpr long double kNan = std::numeric_limits<long double>::quiet_NaN();
constexpr long double kFactorLimit = 700;  // cosh and sinh are finite in double below

struct Pair {
  long double high, low;
};
Pair TwoSum(long double a, long double b) {
  long double sum = a + b, part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}
Pair TwoProduct(long double a, long double b) {
  long double product = a * b;
  return {product, std::fma(a, b, -product)};
}

// x² + 2x + y² without the cancellation that a point near |1 + z| = 1 would suffer.
long double SquaredMagnitudeMinusOne(long double x, long double y) {
  Pair xx = TwoProduct(x, x), yy = TwoProduct(y, y);
  Pair first = TwoSum(2 * x, xx.high);
  Pair second = TwoSum(first.high, yy.high);
  return second.high + (second.low + first.low + xx.low + yy.low);
}

}  // namespace

LongComplex ComplexExp(LongComplex z) {
  // e^x cos 0 must not meet the 0 * inf of the general formula.
  if (z.imag() == 0) return {std::exp(z.real()), z.imag()};
  if (!std::isfinite(z.imag())) return {kNan, kNan};
  return std::exp(z);
}

// cos x cosh y - i sin x sinh y from correctly rounded factors, while they are in range.
LongComplex ComplexCos(LongComplex z) {
  if (!std::isfinite(z.real()) || !(std::fabs(z.imag()) < kFactorLimit)) return std::cos(z);
  double sine = static_cast<double>(std::sin(z.real())), cosine = static_cast<double>(std::cos(z.real()));
  return {cosine * static_cast<double>(std::cosh(z.imag())), -(sine * static_cast<double>(std::sinh(z.imag())))};
}

LongComplex ComplexExpMinusOne(LongComplex z) {
  long double x = z.real(), y = z.imag();
  if (y == 0) return {std::expm1(x), y};
  if (!std::isfinite(x) || !std::isfinite(y)) return std::exp(z) - LongComplex(1);
  long double half = std::sin(y / 2), grown = std::expm1(x);
  return {grown * std::cos(y) - 2 * half * half, (grown + 1) * std::sin(y)};
}

LongComplex ComplexLog(LongComplex z) { return std::log(z); }

LongComplex ComplexLogPlusOne(LongComplex z) {
  long double x = z.real(), y = z.imag();
  long double angle = std::atan2(y, 1 + x);
  if (std::isinf(x) || std::isinf(y)) return {kInfinity, angle};
  long double largest = std::fmax(std::fabs(x), std::fabs(y));
  if (largest > 0x1p2000L) return {std::log(largest) + std::log(std::hypot(x / largest, y / largest)), angle};
  if (largest > 0x1p40L) return {std::log(std::hypot(1 + x, y)), angle};
  // 1 + x is exact there, and the logarithm's argument far from 1.
  if (largest < 2 && std::hypot(1 + x, y) < 0.5L) return {std::log(std::hypot(1 + x, y)), angle};
  return {0.5L * std::log1p(SquaredMagnitudeMinusOne(x, y)), angle};
}

// Near its poles 1 + e^-z cancels; e^(z/2) / (2 cosh(z/2)) does not.
LongComplex ComplexLogistic(LongComplex z) {
  if (!(std::fabs(z.real()) < 1) || !std::isfinite(z.imag())) return LongComplex(1) / (LongComplex(1) + ComplexExp(-z));
  long double x = z.real() / 2, y = z.imag() / 2;
  return ComplexExp({x, y}) / LongComplex(2 * std::cosh(x) * std::cos(y), 2 * std::sinh(x) * std::sin(y));
}

LongComplex ComplexSqrt(LongComplex z) { return std::sqrt(z); }

LongComplex ComplexRsqrt(LongComplex z) {
  if (z == LongComplex(0)) return {kInfinity, std::numeric_limits<long double>::quiet_NaN()};
  if (std::isinf(z.real()) || std::isinf(z.imag())) return {0, std::copysign(0.0L, -z.imag())};
  return LongComplex(1) / std::sqrt(z);
}

LongComplex ComplexAtan(LongComplex z) { return std::atan(z); }

// -i log((x + iy) / sqrt(x² + y²)). With the smaller of x and y over the larger as t, the root is the larger times sqrt(1 + t²) or its
// negative, and what remains is the arc tangent of t, from the quotient (1 + it) / (1 - it) of unrounded sums where t may be near ±i.
LongComplex ComplexAtan2(LongComplex y, LongComplex x) {
  constexpr long double kPi = std::numbers::pi_v<long double>;
  const LongComplex i(0, 1), sum(x.real() - y.imag(), x.imag() + y.real()), difference(x.real() + y.imag(), x.imag() - y.real());
  const bool steep = std::abs(y) > std::abs(x);
  const LongComplex larger = steep ? y : x, t = (steep ? x : y) / larger;
  LongComplex arc = std::atan(t);
  if (std::abs(t) > 0.5L) arc = -0.5L * i * std::log(steep ? -difference / sum : sum / difference);
  const bool negative = std::signbit((larger * std::sqrt(LongComplex(1) + t * t)).real());
  if (steep) return (negative ? -kPi / 2 : kPi / 2) - arc;
  if (!negative) return arc;
  return arc.real() <= 0 ? arc + kPi : arc - kPi;
}

LongComplex ComplexAtanh(LongComplex z) { return std::atanh(z); }

}  // namespace mote::evaluation
