// Plain convolutions around the products of plain_products.h: windows of two pixels put beside each other.
#ifndef MOTE_CPU_FIXED_PAIRS_H_
#define MOTE_CPU_FIXED_PAIRS_H_

#include "cpu/fixed_by_hand.h"
#include "cpu/fixed_window.h"

namespace mote::runtime {

// How many windows lie beside each other where `pixels` are left, and what a position of one takes there.
#if MOTE_PRODUCTS_BY_HAND == 4
using Spread = int8_t;
constexpr uint32_t Together(uint32_t pixels, bool) { return pixels >= 4 ? 4 : pixels >= 2 ? 2 : 1; }
#elif MOTE_PRODUCTS_BY_HAND == 3
using Spread = int32_t;
constexpr uint32_t Together(uint32_t pixels, bool direct) { return pixels >= 3 && !direct ? 3 : pixels >= 2 ? 2 : 1; }
#else
using Spread = int32_t;
constexpr uint32_t Together(uint32_t pixels, bool) { return pixels >= 2 ? 2 : 1; }
#endif

// A window among `Many`, whose positions lie beside each other.
template <int Many>
[[gnu::noinline]] static Spread* SpreadRun(Spread* to, const int8_t* from, int32_t count) {
  for (; count >= 4; count -= 4, from += 4, to += 4 * Many) {
    to[0] = from[0], to[Many] = from[1], to[2 * Many] = from[2], to[3 * Many] = from[3];
  }
  for (; count > 0; --count, to += Many) *to = *from++;
  return to;
}
template <int Many>
static Spread* SpreadValue(Spread* to, Spread value, int32_t count) {
  for (; count > 0; --count, to += Many) *to = value;
  return to;
}
template <int Many>
[[gnu::noinline]] static void SpreadWindow(const int32_t* f, const int8_t* image, int32_t y, int32_t x, Spread* to) {
  const int32_t channels = f[kMoteFixedInC], width = f[kMoteFixedInW], taps = f[kMoteFixedKernelW], dilation = f[kMoteFixedDilationX];
  const auto pad = static_cast<Spread>(f[kMoteFixedPadValue]);
  int32_t row = y * f[kMoteFixedStrideY] - f[kMoteFixedPadY];
  const int32_t left = x * f[kMoteFixedStrideX] - f[kMoteFixedPadX];
  const Range columns = left >= 0 && left + (taps - 1) * dilation < width ? Range{0, taps} : Inside(left, taps, dilation, width);
  for (int32_t ky = 0; ky < f[kMoteFixedKernelH]; ++ky, row += f[kMoteFixedDilationY]) {
    if (row < 0 || row >= f[kMoteFixedInH] || columns.first >= columns.last) {
      to = SpreadValue<Many>(to, pad, taps * channels);
      continue;
    }
    to = SpreadValue<Many>(to, pad, columns.first * channels);
    const int8_t* line = image + static_cast<ptrdiff_t>(row) * width * channels;
    if (dilation == 1) {
      to = SpreadRun<Many>(to, line + (left + columns.first) * channels, (columns.last - columns.first) * channels);
    } else {
      for (int32_t kx = columns.first; kx < columns.last; ++kx) {
        to = SpreadRun<Many>(to, line + (left + kx * dilation) * channels, channels);
      }
    }
    to = SpreadValue<Many>(to, pad, (taps - columns.last) * channels);
  }
}

// Windows of the pixels of a call one after the other, where the products read them.
class PixelWindows {
 public:
  explicit PixelWindows(const FixedCall& call) : f_(call.fields), scratch_(call.scratch) {
    const auto height = static_cast<uint32_t>(f_[kMoteFixedOutH]);
    y_ = static_cast<int32_t>(call.begin % height);
    image_ = call.input + static_cast<ptrdiff_t>(call.begin / height) * Size();
  }
  template <int Many>
  const void* Beside() {
    for (int32_t which = 0; which < Many; ++which) {
      Spread* to = reinterpret_cast<Spread*>(scratch_) + which;
      if (direct_) {
        const int32_t pixel = y_ * f_[kMoteFixedStrideY] * f_[kMoteFixedInW] + x_ * f_[kMoteFixedStrideX];
        SpreadRun<Many>(to, image_ + pixel * f_[kMoteFixedInC], f_[kMoteFixedInC]);
      } else {
        SpreadWindow<Many>(f_, image_, y_, x_, to);
      }
      Next();
    }
    return scratch_;
  }
  // Apart, as FewChannels: what it needs is not below the frame of the products.
  [[gnu::noinline]] const int8_t* One() {
    if (MoteFixedAlone(f_)) return image_;
    auto* window = reinterpret_cast<int8_t*>(scratch_);
    GatherWindow(f_, image_, y_, x_, window);
    Next();
    return window;
  }

 private:
  ptrdiff_t Size() const { return static_cast<ptrdiff_t>(f_[kMoteFixedInH]) * f_[kMoteFixedInW] * f_[kMoteFixedInC]; }
  void Next() {
    if (++x_ < f_[kMoteFixedOutW]) return;
    x_ = 0;
    if (++y_ == f_[kMoteFixedOutH]) y_ = 0, image_ += Size();
  }

  const int32_t* f_;
  uint8_t* scratch_;
  const bool direct_ = MoteFixedDirect(f_) != 0;
  const int8_t* image_;
  int32_t y_, x_ = 0;
};

// Channel by channel: fewer of them than a block has.
[[gnu::noinline]] static void FewChannels(const FixedCall& call, const int8_t* window, uint32_t length, int8_t* out) {
  const FixedChannels channels(call.stream, call.fields[kMoteFixedOutC], call.fields[kMoteFixedSigned]);
  const FixedFinish finish(call.fields);
  const auto* weights = reinterpret_cast<const int8_t*>(channels.weights);
  for (int32_t c = 0; c < call.fields[kMoteFixedOutC]; ++c, weights += length) {
    uint32_t sum = channels.Start(c);
    for (uint32_t k = 0; k < length; ++k) sum += static_cast<uint32_t>(window[k] * weights[k]);
    out[c] = finish(sum, channels, c);
  }
}

static void RunConvolution(const FixedCall& call) {
  const int32_t* f = call.fields;
  const auto features = static_cast<uint32_t>(f[kMoteFixedOutC]);
  constexpr uint32_t kOfOne = 4, kOfTwo = MOTE_PRODUCTS_BY_HAND;
  const bool direct = MoteFixedDirect(f) != 0;
  PixelWindows windows(call);
  MotePlain plain = PlainOf(call);
  plain.length = static_cast<uint32_t>(MoteFixedWindow(f)), plain.other = features;
  uint32_t pixels = (call.end - call.begin) * static_cast<uint32_t>(f[kMoteFixedOutW]);
  int8_t* out = call.output + static_cast<ptrdiff_t>(call.begin) * f[kMoteFixedOutW] * f[kMoteFixedOutC];
  while (pixels != 0) {
    const uint32_t count = features < kOfOne ? 1 : Together(pixels, direct);
    plain.out = out;
    if (count == 1) {
      plain.windows = windows.One();
      if (features < kOfOne) FewChannels(call, static_cast<const int8_t*>(plain.windows), plain.length, out);
      else AllChannels<kOfOne>(&plain, call, mote_plain_one, plain.length);
    } else if (count == 2) {
      plain.windows = windows.Beside<2>();
      AllChannels<kOfTwo>(&plain, call, mote_plain_pairs, plain.length);
#if MOTE_PRODUCTS_BY_HAND == 3
    } else {
      plain.windows = windows.Beside<3>();
      AllChannels<2>(&plain, call, mote_plain_triples, plain.length);
#elif MOTE_PRODUCTS_BY_HAND == 4
    } else {
      plain.windows = windows.Beside<4>();
      AllChannels<kOfOne>(&plain, call, mote_plain_fours, plain.length);
#endif
    }
    if (features >= kOfOne) ClampAll(f, out, count * features);
    pixels -= count, out += count * features;
  }
}

}  // namespace mote::runtime

#endif
