// Windows whose taps lie 2^30 and more apart: valid, and beyond what the convolution routine counts in. One tap has no dilation; of two taps only
// the second, weight 3, meets the input.
func.func private @inputs() -> tensor<1x1x4x1xf32> {
  %x = stablehlo.constant dense<[[[[1.0], [2.0], [-3.0], [0.5]]]]> : tensor<1x1x4x1xf32>
  return %x : tensor<1x1x4x1xf32>
}
func.func private @expected() -> (tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>) {
  %one = stablehlo.constant dense<[[[[2.0], [4.0], [-6.0], [1.0]]]]> : tensor<1x1x4x1xf32>
  %two = stablehlo.constant dense<[[[[3.0], [6.0], [-9.0], [1.5]]]]> : tensor<1x1x4x1xf32>
  return %one, %two : tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>
}
func.func @main() {
  %x = call @inputs() : () -> tensor<1x1x4x1xf32>
  %expected:2 = call @expected() : () -> (tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>)
  %w1 = stablehlo.constant dense<2.0> : tensor<1x1x1x1xf32>
  %w2 = stablehlo.constant dense<[[[[7.0]], [[3.0]]]]> : tensor<1x2x1x1xf32>
  %a = stablehlo.convolution(%x, %w1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [1073741824, 2147483647]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x4x1xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x4x1xf32>
  %b = stablehlo.convolution(%x, %w2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0], [1073741824, 0]], rhs_dilate = [1, 1073741824]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x4x1xf32>, tensor<1x2x1x1xf32>) -> tensor<1x1x4x1xf32>
  stablehlo.custom_call @check.expect_eq(%a, %expected#0) {has_side_effect = true} : (tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%b, %expected#1) {has_side_effect = true} : (tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>) -> ()
  return
}
