func.func @select(%p: tensor<i1>, %a: tensor<2xf32>) {
  %0 = stablehlo.select %p, %a, %a : tensor<i1>, tensor<2xf32>
  return
}
func.func @clamp(%a: tensor<f32>, %b: tensor<2xf32>) {
  %0 = stablehlo.clamp %a, %b, %a : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}
func.func @compare(%a: tensor<2xf32>) {
  %0 = stablehlo.compare  LT, %a, %a,  TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
func.func @compare_without_type(%a: tensor<2xf32>) {
  %0 = stablehlo.compare GE, %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
func.func @compare_generic(%a: tensor<2xf32>) {
  %0 = "stablehlo.compare"(%a, %a) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
func.func @reduce_precision(%a: tensor<2xf32>) {
  %0 = stablehlo.reduce_precision %a, format = e8m7 : tensor<2xf32>
  return
}
