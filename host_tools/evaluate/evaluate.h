// The evaluator: runs the original operations of a module, as OPS.md states them. The oracle of every test, so it shares no code with
// what it checks: not the passes, not the kernel IR, not the runtime.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hlo/module.h"

namespace mote {

// A run-time value: an array, a tuple of values, or a token (neither).
struct RuntimeValue {
  MOTE_DECLARE_COPIES(RuntimeValue);
  Literal literal;                      // of an array
  std::vector<RuntimeValue> elements;   // of a tuple
  Dims sizes;                           // run-time sizes of bounded dimensions; empty when the shape is static
  bool is_tuple = false, is_token = false;
};

// The array as its run-time sizes describe it: without the padding of bounded dimensions.
Literal ActualArray(const RuntimeValue& value);

// Called for custom_call targets: the tool registers the check functions of self-checking files here.
using CustomCall = std::function<Result<std::vector<RuntimeValue>>(const Instruction&, const std::vector<RuntimeValue>& operands)>;

struct EvaluateOptions {
  std::map<std::string, CustomCall> custom_calls;
  uint64_t step_budget = uint64_t{1} << 34;    // element operations, kInstructionCost for starting each; exceeded: kLimit
  int64_t max_live_bytes = int64_t{1} << 34;
  int max_call_depth = 64;
  std::vector<std::vector<RuntimeValue>> infeed;  // queue of items, first is next
  // Seed and counter of Rng (hlo/random_numbers.h) as the run begins; null: zeros. Evaluate leaves what they are when it ends; members of
  // a grid all begin with it and leave it alone.
  std::array<uint64_t, 2>* rng_state = nullptr;
};

// Runs `function` (default: the entry) on one device. Inputs in parameter order.
Result<std::vector<RuntimeValue>> Evaluate(const Module& module, const std::vector<RuntimeValue>& inputs,
                                           const EvaluateOptions& options = {}, int32_t function = -1);

// Runs the entry on a grid of replicas × partitions; inputs[r * partitions + p] belong to that process. Collectives meet; a deadlock is an
// error that names the cycle. Results in the same order.
Result<std::vector<std::vector<RuntimeValue>>> EvaluateGrid(const Module& module, const std::vector<std::vector<RuntimeValue>>& inputs,
                                                            int64_t replicas, int64_t partitions, const EvaluateOptions& options = {});

// Runs a computation of scalars or arrays on values: what a region does. For passes that fold what is exact.
Result<Literal> EvaluateOperation(const Module& module, const Instruction& instruction, const std::vector<Literal>& operands);

}  // namespace mote
