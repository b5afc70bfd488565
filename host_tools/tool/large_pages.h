// Large pages for what is read from end to end: with small ones a core spends up to a fifth of a pass over 16 MiB on their addresses.
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace mote {

inline constexpr size_t kLargePage = size_t{2} << 20;

// Asks the system for them, for those that lie wholly in the block; before anything is written there. It may not care.
inline void AskForLargePages([[maybe_unused]] void* data, [[maybe_unused]] size_t size) {
#ifdef MADV_HUGEPAGE
  const auto from = (reinterpret_cast<uintptr_t>(data) + kLargePage - 1) / kLargePage * kLargePage;
  const auto to = (reinterpret_cast<uintptr_t>(data) + size) / kLargePage * kLargePage;
  if (from < to) static_cast<void>(madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE));
#endif
}

}  // namespace mote
