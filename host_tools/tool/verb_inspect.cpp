// mote inspect: what is in a .mote file. mote plan: where its buffers lie. mote verify: whether the runtime and the audit accept it.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "audit/audit.h"
#include "hlo/print.h"
#include "mote/mote.h"
#include "plan/report.h"
#include "tool/backend.h"
#include "tool/budgets.h"
#include "compile/compile_program.h"
#include "tool/exchange_plan.h"
#include "tool/exit_code.h"
#include "tool/file_bytes.h"
#include "compile/program_facts.h"
#include "tool/source.h"
#include "tool/stand_in_calls.h"
#include "tool/verb.h"

namespace mote {

namespace {

struct Options {
  std::string input, glsl, spirv;
  std::vector<std::string> targets = {"linux"};
  SourceOptions source;
  Budgets budgets;
  bool code = false, explain = false, json = false;
};

// The bytes of a .mote file, or of a source program compiled for the wanted targets; of the latter the texts of its shaders too, where they
// are wanted.
Result<std::string> ProgramBytes(const Options& o, std::vector<PrintedShader>* shaders = nullptr) {
  MOTE_ASSIGN(Source source, LoadSource(o.input, o.source));
  if (source.compiled()) return source.bytes;
  CompileRequest request;
  request.targets = o.targets;
  request.skip_unsupported = false;
  request.source_name = o.input.substr(o.input.find_last_of('/') + 1);
  request.keep_shaders = shaders != nullptr;
  MOTE_ASSIGN(CompiledProgram program, CompileSource(source, request));
  if (shaders != nullptr) *shaders = std::move(program.shaders);
  return std::string(program.bytes.begin(), program.bytes.end());
}

std::span<const uint8_t> AsBytes(const std::string& text) { return {reinterpret_cast<const uint8_t*>(text.data()), text.size()}; }

// kernel3-0.comp: the first form of kernel 3, as `mote inspect` counts them.
Status WriteShader(const std::string& folder, size_t kernel, size_t form, const char* ending, std::string_view content) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  return WriteFile(fmt::format("{}/kernel{}-{}.{}", folder, kernel, form, ending), content);
}

Status WriteShaders(const Options& o, std::span<const uint8_t> program, const std::vector<PrintedShader>& texts) {
  const std::vector<ShaderBinary> binaries = ShadersOf(program);
  Diagnostic none = Error(Rule::kUnsupported, binaries.empty() ? "the program has no shaders" : "a .mote file has no GLSL, only SPIR-V");
  none.hint = binaries.empty() ? "--target vulkan compiles a source program to some" : "the source program gives it";
  if (binaries.empty() || (!o.glsl.empty() && texts.empty())) return none;
  for (const PrintedShader& s : texts) {
    if (!o.glsl.empty()) MOTE_CHECK_OK(WriteShader(o.glsl, s.kernel, s.form, "comp", s.glsl));
  }
  for (const ShaderBinary& s : binaries) {
    const std::string_view words(reinterpret_cast<const char*>(s.spirv.data()), s.spirv.size());
    if (!o.spirv.empty()) MOTE_CHECK_OK(WriteShader(o.spirv, s.kernel, s.form, "spv", words));
  }
  return Ok();
}

int Inspect(const Options& o) {
  std::vector<PrintedShader> shaders;
  Result<std::string> bytes = ProgramBytes(o, o.glsl.empty() ? nullptr : &shaders);
  if (!bytes) return Report(bytes.errors(), o.input);
  if (!o.glsl.empty() || !o.spirv.empty()) {
    if (const Status written = WriteShaders(o, AsBytes(*bytes), shaders); !written) return Report(written.errors(), o.input);
  }
  InspectOptions options;
  options.code = o.code;
  Result<std::string> text = InspectProgram(AsBytes(*bytes), options);
  if (!text) return Report(text.errors(), o.input);
  fmt::print("{}", *text);
  return kDone;
}

// The exchanges of the program over a topology.
int ShowExchanges(const Options& o) {
  const Result<Topology> topology = ReadTopology(o.source.topology);
  if (!topology) return Report(topology.errors());
  const Result<std::string> bytes = ProgramBytes(o);
  if (!bytes) return Report(bytes.errors(), o.input);
  const Result<ExchangeList> list = ExchangesOf(AsBytes(*bytes), o.targets[0]);
  if (!list) return Report(list.errors(), o.input);
  if (const Status fits = CheckTopology(*list, *topology, o.source.topology); !fits) return Report(fits.errors());
  fmt::print("{}", DrawExchanges(*list, *topology));
  return kDone;
}

int ShowPlan(const Options& o) {
  if (!o.source.topology.empty()) return ShowExchanges(o);
  Result<Source> source = LoadSource(o.input, o.source);
  if (!source) return Report(source.errors());
  if (source->compiled()) return Report(kUsage, "plan wants the source program; `mote inspect` shows a compiled one");
  CompileRequest request;
  request.targets = o.targets;
  request.skip_unsupported = false;
  if (const std::string wrong = o.budgets.SetIn(request); !wrong.empty()) return Report(kUsage, wrong);
  Result<CompiledProgram> program = CompileSource(*source, request);
  if (!program) return Report(program.errors());
  ReportOptions options;
  options.width = TerminalWidth();
  for (const Plan& plan : program->plans) fmt::print("{}{}", DrawPlan(plan, options), o.explain ? ExplainPlan(plan) : "");
  return kDone;
}

int Verify(const Options& o) {
  Result<std::string> bytes = ReadFile(o.input);
  if (!bytes) return Report(bytes.errors());
  if (const std::string what = DescribeInput(*bytes); Recognise(*bytes) != SourceFormat::kMote && !what.empty()) {
    return Report(Errors{{FileError(o.input, Rule::kIo, what + ", where a compiled program (.mote) is expected",
                                    "`mote compile` makes one of a source program")}});
  }
  std::vector<uint64_t> aligned(bytes->size() / sizeof(uint64_t) + 1), memory(mote_program_size() / sizeof(uint64_t) + 1);
  std::copy(bytes->begin(), bytes->end(), reinterpret_cast<char*>(aligned.data()));
  std::vector<std::string> targets = VariantTargets(AsBytes(*bytes));
  if (targets.empty()) targets.push_back("");  // no variant to name: let the runtime say what is wrong
  const StandInCalls calls(AsBytes(*bytes));
  for (const std::string& target : targets) {
    const mote_program* program = nullptr;
    mote_open_options options = {};
    options.target = target.empty() ? nullptr : target.c_str();
    calls.AddTo(options);
    const mote_status status =
        mote_open(memory.data(), memory.size() * sizeof(uint64_t), aligned.data(), bytes->size(), &options, &program);
    if (status.code != MOTE_OK) return Report(Errors{{StatusError(status, "the runtime refuses the program")}}, o.input);
  }
  const AuditReport report = AuditProgram(AsBytes(*bytes));
  for (const std::string& problem : report.problems) fmt::print("audit: {}\n", problem);
  if (o.json) {
    nlohmann::ordered_json variants = nlohmann::ordered_json::array();
    for (const auto& v : report.variants) {
      variants.push_back({{"target", v.target},
                          {"arena_bytes", v.arena_bytes},
                          {"scratch_bytes", v.scratch_bytes},
                          {"peak_bytes", v.peak_bytes},
                          {"live_bound_bytes", v.live_bound_bytes},
                          {"steps", v.steps},
                          {"views", v.views}});
    }
    fmt::print("{}\n", nlohmann::ordered_json{{"problems", report.problems}, {"variants", variants}}.dump());
  } else {
    for (const auto& v : report.variants) {
      fmt::print("{:<10} {} steps, {} views; arena {} B (scratch {} B), peak {} B, live-set bound {} B ({:.3f} ×)\n", v.target, v.steps,
                 v.views, v.arena_bytes, v.scratch_bytes, v.peak_bytes, v.live_bound_bytes,
                 v.live_bound_bytes > 0 ? static_cast<double>(v.peak_bytes) / static_cast<double>(v.live_bound_bytes) : 1.0);
    }
    fmt::print("{}\n", report.problems.empty() ? "accepted by the runtime, proven by the audit" : "the audit found problems");
  }
  return report.problems.empty() ? kDone : kInvalidInput;
}

}  // namespace

void AddInspectVerb(const Verb& app, int& exit_code) {
  const Verb verb = app.Sub("inspect", "Show what is in a program: variants, steps, kernels");
  auto o = std::make_shared<Options>();
  verb.Value("program", o->input, ".mote file or source program").Required();
  AddSourceOptions(verb, o->source);
  AddStateOptions(verb, o->source);
  AddVulkanOptions(verb, o->source);
  AddTargets(verb, o->targets, "linux; of a source program");
  verb.Flag("--code", o->code, "Disassemble the microcode of every kernel");
  verb.Value("--glsl", o->glsl, "A folder for the shaders of a source program as GLSL: kernelK-F.comp is form F of kernel K");
  verb.Value("--spirv", o->spirv, "A folder for the shaders as SPIR-V: kernelK-F.spv");
  verb.Run([o, &exit_code] { exit_code = Inspect(*o); });
}

void AddPlanVerb(const Verb& app, int& exit_code) {
  const Verb verb = app.Sub("plan", "Draw the memory plan of a source program");
  auto o = std::make_shared<Options>();
  verb.Value("program", o->input, "Source program").Required();
  AddSourceOptions(verb, o->source);
  AddStateOptions(verb, o->source);
  AddTargets(verb, o->targets, "linux");
  AddBudgets(verb, o->budgets);
  verb.Value("--topology", o->source.topology,
                   "Of a program for several members: who sends what to whom when over the wires of this file (JSON: members, wires with "
                   "between, bytes_per_second, latency_us), with bytes and times as predicted. Compiled programs too");
  verb.Flag("--explain", o->explain, "Say of every step why it is as it is");
  verb.Run([o, &exit_code] { exit_code = ShowPlan(*o); });
}

void AddVerifyVerb(const Verb& app, int& exit_code) {
  const Verb verb = app.Sub("verify", "Check a .mote file with the runtime's verifier and prove its memory plan again");
  auto o = std::make_shared<Options>();
  verb.Value("program", o->input, ".mote file").Required();
  verb.Flag("--json", o->json, "The recomputed facts as one JSON object");
  verb.Run([o, &exit_code] { exit_code = Verify(*o); });
}

}  // namespace mote
