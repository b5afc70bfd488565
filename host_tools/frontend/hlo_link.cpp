// From computations that are called by name to the IR's closed form: each region belongs to one instruction, a conditional's operands
// become captures of all its branches, and a tuple that a reducer returns becomes several results.
#include <algorithm>

#include "frontend/hlo_parser.h"
#include "hlo/spelling.h"
#include "hlo/inlined_size.h"

namespace mote {
namespace {

constexpr int64_t kCopiesOfOne = 8;  // instructions copied for each that is written: reducers are small and shared by many

// Calls share their computation, as functions do; all other callers own theirs.
bool SharesCallee(Op op) {
  return InFamily(op, Family::kCall) || op == Op::kCustomCall || op == Op::kAsyncStart;
}

bool ReturnsSeveralValues(Op op) {
  return op == Op::kReduce || op == Op::kReduceWindow || op == Op::kScatter || op == Op::kAllReduce || op == Op::kReduceScatter ||
         op == Op::kScan;
}

}  // namespace

int32_t HloParser::Reference(std::string_view name, Location location) {
  callees_.push_back({std::string(name), location});
  return -callees_.count();
}

// A name that no other computation has, from the attribute that it was written for.
void HloParser::NameInline() {
  for (const int32_t index : inline_) {
    std::string& name = module_.computations[index].name;
    const std::string base = name;
    for (int i = 1; !computations_.emplace(name, index).second; ++i) name = base + "." + std::to_string(i);
  }
}

// A collective with channel 0 has a channel, which in the IR means a positive one: a number that no other has.
void HloParser::NumberChannels() {
  int64_t highest = 0;
  for (const Computation& computation : module_.computations) {
    for (const Instruction& instruction : computation.instructions) highest = std::max(highest, instruction.Int(Attr::kChannelId));
  }
  for (Computation& computation : module_.computations) {
    for (Instruction& instruction : computation.instructions) {
      const bool transfer =
          instruction.op == Op::kSend || instruction.op == Op::kRecv || instruction.op == Op::kSendDone || instruction.op == Op::kRecvDone;
      if (transfer || !instruction.Has(Attr::kChannelId) || instruction.Int(Attr::kChannelId) != 0 || highest == INT64_MAX) continue;
      instruction.attributes[Attr::kChannelId] = highest + 1;
    }
  }
}

bool HloParser::Link() {
  NameInline();
  NumberChannels();
  const size_t written = module_.computations.size();
  most_copied_ = kMostInlined + kCopiesOfOne * WrittenSize(module_);
  linked_.assign(written, 0);
  uses_.assign(written, 0);
  uses_[module_.entry] = 2;
  for (const Computation& computation : module_.computations) {
    for (const Instruction& instruction : computation.instructions) {
      for (const int32_t called : instruction.called) {
        const auto found = computations_.find(callees_[-1 - called].name);
        if (found != computations_.end()) uses_[found->second] += SharesCallee(instruction.op) ? 2 : 1;
      }
    }
  }
  bool good = true;
  for (size_t i = 0; i < written && (good || errors_.size() < options_.max_errors); ++i) {
    good = LinkComputation(static_cast<int32_t>(i), 0) && good;
  }
  if (good) DropUnused();
  return good;
}

// What the entry does not reach: computations that were copied for each of their callers, and dead code.
void HloParser::DropUnused() {
  IdVector<int32_t> place(module_.computations.size(), -1), open = {module_.entry};
  place[module_.entry] = 0;
  while (!open.empty()) {
    const int32_t index = open.back();
    open.pop_back();
    for (const Instruction& instruction : module_.computations[index].instructions) {
      for (const int32_t called : instruction.called) {
        if (place[called] == 0) continue;
        place[called] = 0;
        open.push_back(called);
      }
    }
  }
  int32_t next = 0;
  for (int32_t& index : place) {
    if (index == 0) index = next++;
  }
  std::vector<Computation> kept;
  for (size_t i = 0; i < place.size(); ++i) {
    if (place[i] < 0) continue;
    Computation& computation = kept.emplace_back(std::move(module_.computations[i]));
    for (Instruction& instruction : computation.instructions) {
      for (int32_t& called : instruction.called) called = place[called];
    }
  }
  module_.entry = place[module_.entry];
  module_.computations = std::move(kept);
}

bool HloParser::LinkComputation(int32_t index, int depth) {
  uint8_t& state = linked_[index];
  const Location location = module_.computations[index].location;
  if (state == 2) return true;
  if (state == 1) return Fail(Rule::kSignature, "computation " + module_.computations[index].name + " calls itself", location);
  if (depth >= options_.max_depth) {
    return Fail(Rule::kLimit, "calls nested deeper than " + std::to_string(options_.max_depth) + " levels", location);
  }
  state = 1;
  // Linking callees may add computations, which moves them: work on this one outside of the module.
  Computation computation = std::move(module_.computations[index]);
  module_.computations[index].name = computation.name;
  bool good = true;
  for (Instruction& instruction : computation.instructions) {
    if (!instruction.called.empty() && !LinkInstruction(computation, instruction, depth)) good = false;
    if (!good && errors_.size() >= options_.max_errors) break;
  }
  module_.computations[index] = std::move(computation);
  linked_[index] = 2;
  return good;
}

bool HloParser::LinkInstruction(Computation& owner, Instruction& instruction, int depth) {
  for (int32_t& called : instruction.called) {
    const Callee& callee = callees_[-1 - called];
    const auto found = computations_.find(callee.name);
    if (found == computations_.end()) {
      Spelling spelling(callee.name);
      for (const auto& [name, index] : computations_) spelling.Try(name);
      return Fail(Rule::kSignature, "there is no computation " + Excerpt(callee.name), callee.location, spelling.Hint("", "", ""));
    }
    const Location location = callee.location;
    if (!LinkComputation(found->second, depth + 1)) return false;
    if (SharesCallee(instruction.op)) {
      called = found->second;
      continue;
    }
    if (!TakeRegion(found->second, location, &called)) return false;
    if (ReturnsSeveralValues(instruction.op) && !SplitRoot(module_.computations[called])) return false;
  }
  return (instruction.op != Op::kIf && instruction.op != Op::kCase) || PassOperandsToBranches(owner, instruction);
}

// conditional(selector, a, b): every branch receives all distinct operands and uses its own.
bool HloParser::PassOperandsToBranches(const Computation& owner, Instruction& instruction) {
  const size_t branches = instruction.called.size();
  if (instruction.operands.size() != branches + 1) {
    return Fail(instruction.op == Op::kCase ? Rule::kCount : Rule::kArity,
                "conditional has " + std::to_string(branches) + " branches and " + std::to_string(instruction.operands.size()) +
                    " operands, one of them the selector",
                instruction.location);
  }
  IdVector<Value> distinct;
  IdVector<Shape> shapes;
  IdVector<size_t> place;
  for (size_t i = 0; i < branches; ++i) {
    const Value operand = instruction.operands[i + 1];
    size_t k = 0;
    while (k < distinct.size() && !(distinct[k] == operand)) ++k;
    place.push_back(k);
    if (k < distinct.size()) continue;
    distinct.push_back(operand);
    shapes.push_back(owner.shape(operand));
  }
  for (size_t i = 0; i < branches; ++i) {
    Computation& branch = module_.computations[instruction.called[i]];
    if (branch.parameters.size() != 1) {
      return Fail(Rule::kArity,
                  "branch " + std::to_string(i) + " takes " + std::to_string(branch.parameters.size()) + " parameters instead of one",
                  instruction.location);
    }
    if (!(branch.parameters[0] == owner.shape(instruction.operands[i + 1]))) {
      return Fail(Rule::kSignature,
                  "branch " + std::to_string(i) + " takes " + ToString(branch.parameters[0]) + " and is given " +
                      ToString(owner.shape(instruction.operands[i + 1])),
                  instruction.location);
    }
    PassAll(branch, shapes, place[i]);
  }
  instruction.operands.resize(1);
  instruction.operands.insert(instruction.operands.end(), distinct.begin(), distinct.end());
  instruction.captures = distinct.count();
  return true;
}

// Parameters of all these shapes, the one the branch had being number `own`.
void HloParser::PassAll(Computation& branch, const IdVector<Shape>& shapes, size_t own) {
  const int32_t added = shapes.count() - 1;
  const auto renumber = [&](Value& value) {
    value.instruction = value.instruction == 0 ? static_cast<int32_t>(own) : value.instruction + added;
  };
  std::vector<Instruction> instructions;
  const std::string name = branch.parameter_names.empty() ? "" : branch.parameter_names[0];
  branch.parameter_names.assign(shapes.size(), "");
  branch.parameter_names[own] = name;
  for (size_t i = 0; i < shapes.size(); ++i) {
    Instruction& parameter = instructions.emplace_back(i == own ? branch.instructions[0] : Instruction());
    parameter.op = Op::kParameter;
    parameter.shapes = {shapes[i]};
    parameter.attributes[Attr::kIndex] = static_cast<int64_t>(i);
    parameter.location = branch.location;
  }
  for (size_t i = 1; i < branch.instructions.size(); ++i) {
    Instruction& instruction = instructions.emplace_back(std::move(branch.instructions[i]));
    for (Value& operand : instruction.operands) renumber(operand);
  }
  for (Value& result : branch.results) renumber(result);
  branch.instructions = std::move(instructions);
  branch.parameters = shapes;
}

// The computation itself when nothing else calls it, else a copy.
bool HloParser::TakeRegion(int32_t target, Location location, int32_t* region) {
  *region = uses_[target] <= 1 ? target : Clone(target);
  if (*region >= 0) return true;
  const std::string most = std::to_string(most_copied_);
  return Fail(Rule::kLimit, "shared computations become more than " + most + " instructions, counting one copy for each caller", location);
}

int32_t HloParser::Clone(int32_t index) {
  Computation copy = module_.computations[index];
  copied_ += copy.instructions.size();
  if (copied_ > most_copied_) return -1;
  for (Instruction& instruction : copy.instructions) {
    if (SharesCallee(instruction.op)) continue;
    for (int32_t& called : instruction.called) {
      called = Clone(called);
      if (called < 0) return -1;
    }
  }
  copy.name += ".clone" + std::to_string(module_.computations.size());
  copy.is_public = false;
  module_.computations.push_back(std::move(copy));
  return module_.computations.count() - 1;
}

bool HloParser::SplitRoot(Computation& computation) {
  const Value root = computation.results[0];
  if (!computation.shape(root).IsTuple()) return true;
  if (computation.at(root).op == Op::kTuple) {
    computation.results = computation.at(root).operands;
    if (root.instruction + 1 == computation.instructions.count()) computation.instructions.pop_back();
    return true;
  }
  const IdVector<Shape> elements = computation.shape(root).elements;
  computation.results.clear();
  for (size_t i = 0; i < elements.size(); ++i) {
    Instruction element;
    element.op = Op::kGetTupleElement;
    element.shapes = {elements[i]};
    element.operands = {root};
    element.attributes[Attr::kIndex] = static_cast<int64_t>(i);
    element.location = computation.location;
    computation.results.push_back({computation.instructions.count(), 0});
    computation.instructions.push_back(std::move(element));
  }
  return true;
}

}  // namespace mote
