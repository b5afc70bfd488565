// LowerHostTransfers: infeed, outfeed, and send and recv with the host become calls (hlo/host_transfer.h), in the order of the program.
#include "hlo/host_transfer.h"
#include "passes/emitter.h"
#include "passes/passes.h"

namespace mote {
namespace {

// Of the arrays among the operands, tokens left out; its results are the first `shapes` ones.
IdVector<Value> CallHost(ModuleEmitter& e, const Instruction& i, const std::string& name, size_t shapes, Attr config) {
  Instruction call;
  call.op = Op::kCustomCall;
  call.attributes[Attr::kCallTarget] = name;
  call.attributes[Attr::kHasSideEffect] = true;
  if (!i.Text(config).empty()) call.attributes[Attr::kBackendConfig] = i.Text(config);
  for (const Value operand : i.operands) {
    if (!e.shape(operand).IsToken()) call.operands.push_back(operand);
  }
  call.shapes.assign(i.shapes.begin(), i.shapes.begin() + static_cast<std::ptrdiff_t>(shapes));
  const Value first = e.Add(std::move(call));
  IdVector<Value> results;
  for (size_t r = 0; r < shapes; ++r) results.push_back({first.instruction, static_cast<int32_t>(r)});
  return results;
}

// Results as they are without tuples: arrays and a token; of HLO's send and recv what was moved, a number and a token.
std::optional<IdVector<Value>> Visit(ModuleEmitter& e, const Instruction& i, bool hlo) {
  if (i.op == Op::kInfeed || i.op == Op::kOutfeed) {
    const bool in = i.op == Op::kInfeed;
    const Attr config = in ? Attr::kInfeedConfig : Attr::kOutfeedConfig;
    IdVector<Value> results = CallHost(e, i, in ? kInfeedCall : kOutfeedCall, i.shapes.size() - 1, config);
    results.push_back(i.operands.back());
    return results;
  }
  if (!i.Bool(Attr::kIsHostTransfer)) return std::nullopt;
  const Value token = i.operands.empty() ? Value{} : i.operands.back();
  switch (i.op) {
    case Op::kSend: {
      CallHost(e, i, SendCall(i.Int(Attr::kChannelId)), 0, Attr::kBackendConfig);
      if (i.shapes.size() == 1) return IdVector<Value>{token};
      return IdVector<Value>{i.operands[0], e.Splat(i.shapes[1], 0), token};
    }
    case Op::kRecv: {
      const size_t arrays = i.shapes.size() - (hlo ? 2 : 1);
      IdVector<Value> results = CallHost(e, i, ReceiveCall(i.Int(Attr::kChannelId)), arrays, Attr::kBackendConfig);
      if (hlo) results.push_back(e.Splat(i.shapes[1], 0));
      results.push_back(token);
      return results;
    }
    case Op::kSendDone: return IdVector<Value>{token};
    case Op::kRecvDone: return IdVector<Value>{i.operands.front(), token};
    default: return std::nullopt;
  }
}

// Marks what has a transfer in its regions; whether the computation has one.
bool MarkEffects(Module& module, int32_t computation) {
  bool found = false;
  for (size_t n = 0; n < module.computations[computation].instructions.size(); ++n) {
    const Instruction& i = module.computations[computation].instructions[n];
    bool effect = i.op == Op::kCustomCall && IsHostCall(i.Text(Attr::kCallTarget));
    for (const int32_t called : IdVector<int32_t>(i.called)) effect = MarkEffects(module, called) || effect;
    if (effect && !i.called.empty()) module.computations[computation].instructions[n].extra[kHasEffect] = "";
    found = found || effect;
  }
  return found;
}

}  // namespace

Result<Module> LowerHostTransfers(const Module& module) {
  Module fresh = RewriteModule(module, [&](ModuleEmitter& e, const Instruction& i) { return Visit(e, i, module.from_hlo_text); });
  if (fresh.entry >= 0) MarkEffects(fresh, fresh.entry);
  return fresh;
}

}  // namespace mote
