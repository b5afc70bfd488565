// Convolution for machines with many vector registers: as many rows of the output at a time as the scratch holds. Pixels whose window lies
// wholly inside are tiles along their row; pixels at the left and right edge are tiles down their column, since all rows take the same taps
// there.
#include "cpu/f32_routines.h"
#include "cpu/window_range.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {

namespace {

// Rows [y, y + rows) of one image, all their pixels and outputs.
struct Block {
  const F32Instance* instance;
  const ConvolutionArguments* c;
  const float* lhs;  // the image
  int32_t y, rows;
  float* sums;  // rows × pixels × outputs
};

// The windows, `stride` apart and the first at -pad, of [begin, end) that have all their taps inside [0, size).
Range WhollyInside(int32_t begin, int32_t end, int32_t taps, int32_t dilation, int32_t stride, int32_t pad, int32_t size) {
  const int32_t reach = (taps - 1) * dilation;
  const int32_t first = Min(Max(begin, FloorDiv(pad + stride - 1, stride)), end);
  return {first, Max(first, Min(end, FloorDiv(size - 1 - reach + pad, stride) + 1))};
}

// Pixels from (y, x) on, `count` of them `a_row` apart in lhs and `acc_row` in the sums, with the taps ky × kx inside.
void Accumulate(const Block& b, int32_t y, int32_t x, Range ky, Range kx, int32_t count, ptrdiff_t a_row, ptrdiff_t acc_row) {
  const ConvolutionArguments& c = *b.c;
  TileArguments t;
  const bool any = ky.first < ky.last && kx.first < kx.last;  // else no place is read, and none may be near
  const ptrdiff_t line = any ? y * c.stride_y - c.pad_y + ky.first * c.dilation_y : 0,
                  pixel = any ? x * c.stride_x - c.pad_x + kx.first * c.dilation_x : 0;
  t.a_row = a_row, t.a_line = static_cast<ptrdiff_t>(c.dilation_y) * c.lhs_y, t.a_k = c.lhs_c;
  t.b_line = c.rhs_y, t.b_k = c.rhs_c, t.acc_row = acc_row;
  t.a = b.lhs + line * c.lhs_y + pixel * c.lhs_x;
  t.b = any ? c.rhs + static_cast<ptrdiff_t>(ky.first) * c.rhs_y + static_cast<ptrdiff_t>(kx.first) * c.rhs_x : c.rhs;
  t.acc = b.sums + (static_cast<ptrdiff_t>(y - b.y) * c.out_w + x) * c.out_per_group;
  t.rows = count, t.columns = c.out_per_group, t.lines = ky.last - ky.first, t.k = (kx.last - kx.first) * c.in_per_group;
  b.instance->fresh(t);
}

Range Lines(const Block& b, int32_t y) { return Inside(y * b.c->stride_y - b.c->pad_y, b.c->kernel_h, b.c->dilation_y, b.c->in_h); }

void RunBlock(const Block& b) {
  const ConvolutionArguments& c = *b.c;
  const int32_t end = b.y + b.rows;
  const Range rows = WhollyInside(b.y, end, c.kernel_h, c.dilation_y, c.stride_y, c.pad_y, c.in_h);
  const Range pixels = WhollyInside(0, c.out_w, c.kernel_w, c.dilation_x, c.stride_x, c.pad_x, c.in_w);
  const ptrdiff_t right = static_cast<ptrdiff_t>(c.stride_x) * c.lhs_x, down = static_cast<ptrdiff_t>(c.stride_y) * c.lhs_y;
  const ptrdiff_t acc_right = c.out_per_group, acc_down = acc_right * c.out_w;
  if (pixels.last > pixels.first) {
    for (int32_t y = b.y; y < end; ++y) {
      Accumulate(b, y, pixels.first, Lines(b, y), {0, c.kernel_w}, pixels.last - pixels.first, right, acc_right);
    }
  }
  for (int32_t x = 0; x < c.out_w; ++x) {
    if (x == pixels.first) x = pixels.last;
    if (x == c.out_w) break;
    const Range kx = Inside(x * c.stride_x - c.pad_x, c.kernel_w, c.dilation_x, c.in_w);
    if (rows.last > rows.first) Accumulate(b, rows.first, x, {0, c.kernel_h}, kx, rows.last - rows.first, down, acc_down);
    for (int32_t y = b.y; y < end; ++y) {
      if (y == rows.first) y = rows.last;
      if (y < end) Accumulate(b, y, x, Lines(b, y), kx, 1, down, acc_down);
    }
  }
}

}  // namespace

bool ConvolutionRowsF32(const F32Instance& instance, const ConvolutionArguments& c, uint32_t begin, uint32_t end, void* scratch,
                        size_t scratch_bytes, const Finish& finish) {
  // Taps whose channels follow on each other in both operands are one run of k.
  const bool one_run =
      c.kernel_w == 1 || (static_cast<ptrdiff_t>(c.dilation_x) * c.lhs_x == static_cast<ptrdiff_t>(c.in_per_group) * c.lhs_c &&
                          c.rhs_x == static_cast<ptrdiff_t>(c.in_per_group) * c.rhs_c);
  const size_t most = scratch_bytes < kMoteRoutineSumBytes ? scratch_bytes : size_t{kMoteRoutineSumBytes};
  const int64_t row_bytes = static_cast<int64_t>(c.out_w) * c.out_per_group * static_cast<int64_t>(sizeof(float));
  if (instance.fresh == nullptr || c.groups != 1 || c.rhs_o != 1 || !one_run || row_bytes > static_cast<int64_t>(most)) return false;
  const auto fitting = static_cast<uint32_t>(static_cast<int64_t>(most) / row_bytes), height = static_cast<uint32_t>(c.out_h);
  const uint32_t outputs = static_cast<uint32_t>(c.out_w) * static_cast<uint32_t>(c.out_per_group);
  for (uint32_t row = begin; row < end;) {
    const uint32_t y = row % height;
    uint32_t rows = height - y < end - row ? height - y : end - row;
    if (rows > fitting) rows = fitting;
    const Block b = {&instance,
                     &c,
                     c.lhs + static_cast<ptrdiff_t>(row / height) * c.lhs_b,
                     static_cast<int32_t>(y),
                     static_cast<int32_t>(rows),
                     static_cast<float*>(scratch)};
    RunBlock(b);
    finish.run(finish.context, row * outputs, rows * outputs, b.sums);
    row += rows;
  }
  return true;
}

}  // namespace mote::runtime
