// What mote_vulkan_instance_create makes of an entry: the instance that the executor walks, the recording, and what is submitted where.
#ifndef MOTE_VULKAN_INSTANCE_H_
#define MOTE_VULKAN_INSTANCE_H_

#include "core/executor.h"
#include "core/kernel_code.h"
#include "vulkan/recording.h"

namespace mote::vulkan {

// What the driver does at a step, by the word where it begins. Nothing: the step was submitted with one before it.
struct Submission {
  uint32_t segment : 31;  // number + 1: the segment that begins here, that reads what decides, or that brings a host step its operands
  uint32_t on_host : 1;   // the CPU runs the step; the next segment takes its results to the device
};

}  // namespace mote::vulkan

struct mote_vulkan_instance {
  mote_instance host;        // its arena is the mirror that steps on the CPU see
  mote::vulkan::Recording recording;
  uint64_t* tensor_offsets;  // inputs, then outputs, in their buffers
  uint64_t* tensor_bytes;
  uint32_t inputs, outputs;
  uint64_t state_offset;     // of the state in the arena's buffer
  mote::vulkan::Submission* submissions;  // by word
  uint32_t* pending;         // segments that wait to be submitted
  uint32_t waiting, submitted;  // how many; the last one so far
  uint32_t last_segment, clear_segment;
  uint32_t device_steps, host_steps, exchange_steps;
};

namespace mote::vulkan {

// shaders.cpp: the first of a kernel's shaders that fits the device; false when none does.
bool ChooseShader(const mote_vulkan_device& device, const mote_program& program, uint32_t kernel, Shader* shader);
// Points of a flat kernel, tiles where there are some, groups of any other: below 2^31, as extents are proven.
uint32_t DomainOf(const runtime::KernelCode& code, const uint32_t* params, uint32_t tiles);
// translator.cpp. `state_of`: whose arena and state are shared; null: nobody's.
mote_status Translate(mote_vulkan_device* device, const mote_program& program, uint32_t entry, const mote_vulkan_instance* state_of,
                      mote_vulkan_instance* instance);
// driver.cpp
extern const runtime::Driver kVulkanDriver;
// Adds a segment to those that wait, and runs what waits.
mote_status Submit(mote_vulkan_instance* instance, uint32_t segment);
mote_status Flush(mote_vulkan_instance* instance);

}  // namespace mote::vulkan

#endif
