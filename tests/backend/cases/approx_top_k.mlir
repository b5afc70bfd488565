// jax.lax.approx_max_k along the last dimension and approx_min_k along the first, as JAX 0.10 writes them: the exact answer, ties in the
// order of the elements; and one that is not aggregated, which sorts all. Expected by hand.
func.func @top_k_gt_f32_comparator(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %0 : tensor<i1>
}
func.func @top_k_lt_f32_comparator(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %0 : tensor<i1>
}
func.func private @inputs() -> tensor<3x5xf32> {
  %x = stablehlo.constant dense<[[1.0, 7.0, -2.0, 7.0, 0.5], [3.0, 2.0, 1.0, 0.0, -1.0], [-4.0, -4.0, 0.25, -9.0, -0.5]]> : tensor<3x5xf32>
  return %x : tensor<3x5xf32>
}
func.func private @expected() -> (tensor<3x2xf32>, tensor<3x2xi32>, tensor<1x5xf32>, tensor<1x5xi32>, tensor<3x5xf32>, tensor<3x5xi32>) {
  %a = stablehlo.constant dense<[[7.0, 7.0], [3.0, 2.0], [0.25, -0.5]]> : tensor<3x2xf32>
  %b = stablehlo.constant dense<[[1, 3], [0, 1], [2, 4]]> : tensor<3x2xi32>
  %c = stablehlo.constant dense<[[-4.0, -4.0, -2.0, -9.0, -1.0]]> : tensor<1x5xf32>
  %d = stablehlo.constant dense<[[2, 2, 0, 2, 1]]> : tensor<1x5xi32>
  %e = stablehlo.constant dense<[[7.0, 7.0, 1.0, 0.5, -2.0], [3.0, 2.0, 1.0, 0.0, -1.0], [0.25, -0.5, -4.0, -4.0, -9.0]]> : tensor<3x5xf32>
  %f = stablehlo.constant dense<[[1, 3, 0, 4, 2], [0, 1, 2, 3, 4], [2, 4, 0, 1, 3]]> : tensor<3x5xi32>
  return %a, %b, %c, %d, %e, %f : tensor<3x2xf32>, tensor<3x2xi32>, tensor<1x5xf32>, tensor<1x5xi32>, tensor<3x5xf32>, tensor<3x5xi32>
}
func.func public @main() {
  %x = call @inputs() : () -> tensor<3x5xf32>
  %want:6 = call @expected() : () -> (tensor<3x2xf32>, tensor<3x2xi32>, tensor<1x5xf32>, tensor<1x5xi32>, tensor<3x5xf32>, tensor<3x5xi32>)
  %columns = stablehlo.iota dim = 1 : tensor<3x5xi32>
  %rows = stablehlo.iota dim = 0 : tensor<3x5xi32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %high = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %a:2 = stablehlo.custom_call @ApproxTopK(%x, %columns, %low, %none) {backend_config = "", called_computations = [@top_k_gt_f32_comparator], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.949999988 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 2 : i64}} : (tensor<3x5xf32>, tensor<3x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  %b:2 = stablehlo.custom_call @ApproxTopK(%x, %rows, %high, %none) {backend_config = "", called_computations = [@top_k_lt_f32_comparator], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.899999976 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 1 : i64}} : (tensor<3x5xf32>, tensor<3x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<1x5xf32>, tensor<1x5xi32>)
  %c:2 = stablehlo.custom_call @ApproxTopK(%x, %columns, %low, %none) {backend_config = "", called_computations = [@top_k_gt_f32_comparator], mhlo.backend_config = {aggregate_to_topk = false, is_fallback = true, recall_target = 0.949999988 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 2 : i64}} : (tensor<3x5xf32>, tensor<3x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<3x5xf32>, tensor<3x5xi32>)
  stablehlo.custom_call @check.expect_eq(%a#0, %want#0) {has_side_effect = true} : (tensor<3x2xf32>, tensor<3x2xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%a#1, %want#1) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  stablehlo.custom_call @check.expect_eq(%b#0, %want#2) {has_side_effect = true} : (tensor<1x5xf32>, tensor<1x5xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%b#1, %want#3) {has_side_effect = true} : (tensor<1x5xi32>, tensor<1x5xi32>) -> ()
  stablehlo.custom_call @check.expect_eq(%c#0, %want#4) {has_side_effect = true} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%c#1, %want#5) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
  return
}
