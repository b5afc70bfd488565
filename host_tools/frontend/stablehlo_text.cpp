// StableHLO, CHLO, func, check and interpreter text → one Module.
#include "frontend/mlir_parser.h"

namespace mote {

Result<Module> ReadStablehlo(std::string_view text, const std::string& file_name, const FrontendOptions& options) {
  const SourceText source(text, file_name, options.first_line);
  return VerifiedModule(MlirParser(source, options).Parse(), source, options);
}

}  // namespace mote
