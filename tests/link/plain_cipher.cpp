#include "plain_cipher.h"

#include <cstring>
#include <vector>

namespace mote::link_test {
namespace {

uint32_t WordAt(const uint8_t* at) {
  return at[0] | static_cast<uint32_t>(at[1]) << 8 | static_cast<uint32_t>(at[2]) << 16 | static_cast<uint32_t>(at[3]) << 24;
}

void QuarterRound(uint32_t* s, int a, int b, int c, int d) {
  const auto turn = [](uint32_t x, int n) { return x << n | x >> (32 - n); };
  s[a] += s[b], s[d] = turn(s[d] ^ s[a], 16);
  s[c] += s[d], s[b] = turn(s[b] ^ s[c], 12);
  s[a] += s[b], s[d] = turn(s[d] ^ s[a], 8);
  s[c] += s[d], s[b] = turn(s[b] ^ s[c], 7);
}

// Section 2.3.
void Block(const uint8_t* key, uint32_t counter, const uint8_t* nonce, uint8_t* out) {
  uint32_t first[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, s[16];
  for (int i = 0; i < 8; ++i) first[4 + i] = WordAt(key + 4 * i);
  first[12] = counter;
  for (int i = 0; i < 3; ++i) first[13 + i] = WordAt(nonce + 4 * i);
  std::memcpy(s, first, sizeof s);
  for (int i = 0; i < 10; ++i) {
    for (int c = 0; c < 4; ++c) QuarterRound(s, c, 4 + c, 8 + c, 12 + c);
    for (int c = 0; c < 4; ++c) QuarterRound(s, c, 4 + (c + 1) % 4, 8 + (c + 2) % 4, 12 + (c + 3) % 4);
  }
  for (int i = 0; i < 16; ++i) {
    for (int b = 0; b < 4; ++b) out[4 * i + b] = static_cast<uint8_t>((s[i] + first[i]) >> (8 * b));
  }
}

void Xor(const uint8_t* key, const uint8_t* nonce, uint8_t* data, size_t size) {
  uint8_t block[64];
  for (size_t i = 0; i < size; ++i) {
    if (i % 64 == 0) Block(key, static_cast<uint32_t>(1 + i / 64), nonce, block);
    data[i] ^= block[i % 64];
  }
}

// Section 2.5, in limbs of 26 bits.
void Poly1305(const uint8_t* key, const std::vector<uint8_t>& text, uint8_t* tag) {
  constexpr uint64_t kLimb = (1 << 26) - 1;
  const auto limbs = [](const uint8_t* bytes, uint64_t* out) {
    for (int i = 0; i < 5; ++i) {
      out[i] = 0;
      for (int bit = 0; bit < 26; ++bit) {
        const int at = 26 * i + bit;
        if (at < 136) out[i] |= static_cast<uint64_t>(bytes[at / 8] >> at % 8 & 1) << bit;
      }
    }
  };
  uint8_t clamped[17] = {};
  std::memcpy(clamped, key, 16);
  for (const int i : {3, 7, 11, 15}) clamped[i] &= 15;
  for (const int i : {4, 8, 12}) clamped[i] &= 252;
  uint64_t r[5], h[5] = {};
  limbs(clamped, r);
  for (size_t at = 0; at < text.size(); at += 16) {
    uint8_t bytes[17] = {};
    const size_t size = text.size() - at < 16 ? text.size() - at : 16;
    std::memcpy(bytes, text.data() + at, size);
    bytes[size] = 1;
    uint64_t m[5], product[5] = {};
    limbs(bytes, m);
    for (int i = 0; i < 5; ++i) {
      for (int j = 0; j < 5; ++j) product[i] += (h[j] + m[j]) * (j <= i ? r[i - j] : 5 * r[5 + i - j]);
    }
    for (int turn = 0; turn < 2; ++turn) {
      for (int i = 0; i < 5; ++i) {
        const uint64_t carry = product[i] >> 26;
        product[i] &= kLimb;
        product[(i + 1) % 5] += i == 4 ? 5 * carry : carry;
      }
    }
    std::memcpy(h, product, sizeof h);
  }
  for (int turn = 0; turn < 2; ++turn) {  // carries that are left, then what is above 2^130 - 5
    for (int i = 0; i < 4; ++i) h[i + 1] += h[i] >> 26, h[i] &= kLimb;
    h[0] += 5 * (h[4] >> 26), h[4] &= kLimb;
  }
  uint64_t g[5], carry = 5;
  for (int i = 0; i < 5; ++i) g[i] = (h[i] + carry) & kLimb, carry = (h[i] + carry) >> 26;
  if (carry != 0) std::memcpy(h, g, sizeof h);
  uint32_t sum = 0;
  for (int i = 0; i < 16; ++i) {
    uint32_t byte = 0;
    for (int bit = 0; bit < 8; ++bit) byte |= static_cast<uint32_t>(h[(8 * i + bit) / 26] >> (8 * i + bit) % 26 & 1) << bit;
    sum += byte + key[16 + i];
    tag[i] = static_cast<uint8_t>(sum);
    sum >>= 8;
  }
}

// Section 2.8.
void TagOf(const uint8_t* key, const uint8_t* nonce, const void* head, size_t head_size, const void* data, size_t size, uint8_t* tag) {
  uint8_t block[64];
  Block(key, 0, nonce, block);
  std::vector<uint8_t> text(static_cast<const uint8_t*>(head), static_cast<const uint8_t*>(head) + head_size);
  text.resize((text.size() + 15) / 16 * 16);
  text.insert(text.end(), static_cast<const uint8_t*>(data), static_cast<const uint8_t*>(data) + size);
  text.resize((text.size() + 15) / 16 * 16);
  for (const uint64_t length : {static_cast<uint64_t>(head_size), static_cast<uint64_t>(size)}) {
    for (int i = 0; i < 8; ++i) text.push_back(static_cast<uint8_t>(length >> (8 * i)));
  }
  Poly1305(block, text, tag);
}

int Seal(void*, const uint8_t* key, const uint8_t* nonce, const void* head, size_t head_size, void* data, size_t size, uint8_t* tag) {
  Xor(key, nonce, static_cast<uint8_t*>(data), size);
  TagOf(key, nonce, head, head_size, data, size, tag);
  return 1;
}

int Open(void*, const uint8_t* key, const uint8_t* nonce, const void* head, size_t head_size, void* data, size_t size,
         const uint8_t* tag) {
  uint8_t wanted[16];
  TagOf(key, nonce, head, head_size, data, size, wanted);
  if (std::memcmp(wanted, tag, sizeof wanted) != 0) return 0;
  Xor(key, nonce, static_cast<uint8_t*>(data), size);
  return 1;
}

int Random(void* user, void* data, size_t size) {  // splitmix64
  uint64_t& state = *static_cast<uint64_t*>(user);
  for (size_t i = 0; i < size; ++i) {
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    static_cast<uint8_t*>(data)[i] = static_cast<uint8_t>(z >> 56);
  }
  return 1;
}

}  // namespace

mote_cipher PlainCipher(uint64_t* state) { return {state, Seal, Open, Random}; }

}  // namespace mote::link_test
