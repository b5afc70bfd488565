// ReduceWindow and SelectAndScatter of OPS.md 2.4. A window is visited in row-major order, init first; padding and dilation holes of
// reduce_window take part as init. Single-operation bodies have a loop of their own.
#include "evaluate/reducer.h"
#include "evaluate/scalar_body.h"
#include "evaluate/strided.h"

namespace mote::evaluation {
namespace {

// Where each (output index, window index) of one dimension reads: the input index, or -1 in padding or a hole.
struct WindowDimension {
  int64_t output = 0, window = 0;
  IdVector<int64_t> source;  // [output * window]
};

struct WindowGeometry {
  std::vector<WindowDimension> dims;
  Dims output, window, strides;

  // Element offset for an output and window index, or -1.
  int64_t Source(const Dims& out, const Dims& win) const {
    int64_t offset = 0;
    for (size_t d = 0; d < dims.size(); ++d) {
      int64_t at = dims[d].source[out[d] * dims[d].window + win[d]];
      if (at < 0) return -1;
      offset += at * strides[d];
    }
    return offset;
  }
};

// Element visits of all windows.
uint64_t Work(const Dims& output, const Dims& window) {
  double work = static_cast<double>(Count(output)) * static_cast<double>(Count(window));
  return work > 1e18 ? uint64_t{1} << 62 : static_cast<uint64_t>(work);
}

// Takes the work from the budget before it makes tables of that size.
Result<WindowGeometry> GeometryOf(Call& call, const Dims& input, const Dims& output) {
  const Instruction& instruction = call.instruction;
  size_t rank = input.size();
  WindowGeometry g;
  g.window = instruction.IntsOr(Attr::kWindowDimensions, rank, 1);
  g.output = output;
  MOTE_CHECK_OK(call.context.Spend(Work(output, g.window)));
  if (Count(output) == 0) return g;
  g.strides = RowMajorStrides(input);
  std::vector<int64_t> strides = instruction.IntsOr(Attr::kWindowStrides, rank, 1);
  std::vector<int64_t> holes = instruction.IntsOr(Attr::kBaseDilations, rank, 1);
  std::vector<int64_t> spread = instruction.IntsOr(Attr::kWindowDilations, rank, 1);
  const IntMatrix& padding = instruction.Matrix(Attr::kPadding);
  for (size_t d = 0; d < rank; ++d) {
    WindowDimension w{output[d], g.window[d], {}};
    int64_t low = padding.empty() ? 0 : padding[d][0];
    for (int64_t o = 0; o < w.output; ++o) {
      for (int64_t k = 0; k < w.window; ++k) {
        int64_t at = o * strides[d] + k * spread[d] - low;
        bool inside = at >= 0 && at % holes[d] == 0 && at / holes[d] < input[d];
        w.source.push_back(inside ? at / holes[d] : -1);
      }
    }
    g.dims.push_back(std::move(w));
  }
  return g;
}

Literal ReduceWindowsSingle(Op op, const WindowGeometry& g, const Literal& operand, const Literal& init, const Shape& shape) {
  return VisitAccumulator(shape.element_type, [&](auto tag, auto step) {
    using A = decltype(tag);
    IdVector<A> in = LoadWide<A>(operand), out(shape.ElementCount());
    A start = LoadWide<A>(init)[0];
    WithReducer<A>(op, IsUnsigned(operand.type()), [&](auto f) {
      Dims index(g.output.size(), 0);
      for (A& result : out) {
        A value = start;
        Dims window(g.window.size(), 0);
        do {
          int64_t offset = g.Source(index, window);
          value = step(f(value, offset < 0 ? start : in[offset]));
        } while (NextIndex(window, g.window));
        result = value;
        NextIndex(index, g.output);
      }
    });
    return StoreWide(shape, out);
  });
}

// Any body, kLanes windows together.
Result<Values> ReduceWindowsGeneral(Call& call, const WindowGeometry& g, ScalarBody& body) {
  constexpr int64_t kLanes = ScalarBody::kLanes;
  size_t count = static_cast<size_t>(call.instruction.declared_operands()) / 2;
  std::vector<WideArray> inputs, inits, outputs;
  std::vector<std::vector<Complex>> running(count, std::vector<Complex>(kLanes)), next = running;
  std::vector<const void*> arguments;
  std::vector<void*> results;
  for (size_t i = 0; i < count; ++i) {
    inputs.emplace_back(call.operand(i));
    inits.emplace_back(call.operand(count + i));
    outputs.emplace_back(Literal(ResultLeaf(call, i)));
    arguments.push_back(running[i].data());
    results.push_back(running[i].data());
  }
  for (size_t i = 0; i < count; ++i) arguments.push_back(next[i].data());
  int64_t total = Count(g.output);
  Dims index(g.output.size(), 0);
  for (int64_t begin = 0; begin < total; begin += kLanes) {
    int64_t n = std::min(kLanes, total - begin);
    IdVector<Dims> lanes;
    for (int64_t lane = 0; lane < n; ++lane) {
      lanes.push_back(index);
      NextIndex(index, g.output);
      for (size_t i = 0; i < count; ++i) inits[i].Fetch(0, running[i].data(), lane);
    }
    Dims window(g.window.size(), 0);
    do {
      for (int64_t lane = 0; lane < n; ++lane) {
        int64_t offset = g.Source(lanes[lane], window);
        for (size_t i = 0; i < count; ++i) (offset < 0 ? inits : inputs)[i].Fetch(offset < 0 ? 0 : offset, next[i].data(), lane);
      }
      MOTE_CHECK_OK(body.Run(n, arguments, results));
    } while (NextIndex(window, g.window));
    for (size_t i = 0; i < count; ++i) {
      for (int64_t lane = 0; lane < n; ++lane) outputs[i].Put(begin + lane, running[i].data(), lane);
    }
  }
  Values values;
  for (size_t i = 0; i < count; ++i) values.push_back(ArrayValue(outputs[i].ToLiteral(ResultLeaf(call, i))));
  return values;
}

Result<Values> ReduceWindow(Call& call) {
  Shape result = ResultLeaf(call, 0);
  MOTE_ASSIGN(WindowGeometry g, GeometryOf(call, call.operand(0).shape().dims, result.dims));
  MOTE_ASSIGN(ScalarBody body, ScalarBody::Make(call.context, call.instruction.called[0], call.Captures()));
  std::optional<Op> single = body.SingleOperation();
  if (single && InFamily(*single, Family::kReducer) && call.operand(0).type() == result.element_type) {
    return PackResults(call, One(ArrayValue(ReduceWindowsSingle(*single, g, call.operand(0), call.operand(1), result))));
  }
  MOTE_ASSIGN(Values values, ReduceWindowsGeneral(call, g, body));
  return PackResults(call, std::move(values));
}

// The element that a window selects: select(earlier, later) true keeps the earlier one; padding is never selected.
Result<int64_t> SelectedOffset(const WindowGeometry& g, const Dims& index, const WideArray& operand, ScalarBody& select) {
  int64_t selected = -1, keep = 0;
  Complex current[1], candidate[1];
  Dims window(g.window.size(), 0);
  do {
    int64_t offset = g.Source(index, window);
    if (offset < 0) continue;
    operand.Fetch(offset, candidate, 0);
    keep = 0;
    if (selected >= 0) MOTE_CHECK_OK(select.Run(1, {current, candidate}, {&keep}));
    if (keep != 0) continue;
    selected = offset;
    operand.Fetch(offset, current, 0);
  } while (NextIndex(window, g.window));
  return selected;
}

// Sources arrive in row-major order.
Result<Values> SelectAndScatter(Call& call) {
  const Literal &operand = call.operand(0), &source = call.operand(1);
  MOTE_ASSIGN(WindowGeometry g, GeometryOf(call, operand.shape().dims, source.shape().dims));
  MOTE_ASSIGN(ScalarBody select, ScalarBody::Make(call.context, call.instruction.called[0], call.Captures()));
  MOTE_ASSIGN(ScalarBody scatter, ScalarBody::Make(call.context, call.instruction.called[1], call.Captures()));
  WideArray elements(operand), sources(source), out(Literal::Splat(call.shape(), call.operand(2)));
  Dims index(g.output.size(), 0);
  Complex current[1], update[1];
  for (int64_t i = 0; i < source.size(); ++i, NextIndex(index, g.output)) {
    MOTE_ASSIGN(int64_t offset, SelectedOffset(g, index, elements, select));
    if (offset < 0) continue;
    out.Fetch(offset, current, 0);
    sources.Fetch(i, update, 0);
    MOTE_CHECK_OK(scatter.Run(1, {current, update}, {current}));
    out.Put(offset, current, 0);
  }
  return One(ArrayValue(out.ToLiteral(call.shape())));
}

}  // namespace

std::span<const OperationRow> WindowOperations() {
  static const OperationRow rows[] = {
      {Op::kReduceWindow, nullptr, ReduceWindow, Quantized::kStorage},
      {Op::kSelectAndScatter, nullptr, SelectAndScatter, Quantized::kStorage},
  };
  return rows;
}

}  // namespace mote::evaluation
