// 1 is added to all of x, which moves on by one place, until its sum reaches the limit; two arrays of bytes change places meanwhile. Only a
// run can tell how often, and the body is too wide for one workgroup.
func.func @main(%x: tensor<70000xf32>, %limit: tensor<f32>, %a: tensor<33xi8>, %b: tensor<33xi8>)
    -> (tensor<70000xf32>, tensor<i32>, tensor<33xi8>, tensor<33xi8>) {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<70000xf32>
  %r:4 = stablehlo.while(%i = %i0, %v = %x, %p = %a, %q = %b) : tensor<i32>, tensor<70000xf32>, tensor<33xi8>, tensor<33xi8>
    cond {
      %sum = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0]
        : (tensor<70000xf32>, tensor<f32>) -> tensor<f32>
      %go = stablehlo.compare LT, %sum, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %n = stablehlo.add %i, %step : tensor<i32>
      %s = stablehlo.add %v, %one : tensor<70000xf32>
      %rest = stablehlo.slice %s [1:70000] : (tensor<70000xf32>) -> tensor<69999xf32>
      %first = stablehlo.slice %s [0:1] : (tensor<70000xf32>) -> tensor<1xf32>
      %moved = stablehlo.concatenate %rest, %first, dim = 0 : (tensor<69999xf32>, tensor<1xf32>) -> tensor<70000xf32>
      stablehlo.return %n, %moved, %q, %p : tensor<i32>, tensor<70000xf32>, tensor<33xi8>, tensor<33xi8>
    }
  return %r#1, %r#0, %r#2, %r#3 : tensor<70000xf32>, tensor<i32>, tensor<33xi8>, tensor<33xi8>
}
