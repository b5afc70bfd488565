// How blocks come to all members of their groups over wires alone, round by round: along a ring or a line, over the branches of a tree,
// whatever the wires are.
#pragma once

#include <optional>
#include <vector>

#include "passes/member_groups.h"
#include "passes/wiring.h"

namespace mote {

// In a round a member receives one block at most. Both lists are by member.
struct SpreadRound {
  std::vector<int64_t> from;   // whom it receives from; -1: nobody
  std::vector<int64_t> sends;  // which block it sends; -1: none

  int64_t Received(size_t member) const { return from[member] < 0 ? -1 : sends[static_cast<size_t>(from[member])]; }
};

// `has[member][block]`: who has what at first; at the end all members of a group have what any of them had. `to_one`: a member sends to one
// other a round, so that the rounds the other way round bring something together. Nothing: wires do not join all members of a group.
std::optional<std::vector<SpreadRound>> SpreadRounds(const Wiring& wiring, const MemberGroups& groups, std::vector<std::vector<bool>> has,
                                                     bool to_one);

}  // namespace mote
