// chlo.ragged_dot, made by tests/backend/vectors/cases_products.py
module {
  func.func private @inputs() -> (tensor<7x3xf32>, tensor<3x3x4xf32>, tensor<3xi32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000080C0000080C0000040C0000040400000803F00008040000000000000803F00008040000000400000803F000000000000803F00008040000000C0"> : tensor<7x3xf32>
    %y = stablehlo.constant dense<"0x00000000000000000000004000008040000080C0000040C00000404000008040000000C0000000C000004040000080BF000000C000004040000000C0000080BF0000803F00000000000080C0000080C00000404000000040000040400000000000004040000000C00000000000004040000040C0000000C0000040C00000000000008040000040C0000080BF000080BF"> : tensor<3x3x4xf32>
    %s = stablehlo.constant dense<"0x020000000000000004000000"> : tensor<3xi32>
    return %x, %y, %s : tensor<7x3xf32>, tensor<3x3x4xf32>, tensor<3xi32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<7x3xf32>, tensor<3x3x4xf32>, tensor<3xi32>)
    %r = "chlo.ragged_dot"(%given#0, %given#1, %given#2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]} : (tensor<7x3xf32>, tensor<3x3x4xf32>, tensor<3xi32>) -> tensor<7x4xf32>
    %expected0 = stablehlo.constant dense<"0x000080C0000040C0000010410000804100008041000060410000B0C1000040C1000040C10000C84100007041000010C10000B0410000A0C10000E0C00000A04000005041000060C10000E0C0000080C0000040400000C0C0000040C00000C04000000000000000000000000000000000"> : tensor<7x4xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<7x4xf32>, tensor<7x4xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<7x3xi32>, tensor<3x3x4xi32>, tensor<3xi64>) {
    %x = stablehlo.constant dense<"0x030000000100000000000000FEFFFFFFFEFFFFFFFCFFFFFFFCFFFFFFFCFFFFFFFDFFFFFF0300000001000000040000000000000001000000040000000200000001000000000000000100000004000000FEFFFFFF"> : tensor<7x3xi32>
    %y = stablehlo.constant dense<"0x00000000000000000200000004000000FCFFFFFFFDFFFFFF0300000004000000FEFFFFFFFEFFFFFF03000000FFFFFFFFFEFFFFFF03000000FEFFFFFFFFFFFFFF0100000000000000FCFFFFFFFCFFFFFF0300000002000000030000000000000003000000FEFFFFFF0000000003000000FDFFFFFFFEFFFFFFFDFFFFFF0000000004000000FDFFFFFFFFFFFFFFFFFFFFFF"> : tensor<3x3x4xi32>
    %s = stablehlo.constant dense<"0x020000000000000000000000000000000400000000000000"> : tensor<3xi64>
    return %x, %y, %s : tensor<7x3xi32>, tensor<3x3x4xi32>, tensor<3xi64>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<7x3xi32>, tensor<3x3x4xi32>, tensor<3xi64>)
    %r = "chlo.ragged_dot"(%given#0, %given#1, %given#2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]} : (tensor<7x3xi32>, tensor<3x3x4xi32>, tensor<3xi64>) -> tensor<7x4xi32>
    %expected0 = stablehlo.constant dense<"0xFCFFFFFFFDFFFFFF0900000010000000100000000E000000EAFFFFFFF4FFFFFFF4FFFFFF190000000F000000F7FFFFFF16000000ECFFFFFFF9FFFFFF050000000D000000F2FFFFFFF9FFFFFFFCFFFFFF03000000FAFFFFFFFDFFFFFF0600000000000000000000000000000000000000"> : tensor<7x4xi32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<7x4xi32>, tensor<7x4xi32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<2x5x3xf32>, tensor<2x2x3x4xf32>, tensor<2x2xi32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000080C0000080C0000040C0000040400000803F00008040000000000000803F00008040000000400000803F000000000000803F00008040000000C00000404000000040000080C0000080BF0000404000000000000080C00000004000000040"> : tensor<2x5x3xf32>
    %y = stablehlo.constant dense<"0x00000000000000000000004000008040000080C0000040C00000404000008040000000C0000000C000004040000080BF000000C000004040000000C0000080BF0000803F00000000000080C0000080C00000404000000040000040400000000000004040000000C00000000000004040000040C0000000C0000040C00000000000008040000040C0000080BF000080BF00008040000040C000000000000000C0000080C000000040000080C0000000C00000000000000000000040C000008040"> : tensor<2x2x3x4xf32>
    %s = stablehlo.constant dense<"0x02000000030000000400000001000000"> : tensor<2x2xi32>
    return %x, %y, %s : tensor<2x5x3xf32>, tensor<2x2x3x4xf32>, tensor<2x2xi32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<2x5x3xf32>, tensor<2x2x3x4xf32>, tensor<2x2xi32>)
    %r = "chlo.ragged_dot"(%given#0, %given#1, %given#2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]} : (tensor<2x5x3xf32>, tensor<2x2x3x4xf32>, tensor<2x2xi32>) -> tensor<2x5x4xf32>
    %expected0 = stablehlo.constant dense<"0x000080C0000040C0000010410000804100008041000060410000B0C1000040C1000040C10000C84100007041000010C10000B0410000A0C10000E0C00000A04000005041000060C10000E0C0000080C0000040C00000C040000000C10000C0C0000080C0000080BF0000C0C1000088C1000080C10000803F0000D0C1000030C10000A040000040C0000020C1000030C10000C0C100008041000060C100004041"> : tensor<2x5x4xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<2x5x4xf32>, tensor<2x5x4xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<2x6xf32>, tensor<6x3xf32>, tensor<3xi32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000080C0000080C0000040C0000040400000803F00008040"> : tensor<2x6xf32>
    %y = stablehlo.constant dense<"0x00000000000000000000004000008040000080C0000040C00000404000008040000000C0000000C000004040000080BF000000C000004040000000C0000080BF0000803F00000000"> : tensor<6x3xf32>
    %s = stablehlo.constant dense<"0x010000000300000001000000"> : tensor<3xi32>
    return %x, %y, %s : tensor<2x6xf32>, tensor<6x3xf32>, tensor<3xi32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<2x6xf32>, tensor<6x3xf32>, tensor<3xi32>)
    %r = "chlo.ragged_dot"(%given#0, %given#1, %given#2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]} : (tensor<2x6xf32>, tensor<6x3xf32>, tensor<3xi32>) -> tensor<3x2x3xf32>
    %expected0 = stablehlo.constant dense<"0x00000000000000000000C0400000000000000000000000C100000041000020C1000080BF0000F8C10000504100007041000080400000C0C000008040000000C000004040000000C0"> : tensor<3x2x3xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<3x2x3xf32>, tensor<3x2x3xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<4x2x3xf32>, tensor<4x3x2xf32>, tensor<2xi32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000080C0000080C0000040C0000040400000803F00008040000000000000803F00008040000000400000803F000000000000803F00008040000000C00000404000000040000080C0"> : tensor<4x2x3xf32>
    %y = stablehlo.constant dense<"0x00000000000000000000004000008040000080C0000040C00000404000008040000000C0000000C000004040000080BF000000C000004040000000C0000080BF0000803F00000000000080C0000080C000004040000000400000404000000000"> : tensor<4x3x2xf32>
    %s = stablehlo.constant dense<"0x0100000003000000"> : tensor<2xi32>
    return %x, %y, %s : tensor<4x2x3xf32>, tensor<4x3x2xf32>, tensor<2xi32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<4x2x3xf32>, tensor<4x3x2xf32>, tensor<2xi32>)
    %r = "chlo.ragged_dot"(%given#0, %given#1, %given#2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]} : (tensor<4x2x3xf32>, tensor<4x3x2xf32>, tensor<2xi32>) -> tensor<4x2x2xf32>
    %expected0 = stablehlo.constant dense<"0x00000040000080400000404100008040000050C10000A0C0000098410000C04000000040000080BF0000C0C00000A0400000004000008040000090C1000000C1"> : tensor<4x2x2xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<4x2x2xf32>, tensor<4x2x2xf32>) -> ()
    return
  }
}
