// TripCount on loops whose turns arithmetic tells.
#include "select/trip_count.h"

#include <gtest/gtest.h>

#include "frontend/frontend.h"
#include "hlo/module.h"

namespace mote {
namespace {

// while (i DIRECTION limit) i OP step, from start.
std::string Loop(const std::string& type, const std::string& start, const std::string& direction, const std::string& limit,
                 const std::string& op, const std::string& step, bool mirrored = false) {
  const std::string operands = mirrored ? "%l, %i" : "%i, %l", t = "tensor<" + type + ">";
  return "func.func @main() -> " + t + " {\n  %s = stablehlo.constant dense<" + start + "> : " + t + "\n  %o = stablehlo.constant dense<" +
         step + "> : " + t + "\n  %r = stablehlo.while(%i = %s) : " + t + " cond {\n    %l = stablehlo.constant dense<" + limit +
         "> : " + t + "\n    %p = stablehlo.compare " + direction + ", " + operands + " : (" + t + ", " + t +
         ") -> tensor<i1>\n    stablehlo.return %p : tensor<i1>\n  } do {\n    %n = stablehlo." + op + " %i, %o : " + t +
         "\n    stablehlo.return %n : " + t + "\n  }\n  return %r : " + t + "\n}";
}

std::optional<int64_t> TurnsOf(const std::string& text) {
  const Result<Module> module = ReadStablehlo(text, "test.mlir");
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().text) << text;
  if (!module.ok()) return -2;
  const Computation& main = module->main();
  for (size_t i = 0; i < main.instructions.size(); ++i) {
    if (main.instructions[i].op == Op::kWhile) return TripCount(*module, main, static_cast<int32_t>(i));
  }
  return -3;
}

TEST(TripCount, CountersThatReachTheirLimit) {
  EXPECT_EQ(TurnsOf(Loop("i32", "0", "LT", "10", "add", "1")), 10);
  EXPECT_EQ(TurnsOf(Loop("i32", "0", "LT", "10", "add", "3")), 4);
  EXPECT_EQ(TurnsOf(Loop("i32", "0", "LE", "9", "add", "3")), 4);
  EXPECT_EQ(TurnsOf(Loop("i64", "10", "GT", "0", "subtract", "1")), 10);
  EXPECT_EQ(TurnsOf(Loop("i64", "10", "GE", "0", "add", "-4")), 3);
  EXPECT_EQ(TurnsOf(Loop("ui8", "1", "NE", "201", "add", "50")), 4);
  EXPECT_EQ(TurnsOf(Loop("i32", "0", "GT", "10", "add", "1", true)), 10);  // 10 > i
  EXPECT_EQ(TurnsOf(Loop("i32", "12", "LT", "10", "add", "1")), 0);
  EXPECT_EQ(TurnsOf(Loop("i64", "-9223372036854775808", "LT", "0", "add", "1")), std::nullopt);  // more than can be said
}

TEST(TripCount, LoopsThatOnlyARunCounts) {
  EXPECT_EQ(TurnsOf(Loop("i32", "0", "LT", "10", "add", "-1")), std::nullopt);       // wraps around
  EXPECT_EQ(TurnsOf(Loop("i8", "0", "LE", "127", "add", "1")), std::nullopt);        // every value is
  EXPECT_EQ(TurnsOf(Loop("ui8", "0", "LT", "250", "add", "100")), std::nullopt);     // 200 and 100 are 44
  EXPECT_EQ(TurnsOf(Loop("i8", "0", "LT", "127", "add", "1")), 127);
  EXPECT_EQ(TurnsOf(Loop("i32", "0", "NE", "10", "add", "3")), std::nullopt);        // steps over it
  EXPECT_EQ(TurnsOf(Loop("i32", "0", "LT", "10", "multiply", "2")), std::nullopt);
  EXPECT_EQ(TurnsOf(Loop("i32", "0", "LT", "10", "add", "0")), std::nullopt);
  EXPECT_EQ(TurnsOf(Loop("f32", "0.0", "LT", "10.0", "add", "1.0")), std::nullopt);
}

}  // namespace
}  // namespace mote
