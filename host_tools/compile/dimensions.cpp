// Names that sizes go by, and the module for the sizes.
#include "compile/dimensions.h"

#include <algorithm>
#include <map>

#include "hlo/spelling.h"
#include "passes/dimension_variables.h"
#include "passes/specialize.h"

namespace mote {

namespace {

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
  std::vector<std::string> variables;  // of jax.export
  std::vector<std::string> shown;      // for people: one name each
  // Every name of a scalar integer parameter or of a dimension → the one that Specialise is given.
  std::map<std::string, std::string> parameters;
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

}  // namespace

Result<Module> TakeDimensions(const Module& module, const std::vector<NamedSize>& sizes) {
  const auto wrong = [&](const std::string& text, const std::string& hint = "") {
    return InFile(Errors{{FileError("", Rule::kAttribute, text, hint)}}, module);
  };
  if (!HasOpenSize(module)) return wrong("--dim: every size of the program is static: there is none to give");
  const SizeNames names = FindSizeNames(module);
  DimensionSizes known;
  std::map<std::string, int64_t> variables;
  for (const auto& [name, size] : sizes) {
    if (name.empty()) {
      known.otherwise = size;
    } else if (const auto found = names.parameters.find(name); found != names.parameters.end()) {
      known.named[found->second] = size;
    } else if (std::find(names.variables.begin(), names.variables.end(), name) != names.variables.end()) {
      variables[name] = size;
    } else {
      return wrong("--dim: no parameter has the size '" + name + "'", NameHint(name, names.shown));
    }
  }
  if (!variables.empty()) {
    Result<std::map<std::string, int64_t>> more = SizesOfVariables(module, variables);
    if (!more) return InFile(more.errors(), module);
    known.named.insert(more->begin(), more->end());
  }
  Result<Module> sized = Specialise(module, known);
  if (sized) return sized;
  Errors errors = sized.errors();
  if (errors.list[0].rule == Rule::kUnsupported && errors.list[0].hint.empty()) errors.list[0].hint = NameHint("", names.shown);
  return InFile(std::move(errors), module);
}

}  // namespace mote
