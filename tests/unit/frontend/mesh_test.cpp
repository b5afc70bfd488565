// Replica groups by mesh axes, and buffers: what StableHLO's specification says of them. Groups are worked out by hand: device = row-major
// position in the mesh.
#include <gtest/gtest.h>

#include "evaluate/evaluate.h"
#include "frontend/frontend.h"
#include "hlo/print.h"
#include "hlo/split.h"

namespace mote {
namespace {

std::string Gather(const std::string& groups) {
  return "func.func private @named()\nfunc.func @main(%x: tensor<2xf32>) -> tensor<?xf32> {\n  %r = \"stablehlo.all_gather\"(%x) "
         "{all_gather_dim = 0 : i64, replica_groups = " +
         groups + "} : (tensor<2xf32>) -> tensor<?xf32>\n  return %r : tensor<?xf32>\n}\n";
}

std::string OfMesh(const std::string& axes) {
  return "#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = \"x\", size = 4>, "
         "#stablehlo.mesh_axis<name = \"y\", size = 2>]>, axes = [" +
         axes + "]>";
}

IntMatrix GroupsOf(const std::string& groups) {
  const Result<Module> module = ReadStablehlo(Gather(groups), "f.mlir");
  EXPECT_TRUE(module.ok()) << FormatDiagnostic(module.error());
  return module.ok() ? module->main().instructions[1].Matrix(Attr::kReplicaGroups) : IntMatrix();
}

TEST(Mesh, AxesBecomeGroups) {
  EXPECT_EQ(GroupsOf(OfMesh("#stablehlo.axis_ref<name = \"y\">")), (IntMatrix{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
  EXPECT_EQ(GroupsOf(OfMesh("#stablehlo.axis_ref<name = \"x\">")), (IntMatrix{{0, 2, 4, 6}, {1, 3, 5, 7}}));
  EXPECT_EQ(GroupsOf(OfMesh("#stablehlo.axis_ref<name = \"x\", sub_axis_info = (1)2>")), (IntMatrix{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
  EXPECT_EQ(GroupsOf(OfMesh("#stablehlo.axis_ref<name = \"x\", sub_axis_info = (2)2>, #stablehlo.axis_ref<name = \"y\">")),
            (IntMatrix{{0, 1, 2, 3}, {4, 5, 6, 7}}));
  EXPECT_EQ(GroupsOf(OfMesh("#stablehlo.axis_ref<name = \"y\">, #stablehlo.axis_ref<name = \"x\", sub_axis_info = (2)2>")),
            (IntMatrix{{0, 2, 1, 3}, {4, 6, 5, 7}}));
}

TEST(Mesh, WrongAxesAreRefused) {
  for (const char* axes : {"#stablehlo.axis_ref<name = \"z\">", "#stablehlo.axis_ref<name = \"x\", sub_axis_info = (1)3>",
                           "#stablehlo.axis_ref<name = \"x\">, #stablehlo.axis_ref<name = \"x\">"}) {
    const Result<Module> module = ReadStablehlo(Gather(OfMesh(axes)), "f.mlir");
    ASSERT_FALSE(module.ok()) << axes;
    EXPECT_EQ(module.error().rule, Rule::kGroup) << FormatDiagnostic(module.error());
  }
}

TEST(Mesh, ASymbolStaysAndMustBeThere) {
  const std::string axes = ", axes = [#stablehlo.axis_ref<name = \"x\", sub_axis_info = (1)2>]>";
  const Result<Module> module = ReadStablehlo(Gather("#stablehlo.replica_group_mesh_axes<mesh = @named" + axes), "f.mlir");
  ASSERT_TRUE(module.ok()) << FormatDiagnostic(module.error());
  const Result<Module> again = ReadStablehlo(PrintStablehlo(*module), "printed.mlir");
  ASSERT_TRUE(again.ok()) << FormatDiagnostic(again.error());
  EXPECT_TRUE(Equal(*module, *again));
  const Result<Module> missing = ReadStablehlo(Gather("#stablehlo.replica_group_mesh_axes<mesh = @other" + axes), "f.mlir");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().rule, Rule::kGroup) << FormatDiagnostic(missing.error());
}

// A mesh that the module defines is resolved beside its symbol: 4 x 2 devices in the order of device_ids.
TEST(Mesh, ASymbolOfAMeshGivesItsGroups) {
  const std::string text =
      "sdy.mesh @m = <[\"x\"=4, \"y\"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>\n" +
      Gather("#stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = \"x\", sub_axis_info = (1)2>]>");
  const Result<Module> module = ReadStablehlo(text, "f.mlir");
  ASSERT_TRUE(module.ok()) << FormatDiagnostic(module.error());
  EXPECT_EQ(module->main().instructions[1].Matrix(Attr::kReplicaGroups), (IntMatrix{{7, 3}, {6, 2}, {5, 1}, {4, 0}}));
  const Result<Module> again = ReadStablehlo(PrintStablehlo(*module), "printed.mlir");
  ASSERT_TRUE(again.ok()) << FormatDiagnostic(again.error());
  EXPECT_TRUE(Equal(*module, *again));
  const Result<std::string> hlo = PrintHlo(*module);
  ASSERT_TRUE(hlo.ok());
  EXPECT_NE(hlo->find("replica_groups={{7,3},{6,2},{5,1},{4,0}}"), std::string::npos) << *hlo;
  const Result<Module> other = ReadStablehlo(
      "sdy.mesh @m = <[\"z\"=2]>\n" + Gather("#stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = \"x\">]>"),
      "f.mlir");
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().rule, Rule::kGroup) << FormatDiagnostic(other.error());
}

// JAX 0.10 writes the axes again behind the mesh; they count once.
TEST(Mesh, ADictionaryBehindAMesh) {
  const std::string text =
      "module {\n  sdy.mesh @m = <[\"x\"=2]> {stablehlo.mesh = {axes = [{name = \"x\", size = 2 : i64}], device_ids = dense<[1, 0]> : "
      "tensor<2xi64>}}\n" +
      Gather("#stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = \"x\">]>") + "}\n";
  const Result<Module> module = ReadStablehlo(text, "f.mlir");
  ASSERT_TRUE(module.ok()) << FormatDiagnostic(module.error());
  EXPECT_EQ(module->main().instructions[1].Matrix(Attr::kReplicaGroups), (IntMatrix{{0, 1}}));
  const Result<Module> again = ReadStablehlo(PrintStablehlo(*module), "printed.mlir");
  ASSERT_TRUE(again.ok()) << FormatDiagnostic(again.error());
  EXPECT_TRUE(Equal(*module, *again));
  EXPECT_EQ(module->extra, again->extra);
}

// x * w + x by jax.shard_map, in both spellings. Names inside are those of outside with another meaning.
std::string Manual(const std::string& mesh, const std::string& axes, bool generic) {
  const std::string region = "    %1 = stablehlo.multiply %a, %b : tensor<2xf32>\n    %2 = stablehlo.add %1, %a : tensor<2xf32>\n";
  const std::string in = "[<" + mesh + ", [{}]>, <" + mesh + ", [{}]>]", out = "[<" + mesh + ", [{}]>]";
  const std::string pretty = "sdy.manual_computation(%x, %w) in_shardings=" + in + " out_shardings=" + out + " manual_axes={" + axes +
                             "} (%a: tensor<2xf32>, %b: tensor<2xf32>) {\n" + region + "    sdy.return %2 : tensor<2xf32>\n  }";
  const std::string written = "\"sdy.manual_computation\"(%x, %w) <{in_shardings = #sdy.sharding_per_value<" + in +
                              ">, manual_axes = #sdy<manual_axes{" + axes + "}>, out_shardings = #sdy.sharding_per_value<" + out +
                              ">}> ({\n  ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):\n" + region +
                              "    \"sdy.return\"(%2) : (tensor<2xf32>) -> ()\n  })";
  return "module {\n  sdy.mesh @one = <[\"x\"=1, \"y\"=1]>\n  sdy.mesh @grid = <[\"x\"=2, \"y\"=1]>\n  func.func @main(%x: tensor<2xf32>, "
         "%w: tensor<2xf32>) -> tensor<2xf32> {\n  %1 = " +
         (generic ? written : pretty) +
         " : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>\n  %2 = stablehlo.negate %1 : tensor<2xf32>\n  return %2 : tensor<2xf32>\n  "
         "}\n}\n";
}

// Over one device, whatever the mesh around it, the body stands in its place: -(x * w + x), and so in what is printed.
TEST(Mesh, AManualComputationOverOneDeviceRuns) {
  for (const bool generic : {false, true}) {
    for (const auto& [mesh, axes] :
         {std::pair{"@one", "\"x\", \"y\""}, {"@one", "\"x\""}, {"@grid", "\"y\""}, {"mesh<[\"x\"=1]>", "\"x\""}, {"@one", ""}}) {
      const Result<Module> module = ReadStablehlo(Manual(mesh, axes, generic), "f.mlir");
      ASSERT_TRUE(module.ok()) << mesh << axes << FormatDiagnostic(module.error());
      const Result<Module> again = ReadStablehlo(PrintStablehlo(*module), "printed.mlir");
      ASSERT_TRUE(again.ok()) << FormatDiagnostic(again.error());
      EXPECT_TRUE(Equal(*module, *again));
      for (const Module* one : {&*module, &*again}) {
        RuntimeValue x, w;
        x.literal = w.literal = Literal(Shape::Array(ElementType::kF32, {2}));
        for (int i = 0; i < 2; ++i) x.literal.SetReal(i, 3 - i), w.literal.SetReal(i, 5 + i);
        const auto results = Evaluate(*one, {x, w});
        ASSERT_TRUE(results.ok()) << FormatDiagnostic(results.error());
        EXPECT_EQ((*results)[0].literal.RealAt(0), -18);
        EXPECT_EQ((*results)[0].literal.RealAt(1), -14);
      }
    }
  }
}

// Over several it is the program of one member, of as many partitions, and says of each result whose it is. What everybody has stays whole.
TEST(Mesh, AManualComputationOverSeveralDevicesIsOneMembersProgram) {
  for (const bool generic : {false, true}) {
    for (const auto& [mesh, axes] : {std::pair{"@grid", "\"x\", \"y\""}, {"@grid", "\"x\""}, {"mesh<[\"x\"=2]>", "\"x\""}}) {
      const Result<Module> module = ReadStablehlo(Manual(mesh, axes, generic), "f.mlir");
      ASSERT_TRUE(module.ok()) << mesh << axes << FormatDiagnostic(module.error());
      EXPECT_EQ(module->partitions, 2);
      const auto split = SplitOf(module->main().result_extra, 0, module->main().ResultShapes()[0], *module);
      ASSERT_TRUE(split.ok());
      EXPECT_EQ(*split, (Split{{1}, {0, 0}}));
      const Result<Module> again = ReadStablehlo(PrintStablehlo(*module), "printed.mlir");
      ASSERT_TRUE(again.ok()) << FormatDiagnostic(again.error());
      EXPECT_TRUE(Equal(*module, *again));
      EXPECT_EQ(module->main().result_extra, again->main().result_extra);
    }
  }
}

// Four devices in the order 3, 1, 0, 2 as a 2 x 2 mesh: x of device d is 0 for 3 and 1, y is 0 for 3 and 0.
std::string Cut(const std::string& in, const std::string& out, const std::string& part, const std::string& attributes = "") {
  const std::string type = "tensor<" + part + "xf32>", whole = "tensor<4x8xf32>";
  return "module" + attributes + " {\n  sdy.mesh @m = <[\"x\"=2, \"y\"=2], device_ids=[3, 1, 0, 2]>\n  func.func @main(%x: " +
         whole + ") -> " + whole + " {\n    %0 = sdy.manual_computation(%x) in_shardings=[<@m, " + in + ">] out_shardings=[<@m, " + out +
         ">] manual_axes={\"x\", \"y\"} (%a: " + type + ") {\n      %1 = stablehlo.negate %a : " + type +
         "\n      sdy.return %1 : " + type + "\n    } : (" + whole + ") -> " + whole + "\n    return %0 : " + whole + "\n  }\n}\n";
}

TEST(Mesh, WhatEntersAndLeavesBodiesAloneIsAPart) {
  using Case = std::tuple<std::string, std::string, Dims, Split>;
  for (const auto& [sharding, part, dims, split] :
       {Case{"[{\"x\"}, {\"y\"}]", "2x4", Dims{2, 4}, Split{{2, 2}, {2, 1, 3, 0}}},
        Case{"[{\"y\"}, {}], replicated={\"x\"}", "2x8", Dims{2, 8}, Split{{2, 1}, {0, 1, 1, 0}}},
        Case{"[{}, {\"x\", \"y\"}]", "4x2", Dims{4, 2}, Split{{1, 4}, {2, 1, 3, 0}}},
        Case{"[{}, {\"y\", \"x\"}]", "4x2", Dims{4, 2}, Split{{1, 4}, {1, 2, 3, 0}}}}) {
    const Result<Module> module = ReadStablehlo(Cut(sharding, sharding, part), "f.mlir");
    ASSERT_TRUE(module.ok()) << sharding << FormatDiagnostic(module.error());
    const Computation& main = module->main();
    EXPECT_EQ(main.parameters[0].dims, dims);
    EXPECT_EQ(main.ResultShapes()[0].dims, dims);
    for (const Extras& extras : {main.parameter_extra, main.result_extra}) {
      const auto read = SplitOf(extras, 0, main.parameters[0], *module);
      ASSERT_TRUE(read.ok()) << FormatDiagnostic(read.error());
      EXPECT_EQ(*read, split) << sharding;
    }
    EXPECT_EQ(main.instructions.size(), 2u) << "a parameter and a call, nothing gathered";
    // Parts of 0 … 31 put together again are 0 … 31.
    Literal full(Shape::Array(ElementType::kF32, {4, 8}));
    for (int64_t i = 0; i < 32; ++i) full.SetReal(i, static_cast<double>(i));
    std::vector<Literal> parts;
    for (int64_t m = 0; m < 4; ++m) parts.push_back(PartOf(full, split, m));
    EXPECT_TRUE(JoinParts({&parts[0], &parts[1], &parts[2], &parts[3]}, split).BitEqual(full));
  }
  Literal full(Shape::Array(ElementType::kF32, {4, 8}));
  for (int64_t i = 0; i < 32; ++i) full.SetReal(i, static_cast<double>(i));
  const Literal of_one = PartOf(full, Split{{2, 2}, {2, 1, 3, 0}}, 1);  // above, on the right
  EXPECT_EQ(of_one.RealAt(0), 4);
  EXPECT_EQ(of_one.RealAt(7), 15);
}

TEST(Mesh, WhatSharedMeshesCannotMeanIsRefused) {
  const std::string both = "[{\"x\"}, {\"y\"}]";
  struct Wrong {
    std::string in, part, attributes;
    Rule rule;
    std::string words;
  };
  const std::vector<Wrong> list = {
      {"[{\"x\"}, {\"x\"}]", "2x4", "", Rule::kUnsupported, "uses axis 'x' twice"},
      {"[{\"x\":(1)2}, {}]", "2x4", "", Rule::kUnsupported, "a part of an axis"},
      {"[{\"z\"}, {}]", "2x4", "", Rule::kUnsupported, "axis 'z'"},
      {"[{\"x\"}, {\"y\"}], unreduced={\"y\"}", "2x4", "", Rule::kUnsupported, "unreduced"},
      {"[{\"x\"}]", "2x4", "", Rule::kUnsupported, "is for 1 dimensions, the value has 2"},
      {both, "4x4", "", Rule::kShape, "parts tensor<4x4xf32> do not make tensor<4x8xf32>"},
      {both, "2x4", " attributes {mhlo.num_replicas = 2 : i32}", Rule::kUnsupported, "over 4 devices in a program of 2 replicas"},
      {both, "2x4", " attributes {mhlo.num_partitions = 8 : i32}", Rule::kGroup, "over 4 devices in a program of 8 partitions"}};
  for (const auto& [in, part, attributes, rule, words] : list) {
    const Result<Module> module = ReadStablehlo(Cut(in, both, part, attributes), "f.mlir");
    ASSERT_FALSE(module.ok()) << words;
    EXPECT_EQ(module.error().rule, rule) << FormatDiagnostic(module.error());
    EXPECT_NE(module.error().text.find(words), std::string::npos) << module.error().text;
    EXPECT_EQ(module.error().location.line, 4u);
  }
  std::string nested = Cut(both, both, "2x4");
  const size_t body = nested.find("      %1 = ");
  nested.replace(body, nested.find('\n', body) - body,
                 "      %1 = sdy.manual_computation(%a) in_shardings=[<@m, [{}, {}]>] out_shardings=[<@m, [{}, {}]>] manual_axes={\"x\", "
                 "\"y\"} (%b: tensor<2x4xf32>) {\n        sdy.return %b : tensor<2x4xf32>\n      } : (tensor<2x4xf32>) -> tensor<2x4xf32>");
  const Result<Module> module = ReadStablehlo(nested, "f.mlir");
  ASSERT_FALSE(module.ok());
  EXPECT_NE(module.error().text.find("inside of another one"), std::string::npos) << module.error().text;
  EXPECT_EQ(module.error().location.line, 5u);
}

TEST(Mesh, AManualComputationThatIsNone) {
  std::string outside = Manual("@one", "\"x\"", false);
  outside.replace(outside.find("%a, %b :"), 6, "%a, %w");
  const Result<Module> captured = ReadStablehlo(outside, "f.mlir");
  ASSERT_FALSE(captured.ok());
  EXPECT_NE(captured.error().text.find("from outside"), std::string::npos) << captured.error().text;
  for (const auto& [mesh, axes, part] : {std::tuple{"@none", "\"x\"", "no mesh @none"}, {"@one", "\"z\"", "axis 'z'"}}) {
    const Result<Module> module = ReadStablehlo(Manual(mesh, axes, false), "f.mlir");
    ASSERT_FALSE(module.ok()) << mesh << axes;
    EXPECT_EQ(module.error().rule, Rule::kGroup);
    EXPECT_NE(module.error().text.find(part), std::string::npos) << module.error().text;
  }
}

const char* const kBuffers = R"(func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %b = "stablehlo.custom_call"(%x) {call_target_name = "Pin", api_version = 4 : i32} : (tensor<2xf32>) -> memref<2xf32>
  %c = "stablehlo.custom_call"(%b) {call_target_name = "update", api_version = 4 : i32, output_operand_aliases = [
    #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (memref<2xf32>) -> memref<2xf32>
  %y = "stablehlo.custom_call"(%c) {call_target_name = "Unpin", api_version = 4 : i32} : (memref<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
)";

TEST(Buffers, AreReadAndPrinted) {
  const Result<Module> module = ReadStablehlo(kBuffers, "f.mlir");
  ASSERT_TRUE(module.ok()) << FormatDiagnostic(module.error());
  const std::string text = PrintStablehlo(*module);
  const Result<Module> again = ReadStablehlo(text, "printed.mlir");
  ASSERT_TRUE(again.ok()) << FormatDiagnostic(again.error()) << text;
  EXPECT_TRUE(Equal(*module, *again));
  EXPECT_EQ(PrintStablehlo(*again), text);
  const Result<std::string> hlo = PrintHlo(*module);
  ASSERT_FALSE(hlo.ok());
  EXPECT_EQ(hlo.error().rule, Rule::kUnsupported);
}

TEST(Buffers, OnlyCustomCallsTakeThem) {
  const Result<Module> module = ReadStablehlo(
      "func.func @main(%a: memref<4xf32>) -> memref<4xf32> {\n  %0 = \"stablehlo.add\"(%a, %a) : (memref<4xf32>, memref<4xf32>) -> "
      "memref<4xf32>\n  return %0 : memref<4xf32>\n}\n",
      "f.mlir");
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().rule, Rule::kArray) << FormatDiagnostic(module.error());
}

}  // namespace
}  // namespace mote
