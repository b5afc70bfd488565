// The transforms of a tile, once an instruction set: what winograd_f32 has beside the products that are F32Instance's.
#ifndef MOTE_CPU_WINOGRAD_WINOGRAD_H_
#define MOTE_CPU_WINOGRAD_WINOGRAD_H_

#include <stddef.h>
#include <stdint.h>

#include "core/routine.h"

namespace mote::runtime {

struct TileRange {
  int32_t first, last;  // [first, last)
};

// The input of one tile. Position (i, j) is there where i and j are in `lines` and `pixels`, the first such at `from`; elsewhere it is 0.
// Becomes to[(6i + j)·step + channel].
struct WinogradInput {
  const float* from;
  ptrdiff_t line, pixel, channel;  // elements from one to the next
  TileRange lines, pixels;
  int32_t channels;
  float* to;
  ptrdiff_t step;
};

// The outputs of one tile from its products at from[(6i + j)·step + column]. Lines and pixels that are kept go to out[i·line + j·pixel +
// column], which is there for i = 0 whether or not it is kept.
struct WinogradOutput {
  const float* from;
  ptrdiff_t step;
  TileRange lines;
  int32_t pixels, columns;
  float* out;
  ptrdiff_t line, pixel;
  const DirectFinish* direct;    // null: sums
  const float *bias, *residual;  // as `out` lies, null: none
};

struct WinogradInstance {
  void (*input)(const WinogradInput&);
  void (*output)(const WinogradOutput&);
};

// By the number of the instruction set; each architecture's folder has its own.
extern const WinogradInstance* const kWinogradInstances[];
extern const WinogradInstance kPortableWinograd;

}  // namespace mote::runtime

#endif
