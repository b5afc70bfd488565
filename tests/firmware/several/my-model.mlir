// Square roots and functions that printed C cannot compute from + - * / alone, in f32 and f64.
func.func @main(%x: tensor<16xf32>, %y: tensor<16xf64>) -> (tensor<16xf32>, tensor<16xf64>) {
  %a = stablehlo.sqrt %x : tensor<16xf32>
  %b = stablehlo.rsqrt %x : tensor<16xf32>
  %c = stablehlo.log %x : tensor<16xf32>
  %d = stablehlo.power %a, %b : tensor<16xf32>
  %e = stablehlo.atan2 %c, %d : tensor<16xf32>
  %f = stablehlo.sqrt %y : tensor<16xf64>
  %g = stablehlo.exponential %y : tensor<16xf64>
  %h = stablehlo.log %g : tensor<16xf64>
  %i = stablehlo.power %f, %h : tensor<16xf64>
  return %e, %i : tensor<16xf32>, tensor<16xf64>
}
