// Arrays [batch…, rows, columns] in expansions of linear algebra.
#pragma once

#include "passes/counted_loop.h"

namespace mote {

class Matrices {
 public:
  explicit Matrices(ModuleEmitter& e) : e_(e) {}

  int64_t rank(Value v) const { return e_.shape(v).rank(); }
  int64_t rows(Value v) const { return e_.shape(v).dims[static_cast<size_t>(rank(v)) - 2]; }
  int64_t columns(Value v) const { return e_.shape(v).dims.back(); }
  bool complex(Value v) const { return IsComplex(e_.shape(v).element_type); }

  Shape Sized(Value like, int64_t rows, int64_t columns) const {
    Shape shape = Shape::Array(e_.shape(like).element_type, e_.shape(like).dims);
    shape.dims[shape.dims.size() - 2] = rows;
    shape.dims.back() = columns;
    return shape;
  }
  Value Transposed(Value v) {
    std::vector<int64_t> order;
    for (int64_t d = 0; d + 2 < rank(v); ++d) order.push_back(d);
    order.insert(order.end(), {rank(v) - 1, rank(v) - 2});
    return e_.Make(Op::kTranspose, Sized(v, columns(v), rows(v)), {v}, {{Attr::kPermutation, order}});
  }
  Value Conjugate(Value v) { return complex(v) ? e_.Unary(Op::kConj, v) : v; }
  // Real parts, as the same type.
  Value RealPart(Value v) {
    if (!complex(v)) return v;
    const Shape real = Shape::Array(mote::RealPart(e_.shape(v).element_type), e_.shape(v).dims);
    return e_.Make(Op::kReal, real, {v});
  }
  Value Product(Value a, Value b, bool transposed_b) {
    std::vector<int64_t> batch;
    for (int64_t d = 0; d + 2 < rank(a); ++d) batch.push_back(d);
    return e_.Make(Op::kDotGeneral, Sized(a, rows(a), transposed_b ? rows(b) : columns(b)), {a, b},
                   {{Attr::kLhsBatchingDimensions, batch}, {Attr::kRhsBatchingDimensions, batch},
                    {Attr::kLhsContractingDimensions, std::vector<int64_t>{rank(a) - 1}},
                    {Attr::kRhsContractingDimensions, std::vector<int64_t>{rank(b) - (transposed_b ? 1 : 2)}}});
  }
  Value Part(Value v, Value row, Value column, int64_t rows, int64_t columns) {
    const Shape shape = Sized(v, rows, columns);
    return e_.Make(Op::kDynamicSlice, shape, Starts(v, row, column), {{Attr::kSliceSizes, shape.dims}});
  }
  Value Replaced(Value v, Value part, Value row, Value column) {
    IdVector<Value> operands = Starts(v, row, column);
    operands.insert(operands.begin() + 1, part);
    return e_.Make(Op::kDynamicUpdateSlice, e_.shape(v), operands);
  }
  // The row (column) number of every element of arrays like `v`.
  Value Numbers(Value v, bool of_rows) {
    return e_.Make(Op::kIota, Shape::Array(ElementType::kS32, e_.shape(v).dims), {}, {{Attr::kIotaDimension, rank(v) - (of_rows ? 2 : 1)}});
  }
  Value Select(Value where, Value a, Value b) { return e_.Make(Op::kSelect, e_.shape(a), {where, a, b}); }
  Value Spread(Value v, const Shape& to) {
    std::vector<int64_t> dims;
    for (int64_t d = 0; d < rank(v); ++d) dims.push_back(d);
    return e_.Broadcast(v, to, dims);
  }
  Value Zeros(Value like) { return e_.Splat(e_.shape(like), 0); }

  // ---- operands whose sizes of 1 stretch to each other's
  Value Add(Value a, Value b) { return Both(Op::kAdd, a, b); }
  Value Subtract(Value a, Value b) { return Both(Op::kSubtract, a, b); }
  Value Multiply(Value a, Value b) { return Both(Op::kMultiply, a, b); }
  Value Divide(Value a, Value b) { return Both(Op::kDivide, a, b); }
  Value Larger(Value a, Value b) { return Both(Op::kMaximum, a, b); }
  Value And(Value a, Value b) { return Both(Op::kAnd, a, b); }
  Value Or(Value a, Value b) { return Both(Op::kOr, a, b); }
  Value Not(Value a) { return e_.Unary(Op::kNot, a); }
  // `b` may be a scalar, too.
  Value Compare(const char* direction, Value a, Value b);
  Value Choose(Value where, Value a, Value b);
  Value Number(Value like, double value) { return e_.Splat(Sized(like, 1, 1), value); }  // [batch…, 1, 1] of like's type
  Value Negative(Value v) { return e_.Unary(Op::kNegate, v); }

  // ---- parts of complex numbers; of real ones, zeros are made for the imaginary part
  ElementType RealType(Value v) const { return complex(v) ? mote::RealPart(e_.shape(v).element_type) : e_.shape(v).element_type; }
  Value Imaginary(Value v);
  Value Complex(Value real, Value imaginary);
  Value LikeType(Value real, Value like) { return complex(like) ? Complex(real, Zeros(real)) : real; }
  Value Scaled(Value v, Value real);   // v times a real number
  Value Divided(Value v, Value real);  // v over a real number
  Value Quotient(Value a, Value b);    // a / b, also of complex numbers
  Value SquaredSize(Value v);          // real² + imaginary²
  Value LargerPart(Value v);           // max(|real|, |imaginary|)
  Value SumOfParts(Value v);           // |real| + |imaginary|

  // ---- reductions that keep their dimension, of size 1
  Value OverRows(Op op, Value v, double init) { return Fold(op, v, init, true, false); }
  Value OverColumns(Op op, Value v, double init) { return Fold(op, v, init, false, true); }
  Value OverBoth(Op op, Value v, double init) { return Fold(op, v, init, true, true); }
  Value Picked(Value where, Value v, bool of_rows);  // the row (column) where `where`, which says so of one at most: else zero
  // The elements that `where` names in each matrix, one at most.
  Value Element(Value where, Value v) { return OverBoth(Op::kAdd, Choose(where, v, Zeros(v)), 0); }
  Value Identity(const Shape& shape);
  Value AdjointProduct(Value a, Value b);  // aᴴ b
  Value Joined(Value a, Value b, bool rows);
  Value Cut(Value v, int64_t row, int64_t column, int64_t rows, int64_t columns);
  Value WithZeros(Value v, int64_t rows, int64_t columns);  // more of either behind the last
  // Any of all matrices of the batch: a scalar.
  Value Any(Value pred);

 private:
  Value Both(Op op, Value a, Value b);
  Value Fold(Op op, Value v, double init, bool rows, bool columns);
  Shape Common(Value a, Value b) const;
  IdVector<Value> Starts(Value v, Value row, Value column) {
    IdVector<Value> operands = {v};
    for (int64_t d = 0; d + 2 < rank(v); ++d) operands.push_back(Index(e_, 0));
    operands.insert(operands.end(), {row, column});
    return operands;
  }

  ModuleEmitter& e_;
};

}  // namespace mote
