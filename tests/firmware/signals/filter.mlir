// A smoothing filter in a loop, and the logarithm of its energy: what firmware of a sensor computes.
func.func @main(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<64> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<1xf32>
  %a = stablehlo.constant dense<0.9> : tensor<1xf32>
  %ys = stablehlo.constant dense<0.0> : tensor<64xf32>
  %0:4 = stablehlo.while(%i = %zero, %y = %start, %in = %x, %out = %ys) : tensor<i32>, tensor<1xf32>, tensor<64xf32>, tensor<64xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dynamic_slice %in, %i, sizes = [1] : (tensor<64xf32>, tensor<i32>) -> tensor<1xf32>
    %2 = stablehlo.multiply %y, %a : tensor<1xf32>
    %3 = stablehlo.add %1, %2 : tensor<1xf32>
    %4 = stablehlo.dynamic_update_slice %out, %3, %i : (tensor<64xf32>, tensor<1xf32>, tensor<i32>) -> tensor<64xf32>
    %5 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %5, %3, %in, %4 : tensor<i32>, tensor<1xf32>, tensor<64xf32>, tensor<64xf32>
  }
  %nothing = stablehlo.constant dense<0.0> : tensor<f32>
  %6 = stablehlo.multiply %0#3, %0#3 : tensor<64xf32>
  %7 = stablehlo.reduce(%6 init: %nothing) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
  %8 = stablehlo.log %7 : tensor<f32>
  return %0#3, %8 : tensor<64xf32>, tensor<f32>
}
