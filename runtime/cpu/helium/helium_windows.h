// Windows of four pixels at a time for products.inc: a table of the runs that they consist of (schema/fixed_layout_helium.h). Windows of
// whole chunks are read where they lie, position by position or, inside the input, row by row; single pixels likewise; all others are put
// together in scratch.
#ifndef MOTE_CPU_HELIUM_HELIUM_WINDOWS_H_
#define MOTE_CPU_HELIUM_HELIUM_WINDOWS_H_

#include "core/fixed.h"
#include "cpu/helium/helium_functions.h"
#include "cpu/window_range.h"

namespace mote::runtime {

// The window at (top, left) of an image put together at `to`.
static void HeliumWindow(const int32_t* f, const int8_t* image, int32_t top, int32_t left, int8_t* to) {
  const int32_t channels = f[kMoteFixedInC], line = f[kMoteFixedInW] * channels, width = f[kMoteFixedKernelW] * channels;
  const Range rows = Inside(top, f[kMoteFixedKernelH], f[kMoteFixedDilationY], f[kMoteFixedInH]);
  const Range columns = Inside(left, f[kMoteFixedKernelW], f[kMoteFixedDilationX], f[kMoteFixedInW]);
  const int32_t height = rows.last - rows.first, across = columns.last - columns.first;
  if (height != f[kMoteFixedKernelH] || across != f[kMoteFixedKernelW]) {
    mote_helium_fill(to, static_cast<uint32_t>(f[kMoteFixedKernelH] * width), f[kMoteFixedPadValue]);
  }
  if (height <= 0 || across <= 0) return;
  // Where there is but one, the next may be beyond all addresses.
  const int32_t y = top + rows.first * f[kMoteFixedDilationY], x = left + columns.first * f[kMoteFixedDilationX];
  const int32_t below = height == 1 ? 0 : f[kMoteFixedDilationY] * line, next = across == 1 ? channels : f[kMoteFixedDilationX] * channels;
  const auto count = static_cast<uint32_t>(height);
  const int8_t* from = image + y * line + x * channels;
  to += rows.first * width + columns.first * channels;
  if (next == channels) return mote_helium_copy_rows(to, from, count, static_cast<uint32_t>(across * channels), width, below);
  for (int32_t kx = 0; kx < across; ++kx, to += channels, from += next) {
    mote_helium_copy_rows(to, from, count, static_cast<uint32_t>(channels), width, below);
  }
}

// Bytes to a next row or pixel: where there is none, of any size, and not used.
static inline int32_t Wrapped(int32_t a, int32_t b) { return static_cast<int32_t>(static_cast<uint32_t>(a) * static_cast<uint32_t>(b)); }

// Blocks of four pixels, or one of fewer. Where `from` is given, the windows of each block are put together first (Gather), from `step`
// bytes behind where those of the one before were.
struct HeliumBlocks {
  int32_t count, pixels;
  const int8_t* from;
  HeliumRun *table, *table_end;
};

// What is told to the assembly, in scratch behind the windows or the padding: it would be the largest part of a stack.
struct HeliumPlaces {
  HeliumTaps taps;
  HeliumGather gather;
  HeliumProducts products;
};
static_assert(sizeof(HeliumPlaces) <= kMoteHeliumPlacesBytes);

class HeliumWindows {
 public:
  // next_run, last_run: of the assembly that will read the tables.
  HeliumWindows(const FixedCall& call, void (*next_run)(void), void (*last_run)(void))
      : f_(call.fields), next_run_(reinterpret_cast<uintptr_t>(next_run)), last_run_(reinterpret_cast<uintptr_t>(last_run)),
        table_(reinterpret_cast<HeliumRun*>(call.scratch)), rows_(table_) {
    const int32_t pad = f_[kMoteFixedPadX], rows = f_[kMoteFixedKernelH], columns = f_[kMoteFixedKernelW];
    const int32_t room = f_[kMoteFixedInW] - 1 - (columns - 1) * f_[kMoteFixedDilationX] + pad;
    first_ = pad <= 0 ? 0 : (pad + stride_ - 1) / stride_;
    if (room >= 0 && (in_place_ || columns == 1 || f_[kMoteFixedDilationX] == 1)) last_ = Min(room / stride_ + 1, f_[kMoteFixedOutW]);
    const auto height = static_cast<uint32_t>(f_[kMoteFixedOutH]);
    const uint32_t image = call.begin / height;
    y_ = static_cast<int32_t>(call.begin - image * height);
    image_ = call.input + static_cast<ptrdiff_t>(image) * size_;
    input_end_ = call.input + static_cast<ptrdiff_t>(f_[kMoteFixedBatch]) * size_;
    pixels_ = static_cast<int32_t>(call.end - call.begin) * f_[kMoteFixedOutW];
    HeliumRun* run = table_;
    fresh_ = !call.again;
    if (in_place_) {
      run = Entries(run, rows * columns, channels_ / kMoteHeliumChunk);
      rows_ = run, run = Entries(run, rows, columns * channels_ / kMoteHeliumChunk);
    } else {
      run = Entries(run, 1, chunks_);
    }
    end_ = run;
    scratch_ = reinterpret_cast<int8_t*>((reinterpret_cast<uintptr_t>(run) + 7) & ~uintptr_t{7});
    constexpr int32_t kPadding = kMoteHeliumRun * kMoteHeliumChunk;
    places_ = reinterpret_cast<HeliumPlaces*>(scratch_ + (in_place_ ? kPadding : (chunks_ * kMoteHeliumPixels + 1) * kMoteHeliumChunk));
    places_->gather = {Wrapped(f_[kMoteFixedDilationY], line_), columns * channels_, rows, Wrapped(stride_, channels_),
                       chunks_ * kMoteHeliumChunk, 0};
    if (in_place_) {
      places_->taps.rows = rows, places_->taps.height = f_[kMoteFixedInH], places_->taps.width = f_[kMoteFixedInW];
      places_->taps.dilation_y = f_[kMoteFixedDilationY], places_->taps.dilation_x = f_[kMoteFixedDilationX];
      places_->taps.line = line_, places_->taps.across = channels_, places_->taps.padding = scratch_;
      if (fresh_) mote_helium_fill(scratch_, kPadding, f_[kMoteFixedPadValue]);
    }
    if (!in_place_ && !direct_) Straight(scratch_, places_->gather.window, kMoteHeliumPixels);
    StartRow();
  }

  int32_t pixels() const { return pixels_; }  // left
  HeliumProducts& products() const { return places_->products; }
  int32_t step() const { return Wrapped(kMoteHeliumPixels, places_->gather.pixel_step); }

  // Makes the table for the next blocks, `most` or less, all of four pixels where there are several.
  HeliumBlocks Next(int32_t most) {
    const int32_t blocks = Min(Alike() / kMoteHeliumPixels, most);
    if (blocks == 0) return Apart();
    HeliumBlocks next = {blocks, blocks * kMoteHeliumPixels, nullptr, table_, end_ - 1};
    const int8_t* at = image_ + top_ * line_ + left() * channels_;
    if (direct_) {
      if (in_place_) next.table_end = rows_ - 1;
      Straight(at, places_->gather.pixel_step, kMoteHeliumPixels);
    } else if (in_place_) {
      for (int32_t p = 0, x = left(); p < kMoteHeliumPixels; ++p, x += stride_) Place(p, x);
      const bool by_rows = f_[kMoteFixedDilationX] == 1;
      if (by_rows) next.table = rows_;
      else next.table_end = rows_ - 1;
      Taps(next.table, by_rows ? 1 : f_[kMoteFixedKernelW], by_rows ? places_->gather.run : channels_);
    } else {
      next.from = at;
    }
    Advance(next.pixels);
    return next;
  }

  void Gather(const int8_t* from) {
    places_->gather.pixels = kMoteHeliumPixels;
    mote_helium_gather(scratch_, from, &places_->gather);
  }

 private:
  int32_t left() const { return x_ * stride_ - f_[kMoteFixedPadX]; }

  void StartRow() {
    if (y_ == f_[kMoteFixedOutH]) y_ = 0, image_ += size_;
    top_ = y_ * f_[kMoteFixedStrideY] - f_[kMoteFixedPadY];
    const int32_t bottom = top_ + (f_[kMoteFixedKernelH] - 1) * f_[kMoteFixedDilationY];
    alike_ = top_ >= 0 && bottom < f_[kMoteFixedInH] ? last_ : 0;
    if (in_place_ || alike_ == 0) return;
    // Whole chunks are read, which must end inside the input.
    const int32_t run = (places_->gather.run + kMoteHeliumChunk - 1) & -kMoteHeliumChunk, pad = f_[kMoteFixedPadX];
    const int32_t room = static_cast<int32_t>(input_end_ - image_) - bottom * line_ - run;
    if (((alike_ - 1) * stride_ - pad) * channels_ <= room) return;
    const int32_t last = room < 0 ? -1 : room / channels_ + pad;
    alike_ = last < 0 ? 0 : last / stride_ + 1;
  }
  void Advance(int32_t pixels) {
    pixels_ -= pixels, x_ += pixels;
    if (f_[kMoteFixedOutW] == 1) y_ += x_ - 1, x_ = 1;  // Alike
    if (x_ == f_[kMoteFixedOutW]) x_ = 0, ++y_, StartRow();
  }

  // How many pixels from this one on have windows wholly inside the input, each `pixel_step` behind the one before.
  int32_t Alike() {
    if (x_ < first_ || x_ >= alike_) return 0;
    if (!direct_ || f_[kMoteFixedOutW] != 1) return Min(alike_ - x_, pixels_);
    const int32_t rows = Min(f_[kMoteFixedOutH] - y_, pixels_);
    if (rows < kMoteHeliumPixels) return 0;
    places_->gather.pixel_step = f_[kMoteFixedStrideY] * line_;  // one below the other
    if (in_place_) return rows;
    const auto room = static_cast<int32_t>(input_end_ - image_) - top_ * line_ - places_->gather.window;
    return Min(rows, room / places_->gather.pixel_step + 1);
  }

  // Up to four pixels, each by itself.
  HeliumBlocks Apart() {
    const int32_t count = Min(pixels_, kMoteHeliumPixels);
    for (int32_t p = 0; p < count;) {
      int32_t pixels = 1, x = left();
      if (in_place_) {
        pixels = Min(f_[kMoteFixedOutW] - x_, count - p);
        for (int32_t i = p; i < p + pixels; ++i, x += stride_) Place(i, x);
      } else if (!direct_ && x_ >= first_ && x_ < alike_) {
        places_->gather.pixels = pixels = Min(alike_ - x_, count - p);
        mote_helium_gather(scratch_ + p * places_->gather.window, image_ + top_ * line_ + x * channels_, &places_->gather);
      } else {
        HeliumWindow(f_, image_, top_, x, scratch_ + p * places_->gather.window);
      }
      Advance(pixels), p += pixels;
    }
    if (!in_place_) {
      if (direct_ || count < kMoteHeliumPixels) Straight(scratch_, places_->gather.window, count);
      return {1, count, nullptr, table_, end_ - 1};
    }
    for (int32_t p = count; p < kMoteHeliumPixels; ++p) {
      HeliumTaps& taps = places_->taps;
      taps.tops[p] = taps.tops[0], taps.lefts[p] = taps.lefts[0], taps.images[p] = taps.images[0];
    }
    Taps(table_, f_[kMoteFixedKernelW], channels_);
    return {1, count, nullptr, table_, rows_ - 1};
  }
  void Place(int32_t p, int32_t left) { places_->taps.tops[p] = top_, places_->taps.lefts[p] = left, places_->taps.images[p] = image_; }

  // A table of `pieces` of so many chunks each; gives its end.
  HeliumRun* Entries(HeliumRun* table, int32_t pieces, int32_t chunks) const {
    HeliumRun* run = table;
    if (!fresh_) return table + pieces * ((chunks + kMoteHeliumRun - 1) / kMoteHeliumRun) + 1;
    for (; pieces > 0; --pieces) {
      for (int32_t left = chunks; left > 0; left -= kMoteHeliumRun, ++run) {
        const int32_t now = Min(left, kMoteHeliumRun) - (run == table ? 1 : 0);  // the first chunk has a place of its own
        run->entry = next_run_ - static_cast<uint32_t>(now) * kHeliumChunkBytes;
      }
    }
    run->entry = last_run_;
    return run + 1;
  }
  // Four windows without gaps, `apart` bytes from each other; the first again for those behind `count`.
  void Straight(const int8_t* from, int32_t apart, int32_t count) {
    for (HeliumRun* run = table_; run->entry != last_run_; ++run, from += kMoteHeliumRun * kMoteHeliumChunk) {
      const int8_t* at = from;
      for (int32_t p = 0; p < kMoteHeliumPixels; ++p, at += apart) run->at[p] = p < count ? at : from;
    }
  }
  // The windows at places_->taps in pieces of so many bytes, in the input or in padding.
  void Taps(HeliumRun* table, int32_t columns, int32_t bytes) {
    places_->taps.columns = columns, places_->taps.bytes = bytes;
    mote_helium_taps(table, &places_->taps);
  }

  const int32_t* const f_;
  const uintptr_t next_run_, last_run_;
  const int32_t channels_ = f_[kMoteFixedInC], stride_ = f_[kMoteFixedStrideX];
  const int32_t line_ = f_[kMoteFixedInW] * channels_, size_ = f_[kMoteFixedInH] * line_;  // bytes of a row, of an image
  const int32_t chunks_ = (f_[kMoteFixedKernelH] * f_[kMoteFixedKernelW] * channels_ + kMoteHeliumChunk - 1) / kMoteHeliumChunk;
  const bool direct_ = MoteFixedDirect(f_) != 0, in_place_ = MoteHeliumInPlace(f_) != 0;
  HeliumRun *const table_, *rows_, *end_;  // tables by positions, or of windows put together; by rows
  int8_t* scratch_;                        // padding, or windows
  const int8_t *image_, *input_end_;
  bool fresh_;                             // the tables have no entries yet
  int32_t first_, last_ = 0;               // pixels of a row whose windows have all columns inside
  int32_t alike_;                          // of this row: pixels in front of this one, from first_ on, have all of their windows inside
  int32_t y_, x_ = 0, top_, pixels_;
  HeliumPlaces* places_;
};

}  // namespace mote::runtime

#endif
