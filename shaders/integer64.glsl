// Integers of 64 bits as pairs of words, x the low and y the high one: for devices without shaderInt64, and the same bits on all.

uvec2 sext_il(int a) { return uvec2(uint(a), uint(a >> 31)); }

// Index narrowing: to the nearest value of 32 bits signed.
int saturate_s64(uvec2 a) { return int(a.y) == int(a.x) >> 31 ? int(a.x) : int(a.y) < 0 ? int(0x80000000u) : 0x7fffffff; }

int saturate_u64(uvec2 a) { return a.y == 0u ? int(min(a.x, 0x7fffffffu)) : 0x7fffffff; }

uvec2 add_l(uvec2 a, uvec2 b) {
  uint low = a.x + b.x;
  return uvec2(low, a.y + b.y + (low < a.x ? 1u : 0u));
}

uvec2 sub_l(uvec2 a, uvec2 b) { return uvec2(a.x - b.x, a.y - b.y - (a.x < b.x ? 1u : 0u)); }

uvec2 neg_l(uvec2 a) { return sub_l(uvec2(0u), a); }

uvec2 mul_l(uvec2 a, uvec2 b) {
  uint high, low;
  umulExtended(a.x, b.x, high, low);
  return uvec2(low, high + a.x * b.y + a.y * b.x);
}

// Shifts by less than 64, then by any unsigned amount.
uvec2 shl_by(uvec2 a, uint n) {
  if (n == 0u) return a;
  return n < 32u ? uvec2(a.x << n, (a.y << n) | (a.x >> (32u - n))) : uvec2(0u, a.x << (n - 32u));
}

uvec2 shr_by(uvec2 a, uint n) {
  if (n == 0u) return a;
  return n < 32u ? uvec2((a.x >> n) | (a.y << (32u - n)), a.y >> n) : uvec2(a.y >> (n - 32u), 0u);
}

uvec2 shl_l(uvec2 a, uvec2 b) { return b.y == 0u && b.x < 64u ? shl_by(a, b.x) : uvec2(0u); }

uvec2 shr_u_l(uvec2 a, uvec2 b) { return b.y == 0u && b.x < 64u ? shr_by(a, b.x) : uvec2(0u); }

uvec2 shr_s_l(uvec2 a, uvec2 b) {
  uint sign = uint(int(a.y) >> 31), n = b.y == 0u ? min(b.x, 63u) : 63u;
  return shr_by(a ^ sign, n) ^ sign;
}

bool lt_u_l(uvec2 a, uvec2 b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }

bool lt_s_l(uvec2 a, uvec2 b) { return int(a.y) < int(b.y) || (a.y == b.y && a.x < b.x); }

bool le_u_l(uvec2 a, uvec2 b) { return !lt_u_l(b, a); }

bool le_s_l(uvec2 a, uvec2 b) { return !lt_s_l(b, a); }

uvec2 min_u_l(uvec2 a, uvec2 b) { return lt_u_l(b, a) ? b : a; }

uvec2 max_u_l(uvec2 a, uvec2 b) { return lt_u_l(a, b) ? b : a; }

uvec2 min_s_l(uvec2 a, uvec2 b) { return lt_s_l(b, a) ? b : a; }

uvec2 max_s_l(uvec2 a, uvec2 b) { return lt_s_l(a, b) ? b : a; }

uint clz_pair(uvec2 a) { return uint(a.y != 0u ? 31 - findMSB(a.y) : 63 - findMSB(a.x)); }

uvec2 clz_l(uvec2 a) { return uvec2(clz_pair(a), 0u); }

uvec2 popcount_l(uvec2 a) { return uvec2(uint(bitCount(a.x) + bitCount(a.y)), 0u); }

// Schoolbook division, bit by bit from the dividend's highest one: quotient in xy, rest in zw. Any divisor; by 0 the quotient is all ones.
uvec4 divide_u_l(uvec2 a, uvec2 b) {
  if ((a.y | b.y) == 0u) return b.x == 0u ? uvec4(0xffffffffu, 0xffffffffu, a) : uvec4(a.x / b.x, 0u, a.x % b.x, 0u);
  uvec2 quotient = uvec2(0u), rest = uvec2(0u);
  for (int i = 63; i >= 0; --i) {
    bool over = int(rest.y) < 0;  // the shifted rest has 65 bits
    rest = shl_by(rest, 1u);
    rest.x |= shr_by(a, uint(i)).x & 1u;
    quotient = shl_by(quotient, 1u);
    if (over || !lt_u_l(rest, b)) {
      rest = sub_l(rest, b);
      quotient.x |= 1u;
    }
  }
  return (b.x | b.y) == 0u ? uvec4(0xffffffffu, 0xffffffffu, a) : uvec4(quotient, rest);
}

uvec2 div_u_l(uvec2 a, uvec2 b) { return divide_u_l(a, b).xy; }

uvec2 rem_u_l(uvec2 a, uvec2 b) { return divide_u_l(a, b).zw; }

uvec2 abs_l(uvec2 a) { return int(a.y) < 0 ? neg_l(a) : a; }

uvec2 div_s_l(uvec2 a, uvec2 b) {
  if ((b.x | b.y) == 0u) return uvec2(0xffffffffu);
  uvec2 quotient = div_u_l(abs_l(a), abs_l(b));
  return int(a.y ^ b.y) < 0 ? neg_l(quotient) : quotient;
}

uvec2 rem_s_l(uvec2 a, uvec2 b) {
  uvec2 rest = rem_u_l(abs_l(a), abs_l(b));
  return int(a.y) < 0 ? neg_l(rest) : rest;
}

// Keeps the low n bits, 1 to 63, and extends.
uvec2 sext_l(uvec2 a, uint n) { return shr_s_l(shl_by(a, 64u - n), uvec2(64u - n, 0u)); }

uvec2 zext_l(uvec2 a, uint n) { return shr_by(shl_by(a, 64u - n), 64u - n); }
