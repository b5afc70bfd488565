// A program made ready to run on a chosen backend, whatever form it was given in: what `run`, `bench` and `check` share.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "compile/compile_program.h"
#include "evaluate/evaluate.h"
#include "tool/backend.h"
#include "tool/native_library.h"
#include "tool/source.h"

namespace mote {

struct RunnerOptions {
  BackendKind backend = BackendKind::kAuto;
  BackendOptions device;
  bool native_kernels = false;   // --kernels c: only from a source program, on the CPU
  bool trust = false;            // --trust: a .mote file's shaders may run; those compiled here always may
  bool fuse = true;
  bool reproducible = false;     // --reproducible: a source program is compiled so
};

// The --backend and --kernels words; false when there is no such word.
bool ParseBackend(const std::string& word, BackendKind& kind);

class Runner {
 public:
  // `source` outlives the runner. kAuto takes a Vulkan device that is not software when the program runs there, else the CPU; note() says
  // when a program would have run there with --trust.
  static Result<std::unique_ptr<Runner>> Open(const Source& source, const RunnerOptions& options);

  Result<std::vector<Literal>> Run(const std::vector<Literal>& inputs);
  // Every member of the program's grid, inputs[r * partitions + p] are one's own. Outputs in the same order.
  Result<std::vector<std::vector<Literal>>> RunGrid(const std::vector<std::vector<Literal>>& inputs);
  // Random numbers: the state (hlo/random_numbers.h) is {seed, 0} before the first run and goes on from run to run; members of a grid all
  // begin with it. Callers of backend() itself hand inputs and outputs through these two.
  void Seed(uint64_t seed) { rng_state_ = {seed, 0}; }
  std::vector<Literal> WithRngState(std::vector<Literal> inputs) const;
  void TakeRngState(std::vector<Literal>& outputs);
  // What the last runs handed to the host; of a grid, a member's.
  std::vector<HostFeed::Sent> sent(size_t member = 0) const;
  int64_t replicas() const { return replicas_; }
  int64_t partitions() const { return partitions_; }
  const IdVector<Shape>& input_shapes() const { return input_shapes_; }
  const IdVector<Shape>& output_shapes() const { return output_shapes_; }
  const std::vector<std::string>& input_names() const { return input_names_; }
  const std::vector<std::string>& output_names() const { return output_names_; }
  // How they are cut among the members of the grid (hlo/split.h), as many as there are shapes; the shapes are those of parts.
  const std::vector<std::optional<Split>>& input_splits() const { return input_splits_; }
  const std::vector<std::optional<Split>>& output_splits() const { return output_splits_; }
  // Whether the members' outputs are parts of what the program gives.
  bool IsCut() const;
  Backend* backend() { return backend_.get(); }   // null on the evaluator
  BackendFacts facts() const;
  std::span<const uint8_t> program() const { return bytes_; }
  const std::string& note() const { return note_; }  // for the user's terminal; empty: nothing to say
  bool multiplies_in_f16() const;  // on a device
  int64_t program_bytes() const { return static_cast<int64_t>(bytes_.size()); }

 private:
  Status KeepStates(const Source& source);
  Status ReadSplits();
  void HideRngState();
  EvaluateOptions Options();
  Status OpenDevice(const Source& source, const RunnerOptions& options, BackendKind kind);
  Result<std::unique_ptr<Backend>> OpenBackend() const;
  const Module* module_ = nullptr;   // evaluator
  int64_t replicas_ = 1, partitions_ = 1;
  BackendKind kind_ = BackendKind::kEvaluate;  // of `backend_`, opened with `device_`
  BackendOptions device_;
  std::vector<uint64_t> storage_;    // a .mote file's bytes, and room to align them
  std::span<const uint8_t> bytes_;
  std::unique_ptr<NativeLibrary> natives_;
  std::unique_ptr<Backend> backend_;
  IdVector<Shape> input_shapes_, output_shapes_;
  std::vector<std::string> input_names_, output_names_;
  std::vector<std::optional<Split>> input_splits_, output_splits_;
  struct Kept {
    size_t input, output;  // of the module
    Literal value;         // zeros before the first run
  };
  std::vector<Kept> kept_;  // evaluator: states, by ascending number
  std::array<uint64_t, 2> rng_state_ = {};
  bool draws_ = false;  // the backend's last input and output are the state of random numbers
  HostFeed feed_;       // evaluator
  std::vector<std::vector<HostFeed::Sent>> members_sent_;
  std::string note_;
};

}  // namespace mote
