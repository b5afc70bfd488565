// Modules and functions in the generic spellings give what the pretty one gives; texts made to be slow or large are refused in time.
#include <gtest/gtest.h>

#include <chrono>

#include "frontend/frontend.h"
#include "hlo/print.h"

namespace mote {
namespace {

Module Read(const std::string& text) {
  Result<Module> module = ReadProgram(text, "test.mlir");
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : FormatDiagnostic(module.error()) + "\n" + text);
  return module.ok() ? *std::move(module) : Module();
}

constexpr const char* kPretty = R"(module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func private @outside(tensor<f32>) -> (tensor<f32>, tensor<i1>)
  func.func public @main(%arg0: tensor<2xf32> {jax.note = "n"}, %arg1: tensor<f32>) -> (tensor<2xf32> {jax.result_info = "out"}) attributes {k = 1 : i32} {
    %0 = stablehlo.composite "t.c" %arg0 {decomposition = @f} : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func private @f(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.tanh %arg0 : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
})";

// %1 is where attributes stand in the old spelling, %0 in the new one.
std::string Generic(bool properties) {
  const auto op = [&](const std::string& name, const std::string& attributes, const std::string& region) {
    return "\"" + name + "\"() " + (properties ? "<{" + attributes + "}> " : "") + "({" + region + "})" +
           (properties ? "" : " {" + attributes + "}") + " : () -> ()\n";
  };
  const std::string outside = op(
      "func.func", "function_type = (tensor<f32>) -> (tensor<f32>, tensor<i1>), sym_name = \"outside\", sym_visibility = \"private\"", "");
  const std::string main =
      op("func.func",
         "arg_attrs = [{jax.note = \"n\"}, {}], function_type = (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>, k = 1 : i32, "
         "res_attrs = [{jax.result_info = \"out\"}], sym_name = \"main\"",
         "\n^bb0(%a: tensor<2xf32>, %b: tensor<f32> loc(\"b\")):\n"
         "%0 = stablehlo.composite \"t.c\" %a ({\n^bb0(%x: tensor<f32>):\n  stablehlo.return %x : tensor<f32>\n}) {decomposition = @f} : "
         "(tensor<2xf32>) -> tensor<2xf32>\n"
         "\"func.return\"(%0) : (tensor<2xf32>) -> ()\n");
  const std::string f = op("func.func", "function_type = (tensor<2xf32>) -> tensor<2xf32>, sym_name = \"f\", sym_visibility = \"private\"",
                           "\n^bb0(%a: tensor<2xf32>):\n%0 = \"stablehlo.tanh\"(%a) : (tensor<2xf32>) -> "
                           "tensor<2xf32>\n\"func.return\"(%0) : (tensor<2xf32>) -> ()\n");
  return op("builtin.module", "sym_name = \"m\", mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 1 : i32",
            "\n^bb0:\n\"sdy.mesh\"() <{sym_name = \"mesh\", mesh = #sdy.mesh<[\"x\"=2]>}> : () -> ()\n" + outside + main + f);
}

TEST(GenericModule, GivesWhatThePrettyOneGives) {
  const Module pretty = Read(kPretty);
  for (const bool properties : {true, false}) {
    const Module generic = Read(Generic(properties));
    std::string why;
    EXPECT_TRUE(Equal(pretty, generic, &why)) << why;
    EXPECT_EQ(generic.name, "m");
    EXPECT_EQ(generic.replicas, 2);
    EXPECT_EQ(generic.main().name, "main");
    EXPECT_TRUE(generic.main().is_public);
    EXPECT_EQ(generic.main().extra, pretty.main().extra);
    EXPECT_EQ(generic.main().parameter_extra, pretty.main().parameter_extra);
    EXPECT_EQ(generic.main().result_names, pretty.main().result_names);
    EXPECT_FALSE(generic.computations[static_cast<size_t>(generic.Find("f"))].is_public);
    EXPECT_EQ(generic.extra.at("func.func @outside"), "func.func private @outside(tensor<f32>) -> (tensor<f32>, tensor<i1>)");
    EXPECT_EQ(generic.extra.count("sdy.mesh @mesh"), 1u);
    EXPECT_TRUE(Equal(generic, Read(PrintStablehlo(generic)), &why)) << why;
  }
}

TEST(GenericModule, TypesOfTheBlockMustBeTheFunctions) {
  const Result<Module> module = ReadProgram(
      "\"func.func\"() <{function_type = (tensor<f32>) -> (), sym_name = \"f\"}> ({\n^bb0(%a: tensor<f64>):\n  return\n}) : () -> ()",
      "test.mlir");
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().rule, Rule::kSyntax);
}

// The parts of a mesh without their own names, as newer printers write them.
TEST(GenericModule, MeshPartsNeedNoNames) {
  const Module module = Read(R"(func.func @main(%a: tensor<4xf32>) -> tensor<8xf32> {
    %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<
      mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  })");
  EXPECT_EQ(module.main().instructions[1].Matrix(Attr::kReplicaGroups), (IntMatrix{{0, 2}, {1, 3}}));
}

std::string Repeated(int count, const std::string& part) {
  std::string text;
  for (int i = 0; i < count; ++i) text += part;
  return text;
}

struct Hostile {
  const char* name;
  std::string text;
};

std::vector<Hostile> HostileTexts() {
  const auto body = [](const std::string& operation) { return "func.func @main(%x: tensor<2xf32>) {\n" + operation + "\n  return\n}\n"; };
  std::string attributes = "#a0 = [1]\n", types = "!a0 = tuple<tensor<f32>>\n";
  for (int i = 1; i < 64; ++i) {
    const std::string last = std::to_string(i - 1), here = std::to_string(i);
    attributes += "#a" + here + " = [#a" + last + ", #a" + last + "]\n";
    types += "!a" + here + " = tuple<!a" + last + ", !a" + last + ">\n";
  }
  return {{"doubling attribute aliases", attributes + body("")},
          {"doubling type aliases", types + body("")},
          {"a splat of 8 GiB", body("%0 = stablehlo.constant dense<1> : tensor<8589934592xi8>")},
          {"a splat as a list of dimensions",
           body("%0 = \"stablehlo.reverse\"(%x) {dimensions = dense<0> : tensor<10000000xi64>} : (tensor<2xf32>) -> tensor<2xf32>")},
          {"a splat as groups", body("%0 = \"stablehlo.all_gather\"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<0> : "
                                     "tensor<4194304x8xi64>} : (tensor<2xf32>) -> tensor<2xf32>")},
          {"deep angle brackets",
           body("%0 = stablehlo.add %x, %x {a = #d.a<" + Repeated(10000, "<") + Repeated(10000, ">") + ">} : tensor<2xf32>")},
          {"deep locations",
           body("%0 = stablehlo.add %x, %x : tensor<2xf32> " + Repeated(10000, "loc(callsite(") + "x" + Repeated(10000, "))"))},
          {"deep generic modules", Repeated(10000, "\"builtin.module\"() ({\n")}};
}

TEST(HostileText, IsALimitWithAPlaceAndInTime) {
  for (const Hostile& hostile : HostileTexts()) {
    const auto start = std::chrono::steady_clock::now();
    const Result<Module> module = ReadProgram(hostile.text, "hostile.mlir");
    ASSERT_FALSE(module.ok()) << hostile.name;
    EXPECT_EQ(module.error().rule, Rule::kLimit) << hostile.name << ": " << FormatDiagnostic(module.error());
    EXPECT_TRUE(module.error().location.known()) << hostile.name;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20)) << hostile.name;  // about 1 s when nothing else runs
  }
}

TEST(HostileText, SplatsAreCountedTogether) {
  FrontendOptions options;
  options.max_expanded_bytes = 3000;
  const std::string splat = " = stablehlo.constant dense<1> : tensor<1000xi8>\n",
                    begin = "func.func @main() {\n%a" + splat + "%b" + splat + "%c" + splat;
  EXPECT_TRUE(ReadProgram(begin + "return }", "splats.mlir", options).ok());
  const Result<Module> module = ReadProgram(begin + "%d" + splat + "return }", "splats.mlir", options);
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().rule, Rule::kLimit);
  EXPECT_EQ(module.error().location.line, 5u);
}

TEST(HostileText, LongLinesTakeNoLonger) {
  const std::string type = "tensor<2xf32>", operand = "%x";
  const std::string text = "func.func @main(%x: tensor<2xf32>) { %0 = \"stablehlo.concatenate\"(" + operand +
                           Repeated(99999, ", " + operand) + ") {dimension = 0 : i64} : (" + type + Repeated(99999, ", " + type) +
                           ") -> tensor<200000xf32> return }";
  const auto start = std::chrono::steady_clock::now();
  Read(text);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));  // 0.2 s; was 3 s and grew with the square
}

TEST(HostileText, MessagesStayShort) {
  const Result<Module> module =
      ReadProgram("func.func @main() {\n  %0 = stablehlo.tanh %" + std::string(1000000, 'a') + " : tensor<f32>\n  return\n}", "long.mlir");
  ASSERT_FALSE(module.ok());
  EXPECT_LT(FormatDiagnostic(module.error()).size(), 2000u);
}

TEST(HostileText, AByteOrderMarkIsSteppedOver) { EXPECT_EQ(Read("\xEF\xBB\xBF" "func.func @main() { return }").main().name, "main"); }

}  // namespace
}  // namespace mote
