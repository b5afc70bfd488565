// How instances start: pipelines made by the application's threads.
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

}  // namespace
}  // namespace mote
