// The CPU backend: an instance over memory that this file allocates, since libmote never does.
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <numeric>

#include "mote/mote.h"
#include "tool/backend.h"
#include "tool/backend_shapes.h"
#include "tool/large_pages.h"
#include "tool/thread_pool.h"
#include "compile/program_facts.h"

namespace mote {

namespace {

// Zeroed memory at the alignment that hosts plan for. Literals lie somewhere between, where each vector of a kernel touches two lines.
// Large blocks ask for large pages, as NumPy's do.
struct AlignedBlock {
  static constexpr size_t kAlignment = 64;
  void* data = nullptr;
  size_t size = 0;
  bool own = true;
  explicit AlignedBlock(size_t bytes, const BackendOptions& options = {}) {
    const size_t alignment = bytes >= 2 * kLargePage ? kLargePage : kAlignment;
    size = (bytes + alignment) / alignment * alignment;
    data = options.memory ? options.memory(size, alignment) : nullptr;
    own = data == nullptr;
    if (!own) return;
    data = std::aligned_alloc(alignment, size);
    if (data == nullptr) return;
    AskForLargePages(data, size);
    std::memset(data, 0, size);
  }
  ~AlignedBlock() {
    if (own) std::free(data);
  }
  AlignedBlock(const AlignedBlock&) = delete;
  AlignedBlock& operator=(const AlignedBlock&) = delete;
};

class CpuBackend : public Backend {
 public:
  Status Open(std::span<const uint8_t> bytes, const BackendOptions& options) {
    options_ = options;
    const mote_program* program = nullptr;
    program_block_ = std::make_unique<AlignedBlock>(mote_program_size());
    mote_open_options open = {};
    open.target = "linux";
    open.natives = options.natives;
    open.natives_first = options.natives_first;
    feed_.Fill(options.feed);
    functions_ = feed_.Functions(CallNames(bytes));
    functions_.insert(functions_.end(), options.calls.begin(), options.calls.end());
    open.custom_calls = functions_.data();
    open.custom_call_count = static_cast<uint32_t>(functions_.size());
    mote_status status = mote_open(program_block_->data, program_block_->size, bytes.data(), bytes.size(), &open, &program);
    if (status.code != MOTE_OK) return StatusError(status, "opening the program for the CPU");
    MOTE_ASSIGN(const uint32_t entry, EntryNumber(program, options.entry));
    mote_sizes sizes;
    status = mote_query_sizes(program, &sizes);
    if (status.code != MOTE_OK) return StatusError(status, "asking the program's sizes");
    arena_ = std::make_unique<AlignedBlock>(sizes.arena, options);
    for (size_t r = 0; r < std::size(sizes.regions); ++r) regions_[r] = std::make_unique<AlignedBlock>(sizes.regions[r], options);
    state_ = std::make_unique<AlignedBlock>(sizes.state);
    instance_block_ = std::make_unique<AlignedBlock>(sizes.instance);
    if (!arena_->data || !state_->data || !instance_block_->data) {
      return Error(Rule::kLimit, "the arena of " + std::to_string(sizes.arena) + " bytes cannot be allocated on this machine");
    }
    const mote_memory memory = {.instance = instance_block_->data, .instance_size = instance_block_->size, .arena = arena_->data,
                                .arena_size = sizes.arena, .state = state_->data, .state_size = sizes.state};
    mote_region regions[std::size(sizes.regions)];
    for (size_t r = 0; r < std::size(regions); ++r) {
      if (!regions_[r]->data) return Error(Rule::kLimit, "a region of " + std::to_string(sizes.regions[r]) + " bytes cannot be allocated");
      regions[r] = {regions_[r]->data, static_cast<size_t>(sizes.regions[r])};
    }
    status = mote_instance_init_regions(&memory, regions, std::size(regions), program, entry, &instance_);
    if (status.code != MOTE_OK) return StatusError(status, "starting an instance");
    if (options.threads > 1) {
      pool_ = std::make_unique<ThreadPool>(options.threads);
      const mote_threads threads = {options.threads, pool_.get(), ThreadPool::Parallel, ThreadPool::kLeastWork};
      mote_set_threads(instance_, &threads);
    }
    status = mote_query_grid(program, &grid_, &plan_);
    if (status.code != MOTE_OK) return StatusError(status, "asking the program's grid");
    inputs_ = InputShapes(program, entry, &input_names_);
    outputs_ = OutputShapes(program, entry, &output_names_);
    input_splits_ = InputSplits(program, entry);
    output_splits_ = OutputSplits(program, entry);
    facts_.device = "CPU";
    facts_.arena_bytes = std::accumulate(std::begin(sizes.regions), std::end(sizes.regions), sizes.arena);
    facts_.steps_cpu = StepCount(bytes, "linux");
    return Ok();
  }

  Status Load(const std::vector<Literal>& inputs) override {
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Literal& input = inputs[i];
      const size_t size = input.bytes().size();
      MOTE_CHECK_OK(Hold(loaded_, i, size));
      if (size != 0) std::memcpy(loaded_[i]->data, input.bytes().data(), size);
      const mote_status status = mote_bind_input(instance_, static_cast<uint32_t>(i), loaded_[i]->data, size);
      if (status.code != MOTE_OK) return StatusError(status, "binding input " + std::to_string(i));
    }
    for (size_t i = 0; i < outputs_.size(); ++i) {
      const auto size = static_cast<size_t>(outputs_[i].ByteSize());
      MOTE_CHECK_OK(Hold(results_, i, size));
      const mote_status status = mote_bind_output(instance_, static_cast<uint32_t>(i), results_[i]->data, size);
      if (status.code != MOTE_OK) return StatusError(status, "binding output " + std::to_string(i));
    }
    return Ok();
  }

  Status RunLoaded() override {
    const mote_status status = mote_run(instance_, 0);
    if (status.code != MOTE_OK) return RunError(status, "running on the CPU", feed_);
    return Ok();
  }

  Result<std::vector<Literal>> Run(const std::vector<Literal>& inputs) override {
    MOTE_CHECK_OK(Load(inputs));
    MOTE_CHECK_OK(RunLoaded());
    return Outputs();
  }

  Status SetTransport(const mote_transport& transport) override {
    const mote_status status = mote_set_transport(instance_, &transport);
    return status.code == MOTE_OK ? Ok() : Status(StatusError(status, "setting the transport"));
  }

  Result<RunStop> RunOn(uint64_t budget) override { return StopOf(mote_run(instance_, budget), "running on the CPU", feed_); }

  Result<std::vector<Literal>> Outputs() override {
    std::vector<Literal> outputs;
    for (size_t i = 0; i < results_.size(); ++i) {
      outputs.emplace_back(outputs_[i]);
      const auto bytes = outputs.back().mutable_bytes();
      if (!bytes.empty()) std::memcpy(bytes.data(), results_[i]->data, bytes.size());
    }
    return outputs;
  }

  BackendFacts facts() const override { return facts_; }

  bool Note(Profile* profile) override {
    profile_ = profile;
    hook_ = {this, Begin, End};
    mote_set_hook(instance_, profile == nullptr ? nullptr : &hook_);
    return true;
  }

 private:
  using Blocks = std::vector<std::unique_ptr<AlignedBlock>>;

  // A block for tensor `number` of an entry, which has the same size in every run.
  Status Hold(Blocks& blocks, size_t number, size_t size) const {
    if (number == blocks.size()) blocks.push_back(std::make_unique<AlignedBlock>(size, options_));
    if (blocks[number]->data) return Ok();
    return Error(Rule::kLimit, "a tensor of " + std::to_string(size) + " bytes cannot be allocated on this machine");
  }
  static int64_t Now() { return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1); }
  static void Begin(void* user, uint32_t) { static_cast<CpuBackend*>(user)->began_ = Now(); }
  static void End(void* user, uint32_t step) {
    CpuBackend& backend = *static_cast<CpuBackend*>(user);
    const int64_t now = Now();
    if (backend.profile_->empty()) backend.origin_ = backend.began_;
    backend.profile_->push_back({step, backend.began_ - backend.origin_, now - backend.origin_});
  }

  BackendOptions options_;
  Profile* profile_ = nullptr;
  mote_hook hook_ = {};
  int64_t began_ = 0, origin_ = 0;
  std::unique_ptr<AlignedBlock> program_block_, instance_block_, arena_, state_, regions_[3];
  std::unique_ptr<ThreadPool> pool_;
  mote_instance* instance_ = nullptr;
  Blocks loaded_, results_;
  BackendFacts facts_;
};

}  // namespace

Result<std::unique_ptr<Backend>> OpenCpu(std::span<const uint8_t> program, const BackendOptions& options) {
  auto backend = std::make_unique<CpuBackend>();
  MOTE_CHECK_OK(backend->Open(program, options));
  return std::unique_ptr<Backend>(std::move(backend));
}

}  // namespace mote
