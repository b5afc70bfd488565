// FormElementwise: what one byte is made of, element by element. A function of one byte becomes a table of all its values; of a sum over a
// window of bytes, the sum's finish; of two bytes, a weighted sum, tried for all pairs of them, or what their product becomes.
#include <algorithm>
#include <array>
#include <cmath>

#include "fixed/expression.h"
#include "fixed/known_value.h"
#include "target/fixed_table.h"

namespace mote {
namespace {

constexpr int64_t kMostSums = int64_t{1} << 17;  // values that the sum of a window may have

std::optional<std::vector<Value>> FormTable(const FormContext& c, const Instruction& last, Expression& expression) {
  const auto table = expression.ValuesAt({AllBytes(1)});
  if (!table) return std::nullopt;
  const Value x = expression.leaves[0];
  const Dims lines = AsLines(last.shape().dims);
  std::vector<int64_t> values;
  for (int64_t k = 0; k < table->size(); ++k) values.push_back(table->IntegerAt(k));
  Stream stream;
  stream.Append(values, 1);
  return Fixed(c.e, last.shape(), {x}, FixedFields(static_cast<int64_t>(FixedRoutine::kTable), lines, lines), stream);
}

// Results of a function of two bytes for all of them: the first byte changes slowly.
struct Pairs {
  std::vector<int64_t> values;
  int64_t least, most;

  // Addends for which (a·x + b·y + addend) >> shift, clamped, is the function: an interval, if any.
  std::optional<int64_t> AddendFor(int64_t a, int64_t b, int shift) const {
    const int64_t bound = INT32_MAX - 128 * (std::abs(a) + std::abs(b)) - 256;
    int64_t from = -bound, to = bound;
    size_t i = 0;
    for (int64_t x = -128; x < 128; ++x) {
      for (int64_t y = -128; y < 128; ++y, ++i) {
        const int64_t sum = a * x + b * y;
        if (values[i] > least) from = std::max(from, (values[i] << shift) - sum);
        if (values[i] < most) to = std::min(to, ((values[i] + 1) << shift) - 1 - sum);
      }
      if (from > to) return std::nullopt;
    }
    return from + (to - from) / 2;
  }
};

std::optional<std::vector<Value>> FormAdd(const FormContext& c, const Instruction& last, Expression& expression) {
  const auto slopes = expression.Slopes();
  if (!slopes || std::max(std::abs((*slopes)[0]), std::abs((*slopes)[1])) > 256) return std::nullopt;
  const auto results = expression.ValuesAt(AllPairs());
  if (!results) return std::nullopt;
  Pairs pairs;
  for (int64_t i = 0; i < results->size(); ++i) pairs.values.push_back(results->IntegerAt(i));
  const auto [least, most] = std::minmax_element(pairs.values.begin(), pairs.values.end());
  pairs.least = *least, pairs.most = *most;
  int shift = 22;
  while (shift > 0 && std::ldexp(std::abs((*slopes)[0]) + std::abs((*slopes)[1]), shift + 7) + std::ldexp(256, shift) > 0x7f000000) --shift;
  const auto middle = [&](size_t k) { return static_cast<int64_t>(std::llround(std::ldexp((*slopes)[k], shift))); };
  for (const int last_shift = std::max(shift - 3, 0); shift >= last_shift; --shift) {
    for (const int64_t near : {0, 1, -1, 2, -2}) {
      for (const int64_t close : {0, 1, -1, 2, -2}) {
        const int64_t a = middle(0) + near, b = middle(1) + close;
        const auto addend = pairs.AddendFor(a, b, shift);
        if (!addend) continue;
        const Dims lines = AsLines(last.shape().dims);
        std::vector<int64_t> fields = FixedFields(static_cast<int64_t>(FixedRoutine::kAdd), lines, lines);
        fields[kMoteFixedShift] = shift, fields[kMoteFixedLow] = pairs.least, fields[kMoteFixedHigh] = pairs.most;
        Stream stream;
        stream.Append(std::array<int64_t, 3>{a, b, *addend}, 4);
        return Fixed(c.e, last.shape(), expression.leaves, std::move(fields), stream);
      }
    }
  }
  return std::nullopt;
}

// A reduction of bytes, widened, by one operation from its neutral element: the fields of its window.
struct Window {
  Value bytes;
  std::vector<int64_t> fields;
  int64_t count;
};

std::optional<Op> OperationOf(const Module& module, const Instruction& reduction) {
  const Computation& body = module.computations[static_cast<size_t>(reduction.called[0])];
  const auto& list = body.instructions;
  if (reduction.shapes.size() != 1 || list.size() != 3 || body.results != std::vector<Value>{{2, 0}} || list[2].operands.size() != 2)
    return std::nullopt;
  const bool both = list[2].operands[0].instruction != list[2].operands[1].instruction;
  return both && InFamily(list[2].op, Family::kReducer) ? std::optional(list[2].op) : std::nullopt;
}

// Windows over height and width of channels last.
std::optional<Window> SlidingWindow(const FormContext& c, const Instruction& i, FixedRoutine routine, Value bytes) {
  const Dims &x = c.e.shape(bytes).dims, &y = i.shape().dims;
  const size_t rank = x.size();
  const std::vector<int64_t> size = i.Ints(Attr::kWindowDimensions), ones(rank, 1);
  const std::vector<int64_t> strides = i.IntsOr(Attr::kWindowStrides, rank, 1), dilations = i.IntsOr(Attr::kWindowDilations, rank, 1);
  const IntMatrix& padding = i.Matrix(Attr::kPadding);
  const auto outer = [&](size_t d) {
    return size[d] == 1 && strides[d] == 1 && (padding.empty() || (padding[d][0] == 0 && padding[d][1] == 0));
  };
  if (rank < 3 || rank > 4 || i.IntsOr(Attr::kBaseDilations, rank, 1) != ones || !outer(0) || !outer(rank - 1)) return std::nullopt;
  const auto of = [&](const Dims& dims) { return rank == 4 ? dims : Dims{dims[0], 1, dims[1], dims[2]}; };
  Window w{bytes, FixedFields(static_cast<int64_t>(routine), of(x), of(y)), 1};
  for (size_t d = 1; d + 1 < rank; ++d) {
    const size_t s = rank == 4 ? d - 1 : 1;
    w.fields[kMoteFixedKernelH + s] = size[d];
    w.fields[kMoteFixedStrideY + s] = strides[d];
    w.fields[kMoteFixedDilationY + s] = dilations[d];
    w.fields[kMoteFixedPadY + s] = padding.empty() ? 0 : padding[d][0];
    w.count *= size[d];
  }
  return w;
}

// A reduction over neighbouring dimensions.
std::optional<Window> WholeWindow(const FormContext& c, const Instruction& i, FixedRoutine routine, Value bytes) {
  const Dims& x = c.e.shape(bytes).dims;
  std::vector<int64_t> dims = i.Ints(Attr::kDimensions);
  std::sort(dims.begin(), dims.end());
  if (dims.empty() || dims.back() - dims.front() != static_cast<int64_t>(dims.size()) - 1) return std::nullopt;
  int64_t before = 1, count = 1, channels = 1;
  for (int64_t d = 0; d < static_cast<int64_t>(x.size()); ++d)
    (d < dims.front() ? before : d > dims.back() ? channels : count) *= x[static_cast<size_t>(d)];
  Window w{bytes, FixedFields(static_cast<int64_t>(routine), {before, count, 1, channels}, {before, 1, 1, channels}), count};
  w.fields[kMoteFixedKernelH] = count;
  return w;
}

std::optional<Window> WindowOf(const FormContext& c, const Instruction& i, Op operation, FixedRoutine routine, int64_t neutral) {
  if (OperationOf(c.module, i) != operation || i.operands.size() != 2) return std::nullopt;
  const auto init = KnownValue(c.module, c.e.computation(), i.operands[1]);
  Value bytes = i.operands[0];
  if (c.e.at(bytes).op == Op::kConvert) bytes = c.e.at(bytes).operands[0];
  const Shape& shape = c.e.shape(bytes);
  if (!init || IsFloat(init->type()) || init->IntegerAt(0) != neutral || shape.element_type != ElementType::kS8 || shape.quantization)
    return std::nullopt;
  return i.op == Op::kReduceWindow ? SlidingWindow(c, i, routine, bytes) : WholeWindow(c, i, routine, bytes);
}

std::optional<std::vector<Value>> FormSum(const FormContext& c, const Instruction& last, Expression& expression) {
  const Instruction reduction = c.e.at(expression.leaves[0]);
  const ElementType type = reduction.shape().element_type;
  auto w = WindowOf(c, reduction, Op::kAdd, FixedRoutine::kAveragePool, 0);
  const auto slopes = expression.Slopes();
  if (!w || !slopes || w->count < 1 || w->count * 256 > kMostSums || (type != ElementType::kS32 && type != ElementType::kS64))
    return std::nullopt;
  const int64_t low = -128 * w->count, high = 127 * w->count;
  Literal all(Shape::Array(type, {high - low + 1}));
  for (int64_t sum = low; sum <= high; ++sum) all.SetInteger(sum - low, sum);
  const auto values = expression.ValuesAt({all});
  if (!values) return std::nullopt;
  for (int64_t i = 1; i < values->size(); ++i) {
    if (values->IntegerAt(i) < values->IntegerAt(i - 1)) return std::nullopt;
  }
  const int64_t least = values->IntegerAt(0), most = values->IntegerAt(values->size() - 1);
  const auto finish = FindFinish({{low, high, (*slopes)[0], [&](int64_t sum) { return values->IntegerAt(sum - low); }}}, least, most);
  if (!finish) return std::nullopt;
  w->fields[kMoteFixedShift] = finish->shift, w->fields[kMoteFixedSigned] = finish->is_signed ? 1 : 0;
  w->fields[kMoteFixedLow] = least, w->fields[kMoteFixedHigh] = most;
  Stream stream;
  stream.AppendFinish({0}, *finish);
  return Fixed(c.e, last.shape(), {w->bytes}, std::move(w->fields), stream);
}

}  // namespace

std::optional<std::vector<Value>> FormMaxPool(const FormContext& c, const Instruction& window) {
  auto w = WindowOf(c, window, Op::kMaximum, FixedRoutine::kMaxPool, -128);
  if (!w || c.e.shape(window.operands[0]).element_type != ElementType::kS8) return std::nullopt;
  return Fixed(c.e, window.shape(), {w->bytes}, std::move(w->fields), {});
}

std::optional<std::vector<Value>> FormElementwise(const FormContext& c, const Instruction& last) {
  if (last.op == Op::kGather && !IsGatherOfElements(last)) return std::nullopt;
  Expression expression(c, last);
  if (!expression.Collect()) return std::nullopt;
  if (std::any_of(expression.leaves.begin(), expression.leaves.end(), [&](Value v) { return IsSumOfProducts(c.e.at(v)); }))
    return last.op == Op::kRequantize ? std::nullopt : FormProductOf(c, last, expression);
  const bool sums = std::any_of(expression.leaves.begin(), expression.leaves.end(), [&](Value v) {
    return InFamily(c.e.at(v).op, Family::kReduction) && c.e.shape(v).element_type != ElementType::kS8;
  });
  if (expression.by_channel()) return sums || expression.leaves.size() != 1 ? std::nullopt : FormLines(c, last, expression);
  if (expression.leaves.size() == 1) return sums ? FormSum(c, last, expression) : FormTable(c, last, expression);
  if (sums) return std::nullopt;
  auto sum = FormAdd(c, last, expression);
  return sum ? std::move(sum) : FormMultiply(c, last, expression);
}

}  // namespace mote
