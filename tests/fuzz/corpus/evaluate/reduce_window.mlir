func.func @main() {
  %x = stablehlo.constant dense<[10000.0, 1000.0, 100.0, 10.0, 1.0]> : tensor<5xf32>
  %max = stablehlo.constant dense<0x7F7FFFFF> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %max) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.minimum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<5xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[1000.0, 10.0, 1.0]> : tensor<3xf32>
  return
}
