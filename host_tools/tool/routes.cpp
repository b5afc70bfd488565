#include "tool/routes.h"

#include <fmt/format.h>

#include <cmath>

#include "relay/relay.h"
#include "tool/file_bytes.h"

namespace mote {

Routes::Routes(const Topology& topology) : topology_(topology), next_(topology.members, std::vector<uint8_t>(topology.members)) {
  const uint32_t members = topology.members;
  relayed_ = topology.wires.size() != size_t{members} * (members - 1) / 2;
  std::vector<uint32_t> costs(size_t{members} * members, 0);
  for (const auto& [ends, wire] : topology.wires) {  // quarters of microseconds; a wire without latency costs something too
    const auto cost = static_cast<uint32_t>(1 + std::lround(4 * wire.latency_us));
    costs[ends.first * members + ends.second] = costs[ends.second * members + ends.first] = cost;
  }
  for (uint32_t member = 0; member < members; ++member) {
    if (relayed_) {
      (void)mote_relay_routes(members, member, costs.data(), next_[member].data());
    } else {
      for (uint32_t to = 0; to < members; ++to) next_[member][to] = static_cast<uint8_t>(to);
    }
  }
}

std::vector<uint32_t> Routes::Way(uint32_t from, uint32_t to) const {
  std::vector<uint32_t> way = {from};
  while (way.back() != to) {
    const uint32_t next = next_[way.back()][to];
    if (next == MOTE_RELAY_NOWHERE) return {};
    way.push_back(next);
  }
  return way;
}

Status Routes::CheckAllReached(const std::string& path) const {
  for (uint32_t member = 1; member < topology_.members; ++member) {
    if (!Way(0, member).empty()) continue;
    return FileError(path, Rule::kGroup, fmt::format("wires: there is no way between member 0 and member {}", member),
                     "all members of a group are in touch with each other, by wires or by members between");
  }
  return Ok();
}

bool Routes::HandsOn(uint32_t member) const {
  for (uint32_t from = 0; from < topology_.members; ++from) {
    for (uint32_t to = 0; to < topology_.members; ++to) {
      if (from != member && to != member && next_[from][to] == member) return true;
    }
  }
  return false;
}

LinkWires Routes::Of(uint32_t member) const {
  LinkWires wires;
  if (!relayed_) return wires;
  for (uint32_t other = 0; other < topology_.members; ++other) {
    if (other != member && topology_.Between(member, other) != nullptr) wires.neighbours |= UINT32_C(1) << other;
  }
  wires.next = next_[member];
  wires.hands_on = HandsOn(member);
  return wires;
}

}  // namespace mote
