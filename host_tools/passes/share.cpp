// ShareAndDrop: common subexpressions become one instruction; what nothing needs disappears, regions included.
#include <map>
#include <optional>
#include <string>

#include "passes/effect.h"
#include "passes/emitter.h"
#include "passes/instruction_key.h"
#include "passes/passes.h"

namespace mote {

bool HasEffect(const Module& module, const Instruction& instruction) {
  if (instruction.op == Op::kCustomCall) return instruction.Bool(Attr::kHasSideEffect) || instruction.shapes.empty();
  if (instruction.op == Op::kOptimizationBarrier || instruction.op == Op::kRng || instruction.op == Op::kParameter) return false;
  if (!IsPure(instruction)) return true;
  for (int32_t called : instruction.called) {
    for (const Instruction& inner : module.computations[called].instructions) {
      if (HasEffect(module, inner)) return true;
    }
  }
  return false;
}

namespace {

constexpr size_t kLongestRegion = 64;  // instructions that are compared, of one region
constexpr size_t kLongestConstant = 16;  // bytes of one in a region: keys have only a hash of others

// What a region computes, as text; nothing where it is long, has an effect, or calls others.
std::optional<std::string> KeyOfRegion(const Computation& region) {
  if (region.instructions.size() > kLongestRegion) return std::nullopt;
  std::string key = "{";
  for (const Instruction& instruction : region.instructions) {
    const bool parameter = instruction.op == Op::kParameter;
    if ((!parameter && !IsPure(instruction)) || !instruction.called.empty()) return std::nullopt;
    key += KeyOf(instruction);
    if (instruction.op == Op::kConstant) {
      const auto bytes = instruction.LiteralValue().bytes();
      if (bytes.size() > kLongestConstant) return std::nullopt;
      for (const uint8_t byte : bytes) key += "#" + std::to_string(byte);
    }
    key += "\n";
  }
  for (const Value& result : region.results) key += "=" + std::to_string(result.instruction) + "." + std::to_string(result.result);
  return key + "}";
}

// Every reduction of a source has a region of its own: equal ones count as one.
std::optional<std::string> KeyWithRegions(const Module& module, const Instruction& instruction) {
  std::string key = KeyOf(instruction) + "^" + std::to_string(instruction.captures);
  for (const int32_t called : instruction.called) {
    const std::optional<std::string> region = KeyOfRegion(module.computations[called]);
    if (!region) return std::nullopt;
    key += *region;
  }
  return key;
}

bool MayShare(const Instruction& instruction) {
  if (!IsPure(instruction) || instruction.shapes.empty()) return false;
  for (const Shape& shape : instruction.shapes) {
    if (!shape.IsArray() || shape.quantization) return false;
  }
  return true;
}

Computation Share(const Module& module, const Computation& old) {
  std::map<std::string, Value> known;
  return Rewrite(old, [&](ModuleEmitter& emitter, const Instruction& instruction) -> std::optional<IdVector<Value>> {
    if (!MayShare(instruction)) return std::nullopt;
    const std::optional<std::string> with_regions = KeyWithRegions(module, instruction);
    if (!with_regions) return std::nullopt;
    const std::string& key = *with_regions;
    const auto found = known.find(key);
    const bool equal = found != known.end() &&
                       (instruction.op != Op::kConstant || emitter.at(found->second).LiteralValue().BitEqual(instruction.LiteralValue()));
    if (!equal) known[key] = emitter.Add(instruction);
    IdVector<Value> results;
    for (size_t r = 0; r < instruction.shapes.size(); ++r) results.push_back({known[key].instruction, static_cast<int32_t>(r)});
    return results;
  });
}

Computation Drop(const Module& module, const Computation& old) {
  IdVector<bool> needed(old.instructions.size());
  for (const Value& result : old.results) needed[result.instruction] = true;
  for (size_t i = old.instructions.size(); i-- > 0;) {
    const Instruction& instruction = old.instructions[i];
    if (instruction.op == Op::kParameter || HasEffect(module, instruction)) needed[i] = true;
    if (!needed[i]) continue;
    for (const Value& operand : instruction.operands) needed[operand.instruction] = true;
  }
  Computation fresh = EmptyLike(old);
  IdVector<int32_t> number(old.instructions.size(), -1);
  for (size_t i = 0; i < old.instructions.size(); ++i) {
    if (!needed[i]) continue;
    number[i] = fresh.instructions.count();
    fresh.instructions.push_back(old.instructions[i]);
    for (Value& operand : fresh.instructions.back().operands) operand.instruction = number[operand.instruction];
  }
  for (Value result : old.results) fresh.results.push_back({number[result.instruction], result.result});
  return fresh;
}

// Numbers computations in the order of a walk from the entry; those without use disappear.
void Renumber(const Module& module, int32_t index, IdVector<int32_t>& number, std::vector<int32_t>& order) {
  if (number[index] >= 0) return;
  number[index] = static_cast<int32_t>(order.size());
  order.push_back(index);
  for (const Instruction& instruction : module.computations[index].instructions) {
    for (int32_t called : instruction.called) Renumber(module, called, number, order);
  }
}

Module DropComputations(const Module& module) {
  if (module.entry < 0) return module;
  IdVector<int32_t> number(module.computations.size(), -1), order;
  Renumber(module, module.entry, number, order);
  Module fresh = module;
  fresh.computations.clear();
  for (int32_t index : order) {
    fresh.computations.push_back(module.computations[index]);
    for (Instruction& instruction : fresh.computations.back().instructions) {
      for (int32_t& called : instruction.called) called = number[called];
    }
  }
  fresh.entry = number[module.entry];
  return fresh;
}

}  // namespace

Module ShareAndDrop(const Module& module) {
  Module fresh = module;
  for (Computation& computation : fresh.computations) computation = Share(module, computation);
  for (Computation& computation : fresh.computations) computation = Drop(fresh, computation);
  return DropComputations(fresh);
}

}  // namespace mote
