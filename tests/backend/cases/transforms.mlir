// Fourier transforms that devices have launches for, beside products with the matrices of their definition: radices whose sums stand in the
// text (2, 3, 5, 7) and one that is a loop (17), along the last dimension and one before it, of reals, inverse and not.
func.func private @signal(%many: tensor<i32>) -> tensor<2448xf32> {
  %i = stablehlo.iota dim = 0 : tensor<2448xi32>
  %c37 = stablehlo.constant dense<37> : tensor<2448xi32>
  %prime = stablehlo.broadcast_in_dim %many, dims = [] : (tensor<i32>) -> tensor<2448xi32>
  %half = stablehlo.constant dense<50.0> : tensor<2448xf32>
  %m = stablehlo.multiply %i, %c37 : tensor<2448xi32>
  %r = stablehlo.remainder %m, %prime : tensor<2448xi32>
  %x = stablehlo.convert %r : (tensor<2448xi32>) -> tensor<2448xf32>
  %s = stablehlo.divide %x, %half : tensor<2448xf32>
  return %s : tensor<2448xf32>
}
func.func private @roots34() -> tensor<34x34xcomplex<f32>> {
  %k = stablehlo.iota dim = 0 : tensor<34x34xi32>
  %j = stablehlo.iota dim = 1 : tensor<34x34xi32>
  %n = stablehlo.constant dense<34> : tensor<34x34xi32>
  %turn = stablehlo.constant dense<-0.18479956785822313> : tensor<34x34xf32>
  %kj = stablehlo.multiply %k, %j : tensor<34x34xi32>
  %turns = stablehlo.remainder %kj, %n : tensor<34x34xi32>
  %whole = stablehlo.convert %turns : (tensor<34x34xi32>) -> tensor<34x34xf32>
  %angle = stablehlo.multiply %whole, %turn : tensor<34x34xf32>
  %cos = stablehlo.cosine %angle : tensor<34x34xf32>
  %sin = stablehlo.sine %angle : tensor<34x34xf32>
  %roots = stablehlo.complex %cos, %sin : tensor<34x34xcomplex<f32>>
  return %roots : tensor<34x34xcomplex<f32>>
}
func.func private @roots36() -> tensor<36x36xcomplex<f32>> {
  %k = stablehlo.iota dim = 0 : tensor<36x36xi32>
  %j = stablehlo.iota dim = 1 : tensor<36x36xi32>
  %n = stablehlo.constant dense<36> : tensor<36x36xi32>
  %turn = stablehlo.constant dense<-0.17453292519943295> : tensor<36x36xf32>
  %kj = stablehlo.multiply %k, %j : tensor<36x36xi32>
  %turns = stablehlo.remainder %kj, %n : tensor<36x36xi32>
  %whole = stablehlo.convert %turns : (tensor<36x36xi32>) -> tensor<36x36xf32>
  %angle = stablehlo.multiply %whole, %turn : tensor<36x36xf32>
  %cos = stablehlo.cosine %angle : tensor<36x36xf32>
  %sin = stablehlo.sine %angle : tensor<36x36xf32>
  %roots = stablehlo.complex %cos, %sin : tensor<36x36xcomplex<f32>>
  return %roots : tensor<36x36xcomplex<f32>>
}
func.func private @roots630() -> tensor<630x630xcomplex<f32>> {
  %k = stablehlo.iota dim = 0 : tensor<630x630xi32>
  %j = stablehlo.iota dim = 1 : tensor<630x630xi32>
  %n = stablehlo.constant dense<630> : tensor<630x630xi32>
  %turn = stablehlo.constant dense<-0.009973310011396168> : tensor<630x630xf32>
  %kj = stablehlo.multiply %k, %j : tensor<630x630xi32>
  %turns = stablehlo.remainder %kj, %n : tensor<630x630xi32>
  %whole = stablehlo.convert %turns : (tensor<630x630xi32>) -> tensor<630x630xf32>
  %angle = stablehlo.multiply %whole, %turn : tensor<630x630xf32>
  %cos = stablehlo.cosine %angle : tensor<630x630xf32>
  %sin = stablehlo.sine %angle : tensor<630x630xf32>
  %roots = stablehlo.complex %cos, %sin : tensor<630x630xcomplex<f32>>
  return %roots : tensor<630x630xcomplex<f32>>
}
func.func public @main() {
  %p = stablehlo.constant dense<101> : tensor<i32>
  %q = stablehlo.constant dense<103> : tensor<i32>
  %re = call @signal(%p) : (tensor<i32>) -> tensor<2448xf32>
  %im = call @signal(%q) : (tensor<i32>) -> tensor<2448xf32>
  %line = stablehlo.complex %re, %im : tensor<2448xcomplex<f32>>
  %w34 = call @roots34() : () -> tensor<34x34xcomplex<f32>>
  %w36 = call @roots36() : () -> tensor<36x36xcomplex<f32>>
  %w630 = call @roots630() : () -> tensor<630x630xcomplex<f32>>
  // Along both dimensions.
  %x = stablehlo.reshape %line : (tensor<2448xcomplex<f32>>) -> tensor<2x34x36xcomplex<f32>>
  %a = stablehlo.fft %x, type = FFT, length = [34, 36] : (tensor<2x34x36xcomplex<f32>>) -> tensor<2x34x36xcomplex<f32>>
  %rows = stablehlo.dot_general %x, %w36, contracting_dims = [2] x [0] : (tensor<2x34x36xcomplex<f32>>, tensor<36x36xcomplex<f32>>) -> tensor<2x34x36xcomplex<f32>>
  %columns = stablehlo.dot_general %rows, %w34, contracting_dims = [1] x [0] : (tensor<2x34x36xcomplex<f32>>, tensor<34x34xcomplex<f32>>) -> tensor<2x36x34xcomplex<f32>>
  %want_a = stablehlo.transpose %columns, dims = [0, 2, 1] : (tensor<2x36x34xcomplex<f32>>) -> tensor<2x34x36xcomplex<f32>>
  check.expect_almost_eq %a, %want_a {tolerance = 1.0e-3 : f64} : tensor<2x34x36xcomplex<f32>>
  // Of reals.
  %first = stablehlo.slice %re [0:1890] : (tensor<2448xf32>) -> tensor<1890xf32>
  %y = stablehlo.reshape %first : (tensor<1890xf32>) -> tensor<3x630xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<3x630xf32>
  %yc = stablehlo.complex %y, %zero : tensor<3x630xcomplex<f32>>
  %b = stablehlo.fft %y, type = RFFT, length = [630] : (tensor<3x630xf32>) -> tensor<3x316xcomplex<f32>>
  %all = stablehlo.dot_general %yc, %w630, contracting_dims = [1] x [0] : (tensor<3x630xcomplex<f32>>, tensor<630x630xcomplex<f32>>) -> tensor<3x630xcomplex<f32>>
  %want_b = stablehlo.slice %all [0:3, 0:316] : (tensor<3x630xcomplex<f32>>) -> tensor<3x316xcomplex<f32>>
  check.expect_almost_eq %b, %want_b {tolerance = 1.0e-3 : f64} : tensor<3x316xcomplex<f32>>
  // And back.
  %c = stablehlo.fft %a, type = IFFT, length = [34, 36] : (tensor<2x34x36xcomplex<f32>>) -> tensor<2x34x36xcomplex<f32>>
  check.expect_almost_eq %c, %x {tolerance = 1.0e-5 : f64} : tensor<2x34x36xcomplex<f32>>
  %d = stablehlo.fft %b, type = IRFFT, length = [630] : (tensor<3x316xcomplex<f32>>) -> tensor<3x630xf32>
  check.expect_almost_eq %d, %y {tolerance = 1.0e-5 : f64} : tensor<3x630xf32>
  // An infinity has products with roots that are 0.
  %t = stablehlo.iota dim = 0 : tensor<64xi32>
  %three = stablehlo.constant dense<3> : tensor<64xi32>
  %is = stablehlo.compare EQ, %t, %three, SIGNED : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
  %infinity = stablehlo.constant dense<0x7F800000> : tensor<64xf32>
  %few = stablehlo.slice %re [0:64] : (tensor<2448xf32>) -> tensor<64xf32>
  %z = stablehlo.select %is, %infinity, %few : tensor<64xi1>, tensor<64xf32>
  %e = stablehlo.fft %z, type = RFFT, length = [64] : (tensor<64xf32>) -> tensor<33xcomplex<f32>>
  %parts = stablehlo.real %e : (tensor<33xcomplex<f32>>) -> tensor<33xf32>
  %nan = stablehlo.compare NE, %parts, %parts, FLOAT : (tensor<33xf32>, tensor<33xf32>) -> tensor<33xi1>
  %all_true = stablehlo.constant dense<true> : tensor<33xi1>
  check.expect_eq %nan, %all_true : tensor<33xi1>
  func.return
}
