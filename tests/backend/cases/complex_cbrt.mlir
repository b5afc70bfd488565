// Cube roots of complex numbers, made by tests/backend/vectors/cases_complex.py
module {
  func.func private @inputs() -> (tensor<14xcomplex<f32>>, tensor<14xf32>) {
    %z0 = stablehlo.constant dense<"0x0000803F00000000000080BF00000000000000000000803F00000080000080BF0000003F0000803E000040C000000040000040C0000000C000000041000000006F12833A000080400000E0C0000000BF00000040BD378635000000C0BD3786350050C3470060EAC6ACC52737ACC5A737"> : tensor<14xcomplex<f32>>
    %scale = stablehlo.constant dense<"0x0000803F0000803F0000803F0000803FE0619B3FD6F2263FD6F2263F0000003F1845213F6BB6053FF52F4B3FF52F4B3F77F9AD3C41FB0D42"> : tensor<14xf32>
    return %z0, %scale : tensor<14xcomplex<f32>>, tensor<14xf32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<14xcomplex<f32>>, tensor<14xf32>)
    %w = stablehlo.cbrt %given#0 : tensor<14xcomplex<f32>>
    %re = stablehlo.real %w : (tensor<14xcomplex<f32>>) -> tensor<14xf32>
    %im = stablehlo.imag %w : (tensor<14xcomplex<f32>>) -> tensor<14xf32>
    %a = stablehlo.multiply %re, %given#1 : tensor<14xf32>
    %b = stablehlo.multiply %im, %given#1 : tensor<14xf32>
    %expected0 = stablehlo.constant dense<"0x0000803F0000003FD7B35D3FD7B35D3FE0F27C3FB4B9283FB4B9283F0000803F93B65D3FA73B053F0000803F0200003FF6CA7E3F80C36E3F"> : tensor<14xf32>
    stablehlo.custom_call @check.expect_almost_eq(%a, %expected0) {tolerance = 4.768372e-07 : f64, has_side_effect = true} : (tensor<14xf32>, tensor<14xf32>) -> ()
    %expected1 = stablehlo.constant dense<"0x00000000D7B35D3F0000003F000000BF0EA11D3EA387403FA38740BF000000008BF6FF3E03995ABFFCF43234D6B35D3FADA7C6BD7DB1B83E"> : tensor<14xf32>
    stablehlo.custom_call @check.expect_almost_eq(%b, %expected1) {tolerance = 4.768372e-07 : f64, has_side_effect = true} : (tensor<14xf32>, tensor<14xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<14xcomplex<f64>>, tensor<14xf64>) {
    %z0 = stablehlo.constant dense<"0x000000000000F03F0000000000000000000000000000F0BF00000000000000000000000000000000000000000000F03F0000000000000080000000000000F0BF000000000000E03F000000000000D03F00000000000008C0000000000000004000000000000008C000000000000000C000000000000020400000000000000000FCA9F1D24D62503F00000000000010400000000000001CC0000000000000E0BF00000000000000408DEDB5A0F7C6B03E00000000000000C08DEDB5A0F7C6B03E00000000006AF84000000000004CDDC0F168E388B5F8E43EF168E388B5F8F43E"> : tensor<14xcomplex<f64>>
    %scale = stablehlo.constant dense<"0x000000000000F03F000000000000F03F000000000000F03F000000000000F03F3E12820E3C6CF33F0EDDE0CC5ADEE43F0EDDE0CC5ADEE43F000000000000E03F948F07F6A228E43FFB12AB6ECDB6E03F136D3DA5FE65E93F136D3DA5FE65E93F5B9910E02EBF953F2A04342C68BF4140"> : tensor<14xf64>
    return %z0, %scale : tensor<14xcomplex<f64>>, tensor<14xf64>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<14xcomplex<f64>>, tensor<14xf64>)
    %w = stablehlo.cbrt %given#0 : tensor<14xcomplex<f64>>
    %re = stablehlo.real %w : (tensor<14xcomplex<f64>>) -> tensor<14xf64>
    %im = stablehlo.imag %w : (tensor<14xcomplex<f64>>) -> tensor<14xf64>
    %a = stablehlo.multiply %re, %given#1 : tensor<14xf64>
    %b = stablehlo.multiply %im, %given#1 : tensor<14xf64>
    %expected0 = stablehlo.constant dense<"0x000000000000F03F000000000000E03FAA4C58E87AB6EB3FAA4C58E87AB6EB3F483CBC185C9EEF3F4CB5DE8C3617E53F4CB5DE8C3617E53F000000000000F03F94F35948D2B6EB3F83FEFDF774A7E03F83FFFFFFFFFFEF3F6E9A7D4D0000E03F9CCB5BBB5ED9EF3F090FF60A70D8ED3F"> : tensor<14xf64>
    stablehlo.custom_call @check.expect_almost_eq(%a, %expected0) {tolerance = 8.881784e-16 : f64, has_side_effect = true} : (tensor<14xf64>, tensor<14xf64>) -> ()
    %expected1 = stablehlo.constant dense<"0x0000000000000000AA4C58E87AB6EB3F000000000000E03F000000000000E0BFB9A2C0C721B4C33FD7CB1963F410E83FD7CB1963F410E8BF00000000000000008A057F4BD1FEDF3FC49C12772053EBBFE88FF2809F5E863E3D0D9BBB7AB6EB3FE4EDA2AFF5D4B8BF4F5D7EC12F16D73F"> : tensor<14xf64>
    stablehlo.custom_call @check.expect_almost_eq(%b, %expected1) {tolerance = 8.881784e-16 : f64, has_side_effect = true} : (tensor<14xf64>, tensor<14xf64>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<4xcomplex<f64>>, tensor<4xf64>) {
    %z0 = stablehlo.constant dense<"0x9C7500883CE4377EB0F79939FD1C037E59F3F8C21F6EA581D1F05D5059B7890100000000000000005A62D7D718E77469ACF74E15927E68960000000000000000"> : tensor<4xcomplex<f64>>
    %scale = stablehlo.constant dense<"0x0A66EA9A4EF32B2BAB50BD0DEA06B25418A8B1A4BE3B17326C1448E98909C64D"> : tensor<4xf64>
    return %z0, %scale : tensor<4xcomplex<f64>>, tensor<4xf64>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<4xcomplex<f64>>, tensor<4xf64>)
    %w = stablehlo.cbrt %given#0 : tensor<4xcomplex<f64>>
    %re = stablehlo.real %w : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
    %im = stablehlo.imag %w : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
    %a = stablehlo.multiply %re, %given#1 : tensor<4xf64>
    %b = stablehlo.multiply %im, %given#1 : tensor<4xf64>
    %expected0 = stablehlo.constant dense<"0xAE8EECBA7AFBEF3FB997E599D89CE23FAA4C58E87AB6EB3F000000000000E03F"> : tensor<4xf64>
    stablehlo.custom_call @check.expect_almost_eq(%a, %expected0) {tolerance = 8.881784e-16 : f64, has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
    %expected1 = stablehlo.constant dense<"0x0A7DDFF1C901A13F32DADD31B707EA3F000000000000E03FAB4C58E87AB6EB3F"> : tensor<4xf64>
    stablehlo.custom_call @check.expect_almost_eq(%b, %expected1) {tolerance = 8.881784e-16 : f64, has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
    return
  }
}
