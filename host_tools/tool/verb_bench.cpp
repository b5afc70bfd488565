// mote bench: latency of a compiled program on this machine.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>

#include "tool/array_files.h"
#include "tool/device_limits.h"
#include "tool/exit_code.h"
#include "tool/runner.h"
#include "tool/verb.h"

namespace mote {

namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  std::string program, backend = "cpu", kernels = "microcode";
  std::vector<std::string> inputs;
  SourceOptions source;
  unsigned repeat = 20;
  uint32_t threads = 1;
  std::string pipeline_cache;
  bool json = false, trust = false, steps = false, machine = false;
};

double Milliseconds(Clock::duration d) { return std::chrono::duration<double, std::milli>(d).count(); }

// Milliseconds since this process was created, by the kernel's clock, whose resolution is one tick.
double SinceProcessStart() {
  std::FILE* stat = std::fopen("/proc/self/stat", "r");
  if (stat == nullptr) return 0;
  char text[1024];
  const size_t n = std::fread(text, 1, sizeof text - 1, stat);
  std::fclose(stat);
  text[n] = 0;
  const char* after_name = std::strrchr(text, ')');
  unsigned long long start = 0;
  if (after_name == nullptr ||
      std::sscanf(after_name + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu", &start) != 1) {
    return 0;
  }
  timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6 -
         static_cast<double>(start) * 1e3 / static_cast<double>(sysconf(_SC_CLK_TCK));
}

nlohmann::ordered_json AsJson(const MachineLimits& limits) {
  nlohmann::ordered_json copies = nlohmann::ordered_json::array();
  for (const auto& copy : limits.copies) copies.push_back({{"bytes", copy.bytes}, {"gigabytes_per_second", copy.rate * 1e-9}});
  return {{"instructions", limits.instructions}, {"gigaflops", 2e-9 * limits.multiply_adds}, {"copies", copies}};
}

// `whose`: "this machine, 2 threads".
std::string AsText(const MachineLimits& limits, const std::string& whose) {
  std::string text = whose + ": ";
  if (limits.multiply_adds > 0) text += fmt::format("{:.1f} GFLOP/s of f32 ({}); ", 2e-9 * limits.multiply_adds, limits.instructions);
  text += "copies of";
  for (const auto& copy : limits.copies) {
    const bool small = copy.bytes < 1 << 20;
    text += fmt::format("{} {} {} {:.1f}", &copy == limits.copies.data() ? "" : ",", small ? copy.bytes >> 10 : copy.bytes >> 20,
                        small ? "KiB" : "MiB", copy.rate * 1e-9);
  }
  return text + " GB/s, read and written\n";
}

std::string ThisMachine(uint32_t threads) { return fmt::format("this machine, {} thread{}", threads, threads == 1 ? "" : "s"); }

int Machine(const Options& o) {
  const MachineLimits limits = MeasureMachine(o.threads);
  if (o.json) fmt::print("{}\n", nlohmann::ordered_json{{"threads", o.threads}, {"machine", AsJson(limits)}}.dump());
  else fmt::print("{}", AsText(limits, ThisMachine(o.threads)));
  return kDone;
}

// Runs that are told of by a hook, apart from those that are measured as a whole.
Result<Profile> RunSteps(Runner& runner, unsigned repeat) {
  Profile profile;
  if (!runner.backend()->Note(&profile)) {
    Diagnostic d = Error(Rule::kUnsupported, "--steps wants --backend cpu, or vulkan on a device that has timestamps");
    d.hint = "leave --steps out for the time of a whole run";
    return d;
  }
  Status status = Ok();
  for (unsigned i = 0; i < repeat && status; ++i) status = runner.backend()->RunLoaded();
  runner.backend()->Note(nullptr);
  MOTE_CHECK_OK(status);
  return profile;
}

nlohmann::ordered_json AsJson(const std::vector<StepSpeed>& speeds) {
  nlohmann::ordered_json steps = nlohmann::ordered_json::array();
  for (const StepSpeed& s : speeds) {
    steps.push_back({{"word", s.step}, {"name", s.name}, {"runs", s.runs}, {"us", s.seconds * 1e6}, {"share", s.share}});
    if (s.operations > 0) steps.back()["gigaops"] = s.operations * 1e-9;
    if (s.bytes > 0) steps.back()["gigabytes_per_second"] = s.bytes * 1e-9;
    if (s.of_limit > 0) steps.back()["of_limit"] = s.of_limit;
  }
  return steps;
}

int Bench(const Options& o) {
  RunnerOptions options;
  if (!ParseBackend(o.backend, options.backend) || options.backend == BackendKind::kEvaluate) {
    return Report(kUsage, "--backend is cpu, vulkan or auto, not '" + o.backend + "'");
  }
  if (o.kernels != "microcode" && o.kernels != "c") return Report(kUsage, "--kernels is microcode or c, not '" + o.kernels + "'");
  options.native_kernels = o.kernels == "c";
  options.trust = o.trust;
  options.device.pipeline_cache = o.pipeline_cache;
  options.device.times = o.steps;
  options.device.probes = true;
  options.device.threads = o.threads;
  Result<Source> source = LoadSource(o.program, o.source);
  if (!source) return Report(source.errors());
  Result<std::unique_ptr<Runner>> opened = Runner::Open(*source, options);
  if (!opened) return Report(opened.errors(), o.program);
  Runner& runner = **opened;
  const auto arrays = AssignArrays(o.inputs, SlotsOf("input", runner.input_names(), runner.input_shapes().size()));
  if (!arrays) return Report(arrays.errors(), o.program);
  std::vector<Literal> inputs;
  for (size_t i = 0; i < runner.input_shapes().size(); ++i) {
    if ((*arrays)[i]) {
      Result<Literal> value = TensorOf(*(*arrays)[i], runner.input_shapes()[i], fmt::format("input {}", i));
      if (!value) return Report(value.errors());
      inputs.push_back(std::move(value).value());
    } else {
      inputs.emplace_back(runner.input_shapes()[i]);  // zeros
    }
  }
  if (Status s = runner.backend()->Load(runner.WithRngState(inputs)); !s) return Report(s.errors(), o.program);
  if (Status s = runner.backend()->RunLoaded(); !s) return Report(s.errors(), o.program);
  const double first = SinceProcessStart();
  std::vector<double> times;
  for (unsigned i = 0; i < o.repeat; ++i) {
    const auto start = Clock::now();
    if (Status s = runner.backend()->RunLoaded(); !s) return Report(s.errors(), o.program);
    times.push_back(Milliseconds(Clock::now() - start));
  }
  std::sort(times.begin(), times.end());
  const double median = times.size() % 2 ? times[times.size() / 2] : (times[times.size() / 2 - 1] + times[times.size() / 2]) / 2;
  const BackendFacts facts = runner.facts();
  const bool on_vulkan = facts.target == "vulkan";
  std::vector<StepSpeed> speeds;
  MachineLimits limits;
  if (o.steps) {
    const Result<Profile> profile = RunSteps(runner, o.repeat);
    if (!profile) return Report(profile.errors(), o.program);
    const Result<MachineLimits> measured = on_vulkan ? MeasureDevice(facts) : MeasureMachine(o.threads);
    if (!measured) return Report(measured.errors());
    limits = *measured;
    speeds = SpeedsOf(*profile, StepNames(runner.program(), facts.target), StepAmounts(runner.program(), facts.target), limits);
  }
  if (o.json) {
    nlohmann::ordered_json document = {{"latency_ms", {{"min", times.front()}, {"median", median}}},
                                             {"first_result_ms", first},
                                             {"arena_bytes", facts.arena_bytes},
                                             {"program_bytes", runner.program_bytes()},
                                             {"device", facts.device},
                                             {"threads", o.threads},
                                             {"steps_cpu", facts.steps_cpu},
                                             {"steps_vulkan", facts.steps_vulkan}};
    if (o.steps) document["machine"] = AsJson(limits), document["steps"] = AsJson(speeds);
    fmt::print("{}\n", document.dump());
  } else {
    if (!runner.note().empty()) fmt::print("{}\n", runner.note());
    fmt::print("{}: min {:.4f} ms, median {:.4f} ms over {} runs; first result {:.1f} ms after process start\n", facts.device,
               times.front(), median, o.repeat, first);
    fmt::print("arena {} B, program {} B, {} thread{}, steps: {} on the CPU, {} on Vulkan\n", facts.arena_bytes, runner.program_bytes(),
               o.threads, o.threads == 1 ? "" : "s", facts.steps_cpu, facts.steps_vulkan);
    if (o.steps) fmt::print("{}{}", AsText(limits, on_vulkan ? "this device" : ThisMachine(o.threads)), SpeedTable(speeds));
  }
  return kDone;
}

}  // namespace

void AddBenchVerb(const Verb& app, int& exit_code) {
  const Verb verb = app.Sub("bench", "Measure the latency of a program");
  auto o = std::make_shared<Options>();
  verb.Value("program", o->program, ".mote file or source program");
  AddSourceOptions(verb, o->source);
  AddVulkanOptions(verb, o->source);
  AddStateOptions(verb, o->source);
  verb.Value("--backend", o->backend, "cpu, vulkan or auto").ShowDefault();
  verb.Value("--kernels", o->kernels, "On the CPU, from a source program: microcode or c").ShowDefault();
  verb.Lists("--input", o->inputs, "As for `mote run`; zeros where missing");
  verb.Value("--repeat", o->repeat, "Counted runs after the first").Between(1, 1000000).ShowDefault();
  verb.Value("--threads", o->threads, "Threads of the CPU backend; on Vulkan they make pipelines").Between(1, 256).ShowDefault();
  AddTrust(verb, o->trust);
  AddPipelineCache(verb, o->pipeline_cache);
  verb.Flag("--steps", o->steps,
            "Each step by itself too: time, operations, bytes, and its share of what this machine can do, by bytes beside copies or by f32 "
            "products beside multiply-adds, whichever is more. On Vulkan copies are the device's and multiply-adds those of mote device "
            "--probe");
  verb.Flag("--machine", o->machine, "What this machine's CPU can do at best: multiply-adds, copies; takes no program");
  verb.Flag("--json", o->json, "One JSON object");
  verb.Run([o, &exit_code] {
    if (o->machine) exit_code = Machine(*o);
    else exit_code = TakeProgram(o->program, {&o->inputs}) ? Bench(*o) : Report(kUsage, "a program is wanted: mote bench PROGRAM");
  });
}

}  // namespace mote
