/* memcpy, memmove, memset, memcmp for a system without a C library. Word-wise where both sides are aligned alike. */
#include <stddef.h>
#include <stdint.h>

void* memcpy(void* restrict to, const void* restrict from, size_t size) {
  unsigned char* d = to;
  const unsigned char* s = from;
  if ((((uintptr_t)d ^ (uintptr_t)s) & 3) == 0) {
    for (; size != 0 && ((uintptr_t)d & 3) != 0; --size) *d++ = *s++;
    for (; size >= 4; size -= 4, d += 4, s += 4) *(uint32_t*)d = *(const uint32_t*)s;
  }
  for (; size != 0; --size) *d++ = *s++;
  return to;
}

void* memmove(void* to, const void* from, size_t size) {
  unsigned char* d = to;
  const unsigned char* s = from;
  if (d <= s) {
    for (; size != 0; --size) *d++ = *s++;
  } else {
    while (size-- != 0) d[size] = s[size];
  }
  return to;
}

void* memset(void* to, int value, size_t size) {
  unsigned char* d = to;
  const uint32_t word = (unsigned char)value * 0x01010101u;
  for (; size != 0 && ((uintptr_t)d & 3) != 0; --size) *d++ = (unsigned char)value;
  for (; size >= 4; size -= 4, d += 4) *(uint32_t*)d = word;
  for (; size != 0; --size) *d++ = (unsigned char)value;
  return to;
}

int memcmp(const void* a, const void* b, size_t size) {
  const unsigned char *x = a, *y = b;
  for (; size != 0; --size, ++x, ++y) {
    if (*x != *y) return *x - *y;
  }
  return 0;
}
