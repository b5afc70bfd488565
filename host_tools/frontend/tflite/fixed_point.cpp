// One multiplier, or one a channel.
#include "frontend/tflite/fixed_point.h"

#include <cmath>

namespace mote::tfl {

Operand Scaled(Node& node, Operand x, Multiplier m) {
  const ProgramNumbers n(node.b, 32);
  if (m.exponent > 0) x = node.b.ShiftLeft(x, n.Constant(m.exponent));
  return n.RoundingShift(n.Multiply(x, n.Constant(m.multiplier)), std::max(-m.exponent, 0));
}

int64_t Scaled(int64_t x, Multiplier m) {
  const HostNumbers n{32};
  const int32_t shifted = static_cast<int32_t>(static_cast<uint64_t>(x) << std::max(m.exponent, 0));
  return n.RoundingShift(n.Multiply(shifted, m.multiplier), std::max(-m.exponent, 0));
}

Result<Operand> RequantizedReal(Node& node, Operand sums, const std::vector<double>& reals, Scale output, Range range) {
  Builder& b = node.b;
  if (b.error()) return Operand{};
  if (b.shape(sums).element_type != ElementType::kS32) {  // sums of s64 have no such operation
    Literal factors(Shape::Array(ElementType::kF64, {static_cast<int64_t>(reals.size())}));
    for (size_t i = 0; i < reals.size(); ++i) factors.SetReal(static_cast<int64_t>(i), reals[i]);
    const Operand factor =
        node.Like(reals.size() == 1 ? b.Reshape(b.ConstantLiteral(factors), {}) : b.ConstantLiteral(factors), b.shape(sums).dims);
    const Operand rounded = b.ConvertElementType(b.Round(b.Mul(b.ConvertElementType(sums, ElementType::kF64), factor)), ElementType::kS64);
    const Operand moved = b.Add(rounded, node.Scalar(ElementType::kS64, output.zero));
    const Operand clamped = b.Clamp(node.Scalar(ElementType::kS64, range.low), moved, node.Scalar(ElementType::kS64, range.high));
    return b.ConvertElementType(clamped, node.Out().shape.element_type);
  }
  Requantization out;
  for (const double real : reals) {
    int exponent = 0;
    int64_t multiplier = static_cast<int64_t>(std::ldexp(std::frexp(real, &exponent), 53));
    for (exponent = 53 - exponent; multiplier != 0 && multiplier % 2 == 0 && exponent > 0; --exponent) multiplier /= 2;
    if (exponent < 0) return node.Fail(Rule::kAttribute, "scales give the factor " + std::to_string(real) + ", beyond 2^53");
    out.multipliers.push_back(multiplier);
    out.shifts.push_back(multiplier == 0 ? 0 : exponent);
  }
  out.zero_point = output.zero;
  out.min = range.low;
  out.max = range.high;
  out.rounding = Rounding::kReal;
  return b.Requantize(sums, node.Out().shape.element_type, out);
}

Result<Operand> RequantizedOnce(Node& node, Operand sums, const std::vector<double>& reals, Scale output, Range range) {
  Builder& b = node.b;
  const ElementType s64 = ElementType::kS64;
  std::vector<int64_t> multipliers, halves, shifts;
  for (const double real : reals) {
    MOTE_ASSIGN(const Multiplier m, QuantizeReal(real));
    if (m.exponent > 7) return node.Fail(Rule::kAttribute, "scales give the factor " + std::to_string(real) + ", beyond 2^7");
    multipliers.push_back(m.multiplier < 0x7FFF0000 ? (m.multiplier + (1 << 15)) >> 16 : 0x7FFF);
    shifts.push_back(15 - m.exponent);
    halves.push_back(int64_t{1} << (14 - m.exponent));
  }
  if (b.error()) return Operand{};
  const auto channels = [&](const std::vector<int64_t>& values) {
    return values.size() == 1 ? node.Scalar(s64, values[0])
                              : node.Like(node.Constant(s64, {static_cast<int64_t>(values.size())}, values), b.shape(sums).dims);
  };
  const Operand product = b.Add(b.Mul(sums, channels(multipliers)), channels(halves));
  const Operand scaled = b.Add(b.ShiftRightArithmetic(product, channels(shifts)), node.Scalar(s64, output.zero));
  const Operand clamped = b.Clamp(node.Scalar(s64, range.low), scaled, node.Scalar(s64, range.high));
  return b.ConvertElementType(clamped, node.Out().shape.element_type);
}

}  // namespace mote::tfl
