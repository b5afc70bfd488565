// Functions of one tensor, element by element. Stored bytes go through a table of 256 values that is computed here as TFLite's kernels
// compute it.
#include <cmath>
#include <functional>

#include "frontend/tflite/families.h"
#include "frontend/tflite/fixed_point.h"

namespace mote::tfl {
namespace {

bool IsByte(ElementType type) { return type == ElementType::kS8 || type == ElementType::kU8; }
bool IsStored(Node& n) { return IsQuantized(n.In(0)) && (IsByte(n.type(0)) || n.type(0) == ElementType::kS16); }

struct Scales {
  Scale in, out;
  Range range;
};
Result<Scales> ScalesOf(Node& n) {
  Scales s;
  MOTE_ASSIGN(s.in, n.In1(0));
  MOTE_ASSIGN(s.out, n.ScaleOf(n.Out()));
  s.range = RangeOf(n.Out().shape.element_type);
  if (n.type(0) == ElementType::kS16 && (s.in.zero != 0 || s.out.zero != 0)) return n.Unsupported("s16 with a zero point");
  return s;
}

// f of every stored value minus its zero point, as a table.
Status SetTable(Node& n, const Scales& s, const std::function<int64_t(int64_t)>& f) {
  const Range in = RangeOf(n.type(0));
  std::vector<int64_t> table;
  for (int64_t v = in.low; v <= in.high; ++v) table.push_back(std::clamp(f(v - s.in.zero), s.range.low, s.range.high));
  return n.Set(Lookup(n, n.Wide(0, in.low), n.Out().shape.element_type, table));
}

// By a function of floats of 32 bits, as LiteRT fills its tables.
Status SetRealTable(Node& n, const Scales& s, const std::function<float(float)>& f) {
  const float inverse = 1 / s.out.scale;
  return SetTable(n, s, [&](int64_t v) {
    const float value = std::round(f(s.in.scale * static_cast<float>(v)) * inverse);
    if (std::isnan(value)) return s.out.zero;
    return static_cast<int64_t>(std::clamp(value + static_cast<float>(s.out.zero), -2147483648.0f, 2147483520.0f));
  });
}

// What the C library's functions of floats give but for ties that only more digits decide.
float Rounded(double (*f)(double), float x) { return static_cast<float>(f(x)); }

// ---- rectifiers

Status ReadClamped(Node& n, file::Activation activation) {
  if (!IsStored(n)) {
    MOTE_ASSIGN(const Operand result, Activated(n, n.x(0), activation));
    return n.Set(result);
  }
  MOTE_ASSIGN(const Scales s, ScalesOf(n));
  MOTE_ASSIGN(const Range range, ActivationRange(activation, n.type(0), s.out));
  if (s.in.scale == s.out.scale && s.in.zero == s.out.zero) {
    return n.Set(n.b.Clamp(n.Scalar(n.type(0), range.low), n.x(0), n.Scalar(n.type(0), range.high)));
  }
  MOTE_ASSIGN(const Requantization requantization, DoubleRule({static_cast<double>(s.in.scale / s.out.scale)}, s.out, range));
  return n.Set(n.b.Requantize(n.Wide(0, s.in.zero), n.type(0), requantization));
}

// ---- 16-bit logistic and tanh: straight lines between 256 values of the logistic function

// 65536 / (1 + e^(-i/24)), raised by a sixteenth of its second difference, which halves the lines' largest error; the last is the end.
std::vector<int64_t> LogisticTable() {
  const auto f = [](int i) { return 65536 / (1 + std::exp(-i / 24.0)); };
  std::vector<int64_t> table;
  for (int i = 0; i < 255; ++i) table.push_back(std::llround(f(i) - (f(i + 1) - 2 * f(i) + f(i - 1)) / 16));
  table.push_back(65535);
  return table;
}

// The input on a scale of 1 / (3 · 4096), in s32.
Result<Operand> SixteenBitInput(Node& n, const Scales& s, int most_left) {
  int exponent = 0;
  const bool power = std::frexp(s.in.scale, &exponent) == 0.5f;
  int left = 12 + exponent - 1;
  int64_t multiplier = 0;
  if (power && left >= 0 && left <= most_left) {
    multiplier = int64_t{3} << left;
    left = 0;
  } else {
    double real = s.in.scale * 4096.0 * 3.0;
    for (left = 0; real <= 32767.0 / 2.0 && left <= 30; ++left) real *= 2.0;
    if (real > 65535) return n.Unsupported("an input scale above 5");
    multiplier = static_cast<int64_t>(real);
  }
  const ProgramNumbers p(n.b, 32);
  const Operand product = n.b.Mul(n.Wide(0, 0), p.Constant(multiplier));
  return left == 0 ? product : n.b.ShiftRightArithmetic(n.b.Add(product, p.Constant(int64_t{1} << (left - 1))), p.Constant(left));
}

Status CheckSixteenBitOutput(Node& n, const Scales& s) {
  if (s.out.scale == 1.0f / 32768) return Ok();
  return n.Unsupported("an output scale other than 1/32768");
}

Status ReadSixteenBit(Node& n, const Scales& s, bool tanh) {
  MOTE_CHECK_OK(CheckSixteenBitOutput(n, s));
  MOTE_ASSIGN(const Operand x, SixteenBitInput(n, s, tanh ? 1 : 0));
  const ProgramNumbers p(n.b, 32);
  const int bits = tanh ? 8 : 9;
  const Operand magnitude = n.b.Abs(x);
  const Operand whole = n.b.ShiftRightArithmetic(magnitude, p.Constant(bits)), index = p.Most(whole, 254);
  const std::vector<int64_t> table = LogisticTable();
  const Operand low = Lookup(n, index, ElementType::kS32, table), high = Lookup(n, n.b.Add(index, p.Constant(1)), ElementType::kS32, table);
  const Operand inside = n.b.Add(n.b.ShiftLeft(low, p.Constant(bits)), n.b.Mul(p.And(magnitude, (1 << bits) - 1), n.b.Sub(high, low)));
  const Operand end = p.Constant(tanh ? 0xFFFF << 8 : 0x7FFF << 10);
  const Operand value = n.b.Select(n.b.Ge(whole, p.Constant(255)), end, inside);
  const Operand negative = p.IsNegative(x);
  Operand result;
  if (tanh) {
    const Operand moved = n.b.Sub(value, p.Constant(1 << 23));
    result = n.b.Select(negative, n.b.Add(n.b.Sub(p.Constant(0), moved), p.Constant(127)), n.b.Add(moved, p.Constant(128)));
    result = n.b.ShiftRightArithmetic(result, p.Constant(8));
  } else {
    result = n.b.Select(negative, n.b.Sub(p.Constant((1 << 25) + (1 << 9) - 1), value), n.b.Add(value, p.Constant(1 << 9)));
    result = n.b.ShiftRightArithmetic(result, p.Constant(10));
  }
  return n.Set(n.b.ConvertElementType(result, ElementType::kS16));
}

// ---- logistic and tanh of bytes by TFLite Micro: Q4.27

Result<std::function<int64_t(int64_t)>> MicroFunction(Node& n, const Scales& s, bool tanh) {
  constexpr int kIntegerBits = 4;
  MOTE_ASSIGN(const Multiplier m, QuantizeReal(s.in.scale * std::ldexp(1.0, 31 - kIntegerBits)));
  const double radius = std::floor(((1 << kIntegerBits) - 1) * std::ldexp(1.0, 31 - kIntegerBits) / std::ldexp(1.0, m.exponent));
  (void)n;
  return std::function<int64_t(int64_t)>([m, radius, tanh](int64_t v) -> int64_t {
    if (static_cast<double>(v) <= -radius) return -128;
    if (static_cast<double>(v) >= radius) return 127;
    const HostNumbers host{32};
    const int64_t x = Scaled(v, m);
    return tanh ? host.RoundingShift(Tanh(host, x, kIntegerBits), 24) : host.RoundingShift(Logistic(host, x, kIntegerBits), 23) - 128;
  });
}

Status ReadSigmoidal(Node& n, bool tanh) {
  if (!IsStored(n)) return n.Set(tanh ? n.b.Tanh(n.x(0)) : n.b.Logistic(n.x(0)));
  MOTE_ASSIGN(const Scales s, ScalesOf(n));
  if (n.type(0) == ElementType::kS16) return ReadSixteenBit(n, s, tanh);
  if (!tanh && s.out.scale != 1.0f / 256) return n.Unsupported("an output scale other than 1/256");
  if (n.arithmetic() == TfliteArithmetic::kTflm && n.type(0) == ElementType::kS8) {
    MOTE_ASSIGN(const auto f, MicroFunction(n, s, tanh));
    return SetTable(n, s, f);
  }
  if (tanh) return SetRealTable(n, s, [](float x) { return Rounded(std::tanh, x); });
  return SetRealTable(n, s, [](float x) { return 1.0f / (1.0f + Rounded(std::exp, -x)); });
}

// ---- hard swish of bytes, in 16 bits

int64_t HardSwish(int64_t x, Multiplier output, Multiplier reluish) {
  const HostNumbers host{16};
  const auto narrow = [](Multiplier m) { return std::min<int64_t>((m.multiplier + (1 << 15)) >> 16, 32767); };
  const int64_t fine = x * (1 << 7), scaled = host.Multiply(fine, narrow(output));
  int64_t gate = fine;
  if (reluish.exponent > 0) gate = host.SaturatingLeft(gate, reluish.exponent - 1);
  gate = host.Multiply(gate, narrow(reluish));
  if (reluish.exponent > 0) gate = host.SaturatingLeft(gate, 1);
  if (reluish.exponent < 0) gate = host.RoundingShift(gate, -reluish.exponent);
  gate = (gate + (1 << 15)) >> 1;
  const int64_t product = std::min<int64_t>(gate * scaled / (1 << 15), 32767);  // toward zero
  return host.RoundingShift(product, -output.exponent);
}

using UnaryMethod = Operand (Builder::*)(Operand);

Status ReadOfFloats(Node& n, UnaryMethod method) {
  if (IsQuantized(n.In(0)) && !IsFloat(n.type(0))) return n.Unsupported("integers with a scale");
  return n.Set((n.b.*method)(n.x(0)));
}

Status ReadFunction(Node& n, Operand (Builder::*method)(Operand, const ResultAccuracy&), float (*table)(float)) {
  if (!IsStored(n)) return n.Set((n.b.*method)(n.x(0), {}));
  if (n.type(0) != ElementType::kS8 || table == nullptr) return n.Unsupported("stored integers of this type");
  MOTE_ASSIGN(const Scales s, ScalesOf(n));
  return SetRealTable(n, s, table);
}

}  // namespace

Status ReadRelu(Node& n) { return ReadClamped(n, file::Activation::RELU); }
Status ReadRelu6(Node& n) { return ReadClamped(n, file::Activation::RELU6); }
Status ReadReluN1To1(Node& n) { return ReadClamped(n, file::Activation::RELU_N1_TO_1); }
Status ReadLogistic(Node& n) { return ReadSigmoidal(n, false); }
Status ReadTanh(Node& n) { return ReadSigmoidal(n, true); }

Status ReadLeakyRelu(Node& n) {
  MOTE_ASSIGN(const file::LeakyReluOptions* o, n.Options<file::LeakyReluOptions>(75));
  const float alpha = o->alpha();
  if (!IsStored(n)) {
    const Operand x = n.x(0), zero = n.Real(n.type(0), 0);
    return n.Set(n.b.Select(n.b.Gt(x, zero), x, n.b.Mul(x, n.Real(n.type(0), alpha))));
  }
  MOTE_ASSIGN(const Scales s, ScalesOf(n));
  MOTE_ASSIGN(const Multiplier steep, QuantizeReal(s.in.scale / s.out.scale));
  MOTE_ASSIGN(const Multiplier flat, QuantizeReal(std::fabs(s.in.scale * alpha / s.out.scale)));
  if (IsByte(n.type(0))) {
    return SetTable(n, s, [&](int64_t v) { return s.out.zero + (v >= 0 ? Scaled(v, steep) : (alpha < 0 ? -1 : 1) * Scaled(v, flat)); });
  }
  const ProgramNumbers p(n.b, 32);
  const Operand x = n.Wide(0, 0), below = Scaled(n, x, flat);
  const Operand value = n.b.Select(p.IsNegative(x), alpha < 0 ? n.b.Neg(below) : below, Scaled(n, x, steep));
  return n.Set(n.b.ConvertElementType(p.Most(p.Least(value, s.range.low), s.range.high), ElementType::kS16));
}

Status ReadHardSwish(Node& n) {
  if (!IsStored(n)) {
    const ElementType type = n.type(0);
    const Operand x = n.x(0), gate = n.b.Clamp(n.Real(type, 0), n.b.Add(x, n.Real(type, 3)), n.Real(type, 6));
    return n.Set(n.b.Div(n.b.Mul(x, gate), n.Real(type, 6)));
  }
  if (!IsByte(n.type(0))) return n.Unsupported("stored integers of this type");
  MOTE_ASSIGN(const Scales s, ScalesOf(n));
  const float fine = (1.0f / 128.0f) * s.in.scale;
  MOTE_ASSIGN(const Multiplier output, QuantizeReal(fine / s.out.scale));
  MOTE_ASSIGN(const Multiplier reluish, QuantizeReal(fine / (3.0f / 32768.0f)));
  if (output.exponent > 0) return n.Unsupported("an input scale above 128 times the output's");
  return SetTable(n, s, [&](int64_t v) { return s.out.zero + HardSwish(v, output, reluish); });
}

Status ReadElu(Node& n) {
  if (IsStored(n)) {
    if (!IsByte(n.type(0))) return n.Unsupported("stored integers of this type");
    MOTE_ASSIGN(const Scales s, ScalesOf(n));
    return SetRealTable(n, s, [](float x) { return x < 0 ? Rounded(std::expm1, x) : x; });
  }
  const Operand x = n.x(0);
  return n.Set(n.b.Select(n.b.Lt(x, n.Real(n.type(0), 0)), n.b.Expm1(x), x));
}

Status ReadGelu(Node& n) {
  MOTE_ASSIGN(const file::GeluOptions* o, n.Options<file::GeluOptions>(116));
  if (IsStored(n)) {
    if (!IsByte(n.type(0))) return n.Unsupported("stored integers of this type");
    MOTE_ASSIGN(const Scales s, ScalesOf(n));
    if (o->approximate()) {
      return SetRealTable(n, s,
                          [](float x) { return 0.5f * x * (1 + Rounded(std::tanh, 0.7978845608028654f * (x + 0.044715f * x * x * x))); });
    }
    return SetRealTable(n, s, [](float x) { return 0.5f * x * Rounded(std::erfc, x * static_cast<float>(-0.70710678118654752440)); });
  }
  const ElementType type = n.type(0);
  const Operand x = n.x(0), half = n.b.Mul(n.Real(type, 0.5), x);
  if (o->approximate()) {
    const Operand cube = n.b.Mul(n.b.Mul(n.b.Mul(n.Real(type, 0.044715f), x), x), x);
    const Operand inner = n.b.Mul(n.Real(type, 0.7978845608028654f), n.b.Add(x, cube));
    return n.Set(n.b.Mul(half, n.b.Add(n.Real(type, 1), n.b.Tanh(inner))));
  }
  return n.Set(n.b.Mul(half, n.b.Erfc(n.b.Mul(x, n.Real(type, static_cast<float>(-0.70710678118654752440))))));
}

Status ReadExp(Node& n) { return ReadFunction(n, &Builder::Exp, [](float x) { return Rounded(std::exp, x); }); }
Status ReadLog(Node& n) { return ReadFunction(n, &Builder::Log, nullptr); }
Status ReadSqrt(Node& n) { return ReadFunction(n, &Builder::Sqrt, nullptr); }
Status ReadSin(Node& n) { return ReadFunction(n, &Builder::Sin, nullptr); }
Status ReadCos(Node& n) { return ReadFunction(n, &Builder::Cos, nullptr); }
Status ReadRsqrt(Node& n) {
  if (IsStored(n)) return n.Unsupported("integers with a scale");
  return n.Set(n.b.Div(n.Real(n.type(0), 1), n.b.Sqrt(n.x(0))));
}
Status ReadFloor(Node& n) { return ReadOfFloats(n, &Builder::Floor); }
Status ReadCeil(Node& n) { return ReadOfFloats(n, &Builder::Ceil); }
Status ReadRound(Node& n) { return ReadOfFloats(n, &Builder::RoundNearestEven); }
Status ReadSign(Node& n) { return ReadOfFloats(n, &Builder::Sign); }
Status ReadNeg(Node& n) { return ReadOfFloats(n, &Builder::Neg); }
Status ReadAbs(Node& n) { return ReadOfFloats(n, &Builder::Abs); }
Status ReadSquare(Node& n) {
  if (IsStored(n)) return n.Unsupported("integers with a scale");
  return n.Set(n.b.Mul(n.x(0), n.x(0)));
}
Status ReadLogicalNot(Node& n) {
  if (!IsPred(n.type(0))) return n.Fail(Rule::kElementType, "the input must be pred");
  return n.Set(n.b.Not(n.x(0)));
}

// ---- between scales and types

Status ReadQuantize(Node& n) {
  const ElementType out_type = n.Out().shape.element_type;
  MOTE_ASSIGN(const Scale out, n.ScaleOf(n.Out()));
  const Range range = RangeOf(out_type);
  if (n.type(0) == ElementType::kF32) {
    if (!IsByte(out_type) && out_type != ElementType::kS16) return n.Unsupported("results of this type");
    const Operand steps = n.b.Round(n.b.Div(n.x(0), n.Real(ElementType::kF32, out.scale)));
    // Clamped as floats first: what is left is exact in s32.
    const Operand inside = n.b.Clamp(n.Real(ElementType::kF32, -16777216), steps, n.Real(ElementType::kF32, 16777216));
    const Operand moved = n.b.Add(n.b.ConvertElementType(inside, ElementType::kS32), n.Scalar(ElementType::kS32, out.zero));
    const Operand clamped = n.b.Clamp(n.Scalar(ElementType::kS32, range.low), moved, n.Scalar(ElementType::kS32, range.high));
    return n.Set(n.b.ConvertElementType(clamped, out_type));
  }
  if (!IsByte(n.type(0)) && n.type(0) != ElementType::kS16 && n.type(0) != ElementType::kS32) return n.Unsupported("inputs of this type");
  MOTE_ASSIGN(const Scale in, n.In1(0));
  MOTE_ASSIGN(const Requantization requantization,
              DoubleRule({static_cast<double>(in.scale) / static_cast<double>(out.scale)}, out, range));
  if (!IsByte(out_type) && out_type != ElementType::kS16) return n.Unsupported("results of this type");
  return n.Set(n.b.Requantize(n.Wide(0, in.zero), out_type, requantization));
}

Status ReadDequantize(Node& n) {
  const ElementType out = n.Out().shape.element_type;
  if (IsFloat(n.type(0))) return n.Set(n.b.ConvertElementType(n.x(0), out));
  if (out != ElementType::kF32) return n.Unsupported("results of this type");
  const int64_t along = n.In(0).quantization == nullptr ? 0 : n.In(0).quantization->quantized_dimension();
  MOTE_ASSIGN(const std::vector<float> scales, ScalesAlong(n.In(0), along));
  MOTE_CHECK_OK(n.Spend(16 * scales.size()));
  int64_t zero = 0;
  if (scales.size() == 1) {
    MOTE_ASSIGN(const Scale in, n.In1(0));
    zero = in.zero;
  }
  const Operand value = n.b.ConvertElementType(n.Wide(0, zero), ElementType::kF32);
  if (scales.size() == 1) return n.Set(n.b.Mul(value, n.Real(ElementType::kF32, scales[0])));
  const Operand factors = n.b.ConstantR1(ElementType::kF32, std::vector<double>(scales.begin(), scales.end()));
  return n.Set(n.b.Mul(value, n.b.BroadcastInDim(factors, n.dims(0), {along})));
}

Status ReadCast(Node& n) {
  const ElementType from = n.type(0), to = n.Out().shape.element_type;
  if (IsPred(to) && !IsPred(from)) return n.Set(n.b.Ne(n.x(0), IsFloat(from) ? n.Real(from, 0) : n.Scalar(from, 0)));
  return n.Set(n.b.ConvertElementType(n.x(0), to));
}

}  // namespace mote::tfl
