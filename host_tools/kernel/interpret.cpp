// InterpretKernel: runs a kernel scalar by scalar, in the order kernel.h states. Slow and plain: the printers are tested against it.
#include <cstring>

#include "kernel/interpret.h"
#include "kernel/scalar.h"

namespace mote {
namespace {

class Interpreter {
 public:
  Interpreter(const Kernel& kernel, const IdVector<ParamValue>& values, std::span<std::vector<uint8_t>> operands)
      : k_(kernel), values_(values), operands_(operands), registers_(kernel.nodes.size()), coordinates_(kernel.axes.size()),
        reduced_(kernel.stages.size()), end_of_(kernel.loops.size()) {
    for (size_t i = 0; i < kernel.nodes.size(); ++i) {
      if (kernel.nodes[i].op == Scalar::kLoopEnd) end_of_[kernel.nodes[i].index] = static_cast<NodeId>(i);
    }
  }

  Status Run() {
    ForEachPoint(k_.group_axes, 0, [&] {
      for (size_t i = 0; i < k_.stages.size(); ++i) RunStage(i);
    });
    if (!broken_.empty()) return Error(Rule::kLimit, broken_);
    return Ok();
  }

 private:
  int64_t Value(ParamId param) const { return param == kNone ? 0 : values_[param]; }
  int64_t Extent(AxisId axis) const { return Value(k_.axes[axis].extent); }
  uint64_t& Register(NodeId node) { return registers_[node]; }

  template <typename Visit>
  void ForEachPoint(const std::vector<AxisId>& axes, size_t depth, Visit visit) {
    if (depth == axes.size()) return visit();
    for (int64_t i = 0; i < Extent(axes[depth]); ++i) {
      coordinates_[axes[depth]] = i;
      ForEachPoint(axes, depth + 1, visit);
    }
  }

  void RunStage(size_t index) {
    const Stage& stage = k_.stages[index];
    if (stage.kind == Stage::Kind::kReduce) return RunReduce(index);
    ForEachPoint(stage.axes, 0, [&] { RunRange(stage.body.first, stage.body.last); });
  }

  using Values = std::vector<uint64_t>;

  void RunReduce(size_t index) {
    const Stage& stage = k_.stages[index];
    const int64_t extent = Extent(stage.axes[0]);
    IdVector<Values> partials;
    for (int64_t i = 0; i < extent; ++i) {
      coordinates_[stage.axes[0]] = i;
      RunRange(stage.body.first, stage.body.last);
      Values element;
      for (NodeId value : stage.values) element.push_back(Register(value));
      if (i < stage.lanes) {
        partials.push_back(element);
      } else {
        Values& partial = partials[i % stage.lanes];
        partial = Combine(stage, partial, element);
      }
    }
    for (size_t half = static_cast<size_t>(stage.lanes) / 2; half >= 1; half /= 2) {
      for (size_t i = 0; i < half && i + half < partials.size(); ++i) partials[i] = Combine(stage, partials[i], partials[i + half]);
    }
    if (extent == 0) RunRange(stage.body.first, stage.body.last);  // inits may be constants of the body
    Values init;
    for (NodeId node : stage.inits) init.push_back(Register(node));
    reduced_[index] = partials.empty() ? init : Combine(stage, init, partials[0]);
  }

  Values Combine(const Stage& stage, const Values& accumulators, const Values& elements) {
    inputs_ = accumulators;
    inputs_.insert(inputs_.end(), elements.begin(), elements.end());
    RunRange(stage.combiner.first, stage.combiner.last);
    Values out;
    for (NodeId node : stage.combined) out.push_back(Register(node));
    return out;
  }

  void RunRange(NodeId first, NodeId last) {
    for (NodeId id = first; id < last; ++id) {
      const Node& node = k_.nodes[id];
      if (node.op == Scalar::kLoopBegin) {
        id = RunLoop(id, node.index);
      } else {
        RunNode(id, node);
      }
    }
  }

  // Returns the place of the LoopEnd.
  NodeId RunLoop(NodeId begin, int32_t index) {
    const Loop& loop = k_.loops[index];
    const NodeId first = begin + 1 + loop.next.count(), end = end_of_[index];
    for (NodeId id = begin + 1; id < first; ++id) Register(id) = Register(k_.nodes[id].in[0]);
    for (int64_t i = 0; i < Extent(loop.axis); ++i) {
      coordinates_[loop.axis] = i;
      RunRange(first, end);
      Values next;
      for (NodeId value : loop.next) next.push_back(Register(value));
      for (size_t j = 0; j < next.size(); ++j) Register(begin + 1 + static_cast<NodeId>(j)) = next[j];
    }
    return end;
  }

  void RunNode(NodeId id, const Node& node) {
    const auto in = [&](size_t i) { return node.in[i] == kNone ? 0 : Register(node.in[i]); };
    switch (node.op) {
      case Scalar::kConstant: Register(id) = node.bits; return;
      case Scalar::kParam: {
        const uint64_t bits = static_cast<uint64_t>(Value(node.index));
        const bool narrow = node.type == Reg::kI32 || node.type == Reg::kF32;
        Register(id) = narrow ? static_cast<uint32_t>(bits) : bits;
        return;
      }
      case Scalar::kAxis: Register(id) = static_cast<uint32_t>(coordinates_[node.index]); return;
      case Scalar::kLoad: {
        const bool taken = node.in[1] == kNone || in(1) != 0;
        uint8_t* at = taken ? Address(node.index, node.in[0] != kNone ? in(0) : 0, node.in[0] != kNone || node.in[1] != kNone) : nullptr;
        Register(id) = at == nullptr ? 0 : Read(node, at);
        return;
      }
      case Scalar::kStore: {
        const bool taken = node.in[2] == kNone || in(2) != 0;
        uint8_t* at = taken ? Address(node.index, node.in[1] != kNone ? in(1) : 0, node.in[1] != kNone || node.in[2] != kNone) : nullptr;
        if (at != nullptr) Write(node, at, in(0));
        return;
      }
      case Scalar::kReduced: Register(id) = reduced_[node.index][node.bits]; return;
      case Scalar::kCombinerInput: Register(id) = inputs_[node.bits]; return;
      case Scalar::kAccumulator: broken_ = "an epilogue has no value without its routine"; return;
      default: Register(id) = EvaluateScalar(node.op, in(0), in(1), in(2), node.bits); return;
    }
  }

  // The element's place, or null when it is outside: the element offset is taken modulo 2^32 as unsigned.
  uint8_t* Address(int32_t index, uint64_t computed, bool checked) {
    const Access& access = k_.accesses[index];
    uint64_t offset = static_cast<uint64_t>(Value(access.offset)) + computed;
    for (const Access::Term& term : access.terms) {
      offset += static_cast<uint64_t>(Value(term.stride) * coordinates_[term.axis]);
    }
    const size_t element = static_cast<uint32_t>(offset);
    std::vector<uint8_t>& buffer = operands_[access.operand];
    const size_t bytes = StorageBytes(k_.operands[access.operand].type);
    if (element < buffer.size() / bytes) return buffer.data() + element * bytes;
    if (!checked) {
      broken_ = "access " + std::to_string(index) + " reaches element " + std::to_string(element) + " outside operand " +
                std::to_string(access.operand);
    }
    return nullptr;
  }

  uint64_t Read(const Node& node, const uint8_t* at) const {
    const ElementType type = TypeOf(node);
    uint64_t bits = 0;
    std::memcpy(&bits, at, StorageBytes(type));
    return WidenElement(type, node.type, bits);
  }
  void Write(const Node& node, uint8_t* at, uint64_t value) const {
    const ElementType type = TypeOf(node);
    const uint64_t bits = NarrowElement(type, value);
    std::memcpy(at, &bits, StorageBytes(type));
  }
  ElementType TypeOf(const Node& node) const {
    return k_.operands[k_.accesses[node.index].operand].type;
  }

  const Kernel& k_;
  const IdVector<ParamValue>& values_;
  std::span<std::vector<uint8_t>> operands_;
  IdVector<uint64_t> registers_;
  IdVector<int64_t> coordinates_;
  IdVector<Values> reduced_;
  IdVector<NodeId> end_of_;
  Values inputs_;
  std::string broken_;
};

}  // namespace

Status InterpretKernel(const Kernel& kernel, const IdVector<ParamValue>& values, std::span<std::vector<uint8_t>> operands) {
  if (const std::string why = CheckKernel(kernel); !why.empty()) return Error(Rule::kAttribute, "kernel " + kernel.name + ": " + why);
  if (values.size() != kernel.params.size() || operands.size() != kernel.operands.size()) {
    return Error(Rule::kCount, "kernel " + kernel.name + " is called with another number of parameters or operands than it has");
  }
  return Interpreter(kernel, values, operands).Run();
}

}  // namespace mote
