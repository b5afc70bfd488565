// FormGroups: which instructions share one step.
#include <algorithm>
#include <set>

#include "kernel/emitter.h"
#include "kernel/lower.h"

namespace mote {
namespace {

bool IsAlias(const Instruction& instruction) {
  return instruction.op == Op::kReshape || instruction.op == Op::kOptimizationBarrier || instruction.op == Op::kBitcast;
}

bool IsControl(Op op) { return op == Op::kWhile || op == Op::kIf || op == Op::kCase || op == Op::kCall; }

// Values that are recomputed where they are used: nothing but the index or a parameter goes in.
bool IsFree(const Instruction& instruction) {
  if (instruction.op == Op::kConstant) return instruction.LiteralValue().IsSplat();
  return instruction.op == Op::kIota || instruction.op == Op::kGetDimensionSize;
}

}  // namespace

Result<Grouping> FormGroups(const Module&, const Computation& computation, const LowerOptions&) {
  Grouping grouping;
  for (size_t i = 0; i < computation.instructions.size(); ++i) {
    const Instruction& instruction = computation.instructions[i];
    const int32_t self = static_cast<int32_t>(i);
    if (instruction.op == Op::kParameter || instruction.op == Op::kConstant) continue;
    if (IsAlias(instruction)) {
      for (size_t r = 0; r < instruction.shapes.size(); ++r) {
        grouping.aliases.push_back({{self, static_cast<int32_t>(r)}, instruction.operands[r]});
      }
      continue;
    }
    Group group;
    group.kind = IsControl(instruction.op) ? Group::Kind::kControl
                 : instruction.op == Op::kDotGeneral || instruction.op == Op::kDot ? Group::Kind::kDot
                 : instruction.op == Op::kConvolution                             ? Group::Kind::kConvolution
                 : instruction.op == Op::kDynamicUpdateSlice                      ? Group::Kind::kUpdate
                                                                                  : Group::Kind::kLoop;
    std::set<int32_t> members{self};
    if (group.kind == Group::Kind::kUpdate) group.inputs.push_back(instruction.operands[0]);
    for (size_t k = group.inputs.size(); k < instruction.operands.size(); ++k) {
      const Value operand = instruction.operands[k];
      const Instruction& producer = computation.at(operand);
      if (group.kind != Group::Kind::kControl && IsFree(producer)) {
        members.insert(operand.instruction);
      } else if (std::find(group.inputs.begin(), group.inputs.end(), operand) == group.inputs.end()) {
        group.inputs.push_back(operand);
      }
    }
    group.instructions.assign(members.begin(), members.end());
    for (size_t r = 0; r < instruction.shapes.size(); ++r) group.outputs.push_back({self, static_cast<int32_t>(r)});
    group.why = "one instruction";
    grouping.groups.push_back(std::move(group));
  }
  return grouping;
}

}  // namespace mote
