// Self-checking files as test cases: what is computed, on which inputs, and what the results are held against.
#pragma once

#include <string>
#include <vector>

#include "evaluate/check.h"
#include "hlo/module.h"

namespace mote {

// One computation under test. Its inputs are run-time inputs even where the file wrote them as constants, and the expected values are
// outside of the module, so that nothing can fold the test away (CONFORMANCE.md "What is exercised").
struct TestCase {
  std::string name;                 // of the function
  Module module;                    // parameters → the values under test
  std::vector<Literal> inputs;      // one per parameter
  std::vector<std::vector<Literal>> infeed;   // items that each member finds in its queue
  std::vector<std::vector<Literal>> members;  // of a module for a grid instead: one list a member
  struct Expectation {
    Criterion criterion;
    Literal value;                  // of result i; of a grid `result` counts member after member
    Location location;
    size_t result = 0;
  };
  std::vector<Expectation> expected;
};

// The cases of a StableHLO file (public functions with checks) or, for HLO text, the entry with its .npy files beside `path`.
Result<std::vector<TestCase>> TestCasesOf(const Module& module, const std::string& path, std::string_view text);

// The part of a computation between `cut` (these become parameters) and `results`, as a module of its own with everything it calls.
Module Extract(const Module& module, const Computation& computation, const IdVector<Value>& cut, const IdVector<Value>& results);

}  // namespace mote
