// Decompositions of real matrices for hosts, row-major, one at a time: what the calls of known_calls.cpp run. No heap: scratch is the
// caller's. Products and sums are rounded one by one.
#ifndef MOTE_CPU_LINEAR_ALGEBRA_DECOMPOSITIONS_H_
#define MOTE_CPU_LINEAR_ALGEBRA_DECOMPOSITIONS_H_

#include <stddef.h>
#include <stdint.h>

namespace mote::runtime {

// In place: P A = L U, rows exchanged as pivots[i], from 1, says of row i; returns the first column with a zero pivot, from 1, or 0.
// Every element takes its products in the order of the columns: the bits of the plain loops.
template <typename T>
int32_t FactorLu(T* a, int64_t rows, int64_t columns, int32_t* pivots);

// Ascending eigenvalues and eigenvectors (columns of `vectors`) of a symmetric matrix, n × n, of which one triangle is read. Returns 0,
// or 1 where it did not converge or not all is finite: then both are NaN. Scratch: n * n + 6 * n elements.
template <typename T>
int32_t DecomposeSymmetric(const T* a, int64_t n, bool lower, T* vectors, T* values, T* scratch);

// Eight elements, in registers of 16 bytes, which every host has; loads and stores need no alignment.
template <typename T>
struct Lanes;
template <>
struct Lanes<float> {
  typedef float Type __attribute__((vector_size(16)));
  typedef float InMemory __attribute__((vector_size(16), aligned(4), may_alias));
};
template <>
struct Lanes<double> {
  typedef double Type __attribute__((vector_size(16)));
  typedef double InMemory __attribute__((vector_size(16), aligned(8), may_alias));
};

template <typename T>
struct Eight {
  static constexpr int kParts = sizeof(T) / 2, kLanes = 16 / sizeof(T);
  typename Lanes<T>::Type parts[kParts];

  static Eight Load(const T* from) {
    Eight loaded;
    for (int p = 0; p < kParts; ++p) loaded.parts[p] = *reinterpret_cast<const typename Lanes<T>::InMemory*>(from + p * kLanes);
    return loaded;
  }
  void Store(T* to) const {
    for (int p = 0; p < kParts; ++p) *reinterpret_cast<typename Lanes<T>::InMemory*>(to + p * kLanes) = parts[p];
  }
  // this + a * b, and this - a * b
  Eight Plus(const Eight& a, const Eight& b) const {
    Eight sum;
    for (int p = 0; p < kParts; ++p) sum.parts[p] = parts[p] + a.parts[p] * b.parts[p];
    return sum;
  }
  Eight Plus(const Eight& a, T b) const {
    Eight sum;
    for (int p = 0; p < kParts; ++p) sum.parts[p] = parts[p] + a.parts[p] * b;
    return sum;
  }
  Eight Minus(const Eight& a, T b) const {
    Eight sum;
    for (int p = 0; p < kParts; ++p) sum.parts[p] = parts[p] - a.parts[p] * b;
    return sum;
  }
  Eight Times(T b) const {
    Eight product;
    for (int p = 0; p < kParts; ++p) product.parts[p] = parts[p] * b;
    return product;
  }
  T Sum() const {
    typename Lanes<T>::Type sum = parts[0] + parts[kParts / 2];
    for (int p = 1; p < kParts / 2; ++p) sum += parts[p] + parts[p + kParts / 2];
    T total = sum[0];
    for (int lane = 1; lane < kLanes; ++lane) total += sum[lane];
    return total;
  }
};

// to -= factor * from
template <typename T>
inline void TakeMultiple(T* to, const T* from, T factor, int64_t count) {
  int64_t i = 0;
  for (; i + 8 <= count; i += 8) Eight<T>::Load(to + i).Minus(Eight<T>::Load(from + i), factor).Store(to + i);
  for (; i < count; ++i) to[i] -= from[i] * factor;
}

template <typename T>
inline T DotProduct(const T* a, const T* b, int64_t count) {
  Eight<T> sums{};
  int64_t i = 0;
  for (; i + 8 <= count; i += 8) sums = sums.Plus(Eight<T>::Load(a + i), Eight<T>::Load(b + i));
  T sum = sums.Sum();
  for (; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace mote::runtime

#endif
