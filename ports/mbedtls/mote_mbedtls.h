/* The cipher of sealed mediums (mote/seal.h) by Mbed TLS, with random numbers of the system. */
#ifndef MOTE_PORTS_MBEDTLS_H_
#define MOTE_PORTS_MBEDTLS_H_

#include "mote/seal.h"

#ifdef __cplusplus
extern "C" {
#endif

mote_cipher mote_mbedtls_cipher(void);

#ifdef __cplusplus
}
#endif
#endif
