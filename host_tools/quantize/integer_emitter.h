// IntegerEmitter: the integer arithmetic that the forms have in common, appended to a computation.
#pragma once

#include "passes/emitter.h"
#include "quantize/format.h"

namespace mote {

class IntegerEmitter {
 public:
  // New computations follow those of the module that `regions` names.
  IntegerEmitter(Computation& computation, NewRegions& regions) : e(computation, &regions), regions_(regions) {}

  // Numbers in a shape's type: one for all, or one a channel of the last dimension.
  Value Numbers(const Shape& shape, const std::vector<int64_t>& values);
  Value Splat(const Dims& dims, int64_t value) { return Numbers(Shape::Array(ElementType::kS32, dims), {value}); }
  Value Wide(Value x, ElementType type = ElementType::kS32) { return e.Convert(x, type); }
  Value Centered(Value x, const IntegerFormat& format, ElementType type = ElementType::kS32);  // minus its zero
  Value Plus(Value x, int64_t value) { return PlusChannels(x, {value}); }
  Value PlusChannels(Value x, const std::vector<int64_t>& values);  // none: x
  Value Clamped(Value x, double low, double high);  // of any type
  // The reduction with an operation and start of another type than the original has.
  Value Reduced(const Instruction& original, Value x, Op operation, int64_t init);
  // Of s32 by Requantize; of s64 below 2^47 by arithmetic, with 15 bits of the factor. Channels are the last dimension.
  Result<Value> Requantized(Value sums, const std::vector<double>& factors, const IntegerFormat& out, double low, double high);
  Value Quantized(Value real, const IntegerFormat& format);
  Value Dequantized(Value stored, const IntegerFormat& format, ElementType type);
  // Elements of a table of 256 by a byte.
  Value Looked(Value bytes, const Literal& table);
  // A program of its own in place.
  Value Inlined(const Module& program, Value x);

  ModuleEmitter e;

 private:
  Result<Value> RequantizedWide(Value sums, const Requantization& r, ElementType type);
  NewRegions& regions_;
};

}  // namespace mote
