func.func @check_const(%a: tensor<2xi8>) {
  check.expect_eq_const %a, dense<[1, 2]> : tensor<2xi8>
  return
}
func.func @check_close(%a: tensor<f32>) {
  check.expect_close %a, %a, max_ulp_difference = 18446744073709551615, min_ulp_difference = 0 : tensor<f32>, tensor<f32>
  return
}
func.func @sharding_is_identity(%a: tensor<f32>) {
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<f32>
  %1 = stablehlo.tanh %0 : tensor<f32>
  return
}
