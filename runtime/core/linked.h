// What this binary was linked with: kinds of steps, routines, microcode operations and element types. The archive holds one complete set
// (cpu/linked_parts.cpp); a firmware that defines `mote_linked` itself with fewer (cpu/linked_subset.h) links only those.
#ifndef MOTE_CORE_LINKED_H_
#define MOTE_CORE_LINKED_H_

#include "core/fixed.h"
#include "core/instance.h"
#include "core/kernel_code.h"

namespace mote::runtime {

// d[i] = op(a[i], b[i], c[i]) for i < n. `form` bits 0, 1, 2: a, b, c are one value for all i; bits 8-15: the immediate. Ranges may be the
// same or apart. Called by RunOperation (cpu/operation_blocks.h).
using OperationFunction = void (*)(void* d, const void* a, const void* b, const void* c, uint32_t n, uint32_t form);

// Loads widen elements into registers of their class, stores narrow. Strides count elements. `step` 0: one value is stored n times.
// Gather gives 0 and scatter does nothing where index[i] >= limit. The *_narrow forms saturate 64-bit integers to 32 bits; null for other
// types.
struct ElementAccess {
  uint32_t bytes;
  void (*load)(void* d, const uint8_t* from, int32_t stride, uint32_t n);
  void (*store)(uint8_t* to, int32_t stride, const void* a, uint32_t step, uint32_t n);
  void (*gather)(void* d, const uint8_t* base, const uint32_t* index, uint32_t limit, uint32_t n);
  void (*scatter)(uint8_t* base, const uint32_t* index, uint32_t limit, const void* a, uint32_t step, uint32_t n);
  void (*load_narrow)(void* d, const uint8_t* from, int32_t stride, uint32_t n);
  void (*gather_narrow)(void* d, const uint8_t* base, const uint32_t* index, uint32_t limit, uint32_t n);
};

class Machine;
struct Part;
class WorkAccount;
struct Instruction;
struct AccessNote;

// A step while it is being proven.
struct StepProof {
  const mote_program& program;
  const StepView& step;
  WorkAccount* work;
};

// Kernels (core/verify_kernel.cpp): one kernel's microcode by itself, with so much scratch; operands of a step from `first` on and all
// parameters against its kernel, `points` of whose first stage's domain it gives, and the step's work; the geometry of a routine with so
// many points; the work of a step that runs one.
struct KernelChecks {
  Site (*code)(const uint32_t* code, uint32_t words, uint32_t scratch, WorkAccount* work);
  Site (*operands)(const StepProof& proof, const KernelCode& code, uint32_t first, int64_t* points, uint64_t* work);
  Site (*routine)(const StepProof& proof, int64_t points);
  uint64_t (*work)(const mote_program& program, const StepView& step, const KernelCode& code);
};
extern const KernelChecks kKernelChecks;

// Checks of a Vulkan variant, where this binary may hold one (core/verify_device.cpp): the places and sizes of a kernel's
// shaders; the dispatch of a launch, whose kernel's microcode has been proven.
struct DeviceChecks {
  bool (*shaders)(const mote_program& program, uint32_t kernel);
  bool (*dispatch)(const mote_program& program, const StepView& step, WorkAccount* work);
};

// Inputs and outputs at the caller's pointers (core/caller_tensors.cpp): a view of an entry's tensors; what must hold when a run begins.
struct CallerTensors {
  Site (*view)(const mote_program& program, const EntryInfo& entry, uint32_t view, WorkAccount* work);
  mote_status (*bound)(mote_instance& instance);
};

// Sort steps (core/verify_sort.cpp): what is asked of one whose kernel has been proven, with so many points; its work, by its kernel's.
struct SortChecks {
  Site (*verify)(const mote_program& program, const StepView& step, const KernelCode& code, int64_t points);
  uint64_t (*work)(const StepView& step, uint64_t kernel);
};
extern const SortChecks kSortChecks;

// Steps that call the application (cpu/call.cpp).
struct CallChecks {
  Site (*names)(const mote_program& program, WorkAccount* work);  // each is registered
  Site (*verify)(const mote_program& program, const StepView& step);
};
extern const CallChecks kCallChecks;

// Exchange steps (collective/exchange.cpp): what is asked of one, whose length bounds the time, where its block ends at word `end`; how one
// is run. `done`: of the block, 0 at first; where the exchange is ended that was started last.
struct ExchangeChecks {
  Site (*verify)(const mote_program& program, const StepView& step, uint32_t end, uint32_t* done);
};
extern const ExchangeChecks kExchangeChecks;
mote_code RunExchange(StepContext& context);

// Fixed steps (cpu/fixed.cpp): what is asked of one, and its work; that alone. A step whose routine can only be proven here marks the
// program. Those from word `at` on, up to `end` or a step of another kind, run one after the other on this thread; gives where that stops.
struct FixedChecks {
  Site (*verify)(mote_program& program, const StepView& step, uint64_t* work);
  uint64_t (*work)(const StepView& step);
  uint32_t (*sequence)(mote_instance& instance, uint32_t at, uint32_t end);
};
extern const FixedChecks kFixedChecks;

// Arenas of several regions (core/regions.cpp): what is asked of them, and of a view that lies in the arena.
struct RegionChecks {
  bool (*regions)(const mote_program& program);
  bool (*view)(const mote_program& program, const ViewInfo& view);
};
extern const RegionChecks kRegionChecks;

// Pipeline steps (cpu/pipeline.cpp): what is asked of one, and its work; that alone.
struct PipelineChecks {
  Site (*verify)(mote_program& program, const StepView& step, WorkAccount* account, uint64_t* work);
  uint64_t (*work)(const StepView& step);
};
extern const PipelineChecks kPipelineChecks;

// Kernels in vector registers (cpu/chunks): hosts alone have them. Both carry out what is asked and give true, or do nothing and give
// false: it is for the strip machine.
struct ChunkParts {
  bool (*launch)(StepContext& context, const KernelCode& code, mote_code* result);
  // Rows [begin, end) of a routine with its epilogue. The first `share` bytes of scratch are for the kernel, the others for the routine.
  bool (*sums)(const StepContext& context, const KernelCode& code, const RoutineCall& call, const Part& part, uint32_t share);
};
extern const ChunkParts kChunkParts;

struct Linked {
  const StepFunction* steps;                    // by kind, kStepKinds; While and Conditional are the executor's own, marked by any address
  const Routine* const* routines;               // by code - kMoteFirstRoutine, kRoutines
  // Tables of operations by code - 16, one an instruction set that the binary holds, the base first.
  const OperationFunction* const* operations;
  uint8_t (*detect)(void);                      // the number of the best instruction set of this machine; null: 0, the base
  const ElementAccess* const* elements;         // by element type code, kElementCodes
  bool (*native)(StepContext& context, mote_code* code);  // runs a step by a native kernel when there is one; null: never
  // Carries out a load or store with a computed offset or a predicate (Machine::Checked); null: none linked.
  void (*checked)(const Machine& machine, const Instruction& in, const AccessNote& note, uint32_t index, uint32_t word, uint32_t n);
  const CallerTensors* callers;                 // null: inputs and outputs lie in the arena
  const DeviceChecks* device;                   // null: Vulkan variants are not opened
  const SortChecks* sorts;                      // null: Sort steps are not linked
  const CallChecks* calls;                      // null: Call steps are not linked
  const ExchangeChecks* exchanges;              // null: Exchange steps are not linked
  const FixedChecks* fixed;                     // null: Fixed steps are not linked
  const FixedRoutine* const* fixed_routines;    // by number, kFixedRoutines
  const KernelChecks* kernels;                  // null: no step that has a kernel is linked
  const ChunkParts* chunks;                     // null: the strip machine runs all kernels
  const RegionChecks* regions;                  // null: the arena is one region
  const PipelineChecks* pipelines;              // null: Pipeline steps are not linked
};

}  // namespace mote::runtime

extern "C" const mote::runtime::Linked mote_linked;

#endif
