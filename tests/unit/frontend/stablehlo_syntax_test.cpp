// Every spelling of StableHLO text against IR written by hand.
#include <gtest/gtest.h>

#include "frontend/frontend.h"
#include "module_text.h"

namespace mote {
namespace {

struct Case {
  const char* name;
  const char* parameters;  // of the function, f32 values %a, %b … as written
  const char* operation;   // its first result is returned
  const char* expected;    // of the last instruction
};

class Syntax : public testing::TestWithParam<Case> {};

TEST_P(Syntax, GivesTheIr) {
  const Case& c = GetParam();
  const std::string text = "func.func private @f(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }\nfunc.func @main(" +
                           std::string(c.parameters) + ") {\n  " + c.operation + "\n  return\n}\n";
  FrontendOptions options;
  options.verify = false;
  const Result<Module> module = ReadStablehlo(text, "case", options);
  ASSERT_TRUE(module.ok()) << FormatDiagnostic(module.error());
  EXPECT_EQ(Render(*module, module->main().instructions.back()), c.expected);
}

const Case kCases[] = {
    // Element-wise
    {"unary", "%a: tensor<2x3xf32>", "%0 = stablehlo.tanh %a : tensor<2x3xf32>", "Tanh(%0) : f32[2,3]"},
    {"unary_function_type", "%a: tensor<2xf32>", "%0 = stablehlo.convert %a : (tensor<2xf32>) -> tensor<2xf64>", "Convert(%0) : f64[2]"},
    {"unary_generic", "%a: tensor<2xf32>", "%0 = \"stablehlo.tanh\"(%a) : (tensor<2xf32>) -> tensor<2xf32>", "Tanh(%0) : f32[2]"},
    {"unary_chlo", "%a: tensor<2xf32>", "%0 = chlo.erf %a : tensor<2xf32> -> tensor<2xf32>", "Erf(%0) : f32[2]"},
    {"binary", "%a: tensor<2xi8>, %b: tensor<2xi8>", "%0 = stablehlo.add %a, %b : tensor<2xi8>", "Add(%0,%1) : s8[2]"},
    {"binary_chlo", "%a: tensor<2xf32>, %b: tensor<2xf32>", "%0 = chlo.next_after %a, %b : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>",
     "NextAfter(%0,%1) : f32[2]"},
    {"extra_attribute", "%a: tensor<2xf32>", "%0 = stablehlo.tanh %a {mhlo.note = \"x\", k = 1 : i32} : tensor<2xf32>",
     "Tanh(%0) k='1 : i32' mhlo.note='\"x\"' : f32[2]"},
    {"complex", "%a: tensor<f32>, %b: tensor<f32>", "%0 = stablehlo.complex %a, %b : tensor<complex<f32>>", "Complex(%0,%1) : c64[]"},
    {"select", "%p: tensor<i1>, %a: tensor<2xf32>", "%0 = stablehlo.select %p, %a, %a : tensor<i1>, tensor<2xf32>",
     "Select(%0,%1,%1) : f32[2]"},
    {"clamp", "%a: tensor<f32>, %b: tensor<2xf32>",
     "%0 = stablehlo.clamp %a, %b, %a : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>", "Clamp(%0,%1,%0) : f32[2]"},
    {"compare", "%a: tensor<2xf32>", "%0 = stablehlo.compare  LT, %a, %a,  TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>",
     "Compare(%0,%0) ComparisonDirection=LT CompareType=TOTALORDER : pred[2]"},
    {"compare_without_type", "%a: tensor<2xf32>", "%0 = stablehlo.compare GE, %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>",
     "Compare(%0,%0) ComparisonDirection=GE : pred[2]"},
    {"compare_generic", "%a: tensor<2xf32>",
     "%0 = \"stablehlo.compare\"(%a, %a) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = "
     "#stablehlo<comparison_type FLOAT>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>",
     "Compare(%0,%0) ComparisonDirection=EQ CompareType=FLOAT : pred[2]"},
    {"reduce_precision", "%a: tensor<2xf32>", "%0 = stablehlo.reduce_precision %a, format = e8m7 : tensor<2xf32>",
     "ReducePrecision(%0) ExponentBits=8 MantissaBits=7 : f32[2]"},
    {"chlo_broadcast", "%a: tensor<3xf32>, %b: tensor<2x3xf32>",
     "%0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>",
     "ChloBroadcastAdd(%0,%1) BroadcastDimensions=[1] : f32[2,3]"},
    {"einsum", "%a: tensor<1x2xf32>, %b: tensor<2x1xf32>",
     "%0 = stablehlo.einsum %a, %b, config = \"ab,bc->ac\" : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>",
     "Einsum(%0,%1) EinsumConfig=ab,bc->ac : f32[1,1]"},
    {"unary_einsum", "%a: tensor<8x16xf32>", "%0 = stablehlo.unary_einsum %a, config = \"ab->a\" : (tensor<8x16xf32>) -> tensor<8xf32>",
     "UnaryEinsum(%0) EinsumConfig=ab->a : f32[8]"},
    {"quantized_constant_pretty", "",
     "%0 = stablehlo.constant() <{value = dense<7> : tensor<i8>}> : () -> tensor<!quant.uniform<i8:f32, 0.5:-3>>",
     "Constant() Value=s8[]{7} : !quant.uniform<i8:f32, 5.000000e-01:-3>[]"},
    {"default_accuracy", "%a: tensor<f32>",
     "%0 = stablehlo.cosine %a {result_accuracy = #stablehlo.result_accuracy<atol = 0.0, rtol = 0.0, ulps = 0, mode = "
     "#stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<f32>",
     "Cosine(%0) : f32[]"},
    {"no_pairs", "%t: !stablehlo.token",
     "%0:2 = \"stablehlo.recv\"(%t) {source_target_pairs = dense<[]> : tensor<0xi64>, channel_handle = #stablehlo.channel_handle<handle = "
     "0, type = 3>} : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)",
     "Recv(%0) ChannelId=0 ChannelType=3 : f32[] token[]"},
    // Shapes
    {"broadcast_in_dim", "%a: tensor<3xf32>", "%0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>",
     "BroadcastInDim(%0) BroadcastDimensions=[1] : f32[2,3]"},
    {"broadcast_in_dim_generic", "%a: tensor<3xf32>",
     "%0 = \"stablehlo.broadcast_in_dim\"(%a) {broadcast_dimensions = array<i64: 1>} : (tensor<3xf32>) -> tensor<2x3xf32>",
     "BroadcastInDim(%0) BroadcastDimensions=[1] : f32[2,3]"},
    {"broadcast_in_dim_dense", "%a: tensor<3xf32>",
     "%0 = \"stablehlo.broadcast_in_dim\"(%a) {broadcast_dimensions = dense<1> : tensor<1xi64>} : (tensor<3xf32>) -> tensor<2x3xf32>",
     "BroadcastInDim(%0) BroadcastDimensions=[1] : f32[2,3]"},
    {"transpose", "%a: tensor<2x3xf32>", "%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
     "Transpose(%0) Permutation=[1,0] : f32[3,2]"},
    {"reverse", "%a: tensor<2x3xf32>", "%0 = stablehlo.reverse %a, dims = [0, 1] : tensor<2x3xf32>",
     "Reverse(%0) Dimensions=[0,1] : f32[2,3]"},
    {"concatenate", "%a: tensor<2xf32>", "%0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>",
     "Concatenate(%0,%0) Dimension=0 : f32[4]"},
    {"iota", "", "%0 = stablehlo.iota dim = 1 : tensor<2x3xi32>", "Iota() IotaDimension=1 : s32[2,3]"},
    {"dynamic_iota", "%s: tensor<1xi64>", "%0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>",
     "DynamicIota(%0) IotaDimension=0 : s32[?]"},
    {"get_dimension_size", "%a: tensor<2x?xf32>", "%0 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x?xf32>) -> tensor<i32>",
     "GetDimensionSize(%0) Dimension=1 : s32[]"},
    {"slice", "%a: tensor<3x9xf32>", "%0 = stablehlo.slice %a [0:1, 2:8:2] : (tensor<3x9xf32>) -> tensor<1x3xf32>",
     "Slice(%0) StartIndices=[0,2] LimitIndices=[1,8] Strides=[1,2] : f32[1,3]"},
    {"slice_scalar", "%a: tensor<f32>", "%0 = stablehlo.slice %a [] : (tensor<f32>) -> tensor<f32>",
     "Slice(%0) StartIndices=[] LimitIndices=[] Strides=[] : f32[]"},
    {"dynamic_slice", "%a: tensor<9xf32>, %i: tensor<i32>",
     "%0 = stablehlo.dynamic_slice %a, %i, sizes = [3] : (tensor<9xf32>, tensor<i32>) -> tensor<3xf32>",
     "DynamicSlice(%0,%1) SliceSizes=[3] : f32[3]"},
    {"pad", "%a: tensor<3xf32>, %v: tensor<f32>",
     "%0 = stablehlo.pad %a, %v, low = [1], high = [-1], interior = [2] : (tensor<3xf32>, tensor<f32>) -> tensor<7xf32>",
     "Pad(%0,%1) EdgePaddingLow=[1] EdgePaddingHigh=[-1] InteriorPadding=[2] : f32[7]"},
    {"tuple", "%a: tensor<3xf32>", "%0 = stablehlo.tuple %a, %a : tuple<tensor<3xf32>, tensor<3xf32>>", "Tuple(%0,%0) : (f32[3], f32[3])"},
    {"get_tuple_element", "%t: tuple<tensor<f32>, tensor<i32>>",
     "%0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>", "GetTupleElement(%0) Index=1 : s32[]"},
    {"gather", "%a: tensor<3x4xf32>, %i: tensor<2x1xi64>",
     "%0 = \"stablehlo.gather\"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
     "start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, "
     "tensor<2x1xi64>) -> tensor<2x4xf32>",
     "Gather(%0,%1) SliceSizes=[1,4] OffsetDims=[1] CollapsedSliceDims=[0] StartIndexMap=[0] IndexVectorDim=1 IndicesAreSorted=true : "
     "f32[2,4]"},
    // Constants
    {"splat", "", "%0 = stablehlo.constant dense<1.5> : tensor<2xf32>", "Constant() Value=f32[2]{1.500000,1.500000} : f32[2]"},
    {"list", "", "%0 = stablehlo.constant dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>", "Constant() Value=s8[2,2]{1,-2,3,4} : s8[2,2]"},
    {"empty", "", "%0 = stablehlo.constant dense<> : tensor<0x3xf32>", "Constant() Value=f32[0,3]{} : f32[0,3]"},
    {"booleans", "", "%0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>", "Constant() Value=pred[2]{1,0} : pred[2]"},
    {"complex_pairs", "", "%0 = stablehlo.constant dense<[(1.0, -2.0), (3.0, 0x7F800000)]> : tensor<2xcomplex<f32>>",
     "Constant() Value=c64[2]{1.000000|-2.000000,3.000000|inf} : c64[2]"},
    {"bit_pattern", "", "%0 = stablehlo.constant dense<0xFF800000> : tensor<f32>", "Constant() Value=f32[]{-inf} : f32[]"},
    {"hex_string", "", "%0 = stablehlo.constant dense<\"0x0000803F00000040\"> : tensor<2xf32>",
     "Constant() Value=f32[2]{1.000000,2.000000} : f32[2]"},
    {"hex_string_of_bytes", "", "%0 = stablehlo.constant dense<\"0x010001\"> : tensor<3xi1>", "Constant() Value=pred[3]{1,0,1} : pred[3]"},
    {"hex_string_packed", "", "%0 = stablehlo.constant dense<\"0x0502\"> : tensor<10xi1>",
     "Constant() Value=pred[10]{1,0,1,0,0,0,0,0,0,1} : pred[10]"},
    {"hex_string_splat", "", "%0 = stablehlo.constant dense<\"0xFF\"> : tensor<20xi1>",
     "Constant() Value=pred[20]{1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1} : pred[20]"},
    {"small_float", "", "%0 = stablehlo.constant dense<[1.5, 0x7E]> : tensor<2xf8E4M3FN>",
     "Constant() Value=f8e4m3fn[2]{1.500000,448.000000} : f8e4m3fn[2]"},
    {"four_bits", "", "%0 = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>", "Constant() Value=s4[2]{-8,7} : s4[2]"},
    {"unsigned", "", "%0 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>", "Constant() Value=u64[]{-1} : u64[]"},
    {"short_real", "", "%0 = stablehlo.constant dense<1.25E-1> : tensor<f64>", "Constant() Value=f64[]{0.125000} : f64[]"},
    {"generic_constant", "", "%0 = \"stablehlo.constant\"() <{value = dense<7> : tensor<i32>}> : () -> tensor<i32>",
     "Constant() Value=s32[]{7} : s32[]"},
    {"quantized_constant", "",
     "%0 = \"stablehlo.constant\"() {value = dense<7> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:-3>>",
     "Constant() Value=s8[]{7} : !quant.uniform<i8:f32, 5.000000e-01:-3>[]"},
    // Calls and hosts
    {"call", "%a: tensor<f32>", "%0 = call @f(%a) : (tensor<f32>) -> tensor<f32>", "Call(%0) : f32[] @f"},
    {"func_call", "%a: tensor<f32>", "%0 = func.call @f(%a) : (tensor<f32>) -> tensor<f32>", "Call(%0) : f32[] @f"},
    {"custom_call", "%a: tensor<f32>",
     "stablehlo.custom_call @check.expect_eq(%a, %a) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<f32>, tensor<f32>) "
     "-> ()",
     "CustomCall(%0,%0) CallTarget=check.expect_eq HasSideEffect=true max_ulp_difference='3 : i64' :"},
    {"composite", "%a: tensor<f32>",
     "%0 = stablehlo.composite \"my.op\" %a {composite_attributes = {n = 2 : i64}, decomposition = @f, version = 1 : i32} : (tensor<f32>) "
     "-> tensor<f32>",
     "Composite(%0) CompositeName=my.op CompositeAttributes={n = 2 : i64} CompositeVersion=1 : f32[] @f"},
    {"after_all", "%t: !stablehlo.token", "%0 = stablehlo.after_all %t, %t : !stablehlo.token", "AfterAll(%0,%0) : token[]"},
    {"create_token", "", "%0 = stablehlo.create_token : !stablehlo.token", "CreateToken() : token[]"},
    {"replica_id", "", "%0 = stablehlo.replica_id : tensor<ui32>", "ReplicaId() : u32[]"},
    {"barrier", "%a: tensor<f32>, %b: tensor<i8>", "%0:2 = stablehlo.optimization_barrier %a, %b : tensor<f32>, tensor<i8>",
     "OptimizationBarrier(%0,%1) : f32[] s8[]"},
    {"rng_bit_generator", "%s: tensor<2xui64>",
     "%0, %1 = stablehlo.rng_bit_generator %s, algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)",
     "RngBitGenerator(%0) RngAlgorithm=THREE_FRY : u64[2] u32[4]"},
    {"fft", "%a: tensor<4xcomplex<f32>>", "%0 = stablehlo.fft %a, type =  IRFFT, length = [6] : (tensor<4xcomplex<f32>>) -> tensor<6xf32>",
     "Fft(%0) FftType=IRFFT FftLength=[6] : f32[6]"},
    {"cholesky", "%a: tensor<2x2xf32>", "%0 = stablehlo.cholesky %a, lower = true : tensor<2x2xf32>", "Cholesky(%0) Lower=true : f32[2,2]"},
    {"triangular_solve", "%a: tensor<2x2xf32>",
     "%0 = \"stablehlo.triangular_solve\"(%a, %a) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, "
     "unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>",
     "TriangularSolve(%0,%0) Lower=false LeftSide=true UnitDiagonal=false TransposeA=ADJOINT : f32[2,2]"},
    {"top_k", "%a: tensor<9xf32>", "%0, %1 = chlo.top_k(%a, k = 2) : tensor<9xf32> -> (tensor<2xf32>, tensor<2xi32>)",
     "TopK(%0) K=2 : f32[2] s32[2]"},
    {"collective_permute", "%a: tensor<2xf32>",
     "%0 = \"stablehlo.collective_permute\"(%a) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, channel_handle = "
     "#stablehlo.channel_handle<handle = 5, type = 1>} : (tensor<2xf32>) -> tensor<2xf32>",
     "CollectivePermute(%0) ChannelId=5 ChannelType=1 SourceTargetPairs=[[0,1],[1,2]] : f32[2]"},
    {"padded_groups", "%a: tensor<2xf32>",
     "%0 = \"stablehlo.all_gather\"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>} : "
     "(tensor<2xf32>) -> tensor<4xf32>",
     "AllGather(%0) ReplicaGroups=[[0,1],[2]] AllGatherDim=0 : f32[4]"},
    {"run_parallel", "%a: tensor<f32>",
     "%0:2 = \"interpreter.run_parallel\"(%a, %a) {programs=[[@f], [@f]]} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)",
     "RunParallel(%0,%0) Programs=[[@f], [@f]] : f32[] f32[]"},
    {"check_const", "%a: tensor<2xi8>", "check.expect_eq_const %a, dense<[1, 2]> : tensor<2xi8>",
     "CheckExpectEqConst(%0) Value=s8[2]{1,2} :"},
    {"check_close", "%a: tensor<f32>",
     "check.expect_close %a, %a, max_ulp_difference = 18446744073709551615, min_ulp_difference = 0 : tensor<f32>, tensor<f32>",
     "CheckExpectClose(%0,%0) MaxUlpDifference=-1 MinUlpDifference=0 :"},
    {"sharding_is_identity", "%a: tensor<f32>",
     "%0 = sdy.sharding_constraint %a <@mesh, [{\"x\"}]> : tensor<f32>\n  %1 = stablehlo.tanh %0 : tensor<f32>", "Tanh(%0) : f32[]"},
    // Dots and convolutions
    {"dot_general", "%a: tensor<5x2x3xf32>, %b: tensor<5x3x4xf32>",
     "%0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : "
     "(tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>",
     "DotGeneral(%0,%1) PrecisionConfig=[DEFAULT,HIGHEST] LhsBatchingDimensions=[0] RhsBatchingDimensions=[0] LhsContractingDimensions=[2] "
     "RhsContractingDimensions=[1] : f32[5,2,4]"},
    {"dot_general_generic", "%a: tensor<2x3xf32>, %b: tensor<3x4xf32>",
     "%0 = \"stablehlo.dot_general\"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], "
     "rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]}> : "
     "(tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>",
     "DotGeneral(%0,%1) PrecisionConfig=[HIGH,DEFAULT] LhsContractingDimensions=[1] RhsContractingDimensions=[0] : f32[2,4]"},
    {"convolution", "%a: tensor<1x8x8x2xf32>, %b: tensor<3x3x2x4xf32>",
     "%0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], "
     "[0, -1]], lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : "
     "i64} : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x3x12x4xf32>",
     "Convolution(%0,%1) WindowStrides=[2,1] Padding=[[1,1],[0,-1]] LhsDilation=[1,2] RhsDilation=[2,1] WindowReversal=[1,0] "
     "InputBatchDimension=0 InputFeatureDimension=3 InputSpatialDimensions=[1,2] KernelInputFeatureDimension=2 "
     "KernelOutputFeatureDimension=3 KernelSpatialDimensions=[0,1] OutputBatchDimension=0 OutputFeatureDimension=3 "
     "OutputSpatialDimensions=[1,2] FeatureGroupCount=1 BatchGroupCount=1 : f32[1,3,12,4]"},
    // Regions: captures become trailing operands and parameters
    {"reduce_applies", "%a: tensor<2x3xf32>, %i: tensor<f32>",
     "%0 = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> "
     "tensor<2xf32>",
     "Reduce(%0,%1) Dimensions=[1] : f32[2] {|f32[],f32[]| Maximum(%0,%1) : f32[]; return %2}"},
    {"reduce_reducer", "%a: tensor<3xf32>, %b: tensor<3xi32>, %i: tensor<f32>, %j: tensor<i32>",
     "%0:2 = stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [0] : (tensor<3xf32>, tensor<3xi32>, tensor<f32>, "
     "tensor<i32>) -> (tensor<f32>, tensor<i32>)\n   reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<i32>, %s: tensor<i32>)  {\n %u "
     "= stablehlo.add %p, %q : tensor<f32>\n %v = stablehlo.add %r, %s : tensor<i32>\n stablehlo.return %u, %v : tensor<f32>, "
     "tensor<i32>\n }",
     "Reduce(%0,%1,%2,%3) Dimensions=[0] : f32[] s32[] {|f32[],s32[],f32[],s32[]| Add(%0,%2) : f32[]; Add(%1,%3) : s32[]; return %4 %5}"},
    {"while", "%a: tensor<i32>, %n: tensor<i32>, %one: tensor<i32>",
     "%0 = stablehlo.while(%i = %a) : tensor<i32>\n cond {\n %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> "
     "tensor<i1>\n stablehlo.return %c : tensor<i1>\n } do {\n %k = stablehlo.add %i, %one : tensor<i32>\n stablehlo.return %k : "
     "tensor<i32>\n }",
     "While(%0,;%1,%2) : s32[] {|s32[],s32[],s32[]| Compare(%0,%1) ComparisonDirection=LT : pred[]; return %3} {|s32[],s32[],s32[]| "
     "Add(%0,%2) : s32[]; return %3}"},
    {"if", "%p: tensor<i1>, %a: tensor<f32>",
     "%0 = \"stablehlo.if\"(%p) ({\n %x = stablehlo.tanh %a : tensor<f32>\n stablehlo.return %x : tensor<f32>\n }, {\n stablehlo.return %a "
     ": tensor<f32>\n }) : (tensor<i1>) -> tensor<f32>",
     "If(%0,;%1) : f32[] {|f32[]| Tanh(%0) : f32[]; return %1} {|f32[]| return %0}"},
    {"nested_captures", "%p: tensor<i1>, %a: tensor<f32>, %b: tensor<f32>",
     "%0 = \"stablehlo.if\"(%p) ({\n %x = \"stablehlo.if\"(%p) ({\n stablehlo.return %b : tensor<f32>\n }, {\n stablehlo.return %a : "
     "tensor<f32>\n }) : (tensor<i1>) -> tensor<f32>\n stablehlo.return %x : tensor<f32>\n }, {\n stablehlo.return %b : tensor<f32>\n }) : "
     "(tensor<i1>) -> tensor<f32>",
     "If(%0,;%0,%2,%1) : f32[] {|pred[],f32[],f32[]| If(%0,;%1,%2) : f32[] {|f32[],f32[]| return %0} {|f32[],f32[]| return %1}; return %3} "
     "{|pred[],f32[],f32[]| return %1}"},
    {"sort", "%a: tensor<3xf32>, %b: tensor<3xi32>",
     "%0:2 = \"stablehlo.sort\"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({\n ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: "
     "tensor<i32>, %s: tensor<i32>):\n %c = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\n "
     "\"stablehlo.return\"(%c) : (tensor<i1>) -> ()\n }) : (tensor<3xf32>, tensor<3xi32>) -> (tensor<3xf32>, tensor<3xi32>)",
     "Sort(%0,%1) Dimension=0 IsStable=true : f32[3] s32[3] {|f32[],f32[],s32[],s32[]| Compare(%0,%1) ComparisonDirection=LT : pred[]; "
     "return %4}"},
    {"reduce_window_padding", "%a: tensor<4xf32>, %i: tensor<f32>",
     "%0 = \"stablehlo.reduce_window\"(%a, %i) <{padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>}> ({\n "
     "^bb0(%p: tensor<f32>, %q: tensor<f32>):\n stablehlo.return %p : tensor<f32>\n }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>",
     "ReduceWindow(%0,%1) WindowDimensions=[2] Padding=[[1,0]] : f32[4] {|f32[],f32[]| return %0}"},
    {"scan", "%a: tensor<4xi32>, %c: tensor<i32>",
     "%0:2 = chlo.scan(%a) inits(%c) dimension=0 attributes {is_reverse = true} {\n ^bb0(%x: tensor<i32>, %y: tensor<i32>):\n "
     "stablehlo.return %x, %y : tensor<i32>, tensor<i32>\n } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)",
     "Scan(%0,%1) Dimension=0 IsReverse=true NumCarries=1 : s32[4] s32[] {|s32[],s32[]| return %0 %1}"},
    {"locations", "%a: tensor<f32> loc(\"a\")", "%0 = stablehlo.tanh %a : tensor<f32> loc(fused[\"x\"(\"f.py\":1:2 to :3), unknown])",
     "Tanh(%0) : f32[]"},
};
INSTANTIATE_TEST_SUITE_P(All, Syntax, testing::ValuesIn(kCases), [](const auto& info) { return std::string(info.param.name); });

Module Read(const std::string& text) {
  FrontendOptions options;
  options.verify = false;
  Result<Module> module = ReadStablehlo(text, "case", options);
  EXPECT_TRUE(module.ok()) << FormatDiagnostic(module.error());
  return module.ok() ? std::move(*module) : Module();
}

TEST(Syntax, TypesAreRead) {
  const std::pair<const char*, const char*> types[] = {
      {"tensor<f32>", "f32[]"},
      {"tensor<2x?xcomplex<f64>>", "c128[2,?]"},
      {"tensor<ui2>", "u2[]"},
      {"tensor<1xf8E8M0FNU>", "f8e8m0fnu[1]"},
      {"tensor<0x0xi1>", "pred[0,0]"},
      {"tensor<?x3xf32, #stablehlo.bounds<10, ?>>", "f32[<=10,3]"},
      {"tensor<?xf32, #stablehlo.type_extensions<bounds = [4]>>", "f32[<=4]"},
      {"tensor<2xf32, #sparse>", "f32[2]"},
      {"tuple<tensor<f32>, tuple<!stablehlo.token, tuple<>>>", "(f32[], (token[], ()))"},
      {"!alias", "s8[7]"},
  };
  for (const auto& [mlir, hlo] : types) {
    const Module module = Read("!alias = tensor<7xi8>\nfunc.func @main(%a: " + std::string(mlir) + ") { return }");
    if (module.entry < 0) continue;
    EXPECT_EQ(ToString(module.main().parameters[0]), hlo) << mlir;
  }
}

TEST(Syntax, QuantizedTypesAreRead) {
  const Module module = Read(
      "func.func @main(%a: tensor<2x!quant.uniform<i8:f32, 0.5:-3>>, %b: tensor<2x!quant.uniform<ui4<1:14>:f32:0, {0.1:3, 2.5e-1}>>) { "
      "return }");
  const Shape& a = module.main().parameters[0];
  ASSERT_NE(a.quantization, nullptr);
  EXPECT_EQ(a.element_type, ElementType::kS8);
  EXPECT_EQ(a.quantization->expressed, ElementType::kF32);
  EXPECT_EQ(a.quantization->scales, std::vector<double>{0.5});
  EXPECT_EQ(a.quantization->zero_points, std::vector<int64_t>{-3});
  EXPECT_EQ(a.quantization->axis, -1);
  EXPECT_EQ(a.quantization->storage_min, -128);
  EXPECT_EQ(a.quantization->storage_max, 127);
  const Shape& b = module.main().parameters[1];
  EXPECT_EQ(b.element_type, ElementType::kU4);
  EXPECT_EQ(b.quantization->axis, 0);
  EXPECT_EQ(b.quantization->scales, (std::vector<double>{0.1, 0.25}));
  EXPECT_EQ(b.quantization->zero_points, (std::vector<int64_t>{3, 0}));
  EXPECT_EQ(b.quantization->storage_min, 1);
  EXPECT_EQ(b.quantization->storage_max, 14);
}

TEST(Syntax, ModulesKeepNamesAttributesAndEntry) {
  const Module module = Read(R"(
#loc1 = loc("f.py":1:1)
#shard = #sdy.sharding<@mesh, [{"x"}]>
module @m attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 3 : i32, jax.uses_shape_polymorphism = false} {
  sdy.mesh @mesh = <["x"=1]>
  func.func private @"<lambda>"(tensor<f32>) -> tensor<f32>
  func.func public @run(%arg0: tensor<f32> {sdy.sharding = #shard} loc(#loc1)) -> (tensor<f32> {jax.result_info = "out"}) {
    %0:2 = call @pair(%arg0) : (tensor<f32>) -> (tensor<f32>, tensor<i8>)  // forward
    return %0#0 : tensor<f32> loc(#loc1)
  } loc(#loc1)
  func.func private @pair(%x: tensor<f32>) -> (tensor<f32>, tensor<i8>) {
    %c = stablehlo.constant dense_resource<blob> : tensor<2xi8>
    %0 = stablehlo.slice %c [1:2] : (tensor<2xi8>) -> tensor<1xi8>
    %1 = stablehlo.reshape %0 : (tensor<1xi8>) -> tensor<i8>
    return %x, %1 : tensor<f32>, tensor<i8>
  }
} loc(#loc1)
{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000002A07"
    }
  }
#-}
)");
  EXPECT_EQ(module.name, "m");
  EXPECT_EQ(module.partitions, 2);
  EXPECT_EQ(module.replicas, 3);
  EXPECT_EQ(module.extra.at("jax.uses_shape_polymorphism"), "false");
  ASSERT_GE(module.entry, 0);
  EXPECT_EQ(module.main().name, "run");
  EXPECT_EQ(module.main().parameter_names, std::vector<std::string>{"arg0"});
  EXPECT_EQ(module.main().result_names, std::vector<std::string>{"out"});
  EXPECT_EQ(module.main().parameter_extra[0].at("sdy.sharding"), "#sdy.sharding<@mesh, [{\"x\"}]>");
  EXPECT_EQ(module.Find("<lambda>"), -1);  // only declared
  EXPECT_EQ(Render(module, module.main()), "|f32[]| Call(%0) : f32[] s8[] @pair; return %1");
  const Computation& pair = module.computations[static_cast<size_t>(module.Find("pair"))];
  EXPECT_EQ(pair.instructions[1].LiteralValue().IntegerAt(0), 42);
  EXPECT_EQ(pair.instructions[1].LiteralValue().IntegerAt(1), 7);
}

TEST(Syntax, SplitModulesKeepsLines) {
  const std::string text = "a\n// -----\nb\nc\n// -----\nd";
  const std::vector<SplitChunk> chunks = SplitModules(text);
  ASSERT_EQ(chunks.size(), 3u);
  EXPECT_EQ(chunks[0].text, "a\n");
  EXPECT_EQ(chunks[1].text, "b\nc\n");
  EXPECT_EQ(chunks[1].first_line, 3u);
  EXPECT_EQ(chunks[2].text, "d");
  EXPECT_EQ(chunks[2].first_line, 6u);
}

TEST(Syntax, FormatsAreRecognised) {
  EXPECT_EQ(Recognise("// c\nmodule {}"), SourceFormat::kStablehloText);
  EXPECT_EQ(Recognise("func.func @main() { return }"), SourceFormat::kStablehloText);
  EXPECT_EQ(Recognise("/* c */ HloModule m"), SourceFormat::kHloText);
  EXPECT_EQ(Recognise("MOTE"), SourceFormat::kMote);
  EXPECT_EQ(Recognise("ML\xEFR\x01"), SourceFormat::kUnknown);
  EXPECT_EQ(Recognise(""), SourceFormat::kUnknown);
  EXPECT_EQ(Recognise("hello"), SourceFormat::kUnknown);
}

}  // namespace
}  // namespace mote
