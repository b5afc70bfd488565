// Literal: a constant array value. Elements in row-major order, little-endian, StorageBytes(type) each (sub-byte types and pred one byte,
// integers of sub-byte types sign- or zero-extended to it, small floats in the low bits; complex as real then imaginary).
// The bytes are shared and immutable once another Literal holds them.
#pragma once

#include <complex>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hlo/shape.h"

namespace mote {

class Literal {
 public:
  MOTE_DECLARE_COPIES(Literal);
  explicit Literal(Shape shape);                              // all zero bytes
  Literal(Shape shape, std::vector<uint8_t> bytes);           // bytes.size() == shape.ByteSize()
  static Literal Splat(Shape shape, const Literal& scalar);   // every element equal to the scalar

  const Shape& shape() const { return shape_; }
  ElementType type() const { return shape_.element_type; }
  int64_t size() const { return shape_.ElementCount(); }
  std::span<const uint8_t> bytes() const { return bytes_ ? std::span<const uint8_t>(*bytes_) : std::span<const uint8_t>(); }
  std::span<uint8_t> mutable_bytes();  // copies first when shared

  // Typed views; T's size must be StorageBytes(type()).
  template <typename T>
  std::span<const T> data() const { return {reinterpret_cast<const T*>(bytes().data()), static_cast<size_t>(size())}; }
  template <typename T>
  std::span<T> mutable_data() { return {reinterpret_cast<T*>(mutable_bytes().data()), static_cast<size_t>(size())}; }

  // Scalar access with conversion, for attributes, tests and printing; not for inner loops. Floats of every width convert exactly to
  // double.
  int64_t IntegerAt(int64_t index) const;                  // pred and integers; u64 by its bits
  double RealAt(int64_t index) const;                      // any real type
  std::complex<double> ComplexAt(int64_t index) const;     // any type
  void SetInteger(int64_t index, int64_t value);           // keeps the low bits
  void SetReal(int64_t index, double value);               // rounds to nearest even into the type; integers truncate and saturate
  void SetComplex(int64_t index, std::complex<double> value);

  Literal WithShape(Shape shape) const;  // same bytes under another shape of the same size
  bool IsSplat() const;                  // every element has the same bits (true for one element, false for none)
  bool IsFinite() const;                 // of a real type: no element is an infinity or NaN
  bool BitEqual(const Literal& other) const;

 private:
  Shape shape_;
  std::shared_ptr<std::vector<uint8_t>> bytes_;
};

// Conversions between double and every float type's storage bits, round to nearest even; the one place that knows the small formats.
// Values beyond the range become infinity, or NaN in formats without infinity (OPS.md 2.2 ConvertElementType, section 7).
uint64_t EncodeFloat(ElementType type, double value);
double DecodeFloat(ElementType type, uint64_t bits);
int NanPayloadBits(ElementType type);  // of a float type: its mantissa's; 0 when it has a single NaN, or none

}  // namespace mote
