// Exchanges in HLO: the few collectives that become steps as they are (schema/SPEC.md, Exchange). Everything else that several members do
// together is made of these and of ordinary operations (lower_collectives.cpp). An exchange is marked by kExchange, its number in the
// program, so that all members meet in one order.
#pragma once

#include "passes/emitter.h"
#include "passes/member_groups.h"

namespace mote {

// all_gather: [1, …] of each member to [largest, …]; blocks of members that a group has not are zeros.
// all_to_all: [largest, …], block i to the i-th member of the group.
// collective_permute: from one member each, perhaps to several; zeros where there is none.
// Groups hold every member, those in none as groups of one; values of complex elements travel as their parts.
class ExchangeEmitter {
 public:
  explicit ExchangeEmitter(const Module& module) : members_{module.replicas, module.partitions} {}

  Value Gather(ModuleEmitter& e, Value operand, const MemberGroups& groups);  // of any shape s to [largest, s]
  Value Swap(ModuleEmitter& e, Value operand, const MemberGroups& groups);
  Value Pairs(ModuleEmitter& e, Value operand, const std::vector<int64_t>& sources);
  // What stands at this member's number in `values`, as a scalar of s32.
  Value ForThisMember(ModuleEmitter& e, const std::vector<int64_t>& values) const;

 private:
  Value Grouped(ModuleEmitter& e, Op op, Value operand, const MemberGroups& groups);
  Members members_;
  int64_t number_ = 0;
};

// A send and the receive of its channel become one collective_permute. kChannel, with who waits for whom, where members would wait for
// ever.
Result<Module> PairChannels(const Module& module);

}  // namespace mote
