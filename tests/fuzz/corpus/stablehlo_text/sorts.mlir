func.func @sort(%a: tensor<3xf32>, %b: tensor<3xi32>) {
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
 ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<i32>, %s: tensor<i32>):
 %c = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
 "stablehlo.return"(%c) : (tensor<i1>) -> ()
 }) : (tensor<3xf32>, tensor<3xi32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}
func.func @reduce_window_padding(%a: tensor<4xf32>, %i: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%a, %i) <{padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>}> ({
 ^bb0(%p: tensor<f32>, %q: tensor<f32>):
 stablehlo.return %p : tensor<f32>
 }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
