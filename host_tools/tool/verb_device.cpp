// mote device: the devices of this machine, what they can do, and what mote takes of it and why.
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <vector>

#include "mote/vulkan.h"
#include "tool/backend.h"
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

// A device, and what probing it came to.
struct Seen {
  mote_vulkan_facts facts;
  bool probed = false;      // the figures and the choices by them are there
  double milliseconds = 0;  // that it took
  std::string failure;      // why they are not; empty: nobody asked
};

// Opens the device and measures it.
void Probe(Seen& seen) {
  mote_vulkan_options options = {};
  options.device = seen.facts.number;
  mote_vulkan_device* device = nullptr;
  mote_status status = mote_vulkan_open(&options, &device);
  const auto start = std::chrono::steady_clock::now();
  if (status.code == MOTE_OK) status = mote_vulkan_probe(device);
  seen.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  if (status.code != MOTE_OK) {
    seen.failure = StatusError(status, "probing the device").text;
  } else {
    mote_vulkan_query(device, &seen.facts);
    seen.probed = seen.facts.megaflops != 0;
    if (!seen.probed) seen.failure = seen.facts.timestamps ? "the driver does not take the probes" : "the queue has no timestamps";
  }
  mote_vulkan_close(device);
}

struct Choice {
  const char* what;
  bool taken;
  std::string why, why_not;
};

// What shaders do is chosen by, where the device was measured.
std::vector<Choice> MeasuredChoices(const mote_vulkan_facts& f) {
  const double rate = static_cast<double>(f.storage_megabytes) / f.texel_megabytes;
  const std::string storage = fmt::format("storage is read at {:.2f} times the rate of texels", rate);
  const std::string chains = f.software ? storage : "a GPU: each step is a launch";
  std::vector<Choice> choices = {{"operands as texels", f.reads_texels != 0, storage, storage},
                                 {"longer chains of small steps", f.quick_storage != 0, chains, chains}};
  if (f.submission_work == 0) return choices;
  const auto work = fmt::format("{:.0f} million operations, by its multiply-adds", 1e-6 * static_cast<double>(f.submission_work));
  choices.push_back({"work of a submission", true, work, ""});
  return choices;
}

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
          {"products in f16", f.float16 == 2, "where a program allows it (--allow-fp16)",
           f.float16 ? "a CPU widens them: in f32" : "the device lacks f16: in f32"},
          {"folds by subgroups", f.subgroup >= 8, fmt::format("{} invocations shuffle, where a file has shaders for that", f.subgroup),
           f.subgroup ? "they are of fewer than eight invocations" : "the device's do not shuffle"},
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

std::vector<Choice> ChoicesOf(const Seen& seen) {
  std::vector<Choice> choices = ChoicesOf(seen.facts);
  if (!seen.probed) return choices;
  for (Choice& choice : MeasuredChoices(seen.facts)) choices.push_back(std::move(choice));
  return choices;
}

nlohmann::ordered_json AsJson(const Seen& seen) {
  const mote_vulkan_facts& f = seen.facts;
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
  if (seen.probed) {
    one["probes"] = {{"ms", seen.milliseconds},
                     {"storage_gigabytes_per_second", 1e-3 * f.storage_megabytes},
                     {"texel_gigabytes_per_second", 1e-3 * f.texel_megabytes},
                     {"gigaflops", 1e-3 * f.megaflops},
                     {"submission_operations", f.submission_work}};
  }
  if (!seen.failure.empty()) one["not_probed"] = seen.failure;
  for (const Choice& choice : ChoicesOf(seen)) {
    one["choices"].push_back({{"what", choice.what}, {"taken", choice.taken}, {"why", choice.taken ? choice.why : choice.why_not}});
  }
  return one;
}

void Print(const Seen& seen) {
  const mote_vulkan_facts& f = seen.facts;
  fmt::print("Vulkan {}: {}{}, Vulkan {}.{}, 16-bit storage {}, 8-bit storage {}, int64 {}, float64 {}\n", f.number, f.name,
             f.software ? " (software)" : "", f.api_version >> 22 & 0x7f, f.api_version >> 12 & 0x3ff, f.storage16 ? "yes" : "no",
             f.storage8 ? "yes" : "no", f.int64 ? "yes" : "no", f.float64 ? "yes" : "no");
  fmt::print("  {}, {}, UUID {}\n", TypeOf(f), f.driver[0] ? f.driver : "a driver without a name", Uuid(f));
  fmt::print("  {} invocations and {} B of shared memory a workgroup, {} texels a window, {} MiB bound at once, {} MiB of memory\n",
             f.workgroup_invocations, f.shared_bytes, f.texels, f.storage_bytes >> 20, f.memory_bytes >> 20);
  if (seen.probed) {
    fmt::print("  probes: storage is read at {:.1f} GB/s, texels at {:.1f} GB/s, f32 at {:.1f} GFLOP/s; they took {:.1f} ms\n",
               1e-3 * f.storage_megabytes, 1e-3 * f.texel_megabytes, 1e-3 * f.megaflops, seen.milliseconds);
  }
  if (!seen.failure.empty()) fmt::print("  not probed: {}\n", seen.failure);
  for (const Choice& choice : ChoicesOf(seen)) {
    fmt::print("  {:<28} {:<4} {}\n", choice.what, choice.taken ? "yes" : "no", choice.taken ? choice.why : choice.why_not);
  }
}

int ShowDevices(bool json, bool probe) {
  std::vector<mote_vulkan_facts> all;
  uint32_t count = 0;
  mote_status status = mote_vulkan_list(nullptr, nullptr, &count);
  if (status.code == MOTE_OK && count > 0) {
    all.resize(count);
    status = mote_vulkan_list(nullptr, all.data(), &count);
  }
  if (status.code != MOTE_OK) all.clear();
  std::vector<Seen> seen;
  for (const mote_vulkan_facts& facts : all) {
    seen.push_back({facts, false, 0, ""});
    if (probe) Probe(seen.back());
  }
  if (json) {
    nlohmann::ordered_json document = {{"vulkan", nlohmann::ordered_json::array()}};
    for (const Seen& one : seen) document["vulkan"].push_back(AsJson(one));
    fmt::print("{}\n", document.dump());
    return kDone;
  }
  fmt::print("CPU\n");
  if (all.empty()) fmt::print("no Vulkan device\n");
  for (const Seen& one : seen) Print(one);
  return kDone;
}

}  // namespace

void AddDeviceVerb(const Verb& app, int& exit_code) {
  const Verb verb = app.Sub("device", "List the devices of this machine, their limits and what is used of them");
  auto json = std::make_shared<bool>(false), probe = std::make_shared<bool>(false);
  verb.Flag("--json", *json, "One JSON object");
  verb.Flag("--probe", *probe, "Open each and measure it: reads of storage and of texels, multiply-adds, what is chosen by them");
  verb.Run([json, probe, &exit_code] { exit_code = ShowDevices(*json, *probe); });
}

}  // namespace mote
