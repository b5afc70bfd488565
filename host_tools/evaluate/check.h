// Self-checking programs: what their check operations demand, and comparing values by it (CONFORMANCE.md section 2, golden/README.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "evaluate/evaluate.h"
#include "hlo/module.h"

namespace mote {

struct Criterion {
  enum class Kind : uint8_t { kEqual, kAlmostEqual, kClose };
  Kind kind = Kind::kEqual;
  double tolerance = 1e-3;      // kAlmostEqual: absolute
  double relative = 0;          // kAlmostEqual: |got - expected| <= tolerance + relative · |expected|
  uint64_t max_ulp = 3, min_ulp = 0;  // kClose
};

struct Comparison {
  bool ok = true;
  std::string message;  // the first difference: index, got, expected, distance
};
// Shapes and types must agree. NaN equals NaN; infinities must match; -0 equals +0.
Comparison Compare(const Criterion& criterion, const Literal& got, const Literal& expected);

// How far two values of the same shape lie apart at most, over elements and parts: as it is, and relative to what is expected where that is
// finite and not 0. Infinite between a finite value and an infinite one, and between NaN and what is none.
struct Distance {
  double absolute = 0, relative = 0;
};
Distance LargestDistance(const Literal& got, const Literal& expected);

// A check operation or custom_call of a program: which operand holds the value under test and what it is held against.
struct Check {
  Criterion criterion;
  Value got;
  Value expected;                     // instruction -1: `constant` instead
  Literal constant;
  Location location;
};
// The checks of one computation in program order; custom_calls @check.expect_*, @check.eq… and check dialect operations.
Result<std::vector<Check>> ChecksOf(const Computation& computation);

// Runs every public function (or the entry) of a self-checking module on the evaluator; interpreter.run_parallel on the simulated grid.
struct CheckOutcome {
  bool ok = true;
  int64_t checks = 0;
  std::string message;                // of the first failing check, with its location
};
Result<CheckOutcome> RunSelfChecking(const Module& module, const EvaluateOptions& options = {});

}  // namespace mote
