// Loops whose turns only the device can count, on one that says it is a GPU: right after any number of turns, few waits, and no failing
// call leaves anything behind.
#include <algorithm>

#include "session.h"
#include "vulkan/instance.h"

namespace mote {
namespace {

constexpr size_t kElements = 70000, kBytes = 33;

struct Gated {
  explicit Gated(mote_vulkan_options options = ShimOptions(), bool discrete = true, uint64_t submission_work = 0) {
    shim::The().discrete = discrete;
    options.self_test = MOTE_VULKAN_TEST_NEVER;
    program.Open();
    status = mote_vulkan_open(&options, &device);
    if (status.code == MOTE_OK && submission_work != 0) device->submission_work = submission_work;
    if (status.code == MOTE_OK) status = mote_vulkan_instance_create(device, program.program, 0, nullptr, &instance);
  }
  ~Gated() {
    mote_vulkan_instance_destroy(instance);
    mote_vulkan_close(device);
  }

  // So many turns; values that are not what they come to are test failures.
  mote_status Run(int32_t turns) {
    std::vector<float> x(kElements, 0.0f);
    for (size_t i = 0; i < 100; ++i) x[i * 7] = static_cast<float>(i % 2 == 0 ? 8 : -8);
    std::vector<int8_t> a(kBytes), b(kBytes);
    for (size_t i = 0; i < kBytes; ++i) a[i] = static_cast<int8_t>(i), b[i] = static_cast<int8_t>(-7 - static_cast<int>(i));
    const float limit = static_cast<float>(kElements) * (static_cast<float>(turns) - 0.5f);
    const std::pair<const void*, size_t> inputs[] = {{x.data(), x.size() * 4}, {&limit, 4}, {a.data(), kBytes}, {b.data(), kBytes}};
    for (uint32_t i = 0; i < 4; ++i) {
      if (const mote_status s = mote_vulkan_write_input(instance, i, inputs[i].first, inputs[i].second); s.code != MOTE_OK) return s;
    }
    if (const mote_status s = mote_vulkan_run(instance, 0); s.code != MOTE_OK) return s;
    std::vector<float> y(kElements);
    std::vector<int8_t> p(kBytes), q(kBytes);
    int32_t counted = -1;
    const std::pair<void*, size_t> outputs[] = {{y.data(), y.size() * 4}, {&counted, 4}, {p.data(), kBytes}, {q.data(), kBytes}};
    for (uint32_t i = 0; i < 4; ++i) {
      if (const mote_status s = mote_vulkan_read_output(instance, i, outputs[i].first, outputs[i].second); s.code != MOTE_OK) return s;
    }
    EXPECT_EQ(counted, turns);
    if (turns % 2 != 0) std::swap(a, b);
    EXPECT_EQ(p, a) << turns;
    EXPECT_EQ(q, b) << turns;
    size_t wrong = 0;
    for (size_t i = 0; i < kElements; ++i) {
      wrong += y[i] != x[(i + static_cast<size_t>(turns)) % kElements] + static_cast<float>(turns);
    }
    EXPECT_EQ(wrong, 0u) << turns;
    return {MOTE_OK, 0, 0};
  }

  ShimProgram program{"gated"};
  mote_vulkan_device* device = nullptr;
  mote_vulkan_instance* instance = nullptr;
  mote_status status;
};

TEST(VulkanGates, TurnsAreWhatTheConditionSays) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  Gated gated;
  ASSERT_EQ(gated.status.code, MOTE_OK);
  ASSERT_EQ(gated.instance->gated.count, 1u);
  for (const int32_t turns : {0, 1, 3, 4, 5, 11, 12, 13, 0, 100, 2}) EXPECT_EQ(gated.Run(turns).code, MOTE_OK) << turns;
}

// 4 turns ahead, then 8, 16, 32 and 64, each with a wait, and those for the ends.
TEST(VulkanGates, WaitsAreFew) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  Gated gated;
  ASSERT_EQ(gated.Run(1).code, MOTE_OK);
  for (const auto& [turns, most] : {std::pair{3, 3u}, std::pair{4, 4u}, std::pair{100, 7u}}) {
    const uint32_t before = shim::The().waits;
    ASSERT_EQ(gated.Run(turns).code, MOTE_OK);
    EXPECT_LE(shim::The().waits - before, most) << turns;
  }
}

// Nothing is submitted ahead with times, where each step is waited for, on processors, and where a dispatch would be several.
TEST(VulkanGates, OthersAreAskedTurnByTurn) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  mote_vulkan_options timed = ShimOptions();
  timed.times = 1;
  {
    Gated gated(timed);
    ASSERT_EQ(gated.status.code, MOTE_OK);
    EXPECT_EQ(gated.instance->gated.count, 0u);
    EXPECT_EQ(gated.Run(5).code, MOTE_OK);
  }
  ASSERT_TRUE(Healthy());
  {
    Gated processor(ShimOptions(), false);
    ASSERT_EQ(processor.status.code, MOTE_OK);
    EXPECT_EQ(processor.instance->gated.count, 0u);
    EXPECT_EQ(processor.Run(5).code, MOTE_OK);
  }
  ASSERT_TRUE(Healthy());
  shim::The().most_groups = 16;
  Gated gated;
  ASSERT_EQ(gated.status.code, MOTE_OK);
  EXPECT_EQ(gated.instance->gated.count, 0u);
  EXPECT_EQ(gated.Run(5).code, MOTE_OK);
}

// A turn goes to the device in one piece, or it is not gated.
TEST(VulkanGates, TurnsAreNeverCut) {
  uint64_t turn = 0;
  for (const bool fits : {true, false}) {
    if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
    Gated gated(ShimOptions(), true, fits ? uint64_t{0} : turn - 1);
    ASSERT_EQ(gated.status.code, MOTE_OK);
    ASSERT_EQ(gated.instance->gated.count, fits ? 1u : 0u);
    if (fits) turn = gated.instance->gated.all[0].turn_work;
    EXPECT_EQ(gated.Run(5).code, MOTE_OK);
  }
  ASSERT_TRUE(Healthy());
  Gated gated(ShimOptions(), true, turn);
  ASSERT_EQ(gated.instance->gated.count, 1u);
  EXPECT_EQ(gated.Run(5).code, MOTE_OK);
}

// An instance that shares the arena of one without such loops has no table; here both have one.
TEST(VulkanGates, InstancesMayShareTheArena) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  Gated gated;
  ASSERT_EQ(gated.status.code, MOTE_OK);
  mote_vulkan_instance* second = nullptr;
  ASSERT_EQ(mote_vulkan_instance_create(gated.device, gated.program.program, 0, gated.instance, &second).code, MOTE_OK);
  EXPECT_EQ(second->gated.count, 1u);
  for (const int32_t turns : {6, 9}) {
    EXPECT_EQ(gated.Run(turns).code, MOTE_OK);
    std::swap(gated.instance, second);
  }
  mote_vulkan_instance_destroy(second);
}

TEST(VulkanGates, EveryCallMayFail) {
  if (!Healthy()) GTEST_SKIP() << "no Vulkan device";
  uint32_t calls = 0;
  for (uint32_t n = 1; calls == 0; ++n) {
    ASSERT_TRUE(Healthy());
    shim::State& state = shim::The();
    state.fail_at = n;
    mote_status status;
    {
      Gated gated;
      status = gated.status.code == MOTE_OK ? gated.Run(7) : gated.status;
    }
    if (state.failed == 0) calls = n;
    const auto is = [&](const char* name) { return state.last.find(name) != std::string::npos; };
    EXPECT_TRUE(status.code != MOTE_OK || state.failed == 0 || is("ExtensionProperties") || is("PipelineCache")) << state.last;
    EXPECT_EQ(state.Living(), 0) << state.last;
    EXPECT_EQ(state.memory, 0) << state.last;
    if (HasFailure()) return;
  }
  EXPECT_GE(calls, 30u);
}

}  // namespace
}  // namespace mote
