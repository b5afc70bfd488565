// FlattenTuples: every value of tuple type becomes one value per leaf, in order; tuple and get_tuple_element disappear.
#include "passes/emitter.h"
#include "passes/passes.h"

namespace mote {
namespace {

void AppendLeaves(const Shape& shape, IdVector<Shape>& leaves) {
  if (!shape.IsTuple()) return leaves.push_back(shape);
  for (const Shape& element : shape.elements) AppendLeaves(element, leaves);
}
IdVector<Shape> LeavesOf(const IdVector<Shape>& shapes) {
  IdVector<Shape> leaves;
  for (const Shape& shape : shapes) AppendLeaves(shape, leaves);
  return leaves;
}
size_t CountLeaves(const Shape& shape) { return LeavesOf({shape}).size(); }

// Attributes and names per parameter or result stay with the first leaf's position only where nothing is split.
template <typename T>
void KeepIfUnsplit(std::vector<T>& per_value, size_t leaves) {
  if (per_value.size() != leaves) per_value.clear();
}

Computation Flatten(const Computation& old) {
  Computation fresh = EmptyLike(old);
  fresh.parameters.clear();
  ModuleEmitter emitter(fresh);
  using Leaves = IdVector<Value>;
  IdVector<std::vector<Leaves>> map(old.instructions.size());  // per instruction, per result
  const auto mapped = [&](Value v) -> const Leaves& { return map[v.instruction][v.result]; };
  for (size_t i = 0; i < old.instructions.size(); ++i) {
    const Instruction& instruction = old.instructions[i];
    emitter.location = instruction.location;
    emitter.name = instruction.name;
    Leaves leaves;
    if (instruction.op == Op::kParameter) {
      for (const Shape& shape : LeavesOf(instruction.shapes)) leaves.push_back(emitter.Parameter(shape));
      map[i] = {leaves};
      continue;
    }
    int32_t captures = 0;
    for (size_t o = 0; o < instruction.operands.size(); ++o) {
      const Leaves& operand = mapped(instruction.operands[o]);
      leaves.insert(leaves.end(), operand.begin(), operand.end());
      if (static_cast<int>(o) >= instruction.declared_operands()) captures += operand.count();
    }
    if (instruction.op == Op::kTuple) {
      map[i] = {leaves};
      continue;
    }
    if (instruction.op == Op::kGetTupleElement) {
      const Shape& tuple = old.shape(instruction.operands[0]);
      const size_t index = instruction.Int(Attr::kIndex);
      size_t first = 0;
      for (size_t e = 0; e < index; ++e) first += CountLeaves(tuple.elements[e]);
      const auto begin = leaves.begin() + static_cast<int64_t>(first);
      map[i] = {Leaves(begin, begin + static_cast<int64_t>(CountLeaves(tuple.elements[index])))};
      continue;
    }
    Instruction copy = instruction;
    copy.operands = std::move(leaves);
    copy.captures = captures;
    copy.shapes = LeavesOf(instruction.shapes);
    Value next = emitter.Add(std::move(copy));
    for (const Shape& shape : instruction.shapes) {
      Leaves results;
      for (size_t n = CountLeaves(shape); n > 0; --n, ++next.result) results.push_back(next);
      map[i].push_back(results);
    }
  }
  for (const Value& result : old.results) fresh.results.insert(fresh.results.end(), mapped(result).begin(), mapped(result).end());
  KeepIfUnsplit(fresh.parameter_extra, fresh.parameters.size());
  KeepIfUnsplit(fresh.parameter_names, fresh.parameters.size());
  KeepIfUnsplit(fresh.result_extra, fresh.results.size());
  KeepIfUnsplit(fresh.result_names, fresh.results.size());
  return fresh;
}

}  // namespace

Result<Module> FlattenTuples(const Module& module) {
  Module fresh = module;
  for (Computation& computation : fresh.computations) computation = Flatten(computation);
  return fresh;
}

}  // namespace mote
