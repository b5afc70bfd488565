// send and recv between members, made by tests/backend/vectors/cases_transfers.py
module {
  func.func private @swap(%x: tensor<4xi32>) -> tensor<4xi32> {
    %t0 = stablehlo.create_token : !stablehlo.token
    %t1 = "stablehlo.send"(%x, %t0) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, is_host_transfer = false,
      source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<4xi32>, !stablehlo.token) -> !stablehlo.token
    %y, %t2 = "stablehlo.recv"(%t1) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, is_host_transfer = false,
      source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<4xi32>, !stablehlo.token)
    %r = stablehlo.subtract %y, %x : tensor<4xi32>
    return %r : tensor<4xi32>
  }
  func.func public @main() {
    %in0_0 = stablehlo.constant dense<"0x01000000020000000300000004000000"> : tensor<4xi32>
    %in1_0 = stablehlo.constant dense<"0x0A0000001E0000003200000046000000"> : tensor<4xi32>
    %out:2 = "interpreter.run_parallel"(%in0_0, %in1_0) {
      programs = [[@swap], [@swap]]
    } : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
    check.expect_eq_const %out#0, dense<"0x090000001C0000002F00000042000000"> : tensor<4xi32>
    check.expect_eq_const %out#1, dense<"0xF7FFFFFFE4FFFFFFD1FFFFFFBEFFFFFF"> : tensor<4xi32>
    return
  }
}
