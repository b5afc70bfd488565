// Literal storage and scalar access with conversion. The float formats themselves are in small_float.cpp.
#include "hlo/literal.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace mote {

MOTE_DEFINE_COPIES(Literal);
namespace {

uint64_t LoadBits(const uint8_t* at, int bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, at, bytes);
  return bits;
}

void StoreBits(uint8_t* at, int bytes, uint64_t bits) { std::memcpy(at, &bits, bytes); }

int64_t SignExtended(uint64_t bits, int width) {
  const int unused = 64 - width;
  return static_cast<int64_t>(bits << unused) >> unused;
}

uint64_t ZeroExtended(uint64_t bits, int width) { return width >= 64 ? bits : bits & ((uint64_t{1} << width) - 1); }

// Truncates toward zero and saturates; NaN gives 0 (OPS.md section 6.2).
uint64_t IntegerFromReal(ElementType type, double value) {
  const int width = BitWidth(type);
  if (std::isnan(value)) return 0;
  if (IsUnsigned(type)) {
    if (value <= 0) return 0;
    if (value >= std::ldexp(1.0, width)) return ZeroExtended(UINT64_MAX, width);
    return static_cast<uint64_t>(value);
  }
  const double limit = std::ldexp(1.0, width - 1);
  if (value >= limit) return static_cast<uint64_t>((uint64_t{1} << (width - 1)) - 1);
  if (value < -limit) return ~uint64_t{0} << (width - 1);
  return static_cast<uint64_t>(static_cast<int64_t>(value));
}

}  // namespace

Literal::Literal(Shape shape) : shape_(std::move(shape)) {
  bytes_ = std::make_shared<std::vector<uint8_t>>(shape_.ByteSize());
}

Literal::Literal(Shape shape, std::vector<uint8_t> bytes)
    : shape_(std::move(shape)), bytes_(std::make_shared<std::vector<uint8_t>>(std::move(bytes))) {}

Literal Literal::Splat(Shape shape, const Literal& scalar) {
  Literal out(std::move(shape));
  const std::span<const uint8_t> element = scalar.bytes();
  const std::span<uint8_t> bytes = out.mutable_bytes();
  if (element.empty() || bytes.size() < element.size()) return out;
  std::memcpy(bytes.data(), element.data(), element.size());
  for (size_t done = element.size(); done < bytes.size(); done *= 2) {  // what is filled, once more behind it
    std::memcpy(bytes.data() + done, bytes.data(), std::min(done, bytes.size() - done));
  }
  return out;
}

std::span<uint8_t> Literal::mutable_bytes() {
  if (!bytes_) return {};
  if (bytes_.use_count() > 1) bytes_ = std::make_shared<std::vector<uint8_t>>(*bytes_);
  return {bytes_->data(), bytes_->size()};
}

int64_t Literal::IntegerAt(int64_t index) const {
  const int bytes = StorageBytes(type());
  if (!IsInteger(type()) && !IsPred(type())) return static_cast<int64_t>(IntegerFromReal(ElementType::kS64, RealAt(index)));
  const uint64_t bits = LoadBits(this->bytes().data() + index * bytes, bytes);
  if (IsPred(type())) return bits != 0;
  return IsSigned(type()) ? SignExtended(bits, BitWidth(type())) : static_cast<int64_t>(ZeroExtended(bits, BitWidth(type())));
}

double Literal::RealAt(int64_t index) const {
  const ElementType t = type();
  if (IsUnsigned(t)) return static_cast<double>(static_cast<uint64_t>(IntegerAt(index)));
  if (IsSigned(t) || IsPred(t)) return static_cast<double>(IntegerAt(index));
  if (IsComplex(t)) return ComplexAt(index).real();
  const int bytes = StorageBytes(t);
  return DecodeFloat(t, LoadBits(this->bytes().data() + index * bytes, bytes));
}

std::complex<double> Literal::ComplexAt(int64_t index) const {
  if (!IsComplex(type())) return RealAt(index);
  const ElementType part = RealPart(type());
  const int bytes = StorageBytes(part);
  const uint8_t* at = this->bytes().data() + index * 2 * bytes;
  return {DecodeFloat(part, LoadBits(at, bytes)), DecodeFloat(part, LoadBits(at + bytes, bytes))};
}

void Literal::SetInteger(int64_t index, int64_t value) {
  const ElementType t = type();
  if (IsFloat(t) || IsComplex(t)) return SetReal(index, static_cast<double>(value));
  const int bytes = StorageBytes(t), width = BitWidth(t);
  uint64_t bits = static_cast<uint64_t>(value);
  if (IsPred(t)) bits = bits != 0;
  if (IsSigned(t)) bits = static_cast<uint64_t>(SignExtended(bits, width));
  if (IsUnsigned(t)) bits = ZeroExtended(bits, width);
  StoreBits(mutable_bytes().data() + index * bytes, bytes, bits);
}

void Literal::SetReal(int64_t index, double value) {
  const ElementType t = type();
  if (IsComplex(t)) return SetComplex(index, value);
  const int bytes = StorageBytes(t);
  uint64_t bits = 0;
  if (IsPred(t)) {
    bits = value != 0;
  } else if (IsInteger(t)) {
    return SetInteger(index, static_cast<int64_t>(IntegerFromReal(t, value)));
  } else {
    bits = EncodeFloat(t, value);
  }
  StoreBits(mutable_bytes().data() + index * bytes, bytes, bits);
}

void Literal::SetComplex(int64_t index, std::complex<double> value) {
  if (!IsComplex(type())) return SetReal(index, value.real());
  const ElementType part = RealPart(type());
  const int bytes = StorageBytes(part);
  uint8_t* at = mutable_bytes().data() + index * 2 * bytes;
  StoreBits(at, bytes, EncodeFloat(part, value.real()));
  StoreBits(at + bytes, bytes, EncodeFloat(part, value.imag()));
}

Literal Literal::WithShape(Shape shape) const {
  Literal out(*this);
  out.shape_ = std::move(shape);
  return out;
}

bool Literal::IsSplat() const {
  const std::span<const uint8_t> all = bytes();
  const size_t element = StorageBytes(type());
  if (all.size() < element) return false;
  return std::memcmp(all.data(), all.data() + element, all.size() - element) == 0;
}

bool Literal::IsFinite() const {
  for (int64_t i = 0; i < size(); ++i) {
    if (!std::isfinite(RealAt(i))) return false;
  }
  return true;
}

bool Literal::BitEqual(const Literal& other) const {
  if (!(shape_ == other.shape_)) return false;
  const std::span<const uint8_t> a = bytes(), b = other.bytes();
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

}  // namespace mote
