// Arithmetic of coordinates.
#include "kernel/index.h"

namespace mote {
namespace {

template <typename Id>
std::vector<std::pair<Id, int64_t>> Sum(const std::vector<std::pair<Id, int64_t>>& a, const std::vector<std::pair<Id, int64_t>>& b) {
  std::vector<std::pair<Id, int64_t>> out;
  size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && a[i].first < b[j].first)) {
      out.push_back(a[i++]);
    } else if (i == a.size() || b[j].first < a[i].first) {
      out.push_back(b[j++]);
    } else {
      const int64_t factor = a[i].second + b[j].second;
      if (factor != 0) out.emplace_back(a[i].first, factor);
      ++i;
      ++j;
    }
  }
  return out;
}

template <typename Id>
void AppendKey(const std::vector<std::pair<Id, int64_t>>& terms, std::vector<int64_t>* key) {
  key->push_back(static_cast<int64_t>(terms.size()));
  for (const auto& [id, factor] : terms) {
    key->push_back(id);
    key->push_back(factor);
  }
}

}  // namespace

Coordinate operator+(const Coordinate& a, const Coordinate& b) {
  return {a.constant + b.constant, Sum(a.axes, b.axes), Sum(a.nodes, b.nodes)};
}

Coordinate operator*(const Coordinate& a, int64_t factor) {
  if (factor == 0) return {};
  Coordinate out = a;
  out.constant *= factor;
  for (auto& term : out.axes) term.second *= factor;
  for (auto& term : out.nodes) term.second *= factor;
  return out;
}

std::vector<int64_t> KeyOf(const Coordinate& coordinate) {
  std::vector<int64_t> key{coordinate.constant};
  AppendKey(coordinate.axes, &key);
  AppendKey(coordinate.nodes, &key);
  return key;
}

}  // namespace mote
