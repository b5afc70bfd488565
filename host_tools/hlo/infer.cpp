// Checks that recur in the type rules, and the dispatch from an operation to its rule.
#include "hlo/infer.h"

#include <algorithm>

#include "hlo/verify.h"

namespace mote {

std::string InferContext::Show(std::span<const Shape> shapes) const {
  std::string out = "(";
  for (size_t i = 0; i < shapes.size(); ++i) out += (i > 0 ? ", " : "") + Show(shapes[i]);
  return out + ")";
}

std::optional<std::vector<int64_t>> InferContext::ConstantInts(size_t index) const {
  if (computation == nullptr || index >= instruction.operands.size()) return std::nullopt;
  const Instruction& source = computation->at(instruction.operands[index]);
  if (source.op != Op::kConstant) return std::nullopt;
  const Literal& literal = source.LiteralValue();
  if (!IsInteger(literal.type())) return std::nullopt;
  std::vector<int64_t> values;
  for (int64_t i = 0; i < literal.size(); ++i) values.push_back(literal.IntegerAt(i));
  return values;
}

std::string Text(const std::vector<int64_t>& values) {
  std::string out = "[";
  for (size_t i = 0; i < values.size(); ++i) out += (i > 0 ? ", " : "") + DimText(values[i]);
  return out + "]";
}

std::string Counted(int64_t count, const std::string& what) { return Text(count) + " " + what + (count == 1 ? "" : "s"); }

std::string DimText(int64_t dim) { return dim == kDynamic ? "?" : std::to_string(dim); }

uint32_t TypeSetOf(const Shape& shape) {
  if (!shape.IsArray()) return 0;
  if (shape.quantization && !IsValidQuantized(shape)) return 0;
  if (shape.quantization) return shape.quantization->axis < 0 ? kTypeQ : kTypeQAxis;
  switch (ClassOf(shape.element_type)) {
    case TypeClass::kPred: return kTypeP;
    case TypeClass::kSigned: return kTypeS;
    case TypeClass::kUnsigned: return kTypeU;
    case TypeClass::kFloat: return kTypeF;
    case TypeClass::kComplex: return kTypeC;
  }
  return 0;
}

bool SameElementType(const Shape& a, const Shape& b) {
  if (a.element_type != b.element_type || (a.quantization == nullptr) != (b.quantization == nullptr)) return false;
  if (!a.quantization) return true;
  const Quantization &p = *a.quantization, &q = *b.quantization;
  return p.expressed == q.expressed && p.storage_min == q.storage_min && p.storage_max == q.storage_max && (p.axis < 0) == (q.axis < 0);
}

namespace {

std::string TypeSetText(uint32_t set) {
  static constexpr std::pair<uint32_t, const char*> kNames[] = {
      {kTypeP, "pred"}, {kTypeS, "signed integer"}, {kTypeU, "unsigned integer"}, {kTypeF, "float"},
      {kTypeC, "complex"}, {kTypeQ, "per-tensor quantized"}, {kTypeQAxis, "per-axis quantized"}};
  std::string out;
  for (const auto& [bit, name] : kNames) {
    if (set & bit) out += (out.empty() ? "" : " or ") + std::string(name);
  }
  return out;
}

}  // namespace

Status RequireArray(const InferContext& c, const Shape& shape, const std::string& what) {
  if (shape.IsArray()) return Ok();
  return c.Fail(Rule::kArray, what + " must be an array, but is " + c.Show(shape));
}

Status RequireType(const InferContext& c, size_t operand, uint32_t set) {
  const Shape& shape = c.operand(operand);
  const std::string what = "operand #" + std::to_string(operand) + " of " + c.Name();
  MOTE_CHECK_OK(RequireArray(c, shape, what));
  if (TypeSetOf(shape) & set) return Ok();
  return c.Fail(Rule::kElementType, what + " must be an array of " + TypeSetText(set) + ", but is " + c.Show(shape));
}

Status RequireTypes(const InferContext& c, uint32_t set) {
  for (size_t i = 0; i < c.count(); ++i) MOTE_CHECK_OK(RequireType(c, i, set));
  return Ok();
}

Status RequireSameTypes(const InferContext& c, size_t first, size_t second) {
  const Shape &a = c.operand(first), &b = c.operand(second);
  if (SameElementType(a, b)) return Ok();
  return c.Fail(Rule::kElementMix, "operands #" + std::to_string(first) + " and #" + std::to_string(second) + " of " +
                                       c.Name() + " have different element types: " + c.Show(a) + " and " + c.Show(b));
}

bool DimsAgree(const Shape& a, size_t i, const Shape& b, size_t j) {
  const int64_t x = a.dims[i], y = b.dims[j];
  if (x == kDynamic || y == kDynamic || x == y) return true;
  if (a.IsBounded(i) && b.IsBounded(j)) return true;
  if (a.IsBounded(i)) return y <= x;
  return b.IsBounded(j) && x <= y;
}

bool ShapesAgree(const Shape& a, const Shape& b) {
  if (a.rank() != b.rank()) return false;
  for (size_t i = 0; i < a.dims.size(); ++i) {
    if (!DimsAgree(a, i, b, i)) return false;
  }
  return true;
}

bool TypesAgree(const Shape& a, const Shape& b) {
  if (a.kind != b.kind) return false;
  if (a.IsArray()) return SameElementType(a, b) && ShapesAgree(a, b);
  if (a.elements.size() != b.elements.size()) return false;
  for (size_t i = 0; i < a.elements.size(); ++i) {
    if (!TypesAgree(a.elements[i], b.elements[i])) return false;
  }
  return true;
}

Status RequireSameShape(const InferContext& c, size_t first, size_t second) {
  const Shape &a = c.operand(first), &b = c.operand(second);
  if (ShapesAgree(a, b)) return Ok();
  return c.Fail(a.rank() != b.rank() ? Rule::kRank : Rule::kShape,
                "operands #" + std::to_string(first) + " and #" + std::to_string(second) + " of " + c.Name() +
                    " must have the same shape, but are " + c.Show(a) + " and " + c.Show(b));
}

Shape Merge(const Shape& a, const Shape& b) {
  Shape out = a;
  for (size_t i = 0; i < a.dims.size() && i < b.dims.size(); ++i) {
    const bool a_static = a.dims[i] != kDynamic && !a.IsBounded(i), b_static = b.dims[i] != kDynamic && !b.IsBounded(i);
    if (a_static || b.dims[i] == kDynamic) continue;
    const bool bounded = !b_static;
    out.dims[i] = bounded && a.dims[i] != kDynamic ? std::min(a.dims[i], b.dims[i]) : b.dims[i];
    out.bounded.resize(out.dims.size());
    out.bounded[i] = bounded;
  }
  return out;
}

Status CheckInRange(const InferContext& c, const std::vector<int64_t>& dims, int64_t limit, const std::string& name) {
  for (int64_t dim : dims) {
    if (dim < 0 || dim >= limit) {
      return c.Fail(Rule::kDimension, name + " " + Text(dims) + " holds " + Text(dim) + ", outside [0, " + Text(limit) + ")");
    }
  }
  return Ok();
}

Status CheckInRange(const InferContext& c, int64_t dim, int64_t limit, const std::string& name) {
  if (dim >= 0 && dim < limit) return Ok();
  return c.Fail(Rule::kDimension, name + " is " + Text(dim) + ", outside [0, " + Text(limit) + ")");
}

Status CheckUnique(const InferContext& c, const std::vector<int64_t>& dims, const std::string& name) {
  std::vector<int64_t> sorted = dims;
  std::sort(sorted.begin(), sorted.end());
  const auto repeated = std::adjacent_find(sorted.begin(), sorted.end());
  if (repeated == sorted.end()) return Ok();
  return c.Fail(Rule::kDuplicate, name + " " + Text(dims) + " names dimension " + Text(*repeated) + " twice");
}

Status CheckSorted(const InferContext& c, const std::vector<int64_t>& dims, const std::string& name) {
  if (std::is_sorted(dims.begin(), dims.end())) return Ok();
  return c.Fail(Rule::kOrder, name + " " + Text(dims) + " must be sorted");
}

Status CheckCount(const InferContext& c, size_t got, size_t want, const std::string& name, const std::string& of_what) {
  if (got == want) return Ok();
  return c.Fail(Rule::kCount, name + " has " + std::to_string(got) + (got == 1 ? " entry, but " : " entries, but ") + of_what + " needs " +
                                  std::to_string(want));
}

bool Contains(const std::vector<int64_t>& list, int64_t value) { return std::find(list.begin(), list.end(), value) != list.end(); }

Result<Shape> Declared(const InferContext& c, size_t result) {
  if (result < c.declared.size()) return c.declared[result];
  return c.Fail(Rule::kResult, "the result type of " + c.Name() +
                                   " does not follow from its operands and must be stated");
}

Status CheckSize(const InferContext& c, const Shape& shape) {
  if (shape.rank() > kMaxRank) {
    return c.Fail(Rule::kLimit, "rank " + std::to_string(shape.rank()) + " is above the limit of " + std::to_string(kMaxRank));
  }
  for (int64_t dim : shape.dims) {
    if (dim < 0 && dim != kDynamic) return c.Fail(Rule::kSize, "negative dimension size in " + c.Show(shape));
  }
  int64_t bytes = StorageBytes(shape.element_type);
  for (int64_t dim : shape.dims) {
    if (dim == 0) return Ok();
  }
  for (int64_t dim : shape.dims) {
    if (dim != kDynamic && __builtin_mul_overflow(bytes, dim, &bytes)) {
      return c.Fail(Rule::kOverflow, "the size of " + c.Show(shape) + " does not fit 64 bits");
    }
  }
  if (bytes > kMaxArrayBytes) {
    return c.Fail(Rule::kLimit,
                  c.Show(shape) + " has " + Text(bytes) + " bytes, above the limit of " + Text(kMaxArrayBytes) + " for one array");
  }
  for (const Shape& element : shape.elements) MOTE_CHECK_OK(CheckSize(c, element));
  return Ok();
}

Status CheckPrecisionConfig(const InferContext& c) {
  const auto found = c.instruction.attributes.find(Attr::kPrecisionConfig);
  const auto* config = found == c.instruction.attributes.end() ? nullptr : std::get_if<std::vector<std::string>>(&found->second);
  if (config == nullptr) return Ok();
  for (const std::string& word : *config) {
    if (!c.hlo() && word != "DEFAULT" && word != "HIGH" && word != "HIGHEST") {
      return c.Fail(Rule::kAttribute, "precision_config holds '" + word + "', not one of DEFAULT, HIGH, HIGHEST");
    }
  }
  // In HLO text three-operand products (ragged and scaled ones) state more.
  if (config->size() <= 2 || c.hlo()) return Ok();
  return c.Fail(Rule::kCount, "precision_config has " + std::to_string(config->size()) + " entries, but there are 2 operands");
}

Shape WithType(Shape shape, ElementType type) {
  shape.element_type = type;
  shape.quantization = nullptr;
  return shape;
}

Shape WithTypeOf(Shape shape, const Shape& type_source) {
  shape.element_type = type_source.element_type;
  shape.quantization = type_source.quantization;
  return shape;
}

namespace {

using RuleFunction = Inferred (*)(const InferContext&);

constexpr RuleFunction kRules[] = {
#define MOTE_OP(id, family, stablehlo, hlo, builder, pretty, rule, ...) Infer##rule,
#include "hlo/ops.def"
#undef MOTE_OP
};

Status CheckOperandCount(const InferContext& c) {
  const OpInfo& info = Info(c.instruction.op);
  const int count = static_cast<int>(c.count());
  if (count >= info.min_operands && (info.max_operands < 0 || count <= info.max_operands)) return Ok();
  std::string want = Counted(info.min_operands, "operand");
  if (info.max_operands < 0) want = "at least " + want;
  else if (info.max_operands != info.min_operands) want = Text(info.min_operands) + " to " + Counted(info.max_operands, "operand");
  return c.Fail(Rule::kArity, c.Name() + " takes " + want + ", but has " + std::to_string(count));
}

Status CheckCalled(const InferContext& c) {
  const OpInfo& info = Info(c.instruction.op);
  const size_t count = c.instruction.called.size();
  if (info.called >= 0 && count != static_cast<size_t>(info.called)) {
    return c.Fail(Rule::kArity, c.Name() + " takes " + Counted(info.called, "computation") + ", but has " + std::to_string(count));
  }
  for (int32_t index : c.instruction.called) {
    if (!c.module.computations.Has(index)) return c.Fail(Rule::kSignature, c.Name() + " calls a computation that does not exist");
  }
  return Ok();
}

// An attribute without a dialect that the operation does not have is what was meant, where one is missing.
Diagnostic MissingAttribute(const InferContext& c, const AttrInfo& attribute) {
  const bool hlo = c.hlo() && !attribute.hlo.empty();
  Diagnostic missing =
      c.Fail(Rule::kAttribute, c.Name() + " needs the attribute '" + std::string(hlo ? attribute.hlo : attribute.stablehlo) + "'");
  for (const auto& [name, value] : c.instruction.extra) {
    if (name.find('.') == std::string::npos) missing.hint = "'" + name + "' is not an attribute of " + c.Name();
  }
  return missing;
}

Status CheckAttributes(const InferContext& c) {
  for (const OpAttribute& attribute : Info(c.instruction.op).attributes) {
    if (attribute.required && !c.instruction.Has(attribute.attr)) return MissingAttribute(c, Info(attribute.attr));
  }
  return Ok();
}

}  // namespace

Inferred InferInContext(const InferContext& c) {
  MOTE_CHECK_OK(CheckOperandCount(c));
  MOTE_CHECK_OK(CheckCalled(c));
  MOTE_CHECK_OK(CheckAttributes(c));
  MOTE_ASSIGN(Shapes shapes, kRules[static_cast<size_t>(c.instruction.op)](c));
  for (const Shape& shape : shapes) MOTE_CHECK_OK(CheckSize(c, shape));
  return shapes;
}

Result<IdVector<Shape>> InferShapes(const Module& module, const Instruction& instruction, std::span<const Shape> operands,
                                       std::span<const Shape> declared) {
  return InferInContext({module, instruction, operands, declared, nullptr});
}

}  // namespace mote
