// chlo.broadcast_*, made by tests/backend/vectors/cases_chlo.py
module {
  func.func private @inputs() -> (tensor<3x4xi32>, tensor<4xi32>) {
    %x = stablehlo.constant dense<"0x5F82C259CFEB0F2321D7D902F8BD10C5B8E8CDCEA93D7D8A1DF04293B6273B843B51DEAC787A32504E1C40267959AA69"> : tensor<3x4xi32>
    %y = stablehlo.constant dense<"0xFFE422F9F3BD060366A85241BB965173"> : tensor<4xi32>
    return %x, %y : tensor<3x4xi32>, tensor<4xi32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x4xi32>, tensor<4xi32>)
    %r = "chlo.broadcast_or"(%given#0, %given#1) {} : (tensor<3x4xi32>, tensor<4xi32>) -> tensor<3x4xi32>
    %expected0 = stablehlo.constant dense<"0xFFE6E2F9FFFF0F2367FFDB43FBBF51F7FFECEFFFFBBD7F8B7FF852D3BFB77BF7FFF5FEFDFBFF36536EBC5267FBDFFB7B"> : tensor<3x4xi32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3x4xi32>, tensor<3xi32>) {
    %x = stablehlo.constant dense<"0x5F82C259CFEB0F2321D7D902F8BD10C5B8E8CDCEA93D7D8A1DF04293B6273B843B51DEAC787A32504E1C40267959AA69"> : tensor<3x4xi32>
    %y = stablehlo.constant dense<"0xC1586B564803F9C26471FB9B"> : tensor<3xi32>
    return %x, %y : tensor<3x4xi32>, tensor<3xi32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x4xi32>, tensor<3xi32>)
    %r = "chlo.broadcast_or"(%given#0, %given#1) {broadcast_dimensions = array<i64: 0>} : (tensor<3x4xi32>, tensor<3xi32>) -> tensor<3x4xi32>
    %expected0 = stablehlo.constant dense<"0xDFDAEB5FCFFB6F77E1DFFB56F9FD7BD7F8EBFDCEE93FFDCA5DF3FBD3FE27FBC67F71FFBF7C7BFBDB6E7DFBBF7D79FBFB"> : tensor<3x4xi32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3x1xi32>, tensor<1x4xi32>) {
    %x = stablehlo.constant dense<"0x5F82C259B8E8CDCE3B51DEAC"> : tensor<3x1xi32>
    %y = stablehlo.constant dense<"0x5F82C259CFEB0F2321D7D902F8BD10C5"> : tensor<1x4xi32>
    return %x, %y : tensor<3x1xi32>, tensor<1x4xi32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x1xi32>, tensor<1x4xi32>)
    %r = "chlo.broadcast_or"(%given#0, %given#1) {} : (tensor<3x1xi32>, tensor<1x4xi32>) -> tensor<3x4xi32>
    %expected0 = stablehlo.constant dense<"0x5F82C259DFEBCF7B7FD7DB5BFFBFD2DDFFEACFDFFFEBCFEFB9FFDDCEF8FDDDCF7FD3DEFDFFFBDFAF3BD7DFAEFBFDDEED"> : tensor<3x4xi32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3x4xi32>, tensor<4xi32>) {
    %x = stablehlo.constant dense<"0x5F82C259CFEB0F2321D7D902F8BD10C5B8E8CDCEA93D7D8A1DF04293B6273B843B51DEAC787A32504E1C40267959AA69"> : tensor<3x4xi32>
    %y = stablehlo.constant dense<"0xFFE422F9F3BD060366A85241BB965173"> : tensor<4xi32>
    return %x, %y : tensor<3x4xi32>, tensor<4xi32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x4xi32>, tensor<4xi32>)
    %r = "chlo.broadcast_xor"(%given#0, %given#1) {} : (tensor<3x4xi32>, tensor<4xi32>) -> tensor<3x4xi32>
    %expected0 = stablehlo.constant dense<"0xA066E0A03C560920477F8B43432B41B6470CEF375A807B897B5810D20DB16AF7C4B5FC558BC7345328B41267C2CFFB1A"> : tensor<3x4xi32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3x4xi32>, tensor<3xi32>) {
    %x = stablehlo.constant dense<"0x5F82C259CFEB0F2321D7D902F8BD10C5B8E8CDCEA93D7D8A1DF04293B6273B843B51DEAC787A32504E1C40267959AA69"> : tensor<3x4xi32>
    %y = stablehlo.constant dense<"0xC1586B564803F9C26471FB9B"> : tensor<3xi32>
    return %x, %y : tensor<3x4xi32>, tensor<3xi32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x4xi32>, tensor<3xi32>)
    %r = "chlo.broadcast_xor"(%given#0, %given#1) {broadcast_dimensions = array<i64: 0>} : (tensor<3x4xi32>, tensor<3xi32>) -> tensor<3x4xi32>
    %expected0 = stablehlo.constant dense<"0x9EDAA90F0EB36475E08FB25439E57B93F0EB340CE13E844855F3BB51FE24C2465F2025371C0BC9CB2A6DBBBD1D2851F2"> : tensor<3x4xi32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3x1xi32>, tensor<1x4xi32>) {
    %x = stablehlo.constant dense<"0x5F82C259B8E8CDCE3B51DEAC"> : tensor<3x1xi32>
    %y = stablehlo.constant dense<"0x5F82C259CFEB0F2321D7D902F8BD10C5"> : tensor<1x4xi32>
    return %x, %y : tensor<3x1xi32>, tensor<1x4xi32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x1xi32>, tensor<1x4xi32>)
    %r = "chlo.broadcast_xor"(%given#0, %given#1) {} : (tensor<3x1xi32>, tensor<1x4xi32>) -> tensor<3x4xi32>
    %expected0 = stablehlo.constant dense<"0x000000009069CD7A7E551B5BA73FD29CE76A0F977703C2ED993F14CC4055DD0B64D31CF5F4BAD18F1A8607AEC3ECCE69"> : tensor<3x4xi32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3x4xi32>, tensor<4xi32>) {
    %x = stablehlo.constant dense<"0x5F82C259CFEB0F2321D7D902F8BD10C5B8E8CDCEA93D7D8A1DF04293B6273B843B51DEAC787A32504E1C40267959AA69"> : tensor<3x4xi32>
    %y = stablehlo.constant dense<"0x00000000010000001F00000028000000"> : tensor<4xi32>
    return %x, %y : tensor<3x4xi32>, tensor<4xi32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x4xi32>, tensor<4xi32>)
    %r = "chlo.broadcast_shift_right_arithmetic"(%given#0, %given#1) {} : (tensor<3x4xi32>, tensor<4xi32>) -> tensor<3x4xi32>
    %expected0 = stablehlo.constant dense<"0x5F82C259E7F5871100000000FFFFFFFFB8E8CDCED49E3EC5FFFFFFFFFFFFFFFF3B51DEAC3C3D19280000000000000000"> : tensor<3x4xi32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3x4xi32>, tensor<4xi32>) {
    %x = stablehlo.constant dense<"0x5F82C259CFEB0F2321D7D902F8BD10C5B8E8CDCEA93D7D8A1DF04293B6273B843B51DEAC787A32504E1C40267959AA69"> : tensor<3x4xi32>
    %y = stablehlo.constant dense<"0x00000000010000001F00000028000000"> : tensor<4xi32>
    return %x, %y : tensor<3x4xi32>, tensor<4xi32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x4xi32>, tensor<4xi32>)
    %r = "chlo.broadcast_shift_right_logical"(%given#0, %given#1) {} : (tensor<3x4xi32>, tensor<4xi32>) -> tensor<3x4xi32>
    %expected0 = stablehlo.constant dense<"0x5F82C259E7F587110000000000000000B8E8CDCED49E3E4501000000000000003B51DEAC3C3D19280000000000000000"> : tensor<3x4xi32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<2x2xf32>, tensor<2xf32>) {
    %x = stablehlo.constant dense<"0x0000803F00000000000060C00000807F"> : tensor<2x2xf32>
    %y = stablehlo.constant dense<"0x00000040000080BF"> : tensor<2xf32>
    return %x, %y : tensor<2x2xf32>, tensor<2xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<2x2xf32>, tensor<2xf32>)
    %r = "chlo.broadcast_next_after"(%given#0, %given#1) {} : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
    %expected0 = stablehlo.constant dense<"0x0100803F01000080FFFF5FC0FFFF7F7F"> : tensor<2x2xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<2x3xf32>, tensor<3xf32>) {
    %x = stablehlo.constant dense<"0xAF3F0C3F08BD6BBF8505EBBFB189F7BFF564A03FB354D33F"> : tensor<2x3xf32>
    %y = stablehlo.constant dense<"0x7DAF413D2DA3E63FB630B6BF"> : tensor<3xf32>
    return %x, %y : tensor<2x3xf32>, tensor<3xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<2x3xf32>, tensor<3xf32>)
    %r = "chlo.broadcast_complex"(%given#0, %given#1) {} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xcomplex<f32>>
    %expected0 = stablehlo.constant dense<"0xAF3F0C3F7DAF413D08BD6BBF2DA3E63F8505EBBFB630B6BFB189F7BF7DAF413DF564A03F2DA3E63FB354D33FB630B6BF"> : tensor<2x3xcomplex<f32>>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<2x1xf32>, tensor<3xf32>) {
    %x = stablehlo.constant dense<"0x0000004000008040"> : tensor<2x1xf32>
    %y = stablehlo.constant dense<"0x0000803F000020400000E040"> : tensor<3xf32>
    return %x, %y : tensor<2x1xf32>, tensor<3xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<2x1xf32>, tensor<3xf32>)
    %r = "chlo.broadcast_zeta"(%given#0, %given#1) {} : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %expected0 = stablehlo.constant dense<"0x338DD23F2C10FB3EF23A1D3E91898A3F62DA183D3E3F9D3A"> : tensor<2x3xf32>
    stablehlo.custom_call @check.expect_close(%r, %expected0) {max_ulp_difference = 4 : i64, has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<2x1xf32>, tensor<3xf32>) {
    %x = stablehlo.constant dense<"0x0000803F00004040"> : tensor<2x1xf32>
    %y = stablehlo.constant dense<"0x0000803F000020400000E040"> : tensor<3xf32>
    return %x, %y : tensor<2x1xf32>, tensor<3xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<2x1xf32>, tensor<3xf32>)
    %r = "chlo.broadcast_polygamma"(%given#0, %given#1) {} : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %expected0 = stablehlo.constant dense<"0x338DD23F2C10FB3EF23A1D3E5ACECF409347653EDEDEEB3B"> : tensor<2x3xf32>
    stablehlo.custom_call @check.expect_close(%r, %expected0) {max_ulp_difference = 8 : i64, has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3xi1>, tensor<2x3xf32>, tensor<f32>) {
    %p = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
    %x = stablehlo.constant dense<"0xAF3F0C3F08BD6BBF8505EBBFB189F7BFF564A03FB354D33F"> : tensor<2x3xf32>
    %y = stablehlo.constant dense<"0x7DAF413D"> : tensor<f32>
    return %p, %x, %y : tensor<3xi1>, tensor<2x3xf32>, tensor<f32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<3xi1>, tensor<2x3xf32>, tensor<f32>)
    %r = "chlo.broadcast_select"(%given#0, %given#1, %given#2) : (tensor<3xi1>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    %expected0 = stablehlo.constant dense<"0xAF3F0C3F7DAF413D8505EBBFB189F7BF7DAF413DB354D33F"> : tensor<2x3xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
    return
  }
}
