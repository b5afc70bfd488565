// The loops of f32 that a small runtime has in vectors, of dots and of convolutions: included once an architecture, inside its namespace,
// behind f32_portable.cpp, whose loops take the columns that are left, and
//   Vector   of floats; FmaOf(a, b, c)   a · b + c of them, rounded once
// What a sum takes comes in the order of every other instance, so the bits are the same.

// kRows of the rows by kAcross vectors, whose sums stay in registers.
template <int kRows, int kAcross>
inline void TileOfVectors(const TileArguments& t, int32_t i, int32_t j) {
  constexpr int32_t kLanes = sizeof(Vector) / sizeof(float);
  Vector sums[kRows][kAcross];
  const auto place = [&](int r, int c) { return t.acc + (i + r) * t.acc_row + j + c * kLanes; };
#pragma GCC unroll 4
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 2
    for (int c = 0; c < kAcross; ++c) __builtin_memcpy(&sums[r][c], place(r, c), sizeof(Vector));
  }
  for (int32_t l = 0; l < t.lines; ++l) {
    const float* a = t.a + i * t.a_row + l * t.a_line;
    const float* b = t.b + l * t.b_line + j;
    for (int32_t p = t.k; p > 0; --p, a += t.a_k, b += t.b_k) {
#pragma GCC unroll 2
      for (int c = 0; c < kAcross; ++c) {
        Vector weights;
        __builtin_memcpy(&weights, b + c * kLanes, sizeof weights);
#pragma GCC unroll 4
        for (int r = 0; r < kRows; ++r) sums[r][c] = FmaOf(Vector{} + a[r * t.a_row], weights, sums[r][c]);
      }
    }
  }
#pragma GCC unroll 4
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 2
    for (int c = 0; c < kAcross; ++c) __builtin_memcpy(place(r, c), &sums[r][c], sizeof(Vector));
  }
}

void VectorTile(const TileArguments& t) {
  constexpr int32_t kLanes = sizeof(Vector) / sizeof(float);
  const int32_t whole = t.columns - t.columns % kLanes;
  for (int32_t j = 0; j < whole;) {
    const bool two = j + 2 * kLanes <= whole;
    int32_t i = 0;
    for (; two && i + 4 <= t.rows; i += 4) TileOfVectors<4, 2>(t, i, j);
    for (; i < t.rows; ++i) {
      TileOfVectors<1, 1>(t, i, j);
      if (two) TileOfVectors<1, 1>(t, i, j + kLanes);
    }
    j += two ? 2 * kLanes : kLanes;
  }
  if (whole == t.columns) return;
  TileArguments left = t;
  left.b += whole, left.acc += whole, left.columns -= whole;
  Tile(left);
}

void VectorTap(const TapArguments& t) {
  constexpr int32_t kLanes = sizeof(Vector) / sizeof(float);
  int32_t j = 0;
  for (; j + kLanes <= t.columns; j += kLanes) {
    for (int32_t i = 0; i < t.rows; ++i) {
      float* const place = t.acc + i * t.acc_row + j;
      Vector sum, a, b;
      __builtin_memcpy(&sum, place, sizeof sum);
      for (int32_t l = 0; l < t.lines; ++l) {
        const float *from = t.a + i * t.a_row + l * t.a_line + j, *weights = t.b + l * t.b_line + j;
        for (int32_t q = t.taps; q > 0; --q, from += t.a_tap, weights += t.b_tap) {
          __builtin_memcpy(&a, from, sizeof a), __builtin_memcpy(&b, weights, sizeof b);
          sum += a * b;  // both rounded
        }
      }
      __builtin_memcpy(place, &sum, sizeof sum);
    }
  }
  if (j == t.columns) return;
  TapArguments left = t;
  left.a += j, left.b += j, left.acc += j, left.columns -= j;
  Tap(left);
}
