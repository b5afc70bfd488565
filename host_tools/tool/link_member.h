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

// For measuring: the same with `rounds` rounds, of `runs` runs each, behind a first one that does not count.
struct LinkRounds {
  std::vector<double> seconds;   // of each round
  double processor_seconds = 0;  // of this process in all of them
  std::vector<Literal> outputs;  // of the last run
};
Result<LinkRounds> TimeLinkMember(Backend& backend, uint32_t number, const LinkPlace& place, const std::vector<Literal>& inputs,
                                  uint32_t rounds, uint32_t runs);

}  // namespace mote
