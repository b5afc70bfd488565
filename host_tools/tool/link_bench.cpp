// Members are forks of this process; each writes what it measured into a pipe of its own.
#include "tool/link_bench.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "compile/read_modules.h"
#include "tool/link_member.h"
#include "tool/link_places.h"
#include "tool/runner.h"

namespace mote {

namespace {

constexpr uint32_t kMostRuns = 200;             // in a round
constexpr uint64_t kRoundBytes = 16 << 20;      // and so many bytes at most, but for a run

std::string TextOf(const LinkCase& c) {
  const std::string type = fmt::format("tensor<{}xf32>", c.bytes / 4);
  std::string members, pairs;
  for (uint32_t m = 0; m < c.members; ++m) {
    members += fmt::format("{}{}", m == 0 ? "" : ", ", m);
    pairs += fmt::format("{}[{}, {}]", m == 0 ? "" : ", ", m, (m + 1) % c.members);
  }
  if (!c.all_reduce) {
    return fmt::format(
        "func.func @main(%x: {0}) -> {0} {{\n  %y = \"stablehlo.collective_permute\"(%x) {{source_target_pairs = dense<[{1}]> : "
        "tensor<{2}x2xi64>}} : ({0}) -> {0}\n  return %y : {0}\n}}\n",
        type, pairs, c.members);
  }
  return fmt::format(
      "func.func @main(%x: {0}) -> {0} {{\n  %y = \"stablehlo.all_reduce\"(%x) ({{\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
      "    %c = stablehlo.add %a, %b : tensor<f32>\n    stablehlo.return %c : tensor<f32>\n  }}) {{replica_groups = dense<[[{1}]]> : "
      "tensor<1x{2}xi64>}} : ({0}) -> {0}\n  return %y : {0}\n}}\n",
      type, members, c.members);
}

Literal Filled(const Shape& shape, float value) {
  std::vector<uint8_t> bytes(static_cast<size_t>(shape.ByteSize()));
  for (size_t i = 0; i < bytes.size(); i += 4) std::memcpy(bytes.data() + i, &value, 4);
  return Literal(shape, std::move(bytes));
}

// Member m gives m + 1 everywhere.
float Expected(const LinkCase& c, uint32_t member) {
  if (c.all_reduce) return static_cast<float>(c.members * (c.members + 1) / 2);
  return static_cast<float>(member == 0 ? c.members : member);
}

// What a member found, as text: its rounds in seconds, or what went wrong.
std::string Measure(const LinkCase& c, uint32_t runs, uint32_t member, LinkPlace place, const Source& source) {
  RunnerOptions options;
  options.backend = BackendKind::kCpu;
  LendMemory(member, &place, &options.device);
  const Result<std::unique_ptr<Runner>> runner = Runner::Open(source, options);
  if (!runner) return "!" + runner.errors().list[0].text;
  Backend& backend = *(*runner)->backend();
  const Shape shape = backend.input_shapes()[0];
  const Result<LinkRounds> rounds = TimeLinkMember(backend, member, place, {Filled(shape, static_cast<float>(member + 1))}, c.rounds, runs);
  if (!rounds) return "!" + rounds.errors().list[0].text;
  const Literal wanted = Filled(shape, Expected(c, member));
  const auto got = rounds->outputs[0].bytes();
  if (!std::equal(got.begin(), got.end(), wanted.bytes().begin(), wanted.bytes().end())) {
    const char* what = c.all_reduce ? "all_reduce" : "an exchange";
    return fmt::format("!member {} has wrong values after {} of {} bytes over {}", member, what, c.bytes, c.transport);
  }
  std::string text = fmt::format("{:.9f}", rounds->processor_seconds);
  for (const double seconds : rounds->seconds) text += fmt::format(" {:.9f}", seconds);
  return text;
}

struct Child {
  pid_t process = -1;
  int pipe = -1;
};

// Forks member `number`; the pipe is closed when it has ended.
Child Start(const LinkCase& c, uint32_t runs, uint32_t number, const LinkPlace& place, const Source& source) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process != 0) {
    close(ends[1]);
    if (process < 0) close(ends[0]);
    return {process, process < 0 ? -1 : ends[0]};
  }
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  const std::string text = Measure(c, runs, number, place, source);
  _exit(write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0 : 1);
}

std::string ReadAll(int pipe) {
  std::string text;
  char piece[4096];
  for (ssize_t got; (got = read(pipe, piece, sizeof piece)) > 0;) text.append(piece, static_cast<size_t>(got));
  close(pipe);
  return text;
}

// Adds one member's figures; a round is as long as its slowest member's.
Status Take(const std::string& text, LinkTiming* timing) {
  if (text.empty()) return Error(Rule::kDevice, "a member ended without a word");
  if (text[0] == '!') return Error(Rule::kDevice, text.substr(1));
  const char* at = text.c_str();
  char* next = nullptr;
  timing->processor_us += std::strtod(at, &next) * 1e6;
  for (double& round : timing->microseconds) {
    at = next;
    round = std::max(round, std::strtod(at, &next) * 1e6 / timing->runs);
  }
  return Ok();
}

}  // namespace

Result<LinkTiming> TimeLink(const LinkCase& c) {
  Source source;
  source.path = "link_bench.mlir";
  MOTE_ASSIGN(source.module, ReadOneModule(TextOf(c), source.path));
  source.module->replicas = c.members;
  const LinkFolder folder;
  LinkPlace place;
  place.transport = c.transport;
  place.folder = folder.path;
  place.deadline_ms = 60000;
  place.key_file = c.key_file;
  std::optional<PortBlock> ports;
  if (c.transport != "shm") {
    place.first_port = ports.emplace(c.members * c.members, c.transport == "udp" ? SOCK_DGRAM : SOCK_STREAM).first();
  }
  if (!folder.made || (c.transport != "shm" && place.first_port == 0)) {
    return Error(Rule::kDevice, "no folder in /dev/shm, or no free ports on 127.0.0.1");
  }
  LinkTiming timing;
  timing.runs = static_cast<uint32_t>(std::clamp<uint64_t>(kRoundBytes / (c.bytes * uint64_t{c.members}), 1, kMostRuns));
  timing.microseconds.assign(c.rounds, 0);
  std::vector<Child> children;
  for (uint32_t m = 0; m < c.members; ++m) {
    if (c.routes != nullptr) place.wires = c.routes->Of(m);
    children.push_back(Start(c, timing.runs, m, place, source));
  }
  Status status = Ok();
  for (const Child& child : children) {
    const Status own = child.pipe < 0 ? Error(Rule::kDevice, "a member cannot be started") : Take(ReadAll(child.pipe), &timing);
    if (child.process > 0) (void)waitpid(child.process, nullptr, 0);
    if (status) status = own;
  }
  MOTE_CHECK_OK(status);
  std::sort(timing.microseconds.begin(), timing.microseconds.end());
  timing.processor_us /= static_cast<double>(c.members) * c.rounds * timing.runs;
  return timing;
}

}  // namespace mote
