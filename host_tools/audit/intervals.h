// Intervals: a set of integers as disjoint half-open ranges, ascending. For bytes that are defined or touched.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace mote::audit {

class Intervals {
 public:
  void Add(int64_t from, int64_t to);
  void Remove(int64_t from, int64_t to);
  bool Contains(int64_t from, int64_t to) const;
  bool Contains(const Intervals& other) const;
  bool empty() const { return ranges_.empty(); }
  int64_t Measure() const;
  const std::vector<std::pair<int64_t, int64_t>>& ranges() const { return ranges_; }
  // From any ranges, in any order, overlapping or not.
  static Intervals Of(std::vector<std::pair<int64_t, int64_t>> ranges);
  static Intervals Common(const Intervals& a, const Intervals& b);
  bool operator==(const Intervals&) const = default;

 private:
  std::vector<std::pair<int64_t, int64_t>> ranges_;
};

// A product of arithmetic progressions: base + Σ i·stride, 0 ≤ i < extent, in elements. Extents are positive.
struct Progression {
  int64_t extent, stride;
};
struct Box {
  int64_t base = 0;
  std::vector<Progression> terms;
  int64_t Lowest() const;
  int64_t Highest() const;  // inclusive
};
// The elements of a box as bytes: element e takes [start + e·size, start + (e+1)·size). False when there are too many ranges to list.
bool ListBytes(const Box& box, int64_t start, int64_t size, Intervals& bytes);

}  // namespace mote::audit
