// Tokens of HLO text. Words take in names, numbers and compounds such as 3x3, 0_1x2_2 and b01f; tokens are views into the source.
#pragma once

#include <cstdint>
#include <string_view>

#include "hlo/diagnostic.h"

namespace mote {

enum class HloTokenKind : uint8_t { kEnd, kError, kWord, kString, kArrow, kPunctuation };

struct HloToken {
  HloTokenKind kind = HloTokenKind::kEnd;
  std::string_view text;  // of a string without quotes, of a name without %
  size_t begin = 0, end = 0;
  Location location;
  bool first_on_line = false;
};

class HloLexer {
 public:
  HloLexer(std::string_view text, uint32_t first_line) : text_(text), line_(first_line) { Advance(); }
  const HloToken& token() const { return token_; }
  void Advance();
  size_t previous_end() const { return previous_end_; }
  // Makes the byte at `offset`, behind the current token's begin, the next one to be read.
  void ContinueAt(size_t offset);

 private:
  void SkipBlanks();
  void Take(HloTokenKind kind, size_t begin, size_t text_begin, size_t text_end, size_t end);

  std::string_view text_;
  size_t position_ = 0, line_begin_ = 0, previous_end_ = 0;
  uint32_t line_ = 1;
  HloToken token_;
};

// The end of the brackets that open at `open`, nested ones, strings and comments skipped; npos when they do not close or nest too deep.
// < and > are no brackets here: [2,4]<=[8].
size_t EndOfHloBrackets(std::string_view text, size_t open, int max_depth);

}  // namespace mote
