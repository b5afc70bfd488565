// Parameters as specialization constants: pipelines by their values, a bound on their number, and the forms of min and max by constants.
#include <bit>
#include <limits>

#include "core/kernel_code.h"
#include "kernel/kernel_builder.h"
#include "schema/vulkan_layout.h"
#include "vulkan_device_program.h"

namespace mote {
namespace {

// Doubles each of its inputs, which are so long.
std::string Doubles(const std::vector<int>& lengths) {
  std::string inputs, outputs, body, results;
  for (size_t i = 0; i < lengths.size(); ++i) {
    const std::string type = "tensor<" + std::to_string(lengths[i]) + "xf32>", n = std::to_string(i), comma = i == 0 ? "" : ", ";
    inputs += comma + "%x" + n + ": " + type;
    outputs += comma + type;
    results += comma + "%y" + n;
    body += "  %y" + n + " = stablehlo.add %x" + n + ", %x" + n + " : " + type + "\n";
  }
  return "func.func @main(" + inputs + ") -> (" + outputs + ") {\n" + body + "  return " + results + " : " + outputs + "\n}\n";
}

std::vector<int> OddLengths(int count) {
  std::vector<int> lengths;
  for (int i = 0; i < count; ++i) lengths.push_back(31 + 2 * i);
  return lengths;
}

// How many pipelines the one kernel has after a run that doubled everything.
int PipelinesOf(DeviceProgram& program, const std::vector<int>& lengths) {
  EXPECT_EQ(program.variant().kernels()->size(), 1u);
  EXPECT_EQ(program.Open(true).code, MOTE_OK);
  mote_vulkan_instance* instance = nullptr;
  const WithChains apart(false);
  EXPECT_EQ(mote_vulkan_instance_create(Devices().full, program.program, 0, nullptr, &instance).code, MOTE_OK);
  if (instance == nullptr) return -1;
  EXPECT_EQ(instance->host_steps, 0u);
  const auto values = [&](size_t i, float factor) {
    std::vector<float> all(static_cast<size_t>(lengths[i]));
    for (size_t e = 0; e < all.size(); ++e) all[e] = factor * (static_cast<float>(e) + 0.25f * static_cast<float>(i));
    return all;
  };
  const auto bytes = [&](size_t i) { return static_cast<size_t>(lengths[i]) * sizeof(float); };
  for (uint32_t i = 0; i < lengths.size(); ++i) {
    EXPECT_EQ(mote_vulkan_write_input(instance, i, values(i, 1).data(), bytes(i)).code, MOTE_OK);
  }
  EXPECT_EQ(mote_vulkan_run(instance, 0).code, MOTE_OK);
  for (uint32_t i = 0; i < lengths.size(); ++i) {
    std::vector<float> got(static_cast<size_t>(lengths[i]));
    EXPECT_EQ(mote_vulkan_read_output(instance, i, got.data(), bytes(i)).code, MOTE_OK);
    EXPECT_EQ(got, values(i, 2)) << i;
  }
  int count = 0;
  for (const vulkan::Pipeline* at = instance->recording.pipelines[0]; at; at = at->next) ++count;
  mote_vulkan_instance_destroy(instance);
  return count;
}

// Whether the kernel's first parameter word, the extent, is a specialization constant.
bool ExtentIsConstant(DeviceProgram& program) {
  const auto* constants = program.shader().constants();
  return constants != nullptr && MoteHasBit(constants->data(), constants->size(), 0);
}

TEST(VulkanSpecialized, PipelinesAreByValues) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  const auto count = [](const std::vector<int>& lengths, bool constant) {
    DeviceProgram program(Doubles(lengths));
    EXPECT_EQ(ExtentIsConstant(program), constant);
    return PipelinesOf(program, lengths);
  };
  EXPECT_EQ(count({77}, true), 1);
  EXPECT_EQ(count({77, 77, 77}, true), 1);
  EXPECT_EQ(count({77, 79, 77}, true), 2);
  EXPECT_EQ(count({77, 79, 81, 77}, false), 1);  // but the strides are, which are the same in all
  EXPECT_EQ(count(OddLengths(40), false), 1);
}

// A file may have a choice for each of its launches: so many pipelines a device makes, and no more.
TEST(VulkanSpecialized, PipelinesAreBounded) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  for (const int choices : {int{kMoteMostChoices}, kMoteMostChoices + 1}) {
    DeviceProgram program(Doubles(std::vector<int>(static_cast<size_t>(choices), 77)));
    ASSERT_TRUE(ExtentIsConstant(program));
    uint32_t word = program.variant().blocks()->Get(0);
    for (int i = 0; i < choices; ++i) {
      program.variant().mutable_words()->Mutate(word + program.FirstParam(), 77 - static_cast<uint32_t>(i));
      word += program.variant().words()->Get(word) >> 16;
    }
    const WithChains apart(false);
    EXPECT_EQ(program.SiteOnDevice(), choices > kMoteMostChoices ? Site::kVulkanArgument : Site::kNone);
  }
}

// Constants are parameter words that there are.
TEST(VulkanSpecialized, ConstantsAreParameterWords) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  DeviceProgram program(Doubles({77}));
  const std::vector<uint32_t> words(program.kernel().reference()->begin(), program.kernel().reference()->end());
  const uint32_t params = runtime::KernelCode(words.data()).param_words;
  ASSERT_LT(params, 32u);
  ASSERT_EQ(program.shader().constants()->size(), 1u);
  const auto with = [&](uint32_t bits) {
    program.shader().mutable_constants()->Mutate(0, bits);
    return static_cast<Site>(program.Open(true).site);
  };
  EXPECT_EQ(with((1u << params) - 1), Site::kNone);
  EXPECT_EQ(with(1u << params), Site::kShaderPlace);
  EXPECT_EQ(with(1u << 31), Site::kShaderPlace);
}

// What runs are the words of the step, which are those that were proven, and not what the shader was printed for.
TEST(VulkanSpecialized, TheWordsOfTheStepRun) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  DeviceProgram program(Doubles({77}));
  ASSERT_TRUE(ExtentIsConstant(program));
  const std::vector<uint32_t> words(program.kernel().reference()->begin(), program.kernel().reference()->end());
  const runtime::KernelCode code(words.data());
  const runtime::StageCode stage(code.first_stage);
  const runtime::AccessCode load{stage.access_words};
  ASSERT_EQ(load.terms(), 1u);
  ASSERT_EQ(program.Word(program.FirstParam() + load.stride(0)), 1u);
  program.SetWord(program.FirstParam() + load.stride(0), 0);  // every point loads the first element
  ASSERT_EQ(program.Open(true).code, MOTE_OK);
  mote_vulkan_instance* instance = nullptr;
  ASSERT_EQ(mote_vulkan_instance_create(Devices().full, program.program, 0, nullptr, &instance).code, MOTE_OK);
  std::vector<float> x(77, 5), y(77);
  x[0] = 21;
  EXPECT_EQ(mote_vulkan_write_input(instance, 0, x.data(), 77 * 4).code, MOTE_OK);
  EXPECT_EQ(mote_vulkan_run(instance, 0).code, MOTE_OK);
  EXPECT_EQ(mote_vulkan_read_output(instance, 0, y.data(), 77 * 4).code, MOTE_OK);
  EXPECT_EQ(y, std::vector<float>(77, 42));
  mote_vulkan_instance_destroy(instance);
}

constexpr uint32_t kSpecialFloats[] = {
    0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000,            // zeros, subnormals, the least normal ones
    0x3f800000, 0xbf800000, 0x40c00000, 0x40c00001, 0x40bfffff, 0xc0c00000, 0x7f7fffff, 0xff7fffff,
    0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7fc12345, 0x7f812345, 0xff812345, 0x33333333};  // infinities, NaNs of both kinds

// out = op(x, bound) or op(bound, x), the bound a parameter.
struct Bounded {
  Bounded(Scalar op, float bound, bool bound_first) {
    constexpr int64_t kCount = std::size(kSpecialFloats);
    KernelBuilder b("bounded");
    const AxisId axis = b.AddAxis(Axis::Kind::kLane, kCount);
    b.BeginStage(Stage::Kind::kMap, {axis});
    const auto access = [&](bool written) {
      Access a;
      a.operand = b.AddOperand(ElementType::kF32, !written, written);
      a.terms = {{axis, b.AddParam(Parameter::Role::kStride, Reg::kI32, 1)}};
      return b.AddAccess(a);
    };
    const NodeId x = b.Load(access(false), Reg::kF32);
    const NodeId p = b.ParamNode(b.AddParam(Parameter::Role::kValue, Reg::kF32, std::bit_cast<uint32_t>(bound)));
    b.Store(access(true), bound_first ? b.Op(op, p, x) : b.Op(op, x, p));
    b.EndStage();
    kernel = b.Take();
    values = b.TakeValues();
    operands.assign(2, Bytes(sizeof kSpecialFloats));
    std::memcpy(operands[0].data(), kSpecialFloats, sizeof kSpecialFloats);
  }
  Kernel kernel;
  std::vector<ParamValue> values;
  std::vector<Bytes> operands;
};

// Every bit of every special value, NaNs with their payloads: what the general form gives.
TEST(VulkanSpecialized, BoundsGiveTheSameBits) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const Scalar op : {Scalar::kMinF, Scalar::kMaxF}) {
    for (const float bound : {6.0f, -1.0f, 0.0f, -0.0f, 1e-40f, kInfinity, -kInfinity, std::numeric_limits<float>::quiet_NaN()}) {
      for (const bool first : {false, true}) {
        const Bounded c(op, bound, first);
        std::vector<Bytes> plain = c.operands, special = c.operands;
        const ShaderForm form = PlainForm(c.kernel);
        ASSERT_TRUE(RunOnVulkan(Devices().full, c.kernel, c.values, {2, 3}, plain, form).ok());
        ASSERT_TRUE(RunOnVulkan(Devices().full, c.kernel, c.values, {2, 3}, special, form, Specialized(c.values)).ok());
        EXPECT_EQ(plain[1], special[1]) << static_cast<int>(op) << " by " << bound << (first ? " in front" : "");
        EXPECT_EQ(CompareWithInterpreter(c.kernel, c.values, {2, 3}, c.operands), "");
      }
    }
  }
}

TEST(VulkanSpecialized, BoundsThatAreNormalNumbersAreOneCompare) {
  const auto text = [](float bound, bool first, const ShaderParams& params) {
    const Bounded c(Scalar::kMaxF, bound, first);
    return PrintGlsl(c.kernel, std::vector<uint8_t>{2, 3}, PlainForm(c.kernel), params)->text;
  };
  const std::vector<ParamValue> six{24, 1, std::bit_cast<uint32_t>(6.0f), 1};
  ASSERT_EQ(Bounded(Scalar::kMaxF, 6, false).values, six);
  for (const bool first : {false, true}) {
    EXPECT_EQ(text(6, first, Specialized(six)).find("max_f("), std::string::npos);
    EXPECT_NE(text(6, first, Specialized(six)).find(" < 6.0 ? "), std::string::npos);
    EXPECT_NE(text(6, first, {}).find("max_f("), std::string::npos);
    std::vector<ParamValue> zero = six;
    zero[2] = 0x80000000;
    EXPECT_NE(text(-0.0f, first, Specialized(zero)).find("max_f("), std::string::npos);
  }
  // Two launches with different bounds: nothing is known.
  ShaderParams both = Specialized(six);
  both.values[2].push_back(std::bit_cast<uint32_t>(7.0f));
  EXPECT_NE(text(6, false, both).find("max_f("), std::string::npos);
}

}  // namespace
}  // namespace mote
