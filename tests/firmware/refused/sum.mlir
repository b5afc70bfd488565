// A saturating sum of bytes: one fixed-point step.
func.func public @main(%a: tensor<64xi8>, %b: tensor<64xi8>) -> tensor<64xi8> {
  %low = stablehlo.constant dense<-128> : tensor<i32>
  %high = stablehlo.constant dense<127> : tensor<i32>
  %x = stablehlo.convert %a : (tensor<64xi8>) -> tensor<64xi32>
  %y = stablehlo.convert %b : (tensor<64xi8>) -> tensor<64xi32>
  %sum = stablehlo.add %x, %y : tensor<64xi32>
  %held = stablehlo.clamp %low, %sum, %high : (tensor<i32>, tensor<64xi32>, tensor<i32>) -> tensor<64xi32>
  %0 = stablehlo.convert %held : (tensor<64xi32>) -> tensor<64xi8>
  return %0 : tensor<64xi8>
}
