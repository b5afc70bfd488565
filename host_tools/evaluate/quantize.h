// Uniform quantization (OPS.md section 3, section 6.15): real = (stored - zero point) · scale, and back by divide, add zero point, clamp,
// round half to even, in that order, in the expressed type.
#pragma once

#include "hlo/literal.h"

namespace mote::evaluation {

Shape ExpressedShape(const Shape& quantized);
Literal Dequantize(const Literal& stored);
// `values` are of the expressed type and of the dimensions of `shape`.
Literal Quantize(const Literal& values, const Shape& shape);

}  // namespace mote::evaluation
