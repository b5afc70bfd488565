// Special functions of CHLO (OPS.md section 3), all in long double: error functions, gamma functions, zeta, Bessel.
#include <math.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "evaluate/lanes.h"

namespace mote::evaluation {
namespace {

constexpr long double kInfinity = std::numeric_limits<long double>::infinity();
constexpr long double kNan = std::numeric_limits<long double>::quiet_NaN();
constexpr long double kPi = std::numbers::pi_v<long double>;

// Bernoulli numbers B(2), B(4), … B(24), for the asymptotic series below.
constexpr long double kBernoulli[] = {
    1.0L / 6,      -1.0L / 30,       1.0L / 42,  -1.0L / 30,        5.0L / 66,     -691.0L / 2730,
    7.0L / 6,      -3617.0L / 510,   43867.0L / 798, -174611.0L / 330, 854513.0L / 138, -236364091.0L / 2730,
};

// An elementary guess, then Halley steps on erf, or on erfc where 1 - |x| is small.
long double ErfInverse(long double x) {
  long double a = std::fabs(x);
  if (!(a <= 1)) return kNan;
  if (a == 1) return x * kInfinity;
  long double y = a * std::sqrt(kPi) / 2;
  if (a > 1e-4L) {
    constexpr long double kShape = 0.147L;
    long double log_part = std::log1p(-a * a), t = 2 / (kPi * kShape) + log_part / 2;
    y = std::sqrt(std::sqrt(t * t - log_part / kShape) - t);
  }
  for (int step = 0; step < 5; ++step) {
    long double error = a < 0.5L ? std::erf(y) - a : (1 - a) - std::erfc(y);
    long double newton = error * std::sqrt(kPi) / 2 * std::exp(y * y);
    y -= newton / (1 + y * newton);
  }
  return std::copysign(y, x);
}

long double LogGamma(long double x) {
  if (std::isinf(x)) return kInfinity;
  int sign = 0;
  return lgammal_r(x, &sign);
}

// Reflection below 0, upward recurrence to x >= 32, asymptotic series there.
long double Digamma(long double x) {
  if (std::isnan(x) || x == -kInfinity) return kNan;
  if (x == 0) return std::copysign(kInfinity, -x);
  if (x < 0) {
    if (x == std::floor(x)) return kNan;
    long double fraction = x - std::nearbyint(x);
    return Digamma(1 - x) - kPi / std::tan(kPi * fraction);
  }
  if (x == kInfinity) return x;
  long double sum = 0;
  for (; x < 32; x += 1) sum -= 1 / x;
  long double square = 1 / (x * x), power = square, tail = 0;
  int index = 2;
  for (long double b : kBernoulli) {
    tail += b / index * power;
    power *= square;
    index += 2;
  }
  return sum + std::log(x) - 0.5L / x - tail;
}

// Hurwitz zeta by Euler–Maclaurin after summing the first terms directly.
long double Zeta(long double x, long double q) {
  if (std::isnan(x) || std::isnan(q)) return kNan;
  if (x == 1) return kInfinity;
  if (x < 1) return kNan;
  if (q <= 0) {
    if (q == std::floor(q)) return kInfinity;
    if (x != std::floor(x)) return kNan;
  }
  if (q == kInfinity) return 0;
  if (x == kInfinity) return q > 1 ? 0 : q == 1 ? 1 : kInfinity;
  long double sum = 0, at = q;
  // The series below needs `at` beyond its order plus x; for a large x the terms vanish before.
  for (int64_t i = 0; i < 100000 && at < 24 + x; ++i, at += 1) {
    long double term = std::pow(at, -x);
    sum += term;
    if (at > 0 && term < 1e-22L * sum) return sum;
  }
  long double power = std::pow(at, -x);
  sum += at * power / (x - 1) + power / 2;
  long double factor = x, scale = power / at, index = 2, factorial = 2;
  for (long double b : kBernoulli) {
    long double term = b / factorial * factor * scale;
    sum += term;
    if (std::fabs(term) < 1e-22L * std::fabs(sum)) break;
    factor *= (x + index - 1) * (x + index);
    scale /= at * at;
    factorial *= (index + 1) * (index + 2);
    index += 2;
  }
  return sum;
}

long double Polygamma(long double n, long double x) {
  if (std::isnan(n) || std::isnan(x) || n < 0 || n != std::floor(n)) return kNan;
  if (n == 0) return Digamma(x);
  long double sign = std::fmod(n, 2.0L) == 0 ? -1 : 1;
  long double factorial = n <= 1700 ? std::tgamma(n + 1) : kInfinity;
  return sign * factorial * Zeta(n + 1, x);
}

// exp(-|x|) I1(x): the power series has no cancellation; from 40 on the asymptotic series is exact enough.
long double BesselI1Scaled(long double x) {
  if (std::isnan(x)) return x;
  long double a = std::fabs(x), value = 0;
  if (a < 40) {
    long double term = a / 2, quarter = a * a / 4;
    for (int k = 1; k < 400; ++k) {
      value += term;
      term *= quarter / (static_cast<long double>(k) * (k + 1));
      if (term < value * 1e-22L) break;
    }
    value *= std::exp(-a);
  } else if (std::isfinite(a)) {
    long double term = 1;
    for (int k = 1; k < 60; ++k) {
      value += term;
      long double odd = 2 * k - 1;
      long double next = term * -(4 - odd * odd) / (8 * a * k);
      if (std::fabs(next) < 1e-22L || std::fabs(next) > std::fabs(term)) break;
      term = next;
    }
    value /= std::sqrt(2 * kPi * a);
  }
  return std::copysign(value, x);
}

void NextAfter(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) {
    double from = l.input<double>(0)[i], to = l.input<double>(1)[i];
    double next;
    if (l.operand == ElementType::kF64) {
      next = std::nextafter(from, to);
    } else if (std::isnan(from) || std::isnan(to) || from == to) {
      next = std::isnan(from) ? from : to;
    } else if (from == 0) {
      next = std::copysign(DecodeFloat(l.operand, 1), to);
    } else {
      uint64_t bits = EncodeFloat(l.operand, from);
      bool away_from_zero = from > 0 ? to > from : to < from;
      next = DecodeFloat(l.operand, away_from_zero ? bits + 1 : bits - 1);
    }
    l.output<double>()[i] = next;
  }
}

LaneRow Function(Op op, long double (*wide)(long double), double (*narrow)(double)) {
  return {.op = op, .unary = narrow, .wide_unary = wide};
}
LaneRow Function(Op op, long double (*wide)(long double, long double), double (*narrow)(double, double)) {
  return {.op = op, .binary = narrow, .wide_binary = wide};
}

// One function in long double serves every width.
#define MOTE_WIDE(function) function, [](double x) { return static_cast<double>(function(x)); }
#define MOTE_WIDE2(function) function, [](double x, double y) { return static_cast<double>(function(x, y)); }

}  // namespace

std::span<const LaneRow> SpecialLanes() {
  static const LaneRow rows[] = {
      {.op = Op::kErf, .unary = [](double x) { return std::erf(x); }, .wide_unary = [](long double x) { return std::erf(x); }},
      {.op = Op::kErfc, .unary = [](double x) { return std::erfc(x); }, .wide_unary = [](long double x) { return std::erfc(x); }},
      Function(Op::kErfInv, MOTE_WIDE(ErfInverse)),
      Function(Op::kLgamma, MOTE_WIDE(LogGamma)),
      Function(Op::kDigamma, MOTE_WIDE(Digamma)),
      Function(Op::kBesselI1e, MOTE_WIDE(BesselI1Scaled)),
      Function(Op::kZeta, MOTE_WIDE2(Zeta)),
      Function(Op::kPolygamma, MOTE_WIDE2(Polygamma)),
      {.op = Op::kNextAfter, .real = NextAfter},
  };
  return rows;
}

#undef MOTE_WIDE
#undef MOTE_WIDE2

}  // namespace mote::evaluation
