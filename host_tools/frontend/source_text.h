// The text being read: makes diagnostics with the line for the caret, and the place of any byte. Not a tokenizer.
#pragma once

#include <string>
#include <string_view>

#include "frontend/frontend.h"

namespace mote {

class SourceText {
 public:
  SourceText(std::string_view text, std::string file_name, uint32_t first_line = 1)
      : text_(text), file_(std::move(file_name)), first_line_(first_line) {}

  std::string_view text() const { return text_; }
  const std::string& file() const { return file_; }
  uint32_t first_line() const { return first_line_; }
  // Fills in the file name and the text of the line.
  Diagnostic Complete(Diagnostic diagnostic) const;

 private:
  std::string_view text_;
  std::string file_;
  uint32_t first_line_;
};

// What a parser has read, verified unless the options say otherwise; errors with the lines of the text.
Result<Module> VerifiedModule(Result<Module> module, const SourceText& source, const FrontendOptions& options);

// `offset` bytes into `text` as line and column from 1, the first line being number `first_line`.
Location LocationAt(std::string_view text, size_t offset, uint32_t first_line = 1);

// A short piece of source for a message: printable characters, at most 40, then "…".
std::string Excerpt(std::string_view text);

}  // namespace mote
