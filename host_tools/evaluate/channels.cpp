// Infeed, outfeed, send, recv, async pairs and interpreter.run_parallel (OPS.md 2.1, section 3).
#include <algorithm>

#include "evaluate/grid.h"
#include "evaluate/program_names.h"

namespace mote::evaluation {
namespace {

// Arrays and a last token, as separate results or as HLO's nested tuple ((arrays), token).
Values WithToken(const Call& call, Values values) {
  bool tuple = call.shapes.size() == 1 && call.shapes[0].IsTuple();
  if (!tuple) {
    values.push_back(TokenValue());
    return values;
  }
  bool nested = !call.shapes[0].elements.empty() && call.shapes[0].elements[0].IsTuple();
  Values outer;
  if (nested || values.size() != 1) {
    outer.push_back(TupleValue(std::move(values)));
  } else {
    outer = std::move(values);
  }
  outer.push_back(TokenValue());
  return One(TupleValue(std::move(outer)));
}

std::string TypeOf(const RuntimeValue& value) {
  return value.is_token   ? "a token"
         : value.is_tuple ? "a tuple of " + std::to_string(value.elements.size())
                          : ToString(value.literal.shape());
}

// What came from elsewhere must be what the program declares.
Result<Values> AsDeclared(const Call& call, Values values) {
  for (size_t i = 0; i < call.shapes.size(); ++i) {
    if (i < values.size() && Fits(call.instruction.shapes[i], values[i])) continue;
    return call.Fail(Rule::kShape, "result " + std::to_string(i) + " is " + ToString(call.instruction.shapes[i]) + ", but what came is " +
                                       (i < values.size() ? TypeOf(values[i]) : "nothing"));
  }
  return values;
}

Result<Values> Infeed(Call& call) {
  Context& context = call.context;
  if (context.next_infeed >= context.options.infeed.size()) return call.Fail(Rule::kIo, "the infeed queue is empty");
  return AsDeclared(call, WithToken(call, context.options.infeed[context.next_infeed++]));
}

// What is fed out goes to the host function registered under the operation's name, if there is one.
Result<Values> Outfeed(Call& call) {
  auto found = call.context.options.custom_calls.find(OpName(call.instruction.op));
  if (found != call.context.options.custom_calls.end()) {
    Result<std::vector<RuntimeValue>> taken = found->second(call.instruction, call.operands);
    if (!taken) return taken.errors();
  }
  return One(TokenValue());
}

// The processes that the source-target pairs name beside this one.
std::vector<int64_t> Partners(const Call& call, size_t own, size_t other) {
  const Grid* grid = call.context.grid;
  int64_t partitions = grid == nullptr ? 1 : grid->partitions(), process = call.context.process;
  int64_t replica = process / partitions, partition = process % partitions;
  bool across_partitions = partitions > 1 && grid->replicas() == 1;
  std::vector<int64_t> partners;
  for (const std::vector<int64_t>& pair : call.instruction.Matrix(Attr::kSourceTargetPairs)) {
    if (pair.size() != 2 || pair[own] != (across_partitions ? partition : replica)) continue;
    partners.push_back(across_partitions ? replica * partitions + pair[other] : pair[other] * partitions + partition);
  }
  return partners;
}

bool ToHost(const Instruction& instruction) { return instruction.Bool(Attr::kIsHostTransfer); }

Values WithoutToken(const Values& operands) {
  Values values;
  for (const RuntimeValue& value : operands) {
    if (!value.is_token) values.push_back(value);
  }
  return values;
}

// HLO's context tuple (operand, u32, token); the values travel in it for send-done and recv-done.
Result<Values> Context3(const Call& call, RuntimeValue payload) {
  Values elements = One(std::move(payload));
  elements.push_back(ArrayValue(Literal(Shape::Scalar(ElementType::kU32))));
  elements.push_back(TokenValue());
  return call.shapes.size() == 1 && call.shapes[0].IsTuple() ? One(TupleValue(std::move(elements))) : One(TokenValue());
}

Result<Values> Send(Call& call) {
  Values values = WithoutToken(call.operands);
  if (!ToHost(call.instruction)) {
    if (call.context.grid == nullptr) return call.Fail(Rule::kChannel, "a transfer between devices needs a grid");
    for (int64_t target : Partners(call, 0, 1)) {
      call.context.grid->Send(call.context.process, target, call.instruction.Int(Attr::kChannelId), values);
    }
  } else {
    auto found = call.context.options.custom_calls.find(OpName(call.instruction.op));
    if (found != call.context.options.custom_calls.end()) {
      Result<std::vector<RuntimeValue>> taken = found->second(call.instruction, values);
      if (!taken) return taken.errors();
    }
  }
  return Context3(call, values.empty() ? TokenValue() : values[0]);
}

Result<Values> Recv(Call& call) {
  Values values;
  if (ToHost(call.instruction)) {
    auto found = call.context.options.custom_calls.find(OpName(call.instruction.op));
    if (found == call.context.options.custom_calls.end()) return call.Fail(Rule::kUnsupported, "no host function gives what is received");
    MOTE_ASSIGN(values, found->second(call.instruction, call.operands));
  } else {
    if (call.context.grid == nullptr) return call.Fail(Rule::kChannel, "a transfer between devices needs a grid");
    std::vector<int64_t> sources = Partners(call, 1, 0);
    if (sources.empty()) return call.Fail(Rule::kChannel, "no source sends to this process on the channel");
    Result<Values> received = call.context.grid->Receive(call.context.process, sources[0], call.instruction.Int(Attr::kChannelId));
    if (!received) {
      Diagnostic failed = received.error();
      failed.location = call.instruction.location;
      return failed;
    }
    values = std::move(*received);
  }
  bool context = call.shapes.size() == 1 && call.shapes[0].IsTuple();
  if (context) return Context3(call, values.empty() ? TokenValue() : values[0]);
  values.push_back(TokenValue());
  return AsDeclared(call, std::move(values));
}

Result<Values> SendDone(Call&) { return One(TokenValue()); }

Result<Values> RecvDone(Call& call) {
  if (call.operands[0].elements.empty()) return call.Fail(Rule::kSignature, "the operand is no context of a recv");
  Values elements = One(call.operands[0].elements[0]);
  elements.push_back(TokenValue());
  return AsDeclared(call, One(TupleValue(std::move(elements))));
}

// All of the work is done at the start; a future or async tuple carries the results. HLO's tuple is ((operands), results, context).
Result<Values> AsyncStart(Call& call) {
  Values operands = call.operands;
  MOTE_ASSIGN(Values results, RunComputation(call.context, call.instruction.called[0], std::move(call.operands)));
  if (!call.context.module.from_hlo_text) return One(TupleValue(std::move(results)));
  Values elements = One(TupleValue(std::move(operands)));
  elements.push_back(results.size() == 1 ? std::move(results[0]) : TupleValue(std::move(results)));
  size_t declared = call.shapes[0].elements.size();
  while (elements.size() < declared) elements.push_back(ArrayValue(Literal(Shape::Scalar(ElementType::kU32))));
  return One(TupleValue(std::move(elements)));
}

Result<Values> AsyncDone(Call& call) {
  Values elements = std::move(call.operands[0].elements);
  if (!call.context.module.from_hlo_text) return elements;
  if (elements.size() < 2) return call.Fail(Rule::kSignature, "the operand is no result of an async start");
  return One(std::move(elements[1]));
}

// One function of the module per process; operands and results are listed process after process.
Result<Values> RunParallel(Call& call) {
  const Module& module = call.context.module;
  std::vector<std::vector<std::string>> rows = ProgramNames(call.instruction.Text(Attr::kPrograms));
  std::vector<int32_t> functions;
  std::vector<Values> inputs;
  size_t next = 0;
  for (const std::vector<std::string>& row : rows) {
    if (row.size() != rows[0].size()) return call.Fail(Rule::kAttribute, "rows of `programs` differ in length");
    for (const std::string& name : row) {
      int32_t function = module.Find(name);
      if (function < 0) return call.Fail(Rule::kAttribute, "no function @" + name);
      size_t takes = module.computations[function].parameters.size();
      if (next + takes > call.operands.size()) return call.Fail(Rule::kArity, "too few operands for the programs");
      inputs.emplace_back(call.operands.begin() + static_cast<int64_t>(next), call.operands.begin() + static_cast<int64_t>(next + takes));
      next += takes;
      functions.push_back(function);
    }
  }
  if (functions.empty()) return call.Fail(Rule::kAttribute, "no programs");
  EvaluateOptions options = call.context.options;
  for (const std::vector<std::string>& queue : ProgramNames(call.instruction.Text(Attr::kInfeed))) {
    for (const std::string& name : queue) {
      int32_t function = module.Find(name);
      if (function < 0) return call.Fail(Rule::kAttribute, "no function @" + name);
      MOTE_ASSIGN(Values item, RunComputation(call.context, function, {}));
      options.infeed.push_back(std::move(item));
    }
  }
  MOTE_ASSIGN(std::vector<Values> results,
              RunOnGrid(module, options, static_cast<int64_t>(rows.size()), static_cast<int64_t>(rows[0].size()), functions, inputs));
  Values joined;
  for (Values& values : results) joined.insert(joined.end(), values.begin(), values.end());
  return joined;
}

}  // namespace

std::span<const OperationRow> ChannelOperations() {
  constexpr Quantized kOwn = Quantized::kOwn;
  constexpr RunTimeSizes kWhole = RunTimeSizes::kWhole;
  static const OperationRow rows[] = {
      {Op::kInfeed, nullptr, Infeed, kOwn, kWhole},
      {Op::kOutfeed, nullptr, Outfeed, kOwn, kWhole},
      {Op::kSend, nullptr, Send, kOwn, kWhole},
      {Op::kSendDone, nullptr, SendDone, kOwn, kWhole},
      {Op::kRecv, nullptr, Recv, kOwn, kWhole},
      {Op::kRecvDone, nullptr, RecvDone, kOwn, kWhole},
      {Op::kAsyncStart, nullptr, AsyncStart, kOwn, kWhole},
      {Op::kAsyncDone, nullptr, AsyncDone, kOwn, kWhole},
      {Op::kRunParallel, nullptr, RunParallel, kOwn, kWhole},
  };
  return rows;
}

}  // namespace mote::evaluation
