// Tokens, errors and the way on after an error.
#include "frontend/mlir_parser.h"

#include <algorithm>

#include "frontend/element_text.h"
#include "hlo/verify.h"

namespace mote {
namespace {

// 'text', or the byte that no text holds.
std::string Shown(std::string_view found) {
  const unsigned char byte = found.empty() ? ' ' : static_cast<unsigned char>(found[0]);
  if (byte >= ' ' && byte < 0x7F) return "'" + Excerpt(found) + "'";
  static constexpr char kDigits[] = "0123456789ABCDEF";
  return std::string("the byte 0x") + kDigits[byte / 16] + kDigits[byte % 16];
}

}  // namespace

MlirParser::MlirParser(const SourceText& source, const FrontendOptions& options)
    : source_(source), options_(options), lexer_(source.text(), source.first_line()) {}

Result<Module> MlirParser::Parse() {
  module_.files = {source_.file()};
  const bool read = ParseTop();
  // Of a text that was not read to its end the functions are not all known.
  const bool resolved = (read || token().kind == MlirTokenKind::kEnd) && ResolveCallees();
  if (errors_.empty() && (!read || !resolved)) FailHere("the module could not be read");
  if (errors_.empty()) {
    ChooseEntry();
    NameEntryParameters();
    SplitMembersOfMeshes();
  }
  if (!errors_.empty()) {
    if (manuals_.empty()) VerifyRest(resolved);  // calls of bodies that take parts are no calls yet
    std::stable_sort(errors_.begin(), errors_.end(), [](const Diagnostic& a, const Diagnostic& b) {
      return std::pair(a.location.line, a.location.column) < std::pair(b.location.line, b.location.column);
    });
    for (Diagnostic& error : errors_) error = source_.Complete(std::move(error));
    return Errors{std::move(errors_)};
  }
  return std::move(module_);
}

// Where several errors are wanted, the operations that could be read are checked too.
void MlirParser::VerifyRest(bool resolved) {
  if (!options_.verify || !resolved || errors_.size() >= options_.max_errors) return;
  for (Diagnostic& found : Verify(module_, options_.max_errors - errors_.size())) errors_.push_back(std::move(found));
}

bool MlirParser::Is(char punctuation) const { return token().kind == MlirTokenKind::kPunctuation && token().text[0] == punctuation; }

bool MlirParser::IsWord(std::string_view word) const { return token().kind == MlirTokenKind::kWord && token().text == word; }

bool MlirParser::Take(char punctuation) {
  if (!Is(punctuation)) return false;
  lexer_.Advance();
  return true;
}

bool MlirParser::TakeWord(std::string_view word) {
  if (!IsWord(word)) return false;
  lexer_.Advance();
  return true;
}

bool MlirParser::Expect(char punctuation) {
  if (Take(punctuation)) return true;
  return FailHere(std::string("expected '") + punctuation + "'");
}

bool MlirParser::ExpectWord(std::string_view word) {
  if (TakeWord(word)) return true;
  return FailHere("expected '" + std::string(word) + "'");
}

bool MlirParser::Fail(Rule rule, std::string text, Location location, std::string hint) {
  Diagnostic diagnostic = Error(rule, std::move(text), location);
  diagnostic.hint = std::move(hint);
  errors_.push_back(std::move(diagnostic));
  return false;
}

bool MlirParser::FailHere(std::string text, std::string hint) {
  const std::string_view found = source_.text().substr(token().begin, std::min<size_t>(token().end - token().begin, 41));
  const bool cut = token().kind == MlirTokenKind::kError && found.find('"') != std::string_view::npos;
  text += token().kind == MlirTokenKind::kEnd ? ", found the end of the text"
          : cut                               ? ", found a string that its line does not end"
                                              : ", found " + Shown(found);
  // What is missing at the end of a line is missing there, not at the start of the next.
  const bool line_end =
      token().first_on_line && lexer_.previous_end() > 0 && token().kind != MlirTokenKind::kEnd && token().kind != MlirTokenKind::kError;
  const Location location = line_end ? LocationAt(source_.text(), lexer_.previous_end(), source_.first_line()) : token().location;
  return Fail(Rule::kSyntax, std::move(text), location, std::move(hint));
}

bool MlirParser::Enter() {
  if (depth_ < options_.max_depth) {
    ++depth_;
    return true;
  }
  return Fail(Rule::kLimit, "nested deeper than " + std::to_string(options_.max_depth) + " levels", token().location);
}

bool MlirParser::Expand(int64_t bytes, Location location) {
  if (bytes <= options_.max_expanded_bytes - expanded_bytes_) {
    expanded_bytes_ += bytes;
    return true;
  }
  return Fail(Rule::kLimit, "splats and aliases stand for more than " + std::to_string(options_.max_expanded_bytes) + " bytes", location);
}

// To the next token that may start an operation, or to the bracket that closes the block, `depth` being the block's.
void MlirParser::SkipToNextOperation(int depth) {
  while (token().kind != MlirTokenKind::kEnd) {
    const bool closing = Is('}') || Is(')') || Is('>') || Is(']');
    if (lexer_.depth() <= depth && closing) return;
    const bool starts =
        token().kind == MlirTokenKind::kValue || token().kind == MlirTokenKind::kString || token().kind == MlirTokenKind::kWord;
    if (lexer_.depth() <= depth && token().first_on_line && starts) return;
    lexer_.Advance();
  }
}

bool MlirParser::ParseInt64Token(int64_t* value) {
  const size_t begin = token().begin;
  const Location location = token().location;
  Take('-');
  if (token().kind != MlirTokenKind::kInteger) return FailHere("expected an integer");
  lexer_.Advance();
  const auto parsed = ParseInt64(SourceFrom(begin));
  if (!parsed) return Fail(Rule::kOverflow, "integer " + Excerpt(SourceFrom(begin)) + " does not fit 64 bits", location);
  *value = *parsed;
  return true;
}

}  // namespace mote
