// Softmax of stored bytes, pixel by pixel over its channels, in integers: exponentials by a table, the reciprocal of their sum by three
// steps of Newton's division. The host's hlo/byte_softmax.h is the same as a program; no stream can make a shift undefined.
#include "core/fixed.h"

namespace mote::runtime {
namespace {

constexpr int32_t kMost = 0x7fffffff, kLeast = -kMost - 1, kSumBits = 12;

// The upper half of twice the product, halves up.
int32_t Multiply(int32_t a, int32_t b) {
  return static_cast<int32_t>((static_cast<int64_t>(a) * b + (1 << 30)) >> 31);
}

// By 2^n, halves away from zero.
int32_t RoundingShift(int32_t a, int32_t n) {
  if (n <= 0) return a;
  const auto moved = static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(a >> 31));
  const int32_t twice = moved >> (n > 32 ? 31 : n - 1);
  return twice - (twice >> 1);
}

int32_t SaturatingLeft(int32_t a, int32_t n) {
  const int32_t bound = 1 << (31 - n);
  return a >= bound ? kMost : a < -bound ? kLeast : static_cast<int32_t>(static_cast<uint32_t>(a) << n);
}

int32_t Sum(int32_t a, int32_t b) { return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b)); }
int32_t Difference(int32_t a, int32_t b) { return static_cast<int32_t>(static_cast<uint32_t>(a) - static_cast<uint32_t>(b)); }

// 1 / (1 + a) of a in [0, 1), both without integer bits.
int32_t OneOverOnePlus(int32_t a) {
  const int64_t twice = static_cast<int64_t>(a) + kMost;
  const auto half = static_cast<int32_t>((twice + (twice < 0 ? -1 : 0)) - ((twice + (twice < 0 ? -1 : 0)) >> 1));
  int32_t x = Sum(1515870810, Multiply(half, -1010580540));  // 48/17 - 32/17 of it, two integer bits
  for (int step = 0; step < 3; ++step) {
    const int32_t error = Difference(1 << 29, Multiply(half, x));
    x = Sum(x, SaturatingLeft(Multiply(x, error), 2));
  }
  return SaturatingLeft(x, 1);
}

// Exponentials of differences from -last to 0.
struct Powers {
  const int32_t* of;
  int32_t last;
  int32_t operator()(int32_t difference) const { return of[difference < -last ? 0 : last + difference]; }
};

void RunPixel(const int8_t* x, int32_t channels, const Powers& powers, int32_t low, int32_t high, int8_t* out) {
  int32_t largest = x[0];
  for (int32_t c = 1; c < channels; ++c) largest = x[c] > largest ? x[c] : largest;
  int32_t sum = 0;
  for (int32_t c = 0; c < channels; ++c) sum = Sum(sum, RoundingShift(powers(x[c] - largest), kSumBits));
  const int32_t zeros = sum == 0 ? 32 : __builtin_clz(static_cast<uint32_t>(sum));
  const uint32_t rest = sum == 0 ? 0 : static_cast<uint32_t>(sum) << zeros;
  const int32_t reciprocal = OneOverOnePlus(static_cast<int32_t>(rest ^ 0x80000000u));
  for (int32_t c = 0; c < channels; ++c) {
    // a stranger's output may lie over the input, and write more than the largest
    const int32_t power = powers(x[c] < largest ? x[c] - largest : 0);
    const int32_t value = Sum(RoundingShift(Multiply(reciprocal, power), kSumBits + 23 - zeros), low);
    out[c] = static_cast<int8_t>(value < low ? low : value > high ? high : value);
  }
}

void Run(const FixedCall& call) {
  const int32_t* f = call.fields;
  const int32_t channels = f[kMoteFixedInC], low = f[kMoteFixedLow], high = f[kMoteFixedHigh];
  const Powers powers = {reinterpret_cast<const int32_t*>(call.stream), 128 - f[kMoteFixedPadValue]};
  const ptrdiff_t row = static_cast<ptrdiff_t>(f[kMoteFixedInW]) * channels;
  const auto first = static_cast<ptrdiff_t>(call.begin), last = static_cast<ptrdiff_t>(call.end);
  for (ptrdiff_t at = first * row; at < last * row; at += channels) {
    RunPixel(call.input + at, channels, powers, low, high, call.output + at);
  }
}

}  // namespace

const FixedRoutine kFixedSoftmax = MakeFixedSoftmax(Run);

}  // namespace mote::runtime
