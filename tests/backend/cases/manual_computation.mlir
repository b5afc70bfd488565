// jax.shard_map over a mesh of one device with a loop and collectives of one member: the sums and the gathered rows of one device are its
// own. Three steps of h -> 2 h + total(h) from {1, 2, 3} by hand: {8, 10, 12}, {46, 50, 54}, {242, 250, 258}; the sums were 6, 30, 150.
module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=1]> {stablehlo.mesh = {axes = [{name = "x", size = 1 : i64}]}}
  func.func private @inputs() -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
    return %x : tensor<3xf32>
  }
  func.func private @expected() -> (tensor<3xf32>, tensor<ui32>) {
    %a = stablehlo.constant dense<[242.0, 250.0, 258.0]> : tensor<3xf32>
    %b = stablehlo.constant dense<0> : tensor<ui32>
    return %a, %b : tensor<3xf32>, tensor<ui32>
  }
  func.func public @main() {
    %x = call @inputs() : () -> tensor<3xf32>
    %want:2 = call @expected() : () -> (tensor<3xf32>, tensor<ui32>)
    %two = stablehlo.add %x, %x : tensor<3xf32>
    %factor = stablehlo.divide %two, %x : tensor<3xf32>
    %0:2 = sdy.manual_computation(%x, %factor) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{"x"}]>, <@mesh, []>] manual_axes={"x"} (%arg1: tensor<3xf32>, %f: tensor<3xf32>) {
      %c = stablehlo.constant dense<0> : tensor<i32>
      %1:2 = stablehlo.while(%i = %c, %h = %arg1) : tensor<i32>, tensor<3xf32>
      cond {
        %n = stablehlo.constant dense<3> : tensor<i32>
        %2 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %2 : tensor<i1>
      } do {
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %2 = stablehlo.reduce(%h init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
        %3 = "stablehlo.all_reduce"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<0> : tensor<1x1xi64>, use_global_device_ids}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %9 = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %9 : tensor<f32>
        }) : (tensor<f32>) -> tensor<f32>
        %4 = "stablehlo.all_gather"(%h) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<0> : tensor<1x1xi64>, use_global_device_ids}> : (tensor<3xf32>) -> tensor<3xf32>
        %5 = stablehlo.multiply %4, %f : tensor<3xf32>
        %6 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %7 = stablehlo.add %5, %6 : tensor<3xf32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %8 = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %8, %7 : tensor<i32>, tensor<3xf32>
      }
      %10 = stablehlo.partition_id : tensor<ui32>
      sdy.return %1#1, %10 : tensor<3xf32>, tensor<ui32>
    } : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<ui32>)
    stablehlo.custom_call @check.expect_eq(%0#0, %want#0) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%0#1, %want#1) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ()
    return
  }
}
