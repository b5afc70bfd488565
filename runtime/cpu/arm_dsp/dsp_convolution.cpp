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

constexpr uint32_t kQuad = 16;  // bytes of a quad of two widened windows

// Whether windows are pixels, one behind the other.
bool IsPixels(const int32_t* f) {
  const bool all = f[kMoteFixedOutH] == f[kMoteFixedInH] && f[kMoteFixedOutW] == f[kMoteFixedInW];
  return all && f[kMoteFixedStrideY] == 1 && f[kMoteFixedStrideX] == 1 && MoteFixedDirect(f);
}

// Windows of consecutive pixels, widened where the products read them.
class Windows {
 public:
  Windows(const FixedCall& call, uint32_t quads)
      : f_(call.fields), to_(call.scratch), quads_(quads), in_fours_(f_[kMoteFixedInC] % 4 == 0),
        pixels_(in_fours_ && IsPixels(f_)), run_(f_[kMoteFixedInC] * f_[kMoteFixedKernelW]),
        line_(static_cast<ptrdiff_t>(f_[kMoteFixedInW]) * f_[kMoteFixedInC]) {
    const auto height = static_cast<uint32_t>(f_[kMoteFixedOutH]);
    y_ = static_cast<int32_t>(call.begin % height);
    image_ = call.input + static_cast<ptrdiff_t>(call.begin / height) * Size();
    StartLine();
  }

  uint32_t quads() const { return quads_; }
  // Those of the next two pixels.
  void WidenPair() {
    if (!pixels_) return Widen(0), Widen(1);
    mote_dsp_widen_pair(at_, quads_, to_);
    at_ += 2 * run_;
  }
  // That of the next pixel; which: 0 or 1, its place.
  void Widen(uint32_t which) {
    uint8_t* to = to_ + which * 8;
    if (x_ - first_whole_ >= wholes_) {
      Edge(to);
    } else if (run_ % 4 == 0) {
      if (outside_) to = Fill(to, rows_.first * (run_ / 4));
      mote_dsp_widen(at_, static_cast<uint32_t>(run_ / 4), to, lines_, Gap());
      if (outside_) Fill(to + lines_ * static_cast<uint32_t>(run_ / 4) * kQuad, (f_[kMoteFixedKernelH] - rows_.last) * (run_ / 4));
    } else if (outside_) {
      Edge(to);
    } else if (run_ == 9 && quads_ == 7) {  // 3 by 3 pixels of three channels
      mote_dsp_widen_nine(at_, to, Gap() + run_);
    } else {
      uint8_t* bytes = to_ + quads_ * kQuad;
      mote_dsp_gather(at_, static_cast<uint32_t>(run_), bytes, lines_, Gap());
      mote_dsp_widen(reinterpret_cast<int8_t*>(bytes), quads_, to, 1, 0);
    }
    at_ += static_cast<ptrdiff_t>(f_[kMoteFixedStrideX]) * f_[kMoteFixedInC];
    if (++x_ == static_cast<uint32_t>(f_[kMoteFixedOutW])) {
      if (++y_ == f_[kMoteFixedOutH]) y_ = 0, image_ += Size();
      StartLine();
    }
  }

 private:
  // Computed where they are asked for: what is kept takes stack.
  ptrdiff_t Size() const { return line_ * f_[kMoteFixedInH]; }                        // of an image
  ptrdiff_t Gap() const { return f_[kMoteFixedDilationY] * line_ - run_; }  // from a row of a window to the next
  // The next row of pixels: which rows of its windows lie in the input, and of which pixels all columns do.
  void StartLine() {
    const int32_t top = y_ * f_[kMoteFixedStrideY] - f_[kMoteFixedPadY], pad = f_[kMoteFixedPadX], stride = f_[kMoteFixedStrideX];
    rows_ = Inside(top, f_[kMoteFixedKernelH], f_[kMoteFixedDilationY], f_[kMoteFixedInH]);
    if (rows_.first > f_[kMoteFixedKernelH]) rows_.first = rows_.last = f_[kMoteFixedKernelH];  // the input begins behind the window
    lines_ = static_cast<uint32_t>(rows_.last - rows_.first);
    outside_ = lines_ != static_cast<uint32_t>(f_[kMoteFixedKernelH]);
    x_ = first_whole_ = wholes_ = 0;
    if (lines_ == 0) return;
    first_line_ = image_ + (top + rows_.first * f_[kMoteFixedDilationY]) * line_;
    at_ = first_line_ - static_cast<ptrdiff_t>(pad) * f_[kMoteFixedInC];
    const Range whole = Inside(-pad, f_[kMoteFixedOutW], stride, f_[kMoteFixedInW] - f_[kMoteFixedKernelW] + 1);
    if (f_[kMoteFixedDilationX] != 1) return;
    first_whole_ = static_cast<uint32_t>(whole.first), wholes_ = static_cast<uint32_t>(whole.last) - first_whole_;
  }

  // A window of which some columns lie outside the input, or apart: position by position where each is whole quads, else by way of its
  // bytes.
  [[gnu::noinline]] void Edge(uint8_t* to) const {
    const auto column = static_cast<int32_t>(x_);
    if (!in_fours_) return EdgeBytes(to);
    const int32_t channels = f_[kMoteFixedInC], quads = channels / 4, taps = f_[kMoteFixedKernelW];
    const int32_t left = column * f_[kMoteFixedStrideX] - f_[kMoteFixedPadX];
    to = Fill(to, rows_.first * taps * quads);
    const int8_t* line = first_line_;
    for (int32_t ky = rows_.first; ky < rows_.last; ++ky, line += f_[kMoteFixedDilationY] * line_) {
      for (int32_t kx = 0, x = left; kx < taps; ++kx, x += f_[kMoteFixedDilationX], to += static_cast<uint32_t>(quads) * kQuad) {
        if (x >= 0 && x < f_[kMoteFixedInW]) mote_dsp_widen(line + x * channels, static_cast<uint32_t>(quads), to, 1, 0);
        else Fill(to, quads);
      }
    }
    Fill(to, (f_[kMoteFixedKernelH] - rows_.last) * taps * quads);
  }
  // Apart, and not called where another one's frame lies below.
  [[gnu::noinline]] void EdgeBytes(uint8_t* to) const {
    auto* bytes = reinterpret_cast<int8_t*>(to_) + quads_ * kQuad;
    const int32_t left = (static_cast<int32_t>(x_) * f_[kMoteFixedStrideX] - f_[kMoteFixedPadX]) * f_[kMoteFixedInC];
    const int32_t front = left < 0 ? -left : 0, right = left + 4 - static_cast<int32_t>(line_), behind = right < 0 ? 0 : right;
    if (run_ == 4 && lines_ != 0 && line_ >= 4 && f_[kMoteFixedDilationX] == 1 && front + behind < 4) {
      return EdgeWords(to, bytes, left, 8 * static_cast<uint32_t>(front), 8 * static_cast<uint32_t>(behind));
    }
    GatherWindow(f_, image_, y_, static_cast<int32_t>(x_), bytes);
    mote_dsp_widen(bytes, quads_, to, 1, 0);
  }
  // Rows of four bytes: words of the input, moved by the bits of those that lie in front of it or behind it.
  void EdgeWords(uint8_t* to, int8_t* bytes, int32_t left, uint32_t front, uint32_t behind) const {
    const uint32_t padding = static_cast<uint8_t>(f_[kMoteFixedPadValue]) * 0x01010101u & ~(~0u << front >> behind);
    const int8_t* from = first_line_ + (front != 0 ? 0 : behind != 0 ? line_ - 4 : left);
    for (uint32_t i = 0; i < lines_; ++i, from += f_[kMoteFixedDilationY] * line_) {
      uint32_t word;
      __builtin_memcpy(&word, from, 4);
      word = (word << front >> behind) | padding;
      __builtin_memcpy(bytes + 4 * i, &word, 4);
    }
    to = Fill(to, rows_.first);
    mote_dsp_widen(bytes, lines_, to, 1, 0);
    Fill(to + lines_ * kQuad, f_[kMoteFixedKernelH] - rows_.last);
  }
  // Gives where the next quad is to lie.
  uint8_t* Fill(uint8_t* to, int32_t quads) const {
    const uint32_t value = static_cast<uint32_t>(f_[kMoteFixedPadValue]) & 0xffff, both = value << 16 | value;
    for (; quads > 0; --quads, to += kQuad) reinterpret_cast<uint32_t*>(to)[0] = reinterpret_cast<uint32_t*>(to)[1] = both;
    return to;
  }

  const int32_t* f_;
  uint8_t* to_;
  const uint32_t quads_;
  const bool in_fours_, pixels_;
  bool outside_;                       // some rows of the windows lie outside the input
  const int32_t run_;                  // bytes of a row of a window
  const ptrdiff_t line_;  // of a row of the input
  const int8_t *image_, *first_line_ = nullptr, *at_ = nullptr;  // at_: first byte in the input of a window whose columns lie in it
  int32_t y_;
  uint32_t x_, first_whole_, wholes_, lines_;
  Range rows_;  // of the windows, inside the input
};

// What is read again and again stays where it is: each word kept takes stack below all the rest.
[[gnu::noinline]] void RunConvolution(const FixedCall& call, Products products) {
  Windows windows(call, static_cast<uint32_t>(MoteFixedQuads(call.fields)));
  const auto outputs = [&] { return static_cast<uint32_t>(call.fields[kMoteFixedOutC]); };
  uint32_t pixels = (call.end - call.begin) * static_cast<uint32_t>(call.fields[kMoteFixedOutW]);
  int8_t* out = call.output + static_cast<ptrdiff_t>(call.begin) * call.fields[kMoteFixedOutW] * call.fields[kMoteFixedOutC];
  while (pixels != 0) {
    const uint32_t count = pixels == 1 ? 1 : 2;
    if (count == 2) windows.WidenPair();
    else windows.Widen(0);
    const ptrdiff_t other = count == 1 ? 0 : call.fields[kMoteFixedOutC];
    const auto* stream = reinterpret_cast<const uint32_t*>(call.stream);
    const int32_t shift = call.fields[kMoteFixedShift];
    stream = products(stream, call.scratch, windows.quads(), out, other, shift, outputs() / 2);
    if (outputs() % 2 != 0) products(stream, call.scratch, windows.quads(), out + outputs() - 2, other, shift, 1);
    Clamp(call, out, count * outputs());
    pixels -= count, out += count * outputs();
  }
}

// Of pixels of eight channels, which are read where they lie.
void RunWide(const FixedCall& call) {
  const int32_t* f = call.fields;
  const auto channels = static_cast<uint32_t>(f[kMoteFixedOutC]);
  if (!IsPixels(f) || f[kMoteFixedInC] != 8 || channels % 2 != 0) return RunConvolution(call, mote_dsp_wide_products);
  const uint32_t first = call.begin * static_cast<uint32_t>(f[kMoteFixedOutW]);
  const uint32_t pixels = call.end * static_cast<uint32_t>(f[kMoteFixedOutW]) - first;
  int8_t* out = call.output + first * channels;
  mote_dsp_wide_eight(reinterpret_cast<const uint32_t*>(call.stream), call.input + first * 8, pixels, out, channels);
  Clamp(call, out, pixels * channels);
}

[[gnu::noinline]] void RunProduct(const FixedCall& call, Vector vector) {
  const int32_t* f = call.fields;
  // the window is the input
  const auto bytes = static_cast<uint32_t>(f[kMoteFixedInH] * f[kMoteFixedInW] * f[kMoteFixedInC]), quads = (bytes + 3) / 4;
  const auto features = static_cast<uint32_t>(f[kMoteFixedOutC]);
  const int8_t* window = call.input;
  if (f[kMoteFixedInC] % 4 != 0) {  // the last quad may not be whole
    mote_dsp_gather(window, bytes, call.scratch + quads * 8, 1, 0);
    window = reinterpret_cast<int8_t*>(call.scratch) + quads * 8;
  }
  mote_dsp_widen_one(window, quads, call.scratch, 1, 0);
  const auto* stream = reinterpret_cast<const uint32_t*>(call.stream);
  const uint32_t* rest = vector(stream, call.scratch, quads, call.output, f[kMoteFixedShift], features / 4);
  if (features % 4 != 0) vector(rest, call.scratch, quads, call.output + features - 4, f[kMoteFixedShift], 1);
  Clamp(call, call.output, features);
}

}  // namespace

#define MOTE_ROW(id, run, function) \
  const FixedRoutine kFixed##id = MakeFixed##id([](const FixedCall& call) { run(call, function); });
MOTE_ROW(ConvolutionDsp, RunConvolution, mote_dsp_products)
MOTE_ROW(ConvolutionDspSigned, RunConvolution, mote_dsp_products_signed)
MOTE_ROW(ConvolutionWideSigned, RunConvolution, mote_dsp_wide_products_signed)
MOTE_ROW(ProductDsp, RunProduct, mote_dsp_vector)
MOTE_ROW(ProductDspSigned, RunProduct, mote_dsp_vector_signed)
MOTE_ROW(ProductWide, RunProduct, mote_dsp_wide_vector)
MOTE_ROW(ProductWideSigned, RunProduct, mote_dsp_wide_vector_signed)
#undef MOTE_ROW
const FixedRoutine kFixedConvolutionWide = MakeFixedConvolutionWide(RunWide);

}  // namespace mote::runtime
