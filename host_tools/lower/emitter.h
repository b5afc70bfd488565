// Emitter: writes the nodes that compute one element of a value, given its index. One per kernel. Everything inside the group is computed,
// everything else is loaded. Used by lower*.cpp; not a seam.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "expand/expand.h"
#include "kernel/index.h"
#include "kernel/kernel_builder.h"
#include "lower/lower.h"

namespace mote {

class Emitter {
 public:
  Emitter(const Module& module, const Computation& computation, const Group& group, std::string name);

  KernelBuilder b;

  // ---- axes ----
  AxisId AddAxis(Axis::Kind kind, int64_t extent, bool splittable = false);
  // A coordinate over [0, extent) on a new axis, which the caller can split unless it is a loop's, or the constant 0 when the extent is 1.
  Coordinate NewCoordinate(Axis::Kind kind, int64_t extent, std::vector<AxisId>* axes);
  int64_t ExtentOf(AxisId axis) const { return extents_[axis]; }

  // ---- values ----
  // The element of `value` at `index`, in the register class of its type.
  NodeId Emit(Value value, const Index& index);
  // The same where the predicate holds: loads carry it. kNone: everywhere.
  NodeId EmitUnder(NodeId predicate, Value value, const Index& index);
  // Every result of an inlined computation of scalars.
  IdVector<NodeId> InlineRegion(int32_t computation, const IdVector<NodeId>& arguments);
  // Element-wise operations, also inside regions. kNone (and a failure) when `instruction` is not one.
  NodeId EmitScalarOperation(const Instruction& instruction, const std::vector<ElementType>& types, const std::vector<NodeId>& operands);
  NodeId EmitConstant(const Literal& literal, const void* key);
  NodeId Convert(ElementType from, ElementType to, NodeId value) { return from == to ? value : ExpandConvert(b, from, to, value); }

  // A value known at a row-major position already: what a routine or an earlier scalar stage computed. Holds for the whole kernel.
  void Provide(Value value, const Coordinate& linear, NodeId node) { provided_[{value, KeyOf(linear)}] = node; }
  // A value that an earlier reduce stage left at this position, in `type`.
  void ProvideReduced(Value value, const Coordinate& linear, int32_t stage, int32_t position, ElementType type);
  // A reduce that must be answered from ProvideReduced: computing it again in place would be wrong, and fails.
  void Withhold(int32_t instruction) { withheld_.insert(instruction); }
  // Loads of `value` go to this operand from now on.
  void BindOperand(Value value, int32_t operand) { operands_[value] = operand; }

  // ---- memory ----
  struct Place {
    int32_t access = kNone;
    NodeId offset = kNone;
  };
  Place PlaceAt(int32_t operand, const Coordinate& linear);
  // From now on accesses to one operand that are alike along an axis have one stride for it: of a kernel where they always are.
  void ShareStrides() { share_strides_ = true; }
  NodeId LoadAt(int32_t operand, ElementType type, const Coordinate& linear, bool narrow = false);

  // ---- index arithmetic ----
  Coordinate LinearOf(const Index& index, const Dims& dims);
  std::vector<Coordinate> DimsOf(const Index& index, const Dims& dims);
  std::pair<Coordinate, Coordinate> DivMod(const Coordinate& value, int64_t divisor);
  Range RangeOf(const Coordinate& coordinate) const;
  NodeId Materialise(const Coordinate& coordinate);
  // A node as a coordinate within known bounds.
  Coordinate Computed(NodeId node, Range range);
  // low <= coordinate < low + count as a predicate node; kNone when always true.
  NodeId InRange(const Coordinate& coordinate, int64_t low, int64_t count);
  // Quotient and remainder, rounded down, where dividing the factors gives them; else what of each is found, and false.
  bool DivideFactors(const Coordinate& value, int64_t divisor, Coordinate* quotient, Coordinate* remainder) const;
  NodeId And(NodeId a, NodeId b_node);
  NodeId StructuralParam(Parameter::Role role, int64_t value) { return b.ParamNode(b.AddParam(role, Reg::kI32, value)); }
  // coordinate = dilation·x: x, and what must hold for it to be an element in [0, count). For base dilation and interior padding of
  // `instruction`.
  Coordinate Undilate(const Instruction& instruction, const Coordinate& coordinate, int64_t dilation, int64_t count, NodeId* predicate);
  // The buffer behind a value when only moves, converts that keep every value and a zero point lie between, and where its element is: for
  // routines.
  struct Traced {
    Value source;
    Coordinate place;
    int64_t zero = 0;  // what is subtracted from the converted element; s32
  };
  std::optional<Traced> Trace(Value value, const Index& index);
  // The value of an index operand, clamped to [0, limit] as OPS.md 6.6 says.
  Coordinate ClampedIndex(Value value, const Index& index, int64_t limit);

  // ---- scopes ----
  int32_t BeginLoop(AxisId axis);
  void EndLoop(int32_t loop, std::vector<NodeId> next);
  void CloseLoops(const std::vector<int32_t>& loops, std::vector<NodeId>* values);
  // Of reductions: their inits, and one turn of their region, in the types of its parameters.
  std::vector<NodeId> EmitInits(const Instruction& instruction, size_t count);
  std::vector<NodeId> Combine(const Instruction& instruction, const std::vector<NodeId>& accumulators, const std::vector<NodeId>& elements);
  void ForgetStage();  // what was emitted so far is not visible in the next stage

  void Fail(Rule rule, std::string text, Location location);
  bool failed() const { return failure_.has_value(); }
  const Diagnostic& failure() const { return *failure_; }

  // An axis that should be split into {extent / factor, factor} for a reshape to stay affine.
  std::optional<std::pair<AxisId, int64_t>> wanted_split;

  const Module& module;
  const Computation& computation;

 private:
  struct Window;
  NodeId EmitInstruction(const Instruction& instruction, Value value, const Index& index);
  NodeId EmitIndexOperation(const Instruction& instruction, const Index& index);
  NodeId EmitPad(const Instruction& instruction, const Index& index);
  NodeId EmitConcatenate(const Instruction& instruction, const Index& index);
  NodeId EmitGather(const Instruction& instruction, const Index& index);
  NodeId EmitDynamicSlice(const Instruction& instruction, const Index& index);
  NodeId EmitIota(const Instruction& instruction, const Index& index);
  NodeId EmitBitcast(const Instruction& instruction, const Index& index);
  NodeId EmitReduce(const Instruction& instruction, Value value, const Index& index);
  NodeId EmitReduceWindow(const Instruction& instruction, Value value, const Index& index);
  NodeId EmitMap(const Instruction& instruction, Value value, const Index& index);
  NodeId EmitDot(const Instruction& instruction, const Index& index);
  bool ZerosAddNothing(const Instruction& instruction) const;
  NodeId EmitConvolution(const Instruction& instruction, const Index& index);
  NodeId FinishSum(const Instruction& instruction, NodeId sum);
  NodeId EmitProduct(const Instruction& instruction, Reg reg, bool fused, NodeId sum, NodeId lhs, NodeId rhs);
  NodeId Remember(const Instruction& instruction, Value value, const Index& index, const std::vector<NodeId>& results);
  NodeId EmitIndexValue(Value value, const Index& index);
  NodeId Zero(ElementType type);
  bool InGroup(int32_t instruction) const;

  using Key = std::pair<Value, std::vector<int64_t>>;
  IdVector<bool> in_group_;
  std::map<Value, int32_t> operands_;
  IdVector<int64_t> extents_;
  IdVector<bool> splittable_;  // per axis
  std::map<NodeId, Range> ranges_;
  std::vector<std::map<Key, NodeId>> memo_;  // one per open loop, the stage's own first; keys hold the predicate as well
  struct ReducedPlace {
    int32_t stage, position;
    ElementType type;
  };
  std::map<Key, NodeId> provided_;
  std::map<Key, ReducedPlace> reduced_;
  std::set<int32_t> withheld_;
  std::map<const void*, ParamId> constants_;
  std::map<std::vector<int64_t>, int32_t> accesses_;
  ParamId StrideOf(int32_t operand, AxisId axis, int64_t factor);
  bool share_strides_ = false;
  std::map<std::tuple<int32_t, AxisId, int64_t>, ParamId> strides_;
  NodeId predicate_ = kNone;  // under which everything is emitted: loads carry it
  std::optional<Diagnostic> failure_;
};

// Whether the result at an index needs its operands at that index only (or a scalar): element-wise operations, maps, copies and bits of one
// width read as another type.
bool IsPerElement(const Instruction& instruction, const Computation& computation);

}  // namespace mote
