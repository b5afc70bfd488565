// Vectors of 128, 256 and 512 bits for fixed_vector.h, what its functions mean stands in fixed_scalar.h: included by one file an
// instruction set, inside its namespace, behind <immintrin.h>. With VNNI instructions inputs are taken as x + 128; without them products
// are of 16 bits, of even and of odd positions.

// The instructions by the type of their operands.
inline __m128i LoadAs(const void* from, __m128i) { return _mm_loadu_si128(static_cast<const __m128i*>(from)); }
inline __m128i BroadcastAs(int32_t value, __m128i) { return _mm_set1_epi32(value); }
inline __m128i WidenAs(const int8_t* from, __m128i) {
  int32_t four;
  __builtin_memcpy(&four, from, 4);
  return _mm_cvtepi8_epi32(_mm_cvtsi32_si128(four));
}
inline void StoreTo(void* to, __m128i v) { _mm_storeu_si128(static_cast<__m128i*>(to), v); }
inline __m128i Add32(__m128i a, __m128i b) { return _mm_add_epi32(a, b); }
inline __m128i Subtract32(__m128i a, __m128i b) { return _mm_sub_epi32(a, b); }
inline __m128i Multiply32(__m128i a, __m128i b) { return _mm_mullo_epi32(a, b); }
inline __m128i MultiplyEven(__m128i a, __m128i b) { return _mm_mul_epi32(a, b); }
inline __m128i DownPairs(__m128i a) { return _mm_srli_epi64(a, 32); }
inline __m128i OddOf(__m128i even, __m128i odd) { return _mm_blend_epi32(even, odd, 0xa); }
inline __m128i Left(__m128i a, __m128i by) { return _mm_sllv_epi32(a, by); }
inline __m128i Right(__m128i a, __m128i by) { return _mm_sra_epi32(a, by); }
inline __m128i HalfRight(__m128i a) { return _mm_srli_epi32(a, 1); }
inline __m128i SignOf(__m128i a) { return _mm_srai_epi32(a, 31); }
inline __m128i And(__m128i a, __m128i b) { return _mm_and_si128(a, b); }
inline __m128i Xor(__m128i a, __m128i b) { return _mm_xor_si128(a, b); }
inline __m128i LowBytes(__m128i a, __m128i b) { return _mm_unpacklo_epi8(a, b); }
inline __m128i HighBytes(__m128i a, __m128i b) { return _mm_unpackhi_epi8(a, b); }
inline __m128i LowHalves(__m128i a, __m128i b) { return _mm_unpacklo_epi16(a, b); }
inline __m128i HighHalves(__m128i a, __m128i b) { return _mm_unpackhi_epi16(a, b); }
inline __m128i PackWords(__m128i a, __m128i b) { return _mm_packs_epi32(a, b); }
inline __m128i PackHalves(__m128i a, __m128i b) { return _mm_packs_epi16(a, b); }
inline __m128i LeastBytes(__m128i a, __m128i b) { return _mm_min_epi8(a, b); }
inline __m128i MostBytes(__m128i a, __m128i b) { return _mm_max_epi8(a, b); }
inline __m128i AllBytes(int32_t value, __m128i) { return _mm_set1_epi8(static_cast<char>(value)); }
// The bytes of words, saturated, in order, in the first bytes.
inline __m128i Narrowed(__m128i v) { return _mm_packs_epi16(_mm_packs_epi32(v, v), v); }

inline __m256i LoadAs(const void* from, __m256i) { return _mm256_loadu_si256(static_cast<const __m256i*>(from)); }
inline __m256i BroadcastAs(int32_t value, __m256i) { return _mm256_set1_epi32(value); }
inline __m256i WidenAs(const int8_t* from, __m256i) {
  return _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from)));
}
inline void StoreTo(void* to, __m256i v) { _mm256_storeu_si256(static_cast<__m256i*>(to), v); }
inline __m256i Add32(__m256i a, __m256i b) { return _mm256_add_epi32(a, b); }
inline __m256i Subtract32(__m256i a, __m256i b) { return _mm256_sub_epi32(a, b); }
inline __m256i Multiply32(__m256i a, __m256i b) { return _mm256_mullo_epi32(a, b); }
inline __m256i MultiplyEven(__m256i a, __m256i b) { return _mm256_mul_epi32(a, b); }
inline __m256i DownPairs(__m256i a) { return _mm256_srli_epi64(a, 32); }
inline __m256i OddOf(__m256i even, __m256i odd) { return _mm256_blend_epi32(even, odd, 0xaa); }
inline __m256i Left(__m256i a, __m256i by) { return _mm256_sllv_epi32(a, by); }
inline __m256i Right(__m256i a, __m128i by) { return _mm256_sra_epi32(a, by); }
inline __m256i HalfRight(__m256i a) { return _mm256_srli_epi32(a, 1); }
inline __m256i SignOf(__m256i a) { return _mm256_srai_epi32(a, 31); }
inline __m256i And(__m256i a, __m256i b) { return _mm256_and_si256(a, b); }
inline __m256i Xor(__m256i a, __m256i b) { return _mm256_xor_si256(a, b); }
inline __m256i LowBytes(__m256i a, __m256i b) { return _mm256_unpacklo_epi8(a, b); }
inline __m256i HighBytes(__m256i a, __m256i b) { return _mm256_unpackhi_epi8(a, b); }
inline __m256i LowHalves(__m256i a, __m256i b) { return _mm256_unpacklo_epi16(a, b); }
inline __m256i HighHalves(__m256i a, __m256i b) { return _mm256_unpackhi_epi16(a, b); }
inline __m256i PackWords(__m256i a, __m256i b) { return _mm256_packs_epi32(a, b); }
inline __m256i PackHalves(__m256i a, __m256i b) { return _mm256_packs_epi16(a, b); }
inline __m256i LeastBytes(__m256i a, __m256i b) { return _mm256_min_epi8(a, b); }
inline __m256i MostBytes(__m256i a, __m256i b) { return _mm256_max_epi8(a, b); }
inline __m256i AllBytes(int32_t value, __m256i) { return _mm256_set1_epi8(static_cast<char>(value)); }
inline __m128i Narrowed(__m256i v) {
  const __m128i halves = _mm_packs_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
  return _mm_packs_epi16(halves, halves);
}

#ifdef __AVX512F__
inline __m512i LoadAs(const void* from, __m512i) { return _mm512_loadu_si512(from); }
inline __m512i BroadcastAs(int32_t value, __m512i) { return _mm512_set1_epi32(value); }
inline __m512i WidenAs(const int8_t* from, __m512i) { return _mm512_cvtepi8_epi32(LoadAs(from, __m128i{})); }
inline void StoreTo(void* to, __m512i v) { _mm512_storeu_si512(to, v); }
inline __m512i Add32(__m512i a, __m512i b) { return _mm512_add_epi32(a, b); }
inline __m512i Subtract32(__m512i a, __m512i b) { return _mm512_sub_epi32(a, b); }
inline __m512i Multiply32(__m512i a, __m512i b) { return _mm512_mullo_epi32(a, b); }
inline __m512i MultiplyEven(__m512i a, __m512i b) { return _mm512_mul_epi32(a, b); }
inline __m512i DownPairs(__m512i a) { return _mm512_srli_epi64(a, 32); }
inline __m512i OddOf(__m512i even, __m512i odd) { return _mm512_mask_mov_epi32(even, 0xaaaa, odd); }
inline __m512i Left(__m512i a, __m512i by) { return _mm512_sllv_epi32(a, by); }
inline __m512i Right(__m512i a, __m128i by) { return _mm512_sra_epi32(a, by); }
inline __m512i HalfRight(__m512i a) { return _mm512_srli_epi32(a, 1); }
inline __m512i SignOf(__m512i a) { return _mm512_srai_epi32(a, 31); }
inline __m512i And(__m512i a, __m512i b) { return _mm512_and_si512(a, b); }
inline __m512i Xor(__m512i a, __m512i b) { return _mm512_xor_si512(a, b); }
inline __m512i LowBytes(__m512i a, __m512i b) { return _mm512_unpacklo_epi8(a, b); }
inline __m512i HighBytes(__m512i a, __m512i b) { return _mm512_unpackhi_epi8(a, b); }
inline __m512i LowHalves(__m512i a, __m512i b) { return _mm512_unpacklo_epi16(a, b); }
inline __m512i HighHalves(__m512i a, __m512i b) { return _mm512_unpackhi_epi16(a, b); }
inline __m512i PackWords(__m512i a, __m512i b) { return _mm512_packs_epi32(a, b); }
inline __m512i PackHalves(__m512i a, __m512i b) { return _mm512_packs_epi16(a, b); }
inline __m512i LeastBytes(__m512i a, __m512i b) { return _mm512_min_epi8(a, b); }
inline __m512i MostBytes(__m512i a, __m512i b) { return _mm512_max_epi8(a, b); }
inline __m512i AllBytes(int32_t value, __m512i) { return _mm512_set1_epi8(static_cast<char>(value)); }
inline __m128i Narrowed(__m512i v) { return _mm512_cvtsepi32_epi8(v); }
#endif

// Pixels of 16·n bytes side by side in longer vectors.
template <int n>
inline __m256i Joined(const int8_t* from, ptrdiff_t step, __m256i) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(LoadAs(from, __m128i{})), LoadAs(from + step, __m128i{}), 1);
}
template <int n>
inline __m256i RepeatedAs(const void* from, __m256i) {
  return _mm256_broadcastsi128_si256(LoadAs(from, __m128i{}));
}
// The first `count` bytes, fewer than v has.
inline void StoreFirst(int8_t* to, __m128i v, int32_t count) {
  if ((count & 8) != 0) {
    __builtin_memcpy(to, &v, 8);
    v = _mm_srli_si128(v, 8), to += 8;
  }
  if ((count & 4) != 0) {
    __builtin_memcpy(to, &v, 4);
    v = _mm_srli_si128(v, 4), to += 4;
  }
  if ((count & 2) != 0) {
    __builtin_memcpy(to, &v, 2);
    v = _mm_srli_si128(v, 2), to += 2;
  }
  if ((count & 1) != 0) __builtin_memcpy(to, &v, 1);
}
inline void StoreFirst(int8_t* to, __m256i v, int32_t count) {
  const __m128i low = _mm256_castsi256_si128(v);
  if (count < 16) return StoreFirst(to, low, count);
  StoreTo(to, low);
  StoreFirst(to + 16, _mm256_extracti128_si256(v, 1), count - 16);
}
template <class V>
inline void StoreMost(int8_t* to, V v, int32_t left) {
  if (left >= static_cast<int32_t>(sizeof(V))) StoreTo(to, v);
  else StoreFirst(to, v, left);
}
template <int n>
inline void Parted(int8_t* to, ptrdiff_t step, __m256i v, int32_t left) {
  StoreMost(to, _mm256_castsi256_si128(v), left);
  StoreMost(to + step, _mm256_extracti128_si256(v, 1), left);
}
// Four packed vectors in order.
inline __m256i InOrder(__m256i v) { return _mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7)); }
// `kRows` equal parts of a vector to rows `step` apart.
template <int kRows>
inline void Rows(int8_t* to, ptrdiff_t step, __m256i v) {
  const __m128i parts[2] = {_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1)};
  for (int r = 0; r < kRows; ++r) {
    __builtin_memcpy(to + r * step, reinterpret_cast<const int8_t*>(parts) + r * 32 / kRows, 32 / kRows);
  }
}
#ifdef __AVX512F__
template <int n>
inline __m512i Joined(const int8_t* from, ptrdiff_t step, __m512i) {
  if constexpr (n == 2) {
    return _mm512_inserti64x4(_mm512_castsi256_si512(LoadAs(from, __m256i{})), LoadAs(from + step, __m256i{}), 1);
  } else {
    const __m256i low = Joined<1>(from, step, __m256i{}), high = Joined<1>(from + 2 * step, step, __m256i{});
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
  }
}
template <int n>
inline __m512i RepeatedAs(const void* from, __m512i) {
  if constexpr (n == 2) return _mm512_broadcast_i64x4(LoadAs(from, __m256i{}));
  else return _mm512_broadcast_i32x4(LoadAs(from, __m128i{}));
}
inline void StoreFirst(int8_t* to, __m512i v, int32_t count) { _mm512_mask_storeu_epi8(to, (uint64_t{1} << count) - 1, v); }
template <int n>
inline void Parted(int8_t* to, ptrdiff_t step, __m512i v, int32_t left) {
  const __m256i low = _mm512_castsi512_si256(v), high = _mm512_extracti64x4_epi64(v, 1);
  if constexpr (n == 2) {
    StoreMost(to, low, left);
    StoreMost(to + step, high, left);
  } else {
    Parted<1>(to, step, low, left);
    Parted<1>(to + 2 * step, step, high, left);
  }
}
inline __m512i InOrder(__m512i v) {
  return _mm512_permutexvar_epi32(_mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15), v);
}
template <int kRows>
inline void Rows(int8_t* to, ptrdiff_t step, __m512i v) {
  const __m256i low = _mm512_castsi512_si256(v), high = _mm512_extracti64x4_epi64(v, 1);
  if constexpr (kRows == 2) {
    StoreTo(to, low);
    StoreTo(to + step, high);
  } else {
    Rows<2>(to, step, low);
    Rows<2>(to + 2 * step, step, high);
  }
}
#endif

// Names of the vectors: templates lose the attributes of their arguments.
struct Bits128 {
  using Vector = __m128i;
};
struct Bits256 {
  using Vector = __m256i;
};
#ifdef __AVX512F__
struct Bits512 {
  using Vector = __m512i;
};
#endif

inline __m128i ShiftHalvesRight(__m128i a) { return _mm_srai_epi16(a, 8); }
inline __m256i ShiftHalvesRight(__m256i a) { return _mm256_srai_epi16(a, 8); }
inline __m128i ShiftHalvesLeft(__m128i a) { return _mm_slli_epi16(a, 8); }
inline __m256i ShiftHalvesLeft(__m256i a) { return _mm256_slli_epi16(a, 8); }
inline __m128i MultiplyHalves(__m128i a, __m128i b) { return _mm_madd_epi16(a, b); }
inline __m256i MultiplyHalves(__m256i a, __m256i b) { return _mm256_madd_epi16(a, b); }

// Products without VNNI.
template <class Bits>
struct WideningProducts {
  using V = typename Bits::Vector;
  struct X {
    V even, odd;  // bytes as halfwords
  };
  using W = X;
  static constexpr bool kUnsigned = false;
  static X Split(V v) { return {ShiftHalvesRight(ShiftHalvesLeft(v)), ShiftHalvesRight(v)}; }
  static X Inputs(V v) { return Split(v); }
  static W Weights(V v) { return Split(v); }
  static void Dot(V& sums, const X& x, const W& w) {
    sums = Add32(Add32(sums, MultiplyHalves(x.even, w.even)), MultiplyHalves(x.odd, w.odd));
  }
};

#if defined(__AVXVNNI__) || defined(__AVX512VNNI__)
#ifdef __AVX512VNNI__
inline __m128i DotBytes(__m128i sum, __m128i x, __m128i w) { return _mm_dpbusd_epi32(sum, x, w); }
inline __m256i DotBytes(__m256i sum, __m256i x, __m256i w) { return _mm256_dpbusd_epi32(sum, x, w); }
inline __m512i DotBytes(__m512i sum, __m512i x, __m512i w) { return _mm512_dpbusd_epi32(sum, x, w); }
#else
inline __m128i DotBytes(__m128i sum, __m128i x, __m128i w) { return _mm_dpbusd_avx_epi32(sum, x, w); }
inline __m256i DotBytes(__m256i sum, __m256i x, __m256i w) { return _mm256_dpbusd_avx_epi32(sum, x, w); }
#endif
// Products of x + 128 and w.
template <class Bits>
struct VnniProducts {
  using V = typename Bits::Vector;
  using X = V;
  using W = V;
  static constexpr bool kUnsigned = true;
  static X Inputs(V v) { return Xor(v, AllBytes(-128, V{})); }
  static W Weights(V v) { return v; }
  static void Dot(V& sums, const X& x, const W& w) { sums = DotBytes(sums, x, w); }
};
#endif

template <class Bits, template <class> class Products>
struct Channels : Products<Bits> {
  using V = typename Bits::Vector;
  static constexpr int kBytes = sizeof(V), kLanes = kBytes / 4;
  using Vector = V;
  using Sums = V;
  using typename Products<Bits>::X;

  static V Load(const void* from) { return LoadAs(from, V{}); }
  static void Store(void* to, V v) { StoreTo(to, v); }
  template <int n, bool kNear>
  static V LoadPixels(const int8_t* from, ptrdiff_t step) {
    if constexpr (kNear || kBytes <= 16 * n) return Load(from);
    else return Joined<n>(from, step, V{});
  }
  template <int n>
  static void StorePixels(int8_t* to, ptrdiff_t step, V v, int32_t left) {
    if constexpr (kBytes <= 16 * n) {
      if (left >= kBytes) Store(to, v);
      else StoreFirst(to, v, left);
    } else {
      Parted<n>(to, step, v, left);
    }
  }
  template <int n>
  static V Repeated(const void* from) {
    if constexpr (kBytes <= 16 * n) return Load(from);
    else return RepeatedAs<n>(from, V{});
  }
  template <int n>
  static V RepeatedStart(const uint8_t* start, const uint8_t* unsigned_start) {
    return Repeated<n>(Products<Bits>::kUnsigned ? unsigned_start : start);
  }
  static V Start(const uint8_t* start, const uint8_t* unsigned_start) { return Load(Products<Bits>::kUnsigned ? unsigned_start : start); }
  static V Broadcast(int32_t value) { return BroadcastAs(value, V{}); }
  static V Widen(const int8_t* from) { return WidenAs(from, V{}); }
  static V Zero() { return V{}; }
  static X Quad(const int8_t* from) {
    int32_t four;
    __builtin_memcpy(&four, from, 4);
    return Products<Bits>::Inputs(Broadcast(four));
  }
  static X Positions(V v) { return Products<Bits>::Inputs(v); }
  static V Total(V sums) { return sums; }
  static void Transpose(const V (&positions)[4], V (&channels)[4]) {
    const V low = LowBytes(positions[0], positions[1]), high = HighBytes(positions[0], positions[1]);
    const V low2 = LowBytes(positions[2], positions[3]), high2 = HighBytes(positions[2], positions[3]);
    channels[0] = LowHalves(low, low2), channels[1] = HighHalves(low, low2);
    channels[2] = LowHalves(high, high2), channels[3] = HighHalves(high, high2);
  }

  static V Add(V a, V b) { return Add32(a, b); }
  static V Multiply(V a, V b) { return Multiply32(a, b); }
  static V ShiftLeft(V a, V by) { return Left(a, by); }
  static V ShiftRight(V a, int32_t by) { return Right(a, _mm_cvtsi32_si128(by)); }
  static V MultiplyHigh(V a, V b) { return OddOf(DownPairs(MultiplyEven(a, b)), MultiplyEven(DownPairs(a), DownPairs(b))); }
  static V HalfOf(V shift) { return HalfRight(Left(Broadcast(1), shift)); }
  static V SubtractWhereNegative(V a, V b, V sign) { return Subtract32(a, And(b, SignOf(sign))); }

  static void StoreBytes(int8_t* to, V v, int32_t low, int32_t high, int32_t count) {
    const __m128i bytes = LeastBytes(MostBytes(Narrowed(v), AllBytes(low, __m128i{})), AllBytes(high, __m128i{}));
    if (count >= kLanes) __builtin_memcpy(to, &bytes, kLanes);
    else __builtin_memcpy(to, &bytes, static_cast<size_t>(count));
  }
  static V Pack(const V (&v)[4]) { return PackHalves(PackWords(v[0], v[1]), PackWords(v[2], v[3])); }
  static V PackInOrder(const V (&v)[4]) { return InOrder(Pack(v)); }
  template <int kColumns>
  static void StoreFour(int8_t* to, ptrdiff_t step, V v) {
    if constexpr (kColumns == 4) Store(to, v);
    else Rows<4 / kColumns>(to, step, v);
  }
  static V Clamp(V v, int32_t low, int32_t high) { return LeastBytes(MostBytes(v, AllBytes(low, V{})), AllBytes(high, V{})); }
};
