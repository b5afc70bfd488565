// Fields, constants, and the exact functions of Requantize in the form in which the proofs ask for them.
#include "fixed/fixed_operation.h"

#include <algorithm>
#include <cmath>

#include "target/fixed_table.h"

namespace mote {
namespace {

using Wide = __int128;

// Floor and ceiling of a quotient by 2^shift.
Wide Floor(Wide n, int64_t shift) { return n >> shift; }

int64_t Rounded(const Requantization& r, int64_t channel, int64_t sum) {
  const int64_t multiplier = r.multiplier(channel), shift = r.shift(channel);
  const Wide product = static_cast<Wide>(sum) * multiplier;
  switch (r.rounding) {
    case Rounding::kReal: return static_cast<int64_t>(std::llround(static_cast<double>(sum) * ScaleOf(r, channel)));
    case Rounding::kSingle: return static_cast<int64_t>(Floor(2 * product + (Wide{1} << shift), shift + 1));
    case Rounding::kAway: {
      const Wide up = Floor(2 * (product < 0 ? -product : product) + (Wide{1} << shift), shift + 1);
      return static_cast<int64_t>(product < 0 ? -up : up);
    }
    case Rounding::kEven: {
      const Wide up = Floor(2 * product + (Wide{1} << shift), shift + 1);
      const bool tie = shift > 0 && (product & ((Wide{1} << shift) - 1)) == Wide{1} << (shift - 1);
      return static_cast<int64_t>(tie && (up & 1) != 0 ? up - 1 : up);
    }
    case Rounding::kDouble: break;
  }
  const int64_t left = std::max<int64_t>(31 - shift, 0), right = std::max<int64_t>(shift - 31, 0);
  const auto high = static_cast<int64_t>(Floor((product << left) + (Wide{1} << 30), 31));
  if (right == 0) return high;
  const int64_t half = (int64_t{1} << (right - 1)) - (high < 0 ? 1 : 0);
  return (high + half) >> right;
}

}  // namespace

std::optional<StepFunction> StepsOf(const Requantization& r, int64_t channel, int64_t low, int64_t high) {
  if (r.rounding == Rounding::kDouble && r.shift(channel) < 31) {
    const int64_t most = int64_t{INT32_MAX} >> (31 - r.shift(channel));
    if (low < -most || high > most) return std::nullopt;
  }
  return StepFunction{low, high, ScaleOf(r, channel), [&r, channel](int64_t sum) {
                        return std::clamp(Rounded(r, channel, sum), r.min - r.zero_point, r.max - r.zero_point) + r.zero_point;
                      }};
}

Dims AsLines(const Dims& dims) {
  const int64_t channels = dims.empty() ? 1 : dims.back();
  int64_t others = 1;
  for (size_t d = 0; d + 1 < dims.size(); ++d) others *= dims[d];
  return {1, others, 1, channels};
}

std::vector<int64_t> FixedFields(int64_t routine, const Dims& in, const Dims& out) {
  std::vector<int64_t> f(kMoteFixedFields, 0);
  f[kMoteFixedRoutine] = routine;
  f[kMoteFixedBatch] = out[0];
  f[kMoteFixedInH] = in[1], f[kMoteFixedInW] = in[2], f[kMoteFixedInC] = in[3];
  f[kMoteFixedOutH] = out[1], f[kMoteFixedOutW] = out[2], f[kMoteFixedOutC] = out[3];
  for (const int one :
       {kMoteFixedKernelH, kMoteFixedKernelW, kMoteFixedStrideY, kMoteFixedStrideX, kMoteFixedDilationY, kMoteFixedDilationX}) {
    f[static_cast<size_t>(one)] = 1;
  }
  f[kMoteFixedLow] = -128, f[kMoteFixedHigh] = 127;
  return f;
}

void Stream::Append(std::span<const int64_t> values, int width) {
  for (const int64_t value : values) {
    for (int byte = 0; byte < width; ++byte) bytes_.push_back(static_cast<uint8_t>(static_cast<uint64_t>(value) >> (8 * byte)));
  }
  bytes_.resize((bytes_.size() + 3) & ~size_t{3});
}

void Stream::AppendFinish(const std::vector<int64_t>& starts, const Finish& finish) {
  std::vector<int64_t> multipliers, addends, shifts;
  for (const FinishChannel& channel : finish.channels) {
    multipliers.push_back(channel.multiplier), addends.push_back(channel.addend), shifts.push_back(channel.shift);
  }
  for (const std::vector<int64_t>& values : {starts, multipliers, addends}) Append(values, 4);
  Append(shifts, 1);
}

std::optional<std::vector<Value>> Fixed(ModuleEmitter& e, const Shape& shape, std::vector<Value> inputs, std::vector<int64_t> fields,
                                        const Stream& stream) {
  if (FixedNeeds(fields).output == 0) return std::nullopt;
  Attributes attributes = {{Attr::kFixedFields, std::move(fields)}};
  if (!stream.empty()) attributes[Attr::kFixedStream] = stream.AsLiteral();
  return {{e.Make(Op::kFixed, shape, std::move(inputs), std::move(attributes))}};
}

}  // namespace mote
