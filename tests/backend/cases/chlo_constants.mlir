// chlo.constant and constant_like, made by tests/backend/vectors/cases_chlo.py
module {
  func.func private @inputs() -> (tensor<2x3xf32>) {
    %x = stablehlo.constant dense<"0xAF3F0C3F08BD6BBF8505EBBFB189F7BFF564A03FB354D33F"> : tensor<2x3xf32>
    return %x : tensor<2x3xf32>
  }
  func.func public @main() {
    %given = call @inputs() : () -> (tensor<2x3xf32>)
    %l = "chlo.constant_like"(%given) {value = 2.5 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %c = chlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
    %b = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
    %s = stablehlo.multiply %given, %l : tensor<2x3xf32>
    %r = stablehlo.multiply %s, %b : tensor<2x3xf32>
    %expected0 = stablehlo.constant dense<"0x9B4FAF3F255693C02C555CC10FB69AC0327EC840681F4641"> : tensor<2x3xf32>
    stablehlo.custom_call @check.expect_eq(%r, %expected0) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
    return
  }
}
