// Constants on a device, one buffer for all instances of a program: from the first of them, or its self-test, until the last one goes.
#include "vulkan/instance.h"

namespace mote::vulkan {
namespace {

bool IsUsed(const mote_vulkan_device& d, const SharedConstants* constants) {
  const mote_vulkan_instance* in = d.instances;
  while (in && in->recording.constants != constants) in = in->origin.next;
  return in != nullptr;
}

}  // namespace

mote_status ShareConstants(mote_vulkan_device* d, const uint8_t* bytes, uint64_t size, SharedConstants** shared) {
  SharedConstants* at = d->constants;
  while (at && !(at->bytes == bytes && at->size == size)) at = at->next;
  if (!at) {
    at = Allocate<SharedConstants>(1);
    if (!at) return Failure(MOTE_OUT_OF_MEMORY, Site::kVulkanHostMemory, 1);
    *at = {bytes, size, {}, false, d->constants};
    d->constants = at;
    MOTE_TRY(CreateConstants(d, size, &at->buffer));  // half made, it goes with the instance that is not made
  }
  *shared = at;
  return Done();
}

void DropConstants(mote_vulkan_device* d) {
  for (SharedConstants** at = &d->constants; *at;) {
    SharedConstants* const one = *at;
    if (IsUsed(*d, one)) {
      at = &one->next;
      continue;
    }
    *at = one->next;
    DestroyBuffer(d, &one->buffer);
    Release(one);
  }
}

}  // namespace mote::vulkan
