// Recognising what a file holds, and splitting a text of several modules.
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

Diagnostic Unreadable(const std::string& file_name, Rule rule, std::string text, std::string hint = {}) {
  Diagnostic diagnostic = Error(rule, std::move(text));
  diagnostic.file = file_name;
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

}  // namespace

SourceFormat Recognise(std::string_view bytes) {
  if (StartsWith(bytes, "ML\xEFR")) return SourceFormat::kMlirBytecode;
  if (bytes.size() >= 8 && bytes.substr(4, 4) == "TFL3") return SourceFormat::kTflite;
  if (StartsWith(bytes, "MOTE")) return SourceFormat::kMote;
  const std::string_view words = FirstWords(bytes.substr(0, 1 << 16));
  if (words.empty()) return SourceFormat::kUnknown;
  if (StartsWith(words, "HloModule")) return SourceFormat::kHloText;
  for (const std::string_view start : {"module", "builtin.module", "func.func", "func ", "#", "!", "\"", "sdy."}) {
    if (StartsWith(words, start)) return SourceFormat::kStablehloText;
  }
  if (StartsWith(words, "ENTRY")) return SourceFormat::kHloText;
  if (bytes.find("ML\xEFR") != std::string_view::npos) return SourceFormat::kJaxExport;
  for (const char c : bytes.substr(0, 256)) {
    if (static_cast<unsigned char>(c) < 9) return SourceFormat::kHloProto;
  }
  return SourceFormat::kUnknown;
}

Result<Module> ReadProgram(std::string_view bytes, const std::string& file_name, const FrontendOptions& options) {
  if (StartsWith(bytes, kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  if (StartsWith(bytes, "\x93NUMPY")) return Unreadable(file_name, Rule::kSyntax, "a tensor (.npy), where a program is expected");
  switch (Recognise(bytes)) {
    case SourceFormat::kStablehloText:
      return ReadStablehlo(bytes, file_name, options);
    case SourceFormat::kHloText:
      return ReadHloText(bytes, file_name, options);
    case SourceFormat::kMlirBytecode:
      return Unreadable(file_name, Rule::kUnsupported, "a portable artifact (MLIR bytecode) is not read", "give its text");
    case SourceFormat::kHloProto:
      return Unreadable(file_name, Rule::kUnsupported, "an HloModuleProto or another binary format is not read", "give its text");
    case SourceFormat::kJaxExport:
      return Unreadable(file_name, Rule::kUnsupported, "a jax.export file is not read", "give its StableHLO text");
    case SourceFormat::kTflite:
      return Unreadable(file_name, Rule::kUnsupported, "a TFLite file is not read");
    case SourceFormat::kMote:
      return Unreadable(file_name, Rule::kSyntax, "a compiled program, where a source is expected");
    case SourceFormat::kUnknown:
      break;
  }
  if (FirstWords(bytes).empty()) return Unreadable(file_name, Rule::kSyntax, "the file holds no program");
  Diagnostic diagnostic = Error(Rule::kSyntax, "neither StableHLO nor HLO text", LocationAt(bytes, bytes.size() - FirstWords(bytes).size(), options.first_line));
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
