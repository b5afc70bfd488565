// ReportOf: what became of each step, in numbers.
#pragma once

#include "quantize/search.h"

namespace mote {

QuantizeReport ReportOf(const Module& prepared, const PrecisionCandidate& candidate);

}  // namespace mote
