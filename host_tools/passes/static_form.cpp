// dynamic_broadcast_in_dim, dynamic_reshape, dynamic_iota, dynamic_pad, real_dynamic_slice, dynamic_gather, dynamic_conv and
// get_dimension_size with known shape operands.
#include "passes/static_form.h"

namespace mote {
namespace {

std::optional<std::vector<int64_t>> Values(const KnownOperands& known, size_t operand) {
  if (operand >= known.values.size() || known.values[operand] == nullptr) return std::nullopt;
  const Literal& literal = *known.values[operand];
  std::vector<int64_t> values;
  for (int64_t i = 0; i < literal.size(); ++i) values.push_back(literal.IntegerAt(i));
  return values;
}

// The operation's shape becomes the given sizes.
Status TakeSizes(Instruction& instruction, const std::vector<int64_t>& sizes, Op op, size_t kept_operands) {
  Shape& shape = instruction.shapes[0];
  if (shape.dims.size() != sizes.size()) {
    return Error(Rule::kCount, std::to_string(sizes.size()) + " sizes for " + ToMlirString(shape), instruction.location);
  }
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 0) {
      return Error(Rule::kSize, "size " + std::to_string(sizes[i]) + " of dimension " + std::to_string(i) + " of " + OpName(instruction.op),
                   instruction.location);
    }
    if (shape.dims[i] != kDynamic && shape.dims[i] != sizes[i]) {
      return Error(Rule::kShape,
                   std::string(OpName(instruction.op)) + " is declared as " + ToMlirString(shape) + ", but dimension " + std::to_string(i) +
                       " is " + std::to_string(sizes[i]),
                   instruction.location);
    }
  }
  shape.dims = sizes;
  shape.bounded.clear();
  instruction.op = op;
  instruction.operands.resize(kept_operands);
  return Ok();
}

Status TakeConvolution(Instruction& instruction, const std::vector<int64_t>& padding) {
  const size_t rank = instruction.Ints(Attr::kInputSpatialDimensions).size();
  if (padding.size() != 2 * rank) {
    return Error(Rule::kCount, std::to_string(padding.size()) + " paddings for " + std::to_string(rank) + " spatial dimensions",
                 instruction.location);
  }
  IntMatrix pairs;
  for (size_t i = 0; i < rank; ++i) pairs.push_back({padding[2 * i], padding[2 * i + 1]});
  instruction.attributes[Attr::kPadding] = std::move(pairs);
  std::vector<int64_t> strides = instruction.Ints(Attr::kWindowStrides);
  if (strides.size() > rank) {  // the surplus means nothing
    strides.resize(rank);
    instruction.attributes[Attr::kWindowStrides] = std::move(strides);
  }
  instruction.op = Op::kConvolution;
  instruction.operands.resize(2);
  return Ok();
}

// Operands 1… as attributes of the static operation.
bool TakeLists(Instruction& instruction, const KnownOperands& known, Op op, size_t first, std::initializer_list<Attr> attributes) {
  std::vector<std::vector<int64_t>> lists;
  for (size_t i = 0; i < attributes.size(); ++i) {
    auto values = Values(known, first + i);
    if (!values) return false;
    lists.push_back(std::move(*values));
  }
  size_t i = 0;
  for (const Attr attr : attributes) instruction.attributes[attr] = std::move(lists[i++]);
  instruction.op = op;
  instruction.operands.resize(first);
  return true;
}

void TakeDimensionSize(Instruction& instruction, const Shape& operand) {
  const int64_t dim = instruction.Int(Attr::kDimension);
  if (!operand.IsArray() || dim < 0 || dim >= operand.rank()) return;
  const int64_t size = operand.dims[dim];
  if (size == kDynamic || operand.IsBounded(dim)) return;
  Literal literal(instruction.shapes[0]);
  literal.SetInteger(0, size);
  instruction.op = Op::kConstant;
  instruction.operands.clear();
  instruction.attributes = {{Attr::kValue, std::move(literal)}};
}

}  // namespace

void TakeSliceOfKnownSize(ModuleEmitter& emitter, Instruction& instruction, const Literal* strides) {
  if (instruction.op != Op::kRealDynamicSlice || strides == nullptr) return;
  for (int64_t i = 0; i < strides->size(); ++i) {
    if (strides->IntegerAt(i) != 1) return;
  }
  const Value start = instruction.operands[1];
  const Instruction& limit = emitter.at(instruction.operands[2]);
  if (limit.op != Op::kAdd || (!(limit.operands[0] == start) && !(limit.operands[1] == start))) return;
  const Instruction& size = emitter.at(limit.operands[limit.operands[0] == start ? 1 : 0]);
  if (size.op != Op::kConstant) return;
  const Literal sizes = size.LiteralValue();
  std::vector<int64_t> list;
  IdVector<Value> operands = {instruction.operands[0]};
  const ElementType type = emitter.shape(start).element_type;
  for (int64_t i = 0; i < sizes.size(); ++i) {
    list.push_back(sizes.IntegerAt(i));
    const Value one = emitter.Make(Op::kSlice, Shape::Array(type, {1}), {start},
                                   {{Attr::kStartIndices, std::vector<int64_t>{i}},
                                    {Attr::kLimitIndices, std::vector<int64_t>{i + 1}},
                                    {Attr::kStrides, std::vector<int64_t>{1}}});
    operands.push_back(emitter.Reshape(one, {}));
  }
  instruction.op = Op::kDynamicSlice;
  instruction.operands = std::move(operands);
  instruction.attributes = {{Attr::kSliceSizes, std::move(list)}};
}

Status TakeStaticForm(Instruction& instruction, const KnownOperands& known) {
  switch (instruction.op) {
    case Op::kGetDimensionSize:
      TakeDimensionSize(instruction, known.shapes[0]);
      return Ok();
    case Op::kDynamicIota:
      if (const auto sizes = Values(known, 0)) return TakeSizes(instruction, *sizes, Op::kIota, 0);
      return Ok();
    case Op::kDynamicReshape:
      if (instruction.operands.size() != 2) return Ok();
      if (const auto sizes = Values(known, 1)) return TakeSizes(instruction, *sizes, Op::kReshape, 1);
      return Ok();
    case Op::kDynamicBroadcastInDim:
      if (const auto sizes = Values(known, 1)) {
        instruction.attributes.erase(Attr::kKnownExpandingDimensions);
        instruction.attributes.erase(Attr::kKnownNonexpandingDimensions);
        return TakeSizes(instruction, *sizes, Op::kBroadcastInDim, 1);
      }
      return Ok();
    case Op::kDynamicPad:
      TakeLists(instruction, known, Op::kPad, 2, {Attr::kEdgePaddingLow, Attr::kEdgePaddingHigh, Attr::kInteriorPadding});
      return Ok();
    case Op::kRealDynamicSlice:
      TakeLists(instruction, known, Op::kSlice, 1, {Attr::kStartIndices, Attr::kLimitIndices, Attr::kStrides});
      return Ok();
    case Op::kDynamicGather:
      TakeLists(instruction, known, Op::kGather, 2, {Attr::kSliceSizes});
      return Ok();
    case Op::kDynamicConv:
      if (const auto padding = Values(known, 2)) return TakeConvolution(instruction, *padding);
      return Ok();
    default:
      return Ok();
  }
}

}  // namespace mote
