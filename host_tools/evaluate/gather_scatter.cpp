// Gather and Scatter of OPS.md 2.3, batching dimensions included. Gather clamps starts so that the whole slice is inside; scatter drops
// what falls outside: element by element for StableHLO, the whole window for HLO text (OPS.md section 6.5). Duplicates combine in row-major
// order of the updates.
#include <algorithm>

#include "evaluate/gather.h"
#include "evaluate/indices.h"
#include "evaluate/reducer.h"
#include "evaluate/scalar_body.h"
#include "evaluate/shape_ops.h"
#include "evaluate/strided.h"

namespace mote::evaluation {
namespace {

bool Contains(const std::vector<int64_t>& list, int64_t value) { return std::find(list.begin(), list.end(), value) != list.end(); }

std::vector<int64_t> Others(size_t rank, const std::vector<int64_t>& listed) {
  std::vector<int64_t> others;
  for (size_t d = 0; d < rank; ++d) {
    if (!Contains(listed, static_cast<int64_t>(d))) others.push_back(static_cast<int64_t>(d));
  }
  return others;
}

// Reads the start index vectors of gather and scatter: batch index of the indices → start per operand dimension.
class StartIndices {
 public:
  StartIndices(const Literal& indices, int64_t vector_dim, const std::vector<int64_t>& map, const std::vector<int64_t>& operand_batching,
               const std::vector<int64_t>& indices_batching, size_t operand_rank)
      : values_(Indices(indices)), dims_(indices.shape().dims), vector_dim_(vector_dim), map_(map), operand_batching_(operand_batching),
        indices_batching_(indices_batching), operand_rank_(operand_rank) {
    if (vector_dim_ == static_cast<int64_t>(dims_.size())) dims_.push_back(1);
    strides_ = RowMajorStrides(dims_);
  }
  // `batch` indexes all dimensions of the indices but the vector's.
  Dims At(const Dims& batch) const {
    int64_t base = 0;
    Dims full(dims_.size(), 0);
    for (size_t d = 0, b = 0; d < dims_.size(); ++d) {
      if (static_cast<int64_t>(d) == vector_dim_) continue;
      full[d] = batch[b++];
      base += full[d] * strides_[d];
    }
    Dims start(operand_rank_, 0);
    for (size_t k = 0; k < map_.size(); ++k) start[map_[k]] = values_[base + static_cast<int64_t>(k) * strides_[vector_dim_]];
    for (size_t k = 0; k < operand_batching_.size(); ++k) start[operand_batching_[k]] = full[indices_batching_[k]];
    return start;
  }

 private:
  IdVector<int64_t> values_;
  Dims dims_, strides_;
  int64_t vector_dim_;
  const std::vector<int64_t>&map_, &operand_batching_, &indices_batching_;
  size_t operand_rank_;
};

Result<Literal> Gather(Call& call) { return GatherSlices(call, call.instruction.Ints(Attr::kSliceSizes), call.shape()); }

struct ScatterPlan {
  std::vector<int64_t> window_dims, scatter_dims, window_operand_dims;
};

bool Inside(const Dims& index, const Dims& dims) {
  for (size_t d = 0; d < dims.size(); ++d) {
    if (index[d] < 0 || index[d] >= dims[d]) return false;
  }
  return true;
}

bool WindowInside(const Dims& start, const Dims& window, const Dims& dims) {
  for (size_t d = 0; d < dims.size(); ++d) {
    if (start[d] < 0 || start[d] > dims[d] - window[d]) return false;
  }
  return true;
}

ScatterPlan PlanOf(const Instruction& instruction, size_t operand_rank, size_t update_rank) {
  ScatterPlan plan;
  plan.window_dims = instruction.Ints(Attr::kUpdateWindowDims);
  plan.scatter_dims = Others(update_rank, plan.window_dims);
  std::vector<int64_t> absent = instruction.Ints(Attr::kInsertedWindowDims);
  const std::vector<int64_t>& batching = instruction.Ints(Attr::kInputBatchingDims);
  absent.insert(absent.end(), batching.begin(), batching.end());
  plan.window_operand_dims = Others(operand_rank, absent);
  return plan;
}

// The element offset in the operand that each update element goes to, or -1.
std::vector<int64_t> ScatterTargets(const Call& call, const Literal& operand, const Literal& indices, const Dims& update_dims) {
  const Instruction& i = call.instruction;
  const Dims& dims = operand.shape().dims;
  ScatterPlan plan = PlanOf(i, dims.size(), update_dims.size());
  StartIndices starts(indices, i.Int(Attr::kIndexVectorDim), i.Ints(Attr::kScatterDimsToOperandDims), i.Ints(Attr::kInputBatchingDims),
                      i.Ints(Attr::kScatterIndicesBatchingDims), dims.size());
  Dims window(dims.size(), 1), strides = RowMajorStrides(dims), index(update_dims.size(), 0);
  for (size_t w = 0; w < plan.window_dims.size(); ++w) window[plan.window_operand_dims[w]] = update_dims[plan.window_dims[w]];
  std::vector<int64_t> targets;
  for (int64_t n = Count(update_dims); n > 0; --n, NextIndex(index, update_dims)) {
    Dims at = starts.At(Pick(index, plan.scatter_dims));
    bool dropped = call.context.module.from_hlo_text && !WindowInside(at, window, dims);
    for (size_t w = 0; w < plan.window_dims.size(); ++w) {
      int64_t& to = at[plan.window_operand_dims[w]];
      if (__builtin_add_overflow(to, index[plan.window_dims[w]], &to)) to = -1;
    }
    targets.push_back(!dropped && Inside(at, dims) ? Offset(at, strides) : -1);
  }
  return targets;
}

Result<Values> Scatter(Call& call) {
  size_t count = static_cast<size_t>(call.instruction.declared_operands() - 1) / 2;
  MOTE_ASSIGN(ScalarBody body, ScalarBody::Make(call.context, call.instruction.called[0], call.Captures()));
  std::vector<int64_t> targets = ScatterTargets(call, call.operand(0), call.operand(count), call.operand(count + 1).shape().dims);
  MOTE_CHECK_OK(call.context.Spend(targets.size()));
  std::vector<WideArray> out, updates;
  std::vector<std::vector<Complex>> current(count, std::vector<Complex>(1)), update = current;
  std::vector<const void*> arguments;
  std::vector<void*> results;
  for (size_t k = 0; k < count; ++k) {
    out.emplace_back(call.operand(k));
    updates.emplace_back(call.operand(count + 1 + k));
    arguments.push_back(current[k].data());
    results.push_back(current[k].data());
  }
  for (size_t k = 0; k < count; ++k) arguments.push_back(update[k].data());
  for (size_t u = 0; u < targets.size(); ++u) {
    if (targets[u] < 0) continue;
    for (size_t k = 0; k < count; ++k) {
      out[k].Fetch(targets[u], current[k].data(), 0);
      updates[k].Fetch(static_cast<int64_t>(u), update[k].data(), 0);
    }
    MOTE_CHECK_OK(body.Run(1, arguments, results));
    for (size_t k = 0; k < count; ++k) out[k].Put(targets[u], current[k].data(), 0);
  }
  Values values;
  for (size_t k = 0; k < count; ++k) values.push_back(ArrayValue(out[k].ToLiteral(ResultLeaf(call, k))));
  return PackResults(call, std::move(values));
}

}  // namespace

Result<Literal> GatherSlices(Call& call, const std::vector<int64_t>& slice_sizes, const Shape& shape) {
  const Instruction& i = call.instruction;
  const Literal& operand = call.operand(0);
  const Dims& dims = operand.shape().dims;
  const std::vector<int64_t>& offset_dims = i.Ints(Attr::kOffsetDims);
  StartIndices starts(call.operand(1), i.Int(Attr::kIndexVectorDim), i.Ints(Attr::kStartIndexMap), i.Ints(Attr::kOperandBatchingDims),
                      i.Ints(Attr::kStartIndicesBatchingDims), dims.size());
  std::vector<int64_t> absent = i.Ints(Attr::kCollapsedSliceDims);
  absent.insert(absent.end(), i.Ints(Attr::kOperandBatchingDims).begin(), i.Ints(Attr::kOperandBatchingDims).end());
  std::vector<int64_t> slice_dims = Others(dims.size(), absent), batch_dims = Others(shape.dims.size(), offset_dims);
  Literal out(shape);
  Dims from = RowMajorStrides(dims), to = RowMajorStrides(shape.dims), batch(batch_dims.size(), 0),
       batch_sizes = Pick(shape.dims, batch_dims);
  Dims window = Pick(slice_sizes, slice_dims), window_from = Pick(from, slice_dims), window_to = Pick(to, offset_dims);
  int bytes = StorageBytes(out.type());
  if (out.size() == 0) return out;
  for (int64_t n = Count(batch_sizes); n > 0; --n, NextIndex(batch, batch_sizes)) {
    Dims start = starts.At(batch);
    for (size_t d = 0; d < dims.size(); ++d) start[d] = std::clamp<int64_t>(start[d], 0, dims[d] - slice_sizes[d]);
    CopyStrided(bytes, window, operand.bytes().data() + Offset(start, from) * bytes, window_from,
                out.mutable_bytes().data() + Offset(batch, Pick(to, batch_dims)) * bytes, window_to);
  }
  return out;
}

std::span<const OperationRow> GatherScatterOperations() {
  static const OperationRow rows[] = {
      {Op::kGather, Gather, nullptr, Quantized::kStorage},
      {Op::kScatter, nullptr, Scatter, Quantized::kStorage},
  };
  return rows;
}

}  // namespace mote::evaluation
