// Cholesky and TriangularSolve of OPS.md 2.4, matrix by matrix. Both compute in double (complex in complex<double>) and round once at the
// end. Only the stated triangle is read.
#include <cmath>
#include <limits>

#include "evaluate/elements.h"
#include "evaluate/operation.h"

namespace mote::evaluation {
namespace {

double Conjugate(double value) { return value; }
Complex Conjugate(Complex value) { return std::conj(value); }
double RealOf(double value) { return value; }
double RealOf(Complex value) { return value.real(); }

template <typename T>
struct Matrix {
  T* data;
  int64_t columns;
  T& operator()(int64_t i, int64_t j) { return data[i * columns + j]; }
};

// Column by column: l(i,j) = (a(i,j) - Σ l(i,k) conj(l(j,k))) / l(j,j). False when a pivot is not positive.
template <typename T, typename F>
bool Factor(int64_t n, F&& lower_of_a, Matrix<T> l) {
  for (int64_t j = 0; j < n; ++j) {
    for (int64_t i = j; i < n; ++i) {
      T sum = lower_of_a(i, j);
      for (int64_t k = 0; k < j; ++k) sum -= l(i, k) * Conjugate(l(j, k));
      if (i == j) {
        if (!(RealOf(sum) > 0)) return false;
        l(j, j) = std::sqrt(RealOf(sum));
      } else {
        l(i, j) = sum / RealOf(l(j, j));
      }
    }
  }
  return true;
}

// The other triangle is zero; a matrix that is not positive definite gives NaN everywhere (OPS.md section 6.12).
template <typename T>
Literal CholeskyOf(const Literal& a, bool lower, const Shape& shape) {
  int64_t n = shape.dims.back(), matrices = n == 0 ? 0 : shape.ElementCount() / (n * n);
  std::vector<T> in = Widen<T>(a), out(in.size()), factor(n * n);
  for (int64_t m = 0; m < matrices; ++m) {
    Matrix<T> from{in.data() + m * n * n, n}, to{out.data() + m * n * n, n}, l{factor.data(), n};
    auto element = [&](int64_t i, int64_t j) { return lower ? from(i, j) : Conjugate(from(j, i)); };
    bool definite = Factor<T>(n, element, l);
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j < n; ++j) {
        bool inside = lower ? j <= i : j >= i;
        to(i, j) = !definite ? T(std::numeric_limits<double>::quiet_NaN()) : !inside ? T(0) : lower ? l(i, j) : Conjugate(l(j, i));
      }
    }
  }
  return Narrow(shape, out);
}

Result<Literal> Cholesky(Call& call) {
  bool lower = call.instruction.Bool(Attr::kLower);
  uint64_t n = static_cast<uint64_t>(call.shape().dims.back());
  MOTE_CHECK_OK(call.context.Spend(n * static_cast<uint64_t>(call.shape().ElementCount())));
  if (IsComplex(call.shape().element_type)) return CholeskyOf<Complex>(call.operand(0), lower, call.shape());
  return CholeskyOf<double>(call.operand(0), lower, call.shape());
}

struct SolveForm {
  bool left = false, lower = false, unit = false, transposed = false, conjugated = false;
};

// Solves m(·,·) x = b for one column; `lower` says which triangle m has.
template <typename T, typename M, typename X>
void Substitute(int64_t n, bool lower, bool unit, M&& m, X&& x) {
  for (int64_t step = 0; step < n; ++step) {
    int64_t i = lower ? step : n - 1 - step;
    T sum = x(i);
    for (int64_t done = 0; done < step; ++done) {
      int64_t k = lower ? done : n - 1 - done;
      sum -= m(i, k) * x(k);
    }
    x(i) = unit ? sum : sum / m(i, i);
  }
}

// x·op(a) = b is op(a)ᵀ·xᵀ = bᵀ: one more transposition.
template <typename T>
Literal Solve(const Literal& a_in, const Literal& b_in, const SolveForm& form, const Shape& shape) {
  std::vector<T> a = Widen<T>(a_in), x = Widen<T>(b_in);
  int64_t n = a_in.shape().dims.back(), rows = shape.dims[shape.dims.size() - 2], columns = shape.dims.back();
  int64_t matrices = rows * columns == 0 ? 0 : shape.ElementCount() / (rows * columns);
  bool transposed = form.transposed != !form.left;
  for (int64_t m = 0; m < matrices; ++m) {
    Matrix<T> from{a.data() + m * n * n, n}, to{x.data() + m * rows * columns, columns};
    auto element = [&](int64_t i, int64_t k) {
      T value = transposed ? from(k, i) : from(i, k);
      return form.conjugated ? Conjugate(value) : value;
    };
    for (int64_t c = 0; c < (form.left ? columns : rows); ++c) {
      auto unknown = [&](int64_t i) -> T& { return form.left ? to(i, c) : to(c, i); };
      Substitute<T>(n, form.lower != transposed, form.unit, element, unknown);
    }
  }
  return Narrow(shape, x);
}

Result<Literal> TriangularSolve(Call& call) {
  const Instruction& i = call.instruction;
  const std::string& transpose = i.Text(Attr::kTransposeA);
  SolveForm form{i.Bool(Attr::kLeftSide), i.Bool(Attr::kLower), i.Bool(Attr::kUnitDiagonal),
                 transpose == "TRANSPOSE" || transpose == "ADJOINT", transpose == "ADJOINT"};
  uint64_t n = static_cast<uint64_t>(call.operand(0).shape().dims.back());
  MOTE_CHECK_OK(call.context.Spend(n * static_cast<uint64_t>(call.shape().ElementCount())));
  if (IsComplex(call.shape().element_type)) return Solve<Complex>(call.operand(0), call.operand(1), form, call.shape());
  return Solve<double>(call.operand(0), call.operand(1), form, call.shape());
}

}  // namespace

std::span<const OperationRow> LinearAlgebraOperations() {
  static const OperationRow rows[] = {
      {Op::kCholesky, Cholesky},
      {Op::kTriangularSolve, TriangularSolve},
  };
  return rows;
}

}  // namespace mote::evaluation
