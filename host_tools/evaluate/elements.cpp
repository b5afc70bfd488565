// Loading and storing of elements: one switch per run of elements, then a typed loop. The small float formats come from hlo/literal.
#include "evaluate/elements.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace mote::evaluation {
namespace {

// Calls f with a value of the C++ type that stores `type`; small floats are not included.
template <typename F>
bool VisitInteger(ElementType type, F&& f) {
  switch (type) {
    case ElementType::kS2:
    case ElementType::kS4:
    case ElementType::kS8: f(int8_t{}); return true;
    case ElementType::kS16: f(int16_t{}); return true;
    case ElementType::kS32: f(int32_t{}); return true;
    case ElementType::kS64: f(int64_t{}); return true;
    case ElementType::kPred:
    case ElementType::kU2:
    case ElementType::kU4:
    case ElementType::kU8: f(uint8_t{}); return true;
    case ElementType::kU16: f(uint16_t{}); return true;
    case ElementType::kU32: f(uint32_t{}); return true;
    case ElementType::kU64: f(uint64_t{}); return true;
    default: return false;
  }
}

template <typename S>
S At(const uint8_t* from, int64_t i) {
  S value;
  std::memcpy(&value, from + i * static_cast<int64_t>(sizeof(S)), sizeof(S));
  return value;
}

template <typename S>
void Set(uint8_t* to, int64_t i, S value) {
  std::memcpy(to + i * static_cast<int64_t>(sizeof(S)), &value, sizeof(S));
}

// NaNs keep sign and payload: bit patterns are compared by total order.
double DecodeHalf(uint16_t bits) {
  if ((bits & 0x7C00) == 0x7C00 && (bits & 0x3FF) != 0) {
    return std::bit_cast<double>((uint64_t{bits} & 0x8000) << 48 | uint64_t{0x7FF} << 52 | (uint64_t{bits} & 0x3FF) << 42);
  }
  return DecodeFloat(ElementType::kF16, bits);
}

const std::vector<double>& HalfTable() {
  static const std::vector<double> table = [] {
    std::vector<double> t(65536);
    for (uint32_t i = 0; i < 65536; ++i) t[i] = DecodeHalf(static_cast<uint16_t>(i));
    return t;
  }();
  return table;
}

double DecodeBf16(uint16_t bits) { return std::bit_cast<float>(uint32_t{bits} << 16); }

using ByteTable = std::array<double, 256>;
ByteTable MakeByteTable(ElementType type) {
  ByteTable t{};
  for (uint32_t i = 0; i < 256; ++i) {
    t[i] = DecodeFloat(type, i);
    bool has_sign = type == ElementType::kF8E5M2 || type == ElementType::kF8E4M3 || type == ElementType::kF8E4M3FN ||
                    type == ElementType::kF8E3M4;
    if (std::isnan(t[i]) && has_sign) t[i] = std::copysign(t[i], (i & 0x80) ? -1.0 : 1.0);
  }
  return t;
}

const ByteTable& TableOf(ElementType type) {
  static const std::vector<ByteTable> tables = [] {
    std::vector<ByteTable> all(256);
#define MOTE_ELEMENT_TYPE(id, code, hlo, mlir, bits, bytes, klass)                                      \
  if (bytes == 1 && TypeClass::k##klass == TypeClass::kFloat) all[code] = MakeByteTable(ElementType::k##id);
#include "schema/element_types.def"
#undef MOTE_ELEMENT_TYPE
    return all;
  }();
  return tables[static_cast<uint8_t>(type)];
}

template <typename T>
void LoadFloats(ElementType type, const uint8_t* from, int64_t n, T* to) {
  switch (type) {
    case ElementType::kF64:
      for (int64_t i = 0; i < n; ++i) to[i] = At<double>(from, i);
      return;
    case ElementType::kF32:
      for (int64_t i = 0; i < n; ++i) to[i] = At<float>(from, i);
      return;
    case ElementType::kBF16:
      for (int64_t i = 0; i < n; ++i) to[i] = DecodeBf16(At<uint16_t>(from, i));
      return;
    case ElementType::kF16: {
      const std::vector<double>& table = HalfTable();
      for (int64_t i = 0; i < n; ++i) to[i] = table[At<uint16_t>(from, i)];
      return;
    }
    default: {
      const ByteTable& table = TableOf(type);
      for (int64_t i = 0; i < n; ++i) to[i] = table[from[i]];
    }
  }
}

template <typename T>
void LoadReals(ElementType type, const uint8_t* from, int64_t n, T* to) {
  bool integer = VisitInteger(type, [&](auto tag) {
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<T>(At<decltype(tag)>(from, i));
  });
  if (!integer) LoadFloats(type, from, n, to);
}

// f32 → bf16 and f16 are the common stores; the small formats take the general road.
uint16_t EncodeBf16(double value) {
  if (std::isnan(value)) {
    uint32_t bits = std::bit_cast<uint32_t>(static_cast<float>(value)) >> 16;
    return static_cast<uint16_t>(bits | 0x40);
  }
  return static_cast<uint16_t>(EncodeFloat(ElementType::kBF16, value));
}

uint16_t EncodeHalf(double value) {
  if (std::isnan(value)) {
    uint64_t bits = std::bit_cast<uint64_t>(value);
    return static_cast<uint16_t>((bits >> 48 & 0x8000) | 0x7E00 | (bits >> 42 & 0x1FF));
  }
  return static_cast<uint16_t>(EncodeFloat(ElementType::kF16, value));
}

int64_t Wrap(ElementType type, int64_t value) {
  if (type == ElementType::kPred) return value != 0;
  int shift = 64 - BitWidth(type);
  uint64_t bits = static_cast<uint64_t>(value) << shift;
  return IsSigned(type) ? static_cast<int64_t>(bits) >> shift : static_cast<int64_t>(bits >> shift);
}

}  // namespace

Form FormOf(ElementType type) {
  switch (ClassOf(type)) {
    case TypeClass::kFloat: return Form::kReal;
    case TypeClass::kComplex: return Form::kComplex;
    default: return Form::kInteger;
  }
}

void Load(ElementType type, const uint8_t* from, int64_t n, int64_t* to) {
  VisitInteger(type, [&](auto tag) {
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<int64_t>(At<decltype(tag)>(from, i));
  });
}

void Load(ElementType type, const uint8_t* from, int64_t n, double* to) { LoadReals(type, from, n, to); }
void Load(ElementType type, const uint8_t* from, int64_t n, long double* to) { LoadReals(type, from, n, to); }

void Load(ElementType type, const uint8_t* from, int64_t n, Complex* to) {
  if (type == ElementType::kC64) {
    for (int64_t i = 0; i < n; ++i) to[i] = {At<float>(from, 2 * i), At<float>(from, 2 * i + 1)};
  } else if (type == ElementType::kC128) {
    for (int64_t i = 0; i < n; ++i) to[i] = {At<double>(from, 2 * i), At<double>(from, 2 * i + 1)};
  } else {
    IdVector<double> reals(n);
    LoadReals(type, from, n, reals.data());
    for (int64_t i = 0; i < n; ++i) to[i] = reals[i];
  }
}

void Store(ElementType type, const int64_t* from, int64_t n, uint8_t* to) {
  VisitInteger(type, [&](auto tag) {
    for (int64_t i = 0; i < n; ++i) Set(to, i, static_cast<decltype(tag)>(Wrap(type, from[i])));
  });
}

void Store(ElementType type, const double* from, int64_t n, uint8_t* to) {
  switch (type) {
    case ElementType::kF64:
      for (int64_t i = 0; i < n; ++i) Set(to, i, from[i]);
      return;
    case ElementType::kF32:
      for (int64_t i = 0; i < n; ++i) Set(to, i, static_cast<float>(from[i]));
      return;
    case ElementType::kBF16:
      for (int64_t i = 0; i < n; ++i) Set(to, i, EncodeBf16(from[i]));
      return;
    case ElementType::kF16:
      for (int64_t i = 0; i < n; ++i) Set(to, i, EncodeHalf(from[i]));
      return;
    default:
      for (int64_t i = 0; i < n; ++i) to[i] = static_cast<uint8_t>(EncodeFloat(type, from[i]));
  }
}

void Store(ElementType type, const long double* from, int64_t n, uint8_t* to) {
  for (int64_t i = 0; i < n; ++i) {
    double value = type == ElementType::kF64 ? static_cast<double>(from[i]) : ToOddDouble(from[i]);
    Store(type, &value, 1, to + i * StorageBytes(type));
  }
}

void Store(ElementType type, const Complex* from, int64_t n, uint8_t* to) {
  for (int64_t i = 0; i < n; ++i) {
    if (type == ElementType::kC64) {
      Set(to, 2 * i, static_cast<float>(from[i].real()));
      Set(to, 2 * i + 1, static_cast<float>(from[i].imag()));
    } else {
      Set(to, 2 * i, from[i].real());
      Set(to, 2 * i + 1, from[i].imag());
    }
  }
}

int64_t Rounded(ElementType type, int64_t value) { return Wrap(type, value); }

double Rounded(ElementType type, double value) {
  switch (type) {
    case ElementType::kF64: return value;
    case ElementType::kF32: return static_cast<float>(value);
    case ElementType::kBF16: return DecodeBf16(EncodeBf16(value));
    case ElementType::kF16: return HalfTable()[EncodeHalf(value)];
    default: return TableOf(type)[EncodeFloat(type, value) & 0xFF];
  }
}

Complex Rounded(ElementType type, Complex value) {
  if (type == ElementType::kC128) return value;
  return {static_cast<float>(value.real()), static_cast<float>(value.imag())};
}

double ToOddDouble(long double value) {
  double nearest = static_cast<double>(value);
  if (!std::isfinite(nearest) || nearest == value) return nearest;
  double truncated = std::fabs(static_cast<long double>(nearest)) > std::fabs(value) ? std::nextafter(nearest, 0.0) : nearest;
  return std::bit_cast<double>(std::bit_cast<uint64_t>(truncated) | 1);
}

double ToOddDouble(uint64_t value) {
  int extra = 11 - std::countl_zero(value | 1);
  if (extra <= 0) return static_cast<double>(value);
  uint64_t kept = value >> extra;
  if ((kept << extra) != value) kept |= 1;
  return std::ldexp(static_cast<double>(kept), extra);
}

double ToOddDouble(int64_t value) {
  return value < 0 ? -ToOddDouble(uint64_t{0} - static_cast<uint64_t>(value)) : ToOddDouble(static_cast<uint64_t>(value));
}

WideArray::WideArray(const Literal& literal) : type_(literal.type()) {
  switch (FormOf(type_)) {
    case Form::kInteger: integers_ = Widen<int64_t>(literal); break;
    case Form::kReal: reals_ = Widen<double>(literal); break;
    case Form::kComplex: complexes_ = Widen<Complex>(literal); break;
  }
}

void WideArray::Fetch(int64_t offset, void* buffer, int64_t lane) const {
  switch (FormOf(type_)) {
    case Form::kInteger: static_cast<int64_t*>(buffer)[lane] = integers_[offset]; break;
    case Form::kReal: static_cast<double*>(buffer)[lane] = reals_[offset]; break;
    case Form::kComplex: static_cast<Complex*>(buffer)[lane] = complexes_[offset]; break;
  }
}

void WideArray::Put(int64_t offset, const void* buffer, int64_t lane) {
  switch (FormOf(type_)) {
    case Form::kInteger: integers_[offset] = static_cast<const int64_t*>(buffer)[lane]; break;
    case Form::kReal: reals_[offset] = static_cast<const double*>(buffer)[lane]; break;
    case Form::kComplex: complexes_[offset] = static_cast<const Complex*>(buffer)[lane]; break;
  }
}

Literal WideArray::ToLiteral(const Shape& shape) const {
  switch (FormOf(type_)) {
    case Form::kInteger: return Narrow(shape, integers_);
    case Form::kReal: return Narrow(shape, reals_);
    case Form::kComplex: break;
  }
  return Narrow(shape, complexes_);
}

}  // namespace mote::evaluation
