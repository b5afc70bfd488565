// SplitComplex: every value of c64 or c128 becomes two of f32 or f64, its real and its imaginary part; regions take and give both, in that
// order. A complex parameter or result of the entry becomes an array of parts with one more minor dimension of 2, the same bytes;
// kComplexPairs in its attributes tells select/ to show it as complex. An operation without a form on parts keeps complex operands, put
// together again: select/ refuses it by name.
#include "passes/split_complex.h"

#include <map>
#include <set>

#include "hlo/complex_pairs.h"
#include "passes/operand_order.h"
#include "passes/passes.h"

namespace mote {
namespace {

bool IsComplexShape(const Shape& shape) { return shape.IsArray() && IsComplex(shape.element_type); }

bool HoldsComplex(const Module& module) {
  for (const Computation& computation : module.computations) {
    for (const Instruction& instruction : computation.instructions) {
      for (const Shape& shape : instruction.shapes) {
        if (IsComplexShape(shape)) return true;
      }
    }
  }
  return false;
}

// Operations whose region takes the operands' elements in the operands' order, so that both may be split alike. A sort's takes two elements
// of each operand side by side: of a complex one, both real parts, then both imaginary parts.
bool HasRegionOfParts(Op op) { return op == Op::kScatter || op == Op::kSort || InFamily(op, Family::kControl, Family::kReduction); }

enum class Role : uint8_t { kRegion, kEntry, kComparator };

class ComputationSplitter {
 public:
  // `compared`: parameters of a comparator that are not captured.
  ComputationSplitter(const Computation& old, Role role, size_t compared)
      : old_(old),
        is_entry_(role == Role::kEntry),
        compared_(role == Role::kComparator ? compared : 0),
        fresh_(EmptyLike(old)),
        e_(fresh_) {}

  Computation Run() {
    fresh_.parameters.clear();
    map_.resize(old_.instructions.size());
    SplitParameters();
    for (size_t i = old_.parameters.size(); i < old_.instructions.size(); ++i) {
      e_.location = old_.instructions[i].location;
      e_.name = old_.instructions[i].name;
      map_[i] = SplitInstruction(old_.instructions[i]);
    }
    for (size_t r = 0; r < old_.results.size(); ++r) AppendResult(r, Mapped(old_.results[r]));
    return std::move(fresh_);
  }

 private:
  const Halves& Mapped(Value v) const { return map_[v.instruction][v.result]; }

  static Shape Paired(const Shape& complex) {
    Shape pairs = PartShape(complex);
    pairs.dims.push_back(2);
    return pairs;
  }

  // Parameters stand first; what takes an entry's apart follows all of them.
  void SplitParameters() {
    for (size_t p = 0; p < old_.parameters.size(); ++p) {
      const Instruction& instruction = old_.instructions[p];
      const Shape& shape = instruction.shape();
      e_.location = instruction.location;
      e_.name = instruction.name;
      Halves halves;
      halves.complex = IsComplexShape(shape);
      if (!halves.complex) halves.re = e_.Parameter(shape);
      else if (is_entry_) halves.re = e_.Parameter(Paired(shape));
      else if (p < compared_) halves = p % 2 == 0 ? FirstCompared(shape) : SecondCompared(map_[p - 1][0]);
      else halves = {e_.Parameter(PartShape(shape)), e_.Parameter(PartShape(shape)), true};
      map_[p] = {halves};
    }
    if (!is_entry_) return;
    for (size_t p = 0; p < old_.parameters.size(); ++p) {
      Halves& halves = map_[p][0];
      if (!halves.complex) continue;
      Mark(fresh_.parameter_extra, old_.parameters.size(), p);
      const Value pairs = halves.re;
      halves.re = TakePart(pairs, 0);
      halves.im = TakePart(pairs, 1);
    }
  }

  // Four parameters in a row, of which the first and third are the first element's.
  Halves FirstCompared(const Shape& shape) {
    Value parts[4];
    for (Value& part : parts) part = e_.Parameter(PartShape(shape));
    return {parts[0], parts[2], true};
  }
  static Halves SecondCompared(const Halves& first) { return {{first.re.instruction + 1, 0}, {first.im.instruction + 1, 0}, true}; }

  Value TakePart(Value pairs, int64_t part) {
    Shape shape = e_.shape(pairs);
    std::vector<int64_t> start(shape.dims.size(), 0), limit = shape.dims;
    start.back() = part;
    limit.back() = part + 1;
    shape.dims.back() = 1;
    const Value slice = e_.Make(Op::kSlice, shape, {pairs}, {{Attr::kStartIndices, start}, {Attr::kLimitIndices, limit}});
    return e_.Reshape(slice, {shape.dims.begin(), shape.dims.end() - 1});
  }

  static void Mark(std::vector<std::map<std::string, std::string>>& extra, size_t count, size_t at) {
    extra.resize(count);
    extra[at][std::string(kComplexPairs)] = "";
  }

  void AppendResult(size_t r, const Halves& halves) {
    if (!halves.complex) return fresh_.results.push_back(halves.re);
    if (!is_entry_) {
      fresh_.results.insert(fresh_.results.end(), {halves.re, halves.im});
      return;
    }
    Shape pairs = e_.shape(halves.re);
    Dims one = pairs.dims;
    one.push_back(1);
    pairs.dims.push_back(2);
    const Attributes minor{{Attr::kDimension, static_cast<int64_t>(pairs.dims.size()) - 1}};
    fresh_.results.push_back(e_.Make(Op::kConcatenate, pairs, {e_.Reshape(halves.re, one), e_.Reshape(halves.im, one)}, minor));
    Mark(fresh_.result_extra, old_.results.size(), r);
  }

  std::vector<Halves> SplitInstruction(const Instruction& instruction) {
    std::vector<Halves> operands;
    bool complex = false;
    for (const Value& operand : instruction.operands) {
      operands.push_back(Mapped(operand));
      complex = complex || operands.back().complex;
    }
    for (const Shape& shape : instruction.shapes) complex = complex || IsComplexShape(shape);
    if (HasRegionOfParts(instruction.op)) return Flattened(instruction, operands);
    if (complex && instruction.called.empty() && instruction.shapes.size() == 1) {
      if (auto split = SplitOperation(e_, instruction, operands)) return {*split};
    }
    return Whole(instruction, operands);
  }

  std::vector<Halves> Flattened(const Instruction& instruction, const std::vector<Halves>& operands) {
    Instruction copy = instruction;
    copy.operands.clear();
    copy.shapes.clear();
    copy.captures = 0;
    for (size_t o = 0; o < operands.size(); ++o) {
      const bool captured = static_cast<int>(o) >= instruction.declared_operands();
      copy.operands.push_back(operands[o].re);
      if (operands[o].complex) copy.operands.push_back(operands[o].im);
      if (captured) copy.captures += operands[o].complex ? 2 : 1;
    }
    for (const Shape& shape : instruction.shapes) copy.shapes.insert(copy.shapes.end(), IsComplexShape(shape) ? 2 : 1, PartShape(shape));
    Value next = e_.Add(std::move(copy));
    std::vector<Halves> results;
    for (const Shape& shape : instruction.shapes) {
      Halves halves{next, next, IsComplexShape(shape)};
      ++next.result;
      if (halves.complex) halves.im = next, ++next.result;
      results.push_back(halves);
    }
    return results;
  }

  // Operands put together, results taken apart.
  std::vector<Halves> Whole(const Instruction& instruction, const std::vector<Halves>& operands) {
    Instruction copy = instruction;
    for (size_t o = 0; o < operands.size(); ++o) {
      copy.operands[o] = operands[o].complex ? e_.Make(Op::kComplex, old_.shape(instruction.operands[o]), {operands[o].re, operands[o].im})
                                             : operands[o].re;
    }
    Value next = e_.Add(std::move(copy));
    std::vector<Halves> results;
    for (const Shape& shape : instruction.shapes) {
      Halves halves{next, next, IsComplexShape(shape)};
      if (halves.complex) {
        halves.re = e_.Make(Op::kReal, PartShape(shape), {next});
        halves.im = e_.Make(Op::kImag, PartShape(shape), {next});
      }
      ++next.result;
      results.push_back(halves);
    }
    return results;
  }

  const Computation& old_;
  const bool is_entry_;
  const size_t compared_;
  Computation fresh_;
  ModuleEmitter e_;
  IdVector<std::vector<Halves>> map_;  // per old instruction, per result
};

// Computations that an operation calls which stays whole, and what those call.
std::set<int32_t> CalledWhole(const Module& module) {
  std::set<int32_t> whole;
  std::vector<int32_t> work;
  for (const Computation& computation : module.computations) {
    for (const Instruction& instruction : computation.instructions) {
      if (!HasRegionOfParts(instruction.op)) work.insert(work.end(), instruction.called.begin(), instruction.called.end());
    }
  }
  while (!work.empty()) {
    const int32_t c = work.back();
    work.pop_back();
    if (!whole.insert(c).second) continue;
    for (const Instruction& instruction : module.computations[c].instructions) {
      work.insert(work.end(), instruction.called.begin(), instruction.called.end());
    }
  }
  return whole;
}

// The sorts' regions, and how many of their parameters are elements.
std::map<int32_t, size_t> Comparators(const Module& module) {
  std::map<int32_t, size_t> comparators;
  for (const Computation& computation : module.computations) {
    for (const Instruction& i : computation.instructions) {
      if (i.op == Op::kSort) comparators[i.called[0]] = 2 * static_cast<size_t>(i.declared_operands());
    }
  }
  return comparators;
}

}  // namespace

Result<Module> SplitComplex(const Module& module) {
  if (!HoldsComplex(module)) return module;
  const std::set<int32_t> whole = CalledWhole(module);
  const std::map<int32_t, size_t> comparators = Comparators(module);
  Module fresh = module;
  for (int32_t c = 0; c < fresh.computations.count(); ++c) {
    Computation& computation = fresh.computations[c];
    if (whole.count(c) != 0) continue;
    const auto sort = comparators.find(c);
    const Role role = c == module.entry ? Role::kEntry : sort != comparators.end() ? Role::kComparator : Role::kRegion;
    computation = InOperandOrder(ComputationSplitter(computation, role, sort == comparators.end() ? 0 : sort->second).Run());
  }
  return fresh;
}

}  // namespace mote
