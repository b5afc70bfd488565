// What the tests of the shim share: its programs, an instance with right outputs to compare with, and which failure sites were seen.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "core/failure.h"
#include "mote/mote.h"
#include "mote/vulkan.h"
#include "shim.h"

namespace mote {

using runtime::Site;

constexpr uint32_t kRows = 64, kColumns = 96;

struct ShimProgram {
  explicit ShimProgram(const std::string& name);
  std::vector<uint64_t> file, memory;
  size_t bytes = 0;
  const mote_program* program = nullptr;
  mote_status Open(bool trusted = true);
};

// Options that go through the shim; without probes, whose calls would be in every count.
mote_vulkan_options ShimOptions();
// The same for an application that keeps pipelines, and what it was told.
struct Kept {
  std::vector<uint8_t> bytes;
  std::string said;
  int stores = 0;
  mote_vulkan_options Options();
};
// A healthy shim; false, and said so, where the machine has no Vulkan device.
bool Healthy();
// Notes the site for SitesSeen.
mote_status Note(mote_status status);
std::set<uint16_t>& SitesSeen();

struct Values {
  std::vector<float> x, w, sums, rows;  // x, w and what comes of them
  explicit Values(int seed = 0);
};
// What an instance of plain, host or loop makes of them: OK, or the status that stopped it. Wrong values are test failures.
mote_status Infer(mote_vulkan_instance* instance, int seed = 0);
// A whole life: device, instance, an inference, end.
mote_status Live(const ShimProgram& program, const mote_vulkan_options& options);

// Calls of calloc by the runtime: the fail_at-th gives null.
struct HostMemory {
  uint32_t calls = 0, fail_at = 0;
};
extern HostMemory g_host_memory;

}  // namespace mote
