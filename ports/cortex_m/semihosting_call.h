/* Cortex-M's semihosting call: a breakpoint with a number of its own. */
#ifndef MOTE_PORTS_SEMIHOSTING_CALL_H_
#define MOTE_PORTS_SEMIHOSTING_CALL_H_

#include <stdint.h>

static uint32_t semihosting_call(uint32_t operation, const void* argument) {
  register uint32_t r0 __asm("r0") = operation;
  register const void* r1 __asm("r1") = argument;
  __asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

#endif
