func.func @after_all(%t: !stablehlo.token) {
  %0 = stablehlo.after_all %t, %t : !stablehlo.token
  return
}
func.func @create_token() {
  %0 = stablehlo.create_token : !stablehlo.token
  return
}
func.func @replica_id() {
  %0 = stablehlo.replica_id : tensor<ui32>
  return
}
func.func @barrier(%a: tensor<f32>, %b: tensor<i8>) {
  %0:2 = stablehlo.optimization_barrier %a, %b : tensor<f32>, tensor<i8>
  return
}
