// 1 is added to all of x, 40 times: a body too wide for one workgroup.
func.func @main(%x: tensor<70000xf32>) -> tensor<70000xf32> {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %all = stablehlo.constant dense<40> : tensor<i32>
  %one = stablehlo.constant dense<1.0> : tensor<70000xf32>
  %r:2 = stablehlo.while(%i = %i0, %v = %x) : tensor<i32>, tensor<70000xf32>
    cond {
      %p = stablehlo.compare LT, %i, %all : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %n = stablehlo.add %i, %step : tensor<i32>
      %s = stablehlo.add %v, %one : tensor<70000xf32>
      stablehlo.return %n, %s : tensor<i32>, tensor<70000xf32>
    }
  return %r#1 : tensor<70000xf32>
}
