#include "tool/source.h"

#include "tool/file_bytes.h"

namespace mote {

Result<Source> LoadSource(const std::string& path, const FrontendOptions& options) {
  Source source;
  source.path = path;
  MOTE_ASSIGN(source.bytes, ReadFile(path));
  if (source.bytes.empty()) {
    Diagnostic d = Error(Rule::kSyntax, "the file is empty");
    d.file = path;
    return d;
  }
  if (Recognise(source.bytes) == SourceFormat::kMote) return source;
  MOTE_ASSIGN(Module module, ReadProgram(source.bytes, path, options));
  if (module.entry < 0) {
    Diagnostic d = Error(Rule::kSyntax, "the module has no function");
    d.file = path;
    return d;
  }
  source.module = std::move(module);
  source.bytes.clear();
  source.bytes.shrink_to_fit();
  return source;
}

}  // namespace mote
