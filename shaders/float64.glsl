// f64, with shaderFloat64: special values by their bits as in float32.glsl. Operands of type uvec2 are bits, low word first.

bool is_nan_d(uvec2 a) { return (a.y & 0x7fffffffu) > 0x7ff00000u || ((a.y & 0x7fffffffu) == 0x7ff00000u && a.x != 0u); }

bool is_zero_d(uvec2 a) { return ((a.y << 1) | a.x) == 0u; }

// Bits in the order of the numbers as signed integers, -0 below +0.
uvec2 total_rank_d(uvec2 a) {
  uint sign = uint(int(a.y) >> 31);
  return uvec2(a.x ^ sign, a.y ^ (sign >> 1));
}

bool lt_d(uvec2 a, uvec2 b) {
  return lt_s_l(total_rank_d(a), total_rank_d(b)) && !(is_zero_d(a) && is_zero_d(b)) && !is_nan_d(a) && !is_nan_d(b);
}

bool eq_d(uvec2 a, uvec2 b) { return (a == b || (is_zero_d(a) && is_zero_d(b))) && !is_nan_d(a) && !is_nan_d(b); }

bool le_d(uvec2 a, uvec2 b) { return lt_d(a, b) || eq_d(a, b); }

uvec2 min_d(uvec2 a, uvec2 b) { return is_nan_d(a) ? a : is_nan_d(b) || lt_s_l(total_rank_d(b), total_rank_d(a)) ? b : a; }

uvec2 max_d(uvec2 a, uvec2 b) { return is_nan_d(a) ? a : is_nan_d(b) || lt_s_l(total_rank_d(a), total_rank_d(b)) ? b : a; }

uvec2 trunc_d(uvec2 a) {
  int exponent = int((a.y >> 20) & 0x7ffu) - 1023;
  if (exponent < 0) return uvec2(0u, a.y & 0x80000000u);
  if (exponent >= 52) return a;
  return exponent < 20 ? uvec2(0u, a.y & ~(0xfffffu >> exponent)) : uvec2(exponent == 20 ? 0u : a.x & ~(0xffffffffu >> (exponent - 20)), a.y);
}

uvec2 floor_d(uvec2 a) {
  uvec2 whole = trunc_d(a);
  precise double below = packDouble2x32(whole) - 1.0lf;
  return int(a.y) < 0 && whole != a ? unpackDouble2x32(below) : whole;
}

uvec2 ceil_d(uvec2 a) { return floor_d(a ^ uvec2(0u, 0x80000000u)) ^ uvec2(0u, 0x80000000u); }

uvec2 rint_d(uvec2 a) {
  uint sign = a.y & 0x80000000u;
  uvec2 magnitude = uvec2(a.x, a.y ^ sign);
  if (magnitude.y >= 0x43300000u) return a;
  precise double shifted = packDouble2x32(magnitude) + 4503599627370496.0lf;
  precise double whole = shifted - 4503599627370496.0lf;
  return unpackDouble2x32(whole) | uvec2(0u, sign);
}

// The magnitude of a number, truncated, as 64 bits; 2^64 and more saturates.
uvec2 magnitude_dl(uvec2 a) {
  int exponent = int((a.y >> 20) & 0x7ffu) - 1023;
  if (exponent < 0) return uvec2(0u);
  if (exponent >= 64) return uvec2(0xffffffffu);
  uvec2 significand = uvec2(a.x, (a.y & 0xfffffu) | 0x100000u);
  return exponent < 52 ? shr_by(significand, uint(52 - exponent)) : shl_by(significand, uint(exponent - 52));
}

uvec2 unsigned_sat_dl(uvec2 a) { return is_nan_d(a) || int(a.y) < 0 ? uvec2(0u) : magnitude_dl(a); }

uvec2 signed_sat_dl(uvec2 a) {
  if (is_nan_d(a)) return uvec2(0u);
  uvec2 magnitude = magnitude_dl(a);
  if (int(magnitude.y) < 0) return int(a.y) < 0 ? uvec2(0u, 0x80000000u) : uvec2(0xffffffffu, 0x7fffffffu);
  return int(a.y) < 0 ? neg_l(magnitude) : magnitude;
}

int signed_sat_di(uvec2 a) { return saturate_s64(signed_sat_dl(a)); }

int unsigned_sat_di(uvec2 a) {
  uvec2 value = unsigned_sat_dl(a);
  return value.y != 0u ? -1 : int(value.x);
}

// To the nearest f64, ties to even.
uvec2 unsigned_ld(uvec2 a) {
  if ((a.x | a.y) == 0u) return uvec2(0u);
  uint zeros = clz_pair(a);
  uvec2 top = shl_by(a, zeros);  // 53 bits stay, 11 are rounded
  uvec2 code = add_l(shr_by(top, 11u), uvec2(0u, (1085u - zeros) << 20));
  uint rest = top.x & 0x7ffu;
  bool up = rest > 0x400u || (rest == 0x400u && (code.x & 1u) != 0u);
  return up ? add_l(code, uvec2(1u, 0u)) : code;
}

uvec2 signed_ld(uvec2 a) { return unsigned_ld(abs_l(a)) | uvec2(0u, a.y & 0x80000000u); }

// f64 to f32 by bits; `odd` rounds toward zero and sets the last bit of an inexact result, else to nearest even.
uint narrow_bits_d(uvec2 a, bool odd) {
  uint sign = a.y & 0x80000000u;
  if (is_nan_d(a)) return sign | 0x7fc00000u | ((a.y & 0xfffffu) << 3) | (a.x >> 29);
  int exponent = int((a.y >> 20) & 0x7ffu) - 1023;
  if (exponent > 127) return exponent < 1024 && odd ? sign | 0x7f7fffffu : sign | 0x7f800000u;
  if (exponent < -150) return sign | (odd && ((a.y << 1) | a.x) != 0u ? 1u : 0u);
  uvec2 significand = uvec2(a.x, (a.y & 0xfffffu) | 0x100000u);
  uint shift = exponent < -126 ? uint(-97 - exponent) : 29u;
  uvec2 quotient = shr_by(significand, shift), rest = significand ^ shl_by(quotient, shift), half_unit = shl_by(uvec2(1u, 0u), shift - 1u);
  uint code = exponent < -126 ? quotient.x : (uint(exponent + 126) << 23) + quotient.x;
  if (odd) return sign | code | ((rest.x | rest.y) != 0u ? 1u : 0u);
  bool up = lt_u_l(half_unit, rest) || (rest == half_unit && (code & 1u) != 0u);
  return sign | (up ? code + 1u : code);
}
