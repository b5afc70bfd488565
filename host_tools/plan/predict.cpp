// The counts of the assembly's loops, and what was measured around them (MinSizeRel, GCC 12).
#include "plan/predict.h"

#include <algorithm>

#include "schema/fixed_layout.h"
#include "target/fixed_table.h"

namespace mote {
namespace {

constexpr int64_t kLaunch = 450;  // of a step, before its routine begins

class Prices {
 public:
  explicit Prices(const std::vector<int64_t>& fields)
      : f_(fields), pixels_(fields[kMoteFixedBatch] * fields[kMoteFixedOutH] * fields[kMoteFixedOutW]), outputs_(fields[kMoteFixedOutC]),
        bytes_(pixels_ * outputs_) {}

  std::optional<int64_t> Step() const {
    const auto routine = static_cast<FixedRoutine>(f_[kMoteFixedRoutine]);
    switch (routine) {
      // a pair of channels for two windows: 12 a quad or 10, what surrounds them, and the finish
      case FixedRoutine::kConvolutionDsp: return Convolution(33 + 12 * Quads() + 2 * Turns());
      case FixedRoutine::kConvolutionDspSigned: return Convolution(42 + 12 * Quads() + 2 * Turns());
      case FixedRoutine::kConvolutionWide: return IsOfEight() ? Eights() : Convolution(20 + 10 * Quads() + 3 * LongTurns());
      case FixedRoutine::kConvolutionWideSigned: return Convolution(28 + 10 * Quads() + 3 * LongTurns());
      // two channels for two tiles, 40 instructions for 16 channels of one of 16 positions
      case FixedRoutine::kConvolutionWinograd: return Winograd(296);
      case FixedRoutine::kConvolutionWinogradSigned: return Winograd(332);
      // four channels for one window
      case FixedRoutine::kProductDsp: return Product(34 + 14 * Quads() + 2 * Turns());
      case FixedRoutine::kProductDspSigned: return Product(46 + 14 * Quads() + 2 * Turns());
      case FixedRoutine::kProductWide: return Product(26 + 21 * ((Quads() + 1) / 2) + 3 * LongTurns());
      case FixedRoutine::kProductWideSigned: return Product(36 + 21 * ((Quads() + 1) / 2) + 3 * LongTurns());
      case FixedRoutine::kDepthwiseDsp: return Depthwise(111);
      case FixedRoutine::kDepthwiseDspSigned: return Depthwise(119);
      case FixedRoutine::kDepthwisePlanes: return Planes();
      case FixedRoutine::kAddDsp: return 30 + bytes_ * 8 + Clamp();
      case FixedRoutine::kAveragePoolDsp: return bytes_ / 4 * (130 + Positions() * 6) + Clamp();
      case FixedRoutine::kMaxPool: return bytes_ * (12 + Positions() * 9);
      case FixedRoutine::kTable: return bytes_ * 6;
      case FixedRoutine::kSoftmax: return pixels_ * (180 + outputs_ * 45);
      // what was left plain
      case FixedRoutine::kConvolution: return bytes_ * (30 + 7 * WindowBytes()) + pixels_ * 3 * WindowBytes();
      case FixedRoutine::kDepthwise: return bytes_ * (30 + 8 * Positions());
      case FixedRoutine::kAveragePool: return bytes_ * (30 + 8 * Positions());
      case FixedRoutine::kAdd: return bytes_ * 14;
      case FixedRoutine::kMultiply: return bytes_ * 24;
      case FixedRoutine::kLines: return bytes_ * 22;
      case FixedRoutine::kAveragePoolRows: return bytes_ * (40 + Positions() * 5);
      default: return std::nullopt;
    }
  }

 private:
  int64_t Positions() const { return f_[kMoteFixedKernelH] * f_[kMoteFixedKernelW]; }
  int64_t WindowBytes() const { return Positions() * f_[kMoteFixedInC]; }
  int64_t Quads() const { return (WindowBytes() + 3) / 4; }
  int64_t Turns() const { return (Quads() + 3) / 4; }
  int64_t LongTurns() const { return (Quads() + 7) / 8; }
  // Windows that are pixels, one behind the other; of eight channels.
  bool IsPixels() const {
    return Positions() == 1 && f_[kMoteFixedStrideY] == 1 && f_[kMoteFixedStrideX] == 1 && f_[kMoteFixedOutH] == f_[kMoteFixedInH] &&
           f_[kMoteFixedOutW] == f_[kMoteFixedInW];
  }
  bool IsOfEight() const { return IsPixels() && f_[kMoteFixedInC] == 8 && outputs_ % 2 == 0; }
  int64_t Eights() const { return 100 + pixels_ * (14 + outputs_ / 2 * 19) + Clamp(); }
  int64_t Clamp() const { return f_[kMoteFixedLow] == -128 && f_[kMoteFixedHigh] == 127 ? 0 : bytes_ * 7 / 4; }

  // Pixels whose windows have a column outside the input.
  int64_t Edges() const {
    int64_t edges = 0;
    for (int64_t x = 0; x < f_[kMoteFixedOutW]; ++x) {
      const int64_t left = x * f_[kMoteFixedStrideX] - f_[kMoteFixedPadX];
      edges += left < 0 || left + (f_[kMoteFixedKernelW] - 1) * f_[kMoteFixedDilationX] >= f_[kMoteFixedInW] ? 1 : 0;
    }
    return edges * pixels_ / f_[kMoteFixedOutW];
  }

  // Windows put together as halfwords.
  int64_t Windows() const {
    const int64_t rows = f_[kMoteFixedKernelH], run = f_[kMoteFixedKernelW] * f_[kMoteFixedInC];
    const int64_t widened = 48 + 4 * Quads() + 2 * Turns();
    const int64_t edge = 130 + rows * (f_[kMoteFixedInC] % 4 == 0 ? f_[kMoteFixedKernelW] * 40 : 60);
    const int64_t gathered = run % 4 == 0 ? rows * 5 : rows * (14 + run / 4 * 4 + run % 4 * 4) + 25;
    if (IsPixels() && run % 4 == 0) return (pixels_ + 1) / 2 * (24 + Quads() * 15 / 2) - pixels_ * 20;
    if (run == 4 && f_[kMoteFixedInC] < 4) return pixels_ * (widened + gathered) + Edges() * (60 + 8 * rows);
    if (run == 9 && rows == 3) return pixels_ * 88 + Edges() * edge;
    return pixels_ * (widened + gathered) + Edges() * edge;
  }
  int64_t Convolution(int64_t block) const {
    const int64_t together = (pixels_ + 1) / 2;
    return Windows() + together * (90 + 30 + (outputs_ + 1) / 2 * block) + Clamp();
  }
  int64_t Product(int64_t block) const { return 350 + Windows() + (outputs_ + 3) / 4 * block + Clamp(); }
  // Tiles of 2 by 2, two beside each other; all quads of a tile are transformed first.
  int64_t Winograd(int64_t finish) const {
    const int64_t rows = f_[kMoteFixedBatch] * ((f_[kMoteFixedOutH] + 1) / 2), turns = f_[kMoteFixedInC] / 16;
    const int64_t tiles = rows * ((f_[kMoteFixedOutW] + 1) / 2), pairs = rows * ((f_[kMoteFixedOutW] + 3) / 4);
    return tiles * (170 + turns * 4 * 178) + pairs * (110 + outputs_ / 2 * (16 * (43 * turns + 3) + finish)) + Clamp();
  }
  int64_t Depthwise(int64_t block) const { return pixels_ * (50 + 30 + (outputs_ + 3) / 4 * block) + Edges() * 190 + Clamp(); }

  // 24 instructions a row of two columns, of each plane; four channels there and back, four pixels at a time.
  int64_t Planes() const {
    const int64_t rows = f_[kMoteFixedOutH] + 2, width = f_[kMoteFixedOutW], pairs = (width + 1) / 2;
    const int64_t plane = 160 + pairs * (11 + 25 * rows) + 4 * width;
    return outputs_ * plane + outputs_ / 4 * (60 + (rows - 2) * (36 + width / 4 * 54 + width % 4 * 25)) + Clamp();
  }

  const std::vector<int64_t>& f_;
  const int64_t pixels_, outputs_, bytes_;
};

// Its members, less what their launches take; kept rows and what each call costs come to that.
std::optional<int64_t> PredictPipeline(const Step& step, const TargetFacts& target) {
  std::vector<ChainMember> chain;
  int64_t sum = 0;
  for (const std::vector<int64_t>& words : PipelineMembers(step)) {
    ChainMember& member = chain.emplace_back();
    member.fields.assign(words.begin(), words.begin() + kMoteFixedFields);
    for (int i = 0; i < 2; ++i) {
      const int64_t source = words[static_cast<size_t>(kMotePipelineInput + i)];
      const int64_t outside = kMotePipelineOutside;
      member.sources[static_cast<size_t>(i)] = static_cast<int32_t>(source < outside ? source : outside - 1 - source);
    }
    const auto price = PredictFixed(member.fields, target);
    if (!price) return std::nullopt;
    sum += *price - kLaunch;
  }
  const auto rolled = RollChain(chain, step.fields[kMotePipelineRows]);
  if (!rolled) return std::nullopt;
  return kLaunch + sum + PriceOfRolling(chain, *rolled, target);
}

}  // namespace

std::optional<int64_t> PredictFixed(const std::vector<int64_t>& fields, const TargetFacts& target) {
  if (target.fixed_packing != FixedPacking::kDsp) return std::nullopt;
  const auto routine = Prices(fields).Step();
  return routine ? std::optional(kLaunch + *routine) : std::nullopt;
}

int64_t PriceOfRolling(const std::vector<ChainMember>& chain, const RolledChain& rolled, const TargetFacts& target) {
  constexpr int64_t kVisit = 150;
  const bool helium = target.fixed_packing == FixedPacking::kHelium;  // whose routines make tables at the beginning of a call
  const int64_t call = helium ? 600 : 200, bytes_an_instruction = helium ? 4 : 1;
  int64_t price = rolled.turns * static_cast<int64_t>(chain.size()) * kVisit + rolled.moved / bytes_an_instruction;
  for (size_t m = 0; m < chain.size(); ++m) {
    const std::vector<int64_t>& f = chain[m].fields;
    const int64_t together = PixelsTogether(static_cast<FixedRoutine>(f[kMoteFixedRoutine])), width = f[kMoteFixedOutW];
    const int64_t pixels = f[kMoteFixedOutH] * width, blocks = (pixels + together - 1) / together;
    int64_t rolled_blocks = 0;
    for (const int64_t rows : rolled.calls[m]) rolled_blocks += (rows * width + together - 1) / together;
    price += static_cast<int64_t>(rolled.calls[m].size()) * call;
    const int64_t work = FixedNeeds(f).work, alone = PredictFixed(f, target).value_or(helium ? work / 4 : work * 2);
    if (together > 1) price += alone * std::max<int64_t>(0, rolled_blocks - blocks) / blocks;
  }
  return price;
}

std::optional<int64_t> PredictInstructions(const Step& step, const TargetFacts& target) {
  if (step.kind == StepKind::kPipeline) return PredictPipeline(step, target);
  if (step.kind != StepKind::kFixed || target.fixed_packing != FixedPacking::kDsp) return std::nullopt;
  return PredictFixed(step.fields, target);
}

}  // namespace mote
