// Type rules of collectives, channels, host transfers and asynchronous forms (OPS.md 2.1 and 2.5).
#include <algorithm>
#include <set>

#include "hlo/infer.h"

namespace mote {
namespace {

std::string Name(const InferContext& c) { return c.Name(); }
std::span<const Shape> DeclaredOperands(const InferContext& c) { return c.operands.subspan(0, c.count()); }

struct GroupRules {
  bool equal_sizes = false;  // every group has as many members
  bool complete = true;      // ids are 0 … N-1 without gaps
};

Status CheckGroups(const InferContext& c, GroupRules rules) {
  const IntMatrix& groups = c.instruction.Matrix(Attr::kReplicaGroups);
  std::set<int64_t> seen;
  for (const std::vector<int64_t>& group : groups) {
    for (int64_t id : group) {
      if (id < 0) return c.Fail(Rule::kGroup, "replica group " + Text(group) + " holds the id " + Text(id));
      if (!seen.insert(id).second) return c.Fail(Rule::kGroup, "replica id " + Text(id) + " is in replica_groups more than once");
    }
    if (rules.equal_sizes && group.size() != groups[0].size()) {
      return c.Fail(Rule::kGroup,
                    "the replica groups of " + Name(c) + " must be equally large, but are " + Text(groups[0]) + " and " + Text(group));
    }
  }
  int64_t next = 0;
  for (int64_t id : seen) {
    if (rules.complete && id != next) return c.Fail(Rule::kGroup, "replica id " + Text(next) + " is in no replica group");
    ++next;
  }
  if (c.instruction.Bool(Attr::kUseGlobalDeviceIds) && !c.instruction.Has(Attr::kReplicaGroupMesh)) {
    if (seen.empty()) return c.Fail(Rule::kGroup, "replica_groups cannot be empty with use_global_device_ids");
    const int64_t channel = c.instruction.Int(Attr::kChannelId);
    if (channel <= 0) return c.Fail(Rule::kChannel, "channel_id must be positive with use_global_device_ids, but is " + Text(channel));
  }
  return Ok();
}

// Every member's group size, or nothing when it is the whole grid.
std::optional<int64_t> GroupSize(const InferContext& c) {
  const IntMatrix& groups = c.instruction.Matrix(Attr::kReplicaGroups);
  if (groups.empty() || groups[0].empty()) return std::nullopt;
  return static_cast<int64_t>(groups[0].size());
}

// The computation combines scalars of the operand's type.
Result<Shape> Accumulator(const InferContext& c, const Shape& operand) {
  const Shapes scalar = {WithTypeOf(Shape::Scalar(operand.element_type), operand)};
  MOTE_ASSIGN(Shapes accumulators, CheckReducer(c, c.called(0), scalar, scalar));
  return accumulators[0];
}

Inferred ReduceAcross(const InferContext& c, size_t data_operands) {
  Shapes out;
  for (size_t i = 0; i < data_operands; ++i) {
    MOTE_CHECK_OK(RequireType(c, i, kTypeAQ));
    MOTE_ASSIGN(const Shape accumulator, Accumulator(c, c.operand(i)));
    out.push_back(WithTypeOf(c.operand(i), accumulator));
  }
  return out;
}

// How often a gathered or scattered dimension is multiplied: the size of the groups, where they name all members (without a channel, or by
// global ids); with a channel every member stands for all its partitions. Upstream's artifacts gather over more than their groups name.
Status CheckFactor(const InferContext& c, const std::string& both, int64_t factor, bool gathers) {
  const auto group = GroupSize(c);
  if (!group) return Ok();
  const bool all_named = c.instruction.Int(Attr::kChannelId) <= 0 || c.instruction.Bool(Attr::kUseGlobalDeviceIds);
  if (all_named && !gathers ? factor == *group : factor % *group == 0) return Ok();
  return c.Fail(Rule::kResult, Name(c) + " in groups of " + Text(*group) + " members cannot be between " + both);
}

// Operand and result agree in every dimension but one, in which the larger (the result where it `gathers`) is a multiple of the smaller.
Status CheckMultiple(const InferContext& c, const Shape& operand, const Shape& result, size_t dim, bool gathers) {
  const std::string both = c.Show(operand) + " and " + c.Show(result);
  if (!result.IsArray()) return c.Fail(Rule::kResult, "the result of " + Name(c) + " must be an array, but is " + c.Show(result));
  if (operand.rank() != result.rank()) {
    return c.Fail(Rule::kResult, "operand and result of " + Name(c) + " must have one rank, but are " + both);
  }
  for (size_t i = 0; i < operand.dims.size(); ++i) {
    if (i != dim && !DimsAgree(operand, i, result, i)) {
      return c.Fail(Rule::kResult,
                    "operand and result of " + Name(c) + " may differ in dimension " + std::to_string(dim) + " only, but are " + both);
    }
  }
  const int64_t few = (gathers ? operand : result).dims[dim], many = (gathers ? result : operand).dims[dim];
  if (few == kDynamic || many == kDynamic) return Ok();
  if (few == 0) {
    return c.Fail(gathers ? Rule::kSize : Rule::kResult,
                  "dimension " + std::to_string(dim) + " of " + Name(c) + " cannot be empty: " + both);
  }
  if (many % few != 0) {
    return c.Fail(gathers ? Rule::kResult : Rule::kDivisible,
                  "the larger of dimension " + std::to_string(dim) + " must be a multiple of the smaller one: " + both);
  }
  return CheckFactor(c, both, many / few, gathers);
}

Result<bool> DynamicRoot(const InferContext& c) {
  if (!c.instruction.Bool(Attr::kHasDynamicRoot)) return false;
  if (c.count() < 2) return c.Fail(Rule::kArity, Name(c) + " with has_dynamic_root takes data and a root, but has one operand");
  const Shape& root = c.operand(c.count() - 1);
  const bool vector = root.IsArray() && root.element_type == ElementType::kS32 && root.rank() == 1;
  if (!vector) return c.Fail(Rule::kElementType, "the root of " + Name(c) + " must be a vector of s32, but is " + c.Show(root));
  if (root.dims[0] != kDynamic && root.dims[0] != static_cast<int64_t>(c.count()) - 1) {
    return c.Fail(Rule::kSize, "the root of " + Name(c) + " must have one element per data operand, but is " + c.Show(root));
  }
  return true;
}

}  // namespace

Inferred InferId(const InferContext&) { return Shapes{Shape::Scalar(ElementType::kU32)}; }

Inferred InferAllGather(const InferContext& c) {
  MOTE_CHECK_OK(CheckGroups(c, {.equal_sizes = true}));
  const int64_t dim = c.instruction.Int(Attr::kAllGatherDim);
  Shapes out;
  for (size_t i = 0; i < c.count(); ++i) {
    MOTE_CHECK_OK(RequireType(c, i, kTypeAQ));
    const Shape& x = c.operand(i);
    MOTE_CHECK_OK(CheckInRange(c, dim, x.rank(), "all_gather_dim for " + c.Show(x)));
    Shape result = x;
    if (i < c.declared.size()) {
      MOTE_CHECK_OK(CheckMultiple(c, x, c.declared[i], dim, true));
      result.dims[dim] = c.declared[i].dims[dim];
      result.bounded = c.declared[i].bounded;
    } else {
      const auto group = GroupSize(c);
      if (!group) return Declared(c, i).errors();
      int64_t& size = result.dims[dim];
      if (size != kDynamic && __builtin_mul_overflow(size, *group, &size)) {
        return c.Fail(Rule::kOverflow, "the result of all_gather does not fit 64 bits");
      }
    }
    out.push_back(std::move(result));
  }
  return out;
}

Inferred InferAllReduce(const InferContext& c) {
  MOTE_CHECK_OK(CheckGroups(c, {}));
  return ReduceAcross(c, c.count());
}

Inferred InferReduceScatter(const InferContext& c) {
  MOTE_CHECK_OK(CheckGroups(c, {.equal_sizes = true}));
  MOTE_ASSIGN(Shapes out, ReduceAcross(c, 1));
  const Shape& x = c.operand(0);
  const int64_t dim = c.instruction.Int(Attr::kScatterDimension);
  MOTE_CHECK_OK(CheckInRange(c, dim, x.rank(), "scatter_dimension for " + c.Show(x)));
  const size_t d = dim;
  if (!c.declared.empty()) {
    MOTE_CHECK_OK(CheckMultiple(c, x, c.declared[0], d, false));
    if (x.dims[d] == 0) return c.Fail(Rule::kSize, "dimension " + Text(dim) + " of reduce_scatter cannot be empty: " + c.Show(x));
    out[0].dims[d] = c.declared[0].dims[d];
    out[0].bounded = c.declared[0].bounded;
    return out;
  }
  const auto group = GroupSize(c);
  if (!group) return Declared(c).errors();
  if (x.dims[d] != kDynamic && x.dims[d] % *group != 0) {
    return c.Fail(Rule::kDivisible, "dimension " + Text(dim) + " of " + c.Show(x) + " is not a multiple of the group size " + Text(*group));
  }
  if (x.dims[d] != kDynamic) out[0].dims[d] /= *group;
  return out;
}

Inferred InferAllToAll(const InferContext& c) {
  MOTE_CHECK_OK(CheckGroups(c, {.equal_sizes = true}));
  for (size_t i = 0; i < c.count(); ++i) MOTE_CHECK_OK(RequireType(c, i, kTypeAQ));
  const bool tuple_form = c.hlo() && !c.instruction.Has(Attr::kSplitDimension);
  if (tuple_form) {
    const std::span<const Shape> operands = DeclaredOperands(c);
    return Shapes(operands.begin(), operands.end());
  }
  const int64_t split = c.instruction.Int(Attr::kSplitDimension), concat = c.instruction.Int(Attr::kConcatDimension, split);
  const auto group = GroupSize(c);
  const bool counted = c.instruction.Has(Attr::kSplitCount);
  if (c.hlo() && !counted && split == concat) {
    const std::span<const Shape> operands = DeclaredOperands(c);
    return Shapes(operands.begin(), operands.end());
  }
  const int64_t count = c.instruction.Int(Attr::kSplitCount, group.value_or(1));
  Shapes out;
  for (size_t i = 0; i < c.count(); ++i) {
    const Shape& x = c.operand(i);
    MOTE_CHECK_OK(CheckInRange(c, split, x.rank(), "split_dimension for " + c.Show(x)));
    MOTE_CHECK_OK(CheckInRange(c, concat, x.rank(), "concat_dimension for " + c.Show(x)));
    if (count <= 0) return c.Fail(Rule::kSize, "split_count must be positive, but is " + Text(count));
    if (group && *group != count) {
      return c.Fail(Rule::kSize, "split_count is " + Text(count) + ", but the replica groups have " + Text(*group) + " members");
    }
    if (!group && !c.instruction.Matrix(Attr::kReplicaGroups).empty()) {
      return c.Fail(Rule::kSize, "split_count is " + Text(count) + ", but the replica groups are empty");
    }
    Shape result = x;
    int64_t& shrunk = result.dims[split];
    if (shrunk != kDynamic && shrunk % count != 0) {
      return c.Fail(Rule::kDivisible,
                    "split dimension " + Text(split) + " of " + c.Show(x) + " is not a multiple of split_count " + Text(count));
    }
    if (shrunk != kDynamic) shrunk /= count;
    int64_t& grown = result.dims[concat];
    if (grown != kDynamic && __builtin_mul_overflow(grown, count, &grown)) {
      return c.Fail(Rule::kOverflow, "the result of all_to_all does not fit 64 bits");
    }
    out.push_back(std::move(result));
  }
  return out;
}

namespace {

// Of collective_permute, send and recv: pairs of ids, no source and no target twice.
Status CheckPairs(const InferContext& c) {
  std::set<int64_t> sources, targets;
  for (const std::vector<int64_t>& pair : c.instruction.Matrix(Attr::kSourceTargetPairs)) {
    if (pair.size() != 2) return c.Fail(Rule::kCount, "source_target_pairs must hold pairs, but holds " + Text(pair));
    if (pair[0] < 0 || pair[1] < 0) return c.Fail(Rule::kGroup, "source_target_pairs holds a negative id in " + Text(pair));
    if (!sources.insert(pair[0]).second) {
      return c.Fail(Rule::kDuplicate, "source " + Text(pair[0]) + " is in source_target_pairs more than once");
    }
    if (!targets.insert(pair[1]).second) {
      return c.Fail(Rule::kDuplicate, "target " + Text(pair[1]) + " is in source_target_pairs more than once");
    }
  }
  return Ok();
}

}  // namespace

Inferred InferCollectivePermute(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAQ));
  MOTE_CHECK_OK(CheckPairs(c));
  return Shapes{c.operand(0)};
}

Inferred InferCollectiveBroadcast(const InferContext& c) {
  MOTE_CHECK_OK(CheckGroups(c, {.complete = false}));
  MOTE_ASSIGN(const bool root, DynamicRoot(c));
  const size_t data = c.count() - (root ? 1 : 0);
  for (size_t i = 0; i < data; ++i) MOTE_CHECK_OK(RequireType(c, i, kTypeAQ));
  return Shapes(c.operands.begin(), c.operands.begin() + static_cast<std::ptrdiff_t>(data));
}

Inferred InferCollectiveReduce(const InferContext& c) {
  MOTE_CHECK_OK(CheckGroups(c, {}));
  MOTE_ASSIGN(const bool root, DynamicRoot(c));
  return ReduceAcross(c, c.count() - (root ? 1 : 0));
}

Inferred InferCrossReplicaSum(const InferContext& c) {
  MOTE_CHECK_OK(RequireType(c, 0, kTypeAQ));
  MOTE_CHECK_OK(CheckGroups(c, {}));
  return Shapes{c.operand(0)};
}

namespace {

// Channel types of StableHLO: 1 device to device, 2 device to host, 3 host to device.
Status CheckChannelType(const InferContext& c, int64_t host_type, const char* host_name) {
  if (!c.instruction.Has(Attr::kChannelType)) return Ok();
  const int64_t type = c.instruction.Int(Attr::kChannelType);
  const bool host = c.instruction.Bool(Attr::kIsHostTransfer);
  if (!host && type != 1) {
    return c.Fail(Rule::kChannel,
                  "channel_type of " + Name(c) + " must be DEVICE_TO_DEVICE without is_host_transfer, but is " + Text(type));
  }
  if (host && type != host_type) {
    return c.Fail(Rule::kChannel, "channel_type of " + Name(c) + " must be " + host_name + " with is_host_transfer, but is " + Text(type));
  }
  return Ok();
}

// Results of recv and infeed: arrays, then a token.
Inferred ValuesAndToken(const InferContext& c) {
  const Shapes results(c.declared.begin(), c.declared.end());
  if (results.empty()) return c.Fail(Rule::kResult, Name(c) + " gives at least a token, but has no results");
  for (size_t i = 0; i + 1 < results.size(); ++i) {
    if (!results[i].IsArray()) {
      return c.Fail(Rule::kArray, "the results of " + Name(c) + " before the token must be arrays, but are " + c.Show(results));
    }
  }
  if (!results.back().IsToken()) {
    return c.Fail(Rule::kResult, "the last result of " + Name(c) + " must be a token, but is " + c.Show(results.back()));
  }
  return results;
}

Status RequireLastToken(const InferContext& c) {
  const Shape& last = c.operand(c.count() - 1);
  if (last.IsToken()) return Ok();
  return c.Fail(Rule::kElementType, "the last operand of " + Name(c) + " must be a token, but is " + c.Show(last));
}

}  // namespace

namespace {

Shape TokenContext(const Shape& data) { return Shape::Tuple({data, Shape::Scalar(ElementType::kU32), Shape::Token()}); }

// The context that send-done and recv-done take: a result of their own first half, or what a loop or a call hands on of it. Gives its data.
Result<Shape> ContextData(const InferContext& c, Op start) {
  const Shape& context = c.operand(0);
  const std::string what = Name(c) + " takes the context of a " + c.Name(start);
  if (!context.IsTuple() || context.elements.empty() || !TypesAgree(context, TokenContext(context.elements[0]))) {
    return c.Fail(Rule::kSignature, what + ", (data, u32[], token[]), but is given " + c.Show(context));
  }
  if (c.computation == nullptr) return context.elements[0];
  const Instruction& source = c.computation->at(c.instruction.operands[0]);
  const bool outermost = c.module.entry >= 0 && c.computation == &c.module.main();
  const bool handed_on = source.op == Op::kGetTupleElement || source.op == Op::kWhile || source.op == Op::kCall ||
                         source.op == Op::kOptimizationBarrier || source.op == Op::kCopy || source.op == Op::kAsyncDone ||
                         (source.op == Op::kParameter && !outermost);
  if (source.op != start && !handed_on) return c.Fail(Rule::kSignature, what + ", but is given the result of " + c.Name(source.op));
  const bool both = source.Has(Attr::kChannelId) && c.instruction.Has(Attr::kChannelId);
  if (source.op == start && both && source.Int(Attr::kChannelId) != c.instruction.Int(Attr::kChannelId)) {
    return c.Fail(Rule::kSignature, Name(c) + " on channel " + Text(c.instruction.Int(Attr::kChannelId)) + " takes a context of channel " +
                                        Text(source.Int(Attr::kChannelId)));
  }
  return context.elements[0];
}

}  // namespace

Inferred InferSend(const InferContext& c) {
  MOTE_CHECK_OK(CheckPairs(c));
  MOTE_CHECK_OK(RequireLastToken(c));
  if (c.hlo()) {
    if (c.count() != 2) return c.Fail(Rule::kArity, "send takes the data and a token, but has " + std::to_string(c.count()) + " operands");
    return Shapes{TokenContext(c.operand(0))};
  }
  MOTE_CHECK_OK(CheckChannelType(c, 2, "DEVICE_TO_HOST"));
  for (size_t i = 0; i + 1 < c.count(); ++i) MOTE_CHECK_OK(RequireType(c, i, kTypeAll));
  return Shapes{Shape::Token()};
}

Inferred InferRecv(const InferContext& c) {
  MOTE_CHECK_OK(CheckPairs(c));
  MOTE_CHECK_OK(RequireLastToken(c));
  if (c.hlo()) {
    MOTE_ASSIGN(const Shape context, Declared(c));
    if (!context.IsTuple() || context.elements.empty()) {
      return c.Fail(Rule::kResult, "recv gives (data, u32[], token[]), but is declared as " + c.Show(context));
    }
    return Shapes{TokenContext(context.elements[0])};
  }
  MOTE_CHECK_OK(CheckChannelType(c, 3, "HOST_TO_DEVICE"));
  return ValuesAndToken(c);
}

Inferred InferSendDone(const InferContext& c) {
  MOTE_CHECK_OK(ContextData(c, Op::kSend));
  return Shapes{Shape::Token()};
}

Inferred InferRecvDone(const InferContext& c) {
  MOTE_ASSIGN(const Shape data, ContextData(c, Op::kRecv));
  return Shapes{Shape::Tuple({data, Shape::Token()})};
}

Inferred InferInfeed(const InferContext& c) {
  MOTE_CHECK_OK(RequireLastToken(c));
  return ValuesAndToken(c);
}

Inferred InferOutfeed(const InferContext& c) {
  MOTE_CHECK_OK(RequireLastToken(c));
  return Shapes{Shape::Token()};
}

Inferred InferAsyncStart(const InferContext& c) {
  if (c.hlo()) return Shapes(c.declared.begin(), c.declared.end());
  const Computation& body = c.called(0);
  const size_t own = body.parameters.size() - std::min<size_t>(body.parameters.size(), c.instruction.captures);
  if (own != c.count()) {
    return c.Fail(Rule::kSignature,
                  "the region of async_start takes " + std::to_string(own) + " values, but is given " + std::to_string(c.count()));
  }
  for (size_t i = 0; i < own; ++i) {
    if (!TypesAgree(c.operand(i), body.parameters[i])) {
      return c.Fail(Rule::kSignature, "operand #" + std::to_string(i) + " of async_start is " + c.Show(c.operand(i)) +
                                          ", but its region takes " + c.Show(body.parameters[i]));
    }
  }
  // Only operations that run beside others may start asynchronously.
  static constexpr Op kAllowed[] = {Op::kAllGather,         Op::kAllReduce,           Op::kReduceScatter,    Op::kAllToAll,
                                    Op::kCollectivePermute, Op::kCollectiveBroadcast, Op::kCollectiveReduce, Op::kSlice,
                                    Op::kDynamicSlice,      Op::kDynamicUpdateSlice};
  const bool allowed = std::any_of(body.instructions.begin(), body.instructions.end(), [](const Instruction& i) {
    return std::find(std::begin(kAllowed), std::end(kAllowed), i.op) != std::end(kAllowed);
  });
  if (!allowed) return c.Fail(Rule::kSignature, "the region of async_start must hold a collective or a slice");
  Shape future;
  future.kind = Shape::Kind::kFuture;
  future.elements = body.ResultShapes();
  return Shapes{future};
}

Inferred InferAsyncDone(const InferContext& c) {
  if (c.hlo()) return Shapes(c.declared.begin(), c.declared.end());
  const Shape& x = c.operand(0);
  if (x.kind != Shape::Kind::kFuture) return c.Fail(Rule::kArray, "async_done takes a future, but is given " + c.Show(x));
  return x.elements;
}

}  // namespace mote
