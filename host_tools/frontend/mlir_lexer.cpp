// The tokenizer of MLIR text.
#include "frontend/mlir_lexer.h"

#include <algorithm>

namespace mote {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsHexDigit(char c) { return IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool IsNamePart(char c) { return IsLetter(c) || IsDigit(c) || c == '$' || c == '.' || c == '-'; }
// The index of the quote that ends the string opened at `quote`, of the line end that cuts it off, or npos.
size_t ClosingQuote(std::string_view text, size_t quote) {
  size_t end = quote + 1;
  while (true) {
    end = text.find_first_of("\"\\\n", end);
    if (end == std::string_view::npos || text[end] != '\\') return end;
    end += 2;
  }
}
int HexValue(char c) { return IsDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10; }

}  // namespace

// Comments and blanks. True when a line end was passed.
bool MlirLexer::SkipBlanks() {
  bool new_line = position_ == 0;
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == '\n') {
      ++position_;
      ++line_;
      line_begin_ = position_;
      new_line = true;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++position_;
    } else if (c == '/' && position_ + 1 < text_.size() && text_[position_ + 1] == '/') {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else {
      break;
    }
  }
  return new_line;
}

void MlirLexer::Take(MlirTokenKind kind, size_t begin, size_t text_begin, size_t text_end, size_t end) {
  token_.kind = kind;
  token_.begin = begin;
  token_.end = end;
  token_.text = text_.substr(text_begin, text_end - text_begin);
  position_ = end;
}

// Names behind a sigil may hold '-', as in %a-b, but end before "->".
size_t MlirLexer::EndOfName(size_t from, bool dashes) const {
  size_t end = from;
  while (end < text_.size() && IsNamePart(text_[end])) {
    if (text_[end] == '-' && (!dashes || end == from || (end + 1 < text_.size() && text_[end + 1] == '>'))) break;
    ++end;
  }
  return end;
}

void MlirLexer::LexString(size_t begin, size_t quote, MlirTokenKind kind) {
  const size_t end = ClosingQuote(text_, quote);
  if (end >= text_.size() || text_[end] == '\n') {
    return Take(MlirTokenKind::kError, begin, begin, std::min(end, text_.size()), std::min(end, text_.size()));
  }
  Take(kind, begin, quote + 1, end, end + 1);
}

void MlirLexer::TakeWord(size_t begin) {
  const size_t end = EndOfName(begin, false);
  Take(MlirTokenKind::kWord, begin, begin, end, end);
}

void MlirLexer::LexNumber(size_t begin) {
  size_t end = begin;
  if (text_[begin] == '0' && begin + 2 < text_.size() && text_[begin + 1] == 'x' && IsHexDigit(text_[begin + 2])) {
    end = begin + 2;
    while (end < text_.size() && IsHexDigit(text_[end])) ++end;
    return Take(MlirTokenKind::kInteger, begin, begin, end, end);
  }
  while (end < text_.size() && IsDigit(text_[end])) ++end;
  if (end >= text_.size() || text_[end] != '.') return Take(MlirTokenKind::kInteger, begin, begin, end, end);
  ++end;
  while (end < text_.size() && IsDigit(text_[end])) ++end;
  if (end < text_.size() && (text_[end] | 0x20) == 'e') {
    size_t digits = end + 1;
    if (digits < text_.size() && (text_[digits] == '+' || text_[digits] == '-')) ++digits;
    if (digits < text_.size() && IsDigit(text_[digits])) {
      end = digits;
      while (end < text_.size() && IsDigit(text_[end])) ++end;
    }
  }
  Take(MlirTokenKind::kReal, begin, begin, end, end);
}

void MlirLexer::LexSigil(size_t begin) {
  const char sigil = text_[begin];
  if (sigil == '@' && begin + 1 < text_.size() && text_[begin + 1] == '"') return LexString(begin, begin + 1, MlirTokenKind::kSymbol);
  size_t end = EndOfName(begin + 1, true);
  if (sigil == '%' && end < text_.size() && text_[end] == '#') {
    size_t digits = end + 1;
    while (digits < text_.size() && IsDigit(text_[digits])) ++digits;
    if (digits > end + 1) end = digits;
  }
  const MlirTokenKind kind = sigil == '%'   ? MlirTokenKind::kValue
                             : sigil == '@' ? MlirTokenKind::kSymbol
                             : sigil == '#' ? MlirTokenKind::kHash
                             : sigil == '!' ? MlirTokenKind::kBang
                                            : MlirTokenKind::kCaret;
  if (end == begin + 1 && sigil != '#') return Take(MlirTokenKind::kError, begin, begin, end, end);
  Take(kind, begin, begin + 1, end, end);
}

void MlirLexer::Advance() {
  if (token_.kind == MlirTokenKind::kPunctuation) {
    const char c = token_.text[0];
    if (c == '(' || c == '[' || c == '{' || c == '<') ++depth_;
    if (c == ')' || c == ']' || c == '}' || c == '>') --depth_;
  }
  previous_end_ = token_.end;
  token_.first_on_line = SkipBlanks();
  token_.location = {line_, static_cast<uint32_t>(position_ - line_begin_ + 1), 0};
  const size_t begin = position_;
  if (begin >= text_.size()) return Take(MlirTokenKind::kEnd, begin, begin, begin, begin);
  const char c = text_[begin];
  if (IsLetter(c)) return TakeWord(begin);
  if (IsDigit(c)) return LexNumber(begin);
  if (c == '"') return LexString(begin, begin, MlirTokenKind::kString);
  if (c == '%' || c == '@' || c == '#' || c == '!' || c == '^') return LexSigil(begin);
  if (c == '-' && begin + 1 < text_.size() && text_[begin + 1] == '>') {
    return Take(MlirTokenKind::kArrow, begin, begin, begin + 2, begin + 2);
  }
  const bool known = std::string_view("()[]{}<>,:=-+*?/|").find(c) != std::string_view::npos;
  Take(known ? MlirTokenKind::kPunctuation : MlirTokenKind::kError, begin, begin, begin + 1, begin + 1);
}

void MlirLexer::ContinueAt(size_t offset) {
  if (offset < position_) {
    // Only back into the current token, which holds no line end.
    position_ = offset;
  }
  while (position_ < offset) {
    const size_t end = text_.substr(position_, offset - position_).find('\n');  // no further: lines may be megabytes long
    if (end == std::string_view::npos) break;
    ++line_;
    position_ = line_begin_ = position_ + end + 1;
  }
  position_ = offset;
  token_.kind = MlirTokenKind::kEnd;
  token_.end = offset;
  Advance();
}

void MlirLexer::Restore(const State& state) {
  position_ = state.position;
  line_begin_ = state.line_begin;
  previous_end_ = state.previous_end;
  line_ = state.line;
  depth_ = state.depth;
  token_ = state.token;
}

size_t EndOfBrackets(std::string_view text, size_t open, int max_depth) {
  std::string closing;
  if (open >= text.size() || std::string_view("([{<").find(text[open]) == std::string_view::npos) return std::string_view::npos;
  for (size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      i = ClosingQuote(text, i);
      if (i >= text.size()) break;
    } else if (c == '/' && i + 1 < text.size() && text[i + 1] == '/') {
      i = std::min(text.find('\n', i), text.size());
    } else if (c == '-' && i + 1 < text.size() && text[i + 1] == '>') {
      ++i;
    } else if (c == '(' || c == '[' || c == '{' || c == '<') {
      if (static_cast<int>(closing.size()) >= max_depth) return kNestedTooDeep;
      closing += c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : '>';
    } else if (c == ')' || c == ']' || c == '}' || c == '>') {
      if (closing.empty() || closing.back() != c) return std::string_view::npos;
      closing.pop_back();
      if (closing.empty()) return i + 1;
    }
  }
  return std::string_view::npos;
}

std::string Unescape(std::string_view text) {
  if (text.find('\\') == std::string_view::npos) return std::string(text);
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    const char next = text[++i];
    if (next == 'n') {
      plain += '\n';
    } else if (next == 't') {
      plain += '\t';
    } else if (i + 1 < text.size() && IsHexDigit(next) && IsHexDigit(text[i + 1])) {
      plain += static_cast<char>(HexValue(next) * 16 + HexValue(text[++i]));
    } else {
      plain += next;
    }
  }
  return plain;
}

}  // namespace mote
