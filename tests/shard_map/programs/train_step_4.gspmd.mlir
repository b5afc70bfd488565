module @jit_train_step_4 attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x5xf32>, %arg1: tensor<5xf32>, %arg2: tensor<16x6xf32>, %arg3: tensor<16xf32>) -> (tensor<6x5xf32>, tensor<5xf32>, tensor<f32>) {
    %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<6x5xf32>) -> tensor<6x5xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<6x5xf32>) -> tensor<6x5xf32>
    %2 = stablehlo.custom_call @Sharding(%arg1) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<5xf32>) -> tensor<5xf32>
    %3 = stablehlo.custom_call @SPMDFullToShardShape(%2) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<5xf32>) -> tensor<5xf32>
    %4 = stablehlo.custom_call @Sharding(%arg2) {backend_config = "", mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<16x6xf32>) -> tensor<16x6xf32>
    %5 = stablehlo.custom_call @SPMDFullToShardShape(%4) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<16x6xf32>) -> tensor<4x6xf32>
    %6 = stablehlo.custom_call @Sharding(%arg3) {backend_config = "", mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<16xf32>) -> tensor<16xf32>
    %7 = stablehlo.custom_call @SPMDFullToShardShape(%6) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<16xf32>) -> tensor<4xf32>
    %8:7 = call @shmap_body(%1, %3, %5, %7) : (tensor<6x5xf32>, tensor<5xf32>, tensor<4x6xf32>, tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<f32>)
    %9 = stablehlo.custom_call @Sharding(%8#0) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %10 = stablehlo.custom_call @SPMDShardToFullShape(%9) {backend_config = "", mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<4x5xf32>) -> tensor<16x5xf32>
    %11 = stablehlo.custom_call @Sharding(%8#1) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %12 = stablehlo.custom_call @SPMDShardToFullShape(%11) {backend_config = "", mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<4x5xf32>) -> tensor<16x5xf32>
    %13 = stablehlo.custom_call @Sharding(%8#2) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<5xf32>) -> tensor<5xf32>
    %14 = stablehlo.custom_call @SPMDShardToFullShape(%13) {backend_config = "", mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<5xf32>) -> tensor<20xf32>
    %15 = stablehlo.custom_call @Sharding(%8#3) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<4xf32>
    %16 = stablehlo.custom_call @SPMDShardToFullShape(%15) {backend_config = "", mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<4xf32>) -> tensor<16xf32>
    %17 = stablehlo.custom_call @Sharding(%8#4) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<1xf32>) -> tensor<1xf32>
    %18 = stablehlo.custom_call @SPMDShardToFullShape(%17) {backend_config = "", mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<1xf32>) -> tensor<4xf32>
    %19 = stablehlo.custom_call @Sharding(%8#5) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<1xf32>) -> tensor<1xf32>
    %20 = stablehlo.custom_call @SPMDShardToFullShape(%19) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<1xf32>) -> tensor<1xf32>
    %21 = stablehlo.custom_call @Sharding(%8#6) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<f32>) -> tensor<f32>
    %22 = stablehlo.custom_call @SPMDShardToFullShape(%21) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<f32>) -> tensor<f32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %23 = stablehlo.custom_call @Sharding(%cst) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<f32>) -> tensor<f32>
    %24 = stablehlo.custom_call @SPMDFullToShardShape(%23) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<f32>) -> tensor<f32>
    %25 = stablehlo.custom_call @Sharding(%arg2) {backend_config = "", mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<16x6xf32>) -> tensor<16x6xf32>
    %26 = stablehlo.custom_call @SPMDFullToShardShape(%25) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<16x6xf32>) -> tensor<4x6xf32>
    %27 = stablehlo.custom_call @Sharding(%10) {backend_config = "", mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<16x5xf32>) -> tensor<16x5xf32>
    %28 = stablehlo.custom_call @SPMDFullToShardShape(%27) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<16x5xf32>) -> tensor<4x5xf32>
    %29 = stablehlo.custom_call @Sharding(%12) {backend_config = "", mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<16x5xf32>) -> tensor<16x5xf32>
    %30 = stablehlo.custom_call @SPMDFullToShardShape(%29) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<16x5xf32>) -> tensor<4x5xf32>
    %31 = stablehlo.custom_call @Sharding(%14) {backend_config = "", mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<20xf32>) -> tensor<20xf32>
    %32 = stablehlo.custom_call @SPMDFullToShardShape(%31) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<20xf32>) -> tensor<5xf32>
    %33 = stablehlo.custom_call @Sharding(%16) {backend_config = "", mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<16xf32>) -> tensor<16xf32>
    %34 = stablehlo.custom_call @SPMDFullToShardShape(%33) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<16xf32>) -> tensor<4xf32>
    %35 = stablehlo.custom_call @Sharding(%18) {backend_config = "", mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<4xf32>) -> tensor<4xf32>
    %36 = stablehlo.custom_call @SPMDFullToShardShape(%35) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<1xf32>
    %37 = stablehlo.custom_call @Sharding(%20) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<1xf32>) -> tensor<1xf32>
    %38 = stablehlo.custom_call @SPMDFullToShardShape(%37) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<1xf32>) -> tensor<1xf32>
    %39:2 = call @shmap_body_0(%24, %26, %28, %30, %32, %34, %36, %38) : (tensor<f32>, tensor<4x6xf32>, tensor<4x5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<6x5xf32>, tensor<5xf32>)
    %40 = stablehlo.custom_call @Sharding(%39#0) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<6x5xf32>) -> tensor<6x5xf32>
    %41 = stablehlo.custom_call @SPMDShardToFullShape(%40) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<6x5xf32>) -> tensor<6x5xf32>
    %42 = stablehlo.custom_call @Sharding(%39#1) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<5xf32>) -> tensor<5xf32>
    %43 = stablehlo.custom_call @SPMDShardToFullShape(%42) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<5xf32>) -> tensor<5xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x5xf32>
    %45 = stablehlo.multiply %44, %41 : tensor<6x5xf32>
    %46 = stablehlo.subtract %arg0, %45 : tensor<6x5xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %48 = stablehlo.multiply %47, %43 : tensor<5xf32>
    %49 = stablehlo.subtract %arg1, %48 : tensor<5xf32>
    return %46, %49, %22 : tensor<6x5xf32>, tensor<5xf32>, tensor<f32>
  }
  func.func private @shmap_body(%arg0: tensor<6x5xf32>, %arg1: tensor<5xf32>, %arg2: tensor<4x6xf32>, %arg3: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<f32>) {
    %0 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
    %1 = stablehlo.tanh %0 : tensor<4x5xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x5xf32>
    %3 = stablehlo.subtract %2, %1 : tensor<4x5xf32>
    %4 = stablehlo.dot_general %1, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4xf32>
    %5 = stablehlo.subtract %4, %arg3 : tensor<4xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %10 = stablehlo.divide %9, %cst_2 : tensor<f32>
    %11 = "stablehlo.all_reduce"(%10) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %15 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %15 : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_3 : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %cst_4 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<1xf32>
    return %1, %3, %arg1, %8, %13, %14, %12 : tensor<4x5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<f32>
  }
  func.func private @shmap_body_0(%arg0: tensor<f32>, %arg1: tensor<4x6xf32>, %arg2: tensor<4x5xf32>, %arg3: tensor<4x5xf32>, %arg4: tensor<5xf32>, %arg5: tensor<4xf32>, %arg6: tensor<1xf32>, %arg7: tensor<1xf32>) -> (tensor<6x5xf32>, tensor<5xf32>) {
    %0 = stablehlo.reshape %arg6 : (tensor<1xf32>) -> tensor<f32>
    %1 = stablehlo.reshape %arg7 : (tensor<1xf32>) -> tensor<f32>
    %2 = stablehlo.divide %arg0, %1 : tensor<f32>
    %3 = stablehlo.divide %2, %0 : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %5 = stablehlo.multiply %4, %arg5 : tensor<4xf32>
    %6 = stablehlo.dot_general %5, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<5xf32>
    %7 = stablehlo.dot_general %5, %arg4, contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<4xf32>, tensor<5xf32>) -> tensor<4x5xf32>
    %8 = "stablehlo.all_reduce"(%6) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
      %15 = stablehlo.add %arg8, %arg9 : tensor<f32>
      stablehlo.return %15 : tensor<f32>
    }) : (tensor<5xf32>) -> tensor<5xf32>
    %9 = stablehlo.multiply %7, %arg3 : tensor<4x5xf32>
    %10 = stablehlo.multiply %9, %arg2 : tensor<4x5xf32>
    %11 = stablehlo.add %9, %10 : tensor<4x5xf32>
    %12 = stablehlo.dot_general %11, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x5xf32>, tensor<4x6xf32>) -> tensor<5x6xf32>
    %13 = stablehlo.transpose %12, dims = [1, 0] : (tensor<5x6xf32>) -> tensor<6x5xf32>
    %14 = "stablehlo.all_reduce"(%13) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%arg8: tensor<f32>, %arg9: tensor<f32>):
      %15 = stablehlo.add %arg8, %arg9 : tensor<f32>
      stablehlo.return %15 : tensor<f32>
    }) : (tensor<6x5xf32>) -> tensor<6x5xf32>
    return %14, %8 : tensor<6x5xf32>, tensor<5xf32>
  }
}
