func.func @while(%a: tensor<i32>, %n: tensor<i32>, %one: tensor<i32>) {
  %0 = stablehlo.while(%i = %a) : tensor<i32>
 cond {
 %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
 stablehlo.return %c : tensor<i1>
 } do {
 %k = stablehlo.add %i, %one : tensor<i32>
 stablehlo.return %k : tensor<i32>
 }
  return
}
func.func @if(%p: tensor<i1>, %a: tensor<f32>) {
  %0 = "stablehlo.if"(%p) ({
 %x = stablehlo.tanh %a : tensor<f32>
 stablehlo.return %x : tensor<f32>
 }, {
 stablehlo.return %a : tensor<f32>
 }) : (tensor<i1>) -> tensor<f32>
  return
}
func.func @nested_captures(%p: tensor<i1>, %a: tensor<f32>, %b: tensor<f32>) {
  %0 = "stablehlo.if"(%p) ({
 %x = "stablehlo.if"(%p) ({
 stablehlo.return %b : tensor<f32>
 }, {
 stablehlo.return %a : tensor<f32>
 }) : (tensor<i1>) -> tensor<f32>
 stablehlo.return %x : tensor<f32>
 }, {
 stablehlo.return %b : tensor<f32>
 }) : (tensor<i1>) -> tensor<f32>
  return
}
