// Operations whose places are values: dynamic slices and updates, gather, scatter. Indices lie inside, at the edges and outside.
#include <algorithm>

#include "case_maker.h"

namespace mote {
namespace {

ElementType IndexType(CaseMaker& m) {
  return m.Pick({ElementType::kS32, ElementType::kS32, ElementType::kS64, ElementType::kU32, ElementType::kS8});
}
CaseMaker::Wish Start(ElementType type) { return {Shape::Scalar(type), type == ElementType::kU32 ? 0 : -3, 9}; }

Operands DynamicSlice(CaseMaker& m) {
  const Ints extents = m.Extents(m.In(0, 3));
  const ElementType index = IndexType(m);
  std::vector<CaseMaker::Wish> wishes = {{Shape::Array(m.Type(), extents)}};
  Ints sizes;
  for (const int64_t extent : extents) sizes.push_back(m.In(0, extent)), wishes.push_back(Start(index));
  const Operands x = m.MakeOperands(wishes);
  return {m.b().DynamicSlice(m.Before(x[0]), {x.begin() + 1, x.end()}, sizes)};
}

Operands DynamicUpdateSlice(CaseMaker& m) {
  const Ints extents = m.Extents(m.In(0, 3));
  const ElementType index = IndexType(m), type = m.Type();
  Ints sizes;
  for (const int64_t extent : extents) sizes.push_back(m.In(0, extent));
  std::vector<CaseMaker::Wish> wishes = {{Shape::Array(type, extents)}, {Shape::Array(type, sizes)}};
  for (size_t i = 0; i < extents.size(); ++i) wishes.push_back(Start(index));
  const Operands x = m.MakeOperands(wishes);
  return {m.b().DynamicUpdateSlice(m.Before(x[0]), m.Before(x[1]), {x.begin() + 2, x.end()})};
}

// Dimension numbers that gather and scatter share: which dimensions of the array are indexed, dropped or batched.
struct Indexed {
  Ints extents, slice, collapsed, map, batching, indices, indices_batching, windowed;
  int64_t vector_dim = 0;
};
Indexed MakeIndexed(CaseMaker& m) {
  Indexed d;
  const auto rank = static_cast<size_t>(m.In(1, 3));
  d.extents = m.Extents(rank);
  Ints order = m.Permutation(rank);
  const auto batches = static_cast<size_t>(m.OneIn(4) ? 1 : 0);
  d.batching = {order.begin(), order.begin() + static_cast<std::ptrdiff_t>(batches)};
  order.erase(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(batches));
  order.resize(m.Below(static_cast<uint32_t>(order.size()) + 1));
  d.map = order;
  for (int64_t i = 0; i < static_cast<int64_t>(rank); ++i) {
    const bool batching = std::find(d.batching.begin(), d.batching.end(), i) != d.batching.end();
    const int64_t extent = d.extents[static_cast<size_t>(i)];
    const bool mapped = std::find(d.map.begin(), d.map.end(), i) != d.map.end();
    const bool collapses = !batching && extent > 0 && mapped && m.OneIn(2);
    d.slice.push_back(batching ? std::min<int64_t>(extent, 1) : collapses ? 1 : mapped ? m.In(0, extent) : extent);
    if (collapses) d.collapsed.push_back(i);
    else if (!batching) d.windowed.push_back(d.slice.back());
  }
  // Indices: batch extents, the vector of starts somewhere between them; left out when it has one element.
  d.indices = m.Extents(m.In(0, 2));
  for (const int64_t batch : d.batching) {
    d.indices_batching.push_back(static_cast<int64_t>(d.indices.size()));
    d.indices.push_back(d.extents[static_cast<size_t>(batch)]);
  }
  d.vector_dim = static_cast<int64_t>(d.indices.size());
  if (d.map.size() != 1 || m.OneIn(2)) {
    const bool front = d.batching.empty() && m.OneIn(3);
    d.vector_dim = front ? 0 : d.vector_dim;
    d.indices.insert(d.indices.begin() + d.vector_dim, static_cast<int64_t>(d.map.size()));
  }
  return d;
}

// The extents of the indices' batch dimensions.
Ints BatchExtents(const Indexed& d) {
  Ints extents = d.indices;
  if (d.vector_dim < static_cast<int64_t>(extents.size())) extents.erase(extents.begin() + d.vector_dim);
  return extents;
}

Operands Gather(CaseMaker& m) {
  const Indexed d = MakeIndexed(m);
  const ElementType index = IndexType(m);
  GatherDimensions g;
  g.offset_dims = m.Some(d.windowed.size() + BatchExtents(d).size(), d.windowed.size());
  g.collapsed_slice_dims = d.collapsed, g.start_index_map = d.map, g.index_vector_dim = d.vector_dim;
  g.operand_batching_dims = d.batching, g.start_indices_batching_dims = d.indices_batching;
  const Operands x = m.MakeOperands(
      {{Shape::Array(m.Type(), d.extents)}, {Shape::Array(index, d.indices), index == ElementType::kU32 ? 0 : -3, 9}});
  return {m.b().Gather(m.Before(x[0]), x[1], g, d.slice)};
}

Operands Scatter(CaseMaker& m) {
  const Indexed d = MakeIndexed(m);
  const ElementType index = IndexType(m), type = m.Type();
  const Ints batch = BatchExtents(d);
  ScatterDimensions s;
  s.update_window_dims = m.Some(d.windowed.size() + batch.size(), d.windowed.size());
  s.inserted_window_dims = d.collapsed, s.scatter_dims_to_operand_dims = d.map, s.index_vector_dim = d.vector_dim;
  s.input_batching_dims = d.batching, s.scatter_indices_batching_dims = d.indices_batching;
  Ints updates;
  for (size_t i = 0, window = 0, other = 0; i < d.windowed.size() + batch.size(); ++i) {
    const bool windowed = std::find(s.update_window_dims.begin(), s.update_window_dims.end(), static_cast<int64_t>(i)) !=
                          s.update_window_dims.end();
    updates.push_back(windowed ? d.windowed[window++] : batch[other++]);
  }
  const Operands x = m.MakeOperands({{Shape::Array(type, d.extents)},
                                     {Shape::Array(index, d.indices), index == ElementType::kU32 ? 0 : -3, 9},
                                     {Shape::Array(type, updates)}});
  Builder second("second");
  second.Parameter(0, Shape::Scalar(type));
  const Result<Module> replace = second.Build(second.Parameter(1, Shape::Scalar(type)));
  return {m.b().Scatter(m.Before(x[0]), x[1], x[2], m.OneIn(3) ? *replace : Builder::Scalar(Op::kAdd, type), s)};
}

}  // namespace

const std::vector<CaseFamily> kIndexFamilies = {
    {"dynamic_slice", DynamicSlice},
    {"dynamic_update_slice", DynamicUpdateSlice},
    {"gather", Gather},
    {"scatter", Scatter},
};

}  // namespace mote
