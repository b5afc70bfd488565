// Cholesky and TriangularSolve (OPS.md 2.4) as loops over columns and rows, one product of the finished part with a row in each. Floats
// below 32 bits are computed in f32. Triangles that are not read are masked out before anything is multiplied: they may hold NaN.
#include <cmath>

#include "passes/counted_loop.h"
#include "passes/expansions.h"
#include "passes/matrices.h"

namespace mote {
namespace {

ElementType ComputingType(ElementType type) { return IsFloat(type) && BitWidth(type) < 32 ? ElementType::kF32 : type; }

// Column j of the factor: what the finished columns leave of column j of the matrix, over the root of its diagonal element.
IdVector<Value> CholeskyColumn(ModuleEmitter& e, Value j, Value factor, Value matrix) {
  Matrices m(e);
  const int64_t n = m.rows(matrix);
  const Value row = m.Part(factor, j, Index(e, 0), 1, n);
  const Value rest = e.Binary(Op::kSubtract, m.Part(matrix, Index(e, 0), j, n, 1), m.Product(factor, m.Conjugate(row), true));
  const Value pivot = m.RealPart(m.Part(rest, j, Index(e, 0), 1, 1));
  const Value root = m.Select(e.Compare("GT", pivot, m.Zeros(pivot)), e.Unary(Op::kSqrt, pivot), e.Splat(e.shape(pivot), std::nan("")));
  const Value diagonal = m.complex(rest) ? e.Make(Op::kComplex, m.Sized(rest, 1, 1), {root, m.Zeros(root)}) : root;
  const Value at = e.Broadcast(j, Shape::Array(ElementType::kS32, e.shape(rest).dims), {}), number = m.Numbers(rest, true);
  const Value below = e.Binary(Op::kDivide, rest, m.Spread(diagonal, e.shape(rest)));
  const Value column =
      m.Select(e.Compare("GT", number, at), below, m.Select(e.Compare("EQ", number, at), m.Spread(diagonal, e.shape(rest)), m.Zeros(rest)));
  return {m.Replaced(factor, column, Index(e, 0), j)};
}

// A factor with NaN on its diagonal is NaN everywhere, batch by batch.
Value AllOrNothing(ModuleEmitter& e, Value factor) {
  Matrices m(e);
  const Value real = m.RealPart(factor);
  const Value on_diagonal = e.Compare("EQ", m.Numbers(real, true), m.Numbers(real, false));
  const Value good = e.Reduce(Op::kAnd, m.Select(on_diagonal, e.Compare("EQ", real, real), e.Splat(e.shape(on_diagonal), 1)), 1,
                              {m.rank(real) - 2, m.rank(real) - 1});
  std::vector<int64_t> batch;
  for (int64_t d = 0; d + 2 < m.rank(real); ++d) batch.push_back(d);
  const Value nan = e.Splat(e.shape(real), std::nan(""));
  const Value bad = m.complex(factor) ? e.Make(Op::kComplex, e.shape(factor), {nan, m.Zeros(nan)}) : nan;
  return m.Select(e.Broadcast(good, Shape::Array(ElementType::kPred, e.shape(factor).dims), batch), factor, bad);
}

// Row `i` of the solution of M · X = B, where M is triangular with zeros in the other triangle and X has zeros in the rows to come.
IdVector<Value> SolvedRow(ModuleEmitter& e, Value i, Value solution, Value matrix, Value right, bool unit_diagonal) {
  Matrices m(e);
  const int64_t n = m.rows(matrix), width = m.columns(right);
  const Value row = m.Part(matrix, i, Index(e, 0), 1, n);
  Value rest = e.Binary(Op::kSubtract, m.Part(right, i, Index(e, 0), 1, width), m.Product(row, solution, false));
  if (!unit_diagonal) rest = e.Binary(Op::kDivide, rest, m.Spread(m.Part(matrix, i, i, 1, 1), e.shape(rest)));
  return {m.Replaced(solution, rest, i, Index(e, 0))};
}

}  // namespace

Results ExpandCholesky(ModuleEmitter& e, const Instruction& i) {
  Matrices m(e);
  const bool lower = i.Bool(Attr::kLower);
  Value matrix = e.Convert(i.operands[0], ComputingType(i.shape().element_type));
  if (e.shape(matrix).ElementCount() == 0) return {{i.operands[0]}};
  if (!lower) matrix = m.Conjugate(m.Transposed(matrix));
  const IdVector<Value> factor =
      CountedLoop(e, m.rows(matrix), {m.Zeros(matrix)}, {matrix},
                  [](ModuleEmitter& body, Value j, const IdVector<Value>& carried, const IdVector<Value>& invariant) {
                    return CholeskyColumn(body, j, carried[0], invariant[0]);
                  });
  const Value whole = AllOrNothing(e, factor[0]);
  return {{e.Convert(lower ? whole : m.Conjugate(m.Transposed(whole)), i.shape().element_type)}};
}

// X · op(A) = B is op(A)ᵀ · Xᵀ = Bᵀ.
Results ExpandTriangularSolve(ModuleEmitter& e, const Instruction& i) {
  Matrices m(e);
  const std::string& transpose = i.Text(Attr::kTransposeA);
  const bool left = i.Bool(Attr::kLeftSide), turned = transpose == "TRANSPOSE" || transpose == "ADJOINT",
             unit = i.Bool(Attr::kUnitDiagonal);
  const ElementType type = ComputingType(i.shape().element_type);
  Value matrix = e.Convert(i.operands[0], type), right = e.Convert(i.operands[1], type);
  if (e.shape(right).ElementCount() == 0) return {{i.operands[1]}};
  const Value below = e.Compare(unit ? (i.Bool(Attr::kLower) ? "GT" : "LT") : (i.Bool(Attr::kLower) ? "GE" : "LE"), m.Numbers(matrix, true),
                                m.Numbers(matrix, false));
  matrix = m.Select(below, matrix, m.Zeros(matrix));
  if (transpose == "ADJOINT") matrix = m.Conjugate(matrix);
  if (turned == left) matrix = m.Transposed(matrix);
  if (!left) right = m.Transposed(right);
  const bool downwards = i.Bool(Attr::kLower) != (turned == left);
  const int64_t n = m.rows(matrix);
  const IdVector<Value> solution =
      CountedLoop(e, n, {m.Zeros(right)}, {matrix, right},
                  [&](ModuleEmitter& body, Value step, const IdVector<Value>& carried, const IdVector<Value>& invariant) {
                    const Value at = downwards ? step : body.Binary(Op::kSubtract, Index(body, n - 1), step);
                    return SolvedRow(body, at, carried[0], invariant[0], invariant[1], unit);
                  });
  return {{e.Convert(left ? solution[0] : m.Transposed(solution[0]), i.shape().element_type)}};
}

}  // namespace mote
