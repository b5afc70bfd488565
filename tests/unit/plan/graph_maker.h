// GraphMaker: StepGraphs by hand, for tests of the planner: element-wise steps, updates of a window, copies, loops and branches.
#pragma once

#include <string>
#include <vector>

#include "kernel/kernel_builder.h"
#include "kernel/trips.h"
#include "select/step.h"

namespace mote {

class GraphMaker {
 public:
  GraphMaker() {
    graph.blocks.emplace_back();
    graph.entries.emplace_back();
  }

  BufferId Add(Buffer::Kind kind, int64_t elements, const std::string& name) {
    Buffer b;
    b.kind = kind;
    b.type = ElementType::kF32;
    b.dims = {elements};
    b.bytes = elements * 4;
    b.name = name;
    if (kind == Buffer::Kind::kConstant) b.constant = Literal(Shape::Array(ElementType::kF32, {elements}));
    if (kind == Buffer::Kind::kInput) b.number = static_cast<int32_t>(graph.entries[0].inputs.size());
    if (kind == Buffer::Kind::kOutput) b.number = static_cast<int32_t>(graph.entries[0].outputs.size());
    graph.buffers.push_back(b);
    const auto id = static_cast<BufferId>(graph.buffers.size()) - 1;
    if (kind == Buffer::Kind::kInput) graph.entries[0].inputs.push_back(id), graph.entries[0].input_names.push_back(name);
    if (kind == Buffer::Kind::kOutput) graph.entries[0].outputs.push_back(id), graph.entries[0].output_names.push_back(name);
    return id;
  }
  BufferId Input(int64_t elements, const std::string& name = "in") { return Add(Buffer::Kind::kInput, elements, name); }
  BufferId Output(int64_t elements, const std::string& name = "out") { return Add(Buffer::Kind::kOutput, elements, name); }
  BufferId Temporary(int64_t elements, const std::string& name = "t") { return Add(Buffer::Kind::kTemporary, elements, name); }
  BufferId Constant(int64_t elements, float value = 0, const std::string& name = "c") {
    const BufferId id = Add(Buffer::Kind::kConstant, elements, name);
    for (float& x : graph.buffers[static_cast<size_t>(id)].constant.mutable_data<float>()) x = value;
    return id;
  }
  int64_t Elements(BufferId b) const { return graph.buffers[static_cast<size_t>(b)].bytes / 4; }

  // out[i] = Σ in_j[i], over as many elements as `out` has; shorter inputs are read at 0 only. Every equally long input may be overwritten.
  Step& Sum(const std::vector<BufferId>& in, BufferId out, int32_t block = 0) {
    KernelBuilder k("sum" + std::to_string(in.size()));
    const int64_t n = Elements(out);
    const AxisId axis = k.AddAxis(Axis::Kind::kLane, n);
    std::vector<int32_t> operands;
    for (size_t i = 0; i < in.size(); ++i) operands.push_back(k.AddOperand(ElementType::kF32, true, false));
    const int32_t result = k.AddOperand(ElementType::kF32, false, true);
    k.BeginStage(Stage::Kind::kMap, {axis});
    NodeId sum = kNone;
    for (size_t i = 0; i < in.size(); ++i) {
      const NodeId x = k.Load(k.AddAccess({operands[i], kNone, {{axis, Stride(k, Elements(in[i]) == n ? 1 : 0)}}}), Reg::kF32);
      sum = sum == kNone ? x : k.Op(Scalar::kAddF, sum, x);
    }
    k.Store(k.AddAccess({result, kNone, {{axis, Stride(k, 1)}}}), sum);
    k.EndStage();
    Step step;
    for (size_t i = 0; i < in.size(); ++i) {
      if (Elements(in[i]) == n) step.in_place.push_back({static_cast<int32_t>(i), static_cast<int32_t>(in.size())});
    }
    step.operands = in;
    step.operands.push_back(out);
    return Launch(k, std::move(step), block);
  }

  // out[reversed] = in: reads and writes different places, so never in place.
  Step& Reverse(BufferId in, BufferId out, int32_t block = 0) {
    KernelBuilder k("reverse");
    const int64_t n = Elements(out);
    const AxisId axis = k.AddAxis(Axis::Kind::kLane, n);
    const int32_t a = k.AddOperand(ElementType::kF32, true, false), b = k.AddOperand(ElementType::kF32, false, true);
    k.BeginStage(Stage::Kind::kMap, {axis});
    const ParamId last = k.AddParam(Parameter::Role::kOffset, Reg::kI32, n - 1);
    const NodeId x = k.Load(k.AddAccess({a, last, {{axis, Stride(k, -1)}}}), Reg::kF32);
    k.Store(k.AddAccess({b, kNone, {{axis, Stride(k, 1)}}}), x);
    k.EndStage();
    Step step;
    step.operands = {in, out};
    return Launch(k, std::move(step), block);
  }

  // out[i] = Σ in[i·n + k] over k < n: a loop.
  Step& RowSums(BufferId in, BufferId out, int32_t block = 0) {
    KernelBuilder k("row_sums");
    const int64_t rows = Elements(out), n = Elements(in) / rows;
    const AxisId row = k.AddAxis(Axis::Kind::kLane, rows), column = k.AddAxis(Axis::Kind::kLoop, n);
    const int32_t a = k.AddOperand(ElementType::kF32, true, false), b = k.AddOperand(ElementType::kF32, false, true);
    k.BeginStage(Stage::Kind::kMap, {row});
    const NodeId zero = k.F32(0);
    const int32_t loop = k.BeginLoop(column);
    const NodeId sum = k.Carried(loop, zero);
    const NodeId x = k.Load(k.AddAccess({a, kNone, {{row, Stride(k, n)}, {column, Stride(k, 1)}}}), Reg::kF32);
    k.EndLoop(loop, {k.Op(Scalar::kAddF, sum, x)});
    k.Store(k.AddAccess({b, kNone, {{row, Stride(k, 1)}}}), k.CarriedOf(loop)[0]);
    k.EndStage();
    Step step;
    step.operands = {in, out};
    return Launch(k, std::move(step), block);
  }

  // buffer[at[0] + i] = window[i]: a write at a computed offset.
  Step& Update(BufferId window, BufferId at, BufferId buffer, int32_t block = 0) {
    KernelBuilder k("update");
    const AxisId axis = k.AddAxis(Axis::Kind::kLane, Elements(window));
    const int32_t w = k.AddOperand(ElementType::kF32, true, false), s = k.AddOperand(ElementType::kS32, true, false);
    const int32_t b = k.AddOperand(ElementType::kF32, false, true);
    k.BeginStage(Stage::Kind::kMap, {axis});
    const NodeId start = k.Load(k.AddAccess({s, kNone, {}}), Reg::kI32);
    const NodeId x = k.Load(k.AddAccess({w, kNone, {{axis, Stride(k, 1)}}}), Reg::kF32);
    k.Store(k.AddAccess({b, kNone, {{axis, Stride(k, 1)}}}), x, start);
    k.EndStage();
    graph.buffers[static_cast<size_t>(at)].type = ElementType::kS32;
    Step step;
    step.operands = {window, at, buffer};
    return Launch(k, std::move(step), block);
  }

  // out (a predicate) = in[0] < 1.
  Step& Test(BufferId in, BufferId out, int32_t block = 0) {
    KernelBuilder k("test");
    const int32_t a = k.AddOperand(ElementType::kF32, true, false), b = k.AddOperand(ElementType::kPred, false, true);
    const AxisId axis = k.AddAxis(Axis::Kind::kLane, 1);
    k.BeginStage(Stage::Kind::kMap, {axis});
    const NodeId x = k.Load(k.AddAccess({a, kNone, {}}), Reg::kF32);
    k.Store(k.AddAccess({b, kNone, {}}), k.Op(Scalar::kLtF, x, k.F32(1)));
    k.EndStage();
    Step step;
    step.operands = {in, out};
    return Launch(k, std::move(step), block);
  }

  BufferId Predicate() {
    const BufferId b = Temporary(1, "predicate");
    graph.buffers[static_cast<size_t>(b)].type = ElementType::kPred;
    graph.buffers[static_cast<size_t>(b)].bytes = 1;
    graph.buffers[static_cast<size_t>(b)].dims = {};
    return b;
  }

  Step& Copy(BufferId from, BufferId to, int32_t block = 0) {
    Step step;
    step.kind = StepKind::kCopy;
    step.operands = {from, to};
    step.name = "copy";
    return Push(std::move(step), block);
  }
  int32_t Block() {
    graph.blocks.emplace_back();
    return static_cast<int32_t>(graph.blocks.size()) - 1;
  }
  Step& While(BufferId predicate, int32_t condition, int32_t body, int32_t block = 0) {
    Step step;
    step.kind = StepKind::kWhile;
    step.operands = {predicate};
    step.blocks = {condition, body};
    step.name = "while";
    return Push(std::move(step), block);
  }
  Step& If(BufferId predicate, std::vector<int32_t> branches, int32_t block = 0) {
    Step step;
    step.kind = StepKind::kConditional;
    step.operands = {predicate};
    step.blocks = std::move(branches);
    step.name = "if";
    return Push(std::move(step), block);
  }

  StepGraph graph;

 private:
  static ParamId Stride(KernelBuilder& k, int64_t value) { return k.AddParam(Parameter::Role::kStride, Reg::kI32, value); }
  Step& Push(Step step, int32_t block) {
    std::vector<Step>& steps = graph.blocks[static_cast<size_t>(block)].steps;
    steps.push_back(std::move(step));
    return steps.back();
  }
  Step& Launch(KernelBuilder& k, Step step, int32_t block) {
    step.kind = StepKind::kLaunch;
    step.params = k.TakeValues();
    Kernel kernel = k.Take();
    step.name = kernel.name;
    step.forms = {PlainForm(kernel)};
    step.trips = TripsOf(kernel, step.params);
    step.kernel = KernelIndex(std::move(kernel));
    return Push(std::move(step), block);
  }
  int32_t KernelIndex(Kernel kernel) {
    for (size_t i = 0; i < graph.kernels.size(); ++i) {
      if (ContentHash(graph.kernels[i]) == ContentHash(kernel)) return static_cast<int32_t>(i);
    }
    graph.kernels.push_back(std::move(kernel));
    return static_cast<int32_t>(graph.kernels.size()) - 1;
  }
};

}  // namespace mote
