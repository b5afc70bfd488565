// Arrays of matrices, as expansions of linear algebra write of them.
#include "passes/matrices.h"

#include <algorithm>

namespace mote {

Shape Matrices::Common(Value a, Value b) const {
  Shape shape = e_.shape(a);
  for (size_t d = 0; d < shape.dims.size(); ++d) {
    if (shape.dims[d] == 1) shape.dims[d] = e_.shape(b).dims[d];
  }
  return shape;
}

Value Matrices::Both(Op op, Value a, Value b) {
  const Shape shape = Common(a, b);
  a = Spread(a, shape);
  b = Spread(b, shape);
  return e_.Binary(op, a, b);
}

Value Matrices::Compare(const char* direction, Value a, Value b) {
  if (rank(b) == 0) {
    b = e_.Broadcast(b, e_.shape(a), {});
  } else {
    const Shape shape = Common(a, b);
    a = Spread(a, shape);
    b = Spread(b, shape);
  }
  return e_.Compare(direction, a, b);
}

Value Matrices::Choose(Value where, Value a, Value b) {
  Shape shape = Common(a, b);
  for (size_t d = 0; d < shape.dims.size(); ++d) {
    if (shape.dims[d] == 1) shape.dims[d] = e_.shape(where).dims[d];
  }
  where = Spread(where, shape);
  a = Spread(a, shape);
  b = Spread(b, shape);
  return e_.Make(Op::kSelect, shape, {where, a, b});
}

Value Matrices::Imaginary(Value v) {
  if (!complex(v)) return Zeros(v);
  return e_.Make(Op::kImag, Shape::Array(RealType(v), e_.shape(v).dims), {v});
}

Value Matrices::Complex(Value real, Value imaginary) {
  const ElementType type = e_.shape(real).element_type == ElementType::kF32 ? ElementType::kC64 : ElementType::kC128;
  return e_.Make(Op::kComplex, Shape::Array(type, e_.shape(real).dims), {real, imaginary});
}

Value Matrices::Scaled(Value v, Value real) {
  if (!complex(v)) return Multiply(v, real);
  const Value x = Multiply(RealPart(v), real), y = Multiply(Imaginary(v), real);
  return Complex(x, y);
}

Value Matrices::Divided(Value v, Value real) {
  if (!complex(v)) return Divide(v, real);
  const Value x = Divide(RealPart(v), real), y = Divide(Imaginary(v), real);
  return Complex(x, y);
}

// By the larger part of b, so that nothing overflows on the way.
Value Matrices::Quotient(Value a, Value b) {
  if (!complex(b)) return Divided(a, b);
  const Value larger = LargerPart(b);
  const Value size = Choose(Compare("GT", larger, Zeros(larger)), larger, e_.Splat(e_.shape(larger), 1));
  const Value unit = Divided(b, size);
  const Value product = Multiply(a, Conjugate(unit));
  const Value over = Divided(product, SquaredSize(unit));
  return Divided(over, size);
}

Value Matrices::SquaredSize(Value v) {
  if (!complex(v)) return Multiply(v, v);
  const Value x = RealPart(v), y = Imaginary(v);
  const Value xx = Multiply(x, x), yy = Multiply(y, y);
  return Add(xx, yy);
}

Value Matrices::LargerPart(Value v) {
  const Value x = e_.Unary(Op::kAbs, RealPart(v));
  return complex(v) ? Larger(x, e_.Unary(Op::kAbs, Imaginary(v))) : x;
}

Value Matrices::SumOfParts(Value v) {
  const Value x = e_.Unary(Op::kAbs, RealPart(v));
  return complex(v) ? Add(x, e_.Unary(Op::kAbs, Imaginary(v))) : x;
}

Value Matrices::Fold(Op op, Value v, double init, bool over_rows, bool over_columns) {
  std::vector<int64_t> dims;
  if (over_rows) dims.push_back(rank(v) - 2);
  if (over_columns) dims.push_back(rank(v) - 1);
  const Shape kept = Sized(v, over_rows ? 1 : rows(v), over_columns ? 1 : columns(v));
  return e_.Reshape(e_.Reduce(op, v, init, dims), kept.dims);
}

Value Matrices::Picked(Value where, Value v, bool of_rows) {
  const Value rest = Choose(where, v, Zeros(v));
  return of_rows ? OverRows(Op::kAdd, rest, 0) : OverColumns(Op::kAdd, rest, 0);
}

Value Matrices::Identity(const Shape& shape) {
  const Value zeros = e_.Splat(shape, 0), ones = e_.Splat(shape, 1);
  return Choose(e_.Compare("EQ", Numbers(zeros, true), Numbers(zeros, false)), ones, zeros);
}

Value Matrices::AdjointProduct(Value a, Value b) { return Product(Conjugate(Transposed(a)), b, false); }

Value Matrices::Joined(Value a, Value b, bool by_rows) {
  if (rows(a) == 0 || columns(a) == 0) return b;
  if (rows(b) == 0 || columns(b) == 0) return a;
  const Shape shape = by_rows ? Sized(a, rows(a) + rows(b), columns(a)) : Sized(a, rows(a), columns(a) + columns(b));
  return e_.Make(Op::kConcatenate, shape, {a, b}, {{Attr::kDimension, rank(a) - (by_rows ? 2 : 1)}});
}

Value Matrices::Cut(Value v, int64_t row, int64_t column, int64_t row_count, int64_t column_count) {
  const Shape shape = Sized(v, row_count, column_count);
  std::vector<int64_t> starts(shape.dims.size(), 0), limits(shape.dims.begin(), shape.dims.end()), strides(shape.dims.size(), 1);
  starts[starts.size() - 2] = row;
  starts.back() = column;
  limits[limits.size() - 2] += row;
  limits.back() += column;
  return e_.Make(Op::kSlice, shape, {v}, {{Attr::kStartIndices, starts}, {Attr::kLimitIndices, limits}, {Attr::kStrides, strides}});
}

Value Matrices::WithZeros(Value v, int64_t more_rows, int64_t more_columns) {
  const int64_t height = rows(v), width = columns(v);
  if (more_rows != 0) v = Joined(v, e_.Splat(Sized(v, more_rows, width), 0), true);
  if (more_columns != 0) v = Joined(v, e_.Splat(Sized(v, height + more_rows, more_columns), 0), false);
  return v;
}

Value Matrices::Any(Value pred) {
  std::vector<int64_t> dims;
  for (int64_t d = 0; d < rank(pred); ++d) dims.push_back(d);
  return e_.Reduce(Op::kOr, pred, 0, dims);
}

}  // namespace mote
