// Convolutions of f32 with weights of f16 and bf16: weights of some outputs are widened, and those outputs are a convolution of f32.
// A file of its own: binaries link them by name.
#include "cpu/element_access.h"
#include "cpu/exact_fma.h"
#include "cpu/f32_routines.h"
#include "cpu/window_range.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {
namespace {

// Of one convolution: outputs [feature, feature + columns) of each pixel.
struct Some {
  const ConvolutionArguments* c;  // rhs: weights of the narrow type
  const ElementAccess* widen;
  const Finish* finish;
  int32_t feature, columns, features;
};

void Load(const Some& s, float* to, int32_t ky, int32_t kx, int32_t channel, int32_t feature, int32_t stride, int32_t count) {
  const ConvolutionArguments& c = *s.c;
  const ptrdiff_t at = static_cast<ptrdiff_t>(ky) * c.rhs_y + static_cast<ptrdiff_t>(kx) * c.rhs_x +
                       static_cast<ptrdiff_t>(channel) * c.rhs_c + static_cast<ptrdiff_t>(feature) * c.rhs_o;
  const auto* weights = static_cast<const uint8_t*>(static_cast<const void*>(c.rhs));
  s.widen->load(to, weights + at * static_cast<ptrdiff_t>(s.widen->bytes), stride, static_cast<uint32_t>(count));
}

// Sums of the outputs, where they lie among all.
void Spread(void* context, uint32_t first, uint32_t count, const void* sums) {
  const Some& s = *static_cast<const Some*>(context);
  const auto columns = static_cast<uint32_t>(s.columns), features = static_cast<uint32_t>(s.features);
  const auto* from = static_cast<const float*>(sums);
  for (uint32_t now; count > 0; first += now, from += now, count -= now) {
    const uint32_t column = first % columns;
    now = columns == features ? count : columns - column < count ? columns - column : count;
    s.finish->run(s.finish->context, first / columns * features + static_cast<uint32_t>(s.feature) + column, now, from);
  }
}

// Without room for the weights of one output: sum by sum.
float Sum(const Some& s, const float* image, int32_t y, int32_t x, int32_t feature) {
  constexpr int32_t kAtOnce = 16;
  const ConvolutionArguments& c = *s.c;
  const bool unfused = c.groups > 1 && c.in_per_group == 1;
  const int32_t top = y * c.stride_y - c.pad_y, left = x * c.stride_x - c.pad_x, channel = feature / c.out_per_group * c.in_per_group;
  const Range ky = Inside(top, c.kernel_h, c.dilation_y, c.in_h), kx = Inside(left, c.kernel_w, c.dilation_x, c.in_w);
  float sum = 0, weights[kAtOnce];
  for (int32_t k = ky.first; k < ky.last; ++k) {
    for (int32_t q = kx.first; q < kx.last; ++q) {
      for (int32_t i = 0; i < c.in_per_group; i += kAtOnce) {
        const int32_t now = Min(kAtOnce, c.in_per_group - i);
        Load(s, weights, k, q, i, feature, c.rhs_c, now);
        const float* lhs = image + static_cast<ptrdiff_t>(top + k * c.dilation_y) * c.lhs_y +
                           static_cast<ptrdiff_t>(left + q * c.dilation_x) * c.lhs_x + static_cast<ptrdiff_t>(channel + i) * c.lhs_c;
        for (int32_t p = 0; p < now; ++p, lhs += c.lhs_c) sum = unfused ? sum + *lhs * weights[p] : FmaF32(*lhs, weights[p], sum);
      }
    }
  }
  return sum;
}

void SumBySum(const Some& s, uint32_t begin, uint32_t end, float* sums, int32_t floats) {
  const ConvolutionArguments& c = *s.c;
  uint32_t first = begin * static_cast<uint32_t>(c.out_w * s.features);
  int32_t filled = 0;
  const auto flush = [&] {
    s.finish->run(s.finish->context, first, static_cast<uint32_t>(filled), sums);
    first += static_cast<uint32_t>(filled);
    filled = 0;
  };
  for (uint32_t row = begin; row < end; ++row) {
    const auto height = static_cast<uint32_t>(c.out_h);
    const float* image = c.lhs + static_cast<ptrdiff_t>(row / height) * c.lhs_b;
    for (int32_t i = 0; i < c.out_w * s.features; ++i) {
      sums[filled++] = Sum(s, image, static_cast<int32_t>(row % height), i / s.features, i % s.features);
      if (filled == floats) flush();
    }
  }
  if (filled > 0) flush();
}

// 2^31 - 1 for more: taps at strides of 0 may be as many.
int32_t Product(int32_t a, int32_t b) {
  const int64_t product = static_cast<int64_t>(a) * b;
  return product < INT32_MAX ? static_cast<int32_t>(product) : INT32_MAX;
}

void SumsBy(const ElementAccess& weights, const RoutineCall& call, uint32_t begin, uint32_t end, void* scratch, size_t scratch_bytes,
            const Finish& finish) {
  const auto c = ArgumentsOf<ConvolutionArguments>(call);
  // Groups of one channel are computed together; others one after the other.
  const bool together = c.groups > 1 && c.in_per_group == 1;
  const int32_t group = together ? c.groups * c.out_per_group : c.out_per_group;
  const int32_t channels = c.in_per_group;
  const int32_t depth = Product(Product(c.kernel_h, c.kernel_w), channels);
  Some s = {&c, &weights, &finish, 0, 0, c.groups * c.out_per_group};
  const auto floats = static_cast<int32_t>(scratch_bytes / sizeof(float) < (1u << 20) ? scratch_bytes / sizeof(float) : 1u << 20);
  const int32_t room = floats - Max(floats / 3, kMoteRoutineMinimum / 4);
  // Where there is nothing to multiply with, weights have not been proven to be there.
  const int32_t most = c.in_h == 0 || c.in_w == 0 ? 0 : depth == 0 ? group : room / depth;
  const int32_t width = together ? (most < group ? 0 : group) : Min(most, Min(group, kMotePanelColumns));
  if (width == 0) return SumBySum(s, begin, end, static_cast<float*>(scratch), floats);
  auto* panel = static_cast<float*>(scratch);
  float* sums = panel + static_cast<ptrdiff_t>(depth) * width;
  for (s.feature = 0; s.feature < s.features; s.feature += s.columns) {
    s.columns = together ? width : Min(width, group - s.feature % group);
    float* to = panel;
    for (int32_t ky = 0; depth > 0 && ky < c.kernel_h; ++ky) {
      for (int32_t kx = 0; kx < c.kernel_w; ++kx) {
        for (int32_t i = 0; i < channels; ++i, to += s.columns) Load(s, to, ky, kx, i, s.feature, c.rhs_o, s.columns);
      }
    }
    ConvolutionArguments some = c;
    if (!together) {
      some.lhs = c.lhs + static_cast<ptrdiff_t>(s.feature / group * channels) * c.lhs_c;
      some.groups = 1;
      some.out_per_group = s.columns;
    }
    some.rhs = panel;
    if (depth > 0) {
      some.rhs_o = 1, some.rhs_c = s.columns, some.rhs_x = channels * s.columns, some.rhs_y = c.kernel_w * some.rhs_x;
    }
    ConvolutionSumsF32(*kF32Instances[call.isa], some, begin, end, sums,
                       static_cast<size_t>(floats) * sizeof(float) - static_cast<size_t>(depth * width) * sizeof(float), {&s, Spread});
  }
}

template <const ElementAccess& kWeights>
void Sums(const RoutineCall& call, uint32_t begin, uint32_t end, void* scratch, size_t scratch_bytes, const Finish& finish) {
  SumsBy(kWeights, call, begin, end, scratch, scratch_bytes, finish);
}

}  // namespace

const Routine kConvolutionF16 = MakeConvolutionF16(Sums<kAccessF16>);
const Routine kConvolutionBF16 = MakeConvolutionBF16(Sums<kAccessBF16>);

}  // namespace mote::runtime
