// Computations: frames of values, budgets, and the public entry points for one device. Operations themselves stand in their own files.
#include "evaluate/evaluate.h"

#include <new>
#include <string>
#include <utility>

#include "evaluate/operation.h"
#include "hlo/inlined_size.h"

namespace mote {

MOTE_DEFINE_COPIES(RuntimeValue);
namespace evaluation {
namespace {

int64_t LiveBytes(const RuntimeValue& value) {
  int64_t bytes = static_cast<int64_t>(value.literal.bytes().size());
  for (const RuntimeValue& element : value.elements) bytes += LiveBytes(element);
  return bytes;
}

bool AllStatic(const Instruction& instruction) {
  for (const Shape& shape : instruction.shapes) {
    if (!shape.IsStatic()) return false;
  }
  return true;
}

// Values of one activation of a computation.
class Frame {
 public:
  Frame(Context& context, const Computation& computation) : context_(context), values_(computation.instructions.size()) {}
  ~Frame() {
    for (const Values& values : values_) {
      for (const RuntimeValue& value : values) context_.live_bytes -= LiveBytes(value);
    }
  }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  void Set(size_t instruction, Values values) {
    for (const RuntimeValue& value : values) context_.live_bytes += LiveBytes(value);
    values_[instruction] = std::move(values);
  }
  RuntimeValue Take(Value v, bool last) {
    RuntimeValue& slot = values_[v.instruction][v.result];
    if (!last) return slot;
    context_.live_bytes -= LiveBytes(slot);
    return std::exchange(slot, RuntimeValue{});
  }

 private:
  Context& context_;
  IdVector<Values> values_;
};

Prepared Analyse(const Computation& computation) {
  Prepared p;
  size_t count = computation.instructions.size();
  IdVector<std::vector<bool>> used(count);
  for (size_t i = 0; i < count; ++i) used[i].assign(computation.instructions[i].shapes.size(), false);
  auto first_from_behind = [&](Value v) {
    bool first = !used[v.instruction][v.result];
    used[v.instruction][v.result] = true;
    return first;
  };
  p.result_use.resize(computation.results.size());
  for (size_t r = computation.results.size(); r-- > 0;) p.result_use[r] = first_from_behind(computation.results[r]);
  p.last_use.resize(count);
  for (size_t i = count; i-- > 0;) {
    const Instruction& instruction = computation.instructions[i];
    p.last_use[i].resize(instruction.operands.size());
    for (size_t o = instruction.operands.size(); o-- > 0;) p.last_use[i][o] = first_from_behind(instruction.operands[o]);
  }
  return p;
}

// A limit that was reached inside an operation is reported at its place.
Errors At(const Instruction& instruction, Errors errors) {
  Diagnostic& first = errors.list.front();
  if (first.rule == Rule::kLimit && !first.location.known()) first.location = instruction.location;
  return errors;
}

Result<Values> RunBody(Context& context, int32_t index, Values arguments) {
  const Computation& computation = context.module.computations[index];
  const Prepared& prepared = Prepare(context, index);
  Frame frame(context, computation);
  for (size_t i = 0; i < computation.instructions.size(); ++i) {
    const Instruction& instruction = computation.instructions[i];
    if (instruction.op == Op::kParameter) {
      size_t parameter = instruction.Int(Attr::kIndex);
      if (parameter >= arguments.size()) return Error(Rule::kSignature, "missing argument of " + computation.name, instruction.location);
      Values taken = One(std::move(arguments[parameter]));
      if (context.watch != nullptr) (*context.watch)(index, static_cast<int32_t>(i), taken);
      frame.Set(i, std::move(taken));
      continue;
    }
    Values operands;
    operands.reserve(instruction.operands.size());
    for (size_t o = 0; o < instruction.operands.size(); ++o) {
      operands.push_back(frame.Take(instruction.operands[o], prepared.last_use[i][o]));
    }
    Result<Values> results = RunInstruction(context, instruction, std::move(operands));
    if (!results) return At(instruction, results.errors());
    if (results->size() < instruction.shapes.size()) {
      return Error(Rule::kResult, std::string(OpName(instruction.op)) + " gave too few results", instruction.location);
    }
    if (context.watch != nullptr) (*context.watch)(index, static_cast<int32_t>(i), *results);
    frame.Set(i, std::move(*results));
  }
  Values results;
  for (size_t r = 0; r < computation.results.size(); ++r) {
    results.push_back(frame.Take(computation.results[r], prepared.result_use[r]));
  }
  return results;
}

}  // namespace

namespace {

// The numbers stored for a quantized parameter come without scales (a .npy file has none): they take the parameter's.
void TakeScales(const Shape& parameter, RuntimeValue& value) {
  for (size_t i = 0; i < value.elements.size(); ++i) TakeScales(parameter.elements[i], value.elements[i]);
  if (!parameter.IsArray() || parameter.quantization == nullptr) return;
  Shape shape = value.literal.shape();
  shape.quantization = parameter.quantization;
  value.literal = value.literal.WithShape(shape);
}

}  // namespace

bool Fits(const Shape& parameter, const RuntimeValue& value) {
  if (parameter.IsToken()) return value.is_token;
  if (parameter.IsTuple()) {
    bool fits = value.is_tuple && value.elements.size() == parameter.elements.size();
    for (size_t i = 0; fits && i < value.elements.size(); ++i) fits = Fits(parameter.elements[i], value.elements[i]);
    return fits;
  }
  const Dims& dims = value.literal.shape().dims;
  if (value.is_tuple || value.is_token || value.literal.type() != parameter.element_type || dims.size() != parameter.dims.size()) {
    return false;
  }
  for (size_t d = 0; d < dims.size(); ++d) {
    if (parameter.dims[d] != kDynamic && parameter.dims[d] != dims[d]) return false;
    if (!value.sizes.empty() && (value.sizes.size() != dims.size() || value.sizes[d] < 0 || value.sizes[d] > dims[d])) return false;
  }
  return static_cast<int64_t>(value.literal.bytes().size()) == value.literal.shape().ByteSize();
}

bool HasRunTimeSizes(const Module& module) {
  for (const Computation& computation : module.computations) {
    for (const Instruction& instruction : computation.instructions) {
      if (!AllStatic(instruction)) return true;
    }
  }
  return false;
}

Result<Values> TakeInputs(const Computation& function, Values inputs) {
  if (inputs.size() != function.parameters.size()) {
    return Error(Rule::kSignature, function.name + " takes " + std::to_string(function.parameters.size()) + " inputs, got " +
                                       std::to_string(inputs.size()));
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (Fits(function.parameters[i], inputs[i])) {
      TakeScales(function.parameters[i], inputs[i]);
      continue;
    }
    return Error(Rule::kSignature, "input " + std::to_string(i) + " of " + function.name + " must be " + ToString(function.parameters[i]) +
                                       ", got " +
                                       (inputs[i].is_tuple   ? "a tuple"
                                        : inputs[i].is_token ? "a token"
                                                             : ToString(inputs[i].literal.shape())));
  }
  return inputs;
}

Status Context::Spend(uint64_t count) {
  steps += count;
  if (steps <= options.step_budget) return Ok();
  return Error(Rule::kLimit, "the program used up its budget of " + std::to_string(options.step_budget) +
                                 " element operations (starting an operation counts as " + std::to_string(kInstructionCost) + ")");
}

Status Context::Reserve(const Shape& shape) {
  if (!shape.IsArray()) return Ok();
  int64_t bytes = StorageBytes(shape.element_type);
  for (int64_t size : shape.dims) {
    if (size < 0 || __builtin_mul_overflow(bytes, size, &bytes)) bytes = INT64_MAX;
  }
  if (bytes <= options.max_live_bytes - live_bytes) return Ok();
  return Error(Rule::kLimit, "a value of type " + ToString(shape) + " does not fit into the limit of " +
                                 std::to_string(options.max_live_bytes) + " live bytes");
}

Values Call::Captures() const {
  return Values(operands.begin() + instruction.declared_operands(), operands.end());
}

Diagnostic Call::Fail(Rule rule, const std::string& text) const {
  return Error(rule, std::string(OpName(instruction.op)) + ": " + text, instruction.location);
}

const Prepared& Prepare(Context& context, int32_t computation) {
  std::unique_ptr<Prepared>& slot = context.prepared[computation];
  if (!slot) slot = std::make_unique<Prepared>(Analyse(context.module.computations[computation]));
  return *slot;
}

Result<Values> RunComputation(Context& context, int32_t computation, Values arguments) {
  if (context.depth >= context.options.max_call_depth) {
    return Error(Rule::kLimit, "calls nested deeper than " + std::to_string(context.options.max_call_depth));
  }
  ++context.depth;
  Result<Values> results = RunBody(context, computation, std::move(arguments));
  --context.depth;
  return results;
}

Result<Values> RunFunction(Context& context, int32_t function, Values arguments) {
  try {
    return RunComputation(context, function, std::move(arguments));
  } catch (const std::bad_alloc&) {
    return Error(Rule::kLimit, "out of memory");
  }
}

RuntimeValue ArrayValue(Literal literal) {
  RuntimeValue value;
  value.literal = std::move(literal);
  return value;
}

RuntimeValue TokenValue() {
  RuntimeValue value;
  value.is_token = true;
  return value;
}

RuntimeValue TupleValue(Values elements) {
  RuntimeValue value;
  value.is_tuple = true;
  value.elements = std::move(elements);
  return value;
}

Values One(RuntimeValue value) {
  Values values;
  values.push_back(std::move(value));
  return values;
}

}  // namespace evaluation

namespace {

Result<std::vector<RuntimeValue>> EvaluateFunction(const Module& module, const std::vector<RuntimeValue>& inputs,
                                                   const EvaluateOptions& options, int32_t function, const Watch* watch) {
  if (!module.computations.Has(function)) return Error(Rule::kSignature, "the module has no entry function");
  MOTE_CHECK_OK(CheckInlinedSize(module, function));
  const Computation& entry = module.computations[function];
  MOTE_ASSIGN(evaluation::Values taken, evaluation::TakeInputs(entry, inputs));
  evaluation::Context context(module, options);
  context.run_time_sizes = evaluation::HasRunTimeSizes(module);
  context.watch = watch;
  Result<std::vector<RuntimeValue>> results = evaluation::RunFunction(context, function, std::move(taken));
  if (options.rng_state != nullptr) *options.rng_state = context.rng_state;
  return results;
}

}  // namespace

Result<std::vector<RuntimeValue>> Evaluate(const Module& module, const std::vector<RuntimeValue>& inputs, const EvaluateOptions& options,
                                           int32_t function) {
  return EvaluateFunction(module, inputs, options, function < 0 ? module.entry : function, nullptr);
}

Result<std::vector<RuntimeValue>> EvaluateWatched(const Module& module, const std::vector<RuntimeValue>& inputs, const Watch& watch) {
  const EvaluateOptions options;
  return EvaluateFunction(module, inputs, options, module.entry, &watch);
}

Result<Literal> EvaluateOperation(const Module& module, const Instruction& instruction, const std::vector<Literal>& operands) {
  EvaluateOptions options;
  evaluation::Context context(module, options);
  evaluation::Values values;
  for (const Literal& operand : operands) values.push_back(evaluation::ArrayValue(operand));
  MOTE_ASSIGN(evaluation::Values results, evaluation::RunInstruction(context, instruction, std::move(values)));
  if (results.size() != 1 || results[0].is_tuple || results[0].is_token) {
    return Error(Rule::kUnsupported, std::string(OpName(instruction.op)) + " does not give one array", instruction.location);
  }
  return std::move(results[0].literal);
}

}  // namespace mote
