// 3 by 3 convolutions of each channel by itself on Helium: the nine positions of a window are pointers, which move on from pixel to pixel
// where all lie in the input; those outside point to padding.
#include "core/fixed.h"
#include "cpu/helium/helium_clamp.h"

namespace mote::runtime {
namespace {

constexpr int32_t kTaps = 3;
constexpr uint32_t kRuns = 4;

// A row of outputs at `out`.
struct Row {
  int32_t top;
  bool inside;  // all rows of its windows
  const int8_t* image;
  int8_t* out;
};

// In scratch: on the stack it would be the largest part.
struct Places {
  uint32_t counts[kRuns];
  HeliumTaps taps;
  HeliumDepthwise depthwise;
};
static_assert(sizeof(Places) <= kMoteHeliumRowsBytes, "scratch is planned for places of this size");

class Depthwise {
 public:
  Depthwise(const FixedCall& call, decltype(mote_helium_depthwise)* assembly)
      : f_(call.fields),
        assembly_(assembly),
        table_(reinterpret_cast<HeliumRun*>(call.scratch)),
        counts_(places()->counts),
        taps_(places()->taps),
        depthwise_(places()->depthwise) {
    const int32_t channels = f_[kMoteFixedOutC], stride = f_[kMoteFixedStrideX], pad = f_[kMoteFixedPadX];
    const int32_t filled = (channels + kMoteHeliumChunk - 1) & -kMoteHeliumChunk;
    auto* padding = reinterpret_cast<int8_t*>(call.scratch) + kMoteHeliumTapsBytes + kMoteHeliumRowsBytes;
    mote_helium_fill(padding, static_cast<uint32_t>(channels), f_[kMoteFixedPadValue]);
    depthwise_.channels = static_cast<uint32_t>(channels);
    depthwise_.stream = call.stream + 4, depthwise_.scale = *reinterpret_cast<const int32_t*>(call.stream);
    depthwise_.out_step = channels - filled;
    // where there is one pixel only, of any size, and not used
    depthwise_.step = static_cast<int32_t>(static_cast<uint32_t>(stride) * static_cast<uint32_t>(channels) - static_cast<uint32_t>(filled));
    depthwise_.table = table_, depthwise_.counts = counts_;
    taps_.columns = kTaps, taps_.bytes = 1, taps_.rows = kTaps, taps_.height = f_[kMoteFixedInH], taps_.width = f_[kMoteFixedInW];
    taps_.line = f_[kMoteFixedInW] * channels, taps_.dilation_y = f_[kMoteFixedDilationY], taps_.dilation_x = f_[kMoteFixedDilationX];
    taps_.across = channels, taps_.padding = padding;
    const int32_t room = f_[kMoteFixedInW] - 1 - (kTaps - 1) * f_[kMoteFixedDilationX] + pad;
    first_ = pad <= 0 ? 0 : (pad + stride - 1) / stride;
    last_ = room < 0 ? 0 : room / stride + 1;
    if (last_ > f_[kMoteFixedOutW]) last_ = f_[kMoteFixedOutW];
  }

  void Compute(const Row& row) {
    const int32_t width = f_[kMoteFixedOutW], stride = f_[kMoteFixedStrideX], last = row.inside ? last_ : 0;
    depthwise_.out = row.out;
    int32_t left = -f_[kMoteFixedPadX];
    for (int32_t x = 0; x < width;) {
      const int32_t begin = x;
      uint32_t runs = 0;
      for (; runs < kRuns && x < width; ++runs) {
        const int32_t pixels = x >= first_ && x < last ? last - x : 1;
        taps_.tops[runs] = row.top, taps_.lefts[runs] = left, taps_.images[runs] = row.image;
        counts_[runs] = static_cast<uint32_t>(pixels), x += pixels, left += pixels * stride;
      }
      mote_helium_taps(table_, &taps_);
      depthwise_.runs = runs;
      assembly_(&depthwise_);
      depthwise_.out += (x - begin) * f_[kMoteFixedOutC];
    }
  }

 private:
  Places* places() const { return reinterpret_cast<Places*>(reinterpret_cast<uint8_t*>(table_) + kMoteHeliumTapsBytes); }

  const int32_t* const f_;
  decltype(mote_helium_depthwise)* const assembly_;
  HeliumRun* const table_;
  uint32_t* const counts_;
  HeliumTaps& taps_;
  HeliumDepthwise& depthwise_;
  int32_t first_, last_;  // pixels of a row whose windows have all columns in the input
};

void Run(const FixedCall& call, decltype(mote_helium_depthwise)* assembly) {
  const int32_t* f = call.fields;
  const int32_t bytes = f[kMoteFixedOutW] * f[kMoteFixedOutC], image = f[kMoteFixedInH] * f[kMoteFixedInW] * f[kMoteFixedInC];
  const int32_t reach = (kTaps - 1) * f[kMoteFixedDilationY];
  const auto height = static_cast<uint32_t>(f[kMoteFixedOutH]);
  Depthwise depthwise(call, assembly);
  for (uint32_t done = 0; done < call.end - call.begin; ++done) {
    const uint32_t row = call.down ? call.end - 1 - done : call.begin + done, number = row / height;
    const int32_t top = static_cast<int32_t>(row - number * height) * f[kMoteFixedStrideY] - f[kMoteFixedPadY];
    depthwise.Compute({top, top >= 0 && top + reach < f[kMoteFixedInH], call.input + static_cast<ptrdiff_t>(number) * image,
                       call.output + static_cast<ptrdiff_t>(row) * bytes});
  }
  ClampOutputs(f, call.output + static_cast<ptrdiff_t>(call.begin) * bytes, call.output + static_cast<ptrdiff_t>(call.end) * bytes);
}

}  // namespace

const FixedRoutine kFixedDepthwiseHelium =
    MakeFixedDepthwiseHelium([](const FixedCall& call) { Run(call, mote_helium_depthwise); }, FixedOrder::kRows);
const FixedRoutine kFixedDepthwiseHeliumSigned =
    MakeFixedDepthwiseHeliumSigned([](const FixedCall& call) { Run(call, mote_helium_depthwise_signed); }, FixedOrder::kRows);

}  // namespace mote::runtime
