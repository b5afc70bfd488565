// Extents by routine.
#include "audit/fixed_step.h"

#include <algorithm>
#include <cstdlib>

#include "schema/fixed_layout.h"

namespace mote::audit {
namespace {

constexpr int64_t kMost = int64_t{1} << 29, kMostRows = int64_t{1} << 22;  // rows that are gone through one by one

enum Number : int64_t {
#define MOTE_FIXED(id, number, ...) k##id = number,
#include "schema/fixed_routines.def"
#undef MOTE_FIXED
};

class Reader {
 public:
  explicit Reader(const std::vector<int64_t>& fields) : f_(fields) {}

  FixedExtents Read() {
    const int64_t number = f_[kMoteFixedRoutine], channels = f_[kMoteFixedOutC];
    out_.input = Product({kMoteFixedBatch, kMoteFixedInH, kMoteFixedInW, kMoteFixedInC});
    out_.output = Product({kMoteFixedBatch, kMoteFixedOutH, kMoteFixedOutW, kMoteFixedOutC});
    const int64_t taps = Product({kMoteFixedKernelH, kMoteFixedKernelW, kMoteFixedInC});
    Window(0), Window(1);
    const bool dsp = number >= kConvolutionDsp && number <= kProductDspSigned;
    const bool wide = number >= kConvolutionWide && number <= kProductWideSigned;
    const bool helium = number >= kConvolutionHelium && number <= kProductHeliumSigned;
    const bool winograd = number == kConvolutionWinograd || number == kConvolutionWinogradSigned;
    const bool mixes = number == kConvolution || dsp || wide || winograd || helium || number == kConvolutionHost;
    if (!mixes && f_[kMoteFixedInC] != channels) Wrong("it has other channels than its input");
    if (f_[kMoteFixedSigned] < 0 || f_[kMoteFixedSigned] > (number <= kDepthwise ? 2 : 1)) Wrong("its finish is of no kind");
    FindPacked(number, taps);
    if (number == kDepthwisePlanes) {  // four channels after the other, and no rows
      out_.in_place = out_.input == out_.output && f_[kMoteFixedInH] == f_[kMoteFixedOutH];
      return out_;
    }
    if (out_.in_place && (out_.input != out_.output || f_[kMoteFixedInH] != f_[kMoteFixedOutH]))
      Wrong("its input is not as long as its output");
    const bool few = out_.wrong.empty() && Product({kMoteFixedBatch, kMoteFixedOutH}) * f_[kMoteFixedKernelH] < kMostRows;
    if (few && !out_.in_place) FindDistances();
    return out_;
  }

 private:
  // Products in an order of their own; the others.
  void FindPacked(int64_t number, int64_t taps) {
    switch (number) {
      case kConvolutionDsp: Dsp(taps, 2, false); break;
      case kConvolutionDspSigned: Dsp(taps, 2, true); break;
      case kProductDsp: Dsp(taps, 4, false); break;
      case kProductDspSigned: Dsp(taps, 4, true); break;
      case kConvolutionWide: Wide(taps, 2, false); break;
      case kConvolutionWideSigned: Wide(taps, 2, true); break;
      case kProductWide: Wide(taps, 4, false); break;
      case kProductWideSigned: Wide(taps, 4, true); break;
      case kConvolutionWinograd: Winograd(false); break;
      case kConvolutionWinogradSigned: Winograd(true); break;
      case kDepthwiseDsp: DepthwiseDsp(false); break;
      case kDepthwiseDspSigned: DepthwiseDsp(true); break;
      case kDepthwisePlanes: DepthwisePlanes(); break;
      case kConvolutionHelium: HeliumPairs(taps, false); break;
      case kConvolutionHeliumSigned: HeliumPairs(taps, true); break;
      case kProductHelium: HeliumProduct(taps, false); break;
      case kProductHeliumSigned: HeliumProduct(taps, true); break;
      case kDepthwiseHelium: HeliumDepthwise(false); break;
      case kDepthwiseHeliumSigned: HeliumDepthwise(true); break;
      case kConvolutionHost: HostProduct(taps); break;
      case kDepthwiseHost: HostDepthwise(); break;
      default: FindPlain(number, taps); break;
    }
  }

  // Rows of the plain stream.
  void FindPlain(int64_t number, int64_t taps) {
    const int64_t channels = f_[kMoteFixedOutC];
    const int64_t arrays = (f_[kMoteFixedSigned] == 2 ? 8 : 12) * channels + Filled(channels, 4), sums = Filled(4 * channels, 8);
    switch (number) {
      case kConvolution:
        out_.stream = arrays + Times(taps, channels);
        out_.scratch = IsInput(taps) ? 0 : Filled(Touches() ? 12 * taps : 8 * taps, 8);
        break;
      case kDepthwise: out_.stream = arrays + taps, out_.scratch = sums; break;
      case kAveragePoolHost:
      case kAveragePool: out_.stream = 16, out_.scratch = sums; break;
      case kAveragePoolDsp:
        out_.stream = 16;
        if (channels % 4 != 0) Wrong("its channels do not come in fours");
        if (Times(f_[kMoteFixedKernelH], f_[kMoteFixedKernelW]) > 255) Wrong("its sums do not fit 16 bits");
        break;
      case kAveragePoolHelium:
        out_.stream = 16;
        if (Times(f_[kMoteFixedKernelH], f_[kMoteFixedKernelW]) > 255) Wrong("its sums do not fit 16 bits");
        break;
      case kAveragePoolRows:
        out_.stream = 16, out_.scratch = sums;
        if (f_[kMoteFixedBatch] < 1 || taps != out_.input / f_[kMoteFixedBatch] || f_[kMoteFixedKernelH] != f_[kMoteFixedInH])
          Wrong("its window is not the input");
        if (f_[kMoteFixedOutH] * f_[kMoteFixedOutW] != 1) Wrong("it has more than one pixel");
        for (const MoteFixedField pad : {kMoteFixedPadY, kMoteFixedPadX}) {
          if (f_[pad] != 0) Wrong("its window is not the input");
        }
        for (const MoteFixedField dilation : {kMoteFixedDilationY, kMoteFixedDilationX}) {
          if (f_[dilation] != 1) Wrong("its window is not the input");
        }
        break;
      case kMaxPoolHost:
      case kMaxPoolHelium:
      case kMaxPool: break;
      case kTableHelium:
      case kTable: out_.stream = 256, out_.in_place = true; break;
      case kSoftmax:
        out_.stream = 4 * (129 - f_[kMoteFixedPadValue]), out_.in_place = true;
        if (f_[kMoteFixedPadValue] < -127) Wrong("it has more exponentials than differences");
        break;
      case kAddDsp:
      case kAddHost:
      case kAddHelium:
      case kAdd: out_.stream = 12, out_.inputs = 2, out_.in_place = true; break;
      case kMultiply: out_.stream = 24, out_.inputs = 2, out_.in_place = true; break;
      case kLines: out_.stream = Times(16, channels), out_.in_place = true; break;
      case kSigmoidal:
        out_.element = 2, out_.in_place = true;
        out_.input *= 2, out_.output *= 2;
        if (f_[kMoteFixedShift] > 6) Wrong("its point lies too far on the right");
        break;
      default: Wrong("there is no such fixed-point routine"); break;
    }
  }

  // Row by row: all that is written up to a row lies in front of what that row and later ones read, or behind what it and earlier ones
  // read.
  void FindDistances() {
    const auto f = [&](MoteFixedField field) { return f_[field]; };
    const int64_t rows = f(kMoteFixedOutH), heights = f(kMoteFixedInH), images = f(kMoteFixedBatch);
    const int64_t read = f(kMoteFixedInW) * f(kMoteFixedInC), written = f(kMoteFixedOutW) * f(kMoteFixedOutC);
    out_.below = out_.above = 0;
    int64_t needed_from = images * heights * read;  // by this row and all behind it
    for (int64_t row = images * rows; row-- > 0;) {
      const int64_t top = row % rows * f(kMoteFixedStrideY) - f(kMoteFixedPadY);
      for (int64_t tap = 0; tap < f(kMoteFixedKernelH); ++tap) {
        const int64_t y = top + tap * f(kMoteFixedDilationY);
        if (y >= 0 && y < heights) needed_from = std::min(needed_from, (row / rows * heights + y) * read);
      }
      out_.below = std::max(out_.below, (row + 1) * written - needed_from);
    }
    int64_t needed_to = 0;
    for (int64_t row = 0; row < images * rows; ++row) {
      const int64_t top = row % rows * f(kMoteFixedStrideY) - f(kMoteFixedPadY);
      for (int64_t tap = 0; tap < f(kMoteFixedKernelH); ++tap) {
        const int64_t y = top + tap * f(kMoteFixedDilationY);
        if (y >= 0 && y < heights) needed_to = std::max(needed_to, (row / rows * heights + y + 1) * read);
      }
      out_.above = std::max(out_.above, needed_to - row * written);
    }
  }

  void Wrong(const char* text) {
    if (out_.wrong.empty()) out_.wrong = text;
  }
  static int64_t Filled(int64_t bytes, int64_t to) { return (bytes + to - 1) / to * to; }
  int64_t Times(int64_t a, int64_t b) {
    int64_t all = 0;
    if (__builtin_mul_overflow(a, b, &all) || all > kMost) Wrong("its extents are too large");
    return all;
  }
  int64_t Product(std::initializer_list<MoteFixedField> fields) {
    int64_t all = 1;
    for (const MoteFixedField field : fields) {
      if (f_[field] < 1) Wrong("an extent below 1");
      else if (all <= kMost) all = Times(all, f_[field]);
    }
    return all;
  }

  // A word a start and sum, two a pair and four positions, three a channel and a fourth where signed.
  void Dsp(int64_t taps, int64_t block, bool is_signed) {
    Blocks(taps, block, is_signed, block + block * ((taps + 3) / 4) + (is_signed ? 4 : 3) * block);
  }
  // A word of a start, two a channel and four positions, two a channel and a third where signed. Of one pixel positions come in
  // eights; of more the last shift is 12.
  void Wide(int64_t taps, int64_t block, bool is_signed) {
    if (block == 4) taps = Filled(taps, 8);
    else if (f_[kMoteFixedShift] != 12) Wrong("its finish is of another kind");
    Blocks(taps, block, is_signed, block * (1 + 2 * ((taps + 3) / 4) + (is_signed ? 3 : 2)));
  }
  // Blocks of output channels. Windows of two pixels as halfwords, and one as bytes unless channels come in fours.
  void Blocks(int64_t taps, int64_t block, bool is_signed, int64_t words) {
    const int64_t channels = f_[kMoteFixedOutC], quads = (taps + 3) / 4, blocks = (channels + block - 1) / block;
    if (channels < block) Wrong("it has fewer channels than a block");
    if ((f_[kMoteFixedSigned] != 0) != is_signed) Wrong("its finish is of the other kind");
    if (block == 4) {
      if (f_[kMoteFixedBatch] * f_[kMoteFixedOutH] * f_[kMoteFixedOutW] != 1) Wrong("it has more than one pixel");
      const bool padded = f_[kMoteFixedPadY] != 0 || f_[kMoteFixedPadX] != 0;
      const bool dilated = f_[kMoteFixedDilationY] != 1 || f_[kMoteFixedDilationX] != 1;
      const bool as_long = Product({kMoteFixedKernelH, kMoteFixedKernelW, kMoteFixedInC}) == out_.input;
      if (!as_long || f_[kMoteFixedKernelH] != f_[kMoteFixedInH] || padded || dilated) Wrong("its window is not the input");
    }
    out_.stream = Times(4 * blocks, words);
    out_.scratch = quads * (block == 4 ? 8 : 16) + (f_[kMoteFixedInC] % 4 != 0 ? Filled(quads * 4, 8) : 0);
  }

  // Sixteen weights of two bytes for each pair of channels, three words an output channel or four. Sixteen positions of two tiles as
  // halfwords, a word for sixteen channels and four sums each; an input pixel and an output pixel.
  void Winograd(bool is_signed) {
    const int64_t inputs = f_[kMoteFixedInC], channels = f_[kMoteFixedOutC];
    for (const int axis : {0, 1}) {
      const auto f = [&](int field) { return f_[static_cast<size_t>(field + axis)]; };
      if (f(kMoteFixedKernelH) != 3 || f(kMoteFixedStrideY) != 1 || f(kMoteFixedDilationY) != 1)
        Wrong("its window is not 3 by 3, of stride 1");
    }
    if (inputs % 16 != 0 || channels % 2 != 0) Wrong("its channels do not come in sixteens and pairs");
    if ((f_[kMoteFixedSigned] != 0) != is_signed) Wrong("its finish is of the other kind");
    if (f_[kMoteFixedShift] != 12) Wrong("its finish is of another kind");
    out_.stream = Times(channels, 4 * (16 * inputs / 2 + (is_signed ? 4 : 3)));
    out_.scratch = Filled(16 * (4 * inputs + inputs / 4 + 16) + inputs + channels, 8);
  }

  // Blocks of four channels: a start, nine weights of two bytes, three words of a finish and a fourth where signed, each. A pixel of
  // padding.
  void DepthwiseDsp(bool is_signed) {
    const int64_t channels = f_[kMoteFixedOutC];
    if (f_[kMoteFixedKernelH] != 3 || f_[kMoteFixedKernelW] != 3) Wrong("its window is not 3 by 3");
    if (channels < 4) Wrong("it has fewer channels than a block");
    if ((f_[kMoteFixedSigned] != 0) != is_signed) Wrong("its finish is of the other kind");
    out_.stream = Times(Filled(channels, 4), 4 + 9 * 2 + (is_signed ? 16 : 12));
    out_.scratch = Filled(channels, 8);
  }

  // Eight words a channel. Four planes of the outputs and two rows and columns more, an even number of these; a word behind each.
  void DepthwisePlanes() {
    const int64_t channels = f_[kMoteFixedOutC], width = f_[kMoteFixedOutW];
    if (f_[kMoteFixedBatch] != 1 || channels % 4 != 0) Wrong("it is not one image with channels in fours");
    for (const int axis : {0, 1}) {
      const auto f = [&](int field) { return f_[static_cast<size_t>(field + axis)]; };
      if (f(kMoteFixedKernelH) != 3 || f(kMoteFixedStrideY) != 1 || f(kMoteFixedDilationY) != 1)
        Wrong("its window is not 3 by 3, of stride 1");
      if (f(kMoteFixedPadY) != 0 && f(kMoteFixedPadY) != 1) Wrong("its padding is more than a pixel");
      if (f(kMoteFixedOutH) > f(kMoteFixedInH) + f(kMoteFixedPadY)) Wrong("it has more than two pixels of padding at the end");
    }
    if (width > 1 << 15) Wrong("its rows are longer than 2^15");
    if (f_[kMoteFixedShift] != 11 || f_[kMoteFixedSigned] != 0) Wrong("its finish is of another kind");
    out_.stream = Times(channels, 32);
    if (!out_.wrong.empty()) return;
    out_.scratch = 4 * (Filled(Times(f_[kMoteFixedOutH] + 2, Filled(width, 2) + 2), 4) + 4);
  }

  // Pairs of channels: their weights in sixteens, three words a channel or five. Runs of 64 positions, 20 bytes each: a table
  // by positions, one by rows, and a run of padding; or, where channels do not come in sixteens, a table of windows, four of them and 16
  // bytes. Each table has a run more. Behind it all 168 bytes of notes.
  void HeliumPairs(int64_t taps, bool is_signed) {
    const int64_t channels = f_[kMoteFixedOutC], inputs = f_[kMoteFixedInC], filled = Filled(taps, 16);
    if (channels < 2 || channels > 8192) Wrong("its output channels do not fit 16 bits");
    if ((f_[kMoteFixedSigned] != 0) != is_signed) Wrong("its finish is of the other kind");
    out_.stream = Times(Filled(channels, 2) / 2, 2 * filled + 2 * (is_signed ? 20 : 12));
    const bool whole = inputs % 16 == 0;
    const int64_t rows = f_[kMoteFixedKernelH], columns = f_[kMoteFixedKernelW];
    const int64_t positions = rows * columns * (Filled(inputs, 64) / 64) + rows * (Filled(columns * inputs, 64) / 64);
    out_.scratch = Filled(Times(20, whole ? positions + 2 : Filled(filled, 64) / 64 + 1), 8) + (whole ? 64 : 4 * filled + 16) + 168;
  }

  // One pixel: blocks of eight channels likewise. A window, unless it is the input.
  void HeliumProduct(int64_t taps, bool is_signed) {
    const int64_t channels = f_[kMoteFixedOutC], filled = Filled(taps, 16);
    if (channels < 8) Wrong("it has fewer channels than a block");
    if ((f_[kMoteFixedSigned] != 0) != is_signed) Wrong("its finish is of the other kind");
    if (f_[kMoteFixedBatch] * f_[kMoteFixedOutH] * f_[kMoteFixedOutW] != 1) Wrong("it has more than one pixel");
    out_.stream = Times(Filled(channels, 8) / 8, 8 * (filled + (is_signed ? 20 : 12)));
    out_.scratch = Touches() || f_[kMoteFixedInC] % 16 != 0 ? filled : 0;
  }

  // The input with its padding, of one image that has some, of at most 96 KiB.
  int64_t Padded() {
    int64_t bytes = f_[kMoteFixedInC];
    bool outside = false;
    for (const int axis : {0, 1}) {
      const auto f = [&](int field) { return f_[static_cast<size_t>(field + axis)]; };
      const int64_t reach = (f(kMoteFixedOutH) - 1) * f(kMoteFixedStrideY) + (f(kMoteFixedKernelH) - 1) * f(kMoteFixedDilationY) + 1;
      outside = outside || f(kMoteFixedPadY) > 0 || reach - f(kMoteFixedPadY) > f(kMoteFixedInH);
      if (__builtin_mul_overflow(bytes, reach, &bytes)) return 0;
    }
    return outside && f_[kMoteFixedBatch] == 1 && bytes <= 96 << 10 ? Filled(bytes, 8) : 0;
  }

  // Channels filled up to eights, their windows' rows (or taps, where dilated) to fours unless that makes them half as long again: five
  // words and a byte a position each. For twelve pixels addresses of runs and the runs, and a run of padding.
  void HostProduct(int64_t taps) {
    if (!out_.wrong.empty()) return;
    const bool dilated = f_[kMoteFixedDilationX] != 1;
    int64_t runs = f_[kMoteFixedKernelH] * (dilated ? f_[kMoteFixedKernelW] : 1), run = Filled(taps / runs, 4);
    if (2 * runs * run > 3 * taps + 6) runs = 1, run = Filled(taps, 4);
    out_.stream = Times(Filled(f_[kMoteFixedOutC], 8), 20 + runs * run);
    const bool in_place = !Touches() && f_[kMoteFixedInC] % 4 == 0;
    if (!in_place) out_.scratch = Filled(12 * runs * (8 + run) + run, 8) + Padded();
    if (out_.scratch > kMost) Wrong("its extents are too large");
  }

  // Channels filled up to sixteens: five words and four weights a quad of positions. Addresses and steps of all positions, a pixel (and 48
  // bytes, so that 64 can be read).
  void HostDepthwise() {
    if (!out_.wrong.empty()) return;
    const int64_t height = f_[kMoteFixedKernelH], width = f_[kMoteFixedKernelW], channels = Filled(f_[kMoteFixedOutC], 16);
    const int64_t quads = height == 3 ? width : (height * width + 3) / 4;
    out_.stream = Times(channels, 20 + 4 * quads);
    out_.scratch = 64 * quads + channels + 48 + (channels != f_[kMoteFixedOutC] ? 4 * quads * channels : 0) + Padded();
    if (out_.scratch > kMost) Wrong("its extents are too large");
  }

  // A word, then nine weights of a byte and two words (five) for each of 16 channels at a time. Nine addresses of 20 bytes, 144 bytes
  // of places, a pixel of padding.
  void HeliumDepthwise(bool is_signed) {
    const int64_t channels = f_[kMoteFixedOutC];
    if (f_[kMoteFixedKernelH] != 3 || f_[kMoteFixedKernelW] != 3) Wrong("its window is not 3 by 3");
    if (channels % 4 != 0) Wrong("its channels do not come in fours");
    if ((f_[kMoteFixedSigned] != 0) != is_signed) Wrong("its finish is of the other kind");
    out_.stream = 4 + Times(Filled(channels, 16), 9 + (is_signed ? 20 : 8));
    out_.scratch = 184 + 144 + Filled(channels, 8);
  }

  // Positions stay far below 2^31. Axis 0: height, 1: width.
  void Window(int axis) {
    const auto f = [&](int field) { return f_[static_cast<size_t>(field + axis)]; };
    if (f(kMoteFixedStrideY) < 1 || f(kMoteFixedDilationY) < 1) return Wrong("a stride or dilation below 1");
    Times(f(kMoteFixedOutH), f(kMoteFixedStrideY)), Times(f(kMoteFixedKernelH), f(kMoteFixedDilationY));
    if (std::abs(f(kMoteFixedPadY)) > kMost) Wrong("a position of its window beyond 2^29");
  }

  // Whether there is one window only, and its bytes are the first ones of the input.
  bool IsInput(int64_t taps) const {
    if (f_[kMoteFixedBatch] * f_[kMoteFixedOutH] * f_[kMoteFixedOutW] != 1) return false;
    const bool apart = f_[kMoteFixedDilationY] != 1 || f_[kMoteFixedDilationX] != 1 || f_[kMoteFixedPadY] != 0 || f_[kMoteFixedPadX] != 0;
    return !Touches() || (!apart && taps == out_.input && f_[kMoteFixedKernelH] == f_[kMoteFixedInH]);
  }

  // Whether some window has more than one pixel of the input, or less.
  bool Touches() const {
    for (const int axis : {0, 1}) {
      const auto f = [&](int field) { return f_[static_cast<size_t>(field + axis)]; };
      if (f(kMoteFixedKernelH) != 1 || f(kMoteFixedPadY) != 0 || (f(kMoteFixedOutH) - 1) * f(kMoteFixedStrideY) >= f(kMoteFixedInH))
        return true;
    }
    return false;
  }

  const std::vector<int64_t>& f_;
  FixedExtents out_;
};

}  // namespace

FixedExtents ExtentsOfFixed(const std::vector<int64_t>& fields) { return Reader(fields).Read(); }

}  // namespace mote::audit
