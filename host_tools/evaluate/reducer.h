// The reducers with a loop of their own: a region that is one add, multiply, maximum, minimum, and, or, xor of its two parameters.
#pragma once

#include <cmath>
#include <complex>

#include "evaluate/accumulate.h"
#include "evaluate/operation.h"

namespace mote::evaluation {

// Shape of result i, whether results are separate values (StableHLO) or one tuple (HLO text).
Shape ResultLeaf(const Call& call, size_t i);
Values PackResults(const Call& call, Values values);

template <typename R>
R RealMaximum(R a, R b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? a : b;
  return a > b || (a == b && !std::signbit(a)) ? a : b;
}

template <typename R>
bool ComplexLess(std::complex<R> a, std::complex<R> b) {
  return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag());
}

// Calls f with the reducer as a function of two accumulators. Integers wrap; maximum and minimum look at the sign as the type has one.
template <typename A, typename F>
void WithReducer(Op op, bool is_unsigned, F&& f) {
  if (op == Op::kAdd) return f([](A a, A b) { return a + b; });
  if (op == Op::kMultiply) return f([](A a, A b) { return Product(a, b); });
  if constexpr (std::is_same_v<A, uint64_t>) {
    using S = int64_t;
    switch (op) {
      case Op::kAnd: return f([](A a, A b) { return a & b; });
      case Op::kOr: return f([](A a, A b) { return a | b; });
      case Op::kXor: return f([](A a, A b) { return a ^ b; });
      case Op::kMaximum:
        if (is_unsigned) return f([](A a, A b) { return a > b ? a : b; });
        return f([](A a, A b) { return static_cast<S>(a) > static_cast<S>(b) ? a : b; });
      default:
        if (is_unsigned) return f([](A a, A b) { return a < b ? a : b; });
        return f([](A a, A b) { return static_cast<S>(a) < static_cast<S>(b) ? a : b; });
    }
  } else if constexpr (std::is_floating_point_v<A>) {
    if (op == Op::kMaximum) return f([](A a, A b) { return RealMaximum(a, b); });
    return f([](A a, A b) { return -RealMaximum(-a, -b); });
  } else {
    if (op == Op::kMaximum) return f([](A a, A b) { return ComplexLess(a, b) ? b : a; });
    return f([](A a, A b) { return ComplexLess(b, a) ? b : a; });
  }
}

}  // namespace mote::evaluation
