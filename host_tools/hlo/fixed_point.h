// Fixed-point arithmetic of TFLite's kernels, written once for two kinds of numbers: integers on the host (tables) and values of the
// program. A number of `bits` bits (16 or 32) with i integer bits means raw / 2^(bits - 1 - i); raw numbers lie in s32 either way.
#pragma once

#include <algorithm>
#include <cstdint>

#include "hlo/builder.h"

namespace mote {

// Numbers on the host.
struct HostNumbers {
  using V = int64_t;
  int bits;

  V Constant(int64_t value) const { return value; }
  V Add(V a, V b) const { return a + b; }
  V Sub(V a, V b) const { return a - b; }
  V And(V a, int64_t mask) const { return a & mask; }
  V Least(V a, int64_t low) const { return std::max(a, low); }
  V Most(V a, int64_t high) const { return std::min(a, high); }
  // The upper half of twice the product, halves up.
  V Multiply(V a, V b) const { return std::min((a * b + (int64_t{1} << (bits - 2))) >> (bits - 1), (int64_t{1} << (bits - 1)) - 1); }
  // By 2^n, halves away from zero.
  V RoundingShift(V a, int n) const {
    if (n == 0) return a;
    const V t = (a + (a < 0 ? -1 : 0)) >> (n - 1);
    return t - (t >> 1);
  }
  // (a + b) / 2, halves away from zero.
  V HalfSum(V a, V b) const { return RoundingShift(a + b, 1); }
  V SaturatingLeft(V a, int n) const { return std::clamp(a << n, -(int64_t{1} << (bits - 1)), (int64_t{1} << (bits - 1)) - 1); }
  template <typename T>
  T Select(bool condition, T yes, T no) const { return condition ? yes : no; }
  bool IsZero(V a) const { return a == 0; }
  bool IsNegative(V a) const { return a < 0; }
};

// Values of the program, s32.
class ProgramNumbers {
 public:
  using V = Operand;
  const int bits;

  ProgramNumbers(Builder& builder, int width) : bits(width), b_(builder) {}
  V Constant(int64_t value) const { return Constant(ElementType::kS32, value); }
  V Constant(ElementType type, int64_t value) const;
  V Add(V a, V b) const { return b_.Add(a, b); }
  V Sub(V a, V b) const { return b_.Sub(a, b); }
  V And(V a, int64_t mask) const { return b_.And(a, Constant(mask)); }
  V Least(V a, int64_t low) const { return b_.Max(a, Constant(low)); }
  V Most(V a, int64_t high) const { return b_.Min(a, Constant(high)); }
  V Multiply(V a, V b) const;
  V RoundingShift(V a, int n) const;
  V RoundingShift(V a, V n) const;    // n from 0
  V HalfSum(V a, V b) const;
  V SaturatingLeft(V a, int n) const;
  V Select(V condition, V yes, V no) const { return b_.Select(condition, yes, no); }
  V IsZero(V a) const { return b_.Eq(a, Constant(0)); }
  V IsNegative(V a) const { return b_.Lt(a, Constant(0)); }

 private:
  Builder& b_;
};

// A constant of 32 bits as one of `bits`, halves away from zero.
inline int64_t Narrowed(int64_t constant, int bits) { return HostNumbers{32}.RoundingShift(constant, 32 - bits); }

// e^x for x in [-1/4, 0), no integer bits.
template <typename N>
typename N::V ExpNearZero(const N& n, typename N::V a) {
  const auto c = [&](int64_t value) { return n.Constant(Narrowed(value, n.bits)); };
  const auto x = n.Add(a, n.Constant(int64_t{1} << (n.bits - 4)));
  const auto x2 = n.Multiply(x, x), x3 = n.Multiply(x2, x), x4 = n.Multiply(x2, x2);
  const auto tail = n.RoundingShift(n.Add(n.Multiply(n.Add(n.RoundingShift(x4, 2), x3), c(715827883)), x2), 1);
  const auto sum = n.Add(c(1895147668), n.Multiply(c(1895147668), n.Add(x, tail)));
  return n.bits == 16 ? n.Most(n.Least(sum, -32768), 32767) : sum;
}

// e^x for x ≤ 0 of `integer` integer bits, at most 5; none in the result.
template <typename N>
typename N::V ExpOfNegative(const N& n, typename N::V a, int integer) {
  static constexpr int64_t kFactors[] = {1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242};  // e^(-2^k), k from -2
  const int fraction = n.bits - 1 - integer;
  const int64_t quarter = int64_t{1} << (fraction - 2);
  const auto rest = n.Sub(n.And(a, quarter - 1), n.Constant(quarter));
  auto result = ExpNearZero(n, n.SaturatingLeft(rest, integer));
  const auto whole = n.Sub(rest, a);
  for (int k = -2; k < integer && k <= 4; ++k) {
    const auto factor = n.Constant(Narrowed(kFactors[k + 2], n.bits));
    result = n.Select(n.IsZero(n.And(whole, int64_t{1} << (fraction + k))), result, n.Multiply(result, factor));
  }
  return n.Select(n.IsZero(a), n.Constant((int64_t{1} << (n.bits - 1)) - 1), result);
}

// 2 / (1 + x) in two integer bits, for x in [0, 1): three steps of Newton's division.
template <typename N>
typename N::V TwoOverOnePlus(const N& n, typename N::V a) {
  const auto half = n.HalfSum(a, n.Constant((int64_t{1} << (n.bits - 1)) - 1));
  auto x = n.Add(n.Constant(Narrowed(1515870810, n.bits)), n.Multiply(half, n.Constant(Narrowed(-1010580540, n.bits))));
  for (int step = 0; step < 3; ++step) {
    const auto error = n.Sub(n.Constant(int64_t{1} << (n.bits - 3)), n.Multiply(half, x));
    x = n.Add(x, n.SaturatingLeft(n.Multiply(x, error), 2));
  }
  return x;
}
template <typename N>
typename N::V OneOverOnePlus(const N& n, typename N::V a) {
  return n.SaturatingLeft(TwoOverOnePlus(n, a), 1);
}

// Of `integer` integer bits; none in the result.
template <typename N>
typename N::V Logistic(const N& n, typename N::V a, int integer) {
  const auto zero = n.Constant(0);
  const auto minus = n.Select(n.IsNegative(a), a, n.Sub(zero, a));
  const auto positive = OneOverOnePlus(n, ExpOfNegative(n, minus, integer));
  const auto negative = n.Sub(n.Constant((int64_t{1} << (n.bits - 1)) - 1), positive);
  return n.Select(n.IsZero(a), n.Constant(int64_t{1} << (n.bits - 2)), n.Select(n.IsNegative(a), negative, positive));
}
template <typename N>
typename N::V Tanh(const N& n, typename N::V a, int integer) {
  const auto zero = n.Constant(0);
  const auto minus = n.Select(n.IsNegative(a), a, n.Sub(zero, a));
  const auto ratio = TwoOverOnePlus(n, ExpOfNegative(n, minus, integer + 1));
  const auto positive = n.SaturatingLeft(n.Sub(ratio, n.Constant(int64_t{1} << (n.bits - 3))), 2);
  return n.Select(n.IsZero(a), zero, n.Select(n.IsNegative(a), n.Sub(zero, positive), positive));
}

}  // namespace mote
