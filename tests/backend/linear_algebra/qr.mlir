// Linear algebra as JAX lowers it, made by tests/backend/vectors/make_linear_algebra.py
// qr, reduced, 1x1 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<1xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000803400000035000000340000A036"> : tensor<4xf32>
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
%3:2 = call @qr(%2) : (tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>)
%4 = stablehlo.dot_general %3#0, %3#1, contracting_dims = [1] x [0] : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
%5 = stablehlo.subtract %4, %2 : tensor<1x1xf32>
%6 = stablehlo.abs %5 : tensor<1x1xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<f32>
%8 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<1x1xf32>) -> tensor<1x1xf32>
%9 = stablehlo.dot_general %8, %3#0, contracting_dims = [1] x [0] : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
%10 = stablehlo.iota dim = 0 : tensor<1x1xi64>
%11 = stablehlo.iota dim = 1 : tensor<1x1xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%12 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<1x1xi64>
%13 = stablehlo.add %10, %12 : tensor<1x1xi64>
%14 = stablehlo.compare EQ, %13, %11, SIGNED : (tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x1xi1>
%15 = stablehlo.convert %14 : (tensor<1x1xi1>) -> tensor<1x1xf32>
%16 = stablehlo.subtract %9, %15 : tensor<1x1xf32>
%17 = stablehlo.abs %16 : tensor<1x1xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%18 = stablehlo.reduce(%17 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<f32>
%19 = call @tril(%3#1) : (tensor<1x1xf32>) -> tensor<1x1xf32>
%20 = stablehlo.abs %19 : tensor<1x1xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.abs %3#1 : tensor<1x1xf32>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<1xf32>
%24 = stablehlo.subtract %23, %arg2 : tensor<1xf32>
%25 = stablehlo.abs %24 : tensor<1xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%26 = stablehlo.reduce(%25 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
%27 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<1xf32>
%28 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<1xf32>
%29 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
%30 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1xf32>
%31 = stablehlo.concatenate %27, %28, %29, %30, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%32 = stablehlo.divide %31, %arg1 : tensor<4xf32>
return %32 : tensor<4xf32>
}
func.func private @qr(%arg0: tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>) {
%0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>]} : (tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1xf32>)
%1 = stablehlo.custom_call @lapack_sorgqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<1x1xf32>, tensor<1xf32>) -> tensor<1x1xf32>
%2 = stablehlo.iota dim = 0 : tensor<1x1xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<1x1xi64>
%4 = stablehlo.add %2, %3 : tensor<1x1xi64>
%5 = stablehlo.iota dim = 1 : tensor<1x1xi64>
%6 = stablehlo.compare GE, %4, %5, SIGNED : (tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x1xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
%8 = stablehlo.select %6, %7, %0#0 : tensor<1x1xi1>, tensor<1x1xf32>
return %1, %8 : tensor<1x1xf32>, tensor<1x1xf32>
}
func.func private @tril(%arg0: tensor<1x1xf32>) -> tensor<1x1xf32> {
%0 = stablehlo.iota dim = 0 : tensor<1x1xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<1x1xi64>
%2 = stablehlo.add %0, %1 : tensor<1x1xi64>
%3 = stablehlo.iota dim = 1 : tensor<1x1xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x1xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
%6 = stablehlo.select %4, %arg0, %5 : tensor<1x1xi1>, tensor<1x1xf32>
return %6 : tensor<1x1xf32>
}
}
// -----
// qr, reduced, 2x2 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<2xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000A034000048360000003400002037"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0xBE1E1D3F7EF8BB3E"> : tensor<2xf32>
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
%3:2 = call @qr(%2) : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
%4 = stablehlo.dot_general %3#0, %3#1, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%5 = stablehlo.subtract %4, %2 : tensor<2x2xf32>
%6 = stablehlo.abs %5 : tensor<2x2xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
%8 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
%9 = stablehlo.dot_general %8, %3#0, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%10 = stablehlo.iota dim = 0 : tensor<2x2xi64>
%11 = stablehlo.iota dim = 1 : tensor<2x2xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%12 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
%13 = stablehlo.add %10, %12 : tensor<2x2xi64>
%14 = stablehlo.compare EQ, %13, %11, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
%15 = stablehlo.convert %14 : (tensor<2x2xi1>) -> tensor<2x2xf32>
%16 = stablehlo.subtract %9, %15 : tensor<2x2xf32>
%17 = stablehlo.abs %16 : tensor<2x2xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%18 = stablehlo.reduce(%17 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
%19 = call @tril(%3#1) : (tensor<2x2xf32>) -> tensor<2x2xf32>
%20 = stablehlo.abs %19 : tensor<2x2xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.abs %3#1 : tensor<2x2xf32>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
%24 = stablehlo.subtract %23, %arg2 : tensor<2xf32>
%25 = stablehlo.abs %24 : tensor<2xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%26 = stablehlo.reduce(%25 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
%27 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<1xf32>
%28 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<1xf32>
%29 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
%30 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1xf32>
%31 = stablehlo.concatenate %27, %28, %29, %30, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%32 = stablehlo.divide %31, %arg1 : tensor<4xf32>
return %32 : tensor<4xf32>
}
func.func private @qr(%arg0: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
%0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>)
%1 = stablehlo.custom_call @lapack_sorgqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}} : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
%2 = stablehlo.iota dim = 0 : tensor<2x2xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
%4 = stablehlo.add %2, %3 : tensor<2x2xi64>
%5 = stablehlo.iota dim = 1 : tensor<2x2xi64>
%6 = stablehlo.compare GE, %4, %5, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
%8 = stablehlo.select %6, %7, %0#0 : tensor<2x2xi1>, tensor<2x2xf32>
return %1, %8 : tensor<2x2xf32>, tensor<2x2xf32>
}
func.func private @tril(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
%0 = stablehlo.iota dim = 0 : tensor<2x2xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
%2 = stablehlo.add %0, %1 : tensor<2x2xi64>
%3 = stablehlo.iota dim = 1 : tensor<2x2xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
%6 = stablehlo.select %4, %arg0, %5 : tensor<2x2xi1>, tensor<2x2xf32>
return %6 : tensor<2x2xf32>
}
}
// -----
// qr, reduced, 3x3 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<3xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000F03416A129350000003400007037"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x0428863F3032273FC052503B"> : tensor<3xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<3xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<3xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062], [-0.424759865, -0.324732721, 0.149415731], [0.00362694263, 0.470742822, 0.132270753]]> : tensor<3x3xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<3x3xf32>
%3:2 = call @qr(%2) : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>)
%4 = stablehlo.dot_general %3#0, %3#1, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
%5 = stablehlo.subtract %4, %2 : tensor<3x3xf32>
%6 = stablehlo.abs %5 : tensor<3x3xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
%8 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
%9 = stablehlo.dot_general %8, %3#0, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
%10 = stablehlo.iota dim = 0 : tensor<3x3xi64>
%11 = stablehlo.iota dim = 1 : tensor<3x3xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%12 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
%13 = stablehlo.add %10, %12 : tensor<3x3xi64>
%14 = stablehlo.compare EQ, %13, %11, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
%15 = stablehlo.convert %14 : (tensor<3x3xi1>) -> tensor<3x3xf32>
%16 = stablehlo.subtract %9, %15 : tensor<3x3xf32>
%17 = stablehlo.abs %16 : tensor<3x3xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%18 = stablehlo.reduce(%17 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
%19 = call @tril(%3#1) : (tensor<3x3xf32>) -> tensor<3x3xf32>
%20 = stablehlo.abs %19 : tensor<3x3xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.abs %3#1 : tensor<3x3xf32>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
%24 = stablehlo.subtract %23, %arg2 : tensor<3xf32>
%25 = stablehlo.abs %24 : tensor<3xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%26 = stablehlo.reduce(%25 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
%27 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<1xf32>
%28 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<1xf32>
%29 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
%30 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1xf32>
%31 = stablehlo.concatenate %27, %28, %29, %30, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%32 = stablehlo.divide %31, %arg1 : tensor<4xf32>
return %32 : tensor<4xf32>
}
func.func private @qr(%arg0: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
%0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>)
%1 = stablehlo.custom_call @lapack_sorgqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}} : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
%2 = stablehlo.iota dim = 0 : tensor<3x3xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
%4 = stablehlo.add %2, %3 : tensor<3x3xi64>
%5 = stablehlo.iota dim = 1 : tensor<3x3xi64>
%6 = stablehlo.compare GE, %4, %5, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
%8 = stablehlo.select %6, %7, %0#0 : tensor<3x3xi1>, tensor<3x3xf32>
return %1, %8 : tensor<3x3xf32>, tensor<3x3xf32>
}
func.func private @tril(%arg0: tensor<3x3xf32>) -> tensor<3x3xf32> {
%0 = stablehlo.iota dim = 0 : tensor<3x3xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
%2 = stablehlo.add %0, %1 : tensor<3x3xi64>
%3 = stablehlo.iota dim = 1 : tensor<3x3xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
%6 = stablehlo.select %4, %arg0, %5 : tensor<3x3xi1>, tensor<3x3xf32>
return %6 : tensor<3x3xf32>
}
}
// -----
// qr, reduced, 5x5 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<5xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000703500002036000000340000C837"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x7247DC3F83F6BF3FC41E7C3FA88FC33EC0B25C3D"> : tensor<5xf32>
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
%3:2 = call @qr(%2) : (tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5x5xf32>)
%4 = stablehlo.dot_general %3#0, %3#1, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%5 = stablehlo.subtract %4, %2 : tensor<5x5xf32>
%6 = stablehlo.abs %5 : tensor<5x5xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%8 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%9 = stablehlo.dot_general %8, %3#0, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%10 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%11 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%12 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%13 = stablehlo.add %10, %12 : tensor<5x5xi64>
%14 = stablehlo.compare EQ, %13, %11, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%15 = stablehlo.convert %14 : (tensor<5x5xi1>) -> tensor<5x5xf32>
%16 = stablehlo.subtract %9, %15 : tensor<5x5xf32>
%17 = stablehlo.abs %16 : tensor<5x5xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%18 = stablehlo.reduce(%17 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%19 = call @tril(%3#1) : (tensor<5x5xf32>) -> tensor<5x5xf32>
%20 = stablehlo.abs %19 : tensor<5x5xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.abs %3#1 : tensor<5x5xf32>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
%24 = stablehlo.subtract %23, %arg2 : tensor<5xf32>
%25 = stablehlo.abs %24 : tensor<5xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%26 = stablehlo.reduce(%25 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%27 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<1xf32>
%28 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<1xf32>
%29 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
%30 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1xf32>
%31 = stablehlo.concatenate %27, %28, %29, %30, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%32 = stablehlo.divide %31, %arg1 : tensor<4xf32>
return %32 : tensor<4xf32>
}
func.func private @qr(%arg0: tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5x5xf32>) {
%0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5xf32>)
%1 = stablehlo.custom_call @lapack_sorgqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}} : (tensor<5x5xf32>, tensor<5xf32>) -> tensor<5x5xf32>
%2 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%4 = stablehlo.add %2, %3 : tensor<5x5xi64>
%5 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%6 = stablehlo.compare GE, %4, %5, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%8 = stablehlo.select %6, %7, %0#0 : tensor<5x5xi1>, tensor<5x5xf32>
return %1, %8 : tensor<5x5xf32>, tensor<5x5xf32>
}
func.func private @tril(%arg0: tensor<5x5xf32>) -> tensor<5x5xf32> {
%0 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%2 = stablehlo.add %0, %1 : tensor<5x5xi64>
%3 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%6 = stablehlo.select %4, %arg0, %5 : tensor<5x5xi1>, tensor<5x5xf32>
return %6 : tensor<5x5xf32>
}
}
// -----
// qr, reduced, 8x8 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<8xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000C835000020360000003400002038"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x307E32406F922D40E809D33F6362493F314B913F43D12B3F8F58383E17ABA83E"> : tensor<8xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<8xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<8xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<8xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<8xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721, 0.149415731, 0.00362694263, 0.470742822], [0.132270753, 0.0599173903, -0.222652972, 0.170876503, -0.105850875, 0.0543149114, 0.264889896, 0.346575201], [-0.410713255, -0.477898061, -0.419600368, -0.0189386606, -0.0967615246, -0.494647384, -0.491715729, 0.0256177187], [-0.242700219, 0.264054894, -0.0390784144, 0.304989159, -0.120476663, 0.450100303, 0.340311348, 0.204001009], [0.375156105, 0.0789034366, 0.345480561, -0.124583364, -0.0770408511, 0.218821704, -0.427053094, 0.0313434601], [0.172739327, -0.245393872, 0.219510436, 0.00441861153, 0.260659337, -0.171824872, -0.236072898, 0.214172482], [-0.451453567, -0.122861147, -0.0991526842, -0.183533847, 0.291688859, -0.420700312, 0.171263278, 0.0736486911], [0.360040903, 0.394993424, 0.205342591, 0.267009556, 0.0700945258, 0.496644318, 0.446524739, 0.123172462]]> : tensor<8x8xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<8x8xf32>
%3:2 = call @qr(%2) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
%4 = stablehlo.dot_general %3#0, %3#1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
%5 = stablehlo.subtract %4, %2 : tensor<8x8xf32>
%6 = stablehlo.abs %5 : tensor<8x8xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
%8 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
%9 = stablehlo.dot_general %8, %3#0, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
%10 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%11 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%12 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%13 = stablehlo.add %10, %12 : tensor<8x8xi64>
%14 = stablehlo.compare EQ, %13, %11, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%15 = stablehlo.convert %14 : (tensor<8x8xi1>) -> tensor<8x8xf32>
%16 = stablehlo.subtract %9, %15 : tensor<8x8xf32>
%17 = stablehlo.abs %16 : tensor<8x8xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%18 = stablehlo.reduce(%17 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
%19 = call @tril(%3#1) : (tensor<8x8xf32>) -> tensor<8x8xf32>
%20 = stablehlo.abs %19 : tensor<8x8xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.abs %3#1 : tensor<8x8xf32>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
%24 = stablehlo.subtract %23, %arg2 : tensor<8xf32>
%25 = stablehlo.abs %24 : tensor<8xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%26 = stablehlo.reduce(%25 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
%27 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<1xf32>
%28 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<1xf32>
%29 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
%30 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1xf32>
%31 = stablehlo.concatenate %27, %28, %29, %30, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%32 = stablehlo.divide %31, %arg1 : tensor<4xf32>
return %32 : tensor<4xf32>
}
func.func private @qr(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
%0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>)
%1 = stablehlo.custom_call @lapack_sorgqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}} : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32>
%2 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%4 = stablehlo.add %2, %3 : tensor<8x8xi64>
%5 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%6 = stablehlo.compare GE, %4, %5, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%8 = stablehlo.select %6, %7, %0#0 : tensor<8x8xi1>, tensor<8x8xf32>
return %1, %8 : tensor<8x8xf32>, tensor<8x8xf32>
}
func.func private @tril(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
%0 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%2 = stablehlo.add %0, %1 : tensor<8x8xi64>
%3 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%6 = stablehlo.select %4, %arg0, %5 : tensor<8x8xi1>, tensor<8x8xf32>
return %6 : tensor<8x8xf32>
}
}
// -----
// qr, reduced, 16x16 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<16xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000203600007036000000340000A038"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0xBBF0BD40573C8B4040788E40E51A8E40320B494002A850403A3A1140DE77454071FA2D4099ACF63F95F80340B615D73F906AA43FA776213F20E2383F9F43533D"> : tensor<16xf32>
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
%3:2 = call @qr(%2) : (tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>)
%4 = stablehlo.dot_general %3#0, %3#1, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
%5 = stablehlo.subtract %4, %2 : tensor<16x16xf32>
%6 = stablehlo.abs %5 : tensor<16x16xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<f32>
%8 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
%9 = stablehlo.dot_general %8, %3#0, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
%10 = stablehlo.iota dim = 0 : tensor<16x16xi64>
%11 = stablehlo.iota dim = 1 : tensor<16x16xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%12 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<16x16xi64>
%13 = stablehlo.add %10, %12 : tensor<16x16xi64>
%14 = stablehlo.compare EQ, %13, %11, SIGNED : (tensor<16x16xi64>, tensor<16x16xi64>) -> tensor<16x16xi1>
%15 = stablehlo.convert %14 : (tensor<16x16xi1>) -> tensor<16x16xf32>
%16 = stablehlo.subtract %9, %15 : tensor<16x16xf32>
%17 = stablehlo.abs %16 : tensor<16x16xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%18 = stablehlo.reduce(%17 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<f32>
%19 = call @tril(%3#1) : (tensor<16x16xf32>) -> tensor<16x16xf32>
%20 = stablehlo.abs %19 : tensor<16x16xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.abs %3#1 : tensor<16x16xf32>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
%24 = stablehlo.subtract %23, %arg2 : tensor<16xf32>
%25 = stablehlo.abs %24 : tensor<16xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%26 = stablehlo.reduce(%25 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
%27 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<1xf32>
%28 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<1xf32>
%29 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
%30 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1xf32>
%31 = stablehlo.concatenate %27, %28, %29, %30, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%32 = stablehlo.divide %31, %arg1 : tensor<4xf32>
return %32 : tensor<4xf32>
}
func.func private @qr(%arg0: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
%0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16xf32>)
%1 = stablehlo.custom_call @lapack_sorgqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}} : (tensor<16x16xf32>, tensor<16xf32>) -> tensor<16x16xf32>
%2 = stablehlo.iota dim = 0 : tensor<16x16xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<16x16xi64>
%4 = stablehlo.add %2, %3 : tensor<16x16xi64>
%5 = stablehlo.iota dim = 1 : tensor<16x16xi64>
%6 = stablehlo.compare GE, %4, %5, SIGNED : (tensor<16x16xi64>, tensor<16x16xi64>) -> tensor<16x16xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
%8 = stablehlo.select %6, %7, %0#0 : tensor<16x16xi1>, tensor<16x16xf32>
return %1, %8 : tensor<16x16xf32>, tensor<16x16xf32>
}
func.func private @tril(%arg0: tensor<16x16xf32>) -> tensor<16x16xf32> {
%0 = stablehlo.iota dim = 0 : tensor<16x16xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<16x16xi64>
%2 = stablehlo.add %0, %1 : tensor<16x16xi64>
%3 = stablehlo.iota dim = 1 : tensor<16x16xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<16x16xi64>, tensor<16x16xi64>) -> tensor<16x16xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
%6 = stablehlo.select %4, %arg0, %5 : tensor<16x16xi1>, tensor<16x16xf32>
return %6 : tensor<16x16xf32>
}
}
// -----
// qr, reduced, 33x33 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<33xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x00003436000070360000003400002539"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0xED712C41A06B1141BD430441B9221141699306411405024174270E41EA30EE403768D64008F505418FA4C340E2CACA4075A297408C989740F3617A40FB5DC140BB928F402C7AAB4048177F402BE4864084AC5C40383B91406D952F4088002940C4B828407E33F13F63D204403FF2A93FD00F973F5C60D03FEDD43A3FBEFF953E005BE93D"> : tensor<33xf32>
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
%1:2 = call @qr(%0) : (tensor<33x33xf32>) -> (tensor<33x33xf32>, tensor<33x33xf32>)
%2 = stablehlo.dot_general %1#0, %1#1, contracting_dims = [1] x [0] : (tensor<33x33xf32>, tensor<33x33xf32>) -> tensor<33x33xf32>
%3 = stablehlo.subtract %2, %0 : tensor<33x33xf32>
%4 = stablehlo.abs %3 : tensor<33x33xf32>
%cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
%5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf32>, tensor<f32>) -> tensor<f32>
%6 = stablehlo.transpose %1#0, dims = [1, 0] : (tensor<33x33xf32>) -> tensor<33x33xf32>
%7 = stablehlo.dot_general %6, %1#0, contracting_dims = [1] x [0] : (tensor<33x33xf32>, tensor<33x33xf32>) -> tensor<33x33xf32>
%8 = stablehlo.iota dim = 0 : tensor<33x33xi64>
%9 = stablehlo.iota dim = 1 : tensor<33x33xi64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%10 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<33x33xi64>
%11 = stablehlo.add %8, %10 : tensor<33x33xi64>
%12 = stablehlo.compare EQ, %11, %9, SIGNED : (tensor<33x33xi64>, tensor<33x33xi64>) -> tensor<33x33xi1>
%13 = stablehlo.convert %12 : (tensor<33x33xi1>) -> tensor<33x33xf32>
%14 = stablehlo.subtract %7, %13 : tensor<33x33xf32>
%15 = stablehlo.abs %14 : tensor<33x33xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%16 = stablehlo.reduce(%15 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf32>, tensor<f32>) -> tensor<f32>
%17 = call @tril(%1#1) : (tensor<33x33xf32>) -> tensor<33x33xf32>
%18 = stablehlo.abs %17 : tensor<33x33xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%19 = stablehlo.reduce(%18 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf32>, tensor<f32>) -> tensor<f32>
%20 = stablehlo.abs %1#1 : tensor<33x33xf32>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<33x33xf32>, tensor<f32>) -> tensor<33xf32>
%22 = stablehlo.subtract %21, %arg2 : tensor<33xf32>
%23 = stablehlo.abs %22 : tensor<33xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%24 = stablehlo.reduce(%23 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<33xf32>, tensor<f32>) -> tensor<f32>
%25 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<1xf32>
%26 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<1xf32>
%27 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<1xf32>
%28 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<1xf32>
%29 = stablehlo.concatenate %25, %26, %27, %28, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%30 = stablehlo.divide %29, %arg1 : tensor<4xf32>
return %30 : tensor<4xf32>
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
func.func private @qr(%arg0: tensor<33x33xf32>) -> (tensor<33x33xf32>, tensor<33x33xf32>) {
%0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<33x33xf32>) -> (tensor<33x33xf32>, tensor<33xf32>)
%1 = stablehlo.custom_call @lapack_sorgqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}} : (tensor<33x33xf32>, tensor<33xf32>) -> tensor<33x33xf32>
%2 = stablehlo.iota dim = 0 : tensor<33x33xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<33x33xi64>
%4 = stablehlo.add %2, %3 : tensor<33x33xi64>
%5 = stablehlo.iota dim = 1 : tensor<33x33xi64>
%6 = stablehlo.compare GE, %4, %5, SIGNED : (tensor<33x33xi64>, tensor<33x33xi64>) -> tensor<33x33xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<33x33xf32>
%8 = stablehlo.select %6, %7, %0#0 : tensor<33x33xi1>, tensor<33x33xf32>
return %1, %8 : tensor<33x33xf32>, tensor<33x33xf32>
}
func.func private @tril(%arg0: tensor<33x33xf32>) -> tensor<33x33xf32> {
%0 = stablehlo.iota dim = 0 : tensor<33x33xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<33x33xi64>
%2 = stablehlo.add %0, %1 : tensor<33x33xi64>
%3 = stablehlo.iota dim = 1 : tensor<33x33xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<33x33xi64>, tensor<33x33xi64>) -> tensor<33x33xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<33x33xf32>
%6 = stablehlo.select %4, %arg0, %5 : tensor<33x33xi1>, tensor<33x33xf32>
return %6 : tensor<33x33xf32>
}
}
// -----
// qr, reduced, 64x64 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<64xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000070360000A036000000340000A039"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x8A018041AB5E604173958241CC2A71417F449A41451F7C4101B0654159836A41BC386941F4AC6B416EC7794128D94441CB746841B23C554107AD3C4104FD4C41424966411AA857414615444142AF444159C04D41B3E023413834394163DF3241D0A02541181E2041F9282C41CBB639412D6C0A4186CC1141FEEE05411AB60A41D8130C4182D10241A4AF0B41126FDC4065D5084104090641CABEF5404E28EE403620E8401B37C740850EA940F643B740B061B5409498B140C196994012B66B4099358A403C56A040FEA64C4014429E40847C5540EA44B240BCDB6140DD471B405F1B43406C30BD3FCAAFC83F39FEAD3F3010913F01047F3FE789A13E2901AE3D"> : tensor<64xf32>
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
%1:2 = call @qr(%0) : (tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>)
%2 = stablehlo.dot_general %1#0, %1#1, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
%3 = stablehlo.subtract %2, %0 : tensor<64x64xf32>
%4 = stablehlo.abs %3 : tensor<64x64xf32>
%cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
%5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
%6 = stablehlo.transpose %1#0, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
%7 = stablehlo.dot_general %6, %1#0, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
%8 = stablehlo.iota dim = 0 : tensor<64x64xi64>
%9 = stablehlo.iota dim = 1 : tensor<64x64xi64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%10 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<64x64xi64>
%11 = stablehlo.add %8, %10 : tensor<64x64xi64>
%12 = stablehlo.compare EQ, %11, %9, SIGNED : (tensor<64x64xi64>, tensor<64x64xi64>) -> tensor<64x64xi1>
%13 = stablehlo.convert %12 : (tensor<64x64xi1>) -> tensor<64x64xf32>
%14 = stablehlo.subtract %7, %13 : tensor<64x64xf32>
%15 = stablehlo.abs %14 : tensor<64x64xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%16 = stablehlo.reduce(%15 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
%17 = call @tril(%1#1) : (tensor<64x64xf32>) -> tensor<64x64xf32>
%18 = stablehlo.abs %17 : tensor<64x64xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%19 = stablehlo.reduce(%18 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
%20 = stablehlo.abs %1#1 : tensor<64x64xf32>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
%22 = stablehlo.subtract %21, %arg2 : tensor<64xf32>
%23 = stablehlo.abs %22 : tensor<64xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%24 = stablehlo.reduce(%23 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
%25 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<1xf32>
%26 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<1xf32>
%27 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<1xf32>
%28 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<1xf32>
%29 = stablehlo.concatenate %25, %26, %27, %28, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%30 = stablehlo.divide %29, %arg1 : tensor<4xf32>
return %30 : tensor<4xf32>
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
func.func private @qr(%arg0: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
%0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64xf32>)
%1 = stablehlo.custom_call @lapack_sorgqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}} : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64x64xf32>
%2 = stablehlo.iota dim = 0 : tensor<64x64xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<64x64xi64>
%4 = stablehlo.add %2, %3 : tensor<64x64xi64>
%5 = stablehlo.iota dim = 1 : tensor<64x64xi64>
%6 = stablehlo.compare GE, %4, %5, SIGNED : (tensor<64x64xi64>, tensor<64x64xi64>) -> tensor<64x64xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
%8 = stablehlo.select %6, %7, %0#0 : tensor<64x64xi1>, tensor<64x64xf32>
return %1, %8 : tensor<64x64xf32>, tensor<64x64xf32>
}
func.func private @tril(%arg0: tensor<64x64xf32>) -> tensor<64x64xf32> {
%0 = stablehlo.iota dim = 0 : tensor<64x64xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<64x64xi64>
%2 = stablehlo.add %0, %1 : tensor<64x64xi64>
%3 = stablehlo.iota dim = 1 : tensor<64x64xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<64x64xi64>, tensor<64x64xi64>) -> tensor<64x64xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
%6 = stablehlo.select %4, %arg0, %5 : tensor<64x64xi1>, tensor<64x64xf32>
return %6 : tensor<64x64xf32>
}
}
// -----
// qr, reduced, 3x8x8 of float64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf64>, tensor<3x8xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000000000000F43C000000000000FE3C000000000000B03C000000000000343D"> : tensor<4xf64>
    %2 = stablehlo.constant dense<"0xDCCA6B00C64F0640564E35E84DB205407C39C11F3D61FA3F6AD3C3064C2CE93F16D799196629F23F4E83A2B1287AE53FA0BCDE77120BC73F7BFDEA3B6315D53FC6A58E15DB75004026BA5A8E71BC0540CE4D3C6A2204024073E4B32FA40EF73F5168E9AE93ADF73FCB787E8EAFC2E63FB730545C5141D53FCF1180D076FFD13F0D921665700A0440C346854F4CF305409AAE9428E504FE3FF2EAB89CB4EAEB3F768C87C4619EFB3F7D39D8C3E137F53F181F7FF82EF7E13FB1FFBDDB51AAA43F"> : tensor<3x8xf64>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf64>, tensor<3x8xf64>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf64>, tensor<3x8xf64>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf64>, tensor<3x8xf64>) -> tensor<4xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf64>, %arg2: tensor<3x8xf64>) -> (tensor<4xf64>) {
%cst = stablehlo.constant dense<"0x00000080A070D63F00000000B8CE863F000000000C99C8BF00000000442FDBBF000000C06BC8D4BF000000000E20C33F0000000040B66D3F00000080A620DE3F000000803FEEC03F000000007EADAE3F00000080E47FCCBF0000000048DFC53F000000000B19BBBF000000002ACFAB3F000000C0F4F3D03F000000C0492ED63F000000402049DABF000000C0E195DEBF00000080BBDADABF00000000A86493BF000000005DC5B8BF000000804DA8DFBF000000404578DFBF00000000883B9A3F00000000CD10CFBF0000008046E6D03F000000001602A4BF00000040F184D33F000000008FD7BEBF0000008071CEDC3F00000040A9C7D53F00000080B41CCA3F000000C08E02D83F000000000433B43F000000805A1CD63F00000000B2E4BFBF00000000F3B8B3BF000000805902CC3F00000080D654DBBF00000000400CA03F00000080521CC63F000000001169CFBF00000000EB18CC3F000000004019723F00000080A4AED03F000000805BFEC5BF00000000A337CEBF00000000016ACB3F000000809DE4DCBF00000000D473BFBF000000001262B9BF00000080097EC7BF000000C007ABD23F00000000C1ECDABF00000080F4EBC53F00000000A4DAB23F00000000E90AD73F000000809247D93F00000080AA48CA3F00000040AF16D13F00000000B7F1B13F0000004005C9DF3F00000080DC93DC3F000000003B88BF3F000000805088D93F0000004098BBD93F0000008042FCD83F000000000A87D03F00000080CAE3DCBF000000804079C13F00000000209C843F000000802BE5D03F00000000BC15B7BF0000000064689ABF00000080C778D3BF000000808ACFDCBF000000800380DC3F00000080F83FC3BF00000000D38FBA3F000000006BF4DEBF00000080E66FD53F00000000B6AEB7BF00000000086BB4BF00000040A043D1BF00000040D006DBBF00000080FBEBCBBF00000080DEE8CF3F000000807E2ADB3F00000000B62ED4BF000000006987D7BF000000C0C619DE3F00000000EC88C53F00000040C8C2D73F000000806C5ED8BF000000C0A2BADABF000000C0B5F3D43F00000000F4E0C1BF00000000F844913F00000000DDFEC0BF0000000031BDBDBF00000040924ED1BF00000080E629C6BF00000080C521D93F00000000E00FD7BF000000406724DE3F00000000BBD5B2BF00000000AA1BC43F000000C0BB7AD6BF000000806294C83F00000080961DD43F000000404245D4BF0000000080675B3F00000040835ADB3F00000000BB4AC8BF000000C08028DABF000000803771D6BF000000806084D93F0000008085B4CDBF0000000060FF74BF0000000056E9BF3F00000000CE38C33F00000000B385D1BF0000000002E4D73F00000080F4F8D6BF0000000067BCD03F000000808B19CDBF000000C09B95D2BF000000401B02D2BF000000C0BDF8D7BF000000006ED2D13F000000809353D33F000000C010F0D63F0000004015E8D03F000000C00518DCBF00000000CC37A7BF000000005C59A8BF0000000090BD80BF00000040E6D4D43F00000000B6EACA3F000000003F86C13F0000000010BFDABF000000C09F2FD1BF00000000D05ADEBF00000000B173DC3F00000080F96CD43F000000000F55DDBF00000000EC37DC3F00000000B6E6B73F00000040EF8CD23F00000040E108D73F00000040AABED8BF000000401275D9BF00000080DFFAD8BF0000008006E1CEBF0000000000C2983F000000C064D4DC3F000000807734C13F000000406746D23F0000004092A2DDBF00000000CA97B7BF00000000E4FE97BF0000000015A4B1BF00000080F2C9C7BF00000000405681BF000000809FABC83F000000C0567CDFBF0000004001F5DE3F000000003067843F00000080ADBDC13F000000807B7AD5BF00000080645BC13F00000000F8FDB23F00000000C347CE3F0000000052E8DBBF000000006D2ECDBF00000000A550CDBF0000000003F3CCBF0000000008899B3F000000004DFFB03F000000401D91DD3F00000000B16EC03F000000C0F0C5DF3F000000003F02B03F00000040D248D9BF000000C018F5DCBF000000803C89D43F00000080C916C73F000000C0172DD93F000000006AD7B33F0000008046F4CA3F000000008B78CF3F00000080D40ED23F"> : tensor<3x8x8xf64>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%2 = stablehlo.multiply %cst, %1 : tensor<3x8x8xf64>
%3:2 = call @qr(%2) : (tensor<3x8x8xf64>) -> (tensor<3x8x8xf64>, tensor<3x8x8xf64>)
%4 = stablehlo.dot_general %3#0, %3#1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x8x8xf64>, tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%5 = stablehlo.subtract %4, %2 : tensor<3x8x8xf64>
%6 = stablehlo.abs %5 : tensor<3x8x8xf64>
%cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<f64>
%8 = stablehlo.transpose %3#0, dims = [0, 2, 1] : (tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%9 = stablehlo.dot_general %8, %3#0, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x8x8xf64>, tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%10 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%11 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%12 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%13 = stablehlo.add %10, %12 : tensor<8x8xi64>
%14 = stablehlo.compare EQ, %13, %11, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%15 = stablehlo.convert %14 : (tensor<8x8xi1>) -> tensor<8x8xf64>
%16 = stablehlo.broadcast_in_dim %15, dims = [1, 2] : (tensor<8x8xf64>) -> tensor<1x8x8xf64>
%17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<1x8x8xf64>) -> tensor<3x8x8xf64>
%18 = stablehlo.subtract %9, %17 : tensor<3x8x8xf64>
%19 = stablehlo.abs %18 : tensor<3x8x8xf64>
%cst_1 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%20 = stablehlo.reduce(%19 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<f64>
%21 = call @tril(%3#1) : (tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%22 = stablehlo.abs %21 : tensor<3x8x8xf64>
%cst_2 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%23 = stablehlo.reduce(%22 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<f64>
%24 = stablehlo.abs %3#1 : tensor<3x8x8xf64>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%25 = stablehlo.reduce(%24 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<3x8xf64>
%26 = stablehlo.subtract %25, %arg2 : tensor<3x8xf64>
%27 = stablehlo.abs %26 : tensor<3x8xf64>
%cst_4 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%28 = stablehlo.reduce(%27 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x8xf64>, tensor<f64>) -> tensor<f64>
%29 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f64>) -> tensor<1xf64>
%30 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f64>) -> tensor<1xf64>
%31 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f64>) -> tensor<1xf64>
%32 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f64>) -> tensor<1xf64>
%33 = stablehlo.concatenate %29, %30, %31, %32, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<4xf64>
%34 = stablehlo.divide %33, %arg1 : tensor<4xf64>
return %34 : tensor<4xf64>
}
func.func private @qr(%arg0: tensor<3x8x8xf64>) -> (tensor<3x8x8xf64>, tensor<3x8x8xf64>) {
%0:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<3x8x8xf64>) -> (tensor<3x8x8xf64>, tensor<3x8xf64>)
%1 = stablehlo.custom_call @lapack_dorgqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}} : (tensor<3x8x8xf64>, tensor<3x8xf64>) -> tensor<3x8x8xf64>
%2 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%4 = stablehlo.add %2, %3 : tensor<8x8xi64>
%5 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%6 = stablehlo.compare GE, %4, %5, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%7 = stablehlo.broadcast_in_dim %6, dims = [1, 2] : (tensor<8x8xi1>) -> tensor<3x8x8xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%9 = stablehlo.select %7, %8, %0#0 : tensor<3x8x8xi1>, tensor<3x8x8xf64>
return %1, %9 : tensor<3x8x8xf64>, tensor<3x8x8xf64>
}
func.func private @tril(%arg0: tensor<3x8x8xf64>) -> tensor<3x8x8xf64> {
%0 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%2 = stablehlo.add %0, %1 : tensor<8x8xi64>
%3 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%5 = stablehlo.broadcast_in_dim %4, dims = [1, 2] : (tensor<8x8xi1>) -> tensor<3x8x8xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%7 = stablehlo.select %5, %arg0, %6 : tensor<3x8x8xi1>, tensor<3x8x8xf64>
return %7 : tensor<3x8x8xf64>
}
}
// -----
// qr, reduced, 33x33 of float64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf64>, tensor<33xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000000000080013D000000000000043D000000000000B03C0000000000A0543D"> : tensor<4xf64>
    %2 = stablehlo.constant dense<"0x4F8BAF6D3D8E2540B244CE17742D2240E6D660AC7788204048EC7E255724224047289A1B6DD2204015E70F84A2402040A3EDCC89EEC42140967788311DC61D40892FA9F706CD1A4051D667FDA0BE20402D34B4AE9174184036540E565C591940B2098B824EF4124049C0229A11F31240D4098A5D3E4C0F40AF124A79BF2B18401D93F75557F21140CE02AC96456F15403BA05F1CE9E20F40D25B527685DC104042DECE4890950B4037564CFB66271240ACF4DD7BADF2054054BD890911200540DA15D84C18170540505B4DD46F26FE3F8AFFA8734C9A0040CCE53CE9473EF53FBB87FEB1F9E1F23FEFF02C7A0B0CFA3FD3A3FCED9C5AE73F14BEF376F5BFD23F294BB753642BBD3F"> : tensor<33xf64>
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
%1:2 = call @qr(%0) : (tensor<33x33xf64>) -> (tensor<33x33xf64>, tensor<33x33xf64>)
%2 = stablehlo.dot_general %1#0, %1#1, contracting_dims = [1] x [0] : (tensor<33x33xf64>, tensor<33x33xf64>) -> tensor<33x33xf64>
%3 = stablehlo.subtract %2, %0 : tensor<33x33xf64>
%4 = stablehlo.abs %3 : tensor<33x33xf64>
%cst = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf64>, tensor<f64>) -> tensor<f64>
%6 = stablehlo.transpose %1#0, dims = [1, 0] : (tensor<33x33xf64>) -> tensor<33x33xf64>
%7 = stablehlo.dot_general %6, %1#0, contracting_dims = [1] x [0] : (tensor<33x33xf64>, tensor<33x33xf64>) -> tensor<33x33xf64>
%8 = stablehlo.iota dim = 0 : tensor<33x33xi64>
%9 = stablehlo.iota dim = 1 : tensor<33x33xi64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%10 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<33x33xi64>
%11 = stablehlo.add %8, %10 : tensor<33x33xi64>
%12 = stablehlo.compare EQ, %11, %9, SIGNED : (tensor<33x33xi64>, tensor<33x33xi64>) -> tensor<33x33xi1>
%13 = stablehlo.convert %12 : (tensor<33x33xi1>) -> tensor<33x33xf64>
%14 = stablehlo.subtract %7, %13 : tensor<33x33xf64>
%15 = stablehlo.abs %14 : tensor<33x33xf64>
%cst_1 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%16 = stablehlo.reduce(%15 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf64>, tensor<f64>) -> tensor<f64>
%17 = call @tril(%1#1) : (tensor<33x33xf64>) -> tensor<33x33xf64>
%18 = stablehlo.abs %17 : tensor<33x33xf64>
%cst_2 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%19 = stablehlo.reduce(%18 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf64>, tensor<f64>) -> tensor<f64>
%20 = stablehlo.abs %1#1 : tensor<33x33xf64>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%21 = stablehlo.reduce(%20 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<33x33xf64>, tensor<f64>) -> tensor<33xf64>
%22 = stablehlo.subtract %21, %arg2 : tensor<33xf64>
%23 = stablehlo.abs %22 : tensor<33xf64>
%cst_4 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%24 = stablehlo.reduce(%23 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<33xf64>, tensor<f64>) -> tensor<f64>
%25 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f64>) -> tensor<1xf64>
%26 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f64>) -> tensor<1xf64>
%27 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f64>) -> tensor<1xf64>
%28 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f64>) -> tensor<1xf64>
%29 = stablehlo.concatenate %25, %26, %27, %28, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<4xf64>
%30 = stablehlo.divide %29, %arg1 : tensor<4xf64>
return %30 : tensor<4xf64>
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
func.func private @qr(%arg0: tensor<33x33xf64>) -> (tensor<33x33xf64>, tensor<33x33xf64>) {
%0:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<33x33xf64>) -> (tensor<33x33xf64>, tensor<33xf64>)
%1 = stablehlo.custom_call @lapack_dorgqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}} : (tensor<33x33xf64>, tensor<33xf64>) -> tensor<33x33xf64>
%2 = stablehlo.iota dim = 0 : tensor<33x33xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<33x33xi64>
%4 = stablehlo.add %2, %3 : tensor<33x33xi64>
%5 = stablehlo.iota dim = 1 : tensor<33x33xi64>
%6 = stablehlo.compare GE, %4, %5, SIGNED : (tensor<33x33xi64>, tensor<33x33xi64>) -> tensor<33x33xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<33x33xf64>
%8 = stablehlo.select %6, %7, %0#0 : tensor<33x33xi1>, tensor<33x33xf64>
return %1, %8 : tensor<33x33xf64>, tensor<33x33xf64>
}
func.func private @tril(%arg0: tensor<33x33xf64>) -> tensor<33x33xf64> {
%0 = stablehlo.iota dim = 0 : tensor<33x33xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<33x33xi64>
%2 = stablehlo.add %0, %1 : tensor<33x33xi64>
%3 = stablehlo.iota dim = 1 : tensor<33x33xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<33x33xi64>, tensor<33x33xi64>) -> tensor<33x33xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<33x33xf64>
%6 = stablehlo.select %4, %arg0, %5 : tensor<33x33xi1>, tensor<33x33xf64>
return %6 : tensor<33x33xf64>
}
}
// -----
// qr, reduced, 2x2x4x4 of complex64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<2x2x4xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x1164383600008C36000000340000A037"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0xA0E8114082859F3F36064A3F69FEED3EB9BCE93FA8F2C13FDE18A03FE6707A3EA26FBA3F1167BD3F0A032C3FB9E8A13D5442EB3F1B79CF3FE950103FB5451E3F"> : tensor<2x2x4xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<2x2x4xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<2x2x4xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<2x2x4xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<2x2x4xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[[[(0.350624204,0.136961639), (0.0111364722,-0.230213344), (-0.19217062,-0.459026515), (-0.424759865,-0.483472407)], [(-0.324732721,0.313270211), (0.149415731,0.412755549), (0.00362694263,0.106635749), (0.470742822,0.229496539)], [(0.132270753,0.0436249375), (0.0599173903,0.435072422), (-0.222652972,0.315853536), (0.170876503,-0.497261524)], [(-0.105850875,0.357404232), (0.0543149114,-0.466414452), (0.264889896,0.229655445), (0.346575201,-0.324344397)]], [[(-0.410713255,0.363178909), (-0.477898061,0.0414611697), (-0.419600368,-0.200288117), (-0.0189386606,-0.0773128271)], [(-0.0967615246,-0.471680343), (-0.494647384,-0.375716746), (-0.491715729,0.170624375), (0.0256177187,0.147189498)], [(-0.242700219,0.115385056), (0.264054894,-0.116322458), (-0.0390784144,0.497209907), (0.304989159,0.480835319)], [(-0.120476663,0.185541928), (0.450100303,0.15045923), (0.340311348,0.188446701), (0.204001009,-0.11107862)]]], [[[(0.375156105,-0.36490351), (0.0789034366,0.221488297), (0.345480561,0.0253542662), (-0.124583364,-0.189758182)], [(-0.0770408511,-0.0141646862), (0.218821704,0.389487803), (-0.427053094,0.434043467), (0.0313434601,-0.142204821)], [(0.172739327,0.0715298057), (-0.245393872,-0.178130627), (0.219510436,0.094299972), (0.00441861153,-0.162088811)], [(0.260659337,-0.108381033), (-0.171824872,0.390274346), (-0.236072898,-0.272842407), (0.214172482,0.123187125)]], [[(-0.451453567,-0.41598469), (-0.122861147,0.332644105), (-0.0991526842,0.287098289), (-0.183533847,-0.260630608)], [(0.291688859,0.376484215), (-0.420700312,-4.414320e-01), (0.171263278,-0.163882971), (0.0736486911,-0.349720538)], [(0.360040903,-0.0496606827), (0.394993424,0.296324253), (0.205342591,-0.2693578), (0.267009556,-0.447978735)], [(0.0700945258,-0.0954481959), (0.496644318,-0.301486969), (0.446524739,-0.409246981), (0.123172462,0.0803323388)]]]]> : tensor<2x2x4x4xcomplex<f32>>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.convert %0 : (tensor<f32>) -> tensor<complex<f32>>
%2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%3 = stablehlo.multiply %cst, %2 : tensor<2x2x4x4xcomplex<f32>>
%4:2 = call @qr(%3) : (tensor<2x2x4x4xcomplex<f32>>) -> (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>)
%5 = stablehlo.dot_general %4#0, %4#1, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%6 = stablehlo.subtract %5, %3 : tensor<2x2x4x4xcomplex<f32>>
%7 = stablehlo.abs %6 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%8 = stablehlo.reduce(%7 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<f32>
%9 = stablehlo.transpose %4#0, dims = [0, 1, 3, 2] : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%10 = stablehlo.real %9 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%11 = stablehlo.imag %9 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%12 = stablehlo.negate %11 : tensor<2x2x4x4xf32>
%13 = stablehlo.complex %10, %12 : tensor<2x2x4x4xcomplex<f32>>
%14 = stablehlo.dot_general %13, %4#0, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%15 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%16 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%17 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%18 = stablehlo.add %15, %17 : tensor<4x4xi64>
%19 = stablehlo.compare EQ, %18, %16, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%20 = stablehlo.convert %19 : (tensor<4x4xi1>) -> tensor<4x4xcomplex<f32>>
%21 = stablehlo.broadcast_in_dim %20, dims = [2, 3] : (tensor<4x4xcomplex<f32>>) -> tensor<1x1x4x4xcomplex<f32>>
%22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2, 3] : (tensor<1x1x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%23 = stablehlo.subtract %14, %22 : tensor<2x2x4x4xcomplex<f32>>
%24 = stablehlo.abs %23 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%25 = stablehlo.reduce(%24 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<f32>
%26 = call @tril(%4#1) : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%27 = stablehlo.abs %26 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%28 = stablehlo.reduce(%27 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<f32>
%29 = stablehlo.abs %4#1 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%30 = stablehlo.reduce(%29 init: %cst_3) applies stablehlo.add across dimensions = [3] : (tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<2x2x4xf32>
%31 = stablehlo.subtract %30, %arg2 : tensor<2x2x4xf32>
%32 = stablehlo.abs %31 : tensor<2x2x4xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%33 = stablehlo.reduce(%32 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x2x4xf32>, tensor<f32>) -> tensor<f32>
%34 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<1xf32>
%35 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<1xf32>
%36 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f32>) -> tensor<1xf32>
%37 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<1xf32>
%38 = stablehlo.concatenate %34, %35, %36, %37, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%39 = stablehlo.divide %38, %arg1 : tensor<4xf32>
return %39 : tensor<4xf32>
}
func.func private @qr(%arg0: tensor<2x2x4x4xcomplex<f32>>) -> (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>) {
%0:2 = stablehlo.custom_call @lapack_cgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<2x2x4x4xcomplex<f32>>) -> (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4xcomplex<f32>>)
%1 = stablehlo.custom_call @lapack_cungqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}} : (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%2 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%4 = stablehlo.add %2, %3 : tensor<4x4xi64>
%5 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%6 = stablehlo.compare GE, %4, %5, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%7 = stablehlo.broadcast_in_dim %6, dims = [2, 3] : (tensor<4x4xi1>) -> tensor<2x2x4x4xi1>
%cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
%8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%9 = stablehlo.select %7, %8, %0#0 : tensor<2x2x4x4xi1>, tensor<2x2x4x4xcomplex<f32>>
return %1, %9 : tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>
}
func.func private @tril(%arg0: tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>> {
%0 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%2 = stablehlo.add %0, %1 : tensor<4x4xi64>
%3 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%5 = stablehlo.broadcast_in_dim %4, dims = [2, 3] : (tensor<4x4xi1>) -> tensor<2x2x4x4xi1>
%cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%7 = stablehlo.select %5, %arg0, %6 : tensor<2x2x4x4xi1>, tensor<2x2x4x4xcomplex<f32>>
return %7 : tensor<2x2x4x4xcomplex<f32>>
}
}
// -----
// qr, reduced, 5x5 of complex128
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf64>, tensor<5xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x28F290496E9FEF3C000000000000FE3C000000000000B03C000000000000293D"> : tensor<4xf64>
    %2 = stablehlo.constant dense<"0x367351DC513606406B72B26D09AEFA3FAFA4366D193DF73F08C8C9C864B7E53FA91DABFB7DB1E43F"> : tensor<5xf64>
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
%4:2 = call @qr(%3) : (tensor<5x5xcomplex<f64>>) -> (tensor<5x5xcomplex<f64>>, tensor<5x5xcomplex<f64>>)
%5 = stablehlo.dot_general %4#0, %4#1, contracting_dims = [1] x [0] : (tensor<5x5xcomplex<f64>>, tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%6 = stablehlo.subtract %5, %3 : tensor<5x5xcomplex<f64>>
%7 = stablehlo.abs %6 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%8 = stablehlo.reduce(%7 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf64>, tensor<f64>) -> tensor<f64>
%9 = stablehlo.transpose %4#0, dims = [1, 0] : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%10 = stablehlo.real %9 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%11 = stablehlo.imag %9 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%12 = stablehlo.negate %11 : tensor<5x5xf64>
%13 = stablehlo.complex %10, %12 : tensor<5x5xcomplex<f64>>
%14 = stablehlo.dot_general %13, %4#0, contracting_dims = [1] x [0] : (tensor<5x5xcomplex<f64>>, tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%15 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%16 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%17 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%18 = stablehlo.add %15, %17 : tensor<5x5xi64>
%19 = stablehlo.compare EQ, %18, %16, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%20 = stablehlo.convert %19 : (tensor<5x5xi1>) -> tensor<5x5xcomplex<f64>>
%21 = stablehlo.subtract %14, %20 : tensor<5x5xcomplex<f64>>
%22 = stablehlo.abs %21 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%cst_1 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%23 = stablehlo.reduce(%22 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf64>, tensor<f64>) -> tensor<f64>
%24 = call @tril(%4#1) : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%25 = stablehlo.abs %24 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%cst_2 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%26 = stablehlo.reduce(%25 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf64>, tensor<f64>) -> tensor<f64>
%27 = stablehlo.abs %4#1 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%28 = stablehlo.reduce(%27 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<5x5xf64>, tensor<f64>) -> tensor<5xf64>
%29 = stablehlo.subtract %28, %arg2 : tensor<5xf64>
%30 = stablehlo.abs %29 : tensor<5xf64>
%cst_4 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%31 = stablehlo.reduce(%30 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
%32 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f64>) -> tensor<1xf64>
%33 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f64>) -> tensor<1xf64>
%34 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f64>) -> tensor<1xf64>
%35 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f64>) -> tensor<1xf64>
%36 = stablehlo.concatenate %32, %33, %34, %35, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<4xf64>
%37 = stablehlo.divide %36, %arg1 : tensor<4xf64>
return %37 : tensor<4xf64>
}
func.func private @qr(%arg0: tensor<5x5xcomplex<f64>>) -> (tensor<5x5xcomplex<f64>>, tensor<5x5xcomplex<f64>>) {
%0:2 = stablehlo.custom_call @lapack_zgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<5x5xcomplex<f64>>) -> (tensor<5x5xcomplex<f64>>, tensor<5xcomplex<f64>>)
%1 = stablehlo.custom_call @lapack_zungqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}} : (tensor<5x5xcomplex<f64>>, tensor<5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%2 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%4 = stablehlo.add %2, %3 : tensor<5x5xi64>
%5 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%6 = stablehlo.compare GE, %4, %5, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
%7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<5x5xcomplex<f64>>
%8 = stablehlo.select %6, %7, %0#0 : tensor<5x5xi1>, tensor<5x5xcomplex<f64>>
return %1, %8 : tensor<5x5xcomplex<f64>>, tensor<5x5xcomplex<f64>>
}
func.func private @tril(%arg0: tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>> {
%0 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%2 = stablehlo.add %0, %1 : tensor<5x5xi64>
%3 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<5x5xcomplex<f64>>
%6 = stablehlo.select %4, %arg0, %5 : tensor<5x5xi1>, tensor<5x5xcomplex<f64>>
return %6 : tensor<5x5xcomplex<f64>>
}
}
// -----
// qr, reduced, 7x4 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x00004835000020360000003400000C38"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0xCCE3CB3FCC26D53F30C9043F0DEEE43E"> : tensor<4xf32>
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
%3:2 = call @qr(%2) : (tensor<7x4xf32>) -> (tensor<7x4xf32>, tensor<4x4xf32>)
%4 = stablehlo.dot_general %3#0, %3#1, contracting_dims = [1] x [0] : (tensor<7x4xf32>, tensor<4x4xf32>) -> tensor<7x4xf32>
%5 = stablehlo.subtract %4, %2 : tensor<7x4xf32>
%6 = stablehlo.abs %5 : tensor<7x4xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<7x4xf32>, tensor<f32>) -> tensor<f32>
%8 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<7x4xf32>) -> tensor<4x7xf32>
%9 = stablehlo.dot_general %8, %3#0, contracting_dims = [1] x [0] : (tensor<4x7xf32>, tensor<7x4xf32>) -> tensor<4x4xf32>
%10 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%11 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%12 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%13 = stablehlo.add %10, %12 : tensor<4x4xi64>
%14 = stablehlo.compare EQ, %13, %11, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%15 = stablehlo.convert %14 : (tensor<4x4xi1>) -> tensor<4x4xf32>
%16 = stablehlo.subtract %9, %15 : tensor<4x4xf32>
%17 = stablehlo.abs %16 : tensor<4x4xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%18 = stablehlo.reduce(%17 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
%19 = call @tril(%3#1) : (tensor<4x4xf32>) -> tensor<4x4xf32>
%20 = stablehlo.abs %19 : tensor<4x4xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.abs %3#1 : tensor<4x4xf32>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
%24 = stablehlo.subtract %23, %arg2 : tensor<4xf32>
%25 = stablehlo.abs %24 : tensor<4xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%26 = stablehlo.reduce(%25 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%27 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<1xf32>
%28 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<1xf32>
%29 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
%30 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1xf32>
%31 = stablehlo.concatenate %27, %28, %29, %30, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%32 = stablehlo.divide %31, %arg1 : tensor<4xf32>
return %32 : tensor<4xf32>
}
func.func private @qr(%arg0: tensor<7x4xf32>) -> (tensor<7x4xf32>, tensor<4x4xf32>) {
%0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<7x4xf32>) -> (tensor<7x4xf32>, tensor<4xf32>)
%1 = stablehlo.custom_call @lapack_sorgqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}} : (tensor<7x4xf32>, tensor<4xf32>) -> tensor<7x4xf32>
%2 = stablehlo.slice %0#0 [0:4, 0:4] : (tensor<7x4xf32>) -> tensor<4x4xf32>
%3 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%5 = stablehlo.add %3, %4 : tensor<4x4xi64>
%6 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%9 = stablehlo.select %7, %8, %2 : tensor<4x4xi1>, tensor<4x4xf32>
return %1, %9 : tensor<7x4xf32>, tensor<4x4xf32>
}
func.func private @tril(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
%0 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%2 = stablehlo.add %0, %1 : tensor<4x4xi64>
%3 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%6 = stablehlo.select %4, %arg0, %5 : tensor<4x4xi1>, tensor<4x4xf32>
return %6 : tensor<4x4xf32>
}
}
// -----
// qr, reduced, 2x3x6 of float64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf64>, tensor<2x3xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000000000000DE3C000000000000EE3C000000000000B03C0000000000002E3D"> : tensor<4xf64>
    %2 = stablehlo.constant dense<"0x9D5359206CBFF93FA3C8D9C3E8D4F13FDFFB08736752F43FC02C5434C6720040380A883ABB7CF33F3E98BFAD398FED3F"> : tensor<2x3xf64>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf64>, tensor<2x3xf64>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf64>, tensor<2x3xf64>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf64>, tensor<2x3xf64>) -> tensor<4xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf64>, %arg2: tensor<2x3xf64>) -> (tensor<4xf64>) {
%cst = stablehlo.constant dense<[[[0.3506242036819458, 0.011136472225189209, -0.19217061996459961, -0.42475986480712891, -0.32473272085189819, 0.14941573143005371], [0.0036269426345825195, 0.47074282169342041, 0.13227075338363647, 0.0599173903465271, -0.22265297174453735, 0.17087650299072266], [-0.10585087537765503, 0.054314911365509033, 0.26488989591598511, 0.34657520055770874, -0.41071325540542603, -0.47789806127548218]], [[-0.41960036754608154, -0.018938660621643066, -0.096761524677276611, -0.49464738368988037, -0.49171572923660278, 0.025617718696594238], [-0.24270021915435791, 0.26405489444732666, -0.039078414440155029, 0.30498915910720825, -0.12047666311264038, 0.45010030269622803], [0.34031134843826294, 0.20400100946426392, 0.37515610456466675, 0.078903436660766602, 0.34548056125640869, -0.12458336353302002]]]> : tensor<2x3x6xf64>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<2x3x6xf64>
%2 = stablehlo.multiply %cst, %1 : tensor<2x3x6xf64>
%3:2 = call @qr(%2) : (tensor<2x3x6xf64>) -> (tensor<2x3x3xf64>, tensor<2x3x6xf64>)
%4 = stablehlo.dot_general %3#0, %3#1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x3xf64>, tensor<2x3x6xf64>) -> tensor<2x3x6xf64>
%5 = stablehlo.subtract %4, %2 : tensor<2x3x6xf64>
%6 = stablehlo.abs %5 : tensor<2x3x6xf64>
%cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x3x6xf64>, tensor<f64>) -> tensor<f64>
%8 = stablehlo.transpose %3#0, dims = [0, 2, 1] : (tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
%9 = stablehlo.dot_general %8, %3#0, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
%10 = stablehlo.iota dim = 0 : tensor<3x3xi64>
%11 = stablehlo.iota dim = 1 : tensor<3x3xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%12 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
%13 = stablehlo.add %10, %12 : tensor<3x3xi64>
%14 = stablehlo.compare EQ, %13, %11, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
%15 = stablehlo.convert %14 : (tensor<3x3xi1>) -> tensor<3x3xf64>
%16 = stablehlo.broadcast_in_dim %15, dims = [1, 2] : (tensor<3x3xf64>) -> tensor<1x3x3xf64>
%17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<1x3x3xf64>) -> tensor<2x3x3xf64>
%18 = stablehlo.subtract %9, %17 : tensor<2x3x3xf64>
%19 = stablehlo.abs %18 : tensor<2x3x3xf64>
%cst_1 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%20 = stablehlo.reduce(%19 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x3x3xf64>, tensor<f64>) -> tensor<f64>
%21 = call @tril(%3#1) : (tensor<2x3x6xf64>) -> tensor<2x3x6xf64>
%22 = stablehlo.abs %21 : tensor<2x3x6xf64>
%cst_2 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%23 = stablehlo.reduce(%22 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x3x6xf64>, tensor<f64>) -> tensor<f64>
%24 = stablehlo.abs %3#1 : tensor<2x3x6xf64>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%25 = stablehlo.reduce(%24 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<2x3x6xf64>, tensor<f64>) -> tensor<2x3xf64>
%26 = stablehlo.subtract %25, %arg2 : tensor<2x3xf64>
%27 = stablehlo.abs %26 : tensor<2x3xf64>
%cst_4 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%28 = stablehlo.reduce(%27 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x3xf64>, tensor<f64>) -> tensor<f64>
%29 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f64>) -> tensor<1xf64>
%30 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f64>) -> tensor<1xf64>
%31 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f64>) -> tensor<1xf64>
%32 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f64>) -> tensor<1xf64>
%33 = stablehlo.concatenate %29, %30, %31, %32, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<4xf64>
%34 = stablehlo.divide %33, %arg1 : tensor<4xf64>
return %34 : tensor<4xf64>
}
func.func private @qr(%arg0: tensor<2x3x6xf64>) -> (tensor<2x3x3xf64>, tensor<2x3x6xf64>) {
%0:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<2x3x6xf64>) -> (tensor<2x3x6xf64>, tensor<2x3xf64>)
%1 = stablehlo.slice %0#0 [0:2, 0:3, 0:3] : (tensor<2x3x6xf64>) -> tensor<2x3x3xf64>
%2 = stablehlo.custom_call @lapack_dorgqr_ffi(%1, %0#1) {mhlo.backend_config = {}} : (tensor<2x3x3xf64>, tensor<2x3xf64>) -> tensor<2x3x3xf64>
%3 = stablehlo.iota dim = 0 : tensor<3x6xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x6xi64>
%5 = stablehlo.add %3, %4 : tensor<3x6xi64>
%6 = stablehlo.iota dim = 1 : tensor<3x6xi64>
%7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<3x6xi64>, tensor<3x6xi64>) -> tensor<3x6xi1>
%8 = stablehlo.broadcast_in_dim %7, dims = [1, 2] : (tensor<3x6xi1>) -> tensor<2x3x6xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x6xf64>
%10 = stablehlo.select %8, %9, %0#0 : tensor<2x3x6xi1>, tensor<2x3x6xf64>
return %2, %10 : tensor<2x3x3xf64>, tensor<2x3x6xf64>
}
func.func private @tril(%arg0: tensor<2x3x6xf64>) -> tensor<2x3x6xf64> {
%0 = stablehlo.iota dim = 0 : tensor<3x6xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x6xi64>
%2 = stablehlo.add %0, %1 : tensor<3x6xi64>
%3 = stablehlo.iota dim = 1 : tensor<3x6xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<3x6xi64>, tensor<3x6xi64>) -> tensor<3x6xi1>
%5 = stablehlo.broadcast_in_dim %4, dims = [1, 2] : (tensor<3x6xi1>) -> tensor<2x3x6xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x6xf64>
%7 = stablehlo.select %5, %arg0, %6 : tensor<2x3x6xi1>, tensor<2x3x6xf64>
return %7 : tensor<2x3x6xf64>
}
}
// -----
// qr, reduced, 5x3 of complex64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<3xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x72FB7C350000A035000000340000C837"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0xDF550040BB2B943F2A04EF3E"> : tensor<3xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<3xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<3xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<3xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[(0.350624204,0.136961639), (0.0111364722,-0.230213344), (-0.19217062,-0.459026515)], [(-0.424759865,-0.483472407), (-0.324732721,0.313270211), (0.149415731,0.412755549)], [(0.00362694263,0.106635749), (0.470742822,0.229496539), (0.132270753,0.0436249375)], [(0.0599173903,0.435072422), (-0.222652972,0.315853536), (0.170876503,-0.497261524)], [(-0.105850875,0.357404232), (0.0543149114,-0.466414452), (0.264889896,0.229655445)]]> : tensor<5x3xcomplex<f32>>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.convert %0 : (tensor<f32>) -> tensor<complex<f32>>
%2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<complex<f32>>) -> tensor<5x3xcomplex<f32>>
%3 = stablehlo.multiply %cst, %2 : tensor<5x3xcomplex<f32>>
%4:2 = call @qr(%3) : (tensor<5x3xcomplex<f32>>) -> (tensor<5x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>)
%5 = stablehlo.dot_general %4#0, %4#1, contracting_dims = [1] x [0] : (tensor<5x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>) -> tensor<5x3xcomplex<f32>>
%6 = stablehlo.subtract %5, %3 : tensor<5x3xcomplex<f32>>
%7 = stablehlo.abs %6 : (tensor<5x3xcomplex<f32>>) -> tensor<5x3xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%8 = stablehlo.reduce(%7 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x3xf32>, tensor<f32>) -> tensor<f32>
%9 = stablehlo.transpose %4#0, dims = [1, 0] : (tensor<5x3xcomplex<f32>>) -> tensor<3x5xcomplex<f32>>
%10 = stablehlo.real %9 : (tensor<3x5xcomplex<f32>>) -> tensor<3x5xf32>
%11 = stablehlo.imag %9 : (tensor<3x5xcomplex<f32>>) -> tensor<3x5xf32>
%12 = stablehlo.negate %11 : tensor<3x5xf32>
%13 = stablehlo.complex %10, %12 : tensor<3x5xcomplex<f32>>
%14 = stablehlo.dot_general %13, %4#0, contracting_dims = [1] x [0] : (tensor<3x5xcomplex<f32>>, tensor<5x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
%15 = stablehlo.iota dim = 0 : tensor<3x3xi64>
%16 = stablehlo.iota dim = 1 : tensor<3x3xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%17 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
%18 = stablehlo.add %15, %17 : tensor<3x3xi64>
%19 = stablehlo.compare EQ, %18, %16, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
%20 = stablehlo.convert %19 : (tensor<3x3xi1>) -> tensor<3x3xcomplex<f32>>
%21 = stablehlo.subtract %14, %20 : tensor<3x3xcomplex<f32>>
%22 = stablehlo.abs %21 : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
%24 = call @tril(%4#1) : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
%25 = stablehlo.abs %24 : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%26 = stablehlo.reduce(%25 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
%27 = stablehlo.abs %4#1 : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xf32>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%28 = stablehlo.reduce(%27 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
%29 = stablehlo.subtract %28, %arg2 : tensor<3xf32>
%30 = stablehlo.abs %29 : tensor<3xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%31 = stablehlo.reduce(%30 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
%32 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<1xf32>
%33 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<1xf32>
%34 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1xf32>
%35 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<1xf32>
%36 = stablehlo.concatenate %32, %33, %34, %35, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%37 = stablehlo.divide %36, %arg1 : tensor<4xf32>
return %37 : tensor<4xf32>
}
func.func private @qr(%arg0: tensor<5x3xcomplex<f32>>) -> (tensor<5x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>) {
%0:2 = stablehlo.custom_call @lapack_cgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<5x3xcomplex<f32>>) -> (tensor<5x3xcomplex<f32>>, tensor<3xcomplex<f32>>)
%1 = stablehlo.custom_call @lapack_cungqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}} : (tensor<5x3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<5x3xcomplex<f32>>
%2 = stablehlo.slice %0#0 [0:3, 0:3] : (tensor<5x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
%3 = stablehlo.iota dim = 0 : tensor<3x3xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
%5 = stablehlo.add %3, %4 : tensor<3x3xi64>
%6 = stablehlo.iota dim = 1 : tensor<3x3xi64>
%7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
%cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
%8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<3x3xcomplex<f32>>
%9 = stablehlo.select %7, %8, %2 : tensor<3x3xi1>, tensor<3x3xcomplex<f32>>
return %1, %9 : tensor<5x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>
}
func.func private @tril(%arg0: tensor<3x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>> {
%0 = stablehlo.iota dim = 0 : tensor<3x3xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
%2 = stablehlo.add %0, %1 : tensor<3x3xi64>
%3 = stablehlo.iota dim = 1 : tensor<3x3xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
%cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<3x3xcomplex<f32>>
%6 = stablehlo.select %4, %arg0, %5 : tensor<3x3xi1>, tensor<3x3xcomplex<f32>>
return %6 : tensor<3x3xcomplex<f32>>
}
}
// -----
// qr, complete, 7x4 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<7xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x00004835000020360000003400000C38"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0xCCE3CB3FCC26D53F30C9043F0DEEE43E000000000000000000000000"> : tensor<7xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<7xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<7xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<7xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<7xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865], [-0.324732721, 0.149415731, 0.00362694263, 0.470742822], [0.132270753, 0.0599173903, -0.222652972, 0.170876503], [-0.105850875, 0.0543149114, 0.264889896, 0.346575201], [-0.410713255, -0.477898061, -0.419600368, -0.0189386606], [-0.0967615246, -0.494647384, -0.491715729, 0.0256177187], [-0.242700219, 0.264054894, -0.0390784144, 0.304989159]]> : tensor<7x4xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<7x4xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<7x4xf32>
%3:2 = call @qr(%2) : (tensor<7x4xf32>) -> (tensor<7x7xf32>, tensor<7x4xf32>)
%4 = stablehlo.dot_general %3#0, %3#1, contracting_dims = [1] x [0] : (tensor<7x7xf32>, tensor<7x4xf32>) -> tensor<7x4xf32>
%5 = stablehlo.subtract %4, %2 : tensor<7x4xf32>
%6 = stablehlo.abs %5 : tensor<7x4xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<7x4xf32>, tensor<f32>) -> tensor<f32>
%8 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<7x7xf32>) -> tensor<7x7xf32>
%9 = stablehlo.dot_general %8, %3#0, contracting_dims = [1] x [0] : (tensor<7x7xf32>, tensor<7x7xf32>) -> tensor<7x7xf32>
%10 = stablehlo.iota dim = 0 : tensor<7x7xi64>
%11 = stablehlo.iota dim = 1 : tensor<7x7xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%12 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<7x7xi64>
%13 = stablehlo.add %10, %12 : tensor<7x7xi64>
%14 = stablehlo.compare EQ, %13, %11, SIGNED : (tensor<7x7xi64>, tensor<7x7xi64>) -> tensor<7x7xi1>
%15 = stablehlo.convert %14 : (tensor<7x7xi1>) -> tensor<7x7xf32>
%16 = stablehlo.subtract %9, %15 : tensor<7x7xf32>
%17 = stablehlo.abs %16 : tensor<7x7xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%18 = stablehlo.reduce(%17 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<7x7xf32>, tensor<f32>) -> tensor<f32>
%19 = call @tril(%3#1) : (tensor<7x4xf32>) -> tensor<7x4xf32>
%20 = stablehlo.abs %19 : tensor<7x4xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<7x4xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.abs %3#1 : tensor<7x4xf32>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<7x4xf32>, tensor<f32>) -> tensor<7xf32>
%24 = stablehlo.subtract %23, %arg2 : tensor<7xf32>
%25 = stablehlo.abs %24 : tensor<7xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%26 = stablehlo.reduce(%25 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<7xf32>, tensor<f32>) -> tensor<f32>
%27 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<1xf32>
%28 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<1xf32>
%29 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
%30 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1xf32>
%31 = stablehlo.concatenate %27, %28, %29, %30, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%32 = stablehlo.divide %31, %arg1 : tensor<4xf32>
return %32 : tensor<4xf32>
}
func.func private @qr(%arg0: tensor<7x4xf32>) -> (tensor<7x7xf32>, tensor<7x4xf32>) {
%0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<7x4xf32>) -> (tensor<7x4xf32>, tensor<4xf32>)
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%1 = stablehlo.pad %0#0, %cst, low = [0, 0], high = [0, 3], interior = [0, 0] : (tensor<7x4xf32>, tensor<f32>) -> tensor<7x7xf32>
%2 = stablehlo.custom_call @lapack_sorgqr_ffi(%1, %0#1) {mhlo.backend_config = {}} : (tensor<7x7xf32>, tensor<4xf32>) -> tensor<7x7xf32>
%3 = stablehlo.iota dim = 0 : tensor<7x4xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<7x4xi64>
%5 = stablehlo.add %3, %4 : tensor<7x4xi64>
%6 = stablehlo.iota dim = 1 : tensor<7x4xi64>
%7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<7x4xi64>, tensor<7x4xi64>) -> tensor<7x4xi1>
%cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<7x4xf32>
%9 = stablehlo.select %7, %8, %0#0 : tensor<7x4xi1>, tensor<7x4xf32>
return %2, %9 : tensor<7x7xf32>, tensor<7x4xf32>
}
func.func private @tril(%arg0: tensor<7x4xf32>) -> tensor<7x4xf32> {
%0 = stablehlo.iota dim = 0 : tensor<7x4xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<7x4xi64>
%2 = stablehlo.add %0, %1 : tensor<7x4xi64>
%3 = stablehlo.iota dim = 1 : tensor<7x4xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<7x4xi64>, tensor<7x4xi64>) -> tensor<7x4xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<7x4xf32>
%6 = stablehlo.select %4, %arg0, %5 : tensor<7x4xi1>, tensor<7x4xf32>
return %6 : tensor<7x4xf32>
}
}
// -----
// qr of tiny numbers, reduced, 5x4 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000803400002036000000340000C837"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0xC641E80D62C1D80D5FDE0F0D5603CB0C"> : tensor<4xf32>
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
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865], [-0.324732721, 0.149415731, 0.00362694263, 0.470742822], [0.132270753, 0.0599173903, -0.222652972, 0.170876503], [-0.105850875, 0.0543149114, 0.264889896, 0.346575201], [-0.410713255, -0.477898061, -0.419600368, -0.0189386606]]> : tensor<5x4xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<5x4xf32>
%cst_0 = stablehlo.constant dense<1.000000e-30> : tensor<f32>
%3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
%4 = stablehlo.multiply %2, %3 : tensor<5x4xf32>
%5:2 = call @qr(%4) : (tensor<5x4xf32>) -> (tensor<5x4xf32>, tensor<4x4xf32>)
%6 = stablehlo.dot_general %5#0, %5#1, contracting_dims = [1] x [0] : (tensor<5x4xf32>, tensor<4x4xf32>) -> tensor<5x4xf32>
%7 = stablehlo.subtract %6, %4 : tensor<5x4xf32>
%8 = stablehlo.abs %7 : tensor<5x4xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%9 = stablehlo.reduce(%8 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x4xf32>, tensor<f32>) -> tensor<f32>
%10 = stablehlo.transpose %5#0, dims = [1, 0] : (tensor<5x4xf32>) -> tensor<4x5xf32>
%11 = stablehlo.dot_general %10, %5#0, contracting_dims = [1] x [0] : (tensor<4x5xf32>, tensor<5x4xf32>) -> tensor<4x4xf32>
%12 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%13 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%14 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%15 = stablehlo.add %12, %14 : tensor<4x4xi64>
%16 = stablehlo.compare EQ, %15, %13, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%17 = stablehlo.convert %16 : (tensor<4x4xi1>) -> tensor<4x4xf32>
%18 = stablehlo.subtract %11, %17 : tensor<4x4xf32>
%19 = stablehlo.abs %18 : tensor<4x4xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%20 = stablehlo.reduce(%19 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
%21 = call @tril(%5#1) : (tensor<4x4xf32>) -> tensor<4x4xf32>
%22 = stablehlo.abs %21 : tensor<4x4xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
%24 = stablehlo.abs %5#1 : tensor<4x4xf32>
%cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%25 = stablehlo.reduce(%24 init: %cst_4) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
%26 = stablehlo.subtract %25, %arg2 : tensor<4xf32>
%27 = stablehlo.abs %26 : tensor<4xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%28 = stablehlo.reduce(%27 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%29 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<f32>) -> tensor<1xf32>
%30 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<1xf32>
%31 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<1xf32>
%32 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f32>) -> tensor<1xf32>
%33 = stablehlo.concatenate %29, %30, %31, %32, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%34 = stablehlo.divide %33, %arg1 : tensor<4xf32>
return %34 : tensor<4xf32>
}
func.func private @qr(%arg0: tensor<5x4xf32>) -> (tensor<5x4xf32>, tensor<4x4xf32>) {
%0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<5x4xf32>) -> (tensor<5x4xf32>, tensor<4xf32>)
%1 = stablehlo.custom_call @lapack_sorgqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}} : (tensor<5x4xf32>, tensor<4xf32>) -> tensor<5x4xf32>
%2 = stablehlo.slice %0#0 [0:4, 0:4] : (tensor<5x4xf32>) -> tensor<4x4xf32>
%3 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%5 = stablehlo.add %3, %4 : tensor<4x4xi64>
%6 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%9 = stablehlo.select %7, %8, %2 : tensor<4x4xi1>, tensor<4x4xf32>
return %1, %9 : tensor<5x4xf32>, tensor<4x4xf32>
}
func.func private @tril(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
%0 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%2 = stablehlo.add %0, %1 : tensor<4x4xi64>
%3 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%6 = stablehlo.select %4, %arg0, %5 : tensor<4x4xi1>, tensor<4x4xf32>
return %6 : tensor<4x4xf32>
}
}
// -----
// qr of zeros, reduced, 5x4 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000803400000035000000340000C837"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x00000000000000000000000000000000"> : tensor<4xf32>
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
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865], [-0.324732721, 0.149415731, 0.00362694263, 0.470742822], [0.132270753, 0.0599173903, -0.222652972, 0.170876503], [-0.105850875, 0.0543149114, 0.264889896, 0.346575201], [-0.410713255, -0.477898061, -0.419600368, -0.0189386606]]> : tensor<5x4xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<5x4xf32>
%cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x4xf32>
%4 = stablehlo.multiply %3, %2 : tensor<5x4xf32>
%5:2 = call @qr(%4) : (tensor<5x4xf32>) -> (tensor<5x4xf32>, tensor<4x4xf32>)
%6 = stablehlo.dot_general %5#0, %5#1, contracting_dims = [1] x [0] : (tensor<5x4xf32>, tensor<4x4xf32>) -> tensor<5x4xf32>
%7 = stablehlo.subtract %6, %4 : tensor<5x4xf32>
%8 = stablehlo.abs %7 : tensor<5x4xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%9 = stablehlo.reduce(%8 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x4xf32>, tensor<f32>) -> tensor<f32>
%10 = stablehlo.transpose %5#0, dims = [1, 0] : (tensor<5x4xf32>) -> tensor<4x5xf32>
%11 = stablehlo.dot_general %10, %5#0, contracting_dims = [1] x [0] : (tensor<4x5xf32>, tensor<5x4xf32>) -> tensor<4x4xf32>
%12 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%13 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%14 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%15 = stablehlo.add %12, %14 : tensor<4x4xi64>
%16 = stablehlo.compare EQ, %15, %13, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%17 = stablehlo.convert %16 : (tensor<4x4xi1>) -> tensor<4x4xf32>
%18 = stablehlo.subtract %11, %17 : tensor<4x4xf32>
%19 = stablehlo.abs %18 : tensor<4x4xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%20 = stablehlo.reduce(%19 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
%21 = call @tril(%5#1) : (tensor<4x4xf32>) -> tensor<4x4xf32>
%22 = stablehlo.abs %21 : tensor<4x4xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
%24 = stablehlo.abs %5#1 : tensor<4x4xf32>
%cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%25 = stablehlo.reduce(%24 init: %cst_4) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
%26 = stablehlo.subtract %25, %arg2 : tensor<4xf32>
%27 = stablehlo.abs %26 : tensor<4xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%28 = stablehlo.reduce(%27 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%29 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<f32>) -> tensor<1xf32>
%30 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<1xf32>
%31 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<f32>) -> tensor<1xf32>
%32 = stablehlo.broadcast_in_dim %28, dims = [] : (tensor<f32>) -> tensor<1xf32>
%33 = stablehlo.concatenate %29, %30, %31, %32, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%34 = stablehlo.divide %33, %arg1 : tensor<4xf32>
return %34 : tensor<4xf32>
}
func.func private @qr(%arg0: tensor<5x4xf32>) -> (tensor<5x4xf32>, tensor<4x4xf32>) {
%0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<5x4xf32>) -> (tensor<5x4xf32>, tensor<4xf32>)
%1 = stablehlo.custom_call @lapack_sorgqr_ffi(%0#0, %0#1) {mhlo.backend_config = {}} : (tensor<5x4xf32>, tensor<4xf32>) -> tensor<5x4xf32>
%2 = stablehlo.slice %0#0 [0:4, 0:4] : (tensor<5x4xf32>) -> tensor<4x4xf32>
%3 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%5 = stablehlo.add %3, %4 : tensor<4x4xi64>
%6 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%9 = stablehlo.select %7, %8, %2 : tensor<4x4xi1>, tensor<4x4xf32>
return %1, %9 : tensor<5x4xf32>, tensor<4x4xf32>
}
func.func private @tril(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
%0 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%2 = stablehlo.add %0, %1 : tensor<4x4xi64>
%3 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%6 = stablehlo.select %4, %arg0, %5 : tensor<4x4xi1>, tensor<4x4xf32>
return %6 : tensor<4x4xf32>
}
}
// -----
// qr, reduced, 6x4 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000070350000F035000000340000F037"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0xDC0DCA3F13EBD03F867EF53E220EDF3E"> : tensor<4xf32>
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
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865], [-0.324732721, 0.149415731, 0.00362694263, 0.470742822], [0.132270753, 0.0599173903, -0.222652972, 0.170876503], [-0.105850875, 0.0543149114, 0.264889896, 0.346575201], [-0.410713255, -0.477898061, -0.419600368, -0.0189386606], [-0.0967615246, -0.494647384, -0.491715729, 0.0256177187]]> : tensor<6x4xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<6x4xf32>
%3:2 = call @qr(%2) : (tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<4x4xf32>)
%4 = stablehlo.dot_general %3#0, %3#1, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x4xf32>) -> tensor<6x4xf32>
%5 = stablehlo.subtract %4, %2 : tensor<6x4xf32>
%6 = stablehlo.abs %5 : tensor<6x4xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<f32>
%8 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<6x4xf32>) -> tensor<4x6xf32>
%9 = stablehlo.dot_general %8, %3#0, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xf32>
%10 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%11 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%12 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%13 = stablehlo.add %10, %12 : tensor<4x4xi64>
%14 = stablehlo.compare EQ, %13, %11, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%15 = stablehlo.convert %14 : (tensor<4x4xi1>) -> tensor<4x4xf32>
%16 = stablehlo.subtract %9, %15 : tensor<4x4xf32>
%17 = stablehlo.abs %16 : tensor<4x4xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%18 = stablehlo.reduce(%17 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
%19 = call @tril(%3#1) : (tensor<4x4xf32>) -> tensor<4x4xf32>
%20 = stablehlo.abs %19 : tensor<4x4xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.abs %3#1 : tensor<4x4xf32>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
%24 = stablehlo.subtract %23, %arg2 : tensor<4xf32>
%25 = stablehlo.abs %24 : tensor<4xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%26 = stablehlo.reduce(%25 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%27 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<1xf32>
%28 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<1xf32>
%29 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
%30 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1xf32>
%31 = stablehlo.concatenate %27, %28, %29, %30, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%32 = stablehlo.divide %31, %arg1 : tensor<4xf32>
return %32 : tensor<4xf32>
}
func.func private @qr(%arg0: tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<4x4xf32>) {
%0:2 = stablehlo.custom_call @Qr(%arg0) {backend_config = ""} : (tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<4xf32>)
%1 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%0#0, %0#1) {backend_config = ""} : (tensor<6x4xf32>, tensor<4xf32>) -> tensor<6x4xf32>
%2 = stablehlo.slice %0#0 [0:4, 0:4] : (tensor<6x4xf32>) -> tensor<4x4xf32>
%3 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%5 = stablehlo.add %3, %4 : tensor<4x4xi64>
%6 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%9 = stablehlo.select %7, %8, %2 : tensor<4x4xi1>, tensor<4x4xf32>
return %1, %9 : tensor<6x4xf32>, tensor<4x4xf32>
}
func.func private @tril(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32> {
%0 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%2 = stablehlo.add %0, %1 : tensor<4x4xi64>
%3 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%6 = stablehlo.select %4, %arg0, %5 : tensor<4x4xi1>, tensor<4x4xf32>
return %6 : tensor<4x4xf32>
}
}
// -----
// qr, complete, 6x4 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<6xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000070350000F035000000340000F037"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0xDC0DCA3F13EBD03F867EF53E220EDF3E0000000000000000"> : tensor<6xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<6xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<6xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<6xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<6xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865], [-0.324732721, 0.149415731, 0.00362694263, 0.470742822], [0.132270753, 0.0599173903, -0.222652972, 0.170876503], [-0.105850875, 0.0543149114, 0.264889896, 0.346575201], [-0.410713255, -0.477898061, -0.419600368, -0.0189386606], [-0.0967615246, -0.494647384, -0.491715729, 0.0256177187]]> : tensor<6x4xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<6x4xf32>
%3:2 = call @qr(%2) : (tensor<6x4xf32>) -> (tensor<6x6xf32>, tensor<6x4xf32>)
%4 = stablehlo.dot_general %3#0, %3#1, contracting_dims = [1] x [0] : (tensor<6x6xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
%5 = stablehlo.subtract %4, %2 : tensor<6x4xf32>
%6 = stablehlo.abs %5 : tensor<6x4xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<f32>
%8 = stablehlo.transpose %3#0, dims = [1, 0] : (tensor<6x6xf32>) -> tensor<6x6xf32>
%9 = stablehlo.dot_general %8, %3#0, contracting_dims = [1] x [0] : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<6x6xf32>
%10 = stablehlo.iota dim = 0 : tensor<6x6xi64>
%11 = stablehlo.iota dim = 1 : tensor<6x6xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%12 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<6x6xi64>
%13 = stablehlo.add %10, %12 : tensor<6x6xi64>
%14 = stablehlo.compare EQ, %13, %11, SIGNED : (tensor<6x6xi64>, tensor<6x6xi64>) -> tensor<6x6xi1>
%15 = stablehlo.convert %14 : (tensor<6x6xi1>) -> tensor<6x6xf32>
%16 = stablehlo.subtract %9, %15 : tensor<6x6xf32>
%17 = stablehlo.abs %16 : tensor<6x6xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%18 = stablehlo.reduce(%17 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<6x6xf32>, tensor<f32>) -> tensor<f32>
%19 = call @tril(%3#1) : (tensor<6x4xf32>) -> tensor<6x4xf32>
%20 = stablehlo.abs %19 : tensor<6x4xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.abs %3#1 : tensor<6x4xf32>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
%24 = stablehlo.subtract %23, %arg2 : tensor<6xf32>
%25 = stablehlo.abs %24 : tensor<6xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%26 = stablehlo.reduce(%25 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
%27 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<1xf32>
%28 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<1xf32>
%29 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<1xf32>
%30 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1xf32>
%31 = stablehlo.concatenate %27, %28, %29, %30, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%32 = stablehlo.divide %31, %arg1 : tensor<4xf32>
return %32 : tensor<4xf32>
}
func.func private @qr(%arg0: tensor<6x4xf32>) -> (tensor<6x6xf32>, tensor<6x4xf32>) {
%0:2 = stablehlo.custom_call @Qr(%arg0) {backend_config = ""} : (tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<4xf32>)
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%1 = stablehlo.pad %0#0, %cst, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6x6xf32>
%2 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%1, %0#1) {backend_config = ""} : (tensor<6x6xf32>, tensor<4xf32>) -> tensor<6x6xf32>
%3 = stablehlo.iota dim = 0 : tensor<6x4xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<6x4xi64>
%5 = stablehlo.add %3, %4 : tensor<6x4xi64>
%6 = stablehlo.iota dim = 1 : tensor<6x4xi64>
%7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<6x4xi64>, tensor<6x4xi64>) -> tensor<6x4xi1>
%cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
%9 = stablehlo.select %7, %8, %0#0 : tensor<6x4xi1>, tensor<6x4xf32>
return %2, %9 : tensor<6x6xf32>, tensor<6x4xf32>
}
func.func private @tril(%arg0: tensor<6x4xf32>) -> tensor<6x4xf32> {
%0 = stablehlo.iota dim = 0 : tensor<6x4xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<6x4xi64>
%2 = stablehlo.add %0, %1 : tensor<6x4xi64>
%3 = stablehlo.iota dim = 1 : tensor<6x4xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<6x4xi64>, tensor<6x4xi64>) -> tensor<6x4xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
%6 = stablehlo.select %4, %arg0, %5 : tensor<6x4xi1>, tensor<6x4xf32>
return %6 : tensor<6x4xf32>
}
}
