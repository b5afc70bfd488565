// Reading files and standard input, and telling what they hold.
#include "tool/source.h"

#include <filesystem>

#include "compile/read_modules.h"
#include "frontend/file_kind.h"
#include "tool/file_bytes.h"

namespace mote {

namespace {

// The bytes of a file that may be a program, and the name they go by.
Result<Source> ReadBytes(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    const FileKind kind = DescribeFolder(std::filesystem::exists(path + "/saved_model.pb", error));
    return FileError(path, kind.program ? Rule::kUnsupported : Rule::kIo,
                     kind.what + ", where the StableHLO or HLO text of a program is expected", kind.hint);
  }
  MOTE_ASSIGN(std::string bytes, ReadFile(path));
  const std::string name = path == "-" ? "<stdin>" : path;
  if (bytes.empty()) return FileError(name, Rule::kSyntax, path == "-" ? "standard input is empty" : "the file is empty");
  Source source;
  source.path = name;
  source.bytes = std::move(bytes);
  return source;
}

}  // namespace

Result<CompiledProgram> CompileSource(const Source& source, CompileRequest request) {
  request.states = source.states;
  request.custom_calls = source.custom_calls;
  request.wiring = source.wiring;
  request.vulkan_tiers = source.vulkan_tiers;
  if (source.other_entries.empty()) return CompileProgram(*source.module, request);
  std::vector<Module> entries = {*source.module};
  entries.insert(entries.end(), source.other_entries.begin(), source.other_entries.end());
  return CompileProgram(entries, request);
}

std::string DescribeInput(std::string_view bytes) {
  const SourceFormat format = Recognise(bytes);
  return format == SourceFormat::kStablehloText || format == SourceFormat::kHloText ? "the text of a program" : DescribeBytes(bytes).what;
}

Result<std::vector<Source>> LoadSources(const std::string& path, const FrontendOptions& options) {
  MOTE_ASSIGN(Source file, ReadBytes(path));
  if (Recognise(file.bytes) == SourceFormat::kMote) return std::vector<Source>{std::move(file)};
  MOTE_ASSIGN(std::vector<Module> modules, ReadModules(file.bytes, file.path, options));
  std::vector<Source> sources;
  for (Module& module : modules) {
    Source& source = sources.emplace_back();
    source.path = file.path;
    source.module = std::move(module);
  }
  return sources;
}

Result<Source> LoadSource(const std::string& path, const FrontendOptions& options, const std::string& entry) {
  MOTE_ASSIGN(Source source, ReadBytes(path));
  source.entry = entry;
  source.format = Recognise(source.bytes);
  if (source.format == SourceFormat::kMote) return source;
  MOTE_ASSIGN(source.module, ReadOneModule(source.bytes, source.path, options, entry));
  source.bytes.clear();
  return source;
}

}  // namespace mote
