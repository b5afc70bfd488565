// SelectSteps: what a module may ask for at all, its entry's inputs, states and outputs, and the steps between them (selector.h).
#include <set>
#include <string>

#include "hlo/complex_pairs.h"
#include "hlo/fft_call.h"
#include "hlo/host_transfer.h"
#include "hlo/known_call.h"
#include "hlo/linear_algebra_call.h"
#include "hlo/parameter_number.h"
#include "select/arrange_weights.h"
#include "select/selector.h"

namespace mote {

MOTE_DEFINE_COPIES(StepGraph);
namespace {

// An operation that SplitComplex left whole is what has no kernel, not the conversions around it that come first.
Status CheckNoComplex(const Module& module) {
  const auto is_complex = [](const Shape& shape) { return shape.IsArray() && IsComplex(shape.element_type); };
  for (const Computation& computation : module.computations) {
    for (const Instruction& i : computation.instructions) {
      if (i.op == Op::kComplex) continue;
      for (const Value& operand : i.operands) {
        if (is_complex(computation.shape(operand))) return Unsupported(i, "it has no kernel for complex values");
      }
    }
  }
  return Ok();
}

// Before anything else: a callback into Python has tokens around it, which are not what the user should hear of.
Status CheckCustomCalls(const Module& module, const TargetFacts& target, const std::set<std::string>& custom_calls) {
  for (const Computation& computation : module.computations) {
    for (const Instruction& i : computation.instructions) {
      if (i.op != Op::kCustomCall || custom_calls.count(i.Text(Attr::kCallTarget)) != 0 || IsHostCall(i.Text(Attr::kCallTarget))) continue;
      const IdVector<Shape> operands = OperandShapes(computation, i);
      const bool transforms = target.fixed_packing == FixedPacking::kHost || target.path == TargetFacts::Path::kVulkan;
      if (transforms && FftCallOf(i, operands)) continue;
      if (IsLinearAlgebraCall(i)) {
        const auto call = LinearAlgebraCallOf(i, operands);
        if (call.ok() && call->HasRoutine()) continue;
      }
      Diagnostic refused = RefusedCall(i, operands);
      if (refused.hint.empty()) refused.hint = "--custom-call " + i.Text(Attr::kCallTarget) + " leaves it to a function of the application";
      return refused;
    }
  }
  return Ok();
}

// What the program file can say of an input or output.
Status CheckTensor(const Shape& shape, const char* what, Location location) {
  if (!shape.IsArray() || !shape.IsStatic()) {
    Diagnostic d = Error(Rule::kUnsupported, std::string(what) + " of type " + ToString(shape), location);
    if (shape.IsArray()) d.hint = "--dim gives sizes that are not known";
    return d;
  }
  for (const int64_t size : shape.dims) {
    if (size > INT32_MAX) {
      return Error(Rule::kLimit, std::string(what) + " of type " + ToString(shape) + ": a dimension has more than 2147483647 elements",
                   location);
    }
  }
  return Ok();
}

std::string NameAt(const std::vector<std::string>& names, size_t i, const char* prefix) {
  return i < names.size() && !names[i].empty() ? names[i] : prefix + std::to_string(i);
}

bool HasPairs(const std::vector<std::map<std::string, std::string>>& extra, size_t i) {
  return i < extra.size() && extra[i].count(std::string(kComplexPairs)) != 0;
}

bool Names(const std::string& wanted, const std::vector<std::string>& names, size_t i) {
  return wanted == std::to_string(i) || (i < names.size() && !wanted.empty() && wanted == names[i]);
}

}  // namespace

const StateBinding* Selector::StateOf(size_t p) const {
  for (const StateBinding& state : options_.states) {
    if (ParameterNumber(module_.main(), state.input) == static_cast<int32_t>(p)) return &state;
  }
  return nullptr;
}

Result<BufferId> Selector::AddParameter(size_t p) {
  const Computation& main = module_.main();
  const Shape& shape = main.parameters[p];
  const StateBinding* state = StateOf(p);
  MOTE_CHECK_OK(CheckTensor(shape, state != nullptr ? "a state" : "an input", main.location));
  const BufferId b = NewBuffer(shape, NameAt(main.parameter_names, p, "input"));
  At(b).complex_pairs = HasPairs(main.parameter_extra, p);
  if (state == nullptr) {
    At(b).kind = Buffer::Kind::kInput;
    At(b).number = entry_.inputs.count();
    entry_.inputs.push_back(b);
    entry_.input_names.push_back(p < main.parameter_names.size() ? main.parameter_names[p] : "");
    MOTE_ASSIGN(std::optional<Split> split, SplitOf(main.parameter_extra, p, At(b).TensorShape(), module_));
    entry_.input_splits.push_back(std::move(split));
    return b;
  }
  At(b).kind = Buffer::Kind::kState;
  if (state->output.empty()) return b;
  for (size_t r = 0; r < main.results.size(); ++r) {
    if (!Names(state->output, main.result_names, r)) continue;
    const Shape& result = main.shape(main.results[r]);
    if (!(result == shape)) {
      return Error(Rule::kShape,
                   "state " + state->input + " is " + ToString(shape) + ", its output " + state->output + " " + ToString(result),
                   main.location);
    }
    if (!state_results_.try_emplace(r, b).second) {
      return Error(Rule::kCount, "output " + state->output + " is the next value of two states", main.location);
    }
    return b;
  }
  return Error(Rule::kAttribute, "there is no output '" + state->output + "' to be the next value of state " + state->input, main.location);
}

Status Selector::AddResults() {
  const Computation& main = module_.main();
  for (size_t r = 0; r < main.results.size(); ++r) {
    if (state_results_.count(r) != 0) continue;
    const Shape& shape = main.shape(main.results[r]);
    MOTE_CHECK_OK(CheckTensor(shape, "an output", main.location));
    const BufferId b = NewBuffer(shape, NameAt(main.result_names, r, "output"));
    At(b).kind = Buffer::Kind::kOutput;
    At(b).complex_pairs = HasPairs(main.result_extra, r);
    At(b).number = entry_.outputs.count();
    entry_.outputs.push_back(b);
    entry_.output_names.push_back(r < main.result_names.size() ? main.result_names[r] : "");
    MOTE_ASSIGN(std::optional<Split> split, SplitOf(main.result_extra, r, At(b).TensorShape(), module_));
    entry_.output_splits.push_back(std::move(split));
  }
  return Ok();
}

// Outputs first: one may be a state's old value.
Status Selector::FinishEntry(const std::vector<BufferId>& results) {
  const Location location = module_.main().location;
  std::vector<BufferId> next, states;
  size_t output = 0;
  for (size_t r = 0; r < results.size(); ++r) {
    const auto state = state_results_.find(r);
    if (state == state_results_.end()) {
      AddCopy(entry_.block, results[r], entry_.outputs[output++], "an output that is an input, a constant or returned twice", location);
    } else {
      next.push_back(results[r]);
      states.push_back(state->second);
    }
  }
  AddCopies(entry_.block, next, states, "next value of a state", location);
  return Ok();
}

Result<StepGraph> Selector::Run() {
  const Computation& main = module_.main();
  entry_.name = main.name.empty() ? "main" : main.name;
  std::vector<BufferId> parameters, wanted;
  for (size_t p = 0; p < main.parameters.size(); ++p) {
    MOTE_ASSIGN(const BufferId b, AddParameter(p));
    parameters.push_back(b);
  }
  MOTE_CHECK_OK(AddResults());
  for (size_t r = 0, output = 0; r < main.results.size(); ++r) {
    wanted.push_back(state_results_.count(r) != 0 ? kNoBuffer : entry_.outputs[output++]);
  }
  entry_.block = NewBlock();
  MOTE_ASSIGN(const std::vector<BufferId> results, Walk(main, entry_.block, parameters, wanted));
  MOTE_CHECK_OK(FinishEntry(results));
  graph_.entries.push_back(std::move(entry_));
  return std::move(graph_);
}

const char* KindName(const Step& step) {
  if (step.kind == StepKind::kExchange && step.fields[kMoteExchangePart] != kMoteExchangeWhole) {
    return step.fields[kMoteExchangePart] == kMoteExchangeStart ? "exchange start" : "exchange done";
  }
  switch (step.kind) {
#define MOTE_STEP(id, code, name, ...) \
  case StepKind::k##id: return name;
#include "schema/steps.def"
#undef MOTE_STEP
    case StepKind::kRoutine: return RowOf(step.routine).name;
  }
  return "?";
}

Result<StepGraph> SelectSteps(const Module& module, const TargetFacts& target, const SelectOptions& options) {
  MOTE_CHECK_OK(CheckCustomCalls(module, target, options.custom_calls));
  MOTE_CHECK_OK(CheckNoComplex(module));
  const Module arranged = ArrangeWeights(module);
  return Selector(arranged, target, options).Run();
}

}  // namespace mote
