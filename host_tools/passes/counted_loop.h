// A while loop of a known number of iterations, made by an expansion.
#pragma once

#include "passes/emitter.h"

namespace mote {

// `body` appends one iteration: the s32 index, the carried values and the values that no iteration changes; it returns the carried ones, of
// the same shapes. The result is what is carried out.
using LoopBody =
    std::function<IdVector<Value>(ModuleEmitter&, Value index, const IdVector<Value>& carried, const IdVector<Value>& invariant)>;
IdVector<Value> CountedLoop(ModuleEmitter& emitter, int64_t trips, const IdVector<Value>& carried,
                               const IdVector<Value>& invariant, const LoopBody& body);

// An s32 scalar.
Value Index(ModuleEmitter& emitter, int64_t value);

}  // namespace mote
