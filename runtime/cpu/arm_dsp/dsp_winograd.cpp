// 3 by 3 convolutions by tiles of 2 by 2 outputs, two of them at a time: inputs are transformed into scratch, the rest is winograd.inc's.
#include "core/fixed.h"
#include "cpu/arm_dsp/dsp_functions.h"

namespace mote::runtime {
namespace {

using Products = decltype(mote_dsp_winograd);
constexpr int32_t kTile = 4, kOutputs = 2, kRight = 8;  // pixels of a tile and its outputs, by side; bytes of a tile in a quad of two

class Tiles {
 public:
  explicit Tiles(const FixedCall& call)
      : f_(call.fields), scratch_(call.scratch), pitch_(static_cast<uint32_t>(MoteWinogradPitch(call.fields))),
        turns_(static_cast<uint32_t>(f_[kMoteFixedInC]) / kMoteWinogradTogether),
        padding_(reinterpret_cast<int8_t*>(scratch_) + kMoteWinogradPositions * pitch_) {
    __builtin_memset(padding_, f_[kMoteFixedPadValue], static_cast<size_t>(f_[kMoteFixedInC]));
    for (uint32_t position = 0; position < kMoteWinogradPositions; ++position) {
      uint8_t* at = scratch_ + position * pitch_ + 64;
      for (uint32_t turn = turns_; turn != 0; --turn, at += 68) {
        *reinterpret_cast<int32_t*>(at) = turn != 1 ? 0 : position + 1 == kMoteWinogradPositions ? -1 : 1;
      }
    }
  }

  // The lines of the tiles whose outputs are `rows` rows from y on, 1 or 2: those that no output reads are padding.
  void Start(const int8_t* image, int32_t y, int32_t rows) {
    const int32_t top = y - f_[kMoteFixedPadY];
    for (int32_t i = 0; i < kTile; ++i) {
      const bool inside = top + i >= 0 && top + i < f_[kMoteFixedInH] && i < rows + 2;
      lines_[i] = inside ? image + static_cast<ptrdiff_t>(top + i) * f_[kMoteFixedInW] * f_[kMoteFixedInC] : nullptr;
    }
  }
  // Transforms the tile with outputs from column x on.
  void Transform(int32_t x, uint32_t right) const {
    const int8_t* pixels[kTile * kTile];
    const int32_t left = x - f_[kMoteFixedPadX], channels = f_[kMoteFixedInC];
    for (int32_t j = 0; j < kTile; ++j) {
      const bool inside = left + j >= 0 && left + j < f_[kMoteFixedInW];
      const ptrdiff_t at = inside ? static_cast<ptrdiff_t>(left + j) * channels : 0;
      for (int32_t i = 0; i < kTile; ++i) pixels[kTile * j + i] = inside && lines_[i] != nullptr ? lines_[i] + at : padding_;
    }
    mote_dsp_winograd_input(pixels, scratch_ + right, pitch_, turns_);
  }

  uint32_t pitch() const { return pitch_; }
  int8_t* beyond() const { return padding_ + f_[kMoteFixedInC]; }  // where outputs go that are none

 private:
  const int32_t* f_;
  uint8_t* scratch_;
  const uint32_t pitch_, turns_;
  int8_t* padding_;
  const int8_t* lines_[kTile] = {};  // null: padding
};

void Run(const FixedCall& call, Products products) {
  const int32_t* f = call.fields;
  const int32_t width = f[kMoteFixedOutW], channels = f[kMoteFixedOutC];
  const auto height = static_cast<uint32_t>(f[kMoteFixedOutH]);
  const auto* stream = reinterpret_cast<const uint32_t*>(call.stream);
  Tiles tiles(call);
  for (uint32_t row = call.begin; row < call.end;) {
    const uint32_t y = row % height;
    const int32_t rows = call.end - row > 1 && y + 1 < height ? 2 : 1;
    const int8_t* image = call.input + static_cast<ptrdiff_t>(row / height) * f[kMoteFixedInH] * f[kMoteFixedInW] * f[kMoteFixedInC];
    tiles.Start(image, static_cast<int32_t>(y), rows);
    int8_t* const line = call.output + static_cast<ptrdiff_t>(row) * width * channels;
    for (int32_t x = 0; x < width; x += 2 * kOutputs) {
      int8_t* pixels[2 * kOutputs * kOutputs];
      for (int32_t p = 0; p < 2 * kOutputs * kOutputs; ++p) {
        const int32_t at = x + p / 4 * kOutputs + p % 2, below = p / 2 % 2;
        pixels[p] = at < width && below < rows ? line + (static_cast<ptrdiff_t>(below) * width + at) * channels : tiles.beyond();
      }
      tiles.Transform(x, 0);
      if (x + kOutputs < width) tiles.Transform(x + kOutputs, kRight);
      products(stream, call.scratch, pixels, static_cast<uint32_t>(channels), tiles.pitch());
    }
    const int32_t low = f[kMoteFixedLow], high = f[kMoteFixedHigh];
    if (low != -128 || high != 127) mote_dsp_clamp(line, static_cast<uint32_t>(rows * width * channels), low, high);
    row += static_cast<uint32_t>(rows);
  }
}

void Unsigned(const FixedCall& call) { Run(call, mote_dsp_winograd); }
void Signed(const FixedCall& call) { Run(call, mote_dsp_winograd_signed); }

}  // namespace

const FixedRoutine kFixedConvolutionWinograd = MakeFixedConvolutionWinograd(Unsigned);
const FixedRoutine kFixedConvolutionWinogradSigned = MakeFixedConvolutionWinogradSigned(Signed);

}  // namespace mote::runtime
