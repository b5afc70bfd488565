// While loops made by an expansion: of a known number of iterations, or as long as a condition holds.
#pragma once

#include "passes/emitter.h"

namespace mote {

// `body` appends one iteration: the s32 index, the carried values and the values that no iteration changes; it returns the carried ones, of
// the same shapes. The result is what is carried out.
using LoopBody =
    std::function<IdVector<Value>(ModuleEmitter&, Value index, const IdVector<Value>& carried, const IdVector<Value>& invariant)>;
IdVector<Value> CountedLoop(ModuleEmitter& emitter, int64_t trips, const IdVector<Value>& carried,
                               const IdVector<Value>& invariant, const LoopBody& body);

// While `condition` says so of the carried values and the invariant ones.
using LoopCondition = std::function<Value(ModuleEmitter&, const IdVector<Value>& carried, const IdVector<Value>& invariant)>;
using LoopTurn = std::function<IdVector<Value>(ModuleEmitter&, const IdVector<Value>& carried, const IdVector<Value>& invariant)>;
IdVector<Value> WhileLoop(ModuleEmitter& emitter, const IdVector<Value>& carried, const IdVector<Value>& invariant,
                          const LoopCondition& condition, const LoopTurn& turn);

// An s32 scalar.
Value Index(ModuleEmitter& emitter, int64_t value);

}  // namespace mote
