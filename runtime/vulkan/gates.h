// Loops whose turns only the device can count, and which no workgroup runs whole: the host submits some turns ahead, each with a gate
// between condition and body. Once the condition is false the gate stops that turn's body and all turns behind it, whose dispatches take
// their sizes from a table behind the arena. The host reads how many turns there were once for all of them.
#ifndef MOTE_VULKAN_GATES_H_
#define MOTE_VULKAN_GATES_H_

#include "core/program.h"
#include "vulkan/loops.h"
#include "vulkan/recording.h"

namespace mote::vulkan {

struct GatedLoop {
  uint32_t word;             // of its step
  uint32_t condition, body;  // blocks
  uint32_t dispatches;       // of a turn, the gate's among them
  uint64_t turn_work;        // element operations
  uint32_t ahead;            // turns of the next submission; twice as many each time
  uint64_t turns;            // that were taken since it began
};

using GatedLoops = LoopList<GatedLoop>;

// Of a loop's segments from its first one on.
enum class GatedSegment : uint32_t { kTurn, kTable, kCount };

// The table: turns that were let through, three words of nothing, then three counts of workgroups a dispatch. One for all loops of an
// instance, which do not run at the same time.
constexpr uint32_t kGateTableBytes = 4096, kGateHeadWords = 4, kGateEntryWords = 3;
constexpr uint32_t kMostGated = (kGateTableBytes / 4 - kGateHeadWords) / kGateEntryWords;

// shaders/gate.comp
Shader GateShader();
// A launch of it. `places`: what it reads, what it writes. `params` has room for kGateParams words.
constexpr uint32_t kGateParams = 4;
Launch GateLaunch(uint32_t kernel, const Place* places, uint32_t table_words, uint32_t* params);
// Workgroups of a launch: of one dispatch.
uint64_t GroupsOf(const Shader& shader, const Launch& launch);

// Loops whose blocks hold launches with shaders and copies alone, each one dispatch of the device, and a turn no more work than it takes
// at once. None on a processor. The list is the caller's to release, on failure too.
mote_status FindGatedLoops(const mote_vulkan_device& device, const mote_program& program, const runtime::EntryInfo& entry,
                           const Shader* shaders, const WholeLoops& whole, GatedLoops* loops);

}  // namespace mote::vulkan

#endif
