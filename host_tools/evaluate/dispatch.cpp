// From an instruction to its function: the joined table, and what happens around every operation: run-time sizes (OPS.md 2.3
// SetDimensionSize), quantized types (dequantize, compute, quantize), budgets.
#include <map>

#include "evaluate/operation.h"
#include "evaluate/quantize.h"
#include "evaluate/strided.h"
#include "hlo/verify.h"

namespace mote::evaluation {
namespace {

std::map<Op, OperationRow> JoinTables() {
  std::map<Op, OperationRow> joined;
  for (std::span<const OperationRow> table :
       {ElementwiseOperations(), ShapeOperations(), DynamicShapeOperations(), GatherScatterOperations(), ReduceOperations(),
        WindowOperations(), DotOperations(), ContractionOperations(), ConvolutionOperations(), ControlFlowOperations(), SortOperations(),
        LinearAlgebraOperations(), FftOperations(), BatchNormOperations(), RandomOperations(), CollectiveOperations(),
        ChannelOperations(), QuantizedOperations(), RequantizeOperations(), BroadcastingOperations(),
        CheckOperations()}) {
    for (const OperationRow& row : table) joined[row.op] = row;
  }
  return joined;
}

bool IsBounded(const RuntimeValue& value) { return !value.sizes.empty(); }

void Crop(RuntimeValue& value) {
  value.literal = ActualArray(value);
  value.sizes.clear();
}

// The reverse of ActualArray: an array under a declared type with bounds, padded with zeros.
RuntimeValue PadToBounds(RuntimeValue value, const Shape& declared) {
  bool any_bound = false;
  for (size_t d = 0; d < declared.dims.size(); ++d) any_bound = any_bound || declared.IsBounded(d);
  if (!any_bound || !declared.IsArray() || !value.sizes.empty()) return value;
  Shape shape = value.literal.shape();
  Dims actual = shape.dims;
  for (size_t d = 0; d < shape.dims.size(); ++d) {
    if (declared.IsBounded(d) && declared.dims[d] >= actual[d]) shape.dims[d] = declared.dims[d];
  }
  shape.bounded = declared.bounded;
  Literal padded(shape);
  CopyStrided(StorageBytes(shape.element_type), actual, value.literal.bytes().data(), RowMajorStrides(actual),
              padded.mutable_bytes().data(), RowMajorStrides(shape.dims));
  RuntimeValue out = ArrayValue(std::move(padded));
  out.sizes = std::move(actual);
  return out;
}

// The declared result of an operation whose operands do not say it, with a bound replaced by the size that the actual operand gives it.
void SettleBounds(const Instruction& instruction, const Shape& operand, Shape& declared) {
  if (instruction.op == Op::kBroadcastInDim) {
    const std::vector<int64_t>& mapped = instruction.Ints(Attr::kBroadcastDimensions);
    for (size_t i = 0; i < mapped.size() && i < operand.dims.size(); ++i) {
      const size_t at = mapped[i];
      if (!declared.IsBounded(at)) continue;
      declared.dims[at] = operand.dims[i];
      declared.bounded[at] = false;
    }
  }
  if (instruction.op != Op::kReshape) return;
  size_t bound = declared.dims.size();
  int64_t others = 1;
  for (size_t d = 0; d < declared.dims.size(); ++d) {
    if (declared.IsBounded(d)) bound = d;
    others *= declared.IsBounded(d) ? 1 : declared.dims[d];
  }
  if (bound == declared.dims.size() || others == 0 || operand.ElementCount() % others != 0) return;
  declared.dims[bound] = operand.ElementCount() / others;
  declared.bounded.clear();
}

// Shapes of the results from the actual shapes of the operands.
Status ResolveShapes(Call& call) {
  IdVector<Shape> operands;
  for (const RuntimeValue& value : call.operands) {
    operands.push_back(value.is_token ? Shape::Token() : value.literal.shape());
    if (value.is_tuple) return Ok();
  }
  Result<IdVector<Shape>> inferred = InferShapes(call.context.module, call.instruction, operands, {});
  IdVector<Shape> declared = call.instruction.shapes;
  if (!operands.empty() && !declared.empty()) SettleBounds(call.instruction, operands[0], declared[0]);
  if (!inferred) inferred = InferShapes(call.context.module, call.instruction, operands, declared);
  if (!inferred) return inferred.errors();
  for (size_t i = 0; i < call.shapes.size() && i < inferred->size(); ++i) {
    Shape resolved = (*inferred)[i];
    if (resolved.IsArray() && !resolved.IsStatic()) {
      return call.Fail(Rule::kUnsupported, "cannot tell the run-time sizes of " + ToString(call.instruction.shapes[i]));
    }
    call.shapes[i].dims = resolved.dims;
    call.shapes[i].bounded.clear();
  }
  return Ok();
}

Result<Values> Invoke(const OperationRow& row, Call& call) {
  for (const Shape& shape : call.shapes) {
    if (!shape.IsStatic()) continue;
    MOTE_CHECK_OK(call.context.Reserve(shape));
    MOTE_CHECK_OK(call.context.Spend(shape.IsArray() ? static_cast<uint64_t>(shape.ElementCount()) : 1));
  }
  if (row.values != nullptr) return row.values(call);
  MOTE_ASSIGN(Literal literal, row.array(call));
  return One(ArrayValue(std::move(literal)));
}

bool AnyQuantized(const Call& call) {
  for (const RuntimeValue& value : call.operands) {
    if (value.literal.shape().quantization) return true;
  }
  for (const Shape& shape : call.shapes) {
    if (shape.quantization) return true;
  }
  return false;
}

Result<Values> InvokeExpressed(const OperationRow& row, Call& call) {
  for (RuntimeValue& value : call.operands) {
    if (value.literal.shape().quantization) value.literal = Dequantize(value.literal);
  }
  IdVector<Shape> quantized = call.shapes;
  for (Shape& shape : call.shapes) {
    if (shape.quantization) shape = ExpressedShape(shape);
  }
  MOTE_ASSIGN(Values results, Invoke(row, call));
  for (size_t i = 0; i < quantized.size() && i < results.size(); ++i) {
    if (quantized[i].quantization) results[i].literal = Quantize(results[i].literal, quantized[i]);
  }
  return results;
}

Result<Values> InvokeStored(const OperationRow& row, Call& call) {
  IdVector<Shape> quantized = call.shapes;
  for (Shape& shape : call.shapes) shape.quantization = nullptr;
  MOTE_ASSIGN(Values results, Invoke(row, call));
  for (size_t i = 0; i < quantized.size() && i < results.size(); ++i) {
    if (quantized[i].quantization && !results[i].is_tuple) results[i].literal = results[i].literal.WithShape(quantized[i]);
  }
  return results;
}

}  // namespace

const OperationRow* FindOperation(Op op) {
  static const std::map<Op, OperationRow> table = JoinTables();
  auto found = table.find(op);
  return found == table.end() ? nullptr : &found->second;
}

Result<Values> RunInstruction(Context& context, const Instruction& instruction, Values operands) {
  Call call{context, instruction, std::move(operands), instruction.shapes};
  const OperationRow* row = FindOperation(instruction.op);
  if (row == nullptr) return call.Fail(Rule::kUnsupported, "not evaluated");
  MOTE_CHECK_OK(context.Spend(kInstructionCost));
  bool sized = context.run_time_sizes;
  for (const Shape& shape : instruction.shapes) sized = sized || !shape.IsStatic();
  if (row->sizes != RunTimeSizes::kWhole) {
    for (RuntimeValue& value : call.operands) {
      if (!IsBounded(value)) continue;
      Crop(value);
      sized = true;
    }
  }
  if (sized && row->sizes == RunTimeSizes::kCropped) MOTE_CHECK_OK(ResolveShapes(call));
  Result<Values> results = !AnyQuantized(call) || row->quantized == Quantized::kOwn ? Invoke(*row, call)
                           : row->quantized == Quantized::kStorage                  ? InvokeStored(*row, call)
                                                                                    : InvokeExpressed(*row, call);
  if (!results || !sized) return results;
  for (size_t i = 0; i < results->size() && i < instruction.shapes.size(); ++i) {
    (*results)[i] = PadToBounds(std::move((*results)[i]), instruction.shapes[i]);
  }
  return results;
}

}  // namespace mote::evaluation

namespace mote {

Literal ActualArray(const RuntimeValue& value) {
  if (value.sizes.empty()) return value.literal;
  Shape shape = value.literal.shape();
  Dims strides = RowMajorStrides(shape.dims);
  shape.dims = value.sizes;
  shape.bounded.clear();
  Literal actual(shape);
  evaluation::CopyStrided(StorageBytes(shape.element_type), shape.dims, value.literal.bytes().data(), strides,
                          actual.mutable_bytes().data(), RowMajorStrides(shape.dims));
  return actual;
}

}  // namespace mote
