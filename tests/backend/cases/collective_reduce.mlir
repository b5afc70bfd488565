// collective_reduce, made by tests/backend/vectors/cases_transfers.py
module {
  func.func private @reduce(%x: tensor<2xf32>) -> tensor<2xf32> {
    %r = "stablehlo.collective_reduce"(%x) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[1, 0, 2]]> : tensor<1x3xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    return %r : tensor<2xf32>
  }
  func.func public @main() {
    %in0_0 = stablehlo.constant dense<"0x0000803F00000040"> : tensor<2xf32>
    %in1_0 = stablehlo.constant dense<"0x000020410000A041"> : tensor<2xf32>
    %in2_0 = stablehlo.constant dense<"0x0000C84200004843"> : tensor<2xf32>
    %out:3 = "interpreter.run_parallel"(%in0_0, %in1_0, %in2_0) {
      programs = [[@reduce], [@reduce], [@reduce]]
    } : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
    check.expect_eq_const %out#0, dense<"0x0000000000000000"> : tensor<2xf32>
    check.expect_eq_const %out#1, dense<"0x0000DE4200005E43"> : tensor<2xf32>
    check.expect_eq_const %out#2, dense<"0x0000000000000000"> : tensor<2xf32>
    return
  }
}
