func.func @concatenate(%a: tensor<2xf32>) {
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}
func.func @iota() {
  %0 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  return
}
func.func @dynamic_iota(%s: tensor<1xi64>) {
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  return
}
func.func @get_dimension_size(%a: tensor<2x?xf32>) {
  %0 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x?xf32>) -> tensor<i32>
  return
}
func.func @slice(%a: tensor<3x9xf32>) {
  %0 = stablehlo.slice %a [0:1, 2:8:2] : (tensor<3x9xf32>) -> tensor<1x3xf32>
  return
}
func.func @slice_scalar(%a: tensor<f32>) {
  %0 = stablehlo.slice %a [] : (tensor<f32>) -> tensor<f32>
  return
}
