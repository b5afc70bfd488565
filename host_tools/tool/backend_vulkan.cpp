// The Vulkan backend: a device, and one instance of the program's "vulkan" variant on it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "compile/program_facts.h"
#include "mote/mote.h"
#include "mote/vulkan.h"
#include "tool/backend.h"
#include "tool/backend_shapes.h"
#include "tool/file_bytes.h"
#include "tool/thread_pool.h"

namespace mote {

namespace {

class VulkanBackend : public Backend {
 public:
  ~VulkanBackend() override {
    if (instance_ != nullptr) mote_vulkan_instance_destroy(instance_);
    if (device_ != nullptr) mote_vulkan_close(device_);
  }

  Status Open(std::span<const uint8_t> bytes, const BackendOptions& options) {
    program_memory_.resize(mote_program_size() / sizeof(uint64_t) + 1);
    const mote_program* program = nullptr;
    mote_open_options open = {};
    open.target = "vulkan";
    open.trusted = options.trusted;
    feed_.Fill(options.feed);
    functions_ = feed_.Functions(CallNames(bytes));
    functions_.insert(functions_.end(), options.calls.begin(), options.calls.end());
    open.custom_calls = functions_.data();
    open.custom_call_count = static_cast<uint32_t>(functions_.size());
    mote_status status =
        mote_open(program_memory_.data(), program_memory_.size() * sizeof(uint64_t), bytes.data(), bytes.size(), &open, &program);
    if (status.code != MOTE_OK) return StatusError(status, "opening the program for Vulkan");
    MOTE_ASSIGN(const uint32_t entry, EntryNumber(program, options.entry));
    mote_vulkan_options vulkan = {};
    vulkan.minimal_features = options.minimal_features;
    vulkan.validation = options.validation;
    validation_ = options.validation;
    vulkan.times = options.times;
    vulkan.self_test = options.self_test ? MOTE_VULKAN_TEST_ALWAYS : MOTE_VULKAN_TEST_GPUS;
    vulkan.no_probes = !options.probes && options.pipeline_cache.empty();
    vulkan.software = options.software;
    vulkan.message = [](void* self, const char* text) {
      VulkanBackend& backend = *static_cast<VulkanBackend*>(self);
      backend.facts_.validation_messages += backend.validation_;
      std::fprintf(stderr, "vulkan: %s\n", text);
    };
    vulkan.user = this;
    if (options.threads > 1) {
      pool_ = std::make_unique<ThreadPool>(options.threads);
      vulkan.threads = {options.threads, pool_.get(), ThreadPool::Parallel, 0};
    }
    if (!options.pipeline_cache.empty()) {
      pipeline_cache_ = options.pipeline_cache;
      if (Result<std::string> kept = ReadFile(pipeline_cache_)) kept_pipelines_ = *std::move(kept);
      vulkan.load_pipelines = [](void* self, void* data, size_t size) {
        const std::string& kept = static_cast<VulkanBackend*>(self)->kept_pipelines_;
        std::copy_n(kept.begin(), std::min(size, kept.size()), static_cast<char*>(data));
        return kept.size();
      };
      vulkan.store_pipelines = [](void* self, const void* data, size_t size) {
        static_cast<VulkanBackend*>(self)->StorePipelines({static_cast<const char*>(data), size});
      };
    }
    status = mote_vulkan_open(&vulkan, &device_);
    if (status.code != MOTE_OK) return StatusError(status, "opening a Vulkan device");
    status = mote_vulkan_instance_create(device_, program, entry, nullptr, &instance_);
    if (status.code != MOTE_OK) return StatusError(status, "preparing the program on the Vulkan device");
    mote_vulkan_facts device;
    mote_vulkan_query(device_, &device);
    mote_sizes sizes;
    status = mote_query_sizes(program, &sizes);
    if (status.code != MOTE_OK) return StatusError(status, "asking the program's sizes");
    status = mote_query_grid(program, &grid_, &plan_);
    if (status.code != MOTE_OK) return StatusError(status, "asking the program's grid");
    inputs_ = InputShapes(program, entry, &input_names_);
    outputs_ = OutputShapes(program, entry, &output_names_);
    input_splits_ = InputSplits(program, entry);
    output_splits_ = OutputSplits(program, entry);
    facts_.device = device.name;
    facts_.software = device.software != 0;
    facts_.multiply_adds = 5e5 * device.megaflops;
    facts_.arena_bytes = sizes.arena;
    facts_.target = "vulkan";
    times_ = options.times && device.timestamps != 0;
    mote_vulkan_findings findings;
    mote_vulkan_self_tested(instance_, &findings);
    facts_.kernels_tested = findings.tested;
    facts_.kernels_demoted = findings.demoted;
    facts_.kernels_on_cpu = findings.on_cpu;
    uint32_t device_steps = 0, host_steps = 0;
    mote_vulkan_steps(instance_, &device_steps, &host_steps);
    facts_.steps_vulkan = device_steps;
    // Transfers with the host compute nothing, as exchanges between members do not.
    const int64_t transfers = HostTransferCount(bytes, "vulkan");
    facts_.steps_cpu = host_steps - transfers;
    facts_.steps_vulkan += transfers;
    return Ok();
  }

  Status Load(const std::vector<Literal>& inputs) override {
    for (size_t i = 0; i < inputs.size(); ++i) {
      const auto bytes = inputs[i].bytes();
      const mote_status status = mote_vulkan_write_input(instance_, static_cast<uint32_t>(i), bytes.data(), bytes.size());
      if (status.code != MOTE_OK) return StatusError(status, "writing input " + std::to_string(i));
    }
    return Ok();
  }

  Status RunLoaded() override {
    const mote_status status = mote_vulkan_run(instance_, 0);
    if (status.code != MOTE_OK) return RunError(status, "running on the Vulkan device", feed_);
    return Ok();
  }

  Result<std::vector<Literal>> Run(const std::vector<Literal>& inputs) override {
    MOTE_CHECK_OK(Load(inputs));
    MOTE_CHECK_OK(RunLoaded());
    return Outputs();
  }

  Status SetTransport(const mote_transport& transport) override {
    const mote_status status = mote_vulkan_set_transport(instance_, &transport);
    return status.code == MOTE_OK ? Ok() : Status(StatusError(status, "setting the transport"));
  }

  Result<RunStop> RunOn(uint64_t budget) override {
    return StopOf(mote_vulkan_run(instance_, budget), "running on the Vulkan device", feed_);
  }

  Result<std::vector<Literal>> Outputs() override {
    std::vector<Literal> results;
    for (size_t i = 0; i < outputs_.size(); ++i) {
      Literal& result = results.emplace_back(outputs_[i]);
      const auto bytes = result.mutable_bytes();
      const mote_status status = mote_vulkan_read_output(instance_, static_cast<uint32_t>(i), bytes.data(), bytes.size());
      if (status.code != MOTE_OK) return StatusError(status, "reading output " + std::to_string(i));
    }
    return results;
  }

  BackendFacts facts() const override { return facts_; }

  // By the device's clock.
  bool Note(Profile* profile) override {
    if (!times_) return false;
    profile_ = profile;
    const mote_vulkan_times times = {[](void* self, uint32_t step, uint64_t begin, uint64_t end) {
                                       static_cast<VulkanBackend*>(self)->NoteStep(step, begin, end);
                                     },
                                     this};
    mote_vulkan_set_times(instance_, profile == nullptr ? nullptr : &times);
    return true;
  }

 private:
  void NoteStep(uint32_t step, uint64_t begin, uint64_t end) {
    if (profile_->empty()) origin_ = begin;
    profile_->push_back({step, static_cast<int64_t>(begin - origin_), static_cast<int64_t>(end - origin_)});
  }

  // Beside the file first: another process may be reading it.
  void StorePipelines(std::string_view bytes) {
    const std::string fresh = pipeline_cache_ + ".new";
    std::error_code failed;
    const bool written = WriteFile(fresh, bytes).ok();
    if (written) std::filesystem::rename(fresh, pipeline_cache_, failed);
    if (written && !failed) return;
    std::fprintf(stderr, "vulkan: %s cannot be written\n", pipeline_cache_.c_str());
  }

  std::vector<uint64_t> program_memory_;
  std::string pipeline_cache_, kept_pipelines_;
  std::unique_ptr<ThreadPool> pool_;
  mote_vulkan_device* device_ = nullptr;
  mote_vulkan_instance* instance_ = nullptr;
  BackendFacts facts_;
  bool validation_ = false, times_ = false;
  Profile* profile_ = nullptr;
  uint64_t origin_ = 0;
};

}  // namespace

Result<std::unique_ptr<Backend>> OpenVulkan(std::span<const uint8_t> program, const BackendOptions& options) {
  auto backend = std::make_unique<VulkanBackend>();
  MOTE_CHECK_OK(backend->Open(program, options));
  return std::unique_ptr<Backend>(std::move(backend));
}

}  // namespace mote
