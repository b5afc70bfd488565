func.func private @f(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }
func.func @unary(%a: tensor<2x3xf32>) {
  %0 = stablehlo.tanh %a : tensor<2x3xf32>
  return
}
func.func @unary_function_type(%a: tensor<2xf32>) {
  %0 = stablehlo.convert %a : (tensor<2xf32>) -> tensor<2xf64>
  return
}
func.func @unary_generic(%a: tensor<2xf32>) {
  %0 = "stablehlo.tanh"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @unary_chlo(%a: tensor<2xf32>) {
  %0 = chlo.erf %a : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @binary(%a: tensor<2xi8>, %b: tensor<2xi8>) {
  %0 = stablehlo.add %a, %b : tensor<2xi8>
  return
}
func.func @binary_chlo(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  %0 = chlo.next_after %a, %b : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @extra_attribute(%a: tensor<2xf32>) {
  %0 = stablehlo.tanh %a {mhlo.note = "x", k = 1 : i32} : tensor<2xf32>
  return
}
func.func @complex(%a: tensor<f32>, %b: tensor<f32>) {
  %0 = stablehlo.complex %a, %b : tensor<complex<f32>>
  return
}
func.func @select(%p: tensor<i1>, %a: tensor<2xf32>) {
  %0 = stablehlo.select %p, %a, %a : tensor<i1>, tensor<2xf32>
  return
}
func.func @clamp(%a: tensor<f32>, %b: tensor<2xf32>) {
  %0 = stablehlo.clamp %a, %b, %a : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}
func.func @compare(%a: tensor<2xf32>) {
  %0 = stablehlo.compare  LT, %a, %a,  TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
func.func @compare_without_type(%a: tensor<2xf32>) {
  %0 = stablehlo.compare GE, %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
func.func @compare_generic(%a: tensor<2xf32>) {
  %0 = "stablehlo.compare"(%a, %a) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
func.func @reduce_precision(%a: tensor<2xf32>) {
  %0 = stablehlo.reduce_precision %a, format = e8m7 : tensor<2xf32>
  return
}
func.func @broadcast_in_dim(%a: tensor<3xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}
func.func @broadcast_in_dim_generic(%a: tensor<3xf32>) {
  %0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = array<i64: 1>} : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}
func.func @broadcast_in_dim_dense(%a: tensor<3xf32>) {
  %0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = dense<1> : tensor<1xi64>} : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}
func.func @transpose(%a: tensor<2x3xf32>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}
func.func @reverse(%a: tensor<2x3xf32>) {
  %0 = stablehlo.reverse %a, dims = [0, 1] : tensor<2x3xf32>
  return
}
func.func @concatenate(%a: tensor<2xf32>) {
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}
func.func @iota() {
  %0 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  return
}
func.func @dynamic_iota(%s: tensor<1xi64>) {
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  return
}
func.func @get_dimension_size(%a: tensor<2x?xf32>) {
  %0 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x?xf32>) -> tensor<i32>
  return
}
func.func @slice(%a: tensor<3x9xf32>) {
  %0 = stablehlo.slice %a [0:1, 2:8:2] : (tensor<3x9xf32>) -> tensor<1x3xf32>
  return
}
func.func @slice_scalar(%a: tensor<f32>) {
  %0 = stablehlo.slice %a [] : (tensor<f32>) -> tensor<f32>
  return
}
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
func.func @splat() {
  %0 = stablehlo.constant dense<1.5> : tensor<2xf32>
  return
}
func.func @list() {
  %0 = stablehlo.constant dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>
  return
}
func.func @empty() {
  %0 = stablehlo.constant dense<> : tensor<0x3xf32>
  return
}
func.func @booleans() {
  %0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  return
}
func.func @complex_pairs() {
  %0 = stablehlo.constant dense<[(1.0, -2.0), (3.0, 0x7F800000)]> : tensor<2xcomplex<f32>>
  return
}
func.func @bit_pattern() {
  %0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  return
}
func.func @hex_string() {
  %0 = stablehlo.constant dense<"0x0000803F00000040"> : tensor<2xf32>
  return
}
func.func @hex_string_of_bytes() {
  %0 = stablehlo.constant dense<"0x010001"> : tensor<3xi1>
  return
}
func.func @hex_string_packed() {
  %0 = stablehlo.constant dense<"0x0502"> : tensor<10xi1>
  return
}
func.func @hex_string_splat() {
  %0 = stablehlo.constant dense<"0xFF"> : tensor<20xi1>
  return
}
func.func @small_float() {
  %0 = stablehlo.constant dense<[1.5, 0x7E]> : tensor<2xf8E4M3FN>
  return
}
func.func @four_bits() {
  %0 = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  return
}
func.func @unsigned() {
  %0 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  return
}
func.func @short_real() {
  %0 = stablehlo.constant dense<1.25E-1> : tensor<f64>
  return
}
func.func @generic_constant() {
  %0 = "stablehlo.constant"() <{value = dense<7> : tensor<i32>}> : () -> tensor<i32>
  return
}
func.func @quantized_constant() {
  %0 = "stablehlo.constant"() {value = dense<7> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.5:-3>>
  return
}
func.func @call(%a: tensor<f32>) {
  %0 = call @f(%a) : (tensor<f32>) -> tensor<f32>
  return
}
func.func @func_call(%a: tensor<f32>) {
  %0 = func.call @f(%a) : (tensor<f32>) -> tensor<f32>
  return
}
func.func @custom_call(%a: tensor<f32>) {
  stablehlo.custom_call @check.expect_eq(%a, %a) {has_side_effect = true, max_ulp_difference = 3 : i64} : (tensor<f32>, tensor<f32>) -> ()
  return
}
func.func @composite(%a: tensor<f32>) {
  %0 = stablehlo.composite "my.op" %a {composite_attributes = {n = 2 : i64}, decomposition = @f, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
  return
}
func.func @after_all(%t: !stablehlo.token) {
  %0 = stablehlo.after_all %t, %t : !stablehlo.token
  return
}
func.func @create_token() {
  %0 = stablehlo.create_token : !stablehlo.token
  return
}
func.func @replica_id() {
  %0 = stablehlo.replica_id : tensor<ui32>
  return
}
func.func @barrier(%a: tensor<f32>, %b: tensor<i8>) {
  %0:2 = stablehlo.optimization_barrier %a, %b : tensor<f32>, tensor<i8>
  return
}
func.func @rng_bit_generator(%s: tensor<2xui64>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm =  THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return
}
func.func @fft(%a: tensor<4xcomplex<f32>>) {
  %0 = stablehlo.fft %a, type =  IRFFT, length = [6] : (tensor<4xcomplex<f32>>) -> tensor<6xf32>
  return
}
func.func @cholesky(%a: tensor<2x2xf32>) {
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x2xf32>
  return
}
func.func @triangular_solve(%a: tensor<2x2xf32>) {
  %0 = "stablehlo.triangular_solve"(%a, %a) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
func.func @top_k(%a: tensor<9xf32>) {
  %0, %1 = chlo.top_k(%a, k = 2) : tensor<9xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return
}
func.func @collective_permute(%a: tensor<2xf32>) {
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @padded_groups(%a: tensor<2xf32>) {
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> tensor<4xf32>
  return
}
func.func @run_parallel(%a: tensor<f32>) {
  %0:2 = "interpreter.run_parallel"(%a, %a) {programs=[[@f], [@f]]} : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}
func.func @check_const(%a: tensor<2xi8>) {
  check.expect_eq_const %a, dense<[1, 2]> : tensor<2xi8>
  return
}
func.func @check_close(%a: tensor<f32>) {
  check.expect_close %a, %a, max_ulp_difference = 18446744073709551615, min_ulp_difference = 0 : tensor<f32>, tensor<f32>
  return
}
func.func @sharding_is_identity(%a: tensor<f32>) {
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<f32>
  %1 = stablehlo.tanh %0 : tensor<f32>
  return
}
func.func @dot_general(%a: tensor<5x2x3xf32>, %b: tensor<5x3x4xf32>) {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  return
}
func.func @dot_general_generic(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}
func.func @convolution(%a: tensor<1x8x8x2xf32>, %b: tensor<3x3x2x4xf32>) {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, -1]], lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x3x12x4xf32>
  return
}
func.func @reduce_applies(%a: tensor<2x3xf32>, %i: tensor<f32>) {
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}
func.func @reduce_reducer(%a: tensor<3xf32>, %b: tensor<3xi32>, %i: tensor<f32>, %j: tensor<i32>) {
  %0:2 = stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [0] : (tensor<3xf32>, tensor<3xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<i32>, %s: tensor<i32>)  {
 %u = stablehlo.add %p, %q : tensor<f32>
 %v = stablehlo.add %r, %s : tensor<i32>
 stablehlo.return %u, %v : tensor<f32>, tensor<i32>
 }
  return
}
func.func @while(%a: tensor<i32>, %n: tensor<i32>, %one: tensor<i32>) {
  %0 = stablehlo.while(%i = %a) : tensor<i32>
 cond {
 %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
 stablehlo.return %c : tensor<i1>
 } do {
 %k = stablehlo.add %i, %one : tensor<i32>
 stablehlo.return %k : tensor<i32>
 }
  return
}
func.func @if(%p: tensor<i1>, %a: tensor<f32>) {
  %0 = "stablehlo.if"(%p) ({
 %x = stablehlo.tanh %a : tensor<f32>
 stablehlo.return %x : tensor<f32>
 }, {
 stablehlo.return %a : tensor<f32>
 }) : (tensor<i1>) -> tensor<f32>
  return
}
func.func @nested_captures(%p: tensor<i1>, %a: tensor<f32>, %b: tensor<f32>) {
  %0 = "stablehlo.if"(%p) ({
 %x = "stablehlo.if"(%p) ({
 stablehlo.return %b : tensor<f32>
 }, {
 stablehlo.return %a : tensor<f32>
 }) : (tensor<i1>) -> tensor<f32>
 stablehlo.return %x : tensor<f32>
 }, {
 stablehlo.return %b : tensor<f32>
 }) : (tensor<i1>) -> tensor<f32>
  return
}
func.func @sort(%a: tensor<3xf32>, %b: tensor<3xi32>) {
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
 ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<i32>, %s: tensor<i32>):
 %c = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
 "stablehlo.return"(%c) : (tensor<i1>) -> ()
 }) : (tensor<3xf32>, tensor<3xi32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}
func.func @reduce_window_padding(%a: tensor<4xf32>, %i: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%a, %i) <{padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>}> ({
 ^bb0(%p: tensor<f32>, %q: tensor<f32>):
 stablehlo.return %p : tensor<f32>
 }) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
func.func @scan(%a: tensor<4xi32>, %c: tensor<i32>) {
  %0:2 = chlo.scan(%a) inits(%c) dimension=0 attributes {is_reverse = true} {
 ^bb0(%x: tensor<i32>, %y: tensor<i32>):
 stablehlo.return %x, %y : tensor<i32>, tensor<i32>
 } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return
}
func.func @locations(%a: tensor<f32> loc("a")) {
  %0 = stablehlo.tanh %a : tensor<f32> loc(fused["x"("f.py":1:2 to :3), unknown])
  return
}
