// InlineCalls: the entry with every call replaced by the callee's instructions, and a copy of its own of every region.
#include "hlo/inlined_size.h"
#include "passes/emitter.h"
#include "passes/passes.h"

namespace mote {
namespace {

constexpr int kMaxDepth = 256;  // of calls and regions within each other

class Inliner {
 public:
  explicit Inliner(const Module& module) : module_(module) {
    fresh_ = module;
    fresh_.computations.clear();
  }

  Result<Module> Run() {
    if (module_.entry < 0) return module_;
    MOTE_CHECK_OK(CheckInlinedSize(module_, module_.entry));
    fresh_.entry = 0;
    MOTE_ASSIGN(auto entry, Copy(module_.entry, 0));
    fresh_.entry = entry;
    return std::move(fresh_);
  }

 private:
  static bool IsCall(const Instruction& instruction) {
    return InFamily(instruction.op, Family::kCall);
  }

  // A copy of a computation, its own number first, then those of its regions.
  Result<int32_t> Copy(int32_t index, int depth) {
    const Computation& old = module_.computations[index];
    const int32_t number = fresh_.computations.count();
    fresh_.computations.emplace_back();
    Computation copy = EmptyLike(old);
    copy.parameters.clear();
    ModuleEmitter emitter(copy);
    IdVector<Value> parameters;
    for (size_t i = 0; i < old.parameters.size(); ++i) {
      emitter.location = old.instructions[i].location;
      emitter.name = old.instructions[i].name;
      parameters.push_back(emitter.Parameter(old.parameters[i]));
    }
    MOTE_ASSIGN(copy.results, Body(emitter, old, parameters, depth));
    fresh_.computations[number] = std::move(copy);
    return number;
  }

  Result<IdVector<Value>> Body(ModuleEmitter& emitter, const Computation& old, const IdVector<Value>& arguments, int depth) {
    if (depth > kMaxDepth) return Error(Rule::kLimit, "calls nested deeper than " + std::to_string(kMaxDepth), old.location);
    IdVector<IdVector<Value>> map(old.instructions.size());
    const auto mapped = [&](Value v) { return map[v.instruction][v.result]; };
    for (size_t i = 0; i < old.instructions.size(); ++i) {
      Instruction instruction = old.instructions[i];
      if (instruction.op == Op::kParameter) {
        map[i] = {arguments[instruction.Int(Attr::kIndex)]};
        continue;
      }
      for (Value& operand : instruction.operands) operand = mapped(operand);
      if (IsCall(instruction)) {
        const Computation& callee = module_.computations[instruction.called[0]];
        MOTE_ASSIGN(map[i], Body(emitter, callee, instruction.operands, depth + 1));
        continue;
      }
      // The start does all of the work, its future is a tuple of the results.
      if (instruction.op == Op::kAsyncStart) {
        const Computation& callee = module_.computations[instruction.called[0]];
        MOTE_ASSIGN(const IdVector<Value> started, Body(emitter, callee, instruction.operands, depth + 1));
        map[i] = {emitter.Make(Op::kTuple, Shape::Tuple(instruction.shapes[0].elements), started)};
        continue;
      }
      if (instruction.op == Op::kAsyncDone && emitter.at(instruction.operands[0]).op == Op::kTuple) {
        map[i] = emitter.at(instruction.operands[0]).operands;
        continue;
      }
      for (int32_t& called : instruction.called) {
        MOTE_ASSIGN(called, Copy(called, depth + 1));
      }
      const size_t results = instruction.shapes.size();
      const Value first = emitter.Add(std::move(instruction));
      for (size_t r = 0; r < results; ++r) map[i].push_back({first.instruction, static_cast<int32_t>(r)});
    }
    IdVector<Value> results;
    for (const Value& result : old.results) results.push_back(mapped(result));
    return results;
  }

  const Module& module_;
  Module fresh_;
};

}  // namespace

Result<Module> InlineCalls(const Module& module) { return Inliner(module).Run(); }

}  // namespace mote
