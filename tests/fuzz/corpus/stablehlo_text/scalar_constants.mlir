func.func @unsigned() {
  %0 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  return
}
func.func @short_real() {
  %0 = stablehlo.constant dense<1.25E-1> : tensor<f64>
  return
}
func.func @generic_constant() {
  %0 = "stablehlo.constant"() <{value = dense<7> : tensor<i32>}> : () -> tensor<i32>
  return
}
func.func @quantized_constant() {
  %0 = "stablehlo.constant"() {value = dense<7> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:-3>>
  return
}
