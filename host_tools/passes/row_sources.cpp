// A rule for each kind of operation.
#include "passes/row_sources.h"

#include <algorithm>

#include "passes/emitter.h"

namespace mote {
namespace {

using Kind = RowSource::Kind;
constexpr RowSource kNever = {}, kWhole = {Kind::kWhole, -1};

constexpr int64_t kMostCounted = int64_t{1} << 24;  // f32 has all integers below

RowSource Rows(int64_t dimension) { return {Kind::kRows, dimension}; }
bool Holds(const std::vector<int64_t>& list, int64_t value) { return std::find(list.begin(), list.end(), value) != list.end(); }

// The one of so many dimensions that comes `nth` of those in neither list; -1: none.
int64_t NthOfOthers(int64_t rank, const std::vector<int64_t>& a, const std::vector<int64_t>& b, int64_t nth) {
  for (int64_t d = 0; d < rank; ++d) {
    if (!Holds(a, d) && !Holds(b, d) && nth-- == 0) return d;
  }
  return -1;
}

RowSource OfReshape(const Shape& from, const Shape& to, int64_t dimension) {
  int64_t before = 1, passed = 1;
  for (int64_t d = 0; d < dimension; ++d) before *= to.dims[d];
  for (int64_t d = 0; d < from.rank(); passed *= from.dims[d++]) {
    if (passed == before && from.dims[d] == to.dims[dimension]) return Rows(d);
  }
  return kNever;
}

RowSource OfDot(const Computation& c, const Instruction& i, size_t o, int64_t dimension) {
  const auto &lhs_batch = i.Ints(Attr::kLhsBatchingDimensions), &rhs_batch = i.Ints(Attr::kRhsBatchingDimensions);
  const auto batches = static_cast<int64_t>(lhs_batch.size());
  if (dimension < batches) return Rows((o == 0 ? lhs_batch : rhs_batch)[static_cast<size_t>(dimension)]);
  const auto& contracted = i.Ints(Attr::kLhsContractingDimensions);
  const int64_t rank = c.shape(i.operands[0]).rank(), free = rank - batches - static_cast<int64_t>(contracted.size());
  const bool of_lhs = dimension < batches + free;
  if (of_lhs != (o == 0)) return kWhole;
  if (of_lhs) return Rows(NthOfOthers(rank, lhs_batch, contracted, dimension - batches));
  return Rows(NthOfOthers(c.shape(i.operands[1]).rank(), rhs_batch, i.Ints(Attr::kRhsContractingDimensions), dimension - batches - free));
}

// Features of one side, images, and positions that windows of one element neither skip nor pad.
RowSource OfConvolution(const Instruction& i, size_t o, int64_t dimension) {
  if (i.Int(Attr::kFeatureGroupCount, 1) != 1 || i.Int(Attr::kBatchGroupCount, 1) != 1) return kNever;
  if (dimension == i.Int(Attr::kOutputBatchDimension)) return o == 0 ? Rows(i.Int(Attr::kInputBatchDimension)) : kWhole;
  if (dimension == i.Int(Attr::kOutputFeatureDimension)) return o == 1 ? Rows(i.Int(Attr::kKernelOutputFeatureDimension)) : kWhole;
  const auto& places = i.Ints(Attr::kOutputSpatialDimensions);
  const auto s = static_cast<size_t>(std::find(places.begin(), places.end(), dimension) - places.begin());
  if (s == places.size()) return kNever;
  const size_t rank = places.size();
  const IntMatrix& padding = i.Matrix(Attr::kPadding);
  const bool padded = s < padding.size() && padding[s] != std::vector<int64_t>{0, 0};
  const bool plain = i.IntsOr(Attr::kWindowStrides, rank, 1)[s] == 1 && i.IntsOr(Attr::kLhsDilation, rank, 1)[s] == 1 && !padded;
  if (!plain) return kNever;
  return o == 0 ? Rows(i.Ints(Attr::kInputSpatialDimensions)[s]) : kWhole;
}

// Indices row by row; the array that they point into is read wherever they say.
RowSource OfGather(const Instruction& i, size_t o, int64_t dimension) {
  const std::vector<int64_t>& offsets = i.Ints(Attr::kOffsetDims);
  if (!i.Ints(Attr::kOperandBatchingDims).empty() || Holds(offsets, dimension)) return kNever;
  if (o == 0) return kWhole;
  int64_t at = 0;
  for (int64_t d = 0; d < dimension; ++d) at += Holds(offsets, d) ? 0 : 1;
  return Rows(at < i.Int(Attr::kIndexVectorDim) ? at : at + 1);
}

RowSource OfOperation(const Computation& c, const Instruction& i, size_t o, int64_t dimension) {
  const Shape &from = c.shape(i.operands[o]), &to = i.shape();
  const auto at = static_cast<size_t>(dimension);
  if (IsElementwise(i.op)) return from.rank() == to.rank() ? Rows(dimension) : kWhole;
  switch (i.op) {
    case Op::kBroadcastInDim: {
      const std::vector<int64_t>& places = i.Ints(Attr::kBroadcastDimensions);
      const auto place = std::find(places.begin(), places.end(), dimension);
      if (place == places.end() || from.dims[place - places.begin()] != to.dims[dimension]) return kWhole;
      return Rows(place - places.begin());
    }
    case Op::kReshape: return OfReshape(from, to, dimension);
    case Op::kTranspose: return Rows(i.Ints(Attr::kPermutation)[at]);
    case Op::kConcatenate: return i.Int(Attr::kDimension) == dimension ? kNever : Rows(dimension);
    case Op::kSlice: return from.dims[dimension] == to.dims[dimension] ? Rows(dimension) : kNever;
    case Op::kPad: {
      if (o == 1) return kWhole;
      const bool padded = i.Ints(Attr::kEdgePaddingLow)[at] != 0 || i.Ints(Attr::kEdgePaddingHigh)[at] != 0;
      return padded || i.Ints(Attr::kInteriorPadding)[at] != 0 ? kNever : Rows(dimension);
    }
    case Op::kReduce: return o == 0 ? Rows(NthOfOthers(from.rank(), i.Ints(Attr::kDimensions), {}, dimension)) : kWhole;
    case Op::kFft: return dimension < to.rank() - static_cast<int64_t>(i.Ints(Attr::kFftLength).size()) ? Rows(dimension) : kNever;
    case Op::kDotGeneral: return OfDot(c, i, o, dimension);
    case Op::kConvolution: return OfConvolution(i, o, dimension);
    case Op::kGather: return OfGather(i, o, dimension);
    default: return kNever;
  }
}

}  // namespace

RowSource RowSourceOf(const Computation& computation, const Instruction& i, size_t o, int64_t dimension) {
  const Shape& from = computation.shape(i.operands[o]);
  if (!from.IsArray() || !from.IsStatic()) return kNever;
  const RowSource source = OfOperation(computation, i, o, dimension);
  if (source.kind != Kind::kRows) return source;
  const bool same = from.dims.Has(source.dimension) && from.dims[source.dimension] == i.shape().dims[dimension];
  return same ? source : kNever;
}

bool HasRows(const Computation& computation, const Instruction& i, int64_t dimension) {
  const bool plain = i.shapes.size() == 1 && i.shape().IsArray() && i.shape().IsStatic() && !i.shape().quantization && i.captures == 0;
  if (!plain || !IsPure(i) || !i.shape().dims.Has(dimension)) return false;
  const ElementType type = i.shape().element_type;
  const bool counts = type == ElementType::kS32 || type == ElementType::kU32 || type == ElementType::kS64 || type == ElementType::kF32;
  if (i.op == Op::kIota) return i.Int(Attr::kIotaDimension) != dimension || (counts && i.shape().dims[dimension] < kMostCounted);
  if (i.operands.empty()) return false;
  for (size_t o = 0; o < i.operands.size(); ++o) {
    if (RowSourceOf(computation, i, o, dimension).kind == Kind::kNever) return false;
  }
  return true;
}

void TakeRows(Instruction& i, int64_t dimension, int64_t rows) {
  i.shapes[0].dims[dimension] = rows;
  if (i.op != Op::kSlice) return;
  std::vector<int64_t> limits = i.Ints(Attr::kLimitIndices);
  limits[static_cast<size_t>(dimension)] = rows;
  i.attributes[Attr::kLimitIndices] = limits;
}

}  // namespace mote
