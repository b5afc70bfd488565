// FindEffect: what one step does to memory, from its words alone, and whether its accesses and overlaps are safe.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "audit/intervals.h"
#include "audit/read_program.h"

namespace mote::audit {

struct Effect {
  std::map<int32_t, Intervals> reads;   // view → bytes of its space that must hold its value before the step
  std::map<int32_t, Intervals> writes;  // view → bytes surely written
  std::set<int32_t> written;            // views that may be written
  std::set<int32_t> touched;
  int64_t scratch = 0;                  // bytes of the scratch region it may write
};

// Problems are appended, each beginning with the variant and the step.
Effect FindEffect(const ReadVariantResult& variant, const ReadStep& step, std::vector<std::string>& problems);

// Whether every load happens before the store that overwrites what it reads, for operands that are the same memory.
bool LoadsComeFirst(const Microcode& code, const std::vector<uint32_t>& params, const MemoryEvent& load, const MemoryEvent& store);

// The extents of axes and the box of an access, from a step's parameter words.
int64_t ExtentOf(const Microcode& code, const std::vector<uint32_t>& params, int32_t axis);
Box BoxOf(const Microcode& code, const std::vector<uint32_t>& params, const MemoryEvent& event);
// Axes that an event runs over: group axes, its stage's lane axes, the loops around it.
std::vector<int32_t> AxesOf(const Microcode& code, const MemoryEvent& event);

}  // namespace mote::audit
