// Follows the quotient's operands back to the one array they come from.
#include "quantize/softmax_pattern.h"

#include "evaluate/evaluate.h"
#include "quantize/tail.h"

namespace mote {
namespace {

class Pattern {
 public:
  Pattern(const Module& module, const Computation& computation) : m_(module), c_(computation) {}

  std::optional<Value> At(const Instruction& quotient) const {
    if (quotient.op != Op::kDivide || !IsFloat(quotient.shape().element_type) || quotient.shape().rank() == 0) return std::nullopt;
    const Value power = quotient.operands[0];
    const Instruction& exponential = c_.at(power);
    if (exponential.op != Op::kExponential || OverRows(quotient.operands[1], Op::kAdd) != power) return std::nullopt;
    const Instruction& difference = c_.at(exponential.operands[0]);
    if (difference.op != Op::kSubtract) return std::nullopt;
    const Value x = difference.operands[0];
    return OverRows(difference.operands[1], Op::kMaximum) == x ? std::optional(x) : std::nullopt;
  }

 private:
  // What a value is the reduction of along its last dimension, spread over that dimension again.
  std::optional<Value> OverRows(Value v, Op operation) const {
    const Dims dims = c_.shape(v).dims;
    std::vector<const Instruction*> spread;
    while (true) {
      const Instruction& i = c_.at(v);
      if (i.op == Op::kBroadcastInDim || i.op == Op::kReshape) {
        spread.push_back(&i);
        v = i.operands[0];
      } else if (i.op == Op::kMaximum && operation == Op::kMaximum && (IsLowest(i.operands[0]) || IsLowest(i.operands[1]))) {
        v = i.operands[IsLowest(i.operands[0]) ? 1 : 0];
      } else {
        break;
      }
    }
    const Instruction& reduce = c_.at(v);
    if (reduce.op != Op::kReduce || reduce.operands.size() != 2 || CombinerOf(m_, reduce) != operation) return std::nullopt;
    const Value x = reduce.operands[0];
    const auto init = SplatAt(m_, reduce.operands[1]);
    const bool neutral = operation == Op::kAdd ? init == 0.0 : IsLowest(reduce.operands[1]);
    if (!neutral || c_.shape(x).dims != dims || reduce.Ints(Attr::kDimensions) != std::vector<int64_t>{c_.shape(x).rank() - 1})
      return std::nullopt;
    return IsSpreadOfRows(reduce.shape(), spread, dims) ? std::optional(x) : std::nullopt;
  }

  bool IsLowest(Value v) const {
    const auto splat = SplatAt(m_, v);
    return splat && *splat <= -std::numeric_limits<float>::max();
  }

  // Tried on the numbers of the rows.
  bool IsSpreadOfRows(const Shape& rows, const std::vector<const Instruction*>& spread, const Dims& dims) const {
    Literal numbers(Shape::Array(ElementType::kS32, rows.dims));
    for (int64_t i = 0; i < numbers.size(); ++i) numbers.SetInteger(i, i);
    for (size_t k = spread.size(); k-- > 0;) {
      Instruction move = *spread[k];
      move.shapes[0].element_type = ElementType::kS32;
      const Result<Literal> moved = EvaluateOperation(m_, move, {numbers});
      if (!moved.ok()) return false;
      numbers = *moved;
    }
    if (numbers.shape().dims != dims) return false;
    for (int64_t i = 0; i < numbers.size(); ++i) {
      if (numbers.IntegerAt(i) != i / dims.back()) return false;
    }
    return true;
  }

  const Module& m_;
  const Computation& c_;
};

}  // namespace

std::optional<Value> SoftmaxOf(const Module& module, const Computation& computation, int32_t instruction) {
  const Instruction& i = computation.instructions[instruction];
  if (i.shapes.size() != 1 || !i.shape().IsArray() || !i.shape().IsStatic()) return std::nullopt;
  return Pattern(module, computation).At(i);
}

}  // namespace mote
