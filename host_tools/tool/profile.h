// Profile: when each step of a run began and ended, as told by a hook, and what is made of it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compile/program_facts.h"
#include "tool/machine_limits.h"

namespace mote {

struct StepSpan {
  uint32_t step;        // its place in the program, in words
  int64_t begin, end;   // nanoseconds, or instructions of an emulator that counts them so
};
using Profile = std::vector<StepSpan>;

// The text of a trace for chrome://tracing and Perfetto.
std::string ChromeTrace(const Profile& profile, const std::map<uint32_t, std::string>& names, const std::string& device);
// A table of steps, those that took most first.
std::string ProfileTable(const Profile& profile, const std::map<uint32_t, std::string>& names);

// What `mote bench --steps` says of a step, over all its runs.
struct StepSpeed {
  uint32_t step;
  std::string name;
  int64_t runs = 0;
  double seconds = 0;  // of one run, the median
  double share = 0;    // of the medians of all steps, as often as they ran; 0 to 1
  double operations = 0, bytes = 0;  // a second; products count as two operations; 0: it has none
  double of_limit = 0;  // the time that the machine needs at least, for what it moves or multiplies, over the time taken; 0: not known
};
// In the order of the program.
std::vector<StepSpeed> SpeedsOf(const Profile& profile, const std::map<uint32_t, std::string>& names,
                                const std::map<uint32_t, StepAmount>& amounts, const MachineLimits& limits);
std::string SpeedTable(std::vector<StepSpeed> speeds);

}  // namespace mote
