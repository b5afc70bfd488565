// See epilogue.h.
#include "lower/epilogue.h"

#include "lower/merge_axes.h"

namespace mote {
namespace {

// Takes out the operands that nothing loads or stores.
void DropUnusedOperands(BoundKernel* bound) {
  IdVector<int32_t> renamed(bound->operands.size(), kNone);
  IdVector<bool> used(bound->operands.size());
  for (const Access& access : bound->kernel.accesses) used[access.operand] = true;
  IdVector<Value> operands;
  std::vector<KernelOperand> kernel_operands;
  for (size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) continue;
    renamed[i] = operands.count();
    operands.push_back(bound->operands[i]);
    kernel_operands.push_back(bound->kernel.operands[i]);
  }
  for (Access& access : bound->kernel.accesses) access.operand = renamed[access.operand];
  bound->operands = std::move(operands);
  bound->kernel.operands = std::move(kernel_operands);
}

}  // namespace

const Instruction* AnchorOf(const Computation& computation, const Group& group, int32_t* at) {
  for (int32_t i : group.instructions) {
    const Instruction& instruction = computation.instructions[i];
    if (InFamily(instruction.op, Family::kProduct)) {
      *at = i;
      return &instruction;
    }
  }
  return nullptr;
}

std::optional<BoundKernel> Epilogue(const Module& module, const Computation& computation, const Group& group, int32_t anchor,
                                    const std::vector<int64_t>& extents, int own, const SumsOfPoint& sums, std::string* why) {
  Emitter e(module, computation, group, "epilogue");
  BoundKernel out;
  for (int i = 0; i < own; ++i) {
    e.b.AddOperand(ElementType::kF32, true, false);
    out.operands.push_back({kNone, i});
  }
  for (const Value& input : group.inputs) {
    e.BindOperand(input, e.b.AddOperand(computation.shape(input).element_type, true, false));
    out.operands.push_back(input);
  }
  std::vector<int32_t> stores;
  for (const Value& output : group.outputs) {
    stores.push_back(e.b.AddOperand(computation.shape(output).element_type, false, true));
    out.operands.push_back(output);
  }
  std::vector<AxisId> axes;
  std::vector<Coordinate> at;
  for (int64_t extent : extents) {
    axes.push_back(e.AddAxis(Axis::Kind::kLane, extent));
    at.push_back(extent == 1 ? Coordinate() : Coordinate::Axis(axes.back()));
  }
  e.b.BeginStage(Stage::Kind::kMap, axes);
  const Dims& dims = computation.instructions[anchor].shape().dims;
  for (const SumAt& point : sums(e, at)) {
    const Coordinate linear = e.LinearOf(point.index, dims);
    e.Provide({anchor, 0}, linear, point.sum);
    std::vector<NodeId> values;
    for (const Value& output : group.outputs) {
      values.push_back(e.EmitUnder(point.there, output, computation.shape(output).dims == dims ? point.index : Index::Linear(linear)));
    }
    for (size_t i = 0; i < values.size(); ++i) {
      const Emitter::Place where = e.PlaceAt(stores[i], linear);
      e.b.Store(where.access, values[i], where.offset, point.there);
    }
  }
  e.b.EndStage();
  if (e.failed()) {
    *why = e.failure().text;
    return std::nullopt;
  }
  out.values = e.b.TakeValues();
  out.kernel = e.b.Take();
  DropUnused(out.kernel, out.values);
  DropUnusedOperands(&out);
  out.in_place = InPlacePairs(out.kernel, out.values);
  return out;
}

Index PlaceOfConvolution(const Instruction& conv, const std::vector<Coordinate>& at) {
  const std::vector<int64_t>& spatial = conv.Ints(Attr::kOutputSpatialDimensions);
  IdVector<Coordinate> dims(conv.shape().dims.size());
  dims[conv.Int(Attr::kOutputBatchDimension)] = at[0];
  if (spatial.size() == 2) dims[spatial[0]] = at[1];
  dims[spatial.back()] = at[2];
  dims[conv.Int(Attr::kOutputFeatureDimension)] = at[3];
  return Index::Of(std::move(dims));
}

}  // namespace mote
