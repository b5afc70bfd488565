func.func @main(%sum: tensor<64xf32>, %x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = stablehlo.add %sum, %x : tensor<64xf32>
  %1 = stablehlo.add %0, %x : tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}
