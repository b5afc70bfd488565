// Who exchanges data with whom in a .mote file, exchange by exchange in the order of its steps: for plans over topologies.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hlo/diagnostic.h"

namespace mote {

struct ExchangeFacts {
  enum class Kind { kGather, kSwap, kPairs };
  struct Message {
    uint32_t from = 0, to = 0;
  };
  Kind kind{};
  int64_t bytes = 0;                          // of each message
  std::vector<std::vector<uint32_t>> groups;  // those that wait for each other, two and more; of pairs those that messages join
  std::vector<Message> messages;
  int64_t turns = 1;   // how often it is carried out in a run; of loops the most, where that is known
  bool loops = false;  // in a loop that nobody knows the turns of: `turns` counts one
  bool branches = false;
};

struct ExchangeList {
  uint32_t members = 1;
  std::vector<ExchangeFacts> exchanges;  // those without messages left out
};

// Of the first entry point of the variant for `target`. kUnsupported: there is none. kSyntax: the bytes are no program.
Result<ExchangeList> ExchangesOf(std::span<const uint8_t> program, const std::string& target);

}  // namespace mote
