// Operations of a kernel's nodes and multiply-adds of a routine.
#include "plan/step_weight.h"

#include <algorithm>

#include "target/fixed_table.h"
#include "target/routine_table.h"

namespace mote {
namespace {

double ExtentOf(const Kernel& kernel, const Step& step, AxisId axis) {
  return static_cast<double>(std::max<int64_t>(step.params[kernel.axes[axis].extent], 0));
}

double ProductOf(const Kernel& kernel, const Step& step, const IdVector<AxisId>& axes) {
  double product = 1;
  for (const AxisId axis : axes) product *= ExtentOf(kernel, step, axis);
  return product;
}

double KernelWeight(const Kernel& kernel, const Step& step) {
  double weight = 0;
  for (const Stage& stage : kernel.stages) {
    std::vector<double> times = {ProductOf(kernel, step, stage.axes)};
    for (NodeId id = stage.body.first; id < stage.body.last; ++id) {
      const Node& node = kernel.nodes[id];
      if (node.op == Scalar::kLoopBegin) times.push_back(times.back() * ExtentOf(kernel, step, kernel.loops[node.index].axis));
      if (node.op == Scalar::kLoopEnd) times.pop_back();
      weight += times.back();
    }
  }
  return weight * ProductOf(kernel, step, kernel.group_axes);
}

double RoutineWeight(const Step& step) {
  const MoteRoutineGeometry& geometry = *RowOf(step.routine).geometry;
  double weight = 1;
  for (const uint8_t* list : {geometry.domain, geometry.sum}) {
    for (; *list != kMoteNoField; ++list) weight *= static_cast<double>(std::max<int64_t>(step.fields[*list], 1));
  }
  return weight;
}

double BytesOf(const StepGraph& graph, const Step& step) {
  double bytes = 0;
  for (const BufferId b : step.operands) bytes += static_cast<double>(graph.buffers[b].bytes);
  return bytes;
}

}  // namespace

double StepWeight(const StepGraph& graph, const Step& step) {
  switch (step.kind) {
    case StepKind::kLaunch: return KernelWeight(graph.kernels[step.kernel], step);
    case StepKind::kRoutine: return RoutineWeight(step);
    case StepKind::kFixed: return static_cast<double>(FixedNeeds(step.fields).work);
    case StepKind::kSort:
    case StepKind::kPipeline: return BytesOf(graph, step);
    default: return 0;
  }
}

}  // namespace mote
