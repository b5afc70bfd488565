// What the verifier asks of a Sort step, one field at a time; comparators that are no order.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>

#include "core/failure.h"
#include "emit/emit.h"
#include "frontend/frontend.h"
#include "mote/mote.h"
#include "passes/pipeline.h"
#include "schema/file_layout.h"
#include "schema/program_generated.h"
#include "select/kept_operations.h"

namespace mote {
namespace {

using runtime::Site;

// Keys f32[3,100,2] and numbers u8[3,100,2] sorted along the middle by `comparator`, on %x and %y of the keys.
std::vector<uint64_t> Compiled(const std::string& comparator) {
  const std::string arrays = "tensor<3x100x2xf32>, tensor<3x100x2xui8>";
  Result<Module> module = ReadStablehlo("func.func @main(%a: tensor<3x100x2xf32>, %b: tensor<3x100x2xui8>) -> (" + arrays + R"() {
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>, %i: tensor<ui8>, %j: tensor<ui8>):
      )" + comparator + R"( : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : ()" + arrays + ") -> (" + arrays + ")\n  return %0#0, %0#1 : " + arrays + "\n}", "sort.mlir");
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text);
  const TargetFacts& target = *FindTarget("linux");
  PassOptions passes;
  passes.kept = KeptOperations(target);
  Result<StepGraph> graph = SelectSteps(*OptimiseForKernels(*module, passes), target);
  EXPECT_TRUE(graph.ok()) << (graph.ok() ? "" : graph.error().text);
  EXPECT_EQ(graph->blocks[0].steps.size(), 1u);
  Result<std::vector<uint8_t>> bytes = EmitProgram(PlaceConstants({*MakePlan(std::move(*graph), target)}));
  EXPECT_TRUE(bytes.ok());
  std::vector<uint64_t> file(bytes->size() / 8 + 1);
  std::memcpy(file.data(), bytes->data(), bytes->size());
  return file;
}

constexpr char kByKey[] = "%c = stablehlo.compare LT, %x, %y, TOTALORDER";
constexpr char kNever[] = "%c = stablehlo.compare NE, %x, %y, FLOAT";

fb::Variant& VariantOf(std::vector<uint64_t>& file) {
  MoteFileHeader header;
  std::memcpy(&header, file.data(), sizeof header);
  return *fb::GetMutableProgram(reinterpret_cast<uint8_t*>(file.data()) + header.flat_offset)->mutable_variants()->GetMutableObject(0);
}

struct Opened {
  std::vector<uint64_t> memory = std::vector<uint64_t>(mote_program_size() / 8 + 1);
  const mote_program* program = nullptr;
  mote_status status{};
  explicit Opened(const std::vector<uint64_t>& file) {
    status = mote_open(memory.data(), memory.size() * 8, file.data(), file.size() * 8, nullptr, &program);
  }
};

// The only step: 4 arrays and sorted arrays, pairs, the keys that the kernel reads, answers.
constexpr uint32_t kOperands = 7, kFirstField = 2 + (kOperands + 1) / 2;
constexpr uint32_t kPairs = 4, kAnswers = 6;

TEST(SortStep, EveryFieldIsProven) {
  const std::vector<uint64_t> whole = Compiled(kByKey);
  ASSERT_EQ(Opened(whole).status.code, MOTE_OK);
  const auto field = [](uint32_t at, uint32_t value) {
    return [=](fb::Variant& v) { v.mutable_words()->Mutate(kFirstField + at, value); };
  };
  // The view of an operand, one of its words.
  const auto view = [](uint32_t operand, uint32_t word, const std::function<uint32_t(uint32_t)>& change) {
    return [=](fb::Variant& v) {
      const uint32_t number = v.words()->Get(2 + operand / 2) >> (operand % 2 * 16) & 0xffff, at = number * kMoteViewWords + word;
      v.mutable_views()->Mutate(at, change(v.views()->Get(at)));
    };
  };
  const auto minus = [](uint32_t bytes) { return [=](uint32_t word) { return word - bytes; }; };
  const auto number = [](fb::Variant& v, uint32_t operand) { return v.words()->Get(2 + operand / 2) >> (operand % 2 * 16) & 0xffff; };
  // An operand at the view of another.
  const auto as = [&](uint32_t operand, uint32_t other) {
    return [=](fb::Variant& v) {
      const uint32_t at = 2 + operand / 2, shift = operand % 2 * 16;
      v.mutable_words()->Mutate(at, (v.words()->Get(at) & ~(0xffffu << shift)) | number(v, other) << shift);
    };
  };
  struct Case {
    const char* what;
    std::function<void(fb::Variant&)> damage;
    Site site;
  };
  const std::vector<Case> cases = {
      {"a row more", field(kMoteSortRows, 4), Site::kStepOperandView},
      {"an element more", field(kMoteSortN, 101), Site::kStepOperandView},
      {"a column more", field(kMoteSortInner, 3), Site::kStepOperandView},
      {"negative rows", field(kMoteSortRows, ~0u), Site::kStepFields},
      {"a product beyond 2^32", field(kMoteSortRows, 0x40000000), Site::kStepFields},
      {"lines beyond 2^30", field(kMoteSortN, 0x40000001), Site::kStepFields},
      {"no arrays", field(kMoteSortArrays, 0), Site::kStepOperands},
      {"another number of arrays", field(kMoteSortArrays, 1), Site::kStepOperands},
      {"more arrays than operands", field(kMoteSortArrays, 0x7fffffff), Site::kStepOperands},
      {"fewer lanes than the kernel", field(kMoteSortLanes, 96), Site::kStepExtents},
      {"more lanes", field(kMoteSortLanes, 160), Site::kStepExtents},
      {"an unknown order", field(kMoteSortOrder, 32), Site::kStepFields},
      {"a key that is no array", field(kMoteSortKey, 2), Site::kStepFields},
      {"short pairs", view(kPairs, kMoteViewBytes, minus(4)), Site::kStepAccess},
      {"short answers", view(kAnswers, kMoteViewBytes, minus(1)), Site::kStepAccess},
      {"a short array", as(1, kAnswers), Site::kStepOperandView},
      {"sorted numbers in four bytes", as(3, kPairs), Site::kStepOperandView},
      {"keys sorted into the caller's input", as(2, 0), Site::kStepOperandView},
      {"scratch without room for keys", [](fb::Variant& v) { v.mutate_scratch_bytes(1600); }, Site::kStepScratch},
  };
  for (const Case& c : cases) {
    std::vector<uint64_t> file = whole;
    c.damage(VariantOf(file));
    const mote_status status = Opened(file).status;
    EXPECT_NE(status.code, MOTE_OK) << c.what;
    EXPECT_EQ(static_cast<Site>(status.site), c.site) << c.what;
  }
}

// Runs on keys and the numbers 0 … 99 of each line; gives the keys and the numbers.
void RunSort(const std::vector<uint64_t>& file, std::vector<float>& keys, std::vector<uint8_t>& numbers) {
  const Opened opened(file);
  ASSERT_EQ(opened.status.code, MOTE_OK);
  mote_sizes sizes;
  ASSERT_EQ(mote_query_sizes(opened.program, &sizes).code, MOTE_OK);
  std::vector<uint64_t> instance_memory(sizes.instance / 8 + 1), arena_memory(sizes.arena / 8 + 9);
  void* arena = reinterpret_cast<void*>((reinterpret_cast<uintptr_t>(arena_memory.data()) + 63) / 64 * 64);
  mote_instance* instance = nullptr;
  const mote_memory given = {.instance = instance_memory.data(), .instance_size = instance_memory.size() * 8, .arena = arena,
                             .arena_size = sizes.arena, .state = nullptr, .state_size = 0};
  ASSERT_EQ(mote_instance_init(&given, opened.program, 0, &instance).code, MOTE_OK);
  const std::vector<float> from = keys;
  const std::vector<uint8_t> with = numbers;
  ASSERT_EQ(mote_bind_input(instance, 0, from.data(), from.size() * 4).code, MOTE_OK);
  ASSERT_EQ(mote_bind_input(instance, 1, with.data(), with.size()).code, MOTE_OK);
  ASSERT_EQ(mote_bind_output(instance, 0, keys.data(), keys.size() * 4).code, MOTE_OK);
  ASSERT_EQ(mote_bind_output(instance, 1, numbers.data(), numbers.size()).code, MOTE_OK);
  ASSERT_EQ(mote_run(instance, 0).code, MOTE_OK);
}

// "Not equal" is true both ways round, and LT of NaNs orders nothing: each line is still a permutation of itself, arrays together.
TEST(SortStep, NoOrderGivesAPermutation) {
  for (const char* comparator : {kNever, "%c = stablehlo.compare LT, %x, %y, FLOAT", "%c = stablehlo.compare GE, %x, %y, FLOAT"}) {
    std::vector<float> keys(600);
    std::vector<uint8_t> numbers(600);
    for (size_t i = 0; i < 600; ++i) {
      numbers[i] = static_cast<uint8_t>(i / 2 % 100);
      keys[i] = i * 7 % 5 == 0 ? std::nanf("") : static_cast<float>(i * 7919 % 50);
    }
    const std::vector<float> from = keys;
    RunSort(Compiled(comparator), keys, numbers);
    for (size_t line = 0; line < 6; ++line) {
      const size_t first = line / 2 * 200 + line % 2;
      std::vector<bool> seen(100);
      for (size_t i = first; i < first + 200; i += 2) {
        const uint8_t number = numbers[i];
        ASSERT_LT(number, 100);
        EXPECT_FALSE(seen[number]) << comparator << ": twice " << int{number};
        seen[number] = true;
        EXPECT_EQ(std::memcmp(&keys[i], &from[first + size_t{2} * number], 4), 0) << comparator;
      }
    }
  }
}

// -NaN, -infinity, numbers, -0 before +0, infinity, NaN; by numbers the zeros are equal and stay in their order.
TEST(SortStep, OrdersFloatsAsTheComparatorSays) {
  const std::vector<float> odd = {0.0f, -0.0f, std::nanf(""), -std::nanf(""), 1.0f, -1.0f, INFINITY, -INFINITY, 1e-45f, -1e-45f};
  for (const bool total : {true, false}) {
    std::vector<float> keys(600);
    std::vector<uint8_t> numbers(600);
    for (size_t i = 0; i < 600; ++i) {
      numbers[i] = static_cast<uint8_t>(i / 2 % 100);
      keys[i] = odd[i * 37 % odd.size()];
      if (!total && std::isnan(keys[i])) keys[i] = 2.0f;
    }
    const auto before = [&](float a, float b) {
      const auto key = [](float x) {
        int32_t bits;
        std::memcpy(&bits, &x, 4);
        return bits < 0 ? static_cast<int64_t>(bits ^ 0x7fffffff) : int64_t{bits};
      };
      return total ? key(a) < key(b) : a < b;
    };
    std::vector<float> expected = keys, got = keys;
    std::vector<uint8_t> order(600);
    for (size_t line = 0; line < 6; ++line) {
      const size_t first = line / 2 * 200 + line % 2;
      std::vector<size_t> places(100);
      std::iota(places.begin(), places.end(), 0);
      std::stable_sort(places.begin(), places.end(), [&](size_t a, size_t b) { return before(keys[first + 2 * a], keys[first + 2 * b]); });
      for (size_t i = 0; i < 100; ++i) {
        expected[first + 2 * i] = keys[first + 2 * places[i]];
        order[first + 2 * i] = static_cast<uint8_t>(places[i]);
      }
    }
    RunSort(Compiled(total ? kByKey : "%c = stablehlo.compare LT, %x, %y, FLOAT"), got, numbers);
    EXPECT_EQ(std::memcmp(got.data(), expected.data(), 2400), 0) << total;
    EXPECT_EQ(numbers, order) << total;
  }
}

}  // namespace
}  // namespace mote
