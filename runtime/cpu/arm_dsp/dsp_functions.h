// The assembly of this folder. Each function's own file says what it asks of its arguments.
#ifndef MOTE_CPU_ARM_DSP_DSP_FUNCTIONS_H_
#define MOTE_CPU_ARM_DSP_DSP_FUNCTIONS_H_

#include <stddef.h>
#include <stdint.h>

extern "C" {

// Pixels of four channels, and planes of them (planes.S): all in bytes but columns and rows.
struct MotePlanes {
  uint32_t columns, rows, pixel, line, plane, pitch, left, padding;  // padding: four times the byte
};

// products_2x2.inc
const uint32_t* mote_dsp_products(const uint32_t* stream, const void* windows, uint32_t quads, int8_t* out, ptrdiff_t other, int32_t shift,
                                  uint32_t pairs);
const uint32_t* mote_dsp_products_signed(const uint32_t* stream, const void* windows, uint32_t quads, int8_t* out, ptrdiff_t other,
                                         int32_t shift, uint32_t pairs);
// wide_2x2.inc
const uint32_t* mote_dsp_wide_products(const uint32_t* stream, const void* windows, uint32_t quads, int8_t* out, ptrdiff_t other,
                                       int32_t shift, uint32_t pairs);
const uint32_t* mote_dsp_wide_products_signed(const uint32_t* stream, const void* windows, uint32_t quads, int8_t* out, ptrdiff_t other,
                                              int32_t shift, uint32_t pairs);
void mote_dsp_wide_eight(const uint32_t* stream, const int8_t* in, uint32_t pixels, int8_t* out, uint32_t channels);
// products_1x4.inc
const uint32_t* mote_dsp_vector(const uint32_t* stream, const void* window, uint32_t quads, int8_t* out, int32_t shift, uint32_t fours);
const uint32_t* mote_dsp_vector_signed(const uint32_t* stream, const void* window, uint32_t quads, int8_t* out, int32_t shift,
                                       uint32_t fours);
// wide_1x4.inc
const uint32_t* mote_dsp_wide_vector(const uint32_t* stream, const void* window, uint32_t quads, int8_t* out, int32_t shift,
                                     uint32_t fours);
const uint32_t* mote_dsp_wide_vector_signed(const uint32_t* stream, const void* window, uint32_t quads, int8_t* out, int32_t shift,
                                            uint32_t fours);
// winograd_input.S, winograd.inc
void mote_dsp_winograd_input(const int8_t* const* pixels, void* to, uint32_t pitch, uint32_t turns);
void mote_dsp_winograd(const uint32_t* stream, void* positions, int8_t* const* pixels, uint32_t channels, uint32_t pitch);
void mote_dsp_winograd_signed(const uint32_t* stream, void* positions, int8_t* const* pixels, uint32_t channels, uint32_t pitch);
// planes.S, plane.S
void mote_dsp_planes_in(const int8_t* from, int8_t* to, const MotePlanes* shape);
void mote_dsp_planes_out(const int8_t* from, int8_t* to, const MotePlanes* shape);
void mote_dsp_plane(const uint32_t* stream, int8_t* plane, uint32_t pitch, uint32_t rows, uint32_t pairs);
// depthwise.inc
const uint32_t* mote_dsp_depthwise(const uint32_t* stream, const int8_t* const* taps, ptrdiff_t offset, int8_t* out, uint32_t fours,
                                   int32_t shift);
const uint32_t* mote_dsp_depthwise_signed(const uint32_t* stream, const int8_t* const* taps, ptrdiff_t offset, int8_t* out, uint32_t fours,
                                          int32_t shift);
void mote_dsp_widen(const int8_t* from, uint32_t quads, void* to, uint32_t rows, ptrdiff_t gap);
void mote_dsp_widen_one(const int8_t* from, uint32_t quads, void* to, uint32_t rows, ptrdiff_t gap);
void mote_dsp_widen_pair(const int8_t* from, uint32_t quads, void* to);
void mote_dsp_widen_nine(const int8_t* from, void* to, ptrdiff_t line);
void mote_dsp_gather(const int8_t* from, uint32_t bytes, void* to, uint32_t rows, ptrdiff_t gap);
void mote_dsp_sum(const int8_t* from, uint32_t rows, uint32_t columns, ptrdiff_t column_step, ptrdiff_t row_gap, int32_t* sums);
void mote_dsp_add(const int8_t* a, const int8_t* b, int8_t* out, uint32_t fours, const int32_t* factors, int32_t shift);
void mote_dsp_clamp(int8_t* bytes, uint32_t count, int32_t low, int32_t high);
}

#endif
