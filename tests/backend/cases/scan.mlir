// chlo.scan, made by tests/backend/vectors/cases_chlo.py
module {
  func.func private @inputs() -> (tensor<3x4xi32>, tensor<4xi32>) {
    %x = stablehlo.constant dense<"0x5F82C259CFEB0F2321D7D902F8BD10C5B8E8CDCEA93D7D8A1DF04293B6273B843B51DEAC787A32504E1C40267959AA69"> : tensor<3x4xi32>
    %z = stablehlo.constant dense<"0xFFE422F9F3BD060366A85241BB965173"> : tensor<4xi32>
    return %x, %z : tensor<3x4xi32>, tensor<4xi32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x4xi32>, tensor<4xi32>)
    %r:2 = chlo.scan(%given#0) inits(%given#1) dimension=0 {
    ^bb0(%a: tensor<4xi32>, %c: tensor<4xi32>):
      %s = stablehlo.add %a, %c : tensor<4xi32>
      stablehlo.return %s, %s : tensor<4xi32>, tensor<4xi32>
    } : (tensor<3x4xi32>, tensor<4xi32>) -> (tensor<3x4xi32>, tensor<4xi32>)
    %expected0 = stablehlo.constant dense<"0x5E67E552C2A91626877F2C44B35462381650B3216BE793B0A46F6FD7697C9DBC51A191CEE361C600F28BAFFDE2D54726"> : tensor<3x4xi32>
    stablehlo.custom_call @check.expect_eq(%r#0, %expected0) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    %expected1 = stablehlo.constant dense<"0x51A191CEE361C600F28BAFFDE2D54726"> : tensor<4xi32>
    stablehlo.custom_call @check.expect_eq(%r#1, %expected1) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3x4xi32>, tensor<3xi32>) {
    %x = stablehlo.constant dense<"0x5F82C259CFEB0F2321D7D902F8BD10C5B8E8CDCEA93D7D8A1DF04293B6273B843B51DEAC787A32504E1C40267959AA69"> : tensor<3x4xi32>
    %z = stablehlo.constant dense<"0xFFE422F9F3BD060366A85241"> : tensor<3xi32>
    return %x, %z : tensor<3x4xi32>, tensor<3xi32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x4xi32>, tensor<3xi32>)
    %r:2 = chlo.scan(%given#0) inits(%given#1) dimension=1 {
    ^bb0(%a: tensor<3xi32>, %c: tensor<3xi32>):
      %s = stablehlo.add %a, %c : tensor<3xi32>
      stablehlo.return %s, %s : tensor<3xi32>, tensor<3xi32>
    } : (tensor<3x4xi32>, tensor<3xi32>) -> (tensor<3x4xi32>, tensor<3xi32>)
    %expected0 = stablehlo.constant dense<"0x5E67E5522D53F5754E2ACF7846E8DF3DABA6D4D154E4515C71D494EF27FCCF73A1F930EE1974633E6790A364E0E94DCE"> : tensor<3x4xi32>
    stablehlo.custom_call @check.expect_eq(%r#0, %expected0) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    %expected1 = stablehlo.constant dense<"0x46E8DF3D27FCCF73E0E94DCE"> : tensor<3xi32>
    stablehlo.custom_call @check.expect_eq(%r#1, %expected1) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3x4xi32>, tensor<4xi32>) {
    %x = stablehlo.constant dense<"0x5F82C259CFEB0F2321D7D902F8BD10C5B8E8CDCEA93D7D8A1DF04293B6273B843B51DEAC787A32504E1C40267959AA69"> : tensor<3x4xi32>
    %z = stablehlo.constant dense<"0xFFE422F9F3BD060366A85241BB965173"> : tensor<4xi32>
    return %x, %z : tensor<3x4xi32>, tensor<4xi32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x4xi32>, tensor<4xi32>)
    %r:2 = chlo.scan(%given#0) inits(%given#1) dimension=0 attributes {is_reverse = true} {
    ^bb0(%a: tensor<4xi32>, %c: tensor<4xi32>):
      %s = stablehlo.add %a, %c : tensor<4xi32>
      stablehlo.return %s, %s : tensor<4xi32>, tensor<4xi32>
    } : (tensor<3x4xi32>, tensor<4xi32>) -> (tensor<3x4xi32>, tensor<4xi32>)
    %expected0 = stablehlo.constant dense<"0x51A191CEE361C600F28BAFFDE2D54726F21ECF741476B6DDD1B4D5FAEA1737613A3601A66B383953B4C4926734F0FBDC"> : tensor<3x4xi32>
    stablehlo.custom_call @check.expect_eq(%r#0, %expected0) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    %expected1 = stablehlo.constant dense<"0x51A191CEE361C600F28BAFFDE2D54726"> : tensor<4xi32>
    stablehlo.custom_call @check.expect_eq(%r#1, %expected1) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3x4xi32>, tensor<3xi32>) {
    %x = stablehlo.constant dense<"0x5F82C259CFEB0F2321D7D902F8BD10C5B8E8CDCEA93D7D8A1DF04293B6273B843B51DEAC787A32504E1C40267959AA69"> : tensor<3x4xi32>
    %z = stablehlo.constant dense<"0xFFE422F9F3BD060366A85241"> : tensor<3xi32>
    return %x, %z : tensor<3x4xi32>, tensor<3xi32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x4xi32>, tensor<3xi32>)
    %r:2 = chlo.scan(%given#0) inits(%given#1) dimension=1 attributes {is_reverse = true} {
    ^bb0(%a: tensor<3xi32>, %c: tensor<3xi32>):
      %s = stablehlo.add %a, %c : tensor<3xi32>
      stablehlo.return %s, %s : tensor<3xi32>, tensor<3xi32>
    } : (tensor<3x4xi32>, tensor<3xi32>) -> (tensor<3x4xi32>, tensor<3xi32>)
    %expected0 = stablehlo.constant dense<"0x46E8DF3DE7651DE4187A0DC1F7A233BE27FCCF736F1302A5C6D5841AA9E54187E0E94DCEA5986F212D1E3DD1DF01FDAA"> : tensor<3x4xi32>
    stablehlo.custom_call @check.expect_eq(%r#0, %expected0) {has_side_effect = true} : (tensor<3x4xi32>, tensor<3x4xi32>) -> ()
    %expected1 = stablehlo.constant dense<"0x46E8DF3D27FCCF73E0E94DCE"> : tensor<3xi32>
    stablehlo.custom_call @check.expect_eq(%r#1, %expected1) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
    return
  }
}
