// What an instance costs once and what a run costs: constants copied once, pipelines kept by the application, nothing made in a run.
#include <algorithm>
#include <map>

#include "kernel/kernel_builder.h"
#include "vulkan_device_program.h"

namespace mote {
namespace {

// What the driver was asked for.
struct Asked {
  std::vector<std::pair<VkBuffer, VkDeviceSize>> copies;  // recorded: where to, bytes
  std::vector<VkBuffer> sources, destroyed;
  std::vector<size_t> initial;  // bytes that pipeline caches began with
  bool refuses_initial = false, refuses_caches = false;
};
Asked g_asked;
PFN_vkCmdCopyBuffer g_copy = nullptr;
PFN_vkDestroyBuffer g_destroy = nullptr;
PFN_vkCreatePipelineCache g_create_cache = nullptr;

VKAPI_ATTR void VKAPI_CALL NoteCopy(VkCommandBuffer commands, VkBuffer from, VkBuffer to, uint32_t count, const VkBufferCopy* regions) {
  g_asked.copies.emplace_back(to, regions->size);
  g_asked.sources.push_back(from);
  g_copy(commands, from, to, count, regions);
}

VKAPI_ATTR void VKAPI_CALL NoteDestroy(VkDevice device, VkBuffer buffer, const VkAllocationCallbacks* callbacks) {
  g_asked.destroyed.push_back(buffer);
  g_destroy(device, buffer, callbacks);
}

VKAPI_ATTR VkResult VKAPI_CALL NoteCache(VkDevice device, const VkPipelineCacheCreateInfo* info, const VkAllocationCallbacks* callbacks,
                                         VkPipelineCache* cache) {
  g_asked.initial.push_back(info->initialDataSize);
  if (g_asked.refuses_caches || (g_asked.refuses_initial && info->initialDataSize)) return VK_ERROR_OUT_OF_HOST_MEMORY;
  return g_create_cache(device, info, callbacks, cache);
}

struct NotedDevice {
  explicit NotedDevice(mote_vulkan_options options = {}) {
    g_asked = {};
    options.software = 1;
    options.self_test = MOTE_VULKAN_TEST_NEVER;
    options.no_probes = 1;
    if (mote_vulkan_open(&options, &device).code != MOTE_OK) return;
    g_copy = device->api.vkCmdCopyBuffer;
    g_destroy = device->api.vkDestroyBuffer;
    g_create_cache = device->api.vkCreatePipelineCache;
    device->api.vkCmdCopyBuffer = NoteCopy;
    device->api.vkDestroyBuffer = NoteDestroy;
    device->api.vkCreatePipelineCache = NoteCache;
  }
  ~NotedDevice() { mote_vulkan_close(device); }
  mote_vulkan_device* device = nullptr;
};

// x plus constants 0.5, 1.5, 2.5…
std::string AddsConstants(int count) {
  std::string values;
  for (int i = 0; i < count; ++i) values += (i == 0 ? "" : ", ") + std::to_string(i) + ".5";
  const std::string type = "tensor<" + std::to_string(count) + "xf32>";
  return "func.func @main(%x: " + type + ") -> " + type + " {\n  %c = stablehlo.constant dense<[" + values + "]> : " + type +
         "\n  %0 = stablehlo.add %x, %c : " + type + "\n  return %0 : " + type + "\n}\n";
}

mote_vulkan_instance* MakeInstance(DeviceProgram& program, mote_vulkan_device* device) {
  EXPECT_EQ(program.Open(true).code, MOTE_OK);
  mote_vulkan_instance* instance = nullptr;
  EXPECT_EQ(mote_vulkan_instance_create(device, program.program, 0, nullptr, &instance).code, MOTE_OK);
  return instance;
}

void ExpectSums(mote_vulkan_instance* instance, int count, float x) {
  const std::vector<float> in(static_cast<size_t>(count), x);
  std::vector<float> out(in.size());
  EXPECT_EQ(mote_vulkan_write_input(instance, 0, in.data(), in.size() * 4).code, MOTE_OK);
  EXPECT_EQ(mote_vulkan_run(instance, 0).code, MOTE_OK);
  EXPECT_EQ(mote_vulkan_read_output(instance, 0, out.data(), out.size() * 4).code, MOTE_OK);
  for (size_t i = 0; i < out.size(); ++i) ASSERT_EQ(out[i], x + static_cast<float>(i) + 0.5f) << i;
}

TEST(VulkanStart, ConstantsAreCopiedOnceInPieces) {
  NotedDevice noted;
  if (noted.device == nullptr) GTEST_SKIP() << "no Vulkan device";
  noted.device->shares_memory = false;
  noted.device->upload_bytes = 4096;
  constexpr int kCount = 2600;  // 10 400 bytes: three pieces
  DeviceProgram program(AddsConstants(kCount));
  mote_vulkan_instance* instance = MakeInstance(program, noted.device);
  ASSERT_NE(instance, nullptr);
  const vulkan::Recording& r = instance->recording;
  EXPECT_EQ(r.staging[vulkan::kConstants].buffer, VkBuffer{VK_NULL_HANDLE});
  std::vector<VkDeviceSize> pieces;
  for (size_t i = 0; i < g_asked.copies.size(); ++i) {
    if (g_asked.copies[i].first != r.buffers[vulkan::kConstants].buffer) continue;
    pieces.push_back(g_asked.copies[i].second);
    EXPECT_EQ(std::count(g_asked.destroyed.begin(), g_asked.destroyed.end(), g_asked.sources[i]), 1);  // what they came through is gone
  }
  EXPECT_EQ(pieces, (std::vector<VkDeviceSize>{4096, 4096, (10400 - 8192 + 15) / 16 * 16}));
  const size_t recorded = g_asked.copies.size();
  for (const float x : {1.0f, -7.0f, 1000.0f}) ExpectSums(instance, kCount, x);
  EXPECT_EQ(g_asked.copies.size(), recorded);
  mote_vulkan_instance_destroy(instance);
}

// Parameters that are too many for push constants stand behind the constants and go with them, across the border of a piece too.
TEST(VulkanStart, ParameterBlocksAreCopiedToo) {
  for (const uint64_t piece : {uint64_t{64}, uint64_t{1} << 20}) {
    NotedDevice noted;
    if (noted.device == nullptr) GTEST_SKIP() << "no Vulkan device";
    noted.device->shares_memory = false;
    noted.device->upload_bytes = piece;
    KernelBuilder b("many_parameters");
    const AxisId axis = b.AddAxis(Axis::Kind::kLane, 5);
    b.BeginStage(Stage::Kind::kMap, {axis});
    NodeId sum = b.AxisNode(axis);
    int32_t total = 0;
    for (int32_t i = 0; i < 60; ++i) {
      sum = b.Op(Scalar::kAddI, sum, b.ParamNode(b.AddParam(Parameter::Role::kValue, Reg::kI32, i * i)));
      total += i * i;
    }
    Access out;
    out.operand = b.AddOperand(ElementType::kS32, false, true);
    out.terms = {{axis, b.AddParam(Parameter::Role::kStride, Reg::kI32, 1)}};
    b.Store(b.AddAccess(out), sum);
    b.EndStage();
    const Kernel kernel = b.Take();
    std::vector<Bytes> operands{Bytes(20)};
    const Status status = RunOnVulkan(noted.device, kernel, b.TakeValues(), {3}, operands, PlainForm(kernel));
    ASSERT_TRUE(status.ok()) << status.error().text;
    for (int32_t i = 0; i < 5; ++i) {
      int32_t got = 0;
      std::memcpy(&got, operands[0].data() + 4 * i, 4);
      EXPECT_EQ(got, total + i);
    }
  }
}

// ---- pipelines kept by the application ----
struct Kept {
  std::vector<uint8_t> bytes;
  int stores = 0;
  mote_vulkan_options Options() {
    mote_vulkan_options options = {};
    options.user = this;
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
  // Of a process that makes `instances`: with how many bytes its cache began; -1: no device.
  int64_t Run(int instances = 1) {
    const mote_vulkan_options options = Options();
    NotedDevice noted(options);
    if (noted.device == nullptr) return -1;
    DeviceProgram program(AddsConstants(8));
    for (int i = 0; i < instances; ++i) {
      mote_vulkan_instance* instance = MakeInstance(program, noted.device);
      if (instance == nullptr) return -1;
      ExpectSums(instance, 8, 2);
      mote_vulkan_instance_destroy(instance);
    }
    EXPECT_EQ(g_asked.initial.size(), 1u);
    return static_cast<int64_t>(g_asked.initial[0]);
  }
};

constexpr size_t kCacheHeader = 64;

TEST(VulkanStart, PipelinesAreKept) {
  Kept kept;
  const int64_t first = kept.Run(2);
  if (first < 0) GTEST_SKIP() << "no Vulkan device";
  EXPECT_EQ(first, 0);
  EXPECT_EQ(kept.stores, 1);  // the second instance brought nothing new
  ASSERT_GT(kept.bytes.size(), kCacheHeader);
  EXPECT_EQ(kept.Run(), static_cast<int64_t>(kept.bytes.size() - kCacheHeader));
  EXPECT_EQ(kept.stores, 1);
}

// Damaged, another driver's or another device's: each byte of the header, and some behind it.
TEST(VulkanStart, DamagedPipelinesAreIgnoredAndWrittenAnew) {
  Kept kept;
  if (kept.Run() < 0) GTEST_SKIP() << "no Vulkan device";
  const std::vector<uint8_t> whole = kept.bytes;
  const auto ignored = [&](std::vector<uint8_t> bytes, const std::string& what) {
    kept.bytes = std::move(bytes);
    kept.stores = 0;
    EXPECT_EQ(kept.Run(), 0) << what;
    EXPECT_EQ(kept.stores, 1) << what;
    EXPECT_EQ(kept.bytes, whole) << what;
  };
  for (size_t i = 0; i < kCacheHeader + 1; ++i) {
    std::vector<uint8_t> bytes = whole;
    bytes[i] ^= 1;
    ignored(bytes, "byte " + std::to_string(i));
  }
  std::vector<uint8_t> longer = whole, shorter = whole;
  longer.push_back(0);
  shorter.pop_back();
  ignored(longer, "a byte more");
  ignored(shorter, "a byte less");
  ignored({whole.begin(), whole.begin() + kCacheHeader}, "the header alone");
  ignored({whole.begin(), whole.begin() + 5}, "five bytes");
}

TEST(VulkanStart, ADriverMayRefuseCaches) {
  Kept kept;
  if (kept.Run() < 0) GTEST_SKIP() << "no Vulkan device";
  for (const bool all : {false, true}) {
    const mote_vulkan_options options = kept.Options();
    NotedDevice noted(options);
    ASSERT_NE(noted.device, nullptr);
    g_asked.refuses_initial = true;
    g_asked.refuses_caches = all;
    DeviceProgram program(AddsConstants(8));
    mote_vulkan_instance* instance = MakeInstance(program, noted.device);
    ASSERT_NE(instance, nullptr);
    ExpectSums(instance, 8, 3);
    EXPECT_EQ(g_asked.initial, (std::vector<size_t>{kept.bytes.size() - kCacheHeader, 0}));
    EXPECT_EQ(noted.device->pipeline_cache == VK_NULL_HANDLE, all);
    mote_vulkan_instance_destroy(instance);
  }
}

// A run asks the driver for a submission, and for nothing that makes, records or takes memory.
TEST(VulkanStart, RunsMakeNothing) {
  NotedDevice noted;
  if (noted.device == nullptr) GTEST_SKIP() << "no Vulkan device";
  DeviceProgram program(AddsConstants(100));
  mote_vulkan_instance* instance = MakeInstance(program, noted.device);
  ASSERT_NE(instance, nullptr);
  const vulkan::Api all = noted.device->api;
  vulkan::Api& api = noted.device->api;
  api = {};  // what else is called is a null pointer
  api.vkResetFences = all.vkResetFences;
  api.vkQueueSubmit = all.vkQueueSubmit;
  api.vkWaitForFences = all.vkWaitForFences;
  for (int i = 0; i < 50; ++i) ExpectSums(instance, 100, static_cast<float>(i));
  api = all;
  mote_vulkan_instance_destroy(instance);
}

}  // namespace
}  // namespace mote
