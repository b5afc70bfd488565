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
  return Source{name, std::move(bytes), std::nullopt};
}

}  // namespace

std::string DescribeInput(std::string_view bytes) {
  const SourceFormat format = Recognise(bytes);
  return format == SourceFormat::kStablehloText || format == SourceFormat::kHloText ? "the text of a program" : DescribeBytes(bytes).what;
}

Result<std::vector<Source>> LoadSources(const std::string& path, const FrontendOptions& options) {
  MOTE_ASSIGN(Source file, ReadBytes(path));
  if (Recognise(file.bytes) == SourceFormat::kMote) return std::vector<Source>{std::move(file)};
  MOTE_ASSIGN(std::vector<Module> modules, ReadModules(file.bytes, file.path, options));
  std::vector<Source> sources;
  for (Module& module : modules) sources.push_back({file.path, "", std::move(module)});
  return sources;
}

Result<Source> LoadSource(const std::string& path, const FrontendOptions& options) {
  MOTE_ASSIGN(Source source, ReadBytes(path));
  if (Recognise(source.bytes) == SourceFormat::kMote) return source;
  MOTE_ASSIGN(source.module, ReadOneModule(source.bytes, source.path, options));
  source.bytes.clear();
  return source;
}

}  // namespace mote
