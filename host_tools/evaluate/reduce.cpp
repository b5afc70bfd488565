// Reduce, scan and map of OPS.md 2.1 and 2.4. Order: init first, then the reduced elements in row-major order of their indices. A
// body of one operation has a loop of its own that gives the same bits as applying it.
#include "evaluate/reducer.h"
#include "evaluate/scalar_body.h"
#include "evaluate/strided.h"

namespace mote::evaluation {
namespace {

struct Layout {
  IdVector<int64_t> kept, reduced;  // offsets
};

Layout LayoutOf(const Dims& dims, const std::vector<int64_t>& reduced) {
  IdVector<bool> gone(dims.size(), false);
  for (int64_t d : reduced) gone[d] = true;
  Dims strides = RowMajorStrides(dims), kept_dims, kept_strides, gone_dims, gone_strides;
  for (size_t d = 0; d < dims.size(); ++d) {
    (gone[d] ? gone_dims : kept_dims).push_back(dims[d]);
    (gone[d] ? gone_strides : kept_strides).push_back(strides[d]);
  }
  return {Offsets(kept_dims, kept_strides), Offsets(gone_dims, gone_strides)};
}

Literal ReduceSingle(Op op, const Literal& operand, const Literal& init, const Layout& layout, const Shape& shape) {
  return VisitAccumulator(shape.element_type, [&](auto tag, auto step) {
    using A = decltype(tag);
    std::vector<A> in = LoadWide<A>(operand), start = LoadWide<A>(init), out(layout.kept.size());
    WithReducer<A>(op, IsUnsigned(operand.type()), [&](auto f) {
      for (size_t k = 0; k < layout.kept.size(); ++k) {
        A value = start[0];
        const A* base = in.data() + layout.kept[k];
        for (int64_t offset : layout.reduced) value = step(f(value, base[offset]));
        out[k] = value;
      }
    });
    return StoreWide(shape, out);
  });
}

// Any body: up to kLanes results advance together through the reduced elements.
class GeneralReduce {
 public:
  GeneralReduce(Call& call, ScalarBody body)
      : call_(call), body_(std::move(body)), count_(static_cast<size_t>(call.instruction.declared_operands()) / 2) {}

  Result<Values> Run(const Layout& layout) {
    std::vector<WideArray> inputs, inits, outputs;
    for (size_t i = 0; i < count_; ++i) {
      inputs.emplace_back(call_.operand(i));
      inits.emplace_back(call_.operand(count_ + i));
      outputs.emplace_back(Literal(ResultLeaf(call_, i)));
    }
    std::vector<std::vector<Complex>> running(count_, std::vector<Complex>(ScalarBody::kLanes)), next = running;
    std::vector<const void*> arguments;
    std::vector<void*> results;
    for (auto& lanes : running) arguments.push_back(lanes.data());
    for (auto& lanes : next) arguments.push_back(lanes.data());
    for (auto& lanes : running) results.push_back(lanes.data());
    for (size_t begin = 0; begin < layout.kept.size(); begin += ScalarBody::kLanes) {
      int64_t n = static_cast<int64_t>(std::min<size_t>(ScalarBody::kLanes, layout.kept.size() - begin));
      for (size_t i = 0; i < count_; ++i) {
        for (int64_t lane = 0; lane < n; ++lane) inits[i].Fetch(0, running[i].data(), lane);
      }
      for (int64_t offset : layout.reduced) {
        for (size_t i = 0; i < count_; ++i) {
          for (int64_t lane = 0; lane < n; ++lane) inputs[i].Fetch(layout.kept[begin + lane] + offset, next[i].data(), lane);
        }
        MOTE_CHECK_OK(body_.Run(n, arguments, results));
      }
      for (size_t i = 0; i < count_; ++i) {
        for (int64_t lane = 0; lane < n; ++lane) outputs[i].Put(static_cast<int64_t>(begin) + lane, running[i].data(), lane);
      }
    }
    Values values;
    for (size_t i = 0; i < count_; ++i) values.push_back(ArrayValue(outputs[i].ToLiteral(ResultLeaf(call_, i))));
    return PackResults(call_, std::move(values));
  }

 private:
  Call& call_;
  ScalarBody body_;
  size_t count_;
};

Result<Values> Reduce(Call& call) {
  const std::vector<int64_t>& dims = call.instruction.Ints(Attr::kDimensions);
  MOTE_CHECK_OK(call.context.Spend(static_cast<uint64_t>(call.operand(0).size())));
  Layout layout = LayoutOf(call.operand(0).shape().dims, dims);
  MOTE_ASSIGN(ScalarBody body, ScalarBody::Make(call.context, call.instruction.called[0], call.Captures()));
  Shape result = ResultLeaf(call, 0);
  std::optional<Op> single = body.SingleOperation();
  const bool one_type = call.operand(0).type() == result.element_type && call.operand(1).type() == result.element_type;
  if (single && InFamily(*single, Family::kReducer) && one_type) {
    return PackResults(call, One(ArrayValue(ReduceSingle(*single, call.operand(0), call.operand(1), layout, result))));
  }
  return GeneralReduce(call, std::move(body)).Run(layout);
}

// One element of every operand at a time through the body, kLanes of them together.
Result<Values> Map(Call& call) {
  MOTE_ASSIGN(ScalarBody body, ScalarBody::Make(call.context, call.instruction.called[0], call.Captures()));
  size_t count = call.instruction.declared_operands();
  std::vector<WideArray> inputs;
  std::vector<std::vector<Complex>> buffers(count, std::vector<Complex>(ScalarBody::kLanes));
  std::vector<const void*> arguments;
  for (size_t i = 0; i < count; ++i) {
    inputs.emplace_back(call.operand(i));
    arguments.push_back(buffers[i].data());
  }
  Literal out(call.shape());
  WideArray wide(out);
  std::vector<Complex> result(ScalarBody::kLanes);
  for (int64_t begin = 0; begin < out.size(); begin += ScalarBody::kLanes) {
    int64_t n = std::min(ScalarBody::kLanes, out.size() - begin);
    for (size_t i = 0; i < count; ++i) {
      for (int64_t lane = 0; lane < n; ++lane) inputs[i].Fetch(begin + lane, buffers[i].data(), lane);
    }
    MOTE_CHECK_OK(body.Run(n, arguments, {result.data()}));
    for (int64_t lane = 0; lane < n; ++lane) wide.Put(begin + lane, result.data(), lane);
  }
  return One(ArrayValue(wide.ToLiteral(call.shape())));
}

}  // namespace

Shape ResultLeaf(const Call& call, size_t i) {
  if (call.shapes.size() == 1 && call.shapes[0].IsTuple()) return call.shapes[0].elements[i];
  return call.shapes[i];
}

Values PackResults(const Call& call, Values values) {
  if (call.shapes.size() == 1 && call.shapes[0].IsTuple()) return One(TupleValue(std::move(values)));
  return values;
}

std::span<const OperationRow> ReduceOperations() {
  static const OperationRow rows[] = {
      {Op::kReduce, nullptr, Reduce, Quantized::kStorage},
      {Op::kMap, nullptr, Map, Quantized::kStorage},
  };
  return rows;
}

}  // namespace mote::evaluation
