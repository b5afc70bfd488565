// What the self-test found about the shaders of a program on a device.
#ifndef MOTE_VULKAN_FINDINGS_H_
#define MOTE_VULKAN_FINDINGS_H_

#include "vulkan/device.h"

namespace mote::vulkan {

struct Findings {
  Findings* next;
  uint64_t hash;     // of the program's shaders, and the entry
  uint32_t kernels;
  mote_vulkan_findings counts;
  uint8_t first[];   // by kernel: the first shader that may be used
};

Findings* NewFindings(uint64_t hash, uint32_t kernels);

}  // namespace mote::vulkan

#endif
