// SOFTMAX of floats and of stored integers.
#include <algorithm>
#include <cmath>

#include "frontend/tflite/families.h"
#include "frontend/tflite/fixed_point.h"
#include "hlo/byte_softmax.h"

namespace mote::tfl {
namespace {

constexpr int kScaledBits = 5;  // integer bits of scaled differences

// One value a row against all of them.
Operand OverRow(Node& n, Operand rows, const Dims& dims) {
  Ints at(dims.size() - 1);
  for (size_t d = 0; d < at.size(); ++d) at[d] = static_cast<int64_t>(d);
  return n.b.BroadcastInDim(rows, dims, at);
}

Status ReadFloat(Node& n, double beta) {
  const Dims dims = n.dims(0);
  const Ints last = {n.rank(0) - 1};
  const Operand difference = n.b.Sub(n.x(0), OverRow(n, Extreme(n, n.x(0), true, last), dims));
  const Operand power = n.b.Exp(beta == 1 ? difference : n.b.Mul(difference, n.Real(n.type(0), beta)));
  return n.Set(n.b.Div(power, OverRow(n, SumOver(n, power, last), dims)));
}

// e^(beta · scale · d) for d from -255 to 0, no integer bits; 0 where the difference is too large to count.
Result<std::vector<int64_t>> Exponentials(double beta, Scale in) {
  const double real = std::min(beta * in.scale * (1 << (31 - kScaledBits)), 2147483647.0);
  MOTE_ASSIGN(const Multiplier m, QuantizeReal(real));
  if (m.exponent < 0) return Error(Rule::kUnsupported, "beta times the scale is below 2^-26");
  const double radius = ((1 << kScaledBits) - 1) * std::ldexp(1.0, 31 - kScaledBits) / std::ldexp(1.0, m.exponent);
  const HostNumbers host{32};
  std::vector<int64_t> table;
  for (int64_t d = -255; d <= 0; ++d) {
    table.push_back(d < -std::floor(radius) ? 0 : ExpOfNegative(host, Scaled(d, m), kScaledBits));
  }
  return table;
}

Status ReadBytes(Node& n, double beta) {
  const ElementType out = n.Out().shape.element_type;
  MOTE_ASSIGN(const Scale in, n.In1(0));
  MOTE_ASSIGN(const std::vector<int64_t> table, Exponentials(beta, in));
  const Range range = RangeOf(out);
  return n.Set(ByteSoftmax(n.b, n.x(0), out, range.low, range.high, table));
}

// ---- 16 bits: two tables of 513 values and straight lines between them

// f over the 65,536 inputs -32768 … 32767 of a scale and zero point, results by 2/65535. Values are moved by half of the error in the
// middle.
std::vector<int64_t> LineTable(double scale, double zero, double (*f)(double)) {
  const double first = scale * (-32768 - zero), last = scale * (32767 - zero), step = (last - first) / 512, out = 2.0 / 65535;
  const double inverse = 65536.0 / (out * 32767 - out * -32768);
  std::vector<int64_t> table;
  for (int i = 0; i < 512; ++i) {
    const double value = f(first + i * step), next = f(first + (i + 1) * step), middle = f(first + i * step + step / 2);
    const double line = std::round((next * inverse + std::round(value * inverse)) / 2);
    const double moved = std::round(value * inverse) - std::round((line - std::round(middle * inverse)) / 2);
    table.push_back(static_cast<int64_t>(std::clamp(moved, -32768.0, 32767.0)));
  }
  table.push_back(static_cast<int64_t>(std::clamp(std::round(f(last) * inverse), -32768.0, 32767.0)));
  return table;
}

Operand OnLine(Node& n, Operand x, const std::vector<int64_t>& table) {
  const ProgramNumbers p(n.b, 32);
  const Operand index = n.b.Add(n.b.ShiftRightArithmetic(x, p.Constant(7)), p.Constant(256));
  const Operand base = Lookup(n, index, ElementType::kS32, table),
                next = Lookup(n, n.b.Add(index, p.Constant(1)), ElementType::kS32, table);
  const Operand part = n.b.Add(n.b.Mul(n.b.Sub(next, base), p.And(x, 127)), p.Constant(64));
  return n.b.Add(base, n.b.ShiftRightArithmetic(part, p.Constant(7)));
}

Status ReadWords(Node& n, double beta) {
  MOTE_ASSIGN(const Scale in, n.In1(0));
  MOTE_ASSIGN(const Multiplier m, QuantizeReal(static_cast<double>(in.scale * static_cast<float>(beta)) / (10.0 / 65535.0)));
  if (in.zero != 0) return n.Unsupported("s16 with a zero point");
  const Dims dims = n.dims(0);
  const Ints last = {n.rank(0) - 1};
  const ProgramNumbers p(n.b, 32);
  const auto word = [&](Operand x) { return p.Most(p.Least(x, -32768), 32767); };
  const Operand largest = OverRow(n, n.b.ConvertElementType(Extreme(n, n.x(0), true, last), ElementType::kS32), dims);
  const Operand difference = n.b.Add(Scaled(n, n.b.Sub(n.Wide(0, 0), largest), m), p.Constant(32767));
  const Operand power = OnLine(n, word(difference), LineTable(10.0 / 65535, 32767, [](double x) { return std::exp(x); }));
  const Operand sum = SumOver(n, power, last);
  const Operand zeros = n.b.Clz(sum), one = p.Constant(1);
  const Operand scaled = n.b.ShiftLeft(sum, n.b.Sub(zeros, one));
  const Operand shifted = n.b.ShiftRightArithmetic(n.b.Add(scaled, p.Constant(1 << 13)), p.Constant(14));
  const Operand reciprocal = OnLine(n, word(n.b.Sub(shifted, p.Constant((1 << 15) + (1 << 16)))),
                                    LineTable(1.0 / 65535, -32768, [](double x) { return 1 / (1 + x); }));
  const Operand right = n.b.Sub(p.Constant(31), zeros), half = n.b.ShiftLeft(one, n.b.Sub(right, one));
  const Operand product = n.b.Add(n.b.Mul(power, OverRow(n, reciprocal, dims)), OverRow(n, half, dims));
  const Operand result = p.Most(p.Least(n.b.ShiftRightArithmetic(product, OverRow(n, right, dims)), 0), 32767);
  return n.Set(n.b.ConvertElementType(result, ElementType::kS16));
}

}  // namespace

Status ReadSoftmax(Node& n) {
  MOTE_ASSIGN(const file::SoftmaxOptions* o, n.Options<file::SoftmaxOptions>(9));
  if (n.rank(0) < 1 || n.dims(0).back() < 1) return n.Fail(Rule::kRank, "the input must have a last dimension with elements");
  if (!std::isfinite(o->beta()) || o->beta() <= 0)
    return n.Fail(Rule::kAttribute, "beta " + std::to_string(o->beta()) + " must be a positive number");
  const ElementType in = n.type(0), out = n.Out().shape.element_type;
  if (IsFloat(in)) return ReadFloat(n, o->beta());
  if ((in == ElementType::kS8 || in == ElementType::kU8) && (out == in || out == ElementType::kS16)) return ReadBytes(n, o->beta());
  if (in == ElementType::kS16 && out == in) return ReadWords(n, o->beta());
  return n.Unsupported("elements of this type");
}

}  // namespace mote::tfl
