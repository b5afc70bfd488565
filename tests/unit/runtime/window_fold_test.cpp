// Reductions over windows that reach beyond the array, as the host lowers them, against plain loops, bit for bit: strides, dilated windows,
// windows that lie outside altogether, cut arrays, channels that fill no vector, batches, on every instruction set and in parts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/program.h"
#include "cpu/chunks/window_pattern.h"
#include "frontend/frontend.h"
#include "passes/pipeline.h"
#include "print/printers.h"
#include "program_maker.h"
#include "select/kept_operations.h"
#include "select/step.h"

namespace mote {
namespace {

const mote_threads kThreeParts = {3, nullptr, [](void*, uint32_t count, mote_work work, void* context) {
                                    for (uint32_t i = count; i-- > 0;) work(context, i);
                                  }, 0};

struct Along {
  int64_t extent, window, stride, low, high, dilation = 1;
  int64_t outputs() const { return (extent + low + high - (window - 1) * dilation - 1) / stride + 1; }
};
struct Pool {
  const char *op, *init;
  int64_t batch, channels;
  Along down, across;
};

std::string TextOf(const Pool& p) {
  const auto type = [&](int64_t rows, int64_t columns) {
    return "tensor<" + std::to_string(p.batch) + "x" + std::to_string(rows) + "x" + std::to_string(columns) + "x" +
           std::to_string(p.channels) + "xf32>";
  };
  const auto list = [](int64_t a, int64_t b) { return "array<i64: 1, " + std::to_string(a) + ", " + std::to_string(b) + ", 1>"; };
  const auto pair = [](const Along& a) { return "[" + std::to_string(a.low) + ", " + std::to_string(a.high) + "]"; };
  return "func.func @main(%x: " + type(p.down.extent, p.across.extent) + ") -> " + type(p.down.outputs(), p.across.outputs()) +
         " {\n  %i = stablehlo.constant dense<" + p.init + "> : tensor<f32>\n  %0 = \"stablehlo.reduce_window\"(%x, %i) ({\n" +
         "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %s = stablehlo." + p.op +
         " %a, %b : tensor<f32>\n    stablehlo.return %s : tensor<f32>\n  }) {window_dimensions = " + list(p.down.window, p.across.window) +
         ", window_strides = " + list(p.down.stride, p.across.stride) + ", window_dilations = " +
         list(p.down.dilation, p.across.dilation) + ", padding = dense<[[0, 0], " + pair(p.down) + ", " + pair(p.across) +
         ", [0, 0]]> : tensor<4x2xi64>} : (" + type(p.down.extent, p.across.extent) + ", tensor<f32>) -> " +
         type(p.down.outputs(), p.across.outputs()) + "\n  return %0 : " + type(p.down.outputs(), p.across.outputs()) + "\n}\n";
}

float Combined(const std::string& op, float a, float b) {
  if (op == "add") return a + b;
  if (std::isnan(a) || std::isnan(b)) return NAN;
  if (a == b) return std::signbit(a) == (op == "maximum") ? b : a;  // -0 is less than 0
  return (op == "maximum") == (a > b) ? a : b;
}

std::vector<float> Expected(const Pool& p, const std::vector<float>& x) {
  std::vector<float> result;
  const float init = std::strtof(p.init, nullptr), start = std::string(p.init) == "0xFF800000" ? -INFINITY : init;
  const auto place = [](const Along& a, int64_t output, int64_t tap) {
    const int64_t at = output * a.stride + tap * a.dilation - a.low;
    return at >= 0 && at < a.extent ? at : -1;
  };
  for (int64_t n = 0; n < p.batch; ++n) {
    for (int64_t row = 0; row < p.down.outputs(); ++row) {
      for (int64_t column = 0; column < p.across.outputs(); ++column) {
        for (int64_t c = 0; c < p.channels; ++c) {
          float sum = start;
          for (int64_t i = 0; i < p.down.window; ++i) {
            for (int64_t j = 0; j < p.across.window; ++j) {
              const int64_t y = place(p.down, row, i), z = place(p.across, column, j);
              const bool inside = y >= 0 && z >= 0;
              const int64_t at = ((n * p.down.extent + y) * p.across.extent + z) * p.channels + c;
              sum = Combined(p.op, sum, inside ? x[static_cast<size_t>(at)] : start);
            }
          }
          result.push_back(sum);
        }
      }
    }
  }
  return result;
}

// Whether the chunk machine knows this kernel's windows, and that some reach beyond the array.
bool IsPadded(const Kernel& kernel) {
  const std::vector<uint32_t> words = PrintMicrocode(kernel);
  const runtime::KernelCode code(words.data());
  const runtime::StageCode stage(code.first_stage);
  const runtime::AccessCode load{stage.access_words}, store{load.next()};
  runtime::WindowPattern pattern;
  return code.stages == 1 && stage.accesses == 2 && runtime::ReadWindowPattern(stage, store.next(), &pattern) && pattern.padded();
}

void Check(const Pool& p) {
  const std::string text = TextOf(p);
  SCOPED_TRACE(text);
  Result<Module> module = ReadStablehlo(text, "test.mlir");
  ASSERT_TRUE(module.ok()) << module.error().text;
  const TargetFacts& target = *FindTarget("linux");
  PassOptions passes;
  passes.kept = KeptOperations(target);
  Result<Module> optimised = OptimiseForKernels(*module, passes);
  Result<StepGraph> graph = SelectSteps(*optimised, target, {});
  ASSERT_TRUE(graph.ok());
  ASSERT_EQ(graph->kernels.size(), 1u);
  const Kernel& kernel = graph->kernels[0];
  EXPECT_EQ(IsPadded(kernel), p.down.dilation == 1 && p.across.dilation == 1) << PrintKernel(kernel);  // dilated ones go by strips
  std::vector<float> x(static_cast<size_t>(p.batch * p.down.extent * p.across.extent * p.channels));
  uint32_t seed = 1;
  for (float& value : x) {
    seed = seed * 1664525u + 1013904223u;
    value = static_cast<float>(static_cast<int>((seed >> 16) % 4001) - 2000) / 64;
    if ((seed >> 8) % 37 == 0) value = -0.0f;
    if ((seed >> 8) % 401 == 0) value = NAN;
  }
  const std::vector<float> expected = Expected(p, x);
  for (const int isa : InstructionSets()) {
    for (const mote_threads* threads : {static_cast<const mote_threads*>(nullptr), &kThreeParts}) {
      std::vector<std::vector<uint8_t>> operands = {std::vector<uint8_t>(x.size() * 4), std::vector<uint8_t>(expected.size() * 4, 0x77)};
      std::memcpy(operands[0].data(), x.data(), x.size() * 4);
      ASSERT_EQ(RunKernel(kernel, graph->blocks[0].steps[0].params, operands, 256, threads, isa).code, MOTE_OK);
      std::vector<float> got(expected.size());
      std::memcpy(got.data(), operands[1].data(), got.size() * 4);
      for (size_t i = 0; i < got.size(); ++i) {
        if (std::isnan(got[i]) && std::isnan(expected[i])) continue;
        ASSERT_EQ(std::memcmp(&got[i], &expected[i], 4), 0)
            << "element " << i << " is " << got[i] << ", not " << expected[i] << "; instruction set " << isa;
      }
    }
  }
}

TEST(WindowFold, LeavesOutWhatLiesBeyond) {
  const char* const least = "0xFF800000";  // -inf
  for (const int64_t channels : {8, 13, 64}) {
    Check({"maximum", least, 1, channels, {15, 3, 2, 1, 1}, {14, 3, 2, 0, 1}});
    Check({"add", "0.0", 2, channels, {9, 3, 1, 1, 1}, {11, 3, 1, 1, 1}});
    Check({"minimum", "100.0", 2, channels, {6, 2, 1, 0, 0}, {7, 4, 3, 3, 2}});
    Check({"maximum", "-3.5", 1, channels, {5, 3, 1, 6, 5}, {4, 2, 1, 4, 3}});  // windows that see nothing of the array
    Check({"add", "0.0", 1, channels, {12, 3, 2, 2, 3, 2}, {13, 3, 1, 1, 0, 3}});
    Check({"maximum", least, 1, channels, {12, 3, 2, -1, 1}, {13, 2, 2, 1, -2}});
  }
}

// A sum that begins with something else would take it once for every element beyond.
TEST(WindowFold, AddsWhatStandsForElementsBeyond) { Check({"add", "0.5", 1, 16, {9, 3, 1, 1, 1}, {8, 3, 2, 1, 1}}); }

}  // namespace
}  // namespace mote
