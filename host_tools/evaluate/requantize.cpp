// Requantize (hlo/requantize.h), by the definition of each rounding in 128 bits. Apart from its decomposition, which tests hold against it.
#include "hlo/requantize.h"

#include <algorithm>
#include <cmath>

#include "evaluate/elements.h"
#include "evaluate/operation.h"

namespace mote::evaluation {
namespace {

using Wide = __int128;

Wide FloorDivided(Wide a, Wide b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

// gemmlowp's SaturatingRoundingDoublingHighMul, whose saturation a multiplier that is not negative never meets.
int64_t DoublingHighMul(int64_t a, int64_t b) {
  const int64_t product = a * b, nudge = product >= 0 ? int64_t{1} << 30 : 1 - (int64_t{1} << 30);
  return (product + nudge) / (int64_t{1} << 31);
}

// gemmlowp's RoundingDivideByPOT.
int64_t DividedByPowerOfTwo(int64_t value, int64_t exponent) {
  const int64_t mask = (int64_t{1} << exponent) - 1, remainder = value & mask;
  return (value >> exponent) + (remainder > (mask >> 1) + (value < 0 ? 1 : 0) ? 1 : 0);
}

Wide Scaled(int64_t x, int64_t multiplier, int64_t shift, Rounding rounding) {
  const Wide product = static_cast<Wide>(x) * multiplier, one = static_cast<Wide>(1) << std::min<int64_t>(shift, 62);
  const Wide magnitude = product < 0 ? -product : product;
  switch (rounding) {
    case Rounding::kSingle: return FloorDivided(2 * product + one, 2 * one);
    case Rounding::kAway: return (product < 0 ? -1 : 1) * ((2 * magnitude + one) / (2 * one));
    case Rounding::kEven: {
      const Wide below = FloorDivided(product, one), twice_rest = 2 * (product - below * one);
      return below + (twice_rest > one || (twice_rest == one && below % 2 != 0) ? 1 : 0);
    }
    case Rounding::kReal: {
      const double exact = std::round(static_cast<double>(x) * std::ldexp(static_cast<double>(multiplier), -static_cast<int>(shift)));
      return static_cast<Wide>(exact);  // below 2^84
    }
    case Rounding::kDouble: break;
  }
  const auto left = static_cast<uint32_t>(std::max<int64_t>(31 - shift, 0));
  const auto shifted = static_cast<int32_t>(static_cast<uint32_t>(static_cast<uint64_t>(x) << left));
  return DividedByPowerOfTwo(DoublingHighMul(shifted, multiplier), std::max<int64_t>(shift - 31, 0));
}

Result<Literal> Requantize(Call& call) {
  const Requantization r = RequantizationOf(call.instruction);
  const std::vector<int64_t> in = Widen<int64_t>(call.operand(0));
  const int64_t channels = call.shape().rank() == 0 ? 1 : call.shape().dims.back();
  std::vector<int64_t> out(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    const int64_t channel = static_cast<int64_t>(i) % channels;
    const Wide value = Scaled(in[i], r.multiplier(channel), r.shift(channel), r.rounding) + r.zero_point;
    out[i] = static_cast<int64_t>(std::clamp<Wide>(value, r.min, r.max));
  }
  return Narrow(call.shape(), out);
}

}  // namespace

std::span<const OperationRow> RequantizeOperations() {
  static const OperationRow rows[] = {{Op::kRequantize, Requantize}};
  return rows;
}

}  // namespace mote::evaluation
