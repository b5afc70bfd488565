// EvaluateScalar and the conversions of Load and Store: plain and scalar, one case per row of schema/scalar_ops.def.
#include "kernel/scalar.h"

#include <bit>
#include <cmath>
#include <limits>

#include "hlo/literal.h"

namespace mote {
namespace {

float F(uint64_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits)); }
double D(uint64_t bits) { return std::bit_cast<double>(bits); }
uint64_t B(float value) { return std::bit_cast<uint32_t>(value); }
uint64_t B(double value) { return std::bit_cast<uint64_t>(value); }

// Integer operations of one width: U is uint32_t or uint64_t.
template <typename U>
struct Integers {
  using S = std::make_signed_t<U>;
  static constexpr unsigned kBits = sizeof(U) * 8;
  static constexpr U kLowest = U{1} << (kBits - 1);

  static U DivS(U a, U b) {
    if (b == 0) return ~U{0};
    if (a == kLowest && b == ~U{0}) return a;
    return static_cast<U>(static_cast<S>(a) / static_cast<S>(b));
  }
  static U RemS(U a, U b) {
    if (b == 0) return a;
    if (b == ~U{0}) return 0;
    return static_cast<U>(static_cast<S>(a) % static_cast<S>(b));
  }
  static U DivU(U a, U b) { return b == 0 ? ~U{0} : a / b; }
  static U RemU(U a, U b) { return b == 0 ? a : a % b; }
  static U Shl(U a, U b) { return b >= kBits ? 0 : a << b; }
  static U ShrU(U a, U b) { return b >= kBits ? 0 : a >> b; }
  static U ShrS(U a, U b) { return static_cast<U>(static_cast<S>(a) >> (b >= kBits ? kBits - 1 : b)); }
  static U LtS(U a, U b) { return static_cast<S>(a) < static_cast<S>(b); }
  static U MinS(U a, U b) { return LtS(b, a) ? b : a; }
  static U MaxS(U a, U b) { return LtS(a, b) ? b : a; }
  static U Sext(U a, unsigned bits) { return static_cast<U>(static_cast<S>(a << (kBits - bits)) >> (kBits - bits)); }
  static U Zext(U a, unsigned bits) { return a & ((U{1} << bits) - 1); }
};
using I = Integers<uint32_t>;
using L = Integers<uint64_t>;

template <typename T>
T Min(T a, T b) {
  if (std::isnan(a)) return a;
  if (std::isnan(b)) return b;
  if (a == b) return std::signbit(a) ? a : b;
  return b < a ? b : a;
}

template <typename T>
T Max(T a, T b) {
  if (std::isnan(a)) return a;
  if (std::isnan(b)) return b;
  if (a == b) return std::signbit(a) ? b : a;
  return a < b ? b : a;
}

// Truncates toward zero, saturates, NaN gives 0. T is the integer type.
template <typename T, typename R>
T Saturate(R value) {
  if (std::isnan(value)) return 0;
  const R limit = std::ldexp(R{1}, std::numeric_limits<T>::digits);
  if (value >= limit) return std::numeric_limits<T>::max();
  if (std::is_signed_v<T> ? value < -limit : value <= 0) return std::numeric_limits<T>::min();
  return static_cast<T>(value);
}

float NarrowOdd(double value) {
  const float nearest = static_cast<float>(value);
  if (std::isnan(value) || static_cast<double>(nearest) == value) return nearest;
  // Toward zero, then the last bit set: an inexact result is never a tie for a later rounding.
  float truncated = nearest;
  if (std::fabs(static_cast<double>(nearest)) > std::fabs(value)) truncated = std::nextafterf(nearest, 0.0f);
  return std::bit_cast<float>(std::bit_cast<uint32_t>(truncated) | 1u);
}

float RoundTo(ElementType type, float value) {
  return static_cast<float>(DecodeFloat(type, EncodeFloat(type, static_cast<double>(value))));
}

// 32-bit integer operations; `known` tells whether `op` is one of them.
uint32_t Evaluate32(Scalar op, uint32_t a, uint32_t b, uint32_t c, unsigned imm, bool* known) {
  *known = true;
  switch (op) {
    case Scalar::kAddI: return a + b;
    case Scalar::kSubI: return a - b;
    case Scalar::kMulI: return a * b;
    case Scalar::kDivSI: return I::DivS(a, b);
    case Scalar::kDivUI: return I::DivU(a, b);
    case Scalar::kRemSI: return I::RemS(a, b);
    case Scalar::kRemUI: return I::RemU(a, b);
    case Scalar::kAndI: return a & b;
    case Scalar::kOrI: return a | b;
    case Scalar::kXorI: return a ^ b;
    case Scalar::kShlI: return I::Shl(a, b);
    case Scalar::kShrSI: return I::ShrS(a, b);
    case Scalar::kShrUI: return I::ShrU(a, b);
    case Scalar::kMinSI: return I::MinS(a, b);
    case Scalar::kMaxSI: return I::MaxS(a, b);
    case Scalar::kMinUI: return a < b ? a : b;
    case Scalar::kMaxUI: return a < b ? b : a;
    case Scalar::kEqI: return a == b;
    case Scalar::kNeI: return a != b;
    case Scalar::kLtSI: return I::LtS(a, b);
    case Scalar::kLeSI: return !I::LtS(b, a);
    case Scalar::kLtUI: return a < b;
    case Scalar::kLeUI: return a <= b;
    case Scalar::kMulHiUI: return static_cast<uint32_t>((uint64_t{a} * b) >> 32);
    case Scalar::kPopcntI: return static_cast<uint32_t>(std::popcount(a));
    case Scalar::kClzI: return static_cast<uint32_t>(std::countl_zero(a));
    case Scalar::kSextI: return I::Sext(a, imm);
    case Scalar::kZextI: return I::Zext(a, imm);
    case Scalar::kSelectI: return a != 0 ? b : c;
    default: *known = false; return 0;
  }
}

uint64_t Evaluate64(Scalar op, uint64_t a, uint64_t b, uint64_t c, unsigned imm, bool* known) {
  *known = true;
  switch (op) {
    case Scalar::kAddL: return a + b;
    case Scalar::kSubL: return a - b;
    case Scalar::kMulL: return a * b;
    case Scalar::kDivSL: return L::DivS(a, b);
    case Scalar::kDivUL: return L::DivU(a, b);
    case Scalar::kRemSL: return L::RemS(a, b);
    case Scalar::kRemUL: return L::RemU(a, b);
    case Scalar::kAndL: return a & b;
    case Scalar::kOrL: return a | b;
    case Scalar::kXorL: return a ^ b;
    case Scalar::kShlL: return L::Shl(a, b);
    case Scalar::kShrSL: return L::ShrS(a, b);
    case Scalar::kShrUL: return L::ShrU(a, b);
    case Scalar::kMinSL: return L::MinS(a, b);
    case Scalar::kMaxSL: return L::MaxS(a, b);
    case Scalar::kMinUL: return a < b ? a : b;
    case Scalar::kMaxUL: return a < b ? b : a;
    case Scalar::kEqL: return a == b;
    case Scalar::kNeL: return a != b;
    case Scalar::kLtSL: return L::LtS(a, b);
    case Scalar::kLeSL: return !L::LtS(b, a);
    case Scalar::kLtUL: return a < b;
    case Scalar::kLeUL: return a <= b;
    case Scalar::kPopcntL: return static_cast<uint64_t>(std::popcount(a));
    case Scalar::kClzL: return static_cast<uint64_t>(std::countl_zero(a));
    case Scalar::kSextL: return L::Sext(a, imm);
    case Scalar::kZextL: return L::Zext(a, imm);
    case Scalar::kSelectL: return a != 0 ? b : c;
    default: *known = false; return 0;
  }
}

uint64_t EvaluateF32(Scalar op, uint64_t a, uint64_t b, uint64_t c, uint64_t imm, bool* known) {
  *known = true;
  switch (op) {
    case Scalar::kAddF: return B(F(a) + F(b));
    case Scalar::kSubF: return B(F(a) - F(b));
    case Scalar::kMulF: return B(F(a) * F(b));
    case Scalar::kDivF: return B(F(a) / F(b));
    case Scalar::kFmaF: return B(std::fma(F(a), F(b), F(c)));
    case Scalar::kSqrtF: return B(std::sqrt(F(a)));
    case Scalar::kMinF: return B(Min(F(a), F(b)));
    case Scalar::kMaxF: return B(Max(F(a), F(b)));
    case Scalar::kEqF: return F(a) == F(b);
    case Scalar::kNeF: return F(a) != F(b);
    case Scalar::kLtF: return F(a) < F(b);
    case Scalar::kLeF: return F(a) <= F(b);
    case Scalar::kNegF: return a ^ 0x80000000u;
    case Scalar::kAbsF: return a & 0x7fffffffu;
    case Scalar::kFloorF: return B(std::floor(F(a)));
    case Scalar::kCeilF: return B(std::ceil(F(a)));
    case Scalar::kTruncF: return B(std::trunc(F(a)));
    case Scalar::kRintF: return B(std::nearbyint(F(a)));
    case Scalar::kRoundF16: return B(RoundTo(ElementType::kF16, F(a)));
    case Scalar::kRoundBF16: return B(RoundTo(ElementType::kBF16, F(a)));
    case Scalar::kRoundSmall: return B(RoundTo(static_cast<ElementType>(imm), F(a)));
    case Scalar::kSelectF: return a != 0 ? b : c;
    default: *known = false; return 0;
  }
}

uint64_t EvaluateF64(Scalar op, uint64_t a, uint64_t b, uint64_t c, bool* known) {
  *known = true;
  switch (op) {
    case Scalar::kAddD: return B(D(a) + D(b));
    case Scalar::kSubD: return B(D(a) - D(b));
    case Scalar::kMulD: return B(D(a) * D(b));
    case Scalar::kDivD: return B(D(a) / D(b));
    case Scalar::kFmaD: return B(std::fma(D(a), D(b), D(c)));
    case Scalar::kSqrtD: return B(std::sqrt(D(a)));
    case Scalar::kMinD: return B(Min(D(a), D(b)));
    case Scalar::kMaxD: return B(Max(D(a), D(b)));
    case Scalar::kEqD: return D(a) == D(b);
    case Scalar::kNeD: return D(a) != D(b);
    case Scalar::kLtD: return D(a) < D(b);
    case Scalar::kLeD: return D(a) <= D(b);
    case Scalar::kNegD: return a ^ (uint64_t{1} << 63);
    case Scalar::kAbsD: return a & ~(uint64_t{1} << 63);
    case Scalar::kFloorD: return B(std::floor(D(a)));
    case Scalar::kCeilD: return B(std::ceil(D(a)));
    case Scalar::kTruncD: return B(std::trunc(D(a)));
    case Scalar::kRintD: return B(std::nearbyint(D(a)));
    case Scalar::kSelectD: return a != 0 ? b : c;
    default: *known = false; return 0;
  }
}

uint64_t EvaluateConversion(Scalar op, uint64_t a) {
  const uint32_t i = static_cast<uint32_t>(a);
  const int32_t si = static_cast<int32_t>(i);
  const int64_t sl = static_cast<int64_t>(a);
  switch (op) {
    case Scalar::kMove: return a;
    case Scalar::kSextIL: return static_cast<uint64_t>(int64_t{si});
    case Scalar::kZextIL: return i;
    case Scalar::kTruncLI: return i;
    case Scalar::kSignedIF: return B(static_cast<float>(si));
    case Scalar::kUnsignedIF: return B(static_cast<float>(i));
    case Scalar::kSignedLF: return B(static_cast<float>(sl));
    case Scalar::kUnsignedLF: return B(static_cast<float>(a));
    case Scalar::kSignedID: return B(static_cast<double>(si));
    case Scalar::kUnsignedID: return B(static_cast<double>(i));
    case Scalar::kSignedLD: return B(static_cast<double>(sl));
    case Scalar::kUnsignedLD: return B(static_cast<double>(a));
    case Scalar::kSignedSatFI: return static_cast<uint32_t>(Saturate<int32_t>(F(a)));
    case Scalar::kUnsignedSatFI: return Saturate<uint32_t>(F(a));
    case Scalar::kSignedSatFL: return static_cast<uint64_t>(Saturate<int64_t>(F(a)));
    case Scalar::kUnsignedSatFL: return Saturate<uint64_t>(F(a));
    case Scalar::kSignedSatDI: return static_cast<uint32_t>(Saturate<int32_t>(D(a)));
    case Scalar::kUnsignedSatDI: return Saturate<uint32_t>(D(a));
    case Scalar::kSignedSatDL: return static_cast<uint64_t>(Saturate<int64_t>(D(a)));
    case Scalar::kUnsignedSatDL: return Saturate<uint64_t>(D(a));
    case Scalar::kWidenFD: return B(static_cast<double>(F(a)));
    case Scalar::kNarrowDF: return B(static_cast<float>(D(a)));
    case Scalar::kNarrowOddDF: return B(NarrowOdd(D(a)));
    case Scalar::kBitsFI: return i;
    case Scalar::kBitsIF: return i;
    case Scalar::kBitsDL: return a;
    case Scalar::kBitsLD: return a;
    default: return 0;
  }
}

}  // namespace

uint64_t EvaluateScalar(Scalar op, uint64_t a, uint64_t b, uint64_t c, uint64_t imm) {
  bool known = false;
  const uint64_t i =
      Evaluate32(op, static_cast<uint32_t>(a), static_cast<uint32_t>(b), static_cast<uint32_t>(c), static_cast<unsigned>(imm), &known);
  if (known) return i;
  const uint64_t l = Evaluate64(op, a, b, c, static_cast<unsigned>(imm), &known);
  if (known) return l;
  const uint64_t f = EvaluateF32(op, a, b, c, imm, &known);
  if (known) return f;
  const uint64_t d = EvaluateF64(op, a, b, c, &known);
  if (known) return d;
  return EvaluateConversion(op, a);
}

bool FoldsExactly(Scalar op, uint64_t result) {
  if (static_cast<int>(op) < 16 || op == Scalar::kFmaF || op == Scalar::kFmaD) return false;
  switch (Info(op).result) {
    case 'f': return !std::isnan(F(result));
    case 'd': return !std::isnan(D(result));
    default: return true;
  }
}

uint64_t WidenElement(ElementType type, Reg reg, uint64_t bits) {
  const int width = BitWidth(type);
  if (IsFloat(type)) {
    if (type == ElementType::kF32 || type == ElementType::kF64) return bits;
    return B(static_cast<float>(DecodeFloat(type, bits)));
  }
  if (width == 64) {
    if (reg == Reg::kI64) return bits;
    if (IsUnsigned(type)) return bits > INT32_MAX ? INT32_MAX : bits;
    const int64_t value = static_cast<int64_t>(bits);
    return static_cast<uint32_t>(value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value);
  }
  if (IsPred(type)) return bits != 0;
  if (width == 32) return static_cast<uint32_t>(bits);
  const uint32_t low = static_cast<uint32_t>(bits);
  return IsSigned(type) ? I::Sext(low, static_cast<unsigned>(width)) : I::Zext(low, static_cast<unsigned>(width));
}

uint64_t NarrowElement(ElementType type, uint64_t value) {
  if (IsFloat(type)) {
    if (type == ElementType::kF32 || type == ElementType::kF64) return value;
    return EncodeFloat(type, static_cast<double>(F(value)));
  }
  if (IsPred(type)) return value & 1;
  const int width = BitWidth(type);
  if (width >= 32) return value;
  const uint32_t low = static_cast<uint32_t>(value);
  return IsSigned(type) ? I::Sext(low, static_cast<unsigned>(width)) : I::Zext(low, static_cast<unsigned>(width));
}

}  // namespace mote
