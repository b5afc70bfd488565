// Largest error of every complex function of the evaluator against MPFR, in units of the last place of the result's modulus, as a table.
// usage: accuracy_complex [LOG2_POINTS [FUNCTION]]   2^LOG2_POINTS points per function and type (default 20), and edges
// Finite arguments only: what infinities and NaN give is in the conformance suites. Exit code 1 when an error is above 4.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "complex_reference.h"
#include "evaluate/evaluate.h"

namespace mote {
namespace {

constexpr double kLimit = 4;
constexpr double kLargestPower = 1024;  // of |b log a|: e to the power of more is out of range or turns many times
using Complex = std::complex<double>;

struct Format {
  ElementType type;
  int precision, lowest;  // bits of significand; exponent of the smallest normal number as mpfr counts it
  double largest, smallest, epsilon;
};
const Format kFormats[] = {
    {ElementType::kC64, 24, -125, std::numeric_limits<float>::max(), std::numeric_limits<float>::denorm_min(),
     std::numeric_limits<float>::epsilon()},
    {ElementType::kC128, 53, -1021, std::numeric_limits<double>::max(), std::numeric_limits<double>::denorm_min(),
     std::numeric_limits<double>::epsilon()},
};

Real Difference(const Format& f, double got, const Real& exact) {
  if (std::isinf(got)) got = std::copysign(f.largest, got);
  Real difference(got, kComplexPrecision);
  mpfr_sub(difference.get(), difference.get(), exact.get(), MPFR_RNDN);
  return difference;
}

// In units of the last place of the exact result's modulus. Where that is beyond the range, any infinity or largest number is right.
double ErrorInUlp(const Format& f, Complex got, const ComplexReal& exact) {
  if (std::isnan(got.real()) || std::isnan(got.imag())) return HUGE_VAL;
  Real modulus(kComplexPrecision);
  mpfr_hypot(modulus.get(), exact.x.get(), exact.y.get(), MPFR_RNDN);
  if (mpfr_nan_p(modulus.get()) != 0) return HUGE_VAL;
  if (mpfr_cmp_d(modulus.get(), f.largest) > 0) return std::abs(got) >= f.largest * (1 - 2 * f.epsilon) ? 0 : HUGE_VAL;
  const long exponent = mpfr_zero_p(modulus.get()) != 0 ? f.lowest : std::max<long>(mpfr_get_exp(modulus.get()), f.lowest);
  const Real real = Difference(f, got.real(), exact.x), imaginary = Difference(f, got.imag(), exact.y);
  mpfr_hypot(modulus.get(), real.get(), imaginary.get(), MPFR_RNDN);
  mpfr_mul_2si(modulus.get(), modulus.get(), f.precision - exponent, MPFR_RNDN);
  return mpfr_get_d(modulus.get(), MPFR_RNDN);
}

class Points {
 public:
  Points(const Format& format, int operands) : format_(format), operands_(operands) {}
  std::vector<Literal> Make(int64_t count);

 private:
  double Uniform() { return std::ldexp(static_cast<double>(random_() >> 11), -52) - 1; }
  double Bits();
  Complex Random(int64_t i);
  std::vector<double> EdgeParts() const;

  const Format& format_;
  int operands_;
  std::mt19937_64 random_{20240611};
};

// A finite number of any magnitude.
double Points::Bits() {
  for (;;) {
    double value;
    const uint64_t bits = random_();
    if (format_.type == ElementType::kC64) {
      float narrow;
      std::memcpy(&narrow, &bits, sizeof narrow);
      value = narrow;
    } else {
      std::memcpy(&value, &bits, sizeof value);
    }
    if (std::isfinite(value)) return value;
  }
}

// By turns: any magnitudes, moderate ones, one of each, near a point where functions branch or vanish, near the unit circle.
Complex Points::Random(int64_t i) {
  const double scale = std::ldexp(1.0, static_cast<int>(random_() % 14) - 5), near = std::ldexp(1.0, -static_cast<int>(random_() % 40));
  switch (i % 5) {
    case 0: return {Bits(), Bits()};
    case 1: return {Uniform() * scale, Uniform() * scale};
    case 2: return random_() % 2 == 0 ? Complex(Bits(), Uniform() * scale) : Complex(Uniform() * scale, Bits());
    case 3: {
      static const Complex kPoints[] = {1, -1, {0, 1}, {0, -1}, 0, -2, M_PI, {0, M_PI}};
      return kPoints[random_() % std::size(kPoints)] + Complex(Uniform() * near, Uniform() * near);
    }
    default: return std::polar(1 + Uniform() * near, Uniform() * M_PI);
  }
}

std::vector<double> Points::EdgeParts() const {
  std::vector<double> parts = {0,
                               0.5,
                               1,
                               1 - format_.epsilon / 2,
                               1 + format_.epsilon,
                               2,
                               M_PI / 2,
                               M_PI,
                               88,
                               710,
                               1e10,
                               std::ldexp(format_.smallest, format_.precision - 1),
                               format_.smallest,
                               std::sqrt(format_.largest),
                               format_.largest / 2,
                               format_.largest};
  if (operands_ == 2) parts = {0, 0.5, 1, 1 + format_.epsilon, 3, format_.smallest, format_.largest};
  const size_t positive = parts.size();
  for (size_t i = 0; i < positive; ++i) parts.push_back(-parts[i]);
  return parts;
}

std::vector<Literal> Points::Make(int64_t count) {
  const std::vector<double> parts = EdgeParts();
  const int64_t n = static_cast<int64_t>(parts.size()), edges = operands_ == 1 ? n * n : n * n * n * n;
  std::vector<Literal> operands(static_cast<size_t>(operands_), Literal(Shape::Array(format_.type, {count + edges})));
  for (int64_t i = 0; i < count + edges; ++i) {
    int64_t digits = i - count;
    for (Literal& operand : operands) {
      if (i < count) {
        operand.SetComplex(i, Random(operands_ == 2 ? static_cast<int64_t>(random_() % 5) : i));
        continue;
      }
      operand.SetComplex(i, {parts[static_cast<size_t>(digits % n)], parts[static_cast<size_t>(digits / n % n)]});
      digits /= n * n;
    }
  }
  return operands;
}

// What is measured. Poles, the cut of atan2's root and 0 to a power have conventions, not accuracy.
bool InDomain(Op op, Complex a, Complex b) {
  switch (op) {
    case Op::kLog: case Op::kRsqrt: return a != 0.0;
    case Op::kLogPlusOne: return a != -1.0;
    case Op::kDivide: return b != 0.0;
    case Op::kAtan2: {
      const std::complex<long double> y(a), x(b), squares = y * y + x * x;
      return squares.imag() != 0 || squares.real() > 0;
    }
    case Op::kPower: return a != 0.0 && std::abs(b * std::log(a)) < kLargestPower;
    default: return true;
  }
}

struct Finding {
  double worst = 0;
  Complex at[2];
  int64_t measured = 0;
};

ComplexReal Exactly(Complex z) {
  ComplexReal out;
  mpfr_set_d(out.x.get(), z.real(), MPFR_RNDN);
  mpfr_set_d(out.y.get(), z.imag(), MPFR_RNDN);
  return out;
}

Finding Worst(const ComplexFunction& f, const Format& format, int64_t count) {
  Finding finding;
  const std::vector<Literal> operands = Points(format, f.operands).Make(count);
  Instruction instruction;
  instruction.op = f.op;
  Shape shape = operands[0].shape();
  if (f.op == Op::kAbs) shape.element_type = format.type == ElementType::kC64 ? ElementType::kF32 : ElementType::kF64;
  instruction.shapes = {shape};
  instruction.operands.resize(operands.size());
  const Result<Literal> result = EvaluateOperation(Module(), instruction, operands);
  if (!result.ok()) {
    std::fprintf(stderr, "%s\n", FormatDiagnostic(result.error()).c_str());
    finding.worst = HUGE_VAL;
    return finding;
  }
  for (int64_t i = 0; i < result->size(); ++i) {
    const Complex a = operands[0].ComplexAt(i), b = operands.back().ComplexAt(i);
    if (!InDomain(f.op, a, b)) continue;
    ++finding.measured;
    const double error = ErrorInUlp(format, result->ComplexAt(i), f.reference(Exactly(a), Exactly(b)));
    if (!(error > finding.worst)) continue;
    finding = {error, {a, b}, finding.measured};
  }
  return finding;
}

}  // namespace
}  // namespace mote

int main(int argc, char** argv) {
  const int log2_points = argc > 1 ? std::atoi(argv[1]) : 20;
  const char* only = argc > 2 ? argv[2] : nullptr;
  bool ok = true;
  std::printf("%-22s %8s %8s %10s  limit (ULP of the modulus)\n", "function", "c64", "c128", "points");
  for (const mote::ComplexFunction& f : mote::ComplexFunctions()) {
    if (only != nullptr && std::string(only) != f.name) continue;
    std::printf("%-22s", f.name);
    int64_t points = 0;
    for (const mote::Format& format : mote::kFormats) {
      const mote::Finding finding = mote::Worst(f, format, int64_t{1} << log2_points);
      points = finding.measured;
      std::printf(" %8.3f", finding.worst);
      std::fflush(stdout);
      if (finding.worst <= mote::kLimit) continue;
      ok = false;
      std::printf("(at %a %a", finding.at[0].real(), finding.at[0].imag());
      if (f.operands == 2) std::printf(", %a %a", finding.at[1].real(), finding.at[1].imag());
      std::printf(")");
    }
    std::printf(" %10lld  %g\n", static_cast<long long>(points), mote::kLimit);
  }
  mpfr_free_cache();
  return ok ? 0 : 1;
}
