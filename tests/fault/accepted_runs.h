// Makes and runs programs in forked processes until enough of them ran; counts what became of them and collects what went wrong, by place.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "step_values.h"

namespace mote::fault {

struct RunSettings {
  uint64_t first_seed = 0;
  uint64_t runs = 10000;          // programs to run
  bool one = false;               // only first_seed, told in full
  uint64_t most_findings = 200;   // then it ends
  uint64_t most_work = 12000000;  // element operations of a program that is run
  std::string program;            // that replays a seed
};
// MOTE_FAULT_RUNS, MOTE_FAULT_FIRST, MOTE_FAULT_SEED (one), MOTE_FAULT_FINDINGS, MOTE_FAULT_WORK.
RunSettings SettingsFromEnvironment();

struct Finding {
  uint64_t seed = 0;  // the first
  uint64_t count = 0;
  std::string text;
};

struct RunReport {
  uint64_t generated = 0, accepted = 0, ran = 0, verified = 0, too_long = 0;  // verified: for a device, not run
  std::map<uint16_t, uint64_t> refused;     // by site
  uint64_t kinds[kStepCodes] = {};          // programs that ran with a step of this kind or routine
  std::map<std::string, Finding> findings;  // by place
  uint64_t findings_in_all = 0;
};
RunReport RunAcceptedPrograms(const RunSettings& settings);
void PrintReport(const RunReport& report, const RunSettings& settings);

}  // namespace mote::fault
