// Finds libvulkan with dlopen and fills the function table.
#include "vulkan/loader.h"

#include <dlfcn.h>

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

bool LoadLibrary(Api* api, PFN_vkGetInstanceProcAddr given) {
  api->vkGetInstanceProcAddr = given;
  if (!given && !FindLibrary(api)) return false;
  bool complete = true;
#define MOTE_VK_GET(name)                                                                 \
  api->name = reinterpret_cast<PFN_##name>(api->vkGetInstanceProcAddr(nullptr, #name)); \
  complete = complete && api->name != nullptr;
  MOTE_VK_GLOBAL_FUNCTIONS(MOTE_VK_GET)
#undef MOTE_VK_GET
  return complete;
}

bool LoadInstanceFunctions(Api* api, VkInstance instance) {
  bool complete = true;
#define MOTE_VK_GET(name)                                                                  \
  api->name = reinterpret_cast<PFN_##name>(api->vkGetInstanceProcAddr(instance, #name)); \
  complete = complete && api->name != nullptr;
  MOTE_VK_INSTANCE_FUNCTIONS(MOTE_VK_GET)
#undef MOTE_VK_GET
  return complete;
}

bool LoadDeviceFunctions(Api* api, VkDevice device) {
  bool complete = true;
#define MOTE_VK_GET(name)                                                              \
  api->name = reinterpret_cast<PFN_##name>(api->vkGetDeviceProcAddr(device, #name)); \
  complete = complete && api->name != nullptr;
  MOTE_VK_DEVICE_FUNCTIONS(MOTE_VK_GET)
#undef MOTE_VK_GET
  return complete;
}

void UnloadLibrary(Api* api) {
  if (api->library) dlclose(api->library);
  api->library = nullptr;
}

}  // namespace mote::vulkan
