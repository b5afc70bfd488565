// A program on one path through the public API, and instances of its entries: what tests of the executor run on the CPU and on the device
// alike.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "compile/compile_program.h"
#include "compile/read_modules.h"
#include "mote/mote.h"
#include "mote/vulkan.h"
#include "schema/file_layout.h"
#include "schema/program_generated.h"
#include "schema/step_layout.h"
#include "schema/vulkan_layout.h"
#include "vulkan_kernel.h"

namespace mote {

using Tensors = std::vector<Bytes>;

struct Program {
  std::string text;
  std::vector<std::string> entries = {""}, states = {}, calls = {};
  uint32_t most_turns = UINT32_MAX;  // of every loop, in place of what the compiler found
  bool counted = false;              // these are as many as it takes
  std::function<void(fb::Variant&)> change = {};  // of the file, before it is opened
};

inline CompiledProgram Compiled(const Program& p, const std::string& target) {
  std::vector<Module> modules;
  for (const std::string& entry : p.entries) {
    Result<Module> module = ReadOneModule(p.text, "test.mlir", {}, entry);
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text);
    if (module.ok()) modules.push_back(std::move(*module));
  }
  CompileRequest request;
  request.targets = {target};
  for (const std::string& state : p.states) request.states.push_back(*ParseState(state));
  request.custom_calls.insert(p.calls.begin(), p.calls.end());
  Result<CompiledProgram> program = CompileProgram(modules, request);
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : program.error().text);
  return program.ok() ? std::move(*program) : CompiledProgram();
}

// An open program on one path, and instances of its entries, which share its state.
class Session {
 public:
  Session(const Program& p, mote_vulkan_device* device, const std::vector<mote_custom_call>& calls = {}) : device_(device), calls_(calls) {
    const CompiledProgram compiled = Compiled(p, device ? "vulkan" : "linux");
    file_.resize(compiled.bytes.size() / 8 + 1);
    std::memcpy(file_.data(), compiled.bytes.data(), compiled.bytes.size());
    if (p.most_turns != UINT32_MAX) SetTurns(p.most_turns, p.counted);
    if (p.change) {
      auto* flat = reinterpret_cast<uint8_t*>(file_.data()) + sizeof(MoteFileHeader);
      p.change(*fb::GetMutableProgram(flat)->mutable_variants()->GetMutableObject(0));
    }
    memory_.resize(mote_program_size() / 8 + 1);
    mote_open_options options = {};
    options.target = device ? "vulkan" : "linux";
    options.trusted = 1;
    options.custom_calls = calls_.data();
    options.custom_call_count = static_cast<uint32_t>(calls_.size());
    status = mote_open(memory_.data(), memory_.size() * 8, file_.data(), compiled.bytes.size(), &options, &program_);
    if (status.code != MOTE_OK) return;
    EXPECT_EQ(mote_query_sizes(program_, &sizes).code, MOTE_OK);
    const size_t line = sizes.alignment;
    arena_.resize(sizes.arena + line);
    state_.resize(sizes.state + line);
    for (uint32_t e = 0; e < mote_entry_count(program_) && status.code == MOTE_OK; ++e) AddEntry(e);
  }
  ~Session() {
    for (size_t e = vulkan_.size(); e-- > 0;) mote_vulkan_instance_destroy(vulkan_[e]);
  }
  uint32_t Entry(const char* name) const { return mote_find_entry(program_, name); }

  mote_status Run(uint32_t entry, uint64_t budget) {
    return device_ ? mote_vulkan_run(vulkan_[entry], budget) : mote_run(cpu_[entry], budget);
  }
  mote_status Complete(uint32_t entry, mote_code code) {
    return device_ ? mote_vulkan_complete(vulkan_[entry], code) : mote_complete(cpu_[entry], code);
  }
  void Give(uint32_t entry, const Tensors& given_inputs) {
    const Tensors& inputs = inputs_[entry] = given_inputs;
    for (uint32_t i = 0; i < inputs.size(); ++i) {
      const mote_status given = device_ ? mote_vulkan_write_input(vulkan_[entry], i, inputs[i].data(), inputs[i].size())
                                        : mote_bind_input(cpu_[entry], i, inputs[i].data(), inputs[i].size());
      ASSERT_EQ(given.code, MOTE_OK);
    }
  }
  Tensors Outputs(uint32_t entry) {
    if (!device_) return outputs_[entry];
    Tensors all = outputs_[entry];
    for (uint32_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(mote_vulkan_read_output(vulkan_[entry], i, all[i].data(), all[i].size()).code, MOTE_OK);
    }
    return all;
  }
  // Calls mote_run until it is done; how often it was called.
  int RunAll(uint32_t entry, uint64_t budget) {
    int calls = 1;
    mote_status now = Run(entry, budget);
    for (; now.code == MOTE_MORE && calls < 1000000; ++calls) now = Run(entry, budget);
    EXPECT_EQ(now.code, MOTE_OK) << mote_site_text(now.site);
    return calls;
  }
  uint32_t HostSteps(uint32_t entry) const {
    uint32_t device = 0, host = 0;
    if (device_) mote_vulkan_steps(vulkan_[entry], &device, &host);
    return host;
  }

  mote_status status = {};
  mote_sizes sizes = {};

 private:
  static uint8_t* Aligned(Bytes& bytes, size_t line) {
    return bytes.data() + (line - reinterpret_cast<uintptr_t>(bytes.data()) % line) % line;
  }
  void SetTurns(uint32_t most, bool counted) {
    auto* flat = reinterpret_cast<uint8_t*>(file_.data()) + sizeof(MoteFileHeader);
    auto* variant = fb::GetMutableProgram(flat)->mutable_variants()->GetMutableObject(0);
    variant->mutable_entries()->GetMutableObject(0)->mutate_step_budget(0);  // which it might use up first
    auto& words = *variant->mutable_words();
    for (uint32_t at = 0; at < words.size(); at += words.Get(at) >> 16) {
      constexpr uint32_t kFields = 3;  // behind two words and one of operands
      if ((words.Get(at) & 0xff) != static_cast<uint32_t>(StepKind::kWhile)) continue;
      words.Mutate(at + kFields + kMoteWhileMost, most);
      if (!counted) words.Mutate(at, words.Get(at) & ~(uint32_t{kMoteStepFlagCounted} << 8));
    }
  }
  void AddEntry(uint32_t e) {
    Tensors& outputs = outputs_.emplace_back();
    for (uint32_t i = 0; i < mote_output_count(program_, e); ++i) {
      mote_tensor tensor;
      ASSERT_EQ(mote_output(program_, e, i, &tensor).code, MOTE_OK);
      outputs.emplace_back(tensor.bytes, 0x5a);
    }
    if (device_) {
      vulkan_.push_back(nullptr);
      status = mote_vulkan_instance_create(device_, program_, e, e == 0 ? nullptr : vulkan_[0], &vulkan_[e]);
      return;
    }
    instances_.emplace_back(sizes.instance / 8 + 1);
    const mote_memory memory = {.instance = instances_.back().data(), .instance_size = sizes.instance,
                                .arena = Aligned(arena_, sizes.alignment), .arena_size = sizes.arena,
                                .state = Aligned(state_, sizes.alignment), .state_size = sizes.state};
    cpu_.push_back(nullptr);
    status = mote_instance_init(&memory, program_, e, &cpu_[e]);
    for (uint32_t i = 0; i < outputs.size() && status.code == MOTE_OK; ++i) {
      status = mote_bind_output(cpu_[e], i, outputs[i].data(), outputs[i].size());
    }
  }

  mote_vulkan_device* device_;
  const std::vector<mote_custom_call> calls_;
  const mote_program* program_ = nullptr;
  std::vector<uint64_t> file_, memory_;
  Bytes arena_, state_;
  std::vector<std::vector<uint64_t>> instances_;
  std::vector<mote_instance*> cpu_;
  std::vector<mote_vulkan_instance*> vulkan_;
  std::map<uint32_t, Tensors> inputs_;
  std::vector<Tensors> outputs_;
};

// The CPU, and the device when there is one.
inline std::vector<mote_vulkan_device*> Paths() {
  std::vector<mote_vulkan_device*> paths = {nullptr};
  if (Devices().full != nullptr) paths.push_back(Devices().full);
  return paths;
}

template <typename T>
Bytes BytesOf(const std::vector<T>& values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}
template <typename T>
std::vector<T> ValuesOf(const Bytes& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

}  // namespace mote
