// "Did you mean": edit distance between short names.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace mote {

// Levenshtein distance, or `limit` when it is not below it.
inline int EditDistance(std::string_view a, std::string_view b, int limit) {
  if (a.size() > 64 || b.size() > 64) return limit;
  const size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (static_cast<int>(gap) >= limit) return limit;
  std::vector<int> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const int replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return std::min(row.back(), limit);
}

}  // namespace mote
