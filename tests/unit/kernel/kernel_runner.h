// Runs a computation group by group, every group by its kernel in the interpreter, and compares with the evaluator. Calls are evaluated.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "evaluate/check.h"
#include "evaluate/evaluate.h"
#include "lower/lower.h"
#include "print/printers.h"

namespace mote::testing {

using Values = std::map<Value, Literal>;

struct RunOptions {
  LowerOptions lower;
  bool print = false;
  Values* values = nullptr;  // receives every value that was computed
};

struct RunReport {
  std::string unsupported;               // the first thing that has no kernel, or empty
  std::string wrong;                     // the first difference from the evaluator, or empty
  std::string odd;                       // a broken promise of the seams (outputs not covered, malformed kernel), or empty
  int kernels = 0;
  std::vector<BoundKernel> bound;
  std::vector<Group> groups;
};

// Runs `computation`; parameters from `inputs`.
RunReport RunByKernels(const Module& module, const Computation& computation, const std::vector<Literal>& inputs,
                       const RunOptions& options = {});

// One bound kernel on the given values: outputs are added to `values`.
Status RunBound(const Computation& computation, const BoundKernel& bound, const Group& group, Values* values);

// A module from StableHLO text; fails the test when it does not parse.
Module Parse(const std::string& text);

// Deterministic values for a shape: floats in about [-2, 2], small integers.
Literal RandomLiteral(const Shape& shape, uint32_t seed);

}  // namespace mote::testing
