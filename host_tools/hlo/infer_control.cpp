// Type rules of values, calls and control flow (OPS.md 2.1), of tokens, and of operations whose result is the operand or stated.
#include <algorithm>

#include "hlo/infer.h"

namespace mote {
namespace {

bool SameTypes(std::span<const Shape> a, std::span<const Shape> b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!TypesAgree(a[i], b[i])) return false;
  }
  return true;
}

// Parameters of the i-th called computation without the captured values that follow them.
std::span<const Shape> OwnParameters(const InferContext& c, size_t i) {
  const Computation& callee = c.called(i);
  const size_t captures = c.instruction.captures;
  return {callee.parameters.data(), callee.parameters.size() >= captures ? callee.parameters.size() - captures : 0};
}

std::span<const Shape> DeclaredOperands(const InferContext& c) { return c.operands.subspan(0, c.count()); }

Status CheckArguments(const InferContext& c) {
  const std::span<const Shape> wanted = OwnParameters(c, 0), given = DeclaredOperands(c);
  const std::string callee = "'" + c.called(0).name + "'";
  if (wanted.size() != given.size()) {
    return c.Fail(Rule::kArity, callee + " takes " + std::to_string(wanted.size()) + " arguments " + c.Show(wanted) + ", but is given " +
                                    std::to_string(given.size()) + ": " + c.Show(given));
  }
  for (size_t i = 0; i < given.size(); ++i) {
    if (TypesAgree(given[i], wanted[i])) continue;
    return c.Fail(Rule::kSignature,
                  "argument #" + std::to_string(i) + " of " + callee + " must be " + c.Show(wanted[i]) + ", but is " + c.Show(given[i]));
  }
  return Ok();
}

// Dimension d of `shape` as the less specific of it and that of `other`: a static size, a bound, or a size that is not known.
void Widen(Shape& shape, size_t d, const Shape& other) {
  const bool dynamic = shape.dims[d] == kDynamic || other.dims[d] == kDynamic;
  const bool bounded = !dynamic && (shape.IsBounded(d) || other.IsBounded(d));
  shape.dims[d] = dynamic ? kDynamic : std::max(shape.dims[d], other.dims[d]);
  if (!bounded && shape.bounded.empty()) return;
  shape.bounded.resize(shape.dims.size());
  shape.bounded[d] = bounded;
}

Inferred Branches(const InferContext& c, ElementType selector) {
  const Shape& x = c.operand(0);
  MOTE_CHECK_OK(RequireArray(c, x, "the selector of " + c.Name()));
  if (x.element_type != selector || IsQuantized(x)) {
    return c.Fail(Rule::kElementType, "the selector of " + c.Name() + " must be " + c.Show(Shape::Scalar(selector)) +
                                          ", but is " + c.Show(x));
  }
  if (x.rank() != 0) return c.Fail(Rule::kRank, "the selector of " + c.Name() + " must be a scalar, but is " + c.Show(x));
  if (c.instruction.called.empty()) return c.Fail(Rule::kCount, c.Name() + " needs at least one branch");
  const Shapes first = c.called(0).ResultShapes();
  for (const Shape& shape : first) {
    if (shape.IsBuffer()) return c.Fail(Rule::kArray, "the branches of " + c.Name() + " cannot return a buffer: " + c.Show(shape));
  }
  for (size_t i = 0; i < c.instruction.called.size(); ++i) {
    const std::span<const Shape> own = OwnParameters(c, i);
    if (!own.empty() || c.called(i).parameters.size() != static_cast<size_t>(c.instruction.captures)) {
      return c.Fail(Rule::kArity, "branch " + std::to_string(i) + " must take no arguments of its own, but takes " + c.Show(own));
    }
    const Shapes results = c.called(i).ResultShapes();
    if (!SameTypes(first, results)) {
      return c.Fail(Rule::kSignature,
                    "branches 0 and " + std::to_string(i) + " return different types: " + c.Show(first) + " and " + c.Show(results));
    }
  }
  // The least specific of the branches' sizes.
  Shapes out = first;
  for (size_t i = 1; i < c.instruction.called.size(); ++i) {
    const Shapes results = c.called(i).ResultShapes();
    for (size_t k = 0; k < out.size(); ++k) {
      for (size_t d = 0; d < out[k].dims.size(); ++d) {
        Widen(out[k], d, results[k]);
      }
    }
  }
  return out;
}

// The three targets that StableHLO gives a meaning (custom_call, "Special custom_call targets"): a buffer is made, filled, or read and
// freed.
Status CheckBufferTarget(const InferContext& c, const std::string& target) {
  const bool pin = target == "Pin", unpin = target == "Unpin";
  if (!pin && !unpin && target != "CreateBuffer") return Ok();
  const size_t inputs = pin || unpin ? 1 : 0;
  if (c.count() != inputs) {
    return c.Fail(Rule::kArity, target + " takes " + Text(static_cast<int64_t>(inputs)) + " operands, but is given " +
                                    Text(static_cast<int64_t>(c.count())));
  }
  if (c.declared.size() != 1) return c.Fail(Rule::kResult, target + " gives one result, but " + c.Show(c.declared) + " are declared");
  const Shape& result = c.declared[0];
  if (result.IsBuffer() == unpin || (unpin && !result.IsArray())) {
    return c.Fail(Rule::kResult, target + " gives a " + (unpin ? "tensor" : "memref") + ", but " + c.Show(result) + " is declared");
  }
  if (inputs == 0) return Ok();
  const Shape& input = c.operand(0);
  if (input.IsBuffer() != unpin || (pin && !input.IsArray())) {
    return c.Fail(Rule::kArray, target + " takes a " + (unpin ? "memref" : "tensor") + ", but is given " + c.Show(input));
  }
  if (TypesAgree(pin ? input : input.elements[0], pin ? result.elements[0] : result)) return Ok();
  return c.Fail(Rule::kResult, target + " of " + c.Show(input) + " cannot give " + c.Show(result));
}

}  // namespace

// The result is what the source says; operations of other dialects and those whose result nothing determines.
Inferred InferDeclared(const InferContext& c) { return Shapes(c.declared.begin(), c.declared.end()); }

Inferred InferCustomCall(const InferContext& c) {
  const int64_t version = c.instruction.Int(Attr::kApiVersion, 1);
  if (version < 0 || version > 4) return c.Fail(Rule::kAttribute, "api_version of custom_call is " + Text(version) + ", not 0 to 4");
  const std::string& config = c.instruction.Text(Attr::kBackendConfig);
  if (!c.hlo() && version == 4 && !config.empty() && config[0] != '{') {
    return c.Fail(Rule::kAttribute, "backend_config must be a dictionary with api_version 4, but is \"" + config + "\"");
  }
  MOTE_CHECK_OK(CheckBufferTarget(c, c.instruction.Text(Attr::kCallTarget)));
  return InferDeclared(c);
}

Inferred InferFirst(const InferContext& c) { return Shapes{c.operand(0)}; }

Inferred InferSameAsOperands(const InferContext& c) {
  const std::span<const Shape> operands = DeclaredOperands(c);
  return Shapes(operands.begin(), operands.end());
}

// The operand's shape, the value's element type.
Inferred InferConstantLike(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAll));
  const Literal& value = c.instruction.LiteralValue();
  if (value.size() != 1) return c.Fail(Rule::kSize, "the value of constant_like must be one element, but is " + c.Show(value.shape()));
  return Shapes{WithType(c.operand(0), value.type())};
}

// Arrays and tokens; programs that come from HLO text pass a tuple.
Inferred InferOptimizationBarrier(const InferContext& c) {
  for (size_t i = 0; i < c.count() && !c.hlo(); ++i) {
    if (c.operand(i).IsArray()) MOTE_CHECK_OK(RequireType(c, i, kTypeAQ));
  }
  return InferSameAsOperands(c);
}

Inferred InferTuple(const InferContext& c) {
  const std::span<const Shape> operands = DeclaredOperands(c);
  return Shapes{Shape::Tuple(Shapes(operands.begin(), operands.end()))};
}

Inferred InferGetTupleElement(const InferContext& c) {
  const Shape& x = c.operand(0);
  if (!x.IsTuple()) return c.Fail(Rule::kArray, "get_tuple_element takes a tuple, but is given " + c.Show(x));
  const int64_t index = c.instruction.Int(Attr::kIndex);
  MOTE_CHECK_OK(CheckInRange(c, index, static_cast<int64_t>(x.elements.size()), "index into " + c.Show(x)));
  return Shapes{x.elements[index]};
}

Inferred InferCall(const InferContext& c) {
  MOTE_CHECK_OK(CheckArguments(c));
  return c.called(0).ResultShapes();
}

Inferred InferComposite(const InferContext& c) {
  const std::string& name = c.instruction.Text(Attr::kCompositeName);
  // A namespaced name: identifier, then at least one ".part"; a part may also hold `$`.
  const auto letter = [](char ch) { return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z'); };
  const auto word = [&](char ch) { return letter(ch) || (ch >= '0' && ch <= '9') || ch == '_'; };
  bool valid = !name.empty() && letter(name[0]) && name.back() != '.' && name.find('.') != std::string::npos;
  for (size_t i = 0; valid && i < name.size(); ++i) {
    valid = word(name[i]) || (name[i] == '$' && name.find('.') < i) || (name[i] == '.' && name[i + 1] != '.');
  }
  if (!valid) return c.Fail(Rule::kAttribute, "the name of a composite must be namespaced like 'dialect.name', but is '" + name + "'");
  MOTE_CHECK_OK(CheckArguments(c));
  return c.called(0).ResultShapes();
}

Inferred InferIf(const InferContext& c) { return Branches(c, ElementType::kPred); }
Inferred InferCase(const InferContext& c) { return Branches(c, ElementType::kS32); }

Inferred InferWhile(const InferContext& c) {
  const std::span<const Shape> init = DeclaredOperands(c);
  const char* names[] = {"condition", "body"};
  for (size_t i = 0; i < 2; ++i) {
    const std::span<const Shape> own = OwnParameters(c, i);
    if (own.size() != init.size() && c.hlo()) {
      return c.Fail(Rule::kArity,
                    std::string("the ") + names[i] + " of while takes " + c.Show(own) + ", but the carried values are " + c.Show(init));
    }
    if (!SameTypes(init, own)) {
      return c.Fail(Rule::kSignature,
                    std::string("the ") + names[i] + " of while takes " + c.Show(own) + ", but the carried values are " + c.Show(init));
    }
  }
  const Shapes verdict = c.called(0).ResultShapes(), carried = c.called(1).ResultShapes();
  if (!SameTypes(init, carried)) {
    return c.Fail(Rule::kSignature, "the body of while returns " + c.Show(carried) + ", but the carried values are " + c.Show(init));
  }
  if (verdict.size() != 1) return c.Fail(Rule::kSignature, "the condition of while must return one value, but returns " + c.Show(verdict));
  if (!verdict[0].IsScalar() || !IsPred(verdict[0].element_type) || IsQuantized(verdict[0])) {
    return c.Fail(Rule::kElementType, "the condition of while must return a pred scalar, but returns " + c.Show(verdict[0]));
  }
  return Shapes(init.begin(), init.end());
}

Inferred InferAfterAll(const InferContext& c) {
  for (const Shape& shape : DeclaredOperands(c)) {
    if (!shape.IsToken()) return c.Fail(Rule::kElementType, "after_all joins tokens, but is given " + c.Show(shape));
  }
  return Shapes{Shape::Token()};
}

}  // namespace mote
