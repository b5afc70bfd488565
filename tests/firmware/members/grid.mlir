// Gathers and swaps of integers (a reduction of 2 000 words goes by blocks, one of a word by a gather). What comes out goes in
// again, and depends on who is who.
func.func @main(%x: tensor<2000xi32>, %n: tensor<i32>) -> (tensor<2000xi32>, tensor<i32>, tensor<2000xi32>) {
  %r = stablehlo.replica_id : tensor<ui32>
  %rank = stablehlo.convert %r : (tensor<ui32>) -> tensor<i32>
  %i = stablehlo.iota dim = 0 : tensor<2000xi32>
  %ranks = stablehlo.broadcast_in_dim %rank, dims = [] : (tensor<i32>) -> tensor<2000xi32>
  %seven = stablehlo.constant dense<7> : tensor<2000xi32>
  %a = stablehlo.multiply %x, %seven : tensor<2000xi32>
  %b = stablehlo.add %a, %i : tensor<2000xi32>
  %c = stablehlo.add %b, %ranks : tensor<2000xi32>
  %sum = "stablehlo.all_reduce"(%c) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<2000xi32>) -> tensor<2000xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = "stablehlo.all_reduce"(%one) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<i32>) -> tensor<i32>
  %d = stablehlo.xor %sum, %ranks : tensor<2000xi32>
  %most = "stablehlo.all_reduce"(%d) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.maximum %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<2000xi32>) -> tensor<2000xi32>
  %n1 = stablehlo.add %n, %count : tensor<i32>
  return %d, %n1, %most : tensor<2000xi32>, tensor<i32>, tensor<2000xi32>
}
