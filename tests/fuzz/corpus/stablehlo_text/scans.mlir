func.func @scan(%a: tensor<4xi32>, %c: tensor<i32>) {
  %0:2 = chlo.scan(%a) inits(%c) dimension=0 attributes {is_reverse = true} {
 ^bb0(%x: tensor<i32>, %y: tensor<i32>):
 stablehlo.return %x, %y : tensor<i32>, tensor<i32>
 } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return
}
func.func @locations(%a: tensor<f32> loc("a")) {
  %0 = stablehlo.tanh %a : tensor<f32> loc(fused["x"("f.py":1:2 to :3), unknown])
  return
}
