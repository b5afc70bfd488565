// Access to an operator's tensors, and the checks that all readers share.
#include "frontend/tflite/node.h"

#include "frontend/tflite/importer.h"

namespace mote::tfl {

const Tensor* Node::Intermediate(size_t i) const {
  if (i >= op_.intermediates.size() || op_.intermediates[i] < 0) return nullptr;
  return &graph_.tensors[static_cast<size_t>(op_.intermediates[i])];
}

TfliteArithmetic Node::arithmetic() const { return importer_.options().tflite_arithmetic; }

Status Node::Spend(uint64_t bytes) { return importer_.Spend(bytes); }

Operand Node::x(size_t i) {
  Operand& value = (*values_)[static_cast<size_t>(op_.inputs[i])];
  if (!value.valid()) value = b.ConstantLiteral(*Known(i));
  return value;
}

std::optional<Literal> Node::Known(size_t i) const {
  if (!Has(i)) return std::nullopt;
  return IsConstant(In(i)) ? importer_.Constant(In(i)) : importer_.Folded(graph_, op_.inputs[i]);
}

Result<std::vector<int64_t>> Node::Integers(size_t i) const {
  if (!Has(i)) return Fail(Rule::kCount, "input " + std::to_string(i) + " is left out");
  if (type(i) != ElementType::kS32 && type(i) != ElementType::kS64)
    return Fail(Rule::kElementType, "input " + std::to_string(i) + " must be s32 or s64");
  const std::optional<Literal> literal = Known(i);
  if (!literal) return Unsupported("input " + std::to_string(i) + " is computed, where a constant is wanted");
  std::vector<int64_t> values;
  for (int64_t e = 0; e < literal->size(); ++e) values.push_back(literal->IntegerAt(e));
  return values;
}

Result<int64_t> Node::AxisOf(int64_t axis, int64_t rank) const {
  if (axis >= -rank && axis < rank) return axis < 0 ? axis + rank : axis;
  return Fail(Rule::kDimension, "dimension " + std::to_string(axis) + " of a tensor of " + std::to_string(rank) + " dimensions");
}

Result<int64_t> Node::Axis(size_t i, int64_t rank) const {
  MOTE_ASSIGN(const std::vector<int64_t> values, Integers(i));
  if (values.size() != 1) return Fail(Rule::kCount, "input " + std::to_string(i) + " must be one dimension");
  return AxisOf(values[0], rank);
}

Status Node::Set(size_t i, Operand value) {
  if (b.error()) return *b.error();
  const Shape &got = b.shape(value), &wanted = Out(i).shape;
  if (got.element_type != wanted.element_type) {
    return Fail(Rule::kElementType, "gives " + ToString(got) + ", where the file states " + ToString(wanted));
  }
  if (got.dims != wanted.dims) return Fail(Rule::kShape, "gives " + ToString(got) + ", where the file states " + ToString(wanted));
  (*values_)[static_cast<size_t>(op_.outputs[i])] = value;
  return Ok();
}

Diagnostic Node::Fail(Rule rule, const std::string& text) const {
  std::string shapes;
  for (size_t i = 0; i < inputs() && i < 8; ++i) shapes += (i == 0 ? "" : ", ") + (Has(i) ? Show(In(i)) : std::string("none"));
  std::string results;
  for (size_t i = 0; i < outputs() && i < 8; ++i) results += (i == 0 ? "" : ", ") + Show(Out(i));
  return Error(rule, text + ": (" + shapes + ") to (" + results + ")");
}

Operand Node::Scalar(ElementType type, int64_t value) {
  Literal literal(Shape::Scalar(type));
  literal.SetInteger(0, value);
  return b.ConstantLiteral(literal);
}

Operand Node::Real(ElementType type, double value) { return b.ConstantR0(type, value); }

Operand Node::Wide(size_t i, int64_t zero_point) { return Wide(x(i), zero_point); }

Operand Node::Wide(Operand x, int64_t zero_point) {
  const Operand wide = b.ConvertElementType(x, ElementType::kS32);
  return zero_point == 0 ? wide : b.Sub(wide, Scalar(ElementType::kS32, zero_point));
}

Operand Node::Constant(ElementType type, const Dims& dims, const std::vector<int64_t>& values) {
  Literal literal(Shape::Array(type, dims));
  for (size_t i = 0; i < values.size(); ++i) literal.SetInteger(static_cast<int64_t>(i), values[i]);
  return b.ConstantLiteral(literal);
}

Operand Node::Like(Operand x, const Dims& dims) {
  if (b.error()) return {};
  const Dims from = b.shape(x).dims;
  if (from == dims) return x;
  Ints at;
  for (size_t d = 0; d < from.size(); ++d) at.push_back(static_cast<int64_t>(dims.size() - from.size() + d));
  return b.BroadcastInDim(x, dims, at);
}

}  // namespace mote::tfl
