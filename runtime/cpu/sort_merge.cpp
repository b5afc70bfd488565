// Bottom-up merge sorts. One whose comparator is a kernel asks it for as many independent comparisons at once as there are lanes: a lane
// merges a piece of a pair of runs; long pairs are cut where bisection says that the two parts meet (merge path).
#include "cpu/sort_merge.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kShortPiece = 16;  // elements; shorter pieces would be found more often than merged

// One level: runs of `run` elements in `from`, merged two by two into `to`.
class Level {
 public:
  Level(const uint32_t* from, uint32_t* to, uint32_t n, uint32_t run, uint32_t* state, const Comparator& less)
      : from_(from), to_(to), n_(n), run_(run), less_(less), left_(state), left_end_(state + less.lanes),
        right_(left_end_ + less.lanes), right_end_(right_ + less.lanes), piece_(kShortPiece) {
    while (piece_ < 2 * run && (n - 1) / piece_ >= less.lanes) piece_ *= 2;
    if (piece_ > 2 * run) piece_ = 2 * run;
  }

  void Merge() {
    uint32_t cut = 0;  // elements of the left run in front of the present piece
    for (uint32_t begin = 0; begin < n_;) {
      const uint32_t pieces = (n_ - begin - 1) / piece_ + 1, lanes = pieces < less_.lanes ? pieces : less_.lanes;
      FindEnds(begin, lanes);
      cut = Enter(begin, lanes, cut);
      RunLanes(lanes);
      begin = lanes == pieces ? n_ : begin + lanes * piece_;
    }
  }

 private:
  // The pair of runs around position `at`: where it begins, its second run, and its end.
  uint32_t Begin(uint32_t at) const { return at & ~(2 * run_ - 1); }
  uint32_t Middle(uint32_t begin) const { return n_ - begin < run_ ? n_ : begin + run_; }
  uint32_t End(uint32_t begin) const { return n_ - begin < 2 * run_ ? n_ : begin + 2 * run_; }
  uint32_t PieceEnd(uint32_t at) const { return n_ - at < piece_ ? n_ : at + piece_; }

  // left_[k]: elements of the left run in front of the end of lane k's piece, by bisection between left_[k] and left_end_[k].
  void FindEnds(uint32_t at, uint32_t lanes) {
    for (uint32_t k = 0; k < lanes; ++k, at += piece_) {
      const uint32_t begin = Begin(at), left = Middle(begin) - begin, right = End(begin) - Middle(begin), taken = PieceEnd(at) - begin;
      left_[k] = taken > right ? taken - right : 0;
      left_end_[k] = taken < left ? taken : left;
      right_[k] = begin;
      right_end_[k] = taken;
    }
    for (;;) {
      uint32_t open = 0;
      for (uint32_t k = 0; k < lanes; ++k) {
        const uint32_t low = left_[k], high = left_end_[k];
        if (low >= high) continue;
        const uint32_t begin = right_[k], middle = low + (high - low) / 2;
        less_.pairs[open] = from_[Middle(begin) + right_end_[k] - 1 - middle];
        less_.pairs[less_.lanes + open++] = from_[begin + middle];
      }
      if (open == 0) return;
      less_.ask(less_.user, open);
      for (uint32_t k = 0, asked = 0; k < lanes; ++k) {
        const uint32_t low = left_[k], high = left_end_[k];
        if (low >= high) continue;
        const uint32_t middle = low + (high - low) / 2;
        if (less_.flags[asked++] != 0) left_end_[k] = middle;
        else left_[k] = middle + 1;
      }
    }
  }

  // From ends of pieces to what each lane merges. Ends that contradict each other, because the comparator does, are moved: every element
  // belongs to one lane. `cut` is that of the first piece; returns that of the piece behind the last.
  uint32_t Enter(uint32_t at, uint32_t lanes, uint32_t cut) {
    for (uint32_t k = 0; k < lanes; ++k) {
      const uint32_t begin = Begin(at), middle = Middle(begin), end = PieceEnd(at), count = end - at;
      uint32_t next = left_[k];
      if (next < cut) next = cut;
      if (next - cut > count) next = cut + count;
      left_[k] = begin + cut;
      left_end_[k] = begin + next;
      right_[k] = middle + (at - begin - cut);
      right_end_[k] = middle + (end - begin - next);
      cut = end == End(begin) ? 0 : next;
      at = end;
    }
    return cut;
  }

  void RunLanes(uint32_t lanes) {
    for (;;) {
      uint32_t open = 0;
      for (uint32_t k = 0; k < lanes; ++k) {
        if (left_[k] == left_end_[k] || right_[k] == right_end_[k]) {
          Finish(k);
          continue;
        }
        left_[open] = left_[k];
        left_end_[open] = left_end_[k];
        right_[open] = right_[k];
        right_end_[open] = right_end_[k];
        less_.pairs[open] = from_[right_[k]];
        less_.pairs[less_.lanes + open++] = from_[left_[k]];
      }
      if (open == 0) return;
      lanes = open;
      less_.ask(less_.user, lanes);
      for (uint32_t k = 0; k < lanes; ++k) {
        const uint32_t later = less_.flags[k] != 0, place = Place(k);
        to_[place] = from_[later ? right_[k] : left_[k]];
        right_[k] += later;
        left_[k] += 1 - later;
      }
    }
  }

  // Where the next element of lane k goes: behind all that its pair gave.
  uint32_t Place(uint32_t k) const { return left_[k] + right_[k] - Middle(Begin(left_[k])); }

  void Finish(uint32_t k) {
    uint32_t place = Place(k);
    for (uint32_t i = left_[k]; i < left_end_[k]; ++i) to_[place++] = from_[i];
    for (uint32_t i = right_[k]; i < right_end_[k]; ++i) to_[place++] = from_[i];
  }

  const uint32_t* from_;
  uint32_t* to_;
  const uint32_t n_, run_;
  const Comparator& less_;
  // A lane each: positions in `from` of what is left of the two parts that it merges.
  uint32_t *left_, *left_end_, *right_, *right_end_;
  uint32_t piece_;  // elements of a piece: a power of two, at most a pair
};

}  // namespace

uint32_t* MergeSort(uint32_t* order, uint32_t* spare, uint32_t n, uint32_t* state, const Comparator& less) {
  for (uint32_t run = 1; run < n; run *= 2) {
    Level(order, spare, n, run, state, less).Merge();
    uint32_t* const merged = spare;
    spare = order;
    order = merged;
  }
  return order;
}

uint64_t* MergeSort(uint64_t* words, uint64_t* spare, uint32_t n) {
  for (uint32_t run = 1; run < n; run *= 2) {
    for (uint32_t begin = 0; begin < n; begin = n - begin < 2 * run ? n : begin + 2 * run) {
      const uint64_t* left = words + begin;
      const uint64_t* const middle = n - begin < run ? words + n : left + run;
      const uint64_t* right = middle;
      const uint64_t* const end = n - begin < 2 * run ? words + n : left + 2 * run;
      uint64_t* to = spare + begin;
      while (left < middle && right < end) {
        const uint64_t a = *left, b = *right;
        const bool later = b < a;
        *to++ = later ? b : a;
        right += later;
        left += !later;
      }
      while (left < middle) *to++ = *left++;
      while (right < end) *to++ = *right++;
    }
    uint64_t* const merged = spare;
    spare = words;
    words = merged;
  }
  return words;
}

}  // namespace mote::runtime
