// Lines that are long enough to be sorted by digits, and more updates of a scatter than a launch may loop over. Expected by arithmetic: i · 37
// modulo the prime 1009 takes every value once, 300 being the inverse of 37; equal keys keep the order of their elements.
func.func private @inputs() -> (tensor<1009xf32>, tensor<1009xi32>, tensor<2x1024xi32>, tensor<2x1024xi32>, tensor<7x2xi32>, tensor<40000x1xi32>, tensor<40000x2xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<1009xi32>
  %c37 = stablehlo.constant dense<37> : tensor<1009xi32>
  %prime = stablehlo.constant dense<1009> : tensor<1009xi32>
  %half = stablehlo.constant dense<500> : tensor<1009xi32>
  %m = stablehlo.multiply %i, %c37 : tensor<1009xi32>
  %r = stablehlo.remainder %m, %prime : tensor<1009xi32>
  %s = stablehlo.subtract %r, %half : tensor<1009xi32>
  %keys = stablehlo.convert %s : (tensor<1009xi32>) -> tensor<1009xf32>
  %j = stablehlo.iota dim = 1 : tensor<2x1024xi32>
  %seven = stablehlo.constant dense<7> : tensor<2x1024xi32>
  %low = stablehlo.and %j, %seven : tensor<2x1024xi32>
  %zero = stablehlo.constant dense<0> : tensor<7x2xi32>
  %t = stablehlo.iota dim = 0 : tensor<40000x1xi32>
  %nine = stablehlo.constant dense<9> : tensor<40000x1xi32>
  %at = stablehlo.remainder %t, %nine : tensor<40000x1xi32>
  %column = stablehlo.iota dim = 1 : tensor<40000x2xi32>
  %one = stablehlo.constant dense<1> : tensor<40000x2xi32>
  %by = stablehlo.add %column, %one : tensor<40000x2xi32>
  return %keys, %i, %low, %j, %zero, %at, %by : tensor<1009xf32>, tensor<1009xi32>, tensor<2x1024xi32>, tensor<2x1024xi32>, tensor<7x2xi32>, tensor<40000x1xi32>, tensor<40000x2xi32>
}
func.func private @expected() -> (tensor<1009xf32>, tensor<1009xi32>, tensor<2x1024xi32>, tensor<2x1024xi32>, tensor<7x2xi32>) {
  %p = stablehlo.iota dim = 0 : tensor<1009xi32>
  %half = stablehlo.constant dense<500> : tensor<1009xi32>
  %s = stablehlo.subtract %p, %half : tensor<1009xi32>
  %keys = stablehlo.convert %s : (tensor<1009xi32>) -> tensor<1009xf32>
  %inverse = stablehlo.constant dense<300> : tensor<1009xi32>
  %prime = stablehlo.constant dense<1009> : tensor<1009xi32>
  %m = stablehlo.multiply %p, %inverse : tensor<1009xi32>
  %from = stablehlo.remainder %m, %prime : tensor<1009xi32>
  %q = stablehlo.iota dim = 1 : tensor<2x1024xi32>
  %many = stablehlo.constant dense<128> : tensor<2x1024xi32>
  %seven = stablehlo.constant dense<7> : tensor<2x1024xi32>
  %eight = stablehlo.constant dense<8> : tensor<2x1024xi32>
  %group = stablehlo.divide %q, %many : tensor<2x1024xi32>
  %key = stablehlo.subtract %seven, %group : tensor<2x1024xi32>
  %in_group = stablehlo.remainder %q, %many : tensor<2x1024xi32>
  %eights = stablehlo.multiply %in_group, %eight : tensor<2x1024xi32>
  %number = stablehlo.add %eights, %key : tensor<2x1024xi32>
  %sums = stablehlo.constant dense<[[4445, 8890], [4445, 8890], [4445, 8890], [4445, 8890], [4444, 8888], [4444, 8888], [4444, 8888]]> : tensor<7x2xi32>
  return %keys, %from, %key, %number, %sums : tensor<1009xf32>, tensor<1009xi32>, tensor<2x1024xi32>, tensor<2x1024xi32>, tensor<7x2xi32>
}
// A line whose blocks are as long as they get, each of one key alone: the second half goes first.
func.func private @halves() -> (tensor<262144xui8>, tensor<262144xi32>, tensor<262144xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<262144xi32>
  %many = stablehlo.constant dense<131072> : tensor<262144xi32>
  %first = stablehlo.compare LT, %i, %many, SIGNED : (tensor<262144xi32>, tensor<262144xi32>) -> tensor<262144xi1>
  %keys = stablehlo.convert %first : (tensor<262144xi1>) -> tensor<262144xui8>
  %from = stablehlo.xor %i, %many : tensor<262144xi32>
  return %keys, %i, %from : tensor<262144xui8>, tensor<262144xi32>, tensor<262144xi32>
}
func.func public @main() {
  %x:7 = call @inputs() : () -> (tensor<1009xf32>, tensor<1009xi32>, tensor<2x1024xi32>, tensor<2x1024xi32>, tensor<7x2xi32>, tensor<40000x1xi32>, tensor<40000x2xi32>)
  %want:5 = call @expected() : () -> (tensor<1009xf32>, tensor<1009xi32>, tensor<2x1024xi32>, tensor<2x1024xi32>, tensor<7x2xi32>)
  %a:2 = "stablehlo.sort"(%x#0, %x#1) ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>, %u: tensor<i32>, %v: tensor<i32>):
      %before = stablehlo.compare LT, %l, %r, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<1009xf32>, tensor<1009xi32>) -> (tensor<1009xf32>, tensor<1009xi32>)
  %b:2 = "stablehlo.sort"(%x#2, %x#3) ({
    ^bb0(%l: tensor<i32>, %r: tensor<i32>, %u: tensor<i32>, %v: tensor<i32>):
      %before = stablehlo.compare GT, %l, %r, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<2x1024xi32>, tensor<2x1024xi32>) -> (tensor<2x1024xi32>, tensor<2x1024xi32>)
  %c = "stablehlo.scatter"(%x#4, %x#5, %x#6) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false, indices_are_sorted = false}> ({
    ^bb0(%l: tensor<i32>, %r: tensor<i32>):
      %sum = stablehlo.add %l, %r : tensor<i32>
      stablehlo.return %sum : tensor<i32>
  }) : (tensor<7x2xi32>, tensor<40000x1xi32>, tensor<40000x2xi32>) -> tensor<7x2xi32>
  %y:3 = call @halves() : () -> (tensor<262144xui8>, tensor<262144xi32>, tensor<262144xi32>)
  %d:2 = "stablehlo.sort"(%y#0, %y#1) ({
    ^bb0(%l: tensor<ui8>, %r: tensor<ui8>, %u: tensor<i32>, %v: tensor<i32>):
      %before = stablehlo.compare LT, %l, %r, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<262144xui8>, tensor<262144xi32>) -> (tensor<262144xui8>, tensor<262144xi32>)
  check.expect_eq %d#1, %y#2 : tensor<262144xi32>
  check.expect_eq %a#0, %want#0 : tensor<1009xf32>
  check.expect_eq %a#1, %want#1 : tensor<1009xi32>
  check.expect_eq %b#0, %want#2 : tensor<2x1024xi32>
  check.expect_eq %b#1, %want#3 : tensor<2x1024xi32>
  check.expect_eq %c, %want#4 : tensor<7x2xi32>
  func.return
}
