// What the shaders of a Vulkan variant are handed, for who prints them (host_tools/print), who chooses and writes them (select, emit), who
// proves them (runtime core, audit) and who dispatches them (runtime vulkan). SPEC.md section 6 explains it. No includes beyond stdint.
#ifndef MOTE_SCHEMA_VULKAN_LAYOUT_H_
#define MOTE_SCHEMA_VULKAN_LAYOUT_H_

#include <stdint.h>

#include "schema/step_layout.h"

enum {
  // Storage buffers of words in set 0, one a space: constants, arena, inputs, outputs. The binding is the space's number (MoteSpace).
  kMoteBindings = kMoteOutput + 1,
  kMotePushBytes = 128,  // of push constants: what every device has
  kMotePushWords = kMotePushBytes / 4,
  kMoteMostShaders = 8,  // of a kernel
  // Operands of a kernel that may be read as texels: the first so many that it does not write. Uniform texel buffers of set 1, and the
  // specialization constants that say which are read so, have the operand's number among them; views of four words a texel stand behind
  // those of one.
  kMoteTexelOperands = 8,
  kMoteTexelBindings = 2 * kMoteTexelOperands,
  kMoteExactConstant = kMoteTexelOperands,  // whether the device's quotients and square roots of f32 are rounded as IEEE asks
  kMoteFirstParamConstant,  // the specialization constant of a launch's first parameter word; the others follow
  kMoteMostChoices = 16,  // of values for a shader's specialization constants, a pipeline each
  kMoteLoneRowPoints = 4,  // of a map stage, that an invocation takes in one turn where it does a whole group
  kMoteStepFlagCounted = 2,  // beside kMoteStepFlagBarrier, of a While: it takes exactly kMoteWhileMost turns
  kMoteBlockPushWords = 2,  // push constants of a shader whose words stand in a parameter block: `first`, and the block's word in binding 0
};

// What a device must have, as bits of a shader.
enum MoteVulkanFeature {
  kMoteStorage16 = 1 << 0,  // storageBuffer16BitAccess
  kMoteStorage8 = 1 << 1,   // storageBuffer8BitAccess
  kMoteInt64 = 1 << 2,      // shaderInt64
  kMoteFloat64 = 1 << 3,    // shaderFloat64
  kMoteLoneRows = 1 << 4,   // its type is a processor: an invocation of such a shader does a whole group
  kMoteProcessor = 1 << 5,  // its type is a processor: such a shader has larger tiles than one for GPUs
  kMoteQuickStorage = 1 << 6,  // a processor measured to read storage at about half the speed of texels, not at a twentieth
  kMoteIntegerDot = 1 << 7,  // shaderIntegerDotProduct, and that of signed bytes packed in words is quick
  kMoteFloat16 = 1 << 8,  // shaderFloat16: products in f16, only in a program that allows them (program.fbs, Program.float16)
  kMoteSubgroups = 1 << 9,  // subgroups of eight invocations or more, which shuffle values in compute shaders
};

// Whether a bit set of words has bit `number` (program.fbs, Shader.constants).
static inline bool MoteHasBit(const uint32_t* words, uint32_t count, uint32_t number) {
  return number / 32 < count && (words[number / 32] >> (number % 32) & 1) != 0;
}

// Points of an invocation's tile along a dimension of the flat domain (program.fbs, Shader.tiles).
static inline uint32_t MoteTileOf(uint32_t tiles, uint32_t dimension) {
  uint32_t size = 1;
  for (; tiles != 0; tiles >>= 16) {
    if ((tiles & 0xff) == dimension && (tiles >> 8 & 0xff) != 0) size *= tiles >> 8 & 0xff;
  }
  return size;
}

// The words of a dispatch. `first` is the first push constant: the point, tile or group that this dispatch starts with. Behind it, or in a
// parameter block when they are too many, stands the run of words whose places are here.
struct MoteShaderWords {
  uint32_t operands;  // of the kernel
  uint32_t params;    // parameter words of the step, but for specialization constants
  bool counts;        // the kernel has accesses that are checked as it runs (kMoteCodeChecked)

  uint32_t Domain() const { return 0; }  // points, tiles or groups in all
  uint32_t Place(uint32_t operand) const { return 1 + operand; }  // where it starts in its binding, in words
  uint32_t Count(uint32_t operand) const { return 1 + operands + operand; }  // its elements; only with `counts`
  uint32_t Param(uint32_t word) const { return 1 + operands * (counts ? 2 : 1) + word; }
  uint32_t Total() const { return Param(params); }
  bool InBlock() const { return 1 + Total() > kMotePushWords; }
};

#endif
