func.func @unary(%a: tensor<2x3xf32>) {
  %0 = stablehlo.tanh %a : tensor<2x3xf32>
  return
}
func.func @unary_function_type(%a: tensor<2xf32>) {
  %0 = stablehlo.convert %a : (tensor<2xf32>) -> tensor<2xf64>
  return
}
func.func @unary_generic(%a: tensor<2xf32>) {
  %0 = "stablehlo.tanh"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @unary_chlo(%a: tensor<2xf32>) {
  %0 = chlo.erf %a : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @binary(%a: tensor<2xi8>, %b: tensor<2xi8>) {
  %0 = stablehlo.add %a, %b : tensor<2xi8>
  return
}
func.func @binary_chlo(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  %0 = chlo.next_after %a, %b : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @extra_attribute(%a: tensor<2xf32>) {
  %0 = stablehlo.tanh %a {mhlo.note = "x", k = 1 : i32} : tensor<2xf32>
  return
}
func.func @complex(%a: tensor<f32>, %b: tensor<f32>) {
  %0 = stablehlo.complex %a, %b : tensor<complex<f32>>
  return
}
