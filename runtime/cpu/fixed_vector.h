// The finish of fixed-point sums, pools and additions over vectors: included by one file an instruction set, inside its namespace, which
// has defined
//   Wide    vectors for blocks of 16 output channels, Narrow those for blocks of 8, Blocks the longest and Block the shortest (16 bytes)
//           for channels of depthwise convolutions: structs with what fixed_scalar.h has
//   kRows   pixels of a tile; kColumns vectors of one; kSingleBlocks blocks at once of a single pixel; kSingleSums its sums side by side;
//           kMostAtOnce channels of a pool
// Products (fixed_products.h) and windows of single channels (fixed_taps.h) come behind it.

// Before a loop over a tile: its values stay in registers once it is unrolled, which -O3 does unasked and a small runtime not. What is
// finished goes through memory there: unrolled as well it would be half as much code again, for a twentieth to a fifth of the instructions.
#ifndef MOTE_TILE_LOOP
#if defined(MOTE_SMALL_RUNTIME)
#define MOTE_TILE_LOOP _Pragma("GCC unroll 16")
#else
#define MOTE_TILE_LOOP
#endif
#endif

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

// ---- pools and additions ----
inline void Average(const HostPool& t) {
  using P = Wide;
  const int32_t channels = t.fields[kMoteFixedOutC];
  const FixedChannels one(t.stream, 1, 0);
  const Bounds bounds(t.fields);
  const ColumnFinish<P> finish(P::Broadcast(one.multiplier[0]), P::Broadcast(one.addend[0]), P::Broadcast(one.Shift(0)));
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

typedef int8_t Mosts __attribute__((vector_size(kMostAtOnce)));
inline void Most(const HostPool& t) {
  const int32_t channels = t.fields[kMoteFixedOutC];
  const FixedFinish finish(t.fields);
  for (int32_t c = 0; c < channels; c += kMostAtOnce) {
    const int32_t count = channels - c < kMostAtOnce ? channels - c : kMostAtOnce;
    Mosts most = Mosts{} + static_cast<int8_t>(-128);
    for (int32_t y = 0; y < t.rows; ++y) {
      for (int32_t x = 0; x < t.columns; ++x) {
        const int8_t* from = t.from + y * t.row_step + x * t.column_step + c;
        if (count == kMostAtOnce) {
          Mosts here;
          __builtin_memcpy(&here, from, sizeof here);
          most = here > most ? here : most;
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
