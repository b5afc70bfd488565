// Element-wise operations, constants and inlined regions; and the dispatch from an instruction to the function that emits it.
#include <bit>
#include <cmath>

#include "expand/expand.h"
#include "lower/emitter.h"

namespace mote {
namespace {

// 0, ±1 and the ends of a type are structure; every other constant is a parameter, so that a retrained model has the same kernels.
bool IsStructural(ElementType type, uint64_t bits) {
  if (bits == 0) return true;
  if (IsFloat(type)) {
    const double value = type == ElementType::kF64 ? std::bit_cast<double>(bits) : std::bit_cast<float>(static_cast<uint32_t>(bits));
    return std::isinf(value) || value == 1 || value == -1;
  }
  const int64_t value = RegisterOf(type) == Reg::kI64 ? static_cast<int64_t>(bits) : static_cast<int32_t>(bits);
  const int width = BitWidth(type);
  if (value == 1 || value == -1) return true;
  const int64_t highest = width == 64 ? INT64_MAX : IsUnsigned(type) ? (int64_t{1} << width) - 1 : (int64_t{1} << (width - 1)) - 1;
  return value == highest || (IsSigned(type) && value == -highest - 1);
}

// A literal's element as register bits.
uint64_t RegisterBits(const Literal& literal, int64_t index) {
  const ElementType type = literal.type();
  if (IsFloat(type)) {
    const double value = literal.RealAt(index);
    if (type == ElementType::kF64) return literal.data<uint64_t>()[index];
    if (type == ElementType::kF32) return literal.data<uint32_t>()[index];
    return std::bit_cast<uint32_t>(static_cast<float>(value));
  }
  const uint64_t bits = static_cast<uint64_t>(literal.IntegerAt(index));
  return RegisterOf(type) == Reg::kI64 ? bits : static_cast<uint32_t>(bits);
}

bool IsScalarIdentity(Op op) { return InFamily(op, Family::kMove) || op == Op::kOptimizationBarrier; }

}  // namespace

bool IsPerElement(const Instruction& instruction, const Computation& computation) {
  switch (instruction.op) {
    case Op::kCopy: case Op::kMap: return true;
    case Op::kBitcastConvert:
      return BitWidth(instruction.shape().element_type) == BitWidth(computation.shape(instruction.operands[0]).element_type);
    default: return IsElementwise(instruction.op);
  }
}

NodeId Emitter::EmitConstant(const Literal& literal, const void* key) {
  const ElementType type = literal.type();
  const uint64_t bits = RegisterBits(literal, 0);
  const Reg reg = RegisterOf(type);
  if (IsStructural(type, bits)) return b.Constant(reg, bits);
  const auto found = constants_.find(key);
  if (found != constants_.end()) return b.ParamNode(found->second);
  const bool narrow = reg == Reg::kI32;  // parameters hold integers sign-extended
  const ParamId param = b.AddParam(Parameter::Role::kValue, reg, narrow ? static_cast<int32_t>(bits) : static_cast<ParamValue>(bits));
  constants_[key] = param;
  return b.ParamNode(param);
}

NodeId Emitter::EmitScalarOperation(const Instruction& instruction, const std::vector<ElementType>& types,
                                    const std::vector<NodeId>& operands) {
  const ElementType type = types.empty() ? instruction.shape().element_type : types[0], result = instruction.shape().element_type;
  for (ElementType operand : types) {
    if (!IsComplex(operand)) continue;
    Fail(Rule::kUnsupported, std::string(OpName(instruction.op)) + " on " + HloName(operand) + " has no kernel", instruction.location);
    return kNone;
  }
  switch (instruction.op) {
    case Op::kCopy: case Op::kReal: return operands[0];
    case Op::kImag: return Zero(type);
    case Op::kConvert: return Convert(type, result, operands[0]);
    case Op::kBitcastConvert: return type == result ? operands[0] : ExpandBitcast(b, type, result, operands[0]);
    case Op::kReducePrecision:
      return ExpandReducePrecision(b, type, static_cast<int>(instruction.Int(Attr::kExponentBits)),
                                   static_cast<int>(instruction.Int(Attr::kMantissaBits)), operands[0]);
    case Op::kCompare:
      return ExpandCompare(b, type, instruction.Text(Attr::kComparisonDirection), instruction.Text(Attr::kCompareType), operands[0],
                           operands[1]);
    case Op::kSelect: return b.Select(operands[0], operands[1], operands[2]);
    case Op::kClamp: {
      const NodeId raised = ExpandElementwise(b, Op::kMaximum, result, {operands[0], operands[1]});
      return ExpandElementwise(b, Op::kMinimum, result, {raised, operands[2]});
    }
    default: break;
  }
  const NodeId node = ExpandElementwise(b, instruction.op, type, operands);
  if (node == kNone) {
    Fail(Rule::kUnsupported, std::string(OpName(instruction.op)) + " on " + HloName(type) + " has no kernel", instruction.location);
  }
  return node;
}

IdVector<NodeId> Emitter::InlineRegion(int32_t index, const IdVector<NodeId>& arguments) {
  const Computation& region = module.computations[index];
  std::map<Value, NodeId> known;
  for (size_t i = 0; i < region.instructions.size() && !failed(); ++i) {
    const Instruction& instruction = region.instructions[i];
    const auto at = [&](size_t operand) { return known[instruction.operands[operand]]; };
    const int32_t self = static_cast<int32_t>(i);
    for (const Shape& shape : instruction.shapes) {
      if (!shape.IsArray() || shape.ElementCount() != 1 || IsComplex(shape.element_type)) {
        Fail(Rule::kUnsupported, std::string(OpName(instruction.op)) + " on " + ToString(shape) + " inside a reduction has no kernel",
             instruction.location);
        return std::vector<NodeId>(region.results.size(), b.I32(0));
      }
    }
    if (instruction.op == Op::kParameter) {
      known[{self, 0}] = arguments[instruction.Int(Attr::kIndex)];
    } else if (instruction.op == Op::kConstant) {
      known[{self, 0}] = EmitConstant(instruction.LiteralValue(), &instruction);
    } else if (instruction.op == Op::kCall || instruction.op == Op::kMap || instruction.op == Op::kFusion) {
      std::vector<NodeId> passed;
      for (size_t j = 0; j < instruction.operands.size(); ++j) passed.push_back(at(j));
      const std::vector<NodeId> results = InlineRegion(instruction.called[0], passed);
      for (size_t j = 0; j < results.size(); ++j) known[{self, static_cast<int32_t>(j)}] = results[j];
    } else if (IsScalarIdentity(instruction.op)) {
      for (size_t j = 0; j < instruction.shapes.size(); ++j) known[{self, static_cast<int32_t>(j)}] = at(j);
    } else {
      std::vector<ElementType> types;
      std::vector<NodeId> operands;
      for (size_t j = 0; j < instruction.operands.size(); ++j) {
        types.push_back(region.shape(instruction.operands[j]).element_type);
        operands.push_back(at(j));
      }
      if (!IsPerElement(instruction, region)) {
        Fail(Rule::kUnsupported, std::string(OpName(instruction.op)) + " inside a reduction has no kernel", instruction.location);
        break;
      }
      known[{self, 0}] = EmitScalarOperation(instruction, types, operands);
    }
  }
  std::vector<NodeId> results;
  for (const Value& value : region.results) results.push_back(failed() ? Zero(region.shape(value).element_type) : known[value]);
  return results;
}

NodeId Emitter::EmitInstruction(const Instruction& instruction, Value value, const Index& index) {
  switch (instruction.op) {
    case Op::kMap: return EmitMap(instruction, value, index);
    case Op::kReduce: return EmitReduce(instruction, value, index);
    case Op::kReduceWindow: return EmitReduceWindow(instruction, value, index);
    case Op::kDotGeneral: case Op::kDot: return EmitDot(instruction, index);
    case Op::kConvolution: return EmitConvolution(instruction, index);
    case Op::kConstant:
      if (instruction.LiteralValue().IsSplat()) return EmitConstant(instruction.LiteralValue(), &instruction);
      Fail(Rule::kUnsupported, "a constant array is not an input of its group", instruction.location);
      return kNone;
    case Op::kOptimizationBarrier: return Emit(instruction.operands[value.result], index);
    default: break;
  }
  if (!IsPerElement(instruction, computation)) return EmitIndexOperation(instruction, index);
  std::vector<ElementType> types;
  std::vector<NodeId> operands;
  for (const Value& operand : instruction.operands) {
    const Shape& shape = computation.shape(operand);
    types.push_back(shape.element_type);
    operands.push_back(Emit(operand, shape.IsScalar() ? Index::Scalar() : index));
  }
  if (failed()) return kNone;
  return EmitScalarOperation(instruction, types, operands);
}

NodeId Emitter::EmitMap(const Instruction& instruction, Value value, const Index& index) {
  IdVector<NodeId> arguments;
  for (int i = 0; i < static_cast<int>(instruction.operands.size()); ++i) {
    const Value operand = instruction.operands[i];
    arguments.push_back(Emit(operand, i < instruction.declared_operands() ? index : Index::Scalar()));
  }
  if (failed()) return kNone;
  return InlineRegion(instruction.called[0], arguments)[value.result];
}

}  // namespace mote
