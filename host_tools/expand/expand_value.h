// Val: a node together with its builder, so that expansions read like arithmetic. Only for expand_*.cpp.
// Operators take the operation of the register class; an operator with a number makes the constant of that class. Predicates are i32 0
// or 1.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>

#include "kernel/kernel_builder.h"

namespace mote::expand {

struct Val {
  KernelBuilder* b = nullptr;
  NodeId id = kNone;

  Reg reg() const { return b->TypeOf(id); }
  bool wide() const { return reg() == Reg::kI64 || reg() == Reg::kF64; }
  bool real() const { return reg() == Reg::kF32 || reg() == Reg::kF64; }
  Val Bits(uint64_t bits) const { return {b, b->Constant(reg(), bits)}; }  // constant of this class with these bits
  Val Number(double v) const {                                            // constant of this class with this value
    switch (reg()) {
      case Reg::kI32: return {b, b->I32(static_cast<int32_t>(v))};
      case Reg::kI64: return {b, b->I64(static_cast<int64_t>(v))};
      case Reg::kF32: return {b, b->F32(static_cast<float>(v))};
      default: return {b, b->F64(v)};
    }
  }
  Val Apply(Scalar op, uint64_t imm = 0) const { return {b, b->Op(op, id, kNone, kNone, imm)}; }
  Val Apply(Scalar op, Val y) const { return {b, b->Op(op, id, y.id)}; }
};

// One operation per class of registers, in the order i32, i64, f32, f64.
struct ByRegister {
  Scalar of[4];
  Scalar operator()(Val a) const { return of[static_cast<int>(a.reg())]; }
};
inline constexpr Scalar kNo = Scalar::kMove;
inline constexpr ByRegister kAdd{Scalar::kAddI, Scalar::kAddL, Scalar::kAddF, Scalar::kAddD};
inline constexpr ByRegister kSub{Scalar::kSubI, Scalar::kSubL, Scalar::kSubF, Scalar::kSubD};
inline constexpr ByRegister kMul{Scalar::kMulI, Scalar::kMulL, Scalar::kMulF, Scalar::kMulD};
inline constexpr ByRegister kDivS{Scalar::kDivSI, Scalar::kDivSL, Scalar::kDivF, Scalar::kDivD};
inline constexpr ByRegister kDivU{Scalar::kDivUI, Scalar::kDivUL, kNo, kNo};
inline constexpr ByRegister kRemS{Scalar::kRemSI, Scalar::kRemSL, kNo, kNo};
inline constexpr ByRegister kRemU{Scalar::kRemUI, Scalar::kRemUL, kNo, kNo};
inline constexpr ByRegister kAnd{Scalar::kAndI, Scalar::kAndL, kNo, kNo};
inline constexpr ByRegister kOr{Scalar::kOrI, Scalar::kOrL, kNo, kNo};
inline constexpr ByRegister kXor{Scalar::kXorI, Scalar::kXorL, kNo, kNo};
inline constexpr ByRegister kShl{Scalar::kShlI, Scalar::kShlL, kNo, kNo};
inline constexpr ByRegister kShrS{Scalar::kShrSI, Scalar::kShrSL, kNo, kNo};
inline constexpr ByRegister kShrU{Scalar::kShrUI, Scalar::kShrUL, kNo, kNo};
inline constexpr ByRegister kMinS{Scalar::kMinSI, Scalar::kMinSL, Scalar::kMinF, Scalar::kMinD};
inline constexpr ByRegister kMaxS{Scalar::kMaxSI, Scalar::kMaxSL, Scalar::kMaxF, Scalar::kMaxD};
inline constexpr ByRegister kMinU{Scalar::kMinUI, Scalar::kMinUL, kNo, kNo};
inline constexpr ByRegister kMaxU{Scalar::kMaxUI, Scalar::kMaxUL, kNo, kNo};
inline constexpr ByRegister kEq{Scalar::kEqI, Scalar::kEqL, Scalar::kEqF, Scalar::kEqD};
inline constexpr ByRegister kNe{Scalar::kNeI, Scalar::kNeL, Scalar::kNeF, Scalar::kNeD};
inline constexpr ByRegister kLt{Scalar::kLtSI, Scalar::kLtSL, Scalar::kLtF, Scalar::kLtD};
inline constexpr ByRegister kLe{Scalar::kLeSI, Scalar::kLeSL, Scalar::kLeF, Scalar::kLeD};
inline constexpr ByRegister kLtU{Scalar::kLtUI, Scalar::kLtUL, kNo, kNo};
inline constexpr ByRegister kLeU{Scalar::kLeUI, Scalar::kLeUL, kNo, kNo};
inline constexpr ByRegister kNeg{kNo, kNo, Scalar::kNegF, Scalar::kNegD};
inline constexpr ByRegister kAbs{kNo, kNo, Scalar::kAbsF, Scalar::kAbsD};
inline constexpr ByRegister kSqrt{kNo, kNo, Scalar::kSqrtF, Scalar::kSqrtD};
inline constexpr ByRegister kFloor{kNo, kNo, Scalar::kFloorF, Scalar::kFloorD};
inline constexpr ByRegister kCeil{kNo, kNo, Scalar::kCeilF, Scalar::kCeilD};
inline constexpr ByRegister kTrunc{kNo, kNo, Scalar::kTruncF, Scalar::kTruncD};
inline constexpr ByRegister kRint{kNo, kNo, Scalar::kRintF, Scalar::kRintD};

inline Val Apply(const ByRegister& f, Val a, Val b) { return a.Apply(f(a), b); }
inline Val Apply(const ByRegister& f, Val a, double b) { return a.Apply(f(a), a.Number(b)); }
inline Val Apply(const ByRegister& f, Val a) { return a.Apply(f(a)); }

#define MOTE_VAL_OPERATOR(symbol, family)                                                       \
  inline Val operator symbol(Val a, Val b) { return Apply(family, a, b); }                      \
  inline Val operator symbol(Val a, double b) { return Apply(family, a, b); }                   \
  inline Val operator symbol(double a, Val b) { return Apply(family, b.Number(a), b); }
MOTE_VAL_OPERATOR(+, kAdd)
MOTE_VAL_OPERATOR(-, kSub)
MOTE_VAL_OPERATOR(*, kMul)
MOTE_VAL_OPERATOR(/, kDivS)
MOTE_VAL_OPERATOR(&, kAnd)
MOTE_VAL_OPERATOR(|, kOr)
MOTE_VAL_OPERATOR(^, kXor)
MOTE_VAL_OPERATOR(<, kLt)
MOTE_VAL_OPERATOR(<=, kLe)
MOTE_VAL_OPERATOR(==, kEq)
MOTE_VAL_OPERATOR(!=, kNe)
#undef MOTE_VAL_OPERATOR
inline Val operator<<(Val a, double n) { return Apply(kShl, a, n); }
inline Val operator<<(Val a, Val n) { return Apply(kShl, a, n); }

inline Val Select(Val p, Val a, Val b) { return {p.b, p.b->Select(p.id, a.id, b.id)}; }
inline Val Select(Val p, Val a, double b) { return Select(p, a, a.Number(b)); }
inline Val Select(Val p, double a, Val b) { return Select(p, b.Number(a), b); }
inline Val Not(Val p) { return p ^ 1; }
inline Val Abs(Val a) { return Apply(kAbs, a); }
inline Val Neg(Val a) { return Apply(kNeg, a); }
inline Val Sqrt(Val a) { return Apply(kSqrt, a); }

// Bits of a float as the integer class of equal width, and back.
inline Val ToBits(Val a) { return a.Apply(a.wide() ? Scalar::kBitsDL : Scalar::kBitsFI); }
inline Val FromBits(Val a) { return a.Apply(a.wide() ? Scalar::kBitsLD : Scalar::kBitsIF); }

// Facts of the two float register classes.
struct Format {
  int mantissa;     // stored bits
  int bias;
  uint64_t sign, infinity, nan;
  double shifter;   // 1.5 · 2^mantissa: adding it rounds to an integer, which then stands in the low bits
};
inline const Format& FormatOf(Val a) {
  static constexpr Format k32{23, 127, 0x80000000u, 0x7f800000u, 0x7fc00000u, 12582912.0};
  static constexpr Format k64{52, 1023, 0x8000000000000000u, 0x7ff0000000000000u, 0x7ff8000000000000u, 6755399441055744.0};
  return a.wide() ? k64 : k32;
}
inline Val Infinity(Val like) { return like.Bits(FormatOf(like).infinity); }
inline Val QuietNan(Val like) { return like.Bits(FormatOf(like).nan); }
inline Val SignBit(Val x) {  // of a float, as integer bits
  Val bits = ToBits(x);
  return bits & bits.Bits(FormatOf(x).sign);
}
inline Val XorSign(Val x, Val sign_bit) { return FromBits(ToBits(x) ^ sign_bit); }
inline Val IsNegative(Val x) { return ToBits(x) < 0; }  // by the sign bit
inline Val IsNan(Val x) { return x != x; }
// 2^n for an integer of the class's width within the normal exponents.
inline Val PowerOfTwo(Val n, const Format& f) { return FromBits((n + f.bias) << f.mantissa); }

// Coefficients of the two float classes; value = c[0] + c[1]·x + …, by Horner's rule, each step one multiplication and one addition.
struct Coefficients {
  std::initializer_list<double> f32, f64;
};
inline Val Polynomial(Val x, const Coefficients& c) {
  const auto& list = x.wide() ? c.f64 : c.f32;
  const double* p = list.end();
  Val sum = x.Number(*--p);
  while (p != list.begin()) sum = sum * x + *--p;
  return sum;
}

// x = hi + lo exactly, hi with the upper half of the mantissa: products of such halves are exact.
struct Pair {
  Val hi, lo;
};
inline Val UpperHalf(Val x) {
  Val bits = ToBits(x);
  return FromBits(bits & bits.Bits(x.wide() ? 0xfffffffff8000000u : 0xfffff000u));
}
inline Pair Split(Val x) {
  Val hi = UpperHalf(x);
  return {hi, x - hi};
}
// a + b = hi + lo exactly; FastTwoSum needs |a| >= |b| (or a = 0).
inline Pair FastTwoSum(Val a, Val b) {
  Val s = a + b;
  return {s, b - (s - a)};
}
inline Pair TwoSum(Val a, Val b) {
  Val s = a + b;
  Val part = s - a;
  return {s, (a - (s - part)) + (b - part)};
}
// a · b = hi + lo, exactly in f32 and up to 2^-106 relative in f64, without overflow or underflow inside.
inline Pair TwoProduct(Val a, Val b) {
  Val p = a * b;
  Pair x = Split(a), y = Split(b);
  return {p, ((x.hi * y.hi - p) + x.hi * y.lo + x.lo * y.hi) + x.lo * y.lo};
}

}  // namespace mote::expand
