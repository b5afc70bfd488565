// Elements in compute form: pred and integers as int64_t (u64 by its bits), floats of every width as double, complex as complex<double>.
// Loading widens exactly; storing rounds to nearest even or wraps into the element type. Not a place for operations.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "hlo/literal.h"

namespace mote::evaluation {

using Complex = std::complex<double>;

enum class Form : uint8_t { kInteger, kReal, kComplex };
Form FormOf(ElementType type);

// Loads n elements of any type whose form is not above that of T (integers load as reals, reals as complex).
void Load(ElementType type, const uint8_t* from, int64_t n, int64_t* to);
void Load(ElementType type, const uint8_t* from, int64_t n, double* to);
void Load(ElementType type, const uint8_t* from, int64_t n, long double* to);
void Load(ElementType type, const uint8_t* from, int64_t n, Complex* to);
// Stores into a type of the same form as T; integers keep their low bits, floats round.
void Store(ElementType type, const int64_t* from, int64_t n, uint8_t* to);
void Store(ElementType type, const double* from, int64_t n, uint8_t* to);
void Store(ElementType type, const long double* from, int64_t n, uint8_t* to);
void Store(ElementType type, const Complex* from, int64_t n, uint8_t* to);

// What storing and loading again would give.
int64_t Rounded(ElementType type, int64_t value);
double Rounded(ElementType type, double value);
Complex Rounded(ElementType type, Complex value);

// An integer as a double whose low bit is sticky, so that rounding it further into a narrower float rounds once.
double ToOddDouble(int64_t value);
double ToOddDouble(uint64_t value);
double ToOddDouble(long double value);

template <typename T>
std::vector<T> Widen(const Literal& literal) {
  std::vector<T> out(literal.size());
  Load(literal.type(), literal.bytes().data(), literal.size(), out.data());
  return out;
}

template <typename T>
Literal Narrow(const Shape& shape, const std::vector<T>& values) {
  Literal out(shape);
  Store(shape.element_type, values.data(), static_cast<int64_t>(values.size()), out.mutable_bytes().data());
  return out;
}

// Calls f with a value of the compute type of `type`: int64_t, double or Complex.
template <typename F>
auto VisitForm(ElementType type, F&& f) {
  switch (FormOf(type)) {
    case Form::kInteger: return f(int64_t{});
    case Form::kReal: return f(double{});
    case Form::kComplex: break;
  }
  return f(Complex{});
}

// An array of any type in compute form, for operations over several operands of different types.
class WideArray {
 public:
  WideArray() = default;
  explicit WideArray(const Literal& literal);
  ElementType type() const { return type_; }
  // Copies the element at `offset` to lane `lane` of a buffer of the array's form.
  void Fetch(int64_t offset, void* buffer, int64_t lane) const;
  void Put(int64_t offset, const void* buffer, int64_t lane);  // the lane is already rounded
  Literal ToLiteral(const Shape& shape) const;

 private:
  ElementType type_ = ElementType::kPred;
  IdVector<int64_t> integers_;
  IdVector<double> reals_;
  IdVector<Complex> complexes_;
};

}  // namespace mote::evaluation
