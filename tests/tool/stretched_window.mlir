// Base dilations and strides of 2^30 and 2^40: positions beyond 32 bits, of which only multiples of the dilation hold an element. The window of two
// meets each element alone; of the three taps only the middle one, weight 3, meets one; the one window of four chooses its least element.
func.func private @inputs() -> (tensor<6xf32>, tensor<1x6x1xf32>, tensor<4xf32>) {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %y = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<1x6x1xf32>
  %z = stablehlo.constant dense<[3.0, 1.0, 4.0, 2.0]> : tensor<4xf32>
  return %x, %y, %z : tensor<6xf32>, tensor<1x6x1xf32>, tensor<4xf32>
}
func.func private @expected() -> (tensor<6xf32>, tensor<1x6x1xf32>, tensor<4xf32>) {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %y = stablehlo.constant dense<[[[3.0], [6.0], [9.0], [12.0], [15.0], [18.0]]]> : tensor<1x6x1xf32>
  %z = stablehlo.constant dense<[0.0, 7.0, 0.0, 0.0]> : tensor<4xf32>
  return %x, %y, %z : tensor<6xf32>, tensor<1x6x1xf32>, tensor<4xf32>
}
func.func @main() {
  %x:3 = call @inputs() : () -> (tensor<6xf32>, tensor<1x6x1xf32>, tensor<4xf32>)
  %expected:3 = call @expected() : () -> (tensor<6xf32>, tensor<1x6x1xf32>, tensor<4xf32>)
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %w = stablehlo.constant dense<[[[7.0]], [[3.0]], [[11.0]]]> : tensor<3x1x1xf32>
  %source = stablehlo.constant dense<[7.0]> : tensor<1xf32>
  %a = "stablehlo.reduce_window"(%x#0, %zero) <{base_dilations = array<i64: 1073741824>, padding = dense<[[0, 1]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>, window_strides = array<i64: 1073741824>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %sum = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  %b = stablehlo.convolution(%x#1, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1073741824], pad = [[1, 1]], lhs_dilate = [1073741824]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x6x1xf32>, tensor<3x1x1xf32>) -> tensor<1x6x1xf32>
  %c = "stablehlo.select_and_scatter"(%x#2, %source, %zero) <{window_dimensions = array<i64: 4>, window_strides = array<i64: 1099511627776>}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %keep = stablehlo.compare LE, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %keep : tensor<i1>
  }, {
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %sum = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4xf32>, tensor<1xf32>, tensor<f32>) -> tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%a, %expected#0) {has_side_effect = true} : (tensor<6xf32>, tensor<6xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%b, %expected#1) {has_side_effect = true} : (tensor<1x6x1xf32>, tensor<1x6x1xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%c, %expected#2) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
