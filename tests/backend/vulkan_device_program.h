// DeviceProgram: a StableHLO text as a program's Vulkan variant in memory, whose every field a test may change.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <span>

#include "core/failure.h"
#include "emit/emit.h"
#include "frontend/frontend.h"
#include "mote/mote.h"
#include "passes/pipeline.h"
#include "schema/file_layout.h"
#include "schema/program_generated.h"
#include "schema/step_layout.h"
#include "vulkan/instance.h"
#include "vulkan_kernel.h"

namespace mote {

using runtime::Site;

// While it lives, instances of the device run chains of steps in one workgroup, however quickly it reads storage, or launch each step, as
// where times are asked for.
class WithChains {
 public:
  explicit WithChains(bool chains) : features_(Devices().full->enabled_features), times_(Devices().full->options.times) {
    if (chains) Devices().full->enabled_features |= kMoteQuickStorage;
    Devices().full->options.times = !chains;
  }
  ~WithChains() {
    Devices().full->enabled_features = features_;
    Devices().full->options.times = times_;
  }

 private:
  const uint32_t features_, times_;
};

// A program's Vulkan variant, in memory aligned to 8, and flatc's mutable view of it.
class DeviceProgram {
 public:
  explicit DeviceProgram(const std::string& text, const SelectOptions& options = {}) {
    Result<Module> module = ReadStablehlo(text, "test.mlir");
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text);
    if (!module.ok()) return;
    PassReport report;
    Result<Module> optimised = OptimiseForKernels(*module, {}, &report);
    const TargetFacts& target = *FindTarget("vulkan");
    Result<StepGraph> graph = SelectSteps(*optimised, target, options);
    Result<Plan> plan = MakePlan(std::move(*graph), target);
    Result<std::vector<uint8_t>> bytes = EmitProgram(PlaceConstants({*plan}));
    EXPECT_TRUE(bytes.ok()) << (bytes.ok() ? "" : bytes.error().text);
    bytes_ = bytes->size();
    file_.resize(bytes->size() / 8 + 1);
    std::memcpy(file_.data(), bytes->data(), bytes->size());
    memory_.resize(mote_program_size() / 8 + 1);
  }
  std::span<const uint8_t> bytes() const { return {reinterpret_cast<const uint8_t*>(file_.data()), bytes_}; }
  fb::Program& root() { return *fb::GetMutableProgram(reinterpret_cast<uint8_t*>(file_.data()) + sizeof(MoteFileHeader)); }
  fb::Variant& variant() { return *root().mutable_variants()->GetMutableObject(0); }
  fb::Kernel& kernel() { return *variant().mutable_kernels()->GetMutableObject(0); }
  fb::Shader& shader(uint32_t number = 0) { return *kernel().mutable_shaders()->GetMutableObject(number); }
  // Words of the first step; its operands' views.
  uint32_t Word(uint32_t at) { return variant().words()->Get(variant().blocks()->Get(0) + at); }
  void SetWord(uint32_t at, uint32_t value) { variant().mutable_words()->Mutate(variant().blocks()->Get(0) + at, value); }
  uint32_t Operand(uint32_t o) { return (Word(2 + o / 2) >> (o % 2 * 16)) & 0xffff; }
  void SetView(uint32_t view, uint32_t word, uint32_t value) { variant().mutable_views()->Mutate(view * kMoteViewWords + word, value); }
  // Of the dispatch fields and then the kernel's parameters.
  uint32_t FirstField() { return 2 + ((Word(1) >> 16) + 1) / 2; }
  uint32_t FirstParam() { return FirstField() + kMoteDispatchFields; }

  mote_status Open(bool trusted) {
    mote_open_options options = {};
    options.target = "vulkan";
    options.trusted = trusted;
    return mote_open(memory_.data(), memory_.size() * 8, file_.data(), file_.size() * 8, &options, &program);
  }
  // Opens, makes an instance and destroys it.
  Site SiteOnDevice(bool trusted = true) {
    mote_status status = Open(trusted);
    if (status.code != MOTE_OK) return static_cast<Site>(status.site);
    mote_vulkan_instance* instance = nullptr;
    status = mote_vulkan_instance_create(Devices().full, program, 0, nullptr, &instance);
    uint32_t device_steps = 0;
    if (instance != nullptr) mote_vulkan_steps(instance, &device_steps, &host_steps);
    mote_vulkan_instance_destroy(instance);
    return static_cast<Site>(status.site);
  }
  const mote_program* program = nullptr;
  uint32_t host_steps = 0;  // of the last instance

 private:
  size_t bytes_ = 0;
  std::vector<uint64_t> file_, memory_;
};

}  // namespace mote
