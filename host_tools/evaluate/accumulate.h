// Accumulators of reductions, dot and convolution: integers modulo 2^64 (the store keeps the low bits), f32 and narrower floats in float,
// f64 in double, complex by parts. Terms are added one by one in a stated order. A reduction rounds into its type after every step, as its
// body says; dot and convolution of floats narrower than f32 round once at the end, as XLA does.
#pragma once

#include <cmath>
#include <complex>
#include <vector>

#include "evaluate/elements.h"

namespace mote::evaluation {

inline uint64_t Product(uint64_t a, uint64_t b) { return a * b; }
inline float Product(float a, float b) { return a * b; }
inline double Product(double a, double b) { return a * b; }
template <typename R>
std::complex<R> Product(std::complex<R> a, std::complex<R> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// Roundings after a step: none where the accumulator is the type itself.
struct KeepStep {
  template <typename A>
  A operator()(A value) const { return value; }
};
struct RoundStep {
  ElementType type;
  float operator()(float value) const { return static_cast<float>(Rounded(type, static_cast<double>(value))); }
};

// Operands in accumulator type. Integers beside a float result load as reals.
template <typename A>
std::vector<A> LoadWide(const Literal& literal) {
  if constexpr (std::is_same_v<A, uint64_t>) {
    std::vector<int64_t> values = Widen<int64_t>(literal);
    return {values.begin(), values.end()};
  } else if constexpr (std::is_same_v<A, float>) {
    std::vector<double> values = Widen<double>(literal);
    return {values.begin(), values.end()};
  } else if constexpr (std::is_same_v<A, double>) {
    return Widen<double>(literal);
  } else {
    std::vector<Complex> values = Widen<Complex>(literal);
    return {values.begin(), values.end()};
  }
}

template <typename A>
Literal StoreWide(const Shape& shape, const std::vector<A>& values) {
  if constexpr (std::is_same_v<A, uint64_t>) {
    return Narrow(shape, std::vector<int64_t>(values.begin(), values.end()));
  } else if constexpr (std::is_same_v<A, float> || std::is_same_v<A, double>) {
    return Narrow(shape, std::vector<double>(values.begin(), values.end()));
  } else {
    return Narrow(shape, std::vector<Complex>(values.begin(), values.end()));
  }
}

// Calls f with a value of the accumulator type for a result of this type and the rounding of its steps. pred counts, and any count but 0
// is true.
template <typename F>
auto VisitAccumulator(ElementType type, F&& f) {
  switch (type) {
    case ElementType::kF64: return f(double{}, KeepStep());
    case ElementType::kF32: return f(float{}, KeepStep());
    case ElementType::kC64: return f(std::complex<float>{}, KeepStep());
    case ElementType::kC128: return f(std::complex<double>{}, KeepStep());
    default: break;
  }
  if (IsFloat(type)) return f(float{}, RoundStep{type});
  return f(uint64_t{}, KeepStep());
}

}  // namespace mote::evaluation
