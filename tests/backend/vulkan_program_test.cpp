// Programs on a Vulkan device through the public API: what is refused before a shader of a stranger runs, and waits that end.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <thread>

#include "core/kernel_code.h"
#include "schema/step_layout.h"
#include "schema/vulkan_layout.h"
#include "vulkan_device_program.h"

namespace mote {
namespace {

constexpr char kDouble[] = R"(func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.add %x, %x : tensor<64xf32>
  return %0 : tensor<64xf32>
})";

Site Damaged(const std::function<void(DeviceProgram&)>& damage) {
  DeviceProgram program(kDouble);
  damage(program);
  return program.SiteOnDevice();
}

TEST(VulkanProgram, A13_ShadersOfAFileWantTrust) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  DeviceProgram program(kDouble);
  EXPECT_EQ(program.SiteOnDevice(true), Site::kNone);
  EXPECT_EQ(program.SiteOnDevice(false), Site::kVulkanUntrusted);
  mote_vulkan_instance* instance = nullptr;
  ASSERT_EQ(program.Open(false).code, MOTE_OK);  // it may be looked at
  EXPECT_EQ(mote_vulkan_instance_create(Devices().full, program.program, 0, nullptr, &instance).code, MOTE_NOT_ALLOWED);
}

TEST(VulkanProgram, A13_LaunchesAreCheckedLikeOthers) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  EXPECT_EQ(Damaged([](DeviceProgram&) {}), Site::kNone);
  // writes the input
  EXPECT_EQ(Damaged([](DeviceProgram& p) { p.SetWord(2, p.Operand(0) | p.Operand(0) << 16); }), Site::kStepOperandView);
  EXPECT_EQ(Damaged([](DeviceProgram& p) { p.SetWord(p.FirstParam(), 65); }), Site::kStepAccess);                         // an element more
  EXPECT_EQ(Damaged([](DeviceProgram& p) { p.shader().mutate_bytes(p.shader().bytes() + (1u << 20)); }), Site::kShaderPlace);
  EXPECT_EQ(Damaged([](DeviceProgram& p) { p.shader().mutate_texels(2); }), Site::kShaderPlace);  // its second operand is written
  EXPECT_EQ(Damaged([](DeviceProgram& p) { p.shader().mutate_texels(2 << 8); }), Site::kShaderPlace);
  EXPECT_EQ(Damaged([](DeviceProgram& p) { p.shader().mutate_alignment(8); }), Site::kShaderPlace);
}

TEST(VulkanProgram, A13_FeaturesAreTheDevices) {
  if (!Devices().float64) GTEST_SKIP() << "no Vulkan device with 64-bit floats";
  DeviceProgram program(R"(func.func @main(%x: tensor<64xf64>) -> tensor<64xf64> {
    %0 = stablehlo.add %x, %x : tensor<64xf64>
    return %0 : tensor<64xf64>
  })");
  ASSERT_EQ(program.SiteOnDevice(), Site::kNone);
  EXPECT_EQ(program.host_steps, 0u);
  ASSERT_TRUE(program.shader().mutate_features(program.shader().features() | 1u << 31));  // a bit that no device has
  EXPECT_EQ(program.SiteOnDevice(), Site::kNone);
  EXPECT_EQ(program.host_steps, 1u);
}

// A view of halves may begin between words, an operand of a shader may not; nor between fours of words where the shader takes those.
TEST(VulkanProgram, A13_OperandsBeginAtWords) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  DeviceProgram program(R"(func.func @main(%x: tensor<8x8xf16>) -> tensor<8x8xf16> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf16>
    %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<8x8xf16>, tensor<8x8xf16>) -> tensor<8x8xf16>
    return %1 : tensor<8x8xf16>
  })");
  ASSERT_EQ(program.SiteOnDevice(), Site::kNone);
  fb::Variant& variant = program.variant();
  variant.mutate_unit_shift(1);
  variant.mutate_arena_bytes(variant.arena_bytes() + 16);
  uint32_t moved = 0;
  for (uint32_t view = 0; view < variant.views()->size() / kMoteViewWords; ++view) {
    if ((variant.views()->Get(view * kMoteViewWords) & 0xff) != kMoteArena) continue;
    program.SetView(view, kMoteViewOffset, 1);
    ++moved;
  }
  ASSERT_EQ(moved, 1u);
  EXPECT_EQ(program.SiteOnDevice(), Site::kStepFields);
  variant.mutate_unit_shift(2);
  for (uint32_t k = 0; k < variant.kernels()->size(); ++k) {
    ASSERT_TRUE(variant.mutable_kernels()->GetMutableObject(k)->mutable_shaders()->GetMutableObject(0)->mutate_alignment(16));
  }
  EXPECT_EQ(static_cast<Site>(program.Open(true).site), Site::kStepFields);
  for (uint32_t k = 0; k < variant.kernels()->size(); ++k) {
    ASSERT_TRUE(variant.mutable_kernels()->GetMutableObject(k)->mutable_shaders()->GetMutableObject(0)->mutate_alignment(4));
  }
  EXPECT_EQ(program.Open(true).code, MOTE_OK);
}

// What the loops of a launch come to is at most what its trips say, and these at most what a launch may take.
TEST(VulkanProgram, B3_TripsAreHeld) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  const auto damaged = [](const char* text, const std::function<void(DeviceProgram&)>& damage) {
    DeviceProgram program(text);
    damage(program);
    return program.SiteOnDevice();
  };
  constexpr char kDot[] = R"(func.func @main(%x: tensor<2x1000xf32>, %y: tensor<1000x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x1000xf32>, tensor<1000x3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  })";
  constexpr char kRows[] = R"(func.func @main(%x: tensor<3x6400xf32>) -> tensor<3xf32> {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<3x6400xf32>, tensor<f32>) -> tensor<3xf32>
    return %r : tensor<3xf32>
  })";
  const std::pair<const char*, uint32_t> cases[] = {{kDouble, 0}, {kDot, 1000}, {kRows, 6400 / 32 + 5}};
  for (const auto& [text, trips] : cases) {
    const auto with = [text = text, &damaged](uint32_t word) {
      return damaged(text, [word](DeviceProgram& p) { p.SetWord(p.FirstField() + kMoteDispatchTrips, word); });
    };
    EXPECT_EQ(damaged(text, [trips = trips](DeviceProgram& p) { EXPECT_EQ(p.Word(p.FirstField() + kMoteDispatchTrips), trips); }),
              Site::kNone);
    EXPECT_EQ(with(trips - (trips != 0)), trips != 0 ? Site::kStepFields : Site::kNone);
    EXPECT_EQ(with(kMoteMaxTrips), Site::kNone);
    EXPECT_EQ(with(kMoteMaxTrips + 1), Site::kStepFields);
    EXPECT_EQ(with(0xffffffff), Site::kStepFields);
  }
  // A longer loop over strides of 0, which leaves no view.
  EXPECT_EQ(damaged(kDot, [](DeviceProgram& p) {
              const std::vector<uint32_t> words(p.kernel().reference()->begin(), p.kernel().reference()->end());
              const runtime::KernelCode code(words.data());
              ASSERT_EQ(code.loops, 1);
              for (uint32_t i = 0; i < code.param_words; ++i) {
                bool extent = false;
                for (uint32_t axis = 0; axis < code.axis_count(); ++axis) extent |= code.axes[axis] == i;
                if (!extent) p.SetWord(p.FirstParam() + i, 0);
              }
              p.SetWord(p.FirstParam() + code.axes[code.groups], 70000);
              p.SetWord(p.FirstField() + kMoteDispatchTrips, kMoteMaxTrips);
            }),
            Site::kStepFields);
}

// All strides 0: the launch may be as long as it likes without leaving its views.
TEST(VulkanProgram, A13_DispatchesAreBounded) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  constexpr uint32_t kElements = 0x7ffffff0;
  if (Devices().full->properties.limits.maxComputeWorkGroupCount[0] >= kElements / 4096) GTEST_SKIP() << "a device that takes so many";
  EXPECT_EQ(Damaged([](DeviceProgram& p) {
              const std::vector<uint32_t> words(p.kernel().reference()->begin(), p.kernel().reference()->end());
              const runtime::KernelCode code(words.data());
              ASSERT_EQ(code.lanes, 1);
              for (uint32_t i = 0; i < code.param_words; ++i) p.SetWord(p.FirstParam() + i, i == code.axes[0] ? kElements : 0);
              p.shader().mutate_local_size(1);
              p.shader().mutate_tiles(0);
            }),
            Site::kVulkanDispatches);
}

// Which shader a device takes of the one kernel, after it gave what the sum of halves is; -1: none, the CPU ran it.
int ChosenShader(DeviceProgram& program, mote_vulkan_device* device) {
  EXPECT_EQ(program.Open(true).code, MOTE_OK);
  mote_vulkan_instance* instance = nullptr;
  EXPECT_EQ(mote_vulkan_instance_create(device, program.program, 0, nullptr, &instance).code, MOTE_OK);
  const std::vector<uint16_t> x(2047, 0x3e00);  // 1.5
  std::vector<uint16_t> y(2047);
  EXPECT_EQ(mote_vulkan_write_input(instance, 0, x.data(), 4094).code, MOTE_OK);
  EXPECT_EQ(mote_vulkan_run(instance, 0).code, MOTE_OK);
  EXPECT_EQ(mote_vulkan_read_output(instance, 0, y.data(), 4094).code, MOTE_OK);
  EXPECT_EQ(y, std::vector<uint16_t>(2047, 0x4200));  // 3
  const int chosen = instance->host_steps != 0 ? -1 : static_cast<int>(instance->recording.shaders[0].number);
  mote_vulkan_instance_destroy(instance);
  return chosen;
}

TEST(VulkanProgram, TheFirstShaderThatFitsTheDeviceIsTaken) {
  if (Devices().full == nullptr || !(Devices().full->enabled_features & kMoteStorage16)) GTEST_SKIP() << "no device with 16-bit storage";
  const auto chosen = [](mote_vulkan_device* device, const std::function<void(DeviceProgram&)>& change) {
    DeviceProgram program(R"(func.func @main(%x: tensor<2047xf16>) -> tensor<2047xf16> {
      %0 = stablehlo.add %x, %x : tensor<2047xf16>
      return %0 : tensor<2047xf16>
    })");
    EXPECT_EQ(program.kernel().shaders()->size(), 2u);
    EXPECT_EQ(program.shader(0).features(), uint32_t{kMoteStorage16});
    EXPECT_EQ(program.shader(1).features(), 0u);
    change(program);
    return ChosenShader(program, device);
  };
  EXPECT_EQ(chosen(Devices().full, [](DeviceProgram&) {}), 0);
  EXPECT_EQ(chosen(Devices().minimal, [](DeviceProgram&) {}), 1);
  // Limits no device has.
  const auto large = [](uint32_t number) { return [=](DeviceProgram& p) { p.shader(number).mutate_local_size(1u << 30); }; };
  EXPECT_EQ(chosen(Devices().full, large(0)), 1);
  EXPECT_EQ(chosen(Devices().full, large(1)), 0);
  EXPECT_EQ(chosen(Devices().minimal, large(1)), -1);
}

// Shared memory is a limit like the number of invocations: a device with less takes the next shader.
TEST(VulkanProgram, SharedMemoryIsTheDevices) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  DeviceProgram program(R"(func.func @main(%x: tensor<3x6400xf32>) -> tensor<3xf32> {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<3x6400xf32>, tensor<f32>) -> tensor<3xf32>
    return %r : tensor<3xf32>
  })");
  EXPECT_EQ(program.shader().shared_bytes(), 32u * 4);  // a partial a lane
  EXPECT_EQ(program.SiteOnDevice(), Site::kNone);
  EXPECT_EQ(program.host_steps, 0u);
  ASSERT_TRUE(program.shader().mutate_shared_bytes(1u << 31));
  EXPECT_EQ(program.SiteOnDevice(), Site::kNone);
  EXPECT_EQ(program.host_steps, 1u);
}

// An invocation that does a whole row turns more often than one of a workgroup: the trips must say so.
TEST(VulkanProgram, TripsOfLoneRowsAreHeld) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  const auto text = [](const std::string& rows) {
    const std::string type = "tensor<" + rows + "x6400xf32>", column = "tensor<" + rows + "xf32>";
    return "func.func @main(%x: " + type + ") -> " + type + " {\n%z = stablehlo.constant dense<0.0> : tensor<f32>\n" +
           "%r = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [1] : (" + type + ", tensor<f32>) -> " +
           column +
           "\n%b = stablehlo.broadcast_in_dim %r, dims = [0] : (" + column + ") -> " + type + "\n%d = stablehlo.subtract %x, %b : " + type +
           "\nreturn %d : " + type + "\n}";
  };
  DeviceProgram few(text("3")), many(text("32"));
  EXPECT_EQ(few.kernel().shaders()->size(), 1u);
  EXPECT_EQ(few.Word(few.FirstField() + kMoteDispatchTrips), 200u + 5 + 200);  // 6400 points on 32 invocations, twice, and 5 halvings
  EXPECT_EQ(few.SiteOnDevice(), Site::kNone);
  ASSERT_EQ(many.kernel().shaders()->size(), 2u);
  EXPECT_EQ(many.shader(0).features(), uint32_t{kMoteLoneRows});
  EXPECT_EQ(many.shader(1).features(), 0u);
  const uint32_t at = many.FirstField() + kMoteDispatchTrips;
  EXPECT_EQ(many.Word(at), 200u + 5 + 1600);
  EXPECT_EQ(many.SiteOnDevice(), Site::kNone);
  many.SetWord(at, many.Word(at) - 1);
  EXPECT_EQ(many.SiteOnDevice(), Site::kStepFields);
}

uint32_t g_work_barriers = 0;
PFN_vkCmdPipelineBarrier g_pipeline_barrier = nullptr;

// Counts those that work waits at; those that the host waits at end in its stage.
VKAPI_ATTR void VKAPI_CALL CountBarrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkPipelineStageFlags to,
                                        VkDependencyFlags flags, uint32_t count, const VkMemoryBarrier* barriers, uint32_t buffers,
                                        const VkBufferMemoryBarrier* of_buffers, uint32_t images, const VkImageMemoryBarrier* of_images) {
  g_work_barriers += (to & VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT) != 0;
  g_pipeline_barrier(commands, from, to, flags, count, barriers, buffers, of_buffers, images, of_images);
}

// What is recorded is what the plan says, and one for each word that the host decides by. The first two products want none.
TEST(VulkanProgram, BarriersAreThePlans) {
  mote_vulkan_options options = {};
  options.software = 1;
  options.no_probes = 1;
  options.self_test = MOTE_VULKAN_TEST_NEVER;
  mote_vulkan_device* device = nullptr;
  if (mote_vulkan_open(&options, &device).code != MOTE_OK) GTEST_SKIP() << "no Vulkan device";
  DeviceProgram program(R"(func.func @main(%x: tensor<48x48xf32>, %y: tensor<48x48xf32>, %n: tensor<i32>) -> tensor<48x48xf32> {
    %a = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<48x48xf32>, tensor<48x48xf32>) -> tensor<48x48xf32>
    %b = stablehlo.dot_general %y, %y, contracting_dims = [1] x [0] : (tensor<48x48xf32>, tensor<48x48xf32>) -> tensor<48x48xf32>
    %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<48x48xf32>, tensor<48x48xf32>) -> tensor<48x48xf32>
    %0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.constant dense<1> : tensor<i32>
    %r:2 = stablehlo.while(%i = %0, %v = %c) : tensor<i32>, tensor<48x48xf32> cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %j = stablehlo.add %i, %1 : tensor<i32>
      %w = stablehlo.dot_general %v, %b, contracting_dims = [1] x [0] : (tensor<48x48xf32>, tensor<48x48xf32>) -> tensor<48x48xf32>
      stablehlo.return %j, %w : tensor<i32>, tensor<48x48xf32>
    }
    return %r#1 : tensor<48x48xf32>
  })");
  uint32_t planned = 0, steps = 0, decisions = 0;
  const fb::Variant& v = program.variant();
  for (uint32_t at = 0; at < v.words()->size(); at += v.words()->Get(at) >> 16) {
    const uint32_t word = v.words()->Get(at);
    const bool decides = (word & 0xff) == static_cast<uint32_t>(StepKind::kWhile);
    decisions += decides;
    steps += !decides;
    planned += !decides && (word >> 8 & kMoteStepFlagBarrier) != 0;
  }
  ASSERT_EQ(decisions, 1u);
  ASSERT_LE(planned + 2, steps);
  g_pipeline_barrier = device->api.vkCmdPipelineBarrier;
  device->api.vkCmdPipelineBarrier = CountBarrier;
  g_work_barriers = 0;
  mote_vulkan_instance* instance = nullptr;
  ASSERT_EQ(program.Open(true).code, MOTE_OK);
  ASSERT_EQ(mote_vulkan_instance_create(device, program.program, 0, nullptr, &instance).code, MOTE_OK);
  const uint32_t staged = device->shares_memory ? 0 : 2;  // inputs before everything, outputs behind it
  EXPECT_EQ(g_work_barriers, planned + decisions + staged);

  constexpr uint32_t kElements = 48 * 48;
  std::vector<float> x(kElements), y(kElements), got(kElements);  // too many for one workgroup
  for (uint32_t i = 0; i < kElements; ++i) x[i] = y[i] = i % 49 == 0 ? 2.0f : 0.0f;  // twice the identity
  const int32_t turns = 3;
  ASSERT_EQ(mote_vulkan_write_input(instance, 0, x.data(), kElements * 4).code, MOTE_OK);
  ASSERT_EQ(mote_vulkan_write_input(instance, 1, y.data(), kElements * 4).code, MOTE_OK);
  ASSERT_EQ(mote_vulkan_write_input(instance, 2, &turns, 4).code, MOTE_OK);
  ASSERT_EQ(mote_vulkan_run(instance, 0).code, MOTE_OK);
  ASSERT_EQ(mote_vulkan_read_output(instance, 0, got.data(), kElements * 4).code, MOTE_OK);
  for (uint32_t i = 0; i < kElements; ++i) EXPECT_EQ(got[i], i % 49 == 0 ? 1024.0f : 0.0f) << i;  // 4 · 4 · 4^3
  mote_vulkan_instance_destroy(instance);
  mote_vulkan_close(device);
}

constexpr char kLong[] = R"(func.func @main(%x: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %1 : tensor<1024x1024xf32>
})";

TEST(VulkanProgram, A13_WaitsEnd) {
  mote_vulkan_options options = {};
  options.software = 1;
  options.no_probes = 1;
  options.wait_ms = 10;
  mote_vulkan_device* device = nullptr;
  if (mote_vulkan_open(&options, &device).code != MOTE_OK) GTEST_SKIP() << "no Vulkan device";
  mote_vulkan_facts facts;
  mote_vulkan_query(device, &facts);
  if (!facts.software) {
    mote_vulkan_close(device);
    GTEST_SKIP() << "a device that may be done within 10 ms";
  }
  DeviceProgram long_one(kLong), short_one(kDouble);
  ASSERT_EQ(long_one.Open(true).code, MOTE_OK);
  ASSERT_EQ(short_one.Open(true).code, MOTE_OK);
  mote_vulkan_instance *first = nullptr, *second = nullptr;
  ASSERT_EQ(mote_vulkan_instance_create(device, long_one.program, 0, nullptr, &first).code, MOTE_OK);
  ASSERT_EQ(mote_vulkan_instance_create(device, short_one.program, 0, nullptr, &second).code, MOTE_OK);
  std::vector<float> large(1 << 20, 0.5f), x(64, 3), y(64);
  ASSERT_EQ(mote_vulkan_write_input(first, 0, large.data(), large.size() * 4).code, MOTE_OK);
  const mote_status status = mote_vulkan_run(first, 0);
  EXPECT_EQ(status.code, MOTE_TIMEOUT);
  EXPECT_EQ(status.site, static_cast<uint16_t>(Site::kVulkanTimeout));
  EXPECT_EQ(status.detail, 10u);
  // The device comes back: the instance can be written to once its work is done, and others run.
  mote_status settled = status;
  for (int tries = 0; tries < 6000 && settled.code == MOTE_TIMEOUT; ++tries) {
    settled = mote_vulkan_write_input(first, 0, large.data(), large.size() * 4);
  }
  EXPECT_EQ(settled.code, MOTE_OK);
  ASSERT_EQ(mote_vulkan_write_input(second, 0, x.data(), 256).code, MOTE_OK);
  mote_status again = mote_vulkan_run(second, 0);
  for (int tries = 0; tries < 100 && again.code == MOTE_TIMEOUT; ++tries) again = mote_vulkan_run(second, 0);
  EXPECT_EQ(again.code, MOTE_OK);
  ASSERT_EQ(mote_vulkan_read_output(second, 0, y.data(), 256).code, MOTE_OK);
  EXPECT_EQ(y[63], 6.0f);
  mote_vulkan_instance_destroy(first);
  mote_vulkan_instance_destroy(second);
  mote_vulkan_close(device);
}

}  // namespace
}  // namespace mote
