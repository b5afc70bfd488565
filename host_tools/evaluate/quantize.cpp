// Between stored integers and expressed reals.
#include "evaluate/quantize.h"

#include <algorithm>
#include <cmath>

#include "evaluate/elements.h"

namespace mote::evaluation {
namespace {

// Calls f(element, scale, zero point) for every element.
template <typename F>
void ForEachElement(const Shape& shape, F&& f) {
  const Quantization& q = *shape.quantization;
  int64_t inner = 1, size = 1;
  if (q.axis >= 0) {
    size = shape.dims[q.axis];
    for (size_t d = static_cast<size_t>(q.axis) + 1; d < shape.dims.size(); ++d) inner *= shape.dims[d];
  }
  for (int64_t i = 0; i < shape.ElementCount(); ++i) {
    size_t at = q.axis >= 0 ? static_cast<size_t>(i / inner % size) : 0;
    f(i, q.scales[std::min(at, q.scales.size() - 1)], q.zero_points[std::min(at, q.zero_points.size() - 1)]);
  }
}

// A binary operation's result in the expressed type.
double Rounding(ElementType type, double value) { return Rounded(type, value); }

}  // namespace

Shape ExpressedShape(const Shape& quantized) {
  Shape shape = quantized;
  shape.element_type = quantized.quantization->expressed;
  shape.quantization = nullptr;
  return shape;
}

Literal Dequantize(const Literal& stored) {
  const Shape& shape = stored.shape();
  ElementType type = shape.quantization->expressed;
  IdVector<int64_t> in = Widen<int64_t>(stored);
  IdVector<double> out(in.size());
  ForEachElement(shape, [&](int64_t i, double scale, int64_t zero) {
    out[i] = Rounding(type, static_cast<double>(in[i] - zero) * Rounding(type, scale));
  });
  return Narrow(ExpressedShape(shape), out);
}

Literal Quantize(const Literal& values, const Shape& declared) {
  Shape shape = declared;
  shape.dims = values.shape().dims;
  const Quantization& q = *shape.quantization;
  IdVector<double> in = Widen<double>(values);
  IdVector<int64_t> out(in.size());
  ForEachElement(shape, [&](int64_t i, double scale, int64_t zero) {
    double shifted = Rounding(q.expressed, Rounding(q.expressed, in[i] / Rounding(q.expressed, scale)) + static_cast<double>(zero));
    if (std::isnan(shifted)) shifted = 0;  // as a conversion of NaN to an integer
    double clamped = std::clamp(shifted, static_cast<double>(q.storage_min), static_cast<double>(q.storage_max));
    double rounded = std::round(clamped);
    if (std::fabs(clamped - std::trunc(clamped)) == 0.5) rounded = 2 * std::round(clamped / 2);
    out[i] = static_cast<int64_t>(rounded);
  });
  return Narrow(shape, out);
}

}  // namespace mote::evaluation
