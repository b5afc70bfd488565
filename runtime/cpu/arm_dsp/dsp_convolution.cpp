// Convolutions whose weights are packed for Arm's DSP instructions: windows of two pixels are widened once, then multiplied with two output
// channels at a time; the window of a single pixel with four.
#include "cpu/arm_dsp/dsp_functions.h"
#include "cpu/fixed_window.h"

namespace mote::runtime {
namespace {

using Products = decltype(mote_dsp_products);
using Vector = decltype(mote_dsp_vector);

void Clamp(const FixedCall& call, int8_t* out, uint32_t bytes) {
  const int32_t low = call.fields[kMoteFixedLow], high = call.fields[kMoteFixedHigh];
  if (low != -128 || high != 127) mote_dsp_clamp(out, bytes, low, high);
}

// Windows of consecutive pixels, widened where the products read them.
class Windows {
 public:
  Windows(const FixedCall& call, uint32_t quads)
      : f_(call.fields), to_(call.scratch), quads_(quads), direct_(MoteFixedDirect(f_) != 0 && f_[kMoteFixedInC] % 4 == 0),
        size_(static_cast<ptrdiff_t>(f_[kMoteFixedInH]) * f_[kMoteFixedInW] * f_[kMoteFixedInC]) {
    const auto height = static_cast<uint32_t>(f_[kMoteFixedOutH]);
    y_ = static_cast<int32_t>(call.begin % height);
    image_ = call.input + static_cast<ptrdiff_t>(call.begin / height) * size_;
    StartLine();
  }

  // That of the next pixel; which: 0 or 1, its place.
  void Widen(uint32_t which) {
    uint8_t* to = to_ + which * 8;
    if (direct_) {
      mote_dsp_widen(at_, quads_, to);
      at_ += step_;
    } else if (f_[kMoteFixedInC] % 4 != 0) {
      auto* bytes = reinterpret_cast<int8_t*>(to_) + quads_ * 16;
      GatherWindow(f_, image_, y_, x_, bytes);
      mote_dsp_widen(bytes, quads_, to);
    } else {
      Rows(to);
    }
    if (++x_ == f_[kMoteFixedOutW]) {
      x_ = 0;
      if (++y_ == f_[kMoteFixedOutH]) y_ = 0, image_ += size_;
      StartLine();
    }
  }

 private:
  void StartLine() {
    at_ = image_;
    if (direct_) at_ += static_cast<ptrdiff_t>(y_) * f_[kMoteFixedStrideY] * f_[kMoteFixedInW] * f_[kMoteFixedInC];
  }
  // Runs of the window's rows; whole quads, since channels are.
  void Rows(uint8_t* to) const {
    const int32_t channels = f_[kMoteFixedInC], width = f_[kMoteFixedInW], taps = f_[kMoteFixedKernelW], dilation = f_[kMoteFixedDilationX];
    const int32_t top = y_ * f_[kMoteFixedStrideY] - f_[kMoteFixedPadY], left = x_ * f_[kMoteFixedStrideX] - f_[kMoteFixedPadX];
    const bool whole = dilation == 1 && left >= 0 && left + taps <= width;
    const int32_t run = (whole ? taps : 1) * channels / 4, runs = whole ? 1 : taps;
    for (int32_t ky = 0; ky < f_[kMoteFixedKernelH]; ++ky) {
      const int32_t y = top + ky * f_[kMoteFixedDilationY];
      for (int32_t kx = 0, x = left; kx < runs; ++kx, x += dilation, to += run * 16) {
        const bool inside = y >= 0 && y < f_[kMoteFixedInH] && x >= 0 && x < width;
        if (inside) mote_dsp_widen(image_ + (static_cast<ptrdiff_t>(y) * width + x) * channels, static_cast<uint32_t>(run), to);
        else Fill(to, run);
      }
    }
  }
  void Fill(uint8_t* to, int32_t quads) const {
    const uint32_t value = static_cast<uint32_t>(f_[kMoteFixedPadValue]) & 0xffff;
    for (auto* words = reinterpret_cast<uint32_t*>(to); quads > 0; --quads, words += 4) words[0] = words[1] = value << 16 | value;
  }

  const int32_t* f_;
  uint8_t* to_;
  const uint32_t quads_;
  const bool direct_;
  const ptrdiff_t size_;  // of an image
  const ptrdiff_t step_ = static_cast<ptrdiff_t>(f_[kMoteFixedStrideX]) * f_[kMoteFixedInC];  // of a pixel, where windows are direct
  const int8_t *image_, *at_ = nullptr;
  int32_t y_, x_ = 0;
};

[[gnu::noinline]] void RunConvolution(const FixedCall& call, Products products) {
  const int32_t* f = call.fields;
  const auto features = static_cast<uint32_t>(f[kMoteFixedOutC]), quads = static_cast<uint32_t>(MoteFixedQuads(f));
  const auto* stream = reinterpret_cast<const uint32_t*>(call.stream);
  Windows windows(call, quads);
  uint32_t pixels = (call.end - call.begin) * static_cast<uint32_t>(f[kMoteFixedOutW]);
  int8_t* out = call.output + static_cast<ptrdiff_t>(call.begin) * f[kMoteFixedOutW] * f[kMoteFixedOutC];
  while (pixels != 0) {
    const uint32_t count = pixels == 1 ? 1 : 2;
    windows.Widen(0);
    if (count == 2) windows.Widen(1);
    const ptrdiff_t other = count == 1 ? 0 : f[kMoteFixedOutC];
    const uint32_t* rest = products(stream, call.scratch, quads, out, other, f[kMoteFixedShift], features / 2);
    if (features % 2 != 0) products(rest, call.scratch, quads, out + features - 2, other, f[kMoteFixedShift], 1);
    Clamp(call, out, count * features);
    pixels -= count, out += count * features;
  }
}

[[gnu::noinline]] void RunProduct(const FixedCall& call, Vector vector) {
  const int32_t* f = call.fields;
  const auto features = static_cast<uint32_t>(f[kMoteFixedOutC]), quads = static_cast<uint32_t>(MoteFixedQuads(f));
  Windows(call, quads).Widen(0);
  const auto* stream = reinterpret_cast<const uint32_t*>(call.stream);
  const uint32_t* rest = vector(stream, call.scratch, quads, call.output, f[kMoteFixedShift], features / 4);
  if (features % 4 != 0) vector(rest, call.scratch, quads, call.output + features - 4, f[kMoteFixedShift], 1);
  Clamp(call, call.output, features);
}

}  // namespace

const FixedRoutine kFixedConvolutionDsp = MakeFixedConvolutionDsp([](const FixedCall& call) { RunConvolution(call, mote_dsp_products); });
const FixedRoutine kFixedConvolutionDspSigned =
    MakeFixedConvolutionDspSigned([](const FixedCall& call) { RunConvolution(call, mote_dsp_products_signed); });
const FixedRoutine kFixedProductDsp = MakeFixedProductDsp([](const FixedCall& call) { RunProduct(call, mote_dsp_vector); });
const FixedRoutine kFixedProductDspSigned =
    MakeFixedProductDspSigned([](const FixedCall& call) { RunProduct(call, mote_dsp_vector_signed); });

}  // namespace mote::runtime
