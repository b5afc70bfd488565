// NEON vectors of four channels for fixed_vector.h, what their functions mean stands in fixed_scalar.h: included by one file an instruction
// set, inside its namespace, behind <arm_neon.h>.

// Products of 16 bits, their pairs added up to 32: a sum is in two parts.
struct WideningProducts {
  struct Sums {
    int32x4_t low, high;  // two parts of channels 0 and 1, of 2 and 3
  };
  static Sums SumsOf(int32x4_t start) {
    const int32x4_t zero = vdupq_n_s32(0);
    return {vzip1q_s32(start, zero), vzip2q_s32(start, zero)};
  }
  static void Dot(Sums& sums, int8x16_t x, int8x16_t w) {
    sums.low = vpadalq_s16(sums.low, vmull_s8(vget_low_s8(x), vget_low_s8(w)));
    sums.high = vpadalq_s16(sums.high, vmull_high_s8(x, w));
  }
  static int32x4_t Total(const Sums& sums) { return vpaddq_s32(sums.low, sums.high); }
};

#ifdef __ARM_FEATURE_DOTPROD
struct DotProducts {
  using Sums = int32x4_t;
  static Sums SumsOf(int32x4_t start) { return start; }
  static void Dot(Sums& sums, int8x16_t x, int8x16_t w) { sums = vdotq_s32(sums, x, w); }
  static int32x4_t Total(Sums sums) { return sums; }
};
#endif

inline void StoreFirst(int8_t* to, int8x16_t v, int32_t count) {
  if ((count & 8) != 0) {
    vst1_s8(to, vget_low_s8(v));
    v = vextq_s8(v, v, 8), to += 8;
  }
  if ((count & 4) != 0) {
    const int32_t four = vgetq_lane_s32(vreinterpretq_s32_s8(v), 0);
    __builtin_memcpy(to, &four, 4);
    v = vextq_s8(v, v, 4), to += 4;
  }
  if ((count & 2) != 0) {
    const int16_t two = vgetq_lane_s16(vreinterpretq_s16_s8(v), 0);
    __builtin_memcpy(to, &two, 2);
    v = vextq_s8(v, v, 2), to += 2;
  }
  if ((count & 1) != 0) *to = vgetq_lane_s8(v, 0);
}

template <class Products>
struct Channels : Products {
  static constexpr int kLanes = 4, kBytes = 16;
  using Vector = int32x4_t;
  using X = int8x16_t;
  using W = int8x16_t;
  using typename Products::Sums;

  static Vector Load(const void* from) { return vreinterpretq_s32_s8(vld1q_s8(static_cast<const int8_t*>(from))); }
  static void Store(int8_t* to, Vector v) { vst1q_s8(to, vreinterpretq_s8_s32(v)); }
  template <int n, bool kNear>
  static Vector LoadPixels(const int8_t* from, ptrdiff_t) {
    return Load(from);
  }
  template <int n>
  static void StorePixels(int8_t* to, ptrdiff_t, Vector v, int32_t left) {
    if (left >= kBytes) Store(to, v);
    else StoreFirst(to, vreinterpretq_s8_s32(v), left);
  }
  template <int n>
  static Vector Repeated(const void* from) {
    return Load(from);
  }
  static Vector Broadcast(int32_t value) { return vdupq_n_s32(value); }
  static Vector Widen(const int8_t* from) {
    int32_t four;
    __builtin_memcpy(&four, from, 4);
    return vmovl_s16(vget_low_s16(vmovl_s8(vreinterpret_s8_s32(vdup_n_s32(four)))));
  }

  static Sums Zero() { return Products::SumsOf(vdupq_n_s32(0)); }
  static Sums Start(const uint8_t* start, const uint8_t*) { return Products::SumsOf(Load(start)); }
  template <int n>
  static Sums RepeatedStart(const uint8_t* start, const uint8_t*) {
    return Products::SumsOf(Load(start));
  }
  static X Quad(const int8_t* from) {
    int32_t four;
    __builtin_memcpy(&four, from, 4);
    return vreinterpretq_s8_s32(vdupq_n_s32(four));
  }
  static X Positions(Vector v) { return vreinterpretq_s8_s32(v); }
  static W Weights(Vector v) { return vreinterpretq_s8_s32(v); }
  static void Transpose(const Vector (&positions)[4], Vector (&channels)[4]) {
    const auto bytes = [&](int k) { return vreinterpretq_s8_s32(positions[k]); };
    const auto halves = [](int8x16_t v) { return vreinterpretq_s16_s8(v); };
    const int16x8_t low = halves(vzip1q_s8(bytes(0), bytes(1))), high = halves(vzip2q_s8(bytes(0), bytes(1)));
    const int16x8_t low2 = halves(vzip1q_s8(bytes(2), bytes(3))), high2 = halves(vzip2q_s8(bytes(2), bytes(3)));
    channels[0] = vreinterpretq_s32_s16(vzip1q_s16(low, low2)), channels[1] = vreinterpretq_s32_s16(vzip2q_s16(low, low2));
    channels[2] = vreinterpretq_s32_s16(vzip1q_s16(high, high2)), channels[3] = vreinterpretq_s32_s16(vzip2q_s16(high, high2));
  }

  static Vector Add(Vector a, Vector b) { return vaddq_s32(a, b); }
  static Vector Multiply(Vector a, Vector b) { return vmulq_s32(a, b); }
  static Vector ShiftLeft(Vector a, Vector by) { return vshlq_s32(a, by); }
  static Vector ShiftRight(Vector a, int32_t by) { return vshlq_s32(a, vdupq_n_s32(-by)); }
  static Vector MultiplyHigh(Vector a, Vector b) {
    const int64x2_t low = vmull_s32(vget_low_s32(a), vget_low_s32(b)), high = vmull_high_s32(a, b);
    return vuzp2q_s32(vreinterpretq_s32_s64(low), vreinterpretq_s32_s64(high));
  }
  static Vector HalfOf(Vector shift) {
    return vreinterpretq_s32_u32(vshrq_n_u32(vshlq_u32(vdupq_n_u32(1), shift), 1));
  }
  static Vector SubtractWhereNegative(Vector a, Vector b, Vector sign) { return vsubq_s32(a, vandq_s32(b, vshrq_n_s32(sign, 31))); }

  static void StoreBytes(int8_t* to, Vector v, int32_t low, int32_t high, int32_t count) {
    const int16x4_t halves = vqmovn_s32(v);
    const int8x8_t few = vqmovn_s16(vcombine_s16(halves, halves));
    const int8x8_t bytes = vmin_s8(vmax_s8(few, vdup_n_s8(static_cast<int8_t>(low))), vdup_n_s8(static_cast<int8_t>(high)));
    if (count >= kLanes) __builtin_memcpy(to, &bytes, kLanes);
    else StoreFirst(to, vcombine_s8(bytes, bytes), count);
  }
  static Vector Pack(const Vector (&v)[4]) {
    const int16x8_t low = vqmovn_high_s32(vqmovn_s32(v[0]), v[1]), high = vqmovn_high_s32(vqmovn_s32(v[2]), v[3]);
    return vreinterpretq_s32_s8(vqmovn_high_s16(vqmovn_s16(low), high));
  }
  static Vector PackInOrder(const Vector (&v)[4]) { return Pack(v); }
  template <int kColumns>
  static void StoreFour(int8_t* to, ptrdiff_t step, Vector v) {
    if constexpr (kColumns == 4) return Store(to, v);
    for (int r = 0; r < 4 / kColumns; ++r) {
      __builtin_memcpy(to + r * step, reinterpret_cast<const int8_t*>(&v) + r * kColumns * 4, kColumns * 4);
    }
  }
  static Vector Clamp(Vector v, int32_t low, int32_t high) {
    const int8x16_t bytes = vmaxq_s8(vreinterpretq_s8_s32(v), vdupq_n_s8(static_cast<int8_t>(low)));
    return vreinterpretq_s32_s8(vminq_s8(bytes, vdupq_n_s8(static_cast<int8_t>(high))));
  }
};
