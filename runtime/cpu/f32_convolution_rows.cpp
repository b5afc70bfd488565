// Convolution for machines with many vector registers: as many rows of the output at a time as the scratch holds, or all of them where sums
// are finished as they are stored. Pixels whose window lies wholly inside are tiles along their row; pixels at the left and right edge are
// tiles down their column, since all rows take the same taps there.
#include "cpu/f32_routines.h"
#include "cpu/window_range.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {

namespace {

constexpr int64_t kStripBytes = 20 << 10;
constexpr int32_t kLeastStrip = 6;  // pixels: an instance's register tile

// Rows [y, y + rows) of one image, all their pixels and outputs.
struct Block {
  const F32Instance* instance;
  const ConvolutionArguments* c;
  const float* lhs;  // the image
  int32_t y, rows;
  float* sums;  // rows × pixels × outputs
  const DirectFinish* direct;  // null: sums, else outputs
};

template <class Arguments>
void SetFinish(const Block& b, Arguments* t) {
  if (b.direct == nullptr) return;
  t->direct = b.direct;
  t->bias = b.direct->bias;
  if (b.direct->residual != nullptr) t->residual = b.direct->residual + (t->acc - b.direct->out);
}

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
  SetFinish(b, &t);
  b.instance->fresh(t);
}

// The same where each channel is a group: all channels of `count` pixels along their row, or `down` their column.
void AccumulateDepthwise(const Block& b, int32_t y, int32_t x, Range ky, Range kx, int32_t count, bool down = false) {
  const ConvolutionArguments& c = *b.c;
  TapArguments t;
  const bool any = ky.first < ky.last && kx.first < kx.last;
  const ptrdiff_t line = any ? y * c.stride_y - c.pad_y + ky.first * c.dilation_y : 0,
                  pixel = any ? x * c.stride_x - c.pad_x + kx.first * c.dilation_x : 0;
  t.a_row = down ? static_cast<ptrdiff_t>(c.stride_y) * c.lhs_y : static_cast<ptrdiff_t>(c.stride_x) * c.lhs_x;
  t.a_line = static_cast<ptrdiff_t>(c.dilation_y) * c.lhs_y;
  t.a_tap = static_cast<ptrdiff_t>(c.dilation_x) * c.lhs_x;
  t.b_line = c.rhs_y, t.b_tap = c.rhs_x, t.acc_row = down ? static_cast<ptrdiff_t>(c.groups) * c.out_w : c.groups;
  t.a = b.lhs + line * c.lhs_y + pixel * c.lhs_x;
  t.b = any ? c.rhs + static_cast<ptrdiff_t>(ky.first) * c.rhs_y + static_cast<ptrdiff_t>(kx.first) * c.rhs_x : c.rhs;
  t.acc = b.sums + (static_cast<ptrdiff_t>(y - b.y) * c.out_w + x) * c.groups;
  t.rows = count, t.columns = c.groups, t.lines = ky.last - ky.first, t.taps = kx.last - kx.first;
  SetFinish(b, &t);
  b.instance->fresh_tap(t);
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

// Down strips of pixels so narrow that what a window's lines have of them stays in the first cache until the next row asks for it.
void RunDepthwise(const Block& b) {
  const ConvolutionArguments& c = *b.c;
  const int32_t end = b.y + b.rows;
  const Range pixels = WhollyInside(0, c.out_w, c.kernel_w, c.dilation_x, c.stride_x, c.pad_x, c.in_w);
  const Range rows = WhollyInside(b.y, end, c.kernel_h, c.dilation_y, c.stride_y, c.pad_y, c.in_h);
  if (pixels.last - pixels.first < kLeastStrip && pixels.last - pixels.first < rows.last - rows.first) {  // narrow images, by columns
    for (int32_t x = 0; x < c.out_w; ++x) {
      const Range kx = Inside(x * c.stride_x - c.pad_x, c.kernel_w, c.dilation_x, c.in_w);
      AccumulateDepthwise(b, rows.first, x, {0, c.kernel_h}, kx, rows.last - rows.first, true);
      for (int32_t y = b.y; y < end; ++y) {
        if (y == rows.first) y = rows.last;
        if (y < end) AccumulateDepthwise(b, y, x, Lines(b, y), kx, 1);
      }
    }
    return;
  }
  const int64_t pixel_bytes = int64_t{c.groups} * c.kernel_h * c.stride_x * static_cast<int64_t>(sizeof(float));
  const int32_t fitting = pixel_bytes > kStripBytes ? 1 : static_cast<int32_t>(kStripBytes / pixel_bytes);
  const int32_t strip = Max(kLeastStrip, fitting / kLeastStrip * kLeastStrip);
  for (int32_t first = 0, next; first < c.out_w; first = next) {
    const bool inside = first >= pixels.first && first < pixels.last;
    next = inside ? Min(pixels.last, first + strip) : first + 1;
    const Range kx = inside ? Range{0, c.kernel_w} : Inside(first * c.stride_x - c.pad_x, c.kernel_w, c.dilation_x, c.in_w);
    for (int32_t y = b.y; y < end; ++y) AccumulateDepthwise(b, y, first, Lines(b, y), kx, next - first);
  }
}

// Whether a window is one pixel and pixels lie in a row all through an image: a product of matrices, whose rows are pixels.
bool IsPointwise(const ConvolutionArguments& c) {
  return c.groups == 1 && c.kernel_h == 1 && c.kernel_w == 1 && c.stride_y == 1 && c.stride_x == 1 && c.pad_y == 0 && c.pad_x == 0 &&
         c.in_h == c.out_h && c.in_w == c.out_w && static_cast<int64_t>(c.in_w) * c.lhs_x == c.lhs_y;
}

DotArguments AsDot(const ConvolutionArguments& c) {
  return {c.lhs, c.rhs, c.batch, c.out_h * c.out_w, c.out_per_group, c.in_per_group, c.lhs_b, c.lhs_x, c.lhs_c, 0, c.rhs_c, 1};
}

}  // namespace

bool ConvolutionRowsF32(const F32Instance& instance, const ConvolutionArguments& c, uint32_t begin, uint32_t end, void* scratch,
                        size_t scratch_bytes, const Finish& finish) {
  // Taps whose channels follow on each other in both operands are one run of k.
  const bool one_run =
      c.kernel_w == 1 || (static_cast<ptrdiff_t>(c.dilation_x) * c.lhs_x == static_cast<ptrdiff_t>(c.in_per_group) * c.lhs_c &&
                          c.rhs_x == static_cast<ptrdiff_t>(c.in_per_group) * c.rhs_c);
  const size_t most = scratch_bytes < kMoteRoutineSumBytes ? scratch_bytes : size_t{kMoteRoutineSumBytes};
  const int32_t features = c.groups * c.out_per_group;
  const int64_t row_bytes = static_cast<int64_t>(c.out_w) * features * static_cast<int64_t>(sizeof(float));
  const DirectFinish* direct = finish.direct;
  if (direct != nullptr && direct->bias != nullptr && direct->columns != static_cast<uint32_t>(features)) direct = nullptr;
  const bool depthwise = direct != nullptr && c.groups > 1 && c.in_per_group == 1 && c.out_per_group == 1 && c.lhs_c == 1;
  if (instance.fresh == nullptr || c.rhs_o != 1 || !(depthwise || (c.groups == 1 && one_run))) return false;
  if (direct == nullptr && row_bytes > static_cast<int64_t>(most)) return false;
  if (direct != nullptr && IsPointwise(c)) {
    const auto width = static_cast<uint32_t>(c.out_w);
    return DotBlocksF32(instance, AsDot(c), begin * width, end * width, scratch, scratch_bytes, finish);
  }
  const auto height = static_cast<uint32_t>(c.out_h);
  const uint32_t fitting = direct != nullptr ? height : static_cast<uint32_t>(static_cast<int64_t>(most) / row_bytes);
  const uint32_t outputs = static_cast<uint32_t>(c.out_w) * static_cast<uint32_t>(features);
  for (uint32_t row = begin; row < end;) {
    const uint32_t y = row % height;
    uint32_t rows = height - y < end - row ? height - y : end - row;
    if (rows > fitting) rows = fitting;
    const Block b = {&instance,
                     &c,
                     c.lhs + static_cast<ptrdiff_t>(row / height) * c.lhs_b,
                     static_cast<int32_t>(y),
                     static_cast<int32_t>(rows),
                     direct != nullptr ? direct->out + size_t{row} * outputs : static_cast<float*>(scratch),
                     direct};
    if (depthwise) RunDepthwise(b);
    else RunBlock(b);
    if (direct == nullptr) finish.run(finish.context, row * outputs, rows * outputs, b.sums);
    row += rows;
  }
  return true;
}

}  // namespace mote::runtime
