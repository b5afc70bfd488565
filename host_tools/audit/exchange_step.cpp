// Groups and pairs of an Exchange step.
#include "audit/exchange_step.h"

#include <set>

#include "schema/step_layout.h"

namespace mote::audit {
namespace {

std::string WrongGroups(int64_t blocks, const std::vector<uint32_t>& params, int64_t members) {
  if (params.empty()) return members <= blocks ? "" : "gives all members fewer blocks than there are members";
  if (static_cast<int64_t>(params.size()) != 2 * members) return "does not list every member";
  std::vector<std::set<uint32_t>> groups;
  std::set<uint32_t> seen;
  for (int64_t i = 0; i < members; ++i) {
    const uint32_t word = params[static_cast<size_t>(i)], member = word % kMoteExchangeFirst;
    if (word >= kMoteExchangeFirst) groups.emplace_back();
    if (groups.empty()) return "begins with no group";
    if (member >= members || !seen.insert(member).second) return "lists member " + std::to_string(member) + " twice, or there is none";
    groups.back().insert(member);
    if (static_cast<int64_t>(groups.back().size()) > blocks) return "has a group of more members than blocks";
    if (params[static_cast<size_t>(members + member)] != i) return "does not find member " + std::to_string(member);
  }
  return "";
}

}  // namespace

std::string WrongMembers(const std::vector<int64_t>& fields, const std::vector<uint32_t>& params, int64_t members) {
  const int64_t kind = fields[kMoteExchangeKind], blocks = fields[kMoteExchangeBlocks];
  if (kind < 0 || kind >= kMoteExchangeKinds) return "is no kind of exchange";
  if (members < 1 || members > kMoteMostMembers) return "is for a grid of " + std::to_string(members) + " members";
  const bool groups = kind == kMoteExchangeGather || kind == kMoteExchangeSwap;
  if (groups ? blocks < 1 : blocks != 0) return "has " + std::to_string(blocks) + " blocks";
  if (groups) return WrongGroups(blocks, params, members);
  if (kind != kMoteExchangePairs) return params.empty() ? "" : "asks for a number of members";
  if (static_cast<int64_t>(params.size()) != members) return "does not say of every member from whom it receives";
  for (const uint32_t source : params) {
    if (source >= members && source != kMoteExchangeNobody) return "has a sender that is no member";
  }
  return "";
}

}  // namespace mote::audit
