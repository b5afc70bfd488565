/* The UART of Arm's MPS2 and MPS3 boards (CMSDK), at MOTE_UART, 115 200 baud. */
#include <stdint.h>

#include "serial.h"

enum { kData, kState, kControl, kInterrupt, kDivider }; /* words */
#define UART ((volatile uint32_t*)MOTE_UART)

void serial_begin(void) {
  UART[kDivider] = MOTE_BOARD_HZ / 115200;
  UART[kControl] = 3; /* both ways */
}

char serial_get(void) {
  while ((UART[kState] & 2) == 0) {
  }
  return (char)UART[kData];
}

void serial_put(char character) {
  while ((UART[kState] & 1) != 0) {
  }
  UART[kData] = (uint8_t)character;
}
