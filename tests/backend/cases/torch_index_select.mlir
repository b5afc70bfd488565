// stablehlo.torch_index_select, made by tests/backend/vectors/cases_products.py
module {
  func.func private @inputs() -> (tensor<4x3xf32>, tensor<3xi32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000080C0000080C0000040C0000040400000803F00008040"> : tensor<4x3xf32>
    %y = stablehlo.constant dense<"0x030000000000000003000000"> : tensor<3xi32>
    return %x, %y : tensor<4x3xf32>, tensor<3xi32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<4x3xf32>, tensor<3xi32>)
    %r = "stablehlo.torch_index_select"(%given#0, %given#1) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<4x3xf32>, tensor<3xi32>) -> tensor<3x3xf32>
    %expected0 = stablehlo.constant dense<"0x000040400000803F00008040000040400000803F00000000000040400000803F00008040"> : tensor<3x3xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<3x3xf32>, tensor<3x3xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<4x3xf32>, tensor<4xi32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000080C0000080C0000040C0000040400000803F00008040"> : tensor<4x3xf32>
    %y = stablehlo.constant dense<"0x02000000020000000000000001000000"> : tensor<4xi32>
    return %x, %y : tensor<4x3xf32>, tensor<4xi32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<4x3xf32>, tensor<4xi32>)
    %r = "stablehlo.torch_index_select"(%given#0, %given#1) {dim = 1 : i64, batch_dims = 0 : i64} : (tensor<4x3xf32>, tensor<4xi32>) -> tensor<4x4xf32>
    %expected0 = stablehlo.constant dense<"0x0000000000000000000040400000803F000080C0000080C0000000C0000000C0000040C0000040C0000080C0000080C00000804000008040000040400000803F"> : tensor<4x4xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<5xf32>, tensor<2x2xi32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0"> : tensor<5xf32>
    %y = stablehlo.constant dense<"0x04000000010000000000000002000000"> : tensor<2x2xi32>
    return %x, %y : tensor<5xf32>, tensor<2x2xi32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<5xf32>, tensor<2x2xi32>)
    %r = "stablehlo.torch_index_select"(%given#0, %given#1) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<5xf32>, tensor<2x2xi32>) -> tensor<2x2xf32>
    %expected0 = stablehlo.constant dense<"0x000000C00000803F0000404000000000"> : tensor<2x2xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<2x4x3xf32>, tensor<2x2xi32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000080C0000080C0000040C0000040400000803F00008040000000000000803F00008040000000400000803F000000000000803F00008040000000C00000404000000040000080C0"> : tensor<2x4x3xf32>
    %y = stablehlo.constant dense<"0x00000000030000000200000002000000"> : tensor<2x2xi32>
    return %x, %y : tensor<2x4x3xf32>, tensor<2x2xi32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<2x4x3xf32>, tensor<2x2xi32>)
    %r = "stablehlo.torch_index_select"(%given#0, %given#1) {dim = 1 : i64, batch_dims = 1 : i64} : (tensor<2x4x3xf32>, tensor<2x2xi32>) -> tensor<2x2x3xf32>
    %expected0 = stablehlo.constant dense<"0x000040400000803F00000000000040400000803F000080400000803F00008040000000C00000803F00008040000000C0"> : tensor<2x2x3xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> ()
    return
  }
}
