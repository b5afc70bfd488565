// Shifts, sums, products, quotients: s32 where it holds them, else s64.
#include "quantize/word_emitter.h"

#include <algorithm>

namespace mote {

namespace {

constexpr double kWidest = 0x1p62;
constexpr double kConstant = 0x1p14;  // what is left of a constant that gave up digits

}  // namespace

int64_t WordFormat::Stored(double real) const {
  if (std::isnan(real)) return 0;
  const auto limit = static_cast<double>(most());
  return static_cast<int64_t>(std::clamp(std::nearbyint(std::ldexp(real, -exponent)), -limit, limit));
}

WordFormat WordFormatFor(int bits, double magnitude) {
  WordFormat f{bits, 0};
  f.exponent = magnitude > 0x1p-60 ? static_cast<int>(std::ceil(std::log2(magnitude / static_cast<double>(f.most())))) : -60;
  while (std::nearbyint(std::ldexp(magnitude, -f.exponent)) > static_cast<double>(f.most())) ++f.exponent;
  return f;
}

Value WordEmitter::Splat(Value like, int64_t value, ElementType type) {
  Literal scalar(Shape::Scalar(type));
  scalar.SetInteger(0, value);
  return e.Broadcast(e.Constant(scalar), e.shape(like), {});
}

Word WordEmitter::ShiftedRight(Word w, int digits) {
  if (digits == 0) return w;
  if (digits > 62) return {Splat(w.v, 0), w.exponent + digits, 0};
  const double half = std::ldexp(1.0, digits - 1);
  const ElementType type = TypeFor(w.bound + half);
  const Value v = e.Convert(w.v, type);
  const Value sum = e.Binary(Op::kAdd, v, Splat(v, int64_t{1} << (digits - 1)));
  return {e.Binary(Op::kShiftRightArithmetic, sum, Splat(v, digits)), w.exponent + digits, std::floor((w.bound + half) / (2 * half)),
          w.constant};
}

Word WordEmitter::ShiftedLeft(Word w, int digits) {
  if (digits == 0) return w;
  const double bound = std::ldexp(w.bound, digits);
  const Value v = e.Convert(w.v, TypeFor(bound));
  return {e.Binary(Op::kShiftLeft, v, Splat(v, digits)), w.exponent - digits, bound};
}

Word WordEmitter::Clamped(Word w, double most) {
  if (w.bound <= most) return w;
  const auto limit = static_cast<int64_t>(most);
  return {e.Make(Op::kClamp, e.shape(w.v), {Splat(w.v, -limit), w.v, Splat(w.v, limit)}), w.exponent, most};
}

Value WordEmitter::Fit(Word w, WordFormat to) {
  const auto most = static_cast<double>(to.most());
  if (to.exponent >= w.exponent) {
    w = ShiftedRight(w, to.exponent - w.exponent);
  } else {
    const int digits = w.exponent - to.exponent;
    // One step beyond what is left of the largest: the last digits are the largest's own.
    w = Clamped(w, digits > 62 ? 0 : std::floor(std::ldexp(most, -digits)) + 1);
    w = digits > 62 ? Word{w.v, to.exponent, 0} : ShiftedLeft(w, digits);
  }
  return e.Convert(Clamped(w, most).v, to.type());
}

std::pair<Word, Word> WordEmitter::Aligned(Word a, Word b) {
  int at = std::min(a.exponent, b.exponent);
  while (std::ldexp(a.bound, a.exponent - at) + std::ldexp(b.bound, b.exponent - at) > kWidest) ++at;
  a = AtExponent(a, at), b = AtExponent(b, at);
  const ElementType type = TypeFor(a.bound + b.bound);
  a.v = e.Convert(a.v, type), b.v = e.Convert(b.v, type);
  return {a, b};
}

Word WordEmitter::Sum(Word a, Word b, WordFormat out, bool minus) {
  int at = std::min(a.exponent, b.exponent);
  const auto fits = [&] {
    const double half = out.exponent > at ? std::ldexp(0.5, out.exponent - at) : 0;
    return std::ldexp(a.bound, a.exponent - at) + std::ldexp(b.bound, b.exponent - at) + half + 2 < 0x1p31;
  };
  while (!fits() && at <= CoarsestFor(out)) ++at;
  if (at > CoarsestFor(out)) return Sum(a, b, minus);
  return Sum(AtExponent(a, at), AtExponent(b, at), minus);
}

Word WordEmitter::Sum(Word a, Word b, bool minus) {
  std::tie(a, b) = Aligned(a, b);
  return {e.Binary(minus ? Op::kSubtract : Op::kAdd, a.v, b.v), a.exponent, a.bound + b.bound};
}

std::pair<Word, Word> WordEmitter::Narrowed(Word a, Word b, double terms) {
  while (a.bound * b.bound * terms > kWidest) {
    const double over = std::ceil(std::log2(a.bound * b.bound * terms / kWidest));
    Word& constant = a.constant ? a : b;
    const double spare = constant.constant ? std::floor(std::log2(constant.bound / kConstant)) : 0;
    if (spare >= 1) {
      constant = ShiftedRight(constant, static_cast<int>(std::min(over, spare)));
      continue;
    }
    // Down to the other's size, then both.
    const double apart = std::fabs(std::log2(a.bound / b.bound));
    Word& larger = a.bound >= b.bound ? a : b;
    larger = ShiftedRight(larger, static_cast<int>(std::max(std::min(over, std::max(std::floor(apart), std::ceil(over / 2))), 1.0)));
  }
  return {a, b};
}

// By the upper halves of products of s32 where they have digits enough; the smaller operand is shifted left for that.
Word WordEmitter::Product(Word a, Word b, WordFormat out) {
  const bool square = a.v == b.v;
  if (a.bound * b.bound < 0x1p31 || a.bound >= 0x1p31 || b.bound >= 0x1p31) return Product(a, b);
  Word& smaller = a.bound < b.bound ? a : b;
  // Small squares are looked at beside large ones: all their digits count.
  const int missing = a.exponent + b.exponent + 32 - (square ? out.exponent : CoarsestFor(out));
  const int spare = 31 - static_cast<int>(std::floor(std::log2(smaller.bound))) - 1;
  if (missing > (square ? 0 : spare)) return Product(a, b);
  if (missing > 0) smaller = ShiftedLeft(smaller, missing);
  const Value left = e.Convert(a.v, ElementType::kS32), right = square ? left : e.Convert(b.v, ElementType::kS32);
  return {e.Binary(Op::kMulhi, left, right), a.exponent + b.exponent + 32, std::ceil(a.bound * b.bound * 0x1p-32)};
}

Word WordEmitter::Product(Word a, Word b) {
  const bool square = a.v == b.v;
  std::tie(a, b) = Narrowed(a, b, 1);
  const double bound = a.bound * b.bound;
  const Value left = e.Convert(a.v, TypeFor(bound)), right = square ? left : e.Convert(b.v, TypeFor(bound));
  if (square) b = a;
  return {e.Binary(Op::kMultiply, left, right), a.exponent + b.exponent, a.bound * b.bound};
}

Word WordEmitter::Quotient(Word a, Word b, WordFormat out) {
  const int wanted = a.exponent - b.exponent - out.exponent + 1;  // one digit more than is kept
  const int digits = std::clamp(wanted, 0, static_cast<int>(62 - std::ceil(std::log2(std::max(a.bound, 1.0)))));
  a = ShiftedLeft(a, digits);
  const ElementType type = TypeFor(std::max(a.bound, b.bound));
  const Value quotient = e.Binary(Op::kDivide, e.Convert(a.v, type), e.Convert(b.v, type));
  return {quotient, a.exponent - b.exponent, a.bound};
}

Word WordEmitter::Contraction(const Instruction& product, Word a, Word b, double terms) {
  const double each = terms / std::max(b.bound, 1.0);
  std::tie(a, b) = Narrowed(a, b, each);
  const double bound = a.bound * b.bound * each;
  Instruction sums = product;
  for (const Attr a_float : {Attr::kPrecisionConfig, Attr::kDotAlgorithm}) sums.attributes.erase(a_float);
  sums.shapes[0].element_type = TypeFor(bound);
  // Operands as narrow as they are: what reads them widens.
  const auto narrow = [&](const Word& w) { return w.bound < 0x1p31 && e.shape(w.v).element_type == ElementType::kS64; };
  sums.operands = {narrow(a) ? e.Convert(a.v, ElementType::kS32) : a.v, narrow(b) ? e.Convert(b.v, ElementType::kS32) : b.v};
  return {e.Add(std::move(sums)), a.exponent + b.exponent, bound};
}

Word WordEmitter::SumOver(Word a, const std::vector<int64_t>& dimensions) {
  double terms = 1;
  for (const int64_t d : dimensions) terms *= static_cast<double>(e.shape(a.v).dims[d]);
  while (a.bound * terms > kWidest) a = ShiftedRight(a, 1);
  const Value wide = e.Convert(a.v, TypeFor(a.bound * terms));
  return {e.Reduce(Op::kAdd, wide, 0, dimensions), a.exponent, a.bound * terms};
}

Value WordEmitter::Compare(const std::string& direction, Word a, Word b) {
  std::tie(a, b) = Aligned(a, b);
  return e.Compare(direction.c_str(), a.v, b.v);
}

Word WordEmitter::Whole(Word a, bool up) {
  if (a.exponent >= 0) return a;
  const int digits = std::min(-a.exponent, 61);
  if (up) a = {e.Unary(Op::kNegate, e.Convert(a.v, TypeFor(a.bound))), a.exponent, a.bound};
  const Value v = e.Convert(a.v, TypeFor(a.bound + 1));
  const Value whole = e.Binary(Op::kShiftRightArithmetic, v, Splat(v, digits));
  return {up ? e.Unary(Op::kNegate, whole) : whole, a.exponent + digits, std::floor(std::ldexp(a.bound, -digits)) + 1};
}

}  // namespace mote
