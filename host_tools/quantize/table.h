// TableOf: a function of one value, element by element, for every byte that the value may be.
#pragma once

#include "quantize/format.h"
#include "quantize/steps.h"

namespace mote {

// 256 elements of the result's type, from byte -128 on. Computed by the evaluator on the reals that the bytes stand for.
Result<Literal> TableOf(const Module& prepared, const IntegerStep& step, const IntegerFormat& in, const IntegerFormat& out);

// The function at these reals.
Result<std::vector<double>> ValuesOf(const Module& prepared, const IntegerStep& step, const std::vector<double>& reals);

}  // namespace mote
