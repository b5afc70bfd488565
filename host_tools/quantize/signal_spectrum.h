// BalanceSpectra: where logarithms of weighted sums of squares span more than words hold (log-mel spectra: loud bands beside quiet ones),
// powers of two go from column to column, so that each uses its word from the first digit. The same function, in floats too.
#pragma once

#include "quantize/quantize.h"

namespace mote {

// Of the entry: log(Σ_k w[k, m] · (x[…, k]² + …) + c), the weights constant. Nothing where there is no such thing.
Result<std::optional<Module>> BalanceSpectra(const Module& expanded, const std::vector<Inputs>& samples);

}  // namespace mote
