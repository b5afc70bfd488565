// infeed and outfeed, made by tests/backend/vectors/cases_transfers.py
module {
  func.func private @item0() -> (tensor<3xf32>, tensor<i32>) {
    %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
    %n = stablehlo.constant dense<1> : tensor<i32>
    return %x, %n : tensor<3xf32>, tensor<i32>
  }
  func.func private @item1() -> (tensor<3xf32>, tensor<i32>) {
    %x = stablehlo.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
    %n = stablehlo.constant dense<2> : tensor<i32>
    return %x, %n : tensor<3xf32>, tensor<i32>
  }
  func.func private @item2() -> (tensor<3xf32>, tensor<i32>) {
    %x = stablehlo.constant dense<[100.0, 200.0, 300.0]> : tensor<3xf32>
    %n = stablehlo.constant dense<3> : tensor<i32>
    return %x, %n : tensor<3xf32>, tensor<i32>
  }
  func.func private @taken(%start: tensor<3xf32>) -> (tensor<3xf32>, tensor<i32>) {
    %t0 = stablehlo.create_token : !stablehlo.token
    %x, %n, %t1 = "stablehlo.infeed"(%t0) {infeed_config = "one"} : (!stablehlo.token) -> (tensor<3xf32>, tensor<i32>, !stablehlo.token)
    %first = stablehlo.subtract %start, %x : tensor<3xf32>
    %t2 = "stablehlo.outfeed"(%first, %n, %t1) {outfeed_config = "two"} : (tensor<3xf32>, tensor<i32>, !stablehlo.token) -> !stablehlo.token
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %loop:4 = stablehlo.while(%i = %zero, %sum = %first, %m = %n, %t = %t2) : tensor<i32>, tensor<3xf32>, tensor<i32>, !stablehlo.token
    cond {
      %two = stablehlo.constant dense<2> : tensor<i32>
      %more = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %y, %k, %t3 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<3xf32>, tensor<i32>, !stablehlo.token)
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %twice = stablehlo.add %sum, %sum : tensor<3xf32>
      %next = stablehlo.add %twice, %y : tensor<3xf32>
      %ten = stablehlo.constant dense<10> : tensor<i32>
      %shifted = stablehlo.multiply %m, %ten : tensor<i32>
      %l = stablehlo.add %shifted, %k : tensor<i32>
      stablehlo.return %j, %next, %l, %t3 : tensor<i32>, tensor<3xf32>, tensor<i32>, !stablehlo.token
    }
    %t4 = "stablehlo.outfeed"(%loop#1, %loop#3) : (tensor<3xf32>, !stablehlo.token) -> !stablehlo.token
    return %loop#1, %loop#2 : tensor<3xf32>, tensor<i32>
  }
  func.func public @main() {
    %in0_0 = stablehlo.constant dense<"0x0000A0400000C0400000E040"> : tensor<3xf32>
    %out:2 = "interpreter.run_parallel"(%in0_0) {
      programs = [[@taken]], infeed = [[@item0, @item1, @item2]]
    } : (tensor<3xf32>) -> (tensor<3xf32>, tensor<i32>)
    check.expect_eq_const %out#0, dense<"0x00000843000080430000BC43"> : tensor<3xf32>
    check.expect_eq_const %out#1, dense<"0x7B000000"> : tensor<i32>
    return
  }
}
