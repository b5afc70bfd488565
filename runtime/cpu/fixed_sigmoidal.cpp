// The logistic function and tanh of halfwords, to the bit as TFLite's LSTM has them: e^x of what is at most 0, then 2 / (1 + e^x) by three
// steps of Newton's division, all in 16 bits. The output may lie where the input does.
#include "core/fixed.h"

namespace mote::runtime {
namespace {

constexpr int32_t kOne = 32767;  // of 15 digits

// Halves up; factors are no two of -32768.
int32_t Times(int32_t a, int32_t b) { return (a * b + (1 << 14)) >> 15; }
int32_t Saturated(int32_t x) { return x > 32767 ? 32767 : x < -32768 ? -32768 : x; }

// For x in [-1/4, 0), of 15 digits.
int32_t ExpNearZero(int32_t x) {
  const int32_t a = x + (1 << 12), a2 = Times(a, a), a3 = Times(a2, a), quarter = (Times(a2, a2) + 2) >> 2;
  const int32_t tail = Times(quarter + a3, 10923) + a2;  // a third of these; half of all is what follows a, halves away from zero
  return Saturated(28918 + Times(28918, a + ((tail + (tail < 0 ? 0 : 1)) >> 1)));
}

// For x ≤ 0 of `bits` digits in front of the point; of 15 behind it.
int32_t ExpOfNegative(int32_t x, int32_t bits) {
  static constexpr int16_t kFactors[] = {25520, 19875, 12055, 4435, 600, 11, 0};  // e^(-2^k), k from -2
  if (x == 0) return kOne;
  const int32_t quarter = 1 << (13 - bits), rest = (x & (quarter - 1)) - quarter;
  int32_t result = ExpNearZero(Saturated(rest * (1 << bits)));
  uint32_t whole = static_cast<uint32_t>(rest - x) >> (13 - bits);
  for (const int16_t* factor = kFactors; whole != 0 && factor != kFactors + 7; ++factor, whole >>= 1) {
    if ((whole & 1) != 0) result = Times(result, *factor);
  }
  return result;
}

// Two digits in front of the point, for x in [0, 1) of none.
int32_t TwoOverOnePlus(int32_t x) {
  const int32_t half = (x + kOne + 1) >> 1;
  int32_t y = 23130 + Times(half, -15420);
  for (int step = 0; step < 3; ++step) y += Saturated(Times(y, (1 << 13) - Times(half, y)) * 4);
  return y;
}

struct Logistic {
  static int32_t Of(int32_t x, int32_t bits) {
    const int32_t positive = Saturated(TwoOverOnePlus(ExpOfNegative(x < 0 ? x : -x, bits)) * 2);
    return x == 0 ? 1 << 14 : x < 0 ? kOne - positive : positive;
  }
};
struct Tanh {
  static int32_t Of(int32_t x, int32_t bits) {
    const int32_t positive = Saturated((TwoOverOnePlus(ExpOfNegative(x < 0 ? x : -x, bits + 1)) - (1 << 13)) * 4);
    return x == 0 ? 0 : x < 0 ? -positive : positive;
  }
};

template <typename Function>
void Each(const int16_t* in, int16_t* out, size_t count, int32_t bits) {
  for (const int16_t* const end = in + count; in != end; ++in, ++out) *out = static_cast<int16_t>(Function::Of(*in, bits));
}

void Sigmoidal(const FixedCall& call) {
  const int32_t* f = call.fields;
  const size_t row = static_cast<size_t>(f[kMoteFixedOutW]) * static_cast<size_t>(f[kMoteFixedOutC]), first = call.begin * row;
  const auto* in = reinterpret_cast<const int16_t*>(call.input) + first;
  auto* out = reinterpret_cast<int16_t*>(call.output) + first;
  (f[kMoteFixedSigned] != 0 ? Each<Tanh> : Each<Logistic>)(in, out, (call.end - call.begin) * row, f[kMoteFixedShift]);
}

}  // namespace

const FixedRoutine kFixedSigmoidal = MakeFixedSigmoidal(Sigmoidal);

}  // namespace mote::runtime
