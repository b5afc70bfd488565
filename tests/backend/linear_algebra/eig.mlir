// Linear algebra as JAX lowers it, made by tests/backend/vectors/make_linear_algebra.py
// eig, 1x1 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<1xcomplex<f32>>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000040350AD7A3300000A0350000A036"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x0485B33E00000000"> : tensor<1xcomplex<f32>>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<1xcomplex<f32>>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<1xcomplex<f32>>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<1xcomplex<f32>>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<1xcomplex<f32>>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<0.350624204> : tensor<1x1xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<1x1xf32>
%3:5 = stablehlo.custom_call @lapack_sgeev_ffi(%2) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<1x1xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>, tensor<i32>)
%4 = stablehlo.complex %3#0, %3#1 : tensor<1xcomplex<f32>>
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %3#4, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<1xcomplex<f32>>
%9 = stablehlo.select %7, %4, %8 : tensor<1xi1>, tensor<1xcomplex<f32>>
%10 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<1x1xcomplex<f32>>
%12 = stablehlo.select %10, %3#3, %11 : tensor<1x1xi1>, tensor<1x1xcomplex<f32>>
%13 = stablehlo.real %9 : (tensor<1xcomplex<f32>>) -> tensor<1xf32>
%14 = stablehlo.imag %9 : (tensor<1xcomplex<f32>>) -> tensor<1xf32>
%15 = stablehlo.negate %14 : tensor<1xf32>
%16 = stablehlo.complex %13, %15 : tensor<1xcomplex<f32>>
%17 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
%18 = stablehlo.broadcast_in_dim %16, dims = [1] : (tensor<1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
%19 = stablehlo.subtract %17, %18 : tensor<1x1xcomplex<f32>>
%20 = stablehlo.abs %19 : (tensor<1x1xcomplex<f32>>) -> tensor<1x1xf32>
%cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%21 = stablehlo.reduce(%20 init: %cst_2) applies stablehlo.minimum across dimensions = [1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<1xf32>
%22 = stablehlo.abs %21 : tensor<1xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
%cst_4 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%24 = stablehlo.reduce(%20 init: %cst_4) applies stablehlo.minimum across dimensions = [0] : (tensor<1x1xf32>, tensor<f32>) -> tensor<1xf32>
%25 = stablehlo.abs %24 : tensor<1xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%26 = stablehlo.reduce(%25 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
%27 = stablehlo.maximum %23, %26 : tensor<f32>
%28 = stablehlo.abs %12 : (tensor<1x1xcomplex<f32>>) -> tensor<1x1xf32>
%29 = stablehlo.multiply %28, %28 : tensor<1x1xf32>
%cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%30 = stablehlo.reduce(%29 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<1x1xf32>, tensor<f32>) -> tensor<1xf32>
%cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%31 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<1xf32>
%32 = stablehlo.subtract %30, %31 : tensor<1xf32>
%33 = stablehlo.abs %32 : tensor<1xf32>
%cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%34 = stablehlo.reduce(%33 init: %cst_8) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
%35 = stablehlo.convert %2 : (tensor<1x1xf32>) -> tensor<1x1xcomplex<f32>>
%36 = stablehlo.dot_general %35, %12, contracting_dims = [1] x [0] : (tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
%37 = stablehlo.broadcast_in_dim %9, dims = [1] : (tensor<1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
%38 = stablehlo.multiply %12, %37 : tensor<1x1xcomplex<f32>>
%39 = stablehlo.subtract %36, %38 : tensor<1x1xcomplex<f32>>
%40 = stablehlo.abs %39 : (tensor<1x1xcomplex<f32>>) -> tensor<1x1xf32>
%cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%41 = stablehlo.reduce(%40 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<f32>
%42 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
%43 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<1xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
%44 = stablehlo.subtract %42, %43 : tensor<1x1xcomplex<f32>>
%45 = stablehlo.abs %44 : (tensor<1x1xcomplex<f32>>) -> tensor<1x1xf32>
%cst_10 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%46 = stablehlo.reduce(%45 init: %cst_10) applies stablehlo.minimum across dimensions = [1] : (tensor<1x1xf32>, tensor<f32>) -> tensor<1xf32>
%47 = stablehlo.abs %46 : tensor<1xf32>
%cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%48 = stablehlo.reduce(%47 init: %cst_11) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
%cst_12 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%49 = stablehlo.reduce(%45 init: %cst_12) applies stablehlo.minimum across dimensions = [0] : (tensor<1x1xf32>, tensor<f32>) -> tensor<1xf32>
%50 = stablehlo.abs %49 : tensor<1xf32>
%cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%51 = stablehlo.reduce(%50 init: %cst_13) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
%52 = stablehlo.maximum %48, %51 : tensor<f32>
%53 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<f32>) -> tensor<1xf32>
%54 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f32>) -> tensor<1xf32>
%55 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<1xf32>
%56 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<f32>) -> tensor<1xf32>
%57 = stablehlo.concatenate %53, %54, %55, %56, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%58 = stablehlo.divide %57, %arg1 : tensor<4xf32>
return %58 : tensor<4xf32>
}
}
// -----
// eig, 2x2 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<2xcomplex<f32>>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000040350AD7A3300000A03500002037"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0xF419B23E00000000100FD8BE00000000"> : tensor<2xcomplex<f32>>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<2xcomplex<f32>>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<2xcomplex<f32>>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<2xcomplex<f32>>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<2xcomplex<f32>>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722], [-0.19217062, -0.424759865]]> : tensor<2x2xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<2x2xf32>
%3:5 = stablehlo.custom_call @lapack_sgeev_ffi(%2) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<2x2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>, tensor<i32>)
%4 = stablehlo.complex %3#0, %3#1 : tensor<2xcomplex<f32>>
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %3#4, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<2xcomplex<f32>>
%9 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<1xi1>) -> tensor<2xi1>
%10 = stablehlo.select %9, %4, %8 : tensor<2xi1>, tensor<2xcomplex<f32>>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<2x2xcomplex<f32>>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<2x2xi1>
%14 = stablehlo.select %13, %3#3, %12 : tensor<2x2xi1>, tensor<2x2xcomplex<f32>>
%15 = stablehlo.real %10 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
%16 = stablehlo.imag %10 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
%17 = stablehlo.negate %16 : tensor<2xf32>
%18 = stablehlo.complex %15, %17 : tensor<2xcomplex<f32>>
%19 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<2xcomplex<f32>>) -> tensor<2x1xcomplex<f32>>
%20 = stablehlo.broadcast_in_dim %18, dims = [1] : (tensor<2xcomplex<f32>>) -> tensor<1x2xcomplex<f32>>
%21 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<2x1xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
%22 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<1x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
%23 = stablehlo.subtract %21, %22 : tensor<2x2xcomplex<f32>>
%24 = stablehlo.abs %23 : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xf32>
%cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%25 = stablehlo.reduce(%24 init: %cst_2) applies stablehlo.minimum across dimensions = [1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
%26 = stablehlo.abs %25 : tensor<2xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%27 = stablehlo.reduce(%26 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
%cst_4 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%28 = stablehlo.reduce(%24 init: %cst_4) applies stablehlo.minimum across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
%29 = stablehlo.abs %28 : tensor<2xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%30 = stablehlo.reduce(%29 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
%31 = stablehlo.maximum %27, %30 : tensor<f32>
%32 = stablehlo.abs %14 : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xf32>
%33 = stablehlo.multiply %32, %32 : tensor<2x2xf32>
%cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%34 = stablehlo.reduce(%33 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
%cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%35 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2xf32>
%36 = stablehlo.subtract %34, %35 : tensor<2xf32>
%37 = stablehlo.abs %36 : tensor<2xf32>
%cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%38 = stablehlo.reduce(%37 init: %cst_8) applies stablehlo.maximum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
%39 = stablehlo.convert %2 : (tensor<2x2xf32>) -> tensor<2x2xcomplex<f32>>
%40 = stablehlo.dot_general %39, %14, contracting_dims = [1] x [0] : (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
%41 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<2xcomplex<f32>>) -> tensor<1x2xcomplex<f32>>
%42 = stablehlo.broadcast_in_dim %41, dims = [0, 1] : (tensor<1x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
%43 = stablehlo.multiply %14, %42 : tensor<2x2xcomplex<f32>>
%44 = stablehlo.subtract %40, %43 : tensor<2x2xcomplex<f32>>
%45 = stablehlo.abs %44 : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xf32>
%cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%46 = stablehlo.reduce(%45 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<f32>
%47 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<2xcomplex<f32>>) -> tensor<2x1xcomplex<f32>>
%48 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<2xcomplex<f32>>) -> tensor<1x2xcomplex<f32>>
%49 = stablehlo.broadcast_in_dim %47, dims = [0, 1] : (tensor<2x1xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
%50 = stablehlo.broadcast_in_dim %48, dims = [0, 1] : (tensor<1x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
%51 = stablehlo.subtract %49, %50 : tensor<2x2xcomplex<f32>>
%52 = stablehlo.abs %51 : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xf32>
%cst_10 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%53 = stablehlo.reduce(%52 init: %cst_10) applies stablehlo.minimum across dimensions = [1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
%54 = stablehlo.abs %53 : tensor<2xf32>
%cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%55 = stablehlo.reduce(%54 init: %cst_11) applies stablehlo.maximum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
%cst_12 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%56 = stablehlo.reduce(%52 init: %cst_12) applies stablehlo.minimum across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
%57 = stablehlo.abs %56 : tensor<2xf32>
%cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%58 = stablehlo.reduce(%57 init: %cst_13) applies stablehlo.maximum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
%59 = stablehlo.maximum %55, %58 : tensor<f32>
%60 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<f32>) -> tensor<1xf32>
%61 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<1xf32>
%62 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<f32>) -> tensor<1xf32>
%63 = stablehlo.broadcast_in_dim %59, dims = [] : (tensor<f32>) -> tensor<1xf32>
%64 = stablehlo.concatenate %60, %61, %62, %63, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%65 = stablehlo.divide %64, %arg1 : tensor<4xf32>
return %65 : tensor<4xf32>
}
}
// -----
// eig, 3x3 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<5xf32>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000016360AD7A3300000A0350000703700007037"> : tensor<5xf32>
    %2 = stablehlo.constant dense<"0x5438B3BE00000000BECD003F0000000093DCA53B00000000"> : tensor<3xcomplex<f32>>
    %3 = stablehlo.constant dense<"0x5438B3BE00000000BECD003F0000000093DCA53B00000000"> : tensor<3xcomplex<f32>>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<5xf32>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<5xf32>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<5xf32>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<5xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<5xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<5xf32>, %arg2: tensor<3xcomplex<f32>>, %arg3: tensor<3xcomplex<f32>>) -> (tensor<5xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062], [-0.424759865, -0.324732721, 0.149415731], [0.00362694263, 0.470742822, 0.132270753]]> : tensor<3x3xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<3x3xf32>
%3:5 = stablehlo.custom_call @lapack_sgeev_ffi(%2) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<i32>)
%4 = stablehlo.complex %3#0, %3#1 : tensor<3xcomplex<f32>>
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %3#4, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
%9 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
%10 = stablehlo.select %9, %4, %8 : tensor<3xi1>, tensor<3xcomplex<f32>>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<3x3xcomplex<f32>>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<3x3xi1>
%14 = stablehlo.select %13, %3#3, %12 : tensor<3x3xi1>, tensor<3x3xcomplex<f32>>
%15 = stablehlo.real %10 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
%16 = stablehlo.imag %10 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
%17 = stablehlo.negate %16 : tensor<3xf32>
%18 = stablehlo.complex %15, %17 : tensor<3xcomplex<f32>>
%19 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<3xcomplex<f32>>) -> tensor<3x1xcomplex<f32>>
%20 = stablehlo.broadcast_in_dim %18, dims = [1] : (tensor<3xcomplex<f32>>) -> tensor<1x3xcomplex<f32>>
%21 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<3x1xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
%22 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<1x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
%23 = stablehlo.subtract %21, %22 : tensor<3x3xcomplex<f32>>
%24 = stablehlo.abs %23 : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xf32>
%cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%25 = stablehlo.reduce(%24 init: %cst_2) applies stablehlo.minimum across dimensions = [1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
%26 = stablehlo.abs %25 : tensor<3xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%27 = stablehlo.reduce(%26 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
%cst_4 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%28 = stablehlo.reduce(%24 init: %cst_4) applies stablehlo.minimum across dimensions = [0] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
%29 = stablehlo.abs %28 : tensor<3xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%30 = stablehlo.reduce(%29 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
%31 = stablehlo.maximum %27, %30 : tensor<f32>
%32 = stablehlo.abs %14 : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xf32>
%33 = stablehlo.multiply %32, %32 : tensor<3x3xf32>
%cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%34 = stablehlo.reduce(%33 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
%cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%35 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3xf32>
%36 = stablehlo.subtract %34, %35 : tensor<3xf32>
%37 = stablehlo.abs %36 : tensor<3xf32>
%cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%38 = stablehlo.reduce(%37 init: %cst_8) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
%39 = call @eigvals(%2) : (tensor<3x3xf32>) -> tensor<3xcomplex<f32>>
%40 = stablehlo.convert %2 : (tensor<3x3xf32>) -> tensor<3x3xcomplex<f32>>
%41 = stablehlo.dot_general %40, %14, contracting_dims = [1] x [0] : (tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
%42 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<3xcomplex<f32>>) -> tensor<1x3xcomplex<f32>>
%43 = stablehlo.broadcast_in_dim %42, dims = [0, 1] : (tensor<1x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
%44 = stablehlo.multiply %14, %43 : tensor<3x3xcomplex<f32>>
%45 = stablehlo.subtract %41, %44 : tensor<3x3xcomplex<f32>>
%46 = stablehlo.abs %45 : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xf32>
%cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%47 = stablehlo.reduce(%46 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
%48 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<3xcomplex<f32>>) -> tensor<3x1xcomplex<f32>>
%49 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<3xcomplex<f32>>) -> tensor<1x3xcomplex<f32>>
%50 = stablehlo.broadcast_in_dim %48, dims = [0, 1] : (tensor<3x1xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
%51 = stablehlo.broadcast_in_dim %49, dims = [0, 1] : (tensor<1x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
%52 = stablehlo.subtract %50, %51 : tensor<3x3xcomplex<f32>>
%53 = stablehlo.abs %52 : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xf32>
%cst_10 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%54 = stablehlo.reduce(%53 init: %cst_10) applies stablehlo.minimum across dimensions = [1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
%55 = stablehlo.abs %54 : tensor<3xf32>
%cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%56 = stablehlo.reduce(%55 init: %cst_11) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
%cst_12 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%57 = stablehlo.reduce(%53 init: %cst_12) applies stablehlo.minimum across dimensions = [0] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
%58 = stablehlo.abs %57 : tensor<3xf32>
%cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%59 = stablehlo.reduce(%58 init: %cst_13) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
%60 = stablehlo.maximum %56, %59 : tensor<f32>
%61 = stablehlo.broadcast_in_dim %39, dims = [0] : (tensor<3xcomplex<f32>>) -> tensor<3x1xcomplex<f32>>
%62 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<3xcomplex<f32>>) -> tensor<1x3xcomplex<f32>>
%63 = stablehlo.broadcast_in_dim %61, dims = [0, 1] : (tensor<3x1xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
%64 = stablehlo.broadcast_in_dim %62, dims = [0, 1] : (tensor<1x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
%65 = stablehlo.subtract %63, %64 : tensor<3x3xcomplex<f32>>
%66 = stablehlo.abs %65 : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xf32>
%cst_14 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%67 = stablehlo.reduce(%66 init: %cst_14) applies stablehlo.minimum across dimensions = [1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
%68 = stablehlo.abs %67 : tensor<3xf32>
%cst_15 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%69 = stablehlo.reduce(%68 init: %cst_15) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
%cst_16 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%70 = stablehlo.reduce(%66 init: %cst_16) applies stablehlo.minimum across dimensions = [0] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
%71 = stablehlo.abs %70 : tensor<3xf32>
%cst_17 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%72 = stablehlo.reduce(%71 init: %cst_17) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
%73 = stablehlo.maximum %69, %72 : tensor<f32>
%74 = stablehlo.broadcast_in_dim %47, dims = [] : (tensor<f32>) -> tensor<1xf32>
%75 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<1xf32>
%76 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<f32>) -> tensor<1xf32>
%77 = stablehlo.broadcast_in_dim %60, dims = [] : (tensor<f32>) -> tensor<1xf32>
%78 = stablehlo.broadcast_in_dim %73, dims = [] : (tensor<f32>) -> tensor<1xf32>
%79 = stablehlo.concatenate %74, %75, %76, %77, %78, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<5xf32>
%80 = stablehlo.divide %79, %arg1 : tensor<5xf32>
return %80 : tensor<5xf32>
}
func.func private @eigvals(%arg0: tensor<3x3xf32>) -> tensor<3xcomplex<f32>> {
%0:5 = stablehlo.custom_call @lapack_sgeev_ffi(%arg0) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 78 : ui8}} : (tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>, tensor<i32>)
%1 = stablehlo.complex %0#0, %0#1 : tensor<3xcomplex<f32>>
%c = stablehlo.constant dense<0> : tensor<i32>
%2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%3 = stablehlo.compare EQ, %0#4, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
%6 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<1xi1>) -> tensor<3xi1>
%7 = stablehlo.select %6, %1, %5 : tensor<3xi1>, tensor<3xcomplex<f32>>
return %7 : tensor<3xcomplex<f32>>
}
}
// -----
// eig, 5x5 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<5xcomplex<f32>>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000020360AD7A3300000A0350000C837"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x6690883D554DBD3E6690883D554DBDBE4312EBBC00000000809401BE0000000089B7C8BE00000000"> : tensor<5xcomplex<f32>>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<5xcomplex<f32>>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<5xcomplex<f32>>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<5xcomplex<f32>>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<5xcomplex<f32>>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721], [0.149415731, 0.00362694263, 0.470742822, 0.132270753, 0.0599173903], [-0.222652972, 0.170876503, -0.105850875, 0.0543149114, 0.264889896], [0.346575201, -0.410713255, -0.477898061, -0.419600368, -0.0189386606], [-0.0967615246, -0.494647384, -0.491715729, 0.0256177187, -0.242700219]]> : tensor<5x5xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<5x5xf32>
%3:5 = stablehlo.custom_call @lapack_sgeev_ffi(%2) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<5x5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5x5xcomplex<f32>>, tensor<5x5xcomplex<f32>>, tensor<i32>)
%4 = stablehlo.complex %3#0, %3#1 : tensor<5xcomplex<f32>>
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %3#4, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<5xcomplex<f32>>
%9 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<1xi1>) -> tensor<5xi1>
%10 = stablehlo.select %9, %4, %8 : tensor<5xi1>, tensor<5xcomplex<f32>>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<5x5xcomplex<f32>>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%14 = stablehlo.select %13, %3#3, %12 : tensor<5x5xi1>, tensor<5x5xcomplex<f32>>
%15 = stablehlo.real %10 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
%16 = stablehlo.imag %10 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
%17 = stablehlo.negate %16 : tensor<5xf32>
%18 = stablehlo.complex %15, %17 : tensor<5xcomplex<f32>>
%19 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<5xcomplex<f32>>) -> tensor<5x1xcomplex<f32>>
%20 = stablehlo.broadcast_in_dim %18, dims = [1] : (tensor<5xcomplex<f32>>) -> tensor<1x5xcomplex<f32>>
%21 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<5x1xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
%22 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<1x5xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
%23 = stablehlo.subtract %21, %22 : tensor<5x5xcomplex<f32>>
%24 = stablehlo.abs %23 : (tensor<5x5xcomplex<f32>>) -> tensor<5x5xf32>
%cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%25 = stablehlo.reduce(%24 init: %cst_2) applies stablehlo.minimum across dimensions = [1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
%26 = stablehlo.abs %25 : tensor<5xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%27 = stablehlo.reduce(%26 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%cst_4 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%28 = stablehlo.reduce(%24 init: %cst_4) applies stablehlo.minimum across dimensions = [0] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
%29 = stablehlo.abs %28 : tensor<5xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%30 = stablehlo.reduce(%29 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%31 = stablehlo.maximum %27, %30 : tensor<f32>
%32 = stablehlo.abs %14 : (tensor<5x5xcomplex<f32>>) -> tensor<5x5xf32>
%33 = stablehlo.multiply %32, %32 : tensor<5x5xf32>
%cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%34 = stablehlo.reduce(%33 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
%cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%35 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<5xf32>
%36 = stablehlo.subtract %34, %35 : tensor<5xf32>
%37 = stablehlo.abs %36 : tensor<5xf32>
%cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%38 = stablehlo.reduce(%37 init: %cst_8) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%39 = stablehlo.convert %2 : (tensor<5x5xf32>) -> tensor<5x5xcomplex<f32>>
%40 = stablehlo.dot_general %39, %14, contracting_dims = [1] x [0] : (tensor<5x5xcomplex<f32>>, tensor<5x5xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
%41 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<5xcomplex<f32>>) -> tensor<1x5xcomplex<f32>>
%42 = stablehlo.broadcast_in_dim %41, dims = [0, 1] : (tensor<1x5xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
%43 = stablehlo.multiply %14, %42 : tensor<5x5xcomplex<f32>>
%44 = stablehlo.subtract %40, %43 : tensor<5x5xcomplex<f32>>
%45 = stablehlo.abs %44 : (tensor<5x5xcomplex<f32>>) -> tensor<5x5xf32>
%cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%46 = stablehlo.reduce(%45 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%47 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<5xcomplex<f32>>) -> tensor<5x1xcomplex<f32>>
%48 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<5xcomplex<f32>>) -> tensor<1x5xcomplex<f32>>
%49 = stablehlo.broadcast_in_dim %47, dims = [0, 1] : (tensor<5x1xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
%50 = stablehlo.broadcast_in_dim %48, dims = [0, 1] : (tensor<1x5xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
%51 = stablehlo.subtract %49, %50 : tensor<5x5xcomplex<f32>>
%52 = stablehlo.abs %51 : (tensor<5x5xcomplex<f32>>) -> tensor<5x5xf32>
%cst_10 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%53 = stablehlo.reduce(%52 init: %cst_10) applies stablehlo.minimum across dimensions = [1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
%54 = stablehlo.abs %53 : tensor<5xf32>
%cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%55 = stablehlo.reduce(%54 init: %cst_11) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%cst_12 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%56 = stablehlo.reduce(%52 init: %cst_12) applies stablehlo.minimum across dimensions = [0] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
%57 = stablehlo.abs %56 : tensor<5xf32>
%cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%58 = stablehlo.reduce(%57 init: %cst_13) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%59 = stablehlo.maximum %55, %58 : tensor<f32>
%60 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<f32>) -> tensor<1xf32>
%61 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<1xf32>
%62 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<f32>) -> tensor<1xf32>
%63 = stablehlo.broadcast_in_dim %59, dims = [] : (tensor<f32>) -> tensor<1xf32>
%64 = stablehlo.concatenate %60, %61, %62, %63, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%65 = stablehlo.divide %64, %arg1 : tensor<4xf32>
return %65 : tensor<4xf32>
}
}
// -----
// eig, 8x8 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<5xf32>, tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000096360AD7A3300000F0350000203800002038"> : tensor<5xf32>
    %2 = stablehlo.constant dense<"0xB46367BF00000000F706DDBE00000000B96A2A3F0000000088A3133F00000000CCDE0D3E43F3B43ECCDE0D3E43F3B4BE7A4D843E00000000FB84CEBD00000000"> : tensor<8xcomplex<f32>>
    %3 = stablehlo.constant dense<"0xB46367BF00000000F706DDBE00000000B96A2A3F0000000088A3133F00000000CCDE0D3E43F3B43ECCDE0D3E43F3B4BE7A4D843E00000000FB84CEBD00000000"> : tensor<8xcomplex<f32>>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<5xf32>, tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<5xf32>, tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<5xf32>, tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>) -> tensor<5xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<5xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<5xf32>, %arg2: tensor<8xcomplex<f32>>, %arg3: tensor<8xcomplex<f32>>) -> (tensor<5xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721, 0.149415731, 0.00362694263, 0.470742822], [0.132270753, 0.0599173903, -0.222652972, 0.170876503, -0.105850875, 0.0543149114, 0.264889896, 0.346575201], [-0.410713255, -0.477898061, -0.419600368, -0.0189386606, -0.0967615246, -0.494647384, -0.491715729, 0.0256177187], [-0.242700219, 0.264054894, -0.0390784144, 0.304989159, -0.120476663, 0.450100303, 0.340311348, 0.204001009], [0.375156105, 0.0789034366, 0.345480561, -0.124583364, -0.0770408511, 0.218821704, -0.427053094, 0.0313434601], [0.172739327, -0.245393872, 0.219510436, 0.00441861153, 0.260659337, -0.171824872, -0.236072898, 0.214172482], [-0.451453567, -0.122861147, -0.0991526842, -0.183533847, 0.291688859, -0.420700312, 0.171263278, 0.0736486911], [0.360040903, 0.394993424, 0.205342591, 0.267009556, 0.0700945258, 0.496644318, 0.446524739, 0.123172462]]> : tensor<8x8xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<8x8xf32>
%3:5 = stablehlo.custom_call @lapack_sgeev_ffi(%2) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<8x8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8x8xcomplex<f32>>, tensor<8x8xcomplex<f32>>, tensor<i32>)
%4 = stablehlo.complex %3#0, %3#1 : tensor<8xcomplex<f32>>
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %3#4, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<8xcomplex<f32>>
%9 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<1xi1>) -> tensor<8xi1>
%10 = stablehlo.select %9, %4, %8 : tensor<8xi1>, tensor<8xcomplex<f32>>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<8x8xcomplex<f32>>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<8x8xi1>
%14 = stablehlo.select %13, %3#3, %12 : tensor<8x8xi1>, tensor<8x8xcomplex<f32>>
%15 = stablehlo.real %10 : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
%16 = stablehlo.imag %10 : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
%17 = stablehlo.negate %16 : tensor<8xf32>
%18 = stablehlo.complex %15, %17 : tensor<8xcomplex<f32>>
%19 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<8xcomplex<f32>>) -> tensor<8x1xcomplex<f32>>
%20 = stablehlo.broadcast_in_dim %18, dims = [1] : (tensor<8xcomplex<f32>>) -> tensor<1x8xcomplex<f32>>
%21 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<8x1xcomplex<f32>>) -> tensor<8x8xcomplex<f32>>
%22 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<1x8xcomplex<f32>>) -> tensor<8x8xcomplex<f32>>
%23 = stablehlo.subtract %21, %22 : tensor<8x8xcomplex<f32>>
%24 = stablehlo.abs %23 : (tensor<8x8xcomplex<f32>>) -> tensor<8x8xf32>
%cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%25 = stablehlo.reduce(%24 init: %cst_2) applies stablehlo.minimum across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
%26 = stablehlo.abs %25 : tensor<8xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%27 = stablehlo.reduce(%26 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
%cst_4 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%28 = stablehlo.reduce(%24 init: %cst_4) applies stablehlo.minimum across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
%29 = stablehlo.abs %28 : tensor<8xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%30 = stablehlo.reduce(%29 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
%31 = stablehlo.maximum %27, %30 : tensor<f32>
%32 = stablehlo.abs %14 : (tensor<8x8xcomplex<f32>>) -> tensor<8x8xf32>
%33 = stablehlo.multiply %32, %32 : tensor<8x8xf32>
%cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%34 = stablehlo.reduce(%33 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
%cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%35 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8xf32>
%36 = stablehlo.subtract %34, %35 : tensor<8xf32>
%37 = stablehlo.abs %36 : tensor<8xf32>
%cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%38 = stablehlo.reduce(%37 init: %cst_8) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
%39 = call @eigvals(%2) : (tensor<8x8xf32>) -> tensor<8xcomplex<f32>>
%40 = stablehlo.convert %2 : (tensor<8x8xf32>) -> tensor<8x8xcomplex<f32>>
%41 = stablehlo.dot_general %40, %14, contracting_dims = [1] x [0] : (tensor<8x8xcomplex<f32>>, tensor<8x8xcomplex<f32>>) -> tensor<8x8xcomplex<f32>>
%42 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<8xcomplex<f32>>) -> tensor<1x8xcomplex<f32>>
%43 = stablehlo.broadcast_in_dim %42, dims = [0, 1] : (tensor<1x8xcomplex<f32>>) -> tensor<8x8xcomplex<f32>>
%44 = stablehlo.multiply %14, %43 : tensor<8x8xcomplex<f32>>
%45 = stablehlo.subtract %41, %44 : tensor<8x8xcomplex<f32>>
%46 = stablehlo.abs %45 : (tensor<8x8xcomplex<f32>>) -> tensor<8x8xf32>
%cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%47 = stablehlo.reduce(%46 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
%48 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<8xcomplex<f32>>) -> tensor<8x1xcomplex<f32>>
%49 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<8xcomplex<f32>>) -> tensor<1x8xcomplex<f32>>
%50 = stablehlo.broadcast_in_dim %48, dims = [0, 1] : (tensor<8x1xcomplex<f32>>) -> tensor<8x8xcomplex<f32>>
%51 = stablehlo.broadcast_in_dim %49, dims = [0, 1] : (tensor<1x8xcomplex<f32>>) -> tensor<8x8xcomplex<f32>>
%52 = stablehlo.subtract %50, %51 : tensor<8x8xcomplex<f32>>
%53 = stablehlo.abs %52 : (tensor<8x8xcomplex<f32>>) -> tensor<8x8xf32>
%cst_10 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%54 = stablehlo.reduce(%53 init: %cst_10) applies stablehlo.minimum across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
%55 = stablehlo.abs %54 : tensor<8xf32>
%cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%56 = stablehlo.reduce(%55 init: %cst_11) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
%cst_12 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%57 = stablehlo.reduce(%53 init: %cst_12) applies stablehlo.minimum across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
%58 = stablehlo.abs %57 : tensor<8xf32>
%cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%59 = stablehlo.reduce(%58 init: %cst_13) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
%60 = stablehlo.maximum %56, %59 : tensor<f32>
%61 = stablehlo.broadcast_in_dim %39, dims = [0] : (tensor<8xcomplex<f32>>) -> tensor<8x1xcomplex<f32>>
%62 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<8xcomplex<f32>>) -> tensor<1x8xcomplex<f32>>
%63 = stablehlo.broadcast_in_dim %61, dims = [0, 1] : (tensor<8x1xcomplex<f32>>) -> tensor<8x8xcomplex<f32>>
%64 = stablehlo.broadcast_in_dim %62, dims = [0, 1] : (tensor<1x8xcomplex<f32>>) -> tensor<8x8xcomplex<f32>>
%65 = stablehlo.subtract %63, %64 : tensor<8x8xcomplex<f32>>
%66 = stablehlo.abs %65 : (tensor<8x8xcomplex<f32>>) -> tensor<8x8xf32>
%cst_14 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%67 = stablehlo.reduce(%66 init: %cst_14) applies stablehlo.minimum across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
%68 = stablehlo.abs %67 : tensor<8xf32>
%cst_15 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%69 = stablehlo.reduce(%68 init: %cst_15) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
%cst_16 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%70 = stablehlo.reduce(%66 init: %cst_16) applies stablehlo.minimum across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
%71 = stablehlo.abs %70 : tensor<8xf32>
%cst_17 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%72 = stablehlo.reduce(%71 init: %cst_17) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
%73 = stablehlo.maximum %69, %72 : tensor<f32>
%74 = stablehlo.broadcast_in_dim %47, dims = [] : (tensor<f32>) -> tensor<1xf32>
%75 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<1xf32>
%76 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<f32>) -> tensor<1xf32>
%77 = stablehlo.broadcast_in_dim %60, dims = [] : (tensor<f32>) -> tensor<1xf32>
%78 = stablehlo.broadcast_in_dim %73, dims = [] : (tensor<f32>) -> tensor<1xf32>
%79 = stablehlo.concatenate %74, %75, %76, %77, %78, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<5xf32>
%80 = stablehlo.divide %79, %arg1 : tensor<5xf32>
return %80 : tensor<5xf32>
}
func.func private @eigvals(%arg0: tensor<8x8xf32>) -> tensor<8xcomplex<f32>> {
%0:5 = stablehlo.custom_call @lapack_sgeev_ffi(%arg0) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 78 : ui8}} : (tensor<8x8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8x8xcomplex<f32>>, tensor<8x8xcomplex<f32>>, tensor<i32>)
%1 = stablehlo.complex %0#0, %0#1 : tensor<8xcomplex<f32>>
%c = stablehlo.constant dense<0> : tensor<i32>
%2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%3 = stablehlo.compare EQ, %0#4, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<8xcomplex<f32>>
%6 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<1xi1>) -> tensor<8xi1>
%7 = stablehlo.select %6, %1, %5 : tensor<8xi1>, tensor<8xcomplex<f32>>
return %7 : tensor<8xcomplex<f32>>
}
}
// -----
// eig, 16x16 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<16xcomplex<f32>>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x94B820370AD7A330000020360000A038"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x0C0580BFA3F64E3F0C0580BFA3F64EBF36D86E3F9A78FE3E36D86E3F9A78FEBEF23F9C3E91D0763FF23F9C3E91D076BF2512573F00000000162C1BBFF310DB3E162C1BBFF310DBBE99BE4FBE2F21343F99BE4FBE2F2134BFD9DF013F0000000092D7BF3D670BAC3E92D7BF3D670BACBED88980BE000000009F05ABBD00000000"> : tensor<16xcomplex<f32>>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<16xcomplex<f32>>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<16xcomplex<f32>>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<16xcomplex<f32>>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<16xcomplex<f32>>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<"0x0485B33EC075363C60C844BE207AD9BE5E43A6BE7000193E00B26D3B3405F13EFC71073EF06B753D24FF63BE40FA2E3E58C8D8BD50795E3DA69F873E4E72B13E0249D2BE0EAFF4BEDCD5D6BE40259BBCE82AC6BD6C42FDBE2AC2FBBE40DCD13C688678BE3432873EB01020BD8A279C3E78BCF6BD8C73E63E4A3DAE3EA4E5503E7614C03E2098A13DD4E2B03E9025FFBD98C79DBDCC12603EB4A6DABE0062003D94E2303E88487BBE58C7603E00CA903B2475853EDCF22FBE18BD71BE08505B3EEC24E7BEA09EFBBD9010CBBD4CF03BBE3E58953E0866D7BEA45F2F3E20D5963D4857B83E943CCA3E5445523E7AB5883EB88D8F3D2A48FE3EE49EE43ED841FC3D8442CC3EC2DCCD3E14E2C73E5038843E541EE7BE04CA0B3E00E1243C5C29873EE0ADB8BD2043D3BC3CC69BBE547CE6BE1C00E43EC4FF19BE987ED43D58A3F7BE347FAB3EB075BDBD4058A3BD021D8ABE8236D8BEDC5F5FBEF4467F3EF453D93EB075A1BE483BBCBE36CEF03E60472C3E4216BE3E64F3C2BE16D5D5BEAE9DA73EA0070FBEC0278A3CE8F607BE88E9EDBD92748ABE344F31BE2C0EC93E007FB8BE3A23F13ED8AD96BD50DD203EDED5B3BE14A3443EB4ECA03E122AA2BE003CDB3A1AD4DA3ED85542BE0644D1BEBC89B3BE0423CC3E2CA46DBE00FBA7BBB04AFF3D70C6193E982D8CBE1020BF3EA4C7B7BE38E3853E5CCC68BEDEAC94BEDA1090BEEEC5BFBE70938E3E9C9C9A3E8680B73EAA40873E2EC0E0BE60BE39BDE0CA42BD80EC05BC32A7A63EB055573EF8310C3E80F8D5BEFE7C89BE80D6F2BE889DE33ECC67A33E78A8EABE60BFE13EB035BF3D7A67943E0A47B83E52F5C5BE92A8CBBEFCD6C7BE340877BE0010C63C26A3E63EBCA3093E3A33923E9214EDBE50BEBCBD20F7BFBCA8208DBD944F3EBE00B20ABCFC5C453EB6E2FBBE0AA8F73E8039233C6CED0D3EDCD3ABBE24DB0A3EC0EF973D183E723E9042DFBE687369BE28856ABE189867BE4048DC3C68FA873DEA88EC3E8875033E862FFE3EF811803D9246CABEC6A8E7BEE449A43E4CB6383EBE68C93E50BB9E3D34A2573E58C47B3EA476903E52F3803E241546BEA0CFCF3C28A7EDBE109F58BDB073323D2851773E6031EE3C1E7FEE3E2ED5983E50650DBE280FA33D8431233EAA47D73E58CDC43E1429D3BE0095263B2054613DA4173DBED86F383E5E04DC3E8C36563EC8776ABE201F3ABE1476F53E0EAF89BE1091CC3D32DCBABE78B9D93E544E64BED81EC03D4671BDBEA80594BEF4CE303E5686F83E2E85EBBEC07575BE5C6112BEB08FC6BEBC76F3BE8C4A7A3E84843F3E52DB8CBEFA25E3BEAC9F71BE2895703EE4A7E83EA02AB93C00E9733B94177ABE42E0E9BEEC09173E7AC0AA3EA0C475BDEE03873E000B6DBC22FEC33EC0F4403D58C5D4BE407D0E3CB00B483E0C670BBEC204C4BEA041FDBE"> : tensor<16x16xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<16x16xf32>
%3:5 = stablehlo.custom_call @lapack_sgeev_ffi(%2) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<16x16xf32>) -> (tensor<16xf32>, tensor<16xf32>, tensor<16x16xcomplex<f32>>, tensor<16x16xcomplex<f32>>, tensor<i32>)
%4 = stablehlo.complex %3#0, %3#1 : tensor<16xcomplex<f32>>
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %3#4, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<16xcomplex<f32>>
%9 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<1xi1>) -> tensor<16xi1>
%10 = stablehlo.select %9, %4, %8 : tensor<16xi1>, tensor<16xcomplex<f32>>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<16x16xcomplex<f32>>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<16x16xi1>
%14 = stablehlo.select %13, %3#3, %12 : tensor<16x16xi1>, tensor<16x16xcomplex<f32>>
%15 = stablehlo.real %10 : (tensor<16xcomplex<f32>>) -> tensor<16xf32>
%16 = stablehlo.imag %10 : (tensor<16xcomplex<f32>>) -> tensor<16xf32>
%17 = stablehlo.negate %16 : tensor<16xf32>
%18 = stablehlo.complex %15, %17 : tensor<16xcomplex<f32>>
%19 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<16xcomplex<f32>>) -> tensor<16x1xcomplex<f32>>
%20 = stablehlo.broadcast_in_dim %18, dims = [1] : (tensor<16xcomplex<f32>>) -> tensor<1x16xcomplex<f32>>
%21 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<16x1xcomplex<f32>>) -> tensor<16x16xcomplex<f32>>
%22 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<1x16xcomplex<f32>>) -> tensor<16x16xcomplex<f32>>
%23 = stablehlo.subtract %21, %22 : tensor<16x16xcomplex<f32>>
%24 = stablehlo.abs %23 : (tensor<16x16xcomplex<f32>>) -> tensor<16x16xf32>
%cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%25 = stablehlo.reduce(%24 init: %cst_2) applies stablehlo.minimum across dimensions = [1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
%26 = stablehlo.abs %25 : tensor<16xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%27 = stablehlo.reduce(%26 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
%cst_4 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%28 = stablehlo.reduce(%24 init: %cst_4) applies stablehlo.minimum across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
%29 = stablehlo.abs %28 : tensor<16xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%30 = stablehlo.reduce(%29 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
%31 = stablehlo.maximum %27, %30 : tensor<f32>
%32 = stablehlo.abs %14 : (tensor<16x16xcomplex<f32>>) -> tensor<16x16xf32>
%33 = stablehlo.multiply %32, %32 : tensor<16x16xf32>
%cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%34 = stablehlo.reduce(%33 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
%cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%35 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<16xf32>
%36 = stablehlo.subtract %34, %35 : tensor<16xf32>
%37 = stablehlo.abs %36 : tensor<16xf32>
%cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%38 = stablehlo.reduce(%37 init: %cst_8) applies stablehlo.maximum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
%39 = stablehlo.convert %2 : (tensor<16x16xf32>) -> tensor<16x16xcomplex<f32>>
%40 = stablehlo.dot_general %39, %14, contracting_dims = [1] x [0] : (tensor<16x16xcomplex<f32>>, tensor<16x16xcomplex<f32>>) -> tensor<16x16xcomplex<f32>>
%41 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<16xcomplex<f32>>) -> tensor<1x16xcomplex<f32>>
%42 = stablehlo.broadcast_in_dim %41, dims = [0, 1] : (tensor<1x16xcomplex<f32>>) -> tensor<16x16xcomplex<f32>>
%43 = stablehlo.multiply %14, %42 : tensor<16x16xcomplex<f32>>
%44 = stablehlo.subtract %40, %43 : tensor<16x16xcomplex<f32>>
%45 = stablehlo.abs %44 : (tensor<16x16xcomplex<f32>>) -> tensor<16x16xf32>
%cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%46 = stablehlo.reduce(%45 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<f32>
%47 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<16xcomplex<f32>>) -> tensor<16x1xcomplex<f32>>
%48 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<16xcomplex<f32>>) -> tensor<1x16xcomplex<f32>>
%49 = stablehlo.broadcast_in_dim %47, dims = [0, 1] : (tensor<16x1xcomplex<f32>>) -> tensor<16x16xcomplex<f32>>
%50 = stablehlo.broadcast_in_dim %48, dims = [0, 1] : (tensor<1x16xcomplex<f32>>) -> tensor<16x16xcomplex<f32>>
%51 = stablehlo.subtract %49, %50 : tensor<16x16xcomplex<f32>>
%52 = stablehlo.abs %51 : (tensor<16x16xcomplex<f32>>) -> tensor<16x16xf32>
%cst_10 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%53 = stablehlo.reduce(%52 init: %cst_10) applies stablehlo.minimum across dimensions = [1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
%54 = stablehlo.abs %53 : tensor<16xf32>
%cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%55 = stablehlo.reduce(%54 init: %cst_11) applies stablehlo.maximum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
%cst_12 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%56 = stablehlo.reduce(%52 init: %cst_12) applies stablehlo.minimum across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
%57 = stablehlo.abs %56 : tensor<16xf32>
%cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%58 = stablehlo.reduce(%57 init: %cst_13) applies stablehlo.maximum across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
%59 = stablehlo.maximum %55, %58 : tensor<f32>
%60 = stablehlo.broadcast_in_dim %46, dims = [] : (tensor<f32>) -> tensor<1xf32>
%61 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<1xf32>
%62 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<f32>) -> tensor<1xf32>
%63 = stablehlo.broadcast_in_dim %59, dims = [] : (tensor<f32>) -> tensor<1xf32>
%64 = stablehlo.concatenate %60, %61, %62, %63, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%65 = stablehlo.divide %64, %arg1 : tensor<4xf32>
return %65 : tensor<4xf32>
}
}
// -----
// eig, 33x33 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<33xcomplex<f32>>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x7A0366370AD7A3300000203600002539"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0xDCBDE93F00000000AE657A3FBF34B63FAE657A3FBF34B6BFC03CC4BF00000000E9C1B4BFB12C0F3FE9C1B4BFB12C0FBF65F9F5BE2C0EB93F65F9F5BE2C0EB9BF1C4838BE9C7DB63F1C4838BE9C7DB6BFB6C07FBF01035E3FB6C07FBF01035EBFAFF6C13F0000000011BF623F84AB813F11BF623F84AB81BFF20BAD3F00000000FEAE7C3F1383B23EFEAE7C3F1383B2BE029EA5BE5A5A563F029EA5BE5A5A56BF840156BF00000000E29D1BBFC834A33EE29D1BBFC834A3BE3800B63E4B4F463F3800B63E4B4F46BF28CF1A3F3628093F28CF1A3F362809BF80FE6CBEAAEAA93E80FE6CBEAAEAA9BE37D9883E64A5C23E37D9883E64A5C2BE336AA5BD000000003D188F3E00000000"> : tensor<33xcomplex<f32>>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<33xcomplex<f32>>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<33xcomplex<f32>>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<33xcomplex<f32>>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<33xcomplex<f32>>) -> (tensor<4xf32>) {
%c = stablehlo.constant dense<0> : tensor<i64>
%0 = call @computed(%arg0, %c) : (tensor<ui32>, tensor<i64>) -> tensor<33x33xf32>
%1:5 = stablehlo.custom_call @lapack_sgeev_ffi(%0) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<33x33xf32>) -> (tensor<33xf32>, tensor<33xf32>, tensor<33x33xcomplex<f32>>, tensor<33x33xcomplex<f32>>, tensor<i32>)
%2 = stablehlo.complex %1#0, %1#1 : tensor<33xcomplex<f32>>
%c_0 = stablehlo.constant dense<0> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<i32>
%4 = stablehlo.compare EQ, %1#4, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<33xcomplex<f32>>
%7 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<1xi1>) -> tensor<33xi1>
%8 = stablehlo.select %7, %2, %6 : tensor<33xi1>, tensor<33xcomplex<f32>>
%9 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<33x33xcomplex<f32>>
%11 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<33x33xi1>
%12 = stablehlo.select %11, %1#3, %10 : tensor<33x33xi1>, tensor<33x33xcomplex<f32>>
%13 = stablehlo.real %8 : (tensor<33xcomplex<f32>>) -> tensor<33xf32>
%14 = stablehlo.imag %8 : (tensor<33xcomplex<f32>>) -> tensor<33xf32>
%15 = stablehlo.negate %14 : tensor<33xf32>
%16 = stablehlo.complex %13, %15 : tensor<33xcomplex<f32>>
%17 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<33xcomplex<f32>>) -> tensor<33x1xcomplex<f32>>
%18 = stablehlo.broadcast_in_dim %16, dims = [1] : (tensor<33xcomplex<f32>>) -> tensor<1x33xcomplex<f32>>
%19 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<33x1xcomplex<f32>>) -> tensor<33x33xcomplex<f32>>
%20 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<1x33xcomplex<f32>>) -> tensor<33x33xcomplex<f32>>
%21 = stablehlo.subtract %19, %20 : tensor<33x33xcomplex<f32>>
%22 = stablehlo.abs %21 : (tensor<33x33xcomplex<f32>>) -> tensor<33x33xf32>
%cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_2) applies stablehlo.minimum across dimensions = [1] : (tensor<33x33xf32>, tensor<f32>) -> tensor<33xf32>
%24 = stablehlo.abs %23 : tensor<33xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%25 = stablehlo.reduce(%24 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<33xf32>, tensor<f32>) -> tensor<f32>
%cst_4 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%26 = stablehlo.reduce(%22 init: %cst_4) applies stablehlo.minimum across dimensions = [0] : (tensor<33x33xf32>, tensor<f32>) -> tensor<33xf32>
%27 = stablehlo.abs %26 : tensor<33xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%28 = stablehlo.reduce(%27 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<33xf32>, tensor<f32>) -> tensor<f32>
%29 = stablehlo.maximum %25, %28 : tensor<f32>
%30 = stablehlo.abs %12 : (tensor<33x33xcomplex<f32>>) -> tensor<33x33xf32>
%31 = stablehlo.multiply %30, %30 : tensor<33x33xf32>
%cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%32 = stablehlo.reduce(%31 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<33x33xf32>, tensor<f32>) -> tensor<33xf32>
%cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%33 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<33xf32>
%34 = stablehlo.subtract %32, %33 : tensor<33xf32>
%35 = stablehlo.abs %34 : tensor<33xf32>
%cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%36 = stablehlo.reduce(%35 init: %cst_8) applies stablehlo.maximum across dimensions = [0] : (tensor<33xf32>, tensor<f32>) -> tensor<f32>
%37 = stablehlo.convert %0 : (tensor<33x33xf32>) -> tensor<33x33xcomplex<f32>>
%38 = stablehlo.dot_general %37, %12, contracting_dims = [1] x [0] : (tensor<33x33xcomplex<f32>>, tensor<33x33xcomplex<f32>>) -> tensor<33x33xcomplex<f32>>
%39 = stablehlo.broadcast_in_dim %8, dims = [1] : (tensor<33xcomplex<f32>>) -> tensor<1x33xcomplex<f32>>
%40 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<1x33xcomplex<f32>>) -> tensor<33x33xcomplex<f32>>
%41 = stablehlo.multiply %12, %40 : tensor<33x33xcomplex<f32>>
%42 = stablehlo.subtract %38, %41 : tensor<33x33xcomplex<f32>>
%43 = stablehlo.abs %42 : (tensor<33x33xcomplex<f32>>) -> tensor<33x33xf32>
%cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%44 = stablehlo.reduce(%43 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf32>, tensor<f32>) -> tensor<f32>
%45 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<33xcomplex<f32>>) -> tensor<33x1xcomplex<f32>>
%46 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<33xcomplex<f32>>) -> tensor<1x33xcomplex<f32>>
%47 = stablehlo.broadcast_in_dim %45, dims = [0, 1] : (tensor<33x1xcomplex<f32>>) -> tensor<33x33xcomplex<f32>>
%48 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<1x33xcomplex<f32>>) -> tensor<33x33xcomplex<f32>>
%49 = stablehlo.subtract %47, %48 : tensor<33x33xcomplex<f32>>
%50 = stablehlo.abs %49 : (tensor<33x33xcomplex<f32>>) -> tensor<33x33xf32>
%cst_10 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%51 = stablehlo.reduce(%50 init: %cst_10) applies stablehlo.minimum across dimensions = [1] : (tensor<33x33xf32>, tensor<f32>) -> tensor<33xf32>
%52 = stablehlo.abs %51 : tensor<33xf32>
%cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%53 = stablehlo.reduce(%52 init: %cst_11) applies stablehlo.maximum across dimensions = [0] : (tensor<33xf32>, tensor<f32>) -> tensor<f32>
%cst_12 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%54 = stablehlo.reduce(%50 init: %cst_12) applies stablehlo.minimum across dimensions = [0] : (tensor<33x33xf32>, tensor<f32>) -> tensor<33xf32>
%55 = stablehlo.abs %54 : tensor<33xf32>
%cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%56 = stablehlo.reduce(%55 init: %cst_13) applies stablehlo.maximum across dimensions = [0] : (tensor<33xf32>, tensor<f32>) -> tensor<f32>
%57 = stablehlo.maximum %53, %56 : tensor<f32>
%58 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<f32>) -> tensor<1xf32>
%59 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f32>) -> tensor<1xf32>
%60 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<1xf32>
%61 = stablehlo.broadcast_in_dim %57, dims = [] : (tensor<f32>) -> tensor<1xf32>
%62 = stablehlo.concatenate %58, %59, %60, %61, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%63 = stablehlo.divide %62, %arg1 : tensor<4xf32>
return %63 : tensor<4xf32>
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
}
// -----
// eig, 64x64 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<64xcomplex<f32>>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x00008C370AD7A330000070360000A039"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0xB64AE1BFBAEEBF3FB64AE1BFBAEEBFBF20AD05BFFC1F064020AD05BFFC1F06C0F1E1EABF44C9543FF1E1EABF44C954BF60B402C0000000003081EBBF5F30223F3081EBBF5F3022BF3A54ECBF7D06B03E3A54ECBF7D06B0BEFC110B406F87123FFC110B406F8712BFF5120F400000000001925D3D1405024001925D3D140502C0FBA2333FDF62F83FFBA2333FDF62F8BFD163BF3FDBAEB03FD163BF3FDBAEB0BFCA578F3F897AD73FCA578F3F897AD7BF0403E93F7A114B3F0403E93F7A114BBFA3268A3EAD71F23FA3268A3EAD71F2BF5ECB33BF9309C93F5ECB33BF9309C9BF74D986BFDAC19D3F74D986BFDAC19DBF5EA059BE5BF2D43F5EA059BE5BF2D4BF9C7DA63FC4CD8C3F9C7DA63FC4CD8CBF42F7533FBCC5AA3F42F7533FBCC5AABFFFE5913E4707B73FFFE5913E4707B7BFB014C53F4B40953EB014C53F4B4095BE424CABBF1A06833E424CABBF1A0683BE3A445CBF5E746C3F3A445CBF5E746CBF80CDCFBEC21A883F80CDCFBEC21A88BFC8949C3F183A203EC8949C3F183A20BE03A0293F5F153F3F03A0293F5F153FBF01BF593FDFD3CF3E01BF593FDFD3CFBE283A7BBEC6C24A3F283A7BBEC6C24ABF226F4ABF000000009DE113BFED3FA13E9DE113BFED3FA1BE15862C3F00000000BE446BBE9A84BB3EBE446BBE9A84BBBE1828B43E93BB8A3E1828B43E93BB8ABEDE852BBE000000004F2B8A3D00000000"> : tensor<64xcomplex<f32>>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<64xcomplex<f32>>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<64xcomplex<f32>>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<64xcomplex<f32>>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<64xcomplex<f32>>) -> (tensor<4xf32>) {
%c = stablehlo.constant dense<0> : tensor<i64>
%0 = call @computed(%arg0, %c) : (tensor<ui32>, tensor<i64>) -> tensor<64x64xf32>
%1:5 = stablehlo.custom_call @lapack_sgeev_ffi(%0) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<64x64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xcomplex<f32>>, tensor<64x64xcomplex<f32>>, tensor<i32>)
%2 = stablehlo.complex %1#0, %1#1 : tensor<64xcomplex<f32>>
%c_0 = stablehlo.constant dense<0> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<i32>
%4 = stablehlo.compare EQ, %1#4, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<64xcomplex<f32>>
%7 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<1xi1>) -> tensor<64xi1>
%8 = stablehlo.select %7, %2, %6 : tensor<64xi1>, tensor<64xcomplex<f32>>
%9 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<64x64xcomplex<f32>>
%11 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<64x64xi1>
%12 = stablehlo.select %11, %1#3, %10 : tensor<64x64xi1>, tensor<64x64xcomplex<f32>>
%13 = stablehlo.real %8 : (tensor<64xcomplex<f32>>) -> tensor<64xf32>
%14 = stablehlo.imag %8 : (tensor<64xcomplex<f32>>) -> tensor<64xf32>
%15 = stablehlo.negate %14 : tensor<64xf32>
%16 = stablehlo.complex %13, %15 : tensor<64xcomplex<f32>>
%17 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<64xcomplex<f32>>) -> tensor<64x1xcomplex<f32>>
%18 = stablehlo.broadcast_in_dim %16, dims = [1] : (tensor<64xcomplex<f32>>) -> tensor<1x64xcomplex<f32>>
%19 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<64x1xcomplex<f32>>) -> tensor<64x64xcomplex<f32>>
%20 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<1x64xcomplex<f32>>) -> tensor<64x64xcomplex<f32>>
%21 = stablehlo.subtract %19, %20 : tensor<64x64xcomplex<f32>>
%22 = stablehlo.abs %21 : (tensor<64x64xcomplex<f32>>) -> tensor<64x64xf32>
%cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%23 = stablehlo.reduce(%22 init: %cst_2) applies stablehlo.minimum across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
%24 = stablehlo.abs %23 : tensor<64xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%25 = stablehlo.reduce(%24 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
%cst_4 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%26 = stablehlo.reduce(%22 init: %cst_4) applies stablehlo.minimum across dimensions = [0] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
%27 = stablehlo.abs %26 : tensor<64xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%28 = stablehlo.reduce(%27 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
%29 = stablehlo.maximum %25, %28 : tensor<f32>
%30 = stablehlo.abs %12 : (tensor<64x64xcomplex<f32>>) -> tensor<64x64xf32>
%31 = stablehlo.multiply %30, %30 : tensor<64x64xf32>
%cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%32 = stablehlo.reduce(%31 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
%cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%33 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<64xf32>
%34 = stablehlo.subtract %32, %33 : tensor<64xf32>
%35 = stablehlo.abs %34 : tensor<64xf32>
%cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%36 = stablehlo.reduce(%35 init: %cst_8) applies stablehlo.maximum across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
%37 = stablehlo.convert %0 : (tensor<64x64xf32>) -> tensor<64x64xcomplex<f32>>
%38 = stablehlo.dot_general %37, %12, contracting_dims = [1] x [0] : (tensor<64x64xcomplex<f32>>, tensor<64x64xcomplex<f32>>) -> tensor<64x64xcomplex<f32>>
%39 = stablehlo.broadcast_in_dim %8, dims = [1] : (tensor<64xcomplex<f32>>) -> tensor<1x64xcomplex<f32>>
%40 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<1x64xcomplex<f32>>) -> tensor<64x64xcomplex<f32>>
%41 = stablehlo.multiply %12, %40 : tensor<64x64xcomplex<f32>>
%42 = stablehlo.subtract %38, %41 : tensor<64x64xcomplex<f32>>
%43 = stablehlo.abs %42 : (tensor<64x64xcomplex<f32>>) -> tensor<64x64xf32>
%cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%44 = stablehlo.reduce(%43 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
%45 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<64xcomplex<f32>>) -> tensor<64x1xcomplex<f32>>
%46 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<64xcomplex<f32>>) -> tensor<1x64xcomplex<f32>>
%47 = stablehlo.broadcast_in_dim %45, dims = [0, 1] : (tensor<64x1xcomplex<f32>>) -> tensor<64x64xcomplex<f32>>
%48 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<1x64xcomplex<f32>>) -> tensor<64x64xcomplex<f32>>
%49 = stablehlo.subtract %47, %48 : tensor<64x64xcomplex<f32>>
%50 = stablehlo.abs %49 : (tensor<64x64xcomplex<f32>>) -> tensor<64x64xf32>
%cst_10 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%51 = stablehlo.reduce(%50 init: %cst_10) applies stablehlo.minimum across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
%52 = stablehlo.abs %51 : tensor<64xf32>
%cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%53 = stablehlo.reduce(%52 init: %cst_11) applies stablehlo.maximum across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
%cst_12 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%54 = stablehlo.reduce(%50 init: %cst_12) applies stablehlo.minimum across dimensions = [0] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
%55 = stablehlo.abs %54 : tensor<64xf32>
%cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%56 = stablehlo.reduce(%55 init: %cst_13) applies stablehlo.maximum across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
%57 = stablehlo.maximum %53, %56 : tensor<f32>
%58 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<f32>) -> tensor<1xf32>
%59 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f32>) -> tensor<1xf32>
%60 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f32>) -> tensor<1xf32>
%61 = stablehlo.broadcast_in_dim %57, dims = [] : (tensor<f32>) -> tensor<1xf32>
%62 = stablehlo.concatenate %58, %59, %60, %61, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%63 = stablehlo.divide %62, %arg1 : tensor<4xf32>
return %63 : tensor<4xf32>
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
}
// -----
// eig, 3x8x8 of float64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<5xf64>, tensor<3x8xcomplex<f64>>, tensor<3x8xcomplex<f64>>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000000000C00C3D7B14AE47E17A443C000000000000F43C000000000000343D000000000000343D"> : tensor<5xf64>
    %2 = stablehlo.constant dense<"0xAEB0E9D576ECECBF0000000000000000C4B41463DFA0DBBF0000000000000000B361CAC3574DE53F0000000000000000D4D8A8D57074E23F0000000000000000BC025B78D9BBC13FEB4BFD21699ED63FBC025B78D9BBC13FEB4BFD21699ED6BFEBCD99D2AE89D03F00000000000000007FBECCBB9FD0B9BF000000000000000022433E5B5F7FE7BFE84C5B98532DD63F22433E5B5F7FE7BFE84C5B98532DD6BFA30F0FCC296FBBBF1F136939B35FD83FA30F0FCC296FBBBF1F136939B35FD8BF83F793091161B33F000000000000000014808A6BBB1EE83F0000000000000000668CD4E3A736DC3F0000000000000000F604D98A8C36E43F00000000000000008D0802339A0BB93F98B6E0BAF98CE63F8D0802339A0BB93F98B6E0BAF98CE6BF6B03E8616B7FE13F876C830DB3EED73F6B03E8616B7FE13F876C830DB3EED7BFE87B73665A0DD73F0000000000000000976F85C3FF09A43F0000000000000000E69D02E05CD6D7BFC7893A43E098AD3FE69D02E05CD6D7BFC7893A43E098ADBF"> : tensor<3x8xcomplex<f64>>
    %3 = stablehlo.constant dense<"0xAEB0E9D576ECECBF0000000000000000C4B41463DFA0DBBF0000000000000000B361CAC3574DE53F0000000000000000D4D8A8D57074E23F0000000000000000BC025B78D9BBC13FEB4BFD21699ED63FBC025B78D9BBC13FEB4BFD21699ED6BFEBCD99D2AE89D03F00000000000000007FBECCBB9FD0B9BF000000000000000022433E5B5F7FE7BFE84C5B98532DD63F22433E5B5F7FE7BFE84C5B98532DD6BFA30F0FCC296FBBBF1F136939B35FD83FA30F0FCC296FBBBF1F136939B35FD8BF83F793091161B33F000000000000000014808A6BBB1EE83F0000000000000000668CD4E3A736DC3F0000000000000000F604D98A8C36E43F00000000000000008D0802339A0BB93F98B6E0BAF98CE63F8D0802339A0BB93F98B6E0BAF98CE6BF6B03E8616B7FE13F876C830DB3EED73F6B03E8616B7FE13F876C830DB3EED7BFE87B73665A0DD73F0000000000000000976F85C3FF09A43F0000000000000000E69D02E05CD6D7BFC7893A43E098AD3FE69D02E05CD6D7BFC7893A43E098ADBF"> : tensor<3x8xcomplex<f64>>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<5xf64>, tensor<3x8xcomplex<f64>>, tensor<3x8xcomplex<f64>>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<5xf64>, tensor<3x8xcomplex<f64>>, tensor<3x8xcomplex<f64>>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<5xf64>, tensor<3x8xcomplex<f64>>, tensor<3x8xcomplex<f64>>) -> tensor<5xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<5xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<5xf64>, %arg2: tensor<3x8xcomplex<f64>>, %arg3: tensor<3x8xcomplex<f64>>) -> (tensor<5xf64>) {
%cst = stablehlo.constant dense<"0x00000080A070D63F00000000B8CE863F000000000C99C8BF00000000442FDBBF000000C06BC8D4BF000000000E20C33F0000000040B66D3F00000080A620DE3F000000803FEEC03F000000007EADAE3F00000080E47FCCBF0000000048DFC53F000000000B19BBBF000000002ACFAB3F000000C0F4F3D03F000000C0492ED63F000000402049DABF000000C0E195DEBF00000080BBDADABF00000000A86493BF000000005DC5B8BF000000804DA8DFBF000000404578DFBF00000000883B9A3F00000000CD10CFBF0000008046E6D03F000000001602A4BF00000040F184D33F000000008FD7BEBF0000008071CEDC3F00000040A9C7D53F00000080B41CCA3F000000C08E02D83F000000000433B43F000000805A1CD63F00000000B2E4BFBF00000000F3B8B3BF000000805902CC3F00000080D654DBBF00000000400CA03F00000080521CC63F000000001169CFBF00000000EB18CC3F000000004019723F00000080A4AED03F000000805BFEC5BF00000000A337CEBF00000000016ACB3F000000809DE4DCBF00000000D473BFBF000000001262B9BF00000080097EC7BF000000C007ABD23F00000000C1ECDABF00000080F4EBC53F00000000A4DAB23F00000000E90AD73F000000809247D93F00000080AA48CA3F00000040AF16D13F00000000B7F1B13F0000004005C9DF3F00000080DC93DC3F000000003B88BF3F000000805088D93F0000004098BBD93F0000008042FCD83F000000000A87D03F00000080CAE3DCBF000000804079C13F00000000209C843F000000802BE5D03F00000000BC15B7BF0000000064689ABF00000080C778D3BF000000808ACFDCBF000000800380DC3F00000080F83FC3BF00000000D38FBA3F000000006BF4DEBF00000080E66FD53F00000000B6AEB7BF00000000086BB4BF00000040A043D1BF00000040D006DBBF00000080FBEBCBBF00000080DEE8CF3F000000807E2ADB3F00000000B62ED4BF000000006987D7BF000000C0C619DE3F00000000EC88C53F00000040C8C2D73F000000806C5ED8BF000000C0A2BADABF000000C0B5F3D43F00000000F4E0C1BF00000000F844913F00000000DDFEC0BF0000000031BDBDBF00000040924ED1BF00000080E629C6BF00000080C521D93F00000000E00FD7BF000000406724DE3F00000000BBD5B2BF00000000AA1BC43F000000C0BB7AD6BF000000806294C83F00000080961DD43F000000404245D4BF0000000080675B3F00000040835ADB3F00000000BB4AC8BF000000C08028DABF000000803771D6BF000000806084D93F0000008085B4CDBF0000000060FF74BF0000000056E9BF3F00000000CE38C33F00000000B385D1BF0000000002E4D73F00000080F4F8D6BF0000000067BCD03F000000808B19CDBF000000C09B95D2BF000000401B02D2BF000000C0BDF8D7BF000000006ED2D13F000000809353D33F000000C010F0D63F0000004015E8D03F000000C00518DCBF00000000CC37A7BF000000005C59A8BF0000000090BD80BF00000040E6D4D43F00000000B6EACA3F000000003F86C13F0000000010BFDABF000000C09F2FD1BF00000000D05ADEBF00000000B173DC3F00000080F96CD43F000000000F55DDBF00000000EC37DC3F00000000B6E6B73F00000040EF8CD23F00000040E108D73F00000040AABED8BF000000401275D9BF00000080DFFAD8BF0000008006E1CEBF0000000000C2983F000000C064D4DC3F000000807734C13F000000406746D23F0000004092A2DDBF00000000CA97B7BF00000000E4FE97BF0000000015A4B1BF00000080F2C9C7BF00000000405681BF000000809FABC83F000000C0567CDFBF0000004001F5DE3F000000003067843F00000080ADBDC13F000000807B7AD5BF00000080645BC13F00000000F8FDB23F00000000C347CE3F0000000052E8DBBF000000006D2ECDBF00000000A550CDBF0000000003F3CCBF0000000008899B3F000000004DFFB03F000000401D91DD3F00000000B16EC03F000000C0F0C5DF3F000000003F02B03F00000040D248D9BF000000C018F5DCBF000000803C89D43F00000080C916C73F000000C0172DD93F000000006AD7B33F0000008046F4CA3F000000008B78CF3F00000080D40ED23F"> : tensor<3x8x8xf64>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<3x8x8xf64>
%2 = stablehlo.multiply %cst, %1 : tensor<3x8x8xf64>
%3:5 = stablehlo.custom_call @lapack_dgeev_ffi(%2) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<3x8x8xf64>) -> (tensor<3x8xf64>, tensor<3x8xf64>, tensor<3x8x8xcomplex<f64>>, tensor<3x8x8xcomplex<f64>>, tensor<3xi32>)
%4 = stablehlo.complex %3#0, %3#1 : tensor<3x8xcomplex<f64>>
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
%6 = stablehlo.compare EQ, %3#4, %5, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
%7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<3xi1>) -> tensor<3x1xi1>
%cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<3x8xcomplex<f64>>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<3x1xi1>) -> tensor<3x8xi1>
%10 = stablehlo.select %9, %4, %8 : tensor<3x8xi1>, tensor<3x8xcomplex<f64>>
%11 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<3xi1>) -> tensor<3x1x1xi1>
%cst_1 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f64>>) -> tensor<3x8x8xcomplex<f64>>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<3x1x1xi1>) -> tensor<3x8x8xi1>
%14 = stablehlo.select %13, %3#3, %12 : tensor<3x8x8xi1>, tensor<3x8x8xcomplex<f64>>
%15 = stablehlo.real %10 : (tensor<3x8xcomplex<f64>>) -> tensor<3x8xf64>
%16 = stablehlo.imag %10 : (tensor<3x8xcomplex<f64>>) -> tensor<3x8xf64>
%17 = stablehlo.negate %16 : tensor<3x8xf64>
%18 = stablehlo.complex %15, %17 : tensor<3x8xcomplex<f64>>
%19 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<3x8xcomplex<f64>>) -> tensor<3x8x1xcomplex<f64>>
%20 = stablehlo.broadcast_in_dim %18, dims = [0, 2] : (tensor<3x8xcomplex<f64>>) -> tensor<3x1x8xcomplex<f64>>
%21 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<3x8x1xcomplex<f64>>) -> tensor<3x8x8xcomplex<f64>>
%22 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2] : (tensor<3x1x8xcomplex<f64>>) -> tensor<3x8x8xcomplex<f64>>
%23 = stablehlo.subtract %21, %22 : tensor<3x8x8xcomplex<f64>>
%24 = stablehlo.abs %23 : (tensor<3x8x8xcomplex<f64>>) -> tensor<3x8x8xf64>
%cst_2 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%25 = stablehlo.reduce(%24 init: %cst_2) applies stablehlo.minimum across dimensions = [2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<3x8xf64>
%26 = stablehlo.abs %25 : tensor<3x8xf64>
%cst_3 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%27 = stablehlo.reduce(%26 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x8xf64>, tensor<f64>) -> tensor<f64>
%cst_4 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%28 = stablehlo.reduce(%24 init: %cst_4) applies stablehlo.minimum across dimensions = [1] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<3x8xf64>
%29 = stablehlo.abs %28 : tensor<3x8xf64>
%cst_5 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%30 = stablehlo.reduce(%29 init: %cst_5) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x8xf64>, tensor<f64>) -> tensor<f64>
%31 = stablehlo.maximum %27, %30 : tensor<f64>
%32 = stablehlo.abs %14 : (tensor<3x8x8xcomplex<f64>>) -> tensor<3x8x8xf64>
%33 = stablehlo.multiply %32, %32 : tensor<3x8x8xf64>
%cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%34 = stablehlo.reduce(%33 init: %cst_6) applies stablehlo.add across dimensions = [1] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<3x8xf64>
%cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
%35 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<3x8xf64>
%36 = stablehlo.subtract %34, %35 : tensor<3x8xf64>
%37 = stablehlo.abs %36 : tensor<3x8xf64>
%cst_8 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%38 = stablehlo.reduce(%37 init: %cst_8) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x8xf64>, tensor<f64>) -> tensor<f64>
%39 = call @eigvals(%2) : (tensor<3x8x8xf64>) -> tensor<3x8xcomplex<f64>>
%40 = stablehlo.convert %2 : (tensor<3x8x8xf64>) -> tensor<3x8x8xcomplex<f64>>
%41 = stablehlo.dot_general %40, %14, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x8x8xcomplex<f64>>, tensor<3x8x8xcomplex<f64>>) -> tensor<3x8x8xcomplex<f64>>
%42 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<3x8xcomplex<f64>>) -> tensor<3x1x8xcomplex<f64>>
%43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2] : (tensor<3x1x8xcomplex<f64>>) -> tensor<3x8x8xcomplex<f64>>
%44 = stablehlo.multiply %14, %43 : tensor<3x8x8xcomplex<f64>>
%45 = stablehlo.subtract %41, %44 : tensor<3x8x8xcomplex<f64>>
%46 = stablehlo.abs %45 : (tensor<3x8x8xcomplex<f64>>) -> tensor<3x8x8xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%47 = stablehlo.reduce(%46 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<f64>
%48 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<3x8xcomplex<f64>>) -> tensor<3x8x1xcomplex<f64>>
%49 = stablehlo.broadcast_in_dim %arg2, dims = [0, 2] : (tensor<3x8xcomplex<f64>>) -> tensor<3x1x8xcomplex<f64>>
%50 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<3x8x1xcomplex<f64>>) -> tensor<3x8x8xcomplex<f64>>
%51 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2] : (tensor<3x1x8xcomplex<f64>>) -> tensor<3x8x8xcomplex<f64>>
%52 = stablehlo.subtract %50, %51 : tensor<3x8x8xcomplex<f64>>
%53 = stablehlo.abs %52 : (tensor<3x8x8xcomplex<f64>>) -> tensor<3x8x8xf64>
%cst_10 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%54 = stablehlo.reduce(%53 init: %cst_10) applies stablehlo.minimum across dimensions = [2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<3x8xf64>
%55 = stablehlo.abs %54 : tensor<3x8xf64>
%cst_11 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%56 = stablehlo.reduce(%55 init: %cst_11) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x8xf64>, tensor<f64>) -> tensor<f64>
%cst_12 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%57 = stablehlo.reduce(%53 init: %cst_12) applies stablehlo.minimum across dimensions = [1] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<3x8xf64>
%58 = stablehlo.abs %57 : tensor<3x8xf64>
%cst_13 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%59 = stablehlo.reduce(%58 init: %cst_13) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x8xf64>, tensor<f64>) -> tensor<f64>
%60 = stablehlo.maximum %56, %59 : tensor<f64>
%61 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<3x8xcomplex<f64>>) -> tensor<3x8x1xcomplex<f64>>
%62 = stablehlo.broadcast_in_dim %arg3, dims = [0, 2] : (tensor<3x8xcomplex<f64>>) -> tensor<3x1x8xcomplex<f64>>
%63 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2] : (tensor<3x8x1xcomplex<f64>>) -> tensor<3x8x8xcomplex<f64>>
%64 = stablehlo.broadcast_in_dim %62, dims = [0, 1, 2] : (tensor<3x1x8xcomplex<f64>>) -> tensor<3x8x8xcomplex<f64>>
%65 = stablehlo.subtract %63, %64 : tensor<3x8x8xcomplex<f64>>
%66 = stablehlo.abs %65 : (tensor<3x8x8xcomplex<f64>>) -> tensor<3x8x8xf64>
%cst_14 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%67 = stablehlo.reduce(%66 init: %cst_14) applies stablehlo.minimum across dimensions = [2] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<3x8xf64>
%68 = stablehlo.abs %67 : tensor<3x8xf64>
%cst_15 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%69 = stablehlo.reduce(%68 init: %cst_15) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x8xf64>, tensor<f64>) -> tensor<f64>
%cst_16 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%70 = stablehlo.reduce(%66 init: %cst_16) applies stablehlo.minimum across dimensions = [1] : (tensor<3x8x8xf64>, tensor<f64>) -> tensor<3x8xf64>
%71 = stablehlo.abs %70 : tensor<3x8xf64>
%cst_17 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%72 = stablehlo.reduce(%71 init: %cst_17) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x8xf64>, tensor<f64>) -> tensor<f64>
%73 = stablehlo.maximum %69, %72 : tensor<f64>
%74 = stablehlo.broadcast_in_dim %47, dims = [] : (tensor<f64>) -> tensor<1xf64>
%75 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f64>) -> tensor<1xf64>
%76 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<f64>) -> tensor<1xf64>
%77 = stablehlo.broadcast_in_dim %60, dims = [] : (tensor<f64>) -> tensor<1xf64>
%78 = stablehlo.broadcast_in_dim %73, dims = [] : (tensor<f64>) -> tensor<1xf64>
%79 = stablehlo.concatenate %74, %75, %76, %77, %78, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<5xf64>
%80 = stablehlo.divide %79, %arg1 : tensor<5xf64>
return %80 : tensor<5xf64>
}
func.func private @eigvals(%arg0: tensor<3x8x8xf64>) -> tensor<3x8xcomplex<f64>> {
%0:5 = stablehlo.custom_call @lapack_dgeev_ffi(%arg0) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 78 : ui8}} : (tensor<3x8x8xf64>) -> (tensor<3x8xf64>, tensor<3x8xf64>, tensor<3x8x8xcomplex<f64>>, tensor<3x8x8xcomplex<f64>>, tensor<3xi32>)
%1 = stablehlo.complex %0#0, %0#1 : tensor<3x8xcomplex<f64>>
%c = stablehlo.constant dense<0> : tensor<i32>
%2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
%3 = stablehlo.compare EQ, %0#4, %2, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
%4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<3xi1>) -> tensor<3x1xi1>
%cst = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<3x8xcomplex<f64>>
%6 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<3x1xi1>) -> tensor<3x8xi1>
%7 = stablehlo.select %6, %1, %5 : tensor<3x8xi1>, tensor<3x8xcomplex<f64>>
return %7 : tensor<3x8xcomplex<f64>>
}
}
// -----
// eig, 33x33 of float64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf64>, tensor<33xcomplex<f64>>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x0000000000E01F3D7B14AE47E17A443C000000000000F43C0000000000A0543D"> : tensor<4xf64>
    %2 = stablehlo.constant dense<"0x4AEE6527B84CEF3F2882998E97C6F63F4AEE6527B84CEF3F2882998E97C6F6BFF55295F0BA37FD3F0000000000000000B62A028B3C98F6BF4E2315B396E5E13FB62A028B3C98F6BF4E2315B396E5E1BF2A49C2649687F8BF00000000000000000AC6F0AC2EBFDEBFF203CA8BC621F73F0AC6F0AC2EBFDEBFF203CA8BC621F7BF83E9AAB00409C7BFD2E55256B3CFF63F83E9AAB00409C7BFD2E55256B3CFF6BF54D9BC8A13F8EFBF13DF7F195FC0EB3F54D9BC8A13F8EFBF13DF7F195FC0EBBF8C4DCFA9E057EC3F227C2CD06E35F03F8C4DCFA9E057EC3F227C2CD06E35F0BF6A7CBF68D43EF83F0000000000000000397E73F17EA1F53F0000000000000000AE8BC7E2E095EF3FC8743A5B6350D63FAE8BC7E2E095EF3FC8743A5B6350D6BF4E0CCB3FC3B3D4BF2E466C0F4CCBEA3F4E0CCB3FC3B3D4BF2E466C0F4CCBEABF4D0F6C6934C0EABF0000000000000000428C35F2BA73E3BF303965599A66D43F428C35F2BA73E3BF303965599A66D4BF95782EE304C0D63FB9A911B7E8C9E83F95782EE304C0D63FB9A911B7E8C9E8BF397CE545E459E33F748955970625E13F397CE545E459E33F748955970625E1BF6AC4E3AECE9FCDBF59A6F899573DD53F6AC4E3AECE9FCDBF59A6F899573DD5BFB6ECDF31271BD13F103FCE20AD54D83FB6ECDF31271BD13F103FCE20AD54D8BF3A0D279940ADB4BF0000000000000000E734455408E3D13F0000000000000000"> : tensor<33xcomplex<f64>>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf64>, tensor<33xcomplex<f64>>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf64>, tensor<33xcomplex<f64>>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf64>, tensor<33xcomplex<f64>>) -> tensor<4xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf64>, %arg2: tensor<33xcomplex<f64>>) -> (tensor<4xf64>) {
%c = stablehlo.constant dense<0> : tensor<i64>
%0 = call @computed(%arg0, %c) : (tensor<ui32>, tensor<i64>) -> tensor<33x33xf64>
%1:5 = stablehlo.custom_call @lapack_dgeev_ffi(%0) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<33x33xf64>) -> (tensor<33xf64>, tensor<33xf64>, tensor<33x33xcomplex<f64>>, tensor<33x33xcomplex<f64>>, tensor<i32>)
%2 = stablehlo.complex %1#0, %1#1 : tensor<33xcomplex<f64>>
%c_0 = stablehlo.constant dense<0> : tensor<i32>
%3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<i32>
%4 = stablehlo.compare EQ, %1#4, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<33xcomplex<f64>>
%7 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<1xi1>) -> tensor<33xi1>
%8 = stablehlo.select %7, %2, %6 : tensor<33xi1>, tensor<33xcomplex<f64>>
%9 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f64>>) -> tensor<33x33xcomplex<f64>>
%11 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<33x33xi1>
%12 = stablehlo.select %11, %1#3, %10 : tensor<33x33xi1>, tensor<33x33xcomplex<f64>>
%13 = stablehlo.real %8 : (tensor<33xcomplex<f64>>) -> tensor<33xf64>
%14 = stablehlo.imag %8 : (tensor<33xcomplex<f64>>) -> tensor<33xf64>
%15 = stablehlo.negate %14 : tensor<33xf64>
%16 = stablehlo.complex %13, %15 : tensor<33xcomplex<f64>>
%17 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<33xcomplex<f64>>) -> tensor<33x1xcomplex<f64>>
%18 = stablehlo.broadcast_in_dim %16, dims = [1] : (tensor<33xcomplex<f64>>) -> tensor<1x33xcomplex<f64>>
%19 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<33x1xcomplex<f64>>) -> tensor<33x33xcomplex<f64>>
%20 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<1x33xcomplex<f64>>) -> tensor<33x33xcomplex<f64>>
%21 = stablehlo.subtract %19, %20 : tensor<33x33xcomplex<f64>>
%22 = stablehlo.abs %21 : (tensor<33x33xcomplex<f64>>) -> tensor<33x33xf64>
%cst_2 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%23 = stablehlo.reduce(%22 init: %cst_2) applies stablehlo.minimum across dimensions = [1] : (tensor<33x33xf64>, tensor<f64>) -> tensor<33xf64>
%24 = stablehlo.abs %23 : tensor<33xf64>
%cst_3 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%25 = stablehlo.reduce(%24 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<33xf64>, tensor<f64>) -> tensor<f64>
%cst_4 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%26 = stablehlo.reduce(%22 init: %cst_4) applies stablehlo.minimum across dimensions = [0] : (tensor<33x33xf64>, tensor<f64>) -> tensor<33xf64>
%27 = stablehlo.abs %26 : tensor<33xf64>
%cst_5 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%28 = stablehlo.reduce(%27 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<33xf64>, tensor<f64>) -> tensor<f64>
%29 = stablehlo.maximum %25, %28 : tensor<f64>
%30 = stablehlo.abs %12 : (tensor<33x33xcomplex<f64>>) -> tensor<33x33xf64>
%31 = stablehlo.multiply %30, %30 : tensor<33x33xf64>
%cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%32 = stablehlo.reduce(%31 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<33x33xf64>, tensor<f64>) -> tensor<33xf64>
%cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
%33 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<33xf64>
%34 = stablehlo.subtract %32, %33 : tensor<33xf64>
%35 = stablehlo.abs %34 : tensor<33xf64>
%cst_8 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%36 = stablehlo.reduce(%35 init: %cst_8) applies stablehlo.maximum across dimensions = [0] : (tensor<33xf64>, tensor<f64>) -> tensor<f64>
%37 = stablehlo.convert %0 : (tensor<33x33xf64>) -> tensor<33x33xcomplex<f64>>
%38 = stablehlo.dot_general %37, %12, contracting_dims = [1] x [0] : (tensor<33x33xcomplex<f64>>, tensor<33x33xcomplex<f64>>) -> tensor<33x33xcomplex<f64>>
%39 = stablehlo.broadcast_in_dim %8, dims = [1] : (tensor<33xcomplex<f64>>) -> tensor<1x33xcomplex<f64>>
%40 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<1x33xcomplex<f64>>) -> tensor<33x33xcomplex<f64>>
%41 = stablehlo.multiply %12, %40 : tensor<33x33xcomplex<f64>>
%42 = stablehlo.subtract %38, %41 : tensor<33x33xcomplex<f64>>
%43 = stablehlo.abs %42 : (tensor<33x33xcomplex<f64>>) -> tensor<33x33xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%44 = stablehlo.reduce(%43 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<33x33xf64>, tensor<f64>) -> tensor<f64>
%45 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<33xcomplex<f64>>) -> tensor<33x1xcomplex<f64>>
%46 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<33xcomplex<f64>>) -> tensor<1x33xcomplex<f64>>
%47 = stablehlo.broadcast_in_dim %45, dims = [0, 1] : (tensor<33x1xcomplex<f64>>) -> tensor<33x33xcomplex<f64>>
%48 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<1x33xcomplex<f64>>) -> tensor<33x33xcomplex<f64>>
%49 = stablehlo.subtract %47, %48 : tensor<33x33xcomplex<f64>>
%50 = stablehlo.abs %49 : (tensor<33x33xcomplex<f64>>) -> tensor<33x33xf64>
%cst_10 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%51 = stablehlo.reduce(%50 init: %cst_10) applies stablehlo.minimum across dimensions = [1] : (tensor<33x33xf64>, tensor<f64>) -> tensor<33xf64>
%52 = stablehlo.abs %51 : tensor<33xf64>
%cst_11 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%53 = stablehlo.reduce(%52 init: %cst_11) applies stablehlo.maximum across dimensions = [0] : (tensor<33xf64>, tensor<f64>) -> tensor<f64>
%cst_12 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%54 = stablehlo.reduce(%50 init: %cst_12) applies stablehlo.minimum across dimensions = [0] : (tensor<33x33xf64>, tensor<f64>) -> tensor<33xf64>
%55 = stablehlo.abs %54 : tensor<33xf64>
%cst_13 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%56 = stablehlo.reduce(%55 init: %cst_13) applies stablehlo.maximum across dimensions = [0] : (tensor<33xf64>, tensor<f64>) -> tensor<f64>
%57 = stablehlo.maximum %53, %56 : tensor<f64>
%58 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<f64>) -> tensor<1xf64>
%59 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f64>) -> tensor<1xf64>
%60 = stablehlo.broadcast_in_dim %36, dims = [] : (tensor<f64>) -> tensor<1xf64>
%61 = stablehlo.broadcast_in_dim %57, dims = [] : (tensor<f64>) -> tensor<1xf64>
%62 = stablehlo.concatenate %58, %59, %60, %61, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<4xf64>
%63 = stablehlo.divide %62, %arg1 : tensor<4xf64>
return %63 : tensor<4xf64>
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
}
// -----
// eig, 2x2x4x4 of complex64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<5xf32>, tensor<2x2x4xcomplex<f32>>, tensor<2x2x4xcomplex<f32>>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000096360AD7A330000070360000A0370000A037"> : tensor<5xf32>
    %2 = stablehlo.constant dense<"0x4F3E873F96A7C3BE3781A8BE7BF1B5BCF60EEDBEA0C0F83EDE0EB83EA961EB3E02744DBF6BA416BFC6F90CBF121DCE3E79A9033F97B83E3FC0B7C93D75FB3DBE38EAFE3E69F4CFBE4C8B833DFD672B3DD6C841BED5135F3E73A0273F3FEEC63EBF731C3F485631BFF1ED11BFFADF2CBF2B76CFBE43CA8FBEAEDA37BEBE371A3F"> : tensor<2x2x4xcomplex<f32>>
    %3 = stablehlo.constant dense<"0x4F3E873F96A7C3BE3781A8BE7BF1B5BCF60EEDBEA0C0F83EDE0EB83EA961EB3E02744DBF6BA416BFC6F90CBF121DCE3E79A9033F97B83E3FC0B7C93D75FB3DBE38EAFE3E69F4CFBE4C8B833DFD672B3DD6C841BED5135F3E73A0273F3FEEC63EBF731C3F485631BFF1ED11BFFADF2CBF2B76CFBE43CA8FBEAEDA37BEBE371A3F"> : tensor<2x2x4xcomplex<f32>>
    return %0, %1, %2, %3 : tensor<ui32>, tensor<5xf32>, tensor<2x2x4xcomplex<f32>>, tensor<2x2x4xcomplex<f32>>
  }
  func.func public @main() {
    %given:4 = call @inputs() : () -> (tensor<ui32>, tensor<5xf32>, tensor<2x2x4xcomplex<f32>>, tensor<2x2x4xcomplex<f32>>)
    %found = call @figures(%given#0, %given#1, %given#2, %given#3) : (tensor<ui32>, tensor<5xf32>, tensor<2x2x4xcomplex<f32>>, tensor<2x2x4xcomplex<f32>>) -> tensor<5xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<5xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<5xf32>, %arg2: tensor<2x2x4xcomplex<f32>>, %arg3: tensor<2x2x4xcomplex<f32>>) -> (tensor<5xf32>) {
%cst = stablehlo.constant dense<[[[[(0.350624204,0.136961639), (0.0111364722,-0.230213344), (-0.19217062,-0.459026515), (-0.424759865,-0.483472407)], [(-0.324732721,0.313270211), (0.149415731,0.412755549), (0.00362694263,0.106635749), (0.470742822,0.229496539)], [(0.132270753,0.0436249375), (0.0599173903,0.435072422), (-0.222652972,0.315853536), (0.170876503,-0.497261524)], [(-0.105850875,0.357404232), (0.0543149114,-0.466414452), (0.264889896,0.229655445), (0.346575201,-0.324344397)]], [[(-0.410713255,0.363178909), (-0.477898061,0.0414611697), (-0.419600368,-0.200288117), (-0.0189386606,-0.0773128271)], [(-0.0967615246,-0.471680343), (-0.494647384,-0.375716746), (-0.491715729,0.170624375), (0.0256177187,0.147189498)], [(-0.242700219,0.115385056), (0.264054894,-0.116322458), (-0.0390784144,0.497209907), (0.304989159,0.480835319)], [(-0.120476663,0.185541928), (0.450100303,0.15045923), (0.340311348,0.188446701), (0.204001009,-0.11107862)]]], [[[(0.375156105,-0.36490351), (0.0789034366,0.221488297), (0.345480561,0.0253542662), (-0.124583364,-0.189758182)], [(-0.0770408511,-0.0141646862), (0.218821704,0.389487803), (-0.427053094,0.434043467), (0.0313434601,-0.142204821)], [(0.172739327,0.0715298057), (-0.245393872,-0.178130627), (0.219510436,0.094299972), (0.00441861153,-0.162088811)], [(0.260659337,-0.108381033), (-0.171824872,0.390274346), (-0.236072898,-0.272842407), (0.214172482,0.123187125)]], [[(-0.451453567,-0.41598469), (-0.122861147,0.332644105), (-0.0991526842,0.287098289), (-0.183533847,-0.260630608)], [(0.291688859,0.376484215), (-0.420700312,-4.414320e-01), (0.171263278,-0.163882971), (0.0736486911,-0.349720538)], [(0.360040903,-0.0496606827), (0.394993424,0.296324253), (0.205342591,-0.2693578), (0.267009556,-0.447978735)], [(0.0700945258,-0.0954481959), (0.496644318,-0.301486969), (0.446524739,-0.409246981), (0.123172462,0.0803323388)]]]]> : tensor<2x2x4x4xcomplex<f32>>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.convert %0 : (tensor<f32>) -> tensor<complex<f32>>
%2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%3 = stablehlo.multiply %cst, %2 : tensor<2x2x4x4xcomplex<f32>>
%4:4 = stablehlo.custom_call @lapack_cgeev_ffi(%3) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<2x2x4x4xcomplex<f32>>) -> (tensor<2x2x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>, tensor<2x2xi32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
%6 = stablehlo.compare EQ, %4#3, %5, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<2x2xi1>) -> tensor<2x2x1xi1>
%cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4xcomplex<f32>>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x2x1xi1>) -> tensor<2x2x4xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<2x2x4xi1>, tensor<2x2x4xcomplex<f32>>
%11 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<2x2xi1>) -> tensor<2x2x1x1xi1>
%cst_1 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2, 3] : (tensor<2x2x1x1xi1>) -> tensor<2x2x4x4xi1>
%14 = stablehlo.select %13, %4#2, %12 : tensor<2x2x4x4xi1>, tensor<2x2x4x4xcomplex<f32>>
%cst_2 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
%15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f32>>) -> tensor<1xcomplex<f32>>
%16 = stablehlo.abs %15 : (tensor<1xcomplex<f32>>) -> tensor<1xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%17 = stablehlo.reduce(%16 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
%18 = stablehlo.abs %14 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%19 = stablehlo.multiply %18, %18 : tensor<2x2x4x4xf32>
%cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%20 = stablehlo.reduce(%19 init: %cst_4) applies stablehlo.add across dimensions = [2] : (tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<2x2x4xf32>
%cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%21 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x2x4xf32>
%22 = stablehlo.subtract %20, %21 : tensor<2x2x4xf32>
%23 = stablehlo.abs %22 : tensor<2x2x4xf32>
%cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%24 = stablehlo.reduce(%23 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x2x4xf32>, tensor<f32>) -> tensor<f32>
%25 = call @eigvals(%3) : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4xcomplex<f32>>
%26 = stablehlo.dot_general %3, %14, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%27 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 3] : (tensor<2x2x4xcomplex<f32>>) -> tensor<2x2x1x4xcomplex<f32>>
%28 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2, 3] : (tensor<2x2x1x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%29 = stablehlo.multiply %14, %28 : tensor<2x2x4x4xcomplex<f32>>
%30 = stablehlo.subtract %26, %29 : tensor<2x2x4x4xcomplex<f32>>
%31 = stablehlo.abs %30 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%32 = stablehlo.reduce(%31 init: %cst_7) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<f32>
%33 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<2x2x4xcomplex<f32>>) -> tensor<2x2x4x1xcomplex<f32>>
%34 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 3] : (tensor<2x2x4xcomplex<f32>>) -> tensor<2x2x1x4xcomplex<f32>>
%35 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<2x2x4x1xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%36 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<2x2x1x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%37 = stablehlo.subtract %35, %36 : tensor<2x2x4x4xcomplex<f32>>
%38 = stablehlo.abs %37 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%cst_8 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%39 = stablehlo.reduce(%38 init: %cst_8) applies stablehlo.minimum across dimensions = [3] : (tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<2x2x4xf32>
%40 = stablehlo.abs %39 : tensor<2x2x4xf32>
%cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%41 = stablehlo.reduce(%40 init: %cst_9) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x2x4xf32>, tensor<f32>) -> tensor<f32>
%cst_10 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%42 = stablehlo.reduce(%38 init: %cst_10) applies stablehlo.minimum across dimensions = [2] : (tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<2x2x4xf32>
%43 = stablehlo.abs %42 : tensor<2x2x4xf32>
%cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%44 = stablehlo.reduce(%43 init: %cst_11) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x2x4xf32>, tensor<f32>) -> tensor<f32>
%45 = stablehlo.maximum %41, %44 : tensor<f32>
%46 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2] : (tensor<2x2x4xcomplex<f32>>) -> tensor<2x2x4x1xcomplex<f32>>
%47 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 3] : (tensor<2x2x4xcomplex<f32>>) -> tensor<2x2x1x4xcomplex<f32>>
%48 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<2x2x4x1xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%49 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3] : (tensor<2x2x1x4xcomplex<f32>>) -> tensor<2x2x4x4xcomplex<f32>>
%50 = stablehlo.subtract %48, %49 : tensor<2x2x4x4xcomplex<f32>>
%51 = stablehlo.abs %50 : (tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4x4xf32>
%cst_12 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%52 = stablehlo.reduce(%51 init: %cst_12) applies stablehlo.minimum across dimensions = [3] : (tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<2x2x4xf32>
%53 = stablehlo.abs %52 : tensor<2x2x4xf32>
%cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%54 = stablehlo.reduce(%53 init: %cst_13) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x2x4xf32>, tensor<f32>) -> tensor<f32>
%cst_14 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%55 = stablehlo.reduce(%51 init: %cst_14) applies stablehlo.minimum across dimensions = [2] : (tensor<2x2x4x4xf32>, tensor<f32>) -> tensor<2x2x4xf32>
%56 = stablehlo.abs %55 : tensor<2x2x4xf32>
%cst_15 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%57 = stablehlo.reduce(%56 init: %cst_15) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x2x4xf32>, tensor<f32>) -> tensor<f32>
%58 = stablehlo.maximum %54, %57 : tensor<f32>
%59 = stablehlo.broadcast_in_dim %32, dims = [] : (tensor<f32>) -> tensor<1xf32>
%60 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<1xf32>
%61 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f32>) -> tensor<1xf32>
%62 = stablehlo.broadcast_in_dim %45, dims = [] : (tensor<f32>) -> tensor<1xf32>
%63 = stablehlo.broadcast_in_dim %58, dims = [] : (tensor<f32>) -> tensor<1xf32>
%64 = stablehlo.concatenate %59, %60, %61, %62, %63, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<5xf32>
%65 = stablehlo.divide %64, %arg1 : tensor<5xf32>
return %65 : tensor<5xf32>
}
func.func private @eigvals(%arg0: tensor<2x2x4x4xcomplex<f32>>) -> tensor<2x2x4xcomplex<f32>> {
%0:4 = stablehlo.custom_call @lapack_cgeev_ffi(%arg0) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 78 : ui8}} : (tensor<2x2x4x4xcomplex<f32>>) -> (tensor<2x2x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>, tensor<2x2x4x4xcomplex<f32>>, tensor<2x2xi32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
%2 = stablehlo.compare EQ, %0#3, %1, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
%3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<2x2xi1>) -> tensor<2x2x1xi1>
%cst = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<2x2x4xcomplex<f32>>
%5 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x2x1xi1>) -> tensor<2x2x4xi1>
%6 = stablehlo.select %5, %0#0, %4 : tensor<2x2x4xi1>, tensor<2x2x4xcomplex<f32>>
return %6 : tensor<2x2x4xcomplex<f32>>
}
}
// -----
// eig, 5x5 of complex128
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf64>, tensor<5xcomplex<f64>>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0xFAEB81750E94053D7B14AE47E17A443C000000000000F43C000000000000293D"> : tensor<4xf64>
    %2 = stablehlo.constant dense<"0xAE38E8D05A9EE73FC049DBD24EA6AB3F8110A8577947DB3FD8DAE84C780EE43FDCB0D2817408C2BFEBA167C16743E6BF26A8942F62C1ECBF830A9C797B8CE13F80ECB20C443DE1BFB9005F49FAC191BF"> : tensor<5xcomplex<f64>>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf64>, tensor<5xcomplex<f64>>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf64>, tensor<5xcomplex<f64>>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf64>, tensor<5xcomplex<f64>>) -> tensor<4xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf64>, %arg2: tensor<5xcomplex<f64>>) -> (tensor<4xf64>) {
%cst = stablehlo.constant dense<[[(0.3506242036819458,0.13696163892745972), (0.011136472225189209,-0.23021334409713745), (-0.19217061996459961,-0.4590265154838562), (-0.42475986480712891,-0.48347240686416626), (-0.32473272085189819,0.3132702112197876)], [(0.14941573143005371,0.41275554895401001), (0.0036269426345825195,0.10663574934005737), (0.47074282169342041,0.2294965386390686), (0.13227075338363647,0.043624937534332275), (0.0599173903465271,0.43507242202758789)], [(-0.22265297174453735,0.3158535361289978), (0.17087650299072266,-0.49726152420043945), (-0.10585087537765503,0.35740423202514648), (0.054314911365509033,-0.46641445159912109), (0.26488989591598511,0.22965544462203979)], [(0.34657520055770874,-0.32434439659118652), (-0.41071325540542603,0.36317890882492065), (-0.47789806127548218,0.041461169719696045), (-0.41960036754608154,-0.20028811693191528), (-0.018938660621643066,-0.077312827110290527)], [(-0.096761524677276611,-0.47168034315109253), (-0.49464738368988037,-0.37571674585342407), (-0.49171572923660278,0.17062437534332275), (0.025617718696594238,0.14718949794769287), (-0.24270021915435791,0.11538505554199219)]]> : tensor<5x5xcomplex<f64>>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%1 = stablehlo.convert %0 : (tensor<f64>) -> tensor<complex<f64>>
%2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<complex<f64>>) -> tensor<5x5xcomplex<f64>>
%3 = stablehlo.multiply %cst, %2 : tensor<5x5xcomplex<f64>>
%4:4 = stablehlo.custom_call @lapack_zgeev_ffi(%3) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<5x5xcomplex<f64>>) -> (tensor<5xcomplex<f64>>, tensor<5x5xcomplex<f64>>, tensor<5x5xcomplex<f64>>, tensor<i32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %4#3, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<5xcomplex<f64>>
%9 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<1xi1>) -> tensor<5xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<5xi1>, tensor<5xcomplex<f64>>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f64>>) -> tensor<5x5xcomplex<f64>>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%14 = stablehlo.select %13, %4#2, %12 : tensor<5x5xi1>, tensor<5x5xcomplex<f64>>
%cst_2 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
%15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f64>>) -> tensor<1xcomplex<f64>>
%16 = stablehlo.abs %15 : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
%cst_3 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%17 = stablehlo.reduce(%16 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<1xf64>, tensor<f64>) -> tensor<f64>
%18 = stablehlo.abs %14 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%19 = stablehlo.multiply %18, %18 : tensor<5x5xf64>
%cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%20 = stablehlo.reduce(%19 init: %cst_4) applies stablehlo.add across dimensions = [0] : (tensor<5x5xf64>, tensor<f64>) -> tensor<5xf64>
%cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
%21 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f64>) -> tensor<5xf64>
%22 = stablehlo.subtract %20, %21 : tensor<5xf64>
%23 = stablehlo.abs %22 : tensor<5xf64>
%cst_6 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%24 = stablehlo.reduce(%23 init: %cst_6) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
%25 = stablehlo.dot_general %3, %14, contracting_dims = [1] x [0] : (tensor<5x5xcomplex<f64>>, tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%26 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<5xcomplex<f64>>) -> tensor<1x5xcomplex<f64>>
%27 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<1x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%28 = stablehlo.multiply %14, %27 : tensor<5x5xcomplex<f64>>
%29 = stablehlo.subtract %25, %28 : tensor<5x5xcomplex<f64>>
%30 = stablehlo.abs %29 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%cst_7 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%31 = stablehlo.reduce(%30 init: %cst_7) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf64>, tensor<f64>) -> tensor<f64>
%32 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<5xcomplex<f64>>) -> tensor<5x1xcomplex<f64>>
%33 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<5xcomplex<f64>>) -> tensor<1x5xcomplex<f64>>
%34 = stablehlo.broadcast_in_dim %32, dims = [0, 1] : (tensor<5x1xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%35 = stablehlo.broadcast_in_dim %33, dims = [0, 1] : (tensor<1x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
%36 = stablehlo.subtract %34, %35 : tensor<5x5xcomplex<f64>>
%37 = stablehlo.abs %36 : (tensor<5x5xcomplex<f64>>) -> tensor<5x5xf64>
%cst_8 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%38 = stablehlo.reduce(%37 init: %cst_8) applies stablehlo.minimum across dimensions = [1] : (tensor<5x5xf64>, tensor<f64>) -> tensor<5xf64>
%39 = stablehlo.abs %38 : tensor<5xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%40 = stablehlo.reduce(%39 init: %cst_9) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
%cst_10 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%41 = stablehlo.reduce(%37 init: %cst_10) applies stablehlo.minimum across dimensions = [0] : (tensor<5x5xf64>, tensor<f64>) -> tensor<5xf64>
%42 = stablehlo.abs %41 : tensor<5xf64>
%cst_11 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%43 = stablehlo.reduce(%42 init: %cst_11) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
%44 = stablehlo.maximum %40, %43 : tensor<f64>
%45 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f64>) -> tensor<1xf64>
%46 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f64>) -> tensor<1xf64>
%47 = stablehlo.broadcast_in_dim %24, dims = [] : (tensor<f64>) -> tensor<1xf64>
%48 = stablehlo.broadcast_in_dim %44, dims = [] : (tensor<f64>) -> tensor<1xf64>
%49 = stablehlo.concatenate %45, %46, %47, %48, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<4xf64>
%50 = stablehlo.divide %49, %arg1 : tensor<4xf64>
return %50 : tensor<4xf64>
}
}
// -----
// eig of zeros, 5x5 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<5xcomplex<f32>>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000040350AD7A3300000A0350000C837"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x00000000000000000000000000000000000000800000000000000080000000000000008000000000"> : tensor<5xcomplex<f32>>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<5xcomplex<f32>>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<5xcomplex<f32>>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<5xcomplex<f32>>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<5xcomplex<f32>>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721], [0.149415731, 0.00362694263, 0.470742822, 0.132270753, 0.0599173903], [-0.222652972, 0.170876503, -0.105850875, 0.0543149114, 0.264889896], [0.346575201, -0.410713255, -0.477898061, -0.419600368, -0.0189386606], [-0.0967615246, -0.494647384, -0.491715729, 0.0256177187, -0.242700219]]> : tensor<5x5xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<5x5xf32>
%cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%4 = stablehlo.multiply %3, %2 : tensor<5x5xf32>
%5:5 = stablehlo.custom_call @lapack_sgeev_ffi(%4) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<5x5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5x5xcomplex<f32>>, tensor<5x5xcomplex<f32>>, tensor<i32>)
%6 = stablehlo.complex %5#0, %5#1 : tensor<5xcomplex<f32>>
%c = stablehlo.constant dense<0> : tensor<i32>
%7 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%8 = stablehlo.compare EQ, %5#4, %7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<5xcomplex<f32>>
%11 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<1xi1>) -> tensor<5xi1>
%12 = stablehlo.select %11, %6, %10 : tensor<5xi1>, tensor<5xcomplex<f32>>
%13 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_2 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%14 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f32>>) -> tensor<5x5xcomplex<f32>>
%15 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%16 = stablehlo.select %15, %5#3, %14 : tensor<5x5xi1>, tensor<5x5xcomplex<f32>>
%17 = stablehlo.real %12 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
%18 = stablehlo.imag %12 : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
%19 = stablehlo.negate %18 : tensor<5xf32>
%20 = stablehlo.complex %17, %19 : tensor<5xcomplex<f32>>
%21 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<5xcomplex<f32>>) -> tensor<5x1xcomplex<f32>>
%22 = stablehlo.broadcast_in_dim %20, dims = [1] : (tensor<5xcomplex<f32>>) -> tensor<1x5xcomplex<f32>>
%23 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<5x1xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
%24 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<1x5xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
%25 = stablehlo.subtract %23, %24 : tensor<5x5xcomplex<f32>>
%26 = stablehlo.abs %25 : (tensor<5x5xcomplex<f32>>) -> tensor<5x5xf32>
%cst_3 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%27 = stablehlo.reduce(%26 init: %cst_3) applies stablehlo.minimum across dimensions = [1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
%28 = stablehlo.abs %27 : tensor<5xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%29 = stablehlo.reduce(%28 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%cst_5 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%30 = stablehlo.reduce(%26 init: %cst_5) applies stablehlo.minimum across dimensions = [0] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
%31 = stablehlo.abs %30 : tensor<5xf32>
%cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%32 = stablehlo.reduce(%31 init: %cst_6) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%33 = stablehlo.maximum %29, %32 : tensor<f32>
%34 = stablehlo.abs %16 : (tensor<5x5xcomplex<f32>>) -> tensor<5x5xf32>
%35 = stablehlo.multiply %34, %34 : tensor<5x5xf32>
%cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%36 = stablehlo.reduce(%35 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
%cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%37 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<5xf32>
%38 = stablehlo.subtract %36, %37 : tensor<5xf32>
%39 = stablehlo.abs %38 : tensor<5xf32>
%cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%40 = stablehlo.reduce(%39 init: %cst_9) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%41 = stablehlo.convert %4 : (tensor<5x5xf32>) -> tensor<5x5xcomplex<f32>>
%42 = stablehlo.dot_general %41, %16, contracting_dims = [1] x [0] : (tensor<5x5xcomplex<f32>>, tensor<5x5xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
%43 = stablehlo.broadcast_in_dim %12, dims = [1] : (tensor<5xcomplex<f32>>) -> tensor<1x5xcomplex<f32>>
%44 = stablehlo.broadcast_in_dim %43, dims = [0, 1] : (tensor<1x5xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
%45 = stablehlo.multiply %16, %44 : tensor<5x5xcomplex<f32>>
%46 = stablehlo.subtract %42, %45 : tensor<5x5xcomplex<f32>>
%47 = stablehlo.abs %46 : (tensor<5x5xcomplex<f32>>) -> tensor<5x5xf32>
%cst_10 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%48 = stablehlo.reduce(%47 init: %cst_10) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%49 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<5xcomplex<f32>>) -> tensor<5x1xcomplex<f32>>
%50 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<5xcomplex<f32>>) -> tensor<1x5xcomplex<f32>>
%51 = stablehlo.broadcast_in_dim %49, dims = [0, 1] : (tensor<5x1xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
%52 = stablehlo.broadcast_in_dim %50, dims = [0, 1] : (tensor<1x5xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
%53 = stablehlo.subtract %51, %52 : tensor<5x5xcomplex<f32>>
%54 = stablehlo.abs %53 : (tensor<5x5xcomplex<f32>>) -> tensor<5x5xf32>
%cst_11 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%55 = stablehlo.reduce(%54 init: %cst_11) applies stablehlo.minimum across dimensions = [1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
%56 = stablehlo.abs %55 : tensor<5xf32>
%cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%57 = stablehlo.reduce(%56 init: %cst_12) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%cst_13 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%58 = stablehlo.reduce(%54 init: %cst_13) applies stablehlo.minimum across dimensions = [0] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
%59 = stablehlo.abs %58 : tensor<5xf32>
%cst_14 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%60 = stablehlo.reduce(%59 init: %cst_14) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%61 = stablehlo.maximum %57, %60 : tensor<f32>
%62 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<f32>) -> tensor<1xf32>
%63 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<1xf32>
%64 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<f32>) -> tensor<1xf32>
%65 = stablehlo.broadcast_in_dim %61, dims = [] : (tensor<f32>) -> tensor<1xf32>
%66 = stablehlo.concatenate %62, %63, %64, %65, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%67 = stablehlo.divide %66, %arg1 : tensor<4xf32>
return %67 : tensor<4xf32>
}
}
// -----
// eig of a symmetric matrix, 6x6 of float64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf64>, tensor<6xcomplex<f64>>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000000000080F63C7B14AE47E17A443C000000000000E43C0000000000002E3D"> : tensor<4xf64>
    %2 = stablehlo.constant dense<"0x682AFC2FA90DECBF0000000000000000C4F419737BFDDCBF00000000000000007E87DC1AC993243F000000000000000034D7BC0D3EA1E53F0000000000000000F1FAA2B03439DC3F00000000000000005D22E94634E4E13F0000000000000000"> : tensor<6xcomplex<f64>>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf64>, tensor<6xcomplex<f64>>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf64>, tensor<6xcomplex<f64>>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf64>, tensor<6xcomplex<f64>>) -> tensor<4xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf64>, %arg2: tensor<6xcomplex<f64>>) -> (tensor<4xf64>) {
%cst = stablehlo.constant dense<[[0.3506242036819458, 0.011136472225189209, -0.19217061996459961, -0.42475986480712891, -0.32473272085189819, 0.14941573143005371], [0.0036269426345825195, 0.47074282169342041, 0.13227075338363647, 0.0599173903465271, -0.22265297174453735, 0.17087650299072266], [-0.10585087537765503, 0.054314911365509033, 0.26488989591598511, 0.34657520055770874, -0.41071325540542603, -0.47789806127548218], [-0.41960036754608154, -0.018938660621643066, -0.096761524677276611, -0.49464738368988037, -0.49171572923660278, 0.025617718696594238], [-0.24270021915435791, 0.26405489444732666, -0.039078414440155029, 0.30498915910720825, -0.12047666311264038, 0.45010030269622803], [0.34031134843826294, 0.20400100946426392, 0.37515610456466675, 0.078903436660766602, 0.34548056125640869, -0.12458336353302002]]> : tensor<6x6xf64>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<6x6xf64>
%2 = stablehlo.multiply %cst, %1 : tensor<6x6xf64>
%3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<6x6xf64>) -> tensor<6x6xf64>
%4 = stablehlo.add %2, %3 : tensor<6x6xf64>
%cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
%5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<6x6xf64>
%6 = stablehlo.divide %4, %5 : tensor<6x6xf64>
%7:5 = stablehlo.custom_call @lapack_dgeev_ffi(%6) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<6x6xf64>) -> (tensor<6xf64>, tensor<6xf64>, tensor<6x6xcomplex<f64>>, tensor<6x6xcomplex<f64>>, tensor<i32>)
%8 = stablehlo.complex %7#0, %7#1 : tensor<6xcomplex<f64>>
%c = stablehlo.constant dense<0> : tensor<i32>
%9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%10 = stablehlo.compare EQ, %7#4, %9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_1 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f64>>) -> tensor<6xcomplex<f64>>
%13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<6xi1>
%14 = stablehlo.select %13, %8, %12 : tensor<6xi1>, tensor<6xcomplex<f64>>
%15 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_2 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f64>>) -> tensor<6x6xcomplex<f64>>
%17 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<6x6xi1>
%18 = stablehlo.select %17, %7#3, %16 : tensor<6x6xi1>, tensor<6x6xcomplex<f64>>
%19 = stablehlo.real %14 : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
%20 = stablehlo.imag %14 : (tensor<6xcomplex<f64>>) -> tensor<6xf64>
%21 = stablehlo.negate %20 : tensor<6xf64>
%22 = stablehlo.complex %19, %21 : tensor<6xcomplex<f64>>
%23 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<6xcomplex<f64>>) -> tensor<6x1xcomplex<f64>>
%24 = stablehlo.broadcast_in_dim %22, dims = [1] : (tensor<6xcomplex<f64>>) -> tensor<1x6xcomplex<f64>>
%25 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<6x1xcomplex<f64>>) -> tensor<6x6xcomplex<f64>>
%26 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<1x6xcomplex<f64>>) -> tensor<6x6xcomplex<f64>>
%27 = stablehlo.subtract %25, %26 : tensor<6x6xcomplex<f64>>
%28 = stablehlo.abs %27 : (tensor<6x6xcomplex<f64>>) -> tensor<6x6xf64>
%cst_3 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%29 = stablehlo.reduce(%28 init: %cst_3) applies stablehlo.minimum across dimensions = [1] : (tensor<6x6xf64>, tensor<f64>) -> tensor<6xf64>
%30 = stablehlo.abs %29 : tensor<6xf64>
%cst_4 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%31 = stablehlo.reduce(%30 init: %cst_4) applies stablehlo.maximum across dimensions = [0] : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
%cst_5 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%32 = stablehlo.reduce(%28 init: %cst_5) applies stablehlo.minimum across dimensions = [0] : (tensor<6x6xf64>, tensor<f64>) -> tensor<6xf64>
%33 = stablehlo.abs %32 : tensor<6xf64>
%cst_6 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%34 = stablehlo.reduce(%33 init: %cst_6) applies stablehlo.maximum across dimensions = [0] : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
%35 = stablehlo.maximum %31, %34 : tensor<f64>
%36 = stablehlo.abs %18 : (tensor<6x6xcomplex<f64>>) -> tensor<6x6xf64>
%37 = stablehlo.multiply %36, %36 : tensor<6x6xf64>
%cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%38 = stablehlo.reduce(%37 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<6x6xf64>, tensor<f64>) -> tensor<6xf64>
%cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
%39 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<6xf64>
%40 = stablehlo.subtract %38, %39 : tensor<6xf64>
%41 = stablehlo.abs %40 : tensor<6xf64>
%cst_9 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%42 = stablehlo.reduce(%41 init: %cst_9) applies stablehlo.maximum across dimensions = [0] : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
%43 = stablehlo.convert %6 : (tensor<6x6xf64>) -> tensor<6x6xcomplex<f64>>
%44 = stablehlo.dot_general %43, %18, contracting_dims = [1] x [0] : (tensor<6x6xcomplex<f64>>, tensor<6x6xcomplex<f64>>) -> tensor<6x6xcomplex<f64>>
%45 = stablehlo.broadcast_in_dim %14, dims = [1] : (tensor<6xcomplex<f64>>) -> tensor<1x6xcomplex<f64>>
%46 = stablehlo.broadcast_in_dim %45, dims = [0, 1] : (tensor<1x6xcomplex<f64>>) -> tensor<6x6xcomplex<f64>>
%47 = stablehlo.multiply %18, %46 : tensor<6x6xcomplex<f64>>
%48 = stablehlo.subtract %44, %47 : tensor<6x6xcomplex<f64>>
%49 = stablehlo.abs %48 : (tensor<6x6xcomplex<f64>>) -> tensor<6x6xf64>
%cst_10 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%50 = stablehlo.reduce(%49 init: %cst_10) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<6x6xf64>, tensor<f64>) -> tensor<f64>
%51 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<6xcomplex<f64>>) -> tensor<6x1xcomplex<f64>>
%52 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<6xcomplex<f64>>) -> tensor<1x6xcomplex<f64>>
%53 = stablehlo.broadcast_in_dim %51, dims = [0, 1] : (tensor<6x1xcomplex<f64>>) -> tensor<6x6xcomplex<f64>>
%54 = stablehlo.broadcast_in_dim %52, dims = [0, 1] : (tensor<1x6xcomplex<f64>>) -> tensor<6x6xcomplex<f64>>
%55 = stablehlo.subtract %53, %54 : tensor<6x6xcomplex<f64>>
%56 = stablehlo.abs %55 : (tensor<6x6xcomplex<f64>>) -> tensor<6x6xf64>
%cst_11 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%57 = stablehlo.reduce(%56 init: %cst_11) applies stablehlo.minimum across dimensions = [1] : (tensor<6x6xf64>, tensor<f64>) -> tensor<6xf64>
%58 = stablehlo.abs %57 : tensor<6xf64>
%cst_12 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%59 = stablehlo.reduce(%58 init: %cst_12) applies stablehlo.maximum across dimensions = [0] : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
%cst_13 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%60 = stablehlo.reduce(%56 init: %cst_13) applies stablehlo.minimum across dimensions = [0] : (tensor<6x6xf64>, tensor<f64>) -> tensor<6xf64>
%61 = stablehlo.abs %60 : tensor<6xf64>
%cst_14 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%62 = stablehlo.reduce(%61 init: %cst_14) applies stablehlo.maximum across dimensions = [0] : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
%63 = stablehlo.maximum %59, %62 : tensor<f64>
%64 = stablehlo.broadcast_in_dim %50, dims = [] : (tensor<f64>) -> tensor<1xf64>
%65 = stablehlo.broadcast_in_dim %35, dims = [] : (tensor<f64>) -> tensor<1xf64>
%66 = stablehlo.broadcast_in_dim %42, dims = [] : (tensor<f64>) -> tensor<1xf64>
%67 = stablehlo.broadcast_in_dim %63, dims = [] : (tensor<f64>) -> tensor<1xf64>
%68 = stablehlo.concatenate %64, %65, %66, %67, dim = 0 : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<4xf64>
%69 = stablehlo.divide %68, %arg1 : tensor<4xf64>
return %69 : tensor<4xf64>
}
}
// -----
// eig of a permutation, 6x6 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<6xcomplex<f32>>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0xD83890360AD7A330000020360000F037"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x010080BF00000000020000BFD8B35D3F020000BFD8B35DBFFEFFFF3ED8B35D3FFEFFFF3ED8B35DBF0100803F00000000"> : tensor<6xcomplex<f32>>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<6xcomplex<f32>>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<6xcomplex<f32>>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<6xcomplex<f32>>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<6xcomplex<f32>>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865, -0.324732721, 0.149415731], [0.00362694263, 0.470742822, 0.132270753, 0.0599173903, -0.222652972, 0.170876503], [-0.105850875, 0.0543149114, 0.264889896, 0.346575201, -0.410713255, -0.477898061], [-0.419600368, -0.0189386606, -0.0967615246, -0.494647384, -0.491715729, 0.0256177187], [-0.242700219, 0.264054894, -0.0390784144, 0.304989159, -0.120476663, 0.450100303], [0.340311348, 0.204001009, 0.375156105, 0.0789034366, 0.345480561, -0.124583364]]> : tensor<6x6xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x6xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<6x6xf32>
%3 = stablehlo.iota dim = 0 : tensor<6x6xi64>
%4 = stablehlo.iota dim = 1 : tensor<6x6xi64>
%c = stablehlo.constant dense<0> : tensor<i64>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<6x6xi64>
%6 = stablehlo.add %3, %5 : tensor<6x6xi64>
%7 = stablehlo.compare EQ, %6, %4, SIGNED : (tensor<6x6xi64>, tensor<6x6xi64>) -> tensor<6x6xi1>
%8 = stablehlo.convert %7 : (tensor<6x6xi1>) -> tensor<6x6xf32>
%9 = call @_roll_static(%8) : (tensor<6x6xf32>) -> tensor<6x6xf32>
%cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x6xf32>
%11 = stablehlo.multiply %10, %2 : tensor<6x6xf32>
%12 = stablehlo.add %9, %11 : tensor<6x6xf32>
%13:5 = stablehlo.custom_call @lapack_sgeev_ffi(%12) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<6x6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6x6xcomplex<f32>>, tensor<6x6xcomplex<f32>>, tensor<i32>)
%14 = stablehlo.complex %13#0, %13#1 : tensor<6xcomplex<f32>>
%c_1 = stablehlo.constant dense<0> : tensor<i32>
%15 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<i32>
%16 = stablehlo.compare EQ, %13#4, %15, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_2 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%18 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f32>>) -> tensor<6xcomplex<f32>>
%19 = stablehlo.broadcast_in_dim %17, dims = [0] : (tensor<1xi1>) -> tensor<6xi1>
%20 = stablehlo.select %19, %14, %18 : tensor<6xi1>, tensor<6xcomplex<f32>>
%21 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_3 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%22 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<complex<f32>>) -> tensor<6x6xcomplex<f32>>
%23 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<6x6xi1>
%24 = stablehlo.select %23, %13#3, %22 : tensor<6x6xi1>, tensor<6x6xcomplex<f32>>
%25 = stablehlo.real %20 : (tensor<6xcomplex<f32>>) -> tensor<6xf32>
%26 = stablehlo.imag %20 : (tensor<6xcomplex<f32>>) -> tensor<6xf32>
%27 = stablehlo.negate %26 : tensor<6xf32>
%28 = stablehlo.complex %25, %27 : tensor<6xcomplex<f32>>
%29 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<6xcomplex<f32>>) -> tensor<6x1xcomplex<f32>>
%30 = stablehlo.broadcast_in_dim %28, dims = [1] : (tensor<6xcomplex<f32>>) -> tensor<1x6xcomplex<f32>>
%31 = stablehlo.broadcast_in_dim %29, dims = [0, 1] : (tensor<6x1xcomplex<f32>>) -> tensor<6x6xcomplex<f32>>
%32 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<1x6xcomplex<f32>>) -> tensor<6x6xcomplex<f32>>
%33 = stablehlo.subtract %31, %32 : tensor<6x6xcomplex<f32>>
%34 = stablehlo.abs %33 : (tensor<6x6xcomplex<f32>>) -> tensor<6x6xf32>
%cst_4 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%35 = stablehlo.reduce(%34 init: %cst_4) applies stablehlo.minimum across dimensions = [1] : (tensor<6x6xf32>, tensor<f32>) -> tensor<6xf32>
%36 = stablehlo.abs %35 : tensor<6xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%37 = stablehlo.reduce(%36 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
%cst_6 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%38 = stablehlo.reduce(%34 init: %cst_6) applies stablehlo.minimum across dimensions = [0] : (tensor<6x6xf32>, tensor<f32>) -> tensor<6xf32>
%39 = stablehlo.abs %38 : tensor<6xf32>
%cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%40 = stablehlo.reduce(%39 init: %cst_7) applies stablehlo.maximum across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
%41 = stablehlo.maximum %37, %40 : tensor<f32>
%42 = stablehlo.abs %24 : (tensor<6x6xcomplex<f32>>) -> tensor<6x6xf32>
%43 = stablehlo.multiply %42, %42 : tensor<6x6xf32>
%cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%44 = stablehlo.reduce(%43 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<6x6xf32>, tensor<f32>) -> tensor<6xf32>
%cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%45 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<6xf32>
%46 = stablehlo.subtract %44, %45 : tensor<6xf32>
%47 = stablehlo.abs %46 : tensor<6xf32>
%cst_10 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%48 = stablehlo.reduce(%47 init: %cst_10) applies stablehlo.maximum across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
%49 = stablehlo.convert %12 : (tensor<6x6xf32>) -> tensor<6x6xcomplex<f32>>
%50 = stablehlo.dot_general %49, %24, contracting_dims = [1] x [0] : (tensor<6x6xcomplex<f32>>, tensor<6x6xcomplex<f32>>) -> tensor<6x6xcomplex<f32>>
%51 = stablehlo.broadcast_in_dim %20, dims = [1] : (tensor<6xcomplex<f32>>) -> tensor<1x6xcomplex<f32>>
%52 = stablehlo.broadcast_in_dim %51, dims = [0, 1] : (tensor<1x6xcomplex<f32>>) -> tensor<6x6xcomplex<f32>>
%53 = stablehlo.multiply %24, %52 : tensor<6x6xcomplex<f32>>
%54 = stablehlo.subtract %50, %53 : tensor<6x6xcomplex<f32>>
%55 = stablehlo.abs %54 : (tensor<6x6xcomplex<f32>>) -> tensor<6x6xf32>
%cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%56 = stablehlo.reduce(%55 init: %cst_11) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<6x6xf32>, tensor<f32>) -> tensor<f32>
%57 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<6xcomplex<f32>>) -> tensor<6x1xcomplex<f32>>
%58 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<6xcomplex<f32>>) -> tensor<1x6xcomplex<f32>>
%59 = stablehlo.broadcast_in_dim %57, dims = [0, 1] : (tensor<6x1xcomplex<f32>>) -> tensor<6x6xcomplex<f32>>
%60 = stablehlo.broadcast_in_dim %58, dims = [0, 1] : (tensor<1x6xcomplex<f32>>) -> tensor<6x6xcomplex<f32>>
%61 = stablehlo.subtract %59, %60 : tensor<6x6xcomplex<f32>>
%62 = stablehlo.abs %61 : (tensor<6x6xcomplex<f32>>) -> tensor<6x6xf32>
%cst_12 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%63 = stablehlo.reduce(%62 init: %cst_12) applies stablehlo.minimum across dimensions = [1] : (tensor<6x6xf32>, tensor<f32>) -> tensor<6xf32>
%64 = stablehlo.abs %63 : tensor<6xf32>
%cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%65 = stablehlo.reduce(%64 init: %cst_13) applies stablehlo.maximum across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
%cst_14 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%66 = stablehlo.reduce(%62 init: %cst_14) applies stablehlo.minimum across dimensions = [0] : (tensor<6x6xf32>, tensor<f32>) -> tensor<6xf32>
%67 = stablehlo.abs %66 : tensor<6xf32>
%cst_15 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%68 = stablehlo.reduce(%67 init: %cst_15) applies stablehlo.maximum across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
%69 = stablehlo.maximum %65, %68 : tensor<f32>
%70 = stablehlo.broadcast_in_dim %56, dims = [] : (tensor<f32>) -> tensor<1xf32>
%71 = stablehlo.broadcast_in_dim %41, dims = [] : (tensor<f32>) -> tensor<1xf32>
%72 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<f32>) -> tensor<1xf32>
%73 = stablehlo.broadcast_in_dim %69, dims = [] : (tensor<f32>) -> tensor<1xf32>
%74 = stablehlo.concatenate %70, %71, %72, %73, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%75 = stablehlo.divide %74, %arg1 : tensor<4xf32>
return %75 : tensor<4xf32>
}
func.func private @_roll_static(%arg0: tensor<6x6xf32>) -> tensor<6x6xf32> {
%0 = stablehlo.slice %arg0 [5:6, 0:6] : (tensor<6x6xf32>) -> tensor<1x6xf32>
%1 = stablehlo.slice %arg0 [0:5, 0:6] : (tensor<6x6xf32>) -> tensor<5x6xf32>
%2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x6xf32>, tensor<5x6xf32>) -> tensor<6x6xf32>
return %2 : tensor<6x6xf32>
}
}
// -----
// eig of a Jordan block, 4x4 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<4xf32>, tensor<4xcomplex<f32>>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000040350AD7A3300000A0350000A037"> : tensor<4xf32>
    %2 = stablehlo.constant dense<"0x0000000000000000000000000000000000000000000000000000000000000000"> : tensor<4xcomplex<f32>>
    return %0, %1, %2 : tensor<ui32>, tensor<4xf32>, tensor<4xcomplex<f32>>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<4xf32>, tensor<4xcomplex<f32>>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<4xf32>, tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<4xf32>, %arg2: tensor<4xcomplex<f32>>) -> (tensor<4xf32>) {
%cst = stablehlo.constant dense<[[0.350624204, 0.0111364722, -0.19217062, -0.424759865], [-0.324732721, 0.149415731, 0.00362694263, 0.470742822], [0.132270753, 0.0599173903, -0.222652972, 0.170876503], [-0.105850875, 0.0543149114, 0.264889896, 0.346575201]]> : tensor<4x4xf32>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<4x4xf32>
%3 = stablehlo.iota dim = 0 : tensor<4x4xi64>
%4 = stablehlo.iota dim = 1 : tensor<4x4xi64>
%c = stablehlo.constant dense<1> : tensor<i64>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
%6 = stablehlo.add %3, %5 : tensor<4x4xi64>
%7 = stablehlo.compare EQ, %6, %4, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
%8 = stablehlo.convert %7 : (tensor<4x4xi1>) -> tensor<4x4xf32>
%cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
%10 = stablehlo.multiply %9, %2 : tensor<4x4xf32>
%11 = stablehlo.add %8, %10 : tensor<4x4xf32>
%12:5 = stablehlo.custom_call @lapack_sgeev_ffi(%11) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>)
%13 = stablehlo.complex %12#0, %12#1 : tensor<4xcomplex<f32>>
%c_1 = stablehlo.constant dense<0> : tensor<i32>
%14 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<i32>
%15 = stablehlo.compare EQ, %12#4, %14, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%16 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_2 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
%18 = stablehlo.broadcast_in_dim %16, dims = [0] : (tensor<1xi1>) -> tensor<4xi1>
%19 = stablehlo.select %18, %13, %17 : tensor<4xi1>, tensor<4xcomplex<f32>>
%20 = stablehlo.broadcast_in_dim %15, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_3 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%21 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<complex<f32>>) -> tensor<4x4xcomplex<f32>>
%22 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
%23 = stablehlo.select %22, %12#3, %21 : tensor<4x4xi1>, tensor<4x4xcomplex<f32>>
%24 = stablehlo.real %19 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
%25 = stablehlo.imag %19 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
%26 = stablehlo.negate %25 : tensor<4xf32>
%27 = stablehlo.complex %24, %26 : tensor<4xcomplex<f32>>
%28 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<4xcomplex<f32>>) -> tensor<4x1xcomplex<f32>>
%29 = stablehlo.broadcast_in_dim %27, dims = [1] : (tensor<4xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
%30 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<4x1xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
%31 = stablehlo.broadcast_in_dim %29, dims = [0, 1] : (tensor<1x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
%32 = stablehlo.subtract %30, %31 : tensor<4x4xcomplex<f32>>
%33 = stablehlo.abs %32 : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xf32>
%cst_4 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%34 = stablehlo.reduce(%33 init: %cst_4) applies stablehlo.minimum across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
%35 = stablehlo.abs %34 : tensor<4xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%36 = stablehlo.reduce(%35 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%cst_6 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%37 = stablehlo.reduce(%33 init: %cst_6) applies stablehlo.minimum across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
%38 = stablehlo.abs %37 : tensor<4xf32>
%cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%39 = stablehlo.reduce(%38 init: %cst_7) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%40 = stablehlo.maximum %36, %39 : tensor<f32>
%41 = stablehlo.abs %23 : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xf32>
%42 = stablehlo.multiply %41, %41 : tensor<4x4xf32>
%cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%43 = stablehlo.reduce(%42 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
%cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%44 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4xf32>
%45 = stablehlo.subtract %43, %44 : tensor<4xf32>
%46 = stablehlo.abs %45 : tensor<4xf32>
%cst_10 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%47 = stablehlo.reduce(%46 init: %cst_10) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%48 = stablehlo.convert %11 : (tensor<4x4xf32>) -> tensor<4x4xcomplex<f32>>
%49 = stablehlo.dot_general %48, %23, contracting_dims = [1] x [0] : (tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
%50 = stablehlo.broadcast_in_dim %19, dims = [1] : (tensor<4xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
%51 = stablehlo.broadcast_in_dim %50, dims = [0, 1] : (tensor<1x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
%52 = stablehlo.multiply %23, %51 : tensor<4x4xcomplex<f32>>
%53 = stablehlo.subtract %49, %52 : tensor<4x4xcomplex<f32>>
%54 = stablehlo.abs %53 : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xf32>
%cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%55 = stablehlo.reduce(%54 init: %cst_11) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
%56 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<4xcomplex<f32>>) -> tensor<4x1xcomplex<f32>>
%57 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<4xcomplex<f32>>) -> tensor<1x4xcomplex<f32>>
%58 = stablehlo.broadcast_in_dim %56, dims = [0, 1] : (tensor<4x1xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
%59 = stablehlo.broadcast_in_dim %57, dims = [0, 1] : (tensor<1x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
%60 = stablehlo.subtract %58, %59 : tensor<4x4xcomplex<f32>>
%61 = stablehlo.abs %60 : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xf32>
%cst_12 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%62 = stablehlo.reduce(%61 init: %cst_12) applies stablehlo.minimum across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
%63 = stablehlo.abs %62 : tensor<4xf32>
%cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%64 = stablehlo.reduce(%63 init: %cst_13) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%cst_14 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%65 = stablehlo.reduce(%61 init: %cst_14) applies stablehlo.minimum across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
%66 = stablehlo.abs %65 : tensor<4xf32>
%cst_15 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%67 = stablehlo.reduce(%66 init: %cst_15) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%68 = stablehlo.maximum %64, %67 : tensor<f32>
%69 = stablehlo.broadcast_in_dim %55, dims = [] : (tensor<f32>) -> tensor<1xf32>
%70 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<f32>) -> tensor<1xf32>
%71 = stablehlo.broadcast_in_dim %47, dims = [] : (tensor<f32>) -> tensor<1xf32>
%72 = stablehlo.broadcast_in_dim %68, dims = [] : (tensor<f32>) -> tensor<1xf32>
%73 = stablehlo.concatenate %69, %70, %71, %72, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
%74 = stablehlo.divide %73, %arg1 : tensor<4xf32>
return %74 : tensor<4xf32>
}
}
// -----
// eig of NaN, 4x4 of float32
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
%7:5 = stablehlo.custom_call @lapack_sgeev_ffi(%6) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>, tensor<i32>)
%8 = stablehlo.complex %7#0, %7#1 : tensor<4xcomplex<f32>>
%c_2 = stablehlo.constant dense<0> : tensor<i32>
%9 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<i32>
%10 = stablehlo.compare EQ, %7#4, %9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_3 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<complex<f32>>) -> tensor<4xcomplex<f32>>
%13 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<1xi1>) -> tensor<4xi1>
%14 = stablehlo.select %13, %8, %12 : tensor<4xi1>, tensor<4xcomplex<f32>>
%15 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_4 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%16 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<complex<f32>>) -> tensor<4x4xcomplex<f32>>
%17 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
%18 = stablehlo.select %17, %7#3, %16 : tensor<4x4xi1>, tensor<4x4xcomplex<f32>>
%19 = stablehlo.real %14 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
%20 = stablehlo.real %18 : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xf32>
%21 = stablehlo.compare NE, %19, %19, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
%22 = stablehlo.convert %21 : (tensor<4xi1>) -> tensor<4xf32>
%23 = stablehlo.compare NE, %20, %20, FLOAT : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
%24 = stablehlo.convert %23 : (tensor<4x4xi1>) -> tensor<4x4xf32>
%25 = stablehlo.subtract %22, %arg2 : tensor<4xf32>
%26 = stablehlo.abs %25 : tensor<4xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%27 = stablehlo.reduce(%26 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
%28 = stablehlo.subtract %24, %arg3 : tensor<4x4xf32>
%29 = stablehlo.abs %28 : tensor<4x4xf32>
%cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%30 = stablehlo.reduce(%29 init: %cst_6) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
%31 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f32>) -> tensor<1xf32>
%32 = stablehlo.broadcast_in_dim %30, dims = [] : (tensor<f32>) -> tensor<1xf32>
%33 = stablehlo.concatenate %31, %32, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
%34 = stablehlo.divide %33, %arg1 : tensor<2xf32>
return %34 : tensor<2xf32>
}
}
// -----
// left and right eigenvectors, 5x5 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf32>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x640AC53500002036"> : tensor<2xf32>
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
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%2 = stablehlo.multiply %cst, %1 : tensor<5x5xf32>
%3:5 = stablehlo.custom_call @lapack_sgeev_ffi(%2) {mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}} : (tensor<5x5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5x5xcomplex<f32>>, tensor<5x5xcomplex<f32>>, tensor<i32>)
%4 = stablehlo.complex %3#0, %3#1 : tensor<5xcomplex<f32>>
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%6 = stablehlo.compare EQ, %3#4, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst_0 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<5xcomplex<f32>>
%9 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<1xi1>) -> tensor<5xi1>
%10 = stablehlo.select %9, %4, %8 : tensor<5xi1>, tensor<5xcomplex<f32>>
%11 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_1 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f32>>) -> tensor<5x5xcomplex<f32>>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%14 = stablehlo.select %13, %3#2, %12 : tensor<5x5xi1>, tensor<5x5xcomplex<f32>>
%15 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
%cst_2 = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f32>>) -> tensor<5x5xcomplex<f32>>
%17 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<5x5xi1>
%18 = stablehlo.select %17, %3#3, %16 : tensor<5x5xi1>, tensor<5x5xcomplex<f32>>
%19 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<5xcomplex<f32>>) -> tensor<1x5xcomplex<f32>>
%20 = stablehlo.transpose %2, dims = [1, 0] : (tensor<5x5xf32>) -> tensor<5x5xf32>
%21 = stablehlo.convert %20 : (tensor<5x5xf32>) -> tensor<5x5xcomplex<f32>>
%22 = stablehlo.dot_general %21, %14, contracting_dims = [1] x [0] : (tensor<5x5xcomplex<f32>>, tensor<5x5xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
%23 = stablehlo.real %19 : (tensor<1x5xcomplex<f32>>) -> tensor<1x5xf32>
%24 = stablehlo.imag %19 : (tensor<1x5xcomplex<f32>>) -> tensor<1x5xf32>
%25 = stablehlo.negate %24 : tensor<1x5xf32>
%26 = stablehlo.complex %23, %25 : tensor<1x5xcomplex<f32>>
%27 = stablehlo.broadcast_in_dim %26, dims = [0, 1] : (tensor<1x5xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
%28 = stablehlo.multiply %14, %27 : tensor<5x5xcomplex<f32>>
%29 = stablehlo.subtract %22, %28 : tensor<5x5xcomplex<f32>>
%30 = stablehlo.abs %29 : (tensor<5x5xcomplex<f32>>) -> tensor<5x5xf32>
%cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%31 = stablehlo.reduce(%30 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%32 = stablehlo.convert %2 : (tensor<5x5xf32>) -> tensor<5x5xcomplex<f32>>
%33 = stablehlo.dot_general %32, %18, contracting_dims = [1] x [0] : (tensor<5x5xcomplex<f32>>, tensor<5x5xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
%34 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<1x5xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
%35 = stablehlo.multiply %18, %34 : tensor<5x5xcomplex<f32>>
%36 = stablehlo.subtract %33, %35 : tensor<5x5xcomplex<f32>>
%37 = stablehlo.abs %36 : (tensor<5x5xcomplex<f32>>) -> tensor<5x5xf32>
%cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%38 = stablehlo.reduce(%37 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<f32>
%39 = stablehlo.broadcast_in_dim %31, dims = [] : (tensor<f32>) -> tensor<1xf32>
%40 = stablehlo.broadcast_in_dim %38, dims = [] : (tensor<f32>) -> tensor<1xf32>
%41 = stablehlo.concatenate %39, %40, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
%42 = stablehlo.divide %41, %arg1 : tensor<2xf32>
return %42 : tensor<2xf32>
}
}
// -----
// left and right eigenvectors, 2x4x4 of complex128
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<2xf64>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x1CEB3B78CD070F3D8E871A6F2DF4043D"> : tensor<2xf64>
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
%cst = stablehlo.constant dense<[[[(0.3506242036819458,0.13696163892745972), (0.011136472225189209,-0.23021334409713745), (-0.19217061996459961,-0.4590265154838562), (-0.42475986480712891,-0.48347240686416626)], [(-0.32473272085189819,0.3132702112197876), (0.14941573143005371,0.41275554895401001), (0.0036269426345825195,0.10663574934005737), (0.47074282169342041,0.2294965386390686)], [(0.13227075338363647,0.043624937534332275), (0.0599173903465271,0.43507242202758789), (-0.22265297174453735,0.3158535361289978), (0.17087650299072266,-0.49726152420043945)], [(-0.10585087537765503,0.35740423202514648), (0.054314911365509033,-0.46641445159912109), (0.26488989591598511,0.22965544462203979), (0.34657520055770874,-0.32434439659118652)]], [[(-0.41071325540542603,0.36317890882492065), (-0.47789806127548218,0.041461169719696045), (-0.41960036754608154,-0.20028811693191528), (-0.018938660621643066,-0.077312827110290527)], [(-0.096761524677276611,-0.47168034315109253), (-0.49464738368988037,-0.37571674585342407), (-0.49171572923660278,0.17062437534332275), (0.025617718696594238,0.14718949794769287)], [(-0.24270021915435791,0.11538505554199219), (0.26405489444732666,-0.11632245779037476), (-0.039078414440155029,0.49720990657806396), (0.30498915910720825,0.48083531856536865)], [(-0.12047666311264038,0.18554192781448364), (0.45010030269622803,0.15045922994613647), (0.34031134843826294,0.18844670057296753), (0.20400100946426392,-0.11107861995697021)]]]> : tensor<2x4x4xcomplex<f64>>
%0 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%1 = stablehlo.convert %0 : (tensor<f64>) -> tensor<complex<f64>>
%2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<complex<f64>>) -> tensor<2x4x4xcomplex<f64>>
%3 = stablehlo.multiply %cst, %2 : tensor<2x4x4xcomplex<f64>>
%4:4 = stablehlo.custom_call @lapack_zgeev_ffi(%3) {mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}} : (tensor<2x4x4xcomplex<f64>>) -> (tensor<2x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>, tensor<2xi32>)
%c = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
%6 = stablehlo.compare EQ, %4#3, %5, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
%7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
%cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<2x4xcomplex<f64>>
%9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x4xi1>
%10 = stablehlo.select %9, %4#0, %8 : tensor<2x4xi1>, tensor<2x4xcomplex<f64>>
%11 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
%cst_1 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f64>>) -> tensor<2x4x4xcomplex<f64>>
%13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
%14 = stablehlo.select %13, %4#1, %12 : tensor<2x4x4xi1>, tensor<2x4x4xcomplex<f64>>
%15 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
%cst_2 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<complex<f64>>) -> tensor<2x4x4xcomplex<f64>>
%17 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x4x4xi1>
%18 = stablehlo.select %17, %4#2, %16 : tensor<2x4x4xi1>, tensor<2x4x4xcomplex<f64>>
%19 = stablehlo.broadcast_in_dim %10, dims = [0, 2] : (tensor<2x4xcomplex<f64>>) -> tensor<2x1x4xcomplex<f64>>
%20 = stablehlo.transpose %3, dims = [0, 2, 1] : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
%21 = stablehlo.real %20 : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xf64>
%22 = stablehlo.imag %20 : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xf64>
%23 = stablehlo.negate %22 : tensor<2x4x4xf64>
%24 = stablehlo.complex %21, %23 : tensor<2x4x4xcomplex<f64>>
%25 = stablehlo.dot_general %24, %14, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
%26 = stablehlo.real %19 : (tensor<2x1x4xcomplex<f64>>) -> tensor<2x1x4xf64>
%27 = stablehlo.imag %19 : (tensor<2x1x4xcomplex<f64>>) -> tensor<2x1x4xf64>
%28 = stablehlo.negate %27 : tensor<2x1x4xf64>
%29 = stablehlo.complex %26, %28 : tensor<2x1x4xcomplex<f64>>
%30 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2] : (tensor<2x1x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
%31 = stablehlo.multiply %14, %30 : tensor<2x4x4xcomplex<f64>>
%32 = stablehlo.subtract %25, %31 : tensor<2x4x4xcomplex<f64>>
%33 = stablehlo.abs %32 : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xf64>
%cst_3 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%34 = stablehlo.reduce(%33 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x4x4xf64>, tensor<f64>) -> tensor<f64>
%35 = stablehlo.dot_general %3, %18, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
%36 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<2x1x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
%37 = stablehlo.multiply %18, %36 : tensor<2x4x4xcomplex<f64>>
%38 = stablehlo.subtract %35, %37 : tensor<2x4x4xcomplex<f64>>
%39 = stablehlo.abs %38 : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xf64>
%cst_4 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%40 = stablehlo.reduce(%39 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x4x4xf64>, tensor<f64>) -> tensor<f64>
%41 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f64>) -> tensor<1xf64>
%42 = stablehlo.broadcast_in_dim %40, dims = [] : (tensor<f64>) -> tensor<1xf64>
%43 = stablehlo.concatenate %41, %42, dim = 0 : (tensor<1xf64>, tensor<1xf64>) -> tensor<2xf64>
%44 = stablehlo.divide %43, %arg1 : tensor<2xf64>
return %44 : tensor<2xf64>
}
}
// -----
// roots, 5 of float32
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<1xf32>, tensor<5xcomplex<f32>>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x00007A38"> : tensor<1xf32>
    %2 = stablehlo.constant dense<"0xF2EB13BFA9E63C3FF2EB13BFA9E63CBF04EE333F00000000068E753E612B173F068E753E612B17BF"> : tensor<5xcomplex<f32>>
    return %0, %1, %2 : tensor<ui32>, tensor<1xf32>, tensor<5xcomplex<f32>>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<1xf32>, tensor<5xcomplex<f32>>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<1xf32>, tensor<5xcomplex<f32>>) -> tensor<1xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<1xf32>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<1xf32>, tensor<1xf32>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<1xf32>, %arg2: tensor<5xcomplex<f32>>) -> (tensor<1xf32>) {
%cst = stablehlo.constant dense<[-0.0268113613, 0.255167484, -0.465147495, 0.322943628, -0.250771403]> : tensor<5xf32>
%cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%0 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1xf32>
%1 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f32>
%2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<5xf32>
%3 = stablehlo.multiply %cst, %2 : tensor<5xf32>
%4 = stablehlo.concatenate %0, %3, dim = 0 : (tensor<1xf32>, tensor<5xf32>) -> tensor<6xf32>
%5 = call @atleast_1d(%4) : (tensor<6xf32>) -> tensor<6xf32>
%cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6xf32>
%7 = stablehlo.compare EQ, %5, %6, FLOAT : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
%c = stablehlo.constant dense<true> : tensor<i1>
%8 = stablehlo.reduce(%7 init: %c) applies stablehlo.and across dimensions = [0] : (tensor<6xi1>, tensor<i1>) -> tensor<i1>
%cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6xf32>
%10 = stablehlo.compare EQ, %5, %9, FLOAT : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
%11 = call @argmin(%10) : (tensor<6xi1>) -> tensor<i64>
%c_3 = stablehlo.constant dense<6> : tensor<i64>
%12 = call @_where(%8, %c_3, %11) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
%13 = call @_roots_with_zeros(%5, %12) : (tensor<6xf32>, tensor<i64>) -> tensor<5xcomplex<f32>>
%14 = stablehlo.broadcast_in_dim %13, dims = [0] : (tensor<5xcomplex<f32>>) -> tensor<5x1xcomplex<f32>>
%15 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<5xcomplex<f32>>) -> tensor<1x5xcomplex<f32>>
%16 = stablehlo.broadcast_in_dim %14, dims = [0, 1] : (tensor<5x1xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
%17 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x5xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
%18 = stablehlo.subtract %16, %17 : tensor<5x5xcomplex<f32>>
%19 = stablehlo.abs %18 : (tensor<5x5xcomplex<f32>>) -> tensor<5x5xf32>
%cst_4 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%20 = stablehlo.reduce(%19 init: %cst_4) applies stablehlo.minimum across dimensions = [1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
%21 = stablehlo.abs %20 : tensor<5xf32>
%cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%22 = stablehlo.reduce(%21 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%cst_6 = stablehlo.constant dense<0x7F800000> : tensor<f32>
%23 = stablehlo.reduce(%19 init: %cst_6) applies stablehlo.minimum across dimensions = [0] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
%24 = stablehlo.abs %23 : tensor<5xf32>
%cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
%25 = stablehlo.reduce(%24 init: %cst_7) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
%26 = stablehlo.maximum %22, %25 : tensor<f32>
%27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<1xf32>
%28 = stablehlo.divide %27, %arg1 : tensor<1xf32>
return %28 : tensor<1xf32>
}
func.func private @atleast_1d(%arg0: tensor<6xf32>) -> tensor<6xf32> {
return %arg0 : tensor<6xf32>
}
func.func private @argmin(%arg0: tensor<6xi1>) -> tensor<i64> {
%0 = stablehlo.iota dim = 0 : tensor<6xi64>
%c = stablehlo.constant dense<true> : tensor<i1>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [0] : (tensor<6xi1>, tensor<6xi64>, tensor<i1>, tensor<i64>) -> (tensor<i1>, tensor<i64>)
reducer(%arg1: tensor<i1>, %arg3: tensor<i1>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
%2 = stablehlo.compare LT, %arg1, %arg3, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
%3 = stablehlo.compare NE, %arg1, %arg1, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
%4 = stablehlo.or %2, %3 : tensor<i1>
%5 = stablehlo.compare EQ, %arg1, %arg3, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
%6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%7 = stablehlo.and %5, %6 : tensor<i1>
%8 = stablehlo.or %4, %7 : tensor<i1>
%9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<i1>
%10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
stablehlo.return %9, %10 : tensor<i1>, tensor<i64>
}
return %1#1 : tensor<i64>
}
func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i64>, %arg2: tensor<i64>) -> tensor<i64> {
%0 = stablehlo.convert %arg1 : tensor<i64>
%1 = stablehlo.select %arg0, %0, %arg2 : tensor<i1>, tensor<i64>
return %1 : tensor<i64>
}
func.func private @_roots_with_zeros(%arg0: tensor<6xf32>, %arg1: tensor<i64>) -> tensor<5xcomplex<f32>> {
%c = stablehlo.constant dense<6> : tensor<i64>
%0 = stablehlo.compare EQ, %arg1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
%1 = call @_where_0(%0, %cst, %arg0) : (tensor<i1>, tensor<f64>, tensor<6xf32>) -> tensor<6xf32>
%2 = stablehlo.negate %arg1 : tensor<i64>
%3 = call @_roll_dynamic(%1, %2) : (tensor<6xf32>, tensor<i64>) -> tensor<6xf32>
%4 = call @_roots_no_zeros(%3) : (tensor<6xf32>) -> tensor<5xcomplex<f32>>
%cst_0 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
%5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<5xcomplex<f32>>
%6 = stablehlo.compare EQ, %4, %5, FLOAT : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> tensor<5xi1>
%7:2 = "stablehlo.sort"(%6, %4) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%arg2: tensor<i1>, %arg3: tensor<i1>, %arg4: tensor<complex<f32>>, %arg5: tensor<complex<f32>>):
%13 = stablehlo.compare LT, %arg2, %arg3, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
stablehlo.return %13 : tensor<i1>
}) : (tensor<5xi1>, tensor<5xcomplex<f32>>) -> (tensor<5xi1>, tensor<5xcomplex<f32>>)
%8 = stablehlo.iota dim = 0 : tensor<5xi64>
%c_1 = stablehlo.constant dense<5> : tensor<i64>
%9 = stablehlo.subtract %c_1, %arg1 : tensor<i64>
%10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i64>) -> tensor<5xi64>
%11 = stablehlo.compare LT, %8, %10, SIGNED : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
%cst_2 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%12 = call @_where_3(%11, %7#1, %cst_2) : (tensor<5xi1>, tensor<5xcomplex<f32>>, tensor<complex<f64>>) -> tensor<5xcomplex<f32>>
return %12 : tensor<5xcomplex<f32>>
}
func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<f64>, %arg2: tensor<6xf32>) -> tensor<6xf32> {
%0 = stablehlo.convert %arg1 : (tensor<f64>) -> tensor<f32>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6xf32>
%2 = stablehlo.select %arg0, %1, %arg2 : tensor<i1>, tensor<6xf32>
return %2 : tensor<6xf32>
}
func.func private @_roll_dynamic(%arg0: tensor<6xf32>, %arg1: tensor<i64>) -> tensor<6xf32> {
%0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i64>) -> tensor<1xi64>
%1 = stablehlo.slice %0 [0:1] : (tensor<1xi64>) -> tensor<1xi64>
%2 = stablehlo.reshape %1 : (tensor<1xi64>) -> tensor<i64>
%3 = stablehlo.convert %2 : (tensor<i64>) -> tensor<i32>
%c = stablehlo.constant dense<6> : tensor<i32>
%c_0 = stablehlo.constant dense<1> : tensor<i32>
%4 = stablehlo.maximum %c, %c_0 : tensor<i32>
%5 = call @remainder(%3, %4) : (tensor<i32>, tensor<i32>) -> tensor<i32>
%6 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<6xf32>, tensor<6xf32>) -> tensor<12xf32>
%c_1 = stablehlo.constant dense<6> : tensor<i32>
%7 = stablehlo.subtract %c_1, %5 : tensor<i32>
%c_2 = stablehlo.constant dense<0> : tensor<i32>
%8 = stablehlo.compare LT, %7, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_3 = stablehlo.constant dense<12> : tensor<i32>
%9 = stablehlo.add %7, %c_3 : tensor<i32>
%10 = stablehlo.select %8, %9, %7 : tensor<i1>, tensor<i32>
%11 = stablehlo.dynamic_slice %6, %10, sizes = [6] : (tensor<12xf32>, tensor<i32>) -> tensor<6xf32>
return %11 : tensor<6xf32>
}
func.func private @remainder(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
%c = stablehlo.constant dense<0> : tensor<i32>
%0 = stablehlo.compare EQ, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_0 = stablehlo.constant dense<1> : tensor<i32>
%1 = call @_where_1(%0, %c_0, %arg1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
%2 = stablehlo.remainder %arg0, %1 : tensor<i32>
%c_1 = stablehlo.constant dense<0> : tensor<i32>
%3 = stablehlo.compare NE, %2, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_2 = stablehlo.constant dense<0> : tensor<i32>
%4 = stablehlo.compare LT, %2, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_3 = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.compare LT, %1, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%6 = stablehlo.compare NE, %4, %5, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
%7 = stablehlo.and %6, %3 : tensor<i1>
%8 = stablehlo.add %2, %1 : tensor<i32>
%9 = stablehlo.select %7, %8, %2 : tensor<i1>, tensor<i32>
return %9 : tensor<i32>
}
func.func private @_where_1(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
%0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
return %0 : tensor<i32>
}
func.func private @_roots_no_zeros(%arg0: tensor<6xf32>) -> tensor<5xcomplex<f32>> {
%cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
%0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
%1 = call @_diag(%0) : (tensor<4xf32>) -> tensor<5x5xf32>
%2 = stablehlo.slice %arg0 [1:6] : (tensor<6xf32>) -> tensor<5xf32>
%3 = stablehlo.negate %2 : tensor<5xf32>
%4 = stablehlo.slice %arg0 [0:1] : (tensor<6xf32>) -> tensor<1xf32>
%5 = stablehlo.reshape %4 : (tensor<1xf32>) -> tensor<f32>
%6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<5xf32>
%7 = stablehlo.divide %3, %6 : tensor<5xf32>
%c = stablehlo.constant dense<0> : tensor<i32>
%8 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
%9 = "stablehlo.scatter"(%1, %8, %7) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
stablehlo.return %arg2 : tensor<f32>
}) : (tensor<5x5xf32>, tensor<1xi32>, tensor<5xf32>) -> tensor<5x5xf32>
%10 = call @eigvals(%9) : (tensor<5x5xf32>) -> tensor<5xcomplex<f32>>
return %10 : tensor<5xcomplex<f32>>
}
func.func private @_diag(%arg0: tensor<4xf32>) -> tensor<5x5xf32> {
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%0 = stablehlo.pad %arg0, %cst, low = [1], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
%1 = stablehlo.iota dim = 0 : tensor<5x5xi64>
%2 = stablehlo.iota dim = 1 : tensor<5x5xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<5x5xi64>
%4 = stablehlo.add %1, %3 : tensor<5x5xi64>
%5 = stablehlo.compare EQ, %4, %2, SIGNED : (tensor<5x5xi64>, tensor<5x5xi64>) -> tensor<5x5xi1>
%6 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<5xf32>) -> tensor<5x1xf32>
%cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
%7 = call @_where_2(%5, %6, %cst_0) : (tensor<5x5xi1>, tensor<5x1xf32>, tensor<f32>) -> tensor<5x5xf32>
return %7 : tensor<5x5xf32>
}
func.func private @_where_2(%arg0: tensor<5x5xi1>, %arg1: tensor<5x1xf32>, %arg2: tensor<f32>) -> tensor<5x5xf32> {
%0 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<5x1xf32>) -> tensor<5x5xf32>
%1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
%2 = stablehlo.select %arg0, %0, %1 : tensor<5x5xi1>, tensor<5x5xf32>
return %2 : tensor<5x5xf32>
}
func.func private @eigvals(%arg0: tensor<5x5xf32>) -> tensor<5xcomplex<f32>> {
%0:5 = stablehlo.custom_call @lapack_sgeev_ffi(%arg0) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 78 : ui8}} : (tensor<5x5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5x5xcomplex<f32>>, tensor<5x5xcomplex<f32>>, tensor<i32>)
%1 = stablehlo.complex %0#0, %0#1 : tensor<5xcomplex<f32>>
%c = stablehlo.constant dense<0> : tensor<i32>
%2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%3 = stablehlo.compare EQ, %0#4, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<5xcomplex<f32>>
%6 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<1xi1>) -> tensor<5xi1>
%7 = stablehlo.select %6, %1, %5 : tensor<5xi1>, tensor<5xcomplex<f32>>
return %7 : tensor<5xcomplex<f32>>
}
func.func private @_where_3(%arg0: tensor<5xi1>, %arg1: tensor<5xcomplex<f32>>, %arg2: tensor<complex<f64>>) -> tensor<5xcomplex<f32>> {
%0 = stablehlo.convert %arg2 : (tensor<complex<f64>>) -> tensor<complex<f32>>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<complex<f32>>) -> tensor<5xcomplex<f32>>
%2 = stablehlo.select %arg0, %arg1, %1 : tensor<5xi1>, tensor<5xcomplex<f32>>
return %2 : tensor<5xcomplex<f32>>
}
}
// -----
// roots, 8 of float64
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<1xf64>, tensor<8xcomplex<f64>>) {
    %0 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %1 = stablehlo.constant dense<"0x000000000000493D"> : tensor<1xf64>
    %2 = stablehlo.constant dense<"0x94AF39A5F235EB3F00000000000000006C3911929B0BE43FAB60411302D7E23F6C3911929B0BE43FAB60411302D7E2BF1E3F25BB7B63B5BF70C5C9E5313BED3F1E3F25BB7B63B5BF70C5C9E5313BEDBF3ECF689C3912E7BF3AFA031B1ECAE53F3ECF689C3912E7BF3AFA031B1ECAE5BF6F68824368E8DDBF0000000000000000"> : tensor<8xcomplex<f64>>
    return %0, %1, %2 : tensor<ui32>, tensor<1xf64>, tensor<8xcomplex<f64>>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<ui32>, tensor<1xf64>, tensor<8xcomplex<f64>>)
    %found = call @figures(%given#0, %given#1, %given#2) : (tensor<ui32>, tensor<1xf64>, tensor<8xcomplex<f64>>) -> tensor<1xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<1xf64>
    stablehlo.custom_call @check.expect_almost_eq(%found, %zero) {tolerance = 1.0 : f64, has_side_effect = true} : (tensor<1xf64>, tensor<1xf64>) -> ()
    return
  }
  func.func private @figures(%arg0: tensor<ui32>, %arg1: tensor<1xf64>, %arg2: tensor<8xcomplex<f64>>) -> (tensor<1xf64>) {
%cst = stablehlo.constant dense<[-0.026811361312866211, 0.25516748428344727, -0.46514749526977539, 0.32294362783432007, -0.25077140331268311, 0.36902523040771484, -0.22683066129684448, -0.24300801753997803]> : tensor<8xf64>
%cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
%0 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<1xf64>
%1 = stablehlo.convert %arg0 : (tensor<ui32>) -> tensor<f64>
%2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f64>) -> tensor<8xf64>
%3 = stablehlo.multiply %cst, %2 : tensor<8xf64>
%4 = stablehlo.concatenate %0, %3, dim = 0 : (tensor<1xf64>, tensor<8xf64>) -> tensor<9xf64>
%5 = call @atleast_1d(%4) : (tensor<9xf64>) -> tensor<9xf64>
%cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<9xf64>
%7 = stablehlo.compare EQ, %5, %6, FLOAT : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xi1>
%c = stablehlo.constant dense<true> : tensor<i1>
%8 = stablehlo.reduce(%7 init: %c) applies stablehlo.and across dimensions = [0] : (tensor<9xi1>, tensor<i1>) -> tensor<i1>
%cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<9xf64>
%10 = stablehlo.compare EQ, %5, %9, FLOAT : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xi1>
%11 = call @argmin(%10) : (tensor<9xi1>) -> tensor<i64>
%c_3 = stablehlo.constant dense<9> : tensor<i64>
%12 = call @_where(%8, %c_3, %11) : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
%13 = call @_roots_with_zeros(%5, %12) : (tensor<9xf64>, tensor<i64>) -> tensor<8xcomplex<f64>>
%14 = stablehlo.broadcast_in_dim %13, dims = [0] : (tensor<8xcomplex<f64>>) -> tensor<8x1xcomplex<f64>>
%15 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<8xcomplex<f64>>) -> tensor<1x8xcomplex<f64>>
%16 = stablehlo.broadcast_in_dim %14, dims = [0, 1] : (tensor<8x1xcomplex<f64>>) -> tensor<8x8xcomplex<f64>>
%17 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x8xcomplex<f64>>) -> tensor<8x8xcomplex<f64>>
%18 = stablehlo.subtract %16, %17 : tensor<8x8xcomplex<f64>>
%19 = stablehlo.abs %18 : (tensor<8x8xcomplex<f64>>) -> tensor<8x8xf64>
%cst_4 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%20 = stablehlo.reduce(%19 init: %cst_4) applies stablehlo.minimum across dimensions = [1] : (tensor<8x8xf64>, tensor<f64>) -> tensor<8xf64>
%21 = stablehlo.abs %20 : tensor<8xf64>
%cst_5 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%22 = stablehlo.reduce(%21 init: %cst_5) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf64>, tensor<f64>) -> tensor<f64>
%cst_6 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
%23 = stablehlo.reduce(%19 init: %cst_6) applies stablehlo.minimum across dimensions = [0] : (tensor<8x8xf64>, tensor<f64>) -> tensor<8xf64>
%24 = stablehlo.abs %23 : tensor<8xf64>
%cst_7 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
%25 = stablehlo.reduce(%24 init: %cst_7) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf64>, tensor<f64>) -> tensor<f64>
%26 = stablehlo.maximum %22, %25 : tensor<f64>
%27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f64>) -> tensor<1xf64>
%28 = stablehlo.divide %27, %arg1 : tensor<1xf64>
return %28 : tensor<1xf64>
}
func.func private @atleast_1d(%arg0: tensor<9xf64>) -> tensor<9xf64> {
return %arg0 : tensor<9xf64>
}
func.func private @argmin(%arg0: tensor<9xi1>) -> tensor<i64> {
%0 = stablehlo.iota dim = 0 : tensor<9xi64>
%c = stablehlo.constant dense<true> : tensor<i1>
%c_0 = stablehlo.constant dense<0> : tensor<i64>
%1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [0] : (tensor<9xi1>, tensor<9xi64>, tensor<i1>, tensor<i64>) -> (tensor<i1>, tensor<i64>)
reducer(%arg1: tensor<i1>, %arg3: tensor<i1>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
%2 = stablehlo.compare LT, %arg1, %arg3, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
%3 = stablehlo.compare NE, %arg1, %arg1, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
%4 = stablehlo.or %2, %3 : tensor<i1>
%5 = stablehlo.compare EQ, %arg1, %arg3, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
%6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%7 = stablehlo.and %5, %6 : tensor<i1>
%8 = stablehlo.or %4, %7 : tensor<i1>
%9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<i1>
%10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
stablehlo.return %9, %10 : tensor<i1>, tensor<i64>
}
return %1#1 : tensor<i64>
}
func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i64>, %arg2: tensor<i64>) -> tensor<i64> {
%0 = stablehlo.convert %arg1 : tensor<i64>
%1 = stablehlo.select %arg0, %0, %arg2 : tensor<i1>, tensor<i64>
return %1 : tensor<i64>
}
func.func private @_roots_with_zeros(%arg0: tensor<9xf64>, %arg1: tensor<i64>) -> tensor<8xcomplex<f64>> {
%c = stablehlo.constant dense<9> : tensor<i64>
%0 = stablehlo.compare EQ, %arg1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
%cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
%1 = call @_where_0(%0, %cst, %arg0) : (tensor<i1>, tensor<f64>, tensor<9xf64>) -> tensor<9xf64>
%2 = stablehlo.negate %arg1 : tensor<i64>
%3 = call @_roll_dynamic(%1, %2) : (tensor<9xf64>, tensor<i64>) -> tensor<9xf64>
%4 = call @_roots_no_zeros(%3) : (tensor<9xf64>) -> tensor<8xcomplex<f64>>
%cst_0 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
%5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<8xcomplex<f64>>
%6 = stablehlo.compare EQ, %4, %5, FLOAT : (tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>) -> tensor<8xi1>
%7:2 = "stablehlo.sort"(%6, %4) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%arg2: tensor<i1>, %arg3: tensor<i1>, %arg4: tensor<complex<f64>>, %arg5: tensor<complex<f64>>):
%13 = stablehlo.compare LT, %arg2, %arg3, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
stablehlo.return %13 : tensor<i1>
}) : (tensor<8xi1>, tensor<8xcomplex<f64>>) -> (tensor<8xi1>, tensor<8xcomplex<f64>>)
%8 = stablehlo.iota dim = 0 : tensor<8xi64>
%c_1 = stablehlo.constant dense<8> : tensor<i64>
%9 = stablehlo.subtract %c_1, %arg1 : tensor<i64>
%10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i64>) -> tensor<8xi64>
%11 = stablehlo.compare LT, %8, %10, SIGNED : (tensor<8xi64>, tensor<8xi64>) -> tensor<8xi1>
%cst_2 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%12 = call @_where_3(%11, %7#1, %cst_2) : (tensor<8xi1>, tensor<8xcomplex<f64>>, tensor<complex<f64>>) -> tensor<8xcomplex<f64>>
return %12 : tensor<8xcomplex<f64>>
}
func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<f64>, %arg2: tensor<9xf64>) -> tensor<9xf64> {
%0 = stablehlo.convert %arg1 : tensor<f64>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<9xf64>
%2 = stablehlo.select %arg0, %1, %arg2 : tensor<i1>, tensor<9xf64>
return %2 : tensor<9xf64>
}
func.func private @_roll_dynamic(%arg0: tensor<9xf64>, %arg1: tensor<i64>) -> tensor<9xf64> {
%0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i64>) -> tensor<1xi64>
%1 = stablehlo.slice %0 [0:1] : (tensor<1xi64>) -> tensor<1xi64>
%2 = stablehlo.reshape %1 : (tensor<1xi64>) -> tensor<i64>
%3 = stablehlo.convert %2 : (tensor<i64>) -> tensor<i32>
%c = stablehlo.constant dense<9> : tensor<i32>
%c_0 = stablehlo.constant dense<1> : tensor<i32>
%4 = stablehlo.maximum %c, %c_0 : tensor<i32>
%5 = call @remainder(%3, %4) : (tensor<i32>, tensor<i32>) -> tensor<i32>
%6 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<9xf64>, tensor<9xf64>) -> tensor<18xf64>
%c_1 = stablehlo.constant dense<9> : tensor<i32>
%7 = stablehlo.subtract %c_1, %5 : tensor<i32>
%c_2 = stablehlo.constant dense<0> : tensor<i32>
%8 = stablehlo.compare LT, %7, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_3 = stablehlo.constant dense<18> : tensor<i32>
%9 = stablehlo.add %7, %c_3 : tensor<i32>
%10 = stablehlo.select %8, %9, %7 : tensor<i1>, tensor<i32>
%11 = stablehlo.dynamic_slice %6, %10, sizes = [9] : (tensor<18xf64>, tensor<i32>) -> tensor<9xf64>
return %11 : tensor<9xf64>
}
func.func private @remainder(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
%c = stablehlo.constant dense<0> : tensor<i32>
%0 = stablehlo.compare EQ, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_0 = stablehlo.constant dense<1> : tensor<i32>
%1 = call @_where_1(%0, %c_0, %arg1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
%2 = stablehlo.remainder %arg0, %1 : tensor<i32>
%c_1 = stablehlo.constant dense<0> : tensor<i32>
%3 = stablehlo.compare NE, %2, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_2 = stablehlo.constant dense<0> : tensor<i32>
%4 = stablehlo.compare LT, %2, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%c_3 = stablehlo.constant dense<0> : tensor<i32>
%5 = stablehlo.compare LT, %1, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%6 = stablehlo.compare NE, %4, %5, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
%7 = stablehlo.and %6, %3 : tensor<i1>
%8 = stablehlo.add %2, %1 : tensor<i32>
%9 = stablehlo.select %7, %8, %2 : tensor<i1>, tensor<i32>
return %9 : tensor<i32>
}
func.func private @_where_1(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
%0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
return %0 : tensor<i32>
}
func.func private @_roots_no_zeros(%arg0: tensor<9xf64>) -> tensor<8xcomplex<f64>> {
%cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
%0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<7xf64>
%1 = call @_diag(%0) : (tensor<7xf64>) -> tensor<8x8xf64>
%2 = stablehlo.slice %arg0 [1:9] : (tensor<9xf64>) -> tensor<8xf64>
%3 = stablehlo.negate %2 : tensor<8xf64>
%4 = stablehlo.slice %arg0 [0:1] : (tensor<9xf64>) -> tensor<1xf64>
%5 = stablehlo.reshape %4 : (tensor<1xf64>) -> tensor<f64>
%6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f64>) -> tensor<8xf64>
%7 = stablehlo.divide %3, %6 : tensor<8xf64>
%c = stablehlo.constant dense<0> : tensor<i32>
%8 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1xi32>
%9 = "stablehlo.scatter"(%1, %8, %7) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
stablehlo.return %arg2 : tensor<f64>
}) : (tensor<8x8xf64>, tensor<1xi32>, tensor<8xf64>) -> tensor<8x8xf64>
%10 = call @eigvals(%9) : (tensor<8x8xf64>) -> tensor<8xcomplex<f64>>
return %10 : tensor<8xcomplex<f64>>
}
func.func private @_diag(%arg0: tensor<7xf64>) -> tensor<8x8xf64> {
%cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%0 = stablehlo.pad %arg0, %cst, low = [1], high = [0], interior = [0] : (tensor<7xf64>, tensor<f64>) -> tensor<8xf64>
%1 = stablehlo.iota dim = 0 : tensor<8x8xi64>
%2 = stablehlo.iota dim = 1 : tensor<8x8xi64>
%c = stablehlo.constant dense<-1> : tensor<i64>
%3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<8x8xi64>
%4 = stablehlo.add %1, %3 : tensor<8x8xi64>
%5 = stablehlo.compare EQ, %4, %2, SIGNED : (tensor<8x8xi64>, tensor<8x8xi64>) -> tensor<8x8xi1>
%6 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf64>) -> tensor<8x1xf64>
%cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
%7 = call @_where_2(%5, %6, %cst_0) : (tensor<8x8xi1>, tensor<8x1xf64>, tensor<f64>) -> tensor<8x8xf64>
return %7 : tensor<8x8xf64>
}
func.func private @_where_2(%arg0: tensor<8x8xi1>, %arg1: tensor<8x1xf64>, %arg2: tensor<f64>) -> tensor<8x8xf64> {
%0 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<8x1xf64>) -> tensor<8x8xf64>
%1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f64>) -> tensor<8x8xf64>
%2 = stablehlo.select %arg0, %0, %1 : tensor<8x8xi1>, tensor<8x8xf64>
return %2 : tensor<8x8xf64>
}
func.func private @eigvals(%arg0: tensor<8x8xf64>) -> tensor<8xcomplex<f64>> {
%0:5 = stablehlo.custom_call @lapack_dgeev_ffi(%arg0) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 78 : ui8}} : (tensor<8x8xf64>) -> (tensor<8xf64>, tensor<8xf64>, tensor<8x8xcomplex<f64>>, tensor<8x8xcomplex<f64>>, tensor<i32>)
%1 = stablehlo.complex %0#0, %0#1 : tensor<8xcomplex<f64>>
%c = stablehlo.constant dense<0> : tensor<i32>
%2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
%3 = stablehlo.compare EQ, %0#4, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i1>) -> tensor<1xi1>
%cst = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
%5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<8xcomplex<f64>>
%6 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<1xi1>) -> tensor<8xi1>
%7 = stablehlo.select %6, %1, %5 : tensor<8xi1>, tensor<8xcomplex<f64>>
return %7 : tensor<8xcomplex<f64>>
}
func.func private @_where_3(%arg0: tensor<8xi1>, %arg1: tensor<8xcomplex<f64>>, %arg2: tensor<complex<f64>>) -> tensor<8xcomplex<f64>> {
%0 = stablehlo.convert %arg2 : tensor<complex<f64>>
%1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<complex<f64>>) -> tensor<8xcomplex<f64>>
%2 = stablehlo.select %arg0, %arg1, %1 : tensor<8xi1>, tensor<8xcomplex<f64>>
return %2 : tensor<8xcomplex<f64>>
}
}
