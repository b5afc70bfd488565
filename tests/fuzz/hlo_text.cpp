// Fuzz target: bytes as HLO text.
#include <cstdint>

#include "frontend/frontend.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  mote::FrontendOptions options;
  options.max_depth = 64;
  options.max_elements = 1 << 20;
  options.max_constant_bytes = 1 << 20;
  options.max_errors = 4;
  const auto module = mote::ReadHloText({reinterpret_cast<const char*>(data), size}, "fuzz", options);
  if (module.ok()) return 0;
  for (const mote::Diagnostic& error : module.errors().list) mote::FormatDiagnostic(error);
  return 0;
}
