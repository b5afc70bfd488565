// Arc tangents of two complex arguments, made by tests/backend/vectors/cases_complex.py
module {
  func.func private @inputs() -> (tensor<14xcomplex<f32>>, tensor<14xcomplex<f32>>, tensor<14xf32>) {
    %z0 = stablehlo.constant dense<"0x0000803F00000000000080BF00000000000000000000803F00000080000080BF0000003F0000803E000040C000000040000040C0000000C000000041000000006F12833A000080400000E0C0000000BF00000040BD378635000000C0BD3786350050C3470060EAC6ACC52737ACC5A737"> : tensor<14xcomplex<f32>>
    %z1 = stablehlo.constant dense<"0x0000E0C0000000BF00000040BD378635000000C0BD3786350050C3470060EAC6ACC52737ACC5A7370000803F00000000000080BF00000000000000000000803F00000080000080BF0000003F0000803E000040C000000040000040C0000000C000000041000000006F12833A00008040"> : tensor<14xcomplex<f32>>
    %scale = stablehlo.constant dense<"0xB7A4AA3E2F090A40048AA03E88E9CB475DFA223FE10C3E3FC58B0D3FA874223F94FC0C3FBEF12A3FE153BE3EE153BE3E77FB223F5DB12E48"> : tensor<14xf32>
    return %z0, %z1, %scale : tensor<14xcomplex<f32>>, tensor<14xcomplex<f32>>, tensor<14xf32>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<14xcomplex<f32>>, tensor<14xcomplex<f32>>, tensor<14xf32>)
    %w = stablehlo.atan2 %given#0, %given#1 : tensor<14xcomplex<f32>>
    %re = stablehlo.real %w : (tensor<14xcomplex<f32>>) -> tensor<14xf32>
    %im = stablehlo.imag %w : (tensor<14xcomplex<f32>>) -> tensor<14xf32>
    %a = stablehlo.multiply %re, %given#2 : tensor<14xf32>
    %b = stablehlo.multiply %im, %given#2 : tensor<14xf32>
    %expected0 = stablehlo.constant dense<"0xA4FF7F3F000080BF9B2C7CBF431F933E0000803FDE787EBF54277FBF4F2F7F3F0000803F95F27FBFF0D77E3FF0D77EBF0000803F8200653F"> : tensor<14xf32>
    stablehlo.custom_call @check.expect_almost_eq(%a, %expected0) {tolerance = 9.536743e-07 : f64, has_side_effect = true} : (tensor<14xf32>, tensor<14xf32>) -> ()
    %expected1 = stablehlo.constant dense<"0x975D593BF595E734C95E30BE1A3475BFCD2B80B7076BDF3DCE65A63D514FA3BDC1E00738FEC1A53CDB72C2BDDB72C2BDBB2E6BB7DFDBE4BE"> : tensor<14xf32>
    stablehlo.custom_call @check.expect_almost_eq(%b, %expected1) {tolerance = 9.536743e-07 : f64, has_side_effect = true} : (tensor<14xf32>, tensor<14xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<14xcomplex<f64>>, tensor<14xcomplex<f64>>, tensor<14xf64>) {
    %z0 = stablehlo.constant dense<"0x000000000000F03F0000000000000000000000000000F0BF00000000000000000000000000000000000000000000F03F0000000000000080000000000000F0BF000000000000E03F000000000000D03F00000000000008C0000000000000004000000000000008C000000000000000C000000000000020400000000000000000FCA9F1D24D62503F00000000000010400000000000001CC0000000000000E0BF00000000000000408DEDB5A0F7C6B03E00000000000000C08DEDB5A0F7C6B03E00000000006AF84000000000004CDDC0F168E388B5F8E43EF168E388B5F8F43E"> : tensor<14xcomplex<f64>>
    %z1 = stablehlo.constant dense<"0x0000000000001CC0000000000000E0BF00000000000000408DEDB5A0F7C6B03E00000000000000C08DEDB5A0F7C6B03E00000000006AF84000000000004CDDC0F168E388B5F8E43EF168E388B5F8F43E000000000000F03F0000000000000000000000000000F0BF00000000000000000000000000000000000000000000F03F0000000000000080000000000000F0BF000000000000E03F000000000000D03F00000000000008C0000000000000004000000000000008C000000000000000C000000000000020400000000000000000FCA9F1D24D62503F0000000000001040"> : tensor<14xcomplex<f64>>
    %scale = stablehlo.constant dense<"0x1D0D40DD9654D53F29EBF2D3254101402DEFC47D4011D43F3314980A317DF940F4FEA0A04B5FE43FA74C83199CC1E73FDDF71AA178B1E13F4E3F36FB944EE43F0984067F929FE13F422FDFC7375EE53F120AEB287CCAD73F120AEB287CCAD73F4AC515D06E5FE43F3570E28C2BD60541"> : tensor<14xf64>
    return %z0, %z1, %scale : tensor<14xcomplex<f64>>, tensor<14xcomplex<f64>>, tensor<14xf64>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<14xcomplex<f64>>, tensor<14xcomplex<f64>>, tensor<14xf64>)
    %w = stablehlo.atan2 %given#0, %given#1 : tensor<14xcomplex<f64>>
    %re = stablehlo.real %w : (tensor<14xcomplex<f64>>) -> tensor<14xf64>
    %im = stablehlo.imag %w : (tensor<14xcomplex<f64>>) -> tensor<14xf64>
    %a = stablehlo.multiply %re, %given#2 : tensor<14xf64>
    %b = stablehlo.multiply %im, %given#2 : tensor<14xf64>
    %expected0 = stablehlo.constant dense<"0x0D280177F4FFEF3FBBFCFFFFFFFFEFBF3019BE599385EFBF6FB1C962E863D23F0CF5EFFFFFFFEF3F37ECDABD1BCFEFBFCD02F07DEAE4EFBF0B1D7FD7E9E5EF3F2FE1B7FFFFFFEF3F49FA2EA652FEEFBFF0DAB607FEDAEF3FF0DAB607FEDAEFBF147FF2FFFFFFEF3FB18FBC2E10A0EC3F"> : tensor<14xf64>
    stablehlo.custom_call @check.expect_almost_eq(%a, %expected0) {tolerance = 1.776357e-15 : f64, has_side_effect = true} : (tensor<14xf64>, tensor<14xf64>) -> ()
    %expected1 = stablehlo.constant dense<"0xA94476E0B22B6B3F5776F584BEF29C3E206F501CD90BC6BF871A484F83A6EEBF8767FAA67905F0BEAC076AD460EDBB3F597CAEBDB9CCB43F4988EE23EA69B4BF6E18B50718FC003F0FC9A8B93FB8943FC78D326C5B4EB8BFC78D326C5B4EB8BF68EB6D43D765EDBEE5B8C5D67B9BDCBF"> : tensor<14xf64>
    stablehlo.custom_call @check.expect_almost_eq(%b, %expected1) {tolerance = 1.776357e-15 : f64, has_side_effect = true} : (tensor<14xf64>, tensor<14xf64>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<14xcomplex<f64>>, tensor<14xcomplex<f64>>, tensor<14xf64>) {
    %z0 = stablehlo.constant dense<"0x95D626E80B2E113E000000000000000095D626E80B2E11BE0000000000000000000000000000000095D626E80B2E113E000000000000000095D626E80B2E11BE95D626E80B2E013E95D626E80B2EF13DE0413ADC11C529BE95D626E80B2E213EE0413ADC11C529BE95D626E80B2E21BE95D626E80B2E413E000000000000000012EA2D819997713D95D626E80B2E313E85F743D694103EBE95D626E80B2E01BE95D626E80B2E213E1656E79EAF03D23C95D626E80B2E21BE1656E79EAF03D23C2D431CEBE2361A3F691D554D1075FFBE9C2BA1869B84063D9C2BA1869B84163D"> : tensor<14xcomplex<f64>>
    %z1 = stablehlo.constant dense<"0xF168E388B5F8E43EF168E388B5F8F43E00000000006AF84000000000004CDDC000000000000000C08DEDB5A0F7C6B03E00000000000000408DEDB5A0F7C6B03E0000000000001CC0000000000000E0BFFCA9F1D24D62503F00000000000010400000000000002040000000000000000000000000000008C000000000000000C000000000000008C00000000000000040000000000000E03F000000000000D03F0000000000000080000000000000F0BF0000000000000000000000000000F03F000000000000F0BF0000000000000000000000000000F03F0000000000000000"> : tensor<14xcomplex<f64>>
    %scale = stablehlo.constant dense<"0x507A49812BD6D5406014EBE60EBDD74283C8C96D305FD43F1804000065CDDD414CD5CB6D305FD43F4CA1C7DA0688D0414ED41CD20688E0414D33FD6D305FD43F76EADA6D305FD43FFA46F0BDDAFD924184C8C96D305FD43F84C8C96D305FD43F47EE65ED5A5FD43FE515FB5F4056C442"> : tensor<14xf64>
    return %z0, %z1, %scale : tensor<14xcomplex<f64>>, tensor<14xcomplex<f64>>, tensor<14xf64>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<14xcomplex<f64>>, tensor<14xcomplex<f64>>, tensor<14xf64>)
    %w = stablehlo.atan2 %given#0, %given#1 : tensor<14xcomplex<f64>>
    %re = stablehlo.real %w : (tensor<14xcomplex<f64>>) -> tensor<14xf64>
    %im = stablehlo.imag %w : (tensor<14xcomplex<f64>>) -> tensor<14xf64>
    %a = stablehlo.multiply %re, %given#2 : tensor<14xf64>
    %b = stablehlo.multiply %im, %given#2 : tensor<14xf64>
    %expected0 = stablehlo.constant dense<"0xB30D43C6259FDC3FB8C4484F83A6EEBF000000000000F0BF3FEBB5A0F7C6A0BE000000000000F03FDBF5075B66BEE13FE0DC59F027A0EABF000000000000F03F000000000000F0BFBB9386BF8B91EDBFFFFFFFFFFFFFEF3FFFFFFFFFFFFFEFBFB0BBF9FFFFFFEF3FDAEDBFC5259FDC3F"> : tensor<14xf64>
    stablehlo.custom_call @check.expect_almost_eq(%a, %expected0) {tolerance = 1.776357e-15 : f64, has_side_effect = true} : (tensor<14xf64>, tensor<14xf64>) -> ()
    %expected1 = stablehlo.constant dense<"0xE3259FC5259FECBFD542C562E863D2BFDE92B748C4DFE5BD9AFBFFFFFFFFEFBFA7FD4C12A451A5BDE840FDB44AA1EA3F95E83BA01AC0E1BF380CE04505ECFA3DD4E12B80E031F4BD30E454A77378D83FA10F0949C4DF053EA10F0949C4DF053EAA7C1518E706E43EDAEDBFC5259FEC3F"> : tensor<14xf64>
    stablehlo.custom_call @check.expect_almost_eq(%b, %expected1) {tolerance = 1.776357e-15 : f64, has_side_effect = true} : (tensor<14xf64>, tensor<14xf64>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>, tensor<4xf64>) {
    %z0 = stablehlo.constant dense<"0x9C7500883CE4377EB0F79939FD1C037E59F3F8C21F6EA581D1F05D5059B7890100000000000000005A62D7D718E77469ACF74E15927E68960000000000000000"> : tensor<4xcomplex<f64>>
    %z1 = stablehlo.constant dense<"0xF373446103E3277EA47C5A54D97EF37DB50D266E6A719581ADE659BB758B79015AD5BDFB8567D5E85A62D7D718E76469ACF74E15927E5896F0B51F781015C995"> : tensor<4xcomplex<f64>>
    %scale = stablehlo.constant dense<"0xA4E221D52FE7EC3F4C6C89E84D75DF3F4C6C89E84D75DF3F4C6C89E84D75DF3F"> : tensor<4xf64>
    return %z0, %z1, %scale : tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>, tensor<4xf64>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>, tensor<4xf64>)
    %w = stablehlo.atan2 %given#0, %given#1 : tensor<4xcomplex<f64>>
    %re = stablehlo.real %w : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
    %im = stablehlo.imag %w : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
    %a = stablehlo.multiply %re, %given#2 : tensor<4xf64>
    %b = stablehlo.multiply %im, %given#2 : tensor<4xf64>
    %expected0 = stablehlo.constant dense<"0x505DD873FFFFEF3FF0097ED6FFFFEFBFF1097ED6FFFFEFBFF1097ED6FFFFEFBF"> : tensor<4xf64>
    stablehlo.custom_call @check.expect_almost_eq(%a, %expected0) {tolerance = 1.776357e-15 : f64, has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
    %expected1 = stablehlo.constant dense<"0x72F72F086AAD47BFC3A60E6B44C539BFADA60E6B44C539BFAEA60E6B44C539BF"> : tensor<4xf64>
    stablehlo.custom_call @check.expect_almost_eq(%b, %expected1) {tolerance = 1.776357e-15 : f64, has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
    return
  }
}
