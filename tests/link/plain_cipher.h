// ChaCha20-Poly1305 by the text of RFC 8439, for tests: slow, and plain.
#pragma once

#include "mote/seal.h"

namespace mote::link_test {

// Random numbers count on from `*state`, which outlives the cipher.
mote_cipher PlainCipher(uint64_t* state);

}  // namespace mote::link_test
