// The words of a shader that the runtime brings along, packed when it is compiled: seven bits a byte, the lowest first, of which all but
// the last one have the eighth set. Most words are ids and small numbers, so they are less than half as long.
#ifndef MOTE_VULKAN_PACKED_WORDS_H_
#define MOTE_VULKAN_PACKED_WORDS_H_

#include <stddef.h>
#include <stdint.h>

namespace mote::vulkan {

template <size_t kBytes>
struct PackedWords {
  uint8_t bytes[kBytes];
};

template <size_t kCount>
constexpr size_t PackedBytes(const uint32_t (&words)[kCount]) {
  size_t bytes = 0;
  for (uint32_t word : words) {
    for (++bytes; word >= 0x80; word >>= 7) ++bytes;
  }
  return bytes;
}

template <size_t kBytes, size_t kCount>
constexpr PackedWords<kBytes> Pack(const uint32_t (&words)[kCount]) {
  PackedWords<kBytes> packed = {};
  uint8_t* to = packed.bytes;
  for (uint32_t word : words) {
    for (; word >= 0x80; word >>= 7) *to++ = static_cast<uint8_t>(0x80 | word);
    *to++ = static_cast<uint8_t>(word);
  }
  return packed;
}

inline void Unpack(const uint8_t* from, uint32_t* to, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    uint32_t word = 0;
    for (uint32_t shift = 0;; shift += 7) {
      word |= uint32_t{*from & 0x7fu} << shift;
      if (*from++ < 0x80) break;
    }
    to[i] = word;
  }
}

}  // namespace mote::vulkan

#endif
