// What a device is measured to do, and what is chosen by it.
#ifndef MOTE_VULKAN_PROBES_H_
#define MOTE_VULKAN_PROBES_H_

#include "vulkan/device.h"

namespace mote::vulkan {

// Before a device's first instance: measures it, unless the application or an earlier process knows, and chooses. Fails where the device is
// lost; what else goes wrong leaves the choices as they are without.
mote_status Calibrate(mote_vulkan_device* device);
// Megabytes of storage and of texels and megaflops, now or by an earlier process; nothing where one of them is 0.
void SetMeasured(mote_vulkan_facts* facts, uint32_t storage, uint32_t texels, uint32_t operations);

}  // namespace mote::vulkan

#endif
