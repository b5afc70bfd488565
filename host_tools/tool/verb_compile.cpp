// mote compile: a source program into a .mote file.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <memory>

#include "plan/report.h"
#include "tool/budgets.h"
#include "tool/byte_size.h"
#include "compile/compile_program.h"
#include "tool/exit_code.h"
#include "tool/file_bytes.h"
#include "compile/native_kernels.h"
#include "tool/quantize_source.h"
#include "tool/source.h"
#include "tool/verb.h"

namespace mote {

namespace {

struct Options {
  std::string input, output, emit_c;
  Budgets budgets;
  std::vector<std::string> targets;
  SourceOptions source;
  QuantizeArguments quantize;
  bool strip = false, explain = false, no_fuse = false, no_overlap = false, reproducible = false, quiet = false;
};

int WriteNativeKernels(const CompiledProgram& program, const std::string& directory) {
  for (const Plan& plan : program.plans) {
    if (plan.target.path != TargetFacts::Path::kCpu) continue;
    Result<std::string> text = PrintNativeKernels(plan, "mote_native_kernels");
    if (!text) return Report(text.errors());
    if (Status s = WriteFile(directory + "/kernels_" + plan.target.name + ".c", *text); !s) return Report(s.errors());
  }
  return kDone;
}

void PrintSummary(std::FILE* to, const Options& o, const Source& source, const CompiledProgram& program) {
  fmt::print(to, "{}: {}\n", o.output == "-" ? "<stdout>" : o.output, FormatBytes(static_cast<int64_t>(program.bytes.size())));
  if (source.bound > 0) {
    fmt::print(to, "  {} parameter{} bound: {}; {} left\n", source.bound, source.bound == 1 ? "" : "s", FormatBytes(source.bound_bytes),
               source.module->main().parameters.size());
  }
  for (const Plan& plan : program.plans) {
    fmt::print(to, "  {:<10} arena {} (buffers {}, live-set bound {}, scratch {})\n", plan.target.name, FormatBytes(plan.arena_bytes),
               FormatBytes(plan.peak_bytes), FormatBytes(plan.live_bound_bytes), FormatBytes(plan.scratch_bytes));
    for (const Region& region : plan.regions) {
      fmt::print(to, "  {:<10} {} of the arena in {}\n", "", FormatBytes(region.bytes), region.name);
    }
  }
  for (const auto& [name, errors] : program.left_out) fmt::print(to, "  {:<10} left out: {}\n", name, errors.list.front().text);
}

int Compile(const Options& o) {
  CompileRequest request;
  request.fuse = !o.no_fuse;
  request.overlap = !o.no_overlap;
  request.reproducible = o.reproducible;
  request.strip = o.strip;
  request.source_name = o.input.substr(o.input.find_last_of('/') + 1);
  if (!o.targets.empty()) {
    request.targets = o.targets;
    request.skip_unsupported = false;
  }
  if (const std::string wrong = o.budgets.SetIn(request); !wrong.empty()) return Report(kUsage, wrong);
  if (const std::string wrong = WrongQuantizeArguments(o.quantize); !wrong.empty()) return Report(kUsage, wrong);
  if (const std::string wrong = WrongBits(o.source, o.reproducible); !wrong.empty()) return Report(kUsage, wrong);
  const bool piped = o.output == "-";
  if (piped && isatty(STDOUT_FILENO)) {
    return Report(kUsage, "a .mote file is binary, and the standard output is a terminal: redirect it, or name a file");
  }
  std::FILE* messages = piped ? stderr : stdout;

  Result<Source> source = LoadSource(o.input, o.source);
  if (!source) return Report(source.errors());
  if (source->compiled()) return Report(kUsage, o.input + " is compiled already");
  std::optional<QuantizeReport> quantized;
  if (o.quantize.quantize) {
    Result<QuantizeReport> report = QuantizeSource(*source, o.quantize);
    if (!report) return Report(report.errors(), o.input);
    quantized = std::move(*report);
  }
  Result<CompiledProgram> program = CompileSource(*source, request);
  if (!program) return Report(program.errors());
  if (Status s = WriteFile(o.output, program->bytes); !s) return Report(s.errors());
  if (!o.emit_c.empty()) {
    if (const int code = WriteNativeKernels(*program, o.emit_c); code != kDone) return code;
  }
  if (o.explain) {
    for (const Plan& plan : program->plans) fmt::print(messages, "{}", ExplainPlan(plan));
  }
  if (quantized && !o.quiet) fmt::print(messages, "{}", PrintReport(*quantized));
  if (!o.quiet) PrintSummary(messages, o, *source, *program);
  return kDone;
}

}  // namespace

void AddCompileVerb(const Verb& app, int& exit_code) {
  const Verb verb = app.Sub("compile", "Compile a StableHLO or HLO program into a .mote file");
  auto o = std::make_shared<Options>();
  verb.Value("input", o->input, "Source program; - for standard input").Required();
  AddSourceOptions(verb, o->source);
  AddStateOptions(verb, o->source);
  AddVulkanOptions(verb, o->source);
  AddTopology(verb, o->source);
  AddQuantizeOptions(verb, o->quantize);
  verb.Value("-o,--output", o->output, "The .mote file to write; - for standard output, messages then go to standard error")
      .Required();
  AddTargets(verb, o->targets, "linux and vulkan as far as they can run it");
  AddBudgets(verb, o->budgets);
  verb.Value("--emit-c", o->emit_c, "Write the kernels as C into this directory").ExistingDirectory();
  verb.Flag("--strip", o->strip, "Leave out names and places of the source; entry point names stay");
  verb.Flag("--explain", o->explain, "Say of every step why it is as it is");
  verb.Flag("--no-fuse", o->no_fuse, "One step an operation");
  verb.Flag("--no-overlap", o->no_overlap, "Nothing runs while members exchange data");
  verb.Flag("--reproducible", o->reproducible, "No step of an order of its own: every target gives the same bits");
  verb.Flag("-q,--quiet", o->quiet, "Print nothing on success");
  verb.Run([o, &exit_code] { exit_code = Compile(*o); });
}

}  // namespace mote
