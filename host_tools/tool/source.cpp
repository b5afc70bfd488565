#include "tool/source.h"

#include <algorithm>
#include <filesystem>

#include "frontend/file_kind.h"
#include "tool/file_bytes.h"

namespace mote {

namespace {

Diagnostic Wrong(const std::string& file, Rule rule, const std::string& text, const std::string& hint = "") {
  Diagnostic d = Error(rule, text);
  d.file = file;
  d.hint = hint;
  return d;
}

bool IsBlank(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const size_t first = line.find_first_not_of(" \t\r");
    if (first != std::string_view::npos && line.substr(first, 2) != "//") return false;
    at = end + 1;
  }
  return true;
}

// The parts of a text between separators that hold more than comments; all of any other source.
std::vector<SplitChunk> ModuleChunks(std::string_view bytes) {
  std::vector<SplitChunk> chunks;
  if (Recognise(bytes) != SourceFormat::kStablehloText) return {{bytes, 1}};
  for (const SplitChunk& chunk : SplitModules(bytes)) {
    if (!IsBlank(chunk.text)) chunks.push_back(chunk);
  }
  return chunks.empty() ? std::vector<SplitChunk>{{bytes, 1}} : chunks;
}

}  // namespace

std::string DescribeInput(std::string_view bytes) {
  const SourceFormat format = Recognise(bytes);
  return format == SourceFormat::kStablehloText || format == SourceFormat::kHloText ? "the text of a program" : DescribeBytes(bytes).what;
}

Result<std::vector<Source>> LoadSources(const std::string& path, const FrontendOptions& options) {
  std::vector<Source> sources;
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    const FileKind kind = DescribeFolder(std::filesystem::exists(path + "/saved_model.pb", error));
    return Wrong(path, kind.program ? Rule::kUnsupported : Rule::kIo,
                 kind.what + ", where the StableHLO or HLO text of a program is expected", kind.hint);
  }
  MOTE_ASSIGN(std::string bytes, ReadFile(path));
  const std::string name = path == "-" ? "<stdin>" : path;
  if (bytes.empty()) return Wrong(name, Rule::kSyntax, path == "-" ? "standard input is empty" : "the file is empty");
  if (Recognise(bytes) == SourceFormat::kMote) {
    sources.push_back({name, std::move(bytes), std::nullopt});
    return sources;
  }
  FrontendOptions reading = options;
  for (const SplitChunk& chunk : ModuleChunks(bytes)) {
    reading.first_line = chunk.first_line;
    MOTE_ASSIGN(Module module, ReadProgram(chunk.text, name, reading));
    sources.push_back({name, "", std::move(module)});
  }
  return sources;
}

Result<Source> LoadSource(const std::string& path, const FrontendOptions& options) {
  MOTE_ASSIGN(std::vector<Source> sources, LoadSources(path, options));
  Source& source = sources.front();
  if (sources.size() > 1) {
    return Wrong(
        source.path, Rule::kSyntax,
        "the text holds " + std::to_string(sources.size()) + " modules, separated by lines of '// -----', where one program is wanted",
        "`mote check` and `mote convert` take them all");
  }
  if (!source.compiled() && source.module->entry < 0) return Wrong(source.path, Rule::kSyntax, "the module has no function");
  return std::move(source);
}

}  // namespace mote
