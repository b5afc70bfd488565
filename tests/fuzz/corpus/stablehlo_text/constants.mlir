func.func @splat() {
  %0 = stablehlo.constant dense<1.5> : tensor<2xf32>
  return
}
func.func @list() {
  %0 = stablehlo.constant dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>
  return
}
func.func @empty() {
  %0 = stablehlo.constant dense<> : tensor<0x3xf32>
  return
}
func.func @booleans() {
  %0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  return
}
func.func @complex_pairs() {
  %0 = stablehlo.constant dense<[(1.0, -2.0), (3.0, 0x7F800000)]> : tensor<2xcomplex<f32>>
  return
}
func.func @bit_pattern() {
  %0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  return
}
