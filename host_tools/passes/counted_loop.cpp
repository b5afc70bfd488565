// While loops of a known number of iterations.
#include "passes/counted_loop.h"

namespace mote {

Value Index(ModuleEmitter& e, int64_t value) {
  Literal literal(Shape::Scalar(ElementType::kS32));
  literal.SetInteger(0, value);
  return e.Constant(literal);
}

IdVector<Value> CountedLoop(ModuleEmitter& e, int64_t trips, const IdVector<Value>& carried, const IdVector<Value>& invariant,
                               const LoopBody& body) {
  Instruction loop;
  loop.op = Op::kWhile;
  loop.operands = {Index(e, 0)};
  loop.operands.insert(loop.operands.end(), carried.begin(), carried.end());
  for (Value v : loop.operands) loop.shapes.push_back(e.shape(v));
  loop.operands.insert(loop.operands.end(), invariant.begin(), invariant.end());
  loop.captures = invariant.count();
  IdVector<Shape> parameters;
  for (Value v : loop.operands) parameters.push_back(e.shape(v));
  const int32_t condition = e.Region(
      parameters, [&](ModuleEmitter& c, const IdVector<Value>& p) { return std::vector{c.Compare("LT", p[0], Index(c, trips))}; });
  const int32_t step = e.Region(parameters, [&](ModuleEmitter& b, const IdVector<Value>& p) {
    const auto middle = p.begin() + 1 + static_cast<std::ptrdiff_t>(carried.size());
    IdVector<Value> next = body(b, p[0], IdVector<Value>(p.begin() + 1, middle), IdVector<Value>(middle, p.end()));
    next.insert(next.begin(), b.Binary(Op::kAdd, p[0], Index(b, 1)));
    return next;
  });
  loop.called = {condition, step};
  const int32_t at = e.Add(std::move(loop)).instruction;
  IdVector<Value> results;
  for (size_t r = 0; r < carried.size(); ++r) results.push_back({at, static_cast<int32_t>(r) + 1});
  return results;
}

}  // namespace mote
