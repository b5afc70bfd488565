// The tokenizer of HLO text.
#include "frontend/hlo_lexer.h"

#include <algorithm>
#include <string>

namespace mote {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsWordPart(char c) { return IsDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '-'; }

}  // namespace

// Blanks, line ends, // and /* */ comments.
void HloLexer::SkipBlanks() {
  token_.first_on_line = position_ == 0;
  while (position_ < text_.size()) {
    const char c = text_[position_];
    const char next = position_ + 1 < text_.size() ? text_[position_ + 1] : '\0';
    if (c == '\n') {
      ++position_;
      ++line_;
      line_begin_ = position_;
      token_.first_on_line = true;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++position_;
    } else if (c == '/' && next == '/') {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (c == '/' && next == '*') {
      const size_t found = text_.find("*/", position_ + 2);
      const size_t end = found == std::string_view::npos ? text_.size() : found + 2;
      for (size_t at = text_.find('\n', position_); at < end; at = text_.find('\n', at + 1)) {
        ++line_;
        line_begin_ = at + 1;
      }
      position_ = end;
    } else {
      break;
    }
  }
}

void HloLexer::Take(HloTokenKind kind, size_t begin, size_t text_begin, size_t text_end, size_t end) {
  token_.kind = kind;
  token_.begin = begin;
  token_.end = end;
  token_.text = text_.substr(text_begin, text_end - text_begin);
  position_ = end;
}

void HloLexer::Advance() {
  previous_end_ = token_.end;
  SkipBlanks();
  token_.location = {line_, static_cast<uint32_t>(position_ - line_begin_ + 1), 0};
  const size_t begin = position_;
  if (begin >= text_.size()) return Take(HloTokenKind::kEnd, begin, begin, begin, begin);
  const char c = text_[begin];
  const bool arrow = c == '-' && begin + 1 < text_.size() && text_[begin + 1] == '>';
  if (arrow) return Take(HloTokenKind::kArrow, begin, begin, begin + 2, begin + 2);
  if (c == '"') {
    size_t end = begin + 1;
    while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
    if (end >= text_.size()) return Take(HloTokenKind::kError, begin, begin, begin + 1, text_.size());
    return Take(HloTokenKind::kString, begin, begin + 1, end, end + 1);
  }
  if (IsWordPart(c) || c == '%') {
    const size_t name = c == '%' ? begin + 1 : begin;
    const bool number = IsDigit(c) || c == '-' || c == '.';
    size_t end = name;
    while (end < text_.size()) {
      const char at = text_[end];
      const bool exponent = at == '+' && number && end > name && (text_[end - 1] | 0x20) == 'e';
      const bool ends = at == '-' && end + 1 < text_.size() && text_[end + 1] == '>';
      if ((!IsWordPart(at) && !exponent) || ends) break;
      ++end;
    }
    return Take(HloTokenKind::kWord, begin, name, end, end);
  }
  const bool known = std::string_view("()[]{},=:*<>?#").find(c) != std::string_view::npos;
  Take(known ? HloTokenKind::kPunctuation : HloTokenKind::kError, begin, begin, begin + 1, begin + 1);
}

void HloLexer::ContinueAt(size_t offset) {
  for (size_t at = text_.find('\n', position_); at < offset; at = text_.find('\n', at + 1)) {
    ++line_;
    line_begin_ = at + 1;
  }
  position_ = offset;
  token_.end = offset;
  Advance();
}

size_t EndOfHloBrackets(std::string_view text, size_t open, int max_depth) {
  std::string closing;
  for (size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\' ? 1 : 0;
    } else if (c == '/' && i + 1 < text.size() && text[i + 1] == '/') {
      i = std::min(text.find('\n', i), text.size());
    } else if (c == '/' && i + 1 < text.size() && text[i + 1] == '*') {
      const size_t end = text.find("*/", i + 2);
      if (end == std::string_view::npos) break;
      i = end + 1;
    } else if (c == '(' || c == '[' || c == '{') {
      if (static_cast<int>(closing.size()) >= max_depth) break;
      closing += c == '(' ? ')' : c == '[' ? ']' : '}';
    } else if (c == ')' || c == ']' || c == '}') {
      if (closing.empty() || closing.back() != c) break;
      closing.pop_back();
      if (closing.empty()) return i + 1;
    }
  }
  return std::string_view::npos;
}

}  // namespace mote
