// Arithmetic of OPS.md 2.2: add to power, sign, rounding to integers, maximum and minimum, clamp. Integers wrap modulo 2^n because the
// store keeps the low bits; floats up to f32 are computed in double, where one rounding to the type is the correctly rounded result.
#include <bit>
#include <cmath>
#include <limits>

#include "evaluate/lanes.h"

namespace mote::evaluation {
namespace {

template <typename F, typename T>
void Unary(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<T>()[i] = F()(l.input<T>(0)[i]);
}

template <typename F, typename T>
void Binary(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<T>()[i] = F()(l.input<T>(0)[i], l.input<T>(1)[i]);
}

struct Plus {
  template <typename T>
  T operator()(T a, T b) const { return a + b; }
};
struct Minus {
  template <typename T>
  T operator()(T a, T b) const { return a - b; }
};
struct Times {
  template <typename T>
  T operator()(T a, T b) const { return a * b; }
  // In long double, where no product of two doubles is out of range and the sum of two cancels less.
  Complex operator()(Complex a, Complex b) const {
    long double x = a.real(), y = a.imag(), u = b.real(), v = b.imag();
    return {static_cast<double>(x * u - y * v), static_cast<double>(x * v + y * u)};
  }
};

// OPS.md section 6.1: x/0 = -1 or all ones, INT_MIN/-1 = INT_MIN, x%0 = x, INT_MIN%-1 = 0.
struct Quotient {
  int64_t operator()(int64_t a, int64_t b) const {
    if (b == 0) return -1;
    if (b == -1) return static_cast<int64_t>(uint64_t{0} - static_cast<uint64_t>(a));
    return a / b;
  }
  uint64_t operator()(uint64_t a, uint64_t b) const { return b == 0 ? ~uint64_t{0} : a / b; }
  double operator()(double a, double b) const { return a / b; }
};
struct Modulus {
  int64_t operator()(int64_t a, int64_t b) const { return b == 0 ? a : b == -1 ? 0 : a % b; }
  uint64_t operator()(uint64_t a, uint64_t b) const { return b == 0 ? a : a % b; }
  double operator()(double a, double b) const { return std::fmod(a, b); }
};

bool ComplexLess(Complex a, Complex b) { return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag()); }

struct Larger {
  int64_t operator()(int64_t a, int64_t b) const { return a > b ? a : b; }
  uint64_t operator()(uint64_t a, uint64_t b) const { return a > b ? a : b; }
  double operator()(double a, double b) const {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? a : b;
    if (a == b) return std::signbit(a) ? b : a;
    return a > b ? a : b;
  }
  Complex operator()(Complex a, Complex b) const { return ComplexLess(a, b) ? b : a; }
};
struct Smaller {
  int64_t operator()(int64_t a, int64_t b) const { return a < b ? a : b; }
  uint64_t operator()(uint64_t a, uint64_t b) const { return a < b ? a : b; }
  double operator()(double a, double b) const {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? a : b;
    if (a == b) return std::signbit(a) ? a : b;
    return a < b ? a : b;
  }
  Complex operator()(Complex a, Complex b) const { return ComplexLess(b, a) ? b : a; }
};

struct Either {
  int64_t operator()(int64_t a, int64_t b) const { return a | b; }
};
struct Both {
  int64_t operator()(int64_t a, int64_t b) const { return a & b; }
};

uint64_t PowerModulo(uint64_t base, uint64_t exponent) {
  uint64_t result = 1;
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) result *= base;
    base *= base;
  }
  return result;
}

// Exact modulo 2^n; a negative exponent gives 0 unless the base is 1 or -1 (OPS.md section 3).
struct IntegerPower {
  int64_t operator()(int64_t a, int64_t b) const {
    if (b >= 0) return static_cast<int64_t>(PowerModulo(static_cast<uint64_t>(a), static_cast<uint64_t>(b)));
    if (a == 1) return 1;
    if (a == -1) return b % 2 == 0 ? 1 : -1;
    return 0;
  }
  uint64_t operator()(uint64_t a, uint64_t b) const { return PowerModulo(a, b); }
};

// x^0 and 1^y are 1 for every NaN; the library makes an exception of signaling ones, which narrow floats keep when they widen.
template <typename R>
R RealPower(R a, R b) {
  return b == 0 || a == 1 ? 1 : std::pow(a, b);
}

struct Opposite {
  template <typename T>
  T operator()(T a) const { return T(0) - a; }
  double operator()(double a) const { return -a; }
  Complex operator()(Complex a) const { return -a; }
};

struct Magnitude {
  int64_t operator()(int64_t a) const { return a < 0 ? static_cast<int64_t>(uint64_t{0} - static_cast<uint64_t>(a)) : a; }
  double operator()(double a) const { return std::fabs(a); }
};

void ComplexMagnitude(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) {
    Complex z = l.input<Complex>(0)[i];
    l.output<double>()[i] = static_cast<double>(std::hypot(static_cast<long double>(z.real()), static_cast<long double>(z.imag())));
  }
}

struct Signum {
  int64_t operator()(int64_t a) const { return (a > 0) - (a < 0); }
  double operator()(double a) const { return std::isnan(a) || a == 0 ? a : std::copysign(1.0, a); }
  Complex operator()(Complex z) const {
    double nan = std::numeric_limits<double>::quiet_NaN();
    if (std::isnan(z.real()) || std::isnan(z.imag())) return {nan, nan};
    if (z == 0.0) return 0.0;
    LongComplex wide(z);
    long double magnitude = std::hypot(wide.real(), wide.imag());
    return Complex(static_cast<double>(wide.real() / magnitude), static_cast<double>(wide.imag() / magnitude));
  }
};

struct Upward {
  double operator()(double a) const { return std::ceil(a); }
};
struct Downward {
  double operator()(double a) const { return std::floor(a); }
};
struct TiesAway {
  double operator()(double a) const { return std::round(a); }
};
// Apart from the FPU's rounding mode: ties go to the even neighbour.
struct TiesEven {
  double operator()(double a) const {
    double rounded = std::round(a);
    bool tie = std::fabs(a - std::trunc(a)) == 0.5;
    return tie ? std::copysign(2.0 * std::round(a / 2.0), a) : rounded;
  }
};

struct SquareOf {
  template <typename T>
  T operator()(T a) const { return a * a; }
};
// (x - y)(x + y) keeps its accuracy where x² - y² would cancel or overflow.
LongComplex ComplexSquare(LongComplex z) {
  long double x = z.real(), y = z.imag();
  if (std::isinf(x) && std::isinf(y)) return {std::numeric_limits<long double>::quiet_NaN(), x * y};
  return {(x - y) * (x + y), 2 * x * y};
}

bool Moderate(double a) { return a == 0 || (std::fabs(a) > 0x1p-400 && std::fabs(a) < 0x1p400); }

// Smith's method, as XLA divides, where nothing leaves the range; else the textbook's formula, for whose squares long double has the
// range; Annex G's rules for what is not finite.
Complex Quotient2(Complex a, Complex b) {
  const double c = b.real(), d = b.imag();
  if (b != 0.0 && Moderate(a.real()) && Moderate(a.imag()) && Moderate(c) && Moderate(d)) {
    const bool flat = std::fabs(c) >= std::fabs(d);
    const double ratio = flat ? d / c : c / d, divisor = flat ? c + d * ratio : c * ratio + d;
    if (flat) return {(a.real() + a.imag() * ratio) / divisor, (a.imag() - a.real() * ratio) / divisor};
    return {(a.real() * ratio + a.imag()) / divisor, (a.imag() * ratio - a.real()) / divisor};
  }
  const LongComplex x(a), y(b);
  const long double norm = y.real() * y.real() + y.imag() * y.imag();
  LongComplex wide = x / y;
  if (std::isfinite(a.real()) && std::isfinite(a.imag()) && std::isfinite(norm) && norm != 0) {
    wide = {(x.real() * y.real() + x.imag() * y.imag()) / norm, (x.imag() * y.real() - x.real() * y.imag()) / norm};
  }
  return {static_cast<double>(wide.real()), static_cast<double>(wide.imag())};
}
void ComplexQuotient(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<Complex>()[i] = Quotient2(l.input<Complex>(0)[i], l.input<Complex>(1)[i]);
}

LongComplex ComplexPower(LongComplex a, LongComplex b) {
  if (b == LongComplex(0)) return 1;
  if (a == LongComplex(0)) {
    if (b.real() > 0) return 0;
  }
  return std::pow(a, b);
}

template <typename T>
void Clamp(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) {
    l.output<T>()[i] = Smaller()(Larger()(l.input<T>(0)[i], l.input<T>(1)[i]), l.input<T>(2)[i]);
  }
}
// A NaN of any operand wins; the bounds' order decides nothing then.
template <typename T>
void ClampPred(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<T>()[i] = (l.input<T>(0)[i] | l.input<T>(1)[i]) & l.input<T>(2)[i];
}

void MultiplyHigh(const Lanes& l) {
  int width = BitWidth(l.operand);
  for (int64_t i = 0; i < l.n; ++i) {
    if (IsSigned(l.operand)) {
      __extension__ __int128 product = static_cast<__int128>(l.input<int64_t>(0)[i]) * l.input<int64_t>(1)[i];
      l.output<int64_t>()[i] = static_cast<int64_t>(product >> width);
    } else {
      __extension__ unsigned __int128 product = static_cast<unsigned __int128>(l.input<uint64_t>(0)[i]) * l.input<uint64_t>(1)[i];
      l.output<uint64_t>()[i] = static_cast<uint64_t>(product >> width);
    }
  }
}

template <typename F>
LaneRow Arithmetic(Op op, LaneFunction pred) {
  return {.op = op, .pred = pred, .signed_integer = Binary<F, uint64_t>, .unsigned_integer = Binary<F, uint64_t>,
          .real = Binary<F, double>, .complex = Binary<F, Complex>};
}

}  // namespace

std::span<const LaneRow> ArithmeticLanes() {
  static const LaneRow rows[] = {
      Arithmetic<Plus>(Op::kAdd, Binary<Either, int64_t>),
      Arithmetic<Minus>(Op::kSubtract, nullptr),
      Arithmetic<Times>(Op::kMultiply, Binary<Both, int64_t>),
      {.op = Op::kDivide, .signed_integer = Binary<Quotient, int64_t>, .unsigned_integer = Binary<Quotient, uint64_t>,
       .real = Binary<Quotient, double>, .complex = ComplexQuotient},
      {.op = Op::kRemainder, .signed_integer = Binary<Modulus, int64_t>, .unsigned_integer = Binary<Modulus, uint64_t>,
       .real = Binary<Modulus, double>},
      {.op = Op::kMaximum, .pred = Binary<Either, int64_t>, .signed_integer = Binary<Larger, int64_t>,
       .unsigned_integer = Binary<Larger, uint64_t>, .real = Binary<Larger, double>, .complex = Binary<Larger, Complex>},
      {.op = Op::kMinimum, .pred = Binary<Both, int64_t>, .signed_integer = Binary<Smaller, int64_t>,
       .unsigned_integer = Binary<Smaller, uint64_t>, .real = Binary<Smaller, double>, .complex = Binary<Smaller, Complex>},
      {.op = Op::kPower, .signed_integer = Binary<IntegerPower, int64_t>, .unsigned_integer = Binary<IntegerPower, uint64_t>,
       .binary = RealPower<double>, .wide_binary = RealPower<long double>, .complex_binary = ComplexPower},
      {.op = Op::kNegate, .signed_integer = Unary<Opposite, uint64_t>, .unsigned_integer = Unary<Opposite, uint64_t>,
       .real = Unary<Opposite, double>, .complex = Unary<Opposite, Complex>},
      {.op = Op::kAbs, .signed_integer = Unary<Magnitude, int64_t>, .real = Unary<Magnitude, double>, .complex = ComplexMagnitude},
      {.op = Op::kSign, .signed_integer = Unary<Signum, int64_t>, .real = Unary<Signum, double>, .complex = Unary<Signum, Complex>},
      {.op = Op::kCeil, .real = Unary<Upward, double>},
      {.op = Op::kFloor, .real = Unary<Downward, double>},
      {.op = Op::kRoundNearestAfz, .real = Unary<TiesAway, double>},
      {.op = Op::kRoundNearestEven, .real = Unary<TiesEven, double>},
      {.op = Op::kSquare, .signed_integer = Unary<SquareOf, uint64_t>, .unsigned_integer = Unary<SquareOf, uint64_t>,
       .real = Unary<SquareOf, double>, .complex_unary = ComplexSquare},
      {.op = Op::kClamp, .pred = ClampPred<int64_t>, .signed_integer = Clamp<int64_t>, .unsigned_integer = Clamp<uint64_t>,
       .real = Clamp<double>, .complex = Clamp<Complex>},
      {.op = Op::kMulhi, .signed_integer = MultiplyHigh, .unsigned_integer = MultiplyHigh},
  };
  return rows;
}

}  // namespace mote::evaluation
