// Type rules of indexing operations: dynamic_slice, dynamic_update_slice, gather, dynamic_gather, scatter (OPS.md 2.3).
#include <algorithm>

#include "hlo/infer.h"

namespace mote {
namespace {

// Start indices from operand `first` on: scalars, or in HLO text also one vector. Returns nothing but a verdict.
Status CheckStartIndices(const InferContext& c, size_t first, int rank) {
  const size_t count = c.count() - first;
  const std::string subject = c.Name() + " on " + c.Show(c.operand(0));
  const bool vector_form = c.hlo() && count == 1 && c.operand(first).IsArray() && c.operand(first).rank() == 1;
  if (vector_form) {
    MOTE_CHECK_OK(RequireType(c, first, kTypeI));
    return CheckCount(c, c.operand(first).dims[0], rank, "the vector of start indices", subject);
  }
  for (size_t i = first; i < c.count(); ++i) {
    MOTE_CHECK_OK(RequireType(c, i, kTypeI));
    if (c.operand(i).rank() != 0) {
      return c.Fail(Rule::kRank, "a start index of " + subject + " must be a scalar, but is " + c.Show(c.operand(i)));
    }
  }
  MOTE_CHECK_OK(CheckCount(c, count, rank, "the list of start indices", subject));
  for (size_t i = first + 1; i < c.count(); ++i) MOTE_CHECK_OK(RequireSameTypes(c, first, i));
  return Ok();
}

std::vector<int64_t> Joined(const std::vector<int64_t>& a, const std::vector<int64_t>& b) {
  std::vector<int64_t> out = a;
  out.insert(out.end(), b.begin(), b.end());
  return out;
}

// The dimension numbers that gather and scatter share, under the names of each.
struct IndexDims {
  const std::vector<int64_t>& window;           // offset_dims / update_window_dims
  const std::vector<int64_t>& removed;          // collapsed_slice_dims / inserted_window_dims
  const std::vector<int64_t>& batching;         // operand_batching_dims / input_batching_dims
  const std::vector<int64_t>& index_batching;   // start_indices_batching_dims / scatter_indices_batching_dims
  const std::vector<int64_t>& map;              // start_index_map / scatter_dims_to_operand_dims
  const char *window_name, *removed_name, *batching_name, *index_batching_name, *map_name;
  bool count_first;  // which of several violations is named: gather counts the indices before it looks at the lists
};

Status CheckIndexVectorDim(const InferContext& c, const Shape& indices) {
  const int64_t index_dim = c.instruction.Int(Attr::kIndexVectorDim);
  if (index_dim < 0 || index_dim > indices.rank()) {
    return c.Fail(Rule::kDimension, "index_vector_dim is " + Text(index_dim) + ", outside [0, " + Text(indices.rank()) +
                                        "] for indices of " + c.Show(indices));
  }
  return Ok();
}

Status CheckIndexCount(const InferContext& c, const IndexDims& d, const Shape& indices) {
  const int64_t index_dim = c.instruction.Int(Attr::kIndexVectorDim);
  const size_t at = index_dim;
  const int64_t index_size = index_dim == indices.rank() ? 1 : indices.IsBounded(at) ? kDynamic : indices.dims[at];
  if (index_size != kDynamic && static_cast<int64_t>(d.map.size()) != index_size) {
    return c.Fail(Rule::kCount, std::string(d.map_name) + " " + Text(d.map) + " must have one entry per index, " + Text(index_size) +
                                    " for indices of " + c.Show(indices));
  }
  return Ok();
}

// index_vector_dim has been checked before.
Status CheckIndexDims(const InferContext& c, const IndexDims& d, const Shape& operand, const Shape& indices) {
  const int64_t index_dim = c.instruction.Int(Attr::kIndexVectorDim);
  if (d.count_first) MOTE_CHECK_OK(CheckIndexCount(c, d, indices));
  MOTE_CHECK_OK(CheckSorted(c, d.window, d.window_name));
  MOTE_CHECK_OK(CheckUnique(c, d.window, d.window_name));
  MOTE_CHECK_OK(CheckUnique(c, Joined(d.removed, d.batching), std::string(d.removed_name) + " and " + d.batching_name + " together"));
  MOTE_CHECK_OK(CheckSorted(c, d.removed, d.removed_name));
  MOTE_CHECK_OK(CheckInRange(c, d.removed, operand.rank(), std::string(d.removed_name) + " for " + c.Show(operand)));
  MOTE_CHECK_OK(CheckSorted(c, d.batching, d.batching_name));
  MOTE_CHECK_OK(CheckInRange(c, d.batching, operand.rank(), std::string(d.batching_name) + " for " + c.Show(operand)));
  MOTE_CHECK_OK(CheckUnique(c, d.index_batching, d.index_batching_name));
  MOTE_CHECK_OK(CheckInRange(c, d.index_batching, indices.rank(), std::string(d.index_batching_name) + " for " + c.Show(indices)));
  if (Contains(d.index_batching, index_dim)) {
    return c.Fail(Rule::kDuplicate,
                  std::string(d.index_batching_name) + " " + Text(d.index_batching) + " holds index_vector_dim " + Text(index_dim));
  }
  if (d.batching.size() != d.index_batching.size()) {
    return c.Fail(Rule::kCount, std::string(d.batching_name) + " " + Text(d.batching) + " and " + d.index_batching_name + " " +
                                    Text(d.index_batching) + " must be equally long");
  }
  for (size_t i = 0; i < d.batching.size(); ++i) {
    const size_t a = d.batching[i], b = d.index_batching[i];
    if (!DimsAgree(operand, a, indices, b)) {
      return c.Fail(Rule::kShape, std::string("batching dimension ") + std::to_string(a) + " of " + c.Show(operand) + " and " +
                                      std::to_string(b) + " of " + c.Show(indices) + " differ in size");
    }
  }
  if (!d.count_first) MOTE_CHECK_OK(CheckIndexCount(c, d, indices));
  MOTE_CHECK_OK(CheckUnique(c, Joined(d.map, d.batching), std::string(d.map_name) + " and " + d.batching_name + " together"));
  return CheckInRange(c, d.map, operand.rank(), std::string(d.map_name) + " for " + c.Show(operand));
}

IndexDims GatherDims(const Instruction& i) {
  return {i.Ints(Attr::kOffsetDims), i.Ints(Attr::kCollapsedSliceDims), i.Ints(Attr::kOperandBatchingDims),
          i.Ints(Attr::kStartIndicesBatchingDims), i.Ints(Attr::kStartIndexMap), "offset_dims", "collapsed_slice_dims",
          "operand_batching_dims", "start_indices_batching_dims", "start_index_map", true};
}

// `sizes` is empty when the slice sizes are not known (dynamic_gather).
Inferred Gather(const InferContext& c, const std::optional<std::vector<int64_t>>& sizes, size_t size_count) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAQ));
  MOTE_CHECK_OK(RequireType(c, 1, kTypeI));
  const Shape &x = c.operand(0), &indices = c.operand(1);
  const IndexDims d = GatherDims(c.instruction);
  if (d.window.size() + d.removed.size() + d.batching.size() != x.dims.size()) {
    return c.Fail(Rule::kRank, "offset_dims, collapsed_slice_dims and operand_batching_dims have " +
                                   std::to_string(d.window.size() + d.removed.size() + d.batching.size()) + " entries together, but " +
                                   c.Show(x) + " has rank " + std::to_string(x.rank()));
  }
  MOTE_CHECK_OK(CheckIndexVectorDim(c, indices));
  MOTE_CHECK_OK(CheckIndexDims(c, d, x, indices));
  MOTE_CHECK_OK(CheckCount(c, size_count, x.dims.size(), "slice_sizes", c.Show(x)));
  for (size_t i = 0; sizes && i < sizes->size(); ++i) {
    const int64_t size = (*sizes)[i], dim = static_cast<int64_t>(i);
    if (size < 0 || (x.dims[i] != kDynamic && size > x.dims[i])) {
      return c.Fail(Rule::kSize, "slice size " + Text(size) + " of dimension " + Text(dim) + " is outside [0, " + DimText(x.dims[i]) +
                                     "] of " + c.Show(x));
    }
    if (size > 1 && (Contains(d.removed, dim) || Contains(d.batching, dim))) {
      return c.Fail(Rule::kSize,
                    "the slice size of the collapsed or batching dimension " + Text(dim) + " must be at most 1, but is " + Text(size));
    }
  }
  const int64_t index_dim = c.instruction.Int(Attr::kIndexVectorDim);
  const int64_t batch_rank = indices.rank() - (index_dim < indices.rank() ? 1 : 0);
  const int64_t rank = batch_rank + static_cast<int64_t>(d.window.size());
  MOTE_CHECK_OK(CheckInRange(c, d.window, rank, "offset_dims for a result of rank " + Text(rank)));
  Shape out = WithTypeOf(Shape::Array(x.element_type, {}), x);
  size_t from_indices = 0, from_operand = 0;
  for (int64_t i = 0; i < rank; ++i) {
    if (Contains(d.window, i)) {
      while (Contains(d.removed, static_cast<int64_t>(from_operand)) || Contains(d.batching, static_cast<int64_t>(from_operand))) {
        ++from_operand;
      }
      out.dims.push_back(sizes ? (*sizes)[from_operand] : kDynamic);
      out.bounded.push_back(false);
      ++from_operand;
    } else {
      if (static_cast<int64_t>(from_indices) == index_dim) ++from_indices;
      out.dims.push_back(indices.dims[from_indices]);
      out.bounded.push_back(indices.IsBounded(from_indices));
      ++from_indices;
    }
  }
  return Shapes{out};
}

}  // namespace

Inferred InferDynamicSlice(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAQ));
  const Shape& x = c.operand(0);
  const std::vector<int64_t>& sizes = c.instruction.Ints(Attr::kSliceSizes);
  MOTE_CHECK_OK(CheckStartIndices(c, 1, x.rank()));
  MOTE_CHECK_OK(CheckCount(c, sizes.size(), x.dims.size(), "slice_sizes " + Text(sizes), c.Show(x)));
  Shape out = x;
  out.bounded.clear();
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 0 || (x.dims[i] != kDynamic && sizes[i] > x.dims[i])) {
      return c.Fail(Rule::kSize, "slice size " + Text(sizes[i]) + " of dimension " + std::to_string(i) + " is outside [0, " +
                                     DimText(x.dims[i]) + "] of " + c.Show(x));
    }
    out.dims[i] = sizes[i];
  }
  return Shapes{out};
}

Inferred InferDynamicUpdateSlice(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAQ));
  MOTE_CHECK_OK(RequireType(c, 1, kTypeAQ));
  MOTE_CHECK_OK(RequireSameTypes(c, 0, 1));
  const Shape &x = c.operand(0), &update = c.operand(1);
  if (x.rank() != update.rank()) {
    return c.Fail(Rule::kRank, "the update must have the operand's rank, but they are " + c.Show(update) + " and " + c.Show(x));
  }
  MOTE_CHECK_OK(CheckStartIndices(c, 2, x.rank()));
  for (size_t i = 0; i < x.dims.size(); ++i) {
    if (x.dims[i] != kDynamic && update.dims[i] != kDynamic && update.dims[i] > x.dims[i]) {
      return c.Fail(Rule::kSize,
                    "the update " + c.Show(update) + " is larger than the operand " + c.Show(x) + " in dimension " + std::to_string(i));
    }
  }
  return Shapes{x};
}

Inferred InferGather(const InferContext& c) {
  const std::vector<int64_t>& sizes = c.instruction.Ints(Attr::kSliceSizes);
  return Gather(c, sizes, sizes.size());
}

Inferred InferDynamicGather(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 2, kTypeI));
  const Shape& sizes = c.operand(2);
  if (sizes.rank() != 1 || !sizes.IsStatic()) {
    return c.Fail(Rule::kRank, "slice_sizes must be a static vector, but is " + c.Show(sizes));
  }
  return Gather(c, c.ConstantInts(2), sizes.dims[0]);
}

namespace {

Status CheckUpdateRank(const InferContext& c, const IndexDims& d, const Shape& indices, const Shape& updates) {
  const int64_t index_dim = c.instruction.Int(Attr::kIndexVectorDim);
  const int64_t batch_rank = indices.rank() - (index_dim < indices.rank() ? 1 : 0);
  const int64_t rank = batch_rank + static_cast<int64_t>(d.window.size());
  if (updates.rank() != rank) {
    return c.Fail(Rule::kRank, "updates must have rank " + Text(rank) + " (that of the indices " + c.Show(indices) +
                                   " without the index vector, plus update_window_dims " + Text(d.window) + "), but are " +
                                   c.Show(updates));
  }
  return Ok();
}

Status CheckUpdates(const InferContext& c, const IndexDims& d, const Shape& x, const Shape& indices, const Shape& updates) {
  const int64_t index_dim = c.instruction.Int(Attr::kIndexVectorDim);
  MOTE_CHECK_OK(CheckInRange(c, d.window, updates.rank(), "update_window_dims for " + c.Show(updates)));
  size_t from_operand = 0, from_indices = 0;
  for (size_t i = 0; i < updates.dims.size(); ++i) {
    if (Contains(d.window, static_cast<int64_t>(i))) {
      while (Contains(d.removed, static_cast<int64_t>(from_operand)) || Contains(d.batching, static_cast<int64_t>(from_operand))) {
        ++from_operand;
      }
      const int64_t bound = x.dims[from_operand];
      if (bound != kDynamic && updates.dims[i] != kDynamic && updates.dims[i] > bound) {
        return c.Fail(Rule::kSize, "the update window of " + c.Show(updates) + " is larger than the operand " + c.Show(x) +
                                       " in dimension " + std::to_string(from_operand));
      }
      ++from_operand;
    } else {
      if (static_cast<int64_t>(from_indices) == index_dim) ++from_indices;
      if (!DimsAgree(updates, i, indices, from_indices)) {
        return c.Fail(Rule::kShape, "scatter dimension " + std::to_string(i) + " of the updates " + c.Show(updates) +
                                        " differs from the indices " + c.Show(indices));
      }
      ++from_indices;
    }
  }
  return Ok();
}

}  // namespace

Inferred InferScatter(const InferContext& c) {
  if (c.count() % 2 != 1) {
    return c.Fail(Rule::kArity, "scatter takes N operands, the indices and N updates, but has " + std::to_string(c.count()) + " operands");
  }
  const size_t n = c.count() / 2;
  const Instruction& s = c.instruction;
  for (size_t i = 0; i < c.count(); ++i) MOTE_CHECK_OK(RequireType(c, i, i == n ? uint32_t{kTypeI} : uint32_t{kTypeAQ}));
  for (size_t i = 1; i < n; ++i) {
    MOTE_CHECK_OK(RequireSameShape(c, 0, i));
    MOTE_CHECK_OK(RequireSameShape(c, n + 1, n + 1 + i));
  }
  const Shape &x = c.operand(0), &indices = c.operand(n), &updates = c.operand(n + 1);
  const IndexDims d = {s.Ints(Attr::kUpdateWindowDims),
                       s.Ints(Attr::kInsertedWindowDims),
                       s.Ints(Attr::kInputBatchingDims),
                       s.Ints(Attr::kScatterIndicesBatchingDims),
                       s.Ints(Attr::kScatterDimsToOperandDims),
                       "update_window_dims",
                       "inserted_window_dims",
                       "input_batching_dims",
                       "scatter_indices_batching_dims",
                       "scatter_dims_to_operand_dims",
                       false};
  MOTE_CHECK_OK(CheckIndexVectorDim(c, indices));
  Shapes elements, inits;
  for (size_t i = 0; i < n; ++i) {
    elements.push_back(WithTypeOf(Shape::Scalar(c.operand(i).element_type), c.operand(i)));
    inits.push_back(WithTypeOf(Shape::Scalar(c.operand(n + 1 + i).element_type), c.operand(n + 1 + i)));
  }
  MOTE_ASSIGN(const Shapes accumulators, CheckReducer(c, c.called(0), elements, inits));
  MOTE_CHECK_OK(CheckUpdateRank(c, d, indices, updates));
  const size_t named = d.window.size() + d.removed.size() + d.batching.size();
  if (named != x.dims.size()) {
    return c.Fail(Rule::kRank, "update_window_dims, inserted_window_dims and input_batching_dims have " + std::to_string(named) +
                                   " entries together, but " + c.Show(x) + " has rank " + std::to_string(x.rank()));
  }
  MOTE_CHECK_OK(CheckIndexDims(c, d, x, indices));
  MOTE_CHECK_OK(CheckUpdates(c, d, x, indices, updates));
  Shapes out;
  for (size_t i = 0; i < n; ++i) out.push_back(WithTypeOf(c.operand(i), accumulators[i]));
  return out;
}

}  // namespace mote
