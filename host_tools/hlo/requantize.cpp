// Requantize's attributes, its decomposition, its type rule.
#include "hlo/requantize.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hlo/builder.h"
#include "hlo/infer.h"

namespace mote {
namespace {

constexpr std::pair<const char*, Rounding> kRoundings[] = {
    {"single", Rounding::kSingle}, {"away", Rounding::kAway}, {"even", Rounding::kEven}, {"double", Rounding::kDouble},
    {"real", Rounding::kReal}};

std::pair<int64_t, int64_t> RangeOf(ElementType type) {
  const int bits = BitWidth(type);
  if (IsSigned(type)) return {-(int64_t{1} << (bits - 1)), (int64_t{1} << (bits - 1)) - 1};
  return {0, (int64_t{1} << bits) - 1};
}

// Writes the decomposition. All of it is exact, but for the product of "real", which is rounded as f64 are: products stay below 2^63.
class Writer {
 public:
  Writer(const Shape& operand, ElementType result, const Requantization& r, ProductWidth width)
      : operand_(operand), result_(result), r_(r), width_(width), b_("requantize") {}

  Result<Module> Write() {
    const Operand x = b_.Parameter(0, operand_);
    if (r_.rounding == Rounding::kReal) return Real(x);
    Operand v = r_.rounding != Rounding::kDouble ? Once(x) : width_ == ProductWidth::k64 ? Twice(x) : TwiceByHalves(x);
    // From 31 on a shift leaves no more than 32 bits, and so does the first of two roundings.
    const bool fits = r_.rounding == Rounding::kDouble || All(31);
    const ElementType type = fits ? ElementType::kS32 : ElementType::kS64;
    v = b_.ConvertElementType(v, type);
    v = b_.Clamp(Scalar(type, r_.min - r_.zero_point), v, Scalar(type, r_.max - r_.zero_point));
    if (r_.zero_point != 0) v = b_.Add(v, Scalar(type, r_.zero_point));
    return b_.Build(b_.ConvertElementType(v, result_));
  }

 private:
  Operand Scalar(ElementType type, int64_t value) {
    Literal literal(Shape::Scalar(type));
    literal.SetInteger(0, value);
    return b_.ConstantLiteral(literal);
  }

  // f(multiplier, shift) of every channel: one scalar where all are equal, else stored as `stored` and widened to `type`.
  template <typename F>
  Operand Constant(ElementType stored, ElementType type, F f) {
    const size_t channels = std::max(r_.multipliers.size(), r_.shifts.size());
    std::vector<int64_t> values;
    for (size_t c = 0; c < channels; ++c) values.push_back(f(r_.multiplier(static_cast<int64_t>(c)), r_.shift(static_cast<int64_t>(c))));
    if (std::all_of(values.begin(), values.end(), [&](int64_t value) { return value == values[0]; })) return Scalar(type, values[0]);
    Literal literal(Shape::Array(stored, {static_cast<int64_t>(channels)}));
    for (size_t c = 0; c < channels; ++c) literal.SetInteger(static_cast<int64_t>(c), values[c]);
    const Operand widened = b_.ConvertElementType(b_.ConstantLiteral(literal), type);
    return b_.BroadcastInDim(widened, operand_.dims, {operand_.rank() - 1});
  }
  Operand Shifts(ElementType type, int64_t (*f)(int64_t shift)) {
    return Constant(ElementType::kS8, type, [&](int64_t, int64_t shift) { return f(shift); });
  }

  bool All(int64_t least) const { return *std::min_element(r_.shifts.begin(), r_.shifts.end()) >= least; }

  // ⌈t / 2⌉: twice a number, rounded down, rounded again with halves up. Nothing overflows.
  Operand Halved(Operand t) { return b_.Sub(t, b_.ShiftRightArithmetic(t, Scalar(b_.shape(t).element_type, 1))); }
  // -1 of negative ones, else 0: added to twice a number, it sends halves away from zero.
  Operand Sign(Operand n) {
    const ElementType type = b_.shape(n).element_type;
    return b_.ShiftRightArithmetic(n, Scalar(type, BitWidth(type) - 1));
  }

  Operand Once(Operand x) {
    const Operand twice = Constant(ElementType::kU32, ElementType::kS64, [](int64_t multiplier, int64_t) { return 2 * multiplier; });
    Operand n = b_.Mul(b_.ConvertElementType(x, ElementType::kS64), twice);
    if (r_.rounding == Rounding::kAway) n = b_.Add(n, Sign(n));
    if (r_.rounding == Rounding::kEven) {  // halves above an even number fall below it by 1
      const Operand below = b_.ShiftRightArithmetic(n, Shifts(ElementType::kS64, [](int64_t s) { return s + 1; }));
      const Operand odd = b_.And(below, Scalar(ElementType::kS64, 1));
      n = b_.Add(n, b_.Add(odd, Scalar(ElementType::kS64, -1)));
    }
    const Operand t = b_.ShiftRightArithmetic(n, Shifts(ElementType::kS64, [](int64_t s) { return s; }));
    return Halved(All(32) ? b_.ConvertElementType(t, ElementType::kS32) : t);
  }

  Result<Module> Real(Operand x) {
    const ElementType f64 = ElementType::kF64, s32 = ElementType::kS32;
    Literal scales(Shape::Array(f64, {static_cast<int64_t>(std::max(r_.multipliers.size(), r_.shifts.size()))}));
    for (int64_t c = 0; c < scales.size(); ++c) scales.SetReal(c, ScaleOf(r_, c));
    const Operand scale = scales.size() == 1 ? b_.Broadcast(b_.Reshape(b_.ConstantLiteral(scales), {}), operand_.dims)
                                             : b_.BroadcastInDim(b_.ConstantLiteral(scales), operand_.dims, {operand_.rank() - 1});
    const Operand v = b_.Round(b_.Mul(b_.ConvertElementType(x, f64), scale));
    const auto bound = [&](int64_t value) {
      Literal literal(Shape::Scalar(f64));
      literal.SetReal(0, static_cast<double>(value - r_.zero_point));
      return b_.ConstantLiteral(literal);
    };
    const Operand inside = b_.ConvertElementType(b_.Clamp(bound(r_.min), v, bound(r_.max)), s32);
    return b_.Build(b_.ConvertElementType(b_.Add(inside, Scalar(s32, r_.zero_point)), result_));
  }

  Operand Twice(Operand x) {
    const ElementType s32 = ElementType::kS32, s64 = ElementType::kS64;
    if (!All(31)) x = b_.ShiftLeft(x, Shifts(s32, [](int64_t s) { return std::max<int64_t>(31 - s, 0); }));
    const Operand multiplier = Constant(s32, s64, [](int64_t m, int64_t) { return m; });
    const Operand product = b_.Mul(b_.ConvertElementType(x, s64), multiplier);
    Operand high = b_.ShiftRightArithmetic(b_.Add(product, Scalar(s64, int64_t{1} << 30)), Scalar(s64, 31));
    if (*std::max_element(r_.shifts.begin(), r_.shifts.end()) <= 31) return high;
    if (All(32)) {  // then half of the distance is a whole number, and 32 bits hold all: high is above -2^31
      high = b_.ConvertElementType(high, s32);
      return Halved(b_.ShiftRightArithmetic(b_.Add(high, Sign(high)), Shifts(s32, [](int64_t s) { return s - 32; })));
    }
    const Operand twice = b_.Add(b_.Add(high, high), Sign(high));
    return Halved(b_.ShiftRightArithmetic(twice, Shifts(s64, [](int64_t s) { return std::max<int64_t>(s - 31, 0); })));
  }

  // The same. (2^32·high + low + 2^30) >> 31 = 2·high + ((low >> 30) + 1 >> 1), which is above -2^31 and fits.
  Operand TwiceByHalves(Operand x) {
    const ElementType s32 = ElementType::kS32;
    if (!All(31)) x = b_.ShiftLeft(x, Shifts(s32, [](int64_t s) { return std::max<int64_t>(31 - s, 0); }));
    const Operand multiplier = Constant(s32, s32, [](int64_t m, int64_t) { return m; });
    const Operand one = Scalar(s32, 1);
    const Operand low = b_.Add(b_.ShiftRightLogical(b_.Mul(x, multiplier), Scalar(s32, 30)), one);
    const Operand high = b_.Add(b_.ShiftLeft(b_.Mulhi(x, multiplier), one), b_.ShiftRightLogical(low, one));
    if (*std::max_element(r_.shifts.begin(), r_.shifts.end()) <= 31) return high;
    const Operand shifted =
        b_.ShiftRightArithmetic(b_.Add(high, Sign(high)), Shifts(s32, [](int64_t s) { return std::max<int64_t>(s - 32, 0); }));
    if (All(32)) return Halved(shifted);
    const Operand once = b_.Lt(Shifts(s32, [](int64_t s) { return s; }), Scalar(s32, 32));
    return b_.Select(once, high, Halved(shifted));
  }

  const Shape& operand_;
  const ElementType result_;
  const Requantization& r_;
  const ProductWidth width_;
  Builder b_;
};

std::optional<Diagnostic> CheckChannels(const Shape& x, const std::vector<int64_t>& values, const std::string& what, int64_t most) {
  const int64_t channels = x.rank() == 0 ? 1 : x.dims.back();
  if (values.size() != 1 && static_cast<int64_t>(values.size()) != channels) {
    return Error(Rule::kCount, what + " of requantize must be one or one for each of the " + DimText(channels) + " channels, but " +
                                   Text(static_cast<int64_t>(values.size())) + " are given");
  }
  for (const int64_t value : values) {
    if (value >= 0 && value <= most) continue;
    return Error(Rule::kAttribute, what + " of requantize must lie in [0, " + Text(most) + "], but " + Text(value) + " is given");
  }
  return std::nullopt;
}

}  // namespace

int64_t MostMultiplier(Rounding rounding) { return rounding == Rounding::kReal ? int64_t{1} << 53 : INT32_MAX; }
int64_t MostShift(Rounding rounding) { return rounding == Rounding::kReal ? 1022 : 62; }

double ScaleOf(const Requantization& r, int64_t channel) {
  return std::ldexp(static_cast<double>(r.multiplier(channel)), -static_cast<int>(r.shift(channel)));
}

std::optional<Rounding> RoundingFromName(const std::string& name) {
  for (const auto& [known, rounding] : kRoundings) {
    if (name == known) return rounding;
  }
  return std::nullopt;
}

const char* NameOf(Rounding rounding) {
  return std::find_if(std::begin(kRoundings), std::end(kRoundings), [&](const auto& row) { return row.second == rounding; })->first;
}

Requantization RequantizationOf(const Instruction& requantize) {
  const auto [low, high] = RangeOf(requantize.shape().element_type);
  return {.multipliers = requantize.Ints(Attr::kMultiplier),
          .shifts = requantize.Ints(Attr::kShift),
          .zero_point = requantize.Int(Attr::kZeroPoint),
          .min = requantize.Int(Attr::kMin, low),
          .max = requantize.Int(Attr::kMax, high),
          .rounding = RoundingFromName(requantize.Text(Attr::kRounding)).value_or(Rounding::kSingle)};
}

std::optional<Diagnostic> BrokenRule(const Shape& operand, ElementType result, const Requantization& r) {
  if (auto broken = CheckChannels(operand, r.multipliers, "multipliers", MostMultiplier(r.rounding))) return broken;
  if (auto broken = CheckChannels(operand, r.shifts, "shifts", MostShift(r.rounding))) return broken;
  const auto [low, high] = RangeOf(result);
  if (r.zero_point >= low && r.zero_point <= high && r.min >= low && r.max <= high && r.min <= r.max) return std::nullopt;
  return Error(Rule::kAttribute, "zero point " + Text(r.zero_point) + " and range [" + Text(r.min) + ", " + Text(r.max) +
                                     "] of requantize must lie in that of " + HloName(result));
}

Result<Module> Decomposition(const Shape& operand, ElementType result, const Requantization& requantization, ProductWidth width) {
  return Writer(operand, result, requantization, width).Write();
}

Instruction AsComposite(const Instruction& requantize) {
  Instruction composite = requantize;
  composite.op = Op::kComposite;
  const auto list = [&](Attr attr) {
    std::string text;
    const std::vector<int64_t>& values = requantize.Ints(attr);
    const bool wide = std::any_of(values.begin(), values.end(), [](int64_t value) { return value > INT32_MAX; });
    for (const int64_t value : values) text += (text.empty() ? wide ? "array<i64: " : "array<i32: " : ", ") + std::to_string(value);
    return text + ">";
  };
  std::string text = "{";
  for (const auto& [attr, value] : requantize.attributes) {
    const std::string name = std::string(Info(attr).stablehlo);
    text += (text.size() > 1 ? ", " : "") + name + " = ";
    if (attr == Attr::kRounding) text += "\"" + std::get<std::string>(value) + "\"";
    else if (Info(attr).kind == AttrKind::kInts) text += list(attr);
    else text += std::to_string(std::get<int64_t>(value)) + " : i64";
  }
  composite.attributes = {{Attr::kCompositeName, std::string(kRequantizeName)}, {Attr::kCompositeAttributes, text + "}"}};
  return composite;
}

Inferred InferRequantize(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeS));
  if (c.operand(0).element_type != ElementType::kS32) {
    return c.Fail(Rule::kElementType, "requantize takes s32, not " + c.Show(c.operand(0)));
  }
  MOTE_ASSIGN(const Shape declared, Declared(c));
  const ElementType type = declared.element_type;
  if (!declared.IsArray() || IsQuantized(declared) || (type != ElementType::kS8 && type != ElementType::kU8 && type != ElementType::kS16)) {
    return c.Fail(Rule::kElementType, "requantize gives s8, u8 or s16, not " + c.Show(declared));
  }
  const Requantization r = RequantizationOf([&] {
    Instruction typed = c.instruction;
    typed.shapes = {declared};
    return typed;
  }());
  const std::string& rounding = c.instruction.Text(Attr::kRounding);
  if (!RoundingFromName(rounding)) {
    return c.Fail(Rule::kAttribute, "the rounding of requantize is single, away, even, double or real, not '" + rounding + "'");
  }
  if (const auto broken = BrokenRule(c.operand(0), type, r)) return c.Fail(broken->rule, broken->text);
  if (c.called(0).parameters.size() != 1 || c.called(0).parameters[0] != c.operand(0) || c.called(0).ResultShapes() != Shapes{declared}) {
    return c.Fail(Rule::kSignature, "'" + c.called(0).name + "' does not take " + c.Show(c.operand(0)) + " to " + c.Show(declared));
  }
  return Shapes{WithType(c.operand(0), type)};
}

}  // namespace mote
