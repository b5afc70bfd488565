#include "pipeline_values.h"

#include <algorithm>

#include "core/linked.h"
#include "schema/pipeline_layout.h"

namespace mote::fault {
namespace {

struct Rows {
  uint32_t height = 1, width = 1, channels = 1;
  uint64_t row() const { return uint64_t{width} * channels; }
};

class Chooser {
 public:
  explicit Chooser(Random& random) : random_(random) {}

  PipelineValues Run() {
    const uint32_t count = random_.OneIn(10) ? 1 + random_.Below(kMotePipelineMostMembers) : 1 + random_.Below(5);
    values_.inputs.resize(1 + random_.Below(2));
    for (size_t i = 0; i < values_.inputs.size(); ++i) outside_.push_back(AnyRows());
    for (uint32_t m = 0; m < count; ++m) Member(m, m + 1 == count);
    const uint32_t scratch = static_cast<uint32_t>(std::min<uint64_t>(scratch_, 1 << 20));
    const uint32_t rows = TurnRows();
    values_.fields = {count, static_cast<uint32_t>(values_.inputs.size()), rows, Turns(rows), scratch};
    Places(scratch);
    if (random_.OneIn(16)) random_.PickOf(values_.fields) = random_.Number();
    if (random_.OneIn(16)) random_.PickOf(values_.members) = random_.Number();
    return std::move(values_);
  }

 private:
  uint32_t TurnRows() { return random_.OneIn(6) ? random_.Pick<uint32_t>({kMotePipelineMostRows, 255, 64}) : 1 + random_.Below(4); }
  // A few more than all rows and windows take, or as many as there can be.
  uint32_t Turns(uint32_t rows) {
    const uint32_t most = kMotePipelineMostCome / rows;
    return random_.OneIn(20) ? most : std::min(most, (highest_ + reach_) / rows + 1 + random_.Below(3));
  }

  Rows AnyRows() {
    Rows rows;
    rows.height = random_.OneIn(8) ? 1 + random_.Below(60) : 1 + random_.Below(12);
    rows.width = 1 + random_.Below(6), rows.channels = random_.OneIn(4) ? 1 + random_.Below(40) : 1 + random_.Below(6);
    return rows;
  }

  // A routine of this machine that takes rows.
  uint32_t Routine(bool last) {
    using namespace runtime;
    if (last && random_.OneIn(3)) return kFixedNumberAveragePoolRows;
    if (random_.OneIn(200)) return kFixedNumberConvolutionHost;  // which does not take them
    return random_.Pick<uint32_t>({kFixedNumberConvolution, kFixedNumberConvolution, kFixedNumberDepthwise, kFixedNumberDepthwise,
                                   kFixedNumberAdd, kFixedNumberTable, kFixedNumberAveragePool, kFixedNumberMaxPool, kFixedNumberSoftmax,
                                   kFixedNumberAddHost, kFixedNumberAveragePoolHost, kFixedNumberMaxPoolHost});
  }

  // Windows of one axis that each have a row of the input: extent, stride, dilation, padding.
  void Axis(std::vector<uint32_t>& f, uint32_t axis, uint32_t in) {
    const uint32_t kernel = 1 + random_.Below(4), dilation = random_.OneIn(3) ? 1 + random_.Below(3) : 1;
    const uint32_t stride = random_.OneIn(12) ? uint32_t{kMotePipelineMostStride} : 1 + random_.Below(3);
    const uint32_t reach = (kernel - 1) * dilation + 1;
    const uint32_t pad = random_.OneIn(3) ? reach - 1 : random_.Below(reach), most = (in - 1 + pad) / stride + 1;
    f[kMoteFixedKernelH + axis] = kernel, f[kMoteFixedStrideY + axis] = stride, f[kMoteFixedDilationY + axis] = dilation;
    f[kMoteFixedPadY + axis] = pad, f[kMoteFixedOutH + axis] = random_.OneIn(3) ? 1 + random_.Below(most) : most;
  }

  void Member(uint32_t m, bool last) {
    const uint32_t number = Routine(last);
    std::vector<uint32_t> f(kMoteFixedFields, 1);
    const uint32_t inner = m == 0 ? 0 : random_.OneIn(3) ? random_.Below(m) : m - 1;
    const bool inside = m != 0 && !random_.OneIn(8);
    const uint32_t operand = random_.Below(static_cast<uint32_t>(values_.inputs.size()));
    const Rows in = inside ? made_[inner] : outside_[operand];
    const bool two = number == runtime::kFixedNumberAdd || number == runtime::kFixedNumberAddHost;
    const bool same = two || number == runtime::kFixedNumberTable || number == runtime::kFixedNumberSoftmax;
    f[kMoteFixedRoutine] = number;
    f[kMoteFixedInH] = in.height, f[kMoteFixedInW] = in.width, f[kMoteFixedInC] = f[kMoteFixedOutC] = in.channels;
    f[kMoteFixedPadY] = f[kMoteFixedPadX] = 0;
    if (same) f[kMoteFixedOutH] = in.height, f[kMoteFixedOutW] = in.width;
    else if (number == runtime::kFixedNumberAveragePoolRows) f[kMoteFixedKernelH] = in.height, f[kMoteFixedKernelW] = in.width;
    else Axis(f, 0, in.height), Axis(f, 1, in.width);
    if (number == runtime::kFixedNumberConvolution) f[kMoteFixedOutC] = 1 + random_.Below(8);
    f[kMoteFixedPadValue] = random_.Pick<uint32_t>({0, 127, number == runtime::kFixedNumberSoftmax ? 0u - 127 : 0u - 128, 5});
    f[kMoteFixedShift] = random_.Below(32), f[kMoteFixedSigned] = random_.Below(number <= kMoteFixedLastProduct ? 3 : 2);
    f[kMoteFixedLow] = 0u - random_.Below(129), f[kMoteFixedHigh] = random_.Below(128);
    MoteFixedNeeds needs{};
    mote_linked.fixed_routines[number]->needs(reinterpret_cast<const int32_t*>(f.data()), &needs);
    const uint32_t from = inside ? inner : kMotePipelineOutside + operand;
    if (!inside) values_.inputs[operand] = std::max(values_.inputs[operand], in.height * in.row());
    f.insert(f.end(), {from, two ? Other(from, m, in) : from});
    f.push_back(static_cast<uint32_t>(values_.inputs.size() + values_.streams.size()));
    if (needs.stream > 0) values_.streams.push_back(static_cast<uint64_t>(needs.stream));
    f.resize(kMotePipelineMemberWords);
    const bool sums = number == runtime::kFixedNumberAveragePoolRows;
    (sums ? sums_ : scratch_) = std::max(sums ? sums_ : scratch_, static_cast<uint64_t>(needs.scratch));
    highest_ = std::max(highest_, in.height);
    reach_ += ((f[kMoteFixedKernelH] - 1) * f[kMoteFixedDilationY] + 1) * 8;
    made_.push_back({f[kMoteFixedOutH], f[kMoteFixedOutW], f[kMoteFixedOutC]});
    values_.output = made_.back().height * made_.back().row();
    values_.work += static_cast<double>(values_.output) * f[kMoteFixedKernelH] * f[kMoteFixedKernelW] * f[kMoteFixedInC] / 16;
    f[kMotePipelineCapacity] = random_.OneIn(5) ? 1 + random_.Below(f[kMoteFixedOutH]) : f[kMoteFixedOutH];
    values_.members.insert(values_.members.end(), f.begin(), f.end());
  }

  // Another value of that shape, if there is one.
  uint32_t Other(uint32_t from, uint32_t m, const Rows& in) {
    for (uint32_t other = 0; other < m; ++other) {
      const Rows& rows = made_[other];
      if (rows.height == in.height && rows.row() == in.row() && random_.OneIn(2)) return other;
    }
    return from;
  }

  // Rows and sums anywhere behind scratch, often over each other, often at the very end.
  void Places(uint32_t scratch) {
    uint64_t largest = sums_;
    const size_t count = made_.size();
    const auto word = [&](size_t m, uint32_t w) -> uint32_t& { return values_.members[m * kMotePipelineMemberWords + w]; };
    for (size_t m = 0; m < count; ++m) largest = std::max(largest, word(m, kMotePipelineCapacity) * made_[m].row());
    const uint64_t room = largest + random_.Below(3) * random_.Below(static_cast<uint32_t>(largest) + 40);
    values_.workspace = scratch + room;
    for (size_t m = 0; m < count; ++m) {
      const uint64_t bytes = m + 1 == count ? sums_ : word(m, kMotePipelineCapacity) * made_[m].row();
      for (const uint32_t place : {uint32_t{kMotePipelineAt}, uint32_t{kMotePipelineKept}}) {
        const uint32_t most = static_cast<uint32_t>(room - bytes);
        word(m, place) = scratch + (random_.OneIn(3) ? most : random_.OneIn(3) ? 0 : random_.Below(most + 1));
        if (random_.OneIn(16)) word(m, place) = scratch + most + 1 + random_.Below(random_.OneIn(2) ? 40 : 1 << 20);  // too far
        if (m + 1 == count) word(m, place) &= ~3u;
      }
      if (random_.OneIn(3)) word(m, kMotePipelineKept) = word(m, kMotePipelineAt);
    }
    if (random_.OneIn(12)) --values_.workspace;
  }

  Random& random_;
  PipelineValues values_;
  std::vector<Rows> outside_, made_;
  uint64_t scratch_ = 0, sums_ = 0;
  uint32_t highest_ = 0, reach_ = 0;  // of the inputs; of all windows, in rows of them
};

}  // namespace

PipelineValues ChoosePipeline(Random& random) { return Chooser(random).Run(); }

}  // namespace mote::fault
