// Parallel copies in sequence: first those whose destination nobody still reads; what is left are cycles, each broken by a spare place.
#include "select/parallel_copy.h"

#include <algorithm>

namespace mote {

std::vector<std::pair<int32_t, int32_t>> SequenceCopies(std::vector<int32_t> from, std::vector<int32_t> to,
                                                        const std::function<int32_t(int32_t)>& spare) {
  std::vector<std::pair<int32_t, int32_t>> pending, sequence;
  for (size_t i = 0; i < to.size(); ++i) {
    if (from[i] != to[i]) pending.push_back({from[i], to[i]});
  }
  while (!pending.empty()) {
    const auto ready = std::find_if(pending.begin(), pending.end(), [&](const auto& copy) {
      return std::none_of(pending.begin(), pending.end(), [&](const auto& other) { return other.first == copy.second; });
    });
    if (ready != pending.end()) {
      sequence.push_back(*ready);
      pending.erase(ready);
      continue;
    }
    const int32_t kept = pending.front().second, aside = spare(kept);
    sequence.push_back({kept, aside});
    for (auto& copy : pending) {
      if (copy.first == kept) copy.first = aside;
    }
  }
  return sequence;
}

}  // namespace mote
