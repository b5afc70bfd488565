// stablehlo.einsum and unary_einsum, made by tests/backend/vectors/cases_products.py
module {
  func.func private @inputs() -> (tensor<3x4xf32>, tensor<4x5xf32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000080C0000080C0000040C0000040400000803F00008040"> : tensor<3x4xf32>
    %y = stablehlo.constant dense<"0x00000000000000000000004000008040000080C0000040C00000404000008040000000C0000000C000004040000080BF000000C000004040000000C0000080BF0000803F00000000000080C0000080C0"> : tensor<4x5xf32>
    return %x, %y : tensor<3x4xf32>, tensor<4x5xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x4xf32>, tensor<4x5xf32>)
    %r = "stablehlo.einsum"(%given#0, %given#1) {einsum_config = "ij,jk->ik"} : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
    %expected0 = stablehlo.constant dense<"0x000080BF0000803F00002041000090410000C0C000008040000040C1000040C10000804000002042000020C100004041000080400000F8C1000040C1"> : tensor<3x5xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<2x3x4xf32>, tensor<2x4x2xf32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000080C0000080C0000040C0000040400000803F00008040000000000000803F00008040000000400000803F000000000000803F00008040000000C00000404000000040000080C0"> : tensor<2x3x4xf32>
    %y = stablehlo.constant dense<"0x00000000000000000000004000008040000080C0000040C00000404000008040000000C0000000C000004040000080BF000000C000004040000000C0000080BF"> : tensor<2x4x2xf32>
    return %x, %y : tensor<2x3x4xf32>, tensor<2x4x2xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<2x3x4xf32>, tensor<2x4x2xf32>)
    %r = "stablehlo.einsum"(%given#0, %given#1) {einsum_config = "bij,bjk->bik"} : (tensor<2x3x4xf32>, tensor<2x4x2xf32>) -> tensor<2x3x2xf32>
    %expected0 = stablehlo.constant dense<"0x000080C0000080C0000080C00000A0C1000060410000C841000010C100001041000040C1000040C00000884100003041"> : tensor<2x3x2xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3x4xi32>, tensor<2x4xi32>) {
    %x = stablehlo.constant dense<"0x030000000100000000000000FEFFFFFFFEFFFFFFFCFFFFFFFCFFFFFFFCFFFFFFFDFFFFFF030000000100000004000000"> : tensor<3x4xi32>
    %y = stablehlo.constant dense<"0x00000000000000000200000004000000FCFFFFFFFDFFFFFF0300000004000000"> : tensor<2x4xi32>
    return %x, %y : tensor<3x4xi32>, tensor<2x4xi32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x4xi32>, tensor<2x4xi32>)
    %r = "stablehlo.einsum"(%given#0, %given#1) {einsum_config = "ij,kj->ki"} : (tensor<3x4xi32>, tensor<2x4xi32>) -> tensor<2x3xi32>
    %expected0 = stablehlo.constant dense<"0xF8FFFFFFE8FFFFFF12000000E9FFFFFFF8FFFFFF16000000"> : tensor<2x3xi32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3xf32>, tensor<4xf32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000"> : tensor<3xf32>
    %y = stablehlo.constant dense<"0x00000000000000000000004000008040"> : tensor<4xf32>
    return %x, %y : tensor<3xf32>, tensor<4xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3xf32>, tensor<4xf32>)
    %r = "stablehlo.einsum"(%given#0, %given#1) {einsum_config = "i,j->ij"} : (tensor<3xf32>, tensor<4xf32>) -> tensor<3x4xf32>
    %expected0 = stablehlo.constant dense<"0x00000000000000000000C040000040410000000000000000000000400000804000000000000000000000000000000000"> : tensor<3x4xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<2x3x4xf32>, tensor<4xf32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000080C0000080C0000040C0000040400000803F00008040000000000000803F00008040000000400000803F000000000000803F00008040000000C00000404000000040000080C0"> : tensor<2x3x4xf32>
    %y = stablehlo.constant dense<"0x00000000000000000000004000008040"> : tensor<4xf32>
    return %x, %y : tensor<2x3x4xf32>, tensor<4xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<2x3x4xf32>, tensor<4xf32>)
    %r = "stablehlo.einsum"(%given#0, %given#1) {einsum_config = "ijk,k->ji"} : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<3x2xf32>
    %expected0 = stablehlo.constant dense<"0x000000C1000080410000C0C10000904100009041000040C1"> : tensor<3x2xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<3x2xf32>, tensor<3x2xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3x3xf32>, tensor<3x4xf32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000080C0000080C0000040C0"> : tensor<3x3xf32>
    %y = stablehlo.constant dense<"0x00000000000000000000004000008040000080C0000040C00000404000008040000000C0000000C000004040000080BF"> : tensor<3x4xf32>
    return %x, %y : tensor<3x3xf32>, tensor<3x4xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x3xf32>, tensor<3x4xf32>)
    %r = "stablehlo.einsum"(%given#0, %given#1) {einsum_config = "ii,ij->j"} : (tensor<3x3xf32>, tensor<3x4xf32>) -> tensor<4xf32>
    %expected0 = stablehlo.constant dense<"0x0000604100004041000010C10000E040"> : tensor<4xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3x4xf32>, tensor<3x4xf32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000080C0000080C0000040C0000040400000803F00008040"> : tensor<3x4xf32>
    %y = stablehlo.constant dense<"0x00000000000000000000004000008040000080C0000040C00000404000008040000000C0000000C000004040000080BF"> : tensor<3x4xf32>
    return %x, %y : tensor<3x4xf32>, tensor<3x4xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x4xf32>, tensor<3x4xf32>)
    %r = "stablehlo.einsum"(%given#0, %given#1) {einsum_config = "ij,ij->"} : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<f32>
    %expected0 = stablehlo.constant dense<"0x000088C1"> : tensor<f32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<2x3x4xf32>, tensor<1x4x2xf32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000080C0000080C0000040C0000040400000803F00008040000000000000803F00008040000000400000803F000000000000803F00008040000000C00000404000000040000080C0"> : tensor<2x3x4xf32>
    %y = stablehlo.constant dense<"0x00000000000000000000004000008040000080C0000040C00000404000008040"> : tensor<1x4x2xf32>
    return %x, %y : tensor<2x3x4xf32>, tensor<1x4x2xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<2x3x4xf32>, tensor<1x4x2xf32>)
    %r = "stablehlo.einsum"(%given#0, %given#1) {einsum_config = "...ij,...jk->...ik"} : (tensor<2x3x4xf32>, tensor<1x4x2xf32>) -> tensor<2x3x2xf32>
    %expected0 = stablehlo.constant dense<"0x000080C0000080C0000080C00000A0C1000060410000C841000000C1000000000000004100005041000060C1000020C1"> : tensor<2x3x2xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3x4xf32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000080C0000080C0000040C0000040400000803F00008040"> : tensor<3x4xf32>
    return %x : tensor<3x4xf32>
  }
  func.func public @main() {
    %given = call @inputs() : () -> (tensor<3x4xf32>)
    %r = "stablehlo.unary_einsum"(%given) {einsum_config = "ij->ji"} : (tensor<3x4xf32>) -> tensor<4x3xf32>
    %expected0 = stablehlo.constant dense<"0x00004040000000C0000040C00000803F000080C00000404000000000000080C00000803F000000C0000080C000008040"> : tensor<4x3xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<4x3xf32>, tensor<4x3xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3x4xf32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000080C0000080C0000040C0000040400000803F00008040"> : tensor<3x4xf32>
    return %x : tensor<3x4xf32>
  }
  func.func public @main() {
    %given = call @inputs() : () -> (tensor<3x4xf32>)
    %r = "stablehlo.unary_einsum"(%given) {einsum_config = "ij->i"} : (tensor<3x4xf32>) -> tensor<3xf32>
    %expected0 = stablehlo.constant dense<"0x00000040000060C10000A040"> : tensor<3xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<2x3x4xi32>) {
    %x = stablehlo.constant dense<"0x030000000100000000000000FEFFFFFFFEFFFFFFFCFFFFFFFCFFFFFFFCFFFFFFFDFFFFFF0300000001000000040000000000000001000000040000000200000001000000000000000100000004000000FEFFFFFF0300000002000000FCFFFFFF"> : tensor<2x3x4xi32>
    return %x : tensor<2x3x4xi32>
  }
  func.func public @main() {
    %given = call @inputs() : () -> (tensor<2x3x4xi32>)
    %r = "stablehlo.unary_einsum"(%given) {einsum_config = "ijk->k"} : (tensor<2x3x4xi32>) -> tensor<4xi32>
    %expected0 = stablehlo.constant dense<"0xFDFFFFFF040000000400000000000000"> : tensor<4xi32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3x4x3xf32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000080C0000080C0000040C0000040400000803F00008040000000000000803F00008040000000400000803F000000000000803F00008040000000C00000404000000040000080C0000080BF0000404000000000000080C0000000400000004000004040000040C0000080C000004040000080C000000000"> : tensor<3x4x3xf32>
    return %x : tensor<3x4x3xf32>
  }
  func.func public @main() {
    %given = call @inputs() : () -> (tensor<3x4x3xf32>)
    %r = "stablehlo.unary_einsum"(%given) {einsum_config = "iji->j"} : (tensor<3x4x3xf32>) -> tensor<4xf32>
    %expected0 = stablehlo.constant dense<"0x000080400000803F000080C00000A040"> : tensor<4xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<4x4xf32>) {
    %x = stablehlo.constant dense<"0x000040400000803F00000000000000C0000000C0000080C0000080C0000080C0000040C0000040400000803F00008040000000000000803F0000804000000040"> : tensor<4x4xf32>
    return %x : tensor<4x4xf32>
  }
  func.func public @main() {
    %given = call @inputs() : () -> (tensor<4x4xf32>)
    %r = "stablehlo.unary_einsum"(%given) {einsum_config = "ii->i"} : (tensor<4x4xf32>) -> tensor<4xf32>
    %expected0 = stablehlo.constant dense<"0x00004040000080C00000803F00000040"> : tensor<4xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
}
