// 1 is added to x, 500 times.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %all = stablehlo.constant dense<500> : tensor<i32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %r:2 = stablehlo.while(%i = %i0, %v = %x) : tensor<i32>, tensor<f32>
    cond {
      %p = stablehlo.compare LT, %i, %all : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %n = stablehlo.add %i, %step : tensor<i32>
      %s = stablehlo.add %v, %one : tensor<f32>
      stablehlo.return %n, %s : tensor<i32>, tensor<f32>
    }
  return %r#1 : tensor<f32>
}
