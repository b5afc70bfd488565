// Energies of 20 bands in 40 frames of a signal, windowed, each frame normalised by its loudest band. The bands are computed from iotas, as
// frameworks write them. Rows (frames) are independent from the frames on; a loop of a few needs none of the large values whole.
func.func @main(%x: tensor<2752xf32>) -> tensor<40x20xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  // Frame f begins at sample 64 f.
  %frame = stablehlo.iota dim = 0 : tensor<40x256xi32>
  %sample = stablehlo.iota dim = 1 : tensor<40x256xi32>
  %hop = stablehlo.constant dense<64> : tensor<40x256xi32>
  %from = stablehlo.multiply %frame, %hop : tensor<40x256xi32>
  %at = stablehlo.add %from, %sample : tensor<40x256xi32>
  %indices = stablehlo.reshape %at : (tensor<40x256xi32>) -> tensor<40x256x1xi32>
  %frames = "stablehlo.gather"(%x, %indices) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
    index_vector_dim = 2>, slice_sizes = array<i64: 1>}> : (tensor<2752xf32>, tensor<40x256x1xi32>) -> tensor<40x256xf32>
  // A triangular window.
  %place = stablehlo.iota dim = 0 : tensor<256xf32>
  %middle = stablehlo.constant dense<127.5> : tensor<256xf32>
  %off = stablehlo.subtract %place, %middle : tensor<256xf32>
  %far = stablehlo.abs %off : tensor<256xf32>
  %share = stablehlo.divide %far, %middle : tensor<256xf32>
  %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<256xf32>
  %window = stablehlo.subtract %ones, %share : tensor<256xf32>
  %windows = stablehlo.broadcast_in_dim %window, dims = [1] : (tensor<256xf32>) -> tensor<40x256xf32>
  %shaped = stablehlo.multiply %frames, %windows : tensor<40x256xf32>
  %bins = stablehlo.fft %shaped, type = RFFT, length = [256] : (tensor<40x256xf32>) -> tensor<40x129xcomplex<f32>>
  %re = stablehlo.real %bins : (tensor<40x129xcomplex<f32>>) -> tensor<40x129xf32>
  %im = stablehlo.imag %bins : (tensor<40x129xcomplex<f32>>) -> tensor<40x129xf32>
  %re2 = stablehlo.multiply %re, %re : tensor<40x129xf32>
  %im2 = stablehlo.multiply %im, %im : tensor<40x129xf32>
  %power = stablehlo.add %re2, %im2 : tensor<40x129xf32>
  // Band b is a triangle around bin 6 b + 6, of sum 1.
  %bin = stablehlo.iota dim = 0 : tensor<129x20xf32>
  %band = stablehlo.iota dim = 1 : tensor<129x20xf32>
  %six = stablehlo.constant dense<6.0> : tensor<129x20xf32>
  %scaled = stablehlo.multiply %band, %six : tensor<129x20xf32>
  %centre = stablehlo.add %scaled, %six : tensor<129x20xf32>
  %away = stablehlo.subtract %bin, %centre : tensor<129x20xf32>
  %distance = stablehlo.abs %away : tensor<129x20xf32>
  %slope = stablehlo.divide %distance, %six : tensor<129x20xf32>
  %full = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<129x20xf32>
  %rest = stablehlo.subtract %full, %slope : tensor<129x20xf32>
  %none = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<129x20xf32>
  %triangle = stablehlo.maximum %none, %rest : tensor<129x20xf32>
  %sums = stablehlo.reduce(%triangle init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<129x20xf32>, tensor<f32>) -> tensor<20xf32>
  %wide = stablehlo.broadcast_in_dim %sums, dims = [1] : (tensor<20xf32>) -> tensor<129x20xf32>
  %bands = stablehlo.divide %triangle, %wide : tensor<129x20xf32>
  %energy = stablehlo.dot_general %power, %bands, contracting_dims = [1] x [0] : (tensor<40x129xf32>, tensor<129x20xf32>) -> tensor<40x20xf32>
  %loudest = stablehlo.reduce(%energy init: %one) applies stablehlo.maximum across dimensions = [1] : (tensor<40x20xf32>, tensor<f32>) -> tensor<40xf32>
  %louder = stablehlo.broadcast_in_dim %loudest, dims = [0] : (tensor<40xf32>) -> tensor<40x20xf32>
  %result = stablehlo.divide %energy, %louder : tensor<40x20xf32>
  return %result : tensor<40x20xf32>
}
