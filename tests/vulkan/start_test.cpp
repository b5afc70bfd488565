// How instances start: pipelines made by the application's threads, constants that instances share, devices that are no full Vulkan.
#include <atomic>
#include <thread>

#include "session.h"
#include "vulkan/instance.h"

namespace mote {
namespace {

// Threads of the application, new ones for each call.
struct Threads {
  std::atomic<uint32_t> calls{0}, most{0};
  mote_threads Of(uint32_t count) {
    return {count, this, [](void* user, uint32_t parts, mote_work work, void* context) {
              Threads& self = *static_cast<Threads*>(user);
              ++self.calls;
              self.most = std::max(self.most.load(), parts);
              std::vector<std::thread> others;
              for (uint32_t part = 1; part < parts; ++part) others.emplace_back([=] { work(context, part); });
              work(context, 0);
              for (std::thread& other : others) other.join();
            },
            0};
  }
};

// Several pipelines: a chain of steps has one, and times take chains apart.
mote_vulkan_options Apart(Threads& threads, uint32_t count) {
  mote_vulkan_options options = ShimOptions();
  options.times = 1;
  options.threads = threads.Of(count);
  return options;
}

struct Device {
  explicit Device(const mote_vulkan_options& options = ShimOptions()) { EXPECT_EQ(mote_vulkan_open(&options, &device).code, MOTE_OK); }
  ~Device() { mote_vulkan_close(device); }
  mote_vulkan_instance* Make(const ShimProgram& program) {
    mote_vulkan_instance* instance = nullptr;
    EXPECT_EQ(mote_vulkan_instance_create(device, program.program, 0, nullptr, &instance).code, MOTE_OK);
    return instance;
  }
  mote_vulkan_device* device = nullptr;
};

// ---- pipelines ----
TEST(VulkanStart, ThreadsMakePipelines) {
  for (const char* name : {"plain", "host", "loop"}) {
    for (const bool tested : {false, true}) {
      if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
      const ShimProgram program(name);
      Threads threads;
      mote_vulkan_options options = Apart(threads, 3);
      options.self_test = tested ? MOTE_VULKAN_TEST_ALWAYS : MOTE_VULKAN_TEST_NEVER;
      EXPECT_EQ(Live(program, options).code, MOTE_OK) << name;
      EXPECT_EQ(threads.calls, tested ? 2u : 1u) << name;  // for the trials, and for the instance
      EXPECT_GE(threads.most, 2u);
      EXPECT_LE(threads.most, 3u);
      EXPECT_GE(shim::The().makers.size(), 1u);
      EXPECT_EQ(shim::The().Living(), 0);
    }
  }
}

// None, one, and no function are the calling thread.
TEST(VulkanStart, WithoutThreadsTheCallerDoes) {
  const ShimProgram program("plain");
  for (const uint32_t count : {0u, 1u, 9u}) {
    if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
    Threads threads;
    mote_vulkan_options options = Apart(threads, count);
    if (count == 9) options.threads.parallel = nullptr;
    EXPECT_EQ(Live(program, options).code, MOTE_OK);
    EXPECT_EQ(threads.calls, 0u);
    EXPECT_EQ(shim::The().makers, std::set<std::thread::id>{std::this_thread::get_id()});
  }
}

// Threads that never come, and those that come late: one thread may find all the work done, or do all of it.
TEST(VulkanStart, PartsNeedNotOverlap) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  const ShimProgram program("loop");
  Threads threads;
  mote_vulkan_options options = Apart(threads, 4);
  options.threads.parallel = [](void*, uint32_t parts, mote_work work, void* context) {
    for (uint32_t part = parts; part-- > 0;) work(context, part);
  };
  EXPECT_EQ(Live(program, options).code, MOTE_OK);
}

// Kernels whose shader is the same have one, with the same texels and the same constants.
TEST(VulkanStart, EqualShadersHaveOnePipeline) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  Device open;
  const uint32_t words[2] = {}, constant = 1, three = 3, four = 4;
  vulkan::Shader shaders[3] = {};
  for (vulkan::Shader& shader : shaders) shader.words = words;
  shaders[2].words = words + 1;
  vulkan::Recording r = {};
  r.device = open.device;
  ASSERT_EQ(vulkan::CreatePipelines(&r, shaders, 3).code, MOTE_OK);
  const auto want = [&](uint32_t kernel, const uint32_t& param, uint32_t texels) {
    vulkan::Launch launch = {};
    launch.kernel = kernel;
    launch.params = &param;
    launch.param_count = launch.constant_words = 1;
    launch.constants = &constant;
    vulkan::Pipeline* wanted = nullptr;
    EXPECT_EQ(vulkan::WantPipeline(&r, launch, texels, &wanted).code, MOTE_OK);
    return wanted;
  };
  const vulkan::Pipeline* const first = want(0, three, 0);
  EXPECT_EQ(want(1, three, 0), first);
  EXPECT_EQ(want(1, three, 0), first);
  EXPECT_NE(want(2, three, 0), first);
  EXPECT_NE(want(1, three, 1), first);
  const vulkan::Pipeline* const other = want(1, four, 0);
  EXPECT_NE(other, first);
  EXPECT_EQ(want(0, four, 0), other);
  EXPECT_EQ(r.unmade, 4u);
  vulkan::DestroyPipelines(&r);
}

// ---- constants ----
TEST(VulkanStart, InstancesShareConstants) {
  for (const bool discrete : {false, true}) {
    if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
    shim::State& state = shim::The();
    state.discrete = discrete;
    const ShimProgram program("constants"), plain("plain");
    {
      Device open;
      mote_vulkan_instance* const first = open.Make(program);
      const uint32_t copies = state.copies;
      const auto buffers = state.objects["Buffer"];
      mote_vulkan_instance* const second = open.Make(program);
      ASSERT_TRUE(first && second);
      EXPECT_EQ(state.objects["Buffer"], 2 * buffers - 1);
      EXPECT_EQ(first->recording.buffers[vulkan::kConstants].buffer, second->recording.buffers[vulkan::kConstants].buffer);
      mote_vulkan_instance* const third = open.Make(program);
      // The second and the third copy the same, the first its constants and its self-test's operands too.
      const uint32_t each = state.copies - copies;
      EXPECT_EQ(each % 2, 0u);
      EXPECT_EQ(copies > each / 2, discrete);
      mote_vulkan_instance* const other = open.Make(plain);
      EXPECT_NE(other->recording.buffers[vulkan::kConstants].buffer, third->recording.buffers[vulkan::kConstants].buffer);
      for (int run = 0; run < 2; ++run) {
        for (mote_vulkan_instance* in : {first, second, third, other}) EXPECT_EQ(Infer(in, run).code, MOTE_OK);
      }
      mote_vulkan_instance_destroy(first);
      EXPECT_EQ(Infer(second, 2).code, MOTE_OK);
      EXPECT_EQ(mote_vulkan_reset(open.device, nullptr).code, MOTE_OK);
      EXPECT_EQ(second->recording.buffers[vulkan::kConstants].buffer, third->recording.buffers[vulkan::kConstants].buffer);
      EXPECT_EQ(Infer(third, 3).code, MOTE_OK);
      mote_vulkan_instance_destroy(third);
      EXPECT_EQ(Infer(second, 4).code, MOTE_OK);
      mote_vulkan_instance_destroy(second);
      EXPECT_EQ(Infer(other, 5).code, MOTE_OK);
      mote_vulkan_instance_destroy(other);
      EXPECT_EQ(open.device->constants, nullptr);
    }
    EXPECT_EQ(state.Living(), 0);
    EXPECT_EQ(state.memory, 0);
  }
}

// Each call fails once, while two instances are made by two threads and run: nothing is left, and the first is well whatever became of the
// second.
TEST(VulkanStart, SharingMayFail) {
  const ShimProgram program("constants");
  for (const bool discrete : {false, true}) {
    for (uint32_t n = 1;; ++n) {
      if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
      shim::State& state = shim::The();
      state.discrete = discrete;
      state.fail_at = n;
      Threads threads;
      const mote_vulkan_options options = Apart(threads, 2);
      mote_vulkan_device* device = nullptr;
      mote_vulkan_instance *first = nullptr, *second = nullptr;
      mote_status status = mote_vulkan_open(&options, &device);
      if (status.code == MOTE_OK) status = mote_vulkan_instance_create(device, program.program, 0, nullptr, &first);
      if (status.code == MOTE_OK) status = mote_vulkan_instance_create(device, program.program, 0, nullptr, &second);
      if (status.code == MOTE_OK) status = Infer(second, 1);
      const bool through = state.failed == 0;
      state.fail_at = 0;
      EXPECT_TRUE(!first || Infer(first, 2).code == MOTE_OK) << n;
      mote_vulkan_instance_destroy(first);
      EXPECT_TRUE(!second || Infer(second, 3).code == MOTE_OK) << n;
      mote_vulkan_instance_destroy(second);
      mote_vulkan_close(device);
      EXPECT_EQ(state.Living(), 0) << state.last << ", call " << n;
      EXPECT_EQ(state.memory, 0) << state.last << ", call " << n;
      EXPECT_TRUE(!through || status.code == MOTE_OK) << status.site;
      if (through || testing::Test::HasFailure()) break;
    }
  }
}

// What stands behind the constants is an instance's own.
TEST(VulkanStart, ParameterBlocksAreNotShared) {
  const ShimProgram program("blocks");
  for (const bool discrete : {false, true}) {
    if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
    shim::The().discrete = discrete;
    mote_vulkan_options options = ShimOptions();
    options.self_test = MOTE_VULKAN_TEST_NEVER;
    Device open(options);
    mote_vulkan_instance* all[2] = {open.Make(program), open.Make(program)};
    for (mote_vulkan_instance* in : all) {
      ASSERT_NE(in, nullptr);
      EXPECT_GT(in->recording.blocks_bytes, 0u);
      EXPECT_EQ(in->recording.constants, nullptr);
      std::vector<float> y(in->tensor_bytes[in->inputs] / 4), x(y.size());
      for (uint32_t i = 0; i < in->inputs; ++i) {
        x.assign(x.size(), static_cast<float>(i + 1));
        ASSERT_EQ(mote_vulkan_write_input(in, i, x.data(), x.size() * 4).code, MOTE_OK);
      }
      ASSERT_EQ(mote_vulkan_run(in, 0).code, MOTE_OK);
      ASSERT_EQ(mote_vulkan_read_output(in, 0, y.data(), y.size() * 4).code, MOTE_OK);
      const float sum = static_cast<float>(in->inputs * (in->inputs + 1) / 2);
      for (size_t i = 0; i < y.size(); ++i) EXPECT_EQ(y[i], sum + static_cast<float>(i * i)) << i;
    }
    for (mote_vulkan_instance* in : all) mote_vulkan_instance_destroy(in);
  }
}

// ---- devices that are no full Vulkan ----
TEST(VulkanStart, PortabilityIsAskedForAndEnabled) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  shim::State& state = shim::The();
  const ShimProgram program("plain");
  mote_vulkan_options options = ShimOptions();
  for (const uint32_t minimal : {0u, 1u}) {
    state.portability = true;
    options.minimal_features = minimal;
    Device open(options);
    mote_vulkan_facts facts;
    mote_vulkan_query(open.device, &facts);
    EXPECT_EQ(facts.portability, 1u);
    EXPECT_EQ(state.enabled.count("VK_KHR_portability_subset"), 1u);
    mote_vulkan_instance* instance = open.Make(program);
    EXPECT_EQ(Infer(instance).code, MOTE_OK);
    mote_vulkan_instance_destroy(instance);
  }
  // A loader that does not know of it is not asked, and hides the device.
  state.fail_name = "vkEnumerateInstanceExtensionProperties", state.calls = 0, state.fail_at = 1;
  mote_vulkan_device* device = nullptr;
  EXPECT_EQ(mote_vulkan_open(&options, &device).code, MOTE_NO_DEVICE);
  EXPECT_EQ(state.instance_flags, 0u);
  // A full Vulkan is not told that it is none.
  Healthy();
  Device open;
  EXPECT_EQ(state.enabled.count("VK_KHR_portability_subset"), 0u);
  EXPECT_EQ(open.device->facts.portability, 0u);
}

}  // namespace
}  // namespace mote
