// Conversions of OPS.md 2.2: convert, reduce_precision, complex, real, imag, conj. Float to integer truncates, saturates and maps NaN to 0;
// everything else rounds once to nearest even, in the store.
#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluate/lanes.h"

namespace mote::evaluation {
namespace {

int64_t ToInteger(ElementType type, double value) {
  if (std::isnan(value)) return 0;
  int width = BitWidth(type);
  double low = IsSigned(type) ? -std::ldexp(1.0, width - 1) : 0.0;
  double above = std::ldexp(1.0, IsSigned(type) ? width - 1 : width);
  double truncated = std::trunc(value);
  if (truncated < low) truncated = low;
  if (truncated >= above) {
    return IsSigned(type) ? static_cast<int64_t>((uint64_t{1} << (width - 1)) - 1) : static_cast<int64_t>(~uint64_t{0} >> (64 - width));
  }
  return IsSigned(type) ? static_cast<int64_t>(truncated) : static_cast<int64_t>(static_cast<uint64_t>(truncated));
}

double IntegerToReal(ElementType from, ElementType to, int64_t value) {
  bool is_double = to == ElementType::kF64 || to == ElementType::kC128;
  if (IsSigned(from)) return is_double ? static_cast<double>(value) : ToOddDouble(value);
  uint64_t bits = static_cast<uint64_t>(value);
  return is_double ? static_cast<double>(bits) : ToOddDouble(bits);
}

void ConvertInteger(const Lanes& l) {
  const int64_t* in = l.input<int64_t>(0);
  switch (FormOf(l.result)) {
    case Form::kInteger:
      for (int64_t i = 0; i < l.n; ++i) l.output<int64_t>()[i] = in[i];
      return;
    case Form::kReal:
      for (int64_t i = 0; i < l.n; ++i) l.output<double>()[i] = IntegerToReal(l.operand, l.result, in[i]);
      return;
    case Form::kComplex:
      for (int64_t i = 0; i < l.n; ++i) l.output<Complex>()[i] = IntegerToReal(l.operand, l.result, in[i]);
  }
}

void ConvertRealTo(const Lanes& l, int64_t i, double value) {
  if (IsPred(l.result)) {
    l.output<int64_t>()[i] = value != 0;
  } else if (FormOf(l.result) == Form::kInteger) {
    l.output<int64_t>()[i] = ToInteger(l.result, value);
  } else if (FormOf(l.result) == Form::kReal) {
    l.output<double>()[i] = value;
  } else {
    l.output<Complex>()[i] = value;
  }
}

void ConvertReal(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) ConvertRealTo(l, i, l.input<double>(0)[i]);
}

void ConvertComplex(const Lanes& l) {
  const Complex* in = l.input<Complex>(0);
  for (int64_t i = 0; i < l.n; ++i) {
    if (IsComplex(l.result)) {
      l.output<Complex>()[i] = in[i];
    } else if (IsPred(l.result)) {
      l.output<int64_t>()[i] = in[i].real() != 0;
    } else {
      ConvertRealTo(l, i, in[i].real());
    }
  }
}

// Fields of a format whose layout is sign, exponent, mantissa.
struct Layout {
  int exponent = 0, mantissa = 0;
};
Layout LayoutOf(ElementType type) {
  switch (type) {
    case ElementType::kF64: return {11, 52};
    case ElementType::kF32: return {8, 23};
    case ElementType::kBF16: return {8, 7};
    case ElementType::kF16: return {5, 10};
    default: return {};
  }
}

// On the bits of the value's own format, subnormals too: rounds to `mantissa` bits, then applies the range of `exponent` bits, where too
// large becomes infinity and too small zero. A NaN stays one, without mantissa bits too (OPS.md 2.2 ReducePrecision).
double Reduced(double value, ElementType type, const Layout& own, int exponent, int mantissa) {
  const uint64_t all = EncodeFloat(type, value), sign = uint64_t{1} << (own.exponent + own.mantissa);
  const uint64_t infinity = ((uint64_t{1} << own.exponent) - 1) << own.mantissa;
  uint64_t bits = all & (sign - 1);
  if (bits > infinity) return value;
  if (mantissa < own.mantissa) {
    const int dropped = own.mantissa - mantissa;
    bits += (uint64_t{1} << (dropped - 1)) - 1 + (bits >> dropped & 1);
    bits &= ~((uint64_t{1} << dropped) - 1);
  }
  if (exponent < own.exponent) {
    const int64_t e = static_cast<int64_t>(bits >> own.mantissa) - ((1 << (own.exponent - 1)) - 1), bias = (1 << (exponent - 1)) - 1;
    if (e > bias) bits = infinity;
    if (e < 1 - bias) bits = 0;
  }
  return DecodeFloat(type, bits | (all & sign));
}

// Formats of 8 bits and fewer reduce as the f32 they are exact in, and round back.
void ReducePrecision(const Lanes& l) {
  const int exponent = static_cast<int>(std::min<int64_t>(l.instruction->Int(Attr::kExponentBits), 64));
  const int mantissa = static_cast<int>(std::min<int64_t>(l.instruction->Int(Attr::kMantissaBits), 64));
  const bool known = LayoutOf(l.operand).exponent != 0;
  const ElementType type = known ? l.operand : ElementType::kF32;
  for (int64_t i = 0; i < l.n; ++i) l.output<double>()[i] = Reduced(l.input<double>(0)[i], type, LayoutOf(type), exponent, mantissa);
}

void MakeComplex(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<Complex>()[i] = {l.input<double>(0)[i], l.input<double>(1)[i]};
}
void Identity(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<double>()[i] = l.input<double>(0)[i];
}
void Zero(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<double>()[i] = 0;
}
void RealPart(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<double>()[i] = l.input<Complex>(0)[i].real();
}
void ImaginaryPart(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<double>()[i] = l.input<Complex>(0)[i].imag();
}
void Conjugate(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<Complex>()[i] = std::conj(l.input<Complex>(0)[i]);
}
template <typename T>
void Copy(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) l.output<T>()[i] = l.input<T>(0)[i];
}

// HLO stochastic-convert: the fraction rounds up when it exceeds the random bits read as a fraction.
void StochasticConvert(const Lanes& l) {
  for (int64_t i = 0; i < l.n; ++i) {
    double value = l.input<double>(0)[i], magnitude = std::fabs(value), whole = std::trunc(magnitude);
    double threshold = std::ldexp(static_cast<double>(l.input<uint64_t>(1)[i]), -BitWidth(l.operand));
    if (std::isfinite(value) && magnitude - whole > threshold) whole += 1;
    ConvertRealTo(l, i, std::isfinite(value) ? std::copysign(whole, value) : value);
  }
}

}  // namespace

std::span<const LaneRow> ConversionLanes() {
  static const LaneRow rows[] = {
      {.op = Op::kConvert, .pred = ConvertInteger, .signed_integer = ConvertInteger, .unsigned_integer = ConvertInteger,
       .real = ConvertReal, .complex = ConvertComplex},
      {.op = Op::kReducePrecision, .real = ReducePrecision},
      {.op = Op::kComplex, .real = MakeComplex},
      {.op = Op::kReal, .real = Identity, .complex = RealPart},
      {.op = Op::kImag, .real = Zero, .complex = ImaginaryPart},
      {.op = Op::kConj, .pred = Copy<int64_t>, .signed_integer = Copy<int64_t>, .unsigned_integer = Copy<int64_t>, .real = Identity,
       .complex = Conjugate},
      {.op = Op::kStochasticConvert, .real = StochasticConvert},
  };
  return rows;
}

}  // namespace mote::evaluation
