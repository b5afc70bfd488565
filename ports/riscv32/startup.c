/* Reset to main for a RISC-V core of 32 bits that starts at the first byte of FLASH, in machine mode: traps, .data copied, .bss zeroed.
   Ends by a semihosting exit. The other files of this port are those of ../cortex_m. */
#include <stddef.h>
#include <stdint.h>

#include "semihosting.h"

extern char mote_data_load[], mote_data_start[], mote_data_end[], mote_bss_start[], mote_bss_end[];
void* memcpy(void* to, const void* from, size_t size); /* memory.c */
void* memset(void* to, int value, size_t size);

int main(void);

__attribute__((used, aligned(4))) static void fault(void) {
  semihosting_write("fault\n");
  semihosting_exit(1);
}

__attribute__((used)) static void start(void) {
  memcpy(mote_data_start, mote_data_load, (size_t)(mote_data_end - mote_data_start));
  memset(mote_bss_start, 0, (size_t)(mote_bss_end - mote_bss_start));
  semihosting_exit(main());
}

__attribute__((section(".vectors"), naked, used)) void mote_reset(void) {
  __asm volatile(
    ".option push\n"
    ".option arch, +zicsr\n"
    "la sp, mote_stack_top\n"
    "la t0, %0\n"
    "csrw mtvec, t0\n"
    "tail %1\n"
    ".option pop" : : "i"(fault), "i"(start));
}
