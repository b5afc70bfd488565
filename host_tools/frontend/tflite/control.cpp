// WHILE, IF, CALL_ONCE and variables.
#include "frontend/tflite/families.h"
#include "frontend/tflite/importer.h"

namespace mote::tfl {
namespace {

Result<Operands> Values(Node& n, size_t from) {
  Operands values;
  for (size_t i = from; i < n.inputs(); ++i) {
    if (!n.Has(i)) return n.Fail(Rule::kCount, "input " + std::to_string(i) + " is left out");
    if (n.In(i).resource) return n.Unsupported("a variable handed to another graph");
    values.push_back(n.x(i));
  }
  return values;
}

// The program as one of a single tuple, which may be empty.
Result<Module> OfTuple(Node& n, const Module& program, size_t from, bool gives_tuple) {
  Builder b("called");
  std::vector<Shape> shapes;
  for (size_t i = from; i < n.inputs(); ++i) shapes.push_back(n.In(i).shape);
  const Operand tuple = b.Parameter(0, Shape::Tuple(shapes));
  Operands arguments;
  for (size_t i = 0; i < shapes.size(); ++i) arguments.push_back(b.GetTupleElement(tuple, static_cast<int64_t>(i)));
  const Operands results = b.Call(program, arguments);
  if (b.error()) return *b.error();
  if (gives_tuple) return b.Build(b.Tuple(results));
  if (results.size() != 1) return n.Fail(Rule::kCount, "a condition has one result");
  return b.Build(b.Reshape(results[0], {}));
}

Status SetAll(Node& n, Operand tuple) {
  for (size_t i = 0; i < n.outputs(); ++i) MOTE_CHECK_OK(n.Set(i, n.b.GetTupleElement(tuple, static_cast<int64_t>(i))));
  return Ok();
}

Result<State*> StateOf(Node& n) {
  State* state = n.importer().FindState(n.importer().NameOf(n.graph(), n.InputTensor(0)));
  if (state == nullptr) return n.Unsupported("a variable inside a called graph");
  return state;
}

}  // namespace

Status ReadWhile(Node& n) {
  MOTE_ASSIGN(const file::WhileOptions* o, n.Options<file::WhileOptions>(93));
  if (n.outputs() != n.inputs()) return n.Fail(Rule::kCount, "as many outputs as inputs are wanted");
  MOTE_ASSIGN(const Operands values, Values(n, 0));
  MOTE_ASSIGN(const Module condition, n.importer().Called(o->condition(), "its condition"));
  MOTE_ASSIGN(const Module body, n.importer().Called(o->body(), "its body"));
  MOTE_ASSIGN(const Module condition_of_tuple, OfTuple(n, condition, 0, false));
  MOTE_ASSIGN(const Module body_of_tuple, OfTuple(n, body, 0, true));
  return SetAll(n, n.b.While(condition_of_tuple, body_of_tuple, n.b.Tuple(values)));
}

Status ReadIf(Node& n) {
  MOTE_ASSIGN(const file::IfOptions* o, n.Options<file::IfOptions>(92));
  if (!IsPred(n.type(0)) || n.In(0).shape.ElementCount() != 1) return n.Fail(Rule::kElementType, "the condition must be one pred");
  MOTE_ASSIGN(const Operands values, Values(n, 1));
  MOTE_ASSIGN(const Module yes, n.importer().Called(o->then_graph(), "its first branch"));
  MOTE_ASSIGN(const Module no, n.importer().Called(o->else_graph(), "its second branch"));
  MOTE_ASSIGN(const Module yes_of_tuple, OfTuple(n, yes, 1, true));
  MOTE_ASSIGN(const Module no_of_tuple, OfTuple(n, no, 1, true));
  const Operand tuple = n.b.Tuple(values);
  return SetAll(n, n.b.Conditional(n.b.Reshape(n.x(0), {}), tuple, yes_of_tuple, tuple, no_of_tuple));
}

// Both are done before the graph is built.
Status ReadCallOnce(Node&) { return Ok(); }
Status ReadVarHandle(Node&) { return Ok(); }

Status ReadReadVariable(Node& n) {
  MOTE_ASSIGN(const State* state, StateOf(n));
  return n.Set(state->value);
}

Status ReadAssignVariable(Node& n) {
  MOTE_ASSIGN(State * state, StateOf(n));
  if (n.In(1).shape != state->shape) return n.Fail(Rule::kShape, "the variable is " + ToString(state->shape));
  state->value = n.x(1);
  return Ok();
}

}  // namespace mote::tfl
