// Samples from files, programs on the CPU path, the report as JSON.
#include "tool/quantize_source.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "hlo/print.h"
#include "quantize/prepare.h"
#include "quantize/signal.h"
#include "tool/calibration.h"
#include "tool/file_bytes.h"
#include "tool/runner.h"
#include "tool/verb.h"

namespace mote {
namespace {

// Programs run on the CPU path, whatever they are given to say as results; what it does not run, on the evaluator.
Result<ProgramRun> Opened(const Module& program) {
  auto source = std::make_shared<Source>();
  source->module = program;
  RunnerOptions options;
  options.backend = BackendKind::kCpu;
  Result<std::unique_ptr<Runner>> opened = Runner::Open(*source, options);
  if (!opened.ok()) {
    options.backend = BackendKind::kEvaluate;
    opened = Runner::Open(*source, options);
  }
  if (!opened.ok()) return opened.errors();
  std::shared_ptr<Runner> runner = std::move(*opened);
  return ProgramRun([source, runner](const Inputs& inputs) { return runner->Run(inputs); });
}

nlohmann::ordered_json Number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json JsonOf(const ValueReport& v) {
  return {{"name", v.name}, {"type", HloName(v.format.type)}, {"scale", v.format.scale}, {"zero", v.format.zero},
          {"least", Number(v.range.low)}, {"most", Number(v.range.high)}};
}

Status WriteReport(const QuantizeReport& report, const std::string& path) {
  nlohmann::ordered_json json;
  json["samples"] = report.samples;
  json["sqnr_db"] = Number(report.sqnr);
  json["agreement"] = report.agreement;
  for (const char* list : {"inputs", "outputs", "steps", "floats"}) json[list] = nlohmann::ordered_json::array();
  for (const ValueReport& v : report.inputs) json["inputs"].push_back(JsonOf(v));
  for (const ValueReport& v : report.outputs) json["outputs"].push_back(JsonOf(v));
  for (const StepReport& s : report.steps) {
    json["steps"].push_back({{"name", s.name}, {"line", s.location.line}, {"form", s.form}, {"inputs", s.inputs},
                             {"type", HloName(s.format.type)}, {"scale", s.format.scale}, {"zero", s.format.zero},
                             {"least", Number(s.range.low)}, {"most", Number(s.range.high)}, {"sqnr_db", Number(s.sqnr)},
                             {"weights_sqnr_db", s.weights_sqnr == 0 ? nlohmann::ordered_json(nullptr) : Number(s.weights_sqnr)},
                             {"macs", s.macs}, {"bytes", s.bytes}, {"through_floats", s.floats}});
  }
  for (const auto& [name, location] : report.floats) json["floats"].push_back({{"name", name}, {"line", location.line}});
  return WriteFile(path, json.dump(2) + "\n");
}

}  // namespace

void AddQuantizeOptions(const Verb& verb, QuantizeArguments& a) {
  verb.Flag("--quantize", a.quantize, "Compute a float program in integers; wants --calibrate");
  verb.List("--calibrate", a.calibrate,
      "Inputs as the program will meet them: a .npz with arrays by the inputs' names, a leading dimension more counts samples; a folder of "
      "them, or of folders with .npy files; a .npy for a program with one input");
  verb.Value(
          "--quantize-as", a.kind,
          "network: bytes, weights with a scale a channel; signal: words of 16 bits and, where accuracy asks for them, 32, in loops too; "
          "auto: a signal where there are loops, transforms or complex values")
      .OneOf({"auto", "network", "signal"})
      .ShowDefault();
  verb.Value("--calibration", a.rule,
                  "Ranges from the samples: minmax (all values), percentile (99.98 % of them) or mse (least error)")
      .OneOf({"minmax", "percentile", "mse"})
      .ShowDefault();
  verb.Value("--activations", a.activations, "Stored values: int8, or int16 (twice the memory, generic kernels)")
      .OneOf({"int8", "int16"})
      .ShowDefault();
  verb.Value("--quantize-weights", a.weights, "int8, or int16 with sums of 64 bits in generic kernels")
      .OneOf({"int8", "int16"})
      .ShowDefault();
  verb.Value(
          "--quantize-io", a.io,
          "float: inputs and outputs stay floats; int8 or integer: they are stored integers (s16, s32 where they have as many bits), by "
          "the scales of the report")
      .OneOf({"float", "int8", "integer"})
      .ShowDefault();
  verb.Value(
          "--min-sqnr", a.least_sqnr,
          "dB that the outputs keep on the samples: values get 16 bits, then weights, then steps floats, until they do; each output of a "
          "signal's program, 60 unless told")
      .BetweenReals(0.1, 200.0);
  verb.Value("--min-agreement", a.least_agreement, "The same for the share of samples with the same largest output, 0 to 1")
      .BetweenReals(0.001, 1.0);
  verb.Value("--quantize-program", a.program, "Write the integer program as StableHLO text");
  verb.Value("--quantize-report", a.report, "Write what became of each step as JSON: format, range, SQNR, cost");
}

std::string WrongQuantizeArguments(const QuantizeArguments& a) {
  if (a.quantize && a.calibrate.empty()) return "--quantize wants --calibrate: inputs as the program will meet them";
  const bool other = !a.calibrate.empty() || !a.report.empty() || !a.program.empty() || a.least_sqnr > 0 || a.least_agreement > 0;
  return !a.quantize && other ? "--calibrate, --min-sqnr, --min-agreement, --quantize-program and --quantize-report go with --quantize"
                              : "";
}

Result<QuantizeReport> QuantizeSource(Source& source, const QuantizeArguments& a) {
  const auto in_file = [&](Errors errors) { return InFile(std::move(errors), *source.module); };
  if (!source.other_entries.empty() || !source.states.empty())
    return FileError(source.path, Rule::kUnsupported, "--quantize: one entry point without states is wanted");
  QuantizeOptions options;
  options.rule = a.rule == "minmax" ? RangeRule::kMinMax : a.rule == "percentile" ? RangeRule::kPercentile : RangeRule::kMse;
  options.activations = a.activations == "int16" ? ElementType::kS16 : ElementType::kS8;
  options.weights = a.weights == "int16" ? ElementType::kS16 : ElementType::kS8;
  options.integer_io = a.io != "float";
  options.least_sqnr = a.least_sqnr, options.least_agreement = a.least_agreement;
  Result<Module> prepared = PrepareForQuantization(*source.module);
  if (!prepared.ok()) return in_file(prepared.errors());
  const bool signal = a.kind == "signal" || (a.kind == "auto" && IsSignal(*prepared));
  if (signal) prepared = PrepareSignal(*source.module);
  if (!prepared.ok()) return in_file(prepared.errors());
  MOTE_ASSIGN(const std::vector<Inputs> samples, ReadSamples(a.calibrate, prepared->main()));
  Result<QuantizedProgram> quantized =
      signal ? QuantizeSignal(*prepared, samples, options) : Quantize(*prepared, samples, options, Opened);
  if (!quantized.ok()) return in_file(quantized.errors());
  source.module = std::move(quantized->module);
  if (!a.report.empty()) MOTE_CHECK_OK(WriteReport(quantized->report, a.report));
  if (!a.program.empty()) MOTE_CHECK_OK(WriteFile(a.program, PrintStablehlo(*source.module)));
  return std::move(quantized->report);
}

}  // namespace mote
