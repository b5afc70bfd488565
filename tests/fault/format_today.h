// What the format allows, as SPEC.md says it: the one place to change when the format does, so that most of what the generator makes is
// still accepted. Native kernels' own description is in native_kernels.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "schema/microcode_layout.h"
#include "schema/routine_geometry.h"

namespace mote::fault {

inline constexpr bool kSixtyFour = sizeof(void*) == 8;

// Strips that scratch is planned for, and those of programs at their limits.
inline constexpr uint16_t kStrips[] = {kMoteMinStrip, 64, 96, 128, 256, 512, 1024, 1056, 2048, kMoteMaxStrip - 32, kMoteMaxStrip};
inline constexpr uint16_t kLongStrips[] = {kMoteMaxStrip, kMoteMaxStrip, kMoteMaxStrip - 32, 64};

inline constexpr uint32_t kMostDomain = 0x7fffffff;              // points of a domain
inline constexpr uint32_t kMostConvolution = kMoteMostPosition;  // positions along a dimension
inline constexpr uint32_t kDeepest = kMoteMaxLevel + 1;          // blocks that call each other

// How often, in percent, things are made that the verifier refuses, or that make the runtime leave a native kernel alone: as many as leave
// most programs accepted, so that a check that is lost is found.
inline constexpr uint32_t kViewInScratchPercent = 1;  // arena views over the scratch region
inline constexpr uint32_t kOtherRegionPercent = 1;    // regions that end, and views that name one, as they may not
inline constexpr uint32_t kOtherElementPercent = 3;   // views of a tensor in any other element type, perhaps a wider one
inline constexpr uint32_t kIndexOfBytesPercent = 3;   // indices of conditionals in a type of 4 bytes that is not one element
inline constexpr uint32_t kZeroImmediatePercent = 1;  // sext and zext by 0 bits, hidden by a wide prefix
inline constexpr uint32_t kFreeDilationPercent = 3;   // any stride and dilation where an extent of 0 leaves them without effect
inline constexpr uint32_t kOtherNativePercent = 15;   // operands of native kernels in other modes, types or lengths than the step's

// Sizes of views; the largest exist in address space only.
inline constexpr uint64_t kMostViewBytes = kSixtyFour ? UINT64_C(0xffffffff) : UINT64_C(8) << 20;
inline constexpr uint64_t kMostExternalBytes = kSixtyFour ? UINT64_C(0xfffff000) : UINT64_C(8) << 20;
inline constexpr int64_t kMostScratch = kSixtyFour ? INT64_C(0x7fffffff) : INT64_C(16) << 20;

// Element operations: of an entry point, 0: any; and of one call of mote_run.
inline constexpr uint64_t kStepBudgets[] = {0, 0, 0, 1, 50, 100000, UINT64_C(1) << 32, ~UINT64_C(0)};
inline constexpr uint64_t kRunBudgets[] = {1, 30, 1000, 10000};
inline constexpr uint32_t kMostTurns = 4;  // calls of mote_run

// The two words of a block in the block table.
inline void AppendBlock(std::vector<uint32_t>& table, uint32_t first, uint32_t count, uint32_t level) {
  table.insert(table.end(), {first, count | level << kMoteLevelShift});
}

}  // namespace mote::fault
