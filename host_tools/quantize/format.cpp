// Formats from ranges, requantizations from factors.
#include "quantize/format.h"

#include <algorithm>
#include <cmath>

namespace mote {

int64_t IntegerFormat::Stored(double real) const {
  const double steps = std::round(real / scale) + static_cast<double>(zero);
  return static_cast<int64_t>(std::clamp(steps, static_cast<double>(least), static_cast<double>(most)));
}

IntegerFormat FormatFor(ElementType type, RealRange range, int64_t most) {
  IntegerFormat f;
  f.type = type;
  const double low = std::min(range.low, 0.0), high = std::max(range.high, 0.0);
  if (type == ElementType::kS16) {
    f.most = most, f.least = -most;
    f.scale = static_cast<double>(static_cast<float>(std::max(-low, high) / static_cast<double>(most)));
  } else {
    f.scale = static_cast<double>(static_cast<float>((high - low) / 255));
  }
  if (!(f.scale >= 1e-30)) f.scale = 1e-30;  // all zero: any step will do
  if (type == ElementType::kS8) f.zero = std::clamp<int64_t>(std::llround(-128 - low / f.scale), -128, 127);
  return f;
}

Result<Requantization> RequantizationFor(const std::vector<double>& factors, const IntegerFormat& out, double low, double high) {
  Requantization r;
  for (const double factor : factors) {
    int exponent = 0;
    auto multiplier = std::llround(std::ldexp(std::frexp(factor, &exponent), 31));
    if (multiplier == int64_t{1} << 31) multiplier /= 2, ++exponent;
    if (!(factor >= 0) || exponent > 30)
      return Error(Rule::kAttribute, "scales give the factor " + std::to_string(factor) + ", beyond 2^30");
    const bool nothing = exponent < -31;  // whatever the sum
    r.multipliers.push_back(nothing ? 0 : multiplier);
    r.shifts.push_back(nothing ? 31 : 31 - exponent);
  }
  r.zero_point = out.zero;
  r.min = out.Stored(low);
  r.max = std::max(out.Stored(high), r.min);
  r.rounding = Rounding::kSingle;
  return r;
}

}  // namespace mote
