#map = #stablehlo.bounds<4, ?>
!t = tensor<2x!quant.uniform<i8:f32:0, {0.5:-3, 0.25}>>
module @m attributes {mhlo.num_replicas = 2 : i32, a = [1, "x", @f, {b}]} {
  func.func private @f(%a: tensor<2x3xf32> {x.y = unit} loc("a")) -> (tensor<2x3xf32> {jax.result_info = "r"}) {
    %0 = stablehlo.constant dense<[[1.0, -2.5e1, 0x7FC00000], [1.0, 2.0, 3.0]]> : tensor<2x3xf32>
    %1 = stablehlo.add %a, %0 : tensor<2x3xf32>
    return %1 : tensor<2x3xf32>
  }
  func.func public @main(%x: tensor<2x3xf32>, %p: tensor<i1>, %i: tensor<i32>, %q: !t, %d: tensor<?xf32, #stablehlo.bounds<4>>) -> (tensor<2xf32>, tensor<i32>) {
    %c = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
    %0 = call @f(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %2:2 = stablehlo.while(%k = %i, %v = %1) : tensor<i32>, tensor<2xf32> cond {
      %3 = stablehlo.compare LT, %k, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = "stablehlo.if"(%p) ({
        stablehlo.return %v : tensor<2xf32>
      }, {
        %4 = stablehlo.slice %0 [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
        stablehlo.return %1 : tensor<2xf32>
      }) : (tensor<i1>) -> tensor<2xf32>
      stablehlo.return %k, %3 : tensor<i32>, tensor<2xf32>
    }
    %5 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1], precision = [DEFAULT, HIGH] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
    %6 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<i32>) -> tensor<3xf32>
    %7 = stablehlo.custom_call @t(%x) {backend_config = "", api_version = 2 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %2#1, %2#0 : tensor<2xf32>, tensor<i32>
  }
}
