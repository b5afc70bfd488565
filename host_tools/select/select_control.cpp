// Loops, branches and calls of computations: blocks of steps, and copies for what they carry.
#include "select/exchange_fields.h"
#include "select/selector.h"
#include "select/trip_count.h"

namespace mote {

Status Selector::AddControl(Scope& scope, const Group& group) {
  const int32_t at = group.instructions.back();
  const Instruction& i = scope.computation->instructions[at];
  if (i.op == Op::kCall || i.op == Op::kComposite) {
    std::vector<BufferId> arguments;
    for (const Value& v : i.operands) {
      MOTE_ASSIGN(const BufferId b, BufferOf(scope, v));
      arguments.push_back(b);
    }
    MOTE_ASSIGN(const std::vector<BufferId> results, Walk(Called(i, 0), scope.block, arguments, {}));
    for (size_t r = 0; r < results.size(); ++r) scope.buffers[Value{at, static_cast<int32_t>(r)}] = results[r];
    return Ok();
  }
  if (i.op == Op::kSort) return target_.sorts ? AddSort(scope, at) : AddRadixSort(scope, at);
  if (i.op == Op::kFixed) return AddFixed(scope, at);
  if (i.op == Op::kCustomCall) return AddCall(scope, at);
  if (auto exchange = ExchangeFields(i, module_.replicas * module_.partitions)) return AddExchange(scope, at, std::move(*exchange));
  const bool loop = i.op == Op::kWhile, choice = i.op == Op::kIf || i.op == Op::kCase;
  if (!loop && !choice) return Unsupported(i, "no step kind runs it yet");
  return loop ? AddWhile(scope, at) : AddConditional(scope, at);
}

Status Selector::AddWhile(Scope& scope, int32_t at) {
  const Instruction& i = scope.computation->instructions[at];
  const size_t carried = i.declared_operands();
  const Computation& body = Called(i, 1);
  std::vector<BufferId> bound;
  for (size_t o = 0; o < i.operands.size(); ++o) {
    MOTE_ASSIGN(const BufferId initial, BufferOf(scope, i.operands[o]));
    const Value result{at, static_cast<int32_t>(o)};
    // A value that the body hands on untouched needs no buffer of its own.
    const bool changes = o < carried && body.results[o] != Value{static_cast<int32_t>(o), 0};
    if (!changes) {
      bound.push_back(initial);
      if (o < carried) scope.buffers[result] = initial;
      continue;
    }
    bound.push_back(MakeResult(scope, result));
    AddCopy(scope.block, initial, bound.back(), "initial value of a loop", i.location);
  }
  Step step;
  step.kind = StepKind::kWhile;
  step.blocks = {NewBlock(), NewBlock()};
  step.name = "while";
  step.turns = TripCount(module_, *scope.computation, at).value_or(-1);
  step.why = "carried values lie in one buffer each, captured ones are read where they are";
  if (const auto rows = i.extra.find("mote.rows"); rows != i.extra.end()) step.name += ", " + rows->second;
  step.location = i.location;
  MOTE_ASSIGN(const std::vector<BufferId> predicate, Walk(Called(i, 0), step.blocks[0], bound, {}));
  step.operands = {predicate[0]};
  MOTE_ASSIGN(const std::vector<BufferId> next, Walk(body, step.blocks[1], bound, {}));
  AddCopies(step.blocks[1], next, {bound.begin(), bound.begin() + static_cast<ptrdiff_t>(carried)}, "next value of a loop", i.location);
  Steps(scope.block).push_back(std::move(step));
  return Ok();
}

Status Selector::AddConditional(Scope& scope, int32_t at) {
  const Instruction& i = scope.computation->instructions[at];
  Step step;
  step.kind = StepKind::kConditional;
  step.name = i.op == Op::kIf ? "if" : "case";
  step.why = "every branch writes the results";
  step.location = i.location;
  MOTE_ASSIGN(const BufferId index, BufferOf(scope, i.operands[0]));
  step.operands = {index};
  std::vector<BufferId> captured, results;
  for (size_t o = i.declared_operands(); o < i.operands.size(); ++o) {
    MOTE_ASSIGN(const BufferId b, BufferOf(scope, i.operands[o]));
    captured.push_back(b);
  }
  for (size_t r = 0; r < i.shapes.size(); ++r) results.push_back(MakeResult(scope, {at, static_cast<int32_t>(r)}));
  for (size_t branch = 0; branch < i.called.size(); ++branch) {
    step.blocks.push_back(NewBlock());
    MOTE_ASSIGN(const std::vector<BufferId> made, Walk(Called(i, branch), step.blocks.back(), captured, {}));
    AddCopies(step.blocks.back(), made, results, "result of a branch", i.location);
  }
  Steps(scope.block).push_back(std::move(step));
  return Ok();
}

}  // namespace mote
