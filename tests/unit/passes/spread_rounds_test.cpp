// Rounds in which blocks spread over wires: everyone gets all, over wires only, and along a ring in as few rounds as there can be.
#include "passes/spread_rounds.h"

#include <gtest/gtest.h>

#include <set>

namespace mote {
namespace {

Wiring Wired(int64_t members, std::vector<Wiring::Pair> wires) {
  Wiring wiring;
  wiring.members = members;
  wiring.wires = std::move(wires);
  return wiring;
}

std::vector<Wiring::Pair> Ring(int64_t members) {
  std::vector<Wiring::Pair> wires;
  for (int64_t m = 0; m < members; ++m) wires.emplace_back(m, (m + 1) % members);
  return wires;
}

MemberGroups GroupsOf(const IntMatrix& lists, size_t members) {
  MemberGroups groups;
  groups.groups = lists;
  groups.sizes.assign(members, 0);
  groups.positions.assign(members, -1);
  for (const std::vector<int64_t>& list : lists) {
    groups.largest = std::max(groups.largest, static_cast<int64_t>(list.size()));
    for (size_t i = 0; i < list.size(); ++i) {
      groups.sizes[static_cast<size_t>(list[i])] = static_cast<int64_t>(list.size());
      groups.positions[static_cast<size_t>(list[i])] = static_cast<int64_t>(i);
    }
  }
  return groups;
}

std::vector<std::vector<bool>> OneEach(const MemberGroups& groups) {
  std::vector<std::vector<bool>> has(groups.sizes.size(), std::vector<bool>(static_cast<size_t>(groups.largest)));
  for (size_t m = 0; m < has.size(); ++m) {
    if (groups.positions[m] >= 0) has[m][static_cast<size_t>(groups.positions[m])] = true;
  }
  return has;
}

// Plays the rounds: a block comes over a wire, from who has it, to who has not. What all have at the end.
std::vector<std::vector<bool>> Played(const Wiring& wiring, std::vector<std::vector<bool>> has, const std::vector<SpreadRound>& rounds,
                                      bool to_one) {
  std::set<Wiring::Pair> wires(wiring.wires.begin(), wiring.wires.end());
  for (const SpreadRound& round : rounds) {
    const auto before = has;
    std::multiset<int64_t> senders;
    for (size_t m = 0; m < has.size(); ++m) {
      const int64_t from = round.from[m], block = round.Received(m);
      if (from < 0) continue;
      senders.insert(from);
      const auto self = static_cast<int64_t>(m);
      EXPECT_TRUE(wires.count({from, self}) != 0 || wires.count({self, from}) != 0) << from << " to " << m;
      EXPECT_GE(block, 0);
      EXPECT_TRUE(before[static_cast<size_t>(from)][static_cast<size_t>(block)]) << from << " has no block " << block;
      EXPECT_FALSE(before[m][static_cast<size_t>(block)]) << m << " has block " << block;
      has[m][static_cast<size_t>(block)] = true;
    }
    EXPECT_FALSE(senders.empty());
    if (to_one) {
      EXPECT_EQ(std::set<int64_t>(senders.begin(), senders.end()).size(), senders.size());
    }
  }
  return has;
}

bool AllHaveAll(const std::vector<std::vector<bool>>& has) {
  for (const std::vector<bool>& blocks : has) {
    for (const bool block : blocks) {
      if (!block) return false;
    }
  }
  return true;
}

TEST(SpreadRounds, AlongARingInAsFewAsThereCanBe) {
  for (const int64_t members : {3, 4, 8, 16, 32}) {
    const Wiring ring = Wired(members, Ring(members));
    std::vector<int64_t> all;
    for (int64_t m = 0; m < members; ++m) all.push_back(m);
    const MemberGroups groups = GroupsOf({all}, static_cast<size_t>(members));
    for (const bool to_one : {false, true}) {
      const auto rounds = SpreadRounds(ring, groups, OneEach(groups), to_one);
      ASSERT_TRUE(rounds);
      EXPECT_EQ(rounds->size(), static_cast<size_t>(members - 1));
      EXPECT_TRUE(AllHaveAll(Played(ring, OneEach(groups), *rounds, to_one)));
    }
  }
}

TEST(SpreadRounds, OverAnyConnectedWires) {
  const std::vector<std::vector<Wiring::Pair>> wirings = {
      {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}},                          // a line
      {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}},                          // a star
      {{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 5}},                          // a tree
      {{0, 1}, {1, 2}, {3, 4}, {4, 5}, {0, 3}, {1, 4}, {2, 5}, {0, 5}},  // a grid, and one wire more
  };
  const MemberGroups groups = GroupsOf({{0, 1, 2, 3, 4, 5}}, 6);
  for (const std::vector<Wiring::Pair>& wires : wirings) {
    const Wiring wiring = Wired(6, wires);
    for (const bool to_one : {false, true}) {
      const auto rounds = SpreadRounds(wiring, groups, OneEach(groups), to_one);
      ASSERT_TRUE(rounds);
      EXPECT_TRUE(AllHaveAll(Played(wiring, OneEach(groups), *rounds, to_one)));
      EXPECT_LE(rounds->size(), 30u) << "six members give five blocks each";
    }
  }
}

// From one member several blocks: the last of a line has them when the first ones have long gone on.
TEST(SpreadRounds, BlocksOfOneFollowEachOther) {
  const Wiring line = Wired(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  const MemberGroups groups = GroupsOf({{0, 1, 2, 3, 4}}, 5);
  std::vector<std::vector<bool>> has(5, std::vector<bool>(8));
  has[0].assign(8, true);
  const auto rounds = SpreadRounds(line, groups, has, false);
  ASSERT_TRUE(rounds);
  EXPECT_EQ(rounds->size(), 8u + 3u);
  EXPECT_TRUE(AllHaveAll(Played(line, has, *rounds, false)));
}

TEST(SpreadRounds, GroupsKeepToTheirOwnWires) {
  const Wiring ring = Wired(6, Ring(6));
  const MemberGroups halves = GroupsOf({{0, 1, 2}, {5, 4, 3}}, 6);
  const auto rounds = SpreadRounds(ring, halves, OneEach(halves), false);
  ASSERT_TRUE(rounds);
  EXPECT_TRUE(AllHaveAll(Played(ring, OneEach(halves), *rounds, false)));
  for (const SpreadRound& round : *rounds) {
    for (size_t m = 0; m < 6; ++m) {
      EXPECT_TRUE(round.from[m] < 0 || round.from[m] / 3 == static_cast<int64_t>(m / 3));
    }
  }
  const MemberGroups apart = GroupsOf({{0, 3}, {1, 4}, {2, 5}}, 6);
  EXPECT_FALSE(SpreadRounds(ring, apart, OneEach(apart), false)) << "no wires within a group";
}

}  // namespace
}  // namespace mote
