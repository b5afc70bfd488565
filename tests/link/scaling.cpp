// How long sums over 2 to 16 members take: simulated over a switch, held against a model of the cost. With --curve the model goes on to
// 1 000 members, beside one of an MPI library's algorithms: "curve BYTES MEMBERS MOTE_US MPI_US" for tests/performance/link_scaling.py.
// With --line members are wired in a line through the switch, and hand on: "BYTES bytes, MEMBERS in a line: US us" for tests/tool/topology.sh.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "relay/relay.h"
#include "timed_group.h"

namespace {

using namespace mote::link_test;

constexpr double kAllowed = 0.15;          // of the predicted time
constexpr uint32_t kGatheredBytes = 16384;  // passes/lower_collectives.cpp: up to here, operand times members, all is gathered
constexpr double kHeader = MOTE_LINK_HEADER, kAck = 24;  // bytes

Net NetOf(uint32_t members) {  // 100 Mbit/s, 100 us, datagrams of Ethernet
  Net net;
  net.members = members;
  net.lines = false;
  net.bytes_per_us = 12.5;
  net.latency_us = 100;
  net.payload = 1400;
  net.tick_us = 10;
  return net;
}

double Wire(const Net& net, double bytes) { return bytes + std::ceil(bytes / net.payload) * kHeader; }

// A message is seen at the next look after it has come.
double Hop(const Net& net) { return net.latency_us + net.tick_us; }

// Each member sends `bytes` to each other one: its way to the switch carries all of it. Messages of several chunks wait for the receiver to
// ask, while the first chunks go, and all wait for the others to say that they are done, but for two with short messages.
double Exchange(const Net& net, double bytes) {
  const double others = net.members - 1.0, answers = others * kAck / net.bytes_per_us;
  if (net.members == 2 && bytes <= 64) return Hop(net) + Wire(net, bytes) / net.bytes_per_us;
  const double first = others * Wire(net, net.payload) / net.bytes_per_us;
  const double asked = bytes > net.payload ? std::max(0.0, Hop(net) + answers - first) : 0;
  return asked + Hop(net) + others * Wire(net, bytes) / net.bytes_per_us + Hop(net) + answers;
}

bool IsGathered(const Net& net, double bytes) { return bytes * net.members <= kGatheredBytes; }

// As passes/lower_collectives.cpp plans it; what processors take is not counted.
double Predicted(const Net& net, double bytes) {
  if (IsGathered(net, bytes)) return Exchange(net, bytes);
  return 2 * Exchange(net, std::ceil(bytes / net.members));
}

// The better one of recursive doubling and of halving, doubling (Rabenseifner): rounds of one message each way.
double Mpi(const Net& net, double bytes) {
  const double rounds = std::ceil(std::log2(net.members)), share = (net.members - 1.0) / net.members;
  const double doubling = rounds * (Hop(net) + Wire(net, bytes) / net.bytes_per_us);
  const double halving = 2 * rounds * Hop(net) + 2 * share * Wire(net, bytes) / net.bytes_per_us;
  return std::min(doubling, halving);
}

double Simulated(const Net& net, uint32_t bytes) {
  TimedGroup group(net);
  if (IsGathered(net, bytes)) return group.Run({{MOTE_EXCHANGE_GATHER, bytes}});
  const uint32_t block = (bytes + net.members - 1) / net.members;
  return group.Run({{MOTE_EXCHANGE_SWAP, block}, {MOTE_EXCHANGE_GATHER, block}});
}

int Compare() {
  double worst = 0;
  for (const uint32_t bytes : {64u, 4096u, 262144u}) {
    for (const uint32_t members : {2u, 3u, 4u, 6u, 8u, 12u, 16u}) {
      const Net net = NetOf(members);
      const double simulated = Simulated(net, bytes), predicted = Predicted(net, bytes), off = simulated / predicted - 1;
      std::printf("%7u bytes, %2u members: %9.0f us, predicted %9.0f, %+5.1f %%\n", bytes, members, simulated, predicted, off * 100);
      worst = std::max(worst, std::abs(off));
    }
  }
  std::printf("at most %.1f %% off, %.0f %% are allowed%s\n", worst * 100, kAllowed * 100, worst <= kAllowed ? "" : ": FAILED");
  return worst <= kAllowed ? 0 : 1;
}

int Curve() {
  for (const double bytes : {64.0, 4096.0, 262144.0, 16777216.0}) {
    for (uint32_t members = 2; members <= 1000; members += members < 32 ? 1 : members / 16) {
      const Net net = NetOf(members);
      std::printf("curve %.0f %u %.1f %.1f\n", bytes, members, Predicted(net, bytes), Mpi(net, bytes));
    }
  }
  return 0;
}

// Relays of all members, each with wires to the next ones in a line alone.
class Line {
 public:
  explicit Line(uint32_t members) : memories_(members) {}

  void Surround(uint32_t number, std::vector<mote_medium>* mediums) {
    const auto members = static_cast<uint32_t>(mediums->size());
    std::vector<uint8_t> next(members);
    for (uint32_t to = 0; to < members; ++to) next[to] = static_cast<uint8_t>(to < number ? number - 1 : number + 1);
    std::vector<mote_medium> wires(members);
    for (uint32_t other = 0; other < members; ++other) {
      if (other + 1 == number || other == number + 1) wires[other] = (*mediums)[other];
    }
    const mote_relay_options options = {members, number, wires.data(), next.data(), 0, 256};
    memories_[number].resize(mote_relay_size(&options) / 8);
    mote_relay* relay = nullptr;
    if (mote_relay_init(&options, memories_[number].data(), memories_[number].size() * 8, &relay) != MOTE_OK) std::abort();
    for (uint32_t other = 0; other < members; ++other) {
      if (other != number) (*mediums)[other] = mote_relay_medium(relay, other);
    }
  }

 private:
  std::vector<std::vector<uint64_t>> memories_;
};

int InALine() {
  for (const uint32_t members : {3u, 4u, 8u}) {
    for (const uint32_t bytes : {64u, 4096u, 262144u}) {
      Line line(members);
      Net net = NetOf(members);
      net.around = [&](uint32_t number, std::vector<mote_medium>* mediums) { line.Surround(number, mediums); };
      std::printf("%u bytes, %u in a line: %.0f us\n", bytes, members, Simulated(net, bytes));
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  return std::strcmp(what, "--curve") == 0 ? Curve() : std::strcmp(what, "--line") == 0 ? InALine() : Compare();
}
