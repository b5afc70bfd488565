// Members of a group in virtual time, over lines or a switch of known speed: how long exchanges take. No faults but lost frames
// (simulator.h has the others), and nothing of what a processor takes.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "exchange_stub.h"
#include "mote/group.h"
#include "tests/fault/random.h"

namespace mote::link_test {

struct Net {
  uint32_t members = 2;
  // true: serial lines, one between each two, both ways at once. false: datagrams, which stay in the medium until they are taken (as with
  // TCP and shared memory); each member has one way to a switch and one from it.
  bool lines = true;
  double bytes_per_us = 0.125;  // of each line or way
  double latency_us = 0;
  double loss = 0;              // of 1: frames that are damaged (lines) or lost
  uint32_t payload = 0, window = 0;  // of mote_medium
  uint32_t tick_us = 100;       // how often a member polls
  uint32_t heartbeat_us = 500000;
  uint64_t seed = 1;
  // What stands around a member's mediums, which it replaces: a relay.
  std::function<void(uint32_t number, std::vector<mote_medium>* mediums)> around;
};

struct TimedExchange {
  mote_exchange_kind kind;  // GATHER: `bytes` from each to all. SWAP: a block of `bytes` from each to each. PAIRS: `bytes` from 0 to 1
  uint32_t bytes;
};

class TimedGroup {
 public:
  explicit TimedGroup(const Net& net);
  // Microseconds from when all begin until the last one has ended, one exchange after the other; negative: something went wrong.
  double Run(const std::vector<TimedExchange>& exchanges);
  const std::string& wrong() const { return wrong_; }

 private:
  using Bytes = std::vector<uint8_t>;
  struct Piece {
    double begins;  // when its first byte sets out; of datagrams: when the whole has come
    Bytes bytes;
    size_t read = 0;
  };
  struct Way {
    TimedGroup* group;
    uint32_t from, to;
    std::deque<Piece> pieces;
    double free_at = 0;
    bool in_frame = false;
  };
  struct Member {
    std::vector<uint64_t> memory;
    std::vector<uint8_t> frame;
    std::vector<mote_medium> mediums;
    mote_group* group = nullptr;
    mote_instance instance;
    mote_exchange exchange;
    std::vector<Bytes> sends, receives;
    size_t next = 0;
    bool exchanging = false;
    double ended = 0;
    double out_free = 0, in_free = 0;  // its ways to and from the switch
    std::multimap<double, std::pair<uint32_t, Bytes>> arriving;  // at the switch, for it: when, and from whom
  };

  void Boot(uint32_t number);
  void Switch(Member* member);
  void Step(const std::vector<TimedExchange>* exchanges);
  void Begin(uint32_t number, const TimedExchange& what);
  void Check(uint32_t number, const TimedExchange& what);
  void Fail(const std::string& what) { wrong_ = wrong_.empty() ? what : wrong_; }
  Way& WayOf(uint32_t from, uint32_t to) { return ways_[from * net_.members + to]; }
  bool IsLost() { return net_.loss > 0 && static_cast<double>(random_.Below(1 << 20)) < net_.loss * (1 << 20); }

  static size_t Room(void* user);
  static void Write(void* user, const void* data, size_t size);
  static size_t Read(void* user, void* data, size_t size);
  static size_t Look(void* user, void* head, size_t size);
  static size_t TakeRest(void* user, void* data, size_t size);

  Net net_;
  fault::Random random_;
  double now_ = 0;
  uint32_t number_ = 0;  // exchanges before this run
  std::vector<Member> members_;
  std::vector<Way> ways_;
  std::string wrong_;
};

}  // namespace mote::link_test
