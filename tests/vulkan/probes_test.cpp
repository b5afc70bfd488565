// What a device is measured to do: once, kept, left out, never in the way; and what is chosen by it, which changes no result.
#include "session.h"
#include "vulkan/device.h"

namespace mote {
namespace {

constexpr uint32_t kMostRuns = 2 + 3 * (4 + 4 + 3);  // the clearing and a first one; of each probe growing ones and those that count

struct Open {
  explicit Open(mote_vulkan_options options) {
    EXPECT_EQ(mote_vulkan_open(&options, &device).code, MOTE_OK);
    if (device) usual = device->enabled_features;
  }
  ~Open() { mote_vulkan_close(device); }
  mote_vulkan_facts Facts() const {
    mote_vulkan_facts facts;
    mote_vulkan_query(device, &facts);
    return facts;
  }
  // As if this had been measured.
  void Choose(uint32_t storage, uint32_t texels, uint32_t megaflops) {
    mote_vulkan_facts& facts = device->facts;
    facts.storage_megabytes = storage, facts.texel_megabytes = texels, facts.megaflops = megaflops;
    EXPECT_EQ(mote_vulkan_probe(device).code, MOTE_OK);
  }
  mote_vulkan_device* device = nullptr;
  uint32_t usual = 0;  // features before anything was chosen
};

mote_vulkan_options WithProbes() {
  mote_vulkan_options options = ShimOptions();
  options.no_probes = 0;
  return options;
}

bool Measured(const mote_vulkan_facts& f) { return f.storage_megabytes && f.texel_megabytes && f.megaflops; }
bool Unmeasured(const mote_vulkan_facts& f) { return !f.storage_megabytes && !f.texel_megabytes && !f.megaflops; }
bool SameFigures(const mote_vulkan_facts& a, const mote_vulkan_facts& b) {
  return a.storage_megabytes == b.storage_megabytes && a.texel_megabytes == b.texel_megabytes && a.megaflops == b.megaflops;
}

// Makes an instance, runs it; what the device is known to do then.
mote_vulkan_facts FactsBehind(const Open& open, const ShimProgram& program) {
  mote_vulkan_instance* instance = nullptr;
  EXPECT_EQ(mote_vulkan_instance_create(open.device, program.program, 0, nullptr, &instance).code, MOTE_OK);
  if (instance) {
    EXPECT_EQ(Infer(instance, 2).code, MOTE_OK);
  }
  mote_vulkan_instance_destroy(instance);
  return open.Facts();
}

TEST(VulkanProbes, TheFirstInstanceMeasures) {
  for (const bool discrete : {false, true}) {
    if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
    shim::The().discrete = discrete;
    const ShimProgram program("plain");
    {
      const Open open(WithProbes());
      if (!open.Facts().timestamps) GTEST_SKIP() << "no timestamps";
      EXPECT_TRUE(Unmeasured(open.Facts()));
      EXPECT_EQ(shim::The().submissions, 0u);
      const mote_vulkan_facts first = FactsBehind(open, program);
      EXPECT_TRUE(Measured(first));
      const uint32_t dispatches = shim::The().dispatches;
      EXPECT_TRUE(SameFigures(FactsBehind(open, program), first));
      EXPECT_LT(shim::The().dispatches - dispatches, dispatches);
    }
    EXPECT_EQ(shim::The().Living(), 0);
  }
}

TEST(VulkanProbes, OrTheApplicationAsks) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  EXPECT_EQ(mote_vulkan_probe(nullptr).code, MOTE_INVALID_ARGUMENT);
  const Open open(WithProbes());
  if (!open.Facts().timestamps) GTEST_SKIP() << "no timestamps";
  EXPECT_EQ(mote_vulkan_probe(open.device).code, MOTE_OK);
  const mote_vulkan_facts facts = open.Facts();
  EXPECT_TRUE(Measured(facts));
  EXPECT_LE(shim::The().submissions, kMostRuns);
  EXPECT_EQ(mote_vulkan_probe(open.device).code, MOTE_OK);
  EXPECT_LE(shim::The().submissions, kMostRuns);
  EXPECT_TRUE(SameFigures(open.Facts(), facts));
}

TEST(VulkanProbes, MayBeLeftOut) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  const ShimProgram program("plain");
  mote_vulkan_options options = WithProbes();
  options.no_probes = 1;
  const Open open(options);
  EXPECT_TRUE(Unmeasured(FactsBehind(open, program)));
  const uint32_t submissions = shim::The().submissions;
  EXPECT_EQ(mote_vulkan_probe(open.device).code, MOTE_OK);
  EXPECT_EQ(shim::The().submissions, submissions);
  EXPECT_EQ(open.device->enabled_features, open.usual);
}

// A queue without timestamps, limits that the probes do not fit: what is usual stays.
TEST(VulkanProbes, DevicesThatDoNotTell) {
  for (const bool floor : {true, false}) {
    if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
    shim::The().floor = floor;
    shim::The().most_groups = floor ? 0 : 1;
    const ShimProgram program("plain");
    const Open open(WithProbes());
    EXPECT_TRUE(Unmeasured(FactsBehind(open, program))) << floor;
    EXPECT_EQ(open.device->enabled_features, open.usual);
    EXPECT_TRUE(open.Facts().reads_texels);
  }
}

TEST(VulkanProbes, AreKeptWithThePipelines) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  const ShimProgram program("plain");
  Kept kept;
  const auto run = [&](bool probes, uint32_t self_test) {
    Healthy();
    mote_vulkan_options options = kept.Options();
    options.no_probes = !probes;
    options.self_test = static_cast<mote_vulkan_self_test>(self_test);
    return FactsBehind(Open(options), program);
  };
  const mote_vulkan_facts first = run(true, MOTE_VULKAN_TEST_ALWAYS);
  if (!first.timestamps) GTEST_SKIP() << "no timestamps";
  ASSERT_TRUE(Measured(first));
  EXPECT_EQ(kept.stores, 1);
  const std::vector<uint8_t> whole = kept.bytes;
  EXPECT_TRUE(SameFigures(run(true, MOTE_VULKAN_TEST_ALWAYS), first));
  EXPECT_LT(shim::The().dispatches, 10u);  // the program's own: no probes, no self-test
  EXPECT_EQ(kept.stores, 1);
  // Who wants no probes keeps what others measured.
  run(false, MOTE_VULKAN_TEST_ALWAYS);
  EXPECT_EQ(kept.stores, 1);
  EXPECT_EQ(kept.bytes, whole);
  // Damaged: measured anew.
  for (const size_t at : {whole.size() - 1, whole.size() / 2, size_t{9}}) {
    kept.bytes = whole;
    kept.bytes[at] ^= 1;
    kept.stores = 0;
    EXPECT_TRUE(Measured(run(true, MOTE_VULKAN_TEST_NEVER)));
    EXPECT_GT(shim::The().dispatches, 10u);
    EXPECT_EQ(kept.stores, 1);
  }
  // mote_vulkan_probe stores too, and the figures alone are enough.
  kept = {};
  Healthy();
  {
    mote_vulkan_options options = kept.Options();
    options.no_probes = 0;
    const Open open(options);
    EXPECT_EQ(mote_vulkan_probe(open.device).code, MOTE_OK);
  }
  EXPECT_EQ(kept.stores, 1);
  EXPECT_TRUE(Measured(run(true, MOTE_VULKAN_TEST_NEVER)));
  EXPECT_LT(shim::The().dispatches, 10u);
}

// ---- what is chosen ----
struct Case {
  uint32_t storage, texels;
  int quick;  // -1: as the processor says
  bool by_texels;
};
constexpr Case kCases[] = {{5000, 10000, 1, true}, {2500, 10000, 1, true}, {500, 10000, 0, true}, {1000, 10000, 0, true},
                           {1700, 10000, -1, true}, {39000, 10000, 1, true}, {40000, 10000, 1, false}};

TEST(VulkanProbes, ProcessorsAreChosenForByRates) {
  for (const Case& one : kCases) {
    if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
    Open open(WithProbes());
    if (!open.Facts().software) GTEST_SKIP() << "a GPU";
    open.Choose(one.storage, one.texels, 100000);
    const mote_vulkan_facts facts = open.Facts();
    const bool usual = (open.usual & kMoteQuickStorage) != 0;
    EXPECT_EQ(facts.quick_storage != 0, one.quick < 0 ? usual : one.quick != 0) << one.storage;
    EXPECT_EQ(facts.reads_texels != 0, one.by_texels) << one.storage;
    EXPECT_EQ(open.device->enabled_features & ~uint32_t{kMoteQuickStorage}, open.usual & ~uint32_t{kMoteQuickStorage});
    EXPECT_EQ(facts.submission_work, 0u);
    // And stays so behind a reset, which measures nothing.
    const uint32_t dispatches = shim::The().dispatches;
    EXPECT_EQ(mote_vulkan_reset(open.device, nullptr).code, MOTE_OK);
    EXPECT_EQ(mote_vulkan_probe(open.device).code, MOTE_OK);
    EXPECT_EQ(open.Facts().quick_storage, facts.quick_storage);
    EXPECT_EQ(open.Facts().reads_texels, facts.reads_texels);
    EXPECT_EQ(shim::The().dispatches, dispatches);
  }
}

TEST(VulkanProbes, MinimalDevicesStayMinimal) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  mote_vulkan_options options = WithProbes();
  options.minimal_features = 1;
  Open open(options);
  open.Choose(5000, 10000, 100000);
  EXPECT_EQ(open.device->enabled_features, 0u);
}

TEST(VulkanProbes, SubmissionsGoByMultiplyAdds) {
  constexpr uint64_t kUsual = 2000000000;
  struct Choice {
    uint32_t megaflops;
    uint64_t work;
  };
  // A 6400th of what it does in a second; near the usual nothing changes, and there are bounds.
  constexpr Choice kChoices[] = {{20000000, kUsual}, {8000000, kUsual},          {67000000, 10468750000},
                                 {1000000, 156250000}, {3000000000, 16 * kUsual}, {1, kUsual / 16}};
  for (const Choice& one : kChoices) {
    if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
    shim::The().discrete = true;
    Open open(WithProbes());
    EXPECT_EQ(open.Facts().submission_work, kUsual);
    open.Choose(5000, 10000, one.megaflops);
    EXPECT_EQ(open.Facts().submission_work, one.work);
    EXPECT_EQ(open.Facts().quick_storage, 0u);
  }
}

// Every choice, on a device that is a processor and on one that says it is none: the values that Infer knows, to the bit.
TEST(VulkanProbes, NoChoiceChangesAResult) {
  for (const char* name : {"plain", "loop", "host"}) {
    for (const bool discrete : {false, true}) {
      for (const Case& one : kCases) {
        for (const uint32_t megaflops : {1u, 2000000000u}) {
          if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
          shim::The().discrete = discrete;
          const ShimProgram program(name);
          Open open(WithProbes());
          open.Choose(one.storage, one.texels, megaflops);
          FactsBehind(open, program);
        }
      }
    }
  }
}

// ---- in other applications, and on bad devices ----
TEST(VulkanProbes, TakeTheLocksOfAnApplication) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  const Open owner(ShimOptions());
  struct Locks {
    int held = 0;
    uint32_t taken = 0;
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
  mote_vulkan_device* device = nullptr;
  ASSERT_EQ(mote_vulkan_open_with(&context, nullptr, &device).code, MOTE_OK);
  EXPECT_EQ(mote_vulkan_probe(device).code, MOTE_OK);
  mote_vulkan_facts facts;
  mote_vulkan_query(device, &facts);
  EXPECT_EQ(Measured(facts), facts.timestamps != 0);
  EXPECT_EQ(locks.taken, shim::The().submissions);
  EXPECT_EQ(locks.held, 0);
  // A new device may be another one.
  EXPECT_EQ(mote_vulkan_reset(device, &context).code, MOTE_OK);
  mote_vulkan_query(device, &facts);
  EXPECT_TRUE(Unmeasured(facts));
  mote_vulkan_close(device);
  for (const auto& [kind, count] : objects) EXPECT_EQ(shim::The().objects[kind], count) << kind;
}

#ifndef __SANITIZE_ADDRESS__  // the layers keep what they make
TEST(VulkanProbes, TheValidationLayersSayNothing) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  Kept kept;
  mote_vulkan_options options = kept.Options();
  options.no_probes = 0;
  options.validation = 1;
  mote_vulkan_device* device = nullptr;
  if (mote_vulkan_open(&options, &device).code != MOTE_OK) GTEST_SKIP() << "no validation layers";
  EXPECT_EQ(mote_vulkan_probe(device).code, MOTE_OK);
  mote_vulkan_close(device);
  EXPECT_EQ(kept.said, "");
}
#endif

// Each call fails: the probes do without, and with them what comes after them is well; a lost device is told.
TEST(VulkanProbes, EachCallMayFail) {
  const ShimProgram program("plain");
  for (const VkResult code : {VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_UNKNOWN, VK_TIMEOUT, VK_ERROR_DEVICE_LOST}) {
    const bool lost = code == VK_ERROR_DEVICE_LOST;
    for (uint32_t n = 1;; ++n) {
      if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
      shim::State& state = shim::The();
      {
        const Open open(WithProbes());
        if (!open.Facts().timestamps) GTEST_SKIP() << "no timestamps";
        state.calls = 0, state.fail_at = n, state.code = code;
        const mote_status status = mote_vulkan_probe(open.device);
        state.fail_at = 0;
        const std::string what = state.last + ", call " + std::to_string(n) + ", VkResult " + std::to_string(code);
        if (status.code != MOTE_OK) {
          EXPECT_TRUE(lost && status.code == MOTE_DEVICE_LOST) << what;
          EXPECT_TRUE(Unmeasured(open.Facts())) << what;
          EXPECT_EQ(mote_vulkan_reset(open.device, nullptr).code, MOTE_OK) << what;
        }
        const mote_vulkan_facts facts = FactsBehind(open, program);
        EXPECT_TRUE(Measured(facts) || Unmeasured(facts)) << what;
        EXPECT_TRUE(Measured(facts) || open.device->enabled_features == open.usual) << what;
      }
      EXPECT_EQ(state.Living(), 0) << n;
      EXPECT_EQ(state.memory, 0) << n;
      if (state.failed == 0) {
        EXPECT_GE(n, 30u);
        break;
      }
      if (testing::Test::HasFailure()) return;
    }
  }
}

// By the first instance too, which then is not made; a reset brings both.
TEST(VulkanProbes, LostInstancesAreTold) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  const ShimProgram program("plain");
  const Open open(WithProbes());
  if (!open.Facts().timestamps) GTEST_SKIP() << "no timestamps";
  shim::State& state = shim::The();
  mote_vulkan_instance* instance = nullptr;
  state.fail_name = "vkWaitForFences", state.calls = 0, state.fail_at = 7, state.code = VK_ERROR_DEVICE_LOST;
  EXPECT_EQ(mote_vulkan_instance_create(open.device, program.program, 0, nullptr, &instance).code, MOTE_DEVICE_LOST);
  EXPECT_EQ(instance, nullptr);
  EXPECT_EQ(mote_vulkan_probe(open.device).code, MOTE_DEVICE_LOST);
  EXPECT_EQ(mote_vulkan_reset(open.device, nullptr).code, MOTE_OK);
  EXPECT_TRUE(Measured(FactsBehind(open, program)));
}

TEST(VulkanProbes, TheHostMayHaveNoMemory) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  for (uint32_t n = 1;; ++n) {
    Healthy();
    bool failed = false;
    {
      const Open open(WithProbes());
      g_host_memory.calls = 0, g_host_memory.fail_at = n;
      EXPECT_EQ(mote_vulkan_probe(open.device).code, MOTE_OK) << n;
      failed = g_host_memory.calls >= n;
      g_host_memory.fail_at = 0;
    }
    EXPECT_EQ(shim::The().Living(), 0) << n;
    if (!failed) break;
  }
}

}  // namespace
}  // namespace mote
