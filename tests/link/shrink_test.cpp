// How long a group takes to go on without a member, in virtual time over a net with a fixed delay: the verdict within three heartbeats,
// the next epoch two round trips behind it; a stopped member that goes on is told, and one that began anew is let in. simulator_test.cpp
// has the faults.
#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <vector>

#include "exchange_stub.h"
#include "mote/group.h"

namespace {

constexpr uint32_t kHeartbeat = 100000, kStep = 100;  // microseconds; all are polled once a step

struct Datagram {
  uint64_t arrives;
  std::vector<uint8_t> bytes;
};

class Net;

struct Way {  // from one member to another
  Net* net;
  std::deque<Datagram>*out, *in;
};

class Net {
 public:
  Net(uint32_t members, uint32_t delay) : members_(members), delay_(delay), queues_(members * members), ways_(members * members),
        mediums_(members * members), members_of_(members), verdict_at_(members), open_at_(members), codes_(members), runs_(members, true) {
    for (uint32_t a = 0; a < members; ++a) {
      for (uint32_t b = 0; b < members; ++b) {
        ways_[a * members + b] = {this, &queues_[a * members + b], &queues_[b * members + a]};
        mote_medium& medium = mediums_[a * members + b];
        medium = {};
        medium.user = &ways_[a * members + b];
        medium.payload = 64;
        medium.room = [](void*) { return size_t{80}; };
        medium.write = [](void* user, const void* data, size_t size) {
          Way* way = static_cast<Way*>(user);
          way->net->Send(way, data, size);
        };
        medium.read = [](void* user, void* data, size_t size) {
          Way* way = static_cast<Way*>(user);
          return way->net->Receive(way, data, size);
        };
      }
      Start(a, a + 1);
    }
  }

  // As at power-on: nothing is known.
  void Start(uint32_t member, uint32_t random) {
    Member& m = members_of_[member];
    m.memory.assign(mote_group_size(members_) / 8 + 1, 0);
    m.frame.assign(32, 0);
    mote_group_options options = {};
    options.members = members_;
    options.member = member;
    options.plan = 1;
    options.mediums = &mediums_[member * members_];
    options.random = random;
    options.heartbeat_us = kHeartbeat;
    options.frame = m.frame.data();
    options.frame_size = m.frame.size() * 8;
    ASSERT_EQ(mote_group_init(&options, m.memory.data(), m.memory.size() * 8, &m.group), MOTE_OK);
    ASSERT_EQ(mote_group_join(m.group), MOTE_OK);
  }

  // A step of time. Who has a verdict shrinks at once; who is asked to let somebody in joins.
  void Step() {
    now_ += kStep;
    for (uint32_t m = 0; m < members_; ++m) {
      if (!runs_[m]) continue;
      mote_group* group = members_of_[m].group;
      const mote_code code = mote_group_poll(group, static_cast<uint32_t>(now_));
      if (code == MOTE_WAIT) continue;
      if (code == MOTE_OK) {
        if (codes_[m] != MOTE_OK || open_at_[m] == 0) open_at_[m] = now_;
        codes_[m] = MOTE_OK;
        if (admits && mote_group_waiting(group) != 0) Go(group);
      } else if (codes_[m] == MOTE_OK) {
        codes_[m] = code;
        verdict_at_[m] = now_;
        if (code != MOTE_EPOCH_CHANGED) Go(group);
      }
    }
  }

  bool AllOpen(uint32_t set) const {
    for (uint32_t m = 0; m < members_; ++m) {
      if ((set >> m & 1) != 0 && mote_group_members(members_of_[m].group) != set) return false;
    }
    return true;
  }
  // Steps until all of `set` are in an epoch of these; false: not within so long.
  bool RunUntilOpen(uint32_t set, uint64_t most) {
    const uint64_t end = now_ + most;
    while (!AllOpen(set) && now_ < end) Step();
    return AllOpen(set);
  }

  bool admits = true;  // who asks to come in
  uint64_t now() const { return now_; }
  void Run(uint32_t member, bool on) { runs_[member] = on; }
  mote_code code(uint32_t member) const { return codes_[member]; }
  uint64_t verdict_at(uint32_t member) const { return verdict_at_[member]; }
  uint64_t open_at(uint32_t member) const { return open_at_[member]; }
  uint32_t epoch(uint32_t member) const { return mote_group_epoch(members_of_[member].group); }

 private:
  struct Member {
    std::vector<uint64_t> memory, frame;
    mote_group* group = nullptr;
  };

  static void Go(mote_group* group) { EXPECT_EQ(mote_group_shrink(group), MOTE_OK); }
  void Send(Way* way, const void* data, size_t size) {
    const auto* bytes = static_cast<const uint8_t*>(data);
    way->out->push_back({now_ + delay_, {bytes, bytes + size}});
  }
  size_t Receive(Way* way, void* data, size_t size) {
    if (way->in->empty() || way->in->front().arrives > now_) return 0;
    const std::vector<uint8_t> bytes = std::move(way->in->front().bytes);
    way->in->pop_front();
    const size_t taken = bytes.size() < size ? bytes.size() : size;
    std::memcpy(data, bytes.data(), taken);
    return taken;
  }

  uint32_t members_, delay_;
  uint64_t now_ = 0;
  std::vector<std::deque<Datagram>> queues_;  // from * members + to
  std::vector<Way> ways_;
  std::vector<mote_medium> mediums_;
  std::vector<Member> members_of_;
  std::vector<uint64_t> verdict_at_, open_at_;
  std::vector<mote_code> codes_;
  std::vector<bool> runs_;
};

struct Times {
  uint64_t first_verdict = UINT64_MAX, last_verdict = 0, last_open = 0;
};

Times TimesOf(const Net& net, uint32_t members, uint32_t victim) {
  Times times;
  for (uint32_t m = 0; m < members; ++m) {
    if (m == victim) continue;
    times.first_verdict = std::min(times.first_verdict, net.verdict_at(m));
    times.last_verdict = std::max(times.last_verdict, net.verdict_at(m));
    times.last_open = std::max(times.last_open, net.open_at(m));
  }
  return times;
}

TEST(Shrink, TakesThreeHeartbeatsAndTwoRoundTrips) {
  for (uint32_t members = 2; members <= 8; ++members) {
    for (const uint32_t delay : {200u, 1000u, 5000u}) {
      for (const uint32_t victim : {0u, members - 1}) {
        SCOPED_TRACE(testing::Message() << members << " members, " << delay << " us each way, " << victim << " is lost");
        Net net(members, delay);
        const uint32_t all = (1u << members) - 1, rest = all & ~(1u << victim);
        ASSERT_TRUE(net.RunUntilOpen(all, 20 * kHeartbeat));
        for (int i = 0; i < 1000; ++i) net.Step();
        const uint64_t lost = net.now();
        net.Run(victim, false);
        ASSERT_TRUE(net.RunUntilOpen(rest, 10 * kHeartbeat));
        const Times times = TimesOf(net, members, victim);
        EXPECT_LE(times.last_verdict - lost, 3 * kHeartbeat);
        EXPECT_LE(times.last_open - times.first_verdict, 4 * delay + 4 * kStep);  // two round trips, and steps to look
        // It was only stopped, and is told as soon as it hears of them: it asks, or they say it of their own accord, twice a heartbeat.
        const uint64_t continued = net.now() + 3 * kHeartbeat;
        while (net.now() < continued) net.Step();
        net.Run(victim, true);
        const uint64_t again = net.now();
        while (net.code(victim) == MOTE_OK && net.now() < again + 5 * kHeartbeat) net.Step();
        EXPECT_EQ(net.code(victim), MOTE_EPOCH_CHANGED);
        EXPECT_LE(net.verdict_at(victim) - again, kHeartbeat);
        // And begins anew: that changes nothing for the others until they let it in; then all are together again, in a later epoch.
        const uint32_t before = net.epoch(victim == 0 ? 1 : 0);
        net.admits = false;
        net.Start(victim, 1000 + members);
        for (uint64_t end = net.now() + 5 * kHeartbeat; net.now() < end; net.Step()) ASSERT_TRUE(net.AllOpen(rest));
        net.admits = true;
        ASSERT_TRUE(net.RunUntilOpen(all, 20 * kHeartbeat));
        EXPECT_GT(net.epoch(victim), before);
        EXPECT_EQ(net.epoch(victim), net.epoch(victim == 0 ? 1 : 0));
      }
    }
  }
}

}  // namespace
