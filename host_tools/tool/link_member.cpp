// A group over the mediums of ports/. While the program computes, a thread polls the group, so that the others see this member alive.
#include "tool/link_member.h"

#include <poll.h>
#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <thread>

#include "blocking/blocking.h"
#include "relay/relay.h"
#include "shared_memory/shared_meeting.h"
#include "shared_memory/shared_memory.h"
#include "tcp/tcp.h"
#include "trace/trace.h"
#include "uart_socket/uart_socket.h"
#include "tool/link_key.h"
#include "tool/rounds.h"
#include "udp/udp.h"

namespace mote {
namespace {

constexpr uint32_t kHeartbeat = 1000000, kPoll = kHeartbeat / 10;  // microseconds
constexpr uint32_t kPollBetween = 200;       // of one that hands on for others: does it compute again?
constexpr uint32_t kAfter = kHeartbeat / 2;  // how long a member stays after a verdict, so that the others come to the same one
constexpr uint32_t kRing = 1 << 18;          // bytes
// Of relays: a frame, which members between take whole before they hand it on, and how many of them may wait.
constexpr uint32_t kRelayedPayload = 32000, kRelayedQueue = 256;

// The way to one other member. Nothing is closed: the process ends with the run.
struct Way {
  mote_udp udp;
  std::unique_ptr<mote_tcp> tcp;
  mote_shared_memory shared;
  std::string heap;  // the other one's
  mote_uart_socket uart;
  std::string path;
  mote_medium medium;  // over one of these
  uint64_t sent = 0;   // bytes
  mote_medium sealed = {};
  std::vector<uint64_t> seal;
  std::unique_ptr<mote_trace> trace;

  // The same, counting.
  mote_medium Counted() {
    mote_medium counted = medium;
    counted.user = this;
    counted.room = [](void* way) { return Of(way).room(Of(way).user); };
    counted.write = [](void* way, const void* data, size_t size) {
      static_cast<Way*>(way)->sent += size;
      Of(way).write(Of(way).user, data, size);
    };
    counted.read = [](void* way, void* data, size_t size) { return Of(way).read(Of(way).user, data, size); };
    if (medium.write_parts != nullptr) {
      counted.write_parts = [](void* way, const void* head, size_t head_size, const void* data, size_t size) {
        static_cast<Way*>(way)->sent += head_size + size;
        Of(way).write_parts(Of(way).user, head, head_size, data, size);
      };
    }
    if (medium.look != nullptr) {
      counted.look = [](void* way, void* head, size_t size) { return Of(way).look(Of(way).user, head, size); };
      counted.take = [](void* way, void* data, size_t size) { return Of(way).take(Of(way).user, data, size); };
    }
    return counted;
  }

  static const mote_medium& Of(void* way) { return static_cast<Way*>(way)->medium; }
};

std::string HeapFile(const LinkPlace& place, uint32_t member) { return place.folder + "/heap" + std::to_string(member); }

std::string MembersIn(uint32_t set) {
  std::string text;
  for (uint32_t m = 0; m < 32; ++m) {
    if ((set >> m & 1) != 0) text += (text.empty() ? "" : ", ") + std::to_string(m);
  }
  return text;
}

class Group {
 public:
  Group(const LinkPlace& place, uint32_t members, uint32_t number)
      : place_(place), members_(members), number_(number), ways_(members), mediums_(members) {}

  ~Group() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    wake_.notify_all();
    if (poller_.joinable()) poller_.join();
    if (failed_ && group_ != nullptr) (void)mote_group_serve(group_, kAfter);
    mote_group_leave(group_);  // where the run failed the others need not wait for a silence
  }

  Status Join(uint64_t plan) {
    if (!place_.key_file.empty()) {
      MOTE_ASSIGN(key_, ReadLinkKey(place_.key_file));
    }
    for (uint32_t other = 0; other < members_; ++other) {
      if (!IsWired(other)) continue;
      if (const int error = OpenWay(other); error != 0) return Unreached(other, error);
    }
    if (!place_.wires.next.empty()) MOTE_CHECK_OK(Relay());
    for (uint32_t other = 0; other < members_; ++other) {
      if (other == number_) continue;
      if (const int error = Wrap(other); error != 0) return Unreached(other, error);
    }
    frame_.resize(MOTE_TCP_BYTES / 8 + 1);
    memory_.resize(mote_group_size(members_) / 8 + 1);
    mote_group_options options = {};
    options.members = members_;
    options.member = number_;
    options.plan = plan;
    options.mediums = mediums_.data();
    options.random = mote_random_start();
    options.heartbeat_us = kHeartbeat;
    options.deadline_us = place_.deadline_ms * 1000;
    options.frame = frame_.data();
    options.frame_size = frame_.size() * 8;
    mote_code code = mote_group_init(&options, memory_.data(), memory_.size() * 8, &group_);
    if (code == MOTE_OK) code = mote_group_join(group_);
    if (code == MOTE_OK) code = mote_group_wait(group_);
    if (code != MOTE_OK) return Failure(code, "joining the group");
    poller_ = std::thread([this] { PollWhileComputing(); });
    (void)pthread_setname_np(poller_.native_handle(), "mote_group");
    return Ok();
  }

  // In each epoch, before its first run.
  Status Enter(Backend& backend) {
    mote_transport transport;
    const mote_code code = mote_group_transport(group_, backend.grid().partitions, &inner_);
    if (code != MOTE_OK) return Failure(code, "entering the group");
    OpenMeeting();
    transport = {inner_.replica, inner_.partition, this, Begin};
    return backend.SetTransport(transport);
  }

  // From here on until an exchange has begun the thread polls.
  void Compute(bool on) {
    if (computing_ == on) return;  // nobody else changes it
    const std::lock_guard lock(mutex_);
    computing_ = on;
    beside_ = false;
  }

  Result<std::vector<Literal>> Run(Backend& backend, const std::vector<Literal>& inputs) {
    Compute(true);
    Result<std::vector<Literal>> outputs = RunToTheEnd(backend, inputs);
    if (!outputs.ok()) {
      Compute(false);
      failed_ = true;
      if (place_.heap != nullptr) mote_shared_heap_forget(place_.heap.get());
    }
    return outputs;
  }

  // From a run's beginning to its end, exchanges included.
  Status Finish(Backend& backend) {
    for (;;) {
      const Result<RunStop> stop = backend.RunOn(0);
      if (!stop) return Why(stop.errors());
      if (*stop == RunStop::kDone) return Ok();
      if (*stop == RunStop::kMore) {
        PollBeside();
        continue;
      }
      Compute(false);
      if (const mote_code result = WaitForExchange(); result != MOTE_OK) return Failure(result, "an exchange");
      Compute(true);
    }
  }

  // Of a run that failed: the exchange that it went on beside, where that did, with who was lost.
  Errors Why(const Errors& run) {
    Compute(false);
    const mote_code result = mote_group_exchange_result(group_);
    return result == MOTE_OK || result == MOTE_WAIT ? run : Errors({Failure(result, "an exchange")});
  }

  // An exchange has begun that the run goes on beside: the thread polls until it has ended or the run needs it.
  void PollBeside() {
    {
      const std::lock_guard lock(mutex_);
      computing_ = beside_ = true;
    }
    wake_.notify_all();
  }

  // After a run that failed: a new epoch of those that are left, where it failed since others were lost; else `why`.
  Status Shrink(const Errors& why) {
    if (place_.least == 0 || mote_group_wait(group_) != MOTE_PEER_LOST) return why;
    lost_ = mote_group_lost(group_);
    mote_code code = mote_group_shrink(group_);
    if (code == MOTE_OK) code = mote_group_wait(group_);
    if (code != MOTE_OK) return Failure(code, "going on without member " + MembersIn(lost_));
    const uint32_t left = Count();
    if (left < place_.least) {
      return Error(Rule::kDevice, "member " + std::to_string(number_) + ": without member " + MembersIn(lost_) + " " +
                                      std::to_string(left) + " are left, fewer than the " + std::to_string(place_.least) + " of --shrink");
    }
    failed_ = false;
    return Ok();
  }

  uint32_t Count() const { return static_cast<uint32_t>(std::popcount(mote_group_members(group_))); }

  LinkNews News(uint32_t round) {
    const std::lock_guard lock(mutex_);
    LinkNews news;
    news.round = round;
    news.members = Count();
    news.epoch = mote_group_epoch(group_);
    news.lost = MembersIn(lost_);
    news.first = inner_.replica == 0 && inner_.partition == 0;
    for (const Way& way : ways_) news.bytes += way.sent;
    news.bytes += met_ + meeting_.bytes;
    return news;
  }

  // This member's run is done: it stays, since who leaves ends the epoch for those that still exchange. Until all have said so, or
  // the epoch ended otherwise.
  void StayForOthers() {
    Compute(false);
    NoteMemberDone(place_.folder, number_);
    const uint32_t members = mote_group_members(group_);
    for (uint32_t member = 0; member < members_;) {
      if ((members >> member & 1) == 0 || std::filesystem::exists(DoneFile(place_.folder, member))) {
        ++member;
      } else if (const mote_code code = mote_group_serve(group_, kPoll / 10); code != MOTE_OK && code != MOTE_WAIT) {
        (void)mote_group_serve(group_, kAfter);
        return;
      }
    }
  }

 private:
  // Frames that are encrypted, recorded or handed on have to be frames.
  void OpenMeeting() {
    if (place_.transport != "shm" || !place_.key_file.empty() || !place_.trace.empty() || !place_.wires.next.empty()) return;
    // Sets of members that lost each other may come to epochs of one number.
    const std::string name = std::to_string(mote_group_epoch(group_)) + "_" + std::to_string(mote_group_members(group_));
    if (name == meeting_name_) return;  // another program in the same epoch: turns go on
    meeting_name_ = name;
    met_ += meeting_.bytes;
    const std::string path = place_.folder + "/meeting" + name;
    (void)mote_shared_meeting_open(&meeting_, path.c_str(), Count());  // where it cannot be had links do as well
  }

  mote_code WaitForExchange() {
    if (meeting_.exchange != nullptr) {
      const mote_code code = mote_shared_meeting_wait(&meeting_, group_, &inner_, kPoll);
      if (code != MOTE_WAIT) return code;
    }
    (void)mote_group_wait_by(group_, IsOfSockets() ? &pause_ : nullptr);  // how the epoch goes on is the next exchange's business
    return mote_group_exchange_result(group_);
  }

  bool IsOfSockets() const { return place_.transport == "tcp" || place_.transport == "udp"; }
  bool IsWired(uint32_t other) const {
    return other != number_ && (place_.wires.next.empty() || (place_.wires.neighbours >> other & 1) != 0);
  }

  // What the system can wait for of the mediums.
  nfds_t Awaited(pollfd (&awaited)[32]) const {
    nfds_t count = 0;
    for (uint32_t other = 0; other < members_ && IsOfSockets(); ++other) {
      const Way& way = ways_[other];
      if (!IsWired(other)) continue;
      awaited[count++] = way.tcp != nullptr ? mote_tcp_awaited(way.tcp.get()) : pollfd{way.udp.socket, POLLIN, 0};
    }
    return count;
  }

  static void Pause(void* user, uint32_t us) {
    pollfd awaited[32];
    const nfds_t count = static_cast<const Group*>(user)->Awaited(awaited);
    const timespec longest = {0, static_cast<long>(us) * 1000};
    (void)ppoll(awaited, count, &longest, nullptr);
  }

  Diagnostic Unreached(uint32_t other, int error) const {
    return Error(Rule::kDevice, "member " + std::to_string(number_) + " cannot reach member " + std::to_string(other) + " over " +
                                    place_.transport + ": " + std::strerror(error));
  }

  Diagnostic Failure(mote_code code, const std::string& what) {
    const uint32_t lost = group_ != nullptr ? mote_group_lost(group_) : 0;
    failed_ = true;
    std::string who = lost == 0 ? "" : " (member " + MembersIn(lost) + ")";
    if (const uint32_t strangers = Strangers(); strangers != 0) {
      who += "; frames of member " + MembersIn(strangers) + " were refused: made with another key, or changed on their way";
    }
    const std::string why =
        code == MOTE_NOT_ALLOWED ? "another member has another program, or one compiled otherwise" : mote_status_text(code);
    return Error(Rule::kDevice, "member " + std::to_string(number_) + ", " + what + ": " + why + who);
  }

  Result<std::vector<Literal>> RunToTheEnd(Backend& backend, const std::vector<Literal>& inputs) {
    MOTE_CHECK_OK(backend.Load(inputs));
    MOTE_CHECK_OK(Finish(backend));
    return backend.Outputs();
  }

  // While an exchange waits in a meeting the thread goes on polling the group: it is none of the group's.
  static mote_code Begin(void* user, const mote_exchange* exchange) {
    Group& group = *static_cast<Group*>(user);
    if (mote_code met; mote_shared_meeting_begin(&group.meeting_, exchange, &met) != 0) return met;
    const std::lock_guard lock(group.mutex_);
    const mote_code code = group.inner_.begin(group.inner_.user, exchange);
    group.computing_ = code == MOTE_OK;  // one that the run waits for must not end before mote_run has returned
    group.beside_ = false;
    return code;
  }

  void PollWhileComputing() {
    const bool hands_on = place_.wires.hands_on;  // then others wait for it
    std::unique_lock lock(mutex_);
    while (!ended_) {
      const bool promptly = computing_ && (beside_ || hands_on);
      if (!promptly) wake_.wait_for(lock, std::chrono::microseconds(hands_on ? kPollBetween : kPoll));
      if (!computing_) continue;
      const uint32_t frames = mote_group_frames(group_);
      (void)mote_group_poll(group_, mote_clock_us());
      beside_ = beside_ && mote_group_exchange_result(group_) == MOTE_WAIT;
      if (promptly && mote_group_frames(group_) == frames) LetComputeFor(lock);
    }
  }

  // Until there is something to read or to write, or for a while where the system cannot tell. The run has the processor, and the group
  // when it needs it.
  void LetComputeFor(std::unique_lock<std::mutex>& lock) {
    pollfd awaited[32];
    const nfds_t count = Awaited(awaited);
    lock.unlock();
    const timespec longest = {0, count == 0 ? 50'000 : 500'000};
    (void)ppoll(awaited, count, &longest, nullptr);
    lock.lock();
  }

  int OpenWay(uint32_t other) {
    Way& way = ways_[other];
    const auto port = [&](uint32_t from, uint32_t to) { return static_cast<uint16_t>(place_.first_port + from * members_ + to); };
    const auto address = [&](uint32_t member) { return place_.addresses.empty() ? "127.0.0.1" : place_.addresses[member].c_str(); };
    const uint32_t low = std::min(number_, other), high = std::max(number_, other);
    way.path = place_.folder + "/" + std::to_string(low) + "_" + std::to_string(high);
    int error = 0;
    if (place_.transport == "udp") {
      const uint32_t payload = place_.addresses.empty() ? 16000 : 0;  // between machines, what Ethernet carries whole
      error = mote_udp_open(&way.udp, address(number_), port(number_, other), address(other), port(other, number_), payload);
      way.medium = mote_udp_medium(&way.udp);
    } else if (place_.transport == "tcp") {
      way.tcp = std::make_unique<mote_tcp>();
      error = mote_tcp_open(way.tcp.get(), address(low), port(low, high), number_ == low);
      way.medium = mote_tcp_medium(way.tcp.get());
    } else if (place_.transport == "uart") {
      error = mote_uart_socket_open(&way.uart, way.path.c_str(), number_ == low);
      way.medium = mote_uart_socket_medium(&way.uart);
    } else {
      error = mote_shared_memory_open(&way.shared, way.path.c_str(), kRing, number_ == low);
      way.heap = HeapFile(place_, other);
      mote_shared_memory_lend(&way.shared, place_.heap.get(), way.heap.c_str());
      way.medium = mote_shared_memory_medium(&way.shared);
    }
    mediums_[other] = way.Counted();
    return error;
  }

  // Mediums to all others, over those to the members to whom there is a wire.
  Status Relay() {
    mote_relay_options options = {members_, number_, mediums_.data(), place_.wires.next.data(), 0, kRelayedQueue};
    if (place_.transport != "udp") options.payload = kRelayedPayload;
    const size_t size = mote_relay_size(&options);
    relay_ = std::make_unique_for_overwrite<uint64_t[]>(size / 8);
    mote_relay* relay = nullptr;
    if (const mote_code code = mote_relay_init(&options, relay_.get(), size, &relay); code != MOTE_OK) {
      return Failure(code, "relaying");
    }
    for (uint32_t other = 0; other < members_; ++other) {
      if (other != number_) mediums_[other] = mote_relay_medium(relay, other);
    }
    return Ok();
  }

  // Encryption around the medium, and the trace around that.
  int Wrap(uint32_t other) {
    Way& way = ways_[other];
    mote_medium& medium = mediums_[other];
    if (!key_.empty()) {
      const mote_cipher cipher = LinkCipher();
      const mote_seal_options options = {&medium, &cipher, key_.data(), number_, other};
      way.seal.resize(mote_seal_size(&medium) / 8);
      if (mote_seal_init(&options, way.seal.data(), way.seal.size() * 8, &way.sealed) != MOTE_OK) return EINVAL;
      medium = way.sealed;
    }
    if (place_.trace.empty()) return 0;
    way.trace = std::make_unique<mote_trace>();
    const int error = mote_trace_open(way.trace.get(), place_.trace.c_str(), &medium, number_, other);
    medium = mote_trace_medium(way.trace.get());
    return error;
  }

  // Members of whom nothing was ever taken, but frames came of another key.
  uint32_t Strangers() const {
    uint32_t strangers = 0;
    for (uint32_t other = 0; other < members_ && !key_.empty(); ++other) {
      if (other != number_ && ways_[other].seal.size() != 0 && mote_seal_refused(&ways_[other].sealed) != 0) strangers |= 1u << other;
    }
    return strangers;
  }

  const LinkPlace place_;
  const uint32_t members_, number_;
  std::vector<Way> ways_;
  std::vector<mote_medium> mediums_;
  std::vector<uint64_t> frame_, memory_;
  std::unique_ptr<uint64_t[]> relay_;
  std::vector<uint8_t> key_;
  mote_group* group_ = nullptr;
  const mote_group_pause pause_ = {Pause, this};
  mote_transport inner_ = {};  // the group's own
  mote_shared_meeting meeting_ = {};  // of this epoch and these members
  std::string meeting_name_;
  uint64_t met_ = 0;           // bytes, in meetings of epochs before
  std::mutex mutex_;           // of calls on the group while the thread may poll it
  std::condition_variable wake_;
  bool computing_ = false, ended_ = false;
  bool beside_ = false;  // and an exchange is under way
  bool failed_ = false;  // the others may not know of it yet
  uint32_t lost_ = 0;    // those that it went on without
  std::thread poller_;
};

uint32_t MembersOf(const Backend& backend) { return backend.grid().replicas * backend.grid().partitions; }

double ProcessorSeconds() {
  timespec used = {};
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

}  // namespace

bool IsLinkTransport(const std::string& word) { return word == "shm" || word == "udp" || word == "tcp" || word == "uart"; }

void LendMemory(uint32_t number, LinkPlace* place, BackendOptions* options) {
  if (place->transport != "shm") return;
  const auto heap = std::make_shared<mote_shared_heap>();
  if (mote_shared_heap_make(heap.get(), HeapFile(*place, number).c_str()) != 0) return;  // all goes through the rings
  place->heap = heap;
  options->memory = [heap](size_t bytes, size_t alignment) { return mote_shared_heap_take(heap.get(), bytes, alignment); };
}

std::string DoneFile(const std::string& folder, uint32_t number) { return folder + "/done" + std::to_string(number); }

void NoteMemberDone(const std::string& folder, uint32_t number) { std::ofstream(DoneFile(folder, number)).flush(); }

Result<std::vector<Literal>> RunLinkMember(const LinkRun& run, const LinkPlace& place, std::vector<Literal> inputs) {
  MOTE_ASSIGN(Backend* backend, run.open(run.members));
  Group group(place, run.members, run.number);
  MOTE_CHECK_OK(group.Join(backend->plan()));
  MOTE_CHECK_OK(group.Enter(*backend));
  std::vector<Literal> outputs;
  for (uint32_t round = 0; round < run.rounds;) {
    Result<std::vector<Literal>> results = group.Run(*backend, run.with_hidden(inputs));
    if (results.ok()) {
      outputs = std::move(*results);
      run.take_hidden(outputs);
      if (++round < run.rounds) TakeAsInputs(outputs, inputs);
      run.tell(group.News(round), outputs);
      continue;
    }
    MOTE_CHECK_OK(group.Shrink(results.errors()));
    group.Compute(true);  // the others see this one while it compiles
    MOTE_ASSIGN(backend, run.open(group.Count()));
    group.Compute(false);
    MOTE_CHECK_OK(group.Enter(*backend));
    run.tell(group.News(0), {});
  }
  if (run.follower != nullptr) {
    MOTE_CHECK_OK(group.Enter(*run.follower));
    MOTE_ASSIGN(outputs, group.Run(*run.follower, outputs));
  }
  group.StayForOthers();
  return outputs;
}

Result<LinkRounds> TimeLinkMember(Backend& backend, uint32_t number, const LinkPlace& place, const std::vector<Literal>& inputs,
                                  uint32_t rounds, uint32_t runs) {
  Group group(place, MembersOf(backend), number);
  MOTE_CHECK_OK(group.Join(backend.plan()));
  MOTE_CHECK_OK(group.Enter(backend));
  group.Compute(true);
  MOTE_CHECK_OK(backend.Load(inputs));
  LinkRounds result;
  double processor = 0;
  for (uint32_t round = 0; round <= rounds; ++round) {
    const auto began = std::chrono::steady_clock::now();
    for (uint32_t i = 0; i < runs; ++i) MOTE_CHECK_OK(group.Finish(backend));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    if (round == 0) processor = ProcessorSeconds();
    else result.seconds.push_back(took.count());
  }
  result.processor_seconds = ProcessorSeconds() - processor;
  MOTE_ASSIGN(result.outputs, backend.Outputs());
  group.Compute(false);
  group.StayForOthers();
  return result;
}

}  // namespace mote
