// A sum of two and an iota, and the sums of its rows.
func.func @main(%x: tensor<64x96xf32>, %w: tensor<64x96xf32>) -> (tensor<64x96xf32>, tensor<64xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.iota dim = 1 : tensor<64x96xf32>
  %0 = stablehlo.add %x, %w : tensor<64x96xf32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<64x96xf32>, tensor<f32>) -> tensor<64xf32>
  %2 = stablehlo.add %0, %c : tensor<64x96xf32>
  return %2, %1 : tensor<64x96xf32>, tensor<64xf32>
}
