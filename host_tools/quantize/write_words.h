// Functions of 16-bit values in integers: straight lines between 513 values, and softmax by two tables of exponentials.
#pragma once

#include <optional>

#include "quantize/format.h"
#include "quantize/steps.h"

namespace mote {

// Programs of one parameter of this shape. A table's are exact at every 128th value; nothing where a line between, among the inputs seen,
// would be off by more than two steps of the result: the function is steep there.
Result<std::optional<Module>> WordTable(const Module& prepared, const IntegerStep& step, const Shape& x, const IntegerFormat& in,
                         const IntegerFormat& out);
Result<Module> WordSoftmax(const Shape& x, const IntegerFormat& in, const IntegerFormat& out);

}  // namespace mote
