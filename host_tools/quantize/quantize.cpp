// Ranges, formats, integers; then measured, and more bits where they are asked for.
#include "quantize/quantize.h"

#include <algorithm>

#include "hlo/verify.h"
#include "quantize/observe.h"
#include "quantize/report.h"
#include "quantize/search.h"
#include "quantize/write.h"

namespace mote {

Result<QuantizedProgram> Quantize(const Module& prepared, const std::vector<Inputs>& samples, const QuantizeOptions& options,
                           const ProgramOpen& open) {
  if (samples.empty()) return Error(Rule::kCount, "there are no calibration samples");
  MOTE_ASSIGN(PrecisionCandidate best, FindPrecision(prepared, samples, options, open));
  WriteOptions write;
  write.integer_io = options.integer_io;
  QuantizedProgram done;
  MOTE_ASSIGN(done.module, WriteIntegers(prepared, best.steps, best.groups, best.formats, write));
  if (const auto broken = Verify(done.module, 1); !broken.empty()) return broken[0];
  done.report = ReportOf(prepared, best);
  done.report.samples = static_cast<int64_t>(samples.size());
  return done;
}

}  // namespace mote
