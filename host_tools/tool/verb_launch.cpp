// mote launch: the members of a program's grid as processes of this machine, or of several, joined by links. Each is `mote run` with a
// number.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <memory>
#include <optional>
#include <thread>

#include "tool/exit_code.h"
#include "tool/host_notes.h"
#include "tool/launch_hosts.h"
#include "tool/link_key.h"
#include "tool/link_member.h"
#include "tool/link_places.h"
#include "tool/member_ends.h"
#include "tool/member_processes.h"
#include "tool/mpi_launch.h"
#include "tool/routes.h"
#include "tool/topology.h"
#include "tool/verb.h"
#include "trace/trace.h"

namespace mote {

namespace {

using Clock = std::chrono::steady_clock;

// Of members whose peer failed: longer than three heartbeats of link_member.cpp; than twice as many where they agree twice, on the loss and
// on who is left, or lose those beyond a member between as well.
constexpr auto kGrace = std::chrono::seconds(5), kGraceOfTwo = std::chrono::seconds(10);
// More, of members on other machines: their launchers end them after the same grace, and say so.
constexpr auto kGraceOfOthers = std::chrono::seconds(5);

constexpr uint32_t kHostsPort = 18500;  // of members on several machines, which all have to know it

struct Options {
  uint32_t members = 0, port = 0;
  uint32_t deadline = 0;  // seconds; 0: the transport's own
  uint32_t least = 0;   // members that go on where others are lost; 0: none
  uint32_t boards = 0;  // the last ones
  bool relayed = false;  // members are not all wired to each other
  bool verbose = false, reproducible = false;
  std::string transport, runner, key, trace, topology, hosts, here;
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

// Where the N * N ports of a transport over sockets begin; 0 where it wants none. `block` keeps those that were not asked for by number.
int ChoosePorts(const Options& o, uint32_t* first, std::optional<PortBlock>* block) {
  *first = 0;
  if (o.transport == "shm" || o.transport == "uart") return kDone;
  const bool hosts = !o.hosts.empty();
  const uint32_t count = o.members * o.members + (hosts ? 1 : 0);
  const int type = o.transport == "udp" ? SOCK_DGRAM : SOCK_STREAM;
  *first = o.port != 0 ? o.port : hosts ? kHostsPort : block->emplace(count, type).first();
  if (*first == 0) return Report(kDeviceFailed, fmt::format("no {} free ports in a row were found on this machine", count));
  if (*first + count > 65536) {
    return Report(kUsage, fmt::format("--port {}: {} members want {} ports from there on", o.port, o.members, count));
  }
  const uint32_t taken = hosts ? 0 : PortInUse(*first, count, type);  // of other addresses the members say it
  if (taken == 0) return kDone;
  return Report(kDeviceFailed,
                fmt::format("port {} is in use, of the {} from {} on that {} members want; another --port, or none, finds others", taken,
                            count, *first, o.members));
}

uint32_t DeadlineOf(const Options& o) { return o.deadline != 0 || o.transport == "mpi" ? o.deadline : 10; }

std::vector<std::string> WordsOf(const Options& o, uint32_t member, uint32_t port, const std::string& folder,
                                 const std::vector<std::string>& addresses) {
  std::vector<std::string> words = {"mote", "run"};
  if (member < o.members - o.boards) {
    words.insert(words.end(), o.rest.begin(), o.rest.end());
  } else {
    for (size_t i = 0; i < o.rest.size(); ++i) {  // --backend is of those that are no boards
      if (o.rest[i] == "--backend") ++i;
      else if (o.rest[i].rfind("--backend=", 0) != 0) words.push_back(o.rest[i]);
    }
    words.insert(words.end(), {"--backend", "board", "--runner", o.runner});
  }
  for (const auto& [name, value] : {std::pair("--member", member), std::pair("--members", o.members), std::pair("--link-port", port),
                                    std::pair("--deadline", DeadlineOf(o) * 1000), std::pair("--least", o.least)}) {
    words.insert(words.end(), {name, std::to_string(value)});
  }
  words.insert(words.end(), {"--transport", o.transport, "--link-folder", folder});
  for (const auto& [name, value] : {std::pair("--link-key", &o.key), std::pair("--link-trace", &o.trace),
                                    std::pair("--topology", &o.topology)}) {
    if (!value->empty()) words.insert(words.end(), {name, *value});
  }
  for (const std::string& address : addresses) words.push_back("--link-address=" + address);
  return words;
}

// mpirun says who is which member.
int LaunchMpi(const Options& o, const std::string& folder) {
  std::vector<std::string> words = {"mote", "run"};
  words.insert(words.end(), o.rest.begin(), o.rest.end());
  words.insert(words.end(), {"--transport", "mpi", "--members", std::to_string(o.members), "--deadline",
                             std::to_string(DeadlineOf(o) * 1000), "--link-folder", folder});
  if (!o.topology.empty()) words.insert(words.end(), {"--topology", o.topology});
  if (o.reproducible) words.push_back("--reproducible");
  return LaunchByMpi(o.members, words, signal_caught);
}

// Until all have ended, by themselves or, after a while, once one has failed; where others go on, once the first of them is done or they
// are too few. `notes`: of members on other machines; null: there are none.
int FollowToTheEnd(MemberProcesses& members, const Options& o, HostNotes* notes) {
  Clock::time_point failed = Clock::time_point::max();
  MemberEnds ends(o.members);
  while (ends.running() != 0 && signal_caught == 0) {
    members.Follow();
    for (const MemberProcess& member : members.list()) {
      if (!member.running) ends.Note(member.number, {true, member.code, member.signal, ""});
    }
    if (notes != nullptr) notes->Turn(ends);
    if (ends.first_failed() < 0 || (o.least != 0 && ends.well() == 0 && ends.running() >= o.least)) continue;
    if (failed == Clock::time_point::max()) failed = Clock::now();
    const auto grace = o.least == 0 && !o.relayed ? kGrace : kGraceOfTwo;
    if (Clock::now() - failed >= grace) members.End();
    if (Clock::now() - failed >= grace + kGraceOfOthers && notes != nullptr) notes->GiveUp(ends);
  }
  if (signal_caught != 0) return kDone;
  if (notes != nullptr) notes->Leave();
  if (ends.first_failed() < 0) return kDone;
  const auto first = static_cast<uint32_t>(ends.first_failed());
  const std::string said = fmt::format("of {} members number {} failed first, with {}", o.members, first, ends.of(first).Text());
  if (o.least == 0 || ends.well() < o.least) return Report(ends.of(first).code, said);
  fmt::print(stderr, "mote: {}; {} went on to the end\n", said, ends.well());
  return kDone;
}

// What the launchers of all machines have to be told alike; whether programs are the same their members find out.
std::string CommandOf(const Options& o, const LaunchHosts& hosts) {
  std::string text = fmt::format("members at {}\n--transport {}\n--deadline {}\n", fmt::join(hosts.addresses(), " "), o.transport,
                                 DeadlineOf(o));
  text += o.least == 0 ? "no --shrink\n" : fmt::format("--shrink {}\n", o.least);
  text += o.key.empty() ? "no --key\n" : "--key\n";
  text += o.topology.empty() ? "no --topology" : "--topology";
  for (const std::string name : {"--replicas", "--partitions", "--rounds", "--seed"}) {  // of mote run
    std::string line = "no " + name;
    for (size_t i = 0; i < o.rest.size(); ++i) {
      if (o.rest[i] == name && i + 1 < o.rest.size()) line = name + " " + o.rest[i + 1];
      else if (o.rest[i].rfind(name + "=", 0) == 0) line = name + " " + o.rest[i].substr(name.size() + 1);
    }
    text += "\n" + line;
  }
  return text;
}

// Each machine records its own members' frames: {} is the first of them.
std::string TraceOf(const Options& o, const LaunchHosts& hosts) {
  uint32_t first = 0;
  while (first < hosts.members() && !hosts.here(first)) ++first;
  std::string path = o.trace;
  if (const size_t at = path.find("{}"); at != std::string::npos) path.replace(at, 2, std::to_string(first));
  return path;
}

// Until the launchers of all machines have said the same.
int Meet(HostNotes& notes) {
  if (const Status listens = notes.Listen(); !listens) return Report(listens.errors());
  while (signal_caught == 0) {
    const Result<bool> met = notes.Meet();
    if (!met) return Report(met.errors());
    if (*met) return kDone;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return kDone;
}

// What --hosts says; no machines where there is none. Sets the number of members.
Result<LaunchHosts> HostsOf(Options& o) {
  if (o.hosts.empty()) return LaunchHosts();
  MOTE_ASSIGN(LaunchHosts hosts, ReadHosts(o.hosts, o.here));
  const uint32_t members = hosts.members();
  if (o.members != 0 && o.members != members) {
    return FileError(o.hosts, Rule::kCount, fmt::format("it has {} members, -n says {}", members, o.members));
  }
  o.members = members;
  return hosts;
}

int LaunchHeld(Options& o) {
  if (o.transport.empty()) o.transport = o.hosts.empty() ? "shm" : "tcp";
  if (o.hosts.empty() && !o.here.empty()) return Report(kUsage, "--here is of --hosts");
  if (!o.hosts.empty() && o.transport != "tcp" && o.transport != "udp") {
    return Report(kUsage, "--hosts is of --transport tcp and udp, not of '" + o.transport + "'");
  }
  const Result<LaunchHosts> hosts = HostsOf(o);
  if (!hosts) return Report(hosts.errors());
  if (o.members < 1 || o.members > 32) return Report(kUsage, "-n N says how many members there are, 1 to 32");
  const bool mpi = o.transport == "mpi";
  if (!mpi && !IsLinkTransport(o.transport)) return Report(kUsage, "--transport is shm, udp, tcp, uart or mpi, not '" + o.transport + "'");
  if (mpi && (o.least != 0 || o.boards != 0 || !o.key.empty() || !o.trace.empty() || o.port != 0)) {
    return Report(kUsage, "--shrink, --boards, --key, --trace and --port are of links: --transport mpi has none");
  }
  if (o.least > o.members) return Report(kUsage, fmt::format("--shrink {}: there are {} members", o.least, o.members));
  if (o.boards > o.members) return Report(kUsage, fmt::format("--boards {}: there are {} members", o.boards, o.members));
  if (o.boards != 0 && (o.runner.empty() || o.transport != "uart")) {
    return Report(kUsage, "--boards wants a --runner, and --transport uart");
  }
  if (o.rest.empty()) return Report(kUsage, "a program is wanted: mote launch -n 4 PROGRAM --input 'x{}.npy' …");
  if (o.boards != 0 && !o.key.empty()) return Report(kNotSupported, "--key: the images of boards have no cipher");
  if (!o.key.empty() && o.key.find("{}") == std::string::npos) {
    if (const Result<std::vector<uint8_t>> key = ReadLinkKey(o.key); !key) return Report(key.errors());
  }
  if (!o.topology.empty()) {
    const Result<Topology> topology = ReadTopology(o.topology);
    if (!topology) return Report(topology.errors());
    if (topology->members != o.members) {
      const std::string what = fmt::format("members: it has {}, -n says {}", topology->members, o.members);
      return Report(Errors{{FileError(o.topology, Rule::kCount, what)}});
    }
    const Routes routes(*topology);
    if (const Status reached = routes.CheckAllReached(o.topology); !reached) return Report(reached.errors());
    o.relayed = routes.relayed();
    if (o.relayed && o.transport == "uart") {
      return Report(kNotSupported, "--topology: streams are not relayed, so that over uart every two members want a wire");
    }
  }
  if (mpi) {
    const LinkFolder folder;
    return folder.made ? LaunchMpi(o, folder.path) : Report(kDeviceFailed, "no folder can be made in /dev/shm");
  }
  uint32_t port = 0;
  std::optional<PortBlock> ports;  // kept until the members have ended
  if (const int code = ChoosePorts(o, &port, &ports); code != kDone) return code;
  o.trace = TraceOf(o, *hosts);
  if (const int error = o.trace.empty() ? 0 : mote_trace_create(o.trace.c_str()); error != 0) {
    return Report(Errors{{FileError(o.trace, Rule::kIo, std::string("cannot be written: ") + std::strerror(error))}});
  }
  const LinkFolder folder;
  if (!folder.made) return Report(kDeviceFailed, "no folder can be made in /dev/shm");
  std::optional<HostNotes> notes;
  if (!o.hosts.empty()) {
    const auto notes_port = static_cast<uint16_t>(port + o.members * o.members);
    notes.emplace(HostNotesOptions{*hosts, notes_port, CommandOf(o, *hosts), folder.path, DeadlineOf(o)});
    if (const int code = Meet(*notes); code != kDone || signal_caught != 0) return code;
  }
  MemberProcesses members;
  const std::vector<std::string> addresses = hosts->addresses();
  for (uint32_t i = 0; i < o.members; ++i) {
    if (notes && !hosts->here(i)) continue;
    if (!members.Start(i, WordsOf(o, i, port, folder.path, addresses))) {
      return Report(kDeviceFailed, fmt::format("member {} cannot be started", i));
    }
    if (o.verbose) fmt::print("[{}] process group {}\n", i, members.list().back().process);
  }
  std::fflush(stdout);
  return FollowToTheEnd(members, o, notes ? &*notes : nullptr);
}

int Launch(Options& o) {
  int code = kDone;
  {
    const SignalsHeld held;
    code = LaunchHeld(o);
  }
  if (signal_caught != 0) raise(signal_caught);  // all is tidied up
  return code;
}

}  // namespace

void AddLaunchVerb(const Verb& app, int& exit_code) {
  const Verb verb = app.Sub("launch", "Run the members of a program's grid as processes of this machine, or of several");
  auto o = std::make_shared<Options>();
  verb.Value("-n", o->members, "How many members: replicas times partitions of the program");
  verb.Value("--transport", o->transport,
                   "shm (shared memory, the default); udp or tcp, on 127.0.0.1; uart (Unix sockets, as emulated boards have them); mpi "
                   "(mpirun starts the members, and collectives are the MPI library's own)");
  verb.Value("--hosts", o->hosts,
             "Members on several machines, by tcp (the default) or udp: a file with a machine a line, name or address, slots=N behind it "
             "for N members. Give the same command on each of them within --deadline; each starts its own members, prints and writes "
             "what they give, and ends with the same exit code. Outputs of a program that is cut are joined where member 0 is");
  verb.Value("--here", o->here, "Which machine of --hosts this is; otherwise the one with an address of this machine");
  verb.Value("--port", o->port,
             "udp and tcp: the first of N * N ports; otherwise free ones are found. With --hosts one more, from 18500 on unless told")
      .Between(1, 65535);
  verb.Value("--deadline", o->deadline, "Seconds that joining and each exchange may take; otherwise 10, with --transport mpi any")
      .Between(1, 1000);
  verb.Flag("--reproducible", o->reproducible,
            "The same bits everywhere: with --transport mpi sums in the order of their groups, not by the library's reductions; of a "
            "source program no step of an order of its own");
  verb.Value("--shrink", o->least,
                   "Where members are lost the others go on, as long as there are so many (more than half: two parts of a broken net never "
                   "both do). PROGRAM is a source without a number of replicas: it is compiled for as many as are left, and the round that "
                   "did not end is done again (--rounds)")
      .Between(1, 32);
  verb.Value("--boards", o->boards, "The last so many members are boards, which --runner runs").Between(0, 31);
  verb.Value("--runner", o->runner,
                   "A command that is given MEMBER MEMBERS ROUNDS DEADLINE_MS LINKS FOLDER (ports/cortex_m/member_in_qemu.sh)");
  verb.Value("--key", o->key, "Encrypt the links: a file of 64 hexadecimal digits, which no stranger has ({}: the member's number)");
  verb.Value("--trace", o->trace,
             "Record the frames of all links in this pcap file (mote link trace). With --hosts each machine records those of its own "
             "members: {} is the number of the first one");
  verb.Value("--topology", o->topology,
             "Who is wired to whom (mote plan --topology): over shm, udp and tcp, members between hand on what those without a wire send");
  verb.Flag("-v,--verbose", o->verbose, "Say which process group each member is");
  verb.TakesRest();
  verb.Footer(
      "Everything else is for `mote run`: PROGRAM, --input 'x{}.npy', --output-dir … In file names {} is the member's number, and lines "
      "begin with it. Once a member has failed, the others say so and end; the exit code is that of the first.");
  verb.Run([o, verb, &exit_code] {
    o->rest = verb.Rest();
    exit_code = Launch(*o);
  });
}

}  // namespace mote
