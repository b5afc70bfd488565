// Groups and pairs of an Exchange step, and what stands between a start and its done.
#include "audit/exchange_step.h"

#include <set>

#include "schema/step_layout.h"

namespace mote::audit {
namespace {

enum StepCode : uint32_t {
#define MOTE_STEP(id, code, ...) k##id = code,
#include "schema/steps.def"
#undef MOTE_STEP
};

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
  const int64_t kind = fields[kMoteExchangeKind], blocks = fields[kMoteExchangeBlocks], part = fields[kMoteExchangePart];
  if (kind < 0 || kind >= kMoteExchangeKinds) return "is no kind of exchange";
  if (part < 0 || part >= (kind <= kMoteExchangePairs ? kMoteExchangeParts : 1)) return "is no part of an exchange";
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

namespace {

bool MovesData(const ReadStep& step) { return step.kind == kExchange && step.operands.size() == 2; }
int64_t PartOf(const ReadStep& step) { return MovesData(step) ? step.fields[kMoteExchangePart] : int64_t{kMoteExchangeWhole}; }

bool AreOne(const ReadStep& start, const ReadStep& done) {
  return start.fields[kMoteExchangeKind] == done.fields[kMoteExchangeKind] &&
         start.fields[kMoteExchangeBlocks] == done.fields[kMoteExchangeBlocks] && start.operands == done.operands &&
         start.params == done.params;
}

// What a step does that may not be done beside the exchange of `start`; empty: nothing.
std::string WrongBeside(const ReadVariantResult& variant, const ReadStep& start, const ReadStep& step, const Effect& effect) {
  if (MovesData(step)) return "exchanges data";
  if (step.kind == kCall) return "calls the application";
  if (!step.blocks.empty()) return "runs blocks";
  const PlacedView &sent = variant.views[start.operands[0]], &result = variant.views[start.operands[1]];
  for (const int32_t view : effect.touched) {
    if (Overlap(variant.views[view], result)) return "touches its result through view " + std::to_string(view);
  }
  for (const int32_t view : effect.written) {
    if (Overlap(variant.views[view], sent)) return "writes what it sends through view " + std::to_string(view);
  }
  if (effect.scratch == 0) return "";
  const PlacedView scratch{kMoteArena, 0, 0, variant.scratch_offset, effect.scratch, 1};
  return Overlap(scratch, sent) || Overlap(scratch, result) ? "has its scratch there" : "";
}

}  // namespace

void AuditParts(const ReadVariantResult& variant, const std::vector<ReadStep>& steps, const std::vector<Effect>& effects,
                std::vector<std::string>& problems) {
  const auto wrong = [&](const std::string& text) { problems.push_back("variant " + variant.target + ": " + text); };
  const ReadStep* open = nullptr;
  for (size_t s = 0; s < steps.size(); ++s) {
    const ReadStep& step = steps[s];
    if (PartOf(step) != kMoteExchangeWhole && variant.vulkan) wrong(step.name + " is a part of an exchange");
    if (PartOf(step) == kMoteExchangeDone) {
      if (open == nullptr || !AreOne(*open, step)) wrong(step.name + " ends an exchange that was not started");
      open = nullptr;
      continue;
    }
    const std::string beside = open == nullptr ? "" : WrongBeside(variant, *open, step, effects[s]);
    if (!beside.empty()) wrong(step.name + ", beside the exchange of " + open->name + ", " + beside);
    if (PartOf(step) == kMoteExchangeStart) open = &step;
  }
  if (open != nullptr) wrong(open->name + " starts an exchange that its block does not end");
}

}  // namespace mote::audit
