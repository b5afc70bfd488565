// "Did you mean": edit distance between short names.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/element_type.h"

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

// What EditDistance must stay below for "did you mean": a name of one letter resembles no other.
inline int SpellingLimit(std::string_view name) { return std::min(3, static_cast<int>(name.size() / 2 + 1)); }

// A hint at the element type whose name (HloName or MlirName) is nearest, or empty.
inline std::string NearestType(std::string_view name, const char* (*name_of)(ElementType)) {
  std::string nearest;
  int distance = SpellingLimit(name);
  for (const ElementType type : {
#define MOTE_ELEMENT_TYPE(id, code, hlo, mlir, bits, bytes, klass) ElementType::k##id,
#include "schema/element_types.def"
#undef MOTE_ELEMENT_TYPE
       }) {
    const int d = EditDistance(name, name_of(type), distance);
    if (d >= distance) continue;
    nearest = name_of(type);
    distance = d;
  }
  return nearest.empty() ? "" : "did you mean '" + nearest + "'?";
}

}  // namespace mote
