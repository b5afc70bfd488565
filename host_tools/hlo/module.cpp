// Accessors of the IR's structs.
#include "hlo/module.h"

#include <algorithm>

namespace mote {

MOTE_DEFINE_COPIES(Instruction);
MOTE_DEFINE_COPIES(Computation);
MOTE_DEFINE_COPIES(Module);
namespace {

template <typename T>
const T* Find(const std::map<Attr, AttributeValue>& attributes, Attr a) {
  const auto found = attributes.find(a);
  return found == attributes.end() ? nullptr : std::get_if<T>(&found->second);
}

template <typename T>
const T& FindOrEmpty(const std::map<Attr, AttributeValue>& attributes, Attr a) {
  static const T empty{};
  const T* found = Find<T>(attributes, a);
  return found == nullptr ? empty : *found;
}

}  // namespace

int64_t Instruction::Int(Attr a, int64_t otherwise) const {
  const int64_t* found = Find<int64_t>(attributes, a);
  return found == nullptr ? otherwise : *found;
}

double Instruction::Real(Attr a, double otherwise) const {
  const double* found = Find<double>(attributes, a);
  return found == nullptr ? otherwise : *found;
}

bool Instruction::Bool(Attr a, bool otherwise) const {
  const bool* found = Find<bool>(attributes, a);
  return found == nullptr ? otherwise : *found;
}

const std::string& Instruction::Text(Attr a) const { return FindOrEmpty<std::string>(attributes, a); }
const std::vector<int64_t>& Instruction::Ints(Attr a) const { return FindOrEmpty<std::vector<int64_t>>(attributes, a); }
const IntMatrix& Instruction::Matrix(Attr a) const { return FindOrEmpty<IntMatrix>(attributes, a); }
const Literal& Instruction::LiteralValue() const { return FindOrEmpty<Literal>(attributes, Attr::kValue); }

std::vector<int64_t> Instruction::IntsOr(Attr a, size_t rank, int64_t fill) const {
  const std::vector<int64_t>* found = Find<std::vector<int64_t>>(attributes, a);
  return found == nullptr ? std::vector<int64_t>(rank, fill) : *found;
}

IdVector<Shape> Computation::ResultShapes() const {
  IdVector<Shape> shapes;
  shapes.reserve(results.size());
  for (const Value& value : results) shapes.push_back(shape(value));
  return shapes;
}

std::vector<std::string> ParameterNames(const Computation& computation, size_t parameter) {
  const std::string numbered = "arg" + std::to_string(parameter);
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  if (parameter < computation.parameter_names.size()) add(computation.parameter_names[parameter]);
  add(computation.instructions[parameter].name);
  bool taken = std::count(computation.parameter_names.begin(), computation.parameter_names.end(), numbered) > 0;
  for (size_t i = 0; i < computation.parameters.size(); ++i) taken = taken || computation.instructions[i].name == numbered;
  if (!taken) add(numbered);
  return names;
}

int32_t Module::Find(const std::string& function) const {
  for (size_t i = 0; i < computations.size(); ++i) {
    if (computations[i].name == function) return static_cast<int32_t>(i);
  }
  return -1;
}

Errors InFile(Errors errors, const Module& module) {
  for (Diagnostic& d : errors.list) {
    if (d.file.empty() && d.location.file < module.files.size()) d.file = module.files[d.location.file];
  }
  return errors;
}

}  // namespace mote
