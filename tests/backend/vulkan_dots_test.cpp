// Products of signed bytes, by the device's integer dot product or as processors take them: which kernels take it, and their bits beside
// the interpreter's.
#include <gtest/gtest.h>

#include "frontend/frontend.h"
#include "emit/emit.h"
#include "passes/pipeline.h"
#include "schema/vulkan_layout.h"
#include "vulkan_kernel.h"

namespace mote {
namespace {

// sum over k of (x[m, k] - zero) * w[n, k], as frameworks write it.
std::string Product(const std::string& type, int rows, int terms, int columns, const std::string& zero) {
  const auto tensor = [](int a, int b, const std::string& of) {
    return "tensor<" + std::to_string(a) + "x" + std::to_string(b) + "x" + of + ">";
  };
  const std::string x = tensor(rows, terms, type), w = tensor(columns, terms, type), y = tensor(rows, columns, "i32");
  const std::string wide_x = tensor(rows, terms, "i32"), wide_w = tensor(columns, terms, "i32");
  return "func.func @main(%x: " + x + ", %w: " + w + ") -> " + y + " {\n%c = stablehlo.constant dense<" + zero + "> : " + wide_x +
         "\n%a = stablehlo.convert %x : (" + x + ") -> " + wide_x + "\n%b = stablehlo.convert %w : (" + w + ") -> " + wide_w +
         "\n%d = stablehlo.subtract %a, %c : " + wide_x + "\n%p = stablehlo.dot_general %d, %b, contracting_dims = [1] x [1] : (" + wide_x +
         ", " + wide_w + ") -> " + y + "\nreturn %p : " + y + "\n}";
}

// The same where windows reach beyond the input: 3 by 3, padded, of so many channels, or of one channel each.
std::string Convolution(const std::string& zero, int channels = 16, bool depthwise = false) {
  const std::string in = std::to_string(channels), out = depthwise ? in : "8", of_filter = depthwise ? "1" : in;
  const std::string x = "tensor<1x9x9x" + in + "x", w = "tensor<" + out + "x3x3x" + of_filter + "x", y = "tensor<1x9x9x" + out + "xi32>";
  return "func.func @main(%x: " + x + "i8>, %w: " + w + "i8>) -> " + y + " {\n%c = stablehlo.constant dense<" + zero + "> : " + x +
         "i32>\n%a = stablehlo.convert %x : (" + x + "i8>) -> " + x + "i32>\n%b = stablehlo.convert %w : (" + w + "i8>) -> " + w +
         "i32>\n%d = stablehlo.subtract %a, %c : " + x + "i32>\n"
         "%y = stablehlo.convolution(%d, %b) dim_numbers = [b, 0, 1, f]x[o, 0, 1, i]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} "
         "{batch_group_count = 1 : i64, feature_group_count = " + (depthwise ? in : "1") + " : i64} : (" + x + "i32>, " + w + "i32>) -> " +
         y + "\nreturn %y : " + y + "\n}";
}

// The kernel of a program that is one launch, which has been run on the devices in all its forms.
struct Launched {
  explicit Launched(const std::string& text) {
    const Result<Module> module = ReadStablehlo(text, "test.mlir");
    EXPECT_TRUE(module.ok()) << (module.ok() ? text : module.error().text);
    if (!module.ok()) return;
    PassReport report;
    const Result<Module> optimised = OptimiseForKernels(*module, {}, &report);
    const Result<StepGraph> graph = SelectSteps(*optimised, *FindTarget("vulkan"));
    EXPECT_TRUE(graph.ok());
    if (!graph.ok() || graph->blocks[0].steps.size() != 1) return;
    const Step& step = graph->blocks[0].steps[0];
    const Kernel& kernel = graph->kernels[step.kernel];
    for (const ShaderForm& form : step.forms) dots += (form.tier & kMoteIntegerDot) != 0;
    std::vector<uint8_t> spaces;
    std::vector<Bytes> operands;
    for (size_t i = 0; i < kernel.operands.size(); ++i) {
      const BufferId buffer = step.operands[i];
      spaces.push_back(kernel.operands[static_cast<int32_t>(i)].written ? kMoteOutput : kMoteInput);
      Bytes bytes(static_cast<size_t>(graph->buffers[buffer].bytes));
      for (size_t at = 0; at < bytes.size(); ++at) bytes[at] = static_cast<uint8_t>(at * 37 + i * 11 + at / 256);  // -128 too
      operands.push_back(std::move(bytes));
    }
    difference = CompareWithInterpreter(kernel, step.params, spaces, operands);
    ShaderForm form = step.forms.back();
    form.tier |= kMoteProcessor;
    const Result<GlslShader> printed = PrintGlsl(kernel, spaces, form, Specialized(step.params));
    EXPECT_TRUE(printed.ok());
    if (printed.ok()) for_processors = printed->text;
    launched = true;
  }
  bool launched = false;
  int dots = 0;
  std::string difference, for_processors;  // the shader of its last form, as a processor would have it
};

TEST(VulkanDots, TakeSignedBytesWhoseTermsFillWords) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  for (const char* zero : {"0", "-128", "127", "-3"}) {
    for (const std::string& text : {Product("i8", 40, 64, 24, zero), Product("i8", 33, 20, 30, zero), Convolution(zero)}) {
      const Launched one(text);
      ASSERT_TRUE(one.launched) << text;
      EXPECT_GT(one.dots, 0) << text;
      EXPECT_EQ(one.difference, "");
    }
  }
}

TEST(VulkanDots, AreRaisedForProcessorsAndPaddingIsTheirZero) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  for (const char* zero : {"-128", "127", "-3"}) {
    for (const std::string& text : {Product("i8", 40, 64, 24, zero), Product("i8", 40, 63, 24, zero)}) {
      const Launched one(text);
      ASSERT_TRUE(one.launched) << text;
      EXPECT_NE(one.for_processors.find("= raised8_at("), std::string::npos) << one.for_processors;
      EXPECT_EQ(one.difference, "");
    }
    for (const std::string& text : {Convolution(zero), Convolution(zero, 3), Convolution(zero, 16, true), Convolution(zero, 32, true),
                                    Convolution(zero, 5, true)}) {
      const Launched one(text);
      ASSERT_TRUE(one.launched) << text;
      EXPECT_NE(one.for_processors.find("? 0u : uint("), std::string::npos) << one.for_processors;
      EXPECT_EQ(one.difference, "");
    }
  }
  // What is no byte cannot be read.
  const Launched beyond(Convolution("128", 3));
  ASSERT_TRUE(beyond.launched);
  EXPECT_EQ(beyond.for_processors.find("? 0u : uint("), std::string::npos) << beyond.for_processors;
  EXPECT_EQ(beyond.difference, "");
}

TEST(VulkanDots, TakeNothingElse) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  for (const std::string& text : {Product("ui8", 40, 64, 24, "3"), Product("i16", 40, 64, 24, "3"), Product("i8", 40, 63, 24, "3"),
                                  Product("i8", 40, 64, 24, "128"), Product("i8", 40, 64, 24, "-129")}) {
    const Launched one(text);
    ASSERT_TRUE(one.launched) << text;
    EXPECT_EQ(one.dots, 0) << text;
    EXPECT_EQ(one.difference, "");
  }
}

}  // namespace
}  // namespace mote
