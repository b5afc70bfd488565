#include "hlo/spelling.h"

#include <algorithm>
#include <array>

namespace mote {
namespace {

constexpr size_t kLongest = 64;  // bytes; longer words resemble nothing

// Levenshtein distance, or `limit` when it is not below it.
int EditDistance(std::string_view a, std::string_view b, int limit) {
  const size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (a.size() > kLongest || b.size() > kLongest || static_cast<int>(gap) >= limit) return limit;
  std::array<int, kLongest + 1> row;
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
  return std::min(row[b.size()], limit);
}

}  // namespace

// A word of one letter resembles no other.
Spelling::Spelling(std::string_view word) : word_(word), limit_(std::min(3, static_cast<int>(word.size() / 2 + 1))) {}

void Spelling::Try(std::string_view candidate, bool ordered) {
  const bool tie_wins = !ordered && !nearest_.empty() && candidate < nearest_;
  const int distance = EditDistance(word_, candidate, limit_ + 1);
  if (distance > limit_ || (distance == limit_ && !tie_wins)) return;
  nearest_ = candidate;
  limit_ = distance;
}

std::string Spelling::Hint(std::string_view otherwise, std::string_view before, std::string_view after) const {
  if (nearest_.empty()) return std::string(otherwise);
  return "did you mean " + std::string(before) + std::string(nearest_) + std::string(after) + "?";
}

std::string NearestType(std::string_view name, const char* (*name_of)(ElementType)) {
  Spelling spelling(name);
#define MOTE_ELEMENT_TYPE(id, code, hlo, mlir, bits, bytes, klass) spelling.Try(name_of(ElementType::k##id));
#include "schema/element_types.def"
#undef MOTE_ELEMENT_TYPE
  return spelling.Hint();
}

}  // namespace mote
