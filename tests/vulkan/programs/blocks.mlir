// The sum of more inputs than push constants have places for, and squares among the constants.
func.func @main(%a0: tensor<8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>, %a3: tensor<8xf32>, %a4: tensor<8xf32>, %a5: tensor<8xf32>, %a6: tensor<8xf32>, %a7: tensor<8xf32>, %a8: tensor<8xf32>, %a9: tensor<8xf32>, %a10: tensor<8xf32>, %a11: tensor<8xf32>, %a12: tensor<8xf32>, %a13: tensor<8xf32>, %a14: tensor<8xf32>, %a15: tensor<8xf32>, %a16: tensor<8xf32>, %a17: tensor<8xf32>, %a18: tensor<8xf32>, %a19: tensor<8xf32>, %a20: tensor<8xf32>, %a21: tensor<8xf32>, %a22: tensor<8xf32>, %a23: tensor<8xf32>, %a24: tensor<8xf32>, %a25: tensor<8xf32>, %a26: tensor<8xf32>, %a27: tensor<8xf32>, %a28: tensor<8xf32>, %a29: tensor<8xf32>, %a30: tensor<8xf32>, %a31: tensor<8xf32>, %a32: tensor<8xf32>, %a33: tensor<8xf32>, %a34: tensor<8xf32>, %a35: tensor<8xf32>, %a36: tensor<8xf32>, %a37: tensor<8xf32>, %a38: tensor<8xf32>, %a39: tensor<8xf32>) -> tensor<8xf32> {
  %c = stablehlo.constant dense<[0.0, 1.0, 4.0, 9.0, 16.0, 25.0, 36.0, 49.0]> : tensor<8xf32>
  %s1 = stablehlo.add %a0, %a1 : tensor<8xf32>
  %s2 = stablehlo.add %s1, %a2 : tensor<8xf32>
  %s3 = stablehlo.add %s2, %a3 : tensor<8xf32>
  %s4 = stablehlo.add %s3, %a4 : tensor<8xf32>
  %s5 = stablehlo.add %s4, %a5 : tensor<8xf32>
  %s6 = stablehlo.add %s5, %a6 : tensor<8xf32>
  %s7 = stablehlo.add %s6, %a7 : tensor<8xf32>
  %s8 = stablehlo.add %s7, %a8 : tensor<8xf32>
  %s9 = stablehlo.add %s8, %a9 : tensor<8xf32>
  %s10 = stablehlo.add %s9, %a10 : tensor<8xf32>
  %s11 = stablehlo.add %s10, %a11 : tensor<8xf32>
  %s12 = stablehlo.add %s11, %a12 : tensor<8xf32>
  %s13 = stablehlo.add %s12, %a13 : tensor<8xf32>
  %s14 = stablehlo.add %s13, %a14 : tensor<8xf32>
  %s15 = stablehlo.add %s14, %a15 : tensor<8xf32>
  %s16 = stablehlo.add %s15, %a16 : tensor<8xf32>
  %s17 = stablehlo.add %s16, %a17 : tensor<8xf32>
  %s18 = stablehlo.add %s17, %a18 : tensor<8xf32>
  %s19 = stablehlo.add %s18, %a19 : tensor<8xf32>
  %s20 = stablehlo.add %s19, %a20 : tensor<8xf32>
  %s21 = stablehlo.add %s20, %a21 : tensor<8xf32>
  %s22 = stablehlo.add %s21, %a22 : tensor<8xf32>
  %s23 = stablehlo.add %s22, %a23 : tensor<8xf32>
  %s24 = stablehlo.add %s23, %a24 : tensor<8xf32>
  %s25 = stablehlo.add %s24, %a25 : tensor<8xf32>
  %s26 = stablehlo.add %s25, %a26 : tensor<8xf32>
  %s27 = stablehlo.add %s26, %a27 : tensor<8xf32>
  %s28 = stablehlo.add %s27, %a28 : tensor<8xf32>
  %s29 = stablehlo.add %s28, %a29 : tensor<8xf32>
  %s30 = stablehlo.add %s29, %a30 : tensor<8xf32>
  %s31 = stablehlo.add %s30, %a31 : tensor<8xf32>
  %s32 = stablehlo.add %s31, %a32 : tensor<8xf32>
  %s33 = stablehlo.add %s32, %a33 : tensor<8xf32>
  %s34 = stablehlo.add %s33, %a34 : tensor<8xf32>
  %s35 = stablehlo.add %s34, %a35 : tensor<8xf32>
  %s36 = stablehlo.add %s35, %a36 : tensor<8xf32>
  %s37 = stablehlo.add %s36, %a37 : tensor<8xf32>
  %s38 = stablehlo.add %s37, %a38 : tensor<8xf32>
  %s39 = stablehlo.add %s38, %a39 : tensor<8xf32>
  %r = stablehlo.add %s39, %c : tensor<8xf32>
  return %r : tensor<8xf32>
}
