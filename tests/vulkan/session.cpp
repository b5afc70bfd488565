#include "session.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

extern "C" void* __real_calloc(size_t count, size_t size);
extern "C" void* __wrap_calloc(size_t count, size_t size);
extern "C" void* __wrap_calloc(size_t count, size_t size) {
  const uint32_t call = __atomic_add_fetch(&mote::g_host_memory.calls, 1u, __ATOMIC_RELAXED);  // threads make pipelines
  return call == mote::g_host_memory.fail_at ? nullptr : __real_calloc(count, size);
}

// The software device's compiler keeps what it makes.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libvulkan\nleak:libLLVM\nleak:libdrm\nleak:ld-linux\n"; }

namespace mote {

HostMemory g_host_memory;

namespace {

mote_code Same(void*, const mote_call* call) {
  const mote_operand in = mote_call_input(call, 0), out = mote_call_output(call, 0);
  std::memcpy(out.data, in.data, in.bytes);
  return MOTE_OK;
}
const mote_custom_call kCalls[] = {{"same", Same, nullptr}};

}  // namespace

ShimProgram::ShimProgram(const std::string& name) {
  std::ifstream in(std::string(MOTE_SHIM_PROGRAMS) + "/" + name + ".mote", std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  bytes = text.size();
  file.resize(bytes / 8 + 1);
  std::memcpy(file.data(), text.data(), bytes);
  memory.resize(mote_program_size() / 8 + 1);
  EXPECT_EQ(Open().code, MOTE_OK) << name;
}

mote_status ShimProgram::Open(bool trusted) {
  mote_open_options options = {};
  options.target = "vulkan";
  options.trusted = trusted;
  options.custom_calls = kCalls;
  options.custom_call_count = 1;
  return mote_open(memory.data(), memory.size() * 8, file.data(), bytes, &options, &program);
}

mote_vulkan_options ShimOptions() {
  mote_vulkan_options options = {};
  options.software = 1;
  options.no_probes = 1;
  options.get_instance_proc_addr = reinterpret_cast<mote_vulkan_function>(shim::GetInstanceProcAddr);
  return options;
}

mote_vulkan_options Kept::Options() {
  mote_vulkan_options options = ShimOptions();
  options.user = this;
  options.message = [](void* user, const char* text) { static_cast<Kept*>(user)->said += std::string(text) + "\n"; };
  options.load_pipelines = [](void* user, void* data, size_t size) {
    const std::vector<uint8_t>& bytes = static_cast<Kept*>(user)->bytes;
    if (size) std::copy_n(bytes.begin(), std::min(size, bytes.size()), static_cast<uint8_t*>(data));
    return bytes.size();
  };
  options.store_pipelines = [](void* user, const void* data, size_t size) {
    Kept& kept = *static_cast<Kept*>(user);
    kept.bytes.assign(static_cast<const uint8_t*>(data), static_cast<const uint8_t*>(data) + size);
    ++kept.stores;
  };
  return options;
}

bool Healthy() {
  shim::The() = {};
  g_host_memory = {};
  static const bool there = [] {
    const mote_vulkan_options options = ShimOptions();
    mote_vulkan_device* device = nullptr;
    const bool opened = mote_vulkan_open(&options, &device).code == MOTE_OK;
    mote_vulkan_close(device);
    return opened;
  }();
  shim::The() = {};
  return there;
}

std::set<uint16_t>& SitesSeen() {
  static std::set<uint16_t> seen;
  return seen;
}

mote_status Note(mote_status status) {
  SitesSeen().insert(status.site);
  return status;
}

Values::Values(int seed) : x(kRows * kColumns), w(x.size()), sums(x.size()), rows(kRows) {
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>((i + static_cast<size_t>(seed)) % 7);
    w[i] = static_cast<float>(i % 5 * 2);
    sums[i] = x[i] + w[i] + static_cast<float>(i % kColumns);
    rows[i / kColumns] += x[i] + w[i];
  }
}

mote_status Infer(mote_vulkan_instance* instance, int seed) {
  const Values v(seed);
  std::vector<float> sums(v.sums.size(), -1), rows(v.rows.size(), -1);
  mote_status status = mote_vulkan_write_input(instance, 0, v.x.data(), v.x.size() * 4);
  if (status.code == MOTE_OK) status = mote_vulkan_write_input(instance, 1, v.w.data(), v.w.size() * 4);
  if (status.code == MOTE_OK) status = mote_vulkan_run(instance, 0);
  if (status.code == MOTE_OK) status = mote_vulkan_read_output(instance, 0, sums.data(), sums.size() * 4);
  if (status.code == MOTE_OK) status = mote_vulkan_read_output(instance, 1, rows.data(), rows.size() * 4);
  if (status.code != MOTE_OK) return Note(status);
  EXPECT_EQ(sums, v.sums);
  EXPECT_EQ(rows, v.rows);
  return status;
}

mote_status Live(const ShimProgram& program, const mote_vulkan_options& options) {
  mote_vulkan_device* device = nullptr;
  mote_vulkan_instance* instance = nullptr;
  mote_status status = Note(mote_vulkan_open(&options, &device));
  if (status.code == MOTE_OK) status = Note(mote_vulkan_instance_create(device, program.program, 0, nullptr, &instance));
  if (status.code == MOTE_OK) status = Infer(instance);
  if (status.code == MOTE_OK) status = Infer(instance, 3);
  mote_vulkan_instance_destroy(instance);
  mote_vulkan_close(device);
  return status;
}

}  // namespace mote
