// The mark of an entry's complex parameters and results after passes/ SplitComplex.
#pragma once

#include <string_view>

namespace mote {

// Key of Computation::parameter_extra and result_extra: the array's minor dimension holds the real and the imaginary part of what callers
// know as a complex array without that dimension.
inline constexpr std::string_view kComplexPairs = "mote.complex_pairs";

}  // namespace mote
