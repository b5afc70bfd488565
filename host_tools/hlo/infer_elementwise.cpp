// Type rules of element-wise operations (OPS.md 2.2) and of conversions. Implicit broadcasting is the builder's, not theirs.
#include <algorithm>

#include "hlo/infer.h"

namespace mote {
namespace {

// HLO has no quantized types, and CHLO functions share these rules; the set says what StableHLO allows.
Inferred Unary(const InferContext& c, uint32_t set) {
  MOTE_CHECK_OK(RequireType(c, 0, set));
  const Shape& x = c.operand(0);
  if (IsQuantized(x) && !c.declared.empty() && TypesAgree(x, c.declared[0])) return Shapes{WithTypeOf(x, c.declared[0])};
  return Shapes{x};
}

Status CheckAccuracy(const InferContext& c) {
  const std::string& text = c.instruction.Text(Attr::kResultAccuracy);
  const bool highest = text.find("HIGHEST") != std::string::npos;
  if (!highest) return Ok();
  for (const char* field : {"atol", "rtol", "ulps"}) {
    const size_t at = text.find(field);
    if (at == std::string::npos) continue;
    const size_t digit = text.find_first_of("-0123456789", at);
    if (digit != std::string::npos && std::strtod(text.c_str() + digit, nullptr) != 0) {
      return c.Fail(Rule::kAttribute, "result_accuracy with mode HIGHEST must have all tolerances zero, but is " + text);
    }
  }
  return Ok();
}

Inferred Binary(const InferContext& c, uint32_t set) {
  MOTE_CHECK_OK(RequireType(c, 0, set));
  MOTE_CHECK_OK(RequireType(c, 1, set));
  const Shape &lhs = c.operand(0), &rhs = c.operand(1);
  const bool quantized = IsQuantized(lhs) || IsQuantized(rhs);
  if (!quantized) MOTE_CHECK_OK(RequireSameTypes(c, 0, 1));
  MOTE_CHECK_OK(RequireSameShape(c, 0, 1));
  const Shape merged = Merge(lhs, rhs);
  if (!quantized) return Shapes{merged};
  MOTE_ASSIGN(Shape result, Declared(c));
  MOTE_CHECK_OK(RequireArray(c, result, "the result"));
  if (c.instruction.op == Op::kAdd) {
    MOTE_CHECK_OK(CheckQuantizedBinary(c, lhs, rhs, result));
    return Shapes{WithTypeOf(merged, result)};
  }
  MOTE_CHECK_OK(RequireSameTypes(c, 0, 1));
  if (!SameElementType(lhs, result)) return Shapes{merged};
  return Shapes{WithTypeOf(merged, result)};
}

bool IsOneOf(const std::string& text, std::initializer_list<const char*> list) {
  return std::any_of(list.begin(), list.end(), [&](const char* item) { return text == item; });
}

Status CheckCompareType(const InferContext& c) {
  const std::string& type = c.instruction.Text(Attr::kCompareType);
  if (type.empty() || type == "NOTYPE") return Ok();
  if (!IsOneOf(type, {"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"})) {
    return c.Fail(Rule::kAttribute, "compare_type is '" + type + "', not one of FLOAT, TOTALORDER, SIGNED, UNSIGNED");
  }
  // Artifacts state SIGNED or UNSIGNED for floats, and upstream accepts them: they have one order only.
  uint32_t allowed = kTypeF;
  if (type == "FLOAT") allowed |= kTypeC | kTypeQ | kTypeQAxis;
  if (type == "TOTALORDER") allowed |= kTypeQ | kTypeQAxis;
  if (type == "SIGNED") allowed |= kTypeS | kTypeQ | kTypeQAxis;
  if (type == "UNSIGNED") allowed |= kTypeU | kTypeP | kTypeQ | kTypeQAxis;
  if (TypeSetOf(c.operand(0)) & allowed) return Ok();
  return c.Fail(Rule::kAttribute, "compare_type " + type + " does not fit operands of " + c.Show(c.operand(0)));
}

// A bound of clamp or the predicate of select: the main operand's shape, or (not in HLO text) a scalar.
Status RequireScalarOrShapeOf(const InferContext& c, size_t operand, size_t main) {
  if (c.operand(operand).IsScalar() && !c.hlo()) return Ok();
  if (ShapesAgree(c.operand(operand), c.operand(main))) return Ok();
  return c.Fail(Rule::kShape, "operand #" + std::to_string(operand) + " of " + c.Name() +
                                  (c.hlo() ? " must have the shape of" : " must be a scalar or have the shape of") + " operand #" +
                                  std::to_string(main) + ", but they are " + c.Show(c.operand(operand)) + " and " +
                                  c.Show(c.operand(main)));
}

}  // namespace

Inferred InferUnaryFloat(const InferContext& c) {
  if (c.instruction.op == Op::kReducePrecision) {
    const int64_t exponent = c.instruction.Int(Attr::kExponentBits), mantissa = c.instruction.Int(Attr::kMantissaBits);
    if (exponent < 1) return c.Fail(Rule::kAttribute, "exponent_bits must be at least 1, but is " + Text(exponent));
    if (mantissa < 0) return c.Fail(Rule::kAttribute, "mantissa_bits must not be negative, but is " + Text(mantissa));
  }
  return Unary(c, kTypeF | kTypeQ);
}

Inferred InferUnaryFloatComplex(const InferContext& c) {
  MOTE_CHECK_OK(CheckAccuracy(c));
  return Unary(c, kTypeF | kTypeC | kTypeQ);
}

Inferred InferUnaryNumber(const InferContext& c) { return Unary(c, kTypeN | kTypeQ); }
Inferred InferUnarySignedFloatComplex(const InferContext& c) { return Unary(c, kTypeS | kTypeF | kTypeC | kTypeQ); }
Inferred InferUnaryLogical(const InferContext& c) { return Unary(c, kTypeP | kTypeI); }
Inferred InferUnaryInteger(const InferContext& c) { return Unary(c, kTypeI); }

Inferred InferAbs(const InferContext& c) {
  MOTE_ASSIGN(Shapes shapes, Unary(c, kTypeS | kTypeF | kTypeC | kTypeQ));
  shapes[0].element_type = RealPart(shapes[0].element_type);
  return shapes;
}

Inferred InferRealImag(const InferContext& c) {
  MOTE_ASSIGN(Shapes shapes, Unary(c, kTypeF | kTypeC));
  shapes[0].element_type = RealPart(shapes[0].element_type);
  return shapes;
}

Inferred InferIsFinite(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeF | kTypeQ));
  return Shapes{WithType(c.operand(0), ElementType::kPred)};
}

Inferred InferConvert(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeA));
  MOTE_ASSIGN(Shape result, Declared(c));
  if (!(TypeSetOf(result) & kTypeA)) return c.Fail(Rule::kElementType, "convert cannot produce " + c.Show(result));
  return Shapes{WithType(c.operand(0), result.element_type)};
}

Inferred InferStochasticConvert(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeF));
  MOTE_CHECK_OK(RequireType(c, 1, kTypeU));
  MOTE_CHECK_OK(RequireSameShape(c, 0, 1));
  if (BitWidth(c.operand(0).element_type) != BitWidth(c.operand(1).element_type)) {
    return c.Fail(Rule::kElementType, "the random bits must be as wide as the operand, but are " + c.Show(c.operand(1)) + " for " +
                                          c.Show(c.operand(0)));
  }
  MOTE_ASSIGN(Shape result, Declared(c));
  return Shapes{WithType(c.operand(0), result.element_type)};
}

Inferred InferBitcastConvert(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAll));
  MOTE_ASSIGN(Shape result, Declared(c));
  MOTE_CHECK_OK(RequireArray(c, result, "the result of bitcast_convert"));
  const Shape& x = c.operand(0);
  const std::string both = c.Show(x) + " and " + c.Show(result);
  if (IsComplex(x.element_type) != IsComplex(result.element_type)) {
    return c.Fail(Rule::kElementType, "bitcast_convert cannot convert between real and complex types, got " + both);
  }
  const int from = BitWidth(x.element_type), to = BitWidth(result.element_type);
  const Shape &small = from < to ? x : result, &big = from < to ? result : x;
  const int small_bits = std::min(from, to), big_bits = std::max(from, to);
  if (from != to) {
    if (big_bits % small_bits != 0) {
      return c.Fail(Rule::kDivisible, "the widths of bitcast_convert's element types do not divide: " + both);
    }
    if (small.rank() != big.rank() + 1) {
      return c.Fail(Rule::kRank, "the array of the smaller element type must have one more dimension, got " + both);
    }
    const size_t last = small.dims.size() - 1;
    if (small.dims[last] != kDynamic && small.dims[last] * small_bits != big_bits) {
      return c.Fail(Rule::kShape, "the minor dimension must be " + std::to_string(big_bits / small_bits) +
                                      ", the ratio of the element widths, got " + both);
    }
  } else if (small.rank() != big.rank()) {
    return c.Fail(Rule::kRank, "bitcast_convert between types of one width keeps the rank, got " + both);
  }
  for (size_t i = 0; i < big.dims.size(); ++i) {
    if (!DimsAgree(small, i, big, i)) return c.Fail(Rule::kShape, "bitcast_convert keeps the other dimensions, got " + both);
  }
  const size_t kept = std::min(x.dims.size(), result.dims.size());
  for (size_t i = 0; i < kept; ++i) {
    if (result.dims[i] == kDynamic && !x.IsBounded(i)) result.dims[i] = x.dims[i];
  }
  return Shapes{result};
}

Inferred InferBinaryAny(const InferContext& c) {
  const bool extremum = c.instruction.op == Op::kMaximum || c.instruction.op == Op::kMinimum;
  if (extremum && c.hlo()) return Binary(c, kTypeA & ~uint32_t{kTypeC});
  return Binary(c, c.instruction.op == Op::kAdd ? kTypeAll : kTypeAQ);
}

Inferred InferBinaryNumber(const InferContext& c) { return Binary(c, kTypeN | kTypeQ); }
Inferred InferBinaryFloatComplex(const InferContext& c) { return Binary(c, kTypeF | kTypeC | kTypeQ); }
Inferred InferBinaryLogical(const InferContext& c) { return Binary(c, kTypeP | kTypeI); }
Inferred InferBinaryInteger(const InferContext& c) { return Binary(c, kTypeI); }

Inferred InferComplex(const InferContext& c) {
  MOTE_ASSIGN(Shapes shapes, Binary(c, kTypeF));
  const ElementType part = shapes[0].element_type;
  if (part != ElementType::kF32 && part != ElementType::kF64) {
    return c.Fail(Rule::kElementType, "complex takes f32 or f64, but its operands are " + c.Show(c.operand(0)) + " and " +
                                          c.Show(c.operand(1)));
  }
  shapes[0].element_type = part == ElementType::kF32 ? ElementType::kC64 : ElementType::kC128;
  return shapes;
}

Inferred InferCompare(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAQ));
  MOTE_CHECK_OK(RequireType(c, 1, kTypeAQ));
  MOTE_CHECK_OK(RequireSameTypes(c, 0, 1));
  MOTE_CHECK_OK(RequireSameShape(c, 0, 1));
  const std::string& direction = c.instruction.Text(Attr::kComparisonDirection);
  if (!IsOneOf(direction, {"EQ", "NE", "GE", "GT", "LE", "LT"})) {
    return c.Fail(Rule::kAttribute, "comparison_direction is '" + direction + "', not one of EQ, NE, GE, GT, LE, LT");
  }
  MOTE_CHECK_OK(CheckCompareType(c));
  if (c.hlo() && IsComplex(c.operand(0).element_type) && direction != "EQ" && direction != "NE") {
    return c.Fail(Rule::kElementType, "complex values have no order: compare " + direction + " of " + c.Show(c.operand(0)));
  }
  return Shapes{WithType(Merge(c.operand(0), c.operand(1)), ElementType::kPred)};
}

Inferred InferSelect(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeP));
  MOTE_CHECK_OK(RequireType(c, 1, kTypeAQ));
  MOTE_CHECK_OK(RequireType(c, 2, kTypeAQ));
  MOTE_CHECK_OK(RequireSameTypes(c, 1, 2));
  MOTE_CHECK_OK(RequireSameShape(c, 1, 2));
  MOTE_CHECK_OK(RequireScalarOrShapeOf(c, 0, 1));
  if (!c.operand(0).IsScalar()) MOTE_CHECK_OK(RequireSameShape(c, 0, 2));
  return Shapes{Merge(c.operand(1), c.operand(2))};
}

Inferred InferClamp(const InferContext& c) {
  MOTE_CHECK_OK(RequireTypes(c, kTypeAQ));
  MOTE_CHECK_OK(RequireSameTypes(c, 1, 0));
  MOTE_CHECK_OK(RequireSameTypes(c, 1, 2));
  MOTE_CHECK_OK(RequireScalarOrShapeOf(c, 0, 1));
  MOTE_CHECK_OK(RequireScalarOrShapeOf(c, 2, 1));
  if (!c.operand(0).IsScalar() && !c.operand(2).IsScalar()) MOTE_CHECK_OK(RequireSameShape(c, 0, 2));
  return Shapes{c.operand(1)};
}

}  // namespace mote
