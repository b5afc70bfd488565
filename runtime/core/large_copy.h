// Copies of whole tensors, which nobody reads before much else was read: large ones go past the caches, so that what they write over need
// not be read first.
#ifndef MOTE_CORE_LARGE_COPY_H_
#define MOTE_CORE_LARGE_COPY_H_

#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace mote::runtime {

inline void CopyTensor(uint8_t* to, const uint8_t* from, size_t bytes) {
#if defined(__x86_64__)
  constexpr size_t kLarge = size_t{1} << 20, kLine = 64;
  const bool apart = to + bytes <= from || from + bytes <= to;
  if (bytes >= kLarge && apart) {
    const size_t head = (kLine - reinterpret_cast<uintptr_t>(to) % kLine) % kLine;
    __builtin_memcpy(to, from, head);
    size_t at = head;
    for (; at + kLine <= bytes; at += kLine) {
      const auto* source = reinterpret_cast<const __m128i_u*>(from + at);
      auto* place = reinterpret_cast<__m128i*>(to + at);
      const __m128i a = _mm_loadu_si128(source), b = _mm_loadu_si128(source + 1), c = _mm_loadu_si128(source + 2),
                    d = _mm_loadu_si128(source + 3);
      _mm_stream_si128(place, a);
      _mm_stream_si128(place + 1, b);
      _mm_stream_si128(place + 2, c);
      _mm_stream_si128(place + 3, d);
    }
    __builtin_memcpy(to + at, from + at, bytes - at);
    _mm_sfence();  // before another thread or process is told of it
    return;
  }
#endif
  if (bytes != 0) __builtin_memmove(to, from, bytes);  // a tensor without bytes may have no place
}

}  // namespace mote::runtime

#endif
