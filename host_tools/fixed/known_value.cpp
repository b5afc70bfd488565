// Constants and what pure operations make of them, by the evaluator.
#include "fixed/known_value.h"

#include "evaluate/evaluate.h"

namespace mote {

std::optional<Literal> KnownValue(const Module& module, const Computation& computation, Value v, int depth) {
  const Instruction& i = computation.at(v);
  if (i.op == Op::kConstant) return i.LiteralValue();
  if (depth == 0 || i.shapes.size() != 1 || !i.called.empty() || !i.shape().IsArray() || !i.shape().IsStatic()) return std::nullopt;
  if (i.shape().ElementCount() > int64_t{1} << 24 || IsComplex(i.shape().element_type)) return std::nullopt;
  if (!InFamily(i.op, Family::kMove, Family::kReducer, Family::kExact, Family::kBits)) return std::nullopt;
  std::vector<Literal> operands;
  for (const Value& operand : i.operands) {
    auto value = KnownValue(module, computation, operand, depth - 1);
    if (!value) return std::nullopt;
    operands.push_back(*std::move(value));
  }
  const Result<Literal> result = EvaluateOperation(module, i, operands);
  return result.ok() ? std::optional(*result) : std::nullopt;
}

}  // namespace mote
