// Random bits, and the operations that draw numbers from the program's hidden state.
#pragma once

#include <cstdint>
#include <vector>

#include "evaluate/operation.h"

namespace mote::evaluation {

// Words for each element of `shape`, whose type says their width, in row-major order; advances state[1].
std::vector<uint64_t> ThreeFryBits(std::vector<uint64_t>& state, const Shape& shape);

Result<Literal> Rng(Call& call);
Result<Literal> RngGetAndUpdateState(Call& call);

}  // namespace mote::evaluation
