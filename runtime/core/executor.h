// One executor for every path: it walks blocks and decides which step is next (executor.cpp); a driver carries steps out. The CPU's driver
// is the executor's own; vulkan/driver.cpp has the other.
#ifndef MOTE_CORE_EXECUTOR_H_
#define MOTE_CORE_EXECUTOR_H_

#include "core/instance.h"

namespace mote::runtime {

// Every call gives MOTE_OK, or why the run cannot go on.
struct Driver {
  // Carries out the step of `context`, from context.progress on. MOTE_MORE: it came as far as its budget. MOTE_WAIT: somebody else carries
  // it out; when that is done it is run again, with context.completed. Work on a device may still be under way when this returns.
  mote_status (*run)(mote_instance& instance, StepContext& context);
  // The value that a While or a Conditional decides by.
  mote_status (*decide)(mote_instance& instance, const StepView& step, uint32_t* value);
  // What has been run is complete and visible to the caller.
  mote_status (*flush)(mote_instance& instance);
};

extern const Driver kCpuDriver;

// The CPU's part of Driver::run, for drivers that have steps run there.
mote_status RunOnCpu(mote_instance& instance, StepContext& context);

// An operand's bytes as a While (a byte) or a Conditional (a byte or four) reads them.
inline uint32_t DecidingValue(const uint8_t* at, uint32_t bytes) {
  return bytes == 1 ? *at : *reinterpret_cast<const uint32_t*>(at);
}

}  // namespace mote::runtime

#endif
