// The integer routines through their rows, against sums of products computed by plain loops in 64 bits, for awkward sizes, strides, zero
// points and amounts of scratch.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "core/routine.h"

namespace mote::runtime {
namespace {

using Fields = std::vector<int32_t>;

struct Collected {
  std::vector<uint32_t> values;
  std::vector<int> times;
  explicit Collected(size_t outputs) : values(outputs), times(outputs) {}
  Finish finish() {
    return {this, [](void* self, uint32_t first, uint32_t count, const void* sums) {
              auto* c = static_cast<Collected*>(self);
              for (uint32_t i = 0; i < count; ++i) {
                c->values.at(first + i) = static_cast<const uint32_t*>(sums)[i];
                ++c->times.at(first + i);
              }
            }};
  }
};

// Runs all rows in two parts, with little scratch and with much.
void ExpectSums(const Routine& routine, const Fields& f, const std::vector<int8_t>& lhs, const std::vector<int8_t>& rhs, uint32_t rows,
                const std::vector<int64_t>& want) {
  ASSERT_EQ(f.size(), routine.geometry->fields);
  const RoutineCall call = {lhs.data(), rhs.data(), f.data(), 0};
  for (const size_t scratch_bytes : {size_t{128}, size_t{200}, size_t{1000}, size_t{64} << 10}) {
    std::vector<uint32_t> scratch(scratch_bytes / 4, 0x5a5a5a5a);
    Collected got(want.size());
    for (const auto& [begin, end] : {std::pair<uint32_t, uint32_t>{0, rows / 3}, {rows / 3, rows}}) {
      if (begin < end) routine.sums(call, begin, end, scratch.data(), scratch_bytes, got.finish());
    }
    for (size_t i = 0; i < want.size(); ++i) {
      ASSERT_EQ(got.times[i], 1) << i;
      ASSERT_EQ(got.values[i], static_cast<uint32_t>(want[i])) << "output " << i << ", scratch " << scratch_bytes;
    }
  }
}

class S8Routines : public ::testing::Test {
 protected:
  int32_t In(int32_t low, int32_t high) { return low + static_cast<int32_t>(random_() % static_cast<uint32_t>(high - low + 1)); }
  int32_t Zero() { return In(0, 3) == 0 ? 0 : In(0, 3) == 0 ? In(0, 1) == 0 ? INT32_MIN : 0x7fffffff : In(-128, 127); }
  std::vector<int8_t> Bytes(int32_t count) {
    std::vector<int8_t> bytes(static_cast<size_t>(count));
    for (int8_t& byte : bytes) byte = static_cast<int8_t>(In(0, 5) == 0 ? -128 : In(-128, 127));
    return bytes;
  }

  std::mt19937 random_{7};
};

TEST_F(S8Routines, Dot) {
  for (int round = 0; round < 300; ++round) {
    const int32_t batch = In(1, 3), m = In(1, 9), n = In(1, 70), k = In(0, 3) == 0 ? In(100, 300) : In(0, 20);
    const bool transposed = In(0, 1) == 1;
    const int32_t gap = In(1, 3);  // between elements of k
    Fields f = {batch, m, n, k, m * k * gap, k * gap, gap, k * n, transposed ? 1 : n, transposed ? k : 1, 0, 0, Zero(), Zero()};
    if (In(0, 4) == 0) f[kMoteDotRhsB] = 0;  // the same weights for all
    const std::vector<int8_t> lhs = Bytes(batch * m * k * gap + 1), rhs = Bytes(batch * k * n + 1);
    std::vector<int64_t> want;
    for (int32_t b = 0; b < batch; ++b) {
      for (int32_t i = 0; i < m; ++i) {
        for (int32_t j = 0; j < n; ++j) {
          int64_t sum = 0;
          for (int32_t p = 0; p < k; ++p) {
            const int64_t a = lhs[static_cast<size_t>(b * f[kMoteDotLhsB] + i * f[kMoteDotLhsM] + p * f[kMoteDotLhsK])];
            const int64_t w = rhs[static_cast<size_t>(b * f[kMoteDotRhsB] + p * f[kMoteDotRhsK] + j * f[kMoteDotRhsN])];
            sum += static_cast<int64_t>(static_cast<int32_t>((a - f[12]) * (w - f[13])));
          }
          want.push_back(sum);
        }
      }
    }
    ExpectSums(kDotS8, f, lhs, rhs, static_cast<uint32_t>(batch * m), want);
    if (HasFatalFailure()) return;
  }
}

// One output by the definition; positions outside add nothing.
int64_t Pixel(const Fields& f, const std::vector<int8_t>& lhs, const std::vector<int8_t>& rhs, int32_t b, int32_t y, int32_t x, int32_t o) {
  int64_t sum = 0;
  for (int32_t ky = 0; ky < f[kMoteConvKernelH]; ++ky) {
    for (int32_t kx = 0; kx < f[kMoteConvKernelW]; ++kx) {
      const int32_t iy = y * f[kMoteConvStrideY] + ky * f[kMoteConvDilationY] - f[kMoteConvPadY];
      const int32_t ix = x * f[kMoteConvStrideX] + kx * f[kMoteConvDilationX] - f[kMoteConvPadX];
      if (iy < 0 || iy >= f[kMoteConvInH] || ix < 0 || ix >= f[kMoteConvInW]) continue;
      for (int32_t c = 0; c < f[kMoteConvInPerGroup]; ++c) {
        const int32_t channel = o / f[kMoteConvOutPerGroup] * f[kMoteConvInPerGroup] + c;
        const int32_t i = b * f[kMoteConvLhsB] + iy * f[kMoteConvLhsY] + ix * f[kMoteConvLhsX] + channel * f[kMoteConvLhsC];
        const int32_t j = ky * f[kMoteConvRhsY] + kx * f[kMoteConvRhsX] + c * f[kMoteConvRhsC] + o * f[kMoteConvRhsO];
        const int64_t a = lhs[static_cast<size_t>(i)], w = rhs[static_cast<size_t>(j)];
        sum += static_cast<int64_t>(static_cast<int32_t>((a - f[kMoteConvFields]) * (w - f[kMoteConvFields + 1])));
      }
    }
  }
  return sum;
}

TEST_F(S8Routines, Convolution) {
  for (int round = 0; round < 600; ++round) {
    Fields f(kMoteConvFields + 2, 0);
    f[kMoteConvBatch] = In(1, 2);
    f[kMoteConvInH] = In(1, 7), f[kMoteConvInW] = In(1, 7), f[kMoteConvOutH] = In(1, 6), f[kMoteConvOutW] = In(1, 6);
    f[kMoteConvKernelH] = In(0, 4), f[kMoteConvKernelW] = In(1, 4);
    const bool depthwise = In(0, 2) == 0;
    const int32_t groups = f[kMoteConvGroups] = depthwise ? In(1, 40) : In(0, 1) == 0 ? 1 : In(2, 3);
    const int32_t in = f[kMoteConvInPerGroup] = depthwise ? 1 : In(0, 9), out = f[kMoteConvOutPerGroup] = depthwise ? 1 : In(1, 40);
    f[kMoteConvStrideY] = In(1, 3), f[kMoteConvStrideX] = In(1, 3), f[kMoteConvDilationY] = In(1, 3), f[kMoteConvDilationX] = In(1, 3);
    f[kMoteConvPadY] = In(-2, 3), f[kMoteConvPadX] = In(-2, 3);
    const int32_t channels = groups * in, features = groups * out, area = f[kMoteConvInH] * f[kMoteConvInW];
    const bool first = In(0, 2) == 0;  // features in front of positions
    f[kMoteConvLhsB] = area * channels;
    f[kMoteConvLhsC] = first ? area : 1;
    f[kMoteConvLhsX] = first ? 1 : channels, f[kMoteConvLhsY] = f[kMoteConvLhsX] * f[kMoteConvInW];
    const int32_t taps = f[kMoteConvKernelH] * f[kMoteConvKernelW];
    const bool outputs_first = In(0, 2) == 0;
    f[kMoteConvRhsO] = outputs_first ? taps * in : 1;
    f[kMoteConvRhsC] = outputs_first ? 1 : features;
    f[kMoteConvRhsX] = outputs_first ? in : in * features, f[kMoteConvRhsY] = f[kMoteConvRhsX] * f[kMoteConvKernelW];
    f[kMoteConvFields] = Zero(), f[kMoteConvFields + 1] = Zero();
    const std::vector<int8_t> lhs = Bytes(f[kMoteConvBatch] * area * channels + 1), rhs = Bytes(taps * in * features + 1);
    std::vector<int64_t> want;
    for (int32_t b = 0; b < f[kMoteConvBatch]; ++b) {
      for (int32_t y = 0; y < f[kMoteConvOutH]; ++y) {
        for (int32_t x = 0; x < f[kMoteConvOutW]; ++x) {
          for (int32_t o = 0; o < features; ++o) want.push_back(Pixel(f, lhs, rhs, b, y, x, o));
        }
      }
    }
    ExpectSums(kConvolutionS8, f, lhs, rhs, static_cast<uint32_t>(f[kMoteConvBatch] * f[kMoteConvOutH]), want);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace mote::runtime
