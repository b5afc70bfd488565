// Members as processes of their own on this machine, over real mediums; one of them is killed or stopped in the middle of exchanges.
// usage: link_processes udp|tcp|shared_memory|shared_heap|serial MEMBERS run|kill|stop [HEARTBEAT_MS]
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "blocking/blocking.h"
#include "exchange_stub.h"
#include "serial/serial.h"
#include "shared_memory/shared_memory.h"
#include "tcp/tcp.h"
#include "udp/udp.h"

namespace {

constexpr uint32_t kExchanges = 40;
// Of a message; in a heap of several chunks, each long enough to be lent.
uint32_t BytesOf(const std::string& kind) { return kind == "shared_heap" ? 50000 : 3000; }
bool IsOfMemory(const std::string& kind) { return kind == "shared_memory" || kind == "shared_heap"; }
uint32_t heartbeat_us = 1000000;

// What a member tells the one that watches.
struct Report {
  char what;  // 'E' an exchange is done, 'V' a verdict, 'O' an epoch is open, 'W' wrong bytes, 'X' something failed
  uint32_t member, code, set, epoch, time;
};

struct Pair {  // how two members reach each other
  uint16_t ports[2];
  std::string paths[2];
};

void Die(const char* what) {
  std::perror(what);
  exit(3);
}

uint16_t FreePort(int type) {
  const int s = socket(AF_INET, type, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (s < 0 || bind(s, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      getsockname(s, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    Die("bind");
  }
  close(s);
  return ntohs(address.sin_port);
}

// The heap of a member whose rings lie in files beside `ring`.
std::string HeapIn(const std::string& ring, uint32_t member) {
  return ring.substr(0, ring.rfind('/')) + "/heap" + std::to_string(member);
}

class Member {
 public:
  Member(const std::string& kind, uint32_t members, uint32_t number, const std::map<std::pair<uint32_t, uint32_t>, Pair>& ways, int reports)
      : members_(members), number_(number), reports_(reports), bytes_(BytesOf(kind)), mediums_(members), heaps_(members), udp_(members),
        tcp_(members), shared_(members), serial_(members) {
    for (uint32_t other = 0; other < members; ++other) {
      if (other == number) continue;
      const Pair& way = ways.at({std::min(number, other), std::max(number, other)});
      const int own = number < other ? 0 : 1;
      int error = 0;
      if (kind == "udp") {
        error = mote_udp_open(&udp_[other], "127.0.0.1", way.ports[own], "127.0.0.1", way.ports[1 - own], 0);
        mediums_[other] = mote_udp_medium(&udp_[other]);
      } else if (kind == "tcp") {
        tcp_[other] = std::make_unique<mote_tcp>();
        over_tcp_ = true;
        error = mote_tcp_open(tcp_[other].get(), "127.0.0.1", way.ports[0], own == 0);
        mediums_[other] = mote_tcp_medium(tcp_[other].get());
      } else if (IsOfMemory(kind)) {
        error = mote_shared_memory_open(&shared_[other], way.paths[0].c_str(), 1 << 16, own == 0);
        heaps_[other] = HeapIn(way.paths[0], other);
        if (kind == "shared_heap") mote_shared_memory_lend(&shared_[other], &heap_, heaps_[other].c_str());
        mediums_[other] = mote_shared_memory_medium(&shared_[other]);
      } else {
        error = mote_serial_open(&serial_[other], way.paths[own].c_str(), 115200);
        mediums_[other] = mote_serial_medium(&serial_[other]);
      }
      if (error != 0) Tell('X', static_cast<uint32_t>(error));
    }
    if (kind == "shared_heap") {
      const std::string path = HeapIn(ways.begin()->second.paths[0], number);
      if (const int error = mote_shared_heap_make(&heap_, path.c_str()); error != 0) Tell('X', static_cast<uint32_t>(error));
    }
    own_ = static_cast<uint8_t*>(kind == "shared_heap" ? mote_shared_heap_take(&heap_, bytes_, 64) : std::calloc(bytes_, 1));
    if (own_ == nullptr) Tell('X', 1003);
    frame_.resize(MOTE_TCP_BYTES);
    memory_.resize((mote_group_size(members) + 7) / 8);
    mote_group_options options = {};
    options.members = members;
    options.member = number;
    options.plan = 7;
    options.mediums = mediums_.data();
    options.random = mote_random_start();
    options.heartbeat_us = heartbeat_us;
    options.deadline_us = 20000000;
    options.frame = frame_.data();
    options.frame_size = frame_.size();
    if (mote_group_init(&options, memory_.data(), memory_.size() * 8, &group_) != MOTE_OK) Tell('X', 1000);
  }

  // Exchanges until told to end by a closed pipe or after enough of them; joins again and again.
  void Run() {
    if (mote_group_join(group_) != MOTE_OK) Tell('X', 1001);
    for (;;) {
      const mote_code code = Wait();
      if (code == MOTE_OK) {
        if (mote_group_epoch(group_) != epoch_) {
          epoch_ = mote_group_epoch(group_);
          number_of_exchange_ = 0;
          Tell('O', 0);
        }
        if (mote_group_waiting(group_) != 0) {
          (void)!mote_group_join(group_);
        } else if (number_of_exchange_ < kExchanges) {
          Exchange();
        } else {
          (void)mote_group_serve(group_, 1000);
        }
        continue;
      }
      Tell('V', code);
      (void)!mote_group_shrink(group_);
    }
  }

 private:
  // Over TCP in the system's poll, where there is nothing to do.
  mote_code Wait() {
    const mote_group_pause pause = {Pause, this};
    return mote_group_wait_by(group_, over_tcp_ ? &pause : nullptr);
  }

  static void Pause(void* user, uint32_t us) {
    std::vector<pollfd> awaited;
    for (const auto& tcp : static_cast<Member*>(user)->tcp_) {
      if (tcp != nullptr) awaited.push_back(mote_tcp_awaited(tcp.get()));
    }
    (void)poll(awaited.data(), awaited.size(), static_cast<int>((us + 999) / 1000));
  }

  uint8_t Byte(uint32_t from, uint32_t i) const { return static_cast<uint8_t>(epoch_ * 31 + number_of_exchange_ * 7 + from * 3 + i); }

  void Exchange() {
    const uint32_t mask = mote_group_members(group_);
    mote_transport transport;
    if (mote_group_transport(group_, 1, &transport) != MOTE_OK) Tell('X', 1002);
    for (uint32_t i = 0; i < bytes_; ++i) own_[i] = Byte(number_, i);
    mote_instance instance;
    mote_exchange exchange;
    exchange.number = number_of_exchange_;
    exchange.instance = &instance;
    std::vector<uint32_t> ranks;
    for (uint32_t m = 0; m < members_; ++m) {
      if ((mask >> m & 1) != 0) ranks.push_back(m);
    }
    std::vector<std::vector<uint8_t>> theirs(ranks.size(), std::vector<uint8_t>(bytes_));
    for (uint32_t r = 0; r < ranks.size(); ++r) {
      if (ranks[r] == number_) continue;
      exchange.sends.push_back({r, bytes_, own_});
      exchange.receives.push_back({r, bytes_, theirs[r].data()});
    }
    const mote_code begun = transport.begin(transport.user, &exchange);
    if (begun == MOTE_WAIT) (void)Wait();
    const mote_code code = begun == MOTE_WAIT ? instance.result : begun;
    if (code != MOTE_OK) {
      mote_shared_heap_forget(&heap_);
      return;  // the verdict comes with the next poll
    }
    for (uint32_t r = 0; r < ranks.size(); ++r) {
      for (uint32_t i = 0; ranks[r] != number_ && i < bytes_; ++i) {
        if (theirs[r][i] == Byte(ranks[r], i)) continue;
        Tell('W', i);
        break;
      }
    }
    ++number_of_exchange_;
    Tell('E', number_of_exchange_);
  }

  void Tell(char what, uint32_t code) {
    const uint32_t set = what == 'O' ? mote_group_members(group_) : group_ != nullptr ? mote_group_lost(group_) : 0;
    const Report report = {what, number_, code, set, group_ != nullptr ? mote_group_epoch(group_) : 0, mote_clock_us()};
    if (write(reports_, &report, sizeof report) != static_cast<ssize_t>(sizeof report)) exit(0);
  }

  uint32_t members_, number_;
  int reports_;
  uint32_t bytes_;
  uint8_t* own_ = nullptr;
  std::vector<mote_medium> mediums_;
  mote_shared_heap heap_ = {};
  std::vector<std::string> heaps_;  // of the others
  std::vector<mote_udp> udp_;
  std::vector<std::unique_ptr<mote_tcp>> tcp_;
  bool over_tcp_ = false;
  std::vector<mote_shared_memory> shared_;
  std::vector<mote_serial> serial_;
  std::vector<uint8_t> frame_;
  std::vector<uint64_t> memory_;
  mote_group* group_ = nullptr;
  uint32_t epoch_ = 0, number_of_exchange_ = 0;
};

class Watch {
 public:
  Watch(std::string kind, uint32_t members) : kind_(std::move(kind)), members_(members), state_(members) {
    char folder[] = "/tmp/mote_link_XXXXXX";
    if (mkdtemp(folder) == nullptr) Die("mkdtemp");
    folder_ = folder;
    for (uint32_t a = 0; a < members; ++a) {
      for (uint32_t b = a + 1; b < members; ++b) ways_[{a, b}] = Way(a, b);
    }
    if (pipe(reports_) != 0) Die("pipe");
    for (uint32_t m = 0; m < members; ++m) {
      const pid_t child = fork();
      if (child < 0) Die("fork");
      if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (const auto& [from, to] : pumps_) close(from);
        close(reports_[0]);
        Member(kind_, members_, m, ways_, reports_[1]).Run();
        exit(0);
      }
      children_.push_back(child);
    }
    close(reports_[1]);
  }
  ~Watch() {
    for (const pid_t child : children_) {
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
    }
    for (const auto& [ends, way] : ways_) {
      if (!IsOfMemory(kind_)) continue;
      unlink(way.paths[0].c_str());
      for (const uint32_t end : {ends.first, ends.second}) unlink(HeapIn(way.paths[0], end).c_str());
    }
    rmdir(folder_.c_str());
  }

  pid_t child(uint32_t member) const { return children_[member]; }

  // Until `all` members of `set` have done `exchanges` in the epoch of `members`. False: it takes too long, or something is wrong.
  bool UntilExchanged(uint32_t set, uint32_t members, uint32_t exchanges) {
    return Until([=, this] {
      for (uint32_t m = 0; m < members_; ++m) {
        if ((set >> m & 1) != 0 && (state_[m].members != members || state_[m].exchanges < exchanges)) return false;
      }
      return true;
    });
  }
  bool UntilVerdict(uint32_t set) {
    return Until([=, this] {
      for (uint32_t m = 0; m < members_; ++m) {
        if ((set >> m & 1) != 0 && state_[m].verdicts.empty()) return false;
      }
      return true;
    });
  }
  struct State {
    uint32_t members = 0, exchanges = 0, opened = 0;
    std::vector<Report> verdicts;
  };
  std::vector<State>& state() { return state_; }

 private:
  Pair Way(uint32_t a, uint32_t b) {
    Pair way;
    if (kind_ == "udp" || kind_ == "tcp") {
      for (uint16_t& port : way.ports) port = FreePort(kind_ == "udp" ? SOCK_DGRAM : SOCK_STREAM);
    } else if (IsOfMemory(kind_)) {
      way.paths[0] = folder_ + "/" + std::to_string(a) + "_" + std::to_string(b);
    } else {
      int masters[2];
      for (int end = 0; end < 2; ++end) {
        masters[end] = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
        if (masters[end] < 0 || grantpt(masters[end]) != 0 || unlockpt(masters[end]) != 0) Die("posix_openpt");
        way.paths[end] = ptsname(masters[end]);
        const int held = open(way.paths[end].c_str(), O_RDWR | O_NOCTTY);  // so that the line is there before and after its member
        termios line;
        if (held < 0 || tcgetattr(held, &line) != 0) Die("pty");
        cfmakeraw(&line);
        tcsetattr(held, TCSANOW, &line);
      }
      pumps_.push_back({masters[0], masters[1]});
      pumps_.push_back({masters[1], masters[0]});
    }
    return way;
  }

  void Pump() {
    for (const auto& [from, to] : pumps_) {
      char bytes[512];
      const ssize_t got = read(from, bytes, sizeof bytes);
      if (got > 0) (void)!write(to, bytes, static_cast<size_t>(got));
    }
  }

  template <class Condition>
  bool Until(Condition condition) {
    const uint32_t begin = mote_clock_us();
    while (!condition()) {
      if (mote_clock_us() - begin > 60000000) {
        std::printf("FAILED: it takes more than a minute\n");
        return false;
      }
      Pump();
      pollfd waits[1] = {{reports_[0], POLLIN, 0}};
      if (poll(waits, 1, pumps_.empty() ? 100 : 1) <= 0) continue;
      Report report;
      if (read(reports_[0], &report, sizeof report) != static_cast<ssize_t>(sizeof report)) return false;
      if (!Note(report)) return false;
    }
    return true;
  }

  bool Note(const Report& report) {
    if (getenv("MOTE_LINK_TRACE") != nullptr) {
      std::printf("%10u us: member %u %c %u set %x epoch %u\n", report.time, report.member, report.what, report.code, report.set,
                  report.epoch);
    }
    State& state = state_[report.member];
    switch (report.what) {
      case 'E': state.exchanges = report.code; return true;
      case 'O':
        state.members = report.set;
        state.exchanges = 0;
        state.opened = report.time;
        return true;
      case 'V': state.verdicts.push_back(report); return true;
      case 'W': std::printf("FAILED: member %u has wrong bytes\n", report.member); return false;
      default:
        std::printf("FAILED: member %u: error %u (%s)\n", report.member, report.code, std::strerror(static_cast<int>(report.code)));
        return false;
    }
  }

  std::string kind_, folder_;
  uint32_t members_;
  std::vector<State> state_;
  std::map<std::pair<uint32_t, uint32_t>, Pair> ways_;
  std::vector<std::pair<int, int>> pumps_;
  std::vector<pid_t> children_;
  int reports_[2];
};

int Check(const std::string& kind, uint32_t members, const std::string& what) {
  const uint32_t all = (1u << members) - 1, victim = members - 1, rest = all & ~(1u << victim);
  Watch watch(kind, members);
  if (!watch.UntilExchanged(all, all, what == "run" ? kExchanges : 10)) return 1;
  std::printf("%s, %u members: joined, %u exchanges of %u bytes\n", kind.c_str(), members, what == "run" ? kExchanges : 10, BytesOf(kind));
  if (what == "run") return 0;
  const uint32_t struck = mote_clock_us();
  kill(watch.child(victim), what == "kill" ? SIGKILL : SIGSTOP);
  if (!watch.UntilVerdict(rest)) return 1;
  uint32_t last = 0, opened = 0;
  for (uint32_t m = 0; m < victim; ++m) {
    const Report& verdict = watch.state()[m].verdicts.front();
    if (static_cast<int32_t>(verdict.time - struck) < 0) {
      std::printf("FAILED: member %u says %u before anything happened\n", m, verdict.code);
      return 1;
    }
    last = std::max(last, verdict.time - struck);
    if (verdict.code == MOTE_PEER_LOST && verdict.set == 1u << victim) continue;
    std::printf("FAILED: member %u says %u, lost %x\n", m, verdict.code, verdict.set);
    return 1;
  }
  if (!watch.UntilExchanged(rest, rest, 10)) return 1;
  for (uint32_t m = 0; m < victim; ++m) opened = std::max(opened, watch.state()[m].opened - struck - last);
  std::printf("%s: all survivors say that member %u is lost after %.2f heartbeats, are together again %.2f ms later, and go on\n",
              what.c_str(), victim, last / static_cast<double>(heartbeat_us), opened / 1000.0);
  if (last > 3 * heartbeat_us) {
    std::printf("FAILED: that is more than 3 heartbeats\n");
    return 1;
  }
  if (what == "kill") return 0;
  kill(watch.child(victim), SIGCONT);
  if (!watch.UntilVerdict(1u << victim)) return 1;
  if (watch.state()[victim].verdicts.front().code != MOTE_EPOCH_CHANGED) {
    std::printf("FAILED: the one that was stopped says %u\n", watch.state()[victim].verdicts.front().code);
    return 1;
  }
  if (!watch.UntilExchanged(all, all, 10)) return 1;
  std::printf("continued: it is told that the epoch changed, and comes back in a new one\n");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: %s udp|tcp|shared_memory|shared_heap|serial MEMBERS run|kill|stop [HEARTBEAT_MS]\n", argv[0]);
    return 2;
  }
  if (argc > 4) heartbeat_us = static_cast<uint32_t>(std::atoi(argv[4])) * 1000;
  std::setbuf(stdout, nullptr);
  return Check(argv[1], static_cast<uint32_t>(std::atoi(argv[2])), argv[3]);
}
