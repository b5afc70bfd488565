// What the forms of this folder share: Fixed operations under construction.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fixed/step_function.h"
#include "hlo/requantize.h"
#include "passes/emitter.h"
#include "schema/fixed_layout.h"

namespace mote {

// Where a rewrite looks back: operands are already of the new computation.
struct FormContext {
  const Module& module;
  ModuleEmitter& e;
};

// The fields of a step over dense arrays, batch, height, width, channels; all kernel extents, strides and dilations 1.
std::vector<int64_t> FixedFields(int64_t routine, const Dims& in, const Dims& out);
// Any array as one of these four dimensions: nothing but elements matters.
Dims AsLines(const Dims& dims);

// Bytes of a stream under construction.
class Stream {
 public:
  // The low `width` bytes of each, then zeros up to a whole word.
  void Append(std::span<const int64_t> values, int width);
  // Start, multiplier, addend and shift of every channel.
  void AppendFinish(const std::vector<int64_t>& starts, const Finish& finish);
  bool empty() const { return bytes_.empty(); }
  Literal AsLiteral() const { return Literal(Shape::Array(ElementType::kU8, {static_cast<int64_t>(bytes_.size())}), bytes_); }

 private:
  std::vector<uint8_t> bytes_;
};

// Nothing where the routine does not take the fields.
std::optional<std::vector<Value>> Fixed(ModuleEmitter& e, const Shape& shape, std::vector<Value> inputs, std::vector<int64_t> fields,
                                        const Stream& stream);

// The forms, each for the instruction that ends it (not yet appended), whose result is s8, of a sigmoidal function s16.
std::optional<std::vector<Value>> FormProduct(const FormContext& context, const Instruction& requantize);
std::optional<std::vector<Value>> FormMaxPool(const FormContext& context, const Instruction& window);
std::optional<std::vector<Value>> FormSoftmax(const FormContext& context, const Instruction& convert);
std::optional<std::vector<Value>> FormElementwise(const FormContext& context, const Instruction& last);
std::optional<std::vector<Value>> FormSigmoidal(const FormContext& context, const Instruction& last);

// What a Requantize makes of a sum, by the definition of its rounding; nothing where 32 bits wrap between low and high.
std::optional<StepFunction> StepsOf(const Requantization& r, int64_t channel, int64_t low, int64_t high);

}  // namespace mote
