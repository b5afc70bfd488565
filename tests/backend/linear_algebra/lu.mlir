// Linear algebra as JAX lowers it, made by tests/backend/vectors/make_linear_algebra.py
// lu, 1x1 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000080340AD7A330"> : tensor<2xf32>
    return %0, %1 : tensor<ui32>, tensor<2xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<ui32>, tensor<2xf32>)
    %found = call @figures(%given#0, %given#1) : (tensor<ui32>, tensor<2xf32>) -> tensor<2xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<2xf32>) -> (tensor<2xf32>) {
%cst = stablehlo.constant dense<0.350624204> : tensor<1x1xf32>
%c = stablehlo.constant dense<0> : tensor<1xi32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<1x1xf32>
%3:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%2) {mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1xi32>, tensor<i32>)
%c_0 = stablehlo.constant dense<1> : tensor<i32>
%4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<1xi32>
%5 = stablehlo.subtract %3#1, %4 : tensor<1xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i32>
%6 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<i32>
%7 = stablehlo.compare GE, %3#2, %6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_2 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
%10 = stablehlo.select %8, %3#0, %9 : tensor<1x1xi1>, tensor<1x1xf32>
%11 = stablehlo.iota dim = 0 : tensor<1xi32>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%c_4 = stablehlo.constant dense<0> : tensor<i64>
%12:4 = stablehlo.while(%iterArg = %5, %iterArg_10 = %c_4, %iterArg_11 = %c_3, %iterArg_12 = %11) : tensor<1xi32>, tensor<i64>, tensor<i64>, tensor<1xi32>
cond {
%c_13 = stablehlo.constant dense<1> : tensor<i64>
%44 = stablehlo.compare LT, %iterArg_10, %c_13, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %44 : tensor<i1>
} do {
%44:2 = func.call @closed_call(%iterArg, %iterArg_11, %iterArg_12) : (tensor<1xi32>, tensor<i64>, tensor<1xi32>) -> (tensor<i64>, tensor<1xi32>)
%c_13 = stablehlo.constant dense<1> : tensor<i64>
%45 = stablehlo.add %iterArg_10, %c_13 : tensor<i64>
stablehlo.return %iterArg, %45, %44#0, %44#1 : tensor<1xi32>, tensor<i64>, tensor<i64>, tensor<1xi32>
}
%13 = call @tril(%10) : (tensor<1x1xf32>) -> tensor<1x1xf32>
%14 = stablehlo.iota dim = 0 : tensor<1x1xi64>
%15 = stablehlo.iota dim = 1 : tensor<1x1xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%16 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<1x1xi64>
%17 = stablehlo.add %14, %16 : tensor<1x1xi64>
%18 = stablehlo.compare EQ, %17, %15, SIGNED : (tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x1xi1>
%19 = stablehlo.convert %18 : (tensor<1x1xi1>) -> tensor<1x1xf32>
%20 = stablehlo.add %13, %19 : tensor<1x1xf32>
%21 = stablehlo.broadcast_in_dim %12#3, dims = [0] : (tensor<1xi32>) -> tensor<1x1xi32>
%22 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<1xi32>) -> tensor<1x1xi32>
%23 = stablehlo.compare EQ, %21, %22, SIGNED : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x1xi1>
%24 = stablehlo.convert %23 : (tensor<1x1xi1>) -> tensor<1x1xf32>
%25 = stablehlo.dot_general %24, %2, contracting_dims = [1] x [0] : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
%26 = call @triu(%10) : (tensor<1x1xf32>) -> tensor<1x1xf32>
%27 = stablehlo.dot_general %20, %26, contracting_dims = [1] x [0] : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
%28 = stablehlo.subtract %27, %25 : tensor<1x1xf32>
%29 = stablehlo.abs %28 : tensor<1x1xf32>
%cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%30 = stablehlo.reduce(%29 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<f32>
%31 = stablehlo.abs %20 : tensor<1x1xf32>
%32 = stablehlo.convert %31 : (tensor<1x1xf32>) -> tensor<1x1xf64>
%cst_7 = stablehlo.constant dense<1.4142135623730951> : tensor<f64>
%33 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<1x1xf64>
%34 = stablehlo.subtract %32, %33 : tensor<1x1xf64>
%cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%35 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<1x1xf64>
%36 = stablehlo.maximum %34, %35 : tensor<1x1xf64>
%37 = stablehlo.abs %36 : tensor<1x1xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%38 = stablehlo.reduce(%37 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<1x1xf64>, tensor<f64>) -> tensor<f64>
%39 = stablehlo.convert %38 : (tensor<f64>) -> tensor<f32>
%40 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<f32>) -> tensor<1xf32>
%41 = stablehlo.broadcast_in_dim %39, dims = [] : (tensor<f32>) -> tensor<1xf32>
%42 = stablehlo.concatenate %40, %41, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
%43 = stablehlo.divide %42, %arg1 : tensor<2xf32>
return %43 : tensor<2xf32>
}
func.func private @closed_call(%arg0: tensor<1xi32>, %arg1: tensor<i64>, %arg2: tensor<1xi32>) -> (tensor<i64>, tensor<1xi32>) {
%c = stablehlo.constant dense<1> : tensor<i64>
%0 = stablehlo.add %arg1, %c : tensor<i64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%2 = stablehlo.convert %arg1 : tensor<i64>
%c_1 = stablehlo.constant dense<1> : tensor<i64>
%3 = stablehlo.add %2, %c_1 : tensor<i64>
%4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
%5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<1xi32>, tensor<i64>) -> tensor<1xi32>
%6 = stablehlo.reshape %5 : (tensor<1xi32>) -> tensor<i32>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%7 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%8 = stablehlo.convert %arg1 : tensor<i64>
%c_3 = stablehlo.constant dense<1> : tensor<i64>
%9 = stablehlo.add %8, %c_3 : tensor<i64>
%10 = stablehlo.select %7, %9, %arg1 : tensor<i1>, tensor<i64>
%11 = stablehlo.dynamic_slice %arg2, %10, sizes = [1] : (tensor<1xi32>, tensor<i64>) -> tensor<1xi32>
%12 = stablehlo.reshape %11 : (tensor<1xi32>) -> tensor<i32>
%c_4 = stablehlo.constant dense<0> : tensor<i32>
%13 = stablehlo.compare LT, %6, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_5 = stablehlo.constant dense<1> : tensor<i32>
%14 = stablehlo.add %6, %c_5 : tensor<i32>
%15 = stablehlo.select %13, %14, %6 : tensor<i1>, tensor<i32>
%16 = stablehlo.dynamic_slice %arg2, %15, sizes = [1] : (tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
%17 = stablehlo.reshape %16 : (tensor<1xi32>) -> tensor<i32>
%c_6 = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_7 = stablehlo.constant dense<1> : tensor<i64>
%19 = stablehlo.add %arg1, %c_7 : tensor<i64>
%20 = stablehlo.select %18, %19, %arg1 : tensor<i1>, tensor<i64>
%21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
%22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<1xi32>
%23 = "stablehlo.scatter"(%arg2, %22, %17) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<1xi32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
%c_8 = stablehlo.constant dense<0> : tensor<i32>
%24 = stablehlo.compare LT, %6, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_9 = stablehlo.constant dense<1> : tensor<i32>
%25 = stablehlo.add %6, %c_9 : tensor<i32>
%26 = stablehlo.select %24, %25, %6 : tensor<i1>, tensor<i32>
%27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
%28 = "stablehlo.scatter"(%23, %27, %12) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<1xi32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
return %0, %28 : tensor<i64>, tensor<1xi32>
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
func.func private @triu(%arg0: tensor<1x1xf32>) -> tensor<1x1xf32> {
%0 = stablehlo.iota dim = 0 : tensor<1x1xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<1x1xi64>
%2 = stablehlo.add %0, %1 : tensor<1x1xi64>
%3 = stablehlo.iota dim = 1 : tensor<1x1xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x1xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
%6 = stablehlo.select %4, %5, %arg0 : tensor<1x1xi1>, tensor<1x1xf32>
return %6 : tensor<1x1xf32>
}
}
// -----
// lu, 2x2 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000080340AD7A330"> : tensor<2xf32>
    return %0, %1 : tensor<ui32>, tensor<2xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<ui32>, tensor<2xf32>)
    %found = call @figures(%given#0, %given#1) : (tensor<ui32>, tensor<2xf32>) -> tensor<2xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<2xf32>) -> (tensor<2xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722], [-0.19217062, -0.424759865]]> : tensor<2x2xf32>
%c = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<2x2xf32>
%3:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%2) {mhlo.backend_config = {}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xi32>, tensor<i32>)
%c_0 = stablehlo.constant dense<1> : tensor<i32>
%4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2xi32>
%5 = stablehlo.subtract %3#1, %4 : tensor<2xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i32>
%6 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<i32>
%7 = stablehlo.compare GE, %3#2, %6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_2 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
%10 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<2x2xi1>
%11 = stablehlo.select %10, %3#0, %9 : tensor<2x2xi1>, tensor<2x2xf32>
%12 = stablehlo.iota dim = 0 : tensor<2xi32>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%c_4 = stablehlo.constant dense<0> : tensor<i64>
%13:4 = stablehlo.while(%iterArg = %5, %iterArg_10 = %c_4, %iterArg_11 = %c_3, %iterArg_12 = %12) : tensor<2xi32>, tensor<i64>, tensor<i64>, tensor<2xi32>
cond {
%c_13 = stablehlo.constant dense<2> : tensor<i64>
%47 = stablehlo.compare LT, %iterArg_10, %c_13, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %47 : tensor<i1>
} do {
%47:2 = func.call @closed_call(%iterArg, %iterArg_11, %iterArg_12) : (tensor<2xi32>, tensor<i64>, tensor<2xi32>) -> (tensor<i64>, tensor<2xi32>)
%c_13 = stablehlo.constant dense<1> : tensor<i64>
%48 = stablehlo.add %iterArg_10, %c_13 : tensor<i64>
stablehlo.return %iterArg, %48, %47#0, %47#1 : tensor<2xi32>, tensor<i64>, tensor<i64>, tensor<2xi32>
}
%14 = call @tril(%11) : (tensor<2x2xf32>) -> tensor<2x2xf32>
%15 = stablehlo.iota dim = 0 : tensor<2x2xi64>
%16 = stablehlo.iota dim = 1 : tensor<2x2xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
%18 = stablehlo.add %15, %17 : tensor<2x2xi64>
%19 = stablehlo.compare EQ, %18, %16, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
%20 = stablehlo.convert %19 : (tensor<2x2xi1>) -> tensor<2x2xf32>
%21 = stablehlo.add %14, %20 : tensor<2x2xf32>
%22 = stablehlo.broadcast_in_dim %13#3, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
%23 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<2xi32>) -> tensor<1x2xi32>
%24 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<2x1xi32>) -> tensor<2x2xi32>
%25 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<1x2xi32>) -> tensor<2x2xi32>
%26 = stablehlo.compare EQ, %24, %25, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%27 = stablehlo.convert %26 : (tensor<2x2xi1>) -> tensor<2x2xf32>
%28 = stablehlo.dot_general %27, %2, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%29 = call @triu(%11) : (tensor<2x2xf32>) -> tensor<2x2xf32>
%30 = stablehlo.dot_general %21, %29, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
%31 = stablehlo.subtract %30, %28 : tensor<2x2xf32>
%32 = stablehlo.abs %31 : tensor<2x2xf32>
%cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%33 = stablehlo.reduce(%32 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
%34 = stablehlo.abs %21 : tensor<2x2xf32>
%35 = stablehlo.convert %34 : (tensor<2x2xf32>) -> tensor<2x2xf64>
%cst_7 = stablehlo.constant dense<1.4142135623730951> : tensor<f64>
%36 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<2x2xf64>
%37 = stablehlo.subtract %35, %36 : tensor<2x2xf64>
%cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%38 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<2x2xf64>
%39 = stablehlo.maximum %37, %38 : tensor<2x2xf64>
%40 = stablehlo.abs %39 : tensor<2x2xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%41 = stablehlo.reduce(%40 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x2xf64>, tensor<f64>) -> tensor<f64>
%42 = stablehlo.convert %41 : (tensor<f64>) -> tensor<f32>
%43 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<1xf32>
%44 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<f32>) -> tensor<1xf32>
%45 = stablehlo.concatenate %43, %44, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
%46 = stablehlo.divide %45, %arg1 : tensor<2xf32>
return %46 : tensor<2xf32>
}
func.func private @closed_call(%arg0: tensor<2xi32>, %arg1: tensor<i64>, %arg2: tensor<2xi32>) -> (tensor<i64>, tensor<2xi32>) {
%c = stablehlo.constant dense<1> : tensor<i64>
%0 = stablehlo.add %arg1, %c : tensor<i64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%2 = stablehlo.convert %arg1 : tensor<i64>
%c_1 = stablehlo.constant dense<2> : tensor<i64>
%3 = stablehlo.add %2, %c_1 : tensor<i64>
%4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
%5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<2xi32>, tensor<i64>) -> tensor<1xi32>
%6 = stablehlo.reshape %5 : (tensor<1xi32>) -> tensor<i32>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%7 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%8 = stablehlo.convert %arg1 : tensor<i64>
%c_3 = stablehlo.constant dense<2> : tensor<i64>
%9 = stablehlo.add %8, %c_3 : tensor<i64>
%10 = stablehlo.select %7, %9, %arg1 : tensor<i1>, tensor<i64>
%11 = stablehlo.dynamic_slice %arg2, %10, sizes = [1] : (tensor<2xi32>, tensor<i64>) -> tensor<1xi32>
%12 = stablehlo.reshape %11 : (tensor<1xi32>) -> tensor<i32>
%c_4 = stablehlo.constant dense<0> : tensor<i32>
%13 = stablehlo.compare LT, %6, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_5 = stablehlo.constant dense<2> : tensor<i32>
%14 = stablehlo.add %6, %c_5 : tensor<i32>
%15 = stablehlo.select %13, %14, %6 : tensor<i1>, tensor<i32>
%16 = stablehlo.dynamic_slice %arg2, %15, sizes = [1] : (tensor<2xi32>, tensor<i32>) -> tensor<1xi32>
%17 = stablehlo.reshape %16 : (tensor<1xi32>) -> tensor<i32>
%c_6 = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_7 = stablehlo.constant dense<2> : tensor<i64>
%19 = stablehlo.add %arg1, %c_7 : tensor<i64>
%20 = stablehlo.select %18, %19, %arg1 : tensor<i1>, tensor<i64>
%21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
%22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<1xi32>
%23 = "stablehlo.scatter"(%arg2, %22, %17) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<2xi32>, tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
%c_8 = stablehlo.constant dense<0> : tensor<i32>
%24 = stablehlo.compare LT, %6, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_9 = stablehlo.constant dense<2> : tensor<i32>
%25 = stablehlo.add %6, %c_9 : tensor<i32>
%26 = stablehlo.select %24, %25, %6 : tensor<i1>, tensor<i32>
%27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
%28 = "stablehlo.scatter"(%23, %27, %12) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<2xi32>, tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
return %0, %28 : tensor<i64>, tensor<2xi32>
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
func.func private @triu(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
%0 = stablehlo.iota dim = 0 : tensor<2x2xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
%2 = stablehlo.add %0, %1 : tensor<2x2xi64>
%3 = stablehlo.iota dim = 1 : tensor<2x2xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
%6 = stablehlo.select %4, %5, %arg0 : tensor<2x2xi1>, tensor<2x2xf32>
return %6 : tensor<2x2xf32>
}
}
// -----
// lu, 3x3 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000080340AD7A330"> : tensor<2xf32>
    return %0, %1 : tensor<ui32>, tensor<2xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<ui32>, tensor<2xf32>)
    %found = call @figures(%given#0, %given#1) : (tensor<ui32>, tensor<2xf32>) -> tensor<2xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<2xf32>) -> (tensor<2xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062], [-0.424759865, -0.324732721, 0.149415731], [0.00362694263, 0.470742822, 0.132270753]]> : tensor<3x3xf32>
%c = stablehlo.constant dense<[0, 1, 2]> : tensor<3xi32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<3x3xf32>
%3:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%2) {mhlo.backend_config = {}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xi32>, tensor<i32>)
%c_0 = stablehlo.constant dense<1> : tensor<i32>
%4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3xi32>
%5 = stablehlo.subtract %3#1, %4 : tensor<3xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i32>
%6 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<i32>
%7 = stablehlo.compare GE, %3#2, %6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_2 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
%10 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
%11 = stablehlo.select %10, %3#0, %9 : tensor<3x3xi1>, tensor<3x3xf32>
%12 = stablehlo.iota dim = 0 : tensor<3xi32>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%c_4 = stablehlo.constant dense<0> : tensor<i64>
%13:4 = stablehlo.while(%iterArg = %5, %iterArg_10 = %c_4, %iterArg_11 = %c_3, %iterArg_12 = %12) : tensor<3xi32>, tensor<i64>, tensor<i64>, tensor<3xi32>
cond {
%c_13 = stablehlo.constant dense<3> : tensor<i64>
%47 = stablehlo.compare LT, %iterArg_10, %c_13, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %47 : tensor<i1>
} do {
%47:2 = func.call @closed_call(%iterArg, %iterArg_11, %iterArg_12) : (tensor<3xi32>, tensor<i64>, tensor<3xi32>) -> (tensor<i64>, tensor<3xi32>)
%c_13 = stablehlo.constant dense<1> : tensor<i64>
%48 = stablehlo.add %iterArg_10, %c_13 : tensor<i64>
stablehlo.return %iterArg, %48, %47#0, %47#1 : tensor<3xi32>, tensor<i64>, tensor<i64>, tensor<3xi32>
}
%14 = call @tril(%11) : (tensor<3x3xf32>) -> tensor<3x3xf32>
%15 = stablehlo.iota dim = 0 : tensor<3x3xi64>
%16 = stablehlo.iota dim = 1 : tensor<3x3xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
%18 = stablehlo.add %15, %17 : tensor<3x3xi64>
%19 = stablehlo.compare EQ, %18, %16, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
%20 = stablehlo.convert %19 : (tensor<3x3xi1>) -> tensor<3x3xf32>
%21 = stablehlo.add %14, %20 : tensor<3x3xf32>
%22 = stablehlo.broadcast_in_dim %13#3, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
%23 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<3xi32>) -> tensor<1x3xi32>
%24 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<3x1xi32>) -> tensor<3x3xi32>
%25 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<1x3xi32>) -> tensor<3x3xi32>
%26 = stablehlo.compare EQ, %24, %25, SIGNED : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
%27 = stablehlo.convert %26 : (tensor<3x3xi1>) -> tensor<3x3xf32>
%28 = stablehlo.dot_general %27, %2, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
%29 = call @triu(%11) : (tensor<3x3xf32>) -> tensor<3x3xf32>
%30 = stablehlo.dot_general %21, %29, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
%31 = stablehlo.subtract %30, %28 : tensor<3x3xf32>
%32 = stablehlo.abs %31 : tensor<3x3xf32>
%cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%33 = stablehlo.reduce(%32 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
%34 = stablehlo.abs %21 : tensor<3x3xf32>
%35 = stablehlo.convert %34 : (tensor<3x3xf32>) -> tensor<3x3xf64>
%cst_7 = stablehlo.constant dense<1.4142135623730951> : tensor<f64>
%36 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<3x3xf64>
%37 = stablehlo.subtract %35, %36 : tensor<3x3xf64>
%cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%38 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<3x3xf64>
%39 = stablehlo.maximum %37, %38 : tensor<3x3xf64>
%40 = stablehlo.abs %39 : tensor<3x3xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%41 = stablehlo.reduce(%40 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x3xf64>, tensor<f64>) -> tensor<f64>
%42 = stablehlo.convert %41 : (tensor<f64>) -> tensor<f32>
%43 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<1xf32>
%44 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<f32>) -> tensor<1xf32>
%45 = stablehlo.concatenate %43, %44, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
%46 = stablehlo.divide %45, %arg1 : tensor<2xf32>
return %46 : tensor<2xf32>
}
func.func private @closed_call(%arg0: tensor<3xi32>, %arg1: tensor<i64>, %arg2: tensor<3xi32>) -> (tensor<i64>, tensor<3xi32>) {
%c = stablehlo.constant dense<1> : tensor<i64>
%0 = stablehlo.add %arg1, %c : tensor<i64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%2 = stablehlo.convert %arg1 : tensor<i64>
%c_1 = stablehlo.constant dense<3> : tensor<i64>
%3 = stablehlo.add %2, %c_1 : tensor<i64>
%4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
%5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<3xi32>, tensor<i64>) -> tensor<1xi32>
%6 = stablehlo.reshape %5 : (tensor<1xi32>) -> tensor<i32>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%7 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%8 = stablehlo.convert %arg1 : tensor<i64>
%c_3 = stablehlo.constant dense<3> : tensor<i64>
%9 = stablehlo.add %8, %c_3 : tensor<i64>
%10 = stablehlo.select %7, %9, %arg1 : tensor<i1>, tensor<i64>
%11 = stablehlo.dynamic_slice %arg2, %10, sizes = [1] : (tensor<3xi32>, tensor<i64>) -> tensor<1xi32>
%12 = stablehlo.reshape %11 : (tensor<1xi32>) -> tensor<i32>
%c_4 = stablehlo.constant dense<0> : tensor<i32>
%13 = stablehlo.compare LT, %6, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_5 = stablehlo.constant dense<3> : tensor<i32>
%14 = stablehlo.add %6, %c_5 : tensor<i32>
%15 = stablehlo.select %13, %14, %6 : tensor<i1>, tensor<i32>
%16 = stablehlo.dynamic_slice %arg2, %15, sizes = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<1xi32>
%17 = stablehlo.reshape %16 : (tensor<1xi32>) -> tensor<i32>
%c_6 = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_7 = stablehlo.constant dense<3> : tensor<i64>
%19 = stablehlo.add %arg1, %c_7 : tensor<i64>
%20 = stablehlo.select %18, %19, %arg1 : tensor<i1>, tensor<i64>
%21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
%22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<1xi32>
%23 = "stablehlo.scatter"(%arg2, %22, %17) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
%c_8 = stablehlo.constant dense<0> : tensor<i32>
%24 = stablehlo.compare LT, %6, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_9 = stablehlo.constant dense<3> : tensor<i32>
%25 = stablehlo.add %6, %c_9 : tensor<i32>
%26 = stablehlo.select %24, %25, %6 : tensor<i1>, tensor<i32>
%27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
%28 = "stablehlo.scatter"(%23, %27, %12) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
return %0, %28 : tensor<i64>, tensor<3xi32>
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
func.func private @triu(%arg0: tensor<3x3xf32>) -> tensor<3x3xf32> {
%0 = stablehlo.iota dim = 0 : tensor<3x3xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
%2 = stablehlo.add %0, %1 : tensor<3x3xi64>
%3 = stablehlo.iota dim = 1 : tensor<3x3xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
%6 = stablehlo.select %4, %5, %arg0 : tensor<3x3xi1>, tensor<3x3xf32>
return %6 : tensor<3x3xf32>
}
}
// -----
// lu, 5x5 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000A0340AD7A330"> : tensor<2xf32>
    return %0, %1 : tensor<ui32>, tensor<2xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<ui32>, tensor<2xf32>)
    %found = call @figures(%given#0, %given#1) : (tensor<ui32>, tensor<2xf32>) -> tensor<2xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<2xf32>) -> (tensor<2xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721], [0.149415731, 0.00362694263, 0.470742822, 0.132270753, 0.0599173903], [-0.222652972, 0.170876503, -0.105850875, 0.0543149114, 0.264889896], [0.346575201, -0.410713255, -0.477898061, -0.419600368, -0.0189386606], [-0.0967615246, -0.494647384, -0.491715729, 0.0256177187, -0.242700219]]> : tensor<5x5xf32>
%c = stablehlo.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<5x5xf32>
%3:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%2) {mhlo.backend_config = {}} : (tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5xi32>, tensor<i32>)
%c_0 = stablehlo.constant dense<1> : tensor<i32>
%4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<5xi32>
%5 = stablehlo.subtract %3#1, %4 : tensor<5xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i32>
%6 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<i32>
%7 = stablehlo.compare GE, %3#2, %6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_2 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%10 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%11 = stablehlo.select %10, %3#0, %9 : tensor<5x5xi1>, tensor<5x5xf32>
%12 = stablehlo.iota dim = 0 : tensor<5xi32>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%c_4 = stablehlo.constant dense<0> : tensor<i64>
%13:4 = stablehlo.while(%iterArg = %5, %iterArg_10 = %c_4, %iterArg_11 = %c_3, %iterArg_12 = %12) : tensor<5xi32>, tensor<i64>, tensor<i64>, tensor<5xi32>
cond {
%c_13 = stablehlo.constant dense<5> : tensor<i64>
%47 = stablehlo.compare LT, %iterArg_10, %c_13, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %47 : tensor<i1>
} do {
%47:2 = func.call @closed_call(%iterArg, %iterArg_11, %iterArg_12) : (tensor<5xi32>, tensor<i64>, tensor<5xi32>) -> (tensor<i64>, tensor<5xi32>)
%c_13 = stablehlo.constant dense<1> : tensor<i64>
%48 = stablehlo.add %iterArg_10, %c_13 : tensor<i64>
stablehlo.return %iterArg, %48, %47#0, %47#1 : tensor<5xi32>, tensor<i64>, tensor<i64>, tensor<5xi32>
}
%14 = call @tril(%11) : (tensor<5x5xf32>) -> tensor<5x5xf32>
%15 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%16 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%18 = stablehlo.add %15, %17 : tensor<5x5xi64>
%19 = stablehlo.compare EQ, %18, %16, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%20 = stablehlo.convert %19 : (tensor<5x5xi1>) -> tensor<5x5xf32>
%21 = stablehlo.add %14, %20 : tensor<5x5xf32>
%22 = stablehlo.broadcast_in_dim %13#3, dims = [0] : (tensor<5xi32>) -> tensor<5x1xi32>
%23 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<5xi32>) -> tensor<1x5xi32>
%24 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<5x1xi32>) -> tensor<5x5xi32>
%25 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<1x5xi32>) -> tensor<5x5xi32>
%26 = stablehlo.compare EQ, %24, %25, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
%27 = stablehlo.convert %26 : (tensor<5x5xi1>) -> tensor<5x5xf32>
%28 = stablehlo.dot_general %27, %2, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%29 = call @triu(%11) : (tensor<5x5xf32>) -> tensor<5x5xf32>
%30 = stablehlo.dot_general %21, %29, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%31 = stablehlo.subtract %30, %28 : tensor<5x5xf32>
%32 = stablehlo.abs %31 : tensor<5x5xf32>
%cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%33 = stablehlo.reduce(%32 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%34 = stablehlo.abs %21 : tensor<5x5xf32>
%35 = stablehlo.convert %34 : (tensor<5x5xf32>) -> tensor<5x5xf64>
%cst_7 = stablehlo.constant dense<1.4142135623730951> : tensor<f64>
%36 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<5x5xf64>
%37 = stablehlo.subtract %35, %36 : tensor<5x5xf64>
%cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%38 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<5x5xf64>
%39 = stablehlo.maximum %37, %38 : tensor<5x5xf64>
%40 = stablehlo.abs %39 : tensor<5x5xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%41 = stablehlo.reduce(%40 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf64>, tensor<f64>) -> tensor<f64>
%42 = stablehlo.convert %41 : (tensor<f64>) -> tensor<f32>
%43 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<1xf32>
%44 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<f32>) -> tensor<1xf32>
%45 = stablehlo.concatenate %43, %44, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
%46 = stablehlo.divide %45, %arg1 : tensor<2xf32>
return %46 : tensor<2xf32>
}
func.func private @closed_call(%arg0: tensor<5xi32>, %arg1: tensor<i64>, %arg2: tensor<5xi32>) -> (tensor<i64>, tensor<5xi32>) {
%c = stablehlo.constant dense<1> : tensor<i64>
%0 = stablehlo.add %arg1, %c : tensor<i64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%2 = stablehlo.convert %arg1 : tensor<i64>
%c_1 = stablehlo.constant dense<5> : tensor<i64>
%3 = stablehlo.add %2, %c_1 : tensor<i64>
%4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
%5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<5xi32>, tensor<i64>) -> tensor<1xi32>
%6 = stablehlo.reshape %5 : (tensor<1xi32>) -> tensor<i32>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%7 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%8 = stablehlo.convert %arg1 : tensor<i64>
%c_3 = stablehlo.constant dense<5> : tensor<i64>
%9 = stablehlo.add %8, %c_3 : tensor<i64>
%10 = stablehlo.select %7, %9, %arg1 : tensor<i1>, tensor<i64>
%11 = stablehlo.dynamic_slice %arg2, %10, sizes = [1] : (tensor<5xi32>, tensor<i64>) -> tensor<1xi32>
%12 = stablehlo.reshape %11 : (tensor<1xi32>) -> tensor<i32>
%c_4 = stablehlo.constant dense<0> : tensor<i32>
%13 = stablehlo.compare LT, %6, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_5 = stablehlo.constant dense<5> : tensor<i32>
%14 = stablehlo.add %6, %c_5 : tensor<i32>
%15 = stablehlo.select %13, %14, %6 : tensor<i1>, tensor<i32>
%16 = stablehlo.dynamic_slice %arg2, %15, sizes = [1] : (tensor<5xi32>, tensor<i32>) -> tensor<1xi32>
%17 = stablehlo.reshape %16 : (tensor<1xi32>) -> tensor<i32>
%c_6 = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_7 = stablehlo.constant dense<5> : tensor<i64>
%19 = stablehlo.add %arg1, %c_7 : tensor<i64>
%20 = stablehlo.select %18, %19, %arg1 : tensor<i1>, tensor<i64>
%21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
%22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<1xi32>
%23 = "stablehlo.scatter"(%arg2, %22, %17) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<5xi32>, tensor<1xi32>, tensor<i32>) -> tensor<5xi32>
%c_8 = stablehlo.constant dense<0> : tensor<i32>
%24 = stablehlo.compare LT, %6, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_9 = stablehlo.constant dense<5> : tensor<i32>
%25 = stablehlo.add %6, %c_9 : tensor<i32>
%26 = stablehlo.select %24, %25, %6 : tensor<i1>, tensor<i32>
%27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
%28 = "stablehlo.scatter"(%23, %27, %12) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<5xi32>, tensor<1xi32>, tensor<i32>) -> tensor<5xi32>
return %0, %28 : tensor<i64>, tensor<5xi32>
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
func.func private @triu(%arg0: tensor<5x5xf32>) -> tensor<5x5xf32> {
%0 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%2 = stablehlo.add %0, %1 : tensor<5x5xi64>
%3 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%6 = stablehlo.select %4, %5, %arg0 : tensor<5x5xi1>, tensor<5x5xf32>
return %6 : tensor<5x5xf32>
}
}
// -----
// lu, 8x8 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000020350AD7A330"> : tensor<2xf32>
    return %0, %1 : tensor<ui32>, tensor<2xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<ui32>, tensor<2xf32>)
    %found = call @figures(%given#0, %given#1) : (tensor<ui32>, tensor<2xf32>) -> tensor<2xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<2xf32>) -> (tensor<2xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721, 0.149415731, 0.00362694263, 0.470742822], [0.132270753, 0.0599173903, -0.222652972, 0.170876503, -0.105850875, 0.0543149114, 0.264889896, 0.346575201], [-0.410713255, -0.477898061, -0.419600368, -0.0189386606, -0.0967615246, -0.494647384, -0.491715729, 0.0256177187], [-0.242700219, 0.264054894, -0.0390784144, 0.304989159, -0.120476663, 0.450100303, 0.340311348, 0.204001009], [0.375156105, 0.0789034366, 0.345480561, -0.124583364, -0.0770408511, 0.218821704, -0.427053094, 0.0313434601], [0.172739327, -0.245393872, 0.219510436, 0.00441861153, 0.260659337, -0.171824872, -0.236072898, 0.214172482], [-0.451453567, -0.122861147, -0.0991526842, -0.183533847, 0.291688859, -0.420700312, 0.171263278, 0.0736486911], [0.360040903, 0.394993424, 0.205342591, 0.267009556, 0.0700945258, 0.496644318, 0.446524739, 0.123172462]]> : tensor<8x8xf32>
%c = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<8x8xf32>
%3:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%2) {mhlo.backend_config = {}} : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xi32>, tensor<i32>)
%c_0 = stablehlo.constant dense<1> : tensor<i32>
%4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8xi32>
%5 = stablehlo.subtract %3#1, %4 : tensor<8xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i32>
%6 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<i32>
%7 = stablehlo.compare GE, %3#2, %6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_2 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%10 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<8x8xi1>
%11 = stablehlo.select %10, %3#0, %9 : tensor<8x8xi1>, tensor<8x8xf32>
%12 = stablehlo.iota dim = 0 : tensor<8xi32>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%c_4 = stablehlo.constant dense<0> : tensor<i64>
%13:4 = stablehlo.while(%iterArg = %5, %iterArg_10 = %c_4, %iterArg_11 = %c_3, %iterArg_12 = %12) : tensor<8xi32>, tensor<i64>, tensor<i64>, tensor<8xi32>
cond {
%c_13 = stablehlo.constant dense<8> : tensor<i64>
%47 = stablehlo.compare LT, %iterArg_10, %c_13, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %47 : tensor<i1>
} do {
%47:2 = func.call @closed_call(%iterArg, %iterArg_11, %iterArg_12) : (tensor<8xi32>, tensor<i64>, tensor<8xi32>) -> (tensor<i64>, tensor<8xi32>)
%c_13 = stablehlo.constant dense<1> : tensor<i64>
%48 = stablehlo.add %iterArg_10, %c_13 : tensor<i64>
stablehlo.return %iterArg, %48, %47#0, %47#1 : tensor<8xi32>, tensor<i64>, tensor<i64>, tensor<8xi32>
}
%14 = call @tril(%11) : (tensor<8x8xf32>) -> tensor<8x8xf32>
%15 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%16 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%18 = stablehlo.add %15, %17 : tensor<8x8xi64>
%19 = stablehlo.compare EQ, %18, %16, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%20 = stablehlo.convert %19 : (tensor<8x8xi1>) -> tensor<8x8xf32>
%21 = stablehlo.add %14, %20 : tensor<8x8xf32>
%22 = stablehlo.broadcast_in_dim %13#3, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
%23 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<8xi32>) -> tensor<1x8xi32>
%24 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<8x1xi32>) -> tensor<8x8xi32>
%25 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<1x8xi32>) -> tensor<8x8xi32>
%26 = stablehlo.compare EQ, %24, %25, SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
%27 = stablehlo.convert %26 : (tensor<8x8xi1>) -> tensor<8x8xf32>
%28 = stablehlo.dot_general %27, %2, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
%29 = call @triu(%11) : (tensor<8x8xf32>) -> tensor<8x8xf32>
%30 = stablehlo.dot_general %21, %29, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
%31 = stablehlo.subtract %30, %28 : tensor<8x8xf32>
%32 = stablehlo.abs %31 : tensor<8x8xf32>
%cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%33 = stablehlo.reduce(%32 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
%34 = stablehlo.abs %21 : tensor<8x8xf32>
%35 = stablehlo.convert %34 : (tensor<8x8xf32>) -> tensor<8x8xf64>
%cst_7 = stablehlo.constant dense<1.4142135623730951> : tensor<f64>
%36 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<8x8xf64>
%37 = stablehlo.subtract %35, %36 : tensor<8x8xf64>
%cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%38 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<8x8xf64>
%39 = stablehlo.maximum %37, %38 : tensor<8x8xf64>
%40 = stablehlo.abs %39 : tensor<8x8xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%41 = stablehlo.reduce(%40 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x8xf64>, tensor<f64>) -> tensor<f64>
%42 = stablehlo.convert %41 : (tensor<f64>) -> tensor<f32>
%43 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<1xf32>
%44 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<f32>) -> tensor<1xf32>
%45 = stablehlo.concatenate %43, %44, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
%46 = stablehlo.divide %45, %arg1 : tensor<2xf32>
return %46 : tensor<2xf32>
}
func.func private @closed_call(%arg0: tensor<8xi32>, %arg1: tensor<i64>, %arg2: tensor<8xi32>) -> (tensor<i64>, tensor<8xi32>) {
%c = stablehlo.constant dense<1> : tensor<i64>
%0 = stablehlo.add %arg1, %c : tensor<i64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%2 = stablehlo.convert %arg1 : tensor<i64>
%c_1 = stablehlo.constant dense<8> : tensor<i64>
%3 = stablehlo.add %2, %c_1 : tensor<i64>
%4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
%5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<8xi32>, tensor<i64>) -> tensor<1xi32>
%6 = stablehlo.reshape %5 : (tensor<1xi32>) -> tensor<i32>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%7 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%8 = stablehlo.convert %arg1 : tensor<i64>
%c_3 = stablehlo.constant dense<8> : tensor<i64>
%9 = stablehlo.add %8, %c_3 : tensor<i64>
%10 = stablehlo.select %7, %9, %arg1 : tensor<i1>, tensor<i64>
%11 = stablehlo.dynamic_slice %arg2, %10, sizes = [1] : (tensor<8xi32>, tensor<i64>) -> tensor<1xi32>
%12 = stablehlo.reshape %11 : (tensor<1xi32>) -> tensor<i32>
%c_4 = stablehlo.constant dense<0> : tensor<i32>
%13 = stablehlo.compare LT, %6, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_5 = stablehlo.constant dense<8> : tensor<i32>
%14 = stablehlo.add %6, %c_5 : tensor<i32>
%15 = stablehlo.select %13, %14, %6 : tensor<i1>, tensor<i32>
%16 = stablehlo.dynamic_slice %arg2, %15, sizes = [1] : (tensor<8xi32>, tensor<i32>) -> tensor<1xi32>
%17 = stablehlo.reshape %16 : (tensor<1xi32>) -> tensor<i32>
%c_6 = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_7 = stablehlo.constant dense<8> : tensor<i64>
%19 = stablehlo.add %arg1, %c_7 : tensor<i64>
%20 = stablehlo.select %18, %19, %arg1 : tensor<i1>, tensor<i64>
%21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
%22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<1xi32>
%23 = "stablehlo.scatter"(%arg2, %22, %17) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<8xi32>, tensor<1xi32>, tensor<i32>) -> tensor<8xi32>
%c_8 = stablehlo.constant dense<0> : tensor<i32>
%24 = stablehlo.compare LT, %6, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_9 = stablehlo.constant dense<8> : tensor<i32>
%25 = stablehlo.add %6, %c_9 : tensor<i32>
%26 = stablehlo.select %24, %25, %6 : tensor<i1>, tensor<i32>
%27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
%28 = "stablehlo.scatter"(%23, %27, %12) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<8xi32>, tensor<1xi32>, tensor<i32>) -> tensor<8xi32>
return %0, %28 : tensor<i64>, tensor<8xi32>
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
func.func private @triu(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
%0 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%2 = stablehlo.add %0, %1 : tensor<8x8xi64>
%3 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%6 = stablehlo.select %4, %5, %arg0 : tensor<8x8xi1>, tensor<8x8xf32>
return %6 : tensor<8x8xf32>
}
}
// -----
// lu, 16x16 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000F0350AD7A330"> : tensor<2xf32>
    return %0, %1 : tensor<ui32>, tensor<2xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<ui32>, tensor<2xf32>)
    %found = call @figures(%given#0, %given#1) : (tensor<ui32>, tensor<2xf32>) -> tensor<2xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<2xf32>) -> (tensor<2xf32>) {
%cst = stablehlo.constant dense<"0x0485B33EC075363C60C844BE207AD9BE5E43A6BE7000193E00B26D3B3405F13EFC71073EF06B753D24FF63BE40FA2E3E58C8D8BD50795E3DA69F873E4E72B13E0249D2BE0EAFF4BEDCD5D6BE40259BBCE82AC6BD6C42FDBE2AC2FBBE40DCD13C688678BE3432873EB01020BD8A279C3E78BCF6BD8C73E63E4A3DAE3EA4E5503E7614C03E2098A13DD4E2B03E9025FFBD98C79DBDCC12603EB4A6DABE0062003D94E2303E88487BBE58C7603E00CA903B2475853EDCF22FBE18BD71BE08505B3EEC24E7BEA09EFBBD9010CBBD4CF03BBE3E58953E0866D7BEA45F2F3E20D5963D4857B83E943CCA3E5445523E7AB5883EB88D8F3D2A48FE3EE49EE43ED841FC3D8442CC3EC2DCCD3E14E2C73E5038843E541EE7BE04CA0B3E00E1243C5C29873EE0ADB8BD2043D3BC3CC69BBE547CE6BE1C00E43EC4FF19BE987ED43D58A3F7BE347FAB3EB075BDBD4058A3BD021D8ABE8236D8BEDC5F5FBEF4467F3EF453D93EB075A1BE483BBCBE36CEF03E60472C3E4216BE3E64F3C2BE16D5D5BEAE9DA73EA0070FBEC0278A3CE8F607BE88E9EDBD92748ABE344F31BE2C0EC93E007FB8BE3A23F13ED8AD96BD50DD203EDED5B3BE14A3443EB4ECA03E122AA2BE003CDB3A1AD4DA3ED85542BE0644D1BEBC89B3BE0423CC3E2CA46DBE00FBA7BBB04AFF3D70C6193E982D8CBE1020BF3EA4C7B7BE38E3853E5CCC68BEDEAC94BEDA1090BEEEC5BFBE70938E3E9C9C9A3E8680B73EAA40873E2EC0E0BE60BE39BDE0CA42BD80EC05BC32A7A63EB055573EF8310C3E80F8D5BEFE7C89BE80D6F2BE889DE33ECC67A33E78A8EABE60BFE13EB035BF3D7A67943E0A47B83E52F5C5BE92A8CBBEFCD6C7BE340877BE0010C63C26A3E63EBCA3093E3A33923E9214EDBE50BEBCBD20F7BFBCA8208DBD944F3EBE00B20ABCFC5C453EB6E2FBBE0AA8F73E8039233C6CED0D3EDCD3ABBE24DB0A3EC0EF973D183E723E9042DFBE687369BE28856ABE189867BE4048DC3C68FA873DEA88EC3E8875033E862FFE3EF811803D9246CABEC6A8E7BEE449A43E4CB6383EBE68C93E50BB9E3D34A2573E58C47B3EA476903E52F3803E241546BEA0CFCF3C28A7EDBE109F58BDB073323D2851773E6031EE3C1E7FEE3E2ED5983E50650DBE280FA33D8431233EAA47D73E58CDC43E1429D3BE0095263B2054613DA4173DBED86F383E5E04DC3E8C36563EC8776ABE201F3ABE1476F53E0EAF89BE1091CC3D32DCBABE78B9D93E544E64BED81EC03D4671BDBEA80594BEF4CE303E5686F83E2E85EBBEC07575BE5C6112BEB08FC6BEBC76F3BE8C4A7A3E84843F3E52DB8CBEFA25E3BEAC9F71BE2895703EE4A7E83EA02AB93C00E9733B94177ABE42E0E9BEEC09173E7AC0AA3EA0C475BDEE03873E000B6DBC22FEC33EC0F4403D58C5D4BE407D0E3CB00B483E0C670BBEC204C4BEA041FDBE"> : tensor<16x16xf32>
%c = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<16xi32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<16x16xf32>
%3:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%2) {mhlo.backend_config = {}} : (tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16xi32>, tensor<i32>)
%c_0 = stablehlo.constant dense<1> : tensor<i32>
%4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<16xi32>
%5 = stablehlo.subtract %3#1, %4 : tensor<16xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i32>
%6 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<i32>
%7 = stablehlo.compare GE, %3#2, %6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_2 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
%10 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<16x16xi1>
%11 = stablehlo.select %10, %3#0, %9 : tensor<16x16xi1>, tensor<16x16xf32>
%12 = stablehlo.iota dim = 0 : tensor<16xi32>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%c_4 = stablehlo.constant dense<0> : tensor<i64>
%13:4 = stablehlo.while(%iterArg = %5, %iterArg_10 = %c_4, %iterArg_11 = %c_3, %iterArg_12 = %12) : tensor<16xi32>, tensor<i64>, tensor<i64>, tensor<16xi32>
cond {
%c_13 = stablehlo.constant dense<16> : tensor<i64>
%47 = stablehlo.compare LT, %iterArg_10, %c_13, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %47 : tensor<i1>
} do {
%47:2 = func.call @closed_call(%iterArg, %iterArg_11, %iterArg_12) : (tensor<16xi32>, tensor<i64>, tensor<16xi32>) -> (tensor<i64>, tensor<16xi32>)
%c_13 = stablehlo.constant dense<1> : tensor<i64>
%48 = stablehlo.add %iterArg_10, %c_13 : tensor<i64>
stablehlo.return %iterArg, %48, %47#0, %47#1 : tensor<16xi32>, tensor<i64>, tensor<i64>, tensor<16xi32>
}
%14 = call @tril(%11) : (tensor<16x16xf32>) -> tensor<16x16xf32>
%15 = stablehlo.iota dim = 0 : tensor<16x16xi64>
%16 = stablehlo.iota dim = 1 : tensor<16x16xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<16x16xi64>
%18 = stablehlo.add %15, %17 : tensor<16x16xi64>
%19 = stablehlo.compare EQ, %18, %16, SIGNED : (tensor<16x16xi64>, tensor<16x16xi64>) -> tensor<16x16xi1>
%20 = stablehlo.convert %19 : (tensor<16x16xi1>) -> tensor<16x16xf32>
%21 = stablehlo.add %14, %20 : tensor<16x16xf32>
%22 = stablehlo.broadcast_in_dim %13#3, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
%23 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
%24 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x16xi32>
%25 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<16x16xi32>
%26 = stablehlo.compare EQ, %24, %25, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
%27 = stablehlo.convert %26 : (tensor<16x16xi1>) -> tensor<16x16xf32>
%28 = stablehlo.dot_general %27, %2, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
%29 = call @triu(%11) : (tensor<16x16xf32>) -> tensor<16x16xf32>
%30 = stablehlo.dot_general %21, %29, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
%31 = stablehlo.subtract %30, %28 : tensor<16x16xf32>
%32 = stablehlo.abs %31 : tensor<16x16xf32>
%cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%33 = stablehlo.reduce(%32 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<f32>
%34 = stablehlo.abs %21 : tensor<16x16xf32>
%35 = stablehlo.convert %34 : (tensor<16x16xf32>) -> tensor<16x16xf64>
%cst_7 = stablehlo.constant dense<1.4142135623730951> : tensor<f64>
%36 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<16x16xf64>
%37 = stablehlo.subtract %35, %36 : tensor<16x16xf64>
%cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%38 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<16x16xf64>
%39 = stablehlo.maximum %37, %38 : tensor<16x16xf64>
%40 = stablehlo.abs %39 : tensor<16x16xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%41 = stablehlo.reduce(%40 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<16x16xf64>, tensor<f64>) -> tensor<f64>
%42 = stablehlo.convert %41 : (tensor<f64>) -> tensor<f32>
%43 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<1xf32>
%44 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<f32>) -> tensor<1xf32>
%45 = stablehlo.concatenate %43, %44, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
%46 = stablehlo.divide %45, %arg1 : tensor<2xf32>
return %46 : tensor<2xf32>
}
func.func private @closed_call(%arg0: tensor<16xi32>, %arg1: tensor<i64>, %arg2: tensor<16xi32>) -> (tensor<i64>, tensor<16xi32>) {
%c = stablehlo.constant dense<1> : tensor<i64>
%0 = stablehlo.add %arg1, %c : tensor<i64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%2 = stablehlo.convert %arg1 : tensor<i64>
%c_1 = stablehlo.constant dense<16> : tensor<i64>
%3 = stablehlo.add %2, %c_1 : tensor<i64>
%4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
%5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<16xi32>, tensor<i64>) -> tensor<1xi32>
%6 = stablehlo.reshape %5 : (tensor<1xi32>) -> tensor<i32>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%7 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%8 = stablehlo.convert %arg1 : tensor<i64>
%c_3 = stablehlo.constant dense<16> : tensor<i64>
%9 = stablehlo.add %8, %c_3 : tensor<i64>
%10 = stablehlo.select %7, %9, %arg1 : tensor<i1>, tensor<i64>
%11 = stablehlo.dynamic_slice %arg2, %10, sizes = [1] : (tensor<16xi32>, tensor<i64>) -> tensor<1xi32>
%12 = stablehlo.reshape %11 : (tensor<1xi32>) -> tensor<i32>
%c_4 = stablehlo.constant dense<0> : tensor<i32>
%13 = stablehlo.compare LT, %6, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_5 = stablehlo.constant dense<16> : tensor<i32>
%14 = stablehlo.add %6, %c_5 : tensor<i32>
%15 = stablehlo.select %13, %14, %6 : tensor<i1>, tensor<i32>
%16 = stablehlo.dynamic_slice %arg2, %15, sizes = [1] : (tensor<16xi32>, tensor<i32>) -> tensor<1xi32>
%17 = stablehlo.reshape %16 : (tensor<1xi32>) -> tensor<i32>
%c_6 = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_7 = stablehlo.constant dense<16> : tensor<i64>
%19 = stablehlo.add %arg1, %c_7 : tensor<i64>
%20 = stablehlo.select %18, %19, %arg1 : tensor<i1>, tensor<i64>
%21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
%22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<1xi32>
%23 = "stablehlo.scatter"(%arg2, %22, %17) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<16xi32>, tensor<1xi32>, tensor<i32>) -> tensor<16xi32>
%c_8 = stablehlo.constant dense<0> : tensor<i32>
%24 = stablehlo.compare LT, %6, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_9 = stablehlo.constant dense<16> : tensor<i32>
%25 = stablehlo.add %6, %c_9 : tensor<i32>
%26 = stablehlo.select %24, %25, %6 : tensor<i1>, tensor<i32>
%27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
%28 = "stablehlo.scatter"(%23, %27, %12) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<16xi32>, tensor<1xi32>, tensor<i32>) -> tensor<16xi32>
return %0, %28 : tensor<i64>, tensor<16xi32>
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
func.func private @triu(%arg0: tensor<16x16xf32>) -> tensor<16x16xf32> {
%0 = stablehlo.iota dim = 0 : tensor<16x16xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<16x16xi64>
%2 = stablehlo.add %0, %1 : tensor<16x16xi64>
%3 = stablehlo.iota dim = 1 : tensor<16x16xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<16x16xi64>, tensor<16x16xi64>) -> tensor<16x16xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
%6 = stablehlo.select %4, %5, %arg0 : tensor<16x16xi1>, tensor<16x16xf32>
return %6 : tensor<16x16xf32>
}
}
// -----
// lu, 33x33 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000020360AD7A330"> : tensor<2xf32>
    return %0, %1 : tensor<ui32>, tensor<2xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<ui32>, tensor<2xf32>)
    %found = call @figures(%given#0, %given#1) : (tensor<ui32>, tensor<2xf32>) -> tensor<2xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<2xf32>) -> (tensor<2xf32>) {
%c = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32]> : tensor<33xi32>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%0 = call @computed(%arg0, %c_0) : (tensor<ui32>, tensor<i64>) -> tensor<33x33xf32>
%1:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%0) {mhlo.backend_config = {}} : (tensor<33x33xf32>) -> (tensor<33x33xf32>, tensor<33xi32>, tensor<i32>)
%c_1 = stablehlo.constant dense<1> : tensor<i32>
%2 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<33xi32>
%3 = stablehlo.subtract %1#1, %2 : tensor<33xi32>
%c_2 = stablehlo.constant dense<0> : tensor<i32>
%4 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<i32>
%5 = stablehlo.compare GE, %1#2, %4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<33x33xf32>
%8 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<33x33xi1>
%9 = stablehlo.select %8, %1#0, %7 : tensor<33x33xi1>, tensor<33x33xf32>
%10 = stablehlo.iota dim = 0 : tensor<33xi32>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%c_4 = stablehlo.constant dense<0> : tensor<i64>
%11:4 = stablehlo.while(%iterArg = %3, %iterArg_10 = %c_4, %iterArg_11 = %c_3, %iterArg_12 = %10) : tensor<33xi32>, tensor<i64>, tensor<i64>, tensor<33xi32>
cond {
%c_13 = stablehlo.constant dense<33> : tensor<i64>
%45 = stablehlo.compare LT, %iterArg_10, %c_13, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %45 : tensor<i1>
} do {
%45:2 = func.call @closed_call(%iterArg, %iterArg_11, %iterArg_12) : (tensor<33xi32>, tensor<i64>, tensor<33xi32>) -> (tensor<i64>, tensor<33xi32>)
%c_13 = stablehlo.constant dense<1> : tensor<i64>
%46 = stablehlo.add %iterArg_10, %c_13 : tensor<i64>
stablehlo.return %iterArg, %46, %45#0, %45#1 : tensor<33xi32>, tensor<i64>, tensor<i64>, tensor<33xi32>
}
%12 = call @tril(%9) : (tensor<33x33xf32>) -> tensor<33x33xf32>
%13 = stablehlo.iota dim = 0 : tensor<33x33xi64>
%14 = stablehlo.iota dim = 1 : tensor<33x33xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%15 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<33x33xi64>
%16 = stablehlo.add %13, %15 : tensor<33x33xi64>
%17 = stablehlo.compare EQ, %16, %14, SIGNED : (tensor<33x33xi64>, tensor<33x33xi64>) -> tensor<33x33xi1>
%18 = stablehlo.convert %17 : (tensor<33x33xi1>) -> tensor<33x33xf32>
%19 = stablehlo.add %12, %18 : tensor<33x33xf32>
%20 = stablehlo.broadcast_in_dim %11#3, dims = [0] : (tensor<33xi32>) -> tensor<33x1xi32>
%21 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<33xi32>) -> tensor<1x33xi32>
%22 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<33x1xi32>) -> tensor<33x33xi32>
%23 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<1x33xi32>) -> tensor<33x33xi32>
%24 = stablehlo.compare EQ, %22, %23, SIGNED : (tensor<33x33xi32>, tensor<33x33xi32>) -> tensor<33x33xi1>
%25 = stablehlo.convert %24 : (tensor<33x33xi1>) -> tensor<33x33xf32>
%26 = stablehlo.dot_general %25, %0, contracting_dims = [1] x [0] : (tensor<33x33xf32>, tensor<33x33xf32>) -> tensor<33x33xf32>
%27 = call @triu(%9) : (tensor<33x33xf32>) -> tensor<33x33xf32>
%28 = stablehlo.dot_general %19, %27, contracting_dims = [1] x [0] : (tensor<33x33xf32>, tensor<33x33xf32>) -> tensor<33x33xf32>
%29 = stablehlo.subtract %28, %26 : tensor<33x33xf32>
%30 = stablehlo.abs %29 : tensor<33x33xf32>
%cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%31 = stablehlo.reduce(%30 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf32>, tensor<f32>) -> tensor<f32>
%32 = stablehlo.abs %19 : tensor<33x33xf32>
%33 = stablehlo.convert %32 : (tensor<33x33xf32>) -> tensor<33x33xf64>
%cst_7 = stablehlo.constant dense<1.4142135623730951> : tensor<f64>
%34 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<33x33xf64>
%35 = stablehlo.subtract %33, %34 : tensor<33x33xf64>
%cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%36 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<33x33xf64>
%37 = stablehlo.maximum %35, %36 : tensor<33x33xf64>
%38 = stablehlo.abs %37 : tensor<33x33xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%39 = stablehlo.reduce(%38 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf64>, tensor<f64>) -> tensor<f64>
%40 = stablehlo.convert %39 : (tensor<f64>) -> tensor<f32>
%41 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<1xf32>
%42 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<f32>) -> tensor<1xf32>
%43 = stablehlo.concatenate %41, %42, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
%44 = stablehlo.divide %43, %arg1 : tensor<2xf32>
return %44 : tensor<2xf32>
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
func.func private @closed_call(%arg0: tensor<33xi32>, %arg1: tensor<i64>, %arg2: tensor<33xi32>) -> (tensor<i64>, tensor<33xi32>) {
%c = stablehlo.constant dense<1> : tensor<i64>
%0 = stablehlo.add %arg1, %c : tensor<i64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%2 = stablehlo.convert %arg1 : tensor<i64>
%c_1 = stablehlo.constant dense<33> : tensor<i64>
%3 = stablehlo.add %2, %c_1 : tensor<i64>
%4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
%5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<33xi32>, tensor<i64>) -> tensor<1xi32>
%6 = stablehlo.reshape %5 : (tensor<1xi32>) -> tensor<i32>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%7 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%8 = stablehlo.convert %arg1 : tensor<i64>
%c_3 = stablehlo.constant dense<33> : tensor<i64>
%9 = stablehlo.add %8, %c_3 : tensor<i64>
%10 = stablehlo.select %7, %9, %arg1 : tensor<i1>, tensor<i64>
%11 = stablehlo.dynamic_slice %arg2, %10, sizes = [1] : (tensor<33xi32>, tensor<i64>) -> tensor<1xi32>
%12 = stablehlo.reshape %11 : (tensor<1xi32>) -> tensor<i32>
%c_4 = stablehlo.constant dense<0> : tensor<i32>
%13 = stablehlo.compare LT, %6, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_5 = stablehlo.constant dense<33> : tensor<i32>
%14 = stablehlo.add %6, %c_5 : tensor<i32>
%15 = stablehlo.select %13, %14, %6 : tensor<i1>, tensor<i32>
%16 = stablehlo.dynamic_slice %arg2, %15, sizes = [1] : (tensor<33xi32>, tensor<i32>) -> tensor<1xi32>
%17 = stablehlo.reshape %16 : (tensor<1xi32>) -> tensor<i32>
%c_6 = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_7 = stablehlo.constant dense<33> : tensor<i64>
%19 = stablehlo.add %arg1, %c_7 : tensor<i64>
%20 = stablehlo.select %18, %19, %arg1 : tensor<i1>, tensor<i64>
%21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
%22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<1xi32>
%23 = "stablehlo.scatter"(%arg2, %22, %17) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<33xi32>, tensor<1xi32>, tensor<i32>) -> tensor<33xi32>
%c_8 = stablehlo.constant dense<0> : tensor<i32>
%24 = stablehlo.compare LT, %6, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_9 = stablehlo.constant dense<33> : tensor<i32>
%25 = stablehlo.add %6, %c_9 : tensor<i32>
%26 = stablehlo.select %24, %25, %6 : tensor<i1>, tensor<i32>
%27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
%28 = "stablehlo.scatter"(%23, %27, %12) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<33xi32>, tensor<1xi32>, tensor<i32>) -> tensor<33xi32>
return %0, %28 : tensor<i64>, tensor<33xi32>
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
func.func private @triu(%arg0: tensor<33x33xf32>) -> tensor<33x33xf32> {
%0 = stablehlo.iota dim = 0 : tensor<33x33xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<33x33xi64>
%2 = stablehlo.add %0, %1 : tensor<33x33xi64>
%3 = stablehlo.iota dim = 1 : tensor<33x33xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<33x33xi64>, tensor<33x33xi64>) -> tensor<33x33xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<33x33xf32>
%6 = stablehlo.select %4, %5, %arg0 : tensor<33x33xi1>, tensor<33x33xf32>
return %6 : tensor<33x33xf32>
}
}
// -----
// lu, 64x64 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000F0360AD7A330"> : tensor<2xf32>
    return %0, %1 : tensor<ui32>, tensor<2xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<ui32>, tensor<2xf32>)
    %found = call @figures(%given#0, %given#1) : (tensor<ui32>, tensor<2xf32>) -> tensor<2xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<2xf32>) -> (tensor<2xf32>) {
%c = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63]> : tensor<64xi32>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%0 = call @computed(%arg0, %c_0) : (tensor<ui32>, tensor<i64>) -> tensor<64x64xf32>
%1:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%0) {mhlo.backend_config = {}} : (tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64xi32>, tensor<i32>)
%c_1 = stablehlo.constant dense<1> : tensor<i32>
%2 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<64xi32>
%3 = stablehlo.subtract %1#1, %2 : tensor<64xi32>
%c_2 = stablehlo.constant dense<0> : tensor<i32>
%4 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<i32>
%5 = stablehlo.compare GE, %1#2, %4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
%8 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<64x64xi1>
%9 = stablehlo.select %8, %1#0, %7 : tensor<64x64xi1>, tensor<64x64xf32>
%10 = stablehlo.iota dim = 0 : tensor<64xi32>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%c_4 = stablehlo.constant dense<0> : tensor<i64>
%11:4 = stablehlo.while(%iterArg = %3, %iterArg_10 = %c_4, %iterArg_11 = %c_3, %iterArg_12 = %10) : tensor<64xi32>, tensor<i64>, tensor<i64>, tensor<64xi32>
cond {
%c_13 = stablehlo.constant dense<64> : tensor<i64>
%45 = stablehlo.compare LT, %iterArg_10, %c_13, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %45 : tensor<i1>
} do {
%45:2 = func.call @closed_call(%iterArg, %iterArg_11, %iterArg_12) : (tensor<64xi32>, tensor<i64>, tensor<64xi32>) -> (tensor<i64>, tensor<64xi32>)
%c_13 = stablehlo.constant dense<1> : tensor<i64>
%46 = stablehlo.add %iterArg_10, %c_13 : tensor<i64>
stablehlo.return %iterArg, %46, %45#0, %45#1 : tensor<64xi32>, tensor<i64>, tensor<i64>, tensor<64xi32>
}
%12 = call @tril(%9) : (tensor<64x64xf32>) -> tensor<64x64xf32>
%13 = stablehlo.iota dim = 0 : tensor<64x64xi64>
%14 = stablehlo.iota dim = 1 : tensor<64x64xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%15 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<64x64xi64>
%16 = stablehlo.add %13, %15 : tensor<64x64xi64>
%17 = stablehlo.compare EQ, %16, %14, SIGNED : (tensor<64x64xi64>, tensor<64x64xi64>) -> tensor<64x64xi1>
%18 = stablehlo.convert %17 : (tensor<64x64xi1>) -> tensor<64x64xf32>
%19 = stablehlo.add %12, %18 : tensor<64x64xf32>
%20 = stablehlo.broadcast_in_dim %11#3, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
%21 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<64xi32>) -> tensor<1x64xi32>
%22 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<64x1xi32>) -> tensor<64x64xi32>
%23 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<1x64xi32>) -> tensor<64x64xi32>
%24 = stablehlo.compare EQ, %22, %23, SIGNED : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi1>
%25 = stablehlo.convert %24 : (tensor<64x64xi1>) -> tensor<64x64xf32>
%26 = stablehlo.dot_general %25, %0, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
%27 = call @triu(%9) : (tensor<64x64xf32>) -> tensor<64x64xf32>
%28 = stablehlo.dot_general %19, %27, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
%29 = stablehlo.subtract %28, %26 : tensor<64x64xf32>
%30 = stablehlo.abs %29 : tensor<64x64xf32>
%cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%31 = stablehlo.reduce(%30 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
%32 = stablehlo.abs %19 : tensor<64x64xf32>
%33 = stablehlo.convert %32 : (tensor<64x64xf32>) -> tensor<64x64xf64>
%cst_7 = stablehlo.constant dense<1.4142135623730951> : tensor<f64>
%34 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<64x64xf64>
%35 = stablehlo.subtract %33, %34 : tensor<64x64xf64>
%cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%36 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<64x64xf64>
%37 = stablehlo.maximum %35, %36 : tensor<64x64xf64>
%38 = stablehlo.abs %37 : tensor<64x64xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%39 = stablehlo.reduce(%38 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf64>, tensor<f64>) -> tensor<f64>
%40 = stablehlo.convert %39 : (tensor<f64>) -> tensor<f32>
%41 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<1xf32>
%42 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<f32>) -> tensor<1xf32>
%43 = stablehlo.concatenate %41, %42, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
%44 = stablehlo.divide %43, %arg1 : tensor<2xf32>
return %44 : tensor<2xf32>
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
func.func private @closed_call(%arg0: tensor<64xi32>, %arg1: tensor<i64>, %arg2: tensor<64xi32>) -> (tensor<i64>, tensor<64xi32>) {
%c = stablehlo.constant dense<1> : tensor<i64>
%0 = stablehlo.add %arg1, %c : tensor<i64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%2 = stablehlo.convert %arg1 : tensor<i64>
%c_1 = stablehlo.constant dense<64> : tensor<i64>
%3 = stablehlo.add %2, %c_1 : tensor<i64>
%4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
%5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<64xi32>, tensor<i64>) -> tensor<1xi32>
%6 = stablehlo.reshape %5 : (tensor<1xi32>) -> tensor<i32>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%7 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%8 = stablehlo.convert %arg1 : tensor<i64>
%c_3 = stablehlo.constant dense<64> : tensor<i64>
%9 = stablehlo.add %8, %c_3 : tensor<i64>
%10 = stablehlo.select %7, %9, %arg1 : tensor<i1>, tensor<i64>
%11 = stablehlo.dynamic_slice %arg2, %10, sizes = [1] : (tensor<64xi32>, tensor<i64>) -> tensor<1xi32>
%12 = stablehlo.reshape %11 : (tensor<1xi32>) -> tensor<i32>
%c_4 = stablehlo.constant dense<0> : tensor<i32>
%13 = stablehlo.compare LT, %6, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_5 = stablehlo.constant dense<64> : tensor<i32>
%14 = stablehlo.add %6, %c_5 : tensor<i32>
%15 = stablehlo.select %13, %14, %6 : tensor<i1>, tensor<i32>
%16 = stablehlo.dynamic_slice %arg2, %15, sizes = [1] : (tensor<64xi32>, tensor<i32>) -> tensor<1xi32>
%17 = stablehlo.reshape %16 : (tensor<1xi32>) -> tensor<i32>
%c_6 = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_7 = stablehlo.constant dense<64> : tensor<i64>
%19 = stablehlo.add %arg1, %c_7 : tensor<i64>
%20 = stablehlo.select %18, %19, %arg1 : tensor<i1>, tensor<i64>
%21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
%22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<1xi32>
%23 = "stablehlo.scatter"(%arg2, %22, %17) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<64xi32>, tensor<1xi32>, tensor<i32>) -> tensor<64xi32>
%c_8 = stablehlo.constant dense<0> : tensor<i32>
%24 = stablehlo.compare LT, %6, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_9 = stablehlo.constant dense<64> : tensor<i32>
%25 = stablehlo.add %6, %c_9 : tensor<i32>
%26 = stablehlo.select %24, %25, %6 : tensor<i1>, tensor<i32>
%27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
%28 = "stablehlo.scatter"(%23, %27, %12) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<64xi32>, tensor<1xi32>, tensor<i32>) -> tensor<64xi32>
return %0, %28 : tensor<i64>, tensor<64xi32>
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
func.func private @triu(%arg0: tensor<64x64xf32>) -> tensor<64x64xf32> {
%0 = stablehlo.iota dim = 0 : tensor<64x64xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<64x64xi64>
%2 = stablehlo.add %0, %1 : tensor<64x64xi64>
%3 = stablehlo.iota dim = 1 : tensor<64x64xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<64x64xi64>, tensor<64x64xi64>) -> tensor<64x64xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
%6 = stablehlo.select %4, %5, %arg0 : tensor<64x64xi1>, tensor<64x64xf32>
return %6 : tensor<64x64xf32>
}
}
// -----
// lu, 3x8x8 of float64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000000000000D43C7B14AE47E17A443C"> : tensor<2xf64>
    return %0, %1 : tensor<ui32>, tensor<2xf64>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<ui32>, tensor<2xf64>)
    %found = call @figures(%given#0, %given#1) : (tensor<ui32>, tensor<2xf64>) -> tensor<2xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<2xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<2xf64>) -> (tensor<2xf64>) {
%cst = stablehlo.constant dense<"0x00000080A070D63F00000000B8CE863F000000000C99C8BF00000000442FDBBF000000C06BC8D4BF000000000E20C33F0000000040B66D3F00000080A620DE3F000000803FEEC03F000000007EADAE3F00000080E47FCCBF0000000048DFC53F000000000B19BBBF000000002ACFAB3F000000C0F4F3D03F000000C0492ED63F000000402049DABF000000C0E195DEBF00000080BBDADABF00000000A86493BF000000005DC5B8BF000000804DA8DFBF000000404578DFBF00000000883B9A3F00000000CD10CFBF0000008046E6D03F000000001602A4BF00000040F184D33F000000008FD7BEBF0000008071CEDC3F00000040A9C7D53F00000080B41CCA3F000000C08E02D83F000000000433B43F000000805A1CD63F00000000B2E4BFBF00000000F3B8B3BF000000805902CC3F00000080D654DBBF00000000400CA03F00000080521CC63F000000001169CFBF00000000EB18CC3F000000004019723F00000080A4AED03F000000805BFEC5BF00000000A337CEBF00000000016ACB3F000000809DE4DCBF00000000D473BFBF000000001262B9BF00000080097EC7BF000000C007ABD23F00000000C1ECDABF00000080F4EBC53F00000000A4DAB23F00000000E90AD73F000000809247D93F00000080AA48CA3F00000040AF16D13F00000000B7F1B13F0000004005C9DF3F00000080DC93DC3F000000003B88BF3F000000805088D93F0000004098BBD93F0000008042FCD83F000000000A87D03F00000080CAE3DCBF000000804079C13F00000000209C843F000000802BE5D03F00000000BC15B7BF0000000064689ABF00000080C778D3BF000000808ACFDCBF000000800380DC3F00000080F83FC3BF00000000D38FBA3F000000006BF4DEBF00000080E66FD53F00000000B6AEB7BF00000000086BB4BF00000040A043D1BF00000040D006DBBF00000080FBEBCBBF00000080DEE8CF3F000000807E2ADB3F00000000B62ED4BF000000006987D7BF000000C0C619DE3F00000000EC88C53F00000040C8C2D73F000000806C5ED8BF000000C0A2BADABF000000C0B5F3D43F00000000F4E0C1BF00000000F844913F00000000DDFEC0BF0000000031BDBDBF00000040924ED1BF00000080E629C6BF00000080C521D93F00000000E00FD7BF000000406724DE3F00000000BBD5B2BF00000000AA1BC43F000000C0BB7AD6BF000000806294C83F00000080961DD43F000000404245D4BF0000000080675B3F00000040835ADB3F00000000BB4AC8BF000000C08028DABF000000803771D6BF000000806084D93F0000008085B4CDBF0000000060FF74BF0000000056E9BF3F00000000CE38C33F00000000B385D1BF0000000002E4D73F00000080F4F8D6BF0000000067BCD03F000000808B19CDBF000000C09B95D2BF000000401B02D2BF000000C0BDF8D7BF000000006ED2D13F000000809353D33F000000C010F0D63F0000004015E8D03F000000C00518DCBF00000000CC37A7BF000000005C59A8BF0000000090BD80BF00000040E6D4D43F00000000B6EACA3F000000003F86C13F0000000010BFDABF000000C09F2FD1BF00000000D05ADEBF00000000B173DC3F00000080F96CD43F000000000F55DDBF00000000EC37DC3F00000000B6E6B73F00000040EF8CD23F00000040E108D73F00000040AABED8BF000000401275D9BF00000080DFFAD8BF0000008006E1CEBF0000000000C2983F000000C064D4DC3F000000807734C13F000000406746D23F0000004092A2DDBF00000000CA97B7BF00000000E4FE97BF0000000015A4B1BF00000080F2C9C7BF00000000405681BF000000809FABC83F000000C0567CDFBF0000004001F5DE3F000000003067843F00000080ADBDC13F000000807B7AD5BF00000080645BC13F00000000F8FDB23F00000000C347CE3F0000000052E8DBBF000000006D2ECDBF00000000A550CDBF0000000003F3CCBF0000000008899B3F000000004DFFB03F000000401D91DD3F00000000B16EC03F000000C0F0C5DF3F000000003F02B03F00000040D248D9BF000000C018F5DCBF000000803C89D43F00000080C916C73F000000C0172DD93F000000006AD7B33F0000008046F4CA3F000000008B78CF3F00000080D40ED23F"> : tensor<3x8x8xf64>
%c = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%2 = stablehlo.multiply %cst, %1 : tensor<3x8x8xf64>
%3:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%2) {mhlo.backend_config = {}} : (tensor<3x8x8xf64>) -> (tensor<3x8x8xf64>, tensor<3x8xi32>, tensor<3xi32>)
%c_0 = stablehlo.constant dense<1> : tensor<i32>
%4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3x8xi32>
%5 = stablehlo.subtract %3#1, %4 : tensor<3x8xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i32>
%6 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<3xi32>
%7 = stablehlo.compare GE, %3#2, %6, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
%8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<3xi1>) -> tensor<3x1x1xi1>
%cst_2 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%10 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<3x1x1xi1>) -> tensor<3x8x8xi1>
%11 = stablehlo.select %10, %3#0, %9 : tensor<3x8x8xi1>, tensor<3x8x8xf64>
%12 = stablehlo.iota dim = 1 : tensor<3x8xi32>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%c_4 = stablehlo.constant dense<0> : tensor<i64>
%13:4 = stablehlo.while(%iterArg = %5, %iterArg_10 = %c_4, %iterArg_11 = %c_3, %iterArg_12 = %12) : tensor<3x8xi32>, tensor<i64>, tensor<i64>, tensor<3x8xi32>
cond {
%c_13 = stablehlo.constant dense<8> : tensor<i64>
%47 = stablehlo.compare LT, %iterArg_10, %c_13, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %47 : tensor<i1>
} do {
%47:2 = func.call @closed_call(%iterArg, %iterArg_11, %iterArg_12) : (tensor<3x8xi32>, tensor<i64>, tensor<3x8xi32>) -> (tensor<i64>, tensor<3x8xi32>)
%c_13 = stablehlo.constant dense<1> : tensor<i64>
%48 = stablehlo.add %iterArg_10, %c_13 : tensor<i64>
stablehlo.return %iterArg, %48, %47#0, %47#1 : tensor<3x8xi32>, tensor<i64>, tensor<i64>, tensor<3x8xi32>
}
%14 = call @tril(%11) : (tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%15 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%16 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%18 = stablehlo.add %15, %17 : tensor<8x8xi64>
%19 = stablehlo.compare EQ, %18, %16, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%20 = stablehlo.convert %19 : (tensor<8x8xi1>) -> tensor<8x8xf64>
%21 = stablehlo.broadcast_in_dim %20, dims = [1, 2] : (tensor<8x8xf64>) -> tensor<1x8x8xf64>
%22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2] : (tensor<1x8x8xf64>) -> tensor<3x8x8xf64>
%23 = stablehlo.add %14, %22 : tensor<3x8x8xf64>
%24 = stablehlo.broadcast_in_dim %13#3, dims = [0, 1] : (tensor<3x8xi32>) -> tensor<3x8x1xi32>
%25 = stablehlo.broadcast_in_dim %c, dims = [2] : (tensor<8xi32>) -> tensor<1x1x8xi32>
%26 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<3x8x1xi32>) -> tensor<3x8x8xi32>
%27 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2] : (tensor<1x1x8xi32>) -> tensor<3x8x8xi32>
%28 = stablehlo.compare EQ, %26, %27, SIGNED : (tensor<3x8x8xi32>, tensor<3x8x8xi32>) -> tensor<3x8x8xi1>
%29 = stablehlo.convert %28 : (tensor<3x8x8xi1>) -> tensor<3x8x8xf64>
%30 = stablehlo.dot_general %29, %2, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x8x8xf64>, tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%31 = call @triu(%11) : (tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%32 = stablehlo.dot_general %23, %31, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x8x8xf64>, tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%33 = stablehlo.subtract %32, %30 : tensor<3x8x8xf64>
%34 = stablehlo.abs %33 : tensor<3x8x8xf64>
%cst_6 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%35 = stablehlo.reduce(%34 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<f64>
%36 = stablehlo.abs %23 : tensor<3x8x8xf64>
%cst_7 = stablehlo.constant dense<1.4142135623730951> : tensor<f64>
%37 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%38 = stablehlo.subtract %36, %37 : tensor<3x8x8xf64>
%cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%39 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%40 = stablehlo.maximum %38, %39 : tensor<3x8x8xf64>
%41 = stablehlo.abs %40 : tensor<3x8x8xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%42 = stablehlo.reduce(%41 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<f64>
%43 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<f64>) -> tensor<1xf64>
%44 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<f64>) -> tensor<1xf64>
%45 = stablehlo.concatenate %43, %44, dim = 0 : (tensor<1xf64>, tensor<1xf64>) -> tensor<2xf64>
%46 = stablehlo.divide %45, %arg1 : tensor<2xf64>
return %46 : tensor<2xf64>
}
func.func private @closed_call(%arg0: tensor<3x8xi32>, %arg1: tensor<i64>, %arg2: tensor<3x8xi32>) -> (tensor<i64>, tensor<3x8xi32>) {
%c = stablehlo.constant dense<1> : tensor<i64>
%0 = stablehlo.add %arg1, %c : tensor<i64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%2 = stablehlo.convert %arg1 : tensor<i64>
%c_1 = stablehlo.constant dense<8> : tensor<i64>
%3 = stablehlo.add %2, %c_1 : tensor<i64>
%4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
%5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i64>) -> tensor<1xi64>
%6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true, slice_sizes = array<i64: 3, 1>}> : (tensor<3x8xi32>, tensor<1xi64>) -> tensor<3x1xi32>
%7 = stablehlo.reshape %6 : (tensor<3x1xi32>) -> tensor<3xi32>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%8 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%9 = stablehlo.convert %arg1 : tensor<i64>
%c_3 = stablehlo.constant dense<8> : tensor<i64>
%10 = stablehlo.add %9, %c_3 : tensor<i64>
%11 = stablehlo.select %8, %10, %arg1 : tensor<i1>, tensor<i64>
%12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<i64>) -> tensor<1xi64>
%13 = "stablehlo.gather"(%arg2, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true, slice_sizes = array<i64: 3, 1>}> : (tensor<3x8xi32>, tensor<1xi64>) -> tensor<3x1xi32>
%14 = stablehlo.reshape %13 : (tensor<3x1xi32>) -> tensor<3xi32>
%c_4 = stablehlo.constant dense<0> : tensor<i32>
%15 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<3xi32>
%16 = stablehlo.compare LT, %7, %15, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
%c_5 = stablehlo.constant dense<8> : tensor<i32>
%17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<3xi32>
%18 = stablehlo.add %7, %17 : tensor<3xi32>
%19 = stablehlo.select %16, %18, %7 : tensor<3xi1>, tensor<3xi32>
%20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
%21 = "stablehlo.gather"(%arg2, %20) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<3x8xi32>, tensor<3x1xi32>) -> tensor<3x1xi32>
%22 = stablehlo.reshape %21 : (tensor<3x1xi32>) -> tensor<3xi32>
%c_6 = stablehlo.constant dense<0> : tensor<i64>
%23 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_7 = stablehlo.constant dense<8> : tensor<i64>
%24 = stablehlo.add %arg1, %c_7 : tensor<i64>
%25 = stablehlo.select %23, %24, %arg1 : tensor<i1>, tensor<i64>
%26 = stablehlo.convert %25 : (tensor<i64>) -> tensor<i32>
%27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
%28 = "stablehlo.scatter"(%arg2, %27, %22) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<3x8xi32>, tensor<1xi32>, tensor<3xi32>) -> tensor<3x8xi32>
%c_8 = stablehlo.constant dense<0> : tensor<i32>
%29 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<3xi32>
%30 = stablehlo.compare LT, %7, %29, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
%c_9 = stablehlo.constant dense<8> : tensor<i32>
%31 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<3xi32>
%32 = stablehlo.add %7, %31 : tensor<3xi32>
%33 = stablehlo.select %30, %32, %7 : tensor<3xi1>, tensor<3xi32>
%34 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
%35 = "stablehlo.scatter"(%28, %34, %14) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<3x8xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<3x8xi32>
return %0, %35 : tensor<i64>, tensor<3x8xi32>
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
func.func private @triu(%arg0: tensor<3x8x8xf64>) -> tensor<3x8x8xf64> {
%0 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%2 = stablehlo.add %0, %1 : tensor<8x8xi64>
%3 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%5 = stablehlo.broadcast_in_dim %4, dims = [1, 2] : (tensor<8x8xi1>) -> tensor<3x8x8xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%7 = stablehlo.select %5, %6, %arg0 : tensor<3x8x8xi1>, tensor<3x8x8xf64>
return %7 : tensor<3x8x8xf64>
}
}
// -----
// lu, 33x33 of float64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000000000000F43C7B14AE47E17A443C"> : tensor<2xf64>
    return %0, %1 : tensor<ui32>, tensor<2xf64>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<ui32>, tensor<2xf64>)
    %found = call @figures(%given#0, %given#1) : (tensor<ui32>, tensor<2xf64>) -> tensor<2xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<2xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<2xf64>) -> (tensor<2xf64>) {
%c = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32]> : tensor<33xi32>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%0 = call @computed(%arg0, %c_0) : (tensor<ui32>, tensor<i64>) -> tensor<33x33xf64>
%1:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%0) {mhlo.backend_config = {}} : (tensor<33x33xf64>) -> (tensor<33x33xf64>, tensor<33xi32>, tensor<i32>)
%c_1 = stablehlo.constant dense<1> : tensor<i32>
%2 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<33xi32>
%3 = stablehlo.subtract %1#1, %2 : tensor<33xi32>
%c_2 = stablehlo.constant dense<0> : tensor<i32>
%4 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<i32>
%5 = stablehlo.compare GE, %1#2, %4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<33x33xf64>
%8 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<33x33xi1>
%9 = stablehlo.select %8, %1#0, %7 : tensor<33x33xi1>, tensor<33x33xf64>
%10 = stablehlo.iota dim = 0 : tensor<33xi32>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%c_4 = stablehlo.constant dense<0> : tensor<i64>
%11:4 = stablehlo.while(%iterArg = %3, %iterArg_10 = %c_4, %iterArg_11 = %c_3, %iterArg_12 = %10) : tensor<33xi32>, tensor<i64>, tensor<i64>, tensor<33xi32>
cond {
%c_13 = stablehlo.constant dense<33> : tensor<i64>
%43 = stablehlo.compare LT, %iterArg_10, %c_13, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %43 : tensor<i1>
} do {
%43:2 = func.call @closed_call(%iterArg, %iterArg_11, %iterArg_12) : (tensor<33xi32>, tensor<i64>, tensor<33xi32>) -> (tensor<i64>, tensor<33xi32>)
%c_13 = stablehlo.constant dense<1> : tensor<i64>
%44 = stablehlo.add %iterArg_10, %c_13 : tensor<i64>
stablehlo.return %iterArg, %44, %43#0, %43#1 : tensor<33xi32>, tensor<i64>, tensor<i64>, tensor<33xi32>
}
%12 = call @tril(%9) : (tensor<33x33xf64>) -> tensor<33x33xf64>
%13 = stablehlo.iota dim = 0 : tensor<33x33xi64>
%14 = stablehlo.iota dim = 1 : tensor<33x33xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%15 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<33x33xi64>
%16 = stablehlo.add %13, %15 : tensor<33x33xi64>
%17 = stablehlo.compare EQ, %16, %14, SIGNED : (tensor<33x33xi64>, tensor<33x33xi64>) -> tensor<33x33xi1>
%18 = stablehlo.convert %17 : (tensor<33x33xi1>) -> tensor<33x33xf64>
%19 = stablehlo.add %12, %18 : tensor<33x33xf64>
%20 = stablehlo.broadcast_in_dim %11#3, dims = [0] : (tensor<33xi32>) -> tensor<33x1xi32>
%21 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<33xi32>) -> tensor<1x33xi32>
%22 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<33x1xi32>) -> tensor<33x33xi32>
%23 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<1x33xi32>) -> tensor<33x33xi32>
%24 = stablehlo.compare EQ, %22, %23, SIGNED : (tensor<33x33xi32>, tensor<33x33xi32>) -> tensor<33x33xi1>
%25 = stablehlo.convert %24 : (tensor<33x33xi1>) -> tensor<33x33xf64>
%26 = stablehlo.dot_general %25, %0, contracting_dims = [1] x [0] : (tensor<33x33xf64>, tensor<33x33xf64>) -> tensor<33x33xf64>
%27 = call @triu(%9) : (tensor<33x33xf64>) -> tensor<33x33xf64>
%28 = stablehlo.dot_general %19, %27, contracting_dims = [1] x [0] : (tensor<33x33xf64>, tensor<33x33xf64>) -> tensor<33x33xf64>
%29 = stablehlo.subtract %28, %26 : tensor<33x33xf64>
%30 = stablehlo.abs %29 : tensor<33x33xf64>
%cst_6 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%31 = stablehlo.reduce(%30 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf64>, tensor<f64>) -> tensor<f64>
%32 = stablehlo.abs %19 : tensor<33x33xf64>
%cst_7 = stablehlo.constant dense<1.4142135623730951> : tensor<f64>
%33 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<33x33xf64>
%34 = stablehlo.subtract %32, %33 : tensor<33x33xf64>
%cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%35 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<33x33xf64>
%36 = stablehlo.maximum %34, %35 : tensor<33x33xf64>
%37 = stablehlo.abs %36 : tensor<33x33xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%38 = stablehlo.reduce(%37 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf64>, tensor<f64>) -> tensor<f64>
%39 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f64>) -> tensor<1xf64>
%40 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<f64>) -> tensor<1xf64>
%41 = stablehlo.concatenate %39, %40, dim = 0 : (tensor<1xf64>, tensor<1xf64>) -> tensor<2xf64>
%42 = stablehlo.divide %41, %arg1 : tensor<2xf64>
return %42 : tensor<2xf64>
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
func.func private @closed_call(%arg0: tensor<33xi32>, %arg1: tensor<i64>, %arg2: tensor<33xi32>) -> (tensor<i64>, tensor<33xi32>) {
%c = stablehlo.constant dense<1> : tensor<i64>
%0 = stablehlo.add %arg1, %c : tensor<i64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%2 = stablehlo.convert %arg1 : tensor<i64>
%c_1 = stablehlo.constant dense<33> : tensor<i64>
%3 = stablehlo.add %2, %c_1 : tensor<i64>
%4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
%5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<33xi32>, tensor<i64>) -> tensor<1xi32>
%6 = stablehlo.reshape %5 : (tensor<1xi32>) -> tensor<i32>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%7 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%8 = stablehlo.convert %arg1 : tensor<i64>
%c_3 = stablehlo.constant dense<33> : tensor<i64>
%9 = stablehlo.add %8, %c_3 : tensor<i64>
%10 = stablehlo.select %7, %9, %arg1 : tensor<i1>, tensor<i64>
%11 = stablehlo.dynamic_slice %arg2, %10, sizes = [1] : (tensor<33xi32>, tensor<i64>) -> tensor<1xi32>
%12 = stablehlo.reshape %11 : (tensor<1xi32>) -> tensor<i32>
%c_4 = stablehlo.constant dense<0> : tensor<i32>
%13 = stablehlo.compare LT, %6, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_5 = stablehlo.constant dense<33> : tensor<i32>
%14 = stablehlo.add %6, %c_5 : tensor<i32>
%15 = stablehlo.select %13, %14, %6 : tensor<i1>, tensor<i32>
%16 = stablehlo.dynamic_slice %arg2, %15, sizes = [1] : (tensor<33xi32>, tensor<i32>) -> tensor<1xi32>
%17 = stablehlo.reshape %16 : (tensor<1xi32>) -> tensor<i32>
%c_6 = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_7 = stablehlo.constant dense<33> : tensor<i64>
%19 = stablehlo.add %arg1, %c_7 : tensor<i64>
%20 = stablehlo.select %18, %19, %arg1 : tensor<i1>, tensor<i64>
%21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
%22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<1xi32>
%23 = "stablehlo.scatter"(%arg2, %22, %17) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<33xi32>, tensor<1xi32>, tensor<i32>) -> tensor<33xi32>
%c_8 = stablehlo.constant dense<0> : tensor<i32>
%24 = stablehlo.compare LT, %6, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_9 = stablehlo.constant dense<33> : tensor<i32>
%25 = stablehlo.add %6, %c_9 : tensor<i32>
%26 = stablehlo.select %24, %25, %6 : tensor<i1>, tensor<i32>
%27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
%28 = "stablehlo.scatter"(%23, %27, %12) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<33xi32>, tensor<1xi32>, tensor<i32>) -> tensor<33xi32>
return %0, %28 : tensor<i64>, tensor<33xi32>
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
func.func private @triu(%arg0: tensor<33x33xf64>) -> tensor<33x33xf64> {
%0 = stablehlo.iota dim = 0 : tensor<33x33xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<33x33xi64>
%2 = stablehlo.add %0, %1 : tensor<33x33xi64>
%3 = stablehlo.iota dim = 1 : tensor<33x33xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<33x33xi64>, tensor<33x33xi64>) -> tensor<33x33xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<33x33xf64>
%6 = stablehlo.select %4, %5, %arg0 : tensor<33x33xi1>, tensor<33x33xf64>
return %6 : tensor<33x33xf64>
}
}
// -----
// lu, 2x2x4x4 of complex64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000070350AD7A330"> : tensor<2xf32>
    return %0, %1 : tensor<ui32>, tensor<2xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<ui32>, tensor<2xf32>)
    %found = call @figures(%given#0, %given#1) : (tensor<ui32>, tensor<2xf32>) -> tensor<2xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<2xf32>) -> (tensor<2xf32>) {
%cst = stablehlo.constant dense<[[[[(0.350624204,0.136961639), (0.0111364722,-0.230213344), (-0.19217062,-0.459026515), (-0.424759865,-0.483472407)], [(-0.324732721,0.313270211), (0.149415731,0.412755549), (0.00362694263,0.106635749), (0.470742822,0.229496539)], [(0.132270753,0.0436249375), (0.0599173903,0.435072422), (-0.222652972,0.315853536), (0.170876503,-0.497261524)], [(-0.105850875,0.357404232), (0.0543149114,-0.466414452), (0.264889896,0.229655445), (0.346575201,-0.324344397)]], [[(-0.410713255,0.363178909), (-0.477898061,0.0414611697), (-0.419600368,-0.200288117), (-0.0189386606,-0.0773128271)], [(-0.0967615246,-0.471680343), (-0.494647384,-0.375716746), (-0.491715729,0.170624375), (0.0256177187,0.147189498)], [(-0.242700219,0.115385056), (0.264054894,-0.116322458), (-0.0390784144,0.497209907), (0.304989159,0.480835319)], [(-0.120476663,0.185541928), (0.450100303,0.15045923), (0.340311348,0.188446701), (0.204001009,-0.11107862)]]], [[[(0.375156105,-0.36490351), (0.0789034366,0.221488297), (0.345480561,0.0253542662), (-0.124583364,-0.189758182)], [(-0.0770408511,-0.0141646862), (0.218821704,0.389487803), (-0.427053094,0.434043467), (0.0313434601,-0.142204821)], [(0.172739327,0.0715298057), (-0.245393872,-0.178130627), (0.219510436,0.094299972), (0.00441861153,-0.162088811)], [(0.260659337,-0.108381033), (-0.171824872,0.390274346), (-0.236072898,-0.272842407), (0.214172482,0.123187125)]], [[(-0.451453567,-0.41598469), (-0.122861147,0.332644105), (-0.0991526842,0.287098289), (-0.183533847,-0.260630608)], [(0.291688859,0.376484215), (-0.420700312,-4.414320e-01), (0.171263278,-0.163882971), (0.0736486911,-0.349720538)], [(0.360040903,-0.0496606827), (0.394993424,0.296324253), (0.205342591,-0.2693578), (0.267009556,-0.447978735)], [(0.0700945258,-0.0954481959), (0.496644318,-0.301486969), (0.446524739,-0.409246981), (0.123172462,0.0803323388)]]]]> : tensor<2x2x4x4xcomplex<f32>>
%c = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.convert %0 : (tensor<f32>) -> tensor<complex<f32>>
%2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%3 = stablehlo.multiply %cst, %2 : tensor<2x2x4x4xcomplex<f32>>
%4:3 = stablehlo.custom_call @lapack_cgetrf_ffi(%3) {mhlo.backend_config = {}} : (tensor<2x2x4x4xcomplex<f32>>) -> (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4xi32>, tensor<2x2xi32>)
%c_0 = stablehlo.constant dense<1> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x2x4xi32>
%6 = stablehlo.subtract %4#1, %5 : tensor<2x2x4xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i32>
%7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
%8 = stablehlo.compare GE, %4#2, %7, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<2x2xi1>) -> tensor<2x2x1x1xi1>
%cst_2 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%11 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2, 3] : (tensor<2x2x1x1xi1>) -> tensor<2x2x4x4xi1>
%12 = stablehlo.select %11, %4#0, %10 : tensor<2x2x4x4xi1>, tensor<2x2x4x4xcomplex<f32>>
%13 = stablehlo.iota dim = 2 : tensor<2x2x4xi32>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%c_4 = stablehlo.constant dense<0> : tensor<i64>
%14:4 = stablehlo.while(%iterArg = %6, %iterArg_10 = %c_4, %iterArg_11 = %c_3, %iterArg_12 = %13) : tensor<2x2x4xi32>, tensor<i64>, tensor<i64>, tensor<2x2x4xi32>
cond {
%c_13 = stablehlo.constant dense<4> : tensor<i64>
%50 = stablehlo.compare LT, %iterArg_10, %c_13, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %50 : tensor<i1>
} do {
%50:2 = func.call @closed_call(%iterArg, %iterArg_11, %iterArg_12) : (tensor<2x2x4xi32>, tensor<i64>, tensor<2x2x4xi32>) -> (tensor<i64>, tensor<2x2x4xi32>)
%c_13 = stablehlo.constant dense<1> : tensor<i64>
%51 = stablehlo.add %iterArg_10, %c_13 : tensor<i64>
stablehlo.return %iterArg, %51, %50#0, %50#1 : tensor<2x2x4xi32>, tensor<i64>, tensor<i64>, tensor<2x2x4xi32>
}
%15 = call @tril(%12) : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%16 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%17 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%19 = stablehlo.add %16, %18 : tensor<4x4xi64>
%20 = stablehlo.compare EQ, %19, %17, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%21 = stablehlo.convert %20 : (tensor<4x4xi1>) -> tensor<4x4xcomplex<f32>>
%22 = stablehlo.broadcast_in_dim %21, dims = [2, 3] : (tensor<4x4xcomplex<f32>>) -> tensor<1x1x4x4xcomplex<f32>>
%23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2, 3] : (tensor<1x1x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%24 = stablehlo.add %15, %23 : tensor<2x2x4x4xcomplex<f32>>
%25 = stablehlo.broadcast_in_dim %14#3, dims = [0, 1, 2] : (tensor<2x2x4xi32>) -> tensor<2x2x4x1xi32>
%26 = stablehlo.broadcast_in_dim %c, dims = [3] : (tensor<4xi32>) -> tensor<1x1x1x4xi32>
%27 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<2x2x4x1xi32>) -> tensor<2x2x4x4xi32>
%28 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xi32>) -> tensor<2x2x4x4xi32>
%29 = stablehlo.compare EQ, %27, %28, SIGNED : (tensor<2x2x4x4xi32>, tensor<2x2x4x4xi32>) -> tensor<2x2x4x4xi1>
%30 = stablehlo.convert %29 : (tensor<2x2x4x4xi1>) -> tensor<2x2x4x4xcomplex<f32>>
%31 = stablehlo.dot_general %30, %3, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%32 = call @triu(%12) : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%33 = stablehlo.dot_general %24, %32, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%34 = stablehlo.subtract %33, %31 : tensor<2x2x4x4xcomplex<f32>>
%35 = stablehlo.abs %34 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%36 = stablehlo.reduce(%35 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<f32>
%37 = stablehlo.abs %24 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%38 = stablehlo.convert %37 : (tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf64>
%cst_7 = stablehlo.constant dense<1.4142135623730951> : tensor<f64>
%39 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<2x2x4x4xf64>
%40 = stablehlo.subtract %38, %39 : tensor<2x2x4x4xf64>
%cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%41 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<2x2x4x4xf64>
%42 = stablehlo.maximum %40, %41 : tensor<2x2x4x4xf64>
%43 = stablehlo.abs %42 : tensor<2x2x4x4xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%44 = stablehlo.reduce(%43 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<2x2x4x4xf64>, tensor<f64>) -> tensor<f64>
%45 = stablehlo.convert %44 : (tensor<f64>) -> tensor<f32>
%46 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<1xf32>
%47 = stablehlo.broadcast_in_dim %45, dims = [] : (tensor<f32>) -> tensor<1xf32>
%48 = stablehlo.concatenate %46, %47, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
%49 = stablehlo.divide %48, %arg1 : tensor<2xf32>
return %49 : tensor<2xf32>
}
func.func private @closed_call(%arg0: tensor<2x2x4xi32>, %arg1: tensor<i64>, %arg2: tensor<2x2x4xi32>) -> (tensor<i64>, tensor<2x2x4xi32>) {
%c = stablehlo.constant dense<1> : tensor<i64>
%0 = stablehlo.add %arg1, %c : tensor<i64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%2 = stablehlo.convert %arg1 : tensor<i64>
%c_1 = stablehlo.constant dense<4> : tensor<i64>
%3 = stablehlo.add %2, %c_1 : tensor<i64>
%4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
%5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i64>) -> tensor<1xi64>
%6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], start_index_map = [2]>, indices_are_sorted = true, slice_sizes = array<i64: 2, 2, 1>}> : (tensor<2x2x4xi32>, tensor<1xi64>) -> tensor<2x2x1xi32>
%7 = stablehlo.reshape %6 : (tensor<2x2x1xi32>) -> tensor<2x2xi32>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%8 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%9 = stablehlo.convert %arg1 : tensor<i64>
%c_3 = stablehlo.constant dense<4> : tensor<i64>
%10 = stablehlo.add %9, %c_3 : tensor<i64>
%11 = stablehlo.select %8, %10, %arg1 : tensor<i1>, tensor<i64>
%12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<i64>) -> tensor<1xi64>
%13 = "stablehlo.gather"(%arg2, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], start_index_map = [2]>, indices_are_sorted = true, slice_sizes = array<i64: 2, 2, 1>}> : (tensor<2x2x4xi32>, tensor<1xi64>) -> tensor<2x2x1xi32>
%14 = stablehlo.reshape %13 : (tensor<2x2x1xi32>) -> tensor<2x2xi32>
%c_4 = stablehlo.constant dense<0> : tensor<i32>
%15 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
%16 = stablehlo.compare LT, %7, %15, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%c_5 = stablehlo.constant dense<4> : tensor<i32>
%17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
%18 = stablehlo.add %7, %17 : tensor<2x2xi32>
%19 = stablehlo.select %16, %18, %7 : tensor<2x2xi1>, tensor<2x2xi32>
%20 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<2x2xi32>) -> tensor<2x2x1xi32>
%21 = "stablehlo.gather"(%arg2, %20) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<2x2x4xi32>, tensor<2x2x1xi32>) -> tensor<2x2x1xi32>
%22 = stablehlo.reshape %21 : (tensor<2x2x1xi32>) -> tensor<2x2xi32>
%c_6 = stablehlo.constant dense<0> : tensor<i64>
%23 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_7 = stablehlo.constant dense<4> : tensor<i64>
%24 = stablehlo.add %arg1, %c_7 : tensor<i64>
%25 = stablehlo.select %23, %24, %arg1 : tensor<i1>, tensor<i64>
%26 = stablehlo.convert %25 : (tensor<i64>) -> tensor<i32>
%27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
%28 = "stablehlo.scatter"(%arg2, %27, %22) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [2], scatter_dims_to_operand_dims = [2]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<2x2x4xi32>, tensor<1xi32>, tensor<2x2xi32>) -> tensor<2x2x4xi32>
%c_8 = stablehlo.constant dense<0> : tensor<i32>
%29 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
%30 = stablehlo.compare LT, %7, %29, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%c_9 = stablehlo.constant dense<4> : tensor<i32>
%31 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
%32 = stablehlo.add %7, %31 : tensor<2x2xi32>
%33 = stablehlo.select %30, %32, %7 : tensor<2x2xi1>, tensor<2x2xi32>
%34 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<2x2xi32>) -> tensor<2x2x1xi32>
%35 = "stablehlo.scatter"(%28, %34, %14) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<2x2x4xi32>, tensor<2x2x1xi32>, tensor<2x2xi32>) -> tensor<2x2x4xi32>
return %0, %35 : tensor<i64>, tensor<2x2x4xi32>
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
func.func private @triu(%arg0: tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>> {
%0 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%2 = stablehlo.add %0, %1 : tensor<4x4xi64>
%3 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%5 = stablehlo.broadcast_in_dim %4, dims = [2, 3] : (tensor<4x4xi1>) -> tensor<2x2x4x4xi1>
%cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%7 = stablehlo.select %5, %6, %arg0 : tensor<2x2x4x4xi1>, tensor<2x2x4x4xcomplex<f32>>
return %7 : tensor<2x2x4x4xcomplex<f32>>
}
}
// -----
// lu, 5x5 of complex128
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0xD2F17D82555CD63C7B14AE47E17A443C"> : tensor<2xf64>
    return %0, %1 : tensor<ui32>, tensor<2xf64>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<ui32>, tensor<2xf64>)
    %found = call @figures(%given#0, %given#1) : (tensor<ui32>, tensor<2xf64>) -> tensor<2xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<2xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<2xf64>) -> (tensor<2xf64>) {
%cst = stablehlo.constant dense<[[(0.3506242036819458,0.13696163892745972), (0.011136472225189209,-0.23021334409713745), (-0.19217061996459961,-0.4590265154838562), (-0.42475986480712891,-0.48347240686416626), (-0.32473272085189819,0.3132702112197876)], [(0.14941573143005371,0.41275554895401001), (0.0036269426345825195,0.10663574934005737), (0.47074282169342041,0.2294965386390686), (0.13227075338363647,0.043624937534332275), (0.0599173903465271,0.43507242202758789)], [(-0.22265297174453735,0.3158535361289978), (0.17087650299072266,-0.49726152420043945), (-0.10585087537765503,0.35740423202514648), (0.054314911365509033,-0.46641445159912109), (0.26488989591598511,0.22965544462203979)], [(0.34657520055770874,-0.32434439659118652), (-0.41071325540542603,0.36317890882492065), (-0.47789806127548218,0.041461169719696045), (-0.41960036754608154,-0.20028811693191528), (-0.018938660621643066,-0.077312827110290527)], [(-0.096761524677276611,-0.47168034315109253), (-0.49464738368988037,-0.37571674585342407), (-0.49171572923660278,0.17062437534332275), (0.025617718696594238,0.14718949794769287), (-0.24270021915435791,0.11538505554199219)]]> : tensor<5x5xcomplex<f64>>
%c = stablehlo.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%1 = stablehlo.convert %0 : (tensor<f64>) -> tensor<complex<f64>>
%2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<complex<f64>>) -> tensor<5x5xcomplex<f64>>
%3 = stablehlo.multiply %cst, %2 : tensor<5x5xcomplex<f64>>
%4:3 = stablehlo.custom_call @lapack_zgetrf_ffi(%3) {mhlo.backend_config = {}} : (tensor<5x5xcomplex<f64>>) -> (tensor<5x5xcomplex<f64>>, tensor<5xi32>, tensor<i32>)
%c_0 = stablehlo.constant dense<1> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<5xi32>
%6 = stablehlo.subtract %4#1, %5 : tensor<5xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i32>
%7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<i32>
%8 = stablehlo.compare GE, %4#2, %7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_2 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f64>>) -> tensor<5x5xcomplex<f64>>
%11 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%12 = stablehlo.select %11, %4#0, %10 : tensor<5x5xi1>, tensor<5x5xcomplex<f64>>
%13 = stablehlo.iota dim = 0 : tensor<5xi32>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%c_4 = stablehlo.constant dense<0> : tensor<i64>
%14:4 = stablehlo.while(%iterArg = %6, %iterArg_10 = %c_4, %iterArg_11 = %c_3, %iterArg_12 = %13) : tensor<5xi32>, tensor<i64>, tensor<i64>, tensor<5xi32>
cond {
%c_13 = stablehlo.constant dense<5> : tensor<i64>
%46 = stablehlo.compare LT, %iterArg_10, %c_13, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %46 : tensor<i1>
} do {
%46:2 = func.call @closed_call(%iterArg, %iterArg_11, %iterArg_12) : (tensor<5xi32>, tensor<i64>, tensor<5xi32>) -> (tensor<i64>, tensor<5xi32>)
%c_13 = stablehlo.constant dense<1> : tensor<i64>
%47 = stablehlo.add %iterArg_10, %c_13 : tensor<i64>
stablehlo.return %iterArg, %47, %46#0, %46#1 : tensor<5xi32>, tensor<i64>, tensor<i64>, tensor<5xi32>
}
%15 = call @tril(%12) : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%16 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%17 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%19 = stablehlo.add %16, %18 : tensor<5x5xi64>
%20 = stablehlo.compare EQ, %19, %17, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%21 = stablehlo.convert %20 : (tensor<5x5xi1>) -> tensor<5x5xcomplex<f64>>
%22 = stablehlo.add %15, %21 : tensor<5x5xcomplex<f64>>
%23 = stablehlo.broadcast_in_dim %14#3, dims = [0] : (tensor<5xi32>) -> tensor<5x1xi32>
%24 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<5xi32>) -> tensor<1x5xi32>
%25 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<5x1xi32>) -> tensor<5x5xi32>
%26 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<1x5xi32>) -> tensor<5x5xi32>
%27 = stablehlo.compare EQ, %25, %26, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
%28 = stablehlo.convert %27 : (tensor<5x5xi1>) -> tensor<5x5xcomplex<f64>>
%29 = stablehlo.dot_general %28, %3, contracting_dims = [1] x [0] : (tensor<5x5xcomplex<f64>>, tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%30 = call @triu(%12) : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%31 = stablehlo.dot_general %22, %30, contracting_dims = [1] x [0] : (tensor<5x5xcomplex<f64>>, tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%32 = stablehlo.subtract %31, %29 : tensor<5x5xcomplex<f64>>
%33 = stablehlo.abs %32 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%cst_6 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%34 = stablehlo.reduce(%33 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf64>, tensor<f64>) -> tensor<f64>
%35 = stablehlo.abs %22 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%cst_7 = stablehlo.constant dense<1.4142135623730951> : tensor<f64>
%36 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<5x5xf64>
%37 = stablehlo.subtract %35, %36 : tensor<5x5xf64>
%cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%38 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<5x5xf64>
%39 = stablehlo.maximum %37, %38 : tensor<5x5xf64>
%40 = stablehlo.abs %39 : tensor<5x5xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%41 = stablehlo.reduce(%40 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf64>, tensor<f64>) -> tensor<f64>
%42 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f64>) -> tensor<1xf64>
%43 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<f64>) -> tensor<1xf64>
%44 = stablehlo.concatenate %42, %43, dim = 0 : (tensor<1xf64>, tensor<1xf64>) -> tensor<2xf64>
%45 = stablehlo.divide %44, %arg1 : tensor<2xf64>
return %45 : tensor<2xf64>
}
func.func private @closed_call(%arg0: tensor<5xi32>, %arg1: tensor<i64>, %arg2: tensor<5xi32>) -> (tensor<i64>, tensor<5xi32>) {
%c = stablehlo.constant dense<1> : tensor<i64>
%0 = stablehlo.add %arg1, %c : tensor<i64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%2 = stablehlo.convert %arg1 : tensor<i64>
%c_1 = stablehlo.constant dense<5> : tensor<i64>
%3 = stablehlo.add %2, %c_1 : tensor<i64>
%4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
%5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<5xi32>, tensor<i64>) -> tensor<1xi32>
%6 = stablehlo.reshape %5 : (tensor<1xi32>) -> tensor<i32>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%7 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%8 = stablehlo.convert %arg1 : tensor<i64>
%c_3 = stablehlo.constant dense<5> : tensor<i64>
%9 = stablehlo.add %8, %c_3 : tensor<i64>
%10 = stablehlo.select %7, %9, %arg1 : tensor<i1>, tensor<i64>
%11 = stablehlo.dynamic_slice %arg2, %10, sizes = [1] : (tensor<5xi32>, tensor<i64>) -> tensor<1xi32>
%12 = stablehlo.reshape %11 : (tensor<1xi32>) -> tensor<i32>
%c_4 = stablehlo.constant dense<0> : tensor<i32>
%13 = stablehlo.compare LT, %6, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_5 = stablehlo.constant dense<5> : tensor<i32>
%14 = stablehlo.add %6, %c_5 : tensor<i32>
%15 = stablehlo.select %13, %14, %6 : tensor<i1>, tensor<i32>
%16 = stablehlo.dynamic_slice %arg2, %15, sizes = [1] : (tensor<5xi32>, tensor<i32>) -> tensor<1xi32>
%17 = stablehlo.reshape %16 : (tensor<1xi32>) -> tensor<i32>
%c_6 = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_7 = stablehlo.constant dense<5> : tensor<i64>
%19 = stablehlo.add %arg1, %c_7 : tensor<i64>
%20 = stablehlo.select %18, %19, %arg1 : tensor<i1>, tensor<i64>
%21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
%22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<1xi32>
%23 = "stablehlo.scatter"(%arg2, %22, %17) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<5xi32>, tensor<1xi32>, tensor<i32>) -> tensor<5xi32>
%c_8 = stablehlo.constant dense<0> : tensor<i32>
%24 = stablehlo.compare LT, %6, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_9 = stablehlo.constant dense<5> : tensor<i32>
%25 = stablehlo.add %6, %c_9 : tensor<i32>
%26 = stablehlo.select %24, %25, %6 : tensor<i1>, tensor<i32>
%27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
%28 = "stablehlo.scatter"(%23, %27, %12) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<5xi32>, tensor<1xi32>, tensor<i32>) -> tensor<5xi32>
return %0, %28 : tensor<i64>, tensor<5xi32>
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
func.func private @triu(%arg0: tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>> {
%0 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%2 = stablehlo.add %0, %1 : tensor<5x5xi64>
%3 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<5x5xcomplex<f64>>
%6 = stablehlo.select %4, %5, %arg0 : tensor<5x5xi1>, tensor<5x5xcomplex<f64>>
return %6 : tensor<5x5xcomplex<f64>>
}
}
// -----
// lu, 7x4 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000A0340AD7A330"> : tensor<2xf32>
    return %0, %1 : tensor<ui32>, tensor<2xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<ui32>, tensor<2xf32>)
    %found = call @figures(%given#0, %given#1) : (tensor<ui32>, tensor<2xf32>) -> tensor<2xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<2xf32>) -> (tensor<2xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865], [-0.324732721, 0.149415731, 0.00362694263, 0.470742822], [0.132270753, 0.0599173903, -0.222652972, 0.170876503], [-0.105850875, 0.0543149114, 0.264889896, 0.346575201], [-0.410713255, -0.477898061, -0.419600368, -0.0189386606], [-0.0967615246, -0.494647384, -0.491715729, 0.0256177187], [-0.242700219, 0.264054894, -0.0390784144, 0.304989159]]> : tensor<7x4xf32>
%c = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xi32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<7x4xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<7x4xf32>
%3:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%2) {mhlo.backend_config = {}} : (tensor<7x4xf32>) -> (tensor<7x4xf32>, tensor<4xi32>, tensor<i32>)
%c_0 = stablehlo.constant dense<1> : tensor<i32>
%4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
%5 = stablehlo.subtract %3#1, %4 : tensor<4xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i32>
%6 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<i32>
%7 = stablehlo.compare GE, %3#2, %6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_2 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<7x4xf32>
%10 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<7x4xi1>
%11 = stablehlo.select %10, %3#0, %9 : tensor<7x4xi1>, tensor<7x4xf32>
%12 = stablehlo.iota dim = 0 : tensor<7xi32>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%c_4 = stablehlo.constant dense<0> : tensor<i64>
%13:4 = stablehlo.while(%iterArg = %5, %iterArg_10 = %c_4, %iterArg_11 = %c_3, %iterArg_12 = %12) : tensor<4xi32>, tensor<i64>, tensor<i64>, tensor<7xi32>
cond {
%c_13 = stablehlo.constant dense<4> : tensor<i64>
%48 = stablehlo.compare LT, %iterArg_10, %c_13, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %48 : tensor<i1>
} do {
%48:2 = func.call @closed_call(%iterArg, %iterArg_11, %iterArg_12) : (tensor<4xi32>, tensor<i64>, tensor<7xi32>) -> (tensor<i64>, tensor<7xi32>)
%c_13 = stablehlo.constant dense<1> : tensor<i64>
%49 = stablehlo.add %iterArg_10, %c_13 : tensor<i64>
stablehlo.return %iterArg, %49, %48#0, %48#1 : tensor<4xi32>, tensor<i64>, tensor<i64>, tensor<7xi32>
}
%14 = call @tril(%11) : (tensor<7x4xf32>) -> tensor<7x4xf32>
%15 = stablehlo.iota dim = 0 : tensor<7x4xi64>
%16 = stablehlo.iota dim = 1 : tensor<7x4xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<7x4xi64>
%18 = stablehlo.add %15, %17 : tensor<7x4xi64>
%19 = stablehlo.compare EQ, %18, %16, SIGNED : (tensor<7x4xi64>, tensor<7x4xi64>) -> tensor<7x4xi1>
%20 = stablehlo.convert %19 : (tensor<7x4xi1>) -> tensor<7x4xf32>
%21 = stablehlo.add %14, %20 : tensor<7x4xf32>
%22 = stablehlo.broadcast_in_dim %13#3, dims = [0] : (tensor<7xi32>) -> tensor<7x1xi32>
%23 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<7xi32>) -> tensor<1x7xi32>
%24 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<7x1xi32>) -> tensor<7x7xi32>
%25 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<1x7xi32>) -> tensor<7x7xi32>
%26 = stablehlo.compare EQ, %24, %25, SIGNED : (tensor<7x7xi32>, tensor<7x7xi32>) -> tensor<7x7xi1>
%27 = stablehlo.convert %26 : (tensor<7x7xi1>) -> tensor<7x7xf32>
%28 = stablehlo.dot_general %27, %2, contracting_dims = [1] x [0] : (tensor<7x7xf32>, tensor<7x4xf32>) -> tensor<7x4xf32>
%29 = call @triu(%11) : (tensor<7x4xf32>) -> tensor<7x4xf32>
%30 = stablehlo.slice %29 [0:4, 0:4] : (tensor<7x4xf32>) -> tensor<4x4xf32>
%31 = stablehlo.dot_general %21, %30, contracting_dims = [1] x [0] : (tensor<7x4xf32>, tensor<4x4xf32>) -> tensor<7x4xf32>
%32 = stablehlo.subtract %31, %28 : tensor<7x4xf32>
%33 = stablehlo.abs %32 : tensor<7x4xf32>
%cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%34 = stablehlo.reduce(%33 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<7x4xf32>, tensor<f32>) -> tensor<f32>
%35 = stablehlo.abs %21 : tensor<7x4xf32>
%36 = stablehlo.convert %35 : (tensor<7x4xf32>) -> tensor<7x4xf64>
%cst_7 = stablehlo.constant dense<1.4142135623730951> : tensor<f64>
%37 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<7x4xf64>
%38 = stablehlo.subtract %36, %37 : tensor<7x4xf64>
%cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%39 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<7x4xf64>
%40 = stablehlo.maximum %38, %39 : tensor<7x4xf64>
%41 = stablehlo.abs %40 : tensor<7x4xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%42 = stablehlo.reduce(%41 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<7x4xf64>, tensor<f64>) -> tensor<f64>
%43 = stablehlo.convert %42 : (tensor<f64>) -> tensor<f32>
%44 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<1xf32>
%45 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<f32>) -> tensor<1xf32>
%46 = stablehlo.concatenate %44, %45, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
%47 = stablehlo.divide %46, %arg1 : tensor<2xf32>
return %47 : tensor<2xf32>
}
func.func private @closed_call(%arg0: tensor<4xi32>, %arg1: tensor<i64>, %arg2: tensor<7xi32>) -> (tensor<i64>, tensor<7xi32>) {
%c = stablehlo.constant dense<1> : tensor<i64>
%0 = stablehlo.add %arg1, %c : tensor<i64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%2 = stablehlo.convert %arg1 : tensor<i64>
%c_1 = stablehlo.constant dense<4> : tensor<i64>
%3 = stablehlo.add %2, %c_1 : tensor<i64>
%4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
%5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<4xi32>, tensor<i64>) -> tensor<1xi32>
%6 = stablehlo.reshape %5 : (tensor<1xi32>) -> tensor<i32>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%7 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%8 = stablehlo.convert %arg1 : tensor<i64>
%c_3 = stablehlo.constant dense<7> : tensor<i64>
%9 = stablehlo.add %8, %c_3 : tensor<i64>
%10 = stablehlo.select %7, %9, %arg1 : tensor<i1>, tensor<i64>
%11 = stablehlo.dynamic_slice %arg2, %10, sizes = [1] : (tensor<7xi32>, tensor<i64>) -> tensor<1xi32>
%12 = stablehlo.reshape %11 : (tensor<1xi32>) -> tensor<i32>
%c_4 = stablehlo.constant dense<0> : tensor<i32>
%13 = stablehlo.compare LT, %6, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_5 = stablehlo.constant dense<7> : tensor<i32>
%14 = stablehlo.add %6, %c_5 : tensor<i32>
%15 = stablehlo.select %13, %14, %6 : tensor<i1>, tensor<i32>
%16 = stablehlo.dynamic_slice %arg2, %15, sizes = [1] : (tensor<7xi32>, tensor<i32>) -> tensor<1xi32>
%17 = stablehlo.reshape %16 : (tensor<1xi32>) -> tensor<i32>
%c_6 = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_7 = stablehlo.constant dense<7> : tensor<i64>
%19 = stablehlo.add %arg1, %c_7 : tensor<i64>
%20 = stablehlo.select %18, %19, %arg1 : tensor<i1>, tensor<i64>
%21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
%22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<1xi32>
%23 = "stablehlo.scatter"(%arg2, %22, %17) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<7xi32>, tensor<1xi32>, tensor<i32>) -> tensor<7xi32>
%c_8 = stablehlo.constant dense<0> : tensor<i32>
%24 = stablehlo.compare LT, %6, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_9 = stablehlo.constant dense<7> : tensor<i32>
%25 = stablehlo.add %6, %c_9 : tensor<i32>
%26 = stablehlo.select %24, %25, %6 : tensor<i1>, tensor<i32>
%27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
%28 = "stablehlo.scatter"(%23, %27, %12) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<7xi32>, tensor<1xi32>, tensor<i32>) -> tensor<7xi32>
return %0, %28 : tensor<i64>, tensor<7xi32>
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
func.func private @triu(%arg0: tensor<7x4xf32>) -> tensor<7x4xf32> {
%0 = stablehlo.iota dim = 0 : tensor<7x4xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<7x4xi64>
%2 = stablehlo.add %0, %1 : tensor<7x4xi64>
%3 = stablehlo.iota dim = 1 : tensor<7x4xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<7x4xi64>, tensor<7x4xi64>) -> tensor<7x4xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<7x4xf32>
%6 = stablehlo.select %4, %5, %arg0 : tensor<7x4xi1>, tensor<7x4xf32>
return %6 : tensor<7x4xf32>
}
}
// -----
// lu, 2x3x6 of float64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000000000000C43C7B14AE47E17A443C"> : tensor<2xf64>
    return %0, %1 : tensor<ui32>, tensor<2xf64>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<ui32>, tensor<2xf64>)
    %found = call @figures(%given#0, %given#1) : (tensor<ui32>, tensor<2xf64>) -> tensor<2xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<2xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<2xf64>) -> (tensor<2xf64>) {
%cst = stablehlo.constant dense<[[[0.3506242036819458, 0.011136472225189209, -0.19217061996459961, -0.42475986480712891, -0.32473272085189819, 0.14941573143005371], [0.0036269426345825195, 0.47074282169342041, 0.13227075338363647, 0.0599173903465271, -0.22265297174453735, 0.17087650299072266], [-0.10585087537765503, 0.054314911365509033, 0.26488989591598511, 0.34657520055770874, -0.41071325540542603, -0.47789806127548218]], [[-0.41960036754608154, -0.018938660621643066, -0.096761524677276611, -0.49464738368988037, -0.49171572923660278, 0.025617718696594238], [-0.24270021915435791, 0.26405489444732666, -0.039078414440155029, 0.30498915910720825, -0.12047666311264038, 0.45010030269622803], [0.34031134843826294, 0.20400100946426392, 0.37515610456466675, 0.078903436660766602, 0.34548056125640869, -0.12458336353302002]]]> : tensor<2x3x6xf64>
%c = stablehlo.constant dense<[0, 1, 2]> : tensor<3xi32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<2x3x6xf64>
%2 = stablehlo.multiply %cst, %1 : tensor<2x3x6xf64>
%3:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%2) {mhlo.backend_config = {}} : (tensor<2x3x6xf64>) -> (tensor<2x3x6xf64>, tensor<2x3xi32>, tensor<2xi32>)
%c_0 = stablehlo.constant dense<1> : tensor<i32>
%4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
%5 = stablehlo.subtract %3#1, %4 : tensor<2x3xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i32>
%6 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2xi32>
%7 = stablehlo.compare GE, %3#2, %6, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
%8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
%cst_2 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<2x3x6xf64>
%10 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x3x6xi1>
%11 = stablehlo.select %10, %3#0, %9 : tensor<2x3x6xi1>, tensor<2x3x6xf64>
%12 = stablehlo.iota dim = 1 : tensor<2x3xi32>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%c_4 = stablehlo.constant dense<0> : tensor<i64>
%13:4 = stablehlo.while(%iterArg = %5, %iterArg_10 = %c_4, %iterArg_11 = %c_3, %iterArg_12 = %12) : tensor<2x3xi32>, tensor<i64>, tensor<i64>, tensor<2x3xi32>
cond {
%c_13 = stablehlo.constant dense<3> : tensor<i64>
%48 = stablehlo.compare LT, %iterArg_10, %c_13, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %48 : tensor<i1>
} do {
%48:2 = func.call @closed_call(%iterArg, %iterArg_11, %iterArg_12) : (tensor<2x3xi32>, tensor<i64>, tensor<2x3xi32>) -> (tensor<i64>, tensor<2x3xi32>)
%c_13 = stablehlo.constant dense<1> : tensor<i64>
%49 = stablehlo.add %iterArg_10, %c_13 : tensor<i64>
stablehlo.return %iterArg, %49, %48#0, %48#1 : tensor<2x3xi32>, tensor<i64>, tensor<i64>, tensor<2x3xi32>
}
%14 = call @tril(%11) : (tensor<2x3x6xf64>) -> tensor<2x3x6xf64>
%15 = stablehlo.slice %14 [0:2, 0:3, 0:3] : (tensor<2x3x6xf64>) -> tensor<2x3x3xf64>
%16 = stablehlo.iota dim = 0 : tensor<3x3xi64>
%17 = stablehlo.iota dim = 1 : tensor<3x3xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
%19 = stablehlo.add %16, %18 : tensor<3x3xi64>
%20 = stablehlo.compare EQ, %19, %17, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
%21 = stablehlo.convert %20 : (tensor<3x3xi1>) -> tensor<3x3xf64>
%22 = stablehlo.broadcast_in_dim %21, dims = [1, 2] : (tensor<3x3xf64>) -> tensor<1x3x3xf64>
%23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2] : (tensor<1x3x3xf64>) -> tensor<2x3x3xf64>
%24 = stablehlo.add %15, %23 : tensor<2x3x3xf64>
%25 = stablehlo.broadcast_in_dim %13#3, dims = [0, 1] : (tensor<2x3xi32>) -> tensor<2x3x1xi32>
%26 = stablehlo.broadcast_in_dim %c, dims = [2] : (tensor<3xi32>) -> tensor<1x1x3xi32>
%27 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2] : (tensor<2x3x1xi32>) -> tensor<2x3x3xi32>
%28 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2] : (tensor<1x1x3xi32>) -> tensor<2x3x3xi32>
%29 = stablehlo.compare EQ, %27, %28, SIGNED : (tensor<2x3x3xi32>, tensor<2x3x3xi32>) -> tensor<2x3x3xi1>
%30 = stablehlo.convert %29 : (tensor<2x3x3xi1>) -> tensor<2x3x3xf64>
%31 = stablehlo.dot_general %30, %2, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x3xf64>, tensor<2x3x6xf64>) -> tensor<2x3x6xf64>
%32 = call @triu(%11) : (tensor<2x3x6xf64>) -> tensor<2x3x6xf64>
%33 = stablehlo.dot_general %24, %32, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x3xf64>, tensor<2x3x6xf64>) -> tensor<2x3x6xf64>
%34 = stablehlo.subtract %33, %31 : tensor<2x3x6xf64>
%35 = stablehlo.abs %34 : tensor<2x3x6xf64>
%cst_6 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%36 = stablehlo.reduce(%35 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x3x6xf64>, tensor<f64>) -> tensor<f64>
%37 = stablehlo.abs %24 : tensor<2x3x3xf64>
%cst_7 = stablehlo.constant dense<1.4142135623730951> : tensor<f64>
%38 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<2x3x3xf64>
%39 = stablehlo.subtract %37, %38 : tensor<2x3x3xf64>
%cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%40 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<2x3x3xf64>
%41 = stablehlo.maximum %39, %40 : tensor<2x3x3xf64>
%42 = stablehlo.abs %41 : tensor<2x3x3xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%43 = stablehlo.reduce(%42 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x3x3xf64>, tensor<f64>) -> tensor<f64>
%44 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f64>) -> tensor<1xf64>
%45 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<f64>) -> tensor<1xf64>
%46 = stablehlo.concatenate %44, %45, dim = 0 : (tensor<1xf64>, tensor<1xf64>) -> tensor<2xf64>
%47 = stablehlo.divide %46, %arg1 : tensor<2xf64>
return %47 : tensor<2xf64>
}
func.func private @closed_call(%arg0: tensor<2x3xi32>, %arg1: tensor<i64>, %arg2: tensor<2x3xi32>) -> (tensor<i64>, tensor<2x3xi32>) {
%c = stablehlo.constant dense<1> : tensor<i64>
%0 = stablehlo.add %arg1, %c : tensor<i64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%1 = stablehlo.compare LT, %arg1, %c_0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%2 = stablehlo.convert %arg1 : tensor<i64>
%c_1 = stablehlo.constant dense<3> : tensor<i64>
%3 = stablehlo.add %2, %c_1 : tensor<i64>
%4 = stablehlo.select %1, %3, %arg1 : tensor<i1>, tensor<i64>
%5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i64>) -> tensor<1xi64>
%6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true, slice_sizes = array<i64: 2, 1>}> : (tensor<2x3xi32>, tensor<1xi64>) -> tensor<2x1xi32>
%7 = stablehlo.reshape %6 : (tensor<2x1xi32>) -> tensor<2xi32>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%8 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%9 = stablehlo.convert %arg1 : tensor<i64>
%c_3 = stablehlo.constant dense<3> : tensor<i64>
%10 = stablehlo.add %9, %c_3 : tensor<i64>
%11 = stablehlo.select %8, %10, %arg1 : tensor<i1>, tensor<i64>
%12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<i64>) -> tensor<1xi64>
%13 = "stablehlo.gather"(%arg2, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, indices_are_sorted = true, slice_sizes = array<i64: 2, 1>}> : (tensor<2x3xi32>, tensor<1xi64>) -> tensor<2x1xi32>
%14 = stablehlo.reshape %13 : (tensor<2x1xi32>) -> tensor<2xi32>
%c_4 = stablehlo.constant dense<0> : tensor<i32>
%15 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2xi32>
%16 = stablehlo.compare LT, %7, %15, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
%c_5 = stablehlo.constant dense<3> : tensor<i32>
%17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2xi32>
%18 = stablehlo.add %7, %17 : tensor<2xi32>
%19 = stablehlo.select %16, %18, %7 : tensor<2xi1>, tensor<2xi32>
%20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
%21 = "stablehlo.gather"(%arg2, %20) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<2x3xi32>, tensor<2x1xi32>) -> tensor<2x1xi32>
%22 = stablehlo.reshape %21 : (tensor<2x1xi32>) -> tensor<2xi32>
%c_6 = stablehlo.constant dense<0> : tensor<i64>
%23 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_7 = stablehlo.constant dense<3> : tensor<i64>
%24 = stablehlo.add %arg1, %c_7 : tensor<i64>
%25 = stablehlo.select %23, %24, %arg1 : tensor<i1>, tensor<i64>
%26 = stablehlo.convert %25 : (tensor<i64>) -> tensor<i32>
%27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
%28 = "stablehlo.scatter"(%arg2, %27, %22) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<2x3xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<2x3xi32>
%c_8 = stablehlo.constant dense<0> : tensor<i32>
%29 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<2xi32>
%30 = stablehlo.compare LT, %7, %29, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
%c_9 = stablehlo.constant dense<3> : tensor<i32>
%31 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<2xi32>
%32 = stablehlo.add %7, %31 : tensor<2xi32>
%33 = stablehlo.select %30, %32, %7 : tensor<2xi1>, tensor<2xi32>
%34 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
%35 = "stablehlo.scatter"(%28, %34, %14) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<2x3xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x3xi32>
return %0, %35 : tensor<i64>, tensor<2x3xi32>
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
func.func private @triu(%arg0: tensor<2x3x6xf64>) -> tensor<2x3x6xf64> {
%0 = stablehlo.iota dim = 0 : tensor<3x6xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x6xi64>
%2 = stablehlo.add %0, %1 : tensor<3x6xi64>
%3 = stablehlo.iota dim = 1 : tensor<3x6xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<3x6xi64>, tensor<3x6xi64>) -> tensor<3x6xi1>
%5 = stablehlo.broadcast_in_dim %4, dims = [1, 2] : (tensor<3x6xi1>) -> tensor<2x3x6xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x3x6xf64>
%7 = stablehlo.select %5, %6, %arg0 : tensor<2x3x6xi1>, tensor<2x3x6xf64>
return %7 : tensor<2x3x6xf64>
}
}
// -----
// lu, 2x6x6 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000020350AD7A330"> : tensor<2xf32>
    return %0, %1 : tensor<ui32>, tensor<2xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<ui32>, tensor<2xf32>)
    %found = call @figures(%given#0, %given#1) : (tensor<ui32>, tensor<2xf32>) -> tensor<2xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<2xf32>) -> (tensor<2xf32>) {
%cst = stablehlo.constant dense<[[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721, 0.149415731], [0.00362694263, 0.470742822, 0.132270753, 0.0599173903, -0.222652972, 0.170876503], [-0.105850875, 0.0543149114, 0.264889896, 0.346575201, -0.410713255, -0.477898061], [-0.419600368, -0.0189386606, -0.0967615246, -0.494647384, -0.491715729, 0.0256177187], [-0.242700219, 0.264054894, -0.0390784144, 0.304989159, -0.120476663, 0.450100303], [0.340311348, 0.204001009, 0.375156105, 0.0789034366, 0.345480561, -0.124583364]], [[-0.0770408511, 0.218821704, -0.427053094, 0.0313434601, 0.172739327, -0.245393872], [0.219510436, 0.00441861153, 0.260659337, -0.171824872, -0.236072898, 0.214172482], [-0.451453567, -0.122861147, -0.0991526842, -0.183533847, 0.291688859, -0.420700312], [0.171263278, 0.0736486911, 0.360040903, 0.394993424, 0.205342591, 0.267009556], [0.0700945258, 0.496644318, 0.446524739, 0.123172462, 0.398944974, 0.402074873], [0.390396714, 0.25824213, -0.45140326, 0.136512816, 0.0100634098, 0.263987422]]]> : tensor<2x6x6xf32>
%c = stablehlo.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x6x6xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<2x6x6xf32>
%3:3 = stablehlo.custom_call @LuDecomposition(%2) {api_version = 2 : i32, backend_config = ""} : (tensor<2x6x6xf32>) -> (tensor<2x6x6xf32>, tensor<2x6xi32>, tensor<2x6xi32>)
%4 = call @tril(%3#0) : (tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
%5 = stablehlo.iota dim = 0 : tensor<6x6xi64>
%6 = stablehlo.iota dim = 1 : tensor<6x6xi64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<6x6xi64>
%8 = stablehlo.add %5, %7 : tensor<6x6xi64>
%9 = stablehlo.compare EQ, %8, %6, SIGNED : (tensor<6x6xi64>, tensor<6x6xi64>) -> tensor<6x6xi1>
%10 = stablehlo.convert %9 : (tensor<6x6xi1>) -> tensor<6x6xf32>
%11 = stablehlo.broadcast_in_dim %10, dims = [1, 2] : (tensor<6x6xf32>) -> tensor<1x6x6xf32>
%12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<1x6x6xf32>) -> tensor<2x6x6xf32>
%13 = stablehlo.add %4, %12 : tensor<2x6x6xf32>
%14 = stablehlo.broadcast_in_dim %3#2, dims = [0, 1] : (tensor<2x6xi32>) -> tensor<2x6x1xi32>
%15 = stablehlo.broadcast_in_dim %c, dims = [2] : (tensor<6xi32>) -> tensor<1x1x6xi32>
%16 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<2x6x1xi32>) -> tensor<2x6x6xi32>
%17 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<1x1x6xi32>) -> tensor<2x6x6xi32>
%18 = stablehlo.compare EQ, %16, %17, SIGNED : (tensor<2x6x6xi32>, tensor<2x6x6xi32>) -> tensor<2x6x6xi1>
%19 = stablehlo.convert %18 : (tensor<2x6x6xi1>) -> tensor<2x6x6xf32>
%20 = stablehlo.dot_general %19, %2, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x6x6xf32>, tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
%21 = call @triu(%3#0) : (tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
%22 = stablehlo.dot_general %13, %21, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x6x6xf32>, tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
%23 = stablehlo.subtract %22, %20 : tensor<2x6x6xf32>
%24 = stablehlo.abs %23 : tensor<2x6x6xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%25 = stablehlo.reduce(%24 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x6x6xf32>, tensor<f32>) -> tensor<f32>
%26 = stablehlo.abs %13 : tensor<2x6x6xf32>
%27 = stablehlo.convert %26 : (tensor<2x6x6xf32>) -> tensor<2x6x6xf64>
%cst_2 = stablehlo.constant dense<1.4142135623730951> : tensor<f64>
%28 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<2x6x6xf64>
%29 = stablehlo.subtract %27, %28 : tensor<2x6x6xf64>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%30 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f64>) -> tensor<2x6x6xf64>
%31 = stablehlo.maximum %29, %30 : tensor<2x6x6xf64>
%32 = stablehlo.abs %31 : tensor<2x6x6xf64>
%cst_4 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%33 = stablehlo.reduce(%32 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x6x6xf64>, tensor<f64>) -> tensor<f64>
%34 = stablehlo.convert %33 : (tensor<f64>) -> tensor<f32>
%35 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<1xf32>
%36 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<1xf32>
%37 = stablehlo.concatenate %35, %36, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
%38 = stablehlo.divide %37, %arg1 : tensor<2xf32>
return %38 : tensor<2xf32>
}
func.func private @tril(%arg0: tensor<2x6x6xf32>) -> tensor<2x6x6xf32> {
%0 = stablehlo.iota dim = 0 : tensor<6x6xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<6x6xi64>
%2 = stablehlo.add %0, %1 : tensor<6x6xi64>
%3 = stablehlo.iota dim = 1 : tensor<6x6xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<6x6xi64>, tensor<6x6xi64>) -> tensor<6x6xi1>
%5 = stablehlo.broadcast_in_dim %4, dims = [1, 2] : (tensor<6x6xi1>) -> tensor<2x6x6xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x6x6xf32>
%7 = stablehlo.select %5, %arg0, %6 : tensor<2x6x6xi1>, tensor<2x6x6xf32>
return %7 : tensor<2x6x6xf32>
}
func.func private @triu(%arg0: tensor<2x6x6xf32>) -> tensor<2x6x6xf32> {
%0 = stablehlo.iota dim = 0 : tensor<6x6xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<6x6xi64>
%2 = stablehlo.add %0, %1 : tensor<6x6xi64>
%3 = stablehlo.iota dim = 1 : tensor<6x6xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<6x6xi64>, tensor<6x6xi64>) -> tensor<6x6xi1>
%5 = stablehlo.broadcast_in_dim %4, dims = [1, 2] : (tensor<6x6xi1>) -> tensor<2x6x6xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x6x6xf32>
%7 = stablehlo.select %5, %6, %arg0 : tensor<2x6x6xi1>, tensor<2x6x6xf32>
return %7 : tensor<2x6x6xf32>
}
}
// -----
// lu, 6x4 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000A0340AD7A330"> : tensor<2xf32>
    return %0, %1 : tensor<ui32>, tensor<2xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<ui32>, tensor<2xf32>)
    %found = call @figures(%given#0, %given#1) : (tensor<ui32>, tensor<2xf32>) -> tensor<2xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<2xf32>) -> (tensor<2xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865], [-0.324732721, 0.149415731, 0.00362694263, 0.470742822], [0.132270753, 0.0599173903, -0.222652972, 0.170876503], [-0.105850875, 0.0543149114, 0.264889896, 0.346575201], [-0.410713255, -0.477898061, -0.419600368, -0.0189386606], [-0.0967615246, -0.494647384, -0.491715729, 0.0256177187]]> : tensor<6x4xf32>
%c = stablehlo.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<6x4xf32>
%3:3 = stablehlo.custom_call @LuDecomposition(%2) {api_version = 2 : i32, backend_config = ""} : (tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<4xi32>, tensor<6xi32>)
%4 = call @tril(%3#0) : (tensor<6x4xf32>) -> tensor<6x4xf32>
%5 = stablehlo.iota dim = 0 : tensor<6x4xi64>
%6 = stablehlo.iota dim = 1 : tensor<6x4xi64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%7 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<6x4xi64>
%8 = stablehlo.add %5, %7 : tensor<6x4xi64>
%9 = stablehlo.compare EQ, %8, %6, SIGNED : (tensor<6x4xi64>, tensor<6x4xi64>) -> tensor<6x4xi1>
%10 = stablehlo.convert %9 : (tensor<6x4xi1>) -> tensor<6x4xf32>
%11 = stablehlo.add %4, %10 : tensor<6x4xf32>
%12 = stablehlo.broadcast_in_dim %3#2, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
%13 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<6xi32>) -> tensor<1x6xi32>
%14 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<6x1xi32>) -> tensor<6x6xi32>
%15 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<1x6xi32>) -> tensor<6x6xi32>
%16 = stablehlo.compare EQ, %14, %15, SIGNED : (tensor<6x6xi32>, tensor<6x6xi32>) -> tensor<6x6xi1>
%17 = stablehlo.convert %16 : (tensor<6x6xi1>) -> tensor<6x6xf32>
%18 = stablehlo.dot_general %17, %2, contracting_dims = [1] x [0] : (tensor<6x6xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
%19 = call @triu(%3#0) : (tensor<6x4xf32>) -> tensor<6x4xf32>
%20 = stablehlo.slice %19 [0:4, 0:4] : (tensor<6x4xf32>) -> tensor<4x4xf32>
%21 = stablehlo.dot_general %11, %20, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x4xf32>) -> tensor<6x4xf32>
%22 = stablehlo.subtract %21, %18 : tensor<6x4xf32>
%23 = stablehlo.abs %22 : tensor<6x4xf32>
%cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%24 = stablehlo.reduce(%23 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<f32>
%25 = stablehlo.abs %11 : tensor<6x4xf32>
%26 = stablehlo.convert %25 : (tensor<6x4xf32>) -> tensor<6x4xf64>
%cst_2 = stablehlo.constant dense<1.4142135623730951> : tensor<f64>
%27 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<6x4xf64>
%28 = stablehlo.subtract %26, %27 : tensor<6x4xf64>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%29 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f64>) -> tensor<6x4xf64>
%30 = stablehlo.maximum %28, %29 : tensor<6x4xf64>
%31 = stablehlo.abs %30 : tensor<6x4xf64>
%cst_4 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%32 = stablehlo.reduce(%31 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<6x4xf64>, tensor<f64>) -> tensor<f64>
%33 = stablehlo.convert %32 : (tensor<f64>) -> tensor<f32>
%34 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<1xf32>
%35 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<1xf32>
%36 = stablehlo.concatenate %34, %35, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
%37 = stablehlo.divide %36, %arg1 : tensor<2xf32>
return %37 : tensor<2xf32>
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
func.func private @triu(%arg0: tensor<6x4xf32>) -> tensor<6x4xf32> {
%0 = stablehlo.iota dim = 0 : tensor<6x4xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<6x4xi64>
%2 = stablehlo.add %0, %1 : tensor<6x4xi64>
%3 = stablehlo.iota dim = 1 : tensor<6x4xi64>
%4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<6x4xi64>, tensor<6x4xi64>) -> tensor<6x4xi1>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
%6 = stablehlo.select %4, %5, %arg0 : tensor<6x4xi1>, tensor<6x4xf32>
return %6 : tensor<6x4xf32>
}
}
