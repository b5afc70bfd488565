// FormGroups: the groups that Fusion formed, with their inputs, outputs and reasons, in an order in which they can run.
#include <algorithm>
#include <map>
#include <set>

#include "lower/fusion.h"
#include "lower/lower.h"

namespace mote {

MOTE_DEFINE_COPIES(Group);
namespace {

void AddOnce(IdVector<Value>* list, Value value) {
  if (std::find(list->begin(), list->end(), value) == list->end()) list->push_back(value);
}

std::string Reason(const Computation& computation, const FormingGroup& group) {
  constexpr const char* kKinds[] = {"a loop",
                                    "rows: reductions and what surrounds them in stages",
                                    "a dot with its epilogue",
                                    "a convolution with its epilogue",
                                    "a window written in place",
                                    "a cumulative reduction along lines",
                                    "control"};
  std::string why = kKinds[static_cast<size_t>(group.kind)];
  int arithmetic = 0;
  for (const auto& [member, use] : group.members) arithmetic += IsFree(computation.instructions[member]) ? 0 : 1;
  why += arithmetic == 1 ? ", one operation" : ", " + std::to_string(arithmetic) + " operations";
  for (const std::string& note : group.notes) why += "; " + note;
  return why;
}

Group Finish(const Computation& computation, const FormingGroup& forming) {
  Group group;
  group.kind = forming.kind;
  const bool reduces = std::any_of(forming.members.begin(), forming.members.end(), [&](const auto& member) {
    const std::optional<RowShape> shape = RowShapeOf(computation, computation.instructions[member.first]);
    return shape && shape == forming.row;
  });
  if (group.kind == Group::Kind::kRow && !reduces) group.kind = Group::Kind::kLoop;  // the reduction it was made for stayed outside
  for (const auto& [member, use] : forming.members) group.instructions.push_back(member);
  const Instruction& root = computation.instructions[forming.root];
  for (int32_t extra : forming.extra_outputs) group.outputs.push_back({extra, 0});
  for (size_t r = 0; r < root.shapes.size(); ++r) group.outputs.push_back({forming.root, static_cast<int32_t>(r)});
  if (group.kind == Group::Kind::kUpdate) group.inputs.push_back(root.operands[0]);
  for (int32_t member : group.instructions) {
    const Instruction& instruction = computation.instructions[member];
    if (instruction.op == Op::kGetDimensionSize) continue;  // the size is known
    for (size_t k = member == forming.root && group.kind == Group::Kind::kUpdate ? 1 : 0; k < instruction.operands.size(); ++k) {
      const Value operand = instruction.operands[k];
      if (forming.members.count(operand.instruction) != 0) continue;
      if (group.kind == Group::Kind::kUpdate && operand == group.inputs[0]) {
        // Read as well as updated: the kernel has it as an operand too.
        if (std::find(group.inputs.begin() + 1, group.inputs.end(), operand) == group.inputs.end()) group.inputs.push_back(operand);
        continue;
      }
      AddOnce(&group.inputs, operand);
    }
  }
  group.why = Reason(computation, forming);
  return group;
}

// Groups that call the host, in the order of their instructions.
std::vector<size_t> HostGroups(const Module& module, const Computation& computation, const std::vector<Group>& groups) {
  std::map<int32_t, size_t> found;
  for (size_t g = 0; g < groups.size(); ++g) {
    const int32_t last = groups[g].instructions.back();
    if (groups[g].kind == Group::Kind::kControl && CallsHost(module, computation.instructions[last])) found[last] = g;
  }
  std::vector<size_t> order;
  for (const auto& [instruction, g] : found) order.push_back(g);
  return order;
}

// Groups in an order in which every input is computed before it is read, and the host is called in the order of the program; among those
// that can run, the one whose last instruction is first.
std::vector<Group> InOrder(std::vector<Group> groups, const std::map<Value, Value>& alias, const std::vector<size_t>& host) {
  std::map<int32_t, size_t> producer;  // instruction whose results are outputs
  for (size_t g = 0; g < groups.size(); ++g) {
    for (const Value& output : groups[g].outputs) producer[output.instruction] = g;
  }
  std::vector<std::set<size_t>> users(groups.size());
  std::vector<size_t> missing(groups.size(), 0);
  for (size_t g = 0; g < groups.size(); ++g) {
    for (Value input : groups[g].inputs) {
      for (auto found = alias.find(input); found != alias.end(); found = alias.find(input)) input = found->second;
      const auto from = producer.find(input.instruction);
      if (from != producer.end() && from->second != g && users[from->second].insert(g).second) ++missing[g];
    }
  }
  for (size_t h = 1; h < host.size(); ++h) {
    if (users[host[h - 1]].insert(host[h]).second) ++missing[host[h]];
  }
  std::set<std::pair<int32_t, size_t>> ready;
  for (size_t g = 0; g < groups.size(); ++g) {
    if (missing[g] == 0) ready.emplace(groups[g].instructions.back(), g);
  }
  std::vector<Group> out;
  while (!ready.empty()) {
    const size_t g = ready.begin()->second;
    ready.erase(ready.begin());
    for (size_t user : users[g]) {
      if (--missing[user] == 0) ready.emplace(groups[user].instructions.back(), user);
    }
    out.push_back(std::move(groups[g]));
  }
  return out;
}

// Whether every row group has a kernel: rows may fail to line up in ways that only lowering finds.
bool RowsLower(const Module& module, const Computation& computation, const std::vector<Group>& groups, const LowerOptions& options) {
  return std::all_of(groups.begin(), groups.end(), [&](const Group& group) {
    if (group.kind != Group::Kind::kRow) return true;
    const Result<BoundKernel> bound = LowerGroup(module, computation, group, options);
    return bound.ok() || bound.error().rule == Rule::kLimit;
  });
}

}  // namespace

Result<Grouping> FormGroups(const Module& module, const Computation& computation, const LowerOptions& options) {
  Fusion fusion(module, computation, options);
  fusion.Run();
  Grouping grouping;
  std::map<Value, Value> alias;
  std::vector<int32_t> aliases = fusion.alias_instructions();
  std::sort(aliases.begin(), aliases.end());
  for (int32_t i : aliases) {
    const Instruction& instruction = computation.instructions[i];
    for (size_t r = 0; r < instruction.shapes.size(); ++r) {
      grouping.aliases.push_back({{i, static_cast<int32_t>(r)}, instruction.operands[r]});
      alias[{i, static_cast<int32_t>(r)}] = instruction.operands[r];
    }
  }
  std::vector<Group> groups;
  for (const FormingGroup& forming : fusion.groups()) groups.push_back(Finish(computation, forming));
  if (options.multi_stage && !RowsLower(module, computation, groups, options)) {
    LowerOptions loops = options;
    loops.multi_stage = false;
    return FormGroups(module, computation, loops);
  }
  const size_t count = groups.size();
  const std::vector<size_t> host = HostGroups(module, computation, groups);
  grouping.groups = InOrder(std::move(groups), alias, host);
  if (grouping.groups.size() != count && host.size() > 1 && options.fuse) {  // what was fused lies on both sides of a call
    LowerOptions apart = options;
    apart.fuse = false;
    return FormGroups(module, computation, apart);
  }
  if (grouping.groups.size() != count) {
    return Error(Rule::kUnsupported, "groups of " + computation.name + " depend on each other in a circle");
  }
  return grouping;
}

}  // namespace mote
