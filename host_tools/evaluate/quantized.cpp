// uniform_quantize and uniform_dequantize (OPS.md section 3). What other operations do with quantized types stands in dispatch.cpp.
#include "evaluate/quantize.h"

#include "evaluate/operation.h"

namespace mote::evaluation {
namespace {

// Of a float operand, or of another quantized type: requantization goes through the expressed values.
Result<Literal> UniformQuantize(Call& call) {
  const Literal& operand = call.operand(0);
  if (!call.shape().quantization) return call.Fail(Rule::kElementType, "the result is not quantized");
  return Quantize(operand.shape().quantization ? Dequantize(operand) : operand, call.shape());
}

Result<Literal> UniformDequantize(Call& call) {
  if (!call.operand(0).shape().quantization) return call.Fail(Rule::kElementType, "the operand is not quantized");
  return Dequantize(call.operand(0));
}

}  // namespace

std::span<const OperationRow> QuantizedOperations() {
  static const OperationRow rows[] = {
      {Op::kUniformQuantize, UniformQuantize, nullptr, Quantized::kOwn},
      {Op::kUniformDequantize, UniformDequantize, nullptr, Quantized::kOwn},
  };
  return rows;
}

}  // namespace mote::evaluation
