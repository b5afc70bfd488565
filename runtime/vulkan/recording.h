// A Recording: four buffers, the pipelines of some kernels and command buffers ("segments"), recorded once and submitted as often as
// wanted. It knows launches and copies, not programs: translator.cpp translates, driver.cpp says which segments run.
//   make:    RecordingCreate → per launch: WantLaunch; MakePipelines → per launch or copy in order: RecordLaunch, RecordCopy;
//            RecordingSplit, RecordFlag → RecordingFinish → RecordEnds → RecordingUpload
//   use:     {write inputs, RecordingRun…, read outputs} any number of times
// A run submits EnterOf first, which brings the inputs to the device, and LeaveOf last.
#ifndef MOTE_VULKAN_RECORDING_H_
#define MOTE_VULKAN_RECORDING_H_

#include "vulkan/device.h"

namespace mote::vulkan {

enum Binding : uint32_t { kConstants = kMoteConstant, kArena = kMoteArena, kInputs = kMoteInput, kOutputs = kMoteOutput };

struct Shader {
  const uint32_t* words;  // SPIR-V
  uint32_t bytes;         // of it
  uint32_t local_size;    // invocations of a workgroup
  uint32_t group_domain;  // of a launch's domain a workgroup takes: as many as it has invocations, or one
  uint32_t tiles;         // as in program.fbs
  uint32_t texels;        // likewise
  uint32_t number;        // among those of its kernel
  const uint32_t* constants;  // likewise
  uint32_t constant_words;
  const uint8_t* packed = nullptr;  // in place of words (packed_words.h)
};

// float_modes.cpp: a shader's words and what floats of the device are told (mote_vulkan_facts.float_modes), to be released; or null.
uint32_t* WithFloatModes(uint32_t modes, const Shader& shader, size_t* bytes);

struct Place {
  uint32_t binding;
  uint64_t offset;  // bytes, a multiple of 4 for operands of launches
  uint64_t bytes;
};

constexpr uint8_t kOperandWritten = 0x80;  // in an operand's byte of microcode

struct Launch {
  uint32_t kernel;
  uint32_t domain;
  const Place* operands;
  const uint8_t* operand_types;  // their bytes in the kernel's microcode
  const uint32_t* counts;  // elements of each operand; null when the kernel takes none
  uint32_t operand_count;
  const uint32_t* params;
  uint32_t param_count;
  const uint32_t* constants;  // of its shader: parameter words that belong to the pipeline
  uint32_t constant_words;
  bool barrier;
  uint64_t work;  // element operations
  uint64_t indirect;  // of the arena's buffer: where a dispatch finds how many workgroups it has; 0: they are as many as it takes
};

inline bool IsConstant(const Launch& launch, uint32_t word) { return MoteHasBit(launch.constants, launch.constant_words, word); }

struct Buffer {
  VkBuffer buffer;
  VkDeviceMemory memory;
  uint8_t* mapped;  // null: device memory
  uint64_t size;    // allocated, a multiple of 256
  uint64_t range;   // of a binding
  bool by_hand;     // mapped and not coherent
};

// The application's buffer of a tensor; null: the host writes or reads it.
struct Foreign {
  VkBuffer buffer;
  uint64_t offset;
};

// Inputs, then outputs, by number: where they lie in their binding, and whose they are.
struct Tensors {
  uint32_t inputs, outputs;
  const uint64_t *offsets, *bytes;
  const Foreign* foreign;
};

// When a step began and ended on the device: two queries.
struct TimedStep {
  uint32_t step;     // its word
  uint32_t segment;  // where it ends
};

// A pipeline of a kernel, by what it reads as texels and the constants among the parameters that it was made for.
struct Pipeline {
  uint32_t kernel, texels;
  const uint32_t* params;  // of a launch
  uint32_t param_count;
  Pipeline* equal;         // another kernel's that stands for this one; null: none
  VkPipeline pipeline;     // none until MakePipelines
  mote_status status;      // of its making
  Pipeline* next;
};

struct TexelView {
  uint32_t binding;
  bool fours;            // four words a texel
  uint64_t base, bytes;  // from the buffer's start; length
  VkBufferView view;
  TexelView* next;
};

struct TexelSet {
  VkBufferView views[kMoteTexelBindings];
  VkDescriptorPool pool;
  VkDescriptorSet set;
  TexelSet* next;
};

// A program's constants on a device, which all its instances read.
struct SharedConstants {
  const uint8_t* bytes;  // the host's, by which they are known
  uint64_t size;
  Buffer buffer;
  bool there;            // RecordingUpload was through
  SharedConstants* next;
};

struct Recording {
  mote_vulkan_device* device;
  Buffer buffers[kBindings];
  Buffer staging[kBindings];  // none where the host uses the buffer itself, nor of constants; of the arena only when steps run on the host
  bool borrowed;              // the arena's buffer is another recording's
  SharedConstants* constants; // whose buffer stands for the constants'; null: one of its own, with parameter blocks or without
  Pipeline** pipelines;       // lists, by kernel
  uint32_t unmade;            // of those
  Shader* shaders;            // of kernels; their code is the caller's, who keeps it while there is more to record
  TexelView* texel_views;
  TexelSet* texel_sets;
  uint32_t kernel_count;
  VkDescriptorPool descriptor_pool;
  VkDescriptorSet descriptor_set;
  VkCommandPool command_pool;
  VkCommandBuffer* segments;
  uint32_t segment_room, segment;  // how many there may be; the one that is being recorded
  VkCommandBuffer commands;        // of that segment
  Buffer flag;                // host memory for what the host decides by, a word a segment
  bool* goes_on;                   // by segment: it is submitted behind the one before it, whose work was too much for one submission
  uint64_t work;                   // recorded in this segment so far
  uint64_t* works;                 // by segment
  bool repeats;                    // segments may be named more than once in a submission
  bool enters;                     // there is something to bring to the device
  bool by_hand;                    // some of the host's memory is not coherent
  VkFence fence;
  bool busy, fenced;          // work was submitted whose end nobody has seen; the fence stands for all of it
  mote_vulkan_sync sync;      // of the next submission and the last one of the run
  VkQueryPool queries;        // of timed steps; none: nobody asked
  TimedStep* timed;
  uint32_t timed_room, timed_count;
  uint64_t constants_bytes;   // of the program, parameter blocks not included
  uint64_t blocks_bytes;      // room for parameter blocks behind them
  uint64_t blocks_used;
  uint8_t* blocks;            // what goes there, until RecordingUpload
  uint32_t touched;           // bindings used since the last barrier, as bits; while recording
  VkPipeline bound_pipeline;  // while recording
};

// What a launch reads as texels: bit k and entry k stand for the k-th operand that is not written.
struct TexelReads {
  uint32_t mask;
  uint32_t operands[kMoteTexelOperands];
  uint64_t bases[kMoteTexelOperands];  // bytes of the binding in front of the window
  VkBufferView views[kMoteTexelBindings];
  VkDescriptorSet set;  // none where the shader names no texels
};

// buffers.cpp
// A descriptor set in a pool of its own. On failure the pool may be there, for its owner to destroy.
mote_status AllocateSet(const mote_vulkan_device& device, const VkDescriptorPoolSize& size, VkDescriptorSetLayout layout,
                        VkDescriptorPool* pool, VkDescriptorSet* set);
mote_status CreateBuffers(Recording* r, const struct RecordingShape& shape);
void DestroyBuffers(Recording* r);
mote_status CreateConstants(mote_vulkan_device* device, uint64_t bytes, Buffer* buffer);  // on failure half made
mote_status CreateStaging(mote_vulkan_device* device, uint64_t bytes, Buffer* buffer);  // memory of the host; on failure half made
void DestroyBuffer(mote_vulkan_device* device, Buffer* buffer);
// What the host wrote to the device, or what the device wrote to the host; memory that is coherent needs none of it.
mote_status Synchronize(mote_vulkan_device* device, const Buffer& buffer, bool to_device);
// constants.cpp: made by who comes first, kept until nobody is left (DropConstants).
mote_status ShareConstants(mote_vulkan_device* device, const uint8_t* bytes, uint64_t size, SharedConstants** shared);
// pipelines.cpp
mote_status CreatePipelines(Recording* r, const Shader* shaders, uint32_t count);
// The launch's pipeline, which need not be made yet: until then its parameters stay where they are.
mote_status WantPipeline(Recording* r, const Launch& launch, uint32_t texels, Pipeline** wanted);
// All that are wanted and not there. The first failure in the order of kernels; others may be there then.
mote_status MakePipelines(Recording* r);
void DestroyPipelines(Recording* r);
// texels.cpp
mote_status FindTexels(Recording* r, const Launch& launch, TexelReads* reads);
void DestroyTexels(Recording* r);

// Bytes of parameter blocks that a launch needs behind the constants; the sum over all launches is `blocks_bytes` of RecordingCreate.
uint64_t BlockBytes(const Launch& launch);
// In how many submissions a launch of so much work is cut; each takes a segment.
uint32_t LaunchPieces(const mote_vulkan_device& device, uint64_t work);
// What a recording is made of.
struct RecordingShape {
  uint64_t sizes[kBindings];  // bytes
  uint64_t blocks_bytes;
  const Shader* shaders;      // of kernels; one without words has no pipeline
  uint32_t kernel_count, segment_room;
  bool mirror;                // the host sees the arena too (RecordTransfer)
  bool repeats;               // as in Recording; not with timed steps, whose queries hold one time each
  const Buffer* arena;        // another recording's, to be shared; null: its own
  const uint8_t* constants;   // to be shared with others of the same, but for one with parameter blocks; null: its own
  uint32_t timed_room;        // steps that are timed; 0: none
};
// On failure the recording may be half made: destroy it all the same.
mote_status RecordingCreate(mote_vulkan_device* device, const RecordingShape& shape, Recording* recording);
// What RecordLaunch of the same launch needs of the device; it makes by itself what nobody wanted before.
mote_status WantLaunch(Recording* recording, const Launch& launch);
mote_status RecordLaunch(Recording* recording, const Launch& launch);
mote_status RecordCopy(Recording* recording, const Place& from, const Place& to, bool barrier);
// These words in the arena's buffer from `offset` on, before what dispatches by them.
void RecordTable(Recording* recording, uint64_t offset, const uint32_t* words, uint32_t count);
// Before what is dispatched by words that a launch wrote.
void RecordIndirectBarrier(Recording* recording);
// What follows goes to the next segment.
mote_status RecordingSplit(Recording* recording);
// Copies the first word of a place to where RecordingFlag finds it, after all earlier work.
mote_status RecordFlag(Recording* recording, const Place& from);
// Between a binding and the host's copy of it, where that is not the same memory: after all earlier work and before all later work of the
// device, and before what the host does next.
void RecordTransfers(Recording* recording, const Place* places, uint32_t count, bool to_host);
// Zeros in the arena's buffer from `offset` on.
void RecordClear(Recording* recording, uint64_t offset);
mote_status RecordingFinish(Recording* recording);
// Records, as often as the tensors' buffers change, what goes before the first segment and behind the last one. Not while it is busy.
mote_status RecordEnds(Recording* recording, const Tensors& tensors);
inline uint32_t EnterOf(const Recording& recording) { return recording.segment_room; }
inline uint32_t LeaveOf(const Recording& recording) { return recording.segment_room + 1; }
// times.cpp: around the work of a step; those that end in a segment, told after it ran.
void RecordBegin(Recording* recording, uint32_t step);
void RecordEnd(Recording* recording);
mote_status CreateTimes(Recording* recording, uint32_t room);
void TellTimes(const Recording& recording, const uint32_t* segments, uint32_t count, const mote_vulkan_times& to);
void DestroyTimes(Recording* recording);
// submit.cpp
// upload.cpp: after all launches are recorded, before the first run.
mote_status RecordingUpload(Recording* recording, const uint8_t* constants, uint64_t bytes);
// Memory of the host behind a binding, null for an arena that it does not see and for constants: what the next run reads as inputs, what
// the last one wrote as outputs.
uint8_t* RecordingHost(const Recording* recording, Binding binding);
// The word of a segment's RecordFlag, as of when it last ran, as bytes.
const uint8_t* RecordingFlag(const Recording* recording, uint32_t segment);
// Element operations of a segment, with those that it goes on in.
uint64_t RecordingWork(const Recording& recording, uint32_t segment);
// Submits segments in this order, each with those that it goes on in. None may be named twice but where it `repeats`. Waits for what was
// left under way.
mote_status RecordingSubmit(Recording* recording, const uint32_t* segments, uint32_t count, bool end_of_run);
// And waits, at most as long as the device's options say.
mote_status RecordingRun(Recording* recording, const uint32_t* segments, uint32_t count);
// The same of commands that are no segment.
mote_status SubmitBatch(Recording* recording, const VkCommandBuffer* commands, uint32_t count, bool last, bool end_of_run);
// Waits as long for what an earlier run left under way; RecordingWait so many milliseconds.
mote_status RecordingSettle(Recording* recording);
mote_status RecordingWait(Recording* recording, uint32_t milliseconds);
// Waits without limit, whatever happened. Part of RecordingDestroy.
void RecordingDrain(Recording* recording);
void RecordingDestroy(Recording* recording);

}  // namespace mote::vulkan

#endif
