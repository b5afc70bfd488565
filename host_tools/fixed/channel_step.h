// ChannelStep: a Fixed operation over channels, the last dimension of its arrays, taken apart to be reasoned about and made again with
// fewer of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fixed/fixed_operation.h"
#include "target/fixed_table.h"

namespace mote {

// What a channel's elements can be.
struct ByteRange {
  int64_t low = -128, high = 127;
  bool IsConstant() const { return low == high; }
};
using ChannelRanges = std::vector<ByteRange>;

class ChannelStep {
 public:
  // Nothing: not a Fixed operation of a plain row whose channels are those of its shapes.
  static std::optional<ChannelStep> Of(const Computation& computation, const Instruction& instruction);
  // Of a plain row and its stream.
  ChannelStep(std::vector<int64_t> fields, std::span<const uint8_t> stream);

  FixedRoutine routine() const { return static_cast<FixedRoutine>(fields_[kMoteFixedRoutine]); }
  // Whether each output channel is made of the input channels of the same number, and of no others.
  bool IsByChannel() const { return routine() != FixedRoutine::kConvolution; }
  // Whether some window reaches outside the input, where the value of padding stands.
  bool IsPadded() const;

  // Of the outputs, for inputs with these (an Add has two).
  ChannelRanges RangesFrom(const std::vector<const ChannelRanges*>& inputs) const;
  // Of a convolution: whether an output depends on an input channel with this range in another way than by a constant.
  bool Needs(size_t output, size_t input, const ByteRange& range) const;
  // `instruction`, which is this step, for these channels alone; what inputs that a convolution leaves out add to its sums goes to
  // their start.
  Instruction Rebuilt(const Instruction& instruction, const std::vector<bool>& kept_inputs, const std::vector<bool>& kept_outputs,
                      const ChannelRanges& input_ranges) const;

  // The same sums finished in another way. Of a convolution.
  std::optional<Finish> FinishWithin(const FinishLimits& limits) const;

 private:
  size_t outputs() const { return static_cast<size_t>(fields_[kMoteFixedOutC]); }
  size_t inputs() const { return static_cast<size_t>(fields_[kMoteFixedInC]); }
  size_t positions() const { return static_cast<size_t>(fields_[kMoteFixedKernelH] * fields_[kMoteFixedKernelW]); }
  int64_t Weight(size_t output, size_t position, size_t input) const;
  int64_t Finished(size_t channel, int64_t sum) const;
  ByteRange SumsOf(size_t output, const ChannelRanges& input) const;
  ByteRange RangeOf(size_t channel, const std::vector<const ChannelRanges*>& inputs) const;

  IdVector<int64_t> fields_;
  std::vector<int64_t> starts_, multipliers_, addends_, shifts_;  // of a sum of windows: one of each
  std::vector<int64_t> weights_;                                  // in the order of the stream; of other steps all there is
};

}  // namespace mote
