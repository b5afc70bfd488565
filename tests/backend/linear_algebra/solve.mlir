// Linear algebra as JAX lowers it, made by tests/backend/vectors/make_linear_algebra.py
// solve, inv, slogdet, 8x8 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<f32>, tensor<f32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x12DAA535BDC4C4350000A0370000A037"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
    %3 = stablehlo.constant dense<"0x6C585E41"> : tensor<f32>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<4xf32>, tensor<f32>, tensor<f32>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<f32>, tensor<f32>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<f32>, %arg3: tensor<f32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721, 0.149415731, 0.00362694263, 0.470742822], [0.132270753, 0.0599173903, -0.222652972, 0.170876503, -0.105850875, 0.0543149114, 0.264889896, 0.346575201], [-0.410713255, -0.477898061, -0.419600368, -0.0189386606, -0.0967615246, -0.494647384, -0.491715729, 0.0256177187], [-0.242700219, 0.264054894, -0.0390784144, 0.304989159, -0.120476663, 0.450100303, 0.340311348, 0.204001009], [0.375156105, 0.0789034366, 0.345480561, -0.124583364, -0.0770408511, 0.218821704, -0.427053094, 0.0313434601], [0.172739327, -0.245393872, 0.219510436, 0.00441861153, 0.260659337, -0.171824872, -0.236072898, 0.214172482], [-0.451453567, -0.122861147, -0.0991526842, -0.183533847, 0.291688859, -0.420700312, 0.171263278, 0.0736486911], [0.360040903, 0.394993424, 0.205342591, 0.267009556, 0.0700945258, 0.496644318, 0.446524739, 0.123172462]]> : tensor<8x8xf32>
%cst_0 = stablehlo.constant dense<[[-0.0268113613, 0.255167484], [-0.465147495, 0.322943628], [-0.250771403, 0.36902523], [-0.226830661, -0.243008018], [0.143828988, -0.414260745], [0.365588307, 0.337884665], [0.31754452, -0.0473200679], [-0.376081884, -0.375579119]]> : tensor<8x2xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<8x8xf32>
%3 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
%5 = stablehlo.multiply %cst_0, %4 : tensor<8x2xf32>
%6 = call @solve(%2, %5) : (tensor<8x8xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
%7 = call @inv(%2) : (tensor<8x8xf32>) -> tensor<8x8xf32>
%8 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%9 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%10 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%11 = stablehlo.add %8, %10 : tensor<8x8xi64>
%12 = stablehlo.compare EQ, %11, %9, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%13 = stablehlo.convert %12 : (tensor<8x8xi1>) -> tensor<8x8xf32>
%cst_1 = stablehlo.constant dense<5.65685415> : tensor<f32>
%14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%15 = stablehlo.multiply %14, %13 : tensor<8x8xf32>
%16 = stablehlo.add %2, %15 : tensor<8x8xf32>
%17:2 = call @slogdet(%16) : (tensor<8x8xf32>) -> (tensor<f32>, tensor<f32>)
%18 = stablehlo.dot_general %2, %6, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
%19 = stablehlo.subtract %18, %5 : tensor<8x2xf32>
%20 = stablehlo.abs %19 : tensor<8x2xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.abs %2 : tensor<8x8xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
%24 = stablehlo.abs %6 : tensor<8x2xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%25 = stablehlo.reduce(%24 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x2xf32>, tensor<f32>) -> tensor<f32>
%26 = stablehlo.multiply %23, %25 : tensor<f32>
%27 = stablehlo.divide %21, %26 : tensor<f32>
%28 = stablehlo.dot_general %2, %7, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
%29 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%30 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%31 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%32 = stablehlo.add %29, %31 : tensor<8x8xi64>
%33 = stablehlo.compare EQ, %32, %30, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%34 = stablehlo.convert %33 : (tensor<8x8xi1>) -> tensor<8x8xf32>
%35 = stablehlo.subtract %28, %34 : tensor<8x8xf32>
%36 = stablehlo.abs %35 : tensor<8x8xf32>
%cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%37 = stablehlo.reduce(%36 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
%38 = stablehlo.abs %2 : tensor<8x8xf32>
%cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%39 = stablehlo.reduce(%38 init: %cst_7) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
%40 = stablehlo.abs %7 : tensor<8x8xf32>
%cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%41 = stablehlo.reduce(%40 init: %cst_8) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
%42 = stablehlo.multiply %39, %41 : tensor<f32>
%43 = stablehlo.divide %37, %42 : tensor<f32>
%44 = stablehlo.subtract %17#0, %arg2 : tensor<f32>
%45 = stablehlo.abs %44 : tensor<f32>
%cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%46 = stablehlo.reduce(%45 init: %cst_9) applies stablehlo.maximum across dimensions = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
%47 = stablehlo.subtract %17#1, %arg3 : tensor<f32>
%48 = stablehlo.abs %47 : tensor<f32>
%cst_10 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%49 = stablehlo.reduce(%48 init: %cst_10) applies stablehlo.maximum across dimensions = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
%50 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f32>) -> tensor<1xf32>
%51 = stablehlo.broadcast_in_dim %43, dims = [] : (tensor<f32>) -> tensor<1xf32>
%52 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<f32>) -> tensor<1xf32>
%53 = stablehlo.broadcast_in_dim %49, dims = [] : (tensor<f32>) -> tensor<1xf32>
%54 = stablehlo.concatenate %50, %51, %52, %53, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%55 = stablehlo.divide %54, %arg1 : tensor<4xf32>
return %55 : tensor<4xf32>
}
func.func private @solve(%arg0: tensor<8x8xf32>, %arg1: tensor<8x2xf32>) -> tensor<8x2xf32> {
%0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%arg0) {mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xi32>, tensor<i32>)
%c = stablehlo.constant dense<1> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
%2 = stablehlo.subtract %0#1, %1 : tensor<8xi32>
%c_0 = stablehlo.constant dense<0> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<i32>
%4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%7 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<8x8xi1>
%8 = stablehlo.select %7, %0#0, %6 : tensor<8x8xi1>, tensor<8x8xf32>
%9 = stablehlo.iota dim = 0 : tensor<8xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%10:4 = stablehlo.while(%iterArg = %2, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %9) : tensor<8xi32>, tensor<i64>, tensor<i64>, tensor<8xi32>
cond {
%c_6 = stablehlo.constant dense<8> : tensor<i64>
%14 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %14 : tensor<i1>
} do {
%14:2 = func.call @closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<8xi32>, tensor<i64>, tensor<8xi32>) -> (tensor<i64>, tensor<8xi32>)
%c_6 = stablehlo.constant dense<1> : tensor<i64>
%15 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
stablehlo.return %iterArg, %15, %14#0, %14#1 : tensor<8xi32>, tensor<i64>, tensor<i64>, tensor<8xi32>
}
%11 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<8x2xf32>) -> tensor<2x8xf32>
%12 = call @_lu_solve(%8, %10#3, %11) : (tensor<8x8xf32>, tensor<8xi32>, tensor<2x8xf32>) -> tensor<2x8xf32>
%13 = stablehlo.transpose %12, dims = [1, 0] : (tensor<2x8xf32>) -> tensor<8x2xf32>
return %13 : tensor<8x2xf32>
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
func.func private @_lu_solve(%arg0: tensor<8x8xf32>, %arg1: tensor<8xi32>, %arg2: tensor<2x8xf32>) -> tensor<2x8xf32> {
%0 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
%2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%c_0 = stablehlo.constant dense<8> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8xi32>
%4 = stablehlo.add %arg1, %3 : tensor<8xi32>
%5 = stablehlo.select %2, %4, %arg1 : tensor<8xi1>, tensor<8xi32>
%6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
%7 = "stablehlo.gather"(%0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 2, 1, 1>}> : (tensor<2x8x1xf32>, tensor<8x1xi32>) -> tensor<2x8x1xf32>
%8 = stablehlo.transpose %7, dims = [1, 2, 0] : (tensor<2x8x1xf32>) -> tensor<8x1x2xf32>
%9 = stablehlo.reshape %8 : (tensor<8x1x2xf32>) -> tensor<8x2xf32>
%10 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %9) {mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<8x8xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
%11 = stablehlo.reshape %10 : (tensor<8x2xf32>) -> tensor<8x1x2xf32>
%12 = stablehlo.reshape %11 : (tensor<8x1x2xf32>) -> tensor<8x2xf32>
%13 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %12) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<8x8xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
%14 = stablehlo.reshape %13 : (tensor<8x2xf32>) -> tensor<8x1x2xf32>
%15 = stablehlo.transpose %14, dims = [2, 0, 1] : (tensor<8x1x2xf32>) -> tensor<2x8x1xf32>
%16 = stablehlo.reshape %15 : (tensor<2x8x1xf32>) -> tensor<2x8xf32>
return %16 : tensor<2x8xf32>
}
func.func private @inv(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
%0 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%1 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%3 = stablehlo.add %0, %2 : tensor<8x8xi64>
%4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%5 = stablehlo.convert %4 : (tensor<8x8xi1>) -> tensor<8x8xf32>
%6 = call @solve_0(%arg0, %5) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
return %6 : tensor<8x8xf32>
}
func.func private @solve_0(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
%0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%arg0) {mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xi32>, tensor<i32>)
%c = stablehlo.constant dense<1> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
%2 = stablehlo.subtract %0#1, %1 : tensor<8xi32>
%c_0 = stablehlo.constant dense<0> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<i32>
%4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%7 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<8x8xi1>
%8 = stablehlo.select %7, %0#0, %6 : tensor<8x8xi1>, tensor<8x8xf32>
%9 = stablehlo.iota dim = 0 : tensor<8xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%10:4 = stablehlo.while(%iterArg = %2, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %9) : tensor<8xi32>, tensor<i64>, tensor<i64>, tensor<8xi32>
cond {
%c_6 = stablehlo.constant dense<8> : tensor<i64>
%14 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %14 : tensor<i1>
} do {
%14:2 = func.call @closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<8xi32>, tensor<i64>, tensor<8xi32>) -> (tensor<i64>, tensor<8xi32>)
%c_6 = stablehlo.constant dense<1> : tensor<i64>
%15 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
stablehlo.return %iterArg, %15, %14#0, %14#1 : tensor<8xi32>, tensor<i64>, tensor<i64>, tensor<8xi32>
}
%11 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
%12 = call @_lu_solve_1(%8, %10#3, %11) : (tensor<8x8xf32>, tensor<8xi32>, tensor<8x8xf32>) -> tensor<8x8xf32>
%13 = stablehlo.transpose %12, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
return %13 : tensor<8x8xf32>
}
func.func private @_lu_solve_1(%arg0: tensor<8x8xf32>, %arg1: tensor<8xi32>, %arg2: tensor<8x8xf32>) -> tensor<8x8xf32> {
%0 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
%2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%c_0 = stablehlo.constant dense<8> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8xi32>
%4 = stablehlo.add %arg1, %3 : tensor<8xi32>
%5 = stablehlo.select %2, %4, %arg1 : tensor<8xi1>, tensor<8xi32>
%6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
%7 = "stablehlo.gather"(%0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 8, 1, 1>}> : (tensor<8x8x1xf32>, tensor<8x1xi32>) -> tensor<8x8x1xf32>
%8 = stablehlo.transpose %7, dims = [1, 2, 0] : (tensor<8x8x1xf32>) -> tensor<8x1x8xf32>
%9 = stablehlo.reshape %8 : (tensor<8x1x8xf32>) -> tensor<8x8xf32>
%10 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %9) {mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
%11 = stablehlo.reshape %10 : (tensor<8x8xf32>) -> tensor<8x1x8xf32>
%12 = stablehlo.reshape %11 : (tensor<8x1x8xf32>) -> tensor<8x8xf32>
%13 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %12) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
%14 = stablehlo.reshape %13 : (tensor<8x8xf32>) -> tensor<8x1x8xf32>
%15 = stablehlo.transpose %14, dims = [2, 0, 1] : (tensor<8x1x8xf32>) -> tensor<8x8x1xf32>
%16 = stablehlo.reshape %15 : (tensor<8x8x1xf32>) -> tensor<8x8xf32>
return %16 : tensor<8x8xf32>
}
func.func private @slogdet(%arg0: tensor<8x8xf32>) -> (tensor<f32>, tensor<f32>) {
%0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%arg0) {mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xi32>, tensor<i32>)
%c = stablehlo.constant dense<1> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
%2 = stablehlo.subtract %0#1, %1 : tensor<8xi32>
%c_0 = stablehlo.constant dense<0> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<i32>
%4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%7 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<8x8xi1>
%8 = stablehlo.select %7, %0#0, %6 : tensor<8x8xi1>, tensor<8x8xf32>
%9 = stablehlo.iota dim = 0 : tensor<8xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%10:4 = stablehlo.while(%iterArg = %2, %iterArg_13 = %c_2, %iterArg_14 = %c_1, %iterArg_15 = %9) : tensor<8xi32>, tensor<i64>, tensor<i64>, tensor<8xi32>
cond {
%c_16 = stablehlo.constant dense<8> : tensor<i64>
%32 = stablehlo.compare LT, %iterArg_13, %c_16, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %32 : tensor<i1>
} do {
%32:2 = func.call @closed_call(%iterArg, %iterArg_14, %iterArg_15) : (tensor<8xi32>, tensor<i64>, tensor<8xi32>) -> (tensor<i64>, tensor<8xi32>)
%c_16 = stablehlo.constant dense<1> : tensor<i64>
%33 = stablehlo.add %iterArg_13, %c_16 : tensor<i64>
stablehlo.return %iterArg, %33, %32#0, %32#1 : tensor<8xi32>, tensor<i64>, tensor<i64>, tensor<8xi32>
}
%11 = call @diagonal(%8) : (tensor<8x8xf32>) -> tensor<8xf32>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8xf32>
%13 = stablehlo.compare EQ, %11, %12, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
%c_4 = stablehlo.constant dense<false> : tensor<i1>
%14 = stablehlo.reduce(%13 init: %c_4) applies stablehlo.or across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
%15 = stablehlo.iota dim = 0 : tensor<8xi32>
%16 = stablehlo.compare NE, %2, %15, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
%17 = call @count_nonzero(%16) : (tensor<8xi1>) -> tensor<i64>
%cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%18 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8xf32>
%19 = stablehlo.compare LT, %11, %18, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
%20 = call @count_nonzero(%19) : (tensor<8xi1>) -> tensor<i64>
%21 = stablehlo.add %17, %20 : tensor<i64>
%c_6 = stablehlo.constant dense<2> : tensor<i64>
%22 = call @remainder(%21, %c_6) : (tensor<i64>, tensor<i64>) -> tensor<i64>
%c_7 = stablehlo.constant dense<-2> : tensor<i64>
%23 = stablehlo.multiply %c_7, %22 : tensor<i64>
%c_8 = stablehlo.constant dense<1> : tensor<i64>
%24 = stablehlo.add %23, %c_8 : tensor<i64>
%25 = stablehlo.convert %24 : (tensor<i64>) -> tensor<f32>
%cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%26 = stablehlo.multiply %cst_9, %25 : tensor<f32>
%cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%27 = call @_where_2(%14, %cst_10, %26) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
%28 = stablehlo.abs %11 : tensor<8xf32>
%29 = stablehlo.log %28 : tensor<8xf32>
%cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%30 = stablehlo.reduce(%29 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
%cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%31 = call @_where_2(%14, %cst_12, %30) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
return %27, %31 : tensor<f32>, tensor<f32>
}
func.func private @diagonal(%arg0: tensor<8x8xf32>) -> tensor<8xf32> {
%0 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%1 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%3 = stablehlo.add %0, %2 : tensor<8x8xi64>
%4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%5 = stablehlo.convert %4 : (tensor<8x8xi1>) -> tensor<8x8xf32>
%c_0 = stablehlo.constant dense<1> : tensor<i32>
%6 = "stablehlo.case"(%c_0) ({
%c_1 = stablehlo.constant dense<0> : tensor<i32>
stablehlo.return %c_1 : tensor<i32>
}, {
%c_1 = stablehlo.constant dense<0> : tensor<i32>
stablehlo.return %c_1 : tensor<i32>
}) : (tensor<i32>) -> tensor<i32>
%7 = "stablehlo.case"(%6) ({
%8 = stablehlo.iota dim = 0 : tensor<8xi64>
%9 = stablehlo.iota dim = 0 : tensor<8xi64>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<8xi64>
%11 = stablehlo.compare LT, %8, %10, SIGNED : (tensor<8xi64>, tensor<8xi64>) -> tensor<8xi1>
%c_2 = stablehlo.constant dense<8> : tensor<i64>
%12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<8xi64>
%13 = stablehlo.add %8, %12 : tensor<8xi64>
%14 = stablehlo.select %11, %13, %8 : tensor<8xi1>, tensor<8xi64>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<8xi64>
%16 = stablehlo.compare LT, %9, %15, SIGNED : (tensor<8xi64>, tensor<8xi64>) -> tensor<8xi1>
%c_4 = stablehlo.constant dense<8> : tensor<i64>
%17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i64>) -> tensor<8xi64>
%18 = stablehlo.add %9, %17 : tensor<8xi64>
%19 = stablehlo.select %16, %18, %9 : tensor<8xi1>, tensor<8xi64>
%20 = stablehlo.convert %14 : (tensor<8xi64>) -> tensor<8xi32>
%21 = stablehlo.convert %19 : (tensor<8xi64>) -> tensor<8xi32>
%22 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
%23 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
%24 = stablehlo.concatenate %22, %23, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
%25 = "stablehlo.gather"(%arg0, %24) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x8xf32>, tensor<8x2xi32>) -> tensor<8xf32>
stablehlo.return %25 : tensor<8xf32>
}) : (tensor<i32>) -> tensor<8xf32>
return %7 : tensor<8xf32>
}
func.func private @count_nonzero(%arg0: tensor<8xi1>) -> tensor<i64> {
%c = stablehlo.constant dense<false> : tensor<i1>
%0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8xi1>
%1 = stablehlo.compare NE, %arg0, %0, UNSIGNED : (tensor<8xi1>, tensor<8xi1>) -> tensor<8xi1>
%2 = stablehlo.convert %1 : (tensor<8xi1>) -> tensor<8xi32>
%3 = stablehlo.convert %2 : (tensor<8xi32>) -> tensor<8xi64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%4 = stablehlo.reduce(%3 init: %c_0) applies stablehlo.add across dimensions = [0] : (tensor<8xi64>, tensor<i64>) -> tensor<i64>
return %4 : tensor<i64>
}
func.func private @remainder(%arg0: tensor<i64>, %arg1: tensor<i64>) -> tensor<i64> {
%0 = stablehlo.convert %arg1 : tensor<i64>
%c = stablehlo.constant dense<0> : tensor<i64>
%1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_0 = stablehlo.constant dense<1> : tensor<i64>
%2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
%3 = stablehlo.remainder %arg0, %2 : tensor<i64>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%4 = stablehlo.compare NE, %3, %c_1, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%5 = stablehlo.compare LT, %3, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%6 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
%8 = stablehlo.and %7, %4 : tensor<i1>
%9 = stablehlo.add %3, %2 : tensor<i64>
%10 = stablehlo.select %8, %9, %3 : tensor<i1>, tensor<i64>
return %10 : tensor<i64>
}
func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i64>, %arg2: tensor<i64>) -> tensor<i64> {
%0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i64>
return %0 : tensor<i64>
}
func.func private @_where_2(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
%0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<f32>
return %0 : tensor<f32>
}
}
// -----
// solve, inv, slogdet, 64x64 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<f32>, tensor<f32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x9E069A375265D6370000203900002039"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
    %3 = stablehlo.constant dense<"0xDE963143"> : tensor<f32>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<4xf32>, tensor<f32>, tensor<f32>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<f32>, tensor<f32>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<f32>, %arg3: tensor<f32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<"0x80A3DBBC50A5823ED027EEBEDE58A53E1C6580BEE0F0BC3E4C4668BE18D778BEE847133EFC19D4BE642EBB3E38FFAC3E3295A23EB0D241BDCE8DC0BEE84BC0BE042DF43E58FAEEBD4AC8CE3E00FD133BD4D9F5BED23EE0BE0008E6BAB420C4BED4147F3EBAD7D0BE7CD153BE8E90D93EC84B673EC0AE35BE388DA1BD100054BE886B9ABD30DE35BDC0700CBE18AB8B3EF0DC94BDB4C55F3E4A83BE3E381607BE406C2FBDCE468A3EFAFF91BEFADF9B3E7C171FBE2810A73DA8D9313EF03DF63E0249E4BE409E383DFCA9DCBE6CDC843E3227BF3E006E623D1C6911BE0007A8BC3E5C8FBE68A62B3E1A16AE3E340142BE4879F03D64C0D63EC02CAD3E9C8F7CBEE821B2BDA419FF3E207DF5BC8029453E5C69B03E7E2FF43EC830CA3EE063EABE3CB61EBE0A07983E00B99A3D3C21C83E005F28BC304D40BD12ADE63E70BD11BD9E7ADABE28776DBED8C9373E4AE6C63E464BBE3E18F13DBEFC328B3E504A21BD5266B5BED4AA833EA0DFEFBED8157A3E4083773D00EE9F3AA4D4093E00C05E3D78F0E03DAC1E0BBE04E0883E5A75F3BE00EF9A3B5A67AEBED050C43EA4123CBE24EBD4BE506E6DBEE85EEE3E12C3BF3EE61B843E5C82D8BE1EDCB4BE647641BEDCA9CB3EFEA4D73E40AEA7BE2C098C3E2096BDBE8ED1DCBE003FA5BC08A6933D38358FBE20C837BDA4724B3E78DF923DB0945FBED026933DBE16B5BE8A84E9BE"> : tensor<64x2xf32>
%c = stablehlo.constant dense<0> : tensor<i64>
%0 = call @computed(%arg0, %c) : (tensor<ui32>, tensor<i64>) -> tensor<64x64xf32>
%1 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<64x2xf32>
%3 = stablehlo.multiply %cst, %2 : tensor<64x2xf32>
%4 = call @solve(%0, %3) : (tensor<64x64xf32>, tensor<64x2xf32>) -> tensor<64x2xf32>
%5 = call @inv(%0) : (tensor<64x64xf32>) -> tensor<64x64xf32>
%6 = stablehlo.iota dim = 0 : tensor<64x64xi64>
%7 = stablehlo.iota dim = 1 : tensor<64x64xi64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%8 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<64x64xi64>
%9 = stablehlo.add %6, %8 : tensor<64x64xi64>
%10 = stablehlo.compare EQ, %9, %7, SIGNED : (tensor<64x64xi64>, tensor<64x64xi64>) -> tensor<64x64xi1>
%11 = stablehlo.convert %10 : (tensor<64x64xi1>) -> tensor<64x64xf32>
%cst_1 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
%13 = stablehlo.multiply %12, %11 : tensor<64x64xf32>
%14 = stablehlo.add %0, %13 : tensor<64x64xf32>
%15:2 = call @slogdet(%14) : (tensor<64x64xf32>) -> (tensor<f32>, tensor<f32>)
%16 = stablehlo.dot_general %0, %4, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x2xf32>) -> tensor<64x2xf32>
%17 = stablehlo.subtract %16, %3 : tensor<64x2xf32>
%18 = stablehlo.abs %17 : tensor<64x2xf32>
%cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%19 = stablehlo.reduce(%18 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x2xf32>, tensor<f32>) -> tensor<f32>
%20 = stablehlo.abs %0 : tensor<64x64xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
%22 = stablehlo.abs %4 : tensor<64x2xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x2xf32>, tensor<f32>) -> tensor<f32>
%24 = stablehlo.multiply %21, %23 : tensor<f32>
%25 = stablehlo.divide %19, %24 : tensor<f32>
%26 = stablehlo.dot_general %0, %5, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
%27 = stablehlo.iota dim = 0 : tensor<64x64xi64>
%28 = stablehlo.iota dim = 1 : tensor<64x64xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%29 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<64x64xi64>
%30 = stablehlo.add %27, %29 : tensor<64x64xi64>
%31 = stablehlo.compare EQ, %30, %28, SIGNED : (tensor<64x64xi64>, tensor<64x64xi64>) -> tensor<64x64xi1>
%32 = stablehlo.convert %31 : (tensor<64x64xi1>) -> tensor<64x64xf32>
%33 = stablehlo.subtract %26, %32 : tensor<64x64xf32>
%34 = stablehlo.abs %33 : tensor<64x64xf32>
%cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%35 = stablehlo.reduce(%34 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
%36 = stablehlo.abs %0 : tensor<64x64xf32>
%cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%37 = stablehlo.reduce(%36 init: %cst_7) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
%38 = stablehlo.abs %5 : tensor<64x64xf32>
%cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%39 = stablehlo.reduce(%38 init: %cst_8) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
%40 = stablehlo.multiply %37, %39 : tensor<f32>
%41 = stablehlo.divide %35, %40 : tensor<f32>
%42 = stablehlo.subtract %15#0, %arg2 : tensor<f32>
%43 = stablehlo.abs %42 : tensor<f32>
%cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%44 = stablehlo.reduce(%43 init: %cst_9) applies stablehlo.maximum across dimensions = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
%45 = stablehlo.subtract %15#1, %arg3 : tensor<f32>
%46 = stablehlo.abs %45 : tensor<f32>
%cst_10 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%47 = stablehlo.reduce(%46 init: %cst_10) applies stablehlo.maximum across dimensions = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
%48 = stablehlo.broadcast_in_dim %25, dims = [] : (tensor<f32>) -> tensor<1xf32>
%49 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<f32>) -> tensor<1xf32>
%50 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<f32>) -> tensor<1xf32>
%51 = stablehlo.broadcast_in_dim %47, dims = [] : (tensor<f32>) -> tensor<1xf32>
%52 = stablehlo.concatenate %48, %49, %50, %51, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%53 = stablehlo.divide %52, %arg1 : tensor<4xf32>
return %53 : tensor<4xf32>
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
func.func private @solve(%arg0: tensor<64x64xf32>, %arg1: tensor<64x2xf32>) -> tensor<64x2xf32> {
%0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64xi32>, tensor<i32>)
%c = stablehlo.constant dense<1> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<64xi32>
%2 = stablehlo.subtract %0#1, %1 : tensor<64xi32>
%c_0 = stablehlo.constant dense<0> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<i32>
%4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
%7 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<64x64xi1>
%8 = stablehlo.select %7, %0#0, %6 : tensor<64x64xi1>, tensor<64x64xf32>
%9 = stablehlo.iota dim = 0 : tensor<64xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%10:4 = stablehlo.while(%iterArg = %2, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %9) : tensor<64xi32>, tensor<i64>, tensor<i64>, tensor<64xi32>
cond {
%c_6 = stablehlo.constant dense<64> : tensor<i64>
%14 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %14 : tensor<i1>
} do {
%14:2 = func.call @closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<64xi32>, tensor<i64>, tensor<64xi32>) -> (tensor<i64>, tensor<64xi32>)
%c_6 = stablehlo.constant dense<1> : tensor<i64>
%15 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
stablehlo.return %iterArg, %15, %14#0, %14#1 : tensor<64xi32>, tensor<i64>, tensor<i64>, tensor<64xi32>
}
%11 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<64x2xf32>) -> tensor<2x64xf32>
%12 = call @_lu_solve(%8, %10#3, %11) : (tensor<64x64xf32>, tensor<64xi32>, tensor<2x64xf32>) -> tensor<2x64xf32>
%13 = stablehlo.transpose %12, dims = [1, 0] : (tensor<2x64xf32>) -> tensor<64x2xf32>
return %13 : tensor<64x2xf32>
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
func.func private @_lu_solve(%arg0: tensor<64x64xf32>, %arg1: tensor<64xi32>, %arg2: tensor<2x64xf32>) -> tensor<2x64xf32> {
%0 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<2x64xf32>) -> tensor<2x64x1xf32>
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<64xi32>
%2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
%c_0 = stablehlo.constant dense<64> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<64xi32>
%4 = stablehlo.add %arg1, %3 : tensor<64xi32>
%5 = stablehlo.select %2, %4, %arg1 : tensor<64xi1>, tensor<64xi32>
%6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
%7 = "stablehlo.gather"(%0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 2, 1, 1>}> : (tensor<2x64x1xf32>, tensor<64x1xi32>) -> tensor<2x64x1xf32>
%8 = stablehlo.transpose %7, dims = [1, 2, 0] : (tensor<2x64x1xf32>) -> tensor<64x1x2xf32>
%9 = stablehlo.reshape %8 : (tensor<64x1x2xf32>) -> tensor<64x2xf32>
%10 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %9) {mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<64x64xf32>, tensor<64x2xf32>) -> tensor<64x2xf32>
%11 = stablehlo.reshape %10 : (tensor<64x2xf32>) -> tensor<64x1x2xf32>
%12 = stablehlo.reshape %11 : (tensor<64x1x2xf32>) -> tensor<64x2xf32>
%13 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %12) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}} : (tensor<64x64xf32>, tensor<64x2xf32>) -> tensor<64x2xf32>
%14 = stablehlo.reshape %13 : (tensor<64x2xf32>) -> tensor<64x1x2xf32>
%15 = stablehlo.transpose %14, dims = [2, 0, 1] : (tensor<64x1x2xf32>) -> tensor<2x64x1xf32>
%16 = stablehlo.reshape %15 : (tensor<2x64x1xf32>) -> tensor<2x64xf32>
return %16 : tensor<2x64xf32>
}
func.func private @inv(%arg0: tensor<64x64xf32>) -> tensor<64x64xf32> {
%0 = stablehlo.iota dim = 0 : tensor<64x64xi64>
%1 = stablehlo.iota dim = 1 : tensor<64x64xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<64x64xi64>
%3 = stablehlo.add %0, %2 : tensor<64x64xi64>
%4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<64x64xi64>, tensor<64x64xi64>) -> tensor<64x64xi1>
%5 = stablehlo.convert %4 : (tensor<64x64xi1>) -> tensor<64x64xf32>
%6 = call @solve_0(%arg0, %5) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
return %6 : tensor<64x64xf32>
}
func.func private @solve_0(%arg0: tensor<64x64xf32>, %arg1: tensor<64x64xf32>) -> tensor<64x64xf32> {
%0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64xi32>, tensor<i32>)
%c = stablehlo.constant dense<1> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<64xi32>
%2 = stablehlo.subtract %0#1, %1 : tensor<64xi32>
%c_0 = stablehlo.constant dense<0> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<i32>
%4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
%7 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<64x64xi1>
%8 = stablehlo.select %7, %0#0, %6 : tensor<64x64xi1>, tensor<64x64xf32>
%9 = stablehlo.iota dim = 0 : tensor<64xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%10:4 = stablehlo.while(%iterArg = %2, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %9) : tensor<64xi32>, tensor<i64>, tensor<i64>, tensor<64xi32>
cond {
%c_6 = stablehlo.constant dense<64> : tensor<i64>
%14 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %14 : tensor<i1>
} do {
%14:2 = func.call @closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<64xi32>, tensor<i64>, tensor<64xi32>) -> (tensor<i64>, tensor<64xi32>)
%c_6 = stablehlo.constant dense<1> : tensor<i64>
%15 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
stablehlo.return %iterArg, %15, %14#0, %14#1 : tensor<64xi32>, tensor<i64>, tensor<i64>, tensor<64xi32>
}
%11 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
%12 = call @_lu_solve_1(%8, %10#3, %11) : (tensor<64x64xf32>, tensor<64xi32>, tensor<64x64xf32>) -> tensor<64x64xf32>
%13 = stablehlo.transpose %12, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
return %13 : tensor<64x64xf32>
}
func.func private @_lu_solve_1(%arg0: tensor<64x64xf32>, %arg1: tensor<64xi32>, %arg2: tensor<64x64xf32>) -> tensor<64x64xf32> {
%0 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<64x64xf32>) -> tensor<64x64x1xf32>
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<64xi32>
%2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
%c_0 = stablehlo.constant dense<64> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<64xi32>
%4 = stablehlo.add %arg1, %3 : tensor<64xi32>
%5 = stablehlo.select %2, %4, %arg1 : tensor<64xi1>, tensor<64xi32>
%6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
%7 = "stablehlo.gather"(%0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 64, 1, 1>}> : (tensor<64x64x1xf32>, tensor<64x1xi32>) -> tensor<64x64x1xf32>
%8 = stablehlo.transpose %7, dims = [1, 2, 0] : (tensor<64x64x1xf32>) -> tensor<64x1x64xf32>
%9 = stablehlo.reshape %8 : (tensor<64x1x64xf32>) -> tensor<64x64xf32>
%10 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %9) {mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
%11 = stablehlo.reshape %10 : (tensor<64x64xf32>) -> tensor<64x1x64xf32>
%12 = stablehlo.reshape %11 : (tensor<64x1x64xf32>) -> tensor<64x64xf32>
%13 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %12) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
%14 = stablehlo.reshape %13 : (tensor<64x64xf32>) -> tensor<64x1x64xf32>
%15 = stablehlo.transpose %14, dims = [2, 0, 1] : (tensor<64x1x64xf32>) -> tensor<64x64x1xf32>
%16 = stablehlo.reshape %15 : (tensor<64x64x1xf32>) -> tensor<64x64xf32>
return %16 : tensor<64x64xf32>
}
func.func private @slogdet(%arg0: tensor<64x64xf32>) -> (tensor<f32>, tensor<f32>) {
%0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64xi32>, tensor<i32>)
%c = stablehlo.constant dense<1> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<64xi32>
%2 = stablehlo.subtract %0#1, %1 : tensor<64xi32>
%c_0 = stablehlo.constant dense<0> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<i32>
%4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
%7 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<64x64xi1>
%8 = stablehlo.select %7, %0#0, %6 : tensor<64x64xi1>, tensor<64x64xf32>
%9 = stablehlo.iota dim = 0 : tensor<64xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%10:4 = stablehlo.while(%iterArg = %2, %iterArg_13 = %c_2, %iterArg_14 = %c_1, %iterArg_15 = %9) : tensor<64xi32>, tensor<i64>, tensor<i64>, tensor<64xi32>
cond {
%c_16 = stablehlo.constant dense<64> : tensor<i64>
%32 = stablehlo.compare LT, %iterArg_13, %c_16, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %32 : tensor<i1>
} do {
%32:2 = func.call @closed_call(%iterArg, %iterArg_14, %iterArg_15) : (tensor<64xi32>, tensor<i64>, tensor<64xi32>) -> (tensor<i64>, tensor<64xi32>)
%c_16 = stablehlo.constant dense<1> : tensor<i64>
%33 = stablehlo.add %iterArg_13, %c_16 : tensor<i64>
stablehlo.return %iterArg, %33, %32#0, %32#1 : tensor<64xi32>, tensor<i64>, tensor<i64>, tensor<64xi32>
}
%11 = call @diagonal(%8) : (tensor<64x64xf32>) -> tensor<64xf32>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<64xf32>
%13 = stablehlo.compare EQ, %11, %12, FLOAT : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xi1>
%c_4 = stablehlo.constant dense<false> : tensor<i1>
%14 = stablehlo.reduce(%13 init: %c_4) applies stablehlo.or across dimensions = [0] : (tensor<64xi1>, tensor<i1>) -> tensor<i1>
%15 = stablehlo.iota dim = 0 : tensor<64xi32>
%16 = stablehlo.compare NE, %2, %15, SIGNED : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
%17 = call @count_nonzero(%16) : (tensor<64xi1>) -> tensor<i64>
%cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%18 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64xf32>
%19 = stablehlo.compare LT, %11, %18, FLOAT : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xi1>
%20 = call @count_nonzero(%19) : (tensor<64xi1>) -> tensor<i64>
%21 = stablehlo.add %17, %20 : tensor<i64>
%c_6 = stablehlo.constant dense<2> : tensor<i64>
%22 = call @remainder(%21, %c_6) : (tensor<i64>, tensor<i64>) -> tensor<i64>
%c_7 = stablehlo.constant dense<-2> : tensor<i64>
%23 = stablehlo.multiply %c_7, %22 : tensor<i64>
%c_8 = stablehlo.constant dense<1> : tensor<i64>
%24 = stablehlo.add %23, %c_8 : tensor<i64>
%25 = stablehlo.convert %24 : (tensor<i64>) -> tensor<f32>
%cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%26 = stablehlo.multiply %cst_9, %25 : tensor<f32>
%cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%27 = call @_where_2(%14, %cst_10, %26) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
%28 = stablehlo.abs %11 : tensor<64xf32>
%29 = stablehlo.log %28 : tensor<64xf32>
%cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%30 = stablehlo.reduce(%29 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
%cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%31 = call @_where_2(%14, %cst_12, %30) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
return %27, %31 : tensor<f32>, tensor<f32>
}
func.func private @diagonal(%arg0: tensor<64x64xf32>) -> tensor<64xf32> {
%0 = stablehlo.iota dim = 0 : tensor<64x64xi64>
%1 = stablehlo.iota dim = 1 : tensor<64x64xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<64x64xi64>
%3 = stablehlo.add %0, %2 : tensor<64x64xi64>
%4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<64x64xi64>, tensor<64x64xi64>) -> tensor<64x64xi1>
%5 = stablehlo.convert %4 : (tensor<64x64xi1>) -> tensor<64x64xf32>
%c_0 = stablehlo.constant dense<1> : tensor<i32>
%6 = "stablehlo.case"(%c_0) ({
%c_1 = stablehlo.constant dense<0> : tensor<i32>
stablehlo.return %c_1 : tensor<i32>
}, {
%c_1 = stablehlo.constant dense<0> : tensor<i32>
stablehlo.return %c_1 : tensor<i32>
}) : (tensor<i32>) -> tensor<i32>
%7 = "stablehlo.case"(%6) ({
%8 = stablehlo.iota dim = 0 : tensor<64xi64>
%9 = stablehlo.iota dim = 0 : tensor<64xi64>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<64xi64>
%11 = stablehlo.compare LT, %8, %10, SIGNED : (tensor<64xi64>, tensor<64xi64>) -> tensor<64xi1>
%c_2 = stablehlo.constant dense<64> : tensor<i64>
%12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<64xi64>
%13 = stablehlo.add %8, %12 : tensor<64xi64>
%14 = stablehlo.select %11, %13, %8 : tensor<64xi1>, tensor<64xi64>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<64xi64>
%16 = stablehlo.compare LT, %9, %15, SIGNED : (tensor<64xi64>, tensor<64xi64>) -> tensor<64xi1>
%c_4 = stablehlo.constant dense<64> : tensor<i64>
%17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i64>) -> tensor<64xi64>
%18 = stablehlo.add %9, %17 : tensor<64xi64>
%19 = stablehlo.select %16, %18, %9 : tensor<64xi1>, tensor<64xi64>
%20 = stablehlo.convert %14 : (tensor<64xi64>) -> tensor<64xi32>
%21 = stablehlo.convert %19 : (tensor<64xi64>) -> tensor<64xi32>
%22 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
%23 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
%24 = stablehlo.concatenate %22, %23, dim = 1 : (tensor<64x1xi32>, tensor<64x1xi32>) -> tensor<64x2xi32>
%25 = "stablehlo.gather"(%arg0, %24) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<64x64xf32>, tensor<64x2xi32>) -> tensor<64xf32>
stablehlo.return %25 : tensor<64xf32>
}) : (tensor<i32>) -> tensor<64xf32>
return %7 : tensor<64xf32>
}
func.func private @count_nonzero(%arg0: tensor<64xi1>) -> tensor<i64> {
%c = stablehlo.constant dense<false> : tensor<i1>
%0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<64xi1>
%1 = stablehlo.compare NE, %arg0, %0, UNSIGNED : (tensor<64xi1>, tensor<64xi1>) -> tensor<64xi1>
%2 = stablehlo.convert %1 : (tensor<64xi1>) -> tensor<64xi32>
%3 = stablehlo.convert %2 : (tensor<64xi32>) -> tensor<64xi64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%4 = stablehlo.reduce(%3 init: %c_0) applies stablehlo.add across dimensions = [0] : (tensor<64xi64>, tensor<i64>) -> tensor<i64>
return %4 : tensor<i64>
}
func.func private @remainder(%arg0: tensor<i64>, %arg1: tensor<i64>) -> tensor<i64> {
%0 = stablehlo.convert %arg1 : tensor<i64>
%c = stablehlo.constant dense<0> : tensor<i64>
%1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_0 = stablehlo.constant dense<1> : tensor<i64>
%2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
%3 = stablehlo.remainder %arg0, %2 : tensor<i64>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%4 = stablehlo.compare NE, %3, %c_1, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%5 = stablehlo.compare LT, %3, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%6 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
%8 = stablehlo.and %7, %4 : tensor<i1>
%9 = stablehlo.add %3, %2 : tensor<i64>
%10 = stablehlo.select %8, %9, %3 : tensor<i1>, tensor<i64>
return %10 : tensor<i64>
}
func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i64>, %arg2: tensor<i64>) -> tensor<i64> {
%0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i64>
return %0 : tensor<i64>
}
func.func private @_where_2(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
%0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<f32>
return %0 : tensor<f32>
}
}
// -----
// solve, inv, slogdet, 3x8x8 of float64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf64>, tensor<3xf64>, tensor<3xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0xDD72C00F3485E23CB2D95A512D93E53C000000000000243D000000000000243D"> : tensor<4xf64>
    %2 = stablehlo.constant dense<"0x000000000000F03F000000000000F03F000000000000F03F"> : tensor<3xf64>
    %3 = stablehlo.constant dense<"0xC2788E700DCB2B403450808745C02B40F8541A15CD102C40"> : tensor<3xf64>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<4xf64>, tensor<3xf64>, tensor<3xf64>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<4xf64>, tensor<3xf64>, tensor<3xf64>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<4xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<4xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf64>, %arg2: tensor<3xf64>, %arg3: tensor<3xf64>) -> (tensor<4xf64>) {
%cst = stablehlo.constant dense<"0x00000080A070D63F00000000B8CE863F000000000C99C8BF00000000442FDBBF000000C06BC8D4BF000000000E20C33F0000000040B66D3F00000080A620DE3F000000803FEEC03F000000007EADAE3F00000080E47FCCBF0000000048DFC53F000000000B19BBBF000000002ACFAB3F000000C0F4F3D03F000000C0492ED63F000000402049DABF000000C0E195DEBF00000080BBDADABF00000000A86493BF000000005DC5B8BF000000804DA8DFBF000000404578DFBF00000000883B9A3F00000000CD10CFBF0000008046E6D03F000000001602A4BF00000040F184D33F000000008FD7BEBF0000008071CEDC3F00000040A9C7D53F00000080B41CCA3F000000C08E02D83F000000000433B43F000000805A1CD63F00000000B2E4BFBF00000000F3B8B3BF000000805902CC3F00000080D654DBBF00000000400CA03F00000080521CC63F000000001169CFBF00000000EB18CC3F000000004019723F00000080A4AED03F000000805BFEC5BF00000000A337CEBF00000000016ACB3F000000809DE4DCBF00000000D473BFBF000000001262B9BF00000080097EC7BF000000C007ABD23F00000000C1ECDABF00000080F4EBC53F00000000A4DAB23F00000000E90AD73F000000809247D93F00000080AA48CA3F00000040AF16D13F00000000B7F1B13F0000004005C9DF3F00000080DC93DC3F000000003B88BF3F000000805088D93F0000004098BBD93F0000008042FCD83F000000000A87D03F00000080CAE3DCBF000000804079C13F00000000209C843F000000802BE5D03F00000000BC15B7BF0000000064689ABF00000080C778D3BF000000808ACFDCBF000000800380DC3F00000080F83FC3BF00000000D38FBA3F000000006BF4DEBF00000080E66FD53F00000000B6AEB7BF00000000086BB4BF00000040A043D1BF00000040D006DBBF00000080FBEBCBBF00000080DEE8CF3F000000807E2ADB3F00000000B62ED4BF000000006987D7BF000000C0C619DE3F00000000EC88C53F00000040C8C2D73F000000806C5ED8BF000000C0A2BADABF000000C0B5F3D43F00000000F4E0C1BF00000000F844913F00000000DDFEC0BF0000000031BDBDBF00000040924ED1BF00000080E629C6BF00000080C521D93F00000000E00FD7BF000000406724DE3F00000000BBD5B2BF00000000AA1BC43F000000C0BB7AD6BF000000806294C83F00000080961DD43F000000404245D4BF0000000080675B3F00000040835ADB3F00000000BB4AC8BF000000C08028DABF000000803771D6BF000000806084D93F0000008085B4CDBF0000000060FF74BF0000000056E9BF3F00000000CE38C33F00000000B385D1BF0000000002E4D73F00000080F4F8D6BF0000000067BCD03F000000808B19CDBF000000C09B95D2BF000000401B02D2BF000000C0BDF8D7BF000000006ED2D13F000000809353D33F000000C010F0D63F0000004015E8D03F000000C00518DCBF00000000CC37A7BF000000005C59A8BF0000000090BD80BF00000040E6D4D43F00000000B6EACA3F000000003F86C13F0000000010BFDABF000000C09F2FD1BF00000000D05ADEBF00000000B173DC3F00000080F96CD43F000000000F55DDBF00000000EC37DC3F00000000B6E6B73F00000040EF8CD23F00000040E108D73F00000040AABED8BF000000401275D9BF00000080DFFAD8BF0000008006E1CEBF0000000000C2983F000000C064D4DC3F000000807734C13F000000406746D23F0000004092A2DDBF00000000CA97B7BF00000000E4FE97BF0000000015A4B1BF00000080F2C9C7BF00000000405681BF000000809FABC83F000000C0567CDFBF0000004001F5DE3F000000003067843F00000080ADBDC13F000000807B7AD5BF00000080645BC13F00000000F8FDB23F00000000C347CE3F0000000052E8DBBF000000006D2ECDBF00000000A550CDBF0000000003F3CCBF0000000008899B3F000000004DFFB03F000000401D91DD3F00000000B16EC03F000000C0F0C5DF3F000000003F02B03F00000040D248D9BF000000C018F5DCBF000000803C89D43F00000080C916C73F000000C0172DD93F000000006AD7B33F0000008046F4CA3F000000008B78CF3F00000080D40ED23F"> : tensor<3x8x8xf64>
%cst_0 = stablehlo.constant dense<[[[-0.026811361312866211, 0.25516748428344727], [-0.46514749526977539, 0.32294362783432007], [-0.25077140331268311, 0.36902523040771484], [-0.22683066129684448, -0.24300801753997803], [0.14382898807525635, -0.41426074504852295], [0.36558830738067627, 0.33788466453552246], [0.31754451990127563, -0.047320067882537842], [-0.37608188390731812, -0.3755791187286377]], [[0.4769059419631958, -0.11668843030929565], [0.40387183427810669, 0.0022581219673156738], [-0.48017752170562744, -0.43797928094863892], [-0.0017549991607666016, -0.38306200504302979], [0.2491028904914856, -0.40789586305618286], [-0.20685380697250366, 0.42493098974227905], [0.22587502002716064, -0.17742443084716797], [-0.07888263463973999, -0.2070314884185791]], [[-0.075400412082672119, -0.044401347637176514], [-0.13714885711669922, 0.27278971672058105], [-0.072687029838562012, 0.21852761507034302], [0.37209540605545044, -0.13192069530487061], [-0.042827844619750977, 0.27007144689559937], [-0.28515607118606567, 0.30444318056106567], [-0.15536302328109741, 0.081573784351348876], [0.17368185520172119, 0.4809412956237793]]]> : tensor<3x8x2xf64>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%2 = stablehlo.multiply %cst, %1 : tensor<3x8x8xf64>
%3 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f64>) -> tensor<3x8x2xf64>
%5 = stablehlo.multiply %cst_0, %4 : tensor<3x8x2xf64>
%6 = call @solve(%2, %5) : (tensor<3x8x8xf64>, tensor<3x8x2xf64>) -> tensor<3x8x2xf64>
%7 = call @inv(%2) : (tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%8 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%9 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%10 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%11 = stablehlo.add %8, %10 : tensor<8x8xi64>
%12 = stablehlo.compare EQ, %11, %9, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%13 = stablehlo.convert %12 : (tensor<8x8xi1>) -> tensor<8x8xf64>
%cst_1 = stablehlo.constant dense<5.6568542494923806> : tensor<f64>
%14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<8x8xf64>
%15 = stablehlo.multiply %14, %13 : tensor<8x8xf64>
%16 = stablehlo.broadcast_in_dim %15, dims = [1, 2] : (tensor<8x8xf64>) -> tensor<1x8x8xf64>
%17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<1x8x8xf64>) -> tensor<3x8x8xf64>
%18 = stablehlo.add %2, %17 : tensor<3x8x8xf64>
%19:2 = call @slogdet(%18) : (tensor<3x8x8xf64>) -> (tensor<3xf64>, tensor<3xf64>)
%20 = stablehlo.dot_general %2, %6, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x8x8xf64>, tensor<3x8x2xf64>) -> tensor<3x8x2xf64>
%21 = stablehlo.subtract %20, %5 : tensor<3x8x2xf64>
%22 = stablehlo.abs %21 : tensor<3x8x2xf64>
%cst_2 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%23 = stablehlo.reduce(%22 init: %cst_2) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x8x2xf64>, tensor<f64>) -> tensor<f64>
%24 = stablehlo.abs %2 : tensor<3x8x8xf64>
%cst_3 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%25 = stablehlo.reduce(%24 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<f64>
%26 = stablehlo.abs %6 : tensor<3x8x2xf64>
%cst_4 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%27 = stablehlo.reduce(%26 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x8x2xf64>, tensor<f64>) -> tensor<f64>
%28 = stablehlo.multiply %25, %27 : tensor<f64>
%29 = stablehlo.divide %23, %28 : tensor<f64>
%30 = stablehlo.dot_general %2, %7, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x8x8xf64>, tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%31 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%32 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%33 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%34 = stablehlo.add %31, %33 : tensor<8x8xi64>
%35 = stablehlo.compare EQ, %34, %32, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%36 = stablehlo.convert %35 : (tensor<8x8xi1>) -> tensor<8x8xf64>
%37 = stablehlo.broadcast_in_dim %36, dims = [1, 2] : (tensor<8x8xf64>) -> tensor<1x8x8xf64>
%38 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2] : (tensor<1x8x8xf64>) -> tensor<3x8x8xf64>
%39 = stablehlo.subtract %30, %38 : tensor<3x8x8xf64>
%40 = stablehlo.abs %39 : tensor<3x8x8xf64>
%cst_6 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%41 = stablehlo.reduce(%40 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<f64>
%42 = stablehlo.abs %2 : tensor<3x8x8xf64>
%cst_7 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%43 = stablehlo.reduce(%42 init: %cst_7) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<f64>
%44 = stablehlo.abs %7 : tensor<3x8x8xf64>
%cst_8 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%45 = stablehlo.reduce(%44 init: %cst_8) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<f64>
%46 = stablehlo.multiply %43, %45 : tensor<f64>
%47 = stablehlo.divide %41, %46 : tensor<f64>
%48 = stablehlo.subtract %19#0, %arg2 : tensor<3xf64>
%49 = stablehlo.abs %48 : tensor<3xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%50 = stablehlo.reduce(%49 init: %cst_9) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
%51 = stablehlo.subtract %19#1, %arg3 : tensor<3xf64>
%52 = stablehlo.abs %51 : tensor<3xf64>
%cst_10 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%53 = stablehlo.reduce(%52 init: %cst_10) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
%54 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f64>) -> tensor<1xf64>
%55 = stablehlo.broadcast_in_dim %47, dims = [] : (tensor<f64>) -> tensor<1xf64>
%56 = stablehlo.broadcast_in_dim %50, dims = [] : (tensor<f64>) -> tensor<1xf64>
%57 = stablehlo.broadcast_in_dim %53, dims = [] : (tensor<f64>) -> tensor<1xf64>
%58 = stablehlo.concatenate %54, %55, %56, %57, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<4xf64>
%59 = stablehlo.divide %58, %arg1 : tensor<4xf64>
return %59 : tensor<4xf64>
}
func.func private @solve(%arg0: tensor<3x8x8xf64>, %arg1: tensor<3x8x2xf64>) -> tensor<3x8x2xf64> {
%0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<3x8x8xf64>) -> (tensor<3x8x8xf64>, tensor<3x8xi32>, tensor<3xi32>)
%c = stablehlo.constant dense<1> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x8xi32>
%2 = stablehlo.subtract %0#1, %1 : tensor<3x8xi32>
%c_0 = stablehlo.constant dense<0> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3xi32>
%4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
%5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<3xi1>) -> tensor<3x1x1xi1>
%cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%7 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<3x1x1xi1>) -> tensor<3x8x8xi1>
%8 = stablehlo.select %7, %0#0, %6 : tensor<3x8x8xi1>, tensor<3x8x8xf64>
%9 = stablehlo.iota dim = 1 : tensor<3x8xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%10:4 = stablehlo.while(%iterArg = %2, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %9) : tensor<3x8xi32>, tensor<i64>, tensor<i64>, tensor<3x8xi32>
cond {
%c_6 = stablehlo.constant dense<8> : tensor<i64>
%14 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %14 : tensor<i1>
} do {
%14:2 = func.call @closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<3x8xi32>, tensor<i64>, tensor<3x8xi32>) -> (tensor<i64>, tensor<3x8xi32>)
%c_6 = stablehlo.constant dense<1> : tensor<i64>
%15 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
stablehlo.return %iterArg, %15, %14#0, %14#1 : tensor<3x8xi32>, tensor<i64>, tensor<i64>, tensor<3x8xi32>
}
%11 = stablehlo.transpose %arg1, dims = [0, 2, 1] : (tensor<3x8x2xf64>) -> tensor<3x2x8xf64>
%12 = call @_lu_solve(%8, %10#3, %11) : (tensor<3x8x8xf64>, tensor<3x8xi32>, tensor<3x2x8xf64>) -> tensor<3x2x8xf64>
%13 = stablehlo.transpose %12, dims = [0, 2, 1] : (tensor<3x2x8xf64>) -> tensor<3x8x2xf64>
return %13 : tensor<3x8x2xf64>
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
func.func private @_lu_solve(%arg0: tensor<3x8x8xf64>, %arg1: tensor<3x8xi32>, %arg2: tensor<3x2x8xf64>) -> tensor<3x2x8xf64> {
%0 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2] : (tensor<3x2x8xf64>) -> tensor<3x2x8x1xf64>
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x8xi32>
%2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<3x8xi32>, tensor<3x8xi32>) -> tensor<3x8xi1>
%c_0 = stablehlo.constant dense<8> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3x8xi32>
%4 = stablehlo.add %arg1, %3 : tensor<3x8xi32>
%5 = stablehlo.select %2, %4, %arg1 : tensor<3x8xi1>, tensor<3x8xi32>
%6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<3x8xi32>) -> tensor<3x8x1xi32>
%7 = "stablehlo.gather"(%0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 1, 1>}> : (tensor<3x2x8x1xf64>, tensor<3x8x1xi32>) -> tensor<3x2x8x1xf64>
%8 = stablehlo.transpose %7, dims = [0, 2, 3, 1] : (tensor<3x2x8x1xf64>) -> tensor<3x8x1x2xf64>
%9 = stablehlo.reshape %8 : (tensor<3x8x1x2xf64>) -> tensor<3x8x2xf64>
%10 = stablehlo.custom_call @lapack_dtrsm_ffi(%arg0, %9) {mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x8x8xf64>, tensor<3x8x2xf64>) -> tensor<3x8x2xf64>
%11 = stablehlo.reshape %10 : (tensor<3x8x2xf64>) -> tensor<3x8x1x2xf64>
%12 = stablehlo.reshape %11 : (tensor<3x8x1x2xf64>) -> tensor<3x8x2xf64>
%13 = stablehlo.custom_call @lapack_dtrsm_ffi(%arg0, %12) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}} : (tensor<3x8x8xf64>, tensor<3x8x2xf64>) -> tensor<3x8x2xf64>
%14 = stablehlo.reshape %13 : (tensor<3x8x2xf64>) -> tensor<3x8x1x2xf64>
%15 = stablehlo.transpose %14, dims = [0, 3, 1, 2] : (tensor<3x8x1x2xf64>) -> tensor<3x2x8x1xf64>
%16 = stablehlo.reshape %15 : (tensor<3x2x8x1xf64>) -> tensor<3x2x8xf64>
return %16 : tensor<3x2x8xf64>
}
func.func private @inv(%arg0: tensor<3x8x8xf64>) -> tensor<3x8x8xf64> {
%0 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%1 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%3 = stablehlo.add %0, %2 : tensor<8x8xi64>
%4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%5 = stablehlo.convert %4 : (tensor<8x8xi1>) -> tensor<8x8xf64>
%6 = stablehlo.broadcast_in_dim %5, dims = [1, 2] : (tensor<8x8xf64>) -> tensor<3x8x8xf64>
%7 = call @solve_0(%arg0, %6) : (tensor<3x8x8xf64>, tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
return %7 : tensor<3x8x8xf64>
}
func.func private @solve_0(%arg0: tensor<3x8x8xf64>, %arg1: tensor<3x8x8xf64>) -> tensor<3x8x8xf64> {
%0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<3x8x8xf64>) -> (tensor<3x8x8xf64>, tensor<3x8xi32>, tensor<3xi32>)
%c = stablehlo.constant dense<1> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x8xi32>
%2 = stablehlo.subtract %0#1, %1 : tensor<3x8xi32>
%c_0 = stablehlo.constant dense<0> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3xi32>
%4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
%5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<3xi1>) -> tensor<3x1x1xi1>
%cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%7 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<3x1x1xi1>) -> tensor<3x8x8xi1>
%8 = stablehlo.select %7, %0#0, %6 : tensor<3x8x8xi1>, tensor<3x8x8xf64>
%9 = stablehlo.iota dim = 1 : tensor<3x8xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%10:4 = stablehlo.while(%iterArg = %2, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %9) : tensor<3x8xi32>, tensor<i64>, tensor<i64>, tensor<3x8xi32>
cond {
%c_6 = stablehlo.constant dense<8> : tensor<i64>
%14 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %14 : tensor<i1>
} do {
%14:2 = func.call @closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<3x8xi32>, tensor<i64>, tensor<3x8xi32>) -> (tensor<i64>, tensor<3x8xi32>)
%c_6 = stablehlo.constant dense<1> : tensor<i64>
%15 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
stablehlo.return %iterArg, %15, %14#0, %14#1 : tensor<3x8xi32>, tensor<i64>, tensor<i64>, tensor<3x8xi32>
}
%11 = stablehlo.transpose %arg1, dims = [0, 2, 1] : (tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%12 = call @_lu_solve_1(%8, %10#3, %11) : (tensor<3x8x8xf64>, tensor<3x8xi32>, tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%13 = stablehlo.transpose %12, dims = [0, 2, 1] : (tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
return %13 : tensor<3x8x8xf64>
}
func.func private @_lu_solve_1(%arg0: tensor<3x8x8xf64>, %arg1: tensor<3x8xi32>, %arg2: tensor<3x8x8xf64>) -> tensor<3x8x8xf64> {
%0 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2] : (tensor<3x8x8xf64>) -> tensor<3x8x8x1xf64>
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x8xi32>
%2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<3x8xi32>, tensor<3x8xi32>) -> tensor<3x8xi1>
%c_0 = stablehlo.constant dense<8> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3x8xi32>
%4 = stablehlo.add %arg1, %3 : tensor<3x8xi32>
%5 = stablehlo.select %2, %4, %arg1 : tensor<3x8xi1>, tensor<3x8xi32>
%6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<3x8xi32>) -> tensor<3x8x1xi32>
%7 = "stablehlo.gather"(%0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8, 1, 1>}> : (tensor<3x8x8x1xf64>, tensor<3x8x1xi32>) -> tensor<3x8x8x1xf64>
%8 = stablehlo.transpose %7, dims = [0, 2, 3, 1] : (tensor<3x8x8x1xf64>) -> tensor<3x8x1x8xf64>
%9 = stablehlo.reshape %8 : (tensor<3x8x1x8xf64>) -> tensor<3x8x8xf64>
%10 = stablehlo.custom_call @lapack_dtrsm_ffi(%arg0, %9) {mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x8x8xf64>, tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%11 = stablehlo.reshape %10 : (tensor<3x8x8xf64>) -> tensor<3x8x1x8xf64>
%12 = stablehlo.reshape %11 : (tensor<3x8x1x8xf64>) -> tensor<3x8x8xf64>
%13 = stablehlo.custom_call @lapack_dtrsm_ffi(%arg0, %12) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}} : (tensor<3x8x8xf64>, tensor<3x8x8xf64>) -> tensor<3x8x8xf64>
%14 = stablehlo.reshape %13 : (tensor<3x8x8xf64>) -> tensor<3x8x1x8xf64>
%15 = stablehlo.transpose %14, dims = [0, 3, 1, 2] : (tensor<3x8x1x8xf64>) -> tensor<3x8x8x1xf64>
%16 = stablehlo.reshape %15 : (tensor<3x8x8x1xf64>) -> tensor<3x8x8xf64>
return %16 : tensor<3x8x8xf64>
}
func.func private @slogdet(%arg0: tensor<3x8x8xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
%0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<3x8x8xf64>) -> (tensor<3x8x8xf64>, tensor<3x8xi32>, tensor<3xi32>)
%c = stablehlo.constant dense<1> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3x8xi32>
%2 = stablehlo.subtract %0#1, %1 : tensor<3x8xi32>
%c_0 = stablehlo.constant dense<0> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3xi32>
%4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
%5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<3xi1>) -> tensor<3x1x1xi1>
%cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%7 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<3x1x1xi1>) -> tensor<3x8x8xi1>
%8 = stablehlo.select %7, %0#0, %6 : tensor<3x8x8xi1>, tensor<3x8x8xf64>
%9 = stablehlo.iota dim = 1 : tensor<3x8xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%10:4 = stablehlo.while(%iterArg = %2, %iterArg_13 = %c_2, %iterArg_14 = %c_1, %iterArg_15 = %9) : tensor<3x8xi32>, tensor<i64>, tensor<i64>, tensor<3x8xi32>
cond {
%c_16 = stablehlo.constant dense<8> : tensor<i64>
%37 = stablehlo.compare LT, %iterArg_13, %c_16, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %37 : tensor<i1>
} do {
%37:2 = func.call @closed_call(%iterArg, %iterArg_14, %iterArg_15) : (tensor<3x8xi32>, tensor<i64>, tensor<3x8xi32>) -> (tensor<i64>, tensor<3x8xi32>)
%c_16 = stablehlo.constant dense<1> : tensor<i64>
%38 = stablehlo.add %iterArg_13, %c_16 : tensor<i64>
stablehlo.return %iterArg, %38, %37#0, %37#1 : tensor<3x8xi32>, tensor<i64>, tensor<i64>, tensor<3x8xi32>
}
%11 = call @diagonal(%8) : (tensor<3x8x8xf64>) -> tensor<3x8xf64>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f64>) -> tensor<3x8xf64>
%13 = stablehlo.compare EQ, %11, %12, FLOAT : (tensor<3x8xf64>, tensor<3x8xf64>) -> tensor<3x8xi1>
%c_4 = stablehlo.constant dense<false> : tensor<i1>
%14 = stablehlo.reduce(%13 init: %c_4) applies stablehlo.or across dimensions = [1] : (tensor<3x8xi1>, tensor<i1>) -> tensor<3xi1>
%15 = stablehlo.iota dim = 0 : tensor<8xi32>
%16 = stablehlo.broadcast_in_dim %15, dims = [1] : (tensor<8xi32>) -> tensor<1x8xi32>
%17 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<1x8xi32>) -> tensor<3x8xi32>
%18 = stablehlo.compare NE, %2, %17, SIGNED : (tensor<3x8xi32>, tensor<3x8xi32>) -> tensor<3x8xi1>
%19 = call @count_nonzero(%18) : (tensor<3x8xi1>) -> tensor<3xi64>
%cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%20 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f64>) -> tensor<3x8xf64>
%21 = stablehlo.compare LT, %11, %20, FLOAT : (tensor<3x8xf64>, tensor<3x8xf64>) -> tensor<3x8xi1>
%22 = call @count_nonzero(%21) : (tensor<3x8xi1>) -> tensor<3xi64>
%23 = stablehlo.add %19, %22 : tensor<3xi64>
%c_6 = stablehlo.constant dense<2> : tensor<i64>
%24 = call @remainder(%23, %c_6) : (tensor<3xi64>, tensor<i64>) -> tensor<3xi64>
%c_7 = stablehlo.constant dense<-2> : tensor<i64>
%25 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i64>) -> tensor<3xi64>
%26 = stablehlo.multiply %25, %24 : tensor<3xi64>
%c_8 = stablehlo.constant dense<1> : tensor<i64>
%27 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i64>) -> tensor<3xi64>
%28 = stablehlo.add %26, %27 : tensor<3xi64>
%29 = stablehlo.convert %28 : (tensor<3xi64>) -> tensor<3xf64>
%cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
%30 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f64>) -> tensor<3xf64>
%31 = stablehlo.multiply %30, %29 : tensor<3xf64>
%cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%32 = call @_where_2(%14, %cst_10, %31) : (tensor<3xi1>, tensor<f64>, tensor<3xf64>) -> tensor<3xf64>
%33 = stablehlo.abs %11 : tensor<3x8xf64>
%34 = stablehlo.log %33 : tensor<3x8xf64>
%cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%35 = stablehlo.reduce(%34 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<3x8xf64>, tensor<f64>) -> tensor<3xf64>
%cst_12 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%36 = call @_where_2(%14, %cst_12, %35) : (tensor<3xi1>, tensor<f64>, tensor<3xf64>) -> tensor<3xf64>
return %32, %36 : tensor<3xf64>, tensor<3xf64>
}
func.func private @diagonal(%arg0: tensor<3x8x8xf64>) -> tensor<3x8xf64> {
%0 = stablehlo.iota dim = 0 : tensor<8xi64>
%1 = stablehlo.iota dim = 0 : tensor<8xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8xi64>
%3 = stablehlo.compare LT, %0, %2, SIGNED : (tensor<8xi64>, tensor<8xi64>) -> tensor<8xi1>
%c_0 = stablehlo.constant dense<8> : tensor<i64>
%4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<8xi64>
%5 = stablehlo.add %0, %4 : tensor<8xi64>
%6 = stablehlo.select %3, %5, %0 : tensor<8xi1>, tensor<8xi64>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<8xi64>
%8 = stablehlo.compare LT, %1, %7, SIGNED : (tensor<8xi64>, tensor<8xi64>) -> tensor<8xi1>
%c_2 = stablehlo.constant dense<8> : tensor<i64>
%9 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<8xi64>
%10 = stablehlo.add %1, %9 : tensor<8xi64>
%11 = stablehlo.select %8, %10, %1 : tensor<8xi1>, tensor<8xi64>
%12 = stablehlo.convert %6 : (tensor<8xi64>) -> tensor<8xi32>
%13 = stablehlo.convert %11 : (tensor<8xi64>) -> tensor<8xi32>
%14 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
%15 = stablehlo.broadcast_in_dim %13, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
%16 = stablehlo.concatenate %14, %15, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
%17 = "stablehlo.gather"(%arg0, %16) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1, 2], start_index_map = [1, 2], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 3, 1, 1>}> : (tensor<3x8x8xf64>, tensor<8x2xi32>) -> tensor<3x8xf64>
return %17 : tensor<3x8xf64>
}
func.func private @count_nonzero(%arg0: tensor<3x8xi1>) -> tensor<3xi64> {
%c = stablehlo.constant dense<false> : tensor<i1>
%0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<3x8xi1>
%1 = stablehlo.compare NE, %arg0, %0, UNSIGNED : (tensor<3x8xi1>, tensor<3x8xi1>) -> tensor<3x8xi1>
%2 = stablehlo.convert %1 : (tensor<3x8xi1>) -> tensor<3x8xi32>
%3 = stablehlo.convert %2 : (tensor<3x8xi32>) -> tensor<3x8xi64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%4 = stablehlo.reduce(%3 init: %c_0) applies stablehlo.add across dimensions = [1] : (tensor<3x8xi64>, tensor<i64>) -> tensor<3xi64>
return %4 : tensor<3xi64>
}
func.func private @remainder(%arg0: tensor<3xi64>, %arg1: tensor<i64>) -> tensor<3xi64> {
%0 = stablehlo.convert %arg1 : tensor<i64>
%c = stablehlo.constant dense<0> : tensor<i64>
%1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_0 = stablehlo.constant dense<1> : tensor<i64>
%2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
%3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i64>) -> tensor<3xi64>
%4 = stablehlo.remainder %arg0, %3 : tensor<3xi64>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<3xi64>
%6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<3xi64>
%8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<3xi1>
%11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
%12 = stablehlo.and %11, %6 : tensor<3xi1>
%13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i64>) -> tensor<3xi64>
%14 = stablehlo.add %4, %13 : tensor<3xi64>
%15 = stablehlo.select %12, %14, %4 : tensor<3xi1>, tensor<3xi64>
return %15 : tensor<3xi64>
}
func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i64>, %arg2: tensor<i64>) -> tensor<i64> {
%0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i64>
return %0 : tensor<i64>
}
func.func private @_where_2(%arg0: tensor<3xi1>, %arg1: tensor<f64>, %arg2: tensor<3xf64>) -> tensor<3xf64> {
%0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f64>) -> tensor<3xf64>
%1 = stablehlo.select %arg0, %0, %arg2 : tensor<3xi1>, tensor<3xf64>
return %1 : tensor<3xf64>
}
}
// -----
// singular and NaN, 4x4 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<f32>, tensor<f32>, tensor<4x1xf32>, tensor<4x4xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000803400002036CDCC4C3200000035"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x00000000"> : tensor<f32>
    %3 = stablehlo.constant dense<"0xD5D2B5BB"> : tensor<f32>
    %4 = stablehlo.constant dense<"0x0000803F0000803F0000803F0000803F"> : tensor<4x1xf32>
    %5 = stablehlo.constant dense<"0x0485B33E0000000060C8443E207AD93E90186D3F000000009A89323E1C699E3DAD919A3E000000000AD7533E64955F3E00000000000000000000000000000000"> : tensor<4x4xf32>
    return %0, %1, %2, %3, %4, %5 : tensor<ui32>, tensor<4xf32>, tensor<f32>, tensor<f32>, tensor<4x1xf32>, tensor<4x4xf32>
  }
  func.func public @main() {
    %given:6 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<f32>, tensor<f32>, tensor<4x1xf32>, tensor<4x4xf32>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3, %given#4, %given#5) : (tensor<ui32>, tensor<4xf32>, tensor<f32>, tensor<f32>, tensor<4x1xf32>, tensor<4x4xf32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<4x1xf32>, %arg5: tensor<4x4xf32>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865], [-0.324732721, 0.149415731, 0.00362694263, 0.470742822], [0.132270753, 0.0599173903, -0.222652972, 0.170876503], [-0.105850875, 0.0543149114, 0.264889896, 0.346575201]]> : tensor<4x4xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<4x4xf32>
%c = stablehlo.constant dense<2> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
%cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
%5 = "stablehlo.scatter"(%2, %3, %4) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
stablehlo.return %arg7 : tensor<f32>
}) : (tensor<4x4xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<4x4xf32>
%c_1 = stablehlo.constant dense<1> : tensor<i32>
%6 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<1xi32>
%cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4xf32>
%8 = "stablehlo.scatter"(%5, %6, %7) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
stablehlo.return %arg7 : tensor<f32>
}) : (tensor<4x4xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<4x4xf32>
%c_3 = stablehlo.constant dense<1> : tensor<i32>
%9 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<1xi32>
%c_4 = stablehlo.constant dense<0> : tensor<i32>
%10 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<1xi32>
%11 = stablehlo.concatenate %9, %10, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
%cst_5 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = "stablehlo.scatter"(%2, %11, %cst_5) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>, unique_indices = true}> ({
^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
stablehlo.return %arg7 : tensor<f32>
}) : (tensor<4x4xf32>, tensor<2xi32>, tensor<f32>) -> tensor<4x4xf32>
%cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%13 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x1xf32>
%14 = call @solve(%12, %13) : (tensor<4x4xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
%15 = call @det(%8) : (tensor<4x4xf32>) -> tensor<f32>
%16 = call @det(%2) : (tensor<4x4xf32>) -> tensor<f32>
%17 = stablehlo.compare NE, %14, %14, FLOAT : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xi1>
%18 = stablehlo.convert %17 : (tensor<4x1xi1>) -> tensor<4x1xf32>
%19:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%8) {mhlo.backend_config = {}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xi32>, tensor<i32>)
%c_7 = stablehlo.constant dense<1> : tensor<i32>
%20 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<4xi32>
%21 = stablehlo.subtract %19#1, %20 : tensor<4xi32>
%c_8 = stablehlo.constant dense<0> : tensor<i32>
%22 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<i32>
%23 = stablehlo.compare GE, %19#2, %22, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%24 = stablehlo.broadcast_in_dim %23, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_9 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%25 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%26 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
%27 = stablehlo.select %26, %19#0, %25 : tensor<4x4xi1>, tensor<4x4xf32>
%28 = stablehlo.iota dim = 0 : tensor<4xi32>
%c_10 = stablehlo.constant dense<0> : tensor<i64>
%c_11 = stablehlo.constant dense<0> : tensor<i64>
%29:4 = stablehlo.while(%iterArg = %21, %iterArg_16 = %c_11, %iterArg_17 = %c_10, %iterArg_18 = %28) : tensor<4xi32>, tensor<i64>, tensor<i64>, tensor<4xi32>
cond {
%c_19 = stablehlo.constant dense<4> : tensor<i64>
%49 = stablehlo.compare LT, %iterArg_16, %c_19, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %49 : tensor<i1>
} do {
%49:2 = func.call @closed_call(%iterArg, %iterArg_17, %iterArg_18) : (tensor<4xi32>, tensor<i64>, tensor<4xi32>) -> (tensor<i64>, tensor<4xi32>)
%c_19 = stablehlo.constant dense<1> : tensor<i64>
%50 = stablehlo.add %iterArg_16, %c_19 : tensor<i64>
stablehlo.return %iterArg, %50, %49#0, %49#1 : tensor<4xi32>, tensor<i64>, tensor<i64>, tensor<4xi32>
}
%30 = stablehlo.abs %27 : tensor<4x4xf32>
%31 = stablehlo.subtract %15, %arg2 : tensor<f32>
%32 = stablehlo.abs %31 : tensor<f32>
%cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%33 = stablehlo.reduce(%32 init: %cst_12) applies stablehlo.maximum across dimensions = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
%34 = stablehlo.subtract %16, %arg3 : tensor<f32>
%35 = stablehlo.abs %34 : tensor<f32>
%cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%36 = stablehlo.reduce(%35 init: %cst_13) applies stablehlo.maximum across dimensions = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
%37 = stablehlo.subtract %18, %arg4 : tensor<4x1xf32>
%38 = stablehlo.abs %37 : tensor<4x1xf32>
%cst_14 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%39 = stablehlo.reduce(%38 init: %cst_14) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x1xf32>, tensor<f32>) -> tensor<f32>
%40 = stablehlo.subtract %30, %arg5 : tensor<4x4xf32>
%41 = stablehlo.abs %40 : tensor<4x4xf32>
%cst_15 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%42 = stablehlo.reduce(%41 init: %cst_15) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
%43 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<1xf32>
%44 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<1xf32>
%45 = stablehlo.broadcast_in_dim %39, dims = [] : (tensor<f32>) -> tensor<1xf32>
%46 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<f32>) -> tensor<1xf32>
%47 = stablehlo.concatenate %43, %44, %45, %46, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%48 = stablehlo.divide %47, %arg1 : tensor<4xf32>
return %48 : tensor<4xf32>
}
func.func private @solve(%arg0: tensor<4x4xf32>, %arg1: tensor<4x1xf32>) -> tensor<4x1xf32> {
%0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xi32>, tensor<i32>)
%c = stablehlo.constant dense<1> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
%2 = stablehlo.subtract %0#1, %1 : tensor<4xi32>
%c_0 = stablehlo.constant dense<0> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<i32>
%4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%7 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
%8 = stablehlo.select %7, %0#0, %6 : tensor<4x4xi1>, tensor<4x4xf32>
%9 = stablehlo.iota dim = 0 : tensor<4xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%10:4 = stablehlo.while(%iterArg = %2, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %9) : tensor<4xi32>, tensor<i64>, tensor<i64>, tensor<4xi32>
cond {
%c_6 = stablehlo.constant dense<4> : tensor<i64>
%14 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %14 : tensor<i1>
} do {
%14:2 = func.call @closed_call(%iterArg, %iterArg_4, %iterArg_5) : (tensor<4xi32>, tensor<i64>, tensor<4xi32>) -> (tensor<i64>, tensor<4xi32>)
%c_6 = stablehlo.constant dense<1> : tensor<i64>
%15 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
stablehlo.return %iterArg, %15, %14#0, %14#1 : tensor<4xi32>, tensor<i64>, tensor<i64>, tensor<4xi32>
}
%11 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<4x1xf32>) -> tensor<1x4xf32>
%12 = call @_lu_solve(%8, %10#3, %11) : (tensor<4x4xf32>, tensor<4xi32>, tensor<1x4xf32>) -> tensor<1x4xf32>
%13 = stablehlo.transpose %12, dims = [1, 0] : (tensor<1x4xf32>) -> tensor<4x1xf32>
return %13 : tensor<4x1xf32>
}
func.func private @closed_call(%arg0: tensor<4xi32>, %arg1: tensor<i64>, %arg2: tensor<4xi32>) -> (tensor<i64>, tensor<4xi32>) {
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
%c_3 = stablehlo.constant dense<4> : tensor<i64>
%9 = stablehlo.add %8, %c_3 : tensor<i64>
%10 = stablehlo.select %7, %9, %arg1 : tensor<i1>, tensor<i64>
%11 = stablehlo.dynamic_slice %arg2, %10, sizes = [1] : (tensor<4xi32>, tensor<i64>) -> tensor<1xi32>
%12 = stablehlo.reshape %11 : (tensor<1xi32>) -> tensor<i32>
%c_4 = stablehlo.constant dense<0> : tensor<i32>
%13 = stablehlo.compare LT, %6, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_5 = stablehlo.constant dense<4> : tensor<i32>
%14 = stablehlo.add %6, %c_5 : tensor<i32>
%15 = stablehlo.select %13, %14, %6 : tensor<i1>, tensor<i32>
%16 = stablehlo.dynamic_slice %arg2, %15, sizes = [1] : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
%17 = stablehlo.reshape %16 : (tensor<1xi32>) -> tensor<i32>
%c_6 = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.compare LT, %arg1, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_7 = stablehlo.constant dense<4> : tensor<i64>
%19 = stablehlo.add %arg1, %c_7 : tensor<i64>
%20 = stablehlo.select %18, %19, %arg1 : tensor<i1>, tensor<i64>
%21 = stablehlo.convert %20 : (tensor<i64>) -> tensor<i32>
%22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i32>) -> tensor<1xi32>
%23 = "stablehlo.scatter"(%arg2, %22, %17) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
%c_8 = stablehlo.constant dense<0> : tensor<i32>
%24 = stablehlo.compare LT, %6, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_9 = stablehlo.constant dense<4> : tensor<i32>
%25 = stablehlo.add %6, %c_9 : tensor<i32>
%26 = stablehlo.select %24, %25, %6 : tensor<i1>, tensor<i32>
%27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<i32>) -> tensor<1xi32>
%28 = "stablehlo.scatter"(%23, %27, %12) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
stablehlo.return %arg4 : tensor<i32>
}) : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
return %0, %28 : tensor<i64>, tensor<4xi32>
}
func.func private @_lu_solve(%arg0: tensor<4x4xf32>, %arg1: tensor<4xi32>, %arg2: tensor<1x4xf32>) -> tensor<1x4xf32> {
%0 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<1x4x1xf32>
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
%2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%c_0 = stablehlo.constant dense<4> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
%4 = stablehlo.add %arg1, %3 : tensor<4xi32>
%5 = stablehlo.select %2, %4, %arg1 : tensor<4xi1>, tensor<4xi32>
%6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
%7 = "stablehlo.gather"(%0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<1x4x1xf32>, tensor<4x1xi32>) -> tensor<1x4x1xf32>
%8 = stablehlo.transpose %7, dims = [1, 2, 0] : (tensor<1x4x1xf32>) -> tensor<4x1x1xf32>
%9 = stablehlo.reshape %8 : (tensor<4x1x1xf32>) -> tensor<4x1xf32>
%10 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %9) {mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<4x4xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
%11 = stablehlo.reshape %10 : (tensor<4x1xf32>) -> tensor<4x1x1xf32>
%12 = stablehlo.reshape %11 : (tensor<4x1x1xf32>) -> tensor<4x1xf32>
%13 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %12) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}} : (tensor<4x4xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
%14 = stablehlo.reshape %13 : (tensor<4x1xf32>) -> tensor<4x1x1xf32>
%15 = stablehlo.transpose %14, dims = [2, 0, 1] : (tensor<4x1x1xf32>) -> tensor<1x4x1xf32>
%16 = stablehlo.reshape %15 : (tensor<1x4x1xf32>) -> tensor<1x4xf32>
return %16 : tensor<1x4xf32>
}
func.func private @det(%arg0: tensor<4x4xf32>) -> tensor<f32> {
%0:2 = call @slogdet(%arg0) : (tensor<4x4xf32>) -> (tensor<f32>, tensor<f32>)
%1 = stablehlo.exponential %0#1 : tensor<f32>
%2 = stablehlo.multiply %0#0, %1 : tensor<f32>
return %2 : tensor<f32>
}
func.func private @slogdet(%arg0: tensor<4x4xf32>) -> (tensor<f32>, tensor<f32>) {
%0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xi32>, tensor<i32>)
%c = stablehlo.constant dense<1> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4xi32>
%2 = stablehlo.subtract %0#1, %1 : tensor<4xi32>
%c_0 = stablehlo.constant dense<0> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<i32>
%4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%7 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
%8 = stablehlo.select %7, %0#0, %6 : tensor<4x4xi1>, tensor<4x4xf32>
%9 = stablehlo.iota dim = 0 : tensor<4xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%10:4 = stablehlo.while(%iterArg = %2, %iterArg_13 = %c_2, %iterArg_14 = %c_1, %iterArg_15 = %9) : tensor<4xi32>, tensor<i64>, tensor<i64>, tensor<4xi32>
cond {
%c_16 = stablehlo.constant dense<4> : tensor<i64>
%32 = stablehlo.compare LT, %iterArg_13, %c_16, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %32 : tensor<i1>
} do {
%32:2 = func.call @closed_call(%iterArg, %iterArg_14, %iterArg_15) : (tensor<4xi32>, tensor<i64>, tensor<4xi32>) -> (tensor<i64>, tensor<4xi32>)
%c_16 = stablehlo.constant dense<1> : tensor<i64>
%33 = stablehlo.add %iterArg_13, %c_16 : tensor<i64>
stablehlo.return %iterArg, %33, %32#0, %32#1 : tensor<4xi32>, tensor<i64>, tensor<i64>, tensor<4xi32>
}
%11 = call @diagonal(%8) : (tensor<4x4xf32>) -> tensor<4xf32>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4xf32>
%13 = stablehlo.compare EQ, %11, %12, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
%c_4 = stablehlo.constant dense<false> : tensor<i1>
%14 = stablehlo.reduce(%13 init: %c_4) applies stablehlo.or across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
%15 = stablehlo.iota dim = 0 : tensor<4xi32>
%16 = stablehlo.compare NE, %2, %15, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
%17 = call @count_nonzero(%16) : (tensor<4xi1>) -> tensor<i64>
%cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%18 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4xf32>
%19 = stablehlo.compare LT, %11, %18, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
%20 = call @count_nonzero(%19) : (tensor<4xi1>) -> tensor<i64>
%21 = stablehlo.add %17, %20 : tensor<i64>
%c_6 = stablehlo.constant dense<2> : tensor<i64>
%22 = call @remainder(%21, %c_6) : (tensor<i64>, tensor<i64>) -> tensor<i64>
%c_7 = stablehlo.constant dense<-2> : tensor<i64>
%23 = stablehlo.multiply %c_7, %22 : tensor<i64>
%c_8 = stablehlo.constant dense<1> : tensor<i64>
%24 = stablehlo.add %23, %c_8 : tensor<i64>
%25 = stablehlo.convert %24 : (tensor<i64>) -> tensor<f32>
%cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%26 = stablehlo.multiply %cst_9, %25 : tensor<f32>
%cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%27 = call @_where_0(%14, %cst_10, %26) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
%28 = stablehlo.abs %11 : tensor<4xf32>
%29 = stablehlo.log %28 : tensor<4xf32>
%cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%30 = stablehlo.reduce(%29 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%31 = call @_where_0(%14, %cst_12, %30) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
return %27, %31 : tensor<f32>, tensor<f32>
}
func.func private @diagonal(%arg0: tensor<4x4xf32>) -> tensor<4xf32> {
%0 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%1 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%3 = stablehlo.add %0, %2 : tensor<4x4xi64>
%4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%5 = stablehlo.convert %4 : (tensor<4x4xi1>) -> tensor<4x4xf32>
%c_0 = stablehlo.constant dense<1> : tensor<i32>
%6 = "stablehlo.case"(%c_0) ({
%c_1 = stablehlo.constant dense<0> : tensor<i32>
stablehlo.return %c_1 : tensor<i32>
}, {
%c_1 = stablehlo.constant dense<0> : tensor<i32>
stablehlo.return %c_1 : tensor<i32>
}) : (tensor<i32>) -> tensor<i32>
%7 = "stablehlo.case"(%6) ({
%8 = stablehlo.iota dim = 0 : tensor<4xi64>
%9 = stablehlo.iota dim = 0 : tensor<4xi64>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i64>) -> tensor<4xi64>
%11 = stablehlo.compare LT, %8, %10, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
%c_2 = stablehlo.constant dense<4> : tensor<i64>
%12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i64>) -> tensor<4xi64>
%13 = stablehlo.add %8, %12 : tensor<4xi64>
%14 = stablehlo.select %11, %13, %8 : tensor<4xi1>, tensor<4xi64>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<4xi64>
%16 = stablehlo.compare LT, %9, %15, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
%c_4 = stablehlo.constant dense<4> : tensor<i64>
%17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i64>) -> tensor<4xi64>
%18 = stablehlo.add %9, %17 : tensor<4xi64>
%19 = stablehlo.select %16, %18, %9 : tensor<4xi1>, tensor<4xi64>
%20 = stablehlo.convert %14 : (tensor<4xi64>) -> tensor<4xi32>
%21 = stablehlo.convert %19 : (tensor<4xi64>) -> tensor<4xi32>
%22 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
%23 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
%24 = stablehlo.concatenate %22, %23, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
%25 = "stablehlo.gather"(%arg0, %24) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x4xf32>, tensor<4x2xi32>) -> tensor<4xf32>
stablehlo.return %25 : tensor<4xf32>
}) : (tensor<i32>) -> tensor<4xf32>
return %7 : tensor<4xf32>
}
func.func private @count_nonzero(%arg0: tensor<4xi1>) -> tensor<i64> {
%c = stablehlo.constant dense<false> : tensor<i1>
%0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<4xi1>
%1 = stablehlo.compare NE, %arg0, %0, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
%2 = stablehlo.convert %1 : (tensor<4xi1>) -> tensor<4xi32>
%3 = stablehlo.convert %2 : (tensor<4xi32>) -> tensor<4xi64>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%4 = stablehlo.reduce(%3 init: %c_0) applies stablehlo.add across dimensions = [0] : (tensor<4xi64>, tensor<i64>) -> tensor<i64>
return %4 : tensor<i64>
}
func.func private @remainder(%arg0: tensor<i64>, %arg1: tensor<i64>) -> tensor<i64> {
%0 = stablehlo.convert %arg1 : tensor<i64>
%c = stablehlo.constant dense<0> : tensor<i64>
%1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_0 = stablehlo.constant dense<1> : tensor<i64>
%2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
%3 = stablehlo.remainder %arg0, %2 : tensor<i64>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%4 = stablehlo.compare NE, %3, %c_1, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%5 = stablehlo.compare LT, %3, %c_2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%c_3 = stablehlo.constant dense<0> : tensor<i64>
%6 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
%8 = stablehlo.and %7, %4 : tensor<i1>
%9 = stablehlo.add %3, %2 : tensor<i64>
%10 = stablehlo.select %8, %9, %3 : tensor<i1>, tensor<i64>
return %10 : tensor<i64>
}
func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i64>, %arg2: tensor<i64>) -> tensor<i64> {
%0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i64>
return %0 : tensor<i64>
}
func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
%0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<f32>
return %0 : tensor<f32>
}
}
// -----
// expm, 5x5 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<1xf32>, tensor<5x5xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x00001638"> : tensor<1xf32>
    %2 = stablehlo.constant dense<"0x3730B03FC79D353E4D263BBC24C7D3BE66D6B0BE2074123E90FA7F3FFF76C83E7034BC3DA0D4A63DBB1376BE1FD09F3DCD875D3FB9DBC03DA7EF833EE89EB93E33C4ABBE5130E4BE81DE0E3F083208BE5EBF9FBDA2AFF2BE268A01BF1419CDBBF4DE383F"> : tensor<5x5xf32>
    return %0, %1, %2 : tensor<ui32>, tensor<1xf32>, tensor<5x5xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<1xf32>, tensor<5x5xf32>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<1xf32>, tensor<5x5xf32>) -> tensor<1xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<1xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<1xf32>, tensor<1xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<1xf32>, %arg2: tensor<5x5xf32>) -> (tensor<1xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721], [0.149415731, 0.00362694263, 0.470742822, 0.132270753, 0.0599173903], [-0.222652972, 0.170876503, -0.105850875, 0.0543149114, 0.264889896], [0.346575201, -0.410713255, -0.477898061, -0.419600368, -0.0189386606], [-0.0967615246, -0.494647384, -0.491715729, 0.0256177187, -0.242700219]]> : tensor<5x5xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<5x5xf32>
%3 = call @expm(%2) : (tensor<5x5xf32>) -> tensor<5x5xf32>
%4 = stablehlo.subtract %3, %arg2 : tensor<5x5xf32>
%5 = stablehlo.abs %4 : tensor<5x5xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%6 = stablehlo.reduce(%5 init: %cst_0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<1xf32>
%8 = stablehlo.divide %7, %arg1 : tensor<1xf32>
return %8 : tensor<1xf32>
}
func.func private @expm(%arg0: tensor<5x5xf32>) -> tensor<5x5xf32> {
%0:3 = call @_calc_P_Q(%arg0) : (tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5x5xf32>, tensor<f32>)
%cst = stablehlo.constant dense<1.600000e+01> : tensor<f32>
%1 = stablehlo.compare GT, %0#2, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
%2 = stablehlo.convert %1 : (tensor<i1>) -> tensor<i32>
%3 = "stablehlo.case"(%2) ({
%4 = func.call @solve(%0#1, %0#0) : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%5 = func.call @_squaring(%4, %0#2) : (tensor<5x5xf32>, tensor<f32>) -> tensor<5x5xf32>
stablehlo.return %5 : tensor<5x5xf32>
}, {
%cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
stablehlo.return %4 : tensor<5x5xf32>
}) : (tensor<i32>) -> tensor<5x5xf32>
return %3 : tensor<5x5xf32>
}
func.func private @_calc_P_Q(%arg0: tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5x5xf32>, tensor<f32>) {
%cst = stablehlo.constant dense<[4.258730e-01, 1.8801527]> : tensor<2xf32>
%0 = call @norm(%arg0) : (tensor<5x5xf32>) -> tensor<f32>
%cst_0 = stablehlo.constant dense<3.92572474> : tensor<f32>
%1 = stablehlo.divide %0, %cst_0 : tensor<f32>
%2 = stablehlo.log %1 : tensor<f32>
%cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%3 = stablehlo.log %cst_1 : tensor<f32>
%4 = stablehlo.divide %2, %3 : tensor<f32>
%5 = stablehlo.floor %4 : tensor<f32>
%cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%6 = stablehlo.maximum %cst_2, %5 : tensor<f32>
%cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
%7 = stablehlo.power %cst_3, %6 : tensor<f32>
%8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%9 = stablehlo.divide %arg0, %8 : tensor<5x5xf32>
%10 = call @digitize(%0, %cst) : (tensor<f32>, tensor<2xf32>) -> tensor<i32>
%c = stablehlo.constant dense<0> : tensor<i32>
%c_4 = stablehlo.constant dense<2> : tensor<i32>
%11 = stablehlo.clamp %c, %10, %c_4 : tensor<i32>
%12:2 = "stablehlo.case"(%11) ({
%16 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%17 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%19 = stablehlo.add %16, %18 : tensor<5x5xi64>
%20 = stablehlo.compare EQ, %19, %17, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%21 = stablehlo.convert %20 : (tensor<5x5xi1>) -> tensor<5x5xf32>
%22 = stablehlo.dot_general %9, %9, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%23 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%24 = stablehlo.multiply %23, %22 : tensor<5x5xf32>
%cst_7 = stablehlo.constant dense<6.000000e+01> : tensor<f32>
%25 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%26 = stablehlo.multiply %25, %21 : tensor<5x5xf32>
%27 = stablehlo.add %24, %26 : tensor<5x5xf32>
%28 = stablehlo.dot_general %9, %27, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%cst_8 = stablehlo.constant dense<1.200000e+01> : tensor<f32>
%29 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%30 = stablehlo.multiply %29, %22 : tensor<5x5xf32>
%cst_9 = stablehlo.constant dense<1.200000e+02> : tensor<f32>
%31 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%32 = stablehlo.multiply %31, %21 : tensor<5x5xf32>
%33 = stablehlo.add %30, %32 : tensor<5x5xf32>
stablehlo.return %28, %33 : tensor<5x5xf32>, tensor<5x5xf32>
}, {
%16 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%17 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%19 = stablehlo.add %16, %18 : tensor<5x5xi64>
%20 = stablehlo.compare EQ, %19, %17, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%21 = stablehlo.convert %20 : (tensor<5x5xi1>) -> tensor<5x5xf32>
%22 = stablehlo.dot_general %9, %9, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%23 = stablehlo.dot_general %22, %22, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%24 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%25 = stablehlo.multiply %24, %23 : tensor<5x5xf32>
%cst_7 = stablehlo.constant dense<4.200000e+02> : tensor<f32>
%26 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%27 = stablehlo.multiply %26, %22 : tensor<5x5xf32>
%28 = stablehlo.add %25, %27 : tensor<5x5xf32>
%cst_8 = stablehlo.constant dense<1.512000e+04> : tensor<f32>
%29 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%30 = stablehlo.multiply %29, %21 : tensor<5x5xf32>
%31 = stablehlo.add %28, %30 : tensor<5x5xf32>
%32 = stablehlo.dot_general %9, %31, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%cst_9 = stablehlo.constant dense<3.000000e+01> : tensor<f32>
%33 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%34 = stablehlo.multiply %33, %23 : tensor<5x5xf32>
%cst_10 = stablehlo.constant dense<3.360000e+03> : tensor<f32>
%35 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%36 = stablehlo.multiply %35, %22 : tensor<5x5xf32>
%37 = stablehlo.add %34, %36 : tensor<5x5xf32>
%cst_11 = stablehlo.constant dense<3.024000e+04> : tensor<f32>
%38 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%39 = stablehlo.multiply %38, %21 : tensor<5x5xf32>
%40 = stablehlo.add %37, %39 : tensor<5x5xf32>
stablehlo.return %32, %40 : tensor<5x5xf32>, tensor<5x5xf32>
}, {
%16 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%17 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c_5 = stablehlo.constant dense<0> : tensor<i64>
%18 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%19 = stablehlo.add %16, %18 : tensor<5x5xi64>
%20 = stablehlo.compare EQ, %19, %17, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%21 = stablehlo.convert %20 : (tensor<5x5xi1>) -> tensor<5x5xf32>
%22 = stablehlo.dot_general %9, %9, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%23 = stablehlo.dot_general %22, %22, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%24 = stablehlo.dot_general %23, %22, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%25 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%26 = stablehlo.multiply %25, %24 : tensor<5x5xf32>
%cst_7 = stablehlo.constant dense<1.512000e+03> : tensor<f32>
%27 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%28 = stablehlo.multiply %27, %23 : tensor<5x5xf32>
%29 = stablehlo.add %26, %28 : tensor<5x5xf32>
%cst_8 = stablehlo.constant dense<2.772000e+05> : tensor<f32>
%30 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%31 = stablehlo.multiply %30, %22 : tensor<5x5xf32>
%32 = stablehlo.add %29, %31 : tensor<5x5xf32>
%cst_9 = stablehlo.constant dense<8.648640e+06> : tensor<f32>
%33 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%34 = stablehlo.multiply %33, %21 : tensor<5x5xf32>
%35 = stablehlo.add %32, %34 : tensor<5x5xf32>
%36 = stablehlo.dot_general %9, %35, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%cst_10 = stablehlo.constant dense<5.600000e+01> : tensor<f32>
%37 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%38 = stablehlo.multiply %37, %24 : tensor<5x5xf32>
%cst_11 = stablehlo.constant dense<2.520000e+04> : tensor<f32>
%39 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%40 = stablehlo.multiply %39, %23 : tensor<5x5xf32>
%41 = stablehlo.add %38, %40 : tensor<5x5xf32>
%cst_12 = stablehlo.constant dense<1.995840e+06> : tensor<f32>
%42 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%43 = stablehlo.multiply %42, %22 : tensor<5x5xf32>
%44 = stablehlo.add %41, %43 : tensor<5x5xf32>
%cst_13 = stablehlo.constant dense<0x4B83F7C0> : tensor<f32>
%45 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%46 = stablehlo.multiply %45, %21 : tensor<5x5xf32>
%47 = stablehlo.add %44, %46 : tensor<5x5xf32>
stablehlo.return %36, %47 : tensor<5x5xf32>, tensor<5x5xf32>
}) : (tensor<i32>) -> (tensor<5x5xf32>, tensor<5x5xf32>)
%13 = stablehlo.add %12#0, %12#1 : tensor<5x5xf32>
%14 = stablehlo.negate %12#0 : tensor<5x5xf32>
%15 = stablehlo.add %14, %12#1 : tensor<5x5xf32>
return %13, %15, %6 : tensor<5x5xf32>, tensor<5x5xf32>, tensor<f32>
}
func.func private @norm(%arg0: tensor<5x5xf32>) -> tensor<f32> {
%0 = stablehlo.abs %arg0 : tensor<5x5xf32>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
%cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%3 = stablehlo.maximum %cst_1, %2 : tensor<f32>
return %3 : tensor<f32>
}
func.func private @digitize(%arg0: tensor<f32>, %arg1: tensor<2xf32>) -> tensor<i32> {
%0 = stablehlo.slice %arg1 [1:2] : (tensor<2xf32>) -> tensor<1xf32>
%1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
%2 = stablehlo.slice %arg1 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
%3 = stablehlo.reshape %2 : (tensor<1xf32>) -> tensor<f32>
%4 = stablehlo.compare GE, %1, %3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
%5 = call @searchsorted(%arg1, %arg0) : (tensor<2xf32>, tensor<f32>) -> tensor<i32>
%6 = stablehlo.reverse %arg1, dims = [0] : tensor<2xf32>
%7 = call @searchsorted(%6, %arg0) : (tensor<2xf32>, tensor<f32>) -> tensor<i32>
%c = stablehlo.constant dense<2> : tensor<i32>
%8 = stablehlo.subtract %c, %7 : tensor<i32>
%9 = call @_where(%4, %5, %8) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
return %9 : tensor<i32>
}
func.func private @searchsorted(%arg0: tensor<2xf32>, %arg1: tensor<f32>) -> tensor<i32> {
%0 = call @_searchsorted_scan_impl(%arg0, %arg1) : (tensor<2xf32>, tensor<f32>) -> tensor<i32>
return %0 : tensor<i32>
}
func.func private @_searchsorted_scan_impl(%arg0: tensor<2xf32>, %arg1: tensor<f32>) -> tensor<i32> {
%c = stablehlo.constant dense<0> : tensor<ui32>
%c_0 = stablehlo.constant dense<2> : tensor<ui32>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%0:5 = stablehlo.while(%iterArg = %arg0, %iterArg_2 = %arg1, %iterArg_3 = %c_1, %iterArg_4 = %c, %iterArg_5 = %c_0) : tensor<2xf32>, tensor<f32>, tensor<i64>, tensor<ui32>, tensor<ui32>
cond {
%c_6 = stablehlo.constant dense<2> : tensor<i64>
%2 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %2 : tensor<i1>
} do {
%2:2 = func.call @closed_call(%iterArg, %iterArg_2, %iterArg_4, %iterArg_5) : (tensor<2xf32>, tensor<f32>, tensor<ui32>, tensor<ui32>) -> (tensor<ui32>, tensor<ui32>)
%c_6 = stablehlo.constant dense<1> : tensor<i64>
%3 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
stablehlo.return %iterArg, %iterArg_2, %3, %2#0, %2#1 : tensor<2xf32>, tensor<f32>, tensor<i64>, tensor<ui32>, tensor<ui32>
}
%1 = stablehlo.convert %0#4 : (tensor<ui32>) -> tensor<i32>
return %1 : tensor<i32>
}
func.func private @closed_call(%arg0: tensor<2xf32>, %arg1: tensor<f32>, %arg2: tensor<ui32>, %arg3: tensor<ui32>) -> (tensor<ui32>, tensor<ui32>) {
%0 = stablehlo.subtract %arg3, %arg2 : tensor<ui32>
%c = stablehlo.constant dense<2> : tensor<i64>
%1 = call @floor_divide(%0, %c) : (tensor<ui32>, tensor<i64>) -> tensor<ui32>
%2 = stablehlo.add %arg2, %1 : tensor<ui32>
%3 = stablehlo.dynamic_slice %arg0, %2, sizes = [1] : (tensor<2xf32>, tensor<ui32>) -> tensor<1xf32>
%4 = stablehlo.reshape %3 : (tensor<1xf32>) -> tensor<f32>
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%5 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
%cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%6 = stablehlo.select %5, %cst_0, %arg1 : tensor<i1>, tensor<f32>
%7 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
%cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%8 = stablehlo.select %7, %cst_1, %6 : tensor<i1>, tensor<f32>
%cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%9 = stablehlo.compare EQ, %4, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
%cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%10 = stablehlo.select %9, %cst_3, %4 : tensor<i1>, tensor<f32>
%11 = stablehlo.compare NE, %4, %4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
%cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%12 = stablehlo.select %11, %cst_4, %10 : tensor<i1>, tensor<f32>
%13 = stablehlo.compare LT, %8, %12, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
%14 = stablehlo.select %13, %arg2, %2 : tensor<i1>, tensor<ui32>
%15 = stablehlo.select %13, %2, %arg3 : tensor<i1>, tensor<ui32>
return %14, %15 : tensor<ui32>, tensor<ui32>
}
func.func private @floor_divide(%arg0: tensor<ui32>, %arg1: tensor<i64>) -> tensor<ui32> {
%0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<ui32>
%1 = stablehlo.divide %arg0, %0 : tensor<ui32>
return %1 : tensor<ui32>
}
func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
%0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
return %0 : tensor<i32>
}
func.func private @solve(%arg0: tensor<5x5xf32>, %arg1: tensor<5x5xf32>) -> tensor<5x5xf32> {
%0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%arg0) {mhlo.backend_config = {}} : (tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5xi32>, tensor<i32>)
%c = stablehlo.constant dense<1> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5xi32>
%2 = stablehlo.subtract %0#1, %1 : tensor<5xi32>
%c_0 = stablehlo.constant dense<0> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<i32>
%4 = stablehlo.compare GE, %0#2, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%7 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%8 = stablehlo.select %7, %0#0, %6 : tensor<5x5xi1>, tensor<5x5xf32>
%9 = stablehlo.iota dim = 0 : tensor<5xi32>
%c_1 = stablehlo.constant dense<0> : tensor<i64>
%c_2 = stablehlo.constant dense<0> : tensor<i64>
%10:4 = stablehlo.while(%iterArg = %2, %iterArg_3 = %c_2, %iterArg_4 = %c_1, %iterArg_5 = %9) : tensor<5xi32>, tensor<i64>, tensor<i64>, tensor<5xi32>
cond {
%c_6 = stablehlo.constant dense<5> : tensor<i64>
%14 = stablehlo.compare LT, %iterArg_3, %c_6, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %14 : tensor<i1>
} do {
%14:2 = func.call @closed_call_0(%iterArg, %iterArg_4, %iterArg_5) : (tensor<5xi32>, tensor<i64>, tensor<5xi32>) -> (tensor<i64>, tensor<5xi32>)
%c_6 = stablehlo.constant dense<1> : tensor<i64>
%15 = stablehlo.add %iterArg_3, %c_6 : tensor<i64>
stablehlo.return %iterArg, %15, %14#0, %14#1 : tensor<5xi32>, tensor<i64>, tensor<i64>, tensor<5xi32>
}
%11 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%12 = call @_lu_solve(%8, %10#3, %11) : (tensor<5x5xf32>, tensor<5xi32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%13 = stablehlo.transpose %12, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
return %13 : tensor<5x5xf32>
}
func.func private @closed_call_0(%arg0: tensor<5xi32>, %arg1: tensor<i64>, %arg2: tensor<5xi32>) -> (tensor<i64>, tensor<5xi32>) {
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
func.func private @_lu_solve(%arg0: tensor<5x5xf32>, %arg1: tensor<5xi32>, %arg2: tensor<5x5xf32>) -> tensor<5x5xf32> {
%0 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<5x5xf32>) -> tensor<5x5x1xf32>
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5xi32>
%2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
%c_0 = stablehlo.constant dense<5> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<5xi32>
%4 = stablehlo.add %arg1, %3 : tensor<5xi32>
%5 = stablehlo.select %2, %4, %arg1 : tensor<5xi1>, tensor<5xi32>
%6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<5xi32>) -> tensor<5x1xi32>
%7 = "stablehlo.gather"(%0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 5, 1, 1>}> : (tensor<5x5x1xf32>, tensor<5x1xi32>) -> tensor<5x5x1xf32>
%8 = stablehlo.transpose %7, dims = [1, 2, 0] : (tensor<5x5x1xf32>) -> tensor<5x1x5xf32>
%9 = stablehlo.reshape %8 : (tensor<5x1x5xf32>) -> tensor<5x5xf32>
%10 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %9) {mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%11 = stablehlo.reshape %10 : (tensor<5x5xf32>) -> tensor<5x1x5xf32>
%12 = stablehlo.reshape %11 : (tensor<5x1x5xf32>) -> tensor<5x5xf32>
%13 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %12) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}} : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
%14 = stablehlo.reshape %13 : (tensor<5x5xf32>) -> tensor<5x1x5xf32>
%15 = stablehlo.transpose %14, dims = [2, 0, 1] : (tensor<5x1x5xf32>) -> tensor<5x5x1xf32>
%16 = stablehlo.reshape %15 : (tensor<5x5x1xf32>) -> tensor<5x5xf32>
return %16 : tensor<5x5xf32>
}
func.func private @_squaring(%arg0: tensor<5x5xf32>, %arg1: tensor<f32>) -> tensor<5x5xf32> {
%0 = stablehlo.iota dim = 0 : tensor<16xf32>
%c = stablehlo.constant dense<0> : tensor<i64>
%1:4 = stablehlo.while(%iterArg = %0, %iterArg_0 = %arg1, %iterArg_1 = %c, %iterArg_2 = %arg0) : tensor<16xf32>, tensor<f32>, tensor<i64>, tensor<5x5xf32>
cond {
%c_3 = stablehlo.constant dense<16> : tensor<i64>
%2 = stablehlo.compare LT, %iterArg_1, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
stablehlo.return %2 : tensor<i1>
} do {
%2 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_1) : (tensor<16xf32>, tensor<i64>) -> tensor<f32>
%3 = func.call @closed_call_1(%iterArg_0, %iterArg_2, %2) : (tensor<f32>, tensor<5x5xf32>, tensor<f32>) -> tensor<5x5xf32>
%c_3 = stablehlo.constant dense<1> : tensor<i64>
%4 = stablehlo.add %iterArg_1, %c_3 : tensor<i64>
stablehlo.return %iterArg, %iterArg_0, %4, %3 : tensor<16xf32>, tensor<f32>, tensor<i64>, tensor<5x5xf32>
}
return %1#3 : tensor<5x5xf32>
}
func.func private @dynamic_index_in_dim(%arg0: tensor<16xf32>, %arg1: tensor<i64>) -> tensor<f32> {
%0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<16xf32>, tensor<i64>) -> tensor<1xf32>
%1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
return %1 : tensor<f32>
}
func.func private @closed_call_1(%arg0: tensor<f32>, %arg1: tensor<5x5xf32>, %arg2: tensor<f32>) -> tensor<5x5xf32> {
%0 = stablehlo.compare LT, %arg2, %arg0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
%1 = stablehlo.convert %0 : (tensor<i1>) -> tensor<i32>
%2 = "stablehlo.case"(%1) ({
stablehlo.return %arg1 : tensor<5x5xf32>
}, {
%3 = stablehlo.dot_general %arg1, %arg1, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
stablehlo.return %3 : tensor<5x5xf32>
}) : (tensor<i32>) -> tensor<5x5xf32>
return %2 : tensor<5x5xf32>
}
}
