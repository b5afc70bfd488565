// Who is wired to whom, and what the wires carry: a JSON file.
//   {"members": 3, "interface_bytes_per_second": 12.5e6,
//    "wires": [{"between": "all", "bytes_per_second": 12.5e6, "latency_us": 100, "payload": 1400},
//              {"between": [0, 2], "bytes_per_second": 11520, "latency_us": 50, "payload": 512}]}
// A later wire takes the place of an earlier one between the same two; where there is none, members between hand on (routes.h). The
// interface is what one member sends over all its wires together (a switch); without it wires carry side by side. `payload`: bytes of a
// frame, 1400 unless given.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "hlo/diagnostic.h"

namespace mote {

struct Wire {
  double bytes_per_us = 0, latency_us = 0;
  uint32_t payload = 1400;
};

struct Topology {
  uint32_t members = 0;
  double interface_bytes_per_us = 0;  // 0: wires carry side by side
  std::map<std::pair<uint32_t, uint32_t>, Wire> wires;  // the lower member first

  const Wire* Between(uint32_t a, uint32_t b) const;
};

// Errors name the file, and the line or the place among the wires.
Result<Topology> ReadTopology(const std::string& path);

}  // namespace mote
