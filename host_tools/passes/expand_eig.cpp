// Eigenvalues of any square matrix: to Hessenberg form by reflectors, to triangular form by complex QR steps with Wilkinson's shifts, all
// matrices of a batch at once, each step between the rows of its own unfinished block; eigenvectors by substitution. A real matrix is
// computed as a complex one, and what is a pair or real but for rounding is made so.
#include <cmath>
#include <limits>

#include "passes/counted_loop.h"
#include "passes/decompositions.h"
#include "passes/matrices.h"

namespace mote {
namespace {

constexpr int64_t kStepsEach = 30;       // of QR, for each eigenvalue
constexpr int64_t kExceptional = 16;     // every so many, another shift

double Epsilon(ElementType real) { return real == ElementType::kF64 ? 0x1p-52 : 0x1p-23; }

Value AsRow(ModuleEmitter& e, Value column) {
  Matrices m(e);
  return e.Reshape(column, m.Sized(column, 1, m.rows(column)).dims);
}


Value Whole(ModuleEmitter& e, Value like, double value) { return e.Splat(Shape::Array(ElementType::kS32, e.shape(like).dims), value); }

// The matrix and the unitary one that takes it back, after the reflector of column j.
IdVector<Value> HessenbergColumn(ModuleEmitter& e, Value j, Value t, Value z) {
  Matrices m(e);
  const Value first = e.Binary(Op::kAdd, j, Index(e, 1));
  const Value column = m.Part(t, Index(e, 0), j, m.rows(t), 1);
  const HouseholderVector h = EmitReflector(e, column, first);
  const Value rows = EmitReflected(e, h.vector, m.Conjugate(h.tau), t, nullptr);
  const Value below = m.Compare("GT", m.Numbers(column, true), first);
  const Value clean = m.Replaced(rows, m.Choose(below, m.Zeros(column), h.column), Index(e, 0), j);
  const auto from_right = [&](Value a) {
    const Value left = m.Multiply(m.Product(a, h.vector, false), h.tau);
    return m.Subtract(a, m.Multiply(left, m.Conjugate(m.Transposed(h.vector))));
  };
  const Value turned = from_right(clean);
  return {turned, from_right(z)};
}

// A square root of complex numbers that are not huge.
Value Root(ModuleEmitter& e, Value z) {
  Matrices m(e);
  const Value x = m.RealPart(z), y = m.Imaginary(z), zero = m.Zeros(x);
  const Value size = e.Unary(Op::kSqrt, m.SquaredSize(z));
  const Value large = e.Unary(Op::kSqrt, m.Multiply(m.Add(size, e.Unary(Op::kAbs, x)), e.Splat(e.shape(x), 0.5)));
  const Value divisor = m.Choose(m.Compare("GT", large, zero), m.Add(large, large), e.Splat(e.shape(x), 1));
  const Value small = m.Divide(y, divisor);
  const Value right = m.Compare("GE", x, zero);
  const Value real = m.Choose(right, large, e.Unary(Op::kAbs, small));
  const Value other = m.Choose(m.Compare("LT", y, zero), m.Negative(large), large);
  return m.Complex(real, m.Choose(right, small, other));
}

// The eigenvalue nearer to d of [[a, b], [c, d]].
Value WilkinsonShift(ModuleEmitter& e, Value a, Value b, Value c, Value d) {
  Matrices m(e);
  const Value half = m.Scaled(m.Subtract(a, d), m.Number(m.RealPart(a), 0.5)), product = m.Multiply(b, c);
  const Value root = Root(e, m.Add(m.Multiply(half, half), product));
  const Value more = m.Add(half, root), less = m.Subtract(half, root);
  const Value larger = m.Choose(m.Compare("GT", m.SquaredSize(more), m.SquaredSize(less)), more, less);
  const Value size = m.LargerPart(larger);
  const Value none = m.Compare("EQ", size, m.Zeros(size));
  return m.Choose(none, d, m.Subtract(d, m.Quotient(product, m.Choose(none, m.Number(d, 1), larger))));
}

struct Block {
  Value low, high;  // the unfinished rows at the end of each matrix, s32 [batch…, 1, 1]; high is 0 where all is done
  Value matrix;     // with zeros for what is negligible below the diagonal
};

Block FindBlock(ModuleEmitter& e, Value t, Value norm) {
  Matrices m(e);
  const int64_t n = m.rows(t);
  const Value row = m.Numbers(t, true), column = m.Numbers(t, false);
  const Value under = e.Compare("EQ", row, e.Binary(Op::kAdd, column, Whole(e, t, 1)));
  const Value size = m.SumOfParts(t), zeros = m.Zeros(size);
  const Value below = m.OverColumns(Op::kAdd, m.Choose(under, size, zeros), 0);
  const Value diagonal = m.OverColumns(Op::kAdd, m.Choose(e.Compare("EQ", row, column), size, zeros), 0);
  const Value above = m.Joined(m.Number(diagonal, 0), m.Cut(diagonal, 0, 0, n - 1, 1), true);
  const Value sum = m.Add(diagonal, above);
  const Value near = m.Choose(m.Compare("GT", sum, m.Zeros(sum)), sum, norm);
  const Value small = m.Compare("LE", below, m.Multiply(near, m.Number(near, Epsilon(m.RealType(t)))));
  const Value number = m.Numbers(small, true), none = Whole(e, small, 0);
  const Value ends = m.Or(small, e.Compare("EQ", number, none));
  Block block;
  block.high = m.OverRows(Op::kMaximum, m.Choose(ends, none, number), 0);
  block.low = m.OverRows(Op::kMaximum, m.Choose(m.And(ends, m.Compare("LE", number, block.high)), number, none), 0);
  block.matrix = m.Choose(m.And(under, small), m.Zeros(t), t);
  return block;
}

// The rotation between rows k and k + 1 of matrices where k is in the block; the first one starts the step with the shift.
IdVector<Value> ChaseStep(ModuleEmitter& e, Value k, Value t, Value z, Value low, Value high, Value shift) {
  Matrices m(e);
  const int64_t n = m.rows(t);
  const Value before = e.Binary(Op::kSubtract, k, Index(e, 1));
  const Value own = m.Part(t, k, k, 2, 1), last = m.Part(t, k, before, 2, 1);
  const Value starts = m.Compare("EQ", low, k);
  const Value active = m.And(m.Compare("LE", low, k), m.Compare("GT", high, k));
  const Value x = m.Choose(starts, m.Subtract(m.Cut(own, 0, 0, 1, 1), shift), m.Cut(last, 0, 0, 1, 1));
  const Value y = m.Choose(starts, m.Cut(own, 1, 0, 1, 1), m.Cut(last, 1, 0, 1, 1));
  const Value largest = m.Larger(m.LargerPart(x), m.LargerPart(y)), one = e.Splat(e.shape(largest), 1);
  const Value turns = m.And(active, m.Compare("GT", largest, m.Zeros(largest)));
  const Value scale = m.Choose(turns, largest, one);
  const Value xs = m.Divided(x, scale), ys = m.Divided(y, scale);
  const Value squares = m.Choose(turns, m.Add(m.SquaredSize(xs), m.SquaredSize(ys)), one);
  const Value length = e.Unary(Op::kSqrt, squares);
  const Value c = m.Choose(turns, m.Divided(xs, length), m.Number(t, 1));
  const Value s = m.Choose(turns, m.Divided(ys, length), m.Number(t, 0));

  const Value rows = m.Part(t, k, Index(e, 0), 2, n);
  const Value r0 = m.Cut(rows, 0, 0, 1, n), r1 = m.Cut(rows, 1, 0, 1, n);
  const Value upper = m.Add(m.Multiply(r0, m.Conjugate(c)), m.Multiply(r1, m.Conjugate(s)));
  const Value rest = m.Subtract(m.Multiply(r1, c), m.Multiply(r0, s));
  const Value chased = m.And(m.And(m.Compare("EQ", m.Numbers(r1, false), before), active), m.Not(starts));
  const Value under = m.Choose(chased, m.Zeros(rest), rest);
  const Value turned = m.Replaced(t, m.Joined(upper, under, true), k, Index(e, 0));
  const auto columns = [&](Value a) {
    const Value part = m.Part(a, Index(e, 0), k, n, 2);
    const Value c0 = m.Cut(part, 0, 0, n, 1), c1 = m.Cut(part, 0, 1, n, 1);
    const Value left = m.Add(m.Multiply(c0, c), m.Multiply(c1, s));
    const Value right = m.Subtract(m.Multiply(c1, m.Conjugate(c)), m.Multiply(c0, m.Conjugate(s)));
    return m.Replaced(a, m.Joined(left, right, false), Index(e, 0), k);
  };
  const Value next = columns(turned);
  return {next, columns(z)};
}

Value Flat(ModuleEmitter& e, Op op, Value v, double init) {
  Matrices m(e);
  std::vector<int64_t> dims;
  for (int64_t d = 0; d < m.rank(v); ++d) dims.push_back(d);
  return e.Reduce(op, v, init, dims);
}

// Carried: step, T, Z, and the block's ends.
IdVector<Value> QrStep(ModuleEmitter& e, Value step, Value t, Value z, Value low, Value high) {
  Matrices m(e);
  const Value row = m.Numbers(t, true), column = m.Numbers(t, false);
  const Value one = Whole(e, high, 1), before = e.Binary(Op::kSubtract, high, one);
  const auto at = [&](Value r, Value c) { return m.Element(m.And(m.Compare("EQ", row, r), m.Compare("EQ", column, c)), t); };
  const Value c = at(high, before), d = at(high, high);
  const Value wilkinson = WilkinsonShift(e, at(before, before), at(before, high), c, d);
  const Value other = m.Add(d, m.LikeType(m.SumOfParts(c), c));
  const Value turn = e.Binary(Op::kRemainder, step, Index(e, kExceptional));
  const Value now = e.Compare("EQ", turn, Index(e, kExceptional - 1));
  const Value exceptional = e.Broadcast(now, Shape::Array(ElementType::kPred, e.shape(c).dims), {});
  const Value shift = m.Choose(exceptional, other, wilkinson);

  const Value busy = m.Compare("GT", high, m.Zeros(high));
  const auto rows = static_cast<double>(m.rows(t));
  const Value from = Flat(e, Op::kMinimum, m.Choose(busy, low, Whole(e, low, rows)), rows);
  const Value to = Flat(e, Op::kMaximum, high, 0);
  const IdVector<Value> chased = WhileLoop(
      e, {from, t, z}, {low, high, shift, to},
      [](ModuleEmitter& b, const IdVector<Value>& v, const IdVector<Value>& same) { return b.Compare("LT", v[0], same[3]); },
      [](ModuleEmitter& b, const IdVector<Value>& v, const IdVector<Value>& same) {
        IdVector<Value> next = ChaseStep(b, v[0], v[1], v[2], same[0], same[1], same[2]);
        next.insert(next.begin(), b.Binary(Op::kAdd, v[0], Index(b, 1)));
        return next;
      });
  return {chased[1], chased[2]};
}

// Row j of the eigenvectors of a triangular matrix, whose rows nearer to their own 1 are there: upper triangles from below, lower ones
// from above. Columns that grow are scaled back to 1.
Value VectorRow(ModuleEmitter& e, Value j, Value x, Value t, Value values, Value least, bool upper) {
  Matrices m(e);
  const int64_t n = m.rows(t);
  const Value row = m.Part(t, j, Index(e, 0), 1, n), number = m.Numbers(row, false);
  const Value known = m.Choose(m.Compare(upper ? "GT" : "LT", number, j), row, m.Zeros(row));
  const Value sum = m.Negative(m.Product(known, x, false));
  const Value own = m.Part(t, j, j, 1, 1);
  const Value gap = m.Subtract(own, values);
  const Value apart = m.Choose(m.Compare("LT", m.LargerPart(gap), least), m.LikeType(least, gap), gap);
  const Value solved = m.Choose(m.Compare(upper ? "GT" : "LT", number, j), m.Quotient(sum, apart), m.Zeros(sum));
  const Value whole = m.Replaced(x, m.Choose(m.Compare("EQ", number, j), m.Number(x, 1), solved), j, Index(e, 0));
  const Value size = m.LargerPart(solved);
  return m.Divided(whole, m.Larger(size, e.Splat(e.shape(size), 1)));
}

// Of length 1, a largest element real.
Value Vectors(ModuleEmitter& e, Value t, Value z, Value least, bool left) {
  Matrices m(e);
  const int64_t n = m.rows(t);
  const Value triangle = left ? m.Conjugate(m.Transposed(t)) : t;
  const Value diagonal = m.Picked(e.Compare("EQ", m.Numbers(t, true), m.Numbers(t, false)), triangle, true);
  const Value x = CountedLoop(e, n, {m.Zeros(t)}, {triangle, diagonal, least},
                              [&](ModuleEmitter& b, Value step, const IdVector<Value>& carried, const IdVector<Value>& same) {
                                const Value j = left ? step : b.Binary(Op::kSubtract, Index(b, n - 1), step);
                                return IdVector<Value>{VectorRow(b, j, carried[0], same[0], same[1], same[2], !left)};
                              })[0];
  const Value v = m.Product(z, x, false);
  const Value largest = m.OverRows(Op::kMaximum, m.LargerPart(v), 0);
  const Value unit = m.Divided(v, largest);
  const Value squares = m.SquaredSize(unit);
  const Value length = e.Unary(Op::kSqrt, m.OverRows(Op::kAdd, squares, 0));
  const Value most = m.OverRows(Op::kMaximum, squares, 0);
  const Value number = m.Numbers(v, true), last = Whole(e, v, static_cast<double>(n));
  const Value first = m.OverRows(Op::kMinimum, m.Choose(m.Compare("EQ", squares, most), number, last), static_cast<double>(n));
  const Value chosen = m.Picked(m.Compare("EQ", number, first), unit, true);
  const Value phase = m.Divided(m.Conjugate(chosen), e.Unary(Op::kSqrt, m.SquaredSize(chosen)));
  const Value turned = m.Divided(m.Multiply(unit, phase), length);
  // Exactly real where it is meant to be.
  const Value real = m.LikeType(m.RealPart(turned), turned);
  return m.Choose(m.Compare("EQ", number, first), real, turned);
}

// Eigenvalues of a real matrix that are nearest to each other's conjugates become pairs, the others real.
struct Mates {
  Value chosen;   // [i, j]: j is nearest to the conjugate of i
  Value paired;   // column: i and j name each other, and are two
  Value second;   // row: of pairs, the later one
};

Mates FindMates(ModuleEmitter& e, Value values) {
  Matrices m(e);
  const int64_t n = m.rows(values);
  const Value distance = m.SquaredSize(m.Subtract(AsRow(e, values), m.Conjugate(values)));
  const Value row = m.Numbers(distance, true), column = m.Numbers(distance, false);
  const Value least = m.OverColumns(Op::kMinimum, distance, std::numeric_limits<double>::infinity());
  const Value nearest = m.Compare("EQ", distance, least);
  const auto none = static_cast<double>(n);
  const Value first = m.OverColumns(Op::kMinimum, m.Choose(nearest, column, Whole(e, column, none)), none);
  const Value number = m.Numbers(first, true);
  const Value self = m.OverColumns(Op::kOr, m.And(nearest, e.Compare("EQ", row, column)), 0);
  const Value mate = m.Choose(self, number, first);
  Mates mates;
  mates.chosen = m.Compare("EQ", column, mate);
  const Value back = m.Picked(mates.chosen, m.Spread(AsRow(e, mate), e.shape(column)), false);
  mates.paired = m.And(m.Not(self), m.Compare("EQ", back, number));
  mates.second = AsRow(e, m.And(mates.paired, m.Compare("LT", mate, number)));
  return mates;
}

Value PairedValues(ModuleEmitter& e, Value values, const Mates& mates) {
  Matrices m(e);
  const Value other = m.Picked(mates.chosen, m.Spread(AsRow(e, values), m.Sized(values, m.rows(values), m.rows(values))), false);
  const Value half = m.Number(m.RealPart(values), 0.5);
  const Value real = m.Multiply(m.Add(m.RealPart(values), m.RealPart(other)), half);
  const Value imaginary = m.Multiply(m.Subtract(m.Imaginary(values), m.Imaginary(other)), half);
  return m.Choose(mates.paired, m.Complex(real, imaginary), m.LikeType(m.RealPart(values), values));
}

Value PairedVectors(ModuleEmitter& e, Value v, const Mates& mates) {
  Matrices m(e);
  Shape shape = e.shape(mates.chosen);
  shape.element_type = e.shape(v).element_type;
  const Value other = m.Product(v, m.Choose(mates.chosen, e.Splat(shape, 1), e.Splat(shape, 0)), true);
  const Value pairs = m.Choose(mates.second, m.Conjugate(other), v);
  return m.Choose(AsRow(e, mates.paired), pairs, m.LikeType(m.RealPart(v), v));
}

}  // namespace

IdVector<Value> EmitEig(ModuleEmitter& e, Value a, bool real, bool left, bool right) {
  Matrices m(e);
  const int64_t n = m.rows(a);
  const NormalMatrix normal = Normalised(e, a);
  const Value squares = m.OverBoth(Op::kAdd, m.SquaredSize(normal.matrix), 0), norm = e.Unary(Op::kSqrt, squares);
  IdVector<Value> schur = {normal.matrix, m.Identity(e.shape(a))};
  if (n > 2) {
    schur = CountedLoop(e, n - 2, schur, {}, [](ModuleEmitter& b, Value j, const IdVector<Value>& carried, const IdVector<Value>&) {
      return HessenbergColumn(b, j, carried[0], carried[1]);
    });
  }
  Value high = Whole(e, norm, 0);
  if (n > 1) {
    const Block start = FindBlock(e, schur[0], norm);
    const IdVector<Value> done = WhileLoop(
        e, {Index(e, 0), start.matrix, schur[1], start.low, start.high}, {norm},
        [n](ModuleEmitter& b, const IdVector<Value>& v, const IdVector<Value>&) {
          const Value busy = Matrices(b).Any(Matrices(b).Compare("GT", v[4], Matrices(b).Zeros(v[4])));
          return b.Binary(Op::kAnd, busy, b.Compare("LT", v[0], Index(b, kStepsEach * n)));
        },
        [](ModuleEmitter& b, const IdVector<Value>& v, const IdVector<Value>& same) {
          const IdVector<Value> next = QrStep(b, v[0], v[1], v[2], v[3], v[4]);
          const Block block = FindBlock(b, next[0], same[0]);
          return IdVector<Value>{b.Binary(Op::kAdd, v[0], Index(b, 1)), block.matrix, next[1], block.low, block.high};
        });
    schur = {done[1], done[2]};
    high = done[4];
  }
  const Value t = schur[0];
  const double epsilon = Epsilon(m.RealType(a));
  const Value tiny = m.Number(norm, m.RealType(a) == ElementType::kF64 ? 0x1p-1000 : 0x1p-100);
  const Value least = m.Larger(m.Multiply(norm, m.Number(norm, epsilon)), tiny);
  Value values = m.Picked(e.Compare("EQ", m.Numbers(t, true), m.Numbers(t, false)), t, false);
  const Mates mates = real ? FindMates(e, values) : Mates{};
  const auto vectors = [&](bool of_left) {
    const Value v = Vectors(e, t, schur[1], least, of_left);
    return OrNan(e, normal.bad, real ? PairedVectors(e, v, mates) : v);
  };
  const Value none = m.Zeros(a);
  const Value of_left = left ? vectors(true) : none, of_right = right ? vectors(false) : none;
  if (real) values = PairedValues(e, values, mates);
  const Value failed = m.Choose(m.Compare("GT", high, m.Zeros(high)), e.Binary(Op::kAdd, high, Whole(e, high, 1)), high);
  const Value info = m.Choose(normal.bad, Whole(e, failed, -4), failed);
  return {OrNan(e, normal.bad, m.Scaled(values, normal.scale)), of_left, of_right, info};
}

}  // namespace mote
