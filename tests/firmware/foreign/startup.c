/* Startup code of a project that knows nothing of mote: vectors, a tick, one task with a stack of its own, and the memory functions. */
#include <stddef.h>
#include <stdint.h>

extern uint32_t _estack, _sidata, _sdata, _edata, _sbss, _ebss;
void application_task(void);

volatile uint32_t os_ticks;
static uint64_t task_stack[384]; /* 3 KiB */

void* memcpy(void* to, const void* from, size_t size) {
  for (size_t i = 0; i < size; ++i) ((char*)to)[i] = ((const char*)from)[i];
  return to;
}
void* memmove(void* to, const void* from, size_t size) {
  if ((uintptr_t)to <= (uintptr_t)from) return memcpy(to, from, size);
  while (size-- != 0) ((char*)to)[size] = ((const char*)from)[size];
  return to;
}
void* memset(void* to, int value, size_t size) {
  for (size_t i = 0; i < size; ++i) ((char*)to)[i] = (char)value;
  return to;
}
int memcmp(const void* a, const void* b, size_t size) {
  for (const unsigned char *x = a, *y = b; size != 0; --size, ++x, ++y) {
    if (*x != *y) return *x - *y;
  }
  return 0;
}

void Reset_Handler(void) {
  *(volatile uint32_t*)0xE000ED88u |= 0xFu << 20; /* FPU on */
  for (uint32_t *to = &_sdata, *from = &_sidata; to < &_edata;) *to++ = *from++;
  for (uint32_t* to = &_sbss; to < &_ebss;) *to++ = 0;
  volatile uint32_t* const systick = (volatile uint32_t*)0xE000E010u;
  systick[1] = 16800 - 1, systick[2] = 0, systick[0] = 7; /* every 100 us */
  /* Interrupts stay on the main stack; the task has its own. */
  __asm volatile("msr psp, %0\n mov r0, #2\n msr control, r0\n isb\n bl application_task" : : "r"(task_stack + 384) : "r0", "memory");
  for (;;) {
  }
}

static void Default_Handler(void) {
  for (;;) {
  }
}
void SysTick_Handler(void) { ++os_ticks; }

__attribute__((section(".isr_vector"), used)) static void (*const vectors[16])(void) = {
    (void (*)(void))(uintptr_t)&_estack, Reset_Handler, Default_Handler, Default_Handler, Default_Handler, Default_Handler, Default_Handler,
    0, 0, 0, 0, Default_Handler, Default_Handler, 0, Default_Handler, SysTick_Handler};
