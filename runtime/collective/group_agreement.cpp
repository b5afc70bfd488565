// How members come to the same verdict at the end of an epoch, and into the next one together (schema/LINK.md section 6).
#include "collective/group.h"

namespace mote::runtime {
namespace {

// Of epochs and proposals. What is far ahead is not later: a member that lies could bring another one round to what it has said before.
constexpr uint32_t kMostAhead = 1u << 28;
bool Later(uint32_t a, uint32_t b) { return a - b - 1 < kMostAhead; }
uint32_t Silence(const mote_group& group) { return group.context.heartbeat * 2 + group.context.heartbeat / 2; }
uint32_t Elapsed(const mote_group& group, uint32_t since) { return group.context.now - since; }
uint32_t Others(const mote_group& group) { return AllOf(group) & ~Bit(group.context.self); }

uint8_t ReasonOf(uint32_t reason) { return reason == MOTE_TIMEOUT || reason == MOTE_REVOKED ? static_cast<uint8_t>(reason) : 0; }

mote_code Verdict(const mote_group& group) {
  if (group.context.state.lost != 0) return MOTE_PEER_LOST;
  return group.context.state.reason == MOTE_TIMEOUT ? MOTE_TIMEOUT : MOTE_REVOKED;
}

// The others have gone on: this member's view of the epoch counts no more.
void BeExcluded(mote_group* group) {
  group->verdict = MOTE_EPOCH_CHANGED;
  FreezeExchange(group);
  SetPhase(group, kAway);
  group->members = 0;
  group->context.state.lost = 0;
  group->context.state.out = 0;
  FinishExchange(group, MOTE_EPOCH_CHANGED);
  TellAll(group);
}

void Decide(mote_group* group) {
  group->verdict = Verdict(*group);
  SetPhase(group, kClosed);
  SettleExchange(group, Verdict(*group));
  TellAll(group);
  if (group->form_next) StartForming(group);
}

void Open(mote_group* group, uint32_t epoch, uint32_t out) {
  group->context.epoch = epoch;
  group->members = AllOf(*group) & ~out;
  group->waiting &= ~group->members;
  group->verdict = MOTE_OK;
  group->adopted = group->form_next = false;
  group->context.state.lost = 0;
  group->context.state.reason = MOTE_OK;
  group->context.state.out = out;
  SetPhase(group, kOpen);
  for (uint32_t i = 0; i < LinkCount(*group); ++i) {
    group->links[i].heard = group->context.now;
    if (group->links[i].established) ResetLinkMessages(&group->links[i], group->context);
  }
  TellAll(group);
}

// What a member that was part of the epoch says of it.
void OnVerdictOf(mote_group* group, uint32_t member, const StateBody& theirs) {
  StateBody& ours = group->context.state;
  if (theirs.phase == kAway || theirs.phase == kLeft) {
    if (group->members & ~ours.lost & Bit(member)) Agree(group, Bit(member), 0);
    return;
  }
  if (theirs.phase == kOpen) return;
  if ((theirs.lost & Bit(group->context.self)) != 0) {
    BeExcluded(group);
  } else if (theirs.phase == kAgreeing) {
    if (!group->adopted) Agree(group, theirs.lost & group->members, theirs.reason);
  } else if (!group->adopted) {  // it has the verdict
    if (ours.phase == kOpen) Agree(group, 0, 0);
    group->adopted = true;
    ours.lost = theirs.lost & group->members;
    ours.reason = ReasonOf(theirs.reason);
    group->changed = group->context.now;
    TellAll(group);
  }
}

void SetOut(mote_group* group, uint32_t out, uint32_t proposal) {
  StateBody& ours = group->context.state;
  if (Later(proposal, ours.proposal)) {
    ours.proposal = proposal;
  } else if (out == ours.out) {
    return;
  } else {
    ++ours.proposal;  // nobody ever says two things of one proposal
  }
  ours.out = out;
  group->changed = group->context.now;
  TellAll(group);
}

// Has each of `wanted` said something in its session? Then none of them will begin another one.
bool HaveAllSpoken(mote_group* group, uint32_t wanted) {
  for (const Link& link : LinksOf(group)) {
    if ((wanted & Bit(link.peer)) != 0 && !link.has_state) return false;
  }
  return true;
}

void OnStateWhileForming(mote_group* group, uint32_t member, const StateBody& theirs, uint32_t epoch) {
  const StateBody& ours = group->context.state;
  const uint32_t self = Bit(group->context.self);
  if (theirs.phase == kForming) {
    if ((theirs.out & self) != 0) return;  // an epoch that is formed without this one
    if ((ours.out & Bit(member)) != 0) {
      group->waiting |= Bit(member);
    } else {
      SetOut(group, (ours.out | theirs.out) & AllOf(*group), theirs.proposal);
    }
    return;
  }
  if (theirs.phase == kLeft) SetOut(group, ours.out | Bit(member), ours.proposal);
  if ((theirs.phase != kOpen && theirs.phase != kAgreeing) || !Later(epoch, group->context.epoch)) return;
  const uint32_t all = AllOf(*group) & ~(theirs.out | (theirs.phase == kAgreeing ? theirs.lost : 0));
  if ((all & self) != 0 && !Later(epoch, ours.proposal)) {
    if (!HaveAllSpoken(group, all & ~self)) return;
    Open(group, epoch, theirs.out & AllOf(*group));  // formed: this one had said yes
    if (theirs.phase == kAgreeing) OnVerdictOf(group, member, theirs);
  } else {
    SetOut(group, ours.out, epoch + 1);
  }
}

bool HasSaidSame(const mote_group& group, const Link& link) {
  const StateBody &ours = group.context.state, &theirs = link.peer_state;
  if (!link.established || !link.has_state) return false;
  if (ours.phase == kForming) return theirs.phase == kForming && theirs.proposal == ours.proposal && theirs.out == ours.out;
  if (link.peer_epoch != group.context.epoch) return false;
  if (theirs.phase == kOpen || theirs.phase == kAway || theirs.phase == kLeft) return false;
  return group.adopted || (theirs.phase == kAgreeing && theirs.lost == ours.lost && theirs.reason == ours.reason);
}

// Those of `wanted` that have not said yet what this one says.
uint32_t Missing(mote_group* group, uint32_t wanted) {
  uint32_t missing = 0;
  for (const Link& link : LinksOf(group)) {
    if (!HasSaidSame(*group, link)) missing |= wanted & Bit(link.peer);
  }
  return missing;
}

uint32_t Silent(mote_group* group, uint32_t wanted) {
  uint32_t silent = 0;
  for (const Link& link : LinksOf(group)) {
    const bool known = link.established || group->context.open;
    if (known && Elapsed(*group, link.heard) > Silence(*group)) silent |= wanted & Bit(link.peer);
  }
  return silent;
}

void TickForming(mote_group* group) {
  StateBody& ours = group->context.state;
  const uint32_t silent = Silent(group, Others(*group) & ~ours.out);
  if (silent != 0 && Elapsed(*group, group->began) > Silence(*group)) SetOut(group, ours.out | silent, ours.proposal);
  if (Missing(group, Others(*group) & ~ours.out) == 0) {
    Open(group, ours.proposal, ours.out);
  } else if (Elapsed(*group, group->began) >= group->deadline) {
    group->verdict = MOTE_TIMEOUT;
    ours.out = AllOf(*group) & ~group->members;
    SetPhase(group, group->members != 0 ? kClosed : kAway);
    TellAll(group);
  }
}

}  // namespace

void Agree(mote_group* group, uint32_t lost, uint8_t reason) {
  StateBody& ours = group->context.state;
  if (ours.phase != kOpen && ours.phase != kAgreeing) return;
  const uint32_t all_lost = ours.lost | (lost & group->members & ~Bit(group->context.self));
  reason = ReasonOf(reason);
  if (reason < ours.reason) reason = ours.reason;
  if (ours.phase == kAgreeing && (group->adopted || (all_lost == ours.lost && reason == ours.reason))) return;
  if (ours.phase == kOpen) FreezeExchange(group);
  ours.lost = all_lost;
  ours.reason = reason;
  group->changed = group->context.now;
  SetPhase(group, kAgreeing);
  TellAll(group);
}

void StartForming(mote_group* group) {
  StateBody& ours = group->context.state;
  const uint32_t come = group->members == 0 ? AllOf(*group) : (group->members & ~ours.lost) | group->waiting | Bit(group->context.self);
  ours.out = AllOf(*group) & ~come;
  ++ours.proposal;  // later than what was said before, and than the epoch, which was no later proposal than that
  group->form_next = false;
  group->waiting = 0;
  group->began = group->changed = group->context.now;
  SetPhase(group, kForming);
  for (uint32_t i = 0; i < LinkCount(*group); ++i) group->links[i].refused = kNotRefused;
  TellAll(group);
}

void OnPeerState(mote_group* group, uint32_t member) {
  Link* link = LinkTo(group, member);
  const StateBody theirs = link->peer_state;
  const uint32_t epoch = link->peer_epoch;
  const StateBody& ours = group->context.state;
  if (ours.phase == kForming) {
    OnStateWhileForming(group, member, theirs, epoch);
    return;
  }
  if (ours.phase == kAway || ours.phase == kLeft) return;
  const bool ours_too = (group->members & ~ours.lost & Bit(member)) != 0;
  if (!ours_too) {
    if (theirs.phase == kForming) group->waiting |= Bit(member);
    if (epoch == group->context.epoch && theirs.phase != kOpen) return;
    if (Elapsed(*group, link->told) >= group->context.heartbeat / 8) link->want_state = true;  // it learns that it is not
  } else if (ours.phase == kClosed) {
    if (epoch == group->context.epoch && theirs.phase == kAgreeing) link->want_state = true;
    return;
  } else if (epoch == group->context.epoch) {
    OnVerdictOf(group, member, theirs);
    return;
  }
  const bool without = Later(epoch, group->context.epoch) &&
                       (theirs.phase == kOpen || theirs.phase == kAgreeing || theirs.phase == kClosed) &&
                       (theirs.out & Bit(group->context.self)) != 0;
  if (without && ours_too) BeExcluded(group);
}

void TickAgreement(mote_group* group) {
  StateBody& ours = group->context.state;
  if (ours.phase == kOpen) {
    const uint32_t silent = Silent(group, group->members & Others(*group));
    if (silent != 0) {
      Agree(group, silent, 0);
    } else if (group->exchanging && Elapsed(*group, group->began) >= group->deadline) {
      Agree(group, 0, MOTE_TIMEOUT);
    }
  }
  if (ours.phase == kForming) TickForming(group);
  if (ours.phase == kAgreeing) {
    // The other one has committed what is still to come from it.
    const bool lacks = group->prompt && group->committed != 0 && group->receiving != 0;
    const uint32_t wanted = group->members & ~ours.lost & Others(*group);
    const uint32_t missing = lacks ? wanted : Missing(group, wanted);
    const bool late = missing != 0 && Elapsed(*group, group->changed) > Silence(*group);
    if (late && !group->adopted) Agree(group, missing, 0);
    if (late && group->adopted && lacks) {
      BeExcluded(group);
    } else if (missing == 0 || (late && group->adopted) || (ours.lost | Bit(group->context.self)) == group->members) {
      Decide(group);
    }
  }
  const bool repeats = ours.phase == kForming || ours.phase == kAgreeing;
  if (repeats && Elapsed(*group, group->repeated) >= group->context.heartbeat / 8) TellAll(group);
}

}  // namespace mote::runtime
