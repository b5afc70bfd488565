// Conversions, bitcasts and reduce_precision: one rounding each, saturating from float to integer (OPS.md 2.2 and 6.2).
#include "expand/expand.h"
#include "expand/expand_math.h"

namespace mote::expand {
namespace {

// What the codes above the largest finite number mean; as in the table of hlo/small_float.cpp, of which this needs the layout only.
struct Layout {
  int exponent_bits, mantissa_bits, bias;
  enum class Special : uint8_t { kIeee, kFn, kFnuz, kFinite } special;
};
Layout LayoutOf(ElementType type) {
  using S = Layout::Special;
  switch (type) {
    case ElementType::kF16: return {5, 10, 15, S::kIeee};
    case ElementType::kF8E5M2: return {5, 2, 15, S::kIeee};
    case ElementType::kF8E4M3: return {4, 3, 7, S::kIeee};
    case ElementType::kF8E3M4: return {3, 4, 3, S::kIeee};
    case ElementType::kF8E4M3FN: return {4, 3, 7, S::kFn};
    case ElementType::kF8E4M3B11FNUZ: return {4, 3, 11, S::kFnuz};
    case ElementType::kF8E5M2FNUZ: return {5, 2, 16, S::kFnuz};
    case ElementType::kF8E4M3FNUZ: return {4, 3, 8, S::kFnuz};
    case ElementType::kF6E2M3FN: return {2, 3, 1, S::kFinite};
    case ElementType::kF6E3M2FN: return {3, 2, 3, S::kFinite};
    default: return {2, 1, 1, S::kFinite};  // f4E2M1FN
  }
}
constexpr double Power(int n) { return n < 0 ? 1.0 / Power(-n) : n == 0 ? 1.0 : 2.0 * Power(n - 1); }

// A 32-bit integer as f32 whose further rounding to at most 16 significant bits is exact: beyond 2^24 the lost bits are folded into the
// lowest kept one (round to odd).
Val OddFloat(Val v, bool is_signed) {
  const ByRegister& shift = is_signed ? kShrS : kShrU;
  Val top = Apply(shift, v, 8), lost = (v & 255) != 0;
  Val odd = (top | lost) << 8;
  Val magnitude = is_signed ? Select(v < 0, 0 - v, v) : v;
  Val exact = Apply(kLtU, magnitude, 1 << 24);
  return Select(exact, v, odd).Apply(is_signed ? Scalar::kSignedIF : Scalar::kUnsignedIF);
}
Val OddFloat64(Val v, bool is_signed) {
  const ByRegister& shift = is_signed ? kShrS : kShrU;
  Val scale{v.b, v.b->F32(1)};
  // bits that stay as they are, bits dropped beyond: 14 or more are left
  const std::pair<int, int> steps[] = {{44, 20}, {34, 10}, {24, 10}};
  for (auto [bits, drop] : steps) {
    const double limit = Power(bits);
    Val magnitude = is_signed ? Select(v < 0, 0 - v, v) : v;
    Val fits = Apply(kLtU, magnitude, limit);
    Val lost = ((v & (Power(drop) - 1)) != 0).Apply(Scalar::kZextIL);
    v = Select(fits, v, Apply(shift, v, drop) | lost);
    scale = Select(fits, scale, scale * Power(drop));
  }
  return v.Apply(is_signed ? Scalar::kSignedLF : Scalar::kUnsignedLF) * scale;
}

Val IntegerToFloat(ElementType from, ElementType to, Val v) {
  const bool is_signed = IsSigned(from), wide = v.wide();
  if (to == ElementType::kF64) {
    if (wide) return v.Apply(is_signed ? Scalar::kSignedLD : Scalar::kUnsignedLD);
    return v.Apply(is_signed ? Scalar::kSignedID : Scalar::kUnsignedID);
  }
  // Integers of up to 24 bits are exact in f32; a rounding to a type shorter than f32 must see the odd form of longer ones.
  const bool short_type = to != ElementType::kF32;
  if (wide && short_type) return RoundTo(to, OddFloat64(v, is_signed));
  if (wide) return v.Apply(is_signed ? Scalar::kSignedLF : Scalar::kUnsignedLF);
  if (BitWidth(from) == 32 && short_type) return RoundTo(to, OddFloat(v, is_signed));
  return RoundTo(to, v.Apply(is_signed ? Scalar::kSignedIF : Scalar::kUnsignedIF));
}

Val FloatToInteger(ElementType to, Val v) {
  const bool is_signed = IsSigned(to), wide = v.wide();
  const int width = BitWidth(to);
  if (width == 64) {
    if (wide) return v.Apply(is_signed ? Scalar::kSignedSatDL : Scalar::kUnsignedSatDL);
    return v.Apply(is_signed ? Scalar::kSignedSatFL : Scalar::kUnsignedSatFL);
  }
  Val whole = wide ? v.Apply(is_signed ? Scalar::kSignedSatDI : Scalar::kUnsignedSatDI)
                   : v.Apply(is_signed ? Scalar::kSignedSatFI : Scalar::kUnsignedSatFI);
  if (width == 32) return whole;
  if (!is_signed) return Apply(kMinU, whole, Power(width) - 1);
  return Apply(kMinS, Apply(kMaxS, whole, -Power(width - 1)), Power(width - 1) - 1);
}

Val FloatToFloat(ElementType from, ElementType to, Val v) {
  if (from == to) return v;
  if (to == ElementType::kF64) return v.Apply(Scalar::kWidenFD);
  if (from == ElementType::kF64) {
    if (to == ElementType::kF32) return v.Apply(Scalar::kNarrowDF);
    return RoundTo(to, v.Apply(Scalar::kNarrowOddDF));
  }
  return RoundTo(to, v);
}

Val IntegerToInteger(ElementType from, ElementType to, Val v) {
  const bool wide = BitWidth(to) == 64;
  if (v.wide()) return wide ? v : Wrap(to, v.Apply(Scalar::kTruncLI));
  if (wide) return v.Apply(IsSigned(from) ? Scalar::kSextIL : Scalar::kZextIL);
  const bool kept = BitWidth(to) > BitWidth(from) ? !IsSigned(from) || IsSigned(to) : from == to;
  return kept ? v : Wrap(to, v);
}

}  // namespace

Val RoundTo(ElementType type, Val v) {
  switch (type) {
    case ElementType::kF32: case ElementType::kF64: return v;
    case ElementType::kF16: return v.Apply(Scalar::kRoundF16);
    case ElementType::kBF16: return v.Apply(Scalar::kRoundBF16);
    default: return v.Apply(Scalar::kRoundSmall, static_cast<uint64_t>(type));
  }
}

Val Encode(ElementType type, Val v) {
  if (type == ElementType::kF32 || type == ElementType::kF64) return ToBits(v);
  Val bits = ToBits(v);
  if (type == ElementType::kBF16) return Apply(kShrU, bits, 16);
  Val a = bits & 0x7fffffff;
  if (type == ElementType::kF8E8M0FNU) {  // the exponent field; 2^-127 is a subnormal of f32
    return Select(a.Bits(0x7f800000) <= a, 255, Apply(kShrU, a, 23));
  }
  const Layout l = LayoutOf(type);
  const int drop = 23 - l.mantissa_bits, width = l.exponent_bits + l.mantissa_bits;
  Val normal = Apply(kShrU, a - ((127 - l.bias) << 23), drop);
  Val subnormal = (Abs(v) * Power(l.bias - 1 + l.mantissa_bits)).Apply(Scalar::kSignedSatFI);
  Val code = Select(a < ((128 - l.bias) << 23), subnormal, normal);
  Val sign = Apply(kShrU, bits, 31) << width;
  Val special = a.Bits(0x7f800000) <= a;
  switch (l.special) {
    case Layout::Special::kIeee: {
      Val fraction = Apply(kShrU, a, drop) & ((1 << l.mantissa_bits) - 1);
      return Select(special, fraction | (((1 << l.exponent_bits) - 1) << l.mantissa_bits), code) | sign;
    }
    case Layout::Special::kFn: return Select(special, (1 << width) - 1, code) | sign;
    case Layout::Special::kFnuz: return Select(special, 1 << width, Select(a == 0, a, code | sign));
    default: return Select(a.Bits(0x7f800000) < a, 1 << width, code | sign);
  }
}

Val Decode(ElementType type, Val code) {
  if (type == ElementType::kF32 || type == ElementType::kF64) return FromBits(code);
  if (type == ElementType::kBF16) return FromBits(code << 16);
  if (type == ElementType::kF8E8M0FNU) {
    Val low = code & 255;
    return FromBits(Select(low == 0, 1 << 22, Select(low == 255, 0x7fc00000, low << 23)));
  }
  const Layout l = LayoutOf(type);
  const int drop = 23 - l.mantissa_bits, width = l.exponent_bits + l.mantissa_bits;
  Val magnitude = code & ((1 << width) - 1);
  Val normal = (magnitude << drop) + ((127 - l.bias) << 23);
  Val subnormal = ToBits(magnitude.Apply(Scalar::kSignedIF) * Power(1 - l.bias - l.mantissa_bits));
  Val bits = Select(magnitude < (1 << l.mantissa_bits), subnormal, normal);
  Val sign = (Apply(kShrU, code, width) & 1) << 31;
  const int exponent_ones = ((1 << l.exponent_bits) - 1) << l.mantissa_bits;
  switch (l.special) {
    case Layout::Special::kIeee: {
      Val fraction = (magnitude << drop) & 0x7fffff;
      return FromBits(Select(magnitude < exponent_ones, bits, fraction | 0x7f800000) | sign);
    }
    case Layout::Special::kFn: return FromBits(Select(magnitude == (1 << width) - 1, 0x7fc00000, bits) | sign);
    case Layout::Special::kFnuz: return FromBits(Select(magnitude == 0, Select(sign == 0, sign, sign | 0x7fc00000), bits | sign));
    default: return FromBits(bits | sign);
  }
}

}  // namespace mote::expand

namespace mote {
namespace {
using expand::Val;

// reduce_precision on the bits of a format with the given layout; XLA's rule: the fraction rounds to nearest even, then exponents beyond
// the reduced range become infinity or zero, and there are no subnormals of the short format.
Val ReduceBits(Val bits, int source_exponent, int source_mantissa, int exponent_bits, int mantissa_bits) {
  const int width = source_exponent + source_mantissa;
  Val sign = bits & bits.Bits(uint64_t{1} << width);
  Val a = bits & bits.Bits((uint64_t{1} << width) - 1);
  const uint64_t infinity = ((uint64_t{1} << source_exponent) - 1) << source_mantissa;
  Val nan = a.Bits(infinity) < a;
  Val r = a;
  if (mantissa_bits < source_mantissa) {
    const int drop = source_mantissa - mantissa_bits;
    Val last = Apply(expand::kShrU, a, drop) & 1;
    r = (a + a.Bits((uint64_t{1} << (drop - 1)) - 1) + last) & a.Bits(~((uint64_t{1} << drop) - 1));
  }
  if (exponent_bits < source_exponent) {
    const uint64_t bias = (uint64_t{1} << (source_exponent - 1)) - 1, reduced = (uint64_t{1} << (exponent_bits - 1)) - 1;
    Val field = Apply(expand::kShrU, r, source_mantissa);
    r = Select(field.Bits(bias + reduced) < field, r.Bits(infinity), Select(field <= field.Bits(bias - reduced), r.Bits(0), r));
  }
  return Select(nan, bits, r | sign);
}

}  // namespace

NodeId ExpandConvert(KernelBuilder& b, ElementType from, ElementType to, NodeId value) {
  Val v{&b, value};
  const bool from_float = IsFloat(from), to_float = IsFloat(to);
  if (from == to) return value;
  if (IsPred(to)) return (v != 0).id;
  if (from_float) return to_float ? expand::FloatToFloat(from, to, v).id : expand::FloatToInteger(to, v).id;
  return to_float ? expand::IntegerToFloat(from, to, v).id : expand::IntegerToInteger(from, to, v).id;
}

NodeId ExpandBitcast(KernelBuilder& b, ElementType from, ElementType to, NodeId value) {
  Val v{&b, value};
  if (from == to) return value;
  if (IsFloat(from)) v = expand::Encode(from, v);
  if (IsFloat(to)) {
    if (IsSigned(from) && BitWidth(from) < 32) v = v.Apply(Scalar::kZextI, BitWidth(from));
    return expand::Decode(to, v).id;
  }
  return expand::Wrap(to, v).id;
}

NodeId ExpandReducePrecision(KernelBuilder& b, ElementType type, int exponent_bits, int mantissa_bits, NodeId value) {
  Val v{&b, value};
  switch (type) {
    case ElementType::kF64: return FromBits(ReduceBits(ToBits(v), 11, 52, exponent_bits, mantissa_bits)).id;
    case ElementType::kF16: return Decode(type, ReduceBits(Encode(type, v), 5, 10, exponent_bits, mantissa_bits)).id;
    case ElementType::kBF16:  // the upper half of an f32: the same fields, and the low bits are zero
    case ElementType::kF32: return FromBits(ReduceBits(ToBits(v), 8, 23, exponent_bits, mantissa_bits)).id;
    default: return expand::RoundTo(type, FromBits(ReduceBits(ToBits(v), 8, 23, exponent_bits, mantissa_bits))).id;
  }
}

}  // namespace mote
