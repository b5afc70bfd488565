// The merges and the radix sort behind Sort steps against std::stable_sort: sizes around pieces and lanes, comparators that order and that
// do not.
#include "cpu/sort_merge.h"
#include "cpu/sort_radix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

namespace mote::runtime {
namespace {

struct Asked {
  std::function<bool(uint32_t, uint32_t)> less;
  std::vector<uint32_t> pairs;
  std::vector<uint8_t> flags;
  uint64_t rounds = 0, questions = 0;
};

void Answer(void* user, uint32_t count) {
  Asked& asked = *static_cast<Asked*>(user);
  const size_t lanes = asked.flags.size();
  ASSERT_LE(count, lanes);
  for (uint32_t k = 0; k < count; ++k) asked.flags[k] = asked.less(asked.pairs[k], asked.pairs[lanes + k]) ? 2 : 0;
  ++asked.rounds;
  asked.questions += count;
}

std::vector<uint32_t> Sorted(uint32_t n, uint32_t lanes, Asked& asked) {
  asked.pairs.assign(2 * size_t{lanes}, 0);
  asked.flags.assign(lanes, 0);
  constexpr uint32_t kGuard = 0xfeedbeef;
  std::vector<uint32_t> order(n + 1, kGuard), spare = order, state(4 * size_t{lanes} + 1, kGuard);
  std::iota(order.begin(), order.end() - 1, 0);
  const Comparator less = {Answer, &asked, asked.pairs.data(), asked.flags.data(), lanes};
  const uint32_t* sorted = MergeSort(order.data(), spare.data(), n, state.data(), less);
  EXPECT_TRUE(order[n] == kGuard && spare[n] == kGuard && state[4 * size_t{lanes}] == kGuard);
  return {sorted, sorted + n};
}

TEST(MergeSort, IsStableForEverySizeAndNumberOfLanes) {
  std::mt19937 random(7);
  for (const uint32_t lanes : {1u, 2u, 3u, 32u, 256u}) {
    for (const uint32_t n : {0u, 1u, 2u, 3u, 15u, 16u, 17u, 31u, 33u, 64u, 100u, 511u, 513u, 1024u, 5000u}) {
      for (const uint32_t values : {1u, 3u, 40u, 1u << 30}) {
        std::vector<uint32_t> keys(n), expected(n);
        for (uint32_t& key : keys) key = static_cast<uint32_t>(random() % values);
        std::iota(expected.begin(), expected.end(), 0);
        Asked asked;
        asked.less = [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; };
        std::stable_sort(expected.begin(), expected.end(), asked.less);
        ASSERT_EQ(Sorted(n, lanes, asked), expected) << n << " elements of " << values << " values, " << lanes << " lanes";
      }
    }
  }
}

// Strips stay full: not many more rounds than questions / lanes, and not many more questions than a merge sort asks.
TEST(MergeSort, FillsItsLanes) {
  std::mt19937 random(8);
  std::vector<uint32_t> keys(1 << 16);
  for (uint32_t& key : keys) key = static_cast<uint32_t>(random());
  Asked asked;
  asked.less = [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; };
  Sorted(1 << 16, 256, asked);
  EXPECT_LE(asked.questions, 16u << 16);
  EXPECT_LE(asked.rounds, asked.questions / 256 * 5 / 4);
}

// Comparators that contradict themselves: always, never, by a coin, in a circle. Each element comes out once.
TEST(MergeSort, GivesAPermutationWhateverItIsTold) {
  std::mt19937 random(9);
  const std::vector<std::function<bool(uint32_t, uint32_t)>> odd = {
      [](uint32_t, uint32_t) { return true; },
      [](uint32_t, uint32_t) { return false; },
      [&](uint32_t, uint32_t) { return random() % 2 == 0; },
      [](uint32_t a, uint32_t b) { return (a % 3 + 1) % 3 == b % 3; },
      [](uint32_t a, uint32_t b) { return a * 2654435761u < b * 40503u; },
  };
  for (size_t k = 0; k < odd.size(); ++k) {
    for (const uint32_t lanes : {1u, 5u, 32u, 300u}) {
      for (const uint32_t n : {2u, 17u, 100u, 1000u, 4097u}) {
        Asked asked;
        asked.less = odd[k];
        std::vector<uint32_t> sorted = Sorted(n, lanes, asked);
        std::sort(sorted.begin(), sorted.end());
        for (uint32_t i = 0; i < n; ++i) ASSERT_EQ(sorted[i], i) << "comparator " << k << ", " << n << " elements, " << lanes << " lanes";
      }
    }
  }
}

TEST(MergeSort, SortsWords) {
  std::mt19937_64 random(10);
  for (const uint32_t n : {0u, 1u, 2u, 3u, 7u, 8u, 9u, 1000u, 1025u}) {
    std::vector<uint64_t> words(n), spare(n);
    for (uint32_t i = 0; i < n; ++i) words[i] = (random() & 0xffffffff00000000) | i;
    std::vector<uint64_t> expected = words;
    std::sort(expected.begin(), expected.end());
    const uint64_t* sorted = MergeSort(words.data(), spare.data(), n);
    EXPECT_EQ(std::vector<uint64_t>(sorted, sorted + n), expected) << n;
  }
}

// Upper halves alone decide, equal ones keep their order; few bits, equal digits and full words.
TEST(RadixSort, IsStable) {
  std::mt19937_64 random(11);
  for (const uint32_t n : {0u, 1u, 2u, 1000u, 5000u}) {
    for (const uint64_t mask : {0xffffffff00000000u, 0x0000000f00000000u, 0xff00000000000000u, 0x003ff80000000000u, uint64_t{0}}) {
      std::vector<uint64_t> words(n), spare(n);
      for (uint64_t& word : words) word = (random() & mask) | (random() & 0xffffffff);  // lower halves in no order
      std::vector<uint64_t> expected = words;
      std::stable_sort(expected.begin(), expected.end(), [](uint64_t a, uint64_t b) { return a >> 32 < b >> 32; });
      const uint64_t* sorted = RadixSort(words.data(), spare.data(), n);
      EXPECT_EQ(std::vector<uint64_t>(sorted, sorted + n), expected) << n << " words, mask " << std::hex << mask;
    }
  }
}

}  // namespace
}  // namespace mote::runtime
