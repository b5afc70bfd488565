// Convolution of s8 to sums of s32: outputs in their order, as many at once as the scratch holds; each takes the part of its window that is
// inside. Positions in the padding stand for the zero point and add nothing.
#include "core/routine.h"
#include "cpu/s8_products.h"
#include "cpu/window_range.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {
namespace {

// Some outputs of one pixel, features [feature, feature + columns).
struct Pixel {
  const int32_t* f;
  const int8_t *lhs, *rhs;  // of this image
  ZeroPoints zeros;
  int32_t y, x, feature, columns;
  bool depthwise;  // features are channels of as many groups
};

Range TapsInside(const int32_t* f, int32_t at, bool y) {
  return Inside(at * f[y ? kMoteConvStrideY : kMoteConvStrideX] - f[y ? kMoteConvPadY : kMoteConvPadX],
                f[y ? kMoteConvKernelH : kMoteConvKernelW], f[y ? kMoteConvDilationY : kMoteConvDilationX],
                f[y ? kMoteConvInH : kMoteConvInW]);
}

void SumPixel(const Pixel& p, uint32_t* sums) {
  const int32_t* f = p.f;
  const Range ky = TapsInside(f, p.y, true), kx = TapsInside(f, p.x, false);
  const int32_t channels = f[kMoteConvInPerGroup];
  if (channels == 0 || ky.first == ky.last || kx.first == kx.last) return;  // extents beside one of 0 may be anything
  const int32_t channel = p.depthwise ? p.feature : p.feature / f[kMoteConvOutPerGroup] * channels;
  Products r = {nullptr, nullptr, f[kMoteConvLhsC], f[kMoteConvRhsC], f[kMoteConvRhsO], channels, p.columns};
  // Taps whose channels follow on each other in both operands are one run.
  const auto follows = [&](int64_t tap, int64_t step) { return tap == step * channels; };
  const bool run = !p.depthwise && follows(int64_t{f[kMoteConvDilationX]} * f[kMoteConvLhsX], r.a_k) && follows(f[kMoteConvRhsX], r.b_k);
  if (run) r.k *= kx.last - kx.first;
  for (int32_t y = ky.first; y < ky.last; ++y) {
    for (int32_t x = kx.first; x < kx.last; x += run ? kx.last - kx.first : 1) {
      const auto line = static_cast<ptrdiff_t>(p.y * f[kMoteConvStrideY] - f[kMoteConvPadY] + y * f[kMoteConvDilationY]);
      const auto place = static_cast<ptrdiff_t>(p.x * f[kMoteConvStrideX] - f[kMoteConvPadX] + x * f[kMoteConvDilationX]);
      r.a = p.lhs + line * f[kMoteConvLhsY] + place * f[kMoteConvLhsX] + static_cast<ptrdiff_t>(channel) * f[kMoteConvLhsC];
      r.b = p.rhs + static_cast<ptrdiff_t>(y) * f[kMoteConvRhsY] + static_cast<ptrdiff_t>(x) * f[kMoteConvRhsX] +
            static_cast<ptrdiff_t>(p.feature) * f[kMoteConvRhsO];
      (p.depthwise ? AddElementwise : AddProducts)(r, p.zeros, sums);
    }
  }
}

void Sums(const RoutineCall& call, uint32_t begin, uint32_t end, void* scratch, size_t scratch_bytes, const Finish& finish) {
  const int32_t* f = call.fields;
  constexpr const MoteRoutineGeometry& kGeometry = kMoteCenteredConvolutionGeometry;
  const auto most = static_cast<int32_t>((scratch_bytes < kMoteRoutineSumBytes ? scratch_bytes : size_t{kMoteRoutineSumBytes}) / 4);
  const int32_t group = f[kMoteConvOutPerGroup], features = f[kMoteConvGroups] * group, width = f[kMoteConvOutW];
  auto* sums = static_cast<uint32_t*>(scratch);
  uint32_t first = begin * static_cast<uint32_t>(width * features);
  int32_t filled = 0;
  Pixel p = {};
  p.f = f;
  p.rhs = static_cast<const int8_t*>(call.rhs);
  p.zeros = {static_cast<uint32_t>(f[kGeometry.zeros[0]]), static_cast<uint32_t>(f[kGeometry.zeros[1]])};
  p.depthwise = f[kMoteConvInPerGroup] == 1 && group == 1;
  for (uint32_t row = begin; row < end; ++row) {
    const auto height = static_cast<uint32_t>(f[kMoteConvOutH]);
    p.lhs = static_cast<const int8_t*>(call.lhs) + static_cast<ptrdiff_t>(row / height) * f[kMoteConvLhsB];
    p.y = static_cast<int32_t>(row % height);
    for (p.x = 0; p.x < width; ++p.x) {
      for (p.feature = 0; p.feature < features; p.feature += p.columns) {
        p.columns = Min(p.depthwise ? features - p.feature : group - p.feature % group, most - filled);
        __builtin_memset(sums + filled, 0, static_cast<size_t>(p.columns) * 4);
        SumPixel(p, sums + filled);
        filled += p.columns;
        if (filled < most && (row + 1 < end || p.x + 1 < width || p.feature + p.columns < features)) continue;
        finish.run(finish.context, first, static_cast<uint32_t>(filled), sums);
        first += static_cast<uint32_t>(filled);
        filled = 0;
      }
    }
  }
}

}  // namespace

const Routine kConvolutionS8 = MakeConvolutionS8(Sums);

}  // namespace mote::runtime
