// Exchanges of a group: messages over its links, and when they count. An exchange is committed when every member that takes part has said
// that it has received all: from then on no survivor can fail it. Short ones of two members need no such word: who ends one keeps what the
// other one may still lack (schema/LINK.md section 7).
#include "collective/group.h"

namespace mote::runtime {
namespace {

constexpr uint32_t kNobody = 32;

// The member that stands at `rank` of the epoch; kNobody.
uint32_t MemberAt(const mote_group& group, uint32_t rank) {
  for (uint32_t member = 0; member < group.context.members; ++member) {
    if ((group.members >> member & 1) != 0 && rank-- == 0) return member;
  }
  return kNobody;
}

// Starts one transfer; false: there is no such member, it is this one, or it has one already.
bool Start(mote_group* group, const mote_exchange* exchange, const mote_transfer& transfer, uint32_t* taken, bool send) {
  const uint32_t member = MemberAt(*group, transfer.member);
  if (member == kNobody || member == group->context.self || (*taken & Bit(member)) != 0) return false;
  if (transfer.data == nullptr && transfer.bytes != 0) return false;
  *taken |= Bit(member);
  Link* link = LinkTo(group, member);
  if ((group->involved & Bit(member)) == 0) ++link->joint;
  group->involved |= Bit(member);
  if (transfer.bytes > kMostKept || transfer.bytes > link->payload) group->prompt = false;
  const uint32_t number = mote_exchange_number(exchange);
  if (send) {
    SendOnLink(link, group->context, transfer.data, transfer.bytes, number);
  } else {
    ReceiveOnLink(link, group->context, transfer.data, transfer.bytes, number);
  }
  return true;
}

void SayDone(mote_group* group) {
  for (Link& link : LinksOf(group)) {
    if ((group->involved & Bit(link.peer)) == 0) continue;
    link.done = link.joint;
    link.want_ack = true;
  }
}

void Commit(mote_group* group) {
  for (Link& link : LinksOf(group)) {
    if ((group->involved & Bit(link.peer)) == 0) continue;
    link.committed = link.done = link.joint;
    link.kept = false;
    if (group->prompt) KeepMessage(&link, &group->context);
  }
  FinishExchange(group, MOTE_OK);
}

}  // namespace

mote_code BeginExchange(void* user, const mote_exchange* exchange) {
  mote_group* group = static_cast<mote_group*>(user);
  if (group->exchanging) return MOTE_INVALID_ARGUMENT;
  const uint8_t phase = group->context.state.phase;
  if (phase != kOpen && phase != kAgreeing) return group->verdict == MOTE_OK ? MOTE_EPOCH_CHANGED : static_cast<mote_code>(group->verdict);
  group->instance = mote_exchange_instance(exchange);
  group->exchanging = true;
  group->pairs = mote_exchange_kind_of(exchange) == MOTE_EXCHANGE_PAIRS;
  group->involved = group->receiving = group->committed = 0;
  group->began = group->context.now;
  group->prompt = false;
  if (phase == kAgreeing) {  // its verdict is this exchange's too
    group->receiving = Bit(group->context.self);
    return MOTE_WAIT;
  }
  const uint32_t receives = mote_exchange_receive_count(exchange), sends = mote_exchange_send_count(exchange);
  uint32_t sending = 0;
  bool good = true;
  group->prompt = true;
  for (uint32_t i = 0; i < receives && good; ++i) {
    good = Start(group, exchange, mote_exchange_receive(exchange, i), &group->receiving, false);
  }
  for (uint32_t i = 0; i < sends && good; ++i) good = Start(group, exchange, mote_exchange_send(exchange, i), &sending, true);
  if (!good || group->involved == 0) {
    group->exchanging = group->prompt = false;
    if (good) return MOTE_OK;
    Agree(group, 0, MOTE_REVOKED);
    return MOTE_INVALID_ARGUMENT;
  }
  const uint32_t others = group->members & ~Bit(group->context.self);
  if (group->receiving != others || sending != others || (others & (others - 1)) != 0) group->prompt = false;  // not of just two
  if (group->receiving == 0) SayDone(group);
  WriteLinks(group);
  return MOTE_WAIT;
}

void OnReceived(mote_group* group, uint32_t member) {
  if (!group->exchanging || (group->receiving & Bit(member)) == 0) return;
  group->receiving &= ~Bit(member);
  if (group->receiving == 0 && !group->prompt) SayDone(group);
}

void NoteCommitted(mote_group* group, uint32_t member) {
  Link* link = LinkTo(group, member);
  if (link->peer_epoch != group->context.epoch) return;
  const uint16_t committed = link->peer_state.committed;
  if (!Newer(link->joint, committed)) group->committed |= group->involved & Bit(member);
  if (link->kept && Newer(link->committed, committed)) link->again = true;
}

void TryCommit(mote_group* group) {
  if (!group->exchanging || group->receiving != 0 || group->context.state.phase != kOpen) return;
  for (const Link& link : LinksOf(group)) {
    if ((group->involved & Bit(link.peer)) == 0) continue;
    if (group->prompt ? !WasSent(link) : Newer(link.joint, link.peer_done)) return;
  }
  Commit(group);
}

void FreezeExchange(mote_group* group) {
  for (uint32_t i = 0; i < LinkCount(*group); ++i) {
    Link* link = &group->links[i];
    // What was never sent nobody has: whoever says that the exchange is committed is wrong.
    if (HasUnsent(*link)) group->receiving |= Bit(group->context.self);
    if (!group->prompt) EndLinkMessages(link);  // what is kept by one that has committed may still come
  }
}

void FinishExchange(mote_group* group, mote_code code) {
  if (!group->exchanging) return;
  group->prompt = false;
  FreezeExchange(group);
  group->exchanging = false;
  group->result = code;
  const mote_status told = mote_complete(group->instance, code);
  (void)told;  // whoever gave the run up has no use for it
}

// In a group that one of them has committed says that all have received all; in pairs each other one has to say so for itself.
void SettleExchange(mote_group* group, mote_code verdict) {
  if (!group->exchanging) return;
  uint32_t done = 0;
  for (const Link& link : LinksOf(group)) {
    if (!Newer(link.joint, link.peer_done)) done |= group->involved & Bit(link.peer);
  }
  const uint32_t committed = group->committed;
  const bool counts = group->pairs ? (committed | done) == group->involved : (committed & ~group->context.state.lost) != 0;
  if (counts && group->receiving == 0 && group->involved != 0) {
    Commit(group);
  } else {
    FinishExchange(group, verdict);
  }
}

}  // namespace mote::runtime
