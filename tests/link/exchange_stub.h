// Exchanges without a program, for tests of groups alone: stands in for the runtime's own (mote/exchange.h), which is not linked.
#pragma once

#include <cstdint>
#include <vector>

#include "mote/exchange.h"

struct mote_instance {
  bool waiting = false;
  mote_code result = MOTE_WAIT;
  int completions = 0;
};

struct mote_exchange {
  mote_exchange_kind kind = MOTE_EXCHANGE_GATHER;
  std::vector<mote_transfer> sends, receives;
  mote_blocks blocks = {};
  uint32_t number = 0;
  mote_instance* instance = nullptr;
};
