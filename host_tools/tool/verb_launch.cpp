// mote launch: the members of a program's grid as processes of this machine, joined by links. Each is `mote run` with a number.
#include <fmt/format.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <memory>

#include "tool/exit_code.h"
#include "tool/link_member.h"
#include "tool/link_places.h"
#include "tool/member_processes.h"
#include "tool/verb.h"

namespace mote {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kGrace = std::chrono::seconds(5);  // of members whose peer failed: longer than three heartbeats of link_member.cpp

struct Options {
  uint32_t members = 0, port = 0, deadline = 10;
  std::string transport = "shm";
  std::vector<std::string> rest;  // for mote run
};

volatile sig_atomic_t signal_caught = 0;

// Signals that would end the launcher are only noted, so that it can tidy up before.
struct SignalsHeld {
  SignalsHeld() {
    signal_caught = 0;
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) signal(number, [](int caught) { signal_caught = caught; });
    signal(SIGPIPE, SIG_IGN);  // a print that fails throws, and everything is tidied up on the way
  }
  ~SignalsHeld() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) signal(number, SIG_DFL);
  }
};

// Where the N * N ports of a transport over sockets begin; 0 where it wants none.
int ChoosePorts(const Options& o, uint32_t* first) {
  *first = 0;
  if (o.transport == "shm") return kDone;
  const uint32_t count = o.members * o.members;
  const int type = o.transport == "udp" ? SOCK_DGRAM : SOCK_STREAM;
  *first = o.port != 0 ? o.port : FreePorts(count, type);
  if (*first == 0) return Report(kDeviceFailed, fmt::format("no {} free ports in a row were found on this machine", count));
  if (*first + count > 65536) {
    return Report(kUsage, fmt::format("--port {}: {} members want {} ports from there on", o.port, o.members, count));
  }
  const uint32_t taken = PortInUse(*first, count, type);
  if (taken == 0) return kDone;
  return Report(kDeviceFailed,
                fmt::format("port {} is in use, of the {} from {} on that {} members want; another --port, or none, finds others", taken,
                            count, *first, o.members));
}

std::vector<std::string> WordsOf(const Options& o, uint32_t member, uint32_t port, const std::string& folder) {
  std::vector<std::string> words = {"mote", "run"};
  words.insert(words.end(), o.rest.begin(), o.rest.end());
  for (const auto& [name, value] : {std::pair("--member", member), std::pair("--members", o.members), std::pair("--link-port", port),
                                    std::pair("--deadline", o.deadline * 1000)}) {
    words.insert(words.end(), {name, std::to_string(value)});
  }
  words.insert(words.end(), {"--transport", o.transport, "--link-folder", folder});
  return words;
}

// Until all have ended, by themselves or, once one has failed, after a while.
int FollowToTheEnd(MemberProcesses& members) {
  Clock::time_point failed = Clock::time_point::max();
  while (members.Follow() && signal_caught == 0) {
    if (members.first_failed() < 0) continue;
    if (failed == Clock::time_point::max()) failed = Clock::now();
    if (Clock::now() - failed >= kGrace) members.End();
  }
  if (signal_caught != 0 || members.first_failed() < 0) return kDone;
  const MemberProcess& first = members.list()[static_cast<size_t>(members.first_failed())];
  const std::string how = first.signal != 0 ? fmt::format("signal {}", first.signal) : fmt::format("exit code {}", first.code);
  return Report(first.code,
                fmt::format("of {} members number {} failed first, with {}", members.list().size(), members.first_failed(), how));
}

int LaunchHeld(const Options& o) {
  if (o.members < 1 || o.members > 32) return Report(kUsage, "-n N says how many members there are, 1 to 32");
  if (!IsLinkTransport(o.transport)) return Report(kUsage, "--transport is shm, udp or tcp, not '" + o.transport + "'");
  if (o.rest.empty()) return Report(kUsage, "a program is wanted: mote launch -n 4 PROGRAM --input 'x{}.npy' …");
  uint32_t port = 0;
  if (const int code = ChoosePorts(o, &port); code != kDone) return code;
  const LinkFolder folder;
  if (!folder.made) return Report(kDeviceFailed, "no folder can be made in /dev/shm");
  MemberProcesses members;
  for (uint32_t i = 0; i < o.members; ++i) {
    if (!members.Start(WordsOf(o, i, port, folder.path))) return Report(kDeviceFailed, fmt::format("member {} cannot be started", i));
  }
  return FollowToTheEnd(members);
}

int Launch(const Options& o) {
  int code = kDone;
  {
    const SignalsHeld held;
    code = LaunchHeld(o);
  }
  if (signal_caught != 0) raise(signal_caught);  // all is tidied up
  return code;
}

}  // namespace

void AddLaunchVerb(CLI::App& app, int& exit_code) {
  CLI::App* verb = app.add_subcommand("launch", "Run the members of a program's grid as processes of this machine");
  auto o = std::make_shared<Options>();
  verb->add_option("-n", o->members, "How many members: replicas times partitions of the program");
  verb->add_option("--transport", o->transport, "shm (shared memory), udp or tcp, on 127.0.0.1")->capture_default_str();
  verb->add_option("--port", o->port, "udp and tcp: the first of N * N ports; otherwise free ones are found")->check(CLI::Range(1, 65535));
  verb->add_option("--deadline", o->deadline, "Seconds that joining and each exchange may take")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  verb->allow_extras();
  verb->footer(
      "Everything else is for `mote run`: PROGRAM, --input 'x{}.npy', --output-dir … In file names {} is the member's number, and lines "
      "begin with it. Once a member has failed, the others say so and end; the exit code is that of the first.");
  verb->callback([o, verb, &exit_code] {
    o->rest = verb->remaining();
    exit_code = Launch(*o);
  });
}

}  // namespace mote
