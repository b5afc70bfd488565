/* Reset to main for Cortex-M: vector table, FPU on, .data copied, .bss zeroed. Ends by a semihosting exit. */
#include <stdint.h>

#include "semihosting.h"

extern uint32_t mote_stack_top, mote_data_load, mote_data_start, mote_data_end, mote_bss_start, mote_bss_end;

int main(void);

static void fault(void) {
  semihosting_write("fault\n");
  semihosting_exit(1);
}

void mote_reset(void) {
#if defined(__ARM_FP)
  *(volatile uint32_t*)0xE000ED88u |= 0xFu << 20; /* CPACR: full access to CP10 and CP11 */
  __asm volatile("dsb\n isb");
#endif
  for (uint32_t *from = &mote_data_load, *to = &mote_data_start; to < &mote_data_end;) *to++ = *from++;
  for (volatile uint32_t* to = &mote_bss_start; to < &mote_bss_end;) *to++ = 0;
  semihosting_exit(main());
}

__attribute__((section(".vectors"), used)) static void (*const vectors[16])(void) = {
    (void (*)(void)) & mote_stack_top, mote_reset, fault, fault, fault, fault, fault, 0, 0, 0, 0, fault, fault, 0, fault, fault,
};
