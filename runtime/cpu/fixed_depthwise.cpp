// Fixed-point convolutions of each channel by itself: four channels at a time through all taps of a pixel; where there are too few channels
// for that, their sums grow tap by tap.
#ifdef MOTE_PRODUCTS_BY_HAND
#include "cpu/fixed_by_hand.h"
#else
#include "cpu/fixed_finish.h"
#endif
#include "cpu/window_range.h"

namespace mote::runtime {
namespace {

// One position of the window, of all channels.
void AddTap(const int8_t* x, const int8_t* w, int32_t channels, uint32_t* sums) {
  for (int32_t c = 0; c < channels; ++c) sums[c] += static_cast<uint32_t>(x[c] * w[c]);
}
void AddPadding(int32_t x, const int8_t* w, int32_t channels, uint32_t* sums) {
  for (int32_t c = 0; c < channels; ++c) sums[c] += static_cast<uint32_t>(x * w[c]);
}

#ifndef MOTE_PRODUCTS_BY_HAND
// sums[c]: channel c of four through all taps: their bytes at taps[t] + offset + c, their weights `channels` bytes apart.
[[gnu::noinline]] void FourChannels(const int8_t* const* taps, int32_t count, const int8_t* weights, int32_t channels, ptrdiff_t offset,
                                    uint32_t* sums) {
  uint32_t a = 0, b = 0, c = 0, d = 0;
  for (const int8_t* const* const end = taps + count; taps != end; ++taps, weights += channels) {
    const int8_t* x = *taps + offset;
    a += static_cast<uint32_t>(x[0] * weights[0]), b += static_cast<uint32_t>(x[1] * weights[1]);
    c += static_cast<uint32_t>(x[2] * weights[2]), d += static_cast<uint32_t>(x[3] * weights[3]);
  }
  sums[0] = a, sums[1] = b, sums[2] = c, sums[3] = d;
}
#endif

// Where the taps of one pixel lie, in scratch, and a pixel of padding behind them.
class Taps {
 public:
  explicit Taps(const FixedCall& call)
      : f_(call.fields), count_(f_[kMoteFixedKernelH] * f_[kMoteFixedKernelW]), at_(reinterpret_cast<const int8_t**>(call.scratch)) {
    auto* padding = reinterpret_cast<int8_t*>(at_ + count_);
    __builtin_memset(padding, f_[kMoteFixedPadValue], static_cast<size_t>(f_[kMoteFixedOutC]));
    padding_ = padding;
#ifdef MOTE_PRODUCTS_BY_HAND
    plain_ = PlainOf(call);
    plain_.windows = at_, plain_.length = static_cast<uint32_t>(count_);
#endif
  }
  // Whether there is room for them.
  static bool Fit(const int32_t* f) {
    const int64_t taps = static_cast<int64_t>(f[kMoteFixedKernelH]) * f[kMoteFixedKernelW];
    return f[kMoteFixedOutC] >= 4 && taps * static_cast<int64_t>(sizeof(int8_t*)) + f[kMoteFixedOutC] <= int64_t{4} * f[kMoteFixedOutC];
  }

  void Place(const int8_t* image, int32_t top, int32_t left) {
    const int8_t** to = at_;
    offset_ = 0, whole_ = true;
    const int32_t in_width = f_[kMoteFixedInW], channels = f_[kMoteFixedOutC];
    for (int32_t ky = 0, y = top; ky < f_[kMoteFixedKernelH]; ++ky, y += f_[kMoteFixedDilationY]) {
      const bool inside = y >= 0 && y < f_[kMoteFixedInH];
      const int8_t* line = inside ? image + static_cast<ptrdiff_t>(y) * in_width * channels : nullptr;
      for (int32_t kx = 0, x = left; kx < f_[kMoteFixedKernelW]; ++kx, x += f_[kMoteFixedDilationX]) {
        const bool here = inside && x >= 0 && x < in_width;
        whole_ = whole_ && here;
        *to++ = here ? line + static_cast<ptrdiff_t>(x) * channels : padding_;
      }
    }
  }
  // No addresses stay behind: other steps may show what scratch holds.
  void Forget() { __builtin_memset(at_, 0, static_cast<size_t>(count_) * sizeof *at_); }
  // To the next window, whose columns lie in the input as all of this one does.
  bool whole() const { return whole_; }
  void Move(ptrdiff_t step) { offset_ += step; }
  // All channels of the pixel; the last four a second time where their number is no multiple.
#ifdef MOTE_PRODUCTS_BY_HAND
  void Sum(const FixedCall& call, int8_t* out) {
    plain_.offset = static_cast<uint32_t>(offset_), plain_.out = out;
    AllChannels<4>(&plain_, call, mote_plain_taps, 1);
    ClampAll(f_, out, static_cast<uint32_t>(f_[kMoteFixedOutC]));
  }
#else
  void Sum(const FixedCall& call, int8_t* out) const {
    const int32_t channels = f_[kMoteFixedOutC];
    const auto* weights = reinterpret_cast<const int8_t*>(call.stream) + MoteFixedWeightsAt(channels, f_[kMoteFixedSigned]);
    const auto finish = f_[kMoteFixedSigned] == 1 ? FinishSums<1, true> : FinishSums<1, false>;
    for (int32_t at = 0; at < channels; at += 4) {
      const int32_t first = at <= channels - 4 ? at : channels - 4;
      uint32_t sums[4];
      FourChannels(at_, count_, weights + first, channels, first + offset_, sums);
      finish(f_, call.stream, sums, first, 4, out);
    }
  }
#endif

 private:
  const int32_t* f_;
  const int32_t count_;
  const int8_t** at_;
  const int8_t* padding_ = nullptr;
  ptrdiff_t offset_ = 0;  // bytes from where a tap is said to lie
  bool whole_ = false;    // all taps lie in the input
#ifdef MOTE_PRODUCTS_BY_HAND
  MotePlain plain_;
#endif
};

const int8_t* ImageOf(const FixedCall& call, uint32_t row) {
  const int32_t* f = call.fields;
  const ptrdiff_t bytes = static_cast<ptrdiff_t>(f[kMoteFixedInH]) * f[kMoteFixedInW] * f[kMoteFixedOutC];
  return call.input + static_cast<ptrdiff_t>(row / static_cast<uint32_t>(f[kMoteFixedOutH])) * bytes;
}
int32_t TopOf(const int32_t* f, uint32_t row) {
  return static_cast<int32_t>(row % static_cast<uint32_t>(f[kMoteFixedOutH])) * f[kMoteFixedStrideY] - f[kMoteFixedPadY];
}

[[gnu::noinline]] void RunByTaps(const FixedCall& call) {
  const int32_t* f = call.fields;
  const int32_t channels = f[kMoteFixedOutC], reach = (f[kMoteFixedKernelW] - 1) * f[kMoteFixedDilationX];
  Taps taps(call);
  int8_t* out = call.output + static_cast<ptrdiff_t>(call.begin) * f[kMoteFixedOutW] * channels;
  for (uint32_t row = call.begin; row < call.end; ++row) {
    const int32_t top = TopOf(f, row);
    const int8_t* image = ImageOf(call, row);
    for (int32_t x = 0, left = -f[kMoteFixedPadX]; x < f[kMoteFixedOutW]; ++x, left += f[kMoteFixedStrideX], out += channels) {
      if (x != 0 && taps.whole() && left + reach < f[kMoteFixedInW]) taps.Move(static_cast<ptrdiff_t>(f[kMoteFixedStrideX]) * channels);
      else taps.Place(image, top, left);
      taps.Sum(call, out);
    }
  }
  taps.Forget();
}

// Tap by tap: sums lie in scratch.
[[gnu::noinline]] void RunAcross(const FixedCall& call) {
  const int32_t* f = call.fields;
  const int32_t channels = f[kMoteFixedOutC], in_width = f[kMoteFixedInW];
  const FixedChannels c(call.stream, channels, f[kMoteFixedSigned]);
  const FixedFinish finish(f);
  auto* sums = reinterpret_cast<uint32_t*>(call.scratch);
  int8_t* out = call.output + static_cast<ptrdiff_t>(call.begin) * f[kMoteFixedOutW] * channels;
  for (uint32_t row = call.begin; row < call.end; ++row) {
    const int32_t top = TopOf(f, row);
    const int8_t* image = ImageOf(call, row);
    const Range rows = Inside(top, f[kMoteFixedKernelH], f[kMoteFixedDilationY], f[kMoteFixedInH]);
    for (int32_t x = 0; x < f[kMoteFixedOutW]; ++x, out += channels) {
      const int32_t left = x * f[kMoteFixedStrideX] - f[kMoteFixedPadX];
      const Range columns = Inside(left, f[kMoteFixedKernelW], f[kMoteFixedDilationX], in_width);
      const auto* w = reinterpret_cast<const int8_t*>(c.weights);
      for (int32_t k = 0; k < channels; ++k) sums[k] = c.Start(k);
      for (int32_t ky = 0; ky < f[kMoteFixedKernelH]; ++ky) {
        const bool inside = ky >= rows.first && ky < rows.last;
        const ptrdiff_t line = inside ? static_cast<ptrdiff_t>(top + ky * f[kMoteFixedDilationY]) * in_width + left : 0;
        for (int32_t kx = 0; kx < f[kMoteFixedKernelW]; ++kx, w += channels) {
          if (!inside || kx < columns.first || kx >= columns.last) AddPadding(f[kMoteFixedPadValue], w, channels, sums);
          else AddTap(image + (line + static_cast<ptrdiff_t>(kx) * f[kMoteFixedDilationX]) * channels, w, channels, sums);
        }
      }
      for (int32_t k = 0; k < channels; ++k) out[k] = finish(sums[k], c, k);
    }
  }
}

// Two functions, whose frames do not add up.
void RunDepthwise(const FixedCall& call) {
  if (Taps::Fit(call.fields)) RunByTaps(call);
  else RunAcross(call);
}

}  // namespace

const FixedRoutine kFixedDepthwise = MakeFixedDepthwise(RunDepthwise);

}  // namespace mote::runtime
