func.func @broadcast_in_dim(%a: tensor<3xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}
func.func @broadcast_in_dim_generic(%a: tensor<3xf32>) {
  %0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = array<i64: 1>} : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}
func.func @broadcast_in_dim_dense(%a: tensor<3xf32>) {
  %0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = dense<1> : tensor<1xi64>} : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}
func.func @transpose(%a: tensor<2x3xf32>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}
func.func @reverse(%a: tensor<2x3xf32>) {
  %0 = stablehlo.reverse %a, dims = [0, 1] : tensor<2x3xf32>
  return
}
