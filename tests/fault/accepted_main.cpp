// The same as accepted_test.cpp without GoogleTest: for builds that have no such library (32 bits).
#include "accepted_runs.h"

int main() {
  const mote::fault::RunSettings settings = mote::fault::SettingsFromEnvironment();
  const mote::fault::RunReport report = mote::fault::RunAcceptedPrograms(settings);
  mote::fault::PrintReport(report, settings);
  return report.findings_in_all != 0 || (!settings.one && report.ran < settings.runs) ? 1 : 0;
}
