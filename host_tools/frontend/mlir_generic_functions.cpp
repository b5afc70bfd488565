// The generic spelling of modules, functions and meshes, as `mlir-opt --mlir-print-op-generic` writes it:
// "func.func"() <{function_type = (A) -> B, sym_name = "f", …}> ({^bb0(%a: A): …}) {attributes} : () -> ().
#include "frontend/mlir_parser.h"

namespace mote {
namespace {

const MlirAttribute* Find(const MlirAttributes& attributes, std::string_view name) {
  for (const MlirNamedAttribute& named : attributes) {
    if (named.name == name) return &named.value;
  }
  return nullptr;
}

}  // namespace

// "() <{…}> ({…}) {…} : () -> ()": reads everything but what stands between the region's braces and leaves the lexer behind the opening
// one; `end` is where EndGeneric goes on. Attributes behind the region are needed before it is read, so it is stepped over first.
bool MlirParser::BeginGeneric(MlirAttributes* attributes, MlirLexer::State* end) {
  if (!Expect('(') || !Expect(')')) return false;
  if (Take('<') && (!ParseDictionary(attributes) || !Expect('>'))) return false;
  const MlirLexer::State region = lexer_.Save();
  if (!Is('(')) return FailHere("expected '(' and a region");
  if (!SkipBracketed("the region")) return false;
  MlirAttributes more;
  if (!ParseOptionalDictionary(&more)) return false;
  attributes->insert(attributes->end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  *end = lexer_.Save();
  lexer_.Restore(region);
  return Expect('(') && Expect('{');
}

// "}) {…} : () -> ()" behind the region's operations.
bool MlirParser::EndGeneric(const MlirLexer::State& end) {
  if (!Expect('}') || !Expect(')')) return false;
  lexer_.Restore(end);
  return ParseEmptyTypes();
}

// : () -> ()
bool MlirParser::ParseEmptyTypes() {
  if (!Expect(':') || !Expect('(') || !Expect(')')) return false;
  if (token().kind != MlirTokenKind::kArrow) return FailHere("expected '->'");
  lexer_.Advance();
  return Expect('(') && Expect(')') && ParseLocation();
}

// "builtin.module"() <{sym_name = "m"}> ({…}) {…} : () -> ()
bool MlirParser::ParseGenericModule() {
  lexer_.Advance();
  MlirAttributes attributes;
  MlirLexer::State end;
  if (!BeginGeneric(&attributes, &end)) return false;
  MlirAttributes others;
  for (MlirNamedAttribute& named : attributes) {
    if (named.name == "sym_name") module_.name = named.value.string;
    else others.push_back(std::move(named));
  }
  if (!TakeModuleAttributes(others)) return false;
  if (token().kind == MlirTokenKind::kCaret) {
    lexer_.Advance();
    if (!Expect(':')) return false;
  }
  if (!ParseModuleOperations() || !EndGeneric(end)) return false;
  return true;
}

// The types of function_type = (A, B) -> C, read again from their place in the text; the lexer comes back to where it is.
bool MlirParser::ParseFunctionType(const MlirAttribute& type, const MlirLexer::State& before, IdVector<Shape>* inputs,
                                   IdVector<Shape>* results) {
  const MlirLexer::State here = lexer_.Save();
  lexer_.Restore(before);
  lexer_.ContinueAt(type.text.data() - source_.text().data());
  if (!Expect('(') || !ParseTypeList(inputs, ')') || !Expect(')')) return false;
  if (token().kind != MlirTokenKind::kArrow) return FailHere("expected '->'");
  lexer_.Advance();
  if (Take('(')) {
    if (!ParseTypeList(results, ')') || !Expect(')')) return false;
  } else if (!ParseType(&results->emplace_back())) {
    return false;
  }
  lexer_.Restore(here);
  return true;
}

// Names, visibility and the attributes of arguments and results.
bool MlirParser::TakeFunctionAttributes(const MlirAttributes& attributes, Computation& function) {
  for (const MlirNamedAttribute& named : attributes) {
    if (named.name == "sym_name") {
      function.name = named.value.string;
    } else if (named.name == "sym_visibility") {
      function.is_public = named.value.string == "public";
    } else if (named.name == "arg_attrs" || named.name == "res_attrs") {
      const bool results = named.name == "res_attrs";
      for (const MlirAttribute& one : named.value.items) {
        (results ? function.result_extra : function.parameter_extra).push_back(AsText(one.fields));
        if (!results) continue;
        const MlirAttribute* info = Find(one.fields, "jax.result_info");
        function.result_names.push_back(info == nullptr ? "" : info->string);
      }
    } else if (named.name != "function_type") {
      function.extra[named.name] = std::string(named.value.text);
    }
  }
  return !function.name.empty();
}

bool MlirParser::ParseGenericFunction() {
  const Location location = token().location;
  const MlirLexer::State before = lexer_.Save();
  lexer_.Advance();
  MlirAttributes attributes;
  MlirLexer::State end;
  if (!BeginGeneric(&attributes, &end)) return false;
  MlirScope scope;
  Computation& function = scope.computation();
  function.location = location;
  function.is_public = true;
  if (!TakeFunctionAttributes(attributes, function)) return Fail(Rule::kSyntax, "the function has no sym_name", location);
  const MlirAttribute* type = Find(attributes, "function_type");
  IdVector<Shape> inputs, results;
  if (type == nullptr || type->text.empty() || type->text[0] != '(') {
    return Fail(Rule::kSyntax, "the function has no function_type", location);
  }
  if (!ParseFunctionType(*type, before, &inputs, &results)) return false;
  if (Is('}')) {
    std::string text = std::string("func.func ") + (function.is_public ? "" : "private ") + "@" + function.name + "(";
    for (size_t i = 0; i < inputs.size(); ++i) text += (i > 0 ? ", " : "") + ToMlirString(inputs[i]);
    text += ") -> (";
    for (size_t i = 0; i < results.size(); ++i) text += (i > 0 ? ", " : "") + ToMlirString(results[i]);
    declarations_.insert(function.name);
    module_.extra[std::string(kDeclarationKey) + function.name] = text + ")";
    return EndGeneric(end);
  }
  if (token().kind == MlirTokenKind::kCaret) {
    lexer_.Advance();
    if (!ParseBlockArguments(scope) || !Expect(':')) return false;
    scope.DropSharedLabels();
  }
  if (function.parameters != inputs) {
    return Fail(Rule::kSyntax, "the arguments of the function's block are not those of its function_type", location);
  }
  return ParseFunctionBody(scope, results, location) && EndGeneric(end);
}

// "sdy.mesh"() <{sym_name = "mesh", mesh = …}> : () -> (): kept as text.
bool MlirParser::ParseGenericMesh() {
  const Location location = token().location;
  const size_t begin = token().begin;
  lexer_.Advance();
  MlirAttributes attributes;
  if (!Expect('(') || !Expect(')')) return false;
  if (Take('<') && (!ParseDictionary(&attributes) || !Expect('>'))) return false;
  if (!ParseOptionalDictionary(&attributes)) return false;
  const MlirAttribute* name = Find(attributes, "sym_name");
  if (name == nullptr || name->string.empty()) return Fail(Rule::kSyntax, "the mesh has no sym_name", location);
  if (!ParseEmptyTypes()) return false;
  module_.extra[std::string(kMeshKey) + name->string] = std::string(SourceFrom(begin));
  return true;
}

}  // namespace mote
