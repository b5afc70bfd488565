// Floats of 16 bits and fewer, to and from f32 by their bits: to nearest, ties to even, subnormals kept.

uint f32_from_bf16(uint a) { return a << 16; }

uint bf16_from_f32(uint a) {
  if (is_nan(a)) return (a >> 16) | ((a & 0x7f0000u) == 0u ? 0x40u : 0u);
  return (a + 0x7fffu + ((a >> 16) & 1u)) >> 16;
}

uint round_bf16(uint a) { return f32_from_bf16(bf16_from_f32(a)); }

uint f32_from_f16(uint a) {
  uint sign = (a & 0x8000u) << 16, field = (a >> 10) & 0x1fu, fraction = a & 0x3ffu;
  if (field == 0x1fu) return sign | 0x7f800000u | (fraction << 13);
  if (field != 0u) return sign | ((field + 112u) << 23) | (fraction << 13);
  if (fraction == 0u) return sign;
  int top = findMSB(fraction);
  return sign | (uint(top + 103) << 23) | ((fraction << (23 - top)) & 0x7fffffu);
}

// value / 2^shift to nearest even; value has 24 bits.
uint rounded_shift(uint value, int shift) {
  if (shift <= 0) return value << -shift;
  if (shift > 25) return 0u;
  uint quotient = value >> shift, rest = value & ((1u << shift) - 1u), half_unit = 1u << (shift - 1);
  return rest > half_unit || (rest == half_unit && (quotient & 1u) != 0u) ? quotient + 1u : quotient;
}

// The magnitude's code with an unlimited exponent field: (biased exponent << mantissa) + fraction, subnormals included.
uint rounded_code(uint magnitude, int mantissa, int bias) {
  int field = int(magnitude >> 23), smallest = 1 - bias;
  uint significand = field == 0 ? magnitude : (magnitude & 0x7fffffu) | 0x800000u;
  int exponent = max(field, 1) - 127;
  if (exponent < smallest) return rounded_shift(significand, 23 - mantissa + smallest - exponent);
  return (uint(exponent - smallest) << mantissa) + rounded_shift(significand, 23 - mantissa);
}

uint f16_from_f32(uint a) {
  uint sign = (a >> 16) & 0x8000u, magnitude = a & 0x7fffffffu, payload = (a >> 13) & 0x3ffu;
  if (is_nan(a)) return sign | 0x7c00u | (payload == 0u ? 0x200u : payload);
  return sign | min(rounded_code(magnitude, 10, 15), 0x7c00u);
}

uint round_f16(uint a) { return f32_from_f16(f16_from_f32(a)); }

// Formats of 8 bits and fewer. `special` says what the codes above the largest finite number mean: 0 infinity and NaN as IEEE has them; 1 no
// infinity, NaN is all ones; 2 no infinity and no -0, NaN is the code of -0; 3 neither infinity nor NaN.
uint small_from_f32(uint a, int exponent_bits, int mantissa, int bias, int special) {
  int width = exponent_bits + mantissa;
  uint sign = (a >> 31) << width, sign_bit = 1u << width, all_ones = sign_bit - 1u;
  uint infinity = ((1u << exponent_bits) - 1u) << mantissa;
  if (is_nan(a)) {
    if (special == 1) return sign | all_ones;
    if (special == 2) return sign_bit;
    if (special == 3) return sign != 0u ? 0u : sign_bit;
    uint payload = (a & 0x7fffffu) >> (23 - mantissa);
    return sign | infinity | (payload == 0u ? 1u << (mantissa - 1) : payload);
  }
  uint code = rounded_code(a & 0x7fffffffu, mantissa, bias);
  if (special == 2) return code > all_ones ? sign_bit : code == 0u ? 0u : sign | code;
  return sign | min(code, special == 0 ? infinity : all_ones);
}

uint f32_from_small(uint a, int exponent_bits, int mantissa, int bias, int special) {
  int width = exponent_bits + mantissa;
  uint code = a & ((1u << width) - 1u), sign = ((a >> width) & 1u) << 31;
  uint field = code >> mantissa, fraction = code & ((1u << mantissa) - 1u);
  if (special == 0 && field == (1u << exponent_bits) - 1u) return sign | 0x7f800000u | (fraction << (23 - mantissa));
  if (special == 1 && code == (1u << width) - 1u) return sign | 0x7fc00000u;
  if (special == 2 && sign != 0u && code == 0u) return 0xffc00000u;
  if (code == 0u) return sign;
  uint significand = field == 0u ? fraction : fraction | (1u << mantissa);
  int top = findMSB(significand), exponent = max(int(field), 1) - bias - mantissa + top;
  return sign | (uint(exponent + 127) << 23) | ((significand << (23 - top)) & 0x7fffffu);
}

uint round_small(uint a, int exponent_bits, int mantissa, int bias, int special) {
  return f32_from_small(small_from_f32(a, exponent_bits, mantissa, bias, special), exponent_bits, mantissa, bias, special);
}

// A power of two without sign, zero and infinity: the exponent field of f32, halves rounded up; all ones is NaN.
uint e8m0_from_f32(uint a) {
  if (int(a) <= 0 || a >= 0x7f800000u) return 0xffu;
  return a < 0x00800000u ? (a >= 0x600000u ? 1u : 0u) : min((a + 0x400000u) >> 23, 0xffu);
}

uint f32_from_e8m0(uint a) { return a == 0xffu ? 0x7fc00000u : a == 0u ? 0x00400000u : a << 23; }

uint round_e8m0(uint a) { return f32_from_e8m0(e8m0_from_f32(a)); }
