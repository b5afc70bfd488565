// sdy.manual_computation, which jax.shard_map becomes: over one device, a call of its body. mlir_mesh.cpp looks at its mesh when all of
// them are read.
#include "frontend/mlir_parser.h"

namespace mote {

// manual_computation(%a, …) in_shardings=[…] out_shardings=[…] manual_axes={…} (%b: T, …) {…} : (T, …) -> (T, …), or generic.
bool MlirParser::ParseManual(MlirScope& scope, const std::vector<ResultName>& names) {
  Pending pending;
  pending.scope = &scope;
  pending.instruction.op = Op::kCall;
  pending.instruction.location = token().location;
  ManualUse use{token().location, "", ""};
  const bool generic = token().kind == MlirTokenKind::kString;
  lexer_.Advance();
  if (generic ? !ParseGeneric(pending) : !ParseManualClauses(pending, &use.shardings, &use.axes)) return false;
  for (const MlirNamedAttribute& named : pending.attributes) {
    if (named.name == "in_shardings" || named.name == "out_shardings") use.shardings += named.value.text;
    if (named.name == "manual_axes") use.axes = named.value.text;
  }
  pending.attributes.clear();
  if (pending.regions.size() != 1) return Fail(Rule::kArity, "sdy.manual_computation has other than one region", use.location);
  if (!pending.captures.values.empty()) {
    return Fail(Rule::kSyntax, "the body of sdy.manual_computation uses values from outside, which it must take as arguments",
                use.location);
  }
  manuals_.push_back(std::move(use));
  if (!ParseLocation() || !Finish(pending, names)) return false;
  if (pending.poisoned) return true;
  Computation& body = module_.computations[scope.computation().instructions.back().called[0]];
  body.name = "sdy.manual_computation_" + std::to_string(manuals_.size() - 1);  // printed, it is a function
  return true;
}

bool MlirParser::ParseManualClauses(Pending& pending, std::string* shardings, std::string* axes) {
  if (!Expect('(') || (!Is(')') && !ParseValues(pending)) || !Expect(')')) return false;
  for (const char* clause : {"in_shardings", "out_shardings", "manual_axes"}) {
    if (!ExpectWord(clause) || !Expect('=')) return false;
    const size_t begin = token().begin;
    if (!SkipBracketed("the list")) return false;
    (clause[0] == 'm' ? *axes : *shardings) += SourceFrom(begin);
  }
  std::vector<ResultName> names;
  IdVector<Shape> shapes;
  if (!ParseManualArguments(&names, &shapes) || !ParseRegion(pending, pending.regions.emplace_back(), names, shapes)) return false;
  return ParseOptionalDictionary(&pending.attributes) && ParseTypeClause(pending);
}

// (%a: T, …), or nothing where there are none
bool MlirParser::ParseManualArguments(std::vector<ResultName>* names, IdVector<Shape>* shapes) {
  if (!Take('(')) return true;
  while (!Is(')')) {
    if (token().kind != MlirTokenKind::kValue) return FailHere("expected an argument (%name)");
    names->push_back({token().text, 1, token().location});
    lexer_.Advance();
    if (!Expect(':') || !ParseType(&shapes->emplace_back()) || !ParseLocation()) return false;
    if (!Take(',') && !Is(')')) return FailHere("expected ',' or ')'");
  }
  return Expect(')');
}

}  // namespace mote
