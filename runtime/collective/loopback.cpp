// Exchanges between the instances of one process: a transfer is a copy, made by whoever of the two comes second.
#include "mote/loopback.h"

#include "collective/members.h"

using namespace mote::runtime;

namespace {

// The transfer of `exchange` that goes to or comes from `member`, or one without bytes.
mote_transfer With(const mote_exchange* exchange, uint32_t member, bool send) {
  const uint32_t count = send ? mote_exchange_send_count(exchange) : mote_exchange_receive_count(exchange);
  for (uint32_t i = 0; i < count; ++i) {
    const mote_transfer transfer = send ? mote_exchange_send(exchange, i) : mote_exchange_receive(exchange, i);
    if (transfer.member == member) return transfer;
  }
  return {};
}

// Copies what goes from one to the other when both are in the same exchange; false: what they say of it differs.
bool Copy(mote_loopback* loopback, uint32_t from, uint32_t to) {
  mote_loopback_member &sender = loopback->members[from], &receiver = loopback->members[to];
  if (sender.exchange == nullptr || receiver.exchange == nullptr) return true;
  if (mote_exchange_number(sender.exchange) != mote_exchange_number(receiver.exchange)) return true;
  const mote_transfer sent = With(sender.exchange, to, true), received = With(receiver.exchange, from, false);
  if (sent.bytes == 0 || sent.bytes != received.bytes) return false;
  __builtin_memcpy(received.data, sent.data, sent.bytes);
  --sender.sends;
  --receiver.receives;
  return true;
}

// Ends the exchange of a member that waits in it.
void End(mote_loopback_member& member, mote_code code) {
  mote_instance* instance = mote_exchange_instance(member.exchange);
  member.exchange = nullptr;
  member.failed = code;
  (void)mote_complete(instance, code);
}

bool Complete(const mote_loopback_member& member) { return member.sends == 0 && member.receives == 0; }

// `own` has begun: all that can be copied is. The others whose exchange is complete go on.
mote_code Meet(mote_loopback* loopback, uint32_t own) {
  mote_loopback_member& me = loopback->members[own];
  const mote_exchange* exchange = me.exchange;
  const uint32_t sends = me.sends, receives = me.receives;
  bool fits = true;
  for (uint32_t i = 0; i < sends; ++i) fits = Copy(loopback, own, mote_exchange_send(exchange, i).member) && fits;
  for (uint32_t i = 0; i < receives; ++i) fits = Copy(loopback, mote_exchange_receive(exchange, i).member, own) && fits;
  for (uint32_t m = 0; m < loopback->count; ++m) {
    mote_loopback_member& member = loopback->members[m];
    if (m != own && member.exchange != nullptr && (!fits || Complete(member))) End(member, fits ? MOTE_OK : MOTE_FAILED);
  }
  if (fits && !Complete(me)) return MOTE_WAIT;
  me.exchange = nullptr;
  me.failed = fits ? MOTE_OK : MOTE_FAILED;
  return me.failed;
}

mote_code Begin(void* user, const mote_exchange* exchange) {
  mote_loopback* loopback = static_cast<mote_loopback*>(user);
  const uint32_t own = mote_exchange_instance(exchange)->member;
  if (own >= loopback->count) return MOTE_FAILED;
  loopback->members[own] = {exchange, mote_exchange_send_count(exchange), mote_exchange_receive_count(exchange), MOTE_OK};
  for (uint32_t i = 0; i < loopback->members[own].receives; ++i) {
    if (mote_exchange_receive(exchange, i).member >= loopback->count) return MOTE_FAILED;
  }
  return Meet(loopback, own);
}

}  // namespace

extern "C" mote_transport mote_loopback_transport(mote_loopback* loopback, uint32_t replica, uint32_t partition) {
  return {replica, partition, loopback, Begin};
}
