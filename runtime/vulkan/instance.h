// What mote_vulkan_instance_create makes of an entry: the recording, where tensors lie in it, and which segments run when.
#ifndef MOTE_VULKAN_INSTANCE_H_
#define MOTE_VULKAN_INSTANCE_H_

#include "core/kernel_code.h"
#include "core/program.h"
#include "vulkan/recording.h"

namespace mote::vulkan {

// Blocks of the program as the host goes through them. Numbers of blocks are the program's.
struct Action {
  enum Kind : uint32_t { kSegment, kWhile, kConditional } kind;
  uint32_t first;   // kSegment: the segment; kWhile: the condition's block; kConditional: the first of its blocks in `branches`
  uint32_t second;  // kWhile: the body's block; kConditional: the number of branches
  uint32_t flag;    // the segment that reads what decides
  bool predicate;   // kConditional: one byte, true for the first branch; else an s32 index
  uint64_t work;    // kSegment: element operations of its steps
};

struct ActionRange {
  uint32_t first, count;
};

}  // namespace mote::vulkan

struct mote_vulkan_instance {
  mote::vulkan::Recording recording;
  uint64_t* tensor_offsets;  // inputs, then outputs, in their buffers
  uint64_t* tensor_bytes;
  uint32_t inputs, outputs;
  mote::vulkan::Action* actions;
  mote::vulkan::ActionRange* blocks;
  uint32_t* branches;
  uint32_t* pending;         // segments that wait to be submitted
  uint32_t entry_block, last_segment;
  uint64_t step_budget;      // 0: none
};

namespace mote::vulkan {

// shaders.cpp: the first of a kernel's shaders that fits the device; MOTE_MISSING_FEATURE, with what stands against the last, when none
// does.
mote_status ChooseShader(const mote_vulkan_device& device, const mote_program& program, uint32_t kernel, Shader* shader);
// Points of a flat kernel, tiles where there are some, groups of any other: below 2^31, as extents are proven.
uint32_t DomainOf(const runtime::KernelCode& code, const uint32_t* params, uint32_t tiles);
// translator.cpp
mote_status Translate(mote_vulkan_device* device, const mote_program& program, uint32_t entry, mote_vulkan_instance* instance);
// control.cpp
mote_status RunActions(mote_vulkan_instance* instance);

}  // namespace mote::vulkan

#endif
