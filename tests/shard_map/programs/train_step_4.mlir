module @jit_train_step_4 attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<6x5xf32>, %arg1: tensor<5xf32>, %arg2: tensor<16x6xf32>, %arg3: tensor<16xf32>) -> (tensor<6x5xf32>, tensor<5xf32>, tensor<f32>) {
    %0:7 = sdy.manual_computation(%arg0, %arg1, %arg2, %arg3) in_shardings=[<@mesh, [{}, {}]>, <@mesh, [{}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{}]>, <@mesh, []>] manual_axes={"x"} (%arg4: tensor<6x5xf32>, %arg5: tensor<5xf32>, %arg6: tensor<4x6xf32>, %arg7: tensor<4xf32>) {
      %8 = stablehlo.dot_general %arg6, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
      %9 = stablehlo.tanh %8 : tensor<4x5xf32>
      %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x5xf32>
      %11 = stablehlo.subtract %10, %9 : tensor<4x5xf32>
      %12 = stablehlo.dot_general %9, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4xf32>
      %13 = stablehlo.subtract %12, %arg7 : tensor<4xf32>
      %14 = stablehlo.multiply %13, %13 : tensor<4xf32>
      %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %15 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4xf32>
      %16 = stablehlo.multiply %15, %13 : tensor<4xf32>
      %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %17 = stablehlo.reduce(%14 init: %cst_4) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
      %cst_5 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
      %18 = stablehlo.divide %17, %cst_5 : tensor<f32>
      %19 = "stablehlo.all_reduce"(%18) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
        %23 = stablehlo.add %arg8, %arg9 : tensor<f32>
        stablehlo.return %23 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      %cst_6 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
      %20 = stablehlo.divide %19, %cst_6 : tensor<f32>
      %21 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<1xf32>
      %cst_7 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
      %22 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<1xf32>
      sdy.return %9, %11, %arg5, %16, %21, %22, %20 : tensor<4x5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<f32>
    } : (tensor<6x5xf32>, tensor<5xf32>, tensor<16x6xf32>, tensor<16xf32>) -> (tensor<16x5xf32>, tensor<16x5xf32>, tensor<20xf32>, tensor<16xf32>, tensor<4xf32>, tensor<1xf32>, tensor<f32>)
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1:2 = sdy.manual_computation(%cst, %arg2, %0#0, %0#1, %0#2, %0#3, %0#4, %0#5) in_shardings=[<@mesh, []>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{}, {}]>, <@mesh, [{}]>] manual_axes={"x"} (%arg4: tensor<f32>, %arg5: tensor<4x6xf32>, %arg6: tensor<4x5xf32>, %arg7: tensor<4x5xf32>, %arg8: tensor<5xf32>, %arg9: tensor<4xf32>, %arg10: tensor<1xf32>, %arg11: tensor<1xf32>) {
      %8 = stablehlo.reshape %arg10 : (tensor<1xf32>) -> tensor<f32>
      %9 = stablehlo.reshape %arg11 : (tensor<1xf32>) -> tensor<f32>
      %10 = stablehlo.divide %arg4, %9 : tensor<f32>
      %11 = stablehlo.divide %10, %8 : tensor<f32>
      %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f32>) -> tensor<4xf32>
      %13 = stablehlo.multiply %12, %arg9 : tensor<4xf32>
      %14 = stablehlo.dot_general %13, %arg6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<5xf32>
      %15 = stablehlo.dot_general %13, %arg8, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<5xf32>) -> tensor<4x5xf32>
      %16 = "stablehlo.all_reduce"(%14) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
        %23 = stablehlo.add %arg12, %arg13 : tensor<f32>
        stablehlo.return %23 : tensor<f32>
      }) : (tensor<5xf32>) -> tensor<5xf32>
      %17 = stablehlo.multiply %15, %arg7 : tensor<4x5xf32>
      %18 = stablehlo.multiply %17, %arg6 : tensor<4x5xf32>
      %19 = stablehlo.add %17, %18 : tensor<4x5xf32>
      %20 = stablehlo.dot_general %19, %arg5, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x5xf32>, tensor<4x6xf32>) -> tensor<5x6xf32>
      %21 = stablehlo.transpose %20, dims = [1, 0] : (tensor<5x6xf32>) -> tensor<6x5xf32>
      %22 = "stablehlo.all_reduce"(%21) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
        %23 = stablehlo.add %arg12, %arg13 : tensor<f32>
        stablehlo.return %23 : tensor<f32>
      }) : (tensor<6x5xf32>) -> tensor<6x5xf32>
      sdy.return %22, %16 : tensor<6x5xf32>, tensor<5xf32>
    } : (tensor<f32>, tensor<16x6xf32>, tensor<16x5xf32>, tensor<16x5xf32>, tensor<20xf32>, tensor<16xf32>, tensor<4xf32>, tensor<1xf32>) -> (tensor<6x5xf32>, tensor<5xf32>)
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x5xf32>
    %3 = stablehlo.multiply %2, %1#0 : tensor<6x5xf32>
    %4 = stablehlo.subtract %arg0, %3 : tensor<6x5xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %6 = stablehlo.multiply %5, %1#1 : tensor<5xf32>
    %7 = stablehlo.subtract %arg1, %6 : tensor<5xf32>
    return %4, %7, %0#6 : tensor<6x5xf32>, tensor<5xf32>, tensor<f32>
  }
}
