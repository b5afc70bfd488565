// Tokens, the module's header and computations of HLO text.
#include "frontend/hlo_parser.h"

#include <algorithm>

#include "frontend/element_text.h"

namespace mote {
namespace {

constexpr std::string_view kFrameTables[] = {"FileNames", "FunctionNames", "FileLocations", "StackFrames"};
// Attributes whose value is a computation, by name or written in place, or a list of them.
constexpr std::string_view kOneComputation[] = {"to_apply",          "calls",  "condition", "body", "true_computation",
                                                "false_computation", "select", "scatter"};
constexpr std::string_view kSeveralComputations[] = {"branch_computations", "called_computations"};

template <size_t N>
bool IsOneOf(std::string_view word, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

}  // namespace

HloParser::HloParser(const SourceText& source, const FrontendOptions& options)
    : source_(source), options_(options), lexer_(source.text(), source.first_line()) {}

Result<Module> HloParser::Parse() {
  module_.files = {source_.file()};
  module_.from_hlo_text = true;
  const bool read = ParseModule() && errors_.empty() && Link();
  if (!read && errors_.empty()) FailHere("the module could not be read");
  if (!errors_.empty()) {
    for (Diagnostic& error : errors_) error = source_.Complete(std::move(error));
    return Errors{std::move(errors_)};
  }
  return std::move(module_);
}

bool HloParser::Take(char punctuation) {
  if (!Is(punctuation)) return false;
  lexer_.Advance();
  return true;
}

bool HloParser::TakeWord(std::string_view word) {
  if (!IsWord(word)) return false;
  lexer_.Advance();
  return true;
}

bool HloParser::Expect(char punctuation) {
  if (Take(punctuation)) return true;
  return FailHere(std::string("expected '") + punctuation + "'");
}

bool HloParser::Fail(Rule rule, std::string text, Location location, std::string hint) {
  Diagnostic diagnostic = Error(rule, std::move(text), location);
  diagnostic.hint = std::move(hint);
  errors_.push_back(std::move(diagnostic));
  return false;
}

bool HloParser::FailHere(std::string text) {
  const std::string_view found = source_.text().substr(token().begin, std::min<size_t>(token().end - token().begin, 41));
  text += token().kind == HloTokenKind::kEnd ? ", found the end of the text" : ", found '" + Excerpt(found) + "'";
  return Fail(Rule::kSyntax, std::move(text), token().location);
}

bool HloParser::ParseInt(int64_t* value) {
  const auto parsed = token().kind == HloTokenKind::kWord ? ParseInt64(token().text) : std::nullopt;
  if (!parsed) {
    const bool digits = token().kind == HloTokenKind::kWord && token().text.find_first_not_of("-0123456789") == std::string_view::npos;
    return digits ? Fail(Rule::kOverflow, "integer " + Excerpt(token().text) + " does not fit 64 bits", token().location)
                  : FailHere("expected an integer");
  }
  *value = *parsed;
  lexer_.Advance();
  return true;
}

bool HloParser::ParseModule() {
  if (IsWord("HloModule")) {
    if (!ParseHeader() || !SkipStackFrames()) return false;
  } else if (IsSingleInstruction()) {
    return ParseSingleInstruction();
  }
  while (token().kind != HloTokenKind::kEnd) {
    if (ParseComputation()) continue;
    if (errors_.size() >= options_.max_errors) return false;
    while (token().kind != HloTokenKind::kEnd && !(token().first_on_line && Is('}'))) lexer_.Advance();
    Take('}');
  }
  if (module_.computations.empty()) return FailHere("expected a computation");
  if (module_.entry < 0) module_.entry = module_.computations.count() - 1;
  return true;
}

// HloModule name, key=value, …
bool HloParser::ParseHeader() {
  lexer_.Advance();
  if (token().kind != HloTokenKind::kWord) return FailHere("expected the module's name");
  module_.name = std::string(token().text);
  lexer_.Advance();
  Take(':');  // of older dumps
  while (Take(',')) {
    Written written;
    if (!ReadWritten(&written)) return false;
    int64_t* count = written.key == "replica_count" ? &module_.replicas : written.key == "num_partitions" ? &module_.partitions : nullptr;
    if (count == nullptr) {
      module_.extra[std::string(written.key)] = std::string(written.text);
      continue;
    }
    *count = ParseInt64(written.text).value_or(0);
    if (*count < 1) return Fail(Rule::kAttribute, std::string(written.key) + " is not a positive integer", written.location);
  }
  return true;
}

// The tables that a dump has behind its header, for stack frames: numbered strings and {…}.
bool HloParser::SkipStackFrames() {
  while (token().kind == HloTokenKind::kWord && IsOneOf(token().text, kFrameTables)) {
    lexer_.Advance();
    while (token().kind == HloTokenKind::kWord && ParseInt64(token().text)) {
      lexer_.Advance();
      if (token().kind == HloTokenKind::kString) {
        lexer_.Advance();
      } else if (!Is('{') || !SkipBrackets()) {
        return FailHere("expected a string or '{'");
      }
    }
  }
  return true;
}

// name = f32[2] add(f32[2] a, f32[2] b), also without the name: a text of one instruction, whose operands are the parameters.
bool HloParser::IsSingleInstruction() const {
  if (IsWord("ENTRY") || token().kind == HloTokenKind::kEnd) return false;
  const size_t next = source_.text().find_first_not_of(" \t\r\n", token().end);
  return IsShape() || IsWord("ROOT") ||
         (token().kind == HloTokenKind::kWord && next != std::string_view::npos && source_.text()[next] == '=');
}

bool HloParser::ParseSingleInstruction() {
  Reader reader;
  reader.makes_parameters = true;
  reader.computation.name = "entry";
  reader.computation.is_public = true;
  reader.computation.location = token().location;
  if (IsShape()) {
    Pending pending;
    pending.root = true;
    Named value;
    if (!ParseRightSide(reader, pending, &value) || !Bind(reader, pending, std::move(value))) return false;
  } else if (!ParseInstruction(reader)) {
    return false;
  }
  if (token().kind != HloTokenKind::kEnd) return FailHere("expected one instruction, or the header 'HloModule'");
  if (!FinishComputation(reader)) return false;
  module_.entry = module_.computations.count();
  module_.computations.push_back(std::move(reader.computation));
  return true;
}

// [ENTRY] name [(parameters) -> shape] { instructions } [, key=value]
bool HloParser::ParseComputation() {
  Reader reader;
  const bool entry = TakeWord("ENTRY");
  const Location location = token().location;
  if (token().kind != HloTokenKind::kWord) return FailHere("expected a computation");
  const std::string name(token().text);
  lexer_.Advance();
  LaidOutShape stated;
  const bool states_result = Is('(');
  if (states_result && !ParseSignature(&stated)) return false;
  reader.computation.name = name;
  reader.computation.is_public = entry;
  reader.computation.location = location;
  if (!Expect('{') || !ParseInstructions(reader) || !Expect('}')) return false;
  while (Take(',')) {
    Written ignored;
    if (!ReadWritten(&ignored)) return false;
  }
  if (!FinishComputation(reader)) return false;
  const Shape& root = reader.computation.shape(reader.computation.results[0]);
  if (states_result && !SameSizes(stated.shape, root)) {
    return Fail(Rule::kResult, "computation " + name + " returns " + ToString(root) + ", but its signature says " + ToString(stated.shape),
                location);
  }
  const int32_t index = module_.computations.count();
  if (!computations_.emplace(name, index).second) return Fail(Rule::kSyntax, "computation " + name + " is defined twice", location);
  if (entry && module_.entry >= 0) return Fail(Rule::kSyntax, "a second ENTRY computation", location);
  if (entry) module_.entry = index;
  module_.computations.push_back(std::move(reader.computation));
  return true;
}

// (a: f32[2], b: s32[]) -> f32[2]: repeats what the parameters and the root say.
bool HloParser::ParseSignature(LaidOutShape* result) {
  if (!SkipBrackets()) return false;
  if (token().kind != HloTokenKind::kArrow) return FailHere("expected '->'");
  lexer_.Advance();
  return ParseShape(result);
}

bool HloParser::ParseInstructions(Reader& reader) {
  bool good = true;
  while (!Is('}')) {
    if (token().kind == HloTokenKind::kEnd) return FailHere("expected '}'");
    if (ParseInstruction(reader)) continue;
    good = false;
    if (errors_.size() >= options_.max_errors) return false;
    do {
      lexer_.Advance();
    } while (token().kind != HloTokenKind::kEnd && !token().first_on_line);
  }
  return good;
}

// The parameters become the first instructions, in order, and the root the result.
bool HloParser::FinishComputation(Reader& reader) {
  Computation& computation = reader.computation;
  if (!reader.has_root) reader.root = reader.last;
  if (computation.instructions.empty() && !reader.root.is_tuple) {
    return Fail(Rule::kSyntax, "computation " + computation.name + " is empty", computation.location);
  }
  const Value root = Materialise(reader, reader.root, computation.location);
  reader.is_parameter.resize(computation.instructions.size(), false);
  IdVector<int32_t> place(computation.instructions.size());
  int64_t expected = 0;
  for (const auto& [number, value] : reader.parameters) {
    if (number != expected++) {
      return Fail(Rule::kArity, "computation " + computation.name + " has no parameter(" + std::to_string(expected - 1) + ")",
                  computation.location);
    }
    place[value.instruction] = static_cast<int32_t>(number);
  }
  int32_t next = static_cast<int32_t>(reader.parameters.size());
  for (size_t i = 0; i < place.size(); ++i) {
    if (!reader.is_parameter[i]) place[i] = next++;
  }
  IdVector<Instruction> ordered(place.size());
  for (size_t i = 0; i < place.size(); ++i) {
    Instruction& instruction = ordered[place[i]] = std::move(computation.instructions[i]);
    for (Value& operand : instruction.operands) operand.instruction = place[operand.instruction];
  }
  computation.instructions = std::move(ordered);
  computation.results = {{place[root.instruction], root.result}};
  for (size_t i = 0; i < reader.parameters.size(); ++i) {
    computation.parameters.push_back(computation.instructions[i].shapes[0]);
    computation.parameter_names.push_back(computation.instructions[i].name);
  }
  return true;
}

// key=value, where the value is a word, a string, brackets, or a run of them (b01f_01io->b01f, [2,4]<=[8]T(1,0)).
bool HloParser::ReadWritten(Written* written) {
  written->location = token().location;
  if (token().kind != HloTokenKind::kWord) return FailHere("expected an attribute");
  written->key = token().text;
  lexer_.Advance();
  if (!Expect('=')) return false;
  written->begin = token().begin;
  const bool computations = Is('{') && (IsOneOf(written->key, kOneComputation) || IsOneOf(written->key, kSeveralComputations));
  if (computations ? !ReadComputations(written) : !SkipValue(written->key)) return false;
  written->text = SourceFrom(written->begin);
  if (written->text.find("/*") != std::string_view::npos) written->text = WithoutComments(written->text);
  return true;
}

// {/*i=0*/1,2} without what stands in comments; strings are left alone.
std::string_view HloParser::WithoutComments(std::string_view text) {
  std::string& plain = rewritten_.emplace_back();
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"' && (i == 0 || text[i - 1] != '\\')) quoted = !quoted;
    if (!quoted && text.substr(i, 2) == "/*") {
      i = std::min(text.find("*/", i + 2), text.size() - 1) + 1;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

// to_apply={…instructions…}, branch_computations={a, {…}}
bool HloParser::ReadComputations(Written* written) {
  if (IsOneOf(written->key, kOneComputation)) return ReadInlineComputation(written);
  lexer_.Advance();
  while (!Is('}')) {
    if (Is('{')) {
      if (!ReadInlineComputation(written)) return false;
    } else if (token().kind == HloTokenKind::kWord) {
      written->computations.emplace_back(token().text);
      lexer_.Advance();
    } else {
      return FailHere("expected a computation");
    }
    if (!Take(',') && !Is('}')) return FailHere("expected ',' or '}'");
  }
  return Expect('}');
}

bool HloParser::ReadInlineComputation(Written* written) {
  const Location location = token().location;
  if (depth_ >= options_.max_depth) {
    return Fail(Rule::kLimit, "computations nested deeper than " + std::to_string(options_.max_depth) + " levels", location);
  }
  ++depth_;
  Reader reader;
  reader.computation.location = location;
  reader.computation.name = std::string(written->key);
  const bool read = Expect('{') && ParseInstructions(reader) && Expect('}') && FinishComputation(reader);
  --depth_;
  if (!read) return false;
  // A name that no computation of the text can have.
  const int32_t index = module_.computations.count();
  written->computations.push_back("{" + std::to_string(index));
  computations_.emplace(written->computations.back(), index);
  inline_.push_back(index);
  module_.computations.push_back(std::move(reader.computation));
  return true;
}

bool HloParser::SkipBrackets() {
  const size_t end = EndOfHloBrackets(source_.text(), token().begin, options_.max_depth);
  if (end == std::string_view::npos) return FailHere("expected brackets that close");
  lexer_.ContinueAt(end);
  return true;
}

// A value goes on as long as no blank interrupts it: b01f_01io->b01f, [2,4]<=[8]T(1,0).
bool HloParser::SkipValue(std::string_view key) {
  const Location location = token().location;
  if (key == "literal" && !Is('(')) {
    LaidOutShape ignored;
    if (!ParseShape(&ignored)) return false;
  }
  if (IsWord("mesh")) {  // mesh['x'=2], device_ids=(1,0) {'x'}
    lexer_.Advance();
    if (!Is('[') || !SkipBrackets()) return FailHere("expected '['");
    if (Take(',') && !(TakeWord("device_ids") && Take('=') && Is('(') && SkipBrackets())) return FailHere("expected device_ids=(…)");
    return Is('{') ? SkipBrackets() : FailHere("expected the axes");
  }
  bool any = false;
  while (token().kind != HloTokenKind::kEnd && !Is(',') && !Is('}') && !Is(')') && !(any && token().begin != lexer_.previous_end())) {
    any = true;
    if (Is('{') || Is('(') || Is('[')) {
      if (!SkipBrackets()) return false;
    } else {
      lexer_.Advance();
    }
  }
  return any || Fail(Rule::kSyntax, "expected the attribute's value", location);
}

}  // namespace mote
