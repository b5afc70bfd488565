// ExpandOperations: operations that are others in disguise. One function per operation (the long ones: expand_*.cpp); what has no rule
// stays.
#include "hlo/known_call.h"
#include "hlo/linear_algebra_call.h"
#include "hlo/requantize.h"
#include "passes/expansions.h"
#include "passes/operand_order.h"
#include "passes/passes.h"
#include "passes/region.h"
#include "passes/static_form.h"

namespace mote {
namespace {

std::optional<Op> UnderlyingOp(Op op) {
  switch (op) {
    case Op::kChloBroadcastAdd: return Op::kAdd;
    case Op::kChloBroadcastAnd: return Op::kAnd;
    case Op::kChloBroadcastAtan2: return Op::kAtan2;
    case Op::kChloBroadcastComplex: return Op::kComplex;
    case Op::kChloBroadcastCompare: return Op::kCompare;
    case Op::kChloBroadcastDivide: return Op::kDivide;
    case Op::kChloBroadcastMaximum: return Op::kMaximum;
    case Op::kChloBroadcastMinimum: return Op::kMinimum;
    case Op::kChloBroadcastMultiply: return Op::kMultiply;
    case Op::kChloBroadcastNextAfter: return Op::kNextAfter;
    case Op::kChloBroadcastOr: return Op::kOr;
    case Op::kChloBroadcastPolygamma: return Op::kPolygamma;
    case Op::kChloBroadcastPower: return Op::kPower;
    case Op::kChloBroadcastRemainder: return Op::kRemainder;
    case Op::kChloBroadcastShiftLeft: return Op::kShiftLeft;
    case Op::kChloBroadcastShiftRightArithmetic: return Op::kShiftRightArithmetic;
    case Op::kChloBroadcastShiftRightLogical: return Op::kShiftRightLogical;
    case Op::kChloBroadcastSubtract: return Op::kSubtract;
    case Op::kChloBroadcastXor: return Op::kXor;
    case Op::kChloBroadcastZeta: return Op::kZeta;
    case Op::kChloBroadcastSelect: return Op::kSelect;
    default: return std::nullopt;
  }
}

IdVector<Value> Put(const Module& module, const std::set<Op>& kept, ModuleEmitter& e, const Instruction& operation);

// The lower-rank operand's dimensions go to broadcast_dimensions, or to the minor ones; sizes of 1 stretch.
Results ExpandBroadcasting(const Module& module, const std::set<Op>& kept, ModuleEmitter& e, const Instruction& i, Op op) {
  Instruction plain = i;
  plain.op = op;
  plain.attributes.erase(Attr::kBroadcastDimensions);
  const std::vector<int64_t>& given = i.Ints(Attr::kBroadcastDimensions);
  for (Value& operand : plain.operands) {
    const size_t rank = e.shape(operand).dims.size(), result_rank = i.shape().dims.size();
    std::vector<int64_t> dims(rank);
    for (size_t d = 0; d < rank; ++d) {
      dims[d] = given.size() == rank && rank < result_rank ? given[d] : static_cast<int64_t>(d + result_rank - rank);
    }
    operand = e.Broadcast(operand, i.shape(), dims);
  }
  return Put(module, kept, e, plain);
}

Results ExpandDot(ModuleEmitter& e, const Instruction& i) {
  Instruction general = i;
  general.op = Op::kDotGeneral;
  general.attributes[Attr::kLhsContractingDimensions] = std::vector<int64_t>{e.shape(i.operands[0]).rank() - 1};
  general.attributes[Attr::kRhsContractingDimensions] = std::vector<int64_t>{0};
  return {{e.Add(std::move(general))}};
}

Results ExpandBroadcast(ModuleEmitter& e, const Instruction& i) {
  std::vector<int64_t> dims;
  for (int d = i.shape().rank() - e.shape(i.operands[0]).rank(); d < i.shape().rank(); ++d) dims.push_back(d);
  return {{e.Broadcast(i.operands[0], i.shape(), dims)}};
}

// Scalar bounds and predicates take the operand's shape.
Results SpreadScalars(ModuleEmitter& e, const Instruction& i) {
  Instruction spread = i;
  bool changed = false;
  for (Value& operand : spread.operands) {
    if (!e.shape(operand).IsScalar() || i.shape().IsScalar()) continue;
    operand = e.Broadcast(operand, i.shape(), {});
    changed = true;
  }
  if (!changed) return std::nullopt;
  return {{e.Add(std::move(spread))}};
}

Results ExpandMap(const Module& module, ModuleEmitter& e, const Instruction& i) {
  const auto results = ApplyRegion(e, module.computations[i.called[0]], i.operands, i.shape().dims);
  if (!results || results->size() != 1) return std::nullopt;
  return results;
}

Results ExpandBitcast(ModuleEmitter& e, const Instruction& i) {
  if (e.shape(i.operands[0]).element_type == i.shape().element_type) return {{e.Reshape(i.operands[0], i.shape().dims)}};
  return std::nullopt;
}

// Operations with run-time shapes whose result is static after all.
Results ExpandDynamic(ModuleEmitter& e, const Instruction& i) {
  if (!i.shape().IsStatic() || !e.shape(i.operands[0]).IsStatic()) return std::nullopt;
  switch (i.op) {
    case Op::kDynamicReshape: return {{e.Reshape(i.operands[0], i.shape().dims)}};
    case Op::kDynamicBroadcastInDim:
      return {
          {e.Make(Op::kBroadcastInDim, i.shape(), {i.operands[0]}, {{Attr::kBroadcastDimensions, i.Ints(Attr::kBroadcastDimensions)}})}};
    case Op::kDynamicIota: return {{e.Make(Op::kIota, i.shape(), {}, {{Attr::kIotaDimension, i.Int(Attr::kIotaDimension)}})}};
    case Op::kGetDimensionSize: {
      Literal size(i.shape());
      size.SetInteger(0, e.shape(i.operands[0]).dims[i.Int(Attr::kDimension)]);
      return {{e.Constant(size)}};
    }
    default: return std::nullopt;
  }
}

// Operations whose shape operands are constants become the static ones.
Results ExpandKnownOperands(ModuleEmitter& e, const Instruction& i) {
  if (!i.shape().IsStatic()) return std::nullopt;
  Instruction known = i;
  IdVector<Shape> shapes;
  std::vector<const Literal*> values;
  for (Value v : i.operands) {
    shapes.push_back(e.shape(v));
    values.push_back(e.at(v).op == Op::kConstant ? &e.at(v).LiteralValue() : nullptr);
  }
  if (!TakeStaticForm(known, {shapes, values}).ok()) return std::nullopt;
  if (known.op == Op::kRealDynamicSlice) TakeSliceOfKnownSize(e, known, values[3]);
  if (known.op == i.op) return std::nullopt;
  return {{e.Add(std::move(known))}};
}

bool IsComplexShape(ModuleEmitter& e, const Instruction& i) { return IsComplex(e.shape(i.operands[0]).element_type); }

Results Expand(const Module& module, const std::set<Op>& kept, ModuleEmitter& e, const Instruction& i);

// Expansions written as nested expressions: C++ leaves open in which order the operands of one are appended, and programs shall not depend
// on it.
bool IsFormula(const Instruction& i) {
  switch (i.op) {
    case Op::kRngBitGenerator: case Op::kBatchNormInference: case Op::kBatchNormTraining: case Op::kBatchNormGrad: case Op::kCholesky:
    case Op::kTriangularSolve:
    case Op::kCustomCall:
    case Op::kLgamma:
    case Op::kDigamma:
    case Op::kZeta:
    case Op::kPolygamma:
    case Op::kErfInv:
    case Op::kBesselI1e:
    case Op::kStochasticConvert:
    case Op::kChloBroadcastZeta:
    case Op::kChloBroadcastPolygamma:
      return true;
    default: return false;
  }
}

// The expanded operation, or the operation itself.
IdVector<Value> Put(const Module& module, const std::set<Op>& kept, ModuleEmitter& e, const Instruction& operation) {
  if (Results expanded = Expand(module, kept, e, operation)) return *expanded;
  const int32_t at = e.Add(operation).instruction;
  IdVector<Value> results;
  for (size_t r = 0; r < operation.shapes.size(); ++r) results.push_back({at, static_cast<int32_t>(r)});
  return results;
}

IdVector<Value> Inlined(const Module& module, const std::set<Op>& kept, ModuleEmitter& e, const Computation& body,
                        const IdVector<Value>& arguments) {
  IdVector<IdVector<Value>> map(body.instructions.size());
  for (size_t n = 0; n < body.instructions.size(); ++n) {
    Instruction instruction = body.instructions[n];
    for (Value& operand : instruction.operands) operand = map[operand.instruction][operand.result];
    if (instruction.op == Op::kParameter) map[n] = {arguments[instruction.Int(Attr::kIndex)]};
    else map[n] = Put(module, kept, e, instruction);
  }
  IdVector<Value> results;
  for (const Value& result : body.results) results.push_back(map[result.instruction][result.result]);
  return results;
}

// The first elements of the sorted operands; results are as long as the call says.
Results ExpandApproximateTopK(ModuleEmitter& e, const Instruction& i, IdVector<Value> results) {
  for (size_t r = 0; r < results.size(); ++r) {
    const Dims& dims = i.shapes[r].dims;
    if (e.shape(results[r]).dims == dims) continue;
    const std::vector<int64_t> starts(dims.size(), 0), strides(dims.size(), 1);
    results[r] = e.Make(Op::kSlice, i.shapes[r], {results[r]},
                        {{Attr::kStartIndices, starts}, {Attr::kLimitIndices, dims}, {Attr::kStrides, strides}});
  }
  return results;
}

// A custom call that stands for an operation, or for nothing. LAPACK's factorisation also says which matrices failed: those whose factor is
// NaN.
Results ExpandKnownCall(const Module& module, const std::set<Op>& kept, ModuleEmitter& e, const Instruction& i) {
  if (IsIdentityCall(i)) {
    IdVector<Value> same(i.operands.begin(), i.operands.begin() + static_cast<std::ptrdiff_t>(i.shapes.size()));
    for (size_t r = 0; r < same.size(); ++r) {
      if (!(e.shape(same[r]) == i.shapes[r])) return std::nullopt;
    }
    return same;
  }
  IdVector<Shape> operands;
  for (const Value& operand : i.operands) operands.push_back(e.shape(operand));
  if (const auto sort = ApproximateTopK(i, operands)) return ExpandApproximateTopK(e, i, Put(module, kept, e, *sort));
  if (IsLinearAlgebraCall(i)) return ExpandLinearAlgebra(e, i, kept.count(Op::kCustomCall) != 0);
  const auto known = KnownCall(i);
  if (!known) return std::nullopt;
  Results results = Put(module, kept, e, *known);
  if (known->op == Op::kCholesky) {
    const Value factor = results->front();
    const int64_t rank = e.shape(factor).rank();
    const Value real = IsComplexShape(e, *known)
                           ? e.Make(Op::kReal, Shape::Array(RealPart(e.shape(factor).element_type), e.shape(factor).dims), {factor})
                           : factor;
    const Value good = e.Reduce(Op::kAnd, e.Compare("EQ", real, real), 1, {rank - 2, rank - 1});
    results->push_back(e.Reshape(e.Convert(e.Unary(Op::kNot, good), i.shapes[1].element_type), i.shapes[1].dims));
  }
  return results;
}

// By its attributes, whatever decomposition the source gave.
Results ExpandRequantize(ModuleEmitter& e, const Instruction& i, ProductWidth width) {
  const Result<Module> formula = Decomposition(e.shape(i.operands[0]), i.shape().element_type, RequantizationOf(i), width);
  return formula.ok() ? Results(InlineRegion(e, formula->main(), i.operands)) : std::nullopt;
}

Results Expand(const Module& module, const std::set<Op>& kept, ModuleEmitter& e, const Instruction& i) {
  if (i.op == Op::kSort && IsSorted(e, i)) return IdVector<Value>(i.operands.begin(), i.operands.begin() + i.declared_operands());
  if (i.op != Op::kCustomCall && kept.count(i.op) != 0) return i.op == Op::kScatter ? ExpandScatter(module, e, i, true) : std::nullopt;
  if (i.shapes.empty() && i.op != Op::kCustomCall) return std::nullopt;
  if (const auto op = UnderlyingOp(i.op)) return ExpandBroadcasting(module, kept, e, i, *op);
  switch (i.op) {
    case Op::kCustomCall: return ExpandKnownCall(module, kept, e, i);
    case Op::kCopy: case Op::kDomain: case Op::kAddDependency: return {{i.operands[0]}};
    case Op::kOptimizationBarrier: return i.operands;
    case Op::kBitcast: return ExpandBitcast(e, i);
    case Op::kChloConstant: return {{e.Constant(i.LiteralValue())}};
    case Op::kConstantLike: {
      const Literal& value = i.LiteralValue();
      return {{e.Broadcast(e.Constant(value.shape().IsScalar() ? value : value.WithShape(Shape::Scalar(value.type()))), i.shape(), {})}};
    }
    case Op::kSquare: return {{e.Binary(Op::kMultiply, i.operands[0], i.operands[0])}};
    case Op::kChloTan: return {{e.Unary(Op::kTan, i.operands[0])}};
    case Op::kReal: case Op::kConj: return IsComplexShape(e, i) ? Results() : Results{{i.operands[0]}};
    case Op::kImag: return IsComplexShape(e, i) ? Results() : Results{{e.Splat(i.shape(), 0)}};
    case Op::kClamp: case Op::kSelect: return SpreadScalars(e, i);
    case Op::kDot: return ExpandDot(e, i);
    case Op::kBroadcast: return ExpandBroadcast(e, i);
    case Op::kMap: return ExpandMap(module, e, i);
    case Op::kBatchNormInference: return ExpandBatchNormInference(e, i);
    case Op::kBatchNormTraining: return ExpandBatchNormTraining(e, i);
    case Op::kBatchNormGrad: return ExpandBatchNormGrad(e, i);
    case Op::kLgamma:
    case Op::kDigamma:
    case Op::kZeta:
    case Op::kPolygamma:
    case Op::kBesselI1e: return ExpandSpecialFunction(e, i);
    // Shorter floats have a function of their own (expand/expand_erf.cpp).
    case Op::kErfInv: return i.shape().element_type == ElementType::kF64 ? ExpandSpecialFunction(e, i) : std::nullopt;
    case Op::kEinsum: case Op::kUnaryEinsum: return ExpandEinsum(e, i);
    case Op::kTorchIndexSelect: return ExpandTorchIndexSelect(e, i);
    case Op::kScaledDot: return ExpandScaledDot(e, i);
    case Op::kRaggedDot: return ExpandRaggedDot(e, i);
    case Op::kScan: return ExpandScan([&](ModuleEmitter& r, int32_t c, const IdVector<Value>& arguments) {
        return Inlined(module, kept, r, module.computations[c], arguments);
      }, e, i);
    case Op::kStochasticConvert: return ExpandStochasticConvert(e, i);
    case Op::kCholesky: return ExpandCholesky(e, i);
    case Op::kTriangularSolve: return ExpandTriangularSolve(e, i);
    case Op::kRngBitGenerator: return ExpandRngBitGenerator(e, i);
    case Op::kSort: return ExpandSort(module, e, i);
    case Op::kRequantize: return ExpandRequantize(e, i, kept.count(Op::kMulhi) != 0 ? ProductWidth::k32 : ProductWidth::k64);
    case Op::kTopK: return ExpandTopK(e, i, kept.count(Op::kSort) != 0);
    case Op::kScatter: return ExpandScatter(module, e, i, false);
    case Op::kSelectAndScatter: return ExpandSelectAndScatter(module, e, i);
    case Op::kDynamicReshape:
    case Op::kDynamicBroadcastInDim:
    case Op::kDynamicIota:
    case Op::kGetDimensionSize: return ExpandDynamic(e, i);
    case Op::kDynamicPad: case Op::kRealDynamicSlice: case Op::kDynamicGather: case Op::kDynamicConv: return ExpandKnownOperands(e, i);
    default: return std::nullopt;
  }
}

}  // namespace

Result<Module> ExpandOperations(const Module& module) { return ExpandOthersThan({}, module); }

Result<Module> ExpandOthersThan(const std::set<Op>& kept, const Module& module) {
  bool formulas = false;
  Module expanded = RewriteModule(module, [&](ModuleEmitter& e, const Instruction& i) {
    formulas |= IsFormula(i);
    return Expand(module, kept, e, i);
  });
  if (!formulas) return expanded;
  for (Computation& computation : expanded.computations) computation = InOperandOrder(computation);
  return expanded;
}

}  // namespace mote
