// Functions that stand in for the application's, so that a program that calls them can be opened here: to be verified and measured, not
// run.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compile/program_facts.h"
#include "mote/program.h"

namespace mote {

class StandInCalls {
 public:
  explicit StandInCalls(std::span<const uint8_t> program) : names_(CallNames(program)) {
    for (const std::string& name : names_) {
      functions_.push_back({name.c_str(), [](void*, const mote_call*) { return MOTE_FAILED; }, nullptr});
    }
  }
  void AddTo(mote_open_options& options) const {
    options.custom_calls = functions_.data();
    options.custom_call_count = static_cast<uint32_t>(functions_.size());
  }

 private:
  std::vector<std::string> names_;
  std::vector<mote_custom_call> functions_;
};

}  // namespace mote
