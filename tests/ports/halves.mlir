// Element-wise f16 with each of its operations: sums, products, quotients, roots, limits, comparisons; a row and a value for all of x.
func.func @main(%x: tensor<62x1024xf16>, %row: tensor<1024xf16>, %one: tensor<f16>) -> (tensor<62x1024xf16>, tensor<62x1024xf16>) {
  %least = stablehlo.constant dense<6.0e-08> : tensor<62x1024xf16>
  %most = stablehlo.constant dense<1000.0> : tensor<62x1024xf16>
  %half = stablehlo.constant dense<1.5> : tensor<62x1024xf16>
  %r = stablehlo.broadcast_in_dim %row, dims = [1] : (tensor<1024xf16>) -> tensor<62x1024xf16>
  %v = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f16>) -> tensor<62x1024xf16>
  %a = stablehlo.abs %x : tensor<62x1024xf16>
  %b = stablehlo.sqrt %a : tensor<62x1024xf16>
  %c = stablehlo.maximum %a, %least : tensor<62x1024xf16>
  %d = stablehlo.divide %r, %c : tensor<62x1024xf16>
  %e = stablehlo.multiply %x, %half : tensor<62x1024xf16>
  %f = stablehlo.add %e, %r : tensor<62x1024xf16>
  %g = stablehlo.compare LT, %x, %v : (tensor<62x1024xf16>, tensor<62x1024xf16>) -> tensor<62x1024xi1>
  %h = stablehlo.compare GE, %b, %r : (tensor<62x1024xf16>, tensor<62x1024xf16>) -> tensor<62x1024xi1>
  %i = stablehlo.and %g, %h : tensor<62x1024xi1>
  %j = stablehlo.select %i, %d, %f : tensor<62x1024xi1>, tensor<62x1024xf16>
  %k = stablehlo.minimum %j, %most : tensor<62x1024xf16>
  %l = stablehlo.floor %k : tensor<62x1024xf16>
  %m = stablehlo.subtract %l, %b : tensor<62x1024xf16>
  %n = stablehlo.multiply %x, %x : tensor<62x1024xf16>
  return %m, %n : tensor<62x1024xf16>, tensor<62x1024xf16>
}
