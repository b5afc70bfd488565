// The whole road on the host: module → passes → steps → plan → bytes, for one or more targets.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emit/emit.h"
#include "hlo/module.h"
#include "plan/plan.h"

namespace mote {

struct CompileRequest {
  std::vector<std::string> targets = {"linux", "vulkan"};
  // A target that cannot run the program is left out (with its reason in `left_out`) as long as another can: the default targets are a
  // wish.
  bool skip_unsupported = true;
  bool fuse = true;
  bool routines = true;
  bool fold = true;
  bool strip = false;
  int64_t ram = 0, flash = 0;  // bytes, 0: none. No target's arena may take more than `ram`, the whole file no more than `flash`: kLimit
  std::string source_name;
};

struct CompiledProgram {
  std::vector<uint8_t> bytes;
  std::vector<Plan> plans;  // one a target, in the order of the request
  std::vector<std::pair<std::string, Errors>> left_out;
};

// kAttribute for a name that is no target.
Status CheckTargets(const std::vector<std::string>& targets);
// Errors, also those in `left_out`, are under the module's file.
Result<CompiledProgram> CompileProgram(const Module& module, const CompileRequest& request);

}  // namespace mote
