// stablehlo.dot, made by tests/backend/vectors/cases_products.py
module {
  func.func private @inputs() -> (tensor<3x4xf32>, tensor<4x5xf32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000080C0000080C0000040C0000040400000803F00008040"> : tensor<3x4xf32>
    %y = stablehlo.constant dense<"0x00000000000000000000004000008040000080C0000040C00000404000008040000000C0000000C000004040000080BF000000C000004040000000C0000080BF0000803F00000000000080C0000080C0"> : tensor<4x5xf32>
    return %x, %y : tensor<3x4xf32>, tensor<4x5xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x4xf32>, tensor<4x5xf32>)
    %r = "stablehlo.dot"(%given#0, %given#1) : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
    %expected0 = stablehlo.constant dense<"0x000080BF0000803F00002041000090410000C0C000008040000040C1000040C10000804000002042000020C100004041000080400000F8C1000040C1"> : tensor<3x5xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<4xf32>, tensor<4xf32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0"> : tensor<4xf32>
    %y = stablehlo.constant dense<"0x00000000000000000000004000008040"> : tensor<4xf32>
    return %x, %y : tensor<4xf32>, tensor<4xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<4xf32>, tensor<4xf32>)
    %r = "stablehlo.dot"(%given#0, %given#1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    %expected0 = stablehlo.constant dense<"0x000000C1"> : tensor<f32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3x4xi32>, tensor<4xi32>) {
    %x = stablehlo.constant dense<"0x030000000100000000000000FEFFFFFFFEFFFFFFFCFFFFFFFCFFFFFFFCFFFFFFFDFFFFFF030000000100000004000000"> : tensor<3x4xi32>
    %y = stablehlo.constant dense<"0x00000000000000000200000004000000"> : tensor<4xi32>
    return %x, %y : tensor<3x4xi32>, tensor<4xi32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x4xi32>, tensor<4xi32>)
    %r = "stablehlo.dot"(%given#0, %given#1) : (tensor<3x4xi32>, tensor<4xi32>) -> tensor<3xi32>
    %expected0 = stablehlo.constant dense<"0xF8FFFFFFE8FFFFFF12000000"> : tensor<3xi32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<4xf32>, tensor<4x2xf32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0"> : tensor<4xf32>
    %y = stablehlo.constant dense<"0x00000000000000000000004000008040000080C0000040C00000404000008040"> : tensor<4x2xf32>
    return %x, %y : tensor<4xf32>, tensor<4x2xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<4xf32>, tensor<4x2xf32>)
    %r = "stablehlo.dot"(%given#0, %given#1) : (tensor<4xf32>, tensor<4x2xf32>) -> tensor<2xf32>
    %expected0 = stablehlo.constant dense<"0x000080C0000080C0"> : tensor<2xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<2x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) {
    %x = stablehlo.constant dense<"0x00004040000000000000803F000000000000000000000000000000C000000000000000C000000000000080C000000000"> : tensor<2x3xcomplex<f32>>
    %y = stablehlo.constant dense<"0x0000000000000000000000000000000000000040000000000000804000000000000080C000000000000040C000000000"> : tensor<3x2xcomplex<f32>>
    return %x, %y : tensor<2x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<2x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>)
    %r = "stablehlo.dot"(%given#0, %given#1) : (tensor<2x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
    %expected0 = stablehlo.constant dense<"0x0000004000000000000080400000000000004041000000000000804000000000"> : tensor<2x2xcomplex<f32>>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) -> ()
    return
  }
}
