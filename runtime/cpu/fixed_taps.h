// Windows of single channels over vectors: included behind fixed_vector.h.

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
    MOTE_TILE_LOOP
    for (int k = 0; k < 3; ++k) row[k] = t.from[k], column[k] = t.from[4 + k] - t.from[k], step[k] = t.step[k];
  }
  const int8_t* At(int32_t q, int32_t k) const { return row[k] + q * column[k]; }
  ptrdiff_t Step(int32_t, int32_t k) const { return step[k]; }
  void Forward(int32_t pixels) {
    MOTE_TILE_LOOP
    for (int k = 0; k < 3; ++k) row[k] += pixels * step[k];
  }
};

// What a pass over pixels takes of a block of 16·n channels: all of them for P::kBytes / (16·n) pixels at once, or kBytes of them for one,
// whose code is one for every n.
struct TapBlock {
  int32_t n;
  const uint8_t *words, *weights;
  int32_t channel, left;  // the first; how many there are from it on
};

// kTogether times those pixels. kNear: they lie side by side. Quads: their number, 0: any.
template <class P, int kPixels, bool kNear, int kTogether, int kQuads, class From>
inline void TapPixels(const HostTaps& t, const TapBlock& b, const From& from, int8_t* out) {
  constexpr int n = P::kBytes / (16 * kPixels);  // of a pixel's part of the vector
  const ptrdiff_t column = 16 * (kPixels > 1 || n == 4 ? n : b.n);
  typename P::Sums sums[kTogether][4];
  MOTE_TILE_LOOP
  for (int a = 0; a < 4; ++a) {
    const typename P::Sums start = P::template RepeatedStart<n>(b.words + a * column, b.words + (a + 4) * column);
    MOTE_TILE_LOOP
    for (int g = 0; g < kTogether; ++g) sums[g][a] = start;
  }
  const int32_t quads = kQuads != 0 ? kQuads : t.quads;
  const bool three = kQuads != 0 || t.three;
  for (int32_t q = 0; q < quads; ++q) {
    typename P::Vector x[kTogether][4];
    MOTE_TILE_LOOP
    for (int g = 0; g < kTogether; ++g) {
      typename P::Vector taps[4];
      MOTE_TILE_LOOP
      for (int k = 0; k < 3; ++k) {
        taps[k] = P::template LoadPixels<n, kNear>(from.At(q, k) + g * kPixels * from.Step(q, k) + b.channel, from.Step(q, k));
      }
      if (three) taps[3] = taps[2];  // it weighs nothing
      else taps[3] = P::template LoadPixels<n, kNear>(from.At(q, 3) + g * kPixels * from.Step(q, 3) + b.channel, from.Step(q, 3));
      P::Transpose(taps, x[g]);
    }
    MOTE_TILE_LOOP
    for (int a = 0; a < 4; ++a) {
      const typename P::W weights = P::Weights(P::template Repeated<n>(b.weights + (4 * q + a) * column));
      MOTE_TILE_LOOP
      for (int g = 0; g < kTogether; ++g) P::Dot(sums[g][a], P::Positions(x[g][a]), weights);
    }
  }
  const Bounds bounds(t.fields);
  typename P::Vector results[kTogether][4];
  MOTE_TILE_LOOP
  for (int a = 0; a < 4; ++a) {
    const ColumnFinish<P> finish(P::template Repeated<n>(b.words + (a + 8) * column), P::template Repeated<n>(b.words + (a + 12) * column),
                                 P::template Repeated<n>(b.words + (a + 16) * column));
    MOTE_TILE_LOOP
    for (int g = 0; g < kTogether; ++g) results[g][a] = Finished<P>(P::Total(sums[g][a]), finish, bounds);
  }
  MOTE_TILE_LOOP
  for (int g = 0; g < kTogether; ++g) {
    const typename P::Vector bytes = P::Clamp(P::Pack(results[g]), bounds.low, bounds.high);
    P::template StorePixels<n>(out + g * kPixels * t.channels + b.channel, t.channels, bytes, b.left);
  }
}

// As many pixels as P takes at once, again and again; the last ones may be computed twice.
template <class P, int kPixels, bool kNear, int kQuads, class From>
inline void TapRow(const HostTaps& t, const TapBlock& b, From from) {
  int8_t* out = t.out;
  int32_t left = t.count;
  const auto forward = [&](int32_t pixels) { from.Forward(pixels), out += static_cast<ptrdiff_t>(pixels) * t.channels, left -= pixels; };
  while (left >= 2 * kPixels) {
    TapPixels<P, kPixels, kNear, 2, kQuads>(t, b, from, out);
    forward(2 * kPixels);
  }
  while (left > 0) {
    if (left < kPixels) forward(left - kPixels);
    TapPixels<P, kPixels, kNear, 1, kQuads>(t, b, from, out);
    forward(kPixels);
  }
}

// A block of 16·n channels.
template <class P, int kPixels>
inline void TapParts(const HostTaps& t, const uint8_t* block, int32_t channel, int32_t n) {
  constexpr bool kSeveral = kPixels > 1;
  for (int32_t at = 0; at < 16 * n; at += P::kBytes) {  // once, of several pixels
    const uint8_t* words = block + at;
    const TapBlock b = {n, words, words + n * 64 * kMoteHostWords, channel + at, t.channels - channel - at};
    if (b.left <= 0) return;
    if (!t.window) TapRow<P, kPixels, false, 0>(t, b, AnyTaps{t});
    else if (kSeveral && (t.step[0] == 16 * n || t.step[1] == 16 * n)) TapRow<P, kPixels, kSeveral, 3>(t, b, WindowTaps(t));
    else TapRow<P, kPixels, false, 3>(t, b, WindowTaps(t));
  }
}

template <class P>
inline void TapColumns(const HostTaps& t, const uint8_t* block, int32_t channel, int32_t n) {
  if constexpr (P::kBytes >= 32) {
    if (n == 1) return TapParts<P, P::kBytes / 16>(t, block, channel, n);
  }
  if constexpr (P::kBytes >= 64) {
    if (n == 2) return TapParts<P, P::kBytes / 32>(t, block, channel, n);
  }
  TapParts<P, 1>(t, block, channel, n);
}

inline void Taps(const HostTaps& t) {
  const uint8_t* block = t.stream;
  for (int32_t channel = 0; channel < t.channels;) {
    const int32_t left = t.channels - channel, n = left > 48 ? 4 : left > 16 ? 2 : 1;
    if (t.count * 16 * n >= Blocks::kBytes) TapColumns<Blocks>(t, block, channel, n);
    else TapColumns<Block>(t, block, channel, n);
    block += static_cast<ptrdiff_t>(16) * n * 4 * (t.quads + kMoteHostWords), channel += 16 * n;
  }
}

