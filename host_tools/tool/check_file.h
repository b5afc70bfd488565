// One self-checking file on one backend: its outcome, kept apart as CONFORMANCE.md asks.
#pragma once

#include <cstdint>
#include <string>

#include "tool/runner.h"

namespace mote {

struct FileOutcome {
  std::string outcome = "pass";   // pass, fail, refused, folded, fallback; the caller adds crash and timeout
  std::string reason;
  int64_t steps_cpu = 0, steps_vulkan = 0, checks = 0;
  int64_t validation_messages = 0;
  uint64_t digest = 0;  // of the bytes of all outputs, in order; a build that changes one changes it
};

struct CheckFileOptions {
  RunnerOptions runner;
  bool no_fallback = false;
  bool float16 = false;  // --allow-fp16: floats of devices are held against Float16Tolerance too
};

FileOutcome CheckFile(const std::string& path, const CheckFileOptions& options);

}  // namespace mote
