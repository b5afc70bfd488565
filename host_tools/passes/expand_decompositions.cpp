// LU and QR (hlo/linear_algebra_call.h) as loops over columns, all matrices of a batch at once: what differs between them, a pivot's row,
// is a mask. Rows and columns that are finished stay in place.
#include "passes/counted_loop.h"
#include "passes/decompositions.h"
#include "passes/matrices.h"

namespace mote {
namespace {

Shape Counters(ModuleEmitter& e, Value like, int64_t rows, int64_t columns) {
  return Shape::Array(ElementType::kS32, Matrices(e).Sized(like, rows, columns).dims);
}

// Column j: the largest element at or below the diagonal comes to it by an exchange of rows, what is below is divided by it, and its
// multiples of the row are taken from the rows below. Carried: matrix, pivots, permutation (or nothing), info.
IdVector<Value> LuColumn(ModuleEmitter& e, Value j, const IdVector<Value>& carried, bool permutation) {
  Matrices m(e);
  const Value a = carried[0];
  const int64_t rows = m.rows(a), columns = m.columns(a);
  const Value number = m.Numbers(m.Part(a, Index(e, 0), Index(e, 0), rows, 1), true);
  const Value column = m.Part(a, Index(e, 0), j, rows, 1);
  const Value size = m.SumOfParts(column);
  const Value candidate = m.Choose(m.Compare("GE", number, j), size, e.Splat(e.shape(size), -1));
  const Value largest = m.OverRows(Op::kMaximum, candidate, -1);
  const Value holds = m.Compare("EQ", candidate, largest);
  const auto none = static_cast<double>(rows);
  const Value first = m.OverRows(Op::kMinimum, m.Choose(holds, number, e.Splat(e.shape(number), none)), none);
  const Value at = e.Broadcast(j, e.shape(first), {});
  // None is the largest where one is NaN: the row stays.
  const Value pivot = m.Choose(m.Compare("LT", first, Index(e, rows)), first, at);

  const Value is_pivot = m.Compare("EQ", number, pivot), is_j = m.Compare("EQ", number, j);
  const Value pivot_row = m.Picked(is_pivot, a, true);
  const Value own_row = m.Part(a, j, Index(e, 0), 1, columns);
  const Value exchanged = m.Choose(is_j, pivot_row, m.Choose(is_pivot, own_row, a));

  const Value diagonal = m.Part(pivot_row, Index(e, 0), j, 1, 1);
  const Value zero = m.Compare("EQ", m.SumOfParts(diagonal), m.Zeros(m.SumOfParts(diagonal)));
  const Value moved = m.Part(exchanged, Index(e, 0), j, rows, 1);
  const Value factor = m.Choose(zero, moved, m.Quotient(moved, diagonal));
  const Value below = m.Compare("GT", number, j);
  const Value left = m.Choose(below, factor, m.Zeros(factor));
  const Value right = m.Choose(m.Compare("GT", m.Numbers(pivot_row, false), j), pivot_row, m.Zeros(pivot_row));
  const Value updated = m.Subtract(exchanged, m.Multiply(left, right));
  const Value whole = m.Replaced(updated, m.Choose(below, factor, moved), Index(e, 0), j);

  IdVector<Value> next = {whole, m.Replaced(carried[1], pivot, j, Index(e, 0))};
  if (permutation) {
    const Value order = carried[2];
    const Value from_pivot = m.Picked(is_pivot, order, true), own = m.Part(order, j, Index(e, 0), 1, 1);
    next.push_back(m.Choose(is_j, from_pivot, m.Choose(is_pivot, own, order)));
  }
  const Value info = carried.back();
  const Value fails = m.And(zero, m.Compare("EQ", info, m.Zeros(info)));
  next.push_back(m.Choose(fails, e.Binary(Op::kAdd, at, e.Splat(e.shape(at), 1)), info));
  return next;
}

}  // namespace

IdVector<Value> EmitLu(ModuleEmitter& e, Value a, bool permutation) {
  Matrices m(e);
  const int64_t rows = m.rows(a), least = std::min(rows, m.columns(a));
  IdVector<Value> carried = {a, e.Splat(Counters(e, a, least, 1), 0)};
  if (permutation) carried.push_back(m.Numbers(e.Splat(Counters(e, a, rows, 1), 0), true));
  carried.push_back(e.Splat(Counters(e, a, 1, 1), 0));
  return CountedLoop(e, least, carried, {}, [&](ModuleEmitter& body, Value j, const IdVector<Value>& values, const IdVector<Value>&) {
    return LuColumn(body, j, values, permutation);
  });
}

// LAPACK's larfg: what is squared is scaled by the largest part first.
HouseholderVector EmitReflector(ModuleEmitter& e, Value column, Value first) {
  Matrices m(e);
  const Value number = m.Numbers(column, true);
  const Value below = m.Compare("GT", number, first), inside = m.Compare("GE", number, first), diagonal = m.Compare("EQ", number, first);
  const Value part = m.Choose(inside, column, m.Zeros(column));
  const Value largest = m.OverRows(Op::kMaximum, m.LargerPart(part), 0);
  const Value scale = m.Choose(m.Compare("GT", largest, m.Zeros(largest)), largest, e.Splat(e.shape(largest), 1));
  const Value scaled = m.Divided(part, scale);
  const Value rest = m.Choose(below, scaled, m.Zeros(scaled));
  const Value squares = m.OverRows(Op::kAdd, m.SquaredSize(rest), 0);
  const Value alpha = m.Picked(diagonal, scaled, true);
  const Value size = e.Unary(Op::kSqrt, m.Add(m.SquaredSize(alpha), squares));
  const Value real = m.RealPart(alpha), zero = m.Zeros(real);
  const Value beta = m.Choose(m.Compare("LT", real, zero), size, m.Negative(size));
  Value nothing = m.Compare("EQ", squares, zero);
  if (m.complex(column)) nothing = m.And(nothing, m.Compare("EQ", m.Imaginary(alpha), zero));
  const Value apart = m.Subtract(alpha, m.LikeType(beta, alpha));
  const Value tau = m.Divided(m.Negative(apart), beta);
  HouseholderVector made;
  made.tau = m.Choose(nothing, m.Zeros(tau), tau);
  made.beta = m.Choose(nothing, m.Picked(diagonal, part, true), m.LikeType(m.Multiply(beta, scale), alpha));
  const Value vector = m.Choose(nothing, rest, m.Quotient(rest, apart));
  made.vector = m.Choose(diagonal, m.Number(column, 1), vector);
  made.column = m.Choose(below, m.Choose(nothing, part, vector), m.Choose(diagonal, made.beta, column));
  return made;
}

Value EmitReflected(ModuleEmitter& e, Value v, Value factor, Value a, const ColumnMask& mask) {
  Matrices m(e);
  Value row = m.Multiply(m.AdjointProduct(v, a), factor);
  if (mask) row = m.Choose(mask(e, m.Numbers(row, false)), row, m.Zeros(row));
  return m.Subtract(a, m.Multiply(v, row));
}

IdVector<Value> EmitQr(ModuleEmitter& e, Value a) {
  Matrices m(e);
  const int64_t least = std::min(m.rows(a), m.columns(a));
  return CountedLoop(e, least, {a, e.Splat(m.Sized(a, least, 1), 0)}, {},
                     [](ModuleEmitter& b, Value j, const IdVector<Value>& carried, const IdVector<Value>&) {
                       Matrices part(b);
                       const Value column = part.Part(carried[0], Index(b, 0), j, part.rows(carried[0]), 1);
                       const HouseholderVector h = EmitReflector(b, column, j);
                       const ColumnMask behind = [j](ModuleEmitter& inner, Value number) {
                         return Matrices(inner).Compare("GT", number, j);
                       };
                       const Value rest = EmitReflected(b, h.vector, part.Conjugate(h.tau), carried[0], behind);
                       const Value next = part.Replaced(rest, h.column, Index(b, 0), j);
                       return IdVector<Value>{next, part.Replaced(carried[1], h.tau, j, Index(b, 0))};
                     });
}

Value EmitHouseholderProduct(ModuleEmitter& e, Value reflectors, Value taus, int64_t columns) {
  Matrices m(e);
  const int64_t rows = m.rows(reflectors), count = m.rows(taus);
  const Value identity = m.Identity(m.Sized(reflectors, rows, columns));
  return CountedLoop(e, count, {identity}, {reflectors, taus},
                     [count](ModuleEmitter& b, Value step, const IdVector<Value>& carried, const IdVector<Value>& same) {
                       Matrices part(b);
                       const Value j = b.Binary(Op::kSubtract, Index(b, count - 1), step);
                       const Value column = part.Part(same[0], Index(b, 0), j, part.rows(same[0]), 1);
                       const Value number = part.Numbers(column, true);
                       const Value rest = part.Choose(part.Compare("GT", number, j), column, part.Zeros(column));
                       const Value v = part.Choose(part.Compare("EQ", number, j), part.Number(column, 1), rest);
                       const Value tau = part.Part(same[1], j, Index(b, 0), 1, 1);
                       return IdVector<Value>{EmitReflected(b, v, tau, carried[0], nullptr)};
                     })[0];
}

namespace {

// Of a wide matrix, U and V of its adjoint change places.
IdVector<Value> SvdResults(ModuleEmitter& e, const Instruction& i, const LinearAlgebraCall& call) {
  Matrices m(e);
  const bool tall = call.rows >= call.columns;
  const Value a = i.operands[0];
  const int64_t width = call.whole ? std::max(call.rows, call.columns) : std::min(call.rows, call.columns);
  const IdVector<Value> made = EmitSvd(e, tall ? a : m.Conjugate(m.Transposed(a)), width, call.vectors);
  if (!call.vectors) return {a, made[1], e.Splat(i.shapes[2], 0), e.Splat(i.shapes[3], 0), made[3]};
  const Value turned = m.Conjugate(m.Transposed(tall ? made[2] : made[0]));
  return {a, made[1], tall ? made[0] : made[2], turned, made[3]};
}

}  // namespace

Results ExpandLinearAlgebra(ModuleEmitter& e, const Instruction& i, bool routines) {
  IdVector<Shape> operands;
  for (const Value& operand : i.operands) operands.push_back(e.shape(operand));
  const auto read = LinearAlgebraCallOf(i, operands);
  if (!read.ok() || (routines && read->HasRoutine())) return std::nullopt;
  const LinearAlgebraCall& call = *read;
  Matrices m(e);
  const Value a = i.operands[0];
  IdVector<Value> results;
  if (call.matrices() * call.rows * call.columns == 0) {
    for (const Shape& shape : i.shapes) results.push_back(e.Splat(shape, 0));
    if (call.decomposition == Decomposition::kSvd) {
      for (size_t r = 2; r < 4; ++r) results[r] = m.Identity(i.shapes[r]);
    }
    if (call.decomposition == Decomposition::kLu && call.permutation) {
      results[2] = e.Make(Op::kIota, i.shapes[2], {}, {{Attr::kIotaDimension, i.shapes[2].rank() - 1}});
    }
    return results;
  }
  switch (call.decomposition) {
    case Decomposition::kLu:
      results = EmitLu(e, a, call.permutation);
      if (!call.permutation) results[1] = e.Binary(Op::kAdd, results[1], e.Splat(e.shape(results[1]), 1));
      break;
    case Decomposition::kQr: results = EmitQr(e, a); break;
    case Decomposition::kHouseholderProduct: {
      Dims dims = e.shape(i.operands[1]).dims;
      dims.push_back(1);
      results = {EmitHouseholderProduct(e, a, e.Reshape(i.operands[1], dims), call.columns)};
      break;
    }
    case Decomposition::kEigh: {
      const IdVector<Value> made = EmitEigh(e, a, call.lower);
      results = {made[1], made[0], made[2]};
      break;
    }
    case Decomposition::kSvd: results = SvdResults(e, i, call); break;
    case Decomposition::kEig: {
      const bool real = !IsComplex(call.type);
      const IdVector<Value> made = EmitEig(e, real ? m.Complex(a, m.Zeros(a)) : a, real, call.left, call.right);
      if (real) results = {m.RealPart(made[0]), m.Imaginary(made[0]), made[1], made[2], made[3]};
      else results = made;
      break;
    }
  }
  results.resize(i.shapes.size());
  for (size_t r = 0; r < results.size(); ++r) results[r] = e.Reshape(results[r], i.shapes[r].dims);
  return results;
}

}  // namespace mote
