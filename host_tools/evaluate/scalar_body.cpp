// Flattening of region computations and running them over lanes.
#include "evaluate/scalar_body.h"

#include <algorithm>
#include <cstring>

namespace mote::evaluation {
namespace {

constexpr int kMaxInlineDepth = 16;
constexpr size_t kMaxRegisters = 1 << 14;  // calls of calls may double with every level

size_t LaneBytes(ElementType type) {
  switch (FormOf(type)) {
    case Form::kInteger: return sizeof(int64_t);
    case Form::kReal: return sizeof(double);
    case Form::kComplex: break;
  }
  return sizeof(Complex);
}

bool PassesThrough(Op op) { return InFamily(op, Family::kMove) || op == Op::kOptimizationBarrier; }

bool IsPlainScalar(const Shape& shape) { return shape.IsScalar() && !shape.quantization; }

// Elements of a tuple, or the one shape of an array.
void AppendLeaves(const Shape& shape, IdVector<Shape>* leaves) {
  if (!shape.IsTuple()) return leaves->push_back(shape);
  for (const Shape& element : shape.elements) AppendLeaves(element, leaves);
}

void AppendLeaves(RuntimeValue value, Values* leaves) {
  if (!value.is_tuple) return leaves->push_back(std::move(value));
  for (RuntimeValue& element : value.elements) AppendLeaves(std::move(element), leaves);
}

}  // namespace

Result<ScalarBody> ScalarBody::Make(Context& context, int32_t index, Values captures) {
  const Computation& computation = context.module.computations[index];
  ScalarBody body;
  body.context_ = &context;
  body.computation_ = index;
  if (computation.parameters.size() < captures.size()) return Error(Rule::kSignature, "a region lacks parameters for its captures");
  body.own_parameters_ = computation.parameters.size() - captures.size();
  for (const Shape& shape : computation.ResultShapes()) AppendLeaves(shape, &body.result_shapes_);
  for (const Shape& shape : body.result_shapes_) body.result_types_.push_back(shape.element_type);
  std::vector<Slot> arguments;
  bool flat = true;
  for (size_t p = 0; p < computation.parameters.size(); ++p) {
    flat = flat && IsPlainScalar(computation.parameters[p]);
    if (!flat) break;
    bool captured = p >= body.own_parameters_;
    arguments.push_back(Slot{captured ? body.ConstantRegister(captures[p - body.own_parameters_].literal)
                                      : body.NewRegister(computation.parameters[p].element_type),
                             {}});
  }
  std::vector<Slot> results;
  flat = flat && body.Flatten(context.module, computation, arguments, 0, &results);
  for (const Slot& slot : results) {
    if (slot.reg >= 0) body.result_registers_.push_back(slot.reg);
    body.result_registers_.insert(body.result_registers_.end(), slot.tuple.begin(), slot.tuple.end());
  }
  body.flat_ = flat && body.result_registers_.size() == body.result_types_.size();
  body.captures_ = std::move(captures);
  if (body.flat_) body.FindShortcuts();
  return body;
}

int ScalarBody::NewRegister(ElementType type) {
  registers_.emplace_back(kLanes);
  register_types_.push_back(type);
  sources_.push_back(nullptr);
  return static_cast<int>(registers_.size()) - 1;
}

int ScalarBody::ConstantRegister(const Literal& scalar) {
  int reg = NewRegister(scalar.type());
  VisitForm(scalar.type(), [&](auto tag) {
    using T = decltype(tag);
    T* lanes = reinterpret_cast<T*>(registers_[reg].data());
    Load(scalar.type(), scalar.bytes().data(), 1, lanes);
    std::fill(lanes, lanes + kLanes, lanes[0]);
  });
  return reg;
}

bool ScalarBody::Flatten(const Module& module, const Computation& computation, const std::vector<Slot>& arguments, int depth,
                         std::vector<Slot>* results) {
  if (depth > kMaxInlineDepth || registers_.size() > kMaxRegisters) return false;
  Slots slots(computation.instructions.size());
  for (size_t i = 0; i < computation.instructions.size(); ++i) {
    const Instruction& instruction = computation.instructions[i];
    if (instruction.op == Op::kParameter) {
      size_t parameter = instruction.Int(Attr::kIndex);
      if (parameter >= arguments.size()) return false;
      slots[i] = {arguments[parameter]};
    } else if (!FlattenInstruction(module, instruction, slots, i, depth)) {
      return false;
    }
  }
  for (Value value : computation.results) results->push_back(slots[value.instruction][value.result]);
  return true;
}

bool ScalarBody::FlattenInstruction(const Module& module, const Instruction& instruction, Slots& slots, size_t index, int depth) {
  std::vector<Slot> operands;
  for (Value value : instruction.operands) operands.push_back(slots[value.instruction][value.result]);
  if (instruction.op == Op::kTuple) {
    Slot tuple;
    for (const Slot& operand : operands) tuple.tuple.push_back(operand.reg);
    slots[index] = {tuple};
    return std::find(tuple.tuple.begin(), tuple.tuple.end(), -1) == tuple.tuple.end();
  }
  if (instruction.op == Op::kGetTupleElement) {
    size_t element = instruction.Int(Attr::kIndex);
    if (element >= operands[0].tuple.size()) return false;
    slots[index] = {Slot{operands[0].tuple[element], {}}};
    return true;
  }
  if (instruction.op == Op::kCall || instruction.op == Op::kFusion) {
    return Flatten(module, module.computations[instruction.called[0]], operands, depth + 1, &slots[index]);
  }
  for (const Shape& shape : instruction.shapes) {
    if (!IsPlainScalar(shape)) return false;
  }
  for (const Slot& operand : operands) {
    if (operand.reg < 0) return false;
  }
  if (instruction.op == Op::kConstant) {
    slots[index] = {Slot{ConstantRegister(instruction.LiteralValue()), {}}};
    return true;
  }
  if (PassesThrough(instruction.op)) {
    slots[index] = operands;
    return true;
  }
  if (operands.empty() || operands.size() > 3 || instruction.shapes.size() != 1) return false;
  Step step{{}, &instruction, {-1, -1, -1}, -1, {}, instruction.shape().element_type};
  for (size_t o = 0; o < operands.size(); ++o) step.in[o] = operands[o].reg;
  step.operand = register_types_[step.in[instruction.op == Op::kSelect ? 1 : 0]];
  std::optional<LaneKernel> kernel = FindLanes(instruction.op, step.operand);
  if (!kernel) return false;
  step.kernel = *kernel;
  step.out = NewRegister(step.result);
  steps_.push_back(step);
  slots[index] = {Slot{step.out, {}}};
  return true;
}

void ScalarBody::FindShortcuts() {
  if (own_parameters_ != 2 || result_registers_.size() != 1) return;
  returns_second_ = steps_.empty() && result_registers_[0] == 1;
  if (steps_.size() != 1) return;
  const Step& step = steps_[0];
  bool on_parameters = (step.in[0] == 0 && step.in[1] == 1) || (step.in[0] == 1 && step.in[1] == 0);
  bool one_type = register_types_[0] == step.result && register_types_[1] == step.result;
  if (on_parameters && step.in[2] < 0 && one_type && step.out == result_registers_[0]) single_ = step.instruction->op;
}

Status ScalarBody::Run(int64_t n, const std::vector<const void*>& arguments, const std::vector<void*>& results) {
  if (!flat_) return RunAsComputation(n, arguments, results);
  MOTE_CHECK_OK(context_->Spend(steps_.size() * static_cast<uint64_t>(n)));
  for (size_t r = 0; r < registers_.size(); ++r) sources_[r] = registers_[r].data();
  for (size_t p = 0; p < own_parameters_; ++p) sources_[p] = arguments[p];
  for (const Step& step : steps_) {
    Lanes lanes;
    lanes.n = n;
    for (int i = 0; i < 3; ++i) lanes.in[i] = step.in[i] < 0 ? nullptr : sources_[step.in[i]];
    lanes.out = registers_[step.out].data();
    lanes.instruction = step.instruction;
    lanes.operand = step.operand;
    lanes.result = step.result;
    lanes.row = step.kernel.row;
    step.kernel.run(lanes);
    RoundLanes(step.result, lanes.out, n);
  }
  // A result that is itself a parameter may lie in another result's buffer: stage it.
  for (int reg : result_registers_) {
    if (reg < static_cast<int>(own_parameters_) && results.size() > 1) {
      std::memcpy(registers_[reg].data(), sources_[reg], LaneBytes(register_types_[reg]) * static_cast<size_t>(n));
      sources_[reg] = registers_[reg].data();
    }
  }
  for (size_t r = 0; r < results.size(); ++r) {
    const void* from = sources_[result_registers_[r]];
    if (from != results[r]) std::memcpy(results[r], from, LaneBytes(result_types_[r]) * static_cast<size_t>(n));
  }
  return Ok();
}

Status ScalarBody::RunAsComputation(int64_t n, const std::vector<const void*>& arguments, const std::vector<void*>& results) {
  const Computation& computation = context_->module.computations[computation_];
  IdVector<Values> lanes(n);
  for (int64_t lane = 0; lane < n; ++lane) {
    Values values;
    for (size_t p = 0; p < own_parameters_; ++p) {
      Literal scalar(computation.parameters[p]);
      VisitForm(scalar.type(), [&](auto tag) {
        Store(scalar.type(), static_cast<const decltype(tag)*>(arguments[p]) + lane, 1, scalar.mutable_bytes().data());
      });
      values.push_back(ArrayValue(std::move(scalar)));
    }
    values.insert(values.end(), captures_.begin(), captures_.end());
    MOTE_ASSIGN(Values returned, RunComputation(*context_, computation_, std::move(values)));
    for (RuntimeValue& value : returned) AppendLeaves(std::move(value), &lanes[lane]);
    if (lanes[lane].size() < results.size()) return Error(Rule::kSignature, "a region returns too few values");
  }
  for (int64_t lane = 0; lane < n; ++lane) {
    for (size_t r = 0; r < results.size(); ++r) {
      const Literal& scalar = lanes[lane][r].literal;
      VisitForm(scalar.type(), [&](auto tag) {
        Load(scalar.type(), scalar.bytes().data(), 1, static_cast<decltype(tag)*>(results[r]) + lane);
      });
    }
  }
  return Ok();
}

}  // namespace mote::evaluation
