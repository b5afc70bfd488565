/* The semihosting operations used here, by number of the Arm semihosting specification, which is RISC-V's too. */
#include "semihosting.h"

#include <semihosting_call.h> /* the processor's, of its port */

enum { kOpen = 0x01, kClose = 0x02, kWrite0 = 0x04, kWrite = 0x05, kRead = 0x06, kExit = 0x18, kExitExtended = 0x20 };

static uint32_t length(const char* text) {
  uint32_t n = 0;
  while (text[n] != 0) ++n;
  return n;
}

void semihosting_write(const char* text) { semihosting_call(kWrite0, text); }

void semihosting_write_number(uint32_t number, int digits) {
  char text[11];
  char* at = text + sizeof text - 1;
  *at = 0;
  for (; number != 0 || digits > 0; --digits) {
    *--at = (char)('0' + number % 10);
    number /= 10;
  }
  semihosting_write(at);
}

int semihosting_open(const char* name, int writing) {
  const uint32_t arguments[3] = {(uint32_t)(uintptr_t)name, writing ? 5u : 1u, length(name)}; /* "wb", "rb" */
  return (int)semihosting_call(kOpen, arguments);
}

uint32_t semihosting_read(int file, void* data, uint32_t size) {
  const uint32_t arguments[3] = {(uint32_t)file, (uint32_t)(uintptr_t)data, size};
  return size - semihosting_call(kRead, arguments);
}

uint32_t semihosting_store(int file, const void* data, uint32_t size) {
  const uint32_t arguments[3] = {(uint32_t)file, (uint32_t)(uintptr_t)data, size};
  return size - semihosting_call(kWrite, arguments);
}

void semihosting_close(int file) {
  const uint32_t arguments[1] = {(uint32_t)file};
  semihosting_call(kClose, arguments);
}

void semihosting_exit(int code) {
  const uint32_t arguments[2] = {0x20026u, (uint32_t)code}; /* ADP_Stopped_ApplicationExit */
  semihosting_call(kExitExtended, arguments);
  semihosting_call(kExit, (const void*)(uintptr_t)0x20026u);
  for (;;) {
  }
}
