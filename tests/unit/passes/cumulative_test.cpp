// Cumulative reductions: which windows are, in what few long ones are cut, and values that the evaluator, window by window, says of both.
#include <gtest/gtest.h>

#include "hlo/cumulative.h"
#include "pass_testing.h"

namespace mote {
namespace {

struct Window {
  std::string type = "i32", operation = "add", init = "0";
  std::vector<int64_t> dims, window;
  std::vector<std::pair<int64_t, int64_t>> padding;
};

// Along dimension `dim`, from the first element to the last or the other way.
Window Along(std::vector<int64_t> dims, size_t dim, bool reverse) {
  Window w;
  w.window.assign(dims.size(), 1);
  w.padding.assign(dims.size(), {0, 0});
  w.window[dim] = dims[dim];
  w.padding[dim] = reverse ? std::pair<int64_t, int64_t>{0, dims[dim] - 1} : std::pair<int64_t, int64_t>{dims[dim] - 1, 0};
  w.dims = std::move(dims);
  return w;
}

Module Made(const Window& w) {
  std::string dims, result, window, padding;
  for (size_t d = 0; d < w.dims.size(); ++d) {
    dims += std::to_string(w.dims[d]) + "x";
    result += std::to_string(w.dims[d] + w.padding[d].first + w.padding[d].second - w.window[d] + 1) + "x";
    window += (d ? ", " : "") + std::to_string(w.window[d]);
    padding += (d ? ", [" : "[") + std::to_string(w.padding[d].first) + ", " + std::to_string(w.padding[d].second) + "]";
  }
  const std::string x = "tensor<" + dims + w.type + ">", y = "tensor<" + result + w.type + ">", s = "tensor<" + w.type + ">";
  return Parse("func.func @main(%x: " + x + ") -> " + y + " {\n%z = stablehlo.constant dense<" + w.init + "> : " + s +
               "\n%0 = \"stablehlo.reduce_window\"(%x, %z) ({\n^bb0(%a: " + s + ", %b: " + s + "):\n%c = stablehlo." + w.operation +
               " %a, %b : " + s + "\nstablehlo.return %c : " + s + "\n}) {window_dimensions = array<i64: " + window +
               ">, padding = dense<[" + padding + "]> : tensor<" + std::to_string(w.dims.size()) + "x2xi64>} : (" + x + ", " + s +
               ") -> " + y + "\nreturn %0 : " + y + "\n}");
}

std::optional<Cumulative> Found(const Window& w) {
  const Module module = Made(w);
  for (const Instruction& i : module.main().instructions) {
    if (i.op == Op::kReduceWindow) return CumulativeOf(module, module.main(), i);
  }
  return {};
}

int64_t LongestLine(const Module& module) {
  int64_t longest = 0;
  for (const Instruction& i : module.main().instructions) {
    if (i.op != Op::kReduceWindow) continue;
    for (const int64_t size : i.Ints(Attr::kWindowDimensions)) longest = std::max(longest, size);
  }
  return longest;
}

TEST(Cumulative, WindowsThatReachAnEndOfTheirLine) {
  for (const bool reverse : {false, true}) {
    const auto found = Found(Along({3, 40, 5}, 1, reverse));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->dimension, 1u);
    EXPECT_EQ(found->reverse, reverse);
  }
  Window one = Along({40}, 0, false);
  for (const char* operation : {"maximum", "minimum", "and", "or"}) {  // an init counts as often as a window reaches beyond the line
    one.operation = operation, one.init = "17";
    EXPECT_TRUE(Found(one)) << operation;
  }
  one.operation = "multiply", one.init = "1";
  EXPECT_TRUE(Found(one));
}

TEST(Cumulative, NoOtherWindows) {
  const auto other = [](auto change) {
    Window w = Along({40, 50}, 1, false);
    EXPECT_TRUE(Found(w));
    change(w);
    EXPECT_FALSE(Found(w));
  };
  other([](Window& w) { w.init = "1"; });
  other([](Window& w) { w.operation = "multiply"; });
  other([](Window& w) { w.operation = "subtract"; });
  other([](Window& w) { w.padding[1] = {48, 1}; });
  other([](Window& w) { w.padding[1] = {48, 0}; });
  other([](Window& w) { w.padding[1] = {50, 0}; });
  other([](Window& w) { w.window[1] = 49, w.padding[1] = {48, 0}; });
  other([](Window& w) { w.window[0] = 40, w.padding[0] = {39, 0}; });
  EXPECT_FALSE(Found(Along({32}, 0, false)));  // short
}

TEST(Cumulative, FewLongLinesAreBlocks) {
  struct Case {
    std::vector<int64_t> dims;
    size_t dim;
    int64_t longest;  // line that is left
  };
  const std::vector<Case> cases = {{{1024}, 0, 1024},       {{1025}, 0, 64},       {{256, 2000}, 1, 2000},
                                   {{255, 2000}, 1, 64},    {{1 << 24}, 0, 1024},  {{300, 32768}, 1, 32768},
                                   {{300, 32769}, 1, 256}};
  for (const bool reverse : {false, true}) {
    for (const Case& c : cases) {
      EXPECT_EQ(LongestLine(Applied(BlockCumulative, Made(Along(c.dims, c.dim, reverse)))), c.longest) << c.dims[0];
    }
  }
}

TEST(Cumulative, BlocksKeepIntegers) {
  struct Reducer {
    const char *operation, *init;
  };
  const std::vector<std::pair<std::vector<int64_t>, size_t>> lines = {
      {{1025}, 0}, {{4096}, 0}, {{2, 1500, 3}, 1}, {{1300, 2}, 0}, {{2, 1, 2049}, 2}};
  for (const auto& [dims, dim] : lines) {
    int64_t count = 1;
    for (const int64_t d : dims) count *= d;
    std::vector<double> numbers;
    for (int64_t i = 0; i < count; ++i) numbers.push_back(static_cast<double>(i * 7919 % 1009 - 500));
    for (const Reducer& reducer : {Reducer{"add", "0"}, {"maximum", "-300"}, {"xor", "0"}, {"multiply", "1"}}) {
      for (const bool reverse : {false, true}) {
        Window w = Along(dims, dim, reverse);
        w.operation = reducer.operation, w.init = reducer.init;
        const Module before = Made(w), after = Applied(BlockCumulative, before);
        EXPECT_LT(LongestLine(after), LongestLine(before));
        ExpectSame(before, after, {Array(ElementType::kS32, dims, numbers)});
      }
    }
  }
}

}  // namespace
}  // namespace mote
