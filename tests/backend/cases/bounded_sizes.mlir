// set_dimension_size, made by tests/backend/vectors/cases_sizes.py
module {
  func.func private @inputs() -> (tensor<10xf32>, tensor<i32>) {
    %x = stablehlo.constant dense<"0x00000000000000000000804000000041000000C10000C0C00000A04000000041000080C0000040C0"> : tensor<10xf32>
    %n = stablehlo.constant dense<"0x06000000"> : tensor<i32>
    return %x, %n : tensor<10xf32>, tensor<i32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<10xf32>, tensor<i32>)
    %d = stablehlo.set_dimension_size %given#0, %given#1, dim = 0 : (tensor<10xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<10>>
    %q = stablehlo.multiply %d, %d : tensor<?xf32, #stablehlo.bounds<10>>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %low = stablehlo.constant dense<-100.0> : tensor<f32>
    %s = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, #stablehlo.bounds<10>>, tensor<f32>) -> tensor<f32>
    %m = stablehlo.reduce(%d init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<?xf32, #stablehlo.bounds<10>>, tensor<f32>) -> tensor<f32>
    %g = stablehlo.get_dimension_size %q, dim = 0 : (tensor<?xf32, #stablehlo.bounds<10>>) -> tensor<i32>
    %expected0 = stablehlo.constant dense<"0x00003443"> : tensor<f32>
    stablehlo.custom_call @check.expect_eq(%s, %expected0) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
    %expected1 = stablehlo.constant dense<"0x00000041"> : tensor<f32>
    stablehlo.custom_call @check.expect_eq(%m, %expected1) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
    %expected2 = stablehlo.constant dense<"0x06000000"> : tensor<i32>
    stablehlo.custom_call @check.expect_eq(%g, %expected2) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<3x7xf32>, tensor<i32>) {
    %x = stablehlo.constant dense<"0x00000000000000000000804000000041000000C10000C0C00000A04000000041000080C0000040C00000C040000080BF000080C00000C040000080C0000000C0000000400000803F0000E0C0000000C10000C040"> : tensor<3x7xf32>
    %n = stablehlo.constant dense<"0x04000000"> : tensor<i32>
    return %x, %n : tensor<3x7xf32>, tensor<i32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<3x7xf32>, tensor<i32>)
    %d = stablehlo.set_dimension_size %given#0, %given#1, dim = 1 : (tensor<3x7xf32>, tensor<i32>) -> tensor<3x?xf32, #stablehlo.bounds<?, 7>>
    %q = stablehlo.multiply %d, %d : tensor<3x?xf32, #stablehlo.bounds<?, 7>>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %low = stablehlo.constant dense<-100.0> : tensor<f32>
    %s = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x?xf32, #stablehlo.bounds<?, 7>>, tensor<f32>) -> tensor<3xf32>
    %m = stablehlo.reduce(%d init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x?xf32, #stablehlo.bounds<?, 7>>, tensor<f32>) -> tensor<f32>
    %g = stablehlo.get_dimension_size %q, dim = 1 : (tensor<3x?xf32, #stablehlo.bounds<?, 7>>) -> tensor<i32>
    %expected0 = stablehlo.constant dense<"0x0000A0420000FA420000C841"> : tensor<3xf32>
    stablehlo.custom_call @check.expect_eq(%s, %expected0) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    %expected1 = stablehlo.constant dense<"0x00000041"> : tensor<f32>
    stablehlo.custom_call @check.expect_eq(%m, %expected1) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
    %expected2 = stablehlo.constant dense<"0x04000000"> : tensor<i32>
    stablehlo.custom_call @check.expect_eq(%g, %expected2) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<5x4x3xi32>, tensor<i32>) {
    %x = stablehlo.constant dense<"0x00000000000000000400000008000000F8FFFFFFFAFFFFFF0500000008000000FCFFFFFFFDFFFFFF06000000FFFFFFFFFCFFFFFF06000000FCFFFFFFFEFFFFFF0200000001000000F9FFFFFFF8FFFFFF0600000004000000060000000100000005000000FDFFFFFFFFFFFFFF05000000FAFFFFFFFDFFFFFFFAFFFFFFFFFFFFFF08000000FAFFFFFFFEFFFFFFFEFFFFFF07000000FBFFFFFF00000000FCFFFFFFF8FFFFFF04000000F9FFFFFFFCFFFFFF0000000000000000F9FFFFFF080000000400000008000000F9FFFFFF04000000FCFFFFFF0100000007000000FCFFFFFF04000000FAFFFFFFFDFFFFFF08000000"> : tensor<5x4x3xi32>
    %n = stablehlo.constant dense<"0x02000000"> : tensor<i32>
    return %x, %n : tensor<5x4x3xi32>, tensor<i32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<5x4x3xi32>, tensor<i32>)
    %d = stablehlo.set_dimension_size %given#0, %given#1, dim = 0 : (tensor<5x4x3xi32>, tensor<i32>) -> tensor<?x4x3xi32, #stablehlo.bounds<5, ?, ?>>
    %q = stablehlo.multiply %d, %d : tensor<?x4x3xi32, #stablehlo.bounds<5, ?, ?>>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %low = stablehlo.constant dense<-100> : tensor<i32>
    %s = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 2] : (tensor<?x4x3xi32, #stablehlo.bounds<5, ?, ?>>, tensor<i32>) -> tensor<4xi32>
    %m = stablehlo.reduce(%d init: %low) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<?x4x3xi32, #stablehlo.bounds<5, ?, ?>>, tensor<i32>) -> tensor<i32>
    %g = stablehlo.get_dimension_size %q, dim = 0 : (tensor<?x4x3xi32, #stablehlo.bounds<5, ?, ?>>) -> tensor<i32>
    %expected0 = stablehlo.constant dense<"0x54000000AD000000FE00000063000000"> : tensor<4xi32>
    stablehlo.custom_call @check.expect_eq(%s, %expected0) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
    %expected1 = stablehlo.constant dense<"0x08000000"> : tensor<i32>
    stablehlo.custom_call @check.expect_eq(%m, %expected1) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
    %expected2 = stablehlo.constant dense<"0x02000000"> : tensor<i32>
    stablehlo.custom_call @check.expect_eq(%g, %expected2) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<4xi32>, tensor<i32>) {
    %x = stablehlo.constant dense<"0x00000000000000000400000008000000"> : tensor<4xi32>
    %n = stablehlo.constant dense<"0x00000000"> : tensor<i32>
    return %x, %n : tensor<4xi32>, tensor<i32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<4xi32>, tensor<i32>)
    %d = stablehlo.set_dimension_size %given#0, %given#1, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
    %q = stablehlo.multiply %d, %d : tensor<?xi32, #stablehlo.bounds<4>>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %low = stablehlo.constant dense<-100> : tensor<i32>
    %s = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<i32>
    %m = stablehlo.reduce(%d init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<?xi32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<i32>
    %g = stablehlo.get_dimension_size %q, dim = 0 : (tensor<?xi32, #stablehlo.bounds<4>>) -> tensor<i32>
    %expected0 = stablehlo.constant dense<"0x00000000"> : tensor<i32>
    stablehlo.custom_call @check.expect_eq(%s, %expected0) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
    %expected1 = stablehlo.constant dense<"0x9CFFFFFF"> : tensor<i32>
    stablehlo.custom_call @check.expect_eq(%m, %expected1) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
    %expected2 = stablehlo.constant dense<"0x00000000"> : tensor<i32>
    stablehlo.custom_call @check.expect_eq(%g, %expected2) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
    return
  }
}
// -----
module {
  func.func private @inputs() -> (tensor<2x6xf64>, tensor<i32>) {
    %x = stablehlo.constant dense<"0x000000000000000000000000000000000000000000001040000000000000204000000000000020C000000000000018C00000000000001440000000000000204000000000000010C000000000000008C00000000000001840000000000000F0BF"> : tensor<2x6xf64>
    %n = stablehlo.constant dense<"0x06000000"> : tensor<i32>
    return %x, %n : tensor<2x6xf64>, tensor<i32>
  }
  func.func public @main() {
    %given:2 = call @inputs() : () -> (tensor<2x6xf64>, tensor<i32>)
    %d = stablehlo.set_dimension_size %given#0, %given#1, dim = 1 : (tensor<2x6xf64>, tensor<i32>) -> tensor<2x?xf64, #stablehlo.bounds<?, 6>>
    %q = stablehlo.multiply %d, %d : tensor<2x?xf64, #stablehlo.bounds<?, 6>>
    %zero = stablehlo.constant dense<0.0> : tensor<f64>
    %low = stablehlo.constant dense<-100.0> : tensor<f64>
    %s = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x?xf64, #stablehlo.bounds<?, 6>>, tensor<f64>) -> tensor<f64>
    %m = stablehlo.reduce(%d init: %low) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<2x?xf64, #stablehlo.bounds<?, 6>>, tensor<f64>) -> tensor<f64>
    %g = stablehlo.get_dimension_size %q, dim = 1 : (tensor<2x?xf64, #stablehlo.bounds<?, 6>>) -> tensor<i32>
    %expected0 = stablehlo.constant dense<"0x0000000000B07440"> : tensor<f64>
    stablehlo.custom_call @check.expect_eq(%s, %expected0) {has_side_effect = true} : (tensor<f64>, tensor<f64>) -> ()
    %expected1 = stablehlo.constant dense<"0x0000000000002040"> : tensor<f64>
    stablehlo.custom_call @check.expect_eq(%m, %expected1) {has_side_effect = true} : (tensor<f64>, tensor<f64>) -> ()
    %expected2 = stablehlo.constant dense<"0x06000000"> : tensor<i32>
    stablehlo.custom_call @check.expect_eq(%g, %expected2) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
    return
  }
}
