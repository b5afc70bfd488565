// Functions of words: leading zeros counted, the leading digits looked up, straight lines between.
#include <algorithm>

#include "quantize/word_emitter.h"

namespace mote {
namespace {

constexpr int kPart = 13;       // digits of the way between two elements of a table; neighbours are less than 2^18 apart
constexpr int kDigits = 25;     // behind the point of what tables of mantissas hold
constexpr int kLogDigits = 24;  // of the logarithm

}  // namespace

Value WordEmitter::Looked(const std::vector<int64_t>& table, Value index) {
  Literal values(Shape::Array(ElementType::kS32, {static_cast<int64_t>(table.size())}));
  for (size_t i = 0; i < table.size(); ++i) values.SetInteger(static_cast<int64_t>(i), table[i]);
  const Shape shape = e.shape(index);
  return e.Make(Op::kGather, Shape::Array(ElementType::kS32, shape.dims), {e.Constant(values), index},
                {{Attr::kOffsetDims, std::vector<int64_t>{}},
                 {Attr::kCollapsedSliceDims, std::vector<int64_t>{0}},
                 {Attr::kStartIndexMap, std::vector<int64_t>{0}},
                 {Attr::kIndexVectorDim, static_cast<int64_t>(shape.rank())},
                 {Attr::kSliceSizes, std::vector<int64_t>{1}}});
}

Value WordEmitter::Between(const std::vector<int64_t>& table, Value index, Value part, int digits) {
  const Value base = Looked(table, index), next = Looked(table, e.Binary(Op::kAdd, index, Splat(index, 1)));
  const Value way = e.Binary(Op::kMultiply, e.Binary(Op::kSubtract, next, base), part);
  return e.Binary(Op::kAdd, base, e.Binary(Op::kShiftRightArithmetic, way, Splat(way, digits)));
}

WordEmitter::Normal WordEmitter::Normalised(Word x) {
  const ElementType type = TypeFor(x.bound);
  const bool wide = type == ElementType::kS64;
  const Value v = e.Convert(x.v, type);
  const Value zeros = e.Unary(Op::kCountLeadingZeros, v), one = Splat(v, 1);
  const Value shift = e.Binary(Op::kSubtract, e.Binary(Op::kMaximum, zeros, one), one);
  Value mantissa = e.Binary(Op::kShiftLeft, v, shift);
  if (wide) mantissa = e.Convert(e.Binary(Op::kShiftRightArithmetic, mantissa, Splat(v, 32)), ElementType::kS32);
  const Value left = e.Convert(shift, ElementType::kS32);
  return {mantissa, e.Binary(Op::kSubtract, Splat(left, wide ? 62 : 30), left)};
}

// `from_half`: mantissas from 2^29.
Value WordEmitter::OfMantissa(Value mantissa, const std::function<double(double)>& f, int digits, bool from_half) {
  constexpr int kLow = 22;  // digits below the 256 lines of an octave
  const int first = from_half ? 128 : 256;
  std::vector<int64_t> table;
  for (int k = first; k <= 512; ++k) table.push_back(std::llround(std::ldexp(f(k / 256.0), digits)));
  const Value index =
      e.Binary(Op::kSubtract, e.Binary(Op::kShiftRightArithmetic, mantissa, Splat(mantissa, kLow)), Splat(mantissa, first));
  const Value low = e.Binary(Op::kAnd, mantissa, Splat(mantissa, (1 << kLow) - 1));
  return Between(table, index, e.Binary(Op::kShiftRightArithmetic, low, Splat(low, kLow - kPart)), kPart);
}

Word WordEmitter::Logarithm(Word x) {
  const Normal n = Normalised(x);
  const Value digits = OfMantissa(n.mantissa, [](double m) { return std::log(m); }, kLogDigits);
  const Value power = e.Binary(Op::kAdd, n.power, Splat(n.power, x.exponent));
  const auto ln2 = std::llround(std::ldexp(std::log(2.0), kLogDigits));
  const Value sum = e.Binary(Op::kAdd, digits, e.Binary(Op::kMultiply, power, Splat(power, ln2)));
  return {Select(AboveZero(x), sum, Splat(sum, -(int64_t{1} << 30))), -kLogDigits, 0x1p31 - 1};
}

Word WordEmitter::Powered(Value digits, int exponent, Value power, int least_power, int most_power) {
  // Up to 32 digits of 31 in front of 31 behind: shifted right by what the power lacks to its largest.
  const Value wide = e.Binary(Op::kShiftLeft, e.Convert(digits, ElementType::kS64), Splat(digits, 31, ElementType::kS64));
  const Value held = e.Make(Op::kClamp, e.shape(power), {Splat(power, least_power), power, Splat(power, most_power)});
  const Value right = e.Binary(Op::kSubtract, Splat(held, most_power), held);
  return {e.Binary(Op::kShiftRightArithmetic, wide, e.Convert(right, ElementType::kS64)), exponent - 31 + most_power, 0x1p62};
}

// f(m · 2^(2k)) = f(m) · 2^(±k): mantissas over two octaves, an odd exponent of the format goes into the table.
Word WordEmitter::RootLike(Word x, const std::function<double(double)>& f, bool inverse) {
  const Normal n = Normalised(x);  // x = mantissa · 2^(power - 30), in steps of 2^exponent
  const int odd = x.exponent & 1;
  const Value rest = e.Binary(Op::kAnd, n.power, Splat(n.power, 1));
  // An odd power takes the mantissa one octave down, so that power + 1 is even.
  const Value mantissa = e.Binary(Op::kShiftRightArithmetic, n.mantissa, rest);
  const Value half = e.Binary(Op::kShiftRightArithmetic, e.Binary(Op::kAdd, n.power, rest), Splat(rest, 1));
  const Value digits = OfMantissa(mantissa, [&](double m) { return f(std::ldexp(m, odd)); }, kDigits, true);
  const int scale = (x.exponent - odd) / 2;
  const Value power = inverse ? e.Unary(Op::kNegate, half) : half;
  Word root = Powered(digits, -kDigits + (inverse ? -scale : scale), power, inverse ? -31 : 0, inverse ? 0 : 31);
  root.v = Select(AboveZero(x), root.v, Splat(root.v, inverse ? int64_t{1} << 62 : 0));
  return root;
}

Word WordEmitter::Root(Word x) {
  return RootLike(x, [](double m) { return std::sqrt(m); }, false);
}
Word WordEmitter::InverseRoot(Word x) {
  return RootLike(x, [](double m) { return 1 / std::sqrt(m); }, true);
}

// e^x = 2^(x / ln 2): the whole part shifts, the rest is looked up.
Word WordEmitter::Exponential(Word x, WordFormat out) {
  constexpr int kFraction = 21;
  const Word factor{Splat(x.v, std::llround(std::ldexp(1 / std::log(2.0), 29)), ElementType::kS32), -29, 0x1.8p29};
  const Value turns = Fit(Product(x, factor), {32, -kFraction});
  const Value whole = e.Binary(Op::kShiftRightArithmetic, turns, Splat(turns, kFraction));
  const Value rest = e.Binary(Op::kAnd, turns, Splat(turns, (1 << kFraction) - 1));
  const Value mantissa = e.Binary(Op::kAdd, e.Binary(Op::kShiftLeft, rest, Splat(rest, 30 - kFraction)), Splat(rest, 1 << 30));
  const Value digits = OfMantissa(mantissa, [](double m) { return std::exp2(m - 1); }, kDigits);
  const int most = out.exponent + out.bits;  // what is larger is saturated anyway
  return Powered(digits, -kDigits, whole, most - 62, most);
}

Result<Word> WordEmitter::Lines(Word x, double low, double high, const Function& f) {
  while (x.bound >= 0x1p29) x = ShiftedRight(x, 1);
  const double reach = x.bound;
  const auto first = static_cast<int64_t>(std::floor(std::clamp(std::ldexp(low, -x.exponent), -reach, reach)));
  const auto last = std::max(static_cast<int64_t>(std::ceil(std::clamp(std::ldexp(high, -x.exponent), -reach, reach))), first + 1);
  int digits = 0;  // of a line
  while (((last - first) >> digits) > 1023) ++digits;
  std::vector<double> reals;
  for (int64_t at = first; at <= last + (int64_t{1} << digits); at += int64_t{1} << digits)
    reals.push_back(std::ldexp(static_cast<double>(at), x.exponent));
  MOTE_ASSIGN(std::vector<double> values, f(reals));
  double most = 0, apart = 0;
  for (size_t k = 0; k < values.size(); ++k) {
    if (!std::isfinite(values[k])) values[k] = 0;
    most = std::max(most, std::fabs(values[k]));
    if (k > 0) apart = std::max(apart, std::fabs(values[k] - values[k - 1]));
  }
  const int exponent = std::max({WordFormatFor(32, most * 2).exponent, WordFormatFor(32, apart).exponent + kPart + 1, -60});
  std::vector<int64_t> table;
  for (const double value : values) table.push_back(std::llround(std::ldexp(value, -exponent)));
  const Value v = e.Convert(x.v, ElementType::kS32);
  const Value held = e.Make(Op::kClamp, e.shape(v), {Splat(v, first), v, Splat(v, last)});
  const Value from = e.Binary(Op::kSubtract, held, Splat(held, first));
  const Value index = e.Binary(Op::kShiftRightArithmetic, from, Splat(from, digits));
  Value part = e.Binary(Op::kAnd, from, Splat(from, (int64_t{1} << digits) - 1));
  if (digits > kPart) part = e.Binary(Op::kShiftRightArithmetic, part, Splat(part, digits - kPart));
  return Word{Between(table, index, part, std::min(digits, kPart)), exponent, 0x1p30};
}

}  // namespace mote
