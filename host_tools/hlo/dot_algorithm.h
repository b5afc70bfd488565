// The `algorithm` attribute of dot_general: which combinations exist at all. Not which of them a target offers.
#pragma once

#include <string>

#include "hlo/diagnostic.h"

namespace mote {

// `text` is #stablehlo.dot_algorithm<…> or its pretty form <…>. kAttribute when a field is malformed or the combination is unknown.
Status CheckDotAlgorithm(const std::string& text);

}  // namespace mote
