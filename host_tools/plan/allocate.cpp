// Offset allocation by ordered best fit with deterministic local search.
#include "plan/allocate.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace mote {
namespace {

class Allocator {
 public:
  Allocator(const std::vector<Piece>& pieces, int64_t alignment, const std::vector<Overlap>& overlaps)
      : pieces_(pieces), alignment_(alignment), rivals_(pieces.size()) {
    std::vector<size_t> first(pieces.size()), last(pieces.size());
    for (size_t i = 0; i < pieces.size(); ++i) {
      first[i] = std::numeric_limits<size_t>::max();
      pieces[i].points.ForEach([&](size_t p) {
        first[i] = std::min(first[i], p);
        last[i] = p;
      });
    }
    for (size_t a = 0; a < pieces.size(); ++a) {
      for (size_t b = a + 1; b < pieces.size(); ++b) {
        const bool apart = pieces[a].bytes == 0 || pieces[b].bytes == 0 || last[a] < first[b] || last[b] < first[a];
        if (apart || !pieces[a].points.Intersects(pieces[b].points)) continue;
        rivals_[a].push_back({b, pieces[a].bytes, pieces[b].bytes});
        rivals_[b].push_back({a, pieces[b].bytes, pieces[a].bytes});
      }
    }
    for (const Overlap& o : overlaps) {
      Narrow(o.second, o.first, o.below, o.above);
      Narrow(o.first, o.second, o.above, o.below);
    }
  }

  // Places pieces one after the other at the lowest gap (`best_fit`: the tightest gap) between those already placed.
  Allocation Place(const std::vector<size_t>& order, bool best_fit) const {
    constexpr int64_t kUnplaced = -1;
    Allocation result;
    result.offsets.assign(pieces_.size(), kUnplaced);
    std::vector<std::pair<int64_t, int64_t>> taken;  // no start between these two
    for (size_t piece : order) {
      taken.clear();
      for (const Rival& rival : rivals_[piece]) {
        const int64_t at = result.offsets[rival.piece];
        if (at != kUnplaced) taken.push_back({at - rival.below, at + rival.above});
      }
      std::sort(taken.begin(), taken.end());
      result.offsets[piece] = Gap(taken, best_fit);
      result.bytes = std::max(result.bytes, result.offsets[piece] + pieces_[piece].bytes);
    }
    return result;
  }

  size_t Rivals(size_t piece) const { return rivals_[piece].size(); }

 private:
  // A piece starts so far below another one, or so far above it.
  struct Rival {
    size_t piece;
    int64_t below, above;
  };

  void Narrow(size_t piece, size_t rival, int64_t below, int64_t above) {
    for (Rival& r : rivals_[piece]) {
      if (r.piece == rival) r.below = std::min(r.below, below), r.above = std::min(r.above, above);
    }
  }

  int64_t Gap(const std::vector<std::pair<int64_t, int64_t>>& taken, bool best_fit) const {
    int64_t start = 0, best = -1, best_room = std::numeric_limits<int64_t>::max();
    for (const auto& [from, to] : taken) {
      if (from >= start) {
        if (!best_fit) return start;
        if (from - start < best_room) std::tie(best, best_room) = std::pair(start, from - start);
      }
      start = std::max(start, AlignUp(to, alignment_));
    }
    return best >= 0 ? best : start;
  }

  const std::vector<Piece>& pieces_;
  int64_t alignment_;
  std::vector<std::vector<Rival>> rivals_;
};

size_t First(const Bits& points) {
  size_t first = std::numeric_limits<size_t>::max();
  points.ForEach([&](size_t p) { first = std::min(first, p); });
  return first;
}

size_t Count(const Bits& points) {
  size_t count = 0;
  points.ForEach([&](size_t) { ++count; });
  return count;
}

std::vector<std::vector<size_t>> Orders(const std::vector<Piece>& pieces, const Allocator& allocator) {
  std::vector<size_t> base(pieces.size()), first(pieces.size()), length(pieces.size());
  std::iota(base.begin(), base.end(), size_t{0});
  for (size_t i = 0; i < pieces.size(); ++i) {
    first[i] = First(pieces[i].points);
    length[i] = Count(pieces[i].points);
  }
  const auto sorted = [&](auto key) {
    std::vector<size_t> order = base;
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return key(a) < key(b); });
    return order;
  };
  return {
      sorted([&](size_t i) { return std::tuple(-pieces[i].bytes, -static_cast<int64_t>(length[i]), first[i]); }),
      sorted([&](size_t i) { return std::tuple(-static_cast<double>(pieces[i].bytes) * static_cast<double>(length[i]), first[i]); }),
      sorted([&](size_t i) { return std::tuple(-static_cast<int64_t>(length[i]), -pieces[i].bytes, first[i]); }),
      sorted([&](size_t i) { return std::tuple(-static_cast<int64_t>(allocator.Rivals(i)), -pieces[i].bytes, first[i]); }),
      sorted([&](size_t i) { return std::tuple(first[i], -pieces[i].bytes); }),
      // an output in front of its input is there first
      sorted([&](size_t i) { return std::tuple(-pieces[i].bytes, -static_cast<int64_t>(first[i])); }),
  };
}

}  // namespace

Allocation AllocatePieces(const std::vector<Piece>& pieces, int64_t alignment, int64_t goal, const std::vector<Overlap>& overlaps) {
  const Allocator allocator(pieces, alignment, overlaps);
  Allocation best;
  std::vector<size_t> best_order;
  const auto consider = [&](const std::vector<size_t>& order) {
    bool better = false;
    for (bool best_fit : {false, true}) {
      Allocation candidate = allocator.Place(order, best_fit);
      if (best_order.empty() || candidate.bytes < best.bytes) {
        best = std::move(candidate);
        best_order = order;
        better = true;
      }
    }
    return better;
  };
  for (const std::vector<size_t>& order : Orders(pieces, allocator)) consider(order);
  // Pieces that end at the peak move to the front, one at a time; a fixed generator picks exchanges when that no longer helps.
  const size_t tries = pieces.size() > 400 ? 60 : 600;
  uint64_t random = 0x9e3779b97f4a7c15;
  for (size_t t = 0; t < tries && best.bytes > goal && pieces.size() > 1; ++t) {
    std::vector<size_t> order = best_order;
    random = random * 6364136223846793005 + 1442695040888963407;
    if (t % 3 == 0) {
      std::vector<size_t> high;
      for (size_t at = 0; at < order.size(); ++at) {
        if (best.offsets[order[at]] + pieces[order[at]].bytes == best.bytes) high.push_back(at);
      }
      const size_t at = high[(random >> 33) % high.size()];
      std::rotate(order.begin(), order.begin() + static_cast<ptrdiff_t>(at), order.begin() + static_cast<ptrdiff_t>(at) + 1);
    } else {
      const size_t a = (random >> 33) % order.size();
      const size_t b = (random >> 13) % order.size();
      std::swap(order[a], order[b]);
    }
    consider(order);
  }
  return best;
}

}  // namespace mote
