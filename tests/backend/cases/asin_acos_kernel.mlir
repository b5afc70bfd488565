// chlo._asin_acos_kernel, made by tests/backend/vectors/cases_chlo.py
module {
  func.func private @inputs() -> (tensor<5xcomplex<f32>>) {
    %z = stablehlo.constant dense<"0x0000003F0000803E00004040000000C0000080BF6F12833A6F12833A000080400000E0C0000000BF"> : tensor<5xcomplex<f32>>
    return %z : tensor<5xcomplex<f32>>
  }
  func.func public @main() {
    %given = call @inputs() : () -> (tensor<5xcomplex<f32>>)
    %w = chlo._asin_acos_kernel %given : tensor<5xcomplex<f32>>
    %re = stablehlo.real %given : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
    %wr = stablehlo.real %w : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
    %wi = stablehlo.imag %w : (tensor<5xcomplex<f32>>) -> tensor<5xf32>
    %r = stablehlo.atan2 %re, %wr : tensor<5xf32>
    %expected0 = stablehlo.constant dense<"0x7069003FDCF3763FBA03C5BF2A517E393FD7BFBF"> : tensor<5xf32>
    stablehlo.custom_call @check.expect_close(%r, %expected0) {max_ulp_difference = 6 : i64, has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
    %expected1 = stablehlo.constant dense<"0x2513903E54FCFB3FA689013DC50F064011BD2840"> : tensor<5xf32>
    stablehlo.custom_call @check.expect_close(%wi, %expected1) {max_ulp_difference = 6 : i64, has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<5xcomplex<f64>>) {
    %z = stablehlo.constant dense<"0x000000000000E03F000000000000D03F000000000000084000000000000000C0000000000000F0BFFCA9F1D24D62503FFCA9F1D24D62503F00000000000010400000000000001CC0000000000000E0BF"> : tensor<5xcomplex<f64>>
    return %z : tensor<5xcomplex<f64>>
  }
  func.func public @main() {
    %given = call @inputs() : () -> (tensor<5xcomplex<f64>>)
    %w = chlo._asin_acos_kernel %given : tensor<5xcomplex<f64>>
    %re = stablehlo.real %given : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
    %wr = stablehlo.real %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
    %wi = stablehlo.imag %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
    %r = stablehlo.atan2 %re, %wr : tensor<5xf64>
    %expected0 = stablehlo.constant dense<"0x8E7986022E0DE03F48A507837BDEEE3FD09F5B3577A0F8BF9444381E25CA2F3FEC4C45E8E7FAF7BF"> : tensor<5xf64>
    stablehlo.custom_call @check.expect_close(%r, %expected0) {max_ulp_difference = 6 : i64, has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
    %expected1 = stablehlo.constant dense<"0x8E00B39A6402D23F5F254F7B8A7FFF3F7513FFB53431A03F2377BCAAF8C100400AF62529A2170540"> : tensor<5xf64>
    stablehlo.custom_call @check.expect_close(%wi, %expected1) {max_ulp_difference = 6 : i64, has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
    return
  }
}
