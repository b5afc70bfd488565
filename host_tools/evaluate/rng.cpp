// Rng and rng-get-and-update-state, by the formulas of hlo/random_numbers.h. The state belongs to the run (EvaluateOptions::rng_state).
#include <bit>
#include <cmath>
#include <type_traits>

#include "evaluate/elements.h"
#include "evaluate/random.h"
#include "hlo/random_numbers.h"

namespace mote::evaluation {
namespace {

std::vector<uint64_t> Draw(Call& call, ElementType words) {
  std::vector<uint64_t> state(call.context.rng_state.begin(), call.context.rng_state.end());
  std::vector<uint64_t> bits = ThreeFryBits(state, Shape::Array(words, call.shape().dims));
  call.context.rng_state[1] = state[1];
  return bits;
}

Result<Literal> UniformIntegers(Call& call) {
  const int64_t low = call.operand(0).IntegerAt(0), high = call.operand(1).IntegerAt(0);
  const bool ascending =
      IsUnsigned(call.shape().element_type) ? static_cast<uint64_t>(low) < static_cast<uint64_t>(high) : low < high;
  const uint64_t span = ascending ? static_cast<uint64_t>(high) - static_cast<uint64_t>(low) : 1;
  std::vector<int64_t> values;
  const uint64_t from = static_cast<uint64_t>(low);
  for (const uint64_t word : Draw(call, ElementType::kU64)) values.push_back(static_cast<int64_t>(from + word % span));
  return Narrow(call.shape(), values);
}

// The largest value of the type below x.
double Below(ElementType type, double x) {
  if (type == ElementType::kF64) return std::nextafter(x, -HUGE_VAL);
  if (x == 0) return -DecodeFloat(type, 1);
  const uint64_t bits = EncodeFloat(type, x);
  return DecodeFloat(type, x > 0 ? bits - 1 : bits + 1);
}

template <typename Real>
Real Horner(Real x, const double (&coefficients)[8]) {
  Real sum = static_cast<Real>(coefficients[7]);
  for (int k = 6; k >= 0; --k) sum = sum * x + static_cast<Real>(coefficients[k]);
  return sum;
}

template <typename Real>
Real Quotient(Real x, const normal_quantile::Ratio& ratio) {
  return Horner(x, ratio.numerator) / Horner(x, ratio.denominator);
}

// -log(n / 2^(bits + 1))
template <typename Real, typename Word>
Real NegatedLog(Word n) {
  constexpr int kBits = 8 * sizeof(Word);
  const int leading = std::countl_zero(n);
  Real m = static_cast<Real>(static_cast<Word>(n << leading)) * static_cast<Real>(std::ldexp(1.0, 1 - kBits));
  Real k = static_cast<Real>(leading + 2);
  if (m > static_cast<Real>(normal_quantile::kSqrt2)) {
    m = m * static_cast<Real>(0.5);
    k = k - 1;
  }
  const Real s = (m - 1) / (m + 1), square = s * s;
  Real sum = static_cast<Real>(2.0 / normal_quantile::kLastOdd);
  for (int odd = normal_quantile::kLastOdd - 2; odd > 0; odd -= 2) sum = sum * square + static_cast<Real>(2.0 / odd);
  return k * static_cast<Real>(normal_quantile::kLn2) - s * sum;
}

template <typename Real, typename Word>
Real Quantile(Word w) {
  using namespace normal_quantile;
  constexpr int kBits = 8 * sizeof(Word);
  const Word n = w | 1;
  const Real q = static_cast<Real>(0.5) - static_cast<Real>(n) * static_cast<Real>(std::ldexp(1.0, -kBits - 1));
  Real z;
  if (q <= static_cast<Real>(kCentral)) {
    const Real r = static_cast<Real>(kCentralSquare) - q * q;
    z = q * Horner(r, kCentralRatio.numerator) / Horner(r, kCentralRatio.denominator);
  } else {
    const Real r = std::sqrt(NegatedLog<Real>(n));
    z = r <= static_cast<Real>(kFar) ? Quotient(r - static_cast<Real>(kNear), kNearRatio)
                                     : Quotient(r - static_cast<Real>(kFar), kFarRatio);
  }
  return (w & 1) != 0 ? z : -z;
}

// Computed in Real from words of its width.
template <typename Real>
Result<Literal> Floats(Call& call, bool normal) {
  using Word = std::conditional_t<sizeof(Real) == 8, uint64_t, uint32_t>;
  const ElementType type = call.shape().element_type;
  const auto a = static_cast<Real>(call.operand(0).RealAt(0)), b = static_cast<Real>(call.operand(1).RealAt(0));
  const double largest = a < b ? Below(type, static_cast<double>(b)) : static_cast<double>(a);
  constexpr int kUnitBits = sizeof(Real) == 8 ? 53 : 24, kDropped = 8 * sizeof(Word) - kUnitBits;
  std::vector<double> values;
  for (const uint64_t bits : Draw(call, sizeof(Real) == 8 ? ElementType::kU64 : ElementType::kU32)) {
    const auto word = static_cast<Word>(bits);
    if (normal) {
      values.push_back(static_cast<double>(a + b * Quantile<Real>(word)));
      continue;
    }
    const Real unit = static_cast<Real>(static_cast<Word>(word >> kDropped)) * static_cast<Real>(std::ldexp(1.0, -kUnitBits));
    const double x = Rounded(type, static_cast<double>(a + (b - a) * unit));
    values.push_back(x > largest ? largest : x);
  }
  return Narrow(call.shape(), values);
}

}  // namespace

Result<Literal> Rng(Call& call) {
  MOTE_CHECK_OK(call.context.Spend(static_cast<uint64_t>(call.shape().ElementCount())));
  const ElementType type = call.shape().element_type;
  if (!IsFloat(type)) return UniformIntegers(call);
  const bool normal = call.instruction.Text(Attr::kRngDistribution) == "NORMAL";
  return type == ElementType::kF64 ? Floats<double>(call, normal) : Floats<float>(call, normal);
}

Result<Literal> RngGetAndUpdateState(Call& call) {
  if (call.shape().element_type != ElementType::kU64 || call.shape().dims != Dims{2}) {
    return call.Fail(Rule::kUnsupported, "the state is u64[2], not " + ToString(call.shape()));
  }
  std::array<uint64_t, 2>& state = call.context.rng_state;
  Literal out(call.shape());
  for (int64_t i = 0; i < 2; ++i) out.SetInteger(i, static_cast<int64_t>(state[static_cast<size_t>(i)]));
  state[1] += RngDelta(call.instruction);
  return out;
}

}  // namespace mote::evaluation
