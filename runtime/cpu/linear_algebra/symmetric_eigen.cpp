// Symmetric eigenvalues: to tridiagonal form by reflectors, from the last row up, so that what is left is the leading block; implicit QL
// steps with Wilkinson's shifts, whose rotations then turn the rows of the transposed eigenvectors, a few columns of all rows at a time.
#include "cpu/linear_algebra/decompositions.h"

namespace mote::runtime {
namespace {

constexpr int kMostSteps = 40;  // for an eigenvalue

float Size(float x) { return __builtin_fabsf(x); }
double Size(double x) { return __builtin_fabs(x); }
float Root(float x) { return __builtin_sqrtf(x); }
double Root(double x) { return __builtin_sqrt(x); }
float UnitOf(float) { return 0x1p-23f; }
double UnitOf(double) { return 0x1p-52; }

// √(a² + b²) of numbers whose squares do not overflow.
template <typename T>
T Length(T a, T b) {
  return Root(a * a + b * b);
}

// y = A v for the leading block whose lower triangle `a` is.
template <typename T>
void MultiplySymmetric(const T* a, int64_t stride, int64_t count, const T* v, T* y) {
  for (int64_t r = 0; r < count; ++r) {
    const T* row = a + r * stride;
    const T own = v[r];
    Eight<T> sums{};
    int64_t c = 0;
    for (; c + 8 <= r; c += 8) {
      const Eight<T> part = Eight<T>::Load(row + c);
      sums = sums.Plus(part, Eight<T>::Load(v + c));
      Eight<T>::Load(y + c).Plus(part, own).Store(y + c);
    }
    T sum = sums.Sum();
    for (; c < r; ++c) {
      sum += row[c] * v[c];
      y[c] += row[c] * own;
    }
    y[r] = sum + row[r] * own;
  }
}

// A -= v wᵀ + w vᵀ, the lower triangle.
template <typename T>
void TakeOuter(T* a, int64_t stride, int64_t count, const T* v, const T* w) {
  for (int64_t r = 0; r < count; ++r) {
    T* row = a + r * stride;
    const T vr = v[r], wr = w[r];
    int64_t c = 0;
    for (; c + 8 <= r + 1; c += 8) {
      Eight<T>::Load(row + c).Minus(Eight<T>::Load(w + c), vr).Minus(Eight<T>::Load(v + c), wr).Store(row + c);
    }
    for (; c <= r; ++c) row[c] = row[c] - w[c] * vr - v[c] * wr;
  }
}

// The lower triangle of `a` becomes the reflectors, of row i in its first i elements, their factors in `factors`; `d` and `e` (e[i] between
// i and i + 1) the tridiagonal matrix.
template <typename T>
void ToTridiagonal(T* a, int64_t n, T* d, T* e, T* factors, T* w) {
  const T unit = UnitOf(T(0)), least = unit * unit * unit * unit;  // beside elements of up to 1
  for (int64_t i = n - 1; i > 0; --i) {
    T* v = a + i * n;
    d[i] = v[i];
    const T alpha = v[i - 1], rest = DotProduct(v, v, i - 1);
    if (rest <= least) {
      factors[i] = 0;
      e[i - 1] = alpha;
      continue;
    }
    const T length = Root(alpha * alpha + rest), beta = alpha < 0 ? length : -length;
    v[i - 1] = alpha - beta;
    const T factor = 1 / (beta * (beta - alpha));
    factors[i] = factor;
    e[i - 1] = beta;
    MultiplySymmetric(a, n, i, v, w);
    for (int64_t k = 0; k < i; ++k) w[k] *= factor;
    const T half = factor / 2 * DotProduct(w, v, i);
    TakeMultiple(w, v, half, i);
    TakeOuter(a, n, i, v, w);
  }
  d[0] = a[0];
}

// Qᵀ of A = Q T Qᵀ: a reflector more leaves what it is 1 beyond the block, which grows by a row.
template <typename T>
void TransposedBasis(const T* a, int64_t n, const T* factors, T* q) {
  for (int64_t i = 0; i < n * n; ++i) q[i] = 0;
  for (int64_t i = 0; i < n; ++i) q[i * n + i] = 1;
  for (int64_t i = 1; i < n; ++i) {
    if (factors[i] == 0) continue;
    const T* v = a + i * n;
    for (int64_t r = 0; r < i; ++r) TakeMultiple(q + r * n, v, factors[i] * DotProduct(q + r * n, v, i), i);
  }
}

// Rotations between rows i and i + 1, from i = high - 1 down to low.
template <typename T>
void RotateRows(T* q, int64_t n, int64_t low, int64_t high, const T* cosines, const T* sines) {
  constexpr int kChains = 2;  // side by side, for each waits for its last rotation
  using V = Eight<T>;
  int64_t c = 0;
  for (; c + 8 * kChains <= n; c += 8 * kChains) {
    T* place = q + high * n + c;
    V carried[kChains];
    for (int k = 0; k < kChains; ++k) carried[k] = V::Load(place + 8 * k);
    for (int64_t i = high - 1; i >= low; --i) {
      T* const next = q + i * n + c;
      for (int k = 0; k < kChains; ++k) {
        const V upper = V::Load(next + 8 * k);
        upper.Times(sines[i]).Plus(carried[k], cosines[i]).Store(place + 8 * k);
        carried[k] = upper.Times(cosines[i]).Minus(carried[k], sines[i]);
      }
      place = next;
    }
    for (int k = 0; k < kChains; ++k) carried[k].Store(place + 8 * k);
  }
  for (; c < n; ++c) {
    T carried = q[high * n + c];
    for (int64_t i = high - 1; i >= low; --i) {
      const T upper = q[i * n + c];
      q[(i + 1) * n + c] = upper * sines[i] + carried * cosines[i];
      carried = upper * cosines[i] - carried * sines[i];
    }
    q[low * n + c] = carried;
  }
}

// One step of implicit QL on rows low to high; gives the row at which it met a zero, else `low`: rotations from there on count.
template <typename T>
int64_t QlStep(T* d, T* e, int64_t low, int64_t high, T* cosines, T* sines) {
  T g = (d[low + 1] - d[low]) / (2 * e[low]);
  T r = Length(g, T(1));
  g = d[high] - d[low] + e[low] / (g + (g < 0 ? -r : r));
  T s = 1, c = 1, p = 0;
  for (int64_t i = high - 1; i >= low; --i) {
    const T f = s * e[i], b = c * e[i];
    const T size = Size(f) > Size(g) ? Size(f) : Size(g);
    if (size == 0) {
      d[i + 1] -= p;
      if (i + 1 < high) e[i + 1] = 0;
      return i + 1;
    }
    const T fs = f / size, gs = g / size;
    r = size * Root(fs * fs + gs * gs);
    if (i + 1 < high) e[i + 1] = r;
    s = f / r;
    c = g / r;
    g = d[i + 1] - p;
    r = (d[i] - g) * s + 2 * c * b;
    p = s * r;
    d[i + 1] = g + p;
    g = c * r - b;
    cosines[i] = c;
    sines[i] = s;
  }
  d[low] -= p;
  e[low] = g;
  return low;
}

template <typename T>
bool Diagonalise(T* d, T* e, int64_t n, T* q, T* cosines, T* sines) {
  const T unit = UnitOf(T(0));
  for (int64_t low = 0; low + 1 < n; ++low) {
    for (int step = 0;; ++step) {
      int64_t high = low;
      while (high + 1 < n && Size(e[high]) > unit * Root(Size(d[high])) * Root(Size(d[high + 1])) &&
             Size(e[high]) > unit * unit) ++high;
      if (high == low) break;
      if (step == kMostSteps) return false;
      const int64_t met = QlStep(d, e, low, high, cosines, sines);
      RotateRows(q, n, met, high, cosines, sines);
    }
  }
  return true;
}

template <typename T>
void Fill(T* to, int64_t count, T value) {
  for (int64_t i = 0; i < count; ++i) to[i] = value;
}

}  // namespace

template <typename T>
int32_t DecomposeSymmetric(const T* given, int64_t n, bool lower, T* vectors, T* values, T* scratch) {
  T* q = scratch;
  T* d = q + n * n;
  T *e = d + n, *factors = e + n, *w = factors + n, *cosines = w + n, *sines = cosines + n;
  T largest = 0;
  bool finite = true;
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j <= i; ++j) {
      const T value = lower ? given[i * n + j] : given[j * n + i];
      vectors[i * n + j] = value;
      finite = finite && value - value == 0;
      if (Size(value) > largest) largest = Size(value);
    }
  }
  const T nan = __builtin_nanf("");
  if (finite) {
    const T scale = largest == 0 ? 1 : largest;
    for (int64_t i = 0; i < n * n; ++i) vectors[i] /= scale;
    ToTridiagonal(vectors, n, d, e, factors, w);
    TransposedBasis(vectors, n, factors, q);
    finite = Diagonalise(d, e, n, q, cosines, sines);
    largest = scale;
  }
  if (!finite) {
    Fill(values, n, nan);
    Fill(vectors, n * n, nan);
    return 1;
  }
  // By insertion: n² is little beside the rest. `w` keeps the order.
  for (int64_t i = 0; i < n; ++i) {
    int64_t at = i;
    for (; at > 0 && values[at - 1] > d[i]; --at) values[at] = values[at - 1], w[at] = w[at - 1];
    values[at] = d[i];
    w[at] = static_cast<T>(i);  // exact below 2^24 rows
  }
  for (int64_t j = 0; j < n; ++j) {
    values[j] *= largest;
    const int64_t from = static_cast<int64_t>(w[j]);
    const T* row = q + (from >= 0 && from < n ? from : 0) * n;  // whatever else lies where a program says that scratch is
    for (int64_t i = 0; i < n; ++i) vectors[i * n + j] = row[i];
  }
  return 0;
}

template int32_t DecomposeSymmetric(const float* a, int64_t n, bool lower, float* vectors, float* values, float* scratch);
template int32_t DecomposeSymmetric(const double* a, int64_t n, bool lower, double* vectors, double* values, double* scratch);

}  // namespace mote::runtime
