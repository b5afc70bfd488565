// Tokens of MLIR text. One token of look-ahead; tokens are views into the source, nothing is copied.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hlo/diagnostic.h"

namespace mote {

enum class MlirTokenKind : uint8_t {
  kEnd,
  kError,     // a character or string that no token starts with
  kWord,      // bare identifier, dots included: stablehlo.add, true, tensor, x
  kString,    // text without the quotes, escapes still in it
  kInteger,   // 42, 0x2A
  kReal,      // 1.5, 1e-7
  kValue,     // %name or %name#1, without the %
  kSymbol,    // @name or @"name", without @ and quotes
  kHash,      // #name, without the #; empty for "#" before "<"
  kBang,      // !name, without the !
  kCaret,     // ^name, without the ^
  kArrow,     // ->
  kPunctuation,
};

struct MlirToken {
  MlirTokenKind kind = MlirTokenKind::kEnd;
  std::string_view text;
  size_t begin = 0, end = 0;  // in the source, sigils and quotes included
  Location location;
  bool first_on_line = false;
};

class MlirLexer {
 public:
  MlirLexer(std::string_view text, uint32_t first_line) : text_(text), line_(first_line) { Advance(); }

  const MlirToken& token() const { return token_; }
  void Advance();
  // Where the token before the current one ended.
  size_t previous_end() const { return previous_end_; }
  // Makes the byte at `offset`, at or behind the current token's begin, the next one to be read.
  void ContinueAt(size_t offset);
  std::string_view text() const { return text_; }

  struct State {
    size_t position, line_begin, previous_end;
    uint32_t line;
    int depth;
    MlirToken token;
  };
  State Save() const { return {position_, line_begin_, previous_end_, line_, depth_, token_}; }
  void Restore(const State& state);
  // Open brackets of all kinds before the current token; for recovery after an error.
  int depth() const { return depth_; }

 private:
  bool SkipBlanks();
  void Take(MlirTokenKind kind, size_t begin, size_t text_begin, size_t text_end, size_t end);
  void LexString(size_t begin, size_t quote, MlirTokenKind kind);
  void LexNumber(size_t begin);
  void LexSigil(size_t begin);
  size_t EndOfName(size_t from, bool dashes) const;
  void TakeWord(size_t begin);

  std::string_view text_;
  size_t position_ = 0, line_begin_ = 0, previous_end_ = 0;
  uint32_t line_ = 1;
  int depth_ = 0;
  MlirToken token_;
};

// The end of the bracketed text that opens at `open` (one of ( [ { <), one past its closing bracket; npos when it is not closed,
// kNestedTooDeep, which is no place of a text either, when nested deeper than `max_depth`. Strings and "->" are stepped over.
inline constexpr size_t kNestedTooDeep = std::string_view::npos - 1;
size_t EndOfBrackets(std::string_view text, size_t open, int max_depth);
// A quoted string's text with its escapes resolved (\n, \t, \\, \", \XX).
std::string Unescape(std::string_view text);

}  // namespace mote
