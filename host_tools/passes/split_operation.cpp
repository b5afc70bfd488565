// SplitOperation: one case per kind of operation, from the parts of the operands to the parts of the result.
#include "passes/split_complex.h"

namespace mote {
namespace {

// Moves, and arithmetic that treats the parts alike.
bool IsPartwise(Op op) {
  if (InFamily(op, Family::kMove, Family::kIndexed, Family::kRunTimeMove)) return op != Op::kBitcastConvert;
  return op == Op::kAdd || op == Op::kSubtract || op == Op::kNegate || op == Op::kSelect;
}

class OperationSplitter {
 public:
  OperationSplitter(ModuleEmitter& e, const Instruction& i, const std::vector<Halves>& operands) : e_(e), i_(i), operands_(operands) {}

  std::optional<Halves> Run() {
    if (IsPartwise(i_.op)) return Pair(OnParts(false), OnParts(true));
    switch (i_.op) {
      case Op::kConstant: return Constant();
      case Op::kIota: return Pair(e_.Make(Op::kIota, Part(), {}, i_.attributes), e_.Splat(Part(), 0));
      case Op::kComplex: return Pair(operands_[0].re, operands_[1].re);
      case Op::kReal: return Plain(operands_[0].re);
      case Op::kImag: return Plain(operands_[0].im);
      case Op::kConj: return Pair(operands_[0].re, e_.Unary(Op::kNegate, operands_[0].im));
      case Op::kConvert: return Convert();
      case Op::kBitcastConvert: return Bitcast();
      case Op::kCompare: return Plain(Ordered(i_.Text(Attr::kComparisonDirection).c_str(), At(0), At(1)).value);
      case Op::kMaximum: return Pair(Extreme("GE", At(0), At(1)));
      case Op::kMinimum: return Pair(Extreme("LE", At(0), At(1)));
      case Op::kClamp: return Pair(Extreme("LE", Extreme("GE", At(1), At(0)), At(2)));
      case Op::kMultiply: return Pair(Multiply(At(0), At(1)));
      case Op::kDotGeneral: case Op::kConvolution: return Product();
      default: return Function();
    }
  }

 private:
  Shape Part() const { return PartShape(i_.shape()); }
  Halves Plain(Value v) const { return {v, v, false}; }
  Halves Pair(Value re, Value im) const { return {re, im, true}; }
  Halves Pair(const Complex& z) const { return {z.re.value, z.im.value, true}; }
  Complex At(size_t o) const { return {{&e_, operands_[o].re}, {&e_, operands_[o].im}}; }

  // The instruction on the real or on the imaginary parts; operands that are not complex (predicates, indices) are shared.
  Value OnParts(bool imaginary) const {
    Instruction copy = i_;
    for (size_t o = 0; o < operands_.size(); ++o) copy.operands[o] = imaginary && operands_[o].complex ? operands_[o].im : operands_[o].re;
    copy.shapes = {Part()};
    return e_.Add(std::move(copy));
  }

  Halves Constant() const {
    const Literal& value = i_.LiteralValue();
    const size_t width = StorageBytes(Part().element_type);
    Literal re(Part()), im(Part());
    const auto from = value.bytes();
    const auto real = re.mutable_bytes(), imaginary = im.mutable_bytes();
    for (size_t at = 0; at < real.size(); at += width) {
      std::memcpy(&real[at], &from[2 * at], width);
      std::memcpy(&imaginary[at], &from[2 * at + width], width);
    }
    return Pair(e_.Constant(re), e_.Constant(im));
  }

  Halves Convert() const {
    const ElementType to = i_.shape().element_type;
    if (!operands_[0].complex) return Pair(e_.Convert(operands_[0].re, RealPart(to)), e_.Splat(Part(), 0));
    const Complex z = At(0);
    if (IsComplex(to)) return Pair(e_.Convert(z.re.value, RealPart(to)), e_.Convert(z.im.value, RealPart(to)));
    return Plain(e_.Convert(z.re.value, to));
  }

  // Between c64 and c128: an f64 is two f32, the low half first; these are the parts of one c64, so that two c64 are one c128.
  std::optional<Halves> Bitcast() const {
    const Halves& z = operands_[0];
    const ElementType to = i_.shape().element_type;
    if (!z.complex || !IsComplex(to)) return std::nullopt;
    const ElementType from = e_.shape(z.re).element_type;
    if (from == RealPart(to)) return z;
    const auto cast = [&](Value v) { return e_.Make(Op::kBitcastConvert, Part(), {v}); };
    if (from == ElementType::kF64) return Swapped(cast(z.re), cast(z.im));
    const Halves words = Swapped(z.re, z.im);
    return Pair(cast(words.re), cast(words.im));
  }

  // Of [a0, a1] and [b0, b1] along the minor dimension: [a0, b0] and [a1, b1].
  Halves Swapped(Value a, Value b) const {
    const Shape pair = e_.shape(a);
    Shape one = pair;
    one.dims.back() = 1;
    const auto column = [&](int64_t at) {
      const auto half = [&](Value v) {
        std::vector<int64_t> start(pair.dims.size(), 0), limit = pair.dims;
        start.back() = at;
        limit.back() = at + 1;
        return e_.Make(Op::kSlice, one, {v}, {{Attr::kStartIndices, start}, {Attr::kLimitIndices, limit}});
      };
      return e_.Make(Op::kConcatenate, pair, {half(a), half(b)}, {{Attr::kDimension, pair.rank() - 1}});
    };
    return Pair(column(0), column(1));
  }

  // Equality of both parts; the order is lexicographic (OPS.md 2.2).
  static Truth Ordered(const std::string& direction, const Complex& a, const Complex& b) {
    if (direction == "EQ") return mote::Compare("EQ", a.re, b.re) & mote::Compare("EQ", a.im, b.im);
    if (direction == "NE") return mote::Compare("NE", a.re, b.re) | mote::Compare("NE", a.im, b.im);
    const char* strict = direction[0] == 'L' ? "LT" : "GT";
    return mote::Compare(strict, a.re, b.re) | (mote::Compare("EQ", a.re, b.re) & mote::Compare(direction.c_str(), a.im, b.im));
  }

  static Complex Extreme(const char* direction, const Complex& a, const Complex& b) {
    const Truth first = Ordered(direction, a, b);
    return {Select(first, a.re, b.re), Select(first, a.im, b.im)};
  }

  // Four real products, or two where one operand is real. Few terms are added up one by one instead, without fused operations.
  std::optional<Halves> Product() const {
    if (i_.op == Op::kDotGeneral) {
      if (auto sum = ShortDot(e_, i_, operands_)) return sum;
    }
    const auto product = [&](Value a, Value b) {
      Instruction copy = i_;
      copy.operands = {a, b};
      copy.shapes = {Part()};
      return e_.Add(std::move(copy));
    };
    const Halves &a = operands_[0], &b = operands_[1];
    Value re = product(a.re, b.re);
    if (!a.complex && !b.complex) return Pair(re, e_.Splat(Part(), 0));
    if (!a.complex) return Pair(re, product(a.re, b.im));
    if (!b.complex) return Pair(re, product(a.im, b.re));
    re = e_.Binary(Op::kSubtract, re, product(a.im, b.im));
    return Pair(re, e_.Binary(Op::kAdd, product(a.re, b.im), product(a.im, b.re)));
  }

  // Functions compute in f64.
  Complex Wide(size_t o) const {
    const auto wide = [&](Value v) { return Real{&e_, e_.Convert(v, ElementType::kF64)}; };
    return {wide(operands_[o].re), wide(operands_[o].im), e_.shape(operands_[o].re).element_type == ElementType::kF32};
  }
  Value Narrow(const Real& x) const { return e_.Convert(x.value, Part().element_type); }

  std::optional<Halves> Function() const {
    for (const Halves& operand : operands_) {
      if (!operand.complex) return std::nullopt;
    }
    if (operands_.empty() || operands_.size() > 2) return std::nullopt;
    const Complex z = Wide(0);
    if (i_.op == Op::kAbs) return Plain(Narrow(Modulus(z)));
    std::optional<Complex> result;
    if (operands_.size() == 1) result = ApplyComplex(i_.op, z);
    else if (i_.op == Op::kDivide) result = Divide(z, Wide(1));
    else if (i_.op == Op::kPower) result = Power(z, Wide(1));
    else if (i_.op == Op::kAtan2) result = Atan2(z, Wide(1));
    if (!result) return std::nullopt;
    return Pair(Narrow(result->re), Narrow(result->im));
  }

  ModuleEmitter& e_;
  const Instruction& i_;
  const std::vector<Halves>& operands_;
};

}  // namespace

Shape PartShape(Shape shape) {
  if (shape.IsArray()) shape.element_type = RealPart(shape.element_type);
  return shape;
}

std::optional<Halves> SplitOperation(ModuleEmitter& e, const Instruction& i, const std::vector<Halves>& operands) {
  return OperationSplitter(e, i, operands).Run();
}

}  // namespace mote
