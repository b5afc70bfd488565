// LU by panels of 32 columns.
#include "cpu/linear_algebra/decompositions.h"

namespace mote::runtime {
namespace {

constexpr int64_t kPanel = 32;

float Size(float x) { return __builtin_fabsf(x); }
double Size(double x) { return __builtin_fabs(x); }

// The first row of the largest element of column j at or below row j; where one is NaN, row j.
template <typename T>
int64_t PivotRow(const T* a, int64_t rows, int64_t columns, int64_t j) {
  int64_t pivot = j;
  T largest = -1;
  for (int64_t i = j; i < rows; ++i) {
    const T size = Size(a[i * columns + j]);
    if (size != size) return j;
    if (size > largest) largest = size, pivot = i;
  }
  return pivot;
}

template <typename T>
void Exchange(T* a, T* b, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    const T kept = a[i];
    a[i] = b[i];
    b[i] = kept;
  }
}

// Rows `from` to `to` of `width` columns lose their factors times the panel's rows: four rows of eight columns at a time stay in registers.
template <typename T>
void TakeProducts(T* a, int64_t stride, int64_t from, int64_t to, int64_t panel, int64_t depth, int64_t column, int64_t end) {
  using V = Eight<T>;
  for (; column + 8 <= end; column += 8) {
    const T* right = a + panel * stride + column;
    int64_t i = from;
    for (; i + 4 <= to; i += 4) {
      T* rows[4];
      V sums[4];
      for (int r = 0; r < 4; ++r) {
        rows[r] = a + (i + r) * stride;
        sums[r] = V::Load(rows[r] + column);
      }
      for (int64_t p = 0; p < depth; ++p) {
        const V u = V::Load(right + p * stride);
        for (int r = 0; r < 4; ++r) sums[r] = sums[r].Minus(u, rows[r][panel + p]);
      }
      for (int r = 0; r < 4; ++r) sums[r].Store(rows[r] + column);
    }
    for (; i < to; ++i) {
      V sum = V::Load(a + i * stride + column);
      for (int64_t p = 0; p < depth; ++p) sum = sum.Minus(V::Load(right + p * stride), a[i * stride + panel + p]);
      sum.Store(a + i * stride + column);
    }
  }
  for (; column < end; ++column) {
    for (int64_t i = from; i < to; ++i) {
      T sum = a[i * stride + column];
      for (int64_t p = 0; p < depth; ++p) sum -= a[(panel + p) * stride + column] * a[i * stride + panel + p];
      a[i * stride + column] = sum;
    }
  }
}

}  // namespace

template <typename T>
int32_t FactorLu(T* a, int64_t rows, int64_t columns, int32_t* pivots) {
  const int64_t least = rows < columns ? rows : columns;
  int32_t info = 0;
  for (int64_t panel = 0; panel < least; panel += kPanel) {
    const int64_t end = panel + kPanel < least ? panel + kPanel : least;
    for (int64_t j = panel; j < end; ++j) {
      const int64_t pivot = PivotRow(a, rows, columns, j);
      pivots[j] = static_cast<int32_t>(pivot + 1);
      if (pivot != j) Exchange(a + j * columns, a + pivot * columns, columns);
      const T* row = a + j * columns;
      const bool zero = row[j] == 0;
      if (zero && info == 0) info = static_cast<int32_t>(j + 1);
      for (int64_t i = j + 1; i < rows; ++i) {
        T* under = a + i * columns;
        if (!zero) under[j] /= row[j];
        TakeMultiple(under + j + 1, row + j + 1, under[j], end - j - 1);
      }
    }
    for (int64_t i = panel + 1; i < end; ++i) TakeProducts(a, columns, i, i + 1, panel, i - panel, end, columns);
    TakeProducts(a, columns, end, rows, panel, end - panel, end, columns);
  }
  return info;
}

template int32_t FactorLu(float* a, int64_t rows, int64_t columns, int32_t* pivots);
template int32_t FactorLu(double* a, int64_t rows, int64_t columns, int32_t* pivots);

}  // namespace mote::runtime
