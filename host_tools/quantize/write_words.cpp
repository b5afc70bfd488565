// Tables on the host, the rest as HLO of s32.
#include "quantize/write_words.h"

#include <algorithm>
#include <cmath>

#include "hlo/byte_softmax.h"
#include "hlo/fixed_point.h"
#include "quantize/table.h"

namespace mote {
namespace {

constexpr int kSegment = 7;   // bits of a value within a line
constexpr int kFraction = 6;  // bits of a result that its rounding takes off: steps between neighbours stay in 31 bits
constexpr double kMost = 1 << 16;  // of a stored result at a line's end
constexpr double kMostBend = 2;    // steps of the result between a line's middle and the function

Operand Looked(Builder& b, Operand index, const std::vector<int64_t>& table) {
  if (b.error()) return {};
  Literal values(Shape::Array(ElementType::kS32, {static_cast<int64_t>(table.size())}));
  for (size_t i = 0; i < table.size(); ++i) values.SetInteger(static_cast<int64_t>(i), table[i]);
  GatherDimensions elements;
  elements.collapsed_slice_dims = {0};
  elements.start_index_map = {0};
  elements.index_vector_dim = b.shape(index).rank();
  return b.Gather(b.ConstantLiteral(values), index, elements, {1});
}

}  // namespace

Result<std::optional<Module>> WordTable(const Module& prepared, const IntegerStep& step, const Shape& x, const IntegerFormat& in,
                                        const IntegerFormat& out) {
  std::vector<double> reals;  // ends and middles of lines
  for (int64_t k = -512; k <= 512; ++k) reals.push_back(in.Real(k * (1 << (kSegment - 1))));
  MOTE_ASSIGN(std::vector<double> values, ValuesOf(prepared, step, reals));
  for (double& value : values)
    value = std::isnan(value) ? 0 : std::clamp(value / out.scale, -kMost, kMost);  // lines leave the range straight
  std::vector<int64_t> table;
  for (size_t k = 0; k < values.size(); k += 2) table.push_back(std::llround(values[k] * (1 << kFraction)));
  for (size_t k = 1; k < values.size(); k += 2) {
    const bool seen = reals[k + 1] >= in.seen.low && reals[k - 1] <= in.seen.high;
    if (seen && std::fabs((values[k - 1] + values[k + 1]) / 2 - values[k]) > kMostBend) return std::optional<Module>();
  }
  Builder b("lines");
  const ProgramNumbers p(b, 32);
  const Operand wide = b.ConvertElementType(b.Parameter(0, x), ElementType::kS32);
  const Operand index = b.Add(b.ShiftRightArithmetic(wide, p.Constant(kSegment)), p.Constant(256));
  const Operand base = Looked(b, index, table), next = Looked(b, b.Add(index, p.Constant(1)), table);
  const Operand part = b.Mul(b.Sub(next, base), p.And(wide, (1 << kSegment) - 1));
  const Operand fine = b.Add(base, b.ShiftRightArithmetic(part, p.Constant(kSegment)));
  const Operand steps = b.ShiftRightArithmetic(b.Add(fine, p.Constant(1 << (kFraction - 1))), p.Constant(kFraction));
  const Operand moved = p.Most(p.Least(b.Add(steps, p.Constant(out.zero)), out.least), out.most);
  MOTE_ASSIGN(Module lines, b.Build(b.ConvertElementType(moved, out.type)));
  return std::optional(std::move(lines));
}

// e^(-scale (256 h + l)) is the product of two exponentials.
Result<Module> WordSoftmax(const Shape& x, const IntegerFormat& in, const IntegerFormat& out) {
  std::vector<int64_t> high, low;
  const auto power = [&](double steps) {
    return std::min<int64_t>(std::llround(std::ldexp(std::exp(-in.scale * steps), 31)), INT32_MAX);
  };
  for (int k = 0; k < 256; ++k) high.push_back(power(256.0 * k)), low.push_back(power(k));
  Builder b("softmax");
  const ProgramNumbers p(b, 32);
  const Operand values = b.Parameter(0, x);
  const int64_t rank = static_cast<int64_t>(x.dims.size());
  Ints rows;
  for (int64_t d = 0; d + 1 < rank; ++d) rows.push_back(d);
  const Operand most = b.Reduce(values, p.Constant(x.element_type, -32768), Builder::Scalar(Op::kMaximum, x.element_type), {rank - 1});
  const Operand largest = b.BroadcastInDim(b.ConvertElementType(most, ElementType::kS32), x.dims, rows);
  const Operand below = b.Sub(largest, b.ConvertElementType(values, ElementType::kS32));
  const Operand powers = p.Multiply(Looked(b, b.ShiftRightArithmetic(below, p.Constant(8)), high), Looked(b, p.And(below, 255), low));
  return b.Build(SharesOfPowers(b, powers, out.type, out.least, out.most));
}

}  // namespace mote
