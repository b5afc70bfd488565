/* The processor's cycles, at MOTE_BOARD_HZ; 32 bits of them. For one file of an image. */
#ifndef MOTE_PORTS_TICKS_H_
#define MOTE_PORTS_TICKS_H_

#include <stdint.h>

static void start_ticks(void) {}
static uint32_t ticks(void) {
  uint32_t cycles;
  __asm volatile(".option push\n.option arch, +zicsr\ncsrr %0, mcycle\n.option pop" : "=r"(cycles));
  return cycles;
}

#endif
