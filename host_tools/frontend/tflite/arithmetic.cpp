// Arithmetic of two tensors, stretched to one shape: of floats, of plain integers, and of stored integers by TFLite's multipliers.
#include <cmath>

#include "frontend/tflite/families.h"
#include "frontend/tflite/fixed_point.h"

namespace mote::tfl {
namespace {

bool IsStored(Node& n) {
  const ElementType type = n.type(0);
  return IsQuantized(n.Out()) && (type == ElementType::kS8 || type == ElementType::kU8 || type == ElementType::kS16);
}

// Both inputs in the output's shape; R-SHAPE where they do not fit.
Status Stretched(Node& n, Operand* x, Operand* y) {
  const Dims& dims = n.Out().shape.dims;
  if (n.b.error()) return *n.b.error();
  for (Operand* one : {x, y}) {
    const Dims from = n.b.shape(*one).dims;
    bool fits = from.size() <= dims.size();
    for (size_t d = 0; fits && d < from.size(); ++d) {
      const int64_t to = dims[dims.size() - from.size() + d];
      fits = from[d] == to || from[d] == 1;
    }
    if (!fits) return n.Fail(Rule::kShape, "the inputs cannot be stretched to the output");
    *one = n.Like(*one, dims);
  }
  return Ok();
}

struct Stored {
  Operand x, y;
  Scale first, second, out;
  Range range;
};

// Inputs as s32 minus their zero points.
Result<Stored> StoredInputs(Node& n, file::Activation activation) {
  if (n.type(1) != n.type(0) || n.Out().shape.element_type != n.type(0))
    return n.Fail(Rule::kElementMix, "inputs and output must have one type");
  Stored s;
  MOTE_ASSIGN(s.first, n.In1(0));
  MOTE_ASSIGN(s.second, n.In1(1));
  MOTE_ASSIGN(s.out, n.ScaleOf(n.Out()));
  MOTE_ASSIGN(s.range, ActivationRange(activation, n.type(0), s.out));
  if (n.type(0) == ElementType::kS16 && (s.first.zero != 0 || s.second.zero != 0 || s.out.zero != 0))
    return n.Unsupported("s16 with a zero point");
  s.x = n.Wide(0, s.first.zero);
  s.y = n.Wide(1, s.second.zero);
  MOTE_CHECK_OK(Stretched(n, &s.x, &s.y));
  return s;
}

Status SetScaled(Node& n, Operand value, double real, const Stored& s) {
  MOTE_ASSIGN(const Requantization requantization, DoubleRule({real}, s.out, s.range));
  return n.Set(n.b.Requantize(value, n.type(0), requantization));
}

// Sums and differences: both sides by 2^20 (2^15 of s16), scaled to twice the larger scale, added, scaled to the output's.
Status ReadStoredSum(Node& n, file::Activation activation, bool subtract) {
  MOTE_ASSIGN(const Stored s, StoredInputs(n, activation));
  const int left = n.type(0) == ElementType::kS16 ? 15 : 20;
  const float larger = std::max(s.first.scale, s.second.scale);
  double twice = 2 * larger, first = s.first.scale / twice, second = s.second.scale / twice,
         out = twice / (std::ldexp(1.0, left) * s.out.scale);
  if (subtract && n.arithmetic() == TfliteArithmetic::kTflm) {  // quotients of floats there
    const float t = 2 * larger;
    first = static_cast<double>(s.first.scale / t);
    second = static_cast<double>(s.second.scale / t);
    out = static_cast<double>(t / (std::ldexp(1.0f, left) * s.out.scale));
  }
  MOTE_ASSIGN(const Multiplier m1, QuantizeReal(first));
  MOTE_ASSIGN(const Multiplier m2, QuantizeReal(second));
  const Operand shift = n.Scalar(ElementType::kS32, left);
  const Operand x = Scaled(n, n.b.ShiftLeft(s.x, shift), m1), y = Scaled(n, n.b.ShiftLeft(s.y, shift), m2);
  return SetScaled(n, subtract ? n.b.Sub(x, y) : n.b.Add(x, y), out, s);
}

// int16 whose scales are powers of two: one side is shifted.
std::optional<int> Log2(float scale) {
  int exponent = 0;
  return std::frexp(scale, &exponent) == 0.5f ? std::optional(exponent - 1) : std::nullopt;
}
Result<bool> ReadPowerOfTwoSum(Node& n, const file::AddOptions& o, bool subtract) {
  if (n.type(0) != ElementType::kS16 || !o.pot_scale_int16()) return false;
  MOTE_ASSIGN(const Stored s, StoredInputs(n, o.activation()));
  const std::optional<int> first = Log2(s.first.scale), second = Log2(s.second.scale), out = Log2(s.out.scale);
  if (!first || !second || !out) return false;
  const int left = *first - *out, right = *second - *out;
  if ((left != 0 && right != 0) || left > 0 || right > 0)
    return n.Unsupported("scales of s16 that are powers of two, of which none is the output's");
  const ProgramNumbers p(n.b, 16);
  const Operand x = p.RoundingShift(s.x, -left), y = p.RoundingShift(s.y, -right);
  const Operand sum = p.Most(p.Least(subtract ? n.b.Sub(x, y) : n.b.Add(x, y), -32768), 32767);
  const Operand clamped = p.Most(p.Least(sum, s.range.low), s.range.high);
  MOTE_CHECK_OK(n.Set(n.b.ConvertElementType(clamped, ElementType::kS16)));
  return true;
}

using BinaryMethod = Operand (Builder::*)(Operand, Operand, const Ints&);

Status ReadPlain(Node& n, BinaryMethod method, file::Activation activation = file::Activation::NONE) {
  if (n.type(0) != n.type(1)) return n.Fail(Rule::kElementMix, "the inputs must have one type");
  Operand x = n.x(0), y = n.x(1);
  MOTE_CHECK_OK(Stretched(n, &x, &y));
  MOTE_ASSIGN(const Operand result, Activated(n, (n.b.*method)(x, y, {}), activation));
  return n.Set(result);
}

Status ReadSumOrDifference(Node& n, uint8_t options, bool subtract) {
  MOTE_ASSIGN(const file::AddOptions* o, n.Options<file::AddOptions>(options));
  if (!IsStored(n)) return ReadPlain(n, subtract ? &Builder::Sub : &Builder::Add, o->activation());
  MOTE_ASSIGN(const bool done, ReadPowerOfTwoSum(n, *o, subtract));
  return done ? Ok() : ReadStoredSum(n, o->activation(), subtract);
}

// Comparisons of stored integers: both sides by 2^8, by their own scale.
Status ReadComparison(Node& n, Direction direction) {
  if (n.type(0) != n.type(1)) return n.Fail(Rule::kElementMix, "the inputs must have one type");
  Operand x = n.x(0), y = n.x(1);
  const ElementType type = n.type(0);
  const bool stored = (type == ElementType::kS8 || type == ElementType::kU8 || type == ElementType::kS16) && IsQuantized(n.In(0));
  if (stored) {
    for (size_t i = 0; i < 2; ++i) {
      MOTE_ASSIGN(const Scale scale, n.In1(i));
      MOTE_ASSIGN(const Multiplier m, QuantizeReal(scale.scale));
      (i == 0 ? x : y) = Scaled(n, n.b.ShiftLeft(n.Wide(i, scale.zero), n.Scalar(ElementType::kS32, 8)), m);
    }
  }
  MOTE_CHECK_OK(Stretched(n, &x, &y));
  return n.Set(n.b.Compare(x, y, direction));
}

Status ReadExtremeOfTwo(Node& n, BinaryMethod method) {
  for (size_t i = 0; i < 2 && IsStored(n); ++i) {
    MOTE_ASSIGN(const Scale in, n.In1(i));
    MOTE_ASSIGN(const Scale out, n.ScaleOf(n.Out()));
    if (in.scale != out.scale || in.zero != out.zero) return n.Unsupported("inputs and output have different scales");
  }
  return ReadPlain(n, method);
}

Status ReadOfPred(Node& n, BinaryMethod method) {
  if (!IsPred(n.type(0))) return n.Fail(Rule::kElementType, "the inputs must be pred");
  return ReadPlain(n, method);
}

}  // namespace

Status ReadAdd(Node& n) { return ReadSumOrDifference(n, 11, false); }
Status ReadSub(Node& n) { return ReadSumOrDifference(n, 28, true); }

Status ReadMul(Node& n) {
  MOTE_ASSIGN(const file::ActivationOptions* o, n.Options<file::ActivationOptions>(21));
  if (!IsStored(n)) return ReadPlain(n, &Builder::Mul, o->activation());
  MOTE_ASSIGN(const Stored s, StoredInputs(n, o->activation()));
  const double litert = static_cast<double>(s.first.scale * s.second.scale / s.out.scale);
  const double tflm = static_cast<double>(s.first.scale) * s.second.scale / s.out.scale;
  return SetScaled(n, n.b.Mul(s.x, s.y), n.arithmetic() == TfliteArithmetic::kTflm ? tflm : litert, s);
}

Status ReadDiv(Node& n) {
  MOTE_ASSIGN(const file::ActivationOptions* o, n.Options<file::ActivationOptions>(29));
  if (IsStored(n)) return n.Unsupported("quotients of integers with a scale");
  return ReadPlain(n, &Builder::Div, o->activation());
}

Status ReadSquaredDifference(Node& n) {
  if (!IsStored(n)) {
    Operand x = n.x(0), y = n.x(1);
    if (n.type(0) != n.type(1)) return n.Fail(Rule::kElementMix, "the inputs must have one type");
    MOTE_CHECK_OK(Stretched(n, &x, &y));
    const Operand difference = n.b.Sub(x, y);
    return n.Set(n.b.Mul(difference, difference));
  }
  if (n.type(0) != ElementType::kS8) return n.Unsupported("stored integers other than s8");
  MOTE_ASSIGN(const Stored s, StoredInputs(n, file::Activation::NONE));
  const double twice = 2 * std::max(s.first.scale, s.second.scale);
  MOTE_ASSIGN(const Multiplier m1, QuantizeReal(s.first.scale / twice));
  MOTE_ASSIGN(const Multiplier m2, QuantizeReal(s.second.scale / twice));
  const Operand shift = n.Scalar(ElementType::kS32, 7);
  const Operand difference = n.b.Sub(Scaled(n, n.b.ShiftLeft(s.x, shift), m1), Scaled(n, n.b.ShiftLeft(s.y, shift), m2));
  return SetScaled(n, n.b.Mul(difference, difference), twice * twice / ((1 << 14) * s.out.scale), s);
}

Status ReadMaximum(Node& n) { return ReadExtremeOfTwo(n, &Builder::Max); }
Status ReadMinimum(Node& n) { return ReadExtremeOfTwo(n, &Builder::Min); }
Status ReadPow(Node& n) { return ReadPlain(n, &Builder::Pow); }

// Quotient and remainder toward minus infinity.
Status ReadFloorDiv(Node& n) {
  if (IsFloat(n.type(0))) {
    Operand x = n.x(0), y = n.x(1);
    MOTE_CHECK_OK(Stretched(n, &x, &y));
    return n.Set(n.b.Floor(n.b.Div(x, y)));
  }
  Operand x = n.x(0), y = n.x(1);
  if (n.type(0) != n.type(1) || !IsSigned(n.type(0))) return n.Unsupported("elements of these types");
  MOTE_CHECK_OK(Stretched(n, &x, &y));
  const Operand zero = n.Scalar(n.type(0), 0), rest = n.b.Rem(x, y), quotient = n.b.Div(x, y);
  const Operand off = n.b.And(n.b.Ne(rest, zero), n.b.Ne(n.b.Lt(rest, zero), n.b.Lt(y, zero)));
  return n.Set(n.b.Select(off, n.b.Sub(quotient, n.Scalar(n.type(0), 1)), quotient));
}

Status ReadFloorMod(Node& n) {
  Operand x = n.x(0), y = n.x(1);
  if (n.type(0) != n.type(1) || (!IsSigned(n.type(0)) && !IsFloat(n.type(0)))) return n.Unsupported("elements of these types");
  MOTE_CHECK_OK(Stretched(n, &x, &y));
  const Operand zero = n.Scalar(n.type(0), 0), rest = n.b.Rem(x, y);
  const Operand off = n.b.And(n.b.Ne(rest, zero), n.b.Ne(n.b.Lt(rest, zero), n.b.Lt(y, zero)));
  return n.Set(n.b.Select(off, n.b.Add(rest, y), rest));
}

Status ReadLess(Node& n) { return ReadComparison(n, Direction::kLt); }
Status ReadLessEqual(Node& n) { return ReadComparison(n, Direction::kLe); }
Status ReadGreater(Node& n) { return ReadComparison(n, Direction::kGt); }
Status ReadGreaterEqual(Node& n) { return ReadComparison(n, Direction::kGe); }
Status ReadEqual(Node& n) { return ReadComparison(n, Direction::kEq); }
Status ReadNotEqual(Node& n) { return ReadComparison(n, Direction::kNe); }
Status ReadLogicalAnd(Node& n) { return ReadOfPred(n, &Builder::LogicalAnd); }
Status ReadLogicalOr(Node& n) { return ReadOfPred(n, &Builder::LogicalOr); }

Status ReadSelect(Node& n) {
  if (!IsPred(n.type(0)) || n.type(1) != n.type(2))
    return n.Fail(Rule::kElementType, "a condition of pred and two values of one type are wanted");
  Operand condition = n.x(0), x = n.x(1), y = n.x(2);
  // SELECT has conditions of the first dimension alone, too.
  if (n.rank(0) == 1 && n.rank(1) > 1 && n.dims(0)[0] == n.dims(1)[0] && std::string_view(n.name()) == "SELECT") {
    condition = n.b.BroadcastInDim(condition, n.dims(1), {0});
  }
  MOTE_CHECK_OK(Stretched(n, &x, &y));
  MOTE_CHECK_OK(Stretched(n, &condition, &condition));
  return n.Set(n.b.Select(condition, x, y));
}

// x for x ≥ 0, else x · alpha.
Status ReadPrelu(Node& n) {
  if (!IsStored(n)) {
    Operand x = n.x(0), alpha = n.x(1);
    MOTE_CHECK_OK(Stretched(n, &x, &alpha));
    return n.Set(n.b.Select(n.b.Ge(x, n.Real(n.type(0), 0)), x, n.b.Mul(x, alpha)));
  }
  if (n.type(0) != ElementType::kS8) return n.Unsupported("stored integers other than s8");
  MOTE_ASSIGN(const Stored s, StoredInputs(n, file::Activation::NONE));
  const float one = s.first.scale / s.out.scale, two = s.first.scale * s.second.scale / s.out.scale;
  const bool tflm = n.arithmetic() == TfliteArithmetic::kTflm;
  const double exact_one = static_cast<double>(s.first.scale) / s.out.scale;
  const double product = static_cast<double>(s.first.scale) * s.second.scale / s.out.scale;
  MOTE_ASSIGN(const Multiplier m1, QuantizeReal(tflm ? exact_one : one));
  MOTE_ASSIGN(const Multiplier m2, QuantizeReal(tflm ? product : two));
  const ProgramNumbers p(n.b, 32);
  const Operand value = n.b.Select(p.IsNegative(s.x), Scaled(n, n.b.Mul(s.x, s.y), m2), Scaled(n, s.x, m1));
  const Operand moved = p.Most(p.Least(n.b.Add(value, p.Constant(s.out.zero)), s.range.low), s.range.high);
  return n.Set(n.b.ConvertElementType(moved, n.type(0)));
}

}  // namespace mote::tfl
