/* memcpy, memmove, memset, memcmp for a system without a C library. Word-wise where both sides are aligned alike. */
#include <stddef.h>
#include <stdint.h>

void* memcpy(void* to, const void* from, size_t size) { /* no restrict: memmove's where to lies in front */
  unsigned char *d = to, *const end = d + size;
  const unsigned char* s = from;
  if ((((uintptr_t)d ^ (uintptr_t)s) & 3) == 0) {
    while (d != end && ((uintptr_t)d & 3) != 0) *d++ = *s++;
    for (; end - d >= 16; d += 16, s += 16) { /* word by word: as a struct it might be a call of memcpy */
      const uint32_t* w = (const uint32_t*)s;
      const uint32_t a = w[0], b = w[1], c = w[2], e = w[3];
      ((uint32_t*)d)[0] = a, ((uint32_t*)d)[1] = b, ((uint32_t*)d)[2] = c, ((uint32_t*)d)[3] = e;
    }
    for (; end - d >= 4; d += 4, s += 4) *(uint32_t*)d = *(const uint32_t*)s;
  }
  while (d != end) *d++ = *s++;
  return to;
}

void* memmove(void* to, const void* from, size_t size) {
  unsigned char* d = to;
  const unsigned char* s = from;
  if (d <= s || d >= s + size) return memcpy(to, from, size); /* it goes upwards */
  while (size-- != 0) d[size] = s[size];
  return to;
}

void* memset(void* to, int value, size_t size) {
  unsigned char *d = to, *const end = d + size;
  const uint32_t word = (unsigned char)value * 0x01010101u;
  while (d != end && ((uintptr_t)d & 3) != 0) *d++ = (unsigned char)word;
  for (; end - d >= 4; d += 4) *(uint32_t*)d = word;
  while (d != end) *d++ = (unsigned char)word;
  return to;
}

int memcmp(const void* a, const void* b, size_t size) {
  const unsigned char *x = a, *y = b;
  for (; size != 0; --size, ++x, ++y) {
    if (*x != *y) return *x - *y;
  }
  return 0;
}
