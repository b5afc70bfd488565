// Audit: proves the plan of every variant again from the final bytes, knowing nothing of how it was made.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mote {

struct AuditReport {
  std::vector<std::string> problems;  // empty: proven. Each names variant, step and both buffers or the offset concerned
  struct VariantFacts {
    std::string target;
    int64_t arena_bytes = 0, scratch_bytes = 0, peak_bytes = 0, live_bound_bytes = 0;  // recomputed from the bytes
    int64_t steps = 0, views = 0;
  };
  std::vector<VariantFacts> variants;
};

// No two live buffers overlap except where the in-place rule makes it safe, every read has been written, every hazard of a Vulkan variant
// has a barrier, every access of every step stays inside its view, every view inside its space.
AuditReport AuditProgram(std::span<const uint8_t> program);

}  // namespace mote
