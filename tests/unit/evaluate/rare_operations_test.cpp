// Operations and forms that the public suites hardly have: ragged and scaled dots, einsum, scan, captures, ragged_all_to_all. Expected
// values are arithmetic that stands beside them.
#include <cmath>
#include <complex>

#include "hlo/print.h"
#include "text_module.h"

namespace mote {
namespace {

using test::ExpectChecksPass;

void AppendLeaves(const RuntimeValue& value, std::vector<double>* leaves) {
  for (const RuntimeValue& element : value.elements) AppendLeaves(element, leaves);
  for (int64_t i = 0; !value.is_tuple && i < value.literal.size(); ++i) leaves->push_back(value.literal.RealAt(i));
}

// All elements of all results of an HLO program without parameters.
std::vector<double> RunHlo(const std::string& text) {
  const Result<Module> module = ReadHloText(text, "test.hlo");
  EXPECT_TRUE(module.ok()) << FormatDiagnostic(module.error());
  if (!module.ok()) return {};
  const auto results = Evaluate(*module, {});
  EXPECT_TRUE(results.ok()) << FormatDiagnostic(results.error());
  std::vector<double> leaves;
  for (const RuntimeValue& value : results.ok() ? *results : std::vector<RuntimeValue>{}) AppendLeaves(value, &leaves);
  return leaves;
}

// Batch element 0 has groups of 1 and 2 rows, element 1 of 2 and 1; weights by group and batch: 10 20 / 100 200.
TEST(RareOperations, RaggedDotWithGroupSizesPerBatch) {
  ExpectChecksPass(R"(
    %l = stablehlo.constant dense<[[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]]]> : tensor<2x3x1xf32>
    %r = stablehlo.constant dense<[[[[10.0]], [[20.0]]], [[[100.0]], [[200.0]]]]> : tensor<2x2x1x1xf32>
    %s = stablehlo.constant dense<[[1, 2], [2, 1]]> : tensor<2x2xi32>
    %d = "chlo.ragged_dot"(%l, %r, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}
      : (tensor<2x3x1xf32>, tensor<2x2x1x1xf32>, tensor<2x2xi32>) -> tensor<2x3x1xf32>
    check.expect_eq_const %d, dense<[[[10.0], [200.0], [300.0]], [[80.0], [100.0], [1200.0]]]> : tensor<2x3x1xf32>)");
}

// Contracted: batch element 0 sums 1·1 and 2·1 + 3·1, element 1 sums 4·1 + 5·1 and 6·1; the groups stand in front.
TEST(RareOperations, RaggedContractionWithGroupSizesPerBatch) {
  ExpectChecksPass(R"(
    %l = stablehlo.constant dense<[[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]]> : tensor<2x1x3xf32>
    %r = stablehlo.constant dense<1.0> : tensor<2x3x1xf32>
    %s = stablehlo.constant dense<[[1, 2], [2, 1]]> : tensor<2x2xi32>
    %d = "chlo.ragged_dot"(%l, %r, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2]>}
      : (tensor<2x1x3xf32>, tensor<2x3x1xf32>, tensor<2x2xi32>) -> tensor<2x2x1x1xf32>
    check.expect_eq_const %d, dense<[[[[1.0]], [[9.0]]], [[[5.0]], [[6.0]]]]> : tensor<2x2x1x1xf32>)");
}

// Contracting {0, 1}, ragged along 1: row 0 of lhs has groups of 1 and 2, row 1 of 2 and 1, the last group of a row being cut off at its
// end. Group 0: 1·1 + 8·1 + 16·1, group 1: 2·1 + 4·1 + inf·1. Infinities of other groups must not become NaN.
TEST(RareOperations, RaggedContractionWithGroupSizesPerContractedRow) {
  ExpectChecksPass(R"(
    %l = stablehlo.constant dense<[[[1.0], [2.0], [4.0]], [[8.0], [16.0], [0x7F800000]]]> : tensor<2x3x1xf32>
    %r = stablehlo.constant dense<1.0> : tensor<2x3x1xf32>
    %s = stablehlo.constant dense<[[1, 2], [2, 7]]> : tensor<2x2xi32>
    %d = "chlo.ragged_dot"(%l, %r, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [],
      lhs_contracting_dimensions = [0, 1], rhs_contracting_dimensions = [0, 1], lhs_ragged_dimensions = [1]>}
      : (tensor<2x3x1xf32>, tensor<2x3x1xf32>, tensor<2x2xi32>) -> tensor<2x1x1xf32>
    check.expect_eq_const %d, dense<[[[25.0]], [[0x7F800000]]]> : tensor<2x1x1xf32>)");
}

// The ragged batch dimension stands second in the list of batch dimensions: group_sizes has a row per element of the first.
TEST(RareOperations, RaggedBatchListedSecond) {
  ExpectChecksPass(R"(
    %l = stablehlo.constant dense<[[[1.0], [2.0]], [[3.0], [4.0]], [[5.0], [6.0]]]> : tensor<3x2x1xf32>
    %r = stablehlo.constant dense<2.0> : tensor<3x2x1xf32>
    %s = stablehlo.constant dense<[[1, 2], [2, 1]]> : tensor<2x2xi32>
    %d = "chlo.ragged_dot"(%l, %r, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [1, 0], rhs_batching_dimensions = [1, 0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [0]>}
      : (tensor<3x2x1xf32>, tensor<3x2x1xf32>, tensor<2x2xi32>) -> tensor<2x3xf32>
    check.expect_eq_const %d, dense<[[2.0, 6.0, 10.0], [4.0, 8.0, 12.0]]> : tensor<2x3xf32>)");
}

// What an uninitialized buffer holds is nobody's business; writing all of it by the one operation that fills it is.
TEST(RareOperations, CreateBuffer) {
  ExpectChecksPass(R"(
    %b = "stablehlo.custom_call"() {call_target_name = "CreateBuffer", api_version = 4 : i32} : () -> memref<2xf32>
    %t = "stablehlo.custom_call"(%b) {call_target_name = "Unpin", api_version = 4 : i32} : (memref<2xf32>) -> tensor<2xf32>
    %n = stablehlo.get_dimension_size %t, dim = 0 : (tensor<2xf32>) -> tensor<i32>
    check.expect_eq_const %n, dense<2> : tensor<i32>)");
}

TEST(RareOperations, RaggedDotInHloText) {
  EXPECT_EQ(RunHlo(R"(HloModule m
ENTRY e {
  l = f32[3,1] constant({{1},{2},{3}})
  r = f32[2,1,1] constant({{{10}},{{100}}})
  s = s32[2] constant({1,2})
  ROOT d = f32[3,1] ragged-dot(l, r, s), lhs_contracting_dims={1}, rhs_contracting_dims={1}, lhs_ragged_dims={0}, rhs_group_dims={0}
})"),
            (std::vector<double>{10, 200, 300}));
}

// Blocks of two along the contracted dimension: (1·2 + 2·2)·1 + (3·10 + 4·10)·0.5.
TEST(RareOperations, ScaledDot) {
  EXPECT_EQ(RunHlo(R"(HloModule m
ENTRY e {
  l = f8e4m3fn[1,4] constant({{1,2,3,4}})
  r = f8e4m3fn[4,1] constant({{1},{1},{1},{1}})
  ls = f32[1,2] constant({{2,10}})
  rs = f32[2,1] constant({{1},{0.5}})
  ROOT d = f32[1,1] scaled-dot(l, r, ls, rs), lhs_contracting_dims={1}, rhs_contracting_dims={0}
})"),
            (std::vector<double>{41}));
}

// Suffix sums of 1 2 3 4, and the last carry.
TEST(RareOperations, ScanInHloText) {
  EXPECT_EQ(RunHlo(R"(HloModule m
body {
  x = f32[] parameter(0)
  c = f32[] parameter(1)
  s = f32[] add(x, c)
  ROOT t = (f32[], f32[]) tuple(s, s)
}
ENTRY e {
  x = f32[4] constant({1,2,3,4})
  z = f32[] constant(0)
  ROOT r = (f32[4], f32[]) scan(x, z), dimensions={0}, num_carries=1, is_reverse=true, is_associative=true, to_apply=body
})"),
            (std::vector<double>{10, 9, 7, 4, 10}));
}

// The carried value has the input's rank: which of the two it is, is said by the list it stands in.
TEST(RareOperations, ScanCarriesAnArray) {
  ExpectChecksPass(R"(
    %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
    %z = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
    %r:2 = chlo.scan(%x) inits(%z) dimension=0 {
    ^bb0(%a: tensor<2xi32>, %c: tensor<2xi32>):
      %s = stablehlo.add %a, %c : tensor<2xi32>
      stablehlo.return %s, %s : tensor<2xi32>, tensor<2xi32>
    } : (tensor<2x2xi32>, tensor<2xi32>) -> (tensor<2x2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[[11, 22], [14, 26]]> : tensor<2x2xi32>
    check.expect_eq_const %r#1, dense<[14, 26]> : tensor<2xi32>)");
}

// 1·10 + 2·100 and 3·10 + 4·100: the matrix of rhs serves both batch elements.
TEST(RareOperations, EinsumWithEllipsis) {
  ExpectChecksPass(R"(
    %a = stablehlo.constant dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xf32>
    %b = stablehlo.constant dense<[[[10.0], [100.0]]]> : tensor<1x2x1xf32>
    %r = "stablehlo.einsum"(%a, %b) {einsum_config = "...ij,...jk->...ik"} : (tensor<2x1x2xf32>, tensor<1x2x1xf32>) -> tensor<2x1x1xf32>
    check.expect_eq_const %r, dense<[[[210.0]], [[430.0]]]> : tensor<2x1x1xf32>)");
}

// Each window's larger element gets its source times the captured 2.
TEST(RareOperations, SelectAndScatterCapturesAValue) {
  ExpectChecksPass(R"(
    %x = stablehlo.constant dense<[1.0, 3.0, 2.0, 4.0]> : tensor<4xf32>
    %s = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %k = stablehlo.constant dense<2.0> : tensor<f32>
    %r = "stablehlo.select_and_scatter"(%x, %s, %z) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %g = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %g : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %p = stablehlo.multiply %b, %k : tensor<f32>
      %g = stablehlo.add %a, %p : tensor<f32>
      stablehlo.return %g : tensor<f32>
    }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
    check.expect_eq_const %r, dense<[0.0, 20.0, 0.0, 40.0]> : tensor<4xf32>)");
}

// asin(z) = (atan2(re z, re w), ±im w), the sign being that of im z.
TEST(RareOperations, AsinAcosKernelGivesTheArcSine) {
  const Module module = test::ReadText(
      "func.func @main(%z: tensor<5xcomplex<f64>>) -> tensor<5xcomplex<f64>> {\n"
      "  %w = chlo._asin_acos_kernel %z : tensor<5xcomplex<f64>>\n"
      "  return %w : tensor<5xcomplex<f64>>\n}\n");
  const std::complex<double> points[] = {{0.5, 0.25}, {3, -2}, {-1, 1e-9}, {1e-20, 4}, {-7, -1e-300}};
  RuntimeValue z;
  z.literal = Literal(Shape::Array(ElementType::kC128, {5}));
  for (int64_t i = 0; i < 5; ++i) z.literal.SetComplex(i, points[i]);
  const auto results = Evaluate(module, {z});
  ASSERT_TRUE(results.ok()) << FormatDiagnostic(results.error());
  for (int64_t i = 0; i < 5; ++i) {
    const std::complex<double> w = (*results)[0].literal.ComplexAt(i);
    const std::complex<long double> exact = std::asin(std::complex<long double>(points[i]));
    EXPECT_NEAR(std::atan2(points[i].real(), w.real()), static_cast<double>(exact.real()), 1e-15) << points[i];
    EXPECT_NEAR(std::copysign(w.imag(), points[i].imag()), static_cast<double>(exact.imag()), 1e-15 * std::fmax(1, w.imag())) << points[i];
  }
}

// The bits of the source format round, those of subnormals too: 3 and 5 units of the last place with one bit less are 4 and 4. Ties go to
// even.
TEST(RareOperations, ReducePrecisionOfSubnormals) {
  ExpectChecksPass(R"(
    %x = stablehlo.constant dense<[0x00000003, 0x00000005, 0x80000003, 0x00000001]> : tensor<4xf32>
    %r = stablehlo.reduce_precision %x, format = e8m22 : tensor<4xf32>
    %b = stablehlo.bitcast_convert %r : (tensor<4xf32>) -> tensor<4xui32>
    check.expect_eq_const %b, dense<[4, 4, 2147483652, 0]> : tensor<4xui32>
    %h = stablehlo.constant dense<[0x0003, 0x03FF]> : tensor<2xf16>
    %s = stablehlo.reduce_precision %h, format = e5m8 : tensor<2xf16>
    %c = stablehlo.bitcast_convert %s : (tensor<2xf16>) -> tensor<2xui16>
    check.expect_eq_const %c, dense<[4, 1024]> : tensor<2xui16>)");
}

// NaN values are preserved (the operation's page), where the format has no mantissa bits too, in both texts.
TEST(RareOperations, ReducePrecisionKeepsNaN) {
  for (const char* type : {"f64", "f32", "bf16", "f16", "f8E5M2", "f8E4M3FN", "f8E4M3FNUZ"}) {
    for (const char* format : {"e8m0", "e5m0", "e1m0", "e2m3"}) {
      const std::string array = std::string("tensor<2x") + type + ">";
      ExpectChecksPass(
          "    %wide = stablehlo.constant dense<[0x7FC00000, 0xFFC00000]> : tensor<2xf32>\n    %n = stablehlo.convert %wide : "
          "(tensor<2xf32>) -> " +
          array + "\n    %r = stablehlo.reduce_precision %n, format = " + format + " : " + array +
          "\n    %c = stablehlo.compare NE, %r, %r : (" + array + ", " + array +
          ") -> tensor<2xi1>\n    check.expect_eq_const %c, dense<true> : tensor<2xi1>");
    }
  }
  const std::vector<double> kept = RunHlo(
      "HloModule m\nENTRY e {\n  x = f32[1] constant({nan})\n  ROOT r = f32[1] reduce-precision(x), exponent_bits=5, mantissa_bits=0\n}");
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_TRUE(std::isnan(kept[0]));
}

// Replica 0 hands its values to replica 1, in StableHLO and in the HLO text of the same program.
TEST(RareOperations, SendAndRecvInBothTexts) {
  const Module module = test::ReadText(R"(
module attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 1 : i32} {
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %first = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %t = stablehlo.create_token : !stablehlo.token
  %r = "stablehlo.if"(%first) ({
    %s = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    stablehlo.return %x : tensor<2xf32>
  }, {
    %v:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    stablehlo.return %v#0 : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
})");
  const Result<std::string> text = PrintHlo(module);
  ASSERT_TRUE(text.ok()) << FormatDiagnostic(text.error());
  const Result<Module> hlo = ReadHloText(*text, "test.hlo");
  ASSERT_TRUE(hlo.ok()) << FormatDiagnostic(hlo.error()) << *text;
  std::vector<std::vector<RuntimeValue>> inputs(2, std::vector<RuntimeValue>(1));
  for (int64_t r = 0; r < 2; ++r) {
    Literal& x = inputs[static_cast<size_t>(r)][0].literal;
    x = Literal(Shape::Array(ElementType::kF32, {2}));
    for (int64_t i = 0; i < 2; ++i) x.SetReal(i, static_cast<double>(10 * r + i));
  }
  for (const Module* program : {&module, &*hlo}) {
    const auto results = EvaluateGrid(*program, inputs, 2, 1);
    ASSERT_TRUE(results.ok()) << FormatDiagnostic(results.error()) << *text;
    std::vector<double> received;
    AppendLeaves((*results)[1][0], &received);
    EXPECT_EQ(received, (std::vector<double>{0, 1})) << *text;
  }
}

// Each process sends its first half to replica 0 and its second to replica 1, where they land behind each other.
TEST(RareOperations, RaggedAllToAll) {
  const Result<Module> module = ReadHloText(R"(HloModule m, replica_count=2
ENTRY e {
  x = f32[8] parameter(0)
  o = f32[9] constant({-1,-1,-1,-1,-1,-1,-1,-1,-1})
  at = s32[2] constant({0,4})
  size = s32[2] constant({4,4})
  id = u32[] replica-id()
  four = u32[] constant(4)
  off = u32[] multiply(id, four)
  off1 = s32[] convert(off)
  to = s32[2] broadcast(off1), dimensions={}
  ROOT r = f32[9] ragged-all-to-all(x, o, at, size, to, size), replica_groups={{0,1}}
})",
                                           "test.hlo");
  ASSERT_TRUE(module.ok()) << FormatDiagnostic(module.error());
  std::vector<std::vector<RuntimeValue>> inputs(2, std::vector<RuntimeValue>(1));
  for (int64_t r = 0; r < 2; ++r) {
    Literal& x = inputs[static_cast<size_t>(r)][0].literal;
    x = Literal(Shape::Array(ElementType::kF32, {8}));
    for (int64_t i = 0; i < 8; ++i) x.SetReal(i, static_cast<double>(10 * r + i + 1));
  }
  const auto results = EvaluateGrid(*module, inputs, 2, 1);
  ASSERT_TRUE(results.ok()) << FormatDiagnostic(results.error());
  std::vector<double> first, second;
  AppendLeaves((*results)[0][0], &first);
  AppendLeaves((*results)[1][0], &second);
  EXPECT_EQ(first, (std::vector<double>{1, 2, 3, 4, 11, 12, 13, 14, -1}));
  EXPECT_EQ(second, (std::vector<double>{5, 6, 7, 8, 15, 16, 17, 18, -1}));
}

// The one NaN of these types has its sign bit set: -NaN, below everything (compiled XLA orders it so).
TEST(RareOperations, TotalOrderPutsTheNanOfFnuzTypesFirst) {
  for (const char* type : {"f8E4M3FNUZ", "f8E5M2FNUZ", "f8E4M3B11FNUZ"}) {
    const std::string t = std::string("tensor<4x") + type + ">";
    ExpectChecksPass(
        "%a = stablehlo.constant dense<[0x80, 0x80, 0xFF, 0x00]> : tensor<4xui8>\n%b = stablehlo.constant dense<[0x00, 0xFF, 0x80, 0x80]> "
        ": tensor<4xui8>\n%x = stablehlo.bitcast_convert %a : (tensor<4xui8>) -> " +
        t + "\n%y = stablehlo.bitcast_convert %b : (tensor<4xui8>) -> " + t + "\n%r = stablehlo.compare LT, %x, %y, TOTALORDER : (" + t +
        ", " + t + ") -> tensor<4xi1>\ncheck.expect_eq_const %r, dense<[true, true, false, false]> : tensor<4xi1>");
  }
}

}  // namespace
}  // namespace mote
