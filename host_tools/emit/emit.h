// ProgramPlan → file bytes. Deterministic: the same plans give the same bytes on every host.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hlo/diagnostic.h"
#include "plan/plan.h"

namespace mote {

// The text of a shader, for people: form `form` of a Vulkan variant's kernel `kernel`.
struct PrintedShader {
  size_t kernel = 0, form = 0;
  std::string glsl;
};

struct EmitOptions {
  bool strip = false;        // leave out notes, producer and source name; entry point names stay
  std::string source_name;
  int64_t replicas = 1, partitions = 1;  // of the grid
  uint64_t plan = 0;                     // Program.plan
  std::vector<PrintedShader>* shaders = nullptr;  // where the shaders' texts go; null: they are not kept
};

// One variant a plan, all with the same segment of constants. Vulkan variants get their kernels as SPIR-V.
Result<std::vector<uint8_t>> EmitProgram(const ProgramPlan& program, const EmitOptions& options = {});

}  // namespace mote
