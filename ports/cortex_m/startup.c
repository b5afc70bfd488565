/* Reset to main for Cortex-M: vector table, FPU on, .data copied, .bss zeroed. Ends by a semihosting exit. */
#include <stddef.h>
#include <stdint.h>

#include "semihosting.h"

extern char mote_stack_top[], mote_data_load[], mote_data_start[], mote_data_end[], mote_bss_start[], mote_bss_end[];
void* memcpy(void* to, const void* from, size_t size); /* memory.c */
void* memset(void* to, int value, size_t size);

int main(void);

static void fault(void) {
  semihosting_write("fault\n");
  semihosting_exit(1);
}

/* SysTick's exception, for a firmware that counts its wraps. */
void mote_systick(void) __attribute__((weak, alias("fault")));

void mote_reset(void) {
#if defined(__ARM_FP)
  *(volatile uint32_t*)0xE000ED88u |= 0xFu << 20; /* CPACR: full access to CP10 and CP11 */
  __asm volatile("dsb\n isb");
#endif
  memcpy(mote_data_start, mote_data_load, (size_t)(mote_data_end - mote_data_start));
  memset(mote_bss_start, 0, (size_t)(mote_bss_end - mote_bss_start));
  semihosting_exit(main());
}

__attribute__((section(".vectors"), used)) static void (*const vectors[16])(void) = {
    (void (*)(void))mote_stack_top, mote_reset, fault, fault, fault, fault, fault, 0, 0, 0, 0, fault, fault, 0, fault, mote_systick,
};
