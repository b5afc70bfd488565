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

std::map<Attr, AttributeValue> GroupAttributes(const IntMatrix& groups, std::optional<int64_t> channel) {
  std::map<Attr, AttributeValue> attributes = {{Attr::kReplicaGroups, groups}};
  if (channel) attributes[Attr::kChannelId] = *channel;
  if (channel) attributes[Attr::kChannelType] = int64_t{1};
  return attributes;
}

}  // namespace

Operand Builder::AllGather(Operand x, int64_t dimension, int64_t shard_count, const IntMatrix& groups, std::optional<int64_t> channel) {
  if (!IsArray(x)) return {};
  if (const std::string problem = ShardProblem(shard_count, groups); !problem.empty()) return Fail(Rule::kSize, problem);
  Shape result = shape(x);
  if (dimension < 0 || dimension >= result.rank()) return Fail(Rule::kDimension, "all_gather along dimension " + Text(dimension) + " of " + ToString(result));
  int64_t& size = result.dims[static_cast<size_t>(dimension)];
  if (__builtin_mul_overflow(size, shard_count, &size)) return Fail(Rule::kOverflow, "the result of all_gather does not fit 64 bits");
  Attributes attributes = GroupAttributes(groups, channel);
  attributes[Attr::kAllGatherDim] = dimension;
  return EmitOne(Op::kAllGather, {x}, std::move(attributes), {result});
}

Operand Builder::AllReduce(Operand x, const Module& computation, const IntMatrix& groups, std::optional<int64_t> channel) {
  if (!Usable({x})) return {};
  if (!shape(x).IsTuple()) return EmitOne(Op::kAllReduce, {x}, GroupAttributes(groups, channel), {}, {{&computation}});
  Operands leaves;  // a tuple is reduced leaf by leaf
  for (size_t i = 0; i < shape(x).elements.size(); ++i) leaves.push_back(AllReduce(GetTupleElement(x, static_cast<int64_t>(i)), computation, groups, channel));
  return Tuple(leaves);
}

Operand Builder::CrossReplicaSum(Operand x, const IntMatrix& groups) {
  if (!IsArray(x)) return {};
  return AllReduce(x, Scalar(Op::kAdd, shape(x).element_type), groups);
}

Operand Builder::AllToAll(Operand x, int64_t split_dimension, int64_t concat_dimension, int64_t split_count, const IntMatrix& groups) {
  return EmitOne(Op::kAllToAll, {x}, {{Attr::kSplitDimension, split_dimension}, {Attr::kConcatDimension, concat_dimension}, {Attr::kSplitCount, split_count}, {Attr::kReplicaGroups, groups}});
}

Operand Builder::CollectivePermute(Operand x, const IntMatrix& source_target_pairs) {
  return EmitOne(Op::kCollectivePermute, {x}, {{Attr::kSourceTargetPairs, source_target_pairs}});
}

Operand Builder::CollectiveBroadcast(Operand x, const IntMatrix& groups) { return EmitOne(Op::kCollectiveBroadcast, {x}, {{Attr::kReplicaGroups, groups}}); }

Operand Builder::ReduceScatter(Operand x, const Module& computation, int64_t dimension, int64_t shard_count, const IntMatrix& groups,
                               std::optional<int64_t> channel) {
  if (!Usable({x})) return {};
  if (shape(x).IsTuple()) {
    Operands leaves;
    for (size_t i = 0; i < shape(x).elements.size(); ++i) {
      leaves.push_back(ReduceScatter(GetTupleElement(x, static_cast<int64_t>(i)), computation, dimension, shard_count, groups, channel));
    }
    return Tuple(leaves);
  }
  if (const std::string problem = ShardProblem(shard_count, groups); !problem.empty()) return Fail(Rule::kSize, problem);
  Shape result = shape(x);
  if (dimension < 0 || dimension >= result.rank()) return Fail(Rule::kDimension, "reduce_scatter along dimension " + Text(dimension) + " of " + ToString(result));
  int64_t& size = result.dims[static_cast<size_t>(dimension)];
  if (size % shard_count != 0) return Fail(Rule::kDivisible, "dimension " + Text(dimension) + " of " + ToString(shape(x)) + " is not a multiple of shard_count " + Text(shard_count));
  size /= shard_count;
  Attributes attributes = GroupAttributes(groups, channel);
  attributes[Attr::kScatterDimension] = dimension;
  return EmitOne(Op::kReduceScatter, {x}, std::move(attributes), {result}, {{&computation}});
}

Operand Builder::Rng(const char* distribution, Operand a, Operand b, const Shape& shape) {
  if (!IsArray(a) || !IsArray(b)) return {};
  if (this->shape(a).element_type != shape.element_type) return Fail(Rule::kElementMix, "random " + ToString(shape) + " from parameters of " + ToString(this->shape(a)));
  Literal sizes(Shape::Array(ElementType::kS64, {shape.rank()}));
  for (size_t i = 0; i < shape.dims.size(); ++i) sizes.SetInteger(static_cast<int64_t>(i), shape.dims[i]);
  return EmitOne(Op::kRng, {a, b, ConstantLiteral(sizes)}, {{Attr::kRngDistribution, std::string(distribution)}});
}

Operands Builder::RngBitGenerator(RandomAlgorithm algorithm, Operand initial_state, const Shape& shape) {
  if (!IsArray(initial_state)) return {};
  static constexpr const char* kNames[] = {"DEFAULT", "THREE_FRY", "PHILOX"};
  return Emit(Op::kRngBitGenerator, {initial_state}, {{Attr::kRngAlgorithm, std::string(kNames[static_cast<size_t>(algorithm)])}}, {this->shape(initial_state), shape});
}

}  // namespace mote
