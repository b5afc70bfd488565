// A Vulkan driver in front of the machine's, for tests: it fails when told, counts what is made and freed, hides features and adds others,
// has limits at the floor, memory that is not coherent, and shaders of one tier that compute wrong values. Threads may make pipelines
// through it beside each other. In a test program by hand; as libvulkan.so.1 (its folder in LD_LIBRARY_PATH, the machine's in
// MOTE_SHIM_LIBRARY) by MOTE_SHIM, words with commas between: floor, discrete, incoherent, lone, groups, dots, unsigned_dots, wrong_halves,
// wrong_shuffles.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <thread>

#define VK_NO_PROTOTYPES 1
#include <vulkan/vulkan_core.h>

namespace mote::shim {

struct State {
  // What goes wrong: calls that give a VkResult, counted from 1; `fail_count` of them from the fail_at-th on give `code`. Of one name,
  // where `fail_name` is not empty.
  uint32_t fail_at = 0, fail_count = 1;
  VkResult code = VK_ERROR_OUT_OF_HOST_MEMORY;
  std::string fail_name;
  std::string missing;             // a function that the library lacks
  bool no_compute = false;         // queue families compute nothing
  uint32_t version = 0;            // of the library; 0: its own
  bool floor = false;              // every optional feature hidden, every limit at the least that Vulkan 1.1 allows
  bool incoherent = false;         // the host's memory is not coherent, and what is not flushed or invalidated does not come through
  bool discrete = false;           // says that it is no CPU
  bool wrong_lone = false;         // shaders whose invocations do not wait for each other subtract where they should add
  bool wrong_groups = false;       // likewise those whose invocations do
  bool quick_dots = false;         // says that its products of four bytes are quick
  bool wrong_dots = false;         // they take bytes as unsigned
  bool wrong_shuffles = false;     // subgroups give the value of the wrong invocation
  bool wrong_halves = false;       // shaders that compute in f16 multiply where they should add
  uint32_t largest_buffer = 0, most_groups = 0;  // limits of what is bound at once and of a dispatch; 0: its own
  bool portability = false;        // its devices are no full Vulkan: seen by who asks for such, and made by who enables the extension
  uint64_t android_bytes = 0;      // not 0: the device takes AHardwareBuffers, any address for one of so many bytes
  // What happened.
  uint32_t calls = 0, failed = 0;
  std::map<std::string, int64_t> objects;  // that live, by kind
  int64_t memory = 0;              // bytes that are allocated
  uint32_t submissions = 0, waits = 0, copies = 0, dispatches = 0, wrong_shaders = 0, flushes = 0, invalidates = 0;
  std::string last;                // the call that failed last
  std::set<std::thread::id> makers;   // of pipelines
  uint32_t instance_flags = 0;        // of the last instance
  std::set<std::string> enabled;      // extensions of the last device
  const void* hardware_buffer = nullptr;  // the last that was imported,
  uint64_t hardware_bytes = 0;            // and as how many

  int64_t Living() const {
    int64_t sum = 0;
    for (const auto& [kind, count] : objects) sum += count < 0 ? -count : count;
    return sum;
  }
};

State& The();
// As the library's.
PFN_vkVoidFunction VKAPI_CALL GetInstanceProcAddr(VkInstance instance, const char* name);

}  // namespace mote::shim
