// Uniform numbers of a state that is zeros at first, made by tests/backend/vectors/draw.py
module {
  func.func private @inputs() -> (tensor<f32>, tensor<f32>) {
    %a = stablehlo.constant dense<"0x000000C0"> : tensor<f32>
    %b = stablehlo.constant dense<"0x00004040"> : tensor<f32>
    return %a, %b : tensor<f32>, tensor<f32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<f32>, tensor<f32>)
    %x_shape = stablehlo.constant dense<[41]> : tensor<1xi64>
    %x = stablehlo.rng %given#0, %given#1, %x_shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<41xf32>
    %y_shape = stablehlo.constant dense<[4]> : tensor<1xi64>
    %y = stablehlo.rng %given#0, %given#1, %y_shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
    %expected0 = stablehlo.constant dense<"0x2000BD3DC451803F306ADABE9E2BE23F20140CBD5E1B3B406AADCD3F34F4F2BF6412AF3F4032A33F406DA1BE3E45DCBF46169D3FC885AD3FEBD49FBFB019A43EA66B8FBF80A6063FE4308FBF66E21740040A79BF20E5963E10BEB4BD98E8C3BE4E42BEBFF6C83E40A080CE3F00B6523C2C763FBF603E903DF551A5BFF45A7E3F1867B13EEA6207BFEC2E8B3FBA5CB23FD24B68BF38241A3F4C9B1940C05C31BD0EDD3040"> : tensor<41xf32>
    stablehlo.custom_call @check.expect_eq(%x, %expected0) {has_side_effect = true} : (tensor<41xf32>, tensor<41xf32>) -> ()
    %expected1 = stablehlo.constant dense<"0xA4B53740006B0E3E48FC3CBFF8700D40"> : tensor<4xf32>
    stablehlo.custom_call @check.expect_eq(%y, %expected1) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<f64>, tensor<f64>) {
    %a = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
    %b = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
    return %a, %b : tensor<f64>, tensor<f64>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<f64>, tensor<f64>)
    %x_shape = stablehlo.constant dense<[21]> : tensor<1xi64>
    %x = stablehlo.rng %given#0, %given#1, %x_shape, distribution = UNIFORM : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<21xf64>
    %y_shape = stablehlo.constant dense<[4]> : tensor<1xi64>
    %y = stablehlo.rng %given#0, %given#1, %y_shape, distribution = UNIFORM : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<4xf64>
    %expected0 = stablehlo.constant dense<"0x0064CDDF4937E33FDF114AE6C71BE83FC4946CAEBC82EF3F00AFE21AAEDF943FB88D7578B6F5E43FC083ACFA6995AC3F83A754B7E379E53FE89D09BFD7B3DD3F04A1251E902AE03FF4A385290AFDEB3FE6250D3B545FDD3F6878D825C9B3D43F7C49636AE5E0EF3F1040AE03BEC3D93FE40690D86380DA3FB3882485AC28E33FFA08DEAEA7D4D23F58C2D320D6B7E53F1AFEC6544EA7E03F4252F8C0B50BD93F817C1ED48DA1EA3F"> : tensor<21xf64>
    stablehlo.custom_call @check.expect_eq(%x, %expected0) {has_side_effect = true} : (tensor<21xf64>, tensor<21xf64>) -> ()
    %expected1 = stablehlo.constant dense<"0x8657BE875661DB3F4B13A897B2F1EA3FFCC959BB3498CC3FC088C3391F29C73F"> : tensor<4xf64>
    stablehlo.custom_call @check.expect_eq(%y, %expected1) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<f32>, tensor<f32>) {
    %a = stablehlo.constant dense<"0x0000A040"> : tensor<f32>
    %b = stablehlo.constant dense<"0x0000A040"> : tensor<f32>
    return %a, %b : tensor<f32>, tensor<f32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<f32>, tensor<f32>)
    %x_shape = stablehlo.constant dense<[4]> : tensor<1xi64>
    %x = stablehlo.rng %given#0, %given#1, %x_shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
    %y_shape = stablehlo.constant dense<[4]> : tensor<1xi64>
    %y = stablehlo.rng %given#0, %given#1, %y_shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
    %expected0 = stablehlo.constant dense<"0x0000A0400000A0400000A0400000A040"> : tensor<4xf32>
    stablehlo.custom_call @check.expect_eq(%x, %expected0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    %expected1 = stablehlo.constant dense<"0x0000A0400000A0400000A0400000A040"> : tensor<4xf32>
    stablehlo.custom_call @check.expect_eq(%y, %expected1) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<f16>, tensor<f16>) {
    %a = stablehlo.constant dense<"0x0000"> : tensor<f16>
    %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
    return %a, %b : tensor<f16>, tensor<f16>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<f16>, tensor<f16>)
    %x_shape = stablehlo.constant dense<[64]> : tensor<1xi64>
    %x = stablehlo.rng %given#0, %given#1, %x_shape, distribution = UNIFORM : (tensor<f16>, tensor<f16>, tensor<1xi64>) -> tensor<64xf16>
    %y_shape = stablehlo.constant dense<[4]> : tensor<1xi64>
    %y = stablehlo.rng %given#0, %given#1, %y_shape, distribution = UNIFORM : (tensor<f16>, tensor<f16>, tensor<1xi64>) -> tensor<4xf16>
    %expected0 = stablehlo.constant dense<"0xB236CE380935073A4A36E13BC539382563393D396435252B2A395E39CF306D37A1310B38A431FF3A933258371E362D35932EF83BC83971360234A0368930CA388237B534F1386E39FE322A380A3B43369F3BA83ACB3BD8360A34BC3A9D3926333938CA316D348418C73885360432A6353438D53A1131552B022F56368B36AE3B"> : tensor<64xf16>
    stablehlo.custom_call @check.expect_eq(%x, %expected0) {has_side_effect = true} : (tensor<64xf16>, tensor<64xf16>) -> ()
    %expected1 = stablehlo.constant dense<"0x2A36223422362039"> : tensor<4xf16>
    stablehlo.custom_call @check.expect_eq(%y, %expected1) {has_side_effect = true} : (tensor<4xf16>, tensor<4xf16>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<f32>, tensor<f32>) {
    %a = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
    %b = stablehlo.constant dense<"0x0400803F"> : tensor<f32>
    return %a, %b : tensor<f32>, tensor<f32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<f32>, tensor<f32>)
    %x_shape = stablehlo.constant dense<[33]> : tensor<1xi64>
    %x = stablehlo.rng %given#0, %given#1, %x_shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<33xf32>
    %y_shape = stablehlo.constant dense<[4]> : tensor<1xi64>
    %y = stablehlo.rng %given#0, %given#1, %y_shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
    %expected0 = stablehlo.constant dense<"0x0200803F0200803F0100803F0300803F0200803F0300803F0300803F0000803F0300803F0300803F0100803F0000803F0300803F0300803F0100803F0200803F0100803F0200803F0100803F0300803F0100803F0200803F0200803F0100803F0000803F0300803F0300803F0200803F0100803F0200803F0100803F0200803F0200803F"> : tensor<33xf32>
    stablehlo.custom_call @check.expect_eq(%x, %expected0) {has_side_effect = true} : (tensor<33xf32>, tensor<33xf32>) -> ()
    %expected1 = stablehlo.constant dense<"0x0200803F0300803F0100803F0200803F"> : tensor<4xf32>
    stablehlo.custom_call @check.expect_eq(%y, %expected1) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<i32>, tensor<i32>) {
    %low = stablehlo.constant dense<"0xF9FFFFFF"> : tensor<i32>
    %high = stablehlo.constant dense<"0x0C000000"> : tensor<i32>
    return %low, %high : tensor<i32>, tensor<i32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<i32>, tensor<i32>)
    %x_shape = stablehlo.constant dense<[33]> : tensor<1xi64>
    %x = stablehlo.rng %given#0, %given#1, %x_shape, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<33xi32>
    %y_shape = stablehlo.constant dense<[3]> : tensor<1xi64>
    %y = stablehlo.rng %given#0, %given#1, %y_shape, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<3xi32>
    %expected0 = stablehlo.constant dense<"0x0800000009000000FFFFFFFF07000000010000000B000000FBFFFFFFFDFFFFFFFBFFFFFF01000000FDFFFFFF0A000000060000000600000009000000FFFFFFFF0500000005000000FEFFFFFF04000000FCFFFFFF00000000FCFFFFFFFAFFFFFF05000000F9FFFFFF0100000001000000FDFFFFFF0000000000000000FDFFFFFF05000000"> : tensor<33xi32>
    stablehlo.custom_call @check.expect_eq(%x, %expected0) {has_side_effect = true} : (tensor<33xi32>, tensor<33xi32>) -> ()
    %expected1 = stablehlo.constant dense<"0x07000000FAFFFFFF0B000000"> : tensor<3xi32>
    stablehlo.custom_call @check.expect_eq(%y, %expected1) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<ui32>, tensor<ui32>) {
    %low = stablehlo.constant dense<"0x00000000"> : tensor<ui32>
    %high = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<ui32>
    return %low, %high : tensor<ui32>, tensor<ui32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<ui32>, tensor<ui32>)
    %x_shape = stablehlo.constant dense<[17]> : tensor<1xi64>
    %x = stablehlo.rng %given#0, %given#1, %x_shape, distribution = UNIFORM : (tensor<ui32>, tensor<ui32>, tensor<1xi64>) -> tensor<17xui32>
    %y_shape = stablehlo.constant dense<[3]> : tensor<1xi64>
    %y = stablehlo.rng %given#0, %given#1, %y_shape, distribution = UNIFORM : (tensor<ui32>, tensor<ui32>, tensor<1xi64>) -> tensor<3xui32>
    %expected0 = stablehlo.constant dense<"0x5850DA045F3A6D11600CBC6057B0E3BD7F761B5491958C64A43A0B515601479D70A55CAE87F6070DFEE914AA9BCAB0B40B0D531925380F205D211DAAA9028BBDA88876C3"> : tensor<17xui32>
    stablehlo.custom_call @check.expect_eq(%x, %expected0) {has_side_effect = true} : (tensor<17xui32>, tensor<17xui32>) -> ()
    %expected1 = stablehlo.constant dense<"0x1A76D14B80492BBD5AE07745"> : tensor<3xui32>
    stablehlo.custom_call @check.expect_eq(%y, %expected1) {has_side_effect = true} : (tensor<3xui32>, tensor<3xui32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<i8>, tensor<i8>) {
    %low = stablehlo.constant dense<"0x80"> : tensor<i8>
    %high = stablehlo.constant dense<"0x7F"> : tensor<i8>
    return %low, %high : tensor<i8>, tensor<i8>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<i8>, tensor<i8>)
    %x_shape = stablehlo.constant dense<[40]> : tensor<1xi64>
    %x = stablehlo.rng %given#0, %given#1, %x_shape, distribution = UNIFORM : (tensor<i8>, tensor<i8>, tensor<1xi64>) -> tensor<40xi8>
    %y_shape = stablehlo.constant dense<[3]> : tensor<1xi64>
    %y = stablehlo.rng %given#0, %given#1, %y_shape, distribution = UNIFORM : (tensor<i8>, tensor<i8>, tensor<1xi64>) -> tensor<3xi8>
    %expected0 = stablehlo.constant dense<"0x07980929E598BBBCA112274B040CC674EB2D3277F6672C1B2A6BC60E2E39F849FCC81F41BBCA51C2"> : tensor<40xi8>
    stablehlo.custom_call @check.expect_eq(%x, %expected0) {has_side_effect = true} : (tensor<40xi8>, tensor<40xi8>) -> ()
    %expected1 = stablehlo.constant dense<"0xE1B285"> : tensor<3xi8>
    stablehlo.custom_call @check.expect_eq(%y, %expected1) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<ui64>, tensor<ui64>) {
    %low = stablehlo.constant dense<"0x0500000000000000"> : tensor<ui64>
    %high = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF"> : tensor<ui64>
    return %low, %high : tensor<ui64>, tensor<ui64>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<ui64>, tensor<ui64>)
    %x_shape = stablehlo.constant dense<[9]> : tensor<1xi64>
    %x = stablehlo.rng %given#0, %given#1, %x_shape, distribution = UNIFORM : (tensor<ui64>, tensor<ui64>, tensor<1xi64>) -> tensor<9xui64>
    %y_shape = stablehlo.constant dense<[3]> : tensor<1xi64>
    %y = stablehlo.rng %given#0, %given#1, %y_shape, distribution = UNIFORM : (tensor<ui64>, tensor<ui64>, tensor<1xi64>) -> tensor<3xui64>
    %expected0 = stablehlo.constant dense<"0x5E01206BFE4EBA9931FB8E50323FDEC0F126A66473E515FCD6C4ABB886EB3705C0C26DACC3B3ADA799E04156FDB44A0EEE1C3CA5BA1DCFAB5FA27726FC5ECF768424082DF1805481"> : tensor<9xui64>
    stablehlo.custom_call @check.expect_eq(%x, %expected0) {has_side_effect = true} : (tensor<9xui64>, tensor<9xui64>) -> ()
    %expected1 = stablehlo.constant dense<"0x3FA51F2D4C51E8DF17999734EC507D7509A6E1619724CF52"> : tensor<3xui64>
    stablehlo.custom_call @check.expect_eq(%y, %expected1) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<i64>, tensor<i64>) {
    %low = stablehlo.constant dense<"0x0000000000000080"> : tensor<i64>
    %high = stablehlo.constant dense<"0xFFFFFFFFFFFFFF7F"> : tensor<i64>
    return %low, %high : tensor<i64>, tensor<i64>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<i64>, tensor<i64>)
    %x_shape = stablehlo.constant dense<[9]> : tensor<1xi64>
    %x = stablehlo.rng %given#0, %given#1, %x_shape, distribution = UNIFORM : (tensor<i64>, tensor<i64>, tensor<1xi64>) -> tensor<9xi64>
    %y_shape = stablehlo.constant dense<[3]> : tensor<1xi64>
    %y = stablehlo.rng %given#0, %given#1, %y_shape, distribution = UNIFORM : (tensor<i64>, tensor<i64>, tensor<1xi64>) -> tensor<3xi64>
    %expected0 = stablehlo.constant dense<"0x5901206BFE4EBA192CFB8E50323FDE40EC26A66473E5157CD1C4ABB886EB3785BBC26DACC3B3AD2794E04156FDB44A8EE91C3CA5BA1DCF2B5AA27726FC5ECFF67F24082DF1805401"> : tensor<9xi64>
    stablehlo.custom_call @check.expect_eq(%x, %expected0) {has_side_effect = true} : (tensor<9xi64>, tensor<9xi64>) -> ()
    %expected1 = stablehlo.constant dense<"0x3AA51F2D4C51E85F12999734EC507DF504A6E1619724CFD2"> : tensor<3xi64>
    stablehlo.custom_call @check.expect_eq(%y, %expected1) {has_side_effect = true} : (tensor<3xi64>, tensor<3xi64>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<i32>, tensor<i32>) {
    %low = stablehlo.constant dense<"0x04000000"> : tensor<i32>
    %high = stablehlo.constant dense<"0x04000000"> : tensor<i32>
    return %low, %high : tensor<i32>, tensor<i32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<i32>, tensor<i32>)
    %x_shape = stablehlo.constant dense<[5]> : tensor<1xi64>
    %x = stablehlo.rng %given#0, %given#1, %x_shape, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<5xi32>
    %y_shape = stablehlo.constant dense<[3]> : tensor<1xi64>
    %y = stablehlo.rng %given#0, %given#1, %y_shape, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<3xi32>
    %expected0 = stablehlo.constant dense<"0x0400000004000000040000000400000004000000"> : tensor<5xi32>
    stablehlo.custom_call @check.expect_eq(%x, %expected0) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
    %expected1 = stablehlo.constant dense<"0x040000000400000004000000"> : tensor<3xi32>
    stablehlo.custom_call @check.expect_eq(%y, %expected1) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<f32>, tensor<f32>, tensor<i1>) {
    %a = stablehlo.constant dense<"0x000080BF"> : tensor<f32>
    %b = stablehlo.constant dense<"0x00000040"> : tensor<f32>
    %yes = stablehlo.constant dense<true> : tensor<i1>
    return %a, %b, %yes : tensor<f32>, tensor<f32>, tensor<i1>
  }
  func.func public @main() {
    %given:3 = call @inputs() : () -> (tensor<f32>, tensor<f32>, tensor<i1>)
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %none = stablehlo.constant dense<0.0> : tensor<3x4xf32>
    %loop:2 = stablehlo.while(%i = %zero, %rows = %none) : tensor<i32>, tensor<3x4xf32>
    cond {
      %three = stablehlo.constant dense<3> : tensor<i32>
      %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %column = stablehlo.constant dense<0> : tensor<i32>
      %r_shape = stablehlo.constant dense<[4]> : tensor<1xi64>
      %r = stablehlo.rng %given#0, %given#1, %r_shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
      %row = stablehlo.reshape %r : (tensor<4xf32>) -> tensor<1x4xf32>
      %next = stablehlo.dynamic_update_slice %rows, %row, %i, %column :
        (tensor<3x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %next : tensor<i32>, tensor<3x4xf32>
    }
    %taken = "stablehlo.if"(%given#2) ({
      %r_shape = stablehlo.constant dense<[4]> : tensor<1xi64>
      %r = stablehlo.rng %given#0, %given#1, %r_shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
      stablehlo.return %r : tensor<4xf32>
    }, {
      %z = stablehlo.constant dense<0.0> : tensor<4xf32>
      stablehlo.return %z : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    %last_shape = stablehlo.constant dense<[4]> : tensor<1xi64>
    %last = stablehlo.rng %given#0, %given#1, %last_shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
    %expected0 = stablehlo.constant dense<"0x08C0823EEA2E4D3FF03065BD5E4DA13FC8C9373ED820FA3FA601953F3F5870BFA4A4823F1809773F0068313CE41F55BF"> : tensor<3x4xf32>
    stablehlo.custom_call @check.expect_eq(%loop#1, %expected0) {has_side_effect = true} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    %expected1 = stablehlo.constant dense<"0x3074A3BD83B2ECBF262478C0C4B51DC0"> : tensor<4xf32>
    stablehlo.custom_call @check.expect_eq(%taken, %expected1) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    %expected2 = stablehlo.constant dense<"0x28CFF1BE80FD033F2242F1BE7ADCCF3F"> : tensor<4xf32>
    stablehlo.custom_call @check.expect_eq(%last, %expected2) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
}
