// Exchange steps: what the verifier asks of one, what a member does of it by itself, and handing the rest to the transport; one that is
// started runs on beside other steps until its done. A file of its own: binaries whose programs run on one device do not link it.
#include "collective/members.h"
#include "core/large_copy.h"
#include "core/linked.h"
#include "core/verifier.h"

namespace mote::runtime {
namespace {

// n places of n members, and the places by member: each member stands once, since its place is there. Groups have at most `blocks` members.
bool AreGroups(const uint32_t* params, uint32_t count, uint32_t blocks) {
  uint32_t size = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t member = params[i] & ~kMoteExchangeFirst;
    const bool first = (params[i] & kMoteExchangeFirst) != 0;
    if (member >= count || params[count + member] != i || (i == 0 && !first)) return false;
    size = first ? 1 : size + 1;
    if (size > blocks) return false;
  }
  return true;
}

bool ArePairs(const uint32_t* params, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    if (params[i] >= count && params[i] != kMoteExchangeNobody) return false;
  }
  return true;
}

uint32_t WordOf(const mote_program& program, const StepView& step) { return static_cast<uint32_t>(step.words - program.words); }

bool MovesData(const StepView& step) { return step.kind == StepKind::kExchange && step.operands != 1; }

// A step beside which nothing may be under way: it may wait for something itself, or run steps that do.
bool MayWait(const StepView& step) {
  return MovesData(step) || step.kind == StepKind::kCall || step.kind == StepKind::kWhile || step.kind == StepKind::kConditional;
}

// Whether `done` is a copy of `start` but for the part.
bool Ends(const StepView& done, const StepView& start) {
  if (done.length != start.length || done.operands != start.operands || done.fields[kMoteExchangePart] != kMoteExchangeDone) return false;
  const auto part = static_cast<uint32_t>(start.fields + kMoteExchangePart - start.words);
  for (uint32_t i = 0; i < start.length; ++i) {
    if (i != part && done.words[i] != start.words[i]) return false;
  }
  return true;
}

// A start finds its done, up to which no other is looked for: all of them together look at each step of a block once.
Site VerifyPart(const mote_program& program, const StepView& step, uint32_t end, uint32_t* done) {
  const uint32_t part = step.fields[kMoteExchangePart], place = WordOf(program, step);
  if (part >= kMoteExchangeParts || (part != kMoteExchangeWhole && program.device)) return Site::kStepFields;
  if (part == kMoteExchangeDone) return place != 0 && place == *done ? Site::kNone : Site::kExchangeOpen;
  if (part == kMoteExchangeWhole) return Site::kNone;
  StepView next;
  for (uint32_t at = place + step.length; at < end; at += next.length) {
    if (!ReadStep(program, at, end, &next)) return Site::kStepLength;
    if (!MayWait(next)) continue;
    *done = at;
    return MovesData(next) && Ends(next, step) ? Site::kNone : Site::kExchangeOpen;
  }
  return Site::kExchangeOpen;
}

Site VerifyId(const mote_program& program, const StepView& step) {
  if (step.operands != 1 || step.param_count != 0) return Site::kStepOperands;
  if (step.fields[kMoteExchangeBlocks] != 0 || step.fields[kMoteExchangePart] != kMoteExchangeWhole) return Site::kStepFields;
  const ViewInfo view = ViewOf(program, step.operand(0));
  return view.bytes == 4 && ElementOf(view.type).bytes == 4 && MayWrite(view) ? Site::kNone : Site::kStepOperandView;
}

Site VerifyMembers(const mote_program& program, const StepView& step) {
  const uint32_t kind = step.fields[kMoteExchangeKind], blocks = step.fields[kMoteExchangeBlocks];
  const mote_grid grid = GridOf(program);
  const bool small = grid.replicas <= kMoteMostMembers && MembersOf(grid) <= kMoteMostMembers;
  if (kind >= kMoteExchangeKinds || !small) return Site::kStepFields;
  if (kind == kMoteExchangeReplicaId || kind == kMoteExchangePartitionId) return VerifyId(program, step);
  if (step.operands != 2) return Site::kStepOperands;
  const auto count = static_cast<uint32_t>(MembersOf(grid));
  const ViewInfo sent = ViewOf(program, step.operand(0)), result = ViewOf(program, step.operand(1));
  const bool gathers = kind == kMoteExchangeGather, pairs = kind == kMoteExchangePairs;
  if (pairs ? blocks != 0 : blocks == 0 || result.bytes % blocks != 0) return Site::kStepFields;
  if (!MayWrite(result) || sent.bytes != (gathers ? result.bytes / blocks : result.bytes)) return Site::kStepOperandView;
  if (sent.space == result.space && sent.number == result.number && sent.offset < result.offset + result.bytes &&
      result.offset < sent.offset + sent.bytes) {
    return Site::kStepOperandView;
  }
  if (pairs) return step.param_count == count && ArePairs(step.params, count) ? Site::kNone : Site::kStepParams;
  if (step.param_count == 0) return count <= blocks ? Site::kNone : Site::kStepParams;
  return step.param_count == 2 * count && AreGroups(step.params, count, blocks) ? Site::kNone : Site::kStepParams;
}

Site Verify(const mote_program& program, const StepView& step, uint32_t end, uint32_t* done) {
  const Site site = VerifyMembers(program, step);
  return site == Site::kNone && MovesData(step) ? VerifyPart(program, step, end, done) : site;
}

void FillZeros(uint8_t* at, uint32_t bytes) {
  if (bytes != 0) __builtin_memset(at, 0, bytes);
}

// What this member gives itself, and zeros where nobody gives anything.
void DoOwnPart(const Members& members) {
  uint8_t *sent = members.sent(), *result = members.result();
  const uint32_t block = members.block_bytes();
  if (members.pairs()) {
    if (members.source() == kMoteExchangeNobody) FillZeros(result, block);
    if (members.source() != members.me()) return;
  } else {
    const size_t own = size_t{members.position()} * block;
    if (members.kind() == kMoteExchangeSwap) sent += own;
    FillZeros(result + size_t{members.size()} * block, members.result_bytes() - members.size() * block);
    result += own;
  }
  CopyTensor(result, sent, block);
}

// How the exchange ended that was started; one that was complete when it began is not noted.
mote_code Ended(mote_instance& instance, Progress& progress) {
  const uint8_t started = StartedOf(instance);
  if (started == kUnderWay) {
    progress.done = 1;  // counted once, however often it is asked
    return MOTE_WAIT;
  }
  instance.started = 0;
  return started == 0 ? MOTE_OK : static_cast<mote_code>(started - 1);
}

}  // namespace

const ExchangeChecks kExchangeChecks = {Verify};

mote_code RunExchange(StepContext& context) {
  mote_instance& instance = const_cast<mote_instance&>(*context.instance);  // the executor's own
  const mote_transport& transport = instance.transport;
  const bool starts = context.step.fields[kMoteExchangePart] == kMoteExchangeStart;
  if (context.step.fields[kMoteExchangePart] == kMoteExchangeDone) return Ended(instance, context.progress);
  if (transport.begin == nullptr && MembersOf(GridOf(*instance.program)) != 1) return MOTE_UNBOUND;
  const uint32_t kind = context.step.fields[kMoteExchangeKind];
  if (kind == kMoteExchangeReplicaId || kind == kMoteExchangePartitionId) {
    const uint32_t own = kind == kMoteExchangeReplicaId ? transport.replica : transport.partition;
    *reinterpret_cast<uint32_t*>(context.place(0)) = transport.begin == nullptr ? 0 : own;
    return MOTE_OK;
  }
  instance.exchange = context.step.words;
  instance.started = 0;  // nobody else is there to see it
  const Members members(instance, instance.exchange);
  ++instance.exchanges;
  DoOwnPart(members);
  if (members.send_count() == 0 && members.receive_count() == 0) return MOTE_OK;
  const mote_code code = transport.begin(transport.user, reinterpret_cast<const mote_exchange*>(&instance));
  if (code == MOTE_WAIT && starts) {
    instance.started = kUnderWay;
    context.progress.budget = 0;  // whoever called has something to poll from here on
    return MOTE_OK;
  }
  return code == MOTE_MORE ? MOTE_FAILED : code;
}

}  // namespace mote::runtime

using namespace mote::runtime;

namespace {

// An exchange is the instance that it is of.
const mote_instance& InstanceOf(const mote_exchange* exchange) { return *reinterpret_cast<const mote_instance*>(exchange); }

Members MembersIn(const mote_exchange* exchange) { return Members(InstanceOf(exchange), InstanceOf(exchange).exchange); }

}  // namespace

extern "C" {

mote_exchange_kind mote_exchange_kind_of(const mote_exchange* exchange) {
  return static_cast<mote_exchange_kind>(MembersIn(exchange).kind());
}
uint32_t mote_exchange_send_count(const mote_exchange* exchange) { return MembersIn(exchange).send_count(); }
uint32_t mote_exchange_receive_count(const mote_exchange* exchange) { return MembersIn(exchange).receive_count(); }

mote_transfer mote_exchange_send(const mote_exchange* exchange, uint32_t number) {
  const Members members = MembersIn(exchange);
  return number < members.send_count() ? members.send(number) : mote_transfer{};
}
mote_transfer mote_exchange_receive(const mote_exchange* exchange, uint32_t number) {
  const Members members = MembersIn(exchange);
  return number < members.receive_count() ? members.receive(number) : mote_transfer{};
}

uint32_t mote_exchange_group_size(const mote_exchange* exchange) { return MembersIn(exchange).size(); }
uint32_t mote_exchange_group_member(const mote_exchange* exchange, uint32_t number) {
  const Members members = MembersIn(exchange);
  return number < members.size() ? members.at(number) : UINT32_MAX;
}
mote_blocks mote_exchange_blocks(const mote_exchange* exchange) {
  const Members members = MembersIn(exchange);
  const auto kind = static_cast<mote_exchange_kind>(members.kind());
  return {kind, members.size(), members.position(), members.block_bytes(), members.sent(), members.result()};
}
uint32_t mote_exchange_number(const mote_exchange* exchange) { return InstanceOf(exchange).exchanges - 1; }
mote_instance* mote_exchange_instance(const mote_exchange* exchange) { return const_cast<mote_instance*>(&InstanceOf(exchange)); }

}  // extern "C"
