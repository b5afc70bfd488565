// LowerCollectives: every collective becomes exchanges (passes/exchange.h) and ordinary operations. Reductions fold what the members sent
// in the order of their group, ((g0∘g1)∘g2)…, with the region as element-wise operations: the same bits on every member, for any arrival.
#include <algorithm>
#include <optional>
#include <set>

#include "passes/passes.h"
#include "passes/region.h"
#include "passes/wired_exchanges.h"

namespace mote {
namespace {

Diagnostic Refusal(const Instruction& i, const std::string& why) {
  return Error(Rule::kUnsupported, OpName(i.op) + std::string(": ") + why, i.location);
}

// Whether a reduction has the same bits in any order.
bool IsAnyOrder(ElementType type, std::optional<Op> op) {
  if (type != ElementType::kPred && !IsInteger(type)) return false;
  static const std::set<Op> kOperations = {Op::kAdd, Op::kMultiply, Op::kMinimum, Op::kMaximum, Op::kAnd, Op::kOr, Op::kXor};
  return op && kOperations.count(*op) != 0;
}

class CollectiveLowering {
 public:
  CollectiveLowering(const Module& module, const Wiring* wiring) : module_(module), wired_(module, wiring), exchanges_(wired_.plain()) {}

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

  bool AnyOrder(const Instruction& i) const { return IsAnyOrder(AccumulatorOf(i), OperationOfRegion(module_, i)); }

  std::optional<Value> Reduced(ModuleEmitter& e, Value x, const MemberGroups& groups, const Combiner& combine, bool any_order) {
    const Shape shape = e.shape(x);
    if (groups.largest == 1 || shape.ElementCount() == 0) return x;
    const int64_t bytes = shape.ByteSize(), count = shape.ElementCount(), block = (count + groups.largest - 1) / groups.largest;
    if (wired_.GathersAll(bytes, groups, any_order)) return wired_.Fold(e, wired_.Gather(e, x, groups), groups, combine);
    const Value blocks = e.Reshape(Resized(e, e.Reshape(x, {count}), block * groups.largest), {groups.largest, block});
    const auto own = wired_.ReduceToBlock(e, blocks, groups, combine, any_order);
    if (!own) return std::nullopt;
    const Value all = e.Reshape(wired_.Gather(e, *own, groups), {block * groups.largest});
    return e.Reshape(Resized(e, all, count), shape.dims);
  }

  Result<Value> ReducedByRegion(ModuleEmitter& e, const Instruction& i, size_t operand, const MemberGroups& groups) {
    const Value x = e.Convert(i.operands[operand], AccumulatorOf(i));
    const auto sum = Reduced(e, x, groups, RegionOf(e, i), AnyOrder(i));
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
    const bool any_order = IsAnyOrder(i.shape().element_type, Op::kAdd);
    return IdVector<Value>{*Reduced(e, i.operands[0], groups, add, any_order)};
  }

  Result<IdVector<Value>> ReduceScatter(ModuleEmitter& e, const Instruction& i) {
    MOTE_ASSIGN(const MemberGroups groups, ReducingGroups(module_, i));
    MOTE_CHECK_OK(CheckEqual(i, groups));
    const auto dim = static_cast<size_t>(i.Int(Attr::kScatterDimension));
    IdVector<Value> results;
    for (size_t o = 0; o < i.shapes.size(); ++o) {
      MOTE_CHECK_OK(CheckSplit(i, e.shape(i.operands[o]), dim, groups));
      const Value blocks = BlocksInFront(e, e.Convert(i.operands[o], AccumulatorOf(i)), dim, groups.largest);
      const auto sum = wired_.ReduceToBlock(e, blocks, groups, RegionOf(e, i), AnyOrder(i));
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
      return RowOf(e, roots, static_cast<int64_t>(o));
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
      results.push_back(BlocksBehind(e, wired_.Gather(e, i.operands[o], groups), dim));
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
    for (int64_t row = 0; row < groups.largest; ++row) results.push_back(RowOf(e, swapped, row));
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
    const Value all = e.Reshape(wired_.Gather(e, i.operands[0], groups), flat);
    const int64_t each = updates.dims[0] / n;
    const Value position = exchanges_.ForThisMember(e, groups.positions);
    IdVector<Value> told;  // where rows begin, how many they are, where they go: [n · each], of those for this member
    for (size_t o = 2; o < 5; ++o) {
      const Value zero = Number(e, 0), first = e.Binary(Op::kMultiply, position, Number(e, each));
      const Value of_all = wired_.Gather(e, e.Convert(i.operands[o], ElementType::kS32), groups);
      const Value mine = e.Make(Op::kDynamicSlice, Shape::Array(ElementType::kS32, {n, each}), {of_all, zero, first},
                                {{Attr::kSliceSizes, std::vector<int64_t>{n, each}}});
      told.push_back(e.Reshape(mine, {n * each}));
    }
    const Shape index = Shape::Array(ElementType::kS32, {rows}), truth = Shape::Array(ElementType::kPred, {rows});
    const Value row = e.Make(Op::kIota, index, {}, {{Attr::kIotaDimension, int64_t{0}}}), none = e.Broadcast(Number(e, -1), index, {});
    Value source = none;
    for (int64_t u = 0; u < n * each; ++u) {
      const auto spread = [&](Value list) { return e.Broadcast(RowOf(e, list, u), index, {}); };
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
    if (i.Bool(Attr::kHasDynamicRoot)) MOTE_CHECK_OK(CheckEqual(i, groups));
    IdVector<Value> results;
    for (size_t o = 0; o < i.shapes.size(); ++o) {
      results.push_back(i.Bool(Attr::kHasDynamicRoot) ? OfRoot(e, i, o, groups) : wired_.Broadcast(e, i.operands[o], groups));
    }
    return results;
  }

  Value OfRoot(ModuleEmitter& e, const Instruction& i, size_t o, const MemberGroups& groups) {
    const Value all = wired_.Gather(e, i.operands[o], groups);
    Shape one = e.shape(all);
    one.dims[0] = 1;
    IdVector<Value> operands = {all, RootOf(e, i, o)};
    const Value zero = e.Splat(Shape::Scalar(ElementType::kS32), 0);
    for (size_t d = 1; d < one.dims.size(); ++d) operands.push_back(zero);
    const Value row = e.Make(Op::kDynamicSlice, one, operands, {{Attr::kSliceSizes, std::vector<int64_t>(one.dims)}});
    return e.Reshape(row, i.shapes[o].dims);
  }

  const Module& module_;
  WiredExchanges wired_;
  ExchangeEmitter& exchanges_;  // of that
  std::optional<Errors> failed_;
};

}  // namespace

Result<Module> LowerCollectives(const Module& module, const Wiring* wiring) {
  MOTE_ASSIGN(const Module paired, PairChannels(module));
  if (wiring != nullptr && wiring->members != module.replicas * module.partitions) wiring = nullptr;  // members are lost since
  CollectiveLowering lowering(paired, wiring);
  Module fresh = RewriteModule(paired, [&](ModuleEmitter& e, const Instruction& i) { return lowering.Visit(e, i); });
  if (lowering.failed()) return *lowering.failed();
  return fresh;
}

}  // namespace mote
