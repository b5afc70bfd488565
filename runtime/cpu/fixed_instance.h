// FixedInstance: inner loops of the fixed-point rows for Linux (schema/fixed_layout.h), once an instruction set. What every one of them
// computes is the same, so a program runs on each.
#ifndef MOTE_CPU_FIXED_INSTANCE_H_
#define MOTE_CPU_FIXED_INSTANCE_H_

#include "core/fixed.h"

namespace mote::runtime {

// Windows of `count` pixels, 1 to kMoteHostPixels, each in runs of `quads` times four bytes.
struct HostProducts {
  const int32_t* fields;
  const int8_t* const* from;  // run r of pixel p: [r · kMoteHostPixels + p]
  int32_t count, runs, quads;
  const uint8_t* stream;
  int8_t* out;  // all channels of the first pixel; the others follow
};

// `count` pixels side by side. Position t of pixel p lies at from[t] + p · step[t], `channels` bytes; those up to a multiple of 16 may be
// read. Positions that fill quads up are anywhere, as long as 64 bytes and all channels.
struct HostTaps {
  const int32_t* fields;  // of the finish
  int32_t channels;       // of a pixel, also of the output
  bool three;             // the fourth position of each quad weighs nothing
  bool window;            // 3 by 3, its positions in the three rows equally far from each other
  const int8_t* const* from;
  const ptrdiff_t* step;
  int32_t count, quads;
  const uint8_t* stream;
  int8_t* out;
};

// Rows and columns of positions in the input, [channels) each.
struct HostPool {
  const int32_t* fields;
  const int8_t* from;
  ptrdiff_t row_step, column_step;
  int32_t rows, columns;
  const uint8_t* stream;
  int8_t* out;
};

struct FixedInstance {
  const char* name;
  int32_t pixels;  // that it wants at once, at most kMoteHostPixels
  void (*products)(const HostProducts&);
  void (*taps)(const HostTaps&);
  void (*average)(const HostPool&);
  void (*most)(const HostPool&);
  void (*add)(const FixedCall&);
};
extern const FixedInstance kPortableFixed;
// By the number of the instruction set; each architecture's folder has its own.
extern const FixedInstance* const kFixedInstances[];

}  // namespace mote::runtime

#endif
