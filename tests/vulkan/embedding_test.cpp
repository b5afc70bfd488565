// Inside other applications: their device, their queue, their buffers and their semaphores; memory flushed by hand; work in pieces.
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "session.h"
#include "vulkan/device.h"

namespace mote {
namespace {

struct Opened {
  explicit Opened(const mote_vulkan_options& options = ShimOptions()) { EXPECT_EQ(mote_vulkan_open(&options, &device).code, MOTE_OK); }
  ~Opened() {
    mote_vulkan_instance_destroy(instance);
    mote_vulkan_close(device);
  }
  mote_vulkan_instance* Make(const ShimProgram& program) {
    EXPECT_EQ(mote_vulkan_instance_create(device, program.program, 0, nullptr, &instance).code, MOTE_OK);
    return instance;
  }
  mote_vulkan_facts Facts() const {
    mote_vulkan_facts facts;
    mote_vulkan_query(device, &facts);
    return facts;
  }
  mote_vulkan_device* device = nullptr;
  mote_vulkan_instance* instance = nullptr;
};

TEST(VulkanEmbedding, DevicesAreListedAndChosen) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  mote_vulkan_options options = ShimOptions();
  mote_vulkan_facts facts[8];
  uint32_t count = 8;
  ASSERT_EQ(mote_vulkan_list(&options, facts, &count).code, MOTE_OK);
  ASSERT_GE(count, 1u);
  EXPECT_EQ(shim::The().Living(), 0);
  EXPECT_NE(std::string(facts[0].name), "");
  EXPECT_EQ(facts[0].number, 1u);
  uint32_t none = 0;
  EXPECT_EQ(mote_vulkan_list(&options, nullptr, &none).code, MOTE_OK);
  EXPECT_EQ(none, count);
  EXPECT_EQ(mote_vulkan_list(&options, nullptr, &count).code, MOTE_INVALID_ARGUMENT);
  // A predicate takes it by its UUID, or none.
  struct Wanted {
    uint8_t uuid[16];
    int asked = 0;
  } wanted;
  std::memcpy(wanted.uuid, facts[0].uuid, 16);
  options.software = 0;
  options.user = &wanted;
  options.accept = [](void* user, const mote_vulkan_facts* f) {
    Wanted& w = *static_cast<Wanted*>(user);
    ++w.asked;
    return std::memcmp(w.uuid, f->uuid, 16) == 0 ? 1 : 0;
  };
  EXPECT_EQ(Opened(options).Facts().number, 1u);
  EXPECT_GE(wanted.asked, 1);
  wanted.uuid[3] ^= 0x5a;
  mote_vulkan_device* device = nullptr;
  EXPECT_EQ(mote_vulkan_open(&options, &device).code, MOTE_NO_DEVICE);
}

// A device that is a CPU is taken when it is asked for, and not else.
TEST(VulkanEmbedding, SoftwareIsAskedFor) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  mote_vulkan_options options = ShimOptions();
  if (!Opened(options).Facts().software) GTEST_SKIP() << "a GPU";
  options.software = 0;
  mote_vulkan_device* device = nullptr;
  EXPECT_EQ(mote_vulkan_open(&options, &device).code, MOTE_NO_DEVICE);
  options.device = 1;
  EXPECT_EQ(Opened(options).Facts().software, 1u);
  options.device = 0;
  shim::The().discrete = true;
  EXPECT_EQ(Opened(options).Facts().type, 2u);
}

TEST(VulkanEmbedding, OnAnApplicationsDevice) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  const ShimProgram program("loop");
  Opened owner;  // stands for an application
  struct Locks {
    int held = 0, taken = 0;
  } locks;
  mote_vulkan_context context = {};
  mote_vulkan_context_of(owner.device, &context);
  context.user = &locks;
  context.lock = [](void* user) {
    Locks& l = *static_cast<Locks*>(user);
    EXPECT_EQ(l.held++, 0);
    ++l.taken;
  };
  context.unlock = [](void* user) { EXPECT_EQ(--static_cast<Locks*>(user)->held, 0); };
  const auto objects = shim::The().objects;
  for (int time = 0; time < 2; ++time) {
    mote_vulkan_device* device = nullptr;
    mote_vulkan_instance* instance = nullptr;
    ASSERT_EQ(mote_vulkan_open_with(&context, nullptr, &device).code, MOTE_OK);
    mote_vulkan_facts facts;
    mote_vulkan_query(device, &facts);
    EXPECT_EQ(std::string(facts.name), owner.Facts().name);
    ASSERT_EQ(mote_vulkan_instance_create(device, program.program, 0, nullptr, &instance).code, MOTE_OK);
    EXPECT_EQ(Infer(instance, time).code, MOTE_OK);
    EXPECT_EQ(locks.taken, static_cast<int>(shim::The().submissions));
    EXPECT_EQ(mote_vulkan_reset(device, nullptr).code, MOTE_INVALID_ARGUMENT);
    EXPECT_EQ(mote_vulkan_reset(device, &context).code, MOTE_OK);
    EXPECT_EQ(Infer(instance, time + 1).code, MOTE_OK);
    mote_vulkan_instance_destroy(instance);
    mote_vulkan_close(device);
  }
  for (const auto& [kind, count] : objects) EXPECT_EQ(shim::The().objects[kind], count) << kind;
  // What is no device.
  mote_vulkan_device* device = nullptr;
  EXPECT_EQ(mote_vulkan_open_with(nullptr, nullptr, &device).code, MOTE_INVALID_ARGUMENT);
  mote_vulkan_context lacks = context;
  lacks.features &= ~uint32_t{MOTE_VULKAN_ROBUST_ACCESS};
  EXPECT_EQ(mote_vulkan_open_with(&lacks, nullptr, &device).code, MOTE_INVALID_ARGUMENT);
  lacks = context;
  lacks.unlock = nullptr;
  EXPECT_EQ(mote_vulkan_open_with(&lacks, nullptr, &device).code, MOTE_INVALID_ARGUMENT);
  lacks = context;
  lacks.queue = nullptr;
  EXPECT_EQ(mote_vulkan_open_with(&lacks, nullptr, &device).code, MOTE_INVALID_ARGUMENT);
}

// f16 is used where the application enabled it, and by no CPU.
TEST(VulkanEmbedding, Float16IsTheApplications) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  for (const bool discrete : {false, true}) {
    Healthy();
    shim::The().discrete = discrete;
    Opened owner;
    if (owner.Facts().float16 == 0) GTEST_SKIP() << "no device with f16";
    EXPECT_EQ(owner.Facts().float16, owner.Facts().software ? 1u : 2u);
    EXPECT_EQ(shim::The().enabled.count(VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME), 1u);
    mote_vulkan_context context = {};
    mote_vulkan_context_of(owner.device, &context);
    EXPECT_TRUE(context.features & MOTE_VULKAN_FLOAT16);
    for (const bool enabled : {false, true}) {
      if (!enabled) context.features &= ~uint32_t{MOTE_VULKAN_FLOAT16};
      if (enabled) context.features |= MOTE_VULKAN_FLOAT16;
      mote_vulkan_device* device = nullptr;
      ASSERT_EQ(mote_vulkan_open_with(&context, nullptr, &device).code, MOTE_OK);
      mote_vulkan_facts facts;
      mote_vulkan_query(device, &facts);
      EXPECT_EQ(facts.float16, enabled ? owner.Facts().float16 : 0u);
      mote_vulkan_close(device);
    }
  }
}

// Every call of an application's device fails, too.
TEST(VulkanEmbedding, ApplicationsDevicesFail) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  const ShimProgram program("plain");
  Opened owner;
  mote_vulkan_context context = {};
  mote_vulkan_context_of(owner.device, &context);
  shim::State& state = shim::The();
  const auto objects = state.objects;
  for (uint32_t n = 1; n < 200; ++n) {
    state.calls = state.failed = 0, state.fail_at = n;
    mote_vulkan_device* device = nullptr;
    mote_vulkan_instance* instance = nullptr;
    mote_status status = mote_vulkan_open_with(&context, nullptr, &device);
    if (status.code == MOTE_OK) status = mote_vulkan_instance_create(device, program.program, 0, nullptr, &instance);
    if (status.code == MOTE_OK) status = Infer(instance);
    mote_vulkan_instance_destroy(instance);
    mote_vulkan_close(device);
    for (const auto& [kind, count] : objects) ASSERT_EQ(state.objects[kind], count) << kind << ", " << n;
    if (state.failed == 0) {
      EXPECT_EQ(status.code, MOTE_OK);
      return;
    }
  }
  FAIL() << "it never ends";
}

// ---- buffers and semaphores of the application ----
struct Pages {
  explicit Pages(size_t size) : size((size + 4095) / 4096 * 4096), at(static_cast<float*>(std::aligned_alloc(4096, this->size))) {
    std::memset(at, 0x7f, this->size);
  }
  ~Pages() { std::free(at); }
  size_t size;
  float* at;
};

template <typename Function>
Function DeviceFunction(const mote_vulkan_device* device, const char* name) {
  return reinterpret_cast<Function>(device->api.vkGetDeviceProcAddr(device->device, name));
}

TEST(VulkanEmbedding, BuffersOfTheApplication) {
  for (const char* name : {"plain", "host", "loop"}) {
    for (const bool discrete : {false, true}) {
      if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
      shim::The().discrete = discrete;
      const ShimProgram program(name);
      Opened open;
      if (!open.Facts().host_memory) GTEST_SKIP() << "no imported memory";
      mote_vulkan_instance* instance = open.Make(program);
      ASSERT_EQ(Infer(instance).code, MOTE_OK);
      const Values v(5);
      const size_t bytes = v.x.size() * 4;
      Pages in(bytes + 512), out(bytes + 512);
      std::memcpy(in.at + 100, v.x.data(), bytes);
      mote_vulkan_import import = {MOTE_VULKAN_MEMORY_HOST, -1, in.at, in.size};
      mote_vulkan_imported from = {}, to = {};
      ASSERT_EQ(mote_vulkan_import_memory(open.device, &import, &from).code, MOTE_OK);
      import.host = out.at, import.size = out.size;
      ASSERT_EQ(mote_vulkan_import_memory(open.device, &import, &to).code, MOTE_OK);
      mote_vulkan_buffer input = from.buffer, output = to.buffer;
      input.offset = 400, output.offset = 508;
      ASSERT_EQ(mote_vulkan_bind_input(instance, 0, &input).code, MOTE_OK);
      ASSERT_EQ(mote_vulkan_bind_output(instance, 0, &output).code, MOTE_OK);
      ASSERT_EQ(mote_vulkan_write_input(instance, 1, v.w.data(), bytes).code, MOTE_OK);
      for (int run = 0; run < 2; ++run) {
        std::memset(out.at, 0x7f, out.size);
        ASSERT_EQ(mote_vulkan_run(instance, 0).code, MOTE_OK);
        EXPECT_EQ(std::memcmp(out.at + 127, v.sums.data(), bytes), 0) << name;
        EXPECT_EQ(reinterpret_cast<uint8_t*>(out.at)[507], 0x7f);
        EXPECT_EQ(reinterpret_cast<uint8_t*>(out.at)[508 + bytes], 0x7f);
        std::vector<float> rows(kRows);
        ASSERT_EQ(mote_vulkan_read_output(instance, 1, rows.data(), kRows * 4).code, MOTE_OK);
        EXPECT_EQ(rows, v.rows);
      }
      // A size that ends within the tensor is refused, one byte earlier is not.
      input.offset = input.size - bytes;
      EXPECT_EQ(mote_vulkan_bind_input(instance, 0, &input).code, MOTE_OK);
      ++input.offset;
      EXPECT_EQ(mote_vulkan_bind_input(instance, 0, &input).code, MOTE_INVALID_ARGUMENT);
      input.offset = UINT64_MAX;
      EXPECT_EQ(mote_vulkan_bind_input(instance, 0, &input).code, MOTE_INVALID_ARGUMENT);
      // A lost device cannot be stood in for: the host does not know what the buffer holds.
      shim::The().fail_name = "vkQueueSubmit", shim::The().calls = 0, shim::The().fail_at = 1, shim::The().code = VK_ERROR_DEVICE_LOST;
      EXPECT_EQ(mote_vulkan_run(instance, 0).code, MOTE_DEVICE_LOST);
      mote_vulkan_release(open.device, &from);
      mote_vulkan_release(open.device, &to);
      EXPECT_EQ(mote_vulkan_reset(open.device, nullptr).code, MOTE_OK);
      EXPECT_EQ(Infer(instance, 1).code, MOTE_OK);  // by the host again
    }
  }
}

TEST(VulkanEmbedding, MemoryByFileDescriptor) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  Opened open;
  const auto get = DeviceFunction<PFN_vkGetMemoryFdKHR>(open.device, "vkGetMemoryFdKHR");
  if (!open.Facts().opaque_fd || !get) GTEST_SKIP() << "no file descriptors";
  const vulkan::Api& api = open.device->api;
  VkExportMemoryAllocateInfo exported = {};
  exported.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO;
  exported.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
  VkMemoryAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  info.pNext = &exported;
  info.allocationSize = 64 << 10;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  ASSERT_EQ(api.vkAllocateMemory(open.device->device, &info, nullptr, &memory), VK_SUCCESS);
  VkMemoryGetFdInfoKHR which = {};
  which.sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR;
  which.memory = memory;
  which.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
  int fd = -1;
  void* mapped = nullptr;
  ASSERT_EQ(get(open.device->device, &which, &fd), VK_SUCCESS);
  ASSERT_EQ(api.vkMapMemory(open.device->device, memory, 0, VK_WHOLE_SIZE, 0, &mapped), VK_SUCCESS);
  const ShimProgram program("plain");
  mote_vulkan_instance* instance = open.Make(program);
  const Values v(1);
  std::memcpy(mapped, v.x.data(), v.x.size() * 4);
  const mote_vulkan_import import = {MOTE_VULKAN_MEMORY_OPAQUE_FD, fd, nullptr, 64 << 10};
  mote_vulkan_imported imported = {};
  ASSERT_EQ(mote_vulkan_import_memory(open.device, &import, &imported).code, MOTE_OK);
  ASSERT_EQ(mote_vulkan_bind_input(instance, 0, &imported.buffer).code, MOTE_OK);
  ASSERT_EQ(mote_vulkan_write_input(instance, 1, v.w.data(), v.w.size() * 4).code, MOTE_OK);
  ASSERT_EQ(mote_vulkan_run(instance, 0).code, MOTE_OK);
  std::vector<float> sums(v.sums.size());
  ASSERT_EQ(mote_vulkan_read_output(instance, 0, sums.data(), sums.size() * 4).code, MOTE_OK);
  EXPECT_EQ(sums, v.sums);
  mote_vulkan_release(open.device, &imported);
  api.vkFreeMemory(open.device->device, memory, nullptr);
  // dma-buf of something that is none.
  const mote_vulkan_import none = {MOTE_VULKAN_MEMORY_DMA_BUF, 0, nullptr, 4096};
  const mote_status refused = mote_vulkan_import_memory(open.device, &none, &imported);
  EXPECT_NE(refused.code, MOTE_OK);
  EXPECT_EQ(refused.site, static_cast<uint16_t>(Site::kVulkanImport));
}

// As the extension has it: the device is asked what the buffer is, all of that is imported, and of it as much is bound as is told.
TEST(VulkanEmbedding, AndroidsHardwareBuffers) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  shim::State& state = shim::The();
  const ShimProgram program("plain");
  const Values v(1);
  const uint64_t bytes = v.x.size() * 4;
  int buffer = 0;  // any address
  mote_vulkan_import import = {MOTE_VULKAN_MEMORY_HARDWARE_BUFFER, -1, &buffer, bytes};
  mote_vulkan_imported imported = {};
  EXPECT_EQ(mote_vulkan_import_memory(Opened().device, &import, &imported).code, MOTE_MISSING_FEATURE);
  state.android_bytes = 64 << 10;
  Opened open;
  EXPECT_EQ(open.Facts().hardware_buffer, 1u);
  EXPECT_EQ(state.enabled.count("VK_ANDROID_external_memory_android_hardware_buffer"), 1u);
  EXPECT_EQ(state.enabled.count("VK_EXT_queue_family_foreign"), 1u);
  mote_vulkan_context context = {};
  mote_vulkan_context_of(open.device, &context);
  EXPECT_NE(context.features & MOTE_VULKAN_HARDWARE_BUFFER, 0u);
  mote_vulkan_instance* instance = open.Make(program);
  const auto objects = state.objects;

  ASSERT_EQ(mote_vulkan_import_memory(open.device, &import, &imported).code, MOTE_OK);
  EXPECT_EQ(state.hardware_buffer, &buffer);
  EXPECT_EQ(state.hardware_bytes, state.android_bytes);
  void* mapped = nullptr;
  const auto memory = vulkan::FromNumber<VkDeviceMemory>(imported.memory);
  if (open.device->api.vkMapMemory(open.device->device, memory, 0, VK_WHOLE_SIZE, 0, &mapped) == VK_SUCCESS) {
    std::memcpy(mapped, v.x.data(), bytes);
    ASSERT_EQ(mote_vulkan_bind_input(instance, 0, &imported.buffer).code, MOTE_OK);
    ASSERT_EQ(mote_vulkan_write_input(instance, 1, v.w.data(), bytes).code, MOTE_OK);
    ASSERT_EQ(mote_vulkan_run(instance, 0).code, MOTE_OK);
    std::vector<float> sums(v.sums.size());
    ASSERT_EQ(mote_vulkan_read_output(instance, 0, sums.data(), bytes).code, MOTE_OK);
    EXPECT_EQ(sums, v.sums);
    ASSERT_EQ(mote_vulkan_bind_input(instance, 0, nullptr).code, MOTE_OK);
  }
  mote_vulkan_release(open.device, &imported);

  // All of it is as much as there is, nothing is no buffer, and calls fail.
  import.size = state.android_bytes;
  EXPECT_EQ(mote_vulkan_import_memory(open.device, &import, &imported).code, MOTE_OK);
  mote_vulkan_release(open.device, &imported);
  ++import.size;
  EXPECT_EQ(mote_vulkan_import_memory(open.device, &import, &imported).code, MOTE_INVALID_ARGUMENT);
  import.size = bytes;
  import.host = nullptr;
  EXPECT_EQ(mote_vulkan_import_memory(open.device, &import, &imported).code, MOTE_INVALID_ARGUMENT);
  import.host = &buffer;
  for (const char* call : {"vkCreateBuffer", "vkGetAndroidHardwareBufferPropertiesANDROID", "vkAllocateMemory", "vkBindBufferMemory"}) {
    state.fail_name = call, state.calls = state.failed = 0, state.fail_at = 1;
    const mote_status status = mote_vulkan_import_memory(open.device, &import, &imported);
    EXPECT_EQ(status.code, MOTE_OUT_OF_MEMORY) << call;
    EXPECT_EQ(status.site, static_cast<uint16_t>(Site::kVulkanImport)) << call;
    EXPECT_EQ(imported.memory | imported.buffer.buffer, 0u);
    EXPECT_EQ(state.failed, 1u) << call;
  }
  state.missing = "vkGetAndroidHardwareBufferPropertiesANDROID";
  EXPECT_EQ(mote_vulkan_import_memory(open.device, &import, &imported).code, MOTE_MISSING_FEATURE);
  for (const auto& [kind, count] : objects) EXPECT_EQ(state.objects[kind], count) << kind;
}

TEST(VulkanEmbedding, TimelinesInAndOut) {
  for (const char* name : {"plain", "loop"}) {
    if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
    Opened open;
    if (!open.Facts().timeline_semaphores) GTEST_SKIP() << "no timelines";
    const ShimProgram program(name);
    mote_vulkan_instance* instance = open.Make(program);
    const VkDevice device = open.device->device;
    const auto create = DeviceFunction<PFN_vkCreateSemaphore>(open.device, "vkCreateSemaphore");
    const auto destroy = DeviceFunction<PFN_vkDestroySemaphore>(open.device, "vkDestroySemaphore");
    const auto raise = DeviceFunction<PFN_vkSignalSemaphoreKHR>(open.device, "vkSignalSemaphoreKHR");
    const auto value_of = DeviceFunction<PFN_vkGetSemaphoreCounterValueKHR>(open.device, "vkGetSemaphoreCounterValueKHR");
    ASSERT_TRUE(create && destroy && raise && value_of);
    VkSemaphoreTypeCreateInfo type = {};
    type.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO;
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    VkSemaphoreCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO;
    info.pNext = &type;
    VkSemaphore in = VK_NULL_HANDLE, out = VK_NULL_HANDLE;
    ASSERT_EQ(create(device, &info, nullptr, &in), VK_SUCCESS);
    ASSERT_EQ(create(device, &info, nullptr, &out), VK_SUCCESS);
    VkFenceCreateInfo fence_info = {};
    fence_info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
    VkFence fence = VK_NULL_HANDLE;
    ASSERT_EQ(open.device->api.vkCreateFence(device, &fence_info, nullptr, &fence), VK_SUCCESS);
    const auto number = [](auto handle) {
      uint64_t n;
      std::memcpy(&n, &handle, sizeof n);
      return n;
    };
    const auto raise_to = [&](uint64_t value) {
      VkSemaphoreSignalInfo signal = {};
      signal.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO;
      signal.semaphore = in;
      signal.value = value;
      ASSERT_EQ(raise(device, &signal), VK_SUCCESS);
    };
    const Values v(2);
    ASSERT_EQ(mote_vulkan_write_input(instance, 0, v.x.data(), v.x.size() * 4).code, MOTE_OK);
    ASSERT_EQ(mote_vulkan_write_input(instance, 1, v.w.data(), v.w.size() * 4).code, MOTE_OK);
    const bool straight = std::string(name) == "plain";
    for (uint64_t run = 1; run <= 3; ++run) {
      const mote_vulkan_sync sync = {number(in), run, number(out), 10 * run, number(fence)};
      if (!straight) raise_to(run);  // a loop's decisions wait on the host
      ASSERT_EQ(mote_vulkan_run_async(instance, &sync).code, MOTE_OK);
      if (straight) {
        uint64_t value = 99;
        EXPECT_EQ(mote_vulkan_wait(instance, 2).code, MOTE_TIMEOUT);
        EXPECT_EQ(value_of(device, out, &value), VK_SUCCESS);
        EXPECT_EQ(value, 10 * (run - 1));
        raise_to(run);
      }
      ASSERT_EQ(mote_vulkan_wait(instance, 60000).code, MOTE_OK);
      uint64_t value = 0;  // which a driver may raise a little behind the fence that mote waits for
      for (int tries = 0; tries < 5000 && value != 10 * run; ++tries) {
        EXPECT_EQ(value_of(device, out, &value), VK_SUCCESS);
        usleep(200);
      }
      EXPECT_EQ(value, 10 * run);
      EXPECT_EQ(open.device->api.vkWaitForFences(device, 1, &fence, VK_TRUE, 1000000000), VK_SUCCESS);
      EXPECT_EQ(open.device->api.vkResetFences(device, 1, &fence), VK_SUCCESS);
      std::vector<float> sums(v.sums.size());
      ASSERT_EQ(mote_vulkan_read_output(instance, 0, sums.data(), sums.size() * 4).code, MOTE_OK);
      EXPECT_EQ(sums, v.sums);
    }
    // A run without any of them afterwards, and one that nobody waited for.
    EXPECT_EQ(Infer(instance, 4).code, MOTE_OK);
    EXPECT_EQ(mote_vulkan_run_async(instance, nullptr).code, MOTE_OK);
    EXPECT_EQ(Infer(instance, 5).code, MOTE_OK);
    destroy(device, in, nullptr);
    destroy(device, out, nullptr);
    open.device->api.vkDestroyFence(device, fence, nullptr);
  }
}

// ---- memory, work and time ----
TEST(VulkanEmbedding, MemoryThatIsNotCoherent) {
  for (const char* name : {"plain", "host", "loop"}) {
    for (const bool discrete : {false, true}) {
      if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
      shim::State& state = shim::The();
      state.incoherent = true;
      state.discrete = discrete;
      const ShimProgram program(name);
      Opened open;
      mote_vulkan_instance* instance = open.Make(program);
      EXPECT_EQ(open.Facts().incoherent, 1u);
      for (int run = 0; run < 3; ++run) EXPECT_EQ(Infer(instance, run).code, MOTE_OK) << name << discrete;
      EXPECT_GT(state.flushes, 0u);
      EXPECT_GT(state.invalidates, 0u);
    }
  }
}

// Work that is too much for one submission goes in several, even within a launch.
TEST(VulkanEmbedding, LongWorkIsCut) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  const ShimProgram plain("plain"), loop("loop"), wide("wide");
  uint32_t before = 0;
  for (const uint64_t work : {UINT64_MAX, uint64_t{20000}, uint64_t{1000}, uint64_t{100}}) {
    Healthy();
    Opened open, other;
    open.device->submission_work = other.device->submission_work = work;
    mote_vulkan_instance* instance = open.Make(plain);
    shim::The().submissions = 0;
    EXPECT_EQ(Infer(instance, 1).code, MOTE_OK);
    EXPECT_TRUE(work == UINT64_MAX ? shim::The().submissions == 1 : shim::The().submissions >= before + (work > 100)) << work;
    before = shim::The().submissions;
    EXPECT_EQ(Infer(instance, 2).code, MOTE_OK);
    EXPECT_EQ(Infer(other.Make(loop), 2).code, MOTE_OK);
  }
  EXPECT_GT(before, 10u);
  Healthy();
  Opened open;
  open.device->submission_work = 100000;
  mote_vulkan_instance* instance = open.Make(wide);
  std::vector<float> x(16000000), y(x.size());
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 8191);
  ASSERT_EQ(mote_vulkan_write_input(instance, 0, x.data(), x.size() * 4).code, MOTE_OK);
  ASSERT_EQ(mote_vulkan_run(instance, 0).code, MOTE_OK);
  ASSERT_EQ(mote_vulkan_read_output(instance, 0, y.data(), y.size() * 4).code, MOTE_OK);
  for (size_t i = 0; i < x.size(); ++i) ASSERT_EQ(y[i], 2 * x[i]) << i;
  EXPECT_GE(shim::The().submissions, 160u);
}

TEST(VulkanEmbedding, StepsTellTheirTimes) {
  for (const char* name : {"plain", "host", "loop"}) {
    if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
    mote_vulkan_options options = ShimOptions();
    options.times = 1;
    Opened open(options);
    if (!open.Facts().timestamps) GTEST_SKIP() << "no timestamps";
    const ShimProgram program(name);
    mote_vulkan_instance* instance = open.Make(program);
    struct Span {
      uint32_t step;
      uint64_t begin, end;
    };
    std::vector<Span> spans;
    const mote_vulkan_times times = {
        [](void* user, uint32_t step, uint64_t begin, uint64_t end) {
          static_cast<std::vector<Span>*>(user)->push_back({step, begin, end});
        },
        &spans};
    EXPECT_EQ(Infer(instance, 1).code, MOTE_OK);
    EXPECT_TRUE(spans.empty());
    mote_vulkan_set_times(instance, &times);
    EXPECT_EQ(Infer(instance, 2).code, MOTE_OK);
    // Once each; of the loop, which one workgroup runs, the launches: that in front of its last turn and that of it.
    const std::string which = name;
    EXPECT_GE(spans.size(), which == "plain" ? 2u : which == "host" ? 4u : 7u);
    std::set<uint32_t> steps;
    uint64_t last = 0;
    for (const Span& s : spans) {
      EXPECT_LE(s.begin, s.end);
      EXPECT_GE(s.end, last);
      last = s.end;
      steps.insert(s.step);
    }
    EXPECT_EQ(steps.count(0), 1u);
    mote_vulkan_set_times(instance, nullptr);
    spans.clear();
    EXPECT_EQ(Infer(instance, 3).code, MOTE_OK);
    EXPECT_TRUE(spans.empty());
  }
}

// Turns of a loop that is counted go to the device together: as many submissions for 500 turns as for 2, but for full batches.
TEST(VulkanEmbedding, CountedLoopsAreNotAskedEachTurn) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  const ShimProgram program("turns");
  Opened open;
  mote_vulkan_instance* instance = open.Make(program);
  const uint32_t before = shim::The().submissions, dispatches = shim::The().dispatches;
  float x = 1, y = 0;
  ASSERT_EQ(mote_vulkan_write_input(instance, 0, &x, 4).code, MOTE_OK);
  ASSERT_EQ(mote_vulkan_run(instance, 0).code, MOTE_OK);
  ASSERT_EQ(mote_vulkan_read_output(instance, 0, &y, 4).code, MOTE_OK);
  EXPECT_EQ(y, 501);
  EXPECT_LE(shim::The().submissions - before, 500u / 8);
  EXPECT_LE(shim::The().dispatches - dispatches, 20u);  // as they are recorded, not as they run
}

// Nor at their end where no workgroup runs them whole: a run waits once, for all of it, and on devices whose memory is not the host's too.
TEST(VulkanEmbedding, CountedLoopsAreReadWithTheRun) {
  for (const bool discrete : {false, true}) {
    if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
    shim::State& state = shim::The();
    state.discrete = discrete;
    const ShimProgram program("wide_turns");
    Opened open;
    mote_vulkan_instance* instance = open.Make(program);
    std::vector<float> x(70000), y(x.size());
    for (int run = 0; run < 2; ++run) {
      for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 8191) + static_cast<float>(run);
      ASSERT_EQ(mote_vulkan_write_input(instance, 0, x.data(), x.size() * 4).code, MOTE_OK);
      state.submissions = state.waits = 0;
      ASSERT_EQ(mote_vulkan_run(instance, 0).code, MOTE_OK);
      EXPECT_EQ(state.waits, 1u) << discrete;
      EXPECT_LE(state.submissions, 160u / 4);  // full batches
      ASSERT_EQ(mote_vulkan_read_output(instance, 0, y.data(), y.size() * 4).code, MOTE_OK);
      for (size_t i = 0; i < x.size(); ++i) ASSERT_EQ(y[i], x[i] + 40) << i;
    }
  }
}

// A run asks for a submission and a wait, on a device of the host's memory and on one with its own.
TEST(VulkanEmbedding, RunsMakeNothing) {
  for (const bool discrete : {false, true}) {
    if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
    shim::The().discrete = discrete;
    const ShimProgram program("loop");
    Opened open;
    mote_vulkan_instance* instance = open.Make(program);
    EXPECT_EQ(Infer(instance).code, MOTE_OK);
    const shim::State before = shim::The();
    const uint32_t allocations = g_host_memory.calls;
    for (int run = 0; run < 10; ++run) ASSERT_EQ(Infer(instance, run).code, MOTE_OK);
    EXPECT_EQ(shim::The().objects, before.objects);
    EXPECT_EQ(shim::The().memory, before.memory);
    EXPECT_EQ(shim::The().copies, before.copies);
    EXPECT_EQ(g_host_memory.calls, allocations);
  }
}

}  // namespace
}  // namespace mote
