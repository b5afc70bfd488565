// The comparator of a sort as a kernel that answers many questions at once.
#pragma once

#include <vector>

#include "lower/lower.h"

namespace mote {

// One lane axis of `lanes` questions. Operands: 0 the pairs, s32[2, lanes], elements' numbers; then `reads`; last the answers, pred[lanes]:
// whether element pairs[0, i] stands before element pairs[1, i]. Only arrays that the comparator looks at are read.
struct ComparatorKernel {
  Kernel kernel;
  IdVector<ParamValue> values;
  IdVector<Value> reads;
};
Result<ComparatorKernel> LowerComparator(const Module& module, const Computation& computation, int32_t sort, int64_t lanes);

// A comparator that puts one array in the order of its numbers, which the runtime does without asking: `order` is bits of MoteSortOrder,
// 0 for every other comparator.
struct SortKey {
  int64_t array = 0;
  int64_t order = 0;
};
SortKey KeyOfComparator(const Computation& comparator);

}  // namespace mote
