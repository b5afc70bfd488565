// Shaders that compute wrong values are found before a program runs, and not used.
#include "session.h"

namespace mote {
namespace {

struct Found {
  mote_vulkan_findings findings = {};
  uint32_t device = 0, host = 0, dispatches = 0;
};

Found Try(const ShimProgram& program, Kept& kept) {
  Found found;
  mote_vulkan_options options = kept.Options();
  options.self_test = MOTE_VULKAN_TEST_ALWAYS;
  mote_vulkan_device* device = nullptr;
  mote_vulkan_instance* instance = nullptr;
  EXPECT_EQ(mote_vulkan_open(&options, &device).code, MOTE_OK);
  EXPECT_EQ(mote_vulkan_instance_create(device, program.program, 0, nullptr, &instance).code, MOTE_OK);
  found.dispatches = shim::The().dispatches;
  if (instance) {
    EXPECT_EQ(Infer(instance, 2).code, MOTE_OK);
    mote_vulkan_self_tested(instance, &found.findings);
    mote_vulkan_steps(instance, &found.device, &found.host);
  }
  mote_vulkan_instance_destroy(instance);
  mote_vulkan_close(device);
  EXPECT_EQ(shim::The().Living(), 0);
  return found;
}

TEST(VulkanSelfTest, GoodShadersPass) {
  for (const char* name : {"plain", "loop", "host"}) {
    if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
    Kept kept;
    const ShimProgram program(name);
    const Found found = Try(program, kept);
    EXPECT_GE(found.findings.tested, 2u) << name;
    EXPECT_EQ(found.findings.demoted + found.findings.on_cpu, 0u) << kept.said;
  }
}

TEST(VulkanSelfTest, WrongTiersAreNotUsed) {
  for (const bool discrete : {false, true}) {
    if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
    const ShimProgram program("plain");
    shim::State& state = shim::The();
    Kept kept;
    // Rows by single invocations, which a software device takes first: sums of rows fall back to groups, and the step that has no other
    // shader to the CPU.
    state.wrong_lone = true;
    state.discrete = discrete;
    const Found found = Try(program, kept);
    EXPECT_GT(state.wrong_shaders, 0u);
    EXPECT_EQ(found.findings.tested, 2u);
    EXPECT_EQ(found.findings.demoted, discrete ? 0u : 1u);
    EXPECT_EQ(found.findings.on_cpu, 1u);
    EXPECT_EQ(found.host, 1u);
    EXPECT_EQ(found.device, 1u);
    EXPECT_NE(kept.said.find("self-test: kernel 00000 gives wrong values with its shader 000"), std::string::npos) << kept.said;
    EXPECT_EQ(kept.said.find("kernel 00001") != std::string::npos, !discrete) << kept.said;
  }
}

TEST(VulkanSelfTest, AllWrongRunsOnTheCpu) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  const ShimProgram program("plain");
  shim::The().wrong_lone = shim::The().wrong_groups = true;
  Kept kept;
  const Found found = Try(program, kept);
  EXPECT_EQ(found.findings.on_cpu, 2u);
  EXPECT_EQ(found.device, 0u);
}

// By the next process, and by none that has another driver or another program.
TEST(VulkanSelfTest, FindingsAreKept) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  const ShimProgram program("plain"), other("loop");
  Kept kept;
  shim::The().wrong_lone = true;
  EXPECT_EQ(Try(program, kept).findings.demoted, 1u);
  EXPECT_EQ(kept.stores, 1);
  const uint32_t first = shim::The().dispatches;
  Healthy();  // a driver that is right by now: what was found stands
  kept.said.clear();
  const Found again = Try(program, kept);
  EXPECT_EQ(again.findings.demoted, 1u);
  EXPECT_LT(shim::The().dispatches, first);
  EXPECT_EQ(kept.said, "");
  EXPECT_EQ(Try(other, kept).findings.demoted, 0u);
  kept.bytes.back() ^= 1;  // damaged
  EXPECT_EQ(Try(program, kept).findings.demoted, 0u);
}

TEST(VulkanSelfTest, SoftwareIsNotTestedUnlessAsked) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  const ShimProgram program("plain");
  for (const bool discrete : {false, true}) {
    Healthy();
    shim::The().discrete = discrete;
    mote_vulkan_options options = ShimOptions();
    mote_vulkan_device* device = nullptr;
    mote_vulkan_instance* instance = nullptr;
    ASSERT_EQ(mote_vulkan_open(&options, &device).code, MOTE_OK);
    ASSERT_EQ(mote_vulkan_instance_create(device, program.program, 0, nullptr, &instance).code, MOTE_OK);
    mote_vulkan_findings findings;
    mote_vulkan_self_tested(instance, &findings);
    EXPECT_EQ(findings.tested, discrete ? 2u : 0u);
    mote_vulkan_instance_destroy(instance);
    mote_vulkan_close(device);
  }
}

}  // namespace
}  // namespace mote
