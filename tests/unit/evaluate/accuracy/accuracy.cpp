// Largest error of every elementary and special function of the evaluator against MPFR, printed as a table.
// usage: accuracy_evaluate [LOG2_POINTS [FUNCTION]]   f16 and bf16 are exhaustive; f32 and f64 take 2^LOG2_POINTS random bit patterns
// (default 20) Exit code 1 when an error is above the limit: 1 ULP for elementary functions, 4 for special ones away from their zeros.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <vector>

#include "evaluate/evaluate.h"
#include "real.h"

namespace mote {
namespace {

using Reference = std::function<void(Real& out, const Real& x, const Real& y)>;
using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

Reference One(Unary f) {
  return [f](Real& out, const Real& x, const Real&) { f(out.get(), x.get(), MPFR_RNDN); };
}

void Logistic(Real& out, const Real& x, const Real&) {
  Real e;
  mpfr_neg(e.get(), x.get(), MPFR_RNDN);
  mpfr_exp(e.get(), e.get(), MPFR_RNDN);
  mpfr_add_ui(e.get(), e.get(), 1, MPFR_RNDN);
  mpfr_ui_div(out.get(), 1, e.get(), MPFR_RNDN);
}

void ReciprocalSqrt(Real& out, const Real& x, const Real&) {
  mpfr_rec_sqrt(out.get(), x.get(), MPFR_RNDN);
  if (mpfr_zero_p(x.get()) != 0) mpfr_set_inf(out.get(), mpfr_signbit(x.get()) != 0 ? -1 : 1);
}

void LogGamma(Real& out, const Real& x, const Real&) {
  int sign = 0;
  mpfr_lgamma(out.get(), &sign, x.get(), MPFR_RNDN);
}

// Solves erf(y) = x by Newton steps from the double solution's neighbourhood.
void ErfInverse(Real& out, const Real& x, const Real&) {
  double a = mpfr_get_d(x.get(), MPFR_RNDN);
  if (!(std::fabs(a) < 1)) {
    if (std::fabs(a) == 1) mpfr_set_inf(out.get(), a > 0 ? 1 : -1);
    else mpfr_set_nan(out.get());
    return;
  }
  // Winitzki's start, then Newton; the precision doubles with every step.
  double t = std::log1p(-a * a), s = 2 / (M_PI * 0.147) + t / 2;
  double start = std::fabs(a) < 1e-4 ? std::fabs(a) * 0.886226925452758 : std::sqrt(std::sqrt(s * s - t / 0.147) - s);
  Real y(std::copysign(start, a)), error, slope, factor;
  mpfr_const_pi(factor.get(), MPFR_RNDN);
  mpfr_sqrt(factor.get(), factor.get(), MPFR_RNDN);
  mpfr_div_ui(factor.get(), factor.get(), 2, MPFR_RNDN);
  for (int step = 0; step < 7; ++step) {
    mpfr_erf(error.get(), y.get(), MPFR_RNDN);
    mpfr_sub(error.get(), error.get(), x.get(), MPFR_RNDN);
    mpfr_sqr(slope.get(), y.get(), MPFR_RNDN);
    mpfr_exp(slope.get(), slope.get(), MPFR_RNDN);
    mpfr_mul(error.get(), error.get(), slope.get(), MPFR_RNDN);
    mpfr_mul(error.get(), error.get(), factor.get(), MPFR_RNDN);
    mpfr_sub(y.get(), y.get(), error.get(), MPFR_RNDN);
  }
  out = y;
}

// exp(-|x|) I1(x) by its power series below 200 and the leading asymptotic terms above.
void BesselI1Scaled(Real& out, const Real& x, const Real&) {
  double a = std::fabs(mpfr_get_d(x.get(), MPFR_RNDN));
  Real magnitude, term, sum, scale;
  mpfr_abs(magnitude.get(), x.get(), MPFR_RNDN);
  if (std::isinf(a)) {
    mpfr_set_zero(out.get(), mpfr_signbit(x.get()) != 0 ? -1 : 1);
    return;
  }
  if (a == 0) {
    out = x;
    return;
  }
  mpfr_set_zero(sum.get(), 1);
  if (a < 200) {
    Real quarter;
    mpfr_div_ui(term.get(), magnitude.get(), 2, MPFR_RNDN);
    mpfr_sqr(quarter.get(), term.get(), MPFR_RNDN);
    for (unsigned long k = 1; k < 900 && (k == 1 || k < 2 * a || mpfr_get_exp(term.get()) > mpfr_get_exp(sum.get()) - 150); ++k) {
      mpfr_add(sum.get(), sum.get(), term.get(), MPFR_RNDN);
      mpfr_mul(term.get(), term.get(), quarter.get(), MPFR_RNDN);
      mpfr_div_ui(term.get(), term.get(), k * (k + 1), MPFR_RNDN);
    }
    mpfr_neg(scale.get(), magnitude.get(), MPFR_RNDN);
    mpfr_exp(scale.get(), scale.get(), MPFR_RNDN);
    mpfr_mul(sum.get(), sum.get(), scale.get(), MPFR_RNDN);
  } else {
    mpfr_set_ui(term.get(), 1, MPFR_RNDN);
    for (long k = 1; k < 40; ++k) {
      mpfr_add(sum.get(), sum.get(), term.get(), MPFR_RNDN);
      mpfr_mul_si(term.get(), term.get(), (2 * k - 1) * (2 * k - 1) - 4, MPFR_RNDN);
      mpfr_div_si(term.get(), term.get(), 8 * k, MPFR_RNDN);
      mpfr_div(term.get(), term.get(), magnitude.get(), MPFR_RNDN);
    }
    mpfr_const_pi(scale.get(), MPFR_RNDN);
    mpfr_mul(scale.get(), scale.get(), magnitude.get(), MPFR_RNDN);
    mpfr_mul_ui(scale.get(), scale.get(), 2, MPFR_RNDN);
    mpfr_sqrt(scale.get(), scale.get(), MPFR_RNDN);
    mpfr_div(sum.get(), sum.get(), scale.get(), MPFR_RNDN);
  }
  mpfr_copysign(out.get(), sum.get(), x.get(), MPFR_RNDN);
}

// B(2k)/(2k)! = ±2 zeta(2k) / (2π)^2k.
const Real& BernoulliRatio(unsigned long k) {
  static std::vector<Real> ratios;
  while (ratios.size() <= k) {
    unsigned long index = ratios.size();
    Real ratio, circle;
    if (index > 0) {
      mpfr_zeta_ui(ratio.get(), 2 * index, MPFR_RNDN);
      mpfr_mul_si(ratio.get(), ratio.get(), index % 2 == 1 ? 2 : -2, MPFR_RNDN);
      mpfr_const_pi(circle.get(), MPFR_RNDN);
      mpfr_mul_ui(circle.get(), circle.get(), 2, MPFR_RNDN);
      mpfr_pow_ui(circle.get(), circle.get(), 2 * index, MPFR_RNDN);
      mpfr_div(ratio.get(), ratio.get(), circle.get(), MPFR_RNDN);
    }
    ratios.push_back(ratio);
  }
  return ratios[k];
}

// Hurwitz zeta for s > 1, q > 0: sixty terms, then Euler–Maclaurin with Bernoulli numbers from zeta(2k).
void HurwitzZeta(Real& out, const Real& s, const Real& q) {
  Real sum, at(q), power, negated, term, scale, factor;
  mpfr_set_zero(sum.get(), 1);
  mpfr_neg(negated.get(), s.get(), MPFR_RNDN);
  for (int i = 0; i < 60; ++i) {
    mpfr_pow(power.get(), at.get(), negated.get(), MPFR_RNDN);
    mpfr_add(sum.get(), sum.get(), power.get(), MPFR_RNDN);
    mpfr_add_ui(at.get(), at.get(), 1, MPFR_RNDN);
  }
  mpfr_pow(power.get(), at.get(), negated.get(), MPFR_RNDN);
  mpfr_sub_ui(term.get(), s.get(), 1, MPFR_RNDN);
  mpfr_div(term.get(), at.get(), term.get(), MPFR_RNDN);
  mpfr_mul(term.get(), term.get(), power.get(), MPFR_RNDN);
  mpfr_add(sum.get(), sum.get(), term.get(), MPFR_RNDN);
  mpfr_div_ui(term.get(), power.get(), 2, MPFR_RNDN);
  mpfr_add(sum.get(), sum.get(), term.get(), MPFR_RNDN);
  // The k-th term multiplies B(2k)/(2k)! by s(s+1)…(s+2k-2) / at^(2k-1).
  mpfr_div(scale.get(), power.get(), at.get(), MPFR_RNDN);
  factor = s;
  for (unsigned long k = 1; k <= 25; ++k) {
    mpfr_mul(term.get(), BernoulliRatio(k).get(), factor.get(), MPFR_RNDN);
    mpfr_mul(term.get(), term.get(), scale.get(), MPFR_RNDN);
    mpfr_add(sum.get(), sum.get(), term.get(), MPFR_RNDN);
    for (unsigned long step = 2 * k - 1; step <= 2 * k; ++step) {
      mpfr_add_ui(term.get(), s.get(), step, MPFR_RNDN);
      mpfr_mul(factor.get(), factor.get(), term.get(), MPFR_RNDN);
      mpfr_div(scale.get(), scale.get(), at.get(), MPFR_RNDN);
    }
  }
  out = sum;
}

void Polygamma(Real& out, const Real& n, const Real& x) {
  Real order, factorial;
  mpfr_add_ui(order.get(), n.get(), 1, MPFR_RNDN);
  HurwitzZeta(out, order, x);
  mpfr_gamma(factorial.get(), order.get(), MPFR_RNDN);
  mpfr_mul(out.get(), out.get(), factorial.get(), MPFR_RNDN);
  if (mpfr_get_si(n.get(), MPFR_RNDN) % 2 == 0) mpfr_neg(out.get(), out.get(), MPFR_RNDN);
}

struct Format {
  ElementType type;
  int precision, lowest;  // bits of significand; exponent of the smallest normal number as mpfr counts it
  double largest;
};
const Format kFormats[] = {
    {ElementType::kF16, 11, -13, 65504},
    {ElementType::kBF16, 8, -125, 3.3895313892515355e38},
    {ElementType::kF32, 24, -125, 3.4028234663852886e38},
    {ElementType::kF64, 53, -1021, 1.7976931348623157e308},
};

// In units of the last place of the exact result.
double ErrorInUlp(const Format& f, double got, const Real& exact) {
  if (mpfr_nan_p(exact.get()) != 0 || std::isnan(got)) return (mpfr_nan_p(exact.get()) != 0) == std::isnan(got) ? 0 : HUGE_VAL;
  Real largest(f.largest);
  if (mpfr_cmpabs(exact.get(), largest.get()) > 0) {
    // Beyond the range infinity is right, and the largest number is less than one step off.
    bool same_sign = (mpfr_sgn(exact.get()) > 0) == (got > 0);
    return same_sign && std::fabs(got) >= f.largest ? 0 : HUGE_VAL;
  }
  if (std::isinf(got)) got = std::copysign(f.largest, got);
  if (mpfr_zero_p(exact.get()) != 0) return got == 0 ? 0 : HUGE_VAL;
  Real difference(got);
  mpfr_sub(difference.get(), difference.get(), exact.get(), MPFR_RNDN);
  long exponent = std::max<long>(mpfr_get_exp(exact.get()), f.lowest);
  mpfr_mul_2si(difference.get(), difference.get(), f.precision - exponent, MPFR_RNDN);
  return std::fabs(mpfr_get_d(difference.get(), MPFR_RNDN));
}

struct Function {
  const char* name;
  Op op;
  Reference reference;
  double limit;
  int operands = 1;
  std::function<bool(double, double)> domain = nullptr;  // what is measured; everything when null
  double zero_margin = 0;                                // results nearer to 0 are not measured
};

bool PositivePair(double s, double q) { return s > 1.01 && s < 50 && q > 0.001 && q < 1e6; }
bool OrderAndPositive(double n, double x) { return n >= 1 && n <= 12 && n == std::floor(n) && x > 0.01 && x < 1e4; }

std::vector<Function> Functions() {
  auto two = [](int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t)) {
    return Reference([f](Real& out, const Real& x, const Real& y) { f(out.get(), x.get(), y.get(), MPFR_RNDN); });
  };
  return {
      {"exponential", Op::kExponential, One(mpfr_exp), 1},
      {"exponential_minus_one", Op::kExponentialMinusOne, One(mpfr_expm1), 1},
      {"log", Op::kLog, One(mpfr_log), 1},
      {"log_plus_one", Op::kLogPlusOne, One(mpfr_log1p), 1},
      {"logistic", Op::kLogistic, Logistic, 1},
      {"sine", Op::kSine, One(mpfr_sin), 1},
      {"cosine", Op::kCosine, One(mpfr_cos), 1},
      {"tan", Op::kTan, One(mpfr_tan), 1},
      {"tanh", Op::kTanh, One(mpfr_tanh), 1},
      {"sqrt", Op::kSqrt, One(mpfr_sqrt), 0.5},
      {"rsqrt", Op::kRsqrt, ReciprocalSqrt, 1},
      {"cbrt", Op::kCbrt, One(mpfr_cbrt), 1},
      {"acos", Op::kAcos, One(mpfr_acos), 1},
      {"acosh", Op::kAcosh, One(mpfr_acosh), 1},
      {"asin", Op::kAsin, One(mpfr_asin), 1},
      {"asinh", Op::kAsinh, One(mpfr_asinh), 1},
      {"atan", Op::kAtan, One(mpfr_atan), 1},
      {"atanh", Op::kAtanh, One(mpfr_atanh), 1},
      {"cosh", Op::kCosh, One(mpfr_cosh), 1},
      {"sinh", Op::kSinh, One(mpfr_sinh), 1},
      {"atan2", Op::kAtan2, two(mpfr_atan2), 1, 2},
      {"power", Op::kPower, two(mpfr_pow), 1, 2},
      {"erf", Op::kErf, One(mpfr_erf), 4},
      {"erfc", Op::kErfc, One(mpfr_erfc), 4},
      {"erf_inv", Op::kErfInv, ErfInverse, 4, 1, [](double x, double) { return std::fabs(x) <= 1 && std::fabs(x) > 1e-290; }},
      {"lgamma", Op::kLgamma, LogGamma, 4, 1, [](double x, double) { return x > -20; }, 0.05},
      {"digamma", Op::kDigamma, One(mpfr_digamma), 4, 1,
       [](double x, double) { return x > -1000 && x != 0 && (x > 0 || x != std::floor(x)); }, 0.05},
      {"bessel_i1e", Op::kBesselI1e, BesselI1Scaled, 4},
      {"zeta", Op::kZeta, HurwitzZeta, 4, 2, PositivePair},
      {"polygamma", Op::kPolygamma, Polygamma, 4, 2, OrderAndPositive},
  };
}

// Random bit patterns and edges; the second operand of binary functions is drawn apart, small ones of a moderate range too.
std::vector<Literal> Points(const Function& f, const Format& format, int64_t count, std::mt19937_64& random) {
  bool exhaustive = BitWidth(format.type) == 16;
  int64_t size = exhaustive && f.operands == 1 ? 65536 : count;
  std::vector<Literal> operands;
  for (int o = 0; o < f.operands; ++o) {
    Literal literal(Shape::Array(format.type, {size}));
    for (int64_t i = 0; i < size; ++i) {
      bool moderate = !exhaustive && i % 2 == 1;
      double uniform = std::ldexp(static_cast<double>(random() >> 11), -53);
      if (f.domain && f.operands == 2) {
        literal.SetReal(i, f.op == Op::kPolygamma && o == 0 ? std::floor(1 + uniform * 12) : std::exp((uniform - 0.4) * 9));
      } else if (moderate || (f.operands == 2 && i % 2 == 1)) {
        literal.SetReal(i, (uniform * 2 - 1) * std::ldexp(1.0, static_cast<int>(i / 2 % 12) - 4));
      } else {
        uint64_t bits = exhaustive && f.operands == 1 ? static_cast<uint64_t>(i) : random();
        std::memcpy(literal.mutable_bytes().data() + i * StorageBytes(format.type), &bits, static_cast<size_t>(StorageBytes(format.type)));
      }
    }
    operands.push_back(std::move(literal));
  }
  return operands;
}

double Worst(const Function& f, const Format& format, int64_t count, double* at) {
  std::mt19937_64 random(20240611);
  std::vector<Literal> operands = Points(f, format, count, random);
  Module module;
  Instruction instruction;
  instruction.op = f.op;
  instruction.shapes = {operands[0].shape()};
  instruction.operands.resize(operands.size());
  Result<Literal> result = EvaluateOperation(module, instruction, operands);
  if (!result.ok()) return HUGE_VAL;
  double worst = 0;
  for (int64_t i = 0; i < result->size(); ++i) {
    double x = operands[0].RealAt(i), y = f.operands == 2 ? operands[1].RealAt(i) : 0;
    if (f.domain && !f.domain(x, y)) continue;
    Real exact;
    f.reference(exact, Real(x), Real(y));
    if (std::fabs(mpfr_get_d(exact.get(), MPFR_RNDN)) < f.zero_margin) continue;
    double error = ErrorInUlp(format, result->RealAt(i), exact);
    if (error > worst) {
      worst = error;
      *at = x;
    }
  }
  return worst;
}

}  // namespace
}  // namespace mote

int main(int argc, char** argv) {
  int log2_points = argc > 1 ? std::atoi(argv[1]) : 20;
  const char* only = argc > 2 ? argv[2] : nullptr;
  bool ok = true;
  std::printf("%-22s %8s %8s %8s %8s  limit (ULP)\n", "function", "f16", "bf16", "f32", "f64");
  for (const mote::Function& f : mote::Functions()) {
    if (only != nullptr && std::string(only) != f.name) continue;
    std::printf("%-22s", f.name);
    for (const mote::Format& format : mote::kFormats) {
      double at = 0, worst = mote::Worst(f, format, int64_t{1} << log2_points, &at);
      std::printf(" %8.3f", worst);
      std::fflush(stdout);
      if (!(worst <= f.limit)) {
        ok = false;
        std::printf("(at %a)", at);
      }
    }
    std::printf("  %g\n", f.limit);
  }
  mpfr_free_cache();
  return ok ? 0 : 1;
}
