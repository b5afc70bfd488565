// Linear algebra as JAX lowers it, made by tests/backend/vectors/make_linear_algebra.py
// eigh, 1x1 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<3xf32>, tensor<1xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x00000035000000350000A035"> : tensor<3xf32>
    %2 = stablehlo.constant dense<"0x0485B33E"> : tensor<1xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<3xf32>, tensor<1xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<3xf32>, tensor<1xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<3xf32>, tensor<1xf32>) -> tensor<3xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<3xf32>, %arg2: tensor<1xf32>) -> (tensor<3xf32>) {
%cst = stablehlo.constant dense<0.350624204> : tensor<1x1xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<1x1xf32>
%3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<1x1xf32>) -> tensor<1x1xf32>
%4 = stablehlo.add %2, %3 : tensor<1x1xf32>
%cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
%6 = stablehlo.divide %4, %5 : tensor<1x1xf32>
%7:2 = call @eigh(%6) : (tensor<1x1xf32>) -> (tensor<1xf32>, tensor<1x1xf32>)
%8 = stablehlo.dot_general %6, %7#1, contracting_dims = [1] x [0] : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
%9 = stablehlo.broadcast_in_dim %7#0, dims = [1] : (tensor<1xf32>) -> tensor<1x1xf32>
%10 = stablehlo.multiply %7#1, %9 : tensor<1x1xf32>
%11 = stablehlo.subtract %8, %10 : tensor<1x1xf32>
%12 = stablehlo.abs %11 : tensor<1x1xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%13 = stablehlo.reduce(%12 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<f32>
%14 = stablehlo.transpose %7#1, dims = [1, 0] : (tensor<1x1xf32>) -> tensor<1x1xf32>
%15 = stablehlo.dot_general %14, %7#1, contracting_dims = [1] x [0] : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
%16 = stablehlo.iota dim = 0 : tensor<1x1xi64>
%17 = stablehlo.iota dim = 1 : tensor<1x1xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<1x1xi64>
%19 = stablehlo.add %16, %18 : tensor<1x1xi64>
%20 = stablehlo.compare EQ, %19, %17, SIGNED : (tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x1xi1>
%21 = stablehlo.convert %20 : (tensor<1x1xi1>) -> tensor<1x1xf32>
%22 = stablehlo.subtract %15, %21 : tensor<1x1xf32>
%23 = stablehlo.abs %22 : tensor<1x1xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%24 = stablehlo.reduce(%23 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<f32>
%25 = stablehlo.subtract %7#0, %arg2 : tensor<1xf32>
%26 = stablehlo.abs %25 : tensor<1xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%27 = stablehlo.reduce(%26 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
%28 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<1xf32>
%29 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<1xf32>
%30 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f32>) -> tensor<1xf32>
%31 = stablehlo.concatenate %28, %29, %30, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
%32 = stablehlo.divide %31, %arg1 : tensor<3xf32>
return %32 : tensor<3xf32>
}
func.func private @eigh(%arg0: tensor<1x1xf32>) -> (tensor<1xf32>, tensor<1x1xf32>) {
%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<1x1xf32>) -> tensor<1x1xf32>
%1 = stablehlo.add %arg0, %0 : tensor<1x1xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
%3 = stablehlo.divide %1, %2 : tensor<1x1xf32>
%4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
%9 = stablehlo.select %7, %4#0, %8 : tensor<1x1xi1>, tensor<1x1xf32>
%10 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<1xf32>
%12 = stablehlo.select %10, %4#1, %11 : tensor<1xi1>, tensor<1xf32>
return %12, %9 : tensor<1xf32>, tensor<1x1xf32>
}
}
// -----
// eigh, 2x2 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<3xf32>, tensor<2xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000000350000A0353046E235"> : tensor<3xf32>
    %2 = stablehlo.constant dense<"0xC3D0DEBEA7DBB83E"> : tensor<2xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<3xf32>, tensor<2xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<3xf32>, tensor<2xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<3xf32>, tensor<2xf32>) -> tensor<3xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<3xf32>, %arg2: tensor<2xf32>) -> (tensor<3xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722], [-0.19217062, -0.424759865]]> : tensor<2x2xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<2x2xf32>
%3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
%4 = stablehlo.add %2, %3 : tensor<2x2xf32>
%cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
%6 = stablehlo.divide %4, %5 : tensor<2x2xf32>
%7:2 = call @eigh(%6) : (tensor<2x2xf32>) -> (tensor<2xf32>, tensor<2x2xf32>)
%8 = stablehlo.dot_general %6, %7#1, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%9 = stablehlo.broadcast_in_dim %7#0, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
%10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<2x2xf32>
%11 = stablehlo.multiply %7#1, %10 : tensor<2x2xf32>
%12 = stablehlo.subtract %8, %11 : tensor<2x2xf32>
%13 = stablehlo.abs %12 : tensor<2x2xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%14 = stablehlo.reduce(%13 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
%15 = stablehlo.transpose %7#1, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
%16 = stablehlo.dot_general %15, %7#1, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%17 = stablehlo.iota dim = 0 : tensor<2x2xi64>
%18 = stablehlo.iota dim = 1 : tensor<2x2xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%19 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
%20 = stablehlo.add %17, %19 : tensor<2x2xi64>
%21 = stablehlo.compare EQ, %20, %18, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
%22 = stablehlo.convert %21 : (tensor<2x2xi1>) -> tensor<2x2xf32>
%23 = stablehlo.subtract %16, %22 : tensor<2x2xf32>
%24 = stablehlo.abs %23 : tensor<2x2xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%25 = stablehlo.reduce(%24 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
%26 = stablehlo.subtract %7#0, %arg2 : tensor<2xf32>
%27 = stablehlo.abs %26 : tensor<2xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%28 = stablehlo.reduce(%27 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
%29 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<1xf32>
%30 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<1xf32>
%31 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f32>) -> tensor<1xf32>
%32 = stablehlo.concatenate %29, %30, %31, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
%33 = stablehlo.divide %32, %arg1 : tensor<3xf32>
return %33 : tensor<3xf32>
}
func.func private @eigh(%arg0: tensor<2x2xf32>) -> (tensor<2xf32>, tensor<2x2xf32>) {
%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
%1 = stablehlo.add %arg0, %0 : tensor<2x2xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
%3 = stablehlo.divide %1, %2 : tensor<2x2xf32>
%4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<2x2xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<2x2xi1>, tensor<2x2xf32>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<2xi1>
%14 = stablehlo.select %13, %4#1, %12 : tensor<2xi1>, tensor<2xf32>
return %14, %10 : tensor<2xf32>, tensor<2x2xf32>
}
}
// -----
// eigh, 3x3 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0xE5B8BF350000A03567900A3667900A36"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x739001BFD8E51B3E4E14033F"> : tensor<3xf32>
    %3 = stablehlo.constant dense<"0x739001BFD8E51B3E4E14033F"> : tensor<3xf32>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062], [-0.424759865, -0.324732721, 0.149415731], [0.00362694263, 0.470742822, 0.132270753]]> : tensor<3x3xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<3x3xf32>
%3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
%4 = stablehlo.add %2, %3 : tensor<3x3xf32>
%cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
%6 = stablehlo.divide %4, %5 : tensor<3x3xf32>
%7:2 = call @eigh(%6) : (tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3x3xf32>)
%8 = call @eigvalsh(%6) : (tensor<3x3xf32>) -> tensor<3xf32>
%9 = stablehlo.dot_general %6, %7#1, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
%10 = stablehlo.broadcast_in_dim %7#0, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
%11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<3x3xf32>
%12 = stablehlo.multiply %7#1, %11 : tensor<3x3xf32>
%13 = stablehlo.subtract %9, %12 : tensor<3x3xf32>
%14 = stablehlo.abs %13 : tensor<3x3xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%15 = stablehlo.reduce(%14 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
%16 = stablehlo.transpose %7#1, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
%17 = stablehlo.dot_general %16, %7#1, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
%18 = stablehlo.iota dim = 0 : tensor<3x3xi64>
%19 = stablehlo.iota dim = 1 : tensor<3x3xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%20 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
%21 = stablehlo.add %18, %20 : tensor<3x3xi64>
%22 = stablehlo.compare EQ, %21, %19, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
%23 = stablehlo.convert %22 : (tensor<3x3xi1>) -> tensor<3x3xf32>
%24 = stablehlo.subtract %17, %23 : tensor<3x3xf32>
%25 = stablehlo.abs %24 : tensor<3x3xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%26 = stablehlo.reduce(%25 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
%27 = stablehlo.subtract %7#0, %arg2 : tensor<3xf32>
%28 = stablehlo.abs %27 : tensor<3xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%29 = stablehlo.reduce(%28 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
%30 = stablehlo.subtract %8, %arg3 : tensor<3xf32>
%31 = stablehlo.abs %30 : tensor<3xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%32 = stablehlo.reduce(%31 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
%33 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<f32>) -> tensor<1xf32>
%34 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1xf32>
%35 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f32>) -> tensor<1xf32>
%36 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<f32>) -> tensor<1xf32>
%37 = stablehlo.concatenate %33, %34, %35, %36, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%38 = stablehlo.divide %37, %arg1 : tensor<4xf32>
return %38 : tensor<4xf32>
}
func.func private @eigh(%arg0: tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3x3xf32>) {
%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
%1 = stablehlo.add %arg0, %0 : tensor<3x3xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
%3 = stablehlo.divide %1, %2 : tensor<3x3xf32>
%4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<3x3xi1>, tensor<3x3xf32>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
%14 = stablehlo.select %13, %4#1, %12 : tensor<3xi1>, tensor<3xf32>
return %14, %10 : tensor<3xf32>, tensor<3x3xf32>
}
func.func private @eigvalsh(%arg0: tensor<3x3xf32>) -> tensor<3xf32> {
%0:2 = call @eigh_0(%arg0) : (tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3x3xf32>)
return %0#0 : tensor<3xf32>
}
func.func private @eigh_0(%arg0: tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3x3xf32>) {
%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
%1 = stablehlo.add %arg0, %0 : tensor<3x3xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
%3 = stablehlo.divide %1, %2 : tensor<3x3xf32>
%4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<3x3xi1>, tensor<3x3xf32>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
%14 = stablehlo.select %13, %4#1, %12 : tensor<3xi1>, tensor<3xf32>
return %14, %10 : tensor<3xf32>, tensor<3x3xf32>
}
}
// -----
// eigh, 5x5 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<3xf32>, tensor<5xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0xCE2A27360000A036ACE23236"> : tensor<3xf32>
    %2 = stablehlo.constant dense<"0xDEDC12BF5ED1D1BE6DDEA9BEF97CDA3ECE01F33E"> : tensor<5xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<3xf32>, tensor<5xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<3xf32>, tensor<5xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<3xf32>, tensor<5xf32>) -> tensor<3xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<3xf32>, %arg2: tensor<5xf32>) -> (tensor<3xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721], [0.149415731, 0.00362694263, 0.470742822, 0.132270753, 0.0599173903], [-0.222652972, 0.170876503, -0.105850875, 0.0543149114, 0.264889896], [0.346575201, -0.410713255, -0.477898061, -0.419600368, -0.0189386606], [-0.0967615246, -0.494647384, -0.491715729, 0.0256177187, -0.242700219]]> : tensor<5x5xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<5x5xf32>
%3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%4 = stablehlo.add %2, %3 : tensor<5x5xf32>
%cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%6 = stablehlo.divide %4, %5 : tensor<5x5xf32>
%7:2 = call @eigh(%6) : (tensor<5x5xf32>) -> (tensor<5xf32>, tensor<5x5xf32>)
%8 = stablehlo.dot_general %6, %7#1, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%9 = stablehlo.broadcast_in_dim %7#0, dims = [1] : (tensor<5xf32>) -> tensor<1x5xf32>
%10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<5x5xf32>
%11 = stablehlo.multiply %7#1, %10 : tensor<5x5xf32>
%12 = stablehlo.subtract %8, %11 : tensor<5x5xf32>
%13 = stablehlo.abs %12 : tensor<5x5xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%14 = stablehlo.reduce(%13 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%15 = stablehlo.transpose %7#1, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%16 = stablehlo.dot_general %15, %7#1, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%17 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%18 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%19 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%20 = stablehlo.add %17, %19 : tensor<5x5xi64>
%21 = stablehlo.compare EQ, %20, %18, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%22 = stablehlo.convert %21 : (tensor<5x5xi1>) -> tensor<5x5xf32>
%23 = stablehlo.subtract %16, %22 : tensor<5x5xf32>
%24 = stablehlo.abs %23 : tensor<5x5xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%25 = stablehlo.reduce(%24 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%26 = stablehlo.subtract %7#0, %arg2 : tensor<5xf32>
%27 = stablehlo.abs %26 : tensor<5xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%28 = stablehlo.reduce(%27 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%29 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<1xf32>
%30 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<1xf32>
%31 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f32>) -> tensor<1xf32>
%32 = stablehlo.concatenate %29, %30, %31, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
%33 = stablehlo.divide %32, %arg1 : tensor<3xf32>
return %33 : tensor<3xf32>
}
func.func private @eigh(%arg0: tensor<5x5xf32>) -> (tensor<5xf32>, tensor<5x5xf32>) {
%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%1 = stablehlo.add %arg0, %0 : tensor<5x5xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%3 = stablehlo.divide %1, %2 : tensor<5x5xf32>
%4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<5x5xi1>, tensor<5x5xf32>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<5xi1>
%14 = stablehlo.select %13, %4#1, %12 : tensor<5xi1>, tensor<5xf32>
return %14, %10 : tensor<5xf32>, tensor<5x5xf32>
}
}
// -----
// eigh, 8x8 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<8xf32>, tensor<8xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0xD8DF3A360000B4363046623630466236"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0xD9FE8BBF1CC901BF0FEE6EBEA7E9D6BD8CB1613DC699F13E80BB4C3FA228743F"> : tensor<8xf32>
    %3 = stablehlo.constant dense<"0xD9FE8BBF1CC901BF0FEE6EBEA7E9D6BD8CB1613DC699F13E80BB4C3FA228743F"> : tensor<8xf32>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<4xf32>, tensor<8xf32>, tensor<8xf32>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<8xf32>, tensor<8xf32>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<4xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721, 0.149415731, 0.00362694263, 0.470742822], [0.132270753, 0.0599173903, -0.222652972, 0.170876503, -0.105850875, 0.0543149114, 0.264889896, 0.346575201], [-0.410713255, -0.477898061, -0.419600368, -0.0189386606, -0.0967615246, -0.494647384, -0.491715729, 0.0256177187], [-0.242700219, 0.264054894, -0.0390784144, 0.304989159, -0.120476663, 0.450100303, 0.340311348, 0.204001009], [0.375156105, 0.0789034366, 0.345480561, -0.124583364, -0.0770408511, 0.218821704, -0.427053094, 0.0313434601], [0.172739327, -0.245393872, 0.219510436, 0.00441861153, 0.260659337, -0.171824872, -0.236072898, 0.214172482], [-0.451453567, -0.122861147, -0.0991526842, -0.183533847, 0.291688859, -0.420700312, 0.171263278, 0.0736486911], [0.360040903, 0.394993424, 0.205342591, 0.267009556, 0.0700945258, 0.496644318, 0.446524739, 0.123172462]]> : tensor<8x8xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<8x8xf32>
%3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
%4 = stablehlo.add %2, %3 : tensor<8x8xf32>
%cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%6 = stablehlo.divide %4, %5 : tensor<8x8xf32>
%7:2 = call @eigh(%6) : (tensor<8x8xf32>) -> (tensor<8xf32>, tensor<8x8xf32>)
%8 = call @eigvalsh(%6) : (tensor<8x8xf32>) -> tensor<8xf32>
%9 = stablehlo.dot_general %6, %7#1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
%10 = stablehlo.broadcast_in_dim %7#0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
%11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
%12 = stablehlo.multiply %7#1, %11 : tensor<8x8xf32>
%13 = stablehlo.subtract %9, %12 : tensor<8x8xf32>
%14 = stablehlo.abs %13 : tensor<8x8xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%15 = stablehlo.reduce(%14 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
%16 = stablehlo.transpose %7#1, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
%17 = stablehlo.dot_general %16, %7#1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
%18 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%19 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%20 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%21 = stablehlo.add %18, %20 : tensor<8x8xi64>
%22 = stablehlo.compare EQ, %21, %19, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%23 = stablehlo.convert %22 : (tensor<8x8xi1>) -> tensor<8x8xf32>
%24 = stablehlo.subtract %17, %23 : tensor<8x8xf32>
%25 = stablehlo.abs %24 : tensor<8x8xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%26 = stablehlo.reduce(%25 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
%27 = stablehlo.subtract %7#0, %arg2 : tensor<8xf32>
%28 = stablehlo.abs %27 : tensor<8xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%29 = stablehlo.reduce(%28 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
%30 = stablehlo.subtract %8, %arg3 : tensor<8xf32>
%31 = stablehlo.abs %30 : tensor<8xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%32 = stablehlo.reduce(%31 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
%33 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<f32>) -> tensor<1xf32>
%34 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1xf32>
%35 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f32>) -> tensor<1xf32>
%36 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<f32>) -> tensor<1xf32>
%37 = stablehlo.concatenate %33, %34, %35, %36, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%38 = stablehlo.divide %37, %arg1 : tensor<4xf32>
return %38 : tensor<4xf32>
}
func.func private @eigh(%arg0: tensor<8x8xf32>) -> (tensor<8xf32>, tensor<8x8xf32>) {
%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
%1 = stablehlo.add %arg0, %0 : tensor<8x8xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%3 = stablehlo.divide %1, %2 : tensor<8x8xf32>
%4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<8x8xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<8x8xi1>, tensor<8x8xf32>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<8xi1>
%14 = stablehlo.select %13, %4#1, %12 : tensor<8xi1>, tensor<8xf32>
return %14, %10 : tensor<8xf32>, tensor<8x8xf32>
}
func.func private @eigvalsh(%arg0: tensor<8x8xf32>) -> tensor<8xf32> {
%0:2 = call @eigh_0(%arg0) : (tensor<8x8xf32>) -> (tensor<8xf32>, tensor<8x8xf32>)
return %0#0 : tensor<8xf32>
}
func.func private @eigh_0(%arg0: tensor<8x8xf32>) -> (tensor<8xf32>, tensor<8x8xf32>) {
%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
%1 = stablehlo.add %arg0, %0 : tensor<8x8xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%3 = stablehlo.divide %1, %2 : tensor<8x8xf32>
%4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<8x8xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<8x8xi1>, tensor<8x8xf32>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<8xi1>
%14 = stablehlo.select %13, %4#1, %12 : tensor<8xi1>, tensor<8xf32>
return %14, %10 : tensor<8xf32>, tensor<8x8xf32>
}
}
// -----
// eigh, 16x16 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<3xf32>, tensor<16xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x7904883610D3B4360000A036"> : tensor<3xf32>
    %2 = stablehlo.constant dense<"0x5367AEBF74F58EBF1B5A75BF2FAA46BFD36307BFF0D8EDBEADE2CEBE676F5FBEA81F973CE4C2C53EF33BF33E8C231B3F7B16353F7150863F44F69C3F37A1B53F"> : tensor<16xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<3xf32>, tensor<16xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<3xf32>, tensor<16xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<3xf32>, tensor<16xf32>) -> tensor<3xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<3xf32>, %arg2: tensor<16xf32>) -> (tensor<3xf32>) {
%cst = stablehlo.constant dense<"0x0485B33EC075363C60C844BE207AD9BE5E43A6BE7000193E00B26D3B3405F13EFC71073EF06B753D24FF63BE40FA2E3E58C8D8BD50795E3DA69F873E4E72B13E0249D2BE0EAFF4BEDCD5D6BE40259BBCE82AC6BD6C42FDBE2AC2FBBE40DCD13C688678BE3432873EB01020BD8A279C3E78BCF6BD8C73E63E4A3DAE3EA4E5503E7614C03E2098A13DD4E2B03E9025FFBD98C79DBDCC12603EB4A6DABE0062003D94E2303E88487BBE58C7603E00CA903B2475853EDCF22FBE18BD71BE08505B3EEC24E7BEA09EFBBD9010CBBD4CF03BBE3E58953E0866D7BEA45F2F3E20D5963D4857B83E943CCA3E5445523E7AB5883EB88D8F3D2A48FE3EE49EE43ED841FC3D8442CC3EC2DCCD3E14E2C73E5038843E541EE7BE04CA0B3E00E1243C5C29873EE0ADB8BD2043D3BC3CC69BBE547CE6BE1C00E43EC4FF19BE987ED43D58A3F7BE347FAB3EB075BDBD4058A3BD021D8ABE8236D8BEDC5F5FBEF4467F3EF453D93EB075A1BE483BBCBE36CEF03E60472C3E4216BE3E64F3C2BE16D5D5BEAE9DA73EA0070FBEC0278A3CE8F607BE88E9EDBD92748ABE344F31BE2C0EC93E007FB8BE3A23F13ED8AD96BD50DD203EDED5B3BE14A3443EB4ECA03E122AA2BE003CDB3A1AD4DA3ED85542BE0644D1BEBC89B3BE0423CC3E2CA46DBE00FBA7BBB04AFF3D70C6193E982D8CBE1020BF3EA4C7B7BE38E3853E5CCC68BEDEAC94BEDA1090BEEEC5BFBE70938E3E9C9C9A3E8680B73EAA40873E2EC0E0BE60BE39BDE0CA42BD80EC05BC32A7A63EB055573EF8310C3E80F8D5BEFE7C89BE80D6F2BE889DE33ECC67A33E78A8EABE60BFE13EB035BF3D7A67943E0A47B83E52F5C5BE92A8CBBEFCD6C7BE340877BE0010C63C26A3E63EBCA3093E3A33923E9214EDBE50BEBCBD20F7BFBCA8208DBD944F3EBE00B20ABCFC5C453EB6E2FBBE0AA8F73E8039233C6CED0D3EDCD3ABBE24DB0A3EC0EF973D183E723E9042DFBE687369BE28856ABE189867BE4048DC3C68FA873DEA88EC3E8875033E862FFE3EF811803D9246CABEC6A8E7BEE449A43E4CB6383EBE68C93E50BB9E3D34A2573E58C47B3EA476903E52F3803E241546BEA0CFCF3C28A7EDBE109F58BDB073323D2851773E6031EE3C1E7FEE3E2ED5983E50650DBE280FA33D8431233EAA47D73E58CDC43E1429D3BE0095263B2054613DA4173DBED86F383E5E04DC3E8C36563EC8776ABE201F3ABE1476F53E0EAF89BE1091CC3D32DCBABE78B9D93E544E64BED81EC03D4671BDBEA80594BEF4CE303E5686F83E2E85EBBEC07575BE5C6112BEB08FC6BEBC76F3BE8C4A7A3E84843F3E52DB8CBEFA25E3BEAC9F71BE2895703EE4A7E83EA02AB93C00E9733B94177ABE42E0E9BEEC09173E7AC0AA3EA0C475BDEE03873E000B6DBC22FEC33EC0F4403D58C5D4BE407D0E3CB00B483E0C670BBEC204C4BEA041FDBE"> : tensor<16x16xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<16x16xf32>
%3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
%4 = stablehlo.add %2, %3 : tensor<16x16xf32>
%cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
%6 = stablehlo.divide %4, %5 : tensor<16x16xf32>
%7:2 = call @eigh(%6) : (tensor<16x16xf32>) -> (tensor<16xf32>, tensor<16x16xf32>)
%8 = stablehlo.dot_general %6, %7#1, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
%9 = stablehlo.broadcast_in_dim %7#0, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
%10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
%11 = stablehlo.multiply %7#1, %10 : tensor<16x16xf32>
%12 = stablehlo.subtract %8, %11 : tensor<16x16xf32>
%13 = stablehlo.abs %12 : tensor<16x16xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%14 = stablehlo.reduce(%13 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<f32>
%15 = stablehlo.transpose %7#1, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
%16 = stablehlo.dot_general %15, %7#1, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
%17 = stablehlo.iota dim = 0 : tensor<16x16xi64>
%18 = stablehlo.iota dim = 1 : tensor<16x16xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%19 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<16x16xi64>
%20 = stablehlo.add %17, %19 : tensor<16x16xi64>
%21 = stablehlo.compare EQ, %20, %18, SIGNED : (tensor<16x16xi64>, tensor<16x16xi64>) -> tensor<16x16xi1>
%22 = stablehlo.convert %21 : (tensor<16x16xi1>) -> tensor<16x16xf32>
%23 = stablehlo.subtract %16, %22 : tensor<16x16xf32>
%24 = stablehlo.abs %23 : tensor<16x16xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%25 = stablehlo.reduce(%24 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<f32>
%26 = stablehlo.subtract %7#0, %arg2 : tensor<16xf32>
%27 = stablehlo.abs %26 : tensor<16xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%28 = stablehlo.reduce(%27 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
%29 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<1xf32>
%30 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<1xf32>
%31 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f32>) -> tensor<1xf32>
%32 = stablehlo.concatenate %29, %30, %31, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
%33 = stablehlo.divide %32, %arg1 : tensor<3xf32>
return %33 : tensor<3xf32>
}
func.func private @eigh(%arg0: tensor<16x16xf32>) -> (tensor<16xf32>, tensor<16x16xf32>) {
%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
%1 = stablehlo.add %arg0, %0 : tensor<16x16xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
%3 = stablehlo.divide %1, %2 : tensor<16x16xf32>
%4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<16x16xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<16x16xi1>, tensor<16x16xf32>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<16xi1>
%14 = stablehlo.select %13, %4#1, %12 : tensor<16xi1>, tensor<16xf32>
return %14, %10 : tensor<16xf32>, tensor<16x16xf32>
}
}
// -----
// eigh, 33x33 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<3xf32>, tensor<33xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x36C0F6360000DC3652C8E536"> : tensor<3xf32>
    %2 = stablehlo.constant dense<"0x6FAD09C0EC66FDBF28D2DCBF524ECBBF47E7AEBFCF8595BF1AC28CBF932382BF357F56BF401941BFCECA0BBFCF2EFFBE03BBAABE5E9F81BE3F4D16BE64EBE0BD34BA75BC8A646C3E7EAD883E4344ED3E912E003F478B0B3FA8DF303F46D85D3FCC54703F203D873F23FE973F3507B73F43D3C73FE8B5DB3FB7AEEA3FA43C0D4099971340"> : tensor<33xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<3xf32>, tensor<33xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<3xf32>, tensor<33xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<3xf32>, tensor<33xf32>) -> tensor<3xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<3xf32>, %arg2: tensor<33xf32>) -> (tensor<3xf32>) {
%c = stablehlo.constant dense<0> : tensor<i64>
%0 = call @computed(%arg0, %c) : (tensor<ui32>, tensor<i64>) -> tensor<33x33xf32>
%1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<33x33xf32>) -> tensor<33x33xf32>
%2 = stablehlo.add %0, %1 : tensor<33x33xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<33x33xf32>
%4 = stablehlo.divide %2, %3 : tensor<33x33xf32>
%5:2 = call @eigh(%4) : (tensor<33x33xf32>) -> (tensor<33xf32>, tensor<33x33xf32>)
%6 = stablehlo.dot_general %4, %5#1, contracting_dims = [1] x [0] : (tensor<33x33xf32>, tensor<33x33xf32>) -> tensor<33x33xf32>
%7 = stablehlo.broadcast_in_dim %5#0, dims = [1] : (tensor<33xf32>) -> tensor<1x33xf32>
%8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x33xf32>) -> tensor<33x33xf32>
%9 = stablehlo.multiply %5#1, %8 : tensor<33x33xf32>
%10 = stablehlo.subtract %6, %9 : tensor<33x33xf32>
%11 = stablehlo.abs %10 : tensor<33x33xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%12 = stablehlo.reduce(%11 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf32>, tensor<f32>) -> tensor<f32>
%13 = stablehlo.transpose %5#1, dims = [1, 0] : (tensor<33x33xf32>) -> tensor<33x33xf32>
%14 = stablehlo.dot_general %13, %5#1, contracting_dims = [1] x [0] : (tensor<33x33xf32>, tensor<33x33xf32>) -> tensor<33x33xf32>
%15 = stablehlo.iota dim = 0 : tensor<33x33xi64>
%16 = stablehlo.iota dim = 1 : tensor<33x33xi64>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%17 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<33x33xi64>
%18 = stablehlo.add %15, %17 : tensor<33x33xi64>
%19 = stablehlo.compare EQ, %18, %16, SIGNED : (tensor<33x33xi64>, tensor<33x33xi64>) -> tensor<33x33xi1>
%20 = stablehlo.convert %19 : (tensor<33x33xi1>) -> tensor<33x33xf32>
%21 = stablehlo.subtract %14, %20 : tensor<33x33xf32>
%22 = stablehlo.abs %21 : tensor<33x33xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf32>, tensor<f32>) -> tensor<f32>
%24 = stablehlo.subtract %5#0, %arg2 : tensor<33xf32>
%25 = stablehlo.abs %24 : tensor<33xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%26 = stablehlo.reduce(%25 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<33xf32>, tensor<f32>) -> tensor<f32>
%27 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<1xf32>
%28 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<1xf32>
%29 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1xf32>
%30 = stablehlo.concatenate %27, %28, %29, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
%31 = stablehlo.divide %30, %arg1 : tensor<3xf32>
return %31 : tensor<3xf32>
}
func.func private @computed(%arg0: tensor<ui32>, %arg1: tensor<i64>) -> tensor<33x33xf32> {
%0 = stablehlo.iota dim = 0 : tensor<1089xui32>
%c = stablehlo.constant dense<2654435761> : tensor<ui32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%2 = stablehlo.multiply %0, %1 : tensor<1089xui32>
%3 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%4 = stablehlo.add %2, %3 : tensor<1089xui32>
%5 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<ui32>
%c_0 = stablehlo.constant dense<7919> : tensor<ui32>
%6 = stablehlo.multiply %5, %c_0 : tensor<ui32>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%8 = stablehlo.add %4, %7 : tensor<1089xui32>
%c_1 = stablehlo.constant dense<16> : tensor<ui32>
%9 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%10 = stablehlo.shift_right_logical %8, %9 : tensor<1089xui32>
%11 = stablehlo.xor %8, %10 : tensor<1089xui32>
%c_2 = stablehlo.constant dense<2246822507> : tensor<ui32>
%12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%13 = stablehlo.multiply %11, %12 : tensor<1089xui32>
%c_3 = stablehlo.constant dense<13> : tensor<ui32>
%14 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%15 = stablehlo.shift_right_logical %13, %14 : tensor<1089xui32>
%16 = stablehlo.xor %13, %15 : tensor<1089xui32>
%c_4 = stablehlo.constant dense<3266489909> : tensor<ui32>
%17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%18 = stablehlo.multiply %16, %17 : tensor<1089xui32>
%c_5 = stablehlo.constant dense<16> : tensor<ui32>
%19 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%20 = stablehlo.shift_right_logical %18, %19 : tensor<1089xui32>
%21 = stablehlo.xor %18, %20 : tensor<1089xui32>
%c_6 = stablehlo.constant dense<1> : tensor<ui32>
%22 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%23 = stablehlo.multiply %21, %22 : tensor<1089xui32>
%c_7 = stablehlo.constant dense<8> : tensor<ui32>
%24 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%25 = stablehlo.shift_right_logical %23, %24 : tensor<1089xui32>
%26 = stablehlo.convert %25 : (tensor<1089xui32>) -> tensor<1089xf32>
%cst = stablehlo.constant dense<0x4B800000> : tensor<f32>
%27 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1089xf32>
%28 = stablehlo.divide %26, %27 : tensor<1089xf32>
%cst_8 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
%29 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<1089xf32>
%30 = stablehlo.subtract %28, %29 : tensor<1089xf32>
%31 = stablehlo.reshape %30 : (tensor<1089xf32>) -> tensor<33x33xf32>
return %31 : tensor<33x33xf32>
}
func.func private @eigh(%arg0: tensor<33x33xf32>) -> (tensor<33xf32>, tensor<33x33xf32>) {
%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<33x33xf32>) -> tensor<33x33xf32>
%1 = stablehlo.add %arg0, %0 : tensor<33x33xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<33x33xf32>
%3 = stablehlo.divide %1, %2 : tensor<33x33xf32>
%4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<33x33xf32>) -> (tensor<33x33xf32>, tensor<33xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<33x33xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<33x33xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<33x33xi1>, tensor<33x33xf32>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<33xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<33xi1>
%14 = stablehlo.select %13, %4#1, %12 : tensor<33xi1>, tensor<33xf32>
return %14, %10 : tensor<33xf32>, tensor<33x33xf32>
}
}
// -----
// eigh, 64x64 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<3xf32>, tensor<64xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000F0360000F03600002037"> : tensor<3xf32>
    %2 = stablehlo.constant dense<"0x56DD49C0267A2EC0DD2D2CC06B5425C02C3F1DC0B09D1BC053D90BC09E330AC069C303C09BA5FABF263BE4BFE4AAD9BF6ED1D0BFA92FB5BF804DB2BF25D6A3BF63B299BFD03694BFFA8088BFAB3B6DBFFBB762BF1BC943BF058037BF549620BF38AA06BF6403E5BEE1D9B9BEF40AA5BE5CA176BEA7209DBD08316ABDE100413D4880933D9EA5B33DBD03663E3DF2C13E55EDDF3E6A84F23E96D9183F34AA2D3FA882353F3F1C623FB1B0773F2AE8833F2DEF8C3FA7738D3F2BC59C3F1499AD3FE980AF3FF5A1B93F8FACC03F0FAACF3F9F9BDB3FBF53E33F3906FE3F7B19034072500A4014720B4078E311400CED1B401E282B40A0112D40C417444079124740"> : tensor<64xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<3xf32>, tensor<64xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<3xf32>, tensor<64xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<3xf32>, tensor<64xf32>) -> tensor<3xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<3xf32>, %arg2: tensor<64xf32>) -> (tensor<3xf32>) {
%c = stablehlo.constant dense<0> : tensor<i64>
%0 = call @computed(%arg0, %c) : (tensor<ui32>, tensor<i64>) -> tensor<64x64xf32>
%1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
%2 = stablehlo.add %0, %1 : tensor<64x64xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
%4 = stablehlo.divide %2, %3 : tensor<64x64xf32>
%5:2 = call @eigh(%4) : (tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64x64xf32>)
%6 = stablehlo.dot_general %4, %5#1, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
%7 = stablehlo.broadcast_in_dim %5#0, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
%8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<64x64xf32>
%9 = stablehlo.multiply %5#1, %8 : tensor<64x64xf32>
%10 = stablehlo.subtract %6, %9 : tensor<64x64xf32>
%11 = stablehlo.abs %10 : tensor<64x64xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%12 = stablehlo.reduce(%11 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
%13 = stablehlo.transpose %5#1, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
%14 = stablehlo.dot_general %13, %5#1, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
%15 = stablehlo.iota dim = 0 : tensor<64x64xi64>
%16 = stablehlo.iota dim = 1 : tensor<64x64xi64>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%17 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<64x64xi64>
%18 = stablehlo.add %15, %17 : tensor<64x64xi64>
%19 = stablehlo.compare EQ, %18, %16, SIGNED : (tensor<64x64xi64>, tensor<64x64xi64>) -> tensor<64x64xi1>
%20 = stablehlo.convert %19 : (tensor<64x64xi1>) -> tensor<64x64xf32>
%21 = stablehlo.subtract %14, %20 : tensor<64x64xf32>
%22 = stablehlo.abs %21 : tensor<64x64xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
%24 = stablehlo.subtract %5#0, %arg2 : tensor<64xf32>
%25 = stablehlo.abs %24 : tensor<64xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%26 = stablehlo.reduce(%25 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
%27 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<1xf32>
%28 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<1xf32>
%29 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1xf32>
%30 = stablehlo.concatenate %27, %28, %29, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
%31 = stablehlo.divide %30, %arg1 : tensor<3xf32>
return %31 : tensor<3xf32>
}
func.func private @computed(%arg0: tensor<ui32>, %arg1: tensor<i64>) -> tensor<64x64xf32> {
%0 = stablehlo.iota dim = 0 : tensor<4096xui32>
%c = stablehlo.constant dense<2654435761> : tensor<ui32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<4096xui32>
%2 = stablehlo.multiply %0, %1 : tensor<4096xui32>
%3 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<4096xui32>
%4 = stablehlo.add %2, %3 : tensor<4096xui32>
%5 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<ui32>
%c_0 = stablehlo.constant dense<7919> : tensor<ui32>
%6 = stablehlo.multiply %5, %c_0 : tensor<ui32>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<4096xui32>
%8 = stablehlo.add %4, %7 : tensor<4096xui32>
%c_1 = stablehlo.constant dense<16> : tensor<ui32>
%9 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui32>) -> tensor<4096xui32>
%10 = stablehlo.shift_right_logical %8, %9 : tensor<4096xui32>
%11 = stablehlo.xor %8, %10 : tensor<4096xui32>
%c_2 = stablehlo.constant dense<2246822507> : tensor<ui32>
%12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui32>) -> tensor<4096xui32>
%13 = stablehlo.multiply %11, %12 : tensor<4096xui32>
%c_3 = stablehlo.constant dense<13> : tensor<ui32>
%14 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui32>) -> tensor<4096xui32>
%15 = stablehlo.shift_right_logical %13, %14 : tensor<4096xui32>
%16 = stablehlo.xor %13, %15 : tensor<4096xui32>
%c_4 = stablehlo.constant dense<3266489909> : tensor<ui32>
%17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<ui32>) -> tensor<4096xui32>
%18 = stablehlo.multiply %16, %17 : tensor<4096xui32>
%c_5 = stablehlo.constant dense<16> : tensor<ui32>
%19 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<ui32>) -> tensor<4096xui32>
%20 = stablehlo.shift_right_logical %18, %19 : tensor<4096xui32>
%21 = stablehlo.xor %18, %20 : tensor<4096xui32>
%c_6 = stablehlo.constant dense<1> : tensor<ui32>
%22 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<ui32>) -> tensor<4096xui32>
%23 = stablehlo.multiply %21, %22 : tensor<4096xui32>
%c_7 = stablehlo.constant dense<8> : tensor<ui32>
%24 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<ui32>) -> tensor<4096xui32>
%25 = stablehlo.shift_right_logical %23, %24 : tensor<4096xui32>
%26 = stablehlo.convert %25 : (tensor<4096xui32>) -> tensor<4096xf32>
%cst = stablehlo.constant dense<0x4B800000> : tensor<f32>
%27 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4096xf32>
%28 = stablehlo.divide %26, %27 : tensor<4096xf32>
%cst_8 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
%29 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4096xf32>
%30 = stablehlo.subtract %28, %29 : tensor<4096xf32>
%31 = stablehlo.reshape %30 : (tensor<4096xf32>) -> tensor<64x64xf32>
return %31 : tensor<64x64xf32>
}
func.func private @eigh(%arg0: tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64x64xf32>) {
%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
%1 = stablehlo.add %arg0, %0 : tensor<64x64xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
%3 = stablehlo.divide %1, %2 : tensor<64x64xf32>
%4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<64x64xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<64x64xi1>, tensor<64x64xf32>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<64xi1>
%14 = stablehlo.select %13, %4#1, %12 : tensor<64xi1>, tensor<64xf32>
return %14, %10 : tensor<64xf32>, tensor<64x64xf32>
}
}
// -----
// eigh, 3x8x8 of float64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf64>, tensor<3x8xf64>, tensor<3x8xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x015ABE836F0C003D000000000000193DC00A1F00C648FC3CC00A1F00C648FC3C"> : tensor<4xf64>
    %2 = stablehlo.constant dense<"0xAA61CC64DB7FF1BF32141F8A2339E0BF67EADDE8C1DDCDBF3F3C4F9034DDBABFD0E597443036AC3F66CAB1153933DE3F37F9EF716F97E93FE0DCE69E1485EE3F06F4DEEF3D80F2BF02E606DD7B7CE2BF149B1E523AB1D8BF448AB8DDFD9DA2BF3A59EC65DED7B23FCB0D0A71A1FFDC3FDBA028317FD0EB3F567144ED5D56EF3F916D8D5B3571E7BF29978CC319F2E4BF0CD976970508C8BFF9F88B76E467AF3F2B4CFE1F2D0AD13F41603784A7DFE23F536A748392D3E43FC80AE4452F69EE3F"> : tensor<3x8xf64>
    %3 = stablehlo.constant dense<"0xAA61CC64DB7FF1BF32141F8A2339E0BF67EADDE8C1DDCDBF3F3C4F9034DDBABFD0E597443036AC3F66CAB1153933DE3F37F9EF716F97E93FE0DCE69E1485EE3F06F4DEEF3D80F2BF02E606DD7B7CE2BF149B1E523AB1D8BF448AB8DDFD9DA2BF3A59EC65DED7B23FCB0D0A71A1FFDC3FDBA028317FD0EB3F567144ED5D56EF3F916D8D5B3571E7BF29978CC319F2E4BF0CD976970508C8BFF9F88B76E467AF3F2B4CFE1F2D0AD13F41603784A7DFE23F536A748392D3E43FC80AE4452F69EE3F"> : tensor<3x8xf64>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<4xf64>, tensor<3x8xf64>, tensor<3x8xf64>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<4xf64>, tensor<3x8xf64>, tensor<3x8xf64>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<4xf64>, tensor<3x8xf64>, tensor<3x8xf64>) -> tensor<4xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf64>, %arg2: tensor<3x8xf64>, %arg3: tensor<3x8xf64>) -> (tensor<4xf64>) {
%cst = stablehlo.constant dense<"0x00000080A070D63F00000000B8CE863F000000000C99C8BF00000000442FDBBF000000C06BC8D4BF000000000E20C33F0000000040B66D3F00000080A620DE3F000000803FEEC03F000000007EADAE3F00000080E47FCCBF0000000048DFC53F000000000B19BBBF000000002ACFAB3F000000C0F4F3D03F000000C0492ED63F000000402049DABF000000C0E195DEBF00000080BBDADABF00000000A86493BF000000005DC5B8BF000000804DA8DFBF000000404578DFBF00000000883B9A3F00000000CD10CFBF0000008046E6D03F000000001602A4BF00000040F184D33F000000008FD7BEBF0000008071CEDC3F00000040A9C7D53F00000080B41CCA3F000000C08E02D83F000000000433B43F000000805A1CD63F00000000B2E4BFBF00000000F3B8B3BF000000805902CC3F00000080D654DBBF00000000400CA03F00000080521CC63F000000001169CFBF00000000EB18CC3F000000004019723F00000080A4AED03F000000805BFEC5BF00000000A337CEBF00000000016ACB3F000000809DE4DCBF00000000D473BFBF000000001262B9BF00000080097EC7BF000000C007ABD23F00000000C1ECDABF00000080F4EBC53F00000000A4DAB23F00000000E90AD73F000000809247D93F00000080AA48CA3F00000040AF16D13F00000000B7F1B13F0000004005C9DF3F00000080DC93DC3F000000003B88BF3F000000805088D93F0000004098BBD93F0000008042FCD83F000000000A87D03F00000080CAE3DCBF000000804079C13F00000000209C843F000000802BE5D03F00000000BC15B7BF0000000064689ABF00000080C778D3BF000000808ACFDCBF000000800380DC3F00000080F83FC3BF00000000D38FBA3F000000006BF4DEBF00000080E66FD53F00000000B6AEB7BF00000000086BB4BF00000040A043D1BF00000040D006DBBF00000080FBEBCBBF00000080DEE8CF3F000000807E2ADB3F00000000B62ED4BF000000006987D7BF000000C0C619DE3F00000000EC88C53F00000040C8C2D73F000000806C5ED8BF000000C0A2BADABF000000C0B5F3D43F00000000F4E0C1BF00000000F844913F00000000DDFEC0BF0000000031BDBDBF00000040924ED1BF00000080E629C6BF00000080C521D93F00000000E00FD7BF000000406724DE3F00000000BBD5B2BF00000000AA1BC43F000000C0BB7AD6BF000000806294C83F00000080961DD43F000000404245D4BF0000000080675B3F00000040835ADB3F00000000BB4AC8BF000000C08028DABF000000803771D6BF000000806084D93F0000008085B4CDBF0000000060FF74BF0000000056E9BF3F00000000CE38C33F00000000B385D1BF0000000002E4D73F00000080F4F8D6BF0000000067BCD03F000000808B19CDBF000000C09B95D2BF000000401B02D2BF000000C0BDF8D7BF000000006ED2D13F000000809353D33F000000C010F0D63F0000004015E8D03F000000C00518DCBF00000000CC37A7BF000000005C59A8BF0000000090BD80BF00000040E6D4D43F00000000B6EACA3F000000003F86C13F0000000010BFDABF000000C09F2FD1BF00000000D05ADEBF00000000B173DC3F00000080F96CD43F000000000F55DDBF00000000EC37DC3F00000000B6E6B73F00000040EF8CD23F00000040E108D73F00000040AABED8BF000000401275D9BF00000080DFFAD8BF0000008006E1CEBF0000000000C2983F000000C064D4DC3F000000807734C13F000000406746D23F0000004092A2DDBF00000000CA97B7BF00000000E4FE97BF0000000015A4B1BF00000080F2C9C7BF00000000405681BF000000809FABC83F000000C0567CDFBF0000004001F5DE3F000000003067843F00000080ADBDC13F000000807B7AD5BF00000080645BC13F00000000F8FDB23F00000000C347CE3F0000000052E8DBBF000000006D2ECDBF00000000A550CDBF0000000003F3CCBF0000000008899B3F000000004DFFB03F000000401D91DD3F00000000B16EC03F000000C0F0C5DF3F000000003F02B03F00000040D248D9BF000000C018F5DCBF000000803C89D43F00000080C916C73F000000C0172DD93F000000006AD7B33F0000008046F4CA3F000000008B78CF3F00000080D40ED23F"> : tensor<3x8x8xf64>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%2 = stablehlo.multiply %cst, %1 : tensor<3x8x8xf64>
%3 = stablehlo.transpose %2, dims = [0, 2, 1] : (tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%4 = stablehlo.add %2, %3 : tensor<3x8x8xf64>
%cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
%5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%6 = stablehlo.divide %4, %5 : tensor<3x8x8xf64>
%7:2 = call @eigh(%6) : (tensor<3x8x8xf64>) -> (tensor<3x8xf64>, tensor<3x8x8xf64>)
%8 = call @eigvalsh(%6) : (tensor<3x8x8xf64>) -> tensor<3x8xf64>
%9 = stablehlo.dot_general %6, %7#1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x8x8xf64>, tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%10 = stablehlo.broadcast_in_dim %7#0, dims = [0, 2] : (tensor<3x8xf64>) -> tensor<3x1x8xf64>
%11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<3x1x8xf64>) -> tensor<3x8x8xf64>
%12 = stablehlo.multiply %7#1, %11 : tensor<3x8x8xf64>
%13 = stablehlo.subtract %9, %12 : tensor<3x8x8xf64>
%14 = stablehlo.abs %13 : tensor<3x8x8xf64>
%cst_1 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%15 = stablehlo.reduce(%14 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<f64>
%16 = stablehlo.transpose %7#1, dims = [0, 2, 1] : (tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%17 = stablehlo.dot_general %16, %7#1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x8x8xf64>, tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%18 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%19 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%20 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%21 = stablehlo.add %18, %20 : tensor<8x8xi64>
%22 = stablehlo.compare EQ, %21, %19, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%23 = stablehlo.convert %22 : (tensor<8x8xi1>) -> tensor<8x8xf64>
%24 = stablehlo.broadcast_in_dim %23, dims = [1, 2] : (tensor<8x8xf64>) -> tensor<1x8x8xf64>
%25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<1x8x8xf64>) -> tensor<3x8x8xf64>
%26 = stablehlo.subtract %17, %25 : tensor<3x8x8xf64>
%27 = stablehlo.abs %26 : tensor<3x8x8xf64>
%cst_2 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%28 = stablehlo.reduce(%27 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<f64>
%29 = stablehlo.subtract %7#0, %arg2 : tensor<3x8xf64>
%30 = stablehlo.abs %29 : tensor<3x8xf64>
%cst_3 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%31 = stablehlo.reduce(%30 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x8xf64>, tensor<f64>) -> tensor<f64>
%32 = stablehlo.subtract %8, %arg3 : tensor<3x8xf64>
%33 = stablehlo.abs %32 : tensor<3x8xf64>
%cst_4 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%34 = stablehlo.reduce(%33 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x8xf64>, tensor<f64>) -> tensor<f64>
%35 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<f64>) -> tensor<1xf64>
%36 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f64>) -> tensor<1xf64>
%37 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f64>) -> tensor<1xf64>
%38 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f64>) -> tensor<1xf64>
%39 = stablehlo.concatenate %35, %36, %37, %38, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<4xf64>
%40 = stablehlo.divide %39, %arg1 : tensor<4xf64>
return %40 : tensor<4xf64>
}
func.func private @eigh(%arg0: tensor<3x8x8xf64>) -> (tensor<3x8xf64>, tensor<3x8x8xf64>) {
%0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%1 = stablehlo.add %arg0, %0 : tensor<3x8x8xf64>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f64>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%3 = stablehlo.divide %1, %2 : tensor<3x8x8xf64>
%4:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%3) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3x8x8xf64>) -> (tensor<3x8x8xf64>, tensor<3x8xf64>, tensor<3xi32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
%6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
%7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<3xi1>) -> tensor<3x1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<3x1x1xi1>) -> tensor<3x8x8xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<3x8x8xi1>, tensor<3x8x8xf64>
%11 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<3xi1>) -> tensor<3x1xi1>
%cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3x8xf64>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<3x1xi1>) -> tensor<3x8xi1>
%14 = stablehlo.select %13, %4#1, %12 : tensor<3x8xi1>, tensor<3x8xf64>
return %14, %10 : tensor<3x8xf64>, tensor<3x8x8xf64>
}
func.func private @eigvalsh(%arg0: tensor<3x8x8xf64>) -> tensor<3x8xf64> {
%0:2 = call @eigh_0(%arg0) : (tensor<3x8x8xf64>) -> (tensor<3x8xf64>, tensor<3x8x8xf64>)
return %0#0 : tensor<3x8xf64>
}
func.func private @eigh_0(%arg0: tensor<3x8x8xf64>) -> (tensor<3x8xf64>, tensor<3x8x8xf64>) {
%0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%1 = stablehlo.add %arg0, %0 : tensor<3x8x8xf64>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f64>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%3 = stablehlo.divide %1, %2 : tensor<3x8x8xf64>
%4:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%3) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<3x8x8xf64>) -> (tensor<3x8x8xf64>, tensor<3x8xf64>, tensor<3xi32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
%6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
%7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<3xi1>) -> tensor<3x1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<3x1x1xi1>) -> tensor<3x8x8xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<3x8x8xi1>, tensor<3x8x8xf64>
%11 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<3xi1>) -> tensor<3x1xi1>
%cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3x8xf64>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<3x1xi1>) -> tensor<3x8xi1>
%14 = stablehlo.select %13, %4#1, %12 : tensor<3x8xi1>, tensor<3x8xf64>
return %14, %10 : tensor<3x8xf64>, tensor<3x8x8xf64>
}
}
// -----
// eigh, 33x33 of float64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<3xf64>, tensor<33xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0xED02C100C4E4113D000000000080163D2C85BB490AB90C3D"> : tensor<3xf64>
    %2 = stablehlo.constant dense<"0x0B38C9F0AD3501C08D3C9A6ADDACFFBFB573F48C449AFBBFCEAC1514CA69F9BF2D792DC0E8DCF5BF02CE504FB9B0F2BF83325AF44298F1BFF1536F807244F0BFBB2F067FE6CFEABF9DB3CC802823E8BFF9C348C45979E1BF3FA52AB8D9E5DFBF58490C126057D5BFDB7C913AEC33D0BF74212DA1A8C9C2BF3CC5E76F701DBCBFAA04F02D54B78EBF7BB0E5DF918CCD3F1BB7AE20B015D13F38853BAB88A8DD3FE226C585D205E03F5F3D2C106971E13F734B8665F41BE63FC9F469FC08BBEB3FD0BE52C5990AEE3F5E3E1A3CA4E7F03F6C14DF5DC4FFF23FA96ABC8DE5E0F63FFE3B82F267FAF83F7279536EBD76FB3FC4CE3B68D655FD3F81386C5194A701402FB0860BF3720240"> : tensor<33xf64>
    return %0, %1, %2 : tensor<ui32>, tensor<3xf64>, tensor<33xf64>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<3xf64>, tensor<33xf64>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<3xf64>, tensor<33xf64>) -> tensor<3xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<3xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<3xf64>, tensor<3xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<3xf64>, %arg2: tensor<33xf64>) -> (tensor<3xf64>) {
%c = stablehlo.constant dense<0> : tensor<i64>
%0 = call @computed(%arg0, %c) : (tensor<ui32>, tensor<i64>) -> tensor<33x33xf64>
%1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<33x33xf64>) -> tensor<33x33xf64>
%2 = stablehlo.add %0, %1 : tensor<33x33xf64>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f64>
%3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<33x33xf64>
%4 = stablehlo.divide %2, %3 : tensor<33x33xf64>
%5:2 = call @eigh(%4) : (tensor<33x33xf64>) -> (tensor<33xf64>, tensor<33x33xf64>)
%6 = stablehlo.dot_general %4, %5#1, contracting_dims = [1] x [0] : (tensor<33x33xf64>, tensor<33x33xf64>) -> tensor<33x33xf64>
%7 = stablehlo.broadcast_in_dim %5#0, dims = [1] : (tensor<33xf64>) -> tensor<1x33xf64>
%8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x33xf64>) -> tensor<33x33xf64>
%9 = stablehlo.multiply %5#1, %8 : tensor<33x33xf64>
%10 = stablehlo.subtract %6, %9 : tensor<33x33xf64>
%11 = stablehlo.abs %10 : tensor<33x33xf64>
%cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%12 = stablehlo.reduce(%11 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf64>, tensor<f64>) -> tensor<f64>
%13 = stablehlo.transpose %5#1, dims = [1, 0] : (tensor<33x33xf64>) -> tensor<33x33xf64>
%14 = stablehlo.dot_general %13, %5#1, contracting_dims = [1] x [0] : (tensor<33x33xf64>, tensor<33x33xf64>) -> tensor<33x33xf64>
%15 = stablehlo.iota dim = 0 : tensor<33x33xi64>
%16 = stablehlo.iota dim = 1 : tensor<33x33xi64>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%17 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<33x33xi64>
%18 = stablehlo.add %15, %17 : tensor<33x33xi64>
%19 = stablehlo.compare EQ, %18, %16, SIGNED : (tensor<33x33xi64>, tensor<33x33xi64>) -> tensor<33x33xi1>
%20 = stablehlo.convert %19 : (tensor<33x33xi1>) -> tensor<33x33xf64>
%21 = stablehlo.subtract %14, %20 : tensor<33x33xf64>
%22 = stablehlo.abs %21 : tensor<33x33xf64>
%cst_2 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%23 = stablehlo.reduce(%22 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf64>, tensor<f64>) -> tensor<f64>
%24 = stablehlo.subtract %5#0, %arg2 : tensor<33xf64>
%25 = stablehlo.abs %24 : tensor<33xf64>
%cst_3 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%26 = stablehlo.reduce(%25 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<33xf64>, tensor<f64>) -> tensor<f64>
%27 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f64>) -> tensor<1xf64>
%28 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f64>) -> tensor<1xf64>
%29 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f64>) -> tensor<1xf64>
%30 = stablehlo.concatenate %27, %28, %29, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<3xf64>
%31 = stablehlo.divide %30, %arg1 : tensor<3xf64>
return %31 : tensor<3xf64>
}
func.func private @computed(%arg0: tensor<ui32>, %arg1: tensor<i64>) -> tensor<33x33xf64> {
%0 = stablehlo.iota dim = 0 : tensor<1089xui32>
%c = stablehlo.constant dense<2654435761> : tensor<ui32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%2 = stablehlo.multiply %0, %1 : tensor<1089xui32>
%3 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%4 = stablehlo.add %2, %3 : tensor<1089xui32>
%5 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<ui32>
%c_0 = stablehlo.constant dense<7919> : tensor<ui32>
%6 = stablehlo.multiply %5, %c_0 : tensor<ui32>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%8 = stablehlo.add %4, %7 : tensor<1089xui32>
%c_1 = stablehlo.constant dense<16> : tensor<ui32>
%9 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%10 = stablehlo.shift_right_logical %8, %9 : tensor<1089xui32>
%11 = stablehlo.xor %8, %10 : tensor<1089xui32>
%c_2 = stablehlo.constant dense<2246822507> : tensor<ui32>
%12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%13 = stablehlo.multiply %11, %12 : tensor<1089xui32>
%c_3 = stablehlo.constant dense<13> : tensor<ui32>
%14 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%15 = stablehlo.shift_right_logical %13, %14 : tensor<1089xui32>
%16 = stablehlo.xor %13, %15 : tensor<1089xui32>
%c_4 = stablehlo.constant dense<3266489909> : tensor<ui32>
%17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%18 = stablehlo.multiply %16, %17 : tensor<1089xui32>
%c_5 = stablehlo.constant dense<16> : tensor<ui32>
%19 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%20 = stablehlo.shift_right_logical %18, %19 : tensor<1089xui32>
%21 = stablehlo.xor %18, %20 : tensor<1089xui32>
%c_6 = stablehlo.constant dense<1> : tensor<ui32>
%22 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%23 = stablehlo.multiply %21, %22 : tensor<1089xui32>
%c_7 = stablehlo.constant dense<8> : tensor<ui32>
%24 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<ui32>) -> tensor<1089xui32>
%25 = stablehlo.shift_right_logical %23, %24 : tensor<1089xui32>
%26 = stablehlo.convert %25 : (tensor<1089xui32>) -> tensor<1089xf64>
%cst = stablehlo.constant dense<0x4170000000000000> : tensor<f64>
%27 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<1089xf64>
%28 = stablehlo.divide %26, %27 : tensor<1089xf64>
%cst_8 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
%29 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<1089xf64>
%30 = stablehlo.subtract %28, %29 : tensor<1089xf64>
%31 = stablehlo.reshape %30 : (tensor<1089xf64>) -> tensor<33x33xf64>
return %31 : tensor<33x33xf64>
}
func.func private @eigh(%arg0: tensor<33x33xf64>) -> (tensor<33xf64>, tensor<33x33xf64>) {
%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<33x33xf64>) -> tensor<33x33xf64>
%1 = stablehlo.add %arg0, %0 : tensor<33x33xf64>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f64>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<33x33xf64>
%3 = stablehlo.divide %1, %2 : tensor<33x33xf64>
%4:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%3) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<33x33xf64>) -> (tensor<33x33xf64>, tensor<33xf64>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<33x33xf64>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<33x33xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<33x33xi1>, tensor<33x33xf64>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<33xf64>
%13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<33xi1>
%14 = stablehlo.select %13, %4#1, %12 : tensor<33xi1>, tensor<33xf64>
return %14, %10 : tensor<33xf64>, tensor<33x33xf64>
}
}
// -----
// eigh, 2x2x4x4 of complex64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<2x2x4xf32>, tensor<2x2x4xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x30515B36000070360000203600002036"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0xC14E20BF427F6EBE878C9B3E22F2963F82B874BF75D6E7BE71D2613D3DF91C3FDCB2AFBE76CF373DBF8FFC3E6029553FD1F83BBF742FE8BE57F481BD2923353F"> : tensor<2x2x4xf32>
    %3 = stablehlo.constant dense<"0xC14E20BF427F6EBE878C9B3E22F2963F82B874BF75D6E7BE71D2613D3DF91C3FDCB2AFBE76CF373DBF8FFC3E6029553FD1F83BBF742FE8BE57F481BD2923353F"> : tensor<2x2x4xf32>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<4xf32>, tensor<2x2x4xf32>, tensor<2x2x4xf32>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<2x2x4xf32>, tensor<2x2x4xf32>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<4xf32>, tensor<2x2x4xf32>, tensor<2x2x4xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<2x2x4xf32>, %arg3: tensor<2x2x4xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[[[(0.350624204,0.136961639), (0.0111364722,-0.230213344), (-0.19217062,-0.459026515), (-0.424759865,-0.483472407)], [(-0.324732721,0.313270211), (0.149415731,0.412755549), (0.00362694263,0.106635749), (0.470742822,0.229496539)], [(0.132270753,0.0436249375), (0.0599173903,0.435072422), (-0.222652972,0.315853536), (0.170876503,-0.497261524)], [(-0.105850875,0.357404232), (0.0543149114,-0.466414452), (0.264889896,0.229655445), (0.346575201,-0.324344397)]], [[(-0.410713255,0.363178909), (-0.477898061,0.0414611697), (-0.419600368,-0.200288117), (-0.0189386606,-0.0773128271)], [(-0.0967615246,-0.471680343), (-0.494647384,-0.375716746), (-0.491715729,0.170624375), (0.0256177187,0.147189498)], [(-0.242700219,0.115385056), (0.264054894,-0.116322458), (-0.0390784144,0.497209907), (0.304989159,0.480835319)], [(-0.120476663,0.185541928), (0.450100303,0.15045923), (0.340311348,0.188446701), (0.204001009,-0.11107862)]]], [[[(0.375156105,-0.36490351), (0.0789034366,0.221488297), (0.345480561,0.0253542662), (-0.124583364,-0.189758182)], [(-0.0770408511,-0.0141646862), (0.218821704,0.389487803), (-0.427053094,0.434043467), (0.0313434601,-0.142204821)], [(0.172739327,0.0715298057), (-0.245393872,-0.178130627), (0.219510436,0.094299972), (0.00441861153,-0.162088811)], [(0.260659337,-0.108381033), (-0.171824872,0.390274346), (-0.236072898,-0.272842407), (0.214172482,0.123187125)]], [[(-0.451453567,-0.41598469), (-0.122861147,0.332644105), (-0.0991526842,0.287098289), (-0.183533847,-0.260630608)], [(0.291688859,0.376484215), (-0.420700312,-4.414320e-01), (0.171263278,-0.163882971), (0.0736486911,-0.349720538)], [(0.360040903,-0.0496606827), (0.394993424,0.296324253), (0.205342591,-0.2693578), (0.267009556,-0.447978735)], [(0.0700945258,-0.0954481959), (0.496644318,-0.301486969), (0.446524739,-0.409246981), (0.123172462,0.0803323388)]]]]> : tensor<2x2x4x4xcomplex<f32>>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.convert %0 : (tensor<f32>) -> tensor<complex<f32>>
%2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%3 = stablehlo.multiply %cst, %2 : tensor<2x2x4x4xcomplex<f32>>
%4 = stablehlo.transpose %3, dims = [0, 1, 3, 2] : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%5 = stablehlo.real %4 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%6 = stablehlo.imag %4 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%7 = stablehlo.negate %6 : tensor<2x2x4x4xf32>
%8 = stablehlo.complex %5, %7 : tensor<2x2x4x4xcomplex<f32>>
%9 = stablehlo.add %3, %8 : tensor<2x2x4x4xcomplex<f32>>
%cst_0 = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f32>>
%10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%11 = stablehlo.divide %9, %10 : tensor<2x2x4x4xcomplex<f32>>
%12:2 = call @eigh(%11) : (tensor<2x2x4x4xcomplex<f32>>) -> (tensor<2x2x4xf32>, tensor<2x2x4x4xcomplex<f32>>)
%13 = call @eigvalsh(%11) : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4xf32>
%14 = stablehlo.dot_general %11, %12#1, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%15 = stablehlo.broadcast_in_dim %12#0, dims = [0, 1, 3] : (tensor<2x2x4xf32>) -> tensor<2x2x1x4xf32>
%16 = stablehlo.convert %15 : (tensor<2x2x1x4xf32>) -> tensor<2x2x1x4xcomplex<f32>>
%17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2, 3] : (tensor<2x2x1x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%18 = stablehlo.multiply %12#1, %17 : tensor<2x2x4x4xcomplex<f32>>
%19 = stablehlo.subtract %14, %18 : tensor<2x2x4x4xcomplex<f32>>
%20 = stablehlo.abs %19 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.transpose %12#1, dims = [0, 1, 3, 2] : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%23 = stablehlo.real %22 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%24 = stablehlo.imag %22 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%25 = stablehlo.negate %24 : tensor<2x2x4x4xf32>
%26 = stablehlo.complex %23, %25 : tensor<2x2x4x4xcomplex<f32>>
%27 = stablehlo.dot_general %26, %12#1, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%28 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%29 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%30 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%31 = stablehlo.add %28, %30 : tensor<4x4xi64>
%32 = stablehlo.compare EQ, %31, %29, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%33 = stablehlo.convert %32 : (tensor<4x4xi1>) -> tensor<4x4xcomplex<f32>>
%34 = stablehlo.broadcast_in_dim %33, dims = [2, 3] : (tensor<4x4xcomplex<f32>>) -> tensor<1x1x4x4xcomplex<f32>>
%35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<1x1x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%36 = stablehlo.subtract %27, %35 : tensor<2x2x4x4xcomplex<f32>>
%37 = stablehlo.abs %36 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%38 = stablehlo.reduce(%37 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<f32>
%39 = stablehlo.subtract %12#0, %arg2 : tensor<2x2x4xf32>
%40 = stablehlo.abs %39 : tensor<2x2x4xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%41 = stablehlo.reduce(%40 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x2x4xf32>, tensor<f32>) -> tensor<f32>
%42 = stablehlo.subtract %13, %arg3 : tensor<2x2x4xf32>
%43 = stablehlo.abs %42 : tensor<2x2x4xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%44 = stablehlo.reduce(%43 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x2x4xf32>, tensor<f32>) -> tensor<f32>
%45 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
%46 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<f32>) -> tensor<1xf32>
%47 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<f32>) -> tensor<1xf32>
%48 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<f32>) -> tensor<1xf32>
%49 = stablehlo.concatenate %45, %46, %47, %48, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%50 = stablehlo.divide %49, %arg1 : tensor<4xf32>
return %50 : tensor<4xf32>
}
func.func private @eigh(%arg0: tensor<2x2x4x4xcomplex<f32>>) -> (tensor<2x2x4xf32>, tensor<2x2x4x4xcomplex<f32>>) {
%0 = stablehlo.transpose %arg0, dims = [0, 1, 3, 2] : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%1 = stablehlo.real %0 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%2 = stablehlo.imag %0 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%3 = stablehlo.negate %2 : tensor<2x2x4x4xf32>
%4 = stablehlo.complex %1, %3 : tensor<2x2x4x4xcomplex<f32>>
%5 = stablehlo.add %arg0, %4 : tensor<2x2x4x4xcomplex<f32>>
%cst = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f32>>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%7 = stablehlo.divide %5, %6 : tensor<2x2x4x4xcomplex<f32>>
%8:3 = stablehlo.custom_call @lapack_cheevd_ffi(%7) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<2x2x4x4xcomplex<f32>>) -> (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4xf32>, tensor<2x2xi32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
%10 = stablehlo.compare EQ, %8#2, %9, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<2x2xi1>) -> tensor<2x2x1x1xi1>
%cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2, 3] : (tensor<2x2x1x1xi1>) -> tensor<2x2x4x4xi1>
%14 = stablehlo.select %13, %8#0, %12 : tensor<2x2x4x4xi1>, tensor<2x2x4x4xcomplex<f32>>
%15 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<2x2xi1>) -> tensor<2x2x1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x2x4xf32>
%17 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<2x2x1xi1>) -> tensor<2x2x4xi1>
%18 = stablehlo.select %17, %8#1, %16 : tensor<2x2x4xi1>, tensor<2x2x4xf32>
return %18, %14 : tensor<2x2x4xf32>, tensor<2x2x4x4xcomplex<f32>>
}
func.func private @eigvalsh(%arg0: tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4xf32> {
%0:2 = call @eigh_0(%arg0) : (tensor<2x2x4x4xcomplex<f32>>) -> (tensor<2x2x4xf32>, tensor<2x2x4x4xcomplex<f32>>)
return %0#0 : tensor<2x2x4xf32>
}
func.func private @eigh_0(%arg0: tensor<2x2x4x4xcomplex<f32>>) -> (tensor<2x2x4xf32>, tensor<2x2x4x4xcomplex<f32>>) {
%0 = stablehlo.transpose %arg0, dims = [0, 1, 3, 2] : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%1 = stablehlo.real %0 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%2 = stablehlo.imag %0 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%3 = stablehlo.negate %2 : tensor<2x2x4x4xf32>
%4 = stablehlo.complex %1, %3 : tensor<2x2x4x4xcomplex<f32>>
%5 = stablehlo.add %arg0, %4 : tensor<2x2x4x4xcomplex<f32>>
%cst = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f32>>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%7 = stablehlo.divide %5, %6 : tensor<2x2x4x4xcomplex<f32>>
%8:3 = stablehlo.custom_call @lapack_cheevd_ffi(%7) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<2x2x4x4xcomplex<f32>>) -> (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4xf32>, tensor<2x2xi32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
%10 = stablehlo.compare EQ, %8#2, %9, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<2x2xi1>) -> tensor<2x2x1x1xi1>
%cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2, 3] : (tensor<2x2x1x1xi1>) -> tensor<2x2x4x4xi1>
%14 = stablehlo.select %13, %8#0, %12 : tensor<2x2x4x4xi1>, tensor<2x2x4x4xcomplex<f32>>
%15 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<2x2xi1>) -> tensor<2x2x1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x2x4xf32>
%17 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<2x2x1xi1>) -> tensor<2x2x4xi1>
%18 = stablehlo.select %17, %8#1, %16 : tensor<2x2x4xi1>, tensor<2x2x4xf32>
return %18, %14 : tensor<2x2x4xf32>, tensor<2x2x4x4xcomplex<f32>>
}
}
// -----
// eigh, 5x5 of complex128
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<3xf64>, tensor<5xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x46D33CA0EF69EE3C000000000000093DD2F17D82555CF63C"> : tensor<3xf64>
    %2 = stablehlo.constant dense<"0x46B356C735D8EDBF238311F7BEC4E4BFB247FEE6970AD3BF14420E248A39DB3F9C1CF0DF67A3F03F"> : tensor<5xf64>
    return %0, %1, %2 : tensor<ui32>, tensor<3xf64>, tensor<5xf64>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<3xf64>, tensor<5xf64>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<3xf64>, tensor<5xf64>) -> tensor<3xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<3xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<3xf64>, tensor<3xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<3xf64>, %arg2: tensor<5xf64>) -> (tensor<3xf64>) {
%cst = stablehlo.constant dense<[[(0.3506242036819458,0.13696163892745972), (0.011136472225189209,-0.23021334409713745), (-0.19217061996459961,-0.4590265154838562), (-0.42475986480712891,-0.48347240686416626), (-0.32473272085189819,0.3132702112197876)], [(0.14941573143005371,0.41275554895401001), (0.0036269426345825195,0.10663574934005737), (0.47074282169342041,0.2294965386390686), (0.13227075338363647,0.043624937534332275), (0.0599173903465271,0.43507242202758789)], [(-0.22265297174453735,0.3158535361289978), (0.17087650299072266,-0.49726152420043945), (-0.10585087537765503,0.35740423202514648), (0.054314911365509033,-0.46641445159912109), (0.26488989591598511,0.22965544462203979)], [(0.34657520055770874,-0.32434439659118652), (-0.41071325540542603,0.36317890882492065), (-0.47789806127548218,0.041461169719696045), (-0.41960036754608154,-0.20028811693191528), (-0.018938660621643066,-0.077312827110290527)], [(-0.096761524677276611,-0.47168034315109253), (-0.49464738368988037,-0.37571674585342407), (-0.49171572923660278,0.17062437534332275), (0.025617718696594238,0.14718949794769287), (-0.24270021915435791,0.11538505554199219)]]> : tensor<5x5xcomplex<f64>>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%1 = stablehlo.convert %0 : (tensor<f64>) -> tensor<complex<f64>>
%2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<complex<f64>>) -> tensor<5x5xcomplex<f64>>
%3 = stablehlo.multiply %cst, %2 : tensor<5x5xcomplex<f64>>
%4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%5 = stablehlo.real %4 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%6 = stablehlo.imag %4 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%7 = stablehlo.negate %6 : tensor<5x5xf64>
%8 = stablehlo.complex %5, %7 : tensor<5x5xcomplex<f64>>
%9 = stablehlo.add %3, %8 : tensor<5x5xcomplex<f64>>
%cst_0 = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f64>>
%10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<5x5xcomplex<f64>>
%11 = stablehlo.divide %9, %10 : tensor<5x5xcomplex<f64>>
%12:2 = call @eigh(%11) : (tensor<5x5xcomplex<f64>>) -> (tensor<5xf64>, tensor<5x5xcomplex<f64>>)
%13 = stablehlo.dot_general %11, %12#1, contracting_dims = [1] x [0] : (tensor<5x5xcomplex<f64>>, tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%14 = stablehlo.broadcast_in_dim %12#0, dims = [1] : (tensor<5xf64>) -> tensor<1x5xf64>
%15 = stablehlo.convert %14 : (tensor<1x5xf64>) -> tensor<1x5xcomplex<f64>>
%16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%17 = stablehlo.multiply %12#1, %16 : tensor<5x5xcomplex<f64>>
%18 = stablehlo.subtract %13, %17 : tensor<5x5xcomplex<f64>>
%19 = stablehlo.abs %18 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%cst_1 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%20 = stablehlo.reduce(%19 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf64>, tensor<f64>) -> tensor<f64>
%21 = stablehlo.transpose %12#1, dims = [1, 0] : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%22 = stablehlo.real %21 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%23 = stablehlo.imag %21 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%24 = stablehlo.negate %23 : tensor<5x5xf64>
%25 = stablehlo.complex %22, %24 : tensor<5x5xcomplex<f64>>
%26 = stablehlo.dot_general %25, %12#1, contracting_dims = [1] x [0] : (tensor<5x5xcomplex<f64>>, tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%27 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%28 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%29 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%30 = stablehlo.add %27, %29 : tensor<5x5xi64>
%31 = stablehlo.compare EQ, %30, %28, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%32 = stablehlo.convert %31 : (tensor<5x5xi1>) -> tensor<5x5xcomplex<f64>>
%33 = stablehlo.subtract %26, %32 : tensor<5x5xcomplex<f64>>
%34 = stablehlo.abs %33 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%cst_2 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%35 = stablehlo.reduce(%34 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf64>, tensor<f64>) -> tensor<f64>
%36 = stablehlo.subtract %12#0, %arg2 : tensor<5xf64>
%37 = stablehlo.abs %36 : tensor<5xf64>
%cst_3 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%38 = stablehlo.reduce(%37 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
%39 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f64>) -> tensor<1xf64>
%40 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<f64>) -> tensor<1xf64>
%41 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<f64>) -> tensor<1xf64>
%42 = stablehlo.concatenate %39, %40, %41, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<3xf64>
%43 = stablehlo.divide %42, %arg1 : tensor<3xf64>
return %43 : tensor<3xf64>
}
func.func private @eigh(%arg0: tensor<5x5xcomplex<f64>>) -> (tensor<5xf64>, tensor<5x5xcomplex<f64>>) {
%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%1 = stablehlo.real %0 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%2 = stablehlo.imag %0 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%3 = stablehlo.negate %2 : tensor<5x5xf64>
%4 = stablehlo.complex %1, %3 : tensor<5x5xcomplex<f64>>
%5 = stablehlo.add %arg0, %4 : tensor<5x5xcomplex<f64>>
%cst = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f64>>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<5x5xcomplex<f64>>
%7 = stablehlo.divide %5, %6 : tensor<5x5xcomplex<f64>>
%8:3 = stablehlo.custom_call @lapack_zheevd_ffi(%7) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<5x5xcomplex<f64>>) -> (tensor<5x5xcomplex<f64>>, tensor<5xf64>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%10 = stablehlo.compare EQ, %8#2, %9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<5x5xcomplex<f64>>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%14 = stablehlo.select %13, %8#0, %12 : tensor<5x5xi1>, tensor<5x5xcomplex<f64>>
%15 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<5xf64>
%17 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<1xi1>) -> tensor<5xi1>
%18 = stablehlo.select %17, %8#1, %16 : tensor<5xi1>, tensor<5xf64>
return %18, %14 : tensor<5xf64>, tensor<5x5xcomplex<f64>>
}
}
// -----
// eigh of repeated eigenvalues, 9x9 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<3xf32>, tensor<9xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0xCEE34F360000703600007036"> : tensor<3xf32>
    %2 = stablehlo.constant dense<"0x2F9F52B44223C3B33A3BC434F8FF7F3FFDFF7F3F0200803FFEFFFF3F0000004003000040"> : tensor<9xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<3xf32>, tensor<9xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<3xf32>, tensor<9xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<3xf32>, tensor<9xf32>) -> tensor<3xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<3xf32>, %arg2: tensor<9xf32>) -> (tensor<3xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721, 0.149415731, 0.00362694263, 0.470742822, 0.132270753], [0.0599173903, -0.222652972, 0.170876503, -0.105850875, 0.0543149114, 0.264889896, 0.346575201, -0.410713255, -0.477898061], [-0.419600368, -0.0189386606, -0.0967615246, -0.494647384, -0.491715729, 0.0256177187, -0.242700219, 0.264054894, -0.0390784144], [0.304989159, -0.120476663, 0.450100303, 0.340311348, 0.204001009, 0.375156105, 0.0789034366, 0.345480561, -0.124583364], [-0.0770408511, 0.218821704, -0.427053094, 0.0313434601, 0.172739327, -0.245393872, 0.219510436, 0.00441861153, 0.260659337], [-0.171824872, -0.236072898, 0.214172482, -0.451453567, -0.122861147, -0.0991526842, -0.183533847, 0.291688859, -0.420700312], [0.171263278, 0.0736486911, 0.360040903, 0.394993424, 0.205342591, 0.267009556, 0.0700945258, 0.496644318, 0.446524739], [0.123172462, 0.398944974, 0.402074873, 0.390396714, 0.25824213, -0.45140326, 0.136512816, 0.0100634098, 0.263987422], [-0.0901753902, -0.0257888436, -0.304246783, -0.450167298, 0.445313334, -0.150389731, 0.103757083, -0.483668089, 0.334954858]]> : tensor<9x9xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<9x9xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<9x9xf32>
%3:2 = call @qr(%2) : (tensor<9x9xf32>) -> (tensor<9x9xf32>, tensor<9x9xf32>)
%4 = stablehlo.iota dim = 0 : tensor<9xi64>
%c = stablehlo.constant dense<3> : tensor<i64>
%5 = call @floor_divide(%4, %c) : (tensor<9xi64>, tensor<i64>) -> tensor<9xi64>
%6 = stablehlo.convert %5 : (tensor<9xi64>) -> tensor<9xf32>
%7 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<9xf32>) -> tensor<1x9xf32>
%8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<9x9xf32>
%9 = stablehlo.multiply %3#0, %8 : tensor<9x9xf32>
%10 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<9x9xf32>) -> tensor<9x9xf32>
%11 = stablehlo.dot_general %9, %10, contracting_dims = [1] x [0] : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>
%12 = stablehlo.transpose %11, dims = [1, 0] : (tensor<9x9xf32>) -> tensor<9x9xf32>
%13 = stablehlo.add %11, %12 : tensor<9x9xf32>
%cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%14 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<9x9xf32>
%15 = stablehlo.divide %13, %14 : tensor<9x9xf32>
%16:2 = call @eigh(%15) : (tensor<9x9xf32>) -> (tensor<9xf32>, tensor<9x9xf32>)
%17 = stablehlo.dot_general %15, %16#1, contracting_dims = [1] x [0] : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>
%18 = stablehlo.broadcast_in_dim %16#0, dims = [1] : (tensor<9xf32>) -> tensor<1x9xf32>
%19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<1x9xf32>) -> tensor<9x9xf32>
%20 = stablehlo.multiply %16#1, %19 : tensor<9x9xf32>
%21 = stablehlo.subtract %17, %20 : tensor<9x9xf32>
%22 = stablehlo.abs %21 : tensor<9x9xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<9x9xf32>, tensor<f32>) -> tensor<f32>
%24 = stablehlo.transpose %16#1, dims = [1, 0] : (tensor<9x9xf32>) -> tensor<9x9xf32>
%25 = stablehlo.dot_general %24, %16#1, contracting_dims = [1] x [0] : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>
%26 = stablehlo.iota dim = 0 : tensor<9x9xi64>
%27 = stablehlo.iota dim = 1 : tensor<9x9xi64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%28 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<9x9xi64>
%29 = stablehlo.add %26, %28 : tensor<9x9xi64>
%30 = stablehlo.compare EQ, %29, %27, SIGNED : (tensor<9x9xi64>, tensor<9x9xi64>) -> tensor<9x9xi1>
%31 = stablehlo.convert %30 : (tensor<9x9xi1>) -> tensor<9x9xf32>
%32 = stablehlo.subtract %25, %31 : tensor<9x9xf32>
%33 = stablehlo.abs %32 : tensor<9x9xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%34 = stablehlo.reduce(%33 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<9x9xf32>, tensor<f32>) -> tensor<f32>
%35 = stablehlo.subtract %16#0, %arg2 : tensor<9xf32>
%36 = stablehlo.abs %35 : tensor<9xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%37 = stablehlo.reduce(%36 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<9xf32>, tensor<f32>) -> tensor<f32>
%38 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<1xf32>
%39 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<1xf32>
%40 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<f32>) -> tensor<1xf32>
%41 = stablehlo.concatenate %38, %39, %40, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
%42 = stablehlo.divide %41, %arg1 : tensor<3xf32>
return %42 : tensor<3xf32>
}
func.func private @qr(%arg0: tensor<9x9xf32>) -> (tensor<9x9xf32>, tensor<9x9xf32>) {
%0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<9x9xf32>) -> (tensor<9x9xf32>, tensor<9xf32>)
%1 = stablehlo.custom_call @lapack_sorgqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}} : (tensor<9x9xf32>, tensor<9xf32>) -> tensor<9x9xf32>
%2 = stablehlo.iota dim = 0 : tensor<9x9xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<9x9xi64>
%4 = stablehlo.add %2, %3 : tensor<9x9xi64>
%5 = stablehlo.iota dim = 1 : tensor<9x9xi64>
%6 = stablehlo.compare GE, %4, %5, SIGNED : (tensor<9x9xi64>, tensor<9x9xi64>) -> tensor<9x9xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<9x9xf32>
%8 = stablehlo.select %6, %7, %0#0 : tensor<9x9xi1>, tensor<9x9xf32>
return %1, %8 : tensor<9x9xf32>, tensor<9x9xf32>
}
func.func private @floor_divide(%arg0: tensor<9xi64>, %arg1: tensor<i64>) -> tensor<9xi64> {
%0 = stablehlo.convert %arg1 : tensor<i64>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i64>) -> tensor<9xi64>
%2 = stablehlo.divide %arg0, %1 : tensor<9xi64>
%3 = stablehlo.sign %arg0 : tensor<9xi64>
%4 = stablehlo.sign %0 : tensor<i64>
%5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i64>) -> tensor<9xi64>
%6 = stablehlo.compare NE, %3, %5, SIGNED : (tensor<9xi64>, tensor<9xi64>) -> tensor<9xi1>
%7 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i64>) -> tensor<9xi64>
%8 = stablehlo.remainder %arg0, %7 : tensor<9xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<9xi64>
%10 = stablehlo.compare NE, %8, %9, SIGNED : (tensor<9xi64>, tensor<9xi64>) -> tensor<9xi1>
%11 = stablehlo.and %6, %10 : tensor<9xi1>
%c_0 = stablehlo.constant dense<1> : tensor<i64>
%12 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<9xi64>
%13 = stablehlo.subtract %2, %12 : tensor<9xi64>
%14 = call @_where(%11, %13, %2) : (tensor<9xi1>, tensor<9xi64>, tensor<9xi64>) -> tensor<9xi64>
return %14 : tensor<9xi64>
}
func.func private @_where(%arg0: tensor<9xi1>, %arg1: tensor<9xi64>, %arg2: tensor<9xi64>) -> tensor<9xi64> {
%0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<9xi1>, tensor<9xi64>
return %0 : tensor<9xi64>
}
func.func private @eigh(%arg0: tensor<9x9xf32>) -> (tensor<9xf32>, tensor<9x9xf32>) {
%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<9x9xf32>) -> tensor<9x9xf32>
%1 = stablehlo.add %arg0, %0 : tensor<9x9xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<9x9xf32>
%3 = stablehlo.divide %1, %2 : tensor<9x9xf32>
%4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<9x9xf32>) -> (tensor<9x9xf32>, tensor<9xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<9x9xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<9x9xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<9x9xi1>, tensor<9x9xf32>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<9xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<9xi1>
%14 = stablehlo.select %13, %4#1, %12 : tensor<9xi1>, tensor<9xf32>
return %14, %10 : tensor<9xf32>, tensor<9x9xf32>
}
}
// -----
// eigh of zeros, 5x5 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<3xf32>, tensor<5xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x00000035BD1B8F35ACE23236"> : tensor<3xf32>
    %2 = stablehlo.constant dense<"0x0000000000000000000000800000008000000080"> : tensor<5xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<3xf32>, tensor<5xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<3xf32>, tensor<5xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<3xf32>, tensor<5xf32>) -> tensor<3xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<3xf32>, %arg2: tensor<5xf32>) -> (tensor<3xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721], [0.149415731, 0.00362694263, 0.470742822, 0.132270753, 0.0599173903], [-0.222652972, 0.170876503, -0.105850875, 0.0543149114, 0.264889896], [0.346575201, -0.410713255, -0.477898061, -0.419600368, -0.0189386606], [-0.0967615246, -0.494647384, -0.491715729, 0.0256177187, -0.242700219]]> : tensor<5x5xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<5x5xf32>
%cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%4 = stablehlo.multiply %3, %2 : tensor<5x5xf32>
%5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%6 = stablehlo.add %4, %5 : tensor<5x5xf32>
%cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%8 = stablehlo.divide %6, %7 : tensor<5x5xf32>
%9:2 = call @eigh(%8) : (tensor<5x5xf32>) -> (tensor<5xf32>, tensor<5x5xf32>)
%10 = stablehlo.dot_general %8, %9#1, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%11 = stablehlo.broadcast_in_dim %9#0, dims = [1] : (tensor<5xf32>) -> tensor<1x5xf32>
%12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<5x5xf32>
%13 = stablehlo.multiply %9#1, %12 : tensor<5x5xf32>
%14 = stablehlo.subtract %10, %13 : tensor<5x5xf32>
%15 = stablehlo.abs %14 : tensor<5x5xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%16 = stablehlo.reduce(%15 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%17 = stablehlo.transpose %9#1, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%18 = stablehlo.dot_general %17, %9#1, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%19 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%20 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%21 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%22 = stablehlo.add %19, %21 : tensor<5x5xi64>
%23 = stablehlo.compare EQ, %22, %20, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%24 = stablehlo.convert %23 : (tensor<5x5xi1>) -> tensor<5x5xf32>
%25 = stablehlo.subtract %18, %24 : tensor<5x5xf32>
%26 = stablehlo.abs %25 : tensor<5x5xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%27 = stablehlo.reduce(%26 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%28 = stablehlo.subtract %9#0, %arg2 : tensor<5xf32>
%29 = stablehlo.abs %28 : tensor<5xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%30 = stablehlo.reduce(%29 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%31 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<1xf32>
%32 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f32>) -> tensor<1xf32>
%33 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<f32>) -> tensor<1xf32>
%34 = stablehlo.concatenate %31, %32, %33, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
%35 = stablehlo.divide %34, %arg1 : tensor<3xf32>
return %35 : tensor<3xf32>
}
func.func private @eigh(%arg0: tensor<5x5xf32>) -> (tensor<5xf32>, tensor<5x5xf32>) {
%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%1 = stablehlo.add %arg0, %0 : tensor<5x5xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%3 = stablehlo.divide %1, %2 : tensor<5x5xf32>
%4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<5x5xi1>, tensor<5x5xf32>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<5xi1>
%14 = stablehlo.select %13, %4#1, %12 : tensor<5xi1>, tensor<5xf32>
return %14, %10 : tensor<5xf32>, tensor<5x5xf32>
}
}
// -----
// eigh of a singular matrix, 5x5 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<3xf32>, tensor<5xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0xC49FA53500002036ACE23236"> : tensor<3xf32>
    %2 = stablehlo.constant dense<"0xC2BD27BFDE39B6BE97C414BD7A4D9C3E6D6CDC3E"> : tensor<5xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<3xf32>, tensor<5xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<3xf32>, tensor<5xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<3xf32>, tensor<5xf32>) -> tensor<3xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<3xf32>, %arg2: tensor<5xf32>) -> (tensor<3xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721], [0.149415731, 0.00362694263, 0.470742822, 0.132270753, 0.0599173903], [-0.222652972, 0.170876503, -0.105850875, 0.0543149114, 0.264889896], [0.346575201, -0.410713255, -0.477898061, -0.419600368, -0.0189386606], [-0.0967615246, -0.494647384, -0.491715729, 0.0256177187, -0.242700219]]> : tensor<5x5xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<5x5xf32>
%c = stablehlo.constant dense<1> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
%cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5xf32>
%5 = "stablehlo.scatter"(%2, %3, %4) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
stablehlo.return %arg4 : tensor<f32>
}) : (tensor<5x5xf32>, tensor<1xi32>, tensor<5xf32>) -> tensor<5x5xf32>
%c_1 = stablehlo.constant dense<2> : tensor<i32>
%6 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<1xi32>
%cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<5xf32>
%8 = "stablehlo.scatter"(%5, %6, %7) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
stablehlo.return %arg4 : tensor<f32>
}) : (tensor<5x5xf32>, tensor<1xi32>, tensor<5xf32>) -> tensor<5x5xf32>
%9 = stablehlo.transpose %8, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%10 = stablehlo.add %8, %9 : tensor<5x5xf32>
%cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%12 = stablehlo.divide %10, %11 : tensor<5x5xf32>
%13:2 = call @eigh(%12) : (tensor<5x5xf32>) -> (tensor<5xf32>, tensor<5x5xf32>)
%14 = stablehlo.dot_general %12, %13#1, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%15 = stablehlo.broadcast_in_dim %13#0, dims = [1] : (tensor<5xf32>) -> tensor<1x5xf32>
%16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<5x5xf32>
%17 = stablehlo.multiply %13#1, %16 : tensor<5x5xf32>
%18 = stablehlo.subtract %14, %17 : tensor<5x5xf32>
%19 = stablehlo.abs %18 : tensor<5x5xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%20 = stablehlo.reduce(%19 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%21 = stablehlo.transpose %13#1, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%22 = stablehlo.dot_general %21, %13#1, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%23 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%24 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%25 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%26 = stablehlo.add %23, %25 : tensor<5x5xi64>
%27 = stablehlo.compare EQ, %26, %24, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%28 = stablehlo.convert %27 : (tensor<5x5xi1>) -> tensor<5x5xf32>
%29 = stablehlo.subtract %22, %28 : tensor<5x5xf32>
%30 = stablehlo.abs %29 : tensor<5x5xf32>
%cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%31 = stablehlo.reduce(%30 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%32 = stablehlo.subtract %13#0, %arg2 : tensor<5xf32>
%33 = stablehlo.abs %32 : tensor<5xf32>
%cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%34 = stablehlo.reduce(%33 init: %cst_7) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%35 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<1xf32>
%36 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<1xf32>
%37 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<1xf32>
%38 = stablehlo.concatenate %35, %36, %37, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
%39 = stablehlo.divide %38, %arg1 : tensor<3xf32>
return %39 : tensor<3xf32>
}
func.func private @eigh(%arg0: tensor<5x5xf32>) -> (tensor<5xf32>, tensor<5x5xf32>) {
%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%1 = stablehlo.add %arg0, %0 : tensor<5x5xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%3 = stablehlo.divide %1, %2 : tensor<5x5xf32>
%4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<5x5xi1>, tensor<5x5xf32>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<5xi1>
%14 = stablehlo.select %13, %4#1, %12 : tensor<5xi1>, tensor<5xf32>
return %14, %10 : tensor<5xf32>, tensor<5x5xf32>
}
}
// -----
// eigh of tiny numbers, 6x6 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<3xf32>, tensor<6xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000000350000DC368DF54336"> : tensor<3xf32>
    %2 = stablehlo.constant dense<"0x583F8E8D69FF128D11855007221C0F0DD170350D4D5A5B0D"> : tensor<6xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<3xf32>, tensor<6xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<3xf32>, tensor<6xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<3xf32>, tensor<6xf32>) -> tensor<3xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<3xf32>, %arg2: tensor<6xf32>) -> (tensor<3xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721, 0.149415731], [0.00362694263, 0.470742822, 0.132270753, 0.0599173903, -0.222652972, 0.170876503], [-0.105850875, 0.0543149114, 0.264889896, 0.346575201, -0.410713255, -0.477898061], [-0.419600368, -0.0189386606, -0.0967615246, -0.494647384, -0.491715729, 0.0256177187], [-0.242700219, 0.264054894, -0.0390784144, 0.304989159, -0.120476663, 0.450100303], [0.340311348, 0.204001009, 0.375156105, 0.0789034366, 0.345480561, -0.124583364]]> : tensor<6x6xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x6xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<6x6xf32>
%cst_0 = stablehlo.constant dense<1.000000e-30> : tensor<f32>
%3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x6xf32>
%4 = stablehlo.multiply %2, %3 : tensor<6x6xf32>
%5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<6x6xf32>) -> tensor<6x6xf32>
%6 = stablehlo.add %4, %5 : tensor<6x6xf32>
%cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6x6xf32>
%8 = stablehlo.divide %6, %7 : tensor<6x6xf32>
%9:2 = call @eigh(%8) : (tensor<6x6xf32>) -> (tensor<6xf32>, tensor<6x6xf32>)
%10 = stablehlo.dot_general %8, %9#1, contracting_dims = [1] x [0] : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
%11 = stablehlo.broadcast_in_dim %9#0, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
%12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<6x6xf32>
%13 = stablehlo.multiply %9#1, %12 : tensor<6x6xf32>
%14 = stablehlo.subtract %10, %13 : tensor<6x6xf32>
%15 = stablehlo.abs %14 : tensor<6x6xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%16 = stablehlo.reduce(%15 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<6x6xf32>, tensor<f32>) -> tensor<f32>
%17 = stablehlo.transpose %9#1, dims = [1, 0] : (tensor<6x6xf32>) -> tensor<6x6xf32>
%18 = stablehlo.dot_general %17, %9#1, contracting_dims = [1] x [0] : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
%19 = stablehlo.iota dim = 0 : tensor<6x6xi64>
%20 = stablehlo.iota dim = 1 : tensor<6x6xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%21 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<6x6xi64>
%22 = stablehlo.add %19, %21 : tensor<6x6xi64>
%23 = stablehlo.compare EQ, %22, %20, SIGNED : (tensor<6x6xi64>, tensor<6x6xi64>) -> tensor<6x6xi1>
%24 = stablehlo.convert %23 : (tensor<6x6xi1>) -> tensor<6x6xf32>
%25 = stablehlo.subtract %18, %24 : tensor<6x6xf32>
%26 = stablehlo.abs %25 : tensor<6x6xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%27 = stablehlo.reduce(%26 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<6x6xf32>, tensor<f32>) -> tensor<f32>
%28 = stablehlo.subtract %9#0, %arg2 : tensor<6xf32>
%29 = stablehlo.abs %28 : tensor<6xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%30 = stablehlo.reduce(%29 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
%31 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<1xf32>
%32 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f32>) -> tensor<1xf32>
%33 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<f32>) -> tensor<1xf32>
%34 = stablehlo.concatenate %31, %32, %33, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
%35 = stablehlo.divide %34, %arg1 : tensor<3xf32>
return %35 : tensor<3xf32>
}
func.func private @eigh(%arg0: tensor<6x6xf32>) -> (tensor<6xf32>, tensor<6x6xf32>) {
%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<6x6xf32>) -> tensor<6x6xf32>
%1 = stablehlo.add %arg0, %0 : tensor<6x6xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x6xf32>
%3 = stablehlo.divide %1, %2 : tensor<6x6xf32>
%4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<6x6xf32>) -> (tensor<6x6xf32>, tensor<6xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x6xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<6x6xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<6x6xi1>, tensor<6x6xf32>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<6xi1>
%14 = stablehlo.select %13, %4#1, %12 : tensor<6xi1>, tensor<6xf32>
return %14, %10 : tensor<6xf32>, tensor<6x6xf32>
}
}
// -----
// eigh of NaN, 4x4 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf32>, tensor<4xf32>, tensor<4x4xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0xCDCC4C32CDCC4C32"> : tensor<2xf32>
    %2 = stablehlo.constant dense<"0x0000803F0000803F0000803F0000803F"> : tensor<4xf32>
    %3 = stablehlo.constant dense<"0x0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F"> : tensor<4x4xf32>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<2xf32>, tensor<4xf32>, tensor<4x4xf32>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<2xf32>, tensor<4xf32>, tensor<4x4xf32>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<2xf32>, tensor<4xf32>, tensor<4x4xf32>) -> tensor<2xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<2xf32>, %arg2: tensor<4xf32>, %arg3: tensor<4x4xf32>) -> (tensor<2xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865], [-0.324732721, 0.149415731, 0.00362694263, 0.470742822], [0.132270753, 0.0599173903, -0.222652972, 0.170876503], [-0.105850875, 0.0543149114, 0.264889896, 0.346575201]]> : tensor<4x4xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<4x4xf32>
%c = stablehlo.constant dense<1> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
%c_0 = stablehlo.constant dense<2> : tensor<i32>
%4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<1xi32>
%5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%6 = "stablehlo.scatter"(%2, %5, %cst_1) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>, unique_indices = true}> ({
^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
stablehlo.return %arg5 : tensor<f32>
}) : (tensor<4x4xf32>, tensor<2xi32>, tensor<f32>) -> tensor<4x4xf32>
%7:2 = call @eigh(%6) : (tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4x4xf32>)
%8 = stablehlo.compare NE, %7#0, %7#0, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
%9 = stablehlo.convert %8 : (tensor<4xi1>) -> tensor<4xf32>
%10 = stablehlo.compare NE, %7#1, %7#1, FLOAT : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
%11 = stablehlo.convert %10 : (tensor<4x4xi1>) -> tensor<4x4xf32>
%12 = stablehlo.subtract %9, %arg2 : tensor<4xf32>
%13 = stablehlo.abs %12 : tensor<4xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%14 = stablehlo.reduce(%13 init: %cst_2) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%15 = stablehlo.subtract %11, %arg3 : tensor<4x4xf32>
%16 = stablehlo.abs %15 : tensor<4x4xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%17 = stablehlo.reduce(%16 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
%18 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<1xf32>
%19 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<1xf32>
%20 = stablehlo.concatenate %18, %19, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
%21 = stablehlo.divide %20, %arg1 : tensor<2xf32>
return %21 : tensor<2xf32>
}
func.func private @eigh(%arg0: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4x4xf32>) {
%0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
%1 = stablehlo.add %arg0, %0 : tensor<4x4xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%3 = stablehlo.divide %1, %2 : tensor<4x4xf32>
%4:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%3) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %4#2, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<4x4xi1>, tensor<4x4xf32>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<4xi1>
%14 = stablehlo.select %13, %4#1, %12 : tensor<4xi1>, tensor<4xf32>
return %14, %10 : tensor<4xf32>, tensor<4x4xf32>
}
}
// -----
// eigh, 2x6x6 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<2x6xf32>, tensor<2x6xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0xC49204360000DC368DF543368DF54336"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x4C6D60BFDCEBE7BE40972439A8C9E13EA5210F3FEF092D3F513256BF2043E2BDE541D7BB2DBB9E3EF8402F3F7365583F"> : tensor<2x6xf32>
    %3 = stablehlo.constant dense<"0x4C6D60BFDCEBE7BE40972439A8C9E13EA5210F3FEF092D3F513256BF2043E2BDE541D7BB2DBB9E3EF8402F3F7365583F"> : tensor<2x6xf32>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<4xf32>, tensor<2x6xf32>, tensor<2x6xf32>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<2x6xf32>, tensor<2x6xf32>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<4xf32>, tensor<2x6xf32>, tensor<2x6xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<2x6xf32>, %arg3: tensor<2x6xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721, 0.149415731], [0.00362694263, 0.470742822, 0.132270753, 0.0599173903, -0.222652972, 0.170876503], [-0.105850875, 0.0543149114, 0.264889896, 0.346575201, -0.410713255, -0.477898061], [-0.419600368, -0.0189386606, -0.0967615246, -0.494647384, -0.491715729, 0.0256177187], [-0.242700219, 0.264054894, -0.0390784144, 0.304989159, -0.120476663, 0.450100303], [0.340311348, 0.204001009, 0.375156105, 0.0789034366, 0.345480561, -0.124583364]], [[-0.0770408511, 0.218821704, -0.427053094, 0.0313434601, 0.172739327, -0.245393872], [0.219510436, 0.00441861153, 0.260659337, -0.171824872, -0.236072898, 0.214172482], [-0.451453567, -0.122861147, -0.0991526842, -0.183533847, 0.291688859, -0.420700312], [0.171263278, 0.0736486911, 0.360040903, 0.394993424, 0.205342591, 0.267009556], [0.0700945258, 0.496644318, 0.446524739, 0.123172462, 0.398944974, 0.402074873], [0.390396714, 0.25824213, -0.45140326, 0.136512816, 0.0100634098, 0.263987422]]]> : tensor<2x6x6xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x6x6xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<2x6x6xf32>
%3 = stablehlo.transpose %2, dims = [0, 2, 1] : (tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
%4 = stablehlo.add %2, %3 : tensor<2x6x6xf32>
%cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x6x6xf32>
%6 = stablehlo.divide %4, %5 : tensor<2x6x6xf32>
%7:2 = call @eigh(%6) : (tensor<2x6x6xf32>) -> (tensor<2x6xf32>, tensor<2x6x6xf32>)
%8 = call @eigvalsh(%6) : (tensor<2x6x6xf32>) -> tensor<2x6xf32>
%9 = stablehlo.dot_general %6, %7#1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x6x6xf32>, tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
%10 = stablehlo.broadcast_in_dim %7#0, dims = [0, 2] : (tensor<2x6xf32>) -> tensor<2x1x6xf32>
%11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<2x1x6xf32>) -> tensor<2x6x6xf32>
%12 = stablehlo.multiply %7#1, %11 : tensor<2x6x6xf32>
%13 = stablehlo.subtract %9, %12 : tensor<2x6x6xf32>
%14 = stablehlo.abs %13 : tensor<2x6x6xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%15 = stablehlo.reduce(%14 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x6x6xf32>, tensor<f32>) -> tensor<f32>
%16 = stablehlo.transpose %7#1, dims = [0, 2, 1] : (tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
%17 = stablehlo.dot_general %16, %7#1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x6x6xf32>, tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
%18 = stablehlo.iota dim = 0 : tensor<6x6xi64>
%19 = stablehlo.iota dim = 1 : tensor<6x6xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%20 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<6x6xi64>
%21 = stablehlo.add %18, %20 : tensor<6x6xi64>
%22 = stablehlo.compare EQ, %21, %19, SIGNED : (tensor<6x6xi64>, tensor<6x6xi64>) -> tensor<6x6xi1>
%23 = stablehlo.convert %22 : (tensor<6x6xi1>) -> tensor<6x6xf32>
%24 = stablehlo.broadcast_in_dim %23, dims = [1, 2] : (tensor<6x6xf32>) -> tensor<1x6x6xf32>
%25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<1x6x6xf32>) -> tensor<2x6x6xf32>
%26 = stablehlo.subtract %17, %25 : tensor<2x6x6xf32>
%27 = stablehlo.abs %26 : tensor<2x6x6xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%28 = stablehlo.reduce(%27 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x6x6xf32>, tensor<f32>) -> tensor<f32>
%29 = stablehlo.subtract %7#0, %arg2 : tensor<2x6xf32>
%30 = stablehlo.abs %29 : tensor<2x6xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%31 = stablehlo.reduce(%30 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x6xf32>, tensor<f32>) -> tensor<f32>
%32 = stablehlo.subtract %8, %arg3 : tensor<2x6xf32>
%33 = stablehlo.abs %32 : tensor<2x6xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%34 = stablehlo.reduce(%33 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x6xf32>, tensor<f32>) -> tensor<f32>
%35 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<f32>) -> tensor<1xf32>
%36 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f32>) -> tensor<1xf32>
%37 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<1xf32>
%38 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<1xf32>
%39 = stablehlo.concatenate %35, %36, %37, %38, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%40 = stablehlo.divide %39, %arg1 : tensor<4xf32>
return %40 : tensor<4xf32>
}
func.func private @eigh(%arg0: tensor<2x6x6xf32>) -> (tensor<2x6xf32>, tensor<2x6x6xf32>) {
%0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
%1 = stablehlo.add %arg0, %0 : tensor<2x6x6xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x6x6xf32>
%3 = stablehlo.divide %1, %2 : tensor<2x6x6xf32>
%4:2 = stablehlo.custom_call @Eigh(%3) {backend_config = "1,1,100,1e-6"} : (tensor<2x6x6xf32>) -> (tensor<2x6x6xf32>, tensor<2x6xf32>)
return %4#1, %4#0 : tensor<2x6xf32>, tensor<2x6x6xf32>
}
func.func private @eigvalsh(%arg0: tensor<2x6x6xf32>) -> tensor<2x6xf32> {
%0:2 = call @eigh_0(%arg0) : (tensor<2x6x6xf32>) -> (tensor<2x6xf32>, tensor<2x6x6xf32>)
return %0#0 : tensor<2x6xf32>
}
func.func private @eigh_0(%arg0: tensor<2x6x6xf32>) -> (tensor<2x6xf32>, tensor<2x6x6xf32>) {
%0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
%1 = stablehlo.add %arg0, %0 : tensor<2x6x6xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x6x6xf32>
%3 = stablehlo.divide %1, %2 : tensor<2x6x6xf32>
%4:2 = stablehlo.custom_call @Eigh(%3) {backend_config = "1,1,100,1e-6"} : (tensor<2x6x6xf32>) -> (tensor<2x6x6xf32>, tensor<2x6xf32>)
return %4#1, %4#0 : tensor<2x6xf32>, tensor<2x6x6xf32>
}
}
