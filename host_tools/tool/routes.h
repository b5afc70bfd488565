// By which wires members reach each other over a topology. Where one of two has no wire to the other, members between hand on what goes
// between them (ports/relay).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tool/topology.h"

namespace mote {

// What one member knows of them.
struct LinkWires {
  uint32_t neighbours = 0;    // set of the members to whom it has a wire
  std::vector<uint8_t> next;  // for each member the neighbour by which it is reached, MOTE_RELAY_NOWHERE; empty: every two have a wire
  bool hands_on = false;      // it is between others
};

class Routes {
 public:
  explicit Routes(const Topology& topology);

  bool relayed() const { return relayed_; }  // some two have no wire
  // The members of the way, both ends included; empty: there is none.
  std::vector<uint32_t> Way(uint32_t from, uint32_t to) const;
  // kGroup: two members have no way to each other.
  Status CheckAllReached(const std::string& path) const;
  LinkWires Of(uint32_t member) const;

 private:
  bool HandsOn(uint32_t member) const;

  const Topology& topology_;  // outlives this
  bool relayed_ = false;
  std::vector<std::vector<uint8_t>> next_;  // of each member
};

}  // namespace mote
