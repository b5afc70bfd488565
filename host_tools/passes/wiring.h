// What is known of the wires between members when a program is compiled: collectives are lowered to what is fastest over them.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace mote {

struct Wiring {
  using Pair = std::pair<int64_t, int64_t>;
  int64_t members = 0;
  std::vector<Pair> wires;  // that join two members, each once
  // Microseconds of an exchange whose messages, (from, to), carry `bytes` each, all at once; over several wires where two have none.
  std::function<double(const std::vector<Pair>& messages, int64_t bytes)> time;
};

}  // namespace mote
