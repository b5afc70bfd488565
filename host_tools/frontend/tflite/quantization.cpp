// Scales from the file, checked; multipliers from scales.
#include "frontend/tflite/quantization.h"

#include <algorithm>
#include <cmath>

namespace mote::tfl {
namespace {

bool IsScale(float scale) { return std::isfinite(scale) && scale > 0; }

size_t Count(const Tensor& tensor) {
  return tensor.quantization == nullptr || tensor.quantization->scale() == nullptr ? 0 : tensor.quantization->scale()->size();
}

Result<int64_t> ZeroPoint(const Tensor& tensor, uint32_t i) {
  const auto* zeros = tensor.quantization->zero_point();
  if (zeros == nullptr || zeros->size() == 0) return int64_t{0};
  if (i >= zeros->size() && zeros->size() != 1) {
    return Error(Rule::kCount,
                 Show(tensor) + " has " + std::to_string(Count(tensor)) + " scales and " + std::to_string(zeros->size()) + " zero points");
  }
  const int64_t zero = zeros->Get(zeros->size() == 1 ? 0 : i);
  const Range range = RangeOf(tensor.shape.element_type);
  if (zero < range.low || zero > range.high)
    return Error(Rule::kAttribute, Show(tensor) + " has zero point " + std::to_string(zero) + ", outside its type");
  return zero;
}

Status CheckForm(const Tensor& tensor) {
  if (Count(tensor) == 0) return Error(Rule::kAttribute, Show(tensor) + " has no scale");
  if (tensor.quantization->details_type() != 0)
    return Error(Rule::kUnsupported, Show(tensor) + " is quantized in blocks or by a custom rule");
  return Ok();
}

}  // namespace

bool IsQuantized(const Tensor& tensor) { return Count(tensor) != 0; }

Range RangeOf(ElementType type) {
  const int bits = std::min(BitWidth(type), 63);
  if (IsSigned(type)) return {-(int64_t{1} << (bits - 1)), (int64_t{1} << (bits - 1)) - 1};
  return {0, (int64_t{1} << bits) - 1};
}

Result<Scale> PerTensorScale(const Tensor& tensor) {
  MOTE_CHECK_OK(CheckForm(tensor));
  if (Count(tensor) != 1)
    return Error(Rule::kCount, Show(tensor) + " has " + std::to_string(Count(tensor)) + " scales where one is wanted");
  const float scale = tensor.quantization->scale()->Get(0);
  if (!IsScale(scale))
    return Error(Rule::kAttribute, Show(tensor) + " has scale " + std::to_string(scale) + ", where a positive number is wanted");
  MOTE_ASSIGN(const int64_t zero, ZeroPoint(tensor, 0));
  return Scale{scale, zero};
}

Result<std::vector<float>> ScalesAlong(const Tensor& tensor, int64_t along) {
  MOTE_CHECK_OK(CheckForm(tensor));
  const size_t count = Count(tensor);
  if (count != 1) {
    const int64_t dimension = tensor.quantization->quantized_dimension();
    if (dimension != along || along >= tensor.shape.rank() ||
        static_cast<int64_t>(count) != tensor.shape.dims[static_cast<size_t>(along)]) {
      return Error(Rule::kCount, Show(tensor) + " has " + std::to_string(count) + " scales along dimension " + std::to_string(dimension) +
                                     ", where one, or one for each index of dimension " + std::to_string(along) + " is wanted");
    }
  }
  std::vector<float> scales;
  for (uint32_t i = 0; i < count; ++i) {
    const float scale = tensor.quantization->scale()->Get(i);
    if (!IsScale(scale))
      return Error(Rule::kAttribute, Show(tensor) + " has scale " + std::to_string(scale) + ", where a positive number is wanted");
    MOTE_ASSIGN(const int64_t zero, ZeroPoint(tensor, i));
    if (zero != 0 && count != 1)
      return Error(Rule::kUnsupported, Show(tensor) + " has scales of channels and zero point " + std::to_string(zero));
    scales.push_back(scale);
  }
  return scales;
}

Result<Multiplier> QuantizeReal(double real) {
  if (!(real >= 0) || !std::isfinite(real)) return Error(Rule::kAttribute, "scales give the factor " + std::to_string(real));
  if (real == 0) return Multiplier{};
  Multiplier out;
  const double fraction = std::frexp(real, &out.exponent);
  out.multiplier = static_cast<int64_t>(std::round(fraction * (int64_t{1} << 31)));
  if (out.multiplier == int64_t{1} << 31) {
    out.multiplier /= 2;
    ++out.exponent;
  }
  if (out.exponent < -31) return Multiplier{};
  if (out.exponent > 30) return Error(Rule::kAttribute, "scales give the factor " + std::to_string(real) + ", beyond 2^30");
  return out;
}

Result<Range> ActivationRange(file::Activation activation, ElementType type, Scale output) {
  Range range = RangeOf(type);
  const auto stored = [&](float value) -> int64_t {
    const float steps = std::round(value / output.scale);
    return output.zero + static_cast<int64_t>(std::clamp(steps, -2147483648.0f, 2147483520.0f));
  };
  switch (activation) {
    case file::Activation::NONE: return range;
    case file::Activation::RELU: range.low = std::max(range.low, stored(0)); return range;
    case file::Activation::RELU6: range = {std::max(range.low, stored(0)), std::min(range.high, stored(6))}; return range;
    case file::Activation::RELU_N1_TO_1: range = {std::max(range.low, stored(-1)), std::min(range.high, stored(1))}; return range;
    default: return Error(Rule::kUnsupported, "fused activation " + std::to_string(static_cast<int>(activation)) + " of integers");
  }
}

Result<Requantization> DoubleRule(const std::vector<double>& reals, Scale output, Range range) {
  Requantization out;
  for (const double real : reals) {
    MOTE_ASSIGN(const Multiplier m, QuantizeReal(real));
    out.multipliers.push_back(m.multiplier);
    out.shifts.push_back(31 - m.exponent);
  }
  out.zero_point = output.zero;
  out.min = range.low;
  out.max = range.high;
  out.rounding = Rounding::kDouble;
  return out;
}

}  // namespace mote::tfl
