// What SelectSteps walks a module with. select.cpp makes the entry, selector.cpp buffers, copies and the walk through a computation,
// select_launches.cpp the steps of groups, select_control.cpp loops and branches, select_radix_sort.cpp sorts and select_fft.cpp transforms
// of a GPU, select_host_steps.cpp what is neither kernel nor copy.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "hlo/fft_call.h"
#include "lower/cut_loops.h"
#include "lower/lower.h"
#include "lower/radix_sort.h"
#include "select/step.h"
#include "select/wide_weights.h"

namespace mote {

constexpr BufferId kNoBuffer = -1;
constexpr int64_t kMuchWork = 1 << 20;  // iterations of all points: from here workers get scratch of their own

inline Diagnostic Unsupported(const Instruction& instruction, const std::string& why) {
  std::string text = OpName(instruction.op);
  if (!instruction.shapes.empty()) text += " of " + ToString(instruction.shape());
  return Error(Rule::kUnsupported, text + ": " + why, instruction.location);
}

// What a step takes of the scratch region to run as fast as it can: a routine's own sums and panels, then the kernel's registers.
int64_t ScratchBytes(const Step& step, const Kernel& kernel, int strip);

// None where the loops of a launch would be too long. `tiers`: features that they may be for.
void ChooseShaders(const Kernel& kernel, const IdVector<Buffer>& buffers, Step* step, uint32_t tiers);

IdVector<Shape> OperandShapes(const Computation& computation, const Instruction& i);

class Selector {
 public:
  Selector(const Module& module, const TargetFacts& target, const SelectOptions& options)
      : module_(module), target_(target), options_(options) {
    lower_.fuse = options.fuse;
    lower_.keep_exponentials = target.path != TargetFacts::Path::kVulkan;
    lower_.routines = options.routines ? target.routines : RoutineSet();
    wide_ = WideProducts(module, target.fixed_packing, options.packed_ratio);
  }

  Result<StepGraph> Run();

 private:
  // One computation being walked: where its values lie, and which buffers its results should be written to when they can.
  struct Scope {
    const Computation* computation;
    int32_t block;
    std::map<Value, BufferId> buffers;
    std::map<Value, Value> alias;         // result → source
    std::map<Value, BufferId> wanted;     // value → output buffer to make it in
  };

  BufferId NewBuffer(const Shape& shape, const std::string& name) {
    Buffer buffer;
    buffer.kind = Buffer::Kind::kTemporary;
    buffer.type = shape.element_type;
    buffer.dims = shape.dims;
    buffer.bytes = shape.ByteSize();
    buffer.name = name;
    graph_.buffers.push_back(std::move(buffer));
    return graph_.buffers.count() - 1;
  }
  Buffer& At(BufferId b) { return graph_.buffers[b]; }
  std::vector<Step>& Steps(int32_t block) { return graph_.blocks[block].steps; }
  int32_t NewBlock() {
    graph_.blocks.emplace_back();
    return graph_.blocks.count() - 1;
  }
  const Computation& Called(const Instruction& i, size_t which) const {
    return module_.computations[i.called[which]];
  }

  Value Resolve(const Scope& scope, Value v) const {
    for (auto found = scope.alias.find(v); found != scope.alias.end(); found = scope.alias.find(v)) v = found->second;
    return v;
  }
  BufferId ConstantBuffer(const Literal& literal, const std::string& name);
  Result<BufferId> BufferOf(Scope& scope, Value v);
  BufferId MakeResult(Scope& scope, Value v);
  int32_t KernelIndex(Kernel kernel);

  Result<std::vector<BufferId>> Walk(const Computation& computation, int32_t block, const std::vector<BufferId>& parameters,
                                     const std::vector<BufferId>& wanted);
  Status AddGroup(Scope& scope, const Group& group);
  Status AddControl(Scope& scope, const Group& group);
  Status AddWhile(Scope& scope, int32_t at);
  Status AddConditional(Scope& scope, int32_t at);
  Status AddSort(Scope& scope, int32_t at);
  Status AddRadixSort(Scope& scope, int32_t at);
  Status AddFft(Scope& scope, int32_t at, const FftCall& call);
  uint32_t TiersOf(const Scope& scope, const Group& group) const;
  void AddMadeKernel(Scope& scope, MadeKernel made, IdVector<BufferId> operands, const Step& like);
  Status AddFixed(Scope& scope, int32_t at);
  Status AddCall(Scope& scope, int32_t at);
  Status AddExchange(Scope& scope, int32_t at, IdVector<int64_t> fields);
  Result<BufferId> AddParameter(size_t p);
  Status AddResults();
  Status FinishEntry(const std::vector<BufferId>& results);
  const StateBinding* StateOf(size_t p) const;
  std::optional<Literal> ByTiles(const Scope& scope, BoundRoutine* form) const;
  std::optional<Literal> InPanels(const Scope& scope, BoundRoutine* form) const;
  // The value of an input that has a copy of other strides, for one step.
  struct Padded {
    Value value;
    BufferId whole, copy;
  };
  Result<std::optional<Padded>> PadChannels(Scope& scope, const Group& group, BoundKernel* bound);
  Result<bool> AddTiled(Scope& scope, const Group& group, const std::string& why, std::string* against);
  Result<bool> AddRoutine(Scope& scope, const Group& group, std::string* why);
  Status BindKernel(Scope& scope, const Group& group, BoundKernel bound, Step step);
  Status BindOperands(Scope& scope, const BoundKernel& bound, Step* step);
  Status AddPieces(Scope& scope, const Group& group, const BoundKernel& bound, CutKernel cut, int64_t trips, const std::string& why);
  void AddCopy(int32_t block, BufferId from, BufferId to, const std::string& why, Location location);
  void AddCopies(int32_t block, const std::vector<BufferId>& from, const std::vector<BufferId>& to, const std::string& why,
                 Location location);

  const Module& module_;
  const TargetFacts& target_;
  const SelectOptions& options_;
  std::map<const Instruction*, WeightForm> wide_;  // whose weights take more than a byte
  LowerOptions lower_;
  StepGraph graph_;
  EntryPoint entry_;
  std::map<size_t, BufferId> state_results_;  // by the number of a result that becomes a state
  std::map<uint64_t, int32_t> kernels_;
  std::multimap<std::string_view, BufferId> constants_;
};

}  // namespace mote
