// The While steps and chains of steps of an entry that one workgroup runs whole on this device: what the translator records and the driver
// submits of them.
#ifndef MOTE_VULKAN_LOOPS_H_
#define MOTE_VULKAN_LOOPS_H_

#include "core/program.h"
#include "vulkan/recording.h"

namespace mote::vulkan {

struct WholeLoop {
  uint32_t word;            // of its step, or of a chain's first
  uint32_t steps;           // of a chain; 0: a loop, of which alone is true what follows
  uint32_t condition, body; // blocks
  uint32_t operands;        // of its launches: those of the blocks' steps, and the predicate
  uint32_t turns;           // of one launch at most
  uint32_t most;            // turns in all; 0: not known, it is asked behind each launch
  bool counted;             // these are as many as it takes
  uint32_t rest;            // turns of the launch in front of the last turn's, behind as many of `turns` as there are
  uint64_t turn_work;       // element operations
  Shader shader;
};

// What a segment of a loop of known turns leaves for the host to look at, beside the word of its step.
enum class LoopEnd : uint32_t { kLast, kBeforeLast };
constexpr uint32_t kOneTurn = 1;

// The byte of an operand of a loop's launch: what lies where no step may write counts as read, all else as written.
inline uint8_t LoopOperandType(const Place& place) { return place.binding == kConstants || place.binding == kInputs ? 0 : kOperandWritten; }

template <class Loop>
struct LoopList {
  Loop* all;
  uint32_t count;
  Loop* At(uint32_t word) const {
    for (uint32_t i = 0; i < count; ++i) {
      if (all[i].word == word) return &all[i];
    }
    return nullptr;
  }
  bool HasBlock(uint32_t block) const {
    for (uint32_t i = 0; i < count; ++i) {
      if (all[i].condition == block || all[i].body == block) return true;
    }
    return false;
  }
};
using WholeLoops = LoopList<WholeLoop>;

// Whether one step alone runs the block: what is recorded for it there is not missing elsewhere.
bool HasOneCaller(const mote_program& program, const runtime::EntryInfo& entry, uint32_t block);
// A launch sees a buffer that is larger than a binding through a window, which not all operands of a loop may lie in.
bool IsSeenWhole(const mote_vulkan_device& device, const mote_program& program, const runtime::EntryInfo& entry);

// Proves what the file says of an entry's loops, and keeps those that fit the device. `usable` by kernel: its first shader runs, and was
// found right. The list is the caller's to release, on failure too.
mote_status FindLoops(const mote_vulkan_device& device, const mote_program& program, const runtime::EntryInfo& entry, const bool* usable,
                      WholeLoops* loops);

}  // namespace mote::vulkan

#endif
