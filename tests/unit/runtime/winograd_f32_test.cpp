// Convolutions by tiles (winograd_f32): the bits of SPEC.md section 3 on every instruction set that runs here, in any parts and any
// scratch; its error beside sums in double; which convolutions the compiler gives it; what a file may not say of it.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "core/program.h"
#include "cpu/f32_routines.h"
#include "cpu/operations.h"
#include "emit/emit.h"
#include "frontend/frontend.h"
#include "mote/mote.h"
#include "passes/pipeline.h"
#include "schema/file_layout.h"
#include "schema/program_generated.h"
#include "schema/routine_scratch.h"
#include "select/winograd_weights.h"

namespace mote {
namespace {

using Floats = std::vector<float>;
using runtime::ConvolutionArguments;

// ---- the specification, in plain loops ----

constexpr float kA = 0.625f, kB = 1.5f, kA2 = 0.390625f, kB2 = 2.25f, kA3 = 0.244140625f, kB3 = 3.375f;
constexpr float kProduct = 0.87890625f, kSum = 2.640625f;  // a²b² and a² + b²

std::array<float, 6> ToPoints(const std::array<float, 6>& d) {
  const float even_a = std::fma(-kB2, d[2], d[4]), odd_a = std::fma(-kB2, d[1], d[3]);
  const float even_b = std::fma(-kA2, d[2], d[4]), odd_b = std::fma(-kA2, d[1], d[3]);
  return {std::fma(kProduct, d[0], std::fma(-kSum, d[2], d[4])),
          std::fma(kA, odd_a, even_a),
          std::fma(-kA, odd_a, even_a),
          std::fma(kB, odd_b, even_b),
          std::fma(-kB, odd_b, even_b),
          std::fma(kProduct, d[1], std::fma(-kSum, d[3], d[5]))};
}

std::array<float, 4> FromPoints(const std::array<float, 6>& m) {
  const float even_a = m[1] + m[2], odd_a = m[1] - m[2], even_b = m[3] + m[4], odd_b = m[3] - m[4];
  return {(m[0] + even_a) + even_b, std::fma(kB, odd_b, kA * odd_a), std::fma(kB2, even_b, kA2 * even_a),
          std::fma(kB3, odd_b, std::fma(kA3, odd_a, m[5]))};
}

template <size_t To, size_t From, class Transform>
std::array<std::array<float, To>, To> BothWays(const std::array<std::array<float, From>, From>& in, Transform transform) {
  std::array<std::array<float, From>, To> down;
  for (size_t j = 0; j < From; ++j) {
    std::array<float, From> column;
    for (size_t i = 0; i < From; ++i) column[i] = in[i][j];
    const std::array<float, To> made = transform(column);
    for (size_t i = 0; i < To; ++i) down[i][j] = made[i];
  }
  std::array<std::array<float, To>, To> out;
  for (size_t i = 0; i < To; ++i) out[i] = transform(down[i]);
  return out;
}

size_t WeightAt(const ConvolutionArguments& c, size_t position, int channel, int o) {
  const int panel = o / 32 * 32, width = std::min(32, c.out_per_group - panel);
  return position * static_cast<size_t>(c.rhs_x) + static_cast<size_t>((panel * c.in_per_group + channel * width + o - panel) * c.rhs_c);
}

Floats PlainTiles(const ConvolutionArguments& c) {
  Floats out(static_cast<size_t>(c.batch * c.out_h * c.out_w * c.out_per_group));
  for (int b = 0; b < c.batch; ++b)
    for (int y = 0; y < c.out_h; y += 4)
      for (int x = 0; x < c.out_w; x += 4)
        for (int o = 0; o < c.out_per_group; ++o) {
          std::array<std::array<float, 6>, 6> sums{};
          for (int channel = 0; channel < c.in_per_group; ++channel) {
            std::array<std::array<float, 6>, 6> d{};
            for (int i = 0; i < 6; ++i)
              for (int j = 0; j < 6; ++j) {
                const int iy = y + i - c.pad_y, ix = x + j - c.pad_x;
                if (iy < 0 || iy >= c.in_h || ix < 0 || ix >= c.in_w) continue;
                d[static_cast<size_t>(i)][static_cast<size_t>(j)] = c.lhs[b * c.lhs_b + iy * c.lhs_y + ix * c.lhs_x + channel * c.lhs_c];
              }
            const auto v = BothWays<6>(d, ToPoints);
            for (size_t p = 0; p < 36; ++p) {
              sums[p / 6][p % 6] = std::fma(v[p / 6][p % 6], c.rhs[WeightAt(c, p, channel, o)], sums[p / 6][p % 6]);
            }
          }
          const auto made = BothWays<4>(sums, FromPoints);
          for (int i = 0; i < 4 && y + i < c.out_h; ++i)
            for (int j = 0; j < 4 && x + j < c.out_w; ++j) {
              out[static_cast<size_t>(((b * c.out_h + y + i) * c.out_w + x + j) * c.out_per_group + o)] =
                  made[static_cast<size_t>(i)][static_cast<size_t>(j)];
            }
        }
  return out;
}

// ---- the routine alone ----

Floats Random(size_t n, std::mt19937& random) {
  Floats values(n);
  std::normal_distribution<float> normal(0, 1);
  for (float& v : values) v = random() % 8 == 0 ? 0 : normal(random);
  return values;
}

ConvolutionArguments Shape(int batch, int height, int width, int in, int out, bool channels_first, int pad) {
  ConvolutionArguments c = {};
  c.batch = batch, c.in_h = height, c.in_w = width, c.in_per_group = in, c.out_per_group = out;
  c.out_h = height + 2 * pad - 2, c.out_w = width + 2 * pad - 2, c.pad_y = c.pad_x = pad;
  c.kernel_h = c.kernel_w = 6, c.groups = c.stride_y = c.stride_x = c.dilation_y = c.dilation_x = 1;
  c.lhs_b = height * width * in;
  c.lhs_c = channels_first ? height * width : 1, c.lhs_x = channels_first ? 1 : in, c.lhs_y = c.lhs_x * width;
  c.rhs_x = in * out, c.rhs_c = 1;
  return c;
}

std::vector<int32_t> FieldsOf(const ConvolutionArguments& c) {
  std::vector<int32_t> fields(kMoteConvFields, 0);
  std::memcpy(fields.data(), &c.batch, kMoteConvLhsOffset * sizeof(int32_t));
  return fields;
}
size_t PlannedScratch(const std::vector<int32_t>& fields) {
  const std::vector<int64_t> wide(fields.begin(), fields.end());
  return static_cast<size_t>(MoteWinogradScratch(256, wide.data()));
}

struct Collected {
  Floats values;
  std::vector<int> times;
  static void Take(void* self, uint32_t first, uint32_t count, const void* sums) {
    auto* c = static_cast<Collected*>(self);
    for (uint32_t i = 0; i < count; ++i) c->values.at(first + i) = static_cast<const float*>(sums)[i], ++c->times.at(first + i);
  }
  static void TakeRows(void* self, uint32_t first, uint32_t count, uint32_t step, uint32_t columns, const void* sums) {
    for (uint32_t i = 0; i < count; ++i) Take(self, first + i * step, columns, static_cast<const float*>(sums) + i * columns);
  }
  runtime::Finish finish(bool rows) { return {this, Take, rows ? TakeRows : nullptr}; }
};

void ExpectSameBits(const Floats& got, const Floats& want, const std::string& what) {
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < got.size(); ++i) {
    uint32_t g, w;
    std::memcpy(&g, &got[i], 4), std::memcpy(&w, &want[i], 4);
    ASSERT_EQ(g, w) << what << ": output " << i << " is " << got[i] << ", expected " << want[i];
  }
}

template <class Check>
void OnEveryInstructionSet(const Check& check) {
  for (int isa = 0; isa <= runtime::DetectIsa(); ++isa) {
    if ((runtime::DetectIsas() >> isa & 1) != 0) check(static_cast<uint8_t>(isa));
  }
}

TEST(WinogradF32, HasTheBitsOfItsSpecification) {
  std::mt19937 random(5);
  struct Case {
    int batch, height, width, in, out, pad;
  };
  for (const Case& s : {Case{1, 4, 4, 1, 1, 1}, {2, 9, 6, 17, 20, 1}, {1, 5, 11, 3, 70, 0}, {3, 3, 3, 8, 16, 2}, {1, 12, 12, 16, 24, 1},
                        {1, 2, 13, 5, 33, 1}, {1, 6, 6, 40, 130, 1}}) {
    for (const bool channels_first : {false, true}) {
      ConvolutionArguments c = Shape(s.batch, s.height, s.width, s.in, s.out, channels_first, s.pad);
      const Floats lhs = Random(static_cast<size_t>(c.batch * c.lhs_b), random), rhs = Random(static_cast<size_t>(36 * c.rhs_x), random);
      c.lhs = lhs.data(), c.rhs = rhs.data();
      const Floats want = PlainTiles(c);
      const std::vector<int32_t> fields = FieldsOf(c);
      const auto rows = static_cast<uint32_t>(c.batch * c.out_h);
      OnEveryInstructionSet([&](uint8_t isa) {
        const runtime::RoutineCall call = {c.lhs, c.rhs, fields.data(), isa};
        for (const size_t bytes : {size_t{kMoteRoutineMinimum}, PlannedScratch(fields) / 3 & ~size_t{3}, PlannedScratch(fields)}) {
          for (const uint32_t cut : {0u, rows / 2, rows - 1}) {
            Floats scratch(bytes / 4, std::nanf(""));
            Collected got{Floats(want.size()), std::vector<int>(want.size())};
            const runtime::Finish finish = got.finish(cut != 0);
            if (cut != 0) runtime::kWinogradF32.sums(call, 0, cut, scratch.data(), bytes, finish);
            runtime::kWinogradF32.sums(call, cut, rows, scratch.data(), bytes, finish);
            ExpectSameBits(got.values, want, "instruction set " + std::to_string(isa) + " scratch " + std::to_string(bytes));
            for (const int times : got.times) ASSERT_EQ(times, 1);
          }
          if (c.out_per_group <= kMoteTiledPanel) continue;
          Floats scratch(bytes / 4, std::nanf(""));
          Collected got{Floats(want.size()), std::vector<int>(want.size())};
          runtime::RoutineCall part = call;
          for (part.last_column = kMoteTiledPanel; part.first_column < c.out_per_group; part.last_column = c.out_per_group) {
            runtime::kWinogradF32.sums(part, 0, rows, scratch.data(), bytes, got.finish(true));
            part.first_column = part.last_column;
          }
          ExpectSameBits(got.values, want, "by outputs, instruction set " + std::to_string(isa) + " scratch " + std::to_string(bytes));
          for (const int times : got.times) ASSERT_EQ(times, 1);
        }
      });
      if (HasFatalFailure()) return;
    }
  }
}

TEST(WinogradF32, FinishesInPlace) {
  std::mt19937 random(6);
  ConvolutionArguments c = Shape(1, 10, 7, 9, 37, false, 1);
  const Floats lhs = Random(static_cast<size_t>(c.lhs_b), random), rhs = Random(static_cast<size_t>(36 * c.rhs_x), random),
               bias = Random(37, random);
  c.lhs = lhs.data(), c.rhs = rhs.data();
  const Floats sums = PlainTiles(c), residual = Random(sums.size(), random);
  Floats want = sums;
  for (size_t i = 0; i < want.size(); ++i) want[i] = std::fmin(std::fmax((bias[i % 37] + sums[i]) + residual[i], -0.25f), 0.5f);
  const std::vector<int32_t> fields = FieldsOf(c);
  OnEveryInstructionSet([&](uint8_t isa) {
    for (const bool over : {false, true}) {
      Floats out = over ? residual : Floats(want.size(), std::nanf(""));
      runtime::DirectFinish direct = {out.data(), bias.data(), over ? out.data() : residual.data(), 37, true, true, -0.25f, 0.5f};
      Floats scratch(PlannedScratch(fields) / 4);
      runtime::Finish finish = {nullptr, nullptr};
      finish.direct = &direct;
      runtime::kWinogradF32.sums({c.lhs, c.rhs, fields.data(), isa}, 0, 10, scratch.data(), scratch.size() * 4, finish);
      ExpectSameBits(out, want, "instruction set " + std::to_string(isa));
    }
  });
}

// ---- weights from the compiler ----

BoundRoutine Direct(const ConvolutionArguments& tiles) {
  ConvolutionArguments c = tiles;
  c.kernel_h = c.kernel_w = 3;
  c.rhs_o = 1, c.rhs_c = c.out_per_group, c.rhs_x = c.rhs_c * c.in_per_group, c.rhs_y = 3 * c.rhs_x;
  const std::vector<int32_t> fields = FieldsOf(c);
  BoundRoutine form{.lhs = {}, .rhs = {}, .fields = {}, .epilogue = {}};
  form.fields.assign(fields.begin(), fields.end());
  form.row = &RowOf(Routine::kConvolutionF32);
  return form;
}

Literal LiteralOf(const Floats& values) {
  Literal literal(mote::Shape::Array(ElementType::kF32, {static_cast<int64_t>(values.size())}));
  std::memcpy(literal.mutable_bytes().data(), values.data(), values.size() * 4);
  return literal;
}

// Beside the sum of |x|·|w|: the largest of outputs whose window lies inside and of those whose window is cut, which have fewer terms for
// what their tile loses, and the mean square of all.
struct Error {
  double whole = 0, cut = 0, squares = 0;
};
Error ErrorOf(const ConvolutionArguments& c, const Floats& weights, const Floats& got) {
  Error error;
  size_t at = 0;
  for (int y = 0; y < c.out_h; ++y)
    for (int x = 0; x < c.out_w; ++x)
      for (int o = 0; o < c.out_per_group; ++o, ++at) {
        double sum = 0, size = 0;
        int taps = 0;
        for (int i = 0; i < 9; ++i) {
          const int iy = y + i / 3 - c.pad_y, ix = x + i % 3 - c.pad_x;
          if (iy < 0 || iy >= c.in_h || ix < 0 || ix >= c.in_w) continue;
          ++taps;
          for (int k = 0; k < c.in_per_group; ++k) {
            const double term = static_cast<double>(c.lhs[iy * c.lhs_y + ix * c.lhs_x + k]) *
                                weights[static_cast<size_t>((i * c.in_per_group + k) * c.out_per_group + o)];
            sum += term, size += std::fabs(term);
          }
        }
        const double off = std::fabs(got[at] - sum) / size;
        double& most = taps == 9 ? error.whole : error.cut;
        most = std::fmax(most, off), error.squares += off * off / static_cast<double>(got.size());
      }
  return error;
}

TEST(WinogradF32, IsAsExactAsItIsSaidToBe) {
  std::mt19937 random(7);
  std::normal_distribution<float> normal(0, 1);
  std::uniform_real_distribution<float> positive(0, 1);
  Error all;
  for (int trial = 0; trial < 24; ++trial) {
    const int in = std::array{16, 32, 64, 256}[static_cast<size_t>(trial % 4)];
    ConvolutionArguments c = Shape(1, 16, 16, in, 16, false, 1);
    Floats lhs(static_cast<size_t>(c.lhs_b)), weights(static_cast<size_t>(9 * in * 16));
    for (Floats* values : {&lhs, &weights}) {
      for (float& v : *values) v = trial / 4 % 2 == 0 ? normal(random) : positive(random);
    }
    BoundRoutine form = Direct(c);
    const Literal transformed = TakeByTiles(&form, LiteralOf(weights));
    ASSERT_EQ(form.row->id, Routine::kWinogradF32);
    const std::vector<int32_t> fields(form.fields.begin(), form.fields.end());
    c.lhs = lhs.data();
    Collected got{Floats(16 * 16 * 16), std::vector<int>(16 * 16 * 16)};
    Floats scratch(PlannedScratch(fields) / 4);
    runtime::kWinogradF32.sums({c.lhs, transformed.data<float>().data(), fields.data(), runtime::DetectIsa()}, 0, 16, scratch.data(),
                               scratch.size() * 4, got.finish(true));
    const Error error = ErrorOf(c, weights, got.values);
    all.whole = std::fmax(all.whole, error.whole), all.cut = std::fmax(all.cut, error.cut), all.squares += error.squares / 24;
  }
  std::printf("error beside sum |x||w|: at most %.2e, of windows that are cut %.2e, root mean square %.2e\n", all.whole, all.cut,
              std::sqrt(all.squares));
  EXPECT_LT(all.whole, 2e-6);
  EXPECT_LT(all.cut, 4e-6);
  EXPECT_LT(std::sqrt(all.squares), 2e-7);
}

TEST(WinogradF32, IsTakenWhereItPays) {
  const Literal weights = LiteralOf(Floats(9 * 64 * 64, 0.5f));
  const auto pays = [&](int size, int in, int out, const Literal& of) {
    return PaysByTiles(Direct(Shape(1, size, size, in, out, false, 1)), of);
  };
  EXPECT_TRUE(pays(56, 64, 64, weights));
  EXPECT_TRUE(pays(32, 16, 16, weights));
  EXPECT_FALSE(pays(56, 3, 64, weights));
  EXPECT_FALSE(pays(1, 64, 64, weights));
  Literal infinite = LiteralOf(Floats(9 * 64 * 64, 0.5f));
  const float infinity = std::numeric_limits<float>::infinity();
  std::memcpy(infinite.mutable_bytes().data(), &infinity, sizeof infinity);
  EXPECT_FALSE(pays(56, 64, 64, infinite));
  for (const int field : {kMoteConvStrideX, kMoteConvStrideY, kMoteConvDilationX, kMoteConvDilationY, kMoteConvKernelH, kMoteConvGroups}) {
    BoundRoutine form = Direct(Shape(1, 56, 56, 64, 64, false, 1));
    form.fields[field] = 2;
    EXPECT_FALSE(PaysByTiles(form, weights)) << field;
  }
}

// ---- programs ----

// Numbers that are not all the same, as the list that `dims` have from `level` on.
std::string List(const std::vector<int>& dims, size_t level = 0) {
  if (level == dims.size()) {
    static int number = 0;
    return std::to_string(number = (number * 5 + 3) % 17 - 8) + ".25";
  }
  std::string text = "[";
  for (int i = 0; i < dims[level]; ++i) text += (i == 0 ? "" : ", ") + List(dims, level + 1);
  return text + "]";
}

constexpr char kBegin[] = R"(func.func @main(%x: tensor<2x14x11x16xf32>) -> tensor<2x14x11x24xf32> {
  %w = stablehlo.constant dense<)";
constexpr char kEnd[] = R"(> : tensor<3x3x16x24xf32>
  %b = stablehlo.constant dense<-0.5> : tensor<2x14x11x24xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x14x11x16xf32>, tensor<3x3x16x24xf32>) -> tensor<2x14x11x24xf32>
  %1 = stablehlo.add %0, %b : tensor<2x14x11x24xf32>
  return %1 : tensor<2x14x11x24xf32>
})";

Result<StepGraph> Selected(const char* target, bool tiles) {
  Result<Module> module = ReadStablehlo(kBegin + List({3, 3, 16, 24}) + kEnd, "winograd.mlir");
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text);
  SelectOptions options;
  options.tiles = tiles;
  return SelectSteps(*OptimiseForKernels(*module, {}), *FindTarget(target), options);
}

TEST(WinogradF32, IsOfHostsThatNeedNotBeReproducible) {
  const auto kind = [](const char* target, bool tiles) {
    const Result<StepGraph> graph = Selected(target, tiles);
    EXPECT_TRUE(graph.ok());
    return std::string(KindName(graph->blocks[0].steps[0]));
  };
  EXPECT_EQ(kind("linux", true), "winograd_f32");
  EXPECT_EQ(kind("linux", false), "convolution_f32");
  EXPECT_EQ(kind("cortex-m4", true), "convolution_f32");
  EXPECT_EQ(kind("vulkan", true), "launch");
}

struct alignas(64) Line {
  uint8_t bytes[64];
};
using Memory = std::vector<Line>;
Memory Room(uint64_t bytes) { return Memory(bytes / sizeof(Line) + 1); }

struct File {
  std::vector<uint64_t> words;
  size_t bytes = 0;
};
File Emitted() {
  Result<StepGraph> graph = Selected("linux", true);
  Result<std::vector<uint8_t>> bytes = EmitProgram(PlaceConstants({*MakePlan(std::move(*graph), *FindTarget("linux"))}));
  EXPECT_TRUE(bytes.ok());
  File file{std::vector<uint64_t>(bytes->size() / 8 + 1), bytes->size()};
  std::memcpy(file.words.data(), bytes->data(), bytes->size());
  return file;
}

const mote_threads kThreeParts = {3, nullptr, [](void*, uint32_t count, mote_work work, void* context) {
                                    for (uint32_t i = count; i-- > 0;) work(context, i);
                                  }, 0};

TEST(WinogradF32, GivesTheSameBitsInPartsAndPieces) {
  const File file = Emitted();
  std::mt19937 random(8);
  Floats input = Random(2 * 14 * 11 * 16, random), first;
  OnEveryInstructionSet([&](uint8_t isa) {
    for (const uint64_t budget : {uint64_t{0}, uint64_t{60000}}) {
      for (const mote_threads* threads : {static_cast<const mote_threads*>(nullptr), &kThreeParts}) {
        Memory place = Room(mote_program_size());
        const mote_program* program = nullptr;
        ASSERT_EQ(mote_open(place.data(), place.size() * 64, file.words.data(), file.bytes, nullptr, &program).code, MOTE_OK);
        const_cast<mote_program*>(program)->isa = isa;
        mote_sizes sizes;
        ASSERT_EQ(mote_query_sizes(program, &sizes).code, MOTE_OK);
        Memory arena = Room(sizes.arena), own = Room(sizes.instance);
        mote_instance* instance = nullptr;
        const mote_memory memory = {.instance = own.data(), .instance_size = own.size() * 64, .arena = arena.data(),
                                    .arena_size = sizes.arena, .state = nullptr, .state_size = 0};
        ASSERT_EQ(mote_instance_init(&memory, program, 0, &instance).code, MOTE_OK);
        mote_set_threads(instance, threads);
        Floats output(2 * 14 * 11 * 24, 7.0f);
        ASSERT_EQ(mote_bind_input(instance, 0, input.data(), input.size() * 4).code, MOTE_OK);
        ASSERT_EQ(mote_bind_output(instance, 0, output.data(), output.size() * 4).code, MOTE_OK);
        int runs = 1;
        mote_status status = mote_run(instance, budget);
        for (; status.code == MOTE_MORE; ++runs) status = mote_run(instance, budget);
        ASSERT_EQ(status.code, MOTE_OK);
        EXPECT_EQ(runs > 1, budget != 0);
        if (first.empty()) first = output;
        ExpectSameBits(output, first, "instruction set " + std::to_string(isa));
      }
    }
  });
}

TEST(WinogradF32, OtherWindowsAreRefused) {
  const File whole = Emitted();
  MoteFileHeader header;
  std::memcpy(&header, whole.words.data(), sizeof header);
  for (const int field : {kMoteConvKernelH, kMoteConvKernelW, kMoteConvGroups, kMoteConvStrideY, kMoteConvStrideX, kMoteConvDilationY,
                          kMoteConvDilationX}) {
    File damaged = whole;
    auto* const flat = fb::GetMutableProgram(reinterpret_cast<uint8_t*>(damaged.words.data()) + header.flat_offset);
    auto& words = *flat->mutable_variants()->GetMutableObject(0)->mutable_words();
    const uint32_t operands = words.Get(1) >> 16, first = 2 + (operands + 1) / 2;
    ASSERT_EQ(words.Get(0) & 0xff, static_cast<uint32_t>(Routine::kWinogradF32));
    const uint32_t at = first + static_cast<uint32_t>(field);
    words.Mutate(at, words.Get(at) == 6 ? 3 : 2);
    Memory place = Room(mote_program_size());
    const mote_program* program = nullptr;
    EXPECT_EQ(mote_open(place.data(), place.size() * 64, damaged.words.data(), damaged.bytes, nullptr, &program).code, MOTE_MALFORMED)
        << field;
  }
}

}  // namespace
}  // namespace mote
