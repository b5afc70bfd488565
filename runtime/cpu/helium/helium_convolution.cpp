// Convolutions whose weights are packed for Helium: windows of four pixels are multiplied with two output channels at a time. Windows are
// read where they lie where their channels come in whole chunks or one pixel is all of them; others are put together in scratch.
#include "cpu/fixed_window.h"
#include "cpu/helium/helium_functions.h"

namespace mote::runtime {
namespace {

constexpr int32_t kPixels = kMoteHeliumPixels, kChunk = kMoteHeliumChunk, kRun = kMoteHeliumRun;
static_assert(sizeof(HeliumRun) == 4 * kMoteHeliumRunWords, "read by products.S");

// The assembly for either kind of finish.
struct Assembly {
  decltype(mote_helium_products)* products;
  void (*next_run)(void);
  void (*last_run)(void);
};

class Convolution {
 public:
  Convolution(const FixedCall& call, const Assembly& assembly)
      : assembly_(assembly), f_(call.fields), window_(static_cast<int32_t>(MoteFixedWindow(f_))), chunks_((window_ + kChunk - 1) / kChunk),
        channels_(f_[kMoteFixedInC]), width_(f_[kMoteFixedInW]), line_(width_ * channels_), size_(f_[kMoteFixedInH] * line_),
        direct_(MoteFixedDirect(f_) != 0), in_place_(MoteHeliumInPlace(f_) != 0),
        input_end_(call.input + f_[kMoteFixedBatch] * size_), table_(reinterpret_cast<HeliumRun*>(call.scratch)) {
    const int64_t runs = in_place_ ? MoteHeliumRuns(f_) : (chunks_ + kRun - 1) / kRun;
    gathered_ = reinterpret_cast<int8_t*>(call.scratch) + ((runs + 1) * static_cast<int64_t>(sizeof(HeliumRun)) + 7) / 8 * 8;
    const auto height = static_cast<uint32_t>(f_[kMoteFixedOutH]);
    y_ = static_cast<int32_t>(call.begin % height);
    image_ = call.input + static_cast<int32_t>(call.begin / height) * size_;
    pixels_ = static_cast<int32_t>(call.end - call.begin) * f_[kMoteFixedOutW];
    if (in_place_ && !direct_) mote_helium_fill(gathered_, kRun * kChunk, f_[kMoteFixedPadValue]);
    else if (!in_place_) Straight(gathered_, chunks_ * kChunk, kPixels);
  }

  // The table for the next blocks; how many.
  uint32_t Next() {
    const int32_t count = pixels_ < kPixels ? pixels_ : kPixels;
    const int32_t inside = direct_ || in_place_ ? Inside() : 0;
    uint32_t blocks = static_cast<uint32_t>(inside) / kPixels;
    if (blocks != 0) {
      step = kPixels * f_[kMoteFixedStrideX] * channels_;
      if (direct_) Straight(At(top(), left()), f_[kMoteFixedStrideX] * channels_, kPixels);
      else Place(), Taps(true);
      Advance(static_cast<int32_t>(blocks) * kPixels);
      return blocks;
    }
    for (int32_t p = 0; p < kPixels; ++p) {
      if (p < count) {
        images_[p] = image_, tops_[p] = top(), lefts_[p] = left();
        if (!in_place_) GatherWindow(f_, image_, y_, x_, gathered_ + p * chunks_ * kChunk);
        Advance(1);
      } else {
        images_[p] = images_[0], tops_[p] = tops_[0], lefts_[p] = lefts_[0];
      }
    }
    if (in_place_) Taps(false);
    else Straight(gathered_, chunks_ * kChunk, count);
    return 1;
  }
  bool done() const { return pixels_ == 0; }
  int32_t left_pixels() const { return pixels_; }
  HeliumRun *table() const { return table_; }
  HeliumRun *table_end() const { return end_; }

  int32_t step = 0;

 private:
  int32_t top() const { return y_ * f_[kMoteFixedStrideY] - f_[kMoteFixedPadY]; }
  int32_t left() const { return x_ * f_[kMoteFixedStrideX] - f_[kMoteFixedPadX]; }
  const int8_t* At(int32_t y, int32_t x) const { return image_ + (y * width_ + x) * channels_; }
  void Advance(int32_t pixels) {
    pixels_ -= pixels;
    for (x_ += pixels; x_ >= f_[kMoteFixedOutW]; x_ -= f_[kMoteFixedOutW]) {
      if (++y_ == f_[kMoteFixedOutH]) y_ = 0, image_ += size_;
    }
  }

  // How many pixels from this one on have windows of one and the same form, each `step` behind the one before.
  int32_t Inside() const {
    return 0;
  }
  void Place() {}
  void Add(HeliumRun*& run, int32_t chunks) {
    run->entry = reinterpret_cast<uintptr_t>(assembly_.next_run) - static_cast<uint32_t>(chunks - (run == table_ ? 1 : 0)) * kHeliumChunkBytes;
    ++run;
  }
  void End(HeliumRun* run) {
    end_ = run;
    run->entry = reinterpret_cast<uintptr_t>(assembly_.last_run);
  }
  // Four windows without gaps, `apart` from each other.
  void Straight(const int8_t* from, int32_t apart, int32_t count) {
    HeliumRun* run = table_;
    for (int32_t chunk = 0; chunk < chunks_; chunk += kRun, from += kRun * kChunk) {
      for (int32_t p = 0; p < kPixels; ++p) run->at[p] = from + (p < count ? p * apart : 0);
      Add(run, chunks_ - chunk < kRun ? chunks_ - chunk : kRun);
    }
    End(run);
  }
  void Taps(bool) {
    HeliumRun* run = table_;
    const int32_t taps = f_[kMoteFixedKernelW], dilation = f_[kMoteFixedDilationX];
    for (int32_t ky = 0; ky < f_[kMoteFixedKernelH]; ++ky) {
      for (int32_t kx = 0; kx < taps; ++kx) {
        for (int32_t done = 0; done < channels_; done += kRun * kChunk) {
          for (int32_t p = 0; p < kPixels; ++p) {
            const int32_t y = tops_[p] + ky * f_[kMoteFixedDilationY], x = lefts_[p] + kx * dilation;
            const bool inside = y >= 0 && y < f_[kMoteFixedInH] && x >= 0 && x < width_;
            run->at[p] = inside ? images_[p] + (y * width_ + x) * channels_ + done : gathered_;
          }
          const int32_t chunks = (channels_ - done) / kChunk;
          Add(run, chunks < kRun ? chunks : kRun);
        }
      }
    }
    End(run);
  }

  const Assembly& assembly_;
  const int32_t* f_;
  const int32_t window_, chunks_, channels_, width_, line_, size_;
  const bool direct_, in_place_;
  const int8_t* const input_end_;
  HeliumRun *const table_, *end_ = nullptr;
  int8_t* gathered_;
  const int8_t* image_;
  int32_t y_, x_ = 0, pixels_;
  const int8_t* images_[kPixels];
  int32_t tops_[kPixels], lefts_[kPixels];
};

void Clamp(const int32_t* f, int8_t* out, uint32_t bytes) {
  const int32_t low = f[kMoteFixedLow], high = f[kMoteFixedHigh];
  if (low != -128 || high != 127) mote_helium_clamp(out, bytes, low, high);
}

[[gnu::noinline]] void RunConvolution(const FixedCall& call, const Assembly& assembly) {
  const int32_t* f = call.fields;
  const int32_t features = f[kMoteFixedOutC];
  Convolution windows(call, assembly);
  const int64_t pair = MoteHeliumChunks(MoteFixedWindow(f)) * 2 * kChunk + 8 * MoteHeliumFinishWords(f[kMoteFixedSigned]);
  HeliumProducts products = {};
  products.left = *reinterpret_cast<const int32_t*>(call.stream), products.shift = kMoteHeliumShift - f[kMoteFixedShift];
  products.two = 2, products.out_step = kPixels * features;
  products.table = windows.table();
  int8_t* out = call.output + static_cast<ptrdiff_t>(call.begin) * f[kMoteFixedOutW] * features;
  while (!windows.done()) {
    const int32_t before = windows.left_pixels();
    const uint32_t blocks = windows.Next();
    const int32_t count = before - windows.left_pixels();
    for (int32_t p = 0; p < kPixels; ++p) {
      const auto at = static_cast<uint16_t>(p < count ? p * features : 0);
      products.offsets[2 * p] = at, products.offsets[2 * p + 1] = static_cast<uint16_t>(at + 1);
    }
    products.table_end = windows.table_end();
    products.stream = call.stream + 4, products.stream_end = products.stream + features / 2 * pair;
    products.out = out, products.blocks = blocks, products.step = windows.step;
    assembly.products(&products);
    if (features % 2 != 0) {
      products.stream = products.stream_end, products.stream_end += pair;
      products.out = out + features - 2;
      assembly.products(&products);
    }
    const auto bytes = static_cast<uint32_t>(count * features);
    Clamp(f, out, bytes);
    out += bytes;
  }
}

[[gnu::noinline]] void RunProduct(const FixedCall& call, decltype(mote_helium_vector)* vector) {
  const int32_t* f = call.fields;
  const int32_t features = f[kMoteFixedOutC];
  const int8_t* window = call.input;
  if (!MoteFixedDirect(f) || !MoteHeliumInPlace(f)) {
    auto* gathered = reinterpret_cast<int8_t*>(call.scratch);
    GatherWindow(f, call.input, 0, 0, gathered);
    window = gathered;
  }
  const auto chunks = static_cast<uint32_t>(MoteHeliumChunks(MoteFixedWindow(f)));
  vector(window, chunks, call.stream + 4, call.output, call.output + features - kMoteHeliumBlock,
                     *reinterpret_cast<const int32_t*>(call.stream), kMoteHeliumShift - f[kMoteFixedShift]);
  Clamp(f, call.output, static_cast<uint32_t>(features));
}

constexpr Assembly kUnsigned = {mote_helium_products, mote_helium_next_run, mote_helium_last_run};
constexpr Assembly kSigned = {mote_helium_products_signed, mote_helium_next_run_signed, mote_helium_last_run_signed};

}  // namespace

const FixedRoutine kFixedConvolutionHelium = MakeFixedConvolutionHelium([](const FixedCall& call) { RunConvolution(call, kUnsigned); });
const FixedRoutine kFixedConvolutionHeliumSigned =
    MakeFixedConvolutionHeliumSigned([](const FixedCall& call) { RunConvolution(call, kSigned); });
const FixedRoutine kFixedProductHelium = MakeFixedProductHelium([](const FixedCall& call) { RunProduct(call, mote_helium_vector); });
const FixedRoutine kFixedProductHeliumSigned =
    MakeFixedProductHeliumSigned([](const FixedCall& call) { RunProduct(call, mote_helium_vector_signed); });

}  // namespace mote::runtime
