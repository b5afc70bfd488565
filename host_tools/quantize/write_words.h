// Functions of 16-bit values in integers: straight lines between 513 values, and softmax by two tables of exponentials.
#pragma once

#include "quantize/format.h"
#include "quantize/steps.h"

namespace mote {

// A program of one parameter of this shape. Exact at every 128th value; what bends between is off by what the line is.
Result<Module> WordTable(const Module& prepared, const IntegerStep& step, const Shape& x, const IntegerFormat& in,
                         const IntegerFormat& out);
Result<Module> WordSoftmax(const Shape& x, const IntegerFormat& in, const IntegerFormat& out);

}  // namespace mote
