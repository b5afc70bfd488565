// Fixed-point inner loops over vectors: included by one file an instruction set, inside its namespace, which has defined
//   Wide    vectors for blocks of 16 output channels, Narrow those for blocks of 8, Blocks the longest and Block the shortest (16 bytes) for
//           channels of depthwise convolutions: structs of kLanes (channels of 32 bits), Vector, Sums, X and W; functions as in fixed_scalar.h
//   kRows   pixels of a tile; kColumns vectors of one

// How one column of channels finishes.
template <class P>
struct ColumnFinish {
  typename P::Vector multiplier, addend, shift;

  ColumnFinish(typename P::Vector m, typename P::Vector a, typename P::Vector s) : multiplier(m), addend(a), shift(s) {}
  // Of words `n` channels apart.
  ColumnFinish(const uint8_t* words, int32_t n) : ColumnFinish(P::Load(words + 8 * n), P::Load(words + 12 * n), P::Load(words + 16 * n)) {}
};

struct Bounds {
  int32_t shift, low, high;
  bool is_signed;
  explicit Bounds(const int32_t* f)
      : shift(f[kMoteFixedShift]), low(f[kMoteFixedLow]), high(f[kMoteFixedHigh]), is_signed(f[kMoteFixedSigned] != 0) {}
};

template <class P>
inline typename P::Vector Finished(typename P::Vector sum, const ColumnFinish<P>& f, const Bounds& b) {
  typename P::Vector value = P::Add(P::MultiplyHigh(P::ShiftLeft(sum, f.shift), f.multiplier), f.addend);
  if (b.is_signed) value = P::SubtractWhereNegative(value, P::HalfOf(f.shift), sum);
  return P::ShiftRight(value, b.shift);
}

// ---- products ----
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
  for (int c = 0; c < kCount; ++c) {
    const uint8_t* words = group.words + c / kPer * group.bytes + c % kPer * P::kLanes * 4;
    w[c] = words + N * 4 * kMoteHostWords;
    const typename P::Sums start = P::Start(words, words + N * 4);
    for (int r = 0; r < R; ++r) {
      sums[0][r][c] = start;
      for (int s = 1; s < kSets; ++s) sums[s][r][c] = P::Zero();
    }
  }
  const int8_t* const* from = t.from + pixel;
  for (int32_t run = 0; run < t.runs; ++run, from += kMoteHostPixels) {
    const int8_t* x[R];
    for (int r = 0; r < R; ++r) x[r] = from[r < rows ? r : rows - 1];
    int32_t quad = 0;
    for (; quad + kSets <= t.quads; quad += kSets) {
      for (int s = 0; s < kSets; ++s) {
        typename P::W weights[kCount];
        for (int c = 0; c < kCount; ++c) weights[c] = P::Weights(P::Load(w[c] + s * N * 4));
        for (int r = 0; r < R; ++r) {
          const typename P::X quads = P::Quad(x[r] + (quad + s) * 4);
          for (int c = 0; c < kCount; ++c) P::Dot(sums[s][r][c], quads, weights[c]);
        }
      }
      for (int c = 0; c < kCount; ++c) w[c] += kSets * N * 4;
    }
    if (kSets == 1) continue;
    for (; quad < t.quads; ++quad) {
      for (int c = 0; c < kCount; ++c) {
        const typename P::W weights = P::Weights(P::Load(w[c]));
        for (int r = 0; r < R; ++r) P::Dot(sums[0][r][c], P::Quad(x[r] + quad * 4), weights);
        w[c] += N * 4;
      }
    }
  }
  const auto total = [&](int r, int c) {
    typename P::Vector sum = P::Total(sums[0][r][c]);
    for (int s = 1; s < kSets; ++s) sum = P::Add(sum, P::Total(sums[s][r][c]));
    return sum;
  };
  FinishTile<P, N, R, kCount>(t, group, pixel, rows, total);
}

template <class P, int N, int kCount>
inline void Columns(const HostProducts& t, const BlockGroup& group) {
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

inline void Products(const HostProducts& t) {
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
  for (; channels - group.channel > kBlocks * kMoteHostBlock - 8; next(kBlocks)) Columns<Wide, kMoteHostBlock, kColumns>(t, group);
  for (; channels - group.channel > 8; next(1)) Columns<Wide, kMoteHostBlock, kPer>(t, group);
  if (channels > group.channel) Columns<Narrow, 8, 8 / Narrow::kLanes>(t, group);
}

// ---- depthwise ----
// Where the positions of pixels lie: anywhere, or in the rows of a window of 3 by 3.
struct AnyTaps {
  const HostTaps& t;
  ptrdiff_t pixel = 0;
  const int8_t* At(int32_t q, int32_t k) const { return t.from[4 * q + k] + pixel * t.step[4 * q + k]; }
  ptrdiff_t Step(int32_t q, int32_t k) const { return t.step[4 * q + k]; }
  void Forward(int32_t pixels) { pixel += pixels; }
};
struct WindowTaps {
  const int8_t* row[3];
  ptrdiff_t column[3], step[3];
  explicit WindowTaps(const HostTaps& t) {
    for (int k = 0; k < 3; ++k) row[k] = t.from[k], column[k] = t.from[4 + k] - t.from[k], step[k] = t.step[k];
  }
  const int8_t* At(int32_t q, int32_t k) const { return row[k] + q * column[k]; }
  ptrdiff_t Step(int32_t, int32_t k) const { return step[k]; }
  void Forward(int32_t pixels) {
    for (int k = 0; k < 3; ++k) row[k] += pixels * step[k];
  }
};

// What a pass over pixels takes of a block of 16·n channels: all of them for P::kBytes / (16·n) pixels at once, or kBytes of them for one.
struct TapBlock {
  const uint8_t *words, *weights;
  int32_t channel, left;  // the first; how many there are from it on
};

// kTogether times those pixels. kNear: they lie side by side. Quads: their number, 0: any.
template <class P, int n, bool kNear, int kTogether, int kQuads, class From>
inline void TapPixels(const HostTaps& t, const TapBlock& b, const From& from, int8_t* out) {
  constexpr int kPixels = P::kBytes > 16 * n ? P::kBytes / (16 * n) : 1;
  typename P::Sums sums[kTogether][4];
  for (int a = 0; a < 4; ++a) {
    const typename P::Sums start = P::template RepeatedStart<n>(b.words + a * n * 16, b.words + a * n * 16 + 16 * n * 4);
    for (int g = 0; g < kTogether; ++g) sums[g][a] = start;
  }
  const int32_t quads = kQuads != 0 ? kQuads : t.quads;
  const bool three = kQuads != 0 || t.three;
  for (int32_t q = 0; q < quads; ++q) {
    typename P::Vector x[kTogether][4];
    for (int g = 0; g < kTogether; ++g) {
      typename P::Vector taps[4];
      for (int k = 0; k < 3; ++k) {
        taps[k] = P::template LoadPixels<n, kNear>(from.At(q, k) + g * kPixels * from.Step(q, k) + b.channel, from.Step(q, k));
      }
      if (three) taps[3] = taps[2];  // it weighs nothing
      else taps[3] = P::template LoadPixels<n, kNear>(from.At(q, 3) + g * kPixels * from.Step(q, 3) + b.channel, from.Step(q, 3));
      P::Transpose(taps, x[g]);
    }
    for (int a = 0; a < 4; ++a) {
      const typename P::W weights = P::Weights(P::template Repeated<n>(b.weights + q * n * 64 + a * n * 16));
      for (int g = 0; g < kTogether; ++g) P::Dot(sums[g][a], P::Positions(x[g][a]), weights);
    }
  }
  const Bounds bounds(t.fields);
  typename P::Vector results[kTogether][4];
  for (int a = 0; a < 4; ++a) {
    const ColumnFinish<P> finish(P::template Repeated<n>(b.words + a * n * 16 + 2 * n * 64),
                                 P::template Repeated<n>(b.words + a * n * 16 + 3 * n * 64),
                                 P::template Repeated<n>(b.words + a * n * 16 + 4 * n * 64));
    for (int g = 0; g < kTogether; ++g) results[g][a] = Finished<P>(P::Total(sums[g][a]), finish, bounds);
  }
  for (int g = 0; g < kTogether; ++g) {
    const typename P::Vector bytes = P::Clamp(P::Pack(results[g]), bounds.low, bounds.high);
    P::template StorePixels<n>(out + g * kPixels * t.channels + b.channel, t.channels, bytes, b.left);
  }
}

// As many pixels as P takes at once, again and again; the last ones may be computed twice.
template <class P, int n, bool kNear, int kQuads, class From>
inline void TapRow(const HostTaps& t, const TapBlock& b, From from) {
  constexpr int kPixels = P::kBytes > 16 * n ? P::kBytes / (16 * n) : 1;
  int8_t* out = t.out;
  int32_t left = t.count;
  const auto forward = [&](int32_t pixels) { from.Forward(pixels), out += static_cast<ptrdiff_t>(pixels) * t.channels, left -= pixels; };
  while (left >= 2 * kPixels) {
    TapPixels<P, n, kNear, 2, kQuads>(t, b, from, out);
    forward(2 * kPixels);
  }
  if (left >= kPixels) {
    TapPixels<P, n, kNear, 1, kQuads>(t, b, from, out);
    forward(kPixels);
  }
  if (left > 0) {
    forward(left - kPixels);
    TapPixels<P, n, kNear, 1, kQuads>(t, b, from, out);
  }
}

// A block whose channels take `parts` vectors of P.
template <class P, int n>
inline void TapParts(const HostTaps& t, const uint8_t* block, int32_t channel) {
  constexpr int kParts = P::kBytes < 16 * n ? 16 * n / P::kBytes : 1;
  for (int part = 0; part < kParts; ++part) {
    const uint8_t* words = block + part * P::kBytes;
    const TapBlock b = {words, words + n * 64 * kMoteHostWords, channel + part * P::kBytes, t.channels - channel - part * P::kBytes};
    if (b.left <= 0) return;
    if (!t.window) TapRow<P, n, false, 0>(t, b, AnyTaps{t});
    else if (t.step[0] == 16 * n || t.step[1] == 16 * n) TapRow<P, n, true, 3>(t, b, WindowTaps(t));
    else TapRow<P, n, false, 3>(t, b, WindowTaps(t));
  }
}

template <int n>
inline void TapColumns(const HostTaps& t, const uint8_t* block, int32_t channel) {
  if (t.count * 16 * n >= Blocks::kBytes) TapParts<Blocks, n>(t, block, channel);
  else TapParts<Block, n>(t, block, channel);
}

inline void Taps(const HostTaps& t) {
  const uint8_t* block = t.stream;
  for (int32_t channel = 0; channel < t.channels;) {
    const int32_t left = t.channels - channel, n = left > 48 ? 4 : left > 16 ? 2 : 1;
    if (n == 4) TapColumns<4>(t, block, channel);
    else if (n == 2) TapColumns<2>(t, block, channel);
    else TapColumns<1>(t, block, channel);
    block += static_cast<ptrdiff_t>(16) * n * 4 * (t.quads + kMoteHostWords), channel += 16 * n;
  }
}

// ---- pools and additions ----
inline void Average(const HostPool& t) {
  using P = Wide;
  const int32_t channels = t.fields[kMoteFixedOutC];
  const FixedChannels one(t.stream, 1);
  const Bounds bounds(t.fields);
  const ColumnFinish<P> finish(P::Broadcast(one.multiplier[0]), P::Broadcast(one.addend[0]), P::Broadcast(one.shift[0]));
  int32_t c = 0;
  for (; c + P::kLanes <= channels; c += P::kLanes) {
    typename P::Vector sum = P::Broadcast(0);
    for (int32_t y = 0; y < t.rows; ++y) {
      const int8_t* from = t.from + y * t.row_step + c;
      for (int32_t x = 0; x < t.columns; ++x) sum = P::Add(sum, P::Widen(from + x * t.column_step));
    }
    P::StoreBytes(t.out + c, Finished<P>(sum, finish, bounds), bounds.low, bounds.high, P::kLanes);
  }
  const FixedFinish scalar(t.fields);
  for (; c < channels; ++c) {
    uint32_t sum = 0;
    for (int32_t y = 0; y < t.rows; ++y) {
      for (int32_t x = 0; x < t.columns; ++x) sum += static_cast<uint32_t>(int32_t{t.from[y * t.row_step + x * t.column_step + c]});
    }
    t.out[c] = scalar(sum, one, 0);
  }
}

inline void Most(const HostPool& t) {
  const int32_t channels = t.fields[kMoteFixedOutC];
  const FixedFinish finish(t.fields);
  for (int32_t c = 0; c < channels; c += kMostAtOnce) {
    const int32_t count = channels - c < kMostAtOnce ? channels - c : kMostAtOnce;
    int8_t most[kMostAtOnce];
    for (int8_t& m : most) m = -128;
    for (int32_t y = 0; y < t.rows; ++y) {
      for (int32_t x = 0; x < t.columns; ++x) {
        const int8_t* from = t.from + y * t.row_step + x * t.column_step + c;
        if (count == kMostAtOnce) {
          for (int i = 0; i < kMostAtOnce; ++i) most[i] = from[i] > most[i] ? from[i] : most[i];
        } else {
          for (int i = 0; i < count; ++i) most[i] = from[i] > most[i] ? from[i] : most[i];
        }
      }
    }
    for (int i = 0; i < count; ++i) t.out[c + i] = finish.Clamped(most[i]);
  }
}

inline void Add(const FixedCall& call) {
  const ptrdiff_t row = static_cast<ptrdiff_t>(call.fields[kMoteFixedOutW]) * call.fields[kMoteFixedOutC];
  const ptrdiff_t end = static_cast<ptrdiff_t>(call.end) * row;
  const Bounds bounds(call.fields);
  uint32_t words[3];
  __builtin_memcpy(words, call.stream, sizeof words);
  const int8_t *a = call.input, *b = call.other;
  int8_t* out = call.output;
  ptrdiff_t i = static_cast<ptrdiff_t>(call.begin) * row;
  using P = Wide;
  const auto left = P::Broadcast(static_cast<int32_t>(words[0])), right = P::Broadcast(static_cast<int32_t>(words[1]));
  const auto addend = P::Broadcast(static_cast<int32_t>(words[2]));
  for (; i + P::kLanes <= end; i += P::kLanes) {
    const auto sum = P::Add(P::Add(P::Multiply(P::Widen(a + i), left), P::Multiply(P::Widen(b + i), right)), addend);
    P::StoreBytes(out + i, P::ShiftRight(sum, bounds.shift), bounds.low, bounds.high, P::kLanes);
  }
  for (; i < end; ++i) {
    const uint32_t sum = words[0] * static_cast<uint32_t>(int32_t{a[i]}) + words[1] * static_cast<uint32_t>(int32_t{b[i]}) + words[2];
    const int32_t value = static_cast<int32_t>(sum) >> bounds.shift;
    out[i] = static_cast<int8_t>(value < bounds.low ? bounds.low : value > bounds.high ? bounds.high : value);
  }
}
