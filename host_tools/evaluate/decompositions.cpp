// LU, QR, eigenvalues and singular values, matrix by matrix, in double or complex<double>, rounded once at the end: by sums of products
// for LU (Crout), reflectors for QR, cyclic Jacobi rotations for Hermitian eigenvalues and (of columns) singular values, shifted complex QR
// for eigenvalues.
#include "evaluate/decompositions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "evaluate/elements.h"
#include "evaluate/reducer.h"
#include "hlo/linear_algebra_call.h"

namespace mote::evaluation {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr int kMostSweeps = 60;

double Conjugate(double value) { return value; }
Complex Conjugate(Complex value) { return std::conj(value); }
double RealOf(double value) { return value; }
double RealOf(Complex value) { return value.real(); }
double ImaginaryOf(double) { return 0; }
double ImaginaryOf(Complex value) { return value.imag(); }
bool Finite(double value) { return std::isfinite(value); }
bool Finite(Complex value) { return std::isfinite(value.real()) && std::isfinite(value.imag()); }

template <typename T>
struct Matrix {
  int64_t rows = 0, columns = 0;
  std::vector<T> data;

  Matrix() = default;
  Matrix(int64_t m, int64_t n, T value = T(0)) : rows(m), columns(n), data(static_cast<size_t>(m * n), value) {}
  static Matrix Identity(int64_t n) {
    Matrix one(n, n);
    for (int64_t i = 0; i < n; ++i) one(i, i) = T(1);
    return one;
  }
  T& operator()(int64_t i, int64_t j) { return data[static_cast<size_t>(i * columns + j)]; }
  const T& operator()(int64_t i, int64_t j) const { return data[static_cast<size_t>(i * columns + j)]; }
};

template <typename T>
Matrix<T> Adjoint(const Matrix<T>& a) {
  Matrix<T> turned(a.columns, a.rows);
  for (int64_t i = 0; i < a.rows; ++i) {
    for (int64_t j = 0; j < a.columns; ++j) turned(j, i) = Conjugate(a(i, j));
  }
  return turned;
}

template <typename T>
double Norm(const Matrix<T>& a, int64_t column, int64_t from) {
  double scale = 0, sum = 0;
  for (int64_t i = from; i < a.rows; ++i) scale = std::max(scale, std::abs(a(i, column)));
  if (scale == 0 || !std::isfinite(scale)) {
    for (int64_t i = from; i < a.rows; ++i) scale += std::abs(a(i, column));  // NaN stays
    return scale;
  }
  for (int64_t i = from; i < a.rows; ++i) sum += std::norm(a(i, column) / scale);
  return scale * std::sqrt(sum);
}

template <typename T>
bool AllFinite(const Matrix<T>& a) {
  return std::all_of(a.data.begin(), a.data.end(), [](const T& value) { return Finite(value); });
}

// What one matrix becomes. Eigenvectors are complex whatever the matrix is.
template <typename T>
struct Parts {
  std::vector<Matrix<T>> arrays;
  std::vector<Matrix<Complex>> complex_arrays;
  std::vector<double> values, imaginary;
  std::vector<T> taus;
  std::vector<int64_t> pivots;
  int64_t info = 0;
};

// The size that pivots are chosen by: LAPACK adds the parts of a complex number.
template <typename T>
double Size(const T& value) {
  return std::abs(RealOf(value)) + std::abs(ImaginaryOf(value));
}

template <typename T>
void Lu(Parts<T>& parts) {
  Matrix<T>& a = parts.arrays[0];
  const int64_t k = std::min(a.rows, a.columns);
  for (int64_t j = 0; j < a.columns; ++j) {
    for (int64_t i = 0; i < a.rows; ++i) {
      T sum = a(i, j);
      for (int64_t p = 0; p < std::min(i, j); ++p) sum -= a(i, p) * a(p, j);
      a(i, j) = sum;
    }
    if (j >= k) continue;
    int64_t pivot = j;
    for (int64_t i = j + 1; i < a.rows; ++i) {
      if (Size(a(i, j)) > Size(a(pivot, j))) pivot = i;
    }
    parts.pivots.push_back(pivot);
    for (int64_t c = 0; c < a.columns && pivot != j; ++c) std::swap(a(j, c), a(pivot, c));
    if (a(j, j) == T(0)) {
      if (parts.info == 0) parts.info = j + 1;
      continue;
    }
    for (int64_t i = j + 1; i < a.rows; ++i) a(i, j) /= a(j, j);
  }
}

// Makes column j, from row `first` on, (beta, reflector…) and returns tau; (1 - conj(tau) v vᴴ) takes the column to beta e.
template <typename T>
T Reflector(Matrix<T>& a, int64_t first, int64_t j) {
  const double rest = Norm(a, j, first + 1);
  const T alpha = a(first, j);
  if (rest == 0 && ImaginaryOf(alpha) == 0) return T(0);
  const double beta = -std::copysign(std::hypot(std::abs(alpha), rest), RealOf(alpha));
  for (int64_t i = first + 1; i < a.rows; ++i) a(i, j) /= alpha - beta;
  a(first, j) = beta;
  return (T(beta) - alpha) / beta;
}

// Columns from `from` on of `to` become (1 - factor v vᴴ) times themselves; v is 1 at row `first` and the reflector in `a`'s column j.
template <typename T>
void Reflect(const Matrix<T>& a, int64_t first, int64_t j, T factor, Matrix<T>& to, int64_t from) {
  for (int64_t c = from; c < to.columns; ++c) {
    T sum = to(first, c);
    for (int64_t i = first + 1; i < a.rows; ++i) sum += Conjugate(a(i, j)) * to(i, c);
    sum *= factor;
    to(first, c) -= sum;
    for (int64_t i = first + 1; i < a.rows; ++i) to(i, c) -= a(i, j) * sum;
  }
}

template <typename T>
void Qr(Parts<T>& parts) {
  Matrix<T>& a = parts.arrays[0];
  for (int64_t j = 0; j < std::min(a.rows, a.columns); ++j) {
    parts.taus.push_back(Reflector(a, j, j));
    Reflect(a, j, j, Conjugate(parts.taus.back()), a, j + 1);
  }
}

template <typename T>
void HouseholderProduct(Parts<T>& parts) {
  Matrix<T>& a = parts.arrays[0];
  Matrix<T> q(a.rows, a.columns);
  for (int64_t i = 0; i < a.columns; ++i) q(i, i) = T(1);
  for (int64_t j = static_cast<int64_t>(parts.taus.size()) - 1; j >= 0; --j) Reflect(a, j, j, parts.taus[static_cast<size_t>(j)], q, 0);
  a = std::move(q);
}

// The rotation (c, s, e) whose columns (c p - s e* q, s e p + c q) make the pair p, q of (app, apq; apq*, aqq) orthogonal.
template <typename T>
struct Rotation {
  double cosine = 1, sine = 0;
  T phase = T(1);

  Rotation(double app, double aqq, T apq) {
    const double size = std::abs(apq);
    if (size == 0) return;
    const double theta = (aqq - app) / (2 * size);
    const double tangent = std::copysign(1.0, theta) / (std::abs(theta) + std::hypot(1.0, theta));
    cosine = 1 / std::hypot(1.0, tangent);
    sine = tangent * cosine;
    phase = apq / size;
  }
  void Columns(Matrix<T>& a, int64_t p, int64_t q) const {
    for (int64_t i = 0; i < a.rows; ++i) {
      const T left = a(i, p), right = a(i, q);
      a(i, p) = cosine * left - sine * Conjugate(phase) * right;
      a(i, q) = sine * phase * left + cosine * right;
    }
  }
  void Rows(Matrix<T>& a, int64_t p, int64_t q) const {
    for (int64_t i = 0; i < a.columns; ++i) {
      const T upper = a(p, i), under = a(q, i);
      a(p, i) = cosine * upper - sine * phase * under;
      a(q, i) = sine * Conjugate(phase) * upper + cosine * under;
    }
  }
};

template <typename T>
std::vector<int64_t> Order(const std::vector<T>& keys) {
  std::vector<int64_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  const auto key = [&](int64_t at) { return keys[static_cast<size_t>(at)]; };
  std::stable_sort(order.begin(), order.end(), [&](int64_t x, int64_t y) { return key(x) < key(y); });
  return order;
}

template <typename T>
void Eigh(Parts<T>& parts, bool lower) {
  Matrix<T> a = parts.arrays[0];
  const int64_t n = a.rows;
  for (int64_t i = 0; i < n; ++i) {
    a(i, i) = RealOf(a(i, i));
    for (int64_t j = 0; j < i; ++j) lower ? a(j, i) = Conjugate(a(i, j)) : a(i, j) = Conjugate(a(j, i));
  }
  parts.values.assign(static_cast<size_t>(n), kNan);
  if (!AllFinite(a)) {
    parts.arrays[0] = Matrix<T>(n, n, T(kNan));
    parts.info = 1;
    return;
  }
  double scale = 0;
  for (const T& value : a.data) scale = std::max(scale, std::abs(value));
  for (T& value : a.data) value /= scale == 0 ? 1 : scale;
  Matrix<T> v = Matrix<T>::Identity(n);
  for (int sweep = 0;; ++sweep) {
    double off = 0;
    for (int64_t p = 0; p < n; ++p) {
      for (int64_t q = p + 1; q < n; ++q) off = std::max(off, std::abs(a(p, q)));
    }
    if (off <= kEpsilon / 16) break;
    if (sweep == kMostSweeps) {
      parts.info = 1;
      break;
    }
    for (int64_t p = 0; p < n; ++p) {
      for (int64_t q = p + 1; q < n; ++q) {
        const Rotation<T> rotation(RealOf(a(p, p)), RealOf(a(q, q)), a(p, q));
        rotation.Columns(a, p, q);
        rotation.Rows(a, p, q);
        rotation.Columns(v, p, q);
        a(p, q) = a(q, p) = T(0);
      }
    }
  }
  std::vector<double> diagonal;
  for (int64_t i = 0; i < n; ++i) diagonal.push_back(RealOf(a(i, i)) * (scale == 0 ? 1 : scale));
  const std::vector<int64_t> order = Order(diagonal);
  for (int64_t j = 0; j < n; ++j) {
    parts.values[static_cast<size_t>(j)] = diagonal[static_cast<size_t>(order[static_cast<size_t>(j)])];
    for (int64_t i = 0; i < n; ++i) parts.arrays[0](i, j) = v(i, order[static_cast<size_t>(j)]);
  }
}

// Columns from `from` on become orthonormal to those before: unit vectors, less what they have of these.
template <typename T>
void Complete(Matrix<T>& u, int64_t from) {
  for (int64_t c = from; c < u.columns; ++c) {
    std::vector<T> best;
    double longest = -1;
    for (int64_t unit = 0; unit < u.rows; ++unit) {
      std::vector<T> v(static_cast<size_t>(u.rows), T(0));
      v[static_cast<size_t>(unit)] = T(1);
      for (int twice = 0; twice < 2; ++twice) {
        for (int64_t k = 0; k < c; ++k) {
          T sum(0);
          for (int64_t i = 0; i < u.rows; ++i) sum += Conjugate(u(i, k)) * v[static_cast<size_t>(i)];
          for (int64_t i = 0; i < u.rows; ++i) v[static_cast<size_t>(i)] -= sum * u(i, k);
        }
      }
      double length = 0;
      for (const T& value : v) length += std::norm(value);
      if (length > longest) longest = length, best = v;
      if (length > 0.5) break;
    }
    for (int64_t i = 0; i < u.rows; ++i) u(i, c) = best[static_cast<size_t>(i)] / std::sqrt(longest);
  }
}

// Of a matrix with no fewer rows than columns: A = U Σ Vᴴ, U with `width` columns.
template <typename T>
void TallSvd(Matrix<T> a, int64_t width, Matrix<T>& u, std::vector<double>& values, Matrix<T>& v, int64_t& info) {
  const int64_t n = a.columns;
  double scale = 0, most = 0;
  for (const T& value : a.data) scale = std::max(scale, std::abs(value));
  if (scale == 0) scale = 1;
  for (T& value : a.data) value /= scale;
  Matrix<T> right = Matrix<T>::Identity(n);
  for (int sweep = 0;; ++sweep) {
    double largest = 0;
    most = 0;
    for (int64_t c = 0; c < n; ++c) most = std::max(most, Norm(a, c, 0));
    for (int64_t p = 0; p < n; ++p) {
      for (int64_t q = p + 1; q < n; ++q) {
        const double np = Norm(a, p, 0), nq = Norm(a, q, 0);
        if (std::min(np, nq) <= kEpsilon / 8 * most) continue;
        T product(0);
        for (int64_t i = 0; i < a.rows; ++i) product += Conjugate(a(i, p)) * a(i, q);
        const double cosine = std::abs(product) / np / nq;
        largest = std::max(largest, cosine);
        if (cosine <= kEpsilon) continue;
        const Rotation<T> rotation(np * np, nq * nq, product);
        rotation.Columns(a, p, q);
        rotation.Columns(right, p, q);
      }
    }
    if (largest <= kEpsilon * std::sqrt(static_cast<double>(a.rows)) * 2) break;
    if (sweep == kMostSweeps) {
      info = 1;
      break;
    }
  }
  std::vector<double> norms;
  for (int64_t c = 0; c < n; ++c) norms.push_back(-Norm(a, c, 0));
  const std::vector<int64_t> order = Order(norms);
  u = Matrix<T>(a.rows, width);
  v = Matrix<T>(n, n);
  int64_t certain = n;
  for (int64_t j = n - 1; j >= 0; --j) {
    const int64_t from = order[static_cast<size_t>(j)];
    const double norm = -norms[static_cast<size_t>(from)];
    for (int64_t i = 0; i < n; ++i) v(i, j) = right(i, from);
    if (norm <= kEpsilon * most) certain = j;
    for (int64_t i = 0; i < a.rows && norm > 0; ++i) u(i, j) = a(i, from) / norm;
    values.push_back(norm * scale);
  }
  std::reverse(values.begin(), values.end());
  Complete(u, certain);
}

template <typename T>
void Svd(Parts<T>& parts, bool whole) {
  const Matrix<T> a = parts.arrays[0];
  const int64_t m = a.rows, n = a.columns, k = std::min(m, n);
  const int64_t left = whole ? m : k, right = whole ? n : k;
  if (!AllFinite(a)) {
    parts.values.assign(static_cast<size_t>(k), kNan);
    parts.arrays = {a, Matrix<T>(m, left, T(kNan)), Matrix<T>(right, n, T(kNan))};
    parts.info = -4;
    return;
  }
  Matrix<T> u, v;
  if (m >= n) {
    TallSvd(a, left, u, parts.values, v, parts.info);
    parts.arrays = {a, u, Adjoint(v)};
  } else {
    TallSvd(Adjoint(a), right, u, parts.values, v, parts.info);
    parts.arrays = {a, v, Adjoint(u)};
  }
}

// ---- eigenvalues of any square matrix: A = Z T Zᴴ, T upper triangular

struct Schur {
  Matrix<Complex> t, z;
  int64_t info = 0;
};

void ToHessenberg(Schur& s) {
  const int64_t n = s.t.rows;
  for (int64_t j = 0; j + 2 < n; ++j) {
    Matrix<Complex> column(n, 1);
    for (int64_t i = 0; i < n; ++i) column(i, 0) = s.t(i, j);
    const Complex tau = Reflector(column, j + 1, 0);
    if (tau == 0.0) continue;
    Reflect(column, j + 1, 0, std::conj(tau), s.t, 0);
    // From the right: the adjoint, from the left.
    for (Matrix<Complex>* m : {&s.t, &s.z}) {
      Matrix<Complex> turned = Adjoint(*m);
      Reflect(column, j + 1, 0, std::conj(tau), turned, 0);
      *m = Adjoint(turned);
    }
    for (int64_t i = j + 2; i < n; ++i) s.t(i, j) = 0;
  }
}

// The eigenvalue of the trailing block that is nearer to its last element.
Complex Shift(const Matrix<Complex>& t, int64_t high) {
  const Complex a = t(high - 1, high - 1), b = t(high - 1, high), c = t(high, high - 1), d = t(high, high);
  const Complex half = (a - d) / 2.0, root = std::sqrt(half * half + b * c);
  const Complex more = std::abs(half + root) > std::abs(half - root) ? half + root : half - root;
  return more == 0.0 ? d : d - b * c / more;
}

// One implicit step between rows low and high.
void Chase(Schur& s, int64_t low, int64_t high, Complex shift) {
  const int64_t n = s.t.rows;
  Complex x = s.t(low, low) - shift, y = s.t(low + 1, low);
  for (int64_t k = low; k < high; ++k) {
    const double length = std::hypot(std::abs(x), std::abs(y));
    if (length != 0) {
      const Complex c = x / length, d = y / length;
      for (int64_t j = 0; j < n; ++j) {
        const Complex upper = s.t(k, j), under = s.t(k + 1, j);
        s.t(k, j) = std::conj(c) * upper + std::conj(d) * under;
        s.t(k + 1, j) = c * under - d * upper;
      }
      for (Matrix<Complex>* m : {&s.t, &s.z}) {
        for (int64_t i = 0; i < n; ++i) {
          const Complex left = (*m)(i, k), right = (*m)(i, k + 1);
          (*m)(i, k) = c * left + d * right;
          (*m)(i, k + 1) = std::conj(c) * right - std::conj(d) * left;
        }
      }
    }
    if (k + 2 <= high) {
      if (k > low) s.t(k + 1, k - 1) = 0;
      x = s.t(k + 1, k), y = s.t(k + 2, k);
    }
  }
}

void ToTriangular(Schur& s, double norm) {
  const int64_t n = s.t.rows;
  int64_t high = n - 1;
  for (int64_t turns = 0; high > 0; ++turns) {
    for (int64_t i = 0; i < high; ++i) {
      double near = std::abs(s.t(i, i)) + std::abs(s.t(i + 1, i + 1));
      if (near == 0) near = norm;
      if (std::abs(s.t(i + 1, i)) <= kEpsilon * near) s.t(i + 1, i) = 0;
    }
    if (s.t(high, high - 1) == 0.0) {
      --high, turns = 0;
      continue;
    }
    if (turns > kMostSweeps) {
      s.info = high + 1;
      return;
    }
    int64_t low = high - 1;
    while (low > 0 && s.t(low, low - 1) != 0.0) --low;
    const Complex shift = turns % 10 == 9 ? s.t(high, high) + std::abs(s.t(high, high - 1)) : Shift(s.t, high);
    Chase(s, low, high, shift);
    for (int64_t i = 2; i < n; ++i) {
      for (int64_t j = 0; j + 1 < i; ++j) s.t(i, j) = 0;
    }
  }
}

// Column by column: the eigenvectors of T, times Z, of length 1 and with a largest element that is real.
Matrix<Complex> Vectors(const Schur& s, double norm, bool left) {
  const int64_t n = s.t.rows;
  const double least = std::max(norm * kEpsilon, std::numeric_limits<double>::min());
  const Matrix<Complex> t = left ? Adjoint(s.t) : s.t;
  Matrix<Complex> vectors(n, n);
  for (int64_t e = 0; e < n; ++e) {
    std::vector<Complex> x(static_cast<size_t>(n), 0.0);
    x[static_cast<size_t>(e)] = 1;
    const int64_t step = left ? 1 : -1;
    for (int64_t i = e + step; i >= 0 && i < n; i += step) {
      Complex sum = 0, apart = t(i, i) - t(e, e);
      for (int64_t k = e; k != i; k += step) sum -= t(i, k) * x[static_cast<size_t>(k)];
      if (std::abs(apart) < least) apart = least;
      x[static_cast<size_t>(i)] = sum / apart;
      const double size = std::abs(x[static_cast<size_t>(i)]);
      for (Complex& value : x) value /= size > 1 ? size : 1;
    }
    double length = 0, largest = 0;
    Complex phase = 1;
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t k = 0; k < n; ++k) vectors(i, e) += s.z(i, k) * x[static_cast<size_t>(k)];
      const double size = std::abs(vectors(i, e));
      length = std::hypot(length, size);
      if (size > largest) largest = size, phase = vectors(i, e) / size;
    }
    for (int64_t i = 0; i < n; ++i) vectors(i, e) *= std::conj(phase) / length;
  }
  return vectors;
}

// Eigenvalues of a real matrix are real or come in pairs, as those of its Schur form do but for rounding.
void Pair(std::vector<Complex>& values, Matrix<Complex>& left, Matrix<Complex>& right) {
  const int64_t n = static_cast<int64_t>(values.size());
  std::vector<int64_t> mate(values.size());
  for (int64_t i = 0; i < n; ++i) {
    const auto apart = [&](int64_t j) { return std::abs(values[static_cast<size_t>(j)] - std::conj(values[static_cast<size_t>(i)])); };
    int64_t& nearest = mate[static_cast<size_t>(i)] = i;
    for (int64_t j = 0; j < n; ++j) {
      if (apart(j) < apart(nearest)) nearest = j;
    }
  }
  for (int64_t i = 0; i < n; ++i) {
    const int64_t j = mate[static_cast<size_t>(i)];
    Complex& value = values[static_cast<size_t>(i)];
    if (j == i || mate[static_cast<size_t>(j)] != i) {
      value = value.real();
      for (Matrix<Complex>* m : {&left, &right}) {
        for (int64_t r = 0; r < n; ++r) (*m)(r, i) = (*m)(r, i).real();
      }
    } else if (j > i) {
      value = (value + std::conj(values[static_cast<size_t>(j)])) / 2.0;
      values[static_cast<size_t>(j)] = std::conj(value);
      for (Matrix<Complex>* m : {&left, &right}) {
        for (int64_t r = 0; r < n; ++r) (*m)(r, j) = std::conj((*m)(r, i));
      }
    }
  }
}

template <typename T>
void Eig(Parts<T>& parts) {
  const Matrix<T>& a = parts.arrays[0];
  const int64_t n = a.rows;
  parts.values.assign(static_cast<size_t>(n), kNan);
  parts.imaginary = parts.values;
  parts.complex_arrays.assign(2, Matrix<Complex>(n, n, Complex(kNan, kNan)));
  if (!AllFinite(a)) {
    parts.info = -4;
    return;
  }
  double scale = 0, norm = 0;
  for (const T& value : a.data) scale = std::max(scale, std::abs(value));
  if (scale == 0) scale = 1;
  Schur s{Matrix<Complex>(n, n), Matrix<Complex>::Identity(n)};
  for (size_t i = 0; i < a.data.size(); ++i) norm = std::hypot(norm, std::abs(s.t.data[i] = a.data[i] / scale));
  ToHessenberg(s);
  ToTriangular(s, norm);
  parts.info = s.info;
  if (s.info != 0) return;
  parts.complex_arrays = {Vectors(s, norm, true), Vectors(s, norm, false)};
  std::vector<Complex> values;
  for (int64_t i = 0; i < n; ++i) values.push_back(s.t(i, i));
  if (std::is_same_v<T, double>) Pair(values, parts.complex_arrays[0], parts.complex_arrays[1]);
  for (size_t i = 0; i < values.size(); ++i) parts.values[i] = values[i].real() * scale, parts.imaginary[i] = values[i].imag() * scale;
}

// ----

template <typename T>
void Run(const LinearAlgebraCall& call, Parts<T>& parts) {
  switch (call.decomposition) {
    case Decomposition::kLu: return Lu(parts);
    case Decomposition::kQr: return Qr(parts);
    case Decomposition::kHouseholderProduct: return HouseholderProduct(parts);
    case Decomposition::kEigh: return Eigh(parts, call.lower);
    case Decomposition::kSvd: return Svd(parts, call.whole);
    case Decomposition::kEig: return Eig(parts);
  }
}

// The pivots one by one, as the permutation of rows that they come to.
std::vector<int64_t> Permutation(const std::vector<int64_t>& pivots, int64_t rows) {
  std::vector<int64_t> order(static_cast<size_t>(rows));
  std::iota(order.begin(), order.end(), 0);
  for (size_t i = 0; i < pivots.size(); ++i) std::swap(order[i], order[static_cast<size_t>(pivots[i])]);
  return order;
}

// Results of all matrices, in the order of the call's.
template <typename T>
class Gathered {
 public:
  explicit Gathered(const Call& call, size_t count) {
    for (size_t r = 0; r < count; ++r) shapes_.push_back(ResultLeaf(call, r));
    wide_.resize(count), whole_.resize(count);
  }
  template <typename V>
  void Append(size_t result, const V& values) {
    if (FormOf(shapes_[result].element_type) == Form::kInteger) {
      for (const auto& value : values) whole_[result].push_back(static_cast<int64_t>(std::real(value)));
    } else {
      wide_[result].insert(wide_[result].end(), values.begin(), values.end());
    }
  }
  Values Take() {
    Values values;
    for (size_t r = 0; r < shapes_.size(); ++r) values.push_back(ArrayValue(Of(r)));
    return values;
  }

 private:
  Literal Of(size_t r) {
    const auto size = static_cast<size_t>(shapes_[r].ElementCount());
    const Form form = FormOf(shapes_[r].element_type);
    whole_[r].resize(size), wide_[r].resize(size);  // what nobody asked for may be of another size
    if (form == Form::kInteger) return Narrow(shapes_[r], whole_[r]);
    if (form == Form::kComplex) return Narrow(shapes_[r], wide_[r]);
    std::vector<double> reals;
    for (const Complex& value : wide_[r]) reals.push_back(value.real());
    return Narrow(shapes_[r], reals);
  }

  IdVector<Shape> shapes_;
  std::vector<std::vector<Complex>> wide_;
  std::vector<std::vector<int64_t>> whole_;
};

template <typename T>
void Append(const LinearAlgebraCall& call, const Parts<T>& parts, Gathered<T>& to) {
  size_t r = 0;
  if (call.decomposition == Decomposition::kEig) {
    std::vector<Complex> both;
    for (size_t i = 0; i < parts.values.size(); ++i) both.push_back({parts.values[i], parts.imaginary[i]});
    to.Append(r++, both);
    if (!IsComplex(call.type)) to.Append(r++, parts.imaginary);
    for (const Matrix<Complex>& m : parts.complex_arrays) to.Append(r++, m.data);
  } else {
    to.Append(r++, parts.arrays[0].data);
    if (call.decomposition == Decomposition::kQr) to.Append(r++, parts.taus);
    if (call.decomposition == Decomposition::kEigh || call.decomposition == Decomposition::kSvd) to.Append(r++, parts.values);
    for (size_t m = 1; m < parts.arrays.size(); ++m) to.Append(r++, parts.arrays[m].data);
    if (call.decomposition == Decomposition::kLu) {
      std::vector<int64_t> pivots = parts.pivots;
      for (int64_t& pivot : pivots) pivot += call.permutation ? 0 : 1;
      to.Append(r++, pivots);
      if (call.permutation) to.Append(r++, Permutation(parts.pivots, call.rows));
    }
  }
  if (call.info) to.Append(r++, std::vector<int64_t>{parts.info});
}

template <typename T>
Values DecomposeAs(Call& call, const LinearAlgebraCall& what, size_t results) {
  Gathered<T> gathered(call, results);
  const std::vector<T> elements = Widen<T>(call.operand(0));
  const std::vector<T> taus = call.operands.size() > 1 ? Widen<T>(call.operand(1)) : std::vector<T>();
  const int64_t matrices = what.matrices();
  for (int64_t b = 0; b < matrices; ++b) {
    Parts<T> parts;
    Matrix<T> a(what.rows, what.columns);
    std::copy_n(elements.begin() + b * what.rows * what.columns, a.data.size(), a.data.begin());
    parts.arrays.push_back(std::move(a));
    const auto each = static_cast<int64_t>(taus.size()) / matrices;
    parts.taus.assign(taus.begin() + b * each, taus.begin() + (b + 1) * each);
    Run(what, parts);
    Append(what, parts, gathered);
  }
  return gathered.Take();
}

}  // namespace

Result<Values> Decompose(Call& call) {
  const IdVector<Shape> operands = [&] {
    IdVector<Shape> shapes;
    for (const RuntimeValue& operand : call.operands) shapes.push_back(operand.literal.shape());
    return shapes;
  }();
  MOTE_ASSIGN(const LinearAlgebraCall what, LinearAlgebraCallOf(call.instruction, operands));
  const bool iterates = what.decomposition >= Decomposition::kEigh;
  const auto least = static_cast<uint64_t>(std::min(what.rows, what.columns));
  MOTE_CHECK_OK(call.context.Spend((iterates ? 16 : 1) * least * static_cast<uint64_t>(call.operand(0).size())));
  const IdVector<Shape>& declared = call.instruction.shapes;
  const size_t results = declared.size() == 1 && declared[0].IsTuple() ? declared[0].elements.size() : declared.size();
  return IsComplex(what.type) ? DecomposeAs<Complex>(call, what, results) : DecomposeAs<double>(call, what, results);
}

}  // namespace mote::evaluation
