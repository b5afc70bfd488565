// Runs of a program that follow one another (--rounds): the first outputs of one are the inputs of the next, what stands behind them is
// shown. Training is such a program: parameters in and out, and the loss.
#pragma once

#include <string>
#include <vector>

#include "tool/runner.h"

namespace mote {

// kShape: there is an input without an output of its shape in its place.
Status CheckRounds(const Runner& runner, int64_t rounds);
// `outputs` of a round, which are the inputs of the next one from here on.
void TakeAsInputs(const std::vector<Literal>& outputs, std::vector<Literal>& inputs);
// At most 8 elements as text.
std::string Preview(const Literal& value);
// "round 3 of 200, 4 members, 12345 bytes sent: 0.25": what stands behind the inputs' places. `members` 0: not told.
std::string RoundLine(int64_t round, int64_t rounds, int64_t members, uint64_t bytes, const std::vector<Literal>& outputs, size_t inputs);

}  // namespace mote
