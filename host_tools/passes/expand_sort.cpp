// sort and top_k (OPS.md 2.4, 3) as a bitonic network whose comparators all put the lesser element first. A stage is one reduction
// over a dimension of size 1, because that has several results: the lower and the upper half of every pair of every operand.
//
// The sorted dimension is padded to a power of two and an index goes along. It makes the order strict, hence the sort stable for any
// comparator, and marks the padding, which starts behind all elements and is never moved. Whatever the comparator says, the result is a
// permutation.
#include <bit>

#include "passes/expansions.h"
#include "passes/region.h"

namespace mote {
namespace {

constexpr int64_t kMostSorted = int64_t{1} << 30;  // positions are s32
constexpr ElementType kPosition = ElementType::kS32;

bool IsPlain(const Shape& shape) {
  return shape.IsArray() && shape.IsStatic() && !shape.quantization;
}

// Appends "lhs stands before rhs" to a region; `lhs` and `rhs` are elements of every operand, then the position.
using Less = std::function<Value(ModuleEmitter&, const IdVector<Value>& lhs, const IdVector<Value>& rhs, const IdVector<Value>& captures)>;

class Network {
 public:
  Network(ModuleEmitter& emitter, Dims dims, size_t dim, IdVector<Value> captures, Less less)
      : e_(emitter), dims_(std::move(dims)), captures_(std::move(captures)), less_(std::move(less)) {
    for (size_t d = 0; d < dim; ++d) outer_ *= dims_[d];
    for (size_t d = dim + 1; d < dims_.size(); ++d) inner_ *= dims_[d];
    size_ = dims_[dim];
    padded_ = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(size_)));
  }

  // The operands sorted, [outer, padded, inner], then the positions that their elements had.
  IdVector<Value> Sort(const IdVector<Value>& operands) {
    IdVector<Value> arrays;
    for (Value operand : operands) arrays.push_back(Pad(e_.Reshape(operand, {outer_, size_, inner_})));
    arrays.push_back(e_.Make(Op::kIota, Shape::Array(kPosition, {outer_, padded_, inner_}), {}, {{Attr::kIotaDimension, int64_t{1}}}));
    for (int64_t run = 1; run < padded_; run *= 2) {
      arrays = Stage(arrays, run, true);
      for (int64_t distance = run / 2; distance > 0; distance /= 2) arrays = Stage(arrays, distance, false);
    }
    return arrays;
  }
  // The same by one operation, unpadded.
  IdVector<Value> SortWhole(const IdVector<Value>& operands) {
    Instruction sort;
    sort.op = Op::kSort;
    for (Value operand : operands) sort.operands.push_back(e_.Reshape(operand, {outer_, size_, inner_}));
    const Shape positions = Shape::Array(kPosition, {outer_, size_, inner_});
    sort.operands.push_back(e_.Make(Op::kIota, positions, {}, {{Attr::kIotaDimension, int64_t{1}}}));
    IdVector<Shape> parameters;
    for (Value operand : sort.operands) {
      sort.shapes.push_back(e_.shape(operand));
      parameters.insert(parameters.end(), 2, Shape::Scalar(e_.shape(operand).element_type));
    }
    sort.attributes[Attr::kDimension] = int64_t{1};
    sort.attributes[Attr::kIsStable] = true;
    sort.called = {e_.Region(parameters, [&](ModuleEmitter& e, const IdVector<Value>& p) {
      IdVector<Value> lhs, rhs;
      for (size_t k = 0; k < p.size(); k += 2) lhs.push_back(p[k]), rhs.push_back(p[k + 1]);
      return IdVector<Value>{less_(e, lhs, rhs, {})};
    })};
    const int32_t at = e_.Add(std::move(sort)).instruction;
    IdVector<Value> sorted;
    for (size_t k = 0; k <= operands.size(); ++k) sorted.push_back({at, static_cast<int32_t>(k)});
    return sorted;
  }
  // The first `count` of a sorted array, in the operands' dimensions.
  Value First(Value sorted, int64_t count, const Dims& dims) {
    const Shape shape = Shape::Array(e_.shape(sorted).element_type, {outer_, count, inner_});
    const Value part = Slice(sorted, shape, 1, 0);
    return e_.Reshape(part, dims);
  }

 private:
  Value Pad(Value array) {
    if (padded_ == size_) return array;
    const ElementType type = e_.shape(array).element_type;
    const std::vector<int64_t> none{0, 0, 0}, high{0, padded_ - size_, 0};
    return e_.Make(Op::kPad, Shape::Array(type, {outer_, padded_, inner_}), {array, e_.Splat(Shape::Scalar(type), 0)},
                   {{Attr::kEdgePaddingLow, none}, {Attr::kEdgePaddingHigh, high}, {Attr::kInteriorPadding, none}});
  }

  Value Slice(Value array, const Shape& shape, size_t dim, int64_t start) {
    std::vector<int64_t> starts(shape.dims.size(), 0), limits = shape.dims, strides(shape.dims.size(), 1);
    starts[dim] = start;
    limits[dim] = start + shape.dims[dim];
    return e_.Make(Op::kSlice, shape, {array}, {{Attr::kStartIndices, starts}, {Attr::kLimitIndices, limits}, {Attr::kStrides, strides}});
  }

  Value Mirror(Value array) { return e_.Make(Op::kReverse, e_.shape(array), {array}, {{Attr::kDimensions, std::vector<int64_t>{3}}}); }

  // Every element meets the one `distance` further on, or, where two sorted runs meet (`mirrored`), the one at the mirrored place of the
  // next run.
  IdVector<Value> Stage(const IdVector<Value>& arrays, int64_t distance, bool mirrored) {
    const Dims paired{outer_, padded_ / (2 * distance), 2, distance, inner_};
    Dims half = paired, result = paired;
    half[2] = 1;
    result.erase(result.begin() + 2);
    Instruction stage;
    stage.op = Op::kReduce;
    IdVector<Value> inits;
    for (int64_t side = 0; side < 2; ++side) {
      for (Value array : arrays) {
        const ElementType type = e_.shape(array).element_type;
        const Value part = Slice(e_.Reshape(array, paired), Shape::Array(type, half), 2, side);
        stage.operands.push_back(mirrored && side == 1 ? Mirror(part) : part);
        stage.shapes.push_back(Shape::Array(type, result));
        inits.push_back(e_.Splat(Shape::Scalar(type), 0));
      }
    }
    stage.operands.insert(stage.operands.end(), inits.begin(), inits.end());
    stage.operands.insert(stage.operands.end(), captures_.begin(), captures_.end());
    stage.captures = captures_.count();
    stage.attributes[Attr::kDimensions] = std::vector<int64_t>{2};
    stage.called = {Comparators(arrays)};
    return Joined(e_.Add(std::move(stage)).instruction, arrays.size(), half, mirrored);
  }

  // The arrays after a stage: its lower halves and upper halves back in their places.
  IdVector<Value> Joined(int32_t stage, size_t count, const Dims& half, bool mirrored) {
    Dims paired = half;
    paired[2] = 2;
    IdVector<Value> arrays;
    for (size_t k = 0; k < count; ++k) {
      const Value lower = e_.Reshape({stage, static_cast<int32_t>(k)}, half);
      Value upper = e_.Reshape({stage, static_cast<int32_t>(count + k)}, half);
      if (mirrored) upper = Mirror(upper);
      const Shape shape = Shape::Array(e_.shape(lower).element_type, paired);
      const Value both = e_.Make(Op::kConcatenate, shape, {lower, upper}, {{Attr::kDimension, int64_t{2}}});
      arrays.push_back(e_.Reshape(both, {outer_, padded_, inner_}));
    }
    return arrays;
  }

  // The region of a stage. What is reduced has one element, so that the parameters of the reduction so far stay unread.
  int32_t Comparators(const IdVector<Value>& arrays) {
    const size_t count = arrays.size();
    IdVector<Shape> parameters;
    for (size_t k = 0; k < 4 * count; ++k) parameters.push_back(Shape::Scalar(e_.shape(arrays[k % count]).element_type));
    for (Value capture : captures_) parameters.push_back(e_.shape(capture));
    return e_.Region(parameters, [&](ModuleEmitter& e, const IdVector<Value>& p) {
      const auto at = [&](size_t k) { return p.begin() + static_cast<std::ptrdiff_t>(k * count); };
      const IdVector<Value> lower(at(2), at(3)), upper(at(3), at(4)), captures(at(4), p.end());
      const Value from_behind = e.Compare("LT", upper.back(), lower.back());
      const Value not_less = e.Unary(Op::kNot, less_(e, lower, upper, captures));
      const Value first_of_equals = e.Binary(Op::kAnd, not_less, from_behind);
      Value swap = e.Binary(Op::kOr, less_(e, upper, lower, captures), first_of_equals);
      if (padded_ != size_) {
        const Value end = e.Splat(Shape::Scalar(kPosition), static_cast<double>(size_));
        swap = e.Binary(Op::kAnd, swap, e.Compare("LT", upper.back(), end));
      }
      IdVector<Value> results;
      for (size_t k = 0; k < count; ++k) results.push_back(e.Make(Op::kSelect, e.shape(lower[k]), {swap, upper[k], lower[k]}));
      for (size_t k = 0; k < count; ++k) results.push_back(e.Make(Op::kSelect, e.shape(upper[k]), {swap, lower[k], upper[k]}));
      return results;
    });
  }

  ModuleEmitter& e_;
  Dims dims_;
  IdVector<Value> captures_;
  Less less_;
  int64_t outer_ = 1, size_ = 0, padded_ = 0, inner_ = 1;
};

size_t SortedDimension(const Instruction& sort) {
  const int64_t listed = sort.Int(Attr::kDimension, -1);
  return listed < 0 ? listed + sort.shapes[0].rank() : listed;
}

}  // namespace

bool IsSorted(const ModuleEmitter& e, const Instruction& i) {
  const Shape& shape = i.shapes[0];
  for (const Value& operand : i.operands) {
    if (!IsPlain(e.shape(operand))) return false;
  }
  return shape.dims.empty() || shape.ElementCount() == 0 || shape.dims[SortedDimension(i)] == 1;
}

Results ExpandSort(const Module& module, ModuleEmitter& e, const Instruction& i) {
  const size_t count = i.declared_operands();
  const Shape shape = i.shapes[0];
  if (i.shapes.size() != count) return std::nullopt;
  for (size_t k = 0; k < i.operands.size(); ++k) {
    const Shape& operand = e.shape(i.operands[k]);
    if (!IsPlain(operand) || (k >= count && !operand.IsScalar())) return std::nullopt;
  }
  const IdVector<Value> operands(i.operands.begin(), i.operands.begin() + static_cast<int64_t>(count));
  const size_t dim = SortedDimension(i);
  const Computation& comparator = module.computations[i.called[0]];
  if (shape.dims[dim] > kMostSorted || !IsScalarRegion(comparator)) return std::nullopt;
  const Less less = [&](ModuleEmitter& region, const IdVector<Value>& lhs, const IdVector<Value>& rhs, const IdVector<Value>& captures) {
    IdVector<Value> arguments;
    for (size_t k = 0; k < count; ++k) arguments.insert(arguments.end(), {lhs[k], rhs[k]});
    arguments.insert(arguments.end(), captures.begin(), captures.end());
    return InlineRegion(region, comparator, arguments)[0];
  };
  Network network(e, shape.dims, dim, {i.operands.begin() + static_cast<int64_t>(count), i.operands.end()}, less);
  IdVector<Value> sorted = network.Sort(operands);
  sorted.pop_back();
  for (Value& value : sorted) value = network.First(value, shape.dims[dim], shape.dims);
  return sorted;
}

// The k largest (or smallest) in total order, and where they were.
Results ExpandTopK(ModuleEmitter& e, const Instruction& i, bool by_sort) {
  const Shape operand = e.shape(i.operands[0]);
  if (i.shapes.size() != 2 || !IsPlain(operand) || !IsPlain(i.shapes[0]) || operand.dims.empty()) return std::nullopt;
  const size_t dim = operand.dims.size() - 1;
  const int64_t size = operand.dims[dim], k = i.Int(Attr::kK);
  if (size > kMostSorted || k > size || operand.ElementCount() == 0 || k == 0) return std::nullopt;
  const bool largest = i.Bool(Attr::kLargest, true);
  const Less less = [&](ModuleEmitter& region, const IdVector<Value>& lhs, const IdVector<Value>& rhs, const IdVector<Value>&) {
    const Value before = region.Compare(largest ? "GT" : "LT", lhs[0], rhs[0]);
    if (IsFloat(operand.element_type)) {
      region.computation().instructions[before.instruction].attributes[Attr::kCompareType] = std::string("TOTALORDER");
    }
    return before;
  };
  Network network(e, operand.dims, dim, {}, less);
  const IdVector<Value> sorted = by_sort ? network.SortWhole({i.operands[0]}) : network.Sort({i.operands[0]});
  const Value indices = network.First(sorted[1], k, i.shapes[1].dims);
  return {{network.First(sorted[0], k, i.shapes[0].dims), e.Convert(indices, i.shapes[1].element_type)}};
}

}  // namespace mote
