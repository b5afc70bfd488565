// Profile: when each step of a run began and ended, as told by a hook, and what is made of it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

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

}  // namespace mote
