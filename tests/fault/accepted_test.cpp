// Programs that mote_open accepts may only touch what is theirs. MOTE_FAULT_RUNS=n runs more of them, MOTE_FAULT_SEED=n one,
// MOTE_FAULT_FIRST=n begins elsewhere.
#include <gtest/gtest.h>

#include "accepted_runs.h"

namespace mote::fault {
namespace {

TEST(AcceptedPrograms, TouchOnlyTheirOwn) {
  const RunSettings settings = SettingsFromEnvironment();
  const RunReport report = RunAcceptedPrograms(settings);
  PrintReport(report, settings);
  EXPECT_EQ(report.findings_in_all, 0u);
  if (settings.one || report.findings_in_all != 0) return;
  EXPECT_GE(report.ran, settings.runs);
  EXPECT_GE(report.accepted * 10, report.generated * 3);
  EXPECT_GE(report.verified * 100, settings.runs);
#define MOTE_STEP(id, code, name, ...) EXPECT_GE(report.kinds[code] * 50, settings.runs) << name;
#define MOTE_ROUTINE MOTE_STEP
#include "schema/routines.def"
#include "schema/steps.def"
#undef MOTE_ROUTINE
#undef MOTE_STEP
}

}  // namespace
}  // namespace mote::fault
