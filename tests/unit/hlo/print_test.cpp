// Printing StableHLO: one line per spelling as MLIR writes it, fixed points, constants, and structural equality.
#include "hlo/print.h"

#include <gtest/gtest.h>

#include "frontend/frontend.h"

namespace mote {
namespace {

Module Read(const std::string& text) {
  Result<Module> module = ReadStablehlo(text, "test.mlir");
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : FormatDiagnostic(module.error()) + "\n" + text);
  return module.ok() ? *std::move(module) : Module();
}

// Each line is printed as it is written here.
constexpr const char* kLines[] = {
    "%0 = stablehlo.add %arg0, %arg0 : tensor<2x3xf32>",
    "%0 = stablehlo.convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>",
    "%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
    "%0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>",
    "%0 = stablehlo.slice %arg0 [0:1, 0:3:2] : (tensor<2x3xf32>) -> tensor<1x2xf32>",
    "%0 = stablehlo.iota dim = 0 : tensor<4xi32>",
    "%0 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>",
    "%0 = stablehlo.compare LT, %arg0, %arg0, TOTALORDER : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>",
    "%0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<2x3xf32>",
    "%0 = stablehlo.pad %arg0, %arg1, low = [0, -1], high = [1, 0], interior = [0, 2] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>",
    "%0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> "
    "tensor<2xf32>",
    "%0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [1], precision = [HIGHEST, DEFAULT] : (tensor<2x3xf32>, "
    "tensor<2x3xf32>) -> tensor<2x2xf32>",
    "%0:2 = chlo.top_k(%arg0, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)",
    "%0 = stablehlo.custom_call @f(%arg0) {has_side_effect = true} : (tensor<2x3xf32>) -> tensor<2xf32>",
    "%0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<2x3xf32>, tensor<f32>>",
    "%0 = stablehlo.after_all  : !stablehlo.token",
    "%0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>",
    "%0 = stablehlo.constant dense<0.333333343> : tensor<f32>",
    "%0 = stablehlo.constant dense<1.1920929E-7> : tensor<f32>",
    "%0 = stablehlo.constant dense<[0x7FC00000, 0xFF800000, -0.000000e+00]> : tensor<3xf32>",
    "%0 = stablehlo.constant dense<0x4B800001> : tensor<f32>",
    "%0 = stablehlo.constant dense<[(1.000000e+00,-2.000000e+00), (0.000000e+00,5.000000e-01)]> : tensor<2xcomplex<f32>>",
    "%0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>",
    "%0 = stablehlo.constant dense<> : tensor<0x3xf32>",
    "%0 = \"stablehlo.gather\"(%arg0, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
    "start_index_map = [0], "
    "index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<5xi32>) -> tensor<5x3xf32>",
    // These have the function type in every case, and CHLO one without parentheses.
    "%0 = stablehlo.transpose %arg0, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>",
    "%0 = stablehlo.reshape %arg1 : (tensor<f32>) -> tensor<f32>",
    "%0 = stablehlo.bitcast_convert %arg1 : (tensor<f32>) -> tensor<f32>",
    "%0 = stablehlo.concatenate %arg0, dim = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>",
    "%0 = stablehlo.reverse %arg0, dims = [0] : tensor<2x3xf32>",
    "%0 = chlo.erf %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>",
    "%0 = chlo.next_after %arg0, %arg0 : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>",
    "%0 = stablehlo.complex %arg0, %arg0 : tensor<2x3xcomplex<f32>>",
    "%0 = stablehlo.broadcast %arg0, sizes = [2] : (tensor<2x3xf32>) -> tensor<2x2x3xf32>",
    "%0 = stablehlo.einsum %arg0, %arg0, config = \"ab,cb->ac\" : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>",
    "%0 = stablehlo.dot %arg3, %arg3, precision = [HIGHEST, DEFAULT] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>",
    "%0 = stablehlo.cholesky %arg3, lower = true : tensor<3x3xf32>",
    "%0 = stablehlo.cholesky %arg3 : tensor<3x3xf32>",
    "%0 = stablehlo.rng %arg1, %arg1, %arg4, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x4xf32>",
    "%0 = stablehlo.constant() <{value = dense<[1, 2]> : tensor<2xui8>}> : () -> tensor<2x!quant.uniform<ui8:f32, 0.13170163023705575:3>>",
    "%0 = chlo.broadcast_add %arg0, %arg1 : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>",
    "%0 = chlo.broadcast_compare %arg0, %arg0 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<2x3xf32>) "
    "-> tensor<2x3xi1>",
    "%0 = \"chlo.constant_like\"(%arg2) <{value = 3.200000e+00 : f32}> : (tensor<5xi32>) -> tensor<5xf32>",
    "%0 = \"stablehlo.all_gather\"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, "
    "replica_groups = dense<0> : "
    "tensor<1x1xi64>, use_global_device_ids}> : (tensor<2x3xf32>) -> tensor<2x3xf32>",
};

std::string Around(const std::string& line) {
  return "module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {\n"
         "  func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<5xi32>, %arg3: tensor<3x3xf32>, %arg4: "
         "tensor<2xi64>) {\n    " +
         line + "\n    return\n  }\n}\n";
}

TEST(PrintStablehlo, WritesEachSpellingAsMlirDoes) {
  for (const char* line : kLines) EXPECT_EQ(PrintStablehlo(Read(Around(line))), Around(line));
}

TEST(PrintStablehlo, GenericSpellingReadsBackEqual) {
  PrintOptions generic;
  generic.generic = true;
  for (const char* line : kLines) {
    const Module module = Read(Around(line));
    const std::string text = PrintStablehlo(module, generic);
    std::string why;
    EXPECT_TRUE(Equal(module, Read(text), &why)) << why << "\n" << text;
    EXPECT_NE(text.find("\"stablehlo.return\"") == std::string::npos, line == std::string(kLines[10]));
  }
}

constexpr const char* kRegions = R"(module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {
  func.func public @main(%arg0: tensor<i32>, %arg1: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "[0]"}) {
    %0 = stablehlo.constant dense<10> : tensor<i32>
    %1:2 = stablehlo.while(%arg2 = %arg0, %arg3 = %arg1) : tensor<i32>, tensor<3xf32>
    cond {
      %2 = stablehlo.compare LT, %arg2, %0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %3 = stablehlo.add %arg2, %arg0 : tensor<i32>
      %4 = func.call @f(%arg3) : (tensor<3xf32>) -> tensor<3xf32>
      stablehlo.return %3, %4 : tensor<i32>, tensor<3xf32>
    }
    return %1#1 : tensor<3xf32>
  }
  func.func private @f(%arg0: tensor<3xf32>) -> tensor<3xf32> {
    %0 = stablehlo.abs %arg0 : tensor<3xf32>
    return %0 : tensor<3xf32>
  }
}
)";

// The pretty spelling of while has one list of types, so it does not fit where operands and results differ.
TEST(PrintStablehlo, WhileOfOtherResultTypesIsGeneric) {
  const Module module = Read(R"(func.func @main(%a: tensor<4xf32>, %p: tensor<i1>) -> tensor<?xf32> {
    %0 = "stablehlo.while"(%a) ({
    ^bb0(%x: tensor<?xf32>):
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%x: tensor<?xf32>):
      stablehlo.return %x : tensor<?xf32>
    }) : (tensor<4xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  })");
  const std::string text = PrintStablehlo(module);
  EXPECT_NE(text.find("\"stablehlo.while\"(%arg0)"), std::string::npos) << text;
  std::string why;
  EXPECT_TRUE(Equal(module, Read(text), &why)) << why << "\n" << text;
}

TEST(PrintStablehlo, CapturedValuesKeepTheirOuterNames) { EXPECT_EQ(PrintStablehlo(Read(kRegions)), kRegions); }

TEST(PrintStablehlo, LongConstantsAreHexOrElided) {
  std::string list;
  for (int i = 0; i < 101; ++i) list += (i > 0 ? ", " : "") + std::to_string(i);
  const Module module = Read(Around("%0 = stablehlo.constant dense<[" + list + "]> : tensor<101xi8>"));
  EXPECT_NE(PrintStablehlo(module).find("dense<\"0x00010203"), std::string::npos);
  PrintOptions brief;
  brief.max_literal_elements = 8;
  EXPECT_NE(PrintStablehlo(module, brief).find("__elided__"), std::string::npos);
}

TEST(PrintInstruction, IsOneLineForMessages) {
  const Module module = Read(Around("%sum = stablehlo.add %arg0, %arg0 : tensor<2x3xf32>"));
  EXPECT_EQ(PrintInstruction(module, module.main(), module.main().instructions[5]), "%sum = stablehlo.add %arg0, %arg0 : tensor<2x3xf32>");
}

TEST(Equal, TellsDefaultsFromDifferences) {
  const auto with = [](const std::string& window) {
    return Read(
        "func.func @main(%x: tensor<1x8x2xf32>, %k: tensor<3x2x4xf32>) -> tensor<1x6x4xf32> {\n"
        "%0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {" +
        window +
        "} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x2xf32>, tensor<3x2x4xf32>) -> tensor<1x6x4xf32>\n"
        "return %0 : tensor<1x6x4xf32>\n}");
  };
  EXPECT_TRUE(Equal(with(""), with("stride = [1], pad = [[0, 0]], lhs_dilate = [1], reverse = [false]")));
  std::string why;
  EXPECT_FALSE(Equal(with(""), with("reverse = [true]"), &why));
  EXPECT_NE(why.find("WindowReversal"), std::string::npos);
}

TEST(Equal, ComparesConstantsBitByBit) {
  const auto constant = [](const std::string& value) { return Read(Around("%0 = stablehlo.constant dense<" + value + "> : tensor<f32>")); };
  EXPECT_TRUE(Equal(constant("0x7FC00001"), constant("0x7FC00001")));
  EXPECT_FALSE(Equal(constant("0x7FC00001"), constant("0x7FC00000")));
  EXPECT_FALSE(Equal(constant("0.0"), constant("-0.0")));
}

TEST(Equal, IgnoresNamesAndPlaces) {
  const Module a =
      Read("func.func @main(%x: tensor<f32>) -> tensor<f32> {\n %y = stablehlo.abs %x : tensor<f32>\n return %y : tensor<f32>\n}");
  const Module b =
      Read("\n\nfunc.func @main(%p: tensor<f32>) -> tensor<f32> { %q = stablehlo.abs %p : tensor<f32> return %q : tensor<f32> }");
  EXPECT_TRUE(Equal(a, b));
}

}  // namespace
}  // namespace mote
