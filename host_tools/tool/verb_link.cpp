// mote link bench: what exchanges between processes of this machine cost, by medium, members and bytes.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "tool/exit_code.h"
#include "tool/link_bench.h"
#include "tool/link_key.h"
#include "tool/link_member.h"
#include "tool/verb.h"

namespace mote {

namespace {

struct Options {
  std::vector<std::string> transports = {"shm", "udp", "tcp"};
  std::vector<std::string> what = {"exchange", "all_reduce"};
  std::vector<uint32_t> members = {2, 4}, bytes = {64, 65536, 16 << 20};
  uint32_t rounds = 10;
  std::string key, topology;
  bool json = false;
};

std::string WrongWith(const Options& o) {
  for (const std::string& word : o.transports) {
    if (!IsLinkTransport(word)) return "--transport is shm, udp or tcp, not '" + word + "'";
  }
  for (const std::string& word : o.what) {
    if (word != "exchange" && word != "all_reduce") return "--what is exchange or all_reduce, not '" + word + "'";
  }
  for (const uint32_t bytes : o.bytes) {
    if (bytes == 0 || bytes % 4 != 0 || bytes > 1u << 30) {
      return fmt::format("--bytes {}: floats of four bytes are exchanged, at most 1 GiB of them", bytes);
    }
  }
  return "";
}

void PrintRow(const LinkCase& c, const LinkTiming& timing) {
  const double least = timing.microseconds.front();
  fmt::print("{:9} {:>7} {:10} {:>10} {:>7} {:>12.2f} {:>12.2f} {:>10.1f} {:>12.2f}\n", c.transport, c.members,
             c.all_reduce ? "all_reduce" : "exchange", c.bytes, timing.runs, least, timing.Median(), c.bytes / least, timing.processor_us);
}

nlohmann::ordered_json AsJson(const LinkCase& c, const LinkTiming& timing) {
  const double least = timing.microseconds.front();
  return {{"transport", c.transport},
          {"members", c.members},
          {"what", c.all_reduce ? "all_reduce" : "exchange"},
          {"bytes", c.bytes},
          {"rounds", c.rounds},
          {"runs", timing.runs},
          {"latency_us", {{"min", least}, {"median", timing.Median()}}},
          {"megabytes_per_second", c.bytes / least},
          {"processor_us", timing.processor_us}};
}

int Bench(Options& o) {
  if (const std::string wrong = WrongWith(o); !wrong.empty()) return Report(kUsage, wrong);
  if (!o.key.empty()) {
    if (const Result<std::vector<uint8_t>> key = ReadLinkKey(o.key); !key) return Report(key.errors());
  }
  Result<Topology> topology = Topology();
  std::optional<Routes> routes;
  if (!o.topology.empty()) {
    topology = ReadTopology(o.topology);
    if (!topology) return Report(topology.errors());
    routes.emplace(*topology);
    if (const Status reached = routes->CheckAllReached(o.topology); !reached) return Report(reached.errors());
    o.members = {topology->members};
  }
  if (!o.json) {
    fmt::print("{:9} {:>7} {:10} {:>10} {:>7} {:>12} {:>12} {:>10} {:>12}\n", "transport", "members", "what", "bytes", "runs", "min us",
               "median us", "MB/s", "processor us");
  }
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const std::string& transport : o.transports) {
    for (const uint32_t members : o.members) {
      for (const std::string& what : o.what) {
        for (const uint32_t bytes : o.bytes) {
          const LinkCase c = {transport, what == "all_reduce", members, bytes, o.rounds, o.key, routes ? &*routes : nullptr};
          const Result<LinkTiming> timing = TimeLink(c);
          if (!timing) return Report(timing.errors());
          if (o.json) rows.push_back(AsJson(c, *timing));
          else PrintRow(c, *timing);
          std::fflush(stdout);
        }
      }
    }
  }
  if (o.json) fmt::print("{}\n", rows.dump());
  return kDone;
}

}  // namespace

void AddLinkVerb(const Verb& app, int& exit_code) {
  const Verb link = app.Sub("link", "Measure links between members, and read their traces");
  link.WantsSub();
  const Verb verb = link.Sub("bench", "Latency and bandwidth of exchanges and sums between processes of this machine");
  auto o = std::make_shared<Options>();
  verb.Value("--transport", o->transports, "shm, udp, tcp").Separated(',').ShowDefault();
  verb.Value("--members", o->members, "How many processes").Separated(',').Between(2, 32).ShowDefault();
  verb.Value("--what", o->what, "exchange: each sends to the next one; all_reduce: a sum of f32")
      .Separated(',')
      .ShowDefault();
  verb.Value("--bytes", o->bytes, "Of each member").Separated(',').ShowDefault();
  verb.Value("--rounds", o->rounds, "Counted rounds behind the first; each as many runs as 16 MiB make, 1 to 200")
      .Between(1, 100000)
      .ShowDefault();
  verb.Value("--key", o->key, "Encrypted links: a file of 64 hexadecimal digits");
  verb.Value("--topology", o->topology, "As many members, wired, as this file says (mote launch --topology)");
  verb.Flag("--json", o->json, "One JSON list");
  verb.Footer(
      "A run's time is that of the slowest member, the mean of a round; the least and the middle one of all rounds are printed, and\n"
      "the processor time of a run, the mean over members. A member that waits yields the processor.");
  verb.Run([o, &exit_code] { exit_code = Bench(*o); });
  AddLinkTraceVerb(link, exit_code);
}

}  // namespace mote
