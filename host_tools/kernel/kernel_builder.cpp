// KernelBuilder: appends nodes, shares equal ones, folds what is exact. Take() drops dead nodes and moves invariant ones out of loops.
#include "kernel/kernel_builder.h"

#include <bit>
#include <cmath>
#include <optional>

#include "kernel/arrange.h"
#include "kernel/scalar.h"

namespace mote {
namespace {

Reg ClassOf(char letter) {
  switch (letter) {
    case 'l': return Reg::kI64;
    case 'f': return Reg::kF32;
    case 'd': return Reg::kF64;
    default: return Reg::kI32;
  }
}

// 1 / x, where x is a power of two and both are normal numbers: a product with it has the bits of the quotient.
template <class Real, class Bits>
std::optional<uint64_t> ReciprocalOfPower(uint64_t bits) {
  const Real x = std::bit_cast<Real>(static_cast<Bits>(bits)), reciprocal = 1 / x;
  int exponent = 0;
  if (!std::isnormal(x) || !std::isnormal(reciprocal) || std::fabs(std::frexp(x, &exponent)) != 0.5) return std::nullopt;
  return std::bit_cast<Bits>(reciprocal);
}

}  // namespace

ParamId KernelBuilder::AddParam(Parameter::Role role, Reg type, ParamValue value) {
  kernel_.params.push_back({type, role});
  values_.push_back(value);
  return kernel_.params.count() - 1;
}

int32_t KernelBuilder::AddOperand(ElementType type, bool read, bool written) {
  kernel_.operands.push_back({type, read, written});
  return kernel_.operands.count() - 1;
}

AxisId KernelBuilder::AddAxis(Axis::Kind kind, int64_t extent) {
  const ParamId param = AddParam(Parameter::Role::kExtent, Reg::kI32, extent);
  kernel_.axes.push_back({kind, param});
  const AxisId axis = kernel_.axes.count() - 1;
  if (kind == Axis::Kind::kGroup) kernel_.group_axes.push_back(axis);
  return axis;
}

int32_t KernelBuilder::AddAccess(Access access) {
  kernel_.accesses.push_back(std::move(access));
  return kernel_.accesses.count() - 1;
}

int32_t KernelBuilder::BeginStage(Stage::Kind kind, std::vector<AxisId> axes) {
  Stage stage;
  stage.kind = kind;
  stage.axes = std::move(axes);
  stage.body.first = stage.body.last = kernel_.nodes.count();
  kernel_.stages.push_back(std::move(stage));
  scopes_.assign(1, {});
  return kernel_.stages.count() - 1;
}

void KernelBuilder::EndStage() {
  kernel_.stages.back().body.last = kernel_.nodes.count();
  scopes_.clear();
}

void KernelBuilder::BeginCombiner() {
  EndStage();
  kernel_.stages.back().combiner.first = kernel_.nodes.count();
  scopes_.assign(1, {});
}

void KernelBuilder::EndReduce(int32_t lanes, std::vector<NodeId> values, std::vector<NodeId> inits, std::vector<NodeId> combined) {
  Stage& stage = kernel_.stages.back();
  stage.combiner.last = kernel_.nodes.count();
  stage.lanes = lanes;
  stage.values = std::move(values);
  stage.inits = std::move(inits);
  stage.combined = std::move(combined);
  scopes_.clear();
}

NodeId KernelBuilder::Add(Node node, bool shared) {
  const auto key =
      std::make_tuple(static_cast<int>(node.op), static_cast<int>(node.type), node.in[0], node.in[1], node.in[2], node.index, node.bits);
  if (shared) {
    for (const auto& scope : scopes_) {
      if (const auto found = scope.find(key); found != scope.end()) return found->second;
    }
  }
  kernel_.nodes.push_back(node);
  const NodeId id = kernel_.nodes.count() - 1;
  if (shared && !scopes_.empty()) scopes_.back().emplace(key, id);
  return id;
}

NodeId KernelBuilder::Constant(Reg type, uint64_t bits) {
  if (type == Reg::kI32 || type == Reg::kF32) bits = static_cast<uint32_t>(bits);
  return Add({Scalar::kConstant, type, {kNone, kNone, kNone}, kNone, bits}, true);
}

NodeId KernelBuilder::F32(float value) { return Constant(Reg::kF32, std::bit_cast<uint32_t>(value)); }
NodeId KernelBuilder::F64(double value) { return Constant(Reg::kF64, std::bit_cast<uint64_t>(value)); }

NodeId KernelBuilder::ParamNode(ParamId param) {
  return Add({Scalar::kParam, kernel_.params[param].type, {kNone, kNone, kNone}, param, 0}, true);
}

NodeId KernelBuilder::AxisNode(AxisId axis) { return Add({Scalar::kAxis, Reg::kI32, {kNone, kNone, kNone}, axis, 0}, true); }

NodeId KernelBuilder::Load(int32_t access, Reg type, NodeId offset, NodeId predicate) {
  // A load from an operand that this kernel also stores to is never shared: a store may stand between the two.
  const bool shared = !kernel_.operands[kernel_.accesses[access].operand].written;
  return Add({Scalar::kLoad, type, {offset, predicate, kNone}, access, 0}, shared);
}

void KernelBuilder::Store(int32_t access, NodeId value, NodeId offset, NodeId predicate) {
  Add({Scalar::kStore, TypeOf(value), {value, offset, predicate}, access, 0}, false);
}

int32_t KernelBuilder::BeginLoop(AxisId axis) {
  kernel_.loops.push_back({axis, {}});
  const int32_t loop = kernel_.loops.count() - 1;
  Add({Scalar::kLoopBegin, Reg::kI32, {kNone, kNone, kNone}, loop, 0}, false);
  scopes_.emplace_back();
  return loop;
}

NodeId KernelBuilder::Carried(int32_t loop, NodeId initial) {
  // Loop::next counts the carried values until EndLoop fills it in.
  std::vector<NodeId>& next = kernel_.loops[loop].next;
  next.push_back(kNone);
  return Add({Scalar::kCarried, TypeOf(initial), {initial, kNone, kNone}, loop, next.size() - 1}, false);
}

void KernelBuilder::EndLoop(int32_t loop, std::vector<NodeId> next) {
  kernel_.loops[loop].next = std::move(next);
  Add({Scalar::kLoopEnd, Reg::kI32, {kNone, kNone, kNone}, loop, 0}, false);
  scopes_.pop_back();
}

std::vector<NodeId> KernelBuilder::CarriedOf(int32_t loop) const {
  std::vector<NodeId> out;
  for (size_t i = 0; i < kernel_.nodes.size(); ++i) {
    if (kernel_.nodes[i].op == Scalar::kCarried && kernel_.nodes[i].index == loop) out.push_back(static_cast<NodeId>(i));
  }
  return out;
}

NodeId KernelBuilder::Reduced(int32_t stage, int32_t position, Reg type) {
  return Add({Scalar::kReduced, type, {kNone, kNone, kNone}, stage, static_cast<uint64_t>(position)}, true);
}

NodeId KernelBuilder::CombinerInput(int32_t position, Reg type) {
  return Add({Scalar::kCombinerInput, type, {kNone, kNone, kNone}, kNone, static_cast<uint64_t>(position)}, true);
}

NodeId KernelBuilder::Accumulator(Reg type) { return Add({Scalar::kAccumulator, type, {kNone, kNone, kNone}, kNone, 0}, true); }

NodeId KernelBuilder::Op(Scalar op, NodeId a, NodeId b, NodeId c, uint64_t imm) {
  const ScalarInfo& info = Info(op);
  const std::array<NodeId, 3> in{a, b, c};
  const auto node_at = [&](NodeId id) -> const Node& { return kernel_.nodes[id]; };
  bool constant = true;
  std::array<uint64_t, 3> bits{};
  for (int i = 0; i < info.arity; ++i) {
    constant = constant && node_at(in[i]).op == Scalar::kConstant;
    bits[i] = node_at(in[i]).bits;
  }
  const Reg type = info.result == '*' ? TypeOf(a) : ClassOf(info.result);
  if (constant) {
    const uint64_t result = EvaluateScalar(op, bits[0], bits[1], bits[2], imm);
    if (FoldsExactly(op, result)) return Constant(type, result);
  }
  if ((op == Scalar::kDivF || op == Scalar::kDivD) && node_at(b).op == Scalar::kConstant) {
    const bool wide = op == Scalar::kDivD;
    const auto reciprocal = wide ? ReciprocalOfPower<double, uint64_t>(bits[1]) : ReciprocalOfPower<float, uint32_t>(bits[1]);
    if (reciprocal) return Op(wide ? Scalar::kMulD : Scalar::kMulF, a, Constant(type, *reciprocal));
  }
  if (info.operands[0] == 'i' && info.arity == 3 && node_at(a).op == Scalar::kConstant) return node_at(a).bits != 0 ? b : c;
  return Add({op, type, in, kNone, imm}, true);
}

NodeId KernelBuilder::Select(NodeId predicate, NodeId a, NodeId b) {
  if (a == b) return a;
  switch (TypeOf(a)) {
    case Reg::kI32: return Op(Scalar::kSelectI, predicate, a, b);
    case Reg::kI64: return Op(Scalar::kSelectL, predicate, a, b);
    case Reg::kF32: return Op(Scalar::kSelectF, predicate, a, b);
    case Reg::kF64: return Op(Scalar::kSelectD, predicate, a, b);
  }
  return a;
}

Kernel KernelBuilder::Take() {
  ArrangeNodes(kernel_);
  return std::move(kernel_);
}

MadeKernel KernelBuilder::EndAndTake() {
  EndStage();
  MadeKernel made;
  made.values = TakeValues();
  made.kernel = Take();
  return made;
}

}  // namespace mote
