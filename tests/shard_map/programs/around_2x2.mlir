module @jit_around_2x2 attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<8x4xf32>, %arg1: tensor<4x4xf32>) -> (tensor<f32>, tensor<4x8xf32>, tensor<4x4xf32>) {
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<8x4xf32>
    %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
    %3:2 = sdy.manual_computation(%2, %arg1) in_shardings=[<@mesh, [{"y"}, {"x"}]>, <@mesh, [{}, {}]>] out_shardings=[<@mesh, [{"y"}, {}]>, <@mesh, [{"y"}, {"x"}]>] manual_axes={"x", "y"} (%arg2: tensor<2x4xf32>, %arg3: tensor<4x4xf32>) {
      %8 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
      %9 = "stablehlo.all_reduce"(%8) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %17 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %17 : tensor<f32>
      }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
      %c = stablehlo.constant dense<2> : tensor<ui32>
      %c_1 = stablehlo.constant dense<2> : tensor<ui32>
      %10 = stablehlo.partition_id : tensor<ui32>
      %11 = stablehlo.divide %10, %c : tensor<ui32>
      %12 = stablehlo.remainder %11, %c_1 : tensor<ui32>
      %13 = stablehlo.convert %12 : (tensor<ui32>) -> tensor<i32>
      %14 = stablehlo.convert %13 : (tensor<i32>) -> tensor<f32>
      %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %16 = stablehlo.add %arg2, %15 : tensor<2x4xf32>
      sdy.return %9, %16 : tensor<2x4xf32>, tensor<2x4xf32>
    } : (tensor<4x8xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x8xf32>)
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %5 = stablehlo.add %3#0, %4 : tensor<4x4xf32>
    %6:2 = sdy.manual_computation(%5, %3#1) in_shardings=[<@mesh, [{}, {"x"}]>, <@mesh, [{"y"}, {"x"}]>] out_shardings=[<@mesh, []>, <@mesh, [{"y"}, {"x"}]>] manual_axes={"x", "y"} (%arg2: tensor<4x2xf32>, %arg3: tensor<2x4xf32>) {
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %8 = stablehlo.reduce(%arg2 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
      %9 = "stablehlo.all_reduce"(%8) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %12 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %12 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
      %11 = stablehlo.subtract %arg3, %10 : tensor<2x4xf32>
      sdy.return %9, %11 : tensor<f32>, tensor<2x4xf32>
    } : (tensor<4x4xf32>, tensor<4x8xf32>) -> (tensor<f32>, tensor<4x8xf32>)
    %7 = stablehlo.reverse %3#0, dims = [0] : tensor<4x4xf32>
    return %6#0, %6#1, %7 : tensor<f32>, tensor<4x8xf32>, tensor<4x4xf32>
  }
}
