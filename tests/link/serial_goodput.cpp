// What of a serial line of 1 Mbit/s arrives as payload, in virtual time, with frames damaged: one message one way, and both ways at once.
// Of a byte 10 bits go over the line; the share is of the bytes that the line carries.
#include <cstdio>
#include <cstdlib>

#include "timed_group.h"

namespace {

using namespace mote::link_test;

struct Row {
  double loss, least;  // shares of 1
};
constexpr Row kRows[] = {{0, 0.92}, {0.01, 0.85}, {0.05, 0.70}};
constexpr uint32_t kBytes = 1 << 20;

// The least share of `seeds` runs; negative: one went wrong.
double Share(double loss, mote_exchange_kind kind, uint64_t seeds) {
  double least = 1;
  for (uint64_t seed = 1; seed <= seeds; ++seed) {
    Net net;
    net.bytes_per_us = 0.1;
    net.loss = loss;
    net.seed = seed;
    TimedGroup group(net);
    const double took = group.Run({{kind, kBytes}});
    if (took < 0) {
      std::printf("WRONG: seed %llu: %s\n", static_cast<unsigned long long>(seed), group.wrong().c_str());
      return -1;
    }
    const double share = kBytes / (took * net.bytes_per_us);
    least = share < least ? share : least;
  }
  return least;
}

}  // namespace

int main() {
  const char* text = std::getenv("MOTE_LINK_RUNS");
  const uint64_t seeds = text != nullptr ? std::strtoull(text, nullptr, 10) : 3;
  bool good = true;
  for (const Row& row : kRows) {
    const double one_way = Share(row.loss, MOTE_EXCHANGE_PAIRS, seeds), both = Share(row.loss, MOTE_EXCHANGE_GATHER, seeds);
    good = good && one_way >= row.least && both >= row.least;
    std::printf("%.0f %% of frames lost: %.1f %% of the line one way, %.1f %% both ways at once; %.0f %% are asked\n", row.loss * 100,
                one_way * 100, both * 100, row.least * 100);
  }
  if (!good) std::printf("FAILED\n");
  return good ? 0 : 1;
}
