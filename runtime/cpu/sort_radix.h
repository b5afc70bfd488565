// Stable sorting of words by their upper halves, without comparisons. For hosts: its tables take 24 KiB of stack.
#ifndef MOTE_CPU_SORT_RADIX_H_
#define MOTE_CPU_SORT_RADIX_H_

#include <stdint.h>

namespace mote::runtime {

// From so many on it is faster than merging.
inline constexpr uint32_t kLeastForRadix = 1024;

// Sorts words[0 … n - 1] by bits 32-63, equal ones in their order; `spare` is as long. The result stands in the pointer returned, `words`
// or `spare`.
uint64_t* RadixSort(uint64_t* words, uint64_t* spare, uint32_t n);

}  // namespace mote::runtime

#endif
