// Modules, functions, aliases and references between functions.
#include "frontend/mlir_parser.h"

#include <algorithm>

#include "hlo/spelling.h"

namespace mote {
namespace {

constexpr int64_t kPartBytes = 8192;  // counted for a part of an alias: copies of trees cost more than bytes of splats

int64_t Parts(const Shape& shape) {
  int64_t parts = 1;
  for (const Shape& element : shape.elements) parts += Parts(element);
  return parts;
}

int64_t Parts(const MlirAttribute& attribute) {
  int64_t parts = 1 + static_cast<int64_t>((attribute.ints.size() + attribute.text.size()) / 64);
  for (const MlirAttribute& item : attribute.items) parts += Parts(item);
  for (const MlirNamedAttribute& field : attribute.fields) parts += Parts(field.value);
  return parts;
}

}  // namespace

std::map<std::string, std::string> MlirParser::AsText(const MlirAttributes& attributes) {
  std::map<std::string, std::string> text;
  for (const MlirNamedAttribute& named : attributes) text[named.name] = std::string(named.value.text);
  return text;
}

bool MlirParser::ParseTop() {
  while (token().kind == MlirTokenKind::kHash || token().kind == MlirTokenKind::kBang) {
    if (!ParseAlias()) return false;
  }
  const bool generic = token().kind == MlirTokenKind::kString && token().text == "builtin.module";
  if (!generic && !IsWord("module") && !IsWord("builtin.module")) return ParseModuleBody(false) && errors_.empty();
  if (generic ? !ParseGenericModule() : !ParseModule()) return false;
  while (token().kind == MlirTokenKind::kHash || token().kind == MlirTokenKind::kBang) {
    if (!ParseAlias()) return false;
  }
  if (Is('{')) {  // {-# dialect_resources … #-}: read when a constant asks for it
    const size_t end = source_.text().find("#-}", token().begin);
    if (end == std::string_view::npos) return FailHere("expected '#-}' behind the resources");
    lexer_.ContinueAt(end + 3);
  }
  if (IsWord("module")) {
    return Fail(Rule::kSyntax, "a second module in one text", token().location, "separate modules by lines of '// -----'");
  }
  if (token().kind != MlirTokenKind::kEnd) return FailHere("expected the end of the text behind the module");
  return errors_.empty();
}

bool MlirParser::ParseModule() {
  lexer_.Advance();
  if (token().kind == MlirTokenKind::kSymbol) {
    module_.name = Unescape(token().text);
    lexer_.Advance();
  }
  if (TakeWord("attributes")) {
    MlirAttributes attributes;
    if (!ParseDictionary(&attributes) || !TakeModuleAttributes(attributes)) return false;
  }
  if (!Expect('{')) return false;
  return ParseModuleBody(true) && ParseLocation();
}

bool MlirParser::TakeModuleAttributes(const MlirAttributes& attributes) {
  for (const MlirNamedAttribute& named : attributes) {
    int64_t* count = named.name == "mhlo.num_replicas"     ? &module_.replicas
                     : named.name == "mhlo.num_partitions" ? &module_.partitions
                                                           : nullptr;
    if (count == nullptr) {
      module_.extra[named.name] = std::string(named.value.text);
      continue;
    }
    if (named.value.kind != MlirAttribute::Kind::kInt || named.value.integer < 1) {
      return Fail(Rule::kAttribute, named.name + " is not a positive integer", named.location);
    }
    *count = named.value.integer;
  }
  return true;
}

bool MlirParser::ParseModuleBody(bool braces) {
  if (!ParseModuleOperations()) return false;
  if (braces) return Expect('}');
  if (Is('}')) return FailHere("expected a function");
  return true;
}

// Up to a closing brace, which is left, or the end of the text.
bool MlirParser::ParseModuleOperations() {
  const int depth = lexer_.depth();
  while (!Is('}') && token().kind != MlirTokenKind::kEnd) {
    const size_t errors = errors_.size();
    const size_t begin = token().begin;
    bool read = true;
    if (IsWord("func.func") || IsWord("func")) {
      read = ParseFunction();
    } else if (token().kind == MlirTokenKind::kString && token().text == "func.func") {
      read = ParseGenericFunction();
    } else if (token().kind == MlirTokenKind::kString && token().text == "sdy.mesh") {
      read = ParseGenericMesh();
    } else if (token().kind == MlirTokenKind::kHash || token().kind == MlirTokenKind::kBang) {
      read = ParseAlias();
    } else if (depth == 0 && Is('{')) {
      const size_t end = source_.text().find("#-}", token().begin);
      if (end == std::string_view::npos) return FailHere("expected '#-}' behind the resources");
      lexer_.ContinueAt(end + 3);
    } else {
      read = SkipTopLevelOperation();
    }
    if (read) continue;
    if (errors_.size() == errors) FailHere("expected a function");
    if (errors_.size() >= options_.max_errors) return false;
    if (token().begin == begin) lexer_.Advance();
    SkipToNextOperation(depth);
    if (Is('}') && lexer_.depth() < depth) return false;
    if (Is(')') || Is('>') || Is(']')) lexer_.Advance();
  }
  return true;
}

// #name = attribute, !name = type, #loc = loc(…)
bool MlirParser::ParseAlias() {
  const bool type = token().kind == MlirTokenKind::kBang;
  const std::string_view name = token().text;
  if (name.empty()) return FailHere("expected an alias");
  lexer_.Advance();
  if (!Expect('=')) return false;
  if (type) {
    Shape shape;
    if (!ParseType(&shape)) return false;
    const int64_t parts = Parts(shape);
    type_alias_bytes_[name] = parts == 1 ? 0 : parts * kPartBytes;
    type_aliases_[name] = std::move(shape);
    return true;
  }
  if (IsWord("loc")) return ParseLocation();
  MlirAttribute attribute;
  if (!ParseAttribute(&attribute)) return false;
  const int64_t parts = Parts(attribute);
  alias_bytes_[name] = parts == 1 ? 0 : parts * kPartBytes;
  attribute_aliases_[name] = std::move(attribute);
  return true;
}

// sdy.mesh and the like: kept as text, they say nothing about one device's computation.
bool MlirParser::SkipTopLevelOperation() {
  if (!IsWord("sdy.mesh")) {
    if (token().kind == MlirTokenKind::kWord || token().kind == MlirTokenKind::kString) {
      return Fail(Rule::kUnsupported, "operation '" + std::string(token().text) + "' outside of a function", token().location);
    }
    return FailHere("expected a function");
  }
  const size_t begin = token().begin;
  lexer_.Advance();
  if (token().kind != MlirTokenKind::kSymbol) return FailHere("expected the mesh's name");
  const std::string key = std::string(kMeshKey) + std::string(token().text);
  lexer_.Advance();
  MlirAttributes more;  // JAX repeats the axes there
  if (!Expect('=') || !SkipBracketed("the mesh") || !ParseOptionalDictionary(&more)) return false;
  module_.extra[key] = std::string(SourceFrom(begin));
  return ParseLocation();
}

bool MlirParser::ParseFunction() {
  const Location location = token().location;
  const size_t begin = token().begin;
  lexer_.Advance();
  MlirScope scope;
  IdVector<Shape> results;
  scope.computation().location = location;
  if (!ParseFunctionHeader(scope, &results)) return false;
  if (!Is('{')) {  // a declaration: only calls of it are wrong
    const std::string& name = scope.computation().name;
    declarations_.insert(name);
    module_.extra[std::string(kDeclarationKey) + name] = std::string(SourceFrom(begin));
    return ParseLocation();
  }
  lexer_.Advance();
  return ParseFunctionBody(scope, results, location) && Expect('}') && ParseLocation();
}

// The operations up to the closing brace, which is left where all is well.
bool MlirParser::ParseFunctionBody(MlirScope& scope, std::span<const Shape> results, Location location) {
  const std::string name = scope.computation().name;
  const auto [entry, added] = functions_.emplace(name, module_.computations.count());
  if (!added) return Fail(Rule::kSyntax, "function @" + name + " is defined twice", location);
  module_.computations.emplace_back();
  const int32_t index = entry->second;
  module_.computations.back().name = name;
  const int depth = lexer_.depth();
  const bool read = ParseBlock(scope, true, results);
  module_.computations[index] = scope.Close();
  if (read) return true;
  if (Is('}') && lexer_.depth() == depth) lexer_.Advance();
  return false;
}

bool MlirParser::ParseFunctionHeader(MlirScope& scope, IdVector<Shape>* results) {
  Computation& function = scope.computation();
  function.is_public = !IsWord("private") && !IsWord("nested");
  if (IsWord("private") || IsWord("nested") || IsWord("public")) lexer_.Advance();
  if (token().kind != MlirTokenKind::kSymbol) return FailHere("expected the function's name");
  function.name = Unescape(token().text);
  lexer_.Advance();
  if (!ParseParameters(scope) || !ParseFunctionResults(scope, results)) return false;
  if (!TakeWord("attributes")) return true;
  MlirAttributes attributes;
  if (!ParseDictionary(&attributes)) return false;
  function.extra = AsText(attributes);
  return true;
}

// After an error in an item of a list, `depth` being the list's: to its end, where more errors are wanted.
bool MlirParser::SkipListItem(int depth) {
  if (errors_.size() >= options_.max_errors) return false;
  while (token().kind != MlirTokenKind::kEnd && lexer_.depth() >= depth) {
    if (lexer_.depth() == depth && (Is(',') || Is(')') || Is('{'))) return true;
    lexer_.Advance();
  }
  return false;
}

// Of a definition "(%a: type {…} loc(…), …)" or of a declaration "(type, …)".
bool MlirParser::ParseParameters(MlirScope& scope) {
  if (!Expect('(')) return false;
  const int depth = lexer_.depth();
  bool any_extra = false;
  while (!Is(')')) {
    std::string_view name;
    const Location location = token().location;
    if (token().kind == MlirTokenKind::kValue) {
      name = token().text;
      lexer_.Advance();
      if (!Expect(':')) return false;
    }
    Shape shape;
    MlirAttributes attributes;
    const bool typed = ParseType(&shape);
    if (!typed && !SkipListItem(depth)) return false;
    std::string label;
    if (!ParseOptionalDictionary(&attributes) || !ParseLocation(&label)) return false;
    const Value value = scope.AddParameter(shape, name, location);
    scope.NameParameter(label);
    if (!name.empty() && !scope.Bind(name, {value, 1, !typed})) {
      return Fail(Rule::kSyntax, "%" + std::string(name) + " is defined twice", location);
    }
    scope.computation().parameter_extra.push_back(AsText(attributes));
    any_extra = any_extra || !attributes.empty();
    if (!Take(',') && !Is(')')) return FailHere("expected ',' or ')'");
  }
  if (!any_extra) scope.computation().parameter_extra.clear();
  scope.DropSharedLabels();
  return Expect(')');
}

bool MlirParser::ParseFunctionResults(MlirScope& scope, IdVector<Shape>* results) {
  if (token().kind != MlirTokenKind::kArrow) return true;
  lexer_.Advance();
  if (!Is('(')) {
    const int depth = lexer_.depth();
    results->emplace_back();
    if (ParseType(&results->back())) return true;
    scope.Poison();
    return SkipListItem(depth);
  }
  lexer_.Advance();
  const int depth = lexer_.depth();
  Computation& function = scope.computation();
  bool any = false;
  while (!Is(')')) {
    MlirAttributes attributes;
    results->emplace_back();
    if (!ParseType(&results->back())) {
      scope.Poison();
      if (!SkipListItem(depth)) return false;
    }
    if (!ParseOptionalDictionary(&attributes)) return false;
    function.result_extra.push_back(AsText(attributes));
    function.result_names.emplace_back();
    for (const MlirNamedAttribute& named : attributes) {
      any = true;
      if (named.name == "jax.result_info") function.result_names.back() = named.value.string;
    }
    if (!Take(',') && !Is(')')) return FailHere("expected ',' or ')'");
  }
  if (!any) {
    function.result_extra.clear();
    function.result_names.clear();
  }
  return Expect(')');
}

int32_t MlirParser::CalleeReference(std::string_view name, Location location) {
  callees_.push_back({std::string(name), location});
  return -callees_.count();
}

void MlirParser::MissingFunction(const Callee& callee) {
  if (declarations_.count(callee.name) != 0) {
    Fail(Rule::kUnsupported, "function @" + callee.name + " is declared without a body", callee.location);
    return;
  }
  Spelling spelling(callee.name);
  for (const auto& [name, index] : functions_) spelling.Try(name, false);
  Fail(Rule::kSignature, "there is no function @" + callee.name, callee.location, spelling.Hint("", "@", ""));
}

// False when a callee is missing.
// The computations that a custom_call names are its target's business: names without a function here stay text.
void MlirParser::KeepUnknownCallees(Instruction& instruction) const {
  std::string names;
  bool unknown = false;
  for (const int32_t called : instruction.called) {
    if (called >= 0) return;
    const std::string& name = callees_[-1 - called].name;
    unknown = unknown || functions_.count(name) == 0;
    names += (names.empty() ? "@" : ", @") + name;
  }
  if (!unknown) return;
  instruction.called.clear();
  instruction.extra["called_computations"] = "[" + names + "]";
}

bool MlirParser::ResolveCallees() {
  bool found_all = true;
  for (Computation& computation : module_.computations) {
    for (Instruction& instruction : computation.instructions) {
      if (instruction.op == Op::kCustomCall) KeepUnknownCallees(instruction);
      for (int32_t& called : instruction.called) {
        if (called >= 0) continue;
        const Callee& callee = callees_[-1 - called];
        const auto found = functions_.find(callee.name);
        if (found != functions_.end()) {
          called = found->second;
          continue;
        }
        MissingFunction(callee);
        found_all = false;
        if (errors_.size() >= options_.max_errors) return false;
      }
    }
  }
  ResolveMeshes();
  return CheckPrograms() && found_all;
}

void MlirParser::ChooseEntry() {
  int32_t chosen = -1, publics = 0, first = -1;
  for (const auto& [name, index] : functions_) {
    if (first < 0 || index < first) first = index;
    if (!module_.computations[index].is_public) continue;
    ++publics;
    chosen = index;
  }
  const auto main = functions_.find("main");
  module_.entry = main != functions_.end() ? main->second : publics == 1 ? chosen : first;
}

// The main function of a jax.export hands its arguments, which have no names, on to one whose arguments have them.
void MlirParser::NameEntryParameters() {
  if (module_.entry < 0) return;
  Computation& main = module_.computations[module_.entry];
  for (const Instruction& call : main.instructions) {
    if (call.op != Op::kCall) continue;
    const Computation& callee = module_.computations[call.called[0]];
    for (size_t i = 0; i < call.operands.size() && i < callee.parameter_names.size(); ++i) {
      const size_t parameter = call.operands[i].instruction;
      const std::string& label = callee.parameter_names[i];
      if (parameter >= main.parameter_names.size() || main.parameter_names[parameter] != main.instructions[parameter].name) continue;
      if (label == callee.instructions[i].name || std::count(main.parameter_names.begin(), main.parameter_names.end(), label) > 0) continue;
      main.parameter_names[parameter] = label;
    }
  }
}

}  // namespace mote
