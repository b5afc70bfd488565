// StochasticConvert: a fraction is rounded away from zero where it exceeds a random number of the operand's width.
#include <cmath>

#include "passes/expansions.h"
#include "passes/real_expression.h"

namespace mote {

// fraction · 2^width > random, in integers: the product is exact, and rounding it up changes no answer.
Results ExpandStochasticConvert(ModuleEmitter& e, const Instruction& i) {
  const ElementType type = e.shape(i.operands[0]).element_type, to = i.shape().element_type;
  const int width = BitWidth(type);
  if (!IsInteger(to) || (width != 16 && width != 32 && width != 64)) return std::nullopt;
  const ElementType wide = width == 64 ? type : ElementType::kF32, word = width == 64 ? ElementType::kU64 : ElementType::kU32;
  const Real x = {&e, e.Convert(i.operands[0], wide)}, size = Abs(x), whole = Floor(size), fraction = size - whole;
  const Value threshold = e.Convert((fraction * std::ldexp(1.0, width)).Apply(Op::kCeil).value, word);
  const Value random = e.Convert(i.operands[1], word);
  const Real up = Select(e.Compare("GT", threshold, random), whole + 1, whole);
  const Value finite = e.Make(Op::kIsFinite, Shape::Array(ElementType::kPred, i.shape().dims), {x.value});
  const Real rounded = Select(x.Is("LT", 0.0), -up, up);
  return {{e.Convert(Select(finite, rounded, x).value, to)}};
}

}  // namespace mote
