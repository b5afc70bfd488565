// The math functions as printed C, compiled without and with optimisation: the bits of the kernel IR (NaN apart, whose bits are the
// target's).
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

#include "expand/expand.h"
#include "expand_harness.h"
#include "hlo/literal.h"
#include "print/printers.h"

namespace mote {
namespace {

using T = ElementType;
constexpr size_t kPoints = size_t{1} << 14;
const Op kBinary[] = {Op::kPower, Op::kAtan2, Op::kRemainder, Op::kNextAfter};

struct Case {
  Op op;
  T type;
  ExpansionProgram program;
  std::vector<std::vector<uint64_t>> inputs;
};

// Every exponent, moderate sizes, and values near each other.
std::vector<uint64_t> Points(T type, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> moderate(-20, 20);
  std::vector<uint64_t> points;
  for (size_t i = 0; i < kPoints; ++i) points.push_back(i % 2 ? random() >> (64 - BitWidth(type)) : EncodeFloat(type, moderate(random)));
  for (double edge : {0.0, 1.0, 0.5, 1e-40, 104.0, 745.5, 1e300, HUGE_VAL}) {
    const size_t spread = std::isinf(edge) ? 96 : static_cast<size_t>(std::fmod(edge, 96));
    points[points.size() / 2 + spread] = EncodeFloat(type, edge);
    points[points.size() / 3 + spread] = EncodeFloat(type, -edge);
  }
  return points;
}

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (T type : {T::kF32, T::kF64}) {
    for (Op op : MathFunctions(type)) cases.push_back({op, type, ExpansionProgram::Of(op, type, 1, type), {Points(type, 1)}});
    for (Op op : kBinary) cases.push_back({op, type, ExpansionProgram::Of(op, type, 2, type), {Points(type, 1), Points(type, 2)}});
  }
  return cases;
}

std::vector<uint8_t> Pack(T type, const std::vector<uint64_t>& values) {
  const size_t width = static_cast<size_t>(StorageBytes(type));
  std::vector<uint8_t> bytes(values.size() * width);
  for (size_t i = 0; i < values.size(); ++i) std::memcpy(&bytes[i * width], &values[i], width);
  return bytes;
}

class ExpandPrinted : public ::testing::TestWithParam<const char*> {};

TEST_P(ExpandPrinted, MathFunctionsGiveTheSameBits) {
  const std::vector<Case> cases = Cases();
  const auto stem = std::filesystem::path(::testing::TempDir()) / ("mote_math" + std::string(GetParam()));
  std::ofstream out(stem.string() + ".c");
  out << CPreamble();
  for (size_t i = 0; i < cases.size(); ++i) {
    std::vector<ParamValue> values(cases[i].program.kernel().params.size(), 1);
    values[0] = kPoints;
    const std::vector<int64_t> elements(cases[i].inputs.size() + 1, kPoints);
    out << PrintC(cases[i].program.kernel(), values, elements, "kernel_" + std::to_string(i));
  }
  out.close();
  const std::string command = "cc -std=gnu99 -shared -fPIC -ffp-contract=off -fno-fast-math " + std::string(GetParam()) + " -o " +
                              stem.string() + ".so " + stem.string() + ".c -lm";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  void* library = dlopen((stem.string() + ".so").c_str(), RTLD_NOW);
  ASSERT_NE(library, nullptr) << dlerror();
  for (size_t i = 0; i < cases.size(); ++i) {
    const Case& c = cases[i];
    const auto run =
        reinterpret_cast<void (*)(unsigned char* const*, uint32_t, uint32_t)>(dlsym(library, ("kernel_" + std::to_string(i)).c_str()));
    ASSERT_NE(run, nullptr);
    std::vector<std::vector<uint8_t>> buffers;
    for (const auto& input : c.inputs) buffers.push_back(Pack(c.type, input));
    buffers.emplace_back(buffers[0].size());
    std::vector<unsigned char*> operands;
    for (auto& buffer : buffers) operands.push_back(buffer.data());
    run(operands.data(), 0, kPoints);
    const std::vector<uint64_t> expected = c.program.Run(c.inputs);
    const size_t width = static_cast<size_t>(StorageBytes(c.type));
    for (size_t k = 0; k < expected.size(); ++k) {
      uint64_t got = 0;
      std::memcpy(&got, &buffers.back()[k * width], width);
      if (got == expected[k] || (std::isnan(DecodeFloat(c.type, got)) && std::isnan(DecodeFloat(c.type, expected[k])))) continue;
      ADD_FAILURE() << OpName(c.op) << " " << HloName(c.type) << " of " << std::hex << c.inputs[0][k] << ": C gives " << got << ", the IR "
                    << expected[k];
      break;
    }
  }
  dlclose(library);
}

INSTANTIATE_TEST_SUITE_P(Flags, ExpandPrinted, ::testing::Values("-O0", "-O2"));

}  // namespace
}  // namespace mote
