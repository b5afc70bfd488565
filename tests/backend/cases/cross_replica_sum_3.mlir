// cross-replica-sum, made by tests/backend/vectors/cases_transfers.py
module {
  func.func private @sum(%x: tensor<3xf32>) -> tensor<3xf32> {
    %r = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<3xf32>) -> tensor<3xf32>
    return %r : tensor<3xf32>
  }
  func.func public @main() {
    %in0_0 = stablehlo.constant dense<"0x0000803F0000004000004040"> : tensor<3xf32>
    %in1_0 = stablehlo.constant dense<"0x000020410000A0410000F041"> : tensor<3xf32>
    %in2_0 = stablehlo.constant dense<"0x0000C8420000484300009643"> : tensor<3xf32>
    %out:3 = "interpreter.run_parallel"(%in0_0, %in1_0, %in2_0) {
      programs = [[@sum], [@sum], [@sum]]
    } : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
    check.expect_eq_const %out#0, dense<"0x0000DE4200005E430080A643"> : tensor<3xf32>
    check.expect_eq_const %out#1, dense<"0x0000DE4200005E430080A643"> : tensor<3xf32>
    check.expect_eq_const %out#2, dense<"0x0000DE4200005E430080A643"> : tensor<3xf32>
    return
  }
}
