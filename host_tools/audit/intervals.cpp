// Range arithmetic and the bytes of affine accesses.
#include "audit/intervals.h"

#include <algorithm>
#include <cstdlib>

namespace mote::audit {

Intervals Intervals::Of(std::vector<std::pair<int64_t, int64_t>> ranges) {
  std::sort(ranges.begin(), ranges.end());
  Intervals out;
  for (const auto& [from, to] : ranges) {
    if (from >= to) continue;
    if (!out.ranges_.empty() && from <= out.ranges_.back().second) {
      out.ranges_.back().second = std::max(out.ranges_.back().second, to);
    } else {
      out.ranges_.push_back({from, to});
    }
  }
  return out;
}

void Intervals::Add(int64_t from, int64_t to) {
  if (from >= to || Contains(from, to)) return;
  std::vector<std::pair<int64_t, int64_t>> all = ranges_;
  all.push_back({from, to});
  *this = Of(std::move(all));
}

void Intervals::Remove(int64_t from, int64_t to) {
  std::vector<std::pair<int64_t, int64_t>> kept;
  for (const auto& [a, b] : ranges_) {
    if (a < std::min(b, from)) kept.push_back({a, std::min(b, from)});
    if (std::max(a, to) < b) kept.push_back({std::max(a, to), b});
  }
  ranges_ = std::move(kept);
}

bool Intervals::Contains(int64_t from, int64_t to) const {
  if (from >= to) return true;
  auto after = std::upper_bound(ranges_.begin(), ranges_.end(), from, [](int64_t value, const auto& range) { return value < range.first; });
  return after != ranges_.begin() && (--after)->second >= to;
}

bool Intervals::Contains(const Intervals& other) const {
  return std::all_of(other.ranges_.begin(), other.ranges_.end(), [&](const auto& r) { return Contains(r.first, r.second); });
}

int64_t Intervals::Measure() const {
  int64_t sum = 0;
  for (const auto& [from, to] : ranges_) sum += to - from;
  return sum;
}

Intervals Intervals::Common(const Intervals& a, const Intervals& b) {
  Intervals out;
  for (size_t i = 0, j = 0; i < a.ranges_.size() && j < b.ranges_.size();) {
    const int64_t from = std::max(a.ranges_[i].first, b.ranges_[j].first), to = std::min(a.ranges_[i].second, b.ranges_[j].second);
    if (from < to) out.ranges_.push_back({from, to});
    (a.ranges_[i].second < b.ranges_[j].second ? i : j) += 1;
  }
  return out;
}

namespace {

// Base plus the furthest reach of the terms on one side; extents and strides come from words nobody has proven yet, so the sum is clamped.
int64_t Reach(const Box& box, bool up) {
  constexpr __int128 kFar = __int128{1} << 62;
  __int128 at = box.base;
  for (const Progression& t : box.terms) {
    if ((t.stride > 0) == up) at += static_cast<__int128>(t.extent - 1) * t.stride;
  }
  return static_cast<int64_t>(std::clamp(at, -kFar, kFar));
}

}  // namespace

int64_t Box::Lowest() const { return Reach(*this, false); }
int64_t Box::Highest() const { return Reach(*this, true); }

bool ListBytes(const Box& box, int64_t start, int64_t size, Intervals& bytes) {
  constexpr int64_t kMostRanges = 1 << 20;
  std::vector<Progression> terms;
  for (const Progression& t : box.terms) {
    if (t.extent > 1 && t.stride != 0) terms.push_back({t.extent, std::abs(t.stride)});
  }
  std::sort(terms.begin(), terms.end(), [](const Progression& a, const Progression& b) { return a.stride < b.stride; });
  // A progression whose stride is at most the run before it only makes the run longer.
  int64_t run = 1, ranges = 1;
  std::vector<Progression> outer;
  for (const Progression& t : terms) {
    if (outer.empty() && t.stride <= run) {
      run += (t.extent - 1) * t.stride;
    } else {
      outer.push_back(t);
      ranges = ranges > kMostRanges / t.extent ? kMostRanges + 1 : ranges * t.extent;
    }
  }
  if (ranges > kMostRanges) return false;
  std::vector<int64_t> starts = {box.Lowest()};
  for (const Progression& t : outer) {
    const size_t count = starts.size();
    for (int64_t i = 1; i < t.extent; ++i) {
      for (size_t s = 0; s < count; ++s) starts.push_back(starts[s] + i * t.stride);
    }
  }
  std::vector<std::pair<int64_t, int64_t>> all = bytes.ranges();
  for (int64_t s : starts) all.push_back({start + s * size, start + (s + run) * size});
  bytes = Intervals::Of(std::move(all));
  return true;
}

}  // namespace mote::audit
