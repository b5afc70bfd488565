// Encryption of links between processes (mote/seal.h), where this tool was built with Mbed TLS.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hlo/diagnostic.h"
#include "mote/seal.h"

namespace mote {

// A file of 64 hexadecimal digits. kUnsupported: this tool has no cipher.
Result<std::vector<uint8_t>> ReadLinkKey(const std::string& path);
// For media of links with a key that was read.
mote_cipher LinkCipher();

}  // namespace mote
