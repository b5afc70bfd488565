// An exchange that is under way when its epoch ends, and a member of it that boots again behind its verdict: the two others, one of which
// hears the new life first, say the same of the exchange. One schedule, step by step; simulator_test.cpp has random ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <functional>
#include <vector>

#include "collective/group.h"
#include "exchange_stub.h"

namespace {

constexpr uint32_t kHeartbeat = 100000, kStep = 1000, kMembers = 3;  // microseconds; all are polled once a step
using Bytes = std::vector<uint8_t>;

class Trio {
 public:
  Trio() {
    for (uint32_t member = 0; member < kMembers; ++member) Start(member, member + 1);
  }

  // As at power-on: nothing is known.
  void Start(uint32_t number, uint32_t random) {
    Member& m = members_[number];
    m.memory.assign(mote_group_size(kMembers) / 8 + 1, 0);
    for (uint32_t to = 0; to < kMembers; ++to) {
      m.ways[to] = {this, number, to};
      m.mediums[to] = {};
      m.mediums[to].user = &m.ways[to];
      m.mediums[to].payload = 64;
      m.mediums[to].room = [](void*) { return size_t{80}; };
      m.mediums[to].write = Write;
      m.mediums[to].read = Read;
    }
    mote_group_options options = {};
    options.members = kMembers;
    options.member = number;
    options.plan = 1;
    options.mediums = m.mediums;
    options.random = random;
    options.heartbeat_us = kHeartbeat;
    options.frame = m.frame;
    options.frame_size = sizeof m.frame;
    ASSERT_EQ(mote_group_init(&options, m.memory.data(), m.memory.size() * 8, &m.group), MOTE_OK);
    ASSERT_EQ(mote_group_join(m.group), MOTE_OK);
  }

  // Everybody sends a byte to everybody.
  void Exchange(uint32_t number) {
    Member& m = members_[number];
    m.exchange.kind = MOTE_EXCHANGE_SWAP;
    m.exchange.instance = &m.instance;
    m.instance.waiting = true;
    for (uint32_t other = 0; other < kMembers; ++other) {
      if (other == number) continue;
      m.exchange.sends.push_back({other, 1, &m.sent});
      m.exchange.receives.push_back({other, 1, &m.received[other]});
    }
    mote_transport transport;
    ASSERT_EQ(mote_group_transport(m.group, 1, &transport), MOTE_OK);
    ASSERT_EQ(transport.begin(transport.user, &m.exchange), MOTE_WAIT);
  }

  // Steps until `there`; false: not within `most`.
  bool Run(const std::function<bool()>& there, uint32_t most) {
    for (const uint64_t end = now_ + most; !there() && now_ < end;) {
      now_ += kStep;
      for (Member& m : members_) (void)mote_group_poll(m.group, static_cast<uint32_t>(now_));
    }
    return there();
  }

  mote_group* group(uint32_t member) { return members_[member].group; }
  const mote_instance& instance(uint32_t member) const { return members_[member].instance; }
  std::function<bool(uint32_t from, uint32_t to, uint8_t type)> passes = [](uint32_t, uint32_t, uint8_t) { return true; };

 private:
  struct Way {
    Trio* net;
    uint32_t from, to;
  };
  struct Member {
    std::vector<uint64_t> memory;
    uint64_t frame[16];
    Way ways[kMembers];
    mote_medium mediums[kMembers];
    mote_group* group;
    mote_exchange exchange;
    mote_instance instance;
    uint8_t sent = 7, received[kMembers];
  };

  static void Write(void* user, const void* data, size_t size) {
    const Way& way = *static_cast<Way*>(user);
    const auto* bytes = static_cast<const uint8_t*>(data);
    if (way.net->passes(way.from, way.to, bytes[0])) way.net->queues_[way.from][way.to].push_back(Bytes(bytes, bytes + size));
  }
  static size_t Read(void* user, void* data, size_t size) {
    const Way& way = *static_cast<Way*>(user);
    std::deque<Bytes>& queue = way.net->queues_[way.to][way.from];
    if (queue.empty()) return 0;
    const Bytes bytes = std::move(queue.front());
    queue.pop_front();
    std::memcpy(data, bytes.data(), std::min(size, bytes.size()));
    return std::min(size, bytes.size());
  }

  uint64_t now_ = 0;
  std::deque<Bytes> queues_[kMembers][kMembers];  // from, to
  Member members_[kMembers];
};

// Member 0 has committed the exchange, or not, has found the verdict and told it, and boots again; 2 meets its new life before it can
// close, 1 never does.
void BootBehindTheVerdict(bool committed) {
  Trio net;
  ASSERT_TRUE(net.Run([&] { return mote_group_members(net.group(0)) == 7 && mote_group_members(net.group(1)) == 7 &&
                                   mote_group_members(net.group(2)) == 7; }, 5 * kHeartbeat));
  net.passes = [=](uint32_t, uint32_t to, uint8_t type) { return type != mote::runtime::kAck || (committed && to == 0); };
  for (uint32_t member = 0; member < kMembers; ++member) net.Exchange(member);
  net.Run([] { return false; }, kHeartbeat / 4);
  ASSERT_EQ(net.instance(0).waiting, !committed);
  for (const uint32_t member : {1u, 2u}) ASSERT_TRUE(net.instance(member).waiting && net.group(member)->receiving == 0);

  net.passes = [](uint32_t from, uint32_t to, uint8_t) { return from == 0 || to == 0; };
  mote_group_revoke(net.group(0));
  ASSERT_TRUE(net.Run([&] { return net.group(1)->adopted && net.group(2)->adopted; }, kHeartbeat));

  net.passes = [](uint32_t from, uint32_t to, uint8_t) { return from + to == 2; };
  net.Start(0, 99);
  ASSERT_TRUE(net.Run([&] { return mote::runtime::LinkTo(net.group(2), 0)->joint == 0; }, kHeartbeat));
  ASSERT_TRUE(net.instance(1).waiting && net.instance(2).waiting);

  // Each of the two hears that the other one agrees; what 1 says behind its verdict never comes to 2.
  net.passes = [](uint32_t from, uint32_t to, uint8_t) { return from == 1 && to == 2; };
  const mote::runtime::StateBody& said = mote::runtime::LinkTo(net.group(2), 1)->peer_state;
  ASSERT_TRUE(net.Run([&] { return said.phase == mote::runtime::kAgreeing; }, kHeartbeat));
  net.passes = [](uint32_t from, uint32_t to, uint8_t) { return from == 2 && to == 1; };
  ASSERT_TRUE(net.Run([&] { return !net.instance(1).waiting; }, kHeartbeat));
  net.passes = [](uint32_t from, uint32_t to, uint8_t) { return from != 1 || to != 2; };
  ASSERT_TRUE(net.Run([&] { return !net.instance(2).waiting; }, 4 * kHeartbeat));
  EXPECT_EQ(net.instance(1).result, committed ? MOTE_OK : MOTE_REVOKED);
  EXPECT_EQ(net.instance(2).result, net.instance(1).result);
}

TEST(Settle, WhatAMemberSaidCountsWhenItBootsAgain) { BootBehindTheVerdict(true); }
TEST(Settle, WhatItSaysInItsNewLifeDoesNot) { BootBehindTheVerdict(false); }

}  // namespace
