// Round after round each member takes, from a neighbour, a block that most others lack. Members that lack most choose first.
#include "passes/spread_rounds.h"

#include <algorithm>
#include <numeric>

namespace mote {
namespace {

class Spreading {
 public:
  Spreading(const Wiring& wiring, const MemberGroups& groups, std::vector<std::vector<bool>> has, bool to_one)
      : has_(std::move(has)), neighbours_(has_.size()), group_(has_.size(), -1), to_one_(to_one) {
    for (size_t g = 0; g < groups.groups.size(); ++g) {
      for (const int64_t member : groups.groups[g]) group_[static_cast<size_t>(member)] = static_cast<int64_t>(g);
    }
    for (const auto& [a, b] : wiring.wires) {
      if (group_[static_cast<size_t>(a)] < 0 || group_[static_cast<size_t>(a)] != group_[static_cast<size_t>(b)]) continue;
      neighbours_[static_cast<size_t>(a)].push_back(b);
      neighbours_[static_cast<size_t>(b)].push_back(a);
    }
    for (std::vector<int64_t>& list : neighbours_) std::sort(list.begin(), list.end());
  }

  std::optional<std::vector<SpreadRound>> Rounds() {
    std::vector<SpreadRound> rounds;
    for (;;) {
      const std::vector<std::vector<int64_t>> lacking = Lacking();
      if (std::all_of(lacking.begin(), lacking.end(), [](const auto& blocks) { return blocks.empty(); })) return rounds;
      SpreadRound round = Round(lacking);
      bool moves = false;
      for (size_t member = 0; member < has_.size(); ++member) {
        if (const int64_t block = round.Received(member); block >= 0) has_[member][static_cast<size_t>(block)] = moves = true;
      }
      if (!moves) return std::nullopt;
      rounds.push_back(std::move(round));
    }
  }

 private:
  // Of each member, what others of its group have and it has not.
  std::vector<std::vector<int64_t>> Lacking() const {
    std::vector<std::vector<int64_t>> lacking(has_.size());
    for (size_t member = 0; member < has_.size(); ++member) {
      for (size_t block = 0; group_[member] >= 0 && block < has_[member].size(); ++block) {
        if (!has_[member][block] && Holders(member, block) > 0) lacking[member].push_back(static_cast<int64_t>(block));
      }
    }
    return lacking;
  }

  int64_t Holders(size_t member, size_t block) const {
    int64_t count = 0;
    for (size_t other = 0; other < has_.size(); ++other) count += group_[other] == group_[member] && has_[other][block] ? 1 : 0;
    return count;
  }

  SpreadRound Round(const std::vector<std::vector<int64_t>>& lacking) const {
    SpreadRound round{std::vector<int64_t>(has_.size(), -1), std::vector<int64_t>(has_.size(), -1)};
    std::vector<size_t> order(has_.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return lacking[a].size() > lacking[b].size(); });
    for (const size_t member : order) Choose(member, lacking[member], &round);
    return round;
  }

  void Choose(size_t member, const std::vector<int64_t>& lacking, SpreadRound* round) const {
    int64_t from = -1, chosen = -1, fewest = INT64_MAX;
    for (const int64_t neighbour : neighbours_[member]) {
      const auto n = static_cast<size_t>(neighbour);
      const int64_t already = round->sends[n];
      if (already >= 0 && to_one_) continue;
      for (const int64_t block : lacking) {
        const int64_t holders = Holders(member, static_cast<size_t>(block));
        if (!has_[n][static_cast<size_t>(block)] || (already >= 0 && already != block) || holders >= fewest) continue;
        fewest = holders;
        from = neighbour;
        chosen = block;
      }
    }
    if (from < 0) return;
    round->from[member] = from;
    round->sends[static_cast<size_t>(from)] = chosen;
  }

  std::vector<std::vector<bool>> has_;
  std::vector<std::vector<int64_t>> neighbours_;  // of the same group
  std::vector<int64_t> group_;
  const bool to_one_;
};

}  // namespace

std::optional<std::vector<SpreadRound>> SpreadRounds(const Wiring& wiring, const MemberGroups& groups, std::vector<std::vector<bool>> has,
                                                     bool to_one) {
  return Spreading(wiring, groups, std::move(has), to_one).Rounds();
}

}  // namespace mote
