// A function of the application between two steps of the device: (x + w) twice, then its rows' sums.
func.func @main(%x: tensor<64x96xf32>, %w: tensor<64x96xf32>) -> (tensor<64x96xf32>, tensor<64xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.iota dim = 1 : tensor<64x96xf32>
  %0 = stablehlo.add %x, %w : tensor<64x96xf32>
  %3 = stablehlo.custom_call @same(%0) : (tensor<64x96xf32>) -> tensor<64x96xf32>
  %1 = stablehlo.reduce(%3 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<64x96xf32>, tensor<f32>) -> tensor<64xf32>
  %2 = stablehlo.add %3, %c : tensor<64x96xf32>
  return %2, %1 : tensor<64x96xf32>, tensor<64xf32>
}
