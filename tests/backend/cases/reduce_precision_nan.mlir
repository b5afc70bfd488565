// reduce_precision without mantissa bits keeps NaN (OPS.md 2.2: the page decides), positive, negative and signaling ones. Other values
// round to a power of two and leave the range of the exponent as they do with mantissa bits.
func.func private @inputs() -> (tensor<8xf32>, tensor<8xf16>, tensor<8xbf16>) {
  %f32 = stablehlo.constant dense<[0x7FC00000, 0xFFC00000, 0x7F800001, 0x7F800000, 1.25, -1.75, 6.103515625e-05, 40960.0]> : tensor<8xf32>
  %f16 = stablehlo.constant dense<[0x7E00, 0xFE00, 0x7C01, 0x7C00, 1.25, -1.75, 6.103515625e-05, 40960.0]> : tensor<8xf16>
  %bf16 = stablehlo.constant dense<[0x7FC0, 0xFFC0, 0x7F81, 0x7F80, 1.25, -1.75, 6.103515625e-05, 40960.0]> : tensor<8xbf16>
  return %f32, %f16, %bf16 : tensor<8xf32>, tensor<8xf16>, tensor<8xbf16>
}
func.func private @expected() -> (tensor<8xf32>, tensor<8xf16>, tensor<8xbf16>, tensor<8xf32>, tensor<8xf16>, tensor<8xbf16>) {
  %f32 = stablehlo.constant dense<[0x7FC00000, 0xFFC00000, 0x7F800001, 0x7F800000, 1.0, -2.0, 6.103515625e-05, 32768.0]> : tensor<8xf32>
  %f16 = stablehlo.constant dense<[0x7E00, 0xFE00, 0x7C01, 0x7C00, 1.0, -2.0, 6.103515625e-05, 32768.0]> : tensor<8xf16>
  %bf16 = stablehlo.constant dense<[0x7FC0, 0xFFC0, 0x7F81, 0x7F80, 1.0, -2.0, 6.103515625e-05, 32768.0]> : tensor<8xbf16>
  %f32_short = stablehlo.constant dense<[0x7FC00000, 0xFFC00000, 0x7F800001, 0x7F800000, 1.0, -2.0, 0.0, 0x7F800000]> : tensor<8xf32>
  %f16_short = stablehlo.constant dense<[0x7E00, 0xFE00, 0x7C01, 0x7C00, 1.0, -2.0, 0.0, 0x7C00]> : tensor<8xf16>
  %bf16_short = stablehlo.constant dense<[0x7FC0, 0xFFC0, 0x7F81, 0x7F80, 1.0, -2.0, 0.0, 0x7F80]> : tensor<8xbf16>
  return %f32, %f16, %bf16, %f32_short, %f16_short, %bf16_short : tensor<8xf32>, tensor<8xf16>, tensor<8xbf16>, tensor<8xf32>, tensor<8xf16>, tensor<8xbf16>
}
func.func @main() {
  %x:3 = call @inputs() : () -> (tensor<8xf32>, tensor<8xf16>, tensor<8xbf16>)
  %e:6 = call @expected() : () -> (tensor<8xf32>, tensor<8xf16>, tensor<8xbf16>, tensor<8xf32>, tensor<8xf16>, tensor<8xbf16>)
  %f32 = stablehlo.reduce_precision %x#0, format = e8m0 : tensor<8xf32>
  %f32_short = stablehlo.reduce_precision %x#0, format = e4m0 : tensor<8xf32>
  stablehlo.custom_call @check.expect_eq(%f32, %e#0) {has_side_effect = true} : (tensor<8xf32>, tensor<8xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%f32_short, %e#3) {has_side_effect = true} : (tensor<8xf32>, tensor<8xf32>) -> ()
  %f16 = stablehlo.reduce_precision %x#1, format = e5m0 : tensor<8xf16>
  %f16_short = stablehlo.reduce_precision %x#1, format = e4m0 : tensor<8xf16>
  stablehlo.custom_call @check.expect_eq(%f16, %e#1) {has_side_effect = true} : (tensor<8xf16>, tensor<8xf16>) -> ()
  stablehlo.custom_call @check.expect_eq(%f16_short, %e#4) {has_side_effect = true} : (tensor<8xf16>, tensor<8xf16>) -> ()
  %bf16 = stablehlo.reduce_precision %x#2, format = e8m0 : tensor<8xbf16>
  %bf16_short = stablehlo.reduce_precision %x#2, format = e4m0 : tensor<8xbf16>
  stablehlo.custom_call @check.expect_eq(%bf16, %e#2) {has_side_effect = true} : (tensor<8xbf16>, tensor<8xbf16>) -> ()
  stablehlo.custom_call @check.expect_eq(%bf16_short, %e#5) {has_side_effect = true} : (tensor<8xbf16>, tensor<8xbf16>) -> ()
  return
}
