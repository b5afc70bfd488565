/* Encryption of a link, optional: a medium (mote/link.h) around another one, whose frames nobody can read, change, make up or bring again
   who does not have the key. schema/LINK.md section 8 is its specification. The runtime has no cipher: the caller brings ChaCha20-Poly1305
   (RFC 8439) and random numbers, ports/mbedtls those of Mbed TLS. A library of its own, mote::seal. */
#ifndef MOTE_SEAL_H_
#define MOTE_SEAL_H_

#include "mote/link.h"
#include "mote/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  MOTE_SEAL_KEY = 32,          /* bytes of the key that all members of a group are given */
  MOTE_SEAL_EXTRA = 24,        /* bytes of a frame beside what is in it */
  MOTE_SEAL_LEAST_PAYLOAD = 48 /* of a medium of datagrams below */
};

/* Each returns 1, or 0 where it failed. */
typedef struct mote_cipher {
  void* user;
  /* Encrypts `data` where it lies; `tag` is of it and of `head`, which may be empty. */
  int (*seal)(void* user, const uint8_t key[32], const uint8_t nonce[12], const void* head, size_t head_size, void* data, size_t size,
              uint8_t tag[16]);
  /* The reverse. 0: the tag is not theirs, and `data` is of no use. */
  int (*open)(void* user, const uint8_t key[32], const uint8_t nonce[12], const void* head, size_t head_size, void* data, size_t size,
              const uint8_t tag[16]);
  /* Bytes that nobody can foretell, and that do not come again when the member starts anew. */
  int (*random)(void* user, void* data, size_t size);
} mote_cipher;

typedef struct mote_seal_options {
  const mote_medium* medium; /* below: of a stream, or of datagrams of at least MOTE_SEAL_LEAST_PAYLOAD. Copied, as the next two are */
  const mote_cipher* cipher;
  const uint8_t* key;        /* MOTE_SEAL_KEY bytes that cannot be guessed */
  uint32_t member, peer;     /* the numbers of the two ends: this one's first */
} mote_seal_options;

/* Bytes that a sealed medium lives on, aligned to 8; 0: `medium` cannot be sealed. */
size_t mote_seal_size(const mote_medium* medium);
/* `sealed` is one of datagrams, whatever lies below: the group's frame must have room for them. `memory` outlives it.
   MOTE_INVALID_ARGUMENT: something is null, misaligned or out of range. MOTE_OUT_OF_MEMORY: `size` is too small. MOTE_FAILED: the cipher
   or its random numbers. */
MOTE_NODISCARD mote_code mote_seal_init(const mote_seal_options* options, void* memory, size_t size, mote_medium* sealed);
/* Counts frames that were refused: of another key, damaged, made up, or come again. */
uint32_t mote_seal_refused(const mote_medium* sealed);

#ifdef __cplusplus
}
#endif
#endif
