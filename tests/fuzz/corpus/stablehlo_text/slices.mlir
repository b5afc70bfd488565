func.func @dynamic_slice(%a: tensor<9xf32>, %i: tensor<i32>) {
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [3] : (tensor<9xf32>, tensor<i32>) -> tensor<3xf32>
  return
}
func.func @pad(%a: tensor<3xf32>, %v: tensor<f32>) {
  %0 = stablehlo.pad %a, %v, low = [1], high = [-1], interior = [2] : (tensor<3xf32>, tensor<f32>) -> tensor<7xf32>
  return
}
func.func @tuple(%a: tensor<3xf32>) {
  %0 = stablehlo.tuple %a, %a : tuple<tensor<3xf32>, tensor<3xf32>>
  return
}
func.func @get_tuple_element(%t: tuple<tensor<f32>, tensor<i32>>) {
  %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>
  return
}
func.func @gather(%a: tensor<3x4xf32>, %i: tensor<2x1xi64>) {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<2x1xi64>) -> tensor<2x4xf32>
  return
}
