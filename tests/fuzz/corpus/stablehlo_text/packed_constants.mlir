func.func @hex_string() {
  %0 = stablehlo.constant dense<"0x0000803F00000040"> : tensor<2xf32>
  return
}
func.func @hex_string_of_bytes() {
  %0 = stablehlo.constant dense<"0x010001"> : tensor<3xi1>
  return
}
func.func @hex_string_packed() {
  %0 = stablehlo.constant dense<"0x0502"> : tensor<10xi1>
  return
}
func.func @hex_string_splat() {
  %0 = stablehlo.constant dense<"0xFF"> : tensor<20xi1>
  return
}
func.func @small_float() {
  %0 = stablehlo.constant dense<[1.5, 0x7E]> : tensor<2xf8E4M3FN>
  return
}
func.func @four_bits() {
  %0 = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  return
}
