// HLO text → one Module.
#include "frontend/frontend.h"

namespace mote {

Result<Module> ReadHloText(std::string_view, const std::string& file_name, const FrontendOptions&) {
  Diagnostic diagnostic = Error(Rule::kUnsupported, "HLO text is not read");
  diagnostic.file = file_name;
  return diagnostic;
}

}  // namespace mote
