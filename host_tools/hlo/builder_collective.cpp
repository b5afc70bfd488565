// Builder methods for collectives and random numbers (OPS.md 2.5).
#include "hlo/builder.h"
#include "hlo/infer.h"

namespace mote {
namespace {

// The group size that shard_count states; an error text when it cannot be.
std::string ShardProblem(int64_t shard_count, const IntMatrix& groups) {
  if (shard_count <= 0) return "shard_count must be positive, but is " + Text(shard_count);
  if (!groups.empty() && static_cast<int64_t>(groups[0].size()) != shard_count) {
    return "shard_count is " + Text(shard_count) + ", but the replica groups have " + std::to_string(groups[0].size()) + " members";
  }
  return "";
}

std::map<Attr, AttributeValue> GroupAttributes(const IntMatrix& groups, std::optional<int64_t> channel,
                                               bool use_global_device_ids = false) {
  std::map<Attr, AttributeValue> attributes = {{Attr::kReplicaGroups, groups}};
  if (channel) attributes[Attr::kChannelId] = *channel;
  if (channel) attributes[Attr::kChannelType] = int64_t{1};
  if (use_global_device_ids) attributes[Attr::kUseGlobalDeviceIds] = true;
  return attributes;
}

}  // namespace

Operand Builder::AllGather(Operand x, int64_t dimension, int64_t shard_count, const IntMatrix& groups, std::optional<int64_t> channel,
                           bool use_global_device_ids) {
  if (!Usable({x})) return {};
  if (shape(x).IsTuple()) {  // leaf by leaf
    Operands leaves;
    for (size_t i = 0; i < shape(x).elements.size() && !error_; ++i) {
      leaves.push_back(
          AllGather(GetTupleElement(x, static_cast<int64_t>(i)), dimension, shard_count, groups, channel, use_global_device_ids));
    }
    return Tuple(leaves);
  }
  const Operands gathered = AllGatherTuple({x}, dimension, shard_count, groups, channel, use_global_device_ids);
  return gathered.empty() ? Operand() : gathered[0];
}

Operands Builder::AllGatherTuple(const Operands& operands, int64_t dimension, int64_t shard_count, const IntMatrix& groups,
                                 std::optional<int64_t> channel, bool use_global_device_ids) {
  if (const std::string problem = ShardProblem(shard_count, groups); !problem.empty()) Fail(Rule::kSize, problem);
  IdVector<Shape> results;
  for (const Operand& x : operands) {
    if (!IsArray(x)) return {};
    Shape& result = results.emplace_back(shape(x));
    if (dimension < 0 || dimension >= result.rank()) {
      Fail(Rule::kDimension, "all_gather along dimension " + Text(dimension) + " of " + ToString(result));
      return {};
    }
    int64_t& size = result.dims[dimension];
    if (size != kDynamic && __builtin_mul_overflow(size, shard_count, &size)) {
      Fail(Rule::kOverflow, "the result of all_gather does not fit 64 bits");
      return {};
    }
  }
  Attributes attributes = GroupAttributes(groups, channel, use_global_device_ids);
  attributes[Attr::kAllGatherDim] = dimension;
  return Emit(Op::kAllGather, operands, std::move(attributes), results);
}

Operand Builder::AllReduce(Operand x, const Module& computation, const IntMatrix& groups, std::optional<int64_t> channel,
                           bool use_global_device_ids) {
  if (!Usable({x})) return {};
  if (!shape(x).IsTuple()) {
    return EmitOne(Op::kAllReduce, {x}, GroupAttributes(groups, channel, use_global_device_ids), {}, {{&computation}});
  }
  Operands leaves;  // a tuple is reduced leaf by leaf
  for (size_t i = 0; i < shape(x).elements.size() && !error_; ++i) {
    leaves.push_back(AllReduce(GetTupleElement(x, static_cast<int64_t>(i)), computation, groups, channel, use_global_device_ids));
  }
  return Tuple(leaves);
}

Operands Builder::AllReduceTuple(const Operands& operands, const Module& computation, const IntMatrix& groups,
                                 std::optional<int64_t> channel, bool use_global_device_ids) {
  return Emit(Op::kAllReduce, operands, GroupAttributes(groups, channel, use_global_device_ids), {}, {{&computation}});
}

Operand Builder::CrossReplicaSum(Operand x, const IntMatrix& groups) {
  if (!Usable({x})) return {};
  if (!shape(x).IsTuple()) return IsArray(x) ? AllReduce(x, Scalar(Op::kAdd, shape(x).element_type), groups) : Operand();
  Operands leaves;
  for (size_t i = 0; i < shape(x).elements.size() && !error_; ++i) {
    leaves.push_back(CrossReplicaSum(GetTupleElement(x, static_cast<int64_t>(i)), groups));
  }
  return Tuple(leaves);
}

Operand Builder::AllToAll(Operand x, int64_t split_dimension, int64_t concat_dimension, int64_t split_count, const IntMatrix& groups,
                          std::optional<int64_t> channel) {
  Attributes attributes = GroupAttributes(groups, channel);
  attributes[Attr::kSplitDimension] = split_dimension;
  attributes[Attr::kConcatDimension] = concat_dimension;
  attributes[Attr::kSplitCount] = split_count;
  return EmitOne(Op::kAllToAll, {x}, std::move(attributes));
}

Operand Builder::CollectivePermute(Operand x, const IntMatrix& source_target_pairs, std::optional<int64_t> channel) {
  Attributes attributes = {{Attr::kSourceTargetPairs, source_target_pairs}};
  if (channel) attributes[Attr::kChannelId] = *channel;
  if (channel) attributes[Attr::kChannelType] = int64_t{1};
  return EmitOne(Op::kCollectivePermute, {x}, std::move(attributes));
}

Operand Builder::CollectiveBroadcast(Operand x, const IntMatrix& groups, std::optional<int64_t> channel) {
  return EmitOne(Op::kCollectiveBroadcast, {x}, GroupAttributes(groups, channel));
}

Operands Builder::CollectiveReduce(const Operands& operands, const Module& computation, const IntMatrix& groups,
                                   std::optional<int64_t> channel) {
  return Emit(Op::kCollectiveReduce, operands, GroupAttributes(groups, channel), {}, {{&computation}});
}

Operand Builder::ReduceScatter(Operand x, const Module& computation, int64_t dimension, int64_t shard_count, const IntMatrix& groups,
                               std::optional<int64_t> channel, bool use_global_device_ids) {
  if (!Usable({x})) return {};
  if (shape(x).IsTuple()) {
    Operands leaves;
    for (size_t i = 0; i < shape(x).elements.size() && !error_; ++i) {
      leaves.push_back(ReduceScatter(GetTupleElement(x, static_cast<int64_t>(i)), computation, dimension, shard_count, groups, channel,
                                     use_global_device_ids));
    }
    return Tuple(leaves);
  }
  if (!IsArray(x)) return {};
  if (const std::string problem = ShardProblem(shard_count, groups); !problem.empty()) return Fail(Rule::kSize, problem);
  Shape result = shape(x);
  if (dimension < 0 || dimension >= result.rank()) {
    return Fail(Rule::kDimension, "reduce_scatter along dimension " + Text(dimension) + " of " + ToString(result));
  }
  int64_t& size = result.dims[dimension];
  if (size != kDynamic && size % shard_count != 0) {
    return Fail(Rule::kDivisible,
                "dimension " + Text(dimension) + " of " + ToString(shape(x)) + " is not a multiple of shard_count " + Text(shard_count));
  }
  if (size != kDynamic) size /= shard_count;
  Attributes attributes = GroupAttributes(groups, channel, use_global_device_ids);
  attributes[Attr::kScatterDimension] = dimension;
  return EmitOne(Op::kReduceScatter, {x}, std::move(attributes), {result}, {{&computation}});
}

Operand Builder::Rng(const char* distribution, Operand a, Operand b, const Shape& shape) {
  if (!IsArray(a) || !IsArray(b)) return {};
  if (this->shape(a).element_type != shape.element_type) {
    return Fail(Rule::kElementMix, "random " + ToString(shape) + " from parameters of " + ToString(this->shape(a)));
  }
  if (!shape.IsStatic()) return Fail(Rule::kSize, "random numbers of " + ToString(shape) + ", whose sizes are not all known");
  Literal sizes(Shape::Array(ElementType::kS64, {shape.rank()}));
  for (size_t i = 0; i < shape.dims.size(); ++i) sizes.SetInteger(static_cast<int64_t>(i), shape.dims[i]);
  return EmitOne(Op::kRng, {a, b, ConstantLiteral(sizes)}, {{Attr::kRngDistribution, std::string(distribution)}});
}

Operands Builder::RngBitGenerator(RandomAlgorithm algorithm, Operand initial_state, const Shape& shape) {
  if (!IsArray(initial_state)) return {};
  static constexpr const char* kNames[] = {"DEFAULT", "THREE_FRY", "PHILOX"};
  return Emit(Op::kRngBitGenerator, {initial_state}, {{Attr::kRngAlgorithm, std::string(kNames[static_cast<size_t>(algorithm)])}},
              {this->shape(initial_state), shape});
}

}  // namespace mote
