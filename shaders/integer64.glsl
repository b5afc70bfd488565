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

// A digit of 16 bits of (high, low) / b, where low has 16 bits too, high < b and b's highest bit is set. Dividing by b's upper half alone
// gives at most two too many. No loops here: a launch counts the iterations of its own only.
uint quotient_digit(uint high, uint low, uint b) {
  uint upper = b >> 16, digit = high / upper, rest = high % upper;
  if (digit > 0xffffu || digit * (b & 0xffffu) > (rest << 16 | low)) {
    --digit;
    rest += upper;
    if (rest < 0x10000u && (digit > 0xffffu || digit * (b & 0xffffu) > (rest << 16 | low))) --digit;
  }
  return digit;
}

// (high, low) / b for words, high < b, b's highest bit set.
uint divide_pair(uint high, uint low, uint b) {
  uint upper = quotient_digit(high, low >> 16, b);
  uint middle = (high << 16 | low >> 16) - upper * b;
  return upper << 16 | quotient_digit(middle, low & 0xffffu, b);
}

// Quotient in xy, rest in zw; by 0 the quotient is all ones.
uvec4 divide_u_l(uvec2 a, uvec2 b) {
  if ((b.x | b.y) == 0u) return uvec4(0xffffffffu, 0xffffffffu, a);
  if ((a.y | b.y) == 0u) return uvec4(a.x / b.x, 0u, a.x % b.x, 0u);
  uint shift = clz_pair(b) & 31u;
  uvec2 quotient;
  if (b.y == 0u) {
    uvec2 rest = shl_by(uvec2(a.x, a.y % b.x), shift);
    quotient = uvec2(divide_pair(rest.y, rest.x, b.x << shift), a.y / b.x);
  } else {
    // One word of quotient, from half the dividend and the upper word of the divisor: right or one too many.
    uvec2 half_a = shr_by(a, 1u);
    uint estimate = divide_pair(half_a.y, half_a.x, shl_by(b, shift).y) >> (31u - shift);
    quotient = uvec2(estimate - min(estimate, 1u), 0u);
    if (!lt_u_l(sub_l(a, mul_l(quotient, b)), b)) ++quotient.x;
  }
  return uvec4(quotient, sub_l(a, mul_l(quotient, b)));
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
