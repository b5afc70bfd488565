// The f32 routines against the sums that SPEC.md section 3 defines, computed by plain loops with the C library's fma, bit for bit,
// on every instruction set of this machine, for awkward sizes, strides and amounts of scratch.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "cpu/element_access.h"
#include "cpu/exact_fma.h"
#include "cpu/f32_routines.h"
#include "cpu/operations.h"
#include "firmware/fma_operands.h"
#include "schema/routine_scratch.h"

namespace mote::runtime {
namespace {

std::vector<const F32Instance*> Instances() {
  std::vector<const F32Instance*> all;
  for (int isa = 0; isa <= DetectIsa(); ++isa) {
    const bool seen = std::find(all.begin(), all.end(), kF32Instances[isa]) != all.end();
    if ((DetectIsas() >> isa & 1) != 0 && !seen) all.push_back(kF32Instances[isa]);
  }
  return all;
}

std::vector<float> Random(size_t n, std::mt19937& random) {
  std::vector<float> values(n);
  std::normal_distribution<float> normal(0, 1);
  for (float& v : values) v = random() % 16 == 0 ? normal(random) * 1e-30f : normal(random);  // sums of -0, too
  return values;
}

struct Collected {
  std::vector<float> values;
  std::vector<int> times;
  Finish finish() {
    return {this, [](void* self, uint32_t first, uint32_t count, const void* sums) {
              auto* c = static_cast<Collected*>(self);
              for (uint32_t i = 0; i < count; ++i) {
                c->values.at(first + i) = static_cast<const float*>(sums)[i];
                ++c->times.at(first + i);
              }
            }};
  }
  Finish finish_rows() {
    Finish by_rows = finish();
    by_rows.rows = [](void* self, uint32_t first, uint32_t count, uint32_t step, uint32_t columns, const void* sums) {
      auto* const c = static_cast<Collected*>(self);
      const auto* const from = static_cast<const float*>(sums);
      for (uint32_t i = 0; i < count; ++i) c->finish().run(c, first + i * step, columns, from + size_t{i} * columns);
    };
    return by_rows;
  }
};

void ExpectSameBits(const std::vector<float>& got, const std::vector<float>& want, const std::string& what) {
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < got.size(); ++i) {
    uint32_t g, w;
    std::memcpy(&g, &got[i], 4);
    std::memcpy(&w, &want[i], 4);
    ASSERT_EQ(g, w) << what << ": output " << i << " is " << got[i] << ", expected " << want[i];
  }
}

std::vector<float> PlainDot(const DotArguments& a) {
  std::vector<float> out;
  for (int b = 0; b < a.batch; ++b)
    for (int m = 0; m < a.m; ++m)
      for (int n = 0; n < a.n; ++n) {
        float sum = 0;
        for (int k = 0; k < a.k; ++k)
          sum = std::fmaf(a.lhs[b * a.lhs_b + m * a.lhs_m + k * a.lhs_k], a.rhs[b * a.rhs_b + k * a.rhs_k + n * a.rhs_n], sum);
        out.push_back(sum);
      }
  return out;
}

std::vector<float> PlainConvolution(const ConvolutionArguments& c) {
  std::vector<float> out;
  for (int b = 0; b < c.batch; ++b)
    for (int y = 0; y < c.out_h; ++y)
      for (int x = 0; x < c.out_w; ++x)
        for (int o = 0; o < c.groups * c.out_per_group; ++o) {
          const int group = o / c.out_per_group;
          float sum = 0;
          for (int ky = 0; ky < c.kernel_h; ++ky)
            for (int kx = 0; kx < c.kernel_w; ++kx)
              for (int i = 0; i < c.in_per_group; ++i) {
                const int iy = y * c.stride_y + ky * c.dilation_y - c.pad_y, ix = x * c.stride_x + kx * c.dilation_x - c.pad_x;
                if (iy < 0 || iy >= c.in_h || ix < 0 || ix >= c.in_w) continue;
                const float l = c.lhs[b * c.lhs_b + iy * c.lhs_y + ix * c.lhs_x + (group * c.in_per_group + i) * c.lhs_c];
                const float r = c.rhs[ky * c.rhs_y + kx * c.rhs_x + i * c.rhs_c + o * c.rhs_o];
                const bool unfused = c.groups > 1 && c.in_per_group == 1;
                sum = unfused ? sum + l * r : std::fmaf(l, r, sum);
              }
          out.push_back(sum);
        }
  return out;
}

// A direct epilogue of any form over so many outputs a row, and what it makes of plain sums. Some have their residual where outputs go.
struct Direct {
  std::vector<float> out, bias, residual;
  DirectFinish finish = {};
  Direct(size_t outputs, size_t columns, int trial, std::mt19937& random) : out(outputs, std::nanf("")) {
    if (trial % 2 == 1) bias = Random(columns, random);
    if (trial / 2 % 2 == 1) residual = Random(outputs, random);
    const bool in_place = trial / 4 % 2 == 1 && !residual.empty();
    if (in_place) out = residual;
    finish = {out.data(), bias.empty() ? nullptr : bias.data(), residual.empty() ? nullptr : in_place ? out.data() : residual.data(),
              static_cast<uint32_t>(columns), trial / 8 % 2 == 1, trial / 16 % 2 == 1, trial / 32 % 2 == 1 ? -0.25f : 0.0f, 0.5f};
  }
  float Of(size_t i, float v) const {
    if (!bias.empty()) v = bias[i % bias.size()] + v;
    if (!residual.empty()) v = v + residual[i];
    if (finish.raises) v = v < finish.least ? finish.least : v == 0 && finish.least == 0 ? 0 : v;
    return finish.lowers && v > finish.most ? finish.most : v;
  }
  std::vector<float> Of(std::vector<float> sums) const {
    for (size_t i = 0; i < sums.size(); ++i) sums[i] = Of(i, sums[i]);
    return sums;
  }
  // Carried out by the routine itself, or by what it hands sums to.
  Finish alone(Finish other) {
    other.direct = &finish;
    return other;
  }
  Finish any() {
    const auto rows = [](void* context, uint32_t first, uint32_t count, uint32_t step, uint32_t columns, const void* sums) {
      auto* const to = static_cast<Direct*>(context);
      for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t j = 0; j < columns; ++j) {
          const size_t at = first + size_t{i} * step + j;
          to->out.at(at) = to->Of(at, static_cast<const float*>(sums)[size_t{i} * columns + j]);
        }
      }
    };
    const auto run = [](void* context, uint32_t first, uint32_t count, const void* sums) {
      auto* const to = static_cast<Direct*>(context);
      for (uint32_t i = 0; i < count; ++i) to->out.at(first + i) = to->Of(first + i, static_cast<const float*>(sums)[i]);
    };
    return {this, run, rows, &finish};
  }
};

TEST(F32Routines, ExactFmaRoundsOnce) {
  std::mt19937 random(1);
  const auto value = [&] {
    // Every exponent, so that products underflow, overflow and cancel.
    uint32_t bits = static_cast<uint32_t>(random());
    float f;
    std::memcpy(&f, &bits, 4);
    return f;
  };
  for (int i = 0; i < 2'000'000; ++i) {
    const float a = value(), b = value();
    const float c = i % 3 == 0 ? -(a * b) * (1.0f + static_cast<float>(i % 7) * 1e-7f) : value();
    const float got = FmaF32(a, b, c), want = std::fmaf(a, b, c);
    uint32_t g, w;
    std::memcpy(&g, &got, 4);
    std::memcpy(&w, &want, 4);
    ASSERT_TRUE(g == w || (std::isnan(got) && std::isnan(want))) << a << " * " << b << " + " << c << ": " << got << ", expected " << want;
  }
}

TEST(F32Routines, IntegerFmaRoundsOnce) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 2'000'000; ++i) {
    const test::FmaOperands o = i % 4 == 0 ? test::OrdinaryFma(random) : test::ExtremeFma(random);
    ASSERT_EQ(IntegerFma(o.a, o.b, o.c), test::ExpectedFma(o)) << std::hex << o.a << " * " << o.b << " + " << o.c;
  }
}

// Numbers that f16 and bf16 hold exactly, as f32 and as their bits.
struct Narrow {
  std::vector<float> values;
  std::vector<uint16_t> f16, bf16;
};
Narrow RandomNarrow(size_t n, std::mt19937& random) {
  Narrow out;
  for (size_t i = 0; i < n; ++i) {
    out.values.push_back(static_cast<float>(static_cast<int>(random() % 255) - 127) / 16);
    uint32_t bits;
    std::memcpy(&bits, &out.values.back(), 4);
    const uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    out.bf16.push_back(static_cast<uint16_t>(bits >> 16));
    out.f16.push_back(static_cast<uint16_t>(magnitude == 0 ? sign : sign | (magnitude - (112u << 23)) >> 13));
  }
  return out;
}

// Weights of half the size widen exactly: the sums are those of their values.
TEST(F32Routines, DotWidensItsRightHandSide) {
  std::mt19937 random(5);
  const struct {
    int batch, m, n, k;
    bool transposed;
  } cases[] = {{1, 1, 10, 33, false}, {1, 1, 700, 40, true}, {2, 9, 193, 4, false}, {1, 30, 300, 520, true}, {3, 25, 49, 65, false}};
  for (const F32Instance* instance : Instances()) {
    for (const auto& c : cases) {
      const std::vector<float> lhs = Random(static_cast<size_t>(c.batch * c.m * c.k), random);
      const Narrow rhs = RandomNarrow(static_cast<size_t>(c.batch * c.k * c.n), random);
      DotArguments a = {lhs.data(), rhs.values.data(), c.batch, c.m, c.n, c.k, c.m * c.k, c.k, 1, c.k * c.n, c.transposed ? 1 : c.n,
                        c.transposed ? c.k : 1};
      const std::vector<float> want = PlainDot(a);
      for (const bool f16 : {true, false}) {
        a.rhs = reinterpret_cast<const float*>(f16 ? rhs.f16.data() : rhs.bf16.data());
        for (const size_t scratch_bytes : {size_t{128}, size_t{1000}, size_t{48} << 10}) {
          std::vector<float> scratch(scratch_bytes / 4);
          Collected got{std::vector<float>(want.size()), std::vector<int>(want.size())};
          const auto rows = static_cast<uint32_t>(c.batch * c.m);
          DotSumsF32(*instance, a, f16 ? &kAccessF16 : &kAccessBF16, 0, rows, scratch.data(), scratch_bytes, got.finish());
          ExpectSameBits(got.values, want, instance->name + std::string(f16 ? " f16 n=" : " bf16 n=") + std::to_string(c.n));
        }
      }
    }
  }
}

// Of a part that goes by columns.
DotArguments Columns(const DotArguments& a, int32_t first, int32_t last) {
  DotArguments part = a;
  TakeColumns({a.lhs, a.rhs, nullptr, 0, first, last}, &part);
  return part;
}

// Sums in two parts with scratch of several sizes, and the routine's own finish in all forms, have the bits of `want`.
void CheckDot(const F32Instance& instance, const DotArguments& a, const std::vector<float>& want, const std::string& what,
              std::mt19937& random) {
  for (const size_t scratch_bytes : {size_t{128}, size_t{1000}, size_t{48} << 10, size_t{192} << 10}) {
    std::vector<float> scratch(scratch_bytes / 4);
    Collected got{std::vector<float>(want.size()), std::vector<int>(want.size())};
    const auto rows = static_cast<uint32_t>(a.batch * a.m);
    DotSumsF32(instance, a, nullptr, 0, rows / 3, scratch.data(), scratch_bytes, got.finish());
    DotSumsF32(instance, a, nullptr, rows / 3, rows, scratch.data(), scratch_bytes, got.finish());
    ExpectSameBits(got.values, want, instance.name + (" " + what) + " n=" + std::to_string(a.n));
    for (const int times : got.times) ASSERT_EQ(times, 1);
    Collected by_rows{std::vector<float>(want.size()), std::vector<int>(want.size())};
    DotSumsF32(instance, a, nullptr, 0, rows / 3, scratch.data(), scratch_bytes, by_rows.finish_rows());
    DotSumsF32(instance, a, nullptr, rows / 3, rows, scratch.data(), scratch_bytes, by_rows.finish_rows());
    ExpectSameBits(by_rows.values, want, instance.name + (" by rows " + what) + " n=" + std::to_string(a.n));
    for (const int times : by_rows.times) ASSERT_EQ(times, 1);
    const int32_t unit = a.panels.columns != 0 ? a.panels.columns : kMotePanelColumns, cut = a.n / 2 / unit * unit;
    for (const Finish& finish : {got.finish(), got.finish_rows()}) {
      if (cut == 0) break;
      got = {std::vector<float>(want.size()), std::vector<int>(want.size())};
      DotSumsF32(instance, Columns(a, 0, cut), nullptr, 0, rows, scratch.data(), scratch_bytes, finish);
      DotSumsF32(instance, Columns(a, cut, a.n), nullptr, 0, rows, scratch.data(), scratch_bytes, finish);
      ExpectSameBits(got.values, want, instance.name + (" by columns " + what) + " n=" + std::to_string(a.n));
      for (const int times : got.times) ASSERT_EQ(times, 1);
    }
    for (int trial = static_cast<int>(rows) % 7; trial < 64 && instance.dot_blocks != nullptr; trial += 7) {
      Direct direct(want.size(), static_cast<size_t>(a.n), trial, random);
      const std::vector<float> expected = direct.Of(want);
      const Finish finish = trial / 7 % 2 == 0 ? direct.any() : direct.alone(got.finish());
      if (!instance.dot_blocks(instance, a, 0, rows / 3, scratch.data(), scratch_bytes, finish)) break;
      ASSERT_TRUE(instance.dot_blocks(instance, a, rows / 3, rows, scratch.data(), scratch_bytes, finish));
      ExpectSameBits(direct.out, expected, "direct " + what + " " + std::to_string(trial) + " n=" + std::to_string(a.n));
      if (cut == 0) continue;
      Direct columns(want.size(), static_cast<size_t>(a.n), trial, random);
      const std::vector<float> wanted = columns.Of(want);
      const Finish shared = trial / 7 % 2 == 0 ? columns.any() : columns.alone(got.finish());
      ASSERT_TRUE(instance.dot_blocks(instance, Columns(a, 0, cut), 0, rows, scratch.data(), scratch_bytes, shared));
      ASSERT_TRUE(instance.dot_blocks(instance, Columns(a, cut, a.n), 0, rows, scratch.data(), scratch_bytes, shared));
      ExpectSameBits(columns.out, wanted, "direct by columns " + what + " " + std::to_string(trial) + " n=" + std::to_string(a.n));
    }
  }
}

TEST(F32Routines, DotEqualsThePlainLoop) {
  std::mt19937 random(2);
  struct Case {
    int batch, m, n, k;
    bool lhs_transposed, rhs_transposed;
  };
  const Case cases[] = {{1, 1, 1, 1, false, false},      {1, 1, 10, 32, false, false}, {2, 3, 5, 7, true, false},
                        {1, 33, 50, 19, false, true},    {3, 9, 193, 4, false, false}, {1, 40, 300, 520, false, true},
                        {1, 50, 400, 300, false, false}, {1, 7, 48, 0, false, false},  {1, 1, 700, 33, false, false},
                        {2, 25, 49, 65, true, true},     {1, 400, 270, 300, false, false}, {2, 31, 256, 129, true, false},
                        {1, 1, 256, 7, false, false},    {1, 1, 523, 35, false, false},    {3, 1, 1027, 18, true, false}};
  for (const F32Instance* instance : Instances()) {
    for (const Case& c : cases) {
      const std::vector<float> lhs = Random(static_cast<size_t>(c.batch * c.m * c.k) + 1, random);
      const std::vector<float> rhs = Random(static_cast<size_t>(c.batch * c.k * c.n) + 1, random);
      DotArguments a = {lhs.data(), rhs.data(), c.batch, c.m, c.n, c.k, c.m * c.k, c.lhs_transposed ? 1 : c.k, c.lhs_transposed ? c.m : 1,
                        c.k * c.n,  c.rhs_transposed ? 1 : c.n, c.rhs_transposed ? c.k : 1};
      const std::vector<float> want = PlainDot(a);
      CheckDot(*instance, a, want, "dot", random);
      if (HasFatalFailure()) return;
    }
  }
}

// A right-hand side in panels gives what the same numbers in rows give.
TEST(F32Routines, DotTakesPanels) {
  std::mt19937 random(9);
  struct Case {
    int batch, m, n, k, width;
  };
  const Case cases[] = {{1, 24, 48, 19, 48}, {1, 33, 500, 300, 48}, {2, 50, 96, 64, 32},  {1, 200, 80, 700, 16}, {1, 1, 130, 33, 48},
                        {1, 30, 47, 5, 48},  {3, 9, 64, 0, 32},     {1, 65, 33, 260, 7}};
  for (const F32Instance* instance : Instances()) {
    for (const Case& c : cases) {
      const std::vector<float> lhs = Random(static_cast<size_t>(c.batch * c.m * c.k) + 1, random);
      const std::vector<float> rhs = Random(static_cast<size_t>(c.k * c.n) + 1, random);
      DotArguments a = {lhs.data(), rhs.data(), c.batch, c.m, c.n, c.k, c.m * c.k, c.k, 1, 0, c.n, 1, {}};
      const std::vector<float> want = PlainDot(a);
      const int panels = (c.n + c.width - 1) / c.width;
      std::vector<float> packed(static_cast<size_t>(panels * c.k * c.width) + 1, NAN);
      for (int k = 0; k < c.k; ++k) {
        for (int n = 0; n < c.n; ++n) {
          packed[static_cast<size_t>((n / c.width * c.k + k) * c.width + n % c.width)] = rhs[static_cast<size_t>(k * c.n + n)];
        }
      }
      a.rhs = packed.data(), a.rhs_k = c.width, a.panels.columns = c.width, a.panels.apart = c.k * c.width;
      CheckDot(*instance, a, want, "panels", random);
      if (HasFatalFailure()) return;
    }
  }
}

// Awkward sizes, strides, dilations and paddings; operands are not set.
ConvolutionArguments RandomShape(int trial, std::mt19937& random) {
  const auto pick = [&](int low, int high) { return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1)); };
  ConvolutionArguments c = {};
  c.batch = pick(1, 2), c.in_h = pick(1, 9), c.in_w = pick(1, 14), c.kernel_h = pick(1, 4), c.kernel_w = pick(1, 5);
  c.stride_y = pick(1, 3), c.stride_x = pick(1, 3), c.dilation_y = pick(1, 2), c.dilation_x = pick(1, 3), c.pad_y = pick(-1, 3),
  c.pad_x = pick(-1, 4);
  const bool depthwise = trial % 3 == 0;
  c.groups = depthwise ? pick(2, 40) : pick(1, 2), c.in_per_group = depthwise ? 1 : pick(1, 6),
  c.out_per_group = depthwise ? 1 : pick(1, 60);
  c.out_h = pick(1, 6), c.out_w = pick(1, 12);
  if (trial % 6 == 4) {  // pixel by pixel, all of them in a row
    c.kernel_h = c.kernel_w = c.stride_y = c.stride_x = 1, c.pad_y = c.pad_x = 0, c.out_h = c.in_h, c.out_w = c.in_w;
    if (c.groups == 1) c.in_per_group = pick(1, 200), c.out_per_group = pick(1, 300);
  }
  if (trial % 4 == 3) {  // more pixels in a row or rows in an image than a register tile takes
    c.in_w = pick(15, 48), c.out_w = c.in_w / c.stride_x;
    c.in_h = pick(15, 40), c.out_h = c.in_h / c.stride_y;
  }
  const int in = c.groups * c.in_per_group, out = c.groups * c.out_per_group;
  const bool channels_first = trial % 5 == 1, outputs_apart = trial % 7 == 2;
  c.lhs_b = c.in_h * c.in_w * in;
  c.lhs_y = channels_first ? c.in_w : c.in_w * in, c.lhs_x = channels_first ? 1 : in, c.lhs_c = channels_first ? c.in_h * c.in_w : 1;
  const int taps = c.kernel_h * c.kernel_w;
  c.rhs_y = c.kernel_w * (outputs_apart ? 1 : c.in_per_group * out), c.rhs_x = outputs_apart ? 1 : c.in_per_group * out;
  c.rhs_c = outputs_apart ? taps : out, c.rhs_o = outputs_apart ? taps * c.in_per_group : 1;
  return c;
}

TEST(F32Routines, ConvolutionEqualsThePlainLoop) {
  std::mt19937 random(3);
  int finished = 0;
  for (int trial = 0; trial < 300; ++trial) {
    SCOPED_TRACE("trial " + std::to_string(trial));
    ConvolutionArguments c = RandomShape(trial, random);
    const int taps = c.kernel_h * c.kernel_w, out = c.groups * c.out_per_group;
    const std::vector<float> lhs = Random(static_cast<size_t>(c.batch * c.lhs_b), random);
    const std::vector<float> rhs = Random(static_cast<size_t>(taps * c.in_per_group * out), random);
    c.lhs = lhs.data(), c.rhs = rhs.data();
    const std::vector<float> want = PlainConvolution(c);
    for (const F32Instance* instance : Instances()) {
      for (const size_t scratch_bytes : {size_t{128}, size_t{16} << 10}) {
        std::vector<float> scratch(scratch_bytes / 4);
        Collected got{std::vector<float>(want.size()), std::vector<int>(want.size())};
        ConvolutionSumsF32(*instance, c, 0, static_cast<uint32_t>(c.batch * c.out_h), scratch.data(), scratch_bytes, got.finish());
        ExpectSameBits(got.values, want, instance->name);
        for (const int times : got.times) ASSERT_EQ(times, 1);
        if (instance->convolution_rows == nullptr) continue;
        for (const int form : {trial, trial + 17, trial + 38}) {
          Direct direct(want.size(), static_cast<size_t>(out), form, random);
          const std::vector<float> expected = direct.Of(want);
          Finish finish = got.finish();
          finish.direct = &direct.finish;
          if (!instance->convolution_rows(*instance, c, 0, 1, scratch.data(), scratch_bytes, finish)) break;
          const auto rows = static_cast<uint32_t>(c.batch * c.out_h);
          ASSERT_TRUE(instance->convolution_rows(*instance, c, 1, rows, scratch.data(), scratch_bytes, finish));
          ExpectSameBits(direct.out, expected, instance->name + std::string(" direct ") + std::to_string(form));
          ++finished;
        }
      }
    }
  }
  EXPECT_TRUE(Instances().size() == 1 || finished > 100) << finished;
}

// The same with weights of half the size, by the rows of routines.def, with room for all weights, for some and for none.
TEST(F32Routines, ConvolutionWidensItsRightHandSide) {
  std::mt19937 random(9);
  for (int trial = 0; trial < 150; ++trial) {
    ConvolutionArguments c = RandomShape(trial, random);
    if (trial % 9 == 5) c.in_w = 0;  // nothing to multiply with: weights are not looked at
    const int taps = c.kernel_h * c.kernel_w, out = c.groups * c.out_per_group;
    const std::vector<float> lhs = Random(static_cast<size_t>(c.batch * c.lhs_b), random);
    const Narrow rhs = RandomNarrow(static_cast<size_t>(taps * c.in_per_group * out), random);
    c.lhs = lhs.data(), c.rhs = rhs.values.data();
    const std::vector<float> want = PlainConvolution(c);
    std::vector<int32_t> fields(kMoteConvFields);
    std::memcpy(fields.data(), &c.batch, kMoteConvLhsOffset * sizeof(int32_t));
    std::vector<int64_t> wide(fields.begin(), fields.end());
    for (const bool f16 : {true, false}) {
      const Routine& routine = f16 ? kConvolutionF16 : kConvolutionBF16;
      for (int isa = 0; isa <= DetectIsa(); ++isa) {
        if ((DetectIsas() >> isa & 1) == 0) continue;
        const void* weights = c.in_w == 0 ? nullptr : f16 ? static_cast<const void*>(rhs.f16.data()) : rhs.bf16.data();
        const RoutineCall call = {c.lhs, weights, fields.data(), static_cast<uint8_t>(isa)};
        const auto planned = [&](int64_t strip) { return static_cast<size_t>(MoteWideningConvolutionScratch(strip, wide.data())); };
        for (const size_t scratch_bytes : {size_t{128}, size_t{1200}, planned(32), planned(256)}) {
          std::vector<float> scratch(scratch_bytes / 4, std::nanf(""));
          Collected got{std::vector<float>(want.size()), std::vector<int>(want.size())};
          routine.sums(call, 0, static_cast<uint32_t>(c.batch * c.out_h), scratch.data(), scratch_bytes, got.finish());
          ExpectSameBits(got.values, want, "trial " + std::to_string(trial) + " scratch " + std::to_string(scratch_bytes));
          for (const int times : got.times) ASSERT_EQ(times, 1);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

// Register tiles and their rests: every number of pixels up to three tiles, outputs that fill vectors, halves of them and less.
TEST(F32Routines, ConvolutionRowsOfEveryLength) {
  std::mt19937 random(4);
  for (const int outputs : {3, 4, 8, 13, 16, 32, 40, 48}) {
    for (int width = 1; width <= 45; ++width) {
      ConvolutionArguments c = {};
      c.batch = c.groups = 1, c.in_h = c.out_h = 3, c.in_w = c.out_w = width, c.kernel_h = 2, c.kernel_w = 3, c.in_per_group = 2,
      c.out_per_group = outputs;
      c.stride_y = c.stride_x = c.dilation_y = c.dilation_x = 1, c.pad_x = 1;
      c.lhs_b = 6 * width, c.lhs_y = 2 * width, c.lhs_x = 2, c.lhs_c = 1;
      c.rhs_y = 6 * outputs, c.rhs_x = 2 * outputs, c.rhs_c = outputs, c.rhs_o = 1;
      const std::vector<float> lhs = Random(static_cast<size_t>(c.lhs_b), random), rhs = Random(static_cast<size_t>(12 * outputs), random);
      c.lhs = lhs.data(), c.rhs = rhs.data();
      const std::vector<float> want = PlainConvolution(c);
      for (const F32Instance* instance : Instances()) {
        std::vector<float> scratch(size_t{4} << 10, std::nanf(""));
        Collected got{std::vector<float>(want.size()), std::vector<int>(want.size())};
        ConvolutionSumsF32(*instance, c, 0, 3, scratch.data(), scratch.size() * 4, got.finish());
        ExpectSameBits(got.values, want,
                       instance->name + std::string(" width ") + std::to_string(width) + " outputs " + std::to_string(outputs));
        if (HasFatalFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace mote::runtime
