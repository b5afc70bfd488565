/* One case of fixed_cases.cpp in its file: this, then input, other, expected output, stream. Little-endian. */
#ifndef MOTE_TESTS_FIRMWARE_CASE_H_
#define MOTE_TESTS_FIRMWARE_CASE_H_

#include <stdint.h>

#include "schema/fixed_layout.h"

struct Case {
  int32_t fields[kMoteFixedFields];
  uint32_t input, other, output, stream;  /* bytes */
  uint32_t scratch;                       /* bytes that the routine asks for */
  uint32_t below, above;                  /* how far from the input the output may lie over it (FixedOrder); 0: nothing to be tried */
  /* Bits 0-1: of the input's address, 2-3: of the output's; 4: the stream, not the input, ends with the memory; 5: in two parts;
     6: its outputs may be anything; 7: they may lie in place of the input, too. */
  uint32_t place;
};

#endif
