// Process-group strategies.
#include "passes/member_groups.h"

#include <algorithm>

namespace mote {
namespace {

enum class Ids { kReplicas, kPartitions, kReplicasEveryPartition, kGlobal };

bool HasChannel(const Instruction& i) { return i.Int(Attr::kChannelId, 0) > 0; }

// The member lists that one list of ids stands for.
void AddLists(const std::vector<int64_t>& ids, Ids kind, const Members& m, IntMatrix& out) {
  if (kind == Ids::kGlobal) return out.push_back(ids);
  if (kind == Ids::kReplicasEveryPartition) {
    std::vector<int64_t> list;
    for (int64_t p = 0; p < m.partitions; ++p) {
      for (const int64_t id : ids) list.push_back(id * m.partitions + p);
    }
    return out.push_back(std::move(list));
  }
  const bool replicas = kind == Ids::kReplicas;
  for (int64_t other = 0; other < (replicas ? m.partitions : m.replicas); ++other) {
    std::vector<int64_t> list;
    for (const int64_t id : ids) list.push_back(replicas ? id * m.partitions + other : other * m.partitions + id);
    out.push_back(std::move(list));
  }
}

int64_t CountOf(Ids kind, const Members& m) {
  return kind == Ids::kGlobal ? m.count() : kind == Ids::kPartitions ? m.partitions : m.replicas;
}

Result<IntMatrix> Lists(const Module& module, const Instruction& i, const IntMatrix& lists, Ids kind) {
  const Members m{module.replicas, module.partitions};
  IntMatrix out;
  for (const std::vector<int64_t>& list : lists) {
    for (const int64_t id : list) {
      if (id >= 0 && id < CountOf(kind, m)) continue;
      Diagnostic d = Error(Rule::kUnsupported,
                           OpName(i.op) + std::string(" names ") + std::to_string(id) + ", but the program is for " +
                               std::to_string(m.replicas) + (m.replicas == 1 ? " replica of " : " replicas of ") +
                               std::to_string(m.partitions) + (m.partitions == 1 ? " partition" : " partitions"),
                           i.location);
      d.hint = "--replicas and --partitions say how many members there are";
      return d;
    }
    if (!list.empty()) AddLists(list, kind, m, out);
  }
  return out;
}

Result<MemberGroups> GroupsBy(const Module& module, const Instruction& i, Ids kind) {
  const Members m{module.replicas, module.partitions};
  IntMatrix listed = i.Matrix(Attr::kReplicaGroups);
  if (listed.empty() && i.Has(Attr::kReplicaGroupMesh)) {
    return Error(Rule::kUnsupported, OpName(i.op) + std::string(" has groups of a mesh that the module does not define"), i.location);
  }
  if (std::all_of(listed.begin(), listed.end(), [](const auto& list) { return list.empty(); })) {
    listed = {{}};
    for (int64_t id = 0; id < CountOf(kind, m); ++id) listed[0].push_back(id);
  }
  MemberGroups g;
  MOTE_ASSIGN(g.groups, Lists(module, i, listed, kind));
  g.sizes.assign(static_cast<size_t>(m.count()), 0);
  g.positions.assign(static_cast<size_t>(m.count()), -1);
  for (const std::vector<int64_t>& group : g.groups) {
    const auto size = static_cast<int64_t>(group.size());
    g.largest = std::max(g.largest, size);
    for (size_t p = 0; p < group.size(); ++p) {
      int64_t& own = g.sizes[static_cast<size_t>(group[p])];
      if (own != 0) {
        return Error(Rule::kGroup, OpName(i.op) + std::string(" has member ") + std::to_string(group[p]) + " in two places", i.location);
      }
      own = size;
      g.positions[static_cast<size_t>(group[p])] = static_cast<int64_t>(p);
    }
  }
  g.equal = std::all_of(g.sizes.begin(), g.sizes.end(), [&](int64_t size) { return size == g.largest; });
  return g;
}

Ids MovingIds(const Instruction& i) { return HasChannel(i) ? Ids::kPartitions : Ids::kReplicas; }

}  // namespace

Result<MemberGroups> ReducingGroups(const Module& module, const Instruction& i) {
  const Ids several = HasChannel(i) ? Ids::kReplicasEveryPartition : Ids::kReplicas;
  return GroupsBy(module, i, i.Bool(Attr::kUseGlobalDeviceIds) ? Ids::kGlobal : several);
}

Result<MemberGroups> MovingGroups(const Module& module, const Instruction& i) { return GroupsBy(module, i, MovingIds(i)); }

Result<std::vector<int64_t>> PairSources(const Module& module, const Instruction& i) {
  const Ids ids = i.Bool(Attr::kUseGlobalDeviceIds) ? Ids::kGlobal : MovingIds(i);
  MOTE_ASSIGN(const IntMatrix pairs, Lists(module, i, i.Matrix(Attr::kSourceTargetPairs), ids));
  std::vector<int64_t> sources(static_cast<size_t>(module.replicas * module.partitions), -1);
  for (const std::vector<int64_t>& pair : pairs) sources[static_cast<size_t>(pair[1])] = pair[0];
  return sources;
}

}  // namespace mote
