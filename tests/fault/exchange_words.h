// The fields and parameters of an Exchange step for a grid of so many members: groups and pairs of any shape, in one step or two, mostly as
// the format wants them.
#pragma once

#include <cstdint>
#include <vector>

#include "random.h"

namespace mote::fault {

struct ExchangeWords {
  uint32_t kind = 0, blocks = 0;
  std::vector<uint32_t> parts;  // one step, or a start and a done
  std::vector<uint32_t> params;
};

ExchangeWords MakeExchangeWords(Random& random, uint32_t members, bool device);

}  // namespace mote::fault
