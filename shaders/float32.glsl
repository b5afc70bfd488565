// f32 by its bits: NaN, infinity, -0 and subnormals come out the same on every device, whatever its float unit does with them.
// Functions with operands of type uint take and give bits.

// +0, which no driver knows it is: there are fewer workgroups.
float hidden_zero() { return uintBitsToFloat(gl_NumWorkGroups.x >> 31); }

bool is_nan(uint a) { return (a & 0x7fffffffu) > 0x7f800000u; }

// Numbers in their order as integers; -0 and +0 are both 0.
int rank(uint a) {
  int magnitude = int(a & 0x7fffffffu);
  return int(a) < 0 ? -magnitude : magnitude;
}

bool eq_f(uint a, uint b) { return rank(a) == rank(b) && !is_nan(a) && !is_nan(b); }

bool lt_f(uint a, uint b) { return rank(a) < rank(b) && !is_nan(a) && !is_nan(b); }

bool le_f(uint a, uint b) { return rank(a) <= rank(b) && !is_nan(a) && !is_nan(b); }

// As rank, with -0 below +0.
int total_rank(uint a) { return int(a) ^ int(uint(int(a) >> 31) >> 1); }

// NaN wins, the first if both are.
uint min_f(uint a, uint b) { return is_nan(a) ? a : is_nan(b) || total_rank(b) < total_rank(a) ? b : a; }

uint max_f(uint a, uint b) { return is_nan(a) ? a : is_nan(b) || total_rank(a) < total_rank(b) ? b : a; }

// max(a, +0), NaN stays.
uint max_zero(uint a) { return int(a) < 0 && !is_nan(a) ? 0u : a; }

uint trunc_f(uint a) {
  int exponent = int((a >> 23) & 0xffu) - 127;
  if (exponent < 0) return a & 0x80000000u;
  return exponent < 23 ? a & ~(0x7fffffu >> exponent) : a;
}

// The result has the operand's sign, also where it is zero.
uint floor_f(uint a) {
  uint whole = trunc_f(a);
  precise float below = uintBitsToFloat(whole) - 1.0;
  return int(a) < 0 && whole != a ? floatBitsToUint(below) : whole;
}

uint ceil_f(uint a) { return floor_f(a ^ 0x80000000u) ^ 0x80000000u; }

// To the nearest whole number, ties to even: adding 2^23 leaves no fraction bits.
uint rint_f(uint a) {
  uint sign = a & 0x80000000u, magnitude = a ^ sign;
  if (magnitude >= 0x4b000000u) return a;
  precise float shifted = uintBitsToFloat(magnitude) + 8388608.0;
  precise float whole = shifted - 8388608.0;
  return sign | floatBitsToUint(whole);
}

// A positive f32's 24 bits, the first of them set, and its exponent, one more than what its field would say.
ivec2 significand(uint a) {
  int field = int(a >> 23), shift = field == 0 ? 23 - findMSB(a) : 0;
  return field == 0 ? ivec2(int(a << shift), 1 - shift) : ivec2(int(a & 0x7fffffu | 0x800000u), field);
}

// a / b as IEEE rounds it. GPUs may be 2.5 units off and have no subnormals: there integers put right what the device says of the
// significands. 26 bits of their quotient, the last of them set where a rest is left, are then rounded once.
float quotient(float a, float b) {
  precise float own = a / b;
  if (exact_floats) return own;
  uint x = floatBitsToUint(a), y = floatBitsToUint(b), sign = (x ^ y) & 0x80000000u;
  x &= 0x7fffffffu;
  y &= 0x7fffffffu;
  if (x >= 0x7f800000u || y >= 0x7f800000u || (x | y) == 0u) return own;
  if (x == 0u || y == 0u) return uintBitsToFloat(sign | (x == 0u ? 0u : 0x7f800000u));
  ivec2 m = significand(x), n = significand(y);
  int shift = m.x >= n.x ? 25 : 26;
  int q = int(float(m.x) / float(n.x) * (shift == 25 ? 33554432.0 : 67108864.0));
  int rest = (m.x << shift) - q * n.x;
  int more = int(floor(float(rest) / float(n.x)));
  q += more;
  rest -= more * n.x;
  if (rest < 0) q -= 1, rest += n.x;
  else if (rest >= n.x) q += 1, rest -= n.x;
  q |= int(rest != 0);
  int field = m.y - n.y - shift + 152, drop = 2 + max(1 - field, 0);
  if (field >= 255) return uintBitsToFloat(sign | 0x7f800000u);
  if (drop > 27) return uintBitsToFloat(sign);
  int kept = q >> drop, half_unit = 1 << (drop - 1), dropped = q & (2 * half_unit - 1);
  kept += int(dropped > half_unit || (dropped == half_unit && (kept & 1) != 0));
  return uintBitsToFloat(sign | uint(kept + (max(field - 1, 0) << 23)));
}

vec4 quotients(vec4 a, vec4 b) {
  precise vec4 own = a / b;
  if (exact_floats) return own;
  return vec4(quotient(a.x, b.x), quotient(a.y, b.y), quotient(a.z, b.z), quotient(a.w, b.w));
}

// The square root as IEEE rounds it, likewise: 25 bits of it, and it never lies in the middle between two numbers.
float root(float a) {
  uint x = floatBitsToUint(a);
  precise float own = sqrt(x - 0x80000001u < 0x7fffffu ? -1.0 : a);
  if (exact_floats || x - 1u >= 0x7f7fffffu) return own;
  ivec2 m = significand(x);
  int odd = m.y & 1;
  int square = m.x << (2 - odd);
  int q = int(sqrt(float(square)) * 4096.0);
  q += int(floor(float((square << 24) - q * q) / (2.0 * float(q))));
  int rest = (square << 24) - q * q;
  if (rest < 0) q -= 1;
  else if (rest > 2 * q) q += 1;
  return uintBitsToFloat(uint(((q + 1) >> 1) + (((m.y - odd) / 2 + 62 + odd) << 23)));
}

vec4 roots(vec4 a) {
  precise vec4 own = sqrt(a);
  if (exact_floats) return own;
  return vec4(root(a.x), root(a.y), root(a.z), root(a.w));
}

int signed_sat_fi(uint a) {
  if (is_nan(a)) return 0;
  float value = uintBitsToFloat(a);
  return value >= 2147483648.0 ? 0x7fffffff : value < -2147483648.0 ? int(0x80000000u) : int(value);
}

int unsigned_sat_fi(uint a) {
  if (is_nan(a) || int(a) < 0) return 0;
  float value = uintBitsToFloat(a);
  return value >= 4294967296.0 ? -1 : int(uint(value));
}

// The magnitude of a finite number, truncated, as 64 bits; 2^64 and more saturates.
uvec2 magnitude_fl(uint a) {
  int exponent = int((a >> 23) & 0xffu) - 127;
  if (exponent < 0) return uvec2(0u);
  if (exponent >= 64) return uvec2(0xffffffffu);
  uvec2 significand = uvec2((a & 0x7fffffu) | 0x800000u, 0u);
  return exponent < 23 ? shr_by(significand, uint(23 - exponent)) : shl_by(significand, uint(exponent - 23));
}

uvec2 unsigned_sat_fl(uint a) { return is_nan(a) || int(a) < 0 ? uvec2(0u) : magnitude_fl(a); }

uvec2 signed_sat_fl(uint a) {
  if (is_nan(a)) return uvec2(0u);
  uvec2 magnitude = magnitude_fl(a);
  if (int(magnitude.y) < 0) return int(a) < 0 ? uvec2(0u, 0x80000000u) : uvec2(0xffffffffu, 0x7fffffffu);
  return int(a) < 0 ? neg_l(magnitude) : magnitude;
}

// To the nearest f32, ties to even.
uint unsigned_lf(uvec2 a) {
  if ((a.x | a.y) == 0u) return 0u;
  uint zeros = clz_pair(a);
  uvec2 top = shl_by(a, zeros);  // the leading one in bit 63; 24 bits stay, 40 are rounded
  uint code = ((189u - zeros) << 23) + (top.y >> 8);  // the leading one adds 1 to the exponent
  uint rest = top.y & 0xffu;
  bool up = rest > 0x80u || (rest == 0x80u && (top.x != 0u || (code & 1u) != 0u));
  return up ? code + 1u : code;
}

uint signed_lf(uvec2 a) { return unsigned_lf(abs_l(a)) | (a.y & 0x80000000u); }
