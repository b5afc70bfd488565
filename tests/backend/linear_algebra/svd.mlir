// Linear algebra as JAX lowers it, made by tests/backend/vectors/make_linear_algebra.py
// svd, 1x1 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<1xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000003500000035000000350000A035"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x0485B33E"> : tensor<1xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<1xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<1xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<1xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<0.350624204> : tensor<1x1xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<1x1xf32>
%3:3 = call @svd(%2) : (tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1xf32>, tensor<1x1xf32>)
%4 = stablehlo.broadcast_in_dim %3#1, dims = [1] : (tensor<1xf32>) -> tensor<1x1xf32>
%5 = stablehlo.multiply %3#0, %4 : tensor<1x1xf32>
%6 = stablehlo.dot_general %5, %3#2, contracting_dims = [1] x [0] : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
%7 = stablehlo.subtract %6, %2 : tensor<1x1xf32>
%8 = stablehlo.abs %7 : tensor<1x1xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%9 = stablehlo.reduce(%8 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<f32>
%10 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<1x1xf32>) -> tensor<1x1xf32>
%11 = stablehlo.dot_general %10, %3#0, contracting_dims = [1] x [0] : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
%12 = stablehlo.iota dim = 0 : tensor<1x1xi64>
%13 = stablehlo.iota dim = 1 : tensor<1x1xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%14 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<1x1xi64>
%15 = stablehlo.add %12, %14 : tensor<1x1xi64>
%16 = stablehlo.compare EQ, %15, %13, SIGNED : (tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x1xi1>
%17 = stablehlo.convert %16 : (tensor<1x1xi1>) -> tensor<1x1xf32>
%18 = stablehlo.subtract %11, %17 : tensor<1x1xf32>
%19 = stablehlo.abs %18 : tensor<1x1xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%20 = stablehlo.reduce(%19 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<f32>
%21 = stablehlo.transpose %3#2, dims = [1, 0] : (tensor<1x1xf32>) -> tensor<1x1xf32>
%22 = stablehlo.transpose %21, dims = [1, 0] : (tensor<1x1xf32>) -> tensor<1x1xf32>
%23 = stablehlo.dot_general %22, %21, contracting_dims = [1] x [0] : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
%24 = stablehlo.iota dim = 0 : tensor<1x1xi64>
%25 = stablehlo.iota dim = 1 : tensor<1x1xi64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%26 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<1x1xi64>
%27 = stablehlo.add %24, %26 : tensor<1x1xi64>
%28 = stablehlo.compare EQ, %27, %25, SIGNED : (tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x1xi1>
%29 = stablehlo.convert %28 : (tensor<1x1xi1>) -> tensor<1x1xf32>
%30 = stablehlo.subtract %23, %29 : tensor<1x1xf32>
%31 = stablehlo.abs %30 : tensor<1x1xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%32 = stablehlo.reduce(%31 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<f32>
%33 = stablehlo.subtract %3#1, %arg2 : tensor<1xf32>
%34 = stablehlo.abs %33 : tensor<1xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%35 = stablehlo.reduce(%34 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
%36 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<f32>) -> tensor<1xf32>
%37 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<1xf32>
%38 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<f32>) -> tensor<1xf32>
%39 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<f32>) -> tensor<1xf32>
%40 = stablehlo.concatenate %36, %37, %38, %39, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%41 = stablehlo.divide %40, %arg1 : tensor<4xf32>
return %41 : tensor<4xf32>
}
func.func private @svd(%arg0: tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1xf32>, tensor<1x1xf32>) {
%0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 83 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1xf32>
%5 = stablehlo.select %3, %0#1, %4 : tensor<1xi1>, tensor<1xf32>
%6 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
%8 = stablehlo.select %6, %0#2, %7 : tensor<1x1xi1>, tensor<1x1xf32>
%9 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
%11 = stablehlo.select %9, %0#3, %10 : tensor<1x1xi1>, tensor<1x1xf32>
return %8, %5, %11 : tensor<1x1xf32>, tensor<1xf32>, tensor<1x1xf32>
}
}
// -----
// svd, 2x2 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<2xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x00805E3500004836F30435353046E235"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x2B9E013F1570943E"> : tensor<2xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<2xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<2xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<2xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<2xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722], [-0.19217062, -0.424759865]]> : tensor<2x2xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<2x2xf32>
%3:3 = call @svd(%2) : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2x2xf32>)
%4 = stablehlo.broadcast_in_dim %3#1, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
%5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<2x2xf32>
%6 = stablehlo.multiply %3#0, %5 : tensor<2x2xf32>
%7 = stablehlo.dot_general %6, %3#2, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%8 = stablehlo.subtract %7, %2 : tensor<2x2xf32>
%9 = stablehlo.abs %8 : tensor<2x2xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%10 = stablehlo.reduce(%9 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
%11 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
%12 = stablehlo.dot_general %11, %3#0, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%13 = stablehlo.iota dim = 0 : tensor<2x2xi64>
%14 = stablehlo.iota dim = 1 : tensor<2x2xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%15 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
%16 = stablehlo.add %13, %15 : tensor<2x2xi64>
%17 = stablehlo.compare EQ, %16, %14, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
%18 = stablehlo.convert %17 : (tensor<2x2xi1>) -> tensor<2x2xf32>
%19 = stablehlo.subtract %12, %18 : tensor<2x2xf32>
%20 = stablehlo.abs %19 : tensor<2x2xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.transpose %3#2, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
%23 = stablehlo.transpose %22, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
%24 = stablehlo.dot_general %23, %22, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%25 = stablehlo.iota dim = 0 : tensor<2x2xi64>
%26 = stablehlo.iota dim = 1 : tensor<2x2xi64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%27 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
%28 = stablehlo.add %25, %27 : tensor<2x2xi64>
%29 = stablehlo.compare EQ, %28, %26, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
%30 = stablehlo.convert %29 : (tensor<2x2xi1>) -> tensor<2x2xf32>
%31 = stablehlo.subtract %24, %30 : tensor<2x2xf32>
%32 = stablehlo.abs %31 : tensor<2x2xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%33 = stablehlo.reduce(%32 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
%34 = stablehlo.subtract %3#1, %arg2 : tensor<2xf32>
%35 = stablehlo.abs %34 : tensor<2xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%36 = stablehlo.reduce(%35 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
%37 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<1xf32>
%38 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
%39 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<1xf32>
%40 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<1xf32>
%41 = stablehlo.concatenate %37, %38, %39, %40, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%42 = stablehlo.divide %41, %arg1 : tensor<4xf32>
return %42 : tensor<4xf32>
}
func.func private @svd(%arg0: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2x2xf32>) {
%0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<2xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<2xi1>, tensor<2xf32>
%7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<2x2xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<2x2xi1>, tensor<2x2xf32>
%11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<2x2xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<2x2xi1>, tensor<2x2xf32>
return %10, %6, %14 : tensor<2x2xf32>, tensor<2xf32>, tensor<2x2xf32>
}
}
// -----
// svd, 3x3 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<5xf32>, tensor<3xf32>, tensor<3xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x00000C360000B4360000A03567900A3667900A36"> : tensor<5xf32>
    %2 = stablehlo.constant dense<"0xA9C2303F8FD5F53E8B3A303B"> : tensor<3xf32>
    %3 = stablehlo.constant dense<"0xA8C2303F90D5F53E8A3A303B"> : tensor<3xf32>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<5xf32>, tensor<3xf32>, tensor<3xf32>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<5xf32>, tensor<3xf32>, tensor<3xf32>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<5xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<5xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<5xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<5xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3xf32>) -> (tensor<5xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062], [-0.424759865, -0.324732721, 0.149415731], [0.00362694263, 0.470742822, 0.132270753]]> : tensor<3x3xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<3x3xf32>
%3:3 = call @svd(%2) : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>)
%4 = stablehlo.broadcast_in_dim %3#1, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
%5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<3x3xf32>
%6 = stablehlo.multiply %3#0, %5 : tensor<3x3xf32>
%7 = stablehlo.dot_general %6, %3#2, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
%8 = stablehlo.subtract %7, %2 : tensor<3x3xf32>
%9 = stablehlo.abs %8 : tensor<3x3xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%10 = stablehlo.reduce(%9 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
%11 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
%12 = stablehlo.dot_general %11, %3#0, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
%13 = stablehlo.iota dim = 0 : tensor<3x3xi64>
%14 = stablehlo.iota dim = 1 : tensor<3x3xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%15 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
%16 = stablehlo.add %13, %15 : tensor<3x3xi64>
%17 = stablehlo.compare EQ, %16, %14, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
%18 = stablehlo.convert %17 : (tensor<3x3xi1>) -> tensor<3x3xf32>
%19 = stablehlo.subtract %12, %18 : tensor<3x3xf32>
%20 = stablehlo.abs %19 : tensor<3x3xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.transpose %3#2, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
%23 = stablehlo.transpose %22, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
%24 = stablehlo.dot_general %23, %22, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
%25 = stablehlo.iota dim = 0 : tensor<3x3xi64>
%26 = stablehlo.iota dim = 1 : tensor<3x3xi64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%27 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
%28 = stablehlo.add %25, %27 : tensor<3x3xi64>
%29 = stablehlo.compare EQ, %28, %26, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
%30 = stablehlo.convert %29 : (tensor<3x3xi1>) -> tensor<3x3xf32>
%31 = stablehlo.subtract %24, %30 : tensor<3x3xf32>
%32 = stablehlo.abs %31 : tensor<3x3xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%33 = stablehlo.reduce(%32 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
%34 = call @svd_0(%2) : (tensor<3x3xf32>) -> tensor<3xf32>
%35 = stablehlo.subtract %3#1, %arg2 : tensor<3xf32>
%36 = stablehlo.abs %35 : tensor<3xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%37 = stablehlo.reduce(%36 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
%38 = stablehlo.subtract %34, %arg3 : tensor<3xf32>
%39 = stablehlo.abs %38 : tensor<3xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%40 = stablehlo.reduce(%39 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
%41 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<1xf32>
%42 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
%43 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<1xf32>
%44 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<f32>) -> tensor<1xf32>
%45 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<f32>) -> tensor<1xf32>
%46 = stablehlo.concatenate %41, %42, %43, %44, %45, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<5xf32>
%47 = stablehlo.divide %46, %arg1 : tensor<5xf32>
return %47 : tensor<5xf32>
}
func.func private @svd(%arg0: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>) {
%0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<3xi1>, tensor<3xf32>
%7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<3x3xi1>, tensor<3x3xf32>
%11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<3x3xi1>, tensor<3x3xf32>
return %10, %6, %14 : tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>
}
func.func private @svd_0(%arg0: tensor<3x3xf32>) -> tensor<3xf32> {
%0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 78 : ui8}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<3xi1>, tensor<3xf32>
return %6 : tensor<3xf32>
}
}
// -----
// svd, 5x5 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<5xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x00005C360000F0360000C836ACE23236"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0xDE7B953F2D412B3F3C89E33E55F3AC3EE58DE03A"> : tensor<5xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<5xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<5xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<5xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721], [0.149415731, 0.00362694263, 0.470742822, 0.132270753, 0.0599173903], [-0.222652972, 0.170876503, -0.105850875, 0.0543149114, 0.264889896], [0.346575201, -0.410713255, -0.477898061, -0.419600368, -0.0189386606], [-0.0967615246, -0.494647384, -0.491715729, 0.0256177187, -0.242700219]]> : tensor<5x5xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<5x5xf32>
%3:3 = call @svd(%2) : (tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5xf32>, tensor<5x5xf32>)
%4 = stablehlo.broadcast_in_dim %3#1, dims = [1] : (tensor<5xf32>) -> tensor<1x5xf32>
%5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<5x5xf32>
%6 = stablehlo.multiply %3#0, %5 : tensor<5x5xf32>
%7 = stablehlo.dot_general %6, %3#2, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%8 = stablehlo.subtract %7, %2 : tensor<5x5xf32>
%9 = stablehlo.abs %8 : tensor<5x5xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%10 = stablehlo.reduce(%9 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%11 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%12 = stablehlo.dot_general %11, %3#0, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%13 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%14 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%15 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%16 = stablehlo.add %13, %15 : tensor<5x5xi64>
%17 = stablehlo.compare EQ, %16, %14, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%18 = stablehlo.convert %17 : (tensor<5x5xi1>) -> tensor<5x5xf32>
%19 = stablehlo.subtract %12, %18 : tensor<5x5xf32>
%20 = stablehlo.abs %19 : tensor<5x5xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.transpose %3#2, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%23 = stablehlo.transpose %22, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%24 = stablehlo.dot_general %23, %22, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%25 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%26 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%27 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%28 = stablehlo.add %25, %27 : tensor<5x5xi64>
%29 = stablehlo.compare EQ, %28, %26, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%30 = stablehlo.convert %29 : (tensor<5x5xi1>) -> tensor<5x5xf32>
%31 = stablehlo.subtract %24, %30 : tensor<5x5xf32>
%32 = stablehlo.abs %31 : tensor<5x5xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%33 = stablehlo.reduce(%32 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%34 = stablehlo.subtract %3#1, %arg2 : tensor<5xf32>
%35 = stablehlo.abs %34 : tensor<5xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%36 = stablehlo.reduce(%35 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%37 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<1xf32>
%38 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
%39 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<1xf32>
%40 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<1xf32>
%41 = stablehlo.concatenate %37, %38, %39, %40, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%42 = stablehlo.divide %41, %arg1 : tensor<4xf32>
return %42 : tensor<4xf32>
}
func.func private @svd(%arg0: tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5xf32>, tensor<5x5xf32>) {
%0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5xf32>, tensor<5x5xf32>, tensor<5x5xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<5xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<5xi1>, tensor<5xf32>
%7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<5x5xi1>, tensor<5x5xf32>
%11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<5x5xi1>, tensor<5x5xf32>
return %10, %6, %14 : tensor<5x5xf32>, tensor<5xf32>, tensor<5x5xf32>
}
}
// -----
// svd, 8x8 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<5xf32>, tensor<8xf32>, tensor<8xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000034360000B436000070363046623630466236"> : tensor<5xf32>
    %2 = stablehlo.constant dense<"0x6D33C83FAD7B843FC7575A3F0E54173FFAC7F13E0E90AD3EF5CEB53D9DA2463D"> : tensor<8xf32>
    %3 = stablehlo.constant dense<"0x6E33C83FAC7B843FC5575A3F0F54173FF8C7F13E1090AD3EF8CEB53D9CA2463D"> : tensor<8xf32>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<5xf32>, tensor<8xf32>, tensor<8xf32>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<5xf32>, tensor<8xf32>, tensor<8xf32>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<5xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<5xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<5xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<5xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>) -> (tensor<5xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721, 0.149415731, 0.00362694263, 0.470742822], [0.132270753, 0.0599173903, -0.222652972, 0.170876503, -0.105850875, 0.0543149114, 0.264889896, 0.346575201], [-0.410713255, -0.477898061, -0.419600368, -0.0189386606, -0.0967615246, -0.494647384, -0.491715729, 0.0256177187], [-0.242700219, 0.264054894, -0.0390784144, 0.304989159, -0.120476663, 0.450100303, 0.340311348, 0.204001009], [0.375156105, 0.0789034366, 0.345480561, -0.124583364, -0.0770408511, 0.218821704, -0.427053094, 0.0313434601], [0.172739327, -0.245393872, 0.219510436, 0.00441861153, 0.260659337, -0.171824872, -0.236072898, 0.214172482], [-0.451453567, -0.122861147, -0.0991526842, -0.183533847, 0.291688859, -0.420700312, 0.171263278, 0.0736486911], [0.360040903, 0.394993424, 0.205342591, 0.267009556, 0.0700945258, 0.496644318, 0.446524739, 0.123172462]]> : tensor<8x8xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<8x8xf32>
%3:3 = call @svd(%2) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>)
%4 = stablehlo.broadcast_in_dim %3#1, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
%5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
%6 = stablehlo.multiply %3#0, %5 : tensor<8x8xf32>
%7 = stablehlo.dot_general %6, %3#2, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
%8 = stablehlo.subtract %7, %2 : tensor<8x8xf32>
%9 = stablehlo.abs %8 : tensor<8x8xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%10 = stablehlo.reduce(%9 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
%11 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
%12 = stablehlo.dot_general %11, %3#0, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
%13 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%14 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%15 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%16 = stablehlo.add %13, %15 : tensor<8x8xi64>
%17 = stablehlo.compare EQ, %16, %14, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%18 = stablehlo.convert %17 : (tensor<8x8xi1>) -> tensor<8x8xf32>
%19 = stablehlo.subtract %12, %18 : tensor<8x8xf32>
%20 = stablehlo.abs %19 : tensor<8x8xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.transpose %3#2, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
%23 = stablehlo.transpose %22, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
%24 = stablehlo.dot_general %23, %22, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
%25 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%26 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%27 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%28 = stablehlo.add %25, %27 : tensor<8x8xi64>
%29 = stablehlo.compare EQ, %28, %26, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%30 = stablehlo.convert %29 : (tensor<8x8xi1>) -> tensor<8x8xf32>
%31 = stablehlo.subtract %24, %30 : tensor<8x8xf32>
%32 = stablehlo.abs %31 : tensor<8x8xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%33 = stablehlo.reduce(%32 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
%34 = call @svd_0(%2) : (tensor<8x8xf32>) -> tensor<8xf32>
%35 = stablehlo.subtract %3#1, %arg2 : tensor<8xf32>
%36 = stablehlo.abs %35 : tensor<8xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%37 = stablehlo.reduce(%36 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
%38 = stablehlo.subtract %34, %arg3 : tensor<8xf32>
%39 = stablehlo.abs %38 : tensor<8xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%40 = stablehlo.reduce(%39 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
%41 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<1xf32>
%42 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
%43 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<1xf32>
%44 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<f32>) -> tensor<1xf32>
%45 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<f32>) -> tensor<1xf32>
%46 = stablehlo.concatenate %41, %42, %43, %44, %45, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<5xf32>
%47 = stablehlo.divide %46, %arg1 : tensor<5xf32>
return %47 : tensor<5xf32>
}
func.func private @svd(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
%0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<8xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<8xi1>, tensor<8xf32>
%7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<8x8xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<8x8xi1>, tensor<8x8xf32>
%11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<8x8xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<8x8xi1>, tensor<8x8xf32>
return %10, %6, %14 : tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>
}
func.func private @svd_0(%arg0: tensor<8x8xf32>) -> tensor<8xf32> {
%0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 78 : ui8}} : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<8xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<8xi1>, tensor<8xf32>
return %6 : tensor<8xf32>
}
}
// -----
// svd, 16x16 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<16xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000B4360000C8360000F0360000A036"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x36240D40E879F43FBB4BE33FA573CC3F5A32BA3F62DF9C3FA5EC823F05026A3F37875D3F9E96403F12431F3F17B6013F93259E3E8CBC3C3EDA9F283E3AB9813C"> : tensor<16xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<16xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<16xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<16xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<16xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<"0x0485B33EC075363C60C844BE207AD9BE5E43A6BE7000193E00B26D3B3405F13EFC71073EF06B753D24FF63BE40FA2E3E58C8D8BD50795E3DA69F873E4E72B13E0249D2BE0EAFF4BEDCD5D6BE40259BBCE82AC6BD6C42FDBE2AC2FBBE40DCD13C688678BE3432873EB01020BD8A279C3E78BCF6BD8C73E63E4A3DAE3EA4E5503E7614C03E2098A13DD4E2B03E9025FFBD98C79DBDCC12603EB4A6DABE0062003D94E2303E88487BBE58C7603E00CA903B2475853EDCF22FBE18BD71BE08505B3EEC24E7BEA09EFBBD9010CBBD4CF03BBE3E58953E0866D7BEA45F2F3E20D5963D4857B83E943CCA3E5445523E7AB5883EB88D8F3D2A48FE3EE49EE43ED841FC3D8442CC3EC2DCCD3E14E2C73E5038843E541EE7BE04CA0B3E00E1243C5C29873EE0ADB8BD2043D3BC3CC69BBE547CE6BE1C00E43EC4FF19BE987ED43D58A3F7BE347FAB3EB075BDBD4058A3BD021D8ABE8236D8BEDC5F5FBEF4467F3EF453D93EB075A1BE483BBCBE36CEF03E60472C3E4216BE3E64F3C2BE16D5D5BEAE9DA73EA0070FBEC0278A3CE8F607BE88E9EDBD92748ABE344F31BE2C0EC93E007FB8BE3A23F13ED8AD96BD50DD203EDED5B3BE14A3443EB4ECA03E122AA2BE003CDB3A1AD4DA3ED85542BE0644D1BEBC89B3BE0423CC3E2CA46DBE00FBA7BBB04AFF3D70C6193E982D8CBE1020BF3EA4C7B7BE38E3853E5CCC68BEDEAC94BEDA1090BEEEC5BFBE70938E3E9C9C9A3E8680B73EAA40873E2EC0E0BE60BE39BDE0CA42BD80EC05BC32A7A63EB055573EF8310C3E80F8D5BEFE7C89BE80D6F2BE889DE33ECC67A33E78A8EABE60BFE13EB035BF3D7A67943E0A47B83E52F5C5BE92A8CBBEFCD6C7BE340877BE0010C63C26A3E63EBCA3093E3A33923E9214EDBE50BEBCBD20F7BFBCA8208DBD944F3EBE00B20ABCFC5C453EB6E2FBBE0AA8F73E8039233C6CED0D3EDCD3ABBE24DB0A3EC0EF973D183E723E9042DFBE687369BE28856ABE189867BE4048DC3C68FA873DEA88EC3E8875033E862FFE3EF811803D9246CABEC6A8E7BEE449A43E4CB6383EBE68C93E50BB9E3D34A2573E58C47B3EA476903E52F3803E241546BEA0CFCF3C28A7EDBE109F58BDB073323D2851773E6031EE3C1E7FEE3E2ED5983E50650DBE280FA33D8431233EAA47D73E58CDC43E1429D3BE0095263B2054613DA4173DBED86F383E5E04DC3E8C36563EC8776ABE201F3ABE1476F53E0EAF89BE1091CC3D32DCBABE78B9D93E544E64BED81EC03D4671BDBEA80594BEF4CE303E5686F83E2E85EBBEC07575BE5C6112BEB08FC6BEBC76F3BE8C4A7A3E84843F3E52DB8CBEFA25E3BEAC9F71BE2895703EE4A7E83EA02AB93C00E9733B94177ABE42E0E9BEEC09173E7AC0AA3EA0C475BDEE03873E000B6DBC22FEC33EC0F4403D58C5D4BE407D0E3CB00B483E0C670BBEC204C4BEA041FDBE"> : tensor<16x16xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<16x16xf32>
%3:3 = call @svd(%2) : (tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>)
%4 = stablehlo.broadcast_in_dim %3#1, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
%5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<16x16xf32>
%6 = stablehlo.multiply %3#0, %5 : tensor<16x16xf32>
%7 = stablehlo.dot_general %6, %3#2, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
%8 = stablehlo.subtract %7, %2 : tensor<16x16xf32>
%9 = stablehlo.abs %8 : tensor<16x16xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%10 = stablehlo.reduce(%9 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<f32>
%11 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
%12 = stablehlo.dot_general %11, %3#0, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
%13 = stablehlo.iota dim = 0 : tensor<16x16xi64>
%14 = stablehlo.iota dim = 1 : tensor<16x16xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%15 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<16x16xi64>
%16 = stablehlo.add %13, %15 : tensor<16x16xi64>
%17 = stablehlo.compare EQ, %16, %14, SIGNED : (tensor<16x16xi64>, tensor<16x16xi64>) -> tensor<16x16xi1>
%18 = stablehlo.convert %17 : (tensor<16x16xi1>) -> tensor<16x16xf32>
%19 = stablehlo.subtract %12, %18 : tensor<16x16xf32>
%20 = stablehlo.abs %19 : tensor<16x16xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.transpose %3#2, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
%23 = stablehlo.transpose %22, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
%24 = stablehlo.dot_general %23, %22, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
%25 = stablehlo.iota dim = 0 : tensor<16x16xi64>
%26 = stablehlo.iota dim = 1 : tensor<16x16xi64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%27 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<16x16xi64>
%28 = stablehlo.add %25, %27 : tensor<16x16xi64>
%29 = stablehlo.compare EQ, %28, %26, SIGNED : (tensor<16x16xi64>, tensor<16x16xi64>) -> tensor<16x16xi1>
%30 = stablehlo.convert %29 : (tensor<16x16xi1>) -> tensor<16x16xf32>
%31 = stablehlo.subtract %24, %30 : tensor<16x16xf32>
%32 = stablehlo.abs %31 : tensor<16x16xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%33 = stablehlo.reduce(%32 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<f32>
%34 = stablehlo.subtract %3#1, %arg2 : tensor<16xf32>
%35 = stablehlo.abs %34 : tensor<16xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%36 = stablehlo.reduce(%35 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
%37 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<1xf32>
%38 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
%39 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<1xf32>
%40 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<1xf32>
%41 = stablehlo.concatenate %37, %38, %39, %40, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%42 = stablehlo.divide %41, %arg1 : tensor<4xf32>
return %42 : tensor<4xf32>
}
func.func private @svd(%arg0: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>) {
%0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<16xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<16xi1>, tensor<16xf32>
%7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<16x16xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<16x16xi1>, tensor<16x16xf32>
%11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<16x16xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<16x16xi1>, tensor<16x16xf32>
return %10, %6, %14 : tensor<16x16xf32>, tensor<16xf32>, tensor<16x16xf32>
}
}
// -----
// svd, 33x33 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<33xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000007370000F03600F0DC3652C8E536"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x1FEA4940B1A63A40EE3D34401DED334031382B40D32B1D40BF8B1540DDBF0B409C970540E14802408ED8F83FD7F3F03F4021DD3FA936D43F1821BC3FC89EAE3F2579A23F61A3983F2EB38D3F2D38813F4FEB5F3F0FE0483FBD6E3D3F56D3213F59810D3FE5F8FF3EAA46DB3ED9BEAE3E755DA83EE5898B3E4353733EB436693D66D05E3C"> : tensor<33xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<33xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<33xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<33xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<33xf32>) -> (tensor<4xf32>) {
%c = stablehlo.constant dense<0> : tensor<i64>
%0 = call @computed(%arg0, %c) : (tensor<ui32>, tensor<i64>) -> tensor<33x33xf32>
%1:3 = call @svd(%0) : (tensor<33x33xf32>) -> (tensor<33x33xf32>, tensor<33xf32>, tensor<33x33xf32>)
%2 = stablehlo.broadcast_in_dim %1#1, dims = [1] : (tensor<33xf32>) -> tensor<1x33xf32>
%3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x33xf32>) -> tensor<33x33xf32>
%4 = stablehlo.multiply %1#0, %3 : tensor<33x33xf32>
%5 = stablehlo.dot_general %4, %1#2, contracting_dims = [1] x [0] : (tensor<33x33xf32>, tensor<33x33xf32>) -> tensor<33x33xf32>
%6 = stablehlo.subtract %5, %0 : tensor<33x33xf32>
%7 = stablehlo.abs %6 : tensor<33x33xf32>
%cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
%8 = stablehlo.reduce(%7 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf32>, tensor<f32>) -> tensor<f32>
%9 = stablehlo.transpose %1#0, dims = [1, 0] : (tensor<33x33xf32>) -> tensor<33x33xf32>
%10 = stablehlo.dot_general %9, %1#0, contracting_dims = [1] x [0] : (tensor<33x33xf32>, tensor<33x33xf32>) -> tensor<33x33xf32>
%11 = stablehlo.iota dim = 0 : tensor<33x33xi64>
%12 = stablehlo.iota dim = 1 : tensor<33x33xi64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%13 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<33x33xi64>
%14 = stablehlo.add %11, %13 : tensor<33x33xi64>
%15 = stablehlo.compare EQ, %14, %12, SIGNED : (tensor<33x33xi64>, tensor<33x33xi64>) -> tensor<33x33xi1>
%16 = stablehlo.convert %15 : (tensor<33x33xi1>) -> tensor<33x33xf32>
%17 = stablehlo.subtract %10, %16 : tensor<33x33xf32>
%18 = stablehlo.abs %17 : tensor<33x33xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%19 = stablehlo.reduce(%18 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf32>, tensor<f32>) -> tensor<f32>
%20 = stablehlo.transpose %1#2, dims = [1, 0] : (tensor<33x33xf32>) -> tensor<33x33xf32>
%21 = stablehlo.transpose %20, dims = [1, 0] : (tensor<33x33xf32>) -> tensor<33x33xf32>
%22 = stablehlo.dot_general %21, %20, contracting_dims = [1] x [0] : (tensor<33x33xf32>, tensor<33x33xf32>) -> tensor<33x33xf32>
%23 = stablehlo.iota dim = 0 : tensor<33x33xi64>
%24 = stablehlo.iota dim = 1 : tensor<33x33xi64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%25 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<33x33xi64>
%26 = stablehlo.add %23, %25 : tensor<33x33xi64>
%27 = stablehlo.compare EQ, %26, %24, SIGNED : (tensor<33x33xi64>, tensor<33x33xi64>) -> tensor<33x33xi1>
%28 = stablehlo.convert %27 : (tensor<33x33xi1>) -> tensor<33x33xf32>
%29 = stablehlo.subtract %22, %28 : tensor<33x33xf32>
%30 = stablehlo.abs %29 : tensor<33x33xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%31 = stablehlo.reduce(%30 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf32>, tensor<f32>) -> tensor<f32>
%32 = stablehlo.subtract %1#1, %arg2 : tensor<33xf32>
%33 = stablehlo.abs %32 : tensor<33xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%34 = stablehlo.reduce(%33 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<33xf32>, tensor<f32>) -> tensor<f32>
%35 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<1xf32>
%36 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<1xf32>
%37 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<1xf32>
%38 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<1xf32>
%39 = stablehlo.concatenate %35, %36, %37, %38, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%40 = stablehlo.divide %39, %arg1 : tensor<4xf32>
return %40 : tensor<4xf32>
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
func.func private @svd(%arg0: tensor<33x33xf32>) -> (tensor<33x33xf32>, tensor<33xf32>, tensor<33x33xf32>) {
%0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<33x33xf32>) -> (tensor<33x33xf32>, tensor<33xf32>, tensor<33x33xf32>, tensor<33x33xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<33xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<33xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<33xi1>, tensor<33xf32>
%7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<33x33xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<33x33xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<33x33xi1>, tensor<33x33xf32>
%11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<33x33xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<33x33xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<33x33xi1>, tensor<33x33xf32>
return %10, %6, %14 : tensor<33x33xf32>, tensor<33xf32>, tensor<33x33xf32>
}
}
// -----
// svd, 64x64 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<64xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x006E11370000F0360000F03600002037"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0xB1DA8B40135F88400F9F824079967C409DD87840DCC9734025CC6C4021CA66407F616340B1385F40741E5240782A4E405B4D4840C689454074C63F4052533C40E34A3A40621E3040135D2F408ECE2C40998B2640CB57234007291F40BCE61C408326164096DB1140CF83104055A30A4087950640ECA70140E1CBF63F278EEF3FB62CE63F0810E13F9E44D43F4F5FD13F1308D03F7A15C43F3085BA3FBE61AE3FB80FA63F5FB89C3F91DF983FE399923F6C3E893F1ACE853F769E803F673A653F1730633F8178523FD840393F9D352F3F91952C3F37651C3FC66BFD3EF581E23EBAC5C23EA6F58D3E6268813E715C703E31473C3EAE4F033E49FB923DA7D4EE3A"> : tensor<64xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<64xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<64xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<64xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<64xf32>) -> (tensor<4xf32>) {
%c = stablehlo.constant dense<0> : tensor<i64>
%0 = call @computed(%arg0, %c) : (tensor<ui32>, tensor<i64>) -> tensor<64x64xf32>
%1:3 = call @svd(%0) : (tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>)
%2 = stablehlo.broadcast_in_dim %1#1, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
%3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<64x64xf32>
%4 = stablehlo.multiply %1#0, %3 : tensor<64x64xf32>
%5 = stablehlo.dot_general %4, %1#2, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
%6 = stablehlo.subtract %5, %0 : tensor<64x64xf32>
%7 = stablehlo.abs %6 : tensor<64x64xf32>
%cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
%8 = stablehlo.reduce(%7 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
%9 = stablehlo.transpose %1#0, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
%10 = stablehlo.dot_general %9, %1#0, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
%11 = stablehlo.iota dim = 0 : tensor<64x64xi64>
%12 = stablehlo.iota dim = 1 : tensor<64x64xi64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%13 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<64x64xi64>
%14 = stablehlo.add %11, %13 : tensor<64x64xi64>
%15 = stablehlo.compare EQ, %14, %12, SIGNED : (tensor<64x64xi64>, tensor<64x64xi64>) -> tensor<64x64xi1>
%16 = stablehlo.convert %15 : (tensor<64x64xi1>) -> tensor<64x64xf32>
%17 = stablehlo.subtract %10, %16 : tensor<64x64xf32>
%18 = stablehlo.abs %17 : tensor<64x64xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%19 = stablehlo.reduce(%18 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
%20 = stablehlo.transpose %1#2, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
%21 = stablehlo.transpose %20, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
%22 = stablehlo.dot_general %21, %20, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
%23 = stablehlo.iota dim = 0 : tensor<64x64xi64>
%24 = stablehlo.iota dim = 1 : tensor<64x64xi64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%25 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<64x64xi64>
%26 = stablehlo.add %23, %25 : tensor<64x64xi64>
%27 = stablehlo.compare EQ, %26, %24, SIGNED : (tensor<64x64xi64>, tensor<64x64xi64>) -> tensor<64x64xi1>
%28 = stablehlo.convert %27 : (tensor<64x64xi1>) -> tensor<64x64xf32>
%29 = stablehlo.subtract %22, %28 : tensor<64x64xf32>
%30 = stablehlo.abs %29 : tensor<64x64xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%31 = stablehlo.reduce(%30 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
%32 = stablehlo.subtract %1#1, %arg2 : tensor<64xf32>
%33 = stablehlo.abs %32 : tensor<64xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%34 = stablehlo.reduce(%33 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
%35 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<1xf32>
%36 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<1xf32>
%37 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<1xf32>
%38 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<1xf32>
%39 = stablehlo.concatenate %35, %36, %37, %38, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%40 = stablehlo.divide %39, %arg1 : tensor<4xf32>
return %40 : tensor<4xf32>
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
func.func private @svd(%arg0: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>) {
%0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<64xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<64xi1>, tensor<64xf32>
%7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<64x64xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<64x64xi1>, tensor<64x64xf32>
%11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<64x64xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<64x64xi1>, tensor<64x64xf32>
return %10, %6, %14 : tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>
}
}
// -----
// svd, 3x8x8 of float64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<5xf64>, tensor<3x8xf64>, tensor<3x8xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000000000000143D000000000000093D000000000040103DC00A1F00C648FC3CC00A1F00C648FC3C"> : tensor<5xf64>
    %2 = stablehlo.constant dense<"0x4B0711CE6D06F93FB61F0F5A758FF03FFABA62AAF84AEB3F36E9A2A781EAE23F17F4FB06FF38DE3F3310E37A01B2D53FD296C609DFB9B63F64D629E552D4A83F7582B040047BF63FC57AD1849765F33F642FEE6C2201F13FFABB6E8A6CB2E93FD1E3BD4B7184E43F73A6F589E61FD43F29032B9DEB1CC43F86270E505F3AA23FBA2E7A97561AF63FF866A063D7AAF33FA6321F9A2329F03FB231B82AD50CEF3F542CAD1626F5DE3FCE453522F8C4D33F58B04BA1A75CCA3FF252A6CC65CA813F"> : tensor<3x8xf64>
    %3 = stablehlo.constant dense<"0x4A0711CE6D06F93FB21F0F5A758FF03FFEBA62AAF84AEB3F36E9A2A781EAE23F14F4FB06FF38DE3F3010E37A01B2D53FD596C609DFB9B63F61D629E552D4A83F7682B040047BF63FC37AD1849765F33F642FEE6C2201F13F01BC6E8A6CB2E93FCFE3BD4B7184E43F76A6F589E61FD43F28032B9DEB1CC43F85270E505F3AA23FB72E7A97561AF63FFA66A063D7AAF33FA7321F9A2329F03FAB31B82AD50CEF3F5A2CAD1626F5DE3FCF453522F8C4D33F5CB04BA1A75CCA3FEF52A6CC65CA813F"> : tensor<3x8xf64>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<5xf64>, tensor<3x8xf64>, tensor<3x8xf64>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<5xf64>, tensor<3x8xf64>, tensor<3x8xf64>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<5xf64>, tensor<3x8xf64>, tensor<3x8xf64>) -> tensor<5xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<5xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<5xf64>, %arg2: tensor<3x8xf64>, %arg3: tensor<3x8xf64>) -> (tensor<5xf64>) {
%cst = stablehlo.constant dense<"0x00000080A070D63F00000000B8CE863F000000000C99C8BF00000000442FDBBF000000C06BC8D4BF000000000E20C33F0000000040B66D3F00000080A620DE3F000000803FEEC03F000000007EADAE3F00000080E47FCCBF0000000048DFC53F000000000B19BBBF000000002ACFAB3F000000C0F4F3D03F000000C0492ED63F000000402049DABF000000C0E195DEBF00000080BBDADABF00000000A86493BF000000005DC5B8BF000000804DA8DFBF000000404578DFBF00000000883B9A3F00000000CD10CFBF0000008046E6D03F000000001602A4BF00000040F184D33F000000008FD7BEBF0000008071CEDC3F00000040A9C7D53F00000080B41CCA3F000000C08E02D83F000000000433B43F000000805A1CD63F00000000B2E4BFBF00000000F3B8B3BF000000805902CC3F00000080D654DBBF00000000400CA03F00000080521CC63F000000001169CFBF00000000EB18CC3F000000004019723F00000080A4AED03F000000805BFEC5BF00000000A337CEBF00000000016ACB3F000000809DE4DCBF00000000D473BFBF000000001262B9BF00000080097EC7BF000000C007ABD23F00000000C1ECDABF00000080F4EBC53F00000000A4DAB23F00000000E90AD73F000000809247D93F00000080AA48CA3F00000040AF16D13F00000000B7F1B13F0000004005C9DF3F00000080DC93DC3F000000003B88BF3F000000805088D93F0000004098BBD93F0000008042FCD83F000000000A87D03F00000080CAE3DCBF000000804079C13F00000000209C843F000000802BE5D03F00000000BC15B7BF0000000064689ABF00000080C778D3BF000000808ACFDCBF000000800380DC3F00000080F83FC3BF00000000D38FBA3F000000006BF4DEBF00000080E66FD53F00000000B6AEB7BF00000000086BB4BF00000040A043D1BF00000040D006DBBF00000080FBEBCBBF00000080DEE8CF3F000000807E2ADB3F00000000B62ED4BF000000006987D7BF000000C0C619DE3F00000000EC88C53F00000040C8C2D73F000000806C5ED8BF000000C0A2BADABF000000C0B5F3D43F00000000F4E0C1BF00000000F844913F00000000DDFEC0BF0000000031BDBDBF00000040924ED1BF00000080E629C6BF00000080C521D93F00000000E00FD7BF000000406724DE3F00000000BBD5B2BF00000000AA1BC43F000000C0BB7AD6BF000000806294C83F00000080961DD43F000000404245D4BF0000000080675B3F00000040835ADB3F00000000BB4AC8BF000000C08028DABF000000803771D6BF000000806084D93F0000008085B4CDBF0000000060FF74BF0000000056E9BF3F00000000CE38C33F00000000B385D1BF0000000002E4D73F00000080F4F8D6BF0000000067BCD03F000000808B19CDBF000000C09B95D2BF000000401B02D2BF000000C0BDF8D7BF000000006ED2D13F000000809353D33F000000C010F0D63F0000004015E8D03F000000C00518DCBF00000000CC37A7BF000000005C59A8BF0000000090BD80BF00000040E6D4D43F00000000B6EACA3F000000003F86C13F0000000010BFDABF000000C09F2FD1BF00000000D05ADEBF00000000B173DC3F00000080F96CD43F000000000F55DDBF00000000EC37DC3F00000000B6E6B73F00000040EF8CD23F00000040E108D73F00000040AABED8BF000000401275D9BF00000080DFFAD8BF0000008006E1CEBF0000000000C2983F000000C064D4DC3F000000807734C13F000000406746D23F0000004092A2DDBF00000000CA97B7BF00000000E4FE97BF0000000015A4B1BF00000080F2C9C7BF00000000405681BF000000809FABC83F000000C0567CDFBF0000004001F5DE3F000000003067843F00000080ADBDC13F000000807B7AD5BF00000080645BC13F00000000F8FDB23F00000000C347CE3F0000000052E8DBBF000000006D2ECDBF00000000A550CDBF0000000003F3CCBF0000000008899B3F000000004DFFB03F000000401D91DD3F00000000B16EC03F000000C0F0C5DF3F000000003F02B03F00000040D248D9BF000000C018F5DCBF000000803C89D43F00000080C916C73F000000C0172DD93F000000006AD7B33F0000008046F4CA3F000000008B78CF3F00000080D40ED23F"> : tensor<3x8x8xf64>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%2 = stablehlo.multiply %cst, %1 : tensor<3x8x8xf64>
%3:3 = call @svd(%2) : (tensor<3x8x8xf64>) -> (tensor<3x8x8xf64>, tensor<3x8xf64>, tensor<3x8x8xf64>)
%4 = stablehlo.broadcast_in_dim %3#1, dims = [0, 2] : (tensor<3x8xf64>) -> tensor<3x1x8xf64>
%5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<3x1x8xf64>) -> tensor<3x8x8xf64>
%6 = stablehlo.multiply %3#0, %5 : tensor<3x8x8xf64>
%7 = stablehlo.dot_general %6, %3#2, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x8x8xf64>, tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%8 = stablehlo.subtract %7, %2 : tensor<3x8x8xf64>
%9 = stablehlo.abs %8 : tensor<3x8x8xf64>
%cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%10 = stablehlo.reduce(%9 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<f64>
%11 = stablehlo.transpose %3#0, dims = [0, 2, 1] : (tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%12 = stablehlo.dot_general %11, %3#0, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x8x8xf64>, tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%13 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%14 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%15 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%16 = stablehlo.add %13, %15 : tensor<8x8xi64>
%17 = stablehlo.compare EQ, %16, %14, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%18 = stablehlo.convert %17 : (tensor<8x8xi1>) -> tensor<8x8xf64>
%19 = stablehlo.broadcast_in_dim %18, dims = [1, 2] : (tensor<8x8xf64>) -> tensor<1x8x8xf64>
%20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<1x8x8xf64>) -> tensor<3x8x8xf64>
%21 = stablehlo.subtract %12, %20 : tensor<3x8x8xf64>
%22 = stablehlo.abs %21 : tensor<3x8x8xf64>
%cst_1 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%23 = stablehlo.reduce(%22 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<f64>
%24 = stablehlo.transpose %3#2, dims = [0, 2, 1] : (tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%25 = stablehlo.transpose %24, dims = [0, 2, 1] : (tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%26 = stablehlo.dot_general %25, %24, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x8x8xf64>, tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%27 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%28 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%29 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%30 = stablehlo.add %27, %29 : tensor<8x8xi64>
%31 = stablehlo.compare EQ, %30, %28, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%32 = stablehlo.convert %31 : (tensor<8x8xi1>) -> tensor<8x8xf64>
%33 = stablehlo.broadcast_in_dim %32, dims = [1, 2] : (tensor<8x8xf64>) -> tensor<1x8x8xf64>
%34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2] : (tensor<1x8x8xf64>) -> tensor<3x8x8xf64>
%35 = stablehlo.subtract %26, %34 : tensor<3x8x8xf64>
%36 = stablehlo.abs %35 : tensor<3x8x8xf64>
%cst_3 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%37 = stablehlo.reduce(%36 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<f64>
%38 = call @svd_0(%2) : (tensor<3x8x8xf64>) -> tensor<3x8xf64>
%39 = stablehlo.subtract %3#1, %arg2 : tensor<3x8xf64>
%40 = stablehlo.abs %39 : tensor<3x8xf64>
%cst_4 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%41 = stablehlo.reduce(%40 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x8xf64>, tensor<f64>) -> tensor<f64>
%42 = stablehlo.subtract %38, %arg3 : tensor<3x8xf64>
%43 = stablehlo.abs %42 : tensor<3x8xf64>
%cst_5 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%44 = stablehlo.reduce(%43 init: %cst_5) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x8xf64>, tensor<f64>) -> tensor<f64>
%45 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f64>) -> tensor<1xf64>
%46 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f64>) -> tensor<1xf64>
%47 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<f64>) -> tensor<1xf64>
%48 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<f64>) -> tensor<1xf64>
%49 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<f64>) -> tensor<1xf64>
%50 = stablehlo.concatenate %45, %46, %47, %48, %49, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<5xf64>
%51 = stablehlo.divide %50, %arg1 : tensor<5xf64>
return %51 : tensor<5xf64>
}
func.func private @svd(%arg0: tensor<3x8x8xf64>) -> (tensor<3x8x8xf64>, tensor<3x8xf64>, tensor<3x8x8xf64>) {
%0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<3x8x8xf64>) -> (tensor<3x8x8xf64>, tensor<3x8xf64>, tensor<3x8x8xf64>, tensor<3x8x8xf64>, tensor<3xi32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
%3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<3xi1>) -> tensor<3x1xi1>
%cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x8xf64>
%5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<3x1xi1>) -> tensor<3x8xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<3x8xi1>, tensor<3x8xf64>
%7 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<3xi1>) -> tensor<3x1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<3x1x1xi1>) -> tensor<3x8x8xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<3x8x8xi1>, tensor<3x8x8xf64>
%11 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<3xi1>) -> tensor<3x1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<3x1x1xi1>) -> tensor<3x8x8xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<3x8x8xi1>, tensor<3x8x8xf64>
return %10, %6, %14 : tensor<3x8x8xf64>, tensor<3x8xf64>, tensor<3x8x8xf64>
}
func.func private @svd_0(%arg0: tensor<3x8x8xf64>) -> tensor<3x8xf64> {
%0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 78 : ui8}} : (tensor<3x8x8xf64>) -> (tensor<3x8x8xf64>, tensor<3x8xf64>, tensor<3x8x8xf64>, tensor<3x8x8xf64>, tensor<3xi32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
%3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<3xi1>) -> tensor<3x1xi1>
%cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x8xf64>
%5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<3x1xi1>) -> tensor<3x8xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<3x8xi1>, tensor<3x8xf64>
return %6 : tensor<3x8xf64>
}
}
// -----
// svd, 33x33 of float64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf64>, tensor<33xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000000000080113D000000000000093D0000000000C0173D2C85BB490AB90C3D"> : tensor<4xf64>
    %2 = stablehlo.constant dense<"0xDD42F2F5433D09402425E914D6540740D86D6694BD87064014FAF1F8A37D0640EE92BC5505670540FBBC1B207AA50340432AD3DB77B1024002DF3965FB770140F6258CB2F3B20040ED05E49E1C4900407E42ABE5111BFF3F4C20688E7B1EFE3FC4AF850C28A4FB3F8E562AE3D486FA3F32A18D302384F73F5C2EC2D6D8D3F53F1AAF0D91244FF43FE1CA2D3C6C14F33F65E8CFB665B6F13F788754950527F03F2566A1016AFDEB3F775F6FBA011CE93F3CF1024ED7ADE73F57D583B96A3AE43F951582132BB0E13F3F6BF4B41CFFDF3FBD924094D468DB3F0F0C0EFCDAD7D53F18562544AE0BD53FC5F74C0C3D71D13F7E9CD07D686ACE3FE7607759D626AD3FA6B1D3E00CDA8B3F"> : tensor<33xf64>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf64>, tensor<33xf64>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf64>, tensor<33xf64>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf64>, tensor<33xf64>) -> tensor<4xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf64>, %arg2: tensor<33xf64>) -> (tensor<4xf64>) {
%c = stablehlo.constant dense<0> : tensor<i64>
%0 = call @computed(%arg0, %c) : (tensor<ui32>, tensor<i64>) -> tensor<33x33xf64>
%1:3 = call @svd(%0) : (tensor<33x33xf64>) -> (tensor<33x33xf64>, tensor<33xf64>, tensor<33x33xf64>)
%2 = stablehlo.broadcast_in_dim %1#1, dims = [1] : (tensor<33xf64>) -> tensor<1x33xf64>
%3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x33xf64>) -> tensor<33x33xf64>
%4 = stablehlo.multiply %1#0, %3 : tensor<33x33xf64>
%5 = stablehlo.dot_general %4, %1#2, contracting_dims = [1] x [0] : (tensor<33x33xf64>, tensor<33x33xf64>) -> tensor<33x33xf64>
%6 = stablehlo.subtract %5, %0 : tensor<33x33xf64>
%7 = stablehlo.abs %6 : tensor<33x33xf64>
%cst = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%8 = stablehlo.reduce(%7 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf64>, tensor<f64>) -> tensor<f64>
%9 = stablehlo.transpose %1#0, dims = [1, 0] : (tensor<33x33xf64>) -> tensor<33x33xf64>
%10 = stablehlo.dot_general %9, %1#0, contracting_dims = [1] x [0] : (tensor<33x33xf64>, tensor<33x33xf64>) -> tensor<33x33xf64>
%11 = stablehlo.iota dim = 0 : tensor<33x33xi64>
%12 = stablehlo.iota dim = 1 : tensor<33x33xi64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%13 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<33x33xi64>
%14 = stablehlo.add %11, %13 : tensor<33x33xi64>
%15 = stablehlo.compare EQ, %14, %12, SIGNED : (tensor<33x33xi64>, tensor<33x33xi64>) -> tensor<33x33xi1>
%16 = stablehlo.convert %15 : (tensor<33x33xi1>) -> tensor<33x33xf64>
%17 = stablehlo.subtract %10, %16 : tensor<33x33xf64>
%18 = stablehlo.abs %17 : tensor<33x33xf64>
%cst_1 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%19 = stablehlo.reduce(%18 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf64>, tensor<f64>) -> tensor<f64>
%20 = stablehlo.transpose %1#2, dims = [1, 0] : (tensor<33x33xf64>) -> tensor<33x33xf64>
%21 = stablehlo.transpose %20, dims = [1, 0] : (tensor<33x33xf64>) -> tensor<33x33xf64>
%22 = stablehlo.dot_general %21, %20, contracting_dims = [1] x [0] : (tensor<33x33xf64>, tensor<33x33xf64>) -> tensor<33x33xf64>
%23 = stablehlo.iota dim = 0 : tensor<33x33xi64>
%24 = stablehlo.iota dim = 1 : tensor<33x33xi64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%25 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<33x33xi64>
%26 = stablehlo.add %23, %25 : tensor<33x33xi64>
%27 = stablehlo.compare EQ, %26, %24, SIGNED : (tensor<33x33xi64>, tensor<33x33xi64>) -> tensor<33x33xi1>
%28 = stablehlo.convert %27 : (tensor<33x33xi1>) -> tensor<33x33xf64>
%29 = stablehlo.subtract %22, %28 : tensor<33x33xf64>
%30 = stablehlo.abs %29 : tensor<33x33xf64>
%cst_3 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%31 = stablehlo.reduce(%30 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf64>, tensor<f64>) -> tensor<f64>
%32 = stablehlo.subtract %1#1, %arg2 : tensor<33xf64>
%33 = stablehlo.abs %32 : tensor<33xf64>
%cst_4 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%34 = stablehlo.reduce(%33 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<33xf64>, tensor<f64>) -> tensor<f64>
%35 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f64>) -> tensor<1xf64>
%36 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f64>) -> tensor<1xf64>
%37 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f64>) -> tensor<1xf64>
%38 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f64>) -> tensor<1xf64>
%39 = stablehlo.concatenate %35, %36, %37, %38, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<4xf64>
%40 = stablehlo.divide %39, %arg1 : tensor<4xf64>
return %40 : tensor<4xf64>
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
func.func private @svd(%arg0: tensor<33x33xf64>) -> (tensor<33x33xf64>, tensor<33xf64>, tensor<33x33xf64>) {
%0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<33x33xf64>) -> (tensor<33x33xf64>, tensor<33xf64>, tensor<33x33xf64>, tensor<33x33xf64>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<33xf64>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<33xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<33xi1>, tensor<33xf64>
%7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<33x33xf64>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<33x33xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<33x33xi1>, tensor<33x33xf64>
%11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<33x33xf64>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<33x33xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<33x33xi1>, tensor<33x33xf64>
return %10, %6, %14 : tensor<33x33xf64>, tensor<33xf64>, tensor<33x33xf64>
}
}
// -----
// svd, 2x2x4x4 of complex64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<5xf32>, tensor<2x2x4xf32>, tensor<2x2x4xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0xD02E4D3600000237000048360000203600002036"> : tensor<5xf32>
    %2 = stablehlo.constant dense<"0xBC0EAF3F688B513F34A0083F9FCC783E98F6A43F4283673F4D65193F06473D3E9497823FE1894B3F4E6A963E73033A3DD4EE9E3FEFDE7D3F4292123F4DBCB73E"> : tensor<2x2x4xf32>
    %3 = stablehlo.constant dense<"0xBD0EAF3F6A8B513F37A0083F9DCC783E97F6A43F4483673F4F65193F0A473D3E9297823FDC894B3F4F6A963E73033A3DD3EE9E3FEBDE7D3F4492123F4EBCB73E"> : tensor<2x2x4xf32>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<5xf32>, tensor<2x2x4xf32>, tensor<2x2x4xf32>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<5xf32>, tensor<2x2x4xf32>, tensor<2x2x4xf32>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<5xf32>, tensor<2x2x4xf32>, tensor<2x2x4xf32>) -> tensor<5xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<5xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<5xf32>, %arg2: tensor<2x2x4xf32>, %arg3: tensor<2x2x4xf32>) -> (tensor<5xf32>) {
%cst = stablehlo.constant dense<[[[[(0.350624204,0.136961639), (0.0111364722,-0.230213344), (-0.19217062,-0.459026515), (-0.424759865,-0.483472407)], [(-0.324732721,0.313270211), (0.149415731,0.412755549), (0.00362694263,0.106635749), (0.470742822,0.229496539)], [(0.132270753,0.0436249375), (0.0599173903,0.435072422), (-0.222652972,0.315853536), (0.170876503,-0.497261524)], [(-0.105850875,0.357404232), (0.0543149114,-0.466414452), (0.264889896,0.229655445), (0.346575201,-0.324344397)]], [[(-0.410713255,0.363178909), (-0.477898061,0.0414611697), (-0.419600368,-0.200288117), (-0.0189386606,-0.0773128271)], [(-0.0967615246,-0.471680343), (-0.494647384,-0.375716746), (-0.491715729,0.170624375), (0.0256177187,0.147189498)], [(-0.242700219,0.115385056), (0.264054894,-0.116322458), (-0.0390784144,0.497209907), (0.304989159,0.480835319)], [(-0.120476663,0.185541928), (0.450100303,0.15045923), (0.340311348,0.188446701), (0.204001009,-0.11107862)]]], [[[(0.375156105,-0.36490351), (0.0789034366,0.221488297), (0.345480561,0.0253542662), (-0.124583364,-0.189758182)], [(-0.0770408511,-0.0141646862), (0.218821704,0.389487803), (-0.427053094,0.434043467), (0.0313434601,-0.142204821)], [(0.172739327,0.0715298057), (-0.245393872,-0.178130627), (0.219510436,0.094299972), (0.00441861153,-0.162088811)], [(0.260659337,-0.108381033), (-0.171824872,0.390274346), (-0.236072898,-0.272842407), (0.214172482,0.123187125)]], [[(-0.451453567,-0.41598469), (-0.122861147,0.332644105), (-0.0991526842,0.287098289), (-0.183533847,-0.260630608)], [(0.291688859,0.376484215), (-0.420700312,-4.414320e-01), (0.171263278,-0.163882971), (0.0736486911,-0.349720538)], [(0.360040903,-0.0496606827), (0.394993424,0.296324253), (0.205342591,-0.2693578), (0.267009556,-0.447978735)], [(0.0700945258,-0.0954481959), (0.496644318,-0.301486969), (0.446524739,-0.409246981), (0.123172462,0.0803323388)]]]]> : tensor<2x2x4x4xcomplex<f32>>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.convert %0 : (tensor<f32>) -> tensor<complex<f32>>
%2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%3 = stablehlo.multiply %cst, %2 : tensor<2x2x4x4xcomplex<f32>>
%4:3 = call @svd(%3) : (tensor<2x2x4x4xcomplex<f32>>) -> (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4xf32>, tensor<2x2x4x4xcomplex<f32>>)
%5 = stablehlo.broadcast_in_dim %4#1, dims = [0, 1, 3] : (tensor<2x2x4xf32>) -> tensor<2x2x1x4xf32>
%6 = stablehlo.convert %5 : (tensor<2x2x1x4xf32>) -> tensor<2x2x1x4xcomplex<f32>>
%7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2, 3] : (tensor<2x2x1x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%8 = stablehlo.multiply %4#0, %7 : tensor<2x2x4x4xcomplex<f32>>
%9 = stablehlo.dot_general %8, %4#2, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%10 = stablehlo.subtract %9, %3 : tensor<2x2x4x4xcomplex<f32>>
%11 = stablehlo.abs %10 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%12 = stablehlo.reduce(%11 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<f32>
%13 = stablehlo.transpose %4#0, dims = [0, 1, 3, 2] : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%14 = stablehlo.real %13 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%15 = stablehlo.imag %13 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%16 = stablehlo.negate %15 : tensor<2x2x4x4xf32>
%17 = stablehlo.complex %14, %16 : tensor<2x2x4x4xcomplex<f32>>
%18 = stablehlo.dot_general %17, %4#0, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%19 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%20 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%21 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%22 = stablehlo.add %19, %21 : tensor<4x4xi64>
%23 = stablehlo.compare EQ, %22, %20, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%24 = stablehlo.convert %23 : (tensor<4x4xi1>) -> tensor<4x4xcomplex<f32>>
%25 = stablehlo.broadcast_in_dim %24, dims = [2, 3] : (tensor<4x4xcomplex<f32>>) -> tensor<1x1x4x4xcomplex<f32>>
%26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<1x1x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%27 = stablehlo.subtract %18, %26 : tensor<2x2x4x4xcomplex<f32>>
%28 = stablehlo.abs %27 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%29 = stablehlo.reduce(%28 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<f32>
%30 = stablehlo.transpose %4#2, dims = [0, 1, 3, 2] : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%31 = stablehlo.real %30 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%32 = stablehlo.imag %30 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%33 = stablehlo.negate %32 : tensor<2x2x4x4xf32>
%34 = stablehlo.complex %31, %33 : tensor<2x2x4x4xcomplex<f32>>
%35 = stablehlo.transpose %34, dims = [0, 1, 3, 2] : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%36 = stablehlo.real %35 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%37 = stablehlo.imag %35 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%38 = stablehlo.negate %37 : tensor<2x2x4x4xf32>
%39 = stablehlo.complex %36, %38 : tensor<2x2x4x4xcomplex<f32>>
%40 = stablehlo.dot_general %39, %34, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%41 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%42 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%43 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%44 = stablehlo.add %41, %43 : tensor<4x4xi64>
%45 = stablehlo.compare EQ, %44, %42, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%46 = stablehlo.convert %45 : (tensor<4x4xi1>) -> tensor<4x4xcomplex<f32>>
%47 = stablehlo.broadcast_in_dim %46, dims = [2, 3] : (tensor<4x4xcomplex<f32>>) -> tensor<1x1x4x4xcomplex<f32>>
%48 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3] : (tensor<1x1x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%49 = stablehlo.subtract %40, %48 : tensor<2x2x4x4xcomplex<f32>>
%50 = stablehlo.abs %49 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%51 = stablehlo.reduce(%50 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<f32>
%52 = call @svd_0(%3) : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4xf32>
%53 = stablehlo.subtract %4#1, %arg2 : tensor<2x2x4xf32>
%54 = stablehlo.abs %53 : tensor<2x2x4xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%55 = stablehlo.reduce(%54 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x2x4xf32>, tensor<f32>) -> tensor<f32>
%56 = stablehlo.subtract %52, %arg3 : tensor<2x2x4xf32>
%57 = stablehlo.abs %56 : tensor<2x2x4xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%58 = stablehlo.reduce(%57 init: %cst_5) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x2x4xf32>, tensor<f32>) -> tensor<f32>
%59 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<1xf32>
%60 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f32>) -> tensor<1xf32>
%61 = stablehlo.broadcast_in_dim %51, dims = [] : (tensor<f32>) -> tensor<1xf32>
%62 = stablehlo.broadcast_in_dim %55, dims = [] : (tensor<f32>) -> tensor<1xf32>
%63 = stablehlo.broadcast_in_dim %58, dims = [] : (tensor<f32>) -> tensor<1xf32>
%64 = stablehlo.concatenate %59, %60, %61, %62, %63, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<5xf32>
%65 = stablehlo.divide %64, %arg1 : tensor<5xf32>
return %65 : tensor<5xf32>
}
func.func private @svd(%arg0: tensor<2x2x4x4xcomplex<f32>>) -> (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4xf32>, tensor<2x2x4x4xcomplex<f32>>) {
%0:5 = stablehlo.custom_call @lapack_cgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<2x2x4x4xcomplex<f32>>) -> (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4xf32>, tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>, tensor<2x2xi32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<2x2xi1>) -> tensor<2x2x1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x4xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x2x1xi1>) -> tensor<2x2x4xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<2x2x4xi1>, tensor<2x2x4xf32>
%7 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<2x2xi1>) -> tensor<2x2x1x1xi1>
%cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2, 3] : (tensor<2x2x1x1xi1>) -> tensor<2x2x4x4xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<2x2x4x4xi1>, tensor<2x2x4x4xcomplex<f32>>
%11 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<2x2xi1>) -> tensor<2x2x1x1xi1>
%cst_1 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2, 3] : (tensor<2x2x1x1xi1>) -> tensor<2x2x4x4xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<2x2x4x4xi1>, tensor<2x2x4x4xcomplex<f32>>
return %10, %6, %14 : tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4xf32>, tensor<2x2x4x4xcomplex<f32>>
}
func.func private @svd_0(%arg0: tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4xf32> {
%0:5 = stablehlo.custom_call @lapack_cgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 78 : ui8}} : (tensor<2x2x4x4xcomplex<f32>>) -> (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4xf32>, tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>, tensor<2x2xi32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<2x2xi1>) -> tensor<2x2x1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x4xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x2x1xi1>) -> tensor<2x2x4xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<2x2x4xi1>, tensor<2x2x4xf32>
return %6 : tensor<2x2x4xf32>
}
}
// -----
// svd, 5x5 of complex128
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf64>, tensor<5xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0xC00A1F00C648FC3C000000000000093D0000000000000E3DD2F17D82555CF63C"> : tensor<4xf64>
    %2 = stablehlo.constant dense<"0xD80B5BEB3382F83F6DC68BABE771F13F438BF6B58F55E93F936635D23FC9E33FA25BED21DEAFD13F"> : tensor<5xf64>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf64>, tensor<5xf64>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf64>, tensor<5xf64>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf64>, tensor<5xf64>) -> tensor<4xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf64>, %arg2: tensor<5xf64>) -> (tensor<4xf64>) {
%cst = stablehlo.constant dense<[[(0.3506242036819458,0.13696163892745972), (0.011136472225189209,-0.23021334409713745), (-0.19217061996459961,-0.4590265154838562), (-0.42475986480712891,-0.48347240686416626), (-0.32473272085189819,0.3132702112197876)], [(0.14941573143005371,0.41275554895401001), (0.0036269426345825195,0.10663574934005737), (0.47074282169342041,0.2294965386390686), (0.13227075338363647,0.043624937534332275), (0.0599173903465271,0.43507242202758789)], [(-0.22265297174453735,0.3158535361289978), (0.17087650299072266,-0.49726152420043945), (-0.10585087537765503,0.35740423202514648), (0.054314911365509033,-0.46641445159912109), (0.26488989591598511,0.22965544462203979)], [(0.34657520055770874,-0.32434439659118652), (-0.41071325540542603,0.36317890882492065), (-0.47789806127548218,0.041461169719696045), (-0.41960036754608154,-0.20028811693191528), (-0.018938660621643066,-0.077312827110290527)], [(-0.096761524677276611,-0.47168034315109253), (-0.49464738368988037,-0.37571674585342407), (-0.49171572923660278,0.17062437534332275), (0.025617718696594238,0.14718949794769287), (-0.24270021915435791,0.11538505554199219)]]> : tensor<5x5xcomplex<f64>>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%1 = stablehlo.convert %0 : (tensor<f64>) -> tensor<complex<f64>>
%2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<complex<f64>>) -> tensor<5x5xcomplex<f64>>
%3 = stablehlo.multiply %cst, %2 : tensor<5x5xcomplex<f64>>
%4:3 = call @svd(%3) : (tensor<5x5xcomplex<f64>>) -> (tensor<5x5xcomplex<f64>>, tensor<5xf64>, tensor<5x5xcomplex<f64>>)
%5 = stablehlo.broadcast_in_dim %4#1, dims = [1] : (tensor<5xf64>) -> tensor<1x5xf64>
%6 = stablehlo.convert %5 : (tensor<1x5xf64>) -> tensor<1x5xcomplex<f64>>
%7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%8 = stablehlo.multiply %4#0, %7 : tensor<5x5xcomplex<f64>>
%9 = stablehlo.dot_general %8, %4#2, contracting_dims = [1] x [0] : (tensor<5x5xcomplex<f64>>, tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%10 = stablehlo.subtract %9, %3 : tensor<5x5xcomplex<f64>>
%11 = stablehlo.abs %10 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%12 = stablehlo.reduce(%11 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf64>, tensor<f64>) -> tensor<f64>
%13 = stablehlo.transpose %4#0, dims = [1, 0] : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%14 = stablehlo.real %13 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%15 = stablehlo.imag %13 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%16 = stablehlo.negate %15 : tensor<5x5xf64>
%17 = stablehlo.complex %14, %16 : tensor<5x5xcomplex<f64>>
%18 = stablehlo.dot_general %17, %4#0, contracting_dims = [1] x [0] : (tensor<5x5xcomplex<f64>>, tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%19 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%20 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%21 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%22 = stablehlo.add %19, %21 : tensor<5x5xi64>
%23 = stablehlo.compare EQ, %22, %20, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%24 = stablehlo.convert %23 : (tensor<5x5xi1>) -> tensor<5x5xcomplex<f64>>
%25 = stablehlo.subtract %18, %24 : tensor<5x5xcomplex<f64>>
%26 = stablehlo.abs %25 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%cst_1 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%27 = stablehlo.reduce(%26 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf64>, tensor<f64>) -> tensor<f64>
%28 = stablehlo.transpose %4#2, dims = [1, 0] : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%29 = stablehlo.real %28 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%30 = stablehlo.imag %28 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%31 = stablehlo.negate %30 : tensor<5x5xf64>
%32 = stablehlo.complex %29, %31 : tensor<5x5xcomplex<f64>>
%33 = stablehlo.transpose %32, dims = [1, 0] : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%34 = stablehlo.real %33 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%35 = stablehlo.imag %33 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%36 = stablehlo.negate %35 : tensor<5x5xf64>
%37 = stablehlo.complex %34, %36 : tensor<5x5xcomplex<f64>>
%38 = stablehlo.dot_general %37, %32, contracting_dims = [1] x [0] : (tensor<5x5xcomplex<f64>>, tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%39 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%40 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%41 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%42 = stablehlo.add %39, %41 : tensor<5x5xi64>
%43 = stablehlo.compare EQ, %42, %40, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%44 = stablehlo.convert %43 : (tensor<5x5xi1>) -> tensor<5x5xcomplex<f64>>
%45 = stablehlo.subtract %38, %44 : tensor<5x5xcomplex<f64>>
%46 = stablehlo.abs %45 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%cst_3 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%47 = stablehlo.reduce(%46 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf64>, tensor<f64>) -> tensor<f64>
%48 = stablehlo.subtract %4#1, %arg2 : tensor<5xf64>
%49 = stablehlo.abs %48 : tensor<5xf64>
%cst_4 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%50 = stablehlo.reduce(%49 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
%51 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f64>) -> tensor<1xf64>
%52 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f64>) -> tensor<1xf64>
%53 = stablehlo.broadcast_in_dim %47, dims = [] : (tensor<f64>) -> tensor<1xf64>
%54 = stablehlo.broadcast_in_dim %50, dims = [] : (tensor<f64>) -> tensor<1xf64>
%55 = stablehlo.concatenate %51, %52, %53, %54, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<4xf64>
%56 = stablehlo.divide %55, %arg1 : tensor<4xf64>
return %56 : tensor<4xf64>
}
func.func private @svd(%arg0: tensor<5x5xcomplex<f64>>) -> (tensor<5x5xcomplex<f64>>, tensor<5xf64>, tensor<5x5xcomplex<f64>>) {
%0:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<5x5xcomplex<f64>>) -> (tensor<5x5xcomplex<f64>>, tensor<5xf64>, tensor<5x5xcomplex<f64>>, tensor<5x5xcomplex<f64>>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<5xf64>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<5xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<5xi1>, tensor<5xf64>
%7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<5x5xcomplex<f64>>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<5x5xi1>, tensor<5x5xcomplex<f64>>
%11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f64>>) -> tensor<5x5xcomplex<f64>>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<5x5xi1>, tensor<5x5xcomplex<f64>>
return %10, %6, %14 : tensor<5x5xcomplex<f64>>, tensor<5xf64>, tensor<5x5xcomplex<f64>>
}
}
// -----
// svd, 7x4 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000034360000203600007036FDA85336"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x2F4B863F56CB783FAECED03EB4D68C3E"> : tensor<4xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<4xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<4xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865], [-0.324732721, 0.149415731, 0.00362694263, 0.470742822], [0.132270753, 0.0599173903, -0.222652972, 0.170876503], [-0.105850875, 0.0543149114, 0.264889896, 0.346575201], [-0.410713255, -0.477898061, -0.419600368, -0.0189386606], [-0.0967615246, -0.494647384, -0.491715729, 0.0256177187], [-0.242700219, 0.264054894, -0.0390784144, 0.304989159]]> : tensor<7x4xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<7x4xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<7x4xf32>
%3:3 = call @svd(%2) : (tensor<7x4xf32>) -> (tensor<7x4xf32>, tensor<4xf32>, tensor<4x4xf32>)
%4 = stablehlo.broadcast_in_dim %3#1, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
%5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<7x4xf32>
%6 = stablehlo.multiply %3#0, %5 : tensor<7x4xf32>
%7 = stablehlo.dot_general %6, %3#2, contracting_dims = [1] x [0] : (tensor<7x4xf32>, tensor<4x4xf32>) -> tensor<7x4xf32>
%8 = stablehlo.subtract %7, %2 : tensor<7x4xf32>
%9 = stablehlo.abs %8 : tensor<7x4xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%10 = stablehlo.reduce(%9 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<7x4xf32>, tensor<f32>) -> tensor<f32>
%11 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<7x4xf32>) -> tensor<4x7xf32>
%12 = stablehlo.dot_general %11, %3#0, contracting_dims = [1] x [0] : (tensor<4x7xf32>, tensor<7x4xf32>) -> tensor<4x4xf32>
%13 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%14 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%15 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%16 = stablehlo.add %13, %15 : tensor<4x4xi64>
%17 = stablehlo.compare EQ, %16, %14, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%18 = stablehlo.convert %17 : (tensor<4x4xi1>) -> tensor<4x4xf32>
%19 = stablehlo.subtract %12, %18 : tensor<4x4xf32>
%20 = stablehlo.abs %19 : tensor<4x4xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.transpose %3#2, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
%23 = stablehlo.transpose %22, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
%24 = stablehlo.dot_general %23, %22, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
%25 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%26 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%27 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%28 = stablehlo.add %25, %27 : tensor<4x4xi64>
%29 = stablehlo.compare EQ, %28, %26, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%30 = stablehlo.convert %29 : (tensor<4x4xi1>) -> tensor<4x4xf32>
%31 = stablehlo.subtract %24, %30 : tensor<4x4xf32>
%32 = stablehlo.abs %31 : tensor<4x4xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%33 = stablehlo.reduce(%32 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
%34 = stablehlo.subtract %3#1, %arg2 : tensor<4xf32>
%35 = stablehlo.abs %34 : tensor<4xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%36 = stablehlo.reduce(%35 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%37 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<1xf32>
%38 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
%39 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<1xf32>
%40 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<1xf32>
%41 = stablehlo.concatenate %37, %38, %39, %40, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%42 = stablehlo.divide %41, %arg1 : tensor<4xf32>
return %42 : tensor<4xf32>
}
func.func private @svd(%arg0: tensor<7x4xf32>) -> (tensor<7x4xf32>, tensor<4xf32>, tensor<4x4xf32>) {
%0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<7x4xf32>) -> (tensor<7x4xf32>, tensor<4xf32>, tensor<7x4xf32>, tensor<4x4xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<4xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<4xi1>, tensor<4xf32>
%7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<7x4xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<7x4xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<7x4xi1>, tensor<7x4xf32>
%11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<4x4xi1>, tensor<4x4xf32>
return %10, %6, %14 : tensor<7x4xf32>, tensor<4xf32>, tensor<4x4xf32>
}
}
// -----
// svd, 2x3x6 of float64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<5xf64>, tensor<2x3xf64>, tensor<2x3xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000000000000FE3C000000000000FE3C000000000000093D7A690B99B17EF83C7A690B99B17EF83C"> : tensor<5xf64>
    %2 = stablehlo.constant dense<"0x133973900F40EB3F1B9F2B1A24F7E43F304ED2B1F123DF3F215F47E233B6EF3F800F2CCEA769E53F410EF2278269D63F"> : tensor<2x3xf64>
    %3 = stablehlo.constant dense<"0x143973900F40EB3F179F2B1A24F7E43F2E4ED2B1F123DF3F235F47E233B6EF3F810F2CCEA769E53F420EF2278269D63F"> : tensor<2x3xf64>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<5xf64>, tensor<2x3xf64>, tensor<2x3xf64>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<5xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<5xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<5xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<5xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<5xf64>, %arg2: tensor<2x3xf64>, %arg3: tensor<2x3xf64>) -> (tensor<5xf64>) {
%cst = stablehlo.constant dense<[[[0.3506242036819458, 0.011136472225189209, -0.19217061996459961, -0.42475986480712891, -0.32473272085189819, 0.14941573143005371], [0.0036269426345825195, 0.47074282169342041, 0.13227075338363647, 0.0599173903465271, -0.22265297174453735, 0.17087650299072266], [-0.10585087537765503, 0.054314911365509033, 0.26488989591598511, 0.34657520055770874, -0.41071325540542603, -0.47789806127548218]], [[-0.41960036754608154, -0.018938660621643066, -0.096761524677276611, -0.49464738368988037, -0.49171572923660278, 0.025617718696594238], [-0.24270021915435791, 0.26405489444732666, -0.039078414440155029, 0.30498915910720825, -0.12047666311264038, 0.45010030269622803], [0.34031134843826294, 0.20400100946426392, 0.37515610456466675, 0.078903436660766602, 0.34548056125640869, -0.12458336353302002]]]> : tensor<2x3x6xf64>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<2x3x6xf64>
%2 = stablehlo.multiply %cst, %1 : tensor<2x3x6xf64>
%3:3 = call @svd(%2) : (tensor<2x3x6xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2x3x6xf64>)
%4 = stablehlo.broadcast_in_dim %3#1, dims = [0, 2] : (tensor<2x3xf64>) -> tensor<2x1x3xf64>
%5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<2x1x3xf64>) -> tensor<2x3x3xf64>
%6 = stablehlo.multiply %3#0, %5 : tensor<2x3x3xf64>
%7 = stablehlo.dot_general %6, %3#2, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x3xf64>, tensor<2x3x6xf64>) -> tensor<2x3x6xf64>
%8 = stablehlo.subtract %7, %2 : tensor<2x3x6xf64>
%9 = stablehlo.abs %8 : tensor<2x3x6xf64>
%cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%10 = stablehlo.reduce(%9 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x3x6xf64>, tensor<f64>) -> tensor<f64>
%11 = stablehlo.transpose %3#0, dims = [0, 2, 1] : (tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
%12 = stablehlo.dot_general %11, %3#0, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
%13 = stablehlo.iota dim = 0 : tensor<3x3xi64>
%14 = stablehlo.iota dim = 1 : tensor<3x3xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%15 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
%16 = stablehlo.add %13, %15 : tensor<3x3xi64>
%17 = stablehlo.compare EQ, %16, %14, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
%18 = stablehlo.convert %17 : (tensor<3x3xi1>) -> tensor<3x3xf64>
%19 = stablehlo.broadcast_in_dim %18, dims = [1, 2] : (tensor<3x3xf64>) -> tensor<1x3x3xf64>
%20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<1x3x3xf64>) -> tensor<2x3x3xf64>
%21 = stablehlo.subtract %12, %20 : tensor<2x3x3xf64>
%22 = stablehlo.abs %21 : tensor<2x3x3xf64>
%cst_1 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%23 = stablehlo.reduce(%22 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x3x3xf64>, tensor<f64>) -> tensor<f64>
%24 = stablehlo.transpose %3#2, dims = [0, 2, 1] : (tensor<2x3x6xf64>) -> tensor<2x6x3xf64>
%25 = stablehlo.transpose %24, dims = [0, 2, 1] : (tensor<2x6x3xf64>) -> tensor<2x3x6xf64>
%26 = stablehlo.dot_general %25, %24, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x6xf64>, tensor<2x6x3xf64>) -> tensor<2x3x3xf64>
%27 = stablehlo.iota dim = 0 : tensor<3x3xi64>
%28 = stablehlo.iota dim = 1 : tensor<3x3xi64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%29 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
%30 = stablehlo.add %27, %29 : tensor<3x3xi64>
%31 = stablehlo.compare EQ, %30, %28, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
%32 = stablehlo.convert %31 : (tensor<3x3xi1>) -> tensor<3x3xf64>
%33 = stablehlo.broadcast_in_dim %32, dims = [1, 2] : (tensor<3x3xf64>) -> tensor<1x3x3xf64>
%34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2] : (tensor<1x3x3xf64>) -> tensor<2x3x3xf64>
%35 = stablehlo.subtract %26, %34 : tensor<2x3x3xf64>
%36 = stablehlo.abs %35 : tensor<2x3x3xf64>
%cst_3 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%37 = stablehlo.reduce(%36 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x3x3xf64>, tensor<f64>) -> tensor<f64>
%38 = call @svd_0(%2) : (tensor<2x3x6xf64>) -> tensor<2x3xf64>
%39 = stablehlo.subtract %3#1, %arg2 : tensor<2x3xf64>
%40 = stablehlo.abs %39 : tensor<2x3xf64>
%cst_4 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%41 = stablehlo.reduce(%40 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x3xf64>, tensor<f64>) -> tensor<f64>
%42 = stablehlo.subtract %38, %arg3 : tensor<2x3xf64>
%43 = stablehlo.abs %42 : tensor<2x3xf64>
%cst_5 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%44 = stablehlo.reduce(%43 init: %cst_5) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x3xf64>, tensor<f64>) -> tensor<f64>
%45 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f64>) -> tensor<1xf64>
%46 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f64>) -> tensor<1xf64>
%47 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<f64>) -> tensor<1xf64>
%48 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<f64>) -> tensor<1xf64>
%49 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<f64>) -> tensor<1xf64>
%50 = stablehlo.concatenate %45, %46, %47, %48, %49, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<5xf64>
%51 = stablehlo.divide %50, %arg1 : tensor<5xf64>
return %51 : tensor<5xf64>
}
func.func private @svd(%arg0: tensor<2x3x6xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2x3x6xf64>) {
%0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<2x3x6xf64>) -> (tensor<2x3x6xf64>, tensor<2x3xf64>, tensor<2x3x3xf64>, tensor<2x3x6xf64>, tensor<2xi32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
%3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
%cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
%5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<2x3xi1>, tensor<2x3xf64>
%7 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<2x3x3xf64>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x3x3xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<2x3x3xi1>, tensor<2x3x3xf64>
%11 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2x3x6xf64>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x3x6xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<2x3x6xi1>, tensor<2x3x6xf64>
return %10, %6, %14 : tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2x3x6xf64>
}
func.func private @svd_0(%arg0: tensor<2x3x6xf64>) -> tensor<2x3xf64> {
%0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 78 : ui8}} : (tensor<2x3x6xf64>) -> (tensor<2x3x6xf64>, tensor<2x3xf64>, tensor<2x3x3xf64>, tensor<2x6x6xf64>, tensor<2xi32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
%3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
%cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
%5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<2x3xi1>, tensor<2x3xf64>
return %6 : tensor<2x3xf64>
}
}
// -----
// svd, whole, 7x4 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000034360000203600007036FDA85336"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x2F4B863F56CB783FAECED03EB4D68C3E"> : tensor<4xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<4xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<4xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865], [-0.324732721, 0.149415731, 0.00362694263, 0.470742822], [0.132270753, 0.0599173903, -0.222652972, 0.170876503], [-0.105850875, 0.0543149114, 0.264889896, 0.346575201], [-0.410713255, -0.477898061, -0.419600368, -0.0189386606], [-0.0967615246, -0.494647384, -0.491715729, 0.0256177187], [-0.242700219, 0.264054894, -0.0390784144, 0.304989159]]> : tensor<7x4xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<7x4xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<7x4xf32>
%3:3 = call @svd(%2) : (tensor<7x4xf32>) -> (tensor<7x7xf32>, tensor<4xf32>, tensor<4x4xf32>)
%4 = stablehlo.slice %3#0 [0:7, 0:4] : (tensor<7x7xf32>) -> tensor<7x4xf32>
%5 = stablehlo.broadcast_in_dim %3#1, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
%6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<7x4xf32>
%7 = stablehlo.multiply %4, %6 : tensor<7x4xf32>
%8 = stablehlo.dot_general %7, %3#2, contracting_dims = [1] x [0] : (tensor<7x4xf32>, tensor<4x4xf32>) -> tensor<7x4xf32>
%9 = stablehlo.subtract %8, %2 : tensor<7x4xf32>
%10 = stablehlo.abs %9 : tensor<7x4xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%11 = stablehlo.reduce(%10 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<7x4xf32>, tensor<f32>) -> tensor<f32>
%12 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<7x7xf32>) -> tensor<7x7xf32>
%13 = stablehlo.dot_general %12, %3#0, contracting_dims = [1] x [0] : (tensor<7x7xf32>, tensor<7x7xf32>) -> tensor<7x7xf32>
%14 = stablehlo.iota dim = 0 : tensor<7x7xi64>
%15 = stablehlo.iota dim = 1 : tensor<7x7xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%16 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<7x7xi64>
%17 = stablehlo.add %14, %16 : tensor<7x7xi64>
%18 = stablehlo.compare EQ, %17, %15, SIGNED : (tensor<7x7xi64>, tensor<7x7xi64>) -> tensor<7x7xi1>
%19 = stablehlo.convert %18 : (tensor<7x7xi1>) -> tensor<7x7xf32>
%20 = stablehlo.subtract %13, %19 : tensor<7x7xf32>
%21 = stablehlo.abs %20 : tensor<7x7xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%22 = stablehlo.reduce(%21 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<7x7xf32>, tensor<f32>) -> tensor<f32>
%23 = stablehlo.transpose %3#2, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
%24 = stablehlo.transpose %23, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
%25 = stablehlo.dot_general %24, %23, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
%26 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%27 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%28 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%29 = stablehlo.add %26, %28 : tensor<4x4xi64>
%30 = stablehlo.compare EQ, %29, %27, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%31 = stablehlo.convert %30 : (tensor<4x4xi1>) -> tensor<4x4xf32>
%32 = stablehlo.subtract %25, %31 : tensor<4x4xf32>
%33 = stablehlo.abs %32 : tensor<4x4xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%34 = stablehlo.reduce(%33 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
%35 = stablehlo.subtract %3#1, %arg2 : tensor<4xf32>
%36 = stablehlo.abs %35 : tensor<4xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%37 = stablehlo.reduce(%36 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%38 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f32>) -> tensor<1xf32>
%39 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<1xf32>
%40 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<1xf32>
%41 = stablehlo.broadcast_in_dim %37, dims = [] : (tensor<f32>) -> tensor<1xf32>
%42 = stablehlo.concatenate %38, %39, %40, %41, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%43 = stablehlo.divide %42, %arg1 : tensor<4xf32>
return %43 : tensor<4xf32>
}
func.func private @svd(%arg0: tensor<7x4xf32>) -> (tensor<7x7xf32>, tensor<4xf32>, tensor<4x4xf32>) {
%0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 65 : ui8}} : (tensor<7x4xf32>) -> (tensor<7x4xf32>, tensor<4xf32>, tensor<7x7xf32>, tensor<4x4xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<4xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<4xi1>, tensor<4xf32>
%7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<7x7xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<7x7xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<7x7xi1>, tensor<7x7xf32>
%11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<4x4xi1>, tensor<4x4xf32>
return %10, %6, %14 : tensor<7x7xf32>, tensor<4xf32>, tensor<4x4xf32>
}
}
// -----
// svd, whole, 2x3x6 of float64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<5xf64>, tensor<2x3xf64>, tensor<2x3xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000000000000FE3C000000000000FE3C000000000000093D7A690B99B17EF83C7A690B99B17EF83C"> : tensor<5xf64>
    %2 = stablehlo.constant dense<"0x133973900F40EB3F1B9F2B1A24F7E43F304ED2B1F123DF3F215F47E233B6EF3F800F2CCEA769E53F410EF2278269D63F"> : tensor<2x3xf64>
    %3 = stablehlo.constant dense<"0x143973900F40EB3F179F2B1A24F7E43F2E4ED2B1F123DF3F235F47E233B6EF3F810F2CCEA769E53F420EF2278269D63F"> : tensor<2x3xf64>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<5xf64>, tensor<2x3xf64>, tensor<2x3xf64>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<5xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<5xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<5xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<5xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<5xf64>, %arg2: tensor<2x3xf64>, %arg3: tensor<2x3xf64>) -> (tensor<5xf64>) {
%cst = stablehlo.constant dense<[[[0.3506242036819458, 0.011136472225189209, -0.19217061996459961, -0.42475986480712891, -0.32473272085189819, 0.14941573143005371], [0.0036269426345825195, 0.47074282169342041, 0.13227075338363647, 0.0599173903465271, -0.22265297174453735, 0.17087650299072266], [-0.10585087537765503, 0.054314911365509033, 0.26488989591598511, 0.34657520055770874, -0.41071325540542603, -0.47789806127548218]], [[-0.41960036754608154, -0.018938660621643066, -0.096761524677276611, -0.49464738368988037, -0.49171572923660278, 0.025617718696594238], [-0.24270021915435791, 0.26405489444732666, -0.039078414440155029, 0.30498915910720825, -0.12047666311264038, 0.45010030269622803], [0.34031134843826294, 0.20400100946426392, 0.37515610456466675, 0.078903436660766602, 0.34548056125640869, -0.12458336353302002]]]> : tensor<2x3x6xf64>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<2x3x6xf64>
%2 = stablehlo.multiply %cst, %1 : tensor<2x3x6xf64>
%3:3 = call @svd(%2) : (tensor<2x3x6xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2x6x6xf64>)
%4 = stablehlo.broadcast_in_dim %3#1, dims = [0, 2] : (tensor<2x3xf64>) -> tensor<2x1x3xf64>
%5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<2x1x3xf64>) -> tensor<2x3x3xf64>
%6 = stablehlo.multiply %3#0, %5 : tensor<2x3x3xf64>
%7 = stablehlo.slice %3#2 [0:2, 0:3, 0:6] : (tensor<2x6x6xf64>) -> tensor<2x3x6xf64>
%8 = stablehlo.dot_general %6, %7, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x3xf64>, tensor<2x3x6xf64>) -> tensor<2x3x6xf64>
%9 = stablehlo.subtract %8, %2 : tensor<2x3x6xf64>
%10 = stablehlo.abs %9 : tensor<2x3x6xf64>
%cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%11 = stablehlo.reduce(%10 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x3x6xf64>, tensor<f64>) -> tensor<f64>
%12 = stablehlo.transpose %3#0, dims = [0, 2, 1] : (tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
%13 = stablehlo.dot_general %12, %3#0, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
%14 = stablehlo.iota dim = 0 : tensor<3x3xi64>
%15 = stablehlo.iota dim = 1 : tensor<3x3xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%16 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
%17 = stablehlo.add %14, %16 : tensor<3x3xi64>
%18 = stablehlo.compare EQ, %17, %15, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
%19 = stablehlo.convert %18 : (tensor<3x3xi1>) -> tensor<3x3xf64>
%20 = stablehlo.broadcast_in_dim %19, dims = [1, 2] : (tensor<3x3xf64>) -> tensor<1x3x3xf64>
%21 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2] : (tensor<1x3x3xf64>) -> tensor<2x3x3xf64>
%22 = stablehlo.subtract %13, %21 : tensor<2x3x3xf64>
%23 = stablehlo.abs %22 : tensor<2x3x3xf64>
%cst_1 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%24 = stablehlo.reduce(%23 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x3x3xf64>, tensor<f64>) -> tensor<f64>
%25 = stablehlo.transpose %3#2, dims = [0, 2, 1] : (tensor<2x6x6xf64>) -> tensor<2x6x6xf64>
%26 = stablehlo.transpose %25, dims = [0, 2, 1] : (tensor<2x6x6xf64>) -> tensor<2x6x6xf64>
%27 = stablehlo.dot_general %26, %25, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x6x6xf64>, tensor<2x6x6xf64>) -> tensor<2x6x6xf64>
%28 = stablehlo.iota dim = 0 : tensor<6x6xi64>
%29 = stablehlo.iota dim = 1 : tensor<6x6xi64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%30 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<6x6xi64>
%31 = stablehlo.add %28, %30 : tensor<6x6xi64>
%32 = stablehlo.compare EQ, %31, %29, SIGNED : (tensor<6x6xi64>, tensor<6x6xi64>) -> tensor<6x6xi1>
%33 = stablehlo.convert %32 : (tensor<6x6xi1>) -> tensor<6x6xf64>
%34 = stablehlo.broadcast_in_dim %33, dims = [1, 2] : (tensor<6x6xf64>) -> tensor<1x6x6xf64>
%35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2] : (tensor<1x6x6xf64>) -> tensor<2x6x6xf64>
%36 = stablehlo.subtract %27, %35 : tensor<2x6x6xf64>
%37 = stablehlo.abs %36 : tensor<2x6x6xf64>
%cst_3 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%38 = stablehlo.reduce(%37 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x6x6xf64>, tensor<f64>) -> tensor<f64>
%39 = call @svd_0(%2) : (tensor<2x3x6xf64>) -> tensor<2x3xf64>
%40 = stablehlo.subtract %3#1, %arg2 : tensor<2x3xf64>
%41 = stablehlo.abs %40 : tensor<2x3xf64>
%cst_4 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%42 = stablehlo.reduce(%41 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x3xf64>, tensor<f64>) -> tensor<f64>
%43 = stablehlo.subtract %39, %arg3 : tensor<2x3xf64>
%44 = stablehlo.abs %43 : tensor<2x3xf64>
%cst_5 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%45 = stablehlo.reduce(%44 init: %cst_5) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x3xf64>, tensor<f64>) -> tensor<f64>
%46 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f64>) -> tensor<1xf64>
%47 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f64>) -> tensor<1xf64>
%48 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<f64>) -> tensor<1xf64>
%49 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<f64>) -> tensor<1xf64>
%50 = stablehlo.broadcast_in_dim %45, dims = [] : (tensor<f64>) -> tensor<1xf64>
%51 = stablehlo.concatenate %46, %47, %48, %49, %50, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<5xf64>
%52 = stablehlo.divide %51, %arg1 : tensor<5xf64>
return %52 : tensor<5xf64>
}
func.func private @svd(%arg0: tensor<2x3x6xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2x6x6xf64>) {
%0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 65 : ui8}} : (tensor<2x3x6xf64>) -> (tensor<2x3x6xf64>, tensor<2x3xf64>, tensor<2x3x3xf64>, tensor<2x6x6xf64>, tensor<2xi32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
%3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
%cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
%5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<2x3xi1>, tensor<2x3xf64>
%7 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<2x3x3xf64>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x3x3xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<2x3x3xi1>, tensor<2x3x3xf64>
%11 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2x6x6xf64>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x6x6xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<2x6x6xi1>, tensor<2x6x6xf64>
return %10, %6, %14 : tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2x6x6xf64>
}
func.func private @svd_0(%arg0: tensor<2x3x6xf64>) -> tensor<2x3xf64> {
%0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 78 : ui8}} : (tensor<2x3x6xf64>) -> (tensor<2x3x6xf64>, tensor<2x3xf64>, tensor<2x3x3xf64>, tensor<2x6x6xf64>, tensor<2xi32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
%3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
%cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
%5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x3xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<2x3xi1>, tensor<2x3xf64>
return %6 : tensor<2x3xf64>
}
}
// -----
// svd of zeros, 5x5 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<5xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x00000035BD1B8F35BD1B8F35ACE23236"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x0000000000000000000000800000008000000080"> : tensor<5xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<5xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<5xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<5xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721], [0.149415731, 0.00362694263, 0.470742822, 0.132270753, 0.0599173903], [-0.222652972, 0.170876503, -0.105850875, 0.0543149114, 0.264889896], [0.346575201, -0.410713255, -0.477898061, -0.419600368, -0.0189386606], [-0.0967615246, -0.494647384, -0.491715729, 0.0256177187, -0.242700219]]> : tensor<5x5xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<5x5xf32>
%cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%4 = stablehlo.multiply %3, %2 : tensor<5x5xf32>
%5:3 = call @svd(%4) : (tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5xf32>, tensor<5x5xf32>)
%6 = stablehlo.broadcast_in_dim %5#1, dims = [1] : (tensor<5xf32>) -> tensor<1x5xf32>
%7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<5x5xf32>
%8 = stablehlo.multiply %5#0, %7 : tensor<5x5xf32>
%9 = stablehlo.dot_general %8, %5#2, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%10 = stablehlo.subtract %9, %4 : tensor<5x5xf32>
%11 = stablehlo.abs %10 : tensor<5x5xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%12 = stablehlo.reduce(%11 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%13 = stablehlo.transpose %5#0, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%14 = stablehlo.dot_general %13, %5#0, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%15 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%16 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%17 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%18 = stablehlo.add %15, %17 : tensor<5x5xi64>
%19 = stablehlo.compare EQ, %18, %16, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%20 = stablehlo.convert %19 : (tensor<5x5xi1>) -> tensor<5x5xf32>
%21 = stablehlo.subtract %14, %20 : tensor<5x5xf32>
%22 = stablehlo.abs %21 : tensor<5x5xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%24 = stablehlo.transpose %5#2, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%25 = stablehlo.transpose %24, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%26 = stablehlo.dot_general %25, %24, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%27 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%28 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%29 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%30 = stablehlo.add %27, %29 : tensor<5x5xi64>
%31 = stablehlo.compare EQ, %30, %28, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%32 = stablehlo.convert %31 : (tensor<5x5xi1>) -> tensor<5x5xf32>
%33 = stablehlo.subtract %26, %32 : tensor<5x5xf32>
%34 = stablehlo.abs %33 : tensor<5x5xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%35 = stablehlo.reduce(%34 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%36 = stablehlo.subtract %5#1, %arg2 : tensor<5xf32>
%37 = stablehlo.abs %36 : tensor<5xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%38 = stablehlo.reduce(%37 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%39 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<1xf32>
%40 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<1xf32>
%41 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<f32>) -> tensor<1xf32>
%42 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<f32>) -> tensor<1xf32>
%43 = stablehlo.concatenate %39, %40, %41, %42, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%44 = stablehlo.divide %43, %arg1 : tensor<4xf32>
return %44 : tensor<4xf32>
}
func.func private @svd(%arg0: tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5xf32>, tensor<5x5xf32>) {
%0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5xf32>, tensor<5x5xf32>, tensor<5x5xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<5xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<5xi1>, tensor<5xf32>
%7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<5x5xi1>, tensor<5x5xf32>
%11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<5x5xi1>, tensor<5x5xf32>
return %10, %6, %14 : tensor<5x5xf32>, tensor<5xf32>, tensor<5x5xf32>
}
}
// -----
// svd of a singular matrix, whole, 6x5 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<5xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000023600007036000048368DF54336"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0xC3238A3F656D433F8AACCF3EE95BF43D71ED2632"> : tensor<5xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<5xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<5xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<5xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721], [0.149415731, 0.00362694263, 0.470742822, 0.132270753, 0.0599173903], [-0.222652972, 0.170876503, -0.105850875, 0.0543149114, 0.264889896], [0.346575201, -0.410713255, -0.477898061, -0.419600368, -0.0189386606], [-0.0967615246, -0.494647384, -0.491715729, 0.0256177187, -0.242700219], [0.264054894, -0.0390784144, 0.304989159, -0.120476663, 0.450100303]]> : tensor<6x5xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x5xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<6x5xf32>
%c = stablehlo.constant dense<1> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
%cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6xf32>
%5 = "stablehlo.scatter"(%2, %3, %4) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
stablehlo.return %arg4 : tensor<f32>
}) : (tensor<6x5xf32>, tensor<1xi32>, tensor<6xf32>) -> tensor<6x5xf32>
%c_1 = stablehlo.constant dense<2> : tensor<i32>
%6 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<1xi32>
%cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<5xf32>
%8 = "stablehlo.scatter"(%5, %6, %7) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
stablehlo.return %arg4 : tensor<f32>
}) : (tensor<6x5xf32>, tensor<1xi32>, tensor<5xf32>) -> tensor<6x5xf32>
%9:3 = call @svd(%8) : (tensor<6x5xf32>) -> (tensor<6x6xf32>, tensor<5xf32>, tensor<5x5xf32>)
%10 = stablehlo.slice %9#0 [0:6, 0:5] : (tensor<6x6xf32>) -> tensor<6x5xf32>
%11 = stablehlo.broadcast_in_dim %9#1, dims = [1] : (tensor<5xf32>) -> tensor<1x5xf32>
%12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<6x5xf32>
%13 = stablehlo.multiply %10, %12 : tensor<6x5xf32>
%14 = stablehlo.dot_general %13, %9#2, contracting_dims = [1] x [0] : (tensor<6x5xf32>, tensor<5x5xf32>) -> tensor<6x5xf32>
%15 = stablehlo.subtract %14, %8 : tensor<6x5xf32>
%16 = stablehlo.abs %15 : tensor<6x5xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%17 = stablehlo.reduce(%16 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<f32>
%18 = stablehlo.transpose %9#0, dims = [1, 0] : (tensor<6x6xf32>) -> tensor<6x6xf32>
%19 = stablehlo.dot_general %18, %9#0, contracting_dims = [1] x [0] : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
%20 = stablehlo.iota dim = 0 : tensor<6x6xi64>
%21 = stablehlo.iota dim = 1 : tensor<6x6xi64>
%c_4 = stablehlo.constant dense<0> : tensor<i64>
%22 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i64>) -> tensor<6x6xi64>
%23 = stablehlo.add %20, %22 : tensor<6x6xi64>
%24 = stablehlo.compare EQ, %23, %21, SIGNED : (tensor<6x6xi64>, tensor<6x6xi64>) -> tensor<6x6xi1>
%25 = stablehlo.convert %24 : (tensor<6x6xi1>) -> tensor<6x6xf32>
%26 = stablehlo.subtract %19, %25 : tensor<6x6xf32>
%27 = stablehlo.abs %26 : tensor<6x6xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%28 = stablehlo.reduce(%27 init: %cst_5) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<6x6xf32>, tensor<f32>) -> tensor<f32>
%29 = stablehlo.transpose %9#2, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%30 = stablehlo.transpose %29, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%31 = stablehlo.dot_general %30, %29, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%32 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%33 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c_6 = stablehlo.constant dense<0> : tensor<i64>
%34 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%35 = stablehlo.add %32, %34 : tensor<5x5xi64>
%36 = stablehlo.compare EQ, %35, %33, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%37 = stablehlo.convert %36 : (tensor<5x5xi1>) -> tensor<5x5xf32>
%38 = stablehlo.subtract %31, %37 : tensor<5x5xf32>
%39 = stablehlo.abs %38 : tensor<5x5xf32>
%cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%40 = stablehlo.reduce(%39 init: %cst_7) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%41 = stablehlo.subtract %9#1, %arg2 : tensor<5xf32>
%42 = stablehlo.abs %41 : tensor<5xf32>
%cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%43 = stablehlo.reduce(%42 init: %cst_8) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%44 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<1xf32>
%45 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f32>) -> tensor<1xf32>
%46 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<f32>) -> tensor<1xf32>
%47 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<f32>) -> tensor<1xf32>
%48 = stablehlo.concatenate %44, %45, %46, %47, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%49 = stablehlo.divide %48, %arg1 : tensor<4xf32>
return %49 : tensor<4xf32>
}
func.func private @svd(%arg0: tensor<6x5xf32>) -> (tensor<6x6xf32>, tensor<5xf32>, tensor<5x5xf32>) {
%0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 65 : ui8}} : (tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<5xf32>, tensor<6x6xf32>, tensor<5x5xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<5xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<5xi1>, tensor<5xf32>
%7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x6xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<6x6xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<6x6xi1>, tensor<6x6xf32>
%11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<5x5xi1>, tensor<5x5xf32>
return %10, %6, %14 : tensor<6x6xf32>, tensor<5xf32>, tensor<5x5xf32>
}
}
// -----
// svd of repeated values, 9x9 of float64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf64>, tensor<9xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000000000C00C3D000000000000093D000000000000FE3C000000000000FE3C"> : tensor<4xf64>
    %2 = stablehlo.constant dense<"0x0300000000000040FFFFFFFFFFFFFF3FFCFFFFFFFFFFFF3F000000000000F03F000000000000F03FFDFFFFFFFFFFEF3F7B9FB20183D8B23C7A2FDEFEF37BA83C9315DCDA75EA783C"> : tensor<9xf64>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf64>, tensor<9xf64>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf64>, tensor<9xf64>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf64>, tensor<9xf64>) -> tensor<4xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf64>, %arg2: tensor<9xf64>) -> (tensor<4xf64>) {
%cst = stablehlo.constant dense<[[0.3506242036819458, 0.011136472225189209, -0.19217061996459961, -0.42475986480712891, -0.32473272085189819, 0.14941573143005371, 0.0036269426345825195, 0.47074282169342041, 0.13227075338363647], [0.0599173903465271, -0.22265297174453735, 0.17087650299072266, -0.10585087537765503, 0.054314911365509033, 0.26488989591598511, 0.34657520055770874, -0.41071325540542603, -0.47789806127548218], [-0.41960036754608154, -0.018938660621643066, -0.096761524677276611, -0.49464738368988037, -0.49171572923660278, 0.025617718696594238, -0.24270021915435791, 0.26405489444732666, -0.039078414440155029], [0.30498915910720825, -0.12047666311264038, 0.45010030269622803, 0.34031134843826294, 0.20400100946426392, 0.37515610456466675, 0.078903436660766602, 0.34548056125640869, -0.12458336353302002], [-0.077040851116180419, 0.21882170438766479, -0.42705309391021729, 0.031343460083007813, 0.17273932695388794, -0.24539387226104736, 0.21951043605804443, 0.0044186115264892578, 0.26065933704376221], [-0.1718248724937439, -0.23607289791107178, 0.21417248249053955, -0.4514535665512085, -0.12286114692687988, -0.099152684211730957, -0.18353384733200073, 0.29168885946273804, -0.4207003116607666], [0.17126327753067017, 0.073648691177368164, 0.36004090309143066, 0.39499342441558838, 0.20534259080886841, 0.26700955629348755, 0.070094525814056396, 0.49664431810379028, 0.44652473926544189], [0.12317246198654175, 0.39894497394561768, 0.40207487344741821, 0.39039671421051025, 0.25824213027954102, -0.45140326023101807, 0.13651281595230103, 0.010063409805297852, 0.26398742198944092], [-0.090175390243530273, -0.025788843631744385, -0.30424678325653076, -0.45016729831695557, 0.44531333446502686, -0.15038973093032837, 0.10375708341598511, -0.48366808891296387, 0.33495485782623291]]> : tensor<9x9xf64>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<9x9xf64>
%2 = stablehlo.multiply %cst, %1 : tensor<9x9xf64>
%3:2 = call @qr(%2) : (tensor<9x9xf64>) -> (tensor<9x9xf64>, tensor<9x9xf64>)
%4 = stablehlo.iota dim = 0 : tensor<9xi64>
%c = stablehlo.constant dense<3> : tensor<i64>
%5 = call @floor_divide(%4, %c) : (tensor<9xi64>, tensor<i64>) -> tensor<9xi64>
%6 = stablehlo.convert %5 : (tensor<9xi64>) -> tensor<9xf64>
%7 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<9xf64>) -> tensor<1x9xf64>
%8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x9xf64>) -> tensor<9x9xf64>
%9 = stablehlo.multiply %3#0, %8 : tensor<9x9xf64>
%10 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<9x9xf64>) -> tensor<9x9xf64>
%11 = stablehlo.dot_general %9, %10, contracting_dims = [1] x [0] : (tensor<9x9xf64>, tensor<9x9xf64>) -> tensor<9x9xf64>
%12:3 = call @svd(%11) : (tensor<9x9xf64>) -> (tensor<9x9xf64>, tensor<9xf64>, tensor<9x9xf64>)
%13 = stablehlo.broadcast_in_dim %12#1, dims = [1] : (tensor<9xf64>) -> tensor<1x9xf64>
%14 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<1x9xf64>) -> tensor<9x9xf64>
%15 = stablehlo.multiply %12#0, %14 : tensor<9x9xf64>
%16 = stablehlo.dot_general %15, %12#2, contracting_dims = [1] x [0] : (tensor<9x9xf64>, tensor<9x9xf64>) -> tensor<9x9xf64>
%17 = stablehlo.subtract %16, %11 : tensor<9x9xf64>
%18 = stablehlo.abs %17 : tensor<9x9xf64>
%cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%19 = stablehlo.reduce(%18 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<9x9xf64>, tensor<f64>) -> tensor<f64>
%20 = stablehlo.transpose %12#0, dims = [1, 0] : (tensor<9x9xf64>) -> tensor<9x9xf64>
%21 = stablehlo.dot_general %20, %12#0, contracting_dims = [1] x [0] : (tensor<9x9xf64>, tensor<9x9xf64>) -> tensor<9x9xf64>
%22 = stablehlo.iota dim = 0 : tensor<9x9xi64>
%23 = stablehlo.iota dim = 1 : tensor<9x9xi64>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%24 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<9x9xi64>
%25 = stablehlo.add %22, %24 : tensor<9x9xi64>
%26 = stablehlo.compare EQ, %25, %23, SIGNED : (tensor<9x9xi64>, tensor<9x9xi64>) -> tensor<9x9xi1>
%27 = stablehlo.convert %26 : (tensor<9x9xi1>) -> tensor<9x9xf64>
%28 = stablehlo.subtract %21, %27 : tensor<9x9xf64>
%29 = stablehlo.abs %28 : tensor<9x9xf64>
%cst_2 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%30 = stablehlo.reduce(%29 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<9x9xf64>, tensor<f64>) -> tensor<f64>
%31 = stablehlo.transpose %12#2, dims = [1, 0] : (tensor<9x9xf64>) -> tensor<9x9xf64>
%32 = stablehlo.transpose %31, dims = [1, 0] : (tensor<9x9xf64>) -> tensor<9x9xf64>
%33 = stablehlo.dot_general %32, %31, contracting_dims = [1] x [0] : (tensor<9x9xf64>, tensor<9x9xf64>) -> tensor<9x9xf64>
%34 = stablehlo.iota dim = 0 : tensor<9x9xi64>
%35 = stablehlo.iota dim = 1 : tensor<9x9xi64>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%36 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<9x9xi64>
%37 = stablehlo.add %34, %36 : tensor<9x9xi64>
%38 = stablehlo.compare EQ, %37, %35, SIGNED : (tensor<9x9xi64>, tensor<9x9xi64>) -> tensor<9x9xi1>
%39 = stablehlo.convert %38 : (tensor<9x9xi1>) -> tensor<9x9xf64>
%40 = stablehlo.subtract %33, %39 : tensor<9x9xf64>
%41 = stablehlo.abs %40 : tensor<9x9xf64>
%cst_4 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%42 = stablehlo.reduce(%41 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<9x9xf64>, tensor<f64>) -> tensor<f64>
%43 = stablehlo.subtract %12#1, %arg2 : tensor<9xf64>
%44 = stablehlo.abs %43 : tensor<9xf64>
%cst_5 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%45 = stablehlo.reduce(%44 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<9xf64>, tensor<f64>) -> tensor<f64>
%46 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f64>) -> tensor<1xf64>
%47 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<f64>) -> tensor<1xf64>
%48 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<f64>) -> tensor<1xf64>
%49 = stablehlo.broadcast_in_dim %45, dims = [] : (tensor<f64>) -> tensor<1xf64>
%50 = stablehlo.concatenate %46, %47, %48, %49, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<4xf64>
%51 = stablehlo.divide %50, %arg1 : tensor<4xf64>
return %51 : tensor<4xf64>
}
func.func private @qr(%arg0: tensor<9x9xf64>) -> (tensor<9x9xf64>, tensor<9x9xf64>) {
%0:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<9x9xf64>) -> (tensor<9x9xf64>, tensor<9xf64>)
%1 = stablehlo.custom_call @lapack_dorgqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}} : (tensor<9x9xf64>, tensor<9xf64>) -> tensor<9x9xf64>
%2 = stablehlo.iota dim = 0 : tensor<9x9xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<9x9xi64>
%4 = stablehlo.add %2, %3 : tensor<9x9xi64>
%5 = stablehlo.iota dim = 1 : tensor<9x9xi64>
%6 = stablehlo.compare GE, %4, %5, SIGNED : (tensor<9x9xi64>, tensor<9x9xi64>) -> tensor<9x9xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<9x9xf64>
%8 = stablehlo.select %6, %7, %0#0 : tensor<9x9xi1>, tensor<9x9xf64>
return %1, %8 : tensor<9x9xf64>, tensor<9x9xf64>
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
func.func private @svd(%arg0: tensor<9x9xf64>) -> (tensor<9x9xf64>, tensor<9xf64>, tensor<9x9xf64>) {
%0:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<9x9xf64>) -> (tensor<9x9xf64>, tensor<9xf64>, tensor<9x9xf64>, tensor<9x9xf64>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<9xf64>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<9xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<9xi1>, tensor<9xf64>
%7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<9x9xf64>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<9x9xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<9x9xi1>, tensor<9x9xf64>
%11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<9x9xf64>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<9x9xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<9x9xi1>, tensor<9x9xf64>
return %10, %6, %14 : tensor<9x9xf64>, tensor<9xf64>, tensor<9x9xf64>
}
}
// -----
// svd of NaN, 4x4 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<3xf32>, tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0xCDCC4C32CDCC4C32CDCC4C32"> : tensor<3xf32>
    %2 = stablehlo.constant dense<"0x0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F"> : tensor<4x4xf32>
    %3 = stablehlo.constant dense<"0x0000803F0000803F0000803F0000803F"> : tensor<4xf32>
    %4 = stablehlo.constant dense<"0x0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F"> : tensor<4x4xf32>
    return %0, %1, %2, %3, %4 : tensor<ui32>, tensor<3xf32>, tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>
  }
  func.func public @main() {
    %given:5 = call @inputs() : () -> (tensor<ui32>, tensor<3xf32>, tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3, %given#4) : (tensor<ui32>, tensor<3xf32>, tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>) -> tensor<3xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<3xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<3xf32>, %arg2: tensor<4x4xf32>, %arg3: tensor<4xf32>, %arg4: tensor<4x4xf32>) -> (tensor<3xf32>) {
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
^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
stablehlo.return %arg6 : tensor<f32>
}) : (tensor<4x4xf32>, tensor<2xi32>, tensor<f32>) -> tensor<4x4xf32>
%7:3 = call @svd(%6) : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>)
%8 = stablehlo.compare NE, %7#0, %7#0, FLOAT : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
%9 = stablehlo.convert %8 : (tensor<4x4xi1>) -> tensor<4x4xf32>
%10 = stablehlo.compare NE, %7#1, %7#1, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
%11 = stablehlo.convert %10 : (tensor<4xi1>) -> tensor<4xf32>
%12 = stablehlo.compare NE, %7#2, %7#2, FLOAT : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
%13 = stablehlo.convert %12 : (tensor<4x4xi1>) -> tensor<4x4xf32>
%14 = stablehlo.subtract %9, %arg2 : tensor<4x4xf32>
%15 = stablehlo.abs %14 : tensor<4x4xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%16 = stablehlo.reduce(%15 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
%17 = stablehlo.subtract %11, %arg3 : tensor<4xf32>
%18 = stablehlo.abs %17 : tensor<4xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%19 = stablehlo.reduce(%18 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%20 = stablehlo.subtract %13, %arg4 : tensor<4x4xf32>
%21 = stablehlo.abs %20 : tensor<4x4xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%22 = stablehlo.reduce(%21 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
%23 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<1xf32>
%24 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<1xf32>
%25 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<1xf32>
%26 = stablehlo.concatenate %23, %24, %25, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
%27 = stablehlo.divide %26, %arg1 : tensor<3xf32>
return %27 : tensor<3xf32>
}
func.func private @svd(%arg0: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>) {
%0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 65 : ui8}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<4xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<4xi1>, tensor<4xf32>
%7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<4x4xi1>, tensor<4x4xf32>
%11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<4x4xi1>, tensor<4x4xf32>
return %10, %6, %14 : tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>
}
}
// -----
// lstsq, pinv, polyfit, 8x3 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<7xf32>, tensor<3x2xf32>, tensor<2xf32>, tensor<f32>, tensor<3xf32>, tensor<3x8xf32>, tensor<3xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000F036000020380000203800002038000020380000203800002038"> : tensor<7xf32>
    %2 = stablehlo.constant dense<"0xFB12853C0C8F213E675E3DBEE4C0703E40C6E0BDE244473D"> : tensor<3x2xf32>
    %3 = stablehlo.constant dense<"0xCBDBF73E9AFBE83E"> : tensor<2xf32>
    %4 = stablehlo.constant dense<"0x00004040"> : tensor<f32>
    %5 = stablehlo.constant dense<"0x31A12840570211402736CF3F"> : tensor<3xf32>
    %6 = stablehlo.constant dense<"0xA23BC33EBA89FFBC24A0353D861AFD3B6DCE43BCC20C253D106290BD7C43BABD5F21923D4F53063F58B020BDB30BB2BD8F6B0BBC71FBAABD8AE2D1BBE7B831BED86805BC14FCFDBDC69FE53E37A8773D66E05E3DF7038ABD1EC9DEBCC5912E3D"> : tensor<3x8xf32>
    %7 = stablehlo.constant dense<"0xDD5458BE255E1D3E1994D23C"> : tensor<3xf32>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<ui32>, tensor<7xf32>, tensor<3x2xf32>, tensor<2xf32>, tensor<f32>, tensor<3xf32>, tensor<3x8xf32>, tensor<3xf32>
  }
  func.func public @main() {
    %given:8 = call @inputs() : () -> (tensor<ui32>, tensor<7xf32>, tensor<3x2xf32>, tensor<2xf32>, tensor<f32>, tensor<3xf32>, tensor<3x8xf32>, tensor<3xf32>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3, %given#4, %given#5, %given#6, %given#7) : (tensor<ui32>, tensor<7xf32>, tensor<3x2xf32>, tensor<2xf32>, tensor<f32>, tensor<3xf32>, tensor<3x8xf32>, tensor<3xf32>) -> tensor<7xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<7xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<7xf32>, tensor<7xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<7xf32>, %arg2: tensor<3x2xf32>, %arg3: tensor<2xf32>, %arg4: tensor<f32>, %arg5: tensor<3xf32>, %arg6: tensor<3x8xf32>, %arg7: tensor<3xf32>) -> (tensor<7xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062], [-0.424759865, -0.324732721, 0.149415731], [0.00362694263, 0.470742822, 0.132270753], [0.0599173903, -0.222652972, 0.170876503], [-0.105850875, 0.0543149114, 0.264889896], [0.346575201, -0.410713255, -0.477898061], [-0.419600368, -0.0189386606, -0.0967615246], [-0.494647384, -0.491715729, 0.0256177187]]> : tensor<8x3xf32>
%cst_0 = stablehlo.constant dense<[[-0.0268113613, 0.255167484], [-0.465147495, 0.322943628], [-0.250771403, 0.36902523], [-0.226830661, -0.243008018], [0.143828988, -0.414260745], [0.365588307, 0.337884665], [0.31754452, -0.0473200679], [-0.376081884, -0.375579119]]> : tensor<8x2xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<8x3xf32>
%3 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
%5 = stablehlo.multiply %cst_0, %4 : tensor<8x2xf32>
%6 = stablehlo.iota dim = 0 : tensor<8x3xi64>
%7 = stablehlo.iota dim = 1 : tensor<8x3xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%8 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x3xi64>
%9 = stablehlo.add %6, %8 : tensor<8x3xi64>
%10 = stablehlo.compare EQ, %9, %7, SIGNED : (tensor<8x3xi64>, tensor<8x3xi64>) -> tensor<8x3xi1>
%11 = stablehlo.convert %10 : (tensor<8x3xi1>) -> tensor<8x3xf32>
%cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
%13 = stablehlo.multiply %12, %11 : tensor<8x3xf32>
%14 = stablehlo.add %2, %13 : tensor<8x3xf32>
%15:4 = call @_lstsq(%14, %5) : (tensor<8x3xf32>, tensor<8x2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<i64>, tensor<3xf32>)
%16 = call @_pinv(%14) : (tensor<8x3xf32>) -> tensor<3x8xf32>
%c_2 = stablehlo.constant dense<-1> : tensor<i64>
%c_3 = stablehlo.constant dense<1> : tensor<i64>
%17 = call @_linspace(%c_2, %c_3) : (tensor<i64>, tensor<i64>) -> tensor<8xf32>
%18 = stablehlo.slice %5 [0:8, 0:1] : (tensor<8x2xf32>) -> tensor<8x1xf32>
%19 = stablehlo.reshape %18 : (tensor<8x1xf32>) -> tensor<8xf32>
%20 = call @polyfit(%17, %19) : (tensor<8xf32>, tensor<8xf32>) -> tensor<3xf32>
%21 = stablehlo.dot_general %14, %16, contracting_dims = [1] x [0] : (tensor<8x3xf32>, tensor<3x8xf32>) -> tensor<8x8xf32>
%22 = stablehlo.dot_general %21, %14, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
%23 = stablehlo.subtract %22, %14 : tensor<8x3xf32>
%24 = stablehlo.abs %23 : tensor<8x3xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%25 = stablehlo.reduce(%24 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<f32>
%26 = stablehlo.convert %15#2 : (tensor<i64>) -> tensor<f32>
%27 = stablehlo.subtract %15#0, %arg2 : tensor<3x2xf32>
%28 = stablehlo.abs %27 : tensor<3x2xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%29 = stablehlo.reduce(%28 init: %cst_5) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x2xf32>, tensor<f32>) -> tensor<f32>
%30 = stablehlo.subtract %15#1, %arg3 : tensor<2xf32>
%31 = stablehlo.abs %30 : tensor<2xf32>
%cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%32 = stablehlo.reduce(%31 init: %cst_6) applies stablehlo.maximum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
%33 = stablehlo.subtract %26, %arg4 : tensor<f32>
%34 = stablehlo.abs %33 : tensor<f32>
%cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%35 = stablehlo.reduce(%34 init: %cst_7) applies stablehlo.maximum across dimensions = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
%36 = stablehlo.subtract %15#3, %arg5 : tensor<3xf32>
%37 = stablehlo.abs %36 : tensor<3xf32>
%cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%38 = stablehlo.reduce(%37 init: %cst_8) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
%39 = stablehlo.subtract %16, %arg6 : tensor<3x8xf32>
%40 = stablehlo.abs %39 : tensor<3x8xf32>
%cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%41 = stablehlo.reduce(%40 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x8xf32>, tensor<f32>) -> tensor<f32>
%42 = stablehlo.subtract %20, %arg7 : tensor<3xf32>
%43 = stablehlo.abs %42 : tensor<3xf32>
%cst_10 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%44 = stablehlo.reduce(%43 init: %cst_10) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
%45 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<1xf32>
%46 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f32>) -> tensor<1xf32>
%47 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<f32>) -> tensor<1xf32>
%48 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<f32>) -> tensor<1xf32>
%49 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<f32>) -> tensor<1xf32>
%50 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<f32>) -> tensor<1xf32>
%51 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<f32>) -> tensor<1xf32>
%52 = stablehlo.concatenate %45, %46, %47, %48, %49, %50, %51, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<7xf32>
%53 = stablehlo.divide %52, %arg1 : tensor<7xf32>
return %53 : tensor<7xf32>
}
func.func private @_lstsq(%arg0: tensor<8x3xf32>, %arg1: tensor<8x2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<i64>, tensor<3xf32>) {
%0:3 = call @svd(%arg0) : (tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<3xf32>, tensor<3x3xf32>)
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
%2 = stablehlo.compare GT, %0#1, %1, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
%3 = stablehlo.slice %0#1 [0:1] : (tensor<3xf32>) -> tensor<1xf32>
%4 = stablehlo.reshape %3 : (tensor<1xf32>) -> tensor<f32>
%cst_0 = stablehlo.constant dense<9.53674316E-7> : tensor<f32>
%5 = stablehlo.multiply %cst_0, %4 : tensor<f32>
%6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<3xf32>
%7 = stablehlo.compare GE, %0#1, %6, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
%8 = stablehlo.and %2, %7 : tensor<3xi1>
%9 = stablehlo.convert %8 : (tensor<3xi1>) -> tensor<3xi32>
%10 = stablehlo.convert %9 : (tensor<3xi32>) -> tensor<3xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%11 = stablehlo.reduce(%10 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<3xi64>, tensor<i64>) -> tensor<i64>
%c_1 = stablehlo.constant dense<1> : tensor<i64>
%12 = call @_where(%8, %0#1, %c_1) : (tensor<3xi1>, tensor<3xf32>, tensor<i64>) -> tensor<3xf32>
%cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3xf32>
%14 = stablehlo.divide %13, %12 : tensor<3xf32>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%15 = call @_where(%8, %14, %c_3) : (tensor<3xi1>, tensor<3xf32>, tensor<i64>) -> tensor<3xf32>
%16 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
%17 = stablehlo.transpose %0#0, dims = [1, 0] : (tensor<8x3xf32>) -> tensor<3x8xf32>
%18 = stablehlo.dot_general %17, %arg1, contracting_dims = [1] x [0] : (tensor<3x8xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
%19 = stablehlo.transpose %0#2, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
%20 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x2xf32>
%21 = stablehlo.multiply %20, %18 : tensor<3x2xf32>
%22 = stablehlo.dot_general %19, %21, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
%23 = stablehlo.dot_general %arg0, %22, contracting_dims = [1] x [0] : (tensor<8x3xf32>, tensor<3x2xf32>) -> tensor<8x2xf32>
%24 = stablehlo.subtract %arg1, %23 : tensor<8x2xf32>
%25 = call @norm(%24) : (tensor<8x2xf32>) -> tensor<2xf32>
%26 = stablehlo.multiply %25, %25 : tensor<2xf32>
return %22, %26, %11, %0#1 : tensor<3x2xf32>, tensor<2xf32>, tensor<i64>, tensor<3xf32>
}
func.func private @svd(%arg0: tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<3xf32>, tensor<3x3xf32>) {
%0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<3xf32>, tensor<8x3xf32>, tensor<3x3xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<3xi1>, tensor<3xf32>
%7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<8x3xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<8x3xi1>, tensor<8x3xf32>
%11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<3x3xi1>, tensor<3x3xf32>
return %10, %6, %14 : tensor<8x3xf32>, tensor<3xf32>, tensor<3x3xf32>
}
func.func private @_where(%arg0: tensor<3xi1>, %arg1: tensor<3xf32>, %arg2: tensor<i64>) -> tensor<3xf32> {
%0 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<3xf32>
%2 = stablehlo.select %arg0, %arg1, %1 : tensor<3xi1>, tensor<3xf32>
return %2 : tensor<3xf32>
}
func.func private @norm(%arg0: tensor<8x2xf32>) -> tensor<2xf32> {
%0 = stablehlo.multiply %arg0, %arg0 : tensor<8x2xf32>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8x2xf32>, tensor<f32>) -> tensor<2xf32>
%2 = stablehlo.sqrt %1 : tensor<2xf32>
return %2 : tensor<2xf32>
}
func.func private @_pinv(%arg0: tensor<8x3xf32>) -> tensor<3x8xf32> {
%cst = stablehlo.constant dense<8.000000e+01> : tensor<f32>
%cst_0 = stablehlo.constant dense<1.1920929E-7> : tensor<f32>
%0 = stablehlo.multiply %cst, %cst_0 : tensor<f32>
%1:3 = call @svd_0(%arg0) : (tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<3xf32>, tensor<3x3xf32>)
%2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1xf32>
%3 = stablehlo.slice %1#1 [0:1] : (tensor<3xf32>) -> tensor<1xf32>
%4 = stablehlo.multiply %2, %3 : tensor<1xf32>
%5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<1xf32>) -> tensor<3xf32>
%6 = stablehlo.compare GT, %1#1, %5, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
%cst_1 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%7 = call @_where_1(%6, %1#1, %cst_1) : (tensor<3xi1>, tensor<3xf32>, tensor<f64>) -> tensor<3xf32>
%8 = stablehlo.transpose %1#2, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
%9 = stablehlo.transpose %1#0, dims = [1, 0] : (tensor<8x3xf32>) -> tensor<3x8xf32>
%10 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
%11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x8xf32>
%12 = stablehlo.divide %9, %11 : tensor<3x8xf32>
%13 = stablehlo.dot_general %8, %12, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x8xf32>) -> tensor<3x8xf32>
return %13 : tensor<3x8xf32>
}
func.func private @svd_0(%arg0: tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<3xf32>, tensor<3x3xf32>) {
%0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<3xf32>, tensor<8x3xf32>, tensor<3x3xf32>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
%6 = stablehlo.select %5, %0#1, %4 : tensor<3xi1>, tensor<3xf32>
%7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<8x3xi1>
%10 = stablehlo.select %9, %0#2, %8 : tensor<8x3xi1>, tensor<8x3xf32>
%11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
%14 = stablehlo.select %13, %0#3, %12 : tensor<3x3xi1>, tensor<3x3xf32>
return %10, %6, %14 : tensor<8x3xf32>, tensor<3xf32>, tensor<3x3xf32>
}
func.func private @_where_1(%arg0: tensor<3xi1>, %arg1: tensor<3xf32>, %arg2: tensor<f64>) -> tensor<3xf32> {
%0 = stablehlo.convert %arg2 : (tensor<f64>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<3xf32>
%2 = stablehlo.select %arg0, %arg1, %1 : tensor<3xi1>, tensor<3xf32>
return %2 : tensor<3xf32>
}
func.func private @_linspace(%arg0: tensor<i64>, %arg1: tensor<i64>) -> tensor<8xf32> {
%0 = stablehlo.convert %arg0 : (tensor<i64>) -> tensor<f32>
%1 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<f32>
%2 = stablehlo.subtract %1, %0 : tensor<f32>
%cst = stablehlo.constant dense<7.000000e+00> : tensor<f32>
%3 = stablehlo.divide %2, %cst : tensor<f32>
%4 = stablehlo.iota dim = 0 : tensor<7xf32>
%cst_0 = stablehlo.constant dense<7.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<7xf32>
%6 = stablehlo.divide %4, %5 : tensor<7xf32>
%7 = stablehlo.reshape %0 : (tensor<f32>) -> tensor<1xf32>
%cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<7xf32>
%9 = stablehlo.subtract %8, %6 : tensor<7xf32>
%10 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<1xf32>) -> tensor<7xf32>
%11 = stablehlo.multiply %10, %9 : tensor<7xf32>
%12 = stablehlo.reshape %1 : (tensor<f32>) -> tensor<1xf32>
%13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<1xf32>) -> tensor<7xf32>
%14 = stablehlo.multiply %13, %6 : tensor<7xf32>
%15 = stablehlo.add %11, %14 : tensor<7xf32>
%16 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<1xf32>
%17 = stablehlo.concatenate %15, %16, dim = 0 : (tensor<7xf32>, tensor<1xf32>) -> tensor<8xf32>
return %17 : tensor<8xf32>
}
func.func private @polyfit(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> tensor<3xf32> {
%0 = call @vander(%arg0) : (tensor<8xf32>) -> tensor<8x3xf32>
%1 = stablehlo.multiply %0, %0 : tensor<8x3xf32>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8x3xf32>, tensor<f32>) -> tensor<3xf32>
%3 = stablehlo.sqrt %2 : tensor<3xf32>
%4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
%5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<8x3xf32>
%6 = stablehlo.divide %0, %5 : tensor<8x3xf32>
%cst_0 = stablehlo.constant dense<9.5367431640625E-7> : tensor<f64>
%7:4 = call @_lstsq_2(%6, %arg1, %cst_0) : (tensor<8x3xf32>, tensor<8xf32>, tensor<f64>) -> (tensor<3xf32>, tensor<1xf32>, tensor<i64>, tensor<3xf32>)
%8 = stablehlo.divide %7#0, %3 : tensor<3xf32>
return %8 : tensor<3xf32>
}
func.func private @vander(%arg0: tensor<8xf32>) -> tensor<8x3xf32> {
%0 = stablehlo.iota dim = 0 : tensor<3xf32>
%cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3xf32>
%2 = stablehlo.subtract %1, %0 : tensor<3xf32>
%3 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
%4 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
%5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x3xf32>
%6 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<8x3xf32>
%7 = stablehlo.power %5, %6 : tensor<8x3xf32>
return %7 : tensor<8x3xf32>
}
func.func private @_lstsq_2(%arg0: tensor<8x3xf32>, %arg1: tensor<8xf32>, %arg2: tensor<f64>) -> (tensor<3xf32>, tensor<1xf32>, tensor<i64>, tensor<3xf32>) {
%0 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%1 = stablehlo.compare LT, %arg2, %cst, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
%cst_0 = stablehlo.constant dense<1.1920929E-7> : tensor<f32>
%2 = call @_where_3(%1, %cst_0, %arg2) : (tensor<i1>, tensor<f32>, tensor<f64>) -> tensor<f32>
%3:3 = call @svd(%arg0) : (tensor<8x3xf32>) -> (tensor<8x3xf32>, tensor<3xf32>, tensor<3x3xf32>)
%cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3xf32>
%5 = stablehlo.compare GT, %3#1, %4, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
%6 = stablehlo.slice %3#1 [0:1] : (tensor<3xf32>) -> tensor<1xf32>
%7 = stablehlo.reshape %6 : (tensor<1xf32>) -> tensor<f32>
%8 = stablehlo.multiply %2, %7 : tensor<f32>
%9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<3xf32>
%10 = stablehlo.compare GE, %3#1, %9, FLOAT : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
%11 = stablehlo.and %5, %10 : tensor<3xi1>
%12 = stablehlo.convert %11 : (tensor<3xi1>) -> tensor<3xi32>
%13 = stablehlo.convert %12 : (tensor<3xi32>) -> tensor<3xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%14 = stablehlo.reduce(%13 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<3xi64>, tensor<i64>) -> tensor<i64>
%c_2 = stablehlo.constant dense<1> : tensor<i64>
%15 = call @_where(%11, %3#1, %c_2) : (tensor<3xi1>, tensor<3xf32>, tensor<i64>) -> tensor<3xf32>
%cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%16 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3xf32>
%17 = stablehlo.divide %16, %15 : tensor<3xf32>
%c_4 = stablehlo.constant dense<0> : tensor<i64>
%18 = call @_where(%11, %17, %c_4) : (tensor<3xi1>, tensor<3xf32>, tensor<i64>) -> tensor<3xf32>
%19 = stablehlo.broadcast_in_dim %18, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
%20 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<8x3xf32>) -> tensor<3x8xf32>
%21 = stablehlo.dot_general %20, %0, contracting_dims = [1] x [0] : (tensor<3x8xf32>, tensor<8x1xf32>) -> tensor<3x1xf32>
%22 = stablehlo.transpose %3#2, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
%23 = stablehlo.multiply %19, %21 : tensor<3x1xf32>
%24 = stablehlo.dot_general %22, %23, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x1xf32>) -> tensor<3x1xf32>
%25 = stablehlo.dot_general %arg0, %24, contracting_dims = [1] x [0] : (tensor<8x3xf32>, tensor<3x1xf32>) -> tensor<8x1xf32>
%26 = stablehlo.subtract %0, %25 : tensor<8x1xf32>
%27 = call @norm_4(%26) : (tensor<8x1xf32>) -> tensor<1xf32>
%28 = stablehlo.multiply %27, %27 : tensor<1xf32>
%29 = stablehlo.reshape %24 : (tensor<3x1xf32>) -> tensor<3xf32>
return %29, %28, %14, %3#1 : tensor<3xf32>, tensor<1xf32>, tensor<i64>, tensor<3xf32>
}
func.func private @_where_3(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f64>) -> tensor<f32> {
%0 = stablehlo.convert %arg2 : (tensor<f64>) -> tensor<f32>
%1 = stablehlo.select %arg0, %arg1, %0 : tensor<i1>, tensor<f32>
return %1 : tensor<f32>
}
func.func private @norm_4(%arg0: tensor<8x1xf32>) -> tensor<1xf32> {
%0 = stablehlo.multiply %arg0, %arg0 : tensor<8x1xf32>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8x1xf32>, tensor<f32>) -> tensor<1xf32>
%2 = stablehlo.sqrt %1 : tensor<1xf32>
return %2 : tensor<1xf32>
}
}
