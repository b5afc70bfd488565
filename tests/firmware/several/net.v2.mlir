// Shapes, types and operations unlike those of my-model.mlir.
func.func @main(%x: tensor<4x3xi32>) -> tensor<3x4xi32> {
  %c = stablehlo.constant dense<7> : tensor<3x4xi32>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x3xi32>) -> tensor<3x4xi32>
  %y = stablehlo.remainder %t, %c : tensor<3x4xi32>
  return %y : tensor<3x4xi32>
}
