// FormMultiply: a function of the product of two bytes, each less its zero point. Its values for all products, tried for all pairs of
// bytes, are what the finish is proven against.
#include <algorithm>
#include <cmath>

#include "fixed/expression.h"
#include "target/fixed_table.h"

namespace mote {
namespace {

// slope · (leaf + moved)
struct Side {
  size_t leaf;
  double slope;
  int64_t moved;
};

std::optional<Side> SideOf(Expression& expression, Value v) {
  const auto slopes = expression.SlopesAt(v);
  if (!slopes || ((*slopes)[0] != 0) == ((*slopes)[1] != 0)) return std::nullopt;
  const size_t leaf = (*slopes)[0] != 0 ? 0 : 1;
  const Literal bytes = AllBytes(1);
  const auto values = expression.ValuesOf(v, {bytes, bytes});
  if (!values) return std::nullopt;
  for (int64_t i = 0; i < 256; ++i) {
    if (values->RealAt(i) == 0) return Side{leaf, (*slopes)[leaf], 128 - i};
  }
  return std::nullopt;
}

// What becomes of every product from `low` on, the first of them at 0.
using Values = std::vector<int64_t>;

std::optional<Values> ValuesOf(Expression& expression, Value product, double unit, int64_t low, int64_t high) {
  const ElementType type = expression.at(product).shape().element_type;
  Literal whole(Shape::Array(type, {high - low + 1}));
  for (int64_t p = low; p <= high; ++p) {
    const double value = static_cast<double>(p) * unit;
    if (IsFloat(type)) whole.SetReal(p - low, value);
    else whole.SetInteger(p - low, std::llround(value));
  }
  const auto results = expression.ValuesAt(product, whole);
  if (!results) return std::nullopt;
  Values values;
  for (int64_t i = 0; i < results->size(); ++i) values.push_back(results->IntegerAt(i));
  return values;
}

// Those of pairs of bytes; false where two pairs of one product differ.
bool TakePairs(Expression& expression, const int64_t (&moved)[2], int64_t low, Values& values) {
  const auto results = expression.ValuesAt(AllPairs());
  if (!results) return false;
  std::vector<bool> taken(values.size());
  for (int64_t i = 0; i < results->size(); ++i) {
    const auto at = static_cast<size_t>(((i >> 8) - 128 + moved[0]) * ((i & 255) - 128 + moved[1]) - low);
    if (taken[at] && values[at] != results->IntegerAt(i)) return false;
    taken[at] = true, values[at] = results->IntegerAt(i);
  }
  return std::is_sorted(values.begin(), values.end());
}

}  // namespace

std::optional<std::vector<Value>> FormMultiply(const FormContext& c, const Instruction& last, Expression& expression) {
  const auto product = expression.Product();
  if (!product) return std::nullopt;
  const auto first = SideOf(expression, expression.at(*product).operands[0]);
  const auto second = SideOf(expression, expression.at(*product).operands[1]);
  const auto slope = expression.SlopeFrom(*product);
  if (!first || !second || !slope || first->leaf == second->leaf) return std::nullopt;
  const int64_t moved[2] = {(first->leaf == 0 ? first : second)->moved, (first->leaf == 0 ? second : first)->moved};
  int64_t low = 0, high = 0;
  for (const int64_t x : {moved[0] - 128, moved[0] + 127}) {
    for (const int64_t y : {moved[1] - 128, moved[1] + 127}) low = std::min(low, x * y), high = std::max(high, x * y);
  }
  auto values = ValuesOf(expression, *product, first->slope * second->slope, low, high);
  if (!values || !TakePairs(expression, moved, low, *values)) return std::nullopt;
  const StepFunction steps = {low, high, first->slope * second->slope * *slope,
                              [&](int64_t p) { return (*values)[static_cast<size_t>(p - low)]; }};
  const auto finish = FindFinish({steps}, values->front(), values->back());
  if (!finish) return std::nullopt;
  const Dims lines = AsLines(last.shape().dims);
  std::vector<int64_t> fields = FixedFields(static_cast<int64_t>(FixedRoutine::kMultiply), lines, lines);
  fields[kMoteFixedShift] = finish->shift, fields[kMoteFixedSigned] = finish->is_signed ? 1 : 0;
  fields[kMoteFixedLow] = values->front(), fields[kMoteFixedHigh] = values->back();
  Stream stream;
  stream.AppendFinish({0}, *finish);
  stream.Append(moved, 4);
  return Fixed(c.e, last.shape(), expression.leaves, std::move(fields), stream);
}

}  // namespace mote
