/* ChaCha20-Poly1305 of Mbed TLS: its context is a key's alone, so each call makes one. */
#include "mbedtls/mote_mbedtls.h"

#include <sys/random.h>
#include <sys/types.h>

#include <mbedtls/chachapoly.h>

static int Seal(void* user, const uint8_t key[32], const uint8_t nonce[12], const void* head, size_t head_size, void* data, size_t size,
                uint8_t tag[16]) {
  (void)user;
  mbedtls_chachapoly_context context;
  mbedtls_chachapoly_init(&context);
  const int sealed = mbedtls_chachapoly_setkey(&context, key) == 0 &&
                     mbedtls_chachapoly_encrypt_and_tag(&context, size, nonce, head, head_size, data, data, tag) == 0;
  mbedtls_chachapoly_free(&context);
  return sealed;
}

static int Open(void* user, const uint8_t key[32], const uint8_t nonce[12], const void* head, size_t head_size, void* data, size_t size,
                const uint8_t tag[16]) {
  (void)user;
  mbedtls_chachapoly_context context;
  mbedtls_chachapoly_init(&context);
  const int opened = mbedtls_chachapoly_setkey(&context, key) == 0 &&
                     mbedtls_chachapoly_auth_decrypt(&context, size, nonce, head, head_size, tag, data, data) == 0;
  mbedtls_chachapoly_free(&context);
  return opened;
}

static int Random(void* user, void* data, size_t size) {
  (void)user;
  return getrandom(data, size, 0) == (ssize_t)size; /* whole, since it is short */
}

mote_cipher mote_mbedtls_cipher(void) {
  const mote_cipher cipher = {NULL, Seal, Open, Random};
  return cipher;
}
