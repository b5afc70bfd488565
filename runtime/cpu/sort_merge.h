// Stable merging: of elements whose comparator is a kernel, and of words that carry their order in themselves. No memory of its own.
#ifndef MOTE_CPU_SORT_MERGE_H_
#define MOTE_CPU_SORT_MERGE_H_

#include <stddef.h>
#include <stdint.h>

namespace mote::runtime {

// A comparator that answers up to `lanes` questions at once: for k < count, whether element pairs[k] stands before element
// pairs[lanes + k], as flags[k], not 0 for yes. What it answers is not trusted: the result is a permutation whatever it says.
struct Comparator {
  void (*ask)(void* user, uint32_t count);
  void* user;
  uint32_t* pairs;        // 2 · lanes
  const uint8_t* flags;   // lanes
  uint32_t lanes;         // 1 or more
};

// Sorts order[0 … n - 1], elements' numbers; `spare` is as long, `state` has 4 words a lane. The result stands in the pointer returned,
// `order` or `spare`. n is at most 2^30.
uint32_t* MergeSort(uint32_t* order, uint32_t* spare, uint32_t n, uint32_t* state, const Comparator& less);

// Ascending; no two are equal. As above.
uint64_t* MergeSort(uint64_t* words, uint64_t* spare, uint32_t n);

}  // namespace mote::runtime

#endif
