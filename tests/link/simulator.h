// Members of a group in virtual time, over mediums with faults. One seed and one list of faults give one course of events, always.
// What must hold in every course is checked as it goes; the first thing that does not is kept in `wrong`.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "collective/group.h"
#include "exchange_stub.h"
#include "tests/fault/random.h"

namespace mote::link_test {

#define MOTE_LINK_FAULTS(X)                                                                                                           \
  X(drop)                                                                                                                             \
  X(duplicate) X(reorder) X(delay) X(flip_bits) X(burst) X(truncate) X(noise) X(merge) X(stuck_line) X(one_way) X(slow_peer) X(reset) \
      X(reboot) X(clock_jump) X(full_queue) X(hostile)
enum class Fault {
#define X(name) k_##name,
  MOTE_LINK_FAULTS(X)
#undef X
};
constexpr int kFaults = 17;
const char* NameOf(Fault fault);

struct PlannedFault {
  Fault fault;
  uint32_t frame;  // strikes the frame of this number, counted over all members from the start, or its sender
};

struct Scenario {
  uint64_t seed = 1;
  uint32_t members = 2;
  bool stream = true;
  bool sealed = false; // encrypted: payloads of 24 and more; a hostile member has the key, whatever else happens strikes sealed frames
  bool looks = false;  // of datagrams: they are written in parts and looked at before they are taken
  uint32_t payload = 32, window = 4;
  uint32_t exchanges = 4;
  uint32_t largest = 200;  // bytes of a message
  std::vector<PlannedFault> faults;
};

class Simulation {
 public:
  explicit Simulation(const Scenario& scenario);
  void Run();
  std::string wrong;            // empty: all that must hold did
  uint32_t frames = 0;          // sent, by all
  uint32_t finished = 0;        // members that carried out all exchanges
  uint32_t ticks = 0;
  uint32_t epochs = 0;          // the last one
  bool trace = false;

 private:
  using Bytes = std::vector<uint8_t>;
  struct Arrival {
    uint64_t time;
    Bytes bytes;
  };
  struct Channel {
    Simulation* simulation;
    uint32_t from, to;
    std::deque<Arrival> on_the_way;   // by time
    Bytes writing;                    // of a stream: the frame that is being written
    Bytes arrived;                    // of a stream, not read yet
    std::deque<Bytes> datagrams;
    Bytes kept;                       // a frame that waits for the next one, for `reorder` and `merge`
    bool keeps = false, merges = false;
    bool kept_whole = false;          // no fault had struck it
    uint64_t stuck_until = 0, full_until = 0;
    bool cut = false;
    uint64_t last = 0;
    // What the monitor knows of what went this way and was sent back.
    uint32_t session = 0, epoch = 0;
    std::map<uint16_t, bool> sent_chunks;
    std::map<std::pair<uint32_t, uint32_t>, uint16_t> acked;  // by session and epoch: a frame may leave when both are past
    uint16_t ended = 0;  // behind the chunks of exchanges that the sender has carried out
  };
  struct Member {
    uint32_t number = 0;
    bool alive = false, hostile = false, given_up = false, done = false, in_exchange = false, ended_it = false;
    uint64_t wake_at = 0;  // of one that boots again
    uint32_t slow = 1, boots = 0, attempts = 0;
    int64_t clock_offset = 0;
    uint32_t next = 0;     // exchanges carried out
    uint64_t began = 0, since = 0;
    uint32_t seen_epoch = 0, verdict_epoch = 0;
    std::vector<uint64_t> memory;
    std::vector<uint8_t> frame;
    std::vector<mote_medium> mediums;
    std::vector<mote_medium> sealed;             // below `mediums`, by number
    std::vector<std::vector<uint64_t>> seals;
    uint64_t secrets = 0;                        // state of its random numbers
    mote_group* group = nullptr;
    mote_instance instance;
    mote_exchange exchange;
    std::vector<Bytes> sends, receives, after;  // with guards; `after`: what the last exchange left
    std::vector<uint16_t> first_chunks;         // by rank: the number of the message's first one
    std::vector<Bytes> said;  // its last frames, with where they went
    std::vector<uint32_t> said_to;
    std::map<uint32_t, uint32_t> proposed;  // in this life: proposal → `out`
  };
  // That a member came into an epoch. Numbers of epochs are told apart by the sessions of the links, which belong to two lives.
  struct Opening {
    uint32_t member, members, next;  // next: exchanges carried out by those of the epoch when it began
    std::vector<uint32_t> sessions;  // with each other member
  };
  struct Verdict {
    uint32_t member, next, code, lost, members;
  };

  void Boot(Member* member);
  void Poll(Member* member);
  void Begin(Member* member);
  void AfterExchange(Member* member);
  void AfterVerdict(Member* member, mote_code code);
  void OnOpen(Member* member);
  void Strike(Fault fault, Channel* channel, Bytes* frame, bool* deliver);
  void Keep(Channel* channel, const Bytes& frame);
  void Send(Channel* channel, Bytes frame);
  void Deliver(Channel* channel, const Bytes& frame, uint64_t delay);
  void Watch(Channel* channel, const Bytes& body);
  void Mutate(Channel* channel, Bytes* frame);
  void Fail(const std::string& what);
  bool Honest(uint32_t member) const { return !members_[member].hostile; }
  Channel& Way(uint32_t from, uint32_t to) { return channels_[from * scenario_.members + to]; }

  void Seal(Member* member, uint32_t to);
  static const mote_medium& Under(void* user);
  static size_t Room(void* user);
  static void Write(void* user, const void* data, size_t size);
  static size_t Read(void* user, void* data, size_t size);
  static void WriteParts(void* user, const void* head, size_t head_size, const void* data, size_t size);
  static size_t Look(void* user, void* head, size_t size);
  static size_t TakeRest(void* user, void* data, size_t size);

  Scenario scenario_;
  fault::Random random_;
  uint64_t now_ = 0;
  std::vector<Member> members_;
  std::vector<Channel> channels_;
  std::map<uint32_t, std::vector<Verdict>> verdicts_;                   // by epoch
  std::map<uint32_t, std::vector<Opening>> opened_;                     // by epoch
  std::map<uint32_t, uint32_t> reached_;                                // where a member is hostile: epoch → exchanges carried out
  bool any_hostile_ = false;
};

std::string Format(const char* format, ...) __attribute__((format(printf, 1, 2)));

// By other code than that of the product: the body in COBS, its checksum, both ends.
std::vector<uint8_t> EncodeFrame(const std::vector<uint8_t>& body);
// The body, or nothing.
std::vector<uint8_t> DecodeFrame(const std::vector<uint8_t>& wire);

}  // namespace mote::link_test
