// Simplify: local rules that remove data movement that moves nothing and arithmetic that changes nothing, then ShareAndDrop; repeated until
// nothing changes. Every rule gives the same bits.
#include <algorithm>
#include <cmath>

#include "passes/emitter.h"
#include "passes/passes.h"
#include "passes/region.h"

namespace mote {
namespace {

using Results = std::optional<IdVector<Value>>;

Results Is(Value v) { return Results{{v}}; }
bool IsOp(const ModuleEmitter& e, Value v, Op op) { return e.at(v).op == op; }
bool SameShape(const ModuleEmitter& e, Value v, const Instruction& i) { return e.shape(v) == i.shape(); }

// The scalar of which every element of `v` is a copy, if v is a constant or a broadcast one.
const Literal* ScalarOf(const ModuleEmitter& e, Value v) {
  while (e.at(v).op == Op::kBroadcastInDim || e.at(v).op == Op::kReshape) v = e.at(v).operands[0];
  const Instruction& i = e.at(v);
  return i.op == Op::kConstant && i.shape().IsArray() && i.LiteralValue().size() == 1 ? &i.LiteralValue() : nullptr;
}
bool IsNumber(const ModuleEmitter& e, Value v, double value) {
  const Literal* scalar = ScalarOf(e, v);
  if (scalar == nullptr || IsComplex(scalar->type())) return false;
  if (IsFloat(scalar->type())) return scalar->RealAt(0) == value && std::signbit(scalar->RealAt(0)) == std::signbit(value);
  return scalar->IntegerAt(0) == static_cast<int64_t>(value);
}

std::vector<int64_t> Counting(size_t n) {
  std::vector<int64_t> list(n);
  for (size_t i = 0; i < n; ++i) list[i] = static_cast<int64_t>(i);
  return list;
}

Results SimplifyReshape(ModuleEmitter& e, const Instruction& i) {
  const Value from = i.operands[0];
  if (SameShape(e, from, i)) return Is(from);
  if (IsOp(e, from, Op::kReshape)) return Is(e.Reshape(e.at(from).operands[0], i.shape().dims));
  if (IsOp(e, from, Op::kBroadcastInDim) && e.shape(e.at(from).operands[0]).IsScalar()) {
    return Is(e.Broadcast(e.at(from).operands[0], i.shape(), {}));
  }
  return std::nullopt;
}

// Whether the dimensions larger than 1 keep their order.
bool KeepsOrder(const Dims& dims, const std::vector<int64_t>& permutation) {
  int64_t last = -1;
  for (int64_t d : permutation) {
    if (dims[d] == 1) continue;
    if (d < last) return false;
    last = d;
  }
  return true;
}

Results SimplifyTranspose(ModuleEmitter& e, const Instruction& i) {
  const Value from = i.operands[0];
  const std::vector<int64_t>& permutation = i.Ints(Attr::kPermutation);
  if (permutation == Counting(permutation.size())) return Is(from);
  if (KeepsOrder(e.shape(from).dims, permutation)) return Is(e.Reshape(from, i.shape().dims));
  if (IsOp(e, from, Op::kTranspose)) {
    const IdVector<int64_t> inner = e.at(from).Ints(Attr::kPermutation);
    std::vector<int64_t> both;
    for (int64_t d : permutation) both.push_back(inner[d]);
    return Is(e.Make(Op::kTranspose, i.shape(), {e.at(from).operands[0]}, {{Attr::kPermutation, both}}));
  }
  if (IsOp(e, from, Op::kBroadcastInDim) && e.shape(e.at(from).operands[0]).IsScalar()) {
    return Is(e.Broadcast(e.at(from).operands[0], i.shape(), {}));
  }
  return std::nullopt;
}

Results SimplifyBroadcast(ModuleEmitter& e, const Instruction& i) {
  const Value from = i.operands[0];
  const Dims& dims = e.shape(from).dims;
  const IdVector<int64_t>& to = i.Ints(Attr::kBroadcastDimensions);
  const bool ascending = std::is_sorted(to.begin(), to.end());
  if (SameShape(e, from, i) && ascending) return Is(from);
  if (e.shape(from).ElementCount() == i.shape().ElementCount() && ascending && i.shape().IsStatic()) {
    return Is(e.Reshape(from, i.shape().dims));
  }
  if (IsOp(e, from, Op::kBroadcastInDim)) {
    std::vector<int64_t> both;
    for (int64_t d : e.at(from).Ints(Attr::kBroadcastDimensions)) both.push_back(to[d]);
    return Is(e.Make(Op::kBroadcastInDim, i.shape(), {e.at(from).operands[0]}, {{Attr::kBroadcastDimensions, both}}));
  }
  // A source of one element is best a scalar.
  if (!dims.empty() && e.shape(from).ElementCount() == 1) {
    return Is(e.Make(Op::kBroadcastInDim, i.shape(), {e.Reshape(from, {})}, {{Attr::kBroadcastDimensions, std::vector<int64_t>{}}}));
  }
  return std::nullopt;
}

Results SimplifyReverse(ModuleEmitter& e, const Instruction& i) {
  const Value from = i.operands[0];
  std::vector<int64_t> dims;
  for (int64_t d : i.Ints(Attr::kDimensions)) {
    if (i.shape().dims[d] > 1) dims.push_back(d);
  }
  if (dims.empty()) return Is(from);
  if (IsOp(e, from, Op::kReverse)) {
    auto inner = e.at(from).Ints(Attr::kDimensions);
    std::sort(inner.begin(), inner.end());
    std::sort(dims.begin(), dims.end());
    if (inner == dims) return Is(e.at(from).operands[0]);
  }
  return std::nullopt;
}

bool AllZero(const std::vector<int64_t>& list) {
  return std::all_of(list.begin(), list.end(), [](int64_t v) { return v == 0; });
}

Results SimplifyPad(ModuleEmitter& e, const Instruction& i) {
  if (!SameShape(e, i.operands[0], i) || !AllZero(i.Ints(Attr::kEdgePaddingLow)) || !AllZero(i.Ints(Attr::kEdgePaddingHigh))) {
    return std::nullopt;
  }
  return Is(i.operands[0]);
}

Results SimplifyConcatenate(ModuleEmitter& e, const Instruction& i) {
  Instruction kept = i;
  std::erase_if(kept.operands, [&](Value v) { return e.shape(v).ElementCount() == 0; });
  if (kept.operands.size() == 1) return Is(kept.operands[0]);
  if (kept.operands.empty() || kept.operands.size() == i.operands.size()) return std::nullopt;
  return Is(e.Add(std::move(kept)));
}

Results SimplifySelect(ModuleEmitter& e, const Instruction& i) {
  if (i.operands[1] == i.operands[2] && SameShape(e, i.operands[1], i)) return Is(i.operands[1]);
  const Literal* predicate = ScalarOf(e, i.operands[0]);
  if (predicate == nullptr) return std::nullopt;
  return Is(i.operands[predicate->IntegerAt(0) != 0 ? 1 : 2]);
}

// x ↦ x in these; -0 and NaN included. Not x + 0, which turns -0 into +0.
Results SimplifyArithmetic(ModuleEmitter& e, const Instruction& i) {
  const Value a = i.operands[0], b = i.operands[1];
  const bool real = IsFloat(i.shape().element_type);
  if (IsComplex(i.shape().element_type) || IsPred(i.shape().element_type)) return std::nullopt;
  switch (i.op) {
    case Op::kAdd:
      if (IsNumber(e, b, real ? -0.0 : 0)) return Is(a);
      return IsNumber(e, a, real ? -0.0 : 0) ? Is(b) : std::nullopt;
    case Op::kSubtract: return IsNumber(e, b, 0) ? Is(a) : std::nullopt;
    case Op::kMultiply:
      if (IsNumber(e, b, 1)) return Is(a);
      return IsNumber(e, a, 1) ? Is(b) : std::nullopt;
    case Op::kDivide: return IsNumber(e, b, 1) ? Is(a) : std::nullopt;
    default: return std::nullopt;
  }
}

bool Widens(ElementType from, ElementType to) {
  if (IsFloat(from) && IsFloat(to)) return to == ElementType::kF64 || (to == ElementType::kF32 && from != ElementType::kF64);
  if (IsFloat(from) || IsFloat(to) || IsComplex(from) || IsComplex(to) || IsPred(to)) return false;
  return BitWidth(to) > BitWidth(from) && (!IsSigned(from) || IsSigned(to));
}

Results SimplifyConvert(ModuleEmitter& e, const Instruction& i) {
  const Value from = i.operands[0];
  if (SameShape(e, from, i)) return Is(from);
  if (!IsOp(e, from, Op::kConvert)) return std::nullopt;
  const Value source = e.at(from).operands[0];
  const ElementType first = e.shape(source).element_type, middle = e.shape(from).element_type;
  if (!Widens(first, middle)) return std::nullopt;
  return Is(e.Convert(source, i.shape().element_type));  // the middle step lost nothing
}

// An element-wise operation of copies of scalars is a copy of the operation on the scalars.
Results SinkBroadcasts(ModuleEmitter& e, const Instruction& i) {
  if (i.shape().IsScalar() || i.operands.empty() || !i.shape().IsStatic()) return std::nullopt;
  Instruction scalar = i;
  for (Value& operand : scalar.operands) {
    if (!IsOp(e, operand, Op::kBroadcastInDim) || !e.shape(e.at(operand).operands[0]).IsScalar()) return std::nullopt;
    operand = e.at(operand).operands[0];
  }
  scalar.shapes = {Shape::Scalar(i.shape().element_type)};
  return Is(e.Broadcast(e.Add(std::move(scalar)), i.shape(), {}));
}

Results SimplifyConstant(ModuleEmitter& e, const Instruction& i) {
  const Literal& value = i.LiteralValue();
  if (!i.shape().IsArray() || i.shape().quantization || value.size() < 2 || !value.IsSplat()) return std::nullopt;
  const auto bytes = value.bytes().first(StorageBytes(value.type()));
  return Is(e.Broadcast(e.Constant(Literal(Shape::Scalar(value.type()), {bytes.begin(), bytes.end()})), i.shape(), {}));
}

// A reduction over no dimension applies its region once, with init on the left.
Results SimplifyReduce(const Module& module, ModuleEmitter& e, const Instruction& i) {
  if (!i.Ints(Attr::kDimensions).empty() || i.captures != 0) return std::nullopt;
  const size_t n = i.operands.size() / 2;
  IdVector<Value> arguments;
  for (size_t k = 0; k < n; ++k) arguments.push_back(e.Broadcast(i.operands[n + k], i.shape(), {}));
  arguments.insert(arguments.end(), i.operands.begin(), i.operands.begin() + static_cast<int64_t>(n));
  return ApplyRegion(e, module.computations[i.called[0]], arguments, i.shape().dims);
}

// Zeros around the input are the convolution's own padding.
Results SimplifyConvolution(ModuleEmitter& e, const Instruction& i) {
  const Instruction& pad = e.at(i.operands[0]);
  if (pad.op != Op::kPad || i.Has(Attr::kLhsDilation) || !AllZero(pad.Ints(Attr::kInteriorPadding))) return std::nullopt;
  if (!IsNumber(e, pad.operands[1], 0)) return std::nullopt;
  IdVector<int64_t> low = pad.Ints(Attr::kEdgePaddingLow), high = pad.Ints(Attr::kEdgePaddingHigh);
  const std::vector<int64_t>& spatial = i.Ints(Attr::kInputSpatialDimensions);
  IntMatrix padding = i.Has(Attr::kPadding) ? i.Matrix(Attr::kPadding) : IntMatrix(spatial.size(), {0, 0});
  for (size_t d = 0; d < spatial.size(); ++d) {
    int64_t& before = low[spatial[d]];
    int64_t& after = high[spatial[d]];
    if (before < 0 || after < 0 || padding[d][0] < 0 || padding[d][1] < 0) return std::nullopt;
    padding[d][0] += before;
    padding[d][1] += after;
    before = after = 0;
  }
  if (!AllZero(low) || !AllZero(high)) return std::nullopt;  // batch or feature padding
  Instruction merged = i;
  merged.operands[0] = pad.operands[0];
  merged.attributes[Attr::kPadding] = padding;
  return Is(e.Add(std::move(merged)));
}

// A branch chosen by a constant is put in line.
Results SimplifyBranch(const Module& module, ModuleEmitter& e, const Instruction& i) {
  const Literal* index = ScalarOf(e, i.operands[0]);
  if (index == nullptr) return std::nullopt;
  size_t branch = 0;
  if (i.op == Op::kIf) branch = index->IntegerAt(0) != 0 ? 0 : 1;
  else branch = std::min<size_t>(index->IntegerAt(0), i.called.size() - 1);  // out of range, negative too: the last branch
  return InlineRegion(e, module.computations[i.called[branch]], {i.operands.begin() + i.declared_operands(), i.operands.end()});
}

// Linear algebra on arrays without elements needs no steps. Other operations are kernels over an empty domain as they are.
bool IsEmptyValue(const Instruction& i) {
  const bool steps = i.op == Op::kFft || i.op == Op::kCholesky || i.op == Op::kTriangularSolve;
  return steps && i.shape().IsStatic() && i.shape().ElementCount() == 0;
}

Results SimplifyOne(const Module& module, ModuleEmitter& e, const Instruction& i) {
  if (i.shapes.empty() || !i.shape().IsArray()) return std::nullopt;
  if (IsEmptyValue(i)) return Is(e.Constant(Literal(i.shape())));
  switch (i.op) {
    case Op::kReshape: return SimplifyReshape(e, i);
    case Op::kTranspose: return SimplifyTranspose(e, i);
    case Op::kBroadcastInDim: return SimplifyBroadcast(e, i);
    case Op::kReverse: return SimplifyReverse(e, i);
    case Op::kPad: return SimplifyPad(e, i);
    case Op::kSlice: case Op::kDynamicSlice: return SameShape(e, i.operands[0], i) ? Is(i.operands[0]) : std::nullopt;
    case Op::kDynamicUpdateSlice: return SameShape(e, i.operands[1], i) ? Is(i.operands[1]) : std::nullopt;
    case Op::kConcatenate: return SimplifyConcatenate(e, i);
    case Op::kConstant: return SimplifyConstant(e, i);
    case Op::kReduce: return SimplifyReduce(module, e, i);
    case Op::kConvolution: return SimplifyConvolution(e, i);
    case Op::kIf: case Op::kCase: return SimplifyBranch(module, e, i);
    default: break;
  }
  Results result;
  if (i.op == Op::kSelect) result = SimplifySelect(e, i);
  if (i.op == Op::kConvert) result = SimplifyConvert(e, i);
  if (i.operands.size() == 2) result = SimplifyArithmetic(e, i);
  if (!result && IsElementwise(i.op)) result = SinkBroadcasts(e, i);
  return result;
}


}  // namespace

Result<Module> Simplify(const Module& module) {
  Module current = ShareAndDrop(module);
  for (int round = 0; round < 8; ++round) {
    bool changed = false;
    Module next = RewriteModule(current, [&](ModuleEmitter& e, const Instruction& i) {
      Results results = SimplifyOne(current, e, i);
      changed = changed || results.has_value();
      return results;
    });
    if (!changed) break;
    current = ShareAndDrop(next);
  }
  return current;
}

}  // namespace mote
