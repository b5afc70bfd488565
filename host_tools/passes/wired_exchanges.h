// What collectives are made of, in the way that is fastest over the wires: straight to each other member, or block by block over wires
// alone (spread_rounds.h), which hands on what several members want once and not once for each. Without a wiring always straight, and
// what is best goes by bytes.
#pragma once

#include <functional>
#include <optional>

#include "passes/exchange.h"
#include "passes/spread_rounds.h"

namespace mote {

// Element-wise, of the running value and the next member's; nothing where the region is more than that.
using Combiner = std::function<std::optional<Value>(Value, Value)>;

class WiredExchanges {
 public:
  WiredExchanges(const Module& module, const Wiring* wiring);  // null: none

  // All of any shape s, as [members of a group, s].
  Value Gather(ModuleEmitter& e, Value operand, const MemberGroups& groups);
  // Of [members of a group, s] a block of shape s: in the order of the group ((g0∘g1)∘g2)…, or, `any_order`, in any other one.
  std::optional<Value> ReduceToBlock(ModuleEmitter& e, Value blocks, const MemberGroups& groups, const Combiner& combine, bool any_order);
  // Whether a reduction of an operand of so many bytes is one gather rather than two exchanges of blocks.
  bool GathersAll(int64_t bytes, const MemberGroups& groups, bool any_order) const;
  // From the first of each group; zeros in none.
  Value Broadcast(ModuleEmitter& e, Value operand, const MemberGroups& groups);
  // The rows in their order; those beyond the members of this one's group take no part.
  std::optional<Value> Fold(ModuleEmitter& e, Value rows, const MemberGroups& groups, const Combiner& combine);

  ExchangeEmitter& plain() { return exchanges_; }

 private:
  using Rounds = std::optional<std::vector<SpreadRound>>;

  Rounds GatherRounds(const MemberGroups& groups, bool to_one) const;
  Rounds BroadcastRounds(const MemberGroups& groups, int64_t blocks) const;
  double StraightTime(const MemberGroups& groups, int64_t bytes) const;  // of a gather or a swap
  double TimeOf(const Rounds& rounds, int64_t bytes) const;              // of an agreement too, where there is one; infinite for none
  double GatherTime(const MemberGroups& groups, int64_t bytes) const;

  Value Agreed(ModuleEmitter& e, const MemberGroups& groups);
  Value Carried(ModuleEmitter& e, Value blocks, const std::vector<SpreadRound>& rounds);
  std::optional<Value> Collected(ModuleEmitter& e, Value blocks, const std::vector<SpreadRound>& rounds, const Combiner& combine);

  ExchangeEmitter exchanges_;
  const Wiring* wiring_;
};

// A row of a leading dimension, which goes.
Value RowOf(ModuleEmitter& e, Value rows, int64_t row);
// A vector with zeros behind it, or cut off: of `count` elements.
Value Resized(ModuleEmitter& e, Value vector, int64_t count);

}  // namespace mote
