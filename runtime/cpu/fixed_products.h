// Products of windows and blocks of output channels over vectors: included behind fixed_vector.h.

// A group of columns of blocks of N channels.
struct BlockGroup {
  const uint8_t* words;  // of the first block
  ptrdiff_t bytes;       // of a block
  int32_t channel;       // its first
};

// Bytes of a tile's totals. Four vectors at a time where a row's columns, or four rows of one column, are whole.
template <class P, int N, int R, int kCount, class Total>
inline void FinishTile(const HostProducts& t, const BlockGroup& group, int32_t pixel, int32_t rows, const Total& total) {
  constexpr int kPer = N / P::kLanes;
  const Bounds bounds(t.fields);
  const int32_t channels = t.fields[kMoteFixedOutC];
  int8_t* const out = t.out + static_cast<ptrdiff_t>(pixel) * channels + group.channel;
  const auto finish = [&](int c) { return ColumnFinish<P>(group.words + c / kPer * group.bytes + c % kPer * P::kLanes * 4, N); };
  constexpr int kTogether = kCount >= 4 ? 1 : 4 / kCount;  // rows of four vectors
  if (R % kTogether == 0 && rows == R && channels - group.channel >= kCount * P::kLanes) {
    for (int c = 0; c < kCount; c += 4) {
      constexpr int kColumnsHere = kCount >= 4 ? 4 : kCount;
      const ColumnFinish<P> f[4] = {finish(c), finish(c + 1 % kColumnsHere), finish(c + 2 % kColumnsHere), finish(c + 3 % kColumnsHere)};
      for (int r = 0; r < R; r += kTogether) {
        typename P::Vector four[4];
        for (int k = 0; k < 4; ++k) four[k] = Finished<P>(total(r + k / kColumnsHere, c + k % kColumnsHere), f[k % kColumnsHere], bounds);
        P::template StoreFour<kColumnsHere>(out + static_cast<ptrdiff_t>(r) * channels + c * P::kLanes, channels,
                                            P::Clamp(P::PackInOrder(four), bounds.low, bounds.high));
      }
    }
    return;
  }
  for (int c = 0; c < kCount; ++c) {
    const int32_t left = channels - group.channel - c * P::kLanes;
    if (left <= 0) break;
    const ColumnFinish<P> f = finish(c);
    for (int r = 0; r < R; ++r) {
      if (r >= rows) break;
      P::StoreBytes(out + static_cast<ptrdiff_t>(r) * channels + c * P::kLanes, Finished<P>(total(r, c), f, bounds), bounds.low,
                    bounds.high, left);
    }
  }
}

// `rows` pixels from `pixel` on (a tile of R goes over the last of them again), kCount columns; kSets sums side by side hide how long each
// takes.
template <class P, int N, int R, int kCount, int kSets>
inline void Tile(const HostProducts& t, const BlockGroup& group, int32_t pixel, int32_t rows) {
  constexpr int kPer = N / P::kLanes;
  typename P::Sums sums[kSets][R][kCount];
  const uint8_t* w[kCount];
  MOTE_TILE_LOOP
  for (int c = 0; c < kCount; ++c) {
    const uint8_t* words = group.words + c / kPer * group.bytes + c % kPer * P::kLanes * 4;
    w[c] = words + N * 4 * kMoteHostWords;
    const typename P::Sums start = P::Start(words, words + N * 4);
    MOTE_TILE_LOOP
    for (int r = 0; r < R; ++r) {
      sums[0][r][c] = start;
      MOTE_TILE_LOOP
      for (int s = 1; s < kSets; ++s) sums[s][r][c] = P::Zero();
    }
  }
  const int8_t* const* from = t.from + pixel;
  for (int32_t run = 0; run < t.runs; ++run, from += kMoteHostPixels) {
    const int8_t* x[R];
    MOTE_TILE_LOOP
    for (int r = 0; r < R; ++r) x[r] = from[r < rows ? r : rows - 1];
    int32_t quad = 0;
    for (; quad + kSets <= t.quads; quad += kSets) {
      MOTE_TILE_LOOP
      for (int s = 0; s < kSets; ++s) {
        typename P::W weights[kCount];
        MOTE_TILE_LOOP
        for (int c = 0; c < kCount; ++c) weights[c] = P::Weights(P::Load(w[c] + s * N * 4));
        MOTE_TILE_LOOP
        for (int r = 0; r < R; ++r) {
          const typename P::X quads = P::Quad(x[r] + (quad + s) * 4);
          MOTE_TILE_LOOP
          for (int c = 0; c < kCount; ++c) P::Dot(sums[s][r][c], quads, weights[c]);
        }
      }
      MOTE_TILE_LOOP
      for (int c = 0; c < kCount; ++c) w[c] += kSets * N * 4;
    }
    if (kSets == 1) continue;
    for (; quad < t.quads; ++quad) {
      MOTE_TILE_LOOP
      for (int c = 0; c < kCount; ++c) {
        const typename P::W weights = P::Weights(P::Load(w[c]));
        MOTE_TILE_LOOP
        for (int r = 0; r < R; ++r) P::Dot(sums[0][r][c], P::Quad(x[r] + quad * 4), weights);
        w[c] += N * 4;
      }
    }
  }
  const auto total = [&](int r, int c) {
    typename P::Vector sum = P::Total(sums[0][r][c]);
    MOTE_TILE_LOOP
    for (int s = 1; s < kSets; ++s) sum = P::Add(sum, P::Total(sums[s][r][c]));
    return sum;
  };
  FinishTile<P, N, R, kCount>(t, group, pixel, rows, total);
}

// All pixels of a group of columns.
struct TileColumns {
  template <class P, int N, int kCount>
  static void Run(const HostProducts& t, const BlockGroup& group) {
    for (int32_t pixel = 0; pixel < t.count;) {
      const int32_t left = t.count - pixel, rows = left < kRows ? left : kRows;
      if (rows == 1) Tile<P, N, 1, kCount, kSingleSums / kCount>(t, group, pixel, 1);
      else if (kRows > 8 && rows > 8) Tile<P, N, kRows, kCount, 1>(t, group, pixel, rows);
      else if (kRows > 4 && rows > 4) Tile<P, N, (kRows < 8 ? kRows : 8), kCount, 1>(t, group, pixel, rows);
      else if (rows > 2) Tile<P, N, (kRows < 4 ? kRows : 4), kCount, 1>(t, group, pixel, rows);
      else Tile<P, N, 2, kCount, 1>(t, group, pixel, rows);
      pixel += rows;
    }
  }
};

template <class Columns>
inline void ProductsBy(const HostProducts& t) {
  constexpr int kPer = kMoteHostBlock / Wide::kLanes;  // columns of a block
  constexpr int kBlocks = kColumns / kPer;
  const int32_t channels = t.fields[kMoteFixedOutC];
  const ptrdiff_t channel_bytes = kMoteHostWords * 4 + static_cast<ptrdiff_t>(t.runs) * t.quads * 4;
  BlockGroup group = {t.stream, kMoteHostBlock * channel_bytes, 0};
  const auto next = [&](int32_t blocks) { group.words += blocks * group.bytes, group.channel += blocks * kMoteHostBlock; };
  if (t.count == 1 && kSingleBlocks > kBlocks) {
    for (; channels - group.channel > kSingleBlocks * kMoteHostBlock - 8; next(kSingleBlocks)) {
      Tile<Wide, kMoteHostBlock, 1, kSingleBlocks * kPer, kSingleSums / (kSingleBlocks * kPer)>(t, group, 0, 1);
    }
  }
  for (; channels - group.channel > kBlocks * kMoteHostBlock - 8; next(kBlocks)) {
    Columns::template Run<Wide, kMoteHostBlock, kColumns>(t, group);
  }
  for (; channels - group.channel > 8; next(1)) Columns::template Run<Wide, kMoteHostBlock, kPer>(t, group);
  if (channels > group.channel) Columns::template Run<Narrow, 8, 8 / Narrow::kLanes>(t, group);
}

