/* A medium over a UART of the MPS2 boards (CMSDK APB UART), polled: a stream. It holds one byte that came: under QEMU the next one waits
   outside, on a board it is lost unless the group is polled more often than bytes come, or an interrupt fetches them. */
#ifndef MOTE_PORTS_CORTEX_M_UART_H_
#define MOTE_PORTS_CORTEX_M_UART_H_

#include "mote/link.h"

enum { MOTE_UARTS = 5 }; /* of a board: it reaches as many other members */

typedef struct mote_uart {
  volatile uint32_t* registers;
  uint32_t interrupt; /* number of "a byte came" */
  uint32_t begin, end;
  uint8_t out[256]; /* what the line did not take yet */
} mote_uart;

/* Number from 0, as QEMU counts its -serial options; `divisor`: processor clocks a bit, at least 16. */
void mote_uart_open(mote_uart* uart, uint32_t number, uint32_t divisor);
mote_medium mote_uart_medium(mote_uart* uart); /* `uart` outlives it */
/* Sleeps until a byte has come to one of these, at most 10 ms. No exception is taken: interrupts of the UARTs and of the timer that ends
   the sleep are only on, and masked, meanwhile. */
void mote_uart_sleep(mote_uart* uarts, uint32_t count);
/* Processor clocks by a counter of the board; wraps. */
uint32_t mote_uart_clocks(void);

#endif
