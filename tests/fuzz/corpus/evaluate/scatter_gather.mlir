func.func @main(%x: tensor<3x3x2xi32>, %i: tensor<1x2xi64>, %u: tensor<1x2x2xi32>) -> tensor<1x2x2xi32> {
  %r = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<3x3x2xi32>, tensor<1x2xi64>, tensor<1x2x2xi32>) -> tensor<3x3x2xi32>
  %g = "stablehlo.gather"(%r, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x3x2xi32>, tensor<1x2xi64>) -> tensor<1x2x2xi32>
  return %g : tensor<1x2x2xi32>
}
