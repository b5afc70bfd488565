// Recognising what a file holds, and splitting a text of several modules.
#include "frontend/file_kind.h"
#include "frontend/frontend.h"
#include "frontend/source_text.h"

namespace mote {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // of editors; says nothing

bool StartsWith(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

// Behind blanks and comments of either text format.
std::string_view FirstWords(std::string_view text) {
  if (StartsWith(text, kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  while (true) {
    const size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    text.remove_prefix(begin);
    if (StartsWith(text, "//")) {
      const size_t end = text.find('\n');
      if (end == std::string_view::npos) return {};
      text.remove_prefix(end);
    } else if (StartsWith(text, "/*")) {
      const size_t end = text.find("*/", 2);
      if (end == std::string_view::npos) return {};
      text.remove_prefix(end + 2);
    } else {
      return text;
    }
  }
}

}  // namespace

SourceFormat Recognise(std::string_view bytes) {
  if (StartsWith(bytes, "MOTE")) return SourceFormat::kMote;
  if (bytes.size() >= 8 && bytes.substr(4, 4) == "TFL3") return SourceFormat::kTflite;
  const std::string_view words = FirstWords(bytes.substr(0, 1 << 16));
  if (words.empty() || StartsWith(words, "#!") || words.substr(0, 16).find('\0') != std::string_view::npos) return SourceFormat::kUnknown;
  if (StartsWith(words, "HloModule")) return SourceFormat::kHloText;
  for (const std::string_view start : {"module", "builtin.module", "func.func", "func ", "#", "!", "\"", "sdy."}) {
    if (StartsWith(words, start)) return SourceFormat::kStablehloText;
  }
  if (StartsWith(words, "ENTRY")) return SourceFormat::kHloText;
  return SourceFormat::kUnknown;
}

Result<Module> ReadProgram(std::string_view bytes, const std::string& file_name, const FrontendOptions& options) {
  if (StartsWith(bytes, kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  const SourceFormat format = Recognise(bytes);
  if (format == SourceFormat::kTflite) return ReadTflite(bytes, file_name, options);
  if (format == SourceFormat::kStablehloText) return ReadStablehlo(bytes, file_name, options);
  if (format == SourceFormat::kHloText) return ReadHloText(bytes, file_name, options);
  const FileKind kind = bytes.empty() ? FileKind{} : DescribeBytes(bytes);
  if (!kind.what.empty()) {
    Diagnostic diagnostic =
        Error(kind.program ? Rule::kUnsupported : Rule::kSyntax, kind.what + ", where the StableHLO or HLO text of a program is expected");
    diagnostic.file = file_name;
    diagnostic.hint = kind.hint;
    return diagnostic;
  }
  const std::string_view words = FirstWords(bytes);
  Diagnostic diagnostic = Error(Rule::kSyntax, words.empty() ? "the file holds no program" : "neither StableHLO nor HLO text");
  diagnostic.file = file_name;
  if (words.empty()) return diagnostic;
  diagnostic.location = LocationAt(bytes, bytes.size() - words.size(), options.first_line);
  return SourceText(bytes, file_name, options.first_line).Complete(std::move(diagnostic));
}

std::vector<SplitChunk> SplitModules(std::string_view text) {
  std::vector<SplitChunk> chunks;
  uint32_t line = 1, first_line = 1;
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    if (StartsWith(text.substr(at, end - at), "// -----")) {
      chunks.push_back({text.substr(begin, at - begin), first_line});
      begin = std::min(end + 1, text.size());
      first_line = line + 1;
    }
    ++line;
    at = end + 1;
  }
  chunks.push_back({text.substr(begin), first_line});
  return chunks;
}

}  // namespace mote
