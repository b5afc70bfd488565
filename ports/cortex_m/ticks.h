/* SysTick at the processor clock, MOTE_BOARD_HZ: 24 bits that count down, and its exception for the 8 bits above them. For one file of an
   image. */
#ifndef MOTE_PORTS_TICKS_H_
#define MOTE_PORTS_TICKS_H_

#include <stdint.h>

#define SYSTICK ((volatile uint32_t*)0xE000E010u)
enum { kWrap = 1 << 24 };

static volatile uint32_t wrapped;
void mote_systick(void) { wrapped += kWrap; }

static void start_ticks(void) {
  SYSTICK[1] = kWrap - 1;
  SYSTICK[2] = 0;
  SYSTICK[0] = 7; /* on, exception, processor clock */
}
/* The exception comes when the counter reaches 0, which is where the ticks above it begin. */
static uint32_t ticks(void) {
  uint32_t high, low;
  do {
    high = wrapped;
    low = (0u - SYSTICK[2]) % kWrap;
  } while (high != wrapped);
  return high + low;
}

#endif
