// w is added to x, one time; then as plain.mlir.
func.func @main(%x: tensor<64x96xf32>, %w: tensor<64x96xf32>) -> (tensor<64x96xf32>, tensor<64xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.iota dim = 1 : tensor<64x96xf32>
  %half = stablehlo.constant dense<0.5> : tensor<64x96xf32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %h = stablehlo.multiply %w, %half : tensor<64x96xf32>
  %r:2 = stablehlo.while(%i = %i0, %v = %x) : tensor<i32>, tensor<64x96xf32>
    cond {
      %p = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %n = stablehlo.add %i, %one : tensor<i32>
      %s = stablehlo.add %v, %h : tensor<64x96xf32>
      stablehlo.return %n, %s : tensor<i32>, tensor<64x96xf32>
    }
  %1 = stablehlo.reduce(%r#1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<64x96xf32>, tensor<f32>) -> tensor<64xf32>
  %2 = stablehlo.add %r#1, %c : tensor<64x96xf32>
  return %2, %1 : tensor<64x96xf32>, tensor<64xf32>
}
