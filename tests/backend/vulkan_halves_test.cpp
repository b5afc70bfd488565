// Products in f16 of programs that allow them: which kernels take them, how far they are from those in f32, and that nobody else sees them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "audit/audit.h"
#include "evaluate/evaluate.h"
#include "schema/vulkan_layout.h"
#include "vulkan_device_program.h"

namespace mote {
namespace {

// The device with products in f16, which as a CPU it would not take, and without what processors take before them; or without f16.
class AsGpu {
 public:
  explicit AsGpu(bool float16) : features_(Devices().full->enabled_features) {
    const uint32_t others = features_ & ~uint32_t{kMoteProcessor | kMoteLoneRows | kMoteQuickStorage | kMoteFloat16};
    Devices().full->enabled_features = others | (float16 ? uint32_t{kMoteFloat16} : 0);
  }
  ~AsGpu() { Devices().full->enabled_features = features_; }

 private:
  const uint32_t features_;
};

bool HasFloat16() { return Devices().full != nullptr && Devices().full->facts.float16 != 0; }

std::string Tensor(const std::vector<int64_t>& dims, const std::string& type) {
  std::string text = "tensor<";
  for (const int64_t dim : dims) text += std::to_string(dim) + "x";
  return text + type + ">";
}

// A program of two operands, its text by their type, and how many products a sum has.
struct Case {
  std::vector<int64_t> a, b, result;
  int terms;
  std::function<std::string(const std::string& a, const std::string& b, const std::string& result)> operation;

  std::string Text(const std::string& type, const std::string& sum = "") const {
    const std::string x = Tensor(a, type), y = Tensor(b, type), z = Tensor(result, sum.empty() ? type : sum);
    return "func.func @main(%a: " + x + ", %b: " + y + ") -> " + z + " {\n  %c = " + operation(x, y, z) + "\n  return %c : " + z + "\n}\n";
  }
};

Case Dot(int64_t rows, int64_t terms, int64_t columns, const std::string& more = "") {
  return {{rows, terms}, {terms, columns}, {rows, columns}, static_cast<int>(terms),
          [more](const std::string& a, const std::string& b, const std::string& c) {
            return "stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]" + more + " : (" + a + ", " + b + ") -> " + c;
          }};
}

// The second factor's terms side by side, as the first one's are.
Case DotOfRows(int64_t rows, int64_t terms, int64_t columns) {
  return {{rows, terms}, {columns, terms}, {rows, columns}, static_cast<int>(terms),
          [](const std::string& a, const std::string& b, const std::string& c) {
            return "stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (" + a + ", " + b + ") -> " + c;
          }};
}

// Windows that reach beyond the input.
Case Convolution() {
  return {{1, 12, 12, 16}, {3, 3, 16, 32}, {1, 12, 12, 32}, 3 * 3 * 16,
          [](const std::string& a, const std::string& b, const std::string& c) {
            return "stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} "
                   "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (" + a + ", " + b + ") -> " + c;
          }};
}

// Numbers of both signs, in f32 with all their bits, from 2^-3 to 2^2.
Literal Random(const std::vector<int64_t>& dims, ElementType type, uint32_t seed) {
  Literal values(Shape::Array(type, Dims(dims.begin(), dims.end())));
  for (int64_t i = 0; i < values.size(); ++i) {
    seed = seed * 1664525u + 1013904223u;
    const double fraction = 1 + static_cast<double>(seed >> 8) / (1 << 24);
    values.SetReal(i, std::ldexp(seed & 1 ? fraction : -fraction, static_cast<int>(seed >> 29) % 5 - 3));
  }
  return values;
}

Literal Mapped(const Literal& from, const std::function<double(double)>& function) {
  Literal values(Shape::Array(ElementType::kF32, from.shape().dims));
  for (int64_t i = 0; i < values.size(); ++i) values.SetReal(i, function(from.RealAt(i)));
  return values;
}

Literal Evaluated(const std::string& text, const Literal& a, const Literal& b) {
  const Result<Module> module = ReadStablehlo(text, "test.mlir");
  std::vector<RuntimeValue> inputs(2);
  inputs[0].literal = a;
  inputs[1].literal = b;
  const auto results = Evaluate(*module, inputs);
  EXPECT_TRUE(results.ok()) << (results.ok() ? "" : results.error().text);
  return results.ok() ? (*results)[0].literal : Literal();
}

// By SPEC.md section 6, as far as this device's f16 goes.
struct Bound {
  Bound(const Case& c, const Literal& a, const Literal& b) : terms(c.terms) {
    const auto magnitude = [](double x) { return std::fabs(x); };
    const auto one_more = [](double x) { return std::fabs(x) + 1; };
    const auto one = [](double) { return 1.0; };
    const std::string text = c.Text("f32");
    products = Evaluated(text, Mapped(a, magnitude), Mapped(b, magnitude));
    left = Evaluated(text, Mapped(a, one_more), Mapped(b, one));
    right = Evaluated(text, Mapped(a, one), Mapped(b, one_more));
    const uint32_t modes = Devices().full->facts.float_modes >> 16;
    unit = modes & MOTE_VULKAN_ROUNDS_TO_EVEN ? 0x1p-11 : 0x1p-10;
    least = modes & MOTE_VULKAN_KEEPS_SUBNORMALS ? 0x1p-23 : 0x1p-14;
  }
  double At(int64_t i) const {
    return (6.1 * unit + terms * 0x1p-23) * products.RealAt(i) + least * (left.RealAt(i) + right.RealAt(i));
  }
  Literal products, left, right;
  double terms, unit, least;
};

struct Ran {
  Literal result;
  uint32_t features = 0;  // of the shader that ran
};

Ran RunOnDevice(DeviceProgram& program, const Literal& a, const Literal& b, const Shape& shape) {
  Ran ran;
  EXPECT_EQ(program.Open(true).code, MOTE_OK);
  mote_vulkan_instance* instance = nullptr;
  EXPECT_EQ(mote_vulkan_instance_create(Devices().full, program.program, 0, nullptr, &instance).code, MOTE_OK);
  if (instance == nullptr) return ran;
  const int32_t shader = mote_vulkan_shader_of(instance, program.variant().blocks()->Get(0));
  EXPECT_GE(shader, 0);
  ran.features = program.shader(static_cast<uint32_t>(std::max(shader, 0))).features();
  std::vector<uint8_t> bytes(static_cast<size_t>(shape.ByteSize()));
  EXPECT_EQ(mote_vulkan_write_input(instance, 0, a.bytes().data(), a.bytes().size()).code, MOTE_OK);
  EXPECT_EQ(mote_vulkan_write_input(instance, 1, b.bytes().data(), b.bytes().size()).code, MOTE_OK);
  EXPECT_EQ(mote_vulkan_run(instance, 0).code, MOTE_OK);
  EXPECT_EQ(mote_vulkan_read_output(instance, 0, bytes.data(), bytes.size()).code, MOTE_OK);
  mote_vulkan_instance_destroy(instance);
  ran.result = Literal(shape, std::move(bytes));
  return ran;
}

SelectOptions Allowed() {
  SelectOptions options;
  options.tiers |= kMoteFloat16;
  return options;
}

// Shaders of a program's first kernel that multiply in f16.
int Halves(DeviceProgram& program) {
  int count = 0;
  for (uint32_t s = 0; s < program.kernel().shaders()->size(); ++s) count += (program.shader(s).features() & kMoteFloat16) != 0;
  return count;
}

struct Typed {
  ElementType type;
  const char* name;
  const char* sum;  // the result's type
  double rounding;  // to it
};
constexpr Typed kTypes[] = {{ElementType::kF32, "f32", "f32", 0},
                            {ElementType::kF16, "f16", "f16", 0x1p-10},
                            {ElementType::kBF16, "bf16", "bf16", 0x1p-7},
                            {ElementType::kBF16, "bf16", "f32", 0},
                            {ElementType::kF8E4M3FN, "f8E4M3FN", "f32", 0}};

TEST(VulkanHalves, AreWithinWhatIsSaid) {
  if (!HasFloat16()) GTEST_SKIP() << "no Vulkan device with f16";
  for (const Case& c : {Dot(64, 512, 96), Dot(33, 20, 30), Dot(100, 4, 100), Dot(256, 64, 256), DotOfRows(65, 96, 63), Convolution()}) {
    for (const Typed& t : kTypes) {
      const std::string text = c.Text(t.name, t.sum);
      DeviceProgram program(text, Allowed());
      ASSERT_GT(Halves(program), 0) << text;
      const Literal a = Random(c.a, t.type, 1), b = Random(c.b, t.type, 2);
      const Literal exact = Evaluated(text, a, b);
      const Bound bound(c, a, b);
      const AsGpu gpu(true);
      const Ran ran = RunOnDevice(program, a, b, exact.shape());
      EXPECT_TRUE(ran.features & kMoteFloat16) << text;
      double worst = 0;
      for (int64_t i = 0; i < exact.size(); ++i) {
        const double allowed = bound.At(i) + t.rounding * std::fabs(exact.RealAt(i));
        worst = std::max(worst, std::fabs(ran.result.RealAt(i) - exact.RealAt(i)) / allowed);
      }
      EXPECT_LE(worst, 1) << text;
      EXPECT_TRUE(t.type != ElementType::kF32 || worst > 1e-3) << "f32 has bits that f16 has not";
      std::printf("%s of %d products of %s: %.3f of what is allowed\n", t.sum, c.terms, t.name, worst);
    }
  }
}

TEST(VulkanHalves, OtherDevicesHaveTheBitsOfOtherPrograms) {
  if (!HasFloat16()) GTEST_SKIP() << "no Vulkan device with f16";
  const AsGpu gpu(false);
  for (const Case& c : {Dot(64, 64, 64), Convolution()}) {
    for (const Typed& t : kTypes) {
      const std::string text = c.Text(t.name, t.sum);
      DeviceProgram allowed(text, Allowed()), plain(text);
      const Literal a = Random(c.a, t.type, 1), b = Random(c.b, t.type, 2);
      const Shape shape = Evaluated(text, a, b).shape();
      const Ran one = RunOnDevice(allowed, a, b, shape), other = RunOnDevice(plain, a, b, shape);
      EXPECT_FALSE(one.features & kMoteFloat16);
      EXPECT_TRUE(one.result.BitEqual(other.result)) << text;
      EXPECT_EQ(Halves(plain), 0);
      EXPECT_FALSE(plain.root().float16());
    }
  }
}

TEST(VulkanHalves, AreNotTakenWhereNobodyAskedForThem) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  const std::string highest = ", precision = [HIGHEST, HIGHEST]";
  for (const std::string& text : {Dot(64, 64, 64, highest).Text("f32"), Dot(64, 63, 64).Text("f32"), Dot(64, 64, 64).Text("i32"),
                                  std::string("func.func @main(%a: tensor<64x512xf32>) -> tensor<64xf32> {\n"
                                              "  %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
                                              "  %p = stablehlo.multiply %a, %a : tensor<64x512xf32>\n"
                                              "  %s = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [1] : "
                                              "(tensor<64x512xf32>, tensor<f32>) -> tensor<64xf32>\n"
                                              "  return %s : tensor<64xf32>\n}\n")}) {
    DeviceProgram program(text, Allowed());
    EXPECT_EQ(Halves(program), 0) << text;
    EXPECT_FALSE(program.root().float16()) << text;
  }
}

TEST(VulkanHalves, AreRefusedWhereTheProgramDoesNotAllowThem) {
  if (Devices().full == nullptr) GTEST_SKIP() << "no Vulkan device";
  DeviceProgram program(Dot(64, 64, 64).Text("f32"), Allowed());
  EXPECT_EQ(program.SiteOnDevice(), Site::kNone);
  EXPECT_TRUE(AuditProgram(program.bytes()).problems.empty());
  ASSERT_TRUE(program.root().mutate_float16(false));
  EXPECT_EQ(program.SiteOnDevice(), Site::kShaderPlace);
  const std::vector<std::string> problems = AuditProgram(program.bytes()).problems;
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].find("products in f16"), std::string::npos) << problems[0];
}

}  // namespace
}  // namespace mote
