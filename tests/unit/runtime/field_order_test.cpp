// The runtime reads FlatBuffers by numbers of fields: they are flatc's.
#include <gtest/gtest.h>

#include "core/program.h"
#include "schema/program_generated.h"

namespace mote {
namespace {

using namespace runtime;

constexpr int Place(int field) { return 4 + 2 * field; }  // in a FlatBuffer table's list of fields

TEST(FieldOrder, IsThatOfTheSchema) {
  EXPECT_EQ(fb::Program::VT_PRODUCER, Place(kProgramProducer));
  EXPECT_EQ(fb::Program::VT_CONTENT_HASH, Place(kProgramHash));
  EXPECT_EQ(fb::Program::VT_VARIANTS, Place(kProgramVariants));
  EXPECT_EQ(fb::Program::VT_NOTES, Place(kProgramNotes));
  EXPECT_EQ(fb::Program::VT_SOURCE_NAME, Place(kProgramSourceName));
  EXPECT_EQ(fb::Program::VT_REPLICAS, Place(kProgramReplicas));
  EXPECT_EQ(fb::Program::VT_PARTITIONS, Place(kProgramPartitions));
  EXPECT_EQ(fb::Program::VT_PLAN, Place(kProgramPlan));
  EXPECT_EQ(fb::Program::VT_FLOAT16, Place(kProgramFloat16));

  EXPECT_EQ(fb::Variant::VT_TARGET, Place(kVariantTarget));
  EXPECT_EQ(fb::Variant::VT_UNIT_SHIFT, Place(kVariantUnitShift));
  EXPECT_EQ(fb::Variant::VT_IO_IN_ARENA, Place(kVariantIoInArena));
  EXPECT_EQ(fb::Variant::VT_STRIP, Place(kVariantStrip));
  EXPECT_EQ(fb::Variant::VT_ARENA_BYTES, Place(kVariantArena));
  EXPECT_EQ(fb::Variant::VT_SCRATCH_OFFSET, Place(kVariantScratchOffset));
  EXPECT_EQ(fb::Variant::VT_SCRATCH_BYTES, Place(kVariantScratch));
  EXPECT_EQ(fb::Variant::VT_STATE_BYTES, Place(kVariantState));
  EXPECT_EQ(fb::Variant::VT_CONSTANTS_OFFSET, Place(kVariantConstantsOffset));
  EXPECT_EQ(fb::Variant::VT_CONSTANTS_BYTES, Place(kVariantConstants));
  EXPECT_EQ(fb::Variant::VT_VIEWS, Place(kVariantViews));
  EXPECT_EQ(fb::Variant::VT_WORDS, Place(kVariantWords));
  EXPECT_EQ(fb::Variant::VT_BLOCKS, Place(kVariantBlocks));
  EXPECT_EQ(fb::Variant::VT_KERNELS, Place(kVariantKernels));
  EXPECT_EQ(fb::Variant::VT_ENTRIES, Place(kVariantEntries));

  EXPECT_EQ(fb::Entry::VT_NAME, Place(kEntryName));
  EXPECT_EQ(fb::Entry::VT_BLOCK, Place(kEntryBlock));
  EXPECT_EQ(fb::Entry::VT_INPUTS, Place(kEntryInputs));
  EXPECT_EQ(fb::Entry::VT_OUTPUTS, Place(kEntryOutputs));
  EXPECT_EQ(fb::Entry::VT_INPUT_VIEWS, Place(kEntryInputViews));
  EXPECT_EQ(fb::Entry::VT_OUTPUT_VIEWS, Place(kEntryOutputViews));
  EXPECT_EQ(fb::Entry::VT_STEP_BUDGET, Place(kEntryBudget));

  EXPECT_EQ(fb::Kernel::VT_HASH, Place(kKernelHash));
  EXPECT_EQ(fb::Kernel::VT_CODE, Place(kKernelCode));
  EXPECT_EQ(fb::Kernel::VT_REFERENCE, Place(kKernelReference));
  EXPECT_EQ(fb::Kernel::VT_SHADERS, Place(kKernelShaders));

  EXPECT_EQ(fb::Shader::VT_PLACE, Place(kShaderPlace));
  EXPECT_EQ(fb::Shader::VT_BYTES, Place(kShaderBytes));
  EXPECT_EQ(fb::Shader::VT_LOCAL_SIZE, Place(kShaderLocalSize));
  EXPECT_EQ(fb::Shader::VT_SHARED_BYTES, Place(kShaderSharedBytes));
  EXPECT_EQ(fb::Shader::VT_FEATURES, Place(kShaderFeatures));
  EXPECT_EQ(fb::Shader::VT_TILES, Place(kShaderTiles));
  EXPECT_EQ(fb::Shader::VT_TEXELS, Place(kShaderTexels));
  EXPECT_EQ(fb::Shader::VT_ALIGNMENT, Place(kShaderAlignment));
  EXPECT_EQ(fb::Shader::VT_CONSTANTS, Place(kShaderConstants));

  EXPECT_EQ(fb::Tensor::VT_NAME, Place(kTensorName));
  EXPECT_EQ(fb::Tensor::VT_ELEMENT_TYPE, Place(kTensorType));
  EXPECT_EQ(fb::Tensor::VT_DIMS, Place(kTensorDims));
}

}  // namespace
}  // namespace mote
