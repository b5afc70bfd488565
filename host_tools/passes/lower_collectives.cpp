// LowerCollectives: every collective becomes exchanges (passes/exchange.h) and ordinary operations. Reductions fold what the members sent
// in the order of their group, ((g0∘g1)∘g2)…, with the region as element-wise operations: the same bits on every member, for any arrival.
#include <algorithm>
#include <optional>

#include "passes/exchange.h"
#include "passes/passes.h"
#include "passes/region.h"

namespace mote {
namespace {

// Up to so many bytes, operand times members, each member gathers all operands and folds them itself: one exchange. Above it folds a block
// of its own and the results are gathered: two exchanges, but each byte travels twice only.
constexpr int64_t kGatheredBytes = 16 << 10;

Diagnostic Refusal(const Instruction& i, const std::string& why) {
  return Error(Rule::kUnsupported, OpName(i.op) + std::string(": ") + why, i.location);
}

// Element-wise: of the running value and the next member's.
using Combiner = std::function<std::optional<Value>(Value, Value)>;

class CollectiveLowering {
 public:
  explicit CollectiveLowering(const Module& module) : module_(module), exchanges_(module) {}

  std::optional<IdVector<Value>> Visit(ModuleEmitter& e, const Instruction& i) {
    if (failed_) return std::nullopt;
    Result<IdVector<Value>> lowered = Lower(e, i);
    if (!lowered.ok()) {
      failed_ = lowered.errors();
      return std::nullopt;
    }
    if (lowered->empty()) return std::nullopt;
    return std::move(*lowered);
  }
  const std::optional<Errors>& failed() const { return failed_; }

 private:
  // Nothing: it is no collective.
  Result<IdVector<Value>> Lower(ModuleEmitter& e, const Instruction& i) {
    switch (i.op) {
      case Op::kReplicaId: return Id(e, i, module_.replicas);
      case Op::kPartitionId: return Id(e, i, module_.partitions);
      case Op::kAllReduce: return AllReduce(e, i);
      case Op::kCrossReplicaSum: return CrossReplicaSum(e, i);
      case Op::kReduceScatter: return ReduceScatter(e, i);
      case Op::kAllGather: return AllGather(e, i);
      case Op::kAllToAll: return i.Has(Attr::kSplitDimension) || !module_.from_hlo_text ? AllToAll(e, i) : AllToAllOfTuple(e, i);
      case Op::kCollectivePermute: return CollectivePermute(e, i);
      case Op::kCollectiveBroadcast: return CollectiveBroadcast(e, i);
      case Op::kCollectiveReduce: return CollectiveReduce(e, i);
      case Op::kRaggedAllToAll: return RaggedAllToAll(e, i);
      default: return IdVector<Value>{};
    }
  }

  Result<IdVector<Value>> Id(ModuleEmitter& e, const Instruction& i, int64_t count) {
    return count == 1 ? IdVector<Value>{e.Splat(i.shape(), 0)} : IdVector<Value>{};
  }

  // ---- reductions ----
  // What the instruction's region makes of two values, captured ones handed on.
  Combiner RegionOf(ModuleEmitter& e, const Instruction& i) {
    return [this, &e, &i](Value a, Value b) -> std::optional<Value> {
      IdVector<Value> arguments = {a, b};
      const Dims dims = e.shape(a).dims;
      for (size_t c = static_cast<size_t>(i.declared_operands()); c < i.operands.size(); ++c) {
        arguments.push_back(e.Broadcast(i.operands[c], Shape::Array(e.shape(i.operands[c]).element_type, dims), {}));
      }
      const auto results = ApplyRegion(e, module_.computations[i.called[0]], arguments, dims);
      if (!results || results->size() != 1) return std::nullopt;
      return (*results)[0];
    };
  }

  ElementType AccumulatorOf(const Instruction& i) const { return module_.computations[i.called[0]].parameters[0].element_type; }

  Value Row(ModuleEmitter& e, Value rows, int64_t row) {
    Shape shape = e.shape(rows);
    std::vector<int64_t> start(shape.dims.size(), 0), limit = shape.dims;
    const std::vector<int64_t> strides(shape.dims.size(), 1);
    start[0] = row;
    limit[0] = row + 1;
    shape.dims[0] = 1;
    const Value slice =
        e.Make(Op::kSlice, shape, {rows}, {{Attr::kStartIndices, start}, {Attr::kLimitIndices, limit}, {Attr::kStrides, strides}});
    return e.Reshape(slice, {shape.dims.begin() + 1, shape.dims.end()});
  }

  // The rows in their order; those beyond the members of this one's group take no part.
  std::optional<Value> Fold(ModuleEmitter& e, Value rows, const MemberGroups& groups, const Combiner& combine) {
    Value sum = Row(e, rows, 0);
    std::optional<Value> size;
    if (!groups.equal) size = exchanges_.ForThisMember(e, groups.sizes);
    for (int64_t row = 1; row < groups.largest; ++row) {
      const Value member = Row(e, rows, row);
      const auto next = combine(sum, member);
      if (!next) return std::nullopt;
      if (!size) {
        sum = *next;
        continue;
      }
      Literal number(Shape::Scalar(ElementType::kS32));
      number.SetInteger(0, row);
      const Value takes_part = e.Compare("GT", *size, e.Constant(number));
      const Value spread = e.Broadcast(takes_part, Shape::Array(ElementType::kPred, e.shape(sum).dims), {});
      sum = e.Make(Op::kSelect, e.shape(sum), {spread, *next, sum});
    }
    return sum;
  }

  std::optional<Value> Reduced(ModuleEmitter& e, Value x, const MemberGroups& groups, const Combiner& combine) {
    const Shape shape = e.shape(x);
    if (groups.largest == 1 || shape.ElementCount() == 0) return x;
    const int64_t bytes = shape.ByteSize(), count = shape.ElementCount(), block = (count + groups.largest - 1) / groups.largest;
    if (!groups.equal || bytes * groups.largest <= kGatheredBytes) return Fold(e, exchanges_.Gather(e, x, groups), groups, combine);
    const Value blocks = e.Reshape(Padded(e, e.Reshape(x, {count}), block * groups.largest), {groups.largest, block});
    const auto own = Fold(e, exchanges_.Swap(e, blocks, groups), groups, combine);
    if (!own) return std::nullopt;
    const Value all = e.Reshape(exchanges_.Gather(e, *own, groups), {block * groups.largest});
    if (block * groups.largest == count) return e.Reshape(all, shape.dims);
    const Value whole = e.Make(Op::kSlice, Shape::Array(shape.element_type, {count}), {all},
                               {{Attr::kStartIndices, std::vector<int64_t>{0}},
                                {Attr::kLimitIndices, std::vector<int64_t>{count}},
                                {Attr::kStrides, std::vector<int64_t>{1}}});
    return e.Reshape(whole, shape.dims);
  }

  Value Padded(ModuleEmitter& e, Value x, int64_t count) {
    const Shape& shape = e.shape(x);
    if (shape.dims[0] == count) return x;
    const Value zeros = e.Splat(Shape::Array(shape.element_type, {count - shape.dims[0]}), 0);
    return e.Make(Op::kConcatenate, Shape::Array(shape.element_type, {count}), {x, zeros}, {{Attr::kDimension, int64_t{0}}});
  }

  Result<Value> ReducedByRegion(ModuleEmitter& e, const Instruction& i, size_t operand, const MemberGroups& groups) {
    const Value x = e.Convert(i.operands[operand], AccumulatorOf(i));
    const auto sum = Reduced(e, x, groups, RegionOf(e, i));
    if (!sum) return Refusal(i, "its region is more than element-wise operations on scalars");
    return e.Convert(*sum, i.shapes[operand].element_type);
  }

  Result<IdVector<Value>> AllReduce(ModuleEmitter& e, const Instruction& i) {
    MOTE_ASSIGN(const MemberGroups groups, ReducingGroups(module_, i));
    IdVector<Value> results;
    for (size_t o = 0; o < i.shapes.size(); ++o) {
      MOTE_ASSIGN(const Value sum, ReducedByRegion(e, i, o, groups));
      results.push_back(sum);
    }
    return results;
  }

  // Adds; truth values are or-ed.
  Result<IdVector<Value>> CrossReplicaSum(ModuleEmitter& e, const Instruction& i) {
    MOTE_ASSIGN(const MemberGroups groups, ReducingGroups(module_, i));
    const Combiner add = [&](Value a, Value b) {
      return e.Binary(i.shape().element_type == ElementType::kPred ? Op::kOr : Op::kAdd, a, b);
    };
    return IdVector<Value>{*Reduced(e, i.operands[0], groups, add)};
  }

  Result<IdVector<Value>> ReduceScatter(ModuleEmitter& e, const Instruction& i) {
    MOTE_ASSIGN(const MemberGroups groups, ReducingGroups(module_, i));
    MOTE_CHECK_OK(CheckEqual(i, groups));
    const auto dim = static_cast<size_t>(i.Int(Attr::kScatterDimension));
    IdVector<Value> results;
    for (size_t o = 0; o < i.shapes.size(); ++o) {
      MOTE_CHECK_OK(CheckSplit(i, e.shape(i.operands[o]), dim, groups));
      const Value blocks = BlocksInFront(e, e.Convert(i.operands[o], AccumulatorOf(i)), dim, groups.largest);
      const auto sum = Fold(e, exchanges_.Swap(e, blocks, groups), groups, RegionOf(e, i));
      if (!sum) return Refusal(i, "its region is more than element-wise operations on scalars");
      if (e.shape(*sum).dims != i.shapes[o].dims) return Refusal(i, "the size of its groups does not fit the result");
      results.push_back(e.Convert(*sum, i.shapes[o].element_type));
    }
    return results;
  }

  // Only the root keeps the reduction; the others, and those in no group, have zeros.
  Result<IdVector<Value>> CollectiveReduce(ModuleEmitter& e, const Instruction& i) {
    MOTE_ASSIGN(const MemberGroups groups, MovingGroups(module_, i));
    IdVector<Value> results;
    for (size_t o = 0; o < i.shapes.size(); ++o) {
      MOTE_ASSIGN(const Value sum, ReducedByRegion(e, i, o, groups));
      const Value here = e.Compare("EQ", exchanges_.ForThisMember(e, groups.positions), RootOf(e, i, o));
      const Shape shape = e.shape(sum);
      const Value spread = e.Broadcast(here, Shape::Array(ElementType::kPred, shape.dims), {});
      results.push_back(e.Make(Op::kSelect, shape, {spread, sum, e.Splat(shape, 0)}));
    }
    return results;
  }

  // Of result `o`: the first of the group, or what the last operand says of it.
  Value RootOf(ModuleEmitter& e, const Instruction& i, size_t o) {
    if (i.Bool(Attr::kHasDynamicRoot)) {
      const Value roots = i.operands[static_cast<size_t>(i.declared_operands()) - 1];
      return Row(e, roots, static_cast<int64_t>(o));
    }
    return e.Splat(Shape::Scalar(ElementType::kS32), 0);
  }

  // ---- movement ----
  Status CheckEqual(const Instruction& i, const MemberGroups& groups) const {
    if (groups.equal) return Ok();
    for (size_t member = 0; member < groups.sizes.size(); ++member) {
      if (groups.sizes[member] == 0) return Refusal(i, "member " + std::to_string(member) + " is in no group");
    }
    return Refusal(i, "its groups are not equally large");
  }
  Status CheckSplit(const Instruction& i, const Shape& shape, size_t dim, const MemberGroups& groups) const {
    if (shape.dims[dim] % groups.largest == 0) return Ok();
    return Refusal(i, "the size of its groups, " + std::to_string(groups.largest) + ", does not divide dimension " + std::to_string(dim) +
                          " of " + ToString(shape));
  }

  // Dimension `dim` as `count` blocks, which stand in a leading dimension then.
  Value BlocksInFront(ModuleEmitter& e, Value x, size_t dim, int64_t count) {
    Dims split = e.shape(x).dims;
    split[dim] /= count;
    Dims blocks = split;
    blocks.insert(blocks.begin(), count);
    split.insert(split.begin() + static_cast<std::ptrdiff_t>(dim), count);
    return Transposed(e, e.Reshape(x, split), dim, 0, blocks);
  }
  // The other way round: blocks of the leading dimension lie one behind the other along dimension `dim`.
  Value BlocksBehind(ModuleEmitter& e, Value blocks, size_t dim) {
    const Dims dims = e.shape(blocks).dims;
    Dims moved(dims.begin() + 1, dims.end()), joined = moved;
    moved.insert(moved.begin() + static_cast<std::ptrdiff_t>(dim), dims[0]);
    joined[dim] *= dims[0];
    return e.Reshape(Transposed(e, blocks, 0, dim, moved), joined);
  }
  // Dimension `from` goes to `to`, the others keep their order.
  Value Transposed(ModuleEmitter& e, Value x, size_t from, size_t to, const Dims& dims) {
    std::vector<int64_t> permutation;
    for (size_t d = 0; d < dims.size(); ++d) {
      if (d != from) permutation.push_back(static_cast<int64_t>(d));
    }
    permutation.insert(permutation.begin() + static_cast<std::ptrdiff_t>(to), static_cast<int64_t>(from));
    if (from == to) return x;
    return e.Make(Op::kTranspose, Shape::Array(e.shape(x).element_type, dims), {x}, {{Attr::kPermutation, permutation}});
  }

  Result<IdVector<Value>> AllGather(ModuleEmitter& e, const Instruction& i) {
    MOTE_ASSIGN(const MemberGroups groups, ReducingGroups(module_, i));
    MOTE_CHECK_OK(CheckEqual(i, groups));
    IdVector<Value> results;
    for (size_t o = 0; o < i.shapes.size(); ++o) {
      const auto dim = static_cast<size_t>(i.Int(Attr::kAllGatherDim));
      results.push_back(BlocksBehind(e, exchanges_.Gather(e, i.operands[o], groups), dim));
      if (e.shape(results.back()).dims != i.shapes[o].dims) return Refusal(i, "the size of its groups does not fit the result");
    }
    return results;
  }

  Result<IdVector<Value>> AllToAll(ModuleEmitter& e, const Instruction& i) {
    MOTE_ASSIGN(const MemberGroups groups, MovingGroups(module_, i));
    MOTE_CHECK_OK(CheckEqual(i, groups));
    const auto split = static_cast<size_t>(i.Int(Attr::kSplitDimension));
    const auto concat = static_cast<size_t>(i.Int(Attr::kConcatDimension, static_cast<int64_t>(split)));
    IdVector<Value> results;
    for (size_t o = 0; o < i.shapes.size(); ++o) {
      MOTE_CHECK_OK(CheckSplit(i, e.shape(i.operands[o]), split, groups));
      const Value blocks = BlocksInFront(e, i.operands[o], split, groups.largest);
      results.push_back(BlocksBehind(e, exchanges_.Swap(e, blocks, groups), concat));
      if (e.shape(results.back()).dims != i.shapes[o].dims) return Refusal(i, "the size of its groups does not fit the result");
    }
    return results;
  }

  // HLO's tuple form: operand j goes to the j-th member.
  Result<IdVector<Value>> AllToAllOfTuple(ModuleEmitter& e, const Instruction& i) {
    MOTE_ASSIGN(const MemberGroups groups, MovingGroups(module_, i));
    MOTE_CHECK_OK(CheckEqual(i, groups));
    if (static_cast<int64_t>(i.shapes.size()) != groups.largest) return Refusal(i, "operand count and group size differ");
    Shape shape = e.shape(i.operands[0]);
    shape.dims.insert(shape.dims.begin(), 1);
    IdVector<Value> rows;
    for (size_t o = 0; o < i.shapes.size(); ++o) {
      if (!(i.shapes[o] == i.shapes[0])) return Refusal(i, "its operands differ in shape");
      rows.push_back(e.Reshape(i.operands[o], shape.dims));
    }
    shape.dims[0] = groups.largest;
    const Value blocks = rows.size() == 1 ? rows[0] : e.Make(Op::kConcatenate, shape, rows, {{Attr::kDimension, int64_t{0}}});
    const Value swapped = exchanges_.Swap(e, blocks, groups);
    IdVector<Value> results;
    for (int64_t row = 0; row < groups.largest; ++row) results.push_back(Row(e, swapped, row));
    return results;
  }

  Result<IdVector<Value>> CollectivePermute(ModuleEmitter& e, const Instruction& i) {
    MOTE_ASSIGN(const std::vector<int64_t> sources, PairSources(module_, i));
    return IdVector<Value>{exchanges_.Pairs(e, i.operands[0], sources)};
  }

  // Everybody's rows and what they say of them are gathered; then each row of the result knows the one that it is.
  Result<IdVector<Value>> RaggedAllToAll(ModuleEmitter& e, const Instruction& i) {
    MOTE_ASSIGN(const MemberGroups groups, MovingGroups(module_, i));
    MOTE_CHECK_OK(CheckEqual(i, groups));
    const Shape input = e.shape(i.operands[0]), output = e.shape(i.operands[1]), updates = e.shape(i.operands[2]);
    const bool rows_fit = input.rank() > 0 && input.rank() == output.rank() && input.element_type == output.element_type &&
                          std::equal(input.dims.begin() + 1, input.dims.end(), output.dims.begin() + 1);
    if (!rows_fit || !(i.shape() == output)) return Refusal(i, "rows of input and output differ");
    const int64_t n = groups.largest, rows = output.dims[0], own = input.dims[0];
    const bool even = updates.rank() == 1 && updates.dims[0] % n == 0 && e.shape(i.operands[3]).dims == updates.dims &&
                      e.shape(i.operands[4]).dims == updates.dims;
    if (!even) return Refusal(i, "offsets and sizes do not fit the group");
    if (own == 0 || rows == 0) return IdVector<Value>{i.operands[1]};
    Dims flat = input.dims;
    flat[0] = n * own;
    const Value all = e.Reshape(exchanges_.Gather(e, i.operands[0], groups), flat);
    const int64_t each = updates.dims[0] / n;
    const Value position = exchanges_.ForThisMember(e, groups.positions);
    IdVector<Value> told;  // where rows begin, how many they are, where they go: [n · each], of those for this member
    for (size_t o = 2; o < 5; ++o) {
      const Value zero = Number(e, 0), first = e.Binary(Op::kMultiply, position, Number(e, each));
      const Value of_all = exchanges_.Gather(e, e.Convert(i.operands[o], ElementType::kS32), groups);
      const Value mine = e.Make(Op::kDynamicSlice, Shape::Array(ElementType::kS32, {n, each}), {of_all, zero, first},
                                {{Attr::kSliceSizes, std::vector<int64_t>{n, each}}});
      told.push_back(e.Reshape(mine, {n * each}));
    }
    const Shape index = Shape::Array(ElementType::kS32, {rows}), truth = Shape::Array(ElementType::kPred, {rows});
    const Value row = e.Make(Op::kIota, index, {}, {{Attr::kIotaDimension, int64_t{0}}}), none = e.Broadcast(Number(e, -1), index, {});
    Value source = none;
    for (int64_t u = 0; u < n * each; ++u) {
      const auto spread = [&](Value list) { return e.Broadcast(Row(e, list, u), index, {}); };
      const Value begin = spread(told[0]), size = spread(told[1]), target = spread(told[2]), at = e.Binary(Op::kSubtract, row, target);
      const Value lowest = e.Broadcast(Number(e, 0), index, {}), inside = e.Compare("GE", at, lowest), before = e.Compare("LT", at, size);
      const Value block = e.Broadcast(Number(e, u / each * own), index, {}), within = e.Binary(Op::kAdd, begin, at);
      const Value from = e.Binary(Op::kAdd, block, within);
      const Value taken = e.Make(Op::kAnd, truth, {inside, before});
      source = e.Make(Op::kSelect, index, {taken, from, source});
    }
    std::vector<int64_t> offsets, slice = flat;
    for (int64_t d = 1; d < input.rank(); ++d) offsets.push_back(d);
    slice[0] = 1;
    const Value gathered = e.Make(Op::kGather, output, {all, source},
                                  {{Attr::kOffsetDims, offsets},
                                   {Attr::kCollapsedSliceDims, std::vector<int64_t>{0}},
                                   {Attr::kStartIndexMap, std::vector<int64_t>{0}},
                                   {Attr::kIndexVectorDim, int64_t{1}},
                                   {Attr::kSliceSizes, slice}});
    const Value written = e.Broadcast(e.Compare("NE", source, none), Shape::Array(ElementType::kPred, output.dims), {0});
    return IdVector<Value>{e.Make(Op::kSelect, output, {written, gathered, i.operands[1]})};
  }

  static Value Number(ModuleEmitter& e, int64_t value) {
    Literal number(Shape::Scalar(ElementType::kS32));
    number.SetInteger(0, value);
    return e.Constant(number);
  }

  // From the first of each group; who is in none has zeros. A root that is known when it runs only: everybody's, of which one is taken.
  Result<IdVector<Value>> CollectiveBroadcast(ModuleEmitter& e, const Instruction& i) {
    MOTE_ASSIGN(const MemberGroups groups, MovingGroups(module_, i));
    std::vector<int64_t> sources(groups.sizes.size(), -1);
    for (const std::vector<int64_t>& group : groups.groups) {
      for (const int64_t member : group) sources[static_cast<size_t>(member)] = group[0];
    }
    if (i.Bool(Attr::kHasDynamicRoot)) MOTE_CHECK_OK(CheckEqual(i, groups));
    IdVector<Value> results;
    for (size_t o = 0; o < i.shapes.size(); ++o) {
      results.push_back(i.Bool(Attr::kHasDynamicRoot) ? OfRoot(e, i, o, groups) : exchanges_.Pairs(e, i.operands[o], sources));
    }
    return results;
  }

  Value OfRoot(ModuleEmitter& e, const Instruction& i, size_t o, const MemberGroups& groups) {
    const Value all = exchanges_.Gather(e, i.operands[o], groups);
    Shape one = e.shape(all);
    one.dims[0] = 1;
    IdVector<Value> operands = {all, RootOf(e, i, o)};
    const Value zero = e.Splat(Shape::Scalar(ElementType::kS32), 0);
    for (size_t d = 1; d < one.dims.size(); ++d) operands.push_back(zero);
    const Value row = e.Make(Op::kDynamicSlice, one, operands, {{Attr::kSliceSizes, std::vector<int64_t>(one.dims)}});
    return e.Reshape(row, i.shapes[o].dims);
  }

  const Module& module_;
  ExchangeEmitter exchanges_;
  std::optional<Errors> failed_;
};

}  // namespace

Result<Module> LowerCollectives(const Module& module) {
  MOTE_ASSIGN(const Module paired, PairChannels(module));
  CollectiveLowering lowering(paired);
  Module fresh = RewriteModule(paired, [&](ModuleEmitter& e, const Instruction& i) { return lowering.Visit(e, i); });
  if (lowering.failed()) return *lowering.failed();
  return fresh;
}

}  // namespace mote
