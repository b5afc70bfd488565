/* RISC-V's semihosting call: an ebreak between two instructions that do nothing, all of 4 bytes and in one page. */
#ifndef MOTE_PORTS_SEMIHOSTING_CALL_H_
#define MOTE_PORTS_SEMIHOSTING_CALL_H_

#include <stdint.h>

__attribute__((noinline)) static uint32_t semihosting_call(uint32_t operation, const void* argument) {
  register uint32_t a0 __asm("a0") = operation;
  register const void* a1 __asm("a1") = argument;
  __asm volatile(
    ".option push\n"
    ".option norvc\n"
    ".balign 16\n"
    "slli x0, x0, 0x1f\n"
    "ebreak\n"
    "srai x0, x0, 7\n"
    ".option pop" : "+r"(a0) : "r"(a1) : "memory");
  return a0;
}

#endif
