// Scan as a loop: turn by turn a slice of each input and the carried values go through the body, and a slice of each output is put in
// place.
#include "passes/expansions.h"

namespace mote {
namespace {

Literal Number(int64_t value) {
  Literal literal(Shape::Scalar(ElementType::kS32));
  literal.SetInteger(0, value);
  return literal;
}

// Slice number `at` along `dim`, without that dimension.
Value TakeSlice(ModuleEmitter& e, Value x, size_t dim, Value at) {
  Shape shape = e.shape(x);
  shape.dims[dim] = 1;
  IdVector<Value> operands = {x};
  const Value zero = e.Constant(Number(0));
  for (size_t d = 0; d < shape.dims.size(); ++d) operands.push_back(d == dim ? at : zero);
  Dims rest = shape.dims;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(dim));
  return e.Reshape(e.Make(Op::kDynamicSlice, shape, operands, {{Attr::kSliceSizes, std::vector<int64_t>(shape.dims)}}), rest);
}

Value PutSlice(ModuleEmitter& e, Value into, Value slice, size_t dim, Value at) {
  Dims dims = e.shape(into).dims;
  dims[dim] = 1;
  const Value zero = e.Constant(Number(0));
  IdVector<Value> operands = {into, e.Reshape(slice, dims)};
  for (size_t d = 0; d < dims.size(); ++d) operands.push_back(d == dim ? at : zero);
  return e.Make(Op::kDynamicUpdateSlice, e.shape(into), operands);
}

}  // namespace

Results ExpandScan(const InlineBody& inlined, ModuleEmitter& e, const Instruction& i) {
  const auto declared = static_cast<size_t>(i.declared_operands()), carried = static_cast<size_t>(i.Int(Attr::kNumCarries));
  const size_t inputs = declared - carried, outputs = i.shapes.size() - carried, dim = static_cast<size_t>(i.Int(Attr::kDimension));
  if (inputs == 0) return std::nullopt;
  const int64_t length = e.shape(i.operands[0]).dims[dim];
  const bool reverse = i.Bool(Attr::kIsReverse);
  // Of the loop: its counter, the outputs so far and the carried values; then what no turn changes, the inputs and the captures.
  Instruction loop;
  loop.op = Op::kWhile;
  loop.operands = {e.Constant(Number(0))};
  for (size_t o = 0; o < outputs; ++o) loop.operands.push_back(e.Splat(i.shapes[o], 0));
  for (size_t c = inputs; c < declared; ++c) loop.operands.push_back(i.operands[c]);
  for (const Value v : loop.operands) loop.shapes.push_back(e.shape(v));
  for (size_t o = 0; o < inputs; ++o) loop.operands.push_back(i.operands[o]);
  for (size_t c = declared; c < i.operands.size(); ++c) loop.operands.push_back(i.operands[c]);
  loop.captures = static_cast<int32_t>(loop.operands.size() - loop.shapes.size());
  IdVector<Shape> parameters;
  for (const Value v : loop.operands) parameters.push_back(e.shape(v));
  const int32_t condition = e.Region(parameters, [&](ModuleEmitter& r, const IdVector<Value>& p) {
    const Value end = r.Constant(Number(length));
    return IdVector<Value>{r.Compare("LT", p[0], end)};
  });
  const int32_t body = e.Region(parameters, [&](ModuleEmitter& r, const IdVector<Value>& p) {
    const Value turn = p[0], last = r.Constant(Number(length - 1)), one = r.Constant(Number(1));
    const Value at = reverse ? r.Binary(Op::kSubtract, last, turn) : turn;
    const size_t kept = 1 + outputs + carried;
    IdVector<Value> arguments;
    for (size_t o = 0; o < inputs; ++o) arguments.push_back(TakeSlice(r, p[kept + o], dim, at));
    for (size_t c = 0; c < carried; ++c) arguments.push_back(p[1 + outputs + c]);
    for (size_t c = kept + inputs; c < p.size(); ++c) arguments.push_back(p[c]);
    const IdVector<Value> made = inlined(r, i.called[0], arguments);
    IdVector<Value> next = {r.Binary(Op::kAdd, turn, one)};
    for (size_t o = 0; o < outputs; ++o) next.push_back(PutSlice(r, p[1 + o], made[o], dim, at));
    for (size_t c = 0; c < carried; ++c) next.push_back(made[outputs + c]);
    return next;
  });
  loop.called = {condition, body};
  const Value first = e.Add(std::move(loop));
  IdVector<Value> results;
  for (size_t r = 0; r < i.shapes.size(); ++r) results.push_back({first.instruction, static_cast<int32_t>(r) + 1});
  return results;
}

}  // namespace mote
