func.func private @f(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }
func.func @call(%a: tensor<f32>) {
  %0 = call @f(%a) : (tensor<f32>) -> tensor<f32>
  return
}
func.func @func_call(%a: tensor<f32>) {
  %0 = func.call @f(%a) : (tensor<f32>) -> tensor<f32>
  return
}
func.func @custom_call(%a: tensor<f32>) {
  stablehlo.custom_call @check.expect_eq(%a, %a) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<f32>, tensor<f32>) -> ()
  return
}
func.func @composite(%a: tensor<f32>) {
  %0 = stablehlo.composite "my.op" %a {composite_attributes = {n = 2 : i64}, decomposition = @f, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
  return
}
