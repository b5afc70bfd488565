// Who meets whom in a collective: groups and pairs of every process-group strategy (OPS.md section 3) as lists of members, numbered
// replica * partitions + partition.
#pragma once

#include "hlo/diagnostic.h"
#include "hlo/module.h"

namespace mote {

struct Members {
  int64_t replicas = 1, partitions = 1;
  int64_t count() const { return replicas * partitions; }
};

struct MemberGroups {
  IntMatrix groups;                // none is empty, no member is in two
  std::vector<int64_t> sizes;      // by member: of its group, 0: in none
  std::vector<int64_t> positions;  // by member: in its group, -1: in none
  int64_t largest = 1;
  bool equal = true;  // all members are in groups of one size
};

// Of operations that reduce or gather, and of those that move (all_to_all, broadcast, reduce to one). kGroup where an id is no member's:
// then the program is for a larger grid than the module says.
Result<MemberGroups> ReducingGroups(const Module& module, const Instruction& instruction);
Result<MemberGroups> MovingGroups(const Module& module, const Instruction& instruction);

// By member, the one that it receives from: -1: nobody.
Result<std::vector<int64_t>> PairSources(const Module& module, const Instruction& instruction);

}  // namespace mote
