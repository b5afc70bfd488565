// Fuzz target: bytes as StableHLO text. Accepted modules are printed and read again.
#include <cstdint>
#include <cstdlib>

#include "frontend/frontend.h"
#include "hlo/print.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  mote::FrontendOptions options;
  options.max_depth = 64;
  options.max_elements = 1 << 20;
  options.max_constant_bytes = 1 << 20;
  options.max_expanded_bytes = 1 << 24;
  options.max_errors = 4;
  const auto module = mote::ReadStablehlo({reinterpret_cast<const char*>(data), size}, "fuzz", options);
  if (!module.ok()) {
    for (const mote::Diagnostic& error : module.errors().list) mote::FormatDiagnostic(error);
    return 0;
  }
  options.max_depth = 256;
  if (!mote::ReadStablehlo(mote::PrintStablehlo(*module), "printed", options).ok()) std::abort();
  return 0;
}
