/* Registers by number of the word: data, state, control, interrupts, divisor. Addresses and numbers of AN385, AN386 and AN500. */
#include "uart.h"

enum { kData = 0, kState = 1, kControl = 2, kInterrupts = 3, kDivisor = 4 };
enum { kSending = 1, kReceived = 2 }; /* of state: the byte in the register was not taken yet; of interrupts likewise */
enum { kSendAndReceive = 3, kTellReceived = 8 }; /* of control */

static const struct {
  uint32_t address, interrupt;
} kUarts[MOTE_UARTS] = {{0x40004000u, 0}, {0x40005000u, 2}, {0x40006000u, 4}, {0x40007000u, 18}, {0x40009000u, 20}};

#define TIMER ((volatile uint32_t*)0x40000000u)   /* control, value, reload, interrupts */
#define COUNTER ((volatile uint32_t*)0x40028018u) /* of processor clocks, in the FPGA */
enum { kTimerInterrupt = 8, kTimerOn = 9, kTimerOff = 0 };
/* Of the interrupt controller, a bit an interrupt. */
#define ENABLE ((volatile uint32_t*)0xE000E100u)
#define DISABLE ((volatile uint32_t*)0xE000E180u)
#define FORGET ((volatile uint32_t*)0xE000E280u)

static void flush(mote_uart* uart) {
  while (uart->begin < uart->end) {
    if ((uart->registers[kState] & kSending) != 0) return;
    uart->registers[kData] = uart->out[uart->begin++];
  }
  uart->begin = uart->end = 0;
}

static size_t room(void* user) {
  mote_uart* uart = user;
  flush(uart);
  return sizeof uart->out - uart->end;
}

static void write(void* user, const void* data, size_t size) {
  mote_uart* uart = user;
  const uint8_t* bytes = data;
  for (size_t i = 0; i < size; ++i) uart->out[uart->end++] = bytes[i];
  flush(uart);
}

static size_t read(void* user, void* data, size_t size) {
  mote_uart* uart = user;
  uint8_t* bytes = data;
  size_t got = 0;
  while (got < size && (uart->registers[kState] & kReceived) != 0) bytes[got++] = (uint8_t)uart->registers[kData];
  return got;
}

void mote_uart_open(mote_uart* uart, uint32_t number, uint32_t divisor) {
  uart->registers = (volatile uint32_t*)(uintptr_t)kUarts[number].address;
  uart->interrupt = kUarts[number].interrupt;
  uart->begin = uart->end = 0;
  uart->registers[kDivisor] = divisor < 16 ? 16 : divisor;
  uart->registers[kControl] = kSendAndReceive | kTellReceived;
}

mote_medium mote_uart_medium(mote_uart* uart) {
  const mote_medium medium = {uart, MOTE_LINK_MOST_PAYLOAD_STREAM, 0, 1, room, write, read, 0, 0, 0};
  return medium;
}

void mote_uart_sleep(mote_uart* uarts, uint32_t count) {
  uint32_t bits = UINT32_C(1) << kTimerInterrupt, came = 0;
  __asm volatile("cpsid i" ::: "memory");
  TIMER[2] = TIMER[1] = MOTE_BOARD_HZ / 100;
  TIMER[3] = 1;
  TIMER[0] = kTimerOn;
  for (uint32_t i = 0; i < count; ++i) {
    uarts[i].registers[kInterrupts] = kReceived;
    bits |= UINT32_C(1) << uarts[i].interrupt;
  }
  *FORGET = bits;
  for (uint32_t i = 0; i < count; ++i) came |= uarts[i].registers[kState] & kReceived;
  if (came == 0) {
    *ENABLE = bits;
    __asm volatile("dsb\n wfi" ::: "memory"); /* ends when one of them is pending, although they are masked */
    *DISABLE = bits;
  }
  TIMER[0] = kTimerOff;
  __asm volatile("cpsie i" ::: "memory");
}

uint32_t mote_uart_clocks(void) { return *COUNTER; }
