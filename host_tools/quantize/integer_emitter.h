// IntegerEmitter: the integer arithmetic that the forms have in common, appended to a computation.
#pragma once

#include "passes/emitter.h"
#include "quantize/format.h"

namespace mote {

class IntegerEmitter {
 public:
  // New computations follow those of the module that `regions` names.
  IntegerEmitter(Computation& computation, NewRegions& regions) : e(computation, &regions), regions_(regions) {}

  // s32 of a shape's dimensions, all elements `value`.
  Value Splat(const Dims& dims, int64_t value);
  Value Wide(Value x);                           // as s32
  Value Centered(Value x, const IntegerFormat& format);  // minus its zero
  Value Plus(Value x, int64_t value);
  // One number a channel of the last dimension, or one for all, on s32.
  Value PlusChannels(Value x, const std::vector<int64_t>& values);
  Value Clamped(Value x, double low, double high);  // of any type
  // The reduction with an operation and start of another type than the original has.
  Value Reduced(const Instruction& original, Value x, Op operation, int64_t init);
  Result<Value> Requantized(Value sums, const std::vector<double>& factors, const IntegerFormat& out, double low, double high);
  Value Quantized(Value real, const IntegerFormat& format);
  Value Dequantized(Value stored, const IntegerFormat& format, ElementType type);
  // Elements of a table of 256 by a byte.
  Value Looked(Value bytes, const Literal& table);
  // A program of its own in place.
  Value Inlined(const Module& program, Value x);

  ModuleEmitter e;

 private:
  NewRegions& regions_;
};

}  // namespace mote
