// The state of a group, and what its files do for each other. schema/LINK.md sections 6 and 7.
#ifndef MOTE_COLLECTIVE_GROUP_H_
#define MOTE_COLLECTIVE_GROUP_H_

#include "link/link.h"
#include "mote/group.h"

namespace mote::runtime {

enum Phase : uint8_t { kAway = 0, kForming = 1, kOpen = 2, kAgreeing = 3, kClosed = 4, kLeft = 5 };

}  // namespace mote::runtime

struct mote_group {
  bool started;       // there was a poll
  bool adopted;       // the verdict is that of one that has it
  bool form_next;     // behind the agreement an epoch is to be formed
  bool exchanging, pairs;
  bool prompt;        // the exchange is short and between two: it counts when the other one's message is there
  mote::runtime::LinkContext
      context;  // its state: phase, reason, lost (of the epoch), out (not of the epoch; when forming: of the proposal)
  uint32_t last_now;
  uint32_t deadline;
  uint32_t began;     // the exchange or the forming
  uint32_t changed;   // when the agreement or the proposal did
  uint32_t repeated;  // when all were told last
  uint32_t members, waiting;
  uint32_t verdict;   // a mote_code, outside of epochs
  uint32_t result;    // a mote_code: of the last exchange
  uint32_t involved, receiving;  // links of the exchange; those that have not brought all yet
  uint32_t committed;            // those of the exchange that have said that it is
  mote_instance* instance;
  uint8_t kept[mote::runtime::kMostKept];
  mote::runtime::Link links[1];  // members - 1 of them: others in order
};

namespace mote::runtime {

inline uint32_t Bit(uint32_t member) { return UINT32_C(1) << member; }
inline uint32_t AllOf(const mote_group& group) { return UINT32_MAX >> (32 - group.context.members); }
inline uint32_t LinkCount(const mote_group& group) { return group.context.members - 1u; }
// All links, in the order of their members.
struct LinkRange {
  Link *first, *last;
  Link* begin() const { return first; }
  Link* end() const { return last; }
};
inline LinkRange LinksOf(mote_group* group) { return {group->links, group->links + LinkCount(*group)}; }
inline Link* LinkTo(mote_group* group, uint32_t member) { return &group->links[member < group->context.self ? member : member - 1]; }

void SetPhase(mote_group* group, Phase phase);
void TellAll(mote_group* group);
// Sends what all links have to send.
void WriteLinks(mote_group* group);

// group_exchange.cpp
mote_code BeginExchange(void* group, const mote_exchange* exchange);
void OnReceived(mote_group* group, uint32_t member);
// Keeps what its State says of the exchange: a member that begins anew soon knows no more of it, but others may have gone by it.
void NoteCommitted(mote_group* group, uint32_t member);
void TryCommit(mote_group* group);
// No message is touched from here on. Whether the exchange counts is for the verdict to say.
void FreezeExchange(mote_group* group);
void FinishExchange(mote_group* group, mote_code code);
// Ends an exchange that froze: done where a survivor of it has committed it.
void SettleExchange(mote_group* group, mote_code verdict);

// group_agreement.cpp
void Agree(mote_group* group, uint32_t lost, uint8_t reason);
void StartForming(mote_group* group);
void OnPeerState(mote_group* group, uint32_t member);
void TickAgreement(mote_group* group);

}  // namespace mote::runtime

#endif
