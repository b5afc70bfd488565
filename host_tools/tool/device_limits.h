// What a Vulkan device can do at best, measured: the bounds that `mote bench --backend vulkan` holds steps against.
#pragma once

#include "tool/machine_limits.h"
#include "tool/runner.h"

namespace mote {

// Copies by the device, each a program that does nothing else, by the device's clock; multiply-adds as its probe found them (`backend`: of
// the program that is measured), 0 where it found nothing. Takes some tenths of a second.
Result<MachineLimits> MeasureDevice(const BackendFacts& backend);

}  // namespace mote
