// What mote_vulkan_instance_create makes of an entry: the instance that the executor walks, the recording, and what is submitted where.
#ifndef MOTE_VULKAN_INSTANCE_H_
#define MOTE_VULKAN_INSTANCE_H_

#include "core/executor.h"
#include "core/kernel_code.h"
#include "vulkan/gates.h"
#include "vulkan/recording.h"

namespace mote::vulkan {

// What the driver does at a step, by the word where it begins. Nothing: the step was submitted with one before it.
struct Submission {
  uint32_t segment : 28;  // number + 1: the segment that begins here, that reads what decides, or that brings a host step its operands
  uint32_t on_host : 1;   // the CPU runs the step; the next segment takes its results to the device
  uint32_t counted : 1;   // a loop that turns as often as its step says: its condition is asked before the last turn and behind it
  uint32_t whole : 1;     // a loop in one workgroup: `segment` launches it; of known turns, the two behind it end it
  uint32_t gated : 1;     // a loop that is submitted ahead: `segment` is its GatedSegment::kTurn, the two behind it are the others
};

// What an instance is made of, again and again.
struct Origin {
  mote_vulkan_device* device;
  const mote_program* program;
  uint32_t entry;
  mote_vulkan_instance* state_of;  // whose arena and state are shared; null: nobody's
  mote_vulkan_instance* next;      // of the device's
};

}  // namespace mote::vulkan

struct mote_vulkan_instance {
  mote_instance host;        // its arena is the mirror that steps on the CPU see
  mote::vulkan::Origin origin;
  mote::vulkan::Recording recording;
  bool ready;                // all below is there; not so behind a reset that failed
  uint64_t* tensor_offsets;  // inputs, then outputs, in their buffers
  uint64_t* tensor_bytes;
  mote::vulkan::Foreign* foreign;  // null until a buffer is bound
  uint32_t inputs, outputs;
  uint64_t state_offset;     // of the state in the arena's buffer
  mote::vulkan::Submission* submissions;  // by word
  int8_t* shaders;           // by word: which of its kernel's runs there, + 1
  uint32_t* pending;         // segments that wait to be submitted
  uint32_t pending_room;
  uint32_t waiting;          // how many
  uint64_t waiting_work;     // element operations of theirs
  mote::vulkan::WholeLoops loops;
  mote::vulkan::GatedLoops gated;
  uint32_t* ends;            // by segment: of a loop of known turns (the word of its step + 1) << 1 | LoopEnd, else 0
  uint32_t clear_segment;
  uint32_t device_steps, host_steps, exchange_steps;
  bool leaves_open;          // the run that is under way ends without a wait
  bool on_cpu;               // the device was lost: the CPU's driver runs all steps, in memory of its own
  uint8_t* cpu_memory;
  mote_vulkan_times times;
  mote_vulkan_findings findings;
};

namespace mote::vulkan {

inline Tensors TensorsOf(const mote_vulkan_instance& in) {
  return {in.inputs, in.outputs, in.tensor_offsets, in.tensor_bytes, in.foreign};
}
// shaders.cpp
bool IsFlat(const runtime::KernelCode& code);
bool Fits(const mote_vulkan_device& device, const runtime::ShaderInfo& shader);
// The first of a kernel's shaders from number `first` on that fits the device; false when none does.
bool ChooseShader(const mote_vulkan_device& device, const mote_program& program, uint32_t kernel, uint32_t first, Shader* shader);
// Points of a flat kernel, tiles where there are some, groups of any other: below 2^31, as extents are proven.
uint32_t DomainOf(const runtime::KernelCode& code, const uint32_t* params, uint32_t tiles);
// translator.cpp. `first` by kernel as of ChooseShader, null: all zeros. `trial`: the recording has one segment for the first step of each
// kernel that has a shader, which brings its operands to the device, runs it and brings back what it wrote, and nothing else.
mote_status Translate(mote_vulkan_instance* instance, const uint8_t* first, bool trial);
// instance.cpp: all but the origin.
mote_status Build(mote_vulkan_instance* instance);
void TearDown(mote_vulkan_instance* instance);
mote_status ClearState(mote_vulkan_instance* instance);
// reset.cpp: the device was lost. The run begins again on the CPU; its status, or `lost` where that cannot be.
mote_status RunOnCpuInstead(mote_vulkan_instance* instance, mote_status lost, uint64_t budget);
// self_test.cpp: by kernel of the instance's program, the first shader that may be used; null: nothing was found wrong.
mote_status FindingsOf(mote_vulkan_instance* instance, const uint8_t** first);
// driver.cpp
extern const runtime::Driver kVulkanDriver;
// Segments that may wait beside those of a run without loops.
constexpr uint32_t kLoopRoom = 256;
// Adds a segment to those that wait, and runs what waits.
mote_status Submit(mote_vulkan_instance* instance, uint32_t segment);
mote_status Flush(mote_vulkan_instance* instance);

}  // namespace mote::vulkan

#endif
