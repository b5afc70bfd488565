// For the sanitizer build alone: the validation layer keeps some kilobytes of its own when its instance goes. mote and the driver keep
// nothing (VK_LAYER_PATH=/none shows it). The layer stays loaded, so that the leak report can name it.
#ifdef __SANITIZE_ADDRESS__
#include <dlfcn.h>

extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libVkLayer_khronos_validation\n"; }

namespace {
[[maybe_unused]] void* const g_layer = dlopen("libVkLayer_khronos_validation.so", RTLD_NOW | RTLD_NODELETE);
}
#endif
