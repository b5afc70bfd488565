// Groups in one process, polled step by step in virtual time over datagrams that a test may hold back, or
// streams that it may keep from writing: for schedules written by hand.
// simulator.h draws them at random.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

#include "collective/group.h"
#include "exchange_stub.h"

namespace mote::link_test {

class SteppedGroups {
 public:
  static constexpr uint32_t kHeartbeat = 100000, kStep = 1000, kMost = 4;  // microseconds; all are polled once a step
  static constexpr uint32_t kPayload = 64, kLongest = 2 * kPayload;
  using Bytes = std::vector<uint8_t>;

  // What stands around a member's mediums, which it replaces: a relay, encryption.
  using Around = std::function<void(uint32_t number, mote_medium* mediums)>;

  explicit SteppedGroups(uint32_t members, bool stream = false, Around around = nullptr)
      : count_(members), stream_(stream), around_(std::move(around)), members_(members) {
    for (uint32_t member = 0; member < members; ++member) Start(member, member + 1);
  }

  // As at power-on: nothing is known.
  void Start(uint32_t number, uint32_t random) {
    Member& m = members_[number];
    m.memory.assign(mote_group_size(count_) / 8 + 1, 0);
    for (uint32_t to = 0; to < count_; ++to) {
      m.ways[to] = {this, number, to};
      m.mediums[to] = {};
      m.mediums[to].user = &m.ways[to];
      m.mediums[to].payload = kPayload;
      m.mediums[to].stream = stream_ ? 1 : 0;
      m.mediums[to].room = Room;
      m.mediums[to].write = Write;
      m.mediums[to].read = Read;
    }
    if (around_) around_(number, m.mediums);
    mote_group_options options = {};
    options.members = count_;
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

  // Everybody sends so many bytes to everybody.
  void Exchange(uint32_t number, uint32_t bytes = 1) {
    Member& m = members_[number];
    m.exchange = {};
    m.exchange.kind = MOTE_EXCHANGE_SWAP;
    m.exchange.instance = &m.instance;
    m.instance = {};
    m.instance.waiting = true;
    for (uint32_t other = 0; other < count_; ++other) {
      if (other == number) continue;
      m.exchange.sends.push_back({other, bytes, m.sent});
      m.exchange.receives.push_back({other, bytes, m.received[other]});
    }
    mote_transport transport;
    ASSERT_EQ(mote_group_transport(m.group, 1, &transport), MOTE_OK);
    ASSERT_EQ(transport.begin(transport.user, &m.exchange), MOTE_WAIT);
  }

  // Steps until `there`; false: not within `most`.
  bool Run(const std::function<bool()>& there, uint32_t most) {
    for (const uint64_t end = now_ + most; !there() && now_ < end;) {
      now_ += kStep;
      for (Member& m : members_) m.code = mote_group_poll(m.group, static_cast<uint32_t>(now_));
    }
    return there();
  }

  // A frame, out of nowhere.
  void Bring(uint32_t from, uint32_t to, const Bytes& frame) { queues_[from][to].push_back(frame); }

  // An epoch of all.
  bool RunUntilOpen(uint32_t most) {
    const uint32_t all = (1u << count_) - 1;
    const auto open = [all](const Member& m) { return mote_group_members(m.group) == all; };
    return Run([&] { return std::all_of(members_.begin(), members_.end(), open); }, most);
  }

  uint64_t now() const { return now_; }
  mote_group* group(uint32_t member) { return members_[member].group; }
  mote_code code(uint32_t member) const { return members_[member].code; }  // of the last poll
  const mote_instance& instance(uint32_t member) const { return members_[member].instance; }
  uint8_t& sent(uint32_t member) { return members_[member].sent[0]; }
  const uint8_t& received(uint32_t member, uint32_t from) const { return members_[member].received[from][0]; }
  std::function<size_t(uint32_t from, uint32_t to)> room = [](uint32_t, uint32_t) { return size_t{80}; };
  std::function<bool(uint32_t from, uint32_t to, const Bytes& frame)> passes = [](uint32_t, uint32_t, const Bytes&) { return true; };

 private:
  struct Way {
    SteppedGroups* net;
    uint32_t from, to;
  };
  struct Member {
    std::vector<uint64_t> memory;
    uint64_t frame[16];
    Way ways[kMost];
    mote_medium mediums[kMost];
    mote_group* group;
    mote_code code;
    mote_exchange exchange;
    mote_instance instance;
    uint8_t sent[kLongest] = {7}, received[kMost][kLongest];
  };

  static size_t Room(void* user) {
    const Way& way = *static_cast<Way*>(user);
    return way.net->room(way.from, way.to);
  }
  static void Write(void* user, const void* data, size_t size) {
    const Way& way = *static_cast<Way*>(user);
    const auto* bytes = static_cast<const uint8_t*>(data);
    const Bytes frame(bytes, bytes + size);
    if (way.net->passes(way.from, way.to, frame)) way.net->queues_[way.from][way.to].push_back(frame);
  }
  static size_t Read(void* user, void* data, size_t size) {
    const Way& way = *static_cast<Way*>(user);
    std::deque<Bytes>& queue = way.net->queues_[way.to][way.from];
    if (queue.empty()) return 0;
    Bytes bytes = std::move(queue.front());
    queue.pop_front();
    if (way.net->stream_ && bytes.size() > size) queue.emplace_front(bytes.begin() + static_cast<ptrdiff_t>(size), bytes.end());
    std::memcpy(data, bytes.data(), std::min(size, bytes.size()));
    return std::min(size, bytes.size());
  }

  uint32_t count_;
  bool stream_;
  Around around_;
  uint64_t now_ = 0;
  std::deque<Bytes> queues_[kMost][kMost];  // from, to
  std::vector<Member> members_;
};

}  // namespace mote::link_test
