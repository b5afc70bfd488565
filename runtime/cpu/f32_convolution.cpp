// Convolution: row by row of the output, sums of as many pixels as the scratch holds. Pixels whose window lies wholly inside go through the
// inner loops together; at the left and right edge each pixel takes the part of its window that is inside.
#include "cpu/exact_fma.h"
#include "cpu/f32_routines.h"
#include "cpu/window_range.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {

namespace {

constexpr int32_t kMaxSums = kMoteRoutineSumBytes / 4;  // floats

// One row of the output, one group's outputs [o0, o0 + columns), pixels [x0, x0 + pixels).
struct Block {
  const F32Instance* instance;
  const ConvolutionArguments* c;
  const float* lhs;  // image of this batch, at the group's first channel
  const float* rhs;  // at output o0 of the group
  int32_t y, x0, pixels, columns;
  float* sums;       // pixels × columns
  bool depthwise;    // columns are channels of as many groups
  bool unfused;      // one channel a group
};

// Elements from position 0 to `position`. Steps that nobody takes (to a second row or tap where there is one only) may be longer than a
// small machine counts: any number will do for those.
ptrdiff_t Away(int32_t position, int32_t stride) {
  return static_cast<ptrdiff_t>(static_cast<size_t>(position) * static_cast<size_t>(stride));
}

// The whole window at once, its lines `ky` and taps `kx`, for `count` pixels from x on that have them inside.
void AccumulateDepthwise(const Block& b, int32_t x, int32_t count, int32_t top, Range ky, Range kx) {
  const ConvolutionArguments& c = *b.c;
  TapArguments t;
  t.a_line = Away(c.dilation_y, c.lhs_y);
  t.a_tap = Away(c.dilation_x, c.lhs_x);
  t.a = b.lhs + Away(top + ky.first * c.dilation_y, c.lhs_y) + Away(x * c.stride_x - c.pad_x + kx.first * c.dilation_x, c.lhs_x);
  t.b = b.rhs + Away(ky.first, c.rhs_y) + Away(kx.first, c.rhs_x);
  t.acc = b.sums + static_cast<ptrdiff_t>(x - b.x0) * b.columns;
  t.a_row = Away(c.stride_x, c.lhs_x);
  t.b_line = c.rhs_y, t.b_tap = c.rhs_x, t.acc_row = b.columns;
  t.rows = count, t.columns = b.columns, t.lines = ky.last - ky.first, t.taps = kx.last - kx.first;
  b.instance->tap(t);
}

// Sums over the taps of `count` pixels from x on, all of which have ky and kx inside.
void Accumulate(const Block& b, int32_t x, int32_t count, int32_t top, Range ky, Range kx) {
  const ConvolutionArguments& c = *b.c;
  const ptrdiff_t tap = Away(c.dilation_x, c.lhs_x);
  const auto tile = b.unfused ? b.instance->tile_unfused : b.instance->tile;
  TileArguments t;
  t.a_row = Away(c.stride_x, c.lhs_x), t.a_line = Away(c.dilation_y, c.lhs_y), t.a_k = c.lhs_c;
  t.b_line = c.rhs_y, t.b_k = c.rhs_c, t.acc_row = b.columns;
  t.a = b.lhs + Away(top + ky.first * c.dilation_y, c.lhs_y) + Away(x * c.stride_x - c.pad_x + kx.first * c.dilation_x, c.lhs_x);
  t.b = b.rhs + Away(ky.first, c.rhs_y) + Away(kx.first, c.rhs_x);
  t.acc = b.sums + static_cast<ptrdiff_t>(x - b.x0) * b.columns;
  t.rows = count, t.columns = b.columns, t.lines = ky.last - ky.first;
  const int32_t taps = kx.last - kx.first;
  // Taps whose channels follow on each other in both operands are one run of k.
  if (tap == Away(c.in_per_group, c.lhs_c) && c.rhs_x == Away(c.in_per_group, c.rhs_c)) {
    t.k = taps * c.in_per_group;
    return tile(t);
  }
  t.k = c.in_per_group;
  const int32_t lines = t.lines;
  const float *const a = t.a, *const w = t.b;
  t.lines = 1;
  for (int32_t l = 0; l < lines; ++l) {
    for (int32_t q = 0; q < taps; ++q) {
      t.a = a + (l * t.a_line + q * tap), t.b = w + (l * t.b_line + static_cast<ptrdiff_t>(q) * c.rhs_x);
      tile(t);
    }
  }
}

// Where no tap is inside there are no places to speak of.
void AccumulateAny(const Block& b, int32_t x, int32_t count, int32_t top, Range ky, Range kx) {
  if (ky.first == ky.last || kx.first == kx.last || b.c->in_per_group == 0) return;
  if (b.depthwise) AccumulateDepthwise(b, x, count, top, ky, kx);
  else Accumulate(b, x, count, top, ky, kx);
}

void RunBlock(const Block& b) {
  const ConvolutionArguments& c = *b.c;
  for (int32_t i = 0; i < b.pixels * b.columns; ++i) b.sums[i] = 0;
  // Pixels [whole.first, whole.last) have every kx inside.
  const int32_t reach = (c.kernel_w - 1) * c.dilation_x;
  const int32_t end = b.x0 + b.pixels;
  const int32_t first = Min(Max(b.x0, FloorDiv(c.pad_x + c.stride_x - 1, c.stride_x)), end);
  const int32_t last = Max(first, Min(end, FloorDiv(c.in_w - 1 - reach + c.pad_x, c.stride_x) + 1));
  const int32_t top = b.y * c.stride_y - c.pad_y;
  const Range ky = Inside(top, c.kernel_h, c.dilation_y, c.in_h);
  if (last > first) AccumulateAny(b, first, last - first, top, ky, {0, c.kernel_w});
  for (int32_t x = b.x0; x < end; ++x) {
    if (x == first && last > first) x = last;
    if (x < end) AccumulateAny(b, x, 1, top, ky, Inside(x * c.stride_x - c.pad_x, c.kernel_w, c.dilation_x, c.in_w));
  }
}

// Weights whose outputs are not side by side: sum by sum.
void StridedBlock(const Block& b) {
  const ConvolutionArguments& c = *b.c;
  const int32_t top = b.y * c.stride_y - c.pad_y;
  const Range ky = Inside(top, c.kernel_h, c.dilation_y, c.in_h);
  for (int32_t x = 0; x < b.pixels; ++x) {
    const int32_t left = (b.x0 + x) * c.stride_x - c.pad_x;
    const Range kx = Inside(left, c.kernel_w, c.dilation_x, c.in_w);
    for (int32_t o = 0; o < b.columns; ++o) {
      float sum = 0;
      for (int32_t k = ky.first; k < ky.last; ++k) {
        for (int32_t q = kx.first; q < kx.last; ++q) {
          const float* lhs =
              b.lhs + static_cast<ptrdiff_t>(top + k * c.dilation_y) * c.lhs_y + static_cast<ptrdiff_t>(left + q * c.dilation_x) * c.lhs_x;
          const float* rhs =
              b.rhs + static_cast<ptrdiff_t>(k) * c.rhs_y + static_cast<ptrdiff_t>(q) * c.rhs_x + static_cast<ptrdiff_t>(o) * c.rhs_o;
          for (int32_t i = c.in_per_group; i > 0; --i, lhs += c.lhs_c, rhs += c.rhs_c) {
            sum = b.unfused ? sum + *lhs * *rhs : FmaF32(*lhs, *rhs, sum);
          }
        }
      }
      b.sums[x * b.columns + o] = sum;
    }
  }
}

}  // namespace

void ConvolutionSumsF32(const F32Instance& instance, const ConvolutionArguments& c, uint32_t begin, uint32_t end, void* scratch,
                        size_t scratch_bytes, const Finish& finish) {
#if !defined(MOTE_FIRMWARE)
  const auto rows = instance.convolution_rows;
  if (rows != nullptr && rows(instance, c, begin, end, scratch, scratch_bytes, finish)) return;
#endif
  const auto floats =
      static_cast<int32_t>(scratch_bytes / sizeof(float) < static_cast<size_t>(kMaxSums) ? scratch_bytes / sizeof(float) : kMaxSums);
  // Groups of one channel in and out are computed side by side, as columns.
  const bool depthwise = c.groups > 1 && c.in_per_group == 1 && c.out_per_group == 1 && c.lhs_c == 1 && c.rhs_o == 1;
  const int32_t features = c.groups * c.out_per_group;
  const int32_t group_columns = depthwise ? features : c.out_per_group;
  const int32_t groups = depthwise ? 1 : c.groups;
  const int32_t width = Min(group_columns, floats);
  for (uint32_t row = begin; row < end; ++row) {
    const uint32_t batch = row / static_cast<uint32_t>(c.out_h);
    Block b;
    b.instance = &instance;
    b.c = &c;
    b.sums = static_cast<float*>(scratch);
    b.depthwise = depthwise;
    b.unfused = c.groups > 1 && c.in_per_group == 1;
    b.y = static_cast<int32_t>(row % static_cast<uint32_t>(c.out_h));
    for (int32_t g = 0; g < groups; ++g) {
      for (int32_t o0 = 0; o0 < group_columns; o0 += b.columns) {
        b.columns = Min(width, group_columns - o0);
        const int32_t channel = depthwise ? o0 : g * c.in_per_group;
        b.lhs = c.lhs + static_cast<ptrdiff_t>(batch) * c.lhs_b + static_cast<ptrdiff_t>(channel) * c.lhs_c;
        b.rhs = c.rhs + (static_cast<ptrdiff_t>(g) * c.out_per_group + o0) * c.rhs_o;
        const int32_t most = floats / b.columns;
        for (b.x0 = 0; b.x0 < c.out_w; b.x0 += b.pixels) {
          b.pixels = Min(most, c.out_w - b.x0);
          if (c.rhs_o == 1) {
            RunBlock(b);
          } else {
            StridedBlock(b);
          }
          const uint32_t first = (row * static_cast<uint32_t>(c.out_w) + static_cast<uint32_t>(b.x0)) * static_cast<uint32_t>(features) +
                                 static_cast<uint32_t>(g * c.out_per_group + o0);
          if (b.columns == features) {
            finish.run(finish.context, first, static_cast<uint32_t>(b.pixels * features), b.sums);
            continue;
          }
#if !defined(MOTE_FIRMWARE)
          if (finish.rows != nullptr) {
            finish.rows(finish.context, first, static_cast<uint32_t>(b.pixels), static_cast<uint32_t>(features),
                        static_cast<uint32_t>(b.columns), b.sums);
            continue;
          }
#endif
          for (int32_t i = 0; i < b.pixels; ++i) {
            finish.run(finish.context, first + static_cast<uint32_t>(i * features), static_cast<uint32_t>(b.columns),
                       b.sums + i * b.columns);
          }
        }
      }
    }
  }
}

namespace {
void Sums(const RoutineCall& call, uint32_t begin, uint32_t end, void* scratch, size_t scratch_bytes, const Finish& finish) {
  ConvolutionSumsF32(*kF32Instances[call.isa], ArgumentsOf<ConvolutionArguments>(call), begin, end, scratch, scratch_bytes, finish);
}
}  // namespace

const Routine kConvolutionF32 = MakeConvolutionF32(Sums);

}  // namespace mote::runtime
