// HLO text → one Module.
#include "frontend/hlo_parser.h"

namespace mote {

Result<Module> ReadHloText(std::string_view text, const std::string& file_name, const FrontendOptions& options) {
  const SourceText source(text, file_name, options.first_line);
  return VerifiedModule(HloParser(source, options).Parse(), source, options);
}

}  // namespace mote
