// The f32 routines: sums of dot and convolution steps, handed on run by run. What they compute is fixed (SPEC.md section 3): acc = +0, then
// acc = fma(lhs, rhs, acc) in ascending k (convolution: ky, kx, channel; positions in the padding take no part; grouped with one channel a
// group: acc = acc + lhs·rhs, two roundings) — whatever the tiling, the same bits on every machine. Not the epilogue: that is `finish`.
#ifndef MOTE_CPU_F32_ROUTINES_H_
#define MOTE_CPU_F32_ROUTINES_H_

#include <stddef.h>
#include <stdint.h>

#include "core/routine.h"

namespace mote::runtime {

struct F32Instance;
struct ElementAccess;  // core/linked.h

// Of a right-hand side in panels of so many columns, whose first elements are `apart`; 0: it is in none.
struct Panels {
#if defined(MOTE_FIRMWARE)
  static constexpr int32_t columns = 0, apart = 0;
  static ptrdiff_t PlaceOf(int32_t n, int32_t stride) { return static_cast<ptrdiff_t>(n) * stride; }
  static int32_t Fewer(int32_t, int32_t count) { return count; }
#else
  int32_t columns = 0, apart = 0;
  // Of column n of row 0.
  ptrdiff_t PlaceOf(int32_t n, int32_t stride) const {
    if (columns == 0) return static_cast<ptrdiff_t>(n) * stride;
    return static_cast<ptrdiff_t>(n / columns) * apart + static_cast<ptrdiff_t>(n % columns) * stride;
  }
  // Of `count` columns from n on, those in one panel.
  int32_t Fewer(int32_t n, int32_t count) const {
    const int32_t left = columns == 0 ? count : columns - n % columns;
    return count < left ? count : left;
  }
#endif
};

struct DotArguments {
  static constexpr uint32_t kFields = kMoteDotLhsOffset;
  const float *lhs, *rhs;
  int32_t batch, m, n, k;
  int32_t lhs_b, lhs_m, lhs_k, rhs_b, rhs_k, rhs_n;  // strides in elements
  Panels panels = {};
  // Columns may be but some of those that outputs have: how many a row has, and which the first one is.
#if defined(MOTE_FIRMWARE)
  static constexpr int32_t column = 0;
  int32_t Row() const { return n; }
#else
  int32_t row = 0, column = 0;
  int32_t Row() const { return row != 0 ? row : n; }
#endif
};

struct ConvolutionArguments {
  static constexpr uint32_t kFields = kMoteConvLhsOffset;
  const float *lhs, *rhs;
  int32_t batch, in_h, in_w, out_h, out_w, kernel_h, kernel_w, groups, in_per_group, out_per_group;
  int32_t stride_y, stride_x, dilation_y, dilation_x, pad_y, pad_x;
  int32_t lhs_b, lhs_y, lhs_x, lhs_c, rhs_y, rhs_x, rhs_c, rhs_o;
};

// What will be read when a tile's sums are made: rows of so many columns, `row` apart, from `at` on. Each register tile asks for some lines
// of it, so that they are on their way from memory meanwhile.
struct Soon {
  const float *at = nullptr, *end = nullptr;  // of the row
  ptrdiff_t row = 0;
  int32_t rows = 0, columns = 0, lines = 0;
  void Ask();
};

// acc[i][j] = fma(a[i·a_row + l·a_line + p·a_k], b[l·b_line + p·b_k + j], acc[i][j]) for l = 0 … lines-1, p = 0 … k-1 in order. acc rows
// are acc_row apart, b and acc contiguous in j. tile_unfused rounds the product too.
struct TileArguments {
  const float* a;
  const float* b;
  float* acc;
  ptrdiff_t a_row, a_line, a_k, b_line, b_k, acc_row;
  int32_t rows, columns, lines, k;
  const DirectFinish* direct = nullptr;  // of fresh sums: acc are outputs, finished as it says; bias and residual are those of the first
  const float *bias = nullptr, *residual = nullptr;
  Soon* soon = nullptr;  // null: nothing
};

// acc[i][j] = acc[i][j] + a[i·a_row + l·a_line + q·a_tap + j]·b[l·b_line + q·b_tap + j], both rounded, for l = 0 … lines-1 and in them q =
// 0 … taps-1 in order: the window of a depthwise convolution, channels in j.
struct TapArguments {
  const float* a;
  const float* b;
  float* acc;
  ptrdiff_t a_row, a_line, a_tap, b_line, b_tap, acc_row;
  int32_t rows, columns, lines, taps;
  const DirectFinish* direct = nullptr;  // as a tile's
  const float *bias = nullptr, *residual = nullptr;
};

// The inner loops, once an instruction set.
struct F32Instance {
  const char* name;
  void (*tile)(const TileArguments&);
  void (*tile_unfused)(const TileArguments&);
  void (*tap)(const TapArguments&);
  // As tile and tap for sums that start at +0, at least one row; acc is only written. Null: none.
  void (*fresh)(const TileArguments&);
  void (*fresh_tap)(const TapArguments&);
  void (*finish)(const TileArguments&);  // what fresh does last, of sums that lie at acc
  // As ConvolutionSumsF32 by an instance that has `fresh`, where the scratch holds whole rows. False, and nothing done: not such a
  // convolution. Null: never.
  bool (*convolution_rows)(const F32Instance& instance, const ConvolutionArguments& arguments, uint32_t begin, uint32_t end, void* scratch,
                           size_t scratch_bytes, const Finish& finish);
  // As DotSumsF32 of an f32 right-hand side whose epilogue is direct; else as above.
  bool (*dot_blocks)(const F32Instance& instance, const DotArguments& arguments, uint32_t begin, uint32_t end, void* scratch,
                     size_t scratch_bytes, const Finish& finish);
};
extern const F32Instance kPortableF32;
// By the number of the instruction set; each architecture's folder has its own.
extern const F32Instance* const kF32Instances[];

// Sums of [begin, end) of the outermost extents: rows b·m + m of a dot, rows b·out_h + y of a convolution; scratch as `Routine` has it.
// `widen` reads a right-hand side of another type; null: it is f32.
void DotSumsF32(const F32Instance& instance, const DotArguments& arguments, const ElementAccess* widen, uint32_t begin, uint32_t end,
                void* scratch, size_t scratch_bytes, const Finish& finish);
void ConvolutionSumsF32(const F32Instance& instance, const ConvolutionArguments& arguments, uint32_t begin, uint32_t end, void* scratch,
                        size_t scratch_bytes, const Finish& finish);
bool ConvolutionRowsF32(const F32Instance& instance, const ConvolutionArguments& arguments, uint32_t begin, uint32_t end, void* scratch,
                        size_t scratch_bytes, const Finish& finish);
bool DotBlocksF32(const F32Instance& instance, const DotArguments& arguments, uint32_t begin, uint32_t end, void* scratch,
                  size_t scratch_bytes, const Finish& finish);

// A step as a routine's arguments: fields stand in the same order, from `batch` on.
template <class Arguments>
Arguments ArgumentsOf(const RoutineCall& call) {
  Arguments arguments;
  arguments.lhs = static_cast<const float*>(call.lhs);
  arguments.rhs = static_cast<const float*>(call.rhs);
  __builtin_memcpy(reinterpret_cast<uint8_t*>(&arguments) + offsetof(Arguments, batch), call.fields, arguments.kFields * sizeof(int32_t));
  return arguments;
}

// The columns of a part alone.
inline void TakeColumns([[maybe_unused]] const RoutineCall& call, [[maybe_unused]] DotArguments* a) {
#if !defined(MOTE_FIRMWARE)
  if (call.last_column == 0) return;
  a->row = a->n, a->column = call.first_column;
  a->rhs += a->panels.PlaceOf(call.first_column, a->rhs_n);
  a->n = call.last_column - call.first_column;
#endif
}
static_assert(offsetof(DotArguments, rhs_n) == offsetof(DotArguments, batch) + kMoteDotRhsN * 4);
static_assert(offsetof(ConvolutionArguments, pad_x) == offsetof(ConvolutionArguments, batch) + kMoteConvPadX * 4);
static_assert(offsetof(ConvolutionArguments, rhs_o) == offsetof(ConvolutionArguments, batch) + kMoteConvRhsO * 4);

}  // namespace mote::runtime

#endif
