// mote run: one inference, with .npy files in and out, and comparison with expected outputs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

#include "hlo/npy.h"
#include "tool/exit_code.h"
#include "tool/file_bytes.h"
#include "tool/runner.h"
#include "tool/tolerance.h"
#include "tool/verb.h"

namespace mote {

namespace {

struct Options {
  std::string program, backend = "auto", kernels = "microcode", output_dir, tolerance;
  std::vector<std::string> inputs, expect, dims;
  bool no_fallback = false, quiet = false, trust = false, minimal_features = false, validation = false, samples = false;
  uint32_t threads = 1;
  int64_t replicas = 1, partitions = 1;
  int64_t processes() const { return replicas * partitions; }
};

std::string Counted(size_t count, const char* thing) { return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s"); }

Shape Stacked(const Shape& shape, int64_t samples) {
  Dims dims = {samples};
  dims.insert(dims.end(), shape.dims.begin(), shape.dims.end());
  return Shape::Array(shape.element_type, dims);
}

// Samples of `shape` one after the other: the leading dimension counts them, what follows holds one sample's elements in any shape.
Result<Literal> ReadStacked(const std::string& path, const Shape& shape, int64_t samples, const std::string& role) {
  MOTE_ASSIGN(const Literal value, ReadArray(path, shape.element_type));
  const Shape wanted = Stacked(shape, samples);
  if (value.type() == wanted.element_type && value.shape().rank() > 0 && value.shape().dims[0] == samples && value.size() == wanted.ElementCount()) {
    return value.WithShape(wanted);
  }
  Diagnostic d = Error(Rule::kShape, role + " of all samples is " + ToString(wanted) + ", the file holds " + ToString(value.shape()));
  d.file = path;
  return d;
}

// "NAME=F.npy" or "F.npy" in the order of the entry point. With `samples`, every file has that leading dimension more.
Result<std::vector<Literal>> ReadInputs(const Runner& runner, const std::vector<std::string>& arguments, std::optional<int64_t> samples) {
  const std::vector<Shape>& shapes = runner.input_shapes();
  std::vector<std::string> paths(shapes.size());
  size_t next = 0;
  for (const std::string& argument : arguments) {
    const size_t equals = argument.find('=');
    size_t at = next;
    if (equals != std::string::npos) {
      const std::string name = argument.substr(0, equals);
      for (at = 0; at < runner.input_names().size() && runner.input_names()[at] != name; ++at) {
      }
      if (at >= runner.input_names().size()) {
        return Error(Rule::kCount, fmt::format("the program has no input named '{}'; it has {}", name, fmt::join(runner.input_names(), ", ")));
      }
    } else {
      ++next;
    }
    if (at >= paths.size()) return Error(Rule::kCount, fmt::format("the program takes {}, more were given", Counted(shapes.size(), "input")));
    paths[at] = argument.substr(equals == std::string::npos ? 0 : equals + 1);
  }
  std::vector<Literal> values;
  for (size_t i = 0; i < shapes.size(); ++i) {
    if (paths[i].empty()) {
      return Error(Rule::kCount, fmt::format("input {} ({}) is missing: the program takes {}, {} given", i, ToString(shapes[i]), Counted(shapes.size(), "input"),
                                             arguments.size()));
    }
    const std::string role = fmt::format("input {}", i);
    MOTE_ASSIGN(Literal value, samples ? ReadStacked(paths[i], shapes[i], *samples, role) : ReadTensor(paths[i], shapes[i], role));
    values.push_back(std::move(value));
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
      const auto bytes = inputs[i].bytes().subspan(static_cast<size_t>(s * shape.ByteSize()), static_cast<size_t>(shape.ByteSize()));
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
Result<int64_t> SampleCount(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return Error(Rule::kCount, "--samples wants an input");
  MOTE_ASSIGN(const Literal value, ReadArray(arguments[0].substr(arguments[0].find('=') + 1), ElementType::kBF16));
  if (value.shape().rank() == 0) return Error(Rule::kRank, "--samples wants inputs with a leading dimension, the first is a scalar");
  return value.shape().dims[0];
}

std::string Preview(const Literal& value) {
  std::string text;
  for (int64_t i = 0; i < value.size() && i < 8; ++i) {
    text += i ? " " : "";
    if (IsComplex(value.type())) text += fmt::format("({:g},{:g})", value.ComplexAt(i).real(), value.ComplexAt(i).imag());
    else if (IsFloat(value.type())) text += fmt::format("{:g}", value.RealAt(i));
    else if (IsUnsigned(value.type())) text += fmt::format("{}", static_cast<uint64_t>(value.IntegerAt(i)));
    else text += fmt::format("{}", value.IntegerAt(i));
  }
  return value.size() > 8 ? text + " …" : text;
}

int CompareOutputs(const Options& o, const Runner& runner, const std::vector<Literal>& outputs, std::optional<int64_t> samples) {
  if (o.expect.size() > outputs.size()) {
    return Report(kUsage, fmt::format("the program gives {}, {} --expect", Counted(outputs.size(), "output"), o.expect.size()));
  }
  int code = kDone;
  for (size_t i = 0; i < o.expect.size(); ++i) {
    const std::string role = fmt::format("output {}", i);
    Result<Literal> expected = samples ? ReadStacked(o.expect[i], runner.output_shapes()[i], *samples, role) : ReadTensor(o.expect[i], outputs[i].shape(), role);
    if (!expected) return Report(expected.errors());
    Criterion criterion = DefaultTolerance(outputs[i].type());
    if (!o.tolerance.empty()) {
      criterion = *ParseTolerance(o.tolerance);
      // A relative or absolute tolerance is meant for floats: integers and booleans stay exact.
      if (criterion.kind == Criterion::Kind::kAlmostEqual && !IsFloat(outputs[i].type()) && !IsComplex(outputs[i].type())) criterion = Criterion{};
    }
    const Comparison comparison = Compare(criterion, outputs[i], *expected);
    if (comparison.ok) continue;
    fmt::print(stderr, "mote: output {} differs from {}: {}\n", i, o.expect[i], comparison.message);
    code = kComparisonFailed;
  }
  return code;
}

int Failed(const Options& o, Errors errors) {
  const bool device = IsDeviceError(errors);
  for (Diagnostic& d : errors.list) {
    if (d.file.empty()) d.file = o.program;
  }
  const int code = Report(errors);
  return device ? kDeviceFailed : code;
}

// Prints, writes and compares what one process gave.
int Deliver(const Options& o, const Runner& runner, const std::vector<Literal>& outputs, std::optional<int64_t> samples) {
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
  return CompareOutputs(o, runner, outputs, samples);
}

// The options as process `process` sees them: its number stands for every {} in a file name.
Options OptionsOf(const Options& o, int64_t process) {
  Options own = o;
  const auto replace = [&](std::string& path) {
    for (size_t at = 0; (at = path.find("{}", at)) != std::string::npos;) path.replace(at, 2, std::to_string(process));
  };
  for (std::vector<std::string>* paths : {&own.inputs, &own.expect}) std::for_each(paths->begin(), paths->end(), replace);
  if (!own.output_dir.empty() && own.output_dir.find("{}") == std::string::npos) own.output_dir += "/process{}";
  replace(own.output_dir);
  return own;
}

// Every process of the grid at once, collectives included; process r * partitions + p.
int RunGrid(const Options& o, Runner& runner) {
  if (o.samples) return Report(kUsage, "--samples goes with one process, not with --replicas or --partitions");
  std::vector<std::vector<Literal>> inputs;
  for (int64_t process = 0; process < o.processes(); ++process) {
    Result<std::vector<Literal>> own = ReadInputs(runner, OptionsOf(o, process).inputs, {});
    if (!own) return Failed(o, own.errors());
    inputs.push_back(std::move(*own));
  }
  const Result<std::vector<std::vector<Literal>>> outputs = runner.RunGrid(inputs, o.replicas, o.partitions);
  if (!outputs) return Failed(o, outputs.errors());
  int code = kDone;
  for (int64_t process = 0; process < o.processes(); ++process) {
    if (!o.quiet) fmt::print("process {} (replica {}, partition {})\n", process, process / o.partitions, process % o.partitions);
    code = std::max(code, Deliver(OptionsOf(o, process), runner, (*outputs)[static_cast<size_t>(process)], {}));
  }
  return code;
}

int Run(const Options& o) {
  RunnerOptions runner_options;
  if (!ParseBackend(o.backend, runner_options.backend)) return Report(kUsage, "--backend is evaluate, cpu, vulkan or auto, not '" + o.backend + "'");
  if (o.kernels != "microcode" && o.kernels != "c") return Report(kUsage, "--kernels is microcode or c, not '" + o.kernels + "'");
  if (!o.tolerance.empty() && !ParseTolerance(o.tolerance)) {
    return Report(kUsage, "--tolerance is exact, ulp:N or rel:R,abs:A, not '" + o.tolerance + "'");
  }
  runner_options.native_kernels = o.kernels == "c";
  runner_options.trust = o.trust;
  runner_options.device.threads = o.threads;
  runner_options.device.minimal_features = o.minimal_features;
  runner_options.device.validation = o.validation;

  Result<Source> source = LoadSource(o.program);
  if (!source) return Report(source.errors());
  if (Status s = TakeDimensions(*source, o.dims); !s) return Report(s.errors());
  Result<std::unique_ptr<Runner>> opened = Runner::Open(*source, runner_options);
  if (!opened) return Failed(o, opened.errors());
  Runner& runner = **opened;
  if (o.processes() > 1) return RunGrid(o, runner);
  std::optional<int64_t> samples;
  if (o.samples) {
    Result<int64_t> count = SampleCount(o.inputs);
    if (!count) return Failed(o, count.errors());
    samples = *count;
  }
  Result<std::vector<Literal>> inputs = ReadInputs(runner, o.inputs, samples);
  if (!inputs) return Failed(o, inputs.errors());
  const auto start = std::chrono::steady_clock::now();
  Result<std::vector<Literal>> outputs = samples ? RunSamples(runner, *inputs, *samples) : runner.Run(*inputs);
  const double milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  if (!outputs) return Failed(o, outputs.errors());

  const BackendFacts facts = runner.facts();
  if (o.no_fallback && runner_options.backend == BackendKind::kVulkan && facts.steps_cpu > 0) {
    return Report(kNotSupported, fmt::format("{} of {} steps would run on the CPU", facts.steps_cpu, facts.steps_cpu + facts.steps_vulkan));
  }
  if (!o.quiet) {
    if (!runner.note().empty()) fmt::print("{}\n", runner.note());
    fmt::print("device: {}  steps_cpu: {}  steps_vulkan: {}\n", facts.device, facts.steps_cpu, facts.steps_vulkan);
    if (samples && *samples > 0) fmt::print("{} samples, {:.4f} ms each\n", *samples, milliseconds / static_cast<double>(*samples));
  }
  return Deliver(o, runner, *outputs, samples);
}

}  // namespace

void AddRunVerb(CLI::App& app, int& exit_code) {
  CLI::App* verb = app.add_subcommand("run", "Run a program once; a source program is compiled first");
  auto o = std::make_shared<Options>();
  verb->add_option("program", o->program, "Source program or .mote file; - for standard input")->required();
  AddDimensions(*verb, o->dims);
  verb->add_option("--backend", o->backend, "evaluate, cpu, vulkan or auto")->capture_default_str();
  verb->add_option("--kernels", o->kernels, "On the CPU: microcode or c (printed, compiled with cc)")->capture_default_str();
  AddList(*verb, "--input", o->inputs, "[NAME=]FILE.npy, once an input, in the order of the entry point");
  AddList(*verb, "--expect", o->expect, "FILE.npy that an output must match, in order");
  verb->add_option("--tolerance", o->tolerance, "exact, ulp:N or rel:R,abs:A; default exact for integers, rel:1e-4,abs:1e-5 for floats");
  verb->add_option("--output-dir", o->output_dir, "Write out0.npy, out1.npy … there");
  verb->add_option("--threads", o->threads, "Threads of the CPU backend")->check(CLI::Range(1, 256))->capture_default_str();
  verb->add_option("--replicas", o->replicas, "With --backend evaluate: run so many replicas; {} in a file name is the process's number")->check(CLI::Range(1, 64));
  verb->add_option("--partitions", o->partitions, "The same for partitions; process = replica * partitions + partition")->check(CLI::Range(1, 64));
  verb->add_flag("--no-fallback", o->no_fallback, "With --backend vulkan: exit 4 when a step would run on the CPU");
  AddTrust(*verb, o->trust);
  verb->add_flag("--minimal-features", o->minimal_features, "Vulkan: no optional device feature except robustBufferAccess");
  verb->add_flag("--validation", o->validation, "Vulkan: validation layers with synchronization validation");
  verb->add_flag("--samples", o->samples, "The leading dimension of every file counts samples: run once a sample, outputs are stacked");
  verb->add_flag("-q,--quiet", o->quiet, "Print only what differs");
  verb->callback([o, &exit_code] { exit_code = Run(*o); });
}

}  // namespace mote
