// While loops of a known number of iterations.
#include "passes/counted_loop.h"

namespace mote {

Value Index(ModuleEmitter& e, int64_t value) {
  Literal literal(Shape::Scalar(ElementType::kS32));
  literal.SetInteger(0, value);
  return e.Constant(literal);
}

IdVector<Value> WhileLoop(ModuleEmitter& e, const IdVector<Value>& carried, const IdVector<Value>& invariant,
                          const LoopCondition& condition, const LoopTurn& turn) {
  Instruction loop;
  loop.op = Op::kWhile;
  loop.operands = carried;
  for (Value v : loop.operands) loop.shapes.push_back(e.shape(v));
  loop.operands.insert(loop.operands.end(), invariant.begin(), invariant.end());
  loop.captures = invariant.count();
  IdVector<Shape> parameters;
  for (Value v : loop.operands) parameters.push_back(e.shape(v));
  const auto split = [&](const IdVector<Value>& p) {
    const auto middle = p.begin() + static_cast<std::ptrdiff_t>(carried.size());
    return std::pair(IdVector<Value>(p.begin(), middle), IdVector<Value>(middle, p.end()));
  };
  const int32_t goes_on = e.Region(parameters, [&](ModuleEmitter& c, const IdVector<Value>& p) {
    const auto [values, same] = split(p);
    return std::vector{condition(c, values, same)};
  });
  const int32_t step = e.Region(parameters, [&](ModuleEmitter& b, const IdVector<Value>& p) {
    const auto [values, same] = split(p);
    return turn(b, values, same);
  });
  loop.called = {goes_on, step};
  const int32_t at = e.Add(std::move(loop)).instruction;
  IdVector<Value> results;
  for (size_t r = 0; r < carried.size(); ++r) results.push_back({at, static_cast<int32_t>(r)});
  return results;
}

IdVector<Value> CountedLoop(ModuleEmitter& e, int64_t trips, const IdVector<Value>& carried, const IdVector<Value>& invariant,
                               const LoopBody& body) {
  IdVector<Value> counted = {Index(e, 0)};
  counted.insert(counted.end(), carried.begin(), carried.end());
  IdVector<Value> results = WhileLoop(
      e, counted, invariant,
      [&](ModuleEmitter& c, const IdVector<Value>& values, const IdVector<Value>&) { return c.Compare("LT", values[0], Index(c, trips)); },
      [&](ModuleEmitter& b, const IdVector<Value>& values, const IdVector<Value>& same) {
        IdVector<Value> next = body(b, values[0], IdVector<Value>(values.begin() + 1, values.end()), same);
        next.insert(next.begin(), b.Binary(Op::kAdd, values[0], Index(b, 1)));
        return next;
      });
  results.erase(results.begin());
  return results;
}

}  // namespace mote
