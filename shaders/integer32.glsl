// Integers of 32 bits: what GLSL leaves undefined is defined here. Part of the library that printed kernels include function by function:
// every function stands alone between blank lines and may use those above it.

// Amounts as unsigned; from 32 on nothing is left (or the sign).
int shl(int a, int b) { return uint(b) < 32u ? a << b : 0; }

int shr_u(int a, int b) { return uint(b) < 32u ? int(uint(a) >> b) : 0; }

int shr_s(int a, int b) { return a >> min(uint(b), 31u); }

// x / 0 is all ones, x % 0 is x.
int div_u(int a, int b) { return b == 0 ? -1 : int(uint(a) / max(uint(b), 1u)); }

int rem_u(int a, int b) { return b == 0 ? a : int(uint(a) % max(uint(b), 1u)); }

// By magnitudes, which rounds toward zero on every device; the lowest number divided by -1 is itself.
int div_s(int a, int b) {
  int quotient = int(uint(abs(a)) / max(uint(abs(b)), 1u));
  return b == 0 ? -1 : (a ^ b) < 0 ? -quotient : quotient;
}

int rem_s(int a, int b) {
  int rest = int(uint(abs(a)) % max(uint(abs(b)), 1u));
  return b == 0 ? a : a < 0 ? -rest : rest;
}

int mul_high_u(int a, int b) {
  uint high, low;
  umulExtended(uint(a), uint(b), high, low);
  return int(high);
}

int mul_high_s(int a, int b) {
  int high, low;
  imulExtended(a, b, high, low);
  return high;
}

int clz(int a) { return 31 - findMSB(uint(a)); }
