// Collectives of a program that runs on one device, as shard_map over a mesh of one makes them: the one member of a group has its own
// operands. Not the collectives of several devices, which stay as they are.
#include <algorithm>

#include "passes/expansions.h"

namespace mote {
namespace {

// No list, or one whose only member is device 0.
bool IsGroupOfOne(const IntMatrix& groups) {
  const auto is_one = [](const std::vector<int64_t>& group) { return group.empty() || group == std::vector<int64_t>{0}; };
  return std::all_of(groups.begin(), groups.end(), is_one);
}

// Whether device 0 sends to itself; it receives nothing but zeros otherwise.
bool SendsToItself(const IntMatrix& pairs) { return std::find(pairs.begin(), pairs.end(), std::vector<int64_t>{0, 0}) != pairs.end(); }

}  // namespace

Results ExpandCollectiveOfOne(const Module& module, ModuleEmitter& e, const Instruction& i) {
  if (module.replicas != 1 || module.partitions != 1) return std::nullopt;
  if (i.op == Op::kReplicaId || i.op == Op::kPartitionId) return {{e.Splat(i.shape(), 0)}};
  if (!IsGroupOfOne(i.Matrix(Attr::kReplicaGroups))) return std::nullopt;
  const size_t count = i.declared_operands();
  if (count < i.shapes.size()) return std::nullopt;
  IdVector<Value> results;
  for (size_t r = 0; r < i.shapes.size(); ++r) {
    if (!(e.shape(i.operands[r]) == i.shapes[r])) return std::nullopt;
    const bool nothing = i.op == Op::kCollectivePermute && !SendsToItself(i.Matrix(Attr::kSourceTargetPairs));
    results.push_back(nothing ? e.Splat(i.shapes[r], 0) : i.operands[r]);
  }
  return results;
}

}  // namespace mote
