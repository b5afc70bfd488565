// The inside of an open program: the verified variant, and the views, steps and kernels in it. Only mote_open makes one, so whoever holds
// it may read without checking. For the executor, the CPU path and the Vulkan path; the public side is mote/program.h.
#ifndef MOTE_CORE_PROGRAM_H_
#define MOTE_CORE_PROGRAM_H_

#include <stddef.h>
#include <stdint.h>

#include "core/flat_reader.h"
#include "core/routine.h"
#include "mote/call.h"
#include "mote/native.h"
#include "mote/program.h"
#include "schema/microcode_layout.h"
#include "schema/step_layout.h"

namespace mote::runtime {

struct ElementInfo {
  uint8_t bytes;  // of one element in memory; 0: no such type
  char klass;     // register class: i l f d, or c: complex, not loadable
};

// Storage bytes and register class by code, as the table of element types says: 64-bit integers l, other integers i, f64 d, other floats f.
#define MOTE_CLASS_Pred(bytes) 'i'
#define MOTE_CLASS_Signed(bytes) (bytes == 8 ? 'l' : 'i')
#define MOTE_CLASS_Unsigned(bytes) (bytes == 8 ? 'l' : 'i')
#define MOTE_CLASS_Float(bytes) (bytes == 8 ? 'd' : 'f')
#define MOTE_CLASS_Complex(bytes) 'c'
inline constexpr ElementInfo kElementInfos[] = {
    {0, 0},
#define MOTE_ELEMENT_TYPE(id, code, hlo, mlir, bits, bytes, klass) {bytes, MOTE_CLASS_##klass(bytes)},
#include "schema/element_types.def"
#undef MOTE_ELEMENT_TYPE
};
inline const ElementInfo& ElementOf(uint32_t code) {
  return kElementInfos[code < sizeof kElementInfos / sizeof kElementInfos[0] ? code : 0];
}

enum class StepKind : uint8_t {
#define MOTE_STEP(id, code, ...) k##id = code,
#include "schema/steps.def"
#undef MOTE_STEP
};
// Codes of a table lie below its end.
constexpr uint32_t EndOfSteps() {
  uint32_t end = 0;
#define MOTE_STEP(id, code, ...) end = code >= end ? code + 1 : end;
#include "schema/steps.def"
#undef MOTE_STEP
  return end;
}
inline constexpr uint32_t kStepKinds = EndOfSteps();

struct ViewInfo {
  uint8_t space, type;
  uint16_t number;
  uint32_t bytes;
  size_t offset;  // bytes from the start of its space
};

// One step: pointers into its words.
struct StepView {
  const uint32_t* words;
  StepKind kind;           // or a routine's code
  const Routine* routine;  // null: not a routine, or one that is not linked
  uint8_t flags;
  uint16_t length;
  uint16_t kernel;    // kMoteNoKernel: none
  uint16_t operands;
  const uint32_t* fields;
  const uint32_t* params;  // of the kernel
  uint32_t param_count;
  uint32_t operand(uint32_t i) const { return reinterpret_cast<const uint16_t*>(words + 2)[i]; }
};

// The fields of program.fbs' Shader.
struct ShaderInfo {
  uint64_t place;
  uint32_t bytes, local_size, shared_bytes, features, tiles, texels, alignment;
  FlatVector constants;  // of words
};

struct EntryInfo {
  FlatTable table;
  uint32_t block, end;  // its own block is the first of its blocks
  uint32_t inputs, outputs;
  uint64_t step_budget;
};

}  // namespace mote::runtime

struct mote_program {
  const uint8_t* file;
  size_t file_bytes;
  const uint8_t* flat;
  uint32_t flat_bytes;
  const mote_native_table* natives;
  uint8_t isa;  // number of an instruction set (core/linked.h), chosen when the program is opened
  bool device;  // a Vulkan variant: its kernels are shaders
  bool trusted; // the caller lets a device run them
  bool loops;   // has a While step
  bool io_in_arena;
  uint16_t foreign;  // the number above that of a fixed-point routine of other machines, whose steps are proven here and not run; 0: none
  uint8_t unit_shift;
  bool natives_first;
  uint16_t strip;
  uint32_t scratch_bytes;
  size_t arena_bytes, scratch_offset, state_bytes;
  uint64_t work, largest_work;  // of all steps, each run once; of the longest one
  const uint8_t* constants;
  size_t constants_bytes;
  const uint32_t* views;
  uint32_t view_count;
  const uint32_t* words;
  uint32_t word_count;
  const uint32_t* blocks;
  uint32_t block_count;
  mote::runtime::FlatVector kernels, entries, calls;
  mote::runtime::FlatVector regions;  // where each ends in the arena; none: it is one
  const mote_custom_call* functions;  // of the application
  uint32_t function_count;
  uint32_t max_tensors;  // the most inputs and outputs of an entry, together
  uint32_t room_bytes;   // of an instance, behind its tensors: for what a step notes while it runs, and before it
  uint32_t fixed_bytes;  // of these, in front: what fixed steps keep from run to run
};

namespace mote::runtime {

ViewInfo ViewOf(const mote_program& program, uint32_t view);
// Of the arena, below kMoteMostRegions; one that is not there begins and ends at its end.
struct RegionRange {
  size_t begin, end;
};
RegionRange RegionOf(const mote_program& program, uint32_t region);
// The step at word `at`; false when it does not fit the words up to `end`.
bool ReadStep(const mote_program& program, uint32_t at, uint32_t end, StepView* step);
uint32_t ShaderCount(const mote_program& program, uint32_t kernel);
ShaderInfo ShaderOf(const mote_program& program, uint32_t kernel, uint32_t number);
ShaderInfo ShaderIn(const mote_program& program, const FlatTable& table);
uint64_t HashOf(const mote_program& program, uint32_t kernel);    // names native kernels
FlatVector CodeOf(const mote_program& program, uint32_t kernel);  // its microcode words; of a shader those it was printed from
EntryInfo EntryOf(const mote_program& program, uint32_t entry);  // `entry` must exist
uint32_t TensorView(const mote_program& program, const EntryInfo& entry, bool output, uint32_t number);
bool TensorOf(const mote_program& program, const EntryInfo& entry, bool output, uint32_t number, mote_tensor* tensor);
struct BlockRange {
  uint32_t first, count, level;
};
inline BlockRange BlockOf(const mote_program& program, uint32_t block) {
  const uint32_t* words = program.blocks + 2 * block;
  return {words[0], words[1] & kMoteBlockWords, words[1] >> kMoteLevelShift};
}

// Fields of the FlatBuffer tables, in the order of program.fbs.
enum ProgramField {
  kProgramProducer, kProgramHash, kProgramVariants, kProgramNotes, kProgramSourceName, kProgramReplicas, kProgramPartitions, kProgramPlan,
  kProgramFloat16
};
enum VariantField {
  kVariantTarget, kVariantUnitShift, kVariantIoInArena, kVariantStrip, kVariantArena, kVariantScratchOffset, kVariantScratch, kVariantState,
  kVariantConstantsOffset, kVariantConstants, kVariantViews, kVariantWords, kVariantBlocks, kVariantKernels, kVariantEntries, kVariantCalls,
  kVariantRegions
};
enum EntryField { kEntryName, kEntryBlock, kEntryInputs, kEntryOutputs, kEntryInputViews, kEntryOutputViews, kEntryBudget, kEntryLoops };
enum LoopField { kLoopWord, kLoopTurns, kLoopTrips, kLoopShader };
enum CallTableField { kCallName, kCallConfig };
enum KernelField { kKernelHash, kKernelCode, kKernelReference, kKernelShaders };
enum ShaderField { kShaderPlace, kShaderBytes, kShaderLocalSize, kShaderSharedBytes, kShaderFeatures, kShaderTiles, kShaderTexels,
                   kShaderAlignment, kShaderConstants };
enum TensorField { kTensorName, kTensorType, kTensorDims, kTensorTiles, kTensorMembers };

// Whether its shaders may multiply in f16.
inline bool AllowsFloat16(const mote_program& program) {
  FlatReader reader(program.flat, program.flat_bytes);
  return reader.Number(reader.Root(), kProgramFloat16, 1) != 0;
}

}  // namespace mote::runtime

#endif
