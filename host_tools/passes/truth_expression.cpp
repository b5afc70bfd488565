// What truth_expression.h says that takes more than one instruction.
#include "passes/truth_expression.h"

#include <cmath>

namespace mote {

Truth IsNegative(Real a) {
  Shape shape = a.emitter->shape(a.value);
  shape.element_type = ElementType::kPred;
  const Attributes attributes{{Attr::kComparisonDirection, std::string("LT")}, {Attr::kCompareType, std::string("TOTALORDER")}};
  return {a.emitter, a.emitter->Make(Op::kCompare, shape, {a.value, a.Constant(0).value}, attributes)};
}

Truth IsInfinite(Real a) { return Compare("EQ", Abs(a), HUGE_VAL); }

Real CopySign(Real magnitude, Real sign) {
  const Real positive = Abs(magnitude);
  return Select(IsNegative(sign), -positive, positive);
}

}  // namespace mote
