// Operations: result names, the generic spelling, the type clause, and what every spelling ends with.
#include <charconv>

#include "frontend/mlir_parser.h"

namespace mote {
namespace {

// Operations of other dialects that return their operand, or nothing: they matter to several devices or to a person only.
bool IsIdentity(std::string_view name) {
  return name == "sdy.sharding_constraint" || name == "sdy.reshard" || name == "sdy.propagation_barrier" || name == "interpreter.probe";
}
bool IsIgnored(std::string_view name) { return name == "interpreter.print" || name == "sdy.sharding_group"; }

std::optional<Op> OpNamed(std::string_view name) {
  if (name == "arith.constant") return Op::kConstant;
  return OpFromStablehlo(name);
}

}  // namespace

bool MlirParser::ParseResultNames(std::vector<ResultName>* names) {
  do {
    if (token().kind != MlirTokenKind::kValue) return FailHere("expected a value (%name)");
    ResultName name;
    name.name = token().text;
    name.location = token().location;
    lexer_.Advance();
    if (Take(':')) {
      int64_t count = 0;
      if (!ParseInt64Token(&count)) return false;
      if (count < 1 || count > 1 << 20) return Fail(Rule::kCount, std::to_string(count) + " results", name.location);
      name.count = static_cast<int32_t>(count);
    }
    names->push_back(name);
  } while (Take(','));
  return Expect('=');
}

bool MlirParser::ParseOperation(MlirScope& scope) {
  std::vector<ResultName> names;
  if (token().kind == MlirTokenKind::kValue && !ParseResultNames(&names)) return false;
  const bool generic = token().kind == MlirTokenKind::kString;
  if (!generic && token().kind != MlirTokenKind::kWord) return FailHere("expected an operation");
  const std::string_view name = token().text;
  Pending pending;
  pending.scope = &scope;
  pending.instruction.location = token().location;
  bool read = false;
  if (IsIdentity(name) || IsIgnored(name)) {
    read = ParseIdentity(scope, names, IsIdentity(name));
    if (read) return true;
  } else if (name == "sdy.manual_computation") {
    if (ParseManual(scope, names)) return true;
  } else if (const auto op = OpNamed(name)) {
    lexer_.Advance();
    pending.instruction.op = *op;
    read = generic ? ParseGeneric(pending) : ParsePretty(pending);
    read = read && ParseLocation() && Finish(pending, names);
    if (read) return true;
  } else {
    UnknownOperation(name, token().location);
    lexer_.Advance();
  }
  BindResults(scope, names, 0, 0, true);
  return false;
}

namespace {

// The operation that an unknown name stands for: that of another dialect ("mhlo.add"), the only one that goes on so ("stablehlo.sub"), else
// the nearest; empty when there is none.
std::string_view Meant(std::string_view name) {
  const size_t dot = name.find('.');
  std::string_view longer;
  size_t several = 0;
  for (const OpInfo& info : OpTable()) {
    const size_t own = info.stablehlo.find('.');
    if (own == std::string_view::npos || dot == std::string_view::npos || name.size() < dot + 3) continue;
    if (info.stablehlo.substr(own) == name.substr(dot)) return info.stablehlo;
    if (info.stablehlo.starts_with(name)) longer = info.stablehlo, ++several;
  }
  return several == 1 ? longer : NearestStablehloName(name);
}

}  // namespace

bool MlirParser::UnknownOperation(std::string_view name, Location location) {
  const std::string_view nearest = Meant(name);
  const std::string_view dialect = name.substr(0, name.find('.'));
  const bool ours = dialect == "stablehlo" || dialect == "chlo" || dialect == "check" || dialect == "func" || dialect == name;
  return Fail(ours ? Rule::kSyntax : Rule::kUnsupported, "operation '" + Excerpt(name) + "' is not known", location,
              nearest.empty() ? "" : "did you mean '" + std::string(nearest) + "'?");
}

// %y = sdy.sharding_constraint %x <…> : type
bool MlirParser::ParseIdentity(MlirScope& scope, const std::vector<ResultName>& names, bool results) {
  const Location location = token().location;
  const bool generic = token().kind == MlirTokenKind::kString;
  lexer_.Advance();
  Pending pending;
  pending.scope = &scope;
  if (generic && !Expect('(')) return false;
  if (!ParseValue(scope, &pending.instruction.operands.emplace_back(), &pending.poisoned) || (generic && !Expect(')'))) return false;
  const size_t begin = token().begin;
  while (!Is(':')) {
    if (token().kind == MlirTokenKind::kEnd || Is('}')) return FailHere("expected ':'");
    if (Is('<') || Is('{') || Is('[') || Is('(')) {
      if (!SkipBracketed("the attribute")) return false;
    } else {
      lexer_.Advance();
    }
  }
  constraints_.push_back({location, std::string(SourceFrom(begin))});
  if (!ParseTypeClause(pending) || !ParseLocation()) return false;
  if (!results) return true;
  if (names.size() != 1 || names[0].count != 1) return Fail(Rule::kArity, "expected one operand and one result", location);
  if (!scope.Bind(names[0].name, {pending.instruction.operands[0], 1, pending.poisoned})) {
    return Fail(Rule::kSyntax, "%" + std::string(names[0].name) + " is defined twice", names[0].location);
  }
  return true;
}

// "op"(operands) <{properties}> ({region}, …) {attributes} : (types) -> types
bool MlirParser::ParseGeneric(Pending& pending) {
  if (!Expect('(')) return false;
  if (!Is(')') && !ParseValues(pending)) return false;
  if (!Expect(')')) return false;
  if (Take('<') && (!ParseDictionary(&pending.attributes) || !Expect('>'))) return false;
  if (Is('(') && !ParseRegions(pending)) return false;
  MlirAttributes more;
  if (!ParseOptionalDictionary(&more)) return false;
  for (MlirNamedAttribute& named : more) {
    for (const MlirNamedAttribute& other : pending.attributes) {
      if (other.name == named.name) return Fail(Rule::kSyntax, "attribute '" + named.name + "' is given twice", named.location);
    }
    pending.attributes.push_back(std::move(named));
  }
  if (!Is(':')) return FailHere("expected ':' and the types");
  if (!ParseTypeClause(pending)) return false;
  if (!pending.types->function) return FailHere("expected '(types) -> types'");
  return true;
}

// ({…}, {…})
bool MlirParser::ParseRegions(Pending& pending) {
  if (!Expect('(')) return false;
  do {
    if (!ParseRegion(pending, pending.regions.emplace_back(), {}, {})) return false;
  } while (Take(','));
  return Expect(')');
}

// : (A, B) -> C  or  : (A) -> (C, D)  or  : A, B  or  : A, B -> C
bool MlirParser::ParseTypeClause(Pending& pending) {
  if (!Expect(':')) return false;
  TypeClause& types = pending.types.emplace();
  if (Take('(')) {
    types.function = true;
    if (!ParseTypeList(&types.operands, ')') || !Expect(')')) return false;
  } else if (!ParseTypeList(&types.results, '\0')) {
    return false;
  }
  if (token().kind != MlirTokenKind::kArrow) return !types.function || FailHere("expected '->'");
  types.arrow = true;
  lexer_.Advance();
  if (!types.function) {
    types.function = true;
    types.operands.swap(types.results);
  }
  if (Take('(')) return ParseTypeList(&types.results, ')') && Expect(')');
  types.results.emplace_back();
  return ParseType(&types.results.back());
}

bool MlirParser::CheckOperandTypes(Pending& pending) {
  const IdVector<Value>& operands = pending.instruction.operands;
  if (!pending.types->function) return true;
  const IdVector<Shape>& types = pending.types->operands;
  const Location location = pending.instruction.location;
  if (types.size() != operands.size()) {
    return Fail(Rule::kArity, std::to_string(operands.size()) + " operands and " + std::to_string(types.size()) + " operand types",
                location);
  }
  for (size_t i = 0; i < operands.size(); ++i) {
    const Shape& shape = pending.scope->ShapeOf(operands[i]);
    if (types[i] == shape) continue;
    return Fail(Rule::kSyntax, "operand " + std::to_string(i) + " is " + ToMlirString(shape) + ", written as " + ToMlirString(types[i]),
                location);
  }
  return true;
}

// Attaches attributes, closes regions, appends the instruction and names its results.
bool MlirParser::Finish(Pending& pending, const std::vector<ResultName>& names) {
  Instruction& instruction = pending.instruction;
  if (!Attach(pending)) return false;
  if (pending.poisoned) return BindResults(*pending.scope, names, 0, 0, true);
  if (!CheckOperandTypes(pending) || !CheckLayouts(pending)) return false;
  instruction.shapes = std::move(pending.types->results);
  // A composite's meaning is the decomposition's, whatever regions say beside it.
  if (instruction.op == Op::kComposite || instruction.op == Op::kRequantize) {
    pending.regions.clear();
    pending.captures = {};
  }
  instruction.captures = pending.captures.values.count();
  instruction.operands.insert(instruction.operands.end(), pending.captures.values.begin(), pending.captures.values.end());
  std::vector<int32_t> regions;
  for (MlirScope& region : pending.regions) {
    Computation closed = region.Close();
    closed.name = "region_" + std::to_string(module_.computations.size());
    regions.push_back(module_.computations.count());
    module_.computations.push_back(std::move(closed));
  }
  instruction.called.insert(instruction.called.begin(), regions.begin(), regions.end());
  if (!names.empty()) instruction.name = std::string(names[0].name);
  Computation& computation = pending.scope->computation();
  const size_t count = instruction.shapes.size();
  const Location location = instruction.location;
  computation.instructions.push_back(std::move(instruction));
  size_t named = 0;
  for (const ResultName& name : names) named += static_cast<size_t>(name.count);
  if (!names.empty() && named != count) {
    return Fail(
        Rule::kArity,
        std::to_string(named) + (named == 1 ? " name for " : " names for ") + std::to_string(count) + (count == 1 ? " result" : " results"),
        location);
  }
  return BindResults(*pending.scope, names, computation.instructions.count() - 1, count, false);
}

bool MlirParser::BindResults(MlirScope& scope, const std::vector<ResultName>& names, int32_t instruction, size_t count, bool poisoned) {
  int32_t result = 0;
  for (const ResultName& name : names) {
    const Binding binding{{instruction, result}, poisoned ? 1 << 20 : name.count, poisoned};
    result += name.count;
    if (scope.Bind(name.name, binding) || poisoned) continue;
    return Fail(Rule::kSyntax, "%" + std::string(name.name) + " is defined twice", name.location);
  }
  return poisoned || static_cast<size_t>(result) <= count;
}

}  // namespace mote
