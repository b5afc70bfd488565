// Epilogues of routines in chunks: what follows dots and convolutions of whole numbers, which every order of sums gives alike, against
// plain arithmetic; tiles of several rows and of one, periods that end inside chunks, on every instruction set, in parts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "core/program.h"
#include "cpu/chunks/chunk_machine.h"
#include "emit/emit.h"
#include "frontend/frontend.h"
#include "mote/mote.h"
#include "passes/pipeline.h"
#include "program_maker.h"
#include "select/kept_operations.h"

namespace mote {
namespace {

struct alignas(64) Line {
  uint8_t bytes[64];
};
using Memory = std::vector<Line>;
Memory Room(uint64_t bytes) { return Memory(bytes / sizeof(Line) + 1); }
uint64_t SizeOf(const Memory& memory) { return memory.size() * sizeof(Line); }

const mote_threads kThreeParts = {3, nullptr, [](void*, uint32_t count, mote_work work, void* context) {
                                    for (uint32_t i = count; i-- > 0;) work(context, i);
                                  }, 0};

std::vector<uint8_t> Compiled(const std::string& text) {
  Result<Module> module = ReadStablehlo(text, "test.mlir");
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text);
  if (!module.ok()) return {};
  const TargetFacts& target = *FindTarget("linux");
  PassOptions passes;
  passes.kept = KeptOperations(target);
  Result<Module> optimised = OptimiseForKernels(*module, passes);
  Result<StepGraph> graph = SelectSteps(*optimised, target, {});
  Result<Plan> plan = MakePlan(std::move(*graph), target);
  Result<std::vector<uint8_t>> bytes = EmitProgram(PlaceConstants({*plan}));
  EXPECT_TRUE(bytes.ok());
  return *bytes;
}

// Whether the first step's routine carries out the epilogue where it stores its sums.
bool FinishesDirectly(const mote_program& program, const mote_instance& instance, int isa) {
  runtime::StepContext context = {};
  context.instance = &instance;
  const runtime::BlockRange range = runtime::BlockOf(program, instance.entry.block);
  EXPECT_TRUE(runtime::ReadStep(program, range.first, range.first + range.count, &context.step));
  const runtime::KernelCode code = runtime::KernelCodeOf(program, context.step.kernel);
  Memory room = Room(runtime::kChunkRoomBytes), scratch = Room(1 << 18);
  runtime::ChunkMachine machine(context, code, 2, scratch.data()->bytes, 1 << 18, *runtime::kChunkInstances[isa]);
  runtime::DirectFinish finish;
  return machine.Begin(room.data()->bytes) && machine.Direct(&finish);
}

std::vector<float> RunOn(const std::vector<uint8_t>& bytes, std::vector<std::vector<float>> inputs, size_t outputs, int isa,
                         const mote_threads* threads, bool* direct = nullptr) {
  Memory file = Room(bytes.size()), place = Room(mote_program_size());
  std::memcpy(file.data(), bytes.data(), bytes.size());
  const mote_program* program = nullptr;
  EXPECT_EQ(mote_open(place.data(), SizeOf(place), file.data(), bytes.size(), nullptr, &program).code, MOTE_OK);
  const_cast<mote_program*>(program)->isa = static_cast<uint8_t>(isa);
  mote_sizes sizes;
  EXPECT_EQ(mote_query_sizes(program, &sizes).code, MOTE_OK);
  Memory arena = Room(sizes.arena), own = Room(sizes.instance);
  mote_instance* instance = nullptr;
  const mote_memory memory = {.instance = own.data(), .instance_size = SizeOf(own), .arena = arena.data(), .arena_size = sizes.arena,
                              .state = nullptr, .state_size = 0};
  EXPECT_EQ(mote_instance_init(&memory, program, 0, &instance).code, MOTE_OK);
  mote_set_threads(instance, threads);
  std::vector<float> result(outputs, -77.0f);
  for (size_t i = 0; i < inputs.size(); ++i) {
    EXPECT_EQ(mote_bind_input(instance, static_cast<uint32_t>(i), inputs[i].data(), inputs[i].size() * 4).code, MOTE_OK);
  }
  EXPECT_EQ(mote_bind_output(instance, 0, result.data(), result.size() * 4).code, MOTE_OK);
  EXPECT_EQ(mote_run(instance, 0).code, MOTE_OK);
  if (direct != nullptr) *direct = FinishesDirectly(*program, *instance, isa);
  return result;
}

// Whole numbers around 0, small enough that all sums are exact.
std::vector<float> Numbers(size_t count, uint32_t seed, int range) {
  std::vector<float> values(count);
  for (float& value : values) {
    seed = seed * 1664525u + 1013904223u;
    value = static_cast<float>(static_cast<int>((seed >> 16) % static_cast<uint32_t>(2 * range + 1)) - range);
  }
  return values;
}

void Check(const std::string& text, const std::vector<std::vector<float>>& inputs, const std::vector<float>& expected,
           const std::string& what) {
  const std::vector<uint8_t> program = Compiled(text);
  for (const int isa : InstructionSets()) {
    for (const mote_threads* threads : {static_cast<const mote_threads*>(nullptr), &kThreeParts}) {
      const std::vector<float> got = RunOn(program, inputs, expected.size(), isa, threads);
      const auto differs = std::mismatch(expected.begin(), expected.end(), got.begin());
      ASSERT_EQ(differs.first, expected.end())
          << what << " instruction set " << isa << (threads ? " in parts" : "") << ": element " << differs.first - expected.begin()
          << " is " << *differs.second << ", not " << *differs.first;
    }
  }
}

// min(max((x·w + b[n]) · s[m] + r[m][n], -40), 60): a period, a value a row, an array as it is, a clamp.
TEST(ChunkEpilogue, OfDots) {
  struct Case {
    int m, k, n;
  };
  for (const Case& c : {Case{64, 8, 192}, {50, 16, 200}, {300, 4, 48}, {7, 3, 2000}, {256, 5, 10}, {128, 9, 64}, {3000, 2, 3},
                        {1, 7, 5000}, {90, 6, 129}}) {
    const std::string m = std::to_string(c.m), k = std::to_string(c.k), n = std::to_string(c.n);
    const std::string out = "tensor<" + m + "x" + n + "xf32>";
    const std::string left = "tensor<" + m + "x" + k + "xf32>", right = "tensor<" + k + "x" + n + "xf32>", bias = "tensor<" + n + "xf32>",
                      scales = "tensor<" + m + "xf32>";
    const std::string text = "func.func @main(%x: " + left + ", %w: " + right + ", %b: " + bias + ", %s: " + scales + ", %r: " + out +
                             ") -> " + out + " {\n  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (" + left + ", " +
                             right + ") -> " + out + "\n  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (" + bias + ") -> " + out +
                             "\n  %2 = stablehlo.add %0, %1 : " + out + "\n  %3 = stablehlo.broadcast_in_dim %s, dims = [0] : (" + scales +
                             ") -> " + out + "\n  %4 = stablehlo.multiply %2, %3 : " + out + "\n  %5 = stablehlo.add %4, %r : " + out +
                             "\n  %6 = stablehlo.constant dense<-40.0> : " + out + "\n  %7 = stablehlo.constant dense<60.0> : " + out +
                             "\n  %8 = stablehlo.clamp %6, %5, %7 : " + out + "\n  return %8 : " + out + "\n}\n";
    for (const bool scaled : {true, false}) {
      const auto size = [](int a, int b) { return static_cast<size_t>(a) * static_cast<size_t>(b); };
      const std::vector<std::vector<float>> inputs = {Numbers(size(c.m, c.k), 1, 4), Numbers(size(c.k, c.n), 2, 4),
                                                      Numbers(size(c.n, 1), 3, 20), Numbers(size(c.m, 1), 4, 3),
                                                      Numbers(size(c.m, c.n), 5, 30)};
      std::vector<float> expected(size(c.m, c.n));
      for (int i = 0; i < c.m; ++i) {
        for (int j = 0; j < c.n; ++j) {
          float sum = 0;
          for (int p = 0; p < c.k; ++p) {
            sum += inputs[0][size(i, c.k) + static_cast<size_t>(p)] * inputs[1][size(p, c.n) + static_cast<size_t>(j)];
          }
          float value = sum + inputs[2][static_cast<size_t>(j)];
          if (scaled) value *= inputs[3][static_cast<size_t>(i)];
          value += inputs[4][size(i, c.n) + static_cast<size_t>(j)];
          expected[size(i, c.n) + static_cast<size_t>(j)] = std::min(std::max(value, -40.0f), 60.0f);
        }
      }
      std::string plain = text;
      if (!scaled) plain.replace(plain.find("%4 = stablehlo.multiply %2, %3"), 30, "%4 = stablehlo.maximum %2, %2");
      Check(plain, inputs, expected, m + "x" + k + "x" + n + (scaled ? " scaled" : ""));
      if (HasFatalFailure()) return;
    }
  }
}

// select(mask, (x·w) / 2, -9), a mask of bytes for all batches or of every batch's own; whatever is not 0 counts.
TEST(ChunkEpilogue, OfMaskedDots) {
  struct Case {
    int b, m, k, n;
  };
  for (const Case& c : {Case{3, 40, 8, 64}, {2, 37, 5, 50}, {4, 16, 3, 256}, {1, 64, 4, 100}, {5, 33, 2, 48}, {2, 7, 3, 2000}}) {
    const auto tensor = [](std::initializer_list<int> dims, const char* type) {
      std::string text = "tensor<";
      for (const int d : dims) text += std::to_string(d) + "x";
      return text + type + ">";
    };
    for (const bool shared : {true, false}) {
      const std::string out = tensor({c.b, c.m, c.n}, "f32"), bits = tensor({c.b, c.m, c.n}, "i1");
      const std::string left = tensor({c.b, c.m, c.k}, "f32"), right = tensor({c.b, c.k, c.n}, "f32");
      const std::string mask = shared ? tensor({c.m, c.n}, "i1") : bits;
      const std::string spread = shared ? "stablehlo.broadcast_in_dim %q, dims = [1, 2] : (" + mask + ") -> " + bits
                                        : "stablehlo.reshape %q : (" + mask + ") -> " + bits;
      const std::string product = "stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (" + left +
                                  ", " + right + ") -> " + out;
      const std::string text = "func.func @main(%x: " + left + ", %w: " + right + ", %q: " + mask + ") -> " + out +
                               " {\n  %m = " + spread + "\n  %0 = " + product + "\n  %1 = stablehlo.constant dense<0.5> : " + out +
                               "\n  %2 = stablehlo.multiply %0, %1 : " + out + "\n  %3 = stablehlo.constant dense<-9.0> : " + out +
                               "\n  %4 = stablehlo.select %m, %2, %3 : " + bits + ", " + out + "\n  return %4 : " + out + "\n}\n";
      const auto size = [](int a, int b, int d) { return static_cast<size_t>(a) * static_cast<size_t>(b) * static_cast<size_t>(d); };
      std::vector<uint8_t> truths;
      for (const float value : Numbers(size(shared ? 1 : c.b, c.m, c.n), 3, 2)) truths.push_back(value > 1 ? 255 : value > 0 ? 1 : 0);
      std::vector<float> given(truths.size() / 4 + 1);  // the bytes, as inputs are bound here
      std::memcpy(given.data(), truths.data(), truths.size());
      const std::vector<std::vector<float>> inputs = {Numbers(size(c.b, c.m, c.k), 1, 4), Numbers(size(c.b, c.k, c.n), 2, 4), given};
      std::vector<float> expected;
      for (int b = 0; b < c.b; ++b) {
        for (int i = 0; i < c.m; ++i) {
          for (int j = 0; j < c.n; ++j) {
            float sum = 0;
            for (int p = 0; p < c.k; ++p) {
              sum += inputs[0][static_cast<size_t>((b * c.m + i) * c.k + p)] * inputs[1][static_cast<size_t>((b * c.k + p) * c.n + j)];
            }
            const bool on = truths[static_cast<size_t>(((shared ? 0 : b) * c.m + i) * c.n + j)] != 0;
            expected.push_back(on ? sum * 0.5f : -9.0f);
          }
        }
      }
      Check(text, inputs, expected, "masked " + std::to_string(c.b) + "x" + std::to_string(c.m) + "x" + std::to_string(c.n));
      if (HasFatalFailure()) return;
    }
  }
}

// max(conv + b[o] + r, 0) over one or two groups of channels.
TEST(ChunkEpilogue, OfConvolutions) {
  for (const int groups : {1, 2, 16}) {
    for (const int features : {16, 48, 160}) {
      const int side = 21, channels = groups == 16 ? 16 : 4, each = channels / groups, per_group = features / groups;
      const auto at = [&](int y, int x, int c, int depth) { return static_cast<size_t>((y * side + x) * depth + c); };
      const std::string c = std::to_string(channels), f = std::to_string(features), e = std::to_string(each);
      const std::string out = "tensor<1x21x21x" + f + "xf32>";
      const std::string image = "tensor<1x21x21x" + c + "xf32>", weights = "tensor<3x3x" + e + "x" + f + "xf32>",
                        bias = "tensor<" + f + "xf32>";
      const std::string text =
          "func.func @main(%x: " + image + ", %w: " + weights + ", %b: " + bias + ", %r: " + out + ") -> " + out +
          " {\n  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], " +
          "[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = " + std::to_string(groups) + " : i64} : (" + image + ", " +
          weights + ") -> " + out + "\n  %1 = stablehlo.broadcast_in_dim %b, dims = [3] : (" + bias + ") -> " + out +
          "\n  %2 = stablehlo.add %0, %1 : " + out + "\n  %3 = stablehlo.add %2, %r : " + out + "\n  %4 = stablehlo.constant dense<0.0>" +
          " : " + out + "\n  %5 = stablehlo.maximum %3, %4 : " + out + "\n  return %5 : " + out + "\n}\n";
      const std::vector<std::vector<float>> inputs = {Numbers(static_cast<size_t>(side * side * channels), 1, 4),
                                                      Numbers(static_cast<size_t>(9 * each * features), 2, 4),
                                                      Numbers(static_cast<size_t>(features), 3, 20),
                                                      Numbers(static_cast<size_t>(side * side * features), 5, 30)};
      std::vector<float> expected(inputs[3].size());
      for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
          for (int o = 0; o < features; ++o) {
            float sum = 0;
            for (int ky = 0; ky < 3; ++ky) {
              for (int kx = 0; kx < 3; ++kx) {
                const int from_y = y + ky - 1, from_x = x + kx - 1;
                if (from_y < 0 || from_y >= side || from_x < 0 || from_x >= side) continue;
                for (int i = 0; i < each; ++i) {
                  sum += inputs[0][at(from_y, from_x, o / per_group * each + i, channels)] *
                         inputs[1][static_cast<size_t>(((ky * 3 + kx) * each + i) * features + o)];
                }
              }
            }
            const size_t where = at(y, x, o, features);
            expected[where] = std::max(sum + inputs[2][static_cast<size_t>(o)] + inputs[3][where], 0.0f);
          }
        }
      }
      Check(text, inputs, expected, std::to_string(groups) + " groups, " + f + " features");
      if (HasFatalFailure()) return;
    }
  }
}

// Bias, residual and clamp, but nothing else, on every instruction set: the bits are the same either way, the time is not.
TEST(ChunkEpilogue, IsFinishedByTheRoutineWhereItAddsAndClamps) {
  const std::string type = "tensor<64x64xf32>", zero = "  %z = stablehlo.constant dense<0.0> : " + type + "\n";
  const std::string most = "  %m = stablehlo.constant dense<6.0> : " + type + "\n";
  const std::string sums = "  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (" + type + ", " + type + ") -> " + type +
                           "\n  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<64xf32>) -> " + type +
                           "\n  %2 = stablehlo.add %0, %1 : " + type + "\n";
  const auto runs = [&](const std::string& behind, int isa) {
    const std::string head = "func.func @main(%x: " + type + ", %w: " + type + ", %b: tensor<64xf32>, %r: " + type + ") -> " + type;
    const std::string text = head + " {\n" + sums + zero + most + behind + "  return %y : " + type + "\n}\n";
    const std::vector<float> square(64 * 64, 1.0f);
    bool direct = false;
    (void)RunOn(Compiled(text), {square, square, std::vector<float>(64, 1.0f), square}, square.size(), isa, nullptr, &direct);
    return direct;
  };
  for (const int isa : InstructionSets()) {
    if (runtime::kChunkInstances[isa] == nullptr) continue;
    EXPECT_TRUE(runs("  %y = stablehlo.maximum %2, %z : " + type + "\n", isa)) << isa;
    EXPECT_TRUE(runs("  %y = stablehlo.clamp %z, %2, %m : " + type + "\n", isa)) << isa;
    EXPECT_TRUE(runs("  %3 = stablehlo.add %2, %r : " + type + "\n  %y = stablehlo.maximum %3, %z : " + type + "\n", isa)) << isa;
    EXPECT_FALSE(runs("  %y = stablehlo.multiply %2, %r : " + type + "\n", isa)) << isa;
  }
}

}  // namespace
}  // namespace mote
