// KernelBuilder: makes a Kernel and its parameter values together. Equal nodes of one scope are shared (value numbering).
// expand_*.cpp (math functions, conversions) and lower*.cpp are written in terms of it.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "kernel/kernel.h"

namespace mote {

// A kernel with its parameter values, one per Kernel::params.
struct MadeKernel {
  Kernel kernel;
  IdVector<ParamValue> values;
};

class KernelBuilder {
 public:
  explicit KernelBuilder(std::string name) { kernel_.name = std::move(name); }

  ParamId AddParam(Parameter::Role role, Reg type, ParamValue value);  // a new parameter every time
  int32_t AddOperand(ElementType type, bool read, bool written);
  AxisId AddAxis(Axis::Kind kind, int64_t extent);
  int32_t AddAccess(Access access);

  // Stages: nodes made between Begin and End belong to the stage.
  int32_t BeginStage(Stage::Kind kind, std::vector<AxisId> axes);
  void EndStage();
  // In a reduce stage: body nodes first, then BeginCombiner, CombinerInput nodes and the combiner, then EndReduce instead of EndStage.
  void BeginCombiner();
  void EndReduce(int32_t lanes, std::vector<NodeId> values, std::vector<NodeId> inits, std::vector<NodeId> combined);

  NodeId Constant(Reg type, uint64_t bits);
  NodeId I32(int32_t value) { return Constant(Reg::kI32, static_cast<uint32_t>(value)); }
  NodeId I64(int64_t value) { return Constant(Reg::kI64, static_cast<uint64_t>(value)); }
  NodeId F32(float value);
  NodeId F64(double value);
  NodeId ParamNode(ParamId param);
  NodeId AxisNode(AxisId axis);
  NodeId Load(int32_t access, Reg type, NodeId offset = kNone, NodeId predicate = kNone);
  void Store(int32_t access, NodeId value, NodeId offset = kNone, NodeId predicate = kNone);
  int32_t BeginLoop(AxisId axis);
  NodeId Carried(int32_t loop, NodeId initial);
  void EndLoop(int32_t loop, std::vector<NodeId> next);
  std::vector<NodeId> CarriedOf(int32_t loop) const;  // in order; after EndLoop they are the final values
  NodeId Reduced(int32_t stage, int32_t position, Reg type);
  NodeId CombinerInput(int32_t position, Reg type);
  NodeId Accumulator(Reg type);
  // Any pure operation of the table; folds operations on Constant nodes where every target gives the same bits. `imm` for sext, zext,
  // round_small.
  NodeId Op(Scalar op, NodeId a, NodeId b = kNone, NodeId c = kNone, uint64_t imm = 0);
  // select by the class of `a`.
  NodeId Select(NodeId predicate, NodeId a, NodeId b);
  Reg TypeOf(NodeId node) const { return kernel_.nodes[node].type; }

  // The finished kernel: dead nodes dropped, loop-invariant ones moved in front of their loop. Node ids given out before are void.
  Kernel Take();
  IdVector<ParamValue> TakeValues() { return std::move(values_); }
  // Of a kernel of one stage, which ends here.
  MadeKernel EndAndTake();

 private:
  NodeId Add(Node node, bool shared);
  Kernel kernel_;
  IdVector<ParamValue> values_;
  std::vector<std::map<std::tuple<int, int, NodeId, NodeId, NodeId, int32_t, uint64_t>, NodeId>> scopes_;
};

}  // namespace mote
