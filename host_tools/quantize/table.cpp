// The expression between the step's input and its result, on 256 elements.
#include "quantize/table.h"

#include <cmath>

#include "evaluate/evaluate.h"

namespace mote {
namespace {

class Expression {
 public:
  Expression(const Module& module, Value base, Literal values) : m_(module), dims_(values.shape().dims) {
    values_.emplace(base, std::move(values));
  }

  Result<Literal> At(Value v) {
    if (const auto found = values_.find(v); found != values_.end()) return found->second;
    const Instruction& i = m_.main().at(v);
    if (const auto known = ConstantAt(m_, v)) {
      const auto element = known->bytes().first(static_cast<size_t>(StorageBytes(known->type())));
      return Literal::Splat(Shape::Array(known->type(), dims_), Literal(Shape::Scalar(known->type()), {element.begin(), element.end()}));
    }
    std::vector<Literal> operands;
    for (const Value operand : i.operands) {
      MOTE_ASSIGN(Literal value, At(operand));
      operands.push_back(std::move(value));
    }
    Instruction there = i;
    there.shapes[0].dims = dims_;
    MOTE_ASSIGN(Literal value, EvaluateOperation(m_, there, operands));
    values_.emplace(v, value);
    return value;
  }

 private:
  const Module& m_;
  const Dims dims_;
  std::map<Value, Literal> values_;
};

}  // namespace

Result<std::vector<double>> ValuesOf(const Module& prepared, const IntegerStep& step, const std::vector<double>& reals) {
  Literal x(Shape::Array(prepared.main().shape(step.inputs[0]).element_type, {static_cast<int64_t>(reals.size())}));
  for (size_t k = 0; k < reals.size(); ++k) x.SetReal(static_cast<int64_t>(k), reals[k]);
  MOTE_ASSIGN(const Literal y, Expression(prepared, step.inputs[0], std::move(x)).At({step.last, 0}));
  std::vector<double> values;
  for (int64_t k = 0; k < y.size(); ++k) values.push_back(y.RealAt(k));
  return values;
}

Result<Literal> TableOf(const Module& prepared, const IntegerStep& step, const IntegerFormat& in, const IntegerFormat& out) {
  std::vector<double> reals;
  for (int64_t byte = -128; byte < 128; ++byte) reals.push_back(in.Real(byte));
  MOTE_ASSIGN(const std::vector<double> values, ValuesOf(prepared, step, reals));
  Literal table(Shape::Array(out.type, {256}));
  for (size_t k = 0; k < values.size(); ++k) table.SetInteger(static_cast<int64_t>(k), out.Stored(std::isnan(values[k]) ? 0 : values[k]));
  return table;
}

}  // namespace mote
