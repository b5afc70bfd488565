// Elementary functions: floats up to f32 in double and f64 in long double, so that the stored result is within 1 ULP; complex in long
// double (complex_functions.h). One row per function.
#include <cmath>
#include <limits>

#include "evaluate/complex_functions.h"
#include "evaluate/lanes.h"

namespace mote::evaluation {
namespace {

template <typename R>
R Logistic(R x) {
  return 1 / (1 + std::exp(-x));
}

template <typename R>
R Rsqrt(R x) {
  return 1 / std::sqrt(x);
}

// The root with the third of the argument.
LongComplex ComplexCbrt(LongComplex z) {
  if (z == LongComplex(0)) return 0;
  return std::polar(std::cbrt(std::hypot(z.real(), z.imag())), std::arg(z) / 3);
}

// sqrt of f64 is correctly rounded in double; a detour through long double would round twice.
void SquareRoots(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<double>()[i] = std::sqrt(l.input<double>(0)[i]);
}

// asin and acos share it: asin(z) = (atan2(re z, re w), ± im w). Its real part is sqrt(a² - x²), its imaginary part acosh(a), for the mean
// a of the distances of x + iy to ±1; the differences are taken without cancellation.
LongComplex AsinAcosKernel(LongComplex z) {
  const long double x = std::fabs(z.real()), y = std::fabs(z.imag());
  if (std::isinf(x) || std::isinf(y)) return {y, std::numeric_limits<long double>::infinity()};
  const long double r = std::hypot(x + 1, y), s = std::hypot(x - 1, y), a = (r + s) / 2, outer = y == 0 ? 0 : y * (y / (r + x + 1));
  const long double a_minus_x = (x <= 1 ? outer + (s + (1 - x)) : outer + y * (y / (s + x - 1))) / 2;
  const long double a_minus_1 = (x < 1 ? outer + y * (y / (s + (1 - x))) : outer + (s + (x - 1))) / 2;
  return {std::sqrt(a_minus_x * (a + x)), std::log1p(a_minus_1 + std::sqrt(a_minus_1 * (a + 1)))};
}

LaneRow Function(Op op, double (*narrow)(double), long double (*wide)(long double), LongComplex (*complex)(LongComplex)) {
  return {.op = op, .unary = narrow, .wide_unary = wide, .complex_unary = complex};
}

// The same library function in double and long double.
#define MOTE_BOTH(function) [](double x) { return function(x); }, [](long double x) { return function(x); }
#define MOTE_COMPLEX(function) [](LongComplex z) { return function(z); }

}  // namespace

std::span<const LaneRow> ElementaryLanes() {
  static const LaneRow rows[] = {
      Function(Op::kExponential, MOTE_BOTH(std::exp), ComplexExp),
      Function(Op::kExponentialMinusOne, MOTE_BOTH(std::expm1), ComplexExpMinusOne),
      Function(Op::kLog, MOTE_BOTH(std::log), ComplexLog),
      Function(Op::kLogPlusOne, MOTE_BOTH(std::log1p), ComplexLogPlusOne),
      Function(Op::kLogistic, MOTE_BOTH(Logistic), ComplexLogistic),
      Function(Op::kSine, MOTE_BOTH(std::sin), MOTE_COMPLEX(std::sin)),
      Function(Op::kCosine, MOTE_BOTH(std::cos), ComplexCos),
      Function(Op::kTan, MOTE_BOTH(std::tan), MOTE_COMPLEX(std::tan)),
      Function(Op::kTanh, MOTE_BOTH(std::tanh), MOTE_COMPLEX(std::tanh)),
      {.op = Op::kSqrt, .real = SquareRoots, .complex_unary = ComplexSqrt},
      Function(Op::kRsqrt, MOTE_BOTH(Rsqrt), ComplexRsqrt),
      Function(Op::kCbrt, MOTE_BOTH(std::cbrt), ComplexCbrt),
      Function(Op::kAcos, MOTE_BOTH(std::acos), MOTE_COMPLEX(std::acos)),
      Function(Op::kAcosh, MOTE_BOTH(std::acosh), MOTE_COMPLEX(std::acosh)),
      Function(Op::kAsin, MOTE_BOTH(std::asin), MOTE_COMPLEX(std::asin)),
      Function(Op::kAsinh, MOTE_BOTH(std::asinh), MOTE_COMPLEX(std::asinh)),
      Function(Op::kAtan, MOTE_BOTH(std::atan), ComplexAtan),
      Function(Op::kAtanh, MOTE_BOTH(std::atanh), ComplexAtanh),
      Function(Op::kCosh, MOTE_BOTH(std::cosh), MOTE_COMPLEX(std::cosh)),
      Function(Op::kSinh, MOTE_BOTH(std::sinh), MOTE_COMPLEX(std::sinh)),
      {.op = Op::kAsinAcosKernel, .complex_unary = AsinAcosKernel},
      {.op = Op::kAtan2, .binary = [](double y, double x) { return std::atan2(y, x); },
       .wide_binary = [](long double y, long double x) { return std::atan2(y, x); }, .complex_binary = ComplexAtan2},
  };
  return rows;
}

#undef MOTE_BOTH
#undef MOTE_COMPLEX

}  // namespace mote::evaluation
