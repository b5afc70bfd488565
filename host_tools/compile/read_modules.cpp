// Parts of a text, and the one that is wanted.
#include "compile/read_modules.h"

#include <algorithm>

#include "hlo/spelling.h"

namespace mote {

namespace {

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

Status ChooseEntry(Module& module, const std::string& entry, const std::string& name) {
  Spelling spelling(entry);
  for (size_t c = 0; c < module.computations.size(); ++c) {
    if (!module.computations[c].is_public) continue;
    if (module.computations[c].name == entry) {
      module.entry = static_cast<int32_t>(c);
      return Ok();
    }
    spelling.Try(module.computations[c].name);
  }
  return FileError(name, Rule::kAttribute, "the module has no public function '" + entry + "'", spelling.Hint());
}

}  // namespace

Result<std::vector<Module>> ReadModules(std::string_view bytes, const std::string& name, const FrontendOptions& options) {
  std::vector<Module> modules;
  FrontendOptions reading = options;
  for (const SplitChunk& chunk : ModuleChunks(bytes)) {
    reading.first_line = chunk.first_line;
    MOTE_ASSIGN(Module module, ReadProgram(chunk.text, name, reading));
    modules.push_back(std::move(module));
  }
  return modules;
}

Result<Module> ReadOneModule(std::string_view bytes, const std::string& name, const FrontendOptions& options, const std::string& entry) {
  MOTE_ASSIGN(std::vector<Module> modules, ReadModules(bytes, name, options));
  if (modules.size() > 1) {
    return FileError(
        name, Rule::kSyntax,
        "the text holds " + std::to_string(modules.size()) + " modules, separated by lines of '// -----', where one program is wanted",
        "`mote check` and `mote convert` take them all");
  }
  Module& module = modules.front();
  if (module.entry < 0) return FileError(name, Rule::kSyntax, "the module has no function");
  if (!entry.empty()) MOTE_CHECK_OK(ChooseEntry(module, entry, name));
  return std::move(module);
}

}  // namespace mote
