// async_start and async_done, made by tests/backend/vectors/cases_transfers.py
module {
  func.func private @inputs() -> (tensor<3xf32>) {
    %x = stablehlo.constant dense<"0x0000803F0000804000001041"> : tensor<3xf32>
    return %x : tensor<3xf32>
  }
  func.func public @main() {
    %given = call @inputs() : () -> (tensor<3xf32>)
    %f = "stablehlo.async_start"(%given) ({
    ^bb0(%v: tensor<3xf32>):
      %s = stablehlo.slice %v [1:3] : (tensor<3xf32>) -> tensor<2xf32>
      stablehlo.return %s : tensor<2xf32>
    }) : (tensor<3xf32>) -> !stablehlo.future<tensor<2xf32>>
    %y = stablehlo.multiply %given, %given : tensor<3xf32>
    %d = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
    %e = stablehlo.slice %y [0:2] : (tensor<3xf32>) -> tensor<2xf32>
    %r = stablehlo.add %e, %d : tensor<2xf32>
    %expected0 = stablehlo.constant dense<"0x0000A0400000C841"> : tensor<2xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
}
