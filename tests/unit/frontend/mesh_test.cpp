// Replica groups by mesh axes, and buffers: what StableHLO's specification says of them. Groups are worked out by hand: device = row-major
// position in the mesh.
#include <gtest/gtest.h>

#include "frontend/frontend.h"
#include "hlo/print.h"

namespace mote {
namespace {

std::string Gather(const std::string& groups) {
  return "func.func private @named()\nfunc.func @main(%x: tensor<2xf32>) -> tensor<?xf32> {\n  %r = \"stablehlo.all_gather\"(%x) {all_gather_dim = 0 : i64, replica_groups = " + groups +
         "} : (tensor<2xf32>) -> tensor<?xf32>\n  return %r : tensor<?xf32>\n}\n";
}

std::string OfMesh(const std::string& axes) {
  return "#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = \"x\", size = 4>, #stablehlo.mesh_axis<name = \"y\", size = 2>]>, axes = [" +
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
  EXPECT_EQ(GroupsOf(OfMesh("#stablehlo.axis_ref<name = \"x\", sub_axis_info = (2)2>, #stablehlo.axis_ref<name = \"y\">")), (IntMatrix{{0, 1, 2, 3}, {4, 5, 6, 7}}));
  EXPECT_EQ(GroupsOf(OfMesh("#stablehlo.axis_ref<name = \"y\">, #stablehlo.axis_ref<name = \"x\", sub_axis_info = (2)2>")), (IntMatrix{{0, 2, 1, 3}, {4, 6, 5, 7}}));
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
  const std::string text = "sdy.mesh @m = <[\"x\"=4, \"y\"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>\n" +
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
  const Result<Module> other = ReadStablehlo("sdy.mesh @m = <[\"z\"=2]>\n" + Gather("#stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = \"x\">]>"), "f.mlir");
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().rule, Rule::kGroup) << FormatDiagnostic(other.error());
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
  const Result<Module> module = ReadStablehlo("func.func @main(%a: memref<4xf32>) -> memref<4xf32> {\n  %0 = \"stablehlo.add\"(%a, %a) : (memref<4xf32>, memref<4xf32>) -> memref<4xf32>\n  return %0 : memref<4xf32>\n}\n", "f.mlir");
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().rule, Rule::kArray) << FormatDiagnostic(module.error());
}

}  // namespace
}  // namespace mote
