// Every scalar operation of schema/scalar_ops.def on Vulkan against the interpreter, bit for bit: all pairs of special values, then random
// ones.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <random>

#include "kernel/kernel_builder.h"
#include "select/choose_forms.h"
#include "vulkan_kernel.h"

namespace mote {
namespace {

constexpr ElementType kTypeOf[] = {ElementType::kS32, ElementType::kS64, ElementType::kF32, ElementType::kF64};

Reg RegOf(char letter) { return letter == 'i' ? Reg::kI32 : letter == 'l' ? Reg::kI64 : letter == 'f' ? Reg::kF32 : Reg::kF64; }

std::vector<uint64_t> SpecialValues(char letter) {
  switch (letter) {
    case 'i':
      return {0,          1,          2,          3,          31,         32,   33,     64,     0x7fffffff,
              0x80000000, 0x80000001, 0xffffffff, 0xfffffffe, 0x12345678, 0xff, 0xffff, 0x8000, 0x80};
    case 'l':
      return {0, 1, 2, 31, 32, 33, 63, 64, 65, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000,
              0x8000000000000001, 0xffffffffffffffff, 0xfffffffffffffffe, 0x123456789abcdef0, 0xffffffff00000000, 0x20000000000001,
              0x1000001};
    case 'f':
      return {0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x00800000, 0x3f000000, 0xbf000000, 0x3f800000,
              0xbf800000, 0x3fc00000, 0x40200000, 0xc0200000, 0x4b000000, 0x4b000001, 0xcb800000, 0x4f000000, 0xcf000000,
              0xcf000001, 0x4f800000, 0x5f000000, 0xdf000000, 0x5f800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
              0x7fc00000, 0xffc12345, 0x477fe000, 0x477ff000, 0x33000000, 0x33000001, 0x387fe000, 0x38800000, 0x3effffff};
    default: {
      std::vector<uint64_t> values;
      for (const double v : {0.0, -0.0, 1.0, -1.5, 2.5, 0.5, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 1e-45, 7e-46, 1e-38,
                             3.4028236e38, 9.3e18, -9.3e18, 4294967295.5, -2147483648.5, 1.8e19, 4503599627370496.5,
                             1.0000000596046448}) {
        values.push_back(std::bit_cast<uint64_t>(v));
      }
      values.insert(values.end(), {uint64_t{0x7ff} << 52, uint64_t{0xfff} << 52, uint64_t{0x7ff8} << 48});
      return values;
    }
  }
}

uint64_t RandomValue(char letter, std::mt19937_64& random) {
  const uint64_t bits = random();
  if (letter == 'i') return static_cast<uint32_t>(bits) >> (random() % 32);
  if (letter == 'l') return bits >> (random() % 64);
  if (letter == 'f') return static_cast<uint32_t>(bits);
  if (random() % 2) return std::bit_cast<uint64_t>(static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits)))) ^ (random() % 4);
  return bits;
}

void Append(Bytes& bytes, Reg reg, uint64_t value) {
  const size_t size = reg == Reg::kI32 || reg == Reg::kF32 ? 4 : 8, at = bytes.size();
  bytes.resize(at + size);
  std::memcpy(bytes.data() + at, &value, size);
}

// out[i] = op(a[i], b[i], c[i]) as one kernel over n points, operands in three spaces.
struct ScalarCase {
  Kernel kernel;
  std::vector<ParamValue> values;
  std::vector<Bytes> operands;
  std::vector<uint8_t> spaces;
};

ScalarCase MakeCase(const ScalarInfo& info, uint64_t imm, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::vector<uint64_t>> columns(static_cast<size_t>(info.arity));
  const auto specials = [&](int i) { return SpecialValues(info.operands[i]); };
  const std::vector<uint64_t> first = specials(0);
  const std::vector<uint64_t> second = info.arity > 1 ? specials(info.arity - 1) : std::vector<uint64_t>{0};
  for (const uint64_t a : first) {
    for (const uint64_t b : second) {
      columns[0].push_back(a);
      if (info.arity == 2) columns[1].push_back(b);
      if (info.arity == 3) columns[1].push_back(RandomValue(info.operands[1], random)), columns[2].push_back(b);
    }
  }
  for (int n = 0; n < 4096; ++n) {
    for (int i = 0; i < info.arity; ++i) columns[static_cast<size_t>(i)].push_back(RandomValue(info.operands[i], random));
  }
  if (info.arity == 3 && info.operands[0] == 'i') {
    for (size_t n = 0; n < columns[0].size(); ++n) columns[0][n] &= 1;  // a predicate
  }

  ScalarCase c;
  KernelBuilder b(info.name);
  const int64_t points = static_cast<int64_t>(columns[0].size());
  const AxisId axis = b.AddAxis(Axis::Kind::kLane, points);
  b.BeginStage(Stage::Kind::kMap, {axis});
  std::vector<NodeId> nodes;
  for (int i = 0; i <= info.arity; ++i) {
    const bool out = i == info.arity;
    const Reg reg = RegOf(out ? info.result : info.operands[i]);
    Access access;
    access.operand = b.AddOperand(kTypeOf[static_cast<int>(reg)], !out, out);
    access.terms = {{axis, b.AddParam(Parameter::Role::kStride, Reg::kI32, 1)}};
    const int32_t place = b.AddAccess(access);
    Bytes bytes;
    for (int64_t n = 0; n < points; ++n) Append(bytes, reg, out ? 0 : columns[static_cast<size_t>(i)][static_cast<size_t>(n)]);
    c.operands.push_back(std::move(bytes));
    c.spaces.push_back(static_cast<uint8_t>(out ? 3 : i % 3));
    if (!out) {
      nodes.push_back(b.Load(place, reg));
      continue;
    }
    nodes.resize(3, kNone);
    b.Store(place, b.Op(info.op, nodes[0], nodes[1], nodes[2], imm));
  }
  b.EndStage();
  c.kernel = b.Take();
  c.values = b.TakeValues();
  return c;
}

std::vector<uint64_t> ImmediatesOf(Scalar op) {
  switch (op) {
    case Scalar::kSextI:
    case Scalar::kZextI: return {1, 4, 8, 16, 31};
    case Scalar::kSextL:
    case Scalar::kZextL: return {1, 8, 31, 32, 33, 63};
    case Scalar::kRoundSmall: {
      std::vector<uint64_t> types;
      for (int t = static_cast<int>(ElementType::kF8E5M2); t <= static_cast<int>(ElementType::kF4E2M1FN); ++t) {
        types.push_back(static_cast<uint64_t>(t));
      }
      return types;
    }
    default: return {0};
  }
}

class VulkanScalar : public testing::TestWithParam<int> {};

TEST_P(VulkanScalar, GivesTheBitsOfTheInterpreter) {
  if (!Devices().full) GTEST_SKIP() << "no Vulkan device";
  const ScalarInfo& info = Info(static_cast<Scalar>(GetParam()));
  const bool uses_f64 = info.result == 'd' || std::strchr(info.operands, 'd');
  if (uses_f64 && !Devices().float64) GTEST_SKIP() << "the device has no shaderFloat64";
  for (const uint64_t imm : ImmediatesOf(info.op)) {
    const ScalarCase c = MakeCase(info, imm, 1);
    EXPECT_EQ(CompareWithInterpreter(c.kernel, c.values, c.spaces, c.operands), "") << info.name << " imm " << imm;
  }
}

// fma is left to VulkanFma: GLSL lets it round once or twice.
std::vector<int> PureOperations() {
  std::vector<int> codes;
#define MOTE_SCALAR(id, code, ...) \
  if (code >= 16) codes.push_back(code);
#include "schema/scalar_ops.def"
#undef MOTE_SCALAR
  std::erase_if(codes, [](int code) { return code == static_cast<int>(Scalar::kFmaF) || code == static_cast<int>(Scalar::kFmaD); });
  return codes;
}

INSTANTIATE_TEST_SUITE_P(All, VulkanScalar, testing::ValuesIn(PureOperations()),
                         [](const auto& info) { return std::string(Info(static_cast<Scalar>(info.param)).id); });

template <typename T>
void ExpectRoundedOnceOrTwice(Scalar op) {
  const ScalarCase c = MakeCase(Info(op), 0, 1);
  std::vector<Bytes> operands = c.operands;
  const Status status = RunOnVulkan(Devices().full, c.kernel, c.values, c.spaces, operands, PlainForm(c.kernel));
  ASSERT_TRUE(status.ok()) << status.error().text;
  size_t wrong = 0;
  for (size_t n = 0; n < operands[0].size() / sizeof(T); ++n) {
    T v[4];
    for (size_t i = 0; i < 4; ++i) std::memcpy(&v[i], operands[i].data() + n * sizeof(T), sizeof(T));
    const volatile T product = v[0] * v[1];  // volatile: rounded on its own
    const T once = std::fma(v[0], v[1], v[2]), twice = product + v[2];
    const bool same = std::memcmp(&v[3], &once, sizeof(T)) == 0 || std::memcmp(&v[3], &twice, sizeof(T)) == 0 ||
                      (std::isnan(v[3]) && (std::isnan(once) || std::isnan(twice)));
    if (!same && ++wrong <= 5) {
      ADD_FAILURE() << "fma(" << v[0] << ", " << v[1] << ", " << v[2] << ") = " << v[3] << ", not " << once << " or " << twice;
    }
  }
  EXPECT_EQ(wrong, 0u);
}

TEST(VulkanFma, RoundsOnceOrTwiceF32) {
  if (!Devices().full) GTEST_SKIP() << "no Vulkan device";
  ExpectRoundedOnceOrTwice<float>(Scalar::kFmaF);
}

TEST(VulkanFma, RoundsOnceOrTwiceF64) {
  if (!Devices().full) GTEST_SKIP() << "no Vulkan device";
  if (!Devices().float64) GTEST_SKIP() << "the device has no shaderFloat64";
  ExpectRoundedOnceOrTwice<double>(Scalar::kFmaD);
}

// Declared last in this file's order of tests: whatever ran before must have been clean.
TEST(VulkanValidation, SaysNothing) {
  if (!Devices().full) GTEST_SKIP() << "no Vulkan device";
  EXPECT_EQ(ValidationMessages(), "");
}

}  // namespace
}  // namespace mote
