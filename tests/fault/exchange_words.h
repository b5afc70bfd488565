// The fields and parameters of an Exchange step for a grid of so many members: groups and pairs of any shape, mostly as the format wants
// them.
#pragma once

#include <cstdint>
#include <vector>

#include "random.h"

namespace mote::fault {

struct ExchangeWords {
  uint32_t kind = 0, blocks = 0;
  std::vector<uint32_t> params;
};

ExchangeWords MakeExchangeWords(Random& random, uint32_t members);

}  // namespace mote::fault
