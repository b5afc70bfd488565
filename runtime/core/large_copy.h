// Copies of whole tensors, which nobody reads before much else was read: large ones go past the caches, so that what they write over need
// not be read first.
#ifndef MOTE_CORE_LARGE_COPY_H_
#define MOTE_CORE_LARGE_COPY_H_

#include <stddef.h>
#include <stdint.h>

namespace mote::runtime {

#if defined(__x86_64__)
using CopyWord = long long __attribute__((vector_size(16)));
using CopyWordAnywhere = CopyWord __attribute__((aligned(1), may_alias));

inline void StreamWord(uint8_t* to, CopyWord word) {
#if defined(__clang__)
  __builtin_nontemporal_store(word, reinterpret_cast<CopyWord*>(to));
#else
  __builtin_ia32_movntdq(reinterpret_cast<CopyWord*>(to), word);
#endif
}
#endif

inline void CopyTensor(uint8_t* to, const uint8_t* from, size_t bytes) {
#if defined(__x86_64__)
  constexpr size_t kLarge = size_t{1} << 20, kLine = 64;
  const bool apart = to + bytes <= from || from + bytes <= to;
  if (bytes >= kLarge && apart) {
    const size_t head = (kLine - reinterpret_cast<uintptr_t>(to) % kLine) % kLine;
    __builtin_memcpy(to, from, head);
    size_t at = head;
    for (; at + kLine <= bytes; at += kLine) {
      const auto* source = reinterpret_cast<const CopyWordAnywhere*>(from + at);
      const CopyWord words[] = {source[0], source[1], source[2], source[3]};
      for (size_t i = 0; i < 4; ++i) StreamWord(to + at + i * sizeof(CopyWord), words[i]);
    }
    __builtin_memcpy(to + at, from + at, bytes - at);
    __builtin_ia32_sfence();  // before another thread or process is told of it
    return;
  }
#endif
  if (bytes != 0) __builtin_memmove(to, from, bytes);  // a tensor without bytes may have no place
}

}  // namespace mote::runtime

#endif
