// Fixed-point convolutions and matrix products: windows of a few pixels are put together, then each output channel's weights are multiplied
// with all of them.
#ifdef MOTE_PRODUCTS_BY_HAND
#include "cpu/fixed_pairs.h"
#else
#include "cpu/fixed_finish.h"
#include "cpu/fixed_window.h"

namespace mote::runtime {
namespace {

// Output channels of one turn, for several windows and for one.
constexpr int kChannels = 2, kChannelsOfOne = 4, kTogether = kMoteFixedPixels;

// sums[p + Count·c] of `Count` windows with `Channels` channels, whose weights follow each other.
template <int Count, int Channels>
inline void Products(const int8_t* const* windows, const int8_t* weights, int32_t length, uint32_t* sums) {
  uint32_t s[Count * Channels] = {};
  for (int32_t k = 0; k < length; ++k) {
    for (int c = 0; c < Channels; ++c) {
      for (int p = 0; p < Count; ++p) s[p + Count * c] += static_cast<uint32_t>(windows[p][k] * weights[c * length + k]);
    }
  }
  for (int i = 0; i < Count * Channels; ++i) sums[i] = s[i];
}

// Compilers keep sums in registers that have names, and do not keep all of an array's; in functions of their own nothing else wants
// registers.
template <>
[[gnu::noinline]] void Products<4, 2>(const int8_t* const* windows, const int8_t* weights, int32_t length, uint32_t* sums) {
  const int8_t *x = windows[0], *y = windows[1], *z = windows[2], *w = windows[3], *a = weights, *b = weights + length;
  uint32_t xa = 0, ya = 0, za = 0, wa = 0, xb = 0, yb = 0, zb = 0, wb = 0;
  const auto position = [&](int32_t k) {
    // Bytes as words that may wrap: their products' low halves are the same.
    const auto xk = static_cast<uint32_t>(x[k]), yk = static_cast<uint32_t>(y[k]), zk = static_cast<uint32_t>(z[k]);
    const auto wk = static_cast<uint32_t>(w[k]), ak = static_cast<uint32_t>(a[k]), bk = static_cast<uint32_t>(b[k]);
    xa += xk * ak, ya += yk * ak, za += zk * ak, wa += wk * ak;
    xb += xk * bk, yb += yk * bk, zb += zk * bk, wb += wk * bk;
    // Position by position: GCC adds four of them up first, with more in hand than there are registers.
    // Four at a time: 32-bit x86 has no more registers.
    __asm__("" : "+r"(xa), "+r"(ya), "+r"(za), "+r"(wa) : : "memory");
    __asm__("" : "+r"(xb), "+r"(yb), "+r"(zb), "+r"(wb) : : "memory");
  };
  for (; length >= 4; length -= 4, x += 4, y += 4, z += 4, w += 4, a += 4, b += 4) position(0), position(1), position(2), position(3);
  for (int32_t k = 0; k < length; ++k) position(k);
  sums[0] = xa, sums[1] = ya, sums[2] = za, sums[3] = wa, sums[4] = xb, sums[5] = yb, sums[6] = zb, sums[7] = wb;
}

template <>
[[gnu::noinline]] void Products<1, 4>(const int8_t* const* windows, const int8_t* weights, int32_t length, uint32_t* sums) {
  const int8_t *x = windows[0], *a = weights, *b = a + length, *c = b + length, *d = c + length;
  uint32_t xa = 0, xb = 0, xc = 0, xd = 0;
  const auto position = [&](int32_t k) {
    const int32_t xk = x[k];
    xa += static_cast<uint32_t>(xk * a[k]), xb += static_cast<uint32_t>(xk * b[k]);
    xc += static_cast<uint32_t>(xk * c[k]), xd += static_cast<uint32_t>(xk * d[k]);
    __asm__("" : "+r"(xa), "+r"(xb), "+r"(xc), "+r"(xd) : : "memory");
  };
  for (; length >= 4; length -= 4, x += 4, a += 4, b += 4, c += 4, d += 4) position(0), position(1), position(2), position(3);
  for (int32_t k = 0; k < length; ++k) position(k);
  sums[0] = xa, sums[1] = xb, sums[2] = xc, sums[3] = xd;
}

// Channels [o, end) of `Count` pixels, `Channels` at a time; gives where those stop.
template <int Count, int Channels>
int32_t Blocks(const FixedCall& call, const int8_t* const* windows, int32_t length, int32_t o, int8_t* out) {
  const int32_t features = call.fields[kMoteFixedOutC];
  const auto finish = call.fields[kMoteFixedSigned] == 1 ? FinishSums<Count, true> : FinishSums<Count, false>;
  const auto* weights = reinterpret_cast<const int8_t*>(call.stream) + MoteFixedWeightsAt(features, call.fields[kMoteFixedSigned]) +
                        static_cast<ptrdiff_t>(o) * length;
  for (; features - o >= Channels; o += Channels, weights += static_cast<ptrdiff_t>(Channels) * length) {
    uint32_t sums[Count * Channels];
    Products<Count, Channels>(windows, weights, length, sums);
    finish(call.fields, call.stream, sums, o, Channels, out);
  }
  return o;
}

template <int Count, int Channels>
void Pixels(const FixedCall& call, const int8_t* const* windows, int32_t length, int8_t* out) {
  const int32_t done = Blocks<Count, Channels>(call, windows, length, 0, out);
  Blocks<Count, 1>(call, windows, length, done, out);
}

void RunConvolution(const FixedCall& call) {
  const int32_t* f = call.fields;
  const int32_t height = f[kMoteFixedOutH], width = f[kMoteFixedOutW], features = f[kMoteFixedOutC];
  const auto length = static_cast<int32_t>(MoteFixedWindow(f));
  const bool direct = MoteFixedDirect(f) != 0 || MoteFixedAlone(f) != 0;
  const ptrdiff_t bytes = static_cast<ptrdiff_t>(f[kMoteFixedInH]) * f[kMoteFixedInW] * f[kMoteFixedInC];  // of an image
  // may be beyond 32 bits where a row has one pixel, and is not used
  const auto pixel = static_cast<ptrdiff_t>(static_cast<size_t>(f[kMoteFixedStrideX]) * static_cast<size_t>(f[kMoteFixedInC]));
  for (uint32_t row = call.begin; row < call.end; ++row) {
    const auto y = static_cast<int32_t>(row % static_cast<uint32_t>(height));
    const int8_t* image = call.input + static_cast<ptrdiff_t>(row / static_cast<uint32_t>(height)) * bytes;
    const int8_t* line = direct ? image + static_cast<ptrdiff_t>(y) * f[kMoteFixedStrideY] * f[kMoteFixedInW] * f[kMoteFixedInC] : nullptr;
    int8_t* out = call.output + static_cast<ptrdiff_t>(row) * width * features;
    for (int32_t x = 0; x < width;) {
      const int count = width - x >= kTogether ? kTogether : 1;
      const int8_t* windows[kTogether];
      for (int p = 0; p < count; ++p) {
        int8_t* gathered = reinterpret_cast<int8_t*>(call.scratch) + static_cast<ptrdiff_t>(p) * length;
        if (!direct) GatherWindow(f, image, y, x + p, gathered);
        windows[p] = direct ? line + static_cast<ptrdiff_t>(x + p) * pixel : gathered;
      }
      if (count == 1) Pixels<1, kChannelsOfOne>(call, windows, length, out);
      else Pixels<kTogether, kChannels>(call, windows, length, out);
      x += count, out += static_cast<ptrdiff_t>(count) * features;
    }
  }
}

}  // namespace
}  // namespace mote::runtime
#endif

namespace mote::runtime {

const FixedRoutine kFixedConvolution = MakeFixedConvolution(RunConvolution);

}  // namespace mote::runtime
