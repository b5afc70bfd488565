// Products of stored values: convolutions and dots with constant weights, and dots of two values. Channels are the last dimension of what
// is requantized; where the program has them elsewhere, bytes are transposed.
#pragma once

#include "quantize/integer_emitter.h"
#include "quantize/weights.h"

namespace mote {

Result<Value> WriteProduct(IntegerEmitter& out, const Instruction& product, const IntegerStep& step, size_t weights_operand, Value x,
                           const IntegerFormat& in, const IntegerWeights& weights, const IntegerFormat& result);
Result<Value> WriteProductOfTwo(IntegerEmitter& out, const Instruction& product, const IntegerStep& step, Value x, Value y,
                                const IntegerFormat& x_format, const IntegerFormat& y_format, const IntegerFormat& result);

// A factor and an offset a channel, as a depthwise product of one weight each.
Result<Value> WriteScale(IntegerEmitter& out, const IntegerStep& step, Value x, const IntegerFormat& in, const IntegerFormat& result);

}  // namespace mote
