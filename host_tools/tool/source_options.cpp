// --dim, --weights and --bind.
#include "tool/source_options.h"

#include <charconv>
#include <map>

#include "compile/dimensions.h"
#include "passes/bind.h"
#include "tool/array_files.h"
#include "tool/exchange_plan.h"

namespace mote {

namespace {

constexpr char kDonated[] = "donated";

// SIZE of "NAME=SIZE" or "SIZE".
std::optional<int64_t> SizeOf(const std::string& dim) {
  const size_t equals = dim.rfind('=');
  const std::string digits = equals == std::string::npos ? dim : dim.substr(equals + 1);
  int64_t size = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() || size < 0) return std::nullopt;
  return size;
}

Diagnostic Wrong(const Source& source, const std::string& text, const std::string& hint = "") {
  return FileError(source.path, Rule::kAttribute, text, hint);
}

// The sizes of "NAME=SIZE" or "SIZE".
std::vector<NamedSize> NamedSizes(const std::vector<std::string>& dims) {
  std::vector<NamedSize> sizes;
  for (const std::string& dim : dims) {
    const size_t equals = dim.rfind('=');
    sizes.push_back({dim.substr(0, equals == std::string::npos ? 0 : equals), *SizeOf(dim)});
  }
  return sizes;
}

Slots ParameterSlots(const Computation& entry) {
  Slots slots;
  slots.kind = "parameter";
  slots.in_order = false;
  for (size_t i = 0; i < entry.parameters.size(); ++i) slots.names.push_back(ParameterNames(entry, i));
  return slots;
}

Result<Literal> WeightOf(const Source& source, size_t number, const ArrayFile& array) {
  const Computation& entry = source.module->main();
  const Shape& shape = entry.parameters[number];
  const std::string role = "parameter " + std::to_string(number) + " (" + ParameterNames(entry, number).front() + ")";
  if (!shape.IsArray()) return Wrong(source, role + " is " + ToString(shape) + ", which no array can be bound to");
  if (!shape.IsStatic()) return Wrong(source, role + " is " + ToString(shape) + ", whose size is open", "--dim gives sizes");
  return TensorOf(array, shape, role);
}

Status TakeWeights(Source& source, const SourceOptions& options) {
  const Slots slots = ParameterSlots(source.module->main());
  std::vector<std::string> arguments = options.weights;
  arguments.insert(arguments.end(), options.binds.begin(), options.binds.end());
  Result<std::vector<std::optional<ArrayFile>>> arrays = AssignArrays(arguments, slots);
  if (!arrays) {
    Errors errors = arrays.errors();
    const bool from_jax = errors.list[0].rule == Rule::kCount && errors.list[0].hint.empty();
    if (from_jax) {
      errors.list[0].hint =
          "names stand in the text of `as_text(debug_info=True)`; jax.jit leaves out arguments that are not used unless keep_unused=True";
    }
    return InFile(std::move(errors), source.path);
  }
  std::map<size_t, Literal> values;
  for (size_t i = 0; i < arrays->size(); ++i) {
    if (!(*arrays)[i]) continue;
    MOTE_ASSIGN(Literal value, WeightOf(source, i, *(*arrays)[i]));
    source.bound_bytes += source.module->main().parameters[i].ByteSize();
    values.emplace(i, std::move(value));
  }
  source.bound = static_cast<int64_t>(values.size());
  Result<Module> module = BindParameters(*source.module, values);
  if (!module) return InFile(module.errors(), source.path);
  source.module = std::move(*module);
  return Ok();
}

}  // namespace

std::string WrongDimension(const std::string& dim) {
  return SizeOf(dim) && dim.front() != '=' ? "" : "NAME=SIZE, NAME.DIMENSION=SIZE or SIZE is wanted, not '" + dim + "'";
}

std::string WrongBinding(const std::string& bind) {
  const size_t equals = bind.find('=');
  return equals != std::string::npos && equals > 0 && equals + 1 < bind.size()
             ? ""
             : "NAME=FILE.npy or NUMBER=FILE.npy is wanted, not '" + bind + "'";
}

Status TakeOptions(Source& source, const SourceOptions& options) {
  const char* option = !options.dims.empty()      ? "--dim"
                       : !options.weights.empty() ? "--weights"
                       : !options.binds.empty()   ? "--bind"
                                                  : nullptr;
  if (option == nullptr) return Ok();
  if (source.compiled()) return Wrong(source, std::string(option) + ": a source program is wanted, this one is compiled");
  if (source.module->entry < 0) return Wrong(source, std::string(option) + ": the module has no function");
  if (!options.dims.empty()) {
    MOTE_ASSIGN(source.module, TakeDimensions(*source.module, NamedSizes(options.dims)));
  }
  if (!options.weights.empty() || !options.binds.empty()) MOTE_CHECK_OK(TakeWeights(source, options));
  return Ok();
}

std::string WrongState(const std::string& state) {
  if (state == kDonated || ParseState(state)) return "";
  return "IN=OUT, IN, ENTRY:IN=OUT or " + std::string(kDonated) + " is wanted, not '" + state + "'";
}

std::string WrongBits(const SourceOptions& options, bool reproducible) {
  if (!reproducible || !options.allow_fp16) return "";
  return "--reproducible gives the same bits everywhere, --allow-fp16 does not: give one of them";
}

// The grid of all entries. A compiled program has its own, which who runs it compares with what is wanted.
static void TakeGrid(Source& source, const SourceOptions& options) {
  const auto take = [&](Module& module) {
    if (options.replicas > 0) module.replicas = options.replicas;
    if (options.partitions > 0) module.partitions = options.partitions;
  };
  if (source.module) take(*source.module);
  for (Module& module : source.other_entries) take(module);
}

// What makes the program of the source: its states, the functions it calls, and its arithmetic.
static Status TakeProgramOptions(Source& source, const SourceOptions& options) {
  if (source.compiled()) {
    const char* option = !options.states.empty()         ? "--state"
                         : !options.custom_calls.empty() ? "--custom-call"
                         : options.allow_fp16            ? "--allow-fp16"
                         : !options.vulkan_tiers.empty() ? "--vulkan-tiers"
                                                         : nullptr;
    if (option != nullptr) return Wrong(source, std::string(option) + ": a source program is wanted, this one is compiled");
    return options.entries.size() > 1 ? Wrong(source, "--entry: one entry point runs at a time") : Ok();
  }
  // Variables of a TFLite file are states unless something else is said.
  const bool variables = source.format == SourceFormat::kTflite && options.states.empty();
  for (const std::string& text : variables ? std::vector<std::string>{kDonated} : options.states) {
    if (text != kDonated) {
      source.states.push_back(*ParseState(text));
      continue;
    }
    for (StateBinding& state : DonatedStates(*source.module)) source.states.push_back(std::move(state));
    for (const Module& module : source.other_entries) {
      for (StateBinding& state : DonatedStates(module)) source.states.push_back(std::move(state));
    }
  }
  source.custom_calls.insert(options.custom_calls.begin(), options.custom_calls.end());
  if (!options.vulkan_tiers.empty()) source.vulkan_tiers = 0;
  for (const std::string& word : options.vulkan_tiers) source.vulkan_tiers |= *TierOf(word);
  if (options.allow_fp16) source.vulkan_tiers |= kMoteFloat16;
  if (options.topology.empty()) return Ok();
  MOTE_ASSIGN(const Topology topology, ReadTopology(options.topology));
  source.wiring = WiringOf(topology);
  return Ok();
}

Result<Source> LoadSource(const std::string& path, const SourceOptions& options) {
  FrontendOptions reading;
  if (options.tflite_arithmetic == "tflm") reading.tflite_arithmetic = TfliteArithmetic::kTflm;
  MOTE_ASSIGN(Source source, LoadSource(path, reading, options.entries.empty() ? "" : options.entries[0]));
  if (!options.tflite_arithmetic.empty() && source.format != SourceFormat::kTflite)
    return Wrong(source, "--tflite-arithmetic: a TFLite file is wanted");
  MOTE_CHECK_OK(TakeOptions(source, options));
  for (size_t e = 1; e < options.entries.size() && !source.compiled(); ++e) {
    MOTE_ASSIGN(Source other, LoadSource(path, reading, options.entries[e]));
    MOTE_CHECK_OK(TakeOptions(other, options));
    source.other_entries.push_back(std::move(*other.module));
  }
  TakeGrid(source, options);
  MOTE_CHECK_OK(TakeProgramOptions(source, options));
  return source;
}

}  // namespace mote
