/* Arm semihosting: text, files and exit through a debugger or QEMU. Nothing here works without one attached. */
#ifndef MOTE_PORTS_CORTEX_M_SEMIHOSTING_H_
#define MOTE_PORTS_CORTEX_M_SEMIHOSTING_H_

#include <stdint.h>

void semihosting_write(const char* text); /* 0-terminated */
void semihosting_write_number(uint32_t number, int digits); /* decimal, at least `digits` of them (0 to 10) */
/* A host file in its current directory; `writing` truncates. Returns a handle, or -1. */
int semihosting_open(const char* name, int writing);
/* Bytes moved, less than `size` at the end of the file. */
uint32_t semihosting_read(int file, void* data, uint32_t size);
uint32_t semihosting_store(int file, const void* data, uint32_t size);
void semihosting_close(int file);
void semihosting_exit(int code) __attribute__((noreturn));

#endif
