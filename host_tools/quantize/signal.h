// QuantizeSignal: a float program of signal processing (loops, transforms, filters) in fixed-point words of 16 bits, of 32 where accuracy
// asks for them.
#pragma once

#include "quantize/quantize.h"

namespace mote {

// dB that each output keeps where --min-sqnr says nothing.
inline constexpr double kSignalSqnr = 60;

// `expanded`: prepare.h. Errors as of Quantize.
Result<QuantizedProgram> QuantizeSignal(const Module& expanded, const std::vector<Inputs>& samples, const QuantizeOptions& options);

}  // namespace mote
