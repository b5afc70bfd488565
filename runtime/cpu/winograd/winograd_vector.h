// The transforms over vectors of channels: included by one file an instruction set behind f32_vector.h, whose names these are. In the order
// of SPEC.md section 3: the same bits on all.

constexpr auto kPointA = static_cast<float>(MOTE_TILED_POINT_A), kPointB = static_cast<float>(MOTE_TILED_POINT_B);
constexpr float kPointA2 = kPointA * kPointA, kPointB2 = kPointB * kPointB;
constexpr int kMostLanes = 16;

template <class V>
inline V FmaBy(float factor, V a, V b) {
  V x;
  Broadcast(factor, x);
  return Fma(x, a, b);
}

// Six values of the input to the coefficients of the points 0, a, -a, b, -b and infinity.
template <class V>
inline void ToPoints(V (&d)[6]) {
  const V zero = FmaBy(kPointA2 * kPointB2, d[0], FmaBy(-(kPointA2 + kPointB2), d[2], d[4]));
  const V infinity = FmaBy(kPointA2 * kPointB2, d[1], FmaBy(-(kPointA2 + kPointB2), d[3], d[5]));
  const V even_a = FmaBy(-kPointB2, d[2], d[4]), odd_a = FmaBy(-kPointB2, d[1], d[3]);
  const V even_b = FmaBy(-kPointA2, d[2], d[4]), odd_b = FmaBy(-kPointA2, d[1], d[3]);
  d[0] = zero, d[5] = infinity;
  d[1] = FmaBy(kPointA, odd_a, even_a), d[2] = FmaBy(-kPointA, odd_a, even_a);
  d[3] = FmaBy(kPointB, odd_b, even_b), d[4] = FmaBy(-kPointB, odd_b, even_b);
}

// The products of six points to four outputs.
template <class V>
inline void FromPoints(const V (&m)[6], V (&y)[4]) {
  const V even_a = Add(m[1], m[2]), odd_a = FmaBy(-1, m[2], m[1]);
  const V even_b = Add(m[3], m[4]), odd_b = FmaBy(-1, m[4], m[3]);
  V a, a2;
  Broadcast(kPointA, a), Broadcast(kPointA2, a2);
  y[0] = Add(Add(m[0], even_a), even_b);
  y[1] = FmaBy(kPointB, odd_b, Multiply(a, odd_a));
  y[2] = FmaBy(kPointB2, even_b, Multiply(a2, even_a));
  y[3] = FmaBy(kPointB2 * kPointB, odd_b, FmaBy(kPointA2 * kPointA, odd_a, m[5]));
}

// Channels from c on. `load` gives position (i, j).
template <class Lanes, class Load>
inline void InputLanes(const WinogradInput& w, int32_t c, Lanes lanes, const Load& load) {
  typename Lanes::Vector t[6][6];
  MOTE_UNROLL for (int j = 0; j < 6; ++j) {
    typename Lanes::Vector d[6];
    MOTE_UNROLL for (int i = 0; i < 6; ++i) d[i] = load(i, j);
    ToPoints(d);
    MOTE_UNROLL for (int i = 0; i < 6; ++i) t[i][j] = d[i];
  }
  float* to = w.to + c;
  for (int i = 0; i < 6; ++i) {
    ToPoints(t[i]);
    MOTE_UNROLL for (int j = 0; j < 6; ++j, to += w.step) lanes.Store(to, t[i][j]);
  }
}

// Where the tile lies wholly inside and channels lie side by side they are read in place, else put together first.
template <class Lanes>
inline void InputBlock(const WinogradInput& w, int32_t c, Lanes lanes) {
  const bool whole = w.channel == 1 && w.lines.last - w.lines.first == 6 && w.pixels.last - w.pixels.first == 6;
  if (whole) {
    const float* const from = w.from + c;
    return InputLanes(w, c, lanes, [&](int i, int j) { return lanes.Load(from + i * w.line + j * w.pixel); });
  }
  float put[6][6][kMostLanes] = {};
  const int32_t count = w.channels - c < Lanes::kCount ? w.channels - c : Lanes::kCount;
  for (int32_t i = w.lines.first; i < w.lines.last; ++i) {
    for (int32_t j = w.pixels.first; j < w.pixels.last; ++j) {
      const float* const from = w.from + ((i - w.lines.first) * w.line + (j - w.pixels.first) * w.pixel + c * w.channel);
      if (w.channel == 1) {
        lanes.Store(put[i][j], lanes.Load(from));
        continue;
      }
      for (int32_t l = 0; l < count; ++l) put[i][j][l] = from[l * w.channel];
    }
  }
  InputLanes(w, c, lanes, [&](int i, int j) { return lanes.Load(put[i][j]); });
}

void InputTransform(const WinogradInput& w) {
  int32_t c = 0;
  for (; c + kLanes <= w.channels; c += kLanes) InputBlock(w, c, Whole{});
  Rest(c, w.channels, [&](int32_t at, auto lanes) { InputBlock(w, at, lanes); });
}

// Columns from o on.
template <class Lanes>
inline void OutputBlock(const WinogradOutput& w, int32_t o, Lanes lanes) {
  using V = typename Lanes::Vector;
  V s[4][6];
  MOTE_UNROLL for (int j = 0; j < 6; ++j) {
    V m[6], y[4];
    MOTE_UNROLL for (int i = 0; i < 6; ++i) m[i] = lanes.Load(w.from + (6 * i + j) * w.step + o);
    FromPoints(m, y);
    MOTE_UNROLL for (int i = 0; i < 4; ++i) s[i][j] = y[i];
  }
  TileArguments t;
  t.direct = w.direct, t.bias = w.bias, t.acc_row = w.pixel;
  for (int32_t i = w.lines.first; i < w.lines.last; ++i) {
    V y[4];
    FromPoints(s[i], y);
    t.acc = w.out + i * w.line;
    if (w.residual != nullptr) t.residual = w.residual + i * w.line;
    if (w.pixels == 4) {
      V sums[4][1] = {{y[0]}, {y[1]}, {y[2]}, {y[3]}};
      if (w.direct != nullptr) FinishSums<4, 1>(sums, t, 0, o, lanes);
      MOTE_UNROLL for (int r = 0; r < 4; ++r) lanes.Store(t.acc + r * w.pixel + o, sums[r][0]);
      continue;
    }
    for (int32_t r = 0; r < w.pixels; ++r) {
      V sums[1][1] = {{y[r]}};
      if (w.direct != nullptr) FinishSums<1, 1>(sums, t, r, o, lanes);
      lanes.Store(t.acc + r * w.pixel + o, sums[0][0]);
    }
  }
}

void OutputTransform(const WinogradOutput& w) {
  int32_t o = 0;
  for (; o + kLanes <= w.columns; o += kLanes) OutputBlock(w, o, Whole{});
  Rest(o, w.columns, [&](int32_t at, auto lanes) { OutputBlock(w, at, lanes); });
}
