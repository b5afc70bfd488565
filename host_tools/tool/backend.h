// Running a compiled program on this machine through libmote, with the caller's view of inputs and outputs as literals.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/literal.h"
#include "hlo/split.h"
#include "mote/exchange.h"
#include "mote/native.h"
#include "mote/program.h"
#include "mote/status.h"
#include "tool/host_feed.h"
#include "tool/profile.h"

namespace mote {

enum class BackendKind { kEvaluate, kCpu, kVulkan, kAuto, kBoard };

struct BackendOptions {
  const mote_native_table* natives = nullptr;  // CPU: native kernels, outliving the backend
  bool natives_first = false;                  // CPU: they run what vector registers would run, too
  uint32_t threads = 1;                        // CPU; Vulkan: that make pipelines
  bool minimal_features = false;               // Vulkan: no optional feature except robustBufferAccess
  bool times = false;                          // Vulkan: Note tells what steps take
  bool self_test = false;                      // Vulkan: shaders are tried on software devices too
  bool probes = false;                         // Vulkan: the device is measured; always where `pipeline_cache` keeps what that found
  bool software = true;                        // Vulkan: a device that is a CPU, where there is no other
  bool validation = false;                     // Vulkan: validation layers, synchronization validation
  bool trusted = false;                        // Vulkan: the program's shaders may run
  std::string pipeline_cache;                  // Vulkan: the file that keeps compiled shaders; empty: none
  std::string board_runner, board_target;      // a board: the command that takes a folder there, and what programs are compiled for
  uint64_t board_ram = 0;                      // bytes of its arena, 0: any
  FeedItems feed;                              // what the program takes from its host, of every member the same
  // CPU: zeros for the arena, inputs and outputs, which stay until the process ends; null: there are none, and it takes its own.
  std::function<void*(size_t bytes, size_t alignment)> memory;
  std::vector<mote_custom_call> calls;         // functions that a program may call, beside those of the feed
  std::string entry;                           // the entry point's name; empty: the first
};

// Where a run has come to.
enum class RunStop : uint8_t {
  kDone,
  kMore,   // the budget is used up, or an exchange has begun that it computes beside: to be polled for
  kWaits,  // for other members
};

// What a run used, for reports.
struct BackendFacts {
  std::string device;       // "CPU (avx512)", "llvmpipe (LLVM 15.0.6, 256 bits)"
  bool software = false;    // a Vulkan device that is a CPU
  int64_t steps_cpu = 0, steps_vulkan = 0;
  uint64_t arena_bytes = 0;
  int64_t validation_messages = 0;
  std::string target = "linux";  // whose variant runs
  double multiply_adds = 0;  // of f32 a second, that a Vulkan device was measured to do; 0: it was not
  int64_t kernels_tested = 0, kernels_demoted = 0, kernels_on_cpu = 0;  // what the self-test of shaders found
};

class Backend {
 public:
  virtual ~Backend() = default;
  // One inference. The literals' shapes must be input_shapes(). Outputs in the order of the entry point.
  virtual Result<std::vector<Literal>> Run(const std::vector<Literal>& inputs) = 0;
  // For benchmarks: inputs once, then any number of runs without copying outputs out.
  virtual Status Load(const std::vector<Literal>& inputs) = 0;
  virtual Status RunLoaded() = 0;
  virtual BackendFacts facts() const = 0;
  // As one member of the program's grid: `transport` before the first run; after Load, RunOn until it is done, with budgets as mote_run has
  // them; then the outputs.
  virtual Status SetTransport(const mote_transport&) {
    return Error(Rule::kUnsupported, "several members run on the CPU and on Vulkan only");
  }
  virtual Result<RunStop> RunOn(uint64_t) { return RunStop::kDone; }
  virtual Result<std::vector<Literal>> Outputs() { return std::vector<Literal>(); }
  mote_grid grid() const { return grid_; }
  uint64_t plan() const { return plan_; }  // of mote_query_grid
  const HostFeed& feed() const { return feed_; }
  // From the next run on every step is noted there; false: this backend cannot.
  virtual bool Note(Profile*) { return false; }
  const IdVector<Shape>& input_shapes() const { return inputs_; }
  const IdVector<Shape>& output_shapes() const { return outputs_; }
  const std::vector<std::string>& input_names() const { return input_names_; }
  const std::vector<std::string>& output_names() const { return output_names_; }
  const std::vector<std::optional<Split>>& input_splits() const { return input_splits_; }
  const std::vector<std::optional<Split>>& output_splits() const { return output_splits_; }

 protected:
  IdVector<Shape> inputs_, outputs_;
  std::vector<std::string> input_names_, output_names_;
  std::vector<std::optional<Split>> input_splits_, output_splits_;
  HostFeed feed_;
  std::vector<mote_custom_call> functions_;  // of feed_
  mote_grid grid_ = {1, 1};
  uint64_t plan_ = 0;
};

// `program` (the bytes of a .mote file) outlives the backend. A device that is missing or fails is Rule::kDevice. kVulkan runs the "vulkan"
// variant, kCpu the "linux" one.
Result<std::unique_ptr<Backend>> OpenCpu(std::span<const uint8_t> program, const BackendOptions& options);
Result<std::unique_ptr<Backend>> OpenVulkan(std::span<const uint8_t> program, const BackendOptions& options);

// Runs by a command of the user (backend_board.cpp).
Result<std::unique_ptr<Backend>> OpenBoard(std::span<const uint8_t> program, const BackendOptions& options);

// The number of the entry point of this name, of an empty one 0.
Result<uint32_t> EntryNumber(const mote_program* program, const std::string& name);

// What mote_run came back with; its failure in words.
Result<RunStop> StopOf(const mote_status& status, const char* what, const HostFeed& feed);
// A failure of the runtime in words: what was done, the texts of code and site, their numbers.
Diagnostic StatusError(const mote_status& status, const std::string& what);
// The same, or what a transfer with the host failed of.
Diagnostic RunError(const mote_status& status, const char* what, const HostFeed& feed);

}  // namespace mote
