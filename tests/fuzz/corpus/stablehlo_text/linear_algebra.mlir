func.func @rng_bit_generator(%s: tensor<2xui64>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return
}
func.func @fft(%a: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.fft %a, type =  IRFFT, length = [6] : (tensor<4xcomplex<f32>>) -> tensor<6xf32>
  return
}
func.func @cholesky(%a: tensor<2x2xf32>) {
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x2xf32>
  return
}
func.func @triangular_solve(%a: tensor<2x2xf32>) {
  %0 = "stablehlo.triangular_solve"(%a, %a) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
func.func @top_k(%a: tensor<9xf32>) {
  %0, %1 = chlo.top_k(%a, k = 2) : tensor<9xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return
}
