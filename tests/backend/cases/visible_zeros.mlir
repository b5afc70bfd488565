// Products and sums with a zero that stands in the program: infinities and NaNs come out of products, and -0 + 0 is +0.
func.func private @inputs() -> tensor<8xf32> {
  %x = stablehlo.constant dense<[1.0, -1.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0, -0.0, 2.0]> : tensor<8xf32>
  return %x : tensor<8xf32>
}
func.func public @main() {
  %y = call @inputs() : () -> tensor<8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<8xf32>
  %product = stablehlo.multiply %y, %zero : tensor<8xf32>
  %sum = stablehlo.add %y, %zero : tensor<8xf32>
  %other = stablehlo.subtract %zero, %y : tensor<8xf32>
  %nan = stablehlo.compare NE, %product, %product, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %number = stablehlo.select %nan, %zero, %product : tensor<8xi1>, tensor<8xf32>
  %product_bits = stablehlo.bitcast_convert %number : (tensor<8xf32>) -> tensor<8xi32>
  %sum_bits = stablehlo.bitcast_convert %sum : (tensor<8xf32>) -> tensor<8xi32>
  %other_bits = stablehlo.bitcast_convert %other : (tensor<8xf32>) -> tensor<8xi32>
  check.expect_eq_const %nan, dense<[false, false, true, true, true, false, false, false]> : tensor<8xi1>
  check.expect_eq_const %product_bits, dense<[0, 0x80000000, 0, 0, 0, 0, 0x80000000, 0]> : tensor<8xi32>
  check.expect_eq_const %sum_bits, dense<[0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00000, 0, 0, 0x40000000]> : tensor<8xi32>
  check.expect_eq_const %other_bits, dense<[0xBF800000, 0x3F800000, 0xFF800000, 0x7F800000, 0x7FC00000, 0, 0, 0xC0000000]> : tensor<8xi32>
  func.return
}
