// mote run: one inference, with arrays in and out, and comparison with expected outputs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include "compile/exchange_facts.h"
#include "compile/program_facts.h"
#include "hlo/member_reduction.h"
#include "hlo/npy.h"
#include "tool/array_files.h"
#include "tool/exchange_plan.h"
#include "tool/exit_code.h"
#include "tool/file_bytes.h"
#include "tool/gather_program.h"
#include "tool/link_member.h"
#include "tool/member_parts.h"
#include "tool/members.h"
#include "tool/mpi_member.h"
#include "tool/numbered_output.h"
#include "tool/rounds.h"
#include "tool/runner.h"
#include "tool/tolerance.h"
#include "tool/verb.h"

namespace mote {

namespace {

struct Options {
  std::string program, backend = "auto", kernels = "microcode", output_dir, tolerance;
  std::string joined_dir;  // output_dir of a member, as it was given: of a program that is cut, outputs are those of all members
  std::vector<std::string> inputs, expect, infeed, receive;
  SourceOptions source;
  BoardChoice board;
  std::string profile;
  std::string pipeline_cache;
  bool no_fallback = false, self_test = false, quiet = false, trust = false, minimal_features = false, validation = false, samples = false;
  bool reproducible = false;
  uint32_t threads = 1;
  uint64_t seed = 0;
  int64_t rounds = 1;
  int64_t member = -1, members = 0;  // one of the members that `mote launch` started
  LinkPlace place;
  MpiMember* mpi = nullptr;   // which one this is, where an MPI library carries the exchanges
};

std::string Counted(size_t count, const char* thing) { return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s"); }

Shape Stacked(const Shape& shape, int64_t samples) {
  Dims dims = {samples};
  dims.insert(dims.end(), shape.dims.begin(), shape.dims.end());
  return Shape::Array(shape.element_type, dims);
}

// Samples of `shape` one after the other: the leading dimension counts them, what follows holds one sample's elements in any shape.
Result<Literal> ReadStacked(const ArrayFile& array, const Shape& shape, int64_t samples, const std::string& role) {
  MOTE_ASSIGN(const Literal value, LiteralOf(array, shape.element_type, role));
  const Shape wanted = Stacked(shape, samples);
  if (value.type() == wanted.element_type && value.shape().rank() > 0 && value.shape().dims[0] == samples &&
      value.size() == wanted.ElementCount()) {
    return value.WithShape(wanted);
  }
  return FileError(array.path, Rule::kShape,
                   role + " of all samples is " + ToString(wanted) + ", the file holds " + ToString(value.shape()));
}

// Where a file holds several of what is wanted once.
void HintAtSamples(Errors& errors, const ArrayFile& array, const Shape& shape) {
  const Result<Literal> value = LiteralOf(array, shape.element_type, "");
  if (!value.ok() || value->shape().rank() == 0 || errors.list[0].rule != Rule::kShape) return;
  const int64_t leading = value->shape().dims[0];
  if (leading > 1 && value->size() == leading * shape.ElementCount()) {
    errors.list[0].hint = "with --samples, `mote run` runs once for each of these " + std::to_string(leading);
  }
}

using Arrays = std::vector<std::optional<ArrayFile>>;

Result<Arrays> FindInputs(const Runner& runner, const Options& o) {
  MOTE_ASSIGN(Arrays arrays, AssignArrays(o.inputs, SlotsOf("input", runner.input_names(), runner.input_shapes().size())));
  for (size_t i = 0; i < arrays.size(); ++i) {
    if (arrays[i]) continue;
    const std::string name = i < runner.input_names().size() && !runner.input_names()[i].empty() ? ", " + runner.input_names()[i] : "";
    const auto given = arrays.size() - static_cast<size_t>(std::count(arrays.begin(), arrays.end(), std::nullopt));
    return Error(Rule::kCount, fmt::format("input {} ({}{}) is missing: the program takes {}, {} given", i,
                                           ToString(runner.input_shapes()[i]), name, Counted(arrays.size(), "input"), given));
  }
  return arrays;
}

// With `samples`, every file has that leading dimension more.
Result<std::vector<Literal>> ReadInputs(const Runner& runner, const Arrays& arrays, std::optional<int64_t> samples, int64_t member = 0) {
  std::vector<Literal> values;
  for (size_t i = 0; i < arrays.size(); ++i) {
    const Shape& shape = runner.input_shapes()[i];
    const std::string role = fmt::format("input {}", i);
    Result<Literal> value = samples ? ReadStacked(*arrays[i], shape, *samples, role) : ReadMemberInput(runner, *arrays[i], i, member);
    if (!value) {
      Errors errors = value.errors();
      if (!samples) HintAtSamples(errors, *arrays[i], shape);
      return errors;
    }
    values.push_back(std::move(*value));
  }
  return values;
}

// Runs once a sample; outputs are stacked in a new leading dimension.
Result<std::vector<Literal>> RunSamples(Runner& runner, const std::vector<Literal>& inputs, int64_t samples) {
  std::vector<std::vector<uint8_t>> stacked(runner.output_shapes().size());
  for (int64_t s = 0; s < samples; ++s) {
    std::vector<Literal> one;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Shape& shape = runner.input_shapes()[i];
      const auto bytes = inputs[i].bytes().subspan(s * shape.ByteSize(), shape.ByteSize());
      one.emplace_back(shape, std::vector<uint8_t>(bytes.begin(), bytes.end()));
    }
    MOTE_ASSIGN(const std::vector<Literal> outputs, runner.Run(one));
    for (size_t i = 0; i < outputs.size(); ++i) stacked[i].insert(stacked[i].end(), outputs[i].bytes().begin(), outputs[i].bytes().end());
  }
  std::vector<Literal> outputs;
  for (size_t i = 0; i < stacked.size(); ++i) outputs.emplace_back(Stacked(runner.output_shapes()[i], samples), std::move(stacked[i]));
  return outputs;
}

// How many samples the first input file holds: its leading dimension.
Result<int64_t> SampleCount(const Arrays& inputs) {
  if (inputs.empty()) return Error(Rule::kCount, "--samples wants an input");
  MOTE_ASSIGN(const Literal value, LiteralOf(*inputs[0], ElementType::kBF16, "input 0"));
  if (value.shape().rank() == 0) return Error(Rule::kRank, "--samples wants inputs with a leading dimension, the first is a scalar");
  return value.shape().dims[0];
}

int CompareOutputs(const Options& o, const Runner& runner, const std::vector<Literal>& outputs, std::optional<int64_t> samples) {
  const Result<Arrays> arrays = AssignArrays(o.expect, SlotsOf("output", runner.output_names(), outputs.size()));
  if (!arrays) return Report(arrays.errors());
  int code = kDone;
  for (size_t i = 0; i < arrays->size(); ++i) {
    if (!(*arrays)[i]) continue;
    const ArrayFile& file = *(*arrays)[i];
    const std::string role = fmt::format("output {}", i);
    Result<Literal> expected =
        samples ? ReadStacked(file, runner.output_shapes()[i], *samples, role) : TensorOf(file, outputs[i].shape(), role);
    if (!expected) return Report(expected.errors());
    const bool halves = runner.multiplies_in_f16() && IsFloat(outputs[i].type());
    Criterion criterion = halves ? Float16Tolerance(*expected) : DefaultTolerance(outputs[i].type());
    if (!o.tolerance.empty()) {
      criterion = *ParseTolerance(o.tolerance);
      // A relative or absolute tolerance is meant for floats: integers and booleans stay exact.
      if (criterion.kind == Criterion::Kind::kAlmostEqual && !IsFloat(outputs[i].type()) && !IsComplex(outputs[i].type())) {
        criterion = Criterion{};
      }
    }
    const Comparison comparison = Compare(criterion, outputs[i], *expected);
    if (comparison.ok) {
      const Distance largest = LargestDistance(outputs[i], *expected);
      if (!o.quiet) {
        fmt::print("output {} matches {} (largest error {:.3g}, relative {:.3g})\n", i, file.path, largest.absolute, largest.relative);
      }
      continue;
    }
    fmt::print(stderr, "mote: output {} differs from {}: {}\n", i, file.path, comparison.message);
    code = kComparisonFailed;
  }
  return code;
}

// What was fed out and sent to the host, each transfer of a queue an item.
Status DeliverSent(const Options& o, const std::vector<HostFeed::Sent>& sent) {
  std::map<std::string, int> items;
  for (const HostFeed::Sent& one : sent) {
    const int item = items[one.name]++;
    for (size_t a = 0; a < one.arrays.size(); ++a) {
      if (!o.quiet) fmt::print("{} item {}.{}: {}  {}\n", one.name, item, a, ToString(one.arrays[a].shape()), Preview(one.arrays[a]));
      if (o.output_dir.empty()) continue;
      MOTE_CHECK_OK(WriteFile(fmt::format("{}/{}.{}.{}.npy", o.output_dir, one.name, item, a), WriteNpy(one.arrays[a])));
    }
  }
  return Ok();
}

Result<std::vector<Literal>> ReadItem(const std::string& path) {
  MOTE_ASSIGN(const std::vector<ArrayFile> files, ReadArrays(path));
  std::vector<Literal> item;
  for (const ArrayFile& file : files) {
    MOTE_ASSIGN(Literal array, LiteralOf(file, ElementType::kBF16, "an item"));
    item.push_back(std::move(array));
  }
  return item;
}

// --infeed FILE, --receive CHANNEL=FILE
Result<FeedItems> ReadFeed(const Options& o) {
  FeedItems items;
  for (const std::string& path : o.infeed) {
    MOTE_ASSIGN(std::vector<Literal> item, ReadItem(path));
    items.infeed.push_back(std::move(item));
  }
  for (const std::string& argument : o.receive) {
    const size_t equals = argument.find('=');
    const std::string channel = argument.substr(0, equals);
    const bool number = !channel.empty() && channel.size() <= 18 && channel.find_first_not_of("0123456789") == std::string::npos;
    if (equals == std::string::npos || !number) {
      return Error(Rule::kAttribute, "--receive is CHANNEL=FILE, not '" + argument + "'");
    }
    MOTE_ASSIGN(std::vector<Literal> item, ReadItem(argument.substr(equals + 1)));
    items.received[std::stoll(channel)].push_back(std::move(item));
  }
  return items;
}

// Prints, writes and compares what one process gave.
int Deliver(const Options& o, const Runner& runner, const std::vector<Literal>& outputs, std::optional<int64_t> samples,
            size_t member = 0) {
  if (!o.quiet) {
    for (size_t i = 0; i < outputs.size(); ++i) fmt::print("output {}: {}  {}\n", i, ToString(outputs[i].shape()), Preview(outputs[i]));
  }
  if (!o.output_dir.empty()) {
    std::error_code error;
    std::filesystem::create_directories(o.output_dir, error);
    for (size_t i = 0; i < outputs.size(); ++i) {
      const std::string path = fmt::format("{}/out{}.npy", o.output_dir, i);
      if (Status s = WriteFile(path, WriteNpy(outputs[i])); !s) return Report(s.errors());
    }
  }
  if (Status s = DeliverSent(o, runner.sent(member)); !s) return Report(s.errors());
  return CompareOutputs(o, runner, outputs, samples);
}

// The options as process `process` sees them: its number stands for every {} in a file name.
Options OptionsOf(const Options& o, int64_t process) {
  Options own = o;
  const auto replace = [&](std::string& path) {
    for (size_t at = 0; (at = path.find("{}", at)) != std::string::npos;) path.replace(at, 2, std::to_string(process));
  };
  for (std::vector<std::string>* paths : {&own.inputs, &own.expect, &own.infeed, &own.receive}) {
    std::for_each(paths->begin(), paths->end(), replace);
  }
  replace(own.program);
  replace(own.place.key_file);
  own.joined_dir = own.output_dir;
  if (!own.output_dir.empty() && own.output_dir.find("{}") == std::string::npos) own.output_dir += "/process{}";
  replace(own.output_dir);
  return own;
}

int CheckFallback(const Options& o, const BackendFacts& facts) {
  if (!o.no_fallback || o.backend != "vulkan" || facts.steps_cpu == 0) return kDone;
  return Report(kNotSupported, fmt::format("{} of {} steps would run on the CPU", facts.steps_cpu, facts.steps_cpu + facts.steps_vulkan));
}

// The options of who delivers what all members made together.
Options JoinedOptions(const Options& own) {
  Options joined = own;
  joined.output_dir = own.joined_dir;
  return joined;
}

// What a member says between its rounds.
void TellNews(const Options& o, size_t inputs, const LinkNews& news, const std::vector<Literal>& outputs) {
  if (news.round == 0) {
    fmt::print("member {} is lost, {} go on in epoch {}\n", news.lost, news.members, news.epoch);
  } else if (news.first && !o.quiet && o.rounds > 1) {
    fmt::print("{}\n", RoundLine(news.round, o.rounds, news.members, news.bytes, outputs, inputs));
  }
  std::fflush(stdout);
}

// The program for as many members, of those that are left.
struct Smaller {
  std::unique_ptr<Source> source;
  std::unique_ptr<Runner> runner;
};

Result<Backend*> OpenSmaller(const Options& o, const RunnerOptions& options, uint32_t members, Smaller& place) {
  SourceOptions wanted = o.source;
  wanted.replicas = members;
  place.runner.reset();
  MOTE_ASSIGN(Source source, LoadSource(o.program, wanted));
  place.source = std::make_unique<Source>(std::move(source));
  MOTE_ASSIGN(place.runner, Runner::Open(*place.source, options));
  return place.runner->backend();
}

// The exchanges of the program against the topology that was given; the wires of this member.
Result<LinkWires> FindWires(const Options& o, const Source& source) {
  if (o.source.topology.empty()) return LinkWires();
  MOTE_ASSIGN(const Topology topology, ReadTopology(o.source.topology));
  std::vector<uint8_t> bytes(source.bytes.begin(), source.bytes.end());
  if (!source.compiled()) {
    CompileRequest request;
    request.targets = {"linux"};
    request.skip_unsupported = false;
    MOTE_ASSIGN(CompiledProgram program, CompileSource(source, request));
    bytes = std::move(program.bytes);
  }
  const std::vector<std::string> targets = VariantTargets(bytes);
  MOTE_ASSIGN(const ExchangeList list, ExchangesOf(bytes, targets.empty() ? "linux" : targets[0]));  // all have the same exchanges
  MOTE_CHECK_OK(CheckTopology(list, topology, o.source.topology));
  return Routes(topology).Of(static_cast<uint32_t>(o.member));
}

// One member in this process, as `mote launch` starts it; `o` is its own.
int RunOneMember(const Options& o, const RunnerOptions& options, const Source& source, Runner& runner) {
  const int64_t members = runner.replicas() * runner.partitions();
  if (members != o.members) {
    return Report(kUsage,
                  fmt::format("-n {}: the program is for {} and {}", o.members, Counted(static_cast<size_t>(runner.replicas()), "replica"),
                              Counted(static_cast<size_t>(runner.partitions()), "partition")));
  }
  if (o.member >= members) return Report(kUsage, fmt::format("--member {}: there are {}", o.member, members));
  if (o.samples || !o.profile.empty()) return Report(kUsage, "--samples and --profile go with one process, not with members of a grid");
  if (runner.backend() == nullptr) {
    return Report(kUsage, "members in processes of their own run on the CPU or on Vulkan, not with --backend " + o.backend);
  }
  if (o.mpi != nullptr && o.place.folder.empty() && runner.IsCut()) {
    return Report(kUsage, "outputs of a program that is cut among its members are joined by mote launch --transport mpi");
  }
  if (o.place.least != 0 && (source.compiled() || runner.partitions() != 1)) {
    return Report(kUsage, "--shrink wants a source program of replicas alone, which is compiled for as many as are left");
  }
  if (const int code = CheckFallback(o, runner.facts()); code != kDone) return code;
  const Result<Arrays> arrays = FindInputs(runner, o);
  if (!arrays) return Report(arrays.errors(), o.program);
  const Result<std::vector<Literal>> inputs = ReadInputs(runner, *arrays, {}, o.member);
  if (!inputs) return Report(inputs.errors(), o.program);
  const auto deliver = [&](const std::vector<Literal>& own) {
    if (!runner.IsCut()) return Deliver(o, runner, own, {});
    const auto all = GatherOutputs(runner, o.place, o.member, o.members, own);
    if (!all) return Report(all.errors(), o.program);
    return all->empty() ? kDone : Deliver(JoinedOptions(o), runner, JoinOutputs(runner, *all), {});
  };
  if (o.backend == "board") {  // the group is the board's business
    const Result<std::vector<Literal>> outputs = runner.Run(*inputs);
    if (!outputs) return Report(outputs.errors(), o.program);
    NoteMemberDone(o.place.folder, static_cast<uint32_t>(o.member));
    return deliver(*outputs);
  }
  const Result<LinkWires> wires = FindWires(o, source);
  if (!wires) return Report(wires.errors(), o.program);
  LinkPlace place = o.place;
  place.wires = *wires;
  LinkRun run;
  Smaller smaller;
  run.number = static_cast<uint32_t>(o.member);
  run.members = static_cast<uint32_t>(o.members);
  run.rounds = static_cast<uint32_t>(o.rounds);
  run.open = [&](uint32_t count) -> Result<Backend*> {
    return count == run.members ? Result<Backend*>(runner.backend()) : OpenSmaller(o, options, count, smaller);
  };
  run.with_hidden = [&](const std::vector<Literal>& given) { return runner.WithRngState(given); };
  run.take_hidden = [&](std::vector<Literal>& results) { runner.TakeRngState(results); };
  run.tell = [&](const LinkNews& news, const std::vector<Literal>& outputs) { TellNews(o, inputs->size(), news, outputs); };
  std::unique_ptr<GatherProgram> gather;
  if (runner.IsCut() && !o.place.addresses.empty()) {  // on several machines
    auto opened = GatherProgram::Open(runner.output_shapes(), run.members);
    if (!opened) return Report(opened.errors());
    gather = std::move(*opened);
    run.follower = gather->backend();
  }
  const Result<std::vector<Literal>> outputs = o.mpi != nullptr ? o.mpi->Run(run, *inputs) : RunLinkMember(run, place, *inputs);
  if (!outputs) return Report(outputs.errors(), o.program);
  if (gather == nullptr) return deliver(*outputs);
  return o.member != 0 ? kDone : Deliver(JoinedOptions(o), runner, JoinOutputs(runner, gather->ByMember(*outputs)), {});
}

// Every process of the grid at once, collectives included; process r * partitions + p.
int RunGrid(const Options& o, Runner& runner) {
  if (o.samples) return Report(kUsage, "--samples goes with one process, not with a grid of replicas and partitions");
  const int64_t processes = runner.replicas() * runner.partitions();
  if (processes > kMostMembers) {
    return Report(kNotSupported, fmt::format("the grid has {} members, one process runs at most {}", processes, kMostMembers));
  }
  std::vector<std::vector<Literal>> inputs;
  for (int64_t process = 0; process < processes; ++process) {
    const Result<Arrays> arrays = FindInputs(runner, OptionsOf(o, process));
    if (!arrays) return Report(arrays.errors(), o.program);
    Result<std::vector<Literal>> own = ReadInputs(runner, *arrays, {}, process);
    if (!own) return Report(own.errors(), o.program);
    inputs.push_back(std::move(*own));
  }
  Result<std::vector<std::vector<Literal>>> outputs = runner.RunGrid(inputs);
  for (int64_t round = 1; outputs.ok() && round <= o.rounds; ++round) {
    const size_t given = inputs[0].size();
    if (o.rounds > 1 && !o.quiet) fmt::print("{}\n", RoundLine(round, o.rounds, 0, 0, (*outputs)[0], given));
    if (round == o.rounds) break;
    for (size_t process = 0; process < inputs.size(); ++process) TakeAsInputs((*outputs)[process], inputs[process]);
    outputs = runner.RunGrid(inputs);
  }
  if (!outputs) return Report(outputs.errors(), o.program);
  int code = kDone;
  const BackendFacts facts = runner.facts();
  if (!o.quiet && runner.backend() != nullptr) {
    fmt::print("device: {}  steps_cpu: {}  steps_vulkan: {}\n", facts.device, facts.steps_cpu, facts.steps_vulkan);
  }
  if (runner.IsCut()) return Deliver(JoinedOptions(OptionsOf(o, 0)), runner, JoinOutputs(runner, *outputs), {});
  for (int64_t process = 0; process < processes; ++process) {
    const int64_t replica = process / runner.partitions(), partition = process % runner.partitions();
    if (!o.quiet) fmt::print("process {} (replica {}, partition {})\n", process, replica, partition);
    code = std::max(code, Deliver(OptionsOf(o, process), runner, (*outputs)[process], {}, static_cast<size_t>(process)));
  }
  return code;
}

// The runner of a board that is a member is told who it is.
BoardChoice BoardOfMember(const Options& o) {
  BoardChoice board = o.board;
  if (o.member >= 0 && !board.runner.empty()) {
    board.runner += fmt::format(" {} {} {} {} '{}'", o.member, o.members, o.rounds, o.place.deadline_ms, o.place.folder);
  }
  return board;
}

int Run(Options o) {
  RunnerOptions runner_options;
  if (const std::string wrong = BoardOf(BoardOfMember(o), o.backend, runner_options); !wrong.empty()) return Report(kUsage, wrong);
  if (o.backend != "board" && !ParseBackend(o.backend, runner_options.backend)) {
    return Report(kUsage, "--backend is evaluate, cpu, vulkan, board or auto, not '" + o.backend + "'");
  }
  if (o.kernels != "microcode" && o.kernels != "c") return Report(kUsage, "--kernels is microcode or c, not '" + o.kernels + "'");
  if (!o.tolerance.empty() && !ParseTolerance(o.tolerance)) {
    return Report(kUsage, "--tolerance is exact, ulp:N or rel:R,abs:A, not '" + o.tolerance + "'");
  }
  if (const std::string wrong = WrongBits(o.source, o.reproducible); !wrong.empty()) return Report(kUsage, wrong);
  runner_options.native_kernels = o.kernels == "c";
  runner_options.device.natives_first = true;  // all of the C is to be seen
  runner_options.trust = o.trust;
  runner_options.reproducible = o.reproducible;
  runner_options.device.pipeline_cache = o.pipeline_cache;
  runner_options.device.times = !o.profile.empty();
  runner_options.device.self_test = o.self_test;
  runner_options.device.threads = o.threads;
  runner_options.device.minimal_features = o.minimal_features;
  runner_options.device.validation = o.validation;

  Result<FeedItems> feed = ReadFeed(o);
  if (!feed) return Report(feed.errors());
  runner_options.device.feed = std::move(*feed);
  Result<Source> source = LoadSource(o.program, o.source);
  if (!source) return Report(source.errors());
  if (o.mpi != nullptr) {
    runner_options.device.calls = o.mpi->calls();
    if (!source->compiled() && !o.reproducible) source->custom_calls.insert({kAllReduceCall, kReduceScatterCall});
  }
  if (o.member >= 0 && o.mpi == nullptr) LendMemory(static_cast<uint32_t>(o.member), &o.place, &runner_options.device);
  Result<std::unique_ptr<Runner>> opened = Runner::Open(*source, runner_options);
  if (!opened) return Report(opened.errors(), o.program);
  Runner& runner = **opened;
  runner.Seed(o.seed);
  for (const auto& [wanted, has, what] : {std::tuple(o.source.replicas, runner.replicas(), "replicas"),
                                          std::tuple(o.source.partitions, runner.partitions(), "partitions")}) {
    if (wanted == 0 || wanted == has) continue;
    return Report(kUsage, fmt::format("--{0} {1}: the program was compiled for {2} {0}", what, wanted, has));
  }
  if (o.rounds > 1 && o.samples) return Report(kUsage, "--rounds and --samples are two ways to run several times: give one of them");
  if (const Status s = CheckRounds(runner, o.rounds); !s) return Report(s.errors(), o.program);
  if (o.member >= 0) return RunOneMember(o, runner_options, *source, runner);
  if (runner.replicas() * runner.partitions() > 1) return RunGrid(o, runner);
  const Result<Arrays> arrays = FindInputs(runner, o);
  if (!arrays) return Report(arrays.errors(), o.program);
  std::optional<int64_t> samples;
  if (o.samples) {
    Result<int64_t> count = SampleCount(*arrays);
    if (!count) return Report(count.errors(), o.program);
    samples = *count;
  }
  Result<std::vector<Literal>> inputs = ReadInputs(runner, *arrays, samples);
  if (!inputs) return Report(inputs.errors(), o.program);
  Profile profile;
  if (!o.profile.empty() && (runner.backend() == nullptr || !runner.backend()->Note(&profile))) {
    return Report(kUsage, "--profile is for --backend cpu and board, and for vulkan on a device that has timestamps");
  }
  const auto start = std::chrono::steady_clock::now();
  Result<std::vector<Literal>> outputs = samples ? RunSamples(runner, *inputs, *samples) : runner.Run(*inputs);
  for (int64_t round = 1; o.rounds > 1 && outputs.ok() && round <= o.rounds; ++round) {
    if (!o.quiet) fmt::print("{}\n", RoundLine(round, o.rounds, 0, 0, *outputs, inputs->size()));
    if (round == o.rounds) break;
    TakeAsInputs(*outputs, *inputs);
    outputs = runner.Run(*inputs);
  }
  const double milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  if (!outputs) return Report(outputs.errors(), o.program);

  const BackendFacts facts = runner.facts();
  if (const int code = CheckFallback(o, facts); code != kDone) return code;
  if (!o.quiet) {
    if (!runner.note().empty()) fmt::print("{}\n", runner.note());
    fmt::print("device: {}  steps_cpu: {}  steps_vulkan: {}\n", facts.device, facts.steps_cpu, facts.steps_vulkan);
    if (facts.kernels_tested > 0) {
      fmt::print("self-test: {} kernels tried, {} run by another shader, {} on the CPU\n", facts.kernels_tested, facts.kernels_demoted,
                 facts.kernels_on_cpu);
    }
    if (samples && *samples > 0) fmt::print("{} samples, {:.4f} ms each\n", *samples, milliseconds / static_cast<double>(*samples));
  }
  if (!o.profile.empty()) {
    const bool board = runner_options.backend == BackendKind::kBoard;
    const std::map<uint32_t, std::string> names = StepNames(runner.program(), board ? o.board.target : facts.target);
    if (Status s = WriteFile(o.profile, ChromeTrace(profile, names, facts.device)); !s) return Report(s.errors());
    if (!o.quiet) fmt::print("{}", ProfileTable(profile, names));
  }
  return Deliver(o, runner, *outputs, samples);
}

// The member that this process is of those that mpirun started.
int RunByMpi(Options o) {
  Result<std::unique_ptr<MpiMember>> member = MpiMember::Start(o.place.deadline_ms);
  if (!member) return Report(member.errors());
  o.mpi = member->get();
  o.member = o.mpi->number();
  if (o.members == 0) o.members = o.mpi->members();
  int code = kDone;
  {
    const NumberedOutput output(o.mpi->number());
    code = o.members == o.mpi->members() ? Run(OptionsOf(o, o.member))
                                         : Report(kUsage, fmt::format("of {} members mpirun has started {}", o.members, o.mpi->members()));
  }
  o.mpi->End(code);
  return code;
}

}  // namespace

void AddRunVerb(const Verb& app, int& exit_code) {
  const Verb verb = app.Sub("run", "Run a program once; a source program is compiled first");
  auto o = std::make_shared<Options>();
  verb.Value("program", o->program, "Source program or .mote file; - for standard input");
  AddSourceOptions(verb, o->source);
  AddStateOptions(verb, o->source);
  AddVulkanOptions(verb, o->source);
  verb.Footer(
      "Of a grid of replicas and partitions all members run in this process; {} in a file name is the member's number. Of a program that "
      "jax.shard_map cuts among them files hold whole tensors: each member takes its part, and outputs are joined.");
  verb.Value("--backend", o->backend, "evaluate, cpu, vulkan, board or auto").ShowDefault();
  AddBoard(verb, o->board);
  verb.Value("--profile", o->profile,
                   "Write when each step ran there, as a Chrome trace, and print a table; not with --backend evaluate");
  verb.Value("--kernels", o->kernels, "On the CPU: microcode or c (printed, compiled with cc)").ShowDefault();
  verb.Lists(
      "--input", o->inputs,
      "FILE.npy …, in the order of the entry point, or NAME=FILE.npy; a .npz or a folder of .npy by names, or arr_0, arr_1 … in order");
  verb.Lists("--expect", o->expect, "What the outputs must match, given as inputs are; a folder that --output-dir wrote will do");
  verb.Value("--tolerance", o->tolerance,
             "exact, ulp:N or rel:R,abs:A; default exact for integers, rel:1e-4,abs:1e-5 for floats, and with --allow-fp16 on Vulkan 1/128 "
             "of the largest expected one more");
  verb.Value("--output-dir", o->output_dir,
                   "Write out0.npy, out1.npy … there, and what is fed out or sent: outfeed.ITEM.ARRAY.npy, send.CHANNEL.ITEM.ARRAY.npy");
  verb.Value("--infeed", o->infeed, "FILE.npy or .npz …: what the program's infeed takes, a file an item, its arrays in order");
  verb.Value("--receive", o->receive, "CHANNEL=FILE …: likewise what its recv from the host takes");
  verb.Value("--seed", o->seed, "Of random numbers that the program draws (rng); each run draws others").ShowDefault();
  verb.Value("--threads", o->threads, "Threads of the CPU backend; on Vulkan they make pipelines").Between(1, 256).ShowDefault();
  verb.Flag("--no-fallback", o->no_fallback, "With --backend vulkan: exit 4 when a step would run on the CPU");
  AddTrust(verb, o->trust);
  AddPipelineCache(verb, o->pipeline_cache);
  verb.Flag("--minimal-features", o->minimal_features, "Vulkan: no optional device feature except robustBufferAccess");
  verb.Flag("--self-test", o->self_test, "Vulkan: try each shader against the CPU first, on devices that are CPUs too");
  verb.Flag("--validation", o->validation, "Vulkan: validation layers with synchronization validation");
  verb.Flag("--reproducible", o->reproducible, "Compile a source program so that every target gives the same bits");
  verb.Flag("--samples", o->samples, "The leading dimension of every file counts samples: run once a sample, outputs are stacked");
  verb.Value("--rounds", o->rounds, "Run so often: the first outputs of a run are the inputs of the next, the others are shown")
      .Between(1, 1000000000);
  verb.Flag("-q,--quiet", o->quiet, "Print only what differs");
  for (const auto& [name, value] : {std::pair("--member", &o->member), std::pair("--members", &o->members)}) {
    verb.Value(name, *value, "Of mote launch").Hidden();
  }
  verb.Value("--transport", o->place.transport, "Of mote launch").Hidden();
  verb.Value("--link-folder", o->place.folder, "Of mote launch").Hidden();
  verb.Value("--link-port", o->place.first_port, "Of mote launch").Hidden();
  verb.Lists("--link-address", o->place.addresses, "Of mote launch").Hidden();
  verb.Value("--deadline", o->place.deadline_ms, "Of mote launch").Hidden();
  verb.Value("--least", o->place.least, "Of mote launch").Hidden();
  AddTopology(verb, o->source);
  verb.Value("--link-key", o->place.key_file, "Of mote launch").Hidden();
  verb.Value("--link-trace", o->place.trace, "Of mote launch").Hidden();
  verb.Run([o, &exit_code] {
    const bool given = TakeProgram(o->program, {&o->inputs, &o->expect});
    if (o->place.least != 0 && o->source.replicas == 0) o->source.replicas = o->members;
    const bool mpi = o->place.transport == "mpi";
    exit_code = given ? mpi ? RunByMpi(*o) : Run(o->member >= 0 ? OptionsOf(*o, o->member) : *o)
                      : Report(kUsage, "a program is wanted: mote run PROGRAM --input FILE.npy …");
  });
}

}  // namespace mote
