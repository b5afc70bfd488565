// KeptOperations: one line an operation.
#include "select/kept_operations.h"

#include "lower/radix_sort.h"

namespace mote {

std::set<Op> KeptOperations(const TargetFacts& target) {
  std::set<Op> kept;
  if (target.sorts) kept.insert(Op::kSort);
  kept.insert(Op::kScatter);
  // Hosts have routines of linear algebra and of Fourier transforms (known_calls.def), and lay products and convolutions for theirs.
  if (target.fixed_packing == FixedPacking::kHost) kept.insert({Op::kCustomCall, Op::kFft, Op::kConvolution});
  if (target.fixed) kept.insert(Op::kFixed);
  // s64 is two words there, and transforms are launches of their own.
  if (target.path == TargetFacts::Path::kVulkan) kept.insert({Op::kMulhi, Op::kFft});
  return kept;
}

std::set<Op> KeptOperations(const TargetFacts& target, const Module& module) {
  std::set<Op> kept = KeptOperations(target);
  if (target.path == TargetFacts::Path::kVulkan && SortsByDigits(module)) kept.insert(Op::kSort);
  return kept;
}

}  // namespace mote
