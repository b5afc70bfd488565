// Fourier transforms as a call of hosts: the bits of their expansion on every instruction set that runs here, beside sums in double; what a
// file may not say of them.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <numbers>
#include <random>

#include "core/program.h"
#include "emit/emit.h"
#include "frontend/frontend.h"
#include "mote/mote.h"
#include "passes/pipeline.h"
#include "program_maker.h"
#include "schema/file_layout.h"
#include "schema/program_generated.h"
#include "select/kept_operations.h"

namespace mote {
namespace {

using Floats = std::vector<float>;
using File = std::vector<uint64_t>;  // aligned

const mote_threads kThreeParts = {3, nullptr, [](void*, uint32_t count, mote_work work, void* context) {
                                    for (uint32_t i = count; i-- > 0;) work(context, i);
                                  }, 0};

struct alignas(64) Line {
  uint8_t bytes[64];
};
using Memory = std::vector<Line>;
Memory Room(uint64_t bytes) { return Memory(bytes / sizeof(Line) + 1); }
uint64_t SizeOf(const Memory& memory) { return memory.size() * sizeof(Line); }

struct Compiled {
  File file;
  size_t bytes = 0, calls = 0;
};

Compiled Compile(const std::string& text, bool routine) {
  Result<Module> module = ReadStablehlo(text, "fft.mlir");
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text) << text;
  const TargetFacts& target = *FindTarget("linux");
  PassOptions passes;
  passes.kept = KeptOperations(target);
  if (!routine) passes.kept.erase(Op::kFft);
  Result<StepGraph> graph = SelectSteps(*OptimiseForKernels(*module, passes), target);
  EXPECT_TRUE(graph.ok()) << (graph.ok() ? "" : graph.error().text);
  Compiled compiled;
  for (const Step& step : graph->blocks[0].steps) compiled.calls += step.kind == StepKind::kCall;
  Result<std::vector<uint8_t>> bytes = EmitProgram(PlaceConstants({*MakePlan(std::move(*graph), target)}));
  EXPECT_TRUE(bytes.ok());
  compiled.bytes = bytes->size();
  compiled.file.resize(bytes->size() / 8 + 1);
  std::memcpy(compiled.file.data(), bytes->data(), bytes->size());
  return compiled;
}

mote_status Open(const Compiled& compiled, Memory& place, const mote_program** program) {
  return mote_open(place.data(), SizeOf(place), compiled.file.data(), compiled.bytes, nullptr, program);
}

std::vector<Floats> RunOn(const Compiled& compiled, std::vector<Floats> inputs, const std::vector<size_t>& outputs, int isa,
                          const mote_threads* threads) {
  Memory place = Room(mote_program_size());
  const mote_program* program = nullptr;
  EXPECT_EQ(Open(compiled, place, &program).code, MOTE_OK);
  const_cast<mote_program*>(program)->isa = static_cast<uint8_t>(isa);
  mote_sizes sizes;
  EXPECT_EQ(mote_query_sizes(program, &sizes).code, MOTE_OK);
  Memory arena = Room(sizes.arena), own = Room(sizes.instance);
  mote_instance* instance = nullptr;
  const mote_memory memory = {.instance = own.data(), .instance_size = SizeOf(own), .arena = arena.data(), .arena_size = sizes.arena,
                              .state = nullptr, .state_size = 0};
  EXPECT_EQ(mote_instance_init(&memory, program, 0, &instance).code, MOTE_OK);
  mote_set_threads(instance, threads);
  std::vector<Floats> results;
  for (const size_t size : outputs) results.emplace_back(size, 7.0f);
  uint32_t number = 0;
  for (Floats& input : inputs) EXPECT_EQ(mote_bind_input(instance, number++, input.data(), input.size() * 4).code, MOTE_OK);
  number = 0;
  for (Floats& result : results) EXPECT_EQ(mote_bind_output(instance, number++, result.data(), result.size() * 4).code, MOTE_OK);
  EXPECT_EQ(mote_run(instance, 0).code, MOTE_OK);
  return results;
}

std::string Array(const std::vector<int64_t>& dims, const std::string& type) {
  std::string text = "tensor<";
  for (const int64_t size : dims) text += std::to_string(size) + "x";
  return text + type + ">";
}

size_t Count(const std::vector<int64_t>& dims) {
  size_t count = 1;
  for (const int64_t size : dims) count *= static_cast<size_t>(size);
  return count;
}

// The last `axes` axes of f32 parts, one or two as the kind wants; its result likewise.
struct Case {
  std::string kind;
  std::vector<int64_t> dims;
  size_t axes = 1;
  bool real() const { return kind == "RFFT"; }
};

std::string Program(const Case& c, std::vector<int64_t>* results) {
  *results = c.dims;
  std::vector<int64_t> lengths(c.dims.end() - static_cast<std::ptrdiff_t>(c.axes), c.dims.end());
  if (c.kind == "IRFFT") lengths.back() = results->back() = 2 * (c.dims.back() - 1);
  if (c.real()) results->back() = c.dims.back() / 2 + 1;
  std::string length;
  for (const int64_t size : lengths) length += (length.empty() ? "" : ", ") + std::to_string(size);
  const std::string part = Array(c.dims, "f32"), complex = Array(c.dims, "complex<f32>"), out = Array(*results, "f32");
  const std::string given = c.real() ? part : complex, made = c.kind == "IRFFT" ? out : Array(*results, "complex<f32>");
  std::string text = "func.func @main(%a: " + part + (c.real() ? "" : ", %b: " + part) + ") -> (" + out +
                     (c.kind == "IRFFT" ? "" : ", " + out) + ") {\n";
  if (!c.real()) text += "  %x = stablehlo.complex %a, %b : " + complex + "\n";
  text += "  %y = stablehlo.fft " + std::string(c.real() ? "%a" : "%x") + ", type = " + c.kind + ", length = [" + length + "] : (" + given +
          ") -> " + made + "\n";
  if (c.kind == "IRFFT") return text + "  return %y : " + out + "\n}\n";
  return text + "  %re = stablehlo.real %y : (" + made + ") -> " + out + "\n  %im = stablehlo.imag %y : (" + made + ") -> " + out +
         "\n  return %re, %im : " + out + ", " + out + "\n}\n";
}

// Numbers; or zeros of both signs and small integers; or, where some are, ones that sums do not survive.
std::vector<Floats> Inputs(const Case& c, int spice, uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::vector<Floats> inputs(c.real() ? 1 : 2, Floats(Count(c.dims)));
  for (Floats& input : inputs) {
    for (float& x : input) {
      x = normal(random);
      if (spice == 1) x = random() % 3 == 0 ? (random() % 2 == 0 ? -0.0f : 0.0f) : static_cast<float>(random() % 3) - 1;
      if (spice == 2 && random() % 100 == 0) x = random() % 2 == 0 ? INFINITY : NAN;
      if (spice == 3) x = random() % 50 == 0 ? 3e38f : x * 1e37f;
      if (spice == 4) x *= 1e-41f;
    }
  }
  return inputs;
}

// NaNs are alike.
size_t Differences(const Floats& a, const Floats& b) {
  size_t count = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    count += std::memcmp(&a[i], &b[i], 4) != 0 && !(std::isnan(a[i]) && std::isnan(b[i]));
  }
  return count;
}

void ExpectSameBits(const Case& c, const std::vector<int>& spices) {
  std::vector<int64_t> dims;
  const std::string text = Program(c, &dims);
  const Compiled routine = Compile(text, true), expansion = Compile(text, false);
  EXPECT_GT(routine.calls, 0u) << text;
  EXPECT_EQ(expansion.calls, 0u);
  const std::vector<size_t> sizes(c.kind == "IRFFT" ? 1 : 2, Count(dims));
  for (const int spice : spices) {
    const std::vector<Floats> inputs = Inputs(c, spice, 7 + static_cast<uint32_t>(spice));
    const std::vector<Floats> expected = RunOn(expansion, inputs, sizes, 0, nullptr);
    for (const int isa : InstructionSets()) {
      for (const mote_threads* threads : {static_cast<const mote_threads*>(nullptr), &kThreeParts}) {
        const std::vector<Floats> got = RunOn(routine, inputs, sizes, isa, threads);
        for (size_t part = 0; part < got.size(); ++part) {
          EXPECT_EQ(Differences(got[part], expected[part]), 0u)
              << "part " << part << " of " << got[part].size() << ", inputs " << spice << ", instruction set " << isa
              << (threads ? " in parts:\n" : ":\n") << text;
        }
      }
    }
  }
}

TEST(FftCall, SingleLinesHaveTheBitsOfTheExpansion) {
  for (const int64_t n : {17, 18, 24, 45, 64, 72, 97, 120, 127, 128, 192, 243, 256, 1000, 2048}) {
    for (const char* kind : {"FFT", "IFFT", "RFFT"}) ExpectSameBits({kind, {n}}, {0});
  }
}

TEST(FftCall, LinesSideBySideHaveTheBitsOfTheExpansion) {
  for (const int64_t n : {17, 20, 32, 36, 63, 127, 512, 1029}) {
    for (const int64_t lines : {5, 19}) {
      for (const char* kind : {"FFT", "IFFT", "RFFT"}) ExpectSameBits({kind, {lines, n}}, {0});
    }
  }
}

TEST(FftCall, SeveralAxesHaveTheBitsOfTheExpansion) {
  ExpectSameBits({"FFT", {2, 24, 21}, 2}, {0});
  ExpectSameBits({"IFFT", {32, 3, 40}, 3}, {0});
  ExpectSameBits({"RFFT", {64, 18}, 2}, {0});
  ExpectSameBits({"IRFFT", {3, 20, 17}, 2}, {0});
}

TEST(FftCall, ConvolutionsWithAChirpHaveTheBitsOfTheExpansion) {
  ExpectSameBits({"FFT", {3, 131}}, {0});
  ExpectSameBits({"RFFT", {262}}, {0});
}

TEST(FftCall, InputsOfAnySizeHaveTheBitsOfTheExpansion) {
  for (const std::vector<int64_t>& dims : {std::vector<int64_t>{3, 128}, {5, 36}, {70}}) {
    for (const char* kind : {"FFT", "IFFT", "RFFT"}) ExpectSameBits({kind, dims}, {1, 2, 3, 4});
  }
}

// Sums of n products of double, root by root.
TEST(FftCall, LittleIsLostBesideDouble) {
  for (const int64_t n : {18, 97, 243, 384, 1000, 1024}) {
    const Case c = {"FFT", {n}};
    std::vector<int64_t> dims;
    const Compiled program = Compile(Program(c, &dims), true);
    const std::vector<Floats> inputs = Inputs(c, 0, 3);
    const std::vector<Floats> got = RunOn(program, inputs, {Count(dims), Count(dims)}, 0, nullptr);
    double error = 0, size = 0;
    for (int64_t k = 0; k < n; ++k) {
      std::complex<double> sum = 0;
      for (int64_t j = 0; j < n; ++j) {
        const double angle = -2 * std::numbers::pi * static_cast<double>(k * j % n) / static_cast<double>(n);
        const auto at = static_cast<size_t>(j);
        sum += std::complex<double>(inputs[0][at], inputs[1][at]) * std::polar(1.0, angle);
      }
      const auto at = static_cast<size_t>(k);
      error += std::norm(sum - std::complex<double>(got[0][at], got[1][at]));
      size += std::norm(sum);
    }
    EXPECT_LT(std::sqrt(error / size), 3e-7) << "length " << n;
  }
}

// Every word of the configuration is proven against the operands.
TEST(FftCall, OtherConfigurationsAreRefused) {
  std::vector<int64_t> dims;
  const Compiled whole = Compile(Program({"FFT", {7, 192}}, &dims), true);
  Memory place = Room(mote_program_size());
  const mote_program* program = nullptr;
  ASSERT_EQ(Open(whole, place, &program).code, MOTE_OK);
  MoteFileHeader header;
  std::memcpy(&header, whole.file.data(), sizeof header);
  const std::string right = "1 7 192 1 8 8 3";
  constexpr const char* kWrong[] = {
      "2 7 192 1 8 8 3", "1 6 192 1 8 8 3", "1 7 191 1 8 8 3", "1 7 192 2 8 8 3", "1 7 192 1 8 8 4", "1 7 192 1 4 8 3",
      "0 7 192 1 8 8 3", "1 7 192 1 8 8 0", "1 7 192 1 8 8 -", "1 7 192 1 8 8 x", "1 7 192 1 8 24 ", "1 7 192 1     3",
      "1 1 192 7 8 8 3", "1 7 192 1 192   "};
  for (const char* wrong : kWrong) {
    Compiled damaged = whole;
    auto* const flat = fb::GetMutableProgram(reinterpret_cast<uint8_t*>(damaged.file.data()) + header.flat_offset);
    auto* const config = flat->mutable_variants()->GetMutableObject(0)->mutable_calls()->GetMutableObject(0)->mutable_config();
    ASSERT_EQ(std::string(config->begin(), config->end()), right);
    std::memcpy(config->data(), wrong, right.size());
    EXPECT_NE(Open(damaged, place, &program).code, MOTE_OK) << wrong;
  }
}

}  // namespace
}  // namespace mote
