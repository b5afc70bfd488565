// The public calls of a group: memory, time, and what its links report.
#include "collective/group.h"

using namespace mote::runtime;

namespace mote::runtime {
namespace {

constexpr uint32_t kHeartbeat = 100000, kDeadline = 5000000;  // microseconds
constexpr uint32_t kFramesAtOnce = 64;  // read from one link before the others have their turn

bool IsMedium(const mote_medium& medium) {
  const uint32_t most_window = medium.stream != 0 ? MOTE_LINK_MOST_WINDOW_STREAM : MOTE_LINK_MOST_WINDOW;
  const uint32_t most_payload = medium.stream != 0 ? MOTE_LINK_MOST_PAYLOAD_STREAM : MOTE_LINK_MOST_PAYLOAD;
  return medium.room != nullptr && medium.write != nullptr && medium.read != nullptr && medium.stream <= 1 &&
         (medium.look == nullptr) == (medium.take == nullptr) &&
         medium.window <= most_window &&
         (medium.payload == 0 || (medium.payload >= MOTE_LINK_LEAST_PAYLOAD && medium.payload <= most_payload));
}

mote_code CheckOptions(const mote_group_options& options) {
  if (options.members == 0 || options.members > 32 || options.member >= options.members || options.random == 0 ||
      options.heartbeat_us > UINT32_C(1) << 24 || options.deadline_us > UINT32_C(1) << 30 ||
      (options.mediums == nullptr && options.members > 1) || reinterpret_cast<uintptr_t>(options.frame) % 4 != 0) {
    return MOTE_INVALID_ARGUMENT;
  }
  for (uint32_t member = 0; member < options.members; ++member) {
    if (member == options.member) continue;
    const mote_medium& medium = options.mediums[member];
    if (!IsMedium(medium)) return MOTE_INVALID_ARGUMENT;
    if (medium.stream != 0) continue;
    const size_t payload = medium.payload != 0 ? medium.payload : size_t{MOTE_LINK_MOST_PAYLOAD_STREAM};
    const size_t bytes =
        payload + MOTE_LINK_HEADER < MOTE_LINK_LEAST_DATAGRAM ? size_t{MOTE_LINK_LEAST_DATAGRAM} : payload + MOTE_LINK_HEADER;
    if (options.frame == nullptr || options.frame_size < bytes) return MOTE_OUT_OF_MEMORY;
  }
  return MOTE_OK;
}

// The clock of the group: never back, and a gap counts little, whatever the caller's clock or scheduler did.
void Advance(mote_group* group, uint32_t now) {
  uint32_t step = group->started ? now - group->last_now : 0;
  if (step > INT32_MAX) step = 0;
  const uint32_t most = group->context.heartbeat / 2;
  group->context.now += step < most ? step : most;
  group->last_now = now;
  group->started = true;
}

void OnEvents(mote_group* group, uint32_t member, uint32_t events) {
  if ((events & kNewSession) != 0) {  // it began anew, and knows nothing of the epoch
    const bool of_pairs = group->pairs && (group->involved & Bit(member)) != 0;  // it can never say that it is done
    if (of_pairs || (events & kCutShort) != 0) group->receiving |= Bit(group->context.self);
    group->involved &= ~Bit(member);  // its counts, from 0 again, are not of the exchange
    if ((group->members & Bit(member)) != 0) Agree(group, Bit(member), 0);
  }
  if ((events & kNewState) != 0 && LinkTo(group, member)->has_state) {
    NoteCommitted(group, member);
    OnPeerState(group, member);
  }
  if ((events & kDisagrees) != 0) Agree(group, 0, MOTE_REVOKED);
  if ((events & kReceived) != 0) OnReceived(group, member);
  if ((events & (kReceived | kPeerDone)) != 0) TryCommit(group);
  if ((events & kWasRefused) != 0 && group->context.state.phase == kForming) {
    group->verdict = MOTE_NOT_ALLOWED;
    group->context.state.lost = Bit(member);
    SetPhase(group, kAway);
  }
}

mote_code Result(const mote_group& group) {
  switch (group.context.state.phase) {
    case kForming:
    case kAgreeing: return MOTE_WAIT;
    case kOpen: return group.exchanging ? MOTE_WAIT : MOTE_OK;
    default: return group.verdict == MOTE_OK ? MOTE_INVALID_ARGUMENT : static_cast<mote_code>(group.verdict);
  }
}

}  // namespace

void SetPhase(mote_group* group, Phase phase) {
  group->context.state.phase = phase;
  group->context.open = phase == kOpen;
}

void TellAll(mote_group* group) {
  group->repeated = group->context.now;
  for (uint32_t i = 0; i < LinkCount(*group); ++i) group->links[i].want_state = true;
}

void WriteLinks(mote_group* group) {
  Link* link = group->links + group->context.self;  // each begins behind itself, so that not all send to the same one first
  for (uint32_t i = 0; i < LinkCount(*group); ++i, ++link) {
    if (link == group->links + LinkCount(*group)) link = group->links;
    WriteLink(link, &group->context);
  }
}

}  // namespace mote::runtime

extern "C" size_t mote_group_size(uint32_t members) {
  if (members == 0 || members > 32) return 0;
  return sizeof(mote_group) + (members > 2 ? members - 2 : 0) * sizeof(Link);
}

extern "C" mote_code mote_group_init(const mote_group_options* options, void* memory, size_t size, mote_group** result) {
  if (options == nullptr || memory == nullptr || result == nullptr || reinterpret_cast<uintptr_t>(memory) % 8 != 0) {
    return MOTE_INVALID_ARGUMENT;
  }
  *result = nullptr;
  const mote_code code = CheckOptions(*options);
  if (code != MOTE_OK) return code;
  if (size < mote_group_size(options->members)) return MOTE_OUT_OF_MEMORY;
  __builtin_memset(memory, 0, mote_group_size(options->members));
  mote_group* group = static_cast<mote_group*>(memory);
  LinkContext& context = group->context;
  context.heartbeat = options->heartbeat_us != 0 ? options->heartbeat_us : kHeartbeat;
  context.random = options->random;
  context.plan[0] = static_cast<uint32_t>(options->plan);
  context.plan[1] = static_cast<uint32_t>(options->plan >> 32);
  context.frame = static_cast<uint8_t*>(options->frame);
  context.frame_size = options->frame_size < UINT32_MAX ? static_cast<uint32_t>(options->frame_size) : UINT32_MAX;
  context.kept = group->kept;
  context.members = static_cast<uint8_t>(options->members);
  context.self = static_cast<uint8_t>(options->member);
  group->deadline = options->deadline_us != 0 ? options->deadline_us : kDeadline;
  for (uint32_t member = 0; member < options->members; ++member) {
    if (member != options->member) InitLink(LinkTo(group, member), &options->mediums[member], static_cast<uint8_t>(member), &context);
  }
  *result = group;
  return MOTE_OK;
}

extern "C" mote_code mote_group_join(mote_group* group) {
  if (group == nullptr || group->exchanging || group->context.state.phase == kLeft) return MOTE_INVALID_ARGUMENT;
  group->form_next = true;
  Agree(group, 0, MOTE_REVOKED);  // of an epoch, if there is one
  const uint8_t phase = group->context.state.phase;
  if (phase == kAway || phase == kClosed) StartForming(group);
  return MOTE_OK;
}

extern "C" mote_code mote_group_shrink(mote_group* group) { return mote_group_join(group); }

extern "C" mote_code mote_group_poll(mote_group* group, uint32_t now_us) {
  if (group == nullptr) return MOTE_INVALID_ARGUMENT;
  Advance(group, now_us);
  const bool exchanging = group->exchanging;
  for (uint32_t member = 0; member < group->context.members; ++member) {
    if (member == group->context.self || (exchanging && !group->exchanging)) continue;  // what comes then is of the next exchange
    const uint32_t events = ReadLink(LinkTo(group, member), &group->context, kFramesAtOnce);
    if (events != 0) OnEvents(group, member, events);
  }
  TryCommit(group);
  TickAgreement(group);
  const uint8_t phase = group->context.state.phase;
  for (uint32_t i = 0; i < LinkCount(*group); ++i) TickLink(&group->links[i], group->context, phase == kForming);
  WriteLinks(group);
  return Result(*group);
}

extern "C" mote_code mote_group_exchange_result(const mote_group* group) {
  return group->exchanging ? MOTE_WAIT : static_cast<mote_code>(group->result);
}
extern "C" uint32_t mote_group_frames(const mote_group* group) { return group->context.taken; }
extern "C" uint32_t mote_group_members(const mote_group* group) { return group->context.state.phase == kOpen ? group->members : 0; }
extern "C" uint32_t mote_group_lost(const mote_group* group) { return group->context.state.lost; }
extern "C" uint32_t mote_group_waiting(const mote_group* group) { return group->waiting; }
extern "C" uint32_t mote_group_epoch(const mote_group* group) { return group->context.epoch; }

extern "C" mote_code mote_group_transport(mote_group* group, uint32_t partitions, mote_transport* transport) {
  if (group == nullptr || transport == nullptr || partitions == 0 || group->context.state.phase != kOpen) return MOTE_INVALID_ARGUMENT;
  uint32_t rank = 0;
  for (uint32_t member = 0; member < group->context.self; ++member) rank += group->members >> member & 1;
  transport->replica = rank / partitions;
  transport->partition = rank % partitions;
  transport->user = group;
  transport->begin = BeginExchange;
  return MOTE_OK;
}

extern "C" void mote_group_revoke(mote_group* group) {
  if (group != nullptr) Agree(group, 0, MOTE_REVOKED);
}

extern "C" void mote_group_leave(mote_group* group) {
  if (group == nullptr) return;
  FreezeExchange(group);
  SetPhase(group, kLeft);
  group->verdict = MOTE_OK;
  FinishExchange(group, MOTE_REVOKED);
  TellAll(group);
  for (uint32_t i = 0; i < LinkCount(*group); ++i) group->links[i].again = group->links[i].kept;  // nobody can ask for it any more
  WriteLinks(group);
}
