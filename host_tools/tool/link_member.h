// One member of a program's grid in this process, the others in processes of their own: a group over links.
#pragma once

#include <string>
#include <vector>

#include "tool/backend.h"

namespace mote {

// How members of one machine reach each other.
struct LinkPlace {
  std::string transport = "shm";  // shared memory; or udp, tcp
  std::string folder;             // exists, and belongs to these members alone
  uint32_t first_port = 0;        // udp and tcp: members * members of them from there on
  uint32_t deadline_ms = 10000;   // of joining and of each exchange
};
bool IsLinkTransport(const std::string& word);

// Joins as member `number` of the backend's grid, runs once, and leaves when all members have run. kDevice: what became of the group.
Result<std::vector<Literal>> RunLinkMember(Backend& backend, uint32_t number, const LinkPlace& place, const std::vector<Literal>& inputs);

}  // namespace mote
