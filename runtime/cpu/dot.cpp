// Dot steps.
#include "cpu/machine.h"
#include "cpu/parallel.h"
#include "cpu/scalar_math.h"
#include "cpu/steps.h"

namespace mote::runtime {
namespace {

struct Job {
  const StepContext* context;
  const KernelCode* code;
};
struct Sums {
  float* data;
  uint8_t* rest;
  uint64_t rest_bytes;
};
Sums Split(const Part& part) { return {reinterpret_cast<float*>(part.scratch), part.scratch + kMoteMinStrip * 4, part.scratch_bytes - kMoteMinStrip * 4}; }

void DotPart(const void* job, const Part& part) {
  const StepContext& context = *static_cast<const Job*>(job)->context;
  const Sums sums = Split(part);
  Machine machine(context, *static_cast<const Job*>(job)->code, 2, sums.rest, sums.rest_bytes);
  machine.BeginPoints();
  const int32_t* f = reinterpret_cast<const int32_t*>(context.step.fields);
  const float* lhs = reinterpret_cast<const float*>(context.place(0));
  const float* rhs = reinterpret_cast<const float*>(context.place(1));
  for (uint32_t p = part.begin; p < part.end;) {
    const uint32_t left = part.end - p, n = left < kMoteMinStrip ? left : static_cast<uint32_t>(kMoteMinStrip);
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t col = (p + i) % f[kMoteDotN], row = (p + i) / f[kMoteDotN] % f[kMoteDotM], batch = (p + i) / f[kMoteDotN] / f[kMoteDotM];
      const float* a = lhs + static_cast<ptrdiff_t>(batch) * f[kMoteDotLhsB] + static_cast<ptrdiff_t>(row) * f[kMoteDotLhsM];
      const float* b = rhs + static_cast<ptrdiff_t>(batch) * f[kMoteDotRhsB] + static_cast<ptrdiff_t>(col) * f[kMoteDotRhsN];
      float acc = 0;
      for (int32_t k = 0; k < f[kMoteDotK]; ++k) acc = FmaF32(a[static_cast<ptrdiff_t>(k) * f[kMoteDotLhsK]], b[static_cast<ptrdiff_t>(k) * f[kMoteDotRhsK]], acc);
      sums.data[i] = acc;
    }
    machine.RunSums(p, n, sums.data);
    p += n;
  }
}

void ConvolutionPart(const void* job, const Part& part) {
  const StepContext& context = *static_cast<const Job*>(job)->context;
  const Sums sums = Split(part);
  Machine machine(context, *static_cast<const Job*>(job)->code, 2, sums.rest, sums.rest_bytes);
  machine.BeginPoints();
  const int32_t* f = reinterpret_cast<const int32_t*>(context.step.fields);
  const float* lhs = reinterpret_cast<const float*>(context.place(0));
  const float* rhs = reinterpret_cast<const float*>(context.place(1));
  const uint32_t features = static_cast<uint32_t>(f[kMoteConvGroups] * f[kMoteConvOutPerGroup]);
  for (uint32_t p = part.begin; p < part.end;) {
    const uint32_t left = part.end - p, n = left < kMoteMinStrip ? left : static_cast<uint32_t>(kMoteMinStrip);
    for (uint32_t i = 0; i < n; ++i) {
      uint32_t q = p + i;
      const int32_t o = static_cast<int32_t>(q % features);
      q /= features;
      const int32_t x = static_cast<int32_t>(q % f[kMoteConvOutW]);
      q /= f[kMoteConvOutW];
      const int32_t y = static_cast<int32_t>(q % f[kMoteConvOutH]), b = static_cast<int32_t>(q / f[kMoteConvOutH]);
      const int32_t c0 = o / f[kMoteConvOutPerGroup] * f[kMoteConvInPerGroup];
      float acc = 0;
      for (int32_t ky = 0; ky < f[kMoteConvKernelH]; ++ky) {
        const int32_t iy = y * f[kMoteConvStrideY] + ky * f[kMoteConvDilationY] - f[kMoteConvPadY];
        if (iy < 0 || iy >= f[kMoteConvInH]) continue;
        for (int32_t kx = 0; kx < f[kMoteConvKernelW]; ++kx) {
          const int32_t ix = x * f[kMoteConvStrideX] + kx * f[kMoteConvDilationX] - f[kMoteConvPadX];
          if (ix < 0 || ix >= f[kMoteConvInW]) continue;
          const float* in = lhs + static_cast<ptrdiff_t>(b) * f[kMoteConvLhsB] + static_cast<ptrdiff_t>(iy) * f[kMoteConvLhsY] + static_cast<ptrdiff_t>(ix) * f[kMoteConvLhsX] +
                            static_cast<ptrdiff_t>(c0) * f[kMoteConvLhsC];
          const float* w = rhs + static_cast<ptrdiff_t>(ky) * f[kMoteConvRhsY] + static_cast<ptrdiff_t>(kx) * f[kMoteConvRhsX] + static_cast<ptrdiff_t>(o) * f[kMoteConvRhsO];
          for (int32_t c = 0; c < f[kMoteConvInPerGroup]; ++c) acc = FmaF32(in[static_cast<ptrdiff_t>(c) * f[kMoteConvLhsC]], w[static_cast<ptrdiff_t>(c) * f[kMoteConvRhsC]], acc);
        }
      }
      sums.data[i] = acc;
    }
    machine.RunSums(p, n, sums.data);
    p += n;
  }
}

void RunSplit(const StepContext& context, void (*part)(const void*, const Part&)) {
  if (RunNative(context)) return;
  const KernelCode code(KernelOf(*context.instance->program, context.step.kernel).code);
  const StageCode first(code.first_stage);
  uint32_t total = 1;
  for (uint32_t i = 0; i < first.lane_count; ++i) total *= code.extent(context.step.params, first.lane_axes[i]);
  if (total == 0) return;
  const Job job = {&context, &code};
  RunParts(context, total, kMoteMinStrip, static_cast<uint64_t>(MoteMicrocodeScratch(code.words, kMoteMinStrip) + kMoteMinStrip * 4 + 7), part, &job);
}

}  // namespace

void RunDot(const StepContext& context) { RunSplit(context, DotPart); }
void RunConvolution(const StepContext& context) { RunSplit(context, ConvolutionPart); }

}  // namespace mote::runtime
