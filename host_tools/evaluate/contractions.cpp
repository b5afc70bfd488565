// What is made of dots and slices (OPS.md section 3): ragged_dot, einsum, unary_einsum, torch_index_select, and scan.
#include <algorithm>
#include <map>

#include "evaluate/accumulate.h"
#include "evaluate/dot.h"
#include "evaluate/indices.h"
#include "evaluate/reducer.h"
#include "evaluate/shape_ops.h"
#include "evaluate/strided.h"

namespace mote::evaluation {
namespace {

bool Contains(const std::vector<int64_t>& list, int64_t value) { return std::find(list.begin(), list.end(), value) != list.end(); }

// Elements [begin, begin + size) along a dimension.
Literal Part(const Literal& from, int64_t dim, int64_t begin, int64_t size) {
  Shape shape = from.shape();
  shape.dims[dim] = size;
  Literal out(shape);
  Dims strides = RowMajorStrides(from.shape().dims);
  Move(from, begin * strides[dim], strides, out);
  return out;
}

void Place(const Literal& part, int64_t dim, int64_t begin, Literal& into) {
  Dims strides = RowMajorStrides(into.shape().dims);
  int bytes = StorageBytes(into.type());
  CopyStrided(bytes, part.shape().dims, part.bytes().data(), RowMajorStrides(part.shape().dims),
              into.mutable_bytes().data() + begin * strides[dim] * bytes, strides);
}

Literal WithoutDimension(const Literal& literal, int64_t dim) {
  Shape shape = literal.shape();
  shape.dims.erase(shape.dims.begin() + dim);
  return literal.WithShape(shape);
}

std::vector<int64_t> Below(std::vector<int64_t> dims, int64_t removed) {
  for (int64_t& d : dims) d -= d > removed ? 1 : 0;
  return dims;
}

struct Groups {
  std::vector<int64_t> begin, size;
};

// Group boundaries along a ragged dimension of `extent` elements; what lies beyond it is cut off.
Groups GroupsOf(const Literal& sizes, int64_t extent) {
  Groups g;
  int64_t at = 0;
  for (int64_t size : Indices(sizes)) {
    int64_t taken = std::clamp<int64_t>(size, 0, extent - at);
    g.begin.push_back(at);
    g.size.push_back(taken);
    at += taken;
  }
  return g;
}

// The ragged dimension is a free one of lhs: each group of rows meets its own rhs. Rows of no group are zero.
Literal RaggedFree(const Call& call, const DotDimensions& dims, int64_t ragged, int64_t group_dim, const Groups& groups) {
  const Literal &lhs = call.operand(0), &rhs = call.operand(1);
  int64_t result_dim = static_cast<int64_t>(dims.lhs_batch.size());
  for (int64_t d = 0; d < ragged; ++d) result_dim += !Contains(dims.lhs_batch, d) && !Contains(dims.lhs_contract, d) ? 1 : 0;
  DotDimensions inner{dims.lhs_batch, Below(dims.rhs_batch, group_dim), dims.lhs_contract, Below(dims.rhs_contract, group_dim)};
  Literal out(call.shape());
  for (size_t g = 0; g < groups.size.size(); ++g) {
    if (groups.size[g] == 0) continue;
    Shape shape = call.shape();
    shape.dims[result_dim] = groups.size[g];
    Literal weights = WithoutDimension(Part(rhs, group_dim, static_cast<int64_t>(g), 1), group_dim);
    Place(Contract(Part(lhs, ragged, groups.begin[g], groups.size[g]), weights, inner, shape), result_dim, groups.begin[g], out);
  }
  return out;
}

// The ragged dimension is contracted: one result per group, stacked in front.
Literal RaggedContracted(const Call& call, const DotDimensions& dims, int64_t ragged, const Groups& groups) {
  size_t position = static_cast<size_t>(std::find(dims.lhs_contract.begin(), dims.lhs_contract.end(), ragged) - dims.lhs_contract.begin());
  Literal out(call.shape());
  for (size_t g = 0; g < groups.size.size(); ++g) {
    Shape shape = call.shape();
    shape.dims.erase(shape.dims.begin());
    Literal sums = Contract(Part(call.operand(0), ragged, groups.begin[g], groups.size[g]),
                            Part(call.operand(1), dims.rhs_contract[position], groups.begin[g], groups.size[g]), dims, shape);
    shape.dims.insert(shape.dims.begin(), 1);
    Place(sums.WithShape(shape), 0, static_cast<int64_t>(g), out);
  }
  return out;
}

Result<Literal> RaggedDot(Call& call) {
  DotDimensions dims = DotDimensionsOf(call.instruction);
  if (call.context.module.from_hlo_text) return call.Fail(Rule::kUnsupported, "the form of HLO text is not evaluated");
  int64_t ragged = call.instruction.Ints(Attr::kRaggedDims)[0];
  MOTE_CHECK_OK(call.context.Spend(ContractWork(call.operand(0), dims, call.shape())));
  if (Contains(dims.lhs_batch, ragged)) return Contract(call.operand(0), call.operand(1), dims, call.shape());
  if (call.operand(2).shape().rank() != 1) return call.Fail(Rule::kUnsupported, "group sizes that differ per batch element");
  Groups groups = GroupsOf(call.operand(2), call.operand(0).shape().dims[ragged]);
  if (Contains(dims.lhs_contract, ragged)) return RaggedContracted(call, dims, ragged, groups);
  return RaggedFree(call, dims, ragged, call.instruction.Ints(Attr::kGroupDims)[0], groups);
}

// "ij,jk->ik": the labels of each operand and of the result. False when it is none of that form.
bool ParseEinsum(const std::string& config, size_t operands, std::vector<std::string>* labels, std::string* result) {
  size_t arrow = config.find("->");
  if (arrow == std::string::npos) return false;
  *result = config.substr(arrow + 2);
  labels->assign(1, "");
  for (char c : config.substr(0, arrow)) {
    if (c == ',') {
      labels->emplace_back();
    } else if (c != ' ') {
      labels->back() += c;
    }
  }
  return labels->size() == operands && config.find('.') == std::string::npos;
}

// Sums over the labels that the result lacks, in order of their first appearance; a repeated label walks a diagonal.
Result<Literal> Einsum(Call& call) {
  std::vector<std::string> labels;
  std::string kept, order;
  size_t count = static_cast<size_t>(call.instruction.declared_operands());
  if (!ParseEinsum(call.instruction.Text(Attr::kEinsumConfig), count, &labels, &kept)) return call.Fail(Rule::kUnsupported, "this einsum_config");
  std::map<char, int64_t> sizes;
  order = kept;
  for (size_t o = 0; o < count; ++o) {
    if (labels[o].size() != call.operand(o).shape().dims.size()) return call.Fail(Rule::kAttribute, "einsum_config does not fit the ranks");
    for (size_t d = 0; d < labels[o].size(); ++d) {
      char label = labels[o][d];
      int64_t& size = sizes.emplace(label, 1).first->second;
      size = std::max(size, call.operand(o).shape().dims[d]);
      if (order.find(label) == std::string::npos) order += label;
    }
  }
  Dims dims;
  std::vector<Dims> strides(count, Dims(order.size(), 0));
  for (size_t l = 0; l < order.size(); ++l) dims.push_back(sizes.count(order[l]) != 0 ? sizes[order[l]] : 1);
  for (size_t o = 0; o < count; ++o) {
    Dims own = RowMajorStrides(call.operand(o).shape().dims);
    for (size_t d = 0; d < labels[o].size(); ++d) {
      if (call.operand(o).shape().dims[d] != 1) strides[o][order.find(labels[o][d])] += own[d];
    }
  }
  MOTE_CHECK_OK(call.context.Spend(static_cast<uint64_t>(Count(dims))));
  return VisitAccumulator(call.shape().element_type, [&](auto tag, auto) {
    using A = decltype(tag);
    std::vector<std::vector<A>> in;
    for (size_t o = 0; o < count; ++o) in.push_back(LoadWide<A>(call.operand(o)));
    std::vector<A> out(static_cast<size_t>(call.shape().ElementCount()));
    int64_t summed = out.empty() ? 0 : Count(dims) / static_cast<int64_t>(out.size());
    Dims index(dims.size(), 0);
    for (A& value : out) {
      for (int64_t s = 0; s < summed; ++s, NextIndex(index, dims)) {
        A term = in[0][Offset(index, strides[0])];
        if (count == 2) term = Product(term, in[1][Offset(index, strides[1])]);
        value += term;
      }
    }
    return StoreWide(call.shape(), out);
  });
}

// result[a, i…, b] = operand[a, index[i…], b], the index's batch dimensions being the operand's first ones.
Result<Literal> TorchIndexSelect(Call& call) {
  const Literal& operand = call.operand(0);
  int64_t dim = call.instruction.Int(Attr::kDimension), batch = call.instruction.Int(Attr::kBatchDims);
  const Dims &dims = operand.shape().dims, &index_dims = call.operand(1).shape().dims;
  std::vector<int64_t> indices = Indices(call.operand(1));
  Dims strides = RowMajorStrides(dims), index_strides = RowMajorStrides(index_dims), at(call.shape().dims.size(), 0);
  Literal out(call.shape());
  int bytes = StorageBytes(out.type());
  int64_t picked = static_cast<int64_t>(index_dims.size()) - batch;
  for (int64_t i = 0; i < out.size(); ++i, NextIndex(at, out.shape().dims)) {
    int64_t which = 0, from = 0;
    for (int64_t d = 0; d < batch; ++d) which += at[d] * index_strides[d];
    for (int64_t d = 0; d < picked; ++d) which += at[dim + d] * index_strides[batch + d];
    for (int64_t d = 0; d < dim; ++d) from += at[d] * strides[d];
    from += std::clamp<int64_t>(indices[which], 0, dims[dim] - 1) * strides[dim];
    for (size_t d = static_cast<size_t>(dim) + 1; d < dims.size(); ++d) from += at[d - 1 + static_cast<size_t>(picked)] * strides[d];
    std::memcpy(out.mutable_bytes().data() + i * bytes, operand.bytes().data() + from * bytes, static_cast<size_t>(bytes));
  }
  return out;
}

// The body takes one slice of each input and the carried values; it gives one slice of each output and the next carried values.
Result<Values> Scan(Call& call) {
  const Instruction& instruction = call.instruction;
  const Computation& body = call.context.module.computations[instruction.called[0]];
  size_t count = static_cast<size_t>(instruction.declared_operands()), inputs = 0;
  while (inputs < count && call.operand(inputs).shape().rank() > body.parameters[inputs].rank()) ++inputs;
  size_t carried_count = count - inputs;
  if (call.context.module.from_hlo_text || body.results.size() < carried_count) return call.Fail(Rule::kUnsupported, "this form is not evaluated");
  size_t outputs = body.results.size() - carried_count;
  int64_t dim = instruction.Int(Attr::kDimension), length = inputs == 0 ? 0 : call.operand(0).shape().dims[dim];
  Values carried(call.operands.begin() + static_cast<int64_t>(inputs), call.operands.begin() + static_cast<int64_t>(count));
  std::vector<Literal> stacked;
  for (size_t o = 0; o < outputs; ++o) stacked.emplace_back(ResultLeaf(call, o));
  for (int64_t step = 0; step < length; ++step) {
    int64_t at = instruction.Bool(Attr::kIsReverse) ? length - 1 - step : step;
    Values arguments;
    for (size_t i = 0; i < inputs; ++i) arguments.push_back(ArrayValue(WithoutDimension(Part(call.operand(i), dim, at, 1), dim)));
    arguments.insert(arguments.end(), carried.begin(), carried.end());
    Values captures = call.Captures();
    arguments.insert(arguments.end(), captures.begin(), captures.end());
    MOTE_ASSIGN(Values results, RunComputation(call.context, instruction.called[0], std::move(arguments)));
    if (results.size() != outputs + carried_count) return call.Fail(Rule::kSignature, "the body returns another number of values");
    for (size_t o = 0; o < outputs; ++o) {
      Shape slice = stacked[o].shape();
      slice.dims[dim] = 1;
      Place(results[o].literal.WithShape(slice), dim, at, stacked[o]);
    }
    carried.assign(results.begin() + static_cast<int64_t>(outputs), results.end());
  }
  Values values;
  for (Literal& literal : stacked) values.push_back(ArrayValue(std::move(literal)));
  values.insert(values.end(), carried.begin(), carried.end());
  return PackResults(call, std::move(values));
}

}  // namespace

std::span<const OperationRow> ContractionOperations() {
  static const OperationRow rows[] = {
      {Op::kRaggedDot, RaggedDot},
      {Op::kEinsum, Einsum},
      {Op::kUnaryEinsum, Einsum},
      {Op::kTorchIndexSelect, TorchIndexSelect, nullptr, Quantized::kStorage},
      {Op::kScan, nullptr, Scan, Quantized::kStorage},
  };
  return rows;
}

}  // namespace mote::evaluation
