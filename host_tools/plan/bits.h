// Bits: a set of small integers of fixed capacity, for dataflow over steps and buffers.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mote {

class Bits {
 public:
  Bits() = default;
  explicit Bits(size_t capacity) : words_((capacity + 63) / 64) {}
  void Set(size_t i) { words_[i / 64] |= uint64_t{1} << (i % 64); }
  void Clear(size_t i) { words_[i / 64] &= ~(uint64_t{1} << (i % 64)); }
  bool Has(size_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }
  // Both return whether anything changed.
  bool Unite(const Bits& other) {
    bool changed = false;
    for (size_t w = 0; w < words_.size(); ++w) {
      const uint64_t united = words_[w] | other.words_[w];
      changed |= united != words_[w];
      words_[w] = united;
    }
    return changed;
  }
  bool Intersects(const Bits& other) const {
    for (size_t w = 0; w < words_.size(); ++w) {
      if ((words_[w] & other.words_[w]) != 0) return true;
    }
    return false;
  }
  // Calls f(i) for every member, ascending.
  template <typename F>
  void ForEach(F f) const {
    for (size_t w = 0; w < words_.size(); ++w) {
      for (uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) f(w * 64 + static_cast<size_t>(std::countr_zero(rest)));
    }
  }
  template <typename F>
  void ForEachCommon(const Bits& other, F f) const {
    for (size_t w = 0; w < words_.size(); ++w) {
      for (uint64_t rest = words_[w] & other.words_[w]; rest != 0; rest &= rest - 1) {
        f(w * 64 + static_cast<size_t>(std::countr_zero(rest)));
      }
    }
  }
  bool operator==(const Bits&) const = default;
  auto operator<=>(const Bits&) const = default;

 private:
  std::vector<uint64_t> words_;
};

}  // namespace mote
