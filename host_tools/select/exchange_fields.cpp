// Groups and pairs as words.
#include "select/exchange_fields.h"

#include <algorithm>

#include "schema/step_layout.h"

namespace mote {
namespace {

// One group of all members by number needs no words.
void AppendGroups(const IntMatrix& groups, int64_t members, IdVector<int64_t>& fields) {
  const bool all =
      groups.size() == 1 && static_cast<int64_t>(groups[0].size()) == members && std::is_sorted(groups[0].begin(), groups[0].end());
  if (all) return;
  std::vector<int64_t> listed, places(static_cast<size_t>(members), 0);
  for (const std::vector<int64_t>& group : groups) {
    for (size_t p = 0; p < group.size(); ++p) {
      places[static_cast<size_t>(group[p])] = static_cast<int64_t>(listed.size());
      listed.push_back(group[p] | (p == 0 ? int64_t{kMoteExchangeFirst} : 0));
    }
  }
  fields.insert(fields.end(), listed.begin(), listed.end());
  fields.insert(fields.end(), places.begin(), places.end());
}

}  // namespace

std::optional<IdVector<int64_t>> ExchangeFields(const Instruction& i, int64_t members) {
  if (i.op == Op::kReplicaId) return IdVector<int64_t>{kMoteExchangeReplicaId, 0, kMoteExchangeWhole};
  if (i.op == Op::kPartitionId) return IdVector<int64_t>{kMoteExchangePartitionId, 0, kMoteExchangeWhole};
  if (i.extra.count("mote.exchange") == 0) return std::nullopt;
  if (i.op == Op::kCollectivePermute) {
    IdVector<int64_t> fields = {kMoteExchangePairs, 0, kMoteExchangeWhole};
    fields.resize(fields.size() + static_cast<size_t>(members), int64_t{kMoteExchangeNobody});
    for (const std::vector<int64_t>& pair : i.Matrix(Attr::kSourceTargetPairs))
      fields[static_cast<size_t>(kMoteExchangeFields + pair[1])] = pair[0];
    return fields;
  }
  IdVector<int64_t> fields = {i.op == Op::kAllGather ? kMoteExchangeGather : kMoteExchangeSwap, i.shape().dims[0], kMoteExchangeWhole};
  AppendGroups(i.Matrix(Attr::kReplicaGroups), members, fields);
  return fields;
}

}  // namespace mote
