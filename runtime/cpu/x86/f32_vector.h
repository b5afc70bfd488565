// The f32 inner loops over a vector type V: included by one file an instruction set, which defines the namespace's V, its load, store, broadcast,
// multiplication, addition and fma. Register tiles: Rows × Vectors sums stay in registers over the whole of k.

// Columns from j on, fewer than a vector.
template <bool kFused>
void TileTail(const TileArguments& t, int32_t j);
void TapTail(const TapArguments& t, int32_t j);

template <bool kFused>
inline V MultiplyAdd(V a, V b, V c) {
  return kFused ? Fma(a, b, c) : Add(Multiply(a, b), c);
}

template <bool kFused, int Rows, int Vectors>
inline void RegisterTile(const TileArguments& t, int32_t i, int32_t j) {
  V sums[Rows][Vectors];
  float* const acc = t.acc + i * t.acc_row + j;
  for (int r = 0; r < Rows; ++r) {
    for (int v = 0; v < Vectors; ++v) sums[r][v] = Load(acc + r * t.acc_row + v * kLanes);
  }
  const ptrdiff_t a_row = t.a_row, a_k = t.a_k, b_k = t.b_k;
  for (int32_t l = 0; l < t.lines; ++l) {
    const float* a = t.a + i * t.a_row + l * t.a_line;
    const float* b = t.b + l * t.b_line + j;
    for (int32_t p = t.k; p > 0; --p, a += a_k, b += b_k) {
      V columns[Vectors];
      for (int v = 0; v < Vectors; ++v) columns[v] = Load(b + v * kLanes);
      for (int r = 0; r < Rows; ++r) {
        const V x = Broadcast(a[r * a_row]);
        for (int v = 0; v < Vectors; ++v) sums[r][v] = MultiplyAdd<kFused>(x, columns[v], sums[r][v]);
      }
    }
  }
  for (int r = 0; r < Rows; ++r) {
    for (int v = 0; v < Vectors; ++v) Store(acc + r * t.acc_row + v * kLanes, sums[r][v]);
  }
}

// All rows of the columns j … j + Vectors·kLanes - 1. Few rows take fewer registers, so they take them in smaller steps.
template <bool kFused, int Vectors>
inline void ColumnBlock(const TileArguments& t, int32_t j) {
  int32_t i = 0;
  for (; i + kTileRows <= t.rows; i += kTileRows) RegisterTile<kFused, kTileRows, Vectors>(t, i, j);
  if (t.rows - i >= 4 && kTileRows > 4) {
    RegisterTile<kFused, 4, Vectors>(t, i, j);
    i += 4;
  }
  if (t.rows - i >= 2) {
    RegisterTile<kFused, 2, Vectors>(t, i, j);
    i += 2;
  }
  for (; i < t.rows; ++i) RegisterTile<kFused, 1, Vectors>(t, i, j);
}

template <bool kFused>
inline void Tile(const TileArguments& t) {
  int32_t j = 0;
  if (t.rows == 1) {  // a vector times a matrix: many sums side by side hide the latency of fma
    for (; j + 8 * kLanes <= t.columns; j += 8 * kLanes) RegisterTile<kFused, 1, 8>(t, 0, j);
  }
  for (; j + kTileVectors * kLanes <= t.columns; j += kTileVectors * kLanes) ColumnBlock<kFused, kTileVectors>(t, j);
  if (j + 2 * kLanes <= t.columns) {
    ColumnBlock<kFused, 2>(t, j);
    j += 2 * kLanes;
  }
  if (j + kLanes <= t.columns) {
    ColumnBlock<kFused, 1>(t, j);
    j += kLanes;
  }
  if (j < t.columns) TileTail<kFused>(t, j);
}

// Taps of Rows pixels for one vector of channels, sums in registers over all taps.
template <int Rows>
inline void RegisterTaps(const TapArguments& t, int32_t i, int32_t j) {
  V sums[Rows];
  float* const acc = t.acc + i * t.acc_row + j;
  const float* const a = t.a + i * t.a_row + j;
  for (int r = 0; r < Rows; ++r) sums[r] = Load(acc + r * t.acc_row);
  for (int32_t l = 0; l < t.lines; ++l) {
    const float* at = a + l * t.a_line;
    const float* b = t.b + l * t.b_line + j;
    for (int32_t q = t.taps; q > 0; --q, at += t.a_tap, b += t.b_tap) {
      const V weight = Load(b);
      for (int r = 0; r < Rows; ++r) sums[r] = MultiplyAdd<false>(Load(at + r * t.a_row), weight, sums[r]);
    }
  }
  for (int r = 0; r < Rows; ++r) Store(acc + r * t.acc_row, sums[r]);
}

inline void Tap(const TapArguments& t) {
  int32_t j = 0;
  for (; j + kLanes <= t.columns; j += kLanes) {
    int32_t i = 0;
    for (; i + 4 <= t.rows; i += 4) RegisterTaps<4>(t, i, j);
    for (; i < t.rows; ++i) RegisterTaps<1>(t, i, j);
  }
  if (j < t.columns) TapTail(t, j);
}
