// Which operands a launch reads as texels, and through which windows: by the device's limits and by what the launch writes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "kernel/kernel_builder.h"
#include "schema/vulkan_layout.h"
#include "vulkan/instance.h"
#include "vulkan_kernel.h"

namespace mote {
namespace {

PFN_vkCreateComputePipelines g_create_pipelines = nullptr;
PFN_vkCreateBufferView g_create_view = nullptr;
std::vector<uint32_t> g_masks;  // of the pipelines made: operands that are read as texels
std::vector<VkDeviceSize> g_views;  // offsets of the views made

VKAPI_ATTR VkResult VKAPI_CALL NotePipeline(VkDevice device, VkPipelineCache cache, uint32_t count,
                                            const VkComputePipelineCreateInfo* infos, const VkAllocationCallbacks* callbacks,
                                            VkPipeline* pipelines) {
  const VkSpecializationInfo& constants = *infos->stage.pSpecializationInfo;
  uint32_t mask = 0;
  for (uint32_t i = 0; i < constants.mapEntryCount; ++i) {
    const VkSpecializationMapEntry& entry = constants.pMapEntries[i];
    uint32_t value = 0;
    std::memcpy(&value, static_cast<const uint8_t*>(constants.pData) + entry.offset, 4);
    if (entry.constantID < kMoteTexelOperands) mask |= value << entry.constantID;
  }
  g_masks.push_back(mask);
  return g_create_pipelines(device, cache, count, infos, callbacks, pipelines);
}

VKAPI_ATTR VkResult VKAPI_CALL NoteView(VkDevice device, const VkBufferViewCreateInfo* info, const VkAllocationCallbacks* callbacks,
                                        VkBufferView* view) {
  g_views.push_back(info->offset);
  return g_create_view(device, info, callbacks, view);
}

// A device of its own whose texels are limited; what it makes is noted.
struct NotedDevice {
  explicit NotedDevice(uint32_t limit) {
    mote_vulkan_options options = {};
    options.software = 1;
    options.no_probes = 1;
    if (mote_vulkan_open(&options, &device).code != MOTE_OK) return;
    VkPhysicalDeviceLimits& limits = device->properties.limits;
    device->texel_limit = limits.maxTexelBufferElements = limit;
    limits.minTexelBufferOffsetAlignment = 256;
    g_create_pipelines = device->api.vkCreateComputePipelines;
    g_create_view = device->api.vkCreateBufferView;
    device->api.vkCreateComputePipelines = NotePipeline;
    device->api.vkCreateBufferView = NoteView;
    g_masks.clear();
    g_views.clear();
  }
  ~NotedDevice() { mote_vulkan_close(device); }
  mote_vulkan_device* device = nullptr;
};

// out[i] = a[i] + b[n - 1 - i] over operands of `a_size` and `b_size` words, of which the first n = min of both count.
struct Sum {
  Sum(int64_t a_size, int64_t b_size) : count(std::min(a_size, b_size)) {
    KernelBuilder b("sum");
    const AxisId axis = b.AddAxis(Axis::Kind::kLane, count);
    b.BeginStage(Stage::Kind::kMap, {axis});
    const auto access = [&](bool written, int64_t offset, int64_t stride) {
      Access a;
      a.operand = b.AddOperand(ElementType::kS32, !written, written);
      a.offset = b.AddParam(Parameter::Role::kOffset, Reg::kI32, offset);
      a.terms = {{axis, b.AddParam(Parameter::Role::kStride, Reg::kI32, stride)}};
      return b.AddAccess(a);
    };
    const NodeId left = b.Load(access(false, 0, 1), Reg::kI32), right = b.Load(access(false, count - 1, -1), Reg::kI32);
    b.Store(access(true, 0, 1), b.Op(Scalar::kAddI, left, right));
    b.EndStage();
    kernel = b.Take();
    values = b.TakeValues();
    for (const int64_t size : {a_size, b_size, count}) operands.emplace_back(static_cast<size_t>(size) * 4);
    for (size_t o = 0; o < 2; ++o) {
      for (size_t i = 0; i < operands[o].size() / 4; ++i) {
        const auto value = static_cast<uint32_t>(i * (o == 0 ? 3 : 1000003));
        std::memcpy(operands[o].data() + i * 4, &value, 4);
      }
    }
  }
  // Operands of the launch that were read as texels, as bits; the results are looked at.
  uint32_t Run(mote_vulkan_device* device, const std::vector<uint8_t>& spaces) {
    std::vector<Bytes> got = operands;
    const Status status = RunOnVulkan(device, kernel, values, spaces, got, PlainForm(kernel));
    EXPECT_TRUE(status.ok()) << (status.ok() ? "" : status.error().text);
    for (int64_t i = 0; i < count; ++i) {
      uint32_t value = 0;
      std::memcpy(&value, got[2].data() + i * 4, 4);
      EXPECT_EQ(value, static_cast<uint32_t>(i * 3 + (count - 1 - i) * 1000003)) << i;
      if (testing::Test::HasFailure()) break;
    }
    return g_masks.empty() ? ~0u : g_masks.back();
  }
  const int64_t count;
  Kernel kernel;
  std::vector<ParamValue> values;
  std::vector<Bytes> operands;
};

TEST(VulkanTexels, BuffersThatFitAreReadWhole) {
  NotedDevice noted(65536);
  if (!noted.device) GTEST_SKIP() << "no Vulkan device";
  EXPECT_EQ(Sum(20000, 20000).Run(noted.device, {2, 2, 3}), 0b11u);
  EXPECT_EQ(g_views, std::vector<VkDeviceSize>{0});  // one for both
}

// Of a buffer beyond the limit a window of the operand is read, from a multiple of the device's alignment on.
TEST(VulkanTexels, LongerBuffersAreReadThroughWindows) {
  NotedDevice noted(65536);
  if (!noted.device) GTEST_SKIP() << "no Vulkan device";
  EXPECT_EQ(Sum(40005, 50000).Run(noted.device, {2, 2, 3}), 0b11u);
  EXPECT_EQ(g_views, (std::vector<VkDeviceSize>{0, 160032 / 256 * 256}));
}

// An operand beyond the limit is read as storage, the other one as texels all the same.
TEST(VulkanTexels, LongerOperandsAreStorage) {
  NotedDevice noted(65536);
  if (!noted.device) GTEST_SKIP() << "no Vulkan device";
  EXPECT_EQ(Sum(65537, 4000).Run(noted.device, {2, 2, 3}), 0b10u);
  EXPECT_EQ(Sum(4000, 70000).Run(noted.device, {0, 2, 3}), 0b01u);
}

TEST(VulkanTexels, NoneWhereTheDeviceShallNot) {
  NotedDevice noted(65536);
  if (!noted.device) GTEST_SKIP() << "no Vulkan device";
  noted.device->texel_limit = 0;
  EXPECT_EQ(Sum(20000, 20000).Run(noted.device, {2, 2, 3}), 0u);
}

// Texels may come from a cache that stores do not reach: what the launch writes over is storage.
TEST(VulkanTexels, WhatIsWrittenOverIsStorage) {
  using namespace mote::vulkan;
  NotedDevice noted(65536);
  if (!noted.device) GTEST_SKIP() << "no Vulkan device";
  RecordingShape shape = {};
  shape.sizes[kInputs] = shape.sizes[kOutputs] = 1024;
  Shader shader = {};
  shader.texels = 0b11;
  shape.shaders = &shader;
  shape.kernel_count = shape.segment_room = 1;
  Recording r = {};
  ASSERT_EQ(RecordingCreate(noted.device, shape, &r).code, MOTE_OK);
  const uint8_t types[] = {0x40, 0x80, 0x40};  // read, written, read
  const auto mask = [&](const Place& first, const Place& written, const Place& second) {
    const Place places[] = {first, written, second};
    Launch launch = {};
    launch.operands = places;
    launch.operand_types = types;
    launch.operand_count = 3;
    TexelReads reads;
    EXPECT_EQ(FindTexels(&r, launch, &reads).code, MOTE_OK);
    EXPECT_TRUE(reads.views[0] && reads.views[1] && reads.set);
    return reads.mask;
  };
  EXPECT_EQ(mask({kInputs, 0, 64}, {kOutputs, 0, 64}, {kInputs, 64, 64}), 0b11u);
  EXPECT_EQ(mask({kOutputs, 64, 64}, {kOutputs, 0, 64}, {kOutputs, 128, 64}), 0b11u);
  EXPECT_EQ(mask({kOutputs, 60, 64}, {kOutputs, 0, 64}, {kInputs, 0, 64}), 0b10u);
  EXPECT_EQ(mask({kInputs, 0, 64}, {kOutputs, 0, 64}, {kOutputs, 0, 64}), 0b01u);
  RecordingDestroy(&r);
}

}  // namespace
}  // namespace mote
