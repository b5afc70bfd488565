// Blocks of operations: function bodies and regions, their arguments and returns, and uses of values.
#include <charconv>

#include "frontend/mlir_parser.h"

namespace mote {
namespace {

bool IsReturn(std::string_view name) {
  return name == "return" || name == "func.return" || name == "stablehlo.return" || name == "chlo.return" || name == "mhlo.return" ||
         name == "sdy.return";
}

}  // namespace

// { [^bb0(%a: T, …):] operations return … }, with the arguments given when the operation's spelling names them itself.
bool MlirParser::ParseRegion(Pending& pending, MlirScope& region, std::span<const ResultName> arguments,
                             std::span<const Shape> argument_shapes) {
  region = MlirScope(pending.scope, &pending.captures, pending.instruction.location);
  region.computation().location = token().location;
  if (!Enter()) return false;
  const bool read = ParseRegionBody(region, arguments, argument_shapes);
  Leave();
  pending.poisoned = pending.poisoned || region.poisoned();
  return read;
}

bool MlirParser::ParseRegionBody(MlirScope& region, std::span<const ResultName> arguments, std::span<const Shape> argument_shapes) {
  if (!Expect('{')) return false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Value value = region.AddParameter(argument_shapes[i], arguments[i].name, arguments[i].location);
    if (!region.Bind(arguments[i].name, {value})) {
      return Fail(Rule::kSyntax, "%" + std::string(arguments[i].name) + " is defined twice", arguments[i].location);
    }
  }
  if (token().kind == MlirTokenKind::kCaret) {
    lexer_.Advance();
    if (!ParseBlockArguments(region) || !Expect(':')) return false;
  }
  const int depth = lexer_.depth();
  const bool read = ParseBlock(region, false, {});
  if (!read && !(Is('}') && lexer_.depth() == depth)) return false;
  return Expect('}') && read;
}

bool MlirParser::ParseBlockArguments(MlirScope& region) {
  if (!Take('(')) return true;
  while (!Is(')')) {
    if (token().kind != MlirTokenKind::kValue) return FailHere("expected a block argument");
    const std::string_view name = token().text;
    const Location location = token().location;
    lexer_.Advance();
    Shape shape;
    if (!Expect(':')) return false;
    if (token().kind == MlirTokenKind::kWord && ElementTypeFromMlirName(token().text)) {
      return Fail(Rule::kSignature,
                  "region argument %" + std::string(name) + " is of type " + std::string(token().text) + " instead of tensor<" +
                      std::string(token().text) + ">",
                  region.operation());
    }
    std::string label;
    if (!ParseType(&shape) || !ParseLocation(&label)) return false;
    if (!region.Bind(name, {region.AddParameter(shape, name, location)})) {
      return Fail(Rule::kSyntax, "%" + std::string(name) + " is defined twice", location);
    }
    region.NameParameter(label);
    if (!Take(',') && !Is(')')) return FailHere("expected ',' or ')'");
  }
  return Expect(')');
}

// Operations up to the closing brace, which is left. On an error, goes on at the next operation while more errors are wanted.
bool MlirParser::ParseBlock(MlirScope& scope, bool function, std::span<const Shape> declared_results) {
  const int depth = lexer_.depth();
  bool returned = false, good = true;
  while (!Is('}')) {
    if (token().kind == MlirTokenKind::kEnd) return FailHere("expected '}'");
    if (token().kind == MlirTokenKind::kCaret) {
      return Fail(Rule::kUnsupported, "more than one block: branches are not read", token().location, "use stablehlo.if, case or while");
    }
    if (returned) return FailHere("expected '}' behind the return");
    const size_t errors = errors_.size();
    const size_t begin = token().begin;
    const bool quoted = token().kind == MlirTokenKind::kString;
    const bool is_return = (quoted || token().kind == MlirTokenKind::kWord) && IsReturn(token().text);
    const bool read =
        is_return ? ParseReturn(scope, quoted, function ? declared_results : std::span<const Shape>()) : ParseOperation(scope);
    returned = returned || is_return;
    if (read) continue;
    good = false;
    if (errors_.size() > errors && errors_.size() >= options_.max_errors) return false;
    if (token().begin == begin) lexer_.Advance();
    SkipToNextOperation(depth);
    if (lexer_.depth() < depth || (!Is('}') && (Is(')') || Is('>') || Is(']')))) return false;
  }
  if (function && !returned && good) return Fail(Rule::kSyntax, "the function does not end with a return", token().location);
  return good;
}

bool MlirParser::ParseReturn(MlirScope& scope, bool generic, std::span<const Shape> declared_results) {
  const Location location = token().location;
  const bool function = token().text == "return" || token().text == "func.return";
  lexer_.Advance();
  Pending pending;
  pending.scope = &scope;
  if (generic) {
    if (!Expect('(')) return false;
    if (!Is(')') && !ParseValues(pending)) return false;
    if (!Expect(')')) return false;
  } else if (token().kind == MlirTokenKind::kValue && !ParseValues(pending)) {
    return false;
  }
  MlirAttributes ignored;
  if (!ParseOptionalDictionary(&ignored)) return false;
  IdVector<Shape> types;
  if (Take(':')) {
    if (generic && (!Expect('(') || !ParseTypeList(&types, ')') || !Expect(')'))) return false;
    if (generic) {
      if (token().kind != MlirTokenKind::kArrow) return FailHere("expected '->'");
      lexer_.Advance();
      if (!Expect('(') || !Expect(')')) return false;
    } else if (!ParseTypeList(&types, '\0')) {
      return false;
    }
  }
  if (!ParseLocation()) return false;
  const IdVector<Value>& values = pending.instruction.operands;
  if (pending.poisoned) {
    scope.Poison();
    return true;
  }
  scope.computation().results = values;
  if (types.size() != values.size()) {
    return Fail(Rule::kArity, "return of " + std::to_string(values.size()) + " values names " + std::to_string(types.size()) + " types",
                location);
  }
  for (size_t i = 0; i < values.size(); ++i) {
    if (types[i] == scope.ShapeOf(values[i])) continue;
    return Fail(
        Rule::kSyntax,
        "returned value " + std::to_string(i) + " is " + ToMlirString(scope.ShapeOf(values[i])) + ", written as " + ToMlirString(types[i]),
        location);
  }
  if (!function || scope.poisoned()) return true;
  if (values.size() != declared_results.size()) {
    return Fail(Rule::kResult,
                "the function returns " + std::to_string(values.size()) + " values and declares " + std::to_string(declared_results.size()),
                location);
  }
  for (size_t i = 0; i < values.size(); ++i) {
    if (types[i] == declared_results[i]) continue;
    return Fail(
        Rule::kResult,
        "result " + std::to_string(i) + " is " + ToMlirString(types[i]) + ", the function declares " + ToMlirString(declared_results[i]),
        location);
  }
  return true;
}

bool MlirParser::ParseValue(MlirScope& scope, Value* value, bool* poisoned) {
  if (token().kind != MlirTokenKind::kValue) return FailHere("expected a value (%name)");
  const std::string_view text = token().text;
  const Location location = token().location;
  lexer_.Advance();
  const size_t hash = text.find('#');
  const std::string_view name = text.substr(0, hash);
  int32_t result = 0;
  if (hash != std::string_view::npos) {
    const auto [end, error] = std::from_chars(text.data() + hash + 1, text.data() + text.size(), result);
    if (error != std::errc()) result = -1;
  }
  switch (scope.Lookup(name, result, value)) {
    case MlirScope::Find::kFound:
      return true;
    case MlirScope::Find::kPoisoned:
      *poisoned = true;
      return true;
    case MlirScope::Find::kNoSuchResult:
      return Fail(Rule::kSyntax, "%" + Excerpt(text) + " names a result that the operation does not have", location);
    case MlirScope::Find::kMissing:
      break;
  }
  const std::string_view nearest = scope.Nearest(name);
  return Fail(Rule::kSyntax, "%" + Excerpt(name) + " is used before any definition", location,
              nearest.empty() ? "" : "did you mean %" + std::string(nearest) + "?");
}

// One or more values, separated by commas.
bool MlirParser::ParseValues(Pending& pending) {
  do {
    Value value;
    if (!ParseValue(*pending.scope, &value, &pending.poisoned)) return false;
    pending.instruction.operands.push_back(value);
  } while (Take(','));
  return true;
}

// An optional loc(…): places of diagnostics are those of the text. `name` takes the x of loc("x") and of loc("x"(…)), not a file's name.
bool MlirParser::ParseLocation(std::string* name) {
  if (!IsWord("loc")) return true;
  lexer_.Advance();
  if (!Is('(')) return FailHere("expected '('");
  if (name != nullptr) {
    const MlirLexer::State before = lexer_.Save();
    lexer_.Advance();
    if (token().kind == MlirTokenKind::kString) {
      const std::string text = Unescape(token().text);
      lexer_.Advance();
      if (Is(')') || Is('(')) *name = text;
    }
    lexer_.Restore(before);
  }
  return SkipBracketed("the location");
}

}  // namespace mote
