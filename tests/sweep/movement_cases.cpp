// Operations that move elements to places known when the program is compiled.
#include <algorithm>

#include "case_maker.h"

namespace mote {
namespace {

Operands Pad(CaseMaker& m) {
  const ElementType type = m.Type();
  const Ints extents = m.Extents(m.In(0, 4));
  Ints low, high, interior;
  for (size_t i = 0; i < extents.size(); ++i) {
    low.push_back(m.In(-3, 3)), high.push_back(m.In(-3, 3)), interior.push_back(m.OneIn(3) ? m.In(1, 3) : 0);
  }
  const Operands x = m.MakeOperands({{Shape::Array(type, extents)}, {Shape::Scalar(type)}});
  return {m.b().Pad(m.Before(x[0]), x[1], low, high, interior)};
}

Operands Slice(CaseMaker& m) {
  const ElementType type = m.Type();
  const Ints extents = m.Extents(m.In(0, 4));
  Ints start, limit, strides;
  for (const int64_t extent : extents) {
    start.push_back(m.In(0, extent));
    limit.push_back(m.In(start.back(), extent));
    strides.push_back(m.OneIn(2) ? 1 : m.In(1, 5));
  }
  const Operands x = m.MakeOperands({{Shape::Array(type, extents)}});
  return {m.b().Slice(m.Before(x[0]), start, limit, strides)};
}

Operands Concatenate(CaseMaker& m) {
  const ElementType type = m.Type();
  const Ints extents = m.Extents(m.In(1, 4));
  const auto along = static_cast<size_t>(m.Below(static_cast<uint32_t>(extents.size())));
  std::vector<CaseMaker::Wish> wishes;
  const uint32_t count = 1 + m.Below(4);
  for (uint32_t i = 0; i < count; ++i) {
    Ints dims = extents;
    dims[along] = m.Extent();
    wishes.push_back({Shape::Array(type, dims)});
  }
  Operands x = m.MakeOperands(wishes);
  for (Operand& one : x) one = m.Before(one);
  return {m.b().ConcatInDim(x, static_cast<int64_t>(along))};
}

Operands Reverse(CaseMaker& m) {
  const Ints extents = m.Extents(m.In(0, 4));
  const Operands x = m.MakeOperands({{Shape::Array(m.Type(), extents)}});
  return {m.b().Rev(m.Before(x[0]), m.Some(extents.size(), m.Below(static_cast<uint32_t>(extents.size()) + 1)))};
}

Operands Transpose(CaseMaker& m) {
  const Ints extents = m.Extents(m.In(0, 5));
  const Operands x = m.MakeOperands({{Shape::Array(m.Type(), extents)}});
  return {m.b().Transpose(m.Before(x[0]), m.Permutation(extents.size()))};
}

Operands Reshape(CaseMaker& m) {
  Ints extents = m.Extents(m.In(0, 4)), sizes;
  for (const int64_t extent : extents) {
    if (extent % 2 == 0 && m.OneIn(2)) sizes.insert(sizes.end(), {2, extent / 2});
    else if (!sizes.empty() && m.OneIn(2)) sizes.back() *= extent;
    else sizes.push_back(extent);
    if (m.OneIn(5)) sizes.push_back(1);
  }
  const Operands x = m.MakeOperands({{Shape::Array(m.Type(), extents)}});
  return {m.b().Reshape(m.Before(x[0]), sizes)};
}

Operands BroadcastInDim(CaseMaker& m) {
  const Ints sizes = m.Extents(m.In(0, 4)), mapping = m.Some(sizes.size(), m.Below(static_cast<uint32_t>(sizes.size()) + 1));
  Ints extents;
  for (const int64_t to : mapping) extents.push_back(m.OneIn(3) ? 1 : sizes[static_cast<size_t>(to)]);
  const Operands x = m.MakeOperands({{Shape::Array(m.Type(), extents)}});
  return {m.b().BroadcastInDim(m.Before(x[0]), sizes, mapping)};
}

}  // namespace

const std::vector<CaseFamily> kMovementFamilies = {
    {"pad", Pad},
    {"slice", Slice},
    {"concatenate", Concatenate},
    {"reverse", Reverse},
    {"transpose", Transpose},
    {"reshape", Reshape},
    {"broadcast_in_dim", BroadcastInDim},
};

}  // namespace mote
