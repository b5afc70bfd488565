// Specialise: one walk over the entry with known shapes and, for shape arithmetic, known values; regions are walked with what they receive.
#include "passes/specialize.h"

#include "evaluate/evaluate.h"
#include "hlo/verify.h"
#include "passes/emitter.h"
#include "passes/passes.h"
#include "passes/static_form.h"

namespace mote {
namespace {

constexpr int kMaxDepth = 256;            // of regions
constexpr int64_t kMaxKnownElements = 4096;  // shape arithmetic works on short vectors

class Specialiser {
 public:
  Specialiser(Module module, const DimensionSizes& sizes) : module_(std::move(module)), sizes_(sizes), fresh_(module_) {
    fresh_.computations.clear();
  }

  Result<Module> Run();

 private:
  // What is known of a value of the new computation.
  struct Known {
    Value value;
    std::optional<Literal> literal;
  };
  using KnownValues = std::vector<Known>;

  Result<int32_t> Entry();
  Result<int32_t> Region(int32_t index, const IdVector<Shape>& shapes, const std::vector<std::optional<Literal>>& literals, int depth);
  Status Body(Computation& fresh, const Computation& old, IdVector<KnownValues>& known, int depth);
  Result<KnownValues> Visit(ModuleEmitter& emitter, const Computation& old, Instruction instruction, const std::vector<Known>& operands,
                            int depth);
  Status SpecialiseRegions(Instruction& instruction, const IdVector<Shape>& shapes, const std::vector<Known>& operands, int depth);
  Status InferResults(Instruction& instruction, const IdVector<Shape>& shapes);
  Result<bool> CheckedAssertion(const Instruction& instruction, const std::vector<Known>& operands) const;
  std::optional<Literal> Fold(const Instruction& instruction, const std::vector<Known>& operands) const;
  std::optional<int64_t> Named(size_t parameter, const std::string& suffix);

  const Module module_;
  const DimensionSizes& sizes_;
  Module fresh_;
  std::map<std::string, bool> used_;  // names of sizes_.named that a parameter has
};

bool IsScalarInteger(const Shape& shape) { return shape.IsScalar() && IsInteger(shape.element_type) && !shape.quantization; }

// Static sizes win; both agree where both are static, else the source and the sizes contradict each other.
bool MergeShapes(const Shape& declared, const Shape& inferred, Shape* merged) {
  *merged = declared;
  if (declared.kind != inferred.kind) return false;
  if (!declared.IsArray()) {
    if (declared.elements.size() != inferred.elements.size()) return declared.elements.empty() && inferred.elements.empty();
    for (size_t i = 0; i < declared.elements.size(); ++i) {
      if (!MergeShapes(declared.elements[i], inferred.elements[i], &merged->elements[i])) return false;
    }
    return true;
  }
  if (declared.dims.size() != inferred.dims.size()) return false;
  for (size_t i = 0; i < declared.dims.size(); ++i) {
    const bool known = inferred.dims[i] != kDynamic && !inferred.IsBounded(i);
    if (!known) continue;
    if (declared.dims[i] != kDynamic && !declared.IsBounded(i) && declared.dims[i] != inferred.dims[i]) return false;
    merged->dims[i] = inferred.dims[i];
    if (i < merged->bounded.size()) merged->bounded[i] = false;
  }
  bool any = false;
  for (const bool bounded : merged->bounded) any = any || bounded;
  if (!any) merged->bounded.clear();
  return true;
}

std::optional<int64_t> Specialiser::Named(size_t parameter, const std::string& suffix) {
  for (const std::string& name : ParameterNames(module_.main(), parameter)) {
    const auto found = sizes_.named.find(name + suffix);
    if (found == sizes_.named.end()) continue;
    used_[found->first] = true;
    return found->second;
  }
  return std::nullopt;
}

Result<Module> Specialiser::Run() {
  if (module_.entry < 0) return module_;
  fresh_.entry = 0;
  fresh_.computations.emplace_back();
  MOTE_CHECK_OK(Entry());
  for (const auto& [name, size] : sizes_.named) {
    if (used_.count(name) == 0) return Error(Rule::kAttribute, "no parameter takes the size '" + name + "'", module_.main().location);
  }
  Module result = ShareAndDrop(fresh_);
  std::vector<Diagnostic> found = Verify(result, 1);
  if (!found.empty()) return Errors{std::move(found)};
  for (const Computation& computation : result.computations) {
    for (const Instruction& instruction : computation.instructions) {
      for (const Shape& shape : instruction.shapes) {
        if (shape.IsStatic()) continue;
        const bool bounded_on_purpose = instruction.op == Op::kSetDimensionSize;
        if (bounded_on_purpose) continue;
        return Error(Rule::kUnsupported, std::string(OpName(instruction.op)) + " still has the shape " + ToMlirString(shape),
                     instruction.location);
      }
    }
  }
  return result;
}

Result<int32_t> Specialiser::Entry() {
  const Computation& old = module_.main();
  Computation fresh = EmptyLike(old);
  fresh.parameters.clear();
  ModuleEmitter emitter(fresh);
  IdVector<KnownValues> known(old.instructions.size());
  bool leading = true;
  for (size_t i = 0; i < old.parameters.size(); ++i) {
    Shape shape = old.parameters[i];
    for (size_t d = 0; d < shape.dims.size(); ++d) {
      std::optional<int64_t> size = Named(i, "." + std::to_string(d));
      const bool open = shape.dims[d] == kDynamic || shape.IsBounded(d);
      if (!size && open) size = sizes_.otherwise;
      if (!size) continue;
      const bool fits =
          *size >= 0 && (shape.dims[d] == kDynamic || shape.dims[d] == *size || (shape.IsBounded(d) && *size <= shape.dims[d]));
      if (!fits) {
        return Error(Rule::kSize, "size " + std::to_string(*size) + " for dimension " + std::to_string(d) + " of " + ToMlirString(shape),
                     old.instructions[i].location);
      }
      Shape sized = shape;
      sized.dims[d] = *size;
      if (d < sized.bounded.size()) sized.bounded[d] = false;
      shape = std::move(sized);
    }
    bool any = false;
    for (const bool bounded : shape.bounded) any = any || bounded;
    if (!any) shape.bounded.clear();
    emitter.location = old.instructions[i].location;
    emitter.name = old.instructions[i].name;
    known[i] = {{emitter.Parameter(shape), std::nullopt}};
    leading = leading && IsScalarInteger(shape);
    std::optional<int64_t> value = IsScalarInteger(shape) ? Named(i, "") : std::nullopt;
    if (!value && leading) value = sizes_.otherwise;
    if (!value) continue;
    Literal literal(shape);
    literal.SetInteger(0, *value);
    known[i][0].literal = std::move(literal);
  }
  // Constants stand behind all parameters.
  for (size_t i = 0; i < old.parameters.size(); ++i) {
    if (known[i][0].literal) known[i][0].value = emitter.Constant(*known[i][0].literal);
  }
  MOTE_CHECK_OK(Body(fresh, old, known, 0));
  fresh_.computations[0] = std::move(fresh);
  return 0;
}

// A region for operands of these shapes and, where they are the same in every run of it, values.
Result<int32_t> Specialiser::Region(int32_t index, const IdVector<Shape>& shapes, const std::vector<std::optional<Literal>>& literals,
                                    int depth) {
  const Computation& old = module_.computations[index];
  if (depth > kMaxDepth) return Error(Rule::kLimit, "regions nested deeper than " + std::to_string(kMaxDepth), old.location);
  const int32_t number = fresh_.computations.count();
  fresh_.computations.emplace_back();
  Computation fresh = EmptyLike(old);
  fresh.parameters.clear();
  ModuleEmitter emitter(fresh);
  IdVector<KnownValues> known(old.instructions.size());
  for (size_t i = 0; i < old.parameters.size(); ++i) {
    emitter.location = old.instructions[i].location;
    emitter.name = old.instructions[i].name;
    known[i] = {{emitter.Parameter(shapes[i]), literals[i]}};
  }
  for (size_t i = 0; i < old.parameters.size(); ++i) {
    if (literals[i]) known[i][0].value = emitter.Constant(*literals[i]);
  }
  MOTE_CHECK_OK(Body(fresh, old, known, depth));
  fresh_.computations[number] = std::move(fresh);
  return number;
}

Status Specialiser::Body(Computation& fresh, const Computation& old, IdVector<KnownValues>& known, int depth) {
  ModuleEmitter emitter(fresh);
  const auto lookup = [&](Value v) -> const Known& { return known[v.instruction][v.result]; };
  for (size_t i = old.parameters.size(); i < old.instructions.size(); ++i) {
    Instruction instruction = old.instructions[i];
    std::vector<Known> operands;
    for (Value& operand : instruction.operands) {
      operands.push_back(lookup(operand));
      operand = operands.back().value;
    }
    emitter.location = instruction.location;
    emitter.name = instruction.name;
    MOTE_ASSIGN(known[i], Visit(emitter, old, std::move(instruction), operands, depth));
  }
  for (const Value& result : old.results) fresh.results.push_back(lookup(result).value);
  return Ok();
}

Result<Specialiser::KnownValues> Specialiser::Visit(ModuleEmitter& emitter, const Computation&, Instruction instruction,
                                                    const std::vector<Known>& operands, int depth) {
  MOTE_ASSIGN(const bool asserted, CheckedAssertion(instruction, operands));
  if (asserted) return KnownValues{};
  IdVector<Shape> shapes;
  std::vector<const Literal*> values;
  for (const Known& operand : operands) {
    shapes.push_back(emitter.shape(operand.value));
    values.push_back(operand.literal ? &*operand.literal : nullptr);
  }
  MOTE_CHECK_OK(TakeStaticForm(instruction, {shapes, values}));
  if (instruction.op == Op::kRealDynamicSlice) TakeSliceOfKnownSize(emitter, instruction, values[3]);
  shapes.clear();
  for (const Value& operand : instruction.operands) shapes.push_back(emitter.shape(operand));
  MOTE_CHECK_OK(SpecialiseRegions(instruction, shapes, operands, depth));
  MOTE_CHECK_OK(InferResults(instruction, shapes));
  KnownValues known(instruction.shapes.size());
  if (instruction.op == Op::kConstant) {
    if (instruction.LiteralValue().size() <= kMaxKnownElements) known[0].literal = instruction.LiteralValue();
  } else if (auto folded = Fold(instruction, operands)) {
    known[0].literal = folded;
    known[0].value = emitter.Constant(*folded);
    return known;
  }
  const Value first = emitter.Add(std::move(instruction));
  for (size_t i = 0; i < known.size(); ++i) known[i].value = {first.instruction, static_cast<int32_t>(i)};
  return known;
}

// @shape_assertion(predicate, …) of JAX: true disappears, false is an error with the program's own message.
Result<bool> Specialiser::CheckedAssertion(const Instruction& instruction, const std::vector<Known>& operands) const {
  if (instruction.op != Op::kCustomCall || instruction.Text(Attr::kCallTarget) != "shape_assertion") return false;
  if (operands.empty() || !operands[0].literal) return false;
  if (operands[0].literal->IntegerAt(0) != 0) return true;
  const auto message = instruction.extra.find("error_message");
  return Error(Rule::kShape,
               "the program asserts of its sizes: " + (message == instruction.extra.end() ? std::string("(no message)") : message->second),
               instruction.location);
}

Status Specialiser::SpecialiseRegions(Instruction& instruction, const IdVector<Shape>& shapes, const std::vector<Known>& operands,
                                      int depth) {
  const bool loop = instruction.op == Op::kWhile;
  for (int32_t& called : instruction.called) {
    const Computation& old = module_.computations[called];
    IdVector<Shape> parameters = old.parameters;
    std::vector<std::optional<Literal>> literals(parameters.size());
    const size_t captures = instruction.captures;
    const size_t own = parameters.size() >= captures ? parameters.size() - captures : 0;
    for (size_t i = 0; i < captures && own + i < parameters.size(); ++i) {
      const size_t operand = shapes.size() - captures + i;
      parameters[own + i] = shapes[operand];
      literals[own + i] = operands[operand].literal;
    }
    for (size_t i = 0; loop && i < own && i < shapes.size(); ++i) parameters[i] = shapes[i];
    MOTE_ASSIGN(called, Region(called, parameters, literals, depth + 1));
  }
  return Ok();
}

Status Specialiser::InferResults(Instruction& instruction, const IdVector<Shape>& shapes) {
  const IdVector<Shape> declared = instruction.shapes;
  MOTE_ASSIGN(const IdVector<Shape> inferred, InferShapes(fresh_, instruction, shapes, declared));
  for (size_t i = 0; i < declared.size() && i < inferred.size(); ++i) {
    if (MergeShapes(declared[i], inferred[i], &instruction.shapes[i])) continue;
    return Error(Rule::kShape,
                 std::string(OpName(instruction.op)) + " gives " + ToMlirString(inferred[i]) + " with these sizes, but is declared as " +
                     ToMlirString(declared[i]),
                 instruction.location);
  }
  return Ok();
}

std::optional<Literal> Specialiser::Fold(const Instruction& instruction, const std::vector<Known>& operands) const {
  if (!IsPure(instruction) || !instruction.called.empty() || instruction.shapes.size() != 1 || instruction.operands.empty()) {
    return std::nullopt;
  }
  const Shape& shape = instruction.shapes[0];
  if (!shape.IsArray() || !shape.IsStatic() || shape.quantization || shape.ElementCount() > kMaxKnownElements) return std::nullopt;
  if (!IsInteger(shape.element_type) && !IsPred(shape.element_type)) return std::nullopt;
  std::vector<Literal> literals;
  for (size_t i = 0; i < instruction.operands.size(); ++i) {
    const bool known = i < operands.size() && operands[i].literal && instruction.operands[i] == operands[i].value;
    if (!known) return std::nullopt;
    literals.push_back(*operands[i].literal);
  }
  const Result<Literal> folded = EvaluateOperation(fresh_, instruction, literals);
  if (!folded.ok()) return std::nullopt;
  return *folded;
}

}  // namespace

Result<Module> Specialise(const Module& module, const DimensionSizes& sizes) {
  // Equal values become one, so that a limit computed from its start is seen to be.
  MOTE_ASSIGN(const Module inlined, InlineCalls(module));
  return Specialiser(ShareAndDrop(inlined), sizes).Run();
}

}  // namespace mote
