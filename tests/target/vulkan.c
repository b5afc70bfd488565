/* The Vulkan path links, and finds a device that it can describe or says that there is none. */
#include <mote/vulkan.h>
#include <stdio.h>

int main(void) {
  mote_vulkan_device* device = NULL;
  mote_vulkan_facts facts = {0};
  const mote_vulkan_options options = {.software = 1};
  const mote_status status = mote_vulkan_open(&options, &device);
  if (status.code == MOTE_NO_DEVICE) {
    puts("no Vulkan device");
    return device == NULL ? 0 : 1;
  }
  if (status.code != MOTE_OK || device == NULL) return 1;
  mote_vulkan_query(device, &facts);
  printf("%s\n", facts.name);
  mote_vulkan_close(device);
  return facts.name[0] != 0 ? 0 : 1;
}
