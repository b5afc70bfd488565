// mote device: the devices of this machine, what they can do, and what mote takes of it and why.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "mote/vulkan.h"
#include "tool/exit_code.h"
#include "tool/verb.h"

namespace mote {

namespace {

const char* TypeOf(const mote_vulkan_facts& facts) {
  static const char* const kTypes[] = {"other", "integrated GPU", "discrete GPU", "virtual GPU", "software"};
  return kTypes[facts.type < std::size(kTypes) ? facts.type : 0];
}

std::string Uuid(const mote_vulkan_facts& facts) {
  std::string text;
  for (const uint8_t byte : facts.uuid) text += fmt::format("{:02x}", byte);
  return text;
}

struct Choice {
  const char* what;
  bool taken;
  const char *why, *why_not;
};

// What shaders and copies are chosen by, in the words of this device.
std::vector<Choice> ChoicesOf(const mote_vulkan_facts& f) {
  const bool one_memory = f.software || f.type == 1;
  const bool subnormals = f.float_modes & MOTE_VULKAN_KEEPS_SUBNORMALS, nans = f.float_modes & MOTE_VULKAN_KEEPS_NANS;
  return {{"16-bit storage", f.storage16 != 0, "the device has it", "the device lacks it: 16-bit values go by words"},
          {"8-bit storage", f.storage8 != 0, "the device has it", "the device lacks it: bytes go by words"},
          {"int64", f.int64 != 0, "the device has it", "the device lacks it: such steps run on the CPU"},
          {"float64", f.float64 != 0, "the device has it", "the device lacks it: such steps run on the CPU"},
          {"products of four bytes", f.integer_dot == 2, "the device has quick ones",
           f.integer_dot ? "the device's are not quick: byte by byte" : "the device lacks them: byte by byte"},
          {"subnormals", subnormals, "shaders ask to keep them", "the device may take them as zeros"},
          {"NaN and the sign of zero", nans, "shaders ask to keep them", "the device does with them what it likes"},
          {"its quotients and roots", f.software != 0, "a CPU rounds them as IEEE asks", "a GPU: integers put them right"},
          {"rows by single invocations", f.software != 0, "a CPU runs invocations one after the other", "a GPU: by workgroups"},
          {"no staging copies", one_memory, "device and host share their memory", "the device has memory of its own"},
          {"self-test of shaders", f.software == 0, "once for a program and a driver", "a CPU: where it is asked for (--self-test)"},
          {"submissions of 10 ms", f.software == 0, "a GPU: long work is cut", "a CPU has no watchdog"},
          {"times of steps", f.timestamps != 0, "the queue has timestamps", "the queue has no timestamps"},
          {"timeline semaphores", f.timeline_semaphores != 0, "the device has them", "the device lacks them"}};
}

nlohmann::ordered_json AsJson(const mote_vulkan_facts& f) {
  nlohmann::ordered_json one = {{"number", f.number},
                                {"name", f.name},
                                {"driver", f.driver},
                                {"type", TypeOf(f)},
                                {"uuid", Uuid(f)},
                                {"api_version", fmt::format("{}.{}", f.api_version >> 22 & 0x7f, f.api_version >> 12 & 0x3ff)},
                                {"workgroup_invocations", f.workgroup_invocations},
                                {"shared_bytes", f.shared_bytes},
                                {"texels", f.texels},
                                {"storage_bytes", f.storage_bytes},
                                {"memory_bytes", f.memory_bytes}};
  for (const Choice& choice : ChoicesOf(f)) {
    one["choices"].push_back({{"what", choice.what}, {"taken", choice.taken}, {"why", choice.taken ? choice.why : choice.why_not}});
  }
  return one;
}

void Print(const mote_vulkan_facts& f) {
  fmt::print("Vulkan {}: {}{}, Vulkan {}.{}, 16-bit storage {}, 8-bit storage {}, int64 {}, float64 {}\n", f.number, f.name,
             f.software ? " (software)" : "", f.api_version >> 22 & 0x7f, f.api_version >> 12 & 0x3ff, f.storage16 ? "yes" : "no",
             f.storage8 ? "yes" : "no", f.int64 ? "yes" : "no", f.float64 ? "yes" : "no");
  fmt::print("  {}, {}, UUID {}\n", TypeOf(f), f.driver[0] ? f.driver : "a driver without a name", Uuid(f));
  fmt::print("  {} invocations and {} B of shared memory a workgroup, {} texels a window, {} MiB bound at once, {} MiB of memory\n",
             f.workgroup_invocations, f.shared_bytes, f.texels, f.storage_bytes >> 20, f.memory_bytes >> 20);
  for (const Choice& choice : ChoicesOf(f)) {
    fmt::print("  {:<28} {:<4} {}\n", choice.what, choice.taken ? "yes" : "no", choice.taken ? choice.why : choice.why_not);
  }
}

int ShowDevices(bool json) {
  std::vector<mote_vulkan_facts> all;
  uint32_t count = 0;
  mote_status status = mote_vulkan_list(nullptr, nullptr, &count);
  if (status.code == MOTE_OK && count > 0) {
    all.resize(count);
    status = mote_vulkan_list(nullptr, all.data(), &count);
  }
  if (status.code != MOTE_OK) all.clear();
  if (json) {
    nlohmann::ordered_json document = {{"vulkan", nlohmann::ordered_json::array()}};
    for (const mote_vulkan_facts& facts : all) document["vulkan"].push_back(AsJson(facts));
    fmt::print("{}\n", document.dump());
    return kDone;
  }
  fmt::print("CPU\n");
  if (all.empty()) fmt::print("no Vulkan device\n");
  for (const mote_vulkan_facts& facts : all) Print(facts);
  return kDone;
}

}  // namespace

void AddDeviceVerb(const Verb& app, int& exit_code) {
  const Verb verb = app.Sub("device", "List the devices of this machine, their limits and what is used of them");
  auto json = std::make_shared<bool>(false);
  verb.Flag("--json", *json, "One JSON object");
  verb.Run([json, &exit_code] { exit_code = ShowDevices(*json); });
}

}  // namespace mote
