// Cumulative sums and maxima along lines: short ones, which go window by window, long ones, and ones so long that they are blocks first; from
// either end, in rows and in columns. Expected by arithmetic: of 0 … i the sum is i (i + 1) / 2; of i modulo 7 the largest so far is min(i, 6).
func.func public @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %zero_f = stablehlo.constant dense<0.0> : tensor<f32>
  %v0_x = stablehlo.iota dim = 0 : tensor<33xi32>
  %v0_b = stablehlo.optimization_barrier %v0_x : tensor<33xi32>
  %v0_y = "stablehlo.reduce_window"(%v0_b, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) {window_dimensions = array<i64: 33>, padding = dense<[[32, 0]]> : tensor<1x2xi64>} : (tensor<33xi32>, tensor<i32>) -> tensor<33xi32>
  %v0_i = stablehlo.iota dim = 0 : tensor<33xi32>
  %v0_one = stablehlo.constant dense<1> : tensor<33xi32>
  %v0_two = stablehlo.constant dense<2> : tensor<33xi32>
  %v0_j = stablehlo.add %v0_i, %v0_one : tensor<33xi32>
  %v0_m = stablehlo.multiply %v0_i, %v0_j : tensor<33xi32>
  %v0_h = stablehlo.divide %v0_m, %v0_two : tensor<33xi32>
  check.expect_eq %v0_y, %v0_h : tensor<33xi32>
  %v1_x = stablehlo.iota dim = 0 : tensor<33xi32>
  %v1_b = stablehlo.optimization_barrier %v1_x : tensor<33xi32>
  %v1_y = "stablehlo.reduce_window"(%v1_b, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) {window_dimensions = array<i64: 33>, padding = dense<[[0, 32]]> : tensor<1x2xi64>} : (tensor<33xi32>, tensor<i32>) -> tensor<33xi32>
  %v1_i = stablehlo.iota dim = 0 : tensor<33xi32>
  %v1_one = stablehlo.constant dense<1> : tensor<33xi32>
  %v1_two = stablehlo.constant dense<2> : tensor<33xi32>
  %v1_j = stablehlo.subtract %v1_i, %v1_one : tensor<33xi32>
  %v1_m = stablehlo.multiply %v1_i, %v1_j : tensor<33xi32>
  %v1_h = stablehlo.divide %v1_m, %v1_two : tensor<33xi32>
  %v1_all = stablehlo.constant dense<528> : tensor<33xi32>
  %v1_r = stablehlo.subtract %v1_all, %v1_h : tensor<33xi32>
  check.expect_eq %v1_y, %v1_r : tensor<33xi32>
  %v2_x = stablehlo.iota dim = 1 : tensor<5x200xi32>
  %v2_b = stablehlo.optimization_barrier %v2_x : tensor<5x200xi32>
  %v2_y = "stablehlo.reduce_window"(%v2_b, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) {window_dimensions = array<i64: 1, 200>, padding = dense<[[0, 0], [199, 0]]> : tensor<2x2xi64>} : (tensor<5x200xi32>, tensor<i32>) -> tensor<5x200xi32>
  %v2_i = stablehlo.iota dim = 1 : tensor<5x200xi32>
  %v2_one = stablehlo.constant dense<1> : tensor<5x200xi32>
  %v2_two = stablehlo.constant dense<2> : tensor<5x200xi32>
  %v2_j = stablehlo.add %v2_i, %v2_one : tensor<5x200xi32>
  %v2_m = stablehlo.multiply %v2_i, %v2_j : tensor<5x200xi32>
  %v2_h = stablehlo.divide %v2_m, %v2_two : tensor<5x200xi32>
  check.expect_eq %v2_y, %v2_h : tensor<5x200xi32>
  %v3_x = stablehlo.iota dim = 1 : tensor<5x200xi32>
  %v3_b = stablehlo.optimization_barrier %v3_x : tensor<5x200xi32>
  %v3_y = "stablehlo.reduce_window"(%v3_b, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) {window_dimensions = array<i64: 1, 200>, padding = dense<[[0, 0], [0, 199]]> : tensor<2x2xi64>} : (tensor<5x200xi32>, tensor<i32>) -> tensor<5x200xi32>
  %v3_i = stablehlo.iota dim = 1 : tensor<5x200xi32>
  %v3_one = stablehlo.constant dense<1> : tensor<5x200xi32>
  %v3_two = stablehlo.constant dense<2> : tensor<5x200xi32>
  %v3_j = stablehlo.subtract %v3_i, %v3_one : tensor<5x200xi32>
  %v3_m = stablehlo.multiply %v3_i, %v3_j : tensor<5x200xi32>
  %v3_h = stablehlo.divide %v3_m, %v3_two : tensor<5x200xi32>
  %v3_all = stablehlo.constant dense<19900> : tensor<5x200xi32>
  %v3_r = stablehlo.subtract %v3_all, %v3_h : tensor<5x200xi32>
  check.expect_eq %v3_y, %v3_r : tensor<5x200xi32>
  %v4_x = stablehlo.iota dim = 0 : tensor<200x5xf32>
  %v4_b = stablehlo.optimization_barrier %v4_x : tensor<200x5xf32>
  %v4_y = "stablehlo.reduce_window"(%v4_b, %zero_f) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 200, 1>, padding = dense<[[199, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<200x5xf32>, tensor<f32>) -> tensor<200x5xf32>
  %v4_i = stablehlo.iota dim = 0 : tensor<200x5xi32>
  %v4_one = stablehlo.constant dense<1> : tensor<200x5xi32>
  %v4_two = stablehlo.constant dense<2> : tensor<200x5xi32>
  %v4_j = stablehlo.add %v4_i, %v4_one : tensor<200x5xi32>
  %v4_m = stablehlo.multiply %v4_i, %v4_j : tensor<200x5xi32>
  %v4_h = stablehlo.divide %v4_m, %v4_two : tensor<200x5xi32>
  %v4_w = stablehlo.convert %v4_h : (tensor<200x5xi32>) -> tensor<200x5xf32>
  check.expect_eq %v4_y, %v4_w : tensor<200x5xf32>
  %v5_x = stablehlo.iota dim = 0 : tensor<200x5xf32>
  %v5_b = stablehlo.optimization_barrier %v5_x : tensor<200x5xf32>
  %v5_y = "stablehlo.reduce_window"(%v5_b, %zero_f) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 200, 1>, padding = dense<[[0, 199], [0, 0]]> : tensor<2x2xi64>} : (tensor<200x5xf32>, tensor<f32>) -> tensor<200x5xf32>
  %v5_i = stablehlo.iota dim = 0 : tensor<200x5xi32>
  %v5_one = stablehlo.constant dense<1> : tensor<200x5xi32>
  %v5_two = stablehlo.constant dense<2> : tensor<200x5xi32>
  %v5_j = stablehlo.subtract %v5_i, %v5_one : tensor<200x5xi32>
  %v5_m = stablehlo.multiply %v5_i, %v5_j : tensor<200x5xi32>
  %v5_h = stablehlo.divide %v5_m, %v5_two : tensor<200x5xi32>
  %v5_all = stablehlo.constant dense<19900> : tensor<200x5xi32>
  %v5_r = stablehlo.subtract %v5_all, %v5_h : tensor<200x5xi32>
  %v5_w = stablehlo.convert %v5_r : (tensor<200x5xi32>) -> tensor<200x5xf32>
  check.expect_eq %v5_y, %v5_w : tensor<200x5xf32>
  %v6_x = stablehlo.iota dim = 1 : tensor<3x500x2xf32>
  %v6_b = stablehlo.optimization_barrier %v6_x : tensor<3x500x2xf32>
  %v6_y = "stablehlo.reduce_window"(%v6_b, %zero_f) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 1, 500, 1>, padding = dense<[[0, 0], [499, 0], [0, 0]]> : tensor<3x2xi64>} : (tensor<3x500x2xf32>, tensor<f32>) -> tensor<3x500x2xf32>
  %v6_i = stablehlo.iota dim = 1 : tensor<3x500x2xi32>
  %v6_one = stablehlo.constant dense<1> : tensor<3x500x2xi32>
  %v6_two = stablehlo.constant dense<2> : tensor<3x500x2xi32>
  %v6_j = stablehlo.add %v6_i, %v6_one : tensor<3x500x2xi32>
  %v6_m = stablehlo.multiply %v6_i, %v6_j : tensor<3x500x2xi32>
  %v6_h = stablehlo.divide %v6_m, %v6_two : tensor<3x500x2xi32>
  %v6_w = stablehlo.convert %v6_h : (tensor<3x500x2xi32>) -> tensor<3x500x2xf32>
  check.expect_eq %v6_y, %v6_w : tensor<3x500x2xf32>
  %v7_x = stablehlo.iota dim = 1 : tensor<3x500x2xf32>
  %v7_b = stablehlo.optimization_barrier %v7_x : tensor<3x500x2xf32>
  %v7_y = "stablehlo.reduce_window"(%v7_b, %zero_f) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 1, 500, 1>, padding = dense<[[0, 0], [0, 499], [0, 0]]> : tensor<3x2xi64>} : (tensor<3x500x2xf32>, tensor<f32>) -> tensor<3x500x2xf32>
  %v7_i = stablehlo.iota dim = 1 : tensor<3x500x2xi32>
  %v7_one = stablehlo.constant dense<1> : tensor<3x500x2xi32>
  %v7_two = stablehlo.constant dense<2> : tensor<3x500x2xi32>
  %v7_j = stablehlo.subtract %v7_i, %v7_one : tensor<3x500x2xi32>
  %v7_m = stablehlo.multiply %v7_i, %v7_j : tensor<3x500x2xi32>
  %v7_h = stablehlo.divide %v7_m, %v7_two : tensor<3x500x2xi32>
  %v7_all = stablehlo.constant dense<124750> : tensor<3x500x2xi32>
  %v7_r = stablehlo.subtract %v7_all, %v7_h : tensor<3x500x2xi32>
  %v7_w = stablehlo.convert %v7_r : (tensor<3x500x2xi32>) -> tensor<3x500x2xf32>
  check.expect_eq %v7_y, %v7_w : tensor<3x500x2xf32>
  %v8_x = stablehlo.iota dim = 1 : tensor<300x1200xi32>
  %v8_b = stablehlo.optimization_barrier %v8_x : tensor<300x1200xi32>
  %v8_y = "stablehlo.reduce_window"(%v8_b, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) {window_dimensions = array<i64: 1, 1200>, padding = dense<[[0, 0], [1199, 0]]> : tensor<2x2xi64>} : (tensor<300x1200xi32>, tensor<i32>) -> tensor<300x1200xi32>
  %v8_i = stablehlo.iota dim = 1 : tensor<300x1200xi32>
  %v8_one = stablehlo.constant dense<1> : tensor<300x1200xi32>
  %v8_two = stablehlo.constant dense<2> : tensor<300x1200xi32>
  %v8_j = stablehlo.add %v8_i, %v8_one : tensor<300x1200xi32>
  %v8_m = stablehlo.multiply %v8_i, %v8_j : tensor<300x1200xi32>
  %v8_h = stablehlo.divide %v8_m, %v8_two : tensor<300x1200xi32>
  check.expect_eq %v8_y, %v8_h : tensor<300x1200xi32>
  %v9_x = stablehlo.iota dim = 1 : tensor<300x1200xi32>
  %v9_b = stablehlo.optimization_barrier %v9_x : tensor<300x1200xi32>
  %v9_y = "stablehlo.reduce_window"(%v9_b, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) {window_dimensions = array<i64: 1, 1200>, padding = dense<[[0, 0], [0, 1199]]> : tensor<2x2xi64>} : (tensor<300x1200xi32>, tensor<i32>) -> tensor<300x1200xi32>
  %v9_i = stablehlo.iota dim = 1 : tensor<300x1200xi32>
  %v9_one = stablehlo.constant dense<1> : tensor<300x1200xi32>
  %v9_two = stablehlo.constant dense<2> : tensor<300x1200xi32>
  %v9_j = stablehlo.subtract %v9_i, %v9_one : tensor<300x1200xi32>
  %v9_m = stablehlo.multiply %v9_i, %v9_j : tensor<300x1200xi32>
  %v9_h = stablehlo.divide %v9_m, %v9_two : tensor<300x1200xi32>
  %v9_all = stablehlo.constant dense<719400> : tensor<300x1200xi32>
  %v9_r = stablehlo.subtract %v9_all, %v9_h : tensor<300x1200xi32>
  check.expect_eq %v9_y, %v9_r : tensor<300x1200xi32>
  %v10_x = stablehlo.iota dim = 1 : tensor<2x3000xf32>
  %v10_b = stablehlo.optimization_barrier %v10_x : tensor<2x3000xf32>
  %v10_y = "stablehlo.reduce_window"(%v10_b, %zero_f) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 1, 3000>, padding = dense<[[0, 0], [2999, 0]]> : tensor<2x2xi64>} : (tensor<2x3000xf32>, tensor<f32>) -> tensor<2x3000xf32>
  %v10_i = stablehlo.iota dim = 1 : tensor<2x3000xi32>
  %v10_one = stablehlo.constant dense<1> : tensor<2x3000xi32>
  %v10_two = stablehlo.constant dense<2> : tensor<2x3000xi32>
  %v10_j = stablehlo.add %v10_i, %v10_one : tensor<2x3000xi32>
  %v10_m = stablehlo.multiply %v10_i, %v10_j : tensor<2x3000xi32>
  %v10_h = stablehlo.divide %v10_m, %v10_two : tensor<2x3000xi32>
  %v10_w = stablehlo.convert %v10_h : (tensor<2x3000xi32>) -> tensor<2x3000xf32>
  check.expect_eq %v10_y, %v10_w : tensor<2x3000xf32>
  %v11_x = stablehlo.iota dim = 1 : tensor<2x3000xf32>
  %v11_b = stablehlo.optimization_barrier %v11_x : tensor<2x3000xf32>
  %v11_y = "stablehlo.reduce_window"(%v11_b, %zero_f) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 1, 3000>, padding = dense<[[0, 0], [0, 2999]]> : tensor<2x2xi64>} : (tensor<2x3000xf32>, tensor<f32>) -> tensor<2x3000xf32>
  %v11_i = stablehlo.iota dim = 1 : tensor<2x3000xi32>
  %v11_one = stablehlo.constant dense<1> : tensor<2x3000xi32>
  %v11_two = stablehlo.constant dense<2> : tensor<2x3000xi32>
  %v11_j = stablehlo.subtract %v11_i, %v11_one : tensor<2x3000xi32>
  %v11_m = stablehlo.multiply %v11_i, %v11_j : tensor<2x3000xi32>
  %v11_h = stablehlo.divide %v11_m, %v11_two : tensor<2x3000xi32>
  %v11_all = stablehlo.constant dense<4498500> : tensor<2x3000xi32>
  %v11_r = stablehlo.subtract %v11_all, %v11_h : tensor<2x3000xi32>
  %v11_w = stablehlo.convert %v11_r : (tensor<2x3000xi32>) -> tensor<2x3000xf32>
  check.expect_eq %v11_y, %v11_w : tensor<2x3000xf32>
  %v12_x = stablehlo.iota dim = 0 : tensor<4100xi32>
  %v12_b = stablehlo.optimization_barrier %v12_x : tensor<4100xi32>
  %v12_y = "stablehlo.reduce_window"(%v12_b, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) {window_dimensions = array<i64: 4100>, padding = dense<[[4099, 0]]> : tensor<1x2xi64>} : (tensor<4100xi32>, tensor<i32>) -> tensor<4100xi32>
  %v12_i = stablehlo.iota dim = 0 : tensor<4100xi32>
  %v12_one = stablehlo.constant dense<1> : tensor<4100xi32>
  %v12_two = stablehlo.constant dense<2> : tensor<4100xi32>
  %v12_j = stablehlo.add %v12_i, %v12_one : tensor<4100xi32>
  %v12_m = stablehlo.multiply %v12_i, %v12_j : tensor<4100xi32>
  %v12_h = stablehlo.divide %v12_m, %v12_two : tensor<4100xi32>
  check.expect_eq %v12_y, %v12_h : tensor<4100xi32>
  %v13_x = stablehlo.iota dim = 0 : tensor<4100xi32>
  %v13_b = stablehlo.optimization_barrier %v13_x : tensor<4100xi32>
  %v13_y = "stablehlo.reduce_window"(%v13_b, %zero) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) {window_dimensions = array<i64: 4100>, padding = dense<[[0, 4099]]> : tensor<1x2xi64>} : (tensor<4100xi32>, tensor<i32>) -> tensor<4100xi32>
  %v13_i = stablehlo.iota dim = 0 : tensor<4100xi32>
  %v13_one = stablehlo.constant dense<1> : tensor<4100xi32>
  %v13_two = stablehlo.constant dense<2> : tensor<4100xi32>
  %v13_j = stablehlo.subtract %v13_i, %v13_one : tensor<4100xi32>
  %v13_m = stablehlo.multiply %v13_i, %v13_j : tensor<4100xi32>
  %v13_h = stablehlo.divide %v13_m, %v13_two : tensor<4100xi32>
  %v13_all = stablehlo.constant dense<8402950> : tensor<4100xi32>
  %v13_r = stablehlo.subtract %v13_all, %v13_h : tensor<4100xi32>
  check.expect_eq %v13_y, %v13_r : tensor<4100xi32>
  %last_i = stablehlo.iota dim = 1 : tensor<3x2000xi32>
  %last_7 = stablehlo.constant dense<7> : tensor<3x2000xi32>
  %last_6 = stablehlo.constant dense<6> : tensor<3x2000xi32>
  %last_x = stablehlo.remainder %last_i, %last_7 : tensor<3x2000xi32>
  %last_b = stablehlo.optimization_barrier %last_x : tensor<3x2000xi32>
  %last_low = stablehlo.constant dense<-2147483648> : tensor<i32>
  %last_y = "stablehlo.reduce_window"(%last_b, %last_low) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.maximum %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) {window_dimensions = array<i64: 1, 2000>, padding = dense<[[0, 0], [1999, 0]]> : tensor<2x2xi64>} : (tensor<3x2000xi32>, tensor<i32>) -> tensor<3x2000xi32>
  %last_w = stablehlo.minimum %last_i, %last_6 : tensor<3x2000xi32>
  check.expect_eq %last_y, %last_w : tensor<3x2000xi32>
  func.return
}
