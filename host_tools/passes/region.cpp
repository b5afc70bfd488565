// Putting region bodies in line.
#include "passes/region.h"

#include <algorithm>

namespace mote {

bool IsScalarRegion(const Computation& region) {
  return std::all_of(region.instructions.begin(), region.instructions.end(), [](const Instruction& instruction) {
    const bool known = instruction.op == Op::kParameter || instruction.op == Op::kConstant || IsElementwise(instruction.op);
    return known && instruction.shapes.size() == 1 && instruction.shape().IsScalar();
  });
}

std::optional<Op> OperationOfRegion(const Module& module, const Instruction& i) {
  const Computation& region = module.computations[i.called[0]];
  if (i.captures != 0 || region.parameters.size() != 2 || region.results.size() != 1) return std::nullopt;
  const Instruction& root = region.at(region.results[0]);
  if (root.operands.size() != 2 || root.operands[0] == root.operands[1]) return std::nullopt;
  for (const Value operand : root.operands) {
    if (region.at(operand).op != Op::kParameter) return std::nullopt;
  }
  return root.op;
}

std::optional<IdVector<Value>> ApplyRegion(ModuleEmitter& emitter, const Computation& region, const IdVector<Value>& arguments,
                                              const Dims& dims) {
  if (!IsScalarRegion(region)) return std::nullopt;
  IdVector<Value> map;
  for (const Instruction& instruction : region.instructions) {
    if (instruction.op == Op::kParameter) {
      map.push_back(arguments[instruction.Int(Attr::kIndex)]);
      continue;
    }
    Instruction copy = instruction;
    for (Value& operand : copy.operands) operand = map[operand.instruction];
    const Shape shape = Shape::Array(instruction.shape().element_type, dims);
    if (instruction.op == Op::kConstant) {
      map.push_back(emitter.Broadcast(emitter.Add(std::move(copy)), shape, {}));
      continue;
    }
    copy.shapes = {shape};
    map.push_back(emitter.Add(std::move(copy)));
  }
  IdVector<Value> results;
  for (const Value& result : region.results) results.push_back(map[result.instruction]);
  return results;
}

IdVector<Value> InlineRegion(ModuleEmitter& emitter, const Computation& region, const IdVector<Value>& arguments) {
  IdVector<IdVector<Value>> map(region.instructions.size());
  const auto mapped = [&](Value v) { return map[v.instruction][v.result]; };
  for (size_t i = 0; i < region.instructions.size(); ++i) {
    Instruction instruction = region.instructions[i];
    if (instruction.op == Op::kParameter) {
      map[i] = {arguments[instruction.Int(Attr::kIndex)]};
      continue;
    }
    for (Value& operand : instruction.operands) operand = mapped(operand);
    const size_t results = instruction.shapes.size();
    const Value first = emitter.Add(std::move(instruction));
    for (size_t r = 0; r < results; ++r) map[i].push_back({first.instruction, static_cast<int32_t>(r)});
  }
  IdVector<Value> results;
  for (const Value& result : region.results) results.push_back(mapped(result));
  return results;
}

}  // namespace mote
