// ExpandElementwise and ExpandCompare: from an operation and its element type to the functions of expand_math.h.
// Floats shorter than f32 compute in f32 and round once at the end.
#include <map>

#include "expand/expand.h"
#include "expand/expand_math.h"

namespace mote {
namespace {
using namespace expand;

// Results that are values of `type` whenever the operands are, except in the formats without −0 or fractions.
Val FloatExactUnary(Op op, Val x) {
  switch (op) {
    case Op::kAbs: return Abs(x);
    case Op::kNegate: return Neg(x);
    case Op::kSign: return Sign(x);
    case Op::kCeil: return Apply(kCeil, x);
    case Op::kFloor: return Apply(kFloor, x);
    case Op::kRoundNearestAfz: return RoundAwayFromZero(x);
    case Op::kRoundNearestEven: return Apply(kRint, x);
    case Op::kReal: case Op::kConj: return x;
    case Op::kImag: return x.Number(0);
    default: return {};
  }
}

Val FloatPredicate(Op op, Val x) {
  Val bits = ToBits(x);
  Val infinity = bits.Bits(FormatOf(x).infinity);
  Val magnitude = bits & bits.Bits(~FormatOf(x).sign);
  switch (op) {
    case Op::kIsFinite: return magnitude < infinity;
    case Op::kIsInf: return magnitude == infinity;
    case Op::kIsPosInf: return bits == infinity;
    case Op::kIsNegInf: return bits == (infinity | bits.Bits(FormatOf(x).sign));
    default: return {};
  }
}

// Every row of the families' tables, by operation.
const std::map<Op, MathFunction>& FunctionTable() {
  static const std::map<Op, MathFunction> table = [] {
    std::map<Op, MathFunction> all;
    for (const auto family : {ExpFunctions(), LogFunctions(), RootFunctions(), TrigFunctions(), ArcFunctions(), ErfFunctions()}) {
      for (const MathFunction& row : family) all.emplace(row.op, row);
    }
    return all;
  }();
  return table;
}

Val FloatFunction(Op op, Val x) {
  if (op == Op::kSqrt) return Sqrt(x);
  if (op == Op::kSquare) return x * x;
  const auto found = FunctionTable().find(op);
  if (found == FunctionTable().end() || (x.wide() && !found->second.of_f64)) return {};
  return found->second.expand(x);
}

Val FloatBinary(Op op, ElementType type, Val x, Val y) {
  switch (op) {
    case Op::kAdd: return x + y;
    case Op::kSubtract: return x - y;
    case Op::kMultiply: return x * y;
    case Op::kDivide: return x / y;
    case Op::kRemainder: return Remainder(x, y);
    case Op::kPower: return Power(x, y);
    case Op::kAtan2: return Atan2(x, y);
    case Op::kNextAfter: return NextAfter(type, x, y);
    default: return {};
  }
}

Val Minimum(ElementType type, Val x, Val y) {
  return IsFloat(type) ? Apply(kMinS, x, y) : IntegerBinary(Op::kMinimum, type, x, y);
}
Val Maximum(ElementType type, Val x, Val y) {
  return IsFloat(type) ? Apply(kMaxS, x, y) : IntegerBinary(Op::kMaximum, type, x, y);
}

// Formats in which the negative of a value, or a whole number, may not exist.
bool HasGaps(ElementType type) {
  return type == ElementType::kF8E8M0FNU || type == ElementType::kF8E4M3B11FNUZ || type == ElementType::kF8E5M2FNUZ ||
         type == ElementType::kF8E4M3FNUZ;
}

Val Unary(Op op, ElementType type, Val x) {
  if (!IsFloat(type)) return IntegerUnary(op, type, x);
  if (Val exact = FloatExactUnary(op, x); exact.id != kNone) return HasGaps(type) ? RoundTo(type, exact) : exact;
  if (Val predicate = FloatPredicate(op, x); predicate.id != kNone) return predicate;
  Val result = FloatFunction(op, x);
  return result.id == kNone ? result : RoundTo(type, result);
}

Val Binary(Op op, ElementType type, Val x, Val y) {
  if (op == Op::kMaximum) return Maximum(type, x, y);
  if (op == Op::kMinimum) return Minimum(type, x, y);
  if (!IsFloat(type)) return IntegerBinary(op, type, x, y);
  Val result = FloatBinary(op, type, x, y);
  return result.id == kNone ? result : RoundTo(type, result);
}

// −NaN < −Inf < … < −0 < +0 < … < +NaN as signed integers.
Val TotalOrderKey(Val x) {
  Val bits = ToBits(x);
  Val spread = Apply(kShrS, bits, x.wide() ? 63 : 31);
  return bits ^ Apply(kShrU, spread, 1);
}

}  // namespace

std::vector<Op> MathFunctions(ElementType type) {
  std::vector<Op> ops;
  for (const auto& [op, function] : FunctionTable()) {
    if (type != ElementType::kF64 || function.of_f64) ops.push_back(op);
  }
  return ops;
}

NodeId ExpandElementwise(KernelBuilder& b, Op op, ElementType type, const std::vector<NodeId>& operands) {
  if (IsComplex(type)) return kNone;
  const auto operand = [&](size_t i) { return Val{&b, operands[i]}; };
  if (operands.size() == 1) return Unary(op, type, operand(0)).id;
  if (operands.size() == 2) return Binary(op, type, operand(0), operand(1)).id;
  if (operands.size() != 3) return kNone;
  if (op == Op::kSelect) return Select(operand(0), operand(1), operand(2)).id;
  if (op == Op::kClamp) return Minimum(type, Maximum(type, operand(0), operand(1)), operand(2)).id;
  return kNone;
}

NodeId ExpandCompare(KernelBuilder& b, ElementType type, const std::string& direction, const std::string& compare_type, NodeId lhs,
                     NodeId rhs) {
  Val x{&b, lhs}, y{&b, rhs};
  bool is_unsigned = IsUnsigned(type) || IsPred(type);
  if (IsFloat(type)) {
    is_unsigned = false;
    if (compare_type == "TOTALORDER") x = TotalOrderKey(x), y = TotalOrderKey(y);
  }
  const ByRegister& less = is_unsigned ? kLtU : kLt;
  const ByRegister& less_equal = is_unsigned ? kLeU : kLe;
  if (direction == "EQ") return (x == y).id;
  if (direction == "NE") return (x != y).id;
  if (direction == "LT") return Apply(less, x, y).id;
  if (direction == "LE") return Apply(less_equal, x, y).id;
  if (direction == "GT") return Apply(less, y, x).id;
  if (direction == "GE") return Apply(less_equal, y, x).id;
  return kNone;
}

}  // namespace mote
