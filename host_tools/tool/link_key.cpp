#include "tool/link_key.h"

#include <fmt/format.h>

#include <cctype>

#include "tool/file_bytes.h"
#ifdef MOTE_HAS_CIPHER
#include "mbedtls/mote_mbedtls.h"
#endif

namespace mote {

Result<std::vector<uint8_t>> ReadLinkKey(const std::string& path) {
#ifndef MOTE_HAS_CIPHER
  return FileError(path, Rule::kUnsupported, "this mote was built without Mbed TLS, and encrypts no links",
                   "install libmbedtls-dev and build it again");
#endif
  MOTE_ASSIGN(const std::string text, ReadFile(path));
  std::vector<uint8_t> key;
  size_t digits = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if (std::isspace(c) != 0) continue;
    if (std::isxdigit(c) == 0) return FileError(path, Rule::kSyntax, fmt::format("byte {} is no hexadecimal digit", i));
    const int value = std::isdigit(c) != 0 ? c - '0' : std::tolower(c) - 'a' + 10;
    if (digits++ % 2 == 0) key.push_back(0);
    key.back() = static_cast<uint8_t>(key.back() << 4 | value);
  }
  if (digits == 2 * MOTE_SEAL_KEY) return key;
  return FileError(path, Rule::kSize, fmt::format("a key has {} hexadecimal digits, this file has {}", 2 * MOTE_SEAL_KEY, digits),
                   "`openssl rand -hex 32` makes one, or `od -An -N32 -tx1 /dev/urandom`");
}

mote_cipher LinkCipher() {
#ifdef MOTE_HAS_CIPHER
  return mote_mbedtls_cipher();
#else
  return {};
#endif
}

}  // namespace mote
