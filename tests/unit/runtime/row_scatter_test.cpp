// Scatters of rows and of elements in the order of their updates, against the same sums in plain arithmetic: indices of one and of two
// dimensions, inside, outside and so large that offsets wrap, rows of every length, combiners of one operation and of several, on every
// instruction set, in parts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <random>

#include "core/program.h"
#include "emit/emit.h"
#include "frontend/frontend.h"
#include "mote/mote.h"
#include "passes/pipeline.h"
#include "program_maker.h"
#include "select/kept_operations.h"

namespace mote {
namespace {

using Bytes = std::vector<uint8_t>;
struct alignas(64) Line {
  uint8_t bytes[64];
};
using Memory = std::vector<Line>;
Memory Room(uint64_t bytes) { return Memory(bytes / sizeof(Line) + 1); }
uint64_t SizeOf(const Memory& memory) { return memory.size() * sizeof(Line); }

const mote_threads kThreeParts = {3, nullptr, [](void*, uint32_t count, mote_work work, void* context) {
                                    for (uint32_t i = count; i-- > 0;) work(context, i);
                                  }, 0};

Bytes Compiled(const std::string& text) {
  Result<Module> module = ReadStablehlo(text, "test.mlir");
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text);
  if (!module.ok()) return {};
  const TargetFacts& target = *FindTarget("linux");
  PassOptions passes;
  passes.kept = KeptOperations(target);
  Result<Module> optimised = OptimiseForKernels(*module, passes);
  Result<StepGraph> graph = SelectSteps(*optimised, target, {});
  EXPECT_TRUE(graph.ok()) << (graph.ok() ? "" : graph.error().text);
  if (!graph.ok()) return {};
  for (const Step& step : graph->blocks[0].steps) EXPECT_NE(step.kind, StepKind::kWhile) << "not a kernel: " << text;
  Result<Plan> plan = MakePlan(std::move(*graph), target);
  Result<Bytes> bytes = EmitProgram(PlaceConstants({*plan}));
  EXPECT_TRUE(bytes.ok());
  return *bytes;
}

Bytes RunOn(const Bytes& bytes, const std::vector<Bytes>& inputs, int isa, const mote_threads* threads) {
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
  std::vector<Bytes> given = inputs;
  Bytes result(inputs[0].size(), 0xee);
  for (size_t i = 0; i < given.size(); ++i) {
    EXPECT_EQ(mote_bind_input(instance, static_cast<uint32_t>(i), given[i].data(), given[i].size()).code, MOTE_OK);
  }
  EXPECT_EQ(mote_bind_output(instance, 0, result.data(), result.size()).code, MOTE_OK);
  EXPECT_EQ(mote_run(instance, 0).code, MOTE_OK);
  return result;
}

struct Shape2 {
  int64_t rows, columns, updates;
  bool both;  // both dimensions are indexed
};

template <class T>
using Combine = std::function<T(T, T)>;

std::string Program(const Shape2& s, const std::string& type, const std::string& body) {
  const std::string scalar = "tensor<" + type + ">", n = std::to_string(s.updates), width = std::to_string(s.columns);
  const std::string array = "tensor<" + std::to_string(s.rows) + "x" + width + "x" + type + ">";
  const std::string indices = "tensor<" + n + (s.both ? "x2xi32>" : "x1xi32>");
  const std::string updates = "tensor<" + n + "x" + (s.both ? "" : width + "x") + type + ">";
  const std::string numbers = s.both ? "inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1"
                                     : "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
                                       "index_vector_dim = 1";
  return "func.func @main(%a: " + array + ", %i: " + indices + ", %u: " + updates + ") -> " + array +
         " {\n  %0 = \"stablehlo.scatter\"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<" + numbers +
         ">, indices_are_sorted = false, unique_indices = false}> ({\n    ^bb0(%x: " + scalar + ", %y: " + scalar + "):\n" + body +
         "      stablehlo.return " + (body.empty() ? "%y" : "%z") + " : " + scalar + "\n  }) : (" + array + ", " + indices + ", " +
         updates + ") -> " + array + "\n  return %0 : " + array + "\n}";
}

template <class T>
Bytes BytesOf(const std::vector<T>& values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

// Values whose sums round, in floats.
template <class T>
std::vector<T> Values(int64_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<T> values(static_cast<size_t>(count));
  for (T& value : values) value = static_cast<T>(static_cast<T>(static_cast<int32_t>(random() % 20001) - 10000) / static_cast<T>(7));
  return values;
}

template <class T>
void Check(const Shape2& s, const std::string& type, const std::string& body, const Combine<T>& combine) {
  std::mt19937 random(static_cast<uint32_t>(s.rows * 31 + s.columns));
  const int32_t odd[] = {-1, INT32_MIN, INT32_MAX, 1 << 26, 1 << 30, static_cast<int32_t>(s.rows), -(1 << 26)};
  std::vector<int32_t> indices;
  for (int64_t t = 0; t < s.updates; ++t) {
    for (int k = 0; k < (s.both ? 2 : 1); ++k) {
      const int64_t extent = s.both && k == 0 ? s.columns : s.rows;
      indices.push_back(random() % 11 == 0 ? odd[random() % 7] : static_cast<int32_t>(random() % static_cast<uint32_t>(extent)));
    }
  }
  const std::vector<T> operand = Values<T>(s.rows * s.columns, 1), updates = Values<T>(s.updates * (s.both ? 1 : s.columns), 2);
  std::vector<T> expected = operand;
  for (int64_t t = 0; t < s.updates; ++t) {
    const int64_t row = s.both ? indices[static_cast<size_t>(2 * t + 1)] : indices[static_cast<size_t>(t)];
    const int64_t first = s.both ? indices[static_cast<size_t>(2 * t)] : 0, count = s.both ? 1 : s.columns;
    if (row < 0 || row >= s.rows || first < 0 || first >= s.columns) continue;
    for (int64_t c = 0; c < count; ++c) {
      T& value = expected[static_cast<size_t>(row * s.columns + first + c)];
      value = combine(value, updates[static_cast<size_t>(t * count + c)]);
    }
  }
  const Bytes program = Compiled(Program(s, type, body));
  if (testing::Test::HasFailure()) return;
  const std::vector<Bytes> inputs = {BytesOf(operand), BytesOf(indices), BytesOf(updates)};
  for (const int isa : InstructionSets()) {
    for (const mote_threads* threads : {static_cast<const mote_threads*>(nullptr), &kThreeParts}) {
      const Bytes got = RunOn(program, inputs, isa, threads);
      for (size_t i = 0; i < expected.size(); ++i) {
        T value;
        std::memcpy(&value, got.data() + i * sizeof(T), sizeof(T));
        ASSERT_EQ(std::memcmp(&value, &expected[i], sizeof(T)), 0)
            << "element " << i << " is " << +value << ", not " << +expected[i] << "; instruction set " << isa
            << (threads ? " in parts\n" : "\n") << Program(s, type, body);
      }
    }
  }
}

const std::vector<Shape2> kShapes = {{500, 64, 300, false}, {100, 1, 700, false}, {40, 33, 130, false}, {9, 1000, 50, false},
                                     {3, 2000, 65, false},  {50, 40, 600, true},  {1, 64, 20, true},    {70, 5, 1, false}};

template <class T>
void CheckAll(const std::string& type) {
  const std::string scalar = " : tensor<" + type + ">\n";
  const auto one = [&](const std::string& op) { return "      %z = stablehlo." + op + " %x, %y" + scalar; };
  for (const Shape2& s : kShapes) {
    Check<T>(s, type, one("add"), [](T x, T y) { return static_cast<T>(x + y); });
    Check<T>(s, type, one("subtract"), [](T x, T y) { return static_cast<T>(x - y); });
    Check<T>(s, type, "      %z = stablehlo.subtract %y, %x" + scalar, [](T x, T y) { return static_cast<T>(y - x); });
    Check<T>(s, type, one("maximum"), [](T x, T y) { return std::max(x, y); });
    Check<T>(s, type, one("minimum"), [](T x, T y) { return std::min(x, y); });
    Check<T>(s, type, "", [](T, T y) { return y; });
    Check<T>(s, type, "      %w = stablehlo.add %y, %y" + scalar + "      %z = stablehlo.subtract %w, %x" + scalar,
             [](T x, T y) { return static_cast<T>((y + y) - x); });
    if (testing::Test::HasFailure()) return;
  }
}

TEST(RowScatter, OfFloats) { CheckAll<float>("f32"); }
TEST(RowScatter, OfDoubles) { CheckAll<double>("f64"); }
TEST(RowScatter, OfIntegers) { CheckAll<int32_t>("i32"); }
TEST(RowScatter, OfWideIntegers) { CheckAll<int64_t>("i64"); }
TEST(RowScatter, OfBytes) { CheckAll<uint8_t>("ui8"); }

// One array says where, and what: its elements are loaded once for both.
TEST(RowScatter, UpdatesThatAreTheIndices) {
  const Bytes program = Compiled(R"(
func.func @main(%a: tensor<90x1xi32>, %i: tensor<200x1xi32>) -> tensor<90x1xi32> {
  %0 = "stablehlo.scatter"(%a, %i, %i) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %z = stablehlo.subtract %y, %x : tensor<i32>
      stablehlo.return %z : tensor<i32>
  }) : (tensor<90x1xi32>, tensor<200x1xi32>, tensor<200x1xi32>) -> tensor<90x1xi32>
  return %0 : tensor<90x1xi32>
})");
  std::vector<int32_t> operand = Values<int32_t>(90, 3), indices, expected = operand;
  for (int32_t t = 0; t < 200; ++t) indices.push_back(t * 37 % 101 - 5);
  for (const int32_t index : indices) {
    if (index >= 0 && index < 90) expected[static_cast<size_t>(index)] = index - expected[static_cast<size_t>(index)];
  }
  for (const int isa : InstructionSets()) EXPECT_EQ(RunOn(program, {BytesOf(operand), BytesOf(indices)}, isa, nullptr), BytesOf(expected));
}

}  // namespace
}  // namespace mote
