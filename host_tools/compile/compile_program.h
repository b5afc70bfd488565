// The whole road on the host: module → passes → steps → plan → bytes, for one or more targets.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "emit/emit.h"
#include "hlo/module.h"
#include "passes/wiring.h"
#include "plan/plan.h"

namespace mote {

struct CompileRequest {
  std::vector<std::string> targets = {"linux", "vulkan"};
  // A target that cannot run the program is left out (with its reason in `left_out`) as long as another can: the default targets are a
  // wish.
  bool skip_unsupported = true;
  bool fuse = true;
  bool routines = true;
  bool reproducible = false;   // no routines with an order of their own: hosts, firmware and Vulkan have the same bits. So have those
                               // that must fit `ram`, `flash` or `regions`
  uint32_t vulkan_tiers = kUsualTiers;  // features that shaders may be for, beside those that every device takes; kMoteFloat16:
                                        // products may be in f16, within what SPEC.md section 6 says
  bool fold = true;
  bool strip = false;
  bool keep_shaders = false;   // the texts of shaders, in CompiledProgram.shaders
  bool overlap = true;         // exchanges between members run beside steps that do not need them
  bool c_kernels = false;      // launches will be C: sums of bytes are faster there than by a routine with its epilogue in microcode
  std::vector<StateBinding> states;
  std::set<std::string> custom_calls;  // targets that the application has functions for
  std::shared_ptr<const Wiring> wiring;  // of its members; null: nothing is known of that
  int64_t ram = 0, flash = 0;  // bytes, 0: none. No target's arena may take more than `ram`, the whole file no more than `flash`: kLimit
  std::vector<Region> regions;  // memories of the arenas of targets that are not Vulkan's, the fastest first; none: the arena is one piece
  std::string source_name;
};

struct CompiledProgram {
  std::vector<uint8_t> bytes;
  std::vector<Plan> plans;  // one a target, in the order of the request
  std::vector<std::pair<std::string, Errors>> left_out;
  std::vector<PrintedShader> shaders;
};

// kAttribute for a name that is no target.
Status CheckTargets(const std::vector<std::string>& targets);
// Errors, also those in `left_out`, are under the module's file.
Result<CompiledProgram> CompileProgram(const Module& module, const CompileRequest& request);
// One program of several entry points: modules of one source, each with another entry. They share constants, kernels and states.
Result<CompiledProgram> CompileProgram(const std::vector<Module>& entries, const CompileRequest& request);
// "IN=OUT", "IN", "ENTRY:IN=OUT"; nothing when it is none of these.
std::optional<StateBinding> ParseState(const std::string& text);
// What donated parameters (tf.aliasing_output) and their results would be as states.
std::vector<StateBinding> DonatedStates(const Module& module);

}  // namespace mote
