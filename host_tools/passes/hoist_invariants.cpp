// HoistInvariants: what regions receive from outside is reduced to what they need, and what a while body computes from it moves in front of
// the loop. Inner loops first, so that a value can leave several of them.
#include <algorithm>
#include <map>
#include <set>

#include "passes/emitter.h"
#include "passes/passes.h"
#include "passes/row_loops.h"

namespace mote {
namespace {

constexpr int64_t kSmallConstant = 64;  // bytes: better inside a region than handed in

// What becomes of one parameter of a region.
struct Fate {
  std::optional<Literal> constant;  // replaced by it
  int32_t position = -1;            // new position, or -1: gone
};

Computation ChangeParameters(const Computation& old, const std::vector<Fate>& fates) {
  Computation fresh = EmptyLike(old);
  IdVector<size_t> source;  // old parameter of each new one
  for (size_t i = 0; i < fates.size(); ++i) {
    if (fates[i].position < 0) continue;
    source.resize(std::max(source.size(), static_cast<size_t>(fates[i].position) + 1));
    source[fates[i].position] = i;
  }
  fresh.parameters.clear();
  fresh.parameter_extra.clear();
  fresh.parameter_names.clear();
  ModuleEmitter emitter(fresh);
  IdVector<IdVector<Value>> map(old.instructions.size());
  for (size_t i : source) map[i] = {emitter.Parameter(old.parameters[i])};
  for (size_t i = 0; i < old.instructions.size(); ++i) {
    Instruction instruction = old.instructions[i];
    if (instruction.op == Op::kParameter) {
      if (fates[i].constant) map[i] = {emitter.Constant(*fates[i].constant)};
      continue;
    }
    for (Value& operand : instruction.operands) {
      operand = map[operand.instruction][operand.result];
    }
    const size_t results = instruction.shapes.size();
    const Value first = emitter.Add(std::move(instruction));
    for (size_t r = 0; r < results; ++r) map[i].push_back({first.instruction, static_cast<int32_t>(r)});
  }
  for (const Value& result : old.results) {
    fresh.results.push_back(map[result.instruction][result.result]);
  }
  return fresh;
}

bool Uses(const Computation& computation, int32_t parameter) {
  for (const Instruction& instruction : computation.instructions) {
    for (const Value& operand : instruction.operands) {
      if (operand.instruction == parameter) return true;
    }
  }
  for (const Value& result : computation.results) {
    if (result.instruction == parameter) return true;
  }
  return false;
}

class Hoister {
 public:
  explicit Hoister(const Module& module) : module_(module) {}

  // Loops over rows keep what they compute: what is better outside has been left there.
  Module Run() {
    if (module_.entry >= 0) Visit(module_.entry);
    return std::move(module_);
  }

 private:
  Computation& Called(const Instruction& i, size_t k) { return module_.computations[i.called[k]]; }

  void Visit(int32_t index) {
    for (const Instruction& instruction : module_.computations[index].instructions) {
      for (int32_t called : instruction.called) Visit(called);
    }
    const Computation old = module_.computations[index];
    module_.computations[index] = Rewrite(old, [&](ModuleEmitter& e, const Instruction& i) { return VisitInstruction(e, i); });
  }

  std::optional<IdVector<Value>> VisitInstruction(ModuleEmitter& e, const Instruction& i) {
    if (i.called.empty()) return std::nullopt;
    Instruction changed = i;
    if (i.op == Op::kWhile) CaptureUnchanged(changed);
    ReduceCaptures(e, changed);
    if (i.op == Op::kWhile && i.extra.count(kRowsKey) == 0) MoveOut(e, changed);
    ReduceCaptures(e, changed);
    const Value first = e.Add(std::move(changed));
    IdVector<Value> results;
    int32_t next = 0;
    for (size_t r = 0; r < i.shapes.size(); ++r) {
      const bool kept = i.op != Op::kWhile || unchanged_.count(static_cast<int32_t>(r)) == 0;
      results.push_back(kept ? Value{first.instruction, next++} : i.operands[r]);
    }
    unchanged_.clear();
    return results;
  }

  // Carried values that the body hands on as they are become captures.
  void CaptureUnchanged(Instruction& loop) {
    unchanged_.clear();
    const Computation& body = Called(loop, 1);
    const int32_t carried = loop.declared_operands();
    for (int32_t k = 0; k < carried; ++k) {
      if (body.results[k] == Value{k, 0}) unchanged_.insert(k);
    }
    if (unchanged_.empty()) return;
    IdVector<Fate> fates(loop.operands.size());
    IdVector<Value> operands, captured;
    IdVector<Shape> shapes;
    const int32_t kept = carried - static_cast<int32_t>(unchanged_.size());
    int32_t next_kept = 0, next_captured = kept + loop.captures;
    for (int32_t k = 0; k < loop.operands.count(); ++k) {
      const bool moves = unchanged_.count(k) != 0;
      fates[k].position = moves ? next_captured++ : next_kept++;
      (moves ? captured : operands).push_back(loop.operands[k]);
      if (k < carried && !moves) shapes.push_back(loop.shapes[k]);
    }
    operands.insert(operands.end(), captured.begin(), captured.end());
    IdVector<Value> results;
    for (int32_t k = 0; k < carried; ++k) {
      if (unchanged_.count(k) == 0) results.push_back(body.results[k]);
    }
    Called(loop, 1).results = results;
    for (size_t c = 0; c < loop.called.size(); ++c) Called(loop, c) = ChangeParameters(Called(loop, c), fates);
    loop.operands = std::move(operands);
    loop.captures += captured.count();
    loop.shapes = std::move(shapes);
  }

  // Captures without use disappear, small constants go into the regions, equal ones become one.
  void ReduceCaptures(const ModuleEmitter& e, Instruction& i) {
    const size_t declared = i.declared_operands(), count = i.captures;
    if (count == 0) return;
    std::vector<bool> keep(count, true);
    std::vector<std::optional<Literal>> constants(count);
    for (size_t c = 0; c < count; ++c) {
      const Instruction& source = e.at(i.operands[declared + c]);
      if (source.op == Op::kConstant && source.shape().IsArray() && source.shape().ByteSize() <= kSmallConstant) {
        constants[c] = source.LiteralValue();
      }
      bool used = false;
      for (int32_t called : i.called) {
        const Computation& region = module_.computations[called];
        used = used || Uses(region, static_cast<int32_t>(region.parameters.size() - count + c));
      }
      keep[c] = used && !constants[c];
    }
    if (std::find(keep.begin(), keep.end(), false) == keep.end()) return;
    for (int32_t called : i.called) {
      Computation& region = module_.computations[called];
      std::vector<Fate> fates(region.parameters.size());
      int32_t next = 0;
      for (size_t p = 0; p < fates.size(); ++p) {
        const size_t first = fates.size() - count;
        if (p < first || keep[p - first]) fates[p].position = next++;
        else fates[p].constant = constants[p - first];
      }
      region = ChangeParameters(region, fates);
    }
    IdVector<Value> operands(i.operands.begin(), i.operands.begin() + static_cast<int64_t>(declared));
    for (size_t c = 0; c < count; ++c) {
      if (keep[c]) operands.push_back(i.operands[declared + c]);
    }
    i.captures = static_cast<int32_t>(operands.size() - declared);
    i.operands = std::move(operands);
  }

  // Not worth a buffer of their own: recomputed where they are used.
  static bool IsCheap(const Instruction& i) {
    return i.op == Op::kConstant || i.op == Op::kIota || i.op == Op::kBroadcastInDim || i.op == Op::kReshape || i.op == Op::kParameter ||
           i.shape().ElementCount() <= 1;
  }
  static bool IsHeavy(Op op) { return InFamily(op, Family::kProduct) || op == Op::kTranspose || op == Op::kGather; }

  void MoveOut(ModuleEmitter& e, Instruction& loop) {
    const int32_t carried = loop.declared_operands();
    Computation& body = Called(loop, 1);
    const size_t count = body.instructions.size();
    IdVector<bool> invariant(count), anchored(count);  // anchored: depends on a capture, not on constants alone
    constexpr int64_t kMoreThanAnyBuffer = int64_t{1} << 61;
    IdVector<int64_t> source(count);                   // bytes of the captures and constants it is made of
    for (size_t k = 0; k < count; ++k) {
      const Instruction& i = body.instructions[k];
      const bool array = i.shapes.size() == 1 && i.shape().IsArray() && i.shape().IsStatic();
      if (i.op == Op::kParameter) {
        invariant[k] = anchored[k] = static_cast<int32_t>(k) >= carried && array;
        source[k] = array ? i.shape().ByteSize() : 0;
        continue;
      }
      invariant[k] = array && IsPure(i) && i.called.empty();
      source[k] = i.op == Op::kConstant && array ? i.shape().ByteSize() : 0;
      for (const Value& operand : i.operands) {
        invariant[k] = invariant[k] && invariant[operand.instruction];
        anchored[k] = anchored[k] || anchored[operand.instruction];
        // What is used along many paths counts often, so the sum can double at every step.
        source[k] = std::min(source[k] + source[operand.instruction], kMoreThanAnyBuffer);
      }
    }
    std::map<int32_t, Value> outside;
    std::vector<int32_t> roots;
    for (size_t k = 0; k < count; ++k) {
      const Instruction& i = body.instructions[k];
      if (!invariant[k] || !anchored[k] || IsCheap(i) || !IsUsedByVariant(body, invariant, static_cast<int32_t>(k))) continue;
      if (!IsHeavy(i.op) && i.shape().ByteSize() > source[k]) continue;  // would grow what lives through the loop
      roots.push_back(static_cast<int32_t>(k));
    }
    for (int32_t root : roots) Copy(e, loop, body, root, outside);
    AddCaptures(loop, roots, outside);
  }

  static bool IsUsedByVariant(const Computation& body, const IdVector<bool>& invariant, int32_t value) {
    for (size_t k = 0; k < body.instructions.size(); ++k) {
      if (invariant[k]) continue;
      for (const Value& operand : body.instructions[k].operands) {
        if (operand.instruction == value) return true;
      }
    }
    for (const Value& result : body.results) {
      if (result.instruction == value) return true;
    }
    return false;
  }

  Value Copy(ModuleEmitter& e, const Instruction& loop, const Computation& body, int32_t index, std::map<int32_t, Value>& outside) {
    if (const auto found = outside.find(index); found != outside.end()) return found->second;
    Instruction instruction = body.instructions[index];
    Value copy;
    if (instruction.op == Op::kParameter) {
      copy = loop.operands[index];
    } else {
      for (Value& operand : instruction.operands) operand = Copy(e, loop, body, operand.instruction, outside);
      copy = e.Add(std::move(instruction));
    }
    outside[index] = copy;
    return copy;
  }

  // Every root comes in as one more capture of condition and body.
  void AddCaptures(Instruction& loop, const std::vector<int32_t>& roots, const std::map<int32_t, Value>& outside) {
    if (roots.empty()) return;
    const Computation body = Called(loop, 1);
    for (size_t c = 0; c < loop.called.size(); ++c) {
      Computation& region = Called(loop, c);
      const size_t before = region.parameters.size();
      Computation extended = EmptyLike(region);
      extended.parameters.clear();
      ModuleEmitter emitter(extended);
      for (const Shape& shape : region.parameters) emitter.Parameter(shape);
      for (int32_t root : roots) emitter.Parameter(body.instructions[root].shape());
      const int32_t shift = static_cast<int32_t>(roots.size());
      const auto moved = [&](Value v) {
        if (c == 1) {
          const auto root = std::find(roots.begin(), roots.end(), v.instruction);
          if (root != roots.end()) return Value{static_cast<int32_t>(before + static_cast<size_t>(root - roots.begin())), 0};
        }
        return Value{v.instruction < static_cast<int32_t>(before) ? v.instruction : v.instruction + shift, v.result};
      };
      for (size_t k = before; k < region.instructions.size(); ++k) {
        Instruction instruction = region.instructions[k];
        for (Value& operand : instruction.operands) operand = moved(operand);
        extended.instructions.push_back(std::move(instruction));
      }
      for (Value result : region.results) extended.results.push_back(moved(result));
      region = std::move(extended);
    }
    for (int32_t root : roots) loop.operands.push_back(outside.at(root));
    loop.captures += static_cast<int32_t>(roots.size());
  }

  Module module_;
  std::set<int32_t> unchanged_;  // carried values of the loop at hand that the body does not change
};

}  // namespace

Result<Module> HoistInvariants(const Module& module) { return Hoister(module).Run(); }

}  // namespace mote
