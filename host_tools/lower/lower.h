// From instructions to kernels: which instructions share one step (groups), and the kernel of each group.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hlo/module.h"
#include "kernel/kernel.h"
#include "target/routine_table.h"

namespace mote {

// One step's worth of instructions of one computation. Every instruction that computes belongs to exactly one group, except cheap ones
// (constants, iota, broadcasts, element-wise of scalars) that are recomputed where they are used.
struct Group {
  MOTE_DECLARE_COPIES(Group);
  enum class Kind : uint8_t {
    kLoop,         // any fused tree of element-wise operations and index changes, windows and column reductions as sequential loops
    kRow,          // group axes = rows: reductions over the minor dimensions fused with what surrounds them (softmax, layer norm)
    kDot,          // dot_general anchor with element-wise epilogue
    kConvolution,  // convolution anchor with element-wise epilogue
    // dynamic_update_slice, and scatter of rows: `out` starts as a copy of inputs[0] (a Copy step the planner may elide), the kernel writes
    // the window, or combines row after row; its operands are inputs[1…], then the output
    kUpdate,
    kCumulative,   // a cumulative reduction (hlo/cumulative.h) with what it reads: a loop along the line, which stores at every turn
    kControl,      // while, if, case, call: one instruction, never fused
  };
  Kind kind{};
  IdVector<int32_t> instructions;  // ascending; the last is the one whose operation names the group
  IdVector<Value> inputs;          // values read from buffers, each once
  IdVector<Value> outputs;         // values written to buffers
  std::string why;                    // for --explain: why these are together and why no more
};

// What the instruction behind a kUpdate group puts into its array.
inline Value UpdateOf(const Instruction& i) { return i.operands[i.op == Op::kScatter ? 2 : 1]; }

struct LowerOptions {
  bool fuse = true;             // false: one group per instruction (tests compare both)
  bool multi_stage = true;      // kRow groups
  int64_t max_index = INT32_MAX;
  bool keep_exponentials = true;  // of a row for its later stages; false: those compute them again, as devices do sooner than read storage
  RoutineSet routines = RoutineSet::All();  // of the target: groups are shaped so that these take them
};

// Reshape and bitcast between buffers are aliases: no group. `alias_of(v)` follows them.
struct Grouping {
  IdVector<Group> groups;           // in execution order
  std::vector<std::pair<Value, Value>> aliases;  // {result, source}: same buffer, other shape
};
Result<Grouping> FormGroups(const Module& module, const Computation& computation, const LowerOptions& options = {});

// A kernel with its parameter values and what its operands are. Operand order: inputs, then outputs, as in the group.
struct BoundKernel {
  Kernel kernel;
  IdVector<ParamValue> values;      // one per Kernel::params
  IdVector<Value> operands;         // one per Kernel::operands
  // Pairs {input operand, output operand}: every point reads the input only at the offset where it writes the output, before writing.
  std::vector<std::pair<int32_t, int32_t>> in_place;
};

// The generic form: always works. (kDot and kConvolution: accumulation as a sequential loop inside the body, f32 by FmaF from +0 in
// ascending contraction order, spatial positions row-major, input features innermost; positions in the padding are skipped. Grouped
// convolutions of one channel a group multiply and add instead.) dot_general and convolution accumulate in f32 for f16, bf16 and smaller
// floats and round once at the end; f64 by multiply and add; integers wrap.
Result<BoundKernel> LowerGroup(const Module& module, const Computation& computation, const Group& group, const LowerOptions& options = {});

// For kDot and kConvolution: what a routine needs. The epilogue is a map kernel whose axes are the geometry's, reading the routine's sum
// through its Accumulator node; operand and in_place conventions as BoundKernel, without lhs and rhs.
struct BoundRoutine {
  const RoutineRow* row = nullptr;
  Value lhs, rhs;
  IdVector<int64_t> fields;  // of the step (schema/step_layout.h); extents and strides in elements
  BoundKernel epilogue;
};
// Nothing when the group does not fit a geometry (lhs dilation, batch groups, 3 spatial dimensions…) or none of the routines has its types;
// `why` says so.
std::optional<BoundRoutine> AsRoutine(const Module&, const Computation&, const Group&, RoutineSet routines, std::string* why);

}  // namespace mote
