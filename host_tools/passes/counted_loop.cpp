// While loops of a known number of iterations.
#include "passes/counted_loop.h"

namespace mote {

Value Index(ModuleEmitter& e, int64_t value) {
  Literal literal(Shape::Scalar(ElementType::kS32));
  literal.SetInteger(0, value);
  return e.Constant(literal);
}

std::vector<Value> CountedLoop(ModuleEmitter& e, int64_t trips, const std::vector<Value>& carried, const std::vector<Value>& invariant,
                               const LoopBody& body) {
  Instruction loop;
  loop.op = Op::kWhile;
  loop.operands = {Index(e, 0)};
  loop.operands.insert(loop.operands.end(), carried.begin(), carried.end());
  for (Value v : loop.operands) loop.shapes.push_back(e.shape(v));
  loop.operands.insert(loop.operands.end(), invariant.begin(), invariant.end());
  loop.captures = static_cast<int32_t>(invariant.size());
  std::vector<Shape> parameters;
  for (Value v : loop.operands) parameters.push_back(e.shape(v));
  const int32_t condition = e.Region(
      parameters, [&](ModuleEmitter& c, const std::vector<Value>& p) { return std::vector{c.Compare("LT", p[0], Index(c, trips))}; });
  const int32_t step = e.Region(parameters, [&](ModuleEmitter& b, const std::vector<Value>& p) {
    const auto middle = p.begin() + 1 + static_cast<std::ptrdiff_t>(carried.size());
    std::vector<Value> next = body(b, p[0], std::vector<Value>(p.begin() + 1, middle), std::vector<Value>(middle, p.end()));
    next.insert(next.begin(), b.Binary(Op::kAdd, p[0], Index(b, 1)));
    return next;
  });
  loop.called = {condition, step};
  const int32_t at = e.Add(std::move(loop)).instruction;
  std::vector<Value> results;
  for (size_t r = 0; r < carried.size(); ++r) results.push_back({at, static_cast<int32_t>(r) + 1});
  return results;
}

}  // namespace mote
