// Finds libvulkan with dlopen and fills the function table.
#include "vulkan/loader.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

namespace mote::vulkan {

static bool FindLibrary(Api* api) {
  static const char* const kNames[] = {"libvulkan.so.1", "libvulkan.so"};
  for (const char* name : kNames) {
    api->library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (api->library) break;
  }
  if (!api->library) return false;
  api->vkGetInstanceProcAddr = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(api->library, "vkGetInstanceProcAddr"));
  return api->vkGetInstanceProcAddr != nullptr;
}

namespace {

// Names, one behind the other, and where their functions are kept. Lists are a third of a call for every name.
struct Names {
  const char* names;
  const uint16_t* places;
  size_t count;
};
#define MOTE_VK_NAME(name) #name "\0"
#define MOTE_VK_PLACE(name) offsetof(Api, name),
#define MOTE_VK_NAMES(id, LIST)                             \
  constexpr uint16_t k##id##Places[] = {LIST(MOTE_VK_PLACE)}; \
  constexpr Names k##id##Names = {LIST(MOTE_VK_NAME), k##id##Places, sizeof k##id##Places / sizeof *k##id##Places};
MOTE_VK_NAMES(Global, MOTE_VK_GLOBAL_FUNCTIONS)
MOTE_VK_NAMES(Instance, MOTE_VK_INSTANCE_FUNCTIONS)
MOTE_VK_NAMES(Device, MOTE_VK_DEVICE_FUNCTIONS)
#undef MOTE_VK_NAMES
#undef MOTE_VK_PLACE
#undef MOTE_VK_NAME

template <class Get, class Handle>
bool LoadAll(Api* api, const Names& list, Get get, Handle handle) {
  bool complete = true;
  const char* name = list.names;
  for (size_t i = 0; i < list.count; ++i, name += strlen(name) + 1) {
    const PFN_vkVoidFunction function = get(handle, name);
    memcpy(reinterpret_cast<unsigned char*>(api) + list.places[i], &function, sizeof function);
    complete = complete && function != nullptr;
  }
  return complete;
}

}  // namespace

bool LoadLibrary(Api* api, PFN_vkGetInstanceProcAddr given) {
  api->vkGetInstanceProcAddr = given;
  if (!given && !FindLibrary(api)) return false;
  return LoadAll(api, kGlobalNames, api->vkGetInstanceProcAddr, VkInstance{});
}

bool LoadInstanceFunctions(Api* api, VkInstance instance) { return LoadAll(api, kInstanceNames, api->vkGetInstanceProcAddr, instance); }

bool LoadDeviceFunctions(Api* api, VkDevice device) { return LoadAll(api, kDeviceNames, api->vkGetDeviceProcAddr, device); }

void UnloadLibrary(Api* api) {
  if (api->library) dlclose(api->library);
  api->library = nullptr;
}

}  // namespace mote::vulkan
