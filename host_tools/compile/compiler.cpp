// mote/compiler.h: options checked and taken in, and everything that comes out in one object that owns it.
#include "mote/compiler.h"

#include <algorithm>
#include <deque>
#include <map>

#include "compile/compile_program.h"
#include "compile/dimensions.h"
#include "compile/program_facts.h"
#include "compile/read_modules.h"
#include "frontend/source_text.h"
#include "hlo/npy.h"
#include "hlo/parameter_number.h"
#include "passes/bind.h"

namespace mote {
namespace {

constexpr uint64_t kMostBytes = INT64_MAX;

std::string TextOf(const char* text) { return text == nullptr ? "" : text; }

// What the interface hands out, and the storage behind its pointers.
struct Compiled : mote_compiled {
  Compiled() : mote_compiled{} {}
  CompiledProgram program;
  std::vector<mote_compiled_target> target_list;
  std::vector<mote_diagnostic> diagnostic_list;
  std::deque<std::string> texts;  // never moves

  const char* Keep(std::string text) { return texts.emplace_back(std::move(text)).c_str(); }

  void Add(mote_severity severity, const Diagnostic& d) {
    std::string formatted = FormatDiagnostic(d);
    if (severity == MOTE_SEVERITY_WARNING) formatted.replace(formatted.find("error [", d.file.size()), 5, "warning");
    diagnostic_list.push_back({severity, RuleCode(d.rule), Keep(d.file), d.location.line, d.location.column, Keep(d.text), Keep(d.hint),
                               Keep(std::move(formatted))});
  }

  void Fail(mote_compile_code why, const Errors& errors) {
    code = why;
    for (const Diagnostic& d : errors.list) Add(MOTE_SEVERITY_ERROR, d);
  }
};

Diagnostic WrongOption(const std::string& text) { return Error(Rule::kAttribute, text); }

Result<CompileRequest> RequestOf(const mote_compile_options& options) {
  CompileRequest request;
  if (options.target_count > 0) {
    request.targets.clear();
    request.skip_unsupported = false;
    for (size_t i = 0; i < options.target_count; ++i) request.targets.push_back(TextOf(options.targets[i]));
    MOTE_CHECK_OK(CheckTargets(request.targets));
  }
  if (options.ram > kMostBytes || options.flash > kMostBytes) return WrongOption("--ram and --flash are below 2^63 bytes");
  for (size_t i = 0; i < options.dim_count; ++i) {
    if (options.dims[i].size < 0) return WrongOption("--dim: a size is not below 0, but " + std::to_string(options.dims[i].size) + " is");
  }
  for (size_t i = 0; i < options.weight_count; ++i) {
    const mote_compile_weight& weight = options.weights[i];
    if (weight.parameter == nullptr) return WrongOption("weight " + std::to_string(i) + " names no parameter");
    if (weight.data == nullptr && weight.size > 0) return WrongOption("weight " + std::to_string(i) + " has no data");
  }
  for (size_t i = 0; i < options.more_entry_count; ++i) {
    if (TextOf(options.more_entries[i]).empty()) return WrongOption("entry " + std::to_string(i + 1) + " has no name");
  }
  for (size_t i = 0; i < options.state_count; ++i) {
    const std::optional<StateBinding> state = ParseState(TextOf(options.states[i]));
    if (!state) return WrongOption("state '" + TextOf(options.states[i]) + "' is neither IN=OUT nor IN nor ENTRY:IN=OUT");
    request.states.push_back(*state);
  }
  for (size_t i = 0; i < options.custom_call_count; ++i) request.custom_calls.insert(TextOf(options.custom_calls[i]));
  if (options.tflite_arithmetic != MOTE_TFLITE_LITERT && options.tflite_arithmetic != MOTE_TFLITE_MICRO) {
    return WrongOption("--tflite-arithmetic is litert or tflm, not number " + std::to_string(static_cast<int>(options.tflite_arithmetic)));
  }
  request.ram = static_cast<int64_t>(options.ram);
  request.flash = static_cast<int64_t>(options.flash);
  request.strip = options.strip != 0;
  request.reproducible = options.reproducible != 0;
  if (options.allow_fp16 != 0 && options.reproducible != 0) {
    return WrongOption("--reproducible gives the same bits everywhere, --allow-fp16 does not: give one of them");
  }
  if (options.allow_fp16 != 0) request.vulkan_tiers |= kMoteFloat16;
  return request;
}

Result<Module> TakeWeights(const Module& module, const mote_compile_options& options) {
  std::map<size_t, Literal> values;
  for (size_t w = 0; w < options.weight_count; ++w) {
    const mote_compile_weight& weight = options.weights[w];
    const int32_t number = ParameterNumber(module.main(), weight.parameter);
    if (number < 0) {
      return Error(Rule::kCount, "there is no parameter '" + std::string(weight.parameter) + "': the entry has " +
                                     std::to_string(module.main().parameters.size()) + " parameters");
    }
    const Shape& shape = module.main().parameters[number];
    const std::string role = "parameter " + std::to_string(number) + " (" + ParameterNames(module.main(), number).front() + ")";
    if (values.count(number) > 0) return Error(Rule::kCount, role + " is given twice");
    if (!shape.IsArray() || !shape.IsStatic()) {
      return Error(Rule::kShape, role + " is " + ToString(shape) + ", which bytes cannot be bound to");
    }
    if (weight.size != static_cast<uint64_t>(shape.ByteSize())) {
      return Error(Rule::kSize, role + " is " + ToString(shape) + " of " + std::to_string(shape.ByteSize()) + " bytes, " +
                                    std::to_string(weight.size) + " are given");
    }
    const auto* bytes = static_cast<const uint8_t*>(weight.data);
    values.emplace(number, OfElements(shape, std::vector<uint8_t>(bytes, bytes + weight.size)));
  }
  return BindParameters(module, values);
}

// One entry of the text, with the sizes and weights that the options give.
Result<Module> ReadEntry(std::string_view text, const std::string& name, const mote_compile_options& options, const std::string& entry) {
  FrontendOptions reading;
  reading.max_errors = std::max<size_t>(1, options.max_errors);
  if (options.tflite_arithmetic == MOTE_TFLITE_MICRO) reading.tflite_arithmetic = TfliteArithmetic::kTflm;
  MOTE_ASSIGN(Module module, ReadOneModule(text, name, reading, entry));
  std::vector<NamedSize> sizes;
  for (size_t i = 0; i < options.dim_count; ++i) sizes.push_back({TextOf(options.dims[i].name), options.dims[i].size});
  if (!sizes.empty()) {
    MOTE_ASSIGN(module, TakeDimensions(module, sizes));
  }
  if (options.weight_count > 0) {
    Result<Module> bound = TakeWeights(module, options);
    if (!bound) return InFile(bound.errors(), module);
    module = std::move(*bound);
  }
  return module;
}

Result<CompiledProgram> CompileText(std::string_view text, const std::string& name, const mote_compile_options& options,
                                    CompileRequest request) {
  std::vector<Module> entries;
  for (size_t e = 0; e <= options.more_entry_count; ++e) {
    MOTE_ASSIGN(Module module, ReadEntry(text, name, options, TextOf(e == 0 ? options.entry : options.more_entries[e - 1])));
    entries.push_back(std::move(module));
  }
  if (Recognise(text) == SourceFormat::kTflite && request.states.empty()) {
    for (const Module& module : entries) {
      for (StateBinding& state : DonatedStates(module)) request.states.push_back(std::move(state));
    }
  }
  return CompileProgram(entries, request);
}

void Deliver(CompiledProgram program, const SourceText& source, Compiled& out) {
  out.program = std::move(program);
  out.bytes = out.program.bytes.data();
  out.size = out.program.bytes.size();
  out.constants = static_cast<uint64_t>(ConstantsBytes(out.program.bytes));
  for (const Plan& plan : out.program.plans) {
    mote_compiled_target& target = out.target_list.emplace_back();
    target.name = out.Keep(plan.target.name);
    target.arena = static_cast<uint64_t>(plan.arena_bytes);
    target.scratch = static_cast<uint64_t>(plan.scratch_bytes);
    target.peak = static_cast<uint64_t>(plan.peak_bytes);
    target.live_bound = static_cast<uint64_t>(plan.live_bound_bytes);
    target.steps = static_cast<uint64_t>(StepCount(out.program.bytes, plan.target.name));
    target.state = static_cast<uint64_t>(plan.state_bytes);
  }
  for (const auto& [target, errors] : out.program.left_out) {
    Diagnostic d = source.Complete(errors.list.front());
    d.text = "target " + target + " is left out: " + d.text;
    out.Add(MOTE_SEVERITY_WARNING, d);
  }
}

void Compile(std::string_view text, const mote_compile_options& options, Compiled& out) {
  Result<CompileRequest> request = RequestOf(options);
  if (!request) return out.Fail(MOTE_COMPILE_OPTIONS, request.errors());
  const std::string name = options.name == nullptr ? "<text>" : options.name;
  request->source_name = name;
  const SourceText source(text, name);
  Result<CompiledProgram> program = CompileText(text, name, options, *request);
  if (program) return Deliver(std::move(*program), source, out);
  Errors errors = program.errors();
  for (Diagnostic& d : errors.list) d = source.Complete(std::move(d));
  out.Fail(IsUnsupported(errors.list.front().rule) ? MOTE_COMPILE_UNSUPPORTED : MOTE_COMPILE_INVALID, errors);
}

}  // namespace
}  // namespace mote

extern "C" mote_compiled* mote_compile(const char* text, size_t size, const mote_compile_options* options) try {
  auto out = std::make_unique<mote::Compiled>();
  mote::Compile({text, size}, options == nullptr ? mote_compile_options{} : *options, *out);
  out->targets = out->target_list.data();
  out->target_count = out->target_list.size();
  out->diagnostics = out->diagnostic_list.data();
  out->diagnostic_count = out->diagnostic_list.size();
  return out.release();
} catch (...) {  // of the standard library, whose memory ran out: nothing of mote throws
  return nullptr;
}

extern "C" void mote_compiled_destroy(mote_compiled* compiled) { delete static_cast<mote::Compiled*>(compiled); }
