// AVERAGE_POOL_2D and MAX_POOL_2D. Stored integers are averaged as they are: scales must be equal, zero points go along.
#include "frontend/tflite/families.h"

namespace mote::tfl {
namespace {

struct Pool {
  const file::Pool2DOptions* options;
  Window rows, columns;
};

Result<Pool> PoolOf(Node& n) {
  if (n.rank(0) != 4) return n.Fail(Rule::kRank, "the input must have four dimensions");
  Pool pool{};
  MOTE_ASSIGN(pool.options, n.Options<file::Pool2DOptions>(5));
  MOTE_ASSIGN(pool.rows, WindowOf(n, pool.options->padding(), n.dims(0)[1], pool.options->filter_h(), pool.options->stride_h(), 1));
  MOTE_ASSIGN(pool.columns, WindowOf(n, pool.options->padding(), n.dims(0)[2], pool.options->filter_w(), pool.options->stride_w(), 1));
  return pool;
}

Operand Reduced(Node& n, const Pool& pool, Operand x, Operand start, Op op) {
  if (n.b.error()) return {};
  const file::Pool2DOptions& o = *pool.options;
  return n.b.ReduceWindowWithGeneralPadding(
      x, start, Combiner(op, n.b.shape(x).element_type), {1, o.filter_h(), o.filter_w(), 1}, {1, o.stride_h(), o.stride_w(), 1}, {}, {},
      {{0, 0}, {pool.rows.before, pool.rows.behind}, {pool.columns.before, pool.columns.behind}, {0, 0}});
}

// Positions of the window inside the input, for every output along one dimension.
std::vector<int64_t> Inside(const Window& window, int64_t size, int64_t filter, int64_t stride) {
  std::vector<int64_t> counts;
  for (int64_t o = 0; o < window.outputs; ++o) {
    const int64_t from = o * stride - window.before;
    counts.push_back(std::min(from + filter, size) - std::max<int64_t>(from, 0));
  }
  return counts;
}

// How many elements each output is the mean of: a scalar where all have as many.
Result<Operand> Counts(Node& n, const Pool& pool, ElementType type) {
  const file::Pool2DOptions& o = *pool.options;
  if (pool.rows.outputs + pool.columns.outputs > (1 << 20)) return n.Fail(Rule::kLimit, "more than 2^20 windows along a dimension");
  MOTE_CHECK_OK(n.Spend(static_cast<uint64_t>(pool.rows.outputs + pool.columns.outputs) * 16));
  const std::vector<int64_t> rows = Inside(pool.rows, n.dims(0)[1], o.filter_h(), o.stride_h());
  const std::vector<int64_t> columns = Inside(pool.columns, n.dims(0)[2], o.filter_w(), o.stride_w());
  const auto all = [](const std::vector<int64_t>& v) { return std::all_of(v.begin(), v.end(), [&](int64_t c) { return c == v[0]; }); };
  if (all(rows) && all(columns))
    return IsFloat(type) ? n.Real(type, static_cast<double>(rows[0] * columns[0])) : n.Scalar(type, rows[0] * columns[0]);
  const Dims dims = {n.dims(0)[0], pool.rows.outputs, pool.columns.outputs, n.dims(0)[3]};
  const auto along = [&](const std::vector<int64_t>& counts, int64_t d) {
    return n.b.BroadcastInDim(n.b.ConvertElementType(n.Constant(ElementType::kS32, {static_cast<int64_t>(counts.size())}, counts), type),
                              dims, {d});
  };
  return n.b.Mul(along(rows, 1), along(columns, 2));
}

Status CheckScales(Node& n) {
  if (!IsQuantized(n.In(0)) || !IsQuantized(n.Out())) return Ok();
  MOTE_ASSIGN(const Scale in, n.In1(0));
  MOTE_ASSIGN(const Scale out, n.ScaleOf(n.Out()));
  if (in.scale == out.scale && in.zero == out.zero) return Ok();
  return n.Unsupported("input and output have different scales");
}

Result<Operand> ClampedTo(Node& n, Operand value, file::Activation activation) {
  const ElementType type = n.type(0);
  if (activation == file::Activation::NONE && !n.b.error() && n.b.shape(value).element_type == type) return value;
  Scale out;
  if (activation != file::Activation::NONE) {
    MOTE_ASSIGN(out, n.ScaleOf(n.Out()));
  }
  MOTE_ASSIGN(const Range range, ActivationRange(activation, type, out));
  if (n.b.error()) return Operand{};
  const ElementType wide = n.b.shape(value).element_type;
  return n.b.ConvertElementType(n.b.Clamp(n.Scalar(wide, range.low), value, n.Scalar(wide, range.high)), type);
}

}  // namespace

Status ReadAveragePool(Node& n) {
  MOTE_ASSIGN(const Pool pool, PoolOf(n));
  if (IsFloat(n.type(0))) {
    MOTE_ASSIGN(const Operand counts, Counts(n, pool, n.type(0)));
    const Operand mean = n.b.Div(Reduced(n, pool, n.x(0), n.Real(n.type(0), 0), Op::kAdd), counts);
    MOTE_ASSIGN(const Operand result, Activated(n, mean, pool.options->activation()));
    return n.Set(result);
  }
  if (n.type(0) != ElementType::kS8 && n.type(0) != ElementType::kS16 && n.type(0) != ElementType::kU8)
    return n.Unsupported("elements of this type");
  MOTE_CHECK_OK(CheckScales(n));
  MOTE_ASSIGN(const Operand counts, Counts(n, pool, ElementType::kS32));
  const Operand sum = Reduced(n, pool, n.Wide(0, 0), n.Scalar(ElementType::kS32, 0), Op::kAdd);
  // Halves go away from zero: half of the count is added to the sum's magnitude.
  const Operand half = n.b.Div(counts, n.Scalar(ElementType::kS32, 2));
  const Operand away = n.b.Select(n.b.Gt(sum, n.Scalar(ElementType::kS32, 0)), n.b.Add(sum, half), n.b.Sub(sum, half));
  MOTE_ASSIGN(const Operand result, ClampedTo(n, n.b.Div(away, counts), pool.options->activation()));
  return n.Set(result);
}

Status ReadMaxPool(Node& n) {
  MOTE_ASSIGN(const Pool pool, PoolOf(n));
  const ElementType type = n.type(0);
  if (IsFloat(type)) {
    const Operand largest = Reduced(n, pool, n.x(0), n.Real(type, -std::numeric_limits<double>::infinity()), Op::kMaximum);
    MOTE_ASSIGN(const Operand result, Activated(n, largest, pool.options->activation()));
    return n.Set(result);
  }
  if (type != ElementType::kS8 && type != ElementType::kS16 && type != ElementType::kU8) return n.Unsupported("elements of this type");
  MOTE_CHECK_OK(CheckScales(n));
  const Operand largest = Reduced(n, pool, n.x(0), n.Scalar(type, RangeOf(type).low), Op::kMaximum);
  MOTE_ASSIGN(const Operand result, ClampedTo(n, largest, pool.options->activation()));
  return n.Set(result);
}

}  // namespace mote::tfl
