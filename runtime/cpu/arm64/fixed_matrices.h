// Products of two pixels and two output channels an instruction, eight positions at once: included behind fixed_products.h.

// R pixels, an even number, of kCount vectors of four channels.
template <int N, int R, int kCount>
inline void MatrixTile(const HostProducts& t, const BlockGroup& group, int32_t pixel, int32_t rows) {
  using P = Wide;
  int32x4_t sums[R / 2][kCount][2];  // pixel 0 by two channels, pixel 1 by the same
  for (int c = 0; c < kCount; ++c) {
    const int64x2_t start = vreinterpretq_s64_s32(P::Load(group.words + c * 16));
    for (int r = 0; r < R / 2; ++r) {
      sums[r][c][0] = vreinterpretq_s32_s64(vzip1q_s64(start, start));
      sums[r][c][1] = vreinterpretq_s32_s64(vzip2q_s64(start, start));
    }
  }
  const uint8_t* w = group.words + N * 4 * kMoteHostWords;
  const auto multiply = [&](const int8_t* const* x, int32_t at, bool two) {
    int8x16_t weights[kCount][2];
    for (int c = 0; c < kCount; ++c) {
      const int32x4_t first = P::Load(w + c * 16), second = two ? P::Load(w + N * 4 + c * 16) : vdupq_n_s32(0);
      weights[c][0] = vreinterpretq_s8_s32(vzip1q_s32(first, second));
      weights[c][1] = vreinterpretq_s8_s32(vzip2q_s32(first, second));
    }
    for (int r = 0; r < R / 2; ++r) {
      uint64_t bytes[2] = {0, 0};
      for (int k = 0; k < 2; ++k) __builtin_memcpy(&bytes[k], x[2 * r + k] + at, two ? 8 : 4);
      const int8x16_t both = vreinterpretq_s8_u64(vcombine_u64(vcreate_u64(bytes[0]), vcreate_u64(bytes[1])));
      for (int c = 0; c < kCount; ++c) {
        for (int k = 0; k < 2; ++k) sums[r][c][k] = vmmlaq_s32(sums[r][c][k], both, weights[c][k]);
      }
    }
    w += two ? 2 * N * 4 : N * 4;
  };
  const int8_t* const* from = t.from + pixel;
  for (int32_t run = 0; run < t.runs; ++run, from += kMoteHostPixels) {
    const int8_t* x[R];
    for (int r = 0; r < R; ++r) x[r] = from[r < rows ? r : rows - 1];
    int32_t quad = 0;
    for (; quad + 2 <= t.quads; quad += 2) multiply(x, quad * 4, true);
    if (quad < t.quads) multiply(x, quad * 4, false);
  }
  FinishTile<P, N, R, kCount>(t, group, pixel, rows, [&](int r, int c) {
    const int64x2_t low = vreinterpretq_s64_s32(sums[r / 2][c][0]), high = vreinterpretq_s64_s32(sums[r / 2][c][1]);
    return vreinterpretq_s32_s64(r % 2 == 0 ? vzip1q_s64(low, high) : vzip2q_s64(low, high));
  });
}

struct MatrixColumns {
  template <class P, int N, int kCount>
  static void Run(const HostProducts& t, const BlockGroup& group) {
    for (int32_t pixel = 0; pixel < t.count;) {
      const int32_t left = t.count - pixel, rows = left < kRows ? left : kRows;
      if (rows == 1) Tile<P, N, 1, kCount, kSingleSums / kCount>(t, group, pixel, 1);
      else if (rows == 2) MatrixTile<N, 2, kCount>(t, group, pixel, rows);
      else MatrixTile<N, kRows, kCount>(t, group, pixel, rows);
      pixel += rows;
    }
  }
};
