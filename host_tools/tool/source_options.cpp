// --dim, --weights and --bind.
#include "tool/source_options.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "hlo/spelling.h"
#include "passes/bind.h"
#include "passes/dimension_variables.h"
#include "passes/specialize.h"
#include "tool/array_files.h"

namespace mote {

namespace {

// SIZE of "NAME=SIZE" or "SIZE".
std::optional<int64_t> SizeOf(const std::string& dim) {
  const size_t equals = dim.rfind('=');
  const std::string digits = equals == std::string::npos ? dim : dim.substr(equals + 1);
  int64_t size = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() || size < 0) return std::nullopt;
  return size;
}

Errors InFile(const std::string& file, Errors errors) {
  for (Diagnostic& d : errors.list) d.file = d.file.empty() ? file : d.file;
  return errors;
}

bool HasOpenSize(const Shape& shape) {
  for (const Shape& element : shape.elements) {
    if (HasOpenSize(element)) return true;
  }
  return shape.IsArray() && !shape.IsStatic();
}

bool HasOpenSize(const Module& module) {
  for (const Computation& computation : module.computations) {
    for (const Instruction& instruction : computation.instructions) {
      for (const Shape& shape : instruction.shapes) {
        if (HasOpenSize(shape)) return true;
      }
    }
  }
  return false;
}

// What `--dim NAME=SIZE` may name.
struct SizeNames {
  std::vector<std::string> variables;            // of jax.export
  std::vector<std::string> shown;                // for people: one name each
  std::map<std::string, std::string>
      parameters;  // every name of a scalar integer parameter or of a dimension → the one that Specialise is given
};

SizeNames FindSizeNames(const Module& module) {
  SizeNames sizes;
  sizes.variables = sizes.shown = DimensionVariables(module);
  const Computation& entry = module.main();
  for (size_t i = 0; i < entry.parameters.size(); ++i) {
    const std::vector<std::string> names = ParameterNames(entry, i);
    const Shape& shape = entry.parameters[i];
    std::vector<std::string> suffixes;
    if (shape.IsScalar() && IsInteger(shape.element_type)) suffixes.push_back("");
    for (size_t d = 0; d < shape.dims.size(); ++d) suffixes.push_back("." + std::to_string(d));
    for (const std::string& suffix : suffixes) {
      sizes.shown.push_back(names.front() + suffix);
      for (const std::string& name : names) sizes.parameters.emplace(name + suffix, names.back() + suffix);
    }
  }
  return sizes;
}

// "did you mean 'n.0'?", or what there is.
std::string NameHint(const std::string& wanted, const std::vector<std::string>& names) {
  std::string all;
  Spelling spelling(wanted);
  for (const std::string& name : names) {
    spelling.Try(name);
    if (all.size() < 100) all += (all.empty() ? "" : ", ") + name;
  }
  return spelling.Hint(all.empty() ? "" : "sizes of this program: " + all);
}

Diagnostic Wrong(const Source& source, const std::string& text, const std::string& hint = "") {
  Diagnostic d = Error(Rule::kAttribute, text);
  d.file = source.path;
  d.hint = hint;
  return d;
}

Status TakeDimensions(Source& source, const std::vector<std::string>& dims) {
  if (!HasOpenSize(*source.module)) return Wrong(source, "--dim: every size of the program is static: there is none to give");
  const SizeNames names = FindSizeNames(*source.module);
  DimensionSizes sizes;
  std::map<std::string, int64_t> variables;
  for (const std::string& dim : dims) {
    const size_t equals = dim.rfind('=');
    const int64_t size = *SizeOf(dim);
    const std::string name = dim.substr(0, equals == std::string::npos ? 0 : equals);
    if (equals == std::string::npos) {
      sizes.otherwise = size;
    } else if (const auto found = names.parameters.find(name); found != names.parameters.end()) {
      sizes.named[found->second] = size;
    } else if (std::find(names.variables.begin(), names.variables.end(), name) != names.variables.end()) {
      variables[name] = size;
    } else {
      return Wrong(source, "--dim: no parameter has the size '" + name + "'", NameHint(name, names.shown));
    }
  }
  if (!variables.empty()) {
    Result<std::map<std::string, int64_t>> more = SizesOfVariables(*source.module, variables);
    if (!more) return InFile(source.path, more.errors());
    sizes.named.insert(more->begin(), more->end());
  }
  Result<Module> module = Specialise(*source.module, sizes);
  if (!module) {
    Errors errors = module.errors();
    if (errors.list[0].rule == Rule::kUnsupported && errors.list[0].hint.empty()) errors.list[0].hint = NameHint("", names.shown);
    return InFile(source.path, errors);
  }
  source.module = std::move(*module);
  return Ok();
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
    return InFile(source.path, errors);
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
  if (!module) return InFile(source.path, module.errors());
  source.module = std::move(*module);
  return Ok();
}

}  // namespace

std::string WrongDimension(const std::string& dim) {
  return SizeOf(dim) ? "" : "NAME=SIZE, NAME.DIMENSION=SIZE or SIZE is wanted, not '" + dim + "'";
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
  if (!options.dims.empty()) MOTE_CHECK_OK(TakeDimensions(source, options.dims));
  if (!options.weights.empty() || !options.binds.empty()) MOTE_CHECK_OK(TakeWeights(source, options));
  return Ok();
}

Result<Source> LoadSource(const std::string& path, const SourceOptions& options) {
  MOTE_ASSIGN(Source source, LoadSource(path));
  MOTE_CHECK_OK(TakeOptions(source, options));
  return source;
}

}  // namespace mote
