// Each call of a life fails once, with each code, and so does each allocation: a status or right values, nothing left behind, and the next
// life is well.
#include "session.h"
#include "vulkan/device.h"

namespace mote {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr bool kSlow = true;  // a code for each
#else
constexpr bool kSlow = false;
#endif

constexpr VkResult kCodes[] = {VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_INITIALIZATION_FAILED,
                               VK_ERROR_DEVICE_LOST, VK_ERROR_UNKNOWN};

// What a driver may refuse and the runtime does without: extensions and what keeps pipelines.
bool DoneWithout(const std::string& call) {
  return call.find("ExtensionProperties") != std::string::npos || call.find("PipelineCache") != std::string::npos;
}

void ExpectNothingLeft(const std::string& what) {
  const shim::State& state = shim::The();
  EXPECT_EQ(state.Living(), 0) << what;
  EXPECT_EQ(state.memory, 0) << what;
  for (const auto& [kind, count] : state.objects) EXPECT_EQ(count, 0) << kind << ", " << what;
}

// `on_and_on`: every call behind the first that fails fails too. How many calls a life makes.
uint32_t FailEach(const ShimProgram& program, VkResult code, bool on_and_on, bool discrete, bool tested) {
  for (uint32_t n = 1;; ++n) {
    EXPECT_TRUE(Healthy());
    shim::State& state = shim::The();
    state.discrete = discrete;
    state.fail_at = n;
    state.fail_count = on_and_on ? UINT32_MAX : 1;
    state.code = code;
    mote_vulkan_options options = ShimOptions();
    if (!tested) options.self_test = MOTE_VULKAN_TEST_NEVER;
    const mote_status status = Live(program, options);
    const std::string what = state.last + ", call " + std::to_string(n) + ", VkResult " + std::to_string(code);
    if (state.failed == 0) {
      EXPECT_EQ(status.code, MOTE_OK);
      return n - 1;
    }
    const bool lost = code == VK_ERROR_DEVICE_LOST;
    if (!on_and_on && DoneWithout(state.last)) {
      EXPECT_EQ(status.code, MOTE_OK) << what;
    } else if (!lost) {
      EXPECT_NE(status.code, MOTE_OK) << what;
      EXPECT_NE(status.site, 0u) << what;
    }
    if (status.code != MOTE_OK) {
      const bool memory = code == VK_ERROR_OUT_OF_HOST_MEMORY || code == VK_ERROR_OUT_OF_DEVICE_MEMORY;
      EXPECT_TRUE(!memory || status.code == MOTE_OUT_OF_MEMORY) << what << ", site " << status.site;
    }
    ExpectNothingLeft(what);
    if (testing::Test::HasFailure()) return n;
  }
}

TEST(VulkanFaults, EveryCallMayFail) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  for (const char* name : {"plain", "loop", "host"}) {
    if (kSlow && name[0] == 'h') continue;
    const ShimProgram program(name);
    const bool first = std::string(name) == "plain";
    for (const bool discrete : {false, true}) {
      for (const VkResult code : kCodes) {
        if ((!first || kSlow) && code != (discrete ? VK_ERROR_DEVICE_LOST : VK_ERROR_OUT_OF_HOST_MEMORY)) continue;
        // A GPU tests itself, which makes more calls.
        const uint32_t calls = FailEach(program, code, false, discrete, code == VK_ERROR_DEVICE_LOST && first);
        EXPECT_GE(calls, 30u);
        if (testing::Test::HasFailure()) return;
      }
      if (first) FailEach(program, VK_ERROR_UNKNOWN, true, discrete, false);
    }
    EXPECT_TRUE(Healthy());
    EXPECT_EQ(Live(program, ShimOptions()).code, MOTE_OK);
    ExpectNothingLeft("a healthy life");
  }
}

TEST(VulkanFaults, TheHostMayHaveNoMemory) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  const ShimProgram program("loop");
  uint32_t n = 1, refused = 0;
  for (;; ++n) {
    EXPECT_TRUE(Healthy());
    g_host_memory.fail_at = n;
    const mote_status status = Live(program, ShimOptions());
    const bool failed = g_host_memory.calls >= n;
    g_host_memory.fail_at = 0;
    ExpectNothingLeft("allocation " + std::to_string(n));
    if (!failed) break;
    refused += status.code != MOTE_OK;
    EXPECT_TRUE(status.code == MOTE_OK || status.code == MOTE_OUT_OF_MEMORY || status.code == MOTE_NO_DEVICE) << n << ": " << status.code;
  }
  EXPECT_GE(refused, 10u);
  EXPECT_EQ(Live(program, ShimOptions()).code, MOTE_OK);
}

// Every function may be missing from the library.
TEST(VulkanFaults, FunctionsMayBeMissing) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  const ShimProgram program("plain");
  for (const char* name : {"vkEnumerateInstanceVersion", "vkCreateInstance", "vkEnumeratePhysicalDevices", "vkGetPhysicalDeviceProperties2",
                           "vkCreateDevice", "vkQueueSubmit", "vkCmdDispatch", "vkGetQueryPoolResults"}) {
    EXPECT_TRUE(Healthy());
    shim::The().missing = name;
    const mote_status status = Live(program, ShimOptions());
    EXPECT_TRUE(status.code == MOTE_NO_DEVICE || status.code == MOTE_DEVICE_ERROR) << name;
    EXPECT_LE(shim::The().Living(), 0) << name;
  }
}

struct Open {
  explicit Open(mote_vulkan_options options = ShimOptions()) { status = Note(mote_vulkan_open(&options, &device)); }
  ~Open() { mote_vulkan_close(device); }
  mote_vulkan_device* device = nullptr;
  mote_status status;
};

mote_status Make(mote_vulkan_device* device, const ShimProgram& program, mote_vulkan_instance** instance,
                 mote_vulkan_instance* state_of = nullptr) {
  return Note(mote_vulkan_instance_create(device, program.program, 0, state_of, instance));
}

Site SiteOf(mote_status status) { return static_cast<Site>(Note(status).site); }

TEST(VulkanFaults, SitesOfOpening) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  shim::State& state = shim::The();
  state.version = VK_API_VERSION_1_0;
  EXPECT_EQ(SiteOf(Open().status), Site::kVulkanLibrary);
  Healthy();
  state.fail_name = "vkCreateInstance", state.fail_at = 1, state.code = VK_ERROR_INCOMPATIBLE_DRIVER;
  EXPECT_EQ(SiteOf(Open().status), Site::kVulkanInstance);
  Healthy();
  state.fail_name = "vkEnumerateInstanceLayerProperties", state.fail_at = 1;
  mote_vulkan_options options = ShimOptions();
  options.validation = 1;
  EXPECT_EQ(SiteOf(Open(options).status), Site::kVulkanValidation);
  Healthy();
  state.no_compute = true;
  EXPECT_EQ(SiteOf(Open().status), Site::kVulkanNoDevice);
  Healthy();
  options = ShimOptions();
  options.device = 99;
  EXPECT_EQ(SiteOf(Open(options).status), Site::kVulkanNoDevice);
  Healthy();
  state.fail_name = "vkCreateDevice", state.fail_at = 1;
  EXPECT_EQ(SiteOf(Open().status), Site::kVulkanDevice);
  EXPECT_EQ(SiteOf(mote_vulkan_open(nullptr, nullptr)), Site::kVulkanArgument);
}

TEST(VulkanFaults, SitesOfInstances) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  ShimProgram plain("plain"), wide("wide"), state_program("state");
  shim::State& state = shim::The();
  mote_vulkan_instance *instance = nullptr, *other = nullptr;
  {
    Open open;
    EXPECT_EQ(plain.Open(false).code, MOTE_OK);
    EXPECT_EQ(SiteOf(Make(open.device, plain, &instance)), Site::kVulkanUntrusted);
    EXPECT_EQ(plain.Open().code, MOTE_OK);
    ASSERT_EQ(Make(open.device, plain, &instance).code, MOTE_OK);
    EXPECT_EQ(SiteOf(Make(open.device, state_program, &other, instance)), Site::kVulkanState);
    float x = 0;
    EXPECT_EQ(SiteOf(mote_vulkan_write_input(instance, 0, &x, 4)), Site::kVulkanTensorSize);
    EXPECT_EQ(SiteOf(mote_vulkan_read_output(instance, 9, &x, 4)), Site::kVulkanTensorSize);
    EXPECT_EQ(SiteOf(mote_vulkan_read_output(nullptr, 0, &x, 4)), Site::kVulkanTensorSize);
    const mote_vulkan_buffer small = {1, 100, 90};
    EXPECT_EQ(SiteOf(mote_vulkan_bind_input(instance, 0, &small)), Site::kVulkanBuffer);
    EXPECT_EQ(SiteOf(mote_vulkan_bind_output(instance, 2, nullptr)), Site::kVulkanTensorSize);
    const mote_vulkan_import nothing = {};
    mote_vulkan_imported imported;
    EXPECT_EQ(SiteOf(mote_vulkan_import_memory(open.device, &nothing, &imported)), Site::kVulkanArgument);
    // A wait that ends without the work.
    state.fail_name = "vkWaitForFences", state.calls = 0, state.fail_at = 1, state.code = VK_TIMEOUT;
    EXPECT_EQ(SiteOf(Infer(instance)), Site::kVulkanTimeout);
    EXPECT_EQ(Infer(instance).code, MOTE_OK);
    mote_vulkan_instance_destroy(instance);
  }
  Healthy();
  state.largest_buffer = 16384;
  {
    Open open;
    EXPECT_EQ(SiteOf(Make(open.device, plain, &instance)), Site::kVulkanRange);
  }
  Healthy();
  state.most_groups = 1;
  {
    Open open;
    EXPECT_EQ(SiteOf(Make(open.device, wide, &instance)), Site::kVulkanDispatches);
  }
  Healthy();
  state.floor = true;
  {
    Open open;
    ASSERT_EQ(Make(open.device, plain, &instance).code, MOTE_OK);
    const mote_vulkan_sync sync = {1, 1, 0, 0, 0};
    EXPECT_EQ(SiteOf(mote_vulkan_run_async(instance, &sync)), Site::kVulkanTimeline);
    const mote_vulkan_import host = {MOTE_VULKAN_MEMORY_HOST, -1, &state, 4096};
    mote_vulkan_imported imported;
    EXPECT_EQ(SiteOf(mote_vulkan_import_memory(open.device, &host, &imported)), Site::kVulkanImport);
    EXPECT_EQ(Infer(instance).code, MOTE_OK);
    mote_vulkan_instance_destroy(instance);
  }
  ExpectNothingLeft("devices with limits");
}

// ---- a device that is lost ----
// At each submission, or at the wait for it: the run ends right, the device says that it is lost, and it can be made anew.
void LoseAtEach(const char* call, const ShimProgram& program, bool discrete) {
  for (uint32_t n = 1;; ++n) {
    ASSERT_TRUE(Healthy());
    shim::State& state = shim::The();
    state.discrete = discrete;
    Open open;
    mote_vulkan_instance *instance = nullptr, *other = nullptr;
    ASSERT_EQ(Make(open.device, program, &instance).code, MOTE_OK);
    ASSERT_EQ(Make(open.device, program, &other).code, MOTE_OK);
    state.fail_name = call, state.calls = 0, state.fail_at = n, state.fail_count = UINT32_MAX, state.code = VK_ERROR_DEVICE_LOST;
    EXPECT_EQ(Infer(instance, 1).code, MOTE_OK) << call << " " << n;
    mote_vulkan_facts facts;
    mote_vulkan_query(open.device, &facts);
    EXPECT_EQ(facts.lost != 0, state.failed != 0) << call << " " << n;
    const bool through = state.failed == 0;
    EXPECT_EQ(Infer(instance, 2).code, MOTE_OK);
    state.fail_at = 0;
    if (!through) {
      EXPECT_EQ(Infer(other, 3).code, MOTE_OK);
      mote_vulkan_instance* late = nullptr;
      EXPECT_EQ(SiteOf(Make(open.device, program, &late)), Site::kVulkanLost);
    }
    // And it comes back.
    const uint32_t before = state.submissions;
    EXPECT_EQ(Note(mote_vulkan_reset(open.device, nullptr)).code, MOTE_OK);
    mote_vulkan_query(open.device, &facts);
    EXPECT_EQ(facts.lost, 0u);
    EXPECT_EQ(Infer(instance, 4).code, MOTE_OK);
    EXPECT_EQ(Infer(other, 5).code, MOTE_OK);
    EXPECT_GT(state.submissions, before);
    mote_vulkan_instance_destroy(instance);
    mote_vulkan_instance_destroy(other);
    if (through) {
      EXPECT_GE(n, 2u);
      return;
    }
  }
}

TEST(VulkanFaults, LostAtEachSubmission) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  for (const char* name : {"plain", "loop", "host"}) {
    const ShimProgram program(name);
    for (const bool discrete : {false, true}) {
      LoseAtEach("vkQueueSubmit", program, discrete);
      LoseAtEach("vkWaitForFences", program, discrete);
    }
  }
  ExpectNothingLeft("lost devices");
}

// What a state held is gone with the device: that is told, not made up.
TEST(VulkanFaults, LostStatesAreTold) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  const ShimProgram program("state");
  shim::State& state = shim::The();
  Open open;
  mote_vulkan_instance* instance = nullptr;
  ASSERT_EQ(Make(open.device, program, &instance).code, MOTE_OK);
  std::vector<float> x(64, 2), y(64);
  const auto run = [&] {
    mote_status status = mote_vulkan_write_input(instance, 0, x.data(), 256);
    if (status.code == MOTE_OK) status = mote_vulkan_run(instance, 0);
    if (status.code == MOTE_OK) status = mote_vulkan_read_output(instance, 0, y.data(), 256);
    return status;
  };
  EXPECT_EQ(run().code, MOTE_OK);
  EXPECT_EQ(run().code, MOTE_OK);
  EXPECT_EQ(y[63], 6.0f);  // 2 + 2 + 2
  state.fail_name = "vkQueueSubmit", state.calls = 0, state.fail_at = 1, state.code = VK_ERROR_DEVICE_LOST;
  EXPECT_EQ(Note(run()).code, MOTE_DEVICE_LOST);
  EXPECT_EQ(SiteOf(run()), Site::kVulkanLost);
  EXPECT_EQ(mote_vulkan_reset(open.device, nullptr).code, MOTE_OK);
  EXPECT_EQ(run().code, MOTE_OK);
  EXPECT_EQ(y[63], 4.0f);  // zeros at first
  mote_vulkan_instance_destroy(instance);
}

// A reset fails at each call: nothing is left, what is there says that the device is lost, and a later one serves.
TEST(VulkanFaults, ResetsMayFail) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  const ShimProgram program("plain");
  shim::State& state = shim::The();
  {
    Open open;
    mote_vulkan_instance* instance = nullptr;
    ASSERT_EQ(Make(open.device, program, &instance).code, MOTE_OK);
    for (uint32_t n = 1; n < 200; ++n) {
      state.calls = state.failed = 0, state.fail_at = n, state.code = VK_ERROR_INITIALIZATION_FAILED;
      const mote_status status = mote_vulkan_reset(open.device, nullptr);
      state.fail_at = 0;
      if (state.failed == 0) break;
      if (status.code == MOTE_OK) continue;  // done without
      EXPECT_EQ(Infer(instance).code, MOTE_DEVICE_LOST) << n;
      uint32_t device = 0, host = 0;
      mote_vulkan_steps(instance, &device, &host);
      EXPECT_EQ(device + host, 0u);
    }
    EXPECT_EQ(mote_vulkan_reset(open.device, nullptr).code, MOTE_OK);
    EXPECT_EQ(Infer(instance).code, MOTE_OK);
    mote_vulkan_instance_destroy(instance);
  }
  ExpectNothingLeft("resets");
}

// The last test of its program: all that sites.def has of Vulkan was seen by one of those before.
TEST(VulkanFaultsEnd, EverySiteWasSeen) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
#define MOTE_SITE(id, number, ...) \
  EXPECT_TRUE((number) < 200 || (number) >= 300 || SitesSeen().count(number)) << #id;
#include "schema/sites.def"
#undef MOTE_SITE
}

}  // namespace
}  // namespace mote
