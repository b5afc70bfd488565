// Collectives of OPS.md 2.5 and section 3. Reductions combine in group order; a program outside a grid is a grid of one process.
#include <algorithm>

#include "evaluate/grid.h"
#include "evaluate/indices.h"
#include "evaluate/reducer.h"
#include "evaluate/scalar_body.h"
#include "evaluate/shape_ops.h"
#include "evaluate/strided.h"

namespace mote::evaluation {
namespace {

// What the ids of replica groups and source-target pairs count (OPS.md section 3, process-group strategies).
enum class Ids { kReplicas, kPartitions, kReplicasEveryPartition, kGlobal };

struct Place {
  int64_t replicas = 1, partitions = 1, replica = 0, partition = 0;
};

Place PlaceOf(const Context& context) {
  if (context.grid == nullptr) return {};
  Place p{context.grid->replicas(), context.grid->partitions(), 0, 0};
  p.replica = context.process / p.partitions;
  p.partition = context.process % p.partitions;
  return p;
}

int64_t ChannelOf(const Instruction& instruction) { return instruction.Int(Attr::kChannelId, 0); }

// Strategy of operations that reduce or gather.
Ids ReducingIds(const Instruction& instruction) {
  if (instruction.Bool(Attr::kUseGlobalDeviceIds)) return Ids::kGlobal;
  return ChannelOf(instruction) > 0 ? Ids::kReplicasEveryPartition : Ids::kReplicas;
}
// Strategy of the others.
Ids MovingIds(const Instruction& instruction) { return ChannelOf(instruction) > 0 ? Ids::kPartitions : Ids::kReplicas; }

// The process ids of one listed group, as seen from this process.
std::vector<int64_t> ProcessesOf(const std::vector<int64_t>& listed, Ids ids, const Place& p) {
  std::vector<int64_t> group;
  if (ids == Ids::kReplicasEveryPartition) {
    for (int64_t partition = 0; partition < p.partitions; ++partition) {
      for (int64_t id : listed) group.push_back(id * p.partitions + partition);
    }
    return group;
  }
  for (int64_t id : listed) {
    group.push_back(ids == Ids::kReplicas ? id * p.partitions + p.partition : ids == Ids::kPartitions ? p.replica * p.partitions + id : id);
  }
  return group;
}

int64_t IdCount(Ids ids, const Place& p) {
  return ids == Ids::kGlobal ? p.replicas * p.partitions : ids == Ids::kPartitions ? p.partitions : p.replicas;
}

Status CheckIds(const Call& call, const IntMatrix& lists, int64_t count) {
  for (const std::vector<int64_t>& list : lists) {
    for (int64_t id : list) {
      if (id < 0 || id >= count) {
        return call.Fail(Rule::kGroup, "id " + std::to_string(id) + " is outside the grid's " + std::to_string(count));
      }
    }
  }
  return Ok();
}

// The group of this process; empty when it is in none. No groups at all means one of everybody.
Result<std::vector<int64_t>> GroupOf(const Call& call, Ids ids) {
  Place p = PlaceOf(call.context);
  IntMatrix lists = call.instruction.Matrix(Attr::kReplicaGroups);
  if (lists.empty() && call.instruction.Has(Attr::kReplicaGroupMesh)) {
    return call.Fail(Rule::kUnsupported, "groups of a mesh that the module does not define");
  }
  bool none = std::all_of(lists.begin(), lists.end(), [](const auto& list) { return list.empty(); });
  if (none) {
    lists = {{}};
    for (int64_t id = 0; id < IdCount(ids, p); ++id) lists[0].push_back(id);
  }
  MOTE_CHECK_OK(CheckIds(call, lists, IdCount(ids, p)));
  for (const std::vector<int64_t>& list : lists) {
    std::vector<int64_t> group = ProcessesOf(list, ids, p);
    if (std::find(group.begin(), group.end(), call.context.process) != group.end()) return group;
  }
  return std::vector<int64_t>{};
}

Values DeclaredOperands(Call& call) {
  Values operands = call.operands;
  operands.resize(call.instruction.declared_operands());
  return operands;
}

Result<std::vector<Values>> Exchange(Call& call, const std::vector<int64_t>& group) {
  Values operands = DeclaredOperands(call);
  if (call.context.grid == nullptr) return std::vector<Values>{operands};
  const int64_t channel = ChannelOf(call.instruction);
  const std::string operation = std::string(OpName(call.instruction.op)) + (channel > 0 ? " on channel " + std::to_string(channel) : "");
  Result<std::vector<Values>> met = call.context.grid->Meet(call.context.process, group, channel, operation, operands);
  if (met) return met;
  Diagnostic failed = met.error();
  failed.location = call.instruction.location;
  return failed;
}

size_t PositionIn(const std::vector<int64_t>& group, int64_t process) {
  return std::find(group.begin(), group.end(), process) - group.begin();
}

// Element by element through the region, in group order.
Result<Literal> Combine(const std::vector<Literal>& parts, ScalarBody& body, const Shape& shape) {
  WideArray running(parts[0]);
  std::vector<Complex> a(ScalarBody::kLanes), b(ScalarBody::kLanes);
  for (size_t part = 1; part < parts.size(); ++part) {
    WideArray next(parts[part]);
    for (int64_t begin = 0; begin < parts[0].size(); begin += ScalarBody::kLanes) {
      int64_t n = std::min(ScalarBody::kLanes, parts[0].size() - begin);
      for (int64_t lane = 0; lane < n; ++lane) {
        running.Fetch(begin + lane, a.data(), lane);
        next.Fetch(begin + lane, b.data(), lane);
      }
      MOTE_CHECK_OK(body.Run(n, {a.data(), b.data()}, {a.data()}));
      for (int64_t lane = 0; lane < n; ++lane) running.Put(begin + lane, a.data(), lane);
    }
  }
  return running.ToLiteral(shape);
}

Result<Literal> CombineOperand(Call& call, const std::vector<Values>& met, size_t operand, Shape shape) {
  std::vector<Literal> parts;
  for (const Values& values : met) {
    parts.push_back(values[operand].literal);
    if (parts.back().shape().dims != parts[0].shape().dims) return call.Fail(Rule::kShape, "the processes' operands differ in size");
  }
  shape.dims = parts[0].shape().dims;
  MOTE_ASSIGN(ScalarBody body, ScalarBody::Make(call.context, call.instruction.called[0], call.Captures()));
  return Combine(parts, body, shape);
}

// Leaves of the operands: HLO text may reduce a tuple.
void FlattenTuples(Call& call) {
  if (call.operands.size() == 1 && call.operands[0].is_tuple) {
    Values leaves = std::move(call.operands[0].elements);
    call.operands = std::move(leaves);
  }
}

Result<Values> AllReduce(Call& call) {
  MOTE_ASSIGN(std::vector<int64_t> group, GroupOf(call, ReducingIds(call.instruction)));
  size_t count = call.instruction.declared_operands();
  if (group.empty()) return PackResults(call, DeclaredOperands(call));
  MOTE_ASSIGN(std::vector<Values> met, Exchange(call, group));
  Values results;
  for (size_t i = 0; i < count; ++i) {
    MOTE_ASSIGN(Literal combined, CombineOperand(call, met, i, ResultLeaf(call, i)));
    results.push_back(ArrayValue(std::move(combined)));
  }
  return PackResults(call, std::move(results));
}

// Adds without a region; pred is or-ed.
Result<Values> CrossReplicaSum(Call& call) {
  MOTE_ASSIGN(std::vector<int64_t> group, GroupOf(call, Ids::kReplicas));
  if (group.empty()) return DeclaredOperands(call);
  MOTE_ASSIGN(std::vector<Values> met, Exchange(call, group));
  Literal sum = met[0][0].literal;
  Instruction add;
  add.op = Op::kAdd;
  add.shapes = {sum.shape()};
  add.operands = {Value{0, 0}, Value{1, 0}};  // as many as it is handed
  for (size_t part = 1; part < met.size(); ++part) {
    MOTE_ASSIGN(Values added, RunInstruction(call.context, add, {ArrayValue(sum), met[part][0]}));
    sum = std::move(added[0].literal);
  }
  return One(ArrayValue(std::move(sum)));
}

// Block `index` of `count` along a dimension.
Literal Block(const Literal& from, size_t dim, int64_t index, int64_t count) {
  Shape shape = from.shape();
  int64_t size = shape.dims[dim] / count;
  shape.dims[dim] = size;
  shape.bounded.clear();
  Literal out(shape);
  Dims strides = RowMajorStrides(from.shape().dims);
  Move(from, index * size * strides[dim], strides, out);
  return out;
}

Literal Joined(const std::vector<Literal>& parts, size_t dim) {
  Shape shape = parts[0].shape();
  shape.dims[dim] = 0;
  for (const Literal& part : parts) shape.dims[dim] += part.shape().dims[dim];
  Literal out(shape);
  Dims strides = RowMajorStrides(shape.dims);
  int bytes = StorageBytes(shape.element_type);
  int64_t at = 0;
  for (const Literal& part : parts) {
    CopyStrided(bytes, part.shape().dims, part.bytes().data(), RowMajorStrides(part.shape().dims),
                out.mutable_bytes().data() + at * strides[dim] * bytes, strides);
    at += part.shape().dims[dim];
  }
  return out;
}

Result<Values> ReduceScatter(Call& call) {
  MOTE_ASSIGN(std::vector<int64_t> group, GroupOf(call, ReducingIds(call.instruction)));
  if (group.empty()) return call.Fail(Rule::kGroup, "this process is in no group");
  MOTE_ASSIGN(std::vector<Values> met, Exchange(call, group));
  size_t dim = call.instruction.Int(Attr::kScatterDimension);
  Values results;
  for (size_t i = 0; i < static_cast<size_t>(call.instruction.declared_operands()); ++i) {
    MOTE_ASSIGN(Literal combined, CombineOperand(call, met, i, ResultLeaf(call, i)));
    if (combined.shape().dims[dim] % static_cast<int64_t>(group.size()) != 0) {
      return call.Fail(Rule::kDivisible, "the group's size does not divide");
    }
    results.push_back(ArrayValue(
        Block(combined, dim, static_cast<int64_t>(PositionIn(group, call.context.process)), static_cast<int64_t>(group.size()))));
  }
  return PackResults(call, std::move(results));
}

Result<Values> AllGather(Call& call) {
  MOTE_ASSIGN(std::vector<int64_t> group, GroupOf(call, ReducingIds(call.instruction)));
  if (group.empty()) return call.Fail(Rule::kGroup, "this process is in no group");
  MOTE_ASSIGN(std::vector<Values> met, Exchange(call, group));
  size_t dim = call.instruction.Int(Attr::kAllGatherDim);
  Values results;
  for (size_t i = 0; i < static_cast<size_t>(call.instruction.declared_operands()); ++i) {
    std::vector<Literal> parts;
    for (const Values& values : met) parts.push_back(values[i].literal);
    Literal joined = Joined(parts, dim);
    if (joined.shape().dims != ResultLeaf(call, i).dims) return call.Fail(Rule::kGroup, "the group's size does not fit the result");
    results.push_back(ArrayValue(std::move(joined)));
  }
  return PackResults(call, std::move(results));
}

// HLO's tuple form hands operand j to member j; the array form splits along one dimension.
Result<Values> AllToAll(Call& call) {
  MOTE_ASSIGN(std::vector<int64_t> group, GroupOf(call, MovingIds(call.instruction)));
  if (group.empty()) return call.Fail(Rule::kGroup, "this process is in no group");
  MOTE_ASSIGN(std::vector<Values> met, Exchange(call, group));
  size_t own = PositionIn(group, call.context.process), count = call.instruction.declared_operands();
  Values results;
  if (call.context.module.from_hlo_text && !call.instruction.Has(Attr::kSplitDimension)) {
    if (count != group.size()) return call.Fail(Rule::kGroup, "operand count and group size differ");
    for (const Values& values : met) results.push_back(values[own]);
    return PackResults(call, std::move(results));
  }
  size_t split = call.instruction.Int(Attr::kSplitDimension);
  size_t joined = call.instruction.Int(Attr::kConcatDimension, call.instruction.Int(Attr::kSplitDimension));
  int64_t parts_count = static_cast<int64_t>(group.size());
  for (size_t i = 0; i < count; ++i) {
    if (call.operand(i).shape().dims[split] % parts_count != 0) return call.Fail(Rule::kDivisible, "the group's size does not divide");
    std::vector<Literal> parts;
    for (const Values& values : met) parts.push_back(Block(values[i].literal, split, static_cast<int64_t>(own), parts_count));
    Literal result = Joined(parts, joined);
    if (result.shape().dims != ResultLeaf(call, i).dims) return call.Fail(Rule::kGroup, "the group's size does not fit the result");
    results.push_back(ArrayValue(std::move(result)));
  }
  return PackResults(call, std::move(results));
}

// Rows along the first dimension move: row `input_offset` and `send_size` more go to the row of the peer's output that the sender names.
// The offsets count several updates for each peer where there are more of them than members. What nobody writes keeps the second operand.
Result<Values> RaggedAllToAll(Call& call) {
  MOTE_ASSIGN(std::vector<int64_t> group, GroupOf(call, MovingIds(call.instruction)));
  if (group.empty()) return call.Fail(Rule::kGroup, "this process is in no group");
  MOTE_ASSIGN(std::vector<Values> met, Exchange(call, group));
  Literal out = call.operand(1);
  if (out.shape().rank() < 1) return call.Fail(Rule::kRank, "a scalar has no rows");
  const int64_t rows = out.shape().dims[0], row_bytes = rows == 0 ? 0 : out.shape().ByteSize() / rows;
  for (const Values& from : met) {
    const Literal& input = from[0].literal;
    const std::vector<int64_t> begin = Indices(from[2].literal), size = Indices(from[3].literal), target = Indices(from[4].literal);
    const int64_t updates = static_cast<int64_t>(begin.size() / group.size()),
                  input_rows = input.shape().rank() < 1 ? 0 : input.shape().dims[0];
    if (input.type() != out.type() || (input_rows != 0 && input.shape().ByteSize() / input_rows != row_bytes)) {
      return call.Fail(Rule::kShape, "rows of input and output differ");
    }
    if (begin.size() % group.size() != 0 || size.size() != begin.size() || target.size() != begin.size()) {
      return call.Fail(Rule::kGroup, "offsets and sizes do not fit the group");
    }
    const size_t first = PositionIn(group, call.context.process) * static_cast<size_t>(updates);
    for (size_t u = first; u < first + static_cast<size_t>(updates); ++u) {
      if (begin[u] < 0 || size[u] < 0 || target[u] < 0 || size[u] > input_rows - begin[u] || size[u] > rows - target[u]) {
        return call.Fail(Rule::kSize, "rows outside of the input or the output");
      }
      std::copy_n(input.bytes().begin() + begin[u] * row_bytes, size[u] * row_bytes, out.mutable_bytes().begin() + target[u] * row_bytes);
    }
  }
  return PackResults(call, One(ArrayValue(std::move(out))));
}

Literal Zeros(const Shape& shape) {
  Literal zeros(shape);
  if (!shape.quantization) return zeros;
  for (int64_t i = 0; i < zeros.size(); ++i) zeros.SetInteger(i, shape.quantization->zero_points[0]);
  return zeros;
}

// Everybody meets: who is no target receives zeros.
Result<Values> CollectivePermute(Call& call) {
  Ids ids = MovingIds(call.instruction);
  Place p = PlaceOf(call.context);
  const IntMatrix& pairs = call.instruction.Matrix(Attr::kSourceTargetPairs);
  MOTE_CHECK_OK(CheckIds(call, pairs, IdCount(ids, p)));
  std::vector<int64_t> everybody;
  for (int64_t id = 0; id < IdCount(ids, p); ++id) everybody.push_back(id);
  std::vector<int64_t> group = ProcessesOf(everybody, ids, p);
  MOTE_ASSIGN(std::vector<Values> met, Exchange(call, group));
  for (const std::vector<int64_t>& pair : pairs) {
    std::vector<int64_t> processes = ProcessesOf(pair, ids, p);
    if (processes.size() == 2 && processes[1] == call.context.process) return met[PositionIn(group, processes[0])];
  }
  return One(ArrayValue(Zeros(call.shape())));
}

// The member that gives result j (or receives it, for collective_reduce): the first, or the one that the last operand names.
Result<size_t> RootOf(const Call& call, const Values& operands, size_t j, size_t members) {
  if (!call.instruction.Bool(Attr::kHasDynamicRoot)) return size_t{0};
  int64_t root = operands.back().literal.IntegerAt(static_cast<int64_t>(j));
  if (root < 0 || root >= static_cast<int64_t>(members)) {
    return call.Fail(Rule::kGroup, "root " + std::to_string(root) + " is outside the group at run time");
  }
  return root;
}

Result<Values> CollectiveBroadcast(Call& call) {
  MOTE_ASSIGN(std::vector<int64_t> group, GroupOf(call, MovingIds(call.instruction)));
  Values results;
  if (group.empty()) {
    for (size_t j = 0; j < call.shapes.size(); ++j) results.push_back(ArrayValue(Zeros(ResultLeaf(call, j))));
    return results;
  }
  MOTE_ASSIGN(std::vector<Values> met, Exchange(call, group));
  for (size_t j = 0; j < call.shapes.size(); ++j) {
    MOTE_ASSIGN(size_t root, RootOf(call, call.operands, j, group.size()));
    results.push_back(met[root][j]);
  }
  return results;
}

// Only the root keeps the reduction; the others get zeros.
Result<Values> CollectiveReduce(Call& call) {
  MOTE_ASSIGN(std::vector<int64_t> group, GroupOf(call, MovingIds(call.instruction)));
  Values results;
  std::vector<Values> met;
  if (!group.empty()) {
    MOTE_ASSIGN(met, Exchange(call, group));
  }
  for (size_t j = 0; j < call.shapes.size(); ++j) {
    Shape shape = ResultLeaf(call, j);
    Literal result = Zeros(shape);
    if (!group.empty()) {
      MOTE_ASSIGN(size_t root, RootOf(call, DeclaredOperands(call), j, group.size()));
      if (group[root] == call.context.process || call.context.grid == nullptr) {
        MOTE_ASSIGN(result, CombineOperand(call, met, j, shape));
      }
    }
    results.push_back(ArrayValue(std::move(result)));
  }
  return results;
}

Result<Values> ScalarId(Call& call, int64_t id) {
  Literal out(call.shape());
  out.SetInteger(0, id);
  return One(ArrayValue(std::move(out)));
}
Result<Values> ReplicaId(Call& call) { return ScalarId(call, PlaceOf(call.context).replica); }
Result<Values> PartitionId(Call& call) { return ScalarId(call, PlaceOf(call.context).partition); }

template <Result<Values> (*F)(Call&)>
Result<Values> Flattened(Call& call) {
  FlattenTuples(call);
  return F(call);
}

}  // namespace

std::span<const OperationRow> CollectiveOperations() {
  constexpr Quantized kStored = Quantized::kStorage;
  static const OperationRow rows[] = {
      {Op::kAllReduce, nullptr, Flattened<AllReduce>, kStored},
      {Op::kReduceScatter, nullptr, Flattened<ReduceScatter>, kStored},
      {Op::kAllGather, nullptr, Flattened<AllGather>, kStored},
      {Op::kRaggedAllToAll, nullptr, RaggedAllToAll},
      {Op::kAllToAll, nullptr, Flattened<AllToAll>, kStored},
      {Op::kCrossReplicaSum, nullptr, CrossReplicaSum},
      {Op::kCollectivePermute, nullptr, CollectivePermute, kStored},
      {Op::kCollectiveBroadcast, nullptr, CollectiveBroadcast, kStored},
      {Op::kCollectiveReduce, nullptr, CollectiveReduce, kStored},
      {Op::kReplicaId, nullptr, ReplicaId},
      {Op::kPartitionId, nullptr, PartitionId},
  };
  return rows;
}

}  // namespace mote::evaluation
