// HLO text → one Module.
#include "frontend/hlo_parser.h"
#include "hlo/verify.h"

namespace mote {

Result<Module> ReadHloText(std::string_view text, const std::string& file_name, const FrontendOptions& options) {
  const SourceText source(text, file_name, options.first_line);
  HloParser parser(source, options);
  Result<Module> module = parser.Parse();
  if (!module.ok() || !options.verify) return module;
  std::vector<Diagnostic> found = Verify(*module, options.max_errors);
  if (found.empty()) return module;
  for (Diagnostic& diagnostic : found) diagnostic = source.Complete(std::move(diagnostic));
  return Errors{std::move(found)};
}

}  // namespace mote
