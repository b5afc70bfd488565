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
    if (number != kConvolution && f_[kMoteFixedInC] != channels) Wrong("it has other channels than its input");
    const int64_t arrays = 12 * channels + Filled(channels, 4), sums = Filled(4 * channels, 8);
    switch (number) {
      case kConvolution:
        out_.stream = arrays + Times(taps, channels);
        out_.scratch = Touches() ? Filled(kMoteFixedPixels * taps, 8) : 0;
        break;
      case kDepthwise: out_.stream = arrays + taps, out_.scratch = sums; break;
      case kAveragePool: out_.stream = 16, out_.scratch = sums; break;
      case kMaxPool: break;
      case kTable: out_.stream = 256, out_.in_place = true; break;
      case kAdd: out_.stream = 12, out_.inputs = 2, out_.in_place = true; break;
      default: Wrong("there is no such fixed-point routine"); break;
    }
    if (out_.in_place && (out_.input != out_.output || f_[kMoteFixedInH] != f_[kMoteFixedOutH]))
      Wrong("its input is not as long as its output");
    if (out_.wrong.empty() && !out_.in_place && Times(Product({kMoteFixedBatch, kMoteFixedOutH}), f_[kMoteFixedKernelH]) < kMostRows)
      FindDistances();
    return out_;
  }

 private:
  // Row by row: all that is written up to a row lies in front of what that row and later ones read, or behind what it and earlier ones
  // read.
  void FindDistances() {
    const auto f = [&](MoteFixedField field) { return f_[field]; };
    const int64_t rows = f(kMoteFixedOutH), heights = f(kMoteFixedInH), images = f(kMoteFixedBatch);
    const int64_t read = f(kMoteFixedInW) * f(kMoteFixedInC), written = f(kMoteFixedOutW) * f(kMoteFixedOutC);
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

  // Positions stay far below 2^31. Axis 0: height, 1: width.
  void Window(int axis) {
    const auto f = [&](int field) { return f_[static_cast<size_t>(field + axis)]; };
    if (f(kMoteFixedStrideY) < 1 || f(kMoteFixedDilationY) < 1) return Wrong("a stride or dilation below 1");
    Times(f(kMoteFixedOutH), f(kMoteFixedStrideY)), Times(f(kMoteFixedKernelH), f(kMoteFixedDilationY));
    if (std::abs(f(kMoteFixedPadY)) > kMost) Wrong("a position of its window beyond 2^29");
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
