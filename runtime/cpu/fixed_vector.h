// Fixed-point inner loops over vectors: included by one file an instruction set, inside its namespace, which has defined
//   Wide    vectors for blocks of 16 output channels, Narrow those for blocks of 8, Blocks those for 64 and 32 channels of a depthwise
//           convolution, Block those for 16: structs of kLanes (channels of 32 bits), Vector, Sums, X and W; functions as in fixed_scalar.h
//   kRows   pixels of a tile; kColumns vectors of one

// How one column of channels finishes.
template <class P>
struct ColumnFinish {
  typename P::Vector multiplier, addend, shift;

  // Of words `n` channels apart.
  ColumnFinish(const uint8_t* words, int32_t n)
      : multiplier(P::Load(words + 8 * n)), addend(P::Load(words + 12 * n)), shift(P::Load(words + 16 * n)) {}
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
  const Bounds bounds(t.fields);
  const int32_t channels = t.fields[kMoteFixedOutC];
  for (int c = 0; c < kCount; ++c) {
    const int32_t channel = group.channel + c * P::kLanes, left = channels - channel;
    if (left <= 0) break;
    const ColumnFinish<P> finish(group.words + c / kPer * group.bytes + c % kPer * P::kLanes * 4, N);
    int8_t* out = t.out + static_cast<ptrdiff_t>(pixel) * channels + channel;
    for (int r = 0; r < R; ++r, out += channels) {
      typename P::Vector sum = P::Total(sums[0][r][c]);
      for (int s = 1; s < kSets; ++s) sum = P::Add(sum, P::Total(sums[s][r][c]));
      if (r < rows) P::StoreBytes(out, Finished<P>(sum, finish, bounds), bounds.low, bounds.high, left);
    }
  }
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
// Pixels of the channels of one vector of four: part `part` of a block of 16·n channels, `left` channels from `channel` on. Quads: their
// number, 0: any.
template <class P, int kQuads>
inline void TapColumns(const HostTaps& t, const uint8_t* block, int32_t n, int32_t part, int32_t channel, int32_t left) {
  const int32_t channels = t.fields[kMoteFixedOutC], quads = kQuads != 0 ? kQuads : t.quads;
  const bool three = t.fields[kMoteFixedKernelH] == 3;
  const Bounds bounds(t.fields);
  const uint8_t* words = block + part * P::kLanes * 4;
  const uint8_t* weights = words + 16 * n * kMoteHostWords * 4;
  const bool some = left < P::kBytes;
  for (int32_t p = 0; p < t.count; ++p) {
    typename P::Sums sums[4];
    for (int a = 0; a < 4; ++a) sums[a] = P::Start(words + a * n * 16, words + a * n * 16 + 16 * n * 4);
    for (int32_t q = 0; q < quads; ++q) {
      typename P::Vector taps[4], x[4];
      for (int k = 0; k < 4; ++k) {
        if (k == 3 && three) {
          taps[k] = taps[2];  // it weighs nothing
          continue;
        }
        const int8_t* from = t.from[4 * q + k] + p * t.step[4 * q + k] + channel;
        taps[k] = some ? P::LoadSome(from, left) : P::Load(from);
      }
      P::Transpose(taps, x);
      for (int a = 0; a < 4; ++a) P::Dot(sums[a], P::Positions(x[a]), P::Weights(P::Load(weights + q * n * 64 + a * n * 16)));
    }
    typename P::Vector results[4];
    for (int a = 0; a < 4; ++a) {
      results[a] = Finished<P>(P::Total(sums[a]), ColumnFinish<P>(words + a * n * 16, 16 * n), bounds);
    }
    const typename P::Vector bytes = P::Clamp(P::Pack(results), bounds.low, bounds.high);
    int8_t* out = t.out + static_cast<ptrdiff_t>(p) * channels + channel;
    if (some) P::StoreSome(out, bytes, left);
    else P::Store(out, bytes);
  }
}

template <class P>
inline void TapBlock(const HostTaps& t, const uint8_t* block, int32_t n, int32_t channel) {
  constexpr int32_t kWidth = P::kBytes;  // a byte each channel
  for (int32_t part = 0; part * kWidth < 16 * n; ++part) {
    const int32_t first = channel + part * kWidth, left = t.fields[kMoteFixedOutC] - first;
    if (left <= 0) break;
    if (t.quads == 3) TapColumns<P, 3>(t, block, n, part, first, left);
    else TapColumns<P, 0>(t, block, n, part, first, left);
  }
}

inline void Taps(const HostTaps& t) {
  const uint8_t* block = t.stream;
  for (int32_t channel = 0; channel < t.fields[kMoteFixedOutC];) {
    const int32_t left = t.fields[kMoteFixedOutC] - channel, n = left > 48 ? 4 : left > 16 ? 2 : 1;
    if (n == 4) TapBlock<Blocks>(t, block, n, channel);
    else if (n == 2) TapBlock<HalfBlocks>(t, block, n, channel);
    else TapBlock<Block>(t, block, n, channel);
    block += static_cast<ptrdiff_t>(16) * n * 4 * (t.quads + kMoteHostWords), channel += 16 * n;
  }
}

// ---- pools and additions ----
inline void Average(const HostPool& t) {
  using P = Wide;
  const int32_t channels = t.fields[kMoteFixedOutC];
  const FixedChannels one(t.stream, 1);
  const Bounds bounds(t.fields);
  alignas(64) int32_t words[kMoteHostWords * P::kLanes];
  for (int i = 0; i < P::kLanes; ++i) {
    words[2 * P::kLanes + i] = one.multiplier[0], words[3 * P::kLanes + i] = one.addend[0], words[4 * P::kLanes + i] = one.shift[0];
  }
  const ColumnFinish<P> finish(reinterpret_cast<const uint8_t*>(words), P::kLanes);
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
