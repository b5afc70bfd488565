// stablehlo.broadcast, made by tests/backend/vectors/cases_products.py
module {
  func.func private @inputs() -> (tensor<2x3xf32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0"> : tensor<2x3xf32>
    return %x : tensor<2x3xf32>
  }
  func.func public @main() {
    %given = call @inputs() : () -> (tensor<2x3xf32>)
    %r = "stablehlo.broadcast"(%given) {broadcast_sizes = array<i64: 4, 2>} : (tensor<2x3xf32>) -> tensor<4x2x2x3xf32>
    %expected0 = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000040400000803F00000000000000C0000000C0000080C0000040400000803F00000000000000C0000000C0000080C0000040400000803F00000000000000C0000000C0000080C0000040400000803F00000000000000C0000000C0000080C0000040400000803F00000000000000C0000000C0000080C0000040400000803F00000000000000C0000000C0000080C0000040400000803F00000000000000C0000000C0000080C0"> : tensor<4x2x2x3xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<4x2x2x3xf32>, tensor<4x2x2x3xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<2x3xi8>) {
    %x = stablehlo.constant dense<"0x030100FEFEFC"> : tensor<2x3xi8>
    return %x : tensor<2x3xi8>
  }
  func.func public @main() {
    %given = call @inputs() : () -> (tensor<2x3xi8>)
    %r = "stablehlo.broadcast"(%given) {broadcast_sizes = array<i64: 4, 2>} : (tensor<2x3xi8>) -> tensor<4x2x2x3xi8>
    %expected0 = stablehlo.constant dense<"0x030100FEFEFC030100FEFEFC030100FEFEFC030100FEFEFC030100FEFEFC030100FEFEFC030100FEFEFC030100FEFEFC"> : tensor<4x2x2x3xi8>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<4x2x2x3xi8>, tensor<4x2x2x3xi8>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<2x3xcomplex<f32>>) {
    %x = stablehlo.constant dense<"0x00004040000000000000803F000000000000000000000000000000C000000000000000C000000000000080C000000000"> : tensor<2x3xcomplex<f32>>
    return %x : tensor<2x3xcomplex<f32>>
  }
  func.func public @main() {
    %given = call @inputs() : () -> (tensor<2x3xcomplex<f32>>)
    %r = "stablehlo.broadcast"(%given) {broadcast_sizes = array<i64: 4, 2>} : (tensor<2x3xcomplex<f32>>) -> tensor<4x2x2x3xcomplex<f32>>
    %expected0 = stablehlo.constant dense<"0x00004040000000000000803F000000000000000000000000000000C000000000000000C000000000000080C00000000000004040000000000000803F000000000000000000000000000000C000000000000000C000000000000080C00000000000004040000000000000803F000000000000000000000000000000C000000000000000C000000000000080C00000000000004040000000000000803F000000000000000000000000000000C000000000000000C000000000000080C00000000000004040000000000000803F000000000000000000000000000000C000000000000000C000000000000080C00000000000004040000000000000803F000000000000000000000000000000C000000000000000C000000000000080C00000000000004040000000000000803F000000000000000000000000000000C000000000000000C000000000000080C00000000000004040000000000000803F000000000000000000000000000000C000000000000000C000000000000080C000000000"> : tensor<4x2x2x3xcomplex<f32>>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<4x2x2x3xcomplex<f32>>, tensor<4x2x2x3xcomplex<f32>>) -> ()
    return
  }
}
