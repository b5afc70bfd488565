// Step and StepGraph: what is run, over buffers that have no place yet. select/ makes it from a module, plan/ gives every buffer a place.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/module.h"
#include "hlo/split.h"
#include "kernel/kernel.h"
#include "kernel/shader_form.h"
#include "schema/step_layout.h"
#include "target/routine_table.h"
#include "target/target_facts.h"

namespace mote {

enum class StepKind : uint8_t {
#define MOTE_STEP(id, code, ...) k##id = code,
#include "schema/steps.def"
#undef MOTE_STEP
  kRoutine = kMoteFirstRoutine,  // in a file the routine's own code
};

using BufferId = int32_t;

// A piece of memory with one lifetime. Dense, row-major, StorageBytes(type) an element.
struct Buffer {
  enum class Kind : uint8_t { kConstant, kInput, kOutput, kState, kTemporary };
  Kind kind{};
  ElementType type{};
  Dims dims;
  int64_t bytes = 0;
  Literal constant;    // of kConstant
  int32_t number = 0;  // of kInput, kOutput: its position in the entry point
  bool complex_pairs = false;  // of kInput, kOutput, kState: callers see a complex array, whose parts are the minor dimension here
  std::string name;    // for people; of kState what entries share it by

  // As callers know an input or output.
  Shape TensorShape() const {
    if (!complex_pairs) return Shape::Array(type, dims);
    return Shape::Array(type == ElementType::kF64 ? ElementType::kC128 : ElementType::kC64, {dims.begin(), dims.end() - 1});
  }
};

struct Step {
  StepKind kind{};
  Routine routine{};                // of kRoutine
  int32_t kernel = -1;              // index into StepGraph::kernels, -1 for kCopy, kWhile, kConditional
  IdVector<ParamValue> params;   // of the kernel (kRoutine: of the epilogue)
  IdVector<BufferId> operands;   // as schema/step_layout.h orders them
  IdVector<int64_t> fields;      // kRoutine, kSort, kCall, kExchange (its parameters too): in the order of step_layout.h
  IdVector<int32_t> blocks;      // kWhile: condition, body; kConditional: one a branch
  int64_t turns = -1;               // kWhile: how often the body runs, -1: only a run can tell
  // Pairs {input operand, output operand} (positions in `operands`) that may be the same memory: every point reads the input only at the
  // offset where it writes the output, before it writes.
  std::vector<std::pair<int32_t, int32_t>> in_place;
  // Operands that may lie over each other: the output `below` bytes or more in front of the input, or `above` or more behind it. Rows are
  // read before they are written over, in ascending or descending order.
  struct Overlap {
    int32_t in = 0, out = 0;
    int64_t below = 0, above = 0;
  };
  std::optional<Overlap> overlap;
  int64_t scratch_bytes = 0;
  std::vector<ShaderForm> forms;    // of a launch on Vulkan, best first
  int64_t trips = 0;                // of such a launch: at least what the loops of an invocation make in any of its forms
  std::string name;      // "convolution_add_maximum"
  std::string why;       // for --explain
  Location location;
};

// kUpdate groups become a kCopy of the operand into the output buffer followed by a kLaunch that writes the window; the planner elides the
// copy when source and destination can share memory. Carried values of a while are one buffer each: the initial values are copied in,
// the body's results are copied back at its end; the planner elides what it can.
struct Block {
  IdVector<Step> steps;
};

// "launch", "dot_f32", "exchange start"
const char* KindName(const Step& step);

struct EntryPoint {
  std::string name = "main";
  int32_t block = 0;  // the first of its blocks, which end where those of the next entry begin
  IdVector<BufferId> inputs, outputs;
  std::vector<std::string> input_names, output_names;
  std::vector<std::optional<Split>> input_splits, output_splits;  // as long as inputs and outputs
};

// A function of the application, by name, and what it is told.
struct CallTarget {
  std::string name, config;
  bool operator==(const CallTarget&) const = default;
};

struct StepGraph {
  MOTE_DECLARE_COPIES(StepGraph);
  IdVector<Buffer> buffers;
  IdVector<Kernel> kernels;  // each content hash once
  IdVector<Block> blocks;
  IdVector<EntryPoint> entries;
  IdVector<CallTarget> calls;

  bool IsEntryBlock(int32_t block) const;
};

// An input and an output of an entry that are one piece of memory, kept between runs and no longer the caller's.
struct StateBinding {
  std::string entry;          // empty: every entry that has the input
  std::string input, output;  // names or numbers. Output empty: the entry only reads the state
};

struct SelectOptions {
  bool fuse = true;
  double packed_ratio = 1.4;  // what packed weights of fixed-point steps may take, and more words of their finishes, of the plain weights
  bool planes = false;   // depthwise convolutions may have as much scratch as planes of four channels take
  bool tiles = true;     // routines with an order of their own, whose weights are four times as large
  bool panels = true;    // weights of products as their routine goes through them, which other targets of the file have as they are
  bool routines = true;  // false: generic kernels only (tests compare both)
  uint32_t tiers = kUsualTiers;  // features that shaders may be for
  std::vector<StateBinding> states;    // of this entry
  std::set<std::string> custom_calls;  // targets that the application has functions for
};

// The module must have gone through passes/ OptimiseForKernels. Fails with kUnsupported, naming the operation and its type, for what has no
// step.
Result<StepGraph> SelectSteps(const Module& module, const TargetFacts& target, const SelectOptions& options = {});

// The entries of several graphs in one, with their kernels, calls and states shared; kShape where a state has two shapes.
Result<StepGraph> MergeGraphs(std::vector<StepGraph> graphs);

}  // namespace mote
