// A group over the mediums of ports/. While the program computes, a thread polls the group, so that the others see this member alive.
#include "tool/link_member.h"

#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <thread>

#include "blocking/blocking.h"
#include "shared_memory/shared_memory.h"
#include "tcp/tcp.h"
#include "udp/udp.h"

namespace mote {
namespace {

constexpr uint32_t kHeartbeat = 1000000, kPoll = kHeartbeat / 10;  // microseconds
constexpr uint32_t kAfter = kHeartbeat / 2;  // how long a member stays after a verdict, so that the others come to the same one
constexpr uint32_t kRing = 1 << 18;          // bytes

// The way to one other member. Nothing is closed: the process ends with the run.
struct Way {
  mote_udp udp;
  std::unique_ptr<mote_tcp> tcp;
  mote_shared_memory shared;
};

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
    mote_group_leave(group_);  // where the run failed the others need not wait for a silence
  }

  Status Join(uint64_t plan) {
    for (uint32_t other = 0; other < members_; ++other) {
      if (other == number_) continue;
      if (const int error = OpenWay(other); error != 0) {
        return Error(Rule::kDevice, "member " + std::to_string(number_) + " cannot reach member " + std::to_string(other) + " over " +
                                        place_.transport + ": " + std::strerror(error));
      }
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

  Status MakeTransport(uint32_t partitions, mote_transport* transport) {
    const mote_code code = mote_group_transport(group_, partitions, &inner_);
    if (code != MOTE_OK) return Failure(code, "entering the group");
    *transport = {inner_.replica, inner_.partition, this, Begin};
    return Ok();
  }

  // From here on until an exchange has begun the thread polls.
  void Compute(bool on) {
    const std::lock_guard lock(mutex_);
    computing_ = on;
  }

  // Until the exchange has ended; how the epoch goes on is the next one's business.
  Status Wait() {
    (void)mote_group_wait(group_);
    const mote_code result = mote_group_exchange_result(group_);
    return result == MOTE_OK ? Ok() : Failure(result, "an exchange");
  }

  // This member's run is done: it stays, since who leaves ends the epoch for those that still exchange. Until all have said so, or
  // the epoch ended otherwise.
  void StayForOthers() {
    std::ofstream(DoneFile(number_)).flush();
    for (uint32_t member = 0; member < members_;) {
      if (std::filesystem::exists(DoneFile(member))) {
        ++member;
      } else if (const mote_code code = mote_group_serve(group_, kPoll / 10); code != MOTE_OK && code != MOTE_WAIT) {
        (void)mote_group_serve(group_, kAfter);
        return;
      }
    }
  }

 private:
  Diagnostic Failure(mote_code code, const std::string& what) {
    const uint32_t lost = group_ != nullptr ? mote_group_lost(group_) : 0;
    if (group_ != nullptr) (void)mote_group_serve(group_, kAfter);
    const std::string who = lost == 0 ? "" : " (member " + MembersIn(lost) + ")";
    const std::string why =
        code == MOTE_NOT_ALLOWED ? "another member has another program, or one compiled otherwise" : mote_status_text(code);
    return Error(Rule::kDevice, "member " + std::to_string(number_) + ", " + what + ": " + why + who);
  }

  static mote_code Begin(void* user, const mote_exchange* exchange) {
    Group& group = *static_cast<Group*>(user);
    const std::lock_guard lock(group.mutex_);
    const mote_code code = group.inner_.begin(group.inner_.user, exchange);
    group.computing_ = code == MOTE_OK;  // an exchange must not end before mote_run has returned
    return code;
  }

  void PollWhileComputing() {
    std::unique_lock lock(mutex_);
    while (!ended_) {
      wake_.wait_for(lock, std::chrono::microseconds(kPoll));
      if (computing_) (void)mote_group_poll(group_, mote_clock_us());
    }
  }

  std::string DoneFile(uint32_t member) const { return place_.folder + "/done" + std::to_string(member); }

  int OpenWay(uint32_t other) {
    Way& way = ways_[other];
    const auto port = [&](uint32_t from, uint32_t to) { return static_cast<uint16_t>(place_.first_port + from * members_ + to); };
    int error = 0;
    if (place_.transport == "udp") {
      error = mote_udp_open(&way.udp, "127.0.0.1", port(number_, other), "127.0.0.1", port(other, number_), 16000);
      mediums_[other] = mote_udp_medium(&way.udp);
    } else if (place_.transport == "tcp") {
      way.tcp = std::make_unique<mote_tcp>();
      const uint32_t low = std::min(number_, other), high = std::max(number_, other);
      error = mote_tcp_open(way.tcp.get(), "127.0.0.1", port(low, high), number_ == low);
      mediums_[other] = mote_tcp_medium(way.tcp.get());
    } else {
      const std::string low = std::to_string(std::min(number_, other)), high = std::to_string(std::max(number_, other));
      const std::string path = place_.folder + "/" + low + "_" + high;
      error = mote_shared_memory_open(&way.shared, path.c_str(), kRing, number_ < other);
      mediums_[other] = mote_shared_memory_medium(&way.shared);
    }
    return error;
  }

  const LinkPlace place_;
  const uint32_t members_, number_;
  std::vector<Way> ways_;
  std::vector<mote_medium> mediums_;
  std::vector<uint64_t> frame_, memory_;
  mote_group* group_ = nullptr;
  mote_transport inner_ = {};  // the group's own
  std::mutex mutex_;           // of calls on the group while the thread may poll it
  std::condition_variable wake_;
  bool computing_ = false, ended_ = false;
  std::thread poller_;
};

// From a run's beginning to its end, exchanges included.
Status RunOnce(Backend& backend, Group& group) {
  for (;;) {
    MOTE_ASSIGN(const bool done, backend.RunOn());
    if (done) return Ok();
    group.Compute(false);
    MOTE_CHECK_OK(group.Wait());
    group.Compute(true);
  }
}

Status Enter(Backend& backend, Group& group, const std::vector<Literal>& inputs) {
  MOTE_CHECK_OK(group.Join(backend.plan()));
  mote_transport transport;
  MOTE_CHECK_OK(group.MakeTransport(backend.grid().partitions, &transport));
  MOTE_CHECK_OK(backend.SetTransport(transport));
  group.Compute(true);
  return backend.Load(inputs);
}

uint32_t MembersOf(const Backend& backend) { return backend.grid().replicas * backend.grid().partitions; }

double ProcessorSeconds() {
  timespec used = {};
  (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

}  // namespace

bool IsLinkTransport(const std::string& word) { return word == "shm" || word == "udp" || word == "tcp"; }

Result<std::vector<Literal>> RunLinkMember(Backend& backend, uint32_t number, const LinkPlace& place, const std::vector<Literal>& inputs) {
  Group group(place, MembersOf(backend), number);
  MOTE_CHECK_OK(Enter(backend, group, inputs));
  MOTE_CHECK_OK(RunOnce(backend, group));
  MOTE_ASSIGN(std::vector<Literal> outputs, backend.Outputs());
  group.Compute(false);
  group.StayForOthers();
  return outputs;
}

Result<LinkRounds> TimeLinkMember(Backend& backend, uint32_t number, const LinkPlace& place, const std::vector<Literal>& inputs,
                                  uint32_t rounds, uint32_t runs) {
  Group group(place, MembersOf(backend), number);
  MOTE_CHECK_OK(Enter(backend, group, inputs));
  LinkRounds result;
  double processor = 0;
  for (uint32_t round = 0; round <= rounds; ++round) {
    const auto began = std::chrono::steady_clock::now();
    for (uint32_t i = 0; i < runs; ++i) MOTE_CHECK_OK(RunOnce(backend, group));
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
