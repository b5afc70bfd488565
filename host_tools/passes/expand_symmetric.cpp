// Eigenvalues of Hermitian matrices and singular values by Jacobi rotations, all pairs of a round at once: the matrix is kept as left and
// right columns (and upper and under rows), pair i being the i-th of both. A round rotates the pairs, then moves all but one a place
// around (Brent and Luk), so that in n - 1 rounds, one sweep, every two meet once and are back where they were.
#include <cmath>

#include "passes/counted_loop.h"
#include "passes/decompositions.h"
#include "passes/matrices.h"

namespace mote {
namespace {

constexpr int64_t kMostSweeps = 30;

double Epsilon(ElementType real) { return real == ElementType::kF64 ? 0x1p-52 : 0x1p-23; }

// Of pairs whose products are [[app, apq], [apq*, aqq]]: columns become (c p - (s e)* q, s e p + c q), by 1 - c, so that the rounding of
// hundreds of rotations does not add up to a change of length.
struct Rotations {
  Value lag, sine;     // 1 - c; s e, of the matrix's type
  Value change;        // app becomes app - change, aqq aqq + change
};

Rotations RotationsOf(ModuleEmitter& e, Value app, Value aqq, Value apq, Value rotates) {
  Matrices m(e);
  const Value size = e.Unary(Op::kSqrt, m.SquaredSize(apq));
  const Value zero = m.Zeros(size), one = e.Splat(e.shape(size), 1);
  Value turns = m.Compare("GT", size, zero);
  if (rotates.instruction >= 0) turns = m.And(turns, rotates);
  const Value divisor = m.Choose(turns, size, one);
  const Value theta = m.Divide(m.Subtract(aqq, app), m.Add(divisor, divisor));
  const Value root = e.Unary(Op::kSqrt, m.Add(one, m.Multiply(theta, theta)));
  const Value over = m.Divide(one, m.Add(e.Unary(Op::kAbs, theta), root));
  const Value signed_over = m.Choose(m.Compare("LT", theta, zero), m.Negative(over), over);
  const Value tangent = m.Choose(turns, signed_over, zero);
  const Value cosine = m.Divide(one, e.Unary(Op::kSqrt, m.Add(one, m.Multiply(tangent, tangent))));
  const Value sine = m.Multiply(tangent, cosine);
  const Value lag = m.Divide(m.Multiply(sine, sine), m.Add(one, cosine));
  return {lag, m.Scaled(m.Divided(apq, divisor), sine), m.Multiply(tangent, size)};
}

using Pair = std::pair<Value, Value>;

// Numbers of pairs stand in a row for columns, in a column for rows.
Pair RotatedColumns(ModuleEmitter& e, const Pair& v, const Rotations& r) {
  Matrices m(e);
  const Value left = m.Subtract(v.first, m.Add(m.Scaled(v.first, r.lag), m.Multiply(v.second, m.Conjugate(r.sine))));
  const Value right = m.Add(v.second, m.Subtract(m.Multiply(v.first, r.sine), m.Scaled(v.second, r.lag)));
  return {left, right};
}

Pair RotatedRows(ModuleEmitter& e, const Pair& v, const Rotations& r) {
  Matrices m(e);
  const Value upper = m.Subtract(v.first, m.Add(m.Scaled(v.first, r.lag), m.Multiply(v.second, r.sine)));
  const Value under = m.Add(v.second, m.Subtract(m.Multiply(v.first, m.Conjugate(r.sine)), m.Scaled(v.second, r.lag)));
  return {upper, under};
}

// The first of the left stays; the others go around.
Pair Moved(ModuleEmitter& e, const Pair& v, bool rows) {
  Matrices m(e);
  const int64_t half = rows ? m.rows(v.first) : m.columns(v.first);
  if (half == 1) return v;
  const auto cut = [&](Value x, int64_t from, int64_t count) {
    return rows ? m.Cut(x, from, 0, count, m.columns(x)) : m.Cut(x, 0, from, m.rows(x), count);
  };
  const Value head = m.Joined(cut(v.first, 0, 1), cut(v.second, 0, 1), rows);
  const Value left = half == 2 ? head : m.Joined(head, cut(v.first, 1, half - 2), rows);
  const Value right = m.Joined(cut(v.second, 1, half - 1), cut(v.first, half - 1, 1), rows);
  return {left, right};
}

Value AsRow(ModuleEmitter& e, Value column) {
  Matrices m(e);
  return e.Reshape(column, m.Sized(column, 1, m.rows(column)).dims);
}

// The diagonal, as a column.
Value Diagonal(ModuleEmitter& e, Value square) {
  Matrices m(e);
  return m.Picked(e.Compare("EQ", m.Numbers(square, true), m.Numbers(square, false)), square, false);
}

Value WithDiagonal(ModuleEmitter& e, Value square, Value column) {
  Matrices m(e);
  return m.Choose(e.Compare("EQ", m.Numbers(square, true), m.Numbers(square, false)), column, square);
}

// Carried: upper left, upper right, under left, under right blocks, left and right eigenvectors.
IdVector<Value> EighRound(ModuleEmitter& e, const IdVector<Value>& c) {
  Matrices m(e);
  const Value app = m.RealPart(Diagonal(e, c[0])), aqq = m.RealPart(Diagonal(e, c[3])), apq = Diagonal(e, c[1]);
  const Rotations rows = RotationsOf(e, app, aqq, apq, {-1, 0});
  const Rotations columns = {AsRow(e, rows.lag), AsRow(e, rows.sine), {}};
  Pair upper = RotatedColumns(e, {c[0], c[1]}, columns), under = RotatedColumns(e, {c[2], c[3]}, columns);
  Pair left = RotatedRows(e, {upper.first, under.first}, rows), right = RotatedRows(e, {upper.second, under.second}, rows);
  const Value p = m.LikeType(m.Subtract(app, rows.change), apq), q = m.LikeType(m.Add(aqq, rows.change), apq), none = m.Zeros(apq);
  left = Moved(e, {WithDiagonal(e, left.first, p), WithDiagonal(e, left.second, none)}, true);
  right = Moved(e, {WithDiagonal(e, right.first, none), WithDiagonal(e, right.second, q)}, true);
  upper = Moved(e, {left.first, right.first}, false);
  under = Moved(e, {left.second, right.second}, false);
  const Pair vectors = Moved(e, RotatedColumns(e, {c[4], c[5]}, columns), false);
  return {upper.first, upper.second, under.first, under.second, vectors.first, vectors.second};
}

// Whether what stands off the diagonal still matters, a matrix each.
Value Unfinished(ModuleEmitter& e, const IdVector<Value>& c) {
  Matrices m(e);
  const auto sum = [&](Value block) { return m.OverBoth(Op::kAdd, m.SquaredSize(block), 0); };
  const auto off = [&](Value block) { return sum(WithDiagonal(e, block, m.Zeros(Diagonal(e, block)))); };
  const Value rest = m.Add(m.Add(off(c[0]), off(c[3])), m.Add(sum(c[1]), sum(c[2])));
  const Value all = m.Add(m.Add(sum(c[0]), sum(c[3])), m.Add(sum(c[1]), sum(c[2])));
  const double tolerance = Epsilon(m.RealType(c[0])) / 2;
  return m.Compare("GT", rest, m.Multiply(all, e.Splat(e.shape(all), tolerance * tolerance)));
}

// Sweeps of rounds, as long as `unfinished`, which is carried last, says so of any matrix.
IdVector<Value> Sweeps(ModuleEmitter& e, IdVector<Value> carried, const LoopTurn& sweep) {
  carried.insert(carried.begin(), Index(e, 0));
  IdVector<Value> results = WhileLoop(
      e, carried, {},
      [](ModuleEmitter& c, const IdVector<Value>& values, const IdVector<Value>&) {
        return c.Binary(Op::kAnd, Matrices(c).Any(values.back()), c.Compare("LT", values[0], Index(c, kMostSweeps)));
      },
      [&](ModuleEmitter& b, const IdVector<Value>& values, const IdVector<Value>& same) {
        IdVector<Value> next = sweep(b, IdVector<Value>(values.begin() + 1, values.end()), same);
        next.insert(next.begin(), b.Binary(Op::kAdd, values[0], Index(b, 1)));
        return next;
      });
  results.erase(results.begin());
  return results;
}

// 1 at (i, the place of key i among all): for v times it, columns in that order.
Value Sorting(ModuleEmitter& e, Value keys, bool descending) {
  Matrices m(e);
  const Value other = AsRow(e, keys);
  const Shape square = m.Sized(keys, m.rows(keys), m.rows(keys));
  const Shape counts = Shape::Array(ElementType::kS32, square.dims);
  const Value zeros = e.Splat(counts, 0), ones = e.Splat(counts, 1);
  const Value row = m.Numbers(zeros, true), column = m.Numbers(zeros, false);
  const Value ties = m.And(m.Compare("EQ", other, keys), e.Compare("LT", column, row));
  const Value before = m.Or(m.Compare(descending ? "GT" : "LT", other, keys), ties);
  const Value place = m.OverColumns(Op::kAdd, m.Choose(before, ones, zeros), 0);
  return m.Compare("EQ", place, column);
}

Value Sorted(ModuleEmitter& e, Value keys, Value sorting) {
  Matrices m(e);
  const Value row = m.Picked(sorting, keys, true);
  return e.Reshape(row, e.shape(keys).dims);
}

Value SortedColumns(ModuleEmitter& e, Value v, Value sorting) {
  Matrices m(e);
  Shape shape = e.shape(sorting);
  shape.element_type = e.shape(v).element_type;
  return m.Product(v, m.Choose(sorting, e.Splat(shape, 1), e.Splat(shape, 0)), false);
}

Value Info(ModuleEmitter& e, Value unfinished, Value bad, int64_t if_bad) {
  Matrices m(e);
  const Shape shape = Shape::Array(ElementType::kS32, e.shape(bad).dims);
  return m.Choose(bad, e.Splat(shape, static_cast<double>(if_bad)), m.Choose(unfinished, e.Splat(shape, 1), e.Splat(shape, 0)));
}

// Carried: left and right columns, left and right vectors, whether any pair was rotated.
IdVector<Value> SvdRound(ModuleEmitter& e, const IdVector<Value>& c) {
  Matrices m(e);
  const Value pp = m.OverRows(Op::kAdd, m.SquaredSize(c[0]), 0), qq = m.OverRows(Op::kAdd, m.SquaredSize(c[1]), 0);
  const Value pq = m.OverRows(Op::kAdd, m.Multiply(m.Conjugate(c[0]), c[1]), 0);
  const ElementType real = m.RealType(c[0]);
  const double unit = Epsilon(real), tolerance = unit * std::max(2.0, std::sqrt(static_cast<double>(m.rows(c[0]))));
  const Value size = e.Unary(Op::kSqrt, m.SquaredSize(pq));
  const Value both = m.Multiply(e.Unary(Op::kSqrt, pp), e.Unary(Op::kSqrt, qq));
  const Value most = m.OverColumns(Op::kMaximum, m.Larger(pp, qq), 0);
  // What is that short beside the longest column may stand any way.
  const Value least = m.Multiply(most, m.Number(most, unit * unit / 64));
  const Value counts = m.And(m.Compare("GT", pp, least), m.Compare("GT", qq, least));
  const Value rotates = m.And(counts, m.Compare("GT", size, m.Multiply(both, m.Number(both, tolerance))));
  const Rotations r = RotationsOf(e, pp, qq, pq, rotates);
  const Pair columns = Moved(e, RotatedColumns(e, {c[0], c[1]}, r), false), vectors = Moved(e, RotatedColumns(e, {c[2], c[3]}, r), false);
  return {columns.first, columns.second, vectors.first, vectors.second, m.Or(c[4], m.OverColumns(Op::kOr, rotates, 0))};
}

}  // namespace

NormalMatrix Normalised(ModuleEmitter& e, Value a) {
  Matrices m(e);
  const Value largest = m.LargerPart(a);
  const Value finite = e.Make(Op::kIsFinite, Shape::Array(ElementType::kPred, e.shape(largest).dims), {largest});
  const Value bad = m.OverBoth(Op::kOr, m.Not(finite), 0);
  const Value clean = m.Choose(bad, m.Zeros(a), a);
  const Value most = m.OverBoth(Op::kMaximum, m.LargerPart(clean), 0);
  const Value scale = m.Choose(m.Compare("GT", most, m.Zeros(most)), most, e.Splat(e.shape(most), 1));
  return {m.Divided(clean, scale), scale, bad};
}

Value OrNan(ModuleEmitter& e, Value bad, Value v) {
  Matrices m(e);
  const Value nan = e.Splat(Shape::Array(m.RealType(v), e.shape(v).dims), std::nan(""));
  return m.Choose(bad, m.complex(v) ? m.Complex(nan, nan) : nan, v);
}

IdVector<Value> EmitEigh(ModuleEmitter& e, Value a, bool lower) {
  Matrices m(e);
  const int64_t n = m.rows(a), half = (n + 1) / 2;
  const Value row = m.Numbers(a, true), column = m.Numbers(a, false);
  Value whole = m.Select(e.Compare(lower ? "GE" : "LE", row, column), a, m.Conjugate(m.Transposed(a)));
  if (m.complex(a)) whole = m.Select(e.Compare("EQ", row, column), m.LikeType(m.RealPart(a), a), whole);
  const NormalMatrix normal = Normalised(e, whole);
  Value values = m.RealPart(normal.matrix), vectors = m.Identity(e.shape(a)), unfinished = normal.bad;
  if (n > 1) {
    const Value even = m.WithZeros(normal.matrix, 2 * half - n, 2 * half - n);
    const Value all = m.WithZeros(vectors, 0, 2 * half - n);
    IdVector<Value> carried = {m.Cut(even, 0, 0, half, half), m.Cut(even, 0, half, half, half), m.Cut(even, half, 0, half, half),
                               m.Cut(even, half, half, half, half), m.Cut(all, 0, 0, n, half), m.Cut(all, 0, half, n, half)};
    carried.push_back(Unfinished(e, carried));
    carried = Sweeps(e, carried, [half](ModuleEmitter& b, const IdVector<Value>& values_in, const IdVector<Value>&) {
      const IdVector<Value> blocks(values_in.begin(), values_in.end() - 1);
      const LoopBody round = [](ModuleEmitter& r, Value, const IdVector<Value>& c, const IdVector<Value>&) { return EighRound(r, c); };
      IdVector<Value> next = CountedLoop(b, 2 * half - 1, blocks, {}, round);
      next.push_back(Unfinished(b, next));
      return next;
    });
    const Value diagonal = m.Joined(m.RealPart(Diagonal(e, carried[0])), m.RealPart(Diagonal(e, carried[3])), true);
    const Value keys = m.Cut(diagonal, 0, 0, n, 1);
    const Value sorting = Sorting(e, keys, false);
    values = Sorted(e, keys, sorting);
    vectors = SortedColumns(e, m.Cut(m.Joined(carried[4], carried[5], false), 0, 0, n, n), sorting);
    unfinished = carried[6];
  }
  values = m.Multiply(values, normal.scale);
  const Value info = Info(e, unfinished, normal.bad, 1);
  return {OrNan(e, normal.bad, values), OrNan(e, normal.bad, vectors), info};
}

// U is the Q of the QR decomposition of the orthogonal columns that are left, whatever their lengths: an orthonormal basis also where some
// are zero, and wider than they are.
IdVector<Value> EmitSvd(ModuleEmitter& e, Value a, int64_t width, bool vectors) {
  Matrices m(e);
  const int64_t rows = m.rows(a), n = m.columns(a), half = (n + 1) / 2;
  const NormalMatrix normal = Normalised(e, a);
  Value columns = normal.matrix, right = m.Identity(m.Sized(a, n, n)), unfinished = m.Compare("LT", normal.scale, m.Zeros(normal.scale));
  if (n > 1) {
    const Value even = m.WithZeros(columns, 0, 2 * half - n), all = m.WithZeros(right, 0, 2 * half - n);
    const Value first = m.Not(unfinished);
    IdVector<Value> carried = {m.Cut(even, 0, 0, rows, half), m.Cut(even, 0, half, rows, half), m.Cut(all, 0, 0, n, half),
                               m.Cut(all, 0, half, n, half), first};
    carried = Sweeps(e, carried, [half](ModuleEmitter& b, const IdVector<Value>& values, const IdVector<Value>&) {
      IdVector<Value> fresh = values;
      fresh[4] = b.Splat(b.shape(values[4]), 0);
      return CountedLoop(b, 2 * half - 1, fresh, {}, [](ModuleEmitter& round, Value, const IdVector<Value>& c, const IdVector<Value>&) {
        return SvdRound(round, c);
      });
    });
    columns = m.Cut(m.Joined(carried[0], carried[1], false), 0, 0, rows, n);
    right = m.Cut(m.Joined(carried[2], carried[3], false), 0, 0, n, n);
    unfinished = carried[4];
  }
  const Value lengths = e.Unary(Op::kSqrt, m.OverRows(Op::kAdd, m.SquaredSize(columns), 0));
  const Value keys = e.Reshape(lengths, m.Sized(lengths, n, 1).dims);
  const Value sorting = Sorting(e, keys, true);
  const Value values = m.Multiply(Sorted(e, keys, sorting), normal.scale);
  const Value info = Info(e, unfinished, normal.bad, -4);
  IdVector<Value> results = {Value{-1, 0}, OrNan(e, normal.bad, values), Value{-1, 0}, info};
  if (!vectors) return results;
  const IdVector<Value> qr = EmitQr(e, SortedColumns(e, columns, sorting));
  const Value q = EmitHouseholderProduct(e, qr[0], qr[1], width);
  const Value square = m.RealPart(m.Cut(qr[0], 0, 0, n, n));
  const Value diagonal = AsRow(e, Diagonal(e, square));
  const Value ones = e.Splat(e.shape(diagonal), 1);
  Value signs = m.Choose(m.Compare("LT", diagonal, m.Zeros(diagonal)), m.Negative(ones), ones);
  if (width > n) signs = m.Joined(signs, e.Splat(m.Sized(signs, 1, width - n), 1), false);
  results[0] = OrNan(e, normal.bad, m.Scaled(q, signs));
  results[2] = OrNan(e, normal.bad, SortedColumns(e, right, sorting));
  return results;
}

}  // namespace mote
