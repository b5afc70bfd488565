// Places and lines of a source text, for diagnostics.
#include "frontend/source_text.h"

#include <algorithm>

#include "hlo/verify.h"

namespace mote {
namespace {

constexpr size_t kLongestLine = 240;  // lines of constants can be megabytes long

}  // namespace

Diagnostic SourceText::Complete(Diagnostic diagnostic) const {
  if (diagnostic.file.empty()) diagnostic.file = file_;
  if (!diagnostic.line_text.empty() || diagnostic.location.line < first_line_) return diagnostic;
  size_t begin = 0;
  for (uint32_t line = first_line_; line < diagnostic.location.line; ++line) {
    const size_t end = text_.find('\n', begin);
    if (end == std::string_view::npos) return diagnostic;
    begin = end + 1;
  }
  const size_t end = std::min(text_.find('\n', begin), text_.size());
  if (begin >= end) return diagnostic;
  const std::string_view line = text_.substr(begin, std::min(end - begin, kLongestLine));
  if (diagnostic.location.column <= line.size()) diagnostic.line_text = std::string(line);
  return diagnostic;
}

Result<Module> VerifiedModule(Result<Module> module, const SourceText& source, const FrontendOptions& options) {
  if (!module.ok() || !options.verify) return module;
  std::vector<Diagnostic> found = Verify(*module, options.max_errors);
  if (found.empty()) return module;
  for (Diagnostic& diagnostic : found) diagnostic = source.Complete(std::move(diagnostic));
  return Errors{std::move(found)};
}

Location LocationAt(std::string_view text, size_t offset, uint32_t first_line) {
  Location location;
  location.line = first_line;
  size_t begin = 0;
  for (size_t end = text.find('\n'); end != std::string_view::npos && end < offset; end = text.find('\n', begin)) {
    ++location.line;
    begin = end + 1;
  }
  location.column = static_cast<uint32_t>(offset - begin + 1);
  return location;
}

std::string Excerpt(std::string_view text) {
  std::string shown;
  for (char c : text.substr(0, 40)) shown += c >= ' ' && c != '\x7f' ? c : ' ';
  return text.size() > 40 ? shown + "…" : shown;
}

}  // namespace mote
