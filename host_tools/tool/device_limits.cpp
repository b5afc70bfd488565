#include "tool/device_limits.h"

#include <fmt/format.h>

#include <algorithm>

namespace mote {

namespace {

// Bytes a second, read and written, by the best of some runs.
Result<double> MeasureDeviceCopy(int64_t bytes) {
  const int64_t half = bytes / 2;
  const std::string type = fmt::format("tensor<{}xf32>", half / 4);
  Source source;
  MOTE_ASSIGN(source.module, ReadStablehlo(fmt::format("func.func @main(%x: {0}) -> {0} {{\n  return %x : {0}\n}}\n", type), "copy"));
  RunnerOptions options;
  options.backend = BackendKind::kVulkan;
  options.device.times = true;
  MOTE_ASSIGN(const std::unique_ptr<Runner> runner, Runner::Open(source, options));
  Backend& backend = *runner->backend();
  Profile profile;
  MOTE_CHECK_OK(backend.Load({Literal(runner->input_shapes()[0])}));
  MOTE_CHECK_OK(backend.RunLoaded());
  backend.Note(&profile);
  constexpr int kRuns = 5;
  for (int i = 0; i < kRuns; ++i) MOTE_CHECK_OK(backend.RunLoaded());
  backend.Note(nullptr);
  int64_t best = INT64_MAX;
  for (const StepSpan& span : profile) best = std::min(best, std::max<int64_t>(1, span.end - span.begin));
  return 2e9 * static_cast<double>(half) / static_cast<double>(best);
}

}  // namespace

Result<MachineLimits> MeasureDevice(const BackendFacts& backend) {
  MachineLimits limits;
  limits.instructions = "its shaders";
  limits.multiply_adds = backend.multiply_adds;
  for (MachineLimits::Copy& copy : limits.copies) {
    MOTE_ASSIGN(copy.rate, MeasureDeviceCopy(copy.bytes));
  }
  return limits;
}

}  // namespace mote
