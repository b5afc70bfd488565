// Bind: the entry made again, with constants behind the parameters that remain.
#include "passes/bind.h"

#include "passes/emitter.h"

namespace mote {
namespace {

template <typename T>
void KeepUnbound(std::vector<T>& of_parameters, const std::map<size_t, Literal>& values) {
  std::vector<T> kept;
  for (size_t i = 0; i < of_parameters.size(); ++i) {
    if (values.count(i) == 0) kept.push_back(std::move(of_parameters[i]));
  }
  of_parameters = std::move(kept);
}

Status CheckFit(const Computation& entry, size_t parameter, const Literal& value) {
  if (parameter >= entry.parameters.size()) {
    return Error(Rule::kCount, "there is no parameter " + std::to_string(parameter), entry.location);
  }
  const Shape& shape = entry.parameters[parameter];
  if (!shape.IsArray() || shape.element_type != value.type()) {
    return Error(Rule::kElementType,
                 "parameter " + std::to_string(parameter) + " is " + ToString(shape) + ", its value " + ToString(value.shape()),
                 entry.location);
  }
  if (!shape.IsStatic() || shape.dims != value.shape().dims) {
    return Error(Rule::kShape,
                 "parameter " + std::to_string(parameter) + " is " + ToString(shape) + ", its value " + ToString(value.shape()),
                 entry.location);
  }
  return Ok();
}

}  // namespace

Result<Module> BindParameters(const Module& module, const std::map<size_t, Literal>& values) {
  const Computation& old = module.main();
  for (const Computation& computation : module.computations) {
    for (const Instruction& instruction : computation.instructions) {
      for (const int32_t called : instruction.called) {
        if (called == module.entry) {
          return Error(Rule::kUnsupported, "parameters of a function that the program calls itself cannot be bound", instruction.location);
        }
      }
    }
  }
  for (const auto& [parameter, value] : values) MOTE_CHECK_OK(CheckFit(old, parameter, value));
  Computation fresh = EmptyLike(old);
  fresh.parameters.clear();
  KeepUnbound(fresh.parameter_names, values);
  KeepUnbound(fresh.parameter_extra, values);
  ModuleEmitter emitter(fresh);
  IdVector<Value> place(old.instructions.size());
  for (const bool bound : {false, true}) {
    for (size_t i = 0; i < old.parameters.size(); ++i) {
      const auto value = values.find(i);
      if ((value != values.end()) != bound) continue;
      emitter.location = old.instructions[i].location;
      emitter.name = old.instructions[i].name;
      place[i] = bound ? emitter.Constant(value->second.WithShape(old.parameters[i])) : emitter.Parameter(old.parameters[i]);
    }
  }
  const auto moved = [&](Value v) { return Value{place[v.instruction].instruction, v.result}; };
  for (size_t i = old.parameters.size(); i < old.instructions.size(); ++i) {
    Instruction instruction = old.instructions[i];
    for (Value& operand : instruction.operands) operand = moved(operand);
    place[i] = {fresh.instructions.count(), 0};
    fresh.instructions.push_back(std::move(instruction));
  }
  for (const Value& result : old.results) fresh.results.push_back(moved(result));
  Module bound = module;
  bound.computations[bound.entry] = std::move(fresh);
  return bound;
}

}  // namespace mote
