// A device's convolution by tiles, launch by launch in the interpreter, beside what SPEC.md section 3 says of winograd_f32: bit for bit.
#include "lower/tiled_convolution.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <string>

#include "frontend/frontend.h"
#include "kernel/interpret.h"
#include "passes/pipeline.h"
#include "schema/routine_geometry.h"
#include "select/step.h"

namespace mote {
namespace {

constexpr int kBatch = 2, kHeight = 23, kWidth = 22, kIn = 16, kOut = 32, kTop = 2, kLeft = 0, kRows = 23, kColumns = 21;

float Number(size_t i) { return static_cast<float>((i * 7919) % 2003) / 1024.0f - 1.0f; }

std::string Hex(size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    const float value = Number(3 * i + 1);
    uint8_t bytes[4];
    std::memcpy(bytes, &value, 4);
    for (const uint8_t byte : bytes) text += "0123456789ABCDEF"[byte >> 4], text += "0123456789ABCDEF"[byte & 15];
  }
  return text;
}

Result<StepGraph> Selected() {
  const std::string x = "tensor<2x23x22x16xf32>", w = "tensor<3x3x16x32xf32>", y = "tensor<2x23x21x32xf32>";
  const std::string text = "func.func @main(%x: " + x + ") -> " + y + " {\n  %w = stablehlo.constant dense<\"0x" + Hex(9 * kIn * kOut) +
                           "\"> : " + w + "\n  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], " +
                           "window = {pad = [[2, 0], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (" + x + ", " +
                           w + ") -> " + y + "\n  return %y : " + y + "\n}\n";
  Result<Module> module = ReadStablehlo(text, "test.mlir");
  if (!module.ok()) return module.error();
  Result<Module> optimised = OptimiseForKernels(*module, {});
  if (!optimised.ok()) return optimised.error();
  return SelectSteps(*optimised, *FindTarget("vulkan"));
}

// SPEC.md section 3.
using Six = std::array<float, 6>;
constexpr float a = 0.625f, b = 1.5f;

Six P(const Six& d) {
  const auto f = [](float x, float y, float z) { return std::fma(x, y, z); };
  const float p = f(-b * b, d[2], d[4]), q = f(-b * b, d[1], d[3]), r = f(-a * a, d[2], d[4]), s = f(-a * a, d[1], d[3]);
  return {f(a * a * b * b, d[0], f(-(a * a + b * b), d[2], d[4])), f(a, q, p), f(-a, q, p), f(b, s, r), f(-b, s, r),
          f(a * a * b * b, d[1], f(-(a * a + b * b), d[3], d[5]))};
}

std::array<float, 4> Q(const Six& m) {
  const float e = m[1] + m[2], o = m[1] - m[2], E = m[3] + m[4], O = m[3] - m[4];
  return {(m[0] + e) + E, std::fma(b, O, a * o), std::fma(b * b, E, a * a * e), std::fma(b * b * b, O, std::fma(a * a * a, o, m[5]))};
}

// The sum of one output, from the weights as the file has them: [position][input][output], one panel.
float Expected(const std::vector<float>& x, const float* weights, int n, int row, int column, int out) {
  const int y = row / 4 * 4, z = column / 4 * 4;
  std::array<Six, 6> sums{};
  for (int c = 0; c < kIn; ++c) {
    std::array<Six, 6> t{};
    for (int j = 0; j < 6; ++j) {
      Six d{};
      for (int i = 0; i < 6; ++i) {
        const int line = y - kTop + i, pixel = z - kLeft + j;
        const bool inside = line >= 0 && line < kHeight && pixel >= 0 && pixel < kWidth;
        d[static_cast<size_t>(i)] = inside ? x[static_cast<size_t>(((n * kHeight + line) * kWidth + pixel) * kIn + c)] : 0.0f;
      }
      d = P(d);
      for (size_t i = 0; i < 6; ++i) t[i][static_cast<size_t>(j)] = d[i];
    }
    for (size_t i = 0; i < 6; ++i) {
      t[i] = P(t[i]);
      for (size_t j = 0; j < 6; ++j) {
        const size_t place = ((6 * i + j) * kIn + static_cast<size_t>(c)) * kOut + static_cast<size_t>(out);
        sums[i][j] = std::fma(t[i][j], weights[place], sums[i][j]);
      }
    }
  }
  std::array<Six, 4> rows{};
  for (size_t j = 0; j < 6; ++j) {
    const std::array<float, 4> made = Q({sums[0][j], sums[1][j], sums[2][j], sums[3][j], sums[4][j], sums[5][j]});
    for (size_t i = 0; i < 4; ++i) rows[i][j] = made[i];
  }
  return Q(rows[static_cast<size_t>(row % 4)])[static_cast<size_t>(column % 4)];
}

TEST(TiledConvolution, HasTheBitsOfTheRoutine) {
  const Result<StepGraph> graph = Selected();
  ASSERT_TRUE(graph.ok()) << graph.error().text;
  const IdVector<Step>& steps = graph->blocks[0].steps;
  ASSERT_EQ(steps.size(), 3u);
  std::vector<std::vector<uint8_t>> memory;
  for (const Buffer& buffer : graph->buffers) {
    memory.emplace_back(static_cast<size_t>(buffer.bytes), uint8_t{0xab});
    if (buffer.kind == Buffer::Kind::kConstant) memory.back().assign(buffer.constant.bytes().begin(), buffer.constant.bytes().end());
  }
  std::vector<float> x(size_t{kBatch} * kHeight * kWidth * kIn);
  for (size_t i = 0; i < x.size(); ++i) x[i] = Number(i);
  const auto input = static_cast<size_t>(graph->entries[0].inputs[0]), output = static_cast<size_t>(graph->entries[0].outputs[0]);
  std::memcpy(memory[input].data(), x.data(), memory[input].size());
  for (const Step& step : steps) {
    ASSERT_EQ(step.kind, StepKind::kLaunch);
    std::vector<std::vector<uint8_t>> operands;
    for (const BufferId operand : step.operands) operands.push_back(memory[static_cast<size_t>(operand)]);
    const Status status = InterpretKernel(graph->kernels[step.kernel], step.params, operands);
    ASSERT_TRUE(status.ok()) << status.error().text;
    for (size_t i = 0; i < step.operands.size(); ++i) {
      if (graph->kernels[step.kernel].operands[i].written) memory[static_cast<size_t>(step.operands[i])] = operands[i];
    }
  }
  const auto* weights = reinterpret_cast<const float*>(memory[static_cast<size_t>(steps[1].operands[1])].data());
  const auto* got = reinterpret_cast<const float*>(memory[output].data());
  for (int n = 0, at = 0; n < kBatch; ++n) {
    for (int row = 0; row < kRows; ++row) {
      for (int column = 0; column < kColumns; ++column) {
        for (int out = 0; out < kOut; ++out, ++at) {
          if (out % 5 != (row + column) % 5) continue;  // each fifth will do
          const float want = Expected(x, weights, n, row, column, out);
          ASSERT_EQ(std::memcmp(&got[at], &want, 4), 0) << n << " " << row << " " << column << " " << out << ": " << got[at] << " " << want;
        }
      }
    }
  }
}

// What is left to the direct way.
TEST(TiledConvolution, PanelsAreWhole) {
  IdVector<int64_t> fields(std::vector<int64_t>(kMoteConvFields, 1));
  for (const auto& [out, whole] : {std::pair{16, true}, {24, true}, {32, true}, {48, false}, {64, true}, {100, false}}) {
    fields[kMoteConvOutPerGroup] = out;
    EXPECT_EQ(TiledShape(fields).HasWholePanels(), whole) << out;
  }
}

}  // namespace
}  // namespace mote
