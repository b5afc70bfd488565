// Loads, stores, gathers and scatters of every element type: one pair of conversions a type, four loops over them.
#include "cpu/element_access.h"

#include "cpu/scalar_math.h"
#include "cpu/vector_loop.h"

namespace mote::runtime {
namespace {

// to[i] = convert(from[i]), which lie apart. Blocks of one length become vectors without code around them.
template <class To, class From, class Function>
inline __attribute__((always_inline)) void ConvertAll(To* to, const From* from, uint32_t n, Function convert) {
#if !defined(MOTE_STRIDED)
  constexpr uint32_t kBlock = 16;
  for (; n >= kBlock; n -= kBlock, to += kBlock, from += kBlock) {
    MOTE_VECTOR_LOOP
    for (uint32_t i = 0; i < kBlock; ++i) to[i] = convert(from[i]);
  }
  MOTE_SHORT_LOOP
#endif
  for (uint32_t i = 0; i < n; ++i) to[i] = convert(from[i]);
}

// `Memory` is the stored form, `Register` the register's; Widen and Narrow convert their bits.
template <class Memory, class Register, class Codec>
struct Access {
  typedef Memory __attribute__((may_alias)) M;
  typedef Register __attribute__((may_alias)) R;
  // Storage is the register's form: contiguous runs are plain copies.
  static constexpr bool kPlain = sizeof(Memory) == sizeof(Register);

  static void Load(void* d, const uint8_t* from, int32_t stride, uint32_t n) {
    R* to = static_cast<R*>(d);
    const M* at = reinterpret_cast<const M*>(from);
    if (stride == 1) {
      if (kPlain) {
        __builtin_memcpy(to, at, n * sizeof(M));
        return;
      }
      ConvertAll(to, at, n, [](Memory bits) { return Codec::Widen(bits); });
    } else if (stride == 0) {
      const Register value = n == 0 ? 0 : Codec::Widen(*at);
      for (uint32_t i = 0; i < n; ++i) to[i] = value;
    } else {
      for (uint32_t i = 0; i < n; ++i, at += stride) to[i] = Codec::Widen(*at);
    }
  }
  static void Store(uint8_t* to, int32_t stride, const void* a, uint32_t step, uint32_t n) {
    M* at = reinterpret_cast<M*>(to);
    const R* from = static_cast<const R*>(a);
    if (stride == 1 && step == 1) {
      if (kPlain) {
        __builtin_memmove(at, from, n * sizeof(M));
        return;
      }
      ConvertAll(at, from, n, [](Register value) { return static_cast<Memory>(Codec::Narrow(value)); });
    } else {
      for (uint32_t i = 0; i < n; ++i, at += stride, from += step) *at = static_cast<Memory>(Codec::Narrow(*from));
    }
  }
  static void Gather(void* d, const uint8_t* base, const uint32_t* index, uint32_t limit, uint32_t n) {
    R* to = static_cast<R*>(d);
    const M* at = reinterpret_cast<const M*>(base);
    for (uint32_t i = 0; i < n; ++i) to[i] = index[i] < limit ? Codec::Widen(at[index[i]]) : 0;
  }
  static void Scatter(uint8_t* base, const uint32_t* index, uint32_t limit, const void* a, uint32_t step, uint32_t n) {
    M* at = reinterpret_cast<M*>(base);
    const R* from = static_cast<const R*>(a);
    for (uint32_t i = 0; i < n; ++i, from += step) {
      if (index[i] < limit) at[index[i]] = static_cast<Memory>(Codec::Narrow(*from));
    }
  }
};

template <class Register>
struct SameBits {
  static Register Widen(Register bits) { return bits; }
  static Register Narrow(Register bits) { return bits; }
};
struct PredBits {
  static uint32_t Widen(uint8_t byte) { return byte != 0; }
  static uint32_t Narrow(uint32_t value) { return value & 1; }
};
template <int kBits>
struct SignedBits {
  static uint32_t Extend(uint32_t bits) { return static_cast<uint32_t>(static_cast<int32_t>(bits << (32 - kBits)) >> (32 - kBits)); }
  static uint32_t Widen(uint32_t bits) { return Extend(bits); }
  static uint32_t Narrow(uint32_t value) { return Extend(value); }
};
template <int kBits>
struct UnsignedBits {
  static uint32_t Widen(uint32_t bits) { return bits & ((1u << kBits) - 1); }
  static uint32_t Narrow(uint32_t value) { return value & ((1u << kBits) - 1); }
};
struct F16Bits {
  static uint32_t Widen(uint32_t bits) { return BitsOfF32(F32OfF16(bits)); }
  static uint32_t Narrow(uint32_t value) { return F16OfF32(F32OfBits(value)); }
};
struct BF16Bits {
  static uint32_t Widen(uint32_t bits) { return BitsOfF32(F32OfBF16(bits)); }
  static uint32_t Narrow(uint32_t value) { return BF16OfF32(F32OfBits(value)); }
};
// 64-bit integers as saturated 32-bit ones, for indices.
struct SaturatedSigned {
  static uint32_t Widen(uint64_t bits) {
    const int64_t value = static_cast<int64_t>(bits);
    return static_cast<uint32_t>(value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : static_cast<int32_t>(value));
  }
  static uint64_t Narrow(uint32_t value) { return value; }
};
struct SaturatedUnsigned {
  static uint32_t Widen(uint64_t bits) { return bits > INT32_MAX ? INT32_MAX : static_cast<uint32_t>(bits); }
  static uint64_t Narrow(uint32_t value) { return value; }
};

template <class Memory, class Register, class Codec>
constexpr ElementAccess Make() {
  using A = Access<Memory, Register, Codec>;
  return {sizeof(Memory), A::Load, A::Store, A::Gather, A::Scatter, nullptr, nullptr};
}
// Floats of a byte or less: the conversion is one function of all, so loops are as well.
namespace small {
using Register = uint32_t __attribute__((may_alias));
uint32_t Widen(uint32_t type, uint8_t byte) { return BitsOfF32(F32OfSmall(type, byte)); }
uint8_t Narrow(uint32_t type, uint32_t value) { return static_cast<uint8_t>(SmallOfF32(type, F32OfBits(value))); }
void Load(void* d, const uint8_t* from, int32_t stride, uint32_t n, uint32_t type) {
  for (uint32_t i = 0; i < n; ++i, from += stride) static_cast<Register*>(d)[i] = Widen(type, *from);
}
void Store(uint8_t* to, int32_t stride, const void* a, uint32_t step, uint32_t n, uint32_t type) {
  const Register* from = static_cast<const Register*>(a);
  for (uint32_t i = 0; i < n; ++i, to += stride, from += step) *to = Narrow(type, *from);
}
void Gather(void* d, const uint8_t* base, const uint32_t* index, uint32_t limit, uint32_t n, uint32_t type) {
  for (uint32_t i = 0; i < n; ++i) static_cast<Register*>(d)[i] = index[i] < limit ? Widen(type, base[index[i]]) : 0;
}
void Scatter(uint8_t* base, const uint32_t* index, uint32_t limit, const void* a, uint32_t step, uint32_t n, uint32_t type) {
  const Register* from = static_cast<const Register*>(a);
  for (uint32_t i = 0; i < n; ++i, from += step) {
    if (index[i] < limit) base[index[i]] = Narrow(type, *from);
  }
}
}  // namespace small

template <uint32_t kType>
constexpr ElementAccess MakeSmall() {
  return {1,
          [](void* d, const uint8_t* from, int32_t stride, uint32_t n) { small::Load(d, from, stride, n, kType); },
          [](uint8_t* to, int32_t stride, const void* a, uint32_t step, uint32_t n) { small::Store(to, stride, a, step, n, kType); },
          [](void* d, const uint8_t* base, const uint32_t* index, uint32_t limit, uint32_t n) {
            small::Gather(d, base, index, limit, n, kType);
          },
          [](uint8_t* base, const uint32_t* index, uint32_t limit, const void* a, uint32_t step, uint32_t n) {
            small::Scatter(base, index, limit, a, step, n, kType);
          },
          nullptr,
          nullptr};
}
template <class Codec>
constexpr ElementAccess MakeLong() {
  using A = Access<uint64_t, uint64_t, SameBits<uint64_t>>;
  using N = Access<uint64_t, uint32_t, Codec>;
  return {8, A::Load, A::Store, A::Gather, A::Scatter, N::Load, N::Gather};
}

}  // namespace

const ElementAccess kAccessPred = Make<uint8_t, uint32_t, PredBits>();
const ElementAccess kAccessS2 = Make<uint8_t, uint32_t, SignedBits<2>>();
const ElementAccess kAccessS4 = Make<uint8_t, uint32_t, SignedBits<4>>();
const ElementAccess kAccessS8 = Make<uint8_t, uint32_t, SignedBits<8>>();
const ElementAccess kAccessS16 = Make<uint16_t, uint32_t, SignedBits<16>>();
const ElementAccess kAccessS32 = Make<uint32_t, uint32_t, SameBits<uint32_t>>();
const ElementAccess kAccessS64 = MakeLong<SaturatedSigned>();
const ElementAccess kAccessU2 = Make<uint8_t, uint32_t, UnsignedBits<2>>();
const ElementAccess kAccessU4 = Make<uint8_t, uint32_t, UnsignedBits<4>>();
const ElementAccess kAccessU8 = Make<uint8_t, uint32_t, UnsignedBits<8>>();
const ElementAccess kAccessU16 = Make<uint16_t, uint32_t, UnsignedBits<16>>();
const ElementAccess kAccessU32 = Make<uint32_t, uint32_t, SameBits<uint32_t>>();
const ElementAccess kAccessU64 = MakeLong<SaturatedUnsigned>();
const ElementAccess kAccessF16 = Make<uint16_t, uint32_t, F16Bits>();
const ElementAccess kAccessBF16 = Make<uint16_t, uint32_t, BF16Bits>();
const ElementAccess kAccessF32 = Make<uint32_t, uint32_t, SameBits<uint32_t>>();
const ElementAccess kAccessF64 = Make<uint64_t, uint64_t, SameBits<uint64_t>>();
#define MOTE_SMALL_FLOAT(id, code) const ElementAccess kAccess##id = MakeSmall<code>();
MOTE_SMALL_FLOAT(F8E5M2, 20)
MOTE_SMALL_FLOAT(F8E4M3, 21)
MOTE_SMALL_FLOAT(F8E4M3FN, 22)
MOTE_SMALL_FLOAT(F8E4M3B11FNUZ, 23)
MOTE_SMALL_FLOAT(F8E5M2FNUZ, 24)
MOTE_SMALL_FLOAT(F8E4M3FNUZ, 25)
MOTE_SMALL_FLOAT(F8E3M4, 26)
MOTE_SMALL_FLOAT(F8E8M0FNU, 27)
MOTE_SMALL_FLOAT(F6E2M3FN, 28)
MOTE_SMALL_FLOAT(F6E3M2FN, 29)
MOTE_SMALL_FLOAT(F4E2M1FN, 30)
#undef MOTE_SMALL_FLOAT

}  // namespace mote::runtime
