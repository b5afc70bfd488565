// See vulkan_kernel.h.
#include "kernel/interpret.h"
#include "vulkan_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "hlo/literal.h"
#include "kernel/byte_products.h"
#include "schema/vulkan_layout.h"
#include "select/choose_forms.h"
#include "select/fours.h"
#include "vulkan/instance.h"

namespace mote {
namespace {

std::string g_messages;
TestDevices g_devices;
bool g_opened = false;

// What the layers say when the devices go counts as well.
class CloseDevices : public testing::Environment {
  void TearDown() override {
    g_messages.clear();
    for (mote_vulkan_device* device : {g_devices.full, g_devices.minimal}) {
      if (device) mote_vulkan_close(device);
    }
    EXPECT_EQ(g_messages, "");
  }
};
[[maybe_unused]] const testing::Environment* const g_close = testing::AddGlobalTestEnvironment(new CloseDevices);

mote_vulkan_device* OpenDevice(bool minimal) {
  mote_vulkan_options options = {};
  options.minimal_features = minimal;
  options.no_probes = 1;  // tests choose
  options.software = 1;
  options.self_test = MOTE_VULKAN_TEST_NEVER;
  options.message = [](void*, const char* text) { g_messages += std::string(text) + "\n"; };
  mote_vulkan_device* device = nullptr;
  options.validation = 1;
  mote_status status = mote_vulkan_open(&options, &device);
  const bool layers = status.code == MOTE_OK;
  options.validation = 0;
  if (!layers) status = mote_vulkan_open(&options, &device);
  if (device) device->shares_memory = true;  // what is not written of an operand is compared, too
  if (minimal && device) device->texel_limit = 0, device->exact_floats = false;  // quotients and roots as for a GPU
  if (layers) return device;
  if (status.code == MOTE_OK) std::printf("Vulkan validation layers are not installed: running without\n");
  return device;
}

std::string Words(const mote_status& status) {
  return "status " + std::to_string(status.code) + " at site " + std::to_string(status.site) + ", detail " + std::to_string(status.detail);
}

// One kernel as a recording. The arena is device memory, so operands in it are staged through the outputs' binding by copies.
struct KernelRun {
  mote::vulkan::Recording recording = {};
  ~KernelRun() { mote::vulkan::RecordingDestroy(&recording); }
};

}  // namespace

const TestDevices& Devices() {
  if (!g_opened) {
    g_opened = true;
    g_devices.full = OpenDevice(false);
    g_devices.minimal = OpenDevice(true);
    if (g_devices.full) {
      mote_vulkan_facts facts;
      mote_vulkan_query(g_devices.full, &facts);
      g_devices.float64 = facts.float64 != 0;
      if (facts.integer_dot) g_devices.full->enabled_features |= kMoteIntegerDot;  // however slow it is
      std::printf("Vulkan device: %s\n", facts.name);
    }
  }
  return g_devices;
}

const std::string& ValidationMessages() { return g_messages; }

// One launch, between copies of the arena's image from the inputs and to the outputs.
static mote_status RecordOne(mote_vulkan_device* device, const uint64_t* sizes, const mote::vulkan::Shader& shader,
                             const mote::vulkan::Launch& launch, const std::array<mote::vulkan::Place, 3>& images,
                             mote::vulkan::Recording* r) {
  mote::vulkan::RecordingShape shape = {};
  std::copy(sizes, sizes + mote::vulkan::kBindings, shape.sizes);
  shape.blocks_bytes = BlockBytes(launch);
  shape.shaders = &shader;
  shape.kernel_count = shape.segment_room = 1;
  mote_status status = RecordingCreate(device, shape, r);
  if (status.code == MOTE_OK) status = RecordCopy(r, images[0], images[1], false);
  if (status.code == MOTE_OK) status = RecordLaunch(r, launch);
  if (status.code == MOTE_OK) status = RecordCopy(r, images[1], images[2], true);
  if (status.code == MOTE_OK) status = RecordingFinish(r);
  return status.code == MOTE_OK ? RecordEnds(r, {}) : status;
}

ShaderParams Specialized(const std::vector<ParamValue>& values) {
  ShaderParams params;
  for (const ParamValue value : values) params.values.push_back({value});
  params.constant.assign(values.size(), true);
  return params;
}

Status RunOnVulkan(mote_vulkan_device* device, const Kernel& kernel, const std::vector<ParamValue>& values,
                   const std::vector<uint8_t>& spaces, std::vector<Bytes>& operands, const ShaderForm& form,
                   const ShaderParams& shader_params) {
  using namespace mote::vulkan;
  MOTE_ASSIGN(const GlslShader printed, PrintGlsl(kernel, spaces, form, shader_params));
  const GlslShape& shape = printed.shape;
  if (shape.features & ~device->enabled_features) return Error(Rule::kUnsupported, "the device lacks " + FeatureNames(shape.features));
  MOTE_ASSIGN(const std::vector<uint32_t> spirv, CompileGlsl(printed.text));
  const uint32_t group_domain = form.pattern == ShaderForm::Template::kGroups ? 1 : shape.local_size;
  const Shader shader = {spirv.data(), static_cast<uint32_t>(spirv.size() * 4), shape.local_size, group_domain, shape.tiles, shape.texels,
                         0, shape.constants.data(), static_cast<uint32_t>(shape.constants.size())};

  // Operands lie behind each other in their space; the host's images of the arena's operands lie behind the inputs and outputs.
  uint64_t sizes[kBindings] = {}, arena_bytes = 0;
  std::vector<Place> places;
  std::vector<uint32_t> counts;
  for (size_t i = 0; i < operands.size(); ++i) {
    uint64_t& size = sizes[spaces[i]];
    places.push_back({spaces[i], size, operands[i].size()});
    size += (operands[i].size() + 31) / 16 * 16;
    counts.push_back(static_cast<uint32_t>(operands[i].size()) / static_cast<uint32_t>(StorageBytes(kernel.operands[i].type)));
  }
  arena_bytes = sizes[kArena];
  const uint64_t image_in = sizes[kInputs], image_out = sizes[kOutputs];
  sizes[kInputs] += arena_bytes;
  sizes[kOutputs] += arena_bytes;

  const std::vector<uint32_t> params = ParamWords(kernel, values);
  Launch launch = {};
  const std::vector<uint32_t> microcode = PrintMicrocode(kernel);
  launch.domain = DomainOf(runtime::KernelCode(microcode.data()), params.data(), shape.tiles);
  launch.operands = places.data();
  launch.operand_types = runtime::KernelCode(microcode.data()).operand_types;
  launch.counts = HasCheckedAccess(kernel) ? counts.data() : nullptr;
  launch.operand_count = static_cast<uint32_t>(places.size());
  launch.params = params.data();
  launch.param_count = static_cast<uint32_t>(params.size());
  launch.constants = shader.constants;
  launch.constant_words = shader.constant_words;
  launch.barrier = true;

  KernelRun run;
  Recording* r = &run.recording;
  const Place arena = {kArena, 0, arena_bytes}, from = {kInputs, image_in, arena_bytes}, to = {kOutputs, image_out, arena_bytes};
  mote_status status = RecordOne(device, sizes, shader, launch, {from, arena, to}, r);
  if (status.code != MOTE_OK) return Error(Rule::kUnsupported, Words(status));
  const auto host = [&](size_t i, bool out) {
    const Place& place = places[i];
    if (place.binding == kArena) return RecordingHost(r, out ? kOutputs : kInputs) + (out ? image_out : image_in) + place.offset;
    return RecordingHost(r, static_cast<Binding>(place.binding)) + place.offset;
  };
  Bytes constants(sizes[kConstants]);
  for (size_t i = 0; i < operands.size(); ++i) {
    std::copy(operands[i].begin(), operands[i].end(), spaces[i] == kConstants ? constants.data() + places[i].offset : host(i, false));
  }
  status = RecordingUpload(r, constants.data(), constants.size());
  if (status.code != MOTE_OK) return Error(Rule::kUnsupported, Words(status));
  const uint32_t all[] = {EnterOf(*r), 0, LeaveOf(*r)};
  status = RecordingRun(r, all, 3);
  if (status.code != MOTE_OK) return Error(Rule::kUnsupported, Words(status));
  for (size_t i = 0; i < operands.size(); ++i) {
    if (kernel.operands[i].written) std::copy_n(host(i, true), operands[i].size(), operands[i].begin());
  }
  return Ok();
}

namespace {

uint64_t ElementBits(const Bytes& bytes, size_t index, size_t size) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data() + index * size, size);
  return bits;
}

bool IsNaNOf(ElementType type, uint64_t bits) { return IsFloat(type) && std::isnan(DecodeFloat(type, bits)); }

std::string FirstDifference(const Kernel& kernel, const std::vector<Bytes>& expected, const std::vector<Bytes>& got) {
  for (size_t i = 0; i < expected.size(); ++i) {
    const ElementType type = kernel.operands[i].type;
    const size_t size = static_cast<size_t>(StorageBytes(type));
    if (expected[i] == got[i]) continue;
    for (size_t e = 0; e < expected[i].size() / size; ++e) {
      const uint64_t want = ElementBits(expected[i], e, size), have = ElementBits(got[i], e, size);
      if (want == have || (IsNaNOf(type, want) && IsNaNOf(type, have))) continue;
      char text[160];
      std::snprintf(text, sizeof text, "operand %zu (%s) element %zu: %llx expected, %llx got", i, HloName(type), e,
                    static_cast<unsigned long long>(want), static_cast<unsigned long long>(have));
      return text;
    }
  }
  return {};
}

}  // namespace

// Each axis as the vector axis, alone, and with another axis by 4 and a loop by 4, whatever it costs.
static std::vector<ShaderForm> FormsByFours(const Kernel& kernel, const IdVector<ParamValue>& values, const std::vector<int64_t>& counts) {
  std::vector<ShaderForm> forms;
  if (!IsFlat(kernel)) return forms;
  const FoursOfKernel fours(kernel, values, counts);
  AxisId loop = kNone;
  for (const Loop& l : kernel.loops) {
    if (fours.MayBeUnrolled(l.axis)) loop = l.axis;
  }
  const std::vector<AxisId>& axes = kernel.stages[0].axes;
  for (size_t v = 0; v < axes.size(); ++v) {
    if (!fours.MayBeVector(axes[v])) continue;
    ShaderForm form = PlainForm(kernel);
    form.vector = axes[v];
    form.tiles = {{axes[v], 4}};
    forms.push_back(form);
    form.unrolled = loop;
    if (axes.size() > 1) form.tiles.push_back({axes[v == 0 ? 1 : 0], 4});
    if (form != forms.back()) forms.push_back(form);
    if (values[kernel.axes[axes[v]].extent] % ShaderForm::kQuad != 0) continue;
    form = PlainForm(kernel);
    form.vector = axes[v];
    form.tiles = {{axes[v], ShaderForm::kQuad}};
    form.group = 128;
    forms.push_back(form);
    form.group = ShaderForm::kGroupInvocations;
    if (axes.size() > 1) form.tiles.push_back({axes[v == 0 ? 1 : 0], 2});
    forms.push_back(form);
  }
  for (ShaderForm& form : forms) fours.Fill(&form);
  return forms;
}

std::string CompareWithInterpreter(const Kernel& kernel, const std::vector<ParamValue>& values, const std::vector<uint8_t>& spaces,
                                   const std::vector<Bytes>& operands) {
  std::vector<Bytes> expected = operands;
  if (const Status status = InterpretKernel(kernel, values, expected); !status.ok()) return "interpreter: " + status.error().text;
  std::vector<int64_t> counts;
  for (size_t i = 0; i < operands.size(); ++i) {
    counts.push_back(static_cast<int64_t>(operands[i].size()) / StorageBytes(kernel.operands[i].type));
  }
  std::vector<ShaderForm> forms{ChooseForms(kernel, values, counts).back()};
  if (const std::optional<ShaderForm> rows = RowForm(kernel, values, counts)) forms.push_back(*rows);
  if (const std::optional<ShaderForm> subgroups = SubgroupForm(kernel)) forms.push_back(*subgroups);
  if (const ShaderForm narrow = WithNarrowStores(kernel, forms[0]); narrow != forms[0]) forms.push_back(narrow);
  for (const ShaderForm& form : FormsByFours(kernel, values, counts)) {
    if (std::find(forms.begin(), forms.end(), form) == forms.end()) forms.push_back(form);
  }
  for (size_t f = 0, count = forms.size(); f < count; ++f) {
    if (!HasByteProduct(kernel, values, forms[f])) continue;
    forms.push_back(forms[f]);
    forms.back().tier |= kMoteIntegerDot;
  }
  // As processors take it: point by point, signed bytes 128 above their values.
  const bool bytes = std::any_of(kernel.operands.begin(), kernel.operands.end(),
                                 [](const KernelOperand& operand) { return operand.type == ElementType::kS8; });
  for (size_t f = 0, count = forms.size(); f < count; ++f) {
    if ((forms[f].unrolled == kNone && !bytes && !forms[f].HasQuad()) || forms[f].tier != 0) continue;
    forms.push_back(forms[f]);
    forms.back().tier |= kMoteProcessor;
  }
  for (const ShaderForm& form : forms) {
    // With parameters from the step and with parameters of the pipeline.
    struct Way {
      mote_vulkan_device* device;
      const char* name;
      ShaderParams params;
    };
    std::vector<Way> ways{{Devices().full, " (all features, specialized)\n", Specialized(values)},
                          {Devices().minimal, " (minimal features)\n", {}}};
    if (form == forms[0]) ways.push_back({Devices().full, " (all features)\n", {}});
    for (const Way& way : ways) {
      const Result<GlslShader> printed = PrintGlsl(kernel, spaces, form, way.params);
      if (!printed.ok()) return printed.error().text;
      if (printed->shape.features & ~way.device->enabled_features) continue;
      std::vector<Bytes> got = operands;
      const Status status = RunOnVulkan(way.device, kernel, values, spaces, got, form, way.params);
      if (!status.ok()) return status.error().text;
      const std::string difference = FirstDifference(kernel, expected, got);
      if (!difference.empty()) return difference + way.name + printed->text;
    }
  }
  return {};
}

}  // namespace mote
